/* The jobs of a pass: which draws and dispatches it records, over which ports. */
#ifndef RUN_JOBS_H
#define RUN_JOBS_H

#include "run_shader.h"

enum {
    RUN_JOB_COMMANDS_MAX = 64,
    RUN_JOB_STRIPES_MAX = 4096,
    RUN_JOB_RECORD_WORDS = 64,
    /* Inputs that one shader scans. LLVM's time grows steeply with the loops of a shader: lavapipe takes
     * minutes for eighteen. */
    RUN_JOB_INPUTS_MAX = 4
};

typedef struct run_job {
    run_job_kind kind;
    const run_port **ports; /* what is bound and scanned, then what is written */
    uint32_t port_count;
    const run_port **colors;
    uint32_t color_count;
    bool depth;                /* writes depth */
    bool reset_stencil;        /* base: zeroes stencil */
    const run_port **indirect; /* compute: where the numbers of groups come from */
    uint32_t indirect_count;
    uint32_t vertex_count; /* points: stripes, indices or whole records */
    uint32_t repeat;       /* levels or bits; else 1 */
    bool again;            /* compute: goes on with the output of the job before */
} run_job;

typedef struct run_jobs {
    run_job *data;
    uint32_t count;
} run_jobs;

void run_jobs_make(run_arena *arena, const run_program *program, run_jobs *out);
/* How many indirect commands of `bytes` each a port holds, and where the n-th lies in the buffer. */
uint32_t run_jobs_command_count(const run_port *port, uint32_t bytes);
uint64_t run_jobs_command_offset(const run_port *port, uint32_t bytes, uint32_t index);

#endif
