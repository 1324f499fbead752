/* In: a fusor_format. Out: component layout and exact value ranges of one aspect.
 * Promised: what run_format_encode() makes on the CPU is bit for bit what a shader's store makes on a
 * device that follows the specification's conversions (Vulkan 1.3, 3.10 and 43.1.4). */
#include "run_format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "b10g11r11…": channels in the order of the name, with their bits; returns how many. */
static uint32_t parse_channels(const char *name, char letters[4], uint8_t bits[4])
{
    uint32_t count = 0;
    while (count < 4 && strchr("rgba", *name) && name[1] >= '1' && name[1] <= '9') {
        char *end;
        letters[count] = *name;
        bits[count++] = (uint8_t)strtoul(name + 1, &end, 10);
        name = end;
    }
    return count;
}

static uint32_t channel_of(char letter)
{
    return (uint32_t)(strchr("rgba", letter) - "rgba");
}

/* Packed formats name the highest bits first, others the first byte first. */
static void place_channels(run_format *out, const char letters[4], const uint8_t bits[4],
                           bool packed)
{
    uint32_t total = 0, at = 0;
    for (uint32_t i = 0; i < out->channels; i++) {
        total += bits[i];
    }
    for (uint32_t i = 0; i < out->channels; i++) {
        uint32_t channel = channel_of(letters[i]);
        out->bits[channel] = bits[i];
        out->shift[channel] = (uint8_t)(packed ? total - at - bits[i] : at);
        at += bits[i];
    }
}

static float largest(uint32_t bits)
{
    return (float)(bits >= 32 ? 4294967295.0 : (double)((1u << bits) - 1));
}

static uint32_t low_bits(uint32_t bits)
{
    return bits >= 32 ? 0xffffffffu : (1u << bits) - 1;
}

/* Fractions that a float of so many bits holds exactly, as its difference to one. */
static uint32_t float_steps(uint32_t bits)
{
    return bits >= 32 ? 1u << 20 : bits == 16 ? 1u << 10 : 1u << 5;
}

static void set_range(run_format *out, uint32_t channel)
{
    uint32_t bits = out->bits[channel];
    float *write = &out->write_scale[channel], *read = &out->read_scale[channel];
    uint32_t *mask = &out->write_mask[channel];
    switch (out->number_class) {
    case FUSOR_FORMAT_CLASS_UNORM:
        *mask = low_bits(bits);
        *write = *read = largest(bits);
        out->read_bias[channel] = 0.5f;
        break;
    case FUSOR_FORMAT_CLASS_SNORM: /* not negative, so that one minus it is in range */
        *mask = low_bits(bits - 1);
        *write = *read = largest(bits - 1);
        out->read_bias[channel] = *read + 0.5f;
        break;
    case FUSOR_FORMAT_CLASS_SRGB:
        *mask = 1;
        *write = 1.0f;
        *read = 8191.0f;
        out->read_bias[channel] = 0.5f;
        break;
    case FUSOR_FORMAT_CLASS_UINT:
    case FUSOR_FORMAT_CLASS_SINT:
        *mask = low_bits(out->number_class == FUSOR_FORMAT_CLASS_UINT ? bits : bits - 1);
        *write = 1.0f;
        break;
    default:
        *mask = float_steps(bits) - 1;
        *write = (float)float_steps(bits);
        break;
    }
}

static bool get_color(const fusor_format_info *info, run_format *out)
{
    char letters[4];
    uint8_t bits[4] = {0};
    out->channels = parse_channels(info->name, letters, bits);
    if (info->format == FUSOR_FORMAT_E5B9G9R9_UFLOAT_PACK32) {
        return false; /* neither attachment nor storage anywhere; sampled only from imports */
    }
    place_channels(out, letters, bits, strstr(info->name, "_pack") != NULL);
    for (uint32_t i = 0; i < 4; i++) {
        if (out->bits[i]) {
            set_range(out, i);
        }
    }
    out->texel_bytes = info->block_bytes;
    out->number = info->number_class == FUSOR_FORMAT_CLASS_UINT   ? RUN_NUMBER_UINT
                  : info->number_class == FUSOR_FORMAT_CLASS_SINT ? RUN_NUMBER_SINT
                                                                  : RUN_NUMBER_FLOAT;
    return out->channels && out->bits[0] && bits[0] <= 32;
}

