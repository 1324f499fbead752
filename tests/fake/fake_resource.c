/* In: create infos of images and buffers. Out: objects with copies of them, requirements.
 * Promised: what a later command may assume about an image (mips, layers, usage) was checked here. */
#include "fake_core.h"

static bool is_within(uint32_t value, uint32_t limit)
{
    return value >= 1 && value <= limit;
}

/* Only formats that fusor knows need their true size; 16 bytes are never too few. */
uint32_t fake_format_bytes(VkFormat format)
{
    if (format <= VK_FORMAT_R4G4_UNORM_PACK8 ||
        (format >= VK_FORMAT_R8_UNORM && format <= VK_FORMAT_R8_SRGB))
        return 1;
    if (format <= VK_FORMAT_A1R5G5B5_UNORM_PACK16 || format <= VK_FORMAT_R8G8_SRGB)
        return 2;
    if (format <= VK_FORMAT_A2B10G10R10_SINT_PACK32)
        return 4;
    if (format <= VK_FORMAT_R16_SFLOAT)
        return 2;
    if (format <= VK_FORMAT_R16G16_SFLOAT)
        return 4;
    if (format <= VK_FORMAT_R16G16B16A16_SFLOAT)
        return 8;
    if (format <= VK_FORMAT_R32_SFLOAT)
        return 4;
    if (format <= VK_FORMAT_R32G32_SFLOAT)
        return 8;
    if (format == VK_FORMAT_B10G11R11_UFLOAT_PACK32 || format == VK_FORMAT_E5B9G9R9_UFLOAT_PACK32)
        return 4;
    switch (format) {
    case VK_FORMAT_S8_UINT:
        return 1;
    case VK_FORMAT_D16_UNORM:
        return 2;
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D32_SFLOAT:
    case VK_FORMAT_D16_UNORM_S8_UINT:
    case VK_FORMAT_D24_UNORM_S8_UINT:
        return 4;
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return 8;
    default:
        return 16;
    }
}

static uint32_t mip_size(uint32_t size, uint32_t mip)
{
    return size >> mip ? size >> mip : 1;
}

static uint64_t image_bytes(const VkImageCreateInfo *info)
{
    uint64_t texels = 0;
    for (uint32_t mip = 0; mip < info->mipLevels; mip++) {
        texels += (uint64_t)mip_size(info->extent.width, mip) * mip_size(info->extent.height, mip) *
                  mip_size(info->extent.depth, mip);
    }
    return texels * info->arrayLayers * (uint64_t)info->samples * fake_format_bytes(info->format);
}

static uint32_t default_type_bits(const fake_vulkan *fake, const VkImageCreateInfo *image)
{
    bool transient = image && (image->usage & VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < fake->memory.memoryTypeCount; i++) {
        bool lazy =
            fake->memory.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT;
        bits |= (!lazy || transient) ? 1u << i : 0;
    }
    return bits;
}

void fake_set_requirements(fake_vulkan *fake, fake_resource *resource,
                           const VkImageCreateInfo *image, const VkBufferCreateInfo *buffer)
{
    const uint64_t bytes = image ? image_bytes(image) : buffer->size;
    resource->requirements = (fake_vulkan_requirements){
        .size = (bytes + 255) / 256 * 256,
        .alignment = 256,
        .memory_type_bits = default_type_bits(fake, image),
    };
    resource->linear = buffer || image->tiling == VK_IMAGE_TILING_LINEAR;
    if (fake->desc.requirements_fn)
        fake->desc.requirements_fn(fake->desc.user, image, buffer, &resource->requirements);
}

/* ------------------------------------------------------------------------------------- images */

static uint32_t full_mip_count(VkExtent3D extent)
{
    uint32_t count = 1;
    for (uint32_t size = extent.width | extent.height | extent.depth; size > 1; size >>= 1)
        count++;
    return count;
}

/* VUID-VkImageCreateInfo-usage-00963: a transient attachment is nothing but an attachment. */
static bool is_transient_usage_valid(VkImageUsageFlags usage)
{
    const VkImageUsageFlags attachments =
        VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
        VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT;
    return !(usage & VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT) || !(usage & ~attachments);
}

static bool are_samples_valid(const fake_vulkan *fake, const VkImageCreateInfo *info)
{
    bool is_depth = fake_format_aspects(info->format) != VK_IMAGE_ASPECT_COLOR_BIT;
    VkSampleCountFlags allowed = is_depth ? fake->limits.framebufferDepthSampleCounts
                                          : fake->limits.framebufferColorSampleCounts;
    bool is_one = info->samples && !(info->samples & (info->samples - 1));
    return is_one && (info->samples & allowed) &&
           (info->samples == VK_SAMPLE_COUNT_1_BIT || info->mipLevels == 1);
}

