/* In: a group that resolves depth or stencil. Out: a VkRenderPass by vkCreateRenderPass2 (Vulkan 1.2
 * or VK_KHR_create_renderpass2) with VkSubpassDescriptionDepthStencilResolve.
 * Promised: a device without it is refused by name, before anything is created. */
#include "vulkan/vulkan_render_pass.h"

static VkAttachmentReference2 reference(const fusor_plan_reference *plan)
{
    bool used = plan->attachment != FUSOR_NONE;
    return (VkAttachmentReference2){.sType = VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_2,
                                    .attachment = used ? plan->attachment : VK_ATTACHMENT_UNUSED,
                                    .layout = used ? (VkImageLayout)plan->layout
                                                   : VK_IMAGE_LAYOUT_UNDEFINED,
                                    .aspectMask = vulkan_aspects(plan->aspects)};
}

static const VkAttachmentReference2 *references(vulkan_program *program, fusor_slice slice)
{
    VkAttachmentReference2 *out = vulkan_take(&program->owner, slice.count, sizeof *out);
    for (uint32_t i = 0; out && i < slice.count; i++) {
        out[i] = reference(&program->plan->references[slice.first + i]);
    }
    return out;
}

/* Zero means the default: sample zero. An aspect that the format lacks takes the other's mode, as
 * devices without independentResolve want them equal. */
static VkResolveModeFlagBits resolve_mode(fusor_resolve_mode mode)
{
    return mode == FUSOR_RESOLVE_DEFAULT ? VK_RESOLVE_MODE_SAMPLE_ZERO_BIT
                                         : (VkResolveModeFlagBits)mode;
}

static const void *depth_resolve(vulkan_program *program, const fusor_plan_subpass *plan,
                                 VkAttachmentReference2 *target)
{
    VkSubpassDescriptionDepthStencilResolve *out = vulkan_take(&program->owner, 1, sizeof *out);
    if (out) {
        *target = reference(&plan->depth_resolve);
        *out = (VkSubpassDescriptionDepthStencilResolve){
            .sType = VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_DEPTH_STENCIL_RESOLVE,
            .depthResolveMode = resolve_mode(plan->depth_resolve_mode),
            .stencilResolveMode = resolve_mode(plan->stencil_resolve_mode),
            .pDepthStencilResolveAttachment = target};
    }
    return out;
}

static bool fill_depth(vulkan_program *program, const fusor_plan_subpass *plan,
                       VkSubpassDescription2 *out)
{
    VkAttachmentReference2 *depth = vulkan_take(&program->owner, 2, sizeof *depth);
    if (!depth) {
        return false;
    }
    if (plan->depth.attachment != FUSOR_NONE) {
        depth[0] = reference(&plan->depth);
        out->pDepthStencilAttachment = &depth[0];
    }
    if (plan->depth_resolve.attachment != FUSOR_NONE) {
        out->pNext = depth_resolve(program, plan, &depth[1]);
        return out->pNext != NULL;
    }
    return true;
}

static bool fill_subpass(vulkan_program *program, const fusor_plan_subpass *plan,
                         uint32_t view_mask, VkSubpassDescription2 *out)
{
    const VkAttachmentReference2 *color = references(program, plan->color);
    const VkAttachmentReference2 *resolve = references(program, plan->resolve);
    const VkAttachmentReference2 *inputs = references(program, plan->inputs);
    if (!color || !resolve || !inputs) {
        return false;
    }
    *out = (VkSubpassDescription2){.sType = VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2,
                                   .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                   .viewMask = view_mask,
                                   .inputAttachmentCount = plan->inputs.count,
                                   .pInputAttachments = inputs,
                                   .colorAttachmentCount = plan->color.count,
                                   .pColorAttachments = color,
                                   .pResolveAttachments = plan->resolve.count ? resolve : NULL,
                                   .preserveAttachmentCount = plan->preserve.count,
                                   .pPreserveAttachments =
                                       program->plan->index_list + plan->preserve.first};
    return fill_depth(program, plan, out);
}

static bool fill(vulkan_program *program, const fusor_plan_group *group,
                 VkAttachmentDescription2 *attachments, VkSubpassDescription2 *subpasses)
{
    const fusor_plan *plan = program->plan;
    for (uint32_t i = 0; i < group->attachments.count; i++) {
        attachments[i] =
            vulkan_describe_attachment(program, &plan->attachments[group->attachments.first + i]);
    }
    for (uint32_t i = 0; i < group->subpasses.count; i++) {
        if (!fill_subpass(program, &plan->subpasses[group->subpasses.first + i], group->view_mask,
                          &subpasses[i])) {
            return false;
        }
    }
    return true;
}

fusor_result vulkan_build_render_pass2(vulkan_program *program, const fusor_plan_group *group,
                                       VkRenderPass *out)
{
    const char *name = vulkan_group_name(program->plan, group);
    if (!program->vk->api.CreateRenderPass2 || !program->vk->depth_resolve_modes) {
        return vulkan_fail(program->vk, FUSOR_ERROR_UNSUPPORTED, name,
                           "'%s' resolves depth, which needs Vulkan 1.2 or "
                           "VK_KHR_depth_stencil_resolve enabled on the device",
                           name);
    }
    vulkan_owner *owner = &program->owner;
    VkAttachmentDescription2 *attachments =
        vulkan_take(owner, group->attachments.count, sizeof *attachments);
    VkSubpassDescription2 *subpasses =
        vulkan_take(owner, group->subpasses.count, sizeof *subpasses);
    VkSubpassDependency2 *dependencies =
        vulkan_take(owner, group->dependencies.count, sizeof *dependencies);
    if (!attachments || !subpasses || !dependencies ||
        !fill(program, group, attachments, subpasses)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkRenderPassCreateInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2,
        .attachmentCount = group->attachments.count,
        .pAttachments = attachments,
        .subpassCount = group->subpasses.count,
        .pSubpasses = subpasses,
        .dependencyCount = vulkan_join_dependencies(program->plan, group, dependencies),
        .pDependencies = dependencies};
    return vulkan_make_render_pass2(owner, &info, name, out);
}
