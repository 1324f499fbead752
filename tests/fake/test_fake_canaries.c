/* In: one fault, planted on purpose. Out: the violation that names it, and no other.
 * Promised: every kind of violation has at least one canary; without it, silence would prove nothing. */
#include "fake_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM
#define COLOR VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
#define STORAGE VK_BUFFER_USAGE_STORAGE_BUFFER_BIT

/* ------------------------------------------------------------------------------------ handles */

static void unknown_handle(fake_world *w)
{
    w->vk.DestroyImage(w->device, (VkImage)(uintptr_t)0x1234, NULL);
}

static void handle_of_another_kind(fake_world *w)
{
    VkBuffer buffer = fake_world_buffer(w, 64, STORAGE);
    w->vk.DestroyImage(w->device, (VkImage)(uintptr_t)buffer, NULL);
}

static void use_after_destroy(fake_world *w)
{
    VkImage image = fake_world_bound_image(w, RGBA8, COLOR);
    w->vk.DestroyImage(w->device, image, NULL);
    VkMemoryRequirements needs;
    w->vk.GetImageMemoryRequirements(w->device, image, &needs);
}

static void submit_of_commands_on_a_destroyed_buffer(fake_world *w)
{
    VkBuffer buffer = fake_world_bound_buffer(w, 64, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    VkCommandBuffer commands = fake_world_record(w);
    w->vk.CmdFillBuffer(commands, buffer, 0, VK_WHOLE_SIZE, 0);
    w->vk.DestroyBuffer(w->device, buffer, NULL);
    fake_world_submit(w, commands, VK_NULL_HANDLE);
}

static void double_destroy(fake_world *w)
{
    VkFence fence = fake_world_fence(w);
    w->vk.DestroyFence(w->device, fence, NULL);
    w->vk.DestroyFence(w->device, fence, NULL);
}

/* Memory is used through the image that the view of the framebuffer shows. */
static void free_of_memory_that_pending_work_uses(fake_world *w)
{
    VkCommandBuffer commands = fake_world_record(w);
    fake_world_begin_pass(w, commands, 1);
    w->vk.CmdEndRenderPass(commands);
    fake_world_submit(w, commands, VK_NULL_HANDLE);
    const fake_vulkan_call *call = fake_vulkan_find_call(w->fake, FAKE_VULKAN_AllocateMemory, 0);
    w->vk.FreeMemory(w->device, (VkDeviceMemory)(uintptr_t)call->args[3].value, NULL);
}

static void destroy_of_a_pool_with_pending_buffers(fake_world *w)
{
    VkCommandBuffer commands = fake_world_record(w);
    fake_world_submit(w, commands, VK_NULL_HANDLE);
    w->vk.DestroyCommandPool(w->device, w->pool, NULL);
}

static void leak(fake_world *w)
{
    fake_world_fence(w);
    w->vk.DestroyDevice(w->device, NULL);
}

/* --------------------------------------------------------------------------------- create infos */

static void transient_image_that_is_sampled(fake_world *w)
{
    fake_world_image(w, RGBA8,
                     COLOR | VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
}

static void image_without_usage(fake_world *w)
{
    fake_world_image(w, RGBA8, 0);
}

static void load_op_none_without_its_extension(fake_world *w)
{
    const VkAttachmentDescription attachment = {.format = RGBA8,
                                                .samples = VK_SAMPLE_COUNT_1_BIT,
                                                .loadOp = VK_ATTACHMENT_LOAD_OP_NONE_EXT,
                                                .finalLayout = VK_IMAGE_LAYOUT_GENERAL};
    const VkSubpassDescription subpass = {0};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .attachmentCount = 1,
                                         .pAttachments = &attachment,
                                         .subpassCount = 1,
                                         .pSubpasses = &subpass};
    VkRenderPass pass;
    (void)w->vk.CreateRenderPass(w->device, &info, NULL, &pass);
}

/* --------------------------------------------------------------------------------------- memory */

static void allocation_of_a_type_that_is_none(fake_world *w)
{
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = 64,
                                       .memoryTypeIndex = 31};
    VkDeviceMemory memory;
    assert_int_equal(w->vk.AllocateMemory(w->device, &info, NULL, &memory),
                     VK_ERROR_OUT_OF_DEVICE_MEMORY);
}

static void bind_beyond_the_end(fake_world *w)
{
    VkBuffer buffer = fake_world_buffer(w, 512, STORAGE);
    w->vk.BindBufferMemory(w->device, buffer, fake_world_memory(w, 512, 0), 256);
}

