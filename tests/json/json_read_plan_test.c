/* Plan documents are lossless: written, read and written again they are the same bytes, the plan that
 * was read is the plan that was written field by field, and its hash is what it holds. Documents that
 * are wrong are refused with their place; a document that lies about more than form is read as it is. */
#include "json_help.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const fusor_allocator libc = {0};

/* NULL for a frame that this device cannot hold. */
static fusor_plan *make_plan(const fusor_graph *graph, const char *device, fusor_fuse_policy fuse)
{
    fusor_policy policy = {.fuse = fuse};
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    if (fusor_compile(graph, fusor_device_builtin(device), &policy, &compiled) == FUSOR_OK) {
        assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
    }
    fusor_compiled_destroy(compiled);
    return plan;
}

static fusor_plan *read_plan(const char *text, const fusor_graph *graph)
{
    fusor_json_source source = {.text = text, .size = strlen(text)};
    fusor_json_errors *errors = NULL;
    fusor_plan *plan = NULL;
    fusor_result result = fusor_json_read_plan(&source, graph, &plan, &errors);
    if (result != FUSOR_OK) {
        uint32_t count;
        const fusor_json_error *rows = fusor_json_errors_get(errors, &count);
        fail_msg("%s: %s %s", fusor_result_text(result), count ? rows[0].pointer : "",
                 count ? rows[0].text : "");
    }
    assert_null(errors);
    return plan;
}

static char *write_plan(const fusor_plan *plan)
{
    char *text = NULL;
    assert_int_equal(fusor_json_write_plan(plan, &text), FUSOR_OK);
    return text;
}

/* Every key of an object in reverse: a document means the same in any order of its keys. */
static json_t *reversed(const json_t *value)
{
    json_t *made;
    if (json_is_array(value)) {
        made = json_array();
        for (size_t i = 0; i < json_array_size(value); i++) {
            json_array_append_new(made, reversed(json_array_get(value, i)));
        }
        return made;
    }
    if (!json_is_object(value)) {
        return json_deep_copy(value);
    }
    const char *keys[64];
    size_t count = 0;
    made = json_object();
    for (void *i = json_object_iter((json_t *)value); i;
         i = json_object_iter_next((json_t *)value, i)) {
        assert_true(count < 64);
        keys[count++] = json_object_iter_key(i);
    }
    while (count--) {
        json_object_set_new(made, keys[count], reversed(json_object_get(value, keys[count])));
    }
    return made;
}

static void check_any_order_of_keys(const char *text, const fusor_graph *graph)
{
    json_t *root = json_loads(text, 0, NULL), *other = reversed(root);
    char *turned = json_dumps(other, JSON_COMPACT);
    fusor_plan *plan = read_plan(turned, graph);
    char *again = write_plan(plan);
    assert_string_equal(text, again);
    fusor_json_free(again);
    fusor_plan_destroy(plan);
    free(turned);
    json_decref(other);
    json_decref(root);
}

static bool check_round_trip(const fusor_graph *graph, const char *device, fusor_fuse_policy fuse)
{
    fusor_plan *plan = make_plan(graph, device, fuse);
    if (!plan) {
        return false;
    }
    char *text = write_plan(plan);
    fusor_plan *back = read_plan(text, graph);
    char *again = write_plan(back);
    assert_string_equal(text, again);
    help_assert_equal_plans(plan, back);
    assert_int_equal(fusor_plan_get_hash(plan), plan->hash);
    assert_int_equal(fusor_plan_get_hash(back), plan->hash);
    fusor_plan *alone = read_plan(text, NULL);
    char *from_alone = write_plan(alone);
    assert_string_equal(text, from_alone);
    assert_int_equal(fusor_plan_get_hash(alone), plan->hash);
    check_any_order_of_keys(text, graph);
    fusor_json_free(from_alone);
    fusor_plan_destroy(alone);
    fusor_json_free(again);
    fusor_plan_destroy(back);
    fusor_json_free(text);
    fusor_plan_destroy(plan);
    return true;
}

