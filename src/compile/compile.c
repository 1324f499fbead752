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
    fusor_result result = fuse_passes(&out->fuse_input, arena, &out->fuse, &out->partition);
    if (result == FUSOR_OK)
        result = order_steps(&to_order, arena, &out->order);
    out->in = (life_input){&c->tables, &c->cull, &c->affinity, &out->fuse, &out->order, &c->device};
    return result;
}

static fusor_result find_fused(fusor_compiled *c)
{
    base_arena *arena = &c->fuse_arena;
    fusor_result result = find_order(c, arena, c->policy.fuse, &c->fused);
    if (result == FUSOR_OK && c->policy.alias == FUSOR_ALIAS_PROVEN &&
        !order_close(&c->dag, arena, &c->fused.order))
        result = FUSOR_ERROR_OUT_OF_MEMORY;
    if (result == FUSOR_OK)
        result = compile_find_apart(c);
    return result == FUSOR_OK ? life_build(&c->fused.in, arena, &c->fused.life) : result;
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
    base_arena_init(&arena, &c->fuse_arena.allocator);
    fusor_result result = find_order(c, &arena, FUSOR_FUSE_OFF, &alone);
    if (result == FUSOR_OK)
        result = life_count_bytes(&alone.in, &arena, &alone.life);
    c->unfused_load_bytes = alone.life.load_bytes;
    c->unfused_store_bytes = alone.life.store_bytes;
    c->arena_peak_bytes = compile_bytes(c) + arena.total_bytes;
    base_arena_finish(&arena);
    return result;
}

/* ---------------------------------------------------------------------------------------- stages */

static fusor_result run_check(fusor_compiled *c, const fusor_graph *graph)
{
    c->ran = COMPILE_CHECK;
    c->graph = graph;
    c->generation = graph->generation;
    c->tables.model = &c->model;
    c->diags = (base_diags){.arena = &c->model_arena, .out_of_memory = graph->diags.out_of_memory};
    base_diags_append(&c->diags, graph->diags.list.data, graph->diags.list.count);
    fusor_result result = graph_model_build(graph, &c->diags, &c->model);
    if (result != FUSOR_OK)
        return result;
    check_policy(&c->policy, &c->diags);
    check_model(&c->model, &c->device, &c->diags);
    return base_diags_result(&c->diags);
}

static fusor_result find_hazards(fusor_compiled *c)
{
    base_arena *arena = &c->depend_arena;
    c->ran |= COMPILE_DEPEND;
    c->hazards = (base_diags){.arena = arena};
    fusor_result result;
    if ((result = depend_build_tables(&c->model, arena, &c->tables)) != FUSOR_OK ||
        (result = depend_build_dag(&c->tables, NULL, &c->hazards, &c->dag)) != FUSOR_OK ||
        (result = base_diags_result(&c->hazards)) != FUSOR_OK ||
        (result = cull_passes(&c->tables, &c->dag, arena, &c->cull)) != FUSOR_OK)
        return result;
    if (c->cull.live_count == c->model.pass_count)
        return FUSOR_OK;
    return depend_build_dag(&c->tables, c->cull.live, &c->hazards, &c->dag);
}

/* What is said about hazards is said whether they were found now or stand. */
static fusor_result run_depend(fusor_compiled *c, bool stands)
{
    fusor_result result = stands ? FUSOR_OK : find_hazards(c);
    base_diags_append(&c->diags, c->hazards.list.data, c->hazards.list.count);
    return result == FUSOR_OK ? base_diags_result(&c->diags) : result;
}

static fusor_result run_fuse(fusor_compiled *c)
{
    c->ran |= COMPILE_FUSE;
    c->fused = (compile_order){0};
    c->apart = (fuse_pairs){0};
    c->arena_peak_bytes = 0;
    fusor_result result = affinity_build(&c->tables, &c->cull, &c->fuse_arena, &c->affinity);
    if (result == FUSOR_OK)
        result = find_fused(c);
    return result == FUSOR_OK ? compare_unfused(c) : result;
}

static fusor_result run_after_check(fusor_compiled *c, compile_stages kept)
{
    if (!(kept & COMPILE_FUSE))
        base_arena_finish(&c->fuse_arena);
    if (!(kept & COMPILE_DEPEND))
        base_arena_finish(&c->depend_arena);
    fusor_result result = run_depend(c, (kept & COMPILE_DEPEND) != 0);
    if (result == FUSOR_OK && !(kept & COMPILE_FUSE))
        result = run_fuse(c);
    return result;
}

/* ------------------------------------------------------------------------------------- compiling */

fusor_policy compile_policy_of(const fusor_policy *policy)
{
    return policy ? *policy
                  : (fusor_policy){FUSOR_FUSE_AUTO, FUSOR_ALIAS_PROVEN, FUSOR_PACK_BALANCED,
                                   FUSOR_ORDER_AUTO};
}

static fusor_result start(fusor_compiled *c, const fusor_graph *graph,
                          const fusor_device_desc *device)
{
    if (!compile_copy_device(device, &c->model_arena, &c->device))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    fusor_result result = run_check(c, graph);
    return result == FUSOR_OK ? run_after_check(c, 0) : result;
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
    base_arena_init(&c->model_arena, &allocator);
    base_arena_init(&c->depend_arena, &allocator);
    base_arena_init(&c->fuse_arena, &allocator);
    c->policy = compile_policy_of(policy);
    c->result = start(c, graph, device);
    compile_log_diagnostics(&graph->log, c->diags.list.data, c->diags.list.count);
    fusor_result result = c->result;
    if (result == FUSOR_OK || result == FUSOR_ERROR_INVALID_GRAPH)
        *out = c;
    else
        fusor_compiled_destroy(c);
    return result;
}

fusor_result compile_update(fusor_compiled *c, const fusor_graph *graph)
{
    base_arena arena = c->model_arena; /* what is compared with, until it was */
    graph_model before = c->model;
    fusor_device_desc device = c->device;
    compile_stages kept = 0;
    base_arena_init(&c->model_arena, &arena.allocator);
    bool copied = compile_copy_device(&device, &c->model_arena, &c->device);
    c->result = copied ? run_check(c, graph) : FUSOR_ERROR_OUT_OF_MEMORY;
    if (c->result == FUSOR_OK)
        kept = compile_find_kept(&before, &c->model);
    base_arena_finish(&arena);
    if (c->result == FUSOR_OK)
        c->result = run_after_check(c, kept);
    compile_log_diagnostics(&graph->log, c->diags.list.data, c->diags.list.count);
    return c->result;
}

uint64_t compile_bytes(const fusor_compiled *c)
{
    return c->model_arena.total_bytes + c->depend_arena.total_bytes + c->fuse_arena.total_bytes;
}

void fusor_compiled_destroy(fusor_compiled *compiled)
{
    if (!compiled)
        return;
    fusor_allocator allocator = compiled->model_arena.allocator;
    base_arena_finish(&compiled->model_arena);
    base_arena_finish(&compiled->depend_arena);
    base_arena_finish(&compiled->fuse_arena);
    base_free(&allocator, compiled, sizeof *compiled);
}

const fusor_diagnostic *fusor_compiled_diagnostics(const fusor_compiled *compiled, uint32_t *count)
{
    *count = compiled->diags.list.count;
    return compiled->diags.list.data;
}
