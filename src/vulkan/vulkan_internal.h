/* What the files of this room share. An executor (fusor_vulkan) lives as long as the caller's device
 * and owns frame slots and tables; a program (vulkan_program) is everything made for one loaded plan.
 * Both own their memory and Vulkan objects through a vulkan_owner and die in one call.
 */
#ifndef VULKAN_INTERNAL_H
#define VULKAN_INTERNAL_H

#include "fusor/vulkan.h"

#include "vulkan/vulkan_entries.h"

#define VULKAN_FRAMES_MAX 8u

/* A slot uses two queries, its begin and its end. llvmpipe 25.0.7 keeps a render pass's view mask behind
 * its end and writes one timestamp a view, past the end of a pool that is full (found 2026-11): room for
 * all 32 views. */
#define VULKAN_QUERY_STRIDE 34u

/* ------------------------------------------------------------------ vulkan_owner.c: life and death */

typedef struct vulkan_chunk vulkan_chunk;
typedef struct vulkan_owned vulkan_owned;

/* Host memory and Vulkan objects that die together, in reverse order of their making. */
typedef struct vulkan_owner {
    fusor_vulkan *vk;
    vulkan_chunk *chunks;
    vulkan_owned *last;  /* the newest object */
    vulkan_owned *spare; /* room for one object, made before the object is */
} vulkan_owner;

/* Zeroed; NULL when out of memory or when the size overflows. Count 0 gives a valid pointer. */
void *vulkan_take(vulkan_owner *owner, size_t count, size_t size);
void vulkan_release_all(vulkan_owner *owner);

fusor_result vulkan_make_image(vulkan_owner *owner, const VkImageCreateInfo *info, const char *name,
                               VkImage *out);
fusor_result vulkan_make_buffer(vulkan_owner *owner, const VkBufferCreateInfo *info,
                                const char *name, VkBuffer *out);
fusor_result vulkan_make_memory(vulkan_owner *owner, const VkMemoryAllocateInfo *info,
                                const char *name, VkDeviceMemory *out);
fusor_result vulkan_make_view(vulkan_owner *owner, const VkImageViewCreateInfo *info,
                              const char *name, VkImageView *out);
fusor_result vulkan_make_render_pass(vulkan_owner *owner, const VkRenderPassCreateInfo *info,
                                     const char *name, VkRenderPass *out);
fusor_result vulkan_make_render_pass2(vulkan_owner *owner, const VkRenderPassCreateInfo2 *info,
                                      const char *name, VkRenderPass *out);
fusor_result vulkan_make_framebuffer(vulkan_owner *owner, const VkFramebufferCreateInfo *info,
                                     const char *name, VkFramebuffer *out);
fusor_result vulkan_make_fence(vulkan_owner *owner, VkFence *out);
fusor_result vulkan_make_query_pool(vulkan_owner *owner, uint32_t count, VkQueryPool *out);
/* A pool with one primary command buffer. */
fusor_result vulkan_make_commands(vulkan_owner *owner, VkCommandPool *pool, VkCommandBuffer *out);

/* ---------------------------------------------------------------------------- resources and states */

/* What a subresource is in after what really ran last, and who used it. All zero: nobody. */
typedef struct vulkan_state {
    VkImageLayout layout;
    fusor_stages stages; /* all uses since and with the last write */
    fusor_stages write_stages;
    fusor_access write_access;
} vulkan_state;

typedef struct vulkan_view {
    fusor_region region;
    uint32_t instance, next; /* next view of the resource, FUSOR_NONE at the end */
    VkImageViewType type;
    VkImageView handle;
} vulkan_view;

/* One plan resource with its instances: history slots, or a host buffer's frames, or one. */
typedef struct vulkan_resource {
    uint32_t instance_count;
    VkImage *images;
    VkBuffer *buffers;
    void **mapped;          /* host buffers */
    VkDeviceMemory *memory; /* host buffers: for flush and invalidate */
    bool coherent;
    uint32_t first_view;
    uint32_t aspect_count; /* images: 1, or 2 for depth with stencil */
    uint32_t state_count;  /* of one instance: aspects × mips × layers; buffers 1 */
    vulkan_state *states;  /* [instance_count × state_count], NULL for plain transients */
} vulkan_resource;