static uint32_t check_frame(const char *name)
{
    static const char *const devices[] = {"immediate", "tiler", "lavapipe-22", "lavapipe-25"};
    uint32_t planned = 0;
    fusor_graph *graph = corpus_frame(name);
    for (size_t d = 0; d < sizeof(devices) / sizeof(devices[0]); d++) {
        for (int fuse = FUSOR_FUSE_AUTO; fuse <= FUSOR_FUSE_FULL; fuse++) {
            planned += check_round_trip(graph, devices[d], (fusor_fuse_policy)fuse);
        }
    }
    fusor_graph_destroy(graph);
    return planned;
}

static void every_plan_of_every_frame_comes_back(void **state)
{
    (void)state;
    uint32_t frames = 0, planned = 0;
    for (const char *const *name = corpus_names(); *name; name++, frames++)
        planned += check_frame(*name);
    print_message("%u frames, %u plans\n", frames, planned);
    assert_true(planned >= 14 * frames);
}

/* ----------------------------------------------------------------------- what no frame needs to have */

/* A name that is the word for the frame's end; raw passes, copies, history, a host buffer. */
static const char odd_frame[] =
    "{\"fusor_graph\": 1, \"name\": \"odd \\\"frame\\\"\", \"render_size\": [64, 32],"
    "\"output_size\": [128, 64], \"images\": {"
    "\"a/b\": {\"format\": \"r8g8b8a8_unorm\", \"view_formats\": [\"r8g8b8a8_srgb\"]},"
    "\"ds\": {\"format\": \"d24_unorm_s8_uint\"},"
    "\"ms\": {\"format\": \"r8g8b8a8_unorm\", \"samples\": 4},"
    "\"old\": {\"format\": \"r16g16b16a16_sfloat\", \"history\": 3, \"mips\": 2},"
    "\"keep\": {\"format\": \"r8g8b8a8_unorm\", \"persistent\": true},"
    "\"screen\": {\"format\": \"b8g8r8a8_unorm\", \"size\": \"output\", \"import\": {\"initial\": "
    "{\"state\": \"undefined\", \"stages\": [\"color_attachment_output\"]}, \"final\": {\"state\": "
    "\"present\"}}}},"
    "\"buffers\": {\"in\": {\"size\": 8192, \"host\": \"write\"}, \"out\": {\"size\": 64, "
    "\"host\": "
    "\"read\"}, \"work\": {\"size\": 4096}},"
    "\"passes\": ["
    "{\"name\": \"fill\", \"kind\": \"copy\", \"ops\": [{\"op\": \"fill\", \"dst\": {\"buffer\": "
    "\"work\"}, \"value\": 7}], \"writes\": [{\"buffer\": \"work\", \"as\": \"copy\"}]},"
    "{\"name\": \"raw\", \"kind\": \"raw\", \"reads\": [{\"buffer\": \"in\", \"as\": \"general\"}],"
    "\"writes\": [{\"image\": \"a/b\", \"as\": \"color\", \"overwrite\": true}]},"
    "{\"name\": \"end\", \"kind\": \"raster\", \"color\": [{\"image\": \"ms\", \"load\": \"clear\","
    "\"clear\": [0.25, 0, 1, 0.1], \"resolve\": {\"image\": \"keep\"}}, null],"
    "\"reads\": [{\"image\": \"a/b\", \"as\": \"sampled\"}]},"
    "{\"name\": \"masked\", \"kind\": \"raster\", \"color\": [{\"image\": \"screen\", \"load\": "
    "\"clear\"}], \"reads\": [{\"image\": \"keep\", \"as\": \"sampled\"},"
    "{\"image\": \"old\", \"previous\": 2, \"as\": \"sampled\", \"mips\": [0, 1]}]},"
    "{\"name\": \"depth\", \"kind\": \"raster\", \"depth\": {\"image\": \"ds\", \"load\": "
    "\"clear\", \"clear_depth\": 0.125, \"stencil_load\": \"clear\", \"clear_stencil\": 9}},"
    "{\"name\": \"both\", \"kind\": \"raster\", \"depth\": {\"image\": \"ds\", \"read_only\": true,"
    "\"stencil_read_only\": true}, \"inputs\": [{\"image\": \"ds\", \"aspects\": [\"stencil\"]},"
    "{\"image\": \"ds\", \"aspects\": [\"depth\"]}], \"side_effects\": true},"
    "{\"name\": \"make\", \"kind\": \"compute\", \"reads\": [{\"buffer\": \"work\", \"as\": "
    "\"storage\", \"range\": [16, 64]}], \"writes\": [{\"image\": \"old\", \"as\": \"storage\","
    "\"overwrite\": true}, {\"buffer\": \"out\", \"as\": \"storage\"}]},"
    "{\"name\": \"never\", \"kind\": \"compute\", \"writes\": [{\"buffer\": \"work\", \"as\": "
    "\"storage\"}]}],"
    "\"outputs\": [\"screen\", \"old\", \"keep\"]}";

