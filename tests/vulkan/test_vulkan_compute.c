/* In: compute passes over buffers and images that live in every way there is. Out: exact numbers. */
#include "vulkan_tests.h"

#include <string.h>

#include "add_comp.h"
#include "add_image_comp.h"
#include "count_comp.h"

#define COUNT 1000u
#define BYTES (COUNT * 4u)

static fusor_use_desc storage(fusor_buffer buffer, bool overwrite)
{
    return (fusor_use_desc){.buffer = buffer, .as = FUSOR_USE_STORAGE, .overwrite = overwrite};
}

static fusor_pass count_pass(vulkan_world *world, const char *name, fusor_buffer to)
{
    fusor_use_desc write = storage(to, true);
    return world_pass(
        world, &(fusor_pass_desc){
                   .name = name, .kind = FUSOR_PASS_COMPUTE, .writes = &write, .write_count = 1});
}

static fusor_pass add_pass(vulkan_world *world, const char *name, const fusor_use_desc *from,
                           fusor_buffer to)
{
    fusor_use_desc write = storage(to, true);
    return world_pass(world, &(fusor_pass_desc){.name = name,
                                                .kind = FUSOR_PASS_COMPUTE,
                                                .reads = from,
                                                .read_count = 1,
                                                .writes = &write,
                                                .write_count = 1});
}

static fusor_buffer add_buffer(vulkan_world *world, const fusor_buffer_desc *desc)
{
    fusor_buffer buffer = fusor_graph_add_buffer(world->graph, desc);
    assert_int_not_equal(buffer.id, 0);
    return buffer;
}

static void dependent_dispatches_see_each_other(void **state)
{
    vulkan_world *world = *state;
    kit_pass count = {.compute = KIT_SHADER(count_comp), .groups = {16}, .push.base = 5};
    kit_pass adds[3];
    world_start(world, 16, 16);
    static const char *const names[] = {"b", "c", "d"};
    static const char *const pass_names[] = {"add b", "add c", "add d"};
    fusor_buffer last = world_buffer(world, "a", BYTES);
    fusor_pass first = count_pass(world, "count", last);
    kit_bind(world, first, &count);
    for (uint32_t i = 0; i < 3; i++) {
        adds[i] =
            (kit_pass){.compute = KIT_SHADER(add_comp), .groups = {16}, .push.base = 1000u << i};
        fusor_use_desc from = storage(last, false);
        last = world_buffer(world, names[i], BYTES);
        kit_bind(world, add_pass(world, pass_names[i], &from, last), &adds[i]);
    }
    fusor_graph_add_output_buffer(world->graph, last);
    world_load(world, NULL);
    world_frames(world, 3);
    const uint32_t *data = world_download_buffer(world, last);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(data[i], i * 3 + 5 + 7000);
    }
    kit_finish(&count);
    for (uint32_t i = 0; i < 3; i++) {
        kit_finish(&adds[i]);
    }
}

static void host_buffers_have_an_instance_for_each_frame_in_flight(void **state)
{
    vulkan_world *world = *state;
    kit_pass add = {.compute = KIT_SHADER(add_comp), .groups = {16}, .push.base = 1};
    world->desc.frames_in_flight = 3;
    world_start(world, 16, 16);
    fusor_buffer in = add_buffer(
        world, &(fusor_buffer_desc){.name = "in", .size_bytes = BYTES, .host = FUSOR_HOST_WRITE});
    fusor_buffer out = add_buffer(
        world, &(fusor_buffer_desc){.name = "out", .size_bytes = BYTES, .host = FUSOR_HOST_READ});
    fusor_use_desc from = storage(in, false);
    kit_bind(world, add_pass(world, "add", &from, out), &add);
    world_load(world, NULL);
    for (uint32_t frame = 0; frame < 7; frame++) {
        void *mapped;
        assert_ok(fusor_vulkan_map(world->vk, in, &mapped));
        for (uint32_t i = 0; i < COUNT; i++) {
            ((uint32_t *)mapped)[i] = i + frame * 10000;
        }
        assert_ok(fusor_vulkan_execute(world->vk, NULL));
        assert_int_equal(add.last_instance, frame % 3);
        assert_ok(fusor_vulkan_map(world->vk, out, &mapped));
        for (uint32_t i = 0; i < COUNT; i++) {
            assert_int_equal(((uint32_t *)mapped)[i], i + frame * 10000 + 1);
        }
    }
    assert_ok(fusor_vulkan_wait_idle(world->vk));
    kit_finish(&add);
}

