/* In: a job and what its pass is prepared for. Out: a pipeline.
 * Promised: colours of other members of the subpass are masked out; a job without depth or stencil of
 * its own leaves both alone. */
#include <stdlib.h>
#include <string.h>

#include "run_synth.h"

bool run_synth_is_bound(const run_port *port)
{
    return port->kind != RUN_PORT_COLOR && port->kind != RUN_PORT_VERTEX &&
           port->kind != RUN_PORT_INDEX && port->kind != RUN_PORT_INDIRECT;
}

static VkDescriptorType descriptor_type(const run_port *port)
{
    switch (port->kind) {
    case RUN_PORT_SAMPLED:
        return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case RUN_PORT_STORAGE:
        return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case RUN_PORT_INPUT:
        return VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT;
    case RUN_PORT_UNIFORM:
        return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    default:
        return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    }
}

static VkShaderStageFlags job_stages(const run_job *job)
{
    return job->kind == RUN_JOB_COMPUTE  ? VK_SHADER_STAGE_COMPUTE_BIT
           : job->kind == RUN_JOB_POINTS ? VK_SHADER_STAGE_VERTEX_BIT
                                         : VK_SHADER_STAGE_FRAGMENT_BIT;
}

/* Binding 0 is the parameters, of every stage. */
static VkResult make_set_layout(const run_gpu *gpu, const run_job *job, VkDescriptorSetLayout *out)
{
    VkDescriptorSetLayoutBinding *bindings =
        run_resize(NULL, job->port_count + 1ull, sizeof *bindings);
    uint32_t count = 1;
    bindings[0] = (VkDescriptorSetLayoutBinding){
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .descriptorCount = 1,
        .stageFlags = job->kind == RUN_JOB_COMPUTE ? VK_SHADER_STAGE_COMPUTE_BIT
                                                   : VK_SHADER_STAGE_ALL_GRAPHICS};
    for (uint32_t i = 0; i < job->port_count; i++) {
        if (run_synth_is_bound(job->ports[i])) {
            bindings[count++] =
                (VkDescriptorSetLayoutBinding){.binding = i + 1,
                                               .descriptorType = descriptor_type(job->ports[i]),
                                               .descriptorCount = 1,
                                               .stageFlags = job_stages(job)};
        }
    }
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = count,
        .pBindings = bindings};
    VkResult result = vkCreateDescriptorSetLayout(gpu->handle, &info, NULL, out);
    free(bindings);
    return result;
}

static VkResult make_layouts(const run_gpu *gpu, const run_job *job, run_pipeline *out)
{
    VkResult result = make_set_layout(gpu, job, &out->set_layout);
    if (result != VK_SUCCESS) {
        return result;
    }
    const VkPushConstantRange range = {.stageFlags = job->kind == RUN_JOB_COMPUTE
                                                         ? VK_SHADER_STAGE_COMPUTE_BIT
                                                         : VK_SHADER_STAGE_ALL_GRAPHICS,
                                       .size = 8};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = 1,
                                             .pSetLayouts = &out->set_layout,
                                             .pushConstantRangeCount = 1,
                                             .pPushConstantRanges = &range};
    return vkCreatePipelineLayout(gpu->handle, &info, NULL, &out->layout);
}

static VkResult make_module(const run_gpu *gpu, const run_words *words, VkShaderModule *out)
{
    const VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                           .codeSize = words->count * sizeof(uint32_t),
                                           .pCode = words->data};
    return vkCreateShaderModule(gpu->handle, &info, NULL, out);
}

static VkPipelineShaderStageCreateInfo stage_info(VkShaderStageFlagBits stage,
                                                  VkShaderModule module)
{
    return (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = stage,
        .module = module,
        .pName = "main"};
}

/* ----------------------------------------------------------------------------------------- sharing */

