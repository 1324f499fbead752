/* In: render passes in either form, framebuffers. Out: one form (VkRenderPassCreateInfo2), copied deep.
 * Promised: a render pass that was taken has references, ops and dependencies that are in range. */
#include "fake_core.h"

/* --------------------------------------------------------------------------- copies, form 2 */

static void *copy_one(fake_vulkan *fake, const void *chain, VkStructureType type, size_t size)
{
    VkBaseOutStructure *copy = fake_copy(fake, fake_next(chain, type), size);
    if (copy)
        copy->pNext = NULL;
    return copy;
}

static const VkAttachmentReference2 *
copy_references(fake_vulkan *fake, const VkAttachmentReference2 *from, uint32_t count)
{
    VkAttachmentReference2 *to = FAKE_COPY(fake, from, count);
    for (uint32_t i = 0; to && i < count; i++) {
        to[i].pNext =
            copy_one(fake, from[i].pNext, VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_STENCIL_LAYOUT,
                     sizeof(VkAttachmentReferenceStencilLayout));
    }
    return to;
}

static void *copy_resolve(fake_vulkan *fake, const void *chain)
{
    VkSubpassDescriptionDepthStencilResolve *copy = copy_one(
        fake, chain, VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_DEPTH_STENCIL_RESOLVE, sizeof *copy);
    if (copy)
        copy->pDepthStencilResolveAttachment =
            copy_references(fake, copy->pDepthStencilResolveAttachment, 1);
    return copy;
}

static void copy_subpass(fake_vulkan *fake, VkSubpassDescription2 *subpass)
{
    const uint32_t colors = subpass->colorAttachmentCount;
    subpass->pNext = copy_resolve(fake, subpass->pNext);
    subpass->pColorAttachments = copy_references(fake, subpass->pColorAttachments, colors);
    subpass->pResolveAttachments = copy_references(fake, subpass->pResolveAttachments, colors);
    subpass->pInputAttachments =
        copy_references(fake, subpass->pInputAttachments, subpass->inputAttachmentCount);
    subpass->pDepthStencilAttachment = copy_references(fake, subpass->pDepthStencilAttachment, 1);
    subpass->pPreserveAttachments =
        FAKE_COPY(fake, subpass->pPreserveAttachments, subpass->preserveAttachmentCount);
}

const VkRenderPassCreateInfo2 *fake_render_pass_copy(fake_vulkan *fake,
                                                     const VkRenderPassCreateInfo2 *info)
{
    VkRenderPassCreateInfo2 *copy = FAKE_COPY(fake, info, 1);
    VkAttachmentDescription2 *attachments =
        FAKE_COPY(fake, info->pAttachments, info->attachmentCount);
    VkSubpassDescription2 *subpasses = FAKE_COPY(fake, info->pSubpasses, info->subpassCount);
    VkSubpassDependency2 *dependencies =
        FAKE_COPY(fake, info->pDependencies, info->dependencyCount);
    for (uint32_t i = 0; i < info->attachmentCount; i++) {
        attachments[i].pNext = copy_one(fake, attachments[i].pNext,
                                        VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_STENCIL_LAYOUT,
                                        sizeof(VkAttachmentDescriptionStencilLayout));
    }
    for (uint32_t i = 0; i < info->subpassCount; i++)
        copy_subpass(fake, &subpasses[i]);
    for (uint32_t i = 0; i < info->dependencyCount; i++) {
        dependencies[i].pNext =
            copy_one(fake, dependencies[i].pNext, VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                     sizeof(VkMemoryBarrier2));
    }
    copy->pNext = NULL;
    copy->pAttachments = attachments;
    copy->pSubpasses = subpasses;
    copy->pDependencies = dependencies;
    copy->pCorrelatedViewMasks =
        FAKE_COPY(fake, info->pCorrelatedViewMasks, info->correlatedViewMaskCount);
    return copy;
}

/* ------------------------------------------------------------------------- form 1 to form 2 */

static const VkAttachmentReference2 *
widen_references(fake_vulkan *fake, const VkAttachmentReference *from, uint32_t count)
{
    if (!from || count == 0)
        return NULL;
    VkAttachmentReference2 *to = fake_alloc(fake, count * sizeof *to);
    for (uint32_t i = 0; i < count; i++) {
        to[i] = (VkAttachmentReference2){.sType = VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_2,
                                         .attachment = from[i].attachment,
                                         .layout = from[i].layout};
    }
    return to;
}

