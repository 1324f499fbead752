/* In: errors as they are found. Out: one flat list.
 * The list, its texts and itself live in one arena; it never holds more than JSON_ERRORS_MAX + 1. */
#include "json_errors.h"

#include <string.h>

fusor_json_errors *json_errors_create(const fusor_allocator *allocator)
{
    json_arena arena;
    json_arena_init(&arena, allocator);
    fusor_json_errors *errors = json_arena_take(&arena, 1, sizeof(*errors));
    if (errors) {
        errors->arena = arena;
    }
    return errors;
}

void fusor_json_errors_destroy(fusor_json_errors *errors)
{
    if (errors) {
        json_arena arena = errors->arena; /* `errors` lies in it */
        json_arena_finish(&arena);
    }
}

const fusor_json_error *fusor_json_errors_get(const fusor_json_errors *errors, uint32_t *count)
{
    *count = errors ? errors->count : 0;
    return errors ? errors->rows : NULL;
}

static bool grow(fusor_json_errors *errors)
{
    uint32_t capacity = errors->capacity ? errors->capacity * 2 : 8;
    fusor_json_error *rows = json_arena_take(&errors->arena, capacity, sizeof(*rows));
    if (!rows) {
        return false;
    }
    if (errors->count) {
        memcpy(rows, errors->rows, errors->count * sizeof(*rows));
    }
    errors->rows = rows;
    errors->capacity = capacity;
    return true;
}

static void append(fusor_json_errors *errors, const fusor_json_error *error)
{
    if (errors->count < errors->capacity || grow(errors)) {
        errors->rows[errors->count++] = *error;
    }
}

void json_errors_add(fusor_json_errors *errors, const fusor_json_error *error)
{
    if (errors->count >= JSON_ERRORS_MAX) {
        errors->dropped++;
        return;
    }
    append(errors, error);
}

void json_errors_close(fusor_json_errors *errors)
{
    if (errors->dropped) {
        fusor_json_error last = {.pointer = "", .pass = "", .resource = ""};
        last.text = json_arena_print(&errors->arena, "%llu more errors are not shown",
                                     (unsigned long long)errors->dropped);
        append(errors, &last);
    }
}