static void bind_twice(fake_world *w)
{
    VkBuffer buffer = fake_world_bound_buffer(w, 512, STORAGE);
    w->vk.BindBufferMemory(w->device, buffer, fake_world_memory(w, 512, 0), 0);
}

static void bind_at_a_misaligned_offset(fake_world *w)
{
    VkBuffer buffer = fake_world_buffer(w, 256, STORAGE);
    w->vk.BindBufferMemory(w->device, buffer, fake_world_memory(w, 1024, 0), 128);
}

static void bind_to_a_type_that_does_not_fit(fake_world *w)
{
    VkImage image = fake_world_image(w, RGBA8, COLOR);
    w->vk.BindImageMemory(w->device, image, fake_world_memory(w, 1 << 20, 3), 0);
}

static void bind_to_the_dedicated_memory_of_another(fake_world *w)
{
    VkBuffer owner = fake_world_buffer(w, 256, STORAGE), other = fake_world_buffer(w, 256, STORAGE);
    const VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .buffer = owner};
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .pNext = &dedicated,
                                       .allocationSize = 256};
    VkDeviceMemory memory;
    assert_int_equal(w->vk.AllocateMemory(w->device, &info, NULL, &memory), VK_SUCCESS);
    w->vk.BindBufferMemory(w->device, other, memory, 0);
}

static void shared_memory_for_what_requires_its_own(fake_world *w)
{
    VkImage image = fake_world_image(w, VK_FORMAT_R32_SFLOAT, COLOR); /* see requirements() */
    w->vk.BindImageMemory(w->device, image, fake_world_memory(w, 1 << 20, 0), 0);
}

static void submit_of_a_fill_of_unbound_memory(fake_world *w)
{
    VkBuffer buffer = fake_world_buffer(w, 64, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    VkCommandBuffer commands = fake_world_record(w);
    w->vk.CmdFillBuffer(commands, buffer, 0, VK_WHOLE_SIZE, 0);
    fake_world_submit(w, commands, VK_NULL_HANDLE);
}

static void buffer_and_image_on_one_page(fake_world *w)
{
    VkBuffer buffer = fake_world_buffer(w, 256, STORAGE);
    VkImage image = fake_world_image(w, RGBA8, COLOR);
    VkDeviceMemory memory = fake_world_memory(w, 1 << 20, 0);
    w->vk.BindBufferMemory(w->device, buffer, memory, 0);
    w->vk.BindImageMemory(w->device, image, memory, 256);
}

static void map_of_device_local_memory(fake_world *w)
{
    void *data;
    assert_int_not_equal(
        w->vk.MapMemory(w->device, fake_world_memory(w, 64, 0), 0, VK_WHOLE_SIZE, 0, &data),
        VK_SUCCESS);
}

static void map_twice(fake_world *w)
{
    VkDeviceMemory memory = fake_world_memory(w, 64, 1);
    void *data;
    assert_int_equal(w->vk.MapMemory(w->device, memory, 0, VK_WHOLE_SIZE, 0, &data), VK_SUCCESS);
    assert_int_not_equal(w->vk.MapMemory(w->device, memory, 0, VK_WHOLE_SIZE, 0, &data),
                         VK_SUCCESS);
}

static void flush_of_half_an_atom(fake_world *w)
{
    VkDeviceMemory memory = fake_world_memory(w, 256, 1);
    const VkMappedMemoryRange range = {
        .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = memory, .offset = 32, .size = 64};
    void *data;
    assert_int_equal(w->vk.MapMemory(w->device, memory, 0, VK_WHOLE_SIZE, 0, &data), VK_SUCCESS);
    assert_int_equal(w->vk.FlushMappedMemoryRanges(w->device, 1, &range), VK_SUCCESS);
}

/* ------------------------------------------------------------------------------------- commands */

static void command_before_begin(fake_world *w)
{
    VkCommandBuffer commands = fake_world_record(w);
    w->vk.EndCommandBuffer(commands);
    w->vk.CmdDispatch(commands, 1, 1, 1);
}

static void begin_of_a_pending_buffer(fake_world *w)
{
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer commands = fake_world_record(w);
    fake_world_submit(w, commands, VK_NULL_HANDLE);
    w->vk.BeginCommandBuffer(commands, &begin);
}

static void dispatch_inside_a_render_pass(fake_world *w)
{
    VkCommandBuffer commands = fake_world_record(w);
    fake_world_begin_pass(w, commands, 1);
    w->vk.CmdDispatch(commands, 1, 1, 1);
}

static void barrier_inside_a_render_pass(fake_world *w)
{
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    VkCommandBuffer commands = fake_world_record(w);
    fake_world_begin_pass(w, commands, 1);
    w->vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                             VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, 0, 1, &barrier, 0, NULL, 0,
                             NULL);
}

