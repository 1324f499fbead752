/* Deep copies of descriptors. */
#ifndef GRAPH_COPY_H
#define GRAPH_COPY_H

#include "base/base_memory.h"

/* Copies the name and every array into the arena; false when out of memory. */
bool graph_copy_pass(base_arena *arena, const fusor_pass_desc *desc, fusor_pass_desc *out);

#endif
