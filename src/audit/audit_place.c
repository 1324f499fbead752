/* In: placements and pools. Out: nothing, but every resource lies where it can.
 * Promise: "Resource Memory Association" and "Buffer-Image Granularity"; who may share bytes at all.
 * Whether sharing is safe is for the replay to say. O(instances log instances + instances × pools + pairs
 * on the same bytes or page). */
#include "audit/audit.h"

#include <stdlib.h>

#include "base/base_math.h"

typedef struct spot {
    uint32_t resource;
    const fusor_placement *p;
} spot;

static bool wrong(audit *a, uint32_t resource, const char *why)
{
    return audit_refute(a, FUSOR_AUDIT_PLACEMENT_INVALID, "\"%s\" %s", a->resources[resource].name,
                        why);
}

static bool wants_place(const audit *a, uint32_t resource)
{
    const audit_resource *r = &a->resources[resource];
    return r->lifetime != FUSOR_LIFETIME_IMPORTED && r->host == FUSOR_HOST_NONE &&
           !a->plan->resources[r->row].memoryless;
}

static bool check_placement(audit *a, uint32_t resource, const fusor_placement *p)
{
    const fusor_plan_pool *pool = p->placed ? &a->plan->pools[p->pool] : NULL;
    if (p->placed != wants_place(a, resource))
        return wrong(a, resource,
                     p->placed ? "is placed and must not be" : "is not placed and must be");
    if (!pool)
        return true;
    if (!base_is_power_of_two(p->alignment) || p->offset % p->alignment)
        return wrong(a, resource, "does not lie at a multiple of its alignment");
    if (p->size_bytes < a->resources[resource].bytes)
        return wrong(a, resource, "has less room than its contents");
    if (p->offset > pool->placed_bytes || p->size_bytes > pool->placed_bytes - p->offset)
        return wrong(a, resource, "reaches beyond its pool");
    if (p->memory_type != pool->memory_type)
        return wrong(a, resource, "has another memory type than its pool");
    return pool->dedicated == p->dedicated || wrong(a, resource, "is not as dedicated as its pool");
}

static bool check_pool(audit *a, uint32_t index)
{
    const fusor_plan_pool *pool = &a->plan->pools[index];
    const fusor_device_desc *d = a->device;
    uint64_t limit = d->limits.memory_allocation_bytes;
    if (d->memory_type_count && pool->memory_type >= d->memory_type_count)
        return audit_refute(a, FUSOR_AUDIT_PLACEMENT_INVALID,
                            "pool %u is of memory type %u, which the device does not have", index,
                            pool->memory_type);
    if (d->memory_type_count &&
        (d->memory_types[pool->memory_type].flags & FUSOR_MEMORY_LAZILY_ALLOCATED))
        return audit_refute(a, FUSOR_AUDIT_PLACEMENT_INVALID,
                            "pool %u is of lazily allocated memory", index);
    if (pool->lazy || pool->host_visible)
        return audit_refute(a, FUSOR_AUDIT_PLACEMENT_INVALID,
                            "pool %u is said to be lazily allocated or of the host", index);
    return !limit || pool->placed_bytes <= limit ||
           audit_refute(a, FUSOR_AUDIT_PLACEMENT_INVALID,
                        "pool %u needs %llu bytes in one allocation, the device allows %llu", index,
                        (unsigned long long)pool->placed_bytes, (unsigned long long)limit);
}

/* What a pool says of all that lies in it. */
static bool check_pool_sums(audit *a, uint32_t index)
{
    const fusor_plan_pool *pool = &a->plan->pools[index];
    uint64_t alignment = 1;
    bool images = false, any = false;
    for (uint32_t i = 0; i < a->plan->resource_count; i++) {
        fusor_slice own = a->plan->resources[i].placements;
        for (uint32_t k = own.first; k < own.first + own.count; k++) {
            const fusor_placement *p = &a->plan->placements[k];
            if (!p->placed || p->pool != index)
                continue;
            any = true;
            images = images || a->plan->resources[i].is_image;
            alignment = base_max_u64(alignment, p->alignment);
        }
    }
    return (any && pool->alignment == alignment && pool->optimal == images) ||
           audit_refute(a, FUSOR_AUDIT_PLACEMENT_INVALID,
                        "pool %u has another alignment or class than what lies in it", index);
}

/* ------------------------------------------------------------------------------ neighbours */

static bool is_alone(const audit *a, uint32_t resource)
{
    const audit_resource *r = &a->resources[resource];
    return r->lifetime != FUSOR_LIFETIME_TRANSIENT || a->plan->policy.alias == FUSOR_ALIAS_OFF;
}

/* Outputs are there when the frame is over. */
static uint32_t last_step(const audit *a, uint32_t resource)
{
    return a->resources[resource].output ? a->plan->step_count - 1 : a->last_step[resource];
}

