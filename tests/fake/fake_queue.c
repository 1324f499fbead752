/* In: submissions. Out: what they use, pending until they are done; the states they leave behind.
 * Promised: a submission that fails changes nothing (6.5: semaphores, fence and command buffers too). */
#include "fake_core.h"

/* ------------------------------------------------------------------------------------- the end */

static void finish_command_buffer(fake_object *object)
{
    fake_command_buffer *buffer = object->data;
    if (buffer->usage & VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT)
        buffer->state = FAKE_COMMAND_INVALID;
}

static void finish(fake_vulkan *fake, fake_submission *submission)
{
    submission->done = true;
    for (uint32_t i = 0; i < submission->refs.count; i++)
        fake->objects[submission->refs.items[i]]->pending--;
    for (uint32_t i = 0; i < submission->command_buffers.count; i++)
        finish_command_buffer(fake->objects[submission->command_buffers.items[i]]);
    if (submission->fence) {
        fake_fence *fence = fake->objects[submission->fence]->data;
        fence->pending = false;
        fence->signalled = true;
    }
}

/* Work of one queue ends in order: a fence that is signalled says that all before it is done (7.3). */
void fake_complete(fake_vulkan *fake, uint32_t queue, uint32_t fence)
{
    uint32_t end = fake->submission_count;
    for (uint32_t i = 0; fence && i < fake->submission_count; i++) {
        if (!fake->submissions[i].done && fake->submissions[i].fence == fence) {
            queue = fake->submissions[i].queue;
            end = i + 1;
        }
    }
    for (uint32_t i = 0; i < end; i++) {
        if (!fake->submissions[i].done && (!queue || fake->submissions[i].queue == queue))
            finish(fake, &fake->submissions[i]);
    }
}

void fake_vulkan_complete(fake_vulkan *fake)
{
    fake_complete(fake, 0, 0);
}

uint32_t fake_vulkan_pending_count(const fake_vulkan *fake)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < fake->submission_count; i++)
        count += !fake->submissions[i].done;
    return count;
}

/* ---------------------------------------------------------------------------------- semaphores */

static void wait_semaphore(fake_vulkan *fake, const VkSemaphoreSubmitInfo *info,
                           fake_submission *submission)
{
    fake_object *object = FAKE_USE(fake, SEMAPHORE, info->semaphore);
    if (!object)
        return;
    fake_semaphore *semaphore = object->data;
    fake_list_add(&submission->refs, object->serial);
    FAKE_CHECK(fake, info->stageMask || fake->desc.features.synchronization2, SEMAPHORE,
               "a wait at no stage");
    if (semaphore->timeline)
        return;
    FAKE_CHECK(fake, semaphore->signalled, SEMAPHORE, "%s is waited for and nothing signals it",
               fake_name(object));
    semaphore->signalled = false;
}

static void signal_semaphore(fake_vulkan *fake, const VkSemaphoreSubmitInfo *info,
                             fake_submission *submission)
{
    fake_object *object = FAKE_USE(fake, SEMAPHORE, info->semaphore);
    if (!object)
        return;
    fake_semaphore *semaphore = object->data;
    fake_list_add(&submission->refs, object->serial);
    if (semaphore->timeline) {
        FAKE_CHECK(fake, info->value > semaphore->value, SEMAPHORE, "the value of %s does not grow",
                   fake_name(object));
        semaphore->value = info->value;
        return;
    }
    FAKE_CHECK(fake, !semaphore->signalled, SEMAPHORE, "%s is signalled already",
               fake_name(object));
    semaphore->signalled = true;
}

/* ----------------------------------------------------------------------------- command buffers */

static uint32_t family_of(const fake_vulkan *fake, const fake_object *command_buffer)
{
    const fake_object *pool = fake->objects[command_buffer->parent];
    return ((const fake_command_pool *)pool->data)->family;
}

static void check_refs(fake_vulkan *fake, const fake_list *refs)
{
    for (uint32_t i = 0; i < refs->count; i++) {
        const fake_object *object = fake->objects[refs->items[i]];
        FAKE_CHECK(fake, object->alive, USE_AFTER_DESTROY,
                   "a submitted command uses %s, which is destroyed", fake_name(object));
        const fake_resource *resource = fake_resource_of(object);
        FAKE_CHECK(fake, !resource || resource->memory, BIND_MISSING, "%s has no memory",
                   fake_name(object));
    }
}

