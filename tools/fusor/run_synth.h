/* Synthetic passes on a device: pipelines, descriptors, recording.
 *
 * One object for one executor: fusor_vulkan calls back into it. Everything is made in prepare; a frame
 * creates nothing.
 */
#ifndef RUN_SYNTH_H
#define RUN_SYNTH_H

#include "run_gpu.h"
#include "run_jobs.h"

enum { RUN_SYNTH_PARAM_BYTES = 8 << 20 };

/* A pipeline with its layouts, shared by all jobs of one shape. */
typedef struct run_pipeline {
    run_words key; /* shaders and state */
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline handle;
} run_pipeline;

/* The pipelines of all variants of a run: drivers that compile for a CPU take long. */
typedef struct run_pipelines {
    run_arena *arena;
    const run_gpu *gpu;
    run_pipeline **data;
    uint32_t count, capacity, unshared;
    VkPipelineCache cache;
} run_pipelines;

VkResult run_pipelines_init(run_pipelines *pipelines, run_arena *arena, const run_gpu *gpu);
void run_pipelines_finish(run_pipelines *pipelines);

typedef struct run_synth_job {
    const run_job *job;
    const run_pipeline *pipeline;
    VkDescriptorSet *sets;   /* by instance */
    uint32_t params;         /* first word in the parameter buffer */
    uint32_t groups;         /* compute, without indirect commands */
    run_gpu_buffer *scratch; /* by port: what copies go through, else zeroed */
} run_synth_job;

typedef struct run_synth_pass {
    struct run_synth *synth;
    const run_program *program;
    run_jobs jobs;
    run_synth_job *data;
    VkDescriptorPool pool;
    VkImageView *views;
    uint32_t view_count;
    const fusor_vulkan_prepare_info *info;
} run_synth_pass;

typedef struct run_synth {
    run_arena *arena;
    const run_gpu *gpu;
    run_synth_pass *passes;
    uint32_t pass_count;
    run_pipelines *pipelines;
    const fusor_plan *plan;
    run_gpu_buffer params;
    uint32_t param_count;
    const char *refusal; /* why a prepare failed */
} run_synth;

VkResult run_synth_init(run_synth *synth, run_pipelines *pipelines, const run_program *programs,
                        uint32_t count);
void run_synth_finish(run_synth *synth);
fusor_result run_synth_bind(run_synth *synth, fusor_vulkan *vk);

/* Parts of it, each in a file of its own. */
VkResult run_synth_make_pipeline(run_synth_pass *pass, const run_job *job, run_pipeline **out);
VkResult run_synth_bind_jobs(run_synth_pass *pass);
void run_synth_unbind_jobs(run_synth_pass *pass);
fusor_result run_synth_record(void *user, const fusor_vulkan_record_info *info);

/* The use of a port in the pass that is prepared; NULL: there is none. */
const fusor_vulkan_use *run_synth_find_use(const fusor_vulkan_prepare_info *info,
                                           const run_port *port);
bool run_synth_is_bound(const run_port *port);
uint32_t run_synth_attribute_words(const run_port *port);

#endif
