/* In: jansson's values inside a plan document. Out: indices, bits, ranges, scopes; rows of arrays.
 * Promise: an index that was read lies inside the array that it points into. */
#include "json_read_plan.h"

#include <inttypes.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- words */

#define COUNT(rows) ((uint32_t)(sizeof(rows) / sizeof((rows)[0])))

static const char *why_word(uint64_t why)
{
    return fusor_why_word((fusor_why)why);
}

static const json_word whys[] = {{NULL, FUSOR_WHY_READ_AFTER_WRITE},
                                 {NULL, FUSOR_WHY_WRITE_AFTER_READ},
                                 {NULL, FUSOR_WHY_WRITE_AFTER_WRITE},
                                 {NULL, FUSOR_WHY_LAYOUT},
                                 {NULL, FUSOR_WHY_ALIAS},
                                 {NULL, FUSOR_WHY_FRAME_WRAP},
                                 {NULL, FUSOR_WHY_ACQUIRE},
                                 {NULL, FUSOR_WHY_HOST},
                                 {NULL, FUSOR_WHY_PRESENT},
                                 {NULL, FUSOR_WHY_OWNERSHIP}};
const json_words json_words_why = {"reason", whys, COUNT(whys), why_word};

static const char *cull_word(uint64_t reason)
{
    return fusor_cull_word((fusor_cull_reason)reason);
}

static const json_word culls[] = {{NULL, FUSOR_CULL_NO_READER},
                                  {NULL, FUSOR_CULL_OVERWRITTEN},
                                  {NULL, FUSOR_CULL_READERS_CULLED},
                                  {NULL, FUSOR_CULL_WRITES_NOTHING}};
const json_words json_words_cull = {"reason", culls, COUNT(culls), cull_word};

static const char *severity_word(uint64_t severity)
{
    return fusor_severity_word((fusor_severity)severity);
}

static const json_word severities[] = {
    {NULL, FUSOR_SEVERITY_NOTE}, {NULL, FUSOR_SEVERITY_WARNING}, {NULL, FUSOR_SEVERITY_ERROR}};
const json_words json_words_severity = {"severity", severities, COUNT(severities), severity_word};

static const json_word diagnostics[] = {
#define DIAGNOSTIC_ROW(NAME, word, severity, help) {word, FUSOR_DIAGNOSTIC_##NAME},
    FUSOR_DIAGNOSTICS(DIAGNOSTIC_ROW)
#undef DIAGNOSTIC_ROW
};
const json_words json_words_diagnostic = {"code", diagnostics, COUNT(diagnostics), NULL};

/* ----------------------------------------------------------------------------------------- rows */

static bool grow(json_plan_reader *plan, json_rows *rows, size_t size)
{
    uint32_t capacity = rows->capacity ? 2 * rows->capacity : 8;
    char *grown = json_arena_take(&plan->reader.arena, capacity, size);
    if (!grown) {
        return false;
    }
    if (rows->count) {
        memcpy(grown, rows->rows, rows->count * size);
    }
    rows->rows = grown;
    rows->capacity = capacity;
    return true;
}

void *json_add_row(json_plan_reader *plan, json_rows *rows, size_t size)
{
    if (rows->count && json_reader_is_full(&plan->reader)) {
        return memset(rows->rows + (rows->count - 1) * size, 0, size);
    }
    if (rows->count == rows->capacity && !grow(plan, rows, size)) {
        return NULL;
    }
    return rows->rows + size * rows->count++;
}

void json_read_rows(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    const json_rows_rule *list = rule;
    json_plan_reader *plan = json_plan_of(reader);
    json_rows *rows = (json_rows *)(void *)((char *)plan + list->rows);
    fusor_slice slice = {rows->count, 0};
    if (!json_is_array(value)) {
        json_fail_type(reader, value, "a list");
        return;
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        void *row = json_add_row(plan, rows, list->size);
        if (!row) {
            return;
        }
        json_enter_index(reader, i);
        list->read(reader, json_array_get(value, i), row, list->rule);
        json_leave(reader);
    }
    slice.count = rows->count > slice.first ? rows->count - slice.first : 0;
    *(fusor_slice *)out = slice.count || !list->empty_is_zero ? slice : (fusor_slice){0, 0};
}

/* -------------------------------------------------------------------------------- single values */

void json_read_text(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    if (!json_is_string(value)) {
        json_fail_type(reader, value, "a string");
        return;
    }
    *(const char **)out = json_arena_print(&reader->arena, "%s", json_string_value(value));
}

