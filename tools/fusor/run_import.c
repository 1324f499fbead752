/* In: a plan. Out: its imports, made, filled, and in the layout that the plan starts from.
 * Promised: equal names and sizes give equal contents, in every run and on every device. */
#include "run_import.h"

#include <stdlib.h>
#include <string.h>

#include "run_format.h"

static VkImageAspectFlags all_aspects(fusor_format format)
{
    fusor_aspects aspects = fusor_format_get_info(format)->aspects;
    return aspects & FUSOR_ASPECT_COLOR ? VK_IMAGE_ASPECT_COLOR_BIT
                                        : (aspects & (FUSOR_ASPECT_DEPTH | FUSOR_ASPECT_STENCIL));
}

/* What an image must allow to be in a state: its layout, whatever the frame does with it. */
static VkImageUsageFlags state_usage(fusor_state state)
{
    switch (state) {
    case FUSOR_STATE_COLOR:
        return VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    case FUSOR_STATE_DEPTH:
        return VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    case FUSOR_STATE_SAMPLED:
        return VK_IMAGE_USAGE_SAMPLED_BIT;
    default:
        return 0;
    }
}

static VkImageUsageFlags image_usage(const fusor_plan_resource *resource)
{
    return resource->usage | state_usage(resource->import.initial.state) |
           state_usage(resource->import.final.state) | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
           VK_IMAGE_USAGE_TRANSFER_DST_BIT;
}

static VkResult create_image(const run_imports *imports, const fusor_plan_resource *resource,
                             run_import_image *out)
{
    const run_gpu *gpu = imports->gpu;
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = (resource->type == FUSOR_IMAGE_CUBE ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0u) |
                 (resource->view_formats.count ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT : 0u),
        .imageType = resource->type == FUSOR_IMAGE_3D ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D,
        .format = (VkFormat)resource->format,
        .extent = {resource->extent[0], resource->extent[1], resource->extent[2]},
        .mipLevels = resource->mips,
        .arrayLayers = resource->layers,
        .samples = (VkSampleCountFlagBits)resource->samples,
        .usage = image_usage(resource)};
    VkMemoryRequirements need;
    VkResult result = vkCreateImage(gpu->handle, &info, NULL, &out->handle);
    if (result == VK_SUCCESS) {
        vkGetImageMemoryRequirements(gpu->handle, out->handle, &need);
        result = run_gpu_allocate(gpu, &need, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, &out->memory);
    }
    return result == VK_SUCCESS ? vkBindImageMemory(gpu->handle, out->handle, out->memory, 0)
                                : result;
}

/* --------------------------------------------------------------------------------------- contents */

static void flip_bit(run_imports *imports, const char *name, uint8_t *data, uint64_t bytes)
{
    const run_flip *flip = &imports->flip;
    if (flip->name && !strcmp(flip->name, name) && flip->bit / 8 < bytes) {
        data[flip->bit / 8] = (uint8_t)(data[flip->bit / 8] ^ 1u << flip->bit % 8);
        imports->flipped = true;
    }
}

static void fill_texels(const run_format *format, uint32_t seed, uint64_t count, uint8_t *data)
{
    for (uint64_t i = 0; i < count; i++) {
        uint32_t words[4];
        words[0] = run_noise(seed, (uint32_t)i);
        for (uint32_t c = 1; c < 4; c++) {
            words[c] = run_mix(words[c - 1] + c);
        }
        run_format_encode(format, words, data + i * format->texel_bytes);
    }
}

static void fill_words(uint32_t seed, bool small, uint64_t bytes, uint8_t *data)
{
    for (uint64_t i = 0; i < bytes / 4; i++) {
        uint32_t word = run_noise(seed, (uint32_t)i);
        word = small ? 1 + (word & 1) : word;
        memcpy(data + i * 4, &word, sizeof word);
    }
}

typedef struct upload {
    uint8_t *data; /* mapped */
    VkBuffer buffer;
    uint64_t size;
    VkBufferImageCopy *copies; /* one a mip and aspect */
    uint32_t count;
} upload;

