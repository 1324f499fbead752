/* In: bytes. Out: 64-bit FNV-1a hashes (Fowler, Noll, Vo) and a name map.
 * Promise: the same numbers on every machine; expected O(1) look-up.
 * The map doubles at half load and lives in an arena. */
#include "base/base_hash.h"

#include <string.h>

static const uint64_t FNV_PRIME = 1099511628211ull;

uint64_t base_hash_bytes(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * FNV_PRIME;
    return hash;
}

uint64_t base_hash_string(uint64_t hash, const char *text)
{
    return base_hash_bytes(hash, text, strlen(text) + 1);
}

/* A byte of zero only multiplies, so those above the last other byte are one product. */
uint64_t base_hash_u64(uint64_t hash, uint64_t value)
{
    static const uint64_t PRIME_POWERS[] = {
        0x1ull,
        0x100000001b3ull,
        0x366000002e329ull,
        0x8a97b0004e7feabull,
        0x9ffaac085635bc91ull,
        0xcaee32a7d4f6a63ull,
        0xdc966432edf1c639ull,
        0xc5527b8a51d3d2dbull,
        0x1efac7090aef4a21ull,
    };
    uint32_t left = 8;
    for (; value; value >>= 8, left--)
        hash = (hash ^ (value & 0xff)) * FNV_PRIME;
    return hash * PRIME_POWERS[left];
}

static base_name_entry *find_slot(base_name_entry *entries, uint32_t capacity, const char *name,
                                  uint64_t hash)
{
    for (uint32_t i = (uint32_t)hash & (capacity - 1);; i = (i + 1) & (capacity - 1)) {
        base_name_entry *entry = &entries[i];
        if (!entry->name || (entry->hash == hash && strcmp(entry->name, name) == 0))
            return entry;
    }
}

static bool rehash(base_arena *arena, base_names *names)
{
    uint32_t capacity = names->capacity ? names->capacity * 2 : 16;
    base_name_entry *entries = BASE_NEW(arena, base_name_entry, capacity);
    if (!entries)
        return false;
    for (uint32_t i = 0; i < names->capacity; i++) {
        const base_name_entry *old = &names->entries[i];
        if (old->name)
            *find_slot(entries, capacity, old->name, old->hash) = *old;
    }
    names->entries = entries;
    names->capacity = capacity;
    return true;
}

bool base_names_add(base_arena *arena, base_names *names, const char *name, uint32_t value)
{
    if (names->count * 2 >= names->capacity && !rehash(arena, names))
        return false;
    uint64_t hash = base_hash_string(BASE_HASH_START, name);
    *find_slot(names->entries, names->capacity, name, hash) =
        (base_name_entry){.name = name, .hash = hash, .value = value};
    names->count++;
    return true;
}

uint32_t base_names_find(const base_names *names, const char *name)
{
    if (!name || !names->capacity)
        return FUSOR_NONE;
    uint64_t hash = base_hash_string(BASE_HASH_START, name);
    const base_name_entry *entry = find_slot(names->entries, names->capacity, name, hash);
    return entry->name ? entry->value : FUSOR_NONE;
}

static bool is_utf8(const unsigned char *text)
{
    while (*text) {
        unsigned first = *text, second = text[1];
        /* Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF. */
        if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
            (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
            return false;
        unsigned follow = *text < 0x80                    ? 0
                          : *text >= 0xc2 && *text < 0xe0 ? 1
                          : *text >= 0xe0 && *text < 0xf0 ? 2
                          : *text >= 0xf0 && *text < 0xf5 ? 3
                                                          : 4;
        if (follow == 4)
            return false;
        for (text++; follow; follow--, text++)
            if ((*text & 0xc0) != 0x80)
                return false;
    }
    return true;
}

bool base_is_name(const char *text)
{
    return !text || (strlen(text) <= FUSOR_NAME_BYTES_MAX && is_utf8((const unsigned char *)text));
}
