/* In: a partition of single passes. Out: merges wherever two groups share a view and the union is legal.
 * Promise: deterministic; every merge saves a render pass and never moves more bytes.
 * Each pass tries the groups that touched its views before, most shared bytes first, then latest. */
#include "fuse/fuse_full.h"

#include <stdlib.h>

enum { RECENT_GROUPS = 4 }; /* groups remembered a view: an older one is behind a barrier anyway */

typedef struct candidate {
    uint32_t group;
    uint64_t bytes;
    uint32_t rank;
} candidate;

typedef struct full_state {
    fuse_partition *p;
    uint32_t *recent; /* by view: RECENT_GROUPS passes, newest first, FUSOR_NONE */
    candidate *candidates;
    uint32_t candidate_count;
} full_state;

static int compare_candidates(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? 1 : -1;
    return (x->rank < y->rank) - (x->rank > y->rank);
}

static void add_candidate(full_state *s, uint32_t pass, uint64_t bytes)
{
    uint32_t group = s->p->group_of[pass];
    for (uint32_t i = 0; i < s->candidate_count; i++) {
        if (s->candidates[i].group == group) {
            s->candidates[i].bytes += bytes;
            return;
        }
    }
    s->candidates[s->candidate_count++] =
        (candidate){group, bytes, s->p->input->dag->rank[s->p->last[group]]};
}

static void collect_candidates(full_state *s, uint32_t pass)
{
    const affinity_table *affinity = s->p->input->affinity;
    s->candidate_count = 0;
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        uint32_t view = affinity->touches[i].view;
        const uint32_t *recent = &s->recent[(size_t)view * RECENT_GROUPS];
        for (uint32_t k = 0; k < RECENT_GROUPS && recent[k] != FUSOR_NONE; k++)
            add_candidate(s, recent[k], affinity->views.data[view].bytes);
    }
    qsort(s->candidates, s->candidate_count, sizeof *s->candidates, compare_candidates);
}

static void remember(full_state *s, uint32_t pass)
{
    const affinity_table *affinity = s->p->input->affinity;
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        uint32_t *recent = &s->recent[(size_t)affinity->touches[i].view * RECENT_GROUPS];
        uint32_t k = 0;
        while (k + 1 < RECENT_GROUPS && recent[k] != FUSOR_NONE &&
               s->p->group_of[recent[k]] != s->p->group_of[pass])
            k++;
        for (; k; k--)
            recent[k] = recent[k - 1];
        recent[0] = pass;
    }
}

static void place_pass(full_state *s, uint32_t pass)
{
    collect_candidates(s, pass);
    for (uint32_t i = 0; i < s->candidate_count; i++) {
        uint32_t group = s->candidates[i].group;
        if (s->p->group_of[group] == s->p->group_of[pass])
            continue;
        if (!fuse_check_union(s->p, group, pass).reasons)
            fuse_partition_merge(s->p, group, pass);
    }
    remember(s, pass);
}

bool fuse_full(fuse_partition *p, base_arena *arena)
{
    const graph_model *model = p->input->tables->model;
    uint32_t views = p->input->affinity->views.count;
    full_state s = {.p = p};
    s.recent = BASE_NEW(arena, uint32_t, (size_t)views * RECENT_GROUPS);
    s.candidates = BASE_NEW(arena, candidate, (size_t)p->input->tables->use_count * RECENT_GROUPS);
    if (!s.recent || !s.candidates)
        return false;
    for (uint32_t i = 0; i < views * RECENT_GROUPS; i++)
        s.recent[i] = FUSOR_NONE;
    for (uint32_t i = 0; i < model->pass_count; i++) {
        uint32_t pass = p->input->dag->topo[i];
        if (p->input->cull->live[pass] && model->passes[pass].kind == FUSOR_PASS_RASTER)
            place_pass(&s, pass);
    }
    return true;
}
