/* One reading of a document: where we are in it, what was wrong so far, what was made. */
#ifndef FUSOR_JSON_READER_H
#define FUSOR_JSON_READER_H

#include <jansson.h>

#include "fusor/json.h"

#include "json_errors.h"
#include "json_memory.h"
#include "json_scan.h"

typedef struct json_step {
    const char *key; /* NULL: an element of an array */
    size_t index;
} json_step;

typedef struct json_reader {
    fusor_log log;
    fusor_json_errors *errors;
    json_arena arena; /* what is read; what a result does not keep dies with the reader */
    const char *pass, *resource; /* the names that errors carry, or "" */
    json_t *resources, *passes;  /* name → 1 + index (buffers: − 1 − index) */
    uint32_t depth;
    json_step path[JSON_DEPTH_MAX + 1];
} json_reader;

fusor_result json_reader_init(json_reader *reader, const fusor_json_source *source);

/* Frees everything but the errors, which it hands to `*errors` where there are any and they are
 * wanted. Returns `result`, or the document's own when something was reported. */
fusor_result json_reader_finish(json_reader *reader, fusor_result result,
                                fusor_json_errors **errors);

/* The parsed text, to be released with json_decref(), or NULL after a report in the reader. */
json_t *json_reader_parse(json_reader *reader, const fusor_json_source *source,
                          fusor_result *result);

void json_enter_key(json_reader *reader, const char *key);
void json_enter_index(json_reader *reader, size_t index);
void json_leave(json_reader *reader);

/* Reports an error at the place where the reader is. */
void json_fail(json_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, at a key of the object where the reader is. */
void json_fail_key(json_reader *reader, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

uint32_t json_error_count(const json_reader *reader);

/* Further errors are only counted: texts for them need not be made. */
bool json_reader_is_full(const json_reader *reader);

/* `text` between quotes for a message: control characters escaped, cut after 64 bytes. */
const char *json_quote(json_reader *reader, const char *text);

/* A key as a part of a JSON pointer (RFC 6901): ~ → ~0, / → ~1. */
const char *json_escape_key(json_arena *arena, const char *key);

#endif
