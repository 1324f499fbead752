/* In: FUSOR_TEST_LAYER and what is installed. Out: a world for one test.
 * Promised: validation is on wherever the layer is; a message that was not expected fails. */
#include "vulkan_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit_check.h"
#include "vulkan_count.h"

#define DOWNLOAD_BYTES (1u << 20)

static void keep_error(void *user, fusor_severity level, const char *id, const char *subject,
                       const char *text)
{
    vulkan_world *world = user;
    if (level == FUSOR_SEVERITY_ERROR) {
        snprintf(world->last_error, sizeof world->last_error, "%s: %s", subject, text);
    }
    if (level != FUSOR_SEVERITY_NOTE && strcmp(subject, "validation") == 0 &&
        !world->expected_messages) {
        fprintf(stderr, "%s: %s\n", id, text);
    }
}

static void *count_realloc(void *user, void *ptr, size_t old_size, size_t new_size, size_t align)
{
    vulkan_world *world = user;
    (void)align;
    world->heap_calls++;
    world->heap_bytes += new_size;
    world->heap_bytes -= ptr ? old_size : 0;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

/* "none" means that the machine has no layer; then nothing is validated and the canaries fail. */
static bool wants_validation(void)
{
    const char *layer = getenv("FUSOR_TEST_LAYER");
    return !layer || strcmp(layer, "none") != 0;
}

static int setup(void **state, bool legacy)
{
    vulkan_world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    *state = world;
    world->legacy = legacy;
    world->validated = wants_validation();
    fusor_vulkan_device_desc desc = {.application_name = "fusor tests",
                                     .validate = world->validated,
                                     .log = {keep_error, world}};
    fusor_result result = fusor_vulkan_device_create(&desc, &world->device);
    if (result != FUSOR_OK) {
        print_error("%s\n", world->last_error);
    }
    assert_ok(result);
    world->desc = fusor_vulkan_device_get_desc(world->device);
    world->desc.get_instance_proc_addr = count_get_instance_proc_addr;
    world->desc.allocator = (fusor_allocator){count_realloc, world};
    if (legacy) {
        world->desc.api_version = VK_API_VERSION_1_1;
        world->desc.features = NULL;
        world->desc.extension_count = 0;
    }
    count_reset(COUNT_NOTHING);
    return 0;
}

int world_setup(void **state)
{
    return setup(state, false);
}

int world_setup_legacy(void **state)
{
    return setup(state, true);
}

int world_teardown(void **state)
{
    vulkan_world *world = *state;
    fusor_vulkan_destroy(world->vk);
    fusor_plan_destroy(world->plan);
    fusor_compiled_destroy(world->compiled);
    fusor_graph_destroy(world->graph);
    uint32_t messages = fusor_vulkan_device_message_count(world->device);
    fusor_vulkan_device_destroy(world->device);
    uint64_t leaked = world->heap_bytes;
    uint32_t expected = world->expected_messages;
    free(world);
    if (leaked) {
        print_error("%llu bytes were not freed\n", (unsigned long long)leaked);
    }
    if (messages && !expected) {
        print_error("%u validation messages\n", messages);
    }
    return leaked || (messages && !expected) ? 1 : 0;
}

void world_start(vulkan_world *world, uint32_t width, uint32_t height)
{
    assert_ok(fusor_vulkan_create(&world->desc, &world->vk));
    fusor_graph_desc graph = {
        .name = "test", .render_width = width, .render_height = height, .log = {keep_error, world}};
    assert_ok(fusor_graph_create(&graph, &world->graph));
}

static void print_diagnostics(const fusor_diagnostic *diagnostics, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        print_error("%s: %s\n", fusor_diagnostic_word(diagnostics[i].code), diagnostics[i].text);
    }
}

fusor_plan *world_plan(vulkan_world *world, const fusor_policy *policy)
{
    fusor_compiled_destroy(world->compiled);
    fusor_result result =
        fusor_compile(world->graph, fusor_vulkan_describe(world->vk), policy, &world->compiled);
    uint32_t count = 0;
    if (result != FUSOR_OK && world->compiled) {
        const fusor_diagnostic *found = fusor_compiled_diagnostics(world->compiled, &count);
        print_diagnostics(found, count);
    }
    assert_ok(result);
    fusor_place_desc place = fusor_vulkan_place_desc(world->vk);
    fusor_plan *plan = NULL;
    result = fusor_place(world->compiled, &place, &plan);
    if (result != FUSOR_OK && plan) {
        print_diagnostics(plan->diagnostics, plan->diagnostic_count);
    }
    assert_ok(result);
    assert_true(audit_check(world->graph, fusor_vulkan_describe(world->vk), plan));
    return plan;
}

void world_load(vulkan_world *world, const fusor_policy *policy)
{
    fusor_plan *plan = world_plan(world, policy);
    fusor_result result = fusor_vulkan_load(world->vk, plan);
    if (result != FUSOR_OK) {
        print_error("%s\n", world->last_error);
    }
    assert_ok(result);
    fusor_plan_destroy(world->plan);
    world->plan = plan;
}

void world_frames(vulkan_world *world, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fusor_result result = fusor_vulkan_execute(world->vk, NULL);
        if (result != FUSOR_OK) {
            print_error("%s\n", world->last_error);
        }
        assert_ok(result);
    }
    assert_ok(fusor_vulkan_wait_idle(world->vk));
}

/* -------------------------------------------------------------------------------------- declaring */

fusor_image world_image(vulkan_world *world, const char *name, fusor_format format)
{
    fusor_image image =
        fusor_graph_add_image(world->graph, &(fusor_image_desc){.name = name, .format = format});
    assert_int_not_equal(image.id, 0);
    return image;
}

fusor_buffer world_buffer(vulkan_world *world, const char *name, uint64_t bytes)
{
    fusor_buffer buffer = fusor_graph_add_buffer(
        world->graph, &(fusor_buffer_desc){.name = name, .size_bytes = bytes});
    assert_int_not_equal(buffer.id, 0);
    return buffer;
}

fusor_pass world_pass(vulkan_world *world, const fusor_pass_desc *desc)
{
    fusor_pass pass = fusor_graph_add_pass(world->graph, desc);
    if (!pass.id) {
        print_error("%s\n", world->last_error);
    }
    assert_int_not_equal(pass.id, 0);
    return pass;
}

/* ------------------------------------------------------------------------------------ downloading */

static unsigned char downloaded[DOWNLOAD_BYTES];

static void download(vulkan_world *world, const fusor_vulkan_download_desc *desc)
{
    fusor_vulkan_download_desc filled = *desc;
    filled.data = downloaded;
    filled.size_bytes = sizeof downloaded;
    fusor_result result = fusor_vulkan_download(world->vk, &filled);
    if (result != FUSOR_OK) {
        print_error("%s\n", world->last_error);
    }
    assert_ok(result);
}

const void *world_download_image(vulkan_world *world, fusor_image image, uint32_t mip,
                                 uint32_t layer, fusor_aspects aspect)
{
    download(world, &(fusor_vulkan_download_desc){
                        .image = image, .mip = mip, .layer = layer, .aspect = aspect});
    return downloaded;
}

const uint32_t *world_download_buffer(vulkan_world *world, fusor_buffer buffer)
{
    download(world, &(fusor_vulkan_download_desc){.buffer = buffer});
    return (const uint32_t *)(const void *)downloaded;
}
