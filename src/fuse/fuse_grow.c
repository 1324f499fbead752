/* In: a partition. Out: more merges, until no two groups that touch a view one after the other may unite.
 * Promise: the union that saves most bytes comes first, then the earlier one. A link is valued again when
 * its turn comes, for its groups have grown since. O(links × (log links + what the smaller group has)). */
#include "fuse/fuse_grow.h"

#include "base/base_heap.h"

enum {
    NEIGHBOURS =
        4,      /* links of a touch to later ones of its view: a farther one is behind a barrier */
    ROUNDS = 4, /* what was refused may be legal when others have grown */
    STEPS_PER_EDGE = 256 /* of all searches for ways together */
};

typedef struct link {
    uint32_t a, b; /* passes, by rank */
} link;

typedef struct grow_state {
    fuse_partition *p;
    base_arena *arena;
    BASE_VEC(link) links; /* all */
    base_heap heap;       /* those that are still to be followed */
    bool merged;
} grow_state;

/* ------------------------------------------------------------------------------ links */

typedef struct recent_touches {
    uint32_t passes[NEIGHBOURS], count; /* newest first */
} recent_touches;

static bool add_link(grow_state *s, uint32_t a, uint32_t b)
{
    link *slot = BASE_PUSH(s->arena, &s->links);
    if (slot)
        *slot = (link){a, b};
    return slot != NULL;
}

static bool link_pass(grow_state *s, recent_touches *recent, uint32_t pass)
{
    const affinity_table *affinity = s->p->input->affinity;
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        recent_touches *r = &recent[affinity->touches[i].view];
        if (r->count && r->passes[0] == pass)
            continue;
        for (uint32_t k = 0; k < r->count; k++)
            if (s->p->group_of[r->passes[k]] != s->p->group_of[pass] &&
                !add_link(s, r->passes[k], pass))
                return false;
        r->count += r->count < NEIGHBOURS;
        for (uint32_t k = r->count - 1; k; k--)
            r->passes[k] = r->passes[k - 1];
        r->passes[0] = pass;
    }
    return true;
}

static bool find_links(grow_state *s)
{
    const fuse_input *input = s->p->input;
    recent_touches *recent = BASE_NEW(s->arena, recent_touches, input->affinity->views.count);
    for (uint32_t i = 0; recent && i < input->tables->model->pass_count; i++)
        if (!link_pass(s, recent, input->dag->topo[i]))
            return false;
    return recent != NULL;
}

/* ------------------------------------------------------------------------------ unions */

static uint64_t gain_of(const grow_state *s, link l)
{
    return fuse_union_gain(s->p, s->p->group_of[l.a], s->p->group_of[l.b]);
}

/* Most bytes first, then the earlier one. */
static void push(grow_state *s, link l, uint64_t gain)
{
    const uint32_t *rank = s->p->input->dag->rank;
    base_heap_push(&s->heap, (base_heap_item){~gain, (uint64_t)rank[l.a] << 32 | rank[l.b]});
}

static bool follow(grow_state *s, base_heap_item item)
{
    const uint32_t *topo = s->p->input->dag->topo;
    link l = {topo[item.second >> 32], topo[(uint32_t)item.second]};
    if (s->p->group_of[l.a] == s->p->group_of[l.b])
        return true;
    uint64_t gain = gain_of(s, l);
    if (gain < ~item.first) {
        push(s, l, gain);
        return true;
    }
    if (!fuse_may_unite(s->p, l.a, l.b))
        return true;
    s->merged = true;
    return fuse_partition_merge(s->p, l.a, l.b);
}

static bool run_round(grow_state *s)
{
    s->merged = false;
    for (uint32_t i = 0; i < s->links.count; i++) {
        link l = s->links.data[i];
        if (s->p->group_of[l.a] != s->p->group_of[l.b])
            push(s, l, gain_of(s, l));
    }
    while (s->heap.count)
        if (!follow(s, base_heap_pop(&s->heap)))
            return false;
    return true;
}

bool fuse_grow(fuse_partition *p, base_arena *arena)
{
    grow_state s = {.p = p, .arena = arena};
    if (!find_links(&s))
        return false;
    if (!s.links.count)
        return true;
    if (!base_heap_init(arena, &s.heap, s.links.count))
        return false;
    p->steps_left = (uint64_t)STEPS_PER_EDGE * (p->input->dag->edges.count + 64ull);
    s.merged = true;
    for (int round = 0; round < ROUNDS && s.merged; round++)
        if (!run_round(&s))
            return false;
    return true;
}
