/* In: the barriers of a plan step. Out: one barrier command for each `call` of the plan.
 * Promised: sources and layouts are the plan's, but for the entry barriers of what outlives a frame:
 * while the frames before were not equal ones, they take their source from what really ran last
 * (vulkan_state.c), split where subresources differ. */
#include "vulkan/vulkan_call.h"

VkImageAspectFlags vulkan_aspects(fusor_aspects aspects)
{
    return (VkImageAspectFlags)aspects; /* the same bits: COLOR 1, DEPTH 2, STENCIL 4 */
}

/* A 3D image has one layer; the layers of a region of it are slices. */
static VkImageSubresourceRange subresource_range(const fusor_plan_resource *plan,
                                                 const fusor_region *region)
{
    bool is_3d = plan->type == FUSOR_IMAGE_3D;
    return (VkImageSubresourceRange){vulkan_aspects(region->aspects), region->mips.first,
                                     region->mips.count, is_3d ? 0 : region->layers.first,
                                     is_3d ? 1 : region->layers.count};
}

/* Of what a buffer goes through only fills are clears, and they are the CLEAR stage's by the
 * specification ("Clear Commands"). Validation layers before 2024-02 (issue 7406) take them for copies,
 * and a driver's author may have read it so too: both stages are named, which costs nothing. */
static fusor_stages buffer_stages(fusor_stages stages)
{
    return stages & FUSOR_STAGE_CLEAR ? stages | FUSOR_STAGE_COPY : stages;
}

static void widen_buffer(vulkan_dependency *d)
{
    d->src_stages = buffer_stages(d->src_stages);
    d->dst_stages = buffer_stages(d->dst_stages);
}

static vulkan_dependency plan_dependency(const fusor_plan_resource *plan,
                                         const fusor_plan_barrier *barrier)
{
    vulkan_dependency d = {barrier->src.stages, barrier->dst.stages, barrier->src.access,
                           barrier->dst.access};
    /* An import without a source still waits for the semaphores that the frame waits for: they are
     * waited for at the destination's stages, and the transition must come behind them. */
    if (plan->lifetime == FUSOR_LIFETIME_IMPORTED && barrier->entry && !d.src_stages) {
        d.src_stages = d.dst_stages;
    }
    if (!plan->is_image) {
        widen_buffer(&d);
    }
    return d;
}

/* --------------------------------------------------------------------------------- tracked sources */

/* A read, too, waits for everybody since the last write: what was read in between may have been
 * behind a layout transition, and only its readers' stages chain to that. */
static vulkan_dependency tracked_dependency(const fusor_plan_barrier *barrier,
                                            const vulkan_state *state)
{
    return (vulkan_dependency){state->stages | state->write_stages, barrier->dst.stages,
                               state->write_access, barrier->dst.access};
}

/* The states of a subresource's aspects joined; the plan gives both aspects one layout. */
static vulkan_state joined_state(const vulkan_program *program, const fusor_plan_barrier *barrier,
                                 uint32_t instance, uint32_t mip, uint32_t layer)
{
    const vulkan_resource *resource = &program->resources[barrier->resource];
    vulkan_state out = {0};
    for (uint32_t aspect = 0; aspect < resource->aspect_count; aspect++) {
        bool meant =
            resource->aspect_count == 1 ||
            (barrier->region.aspects & (aspect ? FUSOR_ASPECT_STENCIL : FUSOR_ASPECT_DEPTH));
        const vulkan_state *state =
            vulkan_state_at(program, barrier->resource, instance, aspect, mip, layer);
        if (meant) {
            out.layout = state->layout;
            out.stages |= state->stages;
            out.write_stages |= state->write_stages;
            out.write_access |= state->write_access;
        }
    }
    return out;
}

static bool equal_states(const vulkan_state *a, const vulkan_state *b)
{
    return a->layout == b->layout && a->stages == b->stages && a->write_stages == b->write_stages &&
           a->write_access == b->write_access;
}

static void add_tracked_range(vulkan_program *program, const fusor_plan_barrier *barrier,
                              uint32_t instance, const vulkan_state *state,
                              const VkImageSubresourceRange *range)
{
    /* Contents that the plan discards are discarded whatever they were in. Without has_layout the
     * layout stays; then only the scope counts. */
    VkImageLayout new_layout =
        barrier->has_layout ? (VkImageLayout)barrier->dst.layout : state->layout;
    bool discards = barrier->has_layout && barrier->src.layout == FUSOR_LAYOUT_UNDEFINED;
    VkImageLayout layouts[2] = {discards ? VK_IMAGE_LAYOUT_UNDEFINED : state->layout, new_layout};
    vulkan_dependency d = tracked_dependency(barrier, state);
    if (d.src_stages || layouts[0] != layouts[1]) {
        vulkan_call_add_image(&program->scratch, &d, layouts,
                              program->resources[barrier->resource].images[instance], range);
    }
}

