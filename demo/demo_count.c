/* demo_count.c: entry points that count and pass on.
 * In: the real vkGetInstanceProcAddr. Out: a wrapper and its counts.
 * Promised: no creating entry point goes uncounted unseen: demo_count_missed() names it. */
#include "demo_count.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* X(name, info, handle): vkCreateName(device, info, allocator, handle out) and those like it. */
#define COUNTED(X)                                                                                 \
    X(AllocateMemory, VkMemoryAllocateInfo, VkDeviceMemory)                                        \
    X(CreateBuffer, VkBufferCreateInfo, VkBuffer)                                                  \
    X(CreateBufferView, VkBufferViewCreateInfo, VkBufferView)                                      \
    X(CreateImage, VkImageCreateInfo, VkImage)                                                     \
    X(CreateImageView, VkImageViewCreateInfo, VkImageView)                                         \
    X(CreateShaderModule, VkShaderModuleCreateInfo, VkShaderModule)                                \
    X(CreatePipelineCache, VkPipelineCacheCreateInfo, VkPipelineCache)                             \
    X(CreatePipelineLayout, VkPipelineLayoutCreateInfo, VkPipelineLayout)                          \
    X(CreateSampler, VkSamplerCreateInfo, VkSampler)                                               \
    X(CreateDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo, VkDescriptorSetLayout)           \
    X(CreateDescriptorPool, VkDescriptorPoolCreateInfo, VkDescriptorPool)                          \
    X(CreateDescriptorUpdateTemplate, VkDescriptorUpdateTemplateCreateInfo,                        \
      VkDescriptorUpdateTemplate)                                                                  \
    X(CreateFramebuffer, VkFramebufferCreateInfo, VkFramebuffer)                                   \
    X(CreateRenderPass, VkRenderPassCreateInfo, VkRenderPass)                                      \
    X(CreateRenderPass2, VkRenderPassCreateInfo2, VkRenderPass)                                    \
    X(CreateRenderPass2KHR, VkRenderPassCreateInfo2, VkRenderPass)                                 \
    X(CreateCommandPool, VkCommandPoolCreateInfo, VkCommandPool)                                   \
    X(CreateSemaphore, VkSemaphoreCreateInfo, VkSemaphore)                                         \
    X(CreateFence, VkFenceCreateInfo, VkFence)                                                     \
    X(CreateEvent, VkEventCreateInfo, VkEvent)                                                     \
    X(CreateQueryPool, VkQueryPoolCreateInfo, VkQueryPool)

static struct {
    PFN_vkGetInstanceProcAddr get_instance;
    PFN_vkGetDeviceProcAddr get_device;
    uint64_t created;
    char missed[64];
#define COUNTED_ROW(name, info, handle) PFN_vk##name name;
    COUNTED(COUNTED_ROW)
#undef COUNTED_ROW
    PFN_vkCreateGraphicsPipelines CreateGraphicsPipelines;
    PFN_vkCreateComputePipelines CreateComputePipelines;
    PFN_vkAllocateCommandBuffers AllocateCommandBuffers;
    PFN_vkAllocateDescriptorSets AllocateDescriptorSets;
} real;

#define COUNTED_ROW(name, info, handle)                                                            \
    static VKAPI_ATTR VkResult VKAPI_CALL counted_##name(                                          \
        VkDevice device, const info *create, const VkAllocationCallbacks *callbacks, handle *out)  \
    {                                                                                              \
        real.created++;                                                                            \
        return real.name(device, create, callbacks, out);                                          \
    }
COUNTED(COUNTED_ROW)
#undef COUNTED_ROW

static VKAPI_ATTR VkResult VKAPI_CALL
counted_CreateGraphicsPipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                const VkGraphicsPipelineCreateInfo *infos,
                                const VkAllocationCallbacks *callbacks, VkPipeline *out)
{
    real.created += count;
    return real.CreateGraphicsPipelines(device, cache, count, infos, callbacks, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL
counted_CreateComputePipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                               const VkComputePipelineCreateInfo *infos,
                               const VkAllocationCallbacks *callbacks, VkPipeline *out)
{
    real.created += count;
    return real.CreateComputePipelines(device, cache, count, infos, callbacks, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL counted_AllocateCommandBuffers(
    VkDevice device, const VkCommandBufferAllocateInfo *info, VkCommandBuffer *out)
{
    real.created += info->commandBufferCount;
    return real.AllocateCommandBuffers(device, info, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL counted_AllocateDescriptorSets(
    VkDevice device, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *out)
{
    real.created += info->descriptorSetCount;
    return real.AllocateDescriptorSets(device, info, out);
}

static bool creates(const char *name)
{
    return strncmp(name, "vkCreate", 8) == 0 || strncmp(name, "vkAllocate", 10) == 0;
}

/* Keeps the real one and returns ours, where there are both. */
static PFN_vkVoidFunction replace(const char *name, PFN_vkVoidFunction found)
{
    if (found == NULL) {
        return NULL;
    }
#define COUNTED_ROW(function, info, handle)                                                        \
    if (strcmp(name, "vk" #function) == 0) {                                                       \
        real.function = (PFN_vk##function)found;                                                   \
        return (PFN_vkVoidFunction)counted_##function;                                             \
    }
    COUNTED(COUNTED_ROW)
    COUNTED_ROW(CreateGraphicsPipelines, 0, 0)
    COUNTED_ROW(CreateComputePipelines, 0, 0)
    COUNTED_ROW(AllocateCommandBuffers, 0, 0)
    COUNTED_ROW(AllocateDescriptorSets, 0, 0)
#undef COUNTED_ROW
    if (creates(name)) {
        strncpy(real.missed, name, sizeof real.missed - 1);
    }
    return found;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice device, const char *name)
{
    return replace(name, real.get_device(device, name));
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc(VkInstance instance,
                                                                  const char *name)
{
    PFN_vkVoidFunction found = real.get_instance(instance, name);
    if (strcmp(name, "vkGetInstanceProcAddr") == 0) {
        return (PFN_vkVoidFunction)get_instance_proc;
    }
    if (strcmp(name, "vkGetDeviceProcAddr") == 0 && found != NULL) {
        real.get_device = (PFN_vkGetDeviceProcAddr)found;
        return (PFN_vkVoidFunction)get_device_proc;
    }
    return replace(name, found);
}

PFN_vkGetInstanceProcAddr demo_count_wrap(PFN_vkGetInstanceProcAddr get_instance)
{
    memset(&real, 0, sizeof real);
    real.get_instance = get_instance;
    return get_instance_proc;
}

uint64_t demo_count_created(void)
{
    return real.created;
}

const char *demo_count_missed(void)
{
    return real.missed[0] != '\0' ? real.missed : NULL;
}

static void *aligned(size_t size, size_t align)
{
    size_t rounded = (size + align - 1) / align * align;
    return align <= sizeof(max_align_t) ? malloc(size) : aligned_alloc(align, rounded);
}

static void *counted_realloc(void *user, void *ptr, size_t old_size, size_t new_size, size_t align)
{
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    void *moved = aligned(new_size, align);
    if (moved == NULL) {
        return NULL;
    }
    *(uint64_t *)user += 1;
    if (ptr != NULL) {
        memcpy(moved, ptr, old_size < new_size ? old_size : new_size);
        free(ptr);
    }
    return moved;
}

fusor_allocator demo_count_allocator(uint64_t *count)
{
    fusor_allocator allocator = {counted_realloc, count};
    return allocator;
}
