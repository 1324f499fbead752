/* One smallest bad graph for each diagnostic code: the code, the pass and the resource are named. */
#include "core/plan_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUT TARGET("o")
#define DRAW_OUT RASTER("P", "'color':[" OVER("o") "]")
#define IMAGES(list) "'images':{" OUT "," list "},"
#define PASSES(list) "'passes':[" list "]"
#define BUFFER(name, size) "'" name "':{'size':" size "}"

typedef struct check_row {
    fusor_diagnostic_code code;
    const char *device, *pass, *resource, *body;
    void (*build)(fusor_graph *graph); /* where a document cannot say it; instead of the body */
} check_row;

static fusor_image add_image(fusor_graph *graph, const char *name, fusor_format format)
{
    fusor_image_desc desc = {.name = name, .format = format};
    return fusor_graph_add_image(graph, &desc);
}

static void add_writer(fusor_graph *graph, const char *name, fusor_use_desc write)
{
    fusor_pass_desc pass = {.name = name,
                            .kind = FUSOR_PASS_COMPUTE,
                            .flags = FUSOR_PASS_SIDE_EFFECTS,
                            .writes = &write,
                            .write_count = 1};
    fusor_graph_add_pass(graph, &pass);
}

static void name_invalid(fusor_graph *graph)
{
    add_image(graph, "", FUSOR_FORMAT_R8G8B8A8_UNORM);
}

static void name_no_utf8(fusor_graph *graph)
{
    add_image(graph, "a\xff", FUSOR_FORMAT_R8G8B8A8_UNORM);
}

