/* fake_functions.h: every entry point of the fake, once.
 *
 * FAKE_VULKAN_FUNCTIONS: X(name, since, results). `since` is the core version whose enabling makes
 * the core name resolvable, EXT for functions that only an extension gives. `results`: what the
 * specification's "Return Codes" let the function fail with: H host memory, D device memory, L
 * device lost, M map failed, 0 for functions that return void.
 *
 * FAKE_VULKAN_ALIASES: X(entry point, name, extension): the name under which an extension gives it.
 * It needs the extension, whatever the core version (Vulkan 1.3, "Extending Vulkan", 40.2).
 */
#ifndef FUSOR_FAKE_FUNCTIONS_H
#define FUSOR_FAKE_FUNCTIONS_H

#define FAKE_VULKAN_FUNCTIONS_PHYSICAL(X)                                                          \
    X(EnumeratePhysicalDevices, V10, HD)                                                           \
    X(EnumerateDeviceExtensionProperties, V10, HD)                                                 \
    X(GetPhysicalDeviceProperties, V10, 0)                                                         \
    X(GetPhysicalDeviceProperties2, V11, 0)                                                        \
    X(GetPhysicalDeviceFeatures, V10, 0)                                                           \
    X(GetPhysicalDeviceFeatures2, V11, 0)                                                          \
    X(GetPhysicalDeviceFormatProperties, V10, 0)                                                   \
    X(GetPhysicalDeviceFormatProperties2, V11, 0)                                                  \
    X(GetPhysicalDeviceImageFormatProperties, V10, HD)                                             \
    X(GetPhysicalDeviceImageFormatProperties2, V11, HD)                                            \
    X(GetPhysicalDeviceQueueFamilyProperties, V10, 0)                                              \
    X(GetPhysicalDeviceQueueFamilyProperties2, V11, 0)                                             \
    X(GetPhysicalDeviceMemoryProperties, V10, 0)                                                   \
    X(GetPhysicalDeviceMemoryProperties2, V11, 0)

