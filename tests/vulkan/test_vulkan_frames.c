/* In: frames, loads, bad calls. Out: counts, and errors with names.
 * Promised: a steady frame creates nothing and allocates nothing; a failed load keeps the old plan. */
#include "vulkan_count.h"
#include "vulkan_tests.h"

#include <string.h>

#include "audit/audit_check.h"

#include "full_vert.h"
#include "value_frag.h"

#define SIZE 16u

/* One pass that paints one output. */
typedef struct painting {
    kit_pass draw;
    fusor_image picture;
    fusor_pass pass;
} painting;

static void declare_painting(vulkan_world *world, painting *p)
{
    *p = (painting){.draw = {.vertex = KIT_SHADER(full_vert),
                             .fragment = KIT_SHADER(value_frag),
                             .push.value = {1, 0, 1, 1}}};
    p->picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_color_desc color = {.image = p->picture, .load = FUSOR_LOAD_CLEAR};
    p->pass =
        world_pass(world, &(fusor_pass_desc){.name = "paint", .color = &color, .color_count = 1});
    fusor_graph_add_output_image(world->graph, p->picture);
}

static void start_painting(vulkan_world *world, painting *p)
{
    world_start(world, SIZE, SIZE);
    declare_painting(world, p);
    kit_bind(world, p->pass, &p->draw);
}

static void assert_painted(vulkan_world *world, const painting *p, uint32_t size)
{
    const uint32_t *pixels = world_download_image(world, p->picture, 0, 0, 0);
    for (uint32_t i = 0; i < size * size; i++) {
        assert_int_equal(pixels[i], 0xffff00ffu);
    }
}

static void assert_named(const vulkan_world *world, const char *name)
{
    if (!strstr(world->last_error, name)) {
        print_error("the message does not name %s: %s\n", name, world->last_error);
    }
    assert_non_null(strstr(world->last_error, name));
}

static void steady_frames_create_and_allocate_nothing(void **state)
{
    vulkan_world *world = *state;
    painting p;
    start_painting(world, &p);
    world_load(world, NULL);
    world_frames(world, 3);
    fusor_vulkan_stats before, after;
    fusor_vulkan_get_stats(world->vk, &before);
    uint32_t heap = world->heap_calls;
    count_reset(COUNT_NOTHING);
    world_frames(world, 10);
    fusor_vulkan_get_stats(world->vk, &after);
    assert_int_equal(count_get().created, 0);
    assert_int_equal(count_get().submissions, 10);
    assert_int_equal(world->heap_calls - heap, 0);
    assert_int_equal(after.objects_created - before.objects_created, 0);
    assert_int_equal(after.heap_allocations - before.heap_allocations, 0);
    assert_int_equal(after.frames - before.frames, 10);
    assert_int_equal(after.render_passes_begun - before.render_passes_begun, 10);
    assert_int_equal(after.barrier_calls - before.barrier_calls, count_get().barriers);
    kit_finish(&p.draw);
}

static void stats_count_what_the_driver_sees(void **state)
{
    vulkan_world *world = *state;
    painting p;
    start_painting(world, &p);
    world_load(world, NULL);
    world_frames(world, 1);
    fusor_vulkan_stats stats;
    fusor_vulkan_get_stats(world->vk, &stats);
    assert_int_equal(stats.objects_created, count_get().created);
    assert_int_equal(stats.heap_allocations > 0, 1);
    assert_int_equal(stats.device_memory_allocations > 0, 1);
    assert_int_equal(stats.submissions, count_get().submissions);
    kit_finish(&p.draw);
}

static void frame_time_is_measured(void **state)
{
    vulkan_world *world = *state;
    painting p;
    start_painting(world, &p);
    world_load(world, NULL);
    assert_int_equal(fusor_vulkan_frame_time_ns(world->vk), 0);
    world_frames(world, 2);
    assert_true(fusor_vulkan_frame_time_ns(world->vk) > 0);
    kit_finish(&p.draw);
}

/* A A B A: a resize and back, each by loading another plan. */
static void loads_follow_a_resize_and_back(void **state)
{
    vulkan_world *world = *state;
    painting p;
    start_painting(world, &p);
    fusor_plan *small = world_plan(world, NULL);
    const uint32_t big_size[2] = {SIZE * 2, SIZE * 2};
    fusor_graph_set_sizes(world->graph, big_size, big_size);
    fusor_plan *big = world_plan(world, NULL);
    fusor_plan *const order[] = {small, small, big, small};
    for (uint32_t i = 0; i < 4; i++) {
        assert_ok(fusor_vulkan_load(world->vk, order[i]));
        assert_int_equal(p.draw.prepared, i + 1);
        world_frames(world, 3);
        assert_int_equal(p.draw.last_frame, 2);
        assert_painted(world, &p, order[i] == big ? SIZE * 2 : SIZE);
    }
    fusor_vulkan_destroy(world->vk);
    world->vk = NULL;
    fusor_plan_destroy(small);
    fusor_plan_destroy(big);
    kit_finish(&p.draw);
}

