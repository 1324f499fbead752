/* In: a fusor_vulkan_device_desc. Out: an instance, a device and a queue, and a fusor_vulkan_desc of
 * them.
 * Promised: each step fails with a typed result and one message that says what to do; a failed create
 * leaves nothing behind; no environment is read (the loader reads its own). */
#include "vulkan_device/vulkan_device_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fusor_result vulkan_device_fail(const fusor_log *log, fusor_result result, const char *subject,
                                const char *format, ...)
{
    if (log->log_fn) {
        char text[1024];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        log->log_fn(log->user, FUSOR_SEVERITY_ERROR, fusor_result_text(result), subject, text);
    }
    return result;
}

void *vulkan_device_take(const fusor_allocator *allocator, size_t size)
{
    void *memory = allocator->realloc_fn ? allocator->realloc_fn(allocator->user, NULL, 0, size, 16)
                                         : malloc(size);
    if (memory) {
        memset(memory, 0, size);
    }
    return memory;
}

void vulkan_device_give(const fusor_allocator *allocator, void *memory, size_t size)
{
    if (!memory) {
        return;
    }
    if (allocator->realloc_fn) {
        allocator->realloc_fn(allocator->user, memory, size, 0, 16);
    } else {
        free(memory);
    }
}

fusor_result fusor_vulkan_device_create(const fusor_vulkan_device_desc *desc,
                                        fusor_vulkan_device **out)
{
    static const fusor_vulkan_device_desc defaults = {0};
    desc = desc ? desc : &defaults;
    *out = NULL;
    fusor_vulkan_device *device = vulkan_device_take(&desc->allocator, sizeof *device);
    if (!device) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    device->allocator = desc->allocator;
    device->log = desc->log;
    fusor_result result = vulkan_device_make_instance(device, desc);
    if (result == FUSOR_OK) {
        result = vulkan_device_select(device, desc);
    }
    if (result == FUSOR_OK) {
        result = vulkan_device_make_device(device, desc);
    }
    if (result == FUSOR_OK) {
        *out = device;
    } else {
        fusor_vulkan_device_destroy(device);
    }
    return result;
}

static void destroy_messenger(fusor_vulkan_device *device)
{
    PFN_vkDestroyDebugUtilsMessengerEXT destroy =
        (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
            device->instance, "vkDestroyDebugUtilsMessengerEXT");
    if (device->messenger && destroy) {
        destroy(device->instance, device->messenger, NULL);
    }
}

void fusor_vulkan_device_destroy(fusor_vulkan_device *device)
{
    if (!device) {
        return;
    }
    if (device->device) {
        vkDestroyDevice(device->device, NULL);
    }
    if (device->instance) {
        destroy_messenger(device);
        vkDestroyInstance(device->instance, NULL);
    }
    fusor_allocator allocator = device->allocator;
    vulkan_device_give(&allocator, device, sizeof *device);
}

fusor_vulkan_desc fusor_vulkan_device_get_desc(const fusor_vulkan_device *device)
{
    return (fusor_vulkan_desc){.get_instance_proc_addr = vkGetInstanceProcAddr,
                               .instance = device->instance,
                               .physical_device = device->physical_device,
                               .device = device->device,
                               .queue = device->queue,
                               .queue_family = device->queue_family,
                               .api_version = device->api_version,
                               .extensions = device->extensions,
                               .extension_count = device->extension_count,
                               .features = &device->features.core,
                               .allocator = device->allocator,
                               .log = device->log};
}

const VkPhysicalDeviceProperties *fusor_vulkan_device_properties(const fusor_vulkan_device *device)
{
    return &device->properties;
}

uint32_t fusor_vulkan_device_message_count(const fusor_vulkan_device *device)
{
    return device->message_count;
}

uint32_t fusor_vulkan_device_filtered_count(const fusor_vulkan_device *device)
{
    return device->filtered_count;
}
