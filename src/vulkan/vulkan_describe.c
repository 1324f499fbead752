/* In: the physical device and what the caller enabled. Out: a fusor_device_desc, made once.
 * Promised: only what the executor can carry out is described, so every plan made for it can be
 * loaded. Local read and raster-order access are therefore false until the executor takes them. */
#include "vulkan/vulkan_internal.h"

#include <string.h>

/* Vulkan writes the block sizes of its ASTC formats with a small x, which a macro cannot make of the
 * list's names, so the ends of each run of numbers are compared instead of every name. */
#define CHECK_FORMAT(fusor_name, vulkan_name)                                                      \
    _Static_assert((int)FUSOR_FORMAT_##fusor_name == (int)VK_FORMAT_##vulkan_name,                 \
                   "fusor's formats carry Vulkan's numbers")
CHECK_FORMAT(R4G4_UNORM_PACK8, R4G4_UNORM_PACK8);
CHECK_FORMAT(R8_UNORM, R8_UNORM);
CHECK_FORMAT(R8G8B8A8_UNORM, R8G8B8A8_UNORM);
CHECK_FORMAT(B8G8R8A8_SRGB, B8G8R8A8_SRGB);
CHECK_FORMAT(R16G16B16A16_SFLOAT, R16G16B16A16_SFLOAT);
CHECK_FORMAT(B10G11R11_UFLOAT_PACK32, B10G11R11_UFLOAT_PACK32);
CHECK_FORMAT(D16_UNORM, D16_UNORM);
CHECK_FORMAT(D32_SFLOAT_S8_UINT, D32_SFLOAT_S8_UINT);
CHECK_FORMAT(BC7_SRGB_BLOCK, BC7_SRGB_BLOCK);
CHECK_FORMAT(ASTC_12X12_SRGB_BLOCK, ASTC_12x12_SRGB_BLOCK);
CHECK_FORMAT(A4R4G4B4_UNORM_PACK16, A4R4G4B4_UNORM_PACK16);
CHECK_FORMAT(ASTC_4X4_SFLOAT_BLOCK, ASTC_4x4_SFLOAT_BLOCK);
CHECK_FORMAT(ASTC_12X12_SFLOAT_BLOCK, ASTC_12x12_SFLOAT_BLOCK);
#undef CHECK_FORMAT
#define CHECK_FEATURE(NAME, word, bit)                                                             \
    _Static_assert(bit == VK_FORMAT_FEATURE_##NAME##_BIT, "fusor's features carry Vulkan's bits");
FUSOR_FORMAT_FEATURES(CHECK_FEATURE)
#undef CHECK_FEATURE

#define KNOWN_FEATURES(NAME, word, bit) | bit
static const uint32_t known_features = 0u FUSOR_FORMAT_FEATURES(KNOWN_FEATURES);
#undef KNOWN_FEATURES

static const fusor_format all_formats[] = {
#define FORMAT_ROW(NAME, ...) FUSOR_FORMAT_##NAME,
    FUSOR_FORMATS(FORMAT_ROW)
#undef FORMAT_ROW
};
#define ALL_FORMAT_COUNT (sizeof all_formats / sizeof all_formats[0])

static void describe_limits(const fusor_vulkan *vk, fusor_device_desc *out)
{
    const VkPhysicalDeviceLimits *limits = &vk->properties.limits;
    out->limits.color_attachments = limits->maxColorAttachments;
    out->limits.input_attachments = limits->maxPerStageDescriptorInputAttachments;
    out->limits.buffer_image_granularity = limits->bufferImageGranularity;
    out->limits.memory_allocation_bytes = vk->max_allocation_bytes;
    out->limits.storage_buffer_bytes = limits->maxStorageBufferRange;
    out->limits.image_2d = limits->maxImageDimension2D;
    out->limits.layers = limits->maxImageArrayLayers;
    out->limits.views = vk->features.multiview ? vk->max_views : 1;
}

static bool has_lazy_type(const fusor_vulkan *vk)
{
    for (uint32_t i = 0; i < vk->memory.memoryTypeCount; i++) {
        if (vk->memory.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT) {
            return true;
        }
    }
    return false;
}

/* Vendors whose GPUs render in tiles: Arm, Qualcomm, Imagination, Apple. A software device on such
 * a machine has no lazily allocated memory and is none. */
static bool is_tiler(const fusor_vulkan *vk)
{
    static const uint32_t vendors[] = {0x13b5, 0x5143, 0x1010, 0x106b};
    for (size_t i = 0; i < sizeof vendors / sizeof vendors[0]; i++) {
        if (vk->properties.vendorID == vendors[i]) {
            return has_lazy_type(vk);
        }
    }
    return false;
}

static void describe_features(const fusor_vulkan *vk, fusor_device_desc *out)
{
    const vulkan_features *features = &vk->features;
    out->tiler = is_tiler(vk);
    out->features.synchronization2 = features->synchronization2;
    out->features.dynamic_rendering = features->dynamic_rendering;
    out->features.load_op_none = features->load_op_none;
    out->features.store_op_none = features->store_op_none;
    out->features.independent_blend = features->independent_blend;
    out->features.separate_depth_stencil_layouts = features->separate_depth_stencil_layouts;
    out->features.multiview = features->multiview;
    out->features.imageless_framebuffer = features->imageless_framebuffer;
    out->features.lazily_allocated = has_lazy_type(vk);
}

/* Zero means "all" in a description, so "none" is one sample, or sample zero. */
static void describe_samples(const fusor_vulkan *vk, fusor_device_desc *out)
{
    const VkPhysicalDeviceLimits *limits = &vk->properties.limits;
    out->color_samples = limits->framebufferColorSampleCounts | VK_SAMPLE_COUNT_1_BIT;
    out->depth_samples = limits->framebufferDepthSampleCounts | VK_SAMPLE_COUNT_1_BIT;
    out->stencil_samples = limits->framebufferStencilSampleCounts | VK_SAMPLE_COUNT_1_BIT;
    out->integer_samples = vk->integer_samples | VK_SAMPLE_COUNT_1_BIT;
    out->depth_resolve_modes = vk->depth_resolve_modes;
    out->stencil_resolve_modes = vk->stencil_resolve_modes;
}

static bool describe_formats(fusor_vulkan *vk, fusor_device_desc *out)
{
    fusor_device_format *formats = vulkan_take(&vk->owner, ALL_FORMAT_COUNT, sizeof *formats);
    if (!formats) {
        return false;
    }
    for (size_t i = 0; i < ALL_FORMAT_COUNT; i++) {
        VkFormatProperties properties;
        vk->api.GetPhysicalDeviceFormatProperties(vk->physical_device, (VkFormat)all_formats[i],
                                                  &properties);
        uint32_t features = properties.optimalTilingFeatures & known_features;
        if (features) {
            formats[out->format_count++] = (fusor_device_format){all_formats[i], features};
        }
    }
    out->formats = formats;
    return true;
}

static bool describe_memory(fusor_vulkan *vk, fusor_device_desc *out)
{
    const VkPhysicalDeviceMemoryProperties *memory = &vk->memory;
    uint64_t *heaps = vulkan_take(&vk->owner, memory->memoryHeapCount, sizeof *heaps);
    fusor_memory_type *types = vulkan_take(&vk->owner, memory->memoryTypeCount, sizeof *types);
    if (!heaps || !types) {
        return false;
    }
    for (uint32_t i = 0; i < memory->memoryHeapCount; i++) {
        heaps[i] = memory->memoryHeaps[i].size;
    }
    for (uint32_t i = 0; i < memory->memoryTypeCount; i++) {
        const uint32_t known = FUSOR_MEMORY_DEVICE_LOCAL | FUSOR_MEMORY_HOST_VISIBLE |
                               FUSOR_MEMORY_HOST_COHERENT | FUSOR_MEMORY_HOST_CACHED |
                               FUSOR_MEMORY_LAZILY_ALLOCATED;
        types[i] = (fusor_memory_type){memory->memoryTypes[i].heapIndex,
                                       memory->memoryTypes[i].propertyFlags & known};
    }
    out->memory_heaps = heaps;
    out->memory_heap_count = memory->memoryHeapCount;
    out->memory_types = types;
    out->memory_type_count = memory->memoryTypeCount;
    return true;
}

static bool describe_queues(fusor_vulkan *vk, fusor_device_desc *out)
{
    uint32_t count = 0;
    vk->api.GetPhysicalDeviceQueueFamilyProperties(vk->physical_device, &count, NULL);
    VkQueueFamilyProperties *families = vulkan_take(&vk->owner, count, sizeof *families);
    fusor_queue_family *queues = vulkan_take(&vk->owner, count, sizeof *queues);
    if (!families || !queues) {
        return false;
    }
    vk->api.GetPhysicalDeviceQueueFamilyProperties(vk->physical_device, &count, families);
    for (uint32_t i = 0; i < count; i++) {
        const VkQueueFlags known =
            VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
        queues[i] = (fusor_queue_family){families[i].queueFlags & known, families[i].queueCount};
    }
    out->queues = queues;
    out->queue_count = count;
    return true;
}

const fusor_device_desc *fusor_vulkan_describe(fusor_vulkan *vk)
{
    if (vk->device_desc) {
        return vk->device_desc;
    }
    fusor_device_desc *out = vulkan_take(&vk->owner, 1, sizeof *out);
    if (!out || !describe_formats(vk, out) || !describe_memory(vk, out) ||
        !describe_queues(vk, out)) {
        (void)vulkan_fail(vk, FUSOR_ERROR_OUT_OF_MEMORY, "device", "no memory for a description");
        return NULL;
    }
    out->name = vk->properties.deviceName;
    describe_limits(vk, out);
    describe_features(vk, out);
    describe_samples(vk, out);
    vk->device_desc = out;
    return out;
}
