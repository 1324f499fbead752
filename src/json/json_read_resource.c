/* In: the sections "images" and "buffers". Out: descriptors, in the document's order.
 * Only what a key alone can be wrong about is said here; extents and formats are the core's. */
#include <string.h>

#include "json_document.h"

#define MIPS_MAX 17u /* log2(FUSOR_EXTENT_MAX) + 1 */

static const json_limits extent_limits = {1, FUSOR_EXTENT_MAX};
static const json_limits positive_limits = {1, UINT32_MAX};
static const json_limits mips_limits = {1, MIPS_MAX};
static const json_limits bytes_limits = {1, FUSOR_BUFFER_BYTES_MAX};
static const json_limits history_limits = {2, FUSOR_HISTORY_SLOTS_MAX};

/* ----------------------------------------------------------------------------------------- size */

static void read_scale(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_size *size = out;
    uint64_t numbers[2];
    if (json_read_numbers(reader, value, 2, numbers, &positive_limits)) {
        size->numerator = (uint32_t)numbers[0];
        size->denominator = (uint32_t)numbers[1];
    }
}

static const json_field size_fields[] = {
    {"of", json_read_word, offsetof(fusor_size, base), &json_words_size_base, true},
    {"divide", json_read_u32, offsetof(fusor_size, denominator), &positive_limits, false},
    {"scale", read_scale, 0, NULL, false},
};
static const json_object_rule size_rule = JSON_OBJECT_RULE(size_fields);

static void read_relative_size(json_reader *reader, const json_t *value, fusor_size *size)
{
    size->numerator = size->denominator = 1;
    json_read_fields(reader, value, size, &size_rule);
    if (!json_object_get(value, "divide") == !json_object_get(value, "scale")) {
        json_fail(reader, "needs one of the keys \"divide\" and \"scale\"");
    }
}

static void read_absolute_size(json_reader *reader, const json_t *value, fusor_size *size)
{
    uint64_t numbers[3] = {1, 1, 1};
    size_t count = json_array_size(value);
    if (count != 2 && count != 3) {
        json_fail(reader, "must be [width, height] or [width, height, depth], not a list of %zu",
                  count);
        return;
    }
    json_read_numbers(reader, value, (uint32_t)count, numbers, &extent_limits);
    *size = (fusor_size){.base = FUSOR_SIZE_ABSOLUTE,
                         .width = (uint32_t)numbers[0],
                         .height = (uint32_t)numbers[1],
                         .depth = (uint32_t)numbers[2]};
}

static void read_size(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    switch (json_typeof(value)) {
    case JSON_STRING:
        *(fusor_size *)out = (fusor_size){.numerator = 1, .denominator = 1};
        json_read_word(reader, value, out, &json_words_size_base); /* `base` is the first member */
        break;
    case JSON_ARRAY:
        read_absolute_size(reader, value, out);
        break;
    case JSON_OBJECT:
        read_relative_size(reader, value, out);
        break;
    default:
        json_fail_type(reader, value,
                       "\"render\", \"output\", [w, h], [w, h, d] or {\"of\": …, \"divide\": n}");
    }
}

_Static_assert(offsetof(fusor_size, base) == 0, "read_size() writes the base through the size");

/* ------------------------------------------------------------------------------------- lifetime */

/* What images and buffers say with the same keys. */
typedef struct life {
    fusor_lifetime lifetime;
    uint32_t slots;
    fusor_import import;
} life;

static const json_field state_fields[] = {
    {"state", json_read_word, offsetof(fusor_import_state, state), &json_words_state, false},
    {"stages", json_read_words64, offsetof(fusor_import_state, stages), &json_words_stage, false},
};
static const json_object_rule state_rule = JSON_OBJECT_RULE(state_fields);

static const json_field import_fields[] = {
    {"initial", json_read_object, offsetof(fusor_import, initial), &state_rule, false},
    {"final", json_read_object, offsetof(fusor_import, final), &state_rule, false},
    {"discard", json_read_bool, offsetof(fusor_import, discard), NULL, false},
};
static const json_object_rule import_rule = JSON_OBJECT_RULE(import_fields);

static void read_import(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    life *read = out;
    read->lifetime = FUSOR_LIFETIME_IMPORTED;
    json_read_object(reader, value, &read->import, rule);
}

static void read_history(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    life *read = out;
    read->lifetime = FUSOR_LIFETIME_HISTORY;
    json_read_u32(reader, value, &read->slots, rule);
}

static void read_persistent(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    life *read = out;
    bool persistent = false;
    json_read_bool(reader, value, &persistent, rule);
    read->lifetime = persistent ? FUSOR_LIFETIME_PERSISTENT : read->lifetime;
}

static void check_one_kind(json_reader *reader, const json_t *value)
{
    int kinds = (json_object_get(value, "import") != NULL) +
                (json_object_get(value, "history") != NULL) +
                json_is_true(json_object_get(value, "persistent"));
    if (kinds > 1) {
        json_fail(reader,
                  "\"import\", \"history\" and \"persistent\" exclude each other; keep one");
    }
}

/* --------------------------------------------------------------------------------------- images */

