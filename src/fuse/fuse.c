/* In: the DAG of the passes that run and their attachments. Out: groups with subpasses.
 * Promise: every raster pass that runs is in exactly one group; every group is legal on its path; all
 * groups together leave the quotient graph acyclic. */
#include "fuse/fuse.h"

#include "fuse/fuse_adjacent.h"
#include "fuse/fuse_full.h"
#include "fuse/fuse_rules.h"

/* Neighbours that attach the same things share a subpass. */
static void number_subpasses(const fuse_input *input, fuse_result *out, fuse_group *group)
{
    const uint32_t *signature = input->affinity->signature;
    uint32_t before = FUSOR_NONE;
    for (uint32_t i = 0; i < group->members.count; i++) {
        uint32_t pass = out->members[group->members.first + i];
        group->subpass_count += signature[pass] != before || i == 0;
        before = signature[pass];
        out->subpass_of[pass] = group->subpass_count - 1;
    }
    group->path = group->subpass_count > 1 ? FUSOR_PATH_SUBPASSES : FUSOR_PATH_SINGLE;
}

/* Groups by their first member's rank, members by rank. `group_of` NULL: every pass alone. */
static bool freeze(const fuse_input *input, const uint32_t *group_of, base_arena *arena,
                   fuse_result *out)
{
    const graph_model *model = input->tables->model;
    uint32_t count = model->pass_count, first = 0;
    uint32_t *number = BASE_NEW(arena, uint32_t, count); /* by name: 1 + the group */
    out->groups = BASE_NEW(arena, fuse_group, count);
    out->members = BASE_NEW(arena, uint32_t, count);
    out->group_of = BASE_NEW(arena, uint32_t, count);
    out->subpass_of = BASE_NEW(arena, uint32_t, count);
    if (!number || !out->groups || !out->members || !out->group_of || !out->subpass_of)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t pass = input->dag->topo[i], name = group_of ? group_of[pass] : pass;
        out->group_of[pass] = FUSOR_NONE;
        if (!cull_keeps_raster(input->cull, model, pass))
            continue;
        if (!number[name])
            number[name] = ++out->group_count;
        out->group_of[pass] = number[name] - 1;
        out->groups[number[name] - 1].members.count++;
    }
    for (uint32_t g = 0; g < out->group_count; g++) {
        out->groups[g].members.first = first;
        first += out->groups[g].members.count;
        out->groups[g].members.count = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t pass = input->dag->topo[i];
        fuse_group *group = &out->groups[out->group_of[pass]];
        if (out->group_of[pass] != FUSOR_NONE)
            out->members[group->members.first + group->members.count++] = pass;
    }
    for (uint32_t g = 0; g < out->group_count; g++)
        number_subpasses(input, out, &out->groups[g]);
    return true;
}

/* NULL when out of memory. */
static fuse_partition *new_partition(const fuse_input *input, base_arena *arena)
{
    fuse_partition *p = BASE_NEW(arena, fuse_partition, 1);
    return p && fuse_partition_init(input, arena, p) ? p : NULL;
}

fusor_result fuse_passes(const fuse_input *input, base_arena *arena, fuse_result *out,
                         fuse_partition **partition)
{
    bool good, off = input->policy == FUSOR_FUSE_OFF;
    fuse_partition *p = off ? NULL : new_partition(input, arena);
    *out = (fuse_result){0};
    if (off)
        good = freeze(input, NULL, arena, out);
    else
        good = p &&
               (input->policy == FUSOR_FUSE_ADJACENT ? fuse_adjacent(p, arena)
                                                     : fuse_full(p, arena)) &&
               freeze(input, p->group_of, arena, out);
    if (partition)
        *partition = p;
    return good ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}

fusor_result fuse_explain(const fuse_input *input, fuse_partition *partition, base_arena *arena,
                          const fuse_pairs *out)
{
    fuse_partition *p = partition || !out->count ? partition : new_partition(input, arena);
    if (!out->count)
        return FUSOR_OK;
    if (!p)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    p->steps_left = UINT64_MAX;
    for (uint32_t i = 0; i < out->count; i++) {
        fuse_verdict *verdict = &out->verdicts[i];
        *verdict = fuse_check_union(p, out->pairs[i].before, out->pairs[i].after);
        if (!verdict->reasons)
            verdict->reasons = input->policy == FUSOR_FUSE_ADJACENT
                                   ? (fusor_break_reasons)FUSOR_BREAK_POLICY
                                   : (fusor_break_reasons)FUSOR_BREAK_NOT_WORTH_IT;
    }
    return FUSOR_OK;
}
