/* In: a device description. Out: the document that reads back as the same description.
 * Limits, counts, modes and lists that say nothing are left out. */
#include <string.h>

#include "json_out.h"

#define VERSION 1u

static void write_limits(json_out *out, const fusor_device_desc *device)
{
    json_out_key_object(out, "limits", false);
#define LIMIT_ROW(name, type)                                                                      \
    if (device->limits.name) {                                                                     \
        json_out_key_u64(out, #name, device->limits.name);                                         \
    }
    FUSOR_DEVICE_LIMITS(LIMIT_ROW)
#undef LIMIT_ROW
    json_out_close(out);
}

static void write_features(json_out *out, const fusor_device_desc *device)
{
    json_out_key_object(out, "features", false);
#define FEATURE_ROW(name) json_out_key_bool(out, #name, device->features.name);
    FUSOR_DEVICE_FEATURES(FEATURE_ROW)
#undef FEATURE_ROW
    json_out_close(out);
}

static void write_samples(json_out *out, const char *key, uint32_t bits)
{
    if (bits) {
        json_out_key_array(out, key, false);
        for (uint32_t count = 1; count <= 64; count *= 2) {
            if (bits & count) {
                json_out_u64(out, count);
            }
        }
        json_out_close(out);
    }
}

static void write_sample_counts(json_out *out, const fusor_device_desc *device)
{
    json_out_key_object(out, "sample_counts", false);
    write_samples(out, "color", device->color_samples);
    write_samples(out, "depth", device->depth_samples);
    write_samples(out, "stencil", device->stencil_samples);
    write_samples(out, "integer", device->integer_samples);
    json_out_close(out);
}

static void write_resolve_modes(json_out *out, const fusor_device_desc *device)
{
    json_out_key_object(out, "resolve_modes", false);
    if (device->depth_resolve_modes) {
        json_out_key_words(out, "depth", &json_words_resolve, device->depth_resolve_modes);
    }
    if (device->stencil_resolve_modes) {
        json_out_key_words(out, "stencil", &json_words_resolve, device->stencil_resolve_modes);
    }
    json_out_close(out);
}

static void write_formats(json_out *out, const fusor_device_desc *device)
{
    if (device->format_count == 0) {
        return;
    }
    json_out_key_object(out, "formats", true);
    for (uint32_t i = 0; i < device->format_count; i++) {
        const fusor_format_info *info = fusor_format_get_info(device->formats[i].format);
        out->unwritable |= !info;
        json_out_key_words(out, info ? info->name : "", &json_words_format_feature,
                           device->formats[i].features);
    }
    json_out_close(out);
}

static void write_memories(json_out *out, const fusor_device_desc *device)
{
    json_out_key_array(out, "queues", false);
    for (uint32_t i = 0; i < device->queue_count; i++) {
        json_out_object(out, false);
        json_out_key_words(out, "flags", &json_words_queue_flag, device->queues[i].flags);
        json_out_key_u64(out, "count", device->queues[i].count);
        json_out_close(out);
    }
    json_out_close(out);
    json_out_key_array(out, "memory_heaps", false);
    for (uint32_t i = 0; i < device->memory_heap_count; i++) {
        json_out_u64(out, device->memory_heaps[i]);
    }
    json_out_close(out);
    json_out_key_array(out, "memory_types", true);
    for (uint32_t i = 0; i < device->memory_type_count; i++) {
        json_out_object(out, false);
        json_out_key_u64(out, "heap", device->memory_types[i].heap);
        json_out_key_words(out, "flags", &json_words_memory_flag, device->memory_types[i].flags);
        json_out_close(out);
    }
    json_out_close(out);
}

static void write_match(json_out *out, const fusor_requirement_rule *rule)
{
    json_out_key_object(out, "match", false);
    if (rule->match_name && *rule->match_name) {
        json_out_key_string(out, "name", rule->match_name);
    }
    if (rule->match_class) {
        json_out_key_word(out, "class", &json_words_class, rule->match_class);
    }
    if (rule->match_format) {
        const fusor_format_info *info = fusor_format_get_info(rule->match_format);
        out->unwritable |= !info;
        json_out_key_string(out, "format", info ? info->name : NULL);
    }
    if (rule->match_lazy) {
        json_out_key_bool(out, "lazy", rule->match_lazy == 1);
    }
    json_out_close(out);
}

static void write_requirement(json_out *out, const fusor_requirement_rule *rule)
{
    json_out_object(out, false);
    write_match(out, rule);
    if (rule->size_bytes) {
        json_out_key_u64(out, "size", rule->size_bytes);
    } else if (rule->scale_num || rule->scale_den) {
        json_out_key_object(out, "size", false);
        json_out_key_pair(out, "scale", rule->scale_num ? rule->scale_num : 1,
                          rule->scale_den ? rule->scale_den : 1);
        json_out_close(out);
    }
    if (rule->alignment) {
        json_out_key_u64(out, "alignment", rule->alignment);
    }
    if (rule->memory_type_bits) {
        json_out_key_u64(out, "memory_type_bits", rule->memory_type_bits);
    }
    if (rule->dedicated != FUSOR_DEDICATED_NO) {
        json_out_key_word(out, "dedicated", &json_words_dedicated, rule->dedicated);
    }
    json_out_close(out);
}

fusor_result fusor_json_write_device(const fusor_device_desc *device, char **text)
{
    json_out out = {0};
    json_out_object(&out, true);
    json_out_key_u64(&out, "fusor_device", VERSION);
    json_out_key_string(&out, "name", device->name && *device->name ? device->name : "unnamed");
    json_out_key_bool(&out, "tiler", device->tiler);
    write_limits(&out, device);
    write_features(&out, device);
    write_sample_counts(&out, device);
    write_resolve_modes(&out, device);
    write_formats(&out, device);
    write_memories(&out, device);
    json_out_key_array(&out, "requirements", true);
    for (uint32_t i = 0; i < device->requirement_count; i++) {
        write_requirement(&out, &device->requirements[i]);
    }
    json_out_close(&out);
    json_out_close(&out);
    return json_out_finish(&out, text);
}