VkResult run_pipelines_init(run_pipelines *pipelines, run_arena *arena, const run_gpu *gpu)
{
    const VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    *pipelines = (run_pipelines){.arena = arena, .gpu = gpu};
    return vkCreatePipelineCache(gpu->handle, &info, NULL, &pipelines->cache);
}

void run_pipelines_finish(run_pipelines *pipelines)
{
    if (!pipelines->gpu) {
        return;
    }
    VkDevice device = pipelines->gpu->handle;
    for (uint32_t i = 0; i < pipelines->count; i++) {
        run_pipeline *pipeline = pipelines->data[i];
        vkDestroyPipeline(device, pipeline->handle, NULL);
        vkDestroyPipelineLayout(device, pipeline->layout, NULL);
        vkDestroyDescriptorSetLayout(device, pipeline->set_layout, NULL);
        run_words_finish(&pipeline->key);
    }
    vkDestroyPipelineCache(device, pipelines->cache, NULL);
    free(pipelines->data);
    *pipelines = (run_pipelines){0};
}

static run_pipeline *find_pipeline(const run_pipelines *pipelines, const run_words *key)
{
    for (uint32_t i = 0; i < pipelines->count; i++) {
        run_pipeline *have = pipelines->data[i];
        if (have->key.count == key->count &&
            !memcmp(have->key.data, key->data, key->count * sizeof(uint32_t))) {
            return have;
        }
    }
    return NULL;
}

/* Takes the key over. */
static run_pipeline *add_pipeline(run_pipelines *pipelines, const run_words *key)
{
    if (pipelines->count == pipelines->capacity) {
        pipelines->capacity = pipelines->capacity * 2 + 16;
        pipelines->data = run_resize(pipelines->data, pipelines->capacity, sizeof *pipelines->data);
    }
    run_pipeline *pipeline = run_arena_alloc(pipelines->arena, sizeof *pipeline);
    pipeline->key = *key;
    pipelines->data[pipelines->count++] = pipeline;
    return pipeline;
}

/* ---------------------------------------------------------------------------------------- compute */

static VkResult create_compute(const run_pipelines *pipelines, const run_job *job,
                               run_pipeline *out)
{
    VkShaderModule module = VK_NULL_HANDLE;
    VkResult result = make_layouts(pipelines->gpu, job, out);
    if (result == VK_SUCCESS) {
        result = make_module(pipelines->gpu, &out->key, &module);
    }
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = stage_info(VK_SHADER_STAGE_COMPUTE_BIT, module),
        .layout = out->layout};
    if (result == VK_SUCCESS) {
        result = vkCreateComputePipelines(pipelines->gpu->handle, pipelines->cache, 1, &info, NULL,
                                          &out->handle);
    }
    vkDestroyShaderModule(pipelines->gpu->handle, module, NULL);
    return result;
}

/* The shader is the key: it says everything about a compute job's layout too. */
static VkResult make_compute(run_pipelines *pipelines, const run_job *job, run_pipeline **out)
{
    const run_shader shader = {.stage = RUN_STAGE_COMPUTE,
                               .job = job->kind,
                               .ports = job->ports,
                               .port_count = job->port_count,
                               .indirect = job->indirect_count > 0};
    run_words words = run_shader_make(&shader);
    *out = find_pipeline(pipelines, &words);
    if (*out) {
        run_words_finish(&words);
        return VK_SUCCESS;
    }
    *out = add_pipeline(pipelines, &words);
    return create_compute(pipelines, job, *out);
}

/* ----------------------------------------------------------------------------------------- raster */

static bool toggles(const run_job *job, const run_port *color)
{
    bool over = job->kind == RUN_JOB_POINTS || job->kind == RUN_JOB_MORE ||
                job->kind == RUN_JOB_TEST_DEPTH || job->kind == RUN_JOB_TEST_STENCIL;
    return over ? color->blends : color->fill == RUN_FILL_TOGGLE;
}

