/* In: fusor's one allocation callback. Out: blocks with their size in front. Promised: shrinking and
 * freeing never fail; a failed allocation leaves the old block as it was. */
#include "fake_heap.h"

#include <stdlib.h>
#include <string.h>

#define HEADER_BYTES ((size_t)64) /* keeps every alignment that fusor may ask for */

typedef struct header {
    size_t size, align;
} header;

static header *header_of(void *block)
{
    return (header *)(void *)((char *)block - HEADER_BYTES);
}

static void *take(fake_heap *heap, size_t size, size_t align)
{
    const size_t rounded = (size + 63) / 64 * 64 + HEADER_BYTES;
    heap->allocations++;
    if (heap->fail_in && --heap->fail_in == 0) {
        heap->has_failed = true;
        return NULL;
    }
    header *block = size < rounded ? aligned_alloc(64, rounded) : NULL;
    if (!block)
        return NULL;
    *block = (header){size, align};
    heap->live_blocks++;
    heap->live_bytes += size;
    return (char *)block + HEADER_BYTES;
}

static void give(fake_heap *heap, void *block, size_t size)
{
    heap->mismatches += header_of(block)->size != size;
    heap->live_blocks--;
    heap->live_bytes -= header_of(block)->size;
    free(header_of(block));
}

static void *heap_realloc(void *user, void *block, size_t old_size, size_t new_size, size_t align)
{
    fake_heap *heap = user;
    heap->mismatches += align == 0 || align > 64 || (align & (align - 1));
    void *moved = new_size ? take(heap, new_size, align) : NULL;
    if (new_size && !moved)
        return NULL;
    if (block && moved)
        memcpy(moved, block, old_size < new_size ? old_size : new_size);
    if (block)
        give(heap, block, old_size);
    return moved;
}

fusor_allocator fake_heap_allocator(fake_heap *heap)
{
    return (fusor_allocator){heap_realloc, heap};
}