typedef struct vulkan_group {
    VkRenderPass render_pass;
    VkFramebuffer *framebuffers; /* [phase_count], equal where no history is attached */
    VkClearValue *clears;        /* one an attachment */
} vulkan_group;

typedef struct vulkan_pass {
    fusor_vulkan_pass callbacks;
    fusor_vulkan_prepare_info info;
} vulkan_pass;

/* Room for one barrier command, made for the largest of the plan. */
typedef struct vulkan_barrier_scratch {
    VkMemoryBarrier2 *memory;
    VkBufferMemoryBarrier2 *buffers;
    VkImageMemoryBarrier2 *images;
    uint32_t memory_count, buffer_count, image_count;
    VkBufferMemoryBarrier *legacy_buffers; /* without synchronization2 */
    VkImageMemoryBarrier *legacy_images;
} vulkan_barrier_scratch;

/* A pool that is poisoned is allocated this much larger, for what the driver adds to a buffer. */
#define VULKAN_POISON_SLACK_BYTES 65536u

typedef struct vulkan_poison_range {
    uint32_t step; /* before whose barriers it is filled */
    VkBuffer buffer;
    VkDeviceSize offset, size;
} vulkan_poison_range;

typedef struct vulkan_program {
    fusor_vulkan *vk;
    const fusor_plan *plan;
    vulkan_owner owner;
    uint32_t phase_count, instance_count; /* instances = phases × frames in flight */
    vulkan_resource *resources;           /* [plan->resource_count] */
    VkDeviceMemory *pools;                /* [plan->pool_count] */
    vulkan_view *views;
    uint32_t view_count, view_capacity;
    vulkan_group *groups; /* [plan->group_count] */
    vulkan_pass *passes;  /* [plan->pass_count] */
    vulkan_barrier_scratch scratch;
    vulkan_poison_range *poison;
    uint32_t poison_count;
    VkPipelineStageFlags acquire_stages;
    uint64_t frame; /* frames submitted since the load */
} vulkan_program;

/* ------------------------------------------------------------------------------------ the executor */

typedef struct vulkan_frame_slot {
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkFence fence;
    bool pending; /* submitted, fence not yet waited for */
} vulkan_frame_slot;

typedef struct vulkan_requirement {
    VkImageCreateInfo image; /* pNext and pointers cleared */
    uint64_t buffer_bytes;
    VkBufferUsageFlags buffer_usage;
    bool is_image;
    uint64_t view_formats_hash;
    fusor_requirements answer;
} vulkan_requirement;

typedef struct vulkan_features {
    bool synchronization2, dynamic_rendering, separate_depth_stencil_layouts, multiview;
    bool imageless_framebuffer, independent_blend, cube_array;
    bool load_op_none, store_op_none;
} vulkan_features;

/* A growing table on the caller's allocator. */
typedef struct vulkan_table {
    void *rows;
    uint32_t count, capacity;
} vulkan_table;

struct fusor_vulkan {
    fusor_allocator allocator;
    fusor_log log;
    vulkan_entries api;
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkDevice device;
    VkQueue queue;
    uint32_t queue_family, api_version;
    bool poison, alias_bit, lost;
    VkResult last_result;
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceMemoryProperties memory;
    vulkan_features features;
    uint64_t max_allocation_bytes;
    uint32_t max_views;
    VkSampleCountFlags integer_samples;
    VkResolveModeFlags depth_resolve_modes, stencil_resolve_modes;
    fusor_device_desc *device_desc; /* made by the first describe */
    vulkan_owner owner;

    vulkan_frame_slot slots[VULKAN_FRAMES_MAX];
    uint32_t slot_count, next_slot, last_slot;
    VkQueryPool queries; /* VULKAN_QUERY_STRIDE a slot; null where the queue has no timestamps */
    uint64_t timestamp_mask;
    uint64_t last_time_ns;

    VkCommandPool once_pool; /* set-up and downloads */
    VkCommandBuffer once_commands;
    VkFence once_fence;
    vulkan_owner staging_owner;
    VkBuffer staging;
    void *staging_data;
    VkDeviceMemory staging_memory;
    bool staging_coherent;
    uint64_t staging_bytes;