static bool check_shared(audit *a, const spot *x, const spot *y)
{
    const char *first = a->resources[x->resource].name, *second = a->resources[y->resource].name;
    if (is_alone(a, x->resource) || is_alone(a, y->resource))
        return audit_refute(a, FUSOR_AUDIT_ALIAS_OVERLAP,
                            "\"%s\" and \"%s\" share bytes, and one of them shares with nobody",
                            first, second);
    uint32_t x0 = a->first_step[x->resource], x1 = last_step(a, x->resource);
    uint32_t y0 = a->first_step[y->resource], y1 = last_step(a, y->resource);
    if (x0 <= y1 && y0 <= x1)
        return audit_refute(
            a, FUSOR_AUDIT_ALIAS_OVERLAP,
            "\"%s\" (steps %u to %u) and \"%s\" (steps %u to %u) share bytes and are "
            "alive together",
            first, x0, x1, second, y0, y1);
    const spot *later = x1 < y0 ? y : x;
    return later->p->follows.count ||
           audit_refute(a, FUSOR_AUDIT_PLACEMENT_INVALID,
                        "\"%s\" and \"%s\" share bytes, and the later one follows nobody", first,
                        second);
}

static bool share_page(const audit *a, const spot *x, const spot *y)
{
    uint64_t granularity = a->device->limits.buffer_image_granularity;
    bool unlike =
        (a->resources[x->resource].image != NULL) != (a->resources[y->resource].image != NULL);
    const spot *low = x->p->offset <= y->p->offset ? x : y, *high = low == x ? y : x;
    return unlike && granularity > 1 &&
           (low->p->offset + low->p->size_bytes - 1) / granularity >= high->p->offset / granularity;
}

static bool check_pair(audit *a, const spot *x, const spot *y)
{
    if (a->plan->pools[x->p->pool].dedicated)
        return wrong(a, x->resource, "is not alone in its dedicated memory");
    bool meet = x->p->offset < y->p->offset + y->p->size_bytes &&
                y->p->offset < x->p->offset + x->p->size_bytes;
    if (meet)
        return check_shared(a, x, y);
    return !share_page(a, x, y) ||
           audit_refute(a, FUSOR_AUDIT_PLACEMENT_INVALID,
                        "\"%s\" and \"%s\", a buffer and an image, share a page of %llu bytes",
                        a->resources[x->resource].name, a->resources[y->resource].name,
                        (unsigned long long)a->device->limits.buffer_image_granularity);
}

/* Old occupants that a placement names lie on its bytes. */
static bool check_follows(audit *a, const spot *s)
{
    for (uint32_t i = s->p->follows.first; i < s->p->follows.first + s->p->follows.count; i++) {
        const fusor_plan_resource *old = &a->plan->resources[a->plan->resource_list[i]];
        bool found = false;
        for (uint32_t k = old->placements.first; k < old->placements.first + old->placements.count;
             k++) {
            const fusor_placement *p = &a->plan->placements[k];
            found = found || (p->placed && p->pool == s->p->pool &&
                              p->offset < s->p->offset + s->p->size_bytes &&
                              s->p->offset < p->offset + p->size_bytes);
        }
        if (!found ||
            last_step(a, a->resource_of[a->plan->resource_list[i]]) >= a->first_step[s->resource])
            return wrong(a, s->resource, "follows a resource that was not on its bytes before");
    }
    return true;
}

static bool gather(audit *a, spot *spots, uint32_t *count)
{
    for (uint32_t i = 0; i < a->plan->resource_count; i++) {
        fusor_slice own = a->plan->resources[i].placements;
        for (uint32_t k = own.first; k < own.first + own.count; k++) {
            if (!check_placement(a, a->resource_of[i], &a->plan->placements[k]))
                return false;
            if (a->plan->placements[k].placed)
                spots[(*count)++] = (spot){a->resource_of[i], &a->plan->placements[k]};
        }
    }
    return true;
}

static int compare_spots(const void *x, const void *y)
{
    const spot *a = x, *b = y;
    if (a->p->pool != b->p->pool)
        return a->p->pool < b->p->pool ? -1 : 1;
    if (a->p->offset != b->p->offset)
        return a->p->offset < b->p->offset ? -1 : 1;
    return a->p < b->p ? -1 : a->p > b->p;
}

/* Each against all that begin before its last page ends. */
static bool check_neighbours(audit *a, const spot *spots, uint32_t count)
{
    uint64_t page = base_max_u64(a->device->limits.buffer_image_granularity, 1);
    for (uint32_t i = 0; i < count; i++) {
        const fusor_placement *p = spots[i].p;
        uint64_t end = p->offset + p->size_bytes;
        for (uint32_t k = i + 1; k < count && spots[k].p->pool == p->pool; k++) {
            uint64_t begin = spots[k].p->offset;
            if (begin >= end && begin - end >= page && !a->plan->pools[p->pool].dedicated)
                break;
            if (!check_pair(a, &spots[i], &spots[k]))
                return false;
        }
    }
    return true;
}

bool audit_place(audit *a)
{
    uint32_t count = 0;
    spot *spots = BASE_NEW(a->arena, spot, a->plan->placement_count);
    if (!spots)
        return audit_no_memory(a);
    for (uint32_t i = 0; i < a->plan->pool_count; i++)
        if (!check_pool(a, i))
            return false;
    if (!gather(a, spots, &count))
        return false;
    for (uint32_t i = 0; i < a->plan->pool_count; i++)
        if (!check_pool_sums(a, i))
            return false;
    for (uint32_t i = 0; i < count; i++)
        if (!check_follows(a, &spots[i]))
            return false;
    qsort(spots, count, sizeof *spots, compare_spots);
    return check_neighbours(a, spots, count);
}
