/* A partition that grows, with all that the rules ask about a group. */
#ifndef FUSE_GROUPS_H
#define FUSE_GROUPS_H

#include "affinity/affinity_paths.h"
#include "fuse/fuse_cost.h"
#include "fuse/fuse_index.h"

/* A view of one group. */
typedef struct fuse_item {
    fuse_span span;
    uint32_t next;          /* of the group, FUSOR_NONE */
    uint32_t next_of_image; /* of the group and the image */
    bool counted;           /* its bits count: not only a resolve's target */
    uint32_t resolved;      /* a touch whose use is resolved, FUSOR_NONE */
    bool input;             /* some member reads it at its pixel */
} fuse_item;

/* An image that a group uses other than as an attachment. */
typedef struct fuse_plain {
    uint32_t use, next, next_of_image;
} fuse_plain;

/* What is known about one group. */
typedef struct fuse_group_facts {
    uint32_t first, last, size; /* members by rank */
    uint32_t items, item_count; /* heads; views */
    uint32_t plains, plain_count;
    uint32_t bits, inputs, subpasses;
    uint32_t depth_view;   /* FUSOR_NONE: without depth */
    uint32_t clear_inside; /* a resource that a later member clears, FUSOR_NONE */
    bool one_signature;
    uint32_t first_resolve; /* by rank the first member with a resolve, FUSOR_NONE */
} fuse_group_facts;

typedef struct fuse_placed {
    uint32_t place, group;
} fuse_placed;

/* Every pass that runs is its own group at first. A group's name is one of its members. */
struct fuse_partition {
    const fuse_input *input;
    base_arena *arena;
    affinity_path_rules rules; /* of the path that groups may take */
    fuse_cost cost;
    uint32_t *group_of;               /* by pass */
    uint32_t *next;                   /* by pass: next member by rank, FUSOR_NONE */
    fuse_group_facts *groups;         /* by name */
    fuse_item *items;                 /* by touch */
    fuse_plain *plains;               /* one a plain use */
    fuse_index index;                 /* of groups whose lists are long */
    uint32_t *place;                  /* by name: a topological order of the groups, with gaps */
    uint32_t *stamp, *parent, *stack; /* scratch by pass */
    fuse_placed *placed;              /* scratch, twice as many and two */
    fuse_placed *placed_room;         /* to sort them in: as many and two */
    uint32_t stamp_now;
    uint64_t steps_left; /* edges that searches may still look at */
};

/* False when out of memory. */
bool fuse_partition_init(const fuse_input *input, base_arena *arena, fuse_partition *p);
/* Makes the groups of two passes one; the caller checked that it may. False when out of memory. */
bool fuse_partition_merge(fuse_partition *p, uint32_t a, uint32_t b);

/* The subpasses of two groups together. */
uint32_t fuse_union_subpasses(const fuse_partition *p, uint32_t x, uint32_t y);
/* A resource of which a member of one clears what a member of the other, or of the same group, has before,
 * FUSOR_NONE. */
uint32_t fuse_union_clears(const fuse_partition *p, uint32_t x, uint32_t y);
/* Bytes that two groups save as one. */
uint64_t fuse_union_gain(const fuse_partition *p, uint32_t x, uint32_t y);
/* Two touches of one view, in two passes, that are resolved alike: to one target in one mode. */
bool fuse_same_resolve(const fuse_partition *p, uint32_t a, uint32_t b);
/* The one of two groups that has less to walk over; the first where they are alike. */
uint32_t fuse_smaller(const fuse_partition *p, uint32_t x, uint32_t y);
/* The first item of a group and an image whose bits count, FUSOR_NONE. */
uint32_t fuse_find_counted(const fuse_partition *p, uint32_t group, uint32_t resource);
/* The newest item, or plain use, of a group and an image; `next_of_image` leads on. FUSOR_NONE: none. */
uint32_t fuse_first_item(const fuse_partition *p, uint32_t group, uint32_t resource);
uint32_t fuse_first_plain(const fuse_partition *p, uint32_t group, uint32_t resource);
/* The item of a group with a view, NULL: it does not attach it. */
const fuse_item *fuse_find_item(const fuse_partition *p, uint32_t group, uint32_t view);

#endif
