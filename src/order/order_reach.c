/* In: steps in recording order and the edges of passes. Out: which step happens before which.
 * Promise: exact; a query is O(1). Steps are cut into chains, each step a successor of the one before it:
 * what happens before a step is then one number a chain. Where chains are many a row of bits is smaller.
 * O(edges × row), a row being chains × 4 bytes or steps / 8, whichever is less. */
#include "order/order.h"

#include "base/base_math.h"

/* Beyond this a table would take more memory than the plan is worth: nothing counts as ordered. */
enum { TABLE_BYTES_MAX = 64 * 1024 * 1024, PAIRS_MAX = 16 };

/* One after the other, the direct predecessors of a step. */
typedef struct reach_state {
    const depend_dag *dag;
    base_arena *arena;
    order_result *order;
    uint32_t *tail;       /* by chain: its last step */
    uint32_t *pass_first; /* by step: its passes in order->passes */
} reach_state;

typedef void (*edge_fn)(reach_state *s, uint32_t from, uint32_t to);

static void each_edge_to(reach_state *s, uint32_t step, edge_fn visit)
{
    for (uint32_t i = s->pass_first[step]; i < s->pass_first[step + 1]; i++) {
        uint32_t pass = s->order->passes[i];
        for (uint32_t k = s->dag->pred_first[pass]; k < s->dag->pred_first[pass + 1]; k++) {
            uint32_t from = s->order->step_of[s->dag->edges.data[s->dag->pred[k]].src];
            if (from != step)
                visit(s, from, step);
        }
    }
}

static void extend_chain(reach_state *s, uint32_t from, uint32_t to)
{
    order_reach *r = &s->order->reach;
    if (r->level[to] <= r->level[from])
        r->level[to] = r->level[from] + 1;
    if (r->chain[to] == FUSOR_NONE && s->tail[r->chain[from]] == from) {
        r->chain[to] = r->chain[from];
        r->position[to] = r->position[from] + 1;
        s->tail[r->chain[to]] = to;
    }
}

static void cut_chains(reach_state *s)
{
    order_reach *r = &s->order->reach;
    for (uint32_t step = 0; step < s->order->step_count; step++) {
        r->chain[step] = FUSOR_NONE;
        each_edge_to(s, step, extend_chain);
        if (r->chain[step] == FUSOR_NONE) {
            r->chain[step] = r->chain_count++;
            s->tail[r->chain[step]] = step;
        }
    }
}

static void join_chains(reach_state *s, uint32_t from, uint32_t to)
{
    order_reach *r = &s->order->reach;
    uint32_t *into = &r->latest[(size_t)to * r->chain_count];
    const uint32_t *row = &r->latest[(size_t)from * r->chain_count];
    if (into[r->chain[from]] > r->position[from])
        return; /* known already, with all that comes before it */
    for (uint32_t c = 0; c < r->chain_count; c++)
        into[c] = base_max_u32(into[c], row[c]);
    into[r->chain[from]] = base_max_u32(into[r->chain[from]], r->position[from] + 1);
}

static void join_bits(reach_state *s, uint32_t from, uint32_t to)
{
    base_bits *before = &s->order->reach.before;
    if (base_bits_get(before, to, from))
        return;
    base_bits_or(before, to, from);
    base_bits_set(before, to, from);
}

/* The smaller of the two tables; false when out of memory. */
static bool fill_table(reach_state *s)
{
    order_reach *r = &s->order->reach;
    uint32_t steps = s->order->step_count;
    uint64_t chain_bytes = (uint64_t)steps * r->chain_count * sizeof(uint32_t);
    uint64_t bit_bytes = (uint64_t)steps * (steps / 64 + 1) * sizeof(uint64_t);
    if (base_min_u64(chain_bytes, bit_bytes) > TABLE_BYTES_MAX)
        return true;
    r->kind = chain_bytes < bit_bytes ? ORDER_REACH_CHAINS : ORDER_REACH_BITS;
    if (r->kind == ORDER_REACH_CHAINS)
        r->latest = BASE_NEW(s->arena, uint32_t, (size_t)steps * r->chain_count);
    if (r->kind == ORDER_REACH_CHAINS ? !r->latest
                                      : !base_bits_init(s->arena, &r->before, steps, steps))
        return false;
    for (uint32_t step = 0; step < steps; step++)
        each_edge_to(s, step, r->kind == ORDER_REACH_CHAINS ? join_chains : join_bits);
    return true;
}

static void raise_settled(reach_state *s, uint32_t from, uint32_t to)
{
    uint32_t *settled = s->order->reach.settled;
    settled[to] = base_max_u32(settled[to], settled[from]);
}

static void lower_freed(reach_state *s, uint32_t from, uint32_t to)
{
    uint32_t *freed = s->order->reach.freed;
    freed[from] = base_min_u32(freed[from], freed[to]);
}

