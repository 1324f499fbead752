/* demo_options.c: reads the command line.
 * In: argv. Out: options, or what is wrong with it. Promised: strings point into argv. */
#include "demo_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MIN 64u
#define SIZE_MAX_TEXELS 8192u
#define FRAMES_MAX 1000u

const char *demo_options_help(void)
{
    return "usage: fusor-demo [OPTIONS]\n"
           "\n"
           "Renders a frame of 25 passes without a window, three times: with all of fusor on, "
           "with\n"
           "fusion off, and with aliasing off. Compares the pictures byte for byte and prints "
           "what\n"
           "fusion and aliasing saved.\n"
           "\n"
           "  --frames N          frames a variant, 2 to 1000 (8)\n"
           "  --size WxH          size of the picture, 64 to 8192 a side (1920x1080)\n"
           "  --out DIR           where fusor-demo.png goes, made if it is not there (.)\n"
           "  --gpu NAME|INDEX    a device by a part of its name, or by its number (the best one)\n"
           "  --validate          run under VK_LAYER_KHRONOS_validation; any message fails\n"
           "  --help              print this\n"
           "\n"
           "Exit status: 0 all as promised; 1 pictures differ, something was created in a steady\n"
           "frame, or a message came; 2 a wrong command line; 3 no usable device.\n";
}

/* Digits alone; `*end` is what follows them. */
static bool parse_number(const char *text, const char **end, uint32_t *number)
{
    char *after = NULL;
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    errno = 0;
    unsigned long value = strtoul(text, &after, 10);
    *end = after;
    *number = (uint32_t)value;
    return errno == 0 && value <= UINT32_MAX;
}

static bool parse_frames(const char *text, demo_options *options)
{
    const char *end = NULL;
    return parse_number(text, &end, &options->frames) && *end == '\0' && options->frames >= 2 &&
           options->frames <= FRAMES_MAX;
}

static bool size_is_fine(uint32_t size)
{
    return size >= SIZE_MIN && size <= SIZE_MAX_TEXELS;
}

static bool parse_size(const char *text, demo_options *options)
{
    const char *end = NULL;
    return parse_number(text, &end, &options->size[0]) && *end == 'x' &&
           parse_number(end + 1, &end, &options->size[1]) && *end == '\0' &&
           size_is_fine(options->size[0]) && size_is_fine(options->size[1]);
}

/* `name` of an option with a value; false when the value makes no sense. */
static bool take_value(const char *name, const char *value, demo_options *options)
{
    if (strcmp(name, "--frames") == 0) {
        return parse_frames(value, options);
    }
    if (strcmp(name, "--size") == 0) {
        return parse_size(value, options);
    }
    *(strcmp(name, "--out") == 0 ? &options->out : &options->gpu) = value;
    return value[0] != '\0';
}

/* The name of the option with a value that `argument` is or begins with, as in --out=DIR. */
static const char *valued_option(const char *argument, const char **inline_value)
{
    static const char *const names[] = {"--frames", "--size", "--out", "--gpu"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(argument, names[i], length) == 0 &&
            (argument[length] == '\0' || argument[length] == '=')) {
            *inline_value = argument[length] == '=' ? argument + length + 1 : NULL;
            return names[i];
        }
    }
    return NULL;
}

static bool parse_flag(const char *argument, demo_options *options)
{
    if (strcmp(argument, "--validate") == 0) {
        options->validate = true;
        return true;
    }
    if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
        options->help = true;
        return true;
    }
    return false;
}

bool demo_options_parse(int argc, char **argv, demo_options *options, char error[256])
{
    const demo_options defaults = {.frames = 8, .size = {1920, 1080}, .out = "."};
    *options = defaults;
    for (int i = 1; i < argc; i++) {
        const char *value = NULL, *name = valued_option(argv[i], &value);
        if (name == NULL && parse_flag(argv[i], options)) {
            continue;
        }
        if (name == NULL) {
            snprintf(error, 256, "unknown option '%s'", argv[i]);
            return false;
        }
        if (value == NULL && i + 1 < argc) {
            value = argv[++i];
        }
        if (value == NULL) {
            snprintf(error, 256, "%s needs a value", name);
            return false;
        }
        if (!take_value(name, value, options)) {
            snprintf(error, 256, "%s: '%s' is not a value it can have", name, value);
            return false;
        }
    }
    return true;
}
