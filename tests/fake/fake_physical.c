/* In: questions about the physical device. Out: what the description says, or its defaults.
 * Promised: structures of a chain that the fake does not know are left as they were. */
#include "fake_core.h"

#include <string.h>

const void *fake_next(const void *chain, VkStructureType type)
{
    for (const VkBaseInStructure *s = chain; s; s = s->pNext) {
        if (s->sType == type)
            return s;
    }
    return NULL;
}

static void *next_out(void *chain, VkStructureType type)
{
    return (void *)(uintptr_t)fake_next(chain, type);
}

/* The two-call idiom: how many to write, and whether all fitted (2.7.3). */
static uint32_t clamp_count(uint32_t available, uint32_t *count, bool has_array)
{
    uint32_t written = !has_array ? 0 : *count < available ? *count : available;
    *count = has_array ? written : available;
    return written;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_EnumeratePhysicalDevices(VkInstance instance,
                                                                    uint32_t *count,
                                                                    VkPhysicalDevice *devices)
{
    fake_vulkan *fake = fake_of(instance);
    VkResult result = FAKE_ENTER(fake, EnumeratePhysicalDevices, FAKE_ARG(INSTANCE, instance));
    if (result)
        return result;
    bool asked = devices != NULL;
    if (clamp_count(1, count, asked))
        devices[0] = fake_vulkan_physical_device(fake);
    return asked && *count < 1 ? VK_INCOMPLETE : VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_EnumerateDeviceExtensionProperties(
    VkPhysicalDevice device, const char *layer, uint32_t *count, VkExtensionProperties *properties)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result =
        FAKE_ENTER(fake, EnumerateDeviceExtensionProperties, FAKE_ARG(PHYSICAL_DEVICE, device));
    if (result)
        return result;
    uint32_t available = layer ? 0 : fake->desc.extension_count;
    uint32_t written = clamp_count(available, count, properties != NULL);
    for (uint32_t i = 0; i < written; i++) {
        properties[i] = (VkExtensionProperties){.specVersion = 1};
        snprintf(properties[i].extensionName, sizeof properties[i].extensionName, "%s",
                 fake->desc.extensions[i]);
    }
    return properties && written < available ? VK_INCOMPLETE : VK_SUCCESS;
}

/* -------------------------------------------------------------------------------- properties */

static void get_properties(const fake_vulkan *fake, VkPhysicalDeviceProperties *out)
{
    *out = (VkPhysicalDeviceProperties){
        .apiVersion = fake->desc.api_version,
        .driverVersion = 1,
        .vendorID = 0x10000,
        .deviceType = VK_PHYSICAL_DEVICE_TYPE_OTHER,
        .deviceName = "fusor fake",
        .limits = fake->limits,
    };
}

static VKAPI_ATTR void VKAPI_CALL fake_GetPhysicalDeviceProperties(VkPhysicalDevice device,
                                                                   VkPhysicalDeviceProperties *out)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, GetPhysicalDeviceProperties, FAKE_ARG(PHYSICAL_DEVICE, device));
    get_properties(fake, out);
}

static const VkResolveModeFlags depth_modes =
    VK_RESOLVE_MODE_SAMPLE_ZERO_BIT | VK_RESOLVE_MODE_MIN_BIT | VK_RESOLVE_MODE_MAX_BIT;

/* One allocation may be as large as the largest heap. */
static VkDeviceSize largest_heap(const fake_vulkan *fake)
{
    VkDeviceSize largest = 0;
    for (uint32_t i = 0; i < fake->memory.memoryHeapCount; i++)
        largest =
            fake->memory.memoryHeaps[i].size > largest ? fake->memory.memoryHeaps[i].size : largest;
    return largest;
}