static void check_command_buffer(fake_vulkan *fake, const fake_object *queue,
                                 const fake_object *object)
{
    const fake_command_buffer *buffer = object->data;
    FAKE_CHECK(fake, buffer->state == FAKE_COMMAND_EXECUTABLE, SUBMIT, "%s is not executable",
               fake_name(object));
    FAKE_CHECK(fake, buffer->level == VK_COMMAND_BUFFER_LEVEL_PRIMARY, SUBMIT, "%s is a secondary",
               fake_name(object));
    FAKE_CHECK(fake,
               !object->pending || (buffer->usage & VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT),
               SUBMIT, "%s is pending", fake_name(object));
    FAKE_CHECK(fake, family_of(fake, object) == ((const fake_queue *)queue->data)->family, SUBMIT,
               "%s comes from a pool of another queue family", fake_name(object));
}

static void submit_command_buffer(fake_vulkan *fake, const fake_object *queue,
                                  VkCommandBuffer handle, fake_submission *submission)
{
    fake_object *object = FAKE_USE(fake, COMMAND_BUFFER, handle);
    if (!object)
        return;
    const fake_command_buffer *buffer = object->data;
    fake_list refs = {0};
    check_command_buffer(fake, queue, object);
    fake_list_add(&submission->refs, object->serial);
    fake_list_add(&submission->command_buffers, object->serial);
    for (uint32_t i = 0; i < buffer->refs.count; i++)
        fake_collect(fake, fake->objects[buffer->refs.items[i]], &refs);
    check_refs(fake, &refs);
    for (uint32_t i = 0; i < refs.count; i++)
        fake_list_add(&submission->refs, refs.items[i]);
    fake_list_free(&refs);
    fake_run_ops(fake, buffer);
}

/* ------------------------------------------------------------------------------------- submits */

static void take_fence(fake_vulkan *fake, VkFence handle, fake_submission *submission)
{
    fake_object *object = FAKE_FIND(fake, FENCE, handle);
    if (!object)
        return;
    fake_fence *fence = object->data;
    FAKE_CHECK(fake, !fence->signalled, FENCE, "%s is signalled, not reset", fake_name(object));
    FAKE_CHECK(fake, !fence->pending, FENCE, "%s is pending", fake_name(object));
    fence->pending = true;
    submission->fence = object->serial;
    fake_list_add(&submission->refs, object->serial);
}

static void submit(fake_vulkan *fake, VkQueue handle, const fake_vulkan_submit *info)
{
    const fake_object *queue = fake_of_handle(handle);
    fake_submission submission = {.queue = queue->serial};
    for (uint32_t i = 0; i < info->wait_count; i++)
        wait_semaphore(fake, &info->waits[i], &submission);
    for (uint32_t i = 0; i < info->command_buffer_count; i++)
        submit_command_buffer(fake, queue, info->command_buffers[i], &submission);
    for (uint32_t i = 0; i < info->signal_count; i++)
        signal_semaphore(fake, &info->signals[i], &submission);
    take_fence(fake, info->fence, &submission);
    for (uint32_t i = 0; i < submission.refs.count; i++)
        fake->objects[submission.refs.items[i]]->pending++;
    fake->submissions = fake_grow(fake->submissions, fake->submission_count,
                                  &fake->submission_capacity, sizeof *fake->submissions);
    fake->submissions[fake->submission_count++] = submission;
    fake_set_info(fake, info);
    if (!fake->desc.manual_completion)
        fake_complete(fake, queue->serial, 0);
}

static void count_batches(const VkSubmitInfo *batches, uint32_t count, fake_vulkan_submit *sum)
{
    for (uint32_t i = 0; i < count; i++) {
        sum->wait_count += batches[i].waitSemaphoreCount;
        sum->signal_count += batches[i].signalSemaphoreCount;
        sum->command_buffer_count += batches[i].commandBufferCount;
    }
}