static void draw_outside_a_render_pass(fake_world *w)
{
    w->vk.CmdDraw(fake_world_record(w), 3, 1, 0, 0);
}

static void end_of_a_buffer_with_an_open_render_pass(fake_world *w)
{
    VkCommandBuffer commands = fake_world_record(w);
    fake_world_begin_pass(w, commands, 1);
    w->vk.EndCommandBuffer(commands);
}

static void subpass_too_many(fake_world *w)
{
    VkCommandBuffer commands = fake_world_record(w);
    fake_world_begin_pass(w, commands, 1);
    w->vk.CmdNextSubpass(commands, VK_SUBPASS_CONTENTS_INLINE);
}

static void render_pass_that_ends_early(fake_world *w)
{
    VkCommandBuffer commands = fake_world_record(w);
    fake_world_begin_pass(w, commands, 2);
    w->vk.CmdEndRenderPass(commands);
}

static void framebuffer_of_another_format(fake_world *w)
{
    VkImage image = fake_world_bound_image(w, VK_FORMAT_R8_UNORM, COLOR);
    fake_world_framebuffer(w, fake_world_render_pass(w, 1),
                           fake_world_view(w, image, VK_FORMAT_R8_UNORM));
}

static void access_that_its_stage_cannot_make(fake_world *w)
{
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
    w->vk.CmdPipelineBarrier(fake_world_record(w), VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL, 0,
                             NULL);
}

static void barrier_without_stages(fake_world *w)
{
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    w->vk.CmdPipelineBarrier(fake_world_record(w), 0, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1,
                             &barrier, 0, NULL, 0, NULL);
}

static void transition_from_a_layout_that_is_not_there(fake_world *w)
{
    VkImage image = fake_world_bound_image(w, RGBA8, COLOR);
    VkCommandBuffer commands = fake_world_record(w);
    fake_world_transition(w, commands, image, VK_IMAGE_LAYOUT_GENERAL,
                          VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    fake_world_submit(w, commands, VK_NULL_HANDLE);
}

static void copy_in_the_wrong_layout(fake_world *w)
{
    VkImage image = fake_world_bound_image(w, RGBA8, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkCommandBuffer commands = fake_world_record(w);
    const VkClearColorValue black = {0};
    const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    w->vk.CmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &black, 1,
                             &range);
    fake_world_submit(w, commands, VK_NULL_HANDLE);
}

static void use_of_an_image_whose_bytes_were_taken_over(fake_world *w)
{
    VkImage old = fake_world_image(w, RGBA8, COLOR), new = fake_world_image(w, RGBA8, COLOR);
    VkDeviceMemory memory = fake_world_memory(w, 1 << 20, 0);
    VkCommandBuffer commands = fake_world_record(w);
    w->vk.BindImageMemory(w->device, old, memory, 0);
    w->vk.BindImageMemory(w->device, new, memory, 1024);
    fake_world_transition(w, commands, old, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    fake_world_transition(w, commands, new, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    fake_world_transition(w, commands, old, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL);
    fake_world_submit(w, commands, VK_NULL_HANDLE);
}

static void fill_of_a_buffer_without_usage(fake_world *w)
{
    VkBuffer buffer = fake_world_bound_buffer(w, 64, STORAGE);
    w->vk.CmdFillBuffer(fake_world_record(w), buffer, 0, VK_WHOLE_SIZE, 0);
}

static void fill_beyond_the_end(fake_world *w)
{
    VkBuffer buffer = fake_world_bound_buffer(w, 64, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    w->vk.CmdFillBuffer(fake_world_record(w), buffer, 32, 64, 0);
}

static void timestamp_that_was_not_reset(fake_world *w)
{
    const VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                        .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                        .queryCount = 2};
    VkCommandBuffer commands = fake_world_record(w);
    VkQueryPool pool;
    assert_int_equal(w->vk.CreateQueryPool(w->device, &info, NULL, &pool), VK_SUCCESS);
    w->vk.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 1);
    fake_world_submit(w, commands, VK_NULL_HANDLE);
}

static void label_that_is_left_open(fake_world *w)
{
    const VkDebugUtilsLabelEXT label = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
                                        .pLabelName = "x"};
    VkCommandBuffer commands = fake_world_record(w);
    w->vk.CmdBeginDebugUtilsLabelEXT(commands, &label);
    w->vk.EndCommandBuffer(commands);
}

/* ------------------------------------------------------------------------------------- submits */

static void submit_of_a_buffer_that_records(fake_world *w)
{
    VkCommandBuffer commands = fake_world_record(w);
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &commands};
    w->vk.QueueSubmit(w->queue, 1, &info, VK_NULL_HANDLE);
}

