/* In: a plan that is otherwise proven. Out: nothing, but its counts and bytes are those of its arrays.
 * Promise: FORMAT, "Traffic", "sum", "lower_bound", "barrier_calls". O(plan + steps × pools). */
#include "audit/audit.h"

#include "base/base_format.h"
#include "base/base_math.h"

static bool same_count(audit *a, const char *what, uint32_t said, uint32_t counted)
{
    return said == counted ||
           audit_refute(a, FUSOR_AUDIT_COUNTS_WRONG, "the plan says %u %s, there are %u", said,
                        what, counted);
}

static bool check_counts(audit *a)
{
    const fusor_plan *plan = a->plan;
    uint32_t calls = 0, rasters = 0, groups = 0;
    for (uint32_t i = 0; i < plan->step_count; i++) {
        calls += plan->steps[i].barriers.count != 0;
        groups += plan->steps[i].kind == FUSOR_STEP_GROUP;
    }
    for (uint32_t p = 0; p < a->pass_count; p++)
        rasters += a->runs[p] && plan->passes[p].group != FUSOR_NONE;
    return same_count(a, "passes", plan->counts.passes, plan->order_count) &&
           same_count(a, "render passes", plan->counts.render_passes, groups) &&
           same_count(a, "unfused render passes", plan->counts.unfused_render_passes, rasters) &&
           same_count(a, "barrier calls", plan->counts.barrier_calls, calls) &&
           same_count(a, "barriers", plan->counts.barriers, plan->barrier_count);
}

static bool same_bytes(audit *a, fusor_audit_code code, const char *what, uint64_t said,
                       uint64_t counted)
{
    return said == counted ||
           audit_refute(a, code, "the plan says %llu bytes of %s, there are %llu",
                        (unsigned long long)said, what, (unsigned long long)counted);
}

/* ------------------------------------------------------------------------------ traffic */

static void add_traffic(const audit *a, const fusor_plan_group *g, const fusor_plan_attachment *t,
                        uint64_t *load, uint64_t *store)
{
    const audit_resource *r = &a->resources[a->resource_of[t->resource]];
    uint64_t layers = g->view_mask ? base_count_bits(g->view_mask) : t->layers.count;
    uint64_t texels = (uint64_t)base_mip_size(r->extent[0], t->mip) *
                      base_mip_size(r->extent[1], t->mip) * r->samples * layers;
    for (fusor_aspects aspect = 1; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1) {
        bool stencil = aspect == FUSOR_ASPECT_STENCIL;
        if (!(r->aspects & aspect) || t->memoryless)
            continue;
        uint64_t bytes = texels * base_aspect_bytes(r->format, aspect);
        if ((stencil ? t->stencil_load : t->load) == FUSOR_LOAD_OP_LOAD)
            *load += bytes;
        if ((stencil ? t->stencil_store : t->store) == FUSOR_STORE_OP_STORE)
            *store += bytes;
    }
}

static bool is_fused(const fusor_plan *plan)
{
    for (uint32_t g = 0; g < plan->group_count; g++)
        if (plan->groups[g].members.count > 1)
            return true;
    return false;
}

static bool check_traffic(audit *a)
{
    const fusor_traffic *t = &a->plan->traffic;
    uint64_t load = 0, store = 0;
    for (uint32_t g = 0; g < a->plan->group_count; g++) {
        const fusor_plan_group *group = &a->plan->groups[g];
        for (uint32_t i = 0; i < group->attachments.count; i++)
            add_traffic(a, group, &a->plan->attachments[group->attachments.first + i], &load,
                        &store);
    }
    if (!same_bytes(a, FUSOR_AUDIT_TRAFFIC_WRONG, "loads", t->load_bytes, load) ||
        !same_bytes(a, FUSOR_AUDIT_TRAFFIC_WRONG, "stores", t->store_bytes, store))
        return false;
    uint64_t moved = load + store;
    if (!is_fused(a->plan) && (!same_bytes(a, FUSOR_AUDIT_TRAFFIC_WRONG, "loads without fusion",
                                           t->unfused_load_bytes, load) ||
                               !same_bytes(a, FUSOR_AUDIT_TRAFFIC_WRONG, "stores without fusion",
                                           t->unfused_store_bytes, store)))
        return false;
    return t->floor_bytes <= moved ||
           audit_refute(a, FUSOR_AUDIT_TRAFFIC_WRONG,
                        "the plan says that no plan moves less than %llu bytes, and it moves %llu",
                        (unsigned long long)t->floor_bytes, (unsigned long long)moved);
}