static void get_chained_properties(const fake_vulkan *fake, void *chain)
{
    VkPhysicalDeviceDepthStencilResolveProperties *resolve =
        next_out(chain, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_STENCIL_RESOLVE_PROPERTIES);
    VkPhysicalDeviceMaintenance3Properties *maintenance3 =
        next_out(chain, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
    VkPhysicalDeviceMultiviewProperties *multiview =
        next_out(chain, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_PROPERTIES);
    if (resolve) {
        resolve->supportedDepthResolveModes = resolve->supportedStencilResolveModes = depth_modes;
        resolve->independentResolve = resolve->independentResolveNone = VK_TRUE;
    }
    if (maintenance3) {
        maintenance3->maxPerSetDescriptors = 1024;
        maintenance3->maxMemoryAllocationSize = largest_heap(fake);
    }
    if (multiview) {
        multiview->maxMultiviewViewCount = 6;
        multiview->maxMultiviewInstanceIndex = (1u << 27) - 1;
    }
}

/* The structures of 1.1 and 1.2 repeat what the extensions' own say. */
static void get_version_properties(const fake_vulkan *fake, void *chain)
{
    VkPhysicalDeviceVulkan11Properties *v11 =
        next_out(chain, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES);
    VkPhysicalDeviceVulkan12Properties *v12 =
        next_out(chain, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES);
    if (v11) {
        v11->maxPerSetDescriptors = 1024;
        v11->maxMemoryAllocationSize = largest_heap(fake);
        v11->maxMultiviewViewCount = 6;
        v11->maxMultiviewInstanceIndex = (1u << 27) - 1;
    }
    if (v12) {
        v12->supportedDepthResolveModes = v12->supportedStencilResolveModes = depth_modes;
        v12->independentResolve = v12->independentResolveNone = VK_TRUE;
        v12->framebufferIntegerColorSampleCounts = 0xf;
    }
}

static VKAPI_ATTR void VKAPI_CALL
fake_GetPhysicalDeviceProperties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *out)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, GetPhysicalDeviceProperties2, FAKE_ARG(PHYSICAL_DEVICE, device));
    get_properties(fake, &out->properties);
    get_chained_properties(fake, out->pNext);
    get_version_properties(fake, out->pNext);
}

/* ---------------------------------------------------------------------------------- features */

static VKAPI_ATTR void VKAPI_CALL fake_GetPhysicalDeviceFeatures(VkPhysicalDevice device,
                                                                 VkPhysicalDeviceFeatures *out)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, GetPhysicalDeviceFeatures, FAKE_ARG(PHYSICAL_DEVICE, device));
    *out = fake->enabled.features;
}

/* Copies a feature structure but for its head (sType and pNext). */
static void copy_features(void *chain, const void *from, size_t size)
{
    const size_t head = sizeof(VkBaseOutStructure);
    char *to = next_out(chain, ((const VkBaseInStructure *)from)->sType);
    if (to)
        memcpy(to + head, (const char *)from + head, size - head);
}

#define FAKE_FEATURE(chain, type, STRUCTURE, member, value)                                        \
    do {                                                                                           \
        type *feature = next_out(chain, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##STRUCTURE);            \
        if (feature)                                                                               \
            feature->member = value;                                                               \
    } while (0)

static VKAPI_ATTR void VKAPI_CALL fake_GetPhysicalDeviceFeatures2(VkPhysicalDevice device,
                                                                  VkPhysicalDeviceFeatures2 *out)
{
    fake_vulkan *fake = fake_of(device);
    const fake_vulkan_features *has = &fake->desc.features;
    FAKE_ENTER(fake, GetPhysicalDeviceFeatures2, FAKE_ARG(PHYSICAL_DEVICE, device));
    out->features = fake->enabled.features;
    copy_features(out->pNext, &fake->enabled11, sizeof fake->enabled11);
    copy_features(out->pNext, &fake->enabled12, sizeof fake->enabled12);
    copy_features(out->pNext, &fake->enabled13, sizeof fake->enabled13);
    FAKE_FEATURE(out->pNext, VkPhysicalDeviceSynchronization2Features, SYNCHRONIZATION_2_FEATURES,
                 synchronization2, has->synchronization2);
    FAKE_FEATURE(out->pNext, VkPhysicalDeviceDynamicRenderingFeatures, DYNAMIC_RENDERING_FEATURES,
                 dynamicRendering, has->dynamic_rendering);
    FAKE_FEATURE(out->pNext, VkPhysicalDeviceSeparateDepthStencilLayoutsFeatures,
                 SEPARATE_DEPTH_STENCIL_LAYOUTS_FEATURES, separateDepthStencilLayouts,
                 has->separate_depth_stencil_layouts);
    FAKE_FEATURE(out->pNext, VkPhysicalDeviceImagelessFramebufferFeatures,
                 IMAGELESS_FRAMEBUFFER_FEATURES, imagelessFramebuffer, has->imageless_framebuffer);
    FAKE_FEATURE(out->pNext, VkPhysicalDeviceMultiviewFeatures, MULTIVIEW_FEATURES, multiview,
                 has->multiview);
    FAKE_FEATURE(out->pNext, VkPhysicalDeviceTimelineSemaphoreFeatures, TIMELINE_SEMAPHORE_FEATURES,
                 timelineSemaphore, has->timeline_semaphore);
    FAKE_FEATURE(out->pNext, VkPhysicalDeviceHostQueryResetFeatures, HOST_QUERY_RESET_FEATURES,
                 hostQueryReset, has->host_query_reset);
}

/* ----------------------------------------------------------------------------------- formats */

VkImageAspectFlags fake_format_aspects(VkFormat format)
{
    const VkImageAspectFlags depth = VK_IMAGE_ASPECT_DEPTH_BIT,
                             stencil = VK_IMAGE_ASPECT_STENCIL_BIT;
    switch (format) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D32_SFLOAT:
        return depth;
    case VK_FORMAT_S8_UINT:
        return stencil;
    case VK_FORMAT_D16_UNORM_S8_UINT:
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return depth | stencil;
    default:
        return VK_IMAGE_ASPECT_COLOR_BIT;
    }
}

