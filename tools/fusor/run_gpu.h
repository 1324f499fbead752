/* The device of a run and small helpers on it: memory, one-time commands, uploads. */
#ifndef RUN_GPU_H
#define RUN_GPU_H

#include "fusor/vulkan_device.h"
#include "run_base.h"

typedef struct run_gpu {
    fusor_vulkan_device *device;
    fusor_vulkan_desc desc;
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceFeatures features; /* enabled */
    VkPhysicalDeviceMemoryProperties memory;
    VkDevice handle;
    VkCommandPool pool;
    uint32_t messages; /* validation messages that were printed */
    bool quiet;        /* while it is only tried what the device has */
} run_gpu;

typedef struct run_gpu_options {
    const char *gpu;
    bool validate;
} run_gpu_options;

/* RUN_OK, or RUN_NO_DEVICE with a message and a way out. */
int run_gpu_open(const run_gpu_options *options, run_gpu *out);
void run_gpu_close(run_gpu *gpu);
/* Bytes of the largest device-local heap. */
uint64_t run_gpu_memory_bytes(const run_gpu *gpu);
bool run_gpu_blends(const run_gpu *gpu, VkFormat format);

typedef struct run_gpu_buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    void *mapped; /* where host-visible memory was asked for */
} run_gpu_buffer;

VkResult run_gpu_make_buffer(const run_gpu *gpu, uint64_t size, VkBufferUsageFlags usage, bool host,
                             run_gpu_buffer *out);
void run_gpu_free_buffer(const run_gpu *gpu, run_gpu_buffer *buffer);
VkResult run_gpu_allocate(const run_gpu *gpu, const VkMemoryRequirements *need,
                          VkMemoryPropertyFlags flags, VkDeviceMemory *out);

/* A command buffer that is submitted, waited for and freed by run_gpu_end(). */
VkResult run_gpu_begin(const run_gpu *gpu, VkCommandBuffer *out);
VkResult run_gpu_end(const run_gpu *gpu, VkCommandBuffer commands);

#endif
