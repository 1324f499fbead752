/* In: changes. Out: on stdout, for people a line each under their section's title, for programs a
 * document. Names are printed with their control characters escaped. */
#include <stdio.h>

#include "diff_changes.h"

static const char *const titles[DIFF_SECTION_COUNT] = {
    [DIFF_NAMES] = "renamed",
    [DIFF_SUMS] = "sums",
    [DIFF_PASSES] = "passes",
    [DIFF_ORDER] = "order",
    [DIFF_GROUPS] = "render passes",
    [DIFF_DEPENDENCIES] = "subpass dependencies",
    [DIFF_ATTACHMENTS] = "load and store ops",
    [DIFF_BREAKS] = "not fused",
    [DIFF_RESOURCES] = "resources",
    [DIFF_POOLS] = "memory pools",
    [DIFF_OFFSETS] = "placement",
    [DIFF_BARRIERS] = "barriers",
    [DIFF_EXITS] = "states after the frame",
    [DIFF_USES] = "uses",
    [DIFF_COPIES] = "copies",
    [DIFF_DIAGNOSTICS] = "diagnostics",
};

/* ------------------------------------------------------------------------------------------- text */

static void put_clean(const char *text)
{
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte >= 0x20 && byte != 0x7f) {
            putchar(byte);
        } else {
            printf("\\x%02x", byte);
        }
    }
}

static void put_change(const diff_change *change)
{
    printf("  %c ", change->sign);
    put_clean(change->subject);
    if (change->before || change->after) {
        printf(": %s%s", change->field, *change->field ? " " : "");
        put_clean(change->before ? change->before : change->after);
    }
    if (change->before && change->after) {
        fputs(" → ", stdout);
        put_clean(change->after);
    }
    putchar('\n');
}

void diff_print_text(const diff_changes *changes)
{
    for (uint32_t i = 0; i < changes->count; i++) {
        const diff_change *change = &changes->rows[i];
        if (i == 0 || changes->rows[i - 1].section != change->section) {
            printf("\n%s\n", titles[change->section]);
        }
        put_change(change);
    }
}

/* --------------------------------------------------------------------------------------- document */

static void put_string(const char *key, const char *text)
{
    printf("\"%s\": ", key);
    if (!text) {
        fputs("null", stdout);
        return;
    }
    putchar('"');
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\') {
            printf("\\%c", byte);
        } else if (byte < 0x20) {
            printf("\\u%04x", byte);
        } else {
            putchar(byte);
        }
    }
    putchar('"');
}

static void put_plan(const char *key, const fusor_plan *plan)
{
    printf(" \"%s\": {", key);
    put_string("graph", plan->graph_name);
    fputs(", ", stdout);
    put_string("device", plan->device_name);
    printf(", \"policy\": {\"fuse\": \"%s\", \"alias\": \"%s\", \"pack\": \"%s\", \"order\": "
           "\"%s\"}},\n",
           fusor_fuse_word(plan->policy.fuse), fusor_alias_word(plan->policy.alias),
           fusor_pack_word(plan->policy.pack), fusor_order_word(plan->policy.order));
}

static void put_row(const diff_change *change)
{
    const char *word = change->sign == '-' ? "removed" : change->sign == '+' ? "added" : "changed";
    fputs("  {", stdout);
    put_string("section", titles[change->section]);
    fputs(", ", stdout);
    put_string("change", word);
    fputs(", ", stdout);
    put_string("subject", change->subject);
    fputs(", ", stdout);
    put_string("field", change->field);
    fputs(", ", stdout);
    put_string("before", change->before);
    fputs(", ", stdout);
    put_string("after", change->after);
    fputs("}", stdout);
}

void diff_print_json(const diff_changes *changes, const fusor_plan *plans[2], bool equal)
{
    puts("{\n \"fusor_diff\": 1,");
    put_plan("a", plans[0]);
    put_plan("b", plans[1]);
    printf(" \"equal\": %s,\n \"changes\": [", equal ? "true" : "false");
    for (uint32_t i = 0; i < changes->count; i++) {
        fputs(i ? ",\n" : "\n", stdout);
        put_row(&changes->rows[i]);
    }
    puts(changes->count ? "\n ]\n}" : "]\n}");
}
