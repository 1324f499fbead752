/* In: what --gpu and --validate say. Out: a device with every feature that synthetic passes can use.
 * Promised: what fails is freed; messages of the layers are printed and counted. */
#include "run_gpu.h"

#include <stdio.h>

static void print_log(void *user, fusor_severity level, const char *id, const char *subject,
                      const char *text)
{
    run_gpu *gpu = user;
    if (level != FUSOR_SEVERITY_NOTE && !gpu->quiet) {
        run_say("%s: %s%s%s: %s", fusor_severity_word(level), id, *subject ? ": " : "", subject,
                text);
        gpu->messages++;
    }
}

static VkPhysicalDeviceFeatures wanted_features(void)
{
    return (VkPhysicalDeviceFeatures){
        .independentBlend = VK_TRUE,
        .fragmentStoresAndAtomics = VK_TRUE,
        .shaderStorageImageExtendedFormats = VK_TRUE,
        .shaderStorageImageReadWithoutFormat = VK_TRUE,
        .shaderStorageImageWriteWithoutFormat = VK_TRUE,
        .shaderStorageImageMultisample = VK_TRUE,
        .drawIndirectFirstInstance = VK_TRUE,
        .imageCubeArray = VK_TRUE,
    };
}

static const char *way_out(fusor_result result)
{
    switch (result) {
    case FUSOR_ERROR_NO_LOADER:
        return "install a Vulkan loader and a driver (Debian: libvulkan1, mesa-vulkan-drivers)";
    case FUSOR_ERROR_NO_DEVICE:
        return "install a driver (Debian: mesa-vulkan-drivers), or name another device with --gpu";
    case FUSOR_ERROR_UNSUPPORTED:
        return "install the validation layers (Debian: vulkan-validationlayers), or leave "
               "--validate out";
    default:
        return "try another device with --gpu";
    }
}

static VkResult make_pool(run_gpu *gpu)
{
    const VkCommandPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
        .queueFamilyIndex = gpu->desc.queue_family,
    };
    return vkCreateCommandPool(gpu->handle, &info, NULL, &gpu->pool);
}

/* Imports in state present need the extension that has their layout, where the device has it. */
static fusor_result create_device(const fusor_vulkan_device_desc *desc, run_gpu *out)
{
    static const char *const INSTANCE[] = {VK_KHR_SURFACE_EXTENSION_NAME};
    static const char *const DEVICE[] = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
    fusor_vulkan_device_desc presents = *desc;
    presents.instance_extensions = INSTANCE;
    presents.instance_extension_count = 1;
    presents.device_extensions = DEVICE;
    presents.device_extension_count = 1;
    out->quiet = true;
    fusor_result result = fusor_vulkan_device_create(&presents, &out->device);
    out->quiet = false;
    return result == FUSOR_OK ? result : fusor_vulkan_device_create(desc, &out->device);
}

int run_gpu_open(const run_gpu_options *options, run_gpu *out)
{
    *out = (run_gpu){0};
    const fusor_vulkan_device_desc desc = {
        .application_name = "fusor run",
        .gpu = options->gpu,
        .validate = options->validate,
        .features = wanted_features(),
        .log = {print_log, out},
    };
    fusor_result result = create_device(&desc, out);
    if (result != FUSOR_OK) {
        run_say("%s; %s", fusor_result_text(result), way_out(result));
        return RUN_NO_DEVICE;
    }
    out->desc = fusor_vulkan_device_get_desc(out->device);
    out->desc.log = (fusor_log){print_log, out};
    out->properties = *fusor_vulkan_device_properties(out->device);
    out->features =
        out->desc.features ? out->desc.features->features : (VkPhysicalDeviceFeatures){0};
    out->handle = out->desc.device;
    vkGetPhysicalDeviceMemoryProperties(out->desc.physical_device, &out->memory);
    if (make_pool(out) != VK_SUCCESS) {
        run_say("the device gives no command pool; %s", way_out(FUSOR_ERROR_BACK_END));
        run_gpu_close(out);
        return RUN_NO_DEVICE;
    }
    return RUN_OK;
}

