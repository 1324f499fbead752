/* In: a partition and two of its groups. Out: every reason why they cannot be one render pass.
 * Promise: a union without reasons is legal on its path, and the quotient graph stays acyclic.
 * O(touches of both + edges that a search from them visits). */
#include "fuse/fuse_rules.h"

#include "base/base_math.h"

bool fuse_partition_init(const fuse_input *input, base_arena *arena, fuse_partition *p)
{
    uint32_t count = input->tables->model->pass_count;
    *p = (fuse_partition){.input = input};
    p->group_of = BASE_NEW(arena, uint32_t, count);
    p->next = BASE_NEW(arena, uint32_t, count);
    p->last = BASE_NEW(arena, uint32_t, count);
    p->size = BASE_NEW(arena, uint32_t, count);
    p->stamp = BASE_NEW(arena, uint32_t, count);
    p->parent = BASE_NEW(arena, uint32_t, count);
    p->stack = BASE_NEW(arena, uint32_t, count);
    p->view_stamp = BASE_NEW(arena, uint32_t, input->affinity->views.count);
    p->image_stamp = BASE_NEW(arena, uint32_t, input->tables->model->resource_count);
    if (!p->group_of || !p->next || !p->last || !p->size || !p->stamp || !p->parent || !p->stack ||
        !p->view_stamp || !p->image_stamp)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        p->group_of[i] = p->last[i] = i;
        p->next[i] = FUSOR_NONE;
        p->size[i] = 1;
    }
    return true;
}

/* The representative of a group is its member of smallest rank. */
static uint32_t rank_of(const fuse_partition *p, uint32_t pass)
{
    return p->input->dag->rank[pass];
}

void fuse_partition_merge(fuse_partition *p, uint32_t a, uint32_t b)
{
    uint32_t x = p->group_of[a], y = p->group_of[b];
    if (rank_of(p, y) < rank_of(p, x)) {
        uint32_t swap = x;
        x = y;
        y = swap;
    }
    uint32_t head = x, tail = x, left = p->next[x], right = y;
    p->size[x] += p->size[y];
    while (left != FUSOR_NONE || right != FUSOR_NONE) {
        bool take_left =
            right == FUSOR_NONE || (left != FUSOR_NONE && rank_of(p, left) < rank_of(p, right));
        uint32_t *from = take_left ? &left : &right;
        p->next[tail] = *from;
        tail = *from;
        *from = p->next[tail];
        p->group_of[tail] = head;
    }
    p->next[tail] = FUSOR_NONE;
    p->last[head] = tail;
}

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
    for (uint32_t m = x; m != FUSOR_NONE; m = p->next[m]) {
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

static void check_reads_attached(const fuse_partition *p, uint32_t x, uint32_t y, fuse_verdict *v)
{
    for (uint32_t a = x; a != FUSOR_NONE; a = p->next[a]) {
        for (uint32_t b = y; b != FUSOR_NONE; b = p->next[b]) {
            uint32_t resource;
            if (affinity_reads_attached(p->input->affinity, a, b, &resource) ||
                affinity_reads_attached(p->input->affinity, b, a, &resource))
                note(v, FUSOR_BREAK_NON_LOCAL_READ, resource);
        }
    }
}

/* The depth attachment of a group: all its members that have one have the same. */
static uint32_t group_depth(const fuse_partition *p, uint32_t x)
{
    for (uint32_t m = x; m != FUSOR_NONE; m = p->next[m])
        if (p->input->affinity->depth_view[m] != FUSOR_NONE)
            return p->input->affinity->depth_view[m];
    return FUSOR_NONE;
}

typedef struct union_shape {
    uint32_t attachments, bits, subpasses, inputs;
    bool shares, clears_written;
    uint32_t cleared;   /* resource */
    uint32_t signature; /* of the member before */
} union_shape;

/* Bits a pixel are those of one sample of each distinct colour image, resolve targets left out. A view is
 * stamped with `now` when the first group's members touch it, now + 1 for the second's and
 * now + 2 for both. Members are walked in rank order, so a clear of a stamped view loses something. */
static void add_member(fuse_partition *p, uint32_t pass, bool second, union_shape *shape)
{
    const affinity_table *affinity = p->input->affinity;
    uint32_t now = p->stamp_now, inputs = 0;
    bool before = false; /* an earlier member touched this view */
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        const affinity_touch *touch = &affinity->touches[i];
        const graph_use *use = &p->input->tables->uses[touch->use];
        uint32_t *stamp = &p->view_stamp[touch->view];
        bool touched = *stamp >= now;
        bool same_pass =
            i > affinity->touch_first[pass] && affinity->touches[i - 1].view == touch->view;
        inputs += use->as == FUSOR_USE_INPUT;
        if (!same_pass)
            before = touched;
        if (before && use->load == FUSOR_LOAD_CLEAR && !use->unused) {
            shape->clears_written = true;
            shape->cleared = use->resource;
        }
        if (use->as != FUSOR_USE_RESOLVE && p->image_stamp[use->resource] < now) {
            shape->bits += affinity->views.data[touch->view].color_bits;
            p->image_stamp[use->resource] = now;
        }
        if (!touched) {
            shape->attachments++;
            *stamp = now + second;
        } else if (*stamp == now + !second) {
            shape->shares = true;
        }
    }
    if (inputs > shape->inputs)
        shape->inputs = inputs;
    shape->subpasses += affinity->signature[pass] != shape->signature;
    shape->signature = affinity->signature[pass];
}

