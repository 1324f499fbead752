/* In: a task and a policy. Out: the bytes that the frame leaves.
 * Promised: the frames between the first and the last are submitted back to back, ordered by semaphores
 * at the plan's acquire stages alone, as a program that presents would do it. */
#include "run_exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli_input.h"

static const char *hint(const run_task *task)
{
    return task->fitted ? "" : "; --fit changes the frame so that it runs";
}

static int fail(const run_task *task, fusor_result result, const char *what)
{
    bool lost = result == FUSOR_ERROR_DEVICE_LOST || result == FUSOR_ERROR_BACK_END;
    run_say("%s: %s: %s%s", task->path, what, fusor_result_text(result), lost ? "" : hint(task));
    return lost ? RUN_NO_DEVICE : RUN_WRONG;
}

static void progress(const run_variant *variant, uint32_t frame, uint32_t frames)
{
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, frame < frames ? "\rfusor run: %s: frame %u of %u " : "\r\033[K",
                variant->name, frame + 1, frames);
        fflush(stderr);
    }
}

/* --------------------------------------------------------------------------------------- planning */

static int compile(const run_task *task, run_variant *variant)
{
    const fusor_device_desc *device = fusor_vulkan_describe(variant->vk);
    fusor_result result =
        device ? fusor_compile(task->graph, device, &variant->policy, &variant->compiled)
               : FUSOR_ERROR_OUT_OF_MEMORY;
    if (result == FUSOR_ERROR_INVALID_GRAPH) {
        uint32_t count;
        const fusor_diagnostic *rows = fusor_compiled_diagnostics(variant->compiled, &count);
        cli_report_diagnostics(task->path, task->graph, rows, count);
        run_say("%s: refused%s", task->path, hint(task));
        return RUN_WRONG;
    }
    return result == FUSOR_OK ? RUN_OK : fail(task, result, "compiling");
}

static int check_memory(const run_task *task, const fusor_plan *plan)
{
    uint64_t need = plan->memory_placed + plan->memoryless_bytes;
    uint64_t have = run_gpu_memory_bytes(task->gpu);
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        need +=
            plan->resources[i].lifetime == FUSOR_LIFETIME_IMPORTED ? plan->resources[i].bytes : 0;
    }
    if (need > have) {
        run_say("%s: refused: the frame takes %llu MiB, the device has %llu MiB%s", task->path,
                (unsigned long long)(need >> 20), (unsigned long long)(have >> 20), hint(task));
        return RUN_WRONG;
    }
    return RUN_OK;
}

static int place(const run_task *task, run_variant *variant)
{
    fusor_place_desc desc = fusor_vulkan_place_desc(variant->vk);
    fusor_result result = fusor_place(variant->compiled, &desc, &variant->plan);
    if (result == FUSOR_ERROR_PLACEMENT) {
        cli_report_diagnostics(task->path, task->graph, variant->plan->diagnostics,
                               variant->plan->diagnostic_count);
        run_say("%s: refused%s", task->path, hint(task));
        return RUN_WRONG;
    }
    return result == FUSOR_OK ? check_memory(task, variant->plan) : fail(task, result, "placing");
}

/* Nothing is executed that is not proven; a plan that is refuted is a fault of fusor. */
static int audit(const run_task *task, const run_variant *variant)
{
    const fusor_audit_desc desc = {
        .graph = task->graph, .device = fusor_vulkan_describe(variant->vk), .plan = variant->plan};
    fusor_audit_report *report = NULL;
    fusor_result result = fusor_audit(&desc, &report);
    if (result == FUSOR_ERROR_REFUTED) {
        run_say("%s: the plan is not proven: %s: %s", task->path, fusor_audit_word(report->code),
                report->text);
    } else if (result != FUSOR_OK) {
        run_say("%s: auditing the plan: %s", task->path, fusor_result_text(result));
    }
    fusor_audit_report_destroy(report);
    return result == FUSOR_OK ? RUN_OK : RUN_WRONG;
}

/* ---------------------------------------------------------------------------------------- loading */

static fusor_result make_semaphores(const run_task *task, run_variant *variant)
{
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    for (uint32_t i = 0; i < 2; i++) {
        if (vkCreateSemaphore(task->gpu->handle, &info, NULL, &variant->semaphores[i]) !=
            VK_SUCCESS) {
            return FUSOR_ERROR_BACK_END;
        }
    }
    return FUSOR_OK;
}

static fusor_result bind(const run_task *task, run_variant *variant)
{
    VkResult made =
        run_synth_init(&variant->synth, task->pipelines, task->programs, task->frame->pass_count);
    variant->synth.plan = variant->plan;
    fusor_result result = made == VK_SUCCESS ? run_synth_bind(&variant->synth, variant->vk)
                                             : FUSOR_ERROR_OUT_OF_DEVICE_MEMORY;
    variant->imports = (run_imports){.gpu = task->gpu,
                                     .frame = task->frame,
                                     .plan = variant->plan,
                                     .small = run_program_small(task->arena, task->frame),
                                     .flip = task->flip};
    if (result == FUSOR_OK) {
        result = run_imports_make(&variant->imports, task->arena, variant->vk);
    }
    return result == FUSOR_OK ? make_semaphores(task, variant) : result;
}

