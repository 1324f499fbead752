/* fusor/vulkan_device.h: an instance, a device and a queue for those who have none yet.
 *
 * Links the Vulkan loader (libfusor-vulkan does not). Devices are preferred discrete before integrated
 * before virtual before CPU. Everything that fusor can use (synchronization2, dynamic rendering, …) is
 * enabled where the device has it.
 */
#ifndef FUSOR_VULKAN_DEVICE_H
#define FUSOR_VULKAN_DEVICE_H

#include "fusor/vulkan.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fusor_vulkan_device fusor_vulkan_device;

typedef struct fusor_vulkan_device_desc {
    const char *application_name;
    const char
        *gpu; /* NULL: the best; else an index, or part of a device's name (case-insensitive) */
    bool
        validate; /* VK_LAYER_KHRONOS_validation where installed, with synchronization validation */
    const char *const *instance_extensions; /* further ones, required */
    uint32_t instance_extension_count;
    const char *const *device_extensions; /* further ones, required */
    uint32_t device_extension_count;
    VkPhysicalDeviceFeatures features; /* core features wanted where the device has them */
    fusor_allocator allocator;
    fusor_log log; /* validation messages come here (id = VUID or hazard, level ERROR or WARNING) */
} fusor_vulkan_device_desc;

/* FUSOR_ERROR_NO_LOADER, FUSOR_ERROR_NO_DEVICE (the log names the devices there are),
 * FUSOR_ERROR_UNSUPPORTED (validation asked for and not installed, an extension missing). */
FUSOR_API FUSOR_MUST_USE fusor_result
fusor_vulkan_device_create(const fusor_vulkan_device_desc *desc, fusor_vulkan_device **out);
FUSOR_API void fusor_vulkan_device_destroy(fusor_vulkan_device *device);

/* A filled fusor_vulkan_desc (handles, extensions, features, entry point); it points into `device`. */
FUSOR_API fusor_vulkan_desc fusor_vulkan_device_get_desc(const fusor_vulkan_device *device);
FUSOR_API const VkPhysicalDeviceProperties *
fusor_vulkan_device_properties(const fusor_vulkan_device *device);
/* Validation messages so far, those that the known-false list names left out. */
FUSOR_API uint32_t fusor_vulkan_device_message_count(const fusor_vulkan_device *device);
/* Messages that the known-false list (BACKENDS) names. */
FUSOR_API uint32_t fusor_vulkan_device_filtered_count(const fusor_vulkan_device *device);

/* Calls `device_fn` for each physical device in preferred order. */
typedef void (*fusor_vulkan_device_list_fn)(void *user, uint32_t index,
                                            const VkPhysicalDeviceProperties *properties);
FUSOR_API FUSOR_MUST_USE fusor_result
fusor_vulkan_device_list(fusor_vulkan_device_list_fn device_fn, void *user);

#ifdef __cplusplus
}
#endif
#endif
