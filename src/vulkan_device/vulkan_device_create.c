/* In: a physical device. Out: a VkDevice with one queue and everything enabled that fusor can use.
 * Promised: the feature chain that the device was made with is kept and handed to the executor, so
 * "enabled" is never guessed. */
#include "vulkan_device/vulkan_device_internal.h"

#include <string.h>

/* Device extensions that fusor uses where they are not core yet. */
static const char *const useful[] = {
    VK_KHR_CREATE_RENDERPASS_2_EXTENSION_NAME,
    VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME,
    VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME,
    VK_EXT_LOAD_STORE_OP_NONE_EXTENSION_NAME,
    "VK_KHR_portability_subset", /* must be enabled where it is offered */
};

static bool find_extension(const VkExtensionProperties *there, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(there[i].extensionName, name) == 0) {
            return true;
        }
    }
    return false;
}

static fusor_result add_extensions(fusor_vulkan_device *device,
                                   const fusor_vulkan_device_desc *desc,
                                   const VkExtensionProperties *there, uint32_t count)
{
    const uint32_t useful_count = sizeof useful / sizeof useful[0];
    if (desc->device_extension_count > DEVICE_EXTENSIONS_MAX - useful_count) {
        return vulkan_device_fail(&device->log, FUSOR_ERROR_INVALID_ARGUMENT, "extensions",
                                  "more than %u device extensions",
                                  DEVICE_EXTENSIONS_MAX - useful_count);
    }
    for (uint32_t i = 0; i < desc->device_extension_count; i++) {
        const char *name = desc->device_extensions[i];
        if (!find_extension(there, count, name)) {
            return vulkan_device_fail(&device->log, FUSOR_ERROR_UNSUPPORTED, name,
                                      "'%s' lacks device extension %s",
                                      device->properties.deviceName, name);
        }
        device->extensions[device->extension_count++] = name;
    }
    for (uint32_t i = 0; i < useful_count; i++) {
        bool asked = false;
        for (uint32_t j = 0; j < device->extension_count; j++) {
            asked = asked || strcmp(device->extensions[j], useful[i]) == 0;
        }
        if (!asked && find_extension(there, count, useful[i])) {
            device->extensions[device->extension_count++] = useful[i];
        }
    }
    return FUSOR_OK;
}

static fusor_result find_extensions(fusor_vulkan_device *device,
                                    const fusor_vulkan_device_desc *desc)
{
    uint32_t count = 0;
    VkResult raw =
        vkEnumerateDeviceExtensionProperties(device->physical_device, NULL, &count, NULL);
    size_t size = (count + 1) * sizeof(VkExtensionProperties);
    VkExtensionProperties *there = vulkan_device_take(&device->allocator, size);
    if (!there) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    if (raw == VK_SUCCESS) {
        raw = vkEnumerateDeviceExtensionProperties(device->physical_device, NULL, &count, there);
    }
    fusor_result result = add_extensions(device, desc, there, raw == VK_SUCCESS ? count : 0);
    vulkan_device_give(&device->allocator, there, size);
    return result;
}

/* ---------------------------------------------------------------------------------------- features */

