/* In: state, draws, dispatches, queries. Out: their handles as references of the command buffer.
 * Promised: one row a command where scope and handles are all there is to look at. */
#include "fake_core.h"

#define COMMAND(name, scope, parameters, ...)                                                      \
    static VKAPI_ATTR void VKAPI_CALL fake_##name parameters                                       \
    {                                                                                              \
        FAKE_COMMAND(handle, name, scope, __VA_ARGS__);                                            \
    }

COMMAND(CmdBindPipeline, BOTH,
        (VkCommandBuffer handle, VkPipelineBindPoint point, VkPipeline pipeline),
        FAKE_NUMBER(point), FAKE_ARG(PIPELINE, pipeline))
COMMAND(CmdSetLineWidth, BOTH, (VkCommandBuffer handle, float width), FAKE_NUMBER(width))
COMMAND(CmdSetStencilReference, BOTH,
        (VkCommandBuffer handle, VkStencilFaceFlags faces, uint32_t reference), FAKE_NUMBER(faces),
        FAKE_NUMBER(reference))
COMMAND(CmdDraw, INSIDE,
        (VkCommandBuffer handle, uint32_t vertices, uint32_t instances, uint32_t vertex,
         uint32_t instance),
        FAKE_NUMBER(vertices), FAKE_NUMBER(instances), FAKE_NUMBER(vertex), FAKE_NUMBER(instance))
COMMAND(CmdDrawIndexed, INSIDE,
        (VkCommandBuffer handle, uint32_t indices, uint32_t instances, uint32_t index,
         int32_t vertex, uint32_t instance),
        FAKE_NUMBER(indices), FAKE_NUMBER(instances), FAKE_NUMBER(index), FAKE_NUMBER(vertex),
        FAKE_NUMBER(instance))
COMMAND(CmdDispatch, OUTSIDE, (VkCommandBuffer handle, uint32_t x, uint32_t y, uint32_t z),
        FAKE_NUMBER(x), FAKE_NUMBER(y), FAKE_NUMBER(z))
COMMAND(CmdDispatchBase, OUTSIDE,
        (VkCommandBuffer handle, uint32_t base_x, uint32_t base_y, uint32_t base_z, uint32_t x,
         uint32_t y, uint32_t z),
        FAKE_NUMBER(base_x), FAKE_NUMBER(base_y), FAKE_NUMBER(base_z), FAKE_NUMBER(x),
        FAKE_NUMBER(y), FAKE_NUMBER(z))

