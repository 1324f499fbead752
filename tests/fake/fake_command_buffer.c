/* In: command pools and buffers. Out: their states (6.1), and what each command shares.
 * Promised: a command that does not belong where it is recorded is seen, and does nothing. */
#include "fake_core.h"

#include <string.h>

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateCommandPool(VkDevice device,
                                                             const VkCommandPoolCreateInfo *info,
                                                             const VkAllocationCallbacks *callbacks,
                                                             VkCommandPool *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreateCommandPool, FAKE_ARG(DEVICE, device),
                                 FAKE_NUMBER(info->queueFamilyIndex));
    if (result)
        return result;
    FAKE_CHECK(fake, info->queueFamilyIndex < fake->desc.queue_family_count, RANGE,
               "there is no family %u", info->queueFamilyIndex);
    fake_object *object = fake_make(fake, FAKE_KIND_COMMAND_POOL, sizeof(fake_command_pool));
    *(fake_command_pool *)object->data = (fake_command_pool){info->flags, info->queueFamilyIndex};
    *out = FAKE_HANDLE(VkCommandPool, object);
    fake_add_arg(fake, FAKE_KIND_COMMAND_POOL, fake_value(object));
    return VK_SUCCESS;
}

static void reset(fake_vulkan *fake, fake_object *object)
{
    fake_command_buffer *buffer = object->data;
    FAKE_CHECK(fake, !object->pending, COMMAND_STATE, "%s is pending", fake_name(object));
    buffer->state = FAKE_COMMAND_INITIAL;
    buffer->refs.count = buffer->op_count = buffer->label_depth = 0;
    buffer->render_pass_open = buffer->rendering_open = buffer->inherited = false;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_ResetCommandPool(VkDevice device, VkCommandPool pool,
                                                            VkCommandPoolResetFlags flags)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result = FAKE_ENTER(fake, ResetCommandPool, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(COMMAND_POOL, pool), FAKE_NUMBER(flags));
    const fake_object *object = FAKE_FIND(fake, COMMAND_POOL, pool);
    for (uint32_t i = 1; i < fake->object_count && !result && object; i++) {
        if (fake->objects[i]->parent == object->serial && fake->objects[i]->alive)
            reset(fake, fake->objects[i]);
    }
    return result;
}

static VKAPI_ATTR void VKAPI_CALL fake_TrimCommandPool(VkDevice device, VkCommandPool pool,
                                                       VkCommandPoolTrimFlags flags)
{
    FAKE_ENTER(fake_of(device), TrimCommandPool, FAKE_ARG(DEVICE, device),
               FAKE_ARG(COMMAND_POOL, pool), FAKE_NUMBER(flags));
}

/* 6.3: on failure every element of the array is NULL. */
static VKAPI_ATTR VkResult VKAPI_CALL fake_AllocateCommandBuffers(
    VkDevice device, const VkCommandBufferAllocateInfo *info, VkCommandBuffer *out)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result = FAKE_ENTER(fake, AllocateCommandBuffers, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(COMMAND_POOL, info->commandPool),
                                 FAKE_NUMBER(info->commandBufferCount));
    const fake_object *pool = FAKE_FIND(fake, COMMAND_POOL, info->commandPool);
    for (uint32_t i = 0; i < info->commandBufferCount; i++) {
        out[i] = NULL;
        if (result || !pool)
            continue;
        fake_object *object =
            fake_make(fake, FAKE_KIND_COMMAND_BUFFER, sizeof(fake_command_buffer));
        object->parent = pool->serial;
        ((fake_command_buffer *)object->data)->level = info->level;
        out[i] = FAKE_HANDLE(VkCommandBuffer, object);
    }
    return result;
}

static VKAPI_ATTR void VKAPI_CALL fake_FreeCommandBuffers(VkDevice device, VkCommandPool pool,
                                                          uint32_t count,
                                                          const VkCommandBuffer *buffers)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, FreeCommandBuffers, FAKE_ARG(DEVICE, device), FAKE_ARG(COMMAND_POOL, pool),
               FAKE_NUMBER(count));
    fake_use(fake, FAKE_KIND_COMMAND_POOL, (uint64_t)(uintptr_t)pool);
    for (uint32_t i = 0; i < count; i++)
        fake_kill(fake, FAKE_KIND_COMMAND_BUFFER, (uint64_t)(uintptr_t)buffers[i]);
}

/* ----------------------------------------------------------------------------- begin and end */

