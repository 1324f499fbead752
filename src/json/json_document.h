/* A graph document as it was read: descriptors of fusor.h, before there is a graph. Handles are
 * known by then: a resource's and a pass's id is 1 + its index in the document. */
#ifndef FUSOR_JSON_DOCUMENT_H
#define FUSOR_JSON_DOCUMENT_H

#include "json_value.h"

typedef struct json_edge {
    fusor_pass before, after;
} json_edge;

typedef struct json_output { /* one of the two */
    fusor_image image;
    fusor_buffer buffer;
} json_output;

typedef struct json_document {
    fusor_graph_desc desc;
    fusor_image_desc *images;
    fusor_buffer_desc *buffers;
    fusor_pass_desc *passes;
    json_edge *edges;
    json_output *outputs;
    uint32_t image_count, buffer_count, pass_count, edge_count, output_count;
} json_document;

/* Names first, so that keys may come in any order: fills reader->resources and reader->passes. */
void json_collect_names(json_reader *reader, const json_t *root);

/* Readers of whole sections, in json_read_resource.c, json_read_pass.c; `out` is json_document. */
json_read_fn json_read_images, json_read_buffers, json_read_passes;

/* Names → handles; each reports a name that is none. */
json_read_fn json_read_image_handle;  /* fusor_image */
json_read_fn json_read_buffer_handle; /* fusor_buffer */
json_read_fn json_read_output;        /* json_output */
json_read_fn json_read_edge;          /* json_edge */

/* The name that the object names under `key`, for the errors inside it; "" without one. */
const char *json_named(const json_t *object, const char *key);

json_read_fn json_read_color, json_read_depth, json_read_input; /* json_read_attachment.c */
json_read_fn json_read_read, json_read_write;                   /* json_read_use.c */
json_read_fn json_read_op;                                      /* json_read_copy.c */
json_read_fn json_read_mip;                                     /* uint32_t: [n, 1] */

/* Makes the graph; what its add calls refuse becomes errors of the document. json_build.c */
fusor_result json_build_graph(json_reader *reader, const json_document *document,
                              fusor_graph **graph);

#endif
