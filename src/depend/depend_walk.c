/* In: uses by cell, in declared order. Out: one edge for each ordered pair of passes with a hazard.
 * Promise: a read sees the latest earlier write of each cell; writers wait for readers; readers do not
 * wait for each other; concurrent writers do not either. O(Σ cells of all uses + edges). */
#include "depend/depend.h"

/* What happened to one cell so far: lists of uses (indices of nodes). */
typedef struct cell_state {
    uint32_t writers, readers;
    uint32_t
        before; /* what the current writers had to wait for: concurrent joiners wait for it too */
    bool valid; /* has contents */
    bool concurrent; /* all writers are */
} cell_state;

typedef struct walk {
    depend_tables *tables;
    const uint8_t *live;
    base_diags *diags;
    base_arena *arena;
    depend_dag *dag;
    cell_state *cells;
    uint32_t *edge_of; /* by source pass: 1 + the edge to the current pass, if it was made */
    bool out_of_memory;
    BASE_VEC(uint32_t) bad_reads;
} walk;

static bool starts_valid(const graph_resource *r, uint32_t previous)
{
    return previous > 0 || r->lifetime == FUSOR_LIFETIME_PERSISTENT ||
           r->host == FUSOR_HOST_WRITE ||
           (r->lifetime == FUSOR_LIFETIME_IMPORTED &&
            r->import.initial.state != FUSOR_STATE_UNDEFINED);
}

static bool start_cells(walk *w)
{
    const graph_model *model = w->tables->model;
    w->cells = BASE_NEW(w->arena, cell_state, w->tables->cell_count);
    if (!w->cells)
        return false;
    for (uint32_t i = 0; i < w->tables->cell_count; i++)
        w->cells[i] = (cell_state){FUSOR_NONE, FUSOR_NONE, FUSOR_NONE, false, false};
    for (uint32_t r = 0; r < model->resource_count; r++) {
        const depend_grid *grid = &w->tables->grids[r];
        for (uint32_t p = 0; p < model->resources[r].slots; p++)
            for (uint32_t i = 0; i < grid->cell_count; i++)
                w->cells[grid->first_cell + p * grid->cell_count + i].valid =
                    starts_valid(&model->resources[r], p);
    }
    return true;
}

static void push_node(walk *w, uint32_t *list, uint32_t use)
{
    depend_node *node = BASE_PUSH(w->arena, &w->dag->nodes);
    if (!node) {
        w->out_of_memory = true;
        return;
    }
    *node = (depend_node){use, *list};
    *list = w->dag->nodes.count - 1;
}

static bool same_view(const graph_use *a, const graph_use *b)
{
    return a->region.mips.first == b->region.mips.first &&
           a->region.layers.first == b->region.layers.first &&
           a->region.layers.count == b->region.layers.count;
}

/* Two hazards at the same pixel of the same attachment may stay in one render pass. */
static fusor_break_reasons hazard_breaks(const graph_use *a, const graph_use *b)
{
    if (!b->attachment)
        return b->writes ? FUSOR_BREAK_NON_LOCAL_WRITE : FUSOR_BREAK_NON_LOCAL_READ;
    if (!a->attachment)
        return a->writes ? FUSOR_BREAK_NON_LOCAL_WRITE : FUSOR_BREAK_NON_LOCAL_READ;
    return same_view(a, b) ? 0 : FUSOR_BREAK_NON_LOCAL_READ;
}

static depend_edge *edge_between(walk *w, uint32_t src, uint32_t dst)
{
    if (w->edge_of[src]) {
        depend_edge *edge = &w->dag->edges.data[w->edge_of[src] - 1];
        if (edge->dst == dst)
            return edge;
    }
    depend_edge *edge = BASE_PUSH(w->arena, &w->dag->edges);
    if (!edge) {
        w->out_of_memory = true;
        return NULL;
    }
    *edge =
        (depend_edge){.src = src, .dst = dst, .resource = FUSOR_NONE, .break_resource = FUSOR_NONE};
    w->edge_of[src] = w->dag->edges.count;
    return edge;
}

static void add_hazard(walk *w, uint32_t from, uint32_t to, depend_kinds kinds)
{
    const graph_use *a = &w->tables->uses[from], *b = &w->tables->uses[to];
    if (a->pass == b->pass)
        return;
    depend_edge *edge = edge_between(w, a->pass, b->pass);
    if (!edge)
        return;
    fusor_break_reasons breaks = hazard_breaks(a, b);
    edge->kinds |= kinds;
    if (edge->resource == FUSOR_NONE)
        edge->resource = b->resource;
    if (breaks && edge->break_resource == FUSOR_NONE)
        edge->break_resource = b->resource;
    edge->breaks |= breaks;
}

