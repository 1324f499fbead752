/* demo_report.h: the table and what was saved, in words. */
#ifndef DEMO_REPORT_H
#define DEMO_REPORT_H

#include "demo_variant.h"

#define DEMO_VARIANTS 3u

typedef enum demo_variant_id {
    DEMO_VARIANT_ALL_ON,
    DEMO_VARIANT_FUSION_OFF,
    DEMO_VARIANT_ALIASING_OFF
} demo_variant_id;

typedef struct demo_report {
    const demo_variant *variants; /* DEMO_VARIANTS */
    const demo_content *content;
    const char *gpu;
    uint32_t frames;
    uint32_t different_frames; /* whose pictures are not all equal */
    const char *missed;        /* an entry point that could not be counted, or NULL */
    bool validated;
    uint32_t messages, filtered; /* of validation */
} demo_report;

/* Prints to stdout. True when everything that the demo promises holds. */
bool demo_report_print(const demo_report *report);

/* 49766400 → "49,766,400". */
const char *demo_report_grouped(uint64_t number, char out[32]);

/* The middle of `count` numbers, which are sorted by this. */
uint64_t demo_report_median(uint64_t *numbers, uint32_t count);

#endif
