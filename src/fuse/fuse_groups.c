/* In: passes with what they attach and use. Out: groups that merge, each with its facts.
 * Promise: a merge costs what the smaller group has (times a logarithm in all), members stay sorted by
 * rank, and places stay a topological order of the groups. */
#include "fuse/fuse_groups.h"

#include "fuse/fuse_quotient.h"

/* Uses of an image that a further one is held against: a list need not be free of copies. */
enum { ALIKE_MAX = 8 };
/* Items or plain uses of a group that are found by walking. */
enum { LISTED_MAX = 8 };

static bool allocate(fuse_partition *p, base_arena *arena)
{
    uint32_t count = p->input->tables->model->pass_count, uses = p->input->tables->use_count;
    p->group_of = BASE_NEW(arena, uint32_t, count);
    p->next = BASE_NEW(arena, uint32_t, count);
    p->groups = BASE_NEW(arena, fuse_group_facts, count);
    p->items = BASE_NEW(arena, fuse_item, p->input->affinity->touch_first[count]);
    p->plains = BASE_NEW(arena, fuse_plain, uses);
    p->place = BASE_NEW(arena, uint32_t, count);
    p->stamp = BASE_NEW(arena, uint32_t, count);
    p->parent = BASE_NEW(arena, uint32_t, count);
    p->stack = BASE_NEW(arena, uint32_t, count);
    p->placed = BASE_NEW(arena, fuse_placed, 2 * (size_t)count + 2);
    p->placed_room = BASE_NEW(arena, fuse_placed, (size_t)count + 2);
    return p->group_of && p->next && p->groups && p->items && p->plains && p->place && p->stamp &&
           p->parent && p->stack && p->placed && p->placed_room;
}

/* ------------------------------------------------------------------------------ views */

/* Short lists are walked, longer ones are indexed. */
static uint32_t find_own(const fuse_partition *p, uint32_t group, uint32_t view)
{
    const fuse_group_facts *facts = &p->groups[group];
    if (facts->item_count > LISTED_MAX)
        return fuse_index_get(&p->index, group, FUSE_KEY_VIEW, view);
    uint32_t i = facts->items;
    while (i != FUSOR_NONE && p->items[i].span.view != view)
        i = p->items[i].next;
    return i;
}

static uint32_t resource_of_item(const fuse_partition *p, uint32_t item)
{
    return p->input->affinity->views.data[p->items[item].span.view].resource;
}

uint32_t fuse_first_item(const fuse_partition *p, uint32_t group, uint32_t resource)
{
    const fuse_group_facts *facts = &p->groups[group];
    if (facts->item_count > LISTED_MAX)
        return fuse_index_get(&p->index, group, FUSE_KEY_SPANS, resource);
    uint32_t i = facts->items;
    while (i != FUSOR_NONE && resource_of_item(p, i) != resource)
        i = p->items[i].next;
    return i;
}

static uint32_t resource_of_plain(const fuse_partition *p, uint32_t plain)
{
    return p->input->tables->uses[p->plains[plain].use].resource;
}

uint32_t fuse_first_plain(const fuse_partition *p, uint32_t group, uint32_t resource)
{
    const fuse_group_facts *facts = &p->groups[group];
    if (facts->plain_count > LISTED_MAX)
        return fuse_index_get(&p->index, group, FUSE_KEY_PLAINS, resource);
    uint32_t i = facts->plains;
    while (i != FUSOR_NONE && resource_of_plain(p, i) != resource)
        i = p->plains[i].next;
    return i;
}

const fuse_item *fuse_find_item(const fuse_partition *p, uint32_t group, uint32_t view)
{
    uint32_t item = find_own(p, group, view);
    return item == FUSOR_NONE ? NULL : &p->items[item];
}

uint32_t fuse_find_counted(const fuse_partition *p, uint32_t group, uint32_t resource)
{
    uint32_t i = fuse_first_item(p, group, resource);
    while (i != FUSOR_NONE && !p->items[i].counted)
        i = p->items[i].next_of_image;
    return i;
}

uint32_t fuse_smaller(const fuse_partition *p, uint32_t x, uint32_t y)
{
    const fuse_group_facts *a = &p->groups[x], *b = &p->groups[y];
    uint32_t weight = b->size + b->item_count + b->plain_count;
    return a->size + a->item_count + a->plain_count <= weight ? x : y;
}

