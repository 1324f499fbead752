/* In: copy passes with every operation. Out: exact bytes. */
#include "vulkan_tests.h"

#define SIZE 8u

static fusor_use_desc copy_image_use(fusor_image image, uint32_t mip)
{
    return (fusor_use_desc){
        .image = image, .as = FUSOR_USE_COPY, .mips = {mip, 1}, .overwrite = true};
}

static fusor_use_desc copy_buffer_use(fusor_buffer buffer)
{
    return (fusor_use_desc){.buffer = buffer, .as = FUSOR_USE_COPY, .overwrite = true};
}

/* A copy pass of one operation. `src` NULL: clear or fill. */
static void op_pass(vulkan_world *world, const char *name, const fusor_copy_op_desc *op)
{
    bool has_src = op->kind == FUSOR_COPY_COPY || op->kind == FUSOR_COPY_BLIT ||
                   op->kind == FUSOR_COPY_RESOLVE;
    fusor_copy_op_desc filled = *op;
    filled.src.overwrite = false;
    world_pass(world, &(fusor_pass_desc){.name = name,
                                         .kind = FUSOR_PASS_COPY,
                                         .reads = &filled.src,
                                         .read_count = has_src,
                                         .writes = &filled.dst,
                                         .write_count = 1,
                                         .ops = &filled,
                                         .op_count = 1});
}

static fusor_buffer fill_buffer(vulkan_world *world, const char *name, uint64_t bytes,
                                uint32_t fill)
{
    fusor_buffer buffer = world_buffer(world, name, bytes);
    op_pass(world, name,
            &(fusor_copy_op_desc){
                .kind = FUSOR_COPY_FILL, .dst = copy_buffer_use(buffer), .fill = fill});
    return buffer;
}

static void clear_mip(vulkan_world *world, const char *name, fusor_image image, uint32_t mip,
                      double red)
{
    op_pass(world, name,
            &(fusor_copy_op_desc){.kind = FUSOR_COPY_CLEAR,
                                  .dst = copy_image_use(image, mip),
                                  .value = {red, 0, 0, 1}});
}

static void fill_covers_the_whole_buffer(void **state)
{
    vulkan_world *world = *state;
    world_start(world, SIZE, SIZE);
    fusor_buffer odd = fill_buffer(world, "odd", 36, 0xabababab);
    fusor_graph_add_output_buffer(world->graph, odd);
    world_load(world, NULL);
    world_frames(world, 2);
    const uint8_t *bytes = (const uint8_t *)world_download_buffer(world, odd);
    for (uint32_t i = 0; i < 36; i++) {
        assert_int_equal(bytes[i], 0xab);
    }
}

static void fill_and_copies_touch_their_range_alone(void **state)
{
    vulkan_world *world = *state;
    world_start(world, SIZE, SIZE);
    fusor_buffer a = fill_buffer(world, "a", 64, 0x11111111);
    fusor_buffer b = fill_buffer(world, "b", 64, 0x22222222);
    fusor_use_desc from = {.buffer = a, .as = FUSOR_USE_COPY, .range = {16, 16}};
    fusor_use_desc to = {.buffer = b, .as = FUSOR_USE_COPY, .range = {32, 16}, .overwrite = true};
    op_pass(world, "copy", &(fusor_copy_op_desc){.kind = FUSOR_COPY_COPY, .src = from, .dst = to});
    fusor_graph_add_output_buffer(world->graph, b);
    world_load(world, NULL);
    world_frames(world, 2);
    const uint32_t *words = world_download_buffer(world, b);
    for (uint32_t i = 0; i < 16; i++) {
        assert_int_equal(words[i], i / 4 == 2 ? 0x11111111u : 0x22222222u);
    }
}

static void mips_are_cleared_blitted_and_copied_to_a_buffer(void **state)
{
    enum { TEXELS = 8 * 8 + 4 * 4 + 2 * 2 };
    vulkan_world *world = *state;
    world_start(world, SIZE, SIZE);
    fusor_image image = fusor_graph_add_image(
        world->graph,
        &(fusor_image_desc){.name = "image", .format = FUSOR_FORMAT_R8G8B8A8_UNORM, .mips = 3});
    fusor_buffer packed = world_buffer(world, "packed", TEXELS * 4);
    clear_mip(world, "clear 0", image, 0, 0.2);
    clear_mip(world, "clear 2", image, 2, 0.6);
    op_pass(world, "blit 1",
            &(fusor_copy_op_desc){.kind = FUSOR_COPY_BLIT,
                                  .src = copy_image_use(image, 0),
                                  .dst = copy_image_use(image, 1),
                                  .linear = true});
    fusor_use_desc all = {.image = image, .as = FUSOR_USE_COPY};
    op_pass(
        world, "pack",
        &(fusor_copy_op_desc){.kind = FUSOR_COPY_COPY, .src = all, .dst = copy_buffer_use(packed)});
    fusor_graph_add_output_buffer(world->graph, packed);
    world_load(world, NULL);
    world_frames(world, 2);
    const uint32_t *texels = world_download_buffer(world, packed);
    for (uint32_t i = 0; i < TEXELS; i++) {
        assert_int_equal(texels[i], 0xff000000u | (i < 8 * 8 + 4 * 4 ? 51u : 153u));
    }
}

