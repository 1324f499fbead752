/* In: a format. Out: its row, its name, sizes that follow from it.
 * Promise: the table is fusor/format.h's and nothing else; look-up by number is a binary search.
 * Rows are sorted by value in the header but for the extension formats, which come last. */
#include "base/base_format.h"

#include <string.h>

#include "base/base_math.h"

#define ASPECTS(depth, stencil)                                                                    \
    ((depth) || (stencil)                                                                          \
         ? ((depth) ? FUSOR_ASPECT_DEPTH : 0u) | ((stencil) ? FUSOR_ASPECT_STENCIL : 0u)           \
         : FUSOR_ASPECT_COLOR)

static const fusor_format_info INFOS[] = {
#define ROW(NAME, name, value, block, bw, bh, depth, stencil, CLASS)                               \
    {#name,                                                                                        \
     FUSOR_FORMAT_##NAME,                                                                          \
     ASPECTS(depth, stencil),                                                                      \
     FUSOR_FORMAT_CLASS_##CLASS,                                                                   \
     block,                                                                                        \
     bw,                                                                                           \
     bh,                                                                                           \
     depth,                                                                                        \
     stencil},
    FUSOR_FORMATS(ROW)
#undef ROW
};

enum { INFO_COUNT = sizeof INFOS / sizeof INFOS[0], CORE_COUNT = 184 };

const fusor_format_info *fusor_format_get_info(fusor_format format)
{
    uint32_t value = (uint32_t)format;
    if (value >= 1 && value <= CORE_COUNT) /* Vulkan 1.0's formats are numbered without gaps */
        return &INFOS[value - 1];
    for (uint32_t i = CORE_COUNT; i < INFO_COUNT; i++)
        if (INFOS[i].format == format)
            return &INFOS[i];
    return NULL;
}

fusor_format fusor_format_from_name(const char *name)
{
    for (uint32_t i = 0; name && i < INFO_COUNT; i++)
        if (strcmp(INFOS[i].name, name) == 0)
            return INFOS[i].format;
    return FUSOR_FORMAT_UNDEFINED;
}

uint32_t base_mip_size(uint32_t size, uint32_t mip)
{
    uint32_t scaled = mip < 32 ? size >> mip : 0;
    return scaled ? scaled : 1;
}

static bool mip_bytes(const base_shape *shape, uint32_t mip, uint64_t *out)
{
    const fusor_format_info *format = shape->format;
    uint64_t columns = (base_mip_size(shape->extent[0], mip) + (uint64_t)format->block_width - 1) /
                       format->block_width;
    uint64_t rows = (base_mip_size(shape->extent[1], mip) + (uint64_t)format->block_height - 1) /
                    format->block_height;
    return base_mul_u64(columns, rows, out) &&
           base_mul_u64(*out, base_mip_size(shape->extent[2], mip), out) &&
           base_mul_u64(*out, format->block_bytes, out);
}

fusor_layout fusor_state_get_layout(fusor_state state, fusor_format format)
{
    const fusor_format_info *info = fusor_format_get_info(format);
    bool depth = info && (info->aspects & (FUSOR_ASPECT_DEPTH | FUSOR_ASPECT_STENCIL));
    switch (state) {
    case FUSOR_STATE_COLOR:
        return FUSOR_LAYOUT_COLOR_ATTACHMENT;
    case FUSOR_STATE_DEPTH:
        return FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT;
    case FUSOR_STATE_SAMPLED:
        return depth ? FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY : FUSOR_LAYOUT_SHADER_READ_ONLY;
    case FUSOR_STATE_COPY_SRC:
        return FUSOR_LAYOUT_TRANSFER_SRC;
    case FUSOR_STATE_COPY_DST:
        return FUSOR_LAYOUT_TRANSFER_DST;
    case FUSOR_STATE_PRESENT:
        return FUSOR_LAYOUT_PRESENT_SRC;
    case FUSOR_STATE_UNDEFINED:
        return FUSOR_LAYOUT_UNDEFINED;
    default:
        return FUSOR_LAYOUT_GENERAL;
    }
}

bool base_shape_bytes(const base_shape *shape, uint64_t *out)
{
    uint64_t sum = 0;
    for (uint32_t mip = 0; mip < shape->mips; mip++) {
        uint64_t bytes;
        if (!mip_bytes(shape, mip, &bytes) || !base_add_u64(sum, bytes, &sum))
            return false;
    }
    return base_mul_u64(sum, shape->layers, &sum) && base_mul_u64(sum, shape->samples, out);
}

uint32_t base_aspect_bytes(const fusor_format_info *format, fusor_aspects aspect)
{
    if (aspect == FUSOR_ASPECT_DEPTH)
        return format->depth_bytes;
    if (aspect == FUSOR_ASPECT_STENCIL)
        return format->stencil_bytes;
    return format->block_bytes;
}
