/* In: uses by cell in declared order; what a group does with a view. Out: bytes that it loads and stores.
 * Promise: what life finds later (DESIGN §3, Load/store): a first use that reads loads; what was written
 * and is needed outside the group is stored. O(cells of the view × (log uses + readers inside)). */
#include "fuse/fuse_cost.h"

static const graph_use *use_of(const fuse_cost *cost, uint32_t touch)
{
    return &cost->input->tables->uses[cost->input->affinity->touches[touch].use];
}

/* Images that somebody attaches. */
static uint8_t *find_attached(const fuse_input *input, base_arena *arena)
{
    uint8_t *attached = BASE_NEW(arena, uint8_t, input->tables->model->resource_count);
    for (uint32_t i = 0; attached && i < input->affinity->views.count; i++)
        attached[input->affinity->views.data[i].resource] = 1;
    return attached;
}

/* Counts the events of each cell, or fills them in: `event_first` moves from each cell's begin to its end. */
static void walk_uses(fuse_cost *cost, const uint8_t *attached, bool fill)
{
    const depend_tables *tables = cost->input->tables;
    for (uint32_t i = 0; i < tables->use_count; i++) {
        const graph_use *use = &tables->uses[i];
        uint32_t cell;
        if (!attached[use->resource] || !cost->input->cull->live[use->pass] ||
            (!use->reads && !use->writes))
            continue;
        depend_box box = depend_cells(tables, use->resource, use->previous, &use->region);
        while (depend_next(&box, &cell)) {
            if (fill)
                cost->events[cost->event_first[cell + 1]++] = i;
            else
                cost->event_first[cell + 2]++;
        }
    }
}

bool fuse_cost_init(const fuse_input *input, base_arena *arena, fuse_cost *out)
{
    uint32_t cells = input->tables->cell_count;
    uint8_t *attached = find_attached(input, arena);
    *out = (fuse_cost){.input = input, .event_first = BASE_NEW(arena, uint32_t, cells + 2)};
    if (!attached || !out->event_first)
        return false;
    walk_uses(out, attached, false);
    for (uint32_t i = 0; i < cells; i++)
        out->event_first[i + 2] += out->event_first[i + 1];
    out->events = BASE_NEW(arena, uint32_t, out->event_first[cells + 1]);
    if (out->events)
        walk_uses(out, attached, true);
    return out->events != NULL;
}

fuse_span fuse_span_of_touch(const fuse_cost *cost, uint32_t touch)
{
    const graph_use *use = use_of(cost, touch);
    fuse_span span = {.view = cost->input->affinity->touches[touch].view,
                      .first = {FUSOR_NONE, FUSOR_NONE},
                      .last_write = {FUSOR_NONE, FUSOR_NONE}};
    int aspect = use->region.aspects == FUSOR_ASPECT_STENCIL;
    if (!use->unused)
        span.first[aspect] = touch;
    if (use->writes)
        span.last_write[aspect] = touch;
    return span;
}

/* Touches of one pass keep their order. */
static bool comes_first(const fuse_cost *cost, uint32_t a, uint32_t b)
{
    const uint32_t *rank = cost->input->dag->rank;
    uint32_t x = use_of(cost, a)->pass, y = use_of(cost, b)->pass;
    return x == y ? a < b : rank[x] < rank[y];
}

void fuse_span_join(const fuse_cost *cost, fuse_span *span, const fuse_span *other)
{
    for (int i = 0; i < 2; i++) {
        if (span->first[i] == FUSOR_NONE ||
            (other->first[i] != FUSOR_NONE && comes_first(cost, other->first[i], span->first[i])))
            span->first[i] = other->first[i];
        if (span->last_write[i] == FUSOR_NONE ||
            (other->last_write[i] != FUSOR_NONE &&
             comes_first(cost, span->last_write[i], other->last_write[i])))
            span->last_write[i] = other->last_write[i];
    }
}

/* The first event of a cell behind a use. */
static uint32_t event_after(const fuse_cost *cost, uint32_t cell, uint32_t use)
{
    uint32_t low = cost->event_first[cell], high = cost->event_first[cell + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cost->events[middle] <= use)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_needed_in_cell(const fuse_cost *cost, uint32_t cell, uint32_t use,
                              const fuse_members *members)
{
    const graph_use *uses = cost->input->tables->uses;
    for (uint32_t i = event_after(cost, cell, use); i < cost->event_first[cell + 1]; i++) {
        const graph_use *event = &uses[cost->events[i]];
        uint32_t label = members->label[event->pass];
        if (label != members->a && label != members->b)
            return event->reads || !event->overwrites;
    }
    return graph_needed_at_end(&cost->input->tables->model->resources[uses[use].resource],
                               uses[use].previous);
}

static bool is_needed_after(const fuse_cost *cost, uint32_t touch, const fuse_members *members)
{
    const graph_use *use = use_of(cost, touch);
    depend_box box = depend_cells(cost->input->tables, use->resource, use->previous, &use->region);
    uint32_t cell;
    while (depend_next(&box, &cell))
        if (is_needed_in_cell(cost, cell, cost->input->affinity->touches[touch].use, members))
            return true;
    return false;
}

uint64_t fuse_span_bytes(const fuse_cost *cost, const fuse_span *span, const fuse_members *members)
{
    const fuse_input *input = cost->input;
    uint64_t bytes = 0;
    for (int i = 0; i < 2; i++) {
        if (span->first[i] == FUSOR_NONE)
            continue;
        const graph_use *first = use_of(cost, span->first[i]);
        bool wrote = span->last_write[i] != FUSOR_NONE;
        uint32_t last = wrote ? span->last_write[i] : span->first[i];
        bool loads = first->load != FUSOR_LOAD_CLEAR && first->reads;
        bool stores = (wrote || !input->device->features.store_op_none) &&
                      is_needed_after(cost, last, members);
        bytes += (uint64_t)(loads + stores) *
                 affinity_view_bytes(input->affinity, &input->affinity->views.data[span->view],
                                     first->region.aspects,
                                     input->tables->model->passes[first->pass].desc->view_mask);
    }
    return bytes;
}
