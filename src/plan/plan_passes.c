/* In: passes, uses and copies. Out: their rows: what a back end binds and records.
 * Promise: every declared pass has a row; those that run have their uses with the layouts that hold
 * during the pass; depth and stencil of one attachment are one use. */
#include "plan/plan.h"

#include <string.h>

static fusor_plan_use use_row(const plan_builder *b, uint32_t index)
{
    const graph_use *use = &b->input->in->tables->uses[index];
    return (fusor_plan_use){.as = use->as,
                            .slot = use->slot,
                            .resource = b->resource_index[use->resource],
                            .previous = use->previous,
                            .region = use->region,
                            .reads = use->reads,
                            .writes = use->writes,
                            .overwrites = use->overwrites,
                            .concurrent = use->concurrent,
                            .stages = use->stages,
                            .access = use->access,
                            .layout = b->input->life->use_layouts[index]};
}

static void join_aspect(fusor_plan_use *into, const fusor_plan_use *stencil)
{
    into->region.aspects |= stencil->region.aspects;
    into->reads = into->reads || stencil->reads;
    into->writes = into->writes || stencil->writes;
    into->overwrites = into->overwrites && stencil->overwrites;
    into->access |= stencil->access;
}

static bool add_uses(plan_builder *b, const graph_pass *pass)
{
    const graph_use *uses = b->input->in->tables->uses;
    for (uint32_t i = pass->uses.first; i < pass->uses.first + pass->uses.count; i++) {
        fusor_plan_use row = use_row(b, i);
        bool second = i > pass->uses.first && uses[i].as == FUSOR_USE_DEPTH_STENCIL &&
                      uses[i - 1].as == FUSOR_USE_DEPTH_STENCIL;
        if (second) {
            join_aspect(&b->uses.data[b->uses.count - 1], &row);
            continue;
        }
        fusor_plan_use *slot = BASE_PUSH(b->arena, &b->uses);
        if (!slot)
            return false;
        *slot = row;
    }
    return true;
}

static fusor_layout copy_layout(const plan_builder *b, uint32_t use)
{
    return use == FUSOR_NONE ? FUSOR_LAYOUT_GENERAL : b->input->life->use_layouts[use];
}

static bool add_copies(plan_builder *b, const graph_pass *pass)
{
    for (uint32_t i = 0; i < pass->copies.count; i++) {
        const graph_copy *copy = &b->input->in->tables->model->copies.data[pass->copies.first + i];
        fusor_plan_copy *slot = BASE_PUSH(b->arena, &b->copies);
        if (!slot)
            return false;
        *slot = (fusor_plan_copy){.kind = copy->kind,
                                  .src = FUSOR_NONE,
                                  .dst = b->resource_index[copy->dst],
                                  .src_previous = copy->src_previous,
                                  .src_region = copy->src_region,
                                  .dst_region = copy->dst_region,
                                  .dst_layout = copy_layout(b, copy->dst_use),
                                  .linear = copy->linear,
                                  .fill = copy->fill};
        memcpy(slot->value, copy->value, sizeof slot->value);
        if (copy->src != FUSOR_NONE) {
            slot->src = b->resource_index[copy->src];
            slot->src_layout = copy_layout(b, copy->src_use);
        }
    }
    return true;
}

static uint32_t member_index(const plan_builder *b, uint32_t pass, uint32_t group)
{
    const fuse_result *fuse = b->input->in->fuse;
    uint32_t index = 0;
    while (group != FUSOR_NONE && fuse->members[fuse->groups[group].members.first + index] != pass)
        index++;
    return index;
}

static bool add_pass(plan_builder *b, uint32_t index, const uint32_t *plan_group)
{
    const graph_pass *pass = &b->input->in->tables->model->passes[index];
    bool live = b->input->in->cull->live[index];
    uint32_t group = b->input->in->fuse->group_of[index];
    fusor_plan_pass row = {.name = base_arena_string(b->arena, pass->name),
                           .kind = pass->kind,
                           .flags = pass->flags,
                           .culled = b->input->in->cull->reason[index],
                           .group = group == FUSOR_NONE ? FUSOR_NONE : plan_group[group],
                           .member = live ? member_index(b, index, group) : 0,
                           .uses = {b->uses.count, 0},
                           .copies = {b->copies.count, 0}};
    if (!row.name || (live && (!add_uses(b, pass) || !add_copies(b, pass))))
        return false;
    row.uses.count = b->uses.count - row.uses.first;
    row.copies.count = b->copies.count - row.copies.first;
    fusor_plan_pass *slot = BASE_PUSH(b->arena, &b->passes);
    if (slot)
        *slot = row;
    return slot != NULL;
}

/* Groups are listed in the order in which they are recorded. */
static uint32_t *number_groups(const plan_builder *b)
{
    const order_result *order = b->input->in->order;
    uint32_t *numbers = BASE_NEW(b->arena, uint32_t, b->input->in->fuse->group_count), count = 0;
    for (uint32_t s = 0; numbers && s < order->step_count; s++)
        if (order->steps[s].kind == FUSOR_STEP_GROUP)
            numbers[order->steps[s].index] = count++;
    return numbers;
}

bool plan_add_passes(plan_builder *b)
{
    const order_result *order = b->input->in->order;
    const uint32_t *numbers = number_groups(b);
    if (!numbers)
        return false;
    for (uint32_t i = 0; i < b->input->in->tables->model->pass_count; i++)
        if (!add_pass(b, i, numbers))
            return false;
    for (uint32_t i = 0; i < order->pass_count; i++) {
        uint32_t *slot = BASE_PUSH(b->arena, &b->order);
        if (!slot)
            return false;
        *slot = order->passes[i];
    }
    return true;
}
