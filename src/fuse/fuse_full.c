/* In: a partition of single passes. Out: the policies full and auto.
 * Promise: deterministic; every merge saves a render pass and never moves more bytes. First the best that
 * a search finds in each window, then whatever still can grow across them. */
#include "fuse/fuse_full.h"

#include "fuse/fuse_grow.h"
#include "fuse/fuse_quotient.h"
#include "fuse/fuse_search.h"

static uint32_t list_passes(const fuse_window *w, fuse_set set, uint32_t *out)
{
    uint32_t count = 0;
    for (; set; set &= set - 1)
        out[count++] = w->passes[fuse_set_first(set)];
    return count;
}

/* By rank inside each set: no way between two merged ones is then left through a third. What another
 * window merged may be in a set's way; then its passes are left to grow. */
static bool merge_sets(fuse_partition *p, const fuse_window *w, const fuse_grouping *g)
{
    uint32_t passes[FUSE_WINDOW_PASSES];
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t count = list_passes(w, g->sets[i], passes);
        if (fuse_quotient_way_around(p, passes, count))
            continue;
        for (uint32_t k = 1; k < count; k++)
            if (!fuse_partition_merge(p, passes[0], passes[k]))
                return false;
    }
    return true;
}

static bool search_windows(fuse_partition *p, base_arena *arena)
{
    fuse_window w;
    fuse_grouping best;
    if (!fuse_window_init(&w, p, arena))
        return false;
    for (uint32_t rank = 0; rank < p->input->tables->model->pass_count; rank++) {
        if (!fuse_window_take(&w, p->input->dag->topo[rank]))
            continue;
        fuse_search(&w, &best);
        if (!merge_sets(p, &w, &best))
            return false;
    }
    return true;
}

bool fuse_full(fuse_partition *p, base_arena *arena)
{
    return search_windows(p, arena) && fuse_grow(p, arena);
}
