/* In: uses by cell, in declared order. Out: the contents that every read sees, over all frames, and
 * which passes must run.
 * Promise: the declared order itself, run one pass after another, is the only truth (FORMAT, "Order of
 * passes"). O(frames × cells of all uses + flows). */
#include "audit/audit_walk.h"

#include <string.h>

/* ------------------------------------------------------------------------------ contents */

uint64_t audit_mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ 0x5bf03635d1a2b6c9ull) * 0x9e3779b97f4a7c15ull + b;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    return x ? x : 1;
}

uint64_t audit_color_token(const double color[4])
{
    uint64_t token = 2;
    for (int i = 0; i < 4; i++) {
        double value = color[i] + 0.0; /* -0.0 is 0.0 */
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        token = audit_mix(token, bits);
    }
    return token;
}

uint64_t audit_depth_token(double depth, uint32_t stencil, fusor_aspects aspect)
{
    double color[4] = {aspect == FUSOR_ASPECT_STENCIL ? stencil : depth};
    return audit_color_token(color);
}

uint64_t audit_written(const audit *a, const audit_use *use, uint64_t before)
{
    uint64_t own = audit_mix(audit_mix(3, use->pass), a->frame);
    if (use->overwrites)
        return own;
    if (use->concurrent)
        return before + own; /* in any order */
    return audit_mix(before, own);
}

static bool is_kept(const audit_resource *r)
{
    return r->lifetime == FUSOR_LIFETIME_PERSISTENT || r->lifetime == FUSOR_LIFETIME_HISTORY;
}

uint64_t audit_start_token(const audit *a, uint32_t index, uint64_t before)
{
    const audit_cell *cell = &a->cells.data[index];
    const audit_resource *r = &a->resources[cell->resource];
    if (r->host == FUSOR_HOST_WRITE)
        return audit_mix(audit_mix(4, index), r->host_shared ? 0 : a->frame);
    if (r->lifetime == FUSOR_LIFETIME_IMPORTED)
        return r->import->initial.state == FUSOR_STATE_UNDEFINED ? 0 : audit_mix(5, index);
    if (r->lifetime == FUSOR_LIFETIME_HISTORY && cell->slot == a->frame % r->slots)
        return 0; /* as old as there are slots: nobody's any more */
    if (is_kept(r))
        return a->frame ? before : audit_mix(6, index);
    return r->host == FUSOR_HOST_READ && r->host_shared && a->frame ? before : 0;
}

/* ------------------------------------------------------------------------------ load words */

static bool any_valid(const audit *a, const audit_use *use)
{
    audit_box box = audit_cells(a, use->resource, audit_slot(a, use->resource, 0), &use->region);
    uint32_t cell;
    while (audit_next(&box, &cell))
        if (a->cells.data[cell].valid)
            return true;
    return false;
}

static bool is_depth_use(const audit *a, uint32_t index, uint32_t pass)
{
    return index >= a->first_use[pass] && index < a->first_use[pass + 1] &&
           a->uses.data[index].as == FUSOR_USE_DEPTH_STENCIL;
}

/* FORMAT: an aspect that no word names and nobody wrote is not used, where the other one is. */
static bool is_idle_aspect(const audit *a, uint32_t index)
{
    const audit_use *use = &a->uses.data[index];
    if (use->as != FUSOR_USE_DEPTH_STENCIL)
        return false;
    if (use->region.aspects == FUSOR_ASPECT_STENCIL)
        return index && is_depth_use(a, index - 1, use->pass);
    return is_depth_use(a, index + 1, use->pass) &&
           (use[1].read_only || use[1].load != FUSOR_LOAD_AUTO);
}

static void settle(audit *a, uint32_t index)
{
    audit_use *use = &a->uses.data[index];
    bool attached = use->as == FUSOR_USE_COLOR || use->as == FUSOR_USE_DEPTH_STENCIL;
    if (!attached || use->load != FUSOR_LOAD_AUTO || use->read_only || any_valid(a, use))
        return;
    use->reads = false;
    use->access = audit_writes(use->access);
    if (is_idle_aspect(a, index)) {
        use->unused = true;
        use->writes = false;
        use->access = 0;
    } else if (use->partial) {
        use->blind = true;
    } else {
        use->overwrites = true;
    }
}

/* ------------------------------------------------------------------------------ the run */

static void start_frame(audit *a)
{
    for (uint32_t i = 0; i < a->cells.count; i++) {
        audit_cell *cell = &a->cells.data[i];
        cell->token = audit_start_token(a, i, cell->token);
        cell->valid = cell->token != 0;
    }
}

static bool run_use(audit_walk *w, uint32_t index, bool writes)
{
    audit *a = w->a;
    const audit_use *use = &a->uses.data[index];
    audit_box box =
        audit_cells(a, use->resource, audit_slot(a, use->resource, use->previous), &use->region);
    uint32_t cell;
    for (uint32_t i = 0; audit_next(&box, &cell); i++) {
        audit_cell *c = &a->cells.data[cell];
        if (!writes && use->clears)
            c->token = use->partial ? audit_mix(c->token, use->clear) : use->clear;
        if (!writes && use->reads)
            a->seen[((size_t)use->first_seen + i) * a->frame_count + a->frame] = c->token;
        if (!writes && use->reads && !a->frame && !audit_walk_read(w, index, cell))
            return false;
        if (!writes || !use->writes)
            continue;
        if (!a->frame && !audit_walk_write(w, index, cell))
            return false;
        c->token = audit_written(a, use, c->token);
        c->valid = true;
    }
    return true;
}