static VkFormatFeatureFlags format_features(const fake_vulkan *fake, VkFormat format)
{
    VkFormatFeatureFlags all =
        VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT |
        VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT |
        VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    if (fake_format_aspects(format) == VK_IMAGE_ASPECT_COLOR_BIT)
        all |= VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT |
               VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
    else
        all |= VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
    return fake->desc.format_fn ? fake->desc.format_fn(fake->desc.user, format, all) : all;
}

static void get_format(const fake_vulkan *fake, VkFormat format, VkFormatProperties *out)
{
    *out = (VkFormatProperties){.optimalTilingFeatures = format_features(fake, format),
                                .linearTilingFeatures = format_features(fake, format)};
}

static VKAPI_ATTR void VKAPI_CALL fake_GetPhysicalDeviceFormatProperties(VkPhysicalDevice device,
                                                                         VkFormat format,
                                                                         VkFormatProperties *out)
{
    FAKE_ENTER(fake_of(device), GetPhysicalDeviceFormatProperties,
               FAKE_ARG(PHYSICAL_DEVICE, device), FAKE_NUMBER(format));
    get_format(fake_of(device), format, out);
}

static VKAPI_ATTR void VKAPI_CALL fake_GetPhysicalDeviceFormatProperties2(VkPhysicalDevice device,
                                                                          VkFormat format,
                                                                          VkFormatProperties2 *out)
{
    FAKE_ENTER(fake_of(device), GetPhysicalDeviceFormatProperties2,
               FAKE_ARG(PHYSICAL_DEVICE, device), FAKE_NUMBER(format));
    get_format(fake_of(device), format, &out->formatProperties);
}

