/* In: a compiled object, a callback for sizes. Out: a plan.
 * Promise: the compiled object is only read; what is made on the way goes when the plan stands. */
#include "compile/compile.h"

#include "base/base_math.h"

fusor_result compile_place(const fusor_compiled *c, const fusor_place_desc *desc,
                           compile_placed *out)
{
    *out = (compile_placed){.result = FUSOR_ERROR_OUT_OF_MEMORY};
    base_arena_init(&out->arena, &c->model_arena.allocator);
    out->diags.arena = &out->arena;
    place_input to_place = {&c->fused.in, &c->fused.life, c->policy.alias,
                            desc ? *desc : (fusor_place_desc){NULL, NULL}};
    return out->result = place_resources(&to_place, &out->diags, &out->place);
}

void compile_placed_finish(compile_placed *placed)
{
    base_arena_finish(&placed->arena);
    *placed = (compile_placed){0};
}

static plan_input plan_input_of(const fusor_compiled *c)
{
    return (plan_input){.in = &c->fused.in,
                        .life = &c->fused.life,
                        .dag = &c->dag,
                        .apart = &c->apart,
                        .policy = c->policy,
                        .unfused_load_bytes = c->unfused_load_bytes,
                        .unfused_store_bytes = c->unfused_store_bytes,
                        .unfused_render_passes = c->unfused_render_passes};
}

/* Synchronises and freezes, in an arena that goes. */
static fusor_result freeze_in(const fusor_compiled *c, const compile_placed *placed,
                              base_diags *diags, fusor_plan **out)
{
    sync_result sync;
    sync_input to_sync = {&c->fused.in, &c->fused.life, &placed->place};
    plan_input to_plan = plan_input_of(c);
    fusor_result result = placed->result;
    to_plan.place = &placed->place;
    to_plan.sync = &sync;
    if (result == FUSOR_OK && (result = sync_build(&to_sync, diags->arena, &sync)) != FUSOR_OK)
        return result;
    plan_box *box = plan_create(&c->model_arena.allocator, &to_plan, diags);
    if (!box)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    if (result == FUSOR_OK && !plan_fill(box, &to_plan)) {
        fusor_plan_destroy(&box->plan);
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    box->plan.arena_peak_bytes =
        base_max_u64(c->arena_peak_bytes, compile_bytes(c) + placed->arena.total_bytes +
                                              diags->arena->total_bytes + box->arena.total_bytes);
    compile_log_diagnostics(&c->graph->log, placed->diags.list.data, placed->diags.list.count);
    if (result == FUSOR_OK)
        compile_log_plan(&c->graph->log, &box->plan, diags->arena);
    *out = &box->plan;
    return result;
}

fusor_result compile_freeze(const fusor_compiled *c, const compile_placed *placed, fusor_plan **out)
{
    base_arena arena;
    base_arena_init(&arena, &c->model_arena.allocator);
    base_diags diags = {.arena = &arena, .out_of_memory = placed->diags.out_of_memory};
    base_diags_append(&diags, c->diags.list.data, c->diags.list.count);
    base_diags_append(&diags, placed->diags.list.data, placed->diags.list.count);
    fusor_result result =
        diags.out_of_memory ? FUSOR_ERROR_OUT_OF_MEMORY : freeze_in(c, placed, &diags, out);
    base_arena_finish(&arena);
    return result;
}

fusor_plan *compile_explain(const fusor_compiled *c)
{
    life_input in = {.tables = &c->tables, .device = &c->device};
    plan_input input = plan_input_of(c);
    input.in = &in;
    plan_box *box = plan_create(&c->model_arena.allocator, &input, &c->diags);
    return box ? &box->plan : NULL;
}

fusor_result fusor_place(const fusor_compiled *compiled, const fusor_place_desc *desc,
                         fusor_plan **out)
{
    if (!compiled || !out)
        return FUSOR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (compiled->result != FUSOR_OK || compiled->generation != compiled->graph->generation)
        return FUSOR_ERROR_INVALID_STATE;
    compile_placed placed;
    fusor_result result = compile_place(compiled, desc, &placed);
    if (result == FUSOR_OK || result == FUSOR_ERROR_PLACEMENT)
        result = compile_freeze(compiled, &placed, out);
    compile_placed_finish(&placed);
    return result;
}
