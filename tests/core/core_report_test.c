/* What a plan reports, and what is an error: rows H19 to H21 of CASES, and H08 behind the compile. */
#include "core/plan_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Graphs are laid out by hand, a pass a line. */
/* clang-format off */

static void report_H19_the_report_says_size_first_last_and_who_is_where(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'a':{'format':'r16g16b16a16_sfloat','layers':2}," IMAGE("o") "},'passes':["
        COMPUTE("P1", "'writes':[" WRITES("a") "]") "," COMPUTE("unused", "'reads':[" SAMPLED("a") "]") ","
        RASTER("P2", "'color':[" OVER("o") "],'reads':[" SAMPLED("a") "]") "],'outputs':['o']",
        "immediate", FUSOR_FUSE_FULL);
    const fusor_plan_resource *a = help_resource(&plan, "a");
    help_check(&plan, a->bytes == 64 * 64 * 8 * 2 && a->layers == 2 && a->extent[0] == 64 && a->extent[2] == 1);
    help_check(&plan, a->format == FUSOR_FORMAT_R16G16B16A16_SFLOAT && !a->group_local);
    help_check(&plan, a->first == help_pass(&plan, "P1") && a->last == help_pass(&plan, "P2"));
    help_check(&plan, a->usage == (FUSOR_IMAGE_USAGE_STORAGE | FUSOR_IMAGE_USAGE_SAMPLED));
    help_check(&plan, help_resource(&plan, "o")->output);
    help_check(&plan, plan.plan->passes[help_pass(&plan, "P1")].kind == FUSOR_PASS_COMPUTE);
    help_check(&plan, plan.plan->passes[help_pass(&plan, "P1")].group == FUSOR_NONE);
    help_check(&plan, plan.plan->passes[help_pass(&plan, "unused")].culled == FUSOR_CULL_WRITES_NOTHING);
    help_check(&plan, plan.plan->counts.passes == 2 && plan.plan->counts.render_passes == 1);
    help_finish(&plan);
}

static bool pass_uses(const fusor_plan *plan, uint32_t pass, const char *name, bool writes)
{
    fusor_slice uses = plan->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++) {
        const fusor_plan_use *use = &plan->uses[i];
        if (strcmp(plan->resources[use->resource].name, name) == 0 &&
            (writes ? use->writes : use->reads))
            return true;
    }
    return false;
}

