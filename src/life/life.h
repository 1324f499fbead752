/* Uses at the granularity of steps: what each render pass loads and stores, who uses what when. */
#ifndef LIFE_H
#define LIFE_H

#include "order/order.h"

/* One attachment of one group. */
typedef struct life_attachment {
    uint32_t view; /* affinity view */
    fusor_load_op load, stencil_load;
    fusor_store_op store, stencil_store;
    uint32_t clear_use, clear_stencil_use; /* the use whose clear value is the load op's, or NONE */
    uint32_t resolve;                      /* index inside the group's attachments, or FUSOR_NONE */
    uint32_t resolve_use;
    uint32_t first_subpass, last_subpass;
    fusor_slice layouts; /* life->layouts, by subpass; UNDEFINED where it is not attached */
    fusor_layout first_layout, last_layout;
    bool memoryless;
} life_attachment;

typedef struct life_group {
    fusor_slice attachments; /* life->attachments */
} life_group;

/* One side of a dependency: what has to be waited for, and made available. */
typedef struct life_scope {
    fusor_stages stages;
    fusor_access access;
} life_scope;

/* One access of one step. As a destination a barrier must cover `first`, as a source `last`. */
typedef struct life_access {
    uint32_t step, resource, previous;
    fusor_region region; /* images: every aspect of the format */
    life_scope first, last;
    fusor_layout first_layout, last_layout;
    bool reads, writes, concurrent;
    fusor_slice passes; /* life->pass_list */
} life_access;

/* One access of one cell whose aspects are joined. `live_in`: contents from before are needed. */
typedef struct life_visit {
    uint32_t access, cell;
    bool live_in;
} life_visit;

typedef struct life_resource {
    uint32_t first_step, last_step; /* FUSOR_NONE: nobody uses it */
    uint32_t first_pass, last_pass;
    uint32_t rank; /* by first use: recording order, then position in the pass */
    fusor_usage usage;
    bool used, group_local, memoryless;
} life_resource;

typedef struct life_result {
    BASE_VEC(life_attachment) attachments;
    life_group *groups;         /* by fuse group */
    uint32_t *touch_attachment; /* by affinity touch: index inside the group's attachments */
    BASE_VEC(fusor_layout) layouts;
    fusor_layout *use_layouts;          /* by use: the layout during its pass */
    BASE_VEC(life_access) accesses;     /* by step */
    BASE_VEC(life_visit) visits;        /* by step */
    uint32_t *cell_visits, *cell_first; /* CSR by joined cell: visits in step order */
    uint32_t *joined_first;             /* by resource: first joined cell of `previous` 0 */
    uint32_t joined_count;
    BASE_VEC(uint32_t) pass_list;
    life_resource *resources;
    uint32_t used_count;
    uint64_t load_bytes, store_bytes, floor_bytes;
} life_result;

typedef struct life_input {
    const depend_tables *tables;
    const cull_result *cull;
    const affinity_table *affinity;
    const fuse_result *fuse;
    const order_result *order;
    const fusor_device_desc *device;
} life_input;

fusor_result life_build(const life_input *input, base_arena *arena, life_result *out);
/* Only the bytes that render passes load and store. */
fusor_result life_count_bytes(const life_input *input, base_arena *arena, life_result *out);

/* Joined cells of one slot of a resource. */
static inline uint32_t life_joined_count(const depend_grid *grid)
{
    return grid->mip_count * grid->layer_count;
}

/* The region of a joined cell, every aspect of the format. */
fusor_region life_joined_region(const depend_tables *tables, uint32_t resource, uint32_t index);

/* Steps of the above, in order. */
bool life_add_attachments(const life_input *input, base_arena *arena, life_result *out);
bool life_set_ops(const life_input *input, base_arena *arena, life_result *out);
bool life_settle_layouts(const life_input *input, base_arena *arena, life_result *out);
bool life_add_accesses(const life_input *input, base_arena *arena, life_result *out);
bool life_add_visits(const life_input *input, base_arena *arena, life_result *out);
bool life_sum_resources(const life_input *input, base_arena *arena, life_result *out);
void life_count_groups(const life_input *input, life_result *out);
bool life_count_traffic(const life_input *input, base_arena *arena, life_result *out);

/* Passes of a step, in recording order. */
static inline const uint32_t *life_step_passes(const life_input *input, uint32_t step,
                                               uint32_t *count)
{
    const order_step *s = &input->order->steps[step];
    if (s->kind == FUSOR_STEP_GROUP) {
        const fuse_group *group = &input->fuse->groups[s->index];
        *count = group->members.count;
        return &input->fuse->members[group->members.first];
    }
    *count = 1;
    return &s->index;
}

#endif
