/* In: an output's subresource. Out: its bytes, tightly packed, in the caller's memory.
 * Promised: the layout is put back, so the next frame's barriers hold; the staging buffer is kept and
 * grows only; undefined bits (the padding of 24-bit depth) come back as zero, so that equal pictures
 * are equal bytes. */
#include "vulkan/vulkan_access.h"

#include <string.h>

static fusor_result reach_staging(fusor_vulkan *vk, uint64_t bytes)
{
    if (bytes <= vk->staging_bytes) {
        return FUSOR_OK;
    }
    vulkan_release_all(&vk->staging_owner);
    vk->staging_bytes = 0;
    VkBufferCreateInfo info = vulkan_buffer_info(bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    vulkan_host_buffer made;
    fusor_result result =
        vulkan_make_host_buffer(&vk->staging_owner, &info, "download", true, &made);
    if (result != FUSOR_OK) {
        vulkan_release_all(&vk->staging_owner);
        return result;
    }
    vk->staging = made.buffer;
    vk->staging_memory = made.memory;
    vk->staging_data = made.data;
    vk->staging_coherent = made.coherent;
    vk->staging_bytes = bytes;
    return FUSOR_OK;
}

static fusor_result read_staging(fusor_vulkan *vk, void *data, uint64_t bytes)
{
    fusor_result result =
        vk->staging_coherent ? FUSOR_OK : vulkan_invalidate(vk, vk->staging_memory, "download");
    if (result == FUSOR_OK) {
        memcpy(data, vk->staging_data, (size_t)bytes);
    }
    return result;
}

static fusor_result check_size(fusor_vulkan *vk, const char *name, uint64_t needed,
                               const fusor_vulkan_download_desc *desc)
{
    if (desc->data && desc->size_bytes >= needed) {
        return FUSOR_OK;
    }
    return vulkan_fail(vk, FUSOR_ERROR_INVALID_ARGUMENT, name,
                       "'%s' takes %llu bytes, there is room for %llu", name,
                       (unsigned long long)needed, (unsigned long long)desc->size_bytes);
}

static fusor_result check_usage(fusor_vulkan *vk, const fusor_plan_resource *plan)
{
    /* The flags of an import are its caller's to know. The bit is the same for buffers. */
    if (plan->lifetime == FUSOR_LIFETIME_IMPORTED ||
        (plan->usage & FUSOR_IMAGE_USAGE_TRANSFER_SRC)) {
        return FUSOR_OK;
    }
    return vulkan_fail(vk, FUSOR_ERROR_INVALID_STATE, plan->name,
                       "'%s' cannot be copied from; declare it an output", plan->name);
}

/* ------------------------------------------------------------------------------------------ images */

static fusor_result check_image(fusor_vulkan *vk, const fusor_plan_resource *plan,
                                const fusor_vulkan_download_desc *desc)
{
    uint32_t slots = plan->slot_count ? plan->slot_count : 1;
    if (plan->samples > 1) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_ARGUMENT, plan->name,
                           "'%s' is multisampled; resolve it and download the result", plan->name);
    }
    if (desc->mip >= plan->mips || desc->layer >= plan->layers || desc->previous >= slots) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_ARGUMENT, plan->name,
                           "'%s' has %u mips, %u layers and %u slots", plan->name, plan->mips,
                           plan->layers, slots);
    }
    return check_usage(vk, plan);
}

static fusor_aspects find_aspect(const fusor_plan_resource *plan, fusor_aspects wanted)
{
    const fusor_format_info *info = fusor_format_get_info(plan->format);
    fusor_aspects aspects = info ? info->aspects : FUSOR_ASPECT_COLOR;
    if (wanted) {
        return wanted & aspects;
    }
    return aspects & FUSOR_ASPECT_DEPTH ? FUSOR_ASPECT_DEPTH : aspects;
}

static void record_image(fusor_vulkan *vk, VkCommandBuffer commands, VkImage image,
                         const VkBufferImageCopy *copy, VkImageAspectFlags all_aspects,
                         VkImageLayout layout)
{
    const VkImageLayout there[2] = {layout, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};
    const VkImageLayout back[2] = {VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, layout};
    VkImageSubresourceRange range = {all_aspects, copy->imageSubresource.mipLevel, 1,
                                     copy->imageSubresource.baseArrayLayer, 1};
    vulkan_full_image_barrier(vk, commands, image, &range, there);
    vk->api.CmdCopyImageToBuffer(commands, image, there[1], vk->staging, 1, copy);
    vulkan_full_image_barrier(vk, commands, image, &range, back);
}

/* Makes the copy's writes available to the host; the fence alone does not ("Host Write Ordering" is
 * for submissions, reads need a dependency to HOST_READ). */
static void record_to_host(fusor_vulkan *vk, VkCommandBuffer commands)
{
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    vk->api.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                               0, 1, &barrier, 0, NULL, 0, NULL);
}

static fusor_result copy_image(fusor_vulkan *vk, uint32_t index, uint32_t instance,
                               const VkBufferImageCopy *copy, VkImageLayout layout)
{
    const fusor_plan_resource *plan = &vk->program->plan->resources[index];
    const fusor_format_info *info = fusor_format_get_info(plan->format);
    VkCommandBuffer commands;
    fusor_result result = vulkan_once_begin(vk, &commands);
    if (result != FUSOR_OK) {
        return result;
    }
    record_image(vk, commands, vk->program->resources[index].images[instance], copy,
                 vulkan_aspects(info ? info->aspects : FUSOR_ASPECT_COLOR), layout);
    record_to_host(vk, commands);
    return vulkan_once_end(vk);
}

