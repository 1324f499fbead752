/* fake_vulkan.h: a Vulkan device that executes nothing and watches everything.
 *
 * It stands behind a PFN_vkGetInstanceProcAddr, so whoever imports a device (the executor) runs on
 * it unchanged. What it gives a test: any versions, extensions, limits, memory types, requirements
 * and queues; a log of every call; what was used wrongly, as violations with text; and one injected
 * failure at a time. Layouts, queries, fences and semaphores are followed through submissions.
 *
 * What it does not do: move bytes (mapped memory is real and starts zeroed, commands do not touch
 * it), compile shaders, or know every VUID: it knows those that decide over handles, memory, command
 * buffers, render passes, barriers and layouts. Validation layers on real drivers know the rest.
 *
 * Handles stay known after their destruction and are never given out twice, so a stale handle is
 * always told from a live one. One fake is used by one thread at a time. 64-bit pointers only.
 */
#ifndef FUSOR_FAKE_VULKAN_H
#define FUSOR_FAKE_VULKAN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <vulkan/vulkan_core.h>

#include "fake_functions.h"

typedef struct fake_vulkan fake_vulkan;

typedef enum fake_vulkan_fn {
#define FAKE_ROW(name, since, results) FAKE_VULKAN_##name,
    FAKE_VULKAN_FUNCTIONS(FAKE_ROW)
#undef FAKE_ROW
        FAKE_VULKAN_FUNCTION_COUNT
} fake_vulkan_fn;

typedef enum fake_vulkan_kind {
    FAKE_KIND_NUMBER, /* of a call's argument: a plain number */
#define FAKE_ROW(NAME, type, word) FAKE_KIND_##NAME,
    FAKE_VULKAN_KINDS(FAKE_ROW)
#undef FAKE_ROW
        FAKE_KIND_COUNT
} fake_vulkan_kind;

typedef enum fake_vulkan_violation_kind {
#define FAKE_ROW(NAME, word) FAKE_VIOLATION_##NAME,
    FAKE_VULKAN_VIOLATIONS(FAKE_ROW)
#undef FAKE_ROW
        FAKE_VIOLATION_COUNT
} fake_vulkan_violation_kind;

typedef enum fake_vulkan_fault {
#define FAKE_ROW(NAME, word) FAKE_FAULT_##NAME,
    FAKE_VULKAN_FAULTS(FAKE_ROW)
#undef FAKE_ROW
        FAKE_FAULT_COUNT
} fake_vulkan_fault;

/* -------------------------------------------------------------------------------- what it is */

/* X(name): features that are supported and enabled, or neither. */
#define FAKE_VULKAN_FEATURES(X)                                                                    \
    X(synchronization2)                                                                            \
    X(dynamic_rendering)                                                                           \
    X(separate_depth_stencil_layouts)                                                              \
    X(imageless_framebuffer)                                                                       \
    X(multiview)                                                                                   \
    X(independent_blend)                                                                           \
    X(timeline_semaphore)                                                                          \
    X(host_query_reset)

typedef struct fake_vulkan_features {
#define FAKE_ROW(name) bool name;
    FAKE_VULKAN_FEATURES(FAKE_ROW)
#undef FAKE_ROW
} fake_vulkan_features;

typedef struct fake_vulkan_requirements {
    VkDeviceSize size, alignment;
    uint32_t memory_type_bits;
    bool prefers_dedicated, requires_dedicated;
} fake_vulkan_requirements;

/* One of `image` and `buffer`. `out` holds the default (tight size, alignment 256, every type, lazily
 * allocated ones for TRANSIENT_ATTACHMENT images only) and may be changed. */
typedef void (*fake_vulkan_requirements_fn)(void *user, const VkImageCreateInfo *image,
                                            const VkBufferCreateInfo *buffer,
                                            fake_vulkan_requirements *out);
/* Features of a format in optimal tiling; `all` is what the default gives. */
typedef VkFormatFeatureFlags (*fake_vulkan_format_fn)(void *user, VkFormat format,
                                                      VkFormatFeatureFlags all);

/* All zero: Vulkan 1.1, no extensions and features, one queue, device-local and host memory. */
typedef struct fake_vulkan_desc {
    uint32_t api_version;          /* 0: VK_API_VERSION_1_1 */
    const char *const *extensions; /* of instance and device; the strings must outlive the fake */
    uint32_t extension_count;
    fake_vulkan_features features;
    const VkPhysicalDeviceLimits *limits;           /* NULL: what desktop devices have */
    const VkPhysicalDeviceMemoryProperties *memory; /* NULL: device-local, host, cached host */
    fake_vulkan_requirements_fn requirements_fn;
    fake_vulkan_format_fn format_fn;
    void *user;
    const VkQueueFamilyProperties *queue_families; /* none: one of graphics, compute, transfer */
    uint32_t queue_family_count;
    bool
        manual_completion; /* submissions stay pending until waited for or fake_vulkan_complete() */
} fake_vulkan_desc;

