/* In: barriers of both forms. Out: one form (VkDependencyInfo's structures), checked against what is
 * enabled. Promised: the fake's own table of accesses by stage, from the specification's "Supported
 * access types" (7.1.3), shares nothing with the code that is tested. */
#include "fake_core.h"

#include <inttypes.h>

/* Stages that exist without synchronization2: VkPipelineStageFlagBits of 1.0 (7.1.2). */
#define LEGACY_STAGES 0x1ffffull
/* Accesses that exist without synchronization2: VkAccessFlagBits of 1.0. */
#define LEGACY_ACCESSES 0x1ffffull
#define SHADER_STAGES                                                                              \
    (VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_TESSELLATION_CONTROL_SHADER_BIT | \
     VK_PIPELINE_STAGE_2_TESSELLATION_EVALUATION_SHADER_BIT |                                      \
     VK_PIPELINE_STAGE_2_GEOMETRY_SHADER_BIT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT |           \
     VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_2_PRE_RASTERIZATION_SHADERS_BIT |  \
     VK_PIPELINE_STAGE_2_RAY_TRACING_SHADER_BIT_KHR)
#define FRAGMENT_TESTS                                                                             \
    (VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT)
#define TRANSFER_STAGES                                                                            \
    (VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT | VK_PIPELINE_STAGE_2_COPY_BIT |                         \
     VK_PIPELINE_STAGE_2_BLIT_BIT | VK_PIPELINE_STAGE_2_RESOLVE_BIT)

static const struct {
    VkAccessFlags2 access;
    VkPipelineStageFlags2 stages;
} supported[] = {
    {VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT},
    {VK_ACCESS_2_INDEX_READ_BIT,
     VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT | VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT},
    {VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT,
     VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT | VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT},
    {VK_ACCESS_2_UNIFORM_READ_BIT, SHADER_STAGES},
    {VK_ACCESS_2_INPUT_ATTACHMENT_READ_BIT, VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT},
    {VK_ACCESS_2_SHADER_READ_BIT,
     SHADER_STAGES | VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR},
    {VK_ACCESS_2_SHADER_SAMPLED_READ_BIT, SHADER_STAGES},
    {VK_ACCESS_2_SHADER_STORAGE_READ_BIT, SHADER_STAGES},
    {VK_ACCESS_2_SHADER_WRITE_BIT, SHADER_STAGES},
    {VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT, SHADER_STAGES},
    {VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT},
    {VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT},
    {VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT, FRAGMENT_TESTS},
    {VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT, FRAGMENT_TESTS},
    {VK_ACCESS_2_TRANSFER_READ_BIT, TRANSFER_STAGES},
    {VK_ACCESS_2_TRANSFER_WRITE_BIT, TRANSFER_STAGES | VK_PIPELINE_STAGE_2_CLEAR_BIT},
    {VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR,
     SHADER_STAGES | VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR},
    {VK_ACCESS_2_ACCELERATION_STRUCTURE_WRITE_BIT_KHR,
     VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR},
    {VK_ACCESS_2_HOST_READ_BIT, VK_PIPELINE_STAGE_2_HOST_BIT},
    {VK_ACCESS_2_HOST_WRITE_BIT, VK_PIPELINE_STAGE_2_HOST_BIT},
};

/* The graphics stages that ALL_GRAPHICS stands for; ALL_COMMANDS supports everything but the host's. */
static VkPipelineStageFlags2 expand(VkPipelineStageFlags2 stages)
{
    if (stages & VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT)
        stages |= ~(VkPipelineStageFlags2)VK_PIPELINE_STAGE_2_HOST_BIT;
    if (stages & VK_PIPELINE_STAGE_2_ALL_GRAPHICS_BIT)
        stages |= VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT |
                  FRAGMENT_TESTS | VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT |
                  (SHADER_STAGES & ~(VkPipelineStageFlags2)VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT);
    return stages;
}

static bool is_supported(VkAccessFlags2 access, VkPipelineStageFlags2 stages)
{
    const VkPipelineStageFlags2 all = expand(stages);
    for (uint32_t i = 0; i < sizeof supported / sizeof supported[0]; i++) {
        if ((access & supported[i].access) && !(all & supported[i].stages))
            return false;
    }
    return true;
}

