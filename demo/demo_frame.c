/* demo_frame.c: declares the frame: eleven images, ten buffers, twenty-five passes.
 * In: the size of the picture and of the meshes. Out: a graph and its handles.
 * Promised: nothing here knows which passes will share a render pass or which images memory. */
#include "demo_frame.h"

#include <stdio.h>
#include <string.h>

#include "demo_view.h"

#define VERTEX_AND_FRAGMENT (FUSOR_STAGE_VERTEX_SHADER | FUSOR_STAGE_FRAGMENT_SHADER)
#define COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

static fusor_image add_image(demo_frame *frame, const char *name, fusor_format format)
{
    fusor_image_desc desc = {.name = name, .format = format};
    return fusor_graph_add_image(frame->graph, &desc);
}

static void add_images(demo_frame *frame)
{
    frame->albedo = add_image(frame, "albedo", FUSOR_FORMAT_R8G8B8A8_UNORM);
    frame->normal = add_image(frame, "normal", FUSOR_FORMAT_R16G16B16A16_SFLOAT);
    frame->material = add_image(frame, "material", FUSOR_FORMAT_R8G8B8A8_UNORM);
    frame->emission = add_image(frame, "emission", FUSOR_FORMAT_R16G16B16A16_SFLOAT);
    frame->depth = add_image(frame, "depth", FUSOR_FORMAT_D32_SFLOAT);
    frame->motion = add_image(frame, "motion", FUSOR_FORMAT_R16G16_SFLOAT);
    frame->hdr = add_image(frame, "hdr", FUSOR_FORMAT_R16G16B16A16_SFLOAT);
    frame->picture = add_image(frame, "picture", FUSOR_FORMAT_R8G8B8A8_UNORM);

    fusor_image_desc shadow = {.name = "shadow",
                               .format = FUSOR_FORMAT_D16_UNORM,
                               .size = {.base = FUSOR_SIZE_ABSOLUTE,
                                        .width = DEMO_SHADOW_TEXELS,
                                        .height = DEMO_SHADOW_TEXELS},
                               .layers = DEMO_CASCADES};
    frame->shadow = fusor_graph_add_image(frame->graph, &shadow);
    fusor_image_desc history = {.name = "history",
                                .format = FUSOR_FORMAT_R16G16B16A16_SFLOAT,
                                .lifetime = FUSOR_LIFETIME_HISTORY,
                                .history_slots = 2};
    frame->history = fusor_graph_add_image(frame->graph, &history);
    fusor_image_desc bloom = {.name = "bloom",
                              .format = FUSOR_FORMAT_R16G16B16A16_SFLOAT,
                              .size = {.base = FUSOR_SIZE_RENDER, .denominator = 2},
                              .mips = DEMO_BLOOM_MIPS};
    frame->bloom = fusor_graph_add_image(frame->graph, &bloom);
}

static fusor_buffer add_buffer(demo_frame *frame, const char *name, uint64_t size,
                               fusor_host_access host)
{
    fusor_buffer_desc desc = {.name = name, .size_bytes = size, .host = host};
    return fusor_graph_add_buffer(frame->graph, &desc);
}

/* One instance for all frames: what the host writes once. */
static fusor_buffer add_mesh_buffer(demo_frame *frame, const char *name, uint64_t size)
{
    fusor_buffer_desc desc = {
        .name = name, .size_bytes = size, .host = FUSOR_HOST_WRITE, .host_shared = true};
    return fusor_graph_add_buffer(frame->graph, &desc);
}

static uint64_t light_list_bytes(const demo_frame_desc *desc)
{
    uint64_t across = (desc->width + DEMO_TILE_TEXELS - 1) / DEMO_TILE_TEXELS;
    uint64_t down = (desc->height + DEMO_TILE_TEXELS - 1) / DEMO_TILE_TEXELS;
    return across * down * DEMO_TILE_SLICES * DEMO_TILE_WORDS * sizeof(uint32_t);
}

