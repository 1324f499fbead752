/* Pieces that all shaders are made of. */
#ifndef RUN_EMIT_H
#define RUN_EMIT_H

#include "run_shader.h"

typedef struct run_emit {
    run_spirv *s;
    const run_shader *shader;
    uint32_t word, real;   /* types */
    uint32_t params, base; /* the storage buffer and the first word of this job's parameters */
    uint32_t extra;        /* second push constant */
    uint32_t sum_xor, sum_hash;
    uint32_t *variables; /* by port: buffer or image */
} run_emit;

/* Declares what every job has; `variables` has room for the ports. */
void run_emit_start(run_emit *e, run_spirv *s, const run_shader *shader, uint32_t *variables);
uint32_t run_emit_arg(run_emit *e, uint32_t index);
uint32_t run_emit_port_arg(run_emit *e, uint32_t port, uint32_t index);
/* n ÷ what the magic pair at parameter `magic` stands for. */
uint32_t run_emit_divide(run_emit *e, uint32_t n, uint32_t magic);
uint32_t run_emit_least(run_emit *e, uint32_t a, uint32_t b);
uint32_t run_emit_mix(run_emit *e, uint32_t v);
uint32_t run_emit_noise(run_emit *e, uint32_t a, uint32_t b);

/* The two sums for invocation `p`; then words into them. */
void run_emit_reset(run_emit *e, uint32_t p);
void run_emit_take(run_emit *e, const uint32_t *words, uint32_t count, uint32_t at);
/* Four words; the lowest bit of the first is the parity, turned by noise of `at` and `which`. */
void run_emit_result(run_emit *e, uint32_t which, uint32_t at, uint32_t out[4]);

/* Scans the stripe of one port, or of all inputs. */
void run_emit_scan(run_emit *e, uint32_t port, uint32_t p, uint32_t total);
void run_emit_scan_all(run_emit *e, uint32_t p, uint32_t total);
/* Writes element group `q` of an output port. */
void run_emit_write(run_emit *e, uint32_t port, uint32_t q);
/* The value that a store or an attachment takes, of the vector type of the format. */
uint32_t run_emit_encode(run_emit *e, const run_format *format, const uint32_t words[4],
                         bool toggle);
uint32_t run_emit_number_type(run_emit *e, const run_format *format);

#endif
