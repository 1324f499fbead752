/* In: raster passes. Out: exact pixels, downloaded. */
#include "vulkan_count.h"
#include "vulkan_tests.h"

#include <string.h>

#include "full_vert.h"
#include "half_vert.h"
#include "input_frag.h"
#include "layer_frag.h"
#include "layer_vert.h"
#include "none_frag.h"
#include "position_frag.h"
#include "sample_frag.h"
#include "value_frag.h"

#define SIZE 32u

static uint32_t rgba(uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    return r | g << 8 | b << 16 | a << 24;
}

static fusor_image size_image(vulkan_world *world, const fusor_image_desc *desc)
{
    fusor_image image = fusor_graph_add_image(world->graph, desc);
    assert_int_not_equal(image.id, 0);
    return image;
}

static void clear_alone_gives_the_clear_color_exactly(void **state)
{
    vulkan_world *world = *state;
    kit_pass draw = {.vertex = KIT_SHADER(half_vert),
                     .fragment = KIT_SHADER(value_frag),
                     .vertex_count = 6,
                     .push.value = {1, 0, 0, 1}};
    world_start(world, SIZE, SIZE);
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_color_desc color = {
        .image = picture, .load = FUSOR_LOAD_CLEAR, .clear = {0.2, 0.4, 0.6, 0.8}};
    fusor_pass pass =
        world_pass(world, &(fusor_pass_desc){.name = "draw", .color = &color, .color_count = 1});
    fusor_graph_add_output_image(world->graph, picture);
    kit_bind(world, pass, &draw);
    world_load(world, NULL);
    world_frames(world, 3);
    const uint32_t *pixels = world_download_image(world, picture, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        uint32_t expected = i % SIZE < SIZE / 2 ? rgba(255, 0, 0, 255) : rgba(51, 102, 153, 204);
        assert_int_equal(pixels[i], expected);
    }
    kit_finish(&draw);
}

static void integer_and_float_clears_are_exact(void **state)
{
    vulkan_world *world = *state;
    world_start(world, 4, 4);
    fusor_image uints = world_image(world, "uints", FUSOR_FORMAT_R32_UINT);
    fusor_image sints = world_image(world, "sints", FUSOR_FORMAT_R32_SINT);
    fusor_image floats = world_image(world, "floats", FUSOR_FORMAT_R32_SFLOAT);
    fusor_color_desc colors[] = {
        {.image = uints, .load = FUSOR_LOAD_CLEAR, .clear = {4294967295.0}},
        {.image = sints, .load = FUSOR_LOAD_CLEAR, .clear = {-2147483648.0}},
        {.image = floats, .load = FUSOR_LOAD_CLEAR, .clear = {0.5}}};
    fusor_pass pass =
        world_pass(world, &(fusor_pass_desc){.name = "clear", .color = colors, .color_count = 3});
    fusor_graph_add_output_image(world->graph, uints);
    fusor_graph_add_output_image(world->graph, sints);
    fusor_graph_add_output_image(world->graph, floats);
    tests_bind_empty(world, pass);
    world_load(world, NULL);
    world_frames(world, 1);
    assert_int_equal(*(const uint32_t *)world_download_image(world, uints, 0, 0, 0), 4294967295u);
    assert_int_equal(*(const uint32_t *)world_download_image(world, sints, 0, 0, 0), 0x80000000u);
    assert_int_equal(*(const uint32_t *)world_download_image(world, floats, 0, 0, 0), 0x3f000000u);
}

