/* In: right plans with one barrier left out. Out: the suite fails unless validation sees it.
 * Promised: silence of the other tests means something on this driver and layer. */
#include "vulkan_count.h"
#include "vulkan_kit.h"

#include "full_vert.h"
#include "value_frag.h"

/* Frames of the loaded plan with each of its barriers left out in turn; returns the messages. */
static uint32_t messages_without_barriers(vulkan_world *world)
{
    world_frames(world, 1);
    assert_int_equal(fusor_vulkan_device_message_count(world->device), 0);
    count_reset(COUNT_NOTHING);
    world_frames(world, 1);
    uint32_t barriers = count_get().barriers;
    assert_true(barriers > 0);
    assert_int_equal(fusor_vulkan_device_message_count(world->device), 0);
    world->expected_messages = 1;
    for (uint32_t i = 0; i < barriers; i++) {
        count_reset(i);
        world_frames(world, 1);
        assert_int_equal(count_get().skipped, 1);
    }
    return fusor_vulkan_device_message_count(world->device);
}

static void canary_validation_is_on(void **state)
{
    vulkan_world *world = *state;
    assert_true(world->validated);
    world->expected_messages = 1;
}

static void canary_missing_barrier_between_copies_is_seen(void **state)
{
    vulkan_world *world = *state;
    world_start(world, 16, 16);
    fusor_buffer a = world_buffer(world, "a", 256), b = world_buffer(world, "b", 256);
    fusor_use_desc to_a = {.buffer = a, .as = FUSOR_USE_COPY, .overwrite = true};
    fusor_use_desc from_a = {.buffer = a, .as = FUSOR_USE_COPY};
    fusor_use_desc to_b = {.buffer = b, .as = FUSOR_USE_COPY, .overwrite = true};
    world_pass(world,
               &(fusor_pass_desc){
                   .name = "fill", .kind = FUSOR_PASS_COPY, .writes = &to_a, .write_count = 1});
    world_pass(world, &(fusor_pass_desc){.name = "copy",
                                         .kind = FUSOR_PASS_COPY,
                                         .reads = &from_a,
                                         .read_count = 1,
                                         .writes = &to_b,
                                         .write_count = 1});
    fusor_graph_add_output_buffer(world->graph, b);
    world_load(world, NULL);
    assert_true(messages_without_barriers(world) > 0);
}

static void canary_missing_barrier_behind_a_render_pass_is_seen(void **state)
{
    vulkan_world *world = *state;
    kit_pass draw = {.vertex = KIT_SHADER(full_vert), .fragment = KIT_SHADER(value_frag)};
    world_start(world, 16, 16);
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_buffer bytes = world_buffer(world, "bytes", 16 * 16 * 4);
    fusor_color_desc color = {.image = picture, .load = FUSOR_LOAD_OVERWRITE};
    fusor_use_desc from = {.image = picture, .as = FUSOR_USE_COPY};
    fusor_use_desc to = {.buffer = bytes, .as = FUSOR_USE_COPY, .overwrite = true};
    fusor_pass pass =
        world_pass(world, &(fusor_pass_desc){.name = "draw", .color = &color, .color_count = 1});
    world_pass(world, &(fusor_pass_desc){.name = "copy",
                                         .kind = FUSOR_PASS_COPY,
                                         .reads = &from,
                                         .read_count = 1,
                                         .writes = &to,
                                         .write_count = 1});
    fusor_graph_add_output_buffer(world->graph, bytes);
    kit_bind(world, pass, &draw);
    world_load(world, NULL);
    assert_true(messages_without_barriers(world) > 0);
    kit_finish(&draw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(canary_validation_is_on, world_setup, world_teardown),
        cmocka_unit_test_setup_teardown(canary_missing_barrier_between_copies_is_seen, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(canary_missing_barrier_behind_a_render_pass_is_seen,
                                        world_setup, world_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
