/* demo_png.c: a picture to a PNG, with libpng.
 * In: pixels. Out: a file. Promised: false, and no file half written, when it cannot be. */
#include "demo_png.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>

static void drop_alpha(const uint8_t *pixels, size_t count, uint8_t *rgb)
{
    for (size_t i = 0; i < count; i++) {
        rgb[3 * i] = pixels[4 * i];
        rgb[3 * i + 1] = pixels[4 * i + 1];
        rgb[3 * i + 2] = pixels[4 * i + 2];
    }
}

bool demo_png_write(const char *path, const uint8_t *pixels, const uint32_t size[2])
{
    size_t count = (size_t)size[0] * size[1];
    uint8_t *rgb = malloc(count * 3);
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = size[0],
                       .height = size[1],
                       .format = PNG_FORMAT_RGB};
    if (rgb == NULL) {
        return false;
    }
    drop_alpha(pixels, count, rgb);
    bool ok = png_image_write_to_file(&image, path, 0, rgb, 0, NULL) != 0;
    if (!ok) {
        remove(path);
    }
    free(rgb);
    return ok;
}