static void submit_to_another_family(fake_world *w)
{
    w->queue = fake_vulkan_queue(w->fake, 1, 0);
    fake_world_submit(w, fake_world_record(w), VK_NULL_HANDLE);
}

static void fence_that_was_not_reset(fake_world *w)
{
    VkFence fence = fake_world_fence(w);
    fake_world_submit(w, fake_world_record(w), fence);
    fake_vulkan_complete(w->fake);
    fake_world_submit(w, fake_world_record(w), fence);
}

static void endless_wait(fake_world *w)
{
    VkFence fence = fake_world_fence(w);
    assert_int_equal(w->vk.WaitForFences(w->device, 1, &fence, VK_TRUE, UINT64_MAX), VK_TIMEOUT);
}

static void wait_for_a_semaphore_that_nobody_signals(fake_world *w)
{
    VkSemaphore semaphore = fake_world_semaphore(w);
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .waitSemaphoreCount = 1,
                               .pWaitSemaphores = &semaphore,
                               .pWaitDstStageMask = &stage};
    w->vk.QueueSubmit(w->queue, 1, &info, VK_NULL_HANDLE);
}

/* -------------------------------------------------------------------------------------- running */

typedef struct canary {
    fake_vulkan_violation_kind kind;
    void (*plant)(fake_world *world);
} canary;

static void requirements(void *user, const VkImageCreateInfo *image,
                         const VkBufferCreateInfo *buffer, fake_vulkan_requirements *out)
{
    (void)user, (void)buffer;
    out->requires_dedicated = image && image->format == VK_FORMAT_R32_SFLOAT;
}

static void init(fake_world *world)
{
    static const char *const extensions[] = {"VK_EXT_debug_utils"};
    static const VkQueueFamilyProperties families[] = {
        {VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT, 1, 64, {1, 1, 1}},
        {VK_QUEUE_TRANSFER_BIT, 1, 0, {1, 1, 1}},
    };
    VkPhysicalDeviceMemoryProperties memory = fake_vulkan_default_memory();
    memory.memoryTypes[memory.memoryTypeCount++] = (VkMemoryType){
        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT, 0};
    const fake_vulkan_desc desc = {.extensions = extensions,
                                   .extension_count = 1,
                                   .memory = &memory,
                                   .requirements_fn = requirements,
                                   .queue_families = families,
                                   .queue_family_count = 2,
                                   .manual_completion = true};
    fake_world_init(world, &desc);
}

/* Leaks are what most canaries leave: only the canary of leaks looks for them. */
static void is_seen(void **state)
{
    const canary *row = *state;
    fake_world world;
    init(&world);
    row->plant(&world);
    if (fake_vulkan_violation_count(world.fake) == 0)
        fail_msg("nothing was seen");
    for (uint32_t i = 0; i < fake_vulkan_violation_count(world.fake); i++) {
        const fake_vulkan_violation *violation = fake_vulkan_violation_get(world.fake, i);
        if (violation->kind != row->kind)
            fail_msg("%s: %s", fake_vulkan_violation_word(violation->kind), violation->text);
    }
    fake_world_finish(&world);
}

