/* In: a session and a policy. Out: the bytes that the frame leaves.
 * Promised: the frames between the first and the last are submitted back to back, ordered by semaphores
 * at the plan's acquire stages alone, as a program that presents would do it. */
#include "run_exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli_input.h"

static const char *hint(const run_session *session)
{
    return session->fitted ? "" : "; --fit changes the frame so that it runs";
}

static int fail(const run_session *session, fusor_result result, const char *what)
{
    bool lost = result == FUSOR_ERROR_DEVICE_LOST || result == FUSOR_ERROR_BACK_END;
    run_say("%s: %s: %s%s", session->path, what, fusor_result_text(result),
            lost ? "" : hint(session));
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

static int compile(const run_session *session, run_variant *variant)
{
    const fusor_device_desc *device = fusor_vulkan_describe(variant->vk);
    fusor_result result =
        device ? fusor_compile(session->graph, device, &variant->policy, &variant->compiled)
               : FUSOR_ERROR_OUT_OF_MEMORY;
    if (result == FUSOR_ERROR_INVALID_GRAPH) {
        uint32_t count;
        const fusor_diagnostic *rows = fusor_compiled_diagnostics(variant->compiled, &count);
        cli_report_diagnostics(session->path, session->graph, rows, count);
        run_say("%s: refused%s", session->path, hint(session));
        return RUN_WRONG;
    }
    return result == FUSOR_OK ? RUN_OK : fail(session, result, "compiling");
}

static int check_memory(const run_session *session, const fusor_plan *plan)
{
    uint64_t need = plan->memory_placed + plan->memoryless_bytes;
    uint64_t have = run_gpu_memory_bytes(session->gpu);
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        need +=
            plan->resources[i].lifetime == FUSOR_LIFETIME_IMPORTED ? plan->resources[i].bytes : 0;
    }
    if (need > have) {
        run_say("%s: refused: the frame takes %llu MiB, the device has %llu MiB%s", session->path,
                (unsigned long long)(need >> 20), (unsigned long long)(have >> 20), hint(session));
        return RUN_WRONG;
    }
    return RUN_OK;
}

static int place(const run_session *session, run_variant *variant)
{
    fusor_place_desc desc = fusor_vulkan_place_desc(variant->vk);
    fusor_result result = fusor_place(variant->compiled, &desc, &variant->plan);
    if (result == FUSOR_ERROR_PLACEMENT) {
        cli_report_diagnostics(session->path, session->graph, variant->plan->diagnostics,
                               variant->plan->diagnostic_count);
        run_say("%s: refused%s", session->path, hint(session));
        return RUN_WRONG;
    }
    return result == FUSOR_OK ? check_memory(session, variant->plan)
                              : fail(session, result, "placing");
}

/* Nothing is executed that is not proven; a plan that is refuted is a fault of fusor. */
static int audit(const run_session *session, const run_variant *variant)
{
    const fusor_audit_desc desc = {.graph = session->graph,
                                   .device = fusor_vulkan_describe(variant->vk),
                                   .plan = variant->plan};
    fusor_audit_report *report = NULL;
    fusor_result result = fusor_audit(&desc, &report);
    if (result == FUSOR_ERROR_REFUTED) {
        run_say("%s: the plan is not proven: %s: %s", session->path, fusor_audit_word(report->code),
                report->text);
    } else if (result != FUSOR_OK) {
        run_say("%s: auditing the plan: %s", session->path, fusor_result_text(result));
    }
    fusor_audit_report_destroy(report);
    return result == FUSOR_OK ? RUN_OK : RUN_WRONG;
}

/* ---------------------------------------------------------------------------------------- loading */

static fusor_result make_semaphores(const run_session *session, run_variant *variant)
{
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    for (uint32_t i = 0; i < 2; i++) {
        if (vkCreateSemaphore(session->gpu->handle, &info, NULL, &variant->semaphores[i]) !=
            VK_SUCCESS) {
            return FUSOR_ERROR_BACK_END;
        }
    }
    return FUSOR_OK;
}