static void buffer_is_unpacked_into_layers_and_copied_on(void **state)
{
    vulkan_world *world = *state;
    world_start(world, SIZE, SIZE);
    fusor_image_desc desc = {.name = "a", .format = FUSOR_FORMAT_R32_UINT, .layers = 2};
    fusor_image a = fusor_graph_add_image(world->graph, &desc);
    desc.name = "b";
    fusor_image b = fusor_graph_add_image(world->graph, &desc);
    fusor_buffer source =
        fusor_graph_add_buffer(world->graph, &(fusor_buffer_desc){.name = "source",
                                                                  .size_bytes = SIZE * SIZE * 2 * 4,
                                                                  .host = FUSOR_HOST_WRITE});
    op_pass(world, "unpack",
            &(fusor_copy_op_desc){.kind = FUSOR_COPY_COPY,
                                  .src = {.buffer = source, .as = FUSOR_USE_COPY},
                                  .dst = copy_image_use(a, 0)});
    op_pass(world, "copy",
            &(fusor_copy_op_desc){
                .kind = FUSOR_COPY_COPY, .src = copy_image_use(a, 0), .dst = copy_image_use(b, 0)});
    fusor_graph_add_output_image(world->graph, b);
    world_load(world, NULL);
    void *mapped;
    assert_ok(fusor_vulkan_map(world->vk, source, &mapped));
    for (uint32_t i = 0; i < SIZE * SIZE * 2; i++) {
        ((uint32_t *)mapped)[i] = i * 7;
    }
    world_frames(world, 1);
    for (uint32_t layer = 0; layer < 2; layer++) {
        const uint32_t *texels = world_download_image(world, b, 0, layer, 0);
        for (uint32_t i = 0; i < SIZE * SIZE; i++) {
            assert_int_equal(texels[i], (layer * SIZE * SIZE + i) * 7);
        }
    }
}

static void samples_are_resolved_by_a_copy_pass(void **state)
{
    vulkan_world *world = *state;
    world_start(world, SIZE, SIZE);
    fusor_image samples = fusor_graph_add_image(
        world->graph, &(fusor_image_desc){
                          .name = "samples", .format = FUSOR_FORMAT_R8G8B8A8_UNORM, .samples = 4});
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_color_desc color = {
        .image = samples, .load = FUSOR_LOAD_CLEAR, .clear = {0.2, 0.4, 0.6, 1}};
    fusor_pass draw =
        world_pass(world, &(fusor_pass_desc){.name = "draw", .color = &color, .color_count = 1});
    op_pass(world, "resolve",
            &(fusor_copy_op_desc){.kind = FUSOR_COPY_RESOLVE,
                                  .src = copy_image_use(samples, 0),
                                  .dst = copy_image_use(picture, 0)});
    fusor_graph_add_output_image(world->graph, picture);
    tests_bind_empty(world, draw);
    world_load(world, NULL);
    world_frames(world, 2);
    const uint32_t *pixels = world_download_image(world, picture, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        assert_int_equal(pixels[i], 0xff996633u);
    }
}

static void depth_and_stencil_are_cleared_and_packed_apart(void **state)
{
    vulkan_world *world = *state;
    world_start(world, SIZE, SIZE);
    fusor_image depth = world_image(world, "depth", FUSOR_FORMAT_D32_SFLOAT_S8_UINT);
    fusor_buffer packed = world_buffer(world, "packed", SIZE * SIZE * 5);
    op_pass(world, "clear",
            &(fusor_copy_op_desc){
                .kind = FUSOR_COPY_CLEAR, .dst = copy_image_use(depth, 0), .value = {0.5, 7}});
    op_pass(world, "pack",
            &(fusor_copy_op_desc){.kind = FUSOR_COPY_COPY,
                                  .src = {.image = depth, .as = FUSOR_USE_COPY},
                                  .dst = copy_buffer_use(packed)});
    fusor_graph_add_output_buffer(world->graph, packed);
    world_load(world, NULL);
    world_frames(world, 2);
    const uint32_t *words = world_download_buffer(world, packed);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        assert_int_equal(words[i], 0x3f000000u);
        assert_int_equal(((const uint8_t *)(words + SIZE * SIZE))[i], 7);
    }
}

#define TESTS(WITH)                                                                                \
    WITH(fill_covers_the_whole_buffer)                                                             \
    WITH(fill_and_copies_touch_their_range_alone)                                                  \
    WITH(mips_are_cleared_blitted_and_copied_to_a_buffer)                                          \
    WITH(buffer_is_unpacked_into_layers_and_copied_on)                                             \
    WITH(samples_are_resolved_by_a_copy_pass)                                                      \
    WITH(depth_and_stencil_are_cleared_and_packed_apart)

TESTS_MAIN(TESTS, TESTS_NONE)
