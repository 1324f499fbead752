/* The frozen, flat, hashable result. */
#ifndef PLAN_H
#define PLAN_H

#include <stdatomic.h>

#include "sync/sync.h"

/* Everything that the rooms above found out. */
typedef struct plan_input {
    const life_input *in;
    const life_result *life;
    const place_result *place;
    const sync_result *sync;
    const depend_dag *dag;
    const fuse_pairs *apart; /* neighbouring render passes, and why they are not one */
    fusor_policy policy;
    uint64_t unfused_load_bytes, unfused_store_bytes;
    uint32_t unfused_render_passes;
} plan_input;

/* Arrays while they grow; their numbers of elements follow from the input. */
typedef BASE_VEC(uint32_t) plan_numbers;

typedef struct plan_builder {
    const plan_input *input;
    base_arena *arena;
    uint32_t *resource_index; /* by resource: index in the plan, FUSOR_NONE */
    BASE_VEC(fusor_plan_pass) passes;
    BASE_VEC(uint32_t) order;
    BASE_VEC(fusor_plan_step) steps;
    BASE_VEC(fusor_plan_group) groups;
    BASE_VEC(fusor_plan_member) members;
    BASE_VEC(fusor_plan_bridge) bridges;
    BASE_VEC(fusor_plan_subpass) subpasses;
    BASE_VEC(fusor_plan_dependency) dependencies;
    BASE_VEC(fusor_plan_attachment) attachments;
    BASE_VEC(fusor_plan_reference) references;
    BASE_VEC(fusor_plan_clear) clears;
    BASE_VEC(fusor_plan_use) uses;
    BASE_VEC(fusor_plan_copy) copies;
    BASE_VEC(fusor_plan_resource) resources;
    BASE_VEC(fusor_placement) placements;
    BASE_VEC(fusor_plan_pool) pools;
    BASE_VEC(fusor_plan_barrier) barriers;
    BASE_VEC(fusor_plan_exit) exits;
    BASE_VEC(fusor_plan_break) breaks;
    BASE_VEC(fusor_diagnostic) diagnostics;
    plan_numbers pass_list, resource_list;
    BASE_VEC(uint32_t) index_list;
    BASE_VEC(fusor_format) format_list;
    uint32_t barrier_calls;
} plan_builder;

/* A plan and the memory that it lives in. */
typedef struct plan_box {
    fusor_plan plan; /* first: a fusor_plan * is a plan_box * */
    base_arena arena;
    atomic_uint others; /* who holds it, but for one: 0 is a plan of one holder */
} plan_box;

/* One more holder, who destroys it too. */
static inline fusor_plan *plan_hold(fusor_plan *plan)
{
    atomic_fetch_add(&((plan_box *)plan)->others, 1);
    return plan;
}

/* An empty plan with the names and diagnostics; NULL when out of memory. */
plan_box *plan_create(const fusor_allocator *allocator, const plan_input *input,
                      const base_diags *diags);
/* Fills it; false when out of memory. */
bool plan_fill(plan_box *box, const plan_input *input);

/* Steps of the above, in order. */
bool plan_add_resources(plan_builder *b);
bool plan_add_passes(plan_builder *b);
bool plan_add_groups(plan_builder *b);
bool plan_add_dependencies(plan_builder *b, uint32_t group, fusor_slice *out);
/* `out` stays as it is where nothing is cleared inside. */
bool plan_add_clears(plan_builder *b, uint32_t group, uint32_t pass, fusor_slice *out);
/* Takes out the dependencies of a group, the last that were added, that others imply. */
bool plan_drop_implied(plan_builder *b, fusor_slice *dependencies);
bool plan_add_barriers(plan_builder *b);
bool plan_add_breaks(plan_builder *b);
uint64_t plan_hash(const fusor_plan *plan);

static inline const life_attachment *plan_attachment_of(const plan_builder *b, uint32_t group,
                                                        uint32_t index)
{
    return &b->input->life->attachments
                .data[b->input->life->groups[group].attachments.first + index];
}

static inline const fusor_pass_desc *plan_desc_of(const plan_builder *b, uint32_t pass)
{
    return b->input->in->tables->model->passes[pass].desc;
}

#endif
