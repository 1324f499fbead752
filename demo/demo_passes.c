/* demo_passes.c: the table of the passes, their preparation, and their commands.
 * In: fusor's prepare and record infos. Out: pipelines; draws and dispatches.
 * Promised: no pass begins or ends a render pass or asks whether it is fused. */
#include "demo_pass.h"

#include <string.h>

#include "billboard_frag.h"
#include "billboard_vert.h"
#include "bloom_bright_comp.h"
#include "bloom_down_comp.h"
#include "bloom_up_comp.h"
#include "corona_frag.h"
#include "corona_vert.h"
#include "fullscreen_vert.h"
#include "gbuffer_frag.h"
#include "gbuffer_vert.h"
#include "light_tiles_comp.h"
#include "lighting_frag.h"
#include "overlay_frag.h"
#include "overlay_vert.h"
#include "shadow_vert.h"
#include "sky_frag.h"
#include "taa_comp.h"
#include "tonemap_frag.h"

#define SHADER(array)                                                                              \
    {                                                                                              \
        array, sizeof(array)                                                                       \
    }

static demo_pass_row raster_row(demo_pass_id id)
{
    static const demo_pass_row rows[DEMO_PASS_COUNT] = {
        [DEMO_PASS_SHADOW_0] = {.vertex = SHADER(shadow_vert),
                                .depth = DEMO_DEPTH_SHADOW,
                                .geometry = DEMO_GEOMETRY_MESHES},
        [DEMO_PASS_GBUFFER] = {.vertex = SHADER(gbuffer_vert),
                               .fragment = SHADER(gbuffer_frag),
                               .depth = DEMO_DEPTH_WRITE,
                               .geometry = DEMO_GEOMETRY_MESHES,
                               .by_material = true},
        [DEMO_PASS_LIGHTING] = {.vertex = SHADER(fullscreen_vert),
                                .fragment = SHADER(lighting_frag)},
        [DEMO_PASS_SKY] = {.vertex = SHADER(fullscreen_vert),
                           .fragment = SHADER(sky_frag),
                           .blend = DEMO_BLEND_BEHIND,
                           .depth = DEMO_DEPTH_BACKDROP},
        [DEMO_PASS_BILLBOARDS] = {.vertex = SHADER(billboard_vert),
                                  .fragment = SHADER(billboard_frag),
                                  .blend = DEMO_BLEND_ADD,
                                  .depth = DEMO_DEPTH_TEST,
                                  .geometry = DEMO_GEOMETRY_QUADS},
        [DEMO_PASS_CORONA] = {.vertex = SHADER(corona_vert),
                              .fragment = SHADER(corona_frag),
                              .blend = DEMO_BLEND_ADD,
                              .geometry = DEMO_GEOMETRY_QUADS},
        [DEMO_PASS_TONEMAP] = {.vertex = SHADER(fullscreen_vert), .fragment = SHADER(tonemap_frag)},
        [DEMO_PASS_OVERLAY] = {.vertex = SHADER(overlay_vert),
                               .fragment = SHADER(overlay_frag),
                               .blend = DEMO_BLEND_OVER,
                               .geometry = DEMO_GEOMETRY_QUADS},
    };
    return rows[id <= DEMO_PASS_SHADOW_3 ? DEMO_PASS_SHADOW_0 : id];
}

static demo_shader compute_shader(demo_pass_id id)
{
    static const demo_shader light_tiles = SHADER(light_tiles_comp), taa = SHADER(taa_comp);
    static const demo_shader bright = SHADER(bloom_bright_comp), down = SHADER(bloom_down_comp);
    static const demo_shader up = SHADER(bloom_up_comp), none = {NULL, 0};
    if (id == DEMO_PASS_LIGHT_TILES) {
        return light_tiles;
    }
    if (id == DEMO_PASS_TAA) {
        return taa;
    }
    if (id == DEMO_PASS_BLOOM_BRIGHT) {
        return bright;
    }
    if (id >= DEMO_PASS_BLOOM_DOWN_1 && id <= DEMO_PASS_BLOOM_DOWN_5) {
        return down;
    }
    return id >= DEMO_PASS_BLOOM_UP_4 && id <= DEMO_PASS_BLOOM_UP_0 ? up : none;
}

demo_pass_row demo_pass_get_row(demo_pass_id id)
{
    demo_pass_row row = raster_row(id);
    row.compute = compute_shader(id);
    return row;
}

void demo_pass_finish(demo_pass *pass)
{
    const demo_gpu *gpu = pass->gpu;
    for (uint32_t i = 0; i < DEMO_MATERIAL_COUNT; i++) {
        gpu->DestroyPipeline(gpu->device, pass->pipelines[i], NULL);
        pass->pipelines[i] = VK_NULL_HANDLE;
    }
    gpu->DestroyPipelineLayout(gpu->device, pass->layout, NULL);
    gpu->DestroyDescriptorPool(gpu->device, pass->pool, NULL);
    gpu->DestroyDescriptorSetLayout(gpu->device, pass->set_layout, NULL);
    pass->layout = VK_NULL_HANDLE;
    pass->pool = VK_NULL_HANDLE;
    pass->set_layout = VK_NULL_HANDLE;
}

fusor_result demo_pass_prepare(void *user, const fusor_vulkan_prepare_info *info)
{
    demo_pass *pass = (demo_pass *)user;
    demo_pass_finish(pass);
    fusor_result result = demo_pass_make_bindings(pass, info);
    return result == FUSOR_OK ? demo_pass_make_pipelines(pass, info) : result;
}

