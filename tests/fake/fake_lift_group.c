/* In: a render pass that was begun, and what it was made of. Out: a group: attachments, subpasses,
 * references, dependencies, members. Promised: what a render pass says is taken from it alone; names and
 * maps of members, which Vulkan never sees, are the loaded plan's. */
#include "fake_lift_core.h"

#include <string.h>

/* ------------------------------------------------------------------------------------ attachments */

static void set_clear(const fusor_plan_resource *r, const VkClearValue *value,
                      fusor_plan_attachment *out)
{
    const fusor_format_info *info = fusor_format_get_info(r->format);
    for (uint32_t i = 0; i < 4 && (info->aspects & FUSOR_ASPECT_COLOR); i++)
        out->clear[i] = info->number_class == FUSOR_FORMAT_CLASS_UINT ? value->color.uint32[i]
                        : info->number_class == FUSOR_FORMAT_CLASS_SINT
                            ? value->color.int32[i]
                            : (double)value->color.float32[i];
    if (info->aspects & FUSOR_ASPECT_COLOR)
        return;
    out->clear_depth = (double)value->depthStencil.depth;
    out->clear_stencil = value->depthStencil.stencil;
}

static bool is_lazy(const lift_frame *f, VkImage image)
{
    VkPhysicalDeviceMemoryProperties memory = fake_vulkan_memory(f->lift->fake);
    uint32_t type = fake_vulkan_image_binding(f->lift->fake, image).memory_type;
    return memory.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT;
}

static bool set_view(lift_frame *f, VkImageView view, fusor_plan_attachment *out)
{
    const VkImageViewCreateInfo *info = fake_vulkan_view_info(f->lift->fake, view);
    const VkImageSubresourceRange *range = &info->subresourceRange;
    const fake_lift_handle *handle = lift_find_handle(f->lift, (uint64_t)(uintptr_t)info->image);
    if (!handle)
        return lift_fail(f, "an attachment that is nobody's");
    out->resource = handle->resource;
    out->mip = range->baseMipLevel;
    out->layers = (fusor_range){range->baseArrayLayer, range->layerCount};
    out->aspects = range->aspectMask;
    out->memoryless = is_lazy(f, info->image);
    return lift_previous(f, handle, &out->previous) &&
           (range->levelCount == 1 || lift_fail(f, "an attachment of several mips"));
}

static bool add_attachment(lift_frame *f, const fake_vulkan_begin *begin,
                           const VkFramebufferCreateInfo *framebuffer, uint32_t index)
{
    const VkAttachmentDescription2 *made = &f->render_pass->pAttachments[index];
    fusor_plan_attachment row = {.load = (fusor_load_op)made->loadOp,
                                 .store = (fusor_store_op)made->storeOp,
                                 .stencil_load = (fusor_load_op)made->stencilLoadOp,
                                 .stencil_store = (fusor_store_op)made->stencilStoreOp,
                                 .resolve = FUSOR_NONE,
                                 .initial_layout = (fusor_layout)made->initialLayout,
                                 .final_layout = (fusor_layout)made->finalLayout};
    if (!set_view(f, framebuffer->pAttachments[index], &row))
        return false;
    const fusor_plan_resource *r = &f->plan->resources[row.resource];
    if (made->format != (VkFormat)r->format || made->samples != r->samples)
        return lift_fail(f, "attachment %u has another format than '%s'", index, r->name);
    if (index < begin->clear_count)
        set_clear(r, &begin->clears[index], &row);
    *LIFT_PUSH(&f->attachments) = row;
    return true;
}

/* ------------------------------------------------------------------------------------- subpasses */

/* The loaded plan's group of the same first member, for what Vulkan is not told. */
static const fusor_plan_group *planned_group(const lift_frame *f)
{
    return f->planned_group == FUSOR_NONE ? NULL : &f->plan->groups[f->planned_group];
}

static fusor_plan_reference read_reference(const VkAttachmentReference2 *from)
{
    bool used = from && from->attachment != VK_ATTACHMENT_UNUSED;
    return (fusor_plan_reference){.attachment = used ? from->attachment : FUSOR_NONE,
                                  .layout =
                                      used ? (fusor_layout)from->layout : FUSOR_LAYOUT_UNDEFINED,
                                  .aspects = used ? from->aspectMask : 0};
}

static fusor_slice add_references(lift_frame *f, const VkAttachmentReference2 *from, uint32_t count)
{
    fusor_slice out = {f->references.count, from ? count : 0};
    for (uint32_t i = 0; i < out.count; i++)
        *LIFT_PUSH(&f->references) = read_reference(&from[i]);
    return out;
}

static fusor_slice add_preserves(lift_frame *f, const VkSubpassDescription2 *from)
{
    fusor_slice out = {f->index_list.count, from->preserveAttachmentCount};
    for (uint32_t i = 0; i < out.count; i++)
        *LIFT_PUSH(&f->index_list) = from->pPreserveAttachments[i];
    return out;
}

static fusor_plan_attachment *attachment_at(lift_frame *f, uint32_t index)
{
    return &f->attachments.data[f->group.attachments.first + index];
}

