/* In: the order and its groups. Out: each pair of neighbouring raster passes in different groups, and why
 * they are not one.
 * Promise: every pair has a reason that holds. The partition is used up here, so that a compiled object can be
 * placed by many. */
#include "compile/compile.h"

static uint32_t list_pairs(const compile_order *fused, fuse_pair *pairs)
{
    const uint32_t *group_of = fused->fuse.group_of;
    uint32_t count = 0, before = FUSOR_NONE;
    for (uint32_t i = 0; i < fused->order.pass_count; i++) {
        uint32_t pass = fused->order.passes[i];
        if (group_of[pass] == FUSOR_NONE)
            continue;
        if (before != FUSOR_NONE && group_of[before] != group_of[pass])
            pairs[count++] = (fuse_pair){before, pass};
        before = pass;
    }
    return count;
}

fusor_result compile_find_apart(fusor_compiled *c)
{
    fuse_pair *pairs = BASE_NEW(&c->fuse_arena, fuse_pair, c->fused.order.pass_count);
    if (!pairs)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    c->apart = (fuse_pairs){.pairs = pairs, .count = list_pairs(&c->fused, pairs)};
    c->apart.verdicts = BASE_NEW(&c->fuse_arena, fuse_verdict, c->apart.count);
    if (!c->apart.verdicts)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    fusor_result result =
        fuse_explain(&c->fused.fuse_input, c->fused.partition, &c->fuse_arena, &c->apart);
    c->fused.partition = NULL;
    return result;
}