void run_gpu_close(run_gpu *gpu)
{
    if (gpu->pool) {
        vkDestroyCommandPool(gpu->handle, gpu->pool, NULL);
    }
    fusor_vulkan_device_destroy(gpu->device);
    *gpu = (run_gpu){0};
}

uint64_t run_gpu_memory_bytes(const run_gpu *gpu)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < gpu->memory.memoryHeapCount; i++) {
        const VkMemoryHeap *heap = &gpu->memory.memoryHeaps[i];
        if (heap->flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT && heap->size > bytes) {
            bytes = heap->size;
        }
    }
    return bytes;
}

bool run_gpu_blends(const run_gpu *gpu, VkFormat format)
{
    VkFormatProperties properties;
    vkGetPhysicalDeviceFormatProperties(gpu->desc.physical_device, format, &properties);
    return properties.optimalTilingFeatures & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
}

VkResult run_gpu_allocate(const run_gpu *gpu, const VkMemoryRequirements *need,
                          VkMemoryPropertyFlags flags, VkDeviceMemory *out)
{
    uint32_t type = 0;
    while (type < gpu->memory.memoryTypeCount &&
           (!(need->memoryTypeBits >> type & 1) ||
            (gpu->memory.memoryTypes[type].propertyFlags & flags) != flags)) {
        type++;
    }
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = need->size,
        .memoryTypeIndex = type,
    };
    return type == gpu->memory.memoryTypeCount ? VK_ERROR_OUT_OF_DEVICE_MEMORY
                                               : vkAllocateMemory(gpu->handle, &info, NULL, out);
}

static VkResult bind_buffer(const run_gpu *gpu, bool host, run_gpu_buffer *buffer)
{
    VkMemoryRequirements need;
    VkMemoryPropertyFlags flags =
        host ? VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
             : VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    vkGetBufferMemoryRequirements(gpu->handle, buffer->handle, &need);
    VkResult result = run_gpu_allocate(gpu, &need, flags, &buffer->memory);
    if (result == VK_SUCCESS) {
        result = vkBindBufferMemory(gpu->handle, buffer->handle, buffer->memory, 0);
    }
    if (result == VK_SUCCESS && host) {
        result = vkMapMemory(gpu->handle, buffer->memory, 0, VK_WHOLE_SIZE, 0, &buffer->mapped);
    }
    return result;
}

VkResult run_gpu_make_buffer(const run_gpu *gpu, uint64_t size, VkBufferUsageFlags usage, bool host,
                             run_gpu_buffer *out)
{
    *out = (run_gpu_buffer){0};
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    VkResult result = vkCreateBuffer(gpu->handle, &info, NULL, &out->handle);
    if (result == VK_SUCCESS) {
        result = bind_buffer(gpu, host, out);
    }
    if (result != VK_SUCCESS) {
        run_gpu_free_buffer(gpu, out);
    }
    return result;
}

void run_gpu_free_buffer(const run_gpu *gpu, run_gpu_buffer *buffer)
{
    vkDestroyBuffer(gpu->handle, buffer->handle, NULL);
    vkFreeMemory(gpu->handle, buffer->memory, NULL);
    *buffer = (run_gpu_buffer){0};
}

VkResult run_gpu_begin(const run_gpu *gpu, VkCommandBuffer *out)
{
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = gpu->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    const VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    VkResult result = vkAllocateCommandBuffers(gpu->handle, &info, out);
    return result == VK_SUCCESS ? vkBeginCommandBuffer(*out, &begin) : result;
}

VkResult run_gpu_end(const run_gpu *gpu, VkCommandBuffer commands)
{
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &commands};
    VkResult result = vkEndCommandBuffer(commands);
    if (result == VK_SUCCESS) {
        result = vkQueueSubmit(gpu->desc.queue, 1, &submit, VK_NULL_HANDLE);
    }
    if (result == VK_SUCCESS) {
        result = vkQueueWaitIdle(gpu->desc.queue);
    }
    vkFreeCommandBuffers(gpu->handle, gpu->pool, 1, &commands);
    return result;
}
