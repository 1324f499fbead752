/* In: fuse groups with their attachments. Out: render passes: attachments, subpasses, references,
 * members; the dependencies between subpasses are plan_dependencies.c's.
 * Promise: what is here can be handed to vkCreateRenderPass as it is; nothing is external (FORMAT). */
#include "plan/plan.h"

#include <string.h>

static bool push_index(plan_builder *b, uint32_t value)
{
    uint32_t *slot = BASE_PUSH(b->arena, &b->index_list);
    if (slot)
        *slot = value;
    return slot != NULL;
}

static void set_clear(const plan_builder *b, const life_attachment *a, fusor_plan_attachment *out)
{
    const graph_use *uses = b->input->in->tables->uses;
    if (a->clear_use != FUSOR_NONE && uses[a->clear_use].load == FUSOR_LOAD_CLEAR) {
        const graph_use *use = &uses[a->clear_use];
        const fusor_pass_desc *desc = plan_desc_of(b, use->pass);
        if (use->as == FUSOR_USE_COLOR)
            memcpy(out->clear, desc->color[use->slot].clear, sizeof out->clear);
        else
            out->clear_depth = desc->depth.clear_depth;
    }
    if (a->clear_stencil_use != FUSOR_NONE && uses[a->clear_stencil_use].load == FUSOR_LOAD_CLEAR)
        out->clear_stencil = plan_desc_of(b, uses[a->clear_stencil_use].pass)->depth.clear_stencil;
}

static fusor_resolve_mode mode_or(fusor_resolve_mode mode, fusor_resolve_mode otherwise)
{
    return mode == FUSOR_RESOLVE_DEFAULT ? otherwise : mode;
}

static void set_resolve(const plan_builder *b, const life_attachment *a, fusor_plan_attachment *out)
{
    out->resolve = a->resolve;
    if (a->resolve == FUSOR_NONE)
        return;
    const graph_use *use = &b->input->in->tables->uses[a->resolve_use];
    const fusor_pass_desc *desc = plan_desc_of(b, use->pass);
    bool color = use->as == FUSOR_USE_COLOR;
    const fusor_resolve_desc *resolve =
        color ? &desc->color[use->slot].resolve : &desc->depth.resolve;
    out->resolve_mode =
        mode_or(resolve->mode, color ? FUSOR_RESOLVE_AVERAGE : FUSOR_RESOLVE_SAMPLE_ZERO);
    if (!color)
        out->stencil_resolve_mode = mode_or(resolve->stencil_mode, FUSOR_RESOLVE_SAMPLE_ZERO);
}

static bool add_attachments(plan_builder *b, uint32_t group)
{
    for (uint32_t i = 0; i < b->input->life->groups[group].attachments.count; i++) {
        const life_attachment *a = plan_attachment_of(b, group, i);
        const affinity_view *view = &b->input->in->affinity->views.data[a->view];
        fusor_plan_attachment *slot = BASE_PUSH(b->arena, &b->attachments);
        if (!slot)
            return false;
        *slot = (fusor_plan_attachment){
            .resource = b->resource_index[view->resource],
            .previous = view->previous,
            .mip = view->mip,
            .layers = view->layers,
            .aspects = b->input->in->tables->model->resources[view->resource].aspects,
            .load = a->load,
            .store = a->store,
            .stencil_load = a->stencil_load,
            .stencil_store = a->stencil_store,
            .memoryless = a->memoryless,
            .initial_layout = a->first_layout,
            .final_layout = a->last_layout};
        set_clear(b, a, slot);
        set_resolve(b, a, slot);
    }
    return true;
}

/* The touch of a pass's use of one kind and slot, or FUSOR_NONE. */
static uint32_t find_touch(const plan_builder *b, uint32_t pass, fusor_use_kind as, uint32_t slot)
{
    const affinity_table *affinity = b->input->in->affinity;
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        const graph_use *use = &b->input->in->tables->uses[affinity->touches[i].use];
        if (use->as == as && use->slot == slot)
            return i;
    }
    return FUSOR_NONE;
}

static fusor_plan_reference reference_of(const plan_builder *b, uint32_t pass, uint32_t touch)
{
    if (touch == FUSOR_NONE)
        return (fusor_plan_reference){.attachment = FUSOR_NONE};
    uint32_t group = b->input->in->fuse->group_of[pass];
    uint32_t attachment = b->input->life->touch_attachment[touch];
    const life_attachment *a = plan_attachment_of(b, group, attachment);
    const graph_use *use = &b->input->in->tables->uses[b->input->in->affinity->touches[touch].use];
    return (fusor_plan_reference){
        .attachment = attachment,
        .layout =
            b->input->life->layouts.data[a->layouts.first + b->input->in->fuse->subpass_of[pass]],
        .aspects = use->region.aspects};
}