void json_read_null(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)out, (void)rule;
    if (!json_is_null(value)) {
        json_fail_type(reader, value, "null");
    }
}

void json_read_word_or_null(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    if (!json_is_null(value)) {
        json_read_word(reader, value, out, rule);
    }
}

void json_read_some_words32(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    if (!json_is_null(value)) {
        json_read_any_words32(reader, value, out, rule);
    }
}

void json_read_range_or_null(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    if (!json_is_null(value)) {
        json_read_range(reader, value, out, rule);
    }
}

void json_read_byte_range_or_null(json_reader *reader, const json_t *value, void *out,
                                  const void *rule)
{
    if (!json_is_null(value)) {
        json_read_byte_range(reader, value, out, rule);
    }
}

static void read_u32s(json_reader *reader, const json_t *value, uint32_t *out, uint32_t count,
                      const json_limits *limits)
{
    uint64_t numbers[4];
    if (json_read_numbers(reader, value, count, numbers, limits)) {
        for (uint32_t i = 0; i < count; i++) {
            out[i] = (uint32_t)numbers[i];
        }
    }
}

void json_read_two_u32(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    read_u32s(reader, value, out, 2, rule);
}

void json_read_three_u32(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    read_u32s(reader, value, out, 3, rule);
}

void json_read_four_u32(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    read_u32s(reader, value, out, 4, rule);
}

void json_read_real(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    if (!json_is_number(value)) {
        json_fail_type(reader, value, "a number");
        return;
    }
    *(double *)out = json_number_value(value);
}

/* ----------------------------------------------------------------------------------------- bits */

typedef struct bit_words {
    const char *noun;
    const char *(*word_of)(uint64_t bit);
    bool (*find)(const char *word, uint64_t *bit);
} bit_words;

static const char *bit_list(json_reader *reader, const bit_words *words)
{
    const char *list = "";
    for (uint32_t i = 0; i < 64 && !json_reader_is_full(reader); i++) {
        const char *word = words->word_of(1ull << i);
        if (word) {
            list = json_arena_print(&reader->arena, "%s%s%s", list, *list ? ", " : "", word);
        }
    }
    return list;
}

static uint64_t read_bit(json_reader *reader, const json_t *value, const bit_words *words)
{
    uint64_t bit = 0;
    if (!json_is_string(value)) {
        json_fail_type(reader, value, "a word");
    } else if (!words->find(json_string_value(value), &bit)) {
        json_fail(reader, "unknown %s %s; allowed: %s", words->noun,
                  json_quote(reader, json_string_value(value)), bit_list(reader, words));
        return 0;
    }
    return bit;
}

static void read_bits(json_reader *reader, const json_t *value, uint64_t *out,
                      const bit_words *words)
{
    if (!json_is_array(value)) {
        json_fail_type(reader, value, "a list of words");
        return;
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        json_enter_index(reader, i);
        *out |= read_bit(reader, json_array_get(value, i), words);
        json_leave(reader);
    }
}

void json_read_stage_bits(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const bit_words words = {"stage", fusor_stage_word, fusor_stage_from_word};
    (void)rule;
    read_bits(reader, value, out, &words);
}

void json_read_access_bits(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const bit_words words = {"access", fusor_access_word, fusor_access_from_word};
    (void)rule;
    read_bits(reader, value, out, &words);
}

/* ------------------------------------------------------------------------------ indices and names */

void json_read_limited(json_reader *reader, const json_t *value, uint32_t *out, uint32_t limit,
                       const char *noun)
{
    if (!json_is_integer(value)) {
        json_fail_type(reader, value, "a whole number");
        return;
    }
    json_int_t number = json_integer_value(value);
    if (number < 0 || number >= (json_int_t)limit) {
        json_fail(reader, "%" JSON_INTEGER_FORMAT " is out of range: there are %" PRIu32 " %s",
                  number, limit, noun);
        return;
    }
    *out = (uint32_t)number;
}

void json_read_index_or_null(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_limits limits = {0, FUSOR_NONE - 1};
    (void)rule;
    *(uint32_t *)out = FUSOR_NONE;
    if (!json_is_null(value)) {
        json_read_u32(reader, value, out, &limits);
    }
}

/* 0 stands for a name that is none, so that no index is ever out of range. */
static uint32_t find_index(json_reader *reader, const json_t *table, const json_t *value,
                           const char *noun)
{
    if (!json_is_string(value)) {
        json_fail_type(reader, value, json_arena_print(&reader->arena, "the name of a %s", noun));
        return 0;
    }
    json_int_t id = json_integer_value(json_object_get(table, json_string_value(value)));
    if (id == 0) {
        json_fail(reader, "there is no %s named %s in the plan", noun,
                  json_quote(reader, json_string_value(value)));
    }
    return id > 0 ? (uint32_t)id - 1 : 0;
}

