/* triangle.c: the smallest useful program. It declares a frame of one pass, compiles it to a plan,
 * renders that on the best Vulkan device there is, and writes the picture to triangle.png. */
#include <fusor/vulkan_device.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

#include "triangle_frag.h"
#include "triangle_vert.h"

#define SIZE 512u

typedef struct triangle {
    VkPipelineLayout layout;
    VkPipeline pipeline;
} triangle;

/* The libraries say what went wrong, where, and what to do about it. */
static void print_log(void *user, fusor_severity level, const char *id, const char *subject,
                      const char *text)
{
    (void)user;
    if (level > FUSOR_SEVERITY_NOTE)
        fprintf(stderr, "%s: %s: %s (%s)\n", fusor_severity_word(level), subject, text, id);
}

static void check(fusor_result result)
{
    if (result != FUSOR_OK)
        exit(1);
}

static VkShaderModule make_shader(VkDevice device, const uint32_t *words, size_t size_bytes)
{
    const VkShaderModuleCreateInfo info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, NULL, 0,
                                           size_bytes, words};
    VkShaderModule shader = VK_NULL_HANDLE;
    vkCreateShaderModule(device, &info, NULL, &shader);
    return shader;
}

/* Called by the load: `info` holds what a pipeline must be built against. The pass does not know
 * whether it has the render pass to itself. */
static fusor_result prepare(void *user, const fusor_vulkan_prepare_info *info)
{
    triangle *self = user;
    const VkStructureType stage_type = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    VkShaderModule vert = make_shader(info->device, triangle_vert, sizeof triangle_vert);
    VkShaderModule frag = make_shader(info->device, triangle_frag, sizeof triangle_frag);
    const VkPipelineShaderStageCreateInfo stages[] = {
        {stage_type, .stage = VK_SHADER_STAGE_VERTEX_BIT, .module = vert, .pName = "main"},
        {stage_type, .stage = VK_SHADER_STAGE_FRAGMENT_BIT, .module = frag, .pName = "main"}};
    const VkPipelineVertexInputStateCreateInfo vertices = {
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO, .flags = 0};
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkViewport whole = {0, 0, (float)info->extent.width, (float)info->extent.height, 0, 1};
    const VkPipelineViewportStateCreateInfo viewport = {
        VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1,
        .pViewports = &whole, .scissorCount = 1, .pScissors = &(VkRect2D){{0, 0}, info->extent}};
    const VkPipelineRasterizationStateCreateInfo rasterization = {
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    const VkPipelineMultisampleStateCreateInfo multisample = {
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = info->samples};
    const VkPipelineColorBlendAttachmentState write_all = {.colorWriteMask = 0xf};
    const VkPipelineColorBlendStateCreateInfo blend = {
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = info->color_count, .pAttachments = &write_all};
    const VkPipelineLayoutCreateInfo layout = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .flags = 0};
    vkCreatePipelineLayout(info->device, &layout, NULL, &self->layout);
    const VkGraphicsPipelineCreateInfo pipeline = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                                   .stageCount = 2,
                                                   .pStages = stages,
                                                   .pVertexInputState = &vertices,
                                                   .pInputAssemblyState = &assembly,
                                                   .pViewportState = &viewport,
                                                   .pRasterizationState = &rasterization,
                                                   .pMultisampleState = &multisample,
                                                   .pColorBlendState = &blend,
                                                   .layout = self->layout,
                                                   .renderPass = info->render_pass,
                                                   .subpass = info->subpass};
    const VkResult made =
        vkCreateGraphicsPipelines(info->device, NULL, 1, &pipeline, NULL, &self->pipeline);
    vkDestroyShaderModule(info->device, vert, NULL);
    vkDestroyShaderModule(info->device, frag, NULL);
    return made == VK_SUCCESS ? FUSOR_OK : FUSOR_ERROR_BACK_END;
}

/* Called each frame, inside the render pass that the executor has begun. */
static fusor_result record(void *user, const fusor_vulkan_record_info *info)
{
    const triangle *self = user;
    vkCmdBindPipeline(info->command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, self->pipeline);
    vkCmdDraw(info->command_buffer, 3, 1, 0, 0);
    return FUSOR_OK;
}

int main(void)
{
    static unsigned char pixels[SIZE * SIZE * 4];
    fusor_vulkan_device *device;
    fusor_vulkan *vk;
    check(fusor_vulkan_device_create(&(fusor_vulkan_device_desc){.log = {print_log}}, &device));
    const fusor_vulkan_desc desc = fusor_vulkan_device_get_desc(device);
    check(fusor_vulkan_create(&desc, &vk));

    /* Declare: one image, one pass that clears it and draws, one output. */
    fusor_graph *graph;
    check(fusor_graph_create(&(fusor_graph_desc){"triangle", SIZE, SIZE, .log = {print_log}},
                             &graph));
    const fusor_image picture = fusor_graph_add_image(
        graph, &(fusor_image_desc){.name = "picture", .format = FUSOR_FORMAT_R8G8B8A8_SRGB});
    const fusor_color_desc color = {.image = picture, .load = FUSOR_LOAD_CLEAR};
    const fusor_pass draw = fusor_graph_add_pass(
        graph, &(fusor_pass_desc){.name = "draw", .color = &color, .color_count = 1});
    fusor_graph_add_output_image(graph, picture);

    /* Compile for this device, and place with its own sizes and alignments. */
    fusor_compiled *compiled;
    fusor_plan *plan;
    const fusor_place_desc place = fusor_vulkan_place_desc(vk);
    check(fusor_compile(graph, fusor_vulkan_describe(vk), NULL, &compiled));
    check(fusor_place(compiled, &place, &plan));

    /* Bind the pass's code, load the plan, render, fetch the picture. */
    triangle self;
    check(fusor_vulkan_bind_pass(vk, draw, &(fusor_vulkan_pass){prepare, record, NULL, &self}));
    check(fusor_vulkan_load(vk, plan));
    check(fusor_vulkan_execute(vk, NULL));
    const fusor_vulkan_download_desc download = {
        .image = picture, .data = pixels, .size_bytes = sizeof pixels};
    check(fusor_vulkan_download(vk, &download));
    png_image png = {
        .version = PNG_IMAGE_VERSION, .width = SIZE, .height = SIZE, .format = PNG_FORMAT_RGBA};
    const int written = png_image_write_to_file(&png, "triangle.png", 0, pixels, 0, NULL);
    vkDestroyPipeline(desc.device, self.pipeline, NULL);
    vkDestroyPipelineLayout(desc.device, self.layout, NULL);
    fusor_vulkan_destroy(vk);
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
    fusor_vulkan_device_destroy(device);
    return written ? 0 : 1;
}
