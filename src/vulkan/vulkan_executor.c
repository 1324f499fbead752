/* In: the caller's instance, device and queue. Out: an executor with its frame slots, and the tables
 * of bound passes and imports.
 * Promised: nothing of the caller's is changed or destroyed; a failed create leaves nothing behind. */
#include "vulkan/vulkan_internal.h"

/* ---------------------------------------------------------------------------------------- creation */

static bool has_handles(const fusor_vulkan_desc *desc)
{
    return desc && desc->get_instance_proc_addr && desc->instance && desc->physical_device &&
           desc->device && desc->queue && desc->frames_in_flight <= VULKAN_FRAMES_MAX &&
           (desc->extension_count == 0 || desc->extensions);
}

/* The executor's own memory comes before there is an executor to count it. */
static fusor_vulkan *take_executor(const fusor_vulkan_desc *desc)
{
    fusor_vulkan start = {.allocator = desc->allocator};
    fusor_vulkan *vk = vulkan_heap_take(&start, sizeof *vk);
    if (vk) {
        vk->stats.heap_allocations = 1;
        vk->allocator = desc->allocator;
        vk->log = desc->log;
    }
    return vk;
}

static void copy_desc(fusor_vulkan *vk, const fusor_vulkan_desc *desc)
{
    vk->instance = desc->instance;
    vk->physical_device = desc->physical_device;
    vk->device = desc->device;
    vk->queue = desc->queue;
    vk->queue_family = desc->queue_family;
    vk->api_version = desc->api_version ? desc->api_version : VK_API_VERSION_1_1;
    vk->poison = desc->poison;
    vk->alias_bit = desc->alias_bit;
    vk->slot_count = desc->frames_in_flight ? desc->frames_in_flight : 2;
    vk->last_slot = FUSOR_NONE;
    vk->owner.vk = vk;
    vk->staging_owner.vk = vk;
}

static fusor_result make_slots(fusor_vulkan *vk)
{
    fusor_result result = vulkan_make_commands(&vk->owner, &vk->once_pool, &vk->once_commands);
    if (result == FUSOR_OK) {
        result = vulkan_make_fence(&vk->owner, &vk->once_fence);
    }
    for (uint32_t i = 0; result == FUSOR_OK && i < vk->slot_count; i++) {
        vulkan_frame_slot *slot = &vk->slots[i];
        result = vulkan_make_commands(&vk->owner, &slot->pool, &slot->commands);
        if (result == FUSOR_OK) {
            result = vulkan_make_fence(&vk->owner, &slot->fence);
        }
    }
    if (result == FUSOR_OK && vk->timestamp_mask) {
        result =
            vulkan_make_query_pool(&vk->owner, vk->slot_count * VULKAN_QUERY_STRIDE, &vk->queries);
    }
    return result;
}

static fusor_result start(fusor_vulkan *vk, const fusor_vulkan_desc *desc)
{
    if (vk->api_version < VK_API_VERSION_1_1) {
        return vulkan_fail(vk, FUSOR_ERROR_UNSUPPORTED, "device",
                           "fusor needs Vulkan 1.1; create instance and device for it");
    }
    fusor_result result = vulkan_load_entries(vk, desc);
    if (result != FUSOR_OK) {
        return result;
    }
    vulkan_read_features(vk, desc);
    return make_slots(vk);
}

fusor_result fusor_vulkan_create(const fusor_vulkan_desc *desc, fusor_vulkan **out)
{
    *out = NULL;
    if (!has_handles(desc)) {
        return FUSOR_ERROR_INVALID_ARGUMENT;
    }
    fusor_vulkan *vk = take_executor(desc);
    if (!vk) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    copy_desc(vk, desc);
    fusor_result result = start(vk, desc);
    if (result == FUSOR_OK) {
        *out = vk;
    } else {
        fusor_vulkan_destroy(vk);
    }
    return result;
}

void fusor_vulkan_destroy(fusor_vulkan *vk)
{
    if (!vk) {
        return;
    }
    /* A lost device's fences never come; its objects may be destroyed all the same. */
    if (!vk->lost) {
        (void)vulkan_wait_slots(vk);
    }
    vulkan_program_destroy(vk->program);
    vulkan_release_all(&vk->staging_owner);
    vulkan_release_all(&vk->owner);
    vulkan_table_finish(vk, &vk->pass_bindings, sizeof(fusor_vulkan_pass));
    vulkan_table_finish(vk, &vk->image_imports, sizeof(fusor_vulkan_image_import));
    vulkan_table_finish(vk, &vk->buffer_imports, sizeof(fusor_vulkan_buffer_import));
    vulkan_table_finish(vk, &vk->requirements, sizeof(vulkan_requirement));
    fusor_vulkan end = {.allocator = vk->allocator};
    vulkan_heap_give(&end, vk, sizeof *vk);
}

/* ---------------------------------------------------------------------------------------- bindings */

fusor_result fusor_vulkan_bind_pass(fusor_vulkan *vk, fusor_pass pass,
                                    const fusor_vulkan_pass *callbacks)
{
    if (!pass.id) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_ARGUMENT, "pass",
                           "pass handle 0 is none; use one that the graph returned");
    }
    fusor_vulkan_pass *row = vulkan_table_reach(vk, &vk->pass_bindings, pass.id - 1, sizeof *row);
    if (!row) {
        return vulkan_fail(vk, FUSOR_ERROR_OUT_OF_MEMORY, "pass", "out of host memory");
    }
    *row = callbacks ? *callbacks : (fusor_vulkan_pass){0};
    return FUSOR_OK;
}

fusor_result fusor_vulkan_import_image(fusor_vulkan *vk, fusor_image image,
                                       const fusor_vulkan_image_import *import)
{
    if (!image.id) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_ARGUMENT, "image",
                           "image handle 0 is none; use one that the graph returned");
    }
    fusor_vulkan_image_import *row =
        vulkan_table_reach(vk, &vk->image_imports, image.id - 1, sizeof *row);
    if (!row) {
        return vulkan_fail(vk, FUSOR_ERROR_OUT_OF_MEMORY, "image", "out of host memory");
    }
    *row = import ? *import : (fusor_vulkan_image_import){0};
    return FUSOR_OK;
}

fusor_result fusor_vulkan_import_buffer(fusor_vulkan *vk, fusor_buffer buffer,
                                        const fusor_vulkan_buffer_import *import)
{
    if (!buffer.id) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_ARGUMENT, "buffer",
                           "buffer handle 0 is none; use one that the graph returned");
    }
    fusor_vulkan_buffer_import *row =
        vulkan_table_reach(vk, &vk->buffer_imports, buffer.id - 1, sizeof *row);
    if (!row) {
        return vulkan_fail(vk, FUSOR_ERROR_OUT_OF_MEMORY, "buffer", "out of host memory");
    }
    *row = import ? *import : (fusor_vulkan_buffer_import){0};
    return FUSOR_OK;
}

/* ----------------------------------------------------------------------------------------- queries */

VkResult fusor_vulkan_last_result(const fusor_vulkan *vk)
{
    return vk->last_result;
}

void fusor_vulkan_get_stats(const fusor_vulkan *vk, fusor_vulkan_stats *out)
{
    *out = vk->stats;
}