static void odd_names_and_rare_things_come_back(void **state)
{
    (void)state;
    fusor_graph *graph = corpus_graph(odd_frame, strlen(odd_frame));
    static const char *const devices[] = {"immediate", "tiler"};
    for (size_t d = 0; d < 2; d++) {
        for (int fuse = FUSOR_FUSE_AUTO; fuse <= FUSOR_FUSE_FULL; fuse++) {
            assert_true(check_round_trip(graph, devices[d], (fusor_fuse_policy)fuse));
        }
    }
    fusor_graph_destroy(graph);
}

static void a_plan_read_without_its_graph_has_no_handles(void **state)
{
    (void)state;
    fusor_graph *graph = corpus_graph(odd_frame, strlen(odd_frame));
    fusor_plan *plan = make_plan(graph, "tiler", FUSOR_FUSE_FULL);
    char *text = write_plan(plan);
    fusor_graph_destroy(graph); /* a plan outlives its graph */
    fusor_plan *alone = read_plan(text, NULL);
    for (uint32_t i = 0; i < alone->resource_count; i++) {
        assert_int_equal(alone->resources[i].handle, 0);
        assert_string_equal(alone->resources[i].name, plan->resources[i].name);
    }
    fusor_plan_destroy(alone);
    fusor_json_free(text);
    fusor_plan_destroy(plan);
}

static void a_clone_owns_all_that_it_shows(void **state)
{
    (void)state;
    fusor_graph *graph = corpus_graph(odd_frame, strlen(odd_frame));
    fusor_plan *plan = make_plan(graph, "tiler", FUSOR_FUSE_FULL), *clone = NULL;
    char *text = write_plan(plan);
    assert_int_equal(fusor_plan_clone(plan, &libc, &clone), FUSOR_OK);
    help_assert_equal_plans(plan, clone);
    fusor_plan_destroy(plan);
    char *again = write_plan(clone);
    assert_string_equal(text, again);
    fusor_json_free(again);
    fusor_json_free(text);
    fusor_plan_destroy(clone);
    fusor_graph_destroy(graph);
}

/* ------------------------------------------------------------------------------- wrong documents */

typedef struct wrong {
    const char *path;    /* "/groups/0/path": the value that is replaced or added */
    const char *value;   /* JSON; NULL: taken away */
    const char *pointer; /* of an error */
    const char *text;    /* in it */
} wrong;

/* The value that holds the last step of the path, and that step. */
static json_t *find_owner(json_t *root, const char *path, const char **last)
{
    static char steps[256];
    snprintf(steps, sizeof(steps), "%s", path);
    json_t *at = root;
    char *step = steps + 1;
    for (char *slash = strchr(step, '/'); slash; slash = strchr(step, '/')) {
        *slash = '\0';
        at = json_is_array(at) ? json_array_get(at, (size_t)atoi(step)) : json_object_get(at, step);
        assert_non_null(at);
        step = slash + 1;
    }
    *last = step;
    return at;
}

