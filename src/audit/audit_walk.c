/* In: uses by cell, in declared order. Out: flows of contents, or the edges between passes that run.
 * Promise: writers that promise not to overlap wait for whom the first of them waited, not for each other.
 * O(cells of all uses + what is found). */
#include "audit/audit_walk.h"

bool audit_walk_init(audit_walk *w, audit *a)
{
    *w = (audit_walk){.a = a};
    w->cells = BASE_NEW(a->arena, audit_cell_walk, a->cells.count);
    w->flow_first = BASE_NEW(a->arena, uint32_t, a->pass_count);
    w->last_after = BASE_NEW(a->arena, uint32_t, a->pass_count);
    w->reads_start = BASE_NEW(a->arena, uint8_t, a->uses.count);
    return w->cells && w->flow_first && w->last_after && w->reads_start;
}

static bool push_node(audit_walk *w, uint32_t *list, uint32_t use)
{
    audit_node *slot = BASE_PUSH(w->a->arena, &w->nodes);
    if (!slot)
        return audit_no_memory(w->a);
    *slot = (audit_node){use, *list};
    *list = w->nodes.count;
    return true;
}

static bool copy_list(audit_walk *w, uint32_t from, uint32_t *to)
{
    for (; from; from = audit_node_at(w->nodes.data, from)->next)
        if (!push_node(w, to, audit_node_at(w->nodes.data, from)->use))
            return false;
    return true;
}

static bool add_edge(audit_walk *w, uint32_t before, uint32_t after, uint32_t cell)
{
    if (before == after || w->last_after[before] == after + 1)
        return true;
    audit_edge *edge = BASE_PUSH(w->a->arena, &w->a->edges);
    if (!edge)
        return audit_no_memory(w->a);
    *edge = (audit_edge){before, after, cell, false};
    w->last_after[before] = after + 1;
    return true;
}

static bool add_flow(audit_walk *w, uint32_t pass, uint32_t source)
{
    if (pass == source)
        return true;
    if (w->flow_first[pass] && audit_node_at(w->flows.data, w->flow_first[pass])->use == source)
        return true;
    audit_node *slot = BASE_PUSH(w->a->arena, &w->flows);
    if (!slot)
        return audit_no_memory(w->a);
    *slot = (audit_node){source, w->flow_first[pass]};
    w->flow_first[pass] = w->flows.count;
    return true;
}

/* Edges to everyone in a list; or flows, if contents are taken over from those who write. */
static bool wait_for(audit_walk *w, uint32_t list, uint32_t pass, uint32_t cell, bool flow)
{
    for (; list; list = audit_node_at(w->nodes.data, list)->next) {
        const audit_use *other = &w->a->uses.data[audit_node_at(w->nodes.data, list)->use];
        if (w->edges ? !add_edge(w, other->pass, pass, cell)
                     : flow && other->writes && !add_flow(w, pass, other->pass))
            return false;
    }
    return true;
}

bool audit_walk_read(audit_walk *w, uint32_t index, uint32_t cell)
{
    audit_cell_walk *c = &w->cells[cell];
    w->reads_start[index] = w->reads_start[index] || !c->writers;
    return wait_for(w, c->writers, w->a->uses.data[index].pass, cell, true) &&
           push_node(w, &c->readers, index);
}

bool audit_walk_write(audit_walk *w, uint32_t index, uint32_t cell)
{
    const audit_use *use = &w->a->uses.data[index];
    audit_cell_walk *c = &w->cells[cell];
    bool takes_over = !use->overwrites && !(use->clears && !use->partial);
    if (takes_over && !c->writers)
        w->reads_start[index] = 1;
    if (use->concurrent && c->concurrent && !c->readers) {
        if (!wait_for(w, c->before, use->pass, cell, takes_over))
            return false;
    } else {
        if (!wait_for(w, c->writers, use->pass, cell, takes_over) ||
            !wait_for(w, c->readers, use->pass, cell, false))
            return false;
        uint32_t before = 0;
        if (use->concurrent &&
            !(copy_list(w, c->writers, &before) && copy_list(w, c->readers, &before)))
            return false;
        *c = (audit_cell_walk){0, 0, before, use->concurrent};
    }
    return push_node(w, &c->writers, index);
}

/* ------------------------------------------------------------------------------ edges */

static bool walk_use(audit_walk *w, uint32_t index, bool writes)
{
    audit *a = w->a;
    const audit_use *use = &a->uses.data[index];
    audit_box box =
        audit_cells(a, use->resource, audit_slot(a, use->resource, use->previous), &use->region);
    uint32_t cell;
    if (!(writes ? use->writes : use->reads))
        return true;
    while (audit_next(&box, &cell))
        if (!(writes ? audit_walk_write(w, index, cell) : audit_walk_read(w, index, cell)))
            return false;
    return true;
}

static bool walk_pass(audit_walk *w, uint32_t pass)
{
    for (int writes = 0; writes < 2; writes++)
        for (uint32_t u = w->a->first_use[pass]; u < w->a->first_use[pass + 1]; u++)
            if (!walk_use(w, u, writes))
                return false;
    return true;
}

static bool add_manual_edges(audit *a)
{
    for (uint32_t i = 0; i < fusor_graph_edge_count(a->graph); i++) {
        fusor_pass ends[2];
        fusor_graph_get_edge(a->graph, i, ends);
        if (ends[0].id - 1u >= a->pass_count || ends[1].id - 1u >= a->pass_count) {
            a->bad_graph = true;
            return false;
        }
        audit_edge *edge = BASE_PUSH(a->arena, &a->edges);
        if (!edge)
            return audit_no_memory(a);
        *edge = (audit_edge){ends[0].id - 1, ends[1].id - 1, FUSOR_NONE, true};
    }
    return true;
}

bool audit_find_edges(audit *a)
{
    audit_walk w;
    if (!audit_walk_init(&w, a))
        return audit_no_memory(a);
    w.edges = true;
    for (uint32_t p = 0; p < a->pass_count; p++)
        if (a->runs[p] && !walk_pass(&w, p))
            return false;
    return add_manual_edges(a);
}