/* llvmpipe 25.0.7 lets what a shader does not write reach signed normalized targets though they are
 * masked out (seen 2026-11-29: bits that change from run to run): all outputs get a value. */
static uint32_t add_idle_colors(const run_synth_pass *pass, run_shader_color *out, uint32_t count)
{
    const fusor_vulkan_prepare_info *info = pass->info;
    uint32_t used = 0, active = count;
    for (uint32_t i = 0; i < active; i++) {
        used |= 1u << out[i].location;
    }
    for (uint32_t i = 0; i < info->color_count; i++) {
        run_shader_color idle = {.location = i, .idle = true};
        fusor_format format = (fusor_format)info->color_formats[i];
        if (!(used >> i & 1) && format && run_format_get(format, 0, &idle.format)) {
            out[count++] = idle;
        }
    }
    return count;
}

static uint32_t collect_colors(const run_synth_pass *pass, const run_job *job,
                               run_shader_color *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->color_count; i++) {
        const run_port *color = job->colors[i];
        uint32_t location = pass->info->color_map[color->slot];
        if (location != FUSOR_NONE) {
            out[count++] = (run_shader_color){.location = location,
                                              .slot = color->slot,
                                              .toggle = toggles(job, color),
                                              .format = color->format};
        }
    }
    return add_idle_colors(pass, out, count);
}

/* 4-word attributes in the high half, single words in the low one. */
uint32_t run_synth_attribute_words(const run_port *port)
{
    return port->words < RUN_JOB_RECORD_WORDS ? port->words : RUN_JOB_RECORD_WORDS;
}

static run_shader raster_shader(const run_synth_pass *pass, const run_job *job, run_stage stage,
                                const run_shader_color *colors, uint32_t color_count)
{
    bool points = job->kind == RUN_JOB_POINTS;
    run_shader shader = {.stage = stage, .job = job->kind, .multiview = pass->info->view_mask != 0};
    if (points == (stage == RUN_STAGE_VERTEX)) {
        shader.ports = job->ports;
        shader.port_count = job->port_count;
    }
    if (stage == RUN_STAGE_FRAGMENT) {
        shader.colors = colors;
        shader.color_count = color_count;
        shader.input_map = pass->info->input_map;
        shader.depth = job->depth;
        shader.forced = job->kind == RUN_JOB_TEST_DEPTH || job->kind == RUN_JOB_TEST_STENCIL ||
                        (points && (job->ports[0]->kind == RUN_PORT_INDEX ||
                                    job->ports[0]->kind == RUN_PORT_INDIRECT));
    } else if (points && job->ports[0]->kind == RUN_PORT_VERTEX) {
        shader.vectors = run_synth_attribute_words(job->ports[0]) / 4;
        shader.tail = run_synth_attribute_words(job->ports[0]) % 4;
    }
    return shader;
}

typedef struct raster_state {
    VkVertexInputBindingDescription binding;
    VkVertexInputAttributeDescription attributes[19];
    VkPipelineVertexInputStateCreateInfo vertex;
    VkPipelineColorBlendAttachmentState blends[16];
    VkPipelineDepthStencilStateCreateInfo depth;
} raster_state;

