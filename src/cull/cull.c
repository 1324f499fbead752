/* In: flow edges and final writers. Out: the passes that run, and why the others do not.
 * Promise: a pass runs iff what it does reaches an output, a side effect, an import that is kept, a
 * host read, or a later frame that somebody who runs reads. O(P + E + cells). */
#include "cull/cull.h"

typedef struct cull_state {
    const depend_tables *tables;
    const depend_dag *dag;
    cull_result *out;
    uint8_t *kept; /* by resource: its final contents are needed */
    uint32_t *stack, depth;
} cull_state;

static void mark(cull_state *s, uint32_t pass)
{
    if (s->out->live[pass])
        return;
    s->out->live[pass] = 1;
    s->out->live_count++;
    s->stack[s->depth++] = pass;
}

/* What is in the resource at the end of the frame is needed: its last writers run. */
static void keep(cull_state *s, uint32_t resource)
{
    const depend_grid *grid = &s->tables->grids[resource];
    if (s->kept[resource])
        return;
    s->kept[resource] = 1;
    for (uint32_t i = 0; i < grid->cell_count; i++) {
        uint32_t node = s->dag->final_writers[grid->first_cell + i];
        for (; node != FUSOR_NONE; node = s->dag->nodes.data[node].next)
            mark(s, s->tables->uses[s->dag->nodes.data[node].use].pass);
    }
}

static bool is_root(const graph_resource *r)
{
    return r->output || r->host == FUSOR_HOST_READ ||
           (r->lifetime == FUSOR_LIFETIME_IMPORTED && !r->import.discard);
}

static void mark_roots(cull_state *s)
{
    const graph_model *model = s->tables->model;
    for (uint32_t i = 0; i < model->pass_count; i++)
        if (model->passes[i].flags & FUSOR_PASS_SIDE_EFFECTS)
            mark(s, i);
    for (uint32_t r = 0; r < model->resource_count; r++)
        if (is_root(&model->resources[r]))
            keep(s, r);
}

/* A pass that runs needs its sources, and what a frame before left in histories and persistents. */
static void follow(cull_state *s, uint32_t pass)
{
    const graph_model *model = s->tables->model;
    fusor_slice uses = model->passes[pass].uses;
    for (uint32_t i = s->dag->pred_first[pass]; i < s->dag->pred_first[pass + 1]; i++) {
        const depend_edge *edge = &s->dag->edges.data[s->dag->pred[i]];
        if (edge->kinds & DEPEND_FLOW)
            mark(s, edge->src);
    }
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++) {
        const graph_use *use = &s->tables->uses[i];
        fusor_lifetime lifetime = model->resources[use->resource].lifetime;
        if (use->previous || (lifetime == FUSOR_LIFETIME_PERSISTENT && s->dag->reads_initial[i]))
            keep(s, use->resource);
    }
}

static bool writes_anything(const depend_tables *tables, const graph_pass *pass)
{
    for (uint32_t i = 0; i < pass->uses.count; i++)
        if (tables->uses[pass->uses.first + i].writes)
            return true;
    return false;
}

static fusor_cull_reason reason_of(const cull_state *s, uint32_t pass)
{
    bool overwritten = false;
    if (!writes_anything(s->tables, &s->tables->model->passes[pass]))
        return FUSOR_CULL_WRITES_NOTHING;
    for (uint32_t i = s->dag->succ_first[pass]; i < s->dag->succ_first[pass + 1]; i++) {
        depend_kinds kinds = s->dag->edges.data[s->dag->succ[i]].kinds;
        if (kinds & DEPEND_FLOW)
            return FUSOR_CULL_READERS_CULLED;
        overwritten = overwritten || (kinds & DEPEND_WAW);
    }
    return overwritten ? FUSOR_CULL_OVERWRITTEN : FUSOR_CULL_NO_READER;
}

fusor_result cull_passes(const depend_tables *tables, const depend_dag *dag, base_arena *arena,
                         cull_result *out)
{
    const graph_model *model = tables->model;
    cull_state s = {.tables = tables, .dag = dag, .out = out};
    *out = (cull_result){.pass_count = model->pass_count,
                         .live = BASE_NEW(arena, uint8_t, model->pass_count),
                         .reason = BASE_NEW(arena, fusor_cull_reason, model->pass_count)};
    s.kept = BASE_NEW(arena, uint8_t, model->resource_count);
    s.stack = BASE_NEW(arena, uint32_t, model->pass_count);
    if (!out->live || !out->reason || !s.kept || !s.stack)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    mark_roots(&s);
    while (s.depth)
        follow(&s, s.stack[--s.depth]);
    for (uint32_t i = 0; i < model->pass_count; i++)
        if (!out->live[i])
            out->reason[i] = reason_of(&s, i);
    return FUSOR_OK;
}
