/* fusor/vulkan.h: executes plans on a VkDevice of the caller.
 *
 * The executor never links or opens a Vulkan loader: it takes get_instance_proc_addr and the caller's
 * instance, device and queue, and leaves them as they were. It owns every render pass, every graph-
 * owned image and buffer and their memory, views, framebuffers and command buffers.
 *
 * Order of calls: create; describe → fusor_compile → fusor_place (with the executor's requirements);
 * bind passes and imports; load the plan; then execute frames. Loading another plan is allowed at any
 * time between frames: it is transactional, a failure keeps the old plan. A steady frame creates no
 * Vulkan object and allocates nothing on the heap.
 *
 * One executor is used by one thread at a time. The queue is used inside fusor_vulkan_execute(),
 * fusor_vulkan_wait_idle() and the downloads only; the caller serialises its own use of it.
 */
#ifndef FUSOR_VULKAN_H
#define FUSOR_VULKAN_H

#include <vulkan/vulkan_core.h>

#include "fusor/fusor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fusor_vulkan fusor_vulkan;

typedef struct fusor_vulkan_desc {
    PFN_vkGetInstanceProcAddr get_instance_proc_addr; /* required */
    VkInstance instance;                              /* required */
    VkPhysicalDevice physical_device;                 /* required */
    VkDevice device;                                  /* required */
    VkQueue queue;                                    /* required; graphics and compute */
    uint32_t queue_family;
    uint32_t api_version; /* what instance and device were created for; 0: VK_API_VERSION_1_1 */
    const char *const *extensions; /* enabled device extensions */
    uint32_t extension_count;
    const VkPhysicalDeviceFeatures2
        *features;             /* enabled features with their pNext chain; NULL: none */
    uint32_t frames_in_flight; /* 1 … 8; 0 = 2 */
    bool poison;    /* fill transient memory with a pattern before each frame's first use */
    bool alias_bit; /* create aliased images with VK_IMAGE_CREATE_ALIAS_BIT */
    fusor_allocator allocator;
    fusor_log log;
} fusor_vulkan_desc;

FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_create(const fusor_vulkan_desc *desc,
                                                          fusor_vulkan **out);
/* Waits for its own frames, then frees everything. NULL is allowed. */
FUSOR_API void fusor_vulkan_destroy(fusor_vulkan *vk);
/* The VkResult behind the last error of this executor. */
FUSOR_API VkResult fusor_vulkan_last_result(const fusor_vulkan *vk);

/* The device description for fusor_compile(), owned by the executor. */
FUSOR_API const fusor_device_desc *fusor_vulkan_describe(fusor_vulkan *vk);
/* The requirements callback for fusor_place(): asks the driver, once a distinct description. */
FUSOR_API fusor_place_desc fusor_vulkan_place_desc(fusor_vulkan *vk);

/* --------------------------------------------------------------------------------- pass code */

/* One use of a pass as its shaders see it. Arrays have info->instance_count entries, index
 * `instance` (of the record info) is the current frame's: every history phase and frame slot. */
typedef struct fusor_vulkan_use {
    fusor_use_kind as;
    uint32_t slot; /* index in color, inputs, reads or writes of the pass */
    bool reads, writes;
    VkImageLayout layout; /* images */
    const VkImage *images;
    const VkImageView *views; /* of the declared subresources and aspect */
    const VkBuffer *buffers;
    VkDeviceSize offset, range;
    void *const *mapped; /* host buffers: the whole buffer, else NULL */
} fusor_vulkan_use;

typedef struct fusor_vulkan_prepare_info {
    fusor_pass pass;
    VkDevice device;
    fusor_path path;
    VkRenderPass render_pass; /* raster; null for other kinds */
    uint32_t subpass;
    uint32_t color_count; /* of the subpass; pipelines need this many blend attachments */
    const VkFormat *color_formats;
    VkFormat depth_stencil_format;
    VkSampleCountFlagBits samples;
    uint32_t view_mask;
    const uint32_t *color_map; /* [the pass's color_count]: → index in the subpass, or FUSOR_NONE */
    const uint32_t *input_map; /* [the pass's input_count] */
    VkExtent2D extent;
    uint32_t layers;
    uint32_t instance_count; /* history phases × frames in flight */
    const fusor_vulkan_use
        *uses; /* in declared order: color (each with its resolve), depth, inputs, reads, writes */
    uint32_t use_count;
} fusor_vulkan_prepare_info;

typedef struct fusor_vulkan_record_info {
    fusor_pass pass;
    VkCommandBuffer command_buffer;      /* inside the open render pass for raster passes */
    uint32_t member_index, member_count; /* in the group; 0 and 1 when alone */
    uint32_t subpass;
    VkRect2D area;
    uint32_t instance;   /* index for the arrays of fusor_vulkan_use */
    uint32_t frame_slot; /* 0 … frames in flight − 1 */
    uint64_t frame;      /* counts from 0 with each load; a history of n slots holds its zeros
                             in `previous` p while frame < p */
    const fusor_vulkan_prepare_info *prepared;
} fusor_vulkan_record_info;

