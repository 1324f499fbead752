/* In: sizes and messages. Out: memory and lines on stderr.
 * Promised: no caller has to look at a NULL; a command that is out of memory has nothing left to do. */
#include "run_base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run_block {
    struct run_block *next;
    max_align_t data[];
} run_block;

static void out_of_memory(void)
{
    run_say("out of host memory; try --fit --max-bytes with a smaller number");
    exit(RUN_NO_DEVICE);
}

void *run_resize(void *data, uint64_t count, size_t size)
{
    if (count > SIZE_MAX / size) {
        out_of_memory();
    }
    void *block = realloc(data, count ? (size_t)count * size : 1);
    if (!block) {
        out_of_memory();
    }
    return block;
}

void *run_arena_alloc(run_arena *arena, size_t size)
{
    run_block *block =
        size <= SIZE_MAX - sizeof(run_block) ? calloc(1, sizeof(run_block) + size) : NULL;
    if (!block) {
        out_of_memory();
        return NULL;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    return block->data;
}

void *run_arena_array(run_arena *arena, uint64_t count, size_t size)
{
    return run_arena_alloc(arena, count > SIZE_MAX / size ? SIZE_MAX : (size_t)count * size);
}

void *run_arena_copy(run_arena *arena, const void *data, uint64_t count, size_t size)
{
    void *block = run_arena_array(arena, count, size);
    if (count) {
        memcpy(block, data, (size_t)count * size);
    }
    return block;
}

const char *run_arena_text(run_arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = run_arena_alloc(arena, size);
    vsnprintf(text, size, format, again);
    va_end(again);
    va_end(args);
    return text;
}

void run_arena_finish(run_arena *arena)
{
    while (arena->blocks) {
        run_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}

void run_words_add(run_words *words, uint32_t word)
{
    if (words->count == words->capacity) {
        words->capacity = words->capacity ? words->capacity * 2 : 64;
        words->data = run_resize(words->data, words->capacity, sizeof(uint32_t));
    }
    words->data[words->count++] = word;
}

void run_words_append(run_words *words, const run_words *more)
{
    for (uint32_t i = 0; i < more->count; i++) {
        run_words_add(words, more->data[i]);
    }
}

void run_words_finish(run_words *words)
{
    free(words->data);
    *words = (run_words){0};
}

void run_say(const char *format, ...)
{
    va_list args;
    fputs("fusor run: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

uint32_t run_name_seed(const char *name)
{
    uint32_t seed = 2166136261u;
    for (; *name; name++) {
        seed = (seed ^ (uint8_t)*name) * 16777619u;
    }
    return seed;
}
