/* A linear order of groups and other passes. */
#ifndef ORDER_H
#define ORDER_H

#include "base/base_bits.h"
#include "fuse/fuse.h"

typedef struct order_step {
    fusor_step_kind kind; /* GROUP or PASS */
    uint32_t index;       /* fuse group, or pass */
} order_step;

typedef struct order_result {
    order_step *steps;
    uint32_t step_count;
    uint32_t *step_of; /* by pass, FUSOR_NONE for those that do not run */
    uint32_t *passes;  /* in recording order */
    uint32_t pass_count;
    base_bits before; /* step a is in row b: a happens before b by hazards */
    bool has_before;  /* false: too many steps, nothing is known to be ordered */
} order_result;

fusor_result order_steps(const depend_dag *dag, const cull_result *cull, const fuse_result *fuse,
                         base_arena *arena, order_result *out);

static inline bool order_happens_before(const order_result *order, uint32_t a, uint32_t b)
{
    return order->has_before && base_bits_get(&order->before, b, a);
}

#endif
