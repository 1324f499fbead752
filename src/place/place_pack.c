/* In: items. Out: pools and offsets, first fit by decreasing size.
 * Promise: two items share bytes only if one precedes the other by the policy; every offset is a
 * multiple of its alignment. O(n log n + conflicts) a pool; see place_conflicts.c.
 * PACKING.md: first-fit by size is 1.027 × the bound on average. */
#include "place/place.h"

#include "base/base_math.h"
#include "base/base_sort.h"
#include "place/place_space.h"

bool place_precedes(const place_input *input, const place_result *place, const place_item *a,
                    const place_item *b)
{
    const order_result *order = input->in->order;
    if (b->kept || a->until >= b->first_step) /* steps are in recording order */
        return false;
    if (a->until < b->settled || b->first_step >= a->freed)
        return true;
    for (uint32_t i = 0; i < a->last_steps.count; i++)
        for (uint32_t k = 0; k < b->first_steps.count; k++)
            if (!order_happens_before(order, place->steps.data[a->last_steps.first + i],
                                      place->steps.data[b->first_steps.first + k]))
                return false;
    return true;
}

/* Largest first; ties by first use. */
typedef struct size_key {
    uint64_t size;
    uint32_t rank, item;
} size_key;

static int compare_keys(const void *a, const void *b)
{
    const size_key *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* Lists of items by pool. What a pool cannot hold is filtered from its lists into those of a further one. */
typedef BASE_VEC(uint32_t) item_vec;

typedef struct pack_state {
    const place_input *input;
    base_arena *arena;
    place_result *out;
    size_key *keys;
    item_vec by_size, by_time;
    BASE_VEC(uint32_t) open; /* pools that are not dedicated */
    place_space space;
    bool classes_meet; /* linear and optimal resources may lie side by side */
} pack_state;

static bool sort_items(pack_state *s)
{
    uint32_t count = s->out->items.count;
    s->keys = BASE_NEW(s->arena, size_key, count);
    if (!s->keys)
        return false;
    for (uint32_t i = 0; i < count; i++)
        s->keys[i] = (size_key){s->out->items.data[i].requirements.size_bytes,
                                s->out->items.data[i].rank, i};
    return base_sort(s->arena, (base_list){s->keys, count, sizeof *s->keys}, compare_keys);
}

/* Vulkan 1.3, "Buffer-Image Granularity": a page is shared only if no page is larger than the
 * alignment of everything on it. */
static bool classes_may_meet(const pack_state *s)
{
    uint64_t granularity = s->input->in->device->limits.buffer_image_granularity;
    for (uint32_t i = 0; i < s->out->items.count; i++)
        if (s->out->items.data[i].requirements.alignment < granularity)
            return false;
    return true;
}

static bool pool_fits(const pack_state *s, const place_pool *pool, const place_item *item)
{
    bool optimal = s->input->in->tables->model->resources[item->resource].is_image;
    return pool->kept == item->kept && (s->classes_meet || pool->optimal == optimal) &&
           (pool->types & item->types);
}

static bool add_pool(pack_state *s, const place_item *item)
{
    bool dedicated = item->requirements.dedicated == FUSOR_DEDICATED_REQUIRED;
    place_pool *pool = BASE_PUSH(s->arena, &s->out->pools);
    uint32_t *open = dedicated ? NULL : BASE_PUSH(s->arena, &s->open);
    if (!pool || (!dedicated && !open))
        return false;
    if (open)
        *open = item->pool;
    *pool = (place_pool){.types = item->types,
                         .optimal = s->input->in->tables->model->resources[item->resource].is_image,
                         .kept = item->kept,
                         .dedicated = dedicated,
                         .alignment = 1};
    return true;
}

static bool choose_pool(pack_state *s, place_item *item)
{
    item->pool = s->out->pools.count;
    if (item->requirements.dedicated != FUSOR_DEDICATED_REQUIRED)
        for (uint32_t i = 0; i < s->open.count && item->pool == s->out->pools.count; i++)
            if (pool_fits(s, &s->out->pools.data[s->open.data[i]], item))
                item->pool = s->open.data[i];
    if (item->pool == s->out->pools.count && !add_pool(s, item))
        return false;
    place_pool *pool = &s->out->pools.data[item->pool];
    pool->types &= item->types;
    pool->optimal =
        pool->optimal || s->input->in->tables->model->resources[item->resource].is_image;
    pool->alignment = base_max_u64(pool->alignment, item->requirements.alignment);
    return true;
}

/* Items of a pool, from one list into the slice of another. */
static bool filter_list(pack_state *s, item_vec *items, fusor_slice from, uint32_t pool,
                        fusor_slice *out)
{
    *out = (fusor_slice){items->count, 0};
    for (uint32_t i = from.first; i < from.first + from.count; i++) {
        uint32_t index = items->data[i];
        uint32_t *slot = s->out->items.data[index].pool == pool ? BASE_PUSH(s->arena, items) : NULL;
        if (slot)
            *slot = index;
        else if (s->out->items.data[index].pool == pool)
            return false;
        out->count += slot != NULL;
    }
    return true;
}

/* What does not fit into one allocation goes on in a further pool of the same kind. */
static bool overflow(pack_state *s, place_item *item, uint32_t *next)
{
    if (*next == FUSOR_NONE) {
        place_pool *pool = BASE_PUSH(s->arena, &s->out->pools);
        if (!pool)
            return false;
        *next = s->out->pools.count - 1;
        *pool = s->out->pools.data[item->pool];
        pool->placed = pool->sum = 0;
    }
    item->pool = *next;
    return true;
}

static bool go_on(pack_state *s, uint32_t pool, uint32_t next)
{
    place_pool *from = &s->out->pools.data[pool], *to = &s->out->pools.data[next];
    return filter_list(s, &s->by_size, from->by_size, next, &to->by_size) &&
           filter_list(s, &s->by_time, from->by_time, next, &to->by_time);
}

static bool pack_pool(pack_state *s, uint32_t pool_index)
{
    uint64_t limit = s->input->in->device->limits.memory_allocation_bytes;
    fusor_slice by_time = s->out->pools.data[pool_index].by_time;
    fusor_slice by_size = s->out->pools.data[pool_index].by_size;
    uint32_t next = FUSOR_NONE;
    place_space_start(&s->space, &s->by_time.data[by_time.first], by_time.count);
    for (uint32_t i = by_size.first; i < by_size.first + by_size.count; i++) {
        uint32_t index = s->by_size.data[i];
        place_item *item = &s->out->items.data[index];
        uint64_t size = item->requirements.size_bytes;
        item->offset = place_space_find(&s->space, index);
        if (limit && s->space.count && item->offset + size > limit) {
            if (!overflow(s, item, &next))
                return false;
            continue;
        }
        if (!place_space_add(&s->space, index))
            return false;
        place_pool *pool = &s->out->pools.data[pool_index];
        pool->placed = base_max_u64(pool->placed, item->offset + size);
        pool->sum += size;
    }
    return next == FUSOR_NONE || go_on(s, pool_index, next);
}

/* Whose bytes are its own from the first step on, and to the end. */
static void add_load(const pack_state *s, const place_item *item, int64_t *change)
{
    uint32_t end = s->input->in->order->step_count + 1;
    bool whole = item->kept || s->input->policy == FUSOR_ALIAS_OFF;
    change[whole ? 0 : item->first_step] += (int64_t)item->requirements.size_bytes;
    change[item->until == FUSOR_NONE ? end : item->until + 1] -=
        (int64_t)item->requirements.size_bytes;
}

/* The largest load at a step: what is alive there is in conflict pairwise, under either policy. */
static uint64_t largest_load(const pack_state *s, uint32_t pool, int64_t *change)
{
    fusor_slice items = s->out->pools.data[pool].by_time;
    uint64_t largest = 0;
    int64_t load = 0;
    for (uint32_t i = items.first; i < items.first + items.count; i++)
        if (s->out->items.data[s->by_time.data[i]].pool == pool)
            add_load(s, &s->out->items.data[s->by_time.data[i]], change);
    for (uint32_t step = 0; step < s->input->in->order->step_count + 2; step++) {
        load += change[step];
        change[step] = 0;
        largest = base_max_u64(largest, (uint64_t)load);
    }
    return largest;
}

static bool bound_pools(pack_state *s)
{
    int64_t *change = BASE_NEW(s->arena, int64_t, (size_t)s->input->in->order->step_count + 2);
    for (uint32_t p = 0; change && p < s->out->pools.count; p++) {
        place_pool *pool = &s->out->pools.data[p];
        pool->lower_bound = pool->by_time.count == 1 ? pool->sum : largest_load(s, p, change);
    }
    return change != NULL;
}

static uint32_t lowest_bit(uint32_t bits)
{
    uint32_t index = 0;
    while (!(bits >> index & 1))
        index++;
    return index;
}

/* Only a resource that is too large alone makes a pool too large. */
static bool check_totals(const pack_state *s, base_diags *diags)
{
    uint64_t limit = s->input->in->device->limits.memory_allocation_bytes;
    bool good = true;
    for (uint32_t i = 0; limit && i < s->out->items.count; i++) {
        const place_item *item = &s->out->items.data[i];
        const char *name = s->input->in->tables->model->resources[item->resource].name;
        if (item->requirements.size_bytes <= limit || item->slot)
            continue;
        good = false;
        base_diags_add(diags, FUSOR_DIAGNOSTIC_PLACEMENT_FAILED, NULL, name,
                       "\"%s\" needs %llu bytes in one allocation; device \"%s\" allows %llu", name,
                       (unsigned long long)item->requirements.size_bytes,
                       s->input->in->device->name, (unsigned long long)limit);
    }
    return good;
}

/* The first lists: every item has its pool. */
static bool list_items(pack_state *s)
{
    uint32_t count = s->out->items.count;
    uint32_t *order = BASE_NEW(s->arena, uint32_t, count);
    place_lists by_size, by_time;
    for (uint32_t i = 0; order && i < count; i++)
        order[i] = s->keys[i].item;
    if (!order || !place_list_pools(s->out, s->arena, order, &by_size) ||
        !place_list_pools(s->out, s->arena, NULL, &by_time))
        return false;
    for (uint32_t p = 0; p < s->out->pools.count; p++)
        s->out->pools.data[p].by_size = s->out->pools.data[p].by_time =
            (fusor_slice){by_size.first[p], by_size.first[p + 1] - by_size.first[p]};
    s->by_size.data = by_size.items;
    s->by_time.data = by_time.items;
    s->by_size.count = s->by_size.capacity = s->by_time.count = s->by_time.capacity = count;
    return true;
}

static bool start(pack_state *s)
{
    s->space = (place_space){.input = s->input, .place = s->out, .arena = s->arena};
    if (!sort_items(s))
        return false;
    s->classes_meet = classes_may_meet(s);
    for (uint32_t i = 0; i < s->out->items.count; i++)
        if (!choose_pool(s, &s->out->items.data[s->keys[i].item]))
            return false;
    return list_items(s) && place_space_init(&s->space);
}

fusor_result place_pack(const place_input *input, base_diags *diags, place_result *out)
{
    pack_state s = {.input = input, .arena = diags->arena, .out = out};
    if (!start(&s))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t p = 0; p < out->pools.count; p++) {
        out->pools.data[p].memory_type = lowest_bit(out->pools.data[p].types);
        if (!pack_pool(&s, p))
            return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    if (!bound_pools(&s))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    return check_totals(&s, diags) ? FUSOR_OK : FUSOR_ERROR_PLACEMENT;
}
