/* The declaration as it was given: descriptors with their names and arrays copied. */
#ifndef GRAPH_H
#define GRAPH_H

#include "base/base_diag.h"
#include "base/base_hash.h"
#include "base/base_memory.h"

typedef struct graph_output {
    fusor_image image;
    fusor_buffer buffer;
} graph_output;

typedef struct graph_edge {
    fusor_pass before, after;
} graph_edge;

/* What a declaration is known by while it stays as it is: whoever holds one and meets it again in a graph
 * has met the same description. Held by graphs and caches. */
typedef struct graph_identity graph_identity;

struct fusor_graph {
    base_arena resource_arena; /* images, buffers, their names */
    base_arena pass_arena;     /* passes, edges, outputs, diagnostics; dropped by clear_passes */
    fusor_log log;
    const char *name;
    uint32_t render_size[2], output_size[2];
    BASE_VEC(fusor_image_desc) images;
    BASE_VEC(fusor_buffer_desc) buffers;
    base_names resource_names; /* value: image index, or buffer index + GRAPH_BUFFER_BIT */
    BASE_VEC(fusor_pass_desc) passes;
    base_names pass_names;
    BASE_VEC(graph_edge) edges;
    BASE_VEC(graph_output) outputs;
    base_diags diags;
    uint64_t generation;                          /* advances with every change */
    uint64_t resource_hash, pass_hash, size_hash; /* graph_same.h */
    graph_identity *identity;                     /* NULL, or that of `identity_generation` */
    uint64_t identity_generation;
};

#define GRAPH_BUFFER_BIT 0x80000000u

/* The extent of mip 0; all numbers at least 1. */
void graph_image_extent(const fusor_graph *graph, const fusor_image_desc *image,
                        uint32_t extent[3]);

#endif
