/* In: the plan's resources and the caller's imports. Out: an image or buffer for each instance, not
 * yet bound to memory (host buffers excepted, which own theirs).
 * Promised: an import that is missing or differs from its declaration fails by name. */
#include "vulkan/vulkan_internal.h"

#include <string.h>

bool vulkan_is_host(const fusor_plan_resource *resource)
{
    return !resource->is_image && resource->host != FUSOR_HOST_NONE &&
           resource->lifetime != FUSOR_LIFETIME_IMPORTED;
}

uint32_t vulkan_instance_of(const fusor_plan_resource *resource, uint64_t frame,
                            uint32_t frame_slot, uint32_t previous)
{
    switch (resource->instances) {
    case FUSOR_INSTANCES_HISTORY:
        return (uint32_t)((frame + resource->slot_count - previous) % resource->slot_count);
    case FUSOR_INSTANCES_FRAMES:
        return frame_slot;
    case FUSOR_INSTANCES_ONE:
        break;
    }
    return 0;
}

static uint32_t count_instances(const fusor_vulkan *vk, const fusor_plan_resource *resource)
{
    switch (resource->instances) {
    case FUSOR_INSTANCES_HISTORY:
        return resource->slot_count;
    case FUSOR_INSTANCES_FRAMES:
        return vk->slot_count;
    case FUSOR_INSTANCES_ONE:
        break;
    }
    return 1;
}

static bool take_arrays(vulkan_program *program, const fusor_plan_resource *plan,
                        vulkan_resource *out)
{
    uint32_t count = count_instances(program->vk, plan);
    out->instance_count = count;
    out->first_view = FUSOR_NONE;
    out->images = vulkan_take(&program->owner, count, sizeof *out->images);
    out->buffers = vulkan_take(&program->owner, count, sizeof *out->buffers);
    if (vulkan_is_host(plan)) {
        out->mapped = vulkan_take(&program->owner, count, sizeof *out->mapped);
        out->memory = vulkan_take(&program->owner, count, sizeof *out->memory);
        return out->buffers && out->mapped && out->memory;
    }
    return out->images && out->buffers;
}

/* --------------------------------------------------------------------------------------- imports */

static fusor_result missing_import(vulkan_program *program, const fusor_plan_resource *plan)
{
    return vulkan_fail(program->vk, FUSOR_ERROR_INVALID_STATE, plan->name,
                       "'%s' is imported but nothing was given for it; call "
                       "fusor_vulkan_import_%s() before the load",
                       plan->name, plan->is_image ? "image" : "buffer");
}

static fusor_result import_image(vulkan_program *program, const fusor_plan_resource *plan,
                                 vulkan_resource *out)
{
    const fusor_vulkan_image_import *import =
        vulkan_table_get(&program->vk->image_imports, plan->handle - 1, sizeof *import);
    if (!import || !import->image) {
        return missing_import(program, plan);
    }
    if (import->format != (VkFormat)plan->format || import->extent.width != plan->extent[0] ||
        import->extent.height != plan->extent[1] || import->extent.depth != plan->extent[2] ||
        import->mips != plan->mips || import->layers != plan->layers) {
        return vulkan_fail(program->vk, FUSOR_ERROR_INVALID_ARGUMENT, plan->name,
                           "the image imported for '%s' differs from its declaration: %ux%ux%u, %u "
                           "mips, %u layers are declared, %ux%ux%u, %u, %u were given (format %d, "
                           "given %d)",
                           plan->name, plan->extent[0], plan->extent[1], plan->extent[2],
                           plan->mips, plan->layers, import->extent.width, import->extent.height,
                           import->extent.depth, import->mips, import->layers, (int)plan->format,
                           (int)import->format);
    }
    out->images[0] = import->image;
    return FUSOR_OK;
}

static fusor_result import_buffer(vulkan_program *program, const fusor_plan_resource *plan,
                                  vulkan_resource *out)
{
    const fusor_vulkan_buffer_import *import =
        vulkan_table_get(&program->vk->buffer_imports, plan->handle - 1, sizeof *import);
    if (!import || !import->buffer) {
        return missing_import(program, plan);
    }
    if (import->size_bytes < plan->bytes) {
        return vulkan_fail(program->vk, FUSOR_ERROR_INVALID_ARGUMENT, plan->name,
                           "the buffer imported for '%s' has %llu bytes, %llu are declared",
                           plan->name, (unsigned long long)import->size_bytes,
                           (unsigned long long)plan->bytes);
    }
    out->buffers[0] = import->buffer;
    return FUSOR_OK;
}

