/* Deep copies of descriptors. Members are stored one by one into zeroed memory, so that equal descriptions
 * are equal bytes whatever the caller had between members: graph_same.c compares them so. A member that is
 * not copied here is not declared. */
#ifndef GRAPH_COPY_H
#define GRAPH_COPY_H

#include "base/base_memory.h"

/* `out` is zeroed; names and arrays are those of `from`. */
void graph_put_image(fusor_image_desc *out, const fusor_image_desc *from);
void graph_put_buffer(fusor_buffer_desc *out, const fusor_buffer_desc *from);

/* Copies the name and every array into the arena; false when out of memory. */
bool graph_copy_pass(base_arena *arena, const fusor_pass_desc *desc, fusor_pass_desc *out);

#endif
