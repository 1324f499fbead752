/* demo_pipelines.c: a pass's pipelines for the render pass and subpass that it was given.
 * In: a row of the table and fusor's prepare info. Out: one pipeline, or one a material.
 * Promised: nothing but the info decides what the pipelines are built against. */
#include "demo_pass.h"

#include <stddef.h>

#define COLORS_MAX 8u

typedef struct fixed_function {
    VkPipelineVertexInputStateCreateInfo vertex_input;
    VkPipelineInputAssemblyStateCreateInfo assembly;
    VkPipelineViewportStateCreateInfo viewport_state;
    VkPipelineRasterizationStateCreateInfo rasterization;
    VkPipelineMultisampleStateCreateInfo multisample;
    VkPipelineDepthStencilStateCreateInfo depth;
    VkPipelineColorBlendStateCreateInfo blend;
    VkViewport viewport;
    VkRect2D scissor;
    VkPipelineColorBlendAttachmentState attachments[COLORS_MAX];
} fixed_function;

static VkResult make_module(const demo_gpu *gpu, demo_shader shader, VkShaderModule *out)
{
    VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                     .codeSize = shader.size_bytes,
                                     .pCode = shader.words};
    *out = VK_NULL_HANDLE;
    return shader.words == NULL ? VK_SUCCESS
                                : gpu->CreateShaderModule(gpu->device, &info, NULL, out);
}

/* Shadows need positions alone. */
static void set_vertex_input(const demo_pass_row *row, fixed_function *state)
{
    static const VkVertexInputBindingDescription binding = {0, sizeof(demo_vertex),
                                                            VK_VERTEX_INPUT_RATE_VERTEX};
    static const VkVertexInputAttributeDescription attributes[3] = {
        {0, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(demo_vertex, position)},
        {1, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(demo_vertex, normal)},
        {2, 0, VK_FORMAT_R32_SFLOAT, offsetof(demo_vertex, openness)}};
    bool meshes = row->geometry == DEMO_GEOMETRY_MESHES;
    uint32_t attribute_count = row->depth == DEMO_DEPTH_SHADOW ? 1 : 3;
    state->vertex_input.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
    state->vertex_input.vertexBindingDescriptionCount = meshes ? 1 : 0;
    state->vertex_input.pVertexBindingDescriptions = &binding;
    state->vertex_input.vertexAttributeDescriptionCount = meshes ? attribute_count : 0;
    state->vertex_input.pVertexAttributeDescriptions = attributes;
    state->assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
    state->assembly.topology = row->geometry == DEMO_GEOMETRY_QUADS
                                   ? VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP
                                   : VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
}

static void set_viewport(VkExtent2D extent, fixed_function *state)
{
    state->viewport.width = (float)extent.width;
    state->viewport.height = (float)extent.height;
    state->viewport.maxDepth = 1.0f;
    state->scissor.extent = extent;
    state->viewport_state.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
    state->viewport_state.viewportCount = 1;
    state->viewport_state.pViewports = &state->viewport;
    state->viewport_state.scissorCount = 1;
    state->viewport_state.pScissors = &state->scissor;
}

static void set_rasterization(const demo_pass_row *row, VkSampleCountFlagBits samples,
                              fixed_function *state)
{
    bool meshes = row->geometry == DEMO_GEOMETRY_MESHES, shadow = row->depth == DEMO_DEPTH_SHADOW;
    VkPipelineRasterizationStateCreateInfo rasterization = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .cullMode =
            (VkCullModeFlags)(meshes && !shadow ? VK_CULL_MODE_BACK_BIT : VK_CULL_MODE_NONE),
        .frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE,
        .depthBiasEnable = shadow ? VK_TRUE : VK_FALSE,
        .depthBiasConstantFactor = 2.0f,
        .depthBiasSlopeFactor = 1.6f,
        .lineWidth = 1.0f};
    VkPipelineMultisampleStateCreateInfo multisample = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = samples};
    state->rasterization = rasterization;
    state->multisample = multisample;
}

static VkCompareOp compare_of(demo_depth depth)
{
    switch (depth) {
    case DEMO_DEPTH_SHADOW:
        return VK_COMPARE_OP_LESS;
    case DEMO_DEPTH_BACKDROP:
        return VK_COMPARE_OP_EQUAL;
    default:
        return VK_COMPARE_OP_GREATER;
    }
}

static void set_depth(demo_depth depth, fixed_function *state)
{
    bool writes = depth == DEMO_DEPTH_SHADOW || depth == DEMO_DEPTH_WRITE;
    state->depth.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
    state->depth.depthTestEnable = depth != DEMO_DEPTH_NONE ? VK_TRUE : VK_FALSE;
    state->depth.depthWriteEnable = writes ? VK_TRUE : VK_FALSE;
    state->depth.depthCompareOp = compare_of(depth);
}

static VkPipelineColorBlendAttachmentState blend_of(demo_blend blend)
{
    VkPipelineColorBlendAttachmentState state = {.colorWriteMask = 0xf};
    state.blendEnable = blend != DEMO_BLEND_NONE ? VK_TRUE : VK_FALSE;
    state.srcColorBlendFactor = blend == DEMO_BLEND_BEHIND ? VK_BLEND_FACTOR_DST_ALPHA
                                : blend == DEMO_BLEND_OVER ? VK_BLEND_FACTOR_SRC_ALPHA
                                                           : VK_BLEND_FACTOR_ONE;
    state.dstColorBlendFactor =
        blend == DEMO_BLEND_OVER ? VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA : VK_BLEND_FACTOR_ONE;
    state.srcAlphaBlendFactor = VK_BLEND_FACTOR_ZERO;
    state.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    return state;
}

