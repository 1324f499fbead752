/* In: handles of the graph. Out: what the last frame left: mapped host buffers, Vulkan handles with
 * their layouts.
 * Promised: a handle that the loaded plan does not use is an error by name, never a stale object. */
#include "vulkan/vulkan_access.h"

#include <string.h>

static fusor_result check_found(fusor_vulkan *vk, uint32_t index, uint32_t id, const char *kind)
{
    if (!vk->program) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_STATE, kind,
                           "no plan is loaded; call fusor_vulkan_load() first");
    }
    if (index == FUSOR_NONE) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_ARGUMENT, kind,
                           "%s %u is not used by the loaded plan: it was never declared, or the "
                           "passes that use it were culled",
                           kind, id);
    }
    return FUSOR_OK;
}

fusor_result vulkan_find_image(fusor_vulkan *vk, fusor_image image, uint32_t *index)
{
    *index = vk->program ? fusor_plan_find_image(vk->program->plan, image) : FUSOR_NONE;
    return check_found(vk, *index, image.id, "image");
}

fusor_result vulkan_find_buffer(fusor_vulkan *vk, fusor_buffer buffer, uint32_t *index)
{
    *index = vk->program ? fusor_plan_find_buffer(vk->program->plan, buffer) : FUSOR_NONE;
    return check_found(vk, *index, buffer.id, "buffer");
}

/* The instance that was `previous` frames ago in the last frame that was submitted. */
uint32_t vulkan_last_instance(const fusor_vulkan *vk, uint32_t index, uint32_t previous)
{
    const fusor_plan_resource *plan = &vk->program->plan->resources[index];
    uint64_t frame = vk->program->frame ? vk->program->frame - 1 : 0;
    uint32_t slot = vk->last_slot == FUSOR_NONE ? 0 : vk->last_slot;
    return vulkan_instance_of(plan, frame, slot, previous);
}

VkImageLayout vulkan_last_layout(const fusor_vulkan *vk, uint32_t index, uint32_t instance,
                                 uint32_t mip, uint32_t layer)
{
    if (!vk->program->resources[index].states) {
        return VK_IMAGE_LAYOUT_UNDEFINED;
    }
    return vulkan_state_at(vk->program, index, instance, 0, mip, layer)->layout;
}

fusor_result fusor_vulkan_get_image(fusor_vulkan *vk, fusor_image image, fusor_vulkan_resource *out)
{
    *out = (fusor_vulkan_resource){0};
    uint32_t index;
    fusor_result result = vulkan_find_image(vk, image, &index);
    if (result == FUSOR_OK) {
        uint32_t instance = vulkan_last_instance(vk, index, 0);
        out->image = vk->program->resources[index].images[instance];
        out->layout = vulkan_last_layout(vk, index, instance, 0, 0);
    }
    return result;
}

fusor_result fusor_vulkan_get_buffer(fusor_vulkan *vk, fusor_buffer buffer,
                                     fusor_vulkan_resource *out)
{
    *out = (fusor_vulkan_resource){0};
    uint32_t index;
    fusor_result result = vulkan_find_buffer(vk, buffer, &index);
    if (result == FUSOR_OK) {
        out->buffer = vk->program->resources[index].buffers[vulkan_last_instance(vk, index, 0)];
    }
    return result;
}

/* ------------------------------------------------------------------------------------------- mapping */

/* Writing: the slot that the next frame takes, once its last frame is done with it. */
static fusor_result map_write(fusor_vulkan *vk, uint32_t index, void **data)
{
    const vulkan_resource *resource = &vk->program->resources[index];
    if (resource->instance_count == 1) {
        *data = resource->mapped[0];
        return FUSOR_OK;
    }
    fusor_result result = vulkan_wait_slot(vk, vk->next_slot);
    *data = result == FUSOR_OK ? resource->mapped[vk->next_slot] : NULL;
    return result;
}

static fusor_result map_read(fusor_vulkan *vk, uint32_t index, void **data)
{
    const fusor_plan_resource *plan = &vk->program->plan->resources[index];
    const vulkan_resource *resource = &vk->program->resources[index];
    if (vk->last_slot == FUSOR_NONE) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_STATE, plan->name,
                           "'%s' cannot be read before a frame was executed", plan->name);
    }
    uint32_t instance = vulkan_last_instance(vk, index, 0);
    fusor_result result = vulkan_wait_slot(vk, vk->last_slot);
    if (result == FUSOR_OK && !resource->coherent) {
        result = vulkan_invalidate(vk, resource->memory[instance], plan->name);
    }
    *data = result == FUSOR_OK ? resource->mapped[instance] : NULL;
    return result;
}

fusor_result fusor_vulkan_map(fusor_vulkan *vk, fusor_buffer buffer, void **data)
{
    *data = NULL;
    uint32_t index;
    fusor_result result = vulkan_find_buffer(vk, buffer, &index);
    if (result != FUSOR_OK) {
        return result;
    }
    const fusor_plan_resource *plan = &vk->program->plan->resources[index];
    if (!vk->program->resources[index].mapped) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_ARGUMENT, plan->name,
                           "'%s' is no host buffer; declare its host access", plan->name);
    }
    return plan->host == FUSOR_HOST_WRITE ? map_write(vk, index, data) : map_read(vk, index, data);
}
