/* In: allocations, binds and maps. Out: device memory as numbers, host memory where it is mapped.
 * Promised: mapped memory starts zeroed and keeps its address while the fake lives. */
#include "fake_core.h"

#include <stdlib.h>

fake_resource *fake_resource_of(const fake_object *object)
{
    bool has_memory = object->kind == FAKE_KIND_IMAGE || object->kind == FAKE_KIND_BUFFER;
    return has_memory ? object->data : NULL;
}

static uint32_t heap_of(const fake_vulkan *fake, const fake_memory *memory)
{
    return fake->memory.memoryTypes[memory->info.memoryTypeIndex].heapIndex;
}

static VkMemoryPropertyFlags flags_of(const fake_vulkan *fake, const fake_memory *memory)
{
    return fake->memory.memoryTypes[memory->info.memoryTypeIndex].propertyFlags;
}

static uint32_t live_memories(const fake_vulkan *fake)
{
    return fake_vulkan_live_count_of(fake, FAKE_KIND_MEMORY);
}

/* A size that only is too much for the heap is an ordinary result (11.2.2), a wrong index is not. */
static VkResult check_allocation(fake_vulkan *fake, const VkMemoryAllocateInfo *info)
{
    if (!FAKE_CHECK(fake, info->memoryTypeIndex < fake->memory.memoryTypeCount, ALLOCATION,
                    "there is no memory type %u", info->memoryTypeIndex) ||
        !FAKE_CHECK(fake, info->allocationSize > 0, ALLOCATION, "a size of 0") ||
        !FAKE_CHECK(fake, live_memories(fake) < fake->limits.maxMemoryAllocationCount, ALLOCATION,
                    "more than maxMemoryAllocationCount allocations"))
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    uint32_t heap = fake->memory.memoryTypes[info->memoryTypeIndex].heapIndex;
    VkDeviceSize left = fake->memory.memoryHeaps[heap].size - fake->heap_used[heap];
    return info->allocationSize <= left ? VK_SUCCESS : VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

/* VUID-VkMemoryDedicatedAllocateInfo-image-02964 and -buffer-02965: exactly the resource's size. */
static void set_dedicated(fake_vulkan *fake, fake_memory *memory)
{
    const VkMemoryDedicatedAllocateInfo *info =
        fake_next(memory->info.pNext, VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO);
    memory->info.pNext = NULL;
    if (!info)
        return;
    fake_object *object =
        info->image ? FAKE_USE(fake, IMAGE, info->image) : FAKE_USE(fake, BUFFER, info->buffer);
    if (!object)
        return;
    memory->dedicated = object->serial;
    FAKE_CHECK(fake, memory->info.allocationSize == fake_resource_of(object)->requirements.size,
               BIND_DEDICATED, "a dedicated allocation has exactly the size of %s",
               fake_name(object));
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_AllocateMemory(VkDevice device,
                                                          const VkMemoryAllocateInfo *info,
                                                          const VkAllocationCallbacks *callbacks,
                                                          VkDeviceMemory *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result =
        FAKE_ENTER(fake, AllocateMemory, FAKE_ARG(DEVICE, device),
                   FAKE_NUMBER(info->allocationSize), FAKE_NUMBER(info->memoryTypeIndex));
    if (!result)
        result = check_allocation(fake, info);
    fake_set_result(fake, result);
    if (result)
        return result;
    fake_object *object = fake_make(fake, FAKE_KIND_MEMORY, sizeof(fake_memory));
    fake_memory *memory = object->data;
    memory->info = *info;
    set_dedicated(fake, memory);
    fake->heap_used[heap_of(fake, memory)] += info->allocationSize;
    *out = FAKE_HANDLE(VkDeviceMemory, object);
    fake_add_arg(fake, FAKE_KIND_MEMORY, fake_value(object));
    fake_set_info(fake, &memory->info);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL fake_FreeMemory(VkDevice device, VkDeviceMemory handle,
                                                  const VkAllocationCallbacks *callbacks)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    FAKE_ENTER(fake, FreeMemory, FAKE_ARG(DEVICE, device), FAKE_ARG(MEMORY, handle));
    fake_object *object = fake_kill(fake, FAKE_KIND_MEMORY, (uint64_t)(uintptr_t)handle);
    if (!object)
        return;
    fake_memory *memory = object->data;
    fake->heap_used[heap_of(fake, memory)] -= memory->info.allocationSize;
}

static VKAPI_ATTR void VKAPI_CALL fake_GetDeviceMemoryCommitment(VkDevice device,
                                                                 VkDeviceMemory handle,
                                                                 VkDeviceSize *out)
{
    FAKE_ENTER(fake_of(device), GetDeviceMemoryCommitment, FAKE_ARG(DEVICE, device),
               FAKE_ARG(MEMORY, handle));
    *out = 0; /* lazily allocated memory that no render pass has spilled to */
}

VkDeviceSize fake_vulkan_allocated_bytes(const fake_vulkan *fake)
{
    VkDeviceSize sum = 0;
    for (uint32_t i = 0; i < fake->memory.memoryHeapCount; i++)
        sum += fake->heap_used[i];
    return sum;
}

/* --------------------------------------------------------------------------------------- maps */

static bool is_inside(VkDeviceSize offset, VkDeviceSize size, VkDeviceSize whole)
{
    return offset < whole && (size == VK_WHOLE_SIZE || (size > 0 && size <= whole - offset));
}

static bool check_map(fake_vulkan *fake, const fake_object *object, VkDeviceSize offset,
                      VkDeviceSize size)
{
    const fake_memory *memory = object->data;
    return FAKE_CHECK(fake, flags_of(fake, memory) & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT, MAP,
                      "%s is not host-visible", fake_name(object)) &&
           FAKE_CHECK(fake, !memory->is_mapped, MAP, "%s is mapped already", fake_name(object)) &&
           FAKE_CHECK(fake, is_inside(offset, size, memory->info.allocationSize), MAP,
                      "the range is not inside %s", fake_name(object));
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_MapMemory(VkDevice device, VkDeviceMemory handle,
                                                     VkDeviceSize offset, VkDeviceSize size,
                                                     VkMemoryMapFlags flags, void **out)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result =
        FAKE_ENTER(fake, MapMemory, FAKE_ARG(DEVICE, device), FAKE_ARG(MEMORY, handle),
                   FAKE_NUMBER(offset), FAKE_NUMBER(size), FAKE_NUMBER(flags));
    fake_object *object = FAKE_FIND(fake, MEMORY, handle);
    if (result || !object || !check_map(fake, object, offset, size))
        return result ? result : VK_ERROR_MEMORY_MAP_FAILED;
    fake_memory *memory = object->data;
    if (!memory->mapped) /* calloc: pages that nobody touches cost nothing */
        memory->mapped = calloc(1, (size_t)memory->info.allocationSize);
    if (!memory->mapped)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    memory->is_mapped = true;
    memory->map_offset = offset;
    memory->map_size = size == VK_WHOLE_SIZE ? memory->info.allocationSize - offset : size;
    *out = (char *)memory->mapped + offset;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL fake_UnmapMemory(VkDevice device, VkDeviceMemory handle)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, UnmapMemory, FAKE_ARG(DEVICE, device), FAKE_ARG(MEMORY, handle));
    fake_object *object = FAKE_FIND(fake, MEMORY, handle);
    if (!object)
        return;
    fake_memory *memory = object->data;
    FAKE_CHECK(fake, memory->is_mapped, MAP, "%s is not mapped", fake_name(object));
    memory->is_mapped = false;
}

/* VUID-VkMappedMemoryRange-offset-00687 and -size-01390: whole atoms, or up to the end. */
static void check_flush(fake_vulkan *fake, const VkMappedMemoryRange *range)
{
    const VkDeviceSize atom = fake->limits.nonCoherentAtomSize;
    fake_object *object = FAKE_USE(fake, MEMORY, range->memory);
    if (!object)
        return;
    const fake_memory *memory = object->data;
    const VkDeviceSize size = memory->info.allocationSize;
    bool ends = range->size == VK_WHOLE_SIZE || range->offset + range->size == size ||
                range->size % atom == 0;
    FAKE_CHECK(fake, memory->is_mapped, MAP, "%s is not mapped", fake_name(object));
    FAKE_CHECK(fake, range->offset % atom == 0 && ends, MAP,
               "the range of %s is not made of nonCoherentAtomSize", fake_name(object));
    FAKE_CHECK(fake,
               range->offset >= memory->map_offset && is_inside(range->offset, range->size, size) &&
                   (range->size == VK_WHOLE_SIZE ||
                    range->offset + range->size <= memory->map_offset + memory->map_size),
               MAP, "the range is not inside what is mapped of %s", fake_name(object));
}

static VKAPI_ATTR VkResult VKAPI_CALL
fake_FlushMappedMemoryRanges(VkDevice device, uint32_t count, const VkMappedMemoryRange *ranges)
{
    VkResult result = FAKE_ENTER(fake_of(device), FlushMappedMemoryRanges, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(MEMORY, ranges->memory), FAKE_NUMBER(count));
    for (uint32_t i = 0; i < count && !result; i++)
        check_flush(fake_of(device), &ranges[i]);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_InvalidateMappedMemoryRanges(
    VkDevice device, uint32_t count, const VkMappedMemoryRange *ranges)
{
    VkResult result =
        FAKE_ENTER(fake_of(device), InvalidateMappedMemoryRanges, FAKE_ARG(DEVICE, device),
                   FAKE_ARG(MEMORY, ranges->memory), FAKE_NUMBER(count));
    for (uint32_t i = 0; i < count && !result; i++)
        check_flush(fake_of(device), &ranges[i]);
    return result;
}

/* -------------------------------------------------------------------------------------- binds */

static bool pages_touch(const fake_resource *a, const fake_resource *b, VkDeviceSize page)
{
    VkDeviceSize a_last = (a->offset + a->requirements.size - 1) / page;
    VkDeviceSize b_last = (b->offset + b->requirements.size - 1) / page;
    return a->offset / page <= b_last && b->offset / page <= a_last;
}

static bool bytes_overlap(const fake_resource *a, const fake_resource *b)
{
    return a->offset < b->offset + b->requirements.size &&
           b->offset < a->offset + a->requirements.size;
}

/* 12.8, buffer-image granularity: linear and optimal neighbours lie on pages of their own. Those that
 * overlap in bytes alias each other anyway. */
static void check_granularity(fake_vulkan *fake, const fake_memory *memory,
                              const fake_object *object)
{
    const fake_resource *own = fake_resource_of(object);
    for (uint32_t i = 0; i < memory->bound.count; i++) {
        const fake_object *other = fake->objects[memory->bound.items[i]];
        const fake_resource *its = fake_resource_of(other);
        bool clash = other->alive && its->linear != own->linear && !bytes_overlap(own, its) &&
                     pages_touch(own, its, fake->limits.bufferImageGranularity);
        FAKE_CHECK(fake, !clash, GRANULARITY, "%s and %s share a page of bufferImageGranularity",
                   fake_name(object), fake_name(other));
    }
}

static void check_dedicated(fake_vulkan *fake, const fake_object *object, const fake_memory *memory)
{
    const fake_resource *resource = fake_resource_of(object);
    FAKE_CHECK(fake, !memory->dedicated || memory->dedicated == object->serial, BIND_DEDICATED,
               "the memory is dedicated to another resource than %s", fake_name(object));
    FAKE_CHECK(fake,
               !resource->requirements.requires_dedicated || memory->dedicated == object->serial,
               BIND_DEDICATED, "%s requires a dedicated allocation", fake_name(object));
    FAKE_CHECK(fake, !memory->dedicated || resource->offset == 0, BIND_DEDICATED,
               "%s is at offset %llu of its dedicated allocation", fake_name(object),
               (unsigned long long)resource->offset);
}

static void check_bind(fake_vulkan *fake, const fake_object *object, const fake_memory *memory)
{
    const fake_resource *resource = fake_resource_of(object);
    const fake_vulkan_requirements *needs = &resource->requirements;
    const VkDeviceSize size = memory->info.allocationSize;
    FAKE_CHECK(fake, resource->offset % needs->alignment == 0, BIND_ALIGNMENT,
               "offset %llu of %s is no multiple of %llu", (unsigned long long)resource->offset,
               fake_name(object), (unsigned long long)needs->alignment);
    FAKE_CHECK(fake, resource->offset < size && needs->size <= size - resource->offset, BIND_RANGE,
               "%s reaches beyond its memory", fake_name(object));
    FAKE_CHECK(fake, needs->memory_type_bits >> memory->info.memoryTypeIndex & 1, BIND_TYPE,
               "%s cannot lie in memory type %u", fake_name(object), memory->info.memoryTypeIndex);
    check_dedicated(fake, object, memory);
    check_granularity(fake, memory, object);
}

static void bind(fake_vulkan *fake, fake_object *object, VkDeviceMemory handle, VkDeviceSize offset)
{
    fake_object *memory_object = FAKE_USE(fake, MEMORY, handle);
    if (!object || !memory_object)
        return;
    fake_memory *memory = memory_object->data;
    fake_resource *resource = fake_resource_of(object);
    if (!FAKE_CHECK(fake, !resource->memory, BIND_TWICE, "%s is bound already", fake_name(object)))
        return;
    resource->memory = memory_object->serial;
    resource->offset = fake_tamper_bind(fake, offset);
    check_bind(fake, object, memory);
    fake_list_add(&memory->bound, object->serial);
    fake_list_add(&object->children, memory_object->serial);
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_BindBufferMemory(VkDevice device, VkBuffer buffer,
                                                            VkDeviceMemory memory,
                                                            VkDeviceSize offset)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result =
        FAKE_ENTER(fake, BindBufferMemory, FAKE_ARG(DEVICE, device), FAKE_ARG(BUFFER, buffer),
                   FAKE_ARG(MEMORY, memory), FAKE_NUMBER(offset));
    if (!result)
        bind(fake, FAKE_FIND(fake, BUFFER, buffer), memory, offset);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_BindImageMemory(VkDevice device, VkImage image,
                                                           VkDeviceMemory memory,
                                                           VkDeviceSize offset)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result =
        FAKE_ENTER(fake, BindImageMemory, FAKE_ARG(DEVICE, device), FAKE_ARG(IMAGE, image),
                   FAKE_ARG(MEMORY, memory), FAKE_NUMBER(offset));
    if (!result)
        bind(fake, FAKE_FIND(fake, IMAGE, image), memory, offset);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_BindBufferMemory2(VkDevice device, uint32_t count,
                                                             const VkBindBufferMemoryInfo *infos)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result =
        FAKE_ENTER(fake, BindBufferMemory2, FAKE_ARG(DEVICE, device), FAKE_NUMBER(count));
    for (uint32_t i = 0; i < count && !result; i++)
        bind(fake, FAKE_USE(fake, BUFFER, infos[i].buffer), infos[i].memory, infos[i].memoryOffset);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_BindImageMemory2(VkDevice device, uint32_t count,
                                                            const VkBindImageMemoryInfo *infos)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result =
        FAKE_ENTER(fake, BindImageMemory2, FAKE_ARG(DEVICE, device), FAKE_NUMBER(count));
    for (uint32_t i = 0; i < count && !result; i++)
        bind(fake, FAKE_USE(fake, IMAGE, infos[i].image), infos[i].memory, infos[i].memoryOffset);
    return result;
}

static fake_vulkan_binding binding_of(const fake_vulkan *fake, const fake_object *object)
{
    const fake_resource *resource = object ? fake_resource_of(object) : NULL;
    if (!resource || !resource->memory)
        return (fake_vulkan_binding){0};
    const fake_object *memory = fake->objects[resource->memory];
    return (fake_vulkan_binding){
        .memory = FAKE_HANDLE(VkDeviceMemory, memory),
        .offset = resource->offset,
        .size = resource->requirements.size,
        .memory_type = ((const fake_memory *)memory->data)->info.memoryTypeIndex,
    };
}

fake_vulkan_binding fake_vulkan_image_binding(fake_vulkan *fake, VkImage image)
{
    return binding_of(fake, FAKE_FIND(fake, IMAGE, image));
}

fake_vulkan_binding fake_vulkan_buffer_binding(fake_vulkan *fake, VkBuffer buffer)
{
    return binding_of(fake, FAKE_FIND(fake, BUFFER, buffer));
}

void fake_register_memory(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, AllocateMemory);
    FAKE_REGISTER(table, FreeMemory);
    FAKE_REGISTER(table, GetDeviceMemoryCommitment);
    FAKE_REGISTER(table, MapMemory);
    FAKE_REGISTER(table, UnmapMemory);
    FAKE_REGISTER(table, FlushMappedMemoryRanges);
    FAKE_REGISTER(table, InvalidateMappedMemoryRanges);
    FAKE_REGISTER(table, BindBufferMemory);
    FAKE_REGISTER(table, BindImageMemory);
    FAKE_REGISTER(table, BindBufferMemory2);
    FAKE_REGISTER(table, BindImageMemory2);
}