static void report_H19_passes_say_what_they_write_and_their_group(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("a") "," TARGET("o") "},'passes':["
        COMPUTE("P0", "'writes':[" WRITES("a") "]") ","
        RASTER("P1", "'color':[" LOAD("a") "]") ","
        RASTER("P2", "'color':[" OVER("o") "],'inputs':[" INPUT("a") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    const fusor_plan *p = plan.plan;
    uint32_t p0 = help_pass(&plan, "P0"), p1 = help_pass(&plan, "P1"), p2 = help_pass(&plan, "P2");
    help_groups(&plan, "P1 P2");
    help_check(&plan, p->passes[p0].group == FUSOR_NONE);
    help_check(&plan, p->passes[p1].group == p->passes[p2].group);
    help_check(&plan, p->passes[p1].member == 0 && p->passes[p2].member == 1);
    help_check(&plan, pass_uses(p, p0, "a", true) && !pass_uses(p, p0, "a", false));
    help_check(&plan, pass_uses(p, p1, "a", true) && pass_uses(p, p1, "a", false));
    help_check(&plan, !pass_uses(p, p2, "a", true) && pass_uses(p, p2, "a", false));
    help_check(&plan, pass_uses(p, p2, "o", true) && !pass_uses(p, p2, "o", false));
    help_finish(&plan);
}

/* Every consecutive raster pair of the order that is not in one group has an entry, with a reason. */
static void report_H20_each_pair_that_does_not_share_says_why(void **state)
{
    (void)state;
    for (const char *const *name = corpus_names(); *name; name++)
        for (int fuse = FUSOR_FUSE_AUTO; fuse <= FUSOR_FUSE_FULL; fuse++) {
            fusor_policy policy = {.fuse = (fusor_fuse_policy)fuse};
            fusor_graph *graph = corpus_frame(*name);
            help_plan plan = help_compile_with(graph, fusor_device_builtin("tiler"), &policy, NULL);
            uint32_t last = FUSOR_NONE, breaks = 0;
            for (uint32_t k = 0; k < plan.plan->order_count; k++) {
                uint32_t pass = plan.plan->order[k];
                if (plan.plan->passes[pass].kind != FUSOR_PASS_RASTER)
                    continue;
                if (last != FUSOR_NONE && plan.plan->passes[pass].group != plan.plan->passes[last].group) {
                    const fusor_plan_break *b = &plan.plan->breaks[breaks++];
                    help_check(&plan, breaks <= plan.plan->break_count);
                    help_check(&plan, b->before == last && b->after == pass && b->reasons && b->text[0]);
                }
                last = pass;
            }
            help_check(&plan, breaks == plan.plan->break_count);
            help_finish(&plan);
        }
}

static bool is_attached(const fusor_plan_use *use)
{
    return use->as == FUSOR_USE_COLOR || use->as == FUSOR_USE_DEPTH_STENCIL ||
           use->as == FUSOR_USE_RESOLVE || use->as == FUSOR_USE_INPUT;
}

/* The resource through which two passes share: attached by both, pixel-local reads too. */
static uint32_t shared_by(const fusor_plan *plan, uint32_t a, uint32_t b)
{
    fusor_slice x = plan->passes[a].uses, y = plan->passes[b].uses;
    for (uint32_t i = x.first; i < x.first + x.count; i++)
        for (uint32_t k = y.first; k < y.first + y.count; k++)
            if (plan->uses[i].resource == plan->uses[k].resource && is_attached(&plan->uses[i]) &&
                is_attached(&plan->uses[k]))
                return plan->uses[i].resource;
    return FUSOR_NONE;
}

/* How many members are reached from the first through what they share. */
static uint32_t members_joined(const fusor_plan *plan, const fusor_plan_group *group)
{
    bool joined[64] = {true};
    uint32_t count = 1, before = 0;
    const fusor_plan_member *members = &plan->members[group->members.first];
    assert_true(group->members.count <= 64);
    while (count != before) {
        before = count;
        for (uint32_t i = 0; i < group->members.count; i++)
            for (uint32_t k = 0; !joined[i] && k < group->members.count; k++)
                if (joined[k] && shared_by(plan, members[i].pass, members[k].pass) != FUSOR_NONE) {
                    joined[i] = true;
                    count++;
                }
    }
    return count;
}

static void report_H20_each_group_says_through_what_and_over_whom(void **state)
{
    (void)state;
    for (const char *const *name = corpus_names(); *name; name++) {
        fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
        fusor_graph *graph = corpus_frame(*name);
        help_plan plan = help_compile_with(graph, fusor_device_builtin("tiler"), &policy, NULL);
        for (uint32_t g = 0; g < plan.plan->group_count; g++) {
            const fusor_plan_group *group = &plan.plan->groups[g];
            help_check(&plan, members_joined(plan.plan, group) == group->members.count);
        }
        help_finish(&plan);
    }
    help_plan plan = help_compile(
        "'images':{" TARGET("s") "},'passes':["
        RASTER("A", "'color':[" CLEAR("s") "]") ","
        COMPUTE("T", "'bridge':true,'side_effects':true") ","
        RASTER("B", "'color':[" LOAD("s") "]") ","
        COMPUTE("U", "'bridge':true,'side_effects':true") "]",
        "tiler", FUSOR_FUSE_FULL);
    const fusor_plan_group *group = help_group(&plan, "A");
    uint32_t shared = shared_by(plan.plan, help_pass(&plan, "A"), help_pass(&plan, "B"));
    help_check(&plan, strcmp(plan.plan->resources[shared].name, "s") == 0);
    help_check(&plan, group->bridged.count == 1); /* T; nobody comes behind U */
    help_check(&plan, plan.plan->bridges[group->bridged.first].pass == help_pass(&plan, "T"));
    help_finish(&plan);
}

/* The reason that holds and no other. */
static void report_H20_a_reason_is_the_true_one(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("s") "},'passes':["
        RASTER("A", "'color':[" CLEAR("s") "]") ","
        RASTER("B", "'color':[" LOAD("s") "]") "]",
        "tiler", FUSOR_FUSE_OFF);
    help_check(&plan, help_break(&plan, "B")->reasons == FUSOR_BREAK_POLICY);
    help_finish(&plan);
    plan = help_compile(
        "'images':{" TARGET("s") "," IMAGE("g") "},'passes':["
        RASTER("A", "'color':[" CLEAR("s") "," CLEAR("g") "]") ","
        RASTER("B", "'color':[" LOAD("s") "],'reads':[" SAMPLED("g") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    const fusor_plan_break *b = help_break(&plan, "B");
    help_check(&plan, b->reasons == FUSOR_BREAK_NON_LOCAL_READ);
    help_check(&plan, strcmp(plan.plan->resources[b->resource].name, "g") == 0);
    help_finish(&plan);
}

static void keep_line(void *user, fusor_severity level, const char *id, const char *subject, const char *text)
{
    char line[512], *lines = user;
    snprintf(line, sizeof line, "%s %s %s: %s\n", fusor_severity_word(level), id, subject, text);
    assert_true(strlen(lines) + strlen(line) < 4096);
    strcat(lines, line);
}

static void log_of(const char *document, fusor_fuse_policy fuse, char lines[4096])
{
    fusor_json_source source = {.text = document, .size = strlen(document), .log = {keep_line, lines}};
    fusor_policy policy = {.fuse = fuse};
    fusor_graph *graph = NULL;
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    lines[0] = '\0';
    assert_int_equal(fusor_json_read_graph(&source, &graph, NULL), FUSOR_OK);
    if (fusor_compile(graph, fusor_device_builtin("tiler"), &policy, &compiled) == FUSOR_OK)
        assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void has_line(const char *lines, const char *line)
{
    if (!strstr(lines, line))
        fail_msg("no \"%s\" in\n%s", line, lines);
}

/* Every pass with its sets, and each pair: via what and over whom, or each reason why not. */
static void report_H20_the_log_says_what_became_of_passes_and_pairs(void **state)
{
    (void)state;
    static const char DOCUMENT[] =
        "{\"fusor_graph\":1,\"name\":\"t\",\"render_size\":[8,8],\"images\":{\"s\":{\"format\":\"r8_unorm\"},\"g\":{\"format\":\"r8_unorm\"},"
        "\"x\":{\"format\":\"r8_unorm\"}},\"passes\":["
        "{\"name\":\"A\",\"kind\":\"raster\",\"color\":[{\"image\":\"s\",\"load\":\"clear\"}]},"
        "{\"name\":\"T\",\"kind\":\"compute\",\"bridge\":true,\"side_effects\":true},"
        "{\"name\":\"B\",\"kind\":\"raster\",\"color\":[{\"image\":\"s\",\"load\":\"load\"}]},"
        "{\"name\":\"C\",\"kind\":\"raster\",\"side_effects\":true,\"color\":[{\"image\":\"g\"}],\"reads\":[{\"image\":\"s\",\"as\":\"sampled\"}]},"
        "{\"name\":\"N\",\"kind\":\"compute\",\"writes\":[{\"image\":\"x\",\"as\":\"storage\"}]}]}";
    char lines[4096];
    log_of(DOCUMENT, FUSOR_FUSE_FULL, lines);
    has_line(lines, "warning first-write-undefined C: ");
    has_line(lines, "note pass A: raster pass \"A\" writes \"s\", reads nothing\n");
    has_line(lines, "note pass B: raster pass \"B\" writes \"s\", reads \"s\"\n");
    has_line(lines, "note pass C: raster pass \"C\" writes \"g\", reads \"s\"\n");
    has_line(lines, "note culled N: pass \"N\" is culled: no-reader\n");
    has_line(lines, "note fused B: \"B\" joins \"A\" via \"s\", bridged over \"T\"\n");
    has_line(lines, "note not-fused C: \"C\" does not join \"B\": ");
    has_line(lines, "[non-local-read, nothing-shared]\n");
    log_of(DOCUMENT, FUSOR_FUSE_OFF, lines);
    has_line(lines, "note not-fused B: \"B\" does not join \"A\": the policy does not fuse them [policy]\n");
    assert_null(strstr(lines, "note fused"));
}

/* What a failed compile found is logged too, and nothing of a plan. */
static void report_H20_the_log_has_the_errors(void **state)
{
    (void)state;
    char lines[4096];
    log_of("{\"fusor_graph\":1,\"name\":\"t\",\"render_size\":[8,8],\"buffers\":{\"b\":{\"size\":4}},\"passes\":["
           "{\"name\":\"P\",\"kind\":\"compute\",\"side_effects\":true,\"reads\":[{\"buffer\":\"b\",\"as\":\"storage\"}]}]}",
           FUSOR_FUSE_FULL, lines);
    has_line(lines, "error never-written P: ");
    assert_null(strstr(lines, "note pass"));
}

static void report_H21_change_after_compile_is_an_error(void **state)
{
    (void)state;
    fusor_graph *graph = help_graph("'images':{" TARGET("out") "},'passes':[" RASTER("A", "'color':[" OVER("out") "]") "]");
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_OK);
    fusor_pass_desc late = {.name = "late", .kind = FUSOR_PASS_COMPUTE, .flags = FUSOR_PASS_SIDE_EFFECTS};
    assert_int_not_equal(fusor_graph_add_pass(graph, &late).id, 0);
    assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_ERROR_INVALID_STATE);
    assert_null(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void report_H21_placing_a_failed_compile_is_an_error(void **state)
{
    (void)state;
    fusor_graph *graph = help_graph("'images':{" TARGET("out") "," IMAGE("a") "},'passes':["
                                    RASTER("A", "'color':[" OVER("out") "],'reads':[" SAMPLED("a") "]") "]");
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_ERROR_INVALID_STATE);
    assert_null(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

/* A read of nothing names the pass, the resource, and what could have been read instead. */
static void report_H21_a_read_without_a_writer_says_what_is_available(void **state)
{
    (void)state;
    fusor_graph *graph = help_graph(
        "'images':{" TARGET("out") "," TEXTURE("noise") "," IMAGE("color") "," IMAGE("colour") "," IMAGE("late") "},"
        "'buffers':{'lights':{'size':4,'import':{}}},'passes':["
        COMPUTE("P1", "'writes':[" WRITES("color") "]") ","
        RASTER("P2", "'color':[" OVER("out") "],'reads':[" SAMPLED("colour") "," SAMPLED("late") "]") ","
        COMPUTE("P3", "'side_effects':true,'writes':[" WRITES("late") "]") "]");
    fusor_compiled *compiled = NULL;
    uint32_t count = 0, found = 0;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    for (uint32_t i = 0; i < count; i++) {
        bool never = list[i].code == FUSOR_DIAGNOSTIC_NEVER_WRITTEN;
        if (!never && list[i].code != FUSOR_DIAGNOSTIC_READ_BEFORE_WRITE)
            continue;
        found++;
        assert_string_equal(list[i].pass, "P2");
        assert_string_equal(list[i].resource, never ? "colour" : "late");
        assert_non_null(strstr(list[i].text, "available are: \"noise\", \"color\""));
        assert_null(strstr(list[i].text, "lights"));
    }
    assert_int_equal(found, 2);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void report_H21_an_unknown_format_is_an_error(void **state)
{
    (void)state;
    fusor_graph *graph = NULL;
    fusor_compiled *compiled = NULL;
    uint32_t count = 0;
    fusor_graph_desc desc = {.name = "t", .render_width = 8, .render_height = 8};
    fusor_image_desc image = {.name = "a", .format = (fusor_format)12345};
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    fusor_use_desc write = {.image = fusor_graph_add_image(graph, &image), .as = FUSOR_USE_STORAGE};
    fusor_pass_desc pass = {
        .name = "P", .kind = FUSOR_PASS_COMPUTE, .writes = &write, .write_count = 1};
    fusor_graph_add_pass(graph, &pass);
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_FORMAT_UNKNOWN, NULL, "a"));
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void adds_image(fusor_graph *graph)
{
    fusor_image_desc desc = {.name = "late", .format = FUSOR_FORMAT_R8_UNORM};
    fusor_graph_add_image(graph, &desc);
}

static void adds_buffer(fusor_graph *graph)
{
    fusor_buffer_desc desc = {.name = "late", .size_bytes = 4};
    fusor_graph_add_buffer(graph, &desc);
}

static void adds_edge(fusor_graph *graph)
{
    fusor_graph_add_edge(graph, (fusor_pass){1}, (fusor_pass){2});
}

static void adds_output(fusor_graph *graph)
{
    fusor_graph_add_output_image(graph, (fusor_image){1});
}

static void resizes(fusor_graph *graph)
{
    fusor_graph_set_sizes(graph, (uint32_t[2]){32, 32}, (uint32_t[2]){0, 0});
}

/* "A", which had attachments, has none. */
static void takes_attachments_away(fusor_graph *graph)
{
    fusor_pass_desc pass = {
        .name = "A", .kind = FUSOR_PASS_COMPUTE, .flags = FUSOR_PASS_SIDE_EFFECTS};
    fusor_graph_clear_passes(graph);
    fusor_graph_add_pass(graph, &pass);
}

/* Groups are found by the compile and by nothing else: what is changed behind it is an error until it
 * is compiled again, and then counts. */
static void report_H08_a_change_after_the_compile_needs_another_compile(void **state)
{
    (void)state;
    static void (*const CHANGES[])(fusor_graph *) = {adds_image,
                                                     adds_buffer,
                                                     adds_edge,
                                                     adds_output,
                                                     resizes,
                                                     fusor_graph_clear_passes,
                                                     takes_attachments_away};
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        fusor_graph *graph = help_graph(
            "'images':{" TARGET("out") "},'passes':["
            RASTER("A", "'color':[" CLEAR("out") "]") ","
            RASTER("B", "'color':[" LOAD("out") "]") "]");
        fusor_compiled *compiled = NULL;
        fusor_plan *before = NULL, *plan = NULL;
        assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_OK);
        assert_int_equal(fusor_place(compiled, NULL, &before), FUSOR_OK);
        CHANGES[i](graph);
        assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_ERROR_INVALID_STATE);
        assert_null(plan);
        assert_int_equal(before->pass_count, 2); /* what was made is as it was */
        assert_int_equal(before->passes[0].kind, FUSOR_PASS_RASTER);
        fusor_compiled_destroy(compiled);
        assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_OK);
        assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
        if (CHANGES[i] == takes_attachments_away)
            assert_int_equal(plan->counts.render_passes, 0);
        fusor_plan_destroy(before);
        fusor_plan_destroy(plan);
        fusor_compiled_destroy(compiled);
        fusor_graph_destroy(graph);
    }
}