/* The bits of the older form: 1.0's, and those that enabled extensions add. */
static VkPipelineStageFlags2 legacy_stages(const fake_vulkan *fake)
{
    VkPipelineStageFlags2 stages = LEGACY_STAGES;
    if (fake_has_extension(fake, "VK_KHR_ray_tracing_pipeline"))
        stages |= VK_PIPELINE_STAGE_2_RAY_TRACING_SHADER_BIT_KHR;
    if (fake_has_extension(fake, "VK_KHR_acceleration_structure"))
        stages |= VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR;
    return stages;
}

static VkAccessFlags2 legacy_accesses(const fake_vulkan *fake)
{
    const VkAccessFlags2 structures = VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR |
                                      VK_ACCESS_2_ACCELERATION_STRUCTURE_WRITE_BIT_KHR;
    return LEGACY_ACCESSES |
           (fake_has_extension(fake, "VK_KHR_acceleration_structure") ? structures : 0);
}

static void check_side(fake_vulkan *fake, const char *side, bool legacy,
                       VkPipelineStageFlags2 stages, VkAccessFlags2 access)
{
    FAKE_CHECK(fake, is_supported(access, stages), BARRIER,
               "%s access 0x%" PRIx64 " is not supported by stages 0x%" PRIx64, side, access,
               stages);
    if (!legacy)
        return;
    FAKE_CHECK(fake, !(stages & ~legacy_stages(fake)) && !(access & ~legacy_accesses(fake)),
               BARRIER, "%s stages 0x%" PRIx64 " or access 0x%" PRIx64 " do not exist in this form",
               side, stages, access);
}

static void check_scopes(fake_vulkan *fake, bool legacy, const VkMemoryBarrier2 *scopes)
{
    check_side(fake, "source", legacy, scopes->srcStageMask, scopes->srcAccessMask);
    check_side(fake, "destination", legacy, scopes->dstStageMask, scopes->dstAccessMask);
}

#define SCOPES_OF(barrier)                                                                         \
    (&(const VkMemoryBarrier2){.srcStageMask = (barrier)->srcStageMask,                            \
                               .srcAccessMask = (barrier)->srcAccessMask,                          \
                               .dstStageMask = (barrier)->dstStageMask,                            \
                               .dstAccessMask = (barrier)->dstAccessMask})

/* Layouts that a version or feature brought (12.4). */
static bool is_layout_known(const fake_vulkan *fake, VkImageLayout layout)
{
    switch (layout) {
    case VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL:
    case VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_OPTIMAL:
    case VK_IMAGE_LAYOUT_STENCIL_ATTACHMENT_OPTIMAL:
    case VK_IMAGE_LAYOUT_STENCIL_READ_ONLY_OPTIMAL:
        return fake->desc.features.separate_depth_stencil_layouts;
    case VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL:
    case VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL:
        return fake->desc.features.synchronization2;
    default:
        return true;
    }
}

/* VUID-VkImageMemoryBarrier-image-03320: both aspects together without the feature. */
static void check_aspects(fake_vulkan *fake, const fake_object *object, VkImageAspectFlags aspects)
{
    const fake_image *image = object->data;
    FAKE_CHECK(fake,
               fake->desc.features.separate_depth_stencil_layouts ||
                   aspects == fake_format_aspects(image->info.format),
               BARRIER, "%s: depth and stencil are not separate here", fake_name(object));
}

static void use_image(fake_vulkan *fake, fake_command_buffer *buffer,
                      const VkImageMemoryBarrier2 *barrier)
{
    fake_object *object = FAKE_USE(fake, IMAGE, barrier->image);
    VkImageSubresourceRange range = barrier->subresourceRange;
    FAKE_CHECK(fake, object || barrier->image, UNKNOWN_HANDLE, "an image barrier without an image");
    if (!object || !fake_resolve_range(fake, object->data, &range))
        return;
    fake_command_ref(buffer, object);
    FAKE_CHECK(fake,
               is_layout_known(fake, barrier->oldLayout) &&
                   is_layout_known(fake, barrier->newLayout),
               FEATURE, "layouts %d and %d", (int)barrier->oldLayout, (int)barrier->newLayout);
    check_aspects(fake, object, range.aspectMask);
    /* 7.6: equal layouts are no transition, UNDEFINED to UNDEFINED included. */
    FAKE_CHECK(fake,
               barrier->newLayout != VK_IMAGE_LAYOUT_UNDEFINED ||
                   barrier->oldLayout == VK_IMAGE_LAYOUT_UNDEFINED,
               BARRIER, "a transition to UNDEFINED");
    fake_op *op = fake_command_op(
        buffer, barrier->oldLayout == barrier->newLayout ? FAKE_OP_EXPECT : FAKE_OP_LAYOUT,
        fake->current, object);
    op->range = range;
    op->from = barrier->oldLayout;
    op->to = barrier->newLayout;
}