/* Copies pack depth as d16, x8d24 or d32, and stencil as a byte (Vulkan 1.3, 20.2). */
static void get_depth_stencil(const fusor_format_info *info, run_format *out)
{
    bool is_depth = out->aspect == FUSOR_ASPECT_DEPTH;
    bool is_float = strstr(info->name, "d32") != NULL;
    uint8_t bits = !is_depth ? 8 : strstr(info->name, "d16") ? 16 : is_float ? 32 : 24;
    out->channels = 1;
    out->bits[0] = bits;
    out->texel_bytes = !is_depth ? 1 : bits == 16 ? 2 : 4;
    out->number = is_depth ? RUN_NUMBER_FLOAT : RUN_NUMBER_UINT;
    out->number_class = !is_depth  ? FUSOR_FORMAT_CLASS_UINT
                        : is_float ? FUSOR_FORMAT_CLASS_SFLOAT
                                   : FUSOR_FORMAT_CLASS_UNORM;
    out->write_mask[0] = is_depth ? 3 : 0xff;
    out->write_scale[0] = is_depth ? 4.0f : 1.0f;
    out->read_scale[0] = is_depth && !is_float ? largest(bits) : 0.0f;
    out->read_bias[0] = bits == 16 ? 0.5f : 0.0f; /* 24 bits and a half do not fit a float */
}

bool run_format_get(fusor_format format, fusor_aspects aspect, run_format *out)
{
    const fusor_format_info *info = fusor_format_get_info(format);
    *out = (run_format){.format = format};
    if (!info || info->block_width != 1 || info->block_height != 1) {
        return false;
    }
    if (!aspect) {
        aspect = info->aspects & FUSOR_ASPECT_COLOR   ? FUSOR_ASPECT_COLOR
                 : info->aspects & FUSOR_ASPECT_DEPTH ? FUSOR_ASPECT_DEPTH
                                                      : FUSOR_ASPECT_STENCIL;
    }
    out->aspect = aspect;
    out->number_class = info->number_class;
    if (aspect == FUSOR_ASPECT_COLOR) {
        return get_color(info, out);
    }
    get_depth_stencil(info, out);
    return true;
}

/* A float of 5 exponent bits, or of 8, from a value that it holds exactly or that is cut. */
static uint32_t small_float(double value, uint32_t bits)
{
    bool is_signed = bits == 16;
    uint32_t mantissa_bits = bits - 5u - is_signed, sign = is_signed && value < 0;
    int exponent;
    double fraction = frexp(fabs(value), &exponent);
    if (value == 0 || (value < 0 && !is_signed) || exponent < -13) {
        return 0;
    }
    uint32_t mantissa = (uint32_t)((fraction * 2 - 1) * (double)(1u << mantissa_bits));
    return sign << (bits - 1) | (uint32_t)(exponent + 14) << mantissa_bits | mantissa;
}

static uint32_t float_bits(double value, uint32_t bits)
{
    float narrow = (float)value;
    uint32_t word;
    memcpy(&word, &narrow, sizeof word);
    return bits == 32 ? word : small_float(value, bits);
}

static double srgb_encode(double v)
{
    return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1.0 / 2.4) - 0.055;
}

