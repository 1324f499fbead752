/* Plan documents: every key of FORMAT.md's example, in its order, on every frame; what the document
 * says is what the plan in memory says; equal plans are equal bytes. */
#include "json_help.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The keys of each kind of object, in order; what follows them was added to the format. */
static const char *const top_keys[] = {
    "fusor_plan", "graph",     "device",   "policy", "hash",   "order",   "culled", "groups",
    "breaks",     "resources", "barriers", "frame",  "memory", "traffic", "counts", "diagnostics"};
static const char *const group_keys[] = {"passes",       "bridged", "path",
                                         "view_mask",    "area",    "subpasses",
                                         "dependencies", "members", "attachments"};
static const char *const subpass_keys[] = {"passes", "color",    "inputs",
                                           "depth",  "preserve", "layouts"};
static const char *const dependency_keys[] = {"from",      "to",         "src", "dst",
                                              "by_region", "view_local", "why"};
static const char *const member_keys[] = {"pass", "subpass", "color_map", "input_map", "clears"};
static const char *const attachment_keys[] = {
    "image",         "mips",    "layers",     "load",           "store",       "stencil_load",
    "stencil_store", "resolve", "memoryless", "initial_layout", "final_layout"};
static const char *const break_keys[] = {"before", "after", "reasons", "resource", "text"};
static const char *const resource_keys[] = {"name",        "kind",      "format",   "extent",
                                            "bytes",       "usage",     "first",    "last",
                                            "group_local", "alias_set", "placement"};
static const char *const placement_keys[] = {"pool",      "offset",      "size",
                                             "alignment", "memory_type", "follows"};
static const char *const barrier_keys[] = {"before", "call",   "kind",    "resource", "aspects",
                                           "mips",   "layers", "range",   "queues",   "src",
                                           "dst",    "why",    "replaces"};
static const char *const scope_keys[] = {"passes", "stages", "access", "layout"};
static const char *const memory_keys[] = {"sum", "placed", "lower_bound", "memoryless", "pools"};
static const char *const traffic_keys[] = {"load_bytes", "store_bytes", "unfused_load_bytes",
                                           "unfused_store_bytes", "floor_bytes"};
static const char *const count_keys[] = {"passes", "render_passes", "unfused_render_passes",
                                         "barrier_calls", "barriers"};
static const char *const diagnostic_keys[] = {"code", "severity", "pass", "resource", "text"};

static void check_keys(json_t *object, const char *const *keys, size_t count)
{
    assert_true(json_is_object(object));
    void *at = json_object_iter(object);
    for (size_t i = 0; i < count; i++, at = json_object_iter_next(object, at)) {
        assert_non_null(at);
        assert_string_equal(json_object_iter_key(at), keys[i]);
    }
}

#define CHECK_KEYS(object, keys) check_keys(object, keys, sizeof(keys) / sizeof((keys)[0]))
#define CHECK_EACH(array, keys)                                                                    \
    do {                                                                                           \
        for (size_t row = 0; row < json_array_size(array); row++) {                                \
            CHECK_KEYS(json_array_get(array, row), keys);                                          \
        }                                                                                          \
    } while (0)

static void check_group(json_t *group)
{
    CHECK_KEYS(group, group_keys);
    CHECK_EACH(json_object_get(group, "subpasses"), subpass_keys);
    CHECK_EACH(json_object_get(group, "dependencies"), dependency_keys);
    CHECK_EACH(json_object_get(group, "members"), member_keys);
    CHECK_EACH(json_object_get(group, "attachments"), attachment_keys);
}

static void check_resource(json_t *resource)
{
    json_t *placement = json_object_get(resource, "placement");
    json_t *slots = json_object_get(resource, "slots");
    CHECK_KEYS(resource, resource_keys);
    if (!json_is_null(placement)) {
        CHECK_KEYS(placement, placement_keys);
        assert_null(slots);
    }
    for (size_t i = 0; i < json_array_size(slots); i++) {
        if (!json_is_null(json_array_get(slots, i))) {
            CHECK_KEYS(json_array_get(slots, i), placement_keys);
        }
    }
}

