/* In: what the replay does. Out: nodes and edges, and a fault for each pair that does not hold.
 * Promise: each access is held against every earlier one of overlapping memory for which no later write of
 * the same cell stands. */
#include "audit/brute_memory.h"

#include <stdlib.h>

static bool is_near(const oracle_state *s, uint32_t resource, uint32_t cell)
{
    if (resource == FUSOR_NONE || s->resources[s->cells.data[cell].resource].plan_index == resource)
        return true;
    for (uint32_t c = 0; c < s->cells.count; c++)
        if (s->resources[s->cells.data[c].resource].plan_index == resource &&
            oracle_instances_overlap(s, c, cell))
            return true;
    return false;
}

static brute_memory *memory_of(oracle_state *s)
{
    brute_memory *m = s->memory;
    if (!m->about) {
        m->about = calloc(s->cells.count + 1, sizeof *m->about);
        m->nodes_of = calloc(s->cells.count + 1, sizeof *m->nodes_of);
        m->asked = calloc(s->cells.count + 1, sizeof *m->asked);
        m->cell_count = s->cells.count;
        if (!m->about || !m->nodes_of || !m->asked)
            abort();
        for (uint32_t c = 0; c < m->cell_count; c++)
            m->asked[c] = is_near(s, m->near, c);
    }
    return m;
}

/* ------------------------------------------------------------------------------ pairs */

/* Ordered without dependencies: a promise, one pass, rasterisation order, ops around their subpass. */
static bool is_exempt(const oracle_state *s, const brute_node *a, const brute_node *b)
{
    if ((a->concurrent && b->concurrent && a->frame == s->frame) || (b->caller && !a->event))
        return true;
    if (a->event != b->event)
        return false;
    if (a->pass == b->pass && a->pass != FUSOR_NONE && !a->op && !b->op)
        return true;
    return a->subpass == b->subpass && ((a->attachment && b->attachment) || a->op || b->op);
}

/* Somebody else wrote to the bytes behind `a`. */
static bool was_taken(const oracle_state *s, const brute_node *a)
{
    const brute_memory *m = s->memory;
    for (uint32_t i = (uint32_t)(a - m->nodes.data) + 1; i < m->nodes.count; i++)
        if (m->nodes.data[i].write && m->nodes.data[i].cell != a->cell &&
            oracle_cells_overlap(s, m->nodes.data[i].cell, a->cell))
            return true;
    return false;
}

static bool was_read(const oracle_state *s, const brute_node *a, const brute_node *b)
{
    const brute_memory *m = s->memory;
    const brute_list *own = &m->nodes_of[b->cell];
    for (uint32_t i = 0; i < own->count; i++) {
        const brute_node *n = &m->nodes.data[own->data[i]];
        if (!n->write && (n->event == b->event || n->event != a->event || !a->stage))
            return true;
    }
    return false;
}

/* A write need not see what somebody has read or replaced since: "Location-Ordered" asks for availability
 * alone between two writes. Where nobody did, validation asks for more. */
static bool must_see(const oracle_state *s, const brute_node *a, const brute_node *b)
{
    if (!a->write || a->cell != b->cell || !b->stage)
        return false;
    return !b->write || !(was_read(s, a, b) || was_taken(s, a));
}

static void check_pair(oracle_state *s, const brute_node *a, const brute_node *b, const char *what)
{
    bool sight = must_see(s, a, b);
    brute_end end = brute_follow(s, a, b, sight);
    bool seen = end.visible || !sight;
    if (end.ordered && (!a->write || end.available) && seen)
        return;
    oracle_fault(s,
                 "hazard: %s: %s of \"%s\" (stage %llx access %llx, %s) after \"%s\" (stage %llx "
                 "access %llx, %s)",
                 !end.ordered     ? "no path"
                 : !end.available ? "not available"
                                  : "not visible",
                 what, oracle_pass_name(s, b->pass), (unsigned long long)b->stage,
                 (unsigned long long)b->access, oracle_cell_name(s, b->cell),
                 oracle_pass_name(s, a->pass), (unsigned long long)a->stage,
                 (unsigned long long)a->access, oracle_cell_name(s, a->cell));
}

