/* In: barriers in synchronization2's words. Out: vkCmdPipelineBarrier calls of Vulkan 1.0.
 * Promised: what is widened is in the two tables below and nowhere else; barriers are grouped by
 * their pair of stages, because a legacy call has one source and one destination mask, and joining
 * different pairs would make each wait for all. */
#include "vulkan/vulkan_internal.h"

#define VERTEX_INPUT_PARTS                                                                         \
    (VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT | VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT)
#define TRANSFER_PARTS                                                                             \
    (FUSOR_STAGE_COPY | FUSOR_STAGE_RESOLVE | FUSOR_STAGE_BLIT | FUSOR_STAGE_CLEAR)

typedef struct widening {
    uint64_t from;
    uint32_t to;
} widening;

/* Stages that only synchronization2 tells apart. */
static const widening stage_widenings[] = {
    {TRANSFER_PARTS, VK_PIPELINE_STAGE_TRANSFER_BIT},
    {VERTEX_INPUT_PARTS, VK_PIPELINE_STAGE_VERTEX_INPUT_BIT},
    {VK_PIPELINE_STAGE_2_PRE_RASTERIZATION_SHADERS_BIT, VK_PIPELINE_STAGE_VERTEX_SHADER_BIT},
};

static const widening access_widenings[] = {
    {FUSOR_ACCESS_SHADER_SAMPLED_READ | FUSOR_ACCESS_SHADER_STORAGE_READ,
     VK_ACCESS_SHADER_READ_BIT},
    {FUSOR_ACCESS_SHADER_STORAGE_WRITE, VK_ACCESS_SHADER_WRITE_BIT},
};

static uint32_t widen(uint64_t flags, const widening *table, size_t count)
{
    uint32_t out = (uint32_t)flags;
    for (size_t i = 0; i < count; i++) {
        out |= flags & table[i].from ? table[i].to : 0;
    }
    return out;
}

static VkPipelineStageFlags widen_stages(fusor_stages stages)
{
    return widen(stages, stage_widenings, sizeof stage_widenings / sizeof stage_widenings[0]);
}

/* "Nothing before" and "nothing after" have stages of their own in Vulkan 1.0; a mask of zero is
 * invalid there (VUID-vkCmdPipelineBarrier-srcStageMask-03937). */
VkPipelineStageFlags vulkan_legacy_src_stages(fusor_stages stages)
{
    return stages ? widen_stages(stages) : VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT;
}

VkPipelineStageFlags vulkan_legacy_dst_stages(fusor_stages stages)
{
    return stages ? widen_stages(stages) : VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT;
}

VkAccessFlags vulkan_legacy_access(fusor_access access)
{
    return widen(access, access_widenings, sizeof access_widenings / sizeof access_widenings[0]);
}

/* --------------------------------------------------------------------------------------- recording */

/* One pair of stages: all that a legacy call can hold. */
typedef struct stage_pair {
    VkPipelineStageFlags src, dst;
} stage_pair;

static stage_pair pair_of(VkPipelineStageFlags2 src, VkPipelineStageFlags2 dst)
{
    return (stage_pair){vulkan_legacy_src_stages(src), vulkan_legacy_dst_stages(dst)};
}

static bool equal_pairs(stage_pair a, stage_pair b)
{
    return a.src == b.src && a.dst == b.dst;
}

static void take_memory(vulkan_barrier_scratch *barriers, stage_pair pair, VkMemoryBarrier *out,
                        uint32_t *taken)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < barriers->memory_count; i++) {
        const VkMemoryBarrier2 from = barriers->memory[i];
        if (!equal_pairs(pair_of(from.srcStageMask, from.dstStageMask), pair)) {
            barriers->memory[kept++] = from;
            continue;
        }
        /* Barriers of one pair of stages are one memory barrier with all their accesses. */
        *taken = 1;
        out->srcAccessMask |= vulkan_legacy_access(from.srcAccessMask);
        out->dstAccessMask |= vulkan_legacy_access(from.dstAccessMask);
    }
    barriers->memory_count = kept;
}

static uint32_t take_buffers(vulkan_barrier_scratch *barriers, stage_pair pair)
{
    uint32_t kept = 0, taken = 0;
    for (uint32_t i = 0; i < barriers->buffer_count; i++) {
        const VkBufferMemoryBarrier2 from = barriers->buffers[i];
        if (!equal_pairs(pair_of(from.srcStageMask, from.dstStageMask), pair)) {
            barriers->buffers[kept++] = from;
            continue;
        }
        barriers->legacy_buffers[taken++] =
            (VkBufferMemoryBarrier){.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                    .srcAccessMask = vulkan_legacy_access(from.srcAccessMask),
                                    .dstAccessMask = vulkan_legacy_access(from.dstAccessMask),
                                    .srcQueueFamilyIndex = from.srcQueueFamilyIndex,
                                    .dstQueueFamilyIndex = from.dstQueueFamilyIndex,
                                    .buffer = from.buffer,
                                    .offset = from.offset,
                                    .size = from.size};
    }
    barriers->buffer_count = kept;
    return taken;
}

static uint32_t take_images(vulkan_barrier_scratch *barriers, stage_pair pair)
{
    uint32_t kept = 0, taken = 0;
    for (uint32_t i = 0; i < barriers->image_count; i++) {
        const VkImageMemoryBarrier2 from = barriers->images[i];
        if (!equal_pairs(pair_of(from.srcStageMask, from.dstStageMask), pair)) {
            barriers->images[kept++] = from;
            continue;
        }
        barriers->legacy_images[taken++] =
            (VkImageMemoryBarrier){.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                   .srcAccessMask = vulkan_legacy_access(from.srcAccessMask),
                                   .dstAccessMask = vulkan_legacy_access(from.dstAccessMask),
                                   .oldLayout = from.oldLayout,
                                   .newLayout = from.newLayout,
                                   .srcQueueFamilyIndex = from.srcQueueFamilyIndex,
                                   .dstQueueFamilyIndex = from.dstQueueFamilyIndex,
                                   .image = from.image,
                                   .subresourceRange = from.subresourceRange};
    }
    barriers->image_count = kept;
    return taken;
}

static stage_pair first_pair(const vulkan_barrier_scratch *barriers)
{
    if (barriers->memory_count) {
        return pair_of(barriers->memory[0].srcStageMask, barriers->memory[0].dstStageMask);
    }
    if (barriers->buffer_count) {
        return pair_of(barriers->buffers[0].srcStageMask, barriers->buffers[0].dstStageMask);
    }
    return pair_of(barriers->images[0].srcStageMask, barriers->images[0].dstStageMask);
}

void vulkan_legacy_record(fusor_vulkan *vk, VkCommandBuffer commands,
                          vulkan_barrier_scratch *barriers)
{
    while (barriers->memory_count || barriers->buffer_count || barriers->image_count) {
        stage_pair pair = first_pair(barriers);
        VkMemoryBarrier memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER};
        uint32_t memory_count = 0;
        take_memory(barriers, pair, &memory, &memory_count);
        uint32_t buffer_count = take_buffers(barriers, pair);
        uint32_t image_count = take_images(barriers, pair);
        vk->api.CmdPipelineBarrier(commands, pair.src, pair.dst, 0, memory_count, &memory,
                                   buffer_count, barriers->legacy_buffers, image_count,
                                   barriers->legacy_images);
        vk->stats.barrier_calls++;
    }
}
