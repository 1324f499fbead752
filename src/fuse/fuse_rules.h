/* The rules that a union of two groups must keep, over a partition that is still growing. */
#ifndef FUSE_RULES_H
#define FUSE_RULES_H

#include "fuse/fuse.h"

/* A partition as linked lists: group g has members first[g] → next[…], sorted by rank. Every pass that
 * runs is its own group at first; a union keeps the smaller index. */
typedef struct fuse_partition {
    const fuse_input *input;
    uint32_t *group_of;    /* by pass: the representative pass */
    uint32_t *next;        /* by pass: next member by rank, FUSOR_NONE */
    uint32_t *last;        /* by representative: its last member */
    uint32_t *size;        /* by representative */
    uint32_t *stamp;       /* scratch by pass */
    uint32_t *parent;      /* scratch by pass */
    uint32_t *stack;       /* scratch */
    uint32_t *view_stamp;  /* scratch by view */
    uint32_t *image_stamp; /* scratch by resource */
    uint32_t stamp_now;
} fuse_partition;

bool fuse_partition_init(const fuse_input *input, base_arena *arena, fuse_partition *p);
void fuse_partition_merge(fuse_partition *p, uint32_t a, uint32_t b);
/* All reasons against the union of the groups of two passes; 0: it is legal. */
fuse_verdict fuse_check_union(fuse_partition *p, uint32_t a, uint32_t b);

#endif
