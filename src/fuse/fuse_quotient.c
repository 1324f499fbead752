/* In: groups, the edges of their members, two of them. Out: whether their union would close a cycle.
 * Promise: only groups with places between the two are visited (Pearce and Kelly, "A dynamic topological
 * sort algorithm for directed acyclic graphs", 2007): a way leads from smaller places to larger ones. */
#include "fuse/fuse_quotient.h"

#include "base/base_sort.h"

typedef struct search {
    fuse_partition *p;
    bool back; /* against the edges */
    uint32_t from, to;
    uint32_t count; /* of stack: all groups found, in the order of finding */
} search;

static bool lies_between(const search *s, uint32_t group)
{
    const uint32_t *place = s->p->place;
    return s->back ? place[group] > place[s->to] : place[group] < place[s->to];
}

/* Adds the groups that a group's edges lead to; straight edges from `from` to `to` do not count. */
static bool visit(search *s, uint32_t group)
{
    fuse_partition *p = s->p;
    const depend_dag *dag = p->input->dag;
    const uint32_t *rows = s->back ? dag->pred : dag->succ;
    const uint32_t *first = s->back ? dag->pred_first : dag->succ_first;
    for (uint32_t m = p->groups[group].first; m != FUSOR_NONE; m = p->next[m]) {
        for (uint32_t i = first[m]; i < first[m + 1]; i++) {
            const depend_edge *edge = &dag->edges.data[rows[i]];
            uint32_t target = p->group_of[s->back ? edge->src : edge->dst];
            p->steps_left -= p->steps_left != 0;
            if (target == s->to && group != s->from) {
                p->parent[target] = group;
                return true;
            }
            if (target == group || p->stamp[target] == p->stamp_now || !lies_between(s, target))
                continue;
            p->stamp[target] = p->stamp_now;
            p->parent[target] = group;
            p->stack[s->count++] = target;
        }
    }
    return false;
}

/* True when it comes to `to`; else p->stack holds all groups between the places that it found. */
static bool run(search *s)
{
    s->p->stamp_now++;
    s->p->stamp[s->from] = s->p->stamp_now;
    if (visit(s, s->from))
        return true;
    for (uint32_t i = 0; i < s->count; i++)
        if (visit(s, s->p->stack[i]))
            return true;
    return false;
}

static fusor_break_reasons reason_of_way(const fuse_partition *p, uint32_t from, uint32_t to)
{
    fusor_break_reasons reason = FUSOR_BREAK_WOULD_CYCLE;
    for (uint32_t g = p->parent[to]; g != from; g = p->parent[g]) {
        const graph_pass *pass = &p->input->tables->model->passes[g];
        if (pass->flags & FUSOR_PASS_BRIDGE)
            return FUSOR_BREAK_BRIDGE_READS_OPEN;
        if (pass->kind != FUSOR_PASS_RASTER)
            reason = FUSOR_BREAK_COMPUTE_BETWEEN;
    }
    return reason;
}

/* A search begins at the smaller group: it looks at the edges of all its members. */
fusor_break_reasons fuse_quotient_way(fuse_partition *p, uint32_t x, uint32_t y)
{
    bool x_first = p->place[x] < p->place[y];
    uint32_t low = x_first ? x : y, high = x_first ? y : x;
    bool back = p->groups[high].size < p->groups[low].size;
    search s = {.p = p, .back = back, .from = back ? high : low, .to = back ? low : high};
    if (!p->steps_left)
        return FUSOR_BREAK_WOULD_CYCLE; /* never said: only `full` has a limit */
    return run(&s) ? reason_of_way(p, s.from, s.to) : 0;
}

/* Groups behind a group that are none of the stamped ones, and not too far. True: it leads to one of those. */
static bool visit_around(fuse_partition *p, uint32_t group, uint32_t end, bool inside,
                         uint32_t *count)
{
    const depend_dag *dag = p->input->dag;
    for (uint32_t m = p->groups[group].first; m != FUSOR_NONE; m = p->next[m])
        for (uint32_t i = dag->succ_first[m]; i < dag->succ_first[m + 1]; i++) {
            uint32_t target = p->group_of[dag->edges.data[dag->succ[i]].dst];
            if (p->stamp[target] == p->stamp_now && !inside)
                return true;
            if (p->stamp[target] >= p->stamp_now || p->place[target] >= end)
                continue;
            p->stamp[target] = p->stamp_now + 1;
            p->stack[(*count)++] = target;
        }
    return false;
}

bool fuse_quotient_way_around(fuse_partition *p, const uint32_t *passes, uint32_t count)
{
    uint32_t found = 0, end = 0;
    p->stamp_now += 2;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t group = p->group_of[passes[i]];
        p->stamp[group] = p->stamp_now;
        end = p->place[group] > end ? p->place[group] : end;
    }
    for (uint32_t i = 0; i < count; i++)
        (void)visit_around(p, p->group_of[passes[i]], end, true, &found);
    for (uint32_t i = 0; i < found; i++)
        if (visit_around(p, p->stack[i], end, false, &found)) {
            p->stamp_now++;
            return true;
        }
    p->stamp_now++;
    return false;
}

/* ------------------------------------------------------------------------------ places */

static int compare_places(const void *a, const void *b)
{
    const fuse_placed *x = a, *y = b;
    return (x->place > y->place) - (x->place < y->place);
}

static void sort_places(fuse_partition *p, fuse_placed *list, uint32_t count)
{
    if (count > 1)
        base_sort_in(p->placed_room, (base_list){list, count, sizeof *list}, compare_places);
}

/* The groups between two places that lead from, or to, one of them. */
static uint32_t gather(fuse_partition *p, uint32_t from, uint32_t to, bool back, fuse_placed *out)
{
    search s = {.p = p, .back = back, .from = from, .to = to};
    (void)run(&s);
    for (uint32_t i = 0; i < s.count; i++)
        out[i] = (fuse_placed){p->place[p->stack[i]], p->stack[i]};
    sort_places(p, out, s.count);
    return s.count;
}

/* Shares out the places of all that moves: what comes before the union, the union, what comes after. */
static void share_places(fuse_partition *p, uint32_t x, uint32_t count_before, uint32_t count)
{
    fuse_placed *moved = p->placed, *pool = p->placed + count;
    for (uint32_t i = 0; i < count; i++)
        pool[i] = moved[i];
    sort_places(p, pool, count);
    for (uint32_t i = 0; i < count; i++)
        p->place[moved[i].group] = pool[i].place;
    p->place[x] = pool[count_before].place;
}

void fuse_quotient_join(fuse_partition *p, uint32_t x, uint32_t y)
{
    bool x_first = p->place[x] < p->place[y];
    uint32_t low = x_first ? x : y, high = x_first ? y : x;
    bool back = p->groups[high].size < p->groups[low].size;
    uint32_t near = back ? high : low, far = back ? low : high;
    /* Nothing between hangs on one of them: it goes where the other one is. */
    if (!gather(p, near, far, back, p->placed)) {
        p->place[x] = p->place[far];
        return;
    }
    if (!gather(p, far, near, !back, p->placed)) {
        p->place[x] = p->place[near];
        return;
    }
    uint32_t before = gather(p, high, low, true, p->placed);
    p->placed[before] = (fuse_placed){p->place[low], low};
    p->placed[before + 1] = (fuse_placed){p->place[high], high};
    uint32_t after = gather(p, low, high, false, p->placed + before + 2);
    share_places(p, x, before, before + 2 + after);
}