static void add_buffers(demo_frame *frame, const demo_frame_desc *desc)
{
    const uint64_t pixel_bytes = 4, views = DEMO_VIEWS;
    frame->uniforms = add_buffer(frame, "uniforms", sizeof(demo_uniforms), FUSOR_HOST_WRITE);
    frame->instances = add_buffer(frame, "instances", DEMO_INSTANCES_MAX * sizeof(demo_instance),
                                  FUSOR_HOST_WRITE);
    frame->visible = add_buffer(frame, "visible", views * DEMO_INSTANCES_MAX * sizeof(uint32_t),
                                FUSOR_HOST_WRITE);
    frame->lights =
        add_buffer(frame, "lights", DEMO_LIGHTS_MAX * sizeof(demo_light), FUSOR_HOST_WRITE);
    frame->sprites =
        add_buffer(frame, "sprites", DEMO_SPRITES_MAX * sizeof(demo_sprite), FUSOR_HOST_WRITE);
    frame->quads =
        add_buffer(frame, "quads", (uint64_t)DEMO_QUADS_MAX * DEMO_QUAD_BYTES, FUSOR_HOST_WRITE);
    frame->light_lists = add_buffer(frame, "light_lists", light_list_bytes(desc), FUSOR_HOST_NONE);
    frame->readback =
        add_buffer(frame, "readback", pixel_bytes * desc->width * desc->height, FUSOR_HOST_READ);
    frame->vertices = add_mesh_buffer(frame, "vertices", desc->vertex_bytes);
    frame->indices = add_mesh_buffer(frame, "indices", desc->index_bytes);
}

static fusor_use_desc read_buffer(fusor_buffer buffer, fusor_use_kind as, fusor_stages stages)
{
    fusor_use_desc use = {.buffer = buffer, .as = as, .stages = stages};
    return use;
}

static fusor_use_desc sampled(fusor_image image)
{
    fusor_use_desc use = {.image = image, .as = FUSOR_USE_SAMPLED};
    return use;
}

static fusor_use_desc sampled_mip(fusor_image image, uint32_t mip)
{
    fusor_use_desc use = {.image = image, .as = FUSOR_USE_SAMPLED, .mips = {mip, 1}};
    return use;
}

static fusor_use_desc storage_mip(fusor_image image, uint32_t mip, bool overwrite)
{
    fusor_use_desc use = {
        .image = image, .as = FUSOR_USE_STORAGE, .mips = {mip, 1}, .overwrite = overwrite};
    return use;
}

static void add_pass(demo_frame *frame, demo_pass_id id, const fusor_pass_desc *desc)
{
    frame->passes[id] = fusor_graph_add_pass(frame->graph, desc);
}

/* One layer of the shadow map a cascade. */
static void add_shadow_pass(demo_frame *frame, uint32_t cascade)
{
    char name[16];
    snprintf(name, sizeof name, "shadow_%u", (unsigned)cascade);
    const fusor_use_desc reads[] = {
        read_buffer(frame->uniforms, FUSOR_USE_UNIFORM, FUSOR_STAGE_VERTEX_SHADER),
        read_buffer(frame->instances, FUSOR_USE_STORAGE, FUSOR_STAGE_VERTEX_SHADER),
        read_buffer(frame->visible, FUSOR_USE_STORAGE, FUSOR_STAGE_VERTEX_SHADER),
        read_buffer(frame->vertices, FUSOR_USE_VERTEX, 0),
        read_buffer(frame->indices, FUSOR_USE_INDEX, 0)};
    fusor_pass_desc desc = {.name = name,
                            .depth = {.image = frame->shadow,
                                      .layers = {cascade, 1},
                                      .load = FUSOR_LOAD_CLEAR,
                                      .clear_depth = 1.0},
                            .reads = reads,
                            .read_count = COUNT_OF(reads)};
    add_pass(frame, (demo_pass_id)(DEMO_PASS_SHADOW_0 + cascade), &desc);
}

static void add_light_tiles(demo_frame *frame)
{
    const fusor_use_desc reads[] = {read_buffer(frame->uniforms, FUSOR_USE_UNIFORM, 0),
                                    read_buffer(frame->lights, FUSOR_USE_STORAGE, 0)};
    const fusor_use_desc writes[] = {read_buffer(frame->light_lists, FUSOR_USE_STORAGE, 0)};
    fusor_pass_desc desc = {.name = "light_tiles",
                            .kind = FUSOR_PASS_COMPUTE,
                            .reads = reads,
                            .read_count = COUNT_OF(reads),
                            .writes = writes,
                            .write_count = COUNT_OF(writes)};
    add_pass(frame, DEMO_PASS_LIGHT_TILES, &desc);
}

static void add_gbuffer(demo_frame *frame)
{
    const fusor_color_desc color[] = {{.image = frame->albedo, .load = FUSOR_LOAD_CLEAR},
                                      {.image = frame->normal, .load = FUSOR_LOAD_CLEAR},
                                      {.image = frame->material, .load = FUSOR_LOAD_CLEAR},
                                      {.image = frame->emission, .load = FUSOR_LOAD_CLEAR}};
    const fusor_use_desc reads[] = {
        read_buffer(frame->uniforms, FUSOR_USE_UNIFORM, VERTEX_AND_FRAGMENT),
        read_buffer(frame->instances, FUSOR_USE_STORAGE, FUSOR_STAGE_VERTEX_SHADER),
        read_buffer(frame->visible, FUSOR_USE_STORAGE, FUSOR_STAGE_VERTEX_SHADER),
        read_buffer(frame->vertices, FUSOR_USE_VERTEX, 0),
        read_buffer(frame->indices, FUSOR_USE_INDEX, 0)};
    fusor_pass_desc desc = {.name = "gbuffer",
                            .color = color,
                            .color_count = COUNT_OF(color),
                            .depth = {.image = frame->depth, .load = FUSOR_LOAD_CLEAR},
                            .reads = reads,
                            .read_count = COUNT_OF(reads)};
    add_pass(frame, DEMO_PASS_GBUFFER, &desc);
}

