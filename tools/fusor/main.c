/* In: the command line. Out: a command's exit status.
 * A new command is a file cmd_<name>.c and a row here. */
#include <string.h>

#include "fusor/fusor.h"

#include "cmd.h"

const cli_command *const cli_commands[] = {
    &cmd_plan,
#ifdef FUSOR_CLI_AUDIT
    &cmd_audit,
#endif
#ifdef FUSOR_CLI_DIFF
    &cmd_diff,
#endif
#ifdef FUSOR_CLI_RUN
    &cmd_run,
#endif
#ifdef FUSOR_CLI_DEVICE
    &cmd_device,
#endif
    &cmd_help,   NULL,
};

/* What was written is only there if it could be flushed: a full disk is an error, not silence. */
static int flush_output(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_complain("cannot write to the standard output");
        return status ? status : CLI_EXIT_WRONG;
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        cli_print_usage(stderr);
        return CLI_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        cli_print_usage(stdout);
        return flush_output(CLI_EXIT_OK);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("fusor %s\n", fusor_version());
        return flush_output(CLI_EXIT_OK);
    }
    const cli_command *command = cli_find_command(argv[1]);
    return command ? flush_output(command->run(argc - 2, argv + 2)) : CLI_EXIT_USAGE;
}