/* -------------------------------------------------------------------------- what the log costs */

static void *count_bytes(void *user, void *ptr, size_t old_size, size_t new_size, size_t alignment)
{
    uint64_t *asked = user;
    (void)alignment;
    *asked += new_size > old_size ? new_size - old_size : 0;
    if (new_size)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

static void keep_length(void *user, fusor_severity level, const char *id, const char *subject, const char *text)
{
    size_t *longest = user;
    (void)level, (void)id, (void)subject;
    *longest = strlen(text) > *longest ? strlen(text) : *longest;
}

enum { LOG_READS = 4000 };

/* Bytes that a frame of one pass with many reads asks for. */
static uint64_t bytes_with(fusor_log log)
{
    static fusor_use_desc reads[LOG_READS];
    uint64_t asked = 0;
    fusor_graph *graph;
    fusor_compiled *compiled;
    fusor_plan *plan;
    assert_int_equal(fusor_graph_create(&(fusor_graph_desc){.name = "t", .render_width = 4, .render_height = 4, .log = log, .allocator = {count_bytes, &asked}}, &graph), FUSOR_OK);
    for (uint32_t i = 0; i < LOG_READS; i++) {
        char name[16];
        snprintf(name, sizeof name, "buffer %u", i);
        fusor_buffer_desc buffer = {.name = name, .size_bytes = 4, .lifetime = FUSOR_LIFETIME_PERSISTENT};
        reads[i] = (fusor_use_desc){.buffer = fusor_graph_add_buffer(graph, &buffer), .as = FUSOR_USE_STORAGE};
    }
    fusor_pass_desc pass = {.name = "P", .kind = FUSOR_PASS_COMPUTE, .flags = FUSOR_PASS_SIDE_EFFECTS, .reads = reads, .read_count = LOG_READS};
    fusor_graph_add_pass(graph, &pass);
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_OK);
    assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
    return asked;
}

