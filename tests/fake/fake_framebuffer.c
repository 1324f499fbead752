/* In: framebuffers. Out: their copies, and whether the views fit the render pass.
 * Promised: the views of a framebuffer are its children: what uses it uses them. */
#include "fake_core.h"

/* Usage that attachment `index` needs by what the subpasses do with it (VUID 00877, 02633, 00879). */
static VkImageUsageFlags attachment_usage(const VkRenderPassCreateInfo2 *pass, uint32_t index)
{
    VkImageUsageFlags usage = 0;
    for (uint32_t s = 0; s < pass->subpassCount; s++) {
        const VkSubpassDescription2 *subpass = &pass->pSubpasses[s];
        for (uint32_t i = 0; i < subpass->colorAttachmentCount; i++) {
            if (subpass->pColorAttachments[i].attachment == index ||
                (subpass->pResolveAttachments &&
                 subpass->pResolveAttachments[i].attachment == index))
                usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
        }
        for (uint32_t i = 0; i < subpass->inputAttachmentCount; i++) {
            if (subpass->pInputAttachments[i].attachment == index)
                usage |= VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT;
        }
        if (subpass->pDepthStencilAttachment &&
            subpass->pDepthStencilAttachment->attachment == index)
            usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    }
    return usage;
}

static uint32_t all_views(const VkRenderPassCreateInfo2 *pass)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < pass->subpassCount; i++)
        mask |= pass->pSubpasses[i].viewMask;
    return mask;
}

static bool covers(const VkImageCreateInfo *image, uint32_t mip,
                   const VkFramebufferCreateInfo *info)
{
    uint32_t width = image->extent.width >> mip, height = image->extent.height >> mip;
    return (width ? width : 1) >= info->width && (height ? height : 1) >= info->height;
}

static void check_view(fake_vulkan *fake, const VkFramebufferCreateInfo *info, uint32_t index,
                       const fake_object *object, const VkRenderPassCreateInfo2 *pass)
{
    const fake_view *view = object->data;
    const fake_object *image_object = fake->objects[view->image];
    const VkImageCreateInfo *image = &((const fake_image *)image_object->data)->info;
    const VkImageSubresourceRange *range = &view->info.subresourceRange;
    const VkAttachmentDescription2 *attachment = &pass->pAttachments[index];
    const VkImageUsageFlags usage = attachment_usage(pass, index);
    FAKE_CHECK(fake, range->levelCount == 1, FRAMEBUFFER, "attachment %u has %u mips", index,
               range->levelCount);
    FAKE_CHECK(fake, view->info.format == attachment->format, FRAMEBUFFER,
               "attachment %u has format %d, not %d", index, (int)view->info.format,
               (int)attachment->format);
    FAKE_CHECK(fake, image->samples == attachment->samples, FRAMEBUFFER,
               "attachment %u has %d samples, not %d", index, (int)image->samples,
               (int)attachment->samples);
    FAKE_CHECK(fake, covers(image, range->baseMipLevel, info), FRAMEBUFFER,
               "attachment %u is smaller than %u x %u", index, info->width, info->height);
    FAKE_CHECK(fake,
               all_views(pass)
                   ? range->layerCount > 0 && all_views(pass) >> (range->layerCount - 1) < 2
                   : range->layerCount >= info->layers,
               FRAMEBUFFER, "attachment %u has %u layers", index, range->layerCount);
    FAKE_CHECK(fake, (image->usage & usage) == usage, USAGE, "attachment %u, %s, lacks usage 0x%x",
               index, fake_name(image_object), usage & ~image->usage);
}

static void check_size(fake_vulkan *fake, const VkFramebufferCreateInfo *info,
                       const VkRenderPassCreateInfo2 *pass)
{
    FAKE_CHECK(fake,
               info->width >= 1 && info->width <= fake->limits.maxFramebufferWidth &&
                   info->height >= 1 && info->height <= fake->limits.maxFramebufferHeight &&
                   info->layers >= 1 && info->layers <= fake->limits.maxFramebufferLayers,
               FRAMEBUFFER, "%u x %u x %u", info->width, info->height, info->layers);
    FAKE_CHECK(fake, !all_views(pass) || info->layers == 1, FRAMEBUFFER,
               "%u layers with view masks", info->layers);
    FAKE_CHECK(fake, info->attachmentCount == pass->attachmentCount, FRAMEBUFFER,
               "%u attachments, the render pass has %u", info->attachmentCount,
               pass->attachmentCount);
}

static void attach(fake_vulkan *fake, fake_object *object, const VkRenderPassCreateInfo2 *pass)
{
    const VkFramebufferCreateInfo *info = &((fake_framebuffer *)object->data)->info;
    for (uint32_t i = 0; i < info->attachmentCount; i++) {
        fake_object *view = FAKE_USE(fake, IMAGE_VIEW, info->pAttachments[i]);
        if (!view)
            continue;
        fake_list_add(&object->children, view->serial);
        if (i < pass->attachmentCount)
            check_view(fake, info, i, view, pass);
    }
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateFramebuffer(VkDevice device,
                                                             const VkFramebufferCreateInfo *info,
                                                             const VkAllocationCallbacks *callbacks,
                                                             VkFramebuffer *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreateFramebuffer, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(RENDER_PASS, info->renderPass));
    const VkRenderPassCreateInfo2 *pass = fake_vulkan_render_pass_info(fake, info->renderPass);
    if (result || !pass)
        return result ? result : VK_ERROR_OUT_OF_HOST_MEMORY;
    const bool imageless = info->flags & VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT;
    FAKE_CHECK(fake, !imageless || fake->desc.features.imageless_framebuffer, FEATURE,
               "imageless without the feature");
    check_size(fake, info, pass);
    fake_object *object = fake_make(fake, FAKE_KIND_FRAMEBUFFER, sizeof(fake_framebuffer));
    fake_framebuffer *framebuffer = object->data;
    framebuffer->info = *info;
    framebuffer->info.pNext = NULL;
    framebuffer->info.pAttachments =
        imageless ? NULL : FAKE_COPY(fake, info->pAttachments, info->attachmentCount);
    if (!imageless)
        attach(fake, object, pass);
    *out = FAKE_HANDLE(VkFramebuffer, object);
    fake_add_arg(fake, FAKE_KIND_FRAMEBUFFER, fake_value(object));
    fake_set_info(fake, &framebuffer->info);
    return VK_SUCCESS;
}

const VkFramebufferCreateInfo *fake_vulkan_framebuffer_info(fake_vulkan *fake,
                                                            VkFramebuffer framebuffer)
{
    const fake_object *object = FAKE_FIND(fake, FRAMEBUFFER, framebuffer);
    return object ? &((const fake_framebuffer *)object->data)->info : NULL;
}

void fake_register_framebuffer(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CreateFramebuffer);
}
