/* Unions of groups that share a view, most bytes first. */
#ifndef FUSE_GROW_H
#define FUSE_GROW_H

#include "fuse/fuse_rules.h"

/* False when out of memory. */
bool fuse_grow(fuse_partition *p, base_arena *arena);

#endif
