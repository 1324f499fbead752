/* In: nothing. Out: the executor's calls in a row, each worth failing. Promised: every function of
 * fusor/vulkan.h that can fail is in a step. */
#include "fake_script.h"

static fusor_result step_create(fake_script *s)
{
    return fake_frame_open(&s->frame);
}

static fusor_result step_plan(fake_script *s)
{
    return fake_frame_plan(&s->frame, &(fusor_policy){.fuse = FUSOR_FUSE_FULL}, &s->fused);
}

static fusor_result step_load(fake_script *s)
{
    return fake_frame_load(&s->frame, s->fused);
}

static fusor_result step_execute(fake_script *s)
{
    return fusor_vulkan_execute(s->frame.vk, NULL);
}

static fusor_result step_map_write(fake_script *s)
{
    void *data;
    return fusor_vulkan_map(s->frame.vk, s->frame.buffers.lights, &data);
}

static fusor_result step_map_read(fake_script *s)
{
    void *data;
    return fusor_vulkan_map(s->frame.vk, s->frame.buffers.stats, &data);
}

static fusor_result step_download_image(fake_script *s)
{
    static uint32_t pixels[64 * 64];
    const fusor_vulkan_download_desc desc = {
        .image = s->frame.images.out, .data = pixels, .size_bytes = sizeof pixels};
    return fusor_vulkan_download(s->frame.vk, &desc);
}

static fusor_result step_download_buffer(fake_script *s)
{
    static uint32_t words[4096];
    const fusor_vulkan_download_desc desc = {
        .buffer = s->frame.buffers.stats, .data = words, .size_bytes = sizeof words};
    return fusor_vulkan_download(s->frame.vk, &desc);
}

static fusor_result step_plan_again(fake_script *s)
{
    return fake_frame_plan(
        &s->frame, &(fusor_policy){.fuse = FUSOR_FUSE_OFF, .alias = FUSOR_ALIAS_OFF}, &s->unfused);
}

static fusor_result step_load_again(fake_script *s)
{
    return fake_frame_load(&s->frame, s->unfused);
}

static fusor_result step_wait(fake_script *s)
{
    return fusor_vulkan_wait_idle(s->frame.vk);
}

const fake_step fake_steps[] = {
    {"create", step_create},
    {"plan", step_plan},
    {"load", step_load},
    {"execute 0", step_execute},
    {"map write", step_map_write},
    {"execute 1", step_execute},
    {"execute 2", step_execute},
    {"map read", step_map_read},
    {"download image", step_download_image},
    {"download buffer", step_download_buffer},
    {"plan again", step_plan_again},
    {"execute 3", step_execute},
    {"load again", step_load_again},
    {"execute 0 again", step_execute},
    {"execute 1 again", step_execute},
    {"wait", step_wait},
    {"execute 2 again", step_execute},
};
const uint32_t fake_step_count = sizeof fake_steps / sizeof fake_steps[0];

void fake_script_init(fake_script *script, const fake_vulkan_desc *desc)
{
    *script = (fake_script){0};
    fake_frame_init(&script->frame, desc);
}

void fake_script_close(fake_script *script)
{
    fake_frame_close(&script->frame);
    fusor_plan_destroy(script->fused);
    fusor_plan_destroy(script->unfused);
    fusor_graph_destroy(script->frame.graph);
    script->fused = script->unfused = NULL;
    script->frame.graph = NULL;
}

void fake_script_finish(fake_script *script)
{
    fake_script_close(script);
    fake_frame_finish(&script->frame);
}
