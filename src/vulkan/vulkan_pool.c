/* In: the plan's pools and placements, the program's unbound images and buffers. Out: memory, bound.
 * Promised: what the driver says of each created object is held against its placement before it is
 * bound, so a plan that was placed for another device fails by name instead of corrupting memory.
 * Memoryless images get lazily allocated memory of their own. */
#include "vulkan/vulkan_internal.h"

static VkMemoryRequirements image_needs(const fusor_vulkan *vk, VkImage image)
{
    VkImageMemoryRequirementsInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2, .image = image};
    VkMemoryRequirements2 needs = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    vk->api.GetImageMemoryRequirements2(vk->device, &info, &needs);
    return needs.memoryRequirements;
}

static VkMemoryRequirements buffer_needs(const fusor_vulkan *vk, VkBuffer buffer)
{
    VkBufferMemoryRequirementsInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, .buffer = buffer};
    VkMemoryRequirements2 needs = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    vk->api.GetBufferMemoryRequirements2(vk->device, &info, &needs);
    return needs.memoryRequirements;
}

static fusor_result bind(fusor_vulkan *vk, const fusor_plan_resource *plan,
                         const vulkan_resource *resource, uint32_t instance, VkDeviceMemory memory,
                         VkDeviceSize offset)
{
    if (plan->is_image) {
        return vulkan_check(
            vk, vk->api.BindImageMemory(vk->device, resource->images[instance], memory, offset),
            "vkBindImageMemory", plan->name);
    }
    return vulkan_check(
        vk, vk->api.BindBufferMemory(vk->device, resource->buffers[instance], memory, offset),
        "vkBindBufferMemory", plan->name);
}

/* ------------------------------------------------------------------------------------------ pools */

static fusor_result make_pool(vulkan_program *program, uint32_t index,
                              const VkMemoryDedicatedAllocateInfo *dedicated)
{
    fusor_vulkan *vk = program->vk;
    const fusor_plan_pool *pool = &program->plan->pools[index];
    if (pool->memory_type >= vk->memory.memoryTypeCount) {
        return vulkan_fail(vk, FUSOR_ERROR_PLACEMENT, "pool",
                           "pool %u wants memory type %u, the device has %u; place the plan with "
                           "fusor_vulkan_place_desc() for this device",
                           index, pool->memory_type, vk->memory.memoryTypeCount);
    }
    uint64_t slack = vk->poison && !dedicated ? VULKAN_POISON_SLACK_BYTES : 0;
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .pNext = dedicated,
                                 .allocationSize = pool->placed_bytes + slack,
                                 .memoryTypeIndex = pool->memory_type};
    return vulkan_make_memory(&program->owner, &info, "pool", &program->pools[index]);
}

/* A dedicated allocation names its one resource; the extension wants the exact size. */
static fusor_result reach_pool(vulkan_program *program, const fusor_plan_resource *plan,
                               const vulkan_resource *resource, uint32_t instance,
                               const fusor_placement *placement)
{
    if (program->pools[placement->pool]) {
        return FUSOR_OK;
    }
    VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .image = plan->is_image ? resource->images[instance] : VK_NULL_HANDLE,
        .buffer = plan->is_image ? VK_NULL_HANDLE : resource->buffers[instance]};
    return make_pool(program, placement->pool, placement->dedicated ? &dedicated : NULL);
}

