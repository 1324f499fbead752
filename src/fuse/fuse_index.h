/* A map from (group, kind, number) to an index: what a group has of a view or an image. */
#ifndef FUSE_INDEX_H
#define FUSE_INDEX_H

#include "base/base_memory.h"

typedef enum fuse_key { FUSE_KEY_VIEW, FUSE_KEY_SPANS, FUSE_KEY_PLAINS } fuse_key;

typedef struct fuse_entry {
    uint64_t key; /* 1 + the packed key; 0: free */
    uint32_t value;
} fuse_entry;

/* Open addressing; nothing is removed: a group that is no more is not asked about. */
typedef struct fuse_index {
    fuse_entry *entries;
    uint32_t count, capacity;
} fuse_index;

/* FUSOR_NONE: not there. */
uint32_t fuse_index_get(const fuse_index *index, uint32_t group, fuse_key kind, uint32_t number);
/* Adds or replaces; false when out of memory. */
bool fuse_index_set(fuse_index *index, base_arena *arena, uint32_t group, fuse_key kind,
                    uint32_t number, uint32_t value);

#endif
