/* Graph documents: everything that FORMAT.md names is read, and what is written reads back. */
#include "json_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void every_frame_reads_back_as_the_same_graph(void **state)
{
    (void)state;
    for (const char *const *name = corpus_names(); *name; name++) {
        char *written = NULL;
        fusor_graph *graph = corpus_frame(*name);
        assert_int_equal(fusor_json_write_graph(graph, &written), FUSOR_OK);
        fusor_graph *again = corpus_graph(written, strlen(written));
        help_assert_equal_graphs(graph, again);
        fusor_graph_destroy(again);
        fusor_graph_destroy(graph);
        fusor_json_free(written);
    }
}

/* One of everything: each key of the format, with a value that is not its default. */
static const char everything[] =
    "{\"passes\": ["
    " {\"name\": \"draw\", \"kind\": \"raster\", \"view_mask\": 3, \"area\": [1, 2, 3, 4],"
    "  \"no_fuse\": true, \"static\": true, \"side_effects\": true, \"queue\": \"graphics\","
    "  \"color\": [{\"image\": \"ms\", \"load\": \"clear\", \"clear\": [0, 0.5, 1, 0.1],"
    "    \"layers\": [1, 2],"
    "    \"resolve\": {\"image\": \"flat\", \"mips\": [1, 1], \"layers\": [0, 2], \"mode\": "
    "\"min\"}},"
    "   null, {\"image\": \"flat\", \"load\": \"overwrite\", \"mips\": [2, 1]}],"
    "  \"depth\": {\"image\": \"depth\", \"load\": \"clear\", \"clear_depth\": 0.25,"
    "   \"stencil_load\": \"clear\", \"clear_stencil\": 255,"
    "   \"resolve\": {\"image\": \"depth1\", \"mode\": \"sample_zero\", \"stencil_mode\": "
    "\"max\"}},"
    "  \"inputs\": [{\"image\": \"depth\", \"aspects\": [\"stencil\"], \"layers\": [0, 1]}],"
    "  \"reads\": [{\"image\": \"taa\", \"as\": \"sampled\", \"previous\": 2,"
    "    \"stages\": [\"vertex\", \"fragment\"], \"mips\": [0, 1], \"layers\": [0, 1]},"
    "   {\"buffer\": \"scene\", \"as\": \"storage\", \"range\": [16, 32], \"concurrent\": true}]},"
    " {\"name\": \"look\", \"kind\": \"raster\", \"depth\": {\"image\": \"depth\","
    "   \"read_only\": true, \"stencil_read_only\": true}},"
    " {\"name\": \"work\", \"kind\": \"compute\", \"bridge\": true, \"queue\": \"compute\","
    "  \"writes\": [{\"buffer\": \"scene\", \"as\": \"storage\", \"overwrite\": true,"
    "    \"concurrent\": true}, {\"buffer\": \"back\", \"as\": \"storage\"}]},"
    " {\"name\": \"move\", \"kind\": \"copy\", \"queue\": \"transfer\","
    "  \"reads\": [{\"image\": \"flat\", \"as\": \"copy\"}],"
    "  \"writes\": [{\"image\": \"cube\", \"as\": \"copy\"}, {\"buffer\": \"scene\", \"as\": "
    "\"copy\"}],"
    "  \"ops\": [{\"op\": \"blit\", \"filter\": \"linear\","
    "    \"src\": {\"image\": \"flat\", \"mips\": [0, 1]}, \"dst\": {\"image\": \"cube\"}},"
    "   {\"value\": [1, 2, 3, -0.5], \"op\": \"clear\", \"dst\": {\"image\": \"cube\", \"as\": "
    "\"copy\"}},"
    "   {\"op\": \"fill\", \"dst\": {\"buffer\": \"scene\", \"range\": [0, 4]}, \"value\": "
    "4294967295},"
    "   {\"op\": \"resolve\", \"src\": {\"image\": \"ms\"}, \"dst\": {\"image\": \"flat\"}},"
    "   {\"op\": \"copy\", \"src\": {\"buffer\": \"scene\"}, \"dst\": {\"buffer\": \"back\"}}]},"
    " {\"name\": \"raw\", \"kind\": \"raw\", \"reads\": [{\"image\": \"ms\", \"as\": \"color\","
    "   \"stages\": [\"color_attachment_output\", \"depth_tests\", \"copy\", \"host\", "
    "\"indirect\","
    "    \"vertex_input\", \"ray_tracing\", \"acceleration_structure_build\", \"compute\"],"
    "   \"access\": [\"color_attachment_read\", \"shader_sampled_read\"],"
    "   \"layout\": \"general\", \"layout_after\": \"shader_read_only\"}],"
    "  \"writes\": [{\"image\": \"depth\", \"as\": \"depth\", \"aspects\": [\"depth\", "
    "\"stencil\"],"
    "    \"layout\": \"depth_stencil_attachment\"}, {\"image\": \"flat\", \"as\": \"resolve\"},"
    "   {\"buffer\": \"scene\", \"as\": \"general\", \"stages\": [\"all\"]}]}],"
    " \"images\": {"
    "  \"ms\": {\"format\": \"r8g8b8a8_unorm\", \"samples\": 4, \"layers\": 3},"
    "  \"flat\": {\"format\": \"r8g8b8a8_unorm\", \"mips\": 3, \"layers\": 2,"
    "   \"view_formats\": [\"r8g8b8a8_srgb\", \"r32_uint\"]},"
    "  \"depth\": {\"format\": \"d32_sfloat_s8_uint\", \"samples\": 4},"
    "  \"depth1\": {\"format\": \"d32_sfloat_s8_uint\", \"persistent\": true},"
    "  \"taa\": {\"format\": \"r16g16b16a16_sfloat\", \"history\": 3, \"size\": \"output\"},"
    "  \"cube\": {\"format\": \"r8_unorm\", \"type\": \"cube\", \"size\": [64, 64]},"
    "  \"volume\": {\"format\": \"r8_unorm\", \"type\": \"3d\", \"size\": [64, 32, 16]},"
    "  \"half\": {\"format\": \"r8_unorm\", \"size\": {\"of\": \"output\", \"divide\": 2}},"
    "  \"scaled\": {\"format\": \"r8_unorm\", \"size\": {\"of\": \"render\", \"scale\": [2, 3]}},"
    "  \"in\": {\"format\": \"r8_unorm\", \"import\": {\"discard\": true,"
    "   \"initial\": {\"state\": \"sampled\", \"stages\": [\"fragment\"]},"
    "   \"final\": {\"state\": \"present\"}}}},"
    " \"buffers\": {"
    "  \"scene\": {\"size\": 281474976710656, \"host\": \"write\", \"shared\": true},"
    "  \"back\": {\"size\": 1, \"host\": \"read\"},"
    "  \"log\": {\"size\": 7, \"history\": 8}, \"kept\": {\"size\": 7, \"persistent\": true},"
    "  \"given\": {\"size\": 7, \"import\": {\"initial\": {\"stages\": [\"copy\"]}}}},"
    " \"outputs\": [\"flat\", \"scene\"], \"edges\": [[\"draw\", \"work\"], [\"work\", \"move\"]],"
    " \"output_size\": [640, 480], \"render_size\": [320, 240], \"name\": \"every \\\"thing\\\" "
    "\\u00e9\","
    " \"fusor_graph\": 1}";