static VkSubpassDescription2 widen_subpass(fake_vulkan *fake, const VkSubpassDescription *from)
{
    const uint32_t colors = from->colorAttachmentCount;
    return (VkSubpassDescription2){
        .sType = VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2,
        .flags = from->flags,
        .pipelineBindPoint = from->pipelineBindPoint,
        .inputAttachmentCount = from->inputAttachmentCount,
        .pInputAttachments =
            widen_references(fake, from->pInputAttachments, from->inputAttachmentCount),
        .colorAttachmentCount = colors,
        .pColorAttachments = widen_references(fake, from->pColorAttachments, colors),
        .pResolveAttachments = widen_references(fake, from->pResolveAttachments, colors),
        .pDepthStencilAttachment = widen_references(fake, from->pDepthStencilAttachment, 1),
        .preserveAttachmentCount = from->preserveAttachmentCount,
        .pPreserveAttachments =
            FAKE_COPY(fake, from->pPreserveAttachments, from->preserveAttachmentCount),
    };
}

static VkAttachmentDescription2 widen_attachment(const VkAttachmentDescription *from)
{
    return (VkAttachmentDescription2){
        .sType = VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2,
        .flags = from->flags,
        .format = from->format,
        .samples = from->samples,
        .loadOp = from->loadOp,
        .storeOp = from->storeOp,
        .stencilLoadOp = from->stencilLoadOp,
        .stencilStoreOp = from->stencilStoreOp,
        .initialLayout = from->initialLayout,
        .finalLayout = from->finalLayout,
    };
}

static VkSubpassDependency2 widen_dependency(const VkSubpassDependency *from)
{
    return (VkSubpassDependency2){
        .sType = VK_STRUCTURE_TYPE_SUBPASS_DEPENDENCY_2,
        .srcSubpass = from->srcSubpass,
        .dstSubpass = from->dstSubpass,
        .srcStageMask = from->srcStageMask,
        .dstStageMask = from->dstStageMask,
        .srcAccessMask = from->srcAccessMask,
        .dstAccessMask = from->dstAccessMask,
        .dependencyFlags = from->dependencyFlags,
    };
}

/* What form 1 says in its chain: view masks and the aspects of input attachments. */
static void widen_chain(const VkRenderPassCreateInfo *from, VkSubpassDescription2 *subpasses,
                        VkSubpassDependency2 *dependencies)
{
    const VkRenderPassMultiviewCreateInfo *views =
        fake_next(from->pNext, VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO);
    const VkRenderPassInputAttachmentAspectCreateInfo *aspects =
        fake_next(from->pNext, VK_STRUCTURE_TYPE_RENDER_PASS_INPUT_ATTACHMENT_ASPECT_CREATE_INFO);
    for (uint32_t i = 0; views && i < views->subpassCount && i < from->subpassCount; i++)
        subpasses[i].viewMask = views->pViewMasks[i];
    for (uint32_t i = 0; views && i < views->dependencyCount && i < from->dependencyCount; i++)
        dependencies[i].viewOffset = views->pViewOffsets[i];
    for (uint32_t i = 0; aspects && i < aspects->aspectReferenceCount; i++) {
        const VkInputAttachmentAspectReference *a = &aspects->pAspectReferences[i];
        if (a->subpass < from->subpassCount &&
            a->inputAttachmentIndex < subpasses[a->subpass].inputAttachmentCount)
            ((VkAttachmentReference2 *)(uintptr_t)subpasses[a->subpass]
                 .pInputAttachments)[a->inputAttachmentIndex]
                .aspectMask = a->aspectMask;
    }
}