/* X(KIND, what is planted) */
#define CANARIES(X)                                                                                \
    X(UNKNOWN_HANDLE, unknown_handle)                                                              \
    X(UNKNOWN_HANDLE, handle_of_another_kind)                                                      \
    X(USE_AFTER_DESTROY, use_after_destroy)                                                        \
    X(USE_AFTER_DESTROY, submit_of_commands_on_a_destroyed_buffer)                                 \
    X(DOUBLE_DESTROY, double_destroy)                                                              \
    X(DESTROY_IN_USE, free_of_memory_that_pending_work_uses)                                       \
    X(DESTROY_IN_USE, destroy_of_a_pool_with_pending_buffers)                                      \
    X(LEAK, leak)                                                                                  \
    X(CREATE_INFO, transient_image_that_is_sampled)                                                \
    X(CREATE_INFO, image_without_usage)                                                            \
    X(FEATURE, load_op_none_without_its_extension)                                                 \
    X(ALLOCATION, allocation_of_a_type_that_is_none)                                               \
    X(BIND_RANGE, bind_beyond_the_end)                                                             \
    X(BIND_TWICE, bind_twice)                                                                      \
    X(BIND_ALIGNMENT, bind_at_a_misaligned_offset)                                                 \
    X(BIND_TYPE, bind_to_a_type_that_does_not_fit)                                                 \
    X(BIND_DEDICATED, bind_to_the_dedicated_memory_of_another)                                     \
    X(BIND_DEDICATED, shared_memory_for_what_requires_its_own)                                     \
    X(BIND_MISSING, submit_of_a_fill_of_unbound_memory)                                            \
    X(GRANULARITY, buffer_and_image_on_one_page)                                                   \
    X(MAP, map_of_device_local_memory)                                                             \
    X(MAP, map_twice)                                                                              \
    X(MAP, flush_of_half_an_atom)                                                                  \
    X(COMMAND_STATE, command_before_begin)                                                         \
    X(COMMAND_STATE, begin_of_a_pending_buffer)                                                    \
    X(RENDER_PASS_SCOPE, dispatch_inside_a_render_pass)                                            \
    X(RENDER_PASS_SCOPE, barrier_inside_a_render_pass)                                             \
    X(RENDER_PASS_SCOPE, draw_outside_a_render_pass)                                               \
    X(RENDER_PASS_SCOPE, end_of_a_buffer_with_an_open_render_pass)                                 \
    X(SUBPASS, subpass_too_many)                                                                   \
    X(SUBPASS, render_pass_that_ends_early)                                                        \
    X(FRAMEBUFFER, framebuffer_of_another_format)                                                  \
    X(BARRIER, access_that_its_stage_cannot_make)                                                  \
    X(BARRIER, barrier_without_stages)                                                             \
    X(LAYOUT, transition_from_a_layout_that_is_not_there)                                          \
    X(LAYOUT, use_of_an_image_whose_bytes_were_taken_over)                                         \
    X(LAYOUT, copy_in_the_wrong_layout)                                                            \
    X(USAGE, fill_of_a_buffer_without_usage)                                                       \
    X(RANGE, fill_beyond_the_end)                                                                  \
    X(QUERY, timestamp_that_was_not_reset)                                                         \
    X(LABEL, label_that_is_left_open)                                                              \
    X(SUBMIT, submit_of_a_buffer_that_records)                                                     \
    X(SUBMIT, submit_to_another_family)                                                            \
    X(FENCE, fence_that_was_not_reset)                                                             \
    X(FENCE, endless_wait)                                                                         \
    X(SEMAPHORE, wait_for_a_semaphore_that_nobody_signals)

static const canary canaries[] = {
#define CANARY_ROW(KIND, plant) {FAKE_VIOLATION_##KIND, plant},
    CANARIES(CANARY_ROW)
#undef CANARY_ROW
};
#define CANARY_COUNT (sizeof canaries / sizeof canaries[0])

static void every_kind_of_violation_has_a_canary(void **state)
{
    bool has[FAKE_VIOLATION_COUNT] = {0};
    (void)state;
    for (size_t i = 0; i < CANARY_COUNT; i++)
        has[canaries[i].kind] = true;
    for (uint32_t kind = 0; kind < FAKE_VIOLATION_COUNT; kind++) {
        if (!has[kind])
            fail_msg("%s has none", fake_vulkan_violation_word((fake_vulkan_violation_kind)kind));
    }
}

static const char *const names[] = {
#define CANARY_ROW(KIND, plant) #plant,
    CANARIES(CANARY_ROW)
#undef CANARY_ROW
};

int main(void)
{
    struct CMUnitTest tests[CANARY_COUNT + 1] = {
        cmocka_unit_test(every_kind_of_violation_has_a_canary)};
    for (size_t i = 0; i < CANARY_COUNT; i++)
        tests[i + 1] =
            (struct CMUnitTest){names[i], is_seen, NULL, NULL, (void *)(uintptr_t)&canaries[i]};
    return cmocka_run_group_tests_name("fake_canaries", tests, NULL, NULL);
}
