/* demo_variant.h: one executor with one plan of the frame. */
#ifndef DEMO_VARIANT_H
#define DEMO_VARIANT_H

#include "demo_pass.h"

typedef struct demo_variant_desc {
    const char *name;
    fusor_policy policy;
    const demo_frame *frame;
    const demo_content *content;
    const demo_gpu *gpu;
    fusor_vulkan_desc vulkan;
} demo_variant_desc;

/* A problem in words: of a result, or of the first diagnostic that is an error. */
typedef struct demo_problem {
    char text[512];
} demo_problem;

typedef struct demo_variant {
    const char *name;
    const demo_frame *frame;
    fusor_plan *plan;
    fusor_vulkan *executor;
    demo_pass passes[DEMO_PASS_COUNT];
    uint64_t heap_count;     /* allocations so far */
    uint64_t steady_heap;    /* of them, in steady frames */
    uint64_t steady_created; /* Vulkan objects, likewise */
    uint64_t *times_ns;      /* a frame */
} demo_variant;

/* Compiles and places; needs the executor for the device's description. `variant` is at its place for
 * good: callbacks and allocator point into it. Finish it in every case. */
FUSOR_MUST_USE fusor_result demo_variant_init(const demo_variant_desc *desc, demo_variant *variant,
                                              demo_problem *problem);
/* Loads the plan and writes the meshes. */
FUSOR_MUST_USE fusor_result demo_variant_load(demo_variant *variant, demo_problem *problem);
void demo_variant_finish(demo_variant *variant);

/* Writes what the host writes, runs the frame, waits; `*pixels` is the picture, until the next frame. */
FUSOR_MUST_USE fusor_result demo_variant_run(demo_variant *variant, const void *quads,
                                             const void **pixels);

#endif
