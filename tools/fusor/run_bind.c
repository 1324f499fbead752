/* In: the jobs of a prepared pass. Out: their parameters and one descriptor set an instance.
 * Promised: each set shows the handles of its instance: history phase and frame slot. */
#include <stdlib.h>

#include "run_synth.h"

const fusor_vulkan_use *run_synth_find_use(const fusor_vulkan_prepare_info *info,
                                           const run_port *port)
{
    const fusor_vulkan_use *found = NULL;
    for (uint32_t i = 0; i < info->use_count; i++) {
        const fusor_vulkan_use *use = &info->uses[i];
        if (use->as != port->as || use->slot != port->slot) {
            continue;
        }
        if (port->kind == RUN_PORT_INPUT || (port->in_writes ? use->writes : use->reads)) {
            found = use; /* of equal slots the reads come first, the writes last */
            if (!port->in_writes) {
                break;
            }
        }
    }
    return found;
}

static uint64_t align_down(uint64_t value, uint64_t alignment)
{
    return alignment ? value / alignment * alignment : value;
}

static VkDescriptorBufferInfo buffer_window(const run_synth_pass *pass, const run_port *port,
                                            const fusor_vulkan_use *use, uint32_t instance)
{
    const VkPhysicalDeviceLimits *limits = &pass->synth->gpu->properties.limits;
    uint64_t alignment = port->kind == RUN_PORT_UNIFORM ? limits->minUniformBufferOffsetAlignment
                                                        : limits->minStorageBufferOffsetAlignment;
    uint64_t offset = align_down(port->first_byte, alignment);
    return (VkDescriptorBufferInfo){.buffer = use->buffers[instance],
                                    .offset = offset,
                                    .range = port->first_byte - offset + port->words * 4ull};
}

static VkResult make_view(run_synth_pass *pass, const run_port *port, const fusor_vulkan_use *use,
                          uint32_t instance, VkImageView *out)
{
    static const VkImageAspectFlags ASPECTS[] = {
        0, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_ASPECT_DEPTH_BIT, 0, VK_IMAGE_ASPECT_STENCIL_BIT};
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = use->images[instance],
        .viewType = port->is_3d ? VK_IMAGE_VIEW_TYPE_3D : VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        .format = (VkFormat)port->format.format,
        .subresourceRange = {ASPECTS[port->format.aspect], port->mip, 1,
                             port->is_3d ? 0 : port->first_layer, port->is_3d ? 1 : port->layers}};
    VkResult result = vkCreateImageView(pass->synth->gpu->handle, &info, NULL, out);
    if (result == VK_SUCCESS) {
        pass->views = run_resize(pass->views, pass->view_count + 1ull, sizeof *pass->views);
        pass->views[pass->view_count++] = *out;
    }
    return result;
}

static VkResult write_image(run_synth_pass *pass, const run_port *port, uint32_t instance,
                            VkWriteDescriptorSet write)
{
    const fusor_vulkan_use *use = run_synth_find_use(pass->info, port);
    VkDescriptorImageInfo image = {.imageLayout = use->layout};
    VkResult result = VK_SUCCESS;
    if (port->kind == RUN_PORT_INPUT) {
        image.imageView = use->views[instance];
    } else {
        result = make_view(pass, port, use, instance, &image.imageView);
    }
    write.descriptorType = port->kind == RUN_PORT_INPUT     ? VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT
                           : port->kind == RUN_PORT_SAMPLED ? VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE
                                                            : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    write.pImageInfo = &image;
    if (result == VK_SUCCESS) {
        vkUpdateDescriptorSets(pass->synth->gpu->handle, 1, &write, 0, NULL);
    }
    return result;
}

static void write_buffer(run_synth_pass *pass, const run_synth_job *job, uint32_t index,
                         uint32_t instance, VkWriteDescriptorSet write)
{
    const run_port *port = job->job->ports[index];
    VkDescriptorBufferInfo window = {.buffer = job->scratch[index].handle, .range = VK_WHOLE_SIZE};
    if (!port->copied && !port->aside) {
        window = buffer_window(pass, port, run_synth_find_use(pass->info, port), instance);
    }
    write.descriptorType = port->kind == RUN_PORT_UNIFORM ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                          : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &window;
    vkUpdateDescriptorSets(pass->synth->gpu->handle, 1, &write, 0, NULL);
}