static const VkRenderPassCreateInfo2 *widen(fake_vulkan *fake, const VkRenderPassCreateInfo *from)
{
    VkRenderPassCreateInfo2 *to = fake_alloc(fake, sizeof *to);
    VkAttachmentDescription2 *attachments =
        fake_alloc(fake, (1u + from->attachmentCount) * sizeof *attachments);
    VkSubpassDescription2 *subpasses =
        fake_alloc(fake, (1u + from->subpassCount) * sizeof *subpasses);
    VkSubpassDependency2 *dependencies =
        fake_alloc(fake, (1u + from->dependencyCount) * sizeof *dependencies);
    for (uint32_t i = 0; i < from->attachmentCount; i++)
        attachments[i] = widen_attachment(&from->pAttachments[i]);
    for (uint32_t i = 0; i < from->subpassCount; i++)
        subpasses[i] = widen_subpass(fake, &from->pSubpasses[i]);
    for (uint32_t i = 0; i < from->dependencyCount; i++)
        dependencies[i] = widen_dependency(&from->pDependencies[i]);
    widen_chain(from, subpasses, dependencies);
    *to = (VkRenderPassCreateInfo2){
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2,
        .flags = from->flags,
        .attachmentCount = from->attachmentCount,
        .pAttachments = attachments,
        .subpassCount = from->subpassCount,
        .pSubpasses = subpasses,
        .dependencyCount = from->dependencyCount,
        .pDependencies = dependencies,
    };
    return to;
}

/* ------------------------------------------------------------------------------------- checks */

static void check_reference(fake_vulkan *fake, const VkRenderPassCreateInfo2 *info,
                            const VkAttachmentReference2 *reference)
{
    if (!reference || reference->attachment == VK_ATTACHMENT_UNUSED)
        return;
    FAKE_CHECK(fake, reference->attachment < info->attachmentCount, CREATE_INFO,
               "there is no attachment %u", reference->attachment);
    FAKE_CHECK(fake,
               reference->layout != VK_IMAGE_LAYOUT_UNDEFINED &&
                   reference->layout != VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
               CREATE_INFO, "attachment %u is used in layout %d", reference->attachment,
               (int)reference->layout);
}

static void check_subpass(fake_vulkan *fake, const VkRenderPassCreateInfo2 *info,
                          const VkSubpassDescription2 *subpass)
{
    FAKE_CHECK(fake, subpass->colorAttachmentCount <= fake->limits.maxColorAttachments, CREATE_INFO,
               "%u colour attachments", subpass->colorAttachmentCount);
    FAKE_CHECK(fake, !subpass->viewMask || fake->desc.features.multiview, FEATURE,
               "a view mask without multiview");
    for (uint32_t i = 0; i < subpass->colorAttachmentCount; i++) {
        check_reference(fake, info, &subpass->pColorAttachments[i]);
        if (subpass->pResolveAttachments)
            check_reference(fake, info, &subpass->pResolveAttachments[i]);
    }
    for (uint32_t i = 0; i < subpass->inputAttachmentCount; i++)
        check_reference(fake, info, &subpass->pInputAttachments[i]);
    check_reference(fake, info, subpass->pDepthStencilAttachment);
    for (uint32_t i = 0; i < subpass->preserveAttachmentCount; i++)
        FAKE_CHECK(fake, subpass->pPreserveAttachments[i] < info->attachmentCount, CREATE_INFO,
                   "there is no attachment %u to preserve", subpass->pPreserveAttachments[i]);
}

static bool is_load_op_valid(const fake_vulkan *fake, VkAttachmentLoadOp op)
{
    return op <= VK_ATTACHMENT_LOAD_OP_DONT_CARE ||
           (op == VK_ATTACHMENT_LOAD_OP_NONE_EXT &&
            fake_has_extension(fake, "VK_EXT_load_store_op_none"));
}

static bool is_store_op_valid(const fake_vulkan *fake, VkAttachmentStoreOp op)
{
    return op <= VK_ATTACHMENT_STORE_OP_DONT_CARE ||
           (op == VK_ATTACHMENT_STORE_OP_NONE &&
            (fake_has_version(fake, VK_API_VERSION_1_3) ||
             fake_has_extension(fake, "VK_KHR_dynamic_rendering") ||
             fake_has_extension(fake, "VK_EXT_load_store_op_none") ||
             fake_has_extension(fake, "VK_QCOM_render_pass_store_ops")));
}

