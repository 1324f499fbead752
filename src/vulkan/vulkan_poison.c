/* In: the plan's placements, with poison asked for. Out: before the step that first uses a transient
 * resource in a frame, every byte that it is placed on holds a pattern (a NaN as 32-bit float).
 * Promised: persistent and history contents are never touched; nothing is made or recorded when
 * poison is off. It finds reads of what was not written, and old occupants that are not dead yet; not
 * missing barriers: the fills stand between full barriers. */
#include "vulkan/vulkan_internal.h"

#define POISON_PATTERN 0x7fc07fc0u

static const fusor_placement *poisoned_placement(const fusor_plan *plan,
                                                 const fusor_plan_resource *resource)
{
    if (resource->lifetime != FUSOR_LIFETIME_TRANSIENT || vulkan_is_host(resource) ||
        !resource->placements.count) {
        return NULL;
    }
    const fusor_placement *placement = &plan->placements[resource->placements.first];
    return placement->placed && !plan->pools[placement->pool].dedicated ? placement : NULL;
}

/* The step that records a pass. */
static uint32_t step_of(const fusor_plan *plan, uint32_t pass)
{
    uint32_t group = plan->passes[pass].group;
    for (uint32_t i = 0; i < plan->step_count; i++) {
        const fusor_plan_step *step = &plan->steps[i];
        if ((step->kind == FUSOR_STEP_PASS && step->index == pass) ||
            (step->kind == FUSOR_STEP_GROUP && step->index == group)) {
            return i;
        }
    }
    return FUSOR_NONE;
}

/* A buffer over the whole of a pool; null where the pool's memory type takes no such buffer. */
static fusor_result make_pool_buffer(vulkan_program *program, uint32_t pool, VkBuffer *out)
{
    fusor_vulkan *vk = program->vk;
    const fusor_plan_pool *plan = &program->plan->pools[pool];
    VkBufferCreateInfo info =
        vulkan_buffer_info(plan->placed_bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    fusor_result result = vulkan_make_buffer(&program->owner, &info, "poison", out);
    if (result != FUSOR_OK) {
        return result;
    }
    VkBufferMemoryRequirementsInfo2 ask = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, .buffer = *out};
    VkMemoryRequirements2 needs = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    vk->api.GetBufferMemoryRequirements2(vk->device, &ask, &needs);
    if (!(needs.memoryRequirements.memoryTypeBits >> plan->memory_type & 1u) ||
        needs.memoryRequirements.size > plan->placed_bytes + VULKAN_POISON_SLACK_BYTES) {
        vulkan_warn(vk, "poison", "pool %u cannot be poisoned: its memory takes no buffer", pool);
        *out = VK_NULL_HANDLE;
        return FUSOR_OK;
    }
    return vulkan_check(vk, vk->api.BindBufferMemory(vk->device, *out, program->pools[pool], 0),
                        "vkBindBufferMemory", "poison");
}

static fusor_result add_range(vulkan_program *program, const fusor_plan_resource *resource,
                              VkBuffer *pool_buffers)
{
    const fusor_placement *placement = poisoned_placement(program->plan, resource);
    if (!placement || !program->pools[placement->pool]) {
        return FUSOR_OK;
    }
    if (!pool_buffers[placement->pool]) {
        fusor_result result =
            make_pool_buffer(program, placement->pool, &pool_buffers[placement->pool]);
        if (result != FUSOR_OK || !pool_buffers[placement->pool]) {
            return result;
        }
    }
    uint64_t first = (placement->offset + 3) / 4 * 4;
    uint64_t last = (placement->offset + placement->size_bytes) / 4 * 4;
    if (last > first) {
        program->poison[program->poison_count++] =
            (vulkan_poison_range){step_of(program->plan, resource->first),
                                  pool_buffers[placement->pool], first, last - first};
    }
    return FUSOR_OK;
}

fusor_result vulkan_make_poison(vulkan_program *program)
{
    const fusor_plan *plan = program->plan;
    if (!program->vk->poison) {
        return FUSOR_OK;
    }
    VkBuffer *buffers = vulkan_take(&program->owner, plan->pool_count, sizeof *buffers);
    program->poison = vulkan_take(&program->owner, plan->resource_count, sizeof *program->poison);
    if (!buffers || !program->poison) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < plan->resource_count; i++) {
        result = add_range(program, &plan->resources[i], buffers);
    }
    return result;
}

void vulkan_record_poison(const vulkan_program *program, VkCommandBuffer commands, uint32_t step)
{
    bool fenced = false;
    for (uint32_t i = 0; i < program->poison_count; i++) {
        const vulkan_poison_range *range = &program->poison[i];
        if (range->step != step) {
            continue;
        }
        if (!fenced) {
            vulkan_full_barrier(program->vk, commands);
            fenced = true;
        }
        program->vk->api.CmdFillBuffer(commands, range->buffer, range->offset, range->size,
                                       POISON_PATTERN);
    }
    if (fenced) {
        vulkan_full_barrier(program->vk, commands);
    }
}