#define FAKE_VULKAN_FUNCTIONS_DEVICE(X)                                                            \
    X(DestroyDevice, V10, 0)                                                                       \
    X(GetDeviceQueue, V10, 0)                                                                      \
    X(GetDeviceQueue2, V11, 0)                                                                     \
    X(DeviceWaitIdle, V10, HDL)                                                                    \
    X(QueueWaitIdle, V10, HDL)                                                                     \
    X(QueueSubmit, V10, HDL)                                                                       \
    X(QueueSubmit2, V13, HDL)                                                                      \
    X(AllocateMemory, V10, HD)                                                                     \
    X(FreeMemory, V10, 0)                                                                          \
    X(MapMemory, V10, HDM)                                                                         \
    X(UnmapMemory, V10, 0)                                                                         \
    X(FlushMappedMemoryRanges, V10, HD)                                                            \
    X(InvalidateMappedMemoryRanges, V10, HD)                                                       \
    X(GetDeviceMemoryCommitment, V10, 0)                                                           \
    X(BindBufferMemory, V10, HD)                                                                   \
    X(BindImageMemory, V10, HD)                                                                    \
    X(BindBufferMemory2, V11, HD)                                                                  \
    X(BindImageMemory2, V11, HD)                                                                   \
    X(GetBufferMemoryRequirements, V10, 0)                                                         \
    X(GetImageMemoryRequirements, V10, 0)                                                          \
    X(GetBufferMemoryRequirements2, V11, 0)                                                        \
    X(GetImageMemoryRequirements2, V11, 0)                                                         \
    X(GetDeviceBufferMemoryRequirements, V13, 0)                                                   \
    X(GetDeviceImageMemoryRequirements, V13, 0)                                                    \
    X(CreateBuffer, V10, HD)                                                                       \
    X(DestroyBuffer, V10, 0)                                                                       \
    X(CreateImage, V10, HD)                                                                        \
    X(DestroyImage, V10, 0)                                                                        \
    X(CreateBufferView, V10, HD)                                                                   \
    X(DestroyBufferView, V10, 0)                                                                   \
    X(CreateImageView, V10, HD)                                                                    \
    X(DestroyImageView, V10, 0)                                                                    \
    X(CreateFramebuffer, V10, HD)                                                                  \
    X(DestroyFramebuffer, V10, 0)                                                                  \
    X(CreateRenderPass, V10, HD)                                                                   \
    X(CreateRenderPass2, V12, HD)                                                                  \
    X(DestroyRenderPass, V10, 0)                                                                   \
    X(CreateFence, V10, HD)                                                                        \
    X(DestroyFence, V10, 0)                                                                        \
    X(ResetFences, V10, D)                                                                         \
    X(GetFenceStatus, V10, HDL)                                                                    \
    X(WaitForFences, V10, HDL)                                                                     \
    X(CreateSemaphore, V10, HD)                                                                    \
    X(DestroySemaphore, V10, 0)                                                                    \
    X(GetSemaphoreCounterValue, V12, HDL)                                                          \
    X(WaitSemaphores, V12, HDL)                                                                    \
    X(CreateQueryPool, V10, HD)                                                                    \
    X(DestroyQueryPool, V10, 0)                                                                    \
    X(GetQueryPoolResults, V10, HDL)                                                               \
    X(ResetQueryPool, V12, 0)                                                                      \
    X(CreateShaderModule, V10, HD)                                                                 \
    X(DestroyShaderModule, V10, 0)                                                                 \
    X(CreatePipelineCache, V10, HD)                                                                \
    X(DestroyPipelineCache, V10, 0)                                                                \
    X(CreateGraphicsPipelines, V10, HD)                                                            \
    X(CreateComputePipelines, V10, HD)                                                             \
    X(DestroyPipeline, V10, 0)                                                                     \
    X(CreatePipelineLayout, V10, HD)                                                               \
    X(DestroyPipelineLayout, V10, 0)                                                               \
    X(CreateSampler, V10, HD)                                                                      \
    X(DestroySampler, V10, 0)                                                                      \
    X(CreateDescriptorSetLayout, V10, HD)                                                          \
    X(DestroyDescriptorSetLayout, V10, 0)                                                          \
    X(CreateDescriptorPool, V10, HD)                                                               \
    X(DestroyDescriptorPool, V10, 0)                                                               \
    X(ResetDescriptorPool, V10, H)                                                                 \
    X(AllocateDescriptorSets, V10, HD)                                                             \
    X(FreeDescriptorSets, V10, HD)                                                                 \
    X(UpdateDescriptorSets, V10, 0)                                                                \
    X(CreateCommandPool, V10, HD)                                                                  \
    X(DestroyCommandPool, V10, 0)                                                                  \
    X(ResetCommandPool, V10, D)                                                                    \
    X(TrimCommandPool, V11, 0)                                                                     \
    X(AllocateCommandBuffers, V10, HD)                                                             \
    X(FreeCommandBuffers, V10, 0)                                                                  \
    X(BeginCommandBuffer, V10, HD)                                                                 \
    X(EndCommandBuffer, V10, HD)                                                                   \
    X(ResetCommandBuffer, V10, D)

