/* Pictures from read-back bytes. */
#ifndef RUN_PNG_H
#define RUN_PNG_H

#include "run_output.h"

/* "IMAGE=FILE" of --png. */
typedef struct run_picture {
    const char *image; /* not ended: `length` bytes */
    size_t length;
    const char *file;
} run_picture;

/* Mip 0, layer 0 of the image as 8-bit RGBA; floats are clamped to 0 … 1, whole numbers are shown by
 * their lowest byte, depth as grey. RUN_OK, or RUN_WRONG after a complaint. */
int run_png_write(const run_picture *picture, const run_outputs *outputs, const run_frame *frame,
                  const uint8_t *data);

#endif
