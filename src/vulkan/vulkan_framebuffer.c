/* In: the plan's groups, the program's images. Out: for each group a framebuffer of each history phase.
 * Promised: phases whose attachments are the same views share one framebuffer, so a group without
 * history has exactly one. */
#include "vulkan/vulkan_internal.h"

#include "vulkan/vulkan_render_pass.h"

#include <string.h>

static fusor_result find_views(vulkan_program *program, const fusor_plan_group *group,
                               uint32_t phase, VkImageView *views)
{
    const fusor_plan *plan = program->plan;
    for (uint32_t i = 0; i < group->attachments.count; i++) {
        const fusor_plan_attachment *attachment = &plan->attachments[group->attachments.first + i];
        uint32_t instance = vulkan_instance_of(&plan->resources[attachment->resource], phase, 0,
                                               attachment->previous);
        fusor_result result = vulkan_attachment_view(program, attachment, instance, &views[i]);
        if (result != FUSOR_OK) {
            return result;
        }
    }
    return FUSOR_OK;
}

static fusor_result make_framebuffer(vulkan_program *program, const fusor_plan_group *group,
                                     VkRenderPass render_pass, const VkImageView *views,
                                     VkFramebuffer *out)
{
    VkFramebufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
        .renderPass = render_pass,
        .attachmentCount = group->attachments.count,
        .pAttachments = views,
        .width = group->extent[0],
        .height = group->extent[1],
        /* With views, layers are addressed by the view mask (VUID-VkFramebufferCreateInfo-renderPass-02531). */
        .layers = group->view_mask || !group->layers ? 1 : group->layers};
    return vulkan_make_framebuffer(&program->owner, &info, vulkan_group_name(program->plan, group),
                                   out);
}

/* `views` is a table of phases × attachments. */
static fusor_result make_phases(vulkan_program *program, uint32_t index, VkImageView *views)
{
    const fusor_plan_group *group = &program->plan->groups[index];
    vulkan_group *out = &program->groups[index];
    uint32_t count = group->attachments.count;
    for (uint32_t phase = 0; phase < program->phase_count; phase++) {
        VkImageView *mine = views + (size_t)phase * count;
        fusor_result result = find_views(program, group, phase, mine);
        uint32_t same = 0;
        while (same < phase &&
               memcmp(views + (size_t)same * count, mine, count * sizeof *mine) != 0) {
            same++;
        }
        if (result == FUSOR_OK && same < phase) {
            out->framebuffers[phase] = out->framebuffers[same];
        } else if (result == FUSOR_OK) {
            result =
                make_framebuffer(program, group, out->render_pass, mine, &out->framebuffers[phase]);
        }
        if (result != FUSOR_OK) {
            return result;
        }
    }
    return FUSOR_OK;
}

fusor_result vulkan_make_framebuffers(vulkan_program *program)
{
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < program->plan->group_count; i++) {
        vulkan_group *group = &program->groups[i];
        size_t count = program->plan->groups[i].attachments.count;
        group->framebuffers =
            vulkan_take(&program->owner, program->phase_count, sizeof *group->framebuffers);
        VkImageView *views =
            vulkan_take(&program->owner, program->phase_count * (count + 1), sizeof *views);
        result = group->framebuffers && views ? make_phases(program, i, views)
                                              : FUSOR_ERROR_OUT_OF_MEMORY;
    }
    return result;
}
