/* In: the dependencies of one `call` of a plan, one by one. Out: one vkCmdPipelineBarrier2, or legacy
 * calls where synchronization2 is not enabled.
 * Promised: memory barriers of one pair of stages are joined; no heap allocation: room for the largest
 * call is made by the load. */
#include "vulkan/vulkan_call.h"

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

/* ---------------------------------------------------------------------------------------- adding */

void vulkan_call_add_memory(vulkan_barrier_scratch *scratch, const vulkan_dependency *d)
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

void vulkan_call_add_buffer(vulkan_barrier_scratch *scratch, const vulkan_dependency *d,
                            VkBuffer buffer, const fusor_byte_range *bytes)
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

void vulkan_call_add_image(vulkan_barrier_scratch *scratch, const vulkan_dependency *d,
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

/* -------------------------------------------------------------------------------------- recording */

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
