/* In: the plan's pools, with poison asked for. Out: before each frame, every byte that transient
 * resources are placed on holds a pattern (a quiet NaN as 32-bit float).
 * Promised: persistent and history contents are never touched; nothing is made or recorded when
 * poison is off. It finds reads of what was not written this frame, not missing barriers: the fills
 * stand between full barriers. Overwriting at each hand-over inside the frame is not done yet. */
#include "vulkan/vulkan_internal.h"

#define POISON_PATTERN 0x7fc07fc0u

static bool is_poisoned(const fusor_plan *plan, const fusor_plan_resource *resource)
{
    return resource->lifetime == FUSOR_LIFETIME_TRANSIENT && !vulkan_is_host(resource) &&
           resource->placements.count && plan->placements[resource->placements.first].placed;
}

/* A buffer over the whole of a pool; null where the pool's memory type takes no such buffer. */
static fusor_result make_pool_buffer(vulkan_program *program, uint32_t pool, VkBuffer *out)
{
    fusor_vulkan *vk = program->vk;
    uint64_t bytes = program->plan->pools[pool].placed_bytes / 4 * 4;
    VkBufferCreateInfo info = vulkan_buffer_info(bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    fusor_result result = vulkan_make_buffer(&program->owner, &info, "poison", out);
    if (result != FUSOR_OK) {
        return result;
    }
    VkBufferMemoryRequirementsInfo2 ask = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, .buffer = *out};
    VkMemoryRequirements2 needs = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    vk->api.GetBufferMemoryRequirements2(vk->device, &ask, &needs);
    const VkMemoryRequirements *n = &needs.memoryRequirements;
    if (!(n->memoryTypeBits >> program->plan->pools[pool].memory_type & 1u) ||
        n->size > program->plan->pools[pool].placed_bytes || program->plan->pools[pool].dedicated) {
        vulkan_warn(vk, "poison", "pool %u cannot be poisoned: its memory takes no buffer", pool);
        *out = VK_NULL_HANDLE;
        return FUSOR_OK;
    }
    return vulkan_check(vk, vk->api.BindBufferMemory(vk->device, *out, program->pools[pool], 0),
                        "vkBindBufferMemory", "poison");
}

static fusor_result add_ranges(vulkan_program *program, uint32_t pool, VkBuffer buffer)
{
    const fusor_plan *plan = program->plan;
    for (uint32_t i = 0; buffer && i < plan->resource_count; i++) {
        if (!is_poisoned(plan, &plan->resources[i])) {
            continue;
        }
        const fusor_placement *placement = &plan->placements[plan->resources[i].placements.first];
        if (placement->pool == pool) {
            uint64_t first = (placement->offset + 3) / 4 * 4;
            uint64_t last = (placement->offset + placement->size_bytes) / 4 * 4;
            if (last > first) {
                program->poison[program->poison_count++] =
                    (vulkan_poison_range){buffer, first, last - first};
            }
        }
    }
    return FUSOR_OK;
}

static bool pool_is_poisoned(const fusor_plan *plan, uint32_t pool)
{
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        if (is_poisoned(plan, &plan->resources[i]) &&
            plan->placements[plan->resources[i].placements.first].pool == pool) {
            return true;
        }
    }
    return false;
}

fusor_result vulkan_make_poison(vulkan_program *program)
{
    const fusor_plan *plan = program->plan;
    if (!program->vk->poison) {
        return FUSOR_OK;
    }
    program->poison = vulkan_take(&program->owner, plan->resource_count, sizeof *program->poison);
    if (!program->poison) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < plan->pool_count; i++) {
        VkBuffer buffer = VK_NULL_HANDLE;
        if (program->pools[i] && pool_is_poisoned(plan, i)) {
            result = make_pool_buffer(program, i, &buffer);
        }
        if (result == FUSOR_OK) {
            result = add_ranges(program, i, buffer);
        }
    }
    return result;
}

void vulkan_record_poison(const vulkan_program *program, VkCommandBuffer commands)
{
    if (!program->poison_count) {
        return;
    }
    vulkan_full_barrier(program->vk, commands);
    for (uint32_t i = 0; i < program->poison_count; i++) {
        const vulkan_poison_range *range = &program->poison[i];
        program->vk->api.CmdFillBuffer(commands, range->buffer, range->offset, range->size,
                                       POISON_PATTERN);
        /* Aliased resources' ranges overlap, and two fills of a byte are a hazard. */
        vulkan_full_barrier(program->vk, commands);
    }
}
