/* In: jansson's values. Out: numbers, bits, names, and reports.
 * Whole numbers are JSON integers: 1.0 is none, true is none. */
#include "json_value.h"

#include <inttypes.h>
#include <string.h>

_Static_assert(sizeof(fusor_pass_kind) == 4 && sizeof(fusor_layout) == 4 &&
                   sizeof(fusor_format) == 4,
               "json_read_word() writes enums of 32 bits");

const json_limits json_limits_u32 = {0, UINT32_MAX};
const json_limits json_limits_u64 = {0, INT64_MAX};

static const char *type_text(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
        return "a whole number";
    case JSON_REAL:
        return "a number with a fraction or an exponent";
    case JSON_NULL:
        return "null";
    default:
        return "true or false";
    }
}

void json_fail_type(json_reader *reader, const json_t *value, const char *wanted)
{
    json_fail(reader, "must be %s, not %s", wanted, type_text(value));
}

/* -------------------------------------------------------------------------------------- objects */

static const json_field *find_field(const json_object_rule *rule, const char *key)
{
    for (uint32_t i = 0; i < rule->count; i++) {
        if (strcmp(rule->fields[i].key, key) == 0) {
            return &rule->fields[i];
        }
    }
    return NULL;
}

static const char *key_list(json_reader *reader, const json_object_rule *rule)
{
    const char *list = "";
    for (uint32_t i = 0; i < rule->count; i++) {
        list = json_arena_print(&reader->arena, "%s%s%s", list, i ? ", " : "", rule->fields[i].key);
    }
    return list;
}

static void check_required(json_reader *reader, const json_t *value, const json_object_rule *rule)
{
    for (uint32_t i = 0; i < rule->count; i++) {
        const char *key = rule->fields[i].key;
        if (rule->fields[i].required && !json_object_get(value, key)) {
            json_fail(reader, "the key \"%s\" is missing", key);
        }
    }
}

bool json_read_fields(json_reader *reader, const json_t *value, void *out,
                      const json_object_rule *rule)
{
    if (!json_is_object(value)) {
        json_fail_type(reader, value, "an object");
        return false;
    }
    const char *allowed = NULL; /* made once: a document may have very many unknown keys */
    for (void *i = json_object_iter((json_t *)value); i;
         i = json_object_iter_next((json_t *)value, i)) {
        const char *key = json_object_iter_key(i);
        const json_field *field = find_field(rule, key);
        json_enter_key(reader, key);
        if (field) {
            field->read(reader, json_object_iter_value(i), (char *)out + field->offset,
                        field->rule);
        } else {
            allowed = allowed ? allowed : key_list(reader, rule);
            json_fail(reader, "unknown key; allowed: %s", allowed);
        }
        json_leave(reader);
    }
    check_required(reader, value, rule);
    return true;
}

static void check_known(json_reader *reader, const json_t *value, const json_object_rule *rule)
{
    const char *allowed = NULL;
    for (void *i = json_object_iter((json_t *)value); i;
         i = json_object_iter_next((json_t *)value, i)) {
        const char *key = json_object_iter_key(i);
        if (!find_field(rule, key)) {
            allowed = allowed ? allowed : key_list(reader, rule);
            json_fail_key(reader, key, "unknown key; allowed: %s", allowed);
        }
    }
}

bool json_read_fields_in_order(json_reader *reader, const json_t *value, void *out,
                               const json_object_rule *rule)
{
    if (!json_is_object(value)) {
        json_fail_type(reader, value, "an object");
        return false;
    }
    check_known(reader, value, rule);
    check_required(reader, value, rule);
    for (uint32_t i = 0; i < rule->count; i++) {
        const json_field *field = &rule->fields[i];
        const json_t *member = json_object_get(value, field->key);
        if (member) {
            json_enter_key(reader, field->key);
            field->read(reader, member, (char *)out + field->offset, field->rule);
            json_leave(reader);
        }
    }
    return true;
}

void json_read_object(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    json_read_fields(reader, value, out, rule);
}

void json_read_nothing(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)reader, (void)value, (void)out, (void)rule;
}

/* -------------------------------------------------------------------------------------- numbers */

