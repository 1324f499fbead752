/* In: frames of the executor. Out: what it called for them. Promised: what a device of another version
 * would get is asked of that version's functions only, and a steady frame makes nothing. */
#include "fake_script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *const sync2_extension[] = {"VK_KHR_synchronization2"};
static const fake_vulkan_desc plain_1_1 = {0};
static const fake_vulkan_desc sync2_1_1 = {
    .extensions = sync2_extension, .extension_count = 1, .features = {.synchronization2 = true}};
static const fake_vulkan_desc full_1_3 = {.api_version = VK_API_VERSION_1_3,
                                          .features = {.synchronization2 = true,
                                                       .separate_depth_stencil_layouts = true,
                                                       .multiview = true,
                                                       .independent_blend = true}};

static void assert_silent(fake_vulkan *fake)
{
    fake_vulkan_violations_print(fake, stderr);
    assert_int_equal(fake_vulkan_violation_count(fake), 0);
}

static void run_steps(fake_script *script)
{
    for (uint32_t i = 0; i < fake_step_count; i++) {
        fusor_result result = fake_steps[i].run(script);
        if (result != FUSOR_OK)
            fail_msg("%s: %s", fake_steps[i].name, fusor_result_text(result));
    }
}

static void run_all(fake_script *script, const fake_vulkan_desc *desc)
{
    fake_script_init(script, desc);
    run_steps(script);
}

static void end(fake_script *script)
{
    fake_vulkan *fake = script->frame.world.fake;
    fake_script_close(script);
    assert_silent(fake);
    assert_int_equal(fake_vulkan_live_count(fake), FAKE_FRAME_IMPORTS_LIVE);
    fake_script_finish(script);
}

/* --------------------------------------------------------------------------------- versions */

static void vulkan_1_1_alone_is_enough(void **state)
{
    fake_script script;
    (void)state;
    run_all(&script, &plain_1_1);
    fake_vulkan *fake = script.frame.world.fake;
    for (uint32_t i = 0; i < fake_vulkan_log_count(fake); i++) {
        const uint32_t version = fake_vulkan_fn_version(fake_vulkan_log_get(fake, i)->fn);
        assert_true(version != 0 && version <= VK_API_VERSION_1_1);
    }
    assert_true(fake_vulkan_call_count(fake, FAKE_VULKAN_CmdPipelineBarrier) > 0);
    end(&script);
}

/* Table "Supported pipeline stage flags" and "Memory access types" of Vulkan 1.0: 17 bits each. */
static void legacy_barriers_have_legacy_bits(void **state)
{
    const fake_vulkan_call *call;
    fake_script script;
    (void)state;
    run_all(&script, &plain_1_1);
    fake_vulkan *fake = script.frame.world.fake;
    for (uint32_t n = 0; (call = fake_vulkan_find_call(fake, FAKE_VULKAN_CmdPipelineBarrier, n));
         n++) {
        const fake_vulkan_barrier *barrier = call->info;
        assert_true(barrier->src_stages && barrier->src_stages <= 0x1ffff);
        assert_true(barrier->dst_stages && barrier->dst_stages <= 0x1ffff);
        for (uint32_t i = 0; i < barrier->image_count; i++)
            assert_true((barrier->images[i].srcAccessMask | barrier->images[i].dstAccessMask) <=
                        0x1ffff);
        for (uint32_t i = 0; i < barrier->memory_count; i++)
            assert_true((barrier->memory[i].srcAccessMask | barrier->memory[i].dstAccessMask) <=
                        0x1ffff);
    }
    end(&script);
}

static void extension_of_synchronization2_is_used_on_1_1(void **state)
{
    fake_script script;
    (void)state;
    run_all(&script, &sync2_1_1);
    assert_true(fake_vulkan_call_count(script.frame.world.fake, FAKE_VULKAN_CmdPipelineBarrier2) >
                0);
    end(&script);
}

static void vulkan_1_3_runs_the_same_frame(void **state)
{
    fake_script script;
    (void)state;
    run_all(&script, &full_1_3);
    assert_true(fake_vulkan_call_count(script.frame.world.fake, FAKE_VULKAN_CmdPipelineBarrier2) >
                0);
    end(&script);
}

/* A function of 1.3 is there, its feature is not: an executor that looks at the version alone fails. */
static void vulkan_1_3_without_features_takes_the_older_way(void **state)
{
    fake_script script;
    (void)state;
    run_all(&script, &(fake_vulkan_desc){.api_version = VK_API_VERSION_1_3});
    assert_int_equal(
        fake_vulkan_call_count(script.frame.world.fake, FAKE_VULKAN_CmdPipelineBarrier2), 0);
    end(&script);
}