static void name_taken(fusor_graph *graph)
{
    fusor_buffer_desc buffer = {.name = "a", .size_bytes = 4};
    add_image(graph, "a", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_graph_add_buffer(graph, &buffer);
}

static void pass_name_taken(fusor_graph *graph)
{
    fusor_pass_desc pass = {
        .name = "P", .kind = FUSOR_PASS_COMPUTE, .flags = FUSOR_PASS_SIDE_EFFECTS};
    fusor_graph_add_pass(graph, &pass);
    fusor_graph_add_pass(graph, &pass);
}

static void handle_invalid(fusor_graph *graph)
{
    add_writer(graph, "P", (fusor_use_desc){.image = {7}, .as = FUSOR_USE_STORAGE});
}

static void edge_handle_invalid(fusor_graph *graph)
{
    fusor_graph_add_edge(graph, (fusor_pass){1}, (fusor_pass){2});
}

static void value_range(fusor_graph *graph)
{
    fusor_buffer_desc buffer = {.name = "a"}; /* of 0 bytes */
    add_writer(graph, "P",
               (fusor_use_desc){.buffer = fusor_graph_add_buffer(graph, &buffer),
                                .as = FUSOR_USE_STORAGE});
}

static void mips_range(fusor_graph *graph)
{
    fusor_image_desc desc = {.name = "a", .format = FUSOR_FORMAT_R8G8B8A8_UNORM, .mips = 12};
    add_writer(
        graph, "P",
        (fusor_use_desc){.image = fusor_graph_add_image(graph, &desc), .as = FUSOR_USE_STORAGE});
}

static void format_unknown(fusor_graph *graph)
{
    add_writer(graph, "P",
               (fusor_use_desc){.image = add_image(graph, "a", (fusor_format)12345),
                                .as = FUSOR_USE_STORAGE});
}

static void import_invalid(fusor_graph *graph)
{
    fusor_image_desc desc = {.name = "a",
                             .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
                             .lifetime = FUSOR_LIFETIME_IMPORTED,
                             .import = {.initial = {.state = FUSOR_STATE_DEPTH}}};
    add_writer(
        graph, "P",
        (fusor_use_desc){.image = fusor_graph_add_image(graph, &desc), .as = FUSOR_USE_STORAGE});
}

static void copy_clears(fusor_graph *graph, fusor_format format, fusor_aspects aspects,
                        const double value[4])
{
    fusor_use_desc use = {
        .image = add_image(graph, "a", format), .as = FUSOR_USE_COPY, .aspects = aspects};
    fusor_copy_op_desc op = {.kind = FUSOR_COPY_CLEAR, .dst = use};
    memcpy(op.value, value, sizeof op.value);
    fusor_pass_desc pass = {.name = "P",
                            .kind = FUSOR_PASS_COPY,
                            .flags = FUSOR_PASS_SIDE_EFFECTS,
                            .writes = &use,
                            .write_count = 1,
                            .ops = &op,
                            .op_count = 1};
    fusor_graph_add_pass(graph, &pass);
}

static void copy_clears_integers(fusor_graph *graph)
{
    copy_clears(graph, FUSOR_FORMAT_R8_SINT, 0, (double[4]){-129, 0, 0, 0});
}

static void copy_clears_depth(fusor_graph *graph)
{
    copy_clears(graph, FUSOR_FORMAT_D32_SFLOAT, 0, (double[4]){1.5, 0, 0, 0});
}

static void copy_clears_stencil(fusor_graph *graph)
{
    copy_clears(graph, FUSOR_FORMAT_D32_SFLOAT_S8_UINT, FUSOR_ASPECT_STENCIL,
                (double[4]){1.5, -1, 0, 0});
}

static const check_row ROWS[] = {
    {FUSOR_DIAGNOSTIC_NAME_INVALID, "tiler", NULL, NULL, NULL, name_invalid},
    {FUSOR_DIAGNOSTIC_NAME_INVALID, "tiler", NULL, NULL, NULL, name_no_utf8},
    {FUSOR_DIAGNOSTIC_NAME_TAKEN, "tiler", NULL, "a", NULL, name_taken},
    {FUSOR_DIAGNOSTIC_NAME_TAKEN, "tiler", "P", NULL, NULL, pass_name_taken},
    {FUSOR_DIAGNOSTIC_HANDLE_INVALID, "tiler", "P", NULL, NULL, handle_invalid},
    {FUSOR_DIAGNOSTIC_HANDLE_INVALID, "tiler", NULL, NULL, NULL, edge_handle_invalid},
    {FUSOR_DIAGNOSTIC_VALUE_RANGE, "tiler", NULL, "a", NULL, value_range},
    {FUSOR_DIAGNOSTIC_VALUE_RANGE, "tiler", NULL, "a", NULL, mips_range},
    {FUSOR_DIAGNOSTIC_FORMAT_UNKNOWN, "tiler", NULL, "a", NULL, format_unknown},
    {FUSOR_DIAGNOSTIC_IMPORT_INVALID, "tiler", NULL, "a", NULL, import_invalid},
    {FUSOR_DIAGNOSTIC_SAMPLES_UNSUPPORTED, "lavapipe-22", NULL, "a",
     IMAGES("'a':{'format':'r8g8b8a8_unorm','samples':8}")
         PASSES(RASTER("P", "'side_effects':true,'color':[" CLEAR("a") "]")),
     NULL},
    {FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED, "tiler", NULL, "a",
     IMAGES("'a':{'format':'r8_unorm','size':[20000,4]}")
         PASSES(COMPUTE("P", "'side_effects':true,'writes':[" WRITES("a") "]")),
     NULL},
    {FUSOR_DIAGNOSTIC_KIND_MISMATCH, "tiler", "P", "a",
     "'images':{" OUT "},'buffers':{" BUFFER("a", "64") "}," PASSES(
         RASTER("P", "'color':[" OVER("o") "],'writes':[{'buffer':'a','as':'copy'}]")),
     NULL},
    {FUSOR_DIAGNOSTIC_USE_INVALID, "tiler", "P", "a",
     IMAGES(IMAGE("a")) PASSES(COMPUTE("W", "'writes':[" WRITES("a") "]") "," COMPUTE(
         "P", "'side_effects':true,'reads':[{'image':'a','as':'uniform'}]")),
     NULL},
    {FUSOR_DIAGNOSTIC_RANGE_INVALID, "tiler", "P", "a",
     IMAGES(IMAGE("a")) PASSES(
         COMPUTE("P", "'side_effects':true,'writes':[{'image':'a','as':'storage','mips':[1,1]}]")),
     NULL},
    {FUSOR_DIAGNOSTIC_RANGE_INVALID, "tiler", "P", "a",
     "'buffers':{" BUFFER("a", "64") "}," PASSES(COMPUTE(
         "P", "'side_effects':true,'writes':[{'buffer':'a','as':'storage','range':[60,8]}]")),
     NULL},
    {FUSOR_DIAGNOSTIC_EXTENT_MISMATCH, "tiler", "P", "a",
     IMAGES("'a':{'format':'r8_unorm','size':[32,32]}")
         PASSES(RASTER("P", "'color':[" OVER("o") "," CLEAR("a") "]")),
     NULL},
    {FUSOR_DIAGNOSTIC_LAYERS_MISMATCH, "tiler", "P", "a",
     IMAGES("'a':{'format':'r8_unorm','layers':2}")
         PASSES(RASTER("P", "'color':[" OVER("o") "," CLEAR("a") "]")),
     NULL},
    {FUSOR_DIAGNOSTIC_SAMPLES_MISMATCH, "tiler", "P", "a",
     IMAGES("'a':{'format':'r8_unorm','samples':4}")
         PASSES(RASTER("P", "'color':[" OVER("o") "," CLEAR("a") "]")),
     NULL},
    {FUSOR_DIAGNOSTIC_RESOLVE_INVALID, "tiler", "P", NULL,
     IMAGES("'a':{'format':'r8_unorm'},'r':{'format':'r8_unorm'}") PASSES(RASTER(
         "P",
         "'side_effects':true,'color':[{'image':'a','load':'clear','resolve':{'image':'r'}}]")),
     NULL},
    {FUSOR_DIAGNOSTIC_ATTACHMENT_CONFLICT, "tiler", "P", "a",
     IMAGES(IMAGE("a"))
         PASSES(RASTER("P", "'color':[" OVER("o") "," CLEAR("a") "," CLEAR("a") "]")),
     NULL},
    {FUSOR_DIAGNOSTIC_NO_ATTACHMENTS, "tiler", "P", NULL,
     IMAGES(IMAGE("a")) PASSES(RASTER("P", "'color':[]")), NULL},
    {FUSOR_DIAGNOSTIC_CLEAR_INVALID, "tiler", "P", "a",
     IMAGES("'a':{'format':'r8_uint'}") PASSES(RASTER(
         "P", "'side_effects':true,'color':[{'image':'a','load':'clear','clear':[256,0,0,0]}]")),
     NULL},
    {FUSOR_DIAGNOSTIC_CLEAR_INVALID, "tiler", "P", "a",
     IMAGES("'a':{'format':'a2b10g10r10_uint_pack32'}") PASSES(RASTER(
         "P", "'side_effects':true,'color':[{'image':'a','load':'clear','clear':[0,0,0,4]}]")),
     NULL},
    {FUSOR_DIAGNOSTIC_CLEAR_INVALID, "tiler", "P", "a", NULL, copy_clears_integers},
    {FUSOR_DIAGNOSTIC_CLEAR_INVALID, "tiler", "P", "a", NULL, copy_clears_depth},
    {FUSOR_DIAGNOSTIC_CLEAR_INVALID, "tiler", "P", "a", NULL, copy_clears_stencil},
    {FUSOR_DIAGNOSTIC_COPY_INVALID, "tiler", "P", NULL,
     "'buffers':{" BUFFER("a", "64") "," BUFFER("b", "32") "}," PASSES(
         COMPUTE("W", "'writes':[" BUFFER_WRITE("a") "]") "," COPY(
             "P", "'side_effects':true,'reads':[{'buffer':'a','as':'copy'}],'writes':[{'buffer':'b'"
                  ",'as':'copy'}]")),
     NULL},
    {FUSOR_DIAGNOSTIC_BRIDGE_INVALID, "tiler", "P", NULL,
     IMAGES(IMAGE("a")) PASSES(RASTER("P", "'bridge':true,'color':[" OVER("o") "]")), NULL},
    {FUSOR_DIAGNOSTIC_HISTORY_INVALID, "tiler", "P", "a",
     IMAGES(IMAGE("a")) PASSES(COMPUTE("W", "'writes':[" WRITES("a") "]") "," COMPUTE(
         "P", "'side_effects':true,'reads':[{'image':'a','as':'sampled','previous':1}]")),
     NULL},
    {FUSOR_DIAGNOSTIC_NEVER_WRITTEN, "tiler", "P", "a",
     IMAGES(IMAGE("a")) PASSES(RASTER("P", "'color':[" OVER("o") "],'reads':[" SAMPLED("a") "]")),
     NULL},
    {FUSOR_DIAGNOSTIC_READ_BEFORE_WRITE, "tiler", "P", "a",
     IMAGES(IMAGE("a"))
         PASSES(RASTER("P", "'color':[" OVER("o") "],'reads':[" SAMPLED("a") "]") "," COMPUTE(
             "W", "'side_effects':true,'writes':[" WRITES("a") "]")),
     NULL},
    {FUSOR_DIAGNOSTIC_CYCLE, "tiler", NULL, NULL,
     IMAGES(IMAGE("a")) PASSES(COMPUTE("W", "'writes':[" WRITES("a") "]") "," RASTER(
         "P", "'color':[" OVER("o") "],'reads':[" SAMPLED("a") "]")) ",'edges':[['P','W']]",
     NULL},
};

static fusor_graph *make(const check_row *row)
{
    if (row->body)
        return help_graph(row->body);
    fusor_graph *graph = NULL;
    fusor_graph_desc desc = {.name = "t", .render_width = 64, .render_height = 64};
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    row->build(graph);
    return graph;
}

static void check_row_fails(const check_row *row)
{
    fusor_graph *graph = make(row);
    fusor_compiled *compiled = NULL;
    uint32_t count = 0;
    fusor_result result = fusor_compile(graph, fusor_device_builtin(row->device), NULL, &compiled);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    if (result != FUSOR_ERROR_INVALID_GRAPH ||
        !help_has(list, count, row->code, row->pass, row->resource)) {
        for (uint32_t i = 0; i < count; i++)
            print_error("got %s, pass \"%s\", resource \"%s\": %s\n",
                        fusor_diagnostic_word(list[i].code), list[i].pass, list[i].resource,
                        list[i].text);
        fail_msg("expected %s: %s", fusor_diagnostic_word(row->code), fusor_result_text(result));
    }
    for (uint32_t i = 0; i < count; i++) {
        assert_true(list[i].text[0]);
        assert_non_null(fusor_diagnostic_help(list[i].code));
    }
    fusor_compiled_destroy(compiled);

    /* usable afterwards */
    fusor_graph_clear_passes(graph);
    fusor_image a = fusor_graph_find_image(graph, "o");
    if (a.id &&
        row->code != FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED) { /* that one is in an image, which stays */
        fusor_color_desc color = {.image = a, .load = FUSOR_LOAD_OVERWRITE};
        fusor_pass_desc pass = {.name = "again", .color = &color, .color_count = 1};
        fusor_graph_add_pass(graph, &pass);
        help_plan plan = help_compile_with(graph, fusor_device_builtin("tiler"), NULL, NULL);
        help_assert_order(&plan, "again");
        help_finish(&plan);
        return;
    }
    fusor_graph_destroy(graph);
}

static void check_each_code_has_its_smallest_bad_graph(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        check_row_fails(&ROWS[i]);
}

/* What no plan document could say, and nobody could have meant. */
static void check_policies_and_names_that_are_none(void **state)
{
    (void)state;
    static const fusor_policy WRONG[] = {{.fuse = (fusor_fuse_policy)4},
                                         {.alias = (fusor_alias_policy)3},
                                         {.pack = (fusor_pack_policy)3},
                                         {.order = (fusor_order_policy)2}};
    static const char *const MEMBERS[] = {"`fuse`", "`alias`", "`pack`", "`order`"};
    for (size_t i = 0; i < 4; i++) {
        fusor_graph *graph = help_graph(IMAGES(IMAGE("a")) PASSES(DRAW_OUT));
        fusor_compiled *compiled = NULL;
        uint32_t count = 0;
        assert_int_equal(fusor_compile(graph, NULL, &WRONG[i], &compiled),
                         FUSOR_ERROR_INVALID_GRAPH);
        const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
        assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_VALUE_RANGE, NULL, NULL));
        assert_non_null(strstr(list[0].text, MEMBERS[i]));
        fusor_compiled_destroy(compiled);
        fusor_graph_destroy(graph);
    }
}

