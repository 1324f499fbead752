/* In: a plan's render passes. Out: plans with other boundaries between them.
 * Promise: a member's row, the steps and the reasons for what is apart follow the new boundary; that what lies
 * on both sides of it is stored, loaded and ordered is what the plan then lacks. */
#include "audit/mutants_edit.h"

#include <stdlib.h>

static void change_area(mutants_edit *e, uint32_t group)
{
    fusor_plan_group *g = &e->groups[group], was = *g;
    for (uint32_t i = 2; i < 4; i++) {
        g->area[i]--;
        mutants_show(e, MUTANT_GROUP_AREA, group, i);
        g->area[i - 2]++;
        mutants_show(e, MUTANT_GROUP_AREA, group, i - 2);
        *g = was;
    }
}

static void change_members(mutants_edit *e, uint32_t group)
{
    fusor_plan_group *g = &e->groups[group], was = *g;
    g->members.count--;
    mutants_show(e, MUTANT_GROUP_MEMBER, group, 1);
    g->members.first++;
    mutants_show(e, MUTANT_GROUP_MEMBER, group, 0);
    *g = was;
    for (uint32_t i = was.members.first; i < was.members.first + was.members.count; i++) {
        fusor_plan_member *m = &e->members[i];
        if (m->subpass + 1 < was.subpasses.count) {
            m->subpass++;
            mutants_show(e, MUTANT_MEMBER_SUBPASS, i, 1);
            m->subpass--;
        }
        if (m->subpass) {
            m->subpass--;
            mutants_show(e, MUTANT_MEMBER_SUBPASS, i, 0);
            m->subpass++;
        }
    }
}

/* ------------------------------------------------------------------------------ split */

/* The dependencies on either side of subpass `at`, those of the second half counted from it; what led across
 * is gone. */
static void split_dependencies(mutants_edit *e, fusor_plan_group *first, fusor_plan_group *second,
                               uint32_t at)
{
    fusor_slice all = first->dependencies;
    fusor_plan_dependency *list =
        mutants_copy(&e->dependencies[all.first], all.count, sizeof *list);
    uint32_t next = all.first;
    for (uint32_t i = 0; i < all.count; i++)
        if (list[i].to < at)
            e->dependencies[next++] = list[i];
    first->dependencies.count = next - all.first;
    second->dependencies = (fusor_slice){next, 0};
    for (uint32_t i = 0; i < all.count; i++)
        if (list[i].from >= at) {
            list[i].from -= at;
            list[i].to -= at;
            e->dependencies[next++] = list[i];
        }
    second->dependencies.count = next - second->dependencies.first;
    free(list);
}

/* Members from `at` on are a render pass of their own, with the same attachments. */
static void split_rows(mutants_edit *e, uint32_t group, uint32_t at, uint32_t subpass)
{
    fusor_plan_group *first = &e->groups[group], *second = first + 1;
    *second = *first;
    second->members = (fusor_slice){first->members.first + at, first->members.count - at};
    first->members.count = at;
    second->subpasses =
        (fusor_slice){first->subpasses.first + subpass, first->subpasses.count - subpass};
    first->subpasses.count = subpass;
    split_dependencies(e, first, second, subpass);
    for (uint32_t i = 0; i < second->members.count; i++) {
        fusor_plan_member *m = &e->members[second->members.first + i];
        m->subpass -= subpass;
        e->passes[m->pass].group = group + 1;
        e->passes[m->pass].member = i;
    }
}

static uint32_t step_of(const fusor_plan *plan, uint32_t group)
{
    uint32_t s = 0;
    while (plan->steps[s].kind != FUSOR_STEP_GROUP || plan->steps[s].index != group)
        s++;
    return s;
}

/* Behind which row of breaks a new one stands: those of the passes that are recorded before `pass`. */
static uint32_t breaks_before(const fusor_plan *plan, uint32_t pass)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->order_count && plan->order[i] != pass; i++)
        for (uint32_t b = 0; b < plan->break_count; b++)
            count += plan->breaks[b].after == plan->order[i];
    return count;
}

#define ROOM_FOR_ONE(array, at, count)                                                             \
    for (uint32_t k = (count)++; k > (at); k--)                                                    \
        (array)[k] = (array)[k - 1];

static void split(mutants_edit *e, uint32_t group, uint32_t at)
{
    const fusor_plan_member *m = &e->members[e->groups[group].members.first + at];
    uint32_t step = step_of(&e->plan, group), row = breaks_before(&e->plan, m->pass);
    fusor_plan_break gap = {.before = m[-1].pass,
                            .after = m->pass,
                            .reasons = FUSOR_BREAK_POLICY,
                            .resource = FUSOR_NONE,
                            .text = "split"};
    for (uint32_t p = 0; p < e->plan.pass_count; p++)
        e->passes[p].group += e->passes[p].group != FUSOR_NONE && e->passes[p].group > group;
    for (uint32_t s = 0; s < e->plan.step_count; s++)
        e->steps[s].index += e->steps[s].kind == FUSOR_STEP_GROUP && e->steps[s].index > group;
    ROOM_FOR_ONE(e->groups, group + 1, e->plan.group_count)
    ROOM_FOR_ONE(e->steps, step + 1, e->plan.step_count)
    ROOM_FOR_ONE(e->breaks, row, e->plan.break_count)
    e->breaks[row] = gap;
    e->steps[step + 1] = (fusor_plan_step){.kind = FUSOR_STEP_GROUP, .index = group + 1};
    e->steps[step + 1].barriers.first =
        e->steps[step].barriers.first + e->steps[step].barriers.count;
    split_rows(e, group, at, m->subpass);
    e->plan.counts.render_passes++;
    mutants_show(e, MUTANT_GROUP_SPLIT, group, at);
}

