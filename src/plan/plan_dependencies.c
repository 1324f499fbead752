/* In: a group with its subpasses and ops. Out: the dependencies between its subpasses.
 * Promise: every hazard between members in different subpasses, every load and store op and every
 * change of layout has one; all are by region, none is external (Vulkan 1.3, "Render Pass Creation":
 * subpass dependencies). O(edges + touches² of neighbours). */
#include "plan/plan.h"

/* NULL: there is none. */
static fusor_plan_dependency *get_dependency(plan_builder *b, const fusor_slice *slice,
                                             uint32_t from, uint32_t to)
{
    for (uint32_t i = slice->first; i < slice->first + slice->count; i++)
        if (b->dependencies.data[i].from == from && b->dependencies.data[i].to == to)
            return &b->dependencies.data[i];
    return NULL;
}

/* One entry for each pair of subpasses. */
static fusor_plan_dependency *find_dependency(plan_builder *b, fusor_slice *slice, uint32_t from,
                                              uint32_t to)
{
    fusor_plan_dependency *found = get_dependency(b, slice, from, to);
    if (found)
        return found;
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
    /* A resolve reads its source, depth too, as colour attachments are read ("Render Pass Multisample
     * Resolve Operations"). */
    if (from->resolve != FUSOR_NONE)
        d->src.stages |= FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT;
    if (to->resolve != FUSOR_NONE) {
        d->dst.stages |= FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT;
        d->dst.access |= FUSOR_ACCESS_COLOR_ATTACHMENT_READ;
    }
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
        plan_attachment_of(b, fuse->group_of[from], b->input->life->touch_attachment[touch]);
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

/* The next subpass that has what `from` attaches in another layout; FUSOR_NONE: none has. */
static uint32_t layout_change_after(const plan_builder *b, uint32_t group, uint32_t attachment,
                                    uint32_t from)
{
    const life_attachment *a = plan_attachment_of(b, group, attachment);
    const fusor_layout *layouts = &b->input->life->layouts.data[a->layouts.first];
    for (uint32_t to = from + 1; to <= a->last_subpass; to++)
        if (layouts[to] != FUSOR_LAYOUT_UNDEFINED && layouts[to] != layouts[from])
            return to;
    return FUSOR_NONE;
}

/* The render pass changes the layout on the way: then the change orders the two, see below. */
static bool changes_between(const plan_builder *b, uint32_t touch, uint32_t from, uint32_t to)
{
    const fuse_result *fuse = b->input->in->fuse;
    uint32_t change = layout_change_after(
        b, fuse->group_of[from], b->input->life->touch_attachment[touch], fuse->subpass_of[from]);
    return change < fuse->subpass_of[to];
}

/* A subpass in between writes what two others touch: its dependencies order the two. */
static bool written_between(const plan_builder *b, uint32_t group, uint32_t view,
                            fusor_aspects aspects, const uint32_t subpasses[2])
{
    const affinity_table *affinity = b->input->in->affinity;
    const fuse_result *fuse = b->input->in->fuse;
    fusor_slice members = fuse->groups[group].members;
    if (subpasses[1] - subpasses[0] < 2)
        return false;
    for (uint32_t m = members.first; m < members.first + members.count; m++) {
        uint32_t pass = fuse->members[m];
        if (fuse->subpass_of[pass] <= subpasses[0] || fuse->subpass_of[pass] >= subpasses[1])
            continue;
        for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
            const graph_use *use = &b->input->in->tables->uses[affinity->touches[i].use];
            if (affinity->touches[i].view == view && use->writes && !use->unused &&
                !(aspects & ~use->region.aspects))
                return true;
        }
    }
    return false;
}

static bool is_hazard(const plan_builder *b, const uint32_t touches[2], const uint32_t passes[2])
{
    const affinity_touch *touch = b->input->in->affinity->touches;
    const graph_use *uses = b->input->in->tables->uses;
    const graph_use *first = &uses[touch[touches[0]].use], *second = &uses[touch[touches[1]].use];
    return touch[touches[0]].view == touch[touches[1]].view && !first->unused && !second->unused &&
           (first->writes || second->writes) &&
           !changes_between(b, touches[0], passes[0], passes[1]);
}

static bool is_implied(const plan_builder *b, const uint32_t touches[2], const uint32_t passes[2])
{
    const affinity_touch *touch = b->input->in->affinity->touches;
    const graph_use *uses = b->input->in->tables->uses;
    const fuse_result *fuse = b->input->in->fuse;
    return written_between(b, fuse->group_of[passes[0]], touch[touches[0]].view,
                           uses[touch[touches[0]].use].region.aspects |
                               uses[touch[touches[1]].use].region.aspects,
                           (uint32_t[2]){fuse->subpass_of[passes[0]], fuse->subpass_of[passes[1]]});
}

