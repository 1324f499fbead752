/* The policies full and auto. */
#ifndef FUSE_FULL_H
#define FUSE_FULL_H

#include "fuse/fuse_rules.h"

/* False when out of memory. */
bool fuse_full(fuse_partition *p, base_arena *arena);

#endif