static VkResult write_port(run_synth_pass *pass, const run_synth_job *job, uint32_t index,
                           uint32_t instance)
{
    const run_port *port = job->job->ports[index];
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = job->sets[instance],
                                  .dstBinding = index + 1,
                                  .descriptorCount = 1};
    if (!run_synth_is_bound(port)) {
        return VK_SUCCESS;
    }
    if (port->kind != RUN_PORT_WORDS && port->kind != RUN_PORT_UNIFORM) {
        return write_image(pass, port, instance, write);
    }
    write_buffer(pass, job, index, instance, write);
    return VK_SUCCESS;
}

static VkResult write_set(run_synth_pass *pass, const run_synth_job *job, uint32_t instance)
{
    const VkDescriptorBufferInfo params = {.buffer = pass->synth->params.handle,
                                           .range = VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = job->sets[instance],
                                        .descriptorCount = 1,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                        .pBufferInfo = &params};
    vkUpdateDescriptorSets(pass->synth->gpu->handle, 1, &write, 0, NULL);
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < job->job->port_count && result == VK_SUCCESS; i++) {
        result = write_port(pass, job, i, instance);
    }
    return result;
}

/* ------------------------------------------------------------------------------------- parameters */

static uint32_t element_count(const run_port *port)
{
    switch (port->kind) {
    case RUN_PORT_WORDS:
        return port->words;
    case RUN_PORT_UNIFORM:
        return port->words < 4 ? 1 : port->words / 4;
    default:
        return port->extent[0] * port->extent[1] * port->extent[2] * port->samples;
    }
}

static uint32_t group_count(const run_port *port)
{
    uint64_t stride = port->stride ? port->stride : 1;
    return (uint32_t)((element_count(port) + stride - 1) / stride);
}

static void set_port_params(const run_synth_pass *pass, const run_port *port, uint32_t *words)
{
    uint64_t alignment = pass->synth->gpu->properties.limits.minStorageBufferOffsetAlignment;
    uint64_t first = port->first_byte - align_down(port->first_byte, alignment);
    bool is_image = port->image.id != 0;
    words[RUN_PORT_ARG_FIRST] = is_image                      ? port->extent[0]
                                : port->copied || port->aside ? 0
                                                              : (uint32_t)(first / 4);
    words[RUN_PORT_ARG_COUNT] = element_count(port);
    words[RUN_PORT_ARG_HEIGHT] = port->extent[1];
    words[RUN_PORT_ARG_GROUPS] = group_count(port);
    words[RUN_PORT_ARG_STRIDE] = port->stride ? port->stride : 1;
    words[RUN_PORT_ARG_PICK] = port->pick;
    run_magic_of(is_image ? port->extent[0] : 1, words + RUN_PORT_ARG_WIDTH_MAGIC);
    run_magic_of(is_image ? port->extent[1] : 1, words + RUN_PORT_ARG_HEIGHT_MAGIC);
    run_magic_of(element_count(port) ? element_count(port) : 1, words + RUN_PORT_ARG_COUNT_MAGIC);
}

static uint32_t command_count(const run_job *job)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->indirect_count; i++) {
        count += run_jobs_command_count(job->indirect[i], 12);
    }
    return count ? count : 1;
}

static VkResult set_params(run_synth_pass *pass, run_synth_job *job)
{
    const run_program *program = pass->program;
    run_synth *synth = pass->synth;
    uint32_t count = RUN_ARG_PORTS + job->job->port_count * RUN_PORT_ARG_WORDS;
    if (synth->param_count + count > RUN_SYNTH_PARAM_BYTES / 4) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    uint32_t *words = (uint32_t *)synth->params.mapped + synth->param_count;
    job->params = synth->param_count;
    synth->param_count += count;
    words[RUN_ARG_SEED] = program->seed;
    words[RUN_ARG_TOTAL] = job->job->vertex_count;
    for (uint32_t i = 0; i < 4; i++) {
        words[RUN_ARG_AREA + i] = program->area[i];
    }
    words[RUN_ARG_LAYERS] = program->layers;
    words[RUN_ARG_COMMANDS] = command_count(job->job);
    words[RUN_ARG_QUADS] = (program->area[2] * program->area[3] + 3) / 4;
    run_magic_of(words[RUN_ARG_QUADS] ? words[RUN_ARG_QUADS] : 1, words + RUN_ARG_QUADS_MAGIC);
    run_magic_of(program->area[2] ? program->area[2] : 1, words + RUN_ARG_WIDTH_MAGIC);
    for (uint32_t i = 0; i < job->job->port_count; i++) {
        set_port_params(pass, job->job->ports[i],
                        words + RUN_ARG_PORTS + (size_t)i * RUN_PORT_ARG_WORDS);
    }
    if (job->job->kind == RUN_JOB_COMPUTE) {
        const run_port *out = job->job->ports[job->job->port_count - 1];
        uint32_t groups = (group_count(out) + 63) / 64;
        job->groups = groups < 65535 ? groups : 65535;
    }
    return VK_SUCCESS;
}

