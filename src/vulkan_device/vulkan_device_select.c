/* In: the instance's physical devices and the caller's wish. Out: one of them, with a queue family
 * that does graphics and compute.
 * Promised: without a wish the order is discrete, integrated, virtual, CPU, other, and the loader's
 * order inside each; a wish that fits nothing names the devices there are. */
#include "vulkan_device/vulkan_device_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t rank_of(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return 3;
    default:
        return 4;
    }
}

/* Insertion keeps the loader's order among equals. */
static void insert_candidate(device_candidates *out, VkPhysicalDevice handle,
                             const VkPhysicalDeviceProperties *properties)
{
    uint32_t at = out->count++;
    while (at > 0 &&
           rank_of(out->properties[at - 1].deviceType) > rank_of(properties->deviceType)) {
        out->handles[at] = out->handles[at - 1];
        out->properties[at] = out->properties[at - 1];
        at--;
    }
    out->handles[at] = handle;
    out->properties[at] = *properties;
}

fusor_result vulkan_device_enumerate(VkInstance instance, device_candidates *out)
{
    VkPhysicalDevice handles[64];
    uint32_t count = sizeof handles / sizeof handles[0];
    VkResult raw = vkEnumeratePhysicalDevices(instance, &count, handles);
    out->count = 0;
    if (raw != VK_SUCCESS && raw != VK_INCOMPLETE) {
        return raw == VK_ERROR_OUT_OF_HOST_MEMORY ? FUSOR_ERROR_OUT_OF_MEMORY
                                                  : FUSOR_ERROR_NO_DEVICE;
    }
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(handles[i], &properties);
        insert_candidate(out, handles[i], &properties);
    }
    return FUSOR_OK;
}

/* ------------------------------------------------------------------------------------------ wishes */

static bool contains(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (; *text; text++) {
        size_t i = 0;
        while (i < length && text[i] &&
               tolower((unsigned char)text[i]) == tolower((unsigned char)part[i])) {
            i++;
        }
        if (i == length) {
            return true;
        }
    }
    return false;
}

static bool is_index(const char *gpu, unsigned long *index)
{
    char *end;
    *index = strtoul(gpu, &end, 10);
    return isdigit((unsigned char)gpu[0]) && *end == '\0';
}

static uint32_t find_wish(const device_candidates *candidates, const char *gpu)
{
    unsigned long index;
    if (!gpu || !gpu[0]) {
        return candidates->count ? 0 : FUSOR_NONE;
    }
    if (is_index(gpu, &index)) {
        return index < candidates->count ? (uint32_t)index : FUSOR_NONE;
    }
    for (uint32_t i = 0; i < candidates->count; i++) {
        if (contains(candidates->properties[i].deviceName, gpu)) {
            return i;
        }
    }
    return FUSOR_NONE;
}

static fusor_result no_such_device(const fusor_vulkan_device *device,
                                   const device_candidates *candidates, const char *gpu)
{
    char names[768] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < candidates->count && used < sizeof names; i++) {
        int length = snprintf(names + used, sizeof names - used, "%s%u: %s", i ? ", " : "", i,
                              candidates->properties[i].deviceName);
        used += length > 0 ? (size_t)length : 0;
    }
    if (!candidates->count) {
        return vulkan_device_fail(&device->log, FUSOR_ERROR_NO_DEVICE, "device",
                                  "no Vulkan device; install a driver (Debian: "
                                  "mesa-vulkan-drivers has one for every CPU)");
    }
    return vulkan_device_fail(&device->log, FUSOR_ERROR_NO_DEVICE, gpu ? gpu : "device",
                              "no device is '%s'; there are %s", gpu ? gpu : "", names);
}

static uint32_t find_queue_family(VkPhysicalDevice physical_device)
{
    VkQueueFamilyProperties families[64];
    uint32_t count = sizeof families / sizeof families[0];
    vkGetPhysicalDeviceQueueFamilyProperties(physical_device, &count, families);
    const VkQueueFlags wanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    for (uint32_t i = 0; i < count; i++) {
        if ((families[i].queueFlags & wanted) == wanted && families[i].queueCount) {
            return i;
        }
    }
    return FUSOR_NONE;
}

static fusor_result take_candidate(fusor_vulkan_device *device, const device_candidates *candidates,
                                   uint32_t index)
{
    device->physical_device = candidates->handles[index];
    device->properties = candidates->properties[index];
    uint32_t version = device->properties.apiVersion;
    device->api_version = version < device->instance_version ? version : device->instance_version;
    device->queue_family = find_queue_family(device->physical_device);
    if (device->api_version < VK_API_VERSION_1_1 || device->queue_family == FUSOR_NONE) {
        return vulkan_device_fail(&device->log, FUSOR_ERROR_NO_DEVICE,
                                  device->properties.deviceName,
                                  "'%s' lacks Vulkan 1.1 or a queue with graphics and compute; "
                                  "choose another device",
                                  device->properties.deviceName);
    }
    return FUSOR_OK;
}

fusor_result vulkan_device_select(fusor_vulkan_device *device, const fusor_vulkan_device_desc *desc)
{
    device_candidates *candidates = vulkan_device_take(&device->allocator, sizeof *candidates);
    if (!candidates) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    fusor_result result = vulkan_device_enumerate(device->instance, candidates);
    if (result == FUSOR_OK || result == FUSOR_ERROR_NO_DEVICE) {
        uint32_t index = find_wish(candidates, desc->gpu);
        result = index == FUSOR_NONE ? no_such_device(device, candidates, desc->gpu)
                                     : take_candidate(device, candidates, index);
    }
    vulkan_device_give(&device->allocator, candidates, sizeof *candidates);
    return result;
}

/* ----------------------------------------------------------------------------------------- listing */

fusor_result fusor_vulkan_device_list(fusor_vulkan_device_list_fn device_fn, void *user)
{
    fusor_vulkan_device device = {0};
    const fusor_vulkan_device_desc desc = {.application_name = "fusor"};
    fusor_result result = vulkan_device_make_instance(&device, &desc);
    device_candidates *candidates = vulkan_device_take(&device.allocator, sizeof *candidates);
    if (result == FUSOR_OK && !candidates) {
        result = FUSOR_ERROR_OUT_OF_MEMORY;
    }
    if (result == FUSOR_OK) {
        result = vulkan_device_enumerate(device.instance, candidates);
    }
    for (uint32_t i = 0; result == FUSOR_OK && i < candidates->count; i++) {
        device_fn(user, i, &candidates->properties[i]);
    }
    if (device.instance) {
        vkDestroyInstance(device.instance, NULL);
    }
    vulkan_device_give(&device.allocator, candidates, sizeof *candidates);
    return result;
}
