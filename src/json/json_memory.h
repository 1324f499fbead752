/* An arena over the caller's allocator: everything of one reading lives and dies together. */
#ifndef FUSOR_JSON_MEMORY_H
#define FUSOR_JSON_MEMORY_H

#include <stdarg.h>

#include "fusor/fusor.h"

typedef struct json_block json_block;

typedef struct json_arena {
    fusor_allocator allocator;
    json_block *blocks; /* the newest first */
    bool failed;        /* sticks: an allocation was refused */
} json_arena;

void json_arena_init(json_arena *arena, const fusor_allocator *allocator);
void json_arena_finish(json_arena *arena);

/* `count` zeroed elements; NULL for none and when out of memory, which also sets `failed`. */
void *json_arena_take(json_arena *arena, size_t count, size_t size);

/* As printf, into the arena; "" when out of memory. */
const char *json_arena_print(json_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *json_arena_vprint(json_arena *arena, const char *format, va_list arguments);

#endif
