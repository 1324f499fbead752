/* fake_core.h: what the files of the fake share. One file a group of entry points; each fills in its
 * part of the function table by its fake_register_…(). */
#ifndef FUSOR_FAKE_CORE_H
#define FUSOR_FAKE_CORE_H

#include "fake_vulkan.h"

_Static_assert(sizeof(void *) == 8, "handles of the fake are 64-bit numbers");

typedef struct fake_list {
    uint32_t *items;
    uint32_t count, capacity;
} fake_list;

/* A dispatchable handle is a pointer to this; other handles are fake_value(). */
typedef struct fake_object {
    uintptr_t loader_slot; /* a loader would write its table here */
    fake_vulkan *fake;
    fake_vulkan_kind kind;
    uint32_t serial;
    uint32_t parent;  /* the pool it came from, 0: none */
    uint32_t pending; /* submissions that are not done and use it */
    bool alive;
    fake_list children; /* what a use of it uses too */
    void *data;         /* by kind, below */
} fake_object;

typedef struct fake_memory {
    VkMemoryAllocateInfo info;
    uint32_t dedicated; /* serial of the image or buffer, 0: none */
    void *mapped;       /* made by the first map, kept */
    bool is_mapped;
    VkDeviceSize map_offset, map_size;
    fake_list bound; /* serials of what is bound to it */
} fake_memory;

/* The beginning of an image's and a buffer's data. */
typedef struct fake_resource {
    fake_vulkan_requirements requirements;
    uint32_t memory; /* serial, 0: not bound */
    VkDeviceSize offset;
    bool linear;
} fake_resource;

typedef struct fake_image {
    fake_resource resource;
    VkImageCreateInfo info;
    VkImageLayout
        *layouts; /* [aspect][layer][mip]; aspect 1: the stencil of depth/stencil formats */
} fake_image;

typedef struct fake_buffer {
    fake_resource resource;
    VkBufferCreateInfo info;
} fake_buffer;

typedef struct fake_view {
    VkImageViewCreateInfo info; /* counts resolved */
    uint32_t image;
} fake_view;

typedef struct fake_framebuffer {
    VkFramebufferCreateInfo info;
} fake_framebuffer;

typedef struct fake_render_pass {
    const VkRenderPassCreateInfo2 *info;
} fake_render_pass;

typedef struct fake_fence {
    bool signalled, pending;
} fake_fence;

typedef struct fake_semaphore {
    bool timeline, signalled;
    uint64_t value;
} fake_semaphore;

typedef enum fake_query_state {
    FAKE_QUERY_UNKNOWN,
    FAKE_QUERY_RESET,
    FAKE_QUERY_WRITTEN
} fake_query_state;

typedef struct fake_query_pool {
    uint32_t count;
    fake_query_state *states;
    uint64_t *values;
} fake_query_pool;

typedef struct fake_command_pool {
    VkCommandPoolCreateFlags flags;
    uint32_t family;
} fake_command_pool;

/* What a submission does to what the fake follows, in recorded order. */
typedef enum fake_op_kind {
    FAKE_OP_LAYOUT, /* image subresources go from a layout to another */
    FAKE_OP_EXPECT, /* image subresources are used in a layout */
    FAKE_OP_QUERY_RESET,
    FAKE_OP_QUERY_WRITE
} fake_op_kind;

typedef struct fake_op {
    fake_op_kind kind;
    fake_vulkan_fn fn;
    uint32_t object;
    VkImageSubresourceRange range;
    VkImageLayout from, to;
    uint32_t first, count; /* queries */
} fake_op;

typedef enum fake_command_state {
    FAKE_COMMAND_INITIAL,
    FAKE_COMMAND_RECORDING,
    FAKE_COMMAND_EXECUTABLE,
    FAKE_COMMAND_INVALID
} fake_command_state;

