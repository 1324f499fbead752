/* Hazards by subresource and byte range, and the graph of passes that they make. */
#ifndef DEPEND_H
#define DEPEND_H

#include "graph/graph_model.h"

/* A resource cut at every boundary that some use names: cells are the largest pieces that no use
 * splits. Images: planes (aspects) × mip segments × layer segments; buffers: byte segments. */
typedef struct depend_grid {
    uint32_t plane_count;
    fusor_aspects planes[3];
    uint64_t *mips, *layers; /* boundaries, one more than segments; buffers: bytes in `layers` */
    uint32_t mip_count, layer_count;
    uint64_t whole_mips[2], whole_layers[2]; /* what those point to where no use cuts */
    uint32_t cell_count;                     /* of one slot */
    uint32_t first_cell; /* of `previous` 0; the slot of `previous` p starts p × cell_count later */
} depend_grid;

/* The cells of one region, walked by depend_next(). */
typedef struct depend_box {
    const depend_grid *grid;
    uint32_t first_cell;
    fusor_aspects aspects;
    uint32_t mip_first, mip_end, layer_first, layer_end;
    uint32_t plane, mip, layer;
} depend_box;

typedef struct depend_tables {
    const graph_model *model;
    graph_use *uses; /* the model's, load words and unused aspects resolved */
    uint32_t use_count;
    uint32_t *resource_uses, *resource_first; /* CSR: uses by resource, in declared order */
    depend_grid *grids;
    uint32_t cell_count;
} depend_tables;

typedef uint32_t depend_kinds;
enum depend_kind_bits {
    DEPEND_FLOW = 1u, /* the second needs contents of the first (read, load, or partial write) */
    DEPEND_RAW = 2u,
    DEPEND_WAR = 4u,
    DEPEND_WAW = 8u,
    DEPEND_MANUAL = 16u
};

/* All hazards from one pass to another. `breaks`: why the two cannot share a render pass because of
 * them, 0 when every hazard is at the same pixel of the same attachment. */
typedef struct depend_edge {
    uint32_t src, dst; /* passes */
    depend_kinds kinds;
    fusor_break_reasons breaks;
    uint32_t resource;       /* of the first hazard, FUSOR_NONE for manual edges */
    uint32_t break_resource; /* of the first that breaks */
} depend_edge;

typedef struct depend_node {
    uint32_t use, next; /* next: index into nodes, FUSOR_NONE at the end */
} depend_node;

typedef struct depend_dag {
    BASE_VEC(depend_edge) edges;
    BASE_VEC(depend_node) nodes;
    uint32_t *succ, *succ_first; /* edge indices, CSR: succ[succ_first[p] … succ_first[p + 1]) */
    uint32_t *pred, *pred_first;
    uint32_t *topo;          /* passes in declared order, but for manual edges against it */
    uint32_t *rank;          /* position in topo */
    uint32_t *final_writers; /* by cell: list of the uses that wrote what is left, FUSOR_NONE */
    uint8_t *reads_initial;  /* by use: it sees contents from before the frame */
} depend_dag;

fusor_result depend_build_tables(const graph_model *model, base_arena *arena, depend_tables *out);
/* `live` NULL: all passes; load words are resolved and faults reported to `diags`. With `live` (one
 * byte a pass) only those passes count and nothing is reported. */
fusor_result depend_build_dag(depend_tables *tables, const uint8_t *live, base_diags *diags,
                              depend_dag *out);

/* Sets what of a grid a region covers. */
void depend_find_box(const depend_tables *tables, uint32_t resource, const fusor_region *region,
                     depend_box *box);
/* A grid that no use cuts has one place, and every use covers it. */
static inline depend_box depend_cells(const depend_tables *tables, uint32_t resource,
                                      uint32_t previous, const fusor_region *region)
{
    const depend_grid *grid = &tables->grids[resource];
    depend_box box = {.grid = grid,
                      .first_cell = grid->first_cell + previous * grid->cell_count,
                      .aspects = region->aspects,
                      .mip_end = 1};
    if (grid->mip_count == 1 && grid->layer_count == 1)
        box.layer_end = 1;
    else
        depend_find_box(tables, resource, region, &box);
    return box;
}

/* False at the end; else the next cell. */
static inline bool depend_next(depend_box *box, uint32_t *cell)
{
    const depend_grid *grid = box->grid;
    for (; box->plane < grid->plane_count; box->plane++, box->mip = box->mip_first) {
        bool wanted = !grid->planes[box->plane] || (grid->planes[box->plane] & box->aspects);
        if (!wanted || box->mip >= box->mip_end || box->layer_first >= box->layer_end)
            continue;
        *cell = box->first_cell + (box->plane * grid->mip_count + box->mip) * grid->layer_count +
                box->layer;
        if (++box->layer >= box->layer_end) {
            box->layer = box->layer_first;
            box->mip++;
        }
        return true;
    }
    return false;
}

/* The region of a cell of the grid (index inside one slot). */
fusor_region depend_cell_region(const depend_grid *grid, bool is_image, uint32_t index);

/* Steps of the above. */
fusor_result depend_finish_dag(const graph_model *model, const uint8_t *live, base_diags *diags,
                               depend_dag *dag);
void depend_report_reads(const depend_tables *tables, const depend_dag *dag, base_diags *diags,
                         fusor_slice bad, const uint32_t *uses);
/* "\"a\" before \"b\" before …": names of a way, cut in the middle when it is long. */
const char *depend_way_text(const graph_model *model, base_arena *arena, const uint32_t *passes,
                            uint32_t count);

#endif
