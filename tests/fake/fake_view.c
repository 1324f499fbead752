/* In: create infos of views. Out: views whose ranges are resolved; a use of one uses its resource.
 * Promised: no view of what has no memory, or outside its image, passes unseen. */
#include "fake_core.h"

bool fake_resolve_range(fake_vulkan *fake, const fake_image *image, VkImageSubresourceRange *range)
{
    const VkImageCreateInfo *info = &image->info;
    const bool sliced = info->imageType == VK_IMAGE_TYPE_3D;
    const uint32_t layers = sliced ? info->extent.depth : info->arrayLayers;
    if (range->levelCount == VK_REMAINING_MIP_LEVELS && range->baseMipLevel < info->mipLevels)
        range->levelCount = info->mipLevels - range->baseMipLevel;
    if (range->layerCount == VK_REMAINING_ARRAY_LAYERS && range->baseArrayLayer < info->arrayLayers)
        range->layerCount = info->arrayLayers - range->baseArrayLayer;
    bool ok = range->baseMipLevel < info->mipLevels && range->levelCount > 0 &&
              range->levelCount <= info->mipLevels - range->baseMipLevel &&
              range->baseArrayLayer < layers && range->layerCount > 0 &&
              range->layerCount <= layers - range->baseArrayLayer && range->aspectMask &&
              !(range->aspectMask & ~fake_format_aspects(info->format));
    return FAKE_CHECK(fake, ok, RANGE,
                      "aspects 0x%x, mips %u + %u, layers %u + %u are not all of the image",
                      range->aspectMask, range->baseMipLevel, range->levelCount,
                      range->baseArrayLayer, range->layerCount);
}

static void check_view(fake_vulkan *fake, const fake_object *object,
                       const VkImageViewCreateInfo *info)
{
    const fake_image *image = object->data;
    const VkImageCreateFlags flags = image->info.flags;
    const VkImageUsageFlags viewable =
        ~(VkImageUsageFlags)(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    bool is_cube = info->viewType == VK_IMAGE_VIEW_TYPE_CUBE ||
                   info->viewType == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    FAKE_CHECK(fake, image->resource.memory, BIND_MISSING, "%s has no memory", fake_name(object));
    /* VUID-VkImageViewCreateInfo-image-04441 */
    FAKE_CHECK(fake, image->info.usage & viewable, USAGE, "%s has no usage that a view could have",
               fake_name(object));
    FAKE_CHECK(fake,
               info->format == image->info.format || (flags & VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT),
               CREATE_INFO, "another format than that of %s, which is not MUTABLE_FORMAT",
               fake_name(object));
    FAKE_CHECK(fake, !is_cube || (flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT), CREATE_INFO,
               "a cube of %s, which is not CUBE_COMPATIBLE", fake_name(object));
    FAKE_CHECK(fake,
               info->viewType != VK_IMAGE_VIEW_TYPE_2D || info->subresourceRange.layerCount == 1,
               CREATE_INFO, "a 2D view of %u layers", info->subresourceRange.layerCount);
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateImageView(VkDevice device,
                                                           const VkImageViewCreateInfo *info,
                                                           const VkAllocationCallbacks *callbacks,
                                                           VkImageView *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result =
        FAKE_ENTER(fake, CreateImageView, FAKE_ARG(DEVICE, device), FAKE_ARG(IMAGE, info->image));
    fake_object *image = FAKE_FIND(fake, IMAGE, info->image);
    if (result || !image)
        return result ? result : VK_ERROR_OUT_OF_HOST_MEMORY;
    fake_object *object = fake_make(fake, FAKE_KIND_IMAGE_VIEW, sizeof(fake_view));
    fake_view *view = object->data;
    view->info = *info;
    view->info.pNext = NULL;
    view->image = image->serial;
    if (fake_resolve_range(fake, image->data, &view->info.subresourceRange))
        check_view(fake, image, &view->info);
    fake_list_add(&object->children, image->serial);
    *out = FAKE_HANDLE(VkImageView, object);
    fake_add_arg(fake, FAKE_KIND_IMAGE_VIEW, fake_value(object));
    fake_set_info(fake, &view->info);
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateBufferView(VkDevice device,
                                                            const VkBufferViewCreateInfo *info,
                                                            const VkAllocationCallbacks *callbacks,
                                                            VkBufferView *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreateBufferView, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(BUFFER, info->buffer));
    fake_object *buffer = FAKE_FIND(fake, BUFFER, info->buffer);
    if (result || !buffer)
        return result ? result : VK_ERROR_OUT_OF_HOST_MEMORY;
    fake_object *object = fake_make(fake, FAKE_KIND_BUFFER_VIEW, 0);
    fake_list_add(&object->children, buffer->serial);
    *out = FAKE_HANDLE(VkBufferView, object);
    return VK_SUCCESS;
}

const VkImageViewCreateInfo *fake_vulkan_view_info(fake_vulkan *fake, VkImageView view)
{
    const fake_object *object = FAKE_FIND(fake, IMAGE_VIEW, view);
    return object ? &((const fake_view *)object->data)->info : NULL;
}

void fake_register_view(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CreateImageView);
    FAKE_REGISTER(table, CreateBufferView);
}
