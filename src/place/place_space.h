/* The bytes of one pool while it is packed. */
#ifndef PLACE_SPACE_H
#define PLACE_SPACE_H

#include "base/base_heap.h"
#include "place/place.h"

enum { PLACE_ROW_ITEMS = 62 };

/* What holds for all of some items that lie one behind the other. */
typedef struct place_span {
    uint64_t end;         /* the largest of theirs */
    uint64_t gap;         /* no gap between them is larger */
    uint32_t first_level; /* none begins deeper in the frame */
    uint32_t last_level;  /* none ends less deep */
} place_span;

extern const place_span PLACE_SPAN_EMPTY;

typedef struct place_row {
    place_span span;
    uint32_t count;
    uint32_t items[PLACE_ROW_ITEMS]; /* by offset */
} place_row;

typedef struct place_space {
    const place_input *input;
    const place_result *place;
    base_arena *arena;
    const uint32_t *by_time; /* the pool's items by first use */
    uint32_t time_count;
    uint32_t *latest;         /* a tree over by_time: 1 + the largest `until` of what is placed */
    uint32_t leaf_count;      /* a power of two */
    BASE_VEC(place_row) rows; /* what is placed, by offset */
    place_span all;           /* of them */
    base_heap hits;           /* scratch: offsets and ends of items in conflict */
    uint32_t count;           /* placed */
} place_space;

/* Room for all items; false when out of memory. */
bool place_space_init(place_space *space);
/* Empty again, for these items of one pool. */
void place_space_start(place_space *space, const uint32_t *by_time, uint32_t count);
/* The lowest aligned offset where nothing lies that is in conflict with the item. */
uint64_t place_space_find(place_space *space, uint32_t index);
/* Puts it at its offset; false when out of memory. */
bool place_space_add(place_space *space, uint32_t item);

/* Steps of the above, over rows. */
uint64_t place_rows_find(const place_space *space, const place_item *item);
bool place_rows_add(place_space *space, uint32_t item);

/* The way down the frame only leads deeper: who ends at least as deep as the other begins is not before
 * it, and nobody needs to be asked. */
static inline bool place_conflicts(const place_space *space, const place_item *a,
                                   const place_item *b)
{
    return !(a->last_level < b->first_level && place_precedes(space->input, space->place, a, b)) &&
           !(b->last_level < a->first_level && place_precedes(space->input, space->place, b, a));
}

/* All of them are in the way, for the same reason, and between them is no room. */
static inline bool place_is_wall(const place_span *span, const place_item *item)
{
    return span->gap < item->requirements.size_bytes && span->last_level >= item->first_level &&
           item->last_level >= span->first_level;
}

#endif
