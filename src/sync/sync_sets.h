/* Sorted sets of indices, each kept once: equal sets have equal numbers. */
#ifndef SYNC_SETS_H
#define SYNC_SETS_H

#include "base/base_hash.h"
#include "base/base_memory.h"

typedef struct sync_sets {
    BASE_VEC(fusor_slice) sets; /* of items */
    BASE_VEC(uint32_t) items;
    uint32_t *slots, capacity;  /* hash → 1 + set */
    BASE_VEC(uint32_t) scratch; /* what was taken for the next set */
    BASE_VEC(uint32_t) room;    /* to sort it in */
    bool out_of_memory;         /* some set could not be made: nothing that names one may be used */
} sync_sets;

/* The number of the set of these indices (sorted and made unique here); FUSOR_NONE: out of memory, which
 * stays in the sets. */
uint32_t sync_sets_add(base_arena *arena, sync_sets *sets, const uint32_t *items, uint32_t count);
/* A union of many, in O(n log n) of their members: each is taken, then the set is made. Nothing else may be
 * asked of the sets in between. */
void sync_sets_take(base_arena *arena, sync_sets *sets, uint32_t set);
void sync_sets_take_item(base_arena *arena, sync_sets *sets, uint32_t item);
uint32_t sync_sets_make(base_arena *arena, sync_sets *sets);

#endif