/* ----------------------------------------------------------------------------- odd devices */

static void odd_requirements(void *user, const VkImageCreateInfo *image,
                             const VkBufferCreateInfo *buffer, fake_vulkan_requirements *out)
{
    (void)user, (void)buffer;
    out->size = out->size * 3 / 2 + 4096;
    out->alignment = image ? 65536 : 1024;
    out->size = (out->size + out->alignment - 1) / out->alignment * out->alignment;
    out->requires_dedicated = image && image->samples > 1;
}

/* Larger sizes, large alignments, a resource that insists on memory of its own, types out of order,
 * memory that is not coherent. */
static void odd_memory_is_respected(void **state)
{
    const VkPhysicalDeviceMemoryProperties memory = {
        .memoryTypeCount = 4,
        .memoryTypes =
            {{VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT, 1},
             {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT, 0},
             {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, 1},
             {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0}},
        .memoryHeapCount = 2,
        .memoryHeaps = {{1ull << 30, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}, {1ull << 30, 0}}};
    VkPhysicalDeviceLimits limits = fake_vulkan_default_limits();
    limits.bufferImageGranularity = 131072;
    limits.nonCoherentAtomSize = 256;
    const fake_vulkan_desc desc = {.memory = &memory,
                                   .limits = &limits,
                                   .requirements_fn = odd_requirements,
                                   .manual_completion = true};
    fake_script script;
    (void)state;
    /* The imports of the frame go to type 0, which is host memory here, as the test's fake allows. */
    run_all(&script, &desc);
    assert_true(
        fake_vulkan_call_count(script.frame.world.fake, FAKE_VULKAN_FlushMappedMemoryRanges) > 0);
    assert_true(fake_vulkan_call_count(script.frame.world.fake,
                                       FAKE_VULKAN_InvalidateMappedMemoryRanges) > 0);
    end(&script);
}

static void heap_that_is_too_small_fails_the_load_alone(void **state)
{
    VkPhysicalDeviceMemoryProperties memory = fake_vulkan_default_memory();
    fake_script script;
    (void)state;
    memory.memoryHeaps[0].size = (1 << 20) + (1 << 16) + 4096; /* the imports and a little */
    fake_script_init(&script, &(fake_vulkan_desc){.memory = &memory});
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(fake_steps[i].run(&script), FUSOR_OK);
    const uint32_t live = fake_vulkan_live_count(script.frame.world.fake);
    assert_int_equal(fake_frame_load(&script.frame, script.fused),
                     FUSOR_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal(fake_vulkan_live_count(script.frame.world.fake), live);
    assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_ERROR_INVALID_STATE);
    end(&script);
}

/* Pools of another family than the queue's would be seen at the submission. */
static void queue_of_another_family_is_used_as_it_is(void **state)
{
    static const VkQueueFamilyProperties families[] = {
        {VK_QUEUE_TRANSFER_BIT, 1, 64, {1, 1, 1}},
        {VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT, 2, 0, {1, 1, 1}},
    };
    fake_script script;
    (void)state;
    fake_script_init(&script,
                     &(fake_vulkan_desc){.queue_families = families, .queue_family_count = 2});
    script.frame.queue_family = 1;
    run_steps(&script);
    assert_int_equal(fake_vulkan_call_count(script.frame.world.fake, FAKE_VULKAN_CmdWriteTimestamp),
                     0);
    assert_int_equal(fusor_vulkan_frame_time_ns(script.frame.vk), 0);
    end(&script);
}

static void poison_and_alias_bit_change_no_rule(void **state)
{
    fake_script script;
    (void)state;
    fake_script_init(&script, &plain_1_1);
    script.frame.poison = script.frame.alias_bit = true;
    run_steps(&script);
    assert_true(fake_vulkan_call_count(script.frame.world.fake, FAKE_VULKAN_CmdFillBuffer) > 0);
    end(&script);
}

static void frames_in_flight_do_not_touch_each_other(void **state)
{
    (void)state;
    for (uint32_t slots = 1; slots <= 4; slots++) {
        fake_script script;
        fake_script_init(&script, &(fake_vulkan_desc){.manual_completion = true});
        script.frame.frames_in_flight = slots;
        for (uint32_t i = 0; i < 3; i++)
            assert_int_equal(fake_steps[i].run(&script), FUSOR_OK);
        for (uint32_t i = 0; i < 3 * slots; i++)
            assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_OK);
        assert_int_equal(fake_vulkan_pending_count(script.frame.world.fake), slots);
        end(&script);
    }
}

