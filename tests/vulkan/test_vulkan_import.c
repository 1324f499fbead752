/* In: images of the caller, cubes, volumes, semaphores. Out: exact contents in the declared states. */
#include "vulkan_tests.h"

#include <vulkan/vulkan.h>

#include "cube_comp.h"
#include "full_vert.h"
#include "value_frag.h"
#include "volume_comp.h"

#define SIZE 16u

/* An image as a program that uses fusor would have it. */
typedef struct own_image {
    VkDevice device;
    VkImage image;
    VkDeviceMemory memory;
} own_image;

static own_image make_own_image(const vulkan_world *world, VkImageUsageFlags usage)
{
    own_image own = {.device = world->desc.device};
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = VK_IMAGE_TYPE_2D,
                              .format = VK_FORMAT_R8G8B8A8_UNORM,
                              .extent = {SIZE, SIZE, 1},
                              .mipLevels = 1,
                              .arrayLayers = 1,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .usage = usage};
    assert_int_equal(vkCreateImage(own.device, &info, NULL, &own.image), VK_SUCCESS);
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(own.device, own.image, &needs);
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = needs.size};
    while (!(needs.memoryTypeBits >> memory.memoryTypeIndex & 1u)) {
        memory.memoryTypeIndex++;
    }
    assert_int_equal(vkAllocateMemory(own.device, &memory, NULL, &own.memory), VK_SUCCESS);
    assert_int_equal(vkBindImageMemory(own.device, own.image, own.memory, 0), VK_SUCCESS);
    return own;
}

static void destroy_own_image(own_image *own)
{
    vkDestroyImage(own->device, own->image, NULL);
    vkFreeMemory(own->device, own->memory, NULL);
}

static void imported_target_ends_in_its_declared_state(void **state)
{
    vulkan_world *world = *state;
    kit_pass draw = {.vertex = KIT_SHADER(full_vert),
                     .fragment = KIT_SHADER(value_frag),
                     .push.value = {0, 1, 1, 1}};
    world_start(world, SIZE, SIZE);
    own_image own = make_own_image(world, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                              VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    fusor_image screen = fusor_graph_add_image(
        world->graph,
        &(fusor_image_desc){
            .name = "screen",
            .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
            .lifetime = FUSOR_LIFETIME_IMPORTED,
            .import = {.initial = {FUSOR_STATE_UNDEFINED, FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT},
                       .final = {.state = FUSOR_STATE_COPY_SRC}}});
    fusor_color_desc color = {.image = screen, .load = FUSOR_LOAD_OVERWRITE};
    fusor_pass pass =
        world_pass(world, &(fusor_pass_desc){.name = "draw", .color = &color, .color_count = 1});
    kit_bind(world, pass, &draw);
    const fusor_vulkan_image_import import = {
        own.image, VK_FORMAT_R8G8B8A8_UNORM, {SIZE, SIZE, 1}, 1, 1};
    assert_ok(fusor_vulkan_import_image(world->vk, screen, &import));
    world_load(world, NULL);
    world_frames(world, 3);
    fusor_vulkan_resource left;
    assert_ok(fusor_vulkan_get_image(world->vk, screen, &left));
    assert_true(left.image == own.image);
    assert_int_equal(left.layout, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    const uint32_t *pixels = world_download_image(world, screen, 0, 0, 0);
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        assert_int_equal(pixels[i], 0xffffff00u);
    }
    fusor_vulkan_destroy(world->vk);
    world->vk = NULL;
    kit_finish(&draw);
    destroy_own_image(&own);
}

/* Each frame waits for what the frame before signalled, as with a swapchain. */
static void semaphores_chain_frames(void **state)
{
    vulkan_world *world = *state;
    VkDevice device = world->desc.device;
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore semaphores[2];
    world_start(world, SIZE, SIZE);
    fusor_image picture = world_image(world, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);
    fusor_color_desc color = {.image = picture, .load = FUSOR_LOAD_CLEAR};
    fusor_pass pass =
        world_pass(world, &(fusor_pass_desc){.name = "draw", .color = &color, .color_count = 1});
    fusor_graph_add_output_image(world->graph, picture);
    tests_bind_empty(world, pass);
    world_load(world, NULL);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(vkCreateSemaphore(device, &info, NULL, &semaphores[i]), VK_SUCCESS);
    }
    for (uint32_t i = 0; i < 6; i++) {
        const fusor_vulkan_frame frame = {.wait_semaphores = &semaphores[(i + 1) % 2],
                                          .wait_count = i > 0,
                                          .signal_semaphores = &semaphores[i % 2],
                                          .signal_count = i < 5};
        assert_ok(fusor_vulkan_execute(world->vk, &frame));
    }
    assert_ok(fusor_vulkan_wait_idle(world->vk));
    for (uint32_t i = 0; i < 2; i++) {
        vkDestroySemaphore(device, semaphores[i], NULL);
    }
}

