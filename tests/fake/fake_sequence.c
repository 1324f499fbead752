/* In: a run with a plan. Out: its frames, lifted. Promised: the log holds one frame at a time; frames are
 * counted as the executor counts them, those that failed not at all. */
#include "fake_sequence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

fake_vulkan_desc fake_path_desc(fake_path path, const VkPhysicalDeviceMemoryProperties *memory)
{
    static const char *const extensions[] = {"VK_EXT_debug_utils",
                                             "VK_KHR_ray_tracing_pipeline",
                                             "VK_KHR_acceleration_structure",
                                             "VK_KHR_create_renderpass2",
                                             "VK_KHR_depth_stencil_resolve",
                                             "VK_KHR_synchronization2"};
    const bool legacy = path == FAKE_PATH_LEGACY, core = path == FAKE_PATH_CORE;
    return (fake_vulkan_desc){.api_version = core ? VK_API_VERSION_1_3 : 0,
                              .extensions = extensions,
                              .extension_count = legacy ? 5 : 6,
                              .features = {.multiview = true,
                                           .independent_blend = true,
                                           .synchronization2 = !legacy,
                                           .separate_depth_stencil_layouts = core},
                              .memory = memory,
                              .format_fn = fake_run_formats,
                              .manual_completion = core};
}

/* ------------------------------------------------------------------------------------ the frames */

/* Shaders read and write what their pass was shown: it must be what the plan's uses mean. */
static void observe(void *user, const fusor_vulkan_record_info *info)
{
    fake_sequence *s = user;
    const fusor_plan *plan = s->run->plan;
    const fusor_slice uses = plan->passes[info->pass.id - 1].uses;
    for (uint32_t i = 0; i < info->prepared->use_count; i++) {
        const fusor_vulkan_use *use = &info->prepared->uses[i];
        const uint64_t handle = use->images ? (uint64_t)(uintptr_t)use->images[info->instance]
                                            : (uint64_t)(uintptr_t)use->buffers[info->instance];
        s->wrong_uses +=
            !fake_lift_is_use(&s->lift, info->frame, &plan->uses[uses.first + i], handle);
    }
}

void fake_sequence_begin(fake_sequence *s, fake_run *run, fake_path path)
{
    *s = (fake_sequence){.run = run, .path = {path == FAKE_PATH_LEGACY, run->poison}};
    fake_vulkan_log_clear(run->world.fake);
    fake_run_load(run);
    fake_lift_open(&s->lift, run->world.fake, run->plan);
    s->lift.poison = run->poison;
    for (uint32_t i = 0; i < run->plan->resource_count; i++) {
        if (run->images[i])
            fake_lift_import(&s->lift, i, (uint64_t)(uintptr_t)run->images[i]);
        if (run->buffers[i])
            fake_lift_import(&s->lift, i, (uint64_t)(uintptr_t)run->buffers[i]);
    }
    run->observe_fn = observe;
    run->observe_user = s;
}

void fake_sequence_end(fake_sequence *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        fusor_plan_destroy(s->frames[i]);
    fake_lift_close(&s->lift);
    s->run->observe_fn = NULL;
}

static uint32_t slots_of(const fusor_plan *plan)
{
    uint32_t slots = 1;
    for (uint32_t i = 0; i < plan->resource_count; i++)
        slots = plan->resources[i].slot_count > slots ? plan->resources[i].slot_count : slots;
    return slots;
}

uint32_t fake_sequence_length(const fake_sequence *s)
{
    return slots_of(s->run->plan) + 2;
}

static bool lift_frame(fake_sequence *s)
{
    assert_true(s->count < FAKE_SEQUENCE_FRAMES_MAX);
    s->frames[s->count] = fake_lift_frame(&s->lift, s->count);
    return s->frames[s->count] && ++s->count;
}

bool fake_sequence_record(fake_sequence *s)
{
    fake_vulkan_log_clear(s->run->world.fake);
    fake_run_give_imports(s->run);
    assert_int_equal(fusor_vulkan_execute(s->run->vk, NULL), FUSOR_OK);
    return lift_frame(s);
}

bool fake_sequence_record_failing(fake_sequence *s)
{
    fake_vulkan_log_clear(s->run->world.fake);
    return !fake_run_failing_frame(s->run) || lift_frame(s);
}

bool fake_sequence_is_steady(const fake_sequence *s)
{
    return s->count > slots_of(s->run->plan);
}

char *fake_sequence_difference(const fake_sequence *s)
{
    return fake_lift_difference(s->run->plan, s->frames[s->count - 1], &s->path);
}

bool fake_sequence_judge(const fake_sequence *s, char text[800])
{
    const fake_case given = {.graph = s->run->graph,
                             .device = fusor_vulkan_describe(s->run->vk),
                             .frames = (const fusor_plan *const *)s->frames,
                             .count = s->count};
    return fake_judge(&given, text);
}

fusor_plan *fake_with_buffer_barriers(const fusor_plan *plan)
{
    fusor_plan shown = *plan, *out = NULL;
    fusor_plan_barrier *barriers = calloc(plan->barrier_count + 1, sizeof *barriers);
    assert_non_null(barriers);
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        barriers[i] = plan->barriers[i];
        if (barriers[i].kind == FUSOR_BARRIER_MEMORY &&
            !plan->resources[barriers[i].resource].is_image)
            barriers[i].kind = FUSOR_BARRIER_BUFFER;
    }
    shown.barriers = barriers;
    assert_int_equal(fusor_plan_clone(&shown, NULL, &out), FUSOR_OK);
    free(barriers);
    return out;
}
