/* In: joined barriers. Out: their rows, numbered by call, and the steps that they stand before.
 * Promise: an image barrier only where a layout changes, a memory barrier elsewhere; one call a step. */
#include "plan/plan.h"

/* Adds the members of a set to a list: passes, or ranks of resources, which are their indices. */
static bool list_set(base_arena *arena, plan_numbers *list, const sync_sets *sets, uint32_t set,
                     fusor_slice *out)
{
    fusor_slice items = sets->sets.data[set];
    *out = (fusor_slice){list->count, items.count};
    if (!BASE_RESERVE(arena, list, items.count))
        return false;
    if (items.count)
        memcpy(&list->data[out->first], &sets->items.data[items.first],
               items.count * sizeof *list->data);
    list->count += items.count;
    return true;
}

static bool list_passes(plan_builder *b, uint32_t set, fusor_slice *out)
{
    return list_set(b->arena, &b->pass_list, &b->input->sync->pass_sets, set, out);
}

static uint32_t first_pass_of_step(const plan_builder *b, uint32_t step)
{
    const life_input *in = b->input->in;
    uint32_t count;
    return step < in->order->step_count ? life_step_passes(in, step, &count)[0] : FUSOR_NONE;
}

static bool add_barrier(plan_builder *b, const sync_barrier *barrier)
{
    const sync_record *r = &barrier->record;
    bool is_image = b->input->in->tables->model->resources[r->resource].is_image;
    fusor_plan_barrier row = {.kind = r->old_layout != r->new_layout ? FUSOR_BARRIER_IMAGE
                                                                     : FUSOR_BARRIER_MEMORY,
                              .why = r->why,
                              .resource = b->resource_index[r->resource],
                              .previous = r->previous,
                              .call = b->barrier_calls,
                              .before = first_pass_of_step(b, r->step),
                              .region = barrier->region,
                              .src = {r->src.stages, r->src.access, r->old_layout, {0, 0}},
                              .dst = {r->dst.stages, r->dst.access, r->new_layout, {0, 0}},
                              .has_layout = is_image,
                              .entry = r->entry};
    if (!list_passes(b, r->src_passes, &row.src.passes) ||
        !list_passes(b, r->dst_passes, &row.dst.passes) ||
        !list_set(b->arena, &b->resource_list, &b->input->sync->resource_sets, r->replaces,
                  &row.replaces))
        return false;
    fusor_plan_barrier *slot = BASE_PUSH(b->arena, &b->barriers);
    if (slot)
        *slot = row;
    return slot != NULL;
}

static bool add_step(plan_builder *b, uint32_t step, uint32_t *next, uint32_t *groups)
{
    const order_result *order = b->input->in->order;
    const sync_result *sync = b->input->sync;
    fusor_plan_step row = {.kind = FUSOR_STEP_END, .barriers = {b->barriers.count, 0}};
    if (step < order->step_count) {
        row.kind = order->steps[step].kind;
        row.index = row.kind == FUSOR_STEP_GROUP ? (*groups)++ : order->steps[step].index;
    }
    for (; *next < sync->barriers.count && sync->barriers.data[*next].record.step == step;
         (*next)++)
        if (!add_barrier(b, &sync->barriers.data[*next]))
            return false;
    row.barriers.count = b->barriers.count - row.barriers.first;
    b->barrier_calls += row.barriers.count != 0;
    fusor_plan_step *slot = BASE_PUSH(b->arena, &b->steps);
    if (slot)
        *slot = row;
    return slot != NULL;
}

bool plan_add_barriers(plan_builder *b)
{
    uint32_t next = 0, groups = 0;
    for (uint32_t step = 0; step <= b->input->in->order->step_count; step++)
        if (!add_step(b, step, &next, &groups))
            return false;
    return true;
}