/* Beginning one that is not initial resets it, where the pool allows that (VUID 00050). */
static void make_initial(fake_vulkan *fake, fake_object *object)
{
    const fake_command_buffer *buffer = object->data;
    const fake_command_pool *pool = fake->objects[object->parent]->data;
    FAKE_CHECK(fake, buffer->state != FAKE_COMMAND_RECORDING, COMMAND_STATE, "%s records already",
               fake_name(object));
    FAKE_CHECK(fake,
               buffer->state == FAKE_COMMAND_INITIAL ||
                   (pool->flags & VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT),
               COMMAND_STATE, "%s is not initial and its pool does not reset single buffers",
               fake_name(object));
    reset(fake, object);
}

static void inherit(fake_vulkan *fake, fake_command_buffer *buffer,
                    const VkCommandBufferBeginInfo *info)
{
    if (!(info->flags & VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT) ||
        !info->pInheritanceInfo)
        return;
    FAKE_USE(fake, RENDER_PASS, info->pInheritanceInfo->renderPass);
    buffer->inherited = buffer->render_pass_open = true;
    buffer->render_pass = fake_vulkan_render_pass_info(fake, info->pInheritanceInfo->renderPass);
    buffer->subpass = info->pInheritanceInfo->subpass;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_BeginCommandBuffer(VkCommandBuffer handle,
                                                              const VkCommandBufferBeginInfo *info)
{
    fake_vulkan *fake = fake_of(handle);
    fake_object *object = fake_of_handle(handle);
    fake_command_buffer *buffer = object->data;
    VkResult result = FAKE_ENTER(fake, BeginCommandBuffer, FAKE_ARG(COMMAND_BUFFER, handle),
                                 FAKE_NUMBER(info->flags));
    if (result)
        return result;
    make_initial(fake, object);
    buffer->state = FAKE_COMMAND_RECORDING;
    buffer->usage = info->flags;
    if (buffer->level == VK_COMMAND_BUFFER_LEVEL_SECONDARY)
        inherit(fake, buffer, info);
    return VK_SUCCESS;
}

/* 6.4: a command buffer whose end fails is invalid. */
static VKAPI_ATTR VkResult VKAPI_CALL fake_EndCommandBuffer(VkCommandBuffer handle)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer = fake_of_handle(handle)->data;
    VkResult result = FAKE_ENTER(fake, EndCommandBuffer, FAKE_ARG(COMMAND_BUFFER, handle));
    FAKE_CHECK(fake, buffer->state == FAKE_COMMAND_RECORDING, COMMAND_STATE, "%s does not record",
               fake_name(fake_of_handle(handle)));
    if (!result && !buffer->inherited)
        FAKE_CHECK(fake, !buffer->render_pass_open && !buffer->rendering_open, RENDER_PASS_SCOPE,
                   "a render pass is open");
    if (!result)
        FAKE_CHECK(fake, buffer->label_depth == 0, LABEL, "%u labels are open",
                   buffer->label_depth);
    buffer->state = result ? FAKE_COMMAND_INVALID : FAKE_COMMAND_EXECUTABLE;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_ResetCommandBuffer(VkCommandBuffer handle,
                                                              VkCommandBufferResetFlags flags)
{
    fake_vulkan *fake = fake_of(handle);
    fake_object *object = fake_of_handle(handle);
    VkResult result =
        FAKE_ENTER(fake, ResetCommandBuffer, FAKE_ARG(COMMAND_BUFFER, handle), FAKE_NUMBER(flags));
    const fake_command_pool *pool = fake->objects[object->parent]->data;
    FAKE_CHECK(fake, pool->flags & VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT, COMMAND_STATE,
               "the pool of %s does not reset single buffers", fake_name(object));
    if (!result)
        reset(fake, object);
    return result;
}

/* ------------------------------------------------------------------------ what commands share */

void fake_command_ref(fake_command_buffer *buffer, fake_object *object)
{
    if (object)
        fake_list_add(&buffer->refs, object->serial);
}

fake_op *fake_command_op(fake_command_buffer *buffer, fake_op_kind kind, fake_vulkan_fn fn,
                         const fake_object *object)
{
    buffer->ops =
        fake_grow(buffer->ops, buffer->op_count, &buffer->op_capacity, sizeof *buffer->ops);
    fake_op *op = &buffer->ops[buffer->op_count++];
    *op = (fake_op){.kind = kind, .fn = fn, .object = object->serial};
    return op;
}

static bool check_scope(fake_vulkan *fake, const fake_command_buffer *buffer, fake_scope scope)
{
    const bool open = buffer->render_pass_open || buffer->rendering_open;
    if (scope == FAKE_SCOPE_OUTSIDE)
        return FAKE_CHECK(fake, !open, RENDER_PASS_SCOPE, "a render pass is open");
    if (scope == FAKE_SCOPE_INSIDE)
        return FAKE_CHECK(fake, open, RENDER_PASS_SCOPE, "no render pass is open");
    return true;
}

fake_command_buffer *fake_command(VkCommandBuffer handle, fake_vulkan_fn fn, fake_scope scope,
                                  const fake_vulkan_arg *args, uint32_t count)
{
    fake_vulkan *fake = fake_of(handle);
    fake_object *object = fake_of_handle(handle);
    fake_command_buffer *buffer = object->data;
    fake_enter(fake, fn, args, count);
    if (!FAKE_CHECK(fake, object->alive && buffer->state == FAKE_COMMAND_RECORDING, COMMAND_STATE,
                    "%s does not record", fake_name(object)) ||
        !check_scope(fake, buffer, scope))
        return NULL;
    for (uint32_t i = 1; i < count; i++)
        fake_command_ref(buffer, fake_find(fake, args[i].kind, args[i].value));
    return buffer;
}

void fake_command_image(fake_command_buffer *buffer, fake_object *object, VkImageUsageFlags usage,
                        const VkImageSubresourceRange *range, VkImageLayout layout)
{
    if (!object)
        return;
    fake_vulkan *fake = object->fake;
    const fake_image *image = object->data;
    VkImageSubresourceRange resolved = *range;
    FAKE_CHECK(fake, (image->info.usage & usage) == usage, USAGE, "%s lacks usage 0x%x",
               fake_name(object), usage & ~image->info.usage);
    if (!fake_resolve_range(fake, image, &resolved))
        return;
    fake_op *op = fake_command_op(buffer, FAKE_OP_EXPECT, fake->current, object);
    op->range = resolved;
    op->from = layout;
}

void fake_command_buffer_range(fake_command_buffer *buffer, fake_object *object,
                               VkBufferUsageFlags usage, VkDeviceSize offset, VkDeviceSize size)
{
    if (!object)
        return;
    fake_vulkan *fake = object->fake;
    const VkBufferCreateInfo *info = &((const fake_buffer *)object->data)->info;
    (void)buffer;
    FAKE_CHECK(fake, (info->usage & usage) == usage, USAGE, "%s lacks usage 0x%x",
               fake_name(object), usage & ~info->usage);
    FAKE_CHECK(fake,
               offset < info->size &&
                   (size == VK_WHOLE_SIZE || (size > 0 && size <= info->size - offset)),
               RANGE, "%llu bytes at %llu are not inside %s", (unsigned long long)size,
               (unsigned long long)offset, fake_name(object));
}

void fake_vulkan_use_view(VkCommandBuffer handle, VkImageView view, VkImageLayout layout)
{
    fake_vulkan *fake = fake_of(handle);
    fake_command_buffer *buffer = fake_of_handle(handle)->data;
    fake_object *object = FAKE_USE(fake, IMAGE_VIEW, view);
    if (!object || !FAKE_CHECK(fake, buffer->state == FAKE_COMMAND_RECORDING, COMMAND_STATE,
                               "%s does not record", fake_name(fake_of_handle(handle))))
        return;
    const fake_view *data = object->data;
    fake_command_ref(buffer, object);
    fake_op *op =
        fake_command_op(buffer, FAKE_OP_EXPECT, fake->current, fake->objects[data->image]);
    op->range = data->info.subresourceRange;
    op->from = layout;
}

void fake_vulkan_use_buffer(VkCommandBuffer handle, VkBuffer buffer)
{
    fake_command_ref(fake_of_handle(handle)->data, FAKE_USE(fake_of(handle), BUFFER, buffer));
}

void fake_register_command_buffer(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CreateCommandPool);
    FAKE_REGISTER(table, ResetCommandPool);
    FAKE_REGISTER(table, TrimCommandPool);
    FAKE_REGISTER(table, AllocateCommandBuffers);
    FAKE_REGISTER(table, FreeCommandBuffers);
    FAKE_REGISTER(table, BeginCommandBuffer);
    FAKE_REGISTER(table, EndCommandBuffer);
    FAKE_REGISTER(table, ResetCommandBuffer);
}
