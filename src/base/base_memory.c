/* In: the caller's allocator. Out: blocks, an arena, growing arrays.
 * Promise: never aborts; an allocation that fails returns NULL and leaves everything as it was.
 * An arena frees all it gave at once; what it gives is zeroed, byte for byte and no more. */
#include "base/base_memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 1 makes every allocation of an arena one of the caller's allocator: what tests fail in turn. */
#ifndef ARENA_MAX_GROWTH_BYTES
#define ARENA_MAX_GROWTH_BYTES ((size_t)4 << 20)
#endif
enum { ARENA_ALIGN = 16, ARENA_FIRST_BYTES = 16 * 1024 };

struct base_block {
    base_block *next;
    size_t size; /* with this header */
};

static void *libc_realloc(void *ptr, size_t new_size)
{
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    /* The analyser forgets that it is not 0. NOLINTNEXTLINE(clang-analyzer-optin.portability.UnixAPI) */
    return realloc(ptr, new_size);
}

void *base_reallocate(const fusor_allocator *allocator, void *ptr, size_t old_size, size_t new_size)
{
    if (allocator->realloc_fn)
        return allocator->realloc_fn(allocator->user, ptr, old_size, new_size, ARENA_ALIGN);
    return libc_realloc(ptr, new_size);
}

void *base_allocate(const fusor_allocator *allocator, size_t size)
{
    void *ptr = base_reallocate(allocator, NULL, 0, size);
    if (ptr)
        memset(ptr, 0, size);
    return ptr;
}

void base_free(const fusor_allocator *allocator, void *ptr, size_t size)
{
    if (ptr)
        base_reallocate(allocator, ptr, size, 0);
}

void base_arena_init(base_arena *arena, const fusor_allocator *allocator)
{
    *arena = (base_arena){.allocator = *allocator};
}

void base_arena_finish(base_arena *arena)
{
    base_block *block = arena->blocks;
    while (block) {
        base_block *next = block->next;
        base_free(&arena->allocator, block, block->size);
        block = next;
    }
    *arena = (base_arena){.allocator = arena->allocator};
}

static size_t align_up(size_t size)
{
    return (size + (ARENA_ALIGN - 1)) & ~(size_t)(ARENA_ALIGN - 1);
}

/* Blocks double up to a bound, so that a small graph holds little and a large one few blocks. */
static size_t next_block_size(const base_arena *arena, size_t need)
{
    size_t size = arena->capacity ? arena->capacity * 2 : ARENA_FIRST_BYTES;
    if (size < arena->expected)
        size = arena->expected;
    if (size > ARENA_MAX_GROWTH_BYTES)
        size = ARENA_MAX_GROWTH_BYTES;
    return size < need ? need : size;
}

/* Kept for allocations to come, in the place of the smallest. Where each allocation is the caller's, none
 * is. */
static void spare(base_arena *arena, char *first, size_t size)
{
    base_spare *smallest = &arena->spares[0];
    for (int i = 1; i < BASE_SPARES; i++)
        if (arena->spares[i].size < smallest->size)
            smallest = &arena->spares[i];
    if (size > smallest->size && ARENA_MAX_GROWTH_BYTES > ARENA_FIRST_BYTES)
        *smallest = (base_spare){first, size};
}

static void *take_spare(base_arena *arena, size_t size)
{
    for (int i = 0; i < BASE_SPARES; i++) {
        base_spare *from = &arena->spares[i];
        if (from->size < size)
            continue;
        void *ptr = from->first;
        *from = (base_spare){from->first + size, from->size - size};
        return ptr;
    }
    return NULL;
}

static bool add_block(base_arena *arena, size_t need)
{
    size_t header = align_up(sizeof(base_block));
    if (need > SIZE_MAX - header)
        return false;
    size_t size = next_block_size(arena, need + header);
    base_block *block = base_reallocate(&arena->allocator, NULL, 0, size);
    if (!block)
        return false;
    if (arena->blocks)
        spare(arena, (char *)arena->blocks + arena->used, arena->capacity - arena->used);
    *block = (base_block){.next = arena->blocks, .size = size};
    arena->blocks = block;
    arena->used = header;
    arena->capacity = size;
    arena->total_bytes += size;
    return true;
}

void base_arena_expect(base_arena *arena, size_t size)
{
    arena->expected = size;
}

/* Not zeroed. */
static void *take(base_arena *arena, size_t size)
{
    if (size > SIZE_MAX - ARENA_ALIGN)
        return NULL;
    size = align_up(size ? size : 1);
    void *ptr = take_spare(arena, size);
    if (ptr)
        return ptr;
    if (arena->capacity - arena->used < size && !add_block(arena, size))
        return NULL;
    ptr = (char *)arena->blocks + arena->used;
    arena->used += size;
    return ptr;
}

void *base_arena_alloc(base_arena *arena, size_t size)
{
    void *ptr = take(arena, size);
    if (ptr)
        memset(ptr, 0, size);
    return ptr;
}

void *base_arena_array(base_arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return base_arena_alloc(arena, count * size);
}

void *base_arena_copy(base_arena *arena, const void *data, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *copy = take(arena, count * size);
    if (copy && count)
        memcpy(copy, data, count * size);
    return copy;
}

char *base_arena_string(base_arena *arena, const char *text)
{
    text = text ? text : "";
    return base_arena_copy(arena, text, strlen(text) + 1, 1);
}

char *base_arena_join(base_arena *arena, const char *const *parts, uint32_t count)
{
    size_t length = 0, lengths[BASE_JOIN_MAX];
    for (uint32_t i = 0; i < count; i++)
        length += lengths[i] = strlen(parts[i]);
    char *text = take(arena, length + 1), *at = text;
    for (uint32_t i = 0; text && i < count; at += lengths[i++])
        memcpy(at, parts[i], lengths[i]);
    if (text)
        *at = '\0';
    return text;
}

char *base_arena_format(base_arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = length < 0 ? NULL : base_arena_alloc(arena, (size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

/* The newest allocation grows where it lies while its block has room. */
static bool extend(base_arena *arena, void *data, size_t old_size, size_t new_size)
{
    size_t old = align_up(old_size), rest = arena->capacity - arena->used;
    if (!data || (char *)data + old != (char *)arena->blocks + arena->used ||
        align_up(new_size) - old > rest)
        return false;
    arena->used += align_up(new_size) - old;
    return true;
}

static void *resize(base_arena *arena, void *data, uint32_t count, uint32_t *capacity,
                    uint32_t larger, size_t size)
{
    if (larger > (SIZE_MAX - ARENA_ALIGN) / size)
        return data;
    if (extend(arena, data, *capacity * size, larger * size)) {
        *capacity = larger;
        return data;
    }
    char *grown = take(arena, larger * size);
    if (!grown)
        return data;
    if (count)
        memcpy(grown, data, count * size);
    if (*capacity)
        spare(arena, data, align_up(*capacity * size));
    *capacity = larger;
    return grown;
}

void *base_grow(base_arena *arena, void *data, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity || *capacity > UINT32_MAX / 2)
        return data;
    return resize(arena, data, count, capacity, *capacity ? *capacity * 2 : 8, size);
}

void *base_reserve(base_arena *arena, void *data, uint32_t count, uint32_t *capacity,
                   base_room room)
{
    if (room.more > UINT32_MAX - count || count + room.more <= *capacity)
        return data;
    uint32_t larger = count + room.more;
    if (*capacity && *capacity <= UINT32_MAX / 2 && larger < *capacity * 2)
        larger = *capacity * 2; /* reserving again and again stays linear */
    return resize(arena, data, count, capacity, larger, room.size);
}
