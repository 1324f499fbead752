/* Memory that lives as long as a run, growing arrays of words, and messages for people. */
#ifndef RUN_BASE_H
#define RUN_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit statuses of the command (DESIGN 8). */
enum run_status { RUN_OK = 0, RUN_WRONG = 1, RUN_USAGE = 2, RUN_NO_DEVICE = 3 };

/* Blocks that are freed together. Zeroed is valid and empty. */
typedef struct run_arena {
    struct run_block *blocks;
} run_arena;

/* Zeroed memory, never NULL: out of memory ends the program with RUN_NO_DEVICE and a message. */
void *run_arena_alloc(run_arena *arena, size_t size);
void *run_arena_array(run_arena *arena, uint64_t count, size_t size);
void *run_arena_copy(run_arena *arena, const void *data, uint64_t count, size_t size);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
const char *
run_arena_text(run_arena *arena, const char *format, ...);
void run_arena_finish(run_arena *arena);

/* A growing array of words. Zeroed is valid and empty. */
typedef struct run_words {
    uint32_t *data;
    uint32_t count, capacity;
} run_words;

void run_words_add(run_words *words, uint32_t word);
void run_words_append(run_words *words, const run_words *more);
void run_words_finish(run_words *words);

/* A line to stderr that begins with "fusor run: ". */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void run_say(const char *format, ...);

/* realloc that ends the program when out of memory. */
void *run_resize(void *data, uint64_t count, size_t size);

static inline uint32_t run_mix(uint32_t v)
{
    v ^= v >> 16;
    v *= 0x7feb352du;
    v ^= v >> 15;
    v *= 0x846ca68bu;
    return v ^ (v >> 16);
}

static inline uint32_t run_noise(uint32_t a, uint32_t b)
{
    return run_mix(a * 0x9e3779b1u ^ run_mix(b));
}

/* A seed from a name: FNV-1a. */
uint32_t run_name_seed(const char *name);

#endif
