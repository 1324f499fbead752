/* The parts of a graph document. */
#ifndef FUSOR_JSON_WRITE_GRAPH_H
#define FUSOR_JSON_WRITE_GRAPH_H

#include "json_out.h"

/* "stages": words that cover the bits; a stage without a word of its own takes the next wider. */
void json_write_stages(json_out *out, fusor_stages stages);

/* A range as [first, count], nothing for everything. */
void json_write_range(json_out *out, const char *key, fusor_range range, uint32_t total);

void json_write_pass(json_out *out, const fusor_graph *graph, const fusor_pass_desc *pass);

#endif
