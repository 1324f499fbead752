/* In: the numbers of a plan resource. Out: Vulkan's create infos, extents and packed sizes.
 * Promised: a resource and the question about its memory requirements are described by the same
 * code, so the answer holds for what is created. */
#include "vulkan/vulkan_internal.h"

static VkImageCreateFlags image_flags(const fusor_vulkan *vk, const vulkan_image_shape *shape)
{
    const fusor_usage attachment =
        FUSOR_IMAGE_USAGE_COLOR_ATTACHMENT | FUSOR_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT;
    VkImageCreateFlags flags = 0;
    if (shape->view_format_count) {
        flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    }
    if (shape->type == FUSOR_IMAGE_CUBE) {
        flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    }
    /* Slices of a 3D image are attached as 2D views (VUID-VkImageViewCreateInfo-image-06723). */
    if (shape->type == FUSOR_IMAGE_3D && (shape->usage & attachment)) {
        flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT;
    }
    return vk->alias_bit ? flags | VK_IMAGE_CREATE_ALIAS_BIT : flags;
}

void vulkan_image_info_fill(const fusor_vulkan *vk, const vulkan_image_shape *shape,
                            vulkan_image_info *out)
{
    bool is_3d = shape->type == FUSOR_IMAGE_3D;
    out->formats =
        (VkImageFormatListCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO,
                                      .viewFormatCount = shape->view_format_count,
                                      .pViewFormats = (const VkFormat *)shape->view_formats};
    out->info = (VkImageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        /* Core in Vulkan 1.2; older devices simply lose the hint. */
        .pNext = shape->view_format_count && vk->api_version >= VK_API_VERSION_1_2 ? &out->formats
                                                                                   : NULL,
        .flags = image_flags(vk, shape),
        .imageType = is_3d ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D,
        .format = (VkFormat)shape->format,
        .extent = {shape->extent[0], shape->extent[1], is_3d ? shape->extent[2] : 1},
        .mipLevels = shape->mips,
        .arrayLayers = is_3d ? 1 : shape->layers,
        .samples = (VkSampleCountFlagBits)shape->samples,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = shape->usage,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
}

/* A multiple of 4 bytes, so that fills reach the last byte (vkCmdFillBuffer's size is one). */
VkBufferCreateInfo vulkan_buffer_info(uint64_t bytes, fusor_usage usage)
{
    return (VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .size = (bytes + 3) / 4 * 4,
                                .usage = usage,
                                .sharingMode = VK_SHARING_MODE_EXCLUSIVE};
}

static uint32_t mip_size(uint32_t size, uint32_t mip)
{
    uint32_t shifted = mip < 32 ? size >> mip : 0;
    return shifted ? shifted : 1;
}

VkExtent3D vulkan_mip_extent(const uint32_t extent[3], uint32_t mip)
{
    return (VkExtent3D){mip_size(extent[0], mip), mip_size(extent[1], mip),
                        mip_size(extent[2], mip)};
}

/* What one texel block of an aspect takes in a buffer (Vulkan, "Buffer and Image Addressing"):
 * 24-bit depth is copied as 32-bit words. */
static uint64_t block_bytes(const fusor_format_info *info, fusor_aspects aspect)
{
    if (aspect == FUSOR_ASPECT_STENCIL) {
        return 1;
    }
    if (aspect == FUSOR_ASPECT_DEPTH) {
        return info->depth_bytes == 3 ? 4 : info->depth_bytes;
    }
    return info->block_bytes;
}

uint64_t vulkan_packed_bytes(fusor_format format, fusor_aspects aspect, VkExtent3D extent)
{
    const fusor_format_info *info = fusor_format_get_info(format);
    if (!info) {
        return 0;
    }
    uint64_t columns = (extent.width + info->block_width - 1) / info->block_width;
    uint64_t rows = (extent.height + info->block_height - 1) / info->block_height;
    return columns * rows * extent.depth * block_bytes(info, aspect);
}
