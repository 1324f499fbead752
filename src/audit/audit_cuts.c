/* In: placements, and the regions of barriers. Out: buffers cut where others on their bytes begin and end.
 * Promise: two cells of buffers that share a byte share all of theirs, so what a barrier of one says about
 * the other it says about the whole cell. O(n log n + cuts). */
#include "audit/audit.h"

#include <stdlib.h>

/* A byte of a pool at which something begins or ends. */
typedef struct byte_mark {
    uint32_t pool;
    uint64_t at;
} byte_mark;

typedef BASE_VEC(byte_mark) mark_list;

/* Only transients share bytes, and they have one slot. NULL: it has no bytes of a pool. */
static const fusor_placement *shared_bytes(const audit *a, uint32_t row)
{
    const fusor_plan_resource *r = &a->plan->resources[row];
    if (r->lifetime != FUSOR_LIFETIME_TRANSIENT || !r->placements.count)
        return NULL;
    const fusor_placement *p = &a->plan->placements[r->placements.first];
    return p->placed ? p : NULL;
}

static bool push_marks(audit *a, mark_list *marks, uint32_t pool, uint64_t first, uint64_t count)
{
    for (int end = 0; end < 2; end++) {
        byte_mark *slot = BASE_PUSH(a->arena, marks);
        if (!slot)
            return audit_no_memory(a);
        *slot = (byte_mark){pool, end ? first + count : first};
    }
    return true;
}

static bool find_marks(audit *a, mark_list *marks)
{
    for (uint32_t i = 0; i < a->plan->resource_count; i++) {
        const fusor_placement *p = shared_bytes(a, i);
        if (p && !push_marks(a, marks, p->pool, p->offset, p->size_bytes))
            return false;
    }
    for (uint32_t i = 0; i < a->plan->barrier_count; i++) {
        const fusor_plan_barrier *b = &a->plan->barriers[i];
        const fusor_placement *p = shared_bytes(a, b->resource);
        if (p && !a->plan->resources[b->resource].is_image &&
            !push_marks(a, marks, p->pool, p->offset + b->region.bytes.first,
                        b->region.bytes.count))
            return false;
    }
    return true;
}

static int compare_marks(const void *x, const void *y)
{
    const byte_mark *a = x, *b = y;
    if (a->pool != b->pool)
        return a->pool < b->pool ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

static void sort_marks(mark_list *marks)
{
    uint32_t kept = 0;
    if (marks->count)
        qsort(marks->data, marks->count, sizeof *marks->data, compare_marks);
    for (uint32_t i = 0; i < marks->count; i++)
        if (!kept || compare_marks(&marks->data[kept - 1], &marks->data[i]))
            marks->data[kept++] = marks->data[i];
    marks->count = kept;
}

/* The first mark that lies behind the start of a placement. */
static uint32_t first_behind(const mark_list *marks, const fusor_placement *p)
{
    const byte_mark start = {p->pool, p->offset};
    uint32_t low = 0, high = marks->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_marks(&marks->data[middle], &start) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool cut_buffer(audit *a, uint32_t row, const mark_list *marks)
{
    const fusor_placement *p = shared_bytes(a, row);
    audit_resource *r = &a->resources[a->resource_of[row]];
    if (!p || r->image)
        return true;
    for (uint32_t i = first_behind(marks, p); i < marks->count; i++) {
        const byte_mark *m = &marks->data[i];
        if (m->pool != p->pool || m->at - p->offset >= r->bytes)
            break;
        uint64_t *slot = BASE_PUSH(a->arena, &r->cuts[1]);
        if (!slot)
            return audit_no_memory(a);
        *slot = m->at - p->offset;
    }
    return true;
}

bool audit_cut_shared(audit *a)
{
    mark_list marks = {0};
    if (!find_marks(a, &marks))
        return false;
    sort_marks(&marks);
    for (uint32_t i = 0; i < a->plan->resource_count; i++)
        if (!cut_buffer(a, i, &marks))
            return false;
    return true;
}
