/* In: placements. Out: which instances share bytes; what becomes of an occupant whose bytes are taken.
 * Promise: cells of two resources meet where their bytes do; an image's subresources lie anywhere in
 * its bytes. O(instances log instances); of one: O(instances that
 * begin before its end in its pool and reach beyond its begin). */
#include "audit/audit.h"

#include <stdlib.h>

static bool overlap(const audit *a, uint32_t x, uint32_t y)
{
    uint64_t x0, x1, y0, y1;
    if (x == y)
        return true;
    uint32_t i = audit_instance_of(a, x), j = audit_instance_of(a, y);
    if (i == j || a->instances.data[i].place == NULL || a->instances.data[j].place == NULL ||
        a->instances.data[i].place->pool != a->instances.data[j].place->pool)
        return false;
    return audit_cell_bytes(a, x, &x0, &x1) && audit_cell_bytes(a, y, &y0, &y1) && x0 < y1 &&
           y0 < x1;
}

static void cells_of_instance(const audit *a, uint32_t instance, uint32_t *first, uint32_t *end)
{
    const audit_instance *i = &a->instances.data[instance];
    *first = a->resources[i->resource].first_cell + i->slot * a->resources[i->resource].cell_count;
    *end = *first + a->resources[i->resource].cell_count;
}

static bool visit_spot(audit *a, uint32_t at, uint64_t begin, audit_alias_fn visit, void *context)
{
    return a->spots[at].end <= begin || visit(a, a->spots[at].instance, context);
}

bool audit_each_instance(audit *a, uint32_t instance, audit_alias_fn visit, void *context)
{
    if (!a->instances.data[instance].place)
        return true;
    uint32_t own = a->instances.data[instance].spot;
    const audit_spot *s = &a->spots[own];
    for (uint32_t i = own + 1;
         i < a->spot_count && a->spots[i].pool == s->pool && a->spots[i].begin < s->end; i++)
        if (!visit_spot(a, i, s->begin, visit, context))
            return false;
    for (uint32_t i = own; i-- > 0 && a->spots[i].pool == s->pool && a->spots[i].reach > s->begin;)
        if (!visit_spot(a, i, s->begin, visit, context))
            return false;
    return true;
}

typedef struct alias_walk {
    uint32_t cell;
    bool all; /* those without records, too */
    audit_alias_fn visit;
    void *context;
} alias_walk;

/* An occupant that nobody touched since the cell was last written was asked then. */
static bool visit_cells(audit *a, uint32_t other, void *context)
{
    const alias_walk *w = context;
    uint32_t first, end;
    const audit_instance *i = &a->instances.data[other];
    if (i->last_event < a->cells.data[w->cell].claimed || !(w->all || i->live))
        return true;
    cells_of_instance(a, other, &first, &end);
    for (; first < end; first++)
        if (overlap(a, w->cell, first) && !w->visit(a, first, w->context))
            return false;
    return true;
}

bool audit_each_alias(audit *a, uint32_t cell, audit_alias_fn visit, void *context)
{
    alias_walk w = {cell, false, visit, context};
    return audit_each_instance(a, audit_instance_of(a, cell), visit_cells, &w);
}

typedef struct theft {
    audit_actor thief;
    uint64_t begin, end; /* bytes that are taken for certain: none of an image of several cells */
} theft;

/* Whoever comes to bytes that are taken has to wait for the thief, who waited for everyone before. */
static bool spoil_one(audit *a, uint32_t other, void *context)
{
    const theft *t = context;
    audit_cell *c = &a->cells.data[other];
    uint64_t begin, end;
    c->token = 0;
    c->loser = t->thief;
    c->stolen = true;
    if (audit_cell_bytes(a, other, &begin, &end) && t->begin <= begin && end <= t->end)
        audit_take(a, other);
    return true;
}

void audit_spoil(audit *a, uint32_t cell)
{
    const audit_resource *r = &a->resources[a->cells.data[cell].resource];
    theft t = {.thief = a->cells.data[cell].writer};
    if (!audit_cell_bytes(a, cell, &t.begin, &t.end) || (r->image && r->cell_count > 1))
        t.begin = t.end = 0;
    alias_walk w = {cell, true, spoil_one, &t};
    audit_each_instance(a, audit_instance_of(a, cell), visit_cells, &w);
    a->cells.data[cell].claimed = a->event;
}

/* ------------------------------------------------------------------------------ spots */

static int compare_spots(const void *x, const void *y)
{
    const audit_spot *a = x, *b = y;
    if (a->pool != b->pool)
        return a->pool < b->pool ? -1 : 1;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a->instance < b->instance ? -1 : a->instance > b->instance;
}

static void sort_spots(audit *a)
{
    qsort(a->spots, a->spot_count, sizeof *a->spots, compare_spots);
    for (uint32_t i = 0; i < a->spot_count; i++) {
        audit_spot *s = &a->spots[i];
        bool first = i == 0 || s[-1].pool != s->pool;
        s->reach = first || s[-1].reach < s->end ? s->end : s[-1].reach;
        a->instances.data[s->instance].spot = i;
    }
}

static bool make_subpass_scratch(audit *a)
{
    for (uint32_t g = 0; g < a->plan->group_count; g++)
        if (a->plan->groups[g].subpasses.count > a->subpass_max)
            a->subpass_max = a->plan->groups[g].subpasses.count;
    a->subpass_reach = BASE_NEW(a->arena, audit_reach, (size_t)a->subpass_max + 1);
    return a->subpass_reach || audit_no_memory(a);
}

bool audit_place_instances(audit *a)
{
    a->spots = BASE_NEW(a->arena, audit_spot, a->instances.count);
    if (!a->spots || !make_subpass_scratch(a))
        return audit_no_memory(a);
    for (uint32_t i = 0; i < a->instances.count; i++) {
        audit_instance *instance = &a->instances.data[i];
        const audit_resource *r = &a->resources[instance->resource];
        if (r->row == FUSOR_NONE)
            continue;
        const fusor_placement *p =
            &a->plan->placements[a->plan->resources[r->row].placements.first + instance->slot];
        if (!p->placed)
            continue;
        instance->place = p;
        a->spots[a->spot_count++] =
            (audit_spot){p->pool, i, p->offset, p->offset + p->size_bytes, 0};
    }
    sort_spots(a);
    return true;
}
