/* In: create infos. Out: Vulkan objects and host memory that belong to an owner.
 * Promised: what an owner made dies in reverse order, exactly once, in vulkan_release_all(); room for
 * the record of an object is made before the object, so that none can be lost. Every object that is
 * created is counted and, where the instance has VK_EXT_debug_utils, named. */
#include "vulkan/vulkan_internal.h"

#include <string.h>

#define CHUNK_BYTES ((size_t)16384)
#define CHUNK_ALIGNMENT ((size_t)16)

struct vulkan_chunk {
    vulkan_chunk *next;
    size_t size, used; /* of the whole block, header included */
};

struct vulkan_owned {
    vulkan_owned *older;
    VkObjectType type;
    uint64_t handle;
    uint64_t size_bytes; /* device memory */
};

/* ---------------------------------------------------------------------------------- host memory */

static size_t align_up(size_t size)
{
    return (size + CHUNK_ALIGNMENT - 1) / CHUNK_ALIGNMENT * CHUNK_ALIGNMENT;
}

static vulkan_chunk *chunk_add(vulkan_owner *owner, size_t room)
{
    size_t header = align_up(sizeof(vulkan_chunk));
    size_t size = room > CHUNK_BYTES - header ? header + room : CHUNK_BYTES;
    vulkan_chunk *chunk = vulkan_heap_take(owner->vk, size);
    if (chunk) {
        *chunk = (vulkan_chunk){owner->chunks, size, header};
        owner->chunks = chunk;
    }
    return chunk;
}

void *vulkan_take(vulkan_owner *owner, size_t count, size_t size)
{
    if (count > (SIZE_MAX / 2) / size) {
        return NULL;
    }
    size_t room = align_up(count ? count * size : 1);
    vulkan_chunk *chunk = owner->chunks;
    if (!chunk || chunk->size - chunk->used < room) {
        chunk = chunk_add(owner, room);
    }
    if (!chunk) {
        return NULL;
    }
    void *memory = (char *)chunk + chunk->used;
    chunk->used += room;
    return memory;
}

/* --------------------------------------------------------------------------------------- objects */

/* False: out of memory, said so. */
static bool reserve(vulkan_owner *owner, const char *name)
{
    if (!owner->spare) {
        owner->spare = vulkan_take(owner, 1, sizeof *owner->spare);
    }
    if (!owner->spare) {
        (void)vulkan_fail(owner->vk, FUSOR_ERROR_OUT_OF_MEMORY, name, "out of host memory for '%s'",
                          name);
    }
    return owner->spare != NULL;
}

static void name_object(fusor_vulkan *vk, VkObjectType type, uint64_t handle, const char *name)
{
    if (vk->api.SetDebugUtilsObjectNameEXT && name[0]) {
        VkDebugUtilsObjectNameInfoEXT info = {
            .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
            .objectType = type,
            .objectHandle = handle,
            .pObjectName = name};
        /* A name that cannot be set is no failure of the frame. */
        (void)vk->api.SetDebugUtilsObjectNameEXT(vk->device, &info);
    }
}

/* Ends every make function: checks the call and records the object. */
static fusor_result adopt(vulkan_owner *owner, VkResult raw, vulkan_owned object, const char *call,
                          const char *name)
{
    fusor_result result = vulkan_check(owner->vk, raw, call, name);
    if (result != FUSOR_OK) {
        return result;
    }
    vulkan_owned *node = owner->spare;
    owner->spare = NULL;
    *node = object;
    node->older = owner->last;
    owner->last = node;
    owner->vk->stats.objects_created++;
    name_object(owner->vk, object.type, object.handle, name);
    return FUSOR_OK;
}

/* A non-dispatchable handle is a pointer on 64-bit systems and a uint64_t elsewhere. */
#define OWNED(object_type, object)                                                                 \
    (vulkan_owned)                                                                                 \
    {                                                                                              \
        .type = object_type, .handle = (uint64_t)(object)                                          \
    }