static void set_resolves(lift_frame *f, const VkSubpassDescription2 *from, fusor_plan_subpass *out)
{
    const VkSubpassDescriptionDepthStencilResolve *depth = from->pNext;
    for (uint32_t i = 0; from->pResolveAttachments && i < from->colorAttachmentCount; i++) {
        uint32_t color = from->pColorAttachments[i].attachment;
        if (color == VK_ATTACHMENT_UNUSED ||
            from->pResolveAttachments[i].attachment == VK_ATTACHMENT_UNUSED)
            continue;
        attachment_at(f, color)->resolve = from->pResolveAttachments[i].attachment;
        attachment_at(f, color)->resolve_mode = FUSOR_RESOLVE_AVERAGE;
    }
    out->depth_resolve = read_reference(depth ? depth->pDepthStencilResolveAttachment : NULL);
    if (out->depth_resolve.attachment == FUSOR_NONE)
        return;
    out->depth_resolve_mode = (fusor_resolve_mode)depth->depthResolveMode;
    out->stencil_resolve_mode = (fusor_resolve_mode)depth->stencilResolveMode;
    fusor_plan_attachment *source = attachment_at(f, from->pDepthStencilAttachment->attachment);
    source->resolve = out->depth_resolve.attachment;
    source->resolve_mode = out->depth_resolve_mode;
    source->stencil_resolve_mode = out->stencil_resolve_mode;
}

static bool add_subpass(lift_frame *f, const VkSubpassDescription2 *from)
{
    fusor_plan_subpass row = {
        .color = add_references(f, from->pColorAttachments, from->colorAttachmentCount),
        .resolve = add_references(f, from->pResolveAttachments, from->colorAttachmentCount),
        .inputs = add_references(f, from->pInputAttachments, from->inputAttachmentCount),
        .depth = read_reference(from->pDepthStencilAttachment),
        .preserve = add_preserves(f, from)};
    if (from->viewMask != f->render_pass->pSubpasses[0].viewMask)
        return lift_fail(f, "subpasses with several view masks");
    set_resolves(f, from, &row);
    *LIFT_PUSH(&f->subpasses) = row;
    return true;
}

static bool add_dependency(lift_frame *f, const VkSubpassDependency2 *from)
{
    fusor_plan_dependency row = {
        .from = from->srcSubpass,
        .to = from->dstSubpass,
        .by_region = (from->dependencyFlags & VK_DEPENDENCY_BY_REGION_BIT) != 0,
        .view_local = (from->dependencyFlags & VK_DEPENDENCY_VIEW_LOCAL_BIT) != 0};
    if (from->pNext || from->srcSubpass == VK_SUBPASS_EXTERNAL ||
        from->dstSubpass == VK_SUBPASS_EXTERNAL)
        return lift_fail(f, "a dependency that a plan has no word for");
    row.src.stages = lift_stages(from->srcStageMask, true);
    row.src.access = lift_access(from->srcAccessMask, row.src.stages);
    row.dst.stages = lift_stages(from->dstStageMask, false);
    row.dst.access = lift_access(from->dstAccessMask, row.dst.stages);
    *LIFT_PUSH(&f->dependencies) = row;
    return true;
}

/* ----------------------------------------------------------------------------------------- groups */

static void begin_slices(lift_frame *f)
{
    f->group.members.first = f->members.count;
    f->group.subpasses = (fusor_slice){f->subpasses.count, f->render_pass->subpassCount};
    f->group.dependencies = (fusor_slice){f->dependencies.count, f->render_pass->dependencyCount};
    f->group.attachments = (fusor_slice){f->attachments.count, f->render_pass->attachmentCount};
    f->group.view_mask = f->render_pass->pSubpasses[0].viewMask;
    f->first_clear = f->clears.count;
    f->planned_group = FUSOR_NONE;
    f->subpass = 0;
}

bool lift_begin_group(lift_frame *f, const fake_vulkan_begin *begin)
{
    const VkFramebufferCreateInfo *framebuffer =
        fake_vulkan_framebuffer_info(f->lift->fake, begin->framebuffer);
    f->render_pass = fake_vulkan_render_pass_info(f->lift->fake, begin->render_pass);
    if (f->in_group || f->in_pass)
        return lift_fail(f, "a render pass inside of another, or of a pass");
    f->in_group = true;
    f->group =
        (fusor_plan_group){.area = {(uint32_t)begin->area.offset.x, (uint32_t)begin->area.offset.y,
                                    begin->area.extent.width, begin->area.extent.height},
                           .extent = {framebuffer->width, framebuffer->height},
                           .layers = framebuffer->layers};
    begin_slices(f);
    bool good = true;
    for (uint32_t i = 0; good && i < f->render_pass->attachmentCount; i++)
        good = add_attachment(f, begin, framebuffer, i);
    for (uint32_t i = 0; good && i < f->render_pass->subpassCount; i++)
        good = add_subpass(f, &f->render_pass->pSubpasses[i]);
    for (uint32_t i = 0; good && i < f->render_pass->dependencyCount; i++)
        good = add_dependency(f, &f->render_pass->pDependencies[i]);
    return good;
}

/* ---------------------------------------------------------------------------------------- members */