/* Reads the G-buffer where it writes: each texel its own, so it need never leave the tile. */
static void add_lighting(demo_frame *frame)
{
    const fusor_color_desc color[] = {{.image = frame->hdr, .load = FUSOR_LOAD_OVERWRITE},
                                      {.image = frame->motion, .load = FUSOR_LOAD_OVERWRITE}};
    const fusor_input_desc inputs[] = {{.image = frame->albedo},
                                       {.image = frame->normal},
                                       {.image = frame->material},
                                       {.image = frame->emission},
                                       {.image = frame->depth}};
    const fusor_use_desc reads[] = {read_buffer(frame->uniforms, FUSOR_USE_UNIFORM, 0),
                                    read_buffer(frame->lights, FUSOR_USE_STORAGE, 0),
                                    read_buffer(frame->light_lists, FUSOR_USE_STORAGE, 0),
                                    sampled(frame->shadow)};
    fusor_pass_desc desc = {.name = "lighting",
                            .color = color,
                            .color_count = COUNT_OF(color),
                            .inputs = inputs,
                            .input_count = COUNT_OF(inputs),
                            .reads = reads,
                            .read_count = COUNT_OF(reads)};
    add_pass(frame, DEMO_PASS_LIGHTING, &desc);
}

/* Blends into the lit picture behind or before what the depth says. */
static void add_blended(demo_frame *frame, demo_pass_id id, const char *name, fusor_buffer extra)
{
    const fusor_color_desc color[] = {{.image = frame->hdr, .load = FUSOR_LOAD_LOAD}};
    const fusor_use_desc reads[] = {
        read_buffer(frame->uniforms, FUSOR_USE_UNIFORM, VERTEX_AND_FRAGMENT),
        read_buffer(extra, FUSOR_USE_STORAGE, FUSOR_STAGE_VERTEX_SHADER)};
    fusor_pass_desc desc = {.name = name,
                            .color = color,
                            .color_count = COUNT_OF(color),
                            .depth = {.image = frame->depth, .read_only = true},
                            .reads = reads,
                            .read_count = extra.id != 0 ? 2u : 1u};
    add_pass(frame, id, &desc);
}

static void add_taa(demo_frame *frame)
{
    const fusor_use_desc before = {.image = frame->history, .as = FUSOR_USE_SAMPLED, .previous = 1};
    const fusor_use_desc reads[] = {read_buffer(frame->uniforms, FUSOR_USE_UNIFORM, 0),
                                    sampled(frame->hdr), sampled(frame->motion), before};
    const fusor_use_desc writes[] = {storage_mip(frame->history, 0, true)};
    fusor_pass_desc desc = {.name = "taa",
                            .kind = FUSOR_PASS_COMPUTE,
                            .reads = reads,
                            .read_count = COUNT_OF(reads),
                            .writes = writes,
                            .write_count = COUNT_OF(writes)};
    add_pass(frame, DEMO_PASS_TAA, &desc);
}

static void add_bloom_pass(demo_frame *frame, demo_pass_id id, const char *name, uint32_t mip)
{
    bool up = id >= DEMO_PASS_BLOOM_UP_4;
    const fusor_use_desc from = id == DEMO_PASS_BLOOM_BRIGHT ? sampled(frame->history)
                                : up                         ? sampled_mip(frame->bloom, mip + 1)
                                                             : sampled_mip(frame->bloom, mip - 1);
    const fusor_use_desc reads[] = {from, storage_mip(frame->bloom, mip, false)};
    const fusor_use_desc writes[] = {storage_mip(frame->bloom, mip, true)};
    fusor_pass_desc desc = {.name = name,
                            .kind = FUSOR_PASS_COMPUTE,
                            .reads = reads,
                            .read_count = up ? 2u : 1u,
                            .writes = writes,
                            .write_count = COUNT_OF(writes)};
    add_pass(frame, id, &desc);
}

