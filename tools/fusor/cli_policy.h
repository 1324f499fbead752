/* The value of --policy, the same for every command that plans. */
#ifndef FUSOR_CLI_POLICY_H
#define FUSOR_CLI_POLICY_H

#include "fusor/fusor.h"

#include "cli.h"

#define CLI_POLICY_VALUE "fuse=…,alias=…,pack=…,order=…"

/* Changes what is named, keeps the rest; false after a complaint. */
bool cli_set_policy(fusor_policy *policy, const char *value);

/* The words of each, for help texts. */
#define CLI_POLICY_HELP                                                                            \
    "fuse=auto|off|adjacent|full, alias=proven|recorded|off,\n"                                    \
    "      pack=balanced|fast|tight, order=auto|declared (the first of each is the default)"

#endif
