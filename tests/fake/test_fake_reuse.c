/* In: one graph, asked of a cache each frame, as an engine does. Out: what the executor makes for it.
 * Promised: a frame that declares what the last one did makes nothing, on the heap or on the device; a
 * resize makes what holds the old extent anew, and nothing grows with the number of resizes. */
#include "fake_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "audit/audit_check.h"

enum { PASSES = 200, FRAMES = 1000, SIZES = 200 };

typedef struct engine {
    fake_run run;
    fake_heap heap; /* of graph and cache */
    fusor_cache *cache;
    uint32_t loads;
} engine;

/* ---------------------------------------------------------------------------------------- the graph */

/* Pass i writes image i and buffer i and reads those of the pass before: every other one is raster. */
static void add_pass(fusor_graph *graph, uint32_t i)
{
    char image_name[16], buffer_name[16], pass_name[16];
    snprintf(image_name, sizeof image_name, "image%u", i);
    snprintf(buffer_name, sizeof buffer_name, "buffer%u", i);
    snprintf(pass_name, sizeof pass_name, "pass%u", i);
    fusor_image_desc image_desc = {.name = image_name,
                                   .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
                                   .size = {.denominator = 1 + i % 4}};
    fusor_buffer_desc buffer_desc = {.name = buffer_name, .size_bytes = 1024 * (1 + i % 3)};
    fusor_image image = fusor_graph_add_image(graph, &image_desc);
    fusor_buffer buffer = fusor_graph_add_buffer(graph, &buffer_desc);
    fusor_color_desc color = {.image = image, .load = FUSOR_LOAD_CLEAR};
    fusor_use_desc writes[] = {{.buffer = buffer, .as = FUSOR_USE_STORAGE, .overwrite = true},
                               {.image = image, .as = FUSOR_USE_STORAGE, .overwrite = true}};
    fusor_use_desc reads[] = {{.image = {i}, .as = FUSOR_USE_SAMPLED},
                              {.buffer = {i}, .as = FUSOR_USE_STORAGE}};
    fusor_pass_desc pass = {.name = pass_name,
                            .kind = i % 2 ? FUSOR_PASS_COMPUTE : FUSOR_PASS_RASTER,
                            .color = &color,
                            .color_count = i % 2 ? 0 : 1,
                            .reads = reads,
                            .read_count = i ? 2 : 0,
                            .writes = writes,
                            .write_count = i % 2 ? 2 : 1};
    fusor_graph_add_pass(graph, &pass);
}

static fusor_graph *declare(const fusor_allocator *allocator, uint32_t passes)
{
    fusor_graph *graph;
    fusor_graph_desc desc = {
        .name = "frame", .render_width = 128, .render_height = 128, .allocator = *allocator};
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    for (uint32_t i = 0; i < passes; i++)
        add_pass(graph, i);
    fusor_graph_add_output_image(graph, (fusor_image){passes});
    fusor_graph_add_output_buffer(graph, (fusor_buffer){passes});
    return graph;
}

/* --------------------------------------------------------------------------------------- the engine */

static void engine_open(engine *e, uint32_t passes)
{
    static const fake_vulkan_desc DEVICE = {
        .api_version = VK_API_VERSION_1_3,
        .features = {.synchronization2 = true, .separate_depth_stencil_layouts = true}};
    fusor_allocator allocator = fake_heap_allocator(&e->heap);
    fusor_cache_desc desc = {.plan_count = 4, .allocator = allocator};
    assert_int_equal(fusor_cache_create(&desc, &e->cache), FUSOR_OK);
    e->run.graph = declare(&allocator, passes);
    fake_run_open(&e->run, &DEVICE);
}

/* Loads only what is not loaded, and lets go of the old plan when the executor has. */
static void engine_frame(engine *e)
{
    fusor_plan *plan;
    fusor_place_desc place = fusor_vulkan_place_desc(e->run.vk);
    fusor_cache_request request = {fusor_vulkan_describe(e->run.vk), NULL, &place};
    assert_int_equal(fusor_cache_compile(e->cache, e->run.graph, &request, &plan), FUSOR_OK);
    if (plan != e->run.plan) {
        fusor_plan *old = e->run.plan;
        assert_true(audit_check(e->run.graph, request.device, plan));
        e->run.plan = plan;
        fake_run_load(&e->run);
        fusor_plan_destroy(old);
        e->loads++;
    } else {
        fusor_plan_destroy(plan);
    }
    assert_int_equal(fusor_vulkan_execute(e->run.vk, NULL), FUSOR_OK);
    fake_vulkan_log_clear(e->run.world.fake);
}

static void engine_close(engine *e)
{
    fake_run_close(&e->run);
    fusor_graph_destroy(e->run.graph);
    fusor_cache_destroy(e->cache);
    assert_int_equal(e->heap.live_blocks, 0);
    assert_int_equal(e->heap.mismatches, 0);
}

