/* Wrong graph documents: each row breaks one rule, and names the place and the words that a person
 * must be told. */
#include "json_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bad_row {
    const char *text, *pointer, *message; /* a part of the message */
} bad_row;

/* A document with images i (4 mips), d (depth), s (history 2), buffers b and h, pass p, and `rest`. */
#define HEAD "{\"fusor_graph\": 1, \"name\": \"n\", \"render_size\": [8, 8]"
#define RESOURCES                                                                                  \
    ", \"images\": {\"i\": {\"format\": \"r8_unorm\", \"mips\": 4}, \"d\": {\"format\": "          \
    "\"d32_sfloat\"}, \"s\": {\"format\": \"r8_unorm\", \"history\": 2}}, \"buffers\": {\"b\": "   \
    "{\"size\": 64}, \"h\": {\"size\": 64}}"
#define TOP(rest) HEAD ", \"passes\": [], " rest "}"
#define IMAGE(keys) TOP("\"images\": {\"x\": {\"format\": \"r8_unorm\", " keys "}}")
#define BUFFER(keys) TOP("\"buffers\": {\"x\": {" keys "}}")
#define PASS(keys) HEAD RESOURCES ", \"passes\": [{\"name\": \"p\", " keys "}]}"
#define RASTER(keys) PASS("\"kind\": \"raster\", " keys)
#define READ(keys) PASS("\"kind\": \"compute\", \"reads\": [{" keys "}]")
#define WRITE(keys) PASS("\"kind\": \"compute\", \"writes\": [{" keys "}]")
#define OP(keys) PASS("\"kind\": \"copy\", \"ops\": [{" keys "}]")

static const bad_row top_rows[] = {
    {"[]", "", "must be an object, not a list"},
    {"{}", "", "\"fusor_graph\" is missing"},
    {"{}", "", "\"name\" is missing"},
    {"{}", "", "\"render_size\" is missing"},
    {"{}", "", "\"passes\" is missing"},
    {TOP("\"pases\": []"), "/pases", "unknown key; allowed: fusor_graph, name, render_size"},
    {TOP("\"a/b~c\": 1"), "/a~1b~0c", "unknown key"},
    {"{\"fusor_graph\": 2}", "/fusor_graph", "version 2 is not known; this is version 1"},
    {"{\"fusor_graph\": 1.0}", "/fusor_graph", "the whole number 1"},
    {"{\"fusor_graph\": true}", "/fusor_graph", "not true or false"},
    {"{\"name\": \"\"}", "/name", "1 to 255 bytes"},
    {"{\"name\": 5}", "/name", "must be a name, a string, not a whole number"},
    {"{\"render_size\": [0, 1]}", "/render_size/0", "0 is out of range 1 … 65536"},
    {"{\"render_size\": [1, 65537]}", "/render_size/1", "65537 is out of range"},
    {"{\"render_size\": [1, -1]}", "/render_size/1", "-1 is out of range"},
    {"{\"render_size\": [1.0, 1]}", "/render_size/0", "not a number with a fraction"},
    {"{\"render_size\": [1e2, 1]}", "/render_size/0", "must be a whole number"},
    {"{\"render_size\": [true, 1]}", "/render_size/0", "not true or false"},
    {"{\"render_size\": [1]}", "/render_size", "a list of 2 numbers, not of 1"},
    {"{\"render_size\": \"1x1\"}", "/render_size", "a list of 2 numbers, not a string"},
    {TOP("\"output_size\": null"), "/output_size", "not null"},
    {TOP("\"images\": []"), "/images", "an object of names, not a list"},
    {TOP("\"buffers\": 1"), "/buffers", "an object of names"},
    {HEAD ", \"passes\": {}}", "/passes", "must be a list, not an object"},
    {HEAD ", \"passes\": [3]}", "/passes/0", "must be an object, not a whole number"},
    {TOP("\"outputs\": [\"nobody\"]"), "/outputs/0", "no image or buffer named \"nobody\""},
    {TOP("\"outputs\": [1]"), "/outputs/0", "the name of an image or buffer"},
    {TOP("\"outputs\": \"i\""), "/outputs", "must be a list"},
    {HEAD RESOURCES ", \"passes\": [], \"outputs\": [\"i\", \"b\", \"i\"]}", "/outputs/2",
     "\"i\" is there twice"},
    {TOP("\"edges\": [[\"a\"]]"), "/edges/0", "[before, after]"},
    {TOP("\"edges\": [[\"a\", \"a\"]]"), "/edges/0/0", "no pass named \"a\""},
    {TOP("\"edges\": [[\"a\", 1]]"), "/edges/0/1", "the name of a pass, not a whole number"},
    {TOP("\"edges\": {}"), "/edges", "must be a list"},
};

