/* In: a partition and two of its groups. Out: every reason why they cannot be one render pass.
 * Promise: a union without reasons is legal on its path, and the quotient graph stays acyclic.
 * O(what the smaller group has + edges of groups between the two). */
#include "fuse/fuse_rules.h"

#include "fuse/fuse_quotient.h"

static void note(fuse_verdict *v, fusor_break_reasons reasons, uint32_t resource)
{
    v->reasons |= reasons;
    if (reasons && v->resource == FUSOR_NONE)
        v->resource = resource;
}

/* Hazards between members of one group and the other, in either direction. */
static void check_edges(const fuse_partition *p, uint32_t x, uint32_t y, fuse_verdict *v)
{
    const depend_dag *dag = p->input->dag;
    for (uint32_t m = p->groups[x].first; m != FUSOR_NONE; m = p->next[m]) {
        for (uint32_t i = dag->succ_first[m]; i < dag->succ_first[m + 1]; i++) {
            const depend_edge *edge = &dag->edges.data[dag->succ[i]];
            if (p->group_of[edge->dst] == y)
                note(v, edge->breaks, edge->break_resource);
        }
        for (uint32_t i = dag->pred_first[m]; i < dag->pred_first[m + 1]; i++) {
            const depend_edge *edge = &dag->edges.data[dag->pred[i]];
            if (p->group_of[edge->src] == y)
                note(v, edge->breaks, edge->break_resource);
        }
    }
}

/* ------------------------------------------------------------------------------ reads of what is attached */

/* `group` uses, other than as this very view, an image that the other one attaches. */
static bool uses_otherwise(const fuse_partition *p, uint32_t group, const affinity_view *view,
                           uint32_t number)
{
    const graph_use *uses = p->input->tables->uses;
    const affinity_view *views = p->input->affinity->views.data;
    for (uint32_t i = fuse_first_plain(p, group, view->resource); i != FUSOR_NONE;
         i = p->plains[i].next_of_image)
        if (affinity_use_meets(&uses[p->plains[i].use], view))
            return true;
    for (uint32_t i = fuse_first_item(p, group, view->resource); i != FUSOR_NONE;
         i = p->items[i].next_of_image)
        if (p->items[i].span.view != number &&
            affinity_views_meet(&views[p->items[i].span.view], view))
            return true;
    return false;
}

static bool attaches(const fuse_partition *p, uint32_t group, const graph_use *use)
{
    for (uint32_t i = fuse_first_item(p, group, use->resource); i != FUSOR_NONE;
         i = p->items[i].next_of_image)
        if (affinity_use_meets(use, &p->input->affinity->views.data[p->items[i].span.view]))
            return true;
    return false;
}

/* `small` has few views and uses. */
static void check_reads_attached(const fuse_partition *p, uint32_t small, uint32_t other,
                                 fuse_verdict *v)
{
    for (uint32_t i = p->groups[small].items; i != FUSOR_NONE; i = p->items[i].next) {
        uint32_t number = p->items[i].span.view;
        const affinity_view *view = &p->input->affinity->views.data[number];
        if (uses_otherwise(p, other, view, number))
            note(v, FUSOR_BREAK_NON_LOCAL_READ, view->resource);
    }
    for (uint32_t i = p->groups[small].plains; i != FUSOR_NONE; i = p->plains[i].next) {
        const graph_use *use = &p->input->tables->uses[p->plains[i].use];
        if (attaches(p, other, use))
            note(v, FUSOR_BREAK_NON_LOCAL_READ, use->resource);
    }
}

/* ------------------------------------------------------------------------------ limits */

/* Limits of the device, 0 = none. */
fusor_break_reasons fuse_check_limits(const fusor_device_desc *device, const fuse_shape *shape)
{
    fusor_break_reasons reasons = 0;
    if (device->limits.group_attachments && shape->attachments > device->limits.group_attachments)
        reasons |= FUSOR_BREAK_ATTACHMENT_LIMIT;
    if (device->limits.input_attachments && shape->inputs > device->limits.input_attachments)
        reasons |= FUSOR_BREAK_INPUT_LIMIT;
    if (device->limits.group_bits_per_pixel && shape->bits > device->limits.group_bits_per_pixel)
        reasons |= FUSOR_BREAK_BITS_LIMIT;
    if (device->limits.subpasses && shape->subpasses > device->limits.subpasses)
        reasons |= FUSOR_BREAK_PATH;
    return reasons;
}

