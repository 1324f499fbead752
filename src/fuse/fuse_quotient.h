/* The quotient graph of groups: ways through it, and a topological order that unions keep. */
#ifndef FUSE_QUOTIENT_H
#define FUSE_QUOTIENT_H

#include "fuse/fuse_groups.h"

/* A way leads from one of two groups to the other through a third; what it runs through decides the word
 * for it. 0: none does, and the union leaves no cycle. */
fusor_break_reasons fuse_quotient_way(fuse_partition *p, uint32_t x, uint32_t y);
/* A way leads from one of these groups to another through one that is none of them. */
bool fuse_quotient_way_around(fuse_partition *p, const uint32_t *passes, uint32_t count);
/* The places after x and y, with no way between them through a third, have become one: x. */
void fuse_quotient_join(fuse_partition *p, uint32_t x, uint32_t y);

#endif
