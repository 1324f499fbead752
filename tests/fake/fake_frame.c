/* In: a fake's description. Out: the frame's graph, and an executor for it. Promised: the callbacks
 * record one draw or dispatch each and nothing else. */
#include "fake_frame.h"

#include "audit/audit_check.h"

#include <stdlib.h>

#define COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

/* ---------------------------------------------------------------------------------- resources */

/* Only imports have a state outside the frame. */
static fusor_import presented(fusor_lifetime life)
{
    if (life != FUSOR_LIFETIME_IMPORTED)
        return (fusor_import){0};
    return (fusor_import){
        .initial = {FUSOR_STATE_UNDEFINED, FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT},
        .final = {FUSOR_STATE_PRESENT, 0},
    };
}

static fusor_import uploaded(fusor_lifetime life)
{
    if (life != FUSOR_LIFETIME_IMPORTED)
        return (fusor_import){0};
    return (fusor_import){.initial = {FUSOR_STATE_COPY_DST, FUSOR_STAGE_COPY}};
}

static void add_images(fake_frame *f)
{
#define FAKE_ROW(image, image_format, by, mip_count, sample_count, life)                           \
    f->images.image = fusor_graph_add_image(                                                       \
        f->graph, &(fusor_image_desc){                                                             \
                      .name = #image,                                                              \
                      .format = FUSOR_FORMAT_##image_format,                                       \
                      .size = {.denominator = by},                                                 \
                      .mips = mip_count,                                                           \
                      .samples = sample_count,                                                     \
                      .lifetime = FUSOR_LIFETIME_##life,                                           \
                      .history_slots = FUSOR_LIFETIME_##life == FUSOR_LIFETIME_HISTORY ? 2 : 0,    \
                      .import = presented(FUSOR_LIFETIME_##life),                                  \
                  });
    FAKE_FRAME_IMAGES(FAKE_ROW)
#undef FAKE_ROW
}

static void add_buffers(fake_frame *f)
{
#define FAKE_ROW(buffer, bytes, life, access)                                                      \
    f->buffers.buffer =                                                                            \
        fusor_graph_add_buffer(f->graph, &(fusor_buffer_desc){                                     \
                                             .name = #buffer,                                      \
                                             .size_bytes = bytes,                                  \
                                             .lifetime = FUSOR_LIFETIME_##life,                    \
                                             .import = uploaded(FUSOR_LIFETIME_##life),            \
                                             .host = FUSOR_HOST_##access,                          \
                                         });
    FAKE_FRAME_BUFFERS(FAKE_ROW)
#undef FAKE_ROW
}

/* -------------------------------------------------------------------------------------- passes */

static fusor_use_desc image_use(fusor_image image, fusor_use_kind as)
{
    return (fusor_use_desc){.image = image, .as = as};
}

static fusor_use_desc buffer_use(fusor_buffer buffer, fusor_use_kind as)
{
    return (fusor_use_desc){.buffer = buffer, .as = as};
}

static fusor_use_desc overwrite(fusor_use_desc use)
{
    use.overwrite = true;
    return use;
}

static fusor_use_desc mip(fusor_use_desc use, uint32_t index)
{
    use.mips = (fusor_range){index, 1};
    return use;
}

static void add_geometry(fake_frame *f)
{
    const fusor_use_desc lights = buffer_use(f->buffers.lights, FUSOR_USE_STORAGE);
    const fusor_use_desc visible = overwrite(buffer_use(f->buffers.visible, FUSOR_USE_STORAGE));
    const fusor_color_desc albedo = {
        .image = f->images.albedo, .load = FUSOR_LOAD_CLEAR, .clear = {0, 0, 0, 1}};
    const fusor_use_desc gbuffer_reads[] = {buffer_use(f->buffers.scene, FUSOR_USE_VERTEX),
                                            buffer_use(f->buffers.visible, FUSOR_USE_STORAGE)};
    const fusor_color_desc hdr = {.image = f->images.hdr, .load = FUSOR_LOAD_OVERWRITE};
    const fusor_input_desc inputs[] = {{.image = f->images.albedo}, {.image = f->images.depth}};
    f->passes.cull = fusor_graph_add_pass(f->graph, &(fusor_pass_desc){.name = "cull",
                                                                       .kind = FUSOR_PASS_COMPUTE,
                                                                       .reads = &lights,
                                                                       .read_count = 1,
                                                                       .writes = &visible,
                                                                       .write_count = 1});
    f->passes.gbuffer = fusor_graph_add_pass(
        f->graph, &(fusor_pass_desc){.name = "gbuffer",
                                     .color = &albedo,
                                     .color_count = 1,
                                     .depth = {.image = f->images.depth,
                                               .load = FUSOR_LOAD_CLEAR,
                                               .stencil_load = FUSOR_LOAD_CLEAR,
                                               .clear_depth = 1.0},
                                     .reads = gbuffer_reads,
                                     .read_count = COUNT_OF(gbuffer_reads)});
    f->passes.lighting =
        fusor_graph_add_pass(f->graph, &(fusor_pass_desc){.name = "lighting",
                                                          .color = &hdr,
                                                          .color_count = 1,
                                                          .inputs = inputs,
                                                          .input_count = COUNT_OF(inputs)});
}

static void add_bloom(fake_frame *f)
{
    const fusor_use_desc hdr = image_use(f->images.hdr, FUSOR_USE_SAMPLED);
    const fusor_use_desc first = overwrite(mip(image_use(f->images.bloom, FUSOR_USE_STORAGE), 0));
    const fusor_use_desc from = mip(image_use(f->images.bloom, FUSOR_USE_COPY), 0);
    const fusor_use_desc to = overwrite(mip(image_use(f->images.bloom, FUSOR_USE_COPY), 1));
    const fusor_copy_op_desc blit = {
        .kind = FUSOR_COPY_BLIT, .src = from, .dst = to, .linear = true};
    f->passes.bright = fusor_graph_add_pass(f->graph, &(fusor_pass_desc){.name = "bright",
                                                                         .kind = FUSOR_PASS_COMPUTE,
                                                                         .reads = &hdr,
                                                                         .read_count = 1,
                                                                         .writes = &first,
                                                                         .write_count = 1});
    f->passes.down = fusor_graph_add_pass(f->graph, &(fusor_pass_desc){.name = "down",
                                                                       .kind = FUSOR_PASS_COPY,
                                                                       .reads = &from,
                                                                       .read_count = 1,
                                                                       .writes = &to,
                                                                       .write_count = 1,
                                                                       .ops = &blit,
                                                                       .op_count = 1});
}

static void add_resolve(fake_frame *f)
{
    const fusor_color_desc many = {
        .image = f->images.many, .load = FUSOR_LOAD_CLEAR, .resolve = {.image = f->images.flat}};
    f->passes.resolve = fusor_graph_add_pass(
        f->graph, &(fusor_pass_desc){.name = "resolve", .color = &many, .color_count = 1});
}

static void add_temporal(fake_frame *f)
{
    fusor_use_desc before = image_use(f->images.taa, FUSOR_USE_SAMPLED);
    before.previous = 1;
    const fusor_use_desc reads[] = {image_use(f->images.hdr, FUSOR_USE_SAMPLED), before,
                                    image_use(f->images.average, FUSOR_USE_STORAGE)};
    const fusor_use_desc writes[] = {overwrite(image_use(f->images.taa, FUSOR_USE_STORAGE)),
                                     image_use(f->images.average, FUSOR_USE_STORAGE)};
    const fusor_color_desc out = {.image = f->images.out, .load = FUSOR_LOAD_OVERWRITE};
    const fusor_use_desc tone[] = {image_use(f->images.taa, FUSOR_USE_SAMPLED),
                                   mip(image_use(f->images.bloom, FUSOR_USE_SAMPLED), 1)};
    f->passes.temporal =
        fusor_graph_add_pass(f->graph, &(fusor_pass_desc){.name = "temporal",
                                                          .kind = FUSOR_PASS_COMPUTE,
                                                          .reads = reads,
                                                          .read_count = COUNT_OF(reads),
                                                          .writes = writes,
                                                          .write_count = COUNT_OF(writes)});
    f->passes.tone =
        fusor_graph_add_pass(f->graph, &(fusor_pass_desc){.name = "tone",
                                                          .color = &out,
                                                          .color_count = 1,
                                                          .reads = tone,
                                                          .read_count = COUNT_OF(tone)});
}

static void add_results(fake_frame *f)
{
    const fusor_use_desc out = image_use(f->images.out, FUSOR_USE_SAMPLED);
    const fusor_use_desc sums = overwrite(buffer_use(f->buffers.sums, FUSOR_USE_STORAGE));
    fusor_use_desc from = buffer_use(f->buffers.sums, FUSOR_USE_COPY);
    from.range = (fusor_byte_range){0, 1024};
    const fusor_use_desc to = overwrite(buffer_use(f->buffers.stats, FUSOR_USE_COPY));
    const fusor_color_desc screen = {.image = f->images.screen, .load = FUSOR_LOAD_OVERWRITE};
    const fusor_use_desc shown[] = {out, image_use(f->images.flat, FUSOR_USE_SAMPLED)};
    f->passes.reduce = fusor_graph_add_pass(f->graph, &(fusor_pass_desc){.name = "reduce",
                                                                         .kind = FUSOR_PASS_COMPUTE,
                                                                         .reads = &out,
                                                                         .read_count = 1,
                                                                         .writes = &sums,
                                                                         .write_count = 1});
    f->passes.readback = fusor_graph_add_pass(f->graph, &(fusor_pass_desc){.name = "readback",
                                                                           .kind = FUSOR_PASS_COPY,
                                                                           .reads = &from,
                                                                           .read_count = 1,
                                                                           .writes = &to,
                                                                           .write_count = 1});
    f->passes.present =
        fusor_graph_add_pass(f->graph, &(fusor_pass_desc){.name = "present",
                                                          .color = &screen,
                                                          .color_count = 1,
                                                          .reads = shown,
                                                          .read_count = COUNT_OF(shown)});
    fusor_graph_add_output_image(f->graph, f->images.out);
}

static void add_graph(fake_frame *f)
{
    const fusor_graph_desc desc = {.name = "everything",
                                   .render_width = 64,
                                   .render_height = 64,
                                   .allocator = fake_heap_allocator(&f->heap)};
    if (fusor_graph_create(&desc, &f->graph) != FUSOR_OK)
        abort();
    add_images(f);
    add_buffers(f);
    add_geometry(f);
    add_bloom(f);
    add_resolve(f);
    add_temporal(f);
    add_results(f);
}

/* ------------------------------------------------------------------------------ life and death */

static void bind_imports(fake_frame *f)
{
    fake_world *w = &f->world;
    f->screen =
        fake_world_image(w, VK_FORMAT_B8G8R8A8_UNORM,
                         VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    f->scene = fake_world_buffer(
        w, 1024, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    f->screen_memory = fake_world_memory(w, 1 << 20, 0);
    f->scene_memory = fake_world_memory(w, 1 << 16, 0);
    if (w->vk.BindImageMemory(w->device, f->screen, f->screen_memory, 0) != VK_SUCCESS ||
        w->vk.BindBufferMemory(w->device, f->scene, f->scene_memory, 0) != VK_SUCCESS)
        abort();
}

void fake_frame_init(fake_frame *frame, const fake_vulkan_desc *desc)
{
    *frame = (fake_frame){.frames_in_flight = 2};
    fake_world_init(&frame->world, desc);
    bind_imports(frame);
    add_graph(frame);
}

void fake_frame_finish(fake_frame *frame)
{
    fake_frame_close(frame);
    fusor_graph_destroy(frame->graph);
    fake_world_finish(&frame->world);
}

fusor_result fake_frame_open(fake_frame *frame)
{
    const fake_vulkan_desc *has = &frame->world.desc;
    return fusor_vulkan_create(
        &(fusor_vulkan_desc){.get_instance_proc_addr = fake_vulkan_get_instance_proc_addr,
                             .instance = frame->world.instance,
                             .physical_device = fake_vulkan_physical_device(frame->world.fake),
                             .device = frame->world.device,
                             .queue = fake_vulkan_queue(frame->world.fake, frame->queue_family, 0),
                             .queue_family = frame->queue_family,
                             .api_version = has->api_version,
                             .extensions = has->extensions,
                             .extension_count = has->extension_count,
                             .features = fake_vulkan_enabled_features(frame->world.fake),
                             .frames_in_flight = frame->frames_in_flight,
                             .poison = frame->poison,
                             .alias_bit = frame->alias_bit,
                             .allocator = fake_heap_allocator(&frame->heap)},
        &frame->vk);
}

void fake_frame_close(fake_frame *frame)
{
    fusor_vulkan_destroy(frame->vk);
    frame->vk = NULL;
}

fusor_result fake_frame_plan(fake_frame *frame, const fusor_policy *policy, fusor_plan **out)
{
    fusor_compiled *compiled = NULL;
    const fusor_device_desc *device = fusor_vulkan_describe(frame->vk);
    *out = NULL;
    if (!device)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    fusor_result result = fusor_compile(frame->graph, device, policy, &compiled);
    if (result == FUSOR_OK) {
        const fusor_place_desc place = fusor_vulkan_place_desc(frame->vk);
        result = fusor_place(compiled, &place, out);
    }
    if (result == FUSOR_OK && !audit_check(frame->graph, device, *out)) {
        fusor_plan_destroy(*out);
        *out = NULL;
        result = FUSOR_ERROR_REFUTED;
    }
    fusor_compiled_destroy(compiled);
    return result;
}

/* ----------------------------------------------------------------------------------- callbacks */

static fusor_result prepare(void *user, const fusor_vulkan_prepare_info *info)
{
    fake_frame *frame = user;
    (void)info;
    frame->prepared++;
    return frame->prepare_result;
}

/* Attachments and inputs are the render pass's business; it says their layouts. */
void fake_frame_use_all(const fusor_vulkan_record_info *info)
{
    const fusor_vulkan_prepare_info *prepared = info->prepared;
    for (uint32_t i = 0; i < prepared->use_count; i++) {
        const fusor_vulkan_use *use = &prepared->uses[i];
        if (use->as >= FUSOR_USE_COLOR)
            continue;
        if (use->views && use->views[info->instance])
            fake_vulkan_use_view(info->command_buffer, use->views[info->instance], use->layout);
        if (use->buffers)
            fake_vulkan_use_buffer(info->command_buffer, use->buffers[info->instance]);
    }
}

static fusor_result record_draw(void *user, const fusor_vulkan_record_info *info)
{
    fake_frame *frame = user;
    frame->recorded++;
    fake_frame_use_all(info);
    frame->world.vk.CmdDraw(info->command_buffer, 3, 1, 0, info->pass.id);
    return frame->record_result;
}

static fusor_result record_dispatch(void *user, const fusor_vulkan_record_info *info)
{
    fake_frame *frame = user;
    frame->recorded++;
    fake_frame_use_all(info);
    frame->world.vk.CmdDispatch(info->command_buffer, 1, 1, info->pass.id);
    return frame->record_result;
}

static fusor_result bind_passes(fake_frame *frame)
{
    fusor_result result = FUSOR_OK;
    for (uint32_t id = 1; result == FUSOR_OK && id <= fusor_graph_pass_count(frame->graph); id++) {
        const bool raster =
            fusor_graph_get_pass(frame->graph, (fusor_pass){id})->kind == FUSOR_PASS_RASTER;
        const fusor_vulkan_pass pass = {.prepare_fn = prepare,
                                        .record_fn = raster ? record_draw : record_dispatch,
                                        .user = frame};
        result = fusor_vulkan_bind_pass(frame->vk, (fusor_pass){id}, &pass);
    }
    return result;
}

fusor_result fake_frame_load(fake_frame *frame, const fusor_plan *plan)
{
    const fusor_vulkan_image_import screen = {
        frame->screen, VK_FORMAT_B8G8R8A8_UNORM, {64, 64, 1}, 1, 1};
    const fusor_vulkan_buffer_import scene = {frame->scene, 1024};
    fusor_result result = bind_passes(frame);
    if (result == FUSOR_OK)
        result = fusor_vulkan_import_image(frame->vk, frame->images.screen, &screen);
    if (result == FUSOR_OK)
        result = fusor_vulkan_import_buffer(frame->vk, frame->buffers.scene, &scene);
    return result == FUSOR_OK ? fusor_vulkan_load(frame->vk, plan) : result;
}