/* The bits of an image that both groups count, at the first of its items that `small` counts. */
static uint32_t bits_of_both(const fuse_partition *p, uint32_t small, uint32_t other, uint32_t item)
{
    const affinity_view *view = &p->input->affinity->views.data[p->items[item].span.view];
    bool both = fuse_find_counted(p, small, view->resource) == item &&
                fuse_find_counted(p, other, view->resource) != FUSOR_NONE;
    return both ? view->color_bits : 0;
}

/* The number of views that both have, and the shape of their union. */
static uint32_t measure(const fuse_partition *p, uint32_t small, uint32_t other, fuse_shape *shape)
{
    const fuse_group_facts *a = &p->groups[small], *b = &p->groups[other];
    uint32_t limit = p->input->device->limits.subpasses, shared = 0;
    *shape = (fuse_shape){.attachments = a->item_count + b->item_count,
                          .inputs = a->inputs > b->inputs ? a->inputs : b->inputs,
                          .bits = a->bits + b->bits};
    for (uint32_t i = a->items; i != FUSOR_NONE; i = p->items[i].next) {
        shared += fuse_find_item(p, other, p->items[i].span.view) != NULL;
        shape->bits -= bits_of_both(p, small, other, i);
    }
    shape->attachments -= shared;
    if (limit && a->size + b->size > limit)
        shape->subpasses = fuse_union_subpasses(p, small, other);
    return shared;
}

/* ------------------------------------------------------------------------------ the path */

/* One of two groups reads at its pixel a view that both have and one writes. */
static void check_local_reads(const fuse_partition *p, uint32_t small, uint32_t other,
                              fuse_verdict *v)
{
    for (uint32_t i = p->groups[small].items; i != FUSOR_NONE; i = p->items[i].next) {
        const fuse_item *mine = &p->items[i];
        const fuse_item *theirs = fuse_find_item(p, other, mine->span.view);
        if (!theirs || (!mine->input && !theirs->input))
            continue;
        const affinity_view *view = &p->input->affinity->views.data[mine->span.view];
        const graph_resource *r = &p->input->tables->model->resources[view->resource];
        if (!p->rules.local_read || (!view->color_bits && !p->rules.depth_read) ||
            (r->samples > 1 && !p->rules.samples_read))
            note(v, FUSOR_BREAK_PATH, view->resource);
    }
}

/* A group's resolve comes before the last member of the union. */
static bool resolves_inside(const fuse_partition *p, uint32_t x, uint32_t y)
{
    const fuse_group_facts *a = &p->groups[x], *b = &p->groups[y];
    const uint32_t *rank = p->input->dag->rank;
    uint32_t last = rank[a->last] < rank[b->last] ? b->last : a->last;
    return (a->first_resolve != FUSOR_NONE && a->first_resolve != last) ||
           (b->first_resolve != FUSOR_NONE && b->first_resolve != last);
}

/* An attachment of a render pass has one resolve target. */
static void check_resolves(const fuse_partition *p, uint32_t small, uint32_t other, fuse_verdict *v)
{
    for (uint32_t i = p->groups[small].items; i != FUSOR_NONE; i = p->items[i].next) {
        const fuse_item *mine = &p->items[i];
        const fuse_item *theirs =
            mine->resolved == FUSOR_NONE ? NULL : fuse_find_item(p, other, mine->span.view);
        if (theirs && theirs->resolved != FUSOR_NONE &&
            !fuse_same_resolve(p, mine->resolved, theirs->resolved))
            note(v, FUSOR_BREAK_RESOLVE_INSIDE,
                 p->input->affinity->views.data[mine->span.view].resource);
    }
}

/* What the path that groups may take does not allow. */
static void check_path(const fuse_partition *p, uint32_t small, uint32_t other, fuse_verdict *v)
{
    const fuse_group_facts *a = &p->groups[small], *b = &p->groups[other];
    const uint32_t *signature = p->input->affinity->signature;
    bool alike = a->one_signature && b->one_signature && signature[a->first] == signature[b->first];
    if (!p->rules.unlike_attachments && !alike)
        note(v, FUSOR_BREAK_PATH, FUSOR_NONE);
    if (!p->rules.local_read || !p->rules.depth_read || !p->rules.samples_read)
        check_local_reads(p, small, other, v);
    if (!p->rules.resolve_inside && resolves_inside(p, small, other))
        note(v, FUSOR_BREAK_RESOLVE_INSIDE, FUSOR_NONE);
}

