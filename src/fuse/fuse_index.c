/* In: keys and indices. Out: the index last set. O(1) each. */
#include "fuse/fuse_index.h"

#include "base/base_hash.h"

static uint64_t pack(uint32_t group, fuse_key kind, uint32_t number)
{
    return ((uint64_t)group << 32 | (uint64_t)number << 2 | (uint64_t)kind) + 1;
}

static fuse_entry *find(fuse_entry *entries, uint32_t capacity, uint64_t key)
{
    uint32_t at = (uint32_t)(base_mix(0, key) >> 32) & (capacity - 1);
    while (entries[at].key && entries[at].key != key)
        at = (at + 1) & (capacity - 1);
    return &entries[at];
}

static bool grow(fuse_index *index, base_arena *arena)
{
    uint32_t capacity = index->capacity ? index->capacity * 2 : 256;
    fuse_entry *entries = BASE_NEW(arena, fuse_entry, capacity);
    if (!entries)
        return false;
    for (uint32_t i = 0; i < index->capacity; i++)
        if (index->entries[i].key)
            *find(entries, capacity, index->entries[i].key) = index->entries[i];
    index->entries = entries;
    index->capacity = capacity;
    return true;
}

uint32_t fuse_index_get(const fuse_index *index, uint32_t group, fuse_key kind, uint32_t number)
{
    if (!index->capacity)
        return FUSOR_NONE;
    const fuse_entry *entry = find(index->entries, index->capacity, pack(group, kind, number));
    return entry->key ? entry->value : FUSOR_NONE;
}

bool fuse_index_set(fuse_index *index, base_arena *arena, uint32_t group, fuse_key kind,
                    uint32_t number, uint32_t value)
{
    if (index->count * 2 >= index->capacity && !grow(index, arena))
        return false;
    fuse_entry *entry = find(index->entries, index->capacity, pack(group, kind, number));
    index->count += !entry->key;
    *entry = (fuse_entry){pack(group, kind, number), value};
    return true;
}
