/* In: the barriers of a plan step. Out: one vkCmdPipelineBarrier2 for each `call` of the plan, or
 * legacy calls where synchronization2 is not enabled.
 * Promised: memory barriers of one call and one pair of stages are joined; no heap allocation: room
 * for the largest call is made by the load. Entry barriers of what outlives a frame take their source
 * from what really ran last (vulkan_state.c), split where subresources differ. */
#include "vulkan/vulkan_internal.h"

VkImageAspectFlags vulkan_aspects(fusor_aspects aspects)
{
    return (VkImageAspectFlags)aspects; /* the same bits: COLOR 1, DEPTH 2, STENCIL 4 */
}

/* --------------------------------------------------------------------------------------- scratch */

static uint32_t subresource_count(const fusor_region *region)
{
    return region->mips.count * region->layers.count;
}

/* Adds up the largest call of the plan. */
static void count_calls(const vulkan_program *program, uint32_t largest[3])
{
    uint32_t counts[3] = {0, 0, 0};
    for (uint32_t i = 0; i < program->plan->barrier_count; i++) {
        const fusor_plan_barrier *barrier = &program->plan->barriers[i];
        if (i == 0 || barrier->call != program->plan->barriers[i - 1].call) {
            counts[0] = counts[1] = counts[2] = 0;
        }
        bool is_image = program->plan->resources[barrier->resource].is_image;
        counts[0] += barrier->kind == FUSOR_BARRIER_MEMORY;
        counts[1] += barrier->kind == FUSOR_BARRIER_BUFFER;
        counts[2] += is_image && barrier->entry ? subresource_count(&barrier->region)
                                                : barrier->kind == FUSOR_BARRIER_IMAGE;
        for (uint32_t kind = 0; kind < 3; kind++) {
            largest[kind] = counts[kind] > largest[kind] ? counts[kind] : largest[kind];
        }
    }
}

fusor_result vulkan_make_barrier_scratch(vulkan_program *program)
{
    vulkan_barrier_scratch *scratch = &program->scratch;
    vulkan_owner *owner = &program->owner;
    uint32_t largest[3] = {0, 0, 0};
    count_calls(program, largest);
    scratch->memory = vulkan_take(owner, largest[0], sizeof *scratch->memory);
    scratch->buffers = vulkan_take(owner, largest[1], sizeof *scratch->buffers);
    scratch->images = vulkan_take(owner, largest[2], sizeof *scratch->images);
    scratch->legacy_buffers = vulkan_take(owner, largest[1], sizeof *scratch->legacy_buffers);
    scratch->legacy_images = vulkan_take(owner, largest[2], sizeof *scratch->legacy_images);
    bool made = scratch->memory && scratch->buffers && scratch->images && scratch->legacy_buffers &&
                scratch->legacy_images;
    return made ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}

/* ------------------------------------------------------------------------------- adding to a call */

typedef struct dependency {
    fusor_stages src_stages, dst_stages;
    fusor_access src_access, dst_access;
} dependency;

static void add_memory(vulkan_barrier_scratch *scratch, const dependency *d)
{
    for (uint32_t i = 0; i < scratch->memory_count; i++) {
        VkMemoryBarrier2 *known = &scratch->memory[i];
        if (known->srcStageMask == d->src_stages && known->dstStageMask == d->dst_stages) {
            known->srcAccessMask |= d->src_access;
            known->dstAccessMask |= d->dst_access;
            return;
        }
    }
    scratch->memory[scratch->memory_count++] =
        (VkMemoryBarrier2){.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                           .srcStageMask = d->src_stages,
                           .srcAccessMask = d->src_access,
                           .dstStageMask = d->dst_stages,
                           .dstAccessMask = d->dst_access};
}

