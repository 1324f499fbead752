/* In: fuse groups with their attachments. Out: render passes: attachments, subpasses, references,
 * dependencies between subpasses, members.
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

static const life_attachment *attachment_of(const plan_builder *b, uint32_t group, uint32_t index)
{
    return &b->input->life->attachments
                .data[b->input->life->groups[group].attachments.first + index];
}

static const fusor_pass_desc *desc_of(const plan_builder *b, uint32_t pass)
{
    return b->input->in->tables->model->passes[pass].desc;
}

static void set_clear(const plan_builder *b, const life_attachment *a, fusor_plan_attachment *out)
{
    const graph_use *uses = b->input->in->tables->uses;
    if (a->clear_use != FUSOR_NONE && uses[a->clear_use].load == FUSOR_LOAD_CLEAR) {
        const graph_use *use = &uses[a->clear_use];
        const fusor_pass_desc *desc = desc_of(b, use->pass);
        if (use->as == FUSOR_USE_COLOR)
            memcpy(out->clear, desc->color[use->slot].clear, sizeof out->clear);
        else
            out->clear_depth = desc->depth.clear_depth;
    }
    if (a->clear_stencil_use != FUSOR_NONE && uses[a->clear_stencil_use].load == FUSOR_LOAD_CLEAR)
        out->clear_stencil = desc_of(b, uses[a->clear_stencil_use].pass)->depth.clear_stencil;
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
    const fusor_pass_desc *desc = desc_of(b, use->pass);
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
        const life_attachment *a = attachment_of(b, group, i);
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
    const life_attachment *a = attachment_of(b, group, attachment);
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
    const fusor_resolve_desc *resolve = &desc_of(b, pass)->depth.resolve;
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
        const life_attachment *a = attachment_of(b, group, i);
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
    const fusor_pass_desc *desc = desc_of(b, pass);
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

/* One entry for each pair of subpasses. */
static fusor_plan_dependency *find_dependency(plan_builder *b, fusor_slice *slice, uint32_t from,
                                              uint32_t to)
{
    for (uint32_t i = slice->first; i < slice->first + slice->count; i++)
        if (b->dependencies.data[i].from == from && b->dependencies.data[i].to == to)
            return &b->dependencies.data[i];
    fusor_plan_dependency *slot = BASE_PUSH(b->arena, &b->dependencies);
    if (!slot)
        return NULL;
    *slot = (fusor_plan_dependency){
        .from = from, .to = to, .by_region = true, .why = FUSOR_WHY_OWNERSHIP};
    slice->count++;
    return slot;
}

static void join_hazard(fusor_plan_dependency *d, const graph_use *from, const graph_use *to)
{
    fusor_why why = from->writes && to->reads ? FUSOR_WHY_READ_AFTER_WRITE
                    : from->writes            ? FUSOR_WHY_WRITE_AFTER_WRITE
                    : to->writes              ? FUSOR_WHY_WRITE_AFTER_READ
                                              : FUSOR_WHY_LAYOUT;
    d->src.stages |= from->stages;
    d->src.access |= from->access & SYNC_WRITES;
    d->dst.stages |= to->stages;
    d->dst.access |= to->access;
    d->why = why < d->why ? why : d->why;
}

static bool op_writes(fusor_load_op op)
{
    return op == FUSOR_LOAD_OP_CLEAR || op == FUSOR_LOAD_OP_DONT_CARE;
}

/* The load op is a part of what the attachment's first subpass does: it runs in a stage that no use of
 * that subpass need have. */
static void join_load(const plan_builder *b, fusor_plan_dependency *d, uint32_t from,
                      uint32_t touch)
{
    const fuse_result *fuse = b->input->in->fuse;
    const life_attachment *a =
        attachment_of(b, fuse->group_of[from], b->input->life->touch_attachment[touch]);
    const affinity_view *view = &b->input->in->affinity->views.data[a->view];
    bool color =
        b->input->in->tables->model->resources[view->resource].aspects & FUSOR_ASPECT_COLOR;
    bool loads = a->load != FUSOR_LOAD_OP_NONE || (!color && a->stencil_load != FUSOR_LOAD_OP_NONE);
    if (fuse->subpass_of[from] != a->first_subpass || !loads)
        return;
    d->src.stages |= color ? FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT : FUSOR_STAGE_EARLY_FRAGMENT_TESTS;
    if (op_writes(a->load) || (!color && op_writes(a->stencil_load)))
        d->src.access |= color ? FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE
                               : FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE;
}

