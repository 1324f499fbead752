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

static bool freeze(const fuse_partition *p, base_arena *arena, fuse_result *out)
{
    const graph_model *model = p->input->tables->model;
    uint32_t count = model->pass_count, member = 0;
    out->groups = BASE_NEW(arena, fuse_group, count);
    out->members = BASE_NEW(arena, uint32_t, count);
    out->group_of = BASE_NEW(arena, uint32_t, count);
    out->subpass_of = BASE_NEW(arena, uint32_t, count);
    if (!out->groups || !out->members || !out->group_of || !out->subpass_of)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t pass = p->input->dag->topo[i];
        out->group_of[pass] = FUSOR_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t pass = p->input->dag->topo[i];
        bool raster = p->input->cull->live[pass] && model->passes[pass].kind == FUSOR_PASS_RASTER;
        if (!raster || p->group_of[pass] != pass)
            continue;
        fuse_group *group = &out->groups[out->group_count];
        group->members = (fusor_slice){member, p->size[pass]};
        for (uint32_t m = pass; m != FUSOR_NONE; m = p->next[m]) {
            out->members[member++] = m;
            out->group_of[m] = out->group_count;
        }
        out->group_count++;
        number_subpasses(p->input, out, group);
    }
    return true;
}

fusor_result fuse_passes(const fuse_input *input, base_arena *arena, fuse_result *out)
{
    fuse_partition p;
    *out = (fuse_result){0};
    if (!fuse_partition_init(input, arena, &p))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    bool good = true;
    if (input->policy == FUSOR_FUSE_ADJACENT)
        good = fuse_adjacent(&p, arena);
    else if (input->policy != FUSOR_FUSE_OFF)
        good = fuse_full(&p, arena);
    return good && freeze(&p, arena, out) ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}

/* The partition that a result froze. */
static void thaw(const fuse_result *result, fuse_partition *p)
{
    for (uint32_t g = 0; g < result->group_count; g++) {
        const uint32_t *members = &result->members[result->groups[g].members.first];
        uint32_t count = result->groups[g].members.count;
        for (uint32_t i = 0; i < count; i++) {
            p->group_of[members[i]] = members[0];
            p->next[members[i]] = i + 1 < count ? members[i + 1] : FUSOR_NONE;
        }
        p->last[members[0]] = members[count - 1];
        p->size[members[0]] = count;
    }
}

fusor_result fuse_explain(const fuse_input *input, const fuse_result *result, base_arena *arena,
                          const fuse_pair *pairs, uint32_t count, fuse_verdict *out)
{
    fuse_partition p;
    if (!fuse_partition_init(input, arena, &p))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    thaw(result, &p);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = fuse_check_union(&p, pairs[i].before, pairs[i].after);
        if (!out[i].reasons)
            out[i].reasons = input->policy == FUSOR_FUSE_ADJACENT
                                 ? (fusor_break_reasons)FUSOR_BREAK_POLICY
                                 : (fusor_break_reasons)FUSOR_BREAK_NOT_WORTH_IT;
    }
    return FUSOR_OK;
}
