/* In: frames, loads and failures in a row. Out: the entry barriers of each frame. Promised: a source
 * names what really ran last on that slot, never what was planned and did not run. */
#include "fake_script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const fake_vulkan_desc sync2 = {.api_version = VK_API_VERSION_1_3,
                                       .features = {.synchronization2 = true},
                                       .manual_completion = true};

static void init(fake_script *script)
{
    fake_script_init(script, &sync2);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(fake_steps[i].run(script), FUSOR_OK);
}

static void end(fake_script *script)
{
    fake_vulkan_violations_print(script->frame.world.fake, stderr);
    assert_int_equal(fake_vulkan_violation_count(script->frame.world.fake), 0);
    fake_script_finish(script);
}

static void execute(fake_script *script)
{
    fake_vulkan_log_clear(script->frame.world.fake);
    assert_int_equal(fusor_vulkan_execute(script->frame.vk, NULL), FUSOR_OK);
}

/* The first barrier on an image in the log; a barrier of its own for each image that has none yet. */
static const VkImageMemoryBarrier2 *first_barrier(fake_vulkan *fake, VkImage image)
{
    const fake_vulkan_call *call;
    for (uint32_t n = 0; (call = fake_vulkan_find_call(fake, FAKE_VULKAN_CmdPipelineBarrier2, n));
         n++) {
        const fake_vulkan_barrier *barrier = call->info;
        for (uint32_t i = 0; i < barrier->image_count; i++) {
            if (barrier->images[i].image == image)
                return &barrier->images[i];
        }
    }
    return NULL;
}

static VkImage image_of(fake_script *script, fusor_image handle)
{
    fusor_vulkan_resource resource;
    assert_int_equal(fusor_vulkan_get_image(script->frame.vk, handle, &resource), FUSOR_OK);
    return resource.image;
}

/* History and persistent images start zeroed by a submission that was waited for. */
static void entry_B40_first_frame_of_a_load_waits_for_nothing(void **state)
{
    fake_script script;
    (void)state;
    init(&script);
    execute(&script);
    const VkImage kept[] = {image_of(&script, script.frame.images.taa),
                            image_of(&script, script.frame.images.average)};
    for (uint32_t i = 0; i < 2; i++) {
        const VkImageMemoryBarrier2 *barrier = first_barrier(script.frame.world.fake, kept[i]);
        assert_true(!barrier || (!barrier->srcStageMask && !barrier->srcAccessMask));
    }
    end(&script);
}

static void entry_B40_later_frames_wait_for_the_frame_that_wrote_the_slot(void **state)
{
    fake_script script;
    (void)state;
    init(&script);
    execute(&script);
    const VkImage written = image_of(&script, script.frame.images.taa);
    execute(&script); /* reads what frame 0 wrote */
    const VkImageMemoryBarrier2 *barrier = first_barrier(script.frame.world.fake, written);
    assert_non_null(barrier);
    assert_true(image_of(&script, script.frame.images.taa) != written);
    /* Written by compute, then read by a fragment shader behind a barrier that made the write available:
     * waiting for either continues that chain (7.1, "memory dependency chains"). */
    const VkPipelineStageFlags2 ran =
        VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT;
    assert_true(barrier->srcStageMask && !(barrier->srcStageMask & ~ran));
    assert_true(barrier->oldLayout == VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    assert_true(barrier->dstAccessMask & VK_ACCESS_2_SHADER_SAMPLED_READ_BIT);
    end(&script);
}

/* The sources of every barrier of a frame, in order, as one number. */
static uint64_t hash_sources(fake_vulkan *fake)
{
    const fake_vulkan_call *call;
    uint64_t hash = 1469598103934665603u;
    for (uint32_t n = 0; (call = fake_vulkan_find_call(fake, FAKE_VULKAN_CmdPipelineBarrier2, n));
         n++) {
        const fake_vulkan_barrier *barrier = call->info;
        for (uint32_t i = 0; i < barrier->image_count; i++) {
            const VkImageMemoryBarrier2 *b = &barrier->images[i];
            const uint64_t words[] = {b->srcStageMask, b->srcAccessMask, (uint64_t)b->oldLayout,
                                      (uint64_t)(uintptr_t)b->image};
            for (uint32_t w = 0; w < 4; w++)
                hash = (hash ^ words[w]) * 1099511628211u;
        }
    }
    return hash;
}

static void entry_B40_failed_submit_leaves_the_sources_as_they_were(void **state)
{
    (void)state;
    for (uint32_t frames = 0; frames < 4; frames++) {
        fake_script script;
        init(&script);
        for (uint32_t i = 0; i < frames; i++)
            execute(&script);
        fake_vulkan *fake = script.frame.world.fake;
        fake_vulkan_log_clear(fake);
        fake_vulkan_fail_function(fake, FAKE_VULKAN_QueueSubmit, 1, VK_ERROR_OUT_OF_HOST_MEMORY);
        assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_ERROR_OUT_OF_MEMORY);
        const uint64_t failed = hash_sources(fake);
        execute(&script);
        assert_true(hash_sources(fake) == failed);
        end(&script);
    }
}

/* Two plans of one graph in turn; each load starts anew, and each frame finds what the last left. */
static void entry_B40_plans_in_turn_find_what_really_ran(void **state)
{
    fake_script script;
    (void)state;
    init(&script);
    assert_int_equal(fake_steps[10].run(&script), FUSOR_OK);
    const fusor_plan *turns[] = {script.fused, script.fused, script.unfused, script.fused};
    for (uint32_t i = 0; i < 4; i++) {
        if (i > 0 && turns[i] != turns[i - 1])
            assert_int_equal(fake_frame_load(&script.frame, turns[i]), FUSOR_OK);
        execute(&script);
        const VkImageMemoryBarrier2 *barrier =
            first_barrier(script.frame.world.fake, image_of(&script, script.frame.images.taa));
        const bool first = i == 0 || turns[i] != turns[i - 1];
        if (first)
            assert_true(barrier && !barrier->srcStageMask);
        else
            assert_true(barrier &&
                        (barrier->srcStageMask & VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT));
    }
    end(&script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entry_B40_first_frame_of_a_load_waits_for_nothing),
        cmocka_unit_test(entry_B40_later_frames_wait_for_the_frame_that_wrote_the_slot),
        cmocka_unit_test(entry_B40_failed_submit_leaves_the_sources_as_they_were),
        cmocka_unit_test(entry_B40_plans_in_turn_find_what_really_ran),
    };
    return cmocka_run_group_tests_name("fake_entry", tests, NULL, NULL);
}
