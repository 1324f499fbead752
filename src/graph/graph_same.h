/* Whether two graphs declare the same, and what lets one be found among many. */
#ifndef GRAPH_SAME_H
#define GRAPH_SAME_H

#include "graph/graph.h"

typedef uint32_t graph_difference;
enum graph_difference_bits {
    GRAPH_DIFFERS_SIZE = 1u,     /* a size of an image or a buffer, the render or the output size */
    GRAPH_DIFFERS_IMPORT = 2u,   /* what an imported resource is in outside the graph */
    GRAPH_DIFFERS_STRUCTURE = 4u /* anything else; the other bits then say nothing */
};

/* 0: every byte of the descriptions is the same, names too. Logs, allocators and errors that stick to the
 * graphs are not looked at. O(description), up to the first difference of structure. */
graph_difference graph_compare(const fusor_graph *a, const fusor_graph *b);

/* Equal descriptions have equal hashes; unlike ones may too (names, ranges and clear values are not in
 * them). Constant time: the add calls keep them. */
uint64_t graph_structure_hash(const fusor_graph *graph); /* without sizes and imports */
uint64_t graph_whole_hash(const fusor_graph *graph);

/* Steps of the add calls. */
void graph_hash_image(fusor_graph *graph, const fusor_image_desc *image);
void graph_hash_buffer(fusor_graph *graph, const fusor_buffer_desc *buffer);
void graph_hash_pass(fusor_graph *graph, const fusor_pass_desc *pass);

/* A graph that declares the same and points into nothing of `from`, without a log. Nothing is found in it
 * by name. */
fusor_result graph_clone(const fusor_graph *from, const fusor_allocator *allocator,
                         fusor_graph **out);
/* Bytes of host memory that a graph holds. */
uint64_t graph_bytes(const fusor_graph *graph);

/* The identity of what the graph declares now; NULL: it has none. Not held for the caller. */
graph_identity *graph_identity_of(const fusor_graph *graph);
/* Gives the graph an identity until it is changed; it holds it. */
void graph_identify(fusor_graph *graph, graph_identity *identity);
/* A new one, held once; NULL when out of memory. */
graph_identity *graph_identity_create(const fusor_allocator *allocator);
graph_identity *graph_hold(graph_identity *identity);
/* The last release frees it, on any thread; NULL is nothing. */
void graph_release(graph_identity *identity);

#endif