static void check_image_info(fake_vulkan *fake, const VkImageCreateInfo *info)
{
    const VkPhysicalDeviceLimits *limits = &fake->limits;
    const bool is_3d = info->imageType == VK_IMAGE_TYPE_3D;
    const uint32_t side = is_3d ? limits->maxImageDimension3D : limits->maxImageDimension2D;
    FAKE_CHECK(fake, info->sType == VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, CREATE_INFO, "sType");
    FAKE_CHECK(fake, info->format != VK_FORMAT_UNDEFINED, CREATE_INFO, "no format");
    FAKE_CHECK(fake, info->usage != 0, CREATE_INFO, "no usage");
    FAKE_CHECK(fake,
               is_within(info->extent.width, side) && is_within(info->extent.height, side) &&
                   is_within(info->extent.depth, is_3d ? side : 1),
               CREATE_INFO, "extent %u x %u x %u", info->extent.width, info->extent.height,
               info->extent.depth);
    FAKE_CHECK(fake, is_within(info->mipLevels, full_mip_count(info->extent)), CREATE_INFO,
               "%u mips", info->mipLevels);
    FAKE_CHECK(fake, is_within(info->arrayLayers, is_3d ? 1 : limits->maxImageArrayLayers),
               CREATE_INFO, "%u layers", info->arrayLayers);
    FAKE_CHECK(fake, are_samples_valid(fake, info), CREATE_INFO, "samples %d", (int)info->samples);
    FAKE_CHECK(fake, is_transient_usage_valid(info->usage), CREATE_INFO,
               "TRANSIENT_ATTACHMENT with usage 0x%x", info->usage);
    FAKE_CHECK(fake,
               info->initialLayout == VK_IMAGE_LAYOUT_UNDEFINED ||
                   info->initialLayout == VK_IMAGE_LAYOUT_PREINITIALIZED,
               CREATE_INFO, "initialLayout %d", (int)info->initialLayout);
    FAKE_CHECK(fake,
               !(info->flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT) ||
                   (info->arrayLayers >= 6 && info->extent.width == info->extent.height),
               CREATE_INFO, "a cube of %u layers", info->arrayLayers);
}

static void fill_image(fake_vulkan *fake, fake_image *image, const VkImageCreateInfo *info)
{
    image->info = *info;
    image->info.pNext = NULL;
    image->info.pQueueFamilyIndices =
        FAKE_COPY(fake, info->pQueueFamilyIndices, info->queueFamilyIndexCount);
    image->layouts =
        fake_alloc(fake, sizeof(VkImageLayout) * 2 * info->mipLevels * info->arrayLayers);
    fake_set_requirements(fake, &image->resource, &image->info, NULL);
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateImage(VkDevice device,
                                                       const VkImageCreateInfo *info,
                                                       const VkAllocationCallbacks *callbacks,
                                                       VkImage *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreateImage, FAKE_ARG(DEVICE, device));
    if (result)
        return result;
    check_image_info(fake, info);
    fake_object *object = fake_make(fake, FAKE_KIND_IMAGE, sizeof(fake_image));
    fake_image *image = object->data;
    fill_image(fake, image, info);
    *out = FAKE_HANDLE(VkImage, object);
    fake_add_arg(fake, FAKE_KIND_IMAGE, fake_value(object));
    fake_set_info(fake, &image->info);
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateBuffer(VkDevice device,
                                                        const VkBufferCreateInfo *info,
                                                        const VkAllocationCallbacks *callbacks,
                                                        VkBuffer *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result =
        FAKE_ENTER(fake, CreateBuffer, FAKE_ARG(DEVICE, device), FAKE_NUMBER(info->size));
    if (result)
        return result;
    FAKE_CHECK(fake, info->size > 0 && info->usage != 0, CREATE_INFO,
               "a buffer of %llu bytes, usage 0x%x", (unsigned long long)info->size, info->usage);
    fake_object *object = fake_make(fake, FAKE_KIND_BUFFER, sizeof(fake_buffer));
    fake_buffer *buffer = object->data;
    buffer->info = *info;
    buffer->info.pNext = NULL;
    fake_set_requirements(fake, &buffer->resource, NULL, info);
    *out = FAKE_HANDLE(VkBuffer, object);
    fake_add_arg(fake, FAKE_KIND_BUFFER, fake_value(object));
    fake_set_info(fake, &buffer->info);
    return VK_SUCCESS;
}

/* ------------------------------------------------------------------------------- requirements */

static void get_requirements(const fake_resource *resource, VkMemoryRequirements *out)
{
    *out = (VkMemoryRequirements){resource->requirements.size, resource->requirements.alignment,
                                  resource->requirements.memory_type_bits};
}

static void get_requirements2(const fake_resource *resource, VkMemoryRequirements2 *out)
{
    VkMemoryDedicatedRequirements *dedicated =
        (VkMemoryDedicatedRequirements *)(uintptr_t)fake_next(
            out->pNext, VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS);
    get_requirements(resource, &out->memoryRequirements);
    if (!dedicated)
        return;
    dedicated->requiresDedicatedAllocation = resource->requirements.requires_dedicated;
    dedicated->prefersDedicatedAllocation =
        resource->requirements.prefers_dedicated || resource->requirements.requires_dedicated;
}

static VKAPI_ATTR void VKAPI_CALL fake_GetImageMemoryRequirements(VkDevice device, VkImage image,
                                                                  VkMemoryRequirements *out)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, GetImageMemoryRequirements, FAKE_ARG(DEVICE, device), FAKE_ARG(IMAGE, image));
    const fake_object *object = FAKE_FIND(fake, IMAGE, image);
    if (object)
        get_requirements(object->data, out);
}

