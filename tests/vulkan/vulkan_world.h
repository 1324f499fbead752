/* vulkan_world.h: what every test on a real driver starts from: a validated device, an executor, a
 * graph, and the way from declaration to a loaded plan. Fails the test on any error and, at the end,
 * on any validation message. */
#ifndef VULKAN_WORLD_H
#define VULKAN_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fusor/vulkan_device.h"

typedef struct vulkan_world {
    fusor_vulkan_device *device;
    fusor_vulkan_desc desc; /* of the executor; change it before world_start() */
    fusor_vulkan *vk;
    fusor_graph *graph;
    fusor_compiled *compiled;
    fusor_plan *plan;
    bool validated, legacy;
    uint32_t heap_calls; /* of the executor's allocator */
    uint64_t heap_bytes; /* alive */
    uint32_t expected_messages;
    char last_error[512]; /* the last message of the executor at level error */
} vulkan_world;

/* cmocka set-ups and tear-down of a test. Legacy: the executor is told of Vulkan 1.1 and no features,
 * so it records vkCmdPipelineBarrier. */
int world_setup(void **state);
int world_setup_legacy(void **state);
int world_teardown(void **state);

/* The executor from world->desc, and an empty graph of this render size. */
void world_start(vulkan_world *world, uint32_t width, uint32_t height);
/* Compile and place what is declared, for this device; NULL: default policy. The caller's plan. */
fusor_plan *world_plan(vulkan_world *world, const fusor_policy *policy);
/* world_plan() into world->plan, and load it. */
void world_load(vulkan_world *world, const fusor_policy *policy);
void world_frames(vulkan_world *world, uint32_t count);

#define assert_ok(call) assert_int_equal(call, FUSOR_OK)

/* Declaring in one line. */
fusor_image world_image(vulkan_world *world, const char *name, fusor_format format);
fusor_buffer world_buffer(vulkan_world *world, const char *name, uint64_t bytes);
fusor_pass world_pass(vulkan_world *world, const fusor_pass_desc *desc);

/* Downloads into static memory; valid until the next one. */
const void *world_download_image(vulkan_world *world, fusor_image image, uint32_t mip,
                                 uint32_t layer, fusor_aspects aspect);
const uint32_t *world_download_buffer(vulkan_world *world, fusor_buffer buffer);

#endif
