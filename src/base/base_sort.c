/* In: a list and an order. Out: the list in that order.
 * Promise: stable, so the same on every machine; memory is the arena's. Runs of eight are sorted by
 * insertion, then merged in pairs. O(n log n). */
#include "base/base_sort.h"

enum { RUN = 8 };

typedef struct sorter {
    char *items, *room;
    size_t size;
    int (*compare)(const void *, const void *);
} sorter;

static char *at(const sorter *s, size_t i)
{
    return s->items + i * s->size;
}

static void insert_run(const sorter *s, size_t first, size_t end)
{
    for (size_t i = first + 1; i < end; i++) {
        size_t k = i;
        while (k > first && s->compare(at(s, k - 1), at(s, i)) > 0)
            k--;
        if (k == i)
            continue;
        memcpy(s->room, at(s, i), s->size);
        memmove(at(s, k + 1), at(s, k), (i - k) * s->size);
        memcpy(at(s, k), s->room, s->size);
    }
}

/* The first of two sorted runs goes aside, and both come back in order. */
static void merge(const sorter *s, size_t first, size_t middle, size_t end)
{
    char *left = s->room, *left_end = s->room + (middle - first) * s->size;
    char *right = at(s, middle), *right_end = at(s, end), *to = at(s, first);
    if (s->compare(right - s->size, right) <= 0)
        return;
    memcpy(left, to, (size_t)(left_end - left));
    while (left < left_end) {
        bool take_left = right == right_end || s->compare(left, right) <= 0;
        char **from = take_left ? &left : &right;
        memcpy(to, *from, s->size);
        *from += s->size;
        to += s->size;
    }
}

void base_sort_in(void *room, base_list list, int (*compare)(const void *, const void *))
{
    sorter s = {.items = list.items, .room = room, .size = list.size, .compare = compare};
    size_t count = list.count;
    for (size_t i = 0; i < count; i += RUN)
        insert_run(&s, i, i + RUN < count ? i + RUN : count);
    for (size_t width = RUN; width < count; width *= 2)
        for (size_t i = 0; i + width < count; i += 2 * width)
            merge(&s, i, i + width, i + 2 * width < count ? i + 2 * width : count);
}

bool base_sort(base_arena *arena, base_list list, int (*compare)(const void *, const void *))
{
    void *room = list.count < 2 ? NULL : base_arena_array(arena, list.count, list.size);
    if (room)
        base_sort_in(room, list, compare);
    return room || list.count < 2;
}
