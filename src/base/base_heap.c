/* In: items. Out: the smallest first. O(log n) each. */
#include "base/base_heap.h"

static bool goes_first(const base_heap_item *a, const base_heap_item *b)
{
    return a->first != b->first ? a->first < b->first : a->second < b->second;
}

bool base_heap_init(base_arena *arena, base_heap *heap, uint32_t most)
{
    *heap = (base_heap){BASE_NEW(arena, base_heap_item, most), 0};
    return heap->items != NULL;
}

void base_heap_push(base_heap *heap, base_heap_item item)
{
    uint32_t i = heap->count++;
    for (; i && goes_first(&item, &heap->items[(i - 1) / 2]); i = (i - 1) / 2)
        heap->items[i] = heap->items[(i - 1) / 2];
    heap->items[i] = item;
}

base_heap_item base_heap_pop(base_heap *heap)
{
    base_heap_item top = heap->items[0], item = heap->items[--heap->count];
    uint32_t i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child + 1 < heap->count && goes_first(&heap->items[child + 1], &heap->items[child]))
            child++;
        if (child >= heap->count || !goes_first(&heap->items[child], &item))
            break;
        heap->items[i] = heap->items[child];
        i = child;
    }
    heap->items[i] = item;
    return top;
}
