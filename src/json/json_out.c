/* In: values in order. Out: their text, the same bytes on every machine.
 * Doubles take the fewest of 15 to 17 digits that read back as the same number. */
#include "json_out.h"

#include <assert.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(json_out *out, size_t more)
{
    if (out->failed || out->capacity - out->size > more) {
        return !out->failed;
    }
    size_t capacity = out->capacity * 2 + more + 1024;
    char *text = capacity > out->capacity ? realloc(out->text, capacity) : NULL;
    if (!text) {
        out->failed = true;
        return false;
    }
    out->text = text;
    out->capacity = capacity;
    return true;
}

static void put(json_out *out, const char *bytes, size_t count)
{
    if (reserve(out, count)) {
        memcpy(out->text + out->size, bytes, count);
        out->size += count;
        out->text[out->size] = '\0';
    }
}

static void put_text(json_out *out, const char *text)
{
    put(out, text, strlen(text));
}

static void new_line(json_out *out, uint32_t indent)
{
    put(out, "\n", 1);
    for (uint32_t i = 0; i < indent; i++) {
        put(out, " ", 1);
    }
}

/* What stands before a member: comma, space or line. */
static void before_member(json_out *out)
{
    if (out->after_key || out->depth == 0) {
        out->after_key = false;
        return;
    }
    if (out->levels[out->depth - 1].filled) {
        put_text(out, out->levels[out->depth - 1].lines ? "," : ", ");
    }
    if (out->levels[out->depth - 1].lines) {
        new_line(out, out->depth);
    }
    out->levels[out->depth - 1].filled = true;
}

static void open_level(json_out *out, char open, char close, bool lines)
{
    assert(out->depth < JSON_OUT_DEPTH_MAX);
    before_member(out);
    put(out, &open, 1);
    out->levels[out->depth].close = close;
    out->levels[out->depth].lines = lines;
    out->levels[out->depth].filled = false;
    out->depth++;
}

void json_out_object(json_out *out, bool lines)
{
    open_level(out, '{', '}', lines);
}

void json_out_array(json_out *out, bool lines)
{
    open_level(out, '[', ']', lines);
}

void json_out_close(json_out *out)
{
    out->depth--;
    if (out->levels[out->depth].lines && out->levels[out->depth].filled) {
        new_line(out, out->depth);
    }
    put(out, &out->levels[out->depth].close, 1);
}

/* --------------------------------------------------------------------------------------- values */

static void put_escaped(json_out *out, unsigned char c)
{
    char escape[8];
    if (c == '"' || c == '\\') {
        snprintf(escape, sizeof(escape), "\\%c", c);
    } else if (c == '\n') {
        snprintf(escape, sizeof(escape), "\\n");
    } else {
        snprintf(escape, sizeof(escape), "\\u%04x", c);
    }
    put_text(out, escape);
}

void json_out_string(json_out *out, const char *text)
{
    if (!text) {
        json_out_null(out);
        return;
    }
    before_member(out);
    put(out, "\"", 1);
    while (*text) {
        size_t plain = 0;
        while ((unsigned char)text[plain] >= 0x20 && text[plain] != '"' && text[plain] != '\\') {
            plain++;
        }
        put(out, text, plain);
        text += plain;
        if (*text) {
            put_escaped(out, (unsigned char)*text++);
        }
    }
    put(out, "\"", 1);
}

void json_out_key(json_out *out, const char *key)
{
    json_out_string(out, key);
    put_text(out, ": ");
    out->after_key = true;
}

void json_out_u64(json_out *out, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof(digits), "%" PRIu64, number);
    before_member(out);
    put_text(out, digits);
}

void json_out_double(json_out *out, double number)
{
    char digits[40];
    if (!isfinite(number)) {
        out->unwritable = true;
        number = 0;
    }
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof(digits), "%.*g", precision, number);
        if (strtod(digits, NULL) == number) {
            break;
        }
    }
    const char *locale_point = localeconv()->decimal_point;
    char *point = strstr(digits, locale_point);
    if (point) {
        size_t length = strlen(locale_point);
        *point = '.';
        memmove(point + 1, point + length, strlen(point + length) + 1);
    }
    before_member(out);
    put_text(out, strcmp(digits, "-0") == 0 ? "-0.0" : digits);
}

void json_out_bool(json_out *out, bool value)
{
    before_member(out);
    put_text(out, value ? "true" : "false");
}

void json_out_null(json_out *out)
{
    before_member(out);
    put_text(out, "null");
}

void json_out_index(json_out *out, uint32_t index)
{
    if (index == FUSOR_NONE) {
        json_out_null(out);
    } else {
        json_out_u64(out, index);
    }
}

/* ------------------------------------------------------------------------------ keys and values */

void json_out_key_string(json_out *out, const char *key, const char *text)
{
    json_out_key(out, key);
    json_out_string(out, text);
}

void json_out_key_u64(json_out *out, const char *key, uint64_t number)
{
    json_out_key(out, key);
    json_out_u64(out, number);
}

void json_out_key_bool(json_out *out, const char *key, bool value)
{
    json_out_key(out, key);
    json_out_bool(out, value);
}

void json_out_key_index(json_out *out, const char *key, uint32_t index)
{
    json_out_key(out, key);
    json_out_index(out, index);
}

void json_out_key_array(json_out *out, const char *key, bool lines)
{
    json_out_key(out, key);
    json_out_array(out, lines);
}

void json_out_key_object(json_out *out, const char *key, bool lines)
{
    json_out_key(out, key);
    json_out_object(out, lines);
}

void json_out_key_pair(json_out *out, const char *key, uint64_t first, uint64_t count)
{
    json_out_key_array(out, key, false);
    json_out_u64(out, first);
    json_out_u64(out, count);
    json_out_close(out);
}

void json_out_key_numbers(json_out *out, const char *key, const uint32_t *numbers, uint32_t count)
{
    json_out_key_array(out, key, false);
    for (uint32_t i = 0; i < count; i++) {
        json_out_u64(out, numbers[i]);
    }
    json_out_close(out);
}

void json_out_key_doubles(json_out *out, const char *key, const double *numbers, uint32_t count)
{
    json_out_key_array(out, key, false);
    for (uint32_t i = 0; i < count; i++) {
        json_out_double(out, numbers[i]);
    }
    json_out_close(out);
}

void json_out_key_word(json_out *out, const char *key, const json_words *words, uint64_t value)
{
    const char *word = json_words_of(words, value);
    out->unwritable |= !word;
    json_out_key_string(out, key, word);
}

void json_out_words(json_out *out, const json_words *words, uint64_t bits)
{
    json_out_array(out, false);
    for (uint32_t i = 0; i < words->count; i++) {
        uint64_t value = words->rows[i].value;
        if (value && (bits & value) == value) {
            json_out_string(out, json_words_at(words, i));
        }
    }
    json_out_close(out);
}

void json_out_key_words(json_out *out, const char *key, const json_words *words, uint64_t bits)
{
    json_out_key(out, key);
    json_out_words(out, words, bits);
}

const char *json_index_key(char buffer[12], uint32_t index)
{
    snprintf(buffer, 12, "%" PRIu32, index);
    return buffer;
}

fusor_result json_out_finish(json_out *out, char **text)
{
    put(out, "\n", 1);
    if (out->failed || out->unwritable) {
        free(out->text);
        *text = NULL;
        return out->failed ? FUSOR_ERROR_OUT_OF_MEMORY : FUSOR_ERROR_INVALID_ARGUMENT;
    }
    assert(out->depth == 0);
    *text = out->text;
    return FUSOR_OK;
}

void fusor_json_free(char *text)
{
    free(text);
}
