/* In: the executor's whole life, once for each call that can fail, with that call failing. Out: a typed
 * error, the raw result kept, nothing leaked, nothing used wrongly, and an executor that goes on.
 * Promised: no failable call is left out: the sweep ends when the armed failure is not reached. */
#include "fake_script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct sweep {
    const char *name;
    fake_vulkan_desc desc;
    uint32_t failures, complaints, ignored;
    /* of the run */
    uint32_t nth;
    VkResult raw;
    const char *step;
} sweep;

static void complain(sweep *s, fake_vulkan *fake, const char *what)
{
    fake_vulkan_fn fn = FAKE_VULKAN_FUNCTION_COUNT;
    fake_vulkan_has_failed(fake, &fn);
    print_error("%s: call %u, %s = %d in '%s': %s\n", s->name, s->nth, fake_vulkan_fn_name(fn),
                (int)s->raw, s->step, what);
    s->complaints++;
}

static void expect(sweep *s, fake_vulkan *fake, bool ok, const char *what)
{
    if (!ok)
        complain(s, fake, what);
}

static fusor_result typed(VkResult raw)
{
    switch (raw) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
        return FUSOR_ERROR_OUT_OF_MEMORY;
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return FUSOR_ERROR_OUT_OF_DEVICE_MEMORY;
    case VK_ERROR_DEVICE_LOST:
        return FUSOR_ERROR_DEVICE_LOST;
    default:
        return FUSOR_ERROR_BACK_END;
    }
}

/* Failures that an executor may go on after: a name, a time, a look at a fence, and the question
 * whether a format can be used so, whose error reads as no. */
static bool may_be_ignored(fake_vulkan_fn fn)
{
    return fn == FAKE_VULKAN_SetDebugUtilsObjectNameEXT || fn == FAKE_VULKAN_GetQueryPoolResults ||
           fn == FAKE_VULKAN_GetFenceStatus ||
           fn == FAKE_VULKAN_GetPhysicalDeviceImageFormatProperties;
}

/* A failed load keeps the plan that was loaded: a frame of it still runs. */
static void check_old_plan(sweep *s, fake_script *script)
{
    if (script->unfused)
        expect(s, script->frame.world.fake,
               fusor_vulkan_execute(script->frame.vk, NULL) == FUSOR_OK,
               "the old plan does not run");
}

static void check_failed_step(sweep *s, fake_script *script, const fake_step *step,
                              fusor_result result)
{
    fake_vulkan *fake = script->frame.world.fake;
    expect(s, fake, result == typed(s->raw), fusor_result_text(result));
    if (script->frame.vk)
        expect(s, fake, fusor_vulkan_last_result(script->frame.vk) == s->raw,
               "the raw result is not kept");
    if (s->raw == VK_ERROR_DEVICE_LOST)
        return;
    if (step->run == fake_steps[2].run || step->run == fake_steps[12].run)
        check_old_plan(s, script);
    expect(s, fake, step->run(script) == FUSOR_OK, "the step cannot be repeated");
}

/* On a lost device only create, frames and destruction are tried: each must end, none may crash. */
static void run_lost(fake_script *script)
{
    if (!script->frame.vk)
        return;
    (void)!fusor_vulkan_execute(script->frame.vk, NULL);
    (void)!fusor_vulkan_wait_idle(script->frame.vk);
}

/* A loss that an ignored call met first is reported by the next call that meets it. */
static bool was_ignored(const sweep *s, bool had_failed, fusor_result result)
{
    return had_failed && s->raw == VK_ERROR_DEVICE_LOST && result == FUSOR_ERROR_DEVICE_LOST;
}

static void run_steps(sweep *s, fake_script *script)
{
    fake_vulkan *fake = script->frame.world.fake;
    for (uint32_t i = 0; i < fake_step_count; i++) {
        const bool had_failed = fake_vulkan_has_failed(fake, NULL);
        s->step = fake_steps[i].name;
        fusor_result result = fake_steps[i].run(script);
        fake_vulkan_fn fn;
        if (fake_vulkan_has_failed(fake, &fn) && !had_failed && result == FUSOR_OK)
            expect(s, fake, may_be_ignored(fn), "the failure is not reported");
        if (result == FUSOR_OK)
            continue;
        if (was_ignored(s, had_failed, result)) {
            run_lost(script);
            return;
        }
        if (had_failed || !fake_vulkan_has_failed(fake, NULL)) {
            complain(s, fake, fusor_result_text(result));
            return;
        }
        check_failed_step(s, script, &fake_steps[i], result);
        if (s->raw == VK_ERROR_DEVICE_LOST) {
            run_lost(script);
            return;
        }
    }
    s->step = "destroy";
}

static void check_end(sweep *s, fake_script *script)
{
    fake_vulkan *fake = script->frame.world.fake;
    const fake_heap *heap = &script->frame.heap;
    for (uint32_t i = 0; i < fake_vulkan_violation_count(fake); i++)
        complain(s, fake, fake_vulkan_violation_get(fake, i)->text);
    expect(s, fake, fake_vulkan_live_count(fake) == FAKE_FRAME_IMPORTS_LIVE,
           "Vulkan objects are leaked");
    expect(s, fake, heap->live_blocks == 0, "host memory is leaked");
    expect(s, fake, heap->mismatches == 0, "host memory is given back with another size");
}

/* Returns false when the nth call does not exist: the life is over before it. */
static bool run_with_failure(sweep *s)
{
    fake_script script;
    fake_script_init(&script, &s->desc);
    fake_vulkan_fail_call(script.frame.world.fake, s->nth, s->raw);
    run_steps(s, &script);
    fake_script_close(&script);
    check_end(s, &script);
    const bool failed = fake_vulkan_has_failed(script.frame.world.fake, NULL);
    s->failures += failed;
    fake_script_finish(&script);
    return failed;
}

