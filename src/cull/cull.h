/* Which passes run: those that reach a root. */
#ifndef CULL_H
#define CULL_H

#include "depend/depend.h"

typedef struct cull_result {
    uint8_t *live;             /* by pass */
    fusor_cull_reason *reason; /* by pass */
    uint32_t pass_count, live_count;
} cull_result;

/* A raster pass that runs. */
static inline bool cull_keeps_raster(const cull_result *cull, const graph_model *model,
                                     uint32_t pass)
{
    return cull->live[pass] && model->passes[pass].kind == FUSOR_PASS_RASTER;
}

fusor_result cull_passes(const depend_tables *tables, const depend_dag *dag, base_arena *arena,
                         cull_result *out);

#endif