static bool push_reference(plan_builder *b, fusor_plan_reference reference)
{
    fusor_plan_reference *slot = BASE_PUSH(b->arena, &b->references);
    if (slot)
        *slot = reference;
    return slot != NULL;
}

static bool add_references(plan_builder *b, uint32_t pass, fusor_use_kind as, uint32_t count,
                           fusor_slice *out)
{
    *out = (fusor_slice){b->references.count, count};
    for (uint32_t i = 0; i < count; i++)
        if (!push_reference(b, reference_of(b, pass, find_touch(b, pass, as, i))))
            return false;
    return true;
}

static uint32_t resolve_touch(const plan_builder *b, uint32_t pass, uint32_t source)
{
    const affinity_table *affinity = b->input->in->affinity;
    if (source == FUSOR_NONE)
        return FUSOR_NONE;
    uint32_t use = b->input->in->tables->uses[affinity->touches[source].use].resolve;
    for (uint32_t i = source; use != FUSOR_NONE && i < affinity->touch_first[pass + 1]; i++)
        if (affinity->touches[i].use == use)
            return i;
    return FUSOR_NONE;
}

static bool add_resolves(plan_builder *b, uint32_t pass, uint32_t count, fusor_slice *out)
{
    bool any = false;
    *out = (fusor_slice){b->references.count, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t touch = resolve_touch(b, pass, find_touch(b, pass, FUSOR_USE_COLOR, i));
        any = any || touch != FUSOR_NONE;
        if (!push_reference(b, reference_of(b, pass, touch)))
            return false;
    }
    if (any)
        out->count = count;
    else
        b->references.count = out->first;
    return true;
}

static void set_depth(const plan_builder *b, uint32_t pass, fusor_plan_subpass *out)
{
    uint32_t touch = find_touch(b, pass, FUSOR_USE_DEPTH_STENCIL, 0);
    const fusor_resolve_desc *resolve = &plan_desc_of(b, pass)->depth.resolve;
    out->depth = reference_of(b, pass, touch);
    out->depth_resolve = reference_of(b, pass, resolve_touch(b, pass, touch));
    if (out->depth_resolve.attachment == FUSOR_NONE)
        return;
    out->depth_resolve_mode = mode_or(resolve->mode, FUSOR_RESOLVE_SAMPLE_ZERO);
    out->stencil_resolve_mode = mode_or(resolve->stencil_mode, FUSOR_RESOLVE_SAMPLE_ZERO);
}

/* Contents that an earlier subpass made and a later one, or the store, needs pass through. */
static bool add_preserves(plan_builder *b, uint32_t group, uint32_t subpass, fusor_slice *out)
{
    *out = (fusor_slice){b->index_list.count, 0};
    for (uint32_t i = 0; i < b->input->life->groups[group].attachments.count; i++) {
        const life_attachment *a = plan_attachment_of(b, group, i);
        bool attached =
            b->input->life->layouts.data[a->layouts.first + subpass] != FUSOR_LAYOUT_UNDEFINED;
        bool kept =
            a->store != FUSOR_STORE_OP_DONT_CARE || a->stencil_store != FUSOR_STORE_OP_DONT_CARE;
        if (attached || a->first_subpass > subpass || (a->last_subpass < subpass && !kept))
            continue;
        if (!push_index(b, i))
            return false;
        out->count++;
    }
    return true;
}

static bool add_subpass(plan_builder *b, uint32_t group, uint32_t subpass, fusor_slice members)
{
    uint32_t pass = b->input->in->fuse->members[members.first];
    const fusor_pass_desc *desc = plan_desc_of(b, pass);
    fusor_plan_subpass row = {.passes = {b->pass_list.count, members.count}};
    for (uint32_t i = 0; i < members.count; i++) {
        uint32_t *slot = BASE_PUSH(b->arena, &b->pass_list);
        if (!slot)
            return false;
        *slot = b->input->in->fuse->members[members.first + i];
    }
    if (!add_references(b, pass, FUSOR_USE_COLOR, desc->color_count, &row.color) ||
        !add_resolves(b, pass, desc->color_count, &row.resolve) ||
        !add_references(b, pass, FUSOR_USE_INPUT, desc->input_count, &row.inputs) ||
        !add_preserves(b, group, subpass, &row.preserve))
        return false;
    set_depth(b, pass, &row);
    fusor_plan_subpass *slot = BASE_PUSH(b->arena, &b->subpasses);
    if (slot)
        *slot = row;
    return slot != NULL;
}