/* A member that clears what an earlier one has: no load op can. */
static uint32_t cleared_inside(const fuse_partition *p, const fuse_span *a, const fuse_span *b)
{
    const fuse_input *input = p->input;
    for (int i = 0; i < 2; i++) {
        if (a->first[i] == FUSOR_NONE || b->first[i] == FUSOR_NONE)
            continue;
        const graph_use *x = &input->tables->uses[input->affinity->touches[a->first[i]].use];
        const graph_use *y = &input->tables->uses[input->affinity->touches[b->first[i]].use];
        const graph_use *later = input->dag->rank[x->pass] < input->dag->rank[y->pass] ? y : x;
        if (x->pass != y->pass && later->load == FUSOR_LOAD_CLEAR)
            return later->resource;
    }
    return FUSOR_NONE;
}

static bool index_item(fuse_partition *p, uint32_t group, uint32_t item)
{
    return fuse_index_set(&p->index, p->arena, group, FUSE_KEY_VIEW, p->items[item].span.view,
                          item) &&
           fuse_index_set(&p->index, p->arena, group, FUSE_KEY_SPANS, resource_of_item(p, item),
                          item);
}

static bool index_plain(fuse_partition *p, uint32_t group, uint32_t plain)
{
    return fuse_index_set(&p->index, p->arena, group, FUSE_KEY_PLAINS, resource_of_plain(p, plain),
                          plain);
}

/* The first of a group's list was added: all of a list that is no longer short are indexed, the oldest
 * first. */
static bool index_items(fuse_partition *p, uint32_t group)
{
    const fuse_group_facts *facts = &p->groups[group];
    uint32_t list[LISTED_MAX + 1], count = 0;
    if (facts->item_count <= LISTED_MAX)
        return true;
    if (facts->item_count > LISTED_MAX + 1)
        return index_item(p, group, facts->items);
    for (uint32_t i = facts->items; i != FUSOR_NONE; i = p->items[i].next)
        list[count++] = i;
    while (count)
        if (!index_item(p, group, list[--count]))
            return false;
    return true;
}

static bool index_plains(fuse_partition *p, uint32_t group)
{
    const fuse_group_facts *facts = &p->groups[group];
    uint32_t list[LISTED_MAX + 1], count = 0;
    if (facts->plain_count <= LISTED_MAX)
        return true;
    if (facts->plain_count > LISTED_MAX + 1)
        return index_plain(p, group, facts->plains);
    for (uint32_t i = facts->plains; i != FUSOR_NONE; i = p->plains[i].next)
        list[count++] = i;
    while (count)
        if (!index_plain(p, group, list[--count]))
            return false;
    return true;
}

/* Joins an item to the group's own of that view, or makes it the group's. */
static bool add_item(fuse_partition *p, uint32_t group, uint32_t index)
{
    fuse_item *item = &p->items[index];
    fuse_group_facts *facts = &p->groups[group];
    const affinity_view *view = &p->input->affinity->views.data[item->span.view];
    if (item->counted && fuse_find_counted(p, group, view->resource) == FUSOR_NONE)
        facts->bits += view->color_bits;
    uint32_t own = find_own(p, group, item->span.view);
    if (own != FUSOR_NONE) {
        uint32_t cleared = cleared_inside(p, &p->items[own].span, &item->span);
        if (facts->clear_inside == FUSOR_NONE)
            facts->clear_inside = cleared;
        fuse_span_join(&p->cost, &p->items[own].span, &item->span);
        p->items[own].counted = p->items[own].counted || item->counted;
        p->items[own].input = p->items[own].input || item->input;
        if (p->items[own].resolved == FUSOR_NONE)
            p->items[own].resolved = item->resolved;
        return true;
    }
    item->next = facts->items;
    item->next_of_image = fuse_first_item(p, group, view->resource);
    facts->items = index;
    facts->item_count++;
    return index_items(p, group);
}

static bool same_region(const graph_use *a, const graph_use *b)
{
    return a->previous == b->previous && a->region.mips.first == b->region.mips.first &&
           a->region.mips.count == b->region.mips.count &&
           a->region.layers.first == b->region.layers.first &&
           a->region.layers.count == b->region.layers.count;
}

static bool add_plain(fuse_partition *p, uint32_t group, uint32_t index)
{
    const graph_use *uses = p->input->tables->uses;
    fuse_plain *plain = &p->plains[index];
    fuse_group_facts *facts = &p->groups[group];
    uint32_t resource = uses[plain->use].resource;
    uint32_t head = fuse_first_plain(p, group, resource);
    uint32_t left = ALIKE_MAX;
    for (uint32_t i = head; i != FUSOR_NONE && left; i = p->plains[i].next_of_image, left--)
        if (same_region(&uses[p->plains[i].use], &uses[plain->use]))
            return true;
    plain->next = facts->plains;
    plain->next_of_image = head;
    facts->plains = index;
    facts->plain_count++;
    return index_plains(p, group);
}

