/* In: what prepare_fn and record_fn are shown. Out: a pipeline, descriptor sets, one draw or dispatch.
 * Promised: nothing is known here that a pass of a user would not know. */
#include "vulkan_tests.h"

#include <string.h>
#include <vulkan/vulkan.h>

#define CHECK(call) assert_int_equal(call, VK_SUCCESS)

void kit_finish(kit_pass *kit)
{
    if (!kit->device) {
        return;
    }
    vkDestroyPipeline(kit->device, kit->pipeline, NULL);
    vkDestroyPipelineLayout(kit->device, kit->layout, NULL);
    vkDestroyDescriptorPool(kit->device, kit->pool, NULL);
    vkDestroyDescriptorSetLayout(kit->device, kit->set_layout, NULL);
    vkDestroySampler(kit->device, kit->sampler, NULL);
    kit->device = VK_NULL_HANDLE;
    memset(kit->sets, 0, sizeof kit->sets);
}

/* ------------------------------------------------------------------------------------ descriptors */

/* False: shaders do not see this use through a descriptor. */
static bool descriptor_type(const fusor_vulkan_use *use, VkDescriptorType *out)
{
    bool is_image = use->images != NULL;
    switch (use->as) {
    case FUSOR_USE_SAMPLED:
        *out = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        return true;
    case FUSOR_USE_STORAGE:
        *out = is_image ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        return true;
    case FUSOR_USE_UNIFORM:
        *out = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        return true;
    case FUSOR_USE_INPUT:
        *out = VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT;
        return true;
    default:
        return false;
    }
}

static uint32_t make_set_layout(kit_pass *kit)
{
    VkDescriptorSetLayoutBinding bindings[KIT_BINDINGS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < kit->info.use_count; i++) {
        VkDescriptorType type;
        if (descriptor_type(&kit->info.uses[i], &type)) {
            assert_true(count < KIT_BINDINGS_MAX);
            bindings[count] = (VkDescriptorSetLayoutBinding){
                count, type, 1, VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT, NULL};
            if (type == VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT) {
                bindings[count].stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT;
            }
            count++;
        }
    }
    VkDescriptorSetLayoutCreateInfo info = {.sType =
                                                VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .bindingCount = count,
                                            .pBindings = bindings};
    CHECK(vkCreateDescriptorSetLayout(kit->device, &info, NULL, &kit->set_layout));
    return count;
}

static void write_set(const kit_pass *kit, uint32_t instance)
{
    uint32_t binding = 0;
    for (uint32_t i = 0; i < kit->info.use_count; i++) {
        const fusor_vulkan_use *use = &kit->info.uses[i];
        VkDescriptorType type;
        if (!descriptor_type(use, &type)) {
            continue;
        }
        VkDescriptorImageInfo image = {.sampler = kit->sampler, .imageLayout = use->layout};
        VkDescriptorBufferInfo buffer = {.offset = use->offset, .range = use->range};
        if (use->images) {
            image.imageView = use->views[instance];
        } else {
            buffer.buffer = use->buffers[instance];
        }
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = kit->sets[instance],
                                      .dstBinding = binding++,
                                      .descriptorCount = 1,
                                      .descriptorType = type,
                                      .pImageInfo = &image,
                                      .pBufferInfo = &buffer};
        vkUpdateDescriptorSets(kit->device, 1, &write, 0, NULL);
    }
}

static void make_sets(kit_pass *kit, uint32_t binding_count)
{
    static const VkDescriptorType types[] = {
        VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
        VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
        VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT};
    VkDescriptorPoolSize sizes[5];
    for (uint32_t i = 0; i < 5; i++) {
        sizes[i] = (VkDescriptorPoolSize){types[i], KIT_BINDINGS_MAX * KIT_INSTANCES_MAX};
    }
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = KIT_INSTANCES_MAX,
                                       .poolSizeCount = 5,
                                       .pPoolSizes = sizes};
    VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    CHECK(vkCreateSampler(kit->device, &sampler, NULL, &kit->sampler));
    CHECK(vkCreateDescriptorPool(kit->device, &pool, NULL, &kit->pool));
    assert_true(kit->info.instance_count <= KIT_INSTANCES_MAX);
    for (uint32_t i = 0; binding_count && i < kit->info.instance_count; i++) {
        VkDescriptorSetAllocateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = kit->pool,
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &kit->set_layout};
        CHECK(vkAllocateDescriptorSets(kit->device, &set, &kit->sets[i]));
        write_set(kit, i);
    }
}

/* -------------------------------------------------------------------------------------- pipelines */

static VkPipelineShaderStageCreateInfo make_stage(const kit_pass *kit, kit_shader shader,
                                                  VkShaderStageFlagBits stage)
{
    VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                     .codeSize = shader.size_bytes,
                                     .pCode = shader.words};
    VkPipelineShaderStageCreateInfo out = {.sType =
                                               VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                           .stage = stage,
                                           .pName = "main"};
    CHECK(vkCreateShaderModule(kit->device, &info, NULL, &out.module));
    return out;
}

static void make_compute(kit_pass *kit)
{
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = make_stage(kit, kit->compute, VK_SHADER_STAGE_COMPUTE_BIT),
        .layout = kit->layout};
    CHECK(vkCreateComputePipelines(kit->device, NULL, 1, &info, NULL, &kit->pipeline));
    vkDestroyShaderModule(kit->device, info.stage.module, NULL);
}

