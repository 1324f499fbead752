/* In: records and exits by cell. Out: regions: equal neighbours joined, along layers, then along mips.
 * What barriers say must be equal; the passes that they name are put together.
 * Promise: nothing is covered twice and nothing is left out; the order is by step, then by the
 * resource's first use, then by region. O(n log n). */
#include "sync/sync.h"

#include "base/base_sort.h"

/* Everything but the place: what must be equal for two cells to share a barrier. */
typedef struct join_key {
    uint64_t numbers[12];
} join_key;

typedef struct join_item {
    join_key key;
    uint64_t row_first, row_count; /* mips */
    uint64_t first, count;         /* layers or bytes */
    uint32_t index, last;          /* of the record or exit, and of the last that joined it */
} join_item;

static int compare_items(const void *a, const void *b)
{
    const join_item *x = a, *y = b;
    for (size_t i = 0; i < sizeof x->key.numbers / sizeof x->key.numbers[0]; i++)
        if (x->key.numbers[i] != y->key.numbers[i])
            return x->key.numbers[i] < y->key.numbers[i] ? -1 : 1;
    if (x->row_first != y->row_first)
        return x->row_first < y->row_first ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static bool same_key(const join_item *a, const join_item *b)
{
    for (size_t i = 0; i < sizeof a->key.numbers / sizeof a->key.numbers[0]; i++)
        if (a->key.numbers[i] != b->key.numbers[i])
            return false;
    return true;
}

static void absorb(join_item *into, const join_item *from, uint32_t *next)
{
    next[into->last] = from->index;
    into->last = from->last;
}

/* Sorted by (key, mip, layer): neighbours along layers are adjacent. */
static uint32_t join_layers(join_item *items, uint32_t count, uint32_t *next)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        join_item *open = kept ? &items[kept - 1] : NULL;
        if (open && same_key(open, &items[i]) && open->row_first == items[i].row_first &&
            open->first + open->count == items[i].first) {
            open->count += items[i].count;
            absorb(open, &items[i], next);
        } else {
            items[kept++] = items[i];
        }
    }
    return kept;
}

/* A piece joins the latest earlier one that has its layers and ends where it begins. */
static uint32_t join_rows(join_item *items, uint32_t count, uint32_t *next)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool joined = false;
        for (uint32_t k = kept; !joined && k-- > 0 && same_key(&items[k], &items[i]);) {
            if (items[k].row_first + items[k].row_count < items[i].row_first)
                break;
            joined = items[k].first == items[i].first && items[k].count == items[i].count &&
                     items[k].row_first + items[k].row_count == items[i].row_first;
            if (joined) {
                items[k].row_count += items[i].row_count;
                absorb(&items[k], &items[i], next);
            }
        }
        if (!joined)
            items[kept++] = items[i];
    }
    return kept;
}

static void set_place(const sync_input *input, join_item *item, uint32_t resource, uint32_t cell)
{
    bool is_image = input->in->tables->model->resources[resource].is_image;
    if (cell == FUSOR_NONE) {
        item->row_count = 1;
        item->count = input->in->tables->model->resources[resource].bytes;
        return;
    }
    fusor_region region = life_joined_region(input->in->tables, resource, cell);
    item->row_first = is_image ? region.mips.first : 0;
    item->row_count = is_image ? region.mips.count : 1;
    item->first = is_image ? region.layers.first : region.bytes.first;
    item->count = is_image ? region.layers.count : region.bytes.count;
}

static fusor_region region_of(const sync_input *input, const join_item *item, uint32_t resource)
{
    const graph_resource *r = &input->in->tables->model->resources[resource];
    if (!r->is_image)
        return (fusor_region){.bytes = {item->first, item->count}};
    return (fusor_region){.aspects = r->aspects,
                          .mips = {(uint32_t)item->row_first, (uint32_t)item->row_count},
                          .layers = {(uint32_t)item->first, (uint32_t)item->count}};
}

/* The order of everything that is listed. */
static uint64_t resource_rank(const sync_input *input, uint32_t resource)
{
    return input->life->resources[resource].rank;
}

static join_item item_of_record(const sync_input *input, const sync_record *r, uint32_t index)
{
    join_item item = {
        .index = index,
        .last = index,
        .key = {{r->step, resource_rank(input, r->resource), r->previous, (uint64_t)r->why,
                 r->src.stages, r->src.access, r->dst.stages, r->dst.access,
                 (uint64_t)r->old_layout, (uint64_t)r->new_layout, r->replaces, r->entry}}};
    set_place(input, &item, r->resource, r->cell);
    return item;
}

static join_item item_of_exit(const sync_input *input, const sync_exit *e, uint32_t index)
{
    join_item item = {
        .index = index,
        .last = index,
        .key = {{input->in->order->step_count, resource_rank(input, e->resource), e->previous,
                 e->scope.stages, e->scope.access, (uint64_t)e->layout, e->writes}}};
    set_place(input, &item, e->resource, e->cell);
    return item;
}

