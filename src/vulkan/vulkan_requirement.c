/* In: a description that fusor_place() asks about. Out: the driver's size, alignment and types.
 * Promised: the driver is asked once a distinct description; descriptions are compared, not hashed
 * alone. The question makes a temporary image or buffer, which dies before the answer. */
#include "vulkan/vulkan_internal.h"

#include <string.h>

#define CACHE_ROWS_MAX 256u

static uint64_t hash_formats(const fusor_format *formats, uint32_t count)
{
    uint64_t hash = 0xcbf29ce484222325ull; /* FNV-1a, 64 bits */
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ (uint32_t)formats[i]) * 0x100000001b3ull;
    }
    return hash;
}

static vulkan_image_shape query_shape(const fusor_requirements_query *query)
{
    return (vulkan_image_shape){query->format, query->type,         query->extent,
                                query->mips,   query->layers,       query->samples,
                                query->usage,  query->view_formats, query->view_format_count};
}

/* The key of a query: everything that the driver's answer can depend on. */
static vulkan_requirement make_key(const fusor_vulkan *vk, const fusor_requirements_query *query)
{
    vulkan_requirement key;
    memset(&key, 0, sizeof key);
    key.is_image = query->is_image;
    if (query->is_image) {
        vulkan_image_shape shape = query_shape(query);
        vulkan_image_info image;
        vulkan_image_info_fill(vk, &shape, &image);
        key.image = image.info;
        key.image.pNext = NULL;
        key.view_formats_hash = hash_formats(query->view_formats, query->view_format_count);
    } else {
        key.buffer_bytes = query->size_bytes;
        key.buffer_usage = query->usage;
    }
    return key;
}

static bool equal_keys(const vulkan_requirement *a, const vulkan_requirement *b)
{
    const VkImageCreateInfo *x = &a->image, *y = &b->image;
    return a->is_image == b->is_image && a->buffer_bytes == b->buffer_bytes &&
           a->buffer_usage == b->buffer_usage && a->view_formats_hash == b->view_formats_hash &&
           x->flags == y->flags && x->imageType == y->imageType && x->format == y->format &&
           x->extent.width == y->extent.width && x->extent.height == y->extent.height &&
           x->extent.depth == y->extent.depth && x->mipLevels == y->mipLevels &&
           x->arrayLayers == y->arrayLayers && x->samples == y->samples && x->usage == y->usage;
}

static const vulkan_requirement *find_key(const fusor_vulkan *vk, const vulkan_requirement *key)
{
    for (uint32_t i = 0; i < vk->requirements.count; i++) {
        const vulkan_requirement *row = vulkan_table_get(&vk->requirements, i, sizeof *row);
        if (equal_keys(row, key)) {
            return row;
        }
    }
    return NULL;
}

/* A full table loses its oldest row; a row that cannot be kept is no failure. */
static void keep_key(fusor_vulkan *vk, const vulkan_requirement *key)
{
    uint32_t index = vk->requirements.count;
    if (index >= CACHE_ROWS_MAX) {
        index = vk->requirement_next++ % CACHE_ROWS_MAX;
    }
    vulkan_requirement *row =
        vulkan_table_reach(vk, &vk->requirements, index, sizeof(vulkan_requirement));
    if (row) {
        *row = *key;
    }
}

static fusor_requirements read_answer(const VkMemoryRequirements *requirements,
                                      const VkMemoryDedicatedRequirements *dedicated)
{
    return (fusor_requirements){
        .size_bytes = requirements->size,
        .alignment = requirements->alignment,
        .memory_type_bits = requirements->memoryTypeBits,
        .dedicated = dedicated->requiresDedicatedAllocation  ? FUSOR_DEDICATED_REQUIRED
                     : dedicated->prefersDedicatedAllocation ? FUSOR_DEDICATED_PREFERRED
                                                             : FUSOR_DEDICATED_NO};
}