    vulkan_table pass_bindings;  /* fusor_vulkan_pass, by pass id − 1 */
    vulkan_table image_imports;  /* fusor_vulkan_image_import, by id − 1 */
    vulkan_table buffer_imports; /* fusor_vulkan_buffer_import, by id − 1 */
    vulkan_table requirements;   /* vulkan_requirement */
    uint32_t requirement_next;   /* the row that is replaced when the table is full */

    vulkan_program *program;
    fusor_vulkan_stats stats;
};

/* vulkan_entries.c */
fusor_result vulkan_load_entries(fusor_vulkan *vk, const fusor_vulkan_desc *desc);
bool vulkan_has_extension(const fusor_vulkan_desc *desc, const char *name);

/* vulkan_error.c: every failure passes here once: log, raw result, typed result. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
fusor_result
vulkan_fail(fusor_vulkan *vk, fusor_result result, const char *subject, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void vulkan_warn(fusor_vulkan *vk, const char *subject, const char *format, ...);
/* VK_SUCCESS → FUSOR_OK; anything else is kept, logged with the call's name and mapped. */
fusor_result vulkan_check(fusor_vulkan *vk, VkResult raw, const char *call, const char *subject);

/* vulkan_heap.c: the caller's allocator, counted. */
void *vulkan_heap_take(fusor_vulkan *vk, size_t size);
void vulkan_heap_give(fusor_vulkan *vk, void *memory, size_t size);
/* The row `index` of a table, made with all rows before it (zeroed); NULL when out of memory. */
void *vulkan_table_reach(fusor_vulkan *vk, vulkan_table *table, uint32_t index, size_t row_size);
/* NULL past the end. */
void *vulkan_table_get(const vulkan_table *table, uint32_t index, size_t row_size);
void vulkan_table_finish(fusor_vulkan *vk, vulkan_table *table, size_t row_size);

/* vulkan_features.c */
void vulkan_read_features(fusor_vulkan *vk, const fusor_vulkan_desc *desc);

/* vulkan_image.c: how plan resources become create infos, for the resource and for the question about
 * its requirements alike. */
typedef struct vulkan_image_shape {
    fusor_format format;
    fusor_image_type type;
    const uint32_t *extent;
    uint32_t mips, layers, samples;
    fusor_usage usage;
    const fusor_format *view_formats;
    uint32_t view_format_count;
} vulkan_image_shape;
typedef struct vulkan_image_info {
    VkImageCreateInfo info;
    VkImageFormatListCreateInfo formats;
} vulkan_image_info;
void vulkan_image_info_fill(const fusor_vulkan *vk, const vulkan_image_shape *shape,
                            vulkan_image_info *out);
VkBufferCreateInfo vulkan_buffer_info(uint64_t bytes, fusor_usage usage);
VkExtent3D vulkan_mip_extent(const uint32_t extent[3], uint32_t mip);
/* Bytes of one mip of one layer of one aspect, tightly packed in a buffer. */
uint64_t vulkan_packed_bytes(fusor_format format, fusor_aspects aspect, VkExtent3D extent);

/* vulkan_memory.c */
uint32_t vulkan_find_memory_type(const fusor_vulkan *vk, uint32_t bits,
                                 const VkMemoryPropertyFlags *wishes, uint32_t wish_count);
typedef struct vulkan_host_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    void *data;
    bool coherent;
} vulkan_host_buffer;
/* Mapped; cached memory where the host reads. */
fusor_result vulkan_make_host_buffer(vulkan_owner *owner, const VkBufferCreateInfo *info,
                                     const char *name, bool host_reads, vulkan_host_buffer *out);
fusor_result vulkan_flush(fusor_vulkan *vk, VkDeviceMemory memory, const char *name);
fusor_result vulkan_invalidate(fusor_vulkan *vk, VkDeviceMemory memory, const char *name);