void json_read_bool(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    if (!json_is_boolean(value)) {
        json_fail_type(reader, value, "true or false");
        return;
    }
    *(bool *)out = json_is_true(value);
}

void json_read_bit(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    bool set = false;
    json_read_bool(reader, value, &set, NULL);
    *(uint32_t *)out |= set ? *(const uint32_t *)rule : 0;
}

bool json_read_integer(json_reader *reader, const json_t *value, uint64_t *out,
                       const json_limits *limits)
{
    if (!json_is_integer(value)) {
        json_fail_type(reader, value, "a whole number");
        return false;
    }
    json_int_t number = json_integer_value(value);
    if (number < 0 || (uint64_t)number < limits->min || (uint64_t)number > limits->max) {
        json_fail(reader, "%" JSON_INTEGER_FORMAT " is out of range %" PRIu64 " … %" PRIu64, number,
                  limits->min, limits->max);
        return false;
    }
    *out = (uint64_t)number;
    return true;
}

void json_read_u32(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    uint64_t number;
    if (json_read_integer(reader, value, &number, rule)) {
        *(uint32_t *)out = (uint32_t)number;
    }
}

void json_read_u64(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    json_read_integer(reader, value, out, rule);
}

void json_read_unit(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    if (!json_is_number(value)) {
        json_fail_type(reader, value, "a number");
        return;
    }
    double number = json_number_value(value);
    if (!(number >= 0.0 && number <= 1.0)) {
        json_fail(reader, "%g is out of range 0 … 1", number);
        return;
    }
    *(double *)out = number;
}

void json_read_version(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)out, (void)rule;
    if (!json_is_integer(value)) {
        json_fail_type(reader, value, "the version of the format, the whole number 1");
    } else if (json_integer_value(value) != 1) {
        json_fail(reader, "version %" JSON_INTEGER_FORMAT " is not known; this is version 1",
                  json_integer_value(value));
    }
}

/* A list of exactly `count`? */
static bool check_list(json_reader *reader, const json_t *value, uint32_t count)
{
    if (!json_is_array(value)) {
        const char *wanted = json_arena_print(&reader->arena, "a list of %u numbers", count);
        json_fail_type(reader, value, wanted);
        return false;
    }
    if (json_array_size(value) != count) {
        json_fail(reader, "must be a list of %u numbers, not of %zu", count,
                  json_array_size(value));
        return false;
    }
    return true;
}

void json_read_four(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    if (!check_list(reader, value, 4)) {
        return;
    }
    for (size_t i = 0; i < 4; i++) {
        const json_t *element = json_array_get(value, i);
        json_enter_index(reader, i);
        if (json_is_number(element)) {
            ((double *)out)[i] = json_number_value(element);
        } else {
            json_fail_type(reader, element, "a number");
        }
        json_leave(reader);
    }
}

bool json_read_numbers(json_reader *reader, const json_t *value, uint32_t count, uint64_t *out,
                       const json_limits *limits)
{
    if (!check_list(reader, value, count)) {
        return false;
    }
    bool whole = true;
    for (uint32_t i = 0; i < count; i++) {
        json_enter_index(reader, i);
        whole &= json_read_integer(reader, json_array_get(value, i), &out[i], limits);
        json_leave(reader);
    }
    return whole;
}

/* [first, count] with a count of at least 1: in the API a count of 0 means all that follow. */
static bool read_range(json_reader *reader, const json_t *value, uint64_t numbers[2], uint64_t max)
{
    if (!json_read_numbers(reader, value, 2, numbers, &(json_limits){0, max})) {
        return false;
    }
    if (numbers[1] == 0) {
        json_fail(reader, "a range is [first, count] with a count of at least 1; "
                          "leave the key out for everything");
        return false;
    }
    return true;
}

void json_read_range(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    uint64_t numbers[2];
    if (read_range(reader, value, numbers, FUSOR_EXTENT_MAX)) {
        *(fusor_range *)out = (fusor_range){(uint32_t)numbers[0], (uint32_t)numbers[1]};
    }
}