static const bad_row resource_rows[] = {
    {TOP("\"images\": {\"x\": 3}"), "/images/x", "must be an object"},
    {TOP("\"images\": {\"x\": {}}"), "/images/x", "\"format\" is missing"},
    {TOP("\"images\": {\"\": {}}"), "/images/", "1 to 255 bytes of UTF-8, not 0"},
    {TOP("\"images\": {\"x/y\": {\"format\": 1}}"), "/images/x~1y/format", "a format, a string"},
    {TOP("\"images\": {\"x\": {\"format\": \"rgba8\"}}"), "/images/x/format",
     "unknown format \"rgba8\"; allowed: the names of fusor/format.h"},
    {TOP("\"images\": {\"x\": {\"format\": \"r8g8b8a8_unrm\"}}"), "/images/x/format",
     "as r8g8b8a8_unorm or"},
    {TOP("\"images\": {\"x\": {\"format\": \"undefined\"}}"), "/images/x/format", "unknown format"},
    {TOP("\"images\": {\"x\": {\"format\": \"r8_unorm\"}}, \"buffers\": {\"x\": {\"size\": 1}}"),
     "/buffers/x", "the name is taken by an image"},
    {IMAGE("\"colour\": 1"), "/images/x/colour", "unknown key; allowed: format, type, size"},
    {IMAGE("\"type\": \"1d\""), "/images/x/type",
     "unknown image type \"1d\"; allowed: 2d, 3d, cube"},
    {IMAGE("\"mips\": 0"), "/images/x/mips", "0 is out of range 1 … 17"},
    {IMAGE("\"mips\": 18"), "/images/x/mips", "18 is out of range"},
    {IMAGE("\"layers\": 0"), "/images/x/layers", "0 is out of range"},
    {IMAGE("\"samples\": 3"), "/images/x/samples", "allowed: 1, 2, 4, 8, 16"},
    {IMAGE("\"samples\": 32"), "/images/x/samples", "32 is out of range 1 … 16"},
    {IMAGE("\"size\": \"screen\""), "/images/x/size", "allowed: render, output"},
    {IMAGE("\"size\": [1]"), "/images/x/size", "[width, height, depth], not a list of 1"},
    {IMAGE("\"size\": [1, 0]"), "/images/x/size/1", "0 is out of range 1 … 65536"},
    {IMAGE("\"size\": 1"), "/images/x/size", "\"render\", \"output\", [w, h]"},
    {IMAGE("\"size\": {\"of\": \"render\"}"), "/images/x/size", "\"divide\" and \"scale\""},
    {IMAGE("\"size\": {\"of\": \"render\", \"divide\": 2, \"scale\": [1, 2]}"), "/images/x/size",
     "one of the keys"},
    {IMAGE("\"size\": {\"divide\": 2}"), "/images/x/size", "\"of\" is missing"},
    {IMAGE("\"size\": {\"of\": \"render\", \"divide\": 0}"), "/images/x/size/divide",
     "out of range"},
    {IMAGE("\"size\": {\"of\": \"render\", \"scale\": [1, 0]}"), "/images/x/size/scale/1",
     "out of range"},
    {IMAGE("\"size\": {\"of\": \"render\", \"by\": 2}"), "/images/x/size/by",
     "allowed: of, divide, scale"},
    {IMAGE("\"view_formats\": [\"r8_uint\", \"x\"]"), "/images/x/view_formats/1", "unknown format"},
    {IMAGE("\"history\": 1"), "/images/x/history", "1 is out of range 2 … 8"},
    {IMAGE("\"history\": 9"), "/images/x/history", "9 is out of range 2 … 8"},
    {IMAGE("\"persistent\": 1"), "/images/x/persistent", "must be true or false"},
    {IMAGE("\"persistent\": true, \"history\": 2"), "/images/x", "exclude each other"},
    {IMAGE("\"import\": {}, \"history\": 2"), "/images/x", "exclude each other"},
    {IMAGE("\"import\": true"), "/images/x/import", "must be an object"},
    {IMAGE("\"import\": {\"first\": {}}"), "/images/x/import/first",
     "allowed: initial, final, discard"},
    {IMAGE("\"import\": {\"initial\": {\"state\": \"colour\"}}"), "/images/x/import/initial/state",
     "allowed: undefined, color, depth, sampled, storage, copy_src, copy_dst, present, general"},
    {IMAGE("\"import\": {\"final\": {\"stages\": [\"pixel\"]}}"), "/images/x/import/final/stages/0",
     "allowed: vertex, fragment, compute, copy, host, indirect, vertex_input, "
     "color_attachment_output, depth_tests, ray_tracing, acceleration_structure_build, all"},
    {IMAGE("\"import\": {\"final\": {\"stages\": []}}"), "/images/x/import/final/stages",
     "at least one stage"},
    {IMAGE("\"host\": \"read\""), "/images/x/host", "unknown key"},
    {BUFFER("\"host\": \"read\""), "/buffers/x", "\"size\" is missing"},
    {BUFFER("\"size\": 0"), "/buffers/x/size", "0 is out of range 1 … 281474976710656"},
    {BUFFER("\"size\": 281474976710657"), "/buffers/x/size", "281474976710657 is out of range"},
    {BUFFER("\"size\": 9223372036854775807"), "/buffers/x/size", "out of range"},
    {BUFFER("\"size\": 1, \"host\": \"both\""), "/buffers/x/host", "allowed: read, write"},
    {BUFFER("\"size\": 1, \"shared\": true"), "/buffers/x/shared", "a buffer with \"host\""},
    {BUFFER("\"size\": 1, \"format\": \"r8_unorm\""), "/buffers/x/format", "unknown key"},
};

