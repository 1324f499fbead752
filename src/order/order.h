/* A linear order of groups and other passes. */
#ifndef ORDER_H
#define ORDER_H

#include "base/base_bits.h"
#include "fuse/fuse.h"

typedef struct order_step {
    fusor_step_kind kind; /* GROUP or PASS */
    uint32_t index;       /* fuse group, or pass */
} order_step;

typedef enum order_reach_kind {
    ORDER_REACH_NONE, /* not asked for, or too many steps: nothing is known to be ordered */
    ORDER_REACH_CHAINS,
    ORDER_REACH_BITS
} order_reach_kind;

/* Which step happens before which, by hazards. */
typedef struct order_reach {
    order_reach_kind kind;
    uint32_t chain_count;
    uint32_t *chain, *position; /* by step */
    uint32_t *latest;  /* CHAINS, by step and chain: 1 + the last position that happens before */
    base_bits before;  /* BITS: step a is in row b: a happens before b */
    uint32_t *level;   /* by step: steps on the longest way to it */
    uint32_t *settled; /* by step: all steps below this one happen before it */
    uint32_t *freed;   /* by step: all steps from this one on happen after it */
} order_reach;

typedef struct order_result {
    order_step *steps;
    uint32_t step_count;
    uint32_t *step_of; /* by pass, FUSOR_NONE for those that do not run */
    uint32_t *passes;  /* in recording order */
    uint32_t pass_count;
    order_reach reach;
} order_result;

typedef struct order_input {
    const depend_tables *tables;
    const depend_dag *dag; /* of the passes that run */
    const cull_result *cull;
    const fuse_result *fuse;
    fusor_order_policy policy;
} order_input;

fusor_result order_steps(const order_input *input, base_arena *arena, order_result *out);

/* A step of the above: moves steps up between others of which one waits for the other, where that costs
 * nothing. False when out of memory. */
bool order_overlap(const order_input *input, base_arena *arena, order_result *out);
/* Fills order->reach; false when out of memory. */
bool order_close(const depend_dag *dag, base_arena *arena, order_result *order);

static inline bool order_happens_before(const order_result *order, uint32_t a, uint32_t b)
{
    const order_reach *r = &order->reach;
    if (r->kind == ORDER_REACH_CHAINS)
        return r->latest[(size_t)b * r->chain_count + r->chain[a]] > r->position[a];
    return r->kind == ORDER_REACH_BITS && base_bits_get(&r->before, b, a);
}

/* Distinct steps, and for each whether no other of them comes before it (`first`), or after it. */
typedef struct order_ends {
    const uint32_t *steps;
    uint32_t count;
    bool first;
    uint8_t *is_end;
} order_ends;

/* O(steps × row); false when out of memory. */
bool order_find_ends(const order_result *order, base_arena *arena, order_ends *ends);

#endif
