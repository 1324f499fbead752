/* In: the dependencies between a group's subpasses. Out: those that a path of others does not imply.
 * Promise: what goes stands for nothing: a path from its first subpass to its second begins with all of its
 * first scope, ends with all of its second, and each two on the way meet in a stage. Paths are searched, not
 * listed: O(dependencies × those that leave a subpass) for each dependency. */
#include "plan/plan.h"

#include <assert.h>

typedef struct implied_search {
    fusor_plan_dependency *list; /* of one group */
    uint32_t count;
    uint32_t *first,
        *rows;     /* those that leave a subpass: rows[first[subpass] … first[subpass + 1]) */
    uint8_t *gone; /* by dependency */
    uint32_t *seen, now; /* by dependency: the search that came to it */
    uint32_t *stack;
} implied_search;

static bool start(implied_search *s, const plan_builder *b, fusor_slice dependencies)
{
    uint32_t subpasses = 0;
    *s = (implied_search){.list = BASE_FROM(&b->dependencies, dependencies.first),
                          .count = dependencies.count};
    assert(s->list || !s->count);
    for (uint32_t i = 0; i < s->count; i++)
        subpasses = s->list[i].to >= subpasses ? s->list[i].to + 1 : subpasses;
    s->first = BASE_NEW(b->arena, uint32_t, (size_t)subpasses + 2);
    s->rows = BASE_NEW(b->arena, uint32_t, s->count);
    s->gone = BASE_NEW(b->arena, uint8_t, s->count);
    s->seen = BASE_NEW(b->arena, uint32_t, s->count);
    s->stack = BASE_NEW(b->arena, uint32_t, s->count);
    if (!s->first || !s->rows || !s->gone || !s->seen || !s->stack)
        return false;
    for (uint32_t i = 0; i < s->count; i++)
        s->first[s->list[i].from + 2]++;
    for (uint32_t k = 0; k < subpasses; k++)
        s->first[k + 2] += s->first[k + 1];
    for (uint32_t i = 0; i < s->count; i++)
        s->rows[s->first[s->list[i].from + 1]++] = i;
    return true;
}

static bool holds(const fusor_scope *whole, const fusor_scope *part)
{
    return !(part->stages & ~whole->stages) && !(part->access & ~whole->access);
}

/* One that can stand on a path in place of `wanted`, and was not come to. */
static bool may_follow(const implied_search *s, uint32_t index, const fusor_plan_dependency *wanted)
{
    const fusor_plan_dependency *d = &s->list[index];
    return d != wanted && !s->gone[index] && s->seen[index] != s->now && d->to <= wanted->to &&
           d->by_region == wanted->by_region && d->view_local == wanted->view_local;
}

/* Those that leave where a path is: `at` NULL, at the begin. */
static uint32_t push_next(implied_search *s, const fusor_plan_dependency *at,
                          const fusor_plan_dependency *wanted, uint32_t depth)
{
    uint32_t subpass = at ? at->to : wanted->from;
    for (uint32_t i = s->first[subpass]; i < s->first[subpass + 1]; i++) {
        const fusor_plan_dependency *d = &s->list[s->rows[i]];
        bool goes_on = at ? (d->src.stages & at->dst.stages) != 0
                          : d->to != wanted->to && holds(&d->src, &wanted->src);
        if (!goes_on || !may_follow(s, s->rows[i], wanted))
            continue;
        s->seen[s->rows[i]] = s->now;
        s->stack[depth++] = s->rows[i];
    }
    return depth;
}

static bool is_implied(implied_search *s, const fusor_plan_dependency *wanted)
{
    s->now++;
    for (uint32_t depth = push_next(s, NULL, wanted, 0); depth;) {
        const fusor_plan_dependency *d = &s->list[s->stack[--depth]];
        if (d->to == wanted->to && holds(&d->dst, &wanted->dst))
            return true;
        if (d->to < wanted->to)
            depth = push_next(s, d, wanted, depth);
    }
    return false;
}

bool plan_drop_implied(plan_builder *b, fusor_slice *dependencies)
{
    implied_search s;
    uint32_t kept = 0;
    if (dependencies->count < 3)
        return true;
    if (!start(&s, b, *dependencies))
        return false;
    for (uint32_t i = 0; i < s.count; i++)
        s.gone[i] = is_implied(&s, &s.list[i]);
    for (uint32_t i = 0; i < s.count; i++)
        if (!s.gone[i])
            s.list[kept++] = s.list[i];
    b->dependencies.count -= s.count - kept;
    dependencies->count = kept;
    return true;
}
