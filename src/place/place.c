/* In: lives, the order, requirements. Out: every transient's place, its neighbours in time, the bounds.
 * Promise: nothing outside this room decides about bytes; equal input gives equal placements.
 * Steps: ask, find each item's first and last uses, pack, link. */
#include "place/place.h"

/* Steps of a resource in order, without repeats. */
typedef struct step_lists {
    uint32_t *first, *steps;
} step_lists;

static bool list_steps(const place_input *input, base_arena *arena, step_lists *out)
{
    uint32_t resources = input->in->tables->model->resource_count;
    uint32_t count = input->life->accesses.count;
    out->first = BASE_NEW(arena, uint32_t, (size_t)resources + 2);
    out->steps = BASE_NEW(arena, uint32_t, count);
    if (!out->first || !out->steps)
        return false;
    for (uint32_t i = 0; i < count; i++)
        out->first[input->life->accesses.data[i].resource + 2]++;
    for (uint32_t r = 0; r < resources; r++)
        out->first[r + 2] += out->first[r + 1];
    for (uint32_t i = 0; i < count; i++)
        out->steps[out->first[input->life->accesses.data[i].resource + 1]++] =
            input->life->accesses.data[i].step;
    return true;
}

/* A use that another one comes after is no last use; one that another comes before is no first. */
static bool is_extreme(const order_result *order, const uint32_t *steps, uint32_t count,
                       uint32_t at, bool first)
{
    for (uint32_t i = 0; i < count; i++) {
        if (steps[i] == steps[at] && i < at)
            return false; /* listed already */
        if (first ? order_happens_before(order, steps[i], steps[at])
                  : order_happens_before(order, steps[at], steps[i]))
            return false;
    }
    return true;
}

static bool add_extremes(const place_input *input, base_arena *arena, const step_lists *lists,
                         place_result *out, place_item *item)
{
    const uint32_t *steps = &lists->steps[lists->first[item->resource]];
    uint32_t count = lists->first[item->resource + 1] - lists->first[item->resource];
    for (int first = 1; first >= 0; first--) {
        fusor_slice *slice = first ? &item->first_steps : &item->last_steps;
        *slice = (fusor_slice){out->steps.count, 0};
        for (uint32_t i = 0; i < count; i++) {
            if (!is_extreme(input->in->order, steps, count, i, first != 0))
                continue;
            uint32_t *slot = BASE_PUSH(arena, &out->steps);
            if (!slot)
                return false;
            *slot = steps[i];
            slice->count++;
        }
    }
    return true;
}

static fusor_result find_extremes(const place_input *input, base_arena *arena, place_result *out)
{
    step_lists lists;
    if (input->policy != FUSOR_ALIAS_PROVEN)
        return FUSOR_OK;
    if (!list_steps(input, arena, &lists))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < out->items.count; i++)
        if (!add_extremes(input, arena, &lists, out, &out->items.data[i]))
            return FUSOR_ERROR_OUT_OF_MEMORY;
    return FUSOR_OK;
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