static bool add_pair(plan_builder *b, fusor_slice *slice, uint32_t from, uint32_t to)
{
    const affinity_table *affinity = b->input->in->affinity;
    const fuse_result *fuse = b->input->in->fuse;
    for (uint32_t i = affinity->touch_first[from]; i < affinity->touch_first[from + 1]; i++) {
        for (uint32_t k = affinity->touch_first[to]; k < affinity->touch_first[to + 1]; k++) {
            const graph_use *a = &b->input->in->tables->uses[affinity->touches[i].use];
            const graph_use *c = &b->input->in->tables->uses[affinity->touches[k].use];
            if (affinity->touches[i].view != affinity->touches[k].view || a->unused || c->unused ||
                !(a->writes || c->writes))
                continue;
            fusor_plan_dependency *d =
                find_dependency(b, slice, fuse->subpass_of[from], fuse->subpass_of[to]);
            if (!d)
                return false;
            d->view_local = desc_of(b, to)->view_mask != 0;
            join_hazard(d, a, c);
            join_load(b, d, from, i);
        }
    }
    return true;
}

/* The stage and access of an attachment's store ops, either aspect's. */
static void store_scope(const plan_builder *b, const life_attachment *a, fusor_scope *out)
{
    const affinity_view *view = &b->input->in->affinity->views.data[a->view];
    fusor_aspects aspects = b->input->in->tables->model->resources[view->resource].aspects;
    bool color = aspects & FUSOR_ASPECT_COLOR;
    bool stores = (aspects != FUSOR_ASPECT_STENCIL && a->store != FUSOR_STORE_OP_NONE) ||
                  ((aspects & FUSOR_ASPECT_STENCIL) && a->stencil_store != FUSOR_STORE_OP_NONE);
    *out = (fusor_scope){0};
    if (!stores)
        return;
    out->stages = color ? FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT : FUSOR_STAGE_LATE_FRAGMENT_TESTS;
    out->access =
        color ? FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE : FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE;
}

static bool writes_attachment(const plan_builder *b, uint32_t pass, uint32_t attachment)
{
    const affinity_table *affinity = b->input->in->affinity;
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++)
        if (b->input->life->touch_attachment[i] == attachment &&
            b->input->in->tables->uses[affinity->touches[i].use].writes)
            return true;
    return false;
}

static bool last_use_writes(const plan_builder *b, uint32_t group, uint32_t attachment)
{
    const fuse_result *fuse = b->input->in->fuse;
    fusor_slice members = fuse->groups[group].members;
    for (uint32_t i = members.first; i < members.first + members.count; i++)
        if (fuse->subpass_of[fuse->members[i]] ==
                attachment_of(b, group, attachment)->last_subpass &&
            writes_attachment(b, fuse->members[i], attachment))
            return true;
    return false;
}

/* A store op writes at the end of the last subpass that uses the attachment, also where that subpass
 * only reads it: what earlier subpasses do with it comes before. */
static bool add_store(plan_builder *b, uint32_t group, uint32_t attachment, fusor_slice *slice)
{
    const fuse_result *fuse = b->input->in->fuse;
    const affinity_table *affinity = b->input->in->affinity;
    const life_attachment *a = attachment_of(b, group, attachment);
    fusor_slice members = fuse->groups[group].members;
    graph_use store = {.writes = true};
    fusor_scope scope;
    store_scope(b, a, &scope);
    store.stages = scope.stages;
    store.access = scope.access;
    if (!scope.stages || last_use_writes(b, group, attachment))
        return true;
    for (uint32_t m = members.first; m < members.first + members.count; m++) {
        uint32_t pass = fuse->members[m];
        for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
            if (b->input->life->touch_attachment[i] != attachment ||
                fuse->subpass_of[pass] == a->last_subpass)
                continue;
            fusor_plan_dependency *d =
                find_dependency(b, slice, fuse->subpass_of[pass], a->last_subpass);
            if (!d)
                return false;
            d->view_local = desc_of(b, pass)->view_mask != 0;
            join_hazard(d, &b->input->in->tables->uses[affinity->touches[i].use], &store);
            join_load(b, d, pass, i);
        }
    }
    return true;
}

