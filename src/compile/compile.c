/* In: a graph, a device description, a policy. Out: a compiled object, then a plan.
 * Promise: rooms run in the order of DESIGN §1 and none looks back; all errors come out at once; the
 * graph is left as it was. */
#include "compile/compile.h"

#include <string.h>

#include "base/base_math.h"
#include "check/check.h"

static fusor_result find_order(const fusor_compiled *c, base_arena *arena, fusor_fuse_policy policy,
                               compile_order *out)
{
    out->fuse_input = (fuse_input){&c->tables, &c->dag, &c->cull, &c->affinity, &c->device, policy};
    order_input to_order = {&c->tables, &c->dag, &c->cull, &out->fuse, c->policy.order};
    fusor_result result = fuse_passes(&out->fuse_input, arena, &out->fuse);
    if (result == FUSOR_OK)
        result = order_steps(&to_order, arena, &out->order);
    out->in = (life_input){&c->tables, &c->cull, &c->affinity, &out->fuse, &out->order, &c->device};
    return result;
}

static fusor_result find_fused(fusor_compiled *c)
{
    fusor_result result = find_order(c, &c->arena, c->policy.fuse, &c->fused);
    if (result == FUSOR_OK && c->policy.alias == FUSOR_ALIAS_PROVEN &&
        !order_close(&c->dag, &c->arena, &c->fused.order))
        result = FUSOR_ERROR_OUT_OF_MEMORY;
    return result == FUSOR_OK ? life_build(&c->fused.in, &c->arena, &c->fused.life) : result;
}

static uint32_t count_raster_passes(const fusor_compiled *c)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->model.pass_count; i++)
        count += cull_keeps_raster(&c->cull, &c->model, i);
    return count;
}

/* What every pass alone would move. Where nothing was fused that is known; else in an arena that goes. */
static fusor_result compare_unfused(fusor_compiled *c)
{
    compile_order alone = {0};
    base_arena arena;
    c->unfused_render_passes = count_raster_passes(c);
    c->unfused_load_bytes = c->fused.life.load_bytes;
    c->unfused_store_bytes = c->fused.life.store_bytes;
    if (c->unfused_render_passes == c->fused.fuse.group_count)
        return FUSOR_OK;
    base_arena_init(&arena, &c->arena.allocator);
    fusor_result result = find_order(c, &arena, FUSOR_FUSE_OFF, &alone);
    if (result == FUSOR_OK)
        result = life_count_bytes(&alone.in, &arena, &alone.life);
    c->unfused_load_bytes = alone.life.load_bytes;
    c->unfused_store_bytes = alone.life.store_bytes;
    c->arena_peak_bytes = c->arena.total_bytes + arena.total_bytes;
    base_arena_finish(&arena);
    return result;
}

/* Everything that does not need sizes. */
static fusor_result run_rooms(fusor_compiled *c)
{
    base_arena *arena = &c->arena;
    fusor_result result = graph_model_build(c->graph, &c->diags, &c->model);
    if (result != FUSOR_OK)
        return result;
    check_policy(&c->policy, &c->diags);
    check_model(&c->model, &c->device, &c->diags);
    if ((result = base_diags_result(&c->diags)) != FUSOR_OK ||
        (result = depend_build_tables(&c->model, arena, &c->tables)) != FUSOR_OK ||
        (result = depend_build_dag(&c->tables, NULL, &c->diags, &c->dag)) != FUSOR_OK ||
        (result = base_diags_result(&c->diags)) != FUSOR_OK ||
        (result = cull_passes(&c->tables, &c->dag, arena, &c->cull)) != FUSOR_OK)
        return result;
    if (c->cull.live_count < c->model.pass_count &&
        (result = depend_build_dag(&c->tables, c->cull.live, &c->diags, &c->dag)) != FUSOR_OK)
        return result;
    if ((result = affinity_build(&c->tables, &c->cull, arena, &c->affinity)) != FUSOR_OK ||
        (result = find_fused(c)) != FUSOR_OK)
        return result;
    return compare_unfused(c);
}