static void check_attachment(fake_vulkan *fake, const VkAttachmentDescription2 *attachment)
{
    FAKE_CHECK(fake,
               is_load_op_valid(fake, attachment->loadOp) &&
                   is_load_op_valid(fake, attachment->stencilLoadOp),
               FEATURE, "load ops %d and %d", (int)attachment->loadOp,
               (int)attachment->stencilLoadOp);
    FAKE_CHECK(fake,
               is_store_op_valid(fake, attachment->storeOp) &&
                   is_store_op_valid(fake, attachment->stencilStoreOp),
               FEATURE, "store ops %d and %d", (int)attachment->storeOp,
               (int)attachment->stencilStoreOp);
    FAKE_CHECK(fake,
               attachment->finalLayout != VK_IMAGE_LAYOUT_UNDEFINED &&
                   attachment->finalLayout != VK_IMAGE_LAYOUT_PREINITIALIZED,
               CREATE_INFO, "final layout %d", (int)attachment->finalLayout);
    /* VUID-VkAttachmentDescription-format-06699, -06700 */
    FAKE_CHECK(
        fake,
        attachment->loadOp != VK_ATTACHMENT_LOAD_OP_LOAD ||
            attachment->initialLayout != VK_IMAGE_LAYOUT_UNDEFINED ||
            !(fake_format_aspects(attachment->format) & ~(unsigned)VK_IMAGE_ASPECT_STENCIL_BIT),
        CREATE_INFO, "LOAD from layout UNDEFINED");
}

/* VUID-VkSubpassDependency2-srcSubpass-03084 and the bits' own rules. */
static void check_dependency(fake_vulkan *fake, const VkRenderPassCreateInfo2 *info,
                             const VkSubpassDependency2 *dependency)
{
    const bool src_external = dependency->srcSubpass == VK_SUBPASS_EXTERNAL;
    const bool dst_external = dependency->dstSubpass == VK_SUBPASS_EXTERNAL;
    FAKE_CHECK(
        fake,
        (src_external || dependency->srcSubpass < info->subpassCount) &&
            (dst_external || dependency->dstSubpass < info->subpassCount) &&
            !(src_external && dst_external) &&
            (src_external || dst_external || dependency->srcSubpass <= dependency->dstSubpass),
        CREATE_INFO, "a dependency from %u to %u", dependency->srcSubpass, dependency->dstSubpass);
    FAKE_CHECK(fake,
               (dependency->srcStageMask && dependency->dstStageMask) || dependency->pNext ||
                   fake->desc.features.synchronization2,
               CREATE_INFO, "a dependency without stages");
}

static VkResult make_render_pass(fake_vulkan *fake, const VkRenderPassCreateInfo2 *info,
                                 VkRenderPass *out)
{
    fake_tamper_render_pass(fake, (VkRenderPassCreateInfo2 *)(uintptr_t)info);
    FAKE_CHECK(fake, info->subpassCount > 0, CREATE_INFO, "no subpass");
    for (uint32_t i = 0; i < info->attachmentCount; i++)
        check_attachment(fake, &info->pAttachments[i]);
    for (uint32_t i = 0; i < info->subpassCount; i++)
        check_subpass(fake, info, &info->pSubpasses[i]);
    for (uint32_t i = 0; i < info->dependencyCount; i++)
        check_dependency(fake, info, &info->pDependencies[i]);
    fake_object *object = fake_make(fake, FAKE_KIND_RENDER_PASS, sizeof(fake_render_pass));
    ((fake_render_pass *)object->data)->info = info;
    *out = FAKE_HANDLE(VkRenderPass, object);
    fake_add_arg(fake, FAKE_KIND_RENDER_PASS, fake_value(object));
    fake_set_info(fake, info);
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateRenderPass(VkDevice device,
                                                            const VkRenderPassCreateInfo *info,
                                                            const VkAllocationCallbacks *callbacks,
                                                            VkRenderPass *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreateRenderPass, FAKE_ARG(DEVICE, device));
    return result ? result : make_render_pass(fake, widen(fake, info), out);
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateRenderPass2(VkDevice device,
                                                             const VkRenderPassCreateInfo2 *info,
                                                             const VkAllocationCallbacks *callbacks,
                                                             VkRenderPass *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreateRenderPass2, FAKE_ARG(DEVICE, device));
    return result ? result : make_render_pass(fake, fake_render_pass_copy(fake, info), out);
}

const VkRenderPassCreateInfo2 *fake_vulkan_render_pass_info(fake_vulkan *fake,
                                                            VkRenderPass render_pass)
{
    const fake_object *object = FAKE_FIND(fake, RENDER_PASS, render_pass);
    return object ? ((const fake_render_pass *)object->data)->info : NULL;
}

void fake_register_render_pass(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CreateRenderPass);
    FAKE_REGISTER(table, CreateRenderPass2);
}