void json_read_byte_range(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    uint64_t numbers[2];
    if (read_range(reader, value, numbers, FUSOR_BUFFER_BYTES_MAX)) {
        *(fusor_byte_range *)out = (fusor_byte_range){numbers[0], numbers[1]};
    }
}

/* ---------------------------------------------------------------------------------------- words */

static const char *word_list(json_reader *reader, const json_words *words)
{
    return json_reader_is_full(reader) ? "" : json_words_list(words, &reader->arena);
}

static bool find_word(json_reader *reader, const json_t *value, uint64_t *out,
                      const json_words *words)
{
    if (!json_is_string(value)) {
        const char *list = word_list(reader, words);
        json_fail_type(reader, value,
                       json_arena_print(&reader->arena, "a string, one of %s", list));
        return false;
    }
    if (!json_words_find(words, json_string_value(value), out)) {
        json_fail(reader, "unknown %s %s; allowed: %s", words->noun,
                  json_quote(reader, json_string_value(value)), word_list(reader, words));
        return false;
    }
    return true;
}

void json_read_word(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    uint64_t found;
    if (find_word(reader, value, &found, rule)) {
        uint32_t number = (uint32_t)found;
        memcpy(out, &number, sizeof(number)); /* an enum: its type is the compiler's choice */
    }
}

static uint64_t read_bits(json_reader *reader, const json_t *value, const json_words *words)
{
    uint64_t all = 0;
    if (!json_is_array(value)) {
        json_fail_type(reader, value, "a list of words");
        return 0;
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        uint64_t bits;
        json_enter_index(reader, i);
        if (find_word(reader, json_array_get(value, i), &bits, words)) {
            all |= bits;
        }
        json_leave(reader);
    }
    return all;
}

/* In the API no bit at all means the default, which a document says by leaving the key out. */
static uint64_t read_some_bits(json_reader *reader, const json_t *value, const json_words *words)
{
    if (json_is_array(value) && json_array_size(value) == 0) {
        json_fail(reader, "must name at least one %s, or be left out", words->noun);
    }
    return read_bits(reader, value, words);
}

void json_read_words64(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    *(uint64_t *)out |= read_some_bits(reader, value, rule);
}

void json_read_words32(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    *(uint32_t *)out |= (uint32_t)read_some_bits(reader, value, rule);
}

void json_read_any_words32(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    *(uint32_t *)out |= (uint32_t)read_bits(reader, value, rule);
}

/* ---------------------------------------------------------------------------------------- lists */

/* A list that grows with what is read: 5 million wrong elements fit in 10 MB of text. */
typedef struct list {
    char *rows;
    size_t size, count, capacity; /* bytes of an element; elements */
} list;

static void *next_row(json_reader *reader, list *made)
{
    if (made->count == made->capacity) {
        size_t capacity = made->capacity ? 2 * made->capacity : 8;
        char *rows = json_arena_take(&reader->arena, capacity, made->size);
        if (!rows) {
            return NULL;
        }
        if (made->count) {
            memcpy(rows, made->rows, made->count * made->size);
        }
        made->rows = rows;
        made->capacity = capacity;
    }
    return made->rows + made->size * made->count++;
}

/* Once the errors are full, the rest is read for its number of errors alone. */
static void *spare_row(json_reader *reader, list *made, void **spare)
{
    if (!*spare) {
        *spare = json_arena_take(&reader->arena, 1, made->size);
    }
    return *spare ? memset(*spare, 0, made->size) : NULL;
}

void *json_read_list(json_reader *reader, const json_t *value, size_t size, uint32_t *count,
                     const json_field *element)
{
    if (!json_is_array(value)) {
        json_fail_type(reader, value, "a list");
        return NULL;
    }
    list made = {.size = size};
    void *spare = NULL;
    for (size_t i = 0; i < json_array_size(value); i++) {
        bool full = json_reader_is_full(reader);
        char *row = full ? spare_row(reader, &made, &spare) : next_row(reader, &made);
        if (!row) {
            return NULL;
        }
        json_enter_index(reader, i);
        element->read(reader, json_array_get(value, i), row + element->offset, element->rule);
        json_leave(reader);
    }
    *count = (uint32_t)made.count;
    return made.rows;
}
