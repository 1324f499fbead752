/* In: a pass descriptor of the caller. Out: the same, owned by the graph.
 * Promise: nothing of the caller's memory is pointed to afterwards; a NULL array counts as empty.
 * O(uses). */
#include "graph/graph_copy.h"

#define COPY_ARRAY(out, arena, array, count)                                                       \
    ((out)->count = (out)->array ? (out)->count : 0,                                               \
     (out)->array = base_arena_copy((arena), (out)->array, (out)->count, sizeof *(out)->array),    \
     (out)->array != NULL)

bool graph_copy_pass(base_arena *arena, const fusor_pass_desc *desc, fusor_pass_desc *out)
{
    *out = *desc;
    out->name = base_arena_string(arena, desc->name);
    return out->name && COPY_ARRAY(out, arena, color, color_count) &&
           COPY_ARRAY(out, arena, inputs, input_count) &&
           COPY_ARRAY(out, arena, reads, read_count) &&
           COPY_ARRAY(out, arena, writes, write_count) && COPY_ARRAY(out, arena, ops, op_count);
}
