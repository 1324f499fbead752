/* What a synthetic pass does, decided from the frame alone: ports that it reads and writes.
 *
 * A port is one piece of a declared use that a shader binds once: one mip of an image, or a window of
 * a buffer. What a pass reads and writes in the same place is one port that is updated, element by
 * element; the rest of a read is a port that no write of the pass touches, so that no two invocations
 * race.
 */
#ifndef RUN_PROGRAM_H
#define RUN_PROGRAM_H

#include "run_format.h"
#include "run_frame.h"

typedef enum run_port_kind {
    RUN_PORT_WORDS,   /* storage buffer */
    RUN_PORT_UNIFORM, /* uniform buffer */
    RUN_PORT_SAMPLED,
    RUN_PORT_STORAGE, /* storage image */
    RUN_PORT_INPUT,   /* input attachment */
    RUN_PORT_VERTEX,
    RUN_PORT_INDEX,
    RUN_PORT_INDIRECT,
    RUN_PORT_COLOR
} run_port_kind;

/* How an output keeps or replaces what was there. */
typedef enum run_fill {
    RUN_FILL_NONE,
    RUN_FILL_ALL,    /* every element is replaced */
    RUN_FILL_TOGGLE, /* colour: old or 1 − old, by blending; nothing is lost */
    RUN_FILL_PART,   /* one of four elements is replaced, the others stay */
    RUN_FILL_UPDATE  /* every element becomes a function of itself */
} run_fill;

enum { RUN_ASIDE_WORDS = 1024 };

typedef struct run_port {
    run_port_kind kind;
    run_fill fill;               /* NONE: an input */
    bool at_vertex, at_fragment; /* raster passes: the stages of an input */
    bool copied; /* by a copy command from or to a buffer of the tool, which the shader binds */
    bool aside; /* not declared: a buffer of the tool, for passes that leave nothing in the frame */
    bool blends;       /* colours: the format can be blended */
    bool small;        /* words are 1 or 2, as they become arguments of indirect commands */
    fusor_use_kind as; /* which declared use: kind, index, and of writes or of reads */
    uint32_t slot;
    bool in_writes;
    /* images */
    fusor_image image;
    run_format format;
    bool is_3d;
    uint32_t mip, first_layer, layers, samples;
    uint32_t extent[3]; /* of the mip; [2]: layers or depth */
    /* buffers */
    fusor_buffer buffer;
    uint64_t first_byte;
    uint32_t words;
    /* Outputs: one element of each `stride` is written: number `pick`, or one by noise (FUSOR_NONE). */
    uint32_t stride, pick;
} run_port;

typedef struct run_program {
    const char *name;
    fusor_pass_kind kind;
    uint32_t seed;
    run_port *ports;
    uint32_t port_count;
    /* raster */
    uint32_t area[4], layers, view_mask, samples;
    run_fill depth_fill, stencil_fill;
    bool depth_test, stencil_test; /* what was there changes the colours */
    bool has_attachments;
} run_program;

/* What ports depend on beside the frame. */
typedef struct run_program_limits {
    uint64_t storage_bytes, uniform_bytes;
    /* Can colours of this format be blended? */
    bool (*blends_fn)(void *user, fusor_format format);
    void *user;
} run_program_limits;

/* By buffer index: words of this buffer become arguments of indirect commands, here or after copies. */
const bool *run_program_small(run_arena *arena, const run_frame *frame);

/* One program a pass, in `arena`; copy passes get an empty one. On RUN_WRONG `*refusal` says why. */
int run_program_make(run_arena *arena, const run_frame *frame, const run_program_limits *limits,
                     run_program **out, const char **refusal);

#endif