/* ------------------------------------------------------------------------------------------- own */

/* Persistent and history images are cleared by the load, which needs one more usage. */
static fusor_usage image_usage(const fusor_plan_resource *plan)
{
    bool kept =
        plan->lifetime == FUSOR_LIFETIME_PERSISTENT || plan->lifetime == FUSOR_LIFETIME_HISTORY;
    return kept ? plan->usage | FUSOR_IMAGE_USAGE_TRANSFER_DST : plan->usage;
}

static fusor_usage buffer_usage(const fusor_plan_resource *plan)
{
    bool kept =
        plan->lifetime == FUSOR_LIFETIME_PERSISTENT || plan->lifetime == FUSOR_LIFETIME_HISTORY;
    fusor_usage usage = kept ? plan->usage | FUSOR_BUFFER_USAGE_TRANSFER_DST : plan->usage;
    /* A buffer that only the host touches still needs a usage (VUID-VkBufferCreateInfo-usage-requiredbitmask). */
    return usage ? usage : FUSOR_BUFFER_USAGE_TRANSFER_DST;
}

static fusor_result make_image(vulkan_program *program, const fusor_plan_resource *plan,
                               vulkan_resource *out)
{
    vulkan_image_shape shape = {.format = plan->format,
                                .type = plan->type,
                                .extent = plan->extent,
                                .mips = plan->mips,
                                .layers = plan->layers,
                                .samples = plan->samples,
                                .usage = image_usage(plan),
                                .view_formats =
                                    program->plan->format_list + plan->view_formats.first,
                                .view_format_count = plan->view_formats.count};
    vulkan_image_info image;
    vulkan_image_info_fill(program->vk, &shape, &image);
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < out->instance_count; i++) {
        result = vulkan_make_image(&program->owner, &image.info, plan->name, &out->images[i]);
    }
    return result;
}

static fusor_result make_host_buffer(vulkan_program *program, const fusor_plan_resource *plan,
                                     vulkan_resource *out)
{
    VkBufferCreateInfo info = vulkan_buffer_info(plan->bytes, buffer_usage(plan));
    for (uint32_t i = 0; i < out->instance_count; i++) {
        vulkan_host_buffer made;
        fusor_result result = vulkan_make_host_buffer(&program->owner, &info, plan->name,
                                                      plan->host == FUSOR_HOST_READ, &made);
        if (result != FUSOR_OK) {
            return result;
        }
        memset(made.data, 0, (size_t)info.size);
        out->buffers[i] = made.buffer;
        out->memory[i] = made.memory;
        out->mapped[i] = made.data;
        out->coherent = made.coherent;
    }
    return FUSOR_OK;
}

static fusor_result make_buffer(vulkan_program *program, const fusor_plan_resource *plan,
                                vulkan_resource *out)
{
    if (vulkan_is_host(plan)) {
        return make_host_buffer(program, plan, out);
    }
    VkBufferCreateInfo info = vulkan_buffer_info(plan->bytes, buffer_usage(plan));
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < out->instance_count; i++) {
        result = vulkan_make_buffer(&program->owner, &info, plan->name, &out->buffers[i]);
    }
    return result;
}

static fusor_result make_resource(vulkan_program *program, const fusor_plan_resource *plan,
                                  vulkan_resource *out)
{
    if (plan->lifetime == FUSOR_LIFETIME_IMPORTED) {
        return plan->is_image ? import_image(program, plan, out)
                              : import_buffer(program, plan, out);
    }
    return plan->is_image ? make_image(program, plan, out) : make_buffer(program, plan, out);
}

fusor_result vulkan_make_resources(vulkan_program *program)
{
    const fusor_plan *plan = program->plan;
    program->resources =
        vulkan_take(&program->owner, plan->resource_count, sizeof *program->resources);
    if (!program->resources) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        vulkan_resource *out = &program->resources[i];
        if (!take_arrays(program, &plan->resources[i], out)) {
            return FUSOR_ERROR_OUT_OF_MEMORY;
        }
        fusor_result result = make_resource(program, &plan->resources[i], out);
        if (result != FUSOR_OK) {
            return result;
        }
    }
    return FUSOR_OK;
}
