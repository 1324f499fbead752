/* In: begin, next and end of render passes; secondaries. Out: the open scope, the layouts it leaves.
 * Promised: attachments are expected in initialLayout at the begin and are in finalLayout after the end. */
#include "fake_core.h"

/* The views of a begin: the framebuffer's, or those of an imageless one (8.3). */
static uint32_t find_views(fake_vulkan *fake, const fake_framebuffer *framebuffer,
                           const VkRenderPassBeginInfo *info, const VkImageView **views)
{
    const VkRenderPassAttachmentBeginInfo *imageless =
        fake_next(info->pNext, VK_STRUCTURE_TYPE_RENDER_PASS_ATTACHMENT_BEGIN_INFO);
    if (!(framebuffer->info.flags & VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT)) {
        *views = framebuffer->info.pAttachments;
        return framebuffer->info.attachmentCount;
    }
    *views = imageless ? imageless->pAttachments : NULL;
    FAKE_CHECK(fake, imageless, FRAMEBUFFER, "an imageless framebuffer without its views");
    return imageless ? imageless->attachmentCount : 0;
}

static void use_attachment(fake_vulkan *fake, fake_command_buffer *buffer, fake_op_kind kind,
                           VkImageView handle, const VkAttachmentDescription2 *attachment)
{
    const fake_object *object = FAKE_FIND(fake, IMAGE_VIEW, handle);
    if (!object)
        return;
    const fake_view *view = object->data;
    const fake_image *image = fake->objects[view->image]->data;
    fake_op *op = fake_command_op(buffer, kind, fake->current, fake->objects[view->image]);
    op->range = view->info.subresourceRange;
    /* A view of both aspects or of one: a depth/stencil attachment always has all (VUID 00716). */
    op->range.aspectMask = fake_format_aspects(image->info.format);
    op->from = kind == FAKE_OP_EXPECT ? attachment->initialLayout : VK_IMAGE_LAYOUT_UNDEFINED;
    op->to = attachment->finalLayout;
}

static void check_area(fake_vulkan *fake, const VkRect2D *area, const VkFramebufferCreateInfo *info)
{
    FAKE_CHECK(fake,
               area->offset.x >= 0 && area->offset.y >= 0 &&
                   (uint64_t)area->offset.x + area->extent.width <= info->width &&
                   (uint64_t)area->offset.y + area->extent.height <= info->height &&
                   area->extent.width > 0 && area->extent.height > 0,
               FRAMEBUFFER, "the area is not inside the framebuffer");
}

/* VUID-VkRenderPassBeginInfo-clearValueCount-00902 */
static void check_clears(fake_vulkan *fake, const VkRenderPassCreateInfo2 *pass, uint32_t count)
{
    for (uint32_t i = 0; i < pass->attachmentCount; i++) {
        const VkAttachmentDescription2 *a = &pass->pAttachments[i];
        bool clears = a->loadOp == VK_ATTACHMENT_LOAD_OP_CLEAR ||
                      (a->stencilLoadOp == VK_ATTACHMENT_LOAD_OP_CLEAR &&
                       (fake_format_aspects(a->format) & VK_IMAGE_ASPECT_STENCIL_BIT));
        FAKE_CHECK(fake, !clears || i < count, FRAMEBUFFER, "attachment %u has no clear value", i);
    }
}

static void set_begin_info(fake_vulkan *fake, const VkRenderPassBeginInfo *info,
                           VkSubpassContents contents)
{
    fake_vulkan_begin *begin = fake_alloc(fake, sizeof *begin);
    *begin = (fake_vulkan_begin){
        .render_pass = info->renderPass,
        .framebuffer = info->framebuffer,
        .area = info->renderArea,
        .clear_count = info->clearValueCount,
        .clears = FAKE_COPY(fake, info->pClearValues, info->clearValueCount),
        .contents = contents,
    };
    fake_set_info(fake, begin);
}

