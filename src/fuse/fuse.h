/* A partition of the raster passes into groups: each becomes one render pass. */
#ifndef FUSE_H
#define FUSE_H

#include "affinity/affinity.h"

typedef struct fuse_group {
    fusor_slice members; /* result->members: passes in recording order */
    fusor_path path;
    uint32_t subpass_count;
} fuse_group;

typedef struct fuse_result {
    fuse_group *groups; /* by their first member's rank */
    uint32_t group_count;
    uint32_t *members;
    uint32_t *group_of;   /* by pass, FUSOR_NONE for passes without render pass */
    uint32_t *subpass_of; /* by pass, inside its group */
} fuse_result;

/* All that the rules look at. */
typedef struct fuse_input {
    const depend_tables *tables;
    const depend_dag *dag; /* of the passes that run */
    const cull_result *cull;
    const affinity_table *affinity;
    const fusor_device_desc *device;
    fusor_fuse_policy policy;
} fuse_input;

/* What the rules know of the groups, in the arena of fuse_passes(). */
typedef struct fuse_partition fuse_partition;

/* `partition`: the one that became the result, NULL under FUSOR_FUSE_OFF; may be NULL. */
fusor_result fuse_passes(const fuse_input *input, base_arena *arena, fuse_result *out,
                         fuse_partition **partition);

/* Why the group of `before` and that of `after` are not one; all reasons that hold, and a resource that
 * one of them is about, or FUSOR_NONE. */
typedef struct fuse_verdict {
    fusor_break_reasons reasons;
    uint32_t resource;
} fuse_verdict;
typedef struct fuse_pair {
    uint32_t before, after; /* passes */
} fuse_pair;
typedef struct fuse_pairs {
    const fuse_pair *pairs;
    fuse_verdict *verdicts; /* one a pair */
    uint32_t count;
} fuse_pairs;
/* Fills the verdicts. `partition`: what fuse_passes() left; NULL: every pass alone. */
fusor_result fuse_explain(const fuse_input *input, fuse_partition *partition, base_arena *arena,
                          const fuse_pairs *out);

#endif
