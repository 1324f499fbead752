/* For every test that makes a plan: the plan goes through the auditor. */
#ifndef AUDIT_CHECK_H
#define AUDIT_CHECK_H

#include "fusor/fusor.h"

/* Whether the plan is proven; else the counterexample, or why there is none, goes to stderr. */
bool audit_check(const fusor_graph *graph, const fusor_device_desc *device, const fusor_plan *plan);

#endif
