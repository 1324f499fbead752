/* fake_frame.h: one frame with everything in it, on the executor, on a fake.
 *
 * Raster with depth/stencil and a pixel-local read, resolve, compute, copies, a history, imports, host
 * buffers in both directions, transients that may share bytes. 64 × 64, so nothing costs anything. */
#ifndef FUSOR_FAKE_FRAME_H
#define FUSOR_FAKE_FRAME_H

#include "fusor/vulkan.h"

#include "fake_heap.h"
#include "fake_world.h"

/* X(name, format, size divided by, mips, samples, lifetime) */
#define FAKE_FRAME_IMAGES(X)                                                                       \
    X(albedo, R8G8B8A8_UNORM, 1, 1, 1, TRANSIENT)                                                  \
    X(depth, D32_SFLOAT_S8_UINT, 1, 1, 1, TRANSIENT)                                               \
    X(hdr, R16G16B16A16_SFLOAT, 1, 1, 1, TRANSIENT)                                                \
    X(bloom, R16G16B16A16_SFLOAT, 2, 2, 1, TRANSIENT)                                              \
    X(taa, R16G16B16A16_SFLOAT, 1, 1, 1, HISTORY)                                                  \
    X(average, R32_SFLOAT, 1, 1, 1, PERSISTENT)                                                    \
    X(many, R8G8B8A8_UNORM, 1, 1, 4, TRANSIENT)                                                    \
    X(flat, R8G8B8A8_UNORM, 1, 1, 1, TRANSIENT)                                                    \
    X(out, R8G8B8A8_UNORM, 1, 1, 1, TRANSIENT)                                                     \
    X(screen, B8G8R8A8_UNORM, 1, 1, 1, IMPORTED)

/* X(name, bytes, lifetime, host) */
#define FAKE_FRAME_BUFFERS(X)                                                                      \
    X(lights, 4096, TRANSIENT, WRITE)                                                              \
    X(stats, 1024, TRANSIENT, READ)                                                                \
    X(visible, 65536, TRANSIENT, NONE)                                                             \
    X(sums, 65536, TRANSIENT, NONE)                                                                \
    X(scene, 1024, IMPORTED, NONE)

/* X(name): in declared order */
#define FAKE_FRAME_PASSES(X)                                                                       \
    X(cull)                                                                                        \
    X(gbuffer)                                                                                     \
    X(lighting)                                                                                    \
    X(bright)                                                                                      \
    X(down)                                                                                        \
    X(resolve)                                                                                     \
    X(temporal)                                                                                    \
    X(tone)                                                                                        \
    X(reduce)                                                                                      \
    X(readback)                                                                                    \
    X(present)

typedef struct fake_frame {
    fake_world world;
    fake_heap heap;
    fusor_graph *graph;
    struct {
#define FAKE_ROW(name, format, divide, mips, samples, lifetime) fusor_image name;
        FAKE_FRAME_IMAGES(FAKE_ROW)
#undef FAKE_ROW
    } images;
    struct {
#define FAKE_ROW(name, bytes, lifetime, host) fusor_buffer name;
        FAKE_FRAME_BUFFERS(FAKE_ROW)
#undef FAKE_ROW
    } buffers;
    struct {
#define FAKE_ROW(name) fusor_pass name;
        FAKE_FRAME_PASSES(FAKE_ROW)
#undef FAKE_ROW
    } passes;
    VkImage screen;
    VkBuffer scene;
    VkDeviceMemory screen_memory, scene_memory;
    fusor_vulkan *vk;
    uint32_t prepared, recorded;                /* calls of the callbacks */
    fusor_result prepare_result, record_result; /* what they return */
    /* Of the executor; to be changed before fake_frame_open(). */
    uint32_t frames_in_flight, queue_family;
    bool poison, alias_bit;
} fake_frame;

/* A fake, the graph and what is imported. Heap failures are armed by the caller afterwards. */
void fake_frame_init(fake_frame *frame, const fake_vulkan_desc *desc);
/* Destroys the executor if there is one, the graph and the fake. */
void fake_frame_finish(fake_frame *frame);
/* What is live on the fake besides the executor's: the test's imports. */
#define FAKE_FRAME_IMPORTS_LIVE 4u

fusor_result fake_frame_open(fake_frame *frame);
void fake_frame_close(fake_frame *frame);
/* Compiles and places for the open executor. */
fusor_result fake_frame_plan(fake_frame *frame, const fusor_policy *policy, fusor_plan **out);
/* Tells the fake what the shaders of a pass would use, as its declaration has it. */
void fake_frame_use_all(const fusor_vulkan_record_info *info);
/* Binds passes and imports, and loads. */
fusor_result fake_frame_load(fake_frame *frame, const fusor_plan *plan);

#endif
