/* In: what a caller records. Out: the same with one fault in it, in the log and for the driver alike.
 * Promised: one fault a time, and nothing changes while none is armed: so a test that reads the log can
 * show that it would see an executor that makes this mistake. */
#include "fake_core.h"

void fake_vulkan_tamper(fake_vulkan *fake, fake_vulkan_fault fault, uint32_t nth)
{
    fake->fault = fault;
    fake->fault_in = nth;
    fake->fault_hit = false;
}

bool fake_vulkan_tampered(const fake_vulkan *fake)
{
    return fake->fault_hit;
}

const char *fake_vulkan_fault_word(fake_vulkan_fault fault)
{
#define FAKE_ROW(NAME, word) word,
    static const char *const words[] = {FAKE_VULKAN_FAULTS(FAKE_ROW)};
#undef FAKE_ROW
    return words[fault];
}

static bool hit(fake_vulkan *fake, fake_vulkan_fault fault)
{
    if (fake->fault != fault || !fake->fault_in || --fake->fault_in)
        return false;
    fake->fault_hit = true;
    return true;
}

#define HIT(fake, NAME) hit(fake, FAKE_FAULT_##NAME)

/* A mask with a bit less. */
static uint64_t less(uint64_t mask)
{
    return mask & (mask - 1);
}

static void weaken(fake_vulkan *fake, fake_vulkan_fault fault, uint64_t *mask)
{
    if (*mask && hit(fake, fault))
        *mask = less(*mask);
}

/* ------------------------------------------------------------------------------------ barriers */

/* Takes one of an array out. */
#define TAKE_OUT(array, count, index)                                                              \
    do {                                                                                           \
        for (uint32_t k = (index); k + 1 < (count); k++)                                           \
            (array)[k] = (array)[k + 1];                                                           \
        (count)--;                                                                                 \
    } while (0)

static void drop_entries(fake_vulkan *fake, fake_vulkan_barrier *out, VkMemoryBarrier2 *memory,
                         VkBufferMemoryBarrier2 *buffers, VkImageMemoryBarrier2 *images)
{
    for (uint32_t i = 0; i < out->memory_count; i++)
        if (HIT(fake, MEMORY_BARRIER))
            TAKE_OUT(memory, out->memory_count, i);
    for (uint32_t i = 0; i < out->buffer_count; i++)
        if (HIT(fake, BUFFER_BARRIER))
            TAKE_OUT(buffers, out->buffer_count, i);
    for (uint32_t i = 0; i < out->image_count; i++)
        if (HIT(fake, IMAGE_BARRIER))
            TAKE_OUT(images, out->image_count, i);
    if (out->memory_count + out->buffer_count + out->image_count && HIT(fake, BARRIER_COMMAND))
        out->memory_count = out->buffer_count = out->image_count = 0;
}

#define WEAKEN_SCOPES(fake, entry)                                                                 \
    do {                                                                                           \
        weaken(fake, FAKE_FAULT_SRC_STAGES, &(entry)->srcStageMask);                               \
        weaken(fake, FAKE_FAULT_SRC_ACCESS, &(entry)->srcAccessMask);                              \
        weaken(fake, FAKE_FAULT_DST_STAGES, &(entry)->dstStageMask);                               \
        weaken(fake, FAKE_FAULT_DST_ACCESS, &(entry)->dstAccessMask);                              \
    } while (0)

static void shrink(fake_vulkan *fake, VkImageSubresourceRange *range)
{
    uint32_t *count = range->levelCount > 1 ? &range->levelCount : &range->layerCount;
    if (*count > 1 && HIT(fake, RANGE))
        --*count;
}

static void weaken_image(fake_vulkan *fake, VkImageMemoryBarrier2 *image)
{
    WEAKEN_SCOPES(fake, image);
    shrink(fake, &image->subresourceRange);
    if (image->oldLayout != VK_IMAGE_LAYOUT_UNDEFINED && HIT(fake, OLD_LAYOUT))
        image->oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    if (image->newLayout != VK_IMAGE_LAYOUT_GENERAL && HIT(fake, NEW_LAYOUT))
        image->newLayout = VK_IMAGE_LAYOUT_GENERAL;
}

