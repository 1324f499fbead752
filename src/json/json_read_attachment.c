/* In: entries of "color" and "inputs", and "depth". Out: fusor's attachment descriptors.
 * Whether extents, samples and formats fit each other is said by the core. */
#include "json_document.h"

static const json_limits stencil_limits = {0, 255};

void json_read_mip(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_range range = {0, 0};
    json_read_range(reader, value, &range, NULL);
    if (range.count > 1) {
        json_fail(reader, "an attachment is one mip: [%u, 1]", range.first);
        return;
    }
    *(uint32_t *)out = range.first;
}

static const json_field resolve_fields[] = {
    {"image", json_read_image_handle, offsetof(fusor_resolve_desc, image), NULL, true},
    {"mips", json_read_mip, offsetof(fusor_resolve_desc, mip), NULL, false},
    {"layers", json_read_range, offsetof(fusor_resolve_desc, layers), NULL, false},
    {"mode", json_read_word, offsetof(fusor_resolve_desc, mode), &json_words_resolve, false},
    {"stencil_mode", json_read_word, offsetof(fusor_resolve_desc, stencil_mode),
     &json_words_resolve, false},
};
static const json_object_rule resolve_rule = JSON_OBJECT_RULE(resolve_fields);

/* Errors inside an attachment are about the image that it names. */
static bool read_attachment(json_reader *reader, const json_t *value, void *out,
                            const json_object_rule *rule)
{
    const char *outer = reader->resource;
    reader->resource = json_named(value, "image");
    bool is_object = json_read_fields(reader, value, out, rule);
    reader->resource = outer;
    return is_object;
}

static void read_resolve(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    read_attachment(reader, value, out, rule);
}

/* `clear` values need their `clear` word: else they would be ignored without a word. */
static void check_clear(json_reader *reader, const json_t *value, const char *key,
                        const char *load_key, fusor_load load)
{
    if (json_object_get(value, key) && load != FUSOR_LOAD_CLEAR) {
        json_fail_key(reader, key, "needs \"%s\": \"clear\"", load_key);
    }
}

static const json_field color_fields[] = {
    {"image", json_read_image_handle, offsetof(fusor_color_desc, image), NULL, true},
    {"mips", json_read_mip, offsetof(fusor_color_desc, mip), NULL, false},
    {"layers", json_read_range, offsetof(fusor_color_desc, layers), NULL, false},
    {"load", json_read_word, offsetof(fusor_color_desc, load), &json_words_load, false},
    {"clear", json_read_four, offsetof(fusor_color_desc, clear), NULL, false},
    {"resolve", read_resolve, offsetof(fusor_color_desc, resolve), &resolve_rule, false},
};
static const json_object_rule color_rule = JSON_OBJECT_RULE(color_fields);

void json_read_color(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_color_desc *color = out;
    if (json_is_null(value)) {
        return; /* keeps the index unused */
    }
    if (read_attachment(reader, value, color, &color_rule)) {
        check_clear(reader, value, "clear", "load", color->load);
    }
}

static const json_field depth_fields[] = {
    {"image", json_read_image_handle, offsetof(fusor_depth_desc, image), NULL, true},
    {"mips", json_read_mip, offsetof(fusor_depth_desc, mip), NULL, false},
    {"layers", json_read_range, offsetof(fusor_depth_desc, layers), NULL, false},
    {"load", json_read_word, offsetof(fusor_depth_desc, load), &json_words_load, false},
    {"stencil_load", json_read_word, offsetof(fusor_depth_desc, stencil_load), &json_words_load,
     false},
    {"clear_depth", json_read_unit, offsetof(fusor_depth_desc, clear_depth), NULL, false},
    {"clear_stencil", json_read_u32, offsetof(fusor_depth_desc, clear_stencil), &stencil_limits,
     false},
    {"read_only", json_read_bool, offsetof(fusor_depth_desc, read_only), NULL, false},
    {"stencil_read_only", json_read_bool, offsetof(fusor_depth_desc, stencil_read_only), NULL,
     false},
    {"resolve", read_resolve, offsetof(fusor_depth_desc, resolve), &resolve_rule, false},
};
static const json_object_rule depth_rule = JSON_OBJECT_RULE(depth_fields);

void json_read_depth(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_depth_desc *depth = out;
    if (read_attachment(reader, value, depth, &depth_rule)) {
        check_clear(reader, value, "clear_depth", "load", depth->load);
        check_clear(reader, value, "clear_stencil", "stencil_load", depth->stencil_load);
    }
}

static void read_one_aspect(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    if (json_array_size(value) > 1) {
        json_fail(reader, "an input reads one aspect, not %zu", json_array_size(value));
        return;
    }
    json_read_words32(reader, value, out, rule);
}

static const json_field input_fields[] = {
    {"image", json_read_image_handle, offsetof(fusor_input_desc, image), NULL, true},
    {"mips", json_read_mip, offsetof(fusor_input_desc, mip), NULL, false},
    {"layers", json_read_range, offsetof(fusor_input_desc, layers), NULL, false},
    {"aspects", read_one_aspect, offsetof(fusor_input_desc, aspects), &json_words_aspect, false},
};
static const json_object_rule input_rule = JSON_OBJECT_RULE(input_fields);

void json_read_input(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    read_attachment(reader, value, out, &input_rule);
}
