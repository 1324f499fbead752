/* In: the quotient graph of groups and other passes. Out: a linear order.
 * Promise: stable and deterministic: of what is ready, the node whose first pass was declared first
 * goes next, so independent passes keep their declared order; `auto` then lets some overlap. O(E log P). */
#include "order/order.h"

/* A node of the quotient graph is the first pass of its group, or the pass itself. */
typedef struct order_state {
    const depend_dag *dag;
    const cull_result *cull;
    const fuse_result *fuse;
    uint32_t pass_count;
    uint32_t *node_of;          /* by pass */
    uint32_t *waiting;          /* by node: edges from nodes that are not placed */
    uint32_t *heap, heap_count; /* ready nodes by rank */
} order_state;

static fusor_slice members_of(const order_state *s, uint32_t node, const uint32_t **members)
{
    uint32_t group = s->fuse->group_of[node];
    if (group == FUSOR_NONE) {
        *members = &s->node_of[node]; /* the node is its own only member */
        return (fusor_slice){0, 1};
    }
    *members = &s->fuse->members[s->fuse->groups[group].members.first];
    return (fusor_slice){0, s->fuse->groups[group].members.count};
}

static bool goes_first(const order_state *s, uint32_t a, uint32_t b)
{
    return s->dag->rank[a] < s->dag->rank[b];
}

static void heap_push(order_state *s, uint32_t node)
{
    uint32_t i = s->heap_count++;
    for (; i && goes_first(s, node, s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = node;
}

static uint32_t heap_pop(order_state *s)
{
    uint32_t top = s->heap[0], node = s->heap[--s->heap_count], i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child + 1 < s->heap_count && goes_first(s, s->heap[child + 1], s->heap[child]))
            child++;
        if (child >= s->heap_count || !goes_first(s, s->heap[child], node))
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = node;
    return top;
}

static void count_edges(order_state *s)
{
    for (uint32_t i = 0; i < s->dag->edges.count; i++) {
        const depend_edge *edge = &s->dag->edges.data[i];
        uint32_t from = s->node_of[edge->src], to = s->node_of[edge->dst];
        s->waiting[to] += from != to;
    }
    for (uint32_t pass = 0; pass < s->pass_count; pass++)
        if (s->cull->live[pass] && s->node_of[pass] == pass && !s->waiting[pass])
            heap_push(s, pass);
}

static void release(order_state *s, uint32_t node)
{
    const uint32_t *members;
    fusor_slice slice = members_of(s, node, &members);
    for (uint32_t m = 0; m < slice.count; m++) {
        uint32_t pass = members[m];
        for (uint32_t i = s->dag->succ_first[pass]; i < s->dag->succ_first[pass + 1]; i++) {
            uint32_t to = s->node_of[s->dag->edges.data[s->dag->succ[i]].dst];
            if (to != node && !--s->waiting[to])
                heap_push(s, to);
        }
    }
}

static void place_node(order_state *s, uint32_t node, order_result *out)
{
    const uint32_t *members;
    fusor_slice slice = members_of(s, node, &members);
    uint32_t group = s->fuse->group_of[node];
    for (uint32_t m = 0; m < slice.count; m++) {
        out->step_of[members[m]] = out->step_count;
        out->passes[out->pass_count++] = members[m];
    }
    out->steps[out->step_count++] = group == FUSOR_NONE ? (order_step){FUSOR_STEP_PASS, node}
                                                        : (order_step){FUSOR_STEP_GROUP, group};
}

static bool start(order_state *s, base_arena *arena, order_result *out)
{
    s->node_of = BASE_NEW(arena, uint32_t, s->pass_count);
    s->waiting = BASE_NEW(arena, uint32_t, s->pass_count);
    s->heap = BASE_NEW(arena, uint32_t, s->pass_count);
    out->steps = BASE_NEW(arena, order_step, s->pass_count);
    out->step_of = BASE_NEW(arena, uint32_t, s->pass_count);
    out->passes = BASE_NEW(arena, uint32_t, s->pass_count);
    if (!s->node_of || !s->waiting || !s->heap || !out->steps || !out->step_of || !out->passes)
        return false;
    for (uint32_t pass = 0; pass < s->pass_count; pass++) {
        uint32_t group = s->fuse->group_of[pass];
        out->step_of[pass] = FUSOR_NONE;
        s->node_of[pass] =
            group == FUSOR_NONE ? pass : s->fuse->members[s->fuse->groups[group].members.first];
    }
    return true;
}

fusor_result order_steps(const order_input *input, base_arena *arena, order_result *out)
{
    order_state s = {.dag = input->dag,
                     .cull = input->cull,
                     .fuse = input->fuse,
                     .pass_count = input->cull->pass_count};
    *out = (order_result){0};
    if (!start(&s, arena, out))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    count_edges(&s);
    while (s.heap_count) {
        uint32_t node = heap_pop(&s);
        place_node(&s, node, out);
        release(&s, node);
    }
    bool good = input->policy == FUSOR_ORDER_DECLARED || order_overlap(input, arena, out);
    return good ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}
