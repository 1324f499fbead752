/* The adjacent policy. */
#ifndef FUSE_ADJACENT_H
#define FUSE_ADJACENT_H

#include "fuse/fuse_rules.h"

/* False when out of memory. */
bool fuse_adjacent(fuse_partition *p, base_arena *arena);

#endif
