/* fake_heap.h: an allocator for fusor objects that counts, checks sizes, and fails once when asked. */
#ifndef FUSOR_FAKE_HEAP_H
#define FUSOR_FAKE_HEAP_H

#include "fusor/fusor.h"

typedef struct fake_heap {
    uint64_t allocations; /* growing blocks included */
    uint64_t live_blocks, live_bytes;
    uint64_t
        mismatches;   /* a block given back with another size or alignment than it was taken with */
    uint64_t fail_in; /* the n-th allocation from now fails; 0: none */
    bool has_failed;
} fake_heap;

fusor_allocator fake_heap_allocator(fake_heap *heap);

#endif
