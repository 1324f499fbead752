/* Which passes run: those that reach a root. */
#ifndef CULL_H
#define CULL_H

#include "depend/depend.h"

typedef struct cull_result {
    uint8_t *live;             /* by pass */
    fusor_cull_reason *reason; /* by pass */
    uint32_t pass_count, live_count;
} cull_result;

fusor_result cull_passes(const depend_tables *tables, const depend_dag *dag, base_arena *arena,
                         cull_result *out);

#endif