static void check_barrier(json_t *barrier)
{
    bool is_image = json_is_array(json_object_get(barrier, "mips"));
    CHECK_KEYS(barrier, barrier_keys);
    CHECK_KEYS(json_object_get(barrier, "src"), scope_keys);
    CHECK_KEYS(json_object_get(barrier, "dst"), scope_keys);
    assert_int_equal(json_is_null(json_object_get(barrier, "range")), is_image);
    assert_int_equal(json_is_array(json_object_get(barrier, "aspects")), is_image);
    assert_true(json_is_integer(json_object_get(barrier, "previous")));
}

static void check_shape(json_t *plan)
{
    CHECK_KEYS(plan, top_keys);
    json_t *groups = json_object_get(plan, "groups");
    json_t *resources = json_object_get(plan, "resources");
    json_t *barriers = json_object_get(plan, "barriers");
    for (size_t i = 0; i < json_array_size(groups); i++) {
        check_group(json_array_get(groups, i));
    }
    for (size_t i = 0; i < json_array_size(resources); i++) {
        check_resource(json_array_get(resources, i));
    }
    for (size_t i = 0; i < json_array_size(barriers); i++) {
        check_barrier(json_array_get(barriers, i));
    }
    CHECK_EACH(json_object_get(plan, "breaks"), break_keys);
    CHECK_EACH(json_object_get(plan, "diagnostics"), diagnostic_keys);
    CHECK_KEYS(json_object_get(plan, "memory"), memory_keys);
    CHECK_KEYS(json_object_get(plan, "traffic"), traffic_keys);
    CHECK_KEYS(json_object_get(plan, "counts"), count_keys);
    assert_int_equal(json_string_length(json_object_get(plan, "hash")), 16);
}

static json_int_t number(json_t *plan, const char *object, const char *key)
{
    return json_integer_value(json_object_get(json_object_get(plan, object), key));
}

static void check_numbers(json_t *document, const fusor_plan *plan)
{
    assert_int_equal(json_array_size(json_object_get(document, "order")), plan->order_count);
    assert_int_equal(json_array_size(json_object_get(document, "groups")), plan->group_count);
    assert_int_equal(json_array_size(json_object_get(document, "barriers")), plan->barrier_count);
    assert_int_equal(json_array_size(json_object_get(document, "breaks")), plan->break_count);
    assert_int_equal(json_array_size(json_object_get(document, "resources")), plan->resource_count);
    assert_int_equal(number(document, "memory", "placed"), plan->memory_placed);
    assert_int_equal(number(document, "memory", "sum"), plan->memory_sum);
    assert_int_equal(number(document, "traffic", "load_bytes"), plan->traffic.load_bytes);
    assert_int_equal(number(document, "traffic", "floor_bytes"), plan->traffic.floor_bytes);
    assert_int_equal(number(document, "counts", "barriers"), plan->counts.barriers);
    assert_int_equal(number(document, "counts", "render_passes"), plan->counts.render_passes);
    for (uint32_t i = 0; i < plan->order_count; i++) {
        assert_string_equal(
            json_string_value(json_array_get(json_object_get(document, "order"), i)),
            plan->passes[plan->order[i]].name);
    }
}

static fusor_plan *make_plan(const fusor_graph *graph, const char *device)
{
    fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    assert_int_equal(fusor_compile(graph, fusor_device_builtin(device), &policy, &compiled),
                     FUSOR_OK);
    assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
    fusor_compiled_destroy(compiled);
    return plan;
}

static void check_plan(const fusor_graph *graph, const char *device)
{
    char *text = NULL, *again = NULL;
    fusor_plan *plan = make_plan(graph, device);
    fusor_plan *twin = make_plan(graph, device);
    assert_int_equal(fusor_json_write_plan(plan, &text), FUSOR_OK);
    assert_int_equal(fusor_json_write_plan(twin, &again), FUSOR_OK);
    assert_string_equal(text, again);
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(document);
    check_shape(document);
    check_numbers(document, plan);
    json_decref(document);
    fusor_json_free(again);
    fusor_json_free(text);
    fusor_plan_destroy(twin);
    fusor_plan_destroy(plan);
}

