/* In: a plan, from wherever its arrays lie. Out: a plan that owns all that it shows.
 * Promise: equal field by field; the arrays' slices are taken as they are, never followed. O(plan). */
#include "plan/plan.h"

static bool copy_string(base_arena *arena, const char **text)
{
    *text = base_arena_string(arena, *text);
    return *text != NULL;
}

/* The texts of one array's rows; the rows are the copy's own. */
static bool copy_texts(base_arena *arena, fusor_plan_pass *passes, fusor_plan_resource *resources,
                       const fusor_plan *plan)
{
    bool whole = true;
    for (uint32_t i = 0; whole && i < plan->pass_count; i++)
        whole = copy_string(arena, &passes[i].name);
    for (uint32_t i = 0; whole && i < plan->resource_count; i++)
        whole = copy_string(arena, &resources[i].name);
    return whole;
}

static bool copy_messages(base_arena *arena, fusor_plan_break *breaks,
                          fusor_diagnostic *diagnostics, const fusor_plan *plan)
{
    bool whole = true;
    for (uint32_t i = 0; whole && i < plan->break_count; i++)
        whole = copy_string(arena, &breaks[i].text);
    for (uint32_t i = 0; whole && i < plan->diagnostic_count; i++)
        whole = copy_string(arena, &diagnostics[i].pass) &&
                copy_string(arena, &diagnostics[i].resource) &&
                copy_string(arena, &diagnostics[i].text);
    return whole;
}

static bool copy_arrays(base_arena *arena, fusor_plan *plan)
{
    struct {
#define ROW(type, name, n) type *name;
        FUSOR_PLAN_ARRAYS(ROW)
#undef ROW
    } own;
#define ROW(type, name, n)                                                                         \
    own.name = base_arena_copy(arena, plan->name, plan->n, sizeof *plan->name);                    \
    if (!own.name)                                                                                 \
        return false;                                                                              \
    plan->name = own.name;
    FUSOR_PLAN_ARRAYS(ROW)
#undef ROW
    return copy_texts(arena, own.passes, own.resources, plan) &&
           copy_messages(arena, own.breaks, own.diagnostics, plan);
}

fusor_result fusor_plan_clone(const fusor_plan *from, const fusor_allocator *allocator,
                              fusor_plan **out)
{
    static const fusor_allocator libc = {0};
    allocator = allocator ? allocator : &libc;
    *out = NULL;
    plan_box *box = base_allocate(allocator, sizeof *box);
    if (!box)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    base_arena_init(&box->arena, allocator);
    box->plan = *from;
    if (!copy_string(&box->arena, &box->plan.graph_name) ||
        !copy_string(&box->arena, &box->plan.device_name) ||
        !copy_arrays(&box->arena, &box->plan)) {
        fusor_plan_destroy(&box->plan);
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    *out = &box->plan;
    return FUSOR_OK;
}

uint64_t fusor_plan_get_hash(const fusor_plan *plan)
{
    return plan_hash(plan);
}
