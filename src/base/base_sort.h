/* Sorting in memory of the arena: qsort may take its own from the C library. */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include "base/base_memory.h"

typedef struct base_list {
    void *items;
    uint32_t count;
    size_t size; /* of an item */
} base_list;

/* Stable; nothing but comparisons where the list is sorted already. False when out of memory. */
bool base_sort(base_arena *arena, base_list list, int (*compare)(const void *, const void *));
/* The same in `room` for as many items: for who sorts often. */
void base_sort_in(void *room, base_list list, int (*compare)(const void *, const void *));

#endif
