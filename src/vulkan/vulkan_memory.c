/* In: what memory must hold. Out: a memory type, or a mapped host buffer.
 * Promised: a wish list is tried in order; non-coherent memory is flushed and invalidated whole. */
#include "vulkan/vulkan_internal.h"

#include <string.h>

uint32_t vulkan_find_memory_type(const fusor_vulkan *vk, uint32_t bits,
                                 const VkMemoryPropertyFlags *wishes, uint32_t wish_count)
{
    for (uint32_t wish = 0; wish < wish_count; wish++) {
        for (uint32_t type = 0; type < vk->memory.memoryTypeCount; type++) {
            VkMemoryPropertyFlags flags = vk->memory.memoryTypes[type].propertyFlags;
            if ((bits >> type & 1u) && (flags & wishes[wish]) == wishes[wish]) {
                return type;
            }
        }
    }
    return FUSOR_NONE;
}

static uint32_t find_host_type(const fusor_vulkan *vk, uint32_t bits, bool host_reads)
{
    const VkMemoryPropertyFlags visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
    const VkMemoryPropertyFlags coherent = visible | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const VkMemoryPropertyFlags cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    /* Reading uncached memory is many times slower than the copy that it saves. */
    const VkMemoryPropertyFlags reading[] = {coherent | cached, visible | cached, coherent,
                                             visible};
    const VkMemoryPropertyFlags writing[] = {coherent, visible};
    return host_reads ? vulkan_find_memory_type(vk, bits, reading, 4)
                      : vulkan_find_memory_type(vk, bits, writing, 2);
}

static fusor_result bind_host_buffer(vulkan_owner *owner, const char *name, bool host_reads,
                                     vulkan_host_buffer *out)
{
    fusor_vulkan *vk = owner->vk;
    VkBufferMemoryRequirementsInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, .buffer = out->buffer};
    VkMemoryRequirements2 needs = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    vk->api.GetBufferMemoryRequirements2(vk->device, &info, &needs);
    uint32_t type = find_host_type(vk, needs.memoryRequirements.memoryTypeBits, host_reads);
    if (type == FUSOR_NONE) {
        return vulkan_fail(vk, FUSOR_ERROR_UNSUPPORTED, name,
                           "the device has no host-visible memory for '%s'", name);
    }
    VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .buffer = out->buffer};
    VkMemoryAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .pNext = &dedicated,
                                     .allocationSize = needs.memoryRequirements.size,
                                     .memoryTypeIndex = type};
    out->coherent =
        (vk->memory.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) != 0;
    fusor_result result = vulkan_make_memory(owner, &allocate, name, &out->memory);
    if (result != FUSOR_OK) {
        return result;
    }
    return vulkan_check(vk, vk->api.BindBufferMemory(vk->device, out->buffer, out->memory, 0),
                        "vkBindBufferMemory", name);
}

fusor_result vulkan_make_host_buffer(vulkan_owner *owner, const VkBufferCreateInfo *info,
                                     const char *name, bool host_reads, vulkan_host_buffer *out)
{
    fusor_vulkan *vk = owner->vk;
    *out = (vulkan_host_buffer){0};
    fusor_result result = vulkan_make_buffer(owner, info, name, &out->buffer);
    if (result == FUSOR_OK) {
        result = bind_host_buffer(owner, name, host_reads, out);
    }
    if (result == FUSOR_OK) {
        result = vulkan_check(
            vk, vk->api.MapMemory(vk->device, out->memory, 0, VK_WHOLE_SIZE, 0, &out->data),
            "vkMapMemory", name);
    }
    return result;
}

fusor_result vulkan_flush(fusor_vulkan *vk, VkDeviceMemory memory, const char *name)
{
    VkMappedMemoryRange range = {
        .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = memory, .size = VK_WHOLE_SIZE};
    return vulkan_check(vk, vk->api.FlushMappedMemoryRanges(vk->device, 1, &range),
                        "vkFlushMappedMemoryRanges", name);
}

fusor_result vulkan_invalidate(fusor_vulkan *vk, VkDeviceMemory memory, const char *name)
{
    VkMappedMemoryRange range = {
        .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = memory, .size = VK_WHOLE_SIZE};
    return vulkan_check(vk, vk->api.InvalidateMappedMemoryRanges(vk->device, 1, &range),
                        "vkInvalidateMappedMemoryRanges", name);
}
