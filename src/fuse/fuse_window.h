/* Up to 64 raster passes that could meet in a group, as a small graph of bits. */
#ifndef FUSE_WINDOW_H
#define FUSE_WINDOW_H

#include "fuse/fuse_rules.h"

enum { FUSE_WINDOW_PASSES = 64 };

/* A set of passes of a window. */
typedef uint64_t fuse_set;

typedef struct fuse_window_touch {
    uint32_t touch, pass; /* pass: number in the window */
    uint32_t next;        /* of the same view, FUSOR_NONE */
} fuse_window_touch;

typedef struct fuse_window_view {
    fuse_set touched;
    uint32_t first, last; /* window touches, by rank */
} fuse_window_view;

typedef struct fuse_window_image {
    fuse_set counted, used; /* whose bits count; who uses it in any way */
    uint32_t bits;
} fuse_window_image;

typedef struct fuse_window_bytes {
    fuse_set set;
    uint64_t bytes;
    uint32_t window; /* of which the set is, 0: free */
} fuse_window_bytes;

typedef struct fuse_window {
    fuse_partition *p;
    uint32_t passes[FUSE_WINDOW_PASSES], count;
    fuse_set apart[FUSE_WINDOW_PASSES];  /* never in one group, whoever else is in it */
    fuse_set shares[FUSE_WINDOW_PASSES]; /* a view */
    fuse_set near[FUSE_WINDOW_PASSES];   /* a view that few others touch between */
    fuse_set before[FUSE_WINDOW_PASSES]; /* straight, or over passes of no window's */
    uint32_t view_count, image_count, touch_count;
    uint32_t work_left,
        moves_left; /* sets that the search may still value, moves that it may try */
    uint32_t *next; /* by pass: by rank the next that it could meet, FUSOR_NONE */
    uint8_t *taken; /* by pass: a window had it */
    /* scratch of all windows */
    fuse_window_view *views;
    fuse_window_image *images;
    fuse_window_touch *touches;
    uint32_t *view_slot, *image_slot; /* by view, by resource: 1 + the index here, 0 */
    fuse_set *come_in;                /* by pass that is none of the window's */
    uint32_t *number;                 /* by pass: 1 + its number in the window, 0 */
    uint32_t *label;                  /* by pass */
    uint32_t label_now;
    fuse_window_bytes *cache;
    uint32_t window_now;
} fuse_window;

/* False when out of memory. */
bool fuse_window_init(fuse_window *w, fuse_partition *p, base_arena *arena);
/* Empties the window and takes a pass and those that it could meet. False when it is in a window already,
 * or there are none. */
bool fuse_window_take(fuse_window *w, uint32_t pass);

/* Whether one group of these passes keeps the limits, and its bytes. */
bool fuse_window_fits(const fuse_window *w, fuse_set set);
uint64_t fuse_window_set_bytes(fuse_window *w, fuse_set set);

/* The number of the first pass of a set, and its bit. */
uint32_t fuse_set_first(fuse_set set);
static inline fuse_set fuse_set_of(uint32_t number)
{
    return (fuse_set)1 << number;
}

#endif
