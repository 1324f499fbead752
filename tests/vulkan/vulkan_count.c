/* In: calls of the executor. Out: the driver's own functions, counted.
 * Promised: every creating function that the executor uses is wrapped; others pass untouched. */
#include "vulkan_count.h"

#include <string.h>
#include <vulkan/vulkan.h>

static vulkan_count counts;
static uint32_t skip_at = COUNT_NOTHING;

void count_reset(uint32_t skip_barrier)
{
    counts = (vulkan_count){0};
    skip_at = skip_barrier;
}

vulkan_count count_get(void)
{
    return counts;
}

/* X(name, parameters, arguments, what is counted) */
#define COUNTED(X)                                                                                 \
    X(CreateImage,                                                                                 \
      (VkDevice d, const VkImageCreateInfo *i, const VkAllocationCallbacks *a, VkImage *o),        \
      (d, i, a, o), created)                                                                       \
    X(CreateBuffer,                                                                                \
      (VkDevice d, const VkBufferCreateInfo *i, const VkAllocationCallbacks *a, VkBuffer *o),      \
      (d, i, a, o), created)                                                                       \
    X(CreateImageView,                                                                             \
      (VkDevice d, const VkImageViewCreateInfo *i, const VkAllocationCallbacks *a,                 \
       VkImageView *o),                                                                            \
      (d, i, a, o), created)                                                                       \
    X(CreateRenderPass,                                                                            \
      (VkDevice d, const VkRenderPassCreateInfo *i, const VkAllocationCallbacks *a,                \
       VkRenderPass *o),                                                                           \
      (d, i, a, o), created)                                                                       \
    X(CreateRenderPass2,                                                                           \
      (VkDevice d, const VkRenderPassCreateInfo2 *i, const VkAllocationCallbacks *a,               \
       VkRenderPass *o),                                                                           \
      (d, i, a, o), created)                                                                       \
    X(CreateFramebuffer,                                                                           \
      (VkDevice d, const VkFramebufferCreateInfo *i, const VkAllocationCallbacks *a,               \
       VkFramebuffer *o),                                                                          \
      (d, i, a, o), created)                                                                       \
    X(CreateCommandPool,                                                                           \
      (VkDevice d, const VkCommandPoolCreateInfo *i, const VkAllocationCallbacks *a,               \
       VkCommandPool *o),                                                                          \
      (d, i, a, o), created)                                                                       \
    X(CreateFence,                                                                                 \
      (VkDevice d, const VkFenceCreateInfo *i, const VkAllocationCallbacks *a, VkFence *o),        \
      (d, i, a, o), created)                                                                       \
    X(CreateQueryPool,                                                                             \
      (VkDevice d, const VkQueryPoolCreateInfo *i, const VkAllocationCallbacks *a,                 \
       VkQueryPool *o),                                                                            \
      (d, i, a, o), created)                                                                       \
    X(AllocateMemory,                                                                              \
      (VkDevice d, const VkMemoryAllocateInfo *i, const VkAllocationCallbacks *a,                  \
       VkDeviceMemory *o),                                                                         \
      (d, i, a, o), created)                                                                       \
    X(AllocateCommandBuffers,                                                                      \
      (VkDevice d, const VkCommandBufferAllocateInfo *i, VkCommandBuffer *o), (d, i, o), created)  \
    X(QueueSubmit, (VkQueue q, uint32_t n, const VkSubmitInfo *s, VkFence f), (q, n, s, f),        \
      submissions)

#define COUNTED_ROW(name, parameters, arguments, counter)                                          \
    static PFN_vk##name real_##name;                                                               \
    static VKAPI_ATTR VkResult VKAPI_CALL counted_##name parameters                                \
    {                                                                                              \
        counts.counter++;                                                                          \
        return real_##name arguments;                                                              \
    }
COUNTED(COUNTED_ROW)
#undef COUNTED_ROW

static bool barrier_skipped(void)
{
    bool skip = counts.barriers++ == skip_at;
    counts.skipped += skip;
    return skip;
}

static PFN_vkCmdPipelineBarrier2 real_CmdPipelineBarrier2;
static VKAPI_ATTR void VKAPI_CALL counted_CmdPipelineBarrier2(VkCommandBuffer commands,
                                                              const VkDependencyInfo *info)
{
    if (!barrier_skipped()) {
        real_CmdPipelineBarrier2(commands, info);
    }
}

static PFN_vkCmdPipelineBarrier real_CmdPipelineBarrier;
static VKAPI_ATTR void VKAPI_CALL counted_CmdPipelineBarrier(
    VkCommandBuffer commands, VkPipelineStageFlags src, VkPipelineStageFlags dst,
    VkDependencyFlags flags, uint32_t memory_count, const VkMemoryBarrier *memory,
    uint32_t buffer_count, const VkBufferMemoryBarrier *buffers, uint32_t image_count,
    const VkImageMemoryBarrier *images)
{
    if (!barrier_skipped()) {
        real_CmdPipelineBarrier(commands, src, dst, flags, memory_count, memory, buffer_count,
                                buffers, image_count, images);
    }
}

static PFN_vkCmdBeginRenderPass real_CmdBeginRenderPass;
static VKAPI_ATTR void VKAPI_CALL counted_CmdBeginRenderPass(VkCommandBuffer commands,
                                                             const VkRenderPassBeginInfo *info,
                                                             VkSubpassContents contents)
{
    counts.begins++;
    real_CmdBeginRenderPass(commands, info, contents);
}

static PFN_vkCmdEndRenderPass real_CmdEndRenderPass;
static VKAPI_ATTR void VKAPI_CALL counted_CmdEndRenderPass(VkCommandBuffer commands)
{
    counts.ends++;
    real_CmdEndRenderPass(commands);
}

static PFN_vkGetDeviceProcAddr real_GetDeviceProcAddr;

/* vkCreateRenderPass2KHR and the like are the core functions under their older names. */
static bool is_named(const char *name, const char *core)
{
    size_t length = strlen(core);
    return strncmp(name, core, length) == 0 &&
           (name[length] == '\0' || strcmp(name + length, "KHR") == 0);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL counted_GetDeviceProcAddr(VkDevice device,
                                                                          const char *name)
{
    PFN_vkVoidFunction found = real_GetDeviceProcAddr(device, name);
    if (!found) {
        return NULL;
    }
#define COUNTED_LOOKUP(fn, parameters, arguments, counter)                                         \
    if (is_named(name, "vk" #fn)) {                                                                \
        real_##fn = (PFN_vk##fn)found;                                                             \
        return (PFN_vkVoidFunction)counted_##fn;                                                   \
    }
    COUNTED(COUNTED_LOOKUP)
    COUNTED_LOOKUP(CmdPipelineBarrier2, (), (), barriers)
    COUNTED_LOOKUP(CmdPipelineBarrier, (), (), barriers)
    COUNTED_LOOKUP(CmdBeginRenderPass, (), (), begins)
    COUNTED_LOOKUP(CmdEndRenderPass, (), (), ends)
#undef COUNTED_LOOKUP
    return found;
}

PFN_vkVoidFunction VKAPI_CALL count_get_instance_proc_addr(VkInstance instance, const char *name)
{
    PFN_vkVoidFunction found = vkGetInstanceProcAddr(instance, name);
    if (found && strcmp(name, "vkGetDeviceProcAddr") == 0) {
        real_GetDeviceProcAddr = (PFN_vkGetDeviceProcAddr)found;
        return (PFN_vkVoidFunction)counted_GetDeviceProcAddr;
    }
    return found;
}
