/* In: argv and a command's table of options. Out: the command's struct, filled; the other arguments. */
#include <stdarg.h>
#include <string.h>

#include "cli.h"

void cli_complain(const char *format, ...)
{
    va_list arguments;
    fputs("fusor: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

const char *cli_clean(const char *text, char *buffer, size_t size)
{
    size_t used = 0;
    for (const char *c = text; *c && used + 5 < size; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte >= 0x20 && byte != 0x7f) {
            buffer[used++] = *c;
        } else {
            used += (size_t)snprintf(buffer + used, size - used, "\\x%02x", byte);
        }
    }
    buffer[used] = '\0';
    return buffer;
}

/* The option that `argument` names, alone or before its "=". */
static const cli_option *find_option(const cli_command *command, const char *argument)
{
    size_t length = strcspn(argument, "=");
    for (const cli_option *option = command->options; option->name; option++) {
        if (strlen(option->name) == length && strncmp(option->name, argument, length) == 0) {
            return option;
        }
    }
    return NULL;
}

/* Sets one option from argv[*i], and from the argument after it where the value is there. */
static bool set_option(const cli_command *command, int argc, char **argv, int *i, void *state)
{
    const char *argument = argv[*i];
    const char *equals = strchr(argument, '=');
    const cli_option *option = find_option(command, argument);
    if (!option) {
        cli_complain("%s: unknown option %.*s; \"fusor help %s\" lists them", command->name,
                     (int)strcspn(argument, "="), argument, command->name);
        return false;
    }
    if (!option->value_name && equals) {
        cli_complain("%s: %s takes no value", command->name, option->name);
        return false;
    }
    const char *value = equals ? equals + 1 : NULL;
    if (option->value_name && !value) {
        if (*i + 1 >= argc) {
            cli_complain("%s: %s needs a value: %s", command->name, option->name,
                         option->value_name);
            return false;
        }
        value = argv[++*i];
    }
    return option->set(state, value);
}

static bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1] != '\0';
}

int cli_parse(const cli_command *command, int argc, char **argv, void *state, const char **others,
              int max)
{
    int count = 0;
    bool options_end = false;
    for (int i = 0; i < argc; i++) {
        if (!options_end && strcmp(argv[i], "--") == 0) {
            options_end = true;
        } else if (!options_end && strcmp(argv[i], "--help") == 0) {
            cli_print_help(command, stdout);
            return -2;
        } else if (!options_end && is_option(argv[i])) {
            if (!set_option(command, argc, argv, &i, state)) {
                return -1;
            }
        } else if (count == max) {
            cli_complain("%s: too many arguments: %s", command->name, argv[i]);
            return -1;
        } else {
            others[count++] = argv[i];
        }
    }
    return count;
}

bool cli_choose(const char *what, const char *value, const char *const *words, unsigned count,
                unsigned *index)
{
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(value, words[i]) == 0) {
            *index = i;
            return true;
        }
    }
    fprintf(stderr, "fusor: %s: unknown word %s; one of", what, value);
    for (unsigned i = 0; i < count; i++) {
        fprintf(stderr, "%s %s", i ? "," : "", words[i]);
    }
    fputc('\n', stderr);
    return false;
}