static void open_render_pass(fake_vulkan *fake, fake_command_buffer *buffer,
                             const VkRenderPassBeginInfo *info)
{
    const fake_object *object = FAKE_FIND(fake, FRAMEBUFFER, info->framebuffer);
    const VkRenderPassCreateInfo2 *pass = fake_vulkan_render_pass_info(fake, info->renderPass);
    buffer->render_pass_open = true;
    buffer->render_pass = pass;
    buffer->subpass = 0;
    buffer->framebuffer = object ? object->serial : 0;
    if (!object || !pass)
        return;
    const fake_framebuffer *framebuffer = object->data;
    const VkImageView *views = NULL;
    const uint32_t count = find_views(fake, framebuffer, info, &views);
    check_area(fake, &info->renderArea, &framebuffer->info);
    check_clears(fake, pass, info->clearValueCount);
    for (uint32_t i = 0; i < count && i < pass->attachmentCount; i++) {
        fake_command_ref(buffer, FAKE_USE(fake, IMAGE_VIEW, views[i]));
        use_attachment(fake, buffer, FAKE_OP_EXPECT, views[i], &pass->pAttachments[i]);
    }
    /* Nothing may touch the attachments' layouts inside, so the final ones can be noted here. */
    for (uint32_t i = 0; i < count && i < pass->attachmentCount; i++)
        use_attachment(fake, buffer, FAKE_OP_LAYOUT, views[i], &pass->pAttachments[i]);
}

