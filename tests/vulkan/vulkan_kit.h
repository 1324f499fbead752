/* vulkan_kit.h: pass code of tests in one line. A kit_pass builds its pipeline and descriptor sets from
 * nothing but what prepare_fn is shown: bindings 0, 1, … are the pass's inputs, reads and writes that
 * shaders see, in order. */
#ifndef VULKAN_KIT_H
#define VULKAN_KIT_H

#include "vulkan_world.h"

#define KIT_BINDINGS_MAX 4u
#define KIT_INSTANCES_MAX 64u

typedef struct kit_shader {
    const uint32_t *words;
    size_t size_bytes;
} kit_shader;
#define KIT_SHADER(symbol)                                                                         \
    {                                                                                              \
        symbol, sizeof symbol                                                                      \
    }

typedef struct kit_pass {
    kit_shader vertex, fragment; /* raster */
    kit_shader compute;          /* else */
    uint32_t vertex_count;       /* 0: 3 */
    uint32_t groups[2];          /* 0: 1 */
    union {
        float value[4];
        uint32_t base;
    } push;
    VkCompareOp depth_compare; /* NEVER: no test */
    bool depth_write;
    uint8_t stencil_write; /* 0: no stencil */

    /* What was seen, for asserts. */
    fusor_vulkan_prepare_info info; /* arrays live as long as the loaded plan */
    uint32_t prepared, recorded, last_instance, last_member_count, last_subpass;
    uint64_t last_frame;

    VkDevice device;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkSampler sampler;
    VkDescriptorSet sets[KIT_INSTANCES_MAX];
} kit_pass;

void kit_bind(vulkan_world *world, fusor_pass pass, kit_pass *kit);
void kit_finish(kit_pass *kit);

#endif
