/* In: passes in declared order. Out: merges of a partition by the adjacent rule, cut where illegal.
 * Promise: exactly fusor_chain_ranges() over written and read resources and attachment signatures;
 * bridges that lie in a range stay outside the render pass. */
#include "fuse/fuse_adjacent.h"

typedef struct chain_input {
    fusor_chain_pass *passes;
    uint32_t *pass_of; /* chain index → declared index */
    uint32_t count;
} chain_input;

static uint32_t list_signature(const fuse_input *input, uint32_t pass, uint32_t *out)
{
    const affinity_table *affinity = input->affinity;
    uint32_t count = 0;
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        fusor_use_kind as = input->tables->uses[affinity->touches[i].use].as;
        if (as == FUSOR_USE_COLOR || as == FUSOR_USE_DEPTH_STENCIL)
            out[count++] = affinity->touches[i].view + 1;
    }
    return count;
}

static bool describe_pass(const fuse_input *input, base_arena *arena, uint32_t pass,
                          fusor_chain_pass *out)
{
    const graph_pass *p = &input->tables->model->passes[pass];
    uint32_t *writes = BASE_NEW(arena, uint32_t, p->uses.count);
    uint32_t *reads = BASE_NEW(arena, uint32_t, p->uses.count);
    uint32_t *signature = BASE_NEW(arena, uint32_t, p->uses.count);
    if (!writes || !reads || !signature)
        return false;
    *out = (fusor_chain_pass){.writes = writes,
                              .reads = reads,
                              .signature = signature,
                              .bridge = (p->flags & FUSOR_PASS_BRIDGE) != 0};
    for (uint32_t i = p->uses.first; i < p->uses.first + p->uses.count; i++) {
        const graph_use *use = &input->tables->uses[i];
        /* A history's earlier slots are other memory than what this frame writes. */
        uint32_t key = use->resource * FUSOR_HISTORY_SLOTS_MAX + use->previous;
        if (use->writes)
            writes[out->write_count++] = key;
        if (use->reads)
            reads[out->read_count++] = key;
    }
    out->signature_count = list_signature(input, pass, signature);
    return true;
}

static bool describe_passes(const fuse_input *input, base_arena *arena, chain_input *out)
{
    uint32_t total = input->tables->model->pass_count;
    out->count = 0;
    out->passes = BASE_NEW(arena, fusor_chain_pass, total);
    out->pass_of = BASE_NEW(arena, uint32_t, total);
    if (!out->passes || !out->pass_of)
        return false;
    for (uint32_t pass = 0; pass < total; pass++) {
        if (!input->cull->live[pass])
            continue;
        out->pass_of[out->count] = pass;
        if (!describe_pass(input, arena, pass, &out->passes[out->count++]))
            return false;
    }
    return true;
}

static bool merge_range(fuse_partition *p, const chain_input *chain, fusor_range range)
{
    uint32_t open = range.first;
    for (uint32_t i = range.first + 1; i < range.first + range.count; i++) {
        if (chain->passes[i].bridge)
            continue;
        if (!fuse_may_unite(p, chain->pass_of[open], chain->pass_of[i]))
            open = i;
        else if (!fuse_partition_merge(p, chain->pass_of[open], chain->pass_of[i]))
            return false;
    }
    return true;
}

bool fuse_adjacent(fuse_partition *p, base_arena *arena)
{
    chain_input chain;
    if (!describe_passes(p->input, arena, &chain))
        return false;
    fusor_range *ranges = BASE_NEW(arena, fusor_range, chain.count / 2 + 1);
    if (!ranges)
        return false;
    uint32_t count = fusor_chain_ranges(chain.passes, chain.count, ranges);
    for (uint32_t i = 0; i < count; i++)
        if (!merge_range(p, &chain, ranges[i]))
            return false;
    return true;
}
