/* Declarations that no device could run, of every kind, and many at once: each is one error that names
 * the pass and the resource, and nothing else is said. */
#include "core/plan_help.h"

#include <stdio.h>
#include <string.h>

/* Graphs are laid out by hand, a pass a line. */
/* clang-format off */

/* The only error of a document's graph. */
static void one_fault(const char *body, const char *device, fusor_diagnostic_code code, const char *pass,
                      const char *resource)
{
    fusor_graph *graph = help_graph(body);
    fusor_compiled *compiled = NULL;
    uint32_t count = 0, errors = 0;
    assert_int_equal(fusor_compile(graph, fusor_device_builtin(device), NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    for (uint32_t i = 0; i < count; i++) {
        errors += list[i].severity == FUSOR_SEVERITY_ERROR;
        if (list[i].severity == FUSOR_SEVERITY_ERROR && list[i].code != code)
            fail_msg("got %s: %s", fusor_diagnostic_word(list[i].code), list[i].text);
    }
    assert_int_equal(errors, 1);
    assert_true(help_has(list, count, code, pass, resource));
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

/* The slices of a 3D image are one subresource: a pass that drew one would be said to have written all. */
static void refuse_slices_of_3d_images_as_attachments(void **state)
{
    (void)state;
    one_fault("'images':{'v':{'format':'r8_unorm','type':'3d','size':[16,16,8]}},'passes':["
              RASTER("P", "'side_effects':true,'color':[" CLEAR("v") "]") "]",
              "immediate", FUSOR_DIAGNOSTIC_USE_INVALID, "P", "v");
    one_fault("'images':{'v':{'format':'d32_sfloat','type':'3d','size':[16,16,1]}},'passes':["
              RASTER("P", "'side_effects':true,'depth':{'image':'v','load':'clear'}") "]",
              "immediate", FUSOR_DIAGNOSTIC_USE_INVALID, "P", "v");
    /* of one slice nothing is left out */
    help_plan plan = help_compile(
        "'images':{'v':{'format':'r8_unorm','type':'3d','size':[16,16,4],'mips':3}},'passes':["
        RASTER("P", "'side_effects':true,'color':[{'image':'v','load':'clear','mips':[2,1]}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_groups(&plan, "P");
    help_finish(&plan);
}

/* Averaging is no mode of stencil, whatever a device description says. */
static void refuse_modes_that_no_aspect_has(void **state)
{
    (void)state;
#define RESOLVE(format, modes)                                                                     \
    "'images':{'d':{'format':'" format "','samples':4},'r':{'format':'" format "'}},'passes':["     \
    RASTER("P", "'side_effects':true,'depth':{'image':'d','load':'clear','stencil_load':'clear','resolve':{'image':'r'," modes "}}") "]"
    one_fault(RESOLVE("d32_sfloat_s8_uint", "'mode':'max','stencil_mode':'average'"), "immediate",
              FUSOR_DIAGNOSTIC_RESOLVE_INVALID, "P", "r");
    one_fault(RESOLVE("d32_sfloat_s8_uint", "'mode':'max'"), "lavapipe-22", FUSOR_DIAGNOSTIC_RESOLVE_INVALID, "P", "r");
    help_plan plan = help_compile(RESOLVE("d32_sfloat_s8_uint", "'mode':'average','stencil_mode':'min'"),
                                  "immediate", FUSOR_FUSE_OFF);
    help_finish(&plan);
}

/* A mode with two bits is none. */
static void refuse_modes_that_are_no_mode(void **state)
{
    (void)state;
    static const fusor_resolve_mode MODES[] = {(fusor_resolve_mode)3, (fusor_resolve_mode)64};
    for (int i = 0; i < 2; i++) {
        fusor_graph *graph = help_graph("'images':{'d':{'format':'d32_sfloat','samples':4},'r':{'format':'d32_sfloat'}},'passes':[]");
        fusor_pass_desc pass = {.name = "P", .flags = FUSOR_PASS_SIDE_EFFECTS,
                                .depth = {.image = fusor_graph_find_image(graph, "d"), .load = FUSOR_LOAD_CLEAR,
                                          .resolve = {.image = fusor_graph_find_image(graph, "r"), .stencil_mode = MODES[i]}}};
        fusor_compiled *compiled = NULL;
        uint32_t count;
        fusor_graph_add_pass(graph, &pass);
        assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
        const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
        assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_RESOLVE_INVALID, "P", "r"));
        fusor_compiled_destroy(compiled);
        fusor_graph_destroy(graph);
    }
}

/* What a raw pass states goes into barriers as it stands. */
static void refuse_raw_accesses_that_no_barrier_can_say(void **state)
{
    (void)state;
#define RAW_USE(list, rest)                                                                        \
    "'images':{" IMAGE("i") "},'passes':[" COMPUTE("W", "'writes':[" WRITES("i") "]") ","             \
    RAW("P", "'side_effects':true,'" list "':[{'image':'i','as':'general'," rest "}]") "]"
    one_fault(RAW_USE("writes", "'stages':['vertex'],'access':['transfer_write']"), "immediate",
              FUSOR_DIAGNOSTIC_USE_INVALID, "P", "i");
    one_fault(RAW_USE("writes", "'stages':['all'],'access':['host_write']"), "immediate",
              FUSOR_DIAGNOSTIC_USE_INVALID, "P", "i");
    one_fault(RAW_USE("writes", "'stages':['compute'],'access':['shader_sampled_read']"), "immediate",
              FUSOR_DIAGNOSTIC_USE_INVALID, "P", "i");
    one_fault(RAW_USE("reads", "'stages':['compute'],'access':['shader_storage_write']"), "immediate",
              FUSOR_DIAGNOSTIC_USE_INVALID, "P", "i");
    help_plan plan = help_compile(
        RAW_USE("writes", "'stages':['compute','vertex'],'access':['shader_storage_read','shader_storage_write']"),
        "immediate", FUSOR_FUSE_OFF);
    help_finish(&plan);
}

static void refuse_bits_that_are_no_stage_and_no_flag(void **state)
{
    (void)state;
    const fusor_stages unknown = 1ull << 60;
    fusor_graph *graph = help_graph("'images':{" IMAGE("i") "},'passes':[]");
    fusor_buffer_desc import = {.name = "b", .size_bytes = 4, .lifetime = FUSOR_LIFETIME_IMPORTED,
                                .import = {.initial = {FUSOR_STATE_STORAGE, unknown}}};
    fusor_use_desc uses[] = {{.image = fusor_graph_find_image(graph, "i"), .as = FUSOR_USE_STORAGE, .stages = unknown},
                             {.buffer = fusor_graph_add_buffer(graph, &import), .as = FUSOR_USE_STORAGE}};
    fusor_pass_desc pass = {.name = "P", .kind = FUSOR_PASS_RAW, .flags = 1u << 20, .writes = uses, .write_count = 2};
    fusor_compiled *compiled = NULL;
    uint32_t count;
    fusor_graph_add_pass(graph, &pass);
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_USE_INVALID, "P", "i"));
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_IMPORT_INVALID, NULL, "b"));
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_VALUE_RANGE, "P", NULL));
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

