/* In: executors, plans, graphs and imports that die in different orders. Out: each memory freed once,
 * nothing left. Promised: every order that fusor/vulkan.h allows. */
#include "fake_script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const fake_vulkan_desc pending = {.manual_completion = true};

static void run(fake_script *script, uint32_t step_count)
{
    fake_script_init(script, &pending);
    for (uint32_t i = 0; i < step_count; i++)
        assert_int_equal(fake_steps[i].run(script), FUSOR_OK);
}

static uint32_t made(fake_vulkan *fake, fake_vulkan_fn fn)
{
    const fake_vulkan_call *call;
    uint32_t count = 0;
    for (uint32_t n = 0; (call = fake_vulkan_find_call(fake, fn, n)); n++)
        count += call->result == VK_SUCCESS;
    return count;
}

/* Two allocations are the test's own, for its imports. */
static void assert_freed_once(fake_script *script)
{
    fake_vulkan *fake = script->frame.world.fake;
    fake_vulkan_violations_print(fake, stderr);
    assert_int_equal(fake_vulkan_violation_count(fake), 0);
    assert_int_equal(fake_vulkan_live_count(fake), FAKE_FRAME_IMPORTS_LIVE);
    assert_int_equal(fake_vulkan_call_count(fake, FAKE_VULKAN_FreeMemory),
                     made(fake, FAKE_VULKAN_AllocateMemory) - 2);
    assert_int_equal(script->frame.heap.mismatches, 0);
}

static void assert_all_given_back(fake_script *script)
{
    assert_freed_once(script);
    assert_int_equal(script->frame.heap.live_blocks, 0);
    fake_script_finish(script);
}

static void executor_dies_while_frames_are_pending(void **state)
{
    fake_script script;
    (void)state;
    run(&script, 6);
    assert_true(fake_vulkan_pending_count(script.frame.world.fake) > 0);
    fake_script_close(&script);
    assert_all_given_back(&script);
}

static void graph_dies_before_plan_and_executor(void **state)
{
    fake_script script;
    (void)state;
    run(&script, 4);
    fusor_graph_destroy(script.frame.graph);
    script.frame.graph = NULL;
    assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_OK);
    fake_script_close(&script);
    assert_all_given_back(&script);
}

static void old_plan_dies_once_another_is_loaded(void **state)
{
    fake_script script;
    (void)state;
    run(&script, 13);
    fusor_plan_destroy(script.fused);
    script.fused = NULL;
    assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_OK);
    fake_script_close(&script);
    assert_all_given_back(&script);
}

static void executor_dies_before_its_plan_and_graph(void **state)
{
    fake_script script;
    (void)state;
    run(&script, fake_step_count);
    fusor_vulkan_destroy(script.frame.vk);
    script.frame.vk = NULL;
    assert_freed_once(&script);
    assert_true(script.fused->step_count > 0); /* plans own what they show */
    fake_script_close(&script);
    assert_all_given_back(&script);
}

/* Whatever was done before, destruction is always allowed and complete. */
static void executor_can_die_after_any_step(void **state)
{
    (void)state;
    for (uint32_t steps = 0; steps <= fake_step_count; steps++) {
        fake_script script;
        run(&script, steps);
        fake_script_close(&script);
        assert_all_given_back(&script);
    }
}

static void imports_may_die_after_the_executor(void **state)
{
    fake_script script;
    (void)state;
    run(&script, 7);
    fake_frame_close(&script.frame);
    fake_world *world = &script.frame.world;
    world->vk.DestroyImage(world->device, script.frame.screen, NULL);
    world->vk.DestroyBuffer(world->device, script.frame.scene, NULL);
    world->vk.FreeMemory(world->device, script.frame.screen_memory, NULL);
    world->vk.FreeMemory(world->device, script.frame.scene_memory, NULL);
    world->vk.DestroyDevice(world->device, NULL);
    fake_vulkan_violations_print(world->fake, stderr);
    assert_int_equal(fake_vulkan_violation_count(world->fake), 0);
    fake_script_finish(&script);
}

static void loading_again_and_again_keeps_a_plateau(void **state)
{
    fake_script script;
    VkDeviceSize bytes = 0;
    (void)state;
    run(&script, 11);
    for (uint32_t i = 0; i < 20; i++) {
        const fusor_plan *plan = i % 2 ? script.unfused : script.fused;
        assert_int_equal(fake_frame_load(&script.frame, plan), FUSOR_OK);
        assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_OK);
        if (i == 1)
            bytes = fake_vulkan_allocated_bytes(script.frame.world.fake);
    }
    assert_int_equal(fake_vulkan_allocated_bytes(script.frame.world.fake), bytes);
    fake_script_close(&script);
    assert_all_given_back(&script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(executor_dies_while_frames_are_pending),
        cmocka_unit_test(graph_dies_before_plan_and_executor),
        cmocka_unit_test(old_plan_dies_once_another_is_loaded),
        cmocka_unit_test(executor_dies_before_its_plan_and_graph),
        cmocka_unit_test(executor_can_die_after_any_step),
        cmocka_unit_test(imports_may_die_after_the_executor),
        cmocka_unit_test(loading_again_and_again_keeps_a_plateau),
    };
    return cmocka_run_group_tests_name("fake_lifetime", tests, NULL, NULL);
}