static void second_pass_samples_what_the_first_drew(void **state)
{
    vulkan_world *world = *state;
    kit_pass first = {.vertex = KIT_SHADER(full_vert), .fragment = KIT_SHADER(position_frag)};
    kit_pass second = {.vertex = KIT_SHADER(full_vert),
                       .fragment = KIT_SHADER(sample_frag),
                       .push.value = {0, 0, 0.2f, 0}};
    world_start(world, SIZE, SIZE);
    fusor_image between = world_image(world, "between", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_color_desc to_between = {.image = between, .load = FUSOR_LOAD_OVERWRITE};
    fusor_color_desc to_picture = {.image = picture, .load = FUSOR_LOAD_OVERWRITE};
    fusor_use_desc sampled = {.image = between, .as = FUSOR_USE_SAMPLED};
    fusor_pass a = world_pass(
        world, &(fusor_pass_desc){.name = "first", .color = &to_between, .color_count = 1});
    fusor_pass b = world_pass(world, &(fusor_pass_desc){.name = "second",
                                                        .color = &to_picture,
                                                        .color_count = 1,
                                                        .reads = &sampled,
                                                        .read_count = 1});
    fusor_graph_add_output_image(world->graph, picture);
    kit_bind(world, a, &first);
    kit_bind(world, b, &second);
    world_load(world, NULL);
    world_frames(world, 3);
    const uint32_t *pixels = world_download_image(world, picture, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        assert_int_equal(pixels[i], rgba(i % SIZE, i / SIZE, 7 + 51, 255));
    }
    kit_finish(&first);
    kit_finish(&second);
}

/* Pixel-local reads work the same in one render pass and in two. */
static void draw_input(vulkan_world *world, fusor_fuse_policy fuse)
{
    kit_pass first = {.vertex = KIT_SHADER(full_vert), .fragment = KIT_SHADER(position_frag)};
    kit_pass second = {.vertex = KIT_SHADER(full_vert),
                       .fragment = KIT_SHADER(input_frag),
                       .push.value = {0.2f, 0, 0, 0}};
    world_start(world, SIZE, SIZE);
    fusor_image between = world_image(world, "between", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_color_desc to_between = {.image = between, .load = FUSOR_LOAD_CLEAR};
    fusor_color_desc to_picture = {.image = picture, .load = FUSOR_LOAD_OVERWRITE};
    fusor_input_desc input = {.image = between};
    fusor_pass a = world_pass(
        world, &(fusor_pass_desc){.name = "first", .color = &to_between, .color_count = 1});
    fusor_pass b = world_pass(world, &(fusor_pass_desc){.name = "second",
                                                        .color = &to_picture,
                                                        .color_count = 1,
                                                        .inputs = &input,
                                                        .input_count = 1});
    fusor_graph_add_output_image(world->graph, picture);
    kit_bind(world, a, &first);
    kit_bind(world, b, &second);
    world_load(world, &(fusor_policy){.fuse = fuse});
    world_frames(world, 3);
    const uint32_t *pixels = world_download_image(world, picture, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        assert_int_equal(pixels[i], rgba(i % SIZE + 51, i / SIZE, 7, 255));
    }
    bool fused = fuse == FUSOR_FUSE_FULL;
    assert_int_equal(second.last_member_count, fused ? 2 : 1);
    assert_int_equal(second.last_subpass, fused ? 1 : 0);
    fusor_vulkan_stats stats;
    fusor_vulkan_get_stats(world->vk, &stats);
    assert_int_equal(stats.render_passes_begun, fused ? 3 : 6);
    kit_finish(&first);
    kit_finish(&second);
}

static void input_is_read_in_a_render_pass_of_its_own(void **state)
{
    draw_input(*state, FUSOR_FUSE_OFF);
}

static void input_is_read_in_the_render_pass_that_wrote_it(void **state)
{
    draw_input(*state, FUSOR_FUSE_FULL);
}

static void two_passes_draw_into_one_target(vulkan_world *world, fusor_fuse_policy fuse)
{
    kit_pass whole = {.vertex = KIT_SHADER(full_vert),
                      .fragment = KIT_SHADER(value_frag),
                      .push.value = {0, 1, 0, 1}};
    kit_pass left = {.vertex = KIT_SHADER(half_vert),
                     .fragment = KIT_SHADER(value_frag),
                     .vertex_count = 6,
                     .push.value = {0, 0, 1, 1}};
    world_start(world, SIZE, SIZE);
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_color_desc overwrite = {.image = picture, .load = FUSOR_LOAD_OVERWRITE};
    fusor_color_desc load = {.image = picture, .load = FUSOR_LOAD_LOAD};
    fusor_pass a = world_pass(
        world, &(fusor_pass_desc){.name = "whole", .color = &overwrite, .color_count = 1});
    fusor_pass b =
        world_pass(world, &(fusor_pass_desc){.name = "left", .color = &load, .color_count = 1});
    fusor_graph_add_output_image(world->graph, picture);
    kit_bind(world, a, &whole);
    kit_bind(world, b, &left);
    world_load(world, &(fusor_policy){.fuse = fuse});
    world_frames(world, 2);
    assert_int_equal(left.last_member_count, fuse == FUSOR_FUSE_OFF ? 1 : 2);
    const uint32_t *pixels = world_download_image(world, picture, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        assert_int_equal(pixels[i],
                         i % SIZE < SIZE / 2 ? rgba(0, 0, 255, 255) : rgba(0, 255, 0, 255));
    }
    kit_finish(&whole);
    kit_finish(&left);
}

static void second_pass_loads_what_the_first_stored(void **state)
{
    two_passes_draw_into_one_target(*state, FUSOR_FUSE_OFF);
}

static void second_pass_draws_over_the_first_inside_one_render_pass(void **state)
{
    two_passes_draw_into_one_target(*state, FUSOR_FUSE_FULL);
}

/* One pass code, three passes: a target, what reads it at the pixel, and what draws over that. */
typedef struct three_passes {
    kit_pass code[3];
    fusor_image picture;
    uint32_t pixels[SIZE * SIZE];
    vulkan_count count;   /* of the frames of the last run */
    uint32_t recorded[3]; /* likewise */
} three_passes;

static void declare_three(vulkan_world *world, three_passes *three)
{
    fusor_image between = world_image(world, "between", FUSOR_FORMAT_R8G8B8A8_UNORM);
    three->picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_color_desc clear = {.image = between, .load = FUSOR_LOAD_CLEAR};
    fusor_color_desc overwrite = {.image = three->picture, .load = FUSOR_LOAD_OVERWRITE};
    fusor_color_desc load = {.image = three->picture, .load = FUSOR_LOAD_LOAD};
    fusor_input_desc input = {.image = between};
    const fusor_pass_desc passes[3] = {{.name = "first", .color = &clear, .color_count = 1},
                                       {.name = "second",
                                        .color = &overwrite,
                                        .color_count = 1,
                                        .inputs = &input,
                                        .input_count = 1},
                                       {.name = "third", .color = &load, .color_count = 1}};
    for (uint32_t i = 0; i < 3; i++)
        kit_bind(world, world_pass(world, &passes[i]), &three->code[i]);
    fusor_graph_add_output_image(world->graph, three->picture);
}

static void run_three(vulkan_world *world, three_passes *three, fusor_fuse_policy fuse)
{
    world_load(world, &(fusor_policy){.fuse = fuse});
    for (uint32_t i = 0; i < 3; i++)
        three->code[i].recorded = 0;
    count_reset(COUNT_NOTHING);
    world_frames(world, 2);
    three->count = count_get();
    for (uint32_t i = 0; i < 3; i++)
        three->recorded[i] = three->code[i].recorded;
    memcpy(three->pixels, world_download_image(world, three->picture, 0, 0, 0),
           sizeof three->pixels);
}

static void fuse_H02_the_same_code_draws_the_same_bytes_fused_or_not(void **state)
{
    vulkan_world *world = *state;
    static three_passes off, full;
    const kit_pass code[3] = {
        {.vertex = KIT_SHADER(full_vert), .fragment = KIT_SHADER(position_frag)},
        {.vertex = KIT_SHADER(full_vert),
         .fragment = KIT_SHADER(input_frag),
         .push.value = {0.2f, 0.4f, 0, 0}},
        {.vertex = KIT_SHADER(half_vert),
         .fragment = KIT_SHADER(value_frag),
         .vertex_count = 6,
         .push.value = {0, 0, 1, 1}}};
    world->desc.get_instance_proc_addr = count_get_instance_proc_addr;
    world_start(world, SIZE, SIZE);
    memcpy(full.code, code, sizeof code);
    declare_three(world, &full);
    run_three(world, &full, FUSOR_FUSE_OFF);
    off = full; /* what was seen of the frames that were not fused */
    run_three(world, &full, FUSOR_FUSE_FULL);
    assert_memory_equal(off.pixels, full.pixels, sizeof off.pixels);
    assert_int_equal(full.pixels[0], rgba(0, 0, 255, 255));
    assert_int_equal(full.pixels[SIZE - 1], rgba(SIZE - 1 + 51, 102, 7, 255));
    assert_int_equal(off.count.begins, 3 * 2);
    assert_int_equal(full.count.begins, 1 * 2);
    assert_int_equal(off.count.ends, off.count.begins);
    assert_int_equal(full.count.ends, full.count.begins);
    assert_memory_equal(off.recorded, full.recorded, sizeof off.recorded); /* each, each frame */
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(full.recorded[i], 2);
        kit_finish(&full.code[i]);
    }
}

static void depth_and_stencil_are_tested_and_kept(void **state)
{
    vulkan_world *world = *state;
    kit_pass near = {.vertex = KIT_SHADER(half_vert),
                     .fragment = KIT_SHADER(value_frag),
                     .vertex_count = 6,
                     .push.value = {1, 0, 0, 0.25f},
                     .depth_compare = VK_COMPARE_OP_LESS,
                     .depth_write = true,
                     .stencil_write = 9};
    kit_pass far = {.vertex = KIT_SHADER(full_vert),
                    .fragment = KIT_SHADER(value_frag),
                    .push.value = {0, 1, 0, 0.5f},
                    .depth_compare = VK_COMPARE_OP_LESS,
                    .depth_write = true};
    world_start(world, SIZE, SIZE);
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_image depth = world_image(world, "depth", FUSOR_FORMAT_D32_SFLOAT_S8_UINT);
    fusor_color_desc clear = {.image = picture, .load = FUSOR_LOAD_CLEAR};
    fusor_color_desc load = {.image = picture, .load = FUSOR_LOAD_LOAD};
    fusor_depth_desc clear_depth = {.image = depth,
                                    .load = FUSOR_LOAD_CLEAR,
                                    .stencil_load = FUSOR_LOAD_CLEAR,
                                    .clear_depth = 1,
                                    .clear_stencil = 3};
    fusor_depth_desc load_depth = {
        .image = depth, .load = FUSOR_LOAD_LOAD, .stencil_load = FUSOR_LOAD_LOAD};
    fusor_pass a = world_pass(
        world, &(fusor_pass_desc){
                   .name = "near", .color = &clear, .color_count = 1, .depth = clear_depth});
    fusor_pass b = world_pass(
        world,
        &(fusor_pass_desc){.name = "far", .color = &load, .color_count = 1, .depth = load_depth});
    fusor_graph_add_output_image(world->graph, picture);
    fusor_graph_add_output_image(world->graph, depth);
    kit_bind(world, a, &near);
    kit_bind(world, b, &far);
    world_load(world, &(fusor_policy){.fuse = FUSOR_FUSE_OFF});
    world_frames(world, 2);
    const uint32_t *pixels = world_download_image(world, picture, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        bool left = i % SIZE < SIZE / 2;
        assert_int_equal(pixels[i] & 0xffffffu, left ? rgba(255, 0, 0, 0) : rgba(0, 255, 0, 0));
    }
    const float *depths = world_download_image(world, depth, 0, 0, FUSOR_ASPECT_DEPTH);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        assert_true(depths[i] == (i % SIZE < SIZE / 2 ? 0.25f : 0.5f));
    }
    const uint8_t *stencils = world_download_image(world, depth, 0, 0, FUSOR_ASPECT_STENCIL);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        assert_int_equal(stencils[i], i % SIZE < SIZE / 2 ? 9 : 3);
    }
    kit_finish(&near);
    kit_finish(&far);
}