/* A result other than FUSOR_OK stops the load or the frame with FUSOR_ERROR_CALLBACK. */
typedef fusor_result (*fusor_vulkan_prepare_fn)(void *user, const fusor_vulkan_prepare_info *info);
typedef fusor_result (*fusor_vulkan_record_fn)(void *user, const fusor_vulkan_record_info *info);

typedef struct fusor_vulkan_pass {
    fusor_vulkan_prepare_fn prepare_fn; /* in fusor_vulkan_load(), whenever what pipelines and
                                           descriptors are built against may have changed */
    fusor_vulkan_record_fn record_fn;   /* each frame; never begins or ends a render pass */
    fusor_vulkan_record_fn before_fn;   /* optional: outside the render pass, ahead of the group */
    void *user;
} fusor_vulkan_pass;

/* Copy passes are recorded by the executor and need no binding. May be called before and after a
 * load; takes effect with the next one. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_bind_pass(fusor_vulkan *vk, fusor_pass pass,
                                                             const fusor_vulkan_pass *callbacks);

/* ----------------------------------------------------------------------------------- imports */

typedef struct fusor_vulkan_image_import {
    VkImage image;   /* must stay alive while frames that use it run */
    VkFormat format; /* checked against the declaration, as are the other numbers */
    VkExtent3D extent;
    uint32_t mips, layers;
} fusor_vulkan_image_import;

typedef struct fusor_vulkan_buffer_import {
    VkBuffer buffer;
    VkDeviceSize size_bytes;
} fusor_vulkan_buffer_import;

/* Before the load of a plan that uses them; views are made by the load. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_import_image(
    fusor_vulkan *vk, fusor_image image, const fusor_vulkan_image_import *import);
FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_import_buffer(
    fusor_vulkan *vk, fusor_buffer buffer, const fusor_vulkan_buffer_import *import);

/* -------------------------------------------------------------------------------- executing */

/* Makes everything that the plan needs and calls every prepare_fn. The plan must stay alive until
 * another plan is loaded or the executor is destroyed. Waits for running frames. Persistent and
 * history contents start zeroed (depth: its clear value), and frames count from 0 again. When a
 * prepare_fn fails, the passes are prepared for the old plan again. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_load(fusor_vulkan *vk, const fusor_plan *plan);

typedef struct fusor_vulkan_frame {
    const VkSemaphore *wait_semaphores; /* waited for at the plan's acquire stages */
    uint32_t wait_count;
    const VkSemaphore *signal_semaphores;
    uint32_t signal_count;
} fusor_vulkan_frame;

/* Records and submits one frame: one submission. Waits only for the fence of the frame slot it
 * reuses. `frame` NULL: no semaphores. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_execute(fusor_vulkan *vk,
                                                           const fusor_vulkan_frame *frame);
FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_wait_idle(fusor_vulkan *vk);

/* The instance of a host buffer that the next (host write) or the last (host read) execute uses,
 * mapped. Host reads: wait first; the executor has made the writes visible to the host. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_map(fusor_vulkan *vk, fusor_buffer buffer,
                                                       void **data);

/* What the last frame left behind: the handle of `previous` 0 and its layout. For outputs,
 * persistent, history and imported resources. */
typedef struct fusor_vulkan_resource {
    VkImage image;
    VkBuffer buffer;
    VkImageLayout layout; /* of mip 0, layer 0 */
} fusor_vulkan_resource;
FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_get_image(fusor_vulkan *vk, fusor_image image,
                                                             fusor_vulkan_resource *out);
FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_get_buffer(fusor_vulkan *vk, fusor_buffer buffer,
                                                              fusor_vulkan_resource *out);

/* Copies one mip and layer of one aspect of an output, tightly packed, into caller's memory, and puts
 * the layout back. Slow (own submission, waits): for tests, tools and screenshots. The image needs
 * TRANSFER_SRC usage (outputs have it). Multisampled images cannot be downloaded. */
typedef struct fusor_vulkan_download_desc {
    fusor_image image; /* or */
    fusor_buffer buffer;
    fusor_aspects aspect; /* 0: colour, or depth where there is one */
    uint32_t mip, layer, previous;
    void *data;
    uint64_t size_bytes; /* of `data`: must be at least the packed size */
} fusor_vulkan_download_desc;
FUSOR_API FUSOR_MUST_USE fusor_result fusor_vulkan_download(fusor_vulkan *vk,
                                                            const fusor_vulkan_download_desc *desc);

typedef struct fusor_vulkan_stats {
    uint64_t frames, submissions, render_passes_begun, barrier_calls;
    uint64_t objects_created;  /* Vulkan objects since creation, memory included */
    uint64_t heap_allocations; /* through the allocator since creation */
    uint64_t device_memory_bytes, device_memory_allocations; /* alive */
} fusor_vulkan_stats;
FUSOR_API void fusor_vulkan_get_stats(const fusor_vulkan *vk, fusor_vulkan_stats *out);

/* GPU time of the last finished frame in ns; 0 when the queue has no timestamps. */
FUSOR_API uint64_t fusor_vulkan_frame_time_ns(fusor_vulkan *vk);

#ifdef __cplusplus
}
#endif
#endif