static void refuse(const char *graph_name, const char *device_name, fusor_diagnostic_code code)
{
    fusor_graph_desc desc = {.name = graph_name, .render_width = 8, .render_height = 8};
    fusor_device_desc device = *fusor_device_builtin("tiler");
    fusor_graph *graph = NULL;
    fusor_compiled *compiled = NULL;
    uint32_t count = 0;
    device.name = device_name;
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    assert_int_equal(fusor_compile(graph, &device, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    assert_int_equal(count, 1);
    assert_true(help_has(list, count, code, NULL, NULL));
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void check_names_of_graph_and_device_are_utf8(void **state)
{
    (void)state;
    refuse("a\xff", "device", FUSOR_DIAGNOSTIC_NAME_INVALID);
    refuse("graph", "\xc3(", FUSOR_DIAGNOSTIC_DEVICE_INVALID);
}

static void check_graph_without_a_name_gets_one(void **state)
{
    (void)state;
    static const char *const NAMES[] = {NULL, "", "named"};
    for (size_t i = 0; i < 3; i++) {
        fusor_graph *graph = NULL;
        fusor_graph_desc desc = {.name = NAMES[i], .render_width = 8, .render_height = 8};
        assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
        assert_string_equal(fusor_graph_name(graph), i < 2 ? "graph" : "named");
        fusor_graph_destroy(graph);
    }
}

/* Codes that need more than a graph, and those that are no errors, have tests of their own below. */
static void check_no_code_is_left_out(void **state)
{
    (void)state;
    static const fusor_diagnostic_code ELSEWHERE[] = {
        FUSOR_DIAGNOSTIC_FORMAT_UNSUPPORTED,    FUSOR_DIAGNOSTIC_PLACEMENT_FAILED,
        FUSOR_DIAGNOSTIC_FIRST_WRITE_UNDEFINED, FUSOR_DIAGNOSTIC_UNUSED_RESOURCE,
        FUSOR_DIAGNOSTIC_IMPORT_SCOPE_UNKNOWN,  FUSOR_DIAGNOSTIC_QUEUE_NOT_USED,
        FUSOR_DIAGNOSTIC_DEVICE_INVALID};
    for (int code = 0; code < FUSOR_DIAGNOSTIC_COUNT; code++) {
        bool found = false;
        for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
            found = found || ROWS[i].code == (fusor_diagnostic_code)code;
        for (size_t i = 0; i < sizeof ELSEWHERE / sizeof ELSEWHERE[0]; i++)
            found = found || ELSEWHERE[i] == (fusor_diagnostic_code)code;
        if (!found)
            fail_msg("no test for %s", fusor_diagnostic_word((fusor_diagnostic_code)code));
    }
}

static void check_formats_that_the_device_lacks(void **state)
{
    (void)state;
    static const fusor_device_format FORMATS[] = {
        {FUSOR_FORMAT_R8G8B8A8_UNORM, FUSOR_FORMAT_FEATURE_COLOR_ATTACHMENT}};
    fusor_device_desc device = *fusor_device_builtin("tiler");
    device.formats = FORMATS;
    device.format_count = 1;
    fusor_graph *graph = help_graph(
        IMAGES(IMAGE("a")) PASSES(COMPUTE("P", "'side_effects':true,'writes':[" WRITES("a") "]")));
    fusor_compiled *compiled = NULL;
    uint32_t count;
    assert_int_equal(fusor_compile(graph, &device, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_FORMAT_UNSUPPORTED, NULL, "a"));
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void check_devices_that_are_none(void **state)
{
    (void)state;
    static const fusor_memory_type TYPES[] = {{9, FUSOR_MEMORY_DEVICE_LOCAL}}; /* of no heap */
    fusor_device_desc device = *fusor_device_builtin("tiler");
    device.memory_types = TYPES;
    device.memory_type_count = 1;
    fusor_graph *graph = help_graph(IMAGES(IMAGE("a")) PASSES(DRAW_OUT));
    fusor_compiled *compiled = NULL;
    uint32_t count;
    assert_int_equal(fusor_compile(graph, &device, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_DEVICE_INVALID, NULL, NULL));
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void notes(const char *body, fusor_diagnostic_code code, fusor_severity severity,
                  const char *pass, const char *resource)
{
    help_plan plan = help_compile(body, "tiler", FUSOR_FUSE_FULL);
    help_check(&plan,
               help_has(plan.plan->diagnostics, plan.plan->diagnostic_count, code, pass, resource));
    for (uint32_t i = 0; i < plan.plan->diagnostic_count; i++)
        if (plan.plan->diagnostics[i].code == code)
            help_check(&plan, plan.plan->diagnostics[i].severity == severity);
    help_finish(&plan);
}

static void check_warnings_and_notes_do_not_fail(void **state)
{
    (void)state;
    notes(IMAGES(IMAGE("a")) PASSES(RASTER("P", "'color':[" OVER("o") ",{'image':'a'}]")),
          FUSOR_DIAGNOSTIC_FIRST_WRITE_UNDEFINED, FUSOR_SEVERITY_WARNING, "P", "a");
    notes(IMAGES(IMAGE("a")) PASSES(DRAW_OUT), FUSOR_DIAGNOSTIC_UNUSED_RESOURCE,
          FUSOR_SEVERITY_NOTE, NULL, "a");
    notes(IMAGES("'a':{'format':'r8_unorm','import':{}}")
              PASSES(RASTER("P", "'color':[" OVER("o") "],'reads':[" SAMPLED("a") "]")),
          FUSOR_DIAGNOSTIC_IMPORT_SCOPE_UNKNOWN, FUSOR_SEVERITY_NOTE, NULL, "a");
    notes(IMAGES(IMAGE("a")) PASSES(
              COMPUTE("P", "'queue':'compute','side_effects':true,'writes':[" WRITES("a") "]")),
          FUSOR_DIAGNOSTIC_QUEUE_NOT_USED, FUSOR_SEVERITY_NOTE, "P", NULL);
}

/* All found, not the first. */
static void check_several_faults_in_one_compile(void **state)
{
    (void)state;
    /* clang-format off */
    fusor_graph *graph = help_graph(
        IMAGES("'a':{'format':'r8_unorm','size':[32,32]}," IMAGE("b") "," IMAGE("c")) PASSES(
            RASTER("P1", "'color':[" OVER("o") "," CLEAR("a") "]") ","
            COMPUTE("P2", "'side_effects':true,'writes':[{'image':'b','as':'storage','mips':[3,1]}]") ","
            RASTER("P3", "'bridge':true,'color':[" LOAD("o") "]") ","
            COMPUTE("P4", "'side_effects':true,'reads':[{'image':'c','as':'sampled','previous':1}]")));
    /* clang-format on */
    fusor_compiled *compiled = NULL;
    uint32_t count;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_EXTENT_MISMATCH, "P1", "a"));
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_RANGE_INVALID, "P2", "b"));
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_BRIDGE_INVALID, "P3", NULL));
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_HISTORY_INVALID, "P4", "c"));
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_each_code_has_its_smallest_bad_graph),
        cmocka_unit_test(check_policies_and_names_that_are_none),
        cmocka_unit_test(check_names_of_graph_and_device_are_utf8),
        cmocka_unit_test(check_graph_without_a_name_gets_one),
        cmocka_unit_test(check_no_code_is_left_out),
        cmocka_unit_test(check_formats_that_the_device_lacks),
        cmocka_unit_test(check_devices_that_are_none),
        cmocka_unit_test(check_warnings_and_notes_do_not_fail),
        cmocka_unit_test(check_several_faults_in_one_compile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
