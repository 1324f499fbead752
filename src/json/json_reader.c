/* In: a source, then reports. Out: errors with pointer, pass and resource; the final result.
 * Nothing here knows what a document means. */
#include "json_reader.h"

#include <assert.h>
#include <string.h>

#define QUOTE_BYTES_MAX 64u

fusor_result json_reader_init(json_reader *reader, const fusor_json_source *source)
{
    *reader = (json_reader){.log = source->log, .pass = "", .resource = ""};
    json_arena_init(&reader->arena, &source->allocator);
    reader->errors = json_errors_create(&source->allocator);
    reader->resources = json_object();
    reader->passes = json_object();
    bool whole = reader->errors && reader->resources && reader->passes;
    return whole ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}

static fusor_result final_result(const json_reader *reader, fusor_result result)
{
    if (!reader->errors || reader->errors->arena.failed || reader->arena.failed) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    return result == FUSOR_OK && reader->errors->count ? FUSOR_ERROR_DOCUMENT : result;
}

fusor_result json_reader_finish(json_reader *reader, fusor_result result,
                                fusor_json_errors **errors)
{
    result = final_result(reader, result);
    if (errors) {
        *errors = NULL;
    }
    if (errors && (result == FUSOR_ERROR_DOCUMENT || result == FUSOR_ERROR_SYNTAX)) {
        json_errors_close(reader->errors);
        *errors = reader->errors;
    } else {
        fusor_json_errors_destroy(reader->errors);
    }
    json_decref(reader->resources);
    json_decref(reader->passes);
    json_arena_finish(&reader->arena);
    return result;
}

/* ------------------------------------------------------------------------------------ the place */

static void enter(json_reader *reader, json_step step)
{
    assert(reader->depth <= JSON_DEPTH_MAX); /* the text is bounded before it is read */
    reader->path[reader->depth++] = step;
}

void json_enter_key(json_reader *reader, const char *key)
{
    enter(reader, (json_step){.key = key});
}

void json_enter_index(json_reader *reader, size_t index)
{
    enter(reader, (json_step){.index = index});
}

void json_leave(json_reader *reader)
{
    reader->depth--;
}

const char *json_escape_key(json_arena *arena, const char *key)
{
    size_t marks = 0;
    for (const char *c = key; *c; c++) {
        marks += *c == '~' || *c == '/';
    }
    char *escaped = marks ? json_arena_take(arena, strlen(key) + marks + 1, 1) : NULL;
    if (!escaped) {
        return key;
    }
    char *out = escaped;
    for (const char *c = key; *c; c++) {
        *out++ = *c == '/' ? '~' : *c;
        if (*c == '~' || *c == '/') {
            *out++ = *c == '~' ? '0' : '1';
        }
    }
    return escaped;
}

static const char *pointer_of(json_reader *reader)
{
    json_arena *arena = &reader->errors->arena;
    const char *pointer = "";
    for (uint32_t i = 0; i < reader->depth; i++) {
        const json_step *step = &reader->path[i];
        pointer = step->key
                      ? json_arena_print(arena, "%s/%s", pointer, json_escape_key(arena, step->key))
                      : json_arena_print(arena, "%s/%zu", pointer, step->index);
    }
    return pointer;
}

/* ---------------------------------------------------------------------------------- the reports */

static void report(json_reader *reader, const char *format, va_list arguments)
{
    json_arena *arena = &reader->errors->arena;
    if (json_reader_is_full(reader)) {
        reader->errors->dropped++;
        return;
    }
    fusor_json_error error = {
        .pointer = pointer_of(reader),
        .pass = json_arena_print(arena, "%s", reader->pass),
        .resource = json_arena_print(arena, "%s", reader->resource),
        .text = json_arena_vprint(arena, format, arguments),
    };
    json_errors_add(reader->errors, &error);
    if (reader->log.log_fn) {
        reader->log.log_fn(reader->log.user, FUSOR_SEVERITY_ERROR, "document", error.pointer,
                           error.text);
    }
}

void json_fail(json_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reader, format, arguments);
    va_end(arguments);
}

void json_fail_key(json_reader *reader, const char *key, const char *format, ...)
{
    va_list arguments;
    json_enter_key(reader, key);
    va_start(arguments, format);
    report(reader, format, arguments);
    va_end(arguments);
    json_leave(reader);
}

uint32_t json_error_count(const json_reader *reader)
{
    return reader->errors->count;
}

bool json_reader_is_full(const json_reader *reader)
{
    return reader->errors->count >= JSON_ERRORS_MAX;
}

/* The longest prefix of at most QUOTE_BYTES_MAX bytes that ends between characters. */
static size_t quoted_length(const char *text, size_t size)
{
    if (size <= QUOTE_BYTES_MAX) {
        return size;
    }
    size_t length = QUOTE_BYTES_MAX;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) {
        length--;
    }
    return length;
}

const char *json_quote(json_reader *reader, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    if (json_reader_is_full(reader)) {
        return "";
    }
    size_t size = strlen(text);
    size_t length = quoted_length(text, size);
    char buffer[4 * QUOTE_BYTES_MAX + 1];
    char *out = buffer;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x20 && c != 0x7f) {
            *out++ = text[i];
        } else {
            out = memcpy(out, "\\x", 2);
            out[2] = digits[c >> 4];
            out[3] = digits[c & 15];
            out += 4;
        }
    }
    *out = '\0';
    return json_arena_print(&reader->arena, "\"%s%s\"", buffer, length < size ? "…" : "");
}