static union_shape shape_of_union(fuse_partition *p, uint32_t x, uint32_t y)
{
    union_shape shape = {.signature = FUSOR_NONE, .cleared = FUSOR_NONE};
    uint32_t left = x, right = y;
    p->stamp_now += 2;
    while (left != FUSOR_NONE || right != FUSOR_NONE) {
        bool second =
            left == FUSOR_NONE || (right != FUSOR_NONE && rank_of(p, right) < rank_of(p, left));
        uint32_t *from = second ? &right : &left;
        add_member(p, *from, second, &shape);
        *from = p->next[*from];
    }
    return shape;
}

/* Limits of the device, 0 = none. Subpasses may be reordered by nobody, so their number is exact. */
static void check_limits(const fuse_partition *p, const union_shape *shape, fuse_verdict *v)
{
    const fusor_device_desc *device = p->input->device;
    if (device->limits.group_attachments && shape->attachments > device->limits.group_attachments)
        note(v, FUSOR_BREAK_ATTACHMENT_LIMIT, FUSOR_NONE);
    if (device->limits.input_attachments && shape->inputs > device->limits.input_attachments)
        note(v, FUSOR_BREAK_INPUT_LIMIT, FUSOR_NONE);
    if (device->limits.group_bits_per_pixel && shape->bits > device->limits.group_bits_per_pixel)
        note(v, FUSOR_BREAK_BITS_LIMIT, FUSOR_NONE);
    if (device->limits.subpasses && shape->subpasses > device->limits.subpasses)
        note(v, FUSOR_BREAK_PATH, FUSOR_NONE);
}

static uint32_t out_edge_target(const fuse_partition *p, uint32_t index)
{
    const depend_dag *dag = p->input->dag;
    return p->group_of[dag->edges.data[dag->succ[index]].dst];
}

/* Pushes the groups that a group points to; edges from `from` straight to `to` do not count. */
static uint32_t push_successors(fuse_partition *p, uint32_t group, uint32_t from, uint32_t to,
                                uint32_t depth)
{
    const depend_dag *dag = p->input->dag;
    for (uint32_t m = group; m != FUSOR_NONE; m = p->next[m]) {
        for (uint32_t i = dag->succ_first[m]; i < dag->succ_first[m + 1]; i++) {
            uint32_t target = out_edge_target(p, i);
            if (target == group || p->stamp[target] == p->stamp_now ||
                (group == from && target == to))
                continue;
            p->stamp[target] = p->stamp_now;
            p->parent[target] = group;
            p->stack[depth++] = target;
        }
    }
    return depth;
}

