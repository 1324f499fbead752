/* In: the log of one frame. Out: a plan. Promised: one walk over the calls; what stands in the log where a
 * plan has no place for it is an error, never left out. */
#include "fake_lift_core.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *lift_grow(void *data, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return data;
    *room = *room ? *room * 2 : 16;
    data = realloc(data, *room * size);
    if (!data)
        abort();
    return data;
}

void *lift_zeroed(size_t count, size_t size)
{
    void *data = calloc(count ? count : 1, size);
    if (!data)
        abort();
    return data;
}

bool lift_fail(lift_frame *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!f->failed)
        vsnprintf(f->lift->error, sizeof f->lift->error, format, args);
    va_end(args);
    f->failed = true;
    return false;
}

/* --------------------------------------------------------------------------------------- barriers */

static bool is_full(const fake_vulkan_barrier *b)
{
    return b->src_stages == VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT &&
           b->dst_stages == VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT && b->memory_count == 1 &&
           b->buffer_count + b->image_count == 0 &&
           b->memory[0].srcAccessMask == VK_ACCESS_2_MEMORY_WRITE_BIT &&
           b->memory[0].dstAccessMask ==
               (VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT);
}

/* Poison's fills stand between two full barriers, which are no barriers of the plan. */
static bool add_barrier(lift_frame *f, const fake_vulkan_barrier *barrier)
{
    if (f->in_group || f->in_pass)
        return lift_fail(f, "a barrier inside of a pass or a render pass");
    if (f->filling) {
        f->filling = false;
        return is_full(barrier) || lift_fail(f, "no full barrier behind a fill");
    }
    *LIFT_PUSH(&f->pending) = barrier;
    return true;
}

static bool add_fill(lift_frame *f, const fake_vulkan_call *call)
{
    if (f->in_pass)
        return lift_check_copy(f, call);
    if (f->in_group || !f->lift->poison)
        return lift_fail(f, "a fill that is nobody's");
    if (!f->filling) {
        if (!f->pending.count || !is_full(f->pending.data[f->pending.count - 1]))
            return lift_fail(f, "no full barrier before a fill");
        f->pending.count--;
        f->filling = true;
    }
    return lift_fill(f, call);
}

/* ------------------------------------------------------------------------------------------ steps */

static bool add_step(lift_frame *f, fusor_step_kind kind, uint32_t index, uint32_t before)
{
    fusor_plan_step step = {.kind = kind, .index = index};
    if (f->filling)
        return lift_fail(f, "a fill without a full barrier behind it");
    if (!lift_check_fills(f, before) || !lift_barriers(f, before, &step.barriers))
        return false;
    *LIFT_PUSH(&f->steps) = step;
    return true;
}

static bool begin_pass(lift_frame *f, const char *name)
{
    uint32_t pass = fusor_plan_find_pass(f->plan, name);
    if (pass == FUSOR_NONE || f->in_pass)
        return lift_fail(f, "label '%s' is no pass, or inside of one", name);
    f->in_pass = true;
    f->pass = pass;
    *LIFT_PUSH(&f->order) = pass;
    if (!f->in_group)
        return add_step(f, FUSOR_STEP_PASS, pass, pass);
    if (!f->group.members.count && !add_step(f, FUSOR_STEP_GROUP, f->groups.count, pass))
        return false;
    return lift_member(f, pass);
}

static bool end_pass(lift_frame *f)
{
    bool open = f->in_pass;
    f->in_pass = false;
    return open || lift_fail(f, "a label ends that was not begun");
}

/* The callbacks say by a number of their draw or dispatch who they are. */
static bool check_marker(lift_frame *f, uint64_t id)
{
    return (f->in_pass && id == f->pass + 1) ||
           lift_fail(f, "work of pass %llu under the label of '%s'", (unsigned long long)id,
                     f->in_pass ? f->plan->passes[f->pass].name : "nobody");
}

/* ------------------------------------------------------------------------------------------ walk */

static bool next_subpass(lift_frame *f)
{
    f->subpass++;
    return (f->in_group && !f->in_pass && f->subpass < f->render_pass->subpassCount) ||
           lift_fail(f, "a next subpass where there is none");
}

