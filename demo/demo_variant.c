/* demo_variant.c: from declaration to executor, and a frame of it.
 * In: the declared frame and a policy. Out: a plan, and pictures.
 * Promised: a frame allocates nothing here. */
#include "demo_variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "demo_count.h"

static void explain(fusor_result result, const char *where, demo_problem *problem)
{
    snprintf(problem->text, sizeof problem->text, "%s: %s", where, fusor_result_text(result));
}

static void explain_diagnostics(const fusor_diagnostic *rows, uint32_t count, demo_problem *problem)
{
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i].severity == FUSOR_SEVERITY_ERROR) {
            snprintf(problem->text, sizeof problem->text, "%s: %s (%s)",
                     fusor_diagnostic_word(rows[i].code), rows[i].text,
                     fusor_diagnostic_help(rows[i].code));
            return;
        }
    }
}

static fusor_result make_plan(demo_variant *variant, const fusor_policy *policy,
                              demo_problem *problem)
{
    fusor_compiled *compiled = NULL;
    uint32_t count = 0;
    fusor_result result = fusor_compile(
        variant->frame->graph, fusor_vulkan_describe(variant->executor), policy, &compiled);
    explain(result, "compiling the frame", problem);
    if (result == FUSOR_OK) {
        fusor_place_desc place = fusor_vulkan_place_desc(variant->executor);
        result = fusor_place(compiled, &place, &variant->plan);
        explain(result, "placing the frame", problem);
        if (variant->plan != NULL) {
            explain_diagnostics(variant->plan->diagnostics, variant->plan->diagnostic_count,
                                problem);
        }
    } else if (compiled != NULL) {
        const fusor_diagnostic *rows = fusor_compiled_diagnostics(compiled, &count);
        explain_diagnostics(rows, count, problem);
    }
    fusor_compiled_destroy(compiled);
    return result;
}

static fusor_result bind_passes(demo_variant *variant, const demo_variant_desc *desc)
{
    for (uint32_t i = 0; i < DEMO_PASS_READBACK; i++) {
        demo_pass *pass = &variant->passes[i];
        pass->gpu = desc->gpu;
        pass->content = desc->content;
        pass->id = (demo_pass_id)i;
        pass->row = demo_pass_get_row(pass->id);
        fusor_vulkan_pass callbacks = {
            .prepare_fn = demo_pass_prepare, .record_fn = demo_pass_record, .user = pass};
        fusor_result result =
            fusor_vulkan_bind_pass(variant->executor, desc->frame->passes[i], &callbacks);
        if (result != FUSOR_OK) {
            return result;
        }
    }
    return FUSOR_OK;
}

fusor_result demo_variant_init(const demo_variant_desc *desc, demo_variant *variant,
                               demo_problem *problem)
{
    fusor_vulkan_desc vulkan = desc->vulkan;
    memset(variant, 0, sizeof *variant);
    variant->name = desc->name;
    variant->frame = desc->frame;
    vulkan.allocator = demo_count_allocator(&variant->heap_count);
    fusor_result result = fusor_vulkan_create(&vulkan, &variant->executor);
    explain(result, "making an executor", problem);
    if (result == FUSOR_OK) {
        result = bind_passes(variant, desc);
        explain(result, "binding the passes", problem);
    }
    return result == FUSOR_OK ? make_plan(variant, &desc->policy, problem) : result;
}

static fusor_result write_buffer(demo_variant *variant, fusor_buffer buffer, const void *data,
                                 size_t bytes)
{
    void *mapped = NULL;
    fusor_result result = fusor_vulkan_map(variant->executor, buffer, &mapped);
    if (result == FUSOR_OK) {
        memcpy(mapped, data, bytes);
    }
    return result;
}

fusor_result demo_variant_load(demo_variant *variant, demo_problem *problem)
{
    const demo_mesh_set *meshes = &variant->passes[0].content->scene->meshes;
    fusor_result result = fusor_vulkan_load(variant->executor, variant->plan);
    if (result == FUSOR_OK) {
        result = write_buffer(variant, variant->frame->vertices, meshes->vertices,
                              meshes->vertex_count * sizeof *meshes->vertices);
    }
    if (result == FUSOR_OK) {
        result = write_buffer(variant, variant->frame->indices, meshes->indices,
                              meshes->index_count * sizeof *meshes->indices);
    }
    if (result != FUSOR_OK) {
        snprintf(problem->text, sizeof problem->text, "loading '%s': %s (VkResult %d)",
                 variant->name, fusor_result_text(result),
                 (int)fusor_vulkan_last_result(variant->executor));
    }
    return result;
}

void demo_variant_finish(demo_variant *variant)
{
    if (variant->executor != NULL && fusor_vulkan_wait_idle(variant->executor) == FUSOR_OK) {
        for (uint32_t i = 0; i < DEMO_PASS_READBACK; i++) {
            if (variant->passes[i].gpu != NULL) {
                demo_pass_finish(&variant->passes[i]);
            }
        }
    }
    fusor_vulkan_destroy(variant->executor);
    fusor_plan_destroy(variant->plan);
    free(variant->times_ns);
    memset(variant, 0, sizeof *variant);
}

static fusor_result write_frame(demo_variant *variant, const void *quads)
{
    const demo_content *content = variant->passes[0].content;
    const demo_frame_data *data = content->data;
    const demo_frame *frame = variant->frame;
    const struct {
        fusor_buffer buffer;
        const void *data;
        size_t bytes;
    } rows[] = {{frame->uniforms, &data->uniforms, sizeof data->uniforms},
                {frame->instances, data->scene.instances, sizeof data->scene.instances},
                {frame->visible, data->visible, sizeof data->visible},
                {frame->lights, data->scene.lights, sizeof data->scene.lights},
                {frame->sprites, data->scene.sprites, sizeof data->scene.sprites},
                {frame->quads, quads, (size_t)content->quad_count * DEMO_QUAD_BYTES}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fusor_result result = write_buffer(variant, rows[i].buffer, rows[i].data, rows[i].bytes);
        if (result != FUSOR_OK) {
            return result;
        }
    }
    return FUSOR_OK;
}

fusor_result demo_variant_run(demo_variant *variant, const void *quads, const void **pixels)
{
    void *mapped = NULL;
    fusor_result result = write_frame(variant, quads);
    if (result == FUSOR_OK) {
        result = fusor_vulkan_execute(variant->executor, NULL);
    }
    if (result == FUSOR_OK) {
        result = fusor_vulkan_wait_idle(variant->executor);
    }
    if (result == FUSOR_OK) {
        result = fusor_vulkan_map(variant->executor, variant->frame->readback, &mapped);
    }
    *pixels = mapped;
    return result;
}