/* ------------------------------------------------------------------------------------------- sets */

static VkResult make_pool(run_synth_pass *pass)
{
    static const VkDescriptorType TYPES[5] = {
        VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
        VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
        VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT};
    uint32_t ports = pass->jobs.count, sets = pass->jobs.count * pass->info->instance_count;
    for (uint32_t i = 0; i < pass->jobs.count; i++) {
        ports += pass->jobs.data[i].port_count;
    }
    VkDescriptorPoolSize sizes[5];
    for (uint32_t i = 0; i < 5; i++) {
        sizes[i] = (VkDescriptorPoolSize){TYPES[i], ports * pass->info->instance_count};
    }
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = sets,
                                             .poolSizeCount = 5,
                                             .pPoolSizes = sizes};
    return vkCreateDescriptorPool(pass->synth->gpu->handle, &info, NULL, &pass->pool);
}

static VkResult make_sets(run_synth_pass *pass, run_synth_job *job)
{
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < pass->info->instance_count && result == VK_SUCCESS; i++) {
        const VkDescriptorSetAllocateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
            .descriptorPool = pass->pool,
            .descriptorSetCount = 1,
            .pSetLayouts = &job->pipeline->set_layout};
        result = vkAllocateDescriptorSets(pass->synth->gpu->handle, &info, &job->sets[i]);
        if (result == VK_SUCCESS) {
            result = write_set(pass, job, i);
        }
    }
    return result;
}

static VkResult make_scratch(run_synth_pass *pass, run_synth_job *job)
{
    const VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                     VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                     VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < job->job->port_count && result == VK_SUCCESS; i++) {
        const run_port *port = job->job->ports[i];
        if (port->copied || port->aside) {
            result = run_gpu_make_buffer(pass->synth->gpu, port->words * 4ull, usage, false,
                                         &job->scratch[i]);
        }
    }
    return result;
}

static VkResult make_job(run_synth_pass *pass, run_synth_job *job, const run_job *desc)
{
    run_arena *arena = pass->synth->arena;
    run_pipeline *pipeline = NULL;
    job->job = desc;
    job->sets = run_arena_array(arena, pass->info->instance_count, sizeof *job->sets);
    job->scratch = run_arena_array(arena, desc->port_count + 1ull, sizeof *job->scratch);
    VkResult result = run_synth_make_pipeline(pass, desc, &pipeline);
    job->pipeline = pipeline;
    if (result == VK_SUCCESS) {
        result = make_scratch(pass, job);
    }
    if (result == VK_SUCCESS) {
        result = set_params(pass, job);
    }
    return result == VK_SUCCESS ? make_sets(pass, job) : result;
}

VkResult run_synth_bind_jobs(run_synth_pass *pass)
{
    pass->data = run_arena_array(pass->synth->arena, pass->jobs.count, sizeof *pass->data);
    VkResult result = pass->jobs.count ? make_pool(pass) : VK_SUCCESS;
    for (uint32_t i = 0; i < pass->jobs.count && result == VK_SUCCESS; i++) {
        result = make_job(pass, &pass->data[i], &pass->jobs.data[i]);
    }
    return result;
}

void run_synth_unbind_jobs(run_synth_pass *pass)
{
    const run_gpu *gpu = pass->synth->gpu;
    for (uint32_t i = 0; i < pass->view_count; i++) {
        vkDestroyImageView(gpu->handle, pass->views[i], NULL);
    }
    for (uint32_t i = 0; pass->data && i < pass->jobs.count; i++) {
        for (uint32_t p = 0; pass->data[i].job && p < pass->data[i].job->port_count; p++) {
            run_gpu_free_buffer(gpu, &pass->data[i].scratch[p]);
        }
    }
    vkDestroyDescriptorPool(gpu->handle, pass->pool, NULL);
    free(pass->views);
    pass->views = NULL;
    pass->view_count = 0;
    pass->data = NULL;
    pass->pool = VK_NULL_HANDLE;
}