static void check_node(oracle_state *s, const brute_node *b, const char *what)
{
    const brute_memory *m = memory_of(s);
    for (uint32_t c = 0; m->asked[b->cell] && c < s->cells.count; c++) {
        if (!m->asked[c] || !m->nodes_of[c].count || !oracle_cells_overlap(s, c, b->cell))
            continue;
        for (uint32_t i = 0; i < m->nodes_of[c].count; i++) {
            const brute_node *a = &m->nodes.data[m->nodes_of[c].data[i]];
            if ((a->write || b->write) && (!b->stage || !is_exempt(s, a, b)))
                check_pair(s, a, b, what);
        }
    }
}

/* A write stands for what the cell had before, but for its own subpass and for those that it may overlap. */
static void supersede(oracle_state *s, const brute_node *by)
{
    brute_memory *m = memory_of(s);
    brute_list *list = &m->nodes_of[by->cell];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const brute_node *a = &m->nodes.data[list->data[i]];
        bool own = by->stage && a->event == by->event && a->subpass == by->subpass;
        bool promised = by->concurrent && a->concurrent && a->frame == s->frame;
        if (own || promised)
            list->data[kept++] = list->data[i];
    }
    list->count = kept;
}

static void push_node(oracle_state *s, const brute_node *node)
{
    brute_memory *m = memory_of(s);
    *ORACLE_PUSH(&m->nodes_of[node->cell]) = m->nodes.count;
    *ORACLE_PUSH(&m->nodes) = *node;
}

/* ------------------------------------------------------------------------------ accesses */

typedef void (*node_fn)(oracle_state *s, const brute_node *node, const char *what);

static void push_one(oracle_state *s, const brute_node *node, const char *what)
{
    (void)what;
    push_node(s, node);
}

/* One node for each stage and access type that can go together. */
static void each_node(oracle_state *s, const oracle_access *a, const char *what, node_fn visit)
{
    for (fusor_stages left = brute_spelled(a->stages); left; left &= left - 1) {
        fusor_stages stage = left & (~left + 1);
        for (fusor_access rest = brute_possible(stage, a->access); rest; rest &= rest - 1) {
            brute_node node = {.cell = a->cell,
                               .event = a->event,
                               .subpass = a->subpass,
                               .pass = a->pass,
                               .frame = s->frame,
                               .call = memory_of(s)->call,
                               .stage = stage,
                               .access = rest & (~rest + 1),
                               .concurrent = a->concurrent,
                               .attachment = a->attachment,
                               .op = a->op,
                               .caller = a->caller,
                               .in_all = (a->stages & FUSOR_STAGE_ALL_COMMANDS) != 0};
            node.write = brute_is_write(node.access);
            visit(s, &node, what);
        }
    }
}

static void access_cell(oracle_state *s, const oracle_access *a, const char *what)
{
    brute_node by = {.cell = a->cell,
                     .event = a->event,
                     .subpass = a->subpass,
                     .stage = a->stages,
                     .concurrent = a->concurrent};
    each_node(s, a, what, check_node);
    if (brute_is_write(a->access))
        supersede(s, &by);
    each_node(s, a, what, push_one);
}

static void came(oracle_state *s, uint32_t cell, fusor_stages stages, fusor_access access,
                 bool write)
{
    oracle_access a = {
        .cell = cell, .pass = FUSOR_NONE, .stages = stages, .access = access, .write = write};
    if (access) {
        each_node(s, &a, "", push_one);
        return;
    }
    for (fusor_stages left = brute_spelled(stages); left; left &= left - 1) {
        brute_node node = {.cell = cell,
                           .pass = FUSOR_NONE,
                           .frame = s->frame,
                           .call = memory_of(s)->call,
                           .stage = left & (~left + 1)};
        push_node(s, &node);
    }
}

/* ------------------------------------------------------------------------------ edges */

static brute_edge edge_of(oracle_state *s, const oracle_dependency *d)
{
    brute_edge e = {.src = d->src,
                    .dst = d->dst,
                    .everything = !d->cells,
                    .global = d->global,
                    .cell_count = d->cells ? d->cell_count : 0,
                    .call = memory_of(s)->call,
                    .event = d->event,
                    .from = d->from_subpass,
                    .to = d->to_subpass};
    e.cells = malloc((e.cell_count + 1) * sizeof *e.cells);
    if (!e.cells)
        abort();
    for (uint32_t i = 0; i < e.cell_count; i++)
        e.cells[i] = d->cells[i];
    brute_widen(&e);
    return e;
}

static void list_about(oracle_state *s, uint32_t edge)
{
    brute_memory *m = s->memory;
    for (uint32_t c = 0; c < s->cells.count; c++)
        if (m->asked[c] && brute_is_about(s, &m->edges.data[edge], c))
            *ORACLE_PUSH(&m->about[c]) = edge;
}

