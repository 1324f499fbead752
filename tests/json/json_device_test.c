/* Device documents: the built-in ones read back as themselves; wrong ones are told with their place. */
#include "json_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fusor_json_device *read_device(const char *text)
{
    fusor_json_source source = {.text = text, .size = strlen(text)};
    fusor_json_errors *errors = NULL;
    fusor_json_device *device = NULL;
    if (fusor_json_read_device(&source, &device, &errors) != FUSOR_OK) {
        uint32_t count;
        const fusor_json_error *rows = fusor_json_errors_get(errors, &count);
        fail_msg("%s %s", count ? rows[0].pointer : "", count ? rows[0].text : text);
    }
    return device;
}

#define SAME(member) assert_int_equal(a->member, b->member)

static void same_rule(const fusor_requirement_rule *a, const fusor_requirement_rule *b)
{
    assert_string_equal(a->match_name ? a->match_name : "", b->match_name ? b->match_name : "");
    SAME(match_format);
    SAME(match_class);
    SAME(match_lazy);
    SAME(size_bytes);
    SAME(scale_num);
    SAME(scale_den);
    SAME(alignment);
    SAME(memory_type_bits);
    SAME(dedicated);
}

static void same_lists(const fusor_device_desc *a, const fusor_device_desc *b)
{
    SAME(format_count);
    for (uint32_t i = 0; i < a->format_count; i++) {
        SAME(formats[i].format);
        SAME(formats[i].features);
    }
    SAME(queue_count);
    for (uint32_t i = 0; i < a->queue_count; i++) {
        SAME(queues[i].flags);
        SAME(queues[i].count);
    }
    SAME(memory_heap_count);
    for (uint32_t i = 0; i < a->memory_heap_count; i++) {
        SAME(memory_heaps[i]);
    }
    SAME(memory_type_count);
    for (uint32_t i = 0; i < a->memory_type_count; i++) {
        SAME(memory_types[i].heap);
        SAME(memory_types[i].flags);
    }
    SAME(requirement_count);
    for (uint32_t i = 0; i < a->requirement_count; i++) {
        same_rule(&a->requirements[i], &b->requirements[i]);
    }
}

static void same_device(const fusor_device_desc *a, const fusor_device_desc *b)
{
    assert_string_equal(a->name, b->name);
    SAME(tiler);
#define LIMIT_ROW(name, type) SAME(limits.name);
    FUSOR_DEVICE_LIMITS(LIMIT_ROW)
#undef LIMIT_ROW
#define FEATURE_ROW(name) SAME(features.name);
    FUSOR_DEVICE_FEATURES(FEATURE_ROW)
#undef FEATURE_ROW
    SAME(color_samples);
    SAME(depth_samples);
    SAME(stencil_samples);
    SAME(integer_samples);
    SAME(depth_resolve_modes);
    SAME(stencil_resolve_modes);
    same_lists(a, b);
}

static void check_round_trip(const fusor_device_desc *device)
{
    char *text = NULL;
    assert_int_equal(fusor_json_write_device(device, &text), FUSOR_OK);
    fusor_json_device *read = read_device(text);
    same_device(device, fusor_json_device_get(read));
    fusor_json_device_destroy(read);
    fusor_json_free(text);
}

static void every_built_in_device_reads_back_as_itself(void **state)
{
    (void)state;
    assert_non_null(fusor_device_builtin_name(0));
    for (uint32_t i = 0; fusor_device_builtin_name(i); i++) {
        check_round_trip(fusor_device_builtin(fusor_device_builtin_name(i)));
    }
}