void json_read_pass_index(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    *(uint32_t *)out = find_index(reader, reader->passes, value, "pass");
}

void json_read_pass_or_null(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    *(uint32_t *)out = FUSOR_NONE;
    if (!json_is_null(value)) {
        json_read_pass_index(reader, value, out, rule);
    }
}

void json_read_resource_index(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    *(uint32_t *)out = find_index(reader, reader->resources, value, "resource");
}

void json_read_resource_or_null(json_reader *reader, const json_t *value, void *out,
                                const void *rule)
{
    *(uint32_t *)out = FUSOR_NONE;
    if (!json_is_null(value)) {
        json_read_resource_index(reader, value, out, rule);
    }
}

static const json_rows_rule pass_list = JSON_ROWS(pass_list, uint32_t, json_read_pass_index);
static const json_rows_rule loose_pass_list = {offsetof(json_plan_reader, pass_list),
                                               sizeof(uint32_t), json_read_pass_index, NULL, true};
static const json_rows_rule resource_list =
    JSON_ROWS(resource_list, uint32_t, json_read_resource_index);

void json_read_pass_list(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_read_rows(reader, value, out, &pass_list);
}

void json_read_resource_list(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_read_rows(reader, value, out, &resource_list);
}

/* --------------------------------------------------------------------------- scopes and regions */

#define SCOPE_FIELDS(list)                                                                         \
    {"passes", json_read_rows, offsetof(fusor_scope, passes), list, true},                         \
        {"stages", json_read_stage_bits, offsetof(fusor_scope, stages), NULL, true},               \
        {"access", json_read_access_bits, offsetof(fusor_scope, access), NULL, true},              \
    {                                                                                              \
        "layout", json_read_word_or_null, offsetof(fusor_scope, layout), &json_words_layout, true  \
    }

static const json_field scope_fields[] = {SCOPE_FIELDS(&pass_list)};
static const json_field loose_scope_fields[] = {SCOPE_FIELDS(&loose_pass_list)};
static const json_object_rule scope_rule = JSON_OBJECT_RULE(scope_fields);
static const json_object_rule loose_scope_rule = JSON_OBJECT_RULE(loose_scope_fields);

void json_read_scope(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_read_fields_in_order(reader, value, out, &scope_rule);
}

void json_read_loose_scope(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_read_fields_in_order(reader, value, out, &loose_scope_rule);
}

void json_check_layout(json_reader *reader, const json_t *owner, const char *key, bool wanted)
{
    const json_t *layout = json_object_get(json_object_get(owner, key), "layout");
    if (layout && json_is_null(layout) == wanted) {
        json_enter_key(reader, key);
        json_fail_key(reader, "layout", "must be %s here", wanted ? "an image's layout" : "null");
        json_leave(reader);
    }
}

static void check_nulls(json_reader *reader, const json_t *owner, bool is_image)
{
    static const char *const keys[] = {"aspects", "mips", "layers", "range"};
    for (uint32_t i = 0; i < COUNT(keys); i++) {
        const json_t *value = json_object_get(owner, keys[i]);
        bool wanted = (i < 3) == is_image;
        if (value && json_is_null(value) == wanted) {
            json_fail_key(reader, keys[i], "must be %s: the resource is %s",
                          wanted ? "there" : "null", is_image ? "an image" : "a buffer");
        }
    }
}

static void check_inside(json_reader *reader, const char *key, uint64_t first, uint64_t count,
                         uint64_t limit)
{
    if (first >= limit || count > limit - first) {
        json_fail_key(reader, key,
                      "[%" PRIu64 ", %" PRIu64 "] is out of range: the resource has %" PRIu64,
                      first, count, limit);
    }
}

void json_check_region(json_reader *reader, const json_t *owner, const fusor_region *region,
                       uint32_t resource)
{
    const json_rows *resources = &json_plan_of(reader)->resources;
    if (resource >= resources->count) {
        return; /* its name was none: told already */
    }
    const fusor_plan_resource *row = JSON_ROW(*resources, const fusor_plan_resource, resource);
    check_nulls(reader, owner, row->is_image);
    if (row->is_image) {
        check_inside(reader, "mips", region->mips.first, region->mips.count, row->mips);
        check_inside(reader, "layers", region->layers.first, region->layers.count, row->layers);
    } else {
        check_inside(reader, "range", region->bytes.first, region->bytes.count, row->bytes);
    }
}
