/* In: the text of a device document. Out: a description with the memory that it points to.
 * What is absent is unlimited (limits, counts, modes, formats) or not there (features). */
#include <string.h>

#include "json_value.h"

#define MEMORY_TYPES_MAX 32u /* VK_MAX_MEMORY_TYPES: `memory_type_bits` has as many */

struct fusor_json_device {
    json_arena arena; /* everything, this struct too */
    fusor_device_desc desc;
};

#define DEVICE(member) offsetof(fusor_device_desc, member)

static const json_limits positive_limits = {1, UINT32_MAX};
static const json_limits positive_limits_u64 = {1, INT64_MAX};

/* --------------------------------------------------------------------------- limits and features */

static const json_field limit_fields[] = {
#define LIMIT_READER_uint32_t json_read_u32
#define LIMIT_READER_uint64_t json_read_u64
#define LIMIT_RULE_uint32_t &json_limits_u32
#define LIMIT_RULE_uint64_t &json_limits_u64
#define LIMIT_ROW(name, type)                                                                      \
    {#name, LIMIT_READER_##type, DEVICE(limits.name), LIMIT_RULE_##type, false},
    FUSOR_DEVICE_LIMITS(LIMIT_ROW)
#undef LIMIT_ROW
};
static const json_object_rule limit_rule = JSON_OBJECT_RULE(limit_fields);

static const json_field feature_fields[] = {
#define FEATURE_ROW(name) {#name, json_read_bool, DEVICE(features.name), NULL, false},
    FUSOR_DEVICE_FEATURES(FEATURE_ROW)
#undef FEATURE_ROW
};
static const json_object_rule feature_rule = JSON_OBJECT_RULE(feature_fields);

static void read_samples(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    uint64_t samples;
    if (!json_read_integer(reader, value, &samples, rule)) {
        return;
    }
    if (samples & (samples - 1)) {
        json_fail(reader, "%u is no sample count; allowed: 1, 2, 4, 8, 16, 32, 64",
                  (unsigned)samples);
    }
    *(uint32_t *)out = (uint32_t)samples;
}

static void read_sample_counts(json_reader *reader, const json_t *value, void *out,
                               const void *rule)
{
    static const json_limits limits = {1, 64};
    static const json_field element = {"", read_samples, 0, &limits, false};
    (void)rule;
    uint32_t count = 0;
    const uint32_t *counts = json_read_list(reader, value, sizeof(*counts), &count, &element);
    for (uint32_t i = 0; i < count; i++) {
        *(uint32_t *)out |= counts[i];
    }
    if (json_is_array(value) && count == 0) {
        json_fail(reader, "must name at least one sample count, or be left out");
    }
}

static const json_field sample_fields[] = {
    {"color", read_sample_counts, DEVICE(color_samples), NULL, false},
    {"depth", read_sample_counts, DEVICE(depth_samples), NULL, false},
    {"stencil", read_sample_counts, DEVICE(stencil_samples), NULL, false},
    {"integer", read_sample_counts, DEVICE(integer_samples), NULL, false},
};
static const json_object_rule sample_rule = JSON_OBJECT_RULE(sample_fields);

static const json_field mode_fields[] = {
    {"depth", json_read_words32, DEVICE(depth_resolve_modes), &json_words_resolve, false},
    {"stencil", json_read_words32, DEVICE(stencil_resolve_modes), &json_words_resolve, false},
};
static const json_object_rule mode_rule = JSON_OBJECT_RULE(mode_fields);

/* -------------------------------------------------------------------------------------- formats */

static void read_format_entry(json_reader *reader, const char *name, const json_t *value,
                              fusor_device_format *out)
{
    json_enter_key(reader, name);
    json_t *key = json_string(name);
    if (key) {
        json_read_format(reader, key, &out->format, NULL);
    } else {
        reader->arena.failed = true;
    }
    json_decref(key);
    json_read_any_words32(reader, value, &out->features, &json_words_format_feature);
    json_leave(reader);
}

static void read_formats(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_device_desc *desc = out;
    if (!json_is_object(value)) {
        json_fail_type(reader, value, "an object of formats");
        return;
    }
    if (json_object_size(value) == 0) {
        json_fail(reader, "names no format; leave the key out for every format in every use");
        return;
    }
    fusor_device_format *rows =
        json_arena_take(&reader->arena, json_object_size(value), sizeof(*rows));
    for (void *i = json_object_iter((json_t *)value); i && rows;
         i = json_object_iter_next((json_t *)value, i)) {
        read_format_entry(reader, json_object_iter_key(i), json_object_iter_value(i),
                          &rows[desc->format_count++]);
    }
    desc->formats = rows;
}

/* --------------------------------------------------------------------------- queues and memories */

static const json_field queue_fields[] = {
    {"flags", json_read_words32, offsetof(fusor_queue_family, flags), &json_words_queue_flag, true},
    {"count", json_read_u32, offsetof(fusor_queue_family, count), &positive_limits, true},
};
static const json_object_rule queue_rule = JSON_OBJECT_RULE(queue_fields);

static const json_field type_fields[] = {
    {"heap", json_read_u32, offsetof(fusor_memory_type, heap), &json_limits_u32, true},
    {"flags", json_read_any_words32, offsetof(fusor_memory_type, flags), &json_words_memory_flag,
     true},
};
static const json_object_rule type_rule = JSON_OBJECT_RULE(type_fields);

static void read_queues(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_field element = {"", json_read_object, 0, &queue_rule, false};
    (void)rule;
    fusor_device_desc *desc = out;
    desc->queues =
        json_read_list(reader, value, sizeof(fusor_queue_family), &desc->queue_count, &element);
}

static void read_heaps(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_field element = {"", json_read_u64, 0, &positive_limits_u64, false};
    (void)rule;
    fusor_device_desc *desc = out;
    desc->memory_heaps =
        json_read_list(reader, value, sizeof(uint64_t), &desc->memory_heap_count, &element);
}

static void read_types(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_field element = {"", json_read_object, 0, &type_rule, false};
    (void)rule;
    fusor_device_desc *desc = out;
    desc->memory_types = json_read_list(reader, value, sizeof(fusor_memory_type),
                                        &desc->memory_type_count, &element);
    if (desc->memory_type_count > MEMORY_TYPES_MAX) {
        json_fail(reader, "a device has at most %u memory types, not %u", MEMORY_TYPES_MAX,
                  desc->memory_type_count);
    }
}

static void check_heaps(json_reader *reader, const fusor_device_desc *desc)
{
    json_enter_key(reader, "memory_types");
    for (uint32_t i = 0; i < desc->memory_type_count; i++) {
        json_enter_index(reader, i);
        if (desc->memory_types[i].heap >= desc->memory_heap_count) {
            json_fail_key(reader, "heap", "there is no heap %u; \"memory_heaps\" has %u",
                          desc->memory_types[i].heap, desc->memory_heap_count);
        }
        json_leave(reader);
    }
    json_leave(reader);
}

/* --------------------------------------------------------------------------------- requirements */

#define RULE(member) offsetof(fusor_requirement_rule, member)

static void read_lazy(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    bool lazy = false;
    json_read_bool(reader, value, &lazy, rule);
    *(uint32_t *)out = lazy ? 1 : 2;
}

static const json_field match_fields[] = {
    {"name", json_read_name, RULE(match_name), NULL, false},
    {"class", json_read_word, RULE(match_class), &json_words_class, false},
    {"format", json_read_format, RULE(match_format), NULL, false},
    {"lazy", read_lazy, RULE(match_lazy), NULL, false},
};
static const json_object_rule match_rule = JSON_OBJECT_RULE(match_fields);

static void read_scale(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_requirement_rule *row = out;
    uint64_t numbers[2];
    if (json_read_numbers(reader, value, 2, numbers, &positive_limits)) {
        row->scale_num = (uint32_t)numbers[0];
        row->scale_den = (uint32_t)numbers[1];
    }
}

static const json_field scale_fields[] = {{"scale", read_scale, 0, NULL, true}};
static const json_object_rule scale_rule = JSON_OBJECT_RULE(scale_fields);

static void read_size(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    fusor_requirement_rule *row = out;
    (void)rule;
    if (json_is_object(value)) {
        json_read_fields(reader, value, row, &scale_rule);
    } else if (json_is_integer(value)) {
        json_read_u64(reader, value, &row->size_bytes, &positive_limits_u64);
    } else {
        json_fail_type(reader, value, "bytes, a whole number, or {\"scale\": [n, d]}");
    }
}

static void read_alignment(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    uint64_t alignment = 0;
    if (json_read_integer(reader, value, &alignment, rule) && (alignment & (alignment - 1))) {
        json_fail(reader, "an alignment is a power of two");
    }
    *(uint64_t *)out = alignment;
}

static const json_field requirement_fields[] = {
    {"match", json_read_object, 0, &match_rule, false},
    {"size", read_size, 0, NULL, false},
    {"alignment", read_alignment, RULE(alignment), &positive_limits_u64, false},
    {"memory_type_bits", json_read_u32, RULE(memory_type_bits), &positive_limits, false},
    {"dedicated", json_read_word, RULE(dedicated), &json_words_dedicated, false},
};
static const json_object_rule requirement_rule = JSON_OBJECT_RULE(requirement_fields);

static void read_requirements(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_field element = {"", json_read_object, 0, &requirement_rule, false};
    (void)rule;
    fusor_device_desc *desc = out;
    desc->requirements = json_read_list(reader, value, sizeof(fusor_requirement_rule),
                                        &desc->requirement_count, &element);
}

/* ------------------------------------------------------------------------------------- document */

/* Whole numbers under any names: read by nothing yet. */
static void read_costs(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)out;
    if (!json_is_object(value)) {
        json_fail_type(reader, value, "an object of whole numbers");
        return;
    }
    for (void *i = json_object_iter((json_t *)value); i;
         i = json_object_iter_next((json_t *)value, i)) {
        uint64_t cost;
        json_enter_key(reader, json_object_iter_key(i));
        json_read_integer(reader, json_object_iter_value(i), &cost, rule);
        json_leave(reader);
    }
}

