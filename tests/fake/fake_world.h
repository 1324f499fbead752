/* fake_world.h: a fake with its entry points and the short ways tests have of making things on it. */
#ifndef FUSOR_FAKE_WORLD_H
#define FUSOR_FAKE_WORLD_H

#include "fake_api.h"

typedef struct fake_world {
    fake_vulkan_desc desc; /* what the fake was made with */
    fake_vulkan *fake;
    fake_api vk;
    VkInstance instance;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool; /* made by fake_world_record() */
} fake_world;

void fake_world_init(fake_world *world, const fake_vulkan_desc *desc);
void fake_world_finish(fake_world *world);

VkImage fake_world_image(fake_world *world, VkFormat format, VkImageUsageFlags usage);
VkBuffer fake_world_buffer(fake_world *world, VkDeviceSize size, VkBufferUsageFlags usage);
VkDeviceMemory fake_world_memory(fake_world *world, VkDeviceSize size, uint32_t type);
/* Both bound to memory of their own, type 0. */
VkImage fake_world_bound_image(fake_world *world, VkFormat format, VkImageUsageFlags usage);
VkBuffer fake_world_bound_buffer(fake_world *world, VkDeviceSize size, VkBufferUsageFlags usage);
VkImageView fake_world_view(fake_world *world, VkImage image, VkFormat format);
/* One colour attachment, R8G8B8A8, CLEAR and STORE, in COLOR_ATTACHMENT from begin to end. */
VkRenderPass fake_world_render_pass(fake_world *world, uint32_t subpass_count);
VkFramebuffer fake_world_framebuffer(fake_world *world, VkRenderPass pass, VkImageView view);
VkFence fake_world_fence(fake_world *world);
VkSemaphore fake_world_semaphore(fake_world *world);
/* A command buffer that records; of a pool that resets single buffers. */
VkCommandBuffer fake_world_record(fake_world *world);
void fake_world_begin_pass(fake_world *world, VkCommandBuffer buffer, uint32_t subpass_count);
/* Ends and submits. */
void fake_world_submit(fake_world *world, VkCommandBuffer buffer, VkFence fence);
void fake_world_transition(fake_world *world, VkCommandBuffer buffer, VkImage image,
                           VkImageLayout from, VkImageLayout to);

#endif