/* Returns false when out of memory. */
bool fake_vulkan_create(const fake_vulkan_desc *desc, fake_vulkan **out);
/* Frees the fake; looks for nothing (fake_vulkan_find_leaks() does). NULL is allowed. */
void fake_vulkan_destroy(fake_vulkan *fake);

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL fake_vulkan_get_instance_proc_addr(VkInstance instance,
                                                                            const char *name);
VkInstance fake_vulkan_instance(fake_vulkan *fake);
VkPhysicalDevice fake_vulkan_physical_device(fake_vulkan *fake);
VkDevice fake_vulkan_device(fake_vulkan *fake);
VkQueue fake_vulkan_queue(fake_vulkan *fake, uint32_t family, uint32_t index);
/* What is enabled, as a chain of core structures; lives as long as the fake. */
const VkPhysicalDeviceFeatures2 *fake_vulkan_enabled_features(fake_vulkan *fake);
/* VkPhysicalDeviceLimits and memory of the defaults, to change a copy of. */
VkPhysicalDeviceLimits fake_vulkan_default_limits(void);
VkPhysicalDeviceMemoryProperties fake_vulkan_default_memory(void);
VkPhysicalDeviceMemoryProperties fake_vulkan_memory(const fake_vulkan *fake); /* what it has */

/* As if a submission had left the whole image in this layout: for images that are imported. */
void fake_vulkan_set_layout(fake_vulkan *fake, VkImage image, VkImageLayout layout);
/* What submissions have left one mip and layer in; VK_IMAGE_LAYOUT_MAX_ENUM for what is no image. */
VkImageLayout fake_vulkan_get_layout(fake_vulkan *fake, VkImage image, VkImageAspectFlagBits aspect,
                                     uint32_t mip, uint32_t layer);

/* What a shader does with a descriptor, which the fake cannot see: for record callbacks of tests. When
 * submitted, the view's subresources must be in `layout`; view and buffer are used until it is done. */
void fake_vulkan_use_view(VkCommandBuffer command_buffer, VkImageView view, VkImageLayout layout);
void fake_vulkan_use_buffer(VkCommandBuffer command_buffer, VkBuffer buffer);

/* Every pending submission of all queues is done. */
void fake_vulkan_complete(fake_vulkan *fake);
uint32_t fake_vulkan_pending_count(const fake_vulkan *fake);

/* ------------------------------------------------------------------------------ the call log */

typedef struct fake_vulkan_arg {
    fake_vulkan_kind kind;
    uint64_t value; /* a handle as a number, or a number */
} fake_vulkan_arg;

#define FAKE_VULKAN_ARGS_MAX 10u

/* `info` by function:
 *   CmdPipelineBarrier, CmdPipelineBarrier2   fake_vulkan_barrier
 *   CmdBeginRenderPass, CmdBeginRenderPass2   fake_vulkan_begin
 *   CmdClearAttachments                       fake_vulkan_clear
 *   CreateImage, CreateBuffer, CreateImageView   Vk…CreateInfo without pNext
 *   CreateFramebuffer                         VkFramebufferCreateInfo, with attachments
 *   CreateRenderPass, CreateRenderPass2       VkRenderPassCreateInfo2, depth/stencil resolve in pNext
 *   AllocateMemory                            VkMemoryAllocateInfo without pNext
 *   QueueSubmit, QueueSubmit2                 fake_vulkan_submit
 *   CmdBegin…Label, SetDebugUtilsObjectName   the text
 * else NULL. Legacy calls are given in the newer form. */
typedef struct fake_vulkan_call {
    fake_vulkan_fn fn;
    VkResult result;
    bool injected;
    uint32_t arg_count;
    fake_vulkan_arg args[FAKE_VULKAN_ARGS_MAX]; /* args[0]: the dispatchable handle */
    const void *info;
} fake_vulkan_call;

typedef struct fake_vulkan_barrier {
    bool legacy;
    VkPipelineStageFlags2 src_stages, dst_stages; /* legacy: of the call; else the union */
    VkDependencyFlags flags;
    uint32_t memory_count, buffer_count, image_count;
    const VkMemoryBarrier2 *memory;
    const VkBufferMemoryBarrier2 *buffers;
    const VkImageMemoryBarrier2 *images;
} fake_vulkan_barrier;

typedef struct fake_vulkan_begin {
    VkRenderPass render_pass;
    VkFramebuffer framebuffer;
    VkRect2D area;
    uint32_t clear_count;
    const VkClearValue *clears;
    VkSubpassContents contents;
} fake_vulkan_begin;

typedef struct fake_vulkan_clear {
    uint32_t count, rect_count;
    const VkClearAttachment *attachments;
    const VkClearRect *rects;
} fake_vulkan_clear;

typedef struct fake_vulkan_submit {
    VkFence fence;
    uint32_t wait_count, command_buffer_count, signal_count; /* of all batches together */
    const VkSemaphoreSubmitInfo *waits, *signals;
    const VkCommandBuffer *command_buffers;
} fake_vulkan_submit;