static void apply(oracle_state *s, const oracle_dependency *dependencies, uint32_t count)
{
    brute_memory *m = memory_of(s);
    for (uint32_t i = 0; i < count; i++) {
        brute_edge e = edge_of(s, &dependencies[i]);
        *ORACLE_PUSH(&m->edges) = e;
        list_about(s, m->edges.count - 1);
    }
    m->call++;
}

static void transition(oracle_state *s, uint32_t cell, const oracle_dependency *dependencies,
                       uint32_t count, const char *what)
{
    brute_node t = {.cell = cell,
                    .event = ++s->event,
                    .pass = FUSOR_NONE,
                    .frame = s->frame,
                    .call = memory_of(s)->call,
                    .write = true,
                    .edges = malloc((count + 1) * sizeof *t.edges),
                    .edge_count = count};
    if (!t.edges)
        abort();
    for (uint32_t i = 0; i < count; i++)
        t.edges[i] = edge_of(s, &dependencies[i]);
    check_node(s, &t, what);
    supersede(s, &t);
    push_node(s, &t);
}

/* ------------------------------------------------------------------------------ outside the frame */

static void forget(oracle_state *s, uint32_t cell)
{
    memory_of(s)->nodes_of[cell].count = 0;
}

/* As a transition would: available, and visible to that use in those stages. */
static void shown(oracle_state *s, uint32_t cell, fusor_stages stages, fusor_access access)
{
    brute_edge e = {.dst = {.stages = stages, .access = access},
                    .anybody = (stages & FUSOR_STAGE_ALL_COMMANDS) != 0,
                    .everything = true,
                    .call = memory_of(s)->call,
                    .from = FUSOR_NONE};
    brute_widen(&e);
    brute_node n = {.cell = cell,
                    .pass = FUSOR_NONE,
                    .frame = s->frame,
                    .call = e.call,
                    .write = true,
                    .edges = malloc(sizeof *n.edges),
                    .edge_count = 1};
    if (!n.edges)
        abort();
    n.edges[0] = e;
    push_node(s, &n);
    memory_of(s)->call++;
}

/* The next submission's barrier, of which the scope is the source, leads to a use of everything. */
static void leave(oracle_state *s, uint32_t cell, const fusor_scope *scope, const char *what)
{
    brute_memory *m = memory_of(s);
    brute_edge e = {
        .src = *scope, .cells = &cell, .cell_count = 1, .call = m->call, .from = FUSOR_NONE};
    brute_node next = {.cell = cell,
                       .event = ++s->event,
                       .pass = FUSOR_NONE,
                       .call = m->call,
                       .write = true,
                       .edges = &e,
                       .edge_count = 1};
    brute_widen(&e);
    for (uint32_t i = 0; m->asked[cell] && i < m->nodes_of[cell].count; i++) {
        const brute_node *a = &m->nodes.data[m->nodes_of[cell].data[i]];
        if (a->stage != FUSOR_STAGE_HOST)
            check_pair(s, a, &next, what);
    }
}

static void end_frame(oracle_state *s)
{
    brute_memory *m = memory_of(s);
    for (uint32_t c = 0; c < s->cells.count; c++) {
        brute_list *list = &m->nodes_of[c];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < list->count; i++)
            if (m->nodes.data[list->data[i]].stage != FUSOR_STAGE_HOST)
                list->data[kept++] = list->data[i];
        list->count = kept;
    }
}

void brute_finish(brute_memory *m)
{
    for (uint32_t c = 0; c < m->cell_count; c++) {
        free(m->nodes_of[c].data);
        free(m->about[c].data);
    }
    for (uint32_t i = 0; i < m->nodes.count; i++) {
        for (uint32_t k = 0; k < m->nodes.data[i].edge_count; k++)
            free(m->nodes.data[i].edges[k].cells);
        free(m->nodes.data[i].edges);
    }
    for (uint32_t i = 0; i < m->edges.count; i++)
        free(m->edges.data[i].cells);
    free(m->asked);
    free(m->nodes_of);
    free(m->about);
    free(m->nodes.data);
    free(m->edges.data);
    free(m->path.data);
    free(m->reach.data);
}

const oracle_model brute_model = {access_cell, apply, transition, forget,
                                  came,        shown, leave,      end_frame};
