/* How the bits of a format lie in memory and what a shader sees of them.
 *
 * Synthetic passes compute with whole numbers. What they write is chosen per format so that it is
 * exact: k / (2^bits − 1) for unorm, k / 1024 for half floats, 0 or 1 for sRGB, quarters for depth. A
 * value and one minus it are both exact, so that blending `1 − old` loses nothing (run_shader.h).
 */
#ifndef RUN_FORMAT_H
#define RUN_FORMAT_H

#include "fusor/fusor.h"
#include "run_base.h"

typedef enum run_number { RUN_NUMBER_FLOAT, RUN_NUMBER_UINT, RUN_NUMBER_SINT } run_number;

/* One aspect of a format as shaders see it; channels r g b a. */
typedef struct run_format {
    fusor_format format;
    fusor_aspects aspect;
    run_number number;
    fusor_format_class number_class;
    uint32_t channels, texel_bytes; /* of this aspect, packed as copies pack it */
    uint8_t bits[4], shift[4];      /* little-endian position in the texel; bits 0: not there */
    uint32_t write_mask[4];         /* which bits of a random word are used */
    float write_scale[4];           /* value = masked word ÷ scale; 1: the whole number itself */
    float read_scale[4],
        read_bias[4]; /* word = value × scale + bias, cut; scale 0: the float's bits */
} run_format;

/* False for what shaders here cannot handle: compressed blocks and 64-bit components. */
bool run_format_get(fusor_format format, fusor_aspects aspect, run_format *out);
/* The texel that a shader would write for these words, as copies see it. */
void run_format_encode(const run_format *format, const uint32_t words[4], uint8_t *texel);
/* Any value, as clears give it; rounded. */
void run_format_encode_value(const run_format *format, const double value[4], uint8_t *texel);
void run_format_decode(const run_format *format, const uint8_t *texel, double value[4]);

/* SPIR-V's ImageFormat of a storage image; 0: there is none. */
uint32_t run_format_spirv(fusor_format format);
/* Formats below this one need StorageImageExtendedFormats. */
bool run_format_spirv_extended(uint32_t spirv_format);

#endif