typedef struct fake_command_buffer {
    fake_command_state state;
    VkCommandBufferLevel level;
    VkCommandBufferUsageFlags usage;
    bool render_pass_open, rendering_open; /* rendering: vkCmdBeginRendering */
    bool inherited;                        /* a secondary inside its primary's render pass */
    const VkRenderPassCreateInfo2 *render_pass;
    uint32_t framebuffer, subpass, label_depth;
    fake_list refs;
    fake_op *ops;
    uint32_t op_count, op_capacity;
} fake_command_buffer;

typedef struct fake_queue {
    uint32_t family, index;
} fake_queue;

typedef struct fake_submission {
    uint32_t queue, fence;
    fake_list refs;
    fake_list command_buffers;
    bool done;
} fake_submission;

typedef struct fake_block {
    struct fake_block *next;
} fake_block;

#define FAKE_FAMILIES_MAX 8u

struct fake_vulkan {
    fake_vulkan_desc desc;
    VkPhysicalDeviceLimits limits;
    VkPhysicalDeviceMemoryProperties memory;
    VkQueueFamilyProperties families[FAKE_FAMILIES_MAX];
    VkPhysicalDeviceFeatures2 enabled;
    VkPhysicalDeviceVulkan13Features enabled13;
    VkPhysicalDeviceVulkan12Features enabled12;
    VkPhysicalDeviceVulkan11Features enabled11;
    VkPhysicalDeviceSynchronization2Features synchronization2; /* below 1.3 and 1.2: one by one */
    VkPhysicalDeviceSeparateDepthStencilLayoutsFeatures separate_layouts;
    VkPhysicalDeviceMultiviewFeatures multiview;
    VkDeviceSize heap_used[VK_MAX_MEMORY_HEAPS];
    fake_block *blocks; /* everything below is cut from these or is a list */
    fake_object **objects;
    uint32_t object_count, object_capacity;
    fake_object *instance, *physical_device, *device;
    fake_list queues;
    uint32_t created_count;
    fake_vulkan_call *calls;
    uint32_t call_count, call_capacity;
    fake_vulkan_violation *violations;
    uint32_t violation_count, violation_capacity;
    fake_submission *submissions;
    uint32_t submission_count, submission_capacity;
    fake_vulkan_fn current; /* whose text violations get */
    uint64_t clock;
    uint32_t failable_count, fail_in; /* fail_in 0: nothing is armed */
    uint32_t skip_in;                 /* barrier commands until the one that is left out, 0: none */
    fake_vulkan_fault fault;          /* fault_in 0: nothing is tampered with */
    uint32_t fault_in;
    bool fault_hit;
    VkImageMemoryBarrier2 late; /* what LATE_BARRIER holds back; image null: nothing */
    VkResult fail_result;
    fake_vulkan_fn fail_fn; /* FUNCTION_COUNT: any */
    bool has_failed, lost;
    fake_vulkan_fn failed_fn;
    PFN_vkVoidFunction table[FAKE_VULKAN_FUNCTION_COUNT];
};

/* Every entry point begins with this: logs, looks at the handles, and returns what it has to return
 * at once when that is not VK_SUCCESS (an injected failure, a lost device). */
VkResult fake_enter(fake_vulkan *fake, fake_vulkan_fn fn, const fake_vulkan_arg *args,
                    uint32_t count);
#define FAKE_ARG(KIND, handle)                                                                     \
    {                                                                                              \
        FAKE_KIND_##KIND, (uint64_t)(uintptr_t)(handle)                                            \
    }
#define FAKE_NUMBER(number)                                                                        \
    {                                                                                              \
        FAKE_KIND_NUMBER, (uint64_t)(number)                                                       \
    }
#define FAKE_ENTER(fake, fn, ...)                                                                  \
    fake_enter(                                                                                    \
        fake, FAKE_VULKAN_##fn, (const fake_vulkan_arg[]){__VA_ARGS__},                            \
        (uint32_t)(sizeof((const fake_vulkan_arg[]){__VA_ARGS__}) / sizeof(fake_vulkan_arg)))
