/* In: objects whose life is all that the fake follows. Out: their handles; every destroy call.
 * Promised: one row a function; a create call whose info names handles checks them. */
#include "fake_core.h"

static VkResult make_simple(fake_vulkan *fake, fake_vulkan_kind kind, VkResult result,
                            uint64_t *out)
{
    if (result)
        return result;
    fake_object *object = fake_make(fake, kind, 0);
    *out = fake_value(object);
    fake_add_arg(fake, kind, fake_value(object));
    return VK_SUCCESS;
}

/* name, type and KIND of the handle, then what of `info` goes into the log. */
#define FAKE_CREATE(name, type, KIND, ...)                                                         \
    static VKAPI_ATTR VkResult VKAPI_CALL fake_Create##name(                                       \
        VkDevice device, const Vk##name##CreateInfo *info, const VkAllocationCallbacks *callbacks, \
        type *out)                                                                                 \
    {                                                                                              \
        VkResult result =                                                                          \
            FAKE_ENTER(fake_of(device), Create##name, FAKE_ARG(DEVICE, device), __VA_ARGS__);      \
        (void)callbacks;                                                                           \
        return make_simple(fake_of(device), FAKE_KIND_##KIND, result, (uint64_t *)(void *)out);    \
    }

FAKE_CREATE(ShaderModule, VkShaderModule, SHADER_MODULE, FAKE_NUMBER(info->codeSize))
FAKE_CREATE(PipelineCache, VkPipelineCache, PIPELINE_CACHE, FAKE_NUMBER(info->initialDataSize))
FAKE_CREATE(Sampler, VkSampler, SAMPLER, FAKE_NUMBER(info->magFilter))
FAKE_CREATE(DescriptorSetLayout, VkDescriptorSetLayout, DESCRIPTOR_SET_LAYOUT,
            FAKE_NUMBER(info->bindingCount))

static VKAPI_ATTR VkResult VKAPI_CALL
fake_CreatePipelineLayout(VkDevice device, const VkPipelineLayoutCreateInfo *info,
                          const VkAllocationCallbacks *callbacks, VkPipelineLayout *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreatePipelineLayout, FAKE_ARG(DEVICE, device),
                                 FAKE_NUMBER(info->setLayoutCount));
    for (uint32_t i = 0; i < info->setLayoutCount && !result; i++)
        FAKE_USE(fake, DESCRIPTOR_SET_LAYOUT, info->pSetLayouts[i]);
    return make_simple(fake, FAKE_KIND_PIPELINE_LAYOUT, result, (uint64_t *)(void *)out);
}

/* ---------------------------------------------------------------------------------- pipelines */

/* 10: on failure every element that was not made is VK_NULL_HANDLE. */
static VkResult make_pipelines(fake_vulkan *fake, VkResult result, uint32_t count, VkPipeline *out)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t handle = 0;
        make_simple(fake, FAKE_KIND_PIPELINE, result, &handle);
        out[i] = (VkPipeline)(uintptr_t)handle;
    }
    return result;
}

static void check_graphics(fake_vulkan *fake, const VkGraphicsPipelineCreateInfo *info)
{
    const VkRenderPassCreateInfo2 *pass = fake_vulkan_render_pass_info(fake, info->renderPass);
    const VkPipelineColorBlendStateCreateInfo *blend = info->pColorBlendState;
    FAKE_USE(fake, PIPELINE_LAYOUT, info->layout);
    FAKE_USE(fake, RENDER_PASS, info->renderPass);
    for (uint32_t i = 0; i < info->stageCount; i++)
        FAKE_USE(fake, SHADER_MODULE, info->pStages[i].module);
    if (!pass || !FAKE_CHECK(fake, info->subpass < pass->subpassCount, CREATE_INFO,
                             "there is no subpass %u", info->subpass))
        return;
    /* VUID-VkGraphicsPipelineCreateInfo-renderPass-06042 */
    FAKE_CHECK(
        fake,
        !blend || blend->attachmentCount == pass->pSubpasses[info->subpass].colorAttachmentCount,
        CREATE_INFO, "%u blend attachments for %u colours", blend ? blend->attachmentCount : 0,
        pass->pSubpasses[info->subpass].colorAttachmentCount);
}

