/* In: a loaded program and the caller's semaphores. Out: one submission a frame.
 * Promised: waits only for the fence of the slot it reuses; creates nothing and allocates nothing;
 * a frame that fails before its submission leaves frame counter and tracked states as they were. */
#include "vulkan/vulkan_internal.h"

/* ----------------------------------------------------------------------------------------- waiting */

static void read_time(fusor_vulkan *vk, uint32_t slot)
{
    uint64_t times[2];
    if (!vk->queries || vk->api.GetQueryPoolResults(
                            vk->device, vk->queries, slot * VULKAN_QUERY_STRIDE, 2, sizeof times,
                            times, sizeof times[0], VK_QUERY_RESULT_64_BIT) != VK_SUCCESS) {
        return;
    }
    uint64_t ticks = (times[1] - times[0]) & vk->timestamp_mask;
    vk->last_time_ns = (uint64_t)((double)ticks * (double)vk->properties.limits.timestampPeriod);
}

static void slot_finished(fusor_vulkan *vk, uint32_t slot)
{
    vk->slots[slot].pending = false;
    read_time(vk, slot);
}

/* A wait that runs out of memory has not waited: what it was for is still pending and must not be reset
 * or destroyed. The first failure is reported, the wait goes on. */
fusor_result vulkan_wait_fence(fusor_vulkan *vk, VkFence fence, const char *subject)
{
    enum { TRIES = 8 };
    VkResult first = VK_SUCCESS, last = VK_NOT_READY;
    for (int i = 0; i < TRIES && last != VK_SUCCESS && last != VK_ERROR_DEVICE_LOST; i++) {
        last = vk->api.WaitForFences(vk->device, 1, &fence, VK_TRUE, UINT64_MAX);
        first = i == 0 ? last : first;
    }
    return vulkan_check(vk, first, "vkWaitForFences", subject);
}

fusor_result vulkan_wait_slot(fusor_vulkan *vk, uint32_t slot)
{
    if (!vk->slots[slot].pending) {
        return FUSOR_OK;
    }
    fusor_result result = vulkan_wait_fence(vk, vk->slots[slot].fence, "frame");
    if (result == FUSOR_OK) {
        slot_finished(vk, slot);
    }
    return result;
}

/* Oldest first, so that the last time read is the last frame's. A failure does not stop it: all are
 * waited for. */
fusor_result vulkan_wait_slots(fusor_vulkan *vk)
{
    fusor_result first = FUSOR_OK;
    for (uint32_t i = 0; i < vk->slot_count; i++) {
        fusor_result result = vulkan_wait_slot(vk, (vk->next_slot + i) % vk->slot_count);
        first = first == FUSOR_OK ? result : first;
    }
    return first;
}

fusor_result fusor_vulkan_wait_idle(fusor_vulkan *vk)
{
    return vulkan_wait_slots(vk);
}

uint64_t fusor_vulkan_frame_time_ns(fusor_vulkan *vk)
{
    for (uint32_t i = 0; i < vk->slot_count; i++) {
        uint32_t slot = (vk->next_slot + i) % vk->slot_count;
        if (vk->slots[slot].pending &&
            vk->api.GetFenceStatus(vk->device, vk->slots[slot].fence) == VK_SUCCESS) {
            slot_finished(vk, slot);
        }
    }
    return vk->last_time_ns;
}

/* --------------------------------------------------------------------------------------- recording */

static void write_time(fusor_vulkan *vk, VkCommandBuffer commands, uint32_t slot, bool end)
{
    if (!vk->queries) {
        return;
    }
    if (!end) {
        vk->api.CmdResetQueryPool(commands, vk->queries, slot * VULKAN_QUERY_STRIDE, 2);
    }
    vk->api.CmdWriteTimestamp(
        commands, end ? VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT : VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
        vk->queries, slot * VULKAN_QUERY_STRIDE + end);
}

static fusor_result begin_commands(fusor_vulkan *vk, vulkan_frame_slot *slot)
{
    fusor_result result = vulkan_check(vk, vk->api.ResetCommandPool(vk->device, slot->pool, 0),
                                       "vkResetCommandPool", "frame");
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    if (result == FUSOR_OK) {
        result = vulkan_check(vk, vk->api.BeginCommandBuffer(slot->commands, &begin),
                              "vkBeginCommandBuffer", "frame");
    }
    return result;
}

