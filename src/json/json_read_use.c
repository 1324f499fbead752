/* In: entries of "reads" and "writes", and the two sides of a copy operation. Out: fusor_use_desc.
 * A use names one image or one buffer; keys that belong to the other are refused here. */
#include "json_document.h"

static const json_limits previous_limits = {1, FUSOR_HISTORY_SLOTS_MAX - 1};

static void read_layout(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    fusor_use_desc *use = out;
    use->has_layout = true;
    json_read_word(reader, value, &use->layout, rule);
}

#define USE(member) offsetof(fusor_use_desc, member)
#define USE_PLACE_FIELDS                                                                           \
    {"image", json_read_image_handle, USE(image), NULL, false},                                    \
        {"buffer", json_read_buffer_handle, USE(buffer), NULL, false},                             \
        {"mips", json_read_range, USE(mips), NULL, false},                                         \
        {"layers", json_read_range, USE(layers), NULL, false},                                     \
        {"range", json_read_byte_range, USE(range), NULL, false},                                  \
    {                                                                                              \
        "aspects", json_read_words32, USE(aspects), &json_words_aspect, false                      \
    }
#define USE_ACCESS_FIELDS                                                                          \
    {"stages", json_read_words64, USE(stages), &json_words_stage, false},                          \
        {"access", json_read_words64, USE(access), &json_words_access, false},                     \
        {"layout", read_layout, 0, &json_words_layout, false},                                     \
        {"layout_after", json_read_word, USE(layout_after), &json_words_layout, false},            \
    {                                                                                              \
        "concurrent", json_read_bool, USE(concurrent), NULL, false                                 \
    }

static const json_field read_fields[] = {
    USE_PLACE_FIELDS,
    {"as", json_read_word, USE(as), &json_words_use, true},
    USE_ACCESS_FIELDS,
    {"previous", json_read_u32, USE(previous), &previous_limits, false},
};
static const json_object_rule read_rule = JSON_OBJECT_RULE(read_fields);

static const json_field write_fields[] = {
    USE_PLACE_FIELDS,
    {"as", json_read_word, USE(as), &json_words_use, true},
    USE_ACCESS_FIELDS,
    {"overwrite", json_read_bool, USE(overwrite), NULL, false},
};
static const json_object_rule write_rule = JSON_OBJECT_RULE(write_fields);

/* Sides of an operation: they say where, the pass's uses say how. */
static const json_field side_fields[] = {
    USE_PLACE_FIELDS,
    {"as", json_read_word, USE(as), &json_words_use, false},
    {"stages", json_read_words64, USE(stages), &json_words_stage, false},
    {"previous", json_read_u32, USE(previous), &previous_limits, false},
    {"overwrite", json_read_bool, USE(overwrite), NULL, false},
    {"concurrent", json_read_bool, USE(concurrent), NULL, false},
};
static const json_object_rule side_rule = JSON_OBJECT_RULE(side_fields);

static void check_keys_of_other(json_reader *reader, const json_t *value, bool is_image)
{
    static const char *const image_keys[] = {"mips",   "layers",       "aspects",
                                             "layout", "layout_after", NULL};
    static const char *const buffer_keys[] = {"range", NULL};
    for (const char *const *key = is_image ? buffer_keys : image_keys; *key; key++) {
        if (json_object_get(value, *key)) {
            json_fail_key(reader, *key, "belongs to %s", is_image ? "buffers" : "images");
        }
    }
}

static void check_layouts(json_reader *reader, const json_t *value, fusor_use_desc *use)
{
    if (!json_object_get(value, "layout_after")) {
        use->layout_after = use->layout;
    } else if (!use->has_layout) {
        json_fail_key(reader, "layout_after", "needs the key \"layout\" beside it");
    }
}

static void read_use(json_reader *reader, const json_t *value, fusor_use_desc *use,
                     const json_object_rule *rule)
{
    const char *outer = reader->resource;
    const json_t *image = json_object_get(value, "image");
    const json_t *buffer = json_object_get(value, "buffer");
    reader->resource = json_named(value, image ? "image" : "buffer");
    if (json_read_fields(reader, value, use, rule)) {
        if (!image == !buffer) {
            json_fail(reader, "needs one of the keys \"image\" and \"buffer\"");
        } else {
            check_keys_of_other(reader, value, image != NULL);
        }
        check_layouts(reader, value, use);
    }
    reader->resource = outer;
}

void json_read_read(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    read_use(reader, value, out, &read_rule);
}

void json_read_write(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    read_use(reader, value, out, &write_rule);
}

/* ------------------------------------------------------------------------------ copy operations */

static void read_side(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_use_desc *use = out;
    use->as = FUSOR_USE_COPY;
    read_use(reader, value, use, &side_rule);
}

static const json_field op_fields[] = {
    {"op", json_read_word, offsetof(fusor_copy_op_desc, kind), &json_words_copy, true},
    {"src", read_side, offsetof(fusor_copy_op_desc, src), NULL, false},
    {"dst", read_side, offsetof(fusor_copy_op_desc, dst), NULL, true},
    {"filter", json_read_nothing, 0, NULL, false},
    {"value", json_read_nothing, 0, NULL, false},
};
static const json_object_rule op_rule = JSON_OBJECT_RULE(op_fields);

/* Keys whose meaning hangs on the operation, which may come after them. */
static void read_filter(json_reader *reader, const json_t *value, fusor_copy_op_desc *op)
{
    uint32_t linear = 0;
    if (op->kind != FUSOR_COPY_BLIT) {
        json_fail(reader, "belongs to the operation \"blit\"");
        return;
    }
    json_read_word(reader, value, &linear, &json_words_filter);
    op->linear = linear != 0;
}

static void read_value(json_reader *reader, const json_t *value, fusor_copy_op_desc *op)
{
    if (op->kind == FUSOR_COPY_CLEAR) {
        json_read_four(reader, value, op->value, NULL);
    } else if (op->kind == FUSOR_COPY_FILL) {
        json_read_u32(reader, value, &op->fill, &json_limits_u32);
    } else {
        json_fail(reader, "belongs to the operations \"clear\" and \"fill\"");
    }
}

static void read_key(json_reader *reader, const json_t *object, const char *key,
                     fusor_copy_op_desc *op,
                     void (*read)(json_reader *, const json_t *, fusor_copy_op_desc *))
{
    const json_t *value = json_object_get(object, key);
    if (value) {
        json_enter_key(reader, key);
        read(reader, value, op);
        json_leave(reader);
    }
}

static void check_source(json_reader *reader, const json_t *value, const fusor_copy_op_desc *op)
{
    bool wanted = op->kind != FUSOR_COPY_CLEAR && op->kind != FUSOR_COPY_FILL;
    bool given = json_object_get(value, "src") != NULL;
    if (wanted && !given) {
        json_fail(reader, "the key \"src\" is missing");
    } else if (given && !wanted) {
        json_fail_key(reader, "src", "the operation \"%s\" has no source",
                      json_words_of(&json_words_copy, op->kind));
    }
}

void json_read_op(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_copy_op_desc *op = out;
    uint32_t before = json_error_count(reader);
    if (!json_read_fields(reader, value, op, &op_rule) || json_error_count(reader) > before) {
        return; /* without a sound operation the rest would be guesses */
    }
    check_source(reader, value, op);
    read_key(reader, value, "filter", op, read_filter);
    read_key(reader, value, "value", op, read_value);
}