/* ------------------------------------------------------------------------------ merged */

static bool follows(fusor_slice a, fusor_slice b)
{
    return a.first + a.count == b.first;
}

static bool is_next(const mutants_edit *e, uint32_t group)
{
    const fusor_plan_group *a = &e->groups[group], *b = a + 1;
    uint32_t step = step_of(&e->plan, group);
    return e->plan.steps[step + 1].kind == FUSOR_STEP_GROUP &&
           e->plan.steps[step + 1].index == group + 1 && follows(a->members, b->members) &&
           follows(a->subpasses, b->subpasses) && follows(a->attachments, b->attachments);
}

static void move_references(mutants_edit *e, fusor_slice list, uint32_t by)
{
    for (uint32_t i = list.first; i < list.first + list.count; i++)
        e->references[i].attachment += e->references[i].attachment != FUSOR_NONE ? by : 0;
}

/* The second one's subpasses follow on the first one's, its barriers and dependencies are gone. */
static void merge(mutants_edit *e, uint32_t group)
{
    fusor_plan_group *a = &e->groups[group], *b = a + 1;
    uint32_t step = step_of(&e->plan, group), attachments = a->attachments.count;
    for (uint32_t i = 0; i < b->subpasses.count; i++) {
        fusor_plan_subpass *s = &e->subpasses[b->subpasses.first + i];
        move_references(e, s->color, attachments);
        move_references(e, s->resolve, attachments);
        move_references(e, s->inputs, attachments);
        s->depth.attachment += s->depth.attachment != FUSOR_NONE ? attachments : 0;
    }
    for (uint32_t i = 0; i < b->members.count; i++) {
        fusor_plan_member *m = &e->members[b->members.first + i];
        m->subpass += a->subpasses.count;
        e->passes[m->pass].member += a->members.count;
    }
    a->members.count += b->members.count;
    a->subpasses.count += b->subpasses.count;
    a->attachments.count += attachments ? b->attachments.count : 0;
    if (a->subpasses.count > 1)
        a->path = FUSOR_PATH_SUBPASSES;
    for (uint32_t i = group + 1; i + 1 < e->plan.group_count; i++)
        e->groups[i] = e->groups[i + 1];
    for (uint32_t i = step + 1; i + 1 < e->plan.step_count; i++)
        e->steps[i] = e->steps[i + 1];
    e->plan.group_count--;
    e->plan.step_count--;
    for (uint32_t p = 0; p < e->plan.pass_count; p++)
        e->passes[p].group -= e->passes[p].group != FUSOR_NONE && e->passes[p].group > group;
    for (uint32_t s = 0; s < e->plan.step_count; s++)
        e->steps[s].index -= e->steps[s].kind == FUSOR_STEP_GROUP && e->steps[s].index > group;
    mutants_show(e, MUTANT_GROUP_MERGED, group, 0);
}

/* ------------------------------------------------------------------------------ all */

typedef void (*change_fn)(mutants_edit *e, uint32_t group, uint32_t at);

static void merge_two(mutants_edit *e, uint32_t group, uint32_t at)
{
    (void)at;
    merge(e, group);
}

/* On a copy of its own with room for one more row of each kind. */
static void on_copy(const mutants_edit *from, uint32_t group, uint32_t at, change_fn change)
{
    mutants_edit e = *from;
#define COPY(name, count)                                                                          \
    e.name = mutants_copy(from->name, from->plan.count, sizeof *e.name);                           \
    e.plan.name = e.name;
    MUTANTS_ARRAYS(COPY)
#undef COPY
    change(&e, group, at);
#define FREE(name, count) free(e.name);
    MUTANTS_ARRAYS(FREE)
#undef FREE
}

void mutants_change_groups(mutants_edit *e)
{
    for (uint32_t g = 0; g < e->plan.group_count; g++) {
        const fusor_plan_group *group = &e->groups[g];
        change_area(e, g);
        change_members(e, g);
        for (uint32_t m = 1; m < group->members.count; m++)
            if (e->members[group->members.first + m].subpass !=
                e->members[group->members.first + m - 1].subpass)
                on_copy(e, g, m, split);
        if (g + 1 < e->plan.group_count && is_next(e, g))
            on_copy(e, g, 0, merge_two);
    }
}