static void every_key_reads_back_as_the_same_graph(void **state)
{
    (void)state;
    char *written = NULL, *twice = NULL;
    fusor_graph *graph = corpus_graph(everything, strlen(everything));
    assert_int_equal(fusor_json_write_graph(graph, &written), FUSOR_OK);
    fusor_graph *again = corpus_graph(written, strlen(written));
    help_assert_equal_graphs(graph, again);
    assert_int_equal(fusor_json_write_graph(again, &twice), FUSOR_OK);
    assert_string_equal(written, twice);
    fusor_graph_destroy(again);
    fusor_graph_destroy(graph);
    fusor_json_free(twice);
    fusor_json_free(written);
}

static void keys_mean_what_the_api_calls_them(void **state)
{
    (void)state;
    fusor_graph *graph = corpus_graph(everything, strlen(everything));
    const fusor_pass_desc *draw = fusor_graph_get_pass(graph, fusor_graph_find_pass(graph, "draw"));
    assert_int_equal(draw->flags, FUSOR_PASS_NO_FUSE | FUSOR_PASS_STATIC | FUSOR_PASS_SIDE_EFFECTS);
    assert_int_equal(draw->color_count, 3);
    assert_int_equal(draw->color[1].image.id, 0);
    assert_int_equal(draw->color[0].load, FUSOR_LOAD_CLEAR);
    assert_int_equal(draw->color[0].resolve.mip, 1);
    assert_int_equal(draw->color[2].mip, 2);
    assert_true(draw->depth.clear_depth == 0.25);
    assert_int_equal(draw->depth.resolve.stencil_mode, FUSOR_RESOLVE_MAX);
    assert_int_equal(draw->inputs[0].aspects, FUSOR_ASPECT_STENCIL);
    assert_int_equal(draw->reads[0].previous, 2);
    assert_int_equal(draw->reads[0].stages,
                     FUSOR_STAGE_VERTEX_SHADER | FUSOR_STAGE_FRAGMENT_SHADER);
    assert_int_equal(draw->reads[1].range.first, 16);
    assert_int_equal(draw->reads[1].range.count, 32);
    const fusor_pass_desc *raw = fusor_graph_get_pass(graph, fusor_graph_find_pass(graph, "raw"));
    assert_int_equal(raw->reads[0].as, FUSOR_USE_RAW_COLOR);
    assert_int_equal(raw->reads[0].access,
                     FUSOR_ACCESS_COLOR_ATTACHMENT_READ | FUSOR_ACCESS_SHADER_SAMPLED_READ);
    assert_true(raw->reads[0].has_layout);
    assert_int_equal(raw->reads[0].layout_after, FUSOR_LAYOUT_SHADER_READ_ONLY);
    assert_int_equal(raw->writes[0].layout_after, FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT);
    assert_int_equal(raw->writes[2].stages, FUSOR_STAGE_ALL_COMMANDS);
    fusor_graph_destroy(graph);
}

