/* In: a prepared pass and a command buffer. Out: its jobs' draws and dispatches.
 * Promised: nothing is created; the only barriers are around the tool's own copies. */
#include "run_synth.h"

typedef struct recorder {
    const run_synth_pass *pass;
    const run_synth_job *job;
    VkCommandBuffer commands;
    uint32_t instance;
} recorder;

static void push(const recorder *r, uint32_t extra)
{
    const uint32_t words[2] = {r->job->params, extra};
    VkShaderStageFlags stages = r->job->job->kind == RUN_JOB_COMPUTE ? VK_SHADER_STAGE_COMPUTE_BIT
                                                                     : VK_SHADER_STAGE_ALL_GRAPHICS;
    vkCmdPushConstants(r->commands, r->job->pipeline->layout, stages, 0, sizeof words, words);
}

static VkBuffer port_buffer(const recorder *r, const run_port *port)
{
    return run_synth_find_use(r->pass->info, port)->buffers[r->instance];
}

/* ----------------------------------------------------------------------------------------- raster */

static void draw_screen(const recorder *r)
{
    for (uint32_t i = 0; i < r->job->job->repeat; i++) {
        if (r->job->job->kind == RUN_JOB_TEST_STENCIL) {
            vkCmdSetStencilCompareMask(r->commands, VK_STENCIL_FACE_FRONT_AND_BACK, 1u << i);
        }
        push(r, i);
        vkCmdDraw(r->commands, 3, 1, 0, 0);
    }
}

/* Whole records, then the last one again where the size is no multiple of a record. */
static void draw_vertices(const recorder *r, const run_port *port)
{
    VkBuffer buffer = port_buffer(r, port);
    uint32_t record = run_synth_attribute_words(port), count = r->job->job->vertex_count;
    VkDeviceSize offset = port->first_byte;
    push(r, 0);
    vkCmdBindVertexBuffers(r->commands, 0, 1, &buffer, &offset);
    vkCmdDraw(r->commands, count, 1, 0, 0);
    if (port->words % record) {
        offset += (port->words - record) * 4ull;
        push(r, count);
        vkCmdBindVertexBuffers(r->commands, 0, 1, &buffer, &offset);
        vkCmdDraw(r->commands, 1, 1, 0, 0);
    }
}

static void draw_commands(const recorder *r, const run_port *port)
{
    VkBuffer buffer = port_buffer(r, port);
    for (uint32_t i = 0; i < run_jobs_command_count(port, 16); i++) {
        push(r, i);
        vkCmdDrawIndirect(r->commands, buffer, run_jobs_command_offset(port, 16, i), 1, 0);
    }
}

static void draw_points(const recorder *r)
{
    const run_port *port = r->job->job->ports[0];
    switch (port->kind) {
    case RUN_PORT_VERTEX:
        draw_vertices(r, port);
        break;
    case RUN_PORT_INDEX: /* as 16-bit indices: every device takes all their values */
        push(r, 0);
        vkCmdBindIndexBuffer(r->commands, port_buffer(r, port), port->first_byte,
                             VK_INDEX_TYPE_UINT16);
        vkCmdDrawIndexed(r->commands, r->job->job->vertex_count, 1, 0, 0, 0);
        break;
    case RUN_PORT_INDIRECT:
        draw_commands(r, port);
        break;
    default:
        push(r, 0);
        vkCmdDraw(r->commands, r->job->job->vertex_count, 1, 0, 0);
        break;
    }
}

/* The triangle that covers every view covers half of its viewport (main_screen_vertex). */
static void set_area(const recorder *r)
{
    const uint32_t *area = r->pass->program->area;
    bool screen = r->job->job->kind != RUN_JOB_POINTS;
    float by = screen && r->pass->info->view_mask ? 2 : 1;
    const VkViewport viewport = {
        (float)area[0], (float)area[1], by * (float)area[2], by * (float)area[3], 0, 1};
    const VkRect2D scissor = {{(int32_t)area[0], (int32_t)area[1]}, {area[2], area[3]}};
    vkCmdSetViewport(r->commands, 0, 1, &viewport);
    vkCmdSetScissor(r->commands, 0, 1, &scissor);
}

/* ---------------------------------------------------------------------------------------- compute */

static void barrier(const recorder *r, VkPipelineStageFlags from, VkPipelineStageFlags to)
{
    const VkMemoryBarrier memory = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = from == VK_PIPELINE_STAGE_TRANSFER_BIT ? VK_ACCESS_TRANSFER_WRITE_BIT
                                                                : VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = to == VK_PIPELINE_STAGE_TRANSFER_BIT
                             ? VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT
                             : VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    vkCmdPipelineBarrier(r->commands, from, to, 0, 1, &memory, 0, NULL, 0, NULL);
}