static const char everything[] =
    "{\"fusor_device\": 1, \"name\": \"odd\", \"tiler\": true,"
    " \"limits\": {\"color_attachments\": 8, \"memory_allocation_bytes\": 1099511627776},"
    " \"features\": {\"multiview\": true, \"mixed_samples\": false},"
    " \"sample_counts\": {\"color\": [1, 4], \"depth\": [1], \"stencil\": [2], \"integer\": [64]},"
    " \"resolve_modes\": {\"depth\": [\"sample_zero\", \"max\"], \"stencil\": [\"average\"]},"
    " \"formats\": {\"r8_unorm\": [\"sampled_image\", \"transfer_dst\"], \"d16_unorm\": []},"
    " \"queues\": [{\"flags\": [\"graphics\", \"compute\", \"transfer\"], \"count\": 2}],"
    " \"memory_heaps\": [1024, 4096],"
    " \"memory_types\": [{\"heap\": 1, \"flags\": [\"device_local\", \"lazily_allocated\"]},"
    "                    {\"heap\": 0, \"flags\": []}],"
    " \"requirements\": [{\"match\": {\"name\": \"a\", \"class\": \"optimal\", \"format\":"
    "    \"r8_unorm\", \"lazy\": false}, \"size\": {\"scale\": [3, 2]}, \"alignment\": 4096,"
    "    \"memory_type_bits\": 3, \"dedicated\": \"preferred\"}, {\"size\": 77}],"
    " \"costs\": {\"barrier\": 5}}";

static void every_key_reads_back_as_the_same_device(void **state)
{
    (void)state;
    fusor_json_device *read = read_device(everything);
    const fusor_device_desc *device = fusor_json_device_get(read);
    assert_int_equal(device->color_samples, 5);
    assert_int_equal(device->depth_resolve_modes, FUSOR_RESOLVE_SAMPLE_ZERO | FUSOR_RESOLVE_MAX);
    assert_int_equal(device->format_count, 2);
    assert_int_equal(device->formats[1].features, 0);
    assert_int_equal(device->queues[0].flags, 7);
    assert_int_equal(device->memory_types[0].flags,
                     FUSOR_MEMORY_DEVICE_LOCAL | FUSOR_MEMORY_LAZILY_ALLOCATED);
    assert_int_equal(device->requirements[0].match_lazy, 2);
    assert_int_equal(device->requirements[0].match_class, 2);
    assert_int_equal(device->requirements[1].size_bytes, 77);
    check_round_trip(device);
    fusor_json_device_destroy(read);
}

static void absent_keys_are_no_limit_and_no_feature(void **state)
{
    (void)state;
    fusor_json_device *read = read_device("{\"fusor_device\": 1, \"name\": \"n\"}");
    fusor_device_desc nothing = {.name = "n"};
    same_device(&nothing, fusor_json_device_get(read));
    fusor_json_device_destroy(read);
}

typedef struct bad_row {
    const char *keys, *pointer, *message;
} bad_row;