static void begin(VkCommandBuffer handle, fake_vulkan_fn fn, const VkRenderPassBeginInfo *info,
                  VkSubpassContents contents)
{
    const fake_vulkan_arg args[] = {FAKE_ARG(COMMAND_BUFFER, handle),
                                    FAKE_ARG(RENDER_PASS, info->renderPass),
                                    FAKE_ARG(FRAMEBUFFER, info->framebuffer)};
    fake_command_buffer *buffer = fake_command(handle, fn, FAKE_SCOPE_OUTSIDE, args, 3);
    set_begin_info(fake_of(handle), info, contents);
    if (buffer)
        open_render_pass(fake_of(handle), buffer, info);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdBeginRenderPass(VkCommandBuffer handle,
                                                          const VkRenderPassBeginInfo *info,
                                                          VkSubpassContents contents)
{
    begin(handle, FAKE_VULKAN_CmdBeginRenderPass, info, contents);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdBeginRenderPass2(VkCommandBuffer handle,
                                                           const VkRenderPassBeginInfo *info,
                                                           const VkSubpassBeginInfo *subpass)
{
    begin(handle, FAKE_VULKAN_CmdBeginRenderPass2, info, subpass->contents);
}

static void check_open(fake_vulkan *fake, const fake_command_buffer *buffer)
{
    FAKE_CHECK(fake, buffer->render_pass_open && !buffer->inherited, RENDER_PASS_SCOPE,
               "not a render pass of this command buffer");
}

static void next_subpass(VkCommandBuffer handle, fake_command_buffer *buffer)
{
    if (!buffer)
        return;
    check_open(fake_of(handle), buffer);
    if (!buffer->render_pass)
        return;
    FAKE_CHECK(fake_of(handle), buffer->subpass + 1 < buffer->render_pass->subpassCount, SUBPASS,
               "there is no subpass %u", buffer->subpass + 1);
    buffer->subpass++;
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdNextSubpass(VkCommandBuffer handle,
                                                      VkSubpassContents contents)
{
    if (fake_tamper_next_subpass(fake_of(handle)))
        return;
    next_subpass(handle, FAKE_COMMAND(handle, CmdNextSubpass, INSIDE, FAKE_NUMBER(contents)));
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdNextSubpass2(VkCommandBuffer handle,
                                                       const VkSubpassBeginInfo *info,
                                                       const VkSubpassEndInfo *end)
{
    (void)end;
    if (fake_tamper_next_subpass(fake_of(handle)))
        return;
    next_subpass(handle,
                 FAKE_COMMAND(handle, CmdNextSubpass2, INSIDE, FAKE_NUMBER(info->contents)));
}

static void close_render_pass(VkCommandBuffer handle, fake_command_buffer *buffer)
{
    if (!buffer)
        return;
    check_open(fake_of(handle), buffer);
    if (buffer->render_pass)
        FAKE_CHECK(fake_of(handle), buffer->subpass + 1 >= buffer->render_pass->subpassCount,
                   SUBPASS, "subpass %u of %u is not the last", buffer->subpass,
                   buffer->render_pass->subpassCount);
    buffer->render_pass_open = false;
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdEndRenderPass(VkCommandBuffer handle)
{
    close_render_pass(handle, FAKE_COMMAND(handle, CmdEndRenderPass, INSIDE, FAKE_NUMBER(0)));
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdEndRenderPass2(VkCommandBuffer handle,
                                                         const VkSubpassEndInfo *info)
{
    (void)info;
    close_render_pass(handle, FAKE_COMMAND(handle, CmdEndRenderPass2, INSIDE, FAKE_NUMBER(0)));
}

/* -------------------------------------------------------------------------- dynamic rendering */

static void use_rendering(fake_vulkan *fake, fake_command_buffer *buffer,
                          const VkRenderingAttachmentInfo *info)
{
    if (!info || !info->imageView)
        return;
    fake_object *object = FAKE_USE(fake, IMAGE_VIEW, info->imageView);
    if (!object)
        return;
    const fake_view *view = object->data;
    fake_command_ref(buffer, object);
    fake_op *op =
        fake_command_op(buffer, FAKE_OP_EXPECT, fake->current, fake->objects[view->image]);
    op->range = view->info.subresourceRange;
    op->from = info->imageLayout;
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdBeginRendering(VkCommandBuffer handle,
                                                         const VkRenderingInfo *info)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdBeginRendering, OUTSIDE, FAKE_NUMBER(info->colorAttachmentCount));
    FAKE_CHECK(fake, fake->desc.features.dynamic_rendering, FEATURE,
               "dynamicRendering is not enabled");
    if (!buffer)
        return;
    buffer->rendering_open = true;
    for (uint32_t i = 0; i < info->colorAttachmentCount; i++)
        use_rendering(fake, buffer, &info->pColorAttachments[i]);
    use_rendering(fake, buffer, info->pDepthAttachment);
    use_rendering(fake, buffer, info->pStencilAttachment);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdEndRendering(VkCommandBuffer handle)
{
    fake_command_buffer *buffer = FAKE_COMMAND(handle, CmdEndRendering, INSIDE, FAKE_NUMBER(0));
    if (!buffer)
        return;
    FAKE_CHECK(fake_of(handle), buffer->rendering_open, RENDER_PASS_SCOPE,
               "not a dynamic rendering");
    buffer->rendering_open = false;
}

/* -------------------------------------------------------------------------------- secondaries */

static void execute(fake_vulkan *fake, fake_command_buffer *buffer, fake_object *object)
{
    const fake_command_buffer *secondary = object->data;
    FAKE_CHECK(fake,
               secondary->state == FAKE_COMMAND_EXECUTABLE &&
                   secondary->level == VK_COMMAND_BUFFER_LEVEL_SECONDARY,
               COMMAND_STATE, "%s is no executable secondary", fake_name(object));
    FAKE_CHECK(fake,
               secondary->inherited == buffer->render_pass_open &&
                   (!secondary->inherited || secondary->subpass == buffer->subpass),
               RENDER_PASS_SCOPE, "%s was not recorded for this render pass and subpass",
               fake_name(object));
    fake_command_ref(buffer, object);
    for (uint32_t i = 0; i < secondary->refs.count; i++)
        fake_list_add(&buffer->refs, secondary->refs.items[i]);
    for (uint32_t i = 0; i < secondary->op_count; i++)
        *fake_command_op(buffer, FAKE_OP_EXPECT, fake->current, object) = secondary->ops[i];
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdExecuteCommands(VkCommandBuffer handle, uint32_t count,
                                                          const VkCommandBuffer *secondaries)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdExecuteCommands, BOTH, FAKE_NUMBER(count));
    for (uint32_t i = 0; buffer && i < count; i++) {
        fake_object *object = FAKE_USE(fake, COMMAND_BUFFER, secondaries[i]);
        if (object)
            execute(fake, buffer, object);
    }
}

void fake_register_scope(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CmdBeginRenderPass);
    FAKE_REGISTER(table, CmdBeginRenderPass2);
    FAKE_REGISTER(table, CmdNextSubpass);
    FAKE_REGISTER(table, CmdNextSubpass2);
    FAKE_REGISTER(table, CmdEndRenderPass);
    FAKE_REGISTER(table, CmdEndRenderPass2);
    FAKE_REGISTER(table, CmdBeginRendering);
    FAKE_REGISTER(table, CmdEndRendering);
    FAKE_REGISTER(table, CmdExecuteCommands);
}