/* Of a 32-bit word only the low 24 are depth ("Buffer and Image Addressing"). */
static void clear_padding(fusor_format format, fusor_aspects aspect, void *data, uint64_t bytes)
{
    const fusor_format_info *info = fusor_format_get_info(format);
    bool padded = format == FUSOR_FORMAT_X8_D24_UNORM_PACK32 || (info && info->depth_bytes == 3);
    for (uint64_t i = 3; padded && aspect == FUSOR_ASPECT_DEPTH && i < bytes; i += 4) {
        ((unsigned char *)data)[i] = 0;
    }
}

static fusor_result download_image(fusor_vulkan *vk, const fusor_vulkan_download_desc *desc)
{
    uint32_t index;
    fusor_result result = vulkan_find_image(vk, desc->image, &index);
    if (result != FUSOR_OK) {
        return result;
    }
    const fusor_plan_resource *plan = &vk->program->plan->resources[index];
    result = check_image(vk, plan, desc);
    if (result != FUSOR_OK) {
        return result;
    }
    fusor_aspects aspect = find_aspect(plan, desc->aspect);
    VkExtent3D extent = vulkan_mip_extent(plan->extent, desc->mip);
    uint32_t instance = vulkan_last_instance(vk, index, desc->previous);
    VkImageLayout layout = vulkan_last_layout(vk, index, instance, desc->mip, desc->layer);
    uint64_t bytes = vulkan_packed_bytes(plan->format, aspect, extent);
    if (!aspect || layout == VK_IMAGE_LAYOUT_UNDEFINED) {
        return vulkan_fail(vk, aspect ? FUSOR_ERROR_INVALID_STATE : FUSOR_ERROR_INVALID_ARGUMENT,
                           plan->name, "'%s' has %s", plan->name,
                           aspect ? "no contents: execute a frame that writes it first"
                                  : "no such aspect");
    }
    VkBufferImageCopy copy = {
        .imageSubresource = {vulkan_aspects(aspect), desc->mip, desc->layer, 1},
        .imageExtent = extent};
    result = check_size(vk, plan->name, bytes, desc);
    if (result == FUSOR_OK) {
        result = reach_staging(vk, bytes);
    }
    if (result == FUSOR_OK) {
        result = copy_image(vk, index, instance, &copy, layout);
    }
    if (result == FUSOR_OK) {
        result = read_staging(vk, desc->data, bytes);
    }
    if (result == FUSOR_OK) {
        clear_padding(plan->format, aspect, desc->data, bytes);
    }
    return result;
}

/* ----------------------------------------------------------------------------------------- buffers */

static fusor_result copy_buffer(fusor_vulkan *vk, VkBuffer buffer, uint64_t bytes)
{
    VkCommandBuffer commands;
    fusor_result result = vulkan_once_begin(vk, &commands);
    if (result != FUSOR_OK) {
        return result;
    }
    VkBufferCopy copy = {.size = bytes};
    vulkan_full_barrier(vk, commands);
    vk->api.CmdCopyBuffer(commands, buffer, vk->staging, 1, &copy);
    vulkan_full_barrier(vk, commands);
    record_to_host(vk, commands);
    return vulkan_once_end(vk);
}

static fusor_result download_host(fusor_vulkan *vk, uint32_t index, uint32_t instance,
                                  const fusor_vulkan_download_desc *desc)
{
    const fusor_plan_resource *plan = &vk->program->plan->resources[index];
    const vulkan_resource *resource = &vk->program->resources[index];
    fusor_result result = vulkan_wait_slots(vk);
    if (result == FUSOR_OK && !resource->coherent) {
        result = vulkan_invalidate(vk, resource->memory[instance], plan->name);
    }
    if (result == FUSOR_OK) {
        memcpy(desc->data, resource->mapped[instance], (size_t)plan->bytes);
    }
    return result;
}

static fusor_result download_buffer(fusor_vulkan *vk, const fusor_vulkan_download_desc *desc)
{
    uint32_t index;
    fusor_result result = vulkan_find_buffer(vk, desc->buffer, &index);
    if (result != FUSOR_OK) {
        return result;
    }
    const fusor_plan_resource *plan = &vk->program->plan->resources[index];
    const vulkan_resource *resource = &vk->program->resources[index];
    uint32_t slots = plan->slot_count ? plan->slot_count : 1;
    uint32_t instance = vulkan_last_instance(vk, index, desc->previous % slots);
    result = check_size(vk, plan->name, plan->bytes, desc);
    if (result == FUSOR_OK && resource->mapped) {
        return download_host(vk, index, instance, desc);
    }
    if (result == FUSOR_OK) {
        result = check_usage(vk, plan);
    }
    if (result == FUSOR_OK) {
        result = reach_staging(vk, plan->bytes);
    }
    if (result == FUSOR_OK) {
        result = copy_buffer(vk, resource->buffers[instance], plan->bytes);
    }
    return result == FUSOR_OK ? read_staging(vk, desc->data, plan->bytes) : result;
}

fusor_result fusor_vulkan_download(fusor_vulkan *vk, const fusor_vulkan_download_desc *desc)
{
    return desc->image.id ? download_image(vk, desc) : download_buffer(vk, desc);
}
