/* In: items with offsets. Out: who follows whom on the same bytes, in the frame and across its border;
 * alias sets.
 * Promise: an occupant is left out only if another one between covers all the bytes that both share, so
 * waiting for those listed is waiting for all. O(n × items on the same bytes). */
#include "place/place.h"

#include <stdlib.h>

typedef struct near_key {
    uint32_t last_step, rank, item;
} near_key;

typedef struct link_state {
    const place_input *input;
    base_arena *arena;
    place_result *out;
    uint32_t *by_offset; /* items by pool, then offset */
    near_key *near;      /* items that overlap the one at hand */
    uint32_t near_count;
    uint32_t *root; /* union-find by resource */
} link_state;

typedef struct offset_key {
    uint64_t offset;
    uint32_t pool, item;
} offset_key;

static int compare_offsets(const void *a, const void *b)
{
    const offset_key *x = a, *y = b;
    if (x->pool != y->pool)
        return x->pool < y->pool ? -1 : 1;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

static bool sort_by_offset(link_state *s)
{
    uint32_t count = s->out->items.count;
    offset_key *keys = BASE_NEW(s->arena, offset_key, count);
    s->by_offset = BASE_NEW(s->arena, uint32_t, count);
    s->near = BASE_NEW(s->arena, near_key, count);
    if (!keys || !s->by_offset || !s->near)
        return false;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (offset_key){s->out->items.data[i].offset, s->out->items.data[i].pool, i};
    qsort(keys, count, sizeof *keys, compare_offsets);
    for (uint32_t i = 0; i < count; i++)
        s->by_offset[i] = keys[i].item;
    return true;
}

static uint32_t find_root(const link_state *s, uint32_t resource)
{
    while (s->root[resource] != resource)
        resource = s->root[resource] = s->root[s->root[resource]];
    return resource;
}

static void join(link_state *s, uint32_t a, uint32_t b)
{
    uint32_t x = find_root(s, a), y = find_root(s, b);
    if (x != y)
        s->root[x > y ? x : y] = x > y ? y : x;
}

static int compare_near(const void *a, const void *b)
{
    const near_key *x = a, *y = b;
    if (x->last_step != y->last_step)
        return x->last_step < y->last_step ? 1 : -1;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* The items that share bytes with one, itself too, the last to be used first. */
static void gather_near(link_state *s, uint32_t index)
{
    const place_item *item = &s->out->items.data[index];
    s->near_count = 0;
    for (uint32_t i = 0; i < s->out->items.count; i++) {
        const place_item *other = &s->out->items.data[s->by_offset[i]];
        if (other->pool > item->pool ||
            (other->pool == item->pool &&
             other->offset >= item->offset + item->requirements.size_bytes))
            break;
        if (place_overlap(item, other))
            s->near[s->near_count++] = (near_key){other->last_step, other->rank, s->by_offset[i]};
    }
    qsort(s->near, s->near_count, sizeof *s->near, compare_near);
}

static bool covers(const place_item *by, const place_item *a, const place_item *b)
{
    uint64_t low = a->offset > b->offset ? a->offset : b->offset;
    uint64_t a_end = a->offset + a->requirements.size_bytes;
    uint64_t b_end = b->offset + b->requirements.size_bytes;
    uint64_t high = a_end < b_end ? a_end : b_end;
    return by->offset <= low && high <= by->offset + by->requirements.size_bytes;
}

static bool precedes(const link_state *s, uint32_t a, uint32_t b)
{
    return place_precedes(s->input, s->out, &s->out->items.data[a], &s->out->items.data[b]);
}

/* One of those listed comes after the old one and takes over all the bytes that it shares with the
 * newcomer. Only listed ones need to be asked: what took over from one that is not listed did too. */
static bool is_taken_over(const link_state *s, uint32_t old, uint32_t newcomer, fusor_slice listed)
{
    const place_item *items = s->out->items.data;
    for (uint32_t i = 0; i < listed.count; i++) {
        uint32_t between = s->out->item_list.data[listed.first + i];
        if (between != old && precedes(s, old, between) &&
            covers(&items[between], &items[old], &items[newcomer]))
            return true;
    }
    return false;
}

static bool add_links(link_state *s, uint32_t index, bool wraps, fusor_slice *out)
{
    *out = (fusor_slice){s->out->item_list.count, 0};
    for (uint32_t i = 0; i < s->near_count; i++) {
        uint32_t old = s->near[i].item;
        if ((!wraps && !precedes(s, old, index)) || is_taken_over(s, old, index, *out))
            continue;
        uint32_t *slot = BASE_PUSH(s->arena, &s->out->item_list);
        if (!slot)
            return false;
        *slot = old;
        out->count++;
    }
    return true;
}

/* Whether the followed items together cover every byte: grow what is covered from the front. */
static bool is_covered(const link_state *s, const place_item *item)
{
    uint64_t reach = item->offset, before;
    do {
        before = reach;
        for (uint32_t i = 0; i < item->follows.count; i++) {
            const place_item *old =
                &s->out->items.data[s->out->item_list.data[item->follows.first + i]];
            uint64_t end = old->offset + old->requirements.size_bytes;
            if (old->offset <= reach && end > reach)
                reach = end;
        }
    } while (reach != before);
    return reach >= item->offset + item->requirements.size_bytes;
}

static bool link_item(link_state *s, uint32_t index)
{
    place_item *item = &s->out->items.data[index];
    if (item->kept)
        return true;
    gather_near(s, index);
    for (uint32_t i = 0; i < s->near_count; i++)
        join(s, item->resource, s->out->items.data[s->near[i].item].resource);
    if (!add_links(s, index, false, &item->follows))
        return false;
    item->fully_followed = is_covered(s, item);
    return item->fully_followed || add_links(s, index, true, &item->wraps);
}

/* Sets of two or more, numbered by their first resource in the order of use. Items are in that order. */
static void number_sets(link_state *s, uint32_t *size)
{
    uint32_t sets = 0;
    for (uint32_t i = 0; i < s->out->items.count; i++)
        if (s->out->items.data[i].slot == 0)
            size[find_root(s, s->out->items.data[i].resource)]++;
    for (uint32_t i = 0; i < s->out->items.count; i++) {
        uint32_t resource = s->out->items.data[i].resource, root = find_root(s, resource);
        uint32_t *set = &s->out->alias_set[root];
        if (size[root] < 2)
            continue;
        if (*set == FUSOR_NONE)
            *set = sets++;
        s->out->alias_set[resource] = *set;
    }
}

fusor_result place_link(const place_input *input, base_arena *arena, place_result *out)
{
    link_state s = {.input = input, .arena = arena, .out = out};
    uint32_t resources = input->in->tables->model->resource_count;
    s.root = BASE_NEW(arena, uint32_t, resources);
    uint32_t *size = BASE_NEW(arena, uint32_t, resources);
    if (!s.root || !size || !sort_by_offset(&s))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t r = 0; r < resources; r++)
        s.root[r] = r;
    for (uint32_t i = 0; i < out->items.count; i++)
        if (!link_item(&s, i))
            return FUSOR_ERROR_OUT_OF_MEMORY;
    number_sets(&s, size);
    return FUSOR_OK;
}
