/* Checked arithmetic and small helpers on ranges. */
#ifndef BASE_MATH_H
#define BASE_MATH_H

#include "fusor/fusor.h"

static inline bool base_mul_u64(uint64_t a, uint64_t b, uint64_t *out)
{
    if (b && a > UINT64_MAX / b)
        return false;
    *out = a * b;
    return true;
}

static inline bool base_add_u64(uint64_t a, uint64_t b, uint64_t *out)
{
    *out = a + b;
    return *out >= a;
}

static inline bool base_is_power_of_two(uint64_t value)
{
    return value && !(value & (value - 1));
}

static inline uint64_t base_align_up(uint64_t value, uint64_t alignment)
{
    return (value + alignment - 1) & ~(alignment - 1);
}

static inline uint32_t base_min_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint64_t base_min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint32_t base_max_u32(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static inline uint64_t base_max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline uint32_t base_count_bits(uint64_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static inline bool base_ranges_meet(fusor_range a, fusor_range b)
{
    return a.first < b.first + b.count && b.first < a.first + a.count;
}

static inline bool base_bytes_meet(fusor_byte_range a, fusor_byte_range b)
{
    return a.first < b.first + b.count && b.first < a.first + a.count;
}

#endif
