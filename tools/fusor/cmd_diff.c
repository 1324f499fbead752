/* In: two plan documents, or frames that are planned here. Out: on stdout, what differs, in words.
 * Exit status as diff(1)'s: 0 equal, 1 different, 2 trouble, and a wrong document is trouble too. */
#include <stdlib.h>
#include <string.h>

#include "cli_plan.h"
#include "cli_policy.h"
#include "cmd.h"
#include "diff_changes.h"

enum diff_exit { DIFF_EXIT_EQUAL = 0, DIFF_EXIT_DIFFERENT = 1, DIFF_EXIT_TROUBLE = 2 };

typedef enum diff_format { DIFF_TEXT, DIFF_JSON } diff_format;

typedef struct diff_options {
    const char *files[2];
    const char *devices[2];
    fusor_policy policies[2];
    int file_count, device_count, policy_count;
    diff_format format;
} diff_options;

/* ---------------------------------------------------------------------------------------- options */

static bool set_device(void *state, const char *value)
{
    diff_options *options = state;
    if (options->device_count == 2) {
        cli_complain("diff: --device is there more than twice");
        return false;
    }
    options->devices[options->device_count++] = value;
    return true;
}

static bool set_policy(void *state, const char *value)
{
    diff_options *options = state;
    if (options->policy_count == 2) {
        cli_complain("diff: --policy is there more than twice");
        return false;
    }
    return cli_set_policy(&options->policies[options->policy_count++], value);
}

static bool set_format(void *state, const char *value)
{
    static const char *const words[] = {"text", "json"};
    unsigned format = 0;
    bool known = cli_choose("--format", value, words, 2, &format);
    ((diff_options *)state)->format = (diff_format)format;
    return known;
}

static const cli_option option_rows[] = {
    {"--device", "NAME|FILE",
     "what frames are planned for (default immediate); twice: one for each side", set_device},
    {"--policy", CLI_POLICY_VALUE, "how frames are planned; twice: one for each side", set_policy},
    {"--format", "text|json", "for reading (default), or a document", set_format},
    {0},
};

/* What is given once is for both sides. False after a complaint. */
static bool settle(diff_options *options)
{
    bool one_file = options->file_count == 1;
    if (options->file_count == 0 ||
        (one_file && options->device_count < 2 && options->policy_count < 2)) {
        cli_complain(
            "diff: which plans? Give two files, or a frame and --policy or --device twice");
        return false;
    }
    if (one_file) {
        options->files[1] = options->files[0];
    }
    if (options->device_count == 0) {
        options->devices[0] = "immediate";
    }
    if (options->device_count < 2) {
        options->devices[1] = options->devices[0];
    }
    if (options->policy_count == 1) {
        options->policies[1] = options->policies[0];
    }
    return true;
}

/* ----------------------------------------------------------------------------------------- inputs */

/* A frame's notes are no difference: only what is wrong is said. */
static fusor_plan *plan_graph(const char *path, const fusor_graph *graph,
                              const fusor_device_desc *device, const fusor_policy *policy)
{
    cli_planned planned = cli_plan_graph(graph, device, policy);
    fusor_plan *plan = NULL;
    if (planned.result == FUSOR_OK) {
        plan = planned.plan;
        planned.plan = NULL;
    } else {
        cli_report_planned(path, graph, &planned);
    }
    cli_planned_finish(&planned);
    return plan;
}

static fusor_plan *plan_frame(const char *path, const fusor_json_source *source,
                              const char *device_name, const fusor_policy *policy)
{
    fusor_json_errors *errors = NULL;
    fusor_graph *graph = NULL;
    fusor_plan *plan = NULL;
    cli_device device;
    fusor_result result = fusor_json_read_graph(source, &graph, &errors);
    if (errors) {
        cli_report_errors(path, errors);
    } else if (result != FUSOR_OK) {
        cli_complain("%s: %s", path, fusor_result_text(result));
    } else if (cli_get_device(device_name, &device) == CLI_EXIT_OK) {
        plan = plan_graph(path, graph, device.desc, policy);
        cli_put_device(&device);
    }
    fusor_json_errors_destroy(errors);
    fusor_graph_destroy(graph);
    return plan;
}

