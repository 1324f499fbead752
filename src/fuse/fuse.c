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

fusor_result fuse_passes(const fuse_input *input, base_arena *arena, fuse_result *out)
{
    fuse_partition p;
    *out = (fuse_result){0};
    if (input->policy == FUSOR_FUSE_OFF)
        return freeze(input, NULL, arena, out) ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
    bool good =
        fuse_partition_init(input, arena, &p) &&
        (input->policy == FUSOR_FUSE_ADJACENT ? fuse_adjacent(&p, arena) : fuse_full(&p, arena));
    return good && freeze(input, p.group_of, arena, out) ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}

/* The partition that a result froze. */
static bool thaw(const fuse_result *result, fuse_partition *p)
{
    for (uint32_t g = 0; g < result->group_count; g++) {
        const uint32_t *members = &result->members[result->groups[g].members.first];
        for (uint32_t i = 1; i < result->groups[g].members.count; i++)
            if (!fuse_partition_merge(p, members[0], members[i]))
                return false;
    }
    return true;
}

fusor_result fuse_explain(const fuse_input *input, const fuse_result *result, base_arena *arena,
                          const fuse_pair *pairs, uint32_t count, fuse_verdict *out)
{
    fuse_partition p;
    if (!count)
        return FUSOR_OK;
    if (!fuse_partition_init(input, arena, &p) || !thaw(result, &p))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = fuse_check_union(&p, pairs[i].before, pairs[i].after);
        if (!out[i].reasons)
            out[i].reasons = input->policy == FUSOR_FUSE_ADJACENT
                                 ? (fusor_break_reasons)FUSOR_BREAK_POLICY
                                 : (fusor_break_reasons)FUSOR_BREAK_NOT_WORTH_IT;
    }
    return FUSOR_OK;
}