static void set_vertex_input(const run_shader *shader, raster_state *state)
{
    state->vertex = (VkPipelineVertexInputStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    uint32_t count = shader->vectors + shader->tail;
    if (!count) {
        return;
    }
    state->binding.stride = shader->vectors * 16 + shader->tail * 4;
    for (uint32_t i = 0; i < count; i++) {
        bool wide = i < shader->vectors;
        state->attributes[i] = (VkVertexInputAttributeDescription){
            .location = i,
            .format = wide ? VK_FORMAT_R32G32B32A32_UINT : VK_FORMAT_R32_UINT,
            .offset = wide ? i * 16 : shader->vectors * 16 + (i - shader->vectors) * 4};
    }
    state->vertex.vertexBindingDescriptionCount = 1;
    state->vertex.pVertexBindingDescriptions = &state->binding;
    state->vertex.vertexAttributeDescriptionCount = count;
    state->vertex.pVertexAttributeDescriptions = state->attributes;
}

/* toggle: new × (1 − old) + old × (1 − new) with new 0 or 1: old, or 1 − old. */
static void set_blends(const run_shader_color *colors, uint32_t count, raster_state *state)
{
    for (uint32_t i = 0; i < count; i++) {
        VkPipelineColorBlendAttachmentState *blend = &state->blends[colors[i].location];
        *blend = (VkPipelineColorBlendAttachmentState){
            .blendEnable = colors[i].toggle,
            .srcColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR,
            .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR,
            .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,
            .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
            .colorWriteMask = colors[i].idle ? 0 : 0xf};
    }
}

static void set_depth_stencil(const run_job *job, raster_state *state)
{
    bool tests_depth = job->kind == RUN_JOB_TEST_DEPTH,
         tests_stencil = job->kind == RUN_JOB_TEST_STENCIL;
    bool inverts = job->kind == RUN_JOB_STENCIL, resets = job->reset_stencil;
    VkStencilOpState stencil = {.compareOp =
                                    tests_stencil ? VK_COMPARE_OP_EQUAL : VK_COMPARE_OP_ALWAYS,
                                .passOp = inverts  ? VK_STENCIL_OP_INVERT
                                          : resets ? VK_STENCIL_OP_REPLACE
                                                   : VK_STENCIL_OP_KEEP,
                                .compareMask = 0xff,
                                .writeMask = inverts || resets ? 0xff : 0,
                                .reference = tests_stencil ? 0xff : 0};
    state->depth = (VkPipelineDepthStencilStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = job->depth || tests_depth,
        .depthWriteEnable = job->depth,
        .depthCompareOp = tests_depth ? VK_COMPARE_OP_EQUAL : VK_COMPARE_OP_ALWAYS,
        .stencilTestEnable = tests_stencil || inverts || resets,
        .front = stencil,
        .back = stencil};
}

static VkResult create_raster(const run_synth_pass *pass, const run_job *job, raster_state *state,
                              const VkPipelineShaderStageCreateInfo stages[2], run_pipeline *out)
{
    const fusor_vulkan_prepare_info *info = pass->info;
    static const VkDynamicState DYNAMIC[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR,
                                             VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK};
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = job->kind == RUN_JOB_POINTS ? VK_PRIMITIVE_TOPOLOGY_POINT_LIST
                                                : VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .scissorCount = 1};
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1.0f};
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = info->samples};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = info->color_count,
        .pAttachments = state->blends};
    const VkPipelineDynamicStateCreateInfo dynamic = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = job->kind == RUN_JOB_TEST_STENCIL ? 3 : 2,
        .pDynamicStates = DYNAMIC};
    const VkGraphicsPipelineCreateInfo create = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .stageCount = 2,
        .pStages = stages,
        .pVertexInputState = &state->vertex,
        .pInputAssemblyState = &assembly,
        .pViewportState = &viewport,
        .pRasterizationState = &raster,
        .pMultisampleState = &samples,
        .pDepthStencilState = &state->depth,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic,
        .layout = out->layout,
        .renderPass = info->render_pass,
        .subpass = info->subpass};
    return vkCreateGraphicsPipelines(pass->synth->gpu->handle, pass->synth->pipelines->cache, 1,
                                     &create, NULL, &out->handle);
}

/* Pipelines fit every render pass of one subpass with equal formats and samples (Vulkan 1.3, 8.2),
 * input attachments left aside. */
static bool is_shareable(const run_synth_pass *pass)
{
    const fusor_plan *plan = pass->synth->plan;
    const fusor_plan_pass *planned = &plan->passes[pass->info->pass.id - 1];
    for (uint32_t i = 0; i < pass->program->port_count; i++) {
        if (pass->program->ports[i].kind == RUN_PORT_INPUT) {
            return false;
        }
    }
    return planned->group != FUSOR_NONE && plan->groups[planned->group].members.count == 1 &&
           plan->groups[planned->group].subpasses.count == 1;
}

