/* In: what the caller wants of an instance. Out: a VkInstance, with a messenger when validating.
 * Promised: validation that was asked for and is not there is an error, not a silent run without. */
#include "vulkan_device/vulkan_device_internal.h"

#include <string.h>

#define INSTANCE_EXTENSIONS_MAX 32u

/* The newest version whose structs these headers have. */
#define HEADER_VERSION VK_MAKE_API_VERSION(0, 1, 3, 0)

typedef struct instance_parts {
    const char *extensions[INSTANCE_EXTENSIONS_MAX];
    uint32_t extension_count;
    VkInstanceCreateFlags flags;
} instance_parts;

static bool has_property(const VkExtensionProperties *properties, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(properties[i].extensionName, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_instance_extension(const fusor_vulkan_device *device, const char *layer,
                                   const char *name)
{
    uint32_t count = 0;
    if (vkEnumerateInstanceExtensionProperties(layer, &count, NULL) != VK_SUCCESS || !count) {
        return false;
    }
    size_t size = count * sizeof(VkExtensionProperties);
    VkExtensionProperties *properties = vulkan_device_take(&device->allocator, size);
    bool found = properties &&
                 vkEnumerateInstanceExtensionProperties(layer, &count, properties) >= VK_SUCCESS &&
                 has_property(properties, count, name);
    vulkan_device_give(&device->allocator, properties, size);
    return found;
}

/* The layer's specification version, 0 where it is not installed. */
static uint32_t find_layer(const fusor_vulkan_device *device)
{
    uint32_t count = 0, version = 0;
    if (vkEnumerateInstanceLayerProperties(&count, NULL) != VK_SUCCESS || !count) {
        return 0;
    }
    size_t size = count * sizeof(VkLayerProperties);
    VkLayerProperties *layers = vulkan_device_take(&device->allocator, size);
    if (layers && vkEnumerateInstanceLayerProperties(&count, layers) >= VK_SUCCESS) {
        for (uint32_t i = 0; i < count; i++) {
            if (strcmp(layers[i].layerName, DEVICE_VALIDATION_LAYER) == 0) {
                version = layers[i].specVersion;
            }
        }
    }
    vulkan_device_give(&device->allocator, layers, size);
    return version;
}

static fusor_result add_extension(instance_parts *parts, const fusor_log *log, const char *name)
{
    if (parts->extension_count == INSTANCE_EXTENSIONS_MAX) {
        return vulkan_device_fail(log, FUSOR_ERROR_INVALID_ARGUMENT, name,
                                  "more than %u instance extensions", INSTANCE_EXTENSIONS_MAX);
    }
    parts->extensions[parts->extension_count++] = name;
    return FUSOR_OK;
}

static fusor_result add_wanted(fusor_vulkan_device *device, const fusor_vulkan_device_desc *desc,
                               instance_parts *parts)
{
    for (uint32_t i = 0; i < desc->instance_extension_count; i++) {
        const char *name = desc->instance_extensions[i];
        if (!has_instance_extension(device, NULL, name)) {
            return vulkan_device_fail(&device->log, FUSOR_ERROR_UNSUPPORTED, name,
                                      "instance extension %s is not there", name);
        }
        fusor_result result = add_extension(parts, &device->log, name);
        if (result != FUSOR_OK) {
            return result;
        }
    }
    return FUSOR_OK;
}

/* Devices that implement Vulkan on top of another API are listed only to those who ask. */
static fusor_result add_portability(fusor_vulkan_device *device, instance_parts *parts)
{
    if (!has_instance_extension(device, NULL, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
        return FUSOR_OK;
    }
    parts->flags |= VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
    return add_extension(parts, &device->log, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
}

static fusor_result add_validation(fusor_vulkan_device *device, instance_parts *parts)
{
    device->layer_version = find_layer(device);
    if (!device->layer_version) {
        return vulkan_device_fail(&device->log, FUSOR_ERROR_UNSUPPORTED, DEVICE_VALIDATION_LAYER,
                                  "validation was asked for, but the layer is not installed "
                                  "(Debian: vulkan-validationlayers)");
    }
    fusor_result result = add_extension(parts, &device->log, VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    if (result == FUSOR_OK && has_instance_extension(device, DEVICE_VALIDATION_LAYER,
                                                     VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME)) {
        result = add_extension(parts, &device->log, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
    }
    return result;
}

static uint32_t loader_version(void)
{
    uint32_t version = VK_API_VERSION_1_0;
    PFN_vkEnumerateInstanceVersion enumerate =
        (PFN_vkEnumerateInstanceVersion)vkGetInstanceProcAddr(NULL, "vkEnumerateInstanceVersion");
    if (!enumerate || enumerate(&version) != VK_SUCCESS) {
        return VK_API_VERSION_1_0;
    }
    return version < HEADER_VERSION ? version : HEADER_VERSION;
}

static fusor_result instance_failure(fusor_vulkan_device *device, VkResult raw)
{
    switch (raw) {
    case VK_SUCCESS:
        return FUSOR_OK;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
        return vulkan_device_fail(&device->log, FUSOR_ERROR_OUT_OF_MEMORY, "instance",
                                  "out of host memory");
    case VK_ERROR_LAYER_NOT_PRESENT:
    case VK_ERROR_EXTENSION_NOT_PRESENT:
        return vulkan_device_fail(&device->log, FUSOR_ERROR_UNSUPPORTED, "instance",
                                  "a layer or an extension of the instance is not there (%d)",
                                  (int)raw);
    default:
        return vulkan_device_fail(&device->log, FUSOR_ERROR_NO_LOADER, "instance",
                                  "no Vulkan driver answers (%d); install one (Debian: "
                                  "mesa-vulkan-drivers has one for every CPU) or point "
                                  "VK_ICD_FILENAMES at its ICD file",
                                  (int)raw);
    }
}

static fusor_result create_instance(fusor_vulkan_device *device,
                                    const fusor_vulkan_device_desc *desc,
                                    const instance_parts *parts)
{
    static const char *const layers[] = {DEVICE_VALIDATION_LAYER};
    static const VkValidationFeatureEnableEXT enables[] = {
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pApplicationName = desc->application_name,
                                     .pEngineName = "fusor",
                                     .apiVersion = device->instance_version};
    VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                        .enabledValidationFeatureCount = 1,
                                        .pEnabledValidationFeatures = enables};
    VkDebugUtilsMessengerCreateInfoEXT messenger = vulkan_device_messenger_info(device);
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .flags = parts->flags,
                                 .pApplicationInfo = &application,
                                 .enabledExtensionCount = parts->extension_count,
                                 .ppEnabledExtensionNames = parts->extensions};
    if (desc->validate) {
        messenger.pNext = &features;
        info.pNext = &messenger; /* messages of the instance's own creation and end */
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = layers;
    }
    return instance_failure(device, vkCreateInstance(&info, NULL, &device->instance));
}

static fusor_result make_messenger(fusor_vulkan_device *device)
{
    PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(device->instance,
                                                                  "vkCreateDebugUtilsMessengerEXT");
    VkDebugUtilsMessengerCreateInfoEXT info = vulkan_device_messenger_info(device);
    if (!create || create(device->instance, &info, NULL, &device->messenger) != VK_SUCCESS) {
        return vulkan_device_fail(&device->log, FUSOR_ERROR_UNSUPPORTED, "instance",
                                  "validation messages cannot be received");
    }
    return FUSOR_OK;
}

fusor_result vulkan_device_make_instance(fusor_vulkan_device *device,
                                         const fusor_vulkan_device_desc *desc)
{
    instance_parts parts = {0};
    device->instance_version = loader_version();
    if (device->instance_version < VK_API_VERSION_1_1) {
        return vulkan_device_fail(&device->log, FUSOR_ERROR_NO_LOADER, "instance",
                                  "the Vulkan loader is older than 1.1");
    }
    fusor_result result = add_wanted(device, desc, &parts);
    if (result == FUSOR_OK) {
        result = add_portability(device, &parts);
    }
    if (result == FUSOR_OK && desc->validate) {
        result = add_validation(device, &parts);
    }
    if (result == FUSOR_OK) {
        result = create_instance(device, desc, &parts);
    }
    return result == FUSOR_OK && desc->validate ? make_messenger(device) : result;
}