static bool read_call(lift_frame *f, const fake_vulkan_call *call)
{
    switch (call->fn) {
    case FAKE_VULKAN_CmdPipelineBarrier:
    case FAKE_VULKAN_CmdPipelineBarrier2:
        return add_barrier(f, call->info);
    case FAKE_VULKAN_CmdBeginRenderPass:
    case FAKE_VULKAN_CmdBeginRenderPass2:
        return lift_begin_group(f, call->info);
    case FAKE_VULKAN_CmdNextSubpass:
    case FAKE_VULKAN_CmdNextSubpass2:
        return next_subpass(f);
    case FAKE_VULKAN_CmdEndRenderPass:
    case FAKE_VULKAN_CmdEndRenderPass2:
        return lift_end_group(f);
    case FAKE_VULKAN_CmdClearAttachments:
        return lift_clears(f, call->info);
    case FAKE_VULKAN_CmdBeginDebugUtilsLabelEXT:
        return begin_pass(f, call->info);
    case FAKE_VULKAN_CmdEndDebugUtilsLabelEXT:
        return end_pass(f);
    case FAKE_VULKAN_CmdDraw:
        return check_marker(f, call->args[call->arg_count - 1].value);
    case FAKE_VULKAN_CmdDispatch:
        return check_marker(f, call->args[call->arg_count - 1].value);
    case FAKE_VULKAN_CmdFillBuffer:
        return add_fill(f, call);
    case FAKE_VULKAN_CmdCopyBuffer:
    case FAKE_VULKAN_CmdCopyImage:
    case FAKE_VULKAN_CmdBlitImage:
    case FAKE_VULKAN_CmdResolveImage:
    case FAKE_VULKAN_CmdCopyBufferToImage:
    case FAKE_VULKAN_CmdCopyImageToBuffer:
    case FAKE_VULKAN_CmdClearColorImage:
    case FAKE_VULKAN_CmdClearDepthStencilImage:
        return lift_check_copy(f, call);
    case FAKE_VULKAN_EndCommandBuffer:
        return !f->in_group && add_step(f, FUSOR_STEP_END, 0, FUSOR_NONE);
    default:
        return true;
    }
}

static bool read_log(lift_frame *f)
{
    bool good = true;
    for (uint32_t i = 0; good && i < fake_vulkan_log_count(f->lift->fake); i++)
        good = read_call(f, fake_vulkan_log_get(f->lift->fake, i));
    return good && ((f->steps.count && f->steps.data[f->steps.count - 1].kind == FUSOR_STEP_END) ||
                    lift_fail(f, "the frame has no end"));
}

/* ------------------------------------------------------------------------------------------ plans */

/* Slices of what stays the loaded plan's (exits, members' maps) keep their places in the lists. */
static void begin_lists(lift_frame *f)
{
    for (uint32_t i = 0; i < f->plan->pass_list_count; i++)
        *LIFT_PUSH(&f->pass_list) = f->plan->pass_list[i];
    for (uint32_t i = 0; i < f->plan->index_list_count; i++)
        *LIFT_PUSH(&f->index_list) = f->plan->index_list[i];
    for (uint32_t i = 0; i < f->plan->pass_count; i++) {
        fusor_plan_pass *pass = LIFT_PUSH(&f->passes);
        *pass = f->plan->passes[i];
        pass->group = FUSOR_NONE;
        pass->member = 0;
    }
    for (uint32_t i = 0; i < f->plan->placement_count; i++)
        *LIFT_PUSH(&f->placements) = f->plan->placements[i];
}

static fusor_plan *make_plan(lift_frame *f)
{
    fusor_plan shown = *f->plan, *plan = NULL;
#define LIFT_ROW(type, name, n)                                                                    \
    shown.name = f->name.data;                                                                     \
    shown.n = f->name.count;
    LIFT_ARRAYS(LIFT_ROW)
#undef LIFT_ROW
    shown.counts.passes = f->order.count;
    shown.counts.render_passes = f->groups.count;
    shown.counts.barriers = f->barriers.count;
    shown.counts.barrier_calls = f->lift->boundaries;
    if (fusor_plan_clone(&shown, NULL, &plan) != FUSOR_OK)
        abort();
    return plan;
}

static void finish(lift_frame *f)
{
#define LIFT_ROW(type, name, n) free(f->name.data);
    LIFT_ARRAYS(LIFT_ROW)
#undef LIFT_ROW
    free(f->pending.data);
    free(f->fills.data);
}

fusor_plan *fake_lift_frame(fake_lift *lift, uint64_t frame)
{
    lift_frame f = {.lift = lift, .plan = lift->plan, .frame = frame};
    lift->error[0] = 0;
    lift->commands = lift->boundaries = 0;
    begin_lists(&f);
    bool good = lift_placements(&f) && read_log(&f);
    fusor_plan *plan = good ? make_plan(&f) : NULL;
    finish(&f);
    return plan;
}
