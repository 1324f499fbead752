/* In: a graph, a device, a plan. Out: whether the auditor proves it, and on stderr why not. */
#include "audit/audit_check.h"

#include <stdio.h>

bool audit_check(const fusor_graph *graph, const fusor_device_desc *device, const fusor_plan *plan)
{
    fusor_audit_desc desc = {.graph = graph, .device = device, .plan = plan};
    fusor_audit_report *report = NULL;
    fusor_result result = fusor_audit(&desc, &report);
    if (result)
        fprintf(stderr, "the plan of \"%s\" for \"%s\": %s: %s: %s\n", plan->graph_name,
                plan->device_name, fusor_result_text(result),
                report ? fusor_audit_word(report->code) : "no report", report ? report->text : "");
    fusor_audit_report_destroy(report);
    return result == FUSOR_OK;
}