static void sweep_calls(sweep *s)
{
    static const VkResult raws[] = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY,
                                    VK_ERROR_DEVICE_LOST};
    for (uint32_t r = 0; r < 3; r++) {
        s->raw = raws[r];
        s->nth = 1;
        while (run_with_failure(s))
            s->nth++;
    }
    print_message("%s: %u failures of %u calls, %u complaints\n", s->name, s->failures, s->nth - 1,
                  s->complaints);
    assert_true(s->failures > 0);
    assert_int_equal(s->complaints, 0);
}

static void every_call_can_fail_on_vulkan_1_1(void **state)
{
    (void)state;
    sweep_calls(&(sweep){.name = "1.1"});
}

static void every_call_can_fail_while_work_is_pending(void **state)
{
    (void)state;
    sweep_calls(&(sweep){.name = "1.1 pending", .desc = {.manual_completion = true}});
}

static void every_call_can_fail_on_vulkan_1_3_with_names(void **state)
{
    static const char *const extensions[] = {"VK_EXT_debug_utils", "VK_EXT_load_store_op_none"};
    (void)state;
    sweep_calls(&(sweep){.name = "1.3",
                         .desc = {.api_version = VK_API_VERSION_1_3,
                                  .extensions = extensions,
                                  .extension_count = 2,
                                  .features = {.synchronization2 = true, .independent_blend = true},
                                  .manual_completion = true}});
}

/* ---------------------------------------------------------------------------------- allocations */

/* The executor's cache of requirements may fail to grow: then the driver is asked again. */
#define IGNORED_ALLOCATIONS_MAX 8u

static void run_steps_out_of_memory(sweep *s, fake_script *script)
{
    fake_vulkan *fake = script->frame.world.fake;
    const fake_heap *heap = &script->frame.heap;
    for (uint32_t i = 0; i < fake_step_count; i++) {
        const bool had_failed = heap->has_failed;
        s->step = fake_steps[i].name;
        fusor_result result = fake_steps[i].run(script);
        if (heap->has_failed && !had_failed) {
            s->ignored += result == FUSOR_OK;
            expect(s, fake, result == FUSOR_ERROR_OUT_OF_MEMORY || result == FUSOR_OK,
                   fusor_result_text(result));
            result = result == FUSOR_OK ? result : fake_steps[i].run(script);
        }
        if (result != FUSOR_OK) {
            complain(s, fake, fusor_result_text(result));
            return;
        }
    }
}

static bool run_with_failed_allocation(sweep *s)
{
    fake_script script;
    fake_script_init(&script, &s->desc);
    script.frame.heap.fail_in = s->nth;
    run_steps_out_of_memory(s, &script);
    fake_script_close(&script);
    check_end(s, &script);
    const bool failed = script.frame.heap.has_failed;
    fake_script_finish(&script);
    return failed;
}

static void every_allocation_can_fail(void **state)
{
    sweep s = {.name = "allocations", .nth = 1, .desc = {.manual_completion = true}};
    (void)state;
    while (run_with_failed_allocation(&s))
        s.nth++;
    print_message("%s: %u failures, %u ignored, %u complaints\n", s.name, s.nth - 1, s.ignored,
                  s.complaints);
    assert_true(s.nth > 1);
    assert_true(s.ignored <= IGNORED_ALLOCATIONS_MAX);
    assert_int_equal(s.complaints, 0);
}

/* -------------------------------------------------------------------------------------- callbacks */

static void failed_prepare_keeps_the_old_plan(void **state)
{
    fake_script script;
    (void)state;
    fake_script_init(&script, &(fake_vulkan_desc){.manual_completion = true});
    for (uint32_t i = 0; i < 12; i++)
        assert_int_equal(fake_steps[i].run(&script), FUSOR_OK);
    script.frame.prepare_result = FUSOR_ERROR_IO;
    assert_int_equal(fake_frame_load(&script.frame, script.unfused), FUSOR_ERROR_CALLBACK);
    script.frame.prepare_result = FUSOR_OK;
    assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_OK);
    fake_vulkan_violations_print(script.frame.world.fake, stderr);
    assert_int_equal(fake_vulkan_violation_count(script.frame.world.fake), 0);
    fake_script_finish(&script);
}

static void failed_record_submits_nothing_and_the_next_frame_runs(void **state)
{
    fake_script script;
    (void)state;
    fake_script_init(&script, &(fake_vulkan_desc){.manual_completion = true});
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(fake_steps[i].run(&script), FUSOR_OK);
    fake_vulkan *fake = script.frame.world.fake;
    const uint32_t submits = fake_vulkan_call_count(fake, FAKE_VULKAN_QueueSubmit);
    script.frame.record_result = FUSOR_ERROR_IO;
    assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_ERROR_CALLBACK);
    assert_int_equal(fake_vulkan_call_count(fake, FAKE_VULKAN_QueueSubmit), submits);
    script.frame.record_result = FUSOR_OK;
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_OK);
    fake_vulkan_violations_print(fake, stderr);
    assert_int_equal(fake_vulkan_violation_count(fake), 0);
    fake_script_finish(&script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_can_fail_on_vulkan_1_1),
        cmocka_unit_test(every_call_can_fail_while_work_is_pending),
        cmocka_unit_test(every_call_can_fail_on_vulkan_1_3_with_names),
        cmocka_unit_test(every_allocation_can_fail),
        cmocka_unit_test(failed_prepare_keeps_the_old_plan),
        cmocka_unit_test(failed_record_submits_nothing_and_the_next_frame_runs),
    };
    return cmocka_run_group_tests_name("fake_failures", tests, NULL, NULL);
}