static void change(json_t *root, const wrong *row)
{
    const char *last;
    json_t *owner = find_owner(root, row->path, &last);
    json_t *value = row->value ? json_loads(row->value, JSON_DECODE_ANY, NULL) : NULL;
    if (json_is_array(owner)) {
        size_t at = (size_t)atoi(last);
        if (!value) {
            assert_int_equal(json_array_remove(owner, at), 0);
        } else if (at == json_array_size(owner)) {
            json_array_append_new(owner, value);
        } else {
            assert_int_equal(json_array_set_new(owner, at, value), 0);
        }
    } else if (value) {
        json_object_set_new(owner, last, value);
    } else {
        assert_int_equal(json_object_del(owner, last), 0);
    }
}

static uint32_t failed;

static bool has_error(const fusor_json_error *rows, uint32_t count, const wrong *row)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(rows[i].pointer, row->pointer) == 0 && strstr(rows[i].text, row->text)) {
            return true;
        }
    }
    return false;
}

static void check_refused(const json_t *good, const wrong *row, const fusor_graph *graph)
{
    json_t *root = json_deep_copy(good);
    change(root, row);
    char *text = json_dumps(root, 0);
    fusor_json_source source = {.text = text, .size = strlen(text)};
    fusor_json_errors *errors = NULL;
    fusor_plan *plan = NULL;
    fusor_result result = fusor_json_read_plan(&source, graph, &plan, &errors);
    if (result != FUSOR_ERROR_DOCUMENT) {
        fail_msg("%s = %s: %s", row->path, row->value, fusor_result_text(result));
    }
    uint32_t count;
    const fusor_json_error *rows = fusor_json_errors_get(errors, &count);
    assert_true(count > 0);
    if (!has_error(rows, count, row)) {
        print_message("%s = %s: %s %s\n", row->path, row->value, rows[0].pointer, rows[0].text);
        failed++;
    }
    assert_null(plan);
    fusor_json_errors_destroy(errors);
    free(text);
    json_decref(root);
}

static json_t *subpasses_plan(fusor_graph **graph)
{
    size_t size;
    char *text = corpus_read("tests/frames/khronos-subpasses.json", &size);
    *graph = corpus_graph(text, size);
    free(text);
    fusor_plan *plan = make_plan(*graph, "tiler", FUSOR_FUSE_FULL);
    text = write_plan(plan);
    json_t *root = json_loads(text, 0, NULL);
    fusor_json_free(text);
    fusor_plan_destroy(plan);
    return root;
}

