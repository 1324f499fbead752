/* In: a plan, bound passes and imports. Out: a program: everything that executing the plan needs.
 * Promised: transactional. A program is built beside the old one and takes its place only when all of
 * it, prepare callbacks included, succeeded; else it is destroyed and the old one stays. Passes that
 * had already been prepared for the new program are prepared for the old one again. */
#include "vulkan/vulkan_internal.h"

#include <assert.h>

static uint32_t greatest_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* At most lcm(2 … 8) = 840. */
static uint32_t count_phases(const fusor_plan *plan)
{
    uint32_t phases = 1;
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        const fusor_plan_resource *resource = &plan->resources[i];
        if (resource->instances == FUSOR_INSTANCES_HISTORY) {
            uint32_t divisor = greatest_divisor(phases, resource->slot_count);
            assert(divisor && resource->slot_count);
            phases = phases / divisor * resource->slot_count;
        }
    }
    return phases;
}

/* Frames that signalled semaphores come in behind these stages: the sources of the imports' entry
 * barriers, which continue the chain. A source of "everything" is covered by the first use; an import
 * without an entry barrier can be used anywhere. */
static VkPipelineStageFlags find_acquire_stages(const fusor_plan *plan, uint32_t resource)
{
    fusor_stages stages = 0;
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        const fusor_plan_barrier *barrier = &plan->barriers[i];
        if (barrier->resource == resource && barrier->entry) {
            bool exact = barrier->src.stages && !(barrier->src.stages & FUSOR_STAGE_ALL_COMMANDS);
            stages |= exact ? barrier->src.stages : barrier->dst.stages;
        }
    }
    return stages ? vulkan_legacy_src_stages(stages) : VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
}

static VkPipelineStageFlags acquire_stages(const fusor_plan *plan)
{
    VkPipelineStageFlags stages = 0;
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        if (plan->resources[i].lifetime == FUSOR_LIFETIME_IMPORTED) {
            stages |= find_acquire_stages(plan, i);
        }
    }
    return stages ? stages : VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
}

/* -------------------------------------------------------------------------------------- preparing */

static fusor_result prepare_pass(vulkan_program *program, uint32_t index)
{
    const vulkan_pass *pass = &program->passes[index];
    const char *name = program->plan->passes[index].name;
    if (!pass->callbacks.prepare_fn ||
        pass->callbacks.prepare_fn(pass->callbacks.user, &pass->info) == FUSOR_OK) {
        return FUSOR_OK;
    }
    return vulkan_fail(program->vk, FUSOR_ERROR_CALLBACK, name, "prepare_fn of '%s' failed", name);
}

/* A pass that cannot be prepared for what it ran with before cannot be helped; the message is out. */
static void prepare_again(vulkan_program *old)
{
    for (uint32_t i = 0; old && i < old->plan->order_count; i++) {
        (void)prepare_pass(old, old->plan->order[i]);
    }
}

static fusor_result prepare_passes(vulkan_program *program)
{
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < program->plan->order_count; i++) {
        result = prepare_pass(program, program->plan->order[i]);
    }
    if (result != FUSOR_OK) {
        prepare_again(program->vk->program);
    }
    return result;
}

/* --------------------------------------------------------------------------------------- programs */

static fusor_result build_program(vulkan_program *program)
{
    static fusor_result (*const steps[])(vulkan_program *) = {vulkan_check_copies,
                                                              vulkan_make_resources,
                                                              vulkan_make_pools,
                                                              vulkan_make_render_passes,
                                                              vulkan_make_framebuffers,
                                                              vulkan_make_barrier_scratch,
                                                              vulkan_make_states,
                                                              vulkan_make_poison,
                                                              vulkan_make_pass_infos,
                                                              vulkan_zero_kept,
                                                              prepare_passes};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        fusor_result result = steps[i](program);
        if (result != FUSOR_OK) {
            return result;
        }
    }
    return FUSOR_OK;
}

static vulkan_program *program_create(fusor_vulkan *vk, const fusor_plan *plan)
{
    vulkan_program *program = vulkan_heap_take(vk, sizeof *program);
    if (program) {
        program->vk = vk;
        program->owner.vk = vk;
        program->plan = plan;
        program->phase_count = count_phases(plan);
        program->instance_count = program->phase_count * vk->slot_count;
        program->acquire_stages = acquire_stages(plan);
    }
    return program;
}

void vulkan_program_destroy(vulkan_program *program)
{
    if (program) {
        fusor_vulkan *vk = program->vk;
        vulkan_release_all(&program->owner);
        vulkan_heap_give(vk, program, sizeof *program);
    }
}

static void swap_program(fusor_vulkan *vk, vulkan_program *program)
{
    vulkan_program_destroy(vk->program);
    vk->program = program;
    vk->next_slot = 0;
    vk->last_slot = FUSOR_NONE;
}

fusor_result fusor_vulkan_load(fusor_vulkan *vk, const fusor_plan *plan)
{
    if (!plan || plan->step_count == 0) {
        return vulkan_fail(vk, FUSOR_ERROR_INVALID_ARGUMENT, "plan",
                           "the plan has no steps: it failed to compile or to place");
    }
    fusor_result result = vulkan_wait_slots(vk);
    if (result != FUSOR_OK) {
        return result;
    }
    vulkan_program *program = program_create(vk, plan);
    if (!program) {
        return vulkan_fail(vk, FUSOR_ERROR_OUT_OF_MEMORY, "plan", "out of host memory");
    }
    result = build_program(program);
    if (result == FUSOR_OK) {
        swap_program(vk, program);
    } else {
        vulkan_program_destroy(program);
    }
    return result;
}
