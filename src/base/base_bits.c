/* In: a shape. Out: a bit matrix in an arena.
 * Promise: rows are contiguous words, so closure is an OR of rows.
 * Used for reachability and for sets of passes. */
#include "base/base_bits.h"

bool base_bits_init(base_arena *arena, base_bits *bits, uint32_t rows, uint32_t columns)
{
    bits->words_per_row = columns / 64 + 1;
    bits->rows = rows;
    bits->words = base_arena_array(arena, (size_t)rows * bits->words_per_row, sizeof(uint64_t));
    return bits->words != NULL;
}

void base_bits_or(base_bits *bits, uint32_t into, uint32_t from)
{
    uint64_t *target = base_bits_row(bits, into);
    const uint64_t *source = base_bits_row(bits, from);
    for (uint32_t i = 0; i < bits->words_per_row; i++)
        target[i] |= source[i];
}
