/* In: the items of a pool, largest first. Out: for each the lowest offset that is free.
 * Promise: exact. Who may be in conflict with an item is found by time: who ends after what is settled
 * before it, and begins before what is freed behind it. O(log n + c log c) for c of them; where c is large,
 * by rows of neighbours. */
#include "place/place_space.h"

#include <string.h>

#include "base/base_math.h"

/* A hit costs about as much as sixteen items in rows: beyond so many of them, rows are faster. */
enum { HITS_MIN = 64, ROW_ITEMS_A_HIT = 16 };
/* So few leaves cost less to look at than the nodes above them. */
enum { SCAN_LEAVES = 16 };

static uint32_t most_hits(uint32_t placed)
{
    return base_max_u32(HITS_MIN, placed / ROW_ITEMS_A_HIT);
}

bool place_space_init(place_space *s)
{
    uint32_t leaves = 1;
    while (leaves < s->place->items.count)
        leaves *= 2;
    s->latest = BASE_NEW(s->arena, uint32_t, 2 * (size_t)leaves);
    return s->latest && base_heap_init(s->arena, &s->hits, most_hits(s->place->items.count));
}

void place_space_start(place_space *s, const uint32_t *by_time, uint32_t count)
{
    s->by_time = by_time;
    s->time_count = count;
    s->leaf_count = 1;
    while (s->leaf_count < count)
        s->leaf_count *= 2;
    memset(s->latest, 0, 2 * (size_t)s->leaf_count * sizeof *s->latest);
    s->rows.count = s->hits.count = s->count = 0;
    s->all = PLACE_SPAN_EMPTY;
}

/* The first place in by_time of which the item's index, or its first step, is not below. */
static uint32_t find_time(const place_space *s, uint32_t item, uint32_t step)
{
    uint32_t low = 0, high = s->time_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, at = s->by_time[middle];
        bool below = item != FUSOR_NONE ? at < item : s->place->items.data[at].first_step < step;
        if (below)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool add_hit(place_space *s, const place_item *item, uint32_t time)
{
    const place_item *other = &s->place->items.data[s->by_time[time]];
    if (!place_conflicts(s, item, other))
        return true;
    if (s->hits.count == most_hits(s->count))
        return false;
    base_heap_push(&s->hits, (base_heap_item){other->offset, place_end(other)});
    return true;
}

/* Some leaves, one after the other. */
static bool scan_leaves(place_space *s, const place_item *item, fusor_range leaves, uint32_t end)
{
    const uint32_t *latest = &s->latest[s->leaf_count];
    end = base_min_u32(end, leaves.first + leaves.count);
    for (uint32_t i = leaves.first; i < end; i++)
        if (latest[i] > item->settled && !add_hit(s, item, i))
            return false;
    return true;
}

/* Leaves below `end` under a node that are not settled before the item. False: too many. */
static bool add_hits(place_space *s, const place_item *item, uint32_t node, fusor_range leaves,
                     uint32_t end)
{
    if (leaves.first >= end || s->latest[node] <= item->settled)
        return true;
    if (leaves.count <= SCAN_LEAVES)
        return scan_leaves(s, item, leaves, end);
    uint32_t half = leaves.count / 2;
    return add_hits(s, item, 2 * node, (fusor_range){leaves.first, half}, end) &&
           add_hits(s, item, 2 * node + 1, (fusor_range){leaves.first + half, half}, end);
}

static uint64_t lowest_between(place_space *s, const place_item *item)
{
    uint64_t offset = 0;
    while (s->hits.count) {
        base_heap_item hit = base_heap_pop(&s->hits); /* its offset and its end */
        if (hit.first >= offset + item->requirements.size_bytes)
            break; /* all that follow lie behind the gap */
        if (hit.second > offset)
            offset = base_align_up(hit.second, item->requirements.alignment);
    }
    return offset;
}

uint64_t place_space_find(place_space *s, uint32_t index)
{
    const place_item *item = &s->place->items.data[index];
    bool ordered = !item->kept && s->input->policy != FUSOR_ALIAS_OFF;
    s->hits.count = 0;
    if (place_is_wall(&s->all, item)) /* the first lies at 0 */
        return base_align_up(s->all.end, item->requirements.alignment);
    if (ordered && add_hits(s, item, 1, (fusor_range){0, s->leaf_count},
                            find_time(s, FUSOR_NONE, item->freed)))
        return lowest_between(s, item);
    return place_rows_find(s, item);
}

bool place_space_add(place_space *s, uint32_t index)
{
    uint32_t until = s->place->items.data[index].until;
    uint32_t node = s->leaf_count + find_time(s, index, 0);
    for (until = until == FUSOR_NONE ? until : until + 1; node; node /= 2)
        s->latest[node] = base_max_u32(s->latest[node], until);
    s->count++;
    return place_rows_add(s, index);
}
