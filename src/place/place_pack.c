/* In: items. Out: pools and offsets, first fit by decreasing size.
 * Promise: two items share bytes only if one precedes the other by the policy; every offset is a
 * multiple of its alignment. O(n²) pair tests a pool, most of them two comparisons.
 * PACKING.md: first-fit by size is 1.027 × the bound on average. */
#include "place/place.h"

#include <stdlib.h>

#include "base/base_math.h"

bool place_precedes(const place_input *input, const place_result *place, const place_item *a,
                    const place_item *b)
{
    const order_result *order = input->in->order;
    if (a->kept || b->kept || input->policy == FUSOR_ALIAS_OFF ||
        input->in->tables->model->resources[a->resource].output)
        return false;
    if (a->last_step >= b->first_step) /* steps are in recording order */
        return false;
    if (input->policy == FUSOR_ALIAS_RECORDED)
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

typedef struct pack_state {
    const place_input *input;
    base_arena *arena;
    place_result *out;
    size_key *keys;
    uint32_t *placed, placed_count; /* items of the pool at hand, by offset */
    bool classes_meet;              /* linear and optimal resources may lie side by side */
} pack_state;

static bool sort_items(pack_state *s)
{
    uint32_t count = s->out->items.count;
    s->keys = BASE_NEW(s->arena, size_key, count);
    s->placed = BASE_NEW(s->arena, uint32_t, count);
    if (!s->keys || !s->placed)
        return false;
    for (uint32_t i = 0; i < count; i++)
        s->keys[i] = (size_key){s->out->items.data[i].requirements.size_bytes,
                                s->out->items.data[i].rank, i};
    qsort(s->keys, count, sizeof *s->keys, compare_keys);
    return true;
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
    return !pool->dedicated && item->requirements.dedicated != FUSOR_DEDICATED_REQUIRED &&
           pool->kept == item->kept && (s->classes_meet || pool->optimal == optimal) &&
           (pool->types & item->types);
}

static bool choose_pool(pack_state *s, place_item *item)
{
    for (item->pool = 0; item->pool < s->out->pools.count; item->pool++)
        if (pool_fits(s, &s->out->pools.data[item->pool], item))
            break;
    if (item->pool == s->out->pools.count) {
        place_pool *pool = BASE_PUSH(s->arena, &s->out->pools);
        if (!pool)
            return false;
        *pool =
            (place_pool){.types = item->types,
                         .optimal = s->input->in->tables->model->resources[item->resource].is_image,
                         .kept = item->kept,
                         .dedicated = item->requirements.dedicated == FUSOR_DEDICATED_REQUIRED,
                         .alignment = 1};
    }
    place_pool *pool = &s->out->pools.data[item->pool];
    pool->types &= item->types;
    pool->alignment = base_max_u64(pool->alignment, item->requirements.alignment);
    return true;
}

static bool conflicts(const pack_state *s, const place_item *a, const place_item *b)
{
    return !place_precedes(s->input, s->out, a, b) && !place_precedes(s->input, s->out, b, a);
}

/* Lowest aligned offset where no conflicting item lies; `placed` is sorted by offset. */
static uint64_t lowest_offset(const pack_state *s, const place_item *item)
{
    uint64_t offset = 0;
    for (uint32_t i = 0; i < s->placed_count; i++) {
        const place_item *other = &s->out->items.data[s->placed[i]];
        if (other->offset >= offset + item->requirements.size_bytes)
            break; /* sorted: all that follow lie behind the gap */
        uint64_t end = other->offset + other->requirements.size_bytes;
        if (end > offset && conflicts(s, item, other))
            offset = base_align_up(end, item->requirements.alignment);
    }
    return offset;
}

static void insert_placed(pack_state *s, uint32_t index)
{
    uint32_t i = s->placed_count++;
    uint64_t offset = s->out->items.data[index].offset;
    for (; i && s->out->items.data[s->placed[i - 1]].offset > offset; i--)
        s->placed[i] = s->placed[i - 1];
    s->placed[i] = index;
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

static bool pack_pool(pack_state *s, uint32_t pool_index)
{
    uint64_t limit = s->input->in->device->limits.memory_allocation_bytes;
    uint32_t next = FUSOR_NONE;
    s->placed_count = 0;
    for (uint32_t i = 0; i < s->out->items.count; i++) {
        uint32_t index = s->keys[i].item;
        place_item *item = &s->out->items.data[index];
        uint64_t size = item->requirements.size_bytes;
        if (item->pool != pool_index)
            continue;
        item->offset = lowest_offset(s, item);
        if (limit && s->placed_count && item->offset + size > limit) {
            if (!overflow(s, item, &next))
                return false;
            continue;
        }
        insert_placed(s, index);
        place_pool *pool = &s->out->pools.data[pool_index];
        pool->placed = base_max_u64(pool->placed, item->offset + size);
        pool->sum += size;
    }
    return true;
}

/* The largest load at a step: what is alive there is in conflict pairwise, under either policy. */
static bool bound_pools(pack_state *s)
{
    uint32_t steps = s->input->in->order->step_count;
    for (uint32_t p = 0; p < s->out->pools.count; p++) {
        place_pool *pool = &s->out->pools.data[p];
        int64_t *change = BASE_NEW(s->arena, int64_t, (size_t)steps + 2), load = 0;
        if (!change)
            return false;
        for (uint32_t i = 0; i < s->out->items.count; i++) {
            const place_item *item = &s->out->items.data[i];
            if (item->pool != p)
                continue;
            bool output = s->input->in->tables->model->resources[item->resource].output;
            bool whole = item->kept || s->input->policy == FUSOR_ALIAS_OFF;
            change[whole ? 0 : item->first_step] += (int64_t)item->requirements.size_bytes;
            change[whole || output ? steps + 1 : item->last_step + 1] -=
                (int64_t)item->requirements.size_bytes;
        }
        for (uint32_t i = 0; i < steps + 1; i++) {
            load += change[i];
            pool->lower_bound = base_max_u64(pool->lower_bound, (uint64_t)load);
        }
    }
    return true;
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

fusor_result place_pack(const place_input *input, base_diags *diags, place_result *out)
{
    pack_state s = {.input = input, .arena = diags->arena, .out = out};
    if (!sort_items(&s))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    s.classes_meet = classes_may_meet(&s);
    for (uint32_t i = 0; i < out->items.count; i++)
        if (!choose_pool(&s, &out->items.data[s.keys[i].item]))
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