/* Depth goes from written to read-only inside the render pass, and is dropped at its end. */
static void depth_is_tested_read_only_behind_its_writer(void **state)
{
    vulkan_world *world = *state;
    kit_pass near = {.vertex = KIT_SHADER(half_vert),
                     .fragment = KIT_SHADER(value_frag),
                     .vertex_count = 6,
                     .push.value = {1, 0, 0, 0.25f},
                     .depth_compare = VK_COMPARE_OP_LESS,
                     .depth_write = true};
    kit_pass far = {.vertex = KIT_SHADER(full_vert),
                    .fragment = KIT_SHADER(value_frag),
                    .push.value = {0, 1, 0, 0.5f},
                    .depth_compare = VK_COMPARE_OP_LESS};
    world_start(world, SIZE, SIZE);
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_image depth = world_image(world, "depth", FUSOR_FORMAT_D32_SFLOAT);
    fusor_color_desc clear = {.image = picture, .load = FUSOR_LOAD_CLEAR};
    fusor_color_desc load = {.image = picture, .load = FUSOR_LOAD_LOAD};
    fusor_depth_desc written = {.image = depth, .load = FUSOR_LOAD_CLEAR, .clear_depth = 1};
    fusor_depth_desc read_only = {.image = depth, .load = FUSOR_LOAD_LOAD, .read_only = true};
    fusor_pass a = world_pass(
        world,
        &(fusor_pass_desc){.name = "near", .color = &clear, .color_count = 1, .depth = written});
    fusor_pass b = world_pass(
        world,
        &(fusor_pass_desc){.name = "far", .color = &load, .color_count = 1, .depth = read_only});
    fusor_graph_add_output_image(world->graph, picture);
    kit_bind(world, a, &near);
    kit_bind(world, b, &far);
    world_load(world, &(fusor_policy){.fuse = FUSOR_FUSE_FULL});
    world_frames(world, 3);
    assert_int_equal(far.last_member_count, 2);
    const uint32_t *pixels = world_download_image(world, picture, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        bool left = i % SIZE < SIZE / 2;
        assert_int_equal(pixels[i] & 0xffffffu, left ? rgba(255, 0, 0, 0) : rgba(0, 255, 0, 0));
    }
    kit_finish(&near);
    kit_finish(&far);
}

