/* Neighbours in topological order, searched for their best partition. */
#ifndef FUSE_WINDOW_H
#define FUSE_WINDOW_H

#include "fuse/fuse_rules.h"

/* Merges what the search finds best in each window. False when out of memory. */
bool fuse_search_windows(fuse_partition *p, base_arena *arena);

#endif
