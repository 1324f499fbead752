/* In: abstract passes. Out: the ranges that the adjacent rule joins.
 * Promise: ordered, disjoint, half-open, at least two members each; a pure function.
 * O(Σ writes × reads of neighbours). */
#include "fusor/fusor.h"

static bool intersects(const uint32_t *a, uint32_t a_count, const uint32_t *b, uint32_t b_count)
{
    for (uint32_t i = 0; i < a_count; i++)
        for (uint32_t k = 0; k < b_count; k++)
            if (a[i] == b[k])
                return true;
    return false;
}

static bool same_signature(const fusor_chain_pass *a, const fusor_chain_pass *b)
{
    if (!a->signature_count || a->signature_count != b->signature_count)
        return false;
    for (uint32_t i = 0; i < a->signature_count; i++)
        if (a->signature[i] != b->signature[i] || !a->signature[i])
            return false;
    return true;
}

static bool joins(const fusor_chain_pass *a, const fusor_chain_pass *b)
{
    return same_signature(a, b) && intersects(a->writes, a->write_count, b->reads, b->read_count);
}

/* The next pass after `i` that is no bridge, or pass_count. */
static uint32_t next_member(const fusor_chain_pass *passes, uint32_t pass_count, uint32_t i)
{
    do
        i++;
    while (i < pass_count && passes[i].bridge);
    return i;
}

uint32_t fusor_chain_ranges(const fusor_chain_pass *passes, uint32_t pass_count, fusor_range *out)
{
    uint32_t count = 0;
    for (uint32_t first = 0; first < pass_count;) {
        uint32_t last = first, next = next_member(passes, pass_count, first);
        while (!passes[first].bridge && next < pass_count && joins(&passes[last], &passes[next])) {
            last = next;
            next = next_member(passes, pass_count, next);
        }
        if (last > first)
            out[count++] = (fusor_range){first, last + 1 - first};
        first = last + 1;
    }
    return count;
}
