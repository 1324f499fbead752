/* In: a graph, or a document. Out: a plan, or complaints on stderr. */
#include "cli_plan.h"

cli_planned cli_plan_graph(const fusor_graph *graph, const fusor_device_desc *device,
                           const fusor_policy *policy)
{
    cli_planned out = {.result = FUSOR_OK};
    out.result = fusor_compile(graph, device, policy, &out.compiled);
    if (out.result != FUSOR_OK) {
        if (out.compiled) {
            out.diagnostics = fusor_compiled_diagnostics(out.compiled, &out.diagnostic_count);
        }
        return out;
    }
    /* A plan holds what the compile found, too. */
    out.result = fusor_place(out.compiled, NULL, &out.plan);
    if (out.plan) {
        out.diagnostics = out.plan->diagnostics;
        out.diagnostic_count = out.plan->diagnostic_count;
    }
    return out;
}

void cli_report_planned(const char *path, const fusor_graph *graph, const cli_planned *planned)
{
    cli_report_diagnostics(path, graph, planned->diagnostics, planned->diagnostic_count);
    if (planned->result != FUSOR_OK && planned->diagnostic_count == 0) {
        cli_complain("%s: %s", path, fusor_result_text(planned->result));
    }
}

void cli_planned_finish(cli_planned *planned)
{
    fusor_plan_destroy(planned->plan);
    fusor_compiled_destroy(planned->compiled);
    *planned = (cli_planned){.result = FUSOR_OK};
}

fusor_plan *cli_read_plan(const char *path, const fusor_json_source *source,
                          const fusor_graph *graph)
{
    fusor_json_errors *errors = NULL;
    fusor_plan *plan = NULL;
    fusor_result result = fusor_json_read_plan(source, graph, &plan, &errors);
    if (errors) {
        cli_report_errors(path, errors);
    } else if (result != FUSOR_OK) {
        cli_complain("%s: %s", path, fusor_result_text(result));
    }
    fusor_json_errors_destroy(errors);
    return plan;
}