/* ------------------------------------------------------------------------------ single passes */

static bool add_pass_items(fuse_partition *p, uint32_t pass)
{
    const affinity_table *affinity = p->input->affinity;
    fuse_group_facts *facts = &p->groups[pass];
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        const graph_use *use = &p->input->tables->uses[affinity->touches[i].use];
        p->items[i] = (fuse_item){.span = fuse_span_of_touch(&p->cost, i),
                                  .counted = use->as != FUSOR_USE_RESOLVE,
                                  .resolved = use->resolve == FUSOR_NONE ? FUSOR_NONE : i,
                                  .input = use->as == FUSOR_USE_INPUT};
        if (use->as == FUSOR_USE_RESOLVE)
            facts->first_resolve = pass;
        facts->inputs += use->as == FUSOR_USE_INPUT;
        if (!add_item(p, pass, i))
            return false;
    }
    return true;
}

static bool add_pass_plains(fuse_partition *p, uint32_t pass, uint32_t *count)
{
    const graph_model *model = p->input->tables->model;
    fusor_slice uses = model->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++) {
        const graph_use *use = &p->input->tables->uses[i];
        if (use->attachment || !model->resources[use->resource].is_image)
            continue;
        p->plains[*count] = (fuse_plain){.use = i};
        if (!add_plain(p, pass, (*count)++))
            return false;
    }
    return true;
}

