/* Sets of indices, as rows of one bit matrix. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include "base/base_memory.h"

typedef struct base_bits {
    uint64_t *words;
    uint32_t words_per_row, rows;
} base_bits;

/* rows × columns bits, all 0. False when out of memory. */
bool base_bits_init(base_arena *arena, base_bits *bits, uint32_t rows, uint32_t columns);

static inline uint64_t *base_bits_row(const base_bits *bits, uint32_t row)
{
    return bits->words + (size_t)row * bits->words_per_row;
}

static inline void base_bits_set(base_bits *bits, uint32_t row, uint32_t column)
{
    base_bits_row(bits, row)[column / 64] |= 1ull << (column % 64);
}

static inline bool base_bits_get(const base_bits *bits, uint32_t row, uint32_t column)
{
    return base_bits_row(bits, row)[column / 64] >> (column % 64) & 1;
}

/* into |= from, whole rows. */
void base_bits_or(base_bits *bits, uint32_t into, uint32_t from);

#endif
