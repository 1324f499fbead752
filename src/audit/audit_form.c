/* In: a plan that may hold anything. Out: nothing, but every index, slice, count and word of it is
 * known to be inside what it points into.
 * Promise: what comes after may follow indices without asking. Slices that have owners do not overlap
 * in sum, so later work is bounded by the plan's size. O(plan). */
#include "audit/audit.h"

static bool malformed(audit *a, const char *what, uint32_t index, const char *fault)
{
    return audit_refute(a, FUSOR_AUDIT_PLAN_MALFORMED, "%s %u of the plan %s", what, index, fault);
}

static bool check_arrays(audit *a)
{
#define ROW(type, name, count)                                                                     \
    if (a->plan->count && !a->plan->name)                                                          \
        return audit_refute(a, FUSOR_AUDIT_PLAN_MALFORMED,                                         \
                            "the plan has %u " #name " and no array of them", a->plan->count);
    FUSOR_PLAN_ARRAYS(ROW)
#undef ROW
    return true;
}

static bool inside(fusor_slice slice, uint32_t count)
{
    return slice.first <= count && slice.count <= count - slice.first;
}

/* A slice of an array whose elements have one owner. */
static bool owned(fusor_slice slice, uint32_t count, uint64_t *sum)
{
    *sum += slice.count;
    return inside(slice, count) && *sum <= count;
}

static bool is_index(uint32_t index, uint32_t count)
{
    return index == FUSOR_NONE || index < count;
}

static bool check_lists(audit *a)
{
    const fusor_plan *plan = a->plan;
    for (uint32_t i = 0; i < plan->pass_list_count; i++)
        if (plan->pass_list[i] >= plan->pass_count)
            return malformed(a, "pass list entry", i, "names no pass");
    for (uint32_t i = 0; i < plan->resource_list_count; i++)
        if (plan->resource_list[i] >= plan->resource_count)
            return malformed(a, "resource list entry", i, "names no resource");
    for (uint32_t i = 0; i < plan->order_count; i++)
        if (plan->order[i] >= plan->pass_count)
            return malformed(a, "order entry", i, "names no pass");
    return true;
}

static bool check_passes(audit *a)
{
    const fusor_plan *plan = a->plan;
    uint64_t uses = 0, copies = 0;
    if (plan->pass_count != fusor_graph_pass_count(a->graph))
        return audit_refute(a, FUSOR_AUDIT_PASS_MISSING,
                            "the plan has %u passes, the graph declares %u", plan->pass_count,
                            fusor_graph_pass_count(a->graph));
    for (uint32_t i = 0; i < plan->pass_count; i++) {
        const fusor_plan_pass *p = &plan->passes[i];
        if (!p->name || (unsigned)p->kind > FUSOR_PASS_RAW ||
            (unsigned)p->culled > FUSOR_CULL_WRITES_NOTHING)
            return malformed(a, "pass", i, "has no name, kind or reason");
        if (!owned(p->uses, plan->use_count, &uses) ||
            !owned(p->copies, plan->copy_count, &copies) || !is_index(p->group, plan->group_count))
            return malformed(a, "pass", i, "has uses, copies or a group outside the plan");
    }
    for (uint32_t i = 0; i < plan->use_count; i++)
        if (plan->uses[i].resource >= plan->resource_count)
            return malformed(a, "use", i, "names no resource");
    for (uint32_t i = 0; i < plan->copy_count; i++)
        if (plan->copies[i].dst >= plan->resource_count ||
            !is_index(plan->copies[i].src, plan->resource_count))
            return malformed(a, "copy", i, "names no resource");
    return true;
}

static bool check_resources(audit *a)
{
    const fusor_plan *plan = a->plan;
    uint64_t placements = 0, exits = 0, formats = 0;
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        const fusor_plan_resource *r = &plan->resources[i];
        if (!r->name)
            return malformed(a, "resource", i, "has no name");
        if (!r->slot_count || r->slot_count > FUSOR_HISTORY_SLOTS_MAX ||
            r->placements.count != r->slot_count ||
            !owned(r->placements, plan->placement_count, &placements))
            return malformed(a, "resource", i, "has not one placement a slot");
        if (!owned(r->exit, plan->exit_count, &exits) ||
            !owned(r->view_formats, plan->format_list_count, &formats))
            return malformed(a, "resource", i, "has exits or view formats outside the plan");
        if (r->handle - 1u >=
            (r->is_image ? fusor_graph_image_count(a->graph) : fusor_graph_buffer_count(a->graph)))
            return audit_refute(a, FUSOR_AUDIT_UNKNOWN_RESOURCE,
                                "the plan's resource %u is %s %u, which the graph does not have", i,
                                r->is_image ? "image" : "buffer", r->handle);
    }
    for (uint32_t i = 0; i < plan->placement_count; i++) {
        const fusor_placement *p = &plan->placements[i];
        if (p->placed && p->pool >= plan->pool_count)
            return malformed(a, "placement", i, "names no pool");
        if (!inside(p->follows, plan->resource_list_count))
            return malformed(a, "placement", i, "follows what is outside the plan");
    }
    for (uint32_t i = 0; i < plan->exit_count; i++)
        if (plan->exits[i].resource >= plan->resource_count)
            return malformed(a, "exit", i, "names no resource");
    return true;
}