static const wrong wrongs[] = {
    {"/fusor_plan", "2", "/fusor_plan", "version 2 is not known"},
    {"/fusor_plan", NULL, "", "the key \"fusor_plan\" is missing"},
    {"/speed", "1", "/speed", "unknown key; allowed: fusor_plan"},
    {"/error", "\"x\"", "/error", "its compile failed"},
    {"/graph", "\"other\"", "/graph", "the plan is of another graph"},
    {"/graph", "7", "/graph", "must be a name"},
    {"/device", "null", "/device", "must be a string"},
    {"/policy/fuse", "\"most\"", "/policy/fuse", "allowed: auto, off, adjacent, full"},
    {"/policy/pack", NULL, "/policy", "the key \"pack\" is missing"},
    {"/hash", "\"xyz\"", "/hash", "16 digits"},
    {"/hash", "\"00000000000000000\"", "/hash", "16 digits"},
    {"/render_size", "[1]", "/render_size", "a list of 2 numbers"},
    {"/order/0", "\"nobody\"", "/order/0", "there is no pass named \"nobody\""},
    {"/order/0", "3", "/order/0", "must be the name of a pass"},
    {"/order/1", "\"geometry\"", "/order/1", "\"geometry\" is there twice"},
    {"/order", "{}", "/order", "must be a list"},
    {"/order/2", NULL, "/order/2", "of /groups/0 is to stand here"},
    {"/order", "[]", "/order", "the passes of /groups/0 are missing"},
    {"/culled", "[{\"pass\": \"gui\", \"reason\": \"bored\"}]", "/culled/0/reason",
     "unknown reason \"bored\"; allowed: no-reader"},
    {"/groups", "[]", "/order/0", "\"geometry\" is a raster pass and in no group"},
    {"/groups/0/path", "\"tunnel\"", "/groups/0/path", "allowed: single, subpasses"},
    {"/groups/0/passes/0", "\"gui\"", "/groups/0/passes", "the list of the members' passes"},
    {"/groups/0/members/0/pass", "\"lighting\"", "/groups/0/members/1/pass",
     "\"lighting\" is in a group already"},
    {"/groups/0/members/0/subpass", "9", "/groups/0/members/0/subpass",
     "9 is out of range: there are 3 subpasses in the group"},
    {"/groups/0/members/0/subpass", "-1", "/groups/0/members/0/subpass", "-1 is out of range"},
    {"/groups/0/members/0/color_map/0", "8", "/groups/0/members/0/color_map/0",
     "colours in the subpass"},
    {"/groups/0/members/1/input_map/0", "8", "/groups/0/members/1/input_map/0",
     "inputs in the subpass"},
    {"/groups/0/members/0/clears/0", "{}", "/groups/0/members/0/clears/0", "is missing"},
    {"/groups/0/subpasses/0/color/0", "99", "/groups/0/subpasses/0/color/0",
     "attachments in the group"},
    {"/groups/0/subpasses/0/color/0", "4294967296", "/groups/0/subpasses/0/color/0",
     "out of range"},
    {"/groups/0/subpasses/0/depth", "\"d\"", "/groups/0/subpasses/0/depth", "a whole number"},
    {"/groups/0/subpasses/0/preserve/0", "4000000000", "/groups/0/subpasses/0/preserve/0",
     "out of range"},
    {"/groups/0/subpasses/0/layouts/0", NULL, "/groups/0/subpasses/0/layouts",
     "the key \"0\" is missing"},
    {"/groups/0/subpasses/0/layouts/77", "\"general\"", "/groups/0/subpasses/0/layouts/77",
     "does not use such an attachment"},
    {"/groups/0/subpasses/0/layouts/0", "\"soft\"", "/groups/0/subpasses/0/layouts/0",
     "unknown layout \"soft\""},
    {"/groups/0/subpasses/1/input_aspects", "[]", "/groups/0/subpasses/1/input_aspects",
     "the aspects of each input"},
    {"/groups/0/dependencies/0/to", "7", "/groups/0/dependencies/0/to", "out of range"},
    {"/groups/0/dependencies/0/src/layout", "\"general\"", "/groups/0/dependencies/0/src/layout",
     "must be null"},
    {"/groups/0/dependencies/0/dst/stages/0", "\"warp\"", "/groups/0/dependencies/0/dst/stages/0",
     "unknown stage \"warp\"; allowed: "},
    {"/groups/0/dependencies/0/dst/access", "\"read\"", "/groups/0/dependencies/0/dst/access",
     "a list of words"},
    {"/groups/0/attachments/0/image", "\"nothing\"", "/groups/0/attachments/0/image",
     "there is no resource named"},
    {"/groups/0/attachments/0/mips", "[5, 1]", "/groups/0/attachments/0/mips", "out of range"},
    {"/groups/0/attachments/0/layers", "[0, 7]", "/groups/0/attachments/0/layers", "out of range"},
    {"/groups/0/attachments/0/load", "\"lode\"", "/groups/0/attachments/0/load",
     "allowed: load, clear, dont_care, none"},
    {"/groups/0/attachments/0/stencil_load", "\"load\"", "/groups/0/attachments/0/stencil_load",
     "must be null"},
    {"/groups/0/attachments/0/resolve",
     "{\"image\": \"swapchain\", \"mips\": [9, 1], \"layers\": [0, 1], \"mode\": \"average\","
     "\"stencil_mode\": null}",
     "/groups/0/attachments/0/resolve", "no attachment of the group"},
    {"/groups/0/area", "[0, 0, 1]", "/groups/0/area", "a list of 4 numbers"},
    {"/breaks/0", "{\"before\": \"gui\"}", "/breaks/0", "the key \"after\" is missing"},
    {"/resources/0/name", "\"swapchain\"", "/resources/4/name", "the name is taken"},
    {"/resources/0/kind", "\"eternal\"", "/resources/0/kind", "unknown kind"},
    {"/resources/0/format", "\"r9\"", "/resources/0/format", "format"},
    {"/resources/0/extent", "null", "/resources/0/extent", "an image has one"},
    {"/resources/0/mips", "40", "/resources/0/mips", "out of range"},
    {"/resources/0/mips", NULL, "/resources/0", "the key \"mips\" is missing"},
    {"/resources/0/usage/0", "\"vertex_buffer\"", "/resources/0/usage/0", "usage of an image"},
    {"/resources/0/first", "\"nobody\"", "/resources/0/first", "no pass named"},
    {"/resources/0/alias_set", "4294967295", "/resources/0/alias_set", "out of range"},
    {"/resources/0/slots", "[]", "/resources/0/slots", "1 to 8"},
    {"/resources/0/placement",
     "{\"pool\": 0, \"offset\": 0, \"size\": 1, \"alignment\": 1, \"memory_type\": 0, \"follows\": "
     "[], \"x\": 1}",
     "/resources/0/placement/x", "unknown key"},
    {"/resources/0/placement",
     "{\"pool\": 99, \"offset\": 0, \"size\": 1, \"alignment\": 1, \"memory_type\": 0, "
     "\"follows\": []}",
     "/resources/0/placement/pool", "pools"},
    {"/barriers/0/before", "\"lighting\"", "/barriers/0/before", "its group's first"},
    {"/barriers/0/before", "\"end\"", "/barriers/1/before", "listed in this order"},
    {"/barriers/0/kind", "\"wall\"", "/barriers/0/kind", "allowed: image, buffer, memory"},
    {"/barriers/0/queues", "[0, 1]", "/barriers/0/queues", "must be null"},
    {"/barriers/0/mips", "[0, 9]", "/barriers/0/mips", "out of range"},
    {"/barriers/0/mips", "null", "/barriers/0/mips", "the resource is an image"},
    {"/barriers/0/range", "[0, 4]", "/barriers/0/range", "must be null"},
    {"/barriers/0/dst/layout", "null", "/barriers/0/dst/layout", "an image's layout"},
    {"/barriers/0/dst/passes/0", "\"nobody\"", "/barriers/0/dst/passes/0", "no pass named"},
    {"/barriers/0/why", "\"because\"", "/barriers/0/why", "unknown reason"},
    {"/barriers/0/previous", "8", "/barriers/0/previous", "out of range 0 … 7"},
    {"/barriers/0/call", "1.5", "/barriers/0/call", "a whole number"},
    {"/barriers/0/replaces", "[\"x\"]", "/barriers/0/replaces/0", "no resource named"},
    {"/frame/pools", "[1, 2, 3, 4, 5, 6, 7, 8, 9]", "/frame/pools", "an entry for each"},
    {"/frame/acquire_stages/x", "[]", "/frame/acquire_stages/x", "no resource of this name"},
    {"/frame/persistent/0/write", "{}", "/frame/persistent/0/write", "is missing"},
    {"/memory/sum", "-1", "/memory/sum", "out of range"},
    {"/memory/pools/0", "{}", "/memory/pools/0", "is missing"},
    {"/traffic/load_bytes", "\"1\"", "/traffic/load_bytes", "a whole number"},
    {"/counts/barriers", "4294967296", "/counts/barriers", "out of range"},
    {"/diagnostics/0", "{\"code\": \"sad\"}", "/diagnostics/0/code", "unknown code"},
    {"/passes/0/name", "\"first\"", "/passes/0/name", "the graph has no pass named \"first\""},
    {"/passes/0", NULL, "/passes/0/name", "as number 1 from 0"},
    {"/passes/0/kind", "\"raw\"", "/passes/0/uses/2/as", "unknown use"},
    {"/passes/0/flags", "[\"static\"]", "/passes/0/flags", "declares other flags"},
    {"/passes/0/uses/0/as", "\"general\"", "/passes/0/uses/0/as", "unknown use"},
    {"/passes/0/uses/0/layout", "null", "/passes/0/uses/0/layout", "must be an image's"},
    {"/passes/0/copies/0", "{}", "/passes/0/copies/0", "the key \"op\" is missing"},
};

