/* In: order, groups and barriers that were read. Out: the steps, and where each member stands.
 * Promise: passes of a group stand together, groups are listed as they are recorded, barriers as they
 * are recorded too; what breaks this has no steps and is an error. O(passes + barriers). */
#include "json_read_plan.h"

static fusor_plan_step *add_step(json_plan_reader *plan, fusor_step_kind kind, uint32_t index)
{
    fusor_plan_step *step = json_add_row(plan, &plan->steps, sizeof(*step));
    if (step) {
        step->kind = kind;
        step->index = index;
    }
    return step;
}

static uint32_t order_at(const json_plan_reader *plan, uint32_t i)
{
    return *JSON_ROW(plan->order, const uint32_t, i);
}

static const char *name_of(json_plan_reader *plan, uint32_t pass)
{
    return json_quote(&plan->reader, JSON_ROW(plan->passes, fusor_plan_pass, pass)->name);
}

/* The members of the group from place `i` of the order on; false after a report. */
static bool add_group(json_plan_reader *plan, uint32_t i, uint32_t index)
{
    const fusor_plan_group *group = JSON_ROW(plan->groups, fusor_plan_group, index);
    for (uint32_t k = 0; k < group->members.count; k++) {
        uint32_t pass = JSON_ROW(plan->members, fusor_plan_member, group->members.first + k)->pass;
        if (i + k >= plan->order.count || order_at(plan, i + k) != pass) {
            json_enter_index(&plan->reader, i + k);
            json_fail(&plan->reader, "%s of /groups/%u is to stand here", name_of(plan, pass),
                      index);
            json_leave(&plan->reader);
            return false;
        }
        JSON_ROW(plan->passes, fusor_plan_pass, pass)->member = k;
    }
    return add_step(plan, FUSOR_STEP_GROUP, index) != NULL;
}

static bool add_pass(json_plan_reader *plan, uint32_t i, uint32_t pass)
{
    if (JSON_ROW(plan->passes, fusor_plan_pass, pass)->kind == FUSOR_PASS_RASTER) {
        json_enter_index(&plan->reader, i);
        json_fail(&plan->reader, "%s is a raster pass and in no group", name_of(plan, pass));
        json_leave(&plan->reader);
        return false;
    }
    return add_step(plan, FUSOR_STEP_PASS, pass) != NULL;
}

/* A pass runs once: an entry of another place that has the same pass is an error. */
static bool check_once(json_plan_reader *plan)
{
    bool *seen = json_arena_take(&plan->reader.arena, plan->passes.count, sizeof(*seen));
    for (uint32_t i = 0; seen && i < plan->order.count; i++) {
        if (seen[order_at(plan, i)]) {
            json_enter_index(&plan->reader, i);
            json_fail(&plan->reader, "%s is there twice", name_of(plan, order_at(plan, i)));
            json_leave(&plan->reader);
            return false;
        }
        seen[order_at(plan, i)] = true;
    }
    return seen || plan->order.count == 0;
}

static bool add_steps(json_plan_reader *plan)
{
    uint32_t groups = 0;
    for (uint32_t i = 0; i < plan->order.count;) {
        uint32_t pass = order_at(plan, i);
        uint32_t group = JSON_ROW(plan->passes, fusor_plan_pass, pass)->group;
        if (group == FUSOR_NONE) {
            if (!add_pass(plan, i, pass)) {
                return false;
            }
            i++;
            continue;
        }
        if (group != groups) {
            json_enter_index(&plan->reader, i);
            json_fail(&plan->reader, "%s is of /groups/%u, and /groups/%u is next",
                      name_of(plan, pass), group, groups);
            json_leave(&plan->reader);
            return false;
        }
        if (!add_group(plan, i, group)) {
            return false;
        }
        i += JSON_ROW(plan->groups, fusor_plan_group, groups++)->members.count;
    }
    if (groups < plan->groups.count) {
        json_fail(&plan->reader, "the passes of /groups/%u are missing", groups);
        return false;
    }
    return add_step(plan, FUSOR_STEP_END, 0) != NULL;
}

/* The pass that a barrier before the step names; FUSOR_NONE: the end. */
static uint32_t first_pass(const json_plan_reader *plan, const fusor_plan_step *step)
{
    if (step->kind != FUSOR_STEP_GROUP) {
        return step->kind == FUSOR_STEP_PASS ? step->index : FUSOR_NONE;
    }
    const fusor_plan_group *group = JSON_ROW(plan->groups, fusor_plan_group, step->index);
    return JSON_ROW(plan->members, fusor_plan_member, group->members.first)->pass;
}

static void add_barriers(json_plan_reader *plan)
{
    uint32_t next = 0;
    for (uint32_t s = 0; s < plan->steps.count; s++) {
        fusor_plan_step *step = JSON_ROW(plan->steps, fusor_plan_step, s);
        uint32_t pass = first_pass(plan, step);
        step->barriers.first = next;
        while (next < plan->barriers.count &&
               JSON_ROW(plan->barriers, fusor_plan_barrier, next)->before == pass) {
            next++;
        }
        step->barriers.count = next - step->barriers.first;
    }
    if (next < plan->barriers.count) {
        json_enter_index(&plan->reader, next);
        json_fail_key(
            &plan->reader, "before",
            "must be a pass of \"order\" that is in no group or is its group's first, and "
            "barriers are listed in this order");
        json_leave(&plan->reader);
    }
}

void json_make_steps(json_plan_reader *plan)
{
    json_reader *reader = &plan->reader;
    json_enter_key(reader, "order");
    bool whole = check_once(plan) && add_steps(plan);
    json_leave(reader);
    if (whole) {
        json_enter_key(reader, "barriers");
        add_barriers(plan);
        json_leave(reader);
    }
}