/* ------------------------------------------------------------------------------ all together */

/* Targets of unlike sample counts differ in their views, so each count has subpasses of its own. */
static fusor_break_reasons allowed_differences(const fusor_device_desc *device)
{
    return device->features.mixed_samples ? FUSOR_BREAK_SAMPLES : 0;
}

fusor_break_reasons fuse_check_targets(const fuse_partition *p, uint32_t a, uint32_t b)
{
    return affinity_of_targets(p->input->affinity, a, b) & ~allowed_differences(p->input->device);
}

/* All but ways outside. True when they share something. */
static bool check_inside(fuse_partition *p, uint32_t x, uint32_t y, fuse_verdict *v)
{
    const fuse_group_facts *a = &p->groups[x], *b = &p->groups[y];
    const affinity_table *affinity = p->input->affinity;
    uint32_t small = fuse_smaller(p, x, y), other = small == x ? y : x;
    note(v, fuse_check_targets(p, a->first, b->first), FUSOR_NONE);
    if (a->depth_view != FUSOR_NONE && b->depth_view != FUSOR_NONE &&
        a->depth_view != b->depth_view)
        note(v, FUSOR_BREAK_DEPTH_DIFFERS, affinity->views.data[b->depth_view].resource);
    fuse_shape shape;
    uint32_t shared = measure(p, small, other, &shape);
    note(v, fuse_check_limits(p->input->device, &shape), FUSOR_NONE);
    check_path(p, small, other, v);
    check_resolves(p, small, other, v);
    check_edges(p, small, other, v);
    check_reads_attached(p, small, other, v);
    return shared != 0;
}

/* `auto` on a device that is no tiler: only what costs nothing at a member boundary. There an in-pass clear
 * costs a draw where a load op costs nothing. */
static void check_free(fuse_partition *p, uint32_t x, uint32_t y, fuse_verdict *v)
{
    const fuse_group_facts *a = &p->groups[x], *b = &p->groups[y];
    const uint32_t *signature = p->input->affinity->signature;
    uint32_t cleared = fuse_union_clears(p, x, y);
    if (cleared != FUSOR_NONE)
        note(v, FUSOR_BREAK_CLEARS_WRITTEN, cleared);
    if (!a->one_signature || !b->one_signature || signature[a->first] != signature[b->first])
        note(v, FUSOR_BREAK_NOT_WORTH_IT, FUSOR_NONE);
}

static bool takes_only_free(const fuse_partition *p)
{
    return p->input->policy == FUSOR_FUSE_AUTO && !p->input->device->tiler;
}

fuse_verdict fuse_check_union(fuse_partition *p, uint32_t a, uint32_t b)
{
    uint32_t x = p->group_of[a], y = p->group_of[b];
    fuse_verdict v = {0, FUSOR_NONE};
    bool shares = check_inside(p, x, y, &v);
    note(&v, fuse_quotient_way(p, x, y), FUSOR_NONE);
    if (!shares)
        note(&v, FUSOR_BREAK_NOTHING_SHARED, FUSOR_NONE);
    if (p->input->policy == FUSOR_FUSE_OFF)
        note(&v, FUSOR_BREAK_POLICY, FUSOR_NONE);
    if (takes_only_free(p) && !v.reasons)
        check_free(p, x, y, &v);
    return v;
}

bool fuse_may_unite(fuse_partition *p, uint32_t a, uint32_t b)
{
    uint32_t x = p->group_of[a], y = p->group_of[b];
    fuse_verdict v = {0, FUSOR_NONE};
    bool shares = check_inside(p, x, y, &v);
    if (shares && !v.reasons && takes_only_free(p))
        check_free(p, x, y, &v);
    return shares && !v.reasons && !fuse_quotient_way(p, x, y);
}

fusor_break_reasons fuse_check_pair(fuse_partition *p, uint32_t a, uint32_t b)
{
    uint32_t x = p->group_of[a], y = p->group_of[b];
    fuse_verdict v = {0, FUSOR_NONE};
    (void)check_inside(p, x, y, &v);
    if (!v.reasons && takes_only_free(p))
        check_free(p, x, y, &v);
    return v.reasons;
}
