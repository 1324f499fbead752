/* In: a partition. Out: more merges, until no two groups that touch a view one after the other may unite.
 * Promise: the union that saves most bytes comes first, then the earlier one. A link is valued again when
 * its turn comes, for its groups have grown since. O(links × (log links + what the smaller group has)). */
#include "fuse/fuse_grow.h"

enum {
    NEIGHBOURS =
        4,      /* links of a touch to later ones of its view: a farther one is behind a barrier */
    ROUNDS = 4, /* what was refused may be legal when others have grown */
    STEPS_PER_EDGE = 256 /* of all searches for ways together */
};

typedef struct link {
    uint32_t a, b; /* passes, by rank */
    uint64_t gain;
} link;

typedef struct grow_state {
    fuse_partition *p;
    base_arena *arena;
    BASE_VEC(link) links; /* all */
    link *heap;
    uint32_t heap_count;
    bool merged;
} grow_state;

/* ------------------------------------------------------------------------------ heap */

static bool goes_first(const grow_state *s, const link *x, const link *y)
{
    const uint32_t *rank = s->p->input->dag->rank;
    if (x->gain != y->gain)
        return x->gain > y->gain;
    return rank[x->a] != rank[y->a] ? rank[x->a] < rank[y->a] : rank[x->b] < rank[y->b];
}

static void heap_push(grow_state *s, link item)
{
    uint32_t i = s->heap_count++;
    for (; i && goes_first(s, &item, &s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = item;
}

static link heap_pop(grow_state *s)
{
    link top = s->heap[0], item = s->heap[--s->heap_count];
    uint32_t i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child + 1 < s->heap_count && goes_first(s, &s->heap[child + 1], &s->heap[child]))
            child++;
        if (child >= s->heap_count || !goes_first(s, &s->heap[child], &item))
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = item;
    return top;
}

/* ------------------------------------------------------------------------------ links */

typedef struct recent_touches {
    uint32_t passes[NEIGHBOURS], count; /* newest first */
} recent_touches;

static bool add_link(grow_state *s, uint32_t a, uint32_t b)
{
    link *slot = BASE_PUSH(s->arena, &s->links);
    if (slot)
        *slot = (link){a, b, 0};
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

static uint64_t gain_of(const grow_state *s, const link *l)
{
    return fuse_union_gain(s->p, s->p->group_of[l->a], s->p->group_of[l->b]);
}

static bool follow(grow_state *s, link l)
{
    if (s->p->group_of[l.a] == s->p->group_of[l.b])
        return true;
    uint64_t gain = gain_of(s, &l);
    if (gain < l.gain) {
        l.gain = gain;
        heap_push(s, l);
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
        if (s->p->group_of[l.a] == s->p->group_of[l.b])
            continue;
        l.gain = gain_of(s, &l);
        heap_push(s, l);
    }
    while (s->heap_count)
        if (!follow(s, heap_pop(s)))
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
    s.heap = BASE_NEW(arena, link, s.links.count);
    if (!s.heap)
        return false;
    p->steps_left = (uint64_t)STEPS_PER_EDGE * (p->input->dag->edges.count + 64ull);
    s.merged = true;
    for (int round = 0; round < ROUNDS && s.merged; round++)
        if (!run_round(&s))
            return false;
    return true;
}
