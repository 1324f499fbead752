/* In: a plan. Out: one number over everything that an executor does with it.
 * Promise: equal on every machine: fields are hashed one by one, never as memory with padding. */
#include "plan/plan.h"

static uint64_t hash_double(uint64_t hash, double value)
{
    union {
        double number;
        uint64_t bits;
    } u = {.number = value};
    return base_hash_u64(hash, u.bits);
}

static uint64_t hash_numbers(uint64_t hash, const uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = base_hash_u64(hash, numbers[i]);
    return hash;
}

#define HASH(hash, ...)                                                                            \
    hash_numbers((hash), (const uint64_t[]){__VA_ARGS__},                                          \
                 sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static uint64_t hash_region(uint64_t hash, const fusor_region *r)
{
    return HASH(hash, r->aspects, r->mips.first, r->mips.count, r->layers.first, r->layers.count,
                r->bytes.first, r->bytes.count);
}

static uint64_t hash_scope(uint64_t hash, const fusor_scope *s)
{
    return HASH(hash, s->stages, s->access, (uint64_t)s->layout, s->passes.first, s->passes.count);
}

static uint64_t hash_resources(uint64_t hash, const fusor_plan *plan)
{
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        const fusor_plan_resource *r = &plan->resources[i];
        hash = base_hash_string(hash, r->name);
        hash = HASH(hash, r->is_image, (uint64_t)r->lifetime, (uint64_t)r->format, r->extent[0],
                    r->extent[1], r->extent[2], r->mips, r->layers, r->samples, r->bytes, r->usage,
                    r->group_local, r->memoryless, r->alias_set, r->slot_count);
    }
    for (uint32_t i = 0; i < plan->placement_count; i++) {
        const fusor_placement *p = &plan->placements[i];
        hash = HASH(hash, p->placed, p->dedicated, p->pool, p->offset, p->size_bytes, p->alignment,
                    p->memory_type);
    }
    return hash;
}

static uint64_t hash_groups(uint64_t hash, const fusor_plan *plan)
{
    for (uint32_t i = 0; i < plan->group_count; i++) {
        const fusor_plan_group *g = &plan->groups[i];
        hash = HASH(hash, (uint64_t)g->path, g->view_mask, g->members.count, g->subpasses.count,
                    g->attachments.count, g->extent[0], g->extent[1], g->layers, g->samples);
    }
    for (uint32_t i = 0; i < plan->member_count; i++)
        hash = HASH(hash, plan->members[i].pass, plan->members[i].subpass);
    for (uint32_t i = 0; i < plan->clear_count; i++) {
        const fusor_plan_clear *c = &plan->clears[i];
        hash = HASH(hash, c->attachment, c->aspects, c->clear_stencil);
        for (int k = 0; k < 4; k++)
            hash = hash_double(hash, c->clear[k]);
        hash = hash_double(hash, c->clear_depth);
    }
    for (uint32_t i = 0; i < plan->attachment_count; i++) {
        const fusor_plan_attachment *a = &plan->attachments[i];
        hash = HASH(hash, a->resource, a->previous, a->mip, (uint64_t)a->load, (uint64_t)a->store,
                    (uint64_t)a->stencil_load, (uint64_t)a->stencil_store, a->resolve,
                    (uint64_t)a->initial_layout, (uint64_t)a->final_layout, a->clear_stencil);
        for (int k = 0; k < 4; k++)
            hash = hash_double(hash, a->clear[k]);
        hash = hash_double(hash, a->clear_depth);
    }
    for (uint32_t i = 0; i < plan->dependency_count; i++) {
        const fusor_plan_dependency *d = &plan->dependencies[i];
        hash = HASH(hash, d->from, d->to, d->by_region, d->view_local);
        hash = hash_scope(hash_scope(hash, &d->src), &d->dst);
    }
    return hash;
}

static uint64_t hash_barriers(uint64_t hash, const fusor_plan *plan)
{
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        const fusor_plan_barrier *b = &plan->barriers[i];
        hash = HASH(hash, (uint64_t)b->kind, (uint64_t)b->why, b->resource, b->previous, b->call,
                    b->before, b->entry);
        hash = hash_region(hash, &b->region);
        hash = hash_scope(hash_scope(hash, &b->src), &b->dst);
    }
    for (uint32_t i = 0; i < plan->exit_count; i++) {
        const fusor_plan_exit *e = &plan->exits[i];
        hash = hash_region(HASH(hash, e->resource, e->previous), &e->region);
        hash = hash_scope(hash, &e->scope);
    }
    return hash;
}

uint64_t plan_hash(const fusor_plan *plan)
{
    uint64_t hash = base_hash_string(BASE_HASH_START, plan->graph_name);
    for (uint32_t i = 0; i < plan->order_count; i++)
        hash = base_hash_u64(hash, plan->order[i]);
    hash = hash_resources(hash, plan);
    hash = hash_groups(hash, plan);
    return hash_barriers(hash, plan);
}
