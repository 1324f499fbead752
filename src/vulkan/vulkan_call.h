/* One barrier command under construction, in the program's scratch memory. */
#ifndef VULKAN_CALL_H
#define VULKAN_CALL_H

#include "vulkan/vulkan_internal.h"

typedef struct vulkan_dependency {
    fusor_stages src_stages, dst_stages;
    fusor_access src_access, dst_access;
} vulkan_dependency;

void vulkan_call_add_memory(vulkan_barrier_scratch *scratch, const vulkan_dependency *d);
void vulkan_call_add_buffer(vulkan_barrier_scratch *scratch, const vulkan_dependency *d,
                            VkBuffer buffer, const fusor_byte_range *bytes);
/* `layouts`: old and new. */
void vulkan_call_add_image(vulkan_barrier_scratch *scratch, const vulkan_dependency *d,
                           const VkImageLayout layouts[2], VkImage image,
                           const VkImageSubresourceRange *range);
/* Records what was added, if anything, and empties the scratch. */
void vulkan_flush_barriers(fusor_vulkan *vk, VkCommandBuffer commands,
                           vulkan_barrier_scratch *barriers);

#endif