static uint32_t count_uses(const fusor_vulkan_prepare_info *info, fusor_use_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < info->use_count; i++) {
        count += info->uses[i].as == kind ? 1u : 0u;
    }
    return count;
}

/* Colours of the subpass that are none of this pass keep a write mask of 0. */
static bool set_blend(const demo_pass_row *row, const fusor_vulkan_prepare_info *info,
                      fixed_function *state)
{
    uint32_t own = count_uses(info, FUSOR_USE_COLOR);
    if (info->color_count > COLORS_MAX || own > info->color_count) {
        return false;
    }
    for (uint32_t i = 0; i < own; i++) {
        state->attachments[i] = blend_of(row->blend);
    }
    state->blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
    state->blend.attachmentCount = info->color_count;
    state->blend.pAttachments = state->attachments;
    return true;
}

/* Else the locations and input indices in the SPIR-V would have to be rewritten. */
static bool maps_are_plain(const fusor_vulkan_prepare_info *info)
{
    for (uint32_t i = 0; i < count_uses(info, FUSOR_USE_COLOR); i++) {
        if (info->color_map[i] != i) {
            return false;
        }
    }
    for (uint32_t i = 0; i < count_uses(info, FUSOR_USE_INPUT); i++) {
        if (info->input_map[i] != i) {
            return false;
        }
    }
    return true;
}

static VkResult make_raster(demo_pass *pass, const fusor_vulkan_prepare_info *info,
                            const fixed_function *state, const VkShaderModule modules[2])
{
    uint32_t count = pass->row.by_material ? DEMO_MATERIAL_COUNT : 1, material = 0;
    VkSpecializationMapEntry entry = {0, 0, sizeof material};
    VkSpecializationInfo constant = {1, &entry, sizeof material, &material};
    VkPipelineShaderStageCreateInfo stages[2] = {
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_VERTEX_BIT,
         .module = modules[0],
         .pName = "main"},
        {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
         .module = modules[1],
         .pName = "main",
         .pSpecializationInfo = pass->row.by_material ? &constant : NULL}};
    VkGraphicsPipelineCreateInfo create = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                           .stageCount = modules[1] != VK_NULL_HANDLE ? 2 : 1,
                                           .pStages = stages,
                                           .pVertexInputState = &state->vertex_input,
                                           .pInputAssemblyState = &state->assembly,
                                           .pViewportState = &state->viewport_state,
                                           .pRasterizationState = &state->rasterization,
                                           .pMultisampleState = &state->multisample,
                                           .pDepthStencilState = &state->depth,
                                           .pColorBlendState = &state->blend,
                                           .layout = pass->layout,
                                           .renderPass = info->render_pass,
                                           .subpass = info->subpass};
    VkResult result = VK_SUCCESS;
    for (; material < count && result == VK_SUCCESS; material++) {
        result = pass->gpu->CreateGraphicsPipelines(pass->gpu->device, VK_NULL_HANDLE, 1, &create,
                                                    NULL, &pass->pipelines[material]);
    }
    return result;
}

static fusor_result make_raster_pipelines(demo_pass *pass, const fusor_vulkan_prepare_info *info)
{
    fixed_function state = {0};
    VkShaderModule modules[2] = {VK_NULL_HANDLE, VK_NULL_HANDLE};
    if (info->render_pass == VK_NULL_HANDLE || !maps_are_plain(info) ||
        !set_blend(&pass->row, info, &state)) {
        return FUSOR_ERROR_UNSUPPORTED;
    }
    set_vertex_input(&pass->row, &state);
    set_viewport(info->extent, &state);
    set_rasterization(&pass->row, info->samples, &state);
    set_depth(pass->row.depth, &state);
    VkResult result = make_module(pass->gpu, pass->row.vertex, &modules[0]);
    if (result == VK_SUCCESS) {
        result = make_module(pass->gpu, pass->row.fragment, &modules[1]);
    }
    if (result == VK_SUCCESS) {
        result = make_raster(pass, info, &state, modules);
    }
    pass->gpu->DestroyShaderModule(pass->gpu->device, modules[0], NULL);
    pass->gpu->DestroyShaderModule(pass->gpu->device, modules[1], NULL);
    return result == VK_SUCCESS ? FUSOR_OK : FUSOR_ERROR_BACK_END;
}

static fusor_result make_compute_pipeline(demo_pass *pass)
{
    VkShaderModule module;
    VkResult result = make_module(pass->gpu, pass->row.compute, &module);
    if (result == VK_SUCCESS) {
        VkComputePipelineCreateInfo create = {
            .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
            .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                      .module = module,
                      .pName = "main"},
            .layout = pass->layout};
        result = pass->gpu->CreateComputePipelines(pass->gpu->device, VK_NULL_HANDLE, 1, &create,
                                                   NULL, &pass->pipelines[0]);
    }
    pass->gpu->DestroyShaderModule(pass->gpu->device, module, NULL);
    return result == VK_SUCCESS ? FUSOR_OK : FUSOR_ERROR_BACK_END;
}

fusor_result demo_pass_make_pipelines(demo_pass *pass, const fusor_vulkan_prepare_info *info)
{
    return pass->row.compute.words != NULL ? make_compute_pipeline(pass)
                                           : make_raster_pipelines(pass, info);
}