bool fuse_partition_init(const fuse_input *input, base_arena *arena, fuse_partition *p)
{
    uint32_t count = input->tables->model->pass_count, plains = 0;
    *p = (fuse_partition){.input = input, .arena = arena, .steps_left = UINT64_MAX};
    p->rules = affinity_rules_of(affinity_choose_path(input->device), input->device);
    if (!allocate(p, arena) || !fuse_cost_init(input, arena, &p->cost))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        p->group_of[i] = i;
        p->next[i] = FUSOR_NONE;
        p->place[i] = input->dag->rank[i];
        p->groups[i] = (fuse_group_facts){.first = i,
                                          .last = i,
                                          .size = 1,
                                          .items = FUSOR_NONE,
                                          .plains = FUSOR_NONE,
                                          .subpasses = 1,
                                          .depth_view = input->affinity->depth_view[i],
                                          .clear_inside = FUSOR_NONE,
                                          .one_signature = true,
                                          .first_resolve = FUSOR_NONE};
        if (cull_keeps_raster(input->cull, input->tables->model, i) &&
            (!add_pass_items(p, i) || !add_pass_plains(p, i, &plains)))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------ unions */

static uint32_t rank_of(const fuse_partition *p, uint32_t pass)
{
    return p->input->dag->rank[pass];
}

/* FUSOR_NONE: there is none. */
static uint32_t earlier(const fuse_partition *p, uint32_t a, uint32_t b)
{
    if (a == FUSOR_NONE || b == FUSOR_NONE)
        return a == FUSOR_NONE ? b : a;
    return rank_of(p, a) < rank_of(p, b) ? a : b;
}

static bool ends_before(const fuse_partition *p, uint32_t x, uint32_t y)
{
    return rank_of(p, p->groups[x].last) < rank_of(p, p->groups[y].first);
}

/* The next of two sorted lists. */
static uint32_t take_next(const fuse_partition *p, uint32_t *left, uint32_t *right)
{
    bool take_left =
        *right == FUSOR_NONE || (*left != FUSOR_NONE && rank_of(p, *left) < rank_of(p, *right));
    uint32_t *from = take_left ? left : right, taken = *from;
    *from = p->next[taken];
    return taken;
}

uint32_t fuse_union_subpasses(const fuse_partition *p, uint32_t x, uint32_t y)
{
    const uint32_t *signature = p->input->affinity->signature;
    uint32_t left = p->groups[x].first, right = p->groups[y].first, count = 0;
    uint32_t before = FUSOR_NONE;
    for (int turn = 0; turn < 2; turn++) {
        uint32_t a = turn ? y : x, b = turn ? x : y;
        if (ends_before(p, a, b))
            return p->groups[a].subpasses + p->groups[b].subpasses -
                   (signature[p->groups[a].last] == signature[p->groups[b].first]);
    }
    while (left != FUSOR_NONE || right != FUSOR_NONE) {
        uint32_t pass = take_next(p, &left, &right);
        count += signature[pass] != before;
        before = signature[pass];
    }
    return count;
}

static void merge_members(fuse_partition *p, uint32_t x, uint32_t y)
{
    fuse_group_facts *a = &p->groups[x], *b = &p->groups[y];
    if (ends_before(p, x, y)) {
        p->next[a->last] = b->first;
        a->last = b->last;
    } else if (ends_before(p, y, x)) {
        p->next[b->last] = a->first;
        a->first = b->first;
    } else {
        uint32_t left = a->first, right = b->first;
        uint32_t tail = a->first = a->last = take_next(p, &left, &right);
        while (left != FUSOR_NONE || right != FUSOR_NONE)
            tail = p->next[tail] = take_next(p, &left, &right);
        a->last = tail;
    }
    a->size += b->size;
}

static bool merge_items(fuse_partition *p, uint32_t into, uint32_t from)
{
    for (uint32_t i = p->groups[from].items; i != FUSOR_NONE;) {
        uint32_t next = p->items[i].next;
        if (!add_item(p, into, i))
            return false;
        i = next;
    }
    for (uint32_t i = p->groups[from].plains; i != FUSOR_NONE;) {
        uint32_t next = p->plains[i].next;
        if (!add_plain(p, into, i))
            return false;
        i = next;
    }
    return true;
}

bool fuse_partition_merge(fuse_partition *p, uint32_t a, uint32_t b)
{
    const uint32_t *signature = p->input->affinity->signature;
    uint32_t x = p->group_of[a], y = p->group_of[b];
    if (fuse_smaller(p, y, x) == x) {
        uint32_t swap = x;
        x = y;
        y = swap;
    }
    fuse_group_facts *into = &p->groups[x], *from = &p->groups[y];
    into->one_signature = into->one_signature && from->one_signature &&
                          signature[into->first] == signature[from->first];
    into->subpasses = fuse_union_subpasses(p, x, y);
    into->inputs = into->inputs > from->inputs ? into->inputs : from->inputs;
    if (into->depth_view == FUSOR_NONE)
        into->depth_view = from->depth_view;
    if (into->clear_inside == FUSOR_NONE)
        into->clear_inside = from->clear_inside;
    into->first_resolve = earlier(p, into->first_resolve, from->first_resolve);
    fuse_quotient_join(p, x, y);
    for (uint32_t m = from->first; m != FUSOR_NONE; m = p->next[m])
        p->group_of[m] = x;
    merge_members(p, x, y);
    return merge_items(p, x, y);
}

static const fusor_resolve_desc *resolve_of(const fuse_partition *p, const graph_use *use)
{
    const fusor_pass_desc *desc = p->input->tables->model->passes[use->pass].desc;
    return use->as == FUSOR_USE_COLOR ? &desc->color[use->slot].resolve : &desc->depth.resolve;
}

bool fuse_same_resolve(const fuse_partition *p, uint32_t a, uint32_t b)
{
    const graph_use *uses = p->input->tables->uses;
    const graph_use *x = &uses[p->input->affinity->touches[a].use];
    const graph_use *y = &uses[p->input->affinity->touches[b].use];
    const fusor_resolve_desc *m = resolve_of(p, x), *n = resolve_of(p, y);
    const graph_use *r = &uses[x->resolve], *s = &uses[y->resolve];
    return m->mode == n->mode && m->stencil_mode == n->stencil_mode && r->resource == s->resource &&
           same_region(r, s);
}

uint32_t fuse_union_clears(const fuse_partition *p, uint32_t x, uint32_t y)
{
    const fuse_group_facts *a = &p->groups[x], *b = &p->groups[y];
    uint32_t cleared = a->clear_inside != FUSOR_NONE ? a->clear_inside : b->clear_inside;
    for (uint32_t i = a->items; i != FUSOR_NONE && cleared == FUSOR_NONE; i = p->items[i].next) {
        const fuse_item *other = fuse_find_item(p, y, p->items[i].span.view);
        if (other)
            cleared = cleared_inside(p, &p->items[i].span, &other->span);
    }
    return cleared;
}

uint64_t fuse_union_gain(const fuse_partition *p, uint32_t x, uint32_t y)
{
    uint64_t gain = 0;
    if (p->groups[x].item_count > p->groups[y].item_count) {
        uint32_t swap = x;
        x = y;
        y = swap;
    }
    for (uint32_t i = p->groups[x].items; i != FUSOR_NONE; i = p->items[i].next) {
        const fuse_span *mine = &p->items[i].span;
        const fuse_item *other = fuse_find_item(p, y, mine->view);
        if (!other)
            continue;
        fuse_span both = *mine;
        fuse_span_join(&p->cost, &both, &other->span);
        gain += fuse_span_bytes(&p->cost, mine, &(fuse_members){p->group_of, x, x}) +
                fuse_span_bytes(&p->cost, &other->span, &(fuse_members){p->group_of, y, y}) -
                fuse_span_bytes(&p->cost, &both, &(fuse_members){p->group_of, x, y});
    }
    return gain;
}