static void add_hazards(walk *w, uint32_t list, uint32_t to, depend_kinds kinds)
{
    for (; list != FUSOR_NONE; list = w->dag->nodes.data[list].next)
        add_hazard(w, w->dag->nodes.data[list].use, to, kinds);
}

static void read_cell(walk *w, uint32_t use, uint32_t index)
{
    cell_state *cell = &w->cells[index];
    add_hazards(w, cell->writers, use, DEPEND_FLOW | DEPEND_RAW);
    if (cell->writers == FUSOR_NONE)
        w->dag->reads_initial[use] = 1;
    push_node(w, &cell->readers, use);
}

static void move_list(walk *w, uint32_t *into, uint32_t list)
{
    for (; list != FUSOR_NONE; list = w->dag->nodes.data[list].next)
        push_node(w, into, w->dag->nodes.data[list].use);
}

static void wait_for_writers(walk *w, uint32_t use, uint32_t list)
{
    const graph_use *u = &w->tables->uses[use];
    for (; list != FUSOR_NONE; list = w->dag->nodes.data[list].next) {
        uint32_t from = w->dag->nodes.data[list].use;
        bool wrote = w->tables->uses[from].writes || w->tables->uses[from].transitions;
        add_hazard(w, from, use,
                   !wrote          ? (depend_kinds)DEPEND_WAR
                   : u->overwrites ? (depend_kinds)DEPEND_WAW
                                   : (depend_kinds)(DEPEND_WAW | DEPEND_FLOW));
    }
}

static void write_cell(walk *w, uint32_t use, uint32_t index)
{
    const graph_use *u = &w->tables->uses[use];
    cell_state *cell = &w->cells[index];
    if (cell->valid && !u->overwrites && cell->writers == FUSOR_NONE)
        w->dag->reads_initial[use] = 1;
    if (u->concurrent && cell->concurrent && cell->readers == FUSOR_NONE) {
        wait_for_writers(w, use, cell->before);
    } else {
        uint32_t before = FUSOR_NONE;
        wait_for_writers(w, use, cell->writers);
        wait_for_writers(w, use, cell->readers);
        move_list(w, &before, cell->writers);
        move_list(w, &before, cell->readers);
        *cell = (cell_state){FUSOR_NONE, FUSOR_NONE, before, false, u->concurrent};
    }
    push_node(w, &cell->writers, use);
    cell->valid = true;
}

/* Whether some, and whether all cells of a use have contents. */
static void ask_valid(const walk *w, const graph_use *use, bool *some, bool *all)
{
    depend_box box = depend_cells(w->tables, use->resource, use->previous, &use->region);
    uint32_t cell;
    *some = false;
    *all = true;
    while (depend_next(&box, &cell)) {
        *some = *some || w->cells[cell].valid;
        *all = *all && w->cells[cell].valid;
    }
}

static bool aspect_is_named(const graph_use *use)
{
    return use->load != FUSOR_LOAD_AUTO || !use->writes;
}

/* FORMAT: an aspect without a load word that nobody wrote before is not used by the pass, if the
 * other aspect is. */
static bool is_unused_aspect(const walk *w, uint32_t index)
{
    const graph_use *use = &w->tables->uses[index];
    const graph_pass *pass = &w->tables->model->passes[use->pass];
    if (use->as != FUSOR_USE_DEPTH_STENCIL)
        return false;
    if (use->region.aspects == FUSOR_ASPECT_STENCIL)
        return index > pass->uses.first && w->tables->uses[index - 1].as == FUSOR_USE_DEPTH_STENCIL;
    uint32_t next = index + 1;
    return next < pass->uses.first + pass->uses.count &&
           w->tables->uses[next].as == FUSOR_USE_DEPTH_STENCIL &&
           aspect_is_named(&w->tables->uses[next]);
}

static void set_unused(graph_use *use)
{
    use->unused = true;
    use->reads = use->writes = use->overwrites = false;
    use->access = 0;
}