/* Compute reads an image into one number a texel. */
static void read_by_compute(vulkan_world *world, const fusor_image_desc *desc, kit_shader shader,
                            uint32_t texels)
{
    kit_pass read = {.compute = shader};
    world_start(world, SIZE, SIZE);
    fusor_image image = fusor_graph_add_image(world->graph, desc);
    fusor_buffer numbers = world_buffer(world, "numbers", texels * 4);
    fusor_buffer source = fusor_graph_add_buffer(
        world->graph,
        &(fusor_buffer_desc){.name = "source", .size_bytes = texels * 4, .host = FUSOR_HOST_WRITE});
    fusor_use_desc from = {.buffer = source, .as = FUSOR_USE_COPY};
    fusor_use_desc to = {.image = image, .as = FUSOR_USE_COPY, .overwrite = true};
    fusor_use_desc sampled = {.image = image, .as = FUSOR_USE_SAMPLED};
    fusor_use_desc stored = {.buffer = numbers, .as = FUSOR_USE_STORAGE, .overwrite = true};
    world_pass(world, &(fusor_pass_desc){.name = "upload",
                                         .kind = FUSOR_PASS_COPY,
                                         .reads = &from,
                                         .read_count = 1,
                                         .writes = &to,
                                         .write_count = 1});
    fusor_pass pass = world_pass(world, &(fusor_pass_desc){.name = "read",
                                                           .kind = FUSOR_PASS_COMPUTE,
                                                           .reads = &sampled,
                                                           .read_count = 1,
                                                           .writes = &stored,
                                                           .write_count = 1});
    fusor_graph_add_output_buffer(world->graph, numbers);
    kit_bind(world, pass, &read);
    world_load(world, NULL);
    void *mapped;
    assert_ok(fusor_vulkan_map(world->vk, source, &mapped));
    for (uint32_t i = 0; i < texels; i++) {
        ((uint32_t *)mapped)[i] = 100 + i;
    }
    world_frames(world, 1);
    const uint32_t *data = world_download_buffer(world, numbers);
    for (uint32_t i = 0; i < texels; i++) {
        assert_int_equal(data[i], 100 + i);
    }
    kit_finish(&read);
}

static void cube_is_sampled_as_a_cube(void **state)
{
    const fusor_image_desc cube = {.name = "cube",
                                   .format = FUSOR_FORMAT_R32_UINT,
                                   .type = FUSOR_IMAGE_CUBE,
                                   .size = {.base = FUSOR_SIZE_ABSOLUTE, .width = 1, .height = 1}};
    read_by_compute(*state, &cube, (kit_shader)KIT_SHADER(cube_comp), 6);
}

static void volume_is_sampled_as_a_volume(void **state)
{
    const fusor_image_desc volume = {
        .name = "volume",
        .format = FUSOR_FORMAT_R32_UINT,
        .type = FUSOR_IMAGE_3D,
        .size = {.base = FUSOR_SIZE_ABSOLUTE, .width = 2, .height = 2, .depth = 4}};
    read_by_compute(*state, &volume, (kit_shader)KIT_SHADER(volume_comp), 16);
}

#define TESTS(WITH)                                                                                \
    WITH(imported_target_ends_in_its_declared_state)                                               \
    WITH(semaphores_chain_frames)                                                                  \
    WITH(cube_is_sampled_as_a_cube)                                                                \
    WITH(volume_is_sampled_as_a_volume)

TESTS_MAIN(TESTS, TESTS_NONE)