static const json_field device_fields[] = {
    {"fusor_device", json_read_version, 0, NULL, true},
    {"name", json_read_name, DEVICE(name), NULL, true},
    {"tiler", json_read_bool, DEVICE(tiler), NULL, false},
    {"limits", json_read_object, 0, &limit_rule, false},
    {"features", json_read_object, 0, &feature_rule, false},
    {"sample_counts", json_read_object, 0, &sample_rule, false},
    {"resolve_modes", json_read_object, 0, &mode_rule, false},
    {"formats", read_formats, 0, NULL, false},
    {"queues", read_queues, 0, NULL, false},
    {"memory_heaps", read_heaps, 0, NULL, false},
    {"memory_types", read_types, 0, NULL, false},
    {"requirements", read_requirements, 0, NULL, false},
    {"costs", read_costs, 0, &json_limits_u64, false},
};
static const json_object_rule device_rule = JSON_OBJECT_RULE(device_fields);

static fusor_result read_document(json_reader *reader, const fusor_json_source *source,
                                  fusor_device_desc *desc)
{
    fusor_result result = FUSOR_OK;
    json_t *root = json_reader_parse(reader, source, &result);
    if (root && json_read_fields(reader, root, desc, &device_rule) &&
        json_error_count(reader) == 0) {
        check_heaps(reader, desc);
    }
    json_decref(root);
    return result;
}

fusor_result fusor_json_read_device(const fusor_json_source *source, fusor_json_device **device,
                                    fusor_json_errors **errors)
{
    json_reader reader;
    fusor_device_desc desc = {0};
    fusor_json_device *made = NULL;
    *device = NULL;
    fusor_result result = json_reader_init(&reader, source);
    if (result == FUSOR_OK) {
        result = read_document(&reader, source, &desc);
    }
    if (result == FUSOR_OK && json_error_count(&reader) == 0) {
        made = json_arena_take(&reader.arena, 1, sizeof(*made));
    }
    if (made &&
        !reader.arena.failed) { /* what was read outlives the reader: its arena moves over */
        *made = (fusor_json_device){.arena = reader.arena, .desc = desc};
        json_arena_init(&reader.arena, &source->allocator);
        *device = made;
    }
    result = json_reader_finish(&reader, result, errors);
    return result;
}

const fusor_device_desc *fusor_json_device_get(const fusor_json_device *device)
{
    return &device->desc;
}

void fusor_json_device_destroy(fusor_json_device *device)
{
    if (device) {
        json_arena arena = device->arena; /* `device` lies in it */
        json_arena_finish(&arena);
    }
}
