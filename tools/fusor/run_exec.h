/* One variant of a frame (a policy) on a device: compile, place, load, execute, read back. */
#ifndef RUN_EXEC_H
#define RUN_EXEC_H

#include "run_import.h"
#include "run_output.h"
#include "run_synth.h"

enum { RUN_FRAMES_MAX = 100000 };

typedef struct run_task {
    run_arena *arena;
    run_gpu *gpu;
    const char *path; /* of the frame, for complaints */
    const run_frame *frame;
    fusor_graph *graph;
    const run_program *programs;
    run_pipelines *pipelines;
    run_outputs outputs;
    run_flip flip;
    uint32_t frames; /* 0: nothing is executed */
    bool poison, time, fitted;
} run_task;

typedef struct run_variant {
    const char *name; /* "on", "off": for progress */
    fusor_policy policy;
    fusor_compiled *compiled;
    fusor_plan *plan;
    fusor_vulkan *vk;
    run_synth synth;
    run_imports imports;
    VkSemaphore semaphores[2];
    uint8_t *first, *last; /* bytes of the first and of the last frame */
    uint64_t *times_ns;    /* by frame; with time */
} run_variant;

/* RUN_OK, or RUN_WRONG (refused) or RUN_NO_DEVICE after a complaint. The bytes are there after it. */
int run_variant_execute(const run_task *task, run_variant *variant);
void run_variant_finish(const run_task *task, run_variant *variant);

/* Groups of more than one and alias pairs, on stdout. */
void run_report_plan(const fusor_plan *plan);
/* Frame times, on stdout. */
void run_report_times(const run_task *task, const run_variant *variant);

#endif