static void warn_undefined(walk *w, const graph_use *use)
{
    const char *pass = w->tables->model->passes[use->pass].name;
    const char *name = w->tables->model->resources[use->resource].name;
    base_diags_add(
        w->diags, FUSOR_DIAGNOSTIC_FIRST_WRITE_UNDEFINED, pass, name,
        "pass \"%s\" is the first to write \"%s\", with neither clear nor overwrite: what "
        "it does not write is undefined",
        pass, name);
}

/* Says what an absent load word means here, once, before the use takes effect. */
static void resolve_load(walk *w, uint32_t index)
{
    graph_use *use = &w->tables->uses[index];
    bool some, all;
    if (!use->writes || use->overwrites)
        return;
    bool is_load = use->as == FUSOR_USE_COLOR || use->as == FUSOR_USE_DEPTH_STENCIL;
    ask_valid(w, use, &some, &all);
    if (is_load && use->load != FUSOR_LOAD_AUTO) {
        if (!use->reads && !all) /* a part of fresh contents is cleared or overwritten */
            warn_undefined(w, use);
    } else if (is_load && some) {
        use->load = FUSOR_LOAD_LOAD;
    } else if (is_load && is_unused_aspect(w, index)) {
        set_unused(use);
    } else if (!some) {
        use->reads = false;
        use->overwrites = is_load && w->tables->model->passes[use->pass].area_is_full;
        if (is_load)
            use->access &=
                ~(FUSOR_ACCESS_COLOR_ATTACHMENT_READ | FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ);
        if (is_load)
            warn_undefined(w, use);
    }
}

static void check_read(walk *w, uint32_t index)
{
    const graph_use *use = &w->tables->uses[index];
    bool some, all;
    if (!use->reads || (use->as == FUSOR_USE_COLOR && use->load == FUSOR_LOAD_AUTO))
        return;
    ask_valid(w, use, &some, &all);
    /* An absent load word that found some contents loads them; the rest is undefined. */
    bool was_auto = use->attachment && use->writes && some &&
                    w->tables->model->uses.data[index].load == FUSOR_LOAD_AUTO;
    if (all || was_auto)
        return;
    uint32_t *slot = BASE_PUSH(w->arena, &w->bad_reads);
    if (slot)
        *slot = index;
    else
        w->out_of_memory = true;
}

static void walk_pass(walk *w, uint32_t pass)
{
    fusor_slice uses = w->tables->model->passes[pass].uses;
    for (int writing = 0; writing < 2; writing++) {
        for (uint32_t i = uses.first; i < uses.first + uses.count; i++) {
            const graph_use *use = &w->tables->uses[i];
            depend_box box = depend_cells(w->tables, use->resource, use->previous, &use->region);
            uint32_t cell;
            if (writing ? !use->writes && !use->transitions : !use->reads)
                continue;
            while (depend_next(&box, &cell)) {
                if (writing)
                    write_cell(w, i, cell);
                else
                    read_cell(w, i, cell);
            }
        }
    }
}

static void resolve_pass(walk *w, uint32_t pass)
{
    fusor_slice uses = w->tables->model->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
        resolve_load(w, i);
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
        check_read(w, i);
}

static bool keep_final_writers(walk *w)
{
    w->dag->final_writers = BASE_NEW(w->arena, uint32_t, w->tables->cell_count);
    for (uint32_t i = 0; w->dag->final_writers && i < w->tables->cell_count; i++)
        w->dag->final_writers[i] = w->cells[i].writers;
    return w->dag->final_writers != NULL;
}

fusor_result depend_build_dag(depend_tables *tables, const uint8_t *live, base_diags *diags,
                              depend_dag *out)
{
    const graph_model *model = tables->model;
    walk w = {.tables = tables, .live = live, .diags = diags, .arena = diags->arena, .dag = out};
    *out = (depend_dag){0};
    w.edge_of = BASE_NEW(w.arena, uint32_t, model->pass_count);
    out->reads_initial = BASE_NEW(w.arena, uint8_t, tables->use_count);
    if (!w.edge_of || !out->reads_initial || !start_cells(&w))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t pass = 0; pass < model->pass_count; pass++) {
        if (live && !live[pass])
            continue;
        if (!live)
            resolve_pass(&w, pass);
        walk_pass(&w, pass);
    }
    if (w.out_of_memory || !keep_final_writers(&w))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    fusor_result result = depend_finish_dag(model, live, diags, out);
    if (result == FUSOR_OK)
        depend_report_reads(tables, out, diags, (fusor_slice){0, w.bad_reads.count},
                            w.bad_reads.data);
    return result;
}