static fusor_result record(fusor_vulkan *vk, uint32_t index)
{
    vulkan_frame_slot *slot = &vk->slots[index];
    fusor_result result = begin_commands(vk, slot);
    if (result != FUSOR_OK) {
        return result;
    }
    write_time(vk, slot->commands, index, false);
    fusor_result recorded = vulkan_record_frame(vk->program, slot->commands, index);
    write_time(vk, slot->commands, index, true);
    result =
        vulkan_check(vk, vk->api.EndCommandBuffer(slot->commands), "vkEndCommandBuffer", "frame");
    return recorded == FUSOR_OK ? result : recorded;
}

/* -------------------------------------------------------------------------------------- submitting */

/* Host writes become visible by the submission itself, but for memory that is not coherent. */
static fusor_result flush_host_writes(vulkan_program *program, uint32_t frame_slot)
{
    for (uint32_t i = 0; i < program->plan->resource_count; i++) {
        const fusor_plan_resource *plan = &program->plan->resources[i];
        const vulkan_resource *resource = &program->resources[i];
        if (!resource->memory || resource->coherent || plan->host != FUSOR_HOST_WRITE) {
            continue;
        }
        uint32_t instance = vulkan_instance_of(plan, program->frame, frame_slot, 0);
        fusor_result result = vulkan_flush(program->vk, resource->memory[instance], plan->name);
        if (result != FUSOR_OK) {
            return result;
        }
    }
    return FUSOR_OK;
}

#define WAIT_SEMAPHORES_MAX 16u

static fusor_result submit(fusor_vulkan *vk, uint32_t index, const fusor_vulkan_frame *frame)
{
    vulkan_frame_slot *slot = &vk->slots[index];
    VkPipelineStageFlags stages[WAIT_SEMAPHORES_MAX];
    for (uint32_t i = 0; i < WAIT_SEMAPHORES_MAX; i++) {
        stages[i] = vk->program->acquire_stages;
    }
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .waitSemaphoreCount = frame->wait_count,
                         .pWaitSemaphores = frame->wait_semaphores,
                         .pWaitDstStageMask = stages,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &slot->commands,
                         .signalSemaphoreCount = frame->signal_count,
                         .pSignalSemaphores = frame->signal_semaphores};
    fusor_result result = vulkan_check(vk, vk->api.ResetFences(vk->device, 1, &slot->fence),
                                       "vkResetFences", "frame");
    if (result == FUSOR_OK) {
        result = vulkan_check(vk, vk->api.QueueSubmit(vk->queue, 1, &info, slot->fence),
                              "vkQueueSubmit", "frame");
    }
    slot->pending = result == FUSOR_OK;
    return result;
}

static void frame_submitted(fusor_vulkan *vk, uint32_t slot)
{
    vulkan_states_commit(vk->program, vk->program->frame, slot);
    vk->program->frame++;
    vk->stats.frames++;
    vk->stats.submissions++;
    vk->last_slot = slot;
    vk->next_slot = (slot + 1) % vk->slot_count;
}

static fusor_result check_frame(fusor_vulkan *vk, const fusor_vulkan_frame *frame)
{
    if (vk->lost) {
        return vulkan_check(vk, VK_ERROR_DEVICE_LOST, "an earlier call", "device");
    }
    if (!vk->program) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_STATE, "frame",
                           "no plan is loaded; call fusor_vulkan_load() first");
    }
    if (frame->wait_count > WAIT_SEMAPHORES_MAX) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_ARGUMENT, "frame",
                           "a frame waits for at most %u semaphores", WAIT_SEMAPHORES_MAX);
    }
    return FUSOR_OK;
}

fusor_result fusor_vulkan_execute(fusor_vulkan *vk, const fusor_vulkan_frame *frame)
{
    static const fusor_vulkan_frame no_semaphores = {0};
    frame = frame ? frame : &no_semaphores;
    uint32_t slot = vk->next_slot;
    fusor_result result = check_frame(vk, frame);
    if (result == FUSOR_OK) {
        result = vulkan_wait_slot(vk, slot);
    }
    if (result == FUSOR_OK) {
        result = record(vk, slot);
    }
    if (result == FUSOR_OK) {
        result = flush_host_writes(vk->program, slot);
    }
    if (result == FUSOR_OK) {
        result = submit(vk, slot, frame);
    }
    if (result == FUSOR_OK) {
        frame_submitted(vk, slot);
    }
    return result;
}
