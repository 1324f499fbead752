/* demo_gpu.h: the entry points that the demo's passes call themselves, and two samplers. */
#ifndef DEMO_GPU_H
#define DEMO_GPU_H

#include "fusor/vulkan.h"

#define DEMO_GPU_FUNCTIONS(X)                                                                      \
    X(CreateShaderModule)                                                                          \
    X(DestroyShaderModule)                                                                         \
    X(CreateSampler)                                                                               \
    X(DestroySampler)                                                                              \
    X(CreateDescriptorSetLayout)                                                                   \
    X(DestroyDescriptorSetLayout)                                                                  \
    X(CreateDescriptorPool)                                                                        \
    X(DestroyDescriptorPool)                                                                       \
    X(AllocateDescriptorSets)                                                                      \
    X(UpdateDescriptorSets)                                                                        \
    X(CreatePipelineLayout)                                                                        \
    X(DestroyPipelineLayout)                                                                       \
    X(CreateGraphicsPipelines)                                                                     \
    X(CreateComputePipelines)                                                                      \
    X(DestroyPipeline)                                                                             \
    X(CmdBindPipeline)                                                                             \
    X(CmdBindDescriptorSets)                                                                       \
    X(CmdBindVertexBuffers)                                                                        \
    X(CmdBindIndexBuffer)                                                                          \
    X(CmdPushConstants)                                                                            \
    X(CmdDraw)                                                                                     \
    X(CmdDrawIndexed)                                                                              \
    X(CmdDispatch)

typedef struct demo_gpu {
    VkDevice device;
    VkSampler linear, shadow; /* shadow: compares, and blends four results */
#define DEMO_GPU_ROW(name) PFN_vk##name name;
    DEMO_GPU_FUNCTIONS(DEMO_GPU_ROW)
#undef DEMO_GPU_ROW
} demo_gpu;

FUSOR_MUST_USE fusor_result demo_gpu_init(const fusor_vulkan_desc *desc, demo_gpu *gpu);
void demo_gpu_finish(demo_gpu *gpu);

#endif
