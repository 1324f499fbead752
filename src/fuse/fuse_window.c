#include "fuse/fuse_window.h"
bool fuse_search_windows(fuse_partition *p, base_arena *arena)
{
    (void)p;
    (void)arena;
    return true;
}
