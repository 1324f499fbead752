/* demo_hud.c: lays out the overlay.
 * In: the size of the picture and what was saved. Out: rectangles and letters.
 * Promised: the same for every variant, so that their pictures can be compared; never too many. */
#include "demo_hud.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "demo_font.h"

_Static_assert(sizeof(demo_quad) == DEMO_QUAD_BYTES, "the buffer holds what is declared");

typedef struct pen {
    demo_hud *hud;
    float x, y;
    float scale; /* texels of the picture a texel of the font */
    float color[4];
} pen;

static void add_quad(demo_hud *hud, const float area[4], const float color[4], uint64_t glyph)
{
    if (hud->quad_count == DEMO_QUADS_MAX) {
        return;
    }
    demo_quad *quad = &hud->quads[hud->quad_count++];
    memcpy(quad->area, area, sizeof quad->area);
    memcpy(quad->color, color, sizeof quad->color);
    quad->bits[0] = (uint32_t)glyph;
    quad->bits[1] = (uint32_t)(glyph >> 32);
    quad->bits[2] = glyph != 0 ? 1 : 0;
}

static void add_text(pen *at, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        const float area[4] = {at->x, at->y, 5.0f * at->scale, 7.0f * at->scale};
        uint64_t glyph = demo_font_glyph(*c);
        if (glyph != 0) {
            add_quad(at->hud, area, at->color, glyph);
        }
        at->x += 6.0f * at->scale;
    }
}

static pen pen_at(demo_hud *hud, const float place[2], float scale, const float color[4])
{
    pen at = {hud, place[0], place[1], scale, {color[0], color[1], color[2], color[3]}};
    return at;
}

static void add_bar(demo_hud *hud, const float area[4], float share, const float color[4])
{
    static const float track[4] = {1.0f, 1.0f, 1.0f, 0.16f};
    const float filled[4] = {area[0], area[1], fmaxf(floorf(area[2] * share), 1.0f), area[3]};
    add_quad(hud, area, track, 0);
    add_quad(hud, filled, color, 0);
}

static void add_saving(demo_hud *hud, const demo_saving *saving, const float place[2], float scale)
{
    static const float words[4] = {0.93f, 0.90f, 0.85f, 0.92f},
                       amber[4] = {1.0f, 0.66f, 0.25f, 0.95f};
    char line[96];
    double left = (double)saving->bytes / 1e6, without = (double)saving->without_bytes / 1e6;
    float share = saving->without_bytes > 0 ? (float)(left / without) : 0.0f;
    snprintf(line, sizeof line, "%-19s%6.1f of %.1f MB", saving->label, left, without);
    const float bar[4] = {place[0], place[1] + 10.0f * scale, 222.0f * scale, 3.0f * scale};
    pen at = pen_at(hud, place, scale, words);
    add_text(&at, line);
    add_bar(hud, bar, fminf(share, 1.0f), amber);
}

void demo_hud_build(const demo_hud_desc *desc, demo_hud *hud)
{
    static const float panel[4] = {0.02f, 0.02f, 0.035f, 0.62f},
                       white[4] = {1.0f, 0.98f, 0.94f, 1.0f};
    static const float dim[4] = {0.93f, 0.88f, 0.80f, 0.80f},
                       accent[4] = {1.0f, 0.55f, 0.15f, 1.0f};
    float scale = fmaxf(floorf((float)desc->size[1] / 540.0f), 1.0f), row = 19.0f * scale;
    float height = 56.0f * scale + row * (float)desc->saving_count;
    float left = 14.0f * scale, top = (float)desc->size[1] - height - 14.0f * scale;
    const float area[4] = {left, top, 246.0f * scale, height};
    const float stripe[4] = {left, top, 2.0f * scale, height};
    const float title[2] = {left + 12.0f * scale, top + 10.0f * scale};
    const float under[2] = {title[0], top + 36.0f * scale};
    hud->quad_count = 0;
    add_quad(hud, area, panel, 0);
    add_quad(hud, stripe, accent, 0);
    pen big = pen_at(hud, title, 3.0f * scale, white), small = pen_at(hud, under, scale, dim);
    add_text(&big, "fusor");
    add_text(&small, desc->subtitle);
    for (uint32_t i = 0; i < desc->saving_count; i++) {
        const float place[2] = {title[0], top + 53.0f * scale + row * (float)i};
        add_saving(hud, &desc->savings[i], place, scale);
    }
}
