/* What a compile keeps: the output of every room. */
#ifndef COMPILE_H
#define COMPILE_H

#include "plan/plan.h"

/* One partition with all that follows from it. */
typedef struct compile_order {
    fuse_input fuse_input;
    fuse_result fuse;
    order_result order;
    life_input in;
    life_result life;
} compile_order;

struct fusor_compiled {
    base_arena arena;
    base_diags diags;
    const fusor_graph *graph;
    uint64_t generation; /* of the graph when it was compiled */
    fusor_device_desc device;
    fusor_policy policy;
    fusor_result result;
    graph_model model;
    depend_tables tables;
    depend_dag dag;
    cull_result cull;
    affinity_table affinity;
    compile_order fused;
    uint64_t unfused_load_bytes, unfused_store_bytes; /* with every pass alone, for comparison */
    uint32_t unfused_render_passes;
    uint64_t arena_peak_bytes; /* with arenas that are gone */
};

/* A copy with the arrays; NULL is the built-in "immediate". False when out of memory. */
bool compile_copy_device(const fusor_device_desc *device, base_arena *arena,
                         fusor_device_desc *out);

/* Lines of the graph's log, where it has one: what is wrong; what became of each pass and pair. */
void compile_log_diagnostics(const fusor_log *log, const fusor_diagnostic *list, uint32_t count);
void compile_log_plan(const fusor_log *log, const fusor_plan *plan, base_arena *arena);

#endif
