/* In: copies, blits, resolves, clears, fills and updates. Out: what they need of images and buffers:
 * usage, ranges, and the layout when submitted. Promised: no byte moves. */
#include "fake_core.h"

#define TRANSFER_SRC VK_IMAGE_USAGE_TRANSFER_SRC_BIT
#define TRANSFER_DST VK_IMAGE_USAGE_TRANSFER_DST_BIT

static void use_layers(fake_command_buffer *buffer, fake_object *image, VkImageUsageFlags usage,
                       const VkImageSubresourceLayers *layers, VkImageLayout layout)
{
    const VkImageSubresourceRange range = {layers->aspectMask, layers->mipLevel, 1,
                                           layers->baseArrayLayer, layers->layerCount};
    fake_command_image(buffer, image, usage, &range, layout);
}

static VkSampleCountFlagBits samples_of(const fake_object *image)
{
    return image ? ((const fake_image *)image->data)->info.samples : VK_SAMPLE_COUNT_1_BIT;
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdCopyBuffer(VkCommandBuffer handle, VkBuffer src,
                                                     VkBuffer dst, uint32_t count,
                                                     const VkBufferCopy *regions)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdCopyBuffer, OUTSIDE, FAKE_ARG(BUFFER, src), FAKE_ARG(BUFFER, dst),
                     FAKE_NUMBER(count));
    for (uint32_t i = 0; buffer && i < count; i++) {
        fake_command_buffer_range(buffer, FAKE_FIND(fake, BUFFER, src),
                                  VK_BUFFER_USAGE_TRANSFER_SRC_BIT, regions[i].srcOffset,
                                  regions[i].size);
        fake_command_buffer_range(buffer, FAKE_FIND(fake, BUFFER, dst),
                                  VK_BUFFER_USAGE_TRANSFER_DST_BIT, regions[i].dstOffset,
                                  regions[i].size);
    }
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdCopyImage(VkCommandBuffer handle, VkImage src,
                                                    VkImageLayout src_layout, VkImage dst,
                                                    VkImageLayout dst_layout, uint32_t count,
                                                    const VkImageCopy *regions)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdCopyImage, OUTSIDE, FAKE_ARG(IMAGE, src), FAKE_NUMBER(src_layout),
                     FAKE_ARG(IMAGE, dst), FAKE_NUMBER(dst_layout), FAKE_NUMBER(count));
    for (uint32_t i = 0; buffer && i < count; i++) {
        use_layers(buffer, FAKE_FIND(fake, IMAGE, src), TRANSFER_SRC, &regions[i].srcSubresource,
                   src_layout);
        use_layers(buffer, FAKE_FIND(fake, IMAGE, dst), TRANSFER_DST, &regions[i].dstSubresource,
                   dst_layout);
    }
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdBlitImage(VkCommandBuffer handle, VkImage src,
                                                    VkImageLayout src_layout, VkImage dst,
                                                    VkImageLayout dst_layout, uint32_t count,
                                                    const VkImageBlit *regions, VkFilter filter)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer = FAKE_COMMAND(
        handle, CmdBlitImage, OUTSIDE, FAKE_ARG(IMAGE, src), FAKE_NUMBER(src_layout),
        FAKE_ARG(IMAGE, dst), FAKE_NUMBER(dst_layout), FAKE_NUMBER(count), FAKE_NUMBER(filter));
    for (uint32_t i = 0; buffer && i < count; i++) {
        use_layers(buffer, FAKE_FIND(fake, IMAGE, src), TRANSFER_SRC, &regions[i].srcSubresource,
                   src_layout);
        use_layers(buffer, FAKE_FIND(fake, IMAGE, dst), TRANSFER_DST, &regions[i].dstSubresource,
                   dst_layout);
    }
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdResolveImage(VkCommandBuffer handle, VkImage src,
                                                       VkImageLayout src_layout, VkImage dst,
                                                       VkImageLayout dst_layout, uint32_t count,
                                                       const VkImageResolve *regions)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer = FAKE_COMMAND(
        handle, CmdResolveImage, OUTSIDE, FAKE_ARG(IMAGE, src), FAKE_NUMBER(src_layout),
        FAKE_ARG(IMAGE, dst), FAKE_NUMBER(dst_layout), FAKE_NUMBER(count));
    FAKE_CHECK(fake,
               samples_of(FAKE_FIND(fake, IMAGE, src)) > VK_SAMPLE_COUNT_1_BIT &&
                   samples_of(FAKE_FIND(fake, IMAGE, dst)) == VK_SAMPLE_COUNT_1_BIT,
               USAGE, "a resolve is of many samples into one");
    for (uint32_t i = 0; buffer && i < count; i++) {
        use_layers(buffer, FAKE_FIND(fake, IMAGE, src), TRANSFER_SRC, &regions[i].srcSubresource,
                   src_layout);
        use_layers(buffer, FAKE_FIND(fake, IMAGE, dst), TRANSFER_DST, &regions[i].dstSubresource,
                   dst_layout);
    }
}

