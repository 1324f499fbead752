/* Vulkan's entry points that the executor calls, in one list: nothing else of Vulkan is linked.
 *
 *   INSTANCE(name)                    required, from get_instance_proc_addr
 *   DEVICE(name)                      required, from vkGetDeviceProcAddr, core 1.1 or older
 *   LATER(name, minor, extension)     optional: core since Vulkan 1.minor, else name##KHR where the
 *                                     extension is enabled
 *   DEBUG(name)                       optional: VK_EXT_debug_utils, where the instance has it
 */
#ifndef VULKAN_ENTRIES_H
#define VULKAN_ENTRIES_H

#include <vulkan/vulkan_core.h>

#include "fusor/fusor.h"

#define VULKAN_ENTRIES(INSTANCE, DEVICE, LATER, DEBUG)                                             \
    INSTANCE(GetDeviceProcAddr)                                                                    \
    INSTANCE(GetPhysicalDeviceFormatProperties)                                                    \
    INSTANCE(GetPhysicalDeviceImageFormatProperties)                                               \
    INSTANCE(GetPhysicalDeviceMemoryProperties)                                                    \
    INSTANCE(GetPhysicalDeviceProperties2)                                                         \
    INSTANCE(GetPhysicalDeviceQueueFamilyProperties)                                               \
    DEVICE(AllocateCommandBuffers)                                                                 \
    DEVICE(AllocateMemory)                                                                         \
    DEVICE(BeginCommandBuffer)                                                                     \
    DEVICE(BindBufferMemory)                                                                       \
    DEVICE(BindImageMemory)                                                                        \
    DEVICE(CmdBeginRenderPass)                                                                     \
    DEVICE(CmdBlitImage)                                                                           \
    DEVICE(CmdClearAttachments)                                                                    \
    DEVICE(CmdClearColorImage)                                                                     \
    DEVICE(CmdClearDepthStencilImage)                                                              \
    DEVICE(CmdCopyBuffer)                                                                          \
    DEVICE(CmdCopyBufferToImage)                                                                   \
    DEVICE(CmdCopyImage)                                                                           \
    DEVICE(CmdCopyImageToBuffer)                                                                   \
    DEVICE(CmdEndRenderPass)                                                                       \
    DEVICE(CmdFillBuffer)                                                                          \
    DEVICE(CmdNextSubpass)                                                                         \
    DEVICE(CmdPipelineBarrier)                                                                     \
    DEVICE(CmdResetQueryPool)                                                                      \
    DEVICE(CmdResolveImage)                                                                        \
    DEVICE(CmdWriteTimestamp)                                                                      \
    DEVICE(CreateBuffer)                                                                           \
    DEVICE(CreateCommandPool)                                                                      \
    DEVICE(CreateFence)                                                                            \
    DEVICE(CreateFramebuffer)                                                                      \
    DEVICE(CreateImage)                                                                            \
    DEVICE(CreateImageView)                                                                        \
    DEVICE(CreateQueryPool)                                                                        \
    DEVICE(CreateRenderPass)                                                                       \
    DEVICE(DestroyBuffer)                                                                          \
    DEVICE(DestroyCommandPool)                                                                     \
    DEVICE(DestroyFence)                                                                           \
    DEVICE(DestroyFramebuffer)                                                                     \
    DEVICE(DestroyImage)                                                                           \
    DEVICE(DestroyImageView)                                                                       \
    DEVICE(DestroyQueryPool)                                                                       \
    DEVICE(DestroyRenderPass)                                                                      \
    DEVICE(EndCommandBuffer)                                                                       \
    DEVICE(FlushMappedMemoryRanges)                                                                \
    DEVICE(FreeMemory)                                                                             \
    DEVICE(GetBufferMemoryRequirements2)                                                           \
    DEVICE(GetFenceStatus)                                                                         \
    DEVICE(GetImageMemoryRequirements2)                                                            \
    DEVICE(GetQueryPoolResults)                                                                    \
    DEVICE(InvalidateMappedMemoryRanges)                                                           \
    DEVICE(MapMemory)                                                                              \
    DEVICE(QueueSubmit)                                                                            \
    DEVICE(ResetCommandPool)                                                                       \
    DEVICE(ResetFences)                                                                            \
    DEVICE(WaitForFences)                                                                          \
    LATER(CreateRenderPass2, 2, "VK_KHR_create_renderpass2")                                       \
    LATER(CmdPipelineBarrier2, 3, "VK_KHR_synchronization2")                                       \
    DEBUG(SetDebugUtilsObjectNameEXT)                                                              \
    DEBUG(CmdBeginDebugUtilsLabelEXT)                                                              \
    DEBUG(CmdEndDebugUtilsLabelEXT)

typedef struct vulkan_entries {
#define VULKAN_ENTRY_ROW(name) PFN_vk##name name;
#define VULKAN_ENTRY_LATER_ROW(name, minor, extension) PFN_vk##name name;
    VULKAN_ENTRIES(VULKAN_ENTRY_ROW, VULKAN_ENTRY_ROW, VULKAN_ENTRY_LATER_ROW, VULKAN_ENTRY_ROW)
#undef VULKAN_ENTRY_ROW
#undef VULKAN_ENTRY_LATER_ROW
} vulkan_entries;

#endif
