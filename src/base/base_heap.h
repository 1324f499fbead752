/* A binary heap, smallest first: by `first`, then by `second`. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include "base/base_memory.h"

typedef struct base_heap_item {
    uint64_t first, second;
} base_heap_item;

typedef struct base_heap {
    base_heap_item *items;
    uint32_t count;
} base_heap;

/* Empty, with room for `most` items. False when out of memory. */
bool base_heap_init(base_arena *arena, base_heap *heap, uint32_t most);
void base_heap_push(base_heap *heap, base_heap_item item);
/* The smallest; the heap must not be empty. */
base_heap_item base_heap_pop(base_heap *heap);

#endif
