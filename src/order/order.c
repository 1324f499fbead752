/* In: the quotient graph of groups and other passes. Out: a linear order.
 * Promise: stable and deterministic: of what is ready, the node whose first pass was declared first
 * goes next, so independent passes keep their declared order; `auto` then lets some overlap. O(E log P). */
#include "order/order.h"

#include "base/base_heap.h"

/* A node of the quotient graph is the first pass of its group, or the pass itself. */
typedef struct order_state {
    const depend_dag *dag;
    const cull_result *cull;
    const fuse_result *fuse;
    uint32_t pass_count;
    uint32_t *node_of; /* by pass */
    uint32_t *waiting; /* by node: edges from nodes that are not placed */
    base_heap ready;   /* ranks of nodes */
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

static void push_ready(order_state *s, uint32_t node)
{
    base_heap_push(&s->ready, (base_heap_item){s->dag->rank[node], 0});
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
            push_ready(s, pass);
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
                push_ready(s, to);
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
    out->steps = BASE_NEW(arena, order_step, s->pass_count);
    out->step_of = BASE_NEW(arena, uint32_t, s->pass_count);
    out->passes = BASE_NEW(arena, uint32_t, s->pass_count);
    if (!s->node_of || !s->waiting || !base_heap_init(arena, &s->ready, s->pass_count) ||
        !out->steps || !out->step_of || !out->passes)
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
    while (s.ready.count) {
        uint32_t node = s.dag->topo[base_heap_pop(&s.ready).first];
        place_node(&s, node, out);
        release(&s, node);
    }
    bool good = input->policy == FUSOR_ORDER_DECLARED || order_overlap(input, arena, out);
    return good ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}