/* Frames of one description, of which only the first may make anything. */
static void steady_frames(engine *e, uint32_t count)
{
    engine_frame(e);
    uint32_t created = fake_vulkan_created_count(e->run.world.fake), loads = e->loads;
    uint64_t heap = e->heap.allocations, executor = e->run.heap.allocations;
    for (uint32_t i = 1; i < count; i++)
        engine_frame(e);
    assert_int_equal(fake_vulkan_created_count(e->run.world.fake), created);
    assert_int_equal(e->heap.allocations, heap);
    assert_int_equal(e->run.heap.allocations, executor);
    assert_int_equal(e->loads, loads);
}

static void fake_B49_equal_frames_make_nothing(void **state)
{
    (void)state;
    engine e = {.loads = 0};
    engine_open(&e, PASSES);
    steady_frames(&e, FRAMES);
    fusor_cache_counts counts;
    fusor_cache_get_counts(e.cache, &counts);
    assert_int_equal(e.run.plan->resource_count, 2 * PASSES);
    assert_int_equal(e.run.plan->order_count, PASSES);
    assert_true(counts.asked == FRAMES && counts.unchanged == FRAMES - 1 && counts.ran_check == 1);
    fake_run_assert_silent(&e.run);
    engine_close(&e);
}

/* The same declared anew each frame: the plan is found by comparing, and memory stays where it is. */
static void fake_H17_the_pool_lives_on_until_the_description_changes(void **state)
{
    (void)state;
    engine e = {.loads = 0};
    fusor_cache_counts counts;
    engine_open(&e, 20);
    engine_frame(&e);
    uint32_t created = fake_vulkan_created_count(e.run.world.fake);
    assert_true(e.run.plan->pool_count > 0 && e.run.plan->memory_placed < e.run.plan->memory_sum);
    for (int i = 0; i < 50; i++) {
        fusor_graph_destroy(e.run.graph);
        e.run.graph = declare(&(fusor_allocator){NULL, NULL}, 20);
        engine_frame(&e);
    }
    assert_int_equal(fake_vulkan_created_count(e.run.world.fake), created);
    fusor_cache_get_counts(e.cache, &counts);
    assert_true(counts.equal == 50 && counts.ran_place == 1 && e.loads == 1);
    fusor_graph_set_sizes(e.run.graph, (uint32_t[2]){64, 64}, NULL);
    engine_frame(&e);
    fusor_cache_get_counts(e.cache, &counts);
    assert_true(counts.ran_place == 2 && counts.ran_depend == 1 && e.loads == 2);
    assert_true(fake_vulkan_created_count(e.run.world.fake) > created);
    fake_run_assert_silent(&e.run);
    engine_close(&e);
}

static uint32_t next_size(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return 1 + (*random >> 16) % 512;
}

static void fake_B10_resize_churn_comes_back_to_a_plateau(void **state)
{
    (void)state;
    static const uint32_t SCALES[] = {128, 64, 128};
    engine e = {.loads = 0};
    uint32_t random = 10;
    VkDeviceSize bytes[3];
    uint32_t live[3];
    engine_open(&e, 20);
    fake_vulkan *fake = e.run.world.fake;
    for (uint32_t i = 0; i < 3; i++) {
        fusor_graph_set_sizes(e.run.graph, (uint32_t[2]){SCALES[i], SCALES[i]}, NULL);
        steady_frames(&e, 3);
        bytes[i] = fake_vulkan_allocated_bytes(fake);
        live[i] = fake_vulkan_live_count(fake);
    }
    assert_true(bytes[1] < bytes[0] && bytes[2] == bytes[0]);
    assert_true(live[1] == live[0] && live[2] == live[0]);
    uint64_t heap = 0, executor = 0;
    for (uint32_t i = 0; i < SIZES; i++) {
        const uint32_t size[2] = {next_size(&random), next_size(&random)};
        fusor_graph_set_sizes(e.run.graph, size, NULL);
        steady_frames(&e, 2);
        if (i < SIZES / 4 && e.heap.live_bytes > heap)
            heap = e.heap.live_bytes;
        if (i < SIZES / 4 && e.run.heap.live_bytes > executor)
            executor = e.run.heap.live_bytes;
        assert_true(i < SIZES / 4 || e.heap.live_bytes <= heap);
        assert_true(i < SIZES / 4 || e.run.heap.live_bytes <= executor);
        assert_int_equal(fake_vulkan_live_count(fake), live[0]);
    }
    fusor_graph_set_sizes(e.run.graph, (uint32_t[2]){128, 128}, NULL);
    steady_frames(&e, 3);
    assert_true(fake_vulkan_allocated_bytes(fake) == bytes[0]);
    fake_run_assert_silent(&e.run);
    engine_close(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fake_B49_equal_frames_make_nothing),
        cmocka_unit_test(fake_H17_the_pool_lives_on_until_the_description_changes),
        cmocka_unit_test(fake_B10_resize_churn_comes_back_to_a_plateau),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
