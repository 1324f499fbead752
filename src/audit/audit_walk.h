/* Who last wrote and read each cell, while uses go by in declared order: who takes over whose contents
 * (flows), and who must come behind whom (edges). */
#ifndef AUDIT_WALK_H
#define AUDIT_WALK_H

#include <assert.h>

#include "audit/audit.h"

typedef struct audit_node {
    uint32_t use, next; /* 1 + index, 0 */
} audit_node;

typedef struct audit_cell_walk {
    uint32_t writers, readers, before; /* before: what the concurrent writers had to wait for */
    bool concurrent;
} audit_cell_walk;

/* Two walks are done: over all passes for the flows, and over those that the plan runs for the edges: a
 * pass that is culled orders nobody. */
typedef struct audit_walk {
    audit *a;
    bool edges; /* makes a->edges, else flows */
    BASE_VEC(audit_node) nodes;
    audit_cell_walk *cells;
    uint32_t *flow_first;       /* by pass: 1 + first flow */
    BASE_VEC(audit_node) flows; /* use: a pass that is needed when the owner is */
    uint8_t *reads_start;       /* by use: it reads what was there before the frame */
    uint32_t *last_after;       /* by pass before: 1 + the pass after of its last edge */
} audit_walk;

/* A list is 1 + the index of its first node, 0 where it is empty. */
static inline const audit_node *audit_node_at(const audit_node *nodes, uint32_t list)
{
    assert(nodes && list);
    return &nodes[list - 1];
}

/* False when out of memory. */
bool audit_walk_init(audit_walk *walk, audit *a);
bool audit_walk_read(audit_walk *walk, uint32_t use, uint32_t cell);
bool audit_walk_write(audit_walk *walk, uint32_t use, uint32_t cell);

#endif