/* The older form has no aspects for inputs: what the member declared. */
static void set_input_aspects(lift_frame *f, const fusor_plan_member *planned)
{
    const fusor_plan_group *group = planned_group(f);
    const fusor_slice made = f->subpasses.data[f->group.subpasses.first + f->subpass].inputs;
    if (planned->subpass >= group->subpasses.count)
        return;
    const fusor_slice said = f->plan->subpasses[group->subpasses.first + planned->subpass].inputs;
    for (uint32_t i = 0; i < made.count && i < said.count; i++) {
        fusor_plan_reference *reference = &f->references.data[made.first + i];
        if (reference->attachment != FUSOR_NONE && !reference->aspects)
            reference->aspects = f->plan->references[said.first + i].aspects;
    }
}

bool lift_member(lift_frame *f, uint32_t pass)
{
    const fusor_plan_pass *planned = &f->plan->passes[pass];
    if (planned->group == FUSOR_NONE)
        return lift_fail(f, "'%s' is in a render pass and does not draw", planned->name);
    if (f->planned_group == FUSOR_NONE)
        f->planned_group = planned->group;
    const fusor_plan_group *home = &f->plan->groups[planned->group];
    const fusor_plan_member *said = &f->plan->members[home->members.first + planned->member];
    fusor_plan_member row = {.pass = pass,
                             .subpass = f->subpass,
                             .color_map = said->color_map,
                             .input_map = said->input_map,
                             .clears = {f->first_clear, f->clears.count - f->first_clear}};
    f->first_clear = f->clears.count;
    f->passes.data[pass].group = f->groups.count;
    f->passes.data[pass].member = f->group.members.count++;
    *LIFT_PUSH(&f->members) = row;
    set_input_aspects(f, said);
    return true;
}

/* Outside of a member: the executor's, for the member that follows. */
bool lift_clears(lift_frame *f, const fake_vulkan_clear *clear)
{
    if (!f->in_group || clear->rect_count != 1)
        return lift_fail(f, "a clear of attachments that is nobody's");
    const VkSubpassDescription2 *subpass = &f->render_pass->pSubpasses[f->subpass];
    for (uint32_t i = 0; i < clear->count; i++) {
        const VkClearAttachment *from = &clear->attachments[i];
        const VkAttachmentReference2 *target =
            from->aspectMask & VK_IMAGE_ASPECT_COLOR_BIT
                ? &subpass->pColorAttachments[from->colorAttachment]
                : subpass->pDepthStencilAttachment;
        fusor_plan_attachment value = {0};
        fusor_plan_clear row = {.attachment = target->attachment, .aspects = from->aspectMask};
        set_clear(&f->plan->resources[attachment_at(f, row.attachment)->resource],
                  &from->clearValue, &value);
        memcpy(row.clear, value.clear, sizeof row.clear);
        row.clear_depth = value.clear_depth;
        row.clear_stencil = value.clear_stencil;
        *LIFT_PUSH(&f->clears) = row;
    }
    return true;
}

static void list_members(lift_frame *f)
{
    for (uint32_t s = 0; s < f->group.subpasses.count; s++) {
        fusor_slice *passes = &f->subpasses.data[f->group.subpasses.first + s].passes;
        passes->first = f->pass_list.count;
        for (uint32_t i = f->group.members.first; i < f->members.count; i++)
            if (f->members.data[i].subpass == s)
                *LIFT_PUSH(&f->pass_list) = f->members.data[i].pass;
        passes->count = f->pass_list.count - passes->first;
    }
}

static void take_number(double *recorded, double planned)
{
    if ((double)(float)planned == *recorded)
        *recorded = planned;
}

/* A float stands for the number of the plan that was rounded to it. */
static void take_numbers(lift_frame *f, const fusor_plan_group *planned)
{
    for (uint32_t i = 0; i < f->group.attachments.count && i < planned->attachments.count; i++) {
        const fusor_plan_attachment *said = &f->plan->attachments[planned->attachments.first + i];
        for (uint32_t k = 0; k < 4; k++)
            take_number(&attachment_at(f, i)->clear[k], said->clear[k]);
        take_number(&attachment_at(f, i)->clear_depth, said->clear_depth);
    }
}

bool lift_end_group(lift_frame *f)
{
    const fusor_plan_group *planned = planned_group(f);
    if (!f->in_group || f->in_pass || !planned)
        return lift_fail(f, "a render pass ends that has no member, or was not begun");
    if (f->subpass + 1 != f->render_pass->subpassCount)
        return lift_fail(f, "a render pass ends in subpass %u of %u", f->subpass,
                         f->render_pass->subpassCount);
    f->in_group = false;
    f->group.path = f->render_pass->subpassCount > 1 ? FUSOR_PATH_SUBPASSES : FUSOR_PATH_SINGLE;
    f->group.samples = planned->samples;
    f->group.bridged = planned->bridged;
    if (f->group.view_mask) /* the framebuffer then has one layer */
        f->group.layers = planned->layers;
    list_members(f);
    take_numbers(f, planned);
    *LIFT_PUSH(&f->groups) = f->group;
    return true;
}
