/* The declaration made flat: one array of resources, one of uses, ranges and defaults resolved. All
 * rooms below read this, none reads descriptors. */
#ifndef GRAPH_MODEL_H
#define GRAPH_MODEL_H

#include "base/base_format.h"
#include "graph/graph.h"

/* Images first, then buffers, each in declared order. */
typedef struct graph_resource {
    const char *name;
    bool is_image, output;
    bool attached; /* a depth or stencil image that some pass attaches, or that is imported */
    uint32_t handle;
    fusor_lifetime lifetime;
    uint32_t slots; /* history: n; else 1 */
    fusor_import import;
    fusor_host_access host;
    bool host_shared;
    const fusor_format_info *format; /* NULL: unknown format, or a buffer */
    fusor_image_type type;
    fusor_size size;
    uint32_t extent[3], mips, layers, samples;
    fusor_aspects aspects; /* of the format */
    uint64_t bytes;        /* tight; a buffer's size */
    const fusor_format *view_formats;
    uint32_t view_format_count;
    double clear[4]; /* what a history's or persistent image's contents start as */
    double clear_depth;
    uint32_t clear_stencil;
} graph_resource;

/* One access of one pass to one range. A depth/stencil attachment gives one use an aspect. */
typedef struct graph_use {
    uint32_t pass, resource, previous;
    fusor_use_kind as;
    uint32_t slot; /* index in color, inputs, reads or writes */
    fusor_region region;
    bool reads, writes; /* as declared; attachments: after the load word is resolved */
    bool overwrites; /* every texel or byte of the region is written: earlier contents are dead */
    bool concurrent;
    bool attachment;  /* color, depth_stencil, resolve, input */
    bool transitions; /* a raw use that leaves another layout behind: a write of the layout */
    bool unused;      /* an aspect that the pass does not touch */
    fusor_load load;  /* color and depth_stencil */
    fusor_stages stages;
    fusor_access access;
    fusor_layout layout, layout_after;
    uint32_t resolve; /* color and depth_stencil: the resolve's use, or FUSOR_NONE */
} graph_use;

typedef struct graph_copy {
    uint32_t pass;
    fusor_copy_kind kind;
    uint32_t src, dst; /* resources; src FUSOR_NONE for clear and fill */
    uint32_t src_previous;
    fusor_region src_region, dst_region;
    bool linear;
    double value[4];
    uint32_t fill;
    uint32_t src_use,
        dst_use; /* the first use of the pass that holds the region; FUSOR_NONE: none */
    uint32_t next_from, next_to; /* the pass's copy before with the same src, or dst; FUSOR_NONE */
    uint32_t to_src,
        to_dst; /* the pass's last copy that writes this one's src, or dst; FUSOR_NONE */
} graph_copy;

typedef struct graph_pass {
    const fusor_pass_desc *desc;
    const char *name;
    fusor_pass_kind kind;
    fusor_pass_flags flags;
    fusor_slice uses;   /* model->uses: color (each followed by its resolve), depth and stencil
                           (followed by their resolve), inputs, reads, writes */
    fusor_slice copies; /* model->copies */
    uint32_t extent[2], layers, samples; /* of its attachments; 0 without */
    uint32_t area[4];
    bool area_is_full;
} graph_pass;

typedef struct graph_model {
    const fusor_graph *graph;
    graph_resource *resources;
    uint32_t resource_count, image_count;
    graph_pass *passes;
    uint32_t pass_count;
    BASE_VEC(graph_use) uses;
    BASE_VEC(graph_copy) copies;
    uint32_t *copy_from, *copy_to; /* scratch by resource: the last copy of the pass, FUSOR_NONE */
} graph_model;

/* Fills the model in the diagnostics' arena. Uses with bad handles are reported and left out; ranges
 * outside their resource are reported and cut to it. */
fusor_result graph_model_build(const fusor_graph *graph, base_diags *diags, graph_model *model);

/* Steps of the above, each in a file of its own. */
bool graph_model_add_uses(graph_model *model, base_diags *diags, uint32_t pass);
bool graph_model_add_copies(graph_model *model, base_diags *diags, uint32_t pass);
void graph_model_close_copies(graph_model *model, fusor_slice copies);

/* Index of what a descriptor names, or FUSOR_NONE with a diagnostic. */
uint32_t graph_model_resource(const graph_model *model, base_diags *diags, uint32_t pass,
                              fusor_image image, fusor_buffer buffer);
/* The region that a use descriptor names, cut to the resource, with a diagnostic if it was not inside. */
fusor_region graph_model_region(const graph_model *model, base_diags *diags, uint32_t pass,
                                uint32_t resource, const fusor_use_desc *desc);

/* Contents of a resource's slot are needed after the frame. */
bool graph_needed_at_end(const graph_resource *resource, uint32_t previous);

bool graph_region_contains(bool is_image, const fusor_region *outer, const fusor_region *inner);
bool graph_regions_meet(bool is_image, const fusor_region *a, const fusor_region *b);

/* What a kind of use means. */
typedef struct graph_use_row {
    fusor_access read, write;
    fusor_stages stages; /* 0: the pass's own */
    fusor_layout read_layout, write_layout, depth_read_layout;
} graph_use_row;
const graph_use_row *graph_use_meaning(fusor_use_kind kind);

#endif