/* The index after a string that begins at `i`. */
static size_t skip_string(const cli_file *file, size_t i)
{
    for (i++; i < file->size && file->text[i] != '"'; i++) {
        i += file->text[i] == '\\';
    }
    return i + 1;
}

/* A plan document has a key that says so, wherever in it; what has not is read as a frame. */
static bool is_plan(const cli_file *file)
{
    static const char mark[] = "\"fusor_plan\"";
    const size_t length = sizeof(mark) - 1;
    int depth = 0;
    for (size_t i = 0; i < file->size;) {
        char c = file->text[i];
        if (c == '"') {
            if (depth == 1 && file->size - i >= length &&
                memcmp(file->text + i, mark, length) == 0) {
                return true;
            }
            i = skip_string(file, i);
            continue;
        }
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
        i++;
    }
    return false;
}

/* NULL after complaints. */
static fusor_plan *get_plan(const diff_options *options, int side, const cli_file *file)
{
    const char *path = options->files[side];
    fusor_json_source source = {.text = file->text, .size = file->size};
    return is_plan(file)
               ? cli_read_plan(path, &source, NULL)
               : plan_frame(path, &source, options->devices[side], &options->policies[side]);
}

/* A frame is planned for a device and with a policy; a plan has its own, which need not be those. */
static bool are_of_one_kind(const diff_options *options, const cli_file *a, const cli_file *b)
{
    bool plan_first = is_plan(a), plan_second = is_plan(b);
    if (plan_first && options->file_count == 1) {
        cli_complain("%s: a plan cannot be planned again; give a frame, or a second plan",
                     options->files[0]);
        return false;
    }
    if (plan_first != plan_second) {
        int frame = plan_first ? 1 : 0;
        cli_complain("diff: %s is a plan, %s is not; make one of it first: "
                     "fusor plan %s --format json",
                     options->files[!frame], options->files[frame], options->files[frame]);
        return false;
    }
    if (plan_first && options->device_count + options->policy_count) {
        cli_complain("diff: --device and --policy are for frames; these are plans");
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------- comparison */

static void put_head(char sign, const char *path, const fusor_plan *plan)
{
    char names[3][4 * FUSOR_NAME_BYTES_MAX + 8];
    printf("%c %s: \"%s\" on %s, fuse=%s alias=%s pack=%s order=%s\n", sign,
           cli_clean(path, names[0], sizeof(names[0])),
           cli_clean(plan->graph_name, names[1], sizeof(names[1])),
           cli_clean(plan->device_name, names[2], sizeof(names[2])),
           fusor_fuse_word(plan->policy.fuse), fusor_alias_word(plan->policy.alias),
           fusor_pack_word(plan->policy.pack), fusor_order_word(plan->policy.order));
}

/* The documents without what was asked for: names, policy, and the hash, which follows from the rest. */
static fusor_result compare_documents(const fusor_plan *plans[2], bool *equal)
{
    char *texts[2] = {NULL, NULL};
    fusor_result result = FUSOR_OK;
    for (int i = 0; i < 2 && result == FUSOR_OK; i++) {
        fusor_plan bare = *plans[i];
        bare.device_name = bare.graph_name = "";
        bare.policy = (fusor_policy){0};
        bare.hash = 0;
        result = fusor_json_write_plan(&bare, &texts[i]);
    }
    *equal = result == FUSOR_OK && strcmp(texts[0], texts[1]) == 0;
    fusor_json_free(texts[0]);
    fusor_json_free(texts[1]);
    return result;
}

static void add_changes(diff_changes *changes, const diff_side *a, const diff_side *b)
{
    diff_list facts[2] = {{0}, {0}};
    diff_add_plan(&facts[0], a, &b->plan);
    diff_add_plan(&facts[1], b, &a->plan);
    diff_match(&facts[0], &facts[1]);
    diff_add_names(changes, b);
    for (int section = 0; section < DIFF_SECTION_COUNT; section++) {
        if (section == DIFF_ORDER) {
            diff_add_order(changes, &a->plan, &b->plan);
        } else if (section == DIFF_GROUPS) {
            diff_add_families(changes, &a->plan, &b->plan);
        }
        diff_changes_add_section(changes, &facts[0], &facts[1], (diff_section)section);
    }
    diff_changes_keep(changes, &facts[0]);
    diff_changes_keep(changes, &facts[1]);
}

static void print(const diff_options *options, const diff_changes *changes,
                  const fusor_plan *plans[2], bool equal)
{
    if (options->format == DIFF_JSON) {
        diff_print_json(changes, plans, equal);
        return;
    }
    if (equal) {
        puts("the plans are equal");
        return;
    }
    put_head('-', options->files[0], plans[0]);
    put_head('+', options->files[1], plans[1]);
    diff_print_text(changes);
    if (changes->count == 0) {
        puts("\nonly numbering differs, or the wording of a text");
    }
}

static int compare(const diff_options *options, const fusor_plan *plans[2])
{
    diff_changes changes = {.count = 0};
    diff_side sides[2] = {{.given = NULL}, {.given = NULL}};
    bool equal = false;
    fusor_result result = compare_documents(plans, &equal);
    if (result == FUSOR_OK && !equal) {
        if (diff_sides_init(&sides[0], &sides[1], plans)) {
            add_changes(&changes, &sides[0], &sides[1]);
        } else {
            changes.texts.failed = true;
        }
    }
    if (changes.texts.failed) {
        result = FUSOR_ERROR_OUT_OF_MEMORY;
    }
    if (result == FUSOR_OK) {
        print(options, &changes, plans, equal);
    } else {
        cli_complain("diff: %s", fusor_result_text(result));
    }
    diff_side_finish(&sides[0]);
    diff_side_finish(&sides[1]);
    diff_changes_finish(&changes);
    return result != FUSOR_OK ? DIFF_EXIT_TROUBLE : equal ? DIFF_EXIT_EQUAL : DIFF_EXIT_DIFFERENT;
}

static int compare_files(const diff_options *options, const cli_file *a, const cli_file *b)
{
    if (!are_of_one_kind(options, a, b)) {
        return DIFF_EXIT_TROUBLE;
    }
    fusor_plan *first = get_plan(options, 0, a);
    fusor_plan *second = first ? get_plan(options, 1, b) : NULL;
    const fusor_plan *plans[2] = {first, second};
    int status = second ? compare(options, plans) : DIFF_EXIT_TROUBLE;
    fusor_plan_destroy(first);
    fusor_plan_destroy(second);
    return status;
}

static int run(int argc, char **argv)
{
    diff_options options = {.file_count = 0};
    cli_file files[2] = {{0}, {0}};
    options.file_count = cli_parse(&cmd_diff, argc, argv, &options, options.files, 2);
    if (options.file_count < 0) {
        return options.file_count == -2 ? CLI_EXIT_OK : CLI_EXIT_USAGE;
    }
    if (!settle(&options)) {
        return CLI_EXIT_USAGE;
    }
    int status = DIFF_EXIT_TROUBLE;
    bool one_file = options.file_count == 1;
    if (cli_read_file(options.files[0], &files[0]) &&
        (one_file || cli_read_file(options.files[1], &files[1]))) {
        status = compare_files(&options, &files[0], &files[!one_file]);
    }
    /* A report that could not be written is no report. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        status = DIFF_EXIT_TROUBLE;
    }
    free(files[0].text);
    free(files[1].text);
    return status;
}

const cli_command cmd_diff = {
    .name = "diff",
    .arguments = "A.json [B.json]",
    .summary = "what differs between two plans, in words",
    .details =
        "A.json and B.json are two plan documents, or two frames, which are planned alike\n"
        "unless --device or --policy is there twice. One frame alone is compared with itself:\n"
        "then one of them has to be. \"-\" is the standard input.\n"
        "\n"
        "  fusor diff yesterday.plan.json today.plan.json\n"
        "  fusor diff old.json new.json --device tiler\n"
        "  fusor diff frame.json --policy fuse=off --policy fuse=full --device tiler\n"
        "\n"
        "\"-\" lines are A's alone, \"+\" lines B's, \"~\" lines say what became what. Things are\n"
        "told by their names, so what only moved in a list is no difference.\n"
        "Exit status: 0 equal, 1 different, 2 a document or the command line is wrong.",
    .options = option_rows,
    .run = run,
};
