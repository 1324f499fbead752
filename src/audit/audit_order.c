/* In: the plan's steps, and what the declaration needs. Out: which pass runs where.
 * Promise: every pass that must run runs exactly once, behind all that it depends on; groups begin and
 * end once; pairs that are not fused have a reason. O(passes + edges). */
#include "audit/audit.h"

static bool place_pass(audit *a, uint32_t pass, uint32_t step, uint32_t *position)
{
    const fusor_plan *plan = a->plan;
    if (a->runs[pass]++)
        return audit_refute(a, FUSOR_AUDIT_PASS_MISSING, "pass \"%s\" runs twice",
                            audit_pass_name(a, pass));
    if (plan->passes[pass].culled != FUSOR_CULL_NOT_CULLED)
        return audit_refute(a, FUSOR_AUDIT_PASS_MISSING, "pass \"%s\" runs though it is culled",
                            audit_pass_name(a, pass));
    if (*position >= plan->order_count || plan->order[*position] != pass)
        return audit_refute(a, FUSOR_AUDIT_BEGIN_END,
                            "step %u runs pass \"%s\", which the plan's order has not there", step,
                            audit_pass_name(a, pass));
    a->position[pass] = (*position)++;
    a->step_of[pass] = step;
    return true;
}

static bool is_raster(const audit *a, uint32_t pass)
{
    return fusor_graph_get_pass(a->graph, (fusor_pass){pass + 1})->kind == FUSOR_PASS_RASTER;
}

static bool place_group(audit *a, uint32_t index, uint32_t step, uint32_t *position)
{
    const fusor_plan_group *g = &a->plan->groups[index];
    for (uint32_t m = 0; m < g->members.count; m++) {
        uint32_t pass = a->plan->members[g->members.first + m].pass;
        const fusor_plan_pass *row = &a->plan->passes[pass];
        if (!is_raster(a, pass))
            return audit_refute(a, FUSOR_AUDIT_BEGIN_END,
                                "pass \"%s\" is in a render pass and does not draw",
                                audit_pass_name(a, pass));
        if (!place_pass(a, pass, step, position))
            return false;
        if (row->group != index || row->member != m)
            return audit_refute(a, FUSOR_AUDIT_BEGIN_END,
                                "pass \"%s\" is member %u of group %u; its row says otherwise",
                                audit_pass_name(a, pass), m, index);
    }
    return true;
}

static uint32_t first_pass_of(const audit *a, const fusor_plan_step *step)
{
    return step->kind == FUSOR_STEP_END ? FUSOR_NONE
           : step->kind == FUSOR_STEP_GROUP
               ? a->plan->members[a->plan->groups[step->index].members.first].pass
               : step->index;
}

static bool check_calls(audit *a, uint32_t index, uint32_t *calls)
{
    const fusor_plan_step *step = &a->plan->steps[index];
    for (uint32_t i = step->barriers.first; i < step->barriers.first + step->barriers.count; i++) {
        const fusor_plan_barrier *b = &a->plan->barriers[i];
        if (b->before != first_pass_of(a, step))
            return audit_refute(a, FUSOR_AUDIT_BARRIER_INVALID,
                                "barrier %u stands before another pass than its step %u", i, index);
        if (b->call != *calls)
            return audit_refute(a, FUSOR_AUDIT_BARRIER_INVALID,
                                "barrier %u is in call %u, the boundary's call is %u", i, b->call,
                                *calls);
    }
    *calls += step->barriers.count != 0;
    return true;
}

static bool place_steps(audit *a)
{
    const fusor_plan *plan = a->plan;
    uint32_t position = 0, calls = 0;
    uint8_t *begun = BASE_NEW(a->arena, uint8_t, plan->group_count);
    if (!begun)
        return audit_no_memory(a);
    for (uint32_t i = 0; i < plan->step_count; i++) {
        const fusor_plan_step *step = &plan->steps[i];
        if (!check_calls(a, i, &calls))
            return false;
        if (step->kind == FUSOR_STEP_GROUP) {
            if (begun[step->index]++)
                return audit_refute(a, FUSOR_AUDIT_BEGIN_END, "group %u begins twice", step->index);
            if (!place_group(a, step->index, i, &position))
                return false;
        } else if (step->kind == FUSOR_STEP_PASS) {
            if (is_raster(a, step->index) || plan->passes[step->index].group != FUSOR_NONE)
                return audit_refute(a, FUSOR_AUDIT_BEGIN_END,
                                    "pass \"%s\" draws outside any render pass",
                                    audit_pass_name(a, step->index));
            if (!place_pass(a, step->index, i, &position))
                return false;
        }
    }
    for (uint32_t i = 0; i < plan->group_count; i++)
        if (!begun[i])
            return audit_refute(a, FUSOR_AUDIT_BEGIN_END, "group %u never begins", i);
    return position == plan->order_count ||
           audit_refute(a, FUSOR_AUDIT_PASS_MISSING, "pass \"%s\" is in the order and never runs",
                        audit_pass_name(a, plan->order[position]));
}

