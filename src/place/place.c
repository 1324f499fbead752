/* In: lives, the order, requirements. Out: every transient's place, its neighbours in time, the bounds.
 * Promise: nothing outside this room decides about bytes; equal input gives equal placements.
 * Steps: ask, find each item's first and last uses, pack, link. */
#include "place/place.h"

#include <string.h>

#include "base/base_math.h"

/* Steps of each resource in order, without repeats: those of r are steps[first[r] … end[r]). */
typedef struct step_lists {
    uint32_t *first, *end, *steps;
    uint8_t *is_end; /* scratch, as long as the longest list */
} step_lists;

static bool list_steps(const place_input *input, base_arena *arena, step_lists *out)
{
    uint32_t resources = input->in->tables->model->resource_count;
    uint32_t count = input->life->accesses.count;
    const life_access *accesses = input->life->accesses.data;
    out->first = BASE_NEW(arena, uint32_t, (size_t)resources + 1);
    out->end = BASE_NEW(arena, uint32_t, resources);
    out->steps = BASE_NEW(arena, uint32_t, count);
    out->is_end = BASE_NEW(arena, uint8_t, count);
    if (!out->first || !out->end || !out->steps || !out->is_end)
        return false;
    for (uint32_t i = 0; i < count; i++)
        out->first[accesses[i].resource + 1]++;
    for (uint32_t r = 0; r < resources; r++)
        out->first[r + 1] += out->first[r];
    memcpy(out->end, out->first, resources * sizeof *out->end);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *end = &out->end[accesses[i].resource];
        if (*end == out->first[accesses[i].resource] || out->steps[*end - 1] != accesses[i].step)
            out->steps[(*end)++] = accesses[i].step;
    }
    return true;
}

/* A use that another one comes after is no last use; one that another comes before is no first. */
static bool add_extremes(const place_input *input, base_arena *arena, const step_lists *lists,
                         place_result *out, place_item *item)
{
    order_ends ends = {.steps = &lists->steps[lists->first[item->resource]],
                       .count = lists->end[item->resource] - lists->first[item->resource],
                       .is_end = lists->is_end};
    for (int first = 1; first >= 0; first--) {
        fusor_slice *slice = first ? &item->first_steps : &item->last_steps;
        *slice = (fusor_slice){out->steps.count, 0};
        ends.first = first != 0;
        if (!order_find_ends(input->in->order, arena, &ends))
            return false;
        for (uint32_t i = 0; i < ends.count; i++) {
            uint32_t *slot = ends.is_end[i] ? BASE_PUSH(arena, &out->steps) : NULL;
            if (slot)
                *slot = ends.steps[i];
            else if (ends.is_end[i])
                return false;
            slice->count += ends.is_end[i];
        }
    }
    return true;
}

/* What can be said about all uses at once: most questions end here. */
static void set_borders(const place_input *input, const place_result *place, place_item *item)
{
    const order_reach *reach = &input->in->order->reach;
    const uint32_t *first = &place->steps.data[item->first_steps.first];
    const uint32_t *last = &place->steps.data[item->last_steps.first];
    if (reach->kind == ORDER_REACH_NONE)
        return;
    item->settled = FUSOR_NONE;
    item->freed = 0;
    item->first_level = FUSOR_NONE;
    item->last_level = 0;
    for (uint32_t i = 0; i < item->first_steps.count; i++) {
        item->settled = base_min_u32(item->settled, reach->settled[first[i]]);
        item->first_level = base_min_u32(item->first_level, reach->level[first[i]]);
    }
    for (uint32_t i = 0; i < item->last_steps.count; i++) {
        item->freed = base_max_u32(item->freed, reach->freed[last[i]]);
        item->last_level = base_max_u32(item->last_level, reach->level[last[i]]);
    }
}

/* The slots of a resource are used alike. */
static fusor_result find_extremes(const place_input *input, base_arena *arena, place_result *out)
{
    step_lists lists;
    if (input->policy != FUSOR_ALIAS_PROVEN)
        return FUSOR_OK;
    if (!list_steps(input, arena, &lists))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < out->items.count; i++) {
        place_item *item = &out->items.data[i];
        if (item->kept)
            continue;
        if (!add_extremes(input, arena, &lists, out, item))
            return FUSOR_ERROR_OUT_OF_MEMORY;
        set_borders(input, out, item);
        if (item->until == FUSOR_NONE)
            item->freed = item->last_level = FUSOR_NONE;
    }
    return FUSOR_OK;
}

bool place_list_pools(const place_result *place, base_arena *arena, const uint32_t *order,
                      place_lists *out)
{
    uint32_t count = place->items.count;
    out->first = BASE_NEW(arena, uint32_t, (size_t)place->pools.count + 2);
    out->items = BASE_NEW(arena, uint32_t, count);
    if (!out->first || !out->items)
        return false;
    for (uint32_t i = 0; i < count; i++)
        out->first[place->items.data[i].pool + 2]++;
    for (uint32_t p = 0; p < place->pools.count; p++)
        out->first[p + 2] += out->first[p + 1];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t item = order ? order[i] : i;
        out->items[out->first[place->items.data[item].pool + 1]++] = item;
    }
    return true;
}

fusor_result place_resources(const place_input *input, base_diags *diags, place_result *out)
{
    *out = (place_result){0};
    fusor_result result = place_ask(input, diags, out);
    if (result == FUSOR_OK)
        result = find_extremes(input, diags->arena, out);
    if (result == FUSOR_OK)
        result = place_pack(input, diags, out);
    if (result == FUSOR_OK)
        result = place_link(input, diags->arena, out);
    return result;
}