#define FAKE_VULKAN_FUNCTIONS_COMMAND(X)                                                           \
    X(CmdPipelineBarrier, V10, 0)                                                                  \
    X(CmdPipelineBarrier2, V13, 0)                                                                 \
    X(CmdBeginRenderPass, V10, 0)                                                                  \
    X(CmdNextSubpass, V10, 0)                                                                      \
    X(CmdEndRenderPass, V10, 0)                                                                    \
    X(CmdBeginRenderPass2, V12, 0)                                                                 \
    X(CmdNextSubpass2, V12, 0)                                                                     \
    X(CmdEndRenderPass2, V12, 0)                                                                   \
    X(CmdBeginRendering, V13, 0)                                                                   \
    X(CmdEndRendering, V13, 0)                                                                     \
    X(CmdExecuteCommands, V10, 0)                                                                  \
    X(CmdBindPipeline, V10, 0)                                                                     \
    X(CmdBindDescriptorSets, V10, 0)                                                               \
    X(CmdBindVertexBuffers, V10, 0)                                                                \
    X(CmdBindIndexBuffer, V10, 0)                                                                  \
    X(CmdPushConstants, V10, 0)                                                                    \
    X(CmdSetViewport, V10, 0)                                                                      \
    X(CmdSetScissor, V10, 0)                                                                       \
    X(CmdSetLineWidth, V10, 0)                                                                     \
    X(CmdSetDepthBias, V10, 0)                                                                     \
    X(CmdSetBlendConstants, V10, 0)                                                                \
    X(CmdSetStencilReference, V10, 0)                                                              \
    X(CmdDraw, V10, 0)                                                                             \
    X(CmdDrawIndexed, V10, 0)                                                                      \
    X(CmdDrawIndirect, V10, 0)                                                                     \
    X(CmdDrawIndexedIndirect, V10, 0)                                                              \
    X(CmdDispatch, V10, 0)                                                                         \
    X(CmdDispatchBase, V11, 0)                                                                     \
    X(CmdDispatchIndirect, V10, 0)                                                                 \
    X(CmdCopyBuffer, V10, 0)                                                                       \
    X(CmdCopyImage, V10, 0)                                                                        \
    X(CmdBlitImage, V10, 0)                                                                        \
    X(CmdCopyBufferToImage, V10, 0)                                                                \
    X(CmdCopyImageToBuffer, V10, 0)                                                                \
    X(CmdResolveImage, V10, 0)                                                                     \
    X(CmdUpdateBuffer, V10, 0)                                                                     \
    X(CmdFillBuffer, V10, 0)                                                                       \
    X(CmdClearColorImage, V10, 0)                                                                  \
    X(CmdClearDepthStencilImage, V10, 0)                                                           \
    X(CmdClearAttachments, V10, 0)                                                                 \
    X(CmdBeginQuery, V10, 0)                                                                       \
    X(CmdEndQuery, V10, 0)                                                                         \
    X(CmdResetQueryPool, V10, 0)                                                                   \
    X(CmdWriteTimestamp, V10, 0)                                                                   \
    X(CmdWriteTimestamp2, V13, 0)                                                                  \
    X(CmdCopyQueryPoolResults, V10, 0)                                                             \
    X(SetDebugUtilsObjectNameEXT, EXT, HD)                                                         \
    X(CmdBeginDebugUtilsLabelEXT, EXT, 0)                                                          \
    X(CmdEndDebugUtilsLabelEXT, EXT, 0)                                                            \
    X(CmdInsertDebugUtilsLabelEXT, EXT, 0)                                                         \
    X(QueueBeginDebugUtilsLabelEXT, EXT, 0)                                                        \
    X(QueueEndDebugUtilsLabelEXT, EXT, 0)

#define FAKE_VULKAN_FUNCTIONS(X)                                                                   \
    FAKE_VULKAN_FUNCTIONS_PHYSICAL(X)                                                              \
    FAKE_VULKAN_FUNCTIONS_DEVICE(X)                                                                \
    FAKE_VULKAN_FUNCTIONS_COMMAND(X)

