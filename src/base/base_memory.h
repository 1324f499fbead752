/* Memory: the caller's allocator, and an arena that a compile works in and a plan lives in. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <string.h>

#include "fusor/fusor.h"

void *base_allocate(const fusor_allocator *allocator, size_t size);
void *base_reallocate(const fusor_allocator *allocator, void *ptr, size_t old_size,
                      size_t new_size);
void base_free(const fusor_allocator *allocator, void *ptr, size_t size);

typedef struct base_block base_block;

/* Bytes inside a block that nobody has: what an array left behind when it grew elsewhere. */
typedef struct base_spare {
    char *first;
    size_t size;
} base_spare;

enum { BASE_SPARES = 4 };

/* Blocks that are freed together. All-zero but for the allocator is valid and empty. */
typedef struct base_arena {
    fusor_allocator allocator;
    base_block *blocks;
    size_t used, capacity; /* of the newest block */
    size_t expected;       /* the least size of a block to come, bounded as all are */
    base_spare spares[BASE_SPARES];
    uint64_t total_bytes; /* of all blocks: what the arena holds, and the most that it held */
} base_arena;

void base_arena_init(base_arena *arena, const fusor_allocator *allocator);
void base_arena_finish(base_arena *arena);
/* About so much will be asked for: the next block is no smaller, within the bound of blocks. */
void base_arena_expect(base_arena *arena, size_t size);
/* Zeroed, aligned to 16; NULL when out of memory. Size 0 gives a valid pointer. */
void *base_arena_alloc(base_arena *arena, size_t size);
/* count × size, checked for overflow. */
void *base_arena_array(base_arena *arena, size_t count, size_t size);
/* A copy that ends in NUL; NULL text gives "". */
char *base_arena_string(base_arena *arena, const char *text);
void *base_arena_copy(base_arena *arena, const void *data, size_t count, size_t size);
enum { BASE_JOIN_MAX = 12 };
/* At most BASE_JOIN_MAX texts, one behind the other; NULL when out of memory. */
char *base_arena_join(base_arena *arena, const char *const *parts, uint32_t count);
/* printf into the arena; NULL when out of memory. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *
base_arena_format(base_arena *arena, const char *format, ...);

#define BASE_NEW(arena, type, count) ((type *)base_arena_array((arena), (count), sizeof(type)))

/* A growing array in an arena. All-zero is valid and empty. */
#define BASE_VEC(type)                                                                             \
    struct {                                                                                       \
        type *data;                                                                                \
        uint32_t count, capacity;                                                                  \
    }

/* Where a slice begins that may be empty: an array without elements has no address to count from. */
#define BASE_FROM(vec, first) ((vec)->data ? (vec)->data + (first) : NULL)

/* The address of a new zeroed element, or NULL when out of memory. */
#define BASE_PUSH(arena, vec)                                                                      \
    ((void)((vec)->count < (vec)->capacity ||                                                      \
            ((vec)->data = base_grow((arena), (vec)->data, (vec)->count, &(vec)->capacity,         \
                                     sizeof *(vec)->data))),                                       \
     (vec)->count < (vec)->capacity ? (memset(&(vec)->data[(vec)->count], 0, sizeof *(vec)->data), \
                                       &(vec)->data[(vec)->count++])                               \
                                    : NULL)

/* Room for n more elements, at first exactly: the pushes to come find it. False when out of memory. */
#define BASE_RESERVE(arena, vec, n)                                                                \
    ((vec)->data = base_reserve((arena), (vec)->data, (vec)->count, &(vec)->capacity,              \
                                (base_room){(n), sizeof *(vec)->data}),                            \
     (vec)->capacity - (vec)->count >= (n))

/* `data` with room for one more than `count`, not zeroed; on failure data and capacity stay. */
void *base_grow(base_arena *arena, void *data, uint32_t count, uint32_t *capacity, size_t size);

typedef struct base_room {
    uint32_t more;
    size_t size; /* of an element */
} base_room;
/* The same with room for `more` than `count`. */
void *base_reserve(base_arena *arena, void *data, uint32_t count, uint32_t *capacity,
                   base_room room);

#endif