static const bad_row bad_rows[] = {
    {"\"speed\": 1", "/speed", "allowed: fusor_device, name, tiler, limits"},
    {"\"tiler\": 1", "/tiler", "must be true or false"},
    {"\"limits\": {\"colours\": 1}", "/limits/colours", "allowed: color_attachments"},
    {"\"limits\": {\"views\": 4294967296}", "/limits/views", "out of range 0 … 4294967295"},
    {"\"limits\": {\"views\": 1.5}", "/limits/views", "must be a whole number"},
    {"\"features\": {\"multiview\": 1}", "/features/multiview", "must be true or false"},
    {"\"features\": [\"multiview\"]", "/features", "must be an object, not a list"},
    {"\"sample_counts\": {\"color\": [3]}", "/sample_counts/color/0", "3 is no sample count"},
    {"\"sample_counts\": {\"color\": []}", "/sample_counts/color", "at least one"},
    {"\"sample_counts\": {\"all\": [1]}", "/sample_counts/all", "color, depth, stencil, integer"},
    {"\"resolve_modes\": {\"depth\": [\"mean\"]}", "/resolve_modes/depth/0",
     "allowed: average, sample_zero, min, max"},
    {"\"formats\": {\"rgba8\": []}", "/formats/rgba8", "unknown format \"rgba8\""},
    {"\"formats\": {\"r8_unorm\": [\"blend\"]}", "/formats/r8_unorm/0",
     "allowed: sampled_image, storage_image"},
    {"\"formats\": {}", "/formats", "leave the key out for every format"},
    {"\"formats\": []", "/formats", "must be an object of formats"},
    {"\"queues\": [{\"flags\": [\"video\"], \"count\": 1}]", "/queues/0/flags/0",
     "allowed: graphics, compute, transfer"},
    {"\"queues\": [{\"count\": 1}]", "/queues/0", "\"flags\" is missing"},
    {"\"queues\": [{\"flags\": [\"compute\"], \"count\": 0}]", "/queues/0/count", "out of range"},
    {"\"memory_heaps\": [0]", "/memory_heaps/0", "out of range"},
    {"\"memory_types\": [{\"heap\": 0, \"flags\": []}]", "/memory_types/0/heap",
     "there is no heap 0; \"memory_heaps\" has 0"},
    {"\"memory_types\": [{\"heap\": 0, \"flags\": [\"fast\"]}]", "/memory_types/0/flags/0",
     "allowed: device_local, host_visible"},
    {"\"requirements\": [{\"match\": {\"kind\": 1}}]", "/requirements/0/match/kind",
     "allowed: name, class, format, lazy"},
    {"\"requirements\": [{\"match\": {\"lazy\": 1}}]", "/requirements/0/match/lazy",
     "must be true or false"},
    {"\"requirements\": [{\"match\": {\"class\": \"tiled\"}}]", "/requirements/0/match/class",
     "allowed: linear, optimal"},
    {"\"requirements\": [{\"size\": {\"scale\": [1, 0]}}]", "/requirements/0/size/scale/1",
     "out of range"},
    {"\"requirements\": [{\"size\": \"big\"}]", "/requirements/0/size", "bytes, a whole number"},
    {"\"requirements\": [{\"alignment\": 3}]", "/requirements/0/alignment", "a power of two"},
    {"\"requirements\": [{\"dedicated\": true}]", "/requirements/0/dedicated",
     "one of no, preferred, required"},
    {"\"costs\": {\"barrier\": \"high\"}", "/costs/barrier", "must be a whole number"},
};

static void every_wrong_device_is_told_with_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(bad_rows) / sizeof(bad_rows[0]); i++) {
        char text[1024];
        snprintf(text, sizeof(text), "{\"fusor_device\": 1, \"name\": \"n\", %s}",
                 bad_rows[i].keys);
        fusor_json_source source = {.text = text, .size = strlen(text)};
        fusor_json_errors *errors = NULL;
        fusor_json_device *device = NULL;
        uint32_t count;
        assert_int_equal(fusor_json_read_device(&source, &device, &errors), FUSOR_ERROR_DOCUMENT);
        assert_null(device);
        const fusor_json_error *found = fusor_json_errors_get(errors, &count);
        if (count != 1 || strcmp(found->pointer, bad_rows[i].pointer) != 0 ||
            !strstr(found->text, bad_rows[i].message)) {
            fail_msg("%s: %u errors, %s: %s", text, count, found->pointer, found->text);
        }
        fusor_json_errors_destroy(errors);
    }
}

static void a_graph_is_no_device(void **state)
{
    (void)state;
    size_t size;
    char *text = corpus_read("tests/frames/vkex-hdr.json", &size);
    fusor_json_source source = {.text = text, .size = size};
    fusor_json_device *device = NULL;
    assert_int_equal(fusor_json_read_device(&source, &device, NULL), FUSOR_ERROR_DOCUMENT);
    assert_null(device);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_built_in_device_reads_back_as_itself),
        cmocka_unit_test(every_key_reads_back_as_the_same_device),
        cmocka_unit_test(absent_keys_are_no_limit_and_no_feature),
        cmocka_unit_test(every_wrong_device_is_told_with_its_place),
        cmocka_unit_test(a_graph_is_no_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