/* One image that is too long in both directions is one fault. */
static void refuse_each_fault_once(void **state)
{
    (void)state;
    one_fault("'images':{'i':{'format':'r8_unorm','size':[65536,65536]}},'passes':["
              COMPUTE("P", "'side_effects':true,'writes':[" WRITES("i") "]") "]",
              "immediate", FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED, NULL, "i");
    one_fault("'images':{'i':{'format':'r8_unorm','size':{'of':'render','scale':[4294967295,1]}}},'passes':["
              COMPUTE("P", "'side_effects':true,'writes':[" WRITES("i") "]") "]",
              "immediate", FUSOR_DIAGNOSTIC_VALUE_RANGE, NULL, "i");
}

/* Side effects alone: the render size or the area is what is drawn. */
static void refuse_nothing_of_a_raster_pass_without_attachments(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'buffers':{'b':{'size':64}},'passes':["
        RASTER("N", "'side_effects':true,'writes':[" BUFFER_WRITE("b") "]") ","
        RASTER("A", "'side_effects':true,'area':[1,2,3,4]") ","
        RASTER("V", "'side_effects':true,'view_mask':3") "]",
        "tiler", FUSOR_FUSE_FULL);
    static const struct { const char *name; uint32_t extent[2], area[4], layers; } ROWS[] = {
        {"N", {64, 64}, {0, 0, 64, 64}, 1}, {"A", {4, 6}, {1, 2, 3, 4}, 1}, {"V", {64, 64}, {0, 0, 64, 64}, 2}};
    for (int i = 0; i < 3; i++) {
        const fusor_plan_group *group = help_group(&plan, ROWS[i].name);
        help_check(&plan, memcmp(group->extent, ROWS[i].extent, sizeof group->extent) == 0);
        help_check(&plan, memcmp(group->area, ROWS[i].area, sizeof group->area) == 0);
        help_check(&plan, group->layers == ROWS[i].layers && group->samples == 1);
    }
    help_finish(&plan);
    one_fault("'passes':[" RASTER("P", "'side_effects':true,'area':[60000,0,60000,1]") "]", "immediate",
              FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED, "P", "");
}

/* A frame made by a program that is wrong everywhere: every read is listed, in the time of one walk. */
static void refuse_a_hundred_thousand_reads_of_nothing(void **state)
{
    (void)state;
    enum { PASSES = 100000 };
    fusor_graph *graph = help_graph("'buffers':{'b':{'size':4},'c':{'size':4}},'passes':[]");
    fusor_compiled *compiled = NULL;
    uint32_t count;
    for (uint32_t i = 0; i < PASSES; i++) {
        char name[16];
        snprintf(name, sizeof name, "P%u", i);
        fusor_use_desc read = {.buffer = fusor_graph_find_buffer(graph, "b"), .as = FUSOR_USE_STORAGE};
        fusor_pass_desc pass = {.name = name, .kind = FUSOR_PASS_COMPUTE, .flags = FUSOR_PASS_SIDE_EFFECTS,
                                .reads = &read, .read_count = 1};
        fusor_graph_add_pass(graph, &pass);
    }
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    uint32_t reads = 0;
    for (uint32_t i = 0; i < count; i++)
        reads += list[i].code == FUSOR_DIAGNOSTIC_NEVER_WRITTEN;
    assert_int_equal(reads, PASSES);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuse_slices_of_3d_images_as_attachments),
        cmocka_unit_test(refuse_modes_that_no_aspect_has),
        cmocka_unit_test(refuse_modes_that_are_no_mode),
        cmocka_unit_test(refuse_raw_accesses_that_no_barrier_can_say),
        cmocka_unit_test(refuse_bits_that_are_no_stage_and_no_flag),
        cmocka_unit_test(refuse_each_fault_once),
        cmocka_unit_test(refuse_nothing_of_a_raster_pass_without_attachments),
        cmocka_unit_test(refuse_a_hundred_thousand_reads_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