static double srgb_decode(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double clamp(double v, double low, double high)
{
    return v < low ? low : v > high ? high : v;
}

static uint32_t encode_channel(const run_format *format, uint32_t channel, double value)
{
    uint32_t bits = format->bits[channel];
    double top = (double)largest(bits);
    switch (format->number_class) {
    case FUSOR_FORMAT_CLASS_SRGB:
        value = channel < 3 ? srgb_encode(clamp(value, 0, 1)) : value;
        return (uint32_t)(clamp(value, 0, 1) * top + 0.5);
    case FUSOR_FORMAT_CLASS_UNORM:
        return (uint32_t)(clamp(value, 0, 1) * top + 0.5);
    case FUSOR_FORMAT_CLASS_SNORM:
        return (uint32_t)(int32_t)floor(clamp(value, -1, 1) * (double)largest(bits - 1) + 0.5) &
               low_bits(bits);
    case FUSOR_FORMAT_CLASS_SFLOAT:
    case FUSOR_FORMAT_CLASS_UFLOAT:
        return float_bits(value, bits);
    default:
        return (uint32_t)(int64_t)value & low_bits(bits);
    }
}

static void put_bits(uint8_t *texel, uint32_t shift, uint32_t bits, uint32_t word)
{
    for (uint32_t i = 0; i < bits; i++) {
        texel[(shift + i) / 8] =
            (uint8_t)(texel[(shift + i) / 8] | (word >> i & 1u) << (shift + i) % 8);
    }
}

static uint32_t get_bits(const uint8_t *texel, uint32_t shift, uint32_t bits)
{
    uint32_t word = 0;
    for (uint32_t i = 0; i < bits; i++) {
        word |= (uint32_t)(texel[(shift + i) / 8] >> (shift + i) % 8 & 1) << i;
    }
    return word;
}

void run_format_encode_value(const run_format *format, const double value[4], uint8_t *texel)
{
    memset(texel, 0, format->texel_bytes);
    for (uint32_t i = 0; i < 4; i++) {
        if (format->bits[i]) {
            put_bits(texel, format->shift[i], format->bits[i], encode_channel(format, i, value[i]));
        }
    }
}

void run_format_encode(const run_format *format, const uint32_t words[4], uint8_t *texel)
{
    double value[4] = {0};
    for (uint32_t i = 0; i < 4; i++) {
        if (format->bits[i]) {
            value[i] = (double)(words[i] & format->write_mask[i]) / (double)format->write_scale[i];
        }
    }
    run_format_encode_value(format, value, texel);
}

static double decode_float(uint32_t word, uint32_t bits)
{
    if (bits == 32) {
        float value;
        memcpy(&value, &word, sizeof value);
        return (double)value;
    }
    bool is_signed = bits == 16;
    uint32_t mantissa_bits = is_signed ? 10 : bits == 11 ? 6 : 5;
    uint32_t exponent = word >> mantissa_bits & 31, mantissa = word & low_bits(mantissa_bits);
    double fraction = (double)mantissa / (double)(1u << mantissa_bits);
    double value = exponent ? ldexp(1 + fraction, (int)exponent - 15) : ldexp(fraction, -14);
    return is_signed && word >> 15 ? -value : value;
}

static double decode_channel(const run_format *format, uint32_t channel, uint32_t word)
{
    uint32_t bits = format->bits[channel];
    int64_t whole = word >> (bits - 1) & 1 ? (int64_t)word - ((int64_t)1 << bits) : (int64_t)word;
    switch (format->number_class) {
    case FUSOR_FORMAT_CLASS_SRGB:
        return channel < 3 ? srgb_decode(word / 255.0) : word / 255.0;
    case FUSOR_FORMAT_CLASS_UNORM:
        return word / (double)largest(bits);
    case FUSOR_FORMAT_CLASS_SNORM:
        return clamp((double)whole / (double)largest(bits - 1), -1, 1);
    case FUSOR_FORMAT_CLASS_SFLOAT:
    case FUSOR_FORMAT_CLASS_UFLOAT:
        return decode_float(word, bits);
    case FUSOR_FORMAT_CLASS_SINT:
    case FUSOR_FORMAT_CLASS_SSCALED:
        return (double)whole;
    default:
        return word;
    }
}

void run_format_decode(const run_format *format, const uint8_t *texel, double value[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        value[i] = i == 3;
        if (format->bits[i]) {
            value[i] =
                decode_channel(format, i, get_bits(texel, format->shift[i], format->bits[i]));
        }
    }
}

static const struct {
    fusor_format format;
    uint32_t spirv; /* ImageFormat of the SPIR-V specification, 3.11 */
} SPIRV_FORMATS[] = {
    {FUSOR_FORMAT_R32G32B32A32_SFLOAT, 1},
    {FUSOR_FORMAT_R16G16B16A16_SFLOAT, 2},
    {FUSOR_FORMAT_R32_SFLOAT, 3},
    {FUSOR_FORMAT_R8G8B8A8_UNORM, 4},
    {FUSOR_FORMAT_R8G8B8A8_SNORM, 5},
    {FUSOR_FORMAT_R32G32_SFLOAT, 6},
    {FUSOR_FORMAT_R16G16_SFLOAT, 7},
    {FUSOR_FORMAT_B10G11R11_UFLOAT_PACK32, 8},
    {FUSOR_FORMAT_R16_SFLOAT, 9},
    {FUSOR_FORMAT_R16G16B16A16_UNORM, 10},
    {FUSOR_FORMAT_A2B10G10R10_UNORM_PACK32, 11},
    {FUSOR_FORMAT_R16G16_UNORM, 12},
    {FUSOR_FORMAT_R8G8_UNORM, 13},
    {FUSOR_FORMAT_R16_UNORM, 14},
    {FUSOR_FORMAT_R8_UNORM, 15},
    {FUSOR_FORMAT_R16G16B16A16_SNORM, 16},
    {FUSOR_FORMAT_R16G16_SNORM, 17},
    {FUSOR_FORMAT_R8G8_SNORM, 18},
    {FUSOR_FORMAT_R16_SNORM, 19},
    {FUSOR_FORMAT_R8_SNORM, 20},
    {FUSOR_FORMAT_R32G32B32A32_SINT, 21},
    {FUSOR_FORMAT_R16G16B16A16_SINT, 22},
    {FUSOR_FORMAT_R8G8B8A8_SINT, 23},
    {FUSOR_FORMAT_R32_SINT, 24},
    {FUSOR_FORMAT_R32G32_SINT, 25},
    {FUSOR_FORMAT_R16G16_SINT, 26},
    {FUSOR_FORMAT_R8G8_SINT, 27},
    {FUSOR_FORMAT_R16_SINT, 28},
    {FUSOR_FORMAT_R8_SINT, 29},
    {FUSOR_FORMAT_R32G32B32A32_UINT, 30},
    {FUSOR_FORMAT_R16G16B16A16_UINT, 31},
    {FUSOR_FORMAT_R8G8B8A8_UINT, 32},
    {FUSOR_FORMAT_R32_UINT, 33},
    {FUSOR_FORMAT_A2B10G10R10_UINT_PACK32, 34},
    {FUSOR_FORMAT_R32G32_UINT, 35},
    {FUSOR_FORMAT_R16G16_UINT, 36},
    {FUSOR_FORMAT_R8G8_UINT, 37},
    {FUSOR_FORMAT_R16_UINT, 38},
    {FUSOR_FORMAT_R8_UINT, 39},
    {FUSOR_FORMAT_A8B8G8R8_UNORM_PACK32, 4},
    {FUSOR_FORMAT_A8B8G8R8_UINT_PACK32, 32},
};

uint32_t run_format_spirv(fusor_format format)
{
    for (size_t i = 0; i < sizeof SPIRV_FORMATS / sizeof *SPIRV_FORMATS; i++) {
        if (SPIRV_FORMATS[i].format == format) {
            return SPIRV_FORMATS[i].spirv;
        }
    }
    return 0;
}

/* Rgba32f 16f R32f rgba8 rgba8snorm; rgba32i 16i 8i r32i; rgba32ui 16ui 8ui r32ui are of every device. */
bool run_format_spirv_extended(uint32_t f)
{
    return !((f >= 1 && f <= 5) || (f >= 21 && f <= 24) || (f >= 30 && f <= 33));
}
