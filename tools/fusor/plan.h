/* Plans as text and as pictures. */
#ifndef FUSOR_CLI_PLAN_H
#define FUSOR_CLI_PLAN_H

#include <stdio.h>

#include "fusor/fusor.h"

void plan_print_text(const fusor_plan *plan, FILE *file);
void plan_print_dot(const fusor_plan *plan, FILE *file);

#endif
