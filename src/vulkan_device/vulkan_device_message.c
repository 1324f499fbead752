/* In: what the validation layers say. Out: the caller's log, and two counts.
 * Promised: only the false reports of the list below are counted apart, each by its id, the layers
 * that make it and the path that it is about; they are logged as notes all the same. */
#include "vulkan_device/vulkan_device_internal.h"

#include <string.h>

/* A false report is known only on a device that has the extension of its path enabled: fusor takes
 * neither path yet, so nothing is filtered today. BACKENDS, "Validation layers". */
typedef struct known_false {
    const char *id;
    uint32_t layer_from, layer_to; /* versions, both included */
    const char *extension;         /* of the path */
} known_false;

static const known_false known_list[] = {
    /* 1.3.239 does not know local read. */
    {"SYNC-HAZARD", VK_MAKE_API_VERSION(0, 1, 3, 0), VK_MAKE_API_VERSION(0, 1, 3, 239),
     "VK_KHR_dynamic_rendering_local_read"},
    /* Layer issue 4476: raster-order reads of one's own pixel. */
    {"SYNC-HAZARD-READ-AFTER-WRITE", VK_MAKE_API_VERSION(0, 1, 4, 0),
     VK_MAKE_API_VERSION(0, 1, 4, 363), "VK_EXT_rasterization_order_attachment_access"},
};

static bool has_extension(const fusor_vulkan_device *device, const char *name)
{
    for (uint32_t i = 0; i < device->extension_count; i++) {
        if (strcmp(device->extensions[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_known_false(const fusor_vulkan_device *device, const char *id)
{
    for (size_t i = 0; i < sizeof known_list / sizeof known_list[0]; i++) {
        const known_false *known = &known_list[i];
        if (strncmp(id, known->id, strlen(known->id)) == 0 &&
            device->layer_version >= known->layer_from &&
            device->layer_version <= known->layer_to && has_extension(device, known->extension)) {
            return true;
        }
    }
    return false;
}

static void log_message(const fusor_vulkan_device *device, fusor_severity level, const char *id,
                        const char *text)
{
    if (device->log.log_fn) {
        device->log.log_fn(device->log.user, level, id, "validation", text);
    }
}

static VKAPI_ATTR VkBool32 VKAPI_CALL receive_message(
    VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT type,
    const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    fusor_vulkan_device *device = user;
    const char *id = data->pMessageIdName ? data->pMessageIdName : "message";
    const char *text = data->pMessage ? data->pMessage : "";
    /* The loader reports drivers that it cannot load as "general"; they are not about us. */
    if (type == VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT && strcmp(id, "Loader Message") == 0) {
        log_message(device, FUSOR_SEVERITY_NOTE, id, text);
        return VK_FALSE;
    }
    if (is_known_false(device, id)) {
        device->filtered_count++;
        log_message(device, FUSOR_SEVERITY_NOTE, id, text);
        return VK_FALSE;
    }
    device->message_count++;
    log_message(device,
                severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT ? FUSOR_SEVERITY_ERROR
                                                                         : FUSOR_SEVERITY_WARNING,
                id, text);
    return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT vulkan_device_messenger_info(fusor_vulkan_device *device)
{
    return (VkDebugUtilsMessengerCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                       VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                       VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
        .pfnUserCallback = receive_message,
        .pUserData = device};
}