static void use_buffer(fake_vulkan *fake, fake_command_buffer *buffer,
                       const VkBufferMemoryBarrier2 *barrier)
{
    fake_object *object = FAKE_USE(fake, BUFFER, barrier->buffer);
    FAKE_CHECK(fake, object || barrier->buffer, UNKNOWN_HANDLE,
               "a buffer barrier without a buffer");
    fake_command_ref(buffer, object);
    fake_command_buffer_range(buffer, object, 0, barrier->offset, barrier->size);
}

/* 7.6.2: inside a render pass a barrier needs a subpass self-dependency that covers it. */
static void check_self_dependency(fake_vulkan *fake, const fake_command_buffer *buffer)
{
    bool found = false;
    if (!buffer->render_pass_open || !buffer->render_pass)
        return;
    for (uint32_t i = 0; i < buffer->render_pass->dependencyCount; i++) {
        const VkSubpassDependency2 *dependency = &buffer->render_pass->pDependencies[i];
        found |=
            dependency->srcSubpass == buffer->subpass && dependency->dstSubpass == buffer->subpass;
    }
    FAKE_CHECK(fake, found, RENDER_PASS_SCOPE, "a barrier in a subpass without a self-dependency");
}

static void use_barrier(fake_vulkan *fake, fake_command_buffer *buffer,
                        const fake_vulkan_barrier *barrier)
{
    if (fake->skip_in && --fake->skip_in == 0)
        return;
    for (uint32_t i = 0; i < barrier->memory_count; i++)
        check_scopes(fake, barrier->legacy, &barrier->memory[i]);
    for (uint32_t i = 0; i < barrier->buffer_count; i++) {
        check_scopes(fake, barrier->legacy, SCOPES_OF(&barrier->buffers[i]));
        use_buffer(fake, buffer, &barrier->buffers[i]);
    }
    for (uint32_t i = 0; i < barrier->image_count; i++) {
        check_scopes(fake, barrier->legacy, SCOPES_OF(&barrier->images[i]));
        use_image(fake, buffer, &barrier->images[i]);
    }
    check_self_dependency(fake, buffer);
}

/* ------------------------------------------------------------------------------------- legacy */

static void widen_images(fake_vulkan *fake, fake_vulkan_barrier *out,
                         const VkImageMemoryBarrier *from)
{
    VkImageMemoryBarrier2 *to = fake_alloc(fake, (out->image_count + 1) * sizeof *to);
    for (uint32_t i = 0; i < out->image_count; i++) {
        to[i] = (VkImageMemoryBarrier2){
            .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
            .srcStageMask = out->src_stages,
            .srcAccessMask = from[i].srcAccessMask,
            .dstStageMask = out->dst_stages,
            .dstAccessMask = from[i].dstAccessMask,
            .oldLayout = from[i].oldLayout,
            .newLayout = from[i].newLayout,
            .srcQueueFamilyIndex = from[i].srcQueueFamilyIndex,
            .dstQueueFamilyIndex = from[i].dstQueueFamilyIndex,
            .image = from[i].image,
            .subresourceRange = from[i].subresourceRange,
        };
    }
    out->images = to;
}

static void widen_buffers(fake_vulkan *fake, fake_vulkan_barrier *out,
                          const VkBufferMemoryBarrier *from)
{
    VkBufferMemoryBarrier2 *to = fake_alloc(fake, (out->buffer_count + 1) * sizeof *to);
    for (uint32_t i = 0; i < out->buffer_count; i++) {
        to[i] = (VkBufferMemoryBarrier2){
            .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
            .srcStageMask = out->src_stages,
            .srcAccessMask = from[i].srcAccessMask,
            .dstStageMask = out->dst_stages,
            .dstAccessMask = from[i].dstAccessMask,
            .srcQueueFamilyIndex = from[i].srcQueueFamilyIndex,
            .dstQueueFamilyIndex = from[i].dstQueueFamilyIndex,
            .buffer = from[i].buffer,
            .offset = from[i].offset,
            .size = from[i].size,
        };
    }
    out->buffers = to;
}