static void report_H20_a_long_line_of_the_log_costs_about_its_length(void **state)
{
    (void)state;
    size_t longest = 0;
    uint64_t silent = bytes_with((fusor_log){NULL, NULL}), logged = bytes_with((fusor_log){keep_length, &longest});
    print_message("%u bytes asked for, %u with a log whose longest line has %u\n", (unsigned)silent, (unsigned)logged, (unsigned)longest);
    assert_true(longest > (size_t)LOG_READS * 14 && logged < silent + 32 * longest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_H19_the_report_says_size_first_last_and_who_is_where),
        cmocka_unit_test(report_H19_passes_say_what_they_write_and_their_group),
        cmocka_unit_test(report_H20_each_pair_that_does_not_share_says_why),
        cmocka_unit_test(report_H20_each_group_says_through_what_and_over_whom),
        cmocka_unit_test(report_H20_a_reason_is_the_true_one),
        cmocka_unit_test(report_H20_the_log_says_what_became_of_passes_and_pairs),
        cmocka_unit_test(report_H20_a_long_line_of_the_log_costs_about_its_length),
        cmocka_unit_test(report_H20_the_log_has_the_errors),
        cmocka_unit_test(report_H21_change_after_compile_is_an_error),
        cmocka_unit_test(report_H21_placing_a_failed_compile_is_an_error),
        cmocka_unit_test(report_H21_a_read_without_a_writer_says_what_is_available),
        cmocka_unit_test(report_H21_an_unknown_format_is_an_error),
        cmocka_unit_test(report_H08_a_change_after_the_compile_needs_another_compile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
