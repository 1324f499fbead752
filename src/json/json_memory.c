/* In: the caller's allocator. Out: memory of any size, zeroed, freed all at once.
 * A refused allocation is remembered in the arena, so that callers check once, at the end. */
#include "json_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)16384)
#define ALIGN ((size_t)16)

struct json_block {
    json_block *next;
    size_t size, used; /* of the bytes behind this header */
};

#define HEADER_BYTES ((sizeof(json_block) + ALIGN - 1) / ALIGN * ALIGN)

static void *libc_realloc(void *user, void *ptr, size_t old_size, size_t new_size, size_t align)
{
    (void)user, (void)old_size, (void)align;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

void json_arena_init(json_arena *arena, const fusor_allocator *allocator)
{
    *arena = (json_arena){.allocator = *allocator};
    if (!arena->allocator.realloc_fn) {
        arena->allocator.realloc_fn = libc_realloc;
    }
}

void json_arena_finish(json_arena *arena)
{
    while (arena->blocks) {
        json_block *block = arena->blocks;
        arena->blocks = block->next;
        arena->allocator.realloc_fn(arena->allocator.user, block, HEADER_BYTES + block->size, 0,
                                    ALIGN);
    }
}

static bool add_block(json_arena *arena, size_t bytes)
{
    size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    json_block *block =
        arena->allocator.realloc_fn(arena->allocator.user, NULL, 0, HEADER_BYTES + size, ALIGN);
    if (!block) {
        arena->failed = true;
        return false;
    }
    *block = (json_block){.next = arena->blocks, .size = size};
    arena->blocks = block;
    return true;
}

void *json_arena_take(json_arena *arena, size_t count, size_t size)
{
    if (count == 0) {
        return NULL;
    }
    if (size > (SIZE_MAX - HEADER_BYTES - ALIGN) / count) {
        arena->failed = true;
        return NULL;
    }
    size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    if (!arena->blocks || arena->blocks->size - arena->blocks->used < bytes) {
        if (!add_block(arena, bytes)) {
            return NULL;
        }
    }
    char *taken = (char *)arena->blocks + HEADER_BYTES + arena->blocks->used;
    arena->blocks->used += bytes;
    return memset(taken, 0, bytes);
}

const char *json_arena_vprint(json_arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : json_arena_take(arena, (size_t)length + 1, 1);
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    return text ? text : "";
}

const char *json_arena_print(json_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = json_arena_vprint(arena, format, arguments);
    va_end(arguments);
    return text;
}