/* ------------------------------------------------------------------------------ groups */

static bool is_load(fusor_load_op op)
{
    return op == FUSOR_LOAD_OP_LOAD || op == FUSOR_LOAD_OP_CLEAR || op == FUSOR_LOAD_OP_DONT_CARE ||
           op == FUSOR_LOAD_OP_NONE;
}

static bool is_store(fusor_store_op op)
{
    return op == FUSOR_STORE_OP_STORE || op == FUSOR_STORE_OP_DONT_CARE ||
           op == FUSOR_STORE_OP_NONE;
}

static bool check_attachments(audit *a, const fusor_plan_group *g)
{
    for (uint32_t i = g->attachments.first; i < g->attachments.first + g->attachments.count; i++) {
        const fusor_plan_attachment *t = &a->plan->attachments[i];
        if (t->resource >= a->plan->resource_count || !a->plan->resources[t->resource].is_image ||
            !is_index(t->resolve, g->attachments.count))
            return malformed(a, "attachment", i, "names no image or no resolve target");
        if (!is_load(t->load) || !is_load(t->stencil_load) || !is_store(t->store) ||
            !is_store(t->stencil_store))
            return audit_refute(a, FUSOR_AUDIT_OP_INVALID,
                                "attachment %u of the plan has no known op", i);
    }
    return true;
}

static bool is_reference(const fusor_plan_reference *r, uint32_t attachments)
{
    return is_index(r->attachment, attachments) &&
           (r->attachment == FUSOR_NONE || audit_is_layout(r->layout));
}

static bool check_references(audit *a, fusor_slice slice, uint32_t attachments)
{
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++)
        if (!is_reference(&a->plan->references[i], attachments))
            return malformed(a, "reference", i, "names no attachment or no layout");
    return true;
}

typedef struct owner_sums {
    uint64_t members, subpasses, dependencies, attachments, bridges, references, passes, indices,
        clears;
} owner_sums;

static bool check_subpass(audit *a, const fusor_plan_group *g, uint32_t index, owner_sums *sums)
{
    const fusor_plan *plan = a->plan;
    const fusor_plan_subpass *s = &plan->subpasses[index];
    uint32_t count = g->attachments.count;
    if (!owned(s->passes, plan->pass_list_count, &sums->passes) ||
        !owned(s->color, plan->reference_count, &sums->references) ||
        !owned(s->resolve, plan->reference_count, &sums->references) ||
        !owned(s->inputs, plan->reference_count, &sums->references) ||
        !owned(s->preserve, plan->index_list_count, &sums->indices))
        return malformed(a, "subpass", index, "has slices outside the plan");
    if (!is_reference(&s->depth, count) || !is_reference(&s->depth_resolve, count))
        return malformed(a, "subpass", index, "names no depth attachment");
    for (uint32_t i = s->preserve.first; i < s->preserve.first + s->preserve.count; i++)
        if (plan->index_list[i] >= count)
            return malformed(a, "subpass", index, "preserves no attachment");
    return check_references(a, s->color, count) && check_references(a, s->resolve, count) &&
           check_references(a, s->inputs, count);
}

static bool check_members(audit *a, const fusor_plan_group *g, owner_sums *sums)
{
    const fusor_plan *plan = a->plan;
    for (uint32_t i = g->members.first; i < g->members.first + g->members.count; i++) {
        const fusor_plan_member *m = &plan->members[i];
        if (m->pass >= plan->pass_count || m->subpass >= g->subpasses.count)
            return malformed(a, "member", i, "names no pass or no subpass");
        if (!owned(m->color_map, plan->index_list_count, &sums->indices) ||
            !owned(m->input_map, plan->index_list_count, &sums->indices) ||
            !owned(m->clears, plan->clear_count, &sums->clears))
            return malformed(a, "member", i, "has maps or clears outside the plan");
        for (uint32_t c = m->clears.first; c < m->clears.first + m->clears.count; c++)
            if (plan->clears[c].attachment >= g->attachments.count)
                return malformed(a, "clear", c, "names no attachment");
    }
    return true;
}