/* A pass reads before it writes; what an attachment was cleared to is what it draws over. */
static bool run_pass(audit_walk *w, uint32_t pass)
{
    audit *a = w->a;
    for (uint32_t u = a->first_use[pass]; u < a->first_use[pass + 1]; u++) {
        if (!a->frame)
            settle(a, u);
        if (!run_use(w, u, false))
            return false;
    }
    for (uint32_t u = a->first_use[pass]; u < a->first_use[pass + 1]; u++)
        if (!run_use(w, u, true))
            return false;
    return true;
}

static bool make_room(audit *a, audit_walk *w)
{
    uint64_t seen = 0;
    for (uint32_t u = 0; u < a->uses.count; u++) {
        audit_use *use = &a->uses.data[u];
        audit_box box = audit_cells(a, use->resource, 0, &use->region);
        uint32_t cell;
        use->first_seen = (uint32_t)seen;
        use->cells = 0;
        while (audit_next(&box, &cell))
            use->cells++;
        seen += use->cells;
        if (seen * a->frame_count > UINT32_MAX)
            return audit_no_memory(a);
    }
    a->seen = BASE_NEW(a->arena, uint64_t, (size_t)seen * a->frame_count);
    a->ends = BASE_NEW(a->arena, uint64_t, (size_t)a->cells.count * a->frame_count);
    a->needed = BASE_NEW(a->arena, uint8_t, a->pass_count);
    if (a->seen && a->ends && a->needed && audit_walk_init(w, a))
        return true;
    audit_no_memory(a);
    return false;
}

/* ------------------------------------------------------------------------------ what must run */

typedef struct mark {
    audit_walk *w;
    uint32_t *stack, depth;
} mark;

static void need(mark *m, uint32_t pass)
{
    if (m->w->a->needed[pass])
        return;
    m->w->a->needed[pass] = 1;
    m->stack[m->depth++] = pass;
}

/* The contents at the end of the frame matter: whoever wrote them last must run. */
static void keep(mark *m, uint32_t resource)
{
    const audit_resource *r = &m->w->a->resources[resource];
    if (m->w->a->kept[resource])
        return;
    m->w->a->kept[resource] = 1;
    for (uint32_t i = 0; i < r->cell_count; i++)
        for (uint32_t list = m->w->cells[r->first_cell + i].writers; list;
             list = audit_node_at(m->w->nodes.data, list)->next)
            need(m, m->w->a->uses.data[audit_node_at(m->w->nodes.data, list)->use].pass);
}

static void follow(mark *m, uint32_t pass)
{
    audit *a = m->w->a;
    for (uint32_t list = m->w->flow_first[pass]; list;
         list = audit_node_at(m->w->flows.data, list)->next)
        need(m, audit_node_at(m->w->flows.data, list)->use);
    for (uint32_t u = a->first_use[pass]; u < a->first_use[pass + 1]; u++) {
        const audit_use *use = &a->uses.data[u];
        bool persists = a->resources[use->resource].lifetime == FUSOR_LIFETIME_PERSISTENT;
        if (use->previous || (persists && m->w->reads_start[u]))
            keep(m, use->resource);
    }
}

static bool is_root(const audit_resource *r)
{
    return r->output || r->host == FUSOR_HOST_READ ||
           (r->lifetime == FUSOR_LIFETIME_IMPORTED && !r->import->discard);
}

static bool find_needed(audit_walk *w)
{
    audit *a = w->a;
    mark m = {.w = w};
    m.stack = BASE_NEW(a->arena, uint32_t, a->pass_count);
    a->kept = BASE_NEW(a->arena, uint8_t, a->resource_count);
    if (!m.stack || !a->kept)
        return audit_no_memory(a);
    for (uint32_t p = 0; p < a->pass_count; p++)
        if (fusor_graph_get_pass(a->graph, (fusor_pass){p + 1})->flags & FUSOR_PASS_SIDE_EFFECTS)
            need(&m, p);
    for (uint32_t r = 0; r < a->resource_count; r++)
        if (is_root(&a->resources[r]))
            keep(&m, r);
    while (m.depth)
        follow(&m, m.stack[--m.depth]);
    return true;
}

bool audit_declare(audit *a)
{
    audit_walk w = {.a = a};
    if (!make_room(a, &w))
        return false;
    for (a->frame = 0; a->frame < a->frame_count; a->frame++) {
        start_frame(a);
        for (uint32_t p = 0; p < a->pass_count; p++)
            if (!run_pass(&w, p))
                return false;
        for (uint32_t i = 0; i < a->cells.count; i++)
            a->ends[(size_t)i * a->frame_count + a->frame] = a->cells.data[i].token;
    }
    a->frame = 0;
    for (uint32_t i = 0; i < a->cells.count; i++)
        a->cells.data[i].token = 0;
    return find_needed(&w);
}
