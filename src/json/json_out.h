/* A JSON text that grows: commas, lines and escapes are its business. */
#ifndef FUSOR_JSON_OUT_H
#define FUSOR_JSON_OUT_H

#include "fusor/json.h"

#include "json_words.h"

#define JSON_OUT_DEPTH_MAX 32u

typedef struct json_out {
    char *text; /* ends in NUL; NULL before the first byte */
    size_t size, capacity;
    bool failed;     /* sticks: out of memory */
    bool unwritable; /* sticks: something that a document cannot say */
    bool after_key;
    uint32_t depth;
    struct {
        char close;
        bool lines;  /* each member on a line of its own */
        bool filled; /* has a member */
    } levels[JSON_OUT_DEPTH_MAX];
} json_out;

/* Members on one line, or each on its own. */
void json_out_object(json_out *out, bool lines);
void json_out_array(json_out *out, bool lines);
void json_out_close(json_out *out);

void json_out_key(json_out *out, const char *key);
void json_out_string(json_out *out, const char *text); /* NULL: null */
void json_out_u64(json_out *out, uint64_t number);
void json_out_double(json_out *out, double number); /* not finite: unwritable */
void json_out_bool(json_out *out, bool value);
void json_out_null(json_out *out);

/* Key and value. */
void json_out_key_string(json_out *out, const char *key, const char *text);
void json_out_key_u64(json_out *out, const char *key, uint64_t number);
void json_out_key_bool(json_out *out, const char *key, bool value);
void json_out_key_array(json_out *out, const char *key, bool lines);
void json_out_key_object(json_out *out, const char *key, bool lines);
/* [first, count] */
void json_out_key_pair(json_out *out, const char *key, uint64_t first, uint64_t count);
void json_out_key_numbers(json_out *out, const char *key, const uint32_t *numbers, uint32_t count);
void json_out_key_doubles(json_out *out, const char *key, const double *numbers, uint32_t count);
/* The index, or null for FUSOR_NONE. */
void json_out_index(json_out *out, uint32_t index);
void json_out_key_index(json_out *out, const char *key, uint32_t index);
/* Exactly one word; unwritable without one. */
void json_out_key_word(json_out *out, const char *key, const json_words *words, uint64_t value);
/* The words of all rows that lie wholly in `bits`, in the table's order. */
void json_out_words(json_out *out, const json_words *words, uint64_t bits);
void json_out_key_words(json_out *out, const char *key, const json_words *words, uint64_t bits);

/* An array index as the key of an object, into `buffer`, which is returned. */
const char *json_index_key(char buffer[12], uint32_t index);

/* Hands the text over with a newline at its end. */
fusor_result json_out_finish(json_out *out, char **text);

#endif
