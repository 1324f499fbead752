/* A slow, simple judge of plans. It shares nothing with the core: it reads the declaration and the
 * plan through the public header, derives what each pass does from tables of its own, and replays the
 * plan's steps over every subresource and byte range, several frames in a row:
 *
 *   versions  every read must see the contents that it sees when the passes run one after another in
 *             declared order, each attachment loaded and stored in full;
 *   hazards   two conflicting accesses to overlapping memory (aliases included) need a chain of
 *             execution dependencies, and availability and visibility after a write;
 *   layouts   chain, and are ones that the use allows;
 *   exits     what a later submission gets to know covers what may still run.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stddef.h>

#include "fusor/fusor.h"

typedef struct oracle_verdict {
    uint32_t faults;
    char text
        [800]; /* the first fault: "hazard: …", "version: …", "layout: …", "exit: …", "form: …" */
} oracle_verdict;

/* `own_barriers`: a barrier helps only accesses to memory that its own region overlaps. That is more
 * than Vulkan asks, and what the plan promises: one entry a dependency. */
typedef struct oracle_options {
    bool own_barriers;
    bool
        cut_shared; /* buffers where others on their bytes begin and end: many cells, for small graphs */
    uint32_t skip_barrier; /* 1 + index of a barrier of the plan that is left out; 0: none */
} oracle_options;

oracle_verdict oracle_check(const fusor_graph *graph, const fusor_plan *plan,
                            const oracle_options *options);
/* Frames that are unlike: plans of one graph with the same resources, in the order that they run in; the
 * last one is repeated. The first frame finds nothing running and kept images in the layout it expects. */
oracle_verdict oracle_check_frames(const fusor_graph *graph, const fusor_plan *const *plans,
                                   uint32_t plan_count, const oracle_options *options);

#endif