static VkPipelineDepthStencilStateCreateInfo depth_state(const kit_pass *kit)
{
    VkStencilOpState stencil = {.passOp = VK_STENCIL_OP_REPLACE,
                                .compareOp = VK_COMPARE_OP_ALWAYS,
                                .writeMask = 0xff,
                                .reference = kit->stencil_write};
    return (VkPipelineDepthStencilStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = kit->depth_compare != VK_COMPARE_OP_NEVER,
        .depthWriteEnable = kit->depth_write,
        .depthCompareOp = kit->depth_compare,
        .stencilTestEnable = kit->stencil_write != 0,
        .front = stencil,
        .back = stencil};
}

static void make_graphics(kit_pass *kit)
{
    const fusor_vulkan_prepare_info *info = &kit->info;
    VkPipelineShaderStageCreateInfo stages[] = {
        make_stage(kit, kit->vertex, VK_SHADER_STAGE_VERTEX_BIT),
        make_stage(kit, kit->fragment, VK_SHADER_STAGE_FRAGMENT_BIT)};
    VkPipelineVertexInputStateCreateInfo vertices = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    VkViewport whole = {0, 0, (float)info->extent.width, (float)info->extent.height, 0, 1};
    VkRect2D scissor = {{0, 0}, info->extent};
    VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .pViewports = &whole,
        .scissorCount = 1,
        .pScissors = &scissor};
    VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = info->samples};
    VkPipelineDepthStencilStateCreateInfo depth = depth_state(kit);
    VkPipelineColorBlendAttachmentState blends[8] = {{0}};
    blends[0].colorWriteMask = 0xf;
    VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = info->color_count,
        .pAttachments = blends};
    VkGraphicsPipelineCreateInfo pipeline = {.sType =
                                                 VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                             .stageCount = 2,
                                             .pStages = stages,
                                             .pVertexInputState = &vertices,
                                             .pInputAssemblyState = &assembly,
                                             .pViewportState = &viewport,
                                             .pRasterizationState = &raster,
                                             .pMultisampleState = &samples,
                                             .pDepthStencilState = &depth,
                                             .pColorBlendState = &blend,
                                             .layout = kit->layout,
                                             .renderPass = info->render_pass,
                                             .subpass = info->subpass};
    CHECK(vkCreateGraphicsPipelines(kit->device, NULL, 1, &pipeline, NULL, &kit->pipeline));
    vkDestroyShaderModule(kit->device, stages[0].module, NULL);
    vkDestroyShaderModule(kit->device, stages[1].module, NULL);
}

/* -------------------------------------------------------------------------------------- callbacks */

#define PUSH_STAGES                                                                                \
    (VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT)

static fusor_result prepare(void *user, const fusor_vulkan_prepare_info *info)
{
    kit_pass *kit = user;
    kit_finish(kit);
    kit->device = info->device;
    kit->info = *info;
    kit->prepared++;
    uint32_t bindings = make_set_layout(kit);
    make_sets(kit, bindings);
    VkPushConstantRange push = {PUSH_STAGES, 0, sizeof kit->push};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &kit->set_layout,
                                         .pushConstantRangeCount = 1,
                                         .pPushConstantRanges = &push};
    CHECK(vkCreatePipelineLayout(kit->device, &layout, NULL, &kit->layout));
    if (kit->compute.words) {
        make_compute(kit);
    } else {
        make_graphics(kit);
    }
    return FUSOR_OK;
}

static fusor_result record(void *user, const fusor_vulkan_record_info *info)
{
    kit_pass *kit = user;
    VkCommandBuffer commands = info->command_buffer;
    VkPipelineBindPoint point =
        kit->compute.words ? VK_PIPELINE_BIND_POINT_COMPUTE : VK_PIPELINE_BIND_POINT_GRAPHICS;
    kit->recorded++;
    kit->last_instance = info->instance;
    kit->last_member_count = info->member_count;
    kit->last_subpass = info->subpass;
    kit->last_frame = info->frame;
    vkCmdBindPipeline(commands, point, kit->pipeline);
    if (kit->sets[info->instance]) {
        vkCmdBindDescriptorSets(commands, point, kit->layout, 0, 1, &kit->sets[info->instance], 0,
                                NULL);
    }
    vkCmdPushConstants(commands, kit->layout, PUSH_STAGES, 0, sizeof kit->push, &kit->push);
    if (kit->compute.words) {
        vkCmdDispatch(commands, kit->groups[0] ? kit->groups[0] : 1,
                      kit->groups[1] ? kit->groups[1] : 1, 1);
    } else {
        vkCmdDraw(commands, kit->vertex_count ? kit->vertex_count : 3, 1, 0, 0);
    }
    return FUSOR_OK;
}

void kit_bind(vulkan_world *world, fusor_pass pass, kit_pass *kit)
{
    const fusor_vulkan_pass callbacks = {prepare, record, NULL, kit};
    assert_ok(fusor_vulkan_bind_pass(world->vk, pass, &callbacks));
}

static fusor_result record_nothing(void *user, const fusor_vulkan_record_info *info)
{
    (void)user;
    (void)info;
    return FUSOR_OK;
}

void tests_bind_empty(vulkan_world *world, fusor_pass pass)
{
    const fusor_vulkan_pass callbacks = {NULL, record_nothing, NULL, NULL};
    assert_ok(fusor_vulkan_bind_pass(world->vk, pass, &callbacks));
}
