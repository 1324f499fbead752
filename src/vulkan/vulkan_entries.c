/* In: the caller's get_instance_proc_addr, instance and device. Out: every entry point of the list.
 * Promised: a required one that is missing is named; an optional one is NULL unless the caller said
 * that its Vulkan version or extension is enabled. */
#include "vulkan/vulkan_internal.h"

#include <stdio.h>
#include <string.h>

enum need { NEED_INSTANCE, NEED_DEVICE, NEED_LATER, NEED_DEBUG };

typedef struct entry_row {
    const char *name;
    enum need need;
    uint32_t minor;
    const char *extension;
    size_t offset; /* inside vulkan_entries */
} entry_row;

static const entry_row rows[] = {
#define ROW_INSTANCE(name) {"vk" #name, NEED_INSTANCE, 0, "", offsetof(vulkan_entries, name)},
#define ROW_DEVICE(name) {"vk" #name, NEED_DEVICE, 0, "", offsetof(vulkan_entries, name)},
#define ROW_LATER(name, minor, extension)                                                          \
    {"vk" #name, NEED_LATER, minor, extension, offsetof(vulkan_entries, name)},
#define ROW_DEBUG(name) {"vk" #name, NEED_DEBUG, 0, "", offsetof(vulkan_entries, name)},
    VULKAN_ENTRIES(ROW_INSTANCE, ROW_DEVICE, ROW_LATER, ROW_DEBUG)
#undef ROW_INSTANCE
#undef ROW_DEVICE
#undef ROW_LATER
#undef ROW_DEBUG
};

bool vulkan_has_extension(const fusor_vulkan_desc *desc, const char *name)
{
    for (uint32_t i = 0; i < desc->extension_count; i++) {
        if (strcmp(desc->extensions[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static PFN_vkVoidFunction find_later(const fusor_vulkan *vk, const fusor_vulkan_desc *desc,
                                     const entry_row *row)
{
    if (VK_API_VERSION_MINOR(vk->api_version) >= row->minor ||
        VK_API_VERSION_MAJOR(vk->api_version) > 1) {
        return vk->api.GetDeviceProcAddr(desc->device, row->name);
    }
    if (!vulkan_has_extension(desc, row->extension)) {
        return NULL;
    }
    char name[64];
    snprintf(name, sizeof name, "%sKHR", row->name);
    return vk->api.GetDeviceProcAddr(desc->device, name);
}

static PFN_vkVoidFunction find_entry(const fusor_vulkan *vk, const fusor_vulkan_desc *desc,
                                     const entry_row *row)
{
    switch (row->need) {
    case NEED_DEVICE:
        return vk->api.GetDeviceProcAddr(desc->device, row->name);
    case NEED_LATER:
        return find_later(vk, desc, row);
    case NEED_INSTANCE:
    case NEED_DEBUG:
        break;
    }
    return desc->get_instance_proc_addr(desc->instance, row->name);
}

fusor_result vulkan_load_entries(fusor_vulkan *vk, const fusor_vulkan_desc *desc)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        PFN_vkVoidFunction function = find_entry(vk, desc, &rows[i]);
        if (!function && (rows[i].need == NEED_INSTANCE || rows[i].need == NEED_DEVICE)) {
            return vulkan_fail(vk, FUSOR_ERROR_UNSUPPORTED, rows[i].name,
                               "%s is missing: create instance and device for Vulkan 1.1 or newer "
                               "and pass their own vkGetInstanceProcAddr",
                               rows[i].name);
        }
        /* ISO C has no conversion between object and function pointers; their bytes may be copied. */
        memcpy((char *)&vk->api + rows[i].offset, &function, sizeof function);
    }
    return FUSOR_OK;
}
