/* What the parts of the text share. */
#ifndef FUSOR_CLI_PLAN_TEXT_H
#define FUSOR_CLI_PLAN_TEXT_H

#include "cli.h"
#include "plan.h"

#define PLAN_BYTES 40u /* room for the text of a size */
#define PLAN_NAMES 6u  /* clean names that one printf may hold */

typedef struct plan_text {
    const fusor_plan *plan;
    FILE *file;
    unsigned next;
    char names[PLAN_NAMES][4 * FUSOR_NAME_BYTES_MAX + 8];
} plan_text;

/* Names for printing: control characters escaped; "-" for none. Good for PLAN_NAMES calls. */
const char *plan_name(plan_text *text, const char *name);
const char *plan_pass(plan_text *text, uint32_t pass);
const char *plan_resource(plan_text *text, uint32_t resource);

/* `name` and spaces up to `width` characters. */
void plan_put_padded(plan_text *text, const char *name, uint32_t width);
/* The characters of a string, and the widest of a plan's resources, at most 40. */
uint32_t plan_width(const char *name);

/* "49.8 MiB": at most 3 digits before the point; exact below 1024. */
const char *plan_bytes(uint64_t bytes, char buffer[PLAN_BYTES]);

void plan_text_order(plan_text *text);     /* plan_text_order.c: order, groups, breaks, culled */
void plan_text_resources(plan_text *text); /* plan_text_resources.c: resources, barriers */

#endif