static const bad_row pass_rows[] = {
    {HEAD ", \"passes\": [{\"kind\": \"raster\"}]}", "/passes/0", "\"name\" is missing"},
    {HEAD ", \"passes\": [{\"name\": \"p\"}]}", "/passes/0", "\"kind\" is missing"},
    {HEAD ", \"passes\": [{\"name\": \"p\", \"kind\": \"copy\"}, {\"name\": \"p\", \"kind\": "
          "\"copy\"}]}",
     "/passes/1/name", "taken by /passes/0"},
    {PASS("\"kind\": \"draw\""), "/passes/0/kind",
     "unknown pass kind \"draw\"; allowed: raster, compute, copy, raw"},
    {RASTER("\"colour\": []"), "/passes/0/colour", "allowed: name, kind, color, depth, inputs"},
    {RASTER("\"queue\": \"any\""), "/passes/0/queue", "allowed: graphics, compute, transfer"},
    {RASTER("\"view_mask\": 4294967296"), "/passes/0/view_mask", "out of range 0 … 4294967295"},
    {RASTER("\"area\": [0, 0, 0, 1]"), "/passes/0/area/2", "0 is out of range 1 … 65536"},
    {RASTER("\"area\": [0, 0, 1]"), "/passes/0/area", "4 numbers, not of 3"},
    {RASTER("\"side_effects\": 0"), "/passes/0/side_effects", "must be true or false"},
    {RASTER("\"bridge\": \"yes\""), "/passes/0/bridge", "must be true or false"},
    {RASTER("\"color\": {}"), "/passes/0/color", "must be a list"},
    {RASTER("\"color\": [{}]"), "/passes/0/color/0", "\"image\" is missing"},
    {RASTER("\"color\": [null, {\"image\": \"zz\"}]"), "/passes/0/color/1/image",
     "there is no image named \"zz\""},
    {RASTER("\"color\": [{\"image\": \"b\"}]"), "/passes/0/color/0/image", "\"b\" is a buffer"},
    {RASTER("\"color\": [{\"image\": \"i\", \"load\": \"keep\"}]"), "/passes/0/color/0/load",
     "allowed: clear, load, overwrite"},
    {RASTER("\"color\": [{\"image\": \"i\", \"mips\": [1, 2]}]"), "/passes/0/color/0/mips",
     "an attachment is one mip: [1, 1]"},
    {RASTER("\"color\": [{\"image\": \"i\", \"mips\": 1}]"), "/passes/0/color/0/mips",
     "a list of 2 numbers"},
    {RASTER("\"color\": [{\"image\": \"i\", \"layers\": [0, 0]}]"), "/passes/0/color/0/layers",
     "a count of at least 1"},
    {RASTER("\"color\": [{\"image\": \"i\", \"clear\": [0, 0, 0, 0]}]"), "/passes/0/color/0/clear",
     "needs \"load\": \"clear\""},
    {RASTER("\"color\": [{\"image\": \"i\", \"load\": \"clear\", \"clear\": [0, 0, 0]}]"),
     "/passes/0/color/0/clear", "4 numbers, not of 3"},
    {RASTER("\"color\": [{\"image\": \"i\", \"load\": \"clear\", \"clear\": [0, 0, 0, \"1\"]}]"),
     "/passes/0/color/0/clear/3", "must be a number, not a string"},
    {RASTER("\"color\": [{\"image\": \"i\", \"resolve\": \"i\"}]"), "/passes/0/color/0/resolve",
     "must be an object"},
    {RASTER("\"color\": [{\"image\": \"i\", \"resolve\": {\"image\": \"i\", \"mode\": \"mean\"}}]"),
     "/passes/0/color/0/resolve/mode", "allowed: average, sample_zero, min, max"},
    {RASTER("\"depth\": [\"d\"]"), "/passes/0/depth", "must be an object, not a list"},
    {RASTER("\"depth\": null"), "/passes/0/depth", "must be an object, not null"},
    {RASTER("\"depth\": {\"image\": \"d\", \"load\": \"clear\", \"clear_depth\": 1.5}"),
     "/passes/0/depth/clear_depth", "1.5 is out of range 0 … 1"},
    {RASTER("\"depth\": {\"image\": \"d\", \"clear_depth\": 0}"), "/passes/0/depth/clear_depth",
     "needs \"load\": \"clear\""},
    {RASTER("\"depth\": {\"image\": \"d\", \"load\": \"clear\", \"clear_stencil\": 0}"),
     "/passes/0/depth/clear_stencil", "needs \"stencil_load\": \"clear\""},
    {RASTER("\"depth\": {\"image\": \"d\", \"stencil_load\": \"clear\", \"clear_stencil\": 256}"),
     "/passes/0/depth/clear_stencil", "256 is out of range 0 … 255"},
    {RASTER("\"depth\": {\"image\": \"d\", \"clear\": 1}"), "/passes/0/depth/clear", "unknown key"},
    {RASTER("\"inputs\": [{\"image\": \"i\", \"load\": \"load\"}]"), "/passes/0/inputs/0/load",
     "allowed: image, mips, layers, aspects"},
    {RASTER("\"inputs\": [{\"image\": \"d\", \"aspects\": [\"depth\", \"stencil\"]}]"),
     "/passes/0/inputs/0/aspects", "one aspect, not 2"},
    {RASTER("\"inputs\": [null]"), "/passes/0/inputs/0", "must be an object, not null"},
};

