/* A scanner that only counts brackets: it bounds the depth before a recursive parser sees the text,
 * and says to which place of the document a byte offset belongs. */
#ifndef FUSOR_JSON_SCAN_H
#define FUSOR_JSON_SCAN_H

#include "json_memory.h"

#define JSON_DEPTH_MAX 64u

typedef struct json_scan_level {
    bool is_array;
    bool key_is_next;           /* objects: a string now is a key */
    size_t index;               /* arrays: of the element */
    size_t key_first, key_last; /* objects: the key's quotes; equal: no key yet */
} json_scan_level;

typedef struct json_scan {
    size_t offset; /* of the bracket that is too deep, else the size */
    uint32_t depth;
    json_scan_level levels[JSON_DEPTH_MAX];
} json_scan;

/* False at the first bracket that is deeper than JSON_DEPTH_MAX. */
bool json_scan_text(const char *text, size_t size, json_scan *scan);

/* The JSON pointer of where the scan ended. */
const char *json_scan_pointer(const json_scan *scan, const char *text, json_arena *arena);

/* Line and column, from 1, of a byte offset; columns count characters. */
void json_scan_position(const char *text, size_t offset, int *line, int *column);

#endif
