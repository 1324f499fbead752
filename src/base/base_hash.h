/* Hashes that are equal on every machine, and a map from strings to indices. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/base_memory.h"

#define BASE_HASH_START 14695981039346656037ull

/* FNV-1a, 64 bits; chain by passing the last result. */
uint64_t base_hash_bytes(uint64_t hash, const void *data, size_t size);
uint64_t base_hash_string(uint64_t hash, const char *text);
/* One number, by its eight bytes in little-endian order whatever the machine. */
uint64_t base_hash_u64(uint64_t hash, uint64_t value);

/* For maps that nobody sees: fast, and not kept equal between versions. */
static inline uint64_t base_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

/* At most FUSOR_NAME_BYTES_MAX bytes of UTF-8; NULL and "" too. */
bool base_is_name(const char *text);

/* Open addressing; keys are not copied. All-zero is valid and empty. */
typedef struct base_name_entry {
    const char *name;
    uint64_t hash;
    uint32_t value;
} base_name_entry;

typedef struct base_names {
    base_name_entry *entries;
    uint32_t count, capacity;
} base_names;

/* False when out of memory. The name must not be in the map yet. */
bool base_names_add(base_arena *arena, base_names *names, const char *name, uint32_t value);
/* The value, or FUSOR_NONE. */
uint32_t base_names_find(const base_names *names, const char *name);

#endif