typedef struct image_read {
    fusor_image_desc desc;
    life life;
} image_read;

static void read_samples(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    uint64_t samples;
    if (!json_read_integer(reader, value, &samples, rule)) {
        return;
    }
    if (samples & (samples - 1)) {
        json_fail(reader, "%u is no sample count; allowed: 1, 2, 4, 8, 16", (unsigned)samples);
        return;
    }
    *(uint32_t *)out = (uint32_t)samples;
}

static void read_view_formats(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_field element = {"", json_read_format, 0, NULL, false};
    (void)rule;
    fusor_image_desc *desc = out;
    desc->view_formats =
        json_read_list(reader, value, sizeof(fusor_format), &desc->view_format_count, &element);
}

static const json_limits samples_limits = {1, 16};

static const json_field image_fields[] = {
    {"format", json_read_format, offsetof(image_read, desc.format), NULL, true},
    {"type", json_read_word, offsetof(image_read, desc.type), &json_words_image_type, false},
    {"size", read_size, offsetof(image_read, desc.size), NULL, false},
    {"mips", json_read_u32, offsetof(image_read, desc.mips), &mips_limits, false},
    {"layers", json_read_u32, offsetof(image_read, desc.layers), &extent_limits, false},
    {"samples", read_samples, offsetof(image_read, desc.samples), &samples_limits, false},
    {"view_formats", read_view_formats, offsetof(image_read, desc), NULL, false},
    {"import", read_import, offsetof(image_read, life), &import_rule, false},
    {"history", read_history, offsetof(image_read, life), &history_limits, false},
    {"persistent", read_persistent, offsetof(image_read, life), NULL, false},
};
static const json_object_rule image_rule = JSON_OBJECT_RULE(image_fields);

static void read_image(json_reader *reader, const char *name, const json_t *value, void *out)
{
    image_read read = {.desc = {.name = name}};
    json_read_fields(reader, value, &read, &image_rule);
    check_one_kind(reader, value);
    fusor_image_desc *desc = out;
    *desc = read.desc;
    desc->lifetime = read.life.lifetime;
    desc->history_slots = read.life.slots;
    desc->import = read.life.import;
}

/* -------------------------------------------------------------------------------------- buffers */

typedef struct buffer_read {
    fusor_buffer_desc desc;
    life life;
} buffer_read;

static const json_field buffer_fields[] = {
    {"size", json_read_u64, offsetof(buffer_read, desc.size_bytes), &bytes_limits, true},
    {"host", json_read_word, offsetof(buffer_read, desc.host), &json_words_host, false},
    {"shared", json_read_bool, offsetof(buffer_read, desc.host_shared), NULL, false},
    {"import", read_import, offsetof(buffer_read, life), &import_rule, false},
    {"history", read_history, offsetof(buffer_read, life), &history_limits, false},
    {"persistent", read_persistent, offsetof(buffer_read, life), NULL, false},
};
static const json_object_rule buffer_rule = JSON_OBJECT_RULE(buffer_fields);

static void read_buffer(json_reader *reader, const char *name, const json_t *value, void *out)
{
    buffer_read read = {.desc = {.name = name}};
    json_read_fields(reader, value, &read, &buffer_rule);
    check_one_kind(reader, value);
    if (json_object_get(value, "shared") && !json_object_get(value, "host")) {
        json_fail_key(reader, "shared", "belongs to a buffer with \"host\"");
    }
    fusor_buffer_desc *desc = out;
    *desc = read.desc;
    desc->lifetime = read.life.lifetime;
    desc->history_slots = read.life.slots;
    desc->import = read.life.import;
}

/* ------------------------------------------------------------------------------------- sections */

typedef void read_resource_fn(json_reader *reader, const char *name, const json_t *value,
                              void *out);

/* An object of named things, into a new array. What has a wrong name is not looked into: its
 * errors would all carry it. */
static void *read_section(json_reader *reader, const json_t *value, size_t size,
                          read_resource_fn *read)
{
    if (!json_is_object(value)) {
        json_fail_type(reader, value, "an object of names");
        return NULL;
    }
    char *rows = json_arena_take(&reader->arena, json_object_size(value), size);
    char *row = rows;
    for (void *i = json_object_iter((json_t *)value); i && rows;
         i = json_object_iter_next((json_t *)value, i), row += size) {
        const char *name = json_object_iter_key(i);
        json_enter_key(reader, name);
        if (json_check_name(reader, strlen(name))) {
            reader->resource = name;
            read(reader, json_arena_print(&reader->arena, "%s", name), json_object_iter_value(i),
                 row);
            reader->resource = "";
        }
        json_leave(reader);
    }
    return rows;
}

void json_read_images(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_document *document = out;
    document->images = read_section(reader, value, sizeof(fusor_image_desc), read_image);
    document->image_count = document->images ? (uint32_t)json_object_size(value) : 0;
}

void json_read_buffers(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_document *document = out;
    document->buffers = read_section(reader, value, sizeof(fusor_buffer_desc), read_buffer);
    document->buffer_count = document->buffers ? (uint32_t)json_object_size(value) : 0;
}
