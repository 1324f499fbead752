/* In: commands of a set-up or a download. Out: one submission, waited for.
 * Promised: frames of the executor that still run are ordered before it by the queue and by full
 * barriers; slow by design, never part of a frame. */
#include "vulkan/vulkan_internal.h"

fusor_result vulkan_once_begin(fusor_vulkan *vk, VkCommandBuffer *out)
{
    if (vk->lost) {
        return vulkan_check(vk, VK_ERROR_DEVICE_LOST, "an earlier call", "device");
    }
    fusor_result result = vulkan_check(vk, vk->api.ResetCommandPool(vk->device, vk->once_pool, 0),
                                       "vkResetCommandPool", "set-up");
    if (result != FUSOR_OK) {
        return result;
    }
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    *out = vk->once_commands;
    return vulkan_check(vk, vk->api.BeginCommandBuffer(vk->once_commands, &begin),
                        "vkBeginCommandBuffer", "set-up");
}

static fusor_result submit(fusor_vulkan *vk)
{
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &vk->once_commands};
    fusor_result result = vulkan_check(vk, vk->api.QueueSubmit(vk->queue, 1, &info, vk->once_fence),
                                       "vkQueueSubmit", "set-up");
    vk->stats.submissions += result == FUSOR_OK;
    return result;
}

fusor_result vulkan_once_end(fusor_vulkan *vk)
{
    fusor_result result = vulkan_check(vk, vk->api.EndCommandBuffer(vk->once_commands),
                                       "vkEndCommandBuffer", "set-up");
    if (result == FUSOR_OK) {
        result = vulkan_check(vk, vk->api.ResetFences(vk->device, 1, &vk->once_fence),
                              "vkResetFences", "set-up");
    }
    if (result == FUSOR_OK) {
        result = submit(vk);
    }
    if (result == FUSOR_OK) {
        result = vulkan_wait_fence(vk, vk->once_fence, "set-up");
    }
    return result;
}

void vulkan_full_barrier(fusor_vulkan *vk, VkCommandBuffer commands)
{
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                               .dstAccessMask =
                                   VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    vk->api.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                               VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &barrier, 0, NULL, 0,
                               NULL);
}

void vulkan_full_image_barrier(fusor_vulkan *vk, VkCommandBuffer commands, VkImage image,
                               const VkImageSubresourceRange *range, const VkImageLayout layouts[2])
{
    VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                    .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                    .dstAccessMask =
                                        VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                    .oldLayout = layouts[0],
                                    .newLayout = layouts[1],
                                    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .image = image,
                                    .subresourceRange = *range};
    vk->api.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                               VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1,
                               &barrier);
}