/* ------------------------------------------------------------------------------ memory */

/* The largest load of a pool at a step: what is alive together cannot share. */
static uint64_t bound_of(const audit *a, uint32_t pool, int64_t *change)
{
    uint32_t steps = a->plan->step_count;
    uint64_t bound = 0;
    int64_t load = 0;
    for (uint32_t i = 0; i <= steps; i++)
        change[i] = 0;
    for (uint32_t i = 0; i < a->instances.count; i++) {
        const fusor_placement *p = a->instances.data[i].place;
        uint32_t resource = a->instances.data[i].resource;
        const audit_resource *r = &a->resources[resource];
        if (!p || p->pool != pool)
            continue;
        bool whole =
            r->lifetime != FUSOR_LIFETIME_TRANSIENT || a->plan->policy.alias == FUSOR_ALIAS_OFF;
        change[whole ? 0 : a->first_step[resource]] += (int64_t)p->size_bytes;
        change[whole || r->output ? steps : a->last_step[resource] + 1] -= (int64_t)p->size_bytes;
    }
    for (uint32_t i = 0; i < steps; i++) {
        load += change[i];
        bound = base_max_u64(bound, (uint64_t)load);
    }
    return bound;
}

static bool check_pool(audit *a, uint32_t index, int64_t *change)
{
    const fusor_plan_pool *pool = &a->plan->pools[index];
    uint64_t sum = 0, placed = 0;
    for (uint32_t i = 0; i < a->instances.count; i++) {
        const fusor_placement *p = a->instances.data[i].place;
        if (!p || p->pool != index)
            continue;
        sum += p->size_bytes;
        placed = base_max_u64(placed, p->offset + p->size_bytes);
    }
    return same_bytes(a, FUSOR_AUDIT_MEMORY_WRONG, "a pool's resources", pool->sum_bytes, sum) &&
           same_bytes(a, FUSOR_AUDIT_MEMORY_WRONG, "a pool", pool->placed_bytes, placed) &&
           same_bytes(a, FUSOR_AUDIT_MEMORY_WRONG, "a pool's lower bound", pool->lower_bound_bytes,
                      bound_of(a, index, change));
}

static bool check_memory(audit *a)
{
    const fusor_plan *plan = a->plan;
    uint64_t sum = 0, placed = 0, bound = 0, memoryless = 0;
    int64_t *change = BASE_NEW(a->arena, int64_t, (size_t)plan->step_count + 1);
    if (!change)
        return audit_no_memory(a);
    for (uint32_t i = 0; i < plan->pool_count; i++) {
        if (!check_pool(a, i, change))
            return false;
        sum += plan->pools[i].sum_bytes;
        placed += plan->pools[i].placed_bytes;
        bound += plan->pools[i].lower_bound_bytes;
    }
    for (uint32_t i = 0; i < plan->resource_count; i++)
        memoryless += plan->resources[i].memoryless ? plan->resources[i].bytes : 0;
    return same_bytes(a, FUSOR_AUDIT_MEMORY_WRONG, "all resources", plan->memory_sum, sum) &&
           same_bytes(a, FUSOR_AUDIT_MEMORY_WRONG, "all pools", plan->memory_placed, placed) &&
           same_bytes(a, FUSOR_AUDIT_MEMORY_WRONG, "the lower bound", plan->memory_lower_bound,
                      bound) &&
           same_bytes(a, FUSOR_AUDIT_MEMORY_WRONG, "no memory", plan->memoryless_bytes, memoryless);
}

bool audit_totals(audit *a)
{
    return check_counts(a) && check_traffic(a) && check_memory(a);
}
