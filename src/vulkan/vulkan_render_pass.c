/* In: the plan's groups. Out: one VkRenderPass a group, and its clear values.
 * Promised: initial and final layouts are those of the first and last use, so the render pass changes
 * layouts between its subpasses only. There is no external dependency: the plan's barriers order the
 * group against the rest of the frame, and Vulkan adds an implicit one only where the layout of the
 * first use differs from the initial one, or of the last use from the final one ("Render Pass
 * Creation", VkSubpassDependency), which is never so here. */
#include "vulkan/vulkan_internal.h"

#include "vulkan/vulkan_render_pass.h"

/* ----------------------------------------------------------------------------------- attachments */

static bool is_read_only(fusor_layout layout)
{
    return layout == FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY ||
           layout == FUSOR_LAYOUT_SHADER_READ_ONLY ||
           layout == FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT ||
           layout == FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY;
}

/* Poison clears what nobody cares for, but a read-only layout cannot be cleared
 * (VUID-VkRenderPassCreateInfo-pAttachments-02511). */
static VkAttachmentLoadOp load_op(const vulkan_program *program,
                                  const fusor_plan_attachment *attachment, fusor_load_op op)
{
    if (program->vk->poison && op == FUSOR_LOAD_OP_DONT_CARE &&
        !is_read_only(attachment->initial_layout)) {
        return VK_ATTACHMENT_LOAD_OP_CLEAR;
    }
    return (VkAttachmentLoadOp)op;
}

VkAttachmentDescription2 vulkan_describe_attachment(const vulkan_program *program,
                                                    const fusor_plan_attachment *attachment)
{
    const fusor_plan_resource *resource = &program->plan->resources[attachment->resource];
    bool stencil = (attachment->aspects & FUSOR_ASPECT_STENCIL) != 0;
    bool only_stencil = attachment->aspects == FUSOR_ASPECT_STENCIL;
    return (VkAttachmentDescription2){
        .sType = VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2,
        .format = (VkFormat)resource->format,
        .samples = (VkSampleCountFlagBits)resource->samples,
        .loadOp = only_stencil ? VK_ATTACHMENT_LOAD_OP_DONT_CARE
                               : load_op(program, attachment, attachment->load),
        .storeOp = only_stencil ? VK_ATTACHMENT_STORE_OP_DONT_CARE
                                : (VkAttachmentStoreOp)attachment->store,
        .stencilLoadOp = stencil ? load_op(program, attachment, attachment->stencil_load)
                                 : VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .stencilStoreOp = stencil ? (VkAttachmentStoreOp)attachment->stencil_store
                                  : VK_ATTACHMENT_STORE_OP_DONT_CARE,
        .initialLayout = (VkImageLayout)attachment->initial_layout,
        .finalLayout = (VkImageLayout)attachment->final_layout};
}

/* ---------------------------------------------------------------------------------- dependencies */

VkSubpassDependency2 vulkan_describe_dependency(const fusor_plan_dependency *dependency,
                                                uint32_t view_mask)
{
    VkDependencyFlags flags = dependency->by_region ? VK_DEPENDENCY_BY_REGION_BIT : 0;
    if (dependency->view_local && view_mask) {
        flags |= VK_DEPENDENCY_VIEW_LOCAL_BIT;
    }
    return (VkSubpassDependency2){.sType = VK_STRUCTURE_TYPE_SUBPASS_DEPENDENCY_2,
                                  .srcSubpass = dependency->from,
                                  .dstSubpass = dependency->to,
                                  .srcStageMask = vulkan_legacy_src_stages(dependency->src.stages),
                                  .dstStageMask = vulkan_legacy_dst_stages(dependency->dst.stages),
                                  .srcAccessMask = vulkan_legacy_access(dependency->src.access),
                                  .dstAccessMask = vulkan_legacy_access(dependency->dst.access),
                                  .dependencyFlags = flags};
}

/* The plan has one entry a cause; Vulkan wants one a pair of subpasses, with all of them. The joined
 * one is by region only if every cause is. */
static void join_dependency(VkSubpassDependency2 *into, const VkSubpassDependency2 *from)
{
    into->srcStageMask |= from->srcStageMask;
    into->dstStageMask |= from->dstStageMask;
    into->srcAccessMask |= from->srcAccessMask;
    into->dstAccessMask |= from->dstAccessMask;
    into->dependencyFlags &= from->dependencyFlags;
}

uint32_t vulkan_join_dependencies(const fusor_plan *plan, const fusor_plan_group *group,
                                  VkSubpassDependency2 *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < group->dependencies.count; i++) {
        VkSubpassDependency2 next = vulkan_describe_dependency(
            &plan->dependencies[group->dependencies.first + i], group->view_mask);
        uint32_t at = 0;
        while (at < count &&
               (out[at].srcSubpass != next.srcSubpass || out[at].dstSubpass != next.dstSubpass)) {
            at++;
        }
        if (at < count) {
            join_dependency(&out[at], &next);
        } else {
            out[count++] = next;
        }
    }
    return count;
}

/* ---------------------------------------------------------------------------------------- groups */

static bool needs_render_pass2(const fusor_plan *plan, const fusor_plan_group *group)
{
    for (uint32_t i = 0; i < group->subpasses.count; i++) {
        if (plan->subpasses[group->subpasses.first + i].depth_resolve.attachment != FUSOR_NONE) {
            return true;
        }
    }
    return false;
}

static fusor_result make_clears(vulkan_program *program, const fusor_plan_group *group,
                                vulkan_group *out)
{
    out->clears = vulkan_take(&program->owner, group->attachments.count, sizeof *out->clears);
    if (!out->clears) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < group->attachments.count; i++) {
        out->clears[i] = vulkan_attachment_clear(
            program, &program->plan->attachments[group->attachments.first + i]);
    }
    return FUSOR_OK;
}

static fusor_result make_group(vulkan_program *program, const fusor_plan_group *group,
                               vulkan_group *out)
{
    fusor_result result = make_clears(program, group, out);
    if (result != FUSOR_OK) {
        return result;
    }
    return needs_render_pass2(program->plan, group)
               ? vulkan_build_render_pass2(program, group, &out->render_pass)
               : vulkan_build_render_pass1(program, group, &out->render_pass);
}

fusor_result vulkan_make_render_passes(vulkan_program *program)
{
    const fusor_plan *plan = program->plan;
    program->groups = vulkan_take(&program->owner, plan->group_count, sizeof *program->groups);
    if (!program->groups) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < plan->group_count; i++) {
        result = make_group(program, &plan->groups[i], &program->groups[i]);
    }
    return result;
}

const char *vulkan_group_name(const fusor_plan *plan, const fusor_plan_group *group)
{
    return group->members.count ? plan->passes[plan->members[group->members.first].pass].name
                                : "group";
}
