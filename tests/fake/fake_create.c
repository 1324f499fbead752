/* In: a description. Out: a fake with its instance, device and queues, and the names it resolves.
 * Promised: a name of a version or extension that is not enabled resolves to NULL. */
#include "fake_core.h"

#include <stdlib.h>
#include <string.h>

enum since {
    SINCE_EXT = 0,
    SINCE_V10 = VK_API_VERSION_1_0,
    SINCE_V11 = VK_API_VERSION_1_1,
    SINCE_V12 = VK_API_VERSION_1_2,
    SINCE_V13 = VK_API_VERSION_1_3
};

bool fake_has_version(const fake_vulkan *fake, uint32_t version)
{
    return fake->desc.api_version >= version;
}

bool fake_has_extension(const fake_vulkan *fake, const char *name)
{
    for (uint32_t i = 0; i < fake->desc.extension_count; i++) {
        if (strcmp(fake->desc.extensions[i], name) == 0)
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------- names */

static const struct {
    const char *name;
    uint32_t since;
} functions[] = {
#define FAKE_ROW(name, since, results) {"vk" #name, SINCE_##since},
    FAKE_VULKAN_FUNCTIONS(FAKE_ROW)
#undef FAKE_ROW
};

static const struct {
    const char *name, *extension;
    fake_vulkan_fn fn;
} aliases[] = {
#define FAKE_ROW(alias, name, extension) {"vk" #alias, extension, FAKE_VULKAN_##name},
    FAKE_VULKAN_ALIASES(FAKE_ROW)
#undef FAKE_ROW
};

uint32_t fake_vulkan_fn_version(fake_vulkan_fn fn)
{
    return functions[fn].since;
}

static PFN_vkVoidFunction find_function(const fake_vulkan *fake, const char *name)
{
    for (uint32_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (functions[i].since != SINCE_EXT && strcmp(functions[i].name, name) == 0)
            return fake_has_version(fake, functions[i].since) ? fake->table[i] : NULL;
    }
    for (uint32_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        if (strcmp(aliases[i].name, name) == 0)
            return fake_has_extension(fake, aliases[i].extension) ? fake->table[aliases[i].fn]
                                                                  : NULL;
    }
    return NULL;
}

static bool takes_instance(const char *name)
{
    return strncmp(name, "vkGetPhysicalDevice", 19) == 0 || strncmp(name, "vkEnumerate", 11) == 0;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_addr(VkDevice device,
                                                                     const char *name)
{
    return takes_instance(name) ? NULL : find_function(fake_of(device), name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL fake_vulkan_get_instance_proc_addr(VkInstance instance,
                                                                            const char *name)
{
    PFN_vkGetDeviceProcAddr device_proc_addr = get_device_proc_addr;
    PFN_vkGetInstanceProcAddr instance_proc_addr = fake_vulkan_get_instance_proc_addr;
    if (!instance)
        return NULL; /* a global function would have to know which fake is meant */
    if (strcmp(name, "vkGetDeviceProcAddr") == 0)
        return (PFN_vkVoidFunction)device_proc_addr;
    if (strcmp(name, "vkGetInstanceProcAddr") == 0)
        return (PFN_vkVoidFunction)instance_proc_addr;
    return find_function(fake_of(instance), name);
}

static void fill_table(PFN_vkVoidFunction *table)
{
    fake_register_physical(table);
    fake_register_device(table);
    fake_register_memory(table);
    fake_register_resource(table);
    fake_register_view(table);
    fake_register_render_pass(table);
    fake_register_framebuffer(table);
    fake_register_simple(table);
    fake_register_descriptor(table);
    fake_register_sync(table);
    fake_register_queue(table);
    fake_register_command_buffer(table);
    fake_register_scope(table);
    fake_register_barrier(table);
    fake_register_transfer(table);
    fake_register_draw(table);
}

/* ---------------------------------------------------------------------------------- defaults */

VkPhysicalDeviceLimits fake_vulkan_default_limits(void)
{
    return (VkPhysicalDeviceLimits){
        .maxImageDimension1D = 16384,
        .maxImageDimension2D = 16384,
        .maxImageDimension3D = 2048,
        .maxImageDimensionCube = 16384,
        .maxImageArrayLayers = 2048,
        .maxUniformBufferRange = 65536,
        .maxStorageBufferRange = UINT32_MAX,
        .maxPushConstantsSize = 128,
        .maxMemoryAllocationCount = 4096,
        .bufferImageGranularity = 1024,
        .maxBoundDescriptorSets = 4,
        .maxPerStageDescriptorInputAttachments = 8,
        .maxColorAttachments = 8,
        .maxFramebufferWidth = 16384,
        .maxFramebufferHeight = 16384,
        .maxFramebufferLayers = 2048,
        .maxFragmentOutputAttachments = 8,
        .maxComputeWorkGroupCount = {65535, 65535, 65535},
        .framebufferColorSampleCounts = 0xf,
        .framebufferDepthSampleCounts = 0xf,
        .framebufferStencilSampleCounts = 0xf,
        .framebufferNoAttachmentsSampleCounts = 0xf,
        .sampledImageColorSampleCounts = 0xf,
        .sampledImageIntegerSampleCounts = 0xf,
        .sampledImageDepthSampleCounts = 0xf,
        .sampledImageStencilSampleCounts = 0xf,
        .storageImageSampleCounts = 0xf,
        .minMemoryMapAlignment = 64,
        .minUniformBufferOffsetAlignment = 64,
        .minStorageBufferOffsetAlignment = 64,
        .optimalBufferCopyOffsetAlignment = 1,
        .optimalBufferCopyRowPitchAlignment = 1,
        .nonCoherentAtomSize = 64,
        .timestampComputeAndGraphics = VK_TRUE,
        .timestampPeriod = 1.0f,
    };
}

VkPhysicalDeviceMemoryProperties fake_vulkan_memory(const fake_vulkan *fake)
{
    return fake->memory;
}

VkPhysicalDeviceMemoryProperties fake_vulkan_default_memory(void)
{
    const VkMemoryPropertyFlags host =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    return (VkPhysicalDeviceMemoryProperties){
        .memoryTypeCount = 3,
        .memoryTypes = {{VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0},
                        {host, 1},
                        {host | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, 1}},
        .memoryHeapCount = 2,
        .memoryHeaps = {{8ull << 30, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}, {16ull << 30, 0}},
    };
}

static const VkQueueFamilyProperties default_family = {
    .queueFlags = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT,
    .queueCount = 1,
    .timestampValidBits = 64,
    .minImageTransferGranularity = {1, 1, 1},
};

static void set_features(fake_vulkan *fake)
{
    const fake_vulkan_features *has = &fake->desc.features;
    fake->enabled13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    fake->enabled13.synchronization2 = has->synchronization2;
    fake->enabled13.dynamicRendering = has->dynamic_rendering;
    fake->enabled12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    fake->enabled12.separateDepthStencilLayouts = has->separate_depth_stencil_layouts;
    fake->enabled12.imagelessFramebuffer = has->imageless_framebuffer;
    fake->enabled12.timelineSemaphore = has->timeline_semaphore;
    fake->enabled12.hostQueryReset = has->host_query_reset;
    fake->enabled11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    fake->enabled11.multiview = has->multiview;
    fake->enabled.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    fake->enabled.features.independentBlend = has->independent_blend;
    fake->enabled.features.imageCubeArray = VK_TRUE;
}

static void link_feature(void ***next, void *feature, VkStructureType type)
{
    VkBaseOutStructure *structure = feature;
    structure->sType = type;
    **next = structure;
    *next = (void **)&structure->pNext;
}

/* A structure of a version that is not enabled may not be in the chain: an extension's own then. */
static void chain_features(fake_vulkan *fake)
{
    void **next = &fake->enabled.pNext;
    fake->synchronization2.synchronization2 = fake->enabled13.synchronization2;
    fake->separate_layouts.separateDepthStencilLayouts =
        fake->enabled12.separateDepthStencilLayouts;
    fake->multiview.multiview = fake->enabled11.multiview;
    if (fake_has_version(fake, VK_API_VERSION_1_2)) {
        link_feature(&next, &fake->enabled11, fake->enabled11.sType);
        link_feature(&next, &fake->enabled12, fake->enabled12.sType);
    } else {
        link_feature(&next, &fake->multiview, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES);
        link_feature(&next, &fake->separate_layouts,
                     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SEPARATE_DEPTH_STENCIL_LAYOUTS_FEATURES);
    }
    if (fake_has_version(fake, VK_API_VERSION_1_3))
        link_feature(&next, &fake->enabled13, fake->enabled13.sType);
    else
        link_feature(&next, &fake->synchronization2,
                     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES);
}

static void set_defaults(fake_vulkan *fake, const fake_vulkan_desc *desc)
{
    fake->desc = *desc;
    if (!fake->desc.api_version)
        fake->desc.api_version = VK_API_VERSION_1_1;
    fake->limits = desc->limits ? *desc->limits : fake_vulkan_default_limits();
    fake->memory = desc->memory ? *desc->memory : fake_vulkan_default_memory();
    if (!desc->queue_family_count) {
        fake->desc.queue_family_count = 1;
        fake->desc.queue_families = &default_family;
    }
    if (fake->desc.queue_family_count > FAKE_FAMILIES_MAX)
        fake->desc.queue_family_count = FAKE_FAMILIES_MAX;
    memcpy(fake->families, fake->desc.queue_families,
           fake->desc.queue_family_count * sizeof fake->families[0]);
    fake->current = FAKE_VULKAN_FUNCTION_COUNT;
    set_features(fake);
    chain_features(fake);
}

/* ----------------------------------------------------------------------------- life and death */

static void make_queues(fake_vulkan *fake)
{
    for (uint32_t family = 0; family < fake->desc.queue_family_count; family++) {
        for (uint32_t i = 0; i < fake->families[family].queueCount; i++) {
            fake_object *queue = fake_make(fake, FAKE_KIND_QUEUE, sizeof(fake_queue));
            *(fake_queue *)queue->data = (fake_queue){family, i};
            fake_list_add(&fake->queues, queue->serial);
        }
    }
}

bool fake_vulkan_create(const fake_vulkan_desc *desc, fake_vulkan **out)
{
    fake_vulkan *fake = calloc(1, sizeof *fake);
    *out = fake;
    if (!fake)
        return false;
    set_defaults(fake, desc);
    fill_table(fake->table);
    fake->instance = fake_make(fake, FAKE_KIND_INSTANCE, 0);
    fake->physical_device = fake_make(fake, FAKE_KIND_PHYSICAL_DEVICE, 0);
    fake->device = fake_make(fake, FAKE_KIND_DEVICE, 0);
    make_queues(fake);
    return true;
}

static void free_object(fake_object *object)
{
    free(object->children.items);
    if (object->kind == FAKE_KIND_MEMORY) {
        fake_memory *memory = object->data;
        free(memory->mapped);
        free(memory->bound.items);
    }
    if (object->kind == FAKE_KIND_COMMAND_BUFFER) {
        fake_command_buffer *buffer = object->data;
        free(buffer->refs.items);
        free(buffer->ops);
    }
}

static void free_blocks(fake_block *block)
{
    while (block) {
        fake_block *next = block->next;
        free(block);
        block = next;
    }
}

void fake_vulkan_destroy(fake_vulkan *fake)
{
    if (!fake)
        return;
    for (uint32_t i = 1; i < fake->object_count; i++)
        free_object(fake->objects[i]);
    for (uint32_t i = 0; i < fake->submission_count; i++) {
        free(fake->submissions[i].refs.items);
        free(fake->submissions[i].command_buffers.items);
    }
    free_blocks(fake->blocks);
    free(fake->objects);
    free(fake->queues.items);
    free(fake->calls);
    free(fake->violations);
    free(fake->submissions);
    free(fake);
}

VkInstance fake_vulkan_instance(fake_vulkan *fake)
{
    return FAKE_HANDLE(VkInstance, fake->instance);
}

VkPhysicalDevice fake_vulkan_physical_device(fake_vulkan *fake)
{
    return FAKE_HANDLE(VkPhysicalDevice, fake->physical_device);
}

VkDevice fake_vulkan_device(fake_vulkan *fake)
{
    return FAKE_HANDLE(VkDevice, fake->device);
}

VkQueue fake_vulkan_queue(fake_vulkan *fake, uint32_t family, uint32_t index)
{
    for (uint32_t i = 0; i < fake->queues.count; i++) {
        const fake_object *queue = fake->objects[fake->queues.items[i]];
        const fake_queue *data = queue->data;
        if (data->family == family && data->index == index)
            return FAKE_HANDLE(VkQueue, queue);
    }
    return VK_NULL_HANDLE;
}

const VkPhysicalDeviceFeatures2 *fake_vulkan_enabled_features(fake_vulkan *fake)
{
    return &fake->enabled;
}
