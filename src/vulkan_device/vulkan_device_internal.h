/* What the files of this room share: the object and the steps of making it. */
#ifndef VULKAN_DEVICE_INTERNAL_H
#define VULKAN_DEVICE_INTERNAL_H

#include "fusor/vulkan_device.h"

#include <vulkan/vulkan.h>

#define DEVICE_EXTENSIONS_MAX 64u
#define DEVICE_VALIDATION_LAYER "VK_LAYER_KHRONOS_validation"

/* The features that fusor can use; unused structs are left out of the chain. */
typedef struct device_features {
    VkPhysicalDeviceFeatures2 core;
    VkPhysicalDeviceVulkan11Features v11;
    VkPhysicalDeviceVulkan12Features v12;
    VkPhysicalDeviceVulkan13Features v13;
    VkPhysicalDeviceMultiviewFeatures multiview;               /* Vulkan 1.1 devices */
    VkPhysicalDeviceSynchronization2Features synchronization2; /* by extension */
} device_features;

struct fusor_vulkan_device {
    fusor_allocator allocator;
    fusor_log log;
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical_device;
    VkDevice device;
    VkQueue queue;
    uint32_t queue_family;
    uint32_t instance_version; /* at most what the headers know */
    uint32_t api_version;      /* the smaller of instance's and device's */
    uint32_t layer_version;    /* of the validation layer, 0 without */
    VkPhysicalDeviceProperties properties;
    device_features features;
    const char *extensions[DEVICE_EXTENSIONS_MAX];
    uint32_t extension_count;
    uint32_t message_count, filtered_count;
};

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
fusor_result
vulkan_device_fail(const fusor_log *log, fusor_result result, const char *subject,
                   const char *format, ...);

/* vulkan_device.c: zeroed memory of the caller's allocator. */
void *vulkan_device_take(const fusor_allocator *allocator, size_t size);
void vulkan_device_give(const fusor_allocator *allocator, void *memory, size_t size);

/* vulkan_device_instance.c */
fusor_result vulkan_device_make_instance(fusor_vulkan_device *device,
                                         const fusor_vulkan_device_desc *desc);

/* vulkan_device_message.c */
VkDebugUtilsMessengerCreateInfoEXT vulkan_device_messenger_info(fusor_vulkan_device *device);

/* vulkan_device_select.c: physical devices in preferred order. */
typedef struct device_candidates {
    VkPhysicalDevice handles[64];
    VkPhysicalDeviceProperties properties[64];
    uint32_t count;
} device_candidates;
fusor_result vulkan_device_enumerate(VkInstance instance, device_candidates *out);
fusor_result vulkan_device_select(fusor_vulkan_device *device,
                                  const fusor_vulkan_device_desc *desc);

/* vulkan_device_create.c */
fusor_result vulkan_device_make_device(fusor_vulkan_device *device,
                                       const fusor_vulkan_device_desc *desc);

#endif
