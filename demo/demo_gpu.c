/* demo_gpu.c: fetches entry points and makes the samplers.
 * In: a device. Out: a table. Promised: after a failure, finish is still right. */
#include "demo_gpu.h"

#include <string.h>

static bool load_functions(const fusor_vulkan_desc *desc, demo_gpu *gpu)
{
    PFN_vkGetDeviceProcAddr get = (PFN_vkGetDeviceProcAddr)desc->get_instance_proc_addr(
        desc->instance, "vkGetDeviceProcAddr");
    if (get == NULL) {
        return false;
    }
    bool all = true;
#define DEMO_GPU_ROW(name)                                                                         \
    gpu->name = (PFN_vk##name)get(desc->device, "vk" #name);                                       \
    all = all && gpu->name != NULL;
    DEMO_GPU_FUNCTIONS(DEMO_GPU_ROW)
#undef DEMO_GPU_ROW
    return all;
}

static VkResult make_sampler(const demo_gpu *gpu, bool compares, VkSampler *out)
{
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                .magFilter = VK_FILTER_LINEAR,
                                .minFilter = VK_FILTER_LINEAR,
                                .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                .compareEnable = compares ? VK_TRUE : VK_FALSE,
                                .compareOp = VK_COMPARE_OP_LESS_OR_EQUAL,
                                .maxLod = VK_LOD_CLAMP_NONE};
    return gpu->CreateSampler(gpu->device, &info, NULL, out);
}

fusor_result demo_gpu_init(const fusor_vulkan_desc *desc, demo_gpu *gpu)
{
    memset(gpu, 0, sizeof *gpu);
    gpu->device = desc->device;
    if (!load_functions(desc, gpu)) {
        return FUSOR_ERROR_UNSUPPORTED;
    }
    if (make_sampler(gpu, false, &gpu->linear) != VK_SUCCESS ||
        make_sampler(gpu, true, &gpu->shadow) != VK_SUCCESS) {
        return FUSOR_ERROR_BACK_END;
    }
    return FUSOR_OK;
}

void demo_gpu_finish(demo_gpu *gpu)
{
    if (gpu->DestroySampler != NULL) {
        gpu->DestroySampler(gpu->device, gpu->linear, NULL);
        gpu->DestroySampler(gpu->device, gpu->shadow, NULL);
    }
}