static void add_block(run_words *key, const void *data, size_t size)
{
    const uint32_t *words = data;
    for (size_t i = 0; i < size / sizeof *words; i++) {
        run_words_add(key, words[i]);
    }
}

static run_words make_key(run_synth_pass *pass, const run_job *job, const raster_state *state,
                          const run_words shaders[2])
{
    const fusor_vulkan_prepare_info *info = pass->info;
    run_words key = {0};
    run_words_add(&key, shaders[0].count); /* never a compute shader's first word */
    run_words_append(&key, &shaders[0]);
    run_words_append(&key, &shaders[1]);
    add_block(&key, state->blends, sizeof state->blends);
    run_words_add(&key, (uint32_t)job->kind);
    run_words_add(&key, job->depth + job->reset_stencil * 2u);
    add_block(&key, info->color_formats, info->color_count * sizeof *info->color_formats);
    run_words_add(&key, (uint32_t)info->depth_stencil_format);
    run_words_add(&key, info->samples);
    run_words_add(&key, info->view_mask);
    run_words_add(&key, is_shareable(pass) ? 0 : ++pass->synth->pipelines->unshared);
    return key;
}

static VkResult create_stages(run_synth_pass *pass, const run_job *job, raster_state *state,
                              const run_words shaders[2], run_pipeline *out)
{
    const run_gpu *gpu = pass->synth->gpu;
    VkShaderModule modules[2] = {VK_NULL_HANDLE, VK_NULL_HANDLE};
    VkResult result = make_layouts(gpu, job, out);
    for (uint32_t i = 0; i < 2 && result == VK_SUCCESS; i++) {
        result = make_module(gpu, &shaders[i], &modules[i]);
    }
    const VkPipelineShaderStageCreateInfo stages[2] = {
        stage_info(VK_SHADER_STAGE_VERTEX_BIT, modules[0]),
        stage_info(VK_SHADER_STAGE_FRAGMENT_BIT, modules[1])};
    if (result == VK_SUCCESS) {
        result = create_raster(pass, job, state, stages, out);
    }
    vkDestroyShaderModule(gpu->handle, modules[0], NULL);
    vkDestroyShaderModule(gpu->handle, modules[1], NULL);
    return result;
}

static VkResult make_raster(run_synth_pass *pass, const run_job *job, run_pipeline **out)
{
    run_shader_color colors[16];
    raster_state state = {0};
    uint32_t count = collect_colors(pass, job, colors);
    run_shader vertex = raster_shader(pass, job, RUN_STAGE_VERTEX, colors, count);
    run_shader fragment = raster_shader(pass, job, RUN_STAGE_FRAGMENT, colors, count);
    run_words shaders[2] = {run_shader_make(&vertex), run_shader_make(&fragment)};
    set_vertex_input(&vertex, &state);
    set_blends(colors, count, &state);
    set_depth_stencil(job, &state);
    run_words key = make_key(pass, job, &state, shaders);
    VkResult result = VK_SUCCESS;
    *out = find_pipeline(pass->synth->pipelines, &key);
    if (*out) {
        run_words_finish(&key);
    } else {
        *out = add_pipeline(pass->synth->pipelines, &key);
        result = create_stages(pass, job, &state, shaders, *out);
    }
    run_words_finish(&shaders[0]);
    run_words_finish(&shaders[1]);
    return result;
}

VkResult run_synth_make_pipeline(run_synth_pass *pass, const run_job *job, run_pipeline **out)
{
    return job->kind == RUN_JOB_COMPUTE ? make_compute(pass->synth->pipelines, job, out)
                                        : make_raster(pass, job, out);
}
