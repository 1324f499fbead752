/* In: what failed, by name. Out: a typed result; one log message with a way out.
 * Promised: every failure of the executor passes through here exactly once, and the raw VkResult of
 * a failed call is kept for fusor_vulkan_last_result(). */
#include "vulkan/vulkan_internal.h"

#include <stdarg.h>
#include <stdio.h>

static void log_text(const fusor_vulkan *vk, fusor_severity level, const char *id,
                     const char *subject, const char *format, va_list arguments)
{
    if (!vk->log.log_fn) {
        return;
    }
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    vk->log.log_fn(vk->log.user, level, id, subject, text);
}

fusor_result vulkan_fail(fusor_vulkan *vk, fusor_result result, const char *subject,
                         const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    log_text(vk, FUSOR_SEVERITY_ERROR, fusor_result_text(result), subject, format, arguments);
    va_end(arguments);
    return result;
}

void vulkan_warn(fusor_vulkan *vk, const char *subject, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    log_text(vk, FUSOR_SEVERITY_WARNING, "vulkan", subject, format, arguments);
    va_end(arguments);
}

/* X(VkResult, fusor_result, way out): what a call can answer beside success. */
#define RAW_RESULTS(X)                                                                             \
    X(VK_ERROR_OUT_OF_HOST_MEMORY, FUSOR_ERROR_OUT_OF_MEMORY, "free host memory")                  \
    X(VK_ERROR_OUT_OF_DEVICE_MEMORY, FUSOR_ERROR_OUT_OF_DEVICE_MEMORY,                             \
      "use smaller images or fewer frames in flight")                                              \
    X(VK_ERROR_TOO_MANY_OBJECTS, FUSOR_ERROR_OUT_OF_DEVICE_MEMORY,                                 \
      "the device's limit of allocations is reached")                                              \
    X(VK_ERROR_MEMORY_MAP_FAILED, FUSOR_ERROR_OUT_OF_DEVICE_MEMORY,                                \
      "use smaller or fewer host buffers")                                                         \
    X(VK_ERROR_DEVICE_LOST, FUSOR_ERROR_DEVICE_LOST,                                               \
      "destroy the executor and the device, and start again")                                      \
    X(VK_ERROR_FEATURE_NOT_PRESENT, FUSOR_ERROR_UNSUPPORTED, "enable the feature on the device")   \
    X(VK_ERROR_FORMAT_NOT_SUPPORTED, FUSOR_ERROR_UNSUPPORTED, "choose another format")             \
    X(VK_ERROR_FRAGMENTED_POOL, FUSOR_ERROR_OUT_OF_DEVICE_MEMORY, "free device memory")

static fusor_result map_raw(VkResult raw, const char **name, const char **way_out)
{
    switch (raw) {
#define RAW_RESULT_ROW(value, result, text)                                                        \
    case value:                                                                                    \
        *name = #value;                                                                            \
        *way_out = text;                                                                           \
        return result;
        RAW_RESULTS(RAW_RESULT_ROW)
#undef RAW_RESULT_ROW
    default:
        *name = "an unexpected result";
        *way_out = "see fusor_vulkan_last_result()";
        return FUSOR_ERROR_BACK_END;
    }
}

fusor_result vulkan_check(fusor_vulkan *vk, VkResult raw, const char *call, const char *subject)
{
    if (raw == VK_SUCCESS) {
        return FUSOR_OK;
    }
    const char *name, *way_out;
    fusor_result result = map_raw(raw, &name, &way_out);
    vk->last_result = raw;
    vk->lost = vk->lost || raw == VK_ERROR_DEVICE_LOST;
    return vulkan_fail(vk, result, subject, "%s failed with %s (%d) for '%s'; %s", call, name,
                       (int)raw, subject, way_out);
}
