/* demo_options.h: the command line. */
#ifndef DEMO_OPTIONS_H
#define DEMO_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct demo_options {
    uint32_t frames; /* a variant */
    uint32_t size[2];
    const char *out; /* folder */
    const char *gpu; /* NULL: the best */
    bool validate, help;
} demo_options;

/* False, with a line in `error`, for a command line that cannot be meant. */
bool demo_options_parse(int argc, char **argv, demo_options *options, char error[256]);

/* The text of --help. */
const char *demo_options_help(void);

#endif
