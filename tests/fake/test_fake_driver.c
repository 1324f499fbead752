/* In: a fake, used as it should be. Out: what it resolves, logs, completes and fails.
 * Promised: valid use is silent, and a failure that was asked for happens once and only there. */
#include "fake_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM

static PFN_vkVoidFunction resolve(fake_world *world, const char *name)
{
    return fake_vulkan_get_instance_proc_addr(world->instance, name);
}

static void every_function_is_there_when_everything_is_enabled(void **state)
{
    static const char *const extensions[] = {"VK_EXT_debug_utils"};
    const fake_vulkan_desc desc = {
        .api_version = VK_API_VERSION_1_3, .extensions = extensions, .extension_count = 1};
    fake_world world;
    (void)state;
    fake_world_init(&world, &desc);
#define FAKE_ROW(name, since, results) assert_true(world.vk.name != NULL);
    FAKE_VULKAN_FUNCTIONS(FAKE_ROW)
#undef FAKE_ROW
    fake_world_finish(&world);
}

static void version_1_1_without_extensions_resolves_nothing_newer(void **state)
{
    fake_world world;
    (void)state;
    fake_world_init(&world, &(fake_vulkan_desc){0});
    assert_true(resolve(&world, "vkGetImageMemoryRequirements2") != NULL);
    assert_true(resolve(&world, "vkCreateRenderPass2") == NULL);
    assert_true(resolve(&world, "vkCreateRenderPass2KHR") == NULL);
    assert_true(resolve(&world, "vkCmdPipelineBarrier2") == NULL);
    assert_true(resolve(&world, "vkCmdPipelineBarrier2KHR") == NULL);
    assert_true(resolve(&world, "vkSetDebugUtilsObjectNameEXT") == NULL);
    assert_true(resolve(&world, "vkNoSuchFunction") == NULL);
    fake_world_finish(&world);
}

static void extension_gives_its_own_names_only(void **state)
{
    static const char *const extensions[] = {"VK_KHR_synchronization2"};
    const fake_vulkan_desc desc = {.extensions = extensions, .extension_count = 1};
    fake_world world;
    (void)state;
    fake_world_init(&world, &desc);
    assert_true(resolve(&world, "vkCmdPipelineBarrier2KHR") != NULL);
    assert_true(resolve(&world, "vkCmdPipelineBarrier2") == NULL);
    fake_world_finish(&world);
}

static void device_gives_no_functions_of_the_physical_device(void **state)
{
    fake_world world;
    (void)state;
    fake_world_init(&world, &(fake_vulkan_desc){0});
    PFN_vkGetDeviceProcAddr get = (PFN_vkGetDeviceProcAddr)resolve(&world, "vkGetDeviceProcAddr");
    assert_true(get(world.device, "vkCreateImage") != NULL);
    assert_true(get(world.device, "vkGetPhysicalDeviceMemoryProperties") == NULL);
    fake_world_finish(&world);
}

/* A frame with a render pass, a fill, a fence and timestamps, then everything is destroyed. */
static void use_everything_once(fake_world *world)
{
    const VkQueryPoolCreateInfo queries = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                           .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                           .queryCount = 2};
    VkQueryPool pool;
    uint64_t times[2] = {0};
    assert_int_equal(world->vk.CreateQueryPool(world->device, &queries, NULL, &pool), VK_SUCCESS);
    VkBuffer buffer = fake_world_bound_buffer(world, 64, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    VkFence fence = fake_world_fence(world);
    VkCommandBuffer commands = fake_world_record(world);
    world->vk.CmdResetQueryPool(commands, pool, 0, 2);
    world->vk.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
    fake_world_begin_pass(world, commands, 2);
    world->vk.CmdDraw(commands, 3, 1, 0, 0);
    world->vk.CmdNextSubpass(commands, VK_SUBPASS_CONTENTS_INLINE);
    world->vk.CmdEndRenderPass(commands);
    world->vk.CmdFillBuffer(commands, buffer, 0, VK_WHOLE_SIZE, 7);
    world->vk.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 1);
    fake_world_submit(world, commands, fence);
    assert_int_equal(world->vk.WaitForFences(world->device, 1, &fence, VK_TRUE, UINT64_MAX),
                     VK_SUCCESS);
    assert_int_equal(world->vk.GetQueryPoolResults(world->device, pool, 0, 2, sizeof times, times,
                                                   8, VK_QUERY_RESULT_64_BIT),
                     VK_SUCCESS);
    assert_true(times[1] > times[0]);
}

static void assert_silent(fake_world *world)
{
    if (fake_vulkan_violation_count(world->fake))
        fake_vulkan_violations_print(world->fake, stderr);
    assert_int_equal(fake_vulkan_violation_count(world->fake), 0);
}

static void valid_use_is_silent(void **state)
{
    fake_world world;
    (void)state;
    for (int manual = 0; manual < 2; manual++) {
        fake_world_init(&world, &(fake_vulkan_desc){.manual_completion = manual});
        use_everything_once(&world);
        assert_silent(&world);
        fake_world_finish(&world);
    }
}

