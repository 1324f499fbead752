/* In: accesses, dependencies and layout transitions in recorded order. Out: pairs that nothing orders.
 * Promise: Vulkan 1.3, "Execution and Memory Dependencies", as it is written: a path of dependencies is
 * looked for between each two nodes that conflict, with a memory scope at its begin and one behind it.
 * O(pairs × dependencies² about their memory, up to the first that shows what is asked). */
#include "audit/brute_memory.h"

#include <stdlib.h>

/* ------------------------------------------------------------------------------ which memory */

static bool same_instance(const oracle_state *s, uint32_t a, uint32_t b)
{
    const oracle_cell *x = &s->cells.data[a], *y = &s->cells.data[b];
    return x->resource == y->resource && x->slot == y->slot;
}

/* It names the cell, or somebody else on the bytes of the resource. */
bool brute_is_about(const oracle_state *s, const brute_edge *e, uint32_t cell)
{
    for (uint32_t i = 0; i < e->cell_count; i++) {
        uint32_t named = e->cells[i];
        if (named == cell ||
            (!same_instance(s, named, cell) && oracle_instances_overlap(s, named, cell)))
            return true;
    }
    return e->everything;
}

static bool is_image(const oracle_state *s, uint32_t cell)
{
    return s->resources[s->cells.data[cell].resource].is_image;
}

/* The bytes of `from` that are those of `to` as well are all in what the edge names; its cells are in order.
 * An image's texels may lie anywhere in its bytes: some of them are enough. */
static bool covers_bytes(const oracle_state *s, const brute_edge *e, uint32_t from, uint32_t to)
{
    bool whole = !is_image(s, from) && !is_image(s, to), some = false;
    uint64_t at, end, other_begin, other_end, begin;
    oracle_cell_bytes(s, from, &at, &end);
    oracle_cell_bytes(s, to, &other_begin, &other_end);
    at = other_begin > at ? other_begin : at;
    end = other_end < end ? other_end : end;
    for (uint32_t i = 0; i < e->cell_count; i++) {
        if (!oracle_instances_overlap(s, e->cells[i], from))
            continue;
        oracle_cell_bytes(s, e->cells[i], &begin, &other_end);
        some = some || (begin < end && at < other_end);
        at = begin <= at && at < other_end && whole ? other_end : at;
    }
    return whole ? at >= end : some;
}

/* Barriers of another image or buffer on the same bytes make nothing available to the cell itself: they hand
 * the memory over. */
static bool shows(const oracle_state *s, const brute_edge *e, uint32_t from, uint32_t to)
{
    bool handed_over = e->global || !same_instance(s, from, to);
    for (uint32_t i = 0; i < e->cell_count; i++)
        if (e->cells[i] == from)
            return true;
    return e->everything || (handed_over && e->cell_count && brute_is_about(s, e, from) &&
                             !same_instance(s, e->cells[0], from) && covers_bytes(s, e, from, to));
}

/* ------------------------------------------------------------------------------ edges */

void brute_widen(brute_edge *e)
{
    e->before = brute_earlier(e->src.stages);
    e->after = brute_later(e->dst.stages);
}

static bool holds_first(const brute_edge *e, const brute_node *n)
{
    bool here = e->from == FUSOR_NONE || (n->event == e->event && n->subpass == e->from);
    return n->call <= e->call && here && (n->stage & e->before);
}

static bool holds_second(const brute_edge *e, const brute_node *n)
{
    bool here = e->from == FUSOR_NONE || (n->event == e->event && n->subpass == e->to);
    bool meant = !e->anybody || n->in_all;
    return e->call < n->call && here && meant && (n->stage & e->after);
}

/* The second scope of the first and the first scope of the second meet: in a stage, and in commands. */
static bool meet(const brute_edge *a, const brute_edge *b)
{
    bool both_inside = a->from != FUSOR_NONE && b->from != FUSOR_NONE;
    bool commands = !both_inside || (a->event == b->event && a->to == b->from);
    return a->call < b->call && commands && (a->after & b->before);
}

static bool makes_available(const brute_edge *e, const brute_node *n)
{
    return (n->stage & brute_spelled(e->src.stages)) && brute_names(e->src.access, n->access);
}

static bool makes_visible(const brute_edge *e, const brute_node *n)
{
    return (n->stage & brute_spelled(e->dst.stages)) && brute_names(e->dst.access, n->access);
}