static VKAPI_ATTR void VKAPI_CALL fake_CmdSetViewport(VkCommandBuffer handle, uint32_t first,
                                                      uint32_t count, const VkViewport *viewports)
{
    (void)viewports;
    FAKE_COMMAND(handle, CmdSetViewport, BOTH, FAKE_NUMBER(first), FAKE_NUMBER(count));
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdSetScissor(VkCommandBuffer handle, uint32_t first,
                                                     uint32_t count, const VkRect2D *scissors)
{
    (void)scissors;
    FAKE_COMMAND(handle, CmdSetScissor, BOTH, FAKE_NUMBER(first), FAKE_NUMBER(count));
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdSetDepthBias(VkCommandBuffer handle, float constant,
                                                       float clamp, float slope)
{
    (void)constant, (void)clamp, (void)slope;
    FAKE_COMMAND(handle, CmdSetDepthBias, BOTH, FAKE_NUMBER(0));
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdSetBlendConstants(VkCommandBuffer handle,
                                                            const float constants[4])
{
    (void)constants;
    FAKE_COMMAND(handle, CmdSetBlendConstants, BOTH, FAKE_NUMBER(0));
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdPushConstants(VkCommandBuffer handle,
                                                        VkPipelineLayout layout,
                                                        VkShaderStageFlags stages, uint32_t offset,
                                                        uint32_t size, const void *values)
{
    (void)values;
    FAKE_COMMAND(handle, CmdPushConstants, BOTH, FAKE_ARG(PIPELINE_LAYOUT, layout),
                 FAKE_NUMBER(stages), FAKE_NUMBER(offset), FAKE_NUMBER(size));
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdBindDescriptorSets(
    VkCommandBuffer handle, VkPipelineBindPoint point, VkPipelineLayout layout, uint32_t first,
    uint32_t count, const VkDescriptorSet *sets, uint32_t offset_count, const uint32_t *offsets)
{
    (void)offset_count, (void)offsets;
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdBindDescriptorSets, BOTH, FAKE_NUMBER(point),
                     FAKE_ARG(PIPELINE_LAYOUT, layout), FAKE_NUMBER(first), FAKE_NUMBER(count));
    for (uint32_t i = 0; buffer && i < count; i++)
        fake_command_ref(buffer, FAKE_USE(fake_of(handle), DESCRIPTOR_SET, sets[i]));
}

/* --------------------------------------------------------------------------- buffers of draws */

static VKAPI_ATTR void VKAPI_CALL fake_CmdBindVertexBuffers(VkCommandBuffer handle, uint32_t first,
                                                            uint32_t count, const VkBuffer *buffers,
                                                            const VkDeviceSize *offsets)
{
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdBindVertexBuffers, BOTH, FAKE_NUMBER(first), FAKE_NUMBER(count));
    for (uint32_t i = 0; buffer && i < count; i++) {
        fake_object *object = FAKE_USE(fake_of(handle), BUFFER, buffers[i]);
        fake_command_ref(buffer, object);
        fake_command_buffer_range(buffer, object, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, offsets[i],
                                  VK_WHOLE_SIZE);
    }
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdBindIndexBuffer(VkCommandBuffer handle, VkBuffer index,
                                                          VkDeviceSize offset, VkIndexType type)
{
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdBindIndexBuffer, BOTH, FAKE_ARG(BUFFER, index), FAKE_NUMBER(offset),
                     FAKE_NUMBER(type));
    if (buffer)
        fake_command_buffer_range(buffer, FAKE_FIND(fake_of(handle), BUFFER, index),
                                  VK_BUFFER_USAGE_INDEX_BUFFER_BIT, offset, VK_WHOLE_SIZE);
}

static void use_indirect(VkCommandBuffer handle, fake_command_buffer *buffer, VkBuffer indirect,
                         VkDeviceSize offset, VkDeviceSize size)
{
    if (buffer)
        fake_command_buffer_range(buffer, FAKE_FIND(fake_of(handle), BUFFER, indirect),
                                  VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT, offset, size ? size : 4);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdDrawIndirect(VkCommandBuffer handle, VkBuffer indirect,
                                                       VkDeviceSize offset, uint32_t count,
                                                       uint32_t stride)
{
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdDrawIndirect, INSIDE, FAKE_ARG(BUFFER, indirect),
                     FAKE_NUMBER(offset), FAKE_NUMBER(count), FAKE_NUMBER(stride));
    use_indirect(handle, buffer, indirect, offset,
                 count ? (count - 1) * (VkDeviceSize)stride + sizeof(VkDrawIndirectCommand) : 0);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdDrawIndexedIndirect(VkCommandBuffer handle,
                                                              VkBuffer indirect,
                                                              VkDeviceSize offset, uint32_t count,
                                                              uint32_t stride)
{
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdDrawIndexedIndirect, INSIDE, FAKE_ARG(BUFFER, indirect),
                     FAKE_NUMBER(offset), FAKE_NUMBER(count), FAKE_NUMBER(stride));
    use_indirect(handle, buffer, indirect, offset,
                 count ? (count - 1) * (VkDeviceSize)stride + sizeof(VkDrawIndexedIndirectCommand)
                       : 0);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdDispatchIndirect(VkCommandBuffer handle,
                                                           VkBuffer indirect, VkDeviceSize offset)
{
    use_indirect(handle,
                 FAKE_COMMAND(handle, CmdDispatchIndirect, OUTSIDE, FAKE_ARG(BUFFER, indirect),
                              FAKE_NUMBER(offset)),
                 indirect, offset, sizeof(VkDispatchIndirectCommand));
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdClearAttachments(VkCommandBuffer handle, uint32_t count,
                                                           const VkClearAttachment *attachments,
                                                           uint32_t rect_count,
                                                           const VkClearRect *rects)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer = FAKE_COMMAND(handle, CmdClearAttachments, INSIDE,
                                               FAKE_NUMBER(count), FAKE_NUMBER(rect_count));
    fake_vulkan_clear *out = fake_alloc(fake, sizeof *out);
    *out = (fake_vulkan_clear){count, rect_count, FAKE_COPY(fake, attachments, count),
                               FAKE_COPY(fake, rects, rect_count)};
    fake_set_info(fake, out);
    for (uint32_t i = 0; buffer && buffer->render_pass && i < count; i++) {
        const VkSubpassDescription2 *subpass = &buffer->render_pass->pSubpasses[buffer->subpass];
        FAKE_CHECK(fake,
                   !(attachments[i].aspectMask & VK_IMAGE_ASPECT_COLOR_BIT) ||
                       attachments[i].colorAttachment < subpass->colorAttachmentCount,
                   RANGE, "there is no colour attachment %u", attachments[i].colorAttachment);
    }
}

/* ------------------------------------------------------------------------------------ queries */

static void use_queries(VkCommandBuffer handle, fake_command_buffer *buffer, fake_op_kind kind,
                        VkQueryPool pool, uint32_t first, uint32_t count)
{
    fake_vulkan *fake = fake_of(handle);
    const fake_object *object = FAKE_FIND(fake, QUERY_POOL, pool);
    if (!buffer || !object)
        return;
    const uint32_t size = ((const fake_query_pool *)object->data)->count;
    if (!FAKE_CHECK(fake, first < size && count <= size - first, RANGE, "queries %u + %u of %u",
                    first, count, size))
        return;
    fake_op *op = fake_command_op(buffer, kind, fake->current, object);
    op->first = first;
    op->count = count;
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdResetQueryPool(VkCommandBuffer handle, VkQueryPool pool,
                                                         uint32_t first, uint32_t count)
{
    use_queries(handle,
                FAKE_COMMAND(handle, CmdResetQueryPool, OUTSIDE, FAKE_ARG(QUERY_POOL, pool),
                             FAKE_NUMBER(first), FAKE_NUMBER(count)),
                FAKE_OP_QUERY_RESET, pool, first, count);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdWriteTimestamp(VkCommandBuffer handle,
                                                         VkPipelineStageFlagBits stage,
                                                         VkQueryPool pool, uint32_t query)
{
    use_queries(handle,
                FAKE_COMMAND(handle, CmdWriteTimestamp, BOTH, FAKE_ARG(QUERY_POOL, pool),
                             FAKE_NUMBER(stage), FAKE_NUMBER(query)),
                FAKE_OP_QUERY_WRITE, pool, query, 1);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdWriteTimestamp2(VkCommandBuffer handle,
                                                          VkPipelineStageFlags2 stage,
                                                          VkQueryPool pool, uint32_t query)
{
    use_queries(handle,
                FAKE_COMMAND(handle, CmdWriteTimestamp2, BOTH, FAKE_ARG(QUERY_POOL, pool),
                             FAKE_NUMBER(stage), FAKE_NUMBER(query)),
                FAKE_OP_QUERY_WRITE, pool, query, 1);
    FAKE_CHECK(fake_of(handle), fake_of(handle)->desc.features.synchronization2, FEATURE,
               "synchronization2 is not enabled");
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdBeginQuery(VkCommandBuffer handle, VkQueryPool pool,
                                                     uint32_t query, VkQueryControlFlags flags)
{
    FAKE_COMMAND(handle, CmdBeginQuery, BOTH, FAKE_ARG(QUERY_POOL, pool), FAKE_NUMBER(query),
                 FAKE_NUMBER(flags));
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdEndQuery(VkCommandBuffer handle, VkQueryPool pool,
                                                   uint32_t query)
{
    use_queries(
        handle,
        FAKE_COMMAND(handle, CmdEndQuery, BOTH, FAKE_ARG(QUERY_POOL, pool), FAKE_NUMBER(query)),
        FAKE_OP_QUERY_WRITE, pool, query, 1);
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdCopyQueryPoolResults(
    VkCommandBuffer handle, VkQueryPool pool, uint32_t first, uint32_t count, VkBuffer dst,
    VkDeviceSize offset, VkDeviceSize stride, VkQueryResultFlags flags)
{
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdCopyQueryPoolResults, OUTSIDE, FAKE_ARG(QUERY_POOL, pool),
                     FAKE_NUMBER(first), FAKE_NUMBER(count), FAKE_ARG(BUFFER, dst),
                     FAKE_NUMBER(offset), FAKE_NUMBER(stride), FAKE_NUMBER(flags));
    if (buffer)
        fake_command_buffer_range(buffer, FAKE_FIND(fake_of(handle), BUFFER, dst),
                                  VK_BUFFER_USAGE_TRANSFER_DST_BIT, offset, VK_WHOLE_SIZE);
}

void fake_register_draw(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CmdBindPipeline);
    FAKE_REGISTER(table, CmdBindDescriptorSets);
    FAKE_REGISTER(table, CmdBindVertexBuffers);
    FAKE_REGISTER(table, CmdBindIndexBuffer);
    FAKE_REGISTER(table, CmdPushConstants);
    FAKE_REGISTER(table, CmdSetViewport);
    FAKE_REGISTER(table, CmdSetScissor);
    FAKE_REGISTER(table, CmdSetLineWidth);
    FAKE_REGISTER(table, CmdSetDepthBias);
    FAKE_REGISTER(table, CmdSetBlendConstants);
    FAKE_REGISTER(table, CmdSetStencilReference);
    FAKE_REGISTER(table, CmdDraw);
    FAKE_REGISTER(table, CmdDrawIndexed);
    FAKE_REGISTER(table, CmdDrawIndirect);
    FAKE_REGISTER(table, CmdDrawIndexedIndirect);
    FAKE_REGISTER(table, CmdDispatch);
    FAKE_REGISTER(table, CmdDispatchBase);
    FAKE_REGISTER(table, CmdDispatchIndirect);
    FAKE_REGISTER(table, CmdClearAttachments);
    FAKE_REGISTER(table, CmdResetQueryPool);
    FAKE_REGISTER(table, CmdWriteTimestamp);
    FAKE_REGISTER(table, CmdWriteTimestamp2);
    FAKE_REGISTER(table, CmdBeginQuery);
    FAKE_REGISTER(table, CmdEndQuery);
    FAKE_REGISTER(table, CmdCopyQueryPoolResults);
}