static void widen_memory(fake_vulkan *fake, fake_vulkan_barrier *out, const VkMemoryBarrier *from)
{
    VkMemoryBarrier2 *to = fake_alloc(fake, (out->memory_count + 1) * sizeof *to);
    for (uint32_t i = 0; i < out->memory_count; i++) {
        to[i] = (VkMemoryBarrier2){
            .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
            .srcStageMask = out->src_stages,
            .srcAccessMask = from[i].srcAccessMask,
            .dstStageMask = out->dst_stages,
            .dstAccessMask = from[i].dstAccessMask,
        };
    }
    out->memory = to;
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdPipelineBarrier(
    VkCommandBuffer handle, VkPipelineStageFlags src, VkPipelineStageFlags dst,
    VkDependencyFlags flags, uint32_t memory_count, const VkMemoryBarrier *memory,
    uint32_t buffer_count, const VkBufferMemoryBarrier *buffers, uint32_t image_count,
    const VkImageMemoryBarrier *images)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer = FAKE_COMMAND(handle, CmdPipelineBarrier, BOTH, FAKE_NUMBER(src),
                                               FAKE_NUMBER(dst), FAKE_NUMBER(memory_count),
                                               FAKE_NUMBER(buffer_count), FAKE_NUMBER(image_count));
    fake_vulkan_barrier *out = fake_alloc(fake, sizeof *out);
    *out = (fake_vulkan_barrier){true,         src,         dst,  flags, memory_count,
                                 buffer_count, image_count, NULL, NULL,  NULL};
    widen_memory(fake, out, memory);
    widen_buffers(fake, out, buffers);
    widen_images(fake, out, images);
    fake_tamper_barrier(fake, out);
    fake_set_info(fake, out);
    if (!buffer)
        return;
    /* VUID-vkCmdPipelineBarrier-srcStageMask-03937, -dstStageMask-03937 */
    FAKE_CHECK(fake, (src && dst) || fake->desc.features.synchronization2, BARRIER, "no stages");
    use_barrier(fake, buffer, out);
}

/* ------------------------------------------------------------------------------------- sync 2 */

static VkPipelineStageFlags2 union_of(const fake_vulkan_barrier *barrier, bool destination)
{
    VkPipelineStageFlags2 all = 0;
    for (uint32_t i = 0; i < barrier->memory_count; i++)
        all |= destination ? barrier->memory[i].dstStageMask : barrier->memory[i].srcStageMask;
    for (uint32_t i = 0; i < barrier->buffer_count; i++)
        all |= destination ? barrier->buffers[i].dstStageMask : barrier->buffers[i].srcStageMask;
    for (uint32_t i = 0; i < barrier->image_count; i++)
        all |= destination ? barrier->images[i].dstStageMask : barrier->images[i].srcStageMask;
    return all;
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdPipelineBarrier2(VkCommandBuffer handle,
                                                           const VkDependencyInfo *info)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer = FAKE_COMMAND(
        handle, CmdPipelineBarrier2, BOTH, FAKE_NUMBER(info->memoryBarrierCount),
        FAKE_NUMBER(info->bufferMemoryBarrierCount), FAKE_NUMBER(info->imageMemoryBarrierCount));
    fake_vulkan_barrier *out = fake_alloc(fake, sizeof *out);
    *out = (fake_vulkan_barrier){
        .flags = info->dependencyFlags,
        .memory_count = info->memoryBarrierCount,
        .buffer_count = info->bufferMemoryBarrierCount,
        .image_count = info->imageMemoryBarrierCount,
        .memory = FAKE_COPY(fake, info->pMemoryBarriers, info->memoryBarrierCount),
        .buffers = FAKE_COPY(fake, info->pBufferMemoryBarriers, info->bufferMemoryBarrierCount),
        .images = FAKE_COPY(fake, info->pImageMemoryBarriers, info->imageMemoryBarrierCount),
    };
    out->src_stages = union_of(out, false);
    out->dst_stages = union_of(out, true);
    fake_tamper_barrier(fake, out);
    fake_set_info(fake, out);
    FAKE_CHECK(fake, fake->desc.features.synchronization2, FEATURE,
               "synchronization2 is not enabled");
    if (buffer)
        use_barrier(fake, buffer, out);
}

void fake_register_barrier(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CmdPipelineBarrier);
    FAKE_REGISTER(table, CmdPipelineBarrier2);
}
