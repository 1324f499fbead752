/* In: a plan. Out: nothing, or a failed test.
 * Promise: order is found anew: hazards between steps by use and region, and their closure. */
#include "core/place_check.h"

#include <stdlib.h>
#include <string.h>

typedef struct checker {
    const fusor_plan *plan;
    uint32_t steps, *step_of; /* by pass */
    uint8_t *before; /* steps × steps: [a × steps + b]: a ends before b begins, by hazards */
} checker;

static bool meet(uint64_t a, uint64_t an, uint64_t b, uint64_t bn)
{
    return a < b + bn && b < a + an;
}

static bool regions_meet(const fusor_plan *plan, const fusor_plan_use *a, const fusor_plan_use *b)
{
    if (a->resource != b->resource || a->previous != b->previous)
        return false;
    const fusor_region *x = &a->region, *y = &b->region;
    if (!plan->resources[a->resource].is_image)
        return meet(x->bytes.first, x->bytes.count, y->bytes.first, y->bytes.count);
    return meet(x->mips.first, x->mips.count, y->mips.first, y->mips.count) &&
           meet(x->layers.first, x->layers.count, y->layers.first, y->layers.count);
}

/* Any two passes that touch one region, one of them writing or in another layout. */
static bool conflict(const fusor_plan *plan, uint32_t p, uint32_t q)
{
    fusor_slice a = plan->passes[p].uses, b = plan->passes[q].uses;
    for (uint32_t i = a.first; i < a.first + a.count; i++)
        for (uint32_t k = b.first; k < b.first + b.count; k++)
            if ((plan->uses[i].writes || plan->uses[k].writes) &&
                regions_meet(plan, &plan->uses[i], &plan->uses[k]))
                return true;
    return false;
}

static void find_steps(checker *c)
{
    for (uint32_t i = 0; i < c->plan->pass_count; i++)
        c->step_of[i] = FUSOR_NONE;
    for (uint32_t s = 0; s < c->steps; s++) {
        const fusor_plan_step *step = &c->plan->steps[s];
        if (step->kind == FUSOR_STEP_PASS)
            c->step_of[step->index] = s;
        if (step->kind == FUSOR_STEP_GROUP) {
            fusor_slice members = c->plan->groups[step->index].members;
            for (uint32_t m = members.first; m < members.first + members.count; m++)
                c->step_of[c->plan->members[m].pass] = s;
        }
    }
}

static void find_order(checker *c, const fusor_graph *graph)
{
    uint32_t n = c->steps;
    for (uint32_t i = 0; i < c->plan->order_count; i++)
        for (uint32_t k = i + 1; k < c->plan->order_count; k++) {
            uint32_t p = c->plan->order[i], q = c->plan->order[k];
            if (c->step_of[p] != c->step_of[q] && conflict(c->plan, p, q))
                c->before[c->step_of[p] * n + c->step_of[q]] = 1;
        }
    for (uint32_t i = 0; i < fusor_graph_edge_count(graph); i++) {
        fusor_pass edge[2];
        fusor_graph_get_edge(graph, i, edge);
        uint32_t a = c->step_of[edge[0].id - 1], b = c->step_of[edge[1].id - 1];
        if (a != FUSOR_NONE && b != FUSOR_NONE && a != b)
            c->before[a * n + b] = 1;
    }
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; c->before[i * n + k] && j < n; j++)
                c->before[i * n + j] |= c->before[k * n + j];
}

static bool uses_resource(const fusor_plan *plan, uint32_t pass, uint32_t resource)
{
    fusor_slice uses = plan->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
        if (plan->uses[i].resource == resource)
            return true;
    return false;
}

/* Every use of a before every use of b, as the policy knows order. */
static bool precedes(const checker *c, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < c->plan->order_count; i++)
        for (uint32_t k = 0; k < c->plan->order_count; k++) {
            uint32_t p = c->plan->order[i], q = c->plan->order[k];
            if (!uses_resource(c->plan, p, a) || !uses_resource(c->plan, q, b))
                continue;
            bool ordered = c->plan->policy.alias == FUSOR_ALIAS_RECORDED
                               ? c->step_of[p] < c->step_of[q]
                               : c->before[c->step_of[p] * c->steps + c->step_of[q]];
            if (!ordered)
                return false;
        }
    return true;
}