/* Through the tool's buffers: what the pass declares to read or write by copies. */
static bool copy_ports(const recorder *r, bool back)
{
    bool copied = false;
    for (uint32_t i = 0; i < r->job->job->port_count; i++) {
        const run_port *port = r->job->job->ports[i];
        bool wanted = back ? port->fill : port->fill != RUN_FILL_ALL;
        if (!port->copied || !wanted) {
            continue;
        }
        VkBuffer ours = r->job->scratch[i].handle, theirs = port_buffer(r, port);
        const VkBufferCopy in = {port->first_byte, 0, port->words * 4ull};
        const VkBufferCopy out = {0, port->first_byte, port->words * 4ull};
        vkCmdCopyBuffer(r->commands, back ? ours : theirs, back ? theirs : ours, 1,
                        back ? &out : &in);
        copied = true;
    }
    return copied;
}

static bool has_copied(const run_job *job)
{
    for (uint32_t i = 0; i < job->port_count; i++) {
        if (job->ports[i]->copied) {
            return true;
        }
    }
    return false;
}

static void dispatch_commands(const recorder *r)
{
    const run_job *job = r->job->job;
    uint32_t number = 0;
    for (uint32_t p = 0; p < job->indirect_count; p++) {
        VkBuffer buffer = port_buffer(r, job->indirect[p]);
        for (uint32_t i = 0; i < run_jobs_command_count(job->indirect[p], 12); i++) {
            if (number) { /* commands share one output out, which synchronization validation cannot see */
                barrier(r, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                        VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
            }
            push(r, number++);
            vkCmdDispatchIndirect(r->commands, buffer,
                                  run_jobs_command_offset(job->indirect[p], 12, i));
        }
    }
}

/* Before a buffer of the tool is written again; no wider, lest it hide a barrier that the plan lacks. */
static void guard_aside(const recorder *r)
{
    for (uint32_t i = 0; i < r->job->job->port_count; i++) {
        const VkBufferMemoryBarrier again = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                             .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                             .dstAccessMask = VK_ACCESS_SHADER_READ_BIT |
                                                              VK_ACCESS_SHADER_WRITE_BIT,
                                             .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                             .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                             .buffer = r->job->scratch[i].handle,
                                             .size = VK_WHOLE_SIZE};
        if (r->job->job->ports[i]->aside) {
            vkCmdPipelineBarrier(r->commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                 VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, NULL, 1, &again, 0,
                                 NULL);
        }
    }
}

static void dispatch(const recorder *r)
{
    bool copies = has_copied(r->job->job);
    guard_aside(r);
    if (copies && r->job->job->again) {
        barrier(r, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT);
    }
    if (copies) {
        copy_ports(r, false);
        barrier(r, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    }
    if (r->job->job->again && !copies) {
        barrier(r, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    }
    if (r->job->job->indirect_count) {
        dispatch_commands(r);
    } else {
        push(r, 0);
        vkCmdDispatch(r->commands, r->job->groups, 1, 1);
    }
    if (copies) {
        barrier(r, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT);
        copy_ports(r, true);
    }
}

static void record_job(const recorder *r, bool raster)
{
    VkPipelineBindPoint point =
        raster ? VK_PIPELINE_BIND_POINT_GRAPHICS : VK_PIPELINE_BIND_POINT_COMPUTE;
    vkCmdBindPipeline(r->commands, point, r->job->pipeline->handle);
    vkCmdBindDescriptorSets(r->commands, point, r->job->pipeline->layout, 0, 1,
                            &r->job->sets[r->instance], 0, NULL);
    if (!raster) {
        dispatch(r);
        return;
    }
    set_area(r);
    if (r->job->job->kind == RUN_JOB_POINTS) {
        draw_points(r);
    } else {
        draw_screen(r);
    }
}

fusor_result run_synth_record(void *user, const fusor_vulkan_record_info *info)
{
    recorder r = {.pass = user, .commands = info->command_buffer, .instance = info->instance};
    bool raster = r.pass->program->kind == FUSOR_PASS_RASTER;
    for (uint32_t i = 0; i < r.pass->jobs.count; i++) {
        r.job = &r.pass->data[i];
        record_job(&r, raster);
    }
    return FUSOR_OK;
}