static void add_buffer(vulkan_barrier_scratch *scratch, const dependency *d, VkBuffer buffer,
                       const fusor_byte_range *bytes)
{
    scratch->buffers[scratch->buffer_count++] =
        (VkBufferMemoryBarrier2){.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
                                 .srcStageMask = d->src_stages,
                                 .srcAccessMask = d->src_access,
                                 .dstStageMask = d->dst_stages,
                                 .dstAccessMask = d->dst_access,
                                 .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                 .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                 .buffer = buffer,
                                 .offset = bytes->first,
                                 .size = bytes->count};
}

static void add_image(vulkan_barrier_scratch *scratch, const dependency *d,
                      const VkImageLayout layouts[2], VkImage image,
                      const VkImageSubresourceRange *range)
{
    scratch->images[scratch->image_count++] =
        (VkImageMemoryBarrier2){.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
                                .srcStageMask = d->src_stages,
                                .srcAccessMask = d->src_access,
                                .dstStageMask = d->dst_stages,
                                .dstAccessMask = d->dst_access,
                                .oldLayout = layouts[0],
                                .newLayout = layouts[1],
                                .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                .image = image,
                                .subresourceRange = *range};
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

static void widen_buffer(dependency *d)
{
    d->src_stages = buffer_stages(d->src_stages);
    d->dst_stages = buffer_stages(d->dst_stages);
}

static dependency plan_dependency(const fusor_plan_resource *plan,
                                  const fusor_plan_barrier *barrier)
{
    dependency d = {barrier->src.stages, barrier->dst.stages, barrier->src.access,
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
static dependency tracked_dependency(const fusor_plan_barrier *barrier, const vulkan_state *state)
{
    return (dependency){state->stages | state->write_stages, barrier->dst.stages,
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
    dependency d = tracked_dependency(barrier, state);
    if (d.src_stages || layouts[0] != layouts[1]) {
        add_image(&program->scratch, &d, layouts,
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
    dependency d = tracked_dependency(barrier, state);
    if (!d.src_stages) {
        return;
    }
    widen_buffer(&d);
    if (barrier->kind == FUSOR_BARRIER_BUFFER) {
        add_buffer(&program->scratch, &d, program->resources[barrier->resource].buffers[instance],
                   &barrier->region.bytes);
    } else {
        add_memory(&program->scratch, &d);
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
    dependency d = plan_dependency(plan, barrier);
    if (is_fresh(program, barrier)) {
        d.src_stages = 0;
        d.src_access = 0;
    }
    switch (barrier->kind) {
    case FUSOR_BARRIER_MEMORY:
        if (d.src_stages || !is_fresh(program, barrier)) {
            add_memory(&program->scratch, &d);
        }
        break;
    case FUSOR_BARRIER_BUFFER:
        add_buffer(&program->scratch, &d, resource->buffers[instance], &barrier->region.bytes);
        break;
    case FUSOR_BARRIER_IMAGE: {
        const VkImageLayout layouts[2] = {(VkImageLayout)barrier->src.layout,
                                          (VkImageLayout)barrier->dst.layout};
        VkImageSubresourceRange range = subresource_range(plan, &barrier->region);
        add_image(&program->scratch, &d, layouts, resource->images[instance], &range);
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

void vulkan_flush_barriers(fusor_vulkan *vk, VkCommandBuffer commands,
                           vulkan_barrier_scratch *barriers)
{
    if (!barriers->memory_count && !barriers->buffer_count && !barriers->image_count) {
        return;
    }
    if (!vk->features.synchronization2) {
        vulkan_legacy_record(vk, commands, barriers);
        return;
    }
    VkDependencyInfo info = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                             .memoryBarrierCount = barriers->memory_count,
                             .pMemoryBarriers = barriers->memory,
                             .bufferMemoryBarrierCount = barriers->buffer_count,
                             .pBufferMemoryBarriers = barriers->buffers,
                             .imageMemoryBarrierCount = barriers->image_count,
                             .pImageMemoryBarriers = barriers->images};
    vk->api.CmdPipelineBarrier2(commands, &info);
    vk->stats.barrier_calls++;
    barriers->memory_count = barriers->buffer_count = barriers->image_count = 0;
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
