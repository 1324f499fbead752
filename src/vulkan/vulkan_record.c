/* In: a program and a frame slot. Out: the frame's commands.
 * Promised: the plan's steps in their order and nothing else: barriers, then the pass or the group.
 * A callback that fails ends the recording; nothing of it is submitted. */
#include "vulkan/vulkan_internal.h"

typedef struct recording {
    vulkan_program *program;
    VkCommandBuffer commands;
    uint32_t frame_slot, phase;
} recording;

static void begin_label(const recording *r, const char *name)
{
    if (r->program->vk->api.CmdBeginDebugUtilsLabelEXT) {
        VkDebugUtilsLabelEXT label = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
                                      .pLabelName = name};
        r->program->vk->api.CmdBeginDebugUtilsLabelEXT(r->commands, &label);
    }
}

static void end_label(const recording *r)
{
    if (r->program->vk->api.CmdEndDebugUtilsLabelEXT) {
        r->program->vk->api.CmdEndDebugUtilsLabelEXT(r->commands);
    }
}

/* ------------------------------------------------------------------------------------- callbacks */

static fusor_vulkan_record_info record_info(const recording *r, uint32_t pass)
{
    return (fusor_vulkan_record_info){.pass = {pass + 1},
                                      .command_buffer = r->commands,
                                      .member_count = 1,
                                      .instance =
                                          r->phase * r->program->vk->slot_count + r->frame_slot,
                                      .frame_slot = r->frame_slot,
                                      .frame = r->program->frame,
                                      .prepared = &r->program->passes[pass].info};
}

static fusor_result call(const recording *r, fusor_vulkan_record_fn callback,
                         const fusor_vulkan_record_info *info)
{
    uint32_t pass = info->pass.id - 1;
    const char *name = r->program->plan->passes[pass].name;
    begin_label(r, name);
    fusor_result result = callback(r->program->passes[pass].callbacks.user, info);
    end_label(r);
    if (result == FUSOR_OK) {
        return FUSOR_OK;
    }
    return vulkan_fail(r->program->vk, FUSOR_ERROR_CALLBACK, name,
                       "a record callback of '%s' failed (%s); the frame was not submitted", name,
                       fusor_result_text(result));
}

/* ---------------------------------------------------------------------------------------- groups */

static VkRect2D render_area(const fusor_plan_group *group)
{
    return (VkRect2D){{(int32_t)group->area[0], (int32_t)group->area[1]},
                      {group->area[2], group->area[3]}};
}

static fusor_vulkan_record_info member_info(const recording *r, const fusor_plan_group *group,
                                            uint32_t index)
{
    const fusor_plan_member *member = &r->program->plan->members[group->members.first + index];
    fusor_vulkan_record_info info = record_info(r, member->pass);
    info.member_index = index;
    info.member_count = group->members.count;
    info.subpass = member->subpass;
    info.area = render_area(group);
    return info;
}

static fusor_result record_before(const recording *r, const fusor_plan_group *group)
{
    for (uint32_t i = 0; i < group->members.count; i++) {
        fusor_vulkan_record_info info = member_info(r, group, i);
        fusor_vulkan_record_fn before_fn = r->program->passes[info.pass.id - 1].callbacks.before_fn;
        fusor_result result = before_fn ? call(r, before_fn, &info) : FUSOR_OK;
        if (result != FUSOR_OK) {
            return result;
        }
    }
    return FUSOR_OK;
}

/* vkCmdClearAttachments counts colour attachments inside the subpass. */
static uint32_t color_index(const fusor_plan *plan, const fusor_plan_subpass *subpass,
                            uint32_t attachment)
{
    for (uint32_t i = 0; i < subpass->color.count; i++) {
        if (plan->references[subpass->color.first + i].attachment == attachment) {
            return i;
        }
    }
    return VK_ATTACHMENT_UNUSED;
}

