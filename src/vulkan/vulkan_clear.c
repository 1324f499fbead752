/* In: clear values as doubles, and a format. Out: Vulkan's clear unions by number class.
 * Promised: integer formats get integers (checked by the graph to be whole and in range); in poison
 * mode a DONT_CARE load becomes a clear to a pattern that no frame would want. */
#include "vulkan/vulkan_internal.h"

#include <math.h>
#include <string.h>

/* A whole number of a double as 32 bits; what does not fit is held at the ends. */
static uint32_t to_uint(double value)
{
    return value <= 0 ? 0 : value >= (double)UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static int32_t to_sint(double value)
{
    return value <= (double)INT32_MIN   ? INT32_MIN
           : value >= (double)INT32_MAX ? INT32_MAX
                                        : (int32_t)value;
}

VkClearColorValue vulkan_clear_color(fusor_format format, const double value[4])
{
    const fusor_format_info *info = fusor_format_get_info(format);
    fusor_format_class number = info ? info->number_class : FUSOR_FORMAT_CLASS_UNORM;
    VkClearColorValue color;
    for (uint32_t i = 0; i < 4; i++) {
        if (number == FUSOR_FORMAT_CLASS_UINT) {
            color.uint32[i] = to_uint(value[i]);
        } else if (number == FUSOR_FORMAT_CLASS_SINT) {
            color.int32[i] = to_sint(value[i]);
        } else {
            color.float32[i] = (float)value[i];
        }
    }
    return color;
}

static bool is_float(fusor_format format)
{
    const fusor_format_info *info = fusor_format_get_info(format);
    return info && (info->number_class == FUSOR_FORMAT_CLASS_SFLOAT ||
                    info->number_class == FUSOR_FORMAT_CLASS_UFLOAT);
}

/* NaN for floats; else a colour that no frame clears to. */
static VkClearColorValue poison_color(fusor_format format)
{
    const fusor_format_info *info = fusor_format_get_info(format);
    bool integer = info && (info->number_class == FUSOR_FORMAT_CLASS_UINT ||
                            info->number_class == FUSOR_FORMAT_CLASS_SINT);
    double number = is_float(format) ? (double)NAN : integer ? 1 : 0.75;
    const double pattern[4] = {number, 0, number, number};
    return vulkan_clear_color(format, pattern);
}

VkClearValue vulkan_attachment_clear(const vulkan_program *program,
                                     const fusor_plan_attachment *attachment)
{
    fusor_format format = program->plan->resources[attachment->resource].format;
    bool keep = !program->vk->poison || attachment->load == FUSOR_LOAD_OP_CLEAR;
    bool keep_stencil = !program->vk->poison || attachment->stencil_load == FUSOR_LOAD_OP_CLEAR;
    VkClearValue value;
    memset(&value, 0, sizeof value);
    if (attachment->aspects & FUSOR_ASPECT_COLOR) {
        value.color = keep ? vulkan_clear_color(format, attachment->clear) : poison_color(format);
    } else {
        value.depthStencil.depth = keep ? (float)attachment->clear_depth : 0.625f;
        value.depthStencil.stencil = keep_stencil ? attachment->clear_stencil : 0x5au;
    }
    return value;
}