static bool check_needed(audit *a)
{
    for (uint32_t p = 0; p < a->pass_count; p++) {
        if (!a->runs[p] && a->plan->passes[p].culled == FUSOR_CULL_NOT_CULLED)
            return audit_refute(a, FUSOR_AUDIT_PASS_MISSING,
                                "pass \"%s\" does not run and has no reason",
                                audit_pass_name(a, p));
        if (!a->runs[p] && a->needed[p])
            return audit_refute(a, FUSOR_AUDIT_PASS_MISSING,
                                "pass \"%s\" is culled, but what it does reaches an output",
                                audit_pass_name(a, p));
    }
    return true;
}

static bool check_edges(audit *a)
{
    for (uint32_t i = 0; i < a->edges.count; i++) {
        const audit_edge *e = &a->edges.data[i];
        if (!a->runs[e->before] || !a->runs[e->after] || /* manual ones may be culled */
            a->position[e->before] < a->position[e->after])
            continue;
        const char *before = audit_pass_name(a, e->before), *after = audit_pass_name(a, e->after);
        if (e->manual)
            return audit_refute(a, FUSOR_AUDIT_ORDER_INVALID,
                                "pass \"%s\" runs before \"%s\", against the declared edge", after,
                                before);
        fusor_audit_access pair[2] = {
            audit_about(a,
                        (audit_actor){FUSOR_AUDIT_ACTOR_PASS, e->before, 0, a->step_of[e->before]},
                        e->cell),
            audit_about(a, (audit_actor){FUSOR_AUDIT_ACTOR_PASS, e->after, 0, a->step_of[e->after]},
                        e->cell)};
        return audit_refute_pair(a, FUSOR_AUDIT_ORDER_INVALID, pair,
                                 "pass \"%s\" runs before \"%s\", which must use %s first", after,
                                 before, audit_place_words(a, e->cell));
    }
    return true;
}

/* Bridges of a group stand where it says. */
static bool check_bridges(audit *a)
{
    for (uint32_t s = 0; s < a->plan->step_count; s++) {
        const fusor_plan_step *step = &a->plan->steps[s];
        if (step->kind != FUSOR_STEP_GROUP)
            continue;
        fusor_slice bridged = a->plan->groups[step->index].bridged;
        for (uint32_t i = bridged.first; i < bridged.first + bridged.count; i++) {
            const fusor_plan_bridge *b = &a->plan->bridges[i];
            fusor_pass_flags flags =
                fusor_graph_get_pass(a->graph, (fusor_pass){b->pass + 1})->flags;
            if (!(flags & FUSOR_PASS_BRIDGE) || !a->runs[b->pass] ||
                (a->step_of[b->pass] > s) != b->after)
                return audit_refute(a, FUSOR_AUDIT_BEGIN_END,
                                    "pass \"%s\" does not bridge group %u as the plan says",
                                    audit_pass_name(a, b->pass), step->index);
        }
    }
    return true;
}

/* Consecutive raster passes that are not in one group have an entry each, in order. */
static bool check_breaks(audit *a)
{
    uint32_t last = FUSOR_NONE, at = 0;
    for (uint32_t i = 0; i < a->plan->order_count; i++) {
        uint32_t pass = a->plan->order[i];
        if (!is_raster(a, pass))
            continue;
        if (last != FUSOR_NONE && a->step_of[last] != a->step_of[pass]) {
            const fusor_plan_break *b = at < a->plan->break_count ? &a->plan->breaks[at] : NULL;
            at++;
            if (!b || b->before != last || b->after != pass || !b->reasons ||
                b->reasons >> FUSOR_BREAK_COUNT)
                return audit_refute(a, FUSOR_AUDIT_BREAK_WRONG,
                                    "\"%s\" does not join \"%s\" and the plan has no reason for it",
                                    audit_pass_name(a, pass), audit_pass_name(a, last));
        }
        last = pass;
    }
    return at == a->plan->break_count ||
           audit_refute(a, FUSOR_AUDIT_BREAK_WRONG, "the plan has %u reasons too many",
                        a->plan->break_count - at);
}

/* First and last step of every resource. */
static bool find_lives(audit *a)
{
    a->first_step = BASE_NEW(a->arena, uint32_t, a->resource_count);
    a->last_step = BASE_NEW(a->arena, uint32_t, a->resource_count);
    if (!a->first_step || !a->last_step)
        return audit_no_memory(a);
    for (uint32_t r = 0; r < a->resource_count; r++)
        a->first_step[r] = a->last_step[r] = FUSOR_NONE;
    for (uint32_t i = 0; i < a->plan->order_count; i++) {
        uint32_t pass = a->plan->order[i];
        for (uint32_t u = a->first_use[pass]; u < a->first_use[pass + 1]; u++) {
            uint32_t r = a->uses.data[u].resource;
            if (a->first_step[r] == FUSOR_NONE)
                a->first_step[r] = a->step_of[pass];
            a->last_step[r] = a->step_of[pass];
        }
    }
    return true;
}

bool audit_order(audit *a)
{
    a->runs = BASE_NEW(a->arena, uint8_t, a->pass_count);
    a->position = BASE_NEW(a->arena, uint32_t, a->pass_count);
    a->step_of = BASE_NEW(a->arena, uint32_t, a->pass_count);
    if (!a->runs || !a->position || !a->step_of)
        return audit_no_memory(a);
    return place_steps(a) && check_needed(a) && audit_find_edges(a) && check_edges(a) &&
           check_bridges(a) && check_breaks(a) && find_lives(a);
}
