/* In: the plan's exit states, after each frame that was really submitted. Out: for every resource that
 * outlives a frame, what each subresource of each instance is in and who used it last.
 * Promised: a frame that failed changes nothing here, so the next entry barriers start from what
 * really ran. A region that a frame only read keeps its older write. */
#include "vulkan/vulkan_internal.h"

static uint32_t aspect_count(const fusor_plan_resource *plan)
{
    const fusor_format_info *info = plan->is_image ? fusor_format_get_info(plan->format) : NULL;
    const fusor_aspects both = FUSOR_ASPECT_DEPTH | FUSOR_ASPECT_STENCIL;
    return info && (info->aspects & both) == both ? 2 : 1;
}

static bool outlives_frame(const fusor_plan_resource *plan)
{
    return plan->exit.count || plan->lifetime == FUSOR_LIFETIME_PERSISTENT ||
           plan->lifetime == FUSOR_LIFETIME_HISTORY;
}

static uint32_t state_layers(const fusor_plan_resource *plan)
{
    return plan->type == FUSOR_IMAGE_3D ? 1 : plan->layers;
}

fusor_result vulkan_make_states(vulkan_program *program)
{
    for (uint32_t i = 0; i < program->plan->resource_count; i++) {
        const fusor_plan_resource *plan = &program->plan->resources[i];
        vulkan_resource *resource = &program->resources[i];
        if (!outlives_frame(plan)) {
            continue;
        }
        resource->aspect_count = aspect_count(plan);
        resource->state_count =
            plan->is_image ? resource->aspect_count * plan->mips * state_layers(plan) : 1;
        resource->states =
            vulkan_take(&program->owner, (size_t)resource->instance_count * resource->state_count,
                        sizeof *resource->states);
        if (!resource->states) {
            return FUSOR_ERROR_OUT_OF_MEMORY;
        }
    }
    return FUSOR_OK;
}

vulkan_state *vulkan_state_at(const vulkan_program *program, uint32_t resource, uint32_t instance,
                              uint32_t aspect_index, uint32_t mip, uint32_t layer)
{
    const fusor_plan_resource *plan = &program->plan->resources[resource];
    const vulkan_resource *made = &program->resources[resource];
    size_t index = (size_t)instance * made->state_count;
    if (plan->is_image) {
        index += (size_t)(aspect_index * plan->mips + mip) * state_layers(plan);
        index += plan->type == FUSOR_IMAGE_3D ? 0 : layer;
    }
    return &made->states[index];
}

/* The plan's own sources are those of an equal frame before, and of equal frames before that for
 * histories: right as soon as that many frames of it ran. Until then the states know better. A
 * transient's memory was last used by the frame before or by nobody, and an import is as its caller
 * declared it: for these the plan always holds. */
bool vulkan_is_tracked(const vulkan_program *program, const fusor_plan_barrier *barrier)
{
    const fusor_plan_resource *plan = &program->plan->resources[barrier->resource];
    bool kept =
        plan->lifetime == FUSOR_LIFETIME_PERSISTENT || plan->lifetime == FUSOR_LIFETIME_HISTORY;
    uint32_t slots = plan->slot_count ? plan->slot_count : 1;
    return barrier->entry && kept && program->frame < slots &&
           program->resources[barrier->resource].states;
}

/* ----------------------------------------------------------------------------------------- commit */

static void commit_state(vulkan_state *state, const fusor_plan_exit *left)
{
    state->layout = (VkImageLayout)left->scope.layout;
    if (left->write_stages) {
        state->stages = left->scope.stages | left->write_stages;
        state->write_stages = left->write_stages;
        state->write_access = left->write_access;
    } else {
        state->stages |= left->scope.stages;
    }
}

static void commit_image(const vulkan_program *program, const fusor_plan_exit *left,
                         uint32_t instance)
{
    const fusor_plan_resource *plan = &program->plan->resources[left->resource];
    const vulkan_resource *resource = &program->resources[left->resource];
    const fusor_region *region = &left->region;
    uint32_t layer_end =
        plan->type == FUSOR_IMAGE_3D ? 1 : region->layers.first + region->layers.count;
    uint32_t layer_first = plan->type == FUSOR_IMAGE_3D ? 0 : region->layers.first;
    for (uint32_t aspect = 0; aspect < resource->aspect_count; aspect++) {
        bool meant = resource->aspect_count == 1 ||
                     (region->aspects & (aspect ? FUSOR_ASPECT_STENCIL : FUSOR_ASPECT_DEPTH));
        for (uint32_t m = 0; meant && m < region->mips.count; m++) {
            for (uint32_t layer = layer_first; layer < layer_end; layer++) {
                commit_state(vulkan_state_at(program, left->resource, instance, aspect,
                                             region->mips.first + m, layer),
                             left);
            }
        }
    }
}

/* The byte ranges of a buffer share one state: the union of what the plan leaves. The first exit of
 * an instance in a frame replaces what was there, the others join. */
static void commit_buffer(const vulkan_program *program, const fusor_plan_exit *left,
                          uint32_t instance, bool first)
{
    vulkan_state *state = vulkan_state_at(program, left->resource, instance, 0, 0, 0);
    if (first && left->write_stages) {
        *state = (vulkan_state){0};
    }
    state->stages |= left->scope.stages | left->write_stages;
    state->write_stages |= left->write_stages;
    state->write_access |= left->write_access;
}

void vulkan_states_commit(vulkan_program *program, uint64_t frame, uint32_t frame_slot)
{
    const fusor_plan *plan = program->plan;
    for (uint32_t i = 0; i < plan->exit_count; i++) {
        const fusor_plan_exit *left = &plan->exits[i];
        const fusor_plan_resource *resource = &plan->resources[left->resource];
        if (!program->resources[left->resource].states) {
            continue;
        }
        uint32_t instance = vulkan_instance_of(resource, frame, frame_slot, left->previous);
        if (resource->is_image) {
            commit_image(program, left, instance);
        } else {
            bool first = i == 0 || plan->exits[i - 1].resource != left->resource ||
                         plan->exits[i - 1].previous != left->previous;
            commit_buffer(program, left, instance, first);
        }
    }
}