static const bad_row use_rows[] = {
    {READ("\"image\": \"i\""), "/passes/0/reads/0", "\"as\" is missing"},
    {READ("\"as\": \"sampled\""), "/passes/0/reads/0", "\"image\" and \"buffer\""},
    {READ("\"image\": \"i\", \"buffer\": \"b\", \"as\": \"sampled\""), "/passes/0/reads/0",
     "one of the keys"},
    {READ("\"image\": \"i\", \"as\": \"sampler\""), "/passes/0/reads/0/as",
     "allowed: sampled, storage, uniform, vertex, index, indirect, copy, color, depth, resolve, "
     "general"},
    {READ("\"buffer\": \"i\", \"as\": \"storage\""), "/passes/0/reads/0/buffer",
     "\"i\" is an image; name it with the key \"image\""},
    {READ("\"buffer\": 5, \"as\": \"storage\""), "/passes/0/reads/0/buffer",
     "the name of a buffer, not a whole number"},
    {READ("\"buffer\": \"b\", \"as\": \"storage\", \"mips\": [0, 1]"), "/passes/0/reads/0/mips",
     "belongs to images"},
    {READ("\"image\": \"i\", \"as\": \"sampled\", \"range\": [0, 1]"), "/passes/0/reads/0/range",
     "belongs to buffers"},
    {READ("\"buffer\": \"b\", \"as\": \"storage\", \"range\": [0, 0]"), "/passes/0/reads/0/range",
     "a count of at least 1"},
    {READ("\"buffer\": \"b\", \"as\": \"storage\", \"range\": [-1, 1]"),
     "/passes/0/reads/0/range/0", "-1 is out of range"},
    {READ("\"buffer\": \"b\", \"as\": \"storage\", \"range\": [0, 281474976710657]"),
     "/passes/0/reads/0/range/1", "out of range"},
    {READ("\"image\": \"i\", \"as\": \"sampled\", \"mips\": [0, 0]"), "/passes/0/reads/0/mips",
     "leave the key out for everything"},
    {READ("\"image\": \"i\", \"as\": \"sampled\", \"aspects\": [\"colour\"]"),
     "/passes/0/reads/0/aspects/0", "allowed: color, depth, stencil"},
    {READ("\"image\": \"i\", \"as\": \"sampled\", \"aspects\": []"), "/passes/0/reads/0/aspects",
     "at least one aspect"},
    {READ("\"image\": \"i\", \"as\": \"sampled\", \"aspects\": \"depth\""),
     "/passes/0/reads/0/aspects", "a list of words, not a string"},
    {READ("\"image\": \"i\", \"as\": \"sampled\", \"stages\": [\"fragment_shader\"]"),
     "/passes/0/reads/0/stages/0", "unknown stage \"fragment_shader\""},
    {READ("\"image\": \"s\", \"as\": \"sampled\", \"previous\": 0"), "/passes/0/reads/0/previous",
     "0 is out of range 1 … 7"},
    {READ("\"image\": \"i\", \"as\": \"sampled\", \"overwrite\": true"),
     "/passes/0/reads/0/overwrite", "unknown key"},
    {WRITE("\"image\": \"i\", \"as\": \"storage\", \"previous\": 1"), "/passes/0/writes/0/previous",
     "unknown key"},
    {WRITE("\"image\": \"i\", \"as\": \"storage\", \"layout\": \"shader\""),
     "/passes/0/writes/0/layout", "allowed: undefined, general, color_attachment"},
    {WRITE("\"image\": \"i\", \"as\": \"storage\", \"layout_after\": \"general\""),
     "/passes/0/writes/0/layout_after", "needs the key \"layout\""},
    {WRITE("\"image\": \"i\", \"as\": \"storage\", \"access\": [\"write\"]"),
     "/passes/0/writes/0/access/0", "unknown access \"write\"; allowed: indirect_command_read"},
    {OP("\"dst\": {\"image\": \"i\"}"), "/passes/0/ops/0", "\"op\" is missing"},
    {OP("\"op\": \"copy\", \"src\": {\"image\": \"i\"}"), "/passes/0/ops/0", "\"dst\" is missing"},
    {OP("\"op\": \"copy\", \"dst\": {\"image\": \"i\"}"), "/passes/0/ops/0", "\"src\" is missing"},
    {OP("\"op\": \"move\", \"dst\": {\"image\": \"i\"}"), "/passes/0/ops/0/op",
     "allowed: copy, blit, resolve, clear, fill"},
    {OP("\"op\": \"fill\", \"src\": {\"buffer\": \"b\"}, \"dst\": {\"buffer\": \"h\"}"),
     "/passes/0/ops/0/src", "the operation \"fill\" has no source"},
    {OP("\"op\": \"clear\", \"dst\": {\"image\": \"i\"}, \"filter\": \"linear\""),
     "/passes/0/ops/0/filter", "belongs to the operation \"blit\""},
    {OP("\"op\": \"blit\", \"src\": {\"image\": \"i\"}, \"dst\": {\"image\": \"i\"}, \"filter\": "
        "\"cubic\""),
     "/passes/0/ops/0/filter", "allowed: nearest, linear"},
    {OP("\"op\": \"copy\", \"src\": {\"image\": \"i\"}, \"dst\": {\"image\": \"i\"}, \"value\": 1"),
     "/passes/0/ops/0/value", "\"clear\" and \"fill\""},
    {OP("\"op\": \"fill\", \"dst\": {\"buffer\": \"b\"}, \"value\": 4294967296"),
     "/passes/0/ops/0/value", "out of range 0 … 4294967295"},
    {OP("\"op\": \"clear\", \"dst\": {\"image\": \"i\"}, \"value\": 0"), "/passes/0/ops/0/value",
     "a list of 4 numbers"},
    {OP("\"op\": \"copy\", \"src\": {\"image\": \"q\"}, \"dst\": {\"image\": \"i\"}"),
     "/passes/0/ops/0/src/image", "no image named \"q\""},
};

