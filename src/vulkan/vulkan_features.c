/* In: the caller's enabled features (a VkPhysicalDeviceFeatures2 chain), extensions and version.
 * Out: what the executor may use, and the device's numbers that it needs later.
 * Promised: nothing is taken for enabled because the device merely supports it. */
#include "vulkan/vulkan_internal.h"

#include <string.h>

/* One struct of the feature chain adds what it enables. */
static void read_feature_struct(vulkan_features *features, const VkBaseInStructure *link)
{
    switch (link->sType) {
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES:
        features->multiview |= ((const VkPhysicalDeviceVulkan11Features *)link)->multiview != 0;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES:
        features->multiview |= ((const VkPhysicalDeviceMultiviewFeatures *)link)->multiview != 0;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES: {
        const VkPhysicalDeviceVulkan12Features *v12 = (const void *)link;
        features->separate_depth_stencil_layouts |= v12->separateDepthStencilLayouts != 0;
        features->imageless_framebuffer |= v12->imagelessFramebuffer != 0;
        break;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SEPARATE_DEPTH_STENCIL_LAYOUTS_FEATURES:
        features->separate_depth_stencil_layouts |=
            ((const VkPhysicalDeviceSeparateDepthStencilLayoutsFeatures *)link)
                ->separateDepthStencilLayouts != 0;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGELESS_FRAMEBUFFER_FEATURES:
        features->imageless_framebuffer |=
            ((const VkPhysicalDeviceImagelessFramebufferFeatures *)link)->imagelessFramebuffer != 0;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES: {
        const VkPhysicalDeviceVulkan13Features *v13 = (const void *)link;
        features->synchronization2 |= v13->synchronization2 != 0;
        features->dynamic_rendering |= v13->dynamicRendering != 0;
        break;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES:
        features->synchronization2 |=
            ((const VkPhysicalDeviceSynchronization2Features *)link)->synchronization2 != 0;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES:
        features->dynamic_rendering |=
            ((const VkPhysicalDeviceDynamicRenderingFeatures *)link)->dynamicRendering != 0;
        break;
    default:
        break;
    }
}

static void read_feature_chain(fusor_vulkan *vk, const fusor_vulkan_desc *desc)
{
    vulkan_features *features = &vk->features;
    if (desc->features) {
        features->independent_blend = desc->features->features.independentBlend;
        features->cube_array = desc->features->features.imageCubeArray;
        for (const VkBaseInStructure *link = desc->features->pNext; link; link = link->pNext) {
            read_feature_struct(features, link);
        }
    }
    bool load_store_op_none = vulkan_has_extension(desc, "VK_EXT_load_store_op_none") ||
                              vulkan_has_extension(desc, "VK_KHR_load_store_op_none");
    features->load_op_none = load_store_op_none;
    /* VK_ATTACHMENT_STORE_OP_NONE is core in Vulkan 1.3 (Appendix D, "Vulkan 1.3"). */
    features->store_op_none = load_store_op_none || vk->api_version >= VK_API_VERSION_1_3;
    features->synchronization2 = features->synchronization2 && vk->api.CmdPipelineBarrier2;
}

/* Depth resolve needs vkCreateRenderPass2 and VK_KHR_depth_stencil_resolve or Vulkan 1.2. */
static bool has_depth_resolve(const fusor_vulkan *vk, const fusor_vulkan_desc *desc)
{
    return vk->api.CreateRenderPass2 &&
           (vk->api_version >= VK_API_VERSION_1_2 ||
            vulkan_has_extension(desc, "VK_KHR_depth_stencil_resolve"));
}

static void read_properties(fusor_vulkan *vk, const fusor_vulkan_desc *desc)
{
    VkPhysicalDeviceVulkan12Properties v12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES};
    VkPhysicalDeviceDepthStencilResolveProperties resolve = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_STENCIL_RESOLVE_PROPERTIES};
    VkPhysicalDeviceMultiviewProperties multiview = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_PROPERTIES};
    VkPhysicalDeviceMaintenance3Properties maintenance3 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES, .pNext = &multiview};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &maintenance3};
    if (vk->api_version >= VK_API_VERSION_1_2) {
        multiview.pNext = &v12;
    } else if (has_depth_resolve(vk, desc)) {
        multiview.pNext = &resolve;
    }
    vk->api.GetPhysicalDeviceProperties2(desc->physical_device, &properties);
    vk->properties = properties.properties;
    vk->max_allocation_bytes = maintenance3.maxMemoryAllocationSize;
    vk->max_views = multiview.maxMultiviewViewCount;
    vk->integer_samples = v12.framebufferIntegerColorSampleCounts;
    vk->depth_resolve_modes = v12.supportedDepthResolveModes | resolve.supportedDepthResolveModes;
    vk->stencil_resolve_modes =
        v12.supportedStencilResolveModes | resolve.supportedStencilResolveModes;
}

static void read_timestamps(fusor_vulkan *vk, const VkQueueFamilyProperties *family)
{
    uint32_t bits = family->timestampValidBits;
    vk->timestamp_mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

static void read_queue_family(fusor_vulkan *vk)
{
    VkQueueFamilyProperties families[64];
    uint32_t count = sizeof families / sizeof families[0];
    vk->api.GetPhysicalDeviceQueueFamilyProperties(vk->physical_device, &count, families);
    if (vk->queue_family < count) {
        read_timestamps(vk, &families[vk->queue_family]);
    }
}

void vulkan_read_features(fusor_vulkan *vk, const fusor_vulkan_desc *desc)
{
    read_feature_chain(vk, desc);
    read_properties(vk, desc);
    vk->api.GetPhysicalDeviceMemoryProperties(vk->physical_device, &vk->memory);
    read_queue_family(vk);
}