static void bind_meshes(const demo_pass *pass, const fusor_vulkan_record_info *info)
{
    for (uint32_t i = 0; i < info->prepared->use_count; i++) {
        const fusor_vulkan_use *use = &info->prepared->uses[i];
        if (use->as == FUSOR_USE_VERTEX) {
            pass->gpu->CmdBindVertexBuffers(info->command_buffer, 0, 1,
                                            &use->buffers[info->instance], &use->offset);
        } else if (use->as == FUSOR_USE_INDEX) {
            pass->gpu->CmdBindIndexBuffer(info->command_buffer, use->buffers[info->instance],
                                          use->offset, VK_INDEX_TYPE_UINT32);
        }
    }
}

/* Everything that a view sees, a draw a shape; view 0 is the camera's. */
static void draw_meshes(const demo_pass *pass, VkCommandBuffer commands, uint32_t view)
{
    const demo_gpu *gpu = pass->gpu;
    VkPipeline bound = VK_NULL_HANDLE;
    for (uint32_t i = 0; i < DEMO_SHAPE_COUNT; i++) {
        const demo_shape *shape = &pass->content->scene->shapes[i];
        const demo_mesh *mesh = view == 0 ? &shape->mesh : &shape->shadow_mesh;
        demo_draw_range range = pass->content->data->ranges[view][i];
        VkPipeline wanted = pass->pipelines[pass->row.by_material ? shape->material : 0];
        if (range.count == 0 || mesh->index_count == 0) {
            continue;
        }
        if (bound != wanted) {
            gpu->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, wanted);
            bound = wanted;
        }
        gpu->CmdDrawIndexed(commands, mesh->index_count, range.count, mesh->first_index, 0,
                            range.first);
    }
}

static void record_meshes(const demo_pass *pass, const fusor_vulkan_record_info *info)
{
    uint32_t cascade = pass->id <= DEMO_PASS_SHADOW_3 ? (uint32_t)pass->id : 0;
    bool shadow = pass->row.depth == DEMO_DEPTH_SHADOW;
    bind_meshes(pass, info);
    pass->gpu->CmdPushConstants(info->command_buffer, pass->layout, VK_SHADER_STAGE_VERTEX_BIT, 0,
                                sizeof cascade, &cascade);
    draw_meshes(pass, info->command_buffer, shadow ? 1 + cascade : 0);
}

static uint32_t quad_count(const demo_pass *pass)
{
    switch (pass->id) {
    case DEMO_PASS_BILLBOARDS:
        return pass->content->data->scene.sprite_count;
    case DEMO_PASS_OVERLAY:
        return pass->content->quad_count;
    default:
        return 1;
    }
}

static void record_flat(const demo_pass *pass, const fusor_vulkan_record_info *info)
{
    const demo_gpu *gpu = pass->gpu;
    gpu->CmdBindPipeline(info->command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pass->pipelines[0]);
    if (pass->row.geometry == DEMO_GEOMETRY_QUADS) {
        gpu->CmdDraw(info->command_buffer, 4, quad_count(pass), 0, 0);
    } else {
        gpu->CmdDraw(info->command_buffer, 3, 1, 0, 0);
    }
}

/* Texels that a compute pass writes: all of the picture, or a mip of its half. */
static void compute_extent(const demo_pass *pass, uint32_t extent[2])
{
    memcpy(extent, pass->content->size, sizeof pass->content->size);
    if (pass->id < DEMO_PASS_BLOOM_BRIGHT) {
        return;
    }
    bool up = pass->id >= DEMO_PASS_BLOOM_UP_4;
    uint32_t mip = up ? (uint32_t)(DEMO_PASS_BLOOM_UP_0 - pass->id)
                      : (uint32_t)(pass->id - DEMO_PASS_BLOOM_BRIGHT);
    for (uint32_t axis = 0; axis < 2; axis++) {
        uint32_t smaller = extent[axis] / 2 >> mip;
        extent[axis] = smaller > 0 ? smaller : 1;
    }
}

static void record_compute(const demo_pass *pass, const fusor_vulkan_record_info *info)
{
    const demo_gpu *gpu = pass->gpu;
    gpu->CmdBindPipeline(info->command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pass->pipelines[0]);
    if (pass->id == DEMO_PASS_LIGHT_TILES) {
        const uint32_t *tiles = pass->content->data->uniforms.tiles;
        uint32_t cells = tiles[0] * tiles[1] * DEMO_TILE_SLICES;
        gpu->CmdDispatch(info->command_buffer, (cells + 63) / 64, 1, 1);
        return;
    }
    uint32_t extent[2];
    compute_extent(pass, extent);
    gpu->CmdDispatch(info->command_buffer, (extent[0] + 7) / 8, (extent[1] + 7) / 8, 1);
}

fusor_result demo_pass_record(void *user, const fusor_vulkan_record_info *info)
{
    const demo_pass *pass = (const demo_pass *)user;
    bool compute = pass->row.compute.words != NULL;
    VkPipelineBindPoint point =
        compute ? VK_PIPELINE_BIND_POINT_COMPUTE : VK_PIPELINE_BIND_POINT_GRAPHICS;
    pass->gpu->CmdBindDescriptorSets(info->command_buffer, point, pass->layout, 0, 1,
                                     &pass->sets[info->instance], 0, NULL);
    if (compute) {
        record_compute(pass, info);
    } else if (pass->row.geometry == DEMO_GEOMETRY_MESHES) {
        record_meshes(pass, info);
    } else {
        record_flat(pass, info);
    }
    return FUSOR_OK;
}
