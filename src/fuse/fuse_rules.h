/* The rules that a union of two groups must keep. */
#ifndef FUSE_RULES_H
#define FUSE_RULES_H

#include "fuse/fuse_groups.h"

/* All reasons against the union of the groups of two passes; 0: it is legal. */
fuse_verdict fuse_check_union(fuse_partition *p, uint32_t a, uint32_t b);
/* The same for when only the answer counts. */
bool fuse_may_unite(fuse_partition *p, uint32_t a, uint32_t b);
/* The reasons that hold whatever joins the two: all but that nothing is shared and ways outside. */
fusor_break_reasons fuse_check_pair(fuse_partition *p, uint32_t a, uint32_t b);

/* Those of them that need no more than the targets of two passes. */
fusor_break_reasons fuse_check_targets(const fuse_partition *p, uint32_t a, uint32_t b);

/* What limits are about. */
typedef struct fuse_shape {
    uint32_t attachments, inputs, bits, subpasses;
} fuse_shape;
fusor_break_reasons fuse_check_limits(const fusor_device_desc *device, const fuse_shape *shape);

#endif
