/* What the files of the lift share: a plan while it is read out of a log. */
#ifndef FUSOR_FAKE_LIFT_CORE_H
#define FUSOR_FAKE_LIFT_CORE_H

#include "fake_lift.h"

/* A growing array; the test process ends when memory does. */
#define LIFT_VEC(type)                                                                             \
    struct {                                                                                       \
        type *data;                                                                                \
        uint32_t count, room;                                                                      \
    }
void *lift_grow(void *data, uint32_t count, uint32_t *room, size_t size);
#define LIFT_PUSH(vec)                                                                             \
    ((vec)->data = lift_grow((vec)->data, (vec)->count, &(vec)->room, sizeof *(vec)->data),        \
     &(vec)->data[(vec)->count++])
#define LIFT_ZEROED(count, type) ((type *)lift_zeroed(count, sizeof(type)))
void *lift_zeroed(size_t count, size_t size);

/* The arrays that a lifted plan has of its own. X(type, name, count's name) */
#define LIFT_ARRAYS(X)                                                                             \
    X(uint32_t, order, order_count)                                                                \
    X(fusor_plan_step, steps, step_count)                                                          \
    X(fusor_plan_group, groups, group_count)                                                       \
    X(fusor_plan_member, members, member_count)                                                    \
    X(fusor_plan_subpass, subpasses, subpass_count)                                                \
    X(fusor_plan_dependency, dependencies, dependency_count)                                       \
    X(fusor_plan_attachment, attachments, attachment_count)                                        \
    X(fusor_plan_reference, references, reference_count)                                           \
    X(fusor_plan_clear, clears, clear_count)                                                       \
    X(fusor_plan_barrier, barriers, barrier_count)                                                 \
    X(fusor_plan_pass, passes, pass_count)                                                         \
    X(fusor_placement, placements, placement_count)                                                \
    X(uint32_t, pass_list, pass_list_count)                                                        \
    X(uint32_t, index_list, index_list_count)

/* Bytes of a pool that poison is put into. */
typedef struct lift_fill_range {
    uint32_t pool;
    uint64_t first, count;
} lift_fill_range;

typedef struct lift_frame {
    fake_lift *lift;
    const fusor_plan *plan; /* the loaded one */
    uint64_t frame;
#define LIFT_ROW(type, name, count) LIFT_VEC(type) name;
    LIFT_ARRAYS(LIFT_ROW)
#undef LIFT_ROW
    LIFT_VEC(const fake_vulkan_barrier *) pending; /* commands since the last action */
    bool filling; /* poison fills follow the full barrier that was taken off `pending` */
    bool in_group, in_pass;
    uint32_t pass;    /* declared index of the open label */
    uint32_t subpass; /* of the open render pass */
    const VkRenderPassCreateInfo2 *render_pass;
    fusor_plan_group group;          /* the open one */
    uint32_t first_clear;            /* clears since the last member */
    uint32_t planned_group;          /* FUSOR_NONE until the first member is known */
    LIFT_VEC(lift_fill_range) fills; /* of the boundary */
    bool failed;
} lift_frame;

/* The first error stands. Returns false. */
bool lift_fail(lift_frame *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* fake_lift_map.c */
const fake_lift_handle *lift_find_handle(const fake_lift *lift, uint64_t value);
/* How many frames ago an instance was the present one. */
bool lift_previous(lift_frame *f, const fake_lift_handle *handle, uint32_t *previous);
bool lift_placements(lift_frame *f);
bool lift_fill(lift_frame *f, const fake_vulkan_call *call);
/* Whether what was filled before this pass is nobody's who is alive. `pass` FUSOR_NONE: the end. */
bool lift_check_fills(lift_frame *f, uint32_t pass);
bool lift_check_copy(lift_frame *f, const fake_vulkan_call *call);

/* fake_lift_barrier.c */
bool lift_barriers(lift_frame *f, uint32_t before, fusor_slice *out);
/* Vulkan 1.0's words in synchronization2's. */
fusor_stages lift_stages(VkPipelineStageFlags2 stages, bool source);
fusor_access lift_access(VkAccessFlags2 access, fusor_stages stages);
/* No finer than Vulkan 1.0. */
fusor_stages lift_coarse_stages(fusor_stages stages);
fusor_access lift_coarse_access(fusor_access access, fusor_stages stages);
fusor_stages lift_buffer_stages(fusor_stages stages);

/* fake_lift_group.c */
bool lift_begin_group(lift_frame *f, const fake_vulkan_begin *begin);
bool lift_member(lift_frame *f, uint32_t pass);
bool lift_clears(lift_frame *f, const fake_vulkan_clear *clear);
bool lift_end_group(lift_frame *f);

#endif
