/* In: the table of commands. Out: help on stdout. */
#include <string.h>

#include "cmd.h"

void cli_print_help(const cli_command *command, FILE *file)
{
    fprintf(file, "usage: fusor %s%s%s%s\n\n%s.\n", command->name,
            command->options->name ? " [OPTIONS]" : "", *command->arguments ? " " : "",
            command->arguments, command->summary);
    for (const cli_option *option = command->options; option->name; option++) {
        fprintf(file, "%s  %s %s\n      %s\n", option == command->options ? "\noptions:\n" : "",
                option->name, option->value_name ? option->value_name : "", option->help);
    }
    if (*command->details) {
        fprintf(file, "\n%s\n", command->details);
    }
}

void cli_print_usage(FILE *file)
{
    fputs("usage: fusor COMMAND [ARGUMENTS]\n\n", file);
    for (const cli_command *const *command = cli_commands; *command; command++) {
        fprintf(file, "  %-8s %s\n", (*command)->name, (*command)->summary);
    }
    fputs("\n\"fusor help COMMAND\" says more; \"fusor --version\" says which this is.\n"
          "Exit status: 0, 1 (the input, or what was asked to hold, is wrong), 2 (usage),\n"
          "3 (device).\n",
          file);
}

const cli_command *cli_find_command(const char *name)
{
    for (const cli_command *const *command = cli_commands; *command; command++) {
        if (strcmp((*command)->name, name) == 0) {
            return *command;
        }
    }
    cli_complain("there is no command %s; \"fusor help\" lists them", name);
    return NULL;
}

static int run(int argc, char **argv)
{
    const char *name = NULL;
    int count = cli_parse(&cmd_help, argc, argv, NULL, &name, 1);
    if (count < 0) {
        return count == -2 ? CLI_EXIT_OK : CLI_EXIT_USAGE;
    }
    if (!name) {
        cli_print_usage(stdout);
        return CLI_EXIT_OK;
    }
    const cli_command *command = cli_find_command(name);
    if (!command) {
        return CLI_EXIT_USAGE;
    }
    cli_print_help(command, stdout);
    return CLI_EXIT_OK;
}

static const cli_option options[] = {{0}};

const cli_command cmd_help = {
    .name = "help",
    .arguments = "[COMMAND]",
    .summary = "what a command does, and its options",
    .details = "",
    .options = options,
    .run = run,
};
