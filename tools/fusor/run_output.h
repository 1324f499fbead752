/* What a frame leaves: the bytes of everything that can be read back. */
#ifndef RUN_OUTPUT_H
#define RUN_OUTPUT_H

#include "run_format.h"
#include "run_frame.h"
#include "run_gpu.h"

/* One mip, layer and aspect of an image, or a buffer. */
typedef struct run_piece_bytes {
    const char *name;
    fusor_image image;
    fusor_buffer buffer;
    fusor_aspects aspect;
    uint32_t mip, layer, width, height;
    uint64_t offset, size; /* in the frame's bytes */
    bool host;             /* by mapping */
    bool absent;           /* the plan leaves nothing there: nobody wrote it, or no pass needs it */
} run_piece_bytes;

typedef struct run_outputs {
    run_piece_bytes *pieces;
    uint32_t count;
    uint64_t size;       /* of all */
    uint32_t unreadable; /* outputs that cannot be read back */
} run_outputs;

/* What there is to read; the same for every plan of the frame. */
void run_outputs_list(run_arena *arena, const run_frame *frame, run_outputs *out);
/* Reads everything of the last frame of a plan into `data`, zero for what is absent; waits for it. */
fusor_result run_outputs_read(const run_outputs *outputs, const fusor_plan *plan, fusor_vulkan *vk,
                              uint8_t *data);
/* Whether anything could be read. */
bool run_outputs_present(const run_outputs *outputs);

/* Names the first difference on stderr; true: there is none. */
bool run_outputs_compare(const run_outputs *outputs, const uint8_t *a, const uint8_t *b,
                         uint32_t frame);
/* "output NAME frame N: DIGEST …" on stdout, one line a resource. */
void run_outputs_print(const run_outputs *outputs, const run_frame *frame, const uint8_t *data,
                       uint32_t number);

#endif
