/* In: byte ranges of uses and barriers, and placements. Out: buffers cut in segments.
 * Promise: a use, a barrier and a buffer that shares the bytes have a segment whole or not at all. */
#include "core/oracle_core.h"

#include <stdlib.h>
#include <string.h>

static void cut(oracle_resource *r, uint64_t at)
{
    uint32_t i = 0;
    while (i < r->bound_count && r->bounds[i] < at)
        i++;
    if (i == r->bound_count || r->bounds[i] == at)
        return;
    r->bounds = realloc(r->bounds, (r->bound_count + 1) * sizeof(uint64_t));
    if (!r->bounds)
        abort();
    memmove(&r->bounds[i + 1], &r->bounds[i], (r->bound_count - i) * sizeof(uint64_t));
    r->bounds[i] = at;
    r->bound_count++;
}

static void cut_use(oracle_state *s, const fusor_use_desc *use)
{
    if (!use->buffer.id)
        return;
    oracle_resource *r = &s->resources[s->image_count + use->buffer.id - 1];
    cut(r, use->range.first);
    if (use->range.count)
        cut(r, use->range.first + use->range.count);
}

/* Of the plan's row; NULL: an image, or nothing of the declaration. */
static oracle_resource *buffer_of(oracle_state *s, uint32_t row)
{
    for (uint32_t i = s->image_count; i < s->resource_count; i++)
        if (s->resources[i].plan_index == row)
            return &s->resources[i];
    return NULL;
}

static void cut_barrier(oracle_state *s, const fusor_plan_barrier *b)
{
    oracle_resource *r = buffer_of(s, b->resource);
    if (!r)
        return;
    cut(r, b->region.bytes.first);
    cut(r, b->region.bytes.first + b->region.bytes.count);
}

static const fusor_placement *placement_of(const oracle_state *s, const oracle_resource *r)
{
    if (r->plan_index == FUSOR_NONE || !s->plan->resources[r->plan_index].placements.count)
        return NULL;
    const fusor_placement *p =
        &s->plan->placements[s->plan->resources[r->plan_index].placements.first];
    return p->placed ? p : NULL;
}

static void cut_at(oracle_resource *r, const fusor_placement *p, uint64_t at)
{
    if (at > p->offset && at - p->offset < r->bounds[r->bound_count - 1])
        cut(r, at - p->offset);
}

/* Where others on its bytes begin and end, and are cut themselves. */
static void cut_shared(oracle_state *s)
{
    for (uint32_t i = s->image_count; i < s->resource_count; i++) {
        oracle_resource *r = &s->resources[i];
        const fusor_placement *p = placement_of(s, r), *q;
        for (uint32_t k = 0; p && r->slots == 1 && k < s->resource_count; k++) {
            const oracle_resource *other = &s->resources[k];
            if (k == i || other->slots != 1 || !(q = placement_of(s, other)) || q->pool != p->pool)
                continue;
            cut_at(r, p, q->offset);
            cut_at(r, p, q->offset + q->size_bytes);
            for (uint32_t b = 0; b < other->bound_count; b++)
                cut_at(r, p, q->offset + other->bounds[b]);
        }
    }
}

void oracle_cut_buffers(oracle_state *s)
{
    for (uint32_t p = 0; p < fusor_graph_pass_count(s->graph); p++) {
        const fusor_pass_desc *d = fusor_graph_get_pass(s->graph, (fusor_pass){p + 1});
        for (uint32_t i = 0; i < d->read_count; i++)
            cut_use(s, &d->reads[i]);
        for (uint32_t i = 0; i < d->write_count; i++)
            cut_use(s, &d->writes[i]);
        for (uint32_t i = 0; i < d->op_count; i++) {
            cut_use(s, &d->ops[i].src);
            cut_use(s, &d->ops[i].dst);
        }
    }
    for (uint32_t i = 0; i < s->plan->barrier_count; i++)
        cut_barrier(s, &s->plan->barriers[i]);
    if (s->options.cut_shared)
        cut_shared(s);
}
