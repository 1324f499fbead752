/* demo_bindings.c: descriptors from declared uses.
 * In: what fusor says each use is on the device. Out: a set an instance, filled in.
 * Promised: the shaders' binding numbers follow from the declaration alone. */
#include "demo_pass.h"

#define BINDINGS_MAX 16u

typedef struct binding {
    const fusor_vulkan_use *use;
    VkDescriptorType type;
} binding;

static bool descriptor_type(const fusor_vulkan_use *use, VkDescriptorType *type)
{
    switch (use->as) {
    case FUSOR_USE_INPUT:
        *type = VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT;
        return true;
    case FUSOR_USE_SAMPLED:
        *type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        return true;
    case FUSOR_USE_STORAGE:
        *type = use->buffers != NULL ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                     : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
        return true;
    case FUSOR_USE_UNIFORM:
        *type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        return true;
    default:
        return false;
    }
}

static uint32_t list_bindings(const fusor_vulkan_prepare_info *info, binding bindings[BINDINGS_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < info->use_count && count < BINDINGS_MAX; i++) {
        if (descriptor_type(&info->uses[i], &bindings[count].type)) {
            bindings[count++].use = &info->uses[i];
        }
    }
    return count;
}

static VkShaderStageFlags stages_of(const binding *b, bool raster)
{
    if (!raster) {
        return VK_SHADER_STAGE_COMPUTE_BIT;
    }
    bool input = b->type == VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT;
    return VK_SHADER_STAGE_FRAGMENT_BIT |
           (input ? 0u : (VkShaderStageFlags)VK_SHADER_STAGE_VERTEX_BIT);
}

static VkResult make_set_layout(demo_pass *pass, const binding *bindings, uint32_t count,
                                bool raster)
{
    VkDescriptorSetLayoutBinding rows[BINDINGS_MAX];
    for (uint32_t i = 0; i < count; i++) {
        VkDescriptorSetLayoutBinding row = {.binding = i,
                                            .descriptorType = bindings[i].type,
                                            .descriptorCount = 1,
                                            .stageFlags = stages_of(&bindings[i], raster)};
        rows[i] = row;
    }
    VkDescriptorSetLayoutCreateInfo info = {.sType =
                                                VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .bindingCount = count,
                                            .pBindings = rows};
    return pass->gpu->CreateDescriptorSetLayout(pass->gpu->device, &info, NULL, &pass->set_layout);
}

static VkResult make_layout(demo_pass *pass, bool raster)
{
    VkPushConstantRange push = {raster ? VK_SHADER_STAGE_VERTEX_BIT : VK_SHADER_STAGE_COMPUTE_BIT,
                                0, sizeof(uint32_t)};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = 1,
                                       .pSetLayouts = &pass->set_layout,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &push};
    return pass->gpu->CreatePipelineLayout(pass->gpu->device, &info, NULL, &pass->layout);
}

static VkResult make_pool(demo_pass *pass, const binding *bindings, uint32_t count, uint32_t sets)
{
    VkDescriptorPoolSize sizes[BINDINGS_MAX];
    for (uint32_t i = 0; i < count; i++) {
        VkDescriptorPoolSize size = {bindings[i].type, sets};
        sizes[i] = size;
    }
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = sets,
                                       .poolSizeCount = count,
                                       .pPoolSizes = sizes};
    return pass->gpu->CreateDescriptorPool(pass->gpu->device, &info, NULL, &pass->pool);
}

static VkResult allocate_sets(demo_pass *pass, uint32_t sets)
{
    VkDescriptorSetLayout layouts[DEMO_INSTANCES_OF_PASS_MAX];
    for (uint32_t i = 0; i < sets; i++) {
        layouts[i] = pass->set_layout;
    }
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = pass->pool,
                                        .descriptorSetCount = sets,
                                        .pSetLayouts = layouts};
    return pass->gpu->AllocateDescriptorSets(pass->gpu->device, &info, pass->sets);
}

static VkSampler sampler_of(const demo_pass *pass, const binding *b)
{
    if (b->type != VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER) {
        return VK_NULL_HANDLE;
    }
    /* Of the sampled images only the shadow map is depth, and only lighting reads it. */
    bool compares = pass->id == DEMO_PASS_LIGHTING;
    return compares ? pass->gpu->shadow : pass->gpu->linear;
}

static void write_set(const demo_pass *pass, const binding *b, uint32_t at, uint32_t instance)
{
    const fusor_vulkan_use *use = b->use;
    VkDescriptorImageInfo image = {0};
    VkDescriptorBufferInfo buffer = {0};
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = pass->sets[instance],
                                  .dstBinding = at,
                                  .descriptorCount = 1,
                                  .descriptorType = b->type,
                                  .pImageInfo = &image,
                                  .pBufferInfo = &buffer};
    if (use->buffers != NULL) {
        buffer.buffer = use->buffers[instance];
        buffer.offset = use->offset;
        buffer.range = use->range;
    } else {
        image.sampler = sampler_of(pass, b);
        image.imageView = use->views[instance];
        image.imageLayout = use->layout;
    }
    pass->gpu->UpdateDescriptorSets(pass->gpu->device, 1, &write, 0, NULL);
}

fusor_result demo_pass_make_bindings(demo_pass *pass, const fusor_vulkan_prepare_info *info)
{
    binding bindings[BINDINGS_MAX];
    bool raster = pass->row.compute.words == NULL;
    uint32_t count = list_bindings(info, bindings), sets = info->instance_count;
    if (sets > DEMO_INSTANCES_OF_PASS_MAX || count == 0) {
        return FUSOR_ERROR_UNSUPPORTED;
    }
    if (make_set_layout(pass, bindings, count, raster) != VK_SUCCESS ||
        make_layout(pass, raster) != VK_SUCCESS ||
        make_pool(pass, bindings, count, sets) != VK_SUCCESS ||
        allocate_sets(pass, sets) != VK_SUCCESS) {
        return FUSOR_ERROR_BACK_END;
    }
    for (uint32_t instance = 0; instance < sets; instance++) {
        for (uint32_t i = 0; i < count; i++) {
            write_set(pass, &bindings[i], i, instance);
        }
    }
    return FUSOR_OK;
}