static bool add_subpasses(plan_builder *b, uint32_t group)
{
    const fuse_result *fuse = b->input->in->fuse;
    fusor_slice members = fuse->groups[group].members;
    for (uint32_t i = 0; i < members.count;) {
        uint32_t subpass = fuse->subpass_of[fuse->members[members.first + i]], end = i;
        while (end < members.count &&
               fuse->subpass_of[fuse->members[members.first + end]] == subpass)
            end++;
        if (!add_subpass(b, group, subpass, (fusor_slice){members.first + i, end - i}))
            return false;
        i = end;
    }
    return true;
}

static bool add_map(plan_builder *b, uint32_t pass, fusor_use_kind as, uint32_t count,
                    fusor_slice *out)
{
    *out = (fusor_slice){b->index_list.count, count};
    for (uint32_t i = 0; i < count; i++)
        if (!push_index(b, find_touch(b, pass, as, i) == FUSOR_NONE ? FUSOR_NONE : i))
            return false;
    return true;
}

static bool add_members(plan_builder *b, uint32_t group)
{
    const fuse_result *fuse = b->input->in->fuse;
    fusor_slice members = fuse->groups[group].members;
    for (uint32_t i = 0; i < members.count; i++) {
        uint32_t pass = fuse->members[members.first + i];
        const fusor_pass_desc *desc = plan_desc_of(b, pass);
        fusor_plan_member row = {.pass = pass, .subpass = fuse->subpass_of[pass]};
        if (!add_map(b, pass, FUSOR_USE_COLOR, desc->color_count, &row.color_map) ||
            !add_map(b, pass, FUSOR_USE_INPUT, desc->input_count, &row.input_map) ||
            !plan_add_clears(b, group, pass, &row.clears))
            return false;
        fusor_plan_member *slot = BASE_PUSH(b->arena, &b->members);
        if (!slot)
            return false;
        *slot = row;
    }
    return true;
}

/* Bridge passes that were declared between two members: recorded before or after the group. */
static bool add_bridges(plan_builder *b, uint32_t group, uint32_t step)
{
    const life_input *in = b->input->in;
    fusor_slice members = in->fuse->groups[group].members;
    uint32_t first = in->fuse->members[members.first];
    uint32_t last = in->fuse->members[members.first + members.count - 1];
    for (uint32_t rank = b->input->dag->rank[first]; rank < b->input->dag->rank[last]; rank++) {
        uint32_t pass = b->input->dag->topo[rank];
        if (!in->cull->live[pass] || !(in->tables->model->passes[pass].flags & FUSOR_PASS_BRIDGE))
            continue;
        fusor_plan_bridge *slot = BASE_PUSH(b->arena, &b->bridges);
        if (!slot)
            return false;
        *slot = (fusor_plan_bridge){pass, in->order->step_of[pass] > step};
    }
    return true;
}

static bool add_group(plan_builder *b, uint32_t group, uint32_t step)
{
    const fuse_group *fuse = &b->input->in->fuse->groups[group];
    const graph_pass *first =
        &b->input->in->tables->model->passes[b->input->in->fuse->members[fuse->members.first]];
    fusor_plan_group row = {
        .path = fuse->path,
        .view_mask = first->desc->view_mask,
        .extent = {first->extent[0], first->extent[1]},
        .layers = first->layers ? first->layers : 1,
        .samples = first->samples ? first->samples : 1,
        .members = {b->members.count, fuse->members.count},
        .subpasses = {b->subpasses.count, fuse->subpass_count},
        .attachments = {b->attachments.count, b->input->life->groups[group].attachments.count},
        .bridged = {b->bridges.count, 0}};
    memcpy(row.area, first->area, sizeof row.area);
    if (!add_attachments(b, group) || !add_subpasses(b, group) ||
        !plan_add_dependencies(b, group, &row.dependencies) || !add_members(b, group) ||
        !add_bridges(b, group, step))
        return false;
    row.bridged.count = b->bridges.count - row.bridged.first;
    fusor_plan_group *slot = BASE_PUSH(b->arena, &b->groups);
    if (slot)
        *slot = row;
    return slot != NULL;
}

bool plan_add_groups(plan_builder *b)
{
    const order_result *order = b->input->in->order;
    for (uint32_t s = 0; s < order->step_count; s++)
        if (order->steps[s].kind == FUSOR_STEP_GROUP && !add_group(b, order->steps[s].index, s))
            return false;
    return true;
}
