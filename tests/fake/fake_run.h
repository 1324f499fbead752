/* fake_run.h: any graph through the executor, on the fake, with nothing to complain about. */
#ifndef FUSOR_FAKE_RUN_H
#define FUSOR_FAKE_RUN_H

#include "fusor/fusor.h"

/* Three policies in turn on two devices (Vulkan 1.1, and 1.3 with lazily allocated memory and work that
 * stays pending), with frames that fail in between. Fails the cmocka test that calls it on an error, a
 * violation, a leak. */
void fake_run_all(fusor_graph *graph);

#endif
