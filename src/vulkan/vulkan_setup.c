/* In: a program's persistent and history resources, fresh. Out: one submission that zeroes them
 * (depth to the plan's clear value) and leaves each image in the layout of its first use.
 * Promised: nothing is submitted where there is nothing to zero; afterwards the tracked state of each
 * is its layout and nobody's access, since the submission has been waited for. */
#include "vulkan/vulkan_internal.h"

static bool is_kept(const fusor_plan_resource *plan)
{
    return plan->lifetime == FUSOR_LIFETIME_PERSISTENT || plan->lifetime == FUSOR_LIFETIME_HISTORY;
}

static bool covers(const fusor_region *region, uint32_t mip, uint32_t layer)
{
    return mip >= region->mips.first && mip - region->mips.first < region->mips.count &&
           layer >= region->layers.first && layer - region->layers.first < region->layers.count;
}

/* The layout of the first use, in the order of the frame, of a subresource `previous` frames ago;
 * UNDEFINED where there is none. */
static fusor_layout first_layout(const fusor_plan *plan, uint32_t resource, uint32_t previous,
                                 uint32_t mip, uint32_t layer)
{
    for (uint32_t p = 0; p < plan->order_count; p++) {
        const fusor_plan_pass *pass = &plan->passes[plan->order[p]];
        for (uint32_t i = 0; i < pass->uses.count; i++) {
            const fusor_plan_use *use = &plan->uses[pass->uses.first + i];
            if (use->resource == resource && use->previous == previous &&
                covers(&use->region, mip, layer)) {
                return use->layout;
            }
        }
    }
    return FUSOR_LAYOUT_UNDEFINED;
}

/* In frame 0 instance s is the one of (slots − s) mod slots frames ago, then one frame older each
 * frame, and at last the frame's own: the first of these that is used says how it is met. */
static VkImageLayout rest_layout(const fusor_plan *plan, uint32_t index, uint32_t instance,
                                 uint32_t mip, uint32_t layer)
{
    uint32_t slots = plan->resources[index].slot_count ? plan->resources[index].slot_count : 1;
    for (uint32_t step = 0; step < slots; step++) {
        uint32_t previous = (slots - instance + step) % slots;
        fusor_layout layout = first_layout(plan, index, previous, mip, layer);
        if (layout != FUSOR_LAYOUT_UNDEFINED) {
            return (VkImageLayout)layout;
        }
    }
    return VK_IMAGE_LAYOUT_GENERAL;
}

static void settle_layouts(vulkan_program *program, VkCommandBuffer commands, uint32_t index,
                           uint32_t instance, VkImageAspectFlags aspects)
{
    const fusor_plan_resource *plan = &program->plan->resources[index];
    uint32_t layers = plan->type == FUSOR_IMAGE_3D ? 1 : plan->layers;
    for (uint32_t mip = 0; mip < plan->mips; mip++) {
        for (uint32_t layer = 0; layer < layers; layer++) {
            VkImageLayout rest = rest_layout(program->plan, index, instance, mip, layer);
            VkImageSubresourceRange range = {aspects, mip, 1, layer, 1};
            const VkImageLayout layouts[2] = {VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, rest};
            vulkan_full_image_barrier(program->vk, commands,
                                      program->resources[index].images[instance], &range, layouts);
            for (uint32_t a = 0; a < program->resources[index].aspect_count; a++) {
                vulkan_state_at(program, index, instance, a, mip, layer)->layout = rest;
            }
        }
    }
}

static void zero_image(vulkan_program *program, VkCommandBuffer commands, uint32_t index,
                       uint32_t instance)
{
    const fusor_plan_resource *plan = &program->plan->resources[index];
    const fusor_format_info *info = fusor_format_get_info(plan->format);
    const vulkan_entries *api = &program->vk->api;
    VkImage image = program->resources[index].images[instance];
    VkImageAspectFlags aspects = vulkan_aspects(info ? info->aspects : FUSOR_ASPECT_COLOR);
    VkImageSubresourceRange all = {aspects, 0, VK_REMAINING_MIP_LEVELS, 0,
                                   VK_REMAINING_ARRAY_LAYERS};
    const VkImageLayout layouts[2] = {VK_IMAGE_LAYOUT_UNDEFINED,
                                      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};
    vulkan_full_image_barrier(program->vk, commands, image, &all, layouts);
    if (aspects != VK_IMAGE_ASPECT_COLOR_BIT) {
        VkClearDepthStencilValue value = {(float)plan->clear_depth, plan->clear_stencil};
        api->CmdClearDepthStencilImage(commands, image, layouts[1], &value, 1, &all);
    } else if (info && info->block_width == 1 && info->block_height == 1) {
        const double zero[4] = {0, 0, 0, 0};
        VkClearColorValue value = vulkan_clear_color(plan->format, zero);
        api->CmdClearColorImage(commands, image, layouts[1], &value, 1, &all);
    } else {
        /* VUID-vkCmdClearColorImage-image-00007: compressed images cannot be cleared. */
        vulkan_warn(program->vk, plan->name, "'%s' is compressed and starts undefined, not zeroed",
                    plan->name);
    }
    settle_layouts(program, commands, index, instance, aspects);
}

static void zero_resource(vulkan_program *program, VkCommandBuffer commands, uint32_t index)
{
    const vulkan_resource *resource = &program->resources[index];
    for (uint32_t i = 0; i < resource->instance_count; i++) {
        if (program->plan->resources[index].is_image) {
            zero_image(program, commands, index, i);
        } else {
            program->vk->api.CmdFillBuffer(commands, resource->buffers[i], 0, VK_WHOLE_SIZE, 0);
        }
    }
}

fusor_result vulkan_zero_kept(vulkan_program *program)
{
    const fusor_plan *plan = program->plan;
    uint32_t first = 0;
    while (first < plan->resource_count && !is_kept(&plan->resources[first])) {
        first++;
    }
    if (first == plan->resource_count) {
        return FUSOR_OK;
    }
    VkCommandBuffer commands;
    fusor_result result = vulkan_once_begin(program->vk, &commands);
    if (result != FUSOR_OK) {
        return result;
    }
    for (uint32_t i = first; i < plan->resource_count; i++) {
        if (is_kept(&plan->resources[i]) && !vulkan_is_host(&plan->resources[i])) {
            zero_resource(program, commands, i);
        }
    }
    vulkan_full_barrier(program->vk, commands);
    return vulkan_once_end(program->vk);
}