static int load(const run_task *task, run_variant *variant)
{
    fusor_result result = bind(task, variant);
    if (result == FUSOR_OK) {
        result = fusor_vulkan_load(variant->vk, variant->plan);
    }
    if (variant->synth.refusal) {
        run_say("%s: refused: %s%s", task->path, variant->synth.refusal, hint(task));
        return RUN_WRONG;
    }
    return result == FUSOR_OK ? RUN_OK : fail(task, result, "loading");
}

/* -------------------------------------------------------------------------------------- executing */

/* Frames with imports wait for each other as with a swapchain; others need nothing. Imports are turned
 * back when the next frame wants them: until then they are where the frame left them, to be read. */
static fusor_result execute(run_variant *variant, uint32_t frame, uint32_t frames)
{
    const fusor_vulkan_frame links = {.wait_semaphores = &variant->semaphores[(frame + 1) % 2],
                                      .wait_count = frame > 0,
                                      .signal_semaphores = &variant->semaphores[frame % 2],
                                      .signal_count = frame + 1 < frames};
    fusor_result result = run_imports_write_host(&variant->imports, variant->vk, frame);
    if (result == FUSOR_OK && frame > 0 && run_imports_turn_back(&variant->imports) != VK_SUCCESS) {
        result = FUSOR_ERROR_BACK_END;
    }
    if (result == FUSOR_OK) {
        result = fusor_vulkan_execute(variant->vk, variant->imports.any ? &links : NULL);
    }
    return result;
}

static fusor_result finish_frame(const run_task *task, run_variant *variant, uint32_t frame)
{
    bool first = frame == 0, last = frame + 1 == task->frames;
    fusor_result result = FUSOR_OK;
    if (first) {
        result = run_outputs_read(&task->outputs, variant->plan, variant->vk, variant->first);
    }
    if (result == FUSOR_OK && last) {
        result = run_outputs_read(&task->outputs, variant->plan, variant->vk, variant->last);
    }
    if (result == FUSOR_OK && task->time) {
        result = fusor_vulkan_wait_idle(variant->vk);
        variant->times_ns[frame] = fusor_vulkan_frame_time_ns(variant->vk);
    }
    return result;
}

static int execute_all(const run_task *task, run_variant *variant)
{
    fusor_result result = FUSOR_OK;
    variant->first = run_resize(NULL, task->outputs.size, 1);
    variant->last = run_resize(NULL, task->outputs.size, 1);
    variant->times_ns = run_arena_array(task->arena, task->frames, sizeof *variant->times_ns);
    for (uint32_t i = 0; i < task->frames && result == FUSOR_OK; i++) {
        progress(variant, i, task->frames);
        result = execute(variant, i, task->frames);
        if (result == FUSOR_OK) {
            result = finish_frame(task, variant, i);
        }
    }
    progress(variant, task->frames, task->frames);
    return result == FUSOR_OK ? RUN_OK : fail(task, result, "executing");
}

static int check_flip(const run_task *task, const run_variant *variant)
{
    if (!task->flip.name || variant->imports.flipped || !task->frames) {
        return RUN_OK;
    }
    run_say("--flip: no import with contents, and no buffer that the host writes, is named \"%s\" "
            "and has "
            "bit %llu",
            task->flip.name, (unsigned long long)task->flip.bit);
    return RUN_WRONG;
}

int run_variant_execute(const run_task *task, run_variant *variant)
{
    fusor_vulkan_desc desc = task->gpu->desc;
    desc.poison = task->poison;
    fusor_result result = fusor_vulkan_create(&desc, &variant->vk);
    if (result != FUSOR_OK) {
        return fail(task, result, "making the executor");
    }
    int status = compile(task, variant);
    if (status == RUN_OK) {
        status = place(task, variant);
    }
    if (status == RUN_OK) {
        status = audit(task, variant);
    }
    if (status == RUN_OK) {
        status = load(task, variant);
    }
    if (status == RUN_OK) {
        status = execute_all(task, variant);
    }
    return status == RUN_OK ? check_flip(task, variant) : status;
}

void run_variant_finish(const run_task *task, run_variant *variant)
{
    if (variant->vk && fusor_vulkan_wait_idle(variant->vk) != FUSOR_OK) {
        run_say("the device did not finish"); /* what follows frees as if it had */
    }
    run_synth_finish(&variant->synth);
    fusor_vulkan_destroy(variant->vk);
    if (variant->imports.gpu) {
        run_imports_free(&variant->imports);
    }
    for (uint32_t i = 0; i < 2; i++) {
        vkDestroySemaphore(task->gpu->handle, variant->semaphores[i], NULL);
    }
    fusor_plan_destroy(variant->plan);
    fusor_compiled_destroy(variant->compiled);
    free(variant->first);
    free(variant->last);
    *variant = (run_variant){0};
}