static bool has_enabled(const fusor_vulkan_device *device, const char *name)
{
    for (uint32_t i = 0; i < device->extension_count; i++) {
        if (strcmp(device->extensions[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Links the structs that this device's version and extensions have. */
static void link_features(fusor_vulkan_device *device)
{
    device_features *features = &device->features;
    features->core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features->v11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    features->v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features->v13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    features->multiview.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES;
    features->synchronization2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES;
    void **next = &features->core.pNext;
    if (device->api_version >= VK_API_VERSION_1_2) {
        *next = &features->v11;
        features->v11.pNext = &features->v12;
        next = &features->v12.pNext;
    } else {
        *next = &features->multiview;
        next = &features->multiview.pNext;
    }
    if (device->api_version >= VK_API_VERSION_1_3) {
        *next = &features->v13;
    } else if (has_enabled(device, VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME)) {
        *next = &features->synchronization2;
    }
}

/* Core features are those wanted and there. VkPhysicalDeviceFeatures is VkBool32s alone. */
static void keep_wanted(VkPhysicalDeviceFeatures *there, const VkPhysicalDeviceFeatures *wanted)
{
    VkPhysicalDeviceFeatures want = *wanted;
    want.independentBlend = VK_TRUE;
    want.imageCubeArray = VK_TRUE;
    VkBool32 has[sizeof want / sizeof(VkBool32)], wants[sizeof want / sizeof(VkBool32)];
    memcpy(has, there, sizeof has);
    memcpy(wants, &want, sizeof wants);
    for (size_t i = 0; i < sizeof has / sizeof has[0]; i++) {
        has[i] = has[i] && wants[i];
    }
    memcpy(there, has, sizeof has);
}

/* Of the newer features only those that fusor or its users' shaders need: some cost time merely by
 * being enabled. */
static void keep_useful(device_features *features)
{
    VkPhysicalDeviceVulkan11Features v11 = {.sType = features->v11.sType,
                                            .pNext = features->v11.pNext,
                                            .multiview = features->v11.multiview,
                                            .shaderDrawParameters =
                                                features->v11.shaderDrawParameters};
    VkPhysicalDeviceVulkan12Features v12 = {
        .sType = features->v12.sType,
        .pNext = features->v12.pNext,
        .imagelessFramebuffer = features->v12.imagelessFramebuffer,
        .separateDepthStencilLayouts = features->v12.separateDepthStencilLayouts,
        .hostQueryReset = features->v12.hostQueryReset,
        .timelineSemaphore = features->v12.timelineSemaphore};
    VkPhysicalDeviceVulkan13Features v13 = {.sType = features->v13.sType,
                                            .pNext = features->v13.pNext,
                                            .synchronization2 = features->v13.synchronization2,
                                            .dynamicRendering = features->v13.dynamicRendering,
                                            .maintenance4 = features->v13.maintenance4};
    features->v11 = v11;
    features->v12 = v12;
    features->v13 = v13;
    features->multiview.multiviewGeometryShader = VK_FALSE;
    features->multiview.multiviewTessellationShader = VK_FALSE;
}

static void find_features(fusor_vulkan_device *device, const fusor_vulkan_device_desc *desc)
{
    link_features(device);
    vkGetPhysicalDeviceFeatures2(device->physical_device, &device->features.core);
    keep_wanted(&device->features.core.features, &desc->features);
    keep_useful(&device->features);
}

static fusor_result create_device(fusor_vulkan_device *device)
{
    const float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = device->queue_family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &device->features.core,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = device->extension_count,
                               .ppEnabledExtensionNames = device->extensions};
    VkResult raw = vkCreateDevice(device->physical_device, &info, NULL, &device->device);
    if (raw == VK_SUCCESS) {
        vkGetDeviceQueue(device->device, device->queue_family, 0, &device->queue);
        return FUSOR_OK;
    }
    device->device = VK_NULL_HANDLE;
    return vulkan_device_fail(&device->log,
                              raw == VK_ERROR_OUT_OF_HOST_MEMORY ? FUSOR_ERROR_OUT_OF_MEMORY
                              : raw == VK_ERROR_DEVICE_LOST      ? FUSOR_ERROR_DEVICE_LOST
                                                                 : FUSOR_ERROR_NO_DEVICE,
                              device->properties.deviceName,
                              "'%s' cannot be opened (vkCreateDevice: %d); choose another device",
                              device->properties.deviceName, (int)raw);
}

fusor_result vulkan_device_make_device(fusor_vulkan_device *device,
                                       const fusor_vulkan_device_desc *desc)
{
    fusor_result result = find_extensions(device, desc);
    if (result != FUSOR_OK) {
        return result;
    }
    find_features(device, desc);
    return create_device(device);
}
