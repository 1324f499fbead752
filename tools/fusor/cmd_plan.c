/* In: a frame, a device, a policy. Out: the plan on stdout, as text, document or picture. */
#include <stdlib.h>
#include <string.h>

#include "cli_plan.h"
#include "cli_policy.h"
#include "cmd.h"
#include "plan.h"

typedef enum plan_format { PLAN_TEXT, PLAN_JSON, PLAN_DOT, PLAN_LOG } plan_format;

typedef struct plan_options {
    const char *frame, *device;
    fusor_policy policy;
    plan_format format;
} plan_options;

/* -------------------------------------------------------------------------------------- options */

static bool set_device(void *state, const char *value)
{
    ((plan_options *)state)->device = value;
    return true;
}

static bool set_policy(void *state, const char *value)
{
    return cli_set_policy(&((plan_options *)state)->policy, value);
}

static bool set_format(void *state, const char *value)
{
    static const char *const words[] = {"text", "json", "dot", "log"};
    unsigned format = 0;
    bool known = cli_choose("--format", value, words, 4, &format);
    ((plan_options *)state)->format = (plan_format)format;
    return known;
}

static bool set_target(void *state, const char *value)
{
    (void)state;
    cli_complain("--target %s: plans of other graphics APIs are not there yet; "
                 "leave the option out for Vulkan's",
                 value);
    return false;
}

static const cli_option options[] = {
    {"--device", "NAME|FILE",
     "what to plan for: immediate (default), tiler, lavapipe-22, lavapipe-25,\n"
     "      or the file of a description",
     set_device},
    {"--policy", CLI_POLICY_VALUE, CLI_POLICY_HELP, set_policy},
    {"--format", "text|json|dot|log",
     "for reading (default), the plan document, a picture for Graphviz, or what became of each\n"
     "      pass and each pair of neighbours",
     set_format},
    {"--target", "API", "what the plan becomes in another graphics API (not yet)", set_target},
    {0},
};

/* --------------------------------------------------------------------------------------- results */

static int print_document(fusor_result written, char **text)
{
    if (written != FUSOR_OK) {
        cli_complain("%s", fusor_result_text(written));
        return CLI_EXIT_WRONG;
    }
    fputs(*text, stdout);
    fusor_json_free(*text);
    return CLI_EXIT_OK;
}

static int print_plan(const plan_options *plan_for, const fusor_plan *plan)
{
    char *text = NULL;
    switch (plan_for->format) {
    case PLAN_JSON:
        return print_document(fusor_json_write_plan(plan, &text), &text);
    case PLAN_DOT:
        plan_print_dot(plan, stdout);
        return CLI_EXIT_OK;
    case PLAN_LOG: /* printed while it was made */
        return CLI_EXIT_OK;
    default:
        plan_print_text(plan, stdout);
        return CLI_EXIT_OK;
    }
}

/* What stands where the plan would: for programs a document, for people what is on stderr. */
static void print_failure(const plan_options *plan_for, const cli_planned *planned)
{
    char *text = NULL;
    if (plan_for->format == PLAN_JSON) {
        print_document(fusor_json_write_failure(planned->result, planned->diagnostics,
                                                planned->diagnostic_count, &text),
                       &text);
    }
}

/* ---------------------------------------------------------------------------------------- steps */

static int compile(const plan_options *plan_for, const fusor_graph *graph,
                   const fusor_device_desc *device)
{
    cli_planned planned = cli_plan_graph(graph, device, &plan_for->policy);
    int status = CLI_EXIT_WRONG;
    cli_report_planned(plan_for->frame, graph, &planned);
    if (planned.result == FUSOR_OK) {
        status = print_plan(plan_for, planned.plan);
    } else {
        print_failure(plan_for, &planned);
    }
    cli_planned_finish(&planned);
    return status;
}

/* Errors, warnings and notes have their place in the document; they go to stderr. */
static void print_log(void *user, fusor_severity level, const char *id, const char *subject,
                      const char *text)
{
    static const char *const ids[] = {"pass", "culled", "fused", "not-fused"};
    (void)user, (void)level, (void)subject;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        if (strcmp(id, ids[i]) == 0) {
            printf("%s: %s\n", id, text);
        }
    }
}

static int plan_frame(const plan_options *plan_for, const fusor_device_desc *device)
{
    fusor_graph *graph = NULL;
    fusor_json_errors *errors = NULL;
    int status = CLI_EXIT_WRONG;
    fusor_log log = {plan_for->format == PLAN_LOG ? print_log : NULL, NULL};
    fusor_result result = cli_read_logged_graph(plan_for->frame, log, &graph, &errors);
    if (result == FUSOR_OK) {
        status = compile(plan_for, graph, device);
    } else if (plan_for->format == PLAN_JSON) {
        char *text = NULL;
        print_document(fusor_json_write_refusal(result, errors, &text), &text);
    }
    fusor_json_errors_destroy(errors);
    fusor_graph_destroy(graph);
    return status;
}

static int run(int argc, char **argv)
{
    plan_options plan_for = {.device = "immediate"};
    int count = cli_parse(&cmd_plan, argc, argv, &plan_for, &plan_for.frame, 1);
    if (count < 0) {
        return count == -2 ? CLI_EXIT_OK : CLI_EXIT_USAGE;
    }
    if (count == 0) {
        cli_complain("plan: which frame? Give a FRAME.json, or - for the standard input");
        return CLI_EXIT_USAGE;
    }
    cli_device device;
    int status = cli_get_device(plan_for.device, &device);
    if (status == CLI_EXIT_OK) {
        status = plan_frame(&plan_for, device.desc);
    }
    cli_put_device(&device);
    return status;
}

const cli_command cmd_plan = {
    .name = "plan",
    .arguments = "FRAME.json",
    .summary = "compile and place a frame without a device, and say what was saved and why",
    .details =
        "FRAME.json is a graph document, \"-\" the standard input. The plan goes to stdout;\n"
        "errors, warnings and notes go to stderr, each with its place in the document. With\n"
        "--format json a frame that cannot be planned gives a document with \"error\".\n"
        "\n"
        "  fusor plan frame.json --device tiler --policy fuse=full\n"
        "  fusor plan frame.json --format dot | dot -Tsvg > frame.svg",
    .options = options,
    .run = run,
};