static bool has_error(const fusor_json_errors *errors, const bad_row *row)
{
    uint32_t count;
    const fusor_json_error *rows = fusor_json_errors_get(errors, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(rows[i].pointer, row->pointer) == 0 && strstr(rows[i].text, row->message)) {
            return true;
        }
    }
    print_message("%s\n  wanted %s: %s\n", row->text, row->pointer, row->message);
    for (uint32_t i = 0; i < count; i++) {
        print_message("  found  %s: %s\n", rows[i].pointer, rows[i].text);
    }
    return false;
}

static void check_rows(const bad_row *rows, size_t count)
{
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        fusor_json_source source = {.text = rows[i].text, .size = strlen(rows[i].text)};
        fusor_json_errors *errors = NULL;
        fusor_graph *graph = NULL;
        fusor_result result = fusor_json_read_graph(&source, &graph, &errors);
        all &= result == FUSOR_ERROR_DOCUMENT && !graph && has_error(errors, &rows[i]);
        fusor_json_errors_destroy(errors);
    }
    assert_true(all);
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof((rows)[0]))

static void every_wrong_head_is_told_with_its_place(void **state)
{
    (void)state;
    CHECK_ROWS(top_rows);
}

static void every_wrong_resource_is_told_with_its_place(void **state)
{
    (void)state;
    CHECK_ROWS(resource_rows);
}