static fusor_result bind(const run_session *session, run_variant *variant)
{
    VkResult made = run_synth_init(&variant->synth, session->pipelines, session->programs,
                                   session->frame->pass_count);
    variant->synth.plan = variant->plan;
    fusor_result result = made == VK_SUCCESS ? run_synth_bind(&variant->synth, variant->vk)
                                             : FUSOR_ERROR_OUT_OF_DEVICE_MEMORY;
    variant->imports = (run_imports){.gpu = session->gpu,
                                     .frame = session->frame,
                                     .plan = variant->plan,
                                     .small = run_program_small(session->arena, session->frame),
                                     .flip = session->flip};
    if (result == FUSOR_OK) {
        result = run_imports_make(&variant->imports, session->arena, variant->vk);
    }
    return result == FUSOR_OK ? make_semaphores(session, variant) : result;
}

static int load(const run_session *session, run_variant *variant)
{
    fusor_result result = bind(session, variant);
    if (result == FUSOR_OK) {
        result = fusor_vulkan_load(variant->vk, variant->plan);
    }
    if (variant->synth.refusal) {
        run_say("%s: refused: %s%s", session->path, variant->synth.refusal, hint(session));
        return RUN_WRONG;
    }
    return result == FUSOR_OK ? RUN_OK : fail(session, result, "loading");
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

static fusor_result finish_frame(const run_session *session, run_variant *variant, uint32_t frame)
{
    bool first = frame == 0, last = frame + 1 == session->frames;
    fusor_result result = FUSOR_OK;
    if (first) {
        result = run_outputs_read(&session->outputs, variant->plan, variant->vk, variant->first);
    }
    if (result == FUSOR_OK && last) {
        result = run_outputs_read(&session->outputs, variant->plan, variant->vk, variant->last);
    }
    if (result == FUSOR_OK && session->time) {
        result = fusor_vulkan_wait_idle(variant->vk);
        variant->times_ns[frame] = fusor_vulkan_frame_time_ns(variant->vk);
    }
    return result;
}

static int execute_all(const run_session *session, run_variant *variant)
{
    fusor_result result = FUSOR_OK;
    variant->first = run_resize(NULL, session->outputs.size, 1);
    variant->last = run_resize(NULL, session->outputs.size, 1);
    variant->times_ns = run_arena_array(session->arena, session->frames, sizeof *variant->times_ns);
    for (uint32_t i = 0; i < session->frames && result == FUSOR_OK; i++) {
        progress(variant, i, session->frames);
        result = execute(variant, i, session->frames);
        if (result == FUSOR_OK) {
            result = finish_frame(session, variant, i);
        }
    }
    progress(variant, session->frames, session->frames);
    return result == FUSOR_OK ? RUN_OK : fail(session, result, "executing");
}

static int check_flip(const run_session *session, const run_variant *variant)
{
    if (!session->flip.name || variant->imports.flipped || !session->frames) {
        return RUN_OK;
    }
    run_say("--flip: no import with contents, and no buffer that the host writes, is named \"%s\" "
            "and has "
            "bit %llu",
            session->flip.name, (unsigned long long)session->flip.bit);
    return RUN_WRONG;
}

int run_variant_execute(const run_session *session, run_variant *variant)
{
    fusor_vulkan_desc desc = session->gpu->desc;
    desc.poison = session->poison;
    fusor_result result = fusor_vulkan_create(&desc, &variant->vk);
    if (result != FUSOR_OK) {
        return fail(session, result, "making the executor");
    }
    int status = compile(session, variant);
    if (status == RUN_OK) {
        status = place(session, variant);
    }
    if (status == RUN_OK) {
        status = audit(session, variant);
    }
    if (status == RUN_OK) {
        status = load(session, variant);
    }
    if (status == RUN_OK) {
        status = execute_all(session, variant);
    }
    return status == RUN_OK ? check_flip(session, variant) : status;
}

void run_variant_finish(const run_session *session, run_variant *variant)
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
        vkDestroySemaphore(session->gpu->handle, variant->semaphores[i], NULL);
    }
    fusor_plan_destroy(variant->plan);
    fusor_compiled_destroy(variant->compiled);
    free(variant->first);
    free(variant->last);
    *variant = (run_variant){0};
}