/* The steps of a load, in order; each fills its part of the program. */
fusor_result vulkan_make_resources(vulkan_program *program);       /* vulkan_resource.c */
fusor_result vulkan_make_pools(vulkan_program *program);           /* vulkan_pool.c */
fusor_result vulkan_make_render_passes(vulkan_program *program);   /* vulkan_render_pass.c */
fusor_result vulkan_make_framebuffers(vulkan_program *program);    /* vulkan_framebuffer.c */
fusor_result vulkan_make_barrier_scratch(vulkan_program *program); /* vulkan_call.c */
fusor_result vulkan_make_pass_infos(vulkan_program *program);      /* vulkan_pass.c */
fusor_result vulkan_check_copies(vulkan_program *program);         /* vulkan_copy.c */
fusor_result vulkan_make_states(vulkan_program *program);          /* vulkan_state.c */
fusor_result vulkan_make_poison(vulkan_program *program);          /* vulkan_poison.c */
fusor_result vulkan_zero_kept(vulkan_program *program);            /* vulkan_setup.c */
void vulkan_program_destroy(vulkan_program *program);              /* vulkan_load.c */

/* vulkan_resource.c: which instance `previous` frames ago means in a frame (or history phase). */
uint32_t vulkan_instance_of(const fusor_plan_resource *resource, uint64_t frame,
                            uint32_t frame_slot, uint32_t previous);
/* A resource's host buffers are the executor's, whatever the plan's placement says. */
bool vulkan_is_host(const fusor_plan_resource *resource);

/* vulkan_view.c */
fusor_result vulkan_use_view(vulkan_program *program, const fusor_plan_use *use, uint32_t instance,
                             VkImageView *out);
fusor_result vulkan_attachment_view(vulkan_program *program,
                                    const fusor_plan_attachment *attachment, uint32_t instance,
                                    VkImageView *out);

/* vulkan_clear.c */
VkClearColorValue vulkan_clear_color(fusor_format format, const double value[4]);
VkClearValue vulkan_attachment_clear(const vulkan_program *program,
                                     const fusor_plan_attachment *attachment);

/* vulkan_legacy.c: synchronization2's words in Vulkan 1.0's. */
VkPipelineStageFlags vulkan_legacy_src_stages(fusor_stages stages);
VkPipelineStageFlags vulkan_legacy_dst_stages(fusor_stages stages);
VkAccessFlags vulkan_legacy_access(fusor_access access);
void vulkan_legacy_record(fusor_vulkan *vk, VkCommandBuffer commands,
                          vulkan_barrier_scratch *barriers);

/* vulkan_state.c */
bool vulkan_is_tracked(const vulkan_program *program, const fusor_plan_barrier *barrier);
vulkan_state *vulkan_state_at(const vulkan_program *program, uint32_t resource, uint32_t instance,
                              uint32_t aspect_index, uint32_t mip, uint32_t layer);
/* After a submission: what the plan leaves behind becomes what really ran last. */
void vulkan_states_commit(vulkan_program *program, uint64_t frame, uint32_t frame_slot);

/* vulkan_barrier.c */
void vulkan_record_barriers(vulkan_program *program, VkCommandBuffer commands, fusor_slice barriers,
                            uint32_t frame_slot);
VkImageAspectFlags vulkan_aspects(fusor_aspects aspects);

/* vulkan_copy.c */
void vulkan_record_copies(vulkan_program *program, VkCommandBuffer commands,
                          const fusor_plan_pass *pass, uint32_t frame_slot);

/* vulkan_record.c */
fusor_result vulkan_record_frame(vulkan_program *program, VkCommandBuffer commands,
                                 uint32_t frame_slot);

/* vulkan_poison.c */
void vulkan_record_poison(const vulkan_program *program, VkCommandBuffer commands, uint32_t step);

/* vulkan_once.c: one command buffer, submitted and waited for. */
fusor_result vulkan_once_begin(fusor_vulkan *vk, VkCommandBuffer *out);
fusor_result vulkan_once_end(fusor_vulkan *vk);
/* From everything to everything, all memory. */
void vulkan_full_barrier(fusor_vulkan *vk, VkCommandBuffer commands);
void vulkan_full_image_barrier(fusor_vulkan *vk, VkCommandBuffer commands, VkImage image,
                               const VkImageSubresourceRange *range,
                               const VkImageLayout layouts[2]);

/* vulkan_execute.c */
fusor_result vulkan_wait_slots(fusor_vulkan *vk);
fusor_result vulkan_wait_slot(fusor_vulkan *vk, uint32_t slot);
fusor_result vulkan_wait_fence(fusor_vulkan *vk, VkFence fence, const char *subject);

#endif