/* Creating an image outside these limits is invalid use, not an error that a driver must report. */
static fusor_result check_image(fusor_vulkan *vk, const VkImageCreateInfo *info, const char *name)
{
    VkImageFormatProperties limits;
    VkResult raw = vk->api.GetPhysicalDeviceImageFormatProperties(
        vk->physical_device, info->format, info->imageType, info->tiling, info->usage, info->flags,
        &limits);
    if (raw != VK_SUCCESS) {
        return vulkan_check(vk, raw, "vkGetPhysicalDeviceImageFormatProperties", name);
    }
    if (info->extent.width > limits.maxExtent.width ||
        info->extent.height > limits.maxExtent.height ||
        info->extent.depth > limits.maxExtent.depth || info->mipLevels > limits.maxMipLevels ||
        info->arrayLayers > limits.maxArrayLayers || !(info->samples & limits.sampleCounts)) {
        return vulkan_fail(vk, FUSOR_ERROR_UNSUPPORTED, name,
                           "the device cannot make '%s' so large, with so many layers, mips or "
                           "samples; at most %ux%ux%u, %u layers, %u mips",
                           name, limits.maxExtent.width, limits.maxExtent.height,
                           limits.maxExtent.depth, limits.maxArrayLayers, limits.maxMipLevels);
    }
    return FUSOR_OK;
}

static fusor_result ask_image(fusor_vulkan *vk, const fusor_requirements_query *query,
                              vulkan_owner *owner, fusor_requirements *out)
{
    vulkan_image_shape shape = query_shape(query);
    vulkan_image_info image;
    vulkan_image_info_fill(vk, &shape, &image);
    VkImageMemoryRequirementsInfo2 info = {.sType =
                                               VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2};
    fusor_result result = check_image(vk, &image.info, query->name);
    if (result == FUSOR_OK) {
        result = vulkan_make_image(owner, &image.info, query->name, &info.image);
    }
    if (result != FUSOR_OK) {
        return result;
    }
    VkMemoryDedicatedRequirements dedicated = {.sType =
                                                   VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
    VkMemoryRequirements2 answer = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2,
                                    .pNext = &dedicated};
    vk->api.GetImageMemoryRequirements2(vk->device, &info, &answer);
    *out = read_answer(&answer.memoryRequirements, &dedicated);
    return FUSOR_OK;
}

static fusor_result ask_buffer(fusor_vulkan *vk, const fusor_requirements_query *query,
                               vulkan_owner *owner, fusor_requirements *out)
{
    VkBufferCreateInfo buffer = vulkan_buffer_info(query->size_bytes, query->usage);
    VkBufferMemoryRequirementsInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2};
    fusor_result result = vulkan_make_buffer(owner, &buffer, query->name, &info.buffer);
    if (result != FUSOR_OK) {
        return result;
    }
    VkMemoryDedicatedRequirements dedicated = {.sType =
                                                   VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
    VkMemoryRequirements2 answer = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2,
                                    .pNext = &dedicated};
    vk->api.GetBufferMemoryRequirements2(vk->device, &info, &answer);
    *out = read_answer(&answer.memoryRequirements, &dedicated);
    return FUSOR_OK;
}

static fusor_result answer_query(void *user, const fusor_requirements_query *query,
                                 fusor_requirements *out)
{
    fusor_vulkan *vk = user;
    vulkan_requirement key = make_key(vk, query);
    const vulkan_requirement *known = find_key(vk, &key);
    if (known) {
        *out = known->answer;
        return FUSOR_OK;
    }
    vulkan_owner owner = {.vk = vk};
    fusor_result result =
        query->is_image ? ask_image(vk, query, &owner, out) : ask_buffer(vk, query, &owner, out);
    vulkan_release_all(&owner);
    if (result == FUSOR_OK) {
        key.answer = *out;
        keep_key(vk, &key);
    }
    return result;
}

fusor_place_desc fusor_vulkan_place_desc(fusor_vulkan *vk)
{
    return (fusor_place_desc){answer_query, vk};
}
