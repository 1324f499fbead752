/* Documents from files, and complaints about them. */
#ifndef FUSOR_CLI_INPUT_H
#define FUSOR_CLI_INPUT_H

#include "fusor/json.h"

#include "cli.h"

typedef struct cli_file {
    char *text; /* to be freed */
    size_t size;
} cli_file;

/* A whole file, "-" the standard input; false after a complaint. */
bool cli_read_file(const char *path, cli_file *file);

/* A graph from a file; NULL after complaints. `errors` is to be destroyed. */
fusor_result cli_read_graph(const char *path, fusor_graph **graph, fusor_json_errors **errors);
/* The same; what becomes of the graph goes to the log. */
fusor_result cli_read_logged_graph(const char *path, fusor_log log, fusor_graph **graph,
                                   fusor_json_errors **errors);

typedef struct cli_device {
    const fusor_device_desc *desc;
    fusor_json_device *read; /* what holds it; NULL for a built-in one */
} cli_device;

/* A built-in device by name, else a device document. Exit status; complaints on stderr. */
int cli_get_device(const char *name, cli_device *device);
void cli_put_device(cli_device *device);

/* "fusor: FRAME.json: /passes/3/color/0: pass "x": …", one line each. */
void cli_report_errors(const char *path, const fusor_json_errors *errors);
void cli_report_diagnostics(const char *path, const fusor_graph *graph,
                            const fusor_diagnostic *diagnostics, uint32_t count);

#endif