/* Texels of the copied aspect alone: 4 bytes at most for depth (24 and 32 bits), 1 for stencil (20.4). */
static VkDeviceSize copy_bytes(const fake_object *object, const VkBufferImageCopy *region)
{
    const fake_image *image = object->data;
    const uint32_t width =
        region->bufferRowLength ? region->bufferRowLength : region->imageExtent.width;
    const uint32_t height =
        region->bufferImageHeight ? region->bufferImageHeight : region->imageExtent.height;
    uint32_t texel = fake_format_bytes(image->info.format);
    if (region->imageSubresource.aspectMask == VK_IMAGE_ASPECT_STENCIL_BIT)
        texel = 1;
    if (region->imageSubresource.aspectMask == VK_IMAGE_ASPECT_DEPTH_BIT)
        texel = image->info.format == VK_FORMAT_D16_UNORM ||
                        image->info.format == VK_FORMAT_D16_UNORM_S8_UINT
                    ? 2
                    : 4;
    return (VkDeviceSize)width * height * region->imageExtent.depth *
           region->imageSubresource.layerCount * texel;
}

/* 16 bytes stand for formats that the fake does not know the size of: no range is checked then. */
static void use_copy(fake_vulkan *fake, fake_command_buffer *buffer, VkImage image, VkBuffer other,
                     const VkBufferImageCopy *region, bool to_image, VkImageLayout layout)
{
    fake_object *object = FAKE_FIND(fake, IMAGE, image);
    if (!object)
        return;
    const bool known = fake_format_bytes(((const fake_image *)object->data)->info.format) < 16;
    fake_command_buffer_range(buffer, FAKE_FIND(fake, BUFFER, other),
                              to_image ? VK_BUFFER_USAGE_TRANSFER_SRC_BIT
                                       : VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              region->bufferOffset, known ? copy_bytes(object, region) : 1);
    FAKE_CHECK(fake, samples_of(object) == VK_SAMPLE_COUNT_1_BIT, USAGE, "%s is multisampled",
               fake_name(object));
    use_layers(buffer, object, to_image ? TRANSFER_DST : TRANSFER_SRC, &region->imageSubresource,
               layout);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdCopyBufferToImage(VkCommandBuffer handle, VkBuffer src,
                                                            VkImage dst, VkImageLayout layout,
                                                            uint32_t count,
                                                            const VkBufferImageCopy *regions)
{
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdCopyBufferToImage, OUTSIDE, FAKE_ARG(BUFFER, src),
                     FAKE_ARG(IMAGE, dst), FAKE_NUMBER(layout), FAKE_NUMBER(count));
    for (uint32_t i = 0; buffer && i < count; i++)
        use_copy(fake_of(handle), buffer, dst, src, &regions[i], true, layout);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdCopyImageToBuffer(VkCommandBuffer handle, VkImage src,
                                                            VkImageLayout layout, VkBuffer dst,
                                                            uint32_t count,
                                                            const VkBufferImageCopy *regions)
{
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdCopyImageToBuffer, OUTSIDE, FAKE_ARG(IMAGE, src),
                     FAKE_NUMBER(layout), FAKE_ARG(BUFFER, dst), FAKE_NUMBER(count));
    for (uint32_t i = 0; buffer && i < count; i++)
        use_copy(fake_of(handle), buffer, src, dst, &regions[i], false, layout);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdUpdateBuffer(VkCommandBuffer handle, VkBuffer dst,
                                                       VkDeviceSize offset, VkDeviceSize size,
                                                       const void *data)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdUpdateBuffer, OUTSIDE, FAKE_ARG(BUFFER, dst), FAKE_NUMBER(offset),
                     FAKE_NUMBER(size));
    (void)data;
    FAKE_CHECK(fake, offset % 4 == 0 && size % 4 == 0 && size <= 65536, RANGE, "%llu bytes at %llu",
               (unsigned long long)size, (unsigned long long)offset);
    if (buffer)
        fake_command_buffer_range(buffer, FAKE_FIND(fake, BUFFER, dst),
                                  VK_BUFFER_USAGE_TRANSFER_DST_BIT, offset, size);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdFillBuffer(VkCommandBuffer handle, VkBuffer dst,
                                                     VkDeviceSize offset, VkDeviceSize size,
                                                     uint32_t data)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdFillBuffer, OUTSIDE, FAKE_ARG(BUFFER, dst), FAKE_NUMBER(offset),
                     FAKE_NUMBER(size), FAKE_NUMBER(data));
    FAKE_CHECK(fake, offset % 4 == 0 && (size == VK_WHOLE_SIZE || size % 4 == 0), RANGE,
               "%llu bytes at %llu", (unsigned long long)size, (unsigned long long)offset);
    if (buffer)
        fake_command_buffer_range(buffer, FAKE_FIND(fake, BUFFER, dst),
                                  VK_BUFFER_USAGE_TRANSFER_DST_BIT, offset, size);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdClearColorImage(VkCommandBuffer handle, VkImage image,
                                                          VkImageLayout layout,
                                                          const VkClearColorValue *color,
                                                          uint32_t count,
                                                          const VkImageSubresourceRange *ranges)
{
    fake_vulkan *fake = fake_of(handle);
    fake_object *object = FAKE_FIND(fake, IMAGE, image);
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdClearColorImage, OUTSIDE, FAKE_ARG(IMAGE, image),
                     FAKE_NUMBER(layout), FAKE_NUMBER(color->uint32[0]), FAKE_NUMBER(count));
    for (uint32_t i = 0; buffer && object && i < count; i++) {
        FAKE_CHECK(fake, ranges[i].aspectMask == VK_IMAGE_ASPECT_COLOR_BIT, RANGE,
                   "another aspect than colour");
        fake_command_image(buffer, object, TRANSFER_DST, &ranges[i], layout);
    }
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdClearDepthStencilImage(
    VkCommandBuffer handle, VkImage image, VkImageLayout layout,
    const VkClearDepthStencilValue *value, uint32_t count, const VkImageSubresourceRange *ranges)
{
    fake_vulkan *fake = fake_of(handle);
    fake_object *object = FAKE_FIND(fake, IMAGE, image);
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdClearDepthStencilImage, OUTSIDE, FAKE_ARG(IMAGE, image),
                     FAKE_NUMBER(layout), FAKE_NUMBER(value->stencil), FAKE_NUMBER(count));
    for (uint32_t i = 0; buffer && object && i < count; i++)
        fake_command_image(buffer, object, TRANSFER_DST, &ranges[i], layout);
}

void fake_register_transfer(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CmdCopyBuffer);
    FAKE_REGISTER(table, CmdCopyImage);
    FAKE_REGISTER(table, CmdBlitImage);
    FAKE_REGISTER(table, CmdResolveImage);
    FAKE_REGISTER(table, CmdCopyBufferToImage);
    FAKE_REGISTER(table, CmdCopyImageToBuffer);
    FAKE_REGISTER(table, CmdUpdateBuffer);
    FAKE_REGISTER(table, CmdFillBuffer);
    FAKE_REGISTER(table, CmdClearColorImage);
    FAKE_REGISTER(table, CmdClearDepthStencilImage);
}