static bool check_group(audit *a, uint32_t index, owner_sums *sums)
{
    const fusor_plan *plan = a->plan;
    const fusor_plan_group *g = &plan->groups[index];
    if ((unsigned)g->path > FUSOR_PATH_RASTER_ORDER)
        return malformed(a, "group", index, "has no known path");
    if (!owned(g->members, plan->member_count, &sums->members) ||
        !owned(g->subpasses, plan->subpass_count, &sums->subpasses) ||
        !owned(g->dependencies, plan->dependency_count, &sums->dependencies) ||
        !owned(g->attachments, plan->attachment_count, &sums->attachments) ||
        !owned(g->bridged, plan->bridge_count, &sums->bridges))
        return malformed(a, "group", index, "has slices outside the plan");
    if (!g->members.count || !g->subpasses.count)
        return audit_refute(a, FUSOR_AUDIT_BEGIN_END, "group %u of the plan has no members", index);
    for (uint32_t i = g->subpasses.first; i < g->subpasses.first + g->subpasses.count; i++)
        if (!check_subpass(a, g, i, sums))
            return false;
    for (uint32_t i = g->dependencies.first; i < g->dependencies.first + g->dependencies.count; i++)
        if (plan->dependencies[i].from >= g->subpasses.count ||
            plan->dependencies[i].to >= g->subpasses.count)
            return malformed(a, "dependency", i, "names no subpass");
    for (uint32_t i = g->bridged.first; i < g->bridged.first + g->bridged.count; i++)
        if (plan->bridges[i].pass >= plan->pass_count)
            return malformed(a, "bridge", i, "names no pass");
    return check_attachments(a, g) && check_members(a, g, sums);
}

/* ------------------------------------------------------------------------------ steps */

static bool check_barriers(audit *a)
{
    const fusor_plan *plan = a->plan;
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        const fusor_plan_barrier *b = &plan->barriers[i];
        if (b->resource >= plan->resource_count ||
            b->previous >= plan->resources[b->resource].slot_count ||
            !is_index(b->before, plan->pass_count))
            return malformed(a, "barrier", i, "names no resource, slot or pass");
        if (!inside(b->src.passes, plan->pass_list_count) ||
            !inside(b->dst.passes, plan->pass_list_count) ||
            !inside(b->replaces, plan->resource_list_count))
            return malformed(a, "barrier", i, "has lists outside the plan");
        if ((unsigned)b->kind > FUSOR_BARRIER_MEMORY || (unsigned)b->why > FUSOR_WHY_OWNERSHIP)
            return malformed(a, "barrier", i, "has no known kind or reason");
    }
    return true;
}

static bool check_steps(audit *a)
{
    const fusor_plan *plan = a->plan;
    uint32_t barriers = 0;
    if (!plan->step_count || plan->steps[plan->step_count - 1].kind != FUSOR_STEP_END)
        return audit_refute(a, FUSOR_AUDIT_BEGIN_END, "the plan's last step is not its end");
    for (uint32_t i = 0; i < plan->step_count; i++) {
        const fusor_plan_step *s = &plan->steps[i];
        bool last = i + 1 == plan->step_count;
        uint32_t count = s->kind == FUSOR_STEP_GROUP ? plan->group_count : plan->pass_count;
        if ((unsigned)s->kind > FUSOR_STEP_END || (s->kind == FUSOR_STEP_END) != last)
            return audit_refute(a, FUSOR_AUDIT_BEGIN_END, "step %u of the plan ends it", i);
        if (!last && s->index >= count)
            return malformed(a, "step", i, "names no pass or group");
        if (s->barriers.count && s->barriers.first != barriers)
            return malformed(a, "step", i, "has barriers that are not the next ones");
        if (!inside((fusor_slice){barriers, s->barriers.count}, plan->barrier_count))
            return malformed(a, "step", i, "has barriers outside the plan");
        barriers += s->barriers.count;
    }
    return barriers == plan->barrier_count ||
           audit_refute(a, FUSOR_AUDIT_PLAN_MALFORMED, "%u barriers of the plan belong to no step",
                        plan->barrier_count - barriers);
}

static bool check_breaks(audit *a)
{
    for (uint32_t i = 0; i < a->plan->break_count; i++) {
        const fusor_plan_break *b = &a->plan->breaks[i];
        if (b->before >= a->plan->pass_count || b->after >= a->plan->pass_count ||
            !is_index(b->resource, a->plan->resource_count))
            return malformed(a, "break", i, "names no pass or resource");
    }
    return true;
}

static bool check_policy(audit *a)
{
    const fusor_policy *p = &a->plan->policy;
    return ((unsigned)p->fuse <= FUSOR_FUSE_FULL && (unsigned)p->alias <= FUSOR_ALIAS_OFF &&
            (unsigned)p->pack <= FUSOR_PACK_TIGHT && (unsigned)p->order <= FUSOR_ORDER_DECLARED) ||
           audit_refute(a, FUSOR_AUDIT_PLAN_MALFORMED, "the plan has no known policy");
}

bool audit_form(audit *a)
{
    owner_sums sums = {0};
    a->report->steps = a->plan->step_count;
    if (!check_arrays(a) || !check_policy(a) || !check_passes(a) || !check_lists(a) ||
        !check_resources(a))
        return false;
    for (uint32_t i = 0; i < a->plan->group_count; i++)
        if (!check_group(a, i, &sums))
            return false;
    return check_barriers(a) && check_steps(a) && check_breaks(a);
}
