/* What the two halves of the enumeration share: nodes, edges, and what a walk finds at its end. */
#ifndef BRUTE_MEMORY_H
#define BRUTE_MEMORY_H

#include "audit/brute.h"
#include "core/oracle_core.h"

/* A dependency. `call` numbers the commands that hold dependencies: a node has the number of the next. */
typedef struct brute_edge {
    fusor_scope src, dst;
    fusor_stages before, after; /* its execution scopes */
    uint32_t *cells;            /* that it names */
    uint32_t cell_count, call;
    bool everything; /* all memory */
    bool
        global; /* a memory barrier: about accesses through any resource on the bytes that it names */
    bool anybody;             /* what unnamed readers of the caller see: only who is all of them */
    uint32_t event, from, to; /* between subpasses; from FUSOR_NONE: of a barrier */
} brute_edge;

/* One access in one stage; stage 0: a layout transition, or that the caller has shown the contents. */
typedef struct brute_node {
    uint32_t cell, event, subpass, pass, frame, call;
    fusor_stages stage;
    fusor_access access;
    bool write, concurrent, attachment, op, caller;
    bool in_all;       /* its pass says "all commands" */
    brute_edge *edges; /* of a transition */
    uint32_t edge_count;
} brute_node;

typedef struct brute_reach {
    bool ordered, available;
} brute_reach;

typedef struct brute_end {
    bool ordered, available, visible;
} brute_end;

typedef ORACLE_VEC(uint32_t) brute_list;

typedef struct brute_memory {
    ORACLE_VEC(brute_node) nodes;
    ORACLE_VEC(brute_edge) edges;
    brute_list *nodes_of; /* by cell: those that a later one may have to wait for */
    brute_list *about;    /* by cell: the edges about it, in order */
    uint8_t *asked;       /* by cell: accesses to it are held against earlier ones */
    uint32_t near; /* plan->resources: only it and who is on its bytes are; FUSOR_NONE: all */
    uint32_t cell_count, call;
    brute_list path; /* of the walk at hand */
    ORACLE_VEC(brute_reach) reach;
} brute_memory;

/* The scopes that an execution dependency has ("Execution and Memory Dependencies"). */
void brute_widen(brute_edge *edge);
/* It names the cell, or somebody else on the bytes of the resource. */
bool brute_is_about(const oracle_state *s, const brute_edge *edge, uint32_t cell);
/* What of `from` gets to `to`, by any path; `sight`: visibility is asked. No more is looked for than is asked. */
brute_end brute_follow(oracle_state *s, const brute_node *from, const brute_node *to, bool sight);

extern const oracle_model brute_model;
void brute_finish(brute_memory *memory);

#endif