/* The next subpass that attaches what `from` attaches; FUSOR_NONE: none, or it keeps the layout. */
static uint32_t layout_change_after(const plan_builder *b, uint32_t group, uint32_t attachment,
                                    uint32_t from)
{
    const life_attachment *a = attachment_of(b, group, attachment);
    const fusor_layout *layouts = &b->input->life->layouts.data[a->layouts.first];
    uint32_t to = from + 1;
    while (to <= a->last_subpass && layouts[to] == FUSOR_LAYOUT_UNDEFINED)
        to++;
    return to <= a->last_subpass && layouts[to] != layouts[from] ? to : FUSOR_NONE;
}

/* A change of layout is a write between the two subpasses, whatever they do with which aspect. */
static bool add_layout_change(plan_builder *b, uint32_t group, uint32_t touch, uint32_t from,
                              fusor_slice *slice)
{
    const affinity_table *affinity = b->input->in->affinity;
    const fuse_result *fuse = b->input->in->fuse;
    fusor_slice members = fuse->groups[group].members;
    uint32_t attachment = b->input->life->touch_attachment[touch];
    uint32_t to = layout_change_after(b, group, attachment, fuse->subpass_of[from]);
    for (uint32_t m = members.first; to != FUSOR_NONE && m < members.first + members.count; m++) {
        uint32_t pass = fuse->members[m];
        if (fuse->subpass_of[pass] != to)
            continue;
        for (uint32_t k = affinity->touch_first[pass]; k < affinity->touch_first[pass + 1]; k++) {
            if (b->input->life->touch_attachment[k] != attachment)
                continue;
            fusor_plan_dependency *d = find_dependency(b, slice, fuse->subpass_of[from], to);
            if (!d)
                return false;
            d->view_local = desc_of(b, pass)->view_mask != 0;
            join_hazard(d, &b->input->in->tables->uses[affinity->touches[touch].use],
                        &b->input->in->tables->uses[affinity->touches[k].use]);
            join_load(b, d, from, touch);
        }
    }
    return true;
}

static bool add_layout_changes(plan_builder *b, uint32_t group, fusor_slice *slice)
{
    const affinity_table *affinity = b->input->in->affinity;
    const fuse_result *fuse = b->input->in->fuse;
    fusor_slice members = fuse->groups[group].members;
    for (uint32_t m = members.first; m < members.first + members.count; m++) {
        uint32_t from = fuse->members[m];
        for (uint32_t i = affinity->touch_first[from]; i < affinity->touch_first[from + 1]; i++)
            if (!add_layout_change(b, group, i, from, slice))
                return false;
    }
    return true;
}

static bool add_dependencies(plan_builder *b, uint32_t group, fusor_slice *out)
{
    const fuse_result *fuse = b->input->in->fuse;
    const depend_dag *dag = b->input->dag;
    fusor_slice members = fuse->groups[group].members;
    *out = (fusor_slice){b->dependencies.count, 0};
    for (uint32_t i = 0; i < members.count; i++) {
        uint32_t to = fuse->members[members.first + i];
        for (uint32_t k = dag->pred_first[to]; k < dag->pred_first[to + 1]; k++) {
            uint32_t from = dag->edges.data[dag->pred[k]].src;
            if (fuse->group_of[from] == group && fuse->subpass_of[from] != fuse->subpass_of[to] &&
                !add_pair(b, out, from, to))
                return false;
        }
    }
    for (uint32_t i = 0; i < b->input->life->groups[group].attachments.count; i++)
        if (!add_store(b, group, i, out))
            return false;
    return add_layout_changes(b, group, out);
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
        const fusor_pass_desc *desc = desc_of(b, pass);
        fusor_plan_member row = {.pass = pass, .subpass = fuse->subpass_of[pass]};
        if (!add_map(b, pass, FUSOR_USE_COLOR, desc->color_count, &row.color_map) ||
            !add_map(b, pass, FUSOR_USE_INPUT, desc->input_count, &row.input_map))
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
        !add_dependencies(b, group, &row.dependencies) || !add_members(b, group) ||
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
