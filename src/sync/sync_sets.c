/* In: lists of indices. Out: a number for each distinct set.
 * Promise: sets are sorted and without repeats; comparing two is comparing two numbers.
 * O(n log n) a set, once for each distinct one; hashed. */
#include "sync/sync_sets.h"

#include <assert.h>
#include <string.h>

#include "base/base_sort.h"

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool push_scratch(base_arena *arena, sync_sets *sets, const uint32_t *items, uint32_t count)
{
    assert(items || !count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *slot = BASE_PUSH(arena, &sets->scratch);
        if (!slot)
            return false;
        *slot = items[i];
    }
    return true;
}

static bool make_unique(base_arena *arena, sync_sets *sets)
{
    uint32_t kept = 0;
    base_list list = {sets->scratch.data, sets->scratch.count, sizeof(uint32_t)};
    if (!BASE_RESERVE(arena, &sets->room, list.count))
        return false;
    base_sort_in(sets->room.data, list, compare_u32);
    for (uint32_t i = 0; i < sets->scratch.count; i++)
        if (!kept || sets->scratch.data[kept - 1] != sets->scratch.data[i])
            sets->scratch.data[kept++] = sets->scratch.data[i];
    sets->scratch.count = kept;
    return true;
}

static uint32_t hash_items(const uint32_t *items, uint32_t count)
{
    uint64_t hash = count;
    assert(items || !count);
    for (uint32_t i = 0; i < count; i++)
        hash = base_mix(hash, items[i]);
    return (uint32_t)(hash ^ hash >> 32);
}

static bool rehash(base_arena *arena, sync_sets *sets)
{
    uint32_t capacity = sets->capacity ? sets->capacity * 2 : 64;
    uint32_t *slots = BASE_NEW(arena, uint32_t, capacity);
    if (!slots)
        return false;
    for (uint32_t i = 0; i < sets->sets.count; i++) {
        fusor_slice set = sets->sets.data[i];
        uint32_t at = hash_items(BASE_FROM(&sets->items, set.first), set.count) & (capacity - 1);
        while (slots[at])
            at = (at + 1) & (capacity - 1);
        slots[at] = i + 1;
    }
    sets->slots = slots;
    sets->capacity = capacity;
    return true;
}

static bool is_scratch(const sync_sets *sets, uint32_t set)
{
    fusor_slice slice = sets->sets.data[set];
    return slice.count == sets->scratch.count &&
           (!slice.count || !memcmp(&sets->items.data[slice.first], sets->scratch.data,
                                    slice.count * sizeof(uint32_t)));
}

static uint32_t append_scratch(base_arena *arena, sync_sets *sets, uint32_t at)
{
    fusor_slice *set = BASE_PUSH(arena, &sets->sets);
    if (!set)
        return FUSOR_NONE;
    *set = (fusor_slice){sets->items.count, sets->scratch.count};
    for (uint32_t i = 0; i < sets->scratch.count; i++) {
        uint32_t *item = BASE_PUSH(arena, &sets->items);
        if (!item)
            return FUSOR_NONE;
        *item = sets->scratch.data[i];
    }
    sets->slots[at] = sets->sets.count;
    return sets->sets.count - 1;
}

static uint32_t intern_scratch(base_arena *arena, sync_sets *sets)
{
    if (sets->sets.count * 2 >= sets->capacity && !rehash(arena, sets))
        return FUSOR_NONE;
    uint32_t at = hash_items(sets->scratch.data, sets->scratch.count) & (sets->capacity - 1);
    for (; sets->slots[at]; at = (at + 1) & (sets->capacity - 1))
        if (is_scratch(sets, sets->slots[at] - 1))
            return sets->slots[at] - 1;
    return append_scratch(arena, sets, at);
}

static void take(base_arena *arena, sync_sets *sets, const uint32_t *items, uint32_t count)
{
    if (!push_scratch(arena, sets, items, count))
        sets->out_of_memory = true;
}

void sync_sets_take(base_arena *arena, sync_sets *sets, uint32_t set)
{
    fusor_slice slice = set == FUSOR_NONE ? (fusor_slice){0, 0} : sets->sets.data[set];
    take(arena, sets, BASE_FROM(&sets->items, slice.first), slice.count);
}

void sync_sets_take_item(base_arena *arena, sync_sets *sets, uint32_t item)
{
    take(arena, sets, &item, 1);
}

uint32_t sync_sets_make(base_arena *arena, sync_sets *sets)
{
    bool good = sets->scratch.count < 2 || make_unique(arena, sets);
    uint32_t set = good ? intern_scratch(arena, sets) : FUSOR_NONE;
    sets->scratch.count = 0;
    sets->out_of_memory = sets->out_of_memory || set == FUSOR_NONE;
    return set;
}

uint32_t sync_sets_add(base_arena *arena, sync_sets *sets, const uint32_t *items, uint32_t count)
{
    take(arena, sets, items, count);
    return sync_sets_make(arena, sets);
}