static fusor_result start(fusor_compiled *c, const fusor_graph *graph,
                          const fusor_device_desc *device, const fusor_policy *policy)
{
    c->graph = graph;
    c->generation = graph->generation;
    c->policy = policy ? *policy
                       : (fusor_policy){FUSOR_FUSE_AUTO, FUSOR_ALIAS_PROVEN, FUSOR_PACK_BALANCED,
                                        FUSOR_ORDER_AUTO};
    c->diags.arena = &c->arena;
    base_diags_append(&c->diags, graph->diags.list.data, graph->diags.list.count);
    if (graph->diags.out_of_memory)
        c->diags.out_of_memory = true;
    if (!compile_copy_device(device, &c->arena, &c->device))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    return run_rooms(c);
}

fusor_result fusor_compile(const fusor_graph *graph, const fusor_device_desc *device,
                           const fusor_policy *policy, fusor_compiled **out)
{
    if (!graph || !out)
        return FUSOR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    fusor_allocator allocator = graph->resource_arena.allocator;
    fusor_compiled *c = base_allocate(&allocator, sizeof *c);
    if (!c)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    base_arena_init(&c->arena, &allocator);
    c->result = start(c, graph, device, policy);
    compile_log_diagnostics(&graph->log, c->diags.list.data, c->diags.list.count);
    fusor_result result = c->result;
    if (result == FUSOR_OK || result == FUSOR_ERROR_INVALID_GRAPH)
        *out = c;
    else
        fusor_compiled_destroy(c);
    return result;
}

void fusor_compiled_destroy(fusor_compiled *compiled)
{
    if (!compiled)
        return;
    fusor_allocator allocator = compiled->arena.allocator;
    base_arena_finish(&compiled->arena);
    base_free(&allocator, compiled, sizeof *compiled);
}

const fusor_diagnostic *fusor_compiled_diagnostics(const fusor_compiled *compiled, uint32_t *count)
{
    *count = compiled->diags.list.count;
    return compiled->diags.list.data;
}

/* The rooms that need sizes, in an arena of their own that goes when the plan stands. */
static fusor_result place_in(const fusor_compiled *c, const fusor_place_desc *desc,
                             base_diags *diags, fusor_plan **out)
{
    place_result place;
    sync_result sync;
    place_input to_place = {&c->fused.in, &c->fused.life, c->policy.alias,
                            desc ? *desc : (fusor_place_desc){NULL, NULL}};
    sync_input to_sync = {&c->fused.in, &c->fused.life, &place};
    plan_input to_plan = {&c->fused.in,
                          &c->fused.life,
                          &place,
                          &sync,
                          &c->dag,
                          &c->fused.fuse_input,
                          c->policy,
                          c->unfused_load_bytes,
                          c->unfused_store_bytes,
                          c->unfused_render_passes};
    fusor_result result = place_resources(&to_place, diags, &place);
    if (result != FUSOR_OK && result != FUSOR_ERROR_PLACEMENT)
        return result;
    if (result == FUSOR_OK && (result = sync_build(&to_sync, diags->arena, &sync)) != FUSOR_OK)
        return result;
    plan_box *box = plan_create(&c->arena.allocator, &to_plan, diags);
    if (!box)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    if (result == FUSOR_OK && !plan_fill(box, &to_plan)) {
        fusor_plan_destroy(&box->plan);
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    box->plan.arena_peak_bytes =
        base_max_u64(c->arena_peak_bytes,
                     c->arena.total_bytes + diags->arena->total_bytes + box->arena.total_bytes);
    compile_log_diagnostics(&c->graph->log, BASE_FROM(&diags->list, c->diags.list.count),
                            diags->list.count - c->diags.list.count);
    if (result == FUSOR_OK)
        compile_log_plan(&c->graph->log, &box->plan, diags->arena);
    *out = &box->plan;
    return result;
}

fusor_result fusor_place(const fusor_compiled *compiled, const fusor_place_desc *desc,
                         fusor_plan **out)
{
    if (!compiled || !out)
        return FUSOR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (compiled->result != FUSOR_OK || compiled->generation != compiled->graph->generation)
        return FUSOR_ERROR_INVALID_STATE;
    base_arena arena;
    base_arena_init(&arena, &compiled->arena.allocator);
    base_diags diags = {.arena = &arena};
    base_diags_append(&diags, compiled->diags.list.data, compiled->diags.list.count);
    fusor_result result =
        diags.out_of_memory ? FUSOR_ERROR_OUT_OF_MEMORY : place_in(compiled, desc, &diags, out);
    base_arena_finish(&arena);
    return result;
}
