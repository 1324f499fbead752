/* In: a frame, and a plan's document or a device and a policy. Out: on stdout that the plan is proven, or
 * the counterexample. Exit status 1: refuted, or there is nothing to judge. */
#include <stdlib.h>

#include "cli_plan.h"
#include "cli_policy.h"
#include "cmd.h"

typedef struct audit_options {
    const char *files[2]; /* the frame; its plan, or NULL */
    const char *device;
    fusor_policy policy;
    bool has_policy, joined;
} audit_options;

/* -------------------------------------------------------------------------------------- options */

static bool set_device(void *state, const char *value)
{
    ((audit_options *)state)->device = value;
    return true;
}

static bool set_policy(void *state, const char *value)
{
    audit_options *options = state;
    options->has_policy = true;
    return cli_set_policy(&options->policy, value);
}

static bool set_joined(void *state, const char *value)
{
    (void)value;
    ((audit_options *)state)->joined = true;
    return true;
}

static const cli_option option_rows[] = {
    {"--device", "NAME|FILE",
     "what the plan is for: immediate, tiler, lavapipe-22, lavapipe-25, or the file of\n"
     "      a description; default: the plan's own if it is built in, else immediate",
     set_device},
    {"--policy", CLI_POLICY_VALUE, CLI_POLICY_HELP, set_policy},
    {"--joined", NULL,
     "barriers count for all memory, as Vulkan has it, not for what they name alone", set_joined},
    {0},
};

/* --------------------------------------------------------------------------------------- results */

static void print_access(const char *which, const fusor_audit_access *access)
{
    static const char *const ACTORS[] = {"",           "pass",   "load op of", "store op of",
                                         "transition", "caller", "host"};
    char name[512];
    if (access->actor == FUSOR_AUDIT_ACTOR_NONE) {
        return;
    }
    printf("  %s  frame %u, step %u: %s", which, access->frame, access->step,
           ACTORS[access->actor]);
    if (*access->pass) {
        printf(" %s", cli_clean(access->pass, name, sizeof name));
    }
    printf(", %s", cli_clean(access->resource, name, sizeof name));
    if (access->region.bytes.count) {
        printf(", bytes [%llu, %llu]", (unsigned long long)access->region.bytes.first,
               (unsigned long long)access->region.bytes.count);
    } else {
        printf(", mips [%u, %u], layers [%u, %u]", access->region.mips.first,
               access->region.mips.count, access->region.layers.first, access->region.layers.count);
    }
    putchar('\n');
}

static int print_report(const fusor_audit_report *report)
{
    char text[2048];
    if (report->code == FUSOR_AUDIT_PROVEN) {
        printf("proven: %s\n", cli_clean(report->text, text, sizeof text));
        printf("  %u frames of %u steps, %u accesses, %u dependencies, %llu pairs\n",
               report->frames, report->steps, report->accesses, report->dependencies,
               (unsigned long long)report->pairs);
        return CLI_EXIT_OK;
    }
    printf("refuted: %s: %s\n", fusor_audit_word(report->code),
           cli_clean(report->text, text, sizeof text));
    print_access("first ", &report->first);
    print_access("second", &report->second);
    if (*report->missing) {
        printf("  missing %s\n", cli_clean(report->missing, text, sizeof text));
    }
    return CLI_EXIT_WRONG;
}

/* ---------------------------------------------------------------------------------------- steps */

static int judge(const audit_options *options, const fusor_graph *graph, const fusor_plan *plan,
                 const fusor_device_desc *device)
{
    fusor_audit_desc desc = {
        .graph = graph, .device = device, .plan = plan, .joined_barriers = options->joined};
    fusor_audit_report *report = NULL;
    fusor_result result = fusor_audit(&desc, &report);
    int status = CLI_EXIT_WRONG;
    if (report) {
        status = print_report(report);
    } else {
        cli_complain("%s: %s", options->files[0], fusor_result_text(result));
    }
    fusor_audit_report_destroy(report);
    return status;
}

static int compile_and_judge(const audit_options *options, const fusor_graph *graph,
                             const fusor_device_desc *device)
{
    cli_planned planned = cli_plan_graph(graph, device, &options->policy);
    cli_report_planned(options->files[0], graph, &planned);
    int status =
        planned.result == FUSOR_OK ? judge(options, graph, planned.plan, device) : CLI_EXIT_WRONG;
    cli_planned_finish(&planned);
    return status;
}

static fusor_plan *read_plan(const char *path, const fusor_graph *graph)
{
    cli_file file;
    if (!cli_read_file(path, &file)) {
        return NULL;
    }
    fusor_json_source source = {.text = file.text, .size = file.size};
    fusor_plan *plan = cli_read_plan(path, &source, graph);
    free(file.text);
    return plan;
}

/* The plan says which device it is for; a name that is not built in has to be given. */
static const char *device_of(const audit_options *options, const fusor_plan *plan)
{
    if (options->device) {
        return options->device;
    }
    return plan && plan->device_name && fusor_device_builtin(plan->device_name) ? plan->device_name
                                                                                : "immediate";
}

static int audit_frame(const audit_options *options, const fusor_graph *graph)
{
    fusor_plan *plan = NULL;
    cli_device device = {0};
    if (options->files[1] && !(plan = read_plan(options->files[1], graph))) {
        return CLI_EXIT_WRONG;
    }
    int status = cli_get_device(device_of(options, plan), &device);
    if (status == CLI_EXIT_OK) {
        status = plan ? judge(options, graph, plan, device.desc)
                      : compile_and_judge(options, graph, device.desc);
    }
    cli_put_device(&device);
    fusor_plan_destroy(plan);
    return status;
}

static int run(int argc, char **argv)
{
    audit_options options = {0};
    int count = cli_parse(&cmd_audit, argc, argv, &options, options.files, 2);
    if (count < 0) {
        return count == -2 ? CLI_EXIT_OK : CLI_EXIT_USAGE;
    }
    if (count == 0) {
        cli_complain("audit: which frame? Give a FRAME.json, or - for the standard input");
        return CLI_EXIT_USAGE;
    }
    if (options.files[1] && options.has_policy) {
        cli_complain("audit: --policy is for a plan that is made here; %s has its own",
                     options.files[1]);
        return CLI_EXIT_USAGE;
    }
    fusor_graph *graph = NULL;
    fusor_json_errors *errors = NULL;
    int status = CLI_EXIT_WRONG;
    if (cli_read_graph(options.files[0], &graph, &errors) == FUSOR_OK) {
        status = audit_frame(&options, graph);
    }
    fusor_json_errors_destroy(errors);
    fusor_graph_destroy(graph);
    return status;
}

const cli_command cmd_audit = {
    .name = "audit",
    .arguments = "FRAME.json [PLAN.json]",
    .summary = "prove that a plan does what the frame says, or say where it does not",
    .details =
        "The plan is PLAN.json, as \"fusor plan --format json\" writes it, or the one that is "
        "made\n"
        "of the frame here. Nothing that it says is believed. Exit status 1: it is refuted, or\n"
        "a document is wrong.\n"
        "\n"
        "  fusor plan frame.json --device tiler --format json > plan.json\n"
        "  fusor audit frame.json plan.json",
    .options = option_rows,
    .run = run,
};
