/* fake_run.h: any graph through the executor, on the fake, with nothing to complain about. */
#ifndef FUSOR_FAKE_RUN_H
#define FUSOR_FAKE_RUN_H

#include "fusor/fusor.h"

/* What the plans had in them: a run that never fused or aliased anything proves little. */
typedef struct fake_run_counts {
    uint32_t plans, fused_groups, subpasses, resolves, alias_barriers, entry_barriers, histories,
        memoryless;
} fake_run_counts;

/* Three policies in turn on two devices (Vulkan 1.1, and 1.3 with lazily allocated memory and work that
 * stays pending), with frames that fail in between. Fails the cmocka test that calls it on an error, a
 * violation, a leak. */
void fake_run_all(fusor_graph *graph, fake_run_counts *counts); /* counts: added to; NULL allowed */

#endif
