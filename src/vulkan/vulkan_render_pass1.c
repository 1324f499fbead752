/* In: a group without depth resolves. Out: a VkRenderPass by vkCreateRenderPass (Vulkan 1.0), view
 * masks by VkRenderPassMultiviewCreateInfo.
 * Promised: scratch memory is the program's; nothing of it is kept by Vulkan. */
#include "vulkan/vulkan_render_pass.h"

typedef struct build {
    vulkan_program *program;
    const fusor_plan_group *group;
    VkAttachmentDescription *attachments;
    VkSubpassDescription *subpasses;
    VkSubpassDependency *dependencies;
    uint32_t dependency_count;
    uint32_t *view_masks;
} build;

static VkAttachmentReference reference(const fusor_plan_reference *plan)
{
    if (plan->attachment == FUSOR_NONE) {
        return (VkAttachmentReference){VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_UNDEFINED};
    }
    return (VkAttachmentReference){plan->attachment, (VkImageLayout)plan->layout};
}

/* NULL when out of memory. */
static const VkAttachmentReference *references(build *b, fusor_slice slice)
{
    VkAttachmentReference *out = vulkan_take(&b->program->owner, slice.count, sizeof *out);
    for (uint32_t i = 0; out && i < slice.count; i++) {
        out[i] = reference(&b->program->plan->references[slice.first + i]);
    }
    return out;
}

static bool fill_subpass(build *b, const fusor_plan_subpass *plan, VkSubpassDescription *out)
{
    const VkAttachmentReference *color = references(b, plan->color);
    const VkAttachmentReference *resolve = references(b, plan->resolve);
    const VkAttachmentReference *inputs = references(b, plan->inputs);
    const VkAttachmentReference *depth = NULL;
    VkAttachmentReference *depth_memory = vulkan_take(&b->program->owner, 1, sizeof *depth);
    if (!color || !resolve || !inputs || !depth_memory) {
        return false;
    }
    if (plan->depth.attachment != FUSOR_NONE) {
        *depth_memory = reference(&plan->depth);
        depth = depth_memory;
    }
    *out = (VkSubpassDescription){.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                  .inputAttachmentCount = plan->inputs.count,
                                  .pInputAttachments = inputs,
                                  .colorAttachmentCount = plan->color.count,
                                  .pColorAttachments = color,
                                  .pResolveAttachments = plan->resolve.count ? resolve : NULL,
                                  .pDepthStencilAttachment = depth,
                                  .preserveAttachmentCount = plan->preserve.count,
                                  .pPreserveAttachments =
                                      b->program->plan->index_list + plan->preserve.first};
    return true;
}

static bool fill_attachments(build *b)
{
    const fusor_slice slice = b->group->attachments;
    b->attachments = vulkan_take(&b->program->owner, slice.count, sizeof *b->attachments);
    for (uint32_t i = 0; b->attachments && i < slice.count; i++) {
        VkAttachmentDescription2 from =
            vulkan_describe_attachment(b->program, &b->program->plan->attachments[slice.first + i]);
        b->attachments[i] =
            (VkAttachmentDescription){from.flags,          from.format,        from.samples,
                                      from.loadOp,         from.storeOp,       from.stencilLoadOp,
                                      from.stencilStoreOp, from.initialLayout, from.finalLayout};
    }
    return b->attachments != NULL;
}

static bool fill_subpasses(build *b)
{
    const fusor_slice slice = b->group->subpasses;
    b->subpasses = vulkan_take(&b->program->owner, slice.count, sizeof *b->subpasses);
    b->view_masks = vulkan_take(&b->program->owner, slice.count, sizeof *b->view_masks);
    if (!b->subpasses || !b->view_masks) {
        return false;
    }
    for (uint32_t i = 0; i < slice.count; i++) {
        b->view_masks[i] = b->group->view_mask;
        if (!fill_subpass(b, &b->program->plan->subpasses[slice.first + i], &b->subpasses[i])) {
            return false;
        }
    }
    return true;
}

static bool fill_dependencies(build *b)
{
    uint32_t count = b->group->dependencies.count;
    VkSubpassDependency2 *joined = vulkan_take(&b->program->owner, count, sizeof *joined);
    b->dependencies = vulkan_take(&b->program->owner, count, sizeof *b->dependencies);
    if (!joined || !b->dependencies) {
        return false;
    }
    b->dependency_count = vulkan_join_dependencies(b->program->plan, b->group, joined);
    for (uint32_t i = 0; i < b->dependency_count; i++) {
        b->dependencies[i] = (VkSubpassDependency){
            joined[i].srcSubpass,     joined[i].dstSubpass,    joined[i].srcStageMask,
            joined[i].dstStageMask,   joined[i].srcAccessMask, joined[i].dstAccessMask,
            joined[i].dependencyFlags};
    }
    return true;
}

fusor_result vulkan_build_render_pass1(vulkan_program *program, const fusor_plan_group *group,
                                       VkRenderPass *out)
{
    build b = {.program = program, .group = group};
    if (!fill_attachments(&b) || !fill_subpasses(&b) || !fill_dependencies(&b)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkRenderPassMultiviewCreateInfo views = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO,
        .subpassCount = group->subpasses.count,
        .pViewMasks = b.view_masks};
    VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                   .pNext = group->view_mask ? &views : NULL,
                                   .attachmentCount = group->attachments.count,
                                   .pAttachments = b.attachments,
                                   .subpassCount = group->subpasses.count,
                                   .pSubpasses = b.subpasses,
                                   .dependencyCount = b.dependency_count,
                                   .pDependencies = b.dependencies};
    return vulkan_make_render_pass(&program->owner, &info, vulkan_group_name(program->plan, group),
                                   out);
}
