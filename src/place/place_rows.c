/* In: items with offsets, one after the other. Out: for a further item the lowest offset that is free.
 * Promise: what a walk over all items by offset would find. A row of items that are all in conflict with
 * the newcomer, and between which it has no room, is one step: O(n / row) where many are alive at once. */
#include "place/place_space.h"

#include <string.h>

#include "base/base_math.h"

const place_span PLACE_SPAN_EMPTY = {.last_level = FUSOR_NONE};

static const place_item *item_at(const place_space *s, const place_row *row, uint32_t i)
{
    return &s->place->items.data[row->items[i]];
}

/* False: the offset is free, whatever comes behind. */
static bool walk_row(const place_space *s, const place_row *row, const place_item *item,
                     uint64_t *offset)
{
    for (uint32_t i = 0; i < row->count; i++) {
        const place_item *other = item_at(s, row, i);
        if (other->offset >= *offset + item->requirements.size_bytes)
            return false;
        if (place_end(other) > *offset && place_conflicts(s, item, other))
            *offset = base_align_up(place_end(other), item->requirements.alignment);
    }
    return true;
}

uint64_t place_rows_find(const place_space *s, const place_item *item)
{
    uint64_t offset = 0, size = item->requirements.size_bytes;
    for (uint32_t r = 0; r < s->rows.count; r++) {
        const place_row *row = &s->rows.data[r];
        if (item_at(s, row, 0)->offset >= offset + size)
            break;
        if (place_is_wall(&row->span, item))
            offset =
                base_max_u64(offset, base_align_up(row->span.end, item->requirements.alignment));
        else if (!walk_row(s, row, item, &offset))
            break;
    }
    return offset;
}

/* One more item of a span, somewhere. */
static void widen(place_span *span, const place_item *item)
{
    if (span->end && item->offset > span->end)
        span->gap = base_max_u64(span->gap, item->offset - span->end);
    span->end = base_max_u64(span->end, place_end(item));
    span->first_level = base_max_u32(span->first_level, item->first_level);
    span->last_level = base_min_u32(span->last_level, item->last_level);
}

/* From its items alone. */
static void describe(const place_space *s, place_row *row)
{
    row->span = PLACE_SPAN_EMPTY;
    for (uint32_t i = 0; i < row->count; i++)
        widen(&row->span, item_at(s, row, i));
}

/* A full row gives its second half to a new one. */
static bool split(place_space *s, uint32_t at)
{
    place_row *slot = BASE_PUSH(s->arena, &s->rows);
    if (!slot)
        return false;
    place_row *row = &s->rows.data[at];
    memmove(row + 1, row, (s->rows.count - 1 - at) * sizeof *row);
    row->count /= 2;
    row[1].count -= row->count;
    memmove(row[1].items, row[1].items + row->count, row[1].count * sizeof row->items[0]);
    describe(s, row);
    describe(s, row + 1);
    return true;
}

/* The last row that begins at or below the offset. */
static uint32_t find_row(const place_space *s, uint64_t offset)
{
    uint32_t low = 0, high = s->rows.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (item_at(s, &s->rows.data[middle], 0)->offset <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void insert(place_space *s, place_row *row, uint32_t index)
{
    const place_item *item = &s->place->items.data[index];
    uint32_t i = row->count++;
    for (; i && item_at(s, row, i - 1)->offset > item->offset; i--)
        row->items[i] = row->items[i - 1];
    row->items[i] = index;
    if (i == 0 && row->count > 1 && item_at(s, row, 1)->offset > place_end(item))
        row->span.gap = base_max_u64(row->span.gap, item_at(s, row, 1)->offset - place_end(item));
    widen(&row->span, item);
}

bool place_rows_add(place_space *s, uint32_t index)
{
    const place_item *item = &s->place->items.data[index];
    if (!s->rows.count) {
        place_row *row = BASE_PUSH(s->arena, &s->rows);
        if (!row)
            return false;
        row->count = 0;
        row->span = PLACE_SPAN_EMPTY;
    }
    uint32_t at = find_row(s, item->offset);
    if (s->rows.data[at].count == PLACE_ROW_ITEMS) {
        if (!split(s, at))
            return false;
        at = find_row(s, item->offset);
    }
    insert(s, &s->rows.data[at], index);
    widen(&s->all, item);
    return true;
}
