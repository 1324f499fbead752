/* In: descriptor pools and sets. Out: sets whose use is a use of what was written into them.
 * Promised: a write to a set that pending work uses is seen (14.2.1). */
#include "fake_core.h"

static VKAPI_ATTR VkResult VKAPI_CALL
fake_CreateDescriptorPool(VkDevice device, const VkDescriptorPoolCreateInfo *info,
                          const VkAllocationCallbacks *callbacks, VkDescriptorPool *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreateDescriptorPool, FAKE_ARG(DEVICE, device),
                                 FAKE_NUMBER(info->maxSets));
    if (result)
        return result;
    fake_object *object =
        fake_make(fake, FAKE_KIND_DESCRIPTOR_POOL, sizeof(VkDescriptorPoolCreateInfo));
    *(VkDescriptorPoolCreateInfo *)object->data = *info;
    *out = FAKE_HANDLE(VkDescriptorPool, object);
    fake_add_arg(fake, FAKE_KIND_DESCRIPTOR_POOL, fake_value(object));
    return VK_SUCCESS;
}

static uint32_t live_sets(const fake_vulkan *fake, const fake_object *pool)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < fake->object_count; i++)
        count += fake->objects[i]->alive && fake->objects[i]->parent == pool->serial;
    return count;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_AllocateDescriptorSets(
    VkDevice device, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *out)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result = FAKE_ENTER(fake, AllocateDescriptorSets, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(DESCRIPTOR_POOL, info->descriptorPool),
                                 FAKE_NUMBER(info->descriptorSetCount));
    fake_object *pool = FAKE_FIND(fake, DESCRIPTOR_POOL, info->descriptorPool);
    if (!result && pool &&
        live_sets(fake, pool) + info->descriptorSetCount >
            ((VkDescriptorPoolCreateInfo *)pool->data)->maxSets)
        result = VK_ERROR_OUT_OF_POOL_MEMORY;
    fake_set_result(fake, result);
    for (uint32_t i = 0; i < info->descriptorSetCount; i++) {
        out[i] = VK_NULL_HANDLE;
        if (result || !pool)
            continue;
        FAKE_USE(fake, DESCRIPTOR_SET_LAYOUT, info->pSetLayouts[i]);
        fake_object *set = fake_make(fake, FAKE_KIND_DESCRIPTOR_SET, 0);
        set->parent = pool->serial;
        out[i] = FAKE_HANDLE(VkDescriptorSet, set);
    }
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_FreeDescriptorSets(VkDevice device,
                                                              VkDescriptorPool pool, uint32_t count,
                                                              const VkDescriptorSet *sets)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result = FAKE_ENTER(fake, FreeDescriptorSets, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(DESCRIPTOR_POOL, pool), FAKE_NUMBER(count));
    for (uint32_t i = 0; i < count && !result; i++)
        fake_kill(fake, FAKE_KIND_DESCRIPTOR_SET, (uint64_t)(uintptr_t)sets[i]);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_ResetDescriptorPool(VkDevice device,
                                                               VkDescriptorPool pool,
                                                               VkDescriptorPoolResetFlags flags)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result = FAKE_ENTER(fake, ResetDescriptorPool, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(DESCRIPTOR_POOL, pool), FAKE_NUMBER(flags));
    fake_object *object = FAKE_FIND(fake, DESCRIPTOR_POOL, pool);
    if (!result && object)
        fake_kill_children_of_pool(fake, object);
    return result;
}

static void add_child(fake_object *set, const fake_object *object)
{
    if (object)
        fake_list_add(&set->children, object->serial);
}

static bool has_sampler(VkDescriptorType type)
{
    return type == VK_DESCRIPTOR_TYPE_SAMPLER || type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
}

/* A set that is written again keeps its old children: what it held stays needed, which is stricter
 * than Vulkan. Tests write each binding once. */
static void write_descriptor(fake_vulkan *fake, fake_object *set, const VkWriteDescriptorSet *write,
                             uint32_t i)
{
    switch (write->descriptorType) {
    case VK_DESCRIPTOR_TYPE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
    case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
        if (write->descriptorType != VK_DESCRIPTOR_TYPE_SAMPLER)
            add_child(set, FAKE_USE(fake, IMAGE_VIEW, write->pImageInfo[i].imageView));
        if (has_sampler(write->descriptorType))
            add_child(set, FAKE_USE(fake, SAMPLER, write->pImageInfo[i].sampler));
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        add_child(set, FAKE_USE(fake, BUFFER_VIEW, write->pTexelBufferView[i]));
        break;
    default:
        add_child(set, FAKE_USE(fake, BUFFER, write->pBufferInfo[i].buffer));
        break;
    }
}

static VKAPI_ATTR void VKAPI_CALL fake_UpdateDescriptorSets(VkDevice device, uint32_t write_count,
                                                            const VkWriteDescriptorSet *writes,
                                                            uint32_t copy_count,
                                                            const VkCopyDescriptorSet *copies)
{
    fake_vulkan *fake = fake_of(device);
    (void)copies;
    FAKE_ENTER(fake, UpdateDescriptorSets, FAKE_ARG(DEVICE, device), FAKE_NUMBER(write_count),
               FAKE_NUMBER(copy_count));
    for (uint32_t w = 0; w < write_count; w++) {
        fake_object *set = FAKE_USE(fake, DESCRIPTOR_SET, writes[w].dstSet);
        if (!set)
            continue;
        FAKE_CHECK(fake, !set->pending, DESTROY_IN_USE, "%s is used by pending work",
                   fake_name(set));
        for (uint32_t i = 0; i < writes[w].descriptorCount; i++)
            write_descriptor(fake, set, &writes[w], i);
    }
}

void fake_register_descriptor(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CreateDescriptorPool);
    FAKE_REGISTER(table, AllocateDescriptorSets);
    FAKE_REGISTER(table, FreeDescriptorSets);
    FAKE_REGISTER(table, ResetDescriptorPool);
    FAKE_REGISTER(table, UpdateDescriptorSets);
}