static void wrong_plans_are_refused_with_their_place(void **state)
{
    (void)state;
    fusor_graph *graph;
    json_t *good = subpasses_plan(&graph);
    for (size_t i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++) {
        check_refused(good, &wrongs[i], graph);
    }
    assert_int_equal(failed, 0);
    json_decref(good);
    fusor_graph_destroy(graph);
}

static void whatever_is_no_plan_is_refused(void **state)
{
    (void)state;
    char deep[4096];
    memset(deep, '[', sizeof(deep) - 1);
    deep[sizeof(deep) - 1] = '\0';
    const char *const texts[] = {
        "", "null", "[]", "{}", "7", "{\"fusor_plan\": 1", deep, "{\"hash\": 1, \"hash\": 2}"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        fusor_json_source source = {.text = texts[i], .size = strlen(texts[i])};
        fusor_json_errors *errors = NULL;
        fusor_plan *plan = NULL;
        fusor_result result = fusor_json_read_plan(&source, NULL, &plan, &errors);
        assert_true(result == FUSOR_ERROR_SYNTAX || result == FUSOR_ERROR_DOCUMENT);
        assert_null(plan);
        assert_non_null(errors);
        fusor_json_errors_destroy(errors);
        assert_int_equal(fusor_json_read_plan(&source, NULL, &plan, NULL), result);
    }
}