/* By what every key begins with (step, resource, previous), then by region. The rest of a key numbers
 * sets as they were met, which depends on how resources were declared. */
static int compare_places(const void *a, const void *b)
{
    const join_item *x = a, *y = b;
    const uint64_t p[] = {x->key.numbers[0], x->key.numbers[1], x->key.numbers[2],
                          x->row_first,      x->first,          x->index};
    const uint64_t q[] = {y->key.numbers[0], y->key.numbers[1], y->key.numbers[2],
                          y->row_first,      y->first,          y->index};
    for (size_t i = 0; i < sizeof p / sizeof p[0]; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

/* `next`: for each record or exit that joined another, the one that joined it after; room for all. */
static bool join(base_arena *arena, join_item *items, uint32_t *count, uint32_t *next)
{
    for (uint32_t i = 0; i < *count; i++)
        next[i] = FUSOR_NONE;
    if (!base_sort(arena, (base_list){items, *count, sizeof *items}, compare_items))
        return false;
    *count = join_layers(items, *count, next);
    *count = join_rows(items, *count, next);
    return base_sort(arena, (base_list){items, *count, sizeof *items}, compare_places);
}

static uint32_t passes_of(const sync_record *record, bool source)
{
    return source ? record->src_passes : record->dst_passes;
}

/* The passes of all records that were joined to the first, on one side. Mostly they have one set. */
static uint32_t joined_passes(base_arena *arena, sync_result *out, uint32_t first,
                              const uint32_t *next, bool source)
{
    uint32_t taken = passes_of(&out->records.data[first], source), i = first;
    while (i != FUSOR_NONE && passes_of(&out->records.data[i], source) == taken)
        i = next[i];
    if (i == FUSOR_NONE)
        return taken;
    sync_sets_take(arena, &out->pass_sets, taken);
    for (; i != FUSOR_NONE; i = next[i]) {
        uint32_t set = passes_of(&out->records.data[i], source);
        if (set != taken)
            sync_sets_take(arena, &out->pass_sets, taken = set);
    }
    return sync_sets_make(arena, &out->pass_sets);
}

/* By step already, so that little is left to sort. */
static join_item *list_records(const sync_input *input, base_arena *arena, const sync_result *out)
{
    uint32_t steps = input->in->order->step_count + 1; /* one is the end */
    join_item *items = BASE_NEW(arena, join_item, out->records.count);
    uint32_t *first = BASE_NEW(arena, uint32_t, (size_t)steps + 1);
    if (!items || !first)
        return NULL;
    for (uint32_t i = 0; i < out->records.count; i++)
        first[out->records.data[i].step + 1]++;
    for (uint32_t s = 0; s < steps; s++)
        first[s + 1] += first[s];
    for (uint32_t i = 0; i < out->records.count; i++)
        items[first[out->records.data[i].step]++] = item_of_record(input, &out->records.data[i], i);
    return items;
}

static bool join_barriers(const sync_input *input, base_arena *arena, sync_result *out)
{
    join_item *items = list_records(input, arena, out);
    uint32_t *next = BASE_NEW(arena, uint32_t, out->records.count);
    if (!items || !next)
        return false;
    uint32_t count = out->records.count;
    if (!join(arena, items, &count, next) || !BASE_RESERVE(arena, &out->barriers, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        sync_record record = out->records.data[items[i].index];
        record.src_passes = joined_passes(arena, out, items[i].index, next, true);
        record.dst_passes = joined_passes(arena, out, items[i].index, next, false);
        sync_barrier *slot = BASE_PUSH(arena, &out->barriers);
        if (!slot)
            return false;
        *slot = (sync_barrier){record, region_of(input, &items[i], record.resource)};
    }
    return true;
}

static bool join_exits(const sync_input *input, base_arena *arena, sync_result *out)
{
    join_item *items = BASE_NEW(arena, join_item, out->exits.count);
    uint32_t *next = BASE_NEW(arena, uint32_t, out->exits.count);
    if (!items || !next)
        return false;
    for (uint32_t i = 0; i < out->exits.count; i++)
        items[i] = item_of_exit(input, &out->exits.data[i], i);
    uint32_t count = out->exits.count;
    if (!join(arena, items, &count, next) || !BASE_RESERVE(arena, &out->exit_regions, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const sync_exit *e = &out->exits.data[items[i].index];
        sync_exit_region *slot = BASE_PUSH(arena, &out->exit_regions);
        if (!slot)
            return false;
        *slot = (sync_exit_region){*e, region_of(input, &items[i], e->resource)};
    }
    return true;
}

bool sync_join_records(const sync_input *input, base_arena *arena, sync_result *out)
{
    return join_barriers(input, arena, out) && join_exits(input, arena, out);
}
