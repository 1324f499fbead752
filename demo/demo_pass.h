/* demo_pass.h: one pass of the demo on one executor: pipelines, descriptor sets, and its commands. */
#ifndef DEMO_PASS_H
#define DEMO_PASS_H

#include "demo_frame.h"
#include "demo_gpu.h"
#include "demo_view.h"

#define DEMO_INSTANCES_OF_PASS_MAX 16u

typedef enum demo_blend {
    DEMO_BLEND_NONE,
    DEMO_BLEND_ADD,    /* light on light */
    DEMO_BLEND_BEHIND, /* × what the target's alpha lets through, added */
    DEMO_BLEND_OVER    /* by the source's alpha */
} demo_blend;

typedef enum demo_depth {
    DEMO_DEPTH_NONE,
    DEMO_DEPTH_SHADOW,  /* written, less, with a bias */
    DEMO_DEPTH_WRITE,   /* reversed: greater */
    DEMO_DEPTH_TEST,    /* reversed, not written */
    DEMO_DEPTH_BACKDROP /* only where nothing was drawn */
} demo_depth;

typedef enum demo_geometry {
    DEMO_GEOMETRY_TRIANGLE,
    DEMO_GEOMETRY_QUADS,
    DEMO_GEOMETRY_MESHES
} demo_geometry;

typedef struct demo_shader {
    const uint32_t *words;
    size_t size_bytes;
} demo_shader;

/* What is the same on every executor. Compute passes have a compute shader alone. */
typedef struct demo_pass_row {
    demo_shader vertex, fragment, compute;
    demo_blend blend;
    demo_depth depth;
    demo_geometry geometry;
    bool by_material; /* a pipeline for each material */
} demo_pass_row;

/* What the passes of all executors draw in this frame. */
typedef struct demo_content {
    const demo_scene *scene;
    const demo_frame_data *data;
    uint32_t quad_count;
    uint32_t size[2];
} demo_content;

typedef struct demo_pass {
    const demo_gpu *gpu;
    const demo_content *content;
    demo_pass_id id;
    demo_pass_row row;
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool pool;
    VkPipelineLayout layout;
    VkDescriptorSet sets[DEMO_INSTANCES_OF_PASS_MAX];
    VkPipeline pipelines[DEMO_MATERIAL_COUNT];
} demo_pass;

/* The callbacks of fusor/vulkan.h; `user` is the demo_pass. */
fusor_result demo_pass_prepare(void *user, const fusor_vulkan_prepare_info *info);
fusor_result demo_pass_record(void *user, const fusor_vulkan_record_info *info);
void demo_pass_finish(demo_pass *pass);

/* demo_bindings.c: set layout, pool, sets and pipeline layout from the uses of the pass: bindings 0, 1 …
 * are its inputs, reads and writes in declared order, vertex and index buffers left out. */
FUSOR_MUST_USE fusor_result demo_pass_make_bindings(demo_pass *pass,
                                                    const fusor_vulkan_prepare_info *info);

/* demo_pipelines.c */
FUSOR_MUST_USE fusor_result demo_pass_make_pipelines(demo_pass *pass,
                                                     const fusor_vulkan_prepare_info *info);

/* demo_passes.c: the table. */
demo_pass_row demo_pass_get_row(demo_pass_id id);

#endif
