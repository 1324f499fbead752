/* The partition of a window that loads and stores least, as far as a search finds it. */
#ifndef FUSE_SEARCH_H
#define FUSE_SEARCH_H

#include "fuse/fuse_window.h"

typedef struct fuse_grouping {
    fuse_set sets[FUSE_WINDOW_PASSES];
    uint32_t count;
    uint64_t bytes;
} fuse_grouping;

/* Groups by their first pass. */
void fuse_search(fuse_window *w, fuse_grouping *best);

#endif