static void samples_are_resolved_inside_the_pass(void **state)
{
    vulkan_world *world = *state;
    kit_pass draw = {.vertex = KIT_SHADER(half_vert),
                     .fragment = KIT_SHADER(value_frag),
                     .vertex_count = 6,
                     .push.value = {1, 1, 1, 0}};
    world_start(world, SIZE, SIZE);
    fusor_image samples = size_image(
        world, &(fusor_image_desc){
                   .name = "samples", .format = FUSOR_FORMAT_R8G8B8A8_UNORM, .samples = 4});
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_color_desc color = {.image = samples,
                              .load = FUSOR_LOAD_CLEAR,
                              .clear = {0, 0, 1, 0},
                              .resolve = {.image = picture}};
    fusor_pass pass =
        world_pass(world, &(fusor_pass_desc){.name = "draw", .color = &color, .color_count = 1});
    fusor_graph_add_output_image(world->graph, picture);
    kit_bind(world, pass, &draw);
    world_load(world, NULL);
    world_frames(world, 2);
    assert_int_equal(draw.info.samples, VK_SAMPLE_COUNT_4_BIT);
    const uint32_t *pixels = world_download_image(world, picture, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        assert_int_equal(pixels[i],
                         i % SIZE < SIZE / 2 ? rgba(255, 255, 255, 0) : rgba(0, 0, 255, 0));
    }
    kit_finish(&draw);
}