static void every_frame_gives_a_whole_plan_document(void **state)
{
    (void)state;
    static const char *const devices[] = {"immediate", "tiler"};
    for (const char *const *name = corpus_names(); *name; name++) {
        fusor_graph *graph = corpus_frame(*name);
        for (size_t d = 0; d < 2; d++) {
            check_plan(graph, devices[d]);
        }
        fusor_graph_destroy(graph);
    }
}

/* A plan by hand: values that no frame needs to have. */
static const fusor_plan_pass passes[] = {
    {.name = "a \"b\"", .group = FUSOR_NONE},
    {.name = "c", .kind = FUSOR_PASS_COMPUTE, .culled = FUSOR_CULL_NO_READER, .group = FUSOR_NONE}};
static const uint32_t order[] = {0}, pass_list[] = {0}, resource_list[] = {0};
static const fusor_placement placements[] = {
    {.placed = true, .dedicated = true, .size_bytes = 7, .alignment = 4, .follows = {0, 1}},
    {.placed = true, .pool = 1, .offset = 8, .size_bytes = 7, .alignment = 4}};
static const fusor_plan_resource resources[] = {{.name = "buf",
                                                 .lifetime = FUSOR_LIFETIME_HISTORY,
                                                 .instances = FUSOR_INSTANCES_HISTORY,
                                                 .slot_count = 2,
                                                 .bytes = 7,
                                                 .usage = FUSOR_BUFFER_USAGE_STORAGE_BUFFER,
                                                 .alias_set = FUSOR_NONE,
                                                 .placements = {0, 2}}};
static const fusor_plan_barrier barriers[] = {{.kind = FUSOR_BARRIER_MEMORY,
                                               .why = FUSOR_WHY_FRAME_WRAP,
                                               .previous = 1,
                                               .call = 5,
                                               .before = FUSOR_NONE,
                                               .region = {.bytes = {2, 3}},
                                               .src = {.stages = FUSOR_STAGE_COMPUTE_SHADER,
                                                       .access = FUSOR_ACCESS_SHADER_STORAGE_WRITE,
                                                       .passes = {0, 1}},
                                               .dst = {.stages = FUSOR_STAGE_FRAGMENT_TESTS},
                                               .entry = true,
                                               .replaces = {0, 1}}};
static const fusor_plan plan_by_hand = {.graph_name = "g",
                                        .device_name = "d",
                                        .hash = 0xabc,
                                        .passes = passes,
                                        .pass_count = 2,
                                        .order = order,
                                        .order_count = 1,
                                        .resources = resources,
                                        .resource_count = 1,
                                        .placements = placements,
                                        .placement_count = 2,
                                        .barriers = barriers,
                                        .barrier_count = 1,
                                        .pass_list = pass_list,
                                        .pass_list_count = 1,
                                        .resource_list = resource_list,
                                        .resource_list_count = 1};

static const char *const parts_by_hand[] = {
    "\"hash\": \"0000000000000abc\"",
    "\"order\": [\"a \\\"b\\\"\"]",
    "{\"pass\": \"c\", \"reason\": \"no-reader\"}",
    "\"name\": \"buf\", \"kind\": \"history\", \"format\": null, \"extent\": null, \"bytes\": "
    "7, "
    "\"usage\": [\"storage_buffer\"]",
    "\"alias_set\": null, \"placement\": null, \"slots\": [{\"pool\": 0, \"offset\": 0, "
    "\"size\": 7, \"alignment\": 4, \"memory_type\": 0, \"follows\": [\"buf\"], \"dedicated\": "
    "true}, {\"pool\": 1,",
    "{\"before\": \"end\", \"call\": 5, \"kind\": \"memory\", \"resource\": \"buf\", "
    "\"aspects\": "
    "null, \"mips\": null, \"layers\": null, \"range\": [2, 3], \"queues\": null, \"src\": "
    "{\"passes\": [\"a \\\"b\\\"\"], \"stages\": [\"compute_shader\"], \"access\": "
    "[\"shader_storage_write\"], \"layout\": null}, \"dst\": {\"passes\": [], \"stages\": "
    "[\"early_fragment_tests\", \"late_fragment_tests\"], \"access\": [], \"layout\": null}, "
    "\"why\": \"frame-wrap\", \"replaces\": [\"buf\"], \"previous\": 1, \"entry\": true}"};