static uint64_t mip_texels(const fusor_plan_resource *resource, uint32_t mip, VkExtent3D *extent)
{
    uint32_t size[3];
    for (uint32_t i = 0; i < 3; i++) {
        size[i] = resource->extent[i] >> mip ? resource->extent[i] >> mip : 1;
    }
    *extent = (VkExtent3D){size[0], size[1], size[2]};
    return (uint64_t)size[0] * size[1] * size[2] * resource->layers;
}

static uint64_t aspect_bytes(const fusor_plan_resource *resource, fusor_aspects aspect,
                             uint64_t texels, const VkExtent3D *extent)
{
    run_format format;
    if (run_format_get(resource->format, aspect, &format)) {
        return texels * format.texel_bytes;
    }
    const fusor_format_info *info = fusor_format_get_info(resource->format);
    uint64_t wide = (extent->width + info->block_width - 1) / info->block_width;
    uint64_t high = (extent->height + info->block_height - 1) / info->block_height;
    return wide * high * extent->depth * resource->layers * info->block_bytes;
}

/* Lays the copies out; fills them where there is memory already. */
static void lay_out(const fusor_plan_resource *resource, upload *up)
{
    fusor_aspects aspects = fusor_format_get_info(resource->format)->aspects;
    up->size = up->count = 0;
    for (uint32_t mip = 0; mip < resource->mips; mip++) {
        for (fusor_aspects aspect = 1; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1) {
            if (!(aspects & aspect)) {
                continue;
            }
            VkBufferImageCopy *copy = &up->copies[up->count++];
            *copy = (VkBufferImageCopy){.bufferOffset = up->size,
                                        .imageSubresource = {aspect, mip, 0, resource->layers}};
            uint64_t texels = mip_texels(resource, mip, &copy->imageExtent);
            uint64_t bytes = aspect_bytes(resource, aspect, texels, &copy->imageExtent);
            run_format format;
            uint32_t seed = run_name_seed(resource->name) + mip * 8 + aspect;
            if (up->data && run_format_get(resource->format, aspect, &format)) {
                fill_texels(&format, seed, texels, up->data + up->size);
            } else if (up->data) {
                fill_words(seed, false, bytes, up->data + up->size);
            }
            up->size = (up->size + bytes + 15) & ~15ull;
        }
    }
}