fusor_result vulkan_make_image(vulkan_owner *owner, const VkImageCreateInfo *info, const char *name,
                               VkImage *out)
{
    if (!reserve(owner, name)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkResult raw = owner->vk->api.CreateImage(owner->vk->device, info, NULL, out);
    return adopt(owner, raw, OWNED(VK_OBJECT_TYPE_IMAGE, *out), "vkCreateImage", name);
}

fusor_result vulkan_make_buffer(vulkan_owner *owner, const VkBufferCreateInfo *info,
                                const char *name, VkBuffer *out)
{
    if (!reserve(owner, name)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkResult raw = owner->vk->api.CreateBuffer(owner->vk->device, info, NULL, out);
    return adopt(owner, raw, OWNED(VK_OBJECT_TYPE_BUFFER, *out), "vkCreateBuffer", name);
}

fusor_result vulkan_make_memory(vulkan_owner *owner, const VkMemoryAllocateInfo *info,
                                const char *name, VkDeviceMemory *out)
{
    if (!reserve(owner, name)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkResult raw = owner->vk->api.AllocateMemory(owner->vk->device, info, NULL, out);
    vulkan_owned object = OWNED(VK_OBJECT_TYPE_DEVICE_MEMORY, *out);
    object.size_bytes = info->allocationSize;
    fusor_result result = adopt(owner, raw, object, "vkAllocateMemory", name);
    if (result == FUSOR_OK) {
        owner->vk->stats.device_memory_bytes += info->allocationSize;
        owner->vk->stats.device_memory_allocations++;
    }
    return result;
}

fusor_result vulkan_make_view(vulkan_owner *owner, const VkImageViewCreateInfo *info,
                              const char *name, VkImageView *out)
{
    if (!reserve(owner, name)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkResult raw = owner->vk->api.CreateImageView(owner->vk->device, info, NULL, out);
    return adopt(owner, raw, OWNED(VK_OBJECT_TYPE_IMAGE_VIEW, *out), "vkCreateImageView", name);
}

fusor_result vulkan_make_render_pass(vulkan_owner *owner, const VkRenderPassCreateInfo *info,
                                     const char *name, VkRenderPass *out)
{
    if (!reserve(owner, name)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkResult raw = owner->vk->api.CreateRenderPass(owner->vk->device, info, NULL, out);
    return adopt(owner, raw, OWNED(VK_OBJECT_TYPE_RENDER_PASS, *out), "vkCreateRenderPass", name);
}

fusor_result vulkan_make_render_pass2(vulkan_owner *owner, const VkRenderPassCreateInfo2 *info,
                                      const char *name, VkRenderPass *out)
{
    if (!reserve(owner, name)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkResult raw = owner->vk->api.CreateRenderPass2(owner->vk->device, info, NULL, out);
    return adopt(owner, raw, OWNED(VK_OBJECT_TYPE_RENDER_PASS, *out), "vkCreateRenderPass2", name);
}

fusor_result vulkan_make_framebuffer(vulkan_owner *owner, const VkFramebufferCreateInfo *info,
                                     const char *name, VkFramebuffer *out)
{
    if (!reserve(owner, name)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkResult raw = owner->vk->api.CreateFramebuffer(owner->vk->device, info, NULL, out);
    return adopt(owner, raw, OWNED(VK_OBJECT_TYPE_FRAMEBUFFER, *out), "vkCreateFramebuffer", name);
}

fusor_result vulkan_make_fence(vulkan_owner *owner, VkFence *out)
{
    if (!reserve(owner, "fence")) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkResult raw = owner->vk->api.CreateFence(owner->vk->device, &info, NULL, out);
    return adopt(owner, raw, OWNED(VK_OBJECT_TYPE_FENCE, *out), "vkCreateFence", "fence");
}

fusor_result vulkan_make_query_pool(vulkan_owner *owner, uint32_t count, VkQueryPool *out)
{
    if (!reserve(owner, "timestamps")) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = count};
    VkResult raw = owner->vk->api.CreateQueryPool(owner->vk->device, &info, NULL, out);
    return adopt(owner, raw, OWNED(VK_OBJECT_TYPE_QUERY_POOL, *out), "vkCreateQueryPool",
                 "timestamps");
}

static fusor_result make_command_pool(vulkan_owner *owner, VkCommandPool *out)
{
    if (!reserve(owner, "command pool")) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                    .queueFamilyIndex = owner->vk->queue_family};
    VkResult raw = owner->vk->api.CreateCommandPool(owner->vk->device, &info, NULL, out);
    return adopt(owner, raw, OWNED(VK_OBJECT_TYPE_COMMAND_POOL, *out), "vkCreateCommandPool",
                 "command pool");
}

fusor_result vulkan_make_commands(vulkan_owner *owner, VkCommandPool *pool, VkCommandBuffer *out)
{
    fusor_result result = make_command_pool(owner, pool);
    if (result != FUSOR_OK) {
        return result;
    }
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = *pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                        .commandBufferCount = 1};
    VkResult raw = owner->vk->api.AllocateCommandBuffers(owner->vk->device, &info, out);
    owner->vk->stats.objects_created += raw == VK_SUCCESS;
    return vulkan_check(owner->vk, raw, "vkAllocateCommandBuffers", "command buffer");
}

static void destroy_object(fusor_vulkan *vk, const vulkan_owned *object)
{
    switch (object->type) {
#define DESTROY_ROW(TYPE, type, function)                                                          \
    case VK_OBJECT_TYPE_##TYPE:                                                                    \
        vk->api.function(vk->device, (type)object->handle, NULL);                                  \
        break;
        DESTROY_ROW(IMAGE, VkImage, DestroyImage)
        DESTROY_ROW(BUFFER, VkBuffer, DestroyBuffer)
        DESTROY_ROW(DEVICE_MEMORY, VkDeviceMemory, FreeMemory)
        DESTROY_ROW(IMAGE_VIEW, VkImageView, DestroyImageView)
        DESTROY_ROW(RENDER_PASS, VkRenderPass, DestroyRenderPass)
        DESTROY_ROW(FRAMEBUFFER, VkFramebuffer, DestroyFramebuffer)
        DESTROY_ROW(FENCE, VkFence, DestroyFence)
        DESTROY_ROW(QUERY_POOL, VkQueryPool, DestroyQueryPool)
        DESTROY_ROW(COMMAND_POOL, VkCommandPool, DestroyCommandPool)
#undef DESTROY_ROW
    default:
        break;
    }
    if (object->type == VK_OBJECT_TYPE_DEVICE_MEMORY) {
        vk->stats.device_memory_bytes -= object->size_bytes;
        vk->stats.device_memory_allocations--;
    }
}

void vulkan_release_all(vulkan_owner *owner)
{
    for (vulkan_owned *object = owner->last; object; object = object->older) {
        destroy_object(owner->vk, object);
    }
    for (vulkan_chunk *chunk = owner->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        vulkan_heap_give(owner->vk, chunk, chunk->size);
    }
    *owner = (vulkan_owner){.vk = owner->vk};
}
