/* In: steps in a stable order. Out: an order in which fewer steps wait for the one right before.
 * Promise: it costs nothing. A step moves up between two others, of which the second waits for the first, only
 * if nobody whom it passes has a resource in common with it, and no resource's life begins with it: so
 * every barrier, op and live byte stays, or goes earlier with it. O(steps × 8 × uses of a step). */
#include "order/order.h"

enum { STEPS_MAX = 8 }; /* that a step may pass */

typedef struct overlap {
    const order_input *input;
    const order_result *order;
    uint32_t *first;          /* by step: into order->passes; one more */
    uint32_t *sequence;       /* steps */
    uint32_t *resource_stamp; /* by resource: used by a step that would be passed */
    uint32_t *step_stamp;     /* by step: would be passed */
    uint8_t *seen;            /* by resource: used by a step that is recorded already */
    uint32_t now;
} overlap;

static bool start(overlap *o, base_arena *arena)
{
    const order_result *order = o->order;
    o->first = BASE_NEW(arena, uint32_t, order->step_count + 1);
    o->sequence = BASE_NEW(arena, uint32_t, order->step_count);
    o->step_stamp = BASE_NEW(arena, uint32_t, order->step_count);
    o->resource_stamp = BASE_NEW(arena, uint32_t, o->input->tables->model->resource_count);
    o->seen = BASE_NEW(arena, uint8_t, o->input->tables->model->resource_count);
    if (!o->first || !o->sequence || !o->step_stamp || !o->resource_stamp || !o->seen)
        return false;
    for (uint32_t i = 0; i < order->pass_count; i++)
        o->first[order->step_of[order->passes[i]] + 1] = i + 1;
    for (uint32_t s = 0; s < order->step_count; s++)
        o->sequence[s] = s;
    return true;
}

/* A pass of `step` waits for one whose step is stamped now. */
static bool waits(const overlap *o, uint32_t step)
{
    const depend_dag *dag = o->input->dag;
    for (uint32_t i = o->first[step]; i < o->first[step + 1]; i++) {
        uint32_t pass = o->order->passes[i];
        for (uint32_t k = dag->pred_first[pass]; k < dag->pred_first[pass + 1]; k++) {
            uint32_t from = o->order->step_of[dag->edges.data[dag->pred[k]].src];
            if (o->step_stamp[from] == o->now)
                return true;
        }
    }
    return false;
}

typedef bool (*use_fn)(overlap *o, const graph_use *use);

/* False when `see` says it of some use. */
static bool each_use(overlap *o, uint32_t step, use_fn see)
{
    const depend_tables *tables = o->input->tables;
    for (uint32_t i = o->first[step]; i < o->first[step + 1]; i++) {
        fusor_slice uses = tables->model->passes[o->order->passes[i]].uses;
        for (uint32_t k = uses.first; k < uses.first + uses.count; k++)
            if (!see(o, &tables->uses[k]))
                return false;
    }
    return true;
}

static bool stamp_use(overlap *o, const graph_use *use)
{
    o->resource_stamp[use->resource] = o->now;
    return true;
}

static bool see_use(overlap *o, const graph_use *use)
{
    o->seen[use->resource] = 1;
    return true;
}

static bool use_is_free(overlap *o, const graph_use *use)
{
    bool lives =
        o->seen[use->resource] ||
        o->input->tables->model->resources[use->resource].lifetime == FUSOR_LIFETIME_IMPORTED;
    return lives && o->resource_stamp[use->resource] != o->now;
}

static void stamp_step(overlap *o, uint32_t step)
{
    o->step_stamp[step] = o->now;
    (void)each_use(o, step, stamp_use);
}

/* A later step that can be recorded right behind `at`; 0: none, or nobody waits there. */
static uint32_t find_free(overlap *o, uint32_t at)
{
    uint32_t end = at + 2 + STEPS_MAX;
    if (end > o->order->step_count)
        end = o->order->step_count;
    o->now++;
    stamp_step(o, o->sequence[at]);
    if (at + 1 >= end || !waits(o, o->sequence[at + 1]))
        return 0;
    for (uint32_t i = at + 1; i < end; i++) {
        uint32_t step = o->sequence[i];
        if (i > at + 1 && !waits(o, step) && each_use(o, step, use_is_free))
            return i;
        stamp_step(o, step);
    }
    return 0;
}

static void move_up(overlap *o, uint32_t from, uint32_t to)
{
    uint32_t step = o->sequence[from];
    for (uint32_t i = from; i > to; i--)
        o->sequence[i] = o->sequence[i - 1];
    o->sequence[to] = step;
}

/* The same steps as the sequence says. */
static bool renumber(const overlap *o, base_arena *arena, order_result *out)
{
    order_step *steps = BASE_NEW(arena, order_step, out->step_count);
    uint32_t *passes = BASE_NEW(arena, uint32_t, out->pass_count), count = 0;
    if (!steps || !passes)
        return false;
    for (uint32_t s = 0; s < out->step_count; s++) {
        uint32_t old = o->sequence[s];
        steps[s] = out->steps[old];
        for (uint32_t i = o->first[old]; i < o->first[old + 1]; i++)
            passes[count++] = out->passes[i];
    }
    for (uint32_t s = 0, i = 0; s < out->step_count; s++)
        for (uint32_t left = o->first[o->sequence[s] + 1] - o->first[o->sequence[s]]; left; left--)
            out->step_of[passes[i++]] = s;
    out->steps = steps;
    out->passes = passes;
    return true;
}

bool order_overlap(const order_input *input, base_arena *arena, order_result *out)
{
    overlap o = {.input = input, .order = out};
    bool moved = false;
    if (!start(&o, arena))
        return false;
    for (uint32_t at = 0; at < out->step_count; at++) {
        uint32_t free_step = find_free(&o, at);
        if (free_step)
            move_up(&o, free_step, at + 1);
        moved = moved || free_step;
        (void)each_use(&o, o.sequence[at], see_use);
    }
    return !moved || renumber(&o, arena, out);
}