#define FAKE_VULKAN_ALIASES(X)                                                                     \
    X(QueueSubmit2KHR, QueueSubmit2, "VK_KHR_synchronization2")                                    \
    X(CmdPipelineBarrier2KHR, CmdPipelineBarrier2, "VK_KHR_synchronization2")                      \
    X(CmdWriteTimestamp2KHR, CmdWriteTimestamp2, "VK_KHR_synchronization2")                        \
    X(CreateRenderPass2KHR, CreateRenderPass2, "VK_KHR_create_renderpass2")                        \
    X(CmdBeginRenderPass2KHR, CmdBeginRenderPass2, "VK_KHR_create_renderpass2")                    \
    X(CmdNextSubpass2KHR, CmdNextSubpass2, "VK_KHR_create_renderpass2")                            \
    X(CmdEndRenderPass2KHR, CmdEndRenderPass2, "VK_KHR_create_renderpass2")                        \
    X(CmdBeginRenderingKHR, CmdBeginRendering, "VK_KHR_dynamic_rendering")                         \
    X(CmdEndRenderingKHR, CmdEndRendering, "VK_KHR_dynamic_rendering")                             \
    X(GetSemaphoreCounterValueKHR, GetSemaphoreCounterValue, "VK_KHR_timeline_semaphore")          \
    X(WaitSemaphoresKHR, WaitSemaphores, "VK_KHR_timeline_semaphore")                              \
    X(ResetQueryPoolEXT, ResetQueryPool, "VK_EXT_host_query_reset")                                \
    X(GetDeviceBufferMemoryRequirementsKHR, GetDeviceBufferMemoryRequirements,                     \
      "VK_KHR_maintenance4")                                                                       \
    X(GetDeviceImageMemoryRequirementsKHR, GetDeviceImageMemoryRequirements,                       \
      "VK_KHR_maintenance4")                                                                       \
    X(SetDebugUtilsObjectNameEXT, SetDebugUtilsObjectNameEXT, "VK_EXT_debug_utils")                \
    X(CmdBeginDebugUtilsLabelEXT, CmdBeginDebugUtilsLabelEXT, "VK_EXT_debug_utils")                \
    X(CmdEndDebugUtilsLabelEXT, CmdEndDebugUtilsLabelEXT, "VK_EXT_debug_utils")                    \
    X(CmdInsertDebugUtilsLabelEXT, CmdInsertDebugUtilsLabelEXT, "VK_EXT_debug_utils")              \
    X(QueueBeginDebugUtilsLabelEXT, QueueBeginDebugUtilsLabelEXT, "VK_EXT_debug_utils")            \
    X(QueueEndDebugUtilsLabelEXT, QueueEndDebugUtilsLabelEXT, "VK_EXT_debug_utils")

/* X(NAME, Vulkan's type, word). Dispatchable handles first: they are pointers that start with the
 * loader's slot; the others are numbers. */
#define FAKE_VULKAN_KINDS(X)                                                                       \
    X(INSTANCE, VkInstance, "instance")                                                            \
    X(PHYSICAL_DEVICE, VkPhysicalDevice, "physical device")                                        \
    X(DEVICE, VkDevice, "device")                                                                  \
    X(QUEUE, VkQueue, "queue")                                                                     \
    X(COMMAND_BUFFER, VkCommandBuffer, "command buffer")                                           \
    X(MEMORY, VkDeviceMemory, "memory")                                                            \
    X(BUFFER, VkBuffer, "buffer")                                                                  \
    X(IMAGE, VkImage, "image")                                                                     \
    X(BUFFER_VIEW, VkBufferView, "buffer view")                                                    \
    X(IMAGE_VIEW, VkImageView, "image view")                                                       \
    X(FRAMEBUFFER, VkFramebuffer, "framebuffer")                                                   \
    X(RENDER_PASS, VkRenderPass, "render pass")                                                    \
    X(FENCE, VkFence, "fence")                                                                     \
    X(SEMAPHORE, VkSemaphore, "semaphore")                                                         \
    X(QUERY_POOL, VkQueryPool, "query pool")                                                       \
    X(SHADER_MODULE, VkShaderModule, "shader module")                                              \
    X(PIPELINE_CACHE, VkPipelineCache, "pipeline cache")                                           \
    X(PIPELINE, VkPipeline, "pipeline")                                                            \
    X(PIPELINE_LAYOUT, VkPipelineLayout, "pipeline layout")                                        \
    X(SAMPLER, VkSampler, "sampler")                                                               \
    X(DESCRIPTOR_SET_LAYOUT, VkDescriptorSetLayout, "descriptor set layout")                       \
    X(DESCRIPTOR_POOL, VkDescriptorPool, "descriptor pool")                                        \
    X(DESCRIPTOR_SET, VkDescriptorSet, "descriptor set")                                           \
    X(COMMAND_POOL, VkCommandPool, "command pool")

