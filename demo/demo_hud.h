/* demo_hud.h: the overlay's title, words and bars, as rectangles. */
#ifndef DEMO_HUD_H
#define DEMO_HUD_H

#include <stdint.h>

#include "demo_frame.h"

/* As shaders/overlay.vert reads it. */
typedef struct demo_quad {
    float area[4]; /* x, y, width, height in texels */
    float color[4];
    uint32_t bits[4]; /* texels of a letter; third: 1 for a letter */
} demo_quad;

/* A bar: how much of `without` is left. */
typedef struct demo_saving {
    const char *label;
    uint64_t bytes, without_bytes;
} demo_saving;

typedef struct demo_hud {
    demo_quad quads[DEMO_QUADS_MAX];
    uint32_t quad_count;
} demo_hud;

typedef struct demo_hud_desc {
    uint32_t size[2];
    const char *subtitle;
    const demo_saving *savings;
    uint32_t saving_count;
} demo_hud_desc;

void demo_hud_build(const demo_hud_desc *desc, demo_hud *hud);

#endif