static VKAPI_ATTR VkResult VKAPI_CALL
fake_CreateGraphicsPipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                             const VkGraphicsPipelineCreateInfo *infos,
                             const VkAllocationCallbacks *callbacks, VkPipeline *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreateGraphicsPipelines, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(PIPELINE_CACHE, cache), FAKE_NUMBER(count));
    for (uint32_t i = 0; i < count && !result; i++)
        check_graphics(fake, &infos[i]);
    return make_pipelines(fake, result, count, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL
fake_CreateComputePipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                            const VkComputePipelineCreateInfo *infos,
                            const VkAllocationCallbacks *callbacks, VkPipeline *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreateComputePipelines, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(PIPELINE_CACHE, cache), FAKE_NUMBER(count));
    for (uint32_t i = 0; i < count && !result; i++) {
        FAKE_USE(fake, PIPELINE_LAYOUT, infos[i].layout);
        FAKE_USE(fake, SHADER_MODULE, infos[i].stage.module);
    }
    return make_pipelines(fake, result, count, out);
}

/* ------------------------------------------------------------------------------------ destroy */

static fake_object *destroy(VkDevice device, fake_vulkan_fn fn, fake_vulkan_kind kind,
                            uint64_t value)
{
    const fake_vulkan_arg args[] = {FAKE_ARG(DEVICE, device), {kind, value}};
    fake_enter(fake_of(device), fn, args, 2);
    fake_object *object = fake_kill(fake_of(device), kind, value);
    if (object && (kind == FAKE_KIND_DESCRIPTOR_POOL || kind == FAKE_KIND_COMMAND_POOL))
        fake_kill_children_of_pool(fake_of(device), object);
    return object;
}

#define FAKE_DESTROYS(X)                                                                           \
    X(Buffer, BUFFER)                                                                              \
    X(Image, IMAGE)                                                                                \
    X(BufferView, BUFFER_VIEW)                                                                     \
    X(ImageView, IMAGE_VIEW)                                                                       \
    X(Framebuffer, FRAMEBUFFER)                                                                    \
    X(RenderPass, RENDER_PASS)                                                                     \
    X(Fence, FENCE)                                                                                \
    X(Semaphore, SEMAPHORE)                                                                        \
    X(QueryPool, QUERY_POOL)                                                                       \
    X(ShaderModule, SHADER_MODULE)                                                                 \
    X(PipelineCache, PIPELINE_CACHE)                                                               \
    X(Pipeline, PIPELINE)                                                                          \
    X(PipelineLayout, PIPELINE_LAYOUT)                                                             \
    X(Sampler, SAMPLER)                                                                            \
    X(DescriptorSetLayout, DESCRIPTOR_SET_LAYOUT)                                                  \
    X(DescriptorPool, DESCRIPTOR_POOL)                                                             \
    X(CommandPool, COMMAND_POOL)

#define FAKE_ROW(name, KIND)                                                                       \
    static VKAPI_ATTR void VKAPI_CALL fake_Destroy##name(VkDevice device, Vk##name handle,         \
                                                         const VkAllocationCallbacks *callbacks)   \
    {                                                                                              \
        (void)callbacks;                                                                           \
        destroy(device, FAKE_VULKAN_Destroy##name, FAKE_KIND_##KIND, (uint64_t)(uintptr_t)handle); \
    }
FAKE_DESTROYS(FAKE_ROW)
#undef FAKE_ROW

void fake_register_simple(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CreateShaderModule);
    FAKE_REGISTER(table, CreatePipelineCache);
    FAKE_REGISTER(table, CreateSampler);
    FAKE_REGISTER(table, CreateDescriptorSetLayout);
    FAKE_REGISTER(table, CreatePipelineLayout);
    FAKE_REGISTER(table, CreateGraphicsPipelines);
    FAKE_REGISTER(table, CreateComputePipelines);
#define FAKE_ROW(name, KIND) FAKE_REGISTER(table, Destroy##name);
    FAKE_DESTROYS(FAKE_ROW)
#undef FAKE_ROW
}