static void record_clear(const recording *r, const fusor_plan_group *group, uint32_t subpass,
                         const fusor_plan_clear *plan)
{
    const fusor_plan_attachment *attachment =
        &r->program->plan->attachments[group->attachments.first + plan->attachment];
    fusor_format format = r->program->plan->resources[attachment->resource].format;
    VkClearAttachment clear = {.aspectMask = vulkan_aspects(plan->aspects)};
    if (plan->aspects & FUSOR_ASPECT_COLOR) {
        clear.colorAttachment = color_index(
            r->program->plan, &r->program->plan->subpasses[group->subpasses.first + subpass],
            plan->attachment);
        clear.clearValue.color = vulkan_clear_color(format, plan->clear);
    } else {
        clear.clearValue.depthStencil =
            (VkClearDepthStencilValue){(float)plan->clear_depth, plan->clear_stencil};
    }
    /* With views the rectangle has one layer (VUID-vkCmdClearAttachments-baseArrayLayer-00018). */
    VkClearRect rect = {render_area(group), 0,
                        group->view_mask || !group->layers ? 1 : group->layers};
    r->program->vk->api.CmdClearAttachments(r->commands, 1, &clear, 1, &rect);
}

static fusor_result record_member(const recording *r, const fusor_plan_group *group, uint32_t index)
{
    const fusor_plan_member *member = &r->program->plan->members[group->members.first + index];
    for (uint32_t i = 0; i < member->clears.count; i++) {
        record_clear(r, group, member->subpass,
                     &r->program->plan->clears[member->clears.first + i]);
    }
    fusor_vulkan_record_info info = member_info(r, group, index);
    return call(r, r->program->passes[member->pass].callbacks.record_fn, &info);
}

static void begin_render_pass(const recording *r, const fusor_plan_group *group, uint32_t index)
{
    const vulkan_group *made = &r->program->groups[index];
    VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                   .renderPass = made->render_pass,
                                   .framebuffer = made->framebuffers[r->phase],
                                   .renderArea = render_area(group),
                                   .clearValueCount = group->attachments.count,
                                   .pClearValues = made->clears};
    r->program->vk->api.CmdBeginRenderPass(r->commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    r->program->vk->stats.render_passes_begun++;
}

static fusor_result record_group(const recording *r, uint32_t index)
{
    const fusor_plan_group *group = &r->program->plan->groups[index];
    const vulkan_entries *api = &r->program->vk->api;
    fusor_result result = record_before(r, group);
    if (result != FUSOR_OK) {
        return result;
    }
    begin_render_pass(r, group, index);
    uint32_t subpass = 0;
    for (uint32_t i = 0; result == FUSOR_OK && i < group->members.count; i++) {
        uint32_t wanted = r->program->plan->members[group->members.first + i].subpass;
        for (; subpass < wanted; subpass++) {
            api->CmdNextSubpass(r->commands, VK_SUBPASS_CONTENTS_INLINE);
        }
        result = record_member(r, group, i);
    }
    for (; result == FUSOR_OK && subpass + 1 < group->subpasses.count; subpass++) {
        api->CmdNextSubpass(r->commands, VK_SUBPASS_CONTENTS_INLINE);
    }
    api->CmdEndRenderPass(r->commands);
    return result;
}

/* ----------------------------------------------------------------------------------------- steps */

static fusor_result record_pass(const recording *r, uint32_t index)
{
    const fusor_plan_pass *plan = &r->program->plan->passes[index];
    if (plan->kind == FUSOR_PASS_COPY) {
        begin_label(r, plan->name);
        vulkan_record_copies(r->program, r->commands, plan, r->frame_slot);
        end_label(r);
        return FUSOR_OK;
    }
    fusor_vulkan_record_info info = record_info(r, index);
    fusor_vulkan_record_fn before_fn = r->program->passes[index].callbacks.before_fn;
    fusor_result result = before_fn ? call(r, before_fn, &info) : FUSOR_OK;
    return result == FUSOR_OK ? call(r, r->program->passes[index].callbacks.record_fn, &info)
                              : result;
}

static fusor_result record_step(const recording *r, const fusor_plan_step *step)
{
    vulkan_record_barriers(r->program, r->commands, step->barriers, r->frame_slot);
    switch (step->kind) {
    case FUSOR_STEP_GROUP:
        return record_group(r, step->index);
    case FUSOR_STEP_PASS:
        return record_pass(r, step->index);
    case FUSOR_STEP_END:
        break;
    }
    return FUSOR_OK;
}

fusor_result vulkan_record_frame(vulkan_program *program, VkCommandBuffer commands,
                                 uint32_t frame_slot)
{
    const recording r = {program, commands, frame_slot,
                         (uint32_t)(program->frame % program->phase_count)};
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < program->plan->step_count; i++) {
        vulkan_record_poison(program, commands, i);
        result = record_step(&r, &program->plan->steps[i]);
    }
    return result;
}