static void frame_waits_for_and_signals_the_callers_semaphores(void **state)
{
    fake_script script;
    (void)state;
    fake_script_init(&script, &plain_1_1);
    fake_world *world = &script.frame.world;
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(fake_steps[i].run(&script), FUSOR_OK);
    VkSemaphore semaphore = fake_world_semaphore(world);
    const fusor_vulkan_frame signals = {.signal_semaphores = &semaphore, .signal_count = 1};
    const fusor_vulkan_frame waits = {.wait_semaphores = &semaphore, .wait_count = 1};
    assert_int_equal(fusor_vulkan_execute(script.frame.vk, &signals), FUSOR_OK);
    fake_vulkan_log_clear(world->fake);
    assert_int_equal(fusor_vulkan_execute(script.frame.vk, &waits), FUSOR_OK);
    const fake_vulkan_call *call = fake_vulkan_find_call(world->fake, FAKE_VULKAN_QueueSubmit, 0);
    const fake_vulkan_submit *submit = call->info;
    assert_int_equal(submit->wait_count, 1);
    assert_true(submit->waits[0].semaphore == semaphore);
    /* The imports' stages: the screen's, and the transfer that fills the scene. */
    assert_int_equal(submit->waits[0].stageMask, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT |
                                                     VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT);
    world->vk.DestroySemaphore(world->device, semaphore, NULL);
    end(&script);
}

/* -------------------------------------------------------------------------------- steady frames */

static bool makes_something(fake_vulkan_fn fn)
{
    static const char *const makers[] = {"vkCreate", "vkAllocate", "vkDestroy",
                                         "vkFree",   "vkBind",     "vkMap"};
    for (uint32_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        if (strncmp(fake_vulkan_fn_name(fn), makers[i], strlen(makers[i])) == 0)
            return true;
    }
    return false;
}

static void steady_frame_makes_nothing(void **state)
{
    fake_script script;
    (void)state;
    fake_script_init(&script, &full_1_3);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(fake_steps[i].run(&script), FUSOR_OK);
    fake_vulkan *fake = script.frame.world.fake;
    const uint64_t allocations = script.frame.heap.allocations;
    const uint32_t created = fake_vulkan_created_count(fake);
    fake_vulkan_log_clear(fake);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_OK);
    for (uint32_t i = 0; i < fake_vulkan_log_count(fake); i++) {
        if (makes_something(fake_vulkan_log_get(fake, i)->fn))
            fail_msg("%s", fake_vulkan_fn_name(fake_vulkan_log_get(fake, i)->fn));
    }
    assert_int_equal(fake_vulkan_created_count(fake), created);
    assert_int_equal(script.frame.heap.allocations, allocations);
    assert_int_equal(fake_vulkan_call_count(fake, FAKE_VULKAN_QueueSubmit), 8);
    end(&script);
}

static void stats_say_what_the_log_says(void **state)
{
    fusor_vulkan_stats stats;
    fake_script script;
    (void)state;
    run_all(&script, &plain_1_1);
    fake_vulkan *fake = script.frame.world.fake;
    fusor_vulkan_get_stats(script.frame.vk, &stats);
    assert_int_equal(stats.submissions, fake_vulkan_call_count(fake, FAKE_VULKAN_QueueSubmit));
    assert_int_equal(stats.render_passes_begun,
                     fake_vulkan_call_count(fake, FAKE_VULKAN_CmdBeginRenderPass));
    assert_int_equal(stats.heap_allocations <= script.frame.heap.allocations, 1);
    assert_int_equal(stats.device_memory_allocations,
                     fake_vulkan_live_count_of(fake, FAKE_KIND_MEMORY) - 2);
    end(&script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vulkan_1_1_alone_is_enough),
        cmocka_unit_test(legacy_barriers_have_legacy_bits),
        cmocka_unit_test(extension_of_synchronization2_is_used_on_1_1),
        cmocka_unit_test(vulkan_1_3_runs_the_same_frame),
        cmocka_unit_test(vulkan_1_3_without_features_takes_the_older_way),
        cmocka_unit_test(odd_memory_is_respected),
        cmocka_unit_test(heap_that_is_too_small_fails_the_load_alone),
        cmocka_unit_test(queue_of_another_family_is_used_as_it_is),
        cmocka_unit_test(poison_and_alias_bit_change_no_rule),
        cmocka_unit_test(frames_in_flight_do_not_touch_each_other),
        cmocka_unit_test(frame_waits_for_and_signals_the_callers_semaphores),
        cmocka_unit_test(steady_frame_makes_nothing),
        cmocka_unit_test(stats_say_what_the_log_says),
    };
    return cmocka_run_group_tests_name("fake_frames", tests, NULL, NULL);
}