/* Down the mips of one image, and up again. */
static void add_bloom(demo_frame *frame)
{
    char name[32];
    add_bloom_pass(frame, DEMO_PASS_BLOOM_BRIGHT, "bloom_bright", 0);
    for (uint32_t mip = 1; mip < DEMO_BLOOM_MIPS; mip++) {
        snprintf(name, sizeof name, "bloom_down_%u", (unsigned)mip);
        add_bloom_pass(frame, (demo_pass_id)(DEMO_PASS_BLOOM_DOWN_1 + mip - 1), name, mip);
    }
    for (uint32_t mip = DEMO_BLOOM_MIPS - 1; mip-- > 0;) {
        snprintf(name, sizeof name, "bloom_up_%u", (unsigned)mip);
        add_bloom_pass(frame, (demo_pass_id)(DEMO_PASS_BLOOM_UP_0 - mip), name, mip);
    }
}

static void add_tonemap(demo_frame *frame)
{
    const fusor_color_desc color[] = {{.image = frame->picture, .load = FUSOR_LOAD_OVERWRITE}};
    const fusor_use_desc reads[] = {read_buffer(frame->uniforms, FUSOR_USE_UNIFORM, 0),
                                    sampled(frame->history), sampled_mip(frame->bloom, 0)};
    fusor_pass_desc desc = {.name = "tonemap",
                            .color = color,
                            .color_count = COUNT_OF(color),
                            .reads = reads,
                            .read_count = COUNT_OF(reads)};
    add_pass(frame, DEMO_PASS_TONEMAP, &desc);
}

static void add_overlay(demo_frame *frame)
{
    const fusor_color_desc color[] = {{.image = frame->picture, .load = FUSOR_LOAD_LOAD}};
    const fusor_use_desc reads[] = {
        read_buffer(frame->uniforms, FUSOR_USE_UNIFORM, FUSOR_STAGE_VERTEX_SHADER),
        read_buffer(frame->quads, FUSOR_USE_STORAGE, FUSOR_STAGE_VERTEX_SHADER)};
    fusor_pass_desc desc = {.name = "overlay",
                            .color = color,
                            .color_count = COUNT_OF(color),
                            .reads = reads,
                            .read_count = COUNT_OF(reads)};
    add_pass(frame, DEMO_PASS_OVERLAY, &desc);
}

static void add_readback(demo_frame *frame)
{
    const fusor_use_desc from = {.image = frame->picture, .as = FUSOR_USE_COPY};
    const fusor_use_desc to = {.buffer = frame->readback, .as = FUSOR_USE_COPY, .overwrite = true};
    fusor_pass_desc desc = {.name = "readback",
                            .kind = FUSOR_PASS_COPY,
                            .reads = &from,
                            .read_count = 1,
                            .writes = &to,
                            .write_count = 1};
    add_pass(frame, DEMO_PASS_READBACK, &desc);
}

fusor_result demo_frame_declare(const demo_frame_desc *desc, demo_frame *frame)
{
    fusor_graph_desc graph = {.name = "demo",
                              .render_width = desc->width,
                              .render_height = desc->height,
                              .allocator = desc->allocator};
    const fusor_buffer none = {0};
    memset(frame, 0, sizeof *frame);
    fusor_result result = fusor_graph_create(&graph, &frame->graph);
    if (result != FUSOR_OK) {
        return result;
    }
    add_images(frame);
    add_buffers(frame, desc);
    for (uint32_t cascade = 0; cascade < DEMO_CASCADES; cascade++) {
        add_shadow_pass(frame, cascade);
    }
    add_light_tiles(frame);
    add_gbuffer(frame);
    add_lighting(frame);
    add_blended(frame, DEMO_PASS_SKY, "sky", none);
    add_blended(frame, DEMO_PASS_BILLBOARDS, "billboards", frame->sprites);
    add_blended(frame, DEMO_PASS_CORONA, "corona", none);
    add_taa(frame);
    add_bloom(frame);
    add_tonemap(frame);
    add_overlay(frame);
    add_readback(frame);
    return FUSOR_OK;
}

static bool in_gbuffer(const demo_frame *frame, uint32_t handle)
{
    return handle == frame->albedo.id || handle == frame->normal.id ||
           handle == frame->material.id || handle == frame->emission.id;
}

uint64_t demo_frame_gbuffer_bytes(const demo_frame *frame, const fusor_plan *plan, bool stored)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < plan->attachment_count; i++) {
        const fusor_plan_attachment *attachment = &plan->attachments[i];
        const fusor_plan_resource *resource = &plan->resources[attachment->resource];
        bool counts = stored ? attachment->store == FUSOR_STORE_OP_STORE
                             : attachment->load == FUSOR_LOAD_OP_LOAD;
        if (resource->is_image && in_gbuffer(frame, resource->handle) && counts) {
            bytes += resource->bytes;
        }
    }
    return bytes;
}