static fusor_result check_placement(vulkan_program *program, const fusor_plan_resource *plan,
                                    const fusor_placement *placement,
                                    const VkMemoryRequirements *needs)
{
    const fusor_plan_pool *pool = &program->plan->pools[placement->pool];
    bool fits = placement->size_bytes >= needs->size && placement->offset % needs->alignment == 0 &&
                placement->offset <= pool->placed_bytes &&
                placement->size_bytes <= pool->placed_bytes - placement->offset &&
                pool->memory_type < 32 && (needs->memoryTypeBits >> pool->memory_type & 1u);
    if (fits) {
        return FUSOR_OK;
    }
    return vulkan_fail(program->vk, FUSOR_ERROR_PLACEMENT, plan->name,
                       "bind-failed('%s'): the device wants %llu bytes aligned to %llu in types "
                       "0x%x, the plan has %llu at %llu in type %u; place the plan with "
                       "fusor_vulkan_place_desc() for this device",
                       plan->name, (unsigned long long)needs->size,
                       (unsigned long long)needs->alignment, needs->memoryTypeBits,
                       (unsigned long long)placement->size_bytes,
                       (unsigned long long)placement->offset, pool->memory_type);
}

static fusor_result bind_placed(vulkan_program *program, const fusor_plan_resource *plan,
                                const vulkan_resource *resource, uint32_t instance)
{
    const fusor_placement *placement =
        &program->plan->placements[plan->placements.first + instance];
    VkMemoryRequirements needs = plan->is_image
                                     ? image_needs(program->vk, resource->images[instance])
                                     : buffer_needs(program->vk, resource->buffers[instance]);
    fusor_result result = check_placement(program, plan, placement, &needs);
    if (result == FUSOR_OK) {
        result = reach_pool(program, plan, resource, instance, placement);
    }
    if (result == FUSOR_OK) {
        result = bind(program->vk, plan, resource, instance, program->pools[placement->pool],
                      placement->offset);
    }
    return result;
}

/* ------------------------------------------------------------------------------------- memoryless */

static fusor_result bind_alone(vulkan_program *program, const fusor_plan_resource *plan,
                               const vulkan_resource *resource, uint32_t instance)
{
    fusor_vulkan *vk = program->vk;
    const VkMemoryPropertyFlags wishes[] = {VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT,
                                            VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0};
    VkMemoryRequirements needs = plan->is_image ? image_needs(vk, resource->images[instance])
                                                : buffer_needs(vk, resource->buffers[instance]);
    uint32_t type = vulkan_find_memory_type(vk, needs.memoryTypeBits, wishes, 3);
    if (type == FUSOR_NONE) {
        return vulkan_fail(vk, FUSOR_ERROR_UNSUPPORTED, plan->name,
                           "the device has no memory type for '%s'", plan->name);
    }
    /* The memory holds nothing else, so it may be dedicated; some drivers require it. */
    VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .image = plan->is_image ? resource->images[instance] : VK_NULL_HANDLE,
        .buffer = plan->is_image ? VK_NULL_HANDLE : resource->buffers[instance]};
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .pNext = &dedicated,
                                 .allocationSize = needs.size,
                                 .memoryTypeIndex = type};
    VkDeviceMemory memory = VK_NULL_HANDLE;
    fusor_result result = vulkan_make_memory(&program->owner, &info, plan->name, &memory);
    return result == FUSOR_OK ? bind(vk, plan, resource, instance, memory, 0) : result;
}

static bool is_placed(const fusor_plan *plan, const fusor_plan_resource *resource,
                      uint32_t instance)
{
    return instance < resource->placements.count &&
           plan->placements[resource->placements.first + instance].placed;
}

static fusor_result bind_resource(vulkan_program *program, uint32_t index)
{
    const fusor_plan_resource *plan = &program->plan->resources[index];
    const vulkan_resource *resource = &program->resources[index];
    if (plan->lifetime == FUSOR_LIFETIME_IMPORTED || vulkan_is_host(plan)) {
        return FUSOR_OK;
    }
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < resource->instance_count; i++) {
        result = is_placed(program->plan, plan, i) ? bind_placed(program, plan, resource, i)
                                                   : bind_alone(program, plan, resource, i);
    }
    return result;
}

fusor_result vulkan_make_pools(vulkan_program *program)
{
    program->pools =
        vulkan_take(&program->owner, program->plan->pool_count, sizeof *program->pools);
    if (!program->pools) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < program->plan->resource_count; i++) {
        result = bind_resource(program, i);
    }
    return result;
}
