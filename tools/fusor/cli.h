/* The command line tool: what its commands share. Data goes to stdout, text for people to stderr. */
#ifndef FUSOR_CLI_H
#define FUSOR_CLI_H

#include <stdbool.h>
#include <stdio.h>

enum cli_exit {
    CLI_EXIT_OK = 0,
    CLI_EXIT_WRONG = 1,  /* the input, or what was asked to hold, is wrong */
    CLI_EXIT_USAGE = 2,  /* the command line is wrong */
    CLI_EXIT_DEVICE = 3, /* no device, or the device failed */
};

/* One option of a command. `set` gets the command's own struct; it reports what is wrong with the
 * value with cli_complain() and returns false. */
typedef struct cli_option {
    const char *name;       /* "--device" */
    const char *value_name; /* "NAME|FILE"; NULL: takes no value, `set` gets NULL */
    const char *help;
    bool (*set)(void *state, const char *value);
} cli_option;

/* A command: its own file, named cmd_<name>.c, and a row in main.c's table. */
typedef struct cli_command {
    const char *name;
    const char *arguments;             /* "FRAME.json" */
    const char *summary;               /* one line */
    const char *details;               /* paragraphs of `fusor help NAME`, after the options */
    const cli_option *options;         /* up to a row without a name */
    int (*run)(int argc, char **argv); /* without the program's and the command's name */
} cli_command;

/* The commands, up to a NULL. */
extern const cli_command *const cli_commands[];

/* Reads options into `state` and up to `max` other arguments into `others`; "-" is none, "--" ends
 * the options. Returns their number, or -1 after a complaint (exit CLI_EXIT_USAGE), or -2 after
 * --help was answered (exit CLI_EXIT_OK). */
int cli_parse(const cli_command *command, int argc, char **argv, void *state, const char **others,
              int max);

/* "fusor: …" on stderr, with a newline. */
void cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* `text` with its control characters escaped, in `buffer`; cut to fit. */
const char *cli_clean(const char *text, char *buffer, size_t size);

/* One of `count` words into `*index`; else a complaint that lists them. `what` is "--format". */
bool cli_choose(const char *what, const char *value, const char *const *words, unsigned count,
                unsigned *index);

void cli_print_help(const cli_command *command, FILE *file);

#endif
