/* Bytes that a group's attachments load and store, before there are groups. */
#ifndef FUSE_COST_H
#define FUSE_COST_H

#include "fuse/fuse.h"

typedef struct fuse_cost {
    const fuse_input *input;
    uint32_t *events, *event_first; /* CSR by cell of attached images: uses of passes that run */
} fuse_cost;

/* What a group does with one view, by aspect (0: colour or depth, 1: stencil): touches, FUSOR_NONE. */
typedef struct fuse_span {
    uint32_t view;
    uint32_t first[2], last_write[2];
} fuse_span;

/* The passes of a group, or of two: those with one of two labels. */
typedef struct fuse_members {
    const uint32_t *label; /* by pass */
    uint32_t a, b;
} fuse_members;

/* False when out of memory. */
bool fuse_cost_init(const fuse_input *input, base_arena *arena, fuse_cost *out);
fuse_span fuse_span_of_touch(const fuse_cost *cost, uint32_t touch);
/* The span of both groups together; both are of one view. */
void fuse_span_join(const fuse_cost *cost, fuse_span *span, const fuse_span *other);
uint64_t fuse_span_bytes(const fuse_cost *cost, const fuse_span *span, const fuse_members *members);

#endif
