/* Random graphs that are valid: images with mips and layers, buffers with ranges, history, imports, all
 * kinds of passes. The same seed makes the same graph everywhere. */
#ifndef RANDOM_GRAPH_H
#define RANDOM_GRAPH_H

#include "core/plan_help.h"

typedef struct random_size {
    uint32_t images, buffers, passes; /* at most */
} random_size;

/* May still hold reads that nobody wrote before: the compile says so, and the caller skips it. */
fusor_graph *random_graph(uint64_t seed, const random_size *size);

#endif