static void image_barrier(VkCommandBuffer commands, const run_import_image *image,
                          VkImageAspectFlags aspects, const VkImageLayout layouts[2])
{
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = layouts[0],
        .newLayout = layouts[1],
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->handle,
        .subresourceRange = {aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

static void record_contents(VkCommandBuffer commands, const fusor_plan_resource *resource,
                            const run_import_image *image, const upload *up)
{
    const VkImageLayout to = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    VkImageAspectFlags aspects = all_aspects(resource->format);
    const VkImageSubresourceRange all = {aspects, 0, VK_REMAINING_MIP_LEVELS, 0,
                                         VK_REMAINING_ARRAY_LAYERS};
    const VkClearColorValue color = {{0}};
    const VkClearDepthStencilValue depth = {0};
    image_barrier(commands, image, aspects, (const VkImageLayout[]){VK_IMAGE_LAYOUT_UNDEFINED, to});
    if (up->buffer) {
        vkCmdCopyBufferToImage(commands, up->buffer, image->handle, to, up->count, up->copies);
    } else if (aspects & VK_IMAGE_ASPECT_COLOR_BIT) {
        vkCmdClearColorImage(commands, image->handle, to, &color, 1, &all);
    } else {
        vkCmdClearDepthStencilImage(commands, image->handle, to, &depth, 1, &all);
    }
    if (image->has_contents) {
        image_barrier(commands, image, aspects, (const VkImageLayout[]){to, image->initial});
    }
}

/* Multisampled images cannot be copied to: they start cleared. So do those whose contents the frame
 * calls undefined: a copy from a smaller image leaves a part of them as it was, and two runs are only
 * alike if that part is. */
static VkResult fill_image(run_imports *imports, const fusor_plan_resource *resource,
                           const run_import_image *image, upload *up)
{
    run_gpu_buffer staging = {0};
    VkCommandBuffer commands;
    VkResult result = VK_SUCCESS;
    lay_out(resource, up);
    if (resource->samples == 1 && image->has_contents) {
        result = run_gpu_make_buffer(imports->gpu, up->size, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, true,
                                     &staging);
        up->data = staging.mapped;
        up->buffer = staging.handle;
    }
    if (result == VK_SUCCESS && up->data) {
        lay_out(resource, up);
        flip_bit(imports, resource->name, up->data, up->size);
    }
    if (result == VK_SUCCESS) {
        result = run_gpu_begin(imports->gpu, &commands);
    }
    if (result == VK_SUCCESS) {
        record_contents(commands, resource, image, up);
        result = run_gpu_end(imports->gpu, commands);
    }
    run_gpu_free_buffer(imports->gpu, &staging);
    return result;
}

static VkResult make_image(run_imports *imports, uint32_t index)
{
    const fusor_plan_resource *resource = &imports->plan->resources[index];
    run_import_image *out = &imports->images[imports->image_count++];
    out->id = (fusor_image){resource->handle};
    out->has_contents = resource->import.initial.state != FUSOR_STATE_UNDEFINED;
    out->initial =
        (VkImageLayout)fusor_state_get_layout(resource->import.initial.state, resource->format);
    VkResult result = create_image(imports, resource, out);
    if (result == VK_SUCCESS) {
        upload up = {.copies = run_resize(NULL, resource->mips * 2ull, sizeof *up.copies)};
        result = fill_image(imports, resource, out, &up);
        free(up.copies);
    }
    return result;
}

static VkResult fill_buffer(run_imports *imports, const fusor_plan_resource *resource,
                            uint64_t bytes, VkBuffer buffer)
{
    run_gpu_buffer staging;
    VkCommandBuffer commands;
    VkResult result =
        run_gpu_make_buffer(imports->gpu, bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, true, &staging);
    if (result != VK_SUCCESS) {
        return result;
    }
    fill_words(run_name_seed(resource->name), imports->small[resource->handle - 1], bytes,
               staging.mapped);
    flip_bit(imports, resource->name, staging.mapped, bytes);
    result = run_gpu_begin(imports->gpu, &commands);
    if (result == VK_SUCCESS) {
        const VkBufferCopy copy = {0, 0, bytes};
        vkCmdCopyBuffer(commands, staging.handle, buffer, 1, &copy);
        result = run_gpu_end(imports->gpu, commands);
    }
    run_gpu_free_buffer(imports->gpu, &staging);
    return result;
}

static VkResult make_buffer(run_imports *imports, uint32_t index)
{
    const fusor_plan_resource *resource = &imports->plan->resources[index];
    run_gpu_buffer *out = &imports->buffers[imports->buffer_count++];
    uint64_t bytes = imports->frame->buffers[resource->handle - 1].size_bytes;
    VkBufferUsageFlags usage =
        resource->usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    VkResult result = run_gpu_make_buffer(imports->gpu, bytes, usage, false, out);
    return result == VK_SUCCESS && resource->import.initial.state != FUSOR_STATE_UNDEFINED
               ? fill_buffer(imports, resource, bytes, out->handle)
               : result;
}

/* ------------------------------------------------------------------------------------------ hands */

static fusor_result hand_over(const run_imports *imports, fusor_vulkan *vk,
                              const fusor_plan_resource *resource)
{
    if (resource->is_image) {
        const fusor_vulkan_image_import import = {
            .image = imports->images[imports->image_count - 1].handle,
            .format = (VkFormat)resource->format,
            .extent = {resource->extent[0], resource->extent[1], resource->extent[2]},
            .mips = resource->mips,
            .layers = resource->layers};
        return fusor_vulkan_import_image(vk, (fusor_image){resource->handle}, &import);
    }
    const fusor_vulkan_buffer_import import = {
        .buffer = imports->buffers[imports->buffer_count - 1].handle,
        .size_bytes = imports->frame->buffers[resource->handle - 1].size_bytes};
    return fusor_vulkan_import_buffer(vk, (fusor_buffer){resource->handle}, &import);
}

static fusor_result to_result(VkResult result)
{
    return result == VK_SUCCESS                      ? FUSOR_OK
           : result == VK_ERROR_OUT_OF_DEVICE_MEMORY ? FUSOR_ERROR_OUT_OF_DEVICE_MEMORY
           : result == VK_ERROR_DEVICE_LOST          ? FUSOR_ERROR_DEVICE_LOST
                                                     : FUSOR_ERROR_BACK_END;
}

fusor_result run_imports_make(run_imports *imports, run_arena *arena, fusor_vulkan *vk)
{
    const fusor_plan *plan = imports->plan;
    imports->images = run_arena_array(arena, plan->resource_count, sizeof *imports->images);
    imports->buffers = run_arena_array(arena, plan->resource_count, sizeof *imports->buffers);
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; i < plan->resource_count && result == FUSOR_OK; i++) {
        if (plan->resources[i].lifetime != FUSOR_LIFETIME_IMPORTED) {
            continue;
        }
        imports->any = true;
        result = to_result(plan->resources[i].is_image ? make_image(imports, i)
                                                       : make_buffer(imports, i));
        if (result == FUSOR_OK) {
            result = hand_over(imports, vk, &plan->resources[i]);
        }
    }
    return result;
}

void run_imports_free(run_imports *imports)
{
    for (uint32_t i = 0; i < imports->image_count; i++) {
        vkDestroyImage(imports->gpu->handle, imports->images[i].handle, NULL);
        vkFreeMemory(imports->gpu->handle, imports->images[i].memory, NULL);
    }
    for (uint32_t i = 0; i < imports->buffer_count; i++) {
        run_gpu_free_buffer(imports->gpu, &imports->buffers[i]);
    }
    *imports = (run_imports){0};
}

fusor_result run_imports_write_host(run_imports *imports, fusor_vulkan *vk, uint32_t number)
{
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; i < imports->plan->resource_count && result == FUSOR_OK; i++) {
        const fusor_plan_resource *resource = &imports->plan->resources[i];
        void *data;
        if (resource->is_image || resource->host != FUSOR_HOST_WRITE) {
            continue;
        }
        result = fusor_vulkan_map(vk, (fusor_buffer){resource->handle}, &data);
        if (result == FUSOR_OK) {
            uint64_t bytes = imports->frame->buffers[resource->handle - 1].size_bytes;
            fill_words(run_name_seed(resource->name) + number, imports->small[resource->handle - 1],
                       bytes, data);
            flip_bit(imports, resource->name, data, bytes);
        }
    }
    return result;
}