static void a_plan_by_hand_is_written_as_the_format_says(void **state)
{
    (void)state;
    char *text = NULL;
    assert_int_equal(fusor_json_write_plan(&plan_by_hand, &text), FUSOR_OK);
    for (size_t i = 0; i < sizeof(parts_by_hand) / sizeof(parts_by_hand[0]); i++) {
        if (!strstr(text, parts_by_hand[i])) {
            fail_msg("not there: %s\n%s", parts_by_hand[i], text);
        }
    }
    fusor_json_free(text);
}

static void a_failure_is_a_document_with_its_diagnostics(void **state)
{
    (void)state;
    static const fusor_diagnostic found = {.code = FUSOR_DIAGNOSTIC_NEVER_WRITTEN,
                                           .severity = FUSOR_SEVERITY_ERROR,
                                           .pass = "p",
                                           .resource = "r",
                                           .text = "pass \"p\" reads \"r\""};
    char *text = NULL;
    assert_int_equal(fusor_json_write_failure(FUSOR_ERROR_INVALID_GRAPH, &found, 1, &text),
                     FUSOR_OK);
    assert_string_equal(
        text, "{\n \"fusor_plan\": 1,\n \"error\": \"the graph has errors; see its diagnostics\",\n"
              " \"diagnostics\": [\n  {\"code\": \"never-written\", \"severity\": \"error\", "
              "\"pass\": \"p\", \"resource\": \"r\", \"text\": \"pass \\\"p\\\" reads "
              "\\\"r\\\"\"}\n ]\n}\n");
    fusor_json_free(text);
}

static void a_diagnostic_is_located_at_the_use_it_is_about(void **state)
{
    (void)state;
    static const char text[] =
        "{\"fusor_graph\": 1, \"name\": \"n\", \"render_size\": [8, 8], \"images\": {"
        "\"a/b\": {\"format\": \"r8_unorm\"}, \"c\": {\"format\": \"r8_unorm\"}},"
        "\"buffers\": {\"d\": {\"size\": 4}, \"e\": {\"size\": 4}}, \"passes\": ["
        "{\"name\": \"o\", \"kind\": \"compute\"}, {\"name\": \"p\", \"kind\": \"raster\","
        "\"color\": [null, {\"image\": \"a/b\"}], \"reads\": [{\"buffer\": \"d\", \"as\": "
        "\"storage\"}], \"inputs\": [{\"image\": \"c\"}]}]}";
    static const char *const rows[][3] = {{"p", "a/b", "/passes/1/color/1"},
                                          {"p", "c", "/passes/1/inputs/0"},
                                          {"p", "d", "/passes/1/reads/0"},
                                          {"p", "e", "/passes/1"},
                                          {"o", "", "/passes/0"},
                                          {"", "a/b", "/images/a~1b"},
                                          {"", "e", "/buffers/e"},
                                          {"", "", ""},
                                          {"nobody", "nothing", ""}};
    fusor_graph *graph = corpus_graph(text, strlen(text));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        fusor_diagnostic diagnostic = {.pass = rows[i][0], .resource = rows[i][1], .text = ""};
        char *pointer = NULL;
        assert_int_equal(fusor_json_locate(graph, &diagnostic, &pointer), FUSOR_OK);
        assert_string_equal(pointer, rows[i][2]);
        fusor_json_free(pointer);
    }
    fusor_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_frame_gives_a_whole_plan_document),
        cmocka_unit_test(a_plan_by_hand_is_written_as_the_format_says),
        cmocka_unit_test(a_failure_is_a_document_with_its_diagnostics),
        cmocka_unit_test(a_diagnostic_is_located_at_the_use_it_is_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
