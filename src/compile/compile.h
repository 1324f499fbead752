/* What a compile keeps: the output of every room. */
#ifndef COMPILE_H
#define COMPILE_H

#include "plan/plan.h"

/* One partition with all that follows from it. */
typedef struct compile_order {
    fuse_input fuse_input;
    fuse_result fuse;
    fuse_partition *partition; /* NULL once all is known of it */
    order_result order;
    life_input in;
    life_result life;
} compile_order;

/* Rooms that run together: the arena of each goes when what it was made from changes. */
typedef uint32_t compile_stages;
enum compile_stage_bits {
    COMPILE_CHECK = 1u,  /* graph, check */
    COMPILE_DEPEND = 2u, /* depend, cull */
    COMPILE_FUSE = 4u    /* affinity, fuse, order, life */
};

struct fusor_compiled {
    base_arena model_arena; /* COMPILE_CHECK, and the device */
    base_arena depend_arena, fuse_arena;
    base_diags diags;
    base_diags hazards; /* those of `depend`, in its arena; among `diags` too */
    const fusor_graph *graph;
    uint64_t generation; /* of the graph when it was compiled */
    fusor_device_desc device;
    fusor_policy policy;
    fusor_result result;
    compile_stages ran; /* the last time, begun ones too */
    graph_model model;
    depend_tables tables;
    depend_dag dag;
    cull_result cull;
    affinity_table affinity;
    compile_order fused;
    fuse_pairs apart; /* raster passes that follow each other in two render passes */
    uint64_t unfused_load_bytes, unfused_store_bytes; /* with every pass alone, for comparison */
    uint32_t unfused_render_passes;
    uint64_t arena_peak_bytes; /* with arenas that are gone */
};

/* What stands of a compile after its graph was declared anew with other sizes or states of imports, and
 * nothing else: the stages whose input is as it was (compile_reuse.c). */
compile_stages compile_find_kept(const graph_model *old, const graph_model *now);
/* Compiles `graph`, which declares what the last one did but for sizes and states of imports, and takes
 * over what stands. The result is that of a new compile. After a failure the object can only be asked for
 * its diagnostics. The graph of before may be gone when this returns. */
fusor_result compile_update(fusor_compiled *c, const fusor_graph *graph);
/* Bytes of host memory that the object holds. */
uint64_t compile_bytes(const fusor_compiled *c);

/* Where resources lie, for one compiled object and one callback. */
typedef struct compile_placed {
    base_arena arena;
    base_diags diags; /* found here only */
    place_result place;
    fusor_result result; /* OK or PLACEMENT: a plan can be made */
} compile_placed;

/* `out` is to be finished whatever is returned, and all-zero is finished already. */
fusor_result compile_place(const fusor_compiled *c, const fusor_place_desc *desc,
                           compile_placed *out);
void compile_placed_finish(compile_placed *placed);
/* The plan of a placement; one without steps where it failed. */
fusor_result compile_freeze(const fusor_compiled *c, const compile_placed *placed,
                            fusor_plan **out);
/* A plan without steps that holds the diagnostics; NULL when out of memory. */
fusor_plan *compile_explain(const fusor_compiled *c);

/* A copy with the arrays; NULL is the built-in "immediate". False when out of memory. */
bool compile_copy_device(const fusor_device_desc *device, base_arena *arena,
                         fusor_device_desc *out);
/* A copy would be the same, bytes between members too: a description is zeroed before it is filled. NULL is the built-in "immediate". O(size of the description). */
bool compile_same_device(const fusor_device_desc *a, const fusor_device_desc *b);
/* NULL: the defaults. */
fusor_policy compile_policy_of(const fusor_policy *policy);

/* Why neighbours are in two render passes. */
fusor_result compile_find_apart(fusor_compiled *c);

/* Lines of the graph's log, where it has one: what is wrong; what became of each pass and pair. */
void compile_log_diagnostics(const fusor_log *log, const fusor_diagnostic *list, uint32_t count);
void compile_log_plan(const fusor_log *log, const fusor_plan *plan, base_arena *arena);

#endif
