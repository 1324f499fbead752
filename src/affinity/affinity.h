/* What raster passes attach, and whether two of them may share a render pass. */
#ifndef AFFINITY_H
#define AFFINITY_H

#include "cull/cull.h"

/* One mip and some layers of one slot of an image: what a VkImageView of an attachment shows. */
typedef struct affinity_view {
    uint32_t resource, previous, mip;
    fusor_range layers;
    uint32_t color_bits; /* of one sample; 0 for depth and stencil */
} affinity_view;

/* One attachment use: depth and stencil of one view are two. */
typedef struct affinity_touch {
    uint32_t use, view;
} affinity_touch;

typedef struct affinity_table {
    const depend_tables *tables;
    BASE_VEC(affinity_view) views;
    affinity_touch *touches; /* of all raster passes that run, by pass */
    uint32_t *touch_first;   /* CSR by pass: pass_count + 1 */
    uint32_t *depth_view;    /* by pass, FUSOR_NONE without depth */
    uint32_t *signature;     /* by pass: equal numbers attach the same views in the same places */
    uint32_t signature_count;
} affinity_table;

fusor_result affinity_build(const depend_tables *tables, const cull_result *cull, base_arena *arena,
                            affinity_table *out);

/* Why two passes cannot share a render pass whatever lies between them: size, samples, layers, view
 * mask, depth, and no-fuse. 0: they may. */
fusor_break_reasons affinity_of_targets(const affinity_table *table, uint32_t a, uint32_t b);

/* A use, or another view, sees some texel of a view. */
bool affinity_use_meets(const graph_use *use, const affinity_view *view);
bool affinity_views_meet(const affinity_view *a, const affinity_view *b);

/* Moved by one load or store of one aspect; a view mask chooses the layers. */
uint64_t affinity_view_bytes(const affinity_table *table, const affinity_view *view,
                             fusor_aspects aspect, uint32_t view_mask);

#endif
