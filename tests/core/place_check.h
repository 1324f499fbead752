/* Placements checked pair by pair, by code that shares nothing with the packer. */
#ifndef PLACE_CHECK_H
#define PLACE_CHECK_H

#include "core/plan_help.h"

/* Fails the test: bounds, alignment, type bits; overlap without an order that the policy allows; sums. */
void place_check(const fusor_graph *graph, const fusor_plan *plan);

#endif
