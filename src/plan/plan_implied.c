/* In: the dependencies between a group's subpasses. Out: those that a path of others does not imply.
 * Promise: what goes stands for nothing: a path from its first subpass to its second begins with all of its
 * first scope, ends with all of its second, and each two on the way meet in a stage. O(n³) a group. */
#include "plan/plan.h"

static bool holds(const fusor_scope *whole, const fusor_scope *part)
{
    return !(part->stages & ~whole->stages) && !(part->access & ~whole->access);
}

/* One that can stand on a path in place of `gone`, or in front of another. */
static bool is_alike(const fusor_plan_dependency *d, const fusor_plan_dependency *gone)
{
    return d->by_region == gone->by_region && d->view_local == gone->view_local;
}

/* A path of dependencies of `list` leads on from list[at] and ends as `gone` does. Subpass numbers grow along
 * it, so it has an end. */
static bool leads_to(const fusor_plan_dependency *list, uint32_t count, uint32_t at,
                     const fusor_plan_dependency *gone)
{
    const fusor_plan_dependency *d = &list[at];
    if (d == gone || d->to > gone->to || !is_alike(d, gone))
        return false;
    if (d->to == gone->to)
        return holds(&d->dst, &gone->dst);
    for (uint32_t i = 0; i < count; i++)
        if (list[i].from == d->to && (list[i].src.stages & d->dst.stages) &&
            leads_to(list, count, i, gone))
            return true;
    return false;
}

static bool is_implied(const fusor_plan_dependency *list, uint32_t count,
                       const fusor_plan_dependency *gone)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].from == gone->from && list[i].to != gone->to &&
            holds(&list[i].src, &gone->src) && leads_to(list, count, i, gone))
            return true;
    return false;
}

void plan_drop_implied(plan_builder *b, fusor_slice *dependencies)
{
    fusor_plan_dependency *list = BASE_FROM(&b->dependencies, dependencies->first);
    for (uint32_t i = 0; i < dependencies->count;) {
        if (!is_implied(list, dependencies->count, &list[i])) {
            i++;
            continue;
        }
        dependencies->count--;
        b->dependencies.count--;
        for (uint32_t k = i; k < dependencies->count; k++)
            list[k] = list[k + 1];
    }
}