static void check_one(const fusor_plan *plan, const fusor_plan_resource *r,
                      const fusor_placement *p)
{
    if (!p->placed)
        return;
    const fusor_plan_pool *pool = &plan->pools[p->pool];
    assert_true(p->alignment && !(p->alignment & (p->alignment - 1)));
    assert_int_equal(p->offset % p->alignment, 0);
    if (r->host == FUSOR_HOST_NONE && p->offset + p->size_bytes > pool->placed_bytes)
        fail_msg("\"%s\" ends outside its pool", r->name);
    assert_true(r->lifetime != FUSOR_LIFETIME_IMPORTED);
    assert_int_equal(p->memory_type, pool->memory_type);
}

static bool share_bytes(const fusor_placement *p, const fusor_placement *q)
{
    return p->placed && q->placed && p->pool == q->pool &&
           meet(p->offset, p->size_bytes, q->offset, q->size_bytes);
}

static bool plain(const fusor_plan_resource *r)
{
    return r->lifetime == FUSOR_LIFETIME_TRANSIENT && r->host == FUSOR_HOST_NONE;
}

static void check_pair(const checker *c, uint32_t a, uint32_t b)
{
    const fusor_plan_resource *x = &c->plan->resources[a], *y = &c->plan->resources[b];
    for (uint32_t i = x->placements.first; i < x->placements.first + x->placements.count; i++)
        for (uint32_t k = y->placements.first; k < y->placements.first + y->placements.count; k++) {
            const fusor_placement *p = &c->plan->placements[i], *q = &c->plan->placements[k];
            if (i >= k || !share_bytes(p, q))
                continue;
            if (c->plan->policy.alias == FUSOR_ALIAS_OFF || a == b || !plain(x) || !plain(y))
                fail_msg("\"%s\" and \"%s\" share bytes and never may", x->name, y->name);
            if (!precedes(c, a, b) && !precedes(c, b, a))
                fail_msg("\"%s\" and \"%s\" share bytes, and nothing orders all their uses",
                         x->name, y->name);
            if (x->output && !precedes(c, b, a))
                fail_msg("\"%s\" is an output and \"%s\" comes behind it on its bytes", x->name,
                         y->name);
            if (y->output && !precedes(c, a, b))
                fail_msg("\"%s\" is an output and \"%s\" comes behind it on its bytes", y->name,
                         x->name);
            if (x->alias_set == FUSOR_NONE || x->alias_set != y->alias_set)
                fail_msg("\"%s\" and \"%s\" share bytes and are in no alias set", x->name, y->name);
        }
}

static void check_sums(const fusor_plan *plan)
{
    uint64_t placed = 0, bound = 0, sum = 0;
    for (uint32_t i = 0; i < plan->pool_count; i++) {
        const fusor_plan_pool *pool = &plan->pools[i];
        assert_true(pool->lower_bound_bytes <= pool->placed_bytes);
        placed += pool->placed_bytes;
        bound += pool->lower_bound_bytes;
        sum += pool->sum_bytes;
    }
    assert_int_equal(placed, plan->memory_placed);
    assert_int_equal(bound, plan->memory_lower_bound);
    assert_int_equal(sum, plan->memory_sum);
}

void place_check(const fusor_graph *graph, const fusor_plan *plan)
{
    checker c = {.plan = plan, .steps = plan->step_count};
    c.step_of = calloc(plan->pass_count + 1, sizeof *c.step_of);
    c.before = calloc((size_t)c.steps * c.steps + 1, 1);
    assert_true(c.step_of && c.before);
    find_steps(&c);
    find_order(&c, graph);
    for (uint32_t a = 0; a < plan->resource_count; a++) {
        const fusor_plan_resource *r = &plan->resources[a];
        for (uint32_t i = r->placements.first; i < r->placements.first + r->placements.count; i++)
            check_one(plan, r, &plan->placements[i]);
        for (uint32_t b = 0; b < plan->resource_count; b++)
            check_pair(&c, a, b);
    }
    check_sums(plan);
    free(c.step_of);
    free(c.before);
}