const char *fake_vulkan_fn_name(fake_vulkan_fn fn);       /* "vkCreateImage" */
const char *fake_vulkan_kind_word(fake_vulkan_kind kind); /* "image" */
/* The core version that has it, VK_API_VERSION_1_0 or newer; 0: only an extension does. */
uint32_t fake_vulkan_fn_version(fake_vulkan_fn fn);
uint32_t fake_vulkan_log_count(const fake_vulkan *fake);
/* Valid until the next call into the fake; its `info` as long as the fake. */
const fake_vulkan_call *fake_vulkan_log_get(const fake_vulkan *fake, uint32_t index);
void fake_vulkan_log_clear(fake_vulkan *fake);
/* Calls of one function in the log, injected failures included. */
uint32_t fake_vulkan_call_count(const fake_vulkan *fake, fake_vulkan_fn fn);
/* The n-th (from 0) call of a function in the log, NULL past the end. */
const fake_vulkan_call *fake_vulkan_find_call(const fake_vulkan *fake, fake_vulkan_fn fn,
                                              uint32_t n);
void fake_vulkan_log_print(const fake_vulkan *fake, FILE *file);

/* The deep copy of what an object was made with; NULL for a handle that is none. Destroyed ones too. */
const VkImageCreateInfo *fake_vulkan_image_info(fake_vulkan *fake, VkImage image);
const VkBufferCreateInfo *fake_vulkan_buffer_info(fake_vulkan *fake, VkBuffer buffer);
const VkImageViewCreateInfo *fake_vulkan_view_info(fake_vulkan *fake, VkImageView view);
const VkFramebufferCreateInfo *fake_vulkan_framebuffer_info(fake_vulkan *fake,
                                                            VkFramebuffer framebuffer);
const VkRenderPassCreateInfo2 *fake_vulkan_render_pass_info(fake_vulkan *fake,
                                                            VkRenderPass render_pass);

typedef struct fake_vulkan_binding {
    VkDeviceMemory memory; /* null: not bound */
    VkDeviceSize offset, size;
    uint32_t memory_type;
} fake_vulkan_binding;
fake_vulkan_binding fake_vulkan_image_binding(fake_vulkan *fake, VkImage image);
fake_vulkan_binding fake_vulkan_buffer_binding(fake_vulkan *fake, VkBuffer buffer);

/* ------------------------------------------------------------------------- what was wrong */

typedef struct fake_vulkan_violation {
    fake_vulkan_violation_kind kind;
    const char *text; /* "vkCmdDispatch: a render pass is open" */
} fake_vulkan_violation;

const char *fake_vulkan_violation_word(fake_vulkan_violation_kind kind);
uint32_t fake_vulkan_violation_count(const fake_vulkan *fake);
const fake_vulkan_violation *fake_vulkan_violation_get(const fake_vulkan *fake, uint32_t index);
void fake_vulkan_violations_print(const fake_vulkan *fake, FILE *file);
void fake_vulkan_violations_clear(fake_vulkan *fake);

/* Live objects, those of the test included; instance, device and queues are not counted. */
uint32_t fake_vulkan_live_count(const fake_vulkan *fake);
uint32_t fake_vulkan_live_count_of(const fake_vulkan *fake, fake_vulkan_kind kind);
/* Objects made since the creation of the fake, memory included. */
uint32_t fake_vulkan_created_count(const fake_vulkan *fake);
/* Each live object becomes a LEAK violation; what vkDestroyDevice does too. */
void fake_vulkan_find_leaks(fake_vulkan *fake);
VkDeviceSize fake_vulkan_allocated_bytes(const fake_vulkan *fake);

/* --------------------------------------------------------------------- one injected failure */

/* The nth failable call from now on (1: the next) returns `result` and does nothing; the ones after
 * it succeed again. nth 0 disarms. A call is failable when it returns a VkResult. After an injected
 * VK_ERROR_DEVICE_LOST the device stays lost, as the specification has it (5.2.3): pending work counts
 * as done, submissions and waits return it again. */
void fake_vulkan_fail_call(fake_vulkan *fake, uint32_t nth, VkResult result);
/* The same, counting the calls of one function. */
void fake_vulkan_fail_function(fake_vulkan *fake, fake_vulkan_fn fn, uint32_t nth, VkResult result);
/* Negative control: the nth barrier command from now on (1: the next) is logged and does nothing. */
void fake_vulkan_skip_barrier(fake_vulkan *fake, uint32_t nth);
/* The nth thing from now on (1: the next) that can have the fault has it, as if the caller had asked for
 * that: in the log and for the driver alike. nth 0 disarms. */
void fake_vulkan_tamper(fake_vulkan *fake, fake_vulkan_fault fault, uint32_t nth);
/* Whether there was an nth. */
bool fake_vulkan_tampered(const fake_vulkan *fake);
const char *fake_vulkan_fault_word(fake_vulkan_fault fault); /* "a load op is DONT_CARE" */
/* Failable calls since the creation of the fake. */
uint32_t fake_vulkan_failable_count(const fake_vulkan *fake);
/* Whether the armed failure has happened, and in which function. */
bool fake_vulkan_has_failed(const fake_vulkan *fake, fake_vulkan_fn *fn);
/* Whether the specification lets the function return this error (VK_ERROR_UNKNOWN: every one may). */
bool fake_vulkan_may_return(fake_vulkan_fn fn, VkResult result);

#endif