static void every_wrong_pass_is_told_with_its_place(void **state)
{
    (void)state;
    CHECK_ROWS(pass_rows);
}

static void every_wrong_use_is_told_with_its_place(void **state)
{
    (void)state;
    CHECK_ROWS(use_rows);
}

/* The tables' negative control: what all rows are made from is sound. */
static void the_rows_without_their_mistake_are_read(void **state)
{
    (void)state;
    static const char *const sound[] = {TOP("\"outputs\": []"),
                                        IMAGE("\"mips\": 1"),
                                        BUFFER("\"size\": 1"),
                                        RASTER("\"color\": [{\"image\": \"i\"}]"),
                                        READ("\"image\": \"i\", \"as\": \"sampled\""),
                                        WRITE("\"buffer\": \"b\", \"as\": \"storage\""),
                                        OP("\"op\": \"fill\", \"dst\": {\"buffer\": \"b\"}")};
    for (size_t i = 0; i < sizeof(sound) / sizeof(sound[0]); i++) {
        fusor_graph_destroy(corpus_graph(sound[i], strlen(sound[i])));
    }
}

static void all_errors_are_told_with_pass_and_resource(void **state)
{
    (void)state;
    static const char text[] = RASTER("\"area\": 1, \"color\": [{\"image\": \"i\", \"load\": "
                                      "\"x\"}, {\"image\": \"d\", \"mips\": 1}]");
    static const char *const pointers[] = {"/passes/0/area", "/passes/0/color/0/load",
                                           "/passes/0/color/1/mips"};
    static const char *const resources[] = {"", "i", "d"};
    fusor_json_source source = {.text = text, .size = strlen(text)};
    fusor_json_errors *errors = NULL;
    fusor_graph *graph = NULL;
    assert_int_equal(fusor_json_read_graph(&source, &graph, &errors), FUSOR_ERROR_DOCUMENT);
    uint32_t count;
    const fusor_json_error *rows = fusor_json_errors_get(errors, &count);
    assert_int_equal(count, 3);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(rows[i].pointer, pointers[i]);
        assert_string_equal(rows[i].pass, "p");
        assert_string_equal(rows[i].resource, resources[i]);
    }
    fusor_json_errors_destroy(errors);
}