void fake_set_info(fake_vulkan *fake, const void *info); /* of the call entered last */
void fake_set_result(fake_vulkan *fake, VkResult result);
/* Writes the handle that a create call made into its log entry. */
void fake_add_arg(fake_vulkan *fake, fake_vulkan_kind kind, uint64_t value);
bool fake_returns_result(fake_vulkan_fn fn);

/* fake_tamper.c: what is about to be logged, with the fault that is armed. The arrays are the fake's. */
void fake_tamper_barrier(fake_vulkan *fake, fake_vulkan_barrier *out);
void fake_tamper_render_pass(fake_vulkan *fake, VkRenderPassCreateInfo2 *info);
bool fake_tamper_next_subpass(fake_vulkan *fake); /* true: it is not done */
VkDeviceSize fake_tamper_bind(fake_vulkan *fake, VkDeviceSize offset);

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void fake_violate(fake_vulkan *fake, fake_vulkan_violation_kind kind, const char *format, ...);
/* Records the violation unless `ok`; returns `ok`. */
#define FAKE_CHECK(fake, ok, kind, ...)                                                            \
    ((ok) ? true : (fake_violate(fake, FAKE_VIOLATION_##kind, __VA_ARGS__), false))

/* Memory that lives as long as the fake. Out of memory ends the test program. */
void *fake_alloc(fake_vulkan *fake, size_t size);
void *fake_copy(fake_vulkan *fake, const void *data, size_t size);
#define FAKE_COPY(fake, array, count) fake_copy(fake, array, sizeof *(array) * (count))
void fake_list_add(fake_list *list, uint32_t item);
void fake_list_remove(fake_list *list, uint32_t item);
void fake_list_free(fake_list *list);
void *fake_grow(void *items, uint32_t count, uint32_t *capacity, size_t item_size);

fake_object *fake_make(fake_vulkan *fake, fake_vulkan_kind kind, size_t data_size);
uint64_t fake_value(const fake_object *object);
#define FAKE_HANDLE(type, object) ((type)(uintptr_t)fake_value(object))
/* The object of a handle, dead or alive; NULL: never was one of this kind. */
fake_object *fake_find(fake_vulkan *fake, fake_vulkan_kind kind, uint64_t value);
#define FAKE_FIND(fake, KIND, handle)                                                              \
    fake_find(fake, FAKE_KIND_##KIND, (uint64_t)(uintptr_t)(handle))
/* The same, for an argument that must be alive; records what is wrong. Null gives NULL. */
fake_object *fake_use(fake_vulkan *fake, fake_vulkan_kind kind, uint64_t value);
#define FAKE_USE(fake, KIND, handle) fake_use(fake, FAKE_KIND_##KIND, (uint64_t)(uintptr_t)(handle))
/* Ends the life of an object; NULL when there was nothing to end. */
fake_object *fake_kill(fake_vulkan *fake, fake_vulkan_kind kind, uint64_t value);
void fake_kill_object(fake_vulkan *fake, fake_object *object);
void fake_kill_children_of_pool(fake_vulkan *fake, const fake_object *pool);
const char *fake_name(const fake_object *object); /* "image 7": in one of a few static buffers */

static inline fake_object *fake_of_handle(const void *handle)
{
    return (fake_object *)(uintptr_t)handle;
}
static inline fake_vulkan *fake_of(const void *handle)
{
    return fake_of_handle(handle)->fake;
}

bool fake_has_extension(const fake_vulkan *fake, const char *name);
bool fake_has_version(const fake_vulkan *fake, uint32_t version);

/* Pending submissions up to and with the last that signals `fence` (0: all) of `queue` (0: all). */
void fake_complete(fake_vulkan *fake, uint32_t queue, uint32_t fence);
/* The object and all that its use uses. */
void fake_collect(fake_vulkan *fake, fake_object *object, fake_list *refs);
/* The base of images' and buffers' data, NULL for other kinds. */
fake_resource *fake_resource_of(const fake_object *object);
void fake_set_requirements(fake_vulkan *fake, fake_resource *resource,
                           const VkImageCreateInfo *image, const VkBufferCreateInfo *buffer);

typedef enum fake_scope { FAKE_SCOPE_BOTH, FAKE_SCOPE_OUTSIDE, FAKE_SCOPE_INSIDE } fake_scope;
/* How each command begins; NULL: the command buffer does not record, do nothing. */
fake_command_buffer *fake_command(VkCommandBuffer handle, fake_vulkan_fn fn, fake_scope scope,
                                  const fake_vulkan_arg *args, uint32_t count);
#define FAKE_COMMAND(handle, fn, scope, ...)                                                       \
    fake_command(handle, FAKE_VULKAN_##fn, FAKE_SCOPE_##scope,                                     \
                 (const fake_vulkan_arg[]){FAKE_ARG(COMMAND_BUFFER, handle), __VA_ARGS__},         \
                 (uint32_t)(sizeof((const fake_vulkan_arg[]){FAKE_ARG(COMMAND_BUFFER, handle),     \
                                                             __VA_ARGS__}) /                       \
                            sizeof(fake_vulkan_arg)))
fake_op *fake_command_op(fake_command_buffer *buffer, fake_op_kind kind, fake_vulkan_fn fn,
                         const fake_object *object);
void fake_command_ref(fake_command_buffer *buffer, fake_object *object);
/* A command uses part of an image: usage bits, range and, when submitted, layout are checked. */
void fake_command_image(fake_command_buffer *buffer, fake_object *image, VkImageUsageFlags usage,
                        const VkImageSubresourceRange *range, VkImageLayout layout);
void fake_command_buffer_range(fake_command_buffer *buffer, fake_object *object,
                               VkBufferUsageFlags usage, VkDeviceSize offset, VkDeviceSize size);

VkImageAspectFlags fake_format_aspects(VkFormat format);
uint32_t fake_format_bytes(VkFormat format); /* of a texel, or of a block of 4×4 */
/* VK_REMAINING_… resolved; false (and a violation) when it is not inside the image. */
bool fake_resolve_range(fake_vulkan *fake, const fake_image *image, VkImageSubresourceRange *range);
void fake_run_ops(fake_vulkan *fake, const fake_command_buffer *buffer);
VkImageLayout *fake_layout_at(const fake_image *image, uint32_t aspect, uint32_t mip,
                              uint32_t layer);
const VkRenderPassCreateInfo2 *fake_render_pass_copy(fake_vulkan *fake,
                                                     const VkRenderPassCreateInfo2 *info);
const void *fake_next(const void *chain, VkStructureType type);

#define FAKE_REGISTER(table, name)                                                                 \
    do {                                                                                           \
        PFN_vk##name typed = fake_##name;                                                          \
        (table)[FAKE_VULKAN_##name] = (PFN_vkVoidFunction)typed;                                   \
    } while (0)
void fake_register_physical(PFN_vkVoidFunction *table);
void fake_register_device(PFN_vkVoidFunction *table);
void fake_register_memory(PFN_vkVoidFunction *table);
void fake_register_resource(PFN_vkVoidFunction *table);
void fake_register_view(PFN_vkVoidFunction *table);
void fake_register_render_pass(PFN_vkVoidFunction *table);
void fake_register_framebuffer(PFN_vkVoidFunction *table);
void fake_register_simple(PFN_vkVoidFunction *table);
void fake_register_descriptor(PFN_vkVoidFunction *table);
void fake_register_sync(PFN_vkVoidFunction *table);
void fake_register_queue(PFN_vkVoidFunction *table);
void fake_register_command_buffer(PFN_vkVoidFunction *table);
void fake_register_scope(PFN_vkVoidFunction *table);
void fake_register_barrier(PFN_vkVoidFunction *table);
void fake_register_transfer(PFN_vkVoidFunction *table);
void fake_register_draw(PFN_vkVoidFunction *table);

#endif
