/* The shaders of synthetic passes.
 *
 * A pass is cut into jobs (one draw or dispatch each). Every invocation `p` of `total` scans its stripe
 * of each input, elements p, p + total, …, or p mod count where there are more invocations than
 * elements: so every element reaches some output at a cost of O(inputs + outputs). Two sums are kept: a
 * hash, and the exclusive or of all words. The lowest bit of every output is the parity of the latter:
 * one flipped bit of an input always flips it.
 *
 * Parameters lie in one storage buffer (binding 0), from the word that the push constant names: what
 * differs between passes of one shape is data, so that they share one pipeline.
 */
#ifndef RUN_SHADER_H
#define RUN_SHADER_H

#include "run_program.h"
#include "run_spirv.h"

typedef enum run_job_kind {
    RUN_JOB_COMPUTE,      /* one output; in a dispatch */
    RUN_JOB_BASE,         /* full screen: colours, storage outputs, overwritten depth */
    RUN_JOB_MORE,         /* full screen: toggles colours by further inputs */
    RUN_JOB_TEST_DEPTH,   /* full screen, once a level: toggles colours where depth equals it */
    RUN_JOB_TEST_STENCIL, /* full screen, once a bit */
    RUN_JOB_PART,    /* full screen: one of four pixels of depth and of colours that do not blend */
    RUN_JOB_STENCIL, /* full screen: inverts stencil where the parity is odd */
    RUN_JOB_POINTS   /* an input of the vertex stage: a point an element or a stripe */
} run_job_kind;

/* Parameters by word. A division is a multiplication by a "magic" pair of words (run_magic_of): CPU
 * drivers take vector divisions apart, lane by lane. */
enum run_shader_arg {
    RUN_ARG_SEED,
    RUN_ARG_TOTAL, /* points: how many stripes */
    RUN_ARG_AREA,  /* x, y, width, height */
    RUN_ARG_LAYERS = RUN_ARG_AREA + 4,
    RUN_ARG_COMMANDS, /* compute: commands that share the elements out */
    RUN_ARG_QUADS,    /* groups of four pixels */
    RUN_ARG_QUADS_MAGIC,
    RUN_ARG_WIDTH_MAGIC = RUN_ARG_QUADS_MAGIC + 2,
    RUN_ARG_PORTS = RUN_ARG_WIDTH_MAGIC + 2
};

enum run_shader_port_arg {
    RUN_PORT_ARG_FIRST, /* word of a buffer, or width of an image */
    RUN_PORT_ARG_COUNT, /* elements: words, 4-word vectors, or texels × samples */
    RUN_PORT_ARG_HEIGHT,
    RUN_PORT_ARG_GROUPS, /* outputs: groups of `stride` elements */
    RUN_PORT_ARG_STRIDE,
    RUN_PORT_ARG_PICK,
    RUN_PORT_ARG_WIDTH_MAGIC,
    RUN_PORT_ARG_HEIGHT_MAGIC = RUN_PORT_ARG_WIDTH_MAGIC + 2,
    RUN_PORT_ARG_COUNT_MAGIC = RUN_PORT_ARG_HEIGHT_MAGIC + 2,
    RUN_PORT_ARG_WORDS = RUN_PORT_ARG_COUNT_MAGIC + 2
};

/* n ÷ d for all 32-bit n (Granlund and Montgomery 1994, figure 4.1): with t = high half of m × n, it is
 * (t + ((n − t) >> s1)) >> s2. Gives m, and s1 | s2 << 8. */
void run_magic_of(uint32_t d, uint32_t out[2]);

enum { RUN_DEPTH_LEVELS = 5 }; /* quarters; 1.0 is only ever cleared to */

typedef struct run_shader_color {
    uint32_t location, slot;
    bool toggle;
    bool idle; /* another member's: masked out, but a value is given */
    run_format format;
} run_shader_color;

typedef struct run_shader {
    run_stage stage;
    run_job_kind job;
    const run_port *const *ports; /* binding 1 + index; what has a fill is written */
    uint32_t port_count;
    const run_shader_color *colors;
    uint32_t color_count;
    const uint32_t *input_map; /* by slot of the pass */
    bool depth;                /* the fragment stage writes depth */
    bool multiview;
    bool forced;            /* colours always toggle: points of index and indirect data */
    bool indirect;          /* compute: the numbers of groups are an input */
    uint32_t vectors, tail; /* points of a vertex buffer: attributes of 4 words and of 1 */
} run_shader;

/* The words of a module; free with run_words_finish(). */
run_words run_shader_make(const run_shader *shader);

#endif