/* What is settled before a predecessor is settled before its successor, and so on backwards. */
static void find_borders(reach_state *s)
{
    order_result *order = s->order;
    order_reach *r = &order->reach;
    for (uint32_t step = 0; step < order->step_count; step++) {
        each_edge_to(s, step, raise_settled);
        while (r->settled[step] < step && order_happens_before(order, r->settled[step], step))
            r->settled[step]++;
        r->freed[step] = order->step_count;
    }
    for (uint32_t step = order->step_count; step-- > 0;) {
        while (r->freed[step] > step + 1 && order_happens_before(order, step, r->freed[step] - 1))
            r->freed[step]--;
        each_edge_to(s, step, lower_freed);
    }
}

static void find_passes(reach_state *s)
{
    const order_result *order = s->order;
    for (uint32_t i = 0; i < order->pass_count; i++)
        s->pass_first[order->step_of[order->passes[i]] + 1]++;
    for (uint32_t step = 0; step < order->step_count; step++)
        s->pass_first[step + 1] += s->pass_first[step];
}

bool order_close(const depend_dag *dag, base_arena *arena, order_result *order)
{
    uint32_t steps = order->step_count;
    reach_state s = {.dag = dag, .arena = arena, .order = order};
    order_reach *r = &order->reach;
    s.tail = BASE_NEW(arena, uint32_t, steps);
    s.pass_first = BASE_NEW(arena, uint32_t, (size_t)steps + 1);
    r->chain = BASE_NEW(arena, uint32_t, steps);
    r->position = BASE_NEW(arena, uint32_t, steps);
    r->level = BASE_NEW(arena, uint32_t, steps);
    r->settled = BASE_NEW(arena, uint32_t, steps);
    r->freed = BASE_NEW(arena, uint32_t, steps);
    if (!s.tail || !s.pass_first || !r->chain || !r->position || !r->level || !r->settled ||
        !r->freed)
        return false;
    find_passes(&s);
    cut_chains(&s);
    if (!fill_table(&s))
        return false;
    find_borders(&s);
    return true;
}

/* A few steps: each against each. */
static void compare_pairs(const order_result *order, order_ends *ends)
{
    for (uint32_t i = 0; i < ends->count; i++) {
        ends->is_end[i] = 1;
        for (uint32_t k = 0; k < ends->count && ends->is_end[i]; k++)
            if (ends->first ? order_happens_before(order, ends->steps[k], ends->steps[i])
                            : order_happens_before(order, ends->steps[i], ends->steps[k]))
                ends->is_end[i] = 0;
    }
}

/* No step of the list is before the step: the earliest listed one of each chain is not. */
static void compare_chains(const order_reach *r, order_ends *ends, uint32_t *border)
{
    for (uint32_t c = 0; c < r->chain_count; c++)
        border[c] = ends->first ? FUSOR_NONE : 0;
    for (uint32_t i = 0; i < ends->count; i++) {
        uint32_t step = ends->steps[i], chain = r->chain[step];
        const uint32_t *row = &r->latest[(size_t)step * r->chain_count];
        if (ends->first)
            border[chain] = base_min_u32(border[chain], r->position[step]);
        for (uint32_t c = 0; !ends->first && c < r->chain_count; c++)
            border[c] = base_max_u32(border[c], row[c]);
    }
    for (uint32_t i = 0; i < ends->count; i++) {
        uint32_t step = ends->steps[i];
        const uint32_t *row = &r->latest[(size_t)step * r->chain_count];
        ends->is_end[i] = ends->first || border[r->chain[step]] <= r->position[step];
        for (uint32_t c = 0; ends->first && c < r->chain_count; c++)
            ends->is_end[i] = ends->is_end[i] && row[c] <= border[c];
    }
}

/* The same with rows of bits: the union of what comes before, or the list itself. */
static void compare_bits(const order_reach *r, order_ends *ends, uint64_t *set)
{
    uint32_t words = r->before.words_per_row;
    for (uint32_t i = 0; i < ends->count; i++) {
        const uint64_t *row = base_bits_row(&r->before, ends->steps[i]);
        if (ends->first)
            set[ends->steps[i] / 64] |= 1ull << (ends->steps[i] % 64);
        for (uint32_t w = 0; !ends->first && w < words; w++)
            set[w] |= row[w];
    }
    for (uint32_t i = 0; i < ends->count; i++) {
        uint32_t step = ends->steps[i];
        const uint64_t *row = base_bits_row(&r->before, step);
        uint64_t met = ends->first ? 0 : set[step / 64] >> (step % 64) & 1;
        for (uint32_t w = 0; ends->first && !met && w < words; w++)
            met = set[w] & row[w];
        ends->is_end[i] = !met;
    }
}

bool order_find_ends(const order_result *order, base_arena *arena, order_ends *ends)
{
    const order_reach *r = &order->reach;
    if (ends->count <= PAIRS_MAX || r->kind == ORDER_REACH_NONE) {
        compare_pairs(order, ends);
        return true;
    }
    bool chains = r->kind == ORDER_REACH_CHAINS;
    void *scratch = chains ? (void *)BASE_NEW(arena, uint32_t, r->chain_count)
                           : (void *)BASE_NEW(arena, uint64_t, r->before.words_per_row);
    if (!scratch)
        return false;
    if (chains)
        compare_chains(r, ends, scratch);
    else
        compare_bits(r, ends, scratch);
    return true;
}