/* Some hazard of the two passes is ordered by no subpass in between. */
static bool need_dependency(const plan_builder *b, const uint32_t passes[2])
{
    const uint32_t *first = b->input->in->affinity->touch_first;
    for (uint32_t i = first[passes[0]]; i < first[passes[0] + 1]; i++) {
        for (uint32_t k = first[passes[1]]; k < first[passes[1] + 1]; k++) {
            const uint32_t touches[2] = {i, k};
            if (is_hazard(b, touches, passes) && !is_implied(b, touches, passes))
                return true;
        }
    }
    return false;
}

static bool add_needed(plan_builder *b, fusor_slice *slice, const uint32_t passes[2])
{
    const fuse_result *fuse = b->input->in->fuse;
    return !need_dependency(b, passes) ||
           find_dependency(b, slice, fuse->subpass_of[passes[0]], fuse->subpass_of[passes[1]]);
}

/* A dependency that is there says all that it orders, what is implied too: it costs nothing, and validation
 * follows the direct dependency where there is one. */
static bool join_pair(plan_builder *b, fusor_slice *slice, const uint32_t passes[2])
{
    const affinity_table *affinity = b->input->in->affinity;
    const fuse_result *fuse = b->input->in->fuse;
    const uint32_t *first = affinity->touch_first;
    fusor_plan_dependency *d =
        get_dependency(b, slice, fuse->subpass_of[passes[0]], fuse->subpass_of[passes[1]]);
    if (!d)
        return true;
    for (uint32_t i = first[passes[0]]; i < first[passes[0] + 1]; i++) {
        for (uint32_t k = first[passes[1]]; k < first[passes[1] + 1]; k++) {
            if (!is_hazard(b, (uint32_t[2]){i, k}, passes))
                continue;
            d->view_local = plan_desc_of(b, passes[1])->view_mask != 0;
            join_hazard(d, &b->input->in->tables->uses[affinity->touches[i].use],
                        &b->input->in->tables->uses[affinity->touches[k].use]);
            join_load(b, d, passes[0], i);
        }
    }
    return true;
}

typedef bool (*pair_fn)(plan_builder *b, fusor_slice *slice, const uint32_t passes[2]);

/* The pairs of passes in two subpasses of a group of which one must come behind the other. */
static bool each_pair(plan_builder *b, uint32_t group, fusor_slice *slice, pair_fn step)
{
    const fuse_result *fuse = b->input->in->fuse;
    const depend_dag *dag = b->input->dag;
    fusor_slice members = fuse->groups[group].members;
    for (uint32_t i = 0; i < members.count; i++) {
        uint32_t to = fuse->members[members.first + i];
        for (uint32_t k = dag->pred_first[to]; k < dag->pred_first[to + 1]; k++) {
            uint32_t from = dag->edges.data[dag->pred[k]].src;
            if (fuse->group_of[from] == group && fuse->subpass_of[from] != fuse->subpass_of[to] &&
                !step(b, slice, (uint32_t[2]){from, to}))
                return false;
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
                plan_attachment_of(b, group, attachment)->last_subpass &&
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
    const life_attachment *a = plan_attachment_of(b, group, attachment);
    fusor_slice members = fuse->groups[group].members;
    graph_use store = {.writes = true, .resolve = FUSOR_NONE};
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
                fuse->subpass_of[pass] == a->last_subpass ||
                layout_change_after(b, group, attachment, fuse->subpass_of[pass]) <
                    a->last_subpass ||
                written_between(b, group, a->view,
                                b->input->in->tables->uses[affinity->touches[i].use].region.aspects,
                                (uint32_t[2]){fuse->subpass_of[pass], a->last_subpass}))
                continue;
            fusor_plan_dependency *d =
                find_dependency(b, slice, fuse->subpass_of[pass], a->last_subpass);
            if (!d)
                return false;
            d->view_local = plan_desc_of(b, pass)->view_mask != 0;
            join_hazard(d, &b->input->in->tables->uses[affinity->touches[i].use], &store);
            join_load(b, d, pass, i);
        }
    }
    return true;
}