static VKAPI_ATTR void VKAPI_CALL fake_GetBufferMemoryRequirements(VkDevice device, VkBuffer buffer,
                                                                   VkMemoryRequirements *out)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, GetBufferMemoryRequirements, FAKE_ARG(DEVICE, device),
               FAKE_ARG(BUFFER, buffer));
    const fake_object *object = FAKE_FIND(fake, BUFFER, buffer);
    if (object)
        get_requirements(object->data, out);
}

static VKAPI_ATTR void VKAPI_CALL fake_GetImageMemoryRequirements2(
    VkDevice device, const VkImageMemoryRequirementsInfo2 *info, VkMemoryRequirements2 *out)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, GetImageMemoryRequirements2, FAKE_ARG(DEVICE, device),
               FAKE_ARG(IMAGE, info->image));
    const fake_object *object = FAKE_FIND(fake, IMAGE, info->image);
    if (object)
        get_requirements2(object->data, out);
}

static VKAPI_ATTR void VKAPI_CALL fake_GetBufferMemoryRequirements2(
    VkDevice device, const VkBufferMemoryRequirementsInfo2 *info, VkMemoryRequirements2 *out)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, GetBufferMemoryRequirements2, FAKE_ARG(DEVICE, device),
               FAKE_ARG(BUFFER, info->buffer));
    const fake_object *object = FAKE_FIND(fake, BUFFER, info->buffer);
    if (object)
        get_requirements2(object->data, out);
}

static VKAPI_ATTR void VKAPI_CALL fake_GetDeviceImageMemoryRequirements(
    VkDevice device, const VkDeviceImageMemoryRequirements *info, VkMemoryRequirements2 *out)
{
    fake_resource resource = {0};
    FAKE_ENTER(fake_of(device), GetDeviceImageMemoryRequirements, FAKE_ARG(DEVICE, device));
    fake_set_requirements(fake_of(device), &resource, info->pCreateInfo, NULL);
    get_requirements2(&resource, out);
}

static VKAPI_ATTR void VKAPI_CALL fake_GetDeviceBufferMemoryRequirements(
    VkDevice device, const VkDeviceBufferMemoryRequirements *info, VkMemoryRequirements2 *out)
{
    fake_resource resource = {0};
    FAKE_ENTER(fake_of(device), GetDeviceBufferMemoryRequirements, FAKE_ARG(DEVICE, device));
    fake_set_requirements(fake_of(device), &resource, NULL, info->pCreateInfo);
    get_requirements2(&resource, out);
}

/* ------------------------------------------------------------------------- what tests ask for */

const VkImageCreateInfo *fake_vulkan_image_info(fake_vulkan *fake, VkImage image)
{
    const fake_object *object = FAKE_FIND(fake, IMAGE, image);
    return object ? &((const fake_image *)object->data)->info : NULL;
}

const VkBufferCreateInfo *fake_vulkan_buffer_info(fake_vulkan *fake, VkBuffer buffer)
{
    const fake_object *object = FAKE_FIND(fake, BUFFER, buffer);
    return object ? &((const fake_buffer *)object->data)->info : NULL;
}

void fake_register_resource(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CreateImage);
    FAKE_REGISTER(table, CreateBuffer);
    FAKE_REGISTER(table, GetImageMemoryRequirements);
    FAKE_REGISTER(table, GetBufferMemoryRequirements);
    FAKE_REGISTER(table, GetImageMemoryRequirements2);
    FAKE_REGISTER(table, GetBufferMemoryRequirements2);
    FAKE_REGISTER(table, GetDeviceImageMemoryRequirements);
    FAKE_REGISTER(table, GetDeviceBufferMemoryRequirements);
}