static void depth_is_resolved_by_render_pass_2(void **state)
{
    vulkan_world *world = *state;
    kit_pass draw = {.vertex = KIT_SHADER(half_vert),
                     .fragment = KIT_SHADER(none_frag),
                     .vertex_count = 6,
                     .push.value = {1, 1, 1, 0.25f},
                     .depth_compare = VK_COMPARE_OP_LESS,
                     .depth_write = true};
    world_start(world, SIZE, SIZE);
    fusor_image samples = size_image(
        world,
        &(fusor_image_desc){.name = "samples", .format = FUSOR_FORMAT_D32_SFLOAT, .samples = 4});
    fusor_image depth = world_image(world, "depth", FUSOR_FORMAT_D32_SFLOAT);
    fusor_depth_desc attached = {
        .image = samples, .load = FUSOR_LOAD_CLEAR, .clear_depth = 1, .resolve = {.image = depth}};
    fusor_pass pass = world_pass(world, &(fusor_pass_desc){.name = "draw", .depth = attached});
    fusor_graph_add_output_image(world->graph, depth);
    kit_bind(world, pass, &draw);
    world_load(world, NULL);
    world_frames(world, 2);
    const float *depths = world_download_image(world, depth, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        assert_true(depths[i] == (i % SIZE < SIZE / 2 ? 0.25f : 1.0f));
    }
    kit_finish(&draw);
}