/* Every prefix of a document, and every value of it replaced by each of a few: no crash, no leak. */
static void cut_and_changed_documents_do_no_harm(void **state)
{
    (void)state;
    fusor_graph *graph;
    json_t *good = subpasses_plan(&graph);
    char *text = json_dumps(good, JSON_COMPACT);
    size_t size = strlen(text);
    static const char marks[] = "0a\"[{]}n,-";
    uint32_t refused = 0;
    for (size_t i = 0; i < size; i += 7) {
        fusor_json_source source = {.text = text, .size = i};
        fusor_plan *plan = NULL;
        assert_int_equal(fusor_json_read_plan(&source, graph, &plan, NULL), FUSOR_ERROR_SYNTAX);
        char was = text[i];
        text[i] = marks[i % (sizeof(marks) - 1)];
        source.size = size;
        refused += fusor_json_read_plan(&source, graph, &plan, NULL) != FUSOR_OK;
        fusor_plan_destroy(plan);
        text[i] = was;
    }
    assert_true(refused > size / 14);
    free(text);
    json_decref(good);
    fusor_graph_destroy(graph);
}

/* A lie about a barrier is no matter of form: it is read as it is, and the hash does not hold. */
static void a_plan_that_lies_is_read_as_it_is(void **state)
{
    (void)state;
    fusor_graph *graph;
    json_t *root = subpasses_plan(&graph);
    json_t *scope = json_object_get(json_array_get(json_object_get(root, "barriers"), 0), "dst");
    json_object_set_new(scope, "access", json_array());
    char *text = json_dumps(root, 0);
    fusor_plan *plan = read_plan(text, graph);
    assert_int_equal(plan->barriers[0].dst.access, 0);
    assert_true(fusor_plan_get_hash(plan) != plan->hash);
    fusor_plan_destroy(plan);
    free(text);
    json_decref(root);
    fusor_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_plan_of_every_frame_comes_back),
        cmocka_unit_test(odd_names_and_rare_things_come_back),
        cmocka_unit_test(a_plan_read_without_its_graph_has_no_handles),
        cmocka_unit_test(a_clone_owns_all_that_it_shows),
        cmocka_unit_test(wrong_plans_are_refused_with_their_place),
        cmocka_unit_test(whatever_is_no_plan_is_refused),
        cmocka_unit_test(cut_and_changed_documents_do_no_harm),
        cmocka_unit_test(a_plan_that_lies_is_read_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
