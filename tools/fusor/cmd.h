/* The commands, one file each. */
#ifndef FUSOR_CMD_H
#define FUSOR_CMD_H

#include "cli.h"

extern const cli_command cmd_help, cmd_plan;
extern const cli_command cmd_audit;  /* with FUSOR_CLI_AUDIT */
extern const cli_command cmd_diff;   /* with FUSOR_CLI_DIFF */
extern const cli_command cmd_run;    /* with FUSOR_CLI_RUN */
extern const cli_command cmd_device; /* with FUSOR_CLI_DEVICE */

void cli_print_usage(FILE *file);

/* NULL after a complaint. */
const cli_command *cli_find_command(const char *name);

#endif