static VkResult get_image_format(const fake_vulkan *fake, VkImageType type,
                                 VkImageFormatProperties *out)
{
    const VkPhysicalDeviceLimits *limits = &fake->limits;
    uint32_t size =
        type == VK_IMAGE_TYPE_3D ? limits->maxImageDimension3D : limits->maxImageDimension2D;
    *out = (VkImageFormatProperties){
        .maxExtent = {size, size, type == VK_IMAGE_TYPE_3D ? size : 1},
        .maxMipLevels = 15,
        .maxArrayLayers = type == VK_IMAGE_TYPE_3D ? 1 : limits->maxImageArrayLayers,
        .sampleCounts = limits->framebufferColorSampleCounts,
        .maxResourceSize = 1ull << 40,
    };
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_GetPhysicalDeviceImageFormatProperties(
    VkPhysicalDevice device, VkFormat format, VkImageType type, VkImageTiling tiling,
    VkImageUsageFlags usage, VkImageCreateFlags flags, VkImageFormatProperties *out)
{
    VkResult result =
        FAKE_ENTER(fake_of(device), GetPhysicalDeviceImageFormatProperties,
                   FAKE_ARG(PHYSICAL_DEVICE, device), FAKE_NUMBER(format), FAKE_NUMBER(type),
                   FAKE_NUMBER(tiling), FAKE_NUMBER(usage), FAKE_NUMBER(flags));
    return result ? result : get_image_format(fake_of(device), type, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_GetPhysicalDeviceImageFormatProperties2(
    VkPhysicalDevice device, const VkPhysicalDeviceImageFormatInfo2 *info,
    VkImageFormatProperties2 *out)
{
    VkResult result = FAKE_ENTER(fake_of(device), GetPhysicalDeviceImageFormatProperties2,
                                 FAKE_ARG(PHYSICAL_DEVICE, device), FAKE_NUMBER(info->format),
                                 FAKE_NUMBER(info->type), FAKE_NUMBER(info->tiling),
                                 FAKE_NUMBER(info->usage), FAKE_NUMBER(info->flags));
    return result ? result
                  : get_image_format(fake_of(device), info->type, &out->imageFormatProperties);
}

/* -------------------------------------------------------------------------- queues and memory */

static VKAPI_ATTR void VKAPI_CALL fake_GetPhysicalDeviceQueueFamilyProperties(
    VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties *out)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, GetPhysicalDeviceQueueFamilyProperties, FAKE_ARG(PHYSICAL_DEVICE, device));
    uint32_t written = clamp_count(fake->desc.queue_family_count, count, out != NULL);
    for (uint32_t i = 0; i < written; i++)
        out[i] = fake->families[i];
}

static VKAPI_ATTR void VKAPI_CALL fake_GetPhysicalDeviceQueueFamilyProperties2(
    VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties2 *out)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, GetPhysicalDeviceQueueFamilyProperties2, FAKE_ARG(PHYSICAL_DEVICE, device));
    uint32_t written = clamp_count(fake->desc.queue_family_count, count, out != NULL);
    for (uint32_t i = 0; i < written; i++)
        out[i].queueFamilyProperties = fake->families[i];
}

static VKAPI_ATTR void VKAPI_CALL fake_GetPhysicalDeviceMemoryProperties(
    VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties *out)
{
    FAKE_ENTER(fake_of(device), GetPhysicalDeviceMemoryProperties,
               FAKE_ARG(PHYSICAL_DEVICE, device));
    *out = fake_of(device)->memory;
}

static VKAPI_ATTR void VKAPI_CALL fake_GetPhysicalDeviceMemoryProperties2(
    VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties2 *out)
{
    FAKE_ENTER(fake_of(device), GetPhysicalDeviceMemoryProperties2,
               FAKE_ARG(PHYSICAL_DEVICE, device));
    out->memoryProperties = fake_of(device)->memory;
}

void fake_register_physical(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, EnumeratePhysicalDevices);
    FAKE_REGISTER(table, EnumerateDeviceExtensionProperties);
    FAKE_REGISTER(table, GetPhysicalDeviceProperties);
    FAKE_REGISTER(table, GetPhysicalDeviceProperties2);
    FAKE_REGISTER(table, GetPhysicalDeviceFeatures);
    FAKE_REGISTER(table, GetPhysicalDeviceFeatures2);
    FAKE_REGISTER(table, GetPhysicalDeviceFormatProperties);
    FAKE_REGISTER(table, GetPhysicalDeviceFormatProperties2);
    FAKE_REGISTER(table, GetPhysicalDeviceImageFormatProperties);
    FAKE_REGISTER(table, GetPhysicalDeviceImageFormatProperties2);
    FAKE_REGISTER(table, GetPhysicalDeviceQueueFamilyProperties);
    FAKE_REGISTER(table, GetPhysicalDeviceQueueFamilyProperties2);
    FAKE_REGISTER(table, GetPhysicalDeviceMemoryProperties);
    FAKE_REGISTER(table, GetPhysicalDeviceMemoryProperties2);
}