static const run_import_image *find_image(const run_imports *imports, uint32_t handle)
{
    for (uint32_t i = 0; i < imports->image_count; i++) {
        if (imports->images[i].id.id == handle) {
            return &imports->images[i];
        }
    }
    return NULL;
}

/* The image that `left` leaves in another layout than its first one; NULL: it is no such exit. */
static const run_import_image *find_turned(const run_imports *imports, const fusor_plan_exit *left)
{
    const fusor_plan_resource *resource = &imports->plan->resources[left->resource];
    if (resource->lifetime != FUSOR_LIFETIME_IMPORTED || !resource->is_image) {
        return NULL;
    }
    const run_import_image *image = find_image(imports, resource->handle);
    bool turned =
        image && image->has_contents && image->initial != (VkImageLayout)left->scope.layout;
    return turned ? image : NULL;
}

static void turn(const run_import_image *image, const fusor_plan_exit *left,
                 VkCommandBuffer commands)
{
    const fusor_region *region = &left->region;
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = (VkImageLayout)left->scope.layout,
        .newLayout = image->initial,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->handle,
        .subresourceRange = {region->aspects, region->mips.first, region->mips.count,
                             region->layers.first, region->layers.count}};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

VkResult run_imports_turn_back(const run_imports *imports)
{
    VkCommandBuffer commands = VK_NULL_HANDLE;
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < imports->plan->exit_count && result == VK_SUCCESS; i++) {
        const fusor_plan_exit *left = &imports->plan->exits[i];
        const run_import_image *image = find_turned(imports, left);
        if (!image) {
            continue;
        }
        if (!commands) {
            result = run_gpu_begin(imports->gpu, &commands);
        }
        if (result == VK_SUCCESS) {
            turn(image, left, commands);
        }
    }
    return commands && result == VK_SUCCESS ? run_gpu_end(imports->gpu, commands) : result;
}