/* X(NAME, word): what the fake finds wrong. docs/fake-driver.md explains each. */
#define FAKE_VULKAN_VIOLATIONS(X)                                                                  \
    X(UNKNOWN_HANDLE, "unknown-handle")                                                            \
    X(USE_AFTER_DESTROY, "use-after-destroy")                                                      \
    X(DOUBLE_DESTROY, "double-destroy")                                                            \
    X(DESTROY_IN_USE, "destroy-in-use")                                                            \
    X(LEAK, "leak")                                                                                \
    X(CREATE_INFO, "create-info")                                                                  \
    X(FEATURE, "feature")                                                                          \
    X(ALLOCATION, "allocation")                                                                    \
    X(BIND_RANGE, "bind-range")                                                                    \
    X(BIND_TWICE, "bind-twice")                                                                    \
    X(BIND_ALIGNMENT, "bind-alignment")                                                            \
    X(BIND_TYPE, "bind-type")                                                                      \
    X(BIND_DEDICATED, "bind-dedicated")                                                            \
    X(BIND_MISSING, "bind-missing")                                                                \
    X(GRANULARITY, "granularity")                                                                  \
    X(MAP, "map")                                                                                  \
    X(COMMAND_STATE, "command-state")                                                              \
    X(RENDER_PASS_SCOPE, "render-pass-scope")                                                      \
    X(SUBPASS, "subpass")                                                                          \
    X(FRAMEBUFFER, "framebuffer")                                                                  \
    X(BARRIER, "barrier")                                                                          \
    X(LAYOUT, "layout")                                                                            \
    X(USAGE, "usage")                                                                              \
    X(RANGE, "range")                                                                              \
    X(QUERY, "query")                                                                              \
    X(LABEL, "label")                                                                              \
    X(SUBMIT, "submit")                                                                            \
    X(FENCE, "fence")                                                                              \
    X(SEMAPHORE, "semaphore")

/* X(NAME, word): faults that fake_vulkan_tamper() puts into what a caller records. */
#define FAKE_VULKAN_FAULTS(X)                                                                      \
    X(MEMORY_BARRIER, "a memory barrier is left out")                                              \
    X(BUFFER_BARRIER, "a buffer's barrier is left out")                                            \
    X(IMAGE_BARRIER, "an image's barrier is left out")                                             \
    X(BARRIER_COMMAND, "a barrier command is left out")                                            \
    X(LATE_BARRIER, "an image's barrier comes with the next command")                              \
    X(SRC_STAGES, "a source lacks a stage")                                                        \
    X(SRC_ACCESS, "a source lacks an access")                                                      \
    X(DST_STAGES, "a destination lacks a stage")                                                   \
    X(DST_ACCESS, "a destination lacks an access")                                                 \
    X(COMMAND_SRC_STAGES, "the sources of a command lack a stage")                                 \
    X(COMMAND_DST_STAGES, "the destinations of a command lack a stage")                            \
    X(RANGE, "a barrier lacks a mip, a layer or a byte")                                           \
    X(OLD_LAYOUT, "a barrier discards")                                                            \
    X(NEW_LAYOUT, "a barrier leads to another layout")                                             \
    X(DEPENDENCY, "a subpass dependency is left out")                                              \
    X(DEPENDENCY_SRC_STAGES, "the source of a subpass dependency lacks a stage")                   \
    X(DEPENDENCY_SRC_ACCESS, "the source of a subpass dependency lacks an access")                 \
    X(DEPENDENCY_DST_STAGES, "the destination of a subpass dependency lacks a stage")              \
    X(DEPENDENCY_DST_ACCESS, "the destination of a subpass dependency lacks an access")            \
    X(DEPENDENCY_FLAGS, "a subpass dependency is by region or not, the other way")                 \
    X(LOAD_OP, "a load op is DONT_CARE")                                                           \
    X(STORE_OP, "a store op is DONT_CARE")                                                         \
    X(STENCIL_LOAD_OP, "a stencil load op is DONT_CARE")                                           \
    X(STENCIL_STORE_OP, "a stencil store op is DONT_CARE")                                         \
    X(INITIAL_LAYOUT, "a render pass begins in UNDEFINED")                                         \
    X(FINAL_LAYOUT, "a render pass ends in another layout")                                        \
    X(INPUT_LAYOUT, "a subpass reads in another layout")                                           \
    X(RESOLVE, "a subpass does not resolve")                                                       \
    X(PRESERVE, "a subpass does not preserve an attachment")                                       \
    X(NEXT_SUBPASS, "a subpass is not left")                                                       \
    X(BIND_OFFSET, "a resource lies at offset 0")

#endif