/* True when a way leads from one group to the other through a third. */
static bool way_outside(fuse_partition *p, uint32_t from, uint32_t to)
{
    uint32_t depth = push_successors(p, from, from, to, 0);
    while (depth) {
        uint32_t group = p->stack[--depth];
        if (group == to)
            return true;
        depth = push_successors(p, group, from, to, depth);
    }
    return false;
}

/* What the way runs through decides the word for it. */
static fusor_break_reasons reason_of_way(const fuse_partition *p, uint32_t from, uint32_t to)
{
    fusor_break_reasons reason = FUSOR_BREAK_WOULD_CYCLE;
    for (uint32_t g = p->parent[to]; g != from; g = p->parent[g]) {
        const graph_pass *pass = &p->input->tables->model->passes[g];
        if (pass->flags & FUSOR_PASS_BRIDGE)
            return FUSOR_BREAK_BRIDGE_READS_OPEN;
        if (pass->kind != FUSOR_PASS_RASTER)
            reason = FUSOR_BREAK_COMPUTE_BETWEEN;
    }
    return reason;
}

static void check_acyclic(fuse_partition *p, uint32_t x, uint32_t y, fuse_verdict *v)
{
    for (int turn = 0; turn < 2; turn++) {
        uint32_t from = turn ? y : x, to = turn ? x : y;
        p->stamp_now += 2;
        if (way_outside(p, from, to))
            note(v, reason_of_way(p, from, to), FUSOR_NONE);
    }
}

/* `auto` on a device that is no tiler: only what costs nothing at a member boundary. */
static bool boundary_is_free(const fuse_partition *p, uint32_t x, uint32_t y)
{
    const uint32_t *signature = p->input->affinity->signature;
    for (uint32_t m = p->next[x]; m != FUSOR_NONE; m = p->next[m])
        if (signature[m] != signature[x])
            return false;
    for (uint32_t m = y; m != FUSOR_NONE; m = p->next[m])
        if (signature[m] != signature[x])
            return false;
    return true;
}

/* There an in-pass clear costs a draw where a load op costs nothing. */
static void check_free(const fuse_partition *p, uint32_t x, uint32_t y, const union_shape *shape,
                       fuse_verdict *v)
{
    if (shape->clears_written)
        note(v, FUSOR_BREAK_CLEARS_WRITTEN, shape->cleared);
    if (!boundary_is_free(p, x, y))
        note(v, FUSOR_BREAK_NOT_WORTH_IT, FUSOR_NONE);
}

fuse_verdict fuse_check_union(fuse_partition *p, uint32_t a, uint32_t b)
{
    uint32_t x = p->group_of[a], y = p->group_of[b];
    fuse_verdict v = {0, FUSOR_NONE};
    const affinity_table *affinity = p->input->affinity;
    note(&v, affinity_of_targets(affinity, x, y), FUSOR_NONE);
    uint32_t depth_x = group_depth(p, x), depth_y = group_depth(p, y);
    if (depth_x != FUSOR_NONE && depth_y != FUSOR_NONE && depth_x != depth_y)
        note(&v, FUSOR_BREAK_DEPTH_DIFFERS, affinity->views.data[depth_y].resource);
    union_shape shape = shape_of_union(p, x, y);
    check_limits(p, &shape, &v);
    check_edges(p, p->size[x] < p->size[y] ? x : y, p->size[x] < p->size[y] ? y : x, &v);
    check_reads_attached(p, x, y, &v);
    check_acyclic(p, x, y, &v);
    if (!shape.shares)
        note(&v, FUSOR_BREAK_NOTHING_SHARED, FUSOR_NONE);
    if (p->input->policy == FUSOR_FUSE_OFF)
        note(&v, FUSOR_BREAK_POLICY, FUSOR_NONE);
    if (p->input->policy == FUSOR_FUSE_AUTO && !p->input->device->tiler && !v.reasons)
        check_free(p, x, y, &shape, &v);
    return v;
}