/* ------------------------------------------------------------------------------ paths */

/* How far a node's effect got along each edge of the list. */
typedef struct walk {
    brute_memory *m;
    const oracle_state *s;
    const brute_node *from;
    uint32_t to_cell;
    bool sight; /* it has to be visible, too */
} walk;

/* What a transition's own edges carry starts there; what anybody else did starts in their first scope. */
static brute_reach start(const walk *w, const brute_edge *e)
{
    brute_reach r = {false, false};
    if (!w->from->stage || !holds_first(e, w->from))
        return r;
    r.ordered = true;
    r.available = makes_available(e, w->from) && shows(w->s, e, w->from->cell, w->to_cell);
    return r;
}

static brute_reach reach_edge(const walk *w, const brute_edge *e, uint32_t count)
{
    brute_reach r = start(w, e);
    for (uint32_t k = 0; k < w->from->edge_count; k++) {
        bool on = meet(&w->from->edges[k], e);
        r.ordered = r.ordered || on;
        r.available = r.available || on;
    }
    for (uint32_t k = 0; k < count && !(r.ordered && r.available); k++) {
        const brute_reach *before = &w->m->reach.data[k];
        if (!before->ordered || !meet(&w->m->edges.data[w->m->path.data[k]], e))
            continue;
        r.ordered = true;
        r.available = r.available || before->available;
    }
    return r;
}

static void add_end(brute_end *end, const brute_reach *r, bool visible)
{
    end->ordered = end->ordered || r->ordered;
    end->available = end->available || r->available;
    end->visible = end->visible || (r->available && visible);
}

static bool is_enough(const walk *w, const brute_end *end)
{
    return end->ordered && (end->available || !w->from->write) && (end->visible || !w->sight);
}

static bool is_listed(const brute_list *list, uint32_t edge)
{
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->data[middle] < edge)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list->count && list->data[low] == edge;
}

/* What one more edge of a path shows an access. */
static void pass_edge(const walk *w, const brute_edge *e, const brute_reach *r,
                      const brute_node *to, brute_end *end)
{
    if (to->stage && holds_second(e, to))
        add_end(end, r, makes_visible(e, to) && shows(w->s, e, w->from->cell, to->cell));
}

/* All edges about the memory of both that come behind `from`, with what reaches them, until it is enough:
 * what was found is never lost again. */
static void walk_from(const walk *w, const brute_node *to, brute_end *end)
{
    brute_memory *m = w->m;
    const brute_list *list = &m->about[w->from->cell];
    uint32_t first = list->count;
    while (first && m->edges.data[list->data[first - 1]].call >= w->from->call)
        first--;
    m->path.count = m->reach.count = 0;
    for (uint32_t i = first; i < list->count && !is_enough(w, end); i++) {
        const brute_edge *e = &m->edges.data[list->data[i]];
        if (!is_listed(&m->about[w->to_cell], list->data[i]))
            continue;
        brute_reach r = reach_edge(w, e, m->path.count);
        *ORACLE_PUSH(&m->path) = list->data[i];
        *ORACLE_PUSH(&m->reach) = r;
        pass_edge(w, e, &r, to, end);
    }
}

/* An end inside a transition: its own edges are the last of each path. */
static void end_in_transition(const walk *w, const brute_node *to, brute_end *end)
{
    for (uint32_t k = 0; k < to->edge_count; k++) {
        brute_reach r = reach_edge(w, &to->edges[k], w->m->path.count);
        add_end(end, &r, true);
    }
}

/* What a transition's own edges carry is there before any other. */
static void start_in_transition(const walk *w, const brute_node *to, brute_end *end)
{
    const brute_reach whole = {true, true};
    for (uint32_t k = 0; to->stage && k < w->from->edge_count; k++)
        if (holds_second(&w->from->edges[k], to))
            add_end(end, &whole, makes_visible(&w->from->edges[k], to));
}

brute_end brute_follow(oracle_state *s, const brute_node *from, const brute_node *to, bool sight)
{
    walk w = {s->memory, s, from, to->cell, sight};
    brute_end end = {false, false, false};
    start_in_transition(&w, to, &end);
    walk_from(&w, to, &end);
    if (!to->stage)
        end_in_transition(&w, to, &end);
    return end;
}