static void work_is_pending_until_it_is_waited_for(void **state)
{
    fake_world world;
    (void)state;
    fake_world_init(&world, &(fake_vulkan_desc){.manual_completion = true});
    VkFence fence = fake_world_fence(&world);
    fake_world_submit(&world, fake_world_record(&world), fence);
    assert_int_equal(world.vk.GetFenceStatus(world.device, fence), VK_NOT_READY);
    assert_int_equal(world.vk.WaitForFences(world.device, 1, &fence, VK_TRUE, 0), VK_TIMEOUT);
    assert_int_equal(fake_vulkan_pending_count(world.fake), 1);
    assert_int_equal(world.vk.WaitForFences(world.device, 1, &fence, VK_TRUE, UINT64_MAX),
                     VK_SUCCESS);
    assert_int_equal(fake_vulkan_pending_count(world.fake), 0);
    assert_silent(&world);
    fake_world_finish(&world);
}

static void log_keeps_arguments_and_copies(void **state)
{
    fake_world world;
    (void)state;
    fake_world_init(&world, &(fake_vulkan_desc){0});
    VkImage image = fake_world_bound_image(&world, RGBA8, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    VkCommandBuffer commands = fake_world_record(&world);
    fake_world_transition(&world, commands, image, VK_IMAGE_LAYOUT_UNDEFINED,
                          VK_IMAGE_LAYOUT_GENERAL);
    const fake_vulkan_call *call =
        fake_vulkan_find_call(world.fake, FAKE_VULKAN_CmdPipelineBarrier, 0);
    const fake_vulkan_barrier *barrier = call->info;
    assert_true(barrier->legacy);
    assert_int_equal(barrier->image_count, 1);
    assert_true(barrier->images[0].image == image);
    assert_int_equal(barrier->images[0].srcStageMask, VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT);
    assert_int_equal(barrier->images[0].newLayout, VK_IMAGE_LAYOUT_GENERAL);
    assert_int_equal(fake_vulkan_image_info(world.fake, image)->format, RGBA8);
    assert_true(fake_vulkan_image_binding(world.fake, image).memory != VK_NULL_HANDLE);
    assert_int_equal(fake_vulkan_call_count(world.fake, FAKE_VULKAN_CreateImage), 1);
    fake_world_finish(&world);
}

static void log_prints_names_and_results(void **state)
{
    fake_world world;
    char text[512] = {0};
    FILE *file = tmpfile();
    (void)state;
    assert_non_null(file);
    fake_world_init(&world, &(fake_vulkan_desc){0});
    VkFence fence = fake_world_fence(&world);
    fake_vulkan_fail_call(world.fake, 1, VK_ERROR_OUT_OF_HOST_MEMORY);
    assert_int_equal(world.vk.GetFenceStatus(world.device, fence), VK_ERROR_OUT_OF_HOST_MEMORY);
    fake_vulkan_log_print(world.fake, file);
    rewind(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    assert_non_null(strstr(text, "vkCreateFence(device 3, 0, fence 5) = 0\n"));
    assert_non_null(strstr(text, "vkGetFenceStatus(device 3, fence 5) = -1 (injected)\n"));
    fclose(file);
    fake_world_finish(&world);
}

static void layouts_follow_submissions_not_recording(void **state)
{
    fake_world world;
    (void)state;
    fake_world_init(&world, &(fake_vulkan_desc){0});
    VkImage image = fake_world_bound_image(&world, RGBA8, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    VkCommandBuffer commands = fake_world_record(&world);
    fake_world_transition(&world, commands, image, VK_IMAGE_LAYOUT_UNDEFINED,
                          VK_IMAGE_LAYOUT_GENERAL);
    assert_int_equal(fake_vulkan_get_layout(world.fake, image, VK_IMAGE_ASPECT_COLOR_BIT, 0, 0),
                     VK_IMAGE_LAYOUT_UNDEFINED);
    fake_world_submit(&world, commands, VK_NULL_HANDLE);
    assert_int_equal(fake_vulkan_get_layout(world.fake, image, VK_IMAGE_ASPECT_COLOR_BIT, 0, 0),
                     VK_IMAGE_LAYOUT_GENERAL);
    assert_silent(&world);
    fake_world_finish(&world);
}

static void failure_happens_once_at_the_call_that_was_asked_for(void **state)
{
    fake_world world;
    fake_vulkan_fn fn;
    VkFence fences[3];
    const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    (void)state;
    fake_world_init(&world, &(fake_vulkan_desc){0});
    fake_vulkan_fail_call(world.fake, 2, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal(world.vk.CreateFence(world.device, &info, NULL, &fences[0]), VK_SUCCESS);
    assert_false(fake_vulkan_has_failed(world.fake, NULL));
    assert_int_equal(world.vk.CreateFence(world.device, &info, NULL, &fences[1]),
                     VK_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal(world.vk.CreateFence(world.device, &info, NULL, &fences[2]), VK_SUCCESS);
    assert_true(fake_vulkan_has_failed(world.fake, &fn));
    assert_int_equal(fn, FAKE_VULKAN_CreateFence);
    assert_int_equal(fake_vulkan_failable_count(world.fake), 3);
    assert_int_equal(fake_vulkan_live_count(world.fake), 2);
    fake_world_finish(&world);
}

static void failure_can_be_of_one_function(void **state)
{
    fake_world world;
    VkSemaphore semaphore;
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    (void)state;
    fake_world_init(&world, &(fake_vulkan_desc){0});
    fake_vulkan_fail_function(world.fake, FAKE_VULKAN_CreateSemaphore, 1,
                              VK_ERROR_OUT_OF_HOST_MEMORY);
    fake_world_fence(&world);
    assert_int_equal(world.vk.CreateSemaphore(world.device, &info, NULL, &semaphore),
                     VK_ERROR_OUT_OF_HOST_MEMORY);
    fake_world_finish(&world);
}

static void lost_device_stays_lost_and_lets_go_of_its_work(void **state)
{
    fake_world world;
    (void)state;
    fake_world_init(&world, &(fake_vulkan_desc){.manual_completion = true});
    VkFence fence = fake_world_fence(&world);
    VkCommandBuffer commands = fake_world_record(&world);
    fake_world_submit(&world, commands, fence);
    fake_vulkan_fail_call(world.fake, 1, VK_ERROR_DEVICE_LOST);
    assert_int_equal(world.vk.WaitForFences(world.device, 1, &fence, VK_TRUE, UINT64_MAX),
                     VK_ERROR_DEVICE_LOST);
    assert_int_equal(world.vk.QueueWaitIdle(world.queue), VK_ERROR_DEVICE_LOST);
    world.vk.DestroyFence(world.device, fence, NULL);
    world.vk.DestroyCommandPool(world.device, world.pool, NULL);
    assert_silent(&world);
    assert_int_equal(fake_vulkan_live_count(world.fake), 0);
    fake_world_finish(&world);
}

static void heap_that_is_full_is_an_error_and_no_violation(void **state)
{
    VkPhysicalDeviceMemoryProperties memory = fake_vulkan_default_memory();
    fake_world world;
    VkDeviceMemory out;
    (void)state;
    memory.memoryHeaps[0].size = 1024;
    fake_world_init(&world, &(fake_vulkan_desc){.memory = &memory});
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = 768};
    assert_int_equal(world.vk.AllocateMemory(world.device, &info, NULL, &out), VK_SUCCESS);
    assert_int_equal(fake_vulkan_allocated_bytes(world.fake), 768);
    VkDeviceMemory second;
    assert_int_equal(world.vk.AllocateMemory(world.device, &info, NULL, &second),
                     VK_ERROR_OUT_OF_DEVICE_MEMORY);
    world.vk.FreeMemory(world.device, out, NULL);
    assert_int_equal(world.vk.AllocateMemory(world.device, &info, NULL, &second), VK_SUCCESS);
    assert_silent(&world);
    fake_world_finish(&world);
}

static void mapped_memory_keeps_what_was_written(void **state)
{
    fake_world world;
    void *data;
    (void)state;
    fake_world_init(&world, &(fake_vulkan_desc){0});
    VkDeviceMemory memory = fake_world_memory(&world, 64, 1);
    assert_int_equal(world.vk.MapMemory(world.device, memory, 0, VK_WHOLE_SIZE, 0, &data),
                     VK_SUCCESS);
    assert_int_equal(*(uint32_t *)data, 0);
    *(uint32_t *)data = 42;
    world.vk.UnmapMemory(world.device, memory);
    assert_int_equal(world.vk.MapMemory(world.device, memory, 0, VK_WHOLE_SIZE, 0, &data),
                     VK_SUCCESS);
    assert_int_equal(*(uint32_t *)data, 42);
    assert_silent(&world);
    fake_world_finish(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_function_is_there_when_everything_is_enabled),
        cmocka_unit_test(version_1_1_without_extensions_resolves_nothing_newer),
        cmocka_unit_test(extension_gives_its_own_names_only),
        cmocka_unit_test(device_gives_no_functions_of_the_physical_device),
        cmocka_unit_test(valid_use_is_silent),
        cmocka_unit_test(work_is_pending_until_it_is_waited_for),
        cmocka_unit_test(log_keeps_arguments_and_copies),
        cmocka_unit_test(log_prints_names_and_results),
        cmocka_unit_test(layouts_follow_submissions_not_recording),
        cmocka_unit_test(failure_happens_once_at_the_call_that_was_asked_for),
        cmocka_unit_test(failure_can_be_of_one_function),
        cmocka_unit_test(lost_device_stays_lost_and_lets_go_of_its_work),
        cmocka_unit_test(heap_that_is_full_is_an_error_and_no_violation),
        cmocka_unit_test(mapped_memory_keeps_what_was_written),
    };
    return cmocka_run_group_tests_name("fake_driver", tests, NULL, NULL);
}
