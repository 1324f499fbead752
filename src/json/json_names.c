/* In: names of documents and of formats. Out: checked names, formats, near misses.
 * A name is 1 to 255 bytes; jansson has already refused what is not UTF-8. */
#include <string.h>

#include "json_value.h"

bool json_check_name(json_reader *reader, size_t size)
{
    if (size < 1 || size > FUSOR_NAME_BYTES_MAX) {
        json_fail(reader, "a name has 1 to %u bytes of UTF-8, not %zu", FUSOR_NAME_BYTES_MAX, size);
        return false;
    }
    return true;
}

void json_read_name(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    if (!json_is_string(value)) {
        json_fail_type(reader, value, "a name, a string");
        return;
    }
    if (json_check_name(reader, json_string_length(value))) {
        *(const char **)out = json_arena_print(&reader->arena, "%s", json_string_value(value));
    }
}

static const char *const format_names[] = {
#define NAME_ROW(NAME, name, ...) #name,
    FUSOR_FORMATS(NAME_ROW)
#undef NAME_ROW
};

#define FORMAT_COUNT (sizeof(format_names) / sizeof(format_names[0]))
#define NEAR_BYTES_MAX ((size_t)40)

/* Levenshtein's distance, for names of at most NEAR_BYTES_MAX bytes: O(n m) steps, one row. */
static uint32_t distance(const char *a, const char *b)
{
    uint32_t row[NEAR_BYTES_MAX + 1];
    size_t length = strlen(b);
    for (size_t j = 0; j <= length; j++) {
        row[j] = (uint32_t)j;
    }
    for (size_t i = 0; a[i]; i++) {
        uint32_t corner = row[0];
        row[0] = (uint32_t)i + 1;
        for (size_t j = 0; j < length; j++) {
            uint32_t change = corner + (a[i] != b[j]);
            uint32_t add = (row[j] < row[j + 1] ? row[j] : row[j + 1]) + 1;
            corner = row[j + 1];
            row[j + 1] = change < add ? change : add;
        }
    }
    return row[length];
}

static size_t nearest(const uint32_t *distances)
{
    size_t best = 0;
    for (size_t i = 1; i < FORMAT_COUNT; i++) {
        best = distances[i] < distances[best] ? i : best;
    }
    return best;
}

/* Vulkan knows some 200 formats: the two nearest are of more use than the list, where they are near.
 * Only the first errors get them, so that a document of nothing but wrong formats stays quick. */
static const char *near_formats(json_reader *reader, const char *name)
{
    uint32_t distances[FORMAT_COUNT];
    if (strlen(name) > NEAR_BYTES_MAX || json_error_count(reader) > 100) {
        return "";
    }
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        distances[i] = distance(name, format_names[i]);
    }
    size_t first = nearest(distances);
    if (distances[first] > strlen(name) / 2) {
        return "";
    }
    distances[first] = UINT32_MAX;
    return json_arena_print(&reader->arena, ", as %s or %s", format_names[first],
                            format_names[nearest(distances)]);
}

void json_read_format(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    if (!json_is_string(value)) {
        json_fail_type(reader, value, "a format, a string");
        return;
    }
    const char *name = json_string_value(value);
    fusor_format format = fusor_format_from_name(name);
    if (format == FUSOR_FORMAT_UNDEFINED) {
        json_fail(reader, "unknown format %s; allowed: the names of fusor/format.h%s",
                  json_quote(reader, name), near_formats(reader, name));
        return;
    }
    *(fusor_format *)out = format;
}
