/* Finding what a plan's resource is after the last frame: shared by the accessors and downloads. */
#ifndef VULKAN_ACCESS_H
#define VULKAN_ACCESS_H

#include "vulkan/vulkan_internal.h"

fusor_result vulkan_find_image(fusor_vulkan *vk, fusor_image image, uint32_t *index);
fusor_result vulkan_find_buffer(fusor_vulkan *vk, fusor_buffer buffer, uint32_t *index);
uint32_t vulkan_last_instance(const fusor_vulkan *vk, uint32_t index, uint32_t previous);
VkImageLayout vulkan_last_layout(const fusor_vulkan *vk, uint32_t index, uint32_t instance,
                                 uint32_t mip, uint32_t layer);

#endif
