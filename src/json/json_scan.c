/* In: bytes, well formed or not. Out: nesting, the place of an offset.
 * One loop and a fixed stack: no input makes it recurse, allocate or read past the end. */
#include "json_scan.h"

#include <jansson.h>
#include <limits.h>
#include <string.h>

#include "json_reader.h"

/* The offset of the closing quote of the string that starts at `first`, or `size`. */
static size_t string_end(const char *text, size_t size, size_t first)
{
    for (size_t i = first + 1; i < size; i++) {
        if (text[i] == '\\') {
            i++;
        } else if (text[i] == '"') {
            return i;
        }
    }
    return size;
}

static size_t scan_string(json_scan *scan, const char *text, size_t size, size_t first)
{
    size_t last = string_end(text, size, first);
    json_scan_level *level = scan->depth ? &scan->levels[scan->depth - 1] : NULL;
    if (level && level->key_is_next && last < size) {
        level->key_first = first;
        level->key_last = last;
        level->key_is_next = false;
    }
    return last;
}

static bool open_level(json_scan *scan, bool is_array)
{
    if (scan->depth == JSON_DEPTH_MAX) {
        return false;
    }
    scan->levels[scan->depth++] = (json_scan_level){.is_array = is_array, .key_is_next = !is_array};
    return true;
}

static void next_element(json_scan *scan)
{
    if (scan->depth) {
        json_scan_level *level = &scan->levels[scan->depth - 1];
        level->index++;
        level->key_is_next = !level->is_array;
        level->key_first = level->key_last = 0;
    }
}

bool json_scan_text(const char *text, size_t size, json_scan *scan)
{
    scan->depth = 0;
    for (scan->offset = 0; scan->offset < size; scan->offset++) {
        switch (text[scan->offset]) {
        case '"':
            scan->offset = scan_string(scan, text, size, scan->offset);
            if (scan->offset == size) {
                return true;
            }
            break;
        case '[':
        case '{':
            if (!open_level(scan, text[scan->offset] == '[')) {
                return false;
            }
            break;
        case ']':
        case '}':
            scan->depth -= scan->depth > 0;
            break;
        case ',':
            next_element(scan);
            break;
        default:
            break;
        }
    }
    return true;
}

/* Appends one level's part of the pointer. A key is decoded by the parser that will read it. */
static const char *append_level(const json_scan_level *level, const char *text, const char *before,
                                json_arena *arena)
{
    if (level->is_array) {
        return json_arena_print(arena, "%s/%zu", before, level->index);
    }
    if (level->key_first == level->key_last) {
        return before;
    }
    json_t *key = json_loadb(text + level->key_first, level->key_last - level->key_first + 1,
                             JSON_DECODE_ANY, NULL);
    const char *pointer = before;
    if (json_is_string(key)) {
        pointer = json_arena_print(arena, "%s/%s", before,
                                   json_escape_key(arena, json_string_value(key)));
    }
    json_decref(key);
    return pointer;
}

const char *json_scan_pointer(const json_scan *scan, const char *text, json_arena *arena)
{
    const char *pointer = "";
    for (uint32_t i = 0; i < scan->depth; i++) {
        pointer = append_level(&scan->levels[i], text, pointer, arena);
    }
    return pointer;
}

void json_scan_position(const char *text, size_t offset, int *line, int *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            *line += *line < INT_MAX;
            *column = 1;
        } else if (((unsigned char)text[i] & 0xc0) != 0x80) { /* not inside a UTF-8 sequence */
            *column += *column < INT_MAX;
        }
    }
}