/* What an engine does: asks for the plan each frame, loads it where it is another. */
static void frame_of_size(vulkan_world *world, fusor_cache *cache, uint32_t size)
{
    fusor_plan *plan;
    const uint32_t sizes[2] = {size, size};
    fusor_place_desc place = fusor_vulkan_place_desc(world->vk);
    fusor_cache_request request = {fusor_vulkan_describe(world->vk), NULL, &place};
    fusor_graph_set_sizes(world->graph, sizes, sizes);
    assert_ok(fusor_cache_compile(cache, world->graph, &request, &plan));
    if (plan != world->plan) {
        assert_true(audit_check(world->graph, request.device, plan));
        assert_ok(fusor_vulkan_load(world->vk, plan));
        fusor_plan_destroy(world->plan);
        world->plan = plan;
    } else {
        fusor_plan_destroy(plan);
    }
    world_frames(world, 1);
}

/* Three frames of a size, of which the first alone may create anything. */
static void settle_at_size(vulkan_world *world, fusor_cache *cache, uint32_t size)
{
    frame_of_size(world, cache, size);
    uint32_t created = count_get().created, heap = world->heap_calls;
    frame_of_size(world, cache, size);
    frame_of_size(world, cache, size);
    assert_int_equal(count_get().created, created);
    assert_int_equal(world->heap_calls, heap);
}

static void frames_B10_resize_churn_comes_back_to_a_plateau(void **state)
{
    vulkan_world *world = *state;
    painting p;
    fusor_cache *cache;
    fusor_cache_desc desc = {.plan_count = 4};
    start_painting(world, &p);
    assert_ok(fusor_cache_create(&desc, &cache));
    settle_at_size(world, cache, SIZE);
    fusor_vulkan_stats before, after;
    fusor_vulkan_get_stats(world->vk, &before);
    settle_at_size(world, cache, SIZE / 2);
    settle_at_size(world, cache, SIZE);
    uint64_t bytes =
        0; /* the first round asks the driver about each size; that is kept, to a bound */
    for (uint32_t i = 0; i < 48; i++) {
        settle_at_size(world, cache, 1 + i % 24 * 7 % 40);
        bytes = i < 24 && world->heap_bytes > bytes ? world->heap_bytes : bytes;
        assert_true(world->heap_bytes <= bytes);
    }
    settle_at_size(world, cache, SIZE);
    fusor_vulkan_get_stats(world->vk, &after);
    assert_int_equal(after.device_memory_bytes, before.device_memory_bytes);
    assert_int_equal(after.device_memory_allocations, before.device_memory_allocations);
    assert_painted(world, &p, SIZE);
    fusor_cache_counts counts;
    fusor_cache_get_counts(cache, &counts);
    assert_int_equal(counts.plan_count, 4);
    assert_int_equal(counts.ran_depend, 1);
    fusor_cache_destroy(cache);
    kit_finish(&p.draw);
}

static void pass_without_code_fails_by_name(void **state)
{
    vulkan_world *world = *state;
    painting p;
    world_start(world, SIZE, SIZE);
    declare_painting(world, &p);
    fusor_plan *plan = world_plan(world, NULL);
    assert_int_equal(fusor_vulkan_load(world->vk, plan), FUSOR_ERROR_INVALID_STATE);
    assert_named(world, "paint");
    fusor_plan_destroy(plan);
}

static fusor_result refuse_prepare(void *user, const fusor_vulkan_prepare_info *info)
{
    (void)info;
    return *(bool *)user ? FUSOR_ERROR_CALLBACK : FUSOR_OK;
}

static fusor_result refuse_record(void *user, const fusor_vulkan_record_info *info)
{
    (void)info;
    return *(bool *)user ? FUSOR_ERROR_CALLBACK : FUSOR_OK;
}

static void failed_load_keeps_the_old_plan(void **state)
{
    vulkan_world *world = *state;
    painting p;
    bool refuse = true;
    start_painting(world, &p);
    world_load(world, NULL);
    world_frames(world, 1);
    fusor_vulkan_stats before, after;
    fusor_vulkan_get_stats(world->vk, &before);
    const fusor_vulkan_pass refusing = {refuse_prepare, refuse_record, NULL, &refuse};
    assert_ok(fusor_vulkan_bind_pass(world->vk, p.pass, &refusing));
    assert_int_equal(fusor_vulkan_load(world->vk, world->plan), FUSOR_ERROR_CALLBACK);
    assert_named(world, "paint");
    fusor_vulkan_get_stats(world->vk, &after);
    assert_int_equal(after.device_memory_bytes, before.device_memory_bytes);
    world_frames(world, 2);
    assert_painted(world, &p, SIZE);
    assert_int_equal(p.draw.last_frame, 2);
    kit_finish(&p.draw);
}

