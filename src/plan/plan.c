/* In: what the rooms above found out. Out: one plan, flat arrays in one arena.
 * Promise: the plan owns all that it shows; equal input gives equal bytes. O(size of the plan). */
#include "plan/plan.h"

#include <string.h>

static bool add_diagnostics(plan_builder *b, const base_diags *diags)
{
    for (uint32_t i = 0; i < diags->list.count; i++) {
        fusor_diagnostic *slot = BASE_PUSH(b->arena, &b->diagnostics);
        if (!slot)
            return false;
        *slot = diags->list.data[i];
        slot->pass = base_arena_string(b->arena, slot->pass);
        slot->resource = base_arena_string(b->arena, slot->resource);
        slot->text = base_arena_string(b->arena, slot->text);
        if (!slot->pass || !slot->resource || !slot->text)
            return false;
    }
    return true;
}

static void set_arrays(fusor_plan *plan, const plan_builder *b)
{
#define ROW(type, name, n)                                                                         \
    plan->name = b->name.data;                                                                     \
    plan->n = b->name.count;
    FUSOR_PLAN_ARRAYS(ROW)
#undef ROW
}

plan_box *plan_create(const fusor_allocator *allocator, const plan_input *input,
                      const base_diags *diags)
{
    plan_box *box = base_allocate(allocator, sizeof *box);
    if (!box)
        return NULL;
    base_arena_init(&box->arena, allocator);
    plan_builder b = {.input = input, .arena = &box->arena};
    const fusor_graph *graph = input->in->tables->model->graph;
    box->plan.policy = input->policy;
    box->plan.graph_name = base_arena_string(&box->arena, graph->name);
    box->plan.device_name = base_arena_string(&box->arena, input->in->device->name);
    memcpy(box->plan.render_size, graph->render_size, sizeof box->plan.render_size);
    memcpy(box->plan.output_size, graph->output_size, sizeof box->plan.output_size);
    if (!box->plan.graph_name || !box->plan.device_name || !add_diagnostics(&b, diags)) {
        fusor_plan_destroy(&box->plan);
        return NULL;
    }
    set_arrays(&box->plan, &b);
    return box;
}

static void set_totals(fusor_plan *plan, const plan_builder *b)
{
    const plan_input *in = b->input;
    plan->traffic = (fusor_traffic){.load_bytes = in->life->load_bytes,
                                    .store_bytes = in->life->store_bytes,
                                    .unfused_load_bytes = in->unfused_load_bytes,
                                    .unfused_store_bytes = in->unfused_store_bytes,
                                    .floor_bytes = in->life->floor_bytes};
    plan->counts = (fusor_plan_counts){.passes = in->in->order->pass_count,
                                       .render_passes = in->in->fuse->group_count,
                                       .unfused_render_passes = in->unfused_render_passes,
                                       .barrier_calls = b->barrier_calls,
                                       .barriers = b->barriers.count};
    plan->memoryless_bytes = in->place->memoryless_bytes;
    for (uint32_t p = 0; p < in->place->pools.count; p++) {
        plan->memory_sum += in->place->pools.data[p].sum;
        plan->memory_placed += in->place->pools.data[p].placed;
        plan->memory_lower_bound += in->place->pools.data[p].lower_bound;
    }
}

/* Room for the rows of which the number is known: they need not be moved as they grow. */
static bool reserve_rows(plan_builder *b)
{
    const plan_input *in = b->input;
    const graph_model *model = in->in->tables->model;
    uint32_t groups = in->in->fuse->group_count, passes = in->in->order->pass_count;
    return BASE_RESERVE(b->arena, &b->resources, in->life->used_count) &&
           BASE_RESERVE(b->arena, &b->passes, model->pass_count) &&
           BASE_RESERVE(b->arena, &b->uses, model->uses.count) &&
           BASE_RESERVE(b->arena, &b->copies, model->copies.count) &&
           BASE_RESERVE(b->arena, &b->order, passes) &&
           BASE_RESERVE(b->arena, &b->groups, groups) &&
           BASE_RESERVE(b->arena, &b->attachments, in->life->attachments.count) &&
           BASE_RESERVE(b->arena, &b->exits, in->sync->exit_regions.count) &&
           BASE_RESERVE(b->arena, &b->barriers, in->sync->barriers.count) &&
           BASE_RESERVE(b->arena, &b->steps, in->in->order->step_count + 1);
}

bool plan_fill(plan_box *box, const plan_input *input)
{
    plan_builder b = {.input = input, .arena = &box->arena};
    if (!reserve_rows(&b) || !plan_add_resources(&b) || !plan_add_passes(&b) ||
        !plan_add_groups(&b) || !plan_add_barriers(&b) || !plan_add_breaks(&b))
        return false;
    const fusor_diagnostic *diagnostics = box->plan.diagnostics;
    uint32_t diagnostic_count = box->plan.diagnostic_count;
    set_arrays(&box->plan, &b);
    box->plan.diagnostics = diagnostics;
    box->plan.diagnostic_count = diagnostic_count;
    set_totals(&box->plan, &b);
    box->plan.hash = plan_hash(&box->plan);
    return true;
}

void fusor_plan_destroy(fusor_plan *plan)
{
    plan_box *box = (plan_box *)plan;
    if (!box || atomic_fetch_sub(&box->others, 1) != 0)
        return;
    fusor_allocator allocator = box->arena.allocator;
    base_arena_finish(&box->arena);
    base_free(&allocator, box, sizeof *box);
}

static uint32_t find_resource(const fusor_plan *plan, bool is_image, uint32_t handle)
{
    for (uint32_t i = 0; i < plan->resource_count; i++)
        if (plan->resources[i].is_image == is_image && plan->resources[i].handle == handle)
            return i;
    return FUSOR_NONE;
}

uint32_t fusor_plan_find_image(const fusor_plan *plan, fusor_image image)
{
    return find_resource(plan, true, image.id);
}

uint32_t fusor_plan_find_buffer(const fusor_plan *plan, fusor_buffer buffer)
{
    return find_resource(plan, false, buffer.id);
}

uint32_t fusor_plan_find_pass(const fusor_plan *plan, const char *name)
{
    for (uint32_t i = 0; name && i < plan->pass_count; i++)
        if (strcmp(plan->passes[i].name, name) == 0)
            return i;
    return FUSOR_NONE;
}
