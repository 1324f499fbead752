/* In: instances by pool and offset, the plan's alias sets and lists of old occupants. Out: nothing, but they
 * say who shares bytes.
 * Promise: two resources are in one set exactly if a chain of resources on common bytes leads from one to the
 * other (FORMAT, "alias_set"); a barrier replaces only who lies on the bytes of its resource. O(instances +
 * lists × slots). */
#include "audit/audit.h"

typedef struct alias_clusters {
    uint32_t *of_spot, *size;
    uint32_t *owner; /* by alias set: 1 + cluster, 0 */
} alias_clusters;

static bool wrong_set(audit *a, uint32_t row, const char *why)
{
    return audit_refute(a, FUSOR_AUDIT_PLACEMENT_INVALID, "\"%s\" %s",
                        a->resources[a->resource_of[row]].name, why);
}

/* A spot that begins where all before it in the pool have ended shares bytes with none of them. */
static bool find_clusters(audit *a, alias_clusters *out)
{
    uint32_t count = 0;
    *out = (alias_clusters){BASE_NEW(a->arena, uint32_t, a->spot_count),
                            BASE_NEW(a->arena, uint32_t, a->spot_count),
                            BASE_NEW(a->arena, uint32_t, a->plan->resource_count)};
    if (!out->of_spot || !out->size || !out->owner)
        return audit_no_memory(a);
    for (uint32_t i = 0; i < a->spot_count; i++) {
        const audit_spot *s = &a->spots[i], *before = i ? &a->spots[i - 1] : NULL;
        count += !before || before->pool != s->pool || s->begin >= before->reach;
        out->of_spot[i] = count - 1;
        out->size[count - 1]++;
    }
    return true;
}

static uint32_t row_at(const audit *a, uint32_t spot)
{
    return a->resources[a->instances.data[a->spots[spot].instance].resource].row;
}

static bool check_set(audit *a, const alias_clusters *c, uint32_t spot)
{
    uint32_t row = row_at(a, spot);
    uint32_t set = a->plan->resources[row].alias_set, cluster = c->of_spot[spot];
    if (c->size[cluster] == 1)
        return set == FUSOR_NONE || wrong_set(a, row, "is in an alias set and shares with nobody");
    if (set >= a->plan->resource_count)
        return wrong_set(a, row, "shares bytes and is in no alias set");
    if (!c->owner[set])
        c->owner[set] = cluster + 1;
    return c->owner[set] == cluster + 1 ||
           wrong_set(a, row, "is in an alias set whose other members lie elsewhere");
}

/* One set a cluster, and one cluster a set. */
static bool check_sets(audit *a, const alias_clusters *c)
{
    const fusor_plan_resource *rows = a->plan->resources;
    for (uint32_t i = 0; i < a->spot_count; i++) {
        bool follows = i && c->of_spot[i] == c->of_spot[i - 1];
        if (!check_set(a, c, i))
            return false;
        if (follows && rows[row_at(a, i)].alias_set != rows[row_at(a, i - 1)].alias_set)
            return wrong_set(a, row_at(a, i), "shares bytes with members of another alias set");
    }
    for (uint32_t r = 0; r < a->plan->resource_count; r++)
        if (rows[r].alias_set != FUSOR_NONE &&
            !a->plan->placements[rows[r].placements.first].placed)
            return wrong_set(a, r, "is in an alias set and is not placed");
    return true;
}

static bool lies_on(const audit *a, uint32_t row, const fusor_placement *p)
{
    fusor_slice own = a->plan->resources[row].placements;
    for (uint32_t i = own.first; i < own.first + own.count; i++) {
        const fusor_placement *q = &a->plan->placements[i];
        if (q->placed && p->placed && q->pool == p->pool && q->offset < p->offset + p->size_bytes &&
            p->offset < q->offset + q->size_bytes)
            return true;
    }
    return false;
}

static bool check_replaced(audit *a, uint32_t index)
{
    const fusor_plan_barrier *b = &a->plan->barriers[index];
    fusor_slice own = a->plan->resources[b->resource].placements;
    for (uint32_t i = b->replaces.first; i < b->replaces.first + b->replaces.count; i++) {
        uint32_t old = a->plan->resource_list[i];
        if (old == b->resource || !lies_on(a, old, &a->plan->placements[own.first + b->previous]))
            return audit_refute(
                a, FUSOR_AUDIT_BARRIER_INVALID,
                "barrier %u, of \"%s\", replaces \"%s\", which does not lie on its bytes", index,
                a->plan->resources[b->resource].name, a->plan->resources[old].name);
    }
    return (b->why == FUSOR_WHY_ALIAS) == (b->replaces.count != 0) ||
           audit_refute(
               a, FUSOR_AUDIT_BARRIER_INVALID,
               "barrier %u, of \"%s\", hands bytes over and names no old occupant, or the other "
               "way round",
               index, a->plan->resources[b->resource].name);
}

bool audit_alias_sets(audit *a)
{
    alias_clusters c;
    if (!find_clusters(a, &c) || !check_sets(a, &c))
        return false;
    for (uint32_t i = 0; i < a->plan->barrier_count; i++)
        if (!check_replaced(a, i))
            return false;
    return true;
}