/* The older form has one pair of stages for all of a command; the ends of the pipe are none. */
static void weaken_command(fake_vulkan *fake, fake_vulkan_barrier *out)
{
    if (out->src_stages != VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT)
        weaken(fake, FAKE_FAULT_COMMAND_SRC_STAGES, &out->src_stages);
    if (out->dst_stages != VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT)
        weaken(fake, FAKE_FAULT_COMMAND_DST_STAGES, &out->dst_stages);
}

static void spread_stages(const fake_vulkan_barrier *out, VkMemoryBarrier2 *memory,
                          VkBufferMemoryBarrier2 *buffers, VkImageMemoryBarrier2 *images)
{
    for (uint32_t i = 0; i < out->memory_count; i++) {
        memory[i].srcStageMask &= out->src_stages;
        memory[i].dstStageMask &= out->dst_stages;
    }
    for (uint32_t i = 0; i < out->buffer_count; i++) {
        buffers[i].srcStageMask &= out->src_stages;
        buffers[i].dstStageMask &= out->dst_stages;
    }
    for (uint32_t i = 0; i < out->image_count; i++) {
        images[i].srcStageMask &= out->src_stages;
        images[i].dstStageMask &= out->dst_stages;
    }
}

static bool follows_barrier(const fake_vulkan *fake)
{
    const fake_vulkan_call *before =
        fake->call_count > 1 ? &fake->calls[fake->call_count - 2] : NULL;
    return before && (before->fn == FAKE_VULKAN_CmdPipelineBarrier ||
                      before->fn == FAKE_VULKAN_CmdPipelineBarrier2);
}

/* An image's barrier goes behind what it should have come before: to the next one's barriers. */
static void move_late(fake_vulkan *fake, fake_vulkan_barrier *out, VkImageMemoryBarrier2 *images)
{
    if (fake->late.image && !follows_barrier(fake)) {
        VkImageMemoryBarrier2 *more = fake_alloc(fake, (out->image_count + 1) * sizeof *more);
        for (uint32_t i = 0; i < out->image_count; i++)
            more[i] = images[i];
        more[out->image_count++] = fake->late;
        out->images = more;
        fake->late.image = VK_NULL_HANDLE;
        return;
    }
    for (uint32_t i = 0; i < out->image_count; i++) {
        if (!HIT(fake, LATE_BARRIER))
            continue;
        fake->late = images[i];
        TAKE_OUT(images, out->image_count, i);
    }
}

void fake_tamper_barrier(fake_vulkan *fake, fake_vulkan_barrier *out)
{
    VkMemoryBarrier2 *memory = (VkMemoryBarrier2 *)(uintptr_t)out->memory;
    VkBufferMemoryBarrier2 *buffers = (VkBufferMemoryBarrier2 *)(uintptr_t)out->buffers;
    VkImageMemoryBarrier2 *images = (VkImageMemoryBarrier2 *)(uintptr_t)out->images;
    if (!fake->fault_in && !fake->late.image)
        return;
    for (uint32_t i = 0; i < out->memory_count; i++)
        WEAKEN_SCOPES(fake, &memory[i]);
    for (uint32_t i = 0; i < out->buffer_count; i++) {
        WEAKEN_SCOPES(fake, &buffers[i]);
        if (buffers[i].size > 1 && HIT(fake, RANGE))
            buffers[i].size--;
    }
    for (uint32_t i = 0; i < out->image_count; i++)
        weaken_image(fake, &images[i]);
    weaken_command(fake, out);
    spread_stages(out, memory, buffers, images);
    drop_entries(fake, out, memory, buffers, images);
    move_late(fake, out, images);
}

/* --------------------------------------------------------------------------------- render passes */

static void weaken32(fake_vulkan *fake, fake_vulkan_fault fault, uint32_t *mask)
{
    uint64_t wide = *mask;
    weaken(fake, fault, &wide);
    *mask = (uint32_t)wide;
}