static void frame_whose_callback_fails_is_not_submitted(void **state)
{
    vulkan_world *world = *state;
    painting p;
    bool refuse = false;
    start_painting(world, &p);
    const fusor_vulkan_pass callbacks = {NULL, refuse_record, NULL, &refuse};
    assert_ok(fusor_vulkan_bind_pass(world->vk, p.pass, &callbacks));
    world_load(world, NULL);
    world_frames(world, 1);
    refuse = true;
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(fusor_vulkan_execute(world->vk, NULL), FUSOR_ERROR_CALLBACK);
        assert_named(world, "paint");
    }
    refuse = false;
    world_frames(world, 2);
    fusor_vulkan_stats stats;
    fusor_vulkan_get_stats(world->vk, &stats);
    assert_int_equal(stats.frames, 3);
}

static void missing_and_wrong_imports_fail_by_name(void **state)
{
    vulkan_world *world = *state;
    world_start(world, SIZE, SIZE);
    fusor_image screen = fusor_graph_add_image(
        world->graph, &(fusor_image_desc){.name = "screen",
                                          .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
                                          .lifetime = FUSOR_LIFETIME_IMPORTED,
                                          .import = {.initial = {.state = FUSOR_STATE_UNDEFINED},
                                                     .final = {.state = FUSOR_STATE_COPY_SRC}}});
    fusor_color_desc color = {.image = screen, .load = FUSOR_LOAD_CLEAR};
    fusor_pass pass =
        world_pass(world, &(fusor_pass_desc){.name = "paint", .color = &color, .color_count = 1});
    tests_bind_empty(world, pass);
    fusor_plan *plan = world_plan(world, NULL);
    assert_int_equal(fusor_vulkan_load(world->vk, plan), FUSOR_ERROR_INVALID_STATE);
    assert_named(world, "screen");
    const fusor_vulkan_image_import wrong = {.image = (VkImage)(uintptr_t)1,
                                             .format = VK_FORMAT_R8G8B8A8_UNORM,
                                             .extent = {SIZE, SIZE + 1, 1},
                                             .mips = 1,
                                             .layers = 1};
    assert_ok(fusor_vulkan_import_image(world->vk, screen, &wrong));
    assert_int_equal(fusor_vulkan_load(world->vk, plan), FUSOR_ERROR_INVALID_ARGUMENT);
    assert_named(world, "screen");
    fusor_plan_destroy(plan);
}

static void calls_before_a_load_are_refused(void **state)
{
    vulkan_world *world = *state;
    painting p;
    void *mapped;
    fusor_vulkan_resource resource;
    unsigned char pixels[SIZE * SIZE * 4];
    start_painting(world, &p);
    const fusor_vulkan_download_desc download = {
        .image = p.picture, .data = pixels, .size_bytes = sizeof pixels};
    assert_int_equal(fusor_vulkan_execute(world->vk, NULL), FUSOR_ERROR_INVALID_STATE);
    assert_int_equal(fusor_vulkan_map(world->vk, (fusor_buffer){1}, &mapped),
                     FUSOR_ERROR_INVALID_STATE);
    assert_int_equal(fusor_vulkan_get_image(world->vk, p.picture, &resource),
                     FUSOR_ERROR_INVALID_STATE);
    assert_int_equal(fusor_vulkan_download(world->vk, &download), FUSOR_ERROR_INVALID_STATE);
    world_load(world, NULL);
    assert_int_equal(fusor_vulkan_download(world->vk, &download), FUSOR_ERROR_INVALID_STATE);
    assert_named(world, "picture");
    kit_finish(&p.draw);
}

static void plan_of_another_device_is_refused(void **state)
{
    vulkan_world *world = *state;
    painting p;
    start_painting(world, &p);
    const fusor_requirement_rule small = {.size_bytes = 16, .alignment = 1};
    const fusor_device_desc device = {
        .name = "small", .requirements = &small, .requirement_count = 1};
    fusor_plan *plan = NULL;
    assert_ok(fusor_compile(world->graph, &device, NULL, &world->compiled));
    assert_ok(fusor_place(world->compiled, NULL, &plan));
    assert_int_equal(fusor_vulkan_load(world->vk, plan), FUSOR_ERROR_PLACEMENT);
    assert_named(world, "picture");
    fusor_plan_destroy(plan);
}

#define TESTS(WITH)                                                                                \
    WITH(steady_frames_create_and_allocate_nothing)                                                \
    WITH(stats_count_what_the_driver_sees)                                                         \
    WITH(frame_time_is_measured)                                                                   \
    WITH(loads_follow_a_resize_and_back)                                                           \
    WITH(frames_B10_resize_churn_comes_back_to_a_plateau)                                          \
    WITH(pass_without_code_fails_by_name)                                                          \
    WITH(failed_load_keeps_the_old_plan)                                                           \
    WITH(frame_whose_callback_fails_is_not_submitted)                                              \
    WITH(missing_and_wrong_imports_fail_by_name)                                                   \
    WITH(calls_before_a_load_are_refused)                                                          \
    WITH(plan_of_another_device_is_refused)

TESTS_MAIN(TESTS, TESTS_NONE)