/* now = previous + 1: frame n leaves n + 1 everywhere, from zeros before the first frame. */
static void history_buffer_counts(vulkan_world *world, uint32_t slots, uint32_t previous)
{
    kit_pass add = {.compute = KIT_SHADER(add_comp), .groups = {16}, .push.base = 1};
    world_start(world, 16, 16);
    fusor_buffer buffer = add_buffer(world, &(fusor_buffer_desc){.name = "history",
                                                                 .size_bytes = BYTES,
                                                                 .lifetime = FUSOR_LIFETIME_HISTORY,
                                                                 .history_slots = slots});
    fusor_use_desc from = storage(buffer, false);
    from.previous = previous;
    kit_bind(world, add_pass(world, "add", &from, buffer), &add);
    fusor_graph_add_output_buffer(world->graph, buffer);
    world_load(world, NULL);
    for (uint32_t frame = 0; frame < 7; frame++) {
        world_frames(world, 1);
        assert_int_equal(add.last_frame, frame);
        const uint32_t *data = world_download_buffer(world, buffer);
        for (uint32_t i = 0; i < COUNT; i++) {
            assert_int_equal(data[i], frame / previous + 1);
        }
    }
    kit_finish(&add);
}

static void history_of_two_slots_reads_the_frame_before(void **state)
{
    history_buffer_counts(*state, 2, 1);
}

static void history_of_three_slots_reads_two_frames_before(void **state)
{
    history_buffer_counts(*state, 3, 2);
}

static void history_image_is_sampled_and_stored(void **state)
{
    vulkan_world *world = *state;
    kit_pass add = {.compute = KIT_SHADER(add_image_comp), .groups = {2, 2}, .push.base = 3};
    world_start(world, 16, 16);
    fusor_image image =
        fusor_graph_add_image(world->graph, &(fusor_image_desc){.name = "history",
                                                                .format = FUSOR_FORMAT_R32_UINT,
                                                                .lifetime = FUSOR_LIFETIME_HISTORY,
                                                                .history_slots = 2});
    fusor_use_desc read = {.image = image, .as = FUSOR_USE_SAMPLED, .previous = 1};
    fusor_use_desc write = {.image = image, .as = FUSOR_USE_STORAGE, .overwrite = true};
    fusor_pass pass = world_pass(world, &(fusor_pass_desc){.name = "add",
                                                           .kind = FUSOR_PASS_COMPUTE,
                                                           .reads = &read,
                                                           .read_count = 1,
                                                           .writes = &write,
                                                           .write_count = 1});
    fusor_graph_add_output_image(world->graph, image);
    kit_bind(world, pass, &add);
    world_load(world, NULL);
    for (uint32_t frame = 0; frame < 5; frame++) {
        world_frames(world, 1);
        const uint32_t *pixels = world_download_image(world, image, 0, 0, 0);
        for (uint32_t i = 0; i < 16 * 16; i++) {
            assert_int_equal(pixels[i], frame * 3 + 3);
        }
    }
    kit_finish(&add);
}

/* Frames without a wait between them: what is persistent is handed on by barriers alone. */
static void persistent_buffer_survives_frames(void **state)
{
    vulkan_world *world = *state;
    kit_pass there = {.compute = KIT_SHADER(add_comp), .groups = {16}, .push.base = 1};
    kit_pass back = {.compute = KIT_SHADER(add_comp), .groups = {16}, .push.base = 10};
    world_start(world, 16, 16);
    fusor_buffer kept = add_buffer(
        world, &(fusor_buffer_desc){
                   .name = "kept", .size_bytes = BYTES, .lifetime = FUSOR_LIFETIME_PERSISTENT});
    fusor_buffer between = world_buffer(world, "between", BYTES);
    fusor_use_desc from_kept = storage(kept, false), from_between = storage(between, false);
    kit_bind(world, add_pass(world, "there", &from_kept, between), &there);
    kit_bind(world, add_pass(world, "back", &from_between, kept), &back);
    fusor_graph_add_output_buffer(world->graph, kept);
    world_load(world, NULL);
    world_frames(world, 6);
    const uint32_t *data = world_download_buffer(world, kept);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(data[i], 66);
    }
    kit_finish(&there);
    kit_finish(&back);
}

#define TESTS(WITH)                                                                                \
    WITH(dependent_dispatches_see_each_other)                                                      \
    WITH(host_buffers_have_an_instance_for_each_frame_in_flight)                                   \
    WITH(history_of_two_slots_reads_the_frame_before)                                              \
    WITH(history_of_three_slots_reads_two_frames_before)                                           \
    WITH(history_image_is_sampled_and_stored)                                                      \
    WITH(persistent_buffer_survives_frames)

TESTS_MAIN(TESTS, TESTS_NONE)