static void weaken_dependency(fake_vulkan *fake, VkSubpassDependency2 *dependency)
{
    weaken32(fake, FAKE_FAULT_DEPENDENCY_SRC_STAGES, &dependency->srcStageMask);
    weaken32(fake, FAKE_FAULT_DEPENDENCY_SRC_ACCESS, &dependency->srcAccessMask);
    weaken32(fake, FAKE_FAULT_DEPENDENCY_DST_STAGES, &dependency->dstStageMask);
    weaken32(fake, FAKE_FAULT_DEPENDENCY_DST_ACCESS, &dependency->dstAccessMask);
    if (HIT(fake, DEPENDENCY_FLAGS))
        dependency->dependencyFlags ^= VK_DEPENDENCY_BY_REGION_BIT;
}

static void weaken_attachment(fake_vulkan *fake, VkAttachmentDescription2 *attachment)
{
    if (attachment->loadOp != VK_ATTACHMENT_LOAD_OP_DONT_CARE && HIT(fake, LOAD_OP))
        attachment->loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    if (attachment->storeOp != VK_ATTACHMENT_STORE_OP_DONT_CARE && HIT(fake, STORE_OP))
        attachment->storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    if (attachment->stencilLoadOp != VK_ATTACHMENT_LOAD_OP_DONT_CARE && HIT(fake, STENCIL_LOAD_OP))
        attachment->stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    if (attachment->stencilStoreOp != VK_ATTACHMENT_STORE_OP_DONT_CARE &&
        HIT(fake, STENCIL_STORE_OP))
        attachment->stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    if (attachment->initialLayout != VK_IMAGE_LAYOUT_UNDEFINED && HIT(fake, INITIAL_LAYOUT))
        attachment->initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    if (attachment->finalLayout != VK_IMAGE_LAYOUT_GENERAL && HIT(fake, FINAL_LAYOUT))
        attachment->finalLayout = VK_IMAGE_LAYOUT_GENERAL;
}

static void weaken_subpass(fake_vulkan *fake, VkSubpassDescription2 *subpass)
{
    VkAttachmentReference2 *inputs =
        (VkAttachmentReference2 *)(uintptr_t)subpass->pInputAttachments;
    for (uint32_t i = 0; i < subpass->inputAttachmentCount; i++)
        if (inputs[i].attachment != VK_ATTACHMENT_UNUSED && HIT(fake, INPUT_LAYOUT))
            inputs[i].layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    if (subpass->pResolveAttachments && HIT(fake, RESOLVE))
        subpass->pResolveAttachments = NULL;
    if (subpass->preserveAttachmentCount && HIT(fake, PRESERVE))
        subpass->preserveAttachmentCount--;
}

void fake_tamper_render_pass(fake_vulkan *fake, VkRenderPassCreateInfo2 *info)
{
    VkSubpassDependency2 *dependencies = (VkSubpassDependency2 *)(uintptr_t)info->pDependencies;
    if (!fake->fault_in)
        return;
    for (uint32_t i = 0; i < info->attachmentCount; i++)
        weaken_attachment(fake, &((VkAttachmentDescription2 *)(uintptr_t)info->pAttachments)[i]);
    for (uint32_t i = 0; i < info->subpassCount; i++)
        weaken_subpass(fake, &((VkSubpassDescription2 *)(uintptr_t)info->pSubpasses)[i]);
    for (uint32_t i = 0; i < info->dependencyCount; i++) {
        weaken_dependency(fake, &dependencies[i]);
        if (HIT(fake, DEPENDENCY))
            TAKE_OUT(dependencies, info->dependencyCount, i);
    }
}

/* ------------------------------------------------------------------------------------- the rest */

bool fake_tamper_next_subpass(fake_vulkan *fake)
{
    return HIT(fake, NEXT_SUBPASS);
}

VkDeviceSize fake_tamper_bind(fake_vulkan *fake, VkDeviceSize offset)
{
    return offset && HIT(fake, BIND_OFFSET) ? 0 : offset;
}