static VkSemaphoreSubmitInfo widen_semaphore(VkSemaphore semaphore, const uint64_t *values,
                                             uint32_t i)
{
    return (VkSemaphoreSubmitInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                   .semaphore = semaphore,
                                   .value = values ? values[i] : 0,
                                   .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
}

/* All batches in one list: what waits and signals in between does not matter to what is followed. */
static const fake_vulkan_submit *widen(fake_vulkan *fake, VkFence fence,
                                       const VkSubmitInfo *batches, uint32_t count)
{
    fake_vulkan_submit *out = fake_alloc(fake, sizeof *out);
    count_batches(batches, count, out);
    out->fence = fence;
    VkSemaphoreSubmitInfo *waits = fake_alloc(fake, (out->wait_count + 1) * sizeof *waits);
    VkSemaphoreSubmitInfo *signals = fake_alloc(fake, (out->signal_count + 1) * sizeof *signals);
    VkCommandBuffer *buffers = fake_alloc(fake, (out->command_buffer_count + 1) * sizeof *buffers);
    out->waits = waits;
    out->signals = signals;
    out->command_buffers = buffers;
    for (uint32_t b = 0; b < count; b++) {
        const VkSubmitInfo *batch = &batches[b];
        const VkTimelineSemaphoreSubmitInfo *values =
            fake_next(batch->pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
        for (uint32_t i = 0; i < batch->waitSemaphoreCount; i++) {
            *waits = widen_semaphore(batch->pWaitSemaphores[i],
                                     values ? values->pWaitSemaphoreValues : NULL, i);
            (waits++)->stageMask = batch->pWaitDstStageMask[i];
        }
        for (uint32_t i = 0; i < batch->signalSemaphoreCount; i++)
            *signals++ = widen_semaphore(batch->pSignalSemaphores[i],
                                         values ? values->pSignalSemaphoreValues : NULL, i);
        for (uint32_t i = 0; i < batch->commandBufferCount; i++)
            *buffers++ = batch->pCommandBuffers[i];
    }
    return out;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_QueueSubmit(VkQueue queue, uint32_t count,
                                                       const VkSubmitInfo *batches, VkFence fence)
{
    VkResult result = FAKE_ENTER(fake_of(queue), QueueSubmit, FAKE_ARG(QUEUE, queue),
                                 FAKE_ARG(FENCE, fence), FAKE_NUMBER(count));
    if (!result)
        submit(fake_of(queue), queue, widen(fake_of(queue), fence, batches, count));
    return result;
}

static const fake_vulkan_submit *flatten(fake_vulkan *fake, VkFence fence,
                                         const VkSubmitInfo2 *batches, uint32_t count)
{
    fake_vulkan_submit *out = fake_alloc(fake, sizeof *out);
    for (uint32_t i = 0; i < count; i++) {
        out->wait_count += batches[i].waitSemaphoreInfoCount;
        out->signal_count += batches[i].signalSemaphoreInfoCount;
        out->command_buffer_count += batches[i].commandBufferInfoCount;
    }
    out->fence = fence;
    VkSemaphoreSubmitInfo *waits = fake_alloc(fake, (out->wait_count + 1) * sizeof *waits);
    VkSemaphoreSubmitInfo *signals = fake_alloc(fake, (out->signal_count + 1) * sizeof *signals);
    VkCommandBuffer *buffers = fake_alloc(fake, (out->command_buffer_count + 1) * sizeof *buffers);
    out->waits = waits;
    out->signals = signals;
    out->command_buffers = buffers;
    for (uint32_t b = 0; b < count; b++) {
        for (uint32_t i = 0; i < batches[b].waitSemaphoreInfoCount; i++)
            *waits++ = batches[b].pWaitSemaphoreInfos[i];
        for (uint32_t i = 0; i < batches[b].signalSemaphoreInfoCount; i++)
            *signals++ = batches[b].pSignalSemaphoreInfos[i];
        for (uint32_t i = 0; i < batches[b].commandBufferInfoCount; i++)
            *buffers++ = batches[b].pCommandBufferInfos[i].commandBuffer;
    }
    return out;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_QueueSubmit2(VkQueue queue, uint32_t count,
                                                        const VkSubmitInfo2 *batches, VkFence fence)
{
    fake_vulkan *fake = fake_of(queue);
    VkResult result = FAKE_ENTER(fake, QueueSubmit2, FAKE_ARG(QUEUE, queue), FAKE_ARG(FENCE, fence),
                                 FAKE_NUMBER(count));
    FAKE_CHECK(fake, fake->desc.features.synchronization2, FEATURE,
               "synchronization2 is not enabled");
    if (!result)
        submit(fake, queue, flatten(fake, fence, batches, count));
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_QueueWaitIdle(VkQueue queue)
{
    VkResult result = FAKE_ENTER(fake_of(queue), QueueWaitIdle, FAKE_ARG(QUEUE, queue));
    if (!result)
        fake_complete(fake_of(queue), fake_of_handle(queue)->serial, 0);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_DeviceWaitIdle(VkDevice device)
{
    VkResult result = FAKE_ENTER(fake_of(device), DeviceWaitIdle, FAKE_ARG(DEVICE, device));
    if (!result)
        fake_complete(fake_of(device), 0, 0);
    return result;
}

void fake_register_queue(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, QueueSubmit);
    FAKE_REGISTER(table, QueueSubmit2);
    FAKE_REGISTER(table, QueueWaitIdle);
    FAKE_REGISTER(table, DeviceWaitIdle);
}