static bool add_change(plan_builder *b, fusor_slice *slice, uint32_t from, uint32_t from_touch,
                       uint32_t to, uint32_t to_touch)
{
    const affinity_table *affinity = b->input->in->affinity;
    const fuse_result *fuse = b->input->in->fuse;
    fusor_plan_dependency *d =
        find_dependency(b, slice, fuse->subpass_of[from], fuse->subpass_of[to]);
    if (!d)
        return false;
    d->view_local = plan_desc_of(b, to)->view_mask != 0;
    join_hazard(d, &b->input->in->tables->uses[affinity->touches[from_touch].use],
                &b->input->in->tables->uses[affinity->touches[to_touch].use]);
    join_load(b, d, from, from_touch);
    return true;
}

static fusor_aspects all_aspects(const plan_builder *b, uint32_t touch)
{
    const affinity_table *affinity = b->input->in->affinity;
    const graph_use *use = &b->input->in->tables->uses[affinity->touches[touch].use];
    return b->input->in->tables->model->resources[use->resource].aspects;
}

/* A change of layout is a write between the two subpasses, whatever they do with which aspect. It comes
 * behind all that had the old layout, and behind the load op, unless a write in between does. */
static bool add_layout_change(plan_builder *b, uint32_t group, uint32_t touch, uint32_t from,
                              fusor_slice *slice)
{
    const affinity_table *affinity = b->input->in->affinity;
    const fuse_result *fuse = b->input->in->fuse;
    fusor_slice members = fuse->groups[group].members;
    uint32_t attachment = b->input->life->touch_attachment[touch];
    uint32_t to = layout_change_after(b, group, attachment, fuse->subpass_of[from]);
    if (to == FUSOR_NONE ||
        written_between(b, group, affinity->touches[touch].view, all_aspects(b, touch),
                        (uint32_t[2]){fuse->subpass_of[from], to}))
        return true;
    for (uint32_t m = members.first; m < members.first + members.count; m++) {
        uint32_t pass = fuse->members[m];
        if (fuse->subpass_of[pass] != to)
            continue;
        for (uint32_t k = affinity->touch_first[pass]; k < affinity->touch_first[pass + 1]; k++)
            if (b->input->life->touch_attachment[k] == attachment &&
                !add_change(b, slice, from, touch, pass, k))
                return false;
    }
    return true;
}

/* The render pass itself changed the attachment into the layout that `from` has it in, just before. */
static bool is_after_change(const plan_builder *b, uint32_t group, uint32_t touch, uint32_t from)
{
    const life_attachment *a =
        plan_attachment_of(b, group, b->input->life->touch_attachment[touch]);
    const fusor_layout *layouts = &b->input->life->layouts.data[a->layouts.first];
    uint32_t at = b->input->in->fuse->subpass_of[from], before = at;
    while (before > a->first_subpass && layouts[before - 1] == FUSOR_LAYOUT_UNDEFINED)
        before--;
    return before > a->first_subpass && layouts[before - 1] != layouts[at];
}

/* A dependency holds in its own destination only: where a layout stays, later subpasses come behind the
 * change into it through the subpass that it led to ("Render Pass Creation": a transition into a layout
 * happens before the visibility operations of dependencies on that subpass, and of no other). */
static bool add_after_change(plan_builder *b, uint32_t group, uint32_t touch, uint32_t from,
                             fusor_slice *slice)
{
    const affinity_table *affinity = b->input->in->affinity;
    const fuse_result *fuse = b->input->in->fuse;
    fusor_slice members = fuse->groups[group].members;
    uint32_t attachment = b->input->life->touch_attachment[touch];
    uint32_t end = layout_change_after(b, group, attachment, fuse->subpass_of[from]);
    for (uint32_t m = members.first; m < members.first + members.count; m++) {
        uint32_t pass = fuse->members[m];
        if (fuse->subpass_of[pass] <= fuse->subpass_of[from] || fuse->subpass_of[pass] >= end)
            continue;
        for (uint32_t k = affinity->touch_first[pass]; k < affinity->touch_first[pass + 1]; k++)
            if (b->input->life->touch_attachment[k] == attachment &&
                !add_change(b, slice, from, touch, pass, k))
                return false;
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
            if (!add_layout_change(b, group, i, from, slice) ||
                (is_after_change(b, group, i, from) && !add_after_change(b, group, i, from, slice)))
                return false;
    }
    return true;
}

bool plan_add_dependencies(plan_builder *b, uint32_t group, fusor_slice *out)
{
    *out = (fusor_slice){b->dependencies.count, 0};
    if (!each_pair(b, group, out, add_needed) || !each_pair(b, group, out, join_pair))
        return false;
    for (uint32_t i = 0; i < b->input->life->groups[group].attachments.count; i++)
        if (!add_store(b, group, i, out))
            return false;
    return add_layout_changes(b, group, out) && plan_drop_implied(b, out);
}
