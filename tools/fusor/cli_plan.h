/* Making and reading plans: what the commands that need one share. */
#ifndef FUSOR_CLI_PLANNED_H
#define FUSOR_CLI_PLANNED_H

#include "cli_input.h"

/* What came of a graph: a plan, or why there is none. Goes with cli_planned_finish(). */
typedef struct cli_planned {
    fusor_result result;
    fusor_compiled *compiled;
    fusor_plan *plan; /* may be there without being good: then it holds the diagnostics */
    const fusor_diagnostic *diagnostics;
    uint32_t diagnostic_count;
} cli_planned;

/* Compiles and places with the device's own rules. Says nothing. */
cli_planned cli_plan_graph(const fusor_graph *graph, const fusor_device_desc *device,
                           const fusor_policy *policy);
/* The diagnostics, and a line in any case where it failed. */
void cli_report_planned(const char *path, const fusor_graph *graph, const cli_planned *planned);
void cli_planned_finish(cli_planned *planned);

/* NULL after complaints. `graph`: what was planned, or NULL. */
fusor_plan *cli_read_plan(const char *path, const fusor_json_source *source,
                          const fusor_graph *graph);

#endif
