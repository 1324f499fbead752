/* In: a description. Out: a fake and small objects on it, 64 × 64 images. Promised: what is made here
 * is valid, so that a violation is what the test did. */
#include "fake_world.h"

#include <stdlib.h>

static void check(VkResult result)
{
    if (result != VK_SUCCESS)
        abort();
}

void fake_world_init(fake_world *world, const fake_vulkan_desc *desc)
{
    *world = (fake_world){.desc = *desc};
    if (!fake_vulkan_create(desc, &world->fake))
        abort();
    fake_api_load(world->fake, &world->vk);
    world->instance = fake_vulkan_instance(world->fake);
    world->device = fake_vulkan_device(world->fake);
    world->queue = fake_vulkan_queue(world->fake, 0, 0);
}

void fake_world_finish(fake_world *world)
{
    fake_vulkan_destroy(world->fake);
}

VkImage fake_world_image(fake_world *world, VkFormat format, VkImageUsageFlags usage)
{
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = format,
        .extent = {64, 64, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = usage,
    };
    VkImage image = VK_NULL_HANDLE;
    check(world->vk.CreateImage(world->device, &info, NULL, &image));
    return image;
}

VkBuffer fake_world_buffer(fake_world *world, VkDeviceSize size, VkBufferUsageFlags usage)
{
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    VkBuffer buffer = VK_NULL_HANDLE;
    check(world->vk.CreateBuffer(world->device, &info, NULL, &buffer));
    return buffer;
}

VkDeviceMemory fake_world_memory(fake_world *world, VkDeviceSize size, uint32_t type)
{
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = size,
                                       .memoryTypeIndex = type};
    VkDeviceMemory memory = VK_NULL_HANDLE;
    check(world->vk.AllocateMemory(world->device, &info, NULL, &memory));
    return memory;
}

VkImage fake_world_bound_image(fake_world *world, VkFormat format, VkImageUsageFlags usage)
{
    VkImage image = fake_world_image(world, format, usage);
    VkMemoryRequirements needs;
    world->vk.GetImageMemoryRequirements(world->device, image, &needs);
    VkDeviceMemory memory = fake_world_memory(world, needs.size, 0);
    check(world->vk.BindImageMemory(world->device, image, memory, 0));
    return image;
}

VkBuffer fake_world_bound_buffer(fake_world *world, VkDeviceSize size, VkBufferUsageFlags usage)
{
    VkBuffer buffer = fake_world_buffer(world, size, usage);
    VkMemoryRequirements needs;
    world->vk.GetBufferMemoryRequirements(world->device, buffer, &needs);
    VkDeviceMemory memory = fake_world_memory(world, needs.size, 0);
    check(world->vk.BindBufferMemory(world->device, buffer, memory, 0));
    return buffer;
}

VkImageView fake_world_view(fake_world *world, VkImage image, VkFormat format)
{
    const bool depth = format == VK_FORMAT_D32_SFLOAT;
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = format,
        .subresourceRange = {depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0,
                             1},
    };
    VkImageView view = VK_NULL_HANDLE;
    check(world->vk.CreateImageView(world->device, &info, NULL, &view));
    return view;
}

VkRenderPass fake_world_render_pass(fake_world *world, uint32_t subpass_count)
{
    const VkAttachmentDescription attachment = {
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
        .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
        .initialLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
    };
    const VkAttachmentReference color = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkSubpassDescription subpass = {.colorAttachmentCount = 1, .pColorAttachments = &color};
    const VkSubpassDescription subpasses[] = {subpass, subpass};
    const VkRenderPassCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
        .attachmentCount = 1,
        .pAttachments = &attachment,
        .subpassCount = subpass_count,
        .pSubpasses = subpasses,
    };
    VkRenderPass pass = VK_NULL_HANDLE;
    check(world->vk.CreateRenderPass(world->device, &info, NULL, &pass));
    return pass;
}

VkFramebuffer fake_world_framebuffer(fake_world *world, VkRenderPass pass, VkImageView view)
{
    const VkFramebufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
        .renderPass = pass,
        .attachmentCount = 1,
        .pAttachments = &view,
        .width = 64,
        .height = 64,
        .layers = 1,
    };
    VkFramebuffer framebuffer = VK_NULL_HANDLE;
    check(world->vk.CreateFramebuffer(world->device, &info, NULL, &framebuffer));
    return framebuffer;
}

VkFence fake_world_fence(fake_world *world)
{
    const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    check(world->vk.CreateFence(world->device, &info, NULL, &fence));
    return fence;
}

VkSemaphore fake_world_semaphore(fake_world *world)
{
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore semaphore = VK_NULL_HANDLE;
    check(world->vk.CreateSemaphore(world->device, &info, NULL, &semaphore));
    return semaphore;
}

VkCommandBuffer fake_world_record(fake_world *world)
{
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    if (!world->pool)
        check(world->vk.CreateCommandPool(world->device, &pool, NULL, &world->pool));
    const VkCommandBufferAllocateInfo info = {.sType =
                                                  VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = world->pool,
                                              .commandBufferCount = 1};
    VkCommandBuffer buffer = NULL;
    check(world->vk.AllocateCommandBuffers(world->device, &info, &buffer));
    check(world->vk.BeginCommandBuffer(buffer, &begin));
    return buffer;
}

void fake_world_begin_pass(fake_world *world, VkCommandBuffer buffer, uint32_t subpass_count)
{
    VkImage image = fake_world_bound_image(world, VK_FORMAT_R8G8B8A8_UNORM,
                                           VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    VkRenderPass pass = fake_world_render_pass(world, subpass_count);
    const VkClearValue clear = {0};
    const VkRenderPassBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderPass = pass,
        .framebuffer = fake_world_framebuffer(
            world, pass, fake_world_view(world, image, VK_FORMAT_R8G8B8A8_UNORM)),
        .renderArea = {{0, 0}, {64, 64}},
        .clearValueCount = 1,
        .pClearValues = &clear,
    };
    fake_world_transition(world, buffer, image, VK_IMAGE_LAYOUT_UNDEFINED,
                          VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    world->vk.CmdBeginRenderPass(buffer, &info, VK_SUBPASS_CONTENTS_INLINE);
}

void fake_world_submit(fake_world *world, VkCommandBuffer buffer, VkFence fence)
{
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &buffer};
    check(world->vk.EndCommandBuffer(buffer));
    check(world->vk.QueueSubmit(world->queue, 1, &info, fence));
}

void fake_world_transition(fake_world *world, VkCommandBuffer buffer, VkImage image,
                           VkImageLayout from, VkImageLayout to)
{
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
    };
    world->vk.CmdPipelineBarrier(buffer, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                                 VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, NULL, 0, NULL, 1,
                                 &barrier);
}
