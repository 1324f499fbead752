/* In: a graph, a device, a plan. Out: a report: proven, or the first thing that is wrong.
 * Promise: the plan is not believed; nothing here is shared with the rooms that make plans. The steps
 * in their order are all there is to read here. */
#include "audit/audit.h"

/* A report and all that it shows; freed together. */
typedef struct report_box {
    fusor_audit_report report; /* first: the caller holds this address */
    base_arena arena;
} report_box;

static bool run_steps(audit *a)
{
    return audit_form(a) && audit_build_resources(a) && audit_build_uses(a) &&
           audit_build_cells(a) && audit_declare(a) && audit_order(a) && audit_rows(a) &&
           audit_groups(a) && audit_place(a) && audit_place_instances(a) && audit_alias_sets(a) &&
           audit_replay(a) && audit_totals(a);
}

/* Work memory goes when the report stands: what it shows is copied into its own arena. */
static bool keep_access(base_arena *arena, fusor_audit_access *access)
{
    access->pass = base_arena_string(arena, access->pass);
    access->resource = base_arena_string(arena, access->resource);
    return access->pass && access->resource;
}

static bool keep_report(base_arena *arena, fusor_audit_report *report)
{
    report->text = base_arena_string(arena, report->text);
    report->missing = base_arena_string(arena, report->missing);
    return report->text && report->missing && keep_access(arena, &report->first) &&
           keep_access(arena, &report->second);
}

static fusor_result result_of(const audit *a)
{
    return a->out_of_memory  ? FUSOR_ERROR_OUT_OF_MEMORY
           : a->bad_graph    ? FUSOR_ERROR_INVALID_GRAPH
           : a->report->code ? FUSOR_ERROR_REFUTED
                             : FUSOR_OK;
}

static bool has_errors(const fusor_graph *graph)
{
    uint32_t count;
    const fusor_diagnostic *list = fusor_graph_diagnostics(graph, &count);
    for (uint32_t i = 0; i < count; i++)
        if (list[i].severity == FUSOR_SEVERITY_ERROR)
            return true;
    return false;
}

static fusor_result run(const fusor_audit_desc *desc, report_box *box)
{
    base_arena arena;
    base_arena_init(&arena, &desc->allocator);
    audit a = {.arena = &arena,
               .graph = desc->graph,
               .device = desc->device ? desc->device : fusor_device_builtin("immediate"),
               .plan = desc->plan,
               .report = &box->report,
               .joined_barriers = desc->joined_barriers};
    if (run_steps(&a)) /* the only code that refutes nothing */
        audit_refute(&a, FUSOR_AUDIT_PROVEN, "the plan of \"%s\" is proven",
                     fusor_graph_name(desc->graph));
    if (!a.out_of_memory && !a.bad_graph && !keep_report(&box->arena, &box->report))
        a.out_of_memory = true;
    fusor_result result = result_of(&a);
    base_arena_finish(&arena);
    return result;
}

fusor_result fusor_audit(const fusor_audit_desc *desc, fusor_audit_report **out)
{
    if (!out)
        return FUSOR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (!desc || !desc->graph || !desc->plan)
        return FUSOR_ERROR_INVALID_ARGUMENT;
    if (has_errors(desc->graph))
        return FUSOR_ERROR_INVALID_GRAPH;
    report_box *box = base_allocate(&desc->allocator, sizeof *box);
    if (!box)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    *box = (report_box){.report = {.code = FUSOR_AUDIT_PROVEN}};
    base_arena_init(&box->arena, &desc->allocator);
    fusor_result result = run(desc, box);
    if (result == FUSOR_OK || result == FUSOR_ERROR_REFUTED)
        *out = &box->report;
    else
        fusor_audit_report_destroy(&box->report);
    return result;
}

void fusor_audit_report_destroy(fusor_audit_report *report)
{
    report_box *box = (report_box *)report;
    if (!box)
        return;
    fusor_allocator allocator = box->arena.allocator;
    base_arena_finish(&box->arena);
    base_free(&allocator, box, sizeof *box);
}
