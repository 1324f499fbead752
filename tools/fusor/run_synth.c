/* In: programs and an executor. Out: bound callbacks that make and record the programs' jobs.
 * Promised: a pass that cannot be run on the device is refused with a reason, before anything runs. */
#include "run_synth.h"

typedef struct port_counts {
    uint32_t storage_buffers, uniform_buffers, sampled, storage_images, inputs;
} port_counts;

static port_counts count_ports(const run_job *job)
{
    port_counts counts = {.storage_buffers = 1}; /* the parameters */
    for (uint32_t i = 0; i < job->port_count; i++) {
        run_port_kind kind = job->ports[i]->kind;
        counts.storage_buffers += kind == RUN_PORT_WORDS;
        counts.uniform_buffers += kind == RUN_PORT_UNIFORM;
        counts.sampled += kind == RUN_PORT_SAMPLED;
        counts.storage_images += kind == RUN_PORT_STORAGE;
        counts.inputs += kind == RUN_PORT_INPUT;
    }
    return counts;
}

/* NULL: the job fits. */
static const char *check_counts(const run_synth *synth, const run_job *job)
{
    const VkPhysicalDeviceLimits *limits = &synth->gpu->properties.limits;
    port_counts counts = count_ports(job);
    if (counts.storage_buffers > limits->maxPerStageDescriptorStorageBuffers) {
        return "too many storage buffers for one shader of this device";
    }
    if (counts.uniform_buffers > limits->maxPerStageDescriptorUniformBuffers) {
        return "too many uniform windows for one shader of this device";
    }
    if (counts.sampled > limits->maxPerStageDescriptorSampledImages) {
        return "too many sampled images for one shader of this device";
    }
    if (counts.storage_images > limits->maxPerStageDescriptorStorageImages) {
        return "too many storage images for one shader of this device";
    }
    if (counts.inputs > limits->maxPerStageDescriptorInputAttachments) {
        return "too many input attachments for one shader of this device";
    }
    return NULL;
}

static const char *check_port(const run_synth *synth, const run_port *port)
{
    const VkPhysicalDeviceFeatures *features = &synth->gpu->features;
    uint32_t format = port->kind == RUN_PORT_STORAGE ? run_format_spirv(port->format.format) : 1;
    bool reads = !port->fill || port->fill == RUN_FILL_UPDATE;
    if (!format && reads && !features->shaderStorageImageReadWithoutFormat) {
        return "the device cannot read storage images of this format in a shader";
    }
    if (!format && port->fill && !features->shaderStorageImageWriteWithoutFormat) {
        return "the device cannot write storage images of this format in a shader";
    }
    if (format && run_format_spirv_extended(format) &&
        !features->shaderStorageImageExtendedFormats) {
        return "the device has no storage images of this format";
    }
    if (port->kind == RUN_PORT_STORAGE && port->samples > 1 &&
        !features->shaderStorageImageMultisample) {
        return "the device has no multisampled storage images";
    }
    uint64_t alignment = synth->gpu->properties.limits.minUniformBufferOffsetAlignment;
    if (port->kind == RUN_PORT_UNIFORM && alignment && port->first_byte % alignment) {
        return "a uniform range begins where the device cannot bind it";
    }
    if (port->kind == RUN_PORT_INDIRECT && !features->drawIndirectFirstInstance) {
        return "the device has no first instance in indirect draws";
    }
    return NULL;
}

static const char *check_pass(const run_synth *synth, const run_synth_pass *pass)
{
    const char *wrong = NULL;
    for (uint32_t i = 0; i < pass->program->port_count && !wrong; i++) {
        const run_port *port = &pass->program->ports[i];
        wrong = check_port(synth, port);
        if (pass->program->kind == FUSOR_PASS_RASTER && port->kind != RUN_PORT_COLOR &&
            port->fill && !synth->gpu->features.fragmentStoresAndAtomics) {
            wrong = "the device's fragment shaders cannot write storage";
        }
    }
    for (uint32_t i = 0; i < pass->jobs.count && !wrong; i++) {
        wrong = check_counts(synth, &pass->jobs.data[i]);
    }
    return wrong;
}

static fusor_result prepare(void *user, const fusor_vulkan_prepare_info *info)
{
    run_synth_pass *pass = user;
    run_synth *synth = pass->synth;
    run_synth_unbind_jobs(pass);
    pass->info = info;
    const char *wrong = check_pass(synth, pass);
    VkResult result = wrong ? VK_SUCCESS : run_synth_bind_jobs(pass);
    if (result != VK_SUCCESS) {
        wrong = result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY
                    ? "out of memory for its pipelines"
                    : "the device makes no pipeline for it";
    }
    if (wrong && !synth->refusal) {
        synth->refusal =
            run_arena_text(synth->arena, "pass \"%s\": %s", pass->program->name, wrong);
    }
    return wrong ? FUSOR_ERROR_UNSUPPORTED : FUSOR_OK;
}

VkResult run_synth_init(run_synth *synth, run_pipelines *pipelines, const run_program *programs,
                        uint32_t count)
{
    run_arena *arena = pipelines->arena;
    *synth = (run_synth){
        .arena = arena, .gpu = pipelines->gpu, .pipelines = pipelines, .pass_count = count};
    synth->passes = run_arena_array(arena, count, sizeof *synth->passes);
    for (uint32_t i = 0; i < count; i++) {
        synth->passes[i] = (run_synth_pass){.synth = synth, .program = &programs[i]};
        run_jobs_make(arena, &programs[i], &synth->passes[i].jobs);
    }
    return run_gpu_make_buffer(synth->gpu, RUN_SYNTH_PARAM_BYTES,
                               VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, true, &synth->params);
}

void run_synth_finish(run_synth *synth)
{
    if (!synth->gpu) {
        return;
    }
    for (uint32_t i = 0; i < synth->pass_count; i++) {
        run_synth_unbind_jobs(&synth->passes[i]);
    }
    run_gpu_free_buffer(synth->gpu, &synth->params);
    *synth = (run_synth){0};
}

fusor_result run_synth_bind(run_synth *synth, fusor_vulkan *vk)
{
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; i < synth->pass_count && result == FUSOR_OK; i++) {
        if (synth->passes[i].program->kind != FUSOR_PASS_COPY) {
            const fusor_vulkan_pass callbacks = {
                .prepare_fn = prepare, .record_fn = run_synth_record, .user = &synth->passes[i]};
            result = fusor_vulkan_bind_pass(vk, (fusor_pass){i + 1}, &callbacks);
        }
    }
    return result;
}