static void absent_keys_are_the_defaults(void **state)
{
    (void)state;
    static const char text[] =
        "{\"fusor_graph\": 1, \"name\": \"n\", \"render_size\": [8, 9], \"passes\": ["
        "{\"name\": \"p\", \"kind\": \"raster\", \"color\": [{\"image\": \"i\"}]}],"
        "\"images\": {\"i\": {\"format\": \"r8_unorm\", \"import\": {}}}}";
    uint32_t render[2], output[2];
    fusor_graph *graph = corpus_graph(text, strlen(text));
    fusor_graph_get_sizes(graph, render, output);
    assert_int_equal(output[0], 8);
    assert_int_equal(output[1], 9);
    const fusor_image_desc *image = fusor_graph_get_image(graph, (fusor_image){1});
    assert_int_equal(image->size.base, FUSOR_SIZE_RENDER);
    assert_int_equal(image->lifetime, FUSOR_LIFETIME_IMPORTED);
    assert_int_equal(image->import.initial.state, FUSOR_STATE_UNKNOWN);
    assert_int_equal(image->import.final.stages, 0);
    const fusor_pass_desc *pass = fusor_graph_get_pass(graph, (fusor_pass){1});
    assert_int_equal(pass->color[0].load, FUSOR_LOAD_AUTO);
    assert_int_equal(pass->color[0].layers.count, 0);
    fusor_graph_destroy(graph);
}

static void resources_keep_the_order_of_the_document(void **state)
{
    (void)state;
    static const char text[] =
        "{\"fusor_graph\": 1, \"name\": \"n\", \"render_size\": [8, 9], \"passes\": [],"
        "\"buffers\": {\"z\": {\"size\": 1}, \"a\": {\"size\": 2}},"
        "\"images\": {\"m\": {\"format\": \"r8_unorm\"}, \"b\": {\"format\": \"r8_unorm\"}}}";
    fusor_graph *graph = corpus_graph(text, strlen(text));
    assert_int_equal(fusor_graph_find_image(graph, "m").id, 1);
    assert_int_equal(fusor_graph_find_image(graph, "b").id, 2);
    assert_int_equal(fusor_graph_find_buffer(graph, "z").id, 1);
    assert_int_equal(fusor_graph_find_buffer(graph, "a").id, 2);
    fusor_graph_destroy(graph);
}

static void a_use_from_an_offset_on_is_written_with_its_count(void **state)
{
    (void)state;
    fusor_graph *graph = NULL;
    fusor_graph_desc desc = {.name = "n", .render_width = 8, .render_height = 8};
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    fusor_image image = fusor_graph_add_image(
        graph, &(fusor_image_desc){.name = "i", .format = FUSOR_FORMAT_R8_UNORM, .mips = 3});
    fusor_use_desc read = {.image = image, .as = FUSOR_USE_SAMPLED, .mips = {1, 0}};
    fusor_graph_add_pass(
        graph, &(fusor_pass_desc){
                   .name = "p", .kind = FUSOR_PASS_COMPUTE, .reads = &read, .read_count = 1});
    char *written = NULL;
    assert_int_equal(fusor_json_write_graph(graph, &written), FUSOR_OK);
    assert_non_null(strstr(written, "\"mips\": [1, 2]"));
    fusor_json_free(written);
    fusor_graph_destroy(graph);
}

static void a_graph_that_no_document_can_say_is_not_written(void **state)
{
    (void)state;
    fusor_graph *graph = NULL;
    fusor_graph_desc desc = {.name = "n", .render_width = 8, .render_height = 8};
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    fusor_use_desc read = {.image = {7}, .as = FUSOR_USE_SAMPLED}; /* a handle of nothing */
    fusor_graph_add_pass(
        graph, &(fusor_pass_desc){
                   .name = "p", .kind = FUSOR_PASS_COMPUTE, .reads = &read, .read_count = 1});
    char *written = NULL;
    assert_int_equal(fusor_json_write_graph(graph, &written), FUSOR_ERROR_INVALID_ARGUMENT);
    assert_null(written);
    fusor_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_frame_reads_back_as_the_same_graph),
        cmocka_unit_test(every_key_reads_back_as_the_same_graph),
        cmocka_unit_test(keys_mean_what_the_api_calls_them),
        cmocka_unit_test(absent_keys_are_the_defaults),
        cmocka_unit_test(resources_keep_the_order_of_the_document),
        cmocka_unit_test(a_use_from_an_offset_on_is_written_with_its_count),
        cmocka_unit_test(a_graph_that_no_document_can_say_is_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
