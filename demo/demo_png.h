/* demo_png.h: pictures to files. */
#ifndef DEMO_PNG_H
#define DEMO_PNG_H

#include <stdbool.h>
#include <stdint.h>

/* `pixels`: width × height × RGBA, 8 bits, rows tightly packed; alpha is not kept. */
bool demo_png_write(const char *path, const uint8_t *pixels, const uint32_t size[2]);

#endif
