/* In: the bytes of an output. Out: a PNG.
 * Promised: linear colours are written with the sRGB curve, so that they look right; sRGB and unorm
 * bytes are written as they are. */
#include "run_png.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FUSOR_HAVE_PNG
#include <png.h>

static double clamp01(double v)
{
    return v > 0 ? v < 1 ? v : 1 : 0; /* not a number: 0 */
}

static double curve(double v)
{
    return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1.0 / 2.4) - 0.055;
}

static bool is_linear(const run_format *format)
{
    return format->aspect == FUSOR_ASPECT_COLOR && format->number_class != FUSOR_FORMAT_CLASS_UNORM;
}

static void convert(const run_format *format, const uint8_t *texel, uint8_t rgba[4])
{
    double value[4];
    run_format_decode(format, texel, value);
    for (uint32_t i = 0; i < 4; i++) {
        double v = value[i];
        if (format->number != RUN_NUMBER_FLOAT) {
            rgba[i] = i == 3 ? 255 : (uint8_t)((int64_t)v & 255);
            continue;
        }
        v = clamp01(format->number_class == FUSOR_FORMAT_CLASS_SNORM ? v * 0.5 + 0.5 : v);
        rgba[i] = (uint8_t)((i < 3 && is_linear(format) ? curve(v) : v) * 255 + 0.5);
    }
    if (format->channels == 1) {
        rgba[1] = rgba[2] = rgba[0];
    }
    rgba[3] = format->bits[3] ? rgba[3] : 255;
}

static bool write_file(const char *path, const run_piece_bytes *piece, const uint8_t *pixels)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = piece->width,
                       .height = piece->height,
                       .format = PNG_FORMAT_RGBA};
    if (!png_image_write_to_file(&image, path, 0, pixels, 0, NULL)) {
        run_say("--png: %s: %s", path, image.message);
        return false;
    }
    return true;
}

static int write_piece(const char *path, const run_frame *frame, const run_piece_bytes *piece,
                       const uint8_t *data)
{
    run_format format;
    if (!run_format_get(run_frame_image(frame, piece->image)->format, piece->aspect, &format)) {
        run_say("--png: \"%s\" has a format that cannot be shown", piece->name);
        return RUN_WRONG;
    }
    uint64_t count = (uint64_t)piece->width * piece->height;
    uint8_t *pixels = run_resize(NULL, count, 4);
    for (uint64_t i = 0; i < count; i++) {
        convert(&format, data + piece->offset + i * format.texel_bytes, pixels + i * 4);
    }
    bool written = write_file(path, piece, pixels);
    free(pixels);
    return written ? RUN_OK : RUN_WRONG;
}

int run_png_write(const run_picture *picture, const run_outputs *outputs, const run_frame *frame,
                  const uint8_t *data)
{
    for (uint32_t i = 0; i < outputs->count; i++) {
        const run_piece_bytes *piece = &outputs->pieces[i];
        if (piece->image.id && strlen(piece->name) == picture->length &&
            !memcmp(piece->name, picture->image, picture->length)) {
            return write_piece(picture->file, frame, piece, data);
        }
    }
    run_say("--png: \"%.*s\" cannot be read back: it is multisampled or not used",
            (int)picture->length, picture->image);
    return RUN_WRONG;
}

#else

int run_png_write(const run_picture *picture, const run_outputs *outputs, const run_frame *frame,
                  const uint8_t *data)
{
    (void)picture, (void)outputs, (void)frame, (void)data;
    run_say("--png: this build has no libpng");
    return RUN_WRONG;
}

#endif
