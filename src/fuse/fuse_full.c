/* In: a partition of single passes. Out: the policies full and auto.
 * Promise: deterministic; every merge saves a render pass and never moves more bytes. First the best that
 * a search finds among neighbours in topological order, then whatever still can grow. */
#include "fuse/fuse_full.h"

#include "fuse/fuse_grow.h"
#include "fuse/fuse_window.h"

bool fuse_full(fuse_partition *p, base_arena *arena)
{
    return fuse_search_windows(p, arena) && fuse_grow(p, arena);
}
