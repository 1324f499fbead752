/* Sizes that follow from a format. */
#ifndef BASE_FORMAT_H
#define BASE_FORMAT_H

#include "fusor/fusor.h"

/* Shape of an image, all numbers at least 1. */
typedef struct base_shape {
    const fusor_format_info *format;
    uint32_t extent[3], mips, layers, samples;
} base_shape;

uint32_t base_mip_size(uint32_t size, uint32_t mip);
/* Σ mips of whole blocks × layers × samples; false on overflow. */
bool base_shape_bytes(const base_shape *shape, uint64_t *out);
/* Bytes that one texel of one aspect moves when it is loaded or stored. */
uint32_t base_aspect_bytes(const fusor_format_info *format, fusor_aspects aspect);

#endif