static bool uniform_state(const vulkan_program *program, const fusor_plan_barrier *barrier,
                          uint32_t instance, const VkImageSubresourceRange *range,
                          vulkan_state *first)
{
    *first = joined_state(program, barrier, instance, range->baseMipLevel, range->baseArrayLayer);
    for (uint32_t m = 0; m < range->levelCount; m++) {
        for (uint32_t l = 0; l < range->layerCount; l++) {
            vulkan_state state = joined_state(program, barrier, instance, range->baseMipLevel + m,
                                              range->baseArrayLayer + l);
            if (!equal_states(first, &state)) {
                return false;
            }
        }
    }
    return true;
}

static void add_tracked_image(vulkan_program *program, const fusor_plan_barrier *barrier,
                              uint32_t instance)
{
    VkImageSubresourceRange range =
        subresource_range(&program->plan->resources[barrier->resource], &barrier->region);
    vulkan_state state;
    if (uniform_state(program, barrier, instance, &range, &state)) {
        add_tracked_range(program, barrier, instance, &state, &range);
        return;
    }
    for (uint32_t m = 0; m < range.levelCount; m++) {
        for (uint32_t l = 0; l < range.layerCount; l++) {
            VkImageSubresourceRange one = {range.aspectMask, range.baseMipLevel + m, 1,
                                           range.baseArrayLayer + l, 1};
            state = joined_state(program, barrier, instance, one.baseMipLevel, one.baseArrayLayer);
            add_tracked_range(program, barrier, instance, &state, &one);
        }
    }
}

/* ------------------------------------------------------------------------------------- the entries */

static void add_tracked(vulkan_program *program, const fusor_plan_barrier *barrier,
                        uint32_t instance)
{
    if (program->plan->resources[barrier->resource].is_image) {
        add_tracked_image(program, barrier, instance);
        return;
    }
    const vulkan_state *state = vulkan_state_at(program, barrier->resource, instance, 0, 0, 0);
    vulkan_dependency d = tracked_dependency(barrier, state);
    if (!d.src_stages) {
        return;
    }
    widen_buffer(&d);
    if (barrier->kind == FUSOR_BARRIER_BUFFER) {
        vulkan_call_add_buffer(&program->scratch, &d,
                               program->resources[barrier->resource].buffers[instance],
                               &barrier->region.bytes);
    } else {
        vulkan_call_add_memory(&program->scratch, &d);
    }
}

/* A load makes fresh memory: in its first frame nobody was there before. Poison was. */
static bool is_fresh(const vulkan_program *program, const fusor_plan_barrier *barrier)
{
    return program->frame == 0 && !program->vk->poison && barrier->entry &&
           barrier->why == FUSOR_WHY_FRAME_WRAP &&
           program->plan->resources[barrier->resource].lifetime == FUSOR_LIFETIME_TRANSIENT;
}

static void add_planned(vulkan_program *program, const fusor_plan_barrier *barrier,
                        uint32_t instance)
{
    const fusor_plan_resource *plan = &program->plan->resources[barrier->resource];
    const vulkan_resource *resource = &program->resources[barrier->resource];
    vulkan_dependency d = plan_dependency(plan, barrier);
    if (is_fresh(program, barrier)) {
        d.src_stages = 0;
        d.src_access = 0;
    }
    switch (barrier->kind) {
    case FUSOR_BARRIER_MEMORY:
        if (d.src_stages || !is_fresh(program, barrier)) {
            vulkan_call_add_memory(&program->scratch, &d);
        }
        break;
    case FUSOR_BARRIER_BUFFER:
        vulkan_call_add_buffer(&program->scratch, &d, resource->buffers[instance],
                               &barrier->region.bytes);
        break;
    case FUSOR_BARRIER_IMAGE: {
        const VkImageLayout layouts[2] = {(VkImageLayout)barrier->src.layout,
                                          (VkImageLayout)barrier->dst.layout};
        VkImageSubresourceRange range = subresource_range(plan, &barrier->region);
        vulkan_call_add_image(&program->scratch, &d, layouts, resource->images[instance], &range);
        break;
    }
    }
}

static void add_barrier(vulkan_program *program, const fusor_plan_barrier *barrier,
                        uint32_t frame_slot)
{
    uint32_t instance = vulkan_instance_of(&program->plan->resources[barrier->resource],
                                           program->frame, frame_slot, barrier->previous);
    if (vulkan_is_tracked(program, barrier)) {
        add_tracked(program, barrier, instance);
    } else {
        add_planned(program, barrier, instance);
    }
}

void vulkan_record_barriers(vulkan_program *program, VkCommandBuffer commands, fusor_slice barriers,
                            uint32_t frame_slot)
{
    const fusor_plan_barrier *entries = program->plan->barriers + barriers.first;
    for (uint32_t i = 0; i < barriers.count; i++) {
        add_barrier(program, &entries[i], frame_slot);
        if (i + 1 == barriers.count || entries[i + 1].call != entries[i].call) {
            vulkan_flush_barriers(program->vk, commands, &program->scratch);
        }
    }
}
