/* Readers of single values. Each takes a value, where to put it, and a rule; each reports what is
 * wrong at the reader's place and then leaves `out` as it was (zero). */
#ifndef FUSOR_JSON_VALUE_H
#define FUSOR_JSON_VALUE_H

#include "json_reader.h"
#include "json_words.h"

typedef void json_read_fn(json_reader *reader, const json_t *value, void *out, const void *rule);

/* One key of an object: `read` fills `out + offset`. */
typedef struct json_field {
    const char *key;
    json_read_fn *read;
    size_t offset;
    const void *rule;
    bool required;
} json_field;

typedef struct json_object_rule {
    const json_field *fields;
    uint32_t count;
} json_object_rule;

#define JSON_OBJECT_RULE(fields)                                                                   \
    {                                                                                              \
        (fields), (uint32_t)(sizeof(fields) / sizeof((fields)[0]))                                 \
    }

typedef struct json_limits {
    uint64_t min, max;
} json_limits;

extern const json_limits json_limits_u32, json_limits_u64;

/* Says that `value` is of another type than `wanted` ("an object"). */
void json_fail_type(json_reader *reader, const json_t *value, const char *wanted);

/* An object by its table: unknown keys, missing keys; false if it is none. Rule: json_object_rule. */
bool json_read_fields(json_reader *reader, const json_t *value, void *out,
                      const json_object_rule *rule);
json_read_fn json_read_object; /* the same as a json_read_fn */
/* The same in the table's order whatever the document's: where one key is read by another's light. */
bool json_read_fields_in_order(json_reader *reader, const json_t *value, void *out,
                               const json_object_rule *rule);

json_read_fn json_read_bool;    /* bool */
json_read_fn json_read_bit;     /* uint32_t: true sets the bit; rule: the bit, a uint32_t */
json_read_fn json_read_u32;     /* rule: json_limits */
json_read_fn json_read_u64;     /* rule: json_limits */
json_read_fn json_read_unit;    /* double: 0 … 1 */
json_read_fn json_read_four;    /* double[4] */
json_read_fn json_read_word;    /* a 32-bit enum; rule: json_words */
json_read_fn json_read_words32; /* uint32_t: bits of a list of words, not empty; rule: json_words */
json_read_fn json_read_words64; /* uint64_t */
json_read_fn json_read_any_words32; /* uint32_t; the list may be empty */
json_read_fn json_read_name;        /* const char *: 1 to 255 bytes, in the reader's arena */
json_read_fn json_read_format;      /* fusor_format */
json_read_fn json_read_range;       /* fusor_range */
json_read_fn json_read_byte_range;  /* fusor_byte_range */
json_read_fn json_read_nothing;     /* takes whatever is there: read elsewhere */

/* Exactly `count` whole numbers into `out`. */
bool json_read_numbers(json_reader *reader, const json_t *value, uint32_t count, uint64_t *out,
                       const json_limits *limits);

/* A whole number inside the limits. */
bool json_read_integer(json_reader *reader, const json_t *value, uint64_t *out,
                       const json_limits *limits);

/* Every element with `read`, into a new array of elements of `size` bytes; NULL for an empty one. */
void *json_read_list(json_reader *reader, const json_t *value, size_t size, uint32_t *count,
                     const json_field *element);

/* The document's first key: the version that this is. */
json_read_fn json_read_version;

/* May a name have `size` bytes? Reports at the reader's place. */
bool json_check_name(json_reader *reader, size_t size);

#endif
