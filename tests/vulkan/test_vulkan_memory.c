/* In: transients that share bytes, poison, pass code outside render passes. Out: the same pictures as
 * without, or the pattern where a pass did not do what it declared. */
#include "vulkan_tests.h"

#include <vulkan/vulkan.h>

#include "add_comp.h"
#include "count_comp.h"
#include "full_vert.h"
#include "half_vert.h"
#include "value_frag.h"

#define SIZE 32u
#define LENGTH 6u
#define COUNT 4096u

/* A chain of buffers, each made from the one before: only neighbours live together. */
static void run_chain(vulkan_world *world, fusor_alias_policy alias)
{
    static const char *const names[LENGTH] = {"b0", "b1", "b2", "b3", "b4", "b5"};
    static const char *const passes[LENGTH] = {"p0", "p1", "p2", "p3", "p4", "p5"};
    kit_pass kits[LENGTH];
    fusor_buffer last = {0};
    world_start(world, SIZE, SIZE);
    for (uint32_t i = 0; i < LENGTH; i++) {
        fusor_buffer next = world_buffer(world, names[i], COUNT * 4);
        fusor_use_desc read = {.buffer = last, .as = FUSOR_USE_STORAGE};
        fusor_use_desc write = {.buffer = next, .as = FUSOR_USE_STORAGE, .overwrite = true};
        kits[i] = (kit_pass){.groups = {COUNT / 64}, .push.base = 1000};
        kits[i].compute = i ? (kit_shader)KIT_SHADER(add_comp) : (kit_shader)KIT_SHADER(count_comp);
        fusor_pass pass = world_pass(world, &(fusor_pass_desc){.name = passes[i],
                                                               .kind = FUSOR_PASS_COMPUTE,
                                                               .reads = &read,
                                                               .read_count = i > 0,
                                                               .writes = &write,
                                                               .write_count = 1});
        kit_bind(world, pass, &kits[i]);
        last = next;
    }
    fusor_graph_add_output_buffer(world->graph, last);
    world_load(world, &(fusor_policy){.alias = alias});
    world_frames(world, 4);
    const uint32_t *data = world_download_buffer(world, last);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(data[i], i * 3 + 1000 * LENGTH);
    }
    bool shared = world->plan->memory_placed < world->plan->memory_sum;
    assert_int_equal(shared, alias != FUSOR_ALIAS_OFF);
    for (uint32_t i = 0; i < LENGTH; i++) {
        kit_finish(&kits[i]);
    }
}

static void aliased_chain_computes_the_same(void **state)
{
    run_chain(*state, FUSOR_ALIAS_PROVEN);
}

static void chain_without_aliasing_computes_the_same(void **state)
{
    run_chain(*state, FUSOR_ALIAS_OFF);
}

static void poisoned_chain_computes_the_same(void **state)
{
    vulkan_world *world = *state;
    world->desc.poison = true;
    run_chain(world, FUSOR_ALIAS_PROVEN);
}

static void alias_bit_changes_nothing(void **state)
{
    vulkan_world *world = *state;
    world->desc.alias_bit = true;
    run_chain(world, FUSOR_ALIAS_PROVEN);
}

/* Promises to write every pixel, writes the left half. */
static void poison_shows_what_was_not_overwritten(void **state)
{
    vulkan_world *world = *state;
    kit_pass draw = {.vertex = KIT_SHADER(half_vert),
                     .fragment = KIT_SHADER(value_frag),
                     .vertex_count = 6,
                     .push.value = {1, 1, 1, 1}};
    world->desc.poison = true;
    world_start(world, SIZE, SIZE);
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R16G16B16A16_SFLOAT);
    fusor_color_desc color = {.image = picture, .load = FUSOR_LOAD_OVERWRITE};
    fusor_pass pass =
        world_pass(world, &(fusor_pass_desc){.name = "draw", .color = &color, .color_count = 1});
    fusor_graph_add_output_image(world->graph, picture);
    kit_bind(world, pass, &draw);
    world_load(world, NULL);
    world_frames(world, 2);
    const uint16_t *halves = world_download_image(world, picture, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        uint16_t red = halves[i * 4];
        bool is_nan = (red & 0x7c00) == 0x7c00 && (red & 0x3ff);
        assert_int_equal(is_nan, i % SIZE >= SIZE / 2);
    }
    kit_finish(&draw);
}

/* ------------------------------------------------------------------------- raw code and before_fn */

typedef struct raw_code {
    const fusor_vulkan_use *use; /* the buffer that it fills */
    uint32_t value, calls;
} raw_code;

static fusor_result keep_use(void *user, const fusor_vulkan_prepare_info *info)
{
    raw_code *raw = user;
    raw->use = &info->uses[0];
    return FUSOR_OK;
}

static fusor_result fill_buffer(void *user, const fusor_vulkan_record_info *info)
{
    raw_code *raw = user;
    raw->calls++;
    vkCmdFillBuffer(info->command_buffer, raw->use->buffers[info->instance], raw->use->offset,
                    raw->use->range, raw->value);
    return FUSOR_OK;
}

static fusor_result count_call(void *user, const fusor_vulkan_record_info *info)
{
    (void)info;
    ((raw_code *)user)->calls++;
    return FUSOR_OK;
}

static void raw_pass_records_what_it_likes(void **state)
{
    vulkan_world *world = *state;
    raw_code raw = {.value = 0x12345678};
    world_start(world, SIZE, SIZE);
    fusor_buffer buffer = world_buffer(world, "buffer", 256);
    fusor_use_desc write = {.buffer = buffer,
                            .as = FUSOR_USE_COPY,
                            .stages = FUSOR_STAGE_ALL_TRANSFER,
                            .overwrite = true};
    fusor_pass pass = world_pass(
        world, &(fusor_pass_desc){
                   .name = "raw", .kind = FUSOR_PASS_RAW, .writes = &write, .write_count = 1});
    const fusor_vulkan_pass callbacks = {keep_use, fill_buffer, NULL, &raw};
    assert_ok(fusor_vulkan_bind_pass(world->vk, pass, &callbacks));
    fusor_graph_add_output_buffer(world->graph, buffer);
    world_load(world, NULL);
    world_frames(world, 3);
    const uint32_t *words = world_download_buffer(world, buffer);
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(words[i], raw.value);
    }
    assert_int_equal(raw.calls, 3);
}

static void before_is_called_outside_the_render_pass(void **state)
{
    vulkan_world *world = *state;
    raw_code raw = {0};
    world_start(world, SIZE, SIZE);
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_color_desc color = {.image = picture, .load = FUSOR_LOAD_CLEAR};
    fusor_pass pass =
        world_pass(world, &(fusor_pass_desc){.name = "draw", .color = &color, .color_count = 1});
    const fusor_vulkan_pass callbacks = {NULL, count_call, count_call, &raw};
    assert_ok(fusor_vulkan_bind_pass(world->vk, pass, &callbacks));
    fusor_graph_add_output_image(world->graph, picture);
    world_load(world, NULL);
    world_frames(world, 2);
    assert_int_equal(raw.calls, 4);
}

#define TESTS(WITH)                                                                                \
    WITH(aliased_chain_computes_the_same)                                                          \
    WITH(chain_without_aliasing_computes_the_same)                                                 \
    WITH(poisoned_chain_computes_the_same)                                                         \
    WITH(alias_bit_changes_nothing)                                                                \
    WITH(poison_shows_what_was_not_overwritten)                                                    \
    WITH(raw_pass_records_what_it_likes)                                                           \
    WITH(before_is_called_outside_the_render_pass)

TESTS_MAIN(TESTS, TESTS_NONE)
