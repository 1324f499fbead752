/* In: a name. Out: a built-in device description, static.
 * Promise: the numbers of the two lavapipes are what those drivers report; `immediate` and `tiler`
 * are models of their kind: every format in every use, every sample count. */
#include "fusor/fusor.h"

#include <string.h>

#define GIB (1024ull * 1024 * 1024)

static const fusor_queue_family ALL_QUEUES[] = {{7, 1}};
static const uint64_t IMMEDIATE_HEAPS[] = {8 * GIB, 16 * GIB};
static const uint64_t ONE_HEAP[] = {8 * GIB};
static const fusor_memory_type IMMEDIATE_TYPES[] = {
    {0, FUSOR_MEMORY_DEVICE_LOCAL},
    {1, FUSOR_MEMORY_HOST_VISIBLE | FUSOR_MEMORY_HOST_COHERENT},
    {1, FUSOR_MEMORY_HOST_VISIBLE | FUSOR_MEMORY_HOST_COHERENT | FUSOR_MEMORY_HOST_CACHED},
};
static const fusor_memory_type TILER_TYPES[] = {
    {0, FUSOR_MEMORY_DEVICE_LOCAL},
    {0, FUSOR_MEMORY_DEVICE_LOCAL | FUSOR_MEMORY_LAZILY_ALLOCATED},
    {0, FUSOR_MEMORY_DEVICE_LOCAL | FUSOR_MEMORY_HOST_VISIBLE | FUSOR_MEMORY_HOST_COHERENT |
            FUSOR_MEMORY_HOST_CACHED},
};
static const fusor_memory_type CPU_TYPES[] = {
    {0, FUSOR_MEMORY_DEVICE_LOCAL | FUSOR_MEMORY_HOST_VISIBLE | FUSOR_MEMORY_HOST_COHERENT |
            FUSOR_MEMORY_HOST_CACHED},
};

#define MEMORY(heaps, types)                                                                       \
    .memory_heaps = (heaps), .memory_heap_count = sizeof(heaps) / sizeof((heaps)[0]),              \
    .memory_types = (types), .memory_type_count = sizeof(types) / sizeof((types)[0]),              \
    .queues = ALL_QUEUES, .queue_count = 1

/* All features but the two that a row adds. */
#define MODEL_FEATURES                                                                             \
    .synchronization2 = true, .dynamic_rendering = true, .local_read = true,                       \
    .local_read_depth_stencil = true, .local_read_multisampled = true, .raster_order_color = true, \
    .raster_order_depth = true, .raster_order_stencil = true, .load_op_none = true,                \
    .store_op_none = true, .independent_blend = true, .separate_depth_stencil_layouts = true,      \
    .multiview = true, .imageless_framebuffer = true

#define LAVAPIPE_FEATURES                                                                          \
    .synchronization2 = true, .dynamic_rendering = true, .raster_order_color = true,               \
    .raster_order_depth = true, .raster_order_stencil = true, .independent_blend = true,           \
    .separate_depth_stencil_layouts = true, .multiview = true, .imageless_framebuffer = true

#define LAVAPIPE_LIMITS                                                                            \
    .color_attachments = 8, .input_attachments = 8, .subpasses = 32, .group_attachments = 16,      \
    .buffer_image_granularity = 64, .memory_allocation_bytes = 2 * GIB,                            \
    .storage_buffer_bytes = 134217728, .image_2d = 16384, .layers = 2048, .views = 6

static const fusor_device_desc DEVICES[] = {
    {.name = "immediate",
     .limits = {.color_attachments = 8,
                .input_attachments = 8,
                .subpasses = 32,
                .group_attachments = 16,
                .buffer_image_granularity = 1024,
                .memory_allocation_bytes = 4 * GIB,
                .storage_buffer_bytes = 0xffffffffull,
                .image_2d = 16384,
                .layers = 2048,
                .views = 6},
     .features = {MODEL_FEATURES},
     .color_samples = 31,
     .depth_samples = 31,
     .stencil_samples = 31,
     .integer_samples = 31,
     MEMORY(IMMEDIATE_HEAPS, IMMEDIATE_TYPES)},
    {.name = "tiler",
     .tiler = true,
     .limits = {.color_attachments = 8,
                .input_attachments = 8,
                .subpasses = 32,
                .group_attachments = 16,
                .group_bits_per_pixel = 256,
                .buffer_image_granularity = 1024,
                .memory_allocation_bytes = 4 * GIB,
                .storage_buffer_bytes = 0xffffffffull,
                .image_2d = 16384,
                .layers = 2048,
                .views = 6},
     .features = {MODEL_FEATURES, .lazily_allocated = true},
     .color_samples = 31,
     .depth_samples = 31,
     .stencil_samples = 31,
     .integer_samples = 31,
     MEMORY(ONE_HEAP, TILER_TYPES)},
    {.name = "lavapipe-22",
     .limits = {LAVAPIPE_LIMITS},
     .features = {LAVAPIPE_FEATURES},
     .color_samples = 5,
     .depth_samples = 5,
     .stencil_samples = 5,
     .integer_samples = 5,
     .depth_resolve_modes = 3,
     .stencil_resolve_modes = 1,
     MEMORY(ONE_HEAP, CPU_TYPES)},
    {.name = "lavapipe-25",
     .limits = {LAVAPIPE_LIMITS},
     .features = {LAVAPIPE_FEATURES, .local_read = true, .load_op_none = true,
                  .store_op_none = true},
     .color_samples = 5,
     .depth_samples = 5,
     .stencil_samples = 5,
     .integer_samples = 5,
     .depth_resolve_modes = 3,
     .stencil_resolve_modes = 1,
     MEMORY(ONE_HEAP, CPU_TYPES)},
};

enum { DEVICE_COUNT = sizeof DEVICES / sizeof DEVICES[0] };

const char *fusor_device_builtin_name(uint32_t index)
{
    return index < DEVICE_COUNT ? DEVICES[index].name : NULL;
}

const fusor_device_desc *fusor_device_builtin(const char *name)
{
    for (uint32_t i = 0; name && i < DEVICE_COUNT; i++)
        if (strcmp(DEVICES[i].name, name) == 0)
            return &DEVICES[i];
    return NULL;
}