static void each_mip_and_layer_is_drawn_by_its_own_pass(void **state)
{
    enum { MIPS = 3, LAYERS = 2 };
    static const char *const names[MIPS][LAYERS] = {{"00", "01"}, {"10", "11"}, {"20", "21"}};
    vulkan_world *world = *state;
    kit_pass draws[MIPS][LAYERS];
    world_start(world, SIZE, SIZE);
    fusor_image picture =
        size_image(world, &(fusor_image_desc){.name = "picture",
                                              .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
                                              .mips = MIPS,
                                              .layers = LAYERS});
    for (uint32_t m = 0; m < MIPS; m++) {
        for (uint32_t l = 0; l < LAYERS; l++) {
            draws[m][l] = (kit_pass){.vertex = KIT_SHADER(full_vert),
                                     .fragment = KIT_SHADER(value_frag),
                                     .push.value = {(float)m * 0.2f, (float)l * 0.2f, 0, 1}};
            fusor_color_desc color = {
                .image = picture, .mip = m, .layers = {l, 1}, .load = FUSOR_LOAD_OVERWRITE};
            fusor_pass pass = world_pass(
                world, &(fusor_pass_desc){.name = names[m][l], .color = &color, .color_count = 1});
            kit_bind(world, pass, &draws[m][l]);
        }
    }
    fusor_graph_add_output_image(world->graph, picture);
    world_load(world, NULL);
    world_frames(world, 2);
    for (uint32_t m = 0; m < MIPS; m++) {
        for (uint32_t l = 0; l < LAYERS; l++) {
            const uint32_t *pixels = world_download_image(world, picture, m, l, 0);
            for (uint32_t i = 0; i < (SIZE >> m) * (SIZE >> m); i++) {
                assert_int_equal(pixels[i], rgba(m * 51, l * 51, 0, 255));
            }
            kit_finish(&draws[m][l]);
        }
    }
}

static void view_mask_draws_each_layer(void **state)
{
    vulkan_world *world = *state;
    kit_pass draw = {
        .vertex = KIT_SHADER(layer_vert), .fragment = KIT_SHADER(layer_frag), .vertex_count = 6};
    world_start(world, SIZE, SIZE);
    fusor_image picture = size_image(
        world,
        &(fusor_image_desc){.name = "picture", .format = FUSOR_FORMAT_R8G8B8A8_UNORM, .layers = 2});
    fusor_color_desc color = {.image = picture, .load = FUSOR_LOAD_OVERWRITE};
    fusor_pass pass = world_pass(
        world,
        &(fusor_pass_desc){.name = "draw", .color = &color, .color_count = 1, .view_mask = 3});
    fusor_graph_add_output_image(world->graph, picture);
    kit_bind(world, pass, &draw);
    world_load(world, NULL);
    world_frames(world, 2);
    for (uint32_t l = 0; l < 2; l++) {
        const uint32_t *pixels = world_download_image(world, picture, 0, l, 0);
        for (uint32_t i = 0; i < SIZE * SIZE; i++) {
            assert_int_equal(pixels[i], rgba(l + 1, 0, 0, 255));
        }
    }
    kit_finish(&draw);
}

#define TESTS(WITH)                                                                                \
    WITH(clear_alone_gives_the_clear_color_exactly)                                                \
    WITH(integer_and_float_clears_are_exact)                                                       \
    WITH(second_pass_samples_what_the_first_drew)                                                  \
    WITH(input_is_read_in_a_render_pass_of_its_own)                                                \
    WITH(input_is_read_in_the_render_pass_that_wrote_it)                                           \
    WITH(second_pass_loads_what_the_first_stored)                                                  \
    WITH(second_pass_draws_over_the_first_inside_one_render_pass)                                  \
    WITH(fuse_H02_the_same_code_draws_the_same_bytes_fused_or_not)                                 \
    WITH(depth_and_stencil_are_tested_and_kept)                                                    \
    WITH(depth_is_tested_read_only_behind_its_writer)                                              \
    WITH(samples_are_resolved_inside_the_pass)                                                     \
    WITH(each_mip_and_layer_is_drawn_by_its_own_pass)

/* Vulkan 1.1 without extensions has no depth resolve, and no features are said to be enabled there. */
#define MODERN_TESTS(WITH)                                                                         \
    WITH(depth_is_resolved_by_render_pass_2)                                                       \
    WITH(view_mask_draws_each_layer)

TESTS_MAIN(TESTS, MODERN_TESTS)
