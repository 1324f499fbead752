/* demo_font.h: a fixed-width font of 5 × 7 texels, drawn for this demo. */
#ifndef DEMO_FONT_H
#define DEMO_FONT_H

#include <stdint.h>

/* 35 bits, column after column from the left, the top texel of a column first. A character that the
 * font lacks is a filled box. */
uint64_t demo_font_glyph(char character);

#endif