static void names_may_have_255_bytes_but_not_256(void **state)
{
    (void)state;
    char name[257], text[1024];
    fusor_graph *graph = NULL;
    for (size_t length = 255; length <= 256; length++) {
        memset(name, 'n', length);
        name[length] = '\0';
        snprintf(text, sizeof(text), TOP("\"images\": {\"%s\": {\"format\": \"r8_unorm\"}}"), name);
        fusor_json_source source = {.text = text, .size = strlen(text)};
        assert_int_equal(fusor_json_read_graph(&source, &graph, NULL),
                         length == 255 ? FUSOR_OK : FUSOR_ERROR_DOCUMENT);
        fusor_graph_destroy(graph);
    }
}

static void many_errors_end_with_the_number_of_the_rest(void **state)
{
    (void)state;
    const size_t wrong = 20000;
    char *text = malloc(wrong * 4 + 256);
    char *end = text + sprintf(text, HEAD ", \"passes\": [], \"outputs\": [");
    for (size_t i = 0; i < wrong; i++) {
        end += sprintf(end, "%s1", i ? "," : "");
    }
    end += sprintf(end, "]}");
    fusor_json_source source = {.text = text, .size = (size_t)(end - text)};
    fusor_json_errors *errors = NULL;
    fusor_graph *graph = NULL;
    assert_int_equal(fusor_json_read_graph(&source, &graph, &errors), FUSOR_ERROR_DOCUMENT);
    uint32_t count;
    const fusor_json_error *rows = fusor_json_errors_get(errors, &count);
    assert_int_equal(count, 10001);
    assert_string_equal(rows[9999].pointer, "/outputs/9999");
    assert_string_equal(rows[10000].text, "10000 more errors are not shown");
    fusor_json_errors_destroy(errors);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rows_without_their_mistake_are_read),
        cmocka_unit_test(every_wrong_head_is_told_with_its_place),
        cmocka_unit_test(every_wrong_resource_is_told_with_its_place),
        cmocka_unit_test(every_wrong_pass_is_told_with_its_place),
        cmocka_unit_test(every_wrong_use_is_told_with_its_place),
        cmocka_unit_test(all_errors_are_told_with_pass_and_resource),
        cmocka_unit_test(names_may_have_255_bytes_but_not_256),
        cmocka_unit_test(many_errors_end_with_the_number_of_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
