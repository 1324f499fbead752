/* In: load and store ops. Out: bytes that render passes move, and what no plan can avoid.
 * Promise: LOAD, STORE and resolve targets count texels × bytes of the aspect × samples × layers;
 * everything else counts nothing (FORMAT, "Traffic"). O(attachments + cells of all uses). */
#include "life/life.h"

static void count_attachment(const life_input *input, life_result *out, const life_attachment *a,
                             uint32_t view_mask)
{
    const affinity_view *view = &input->affinity->views.data[a->view];
    fusor_aspects aspects = input->tables->model->resources[view->resource].aspects;
    for (fusor_aspects aspect = 1; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1) {
        bool stencil = aspect == FUSOR_ASPECT_STENCIL;
        if (!(aspects & aspect) || a->memoryless)
            continue;
        uint64_t bytes = affinity_view_bytes(input->affinity, view, aspect, view_mask);
        if ((stencil ? a->stencil_load : a->load) == FUSOR_LOAD_OP_LOAD)
            out->load_bytes += bytes;
        if ((stencil ? a->stencil_store : a->store) == FUSOR_STORE_OP_STORE)
            out->store_bytes += bytes;
    }
}

void life_count_groups(const life_input *input, life_result *out)
{
    for (uint32_t g = 0; g < input->fuse->group_count; g++) {
        uint32_t first = input->fuse->members[input->fuse->groups[g].members.first];
        fusor_slice slice = out->groups[g].attachments;
        for (uint32_t i = 0; i < slice.count; i++)
            count_attachment(input, out, &out->attachments.data[slice.first + i],
                             input->tables->model->passes[first].desc->view_mask);
    }
}

/* The floor: contents that go from an attachment to anything else must be stored once, contents that
 * come from anything else into an attachment must be loaded once. */
typedef struct floor_state {
    const life_input *input;
    uint32_t *writer; /* by cell: 1 + the touch that wrote it as an attachment, 0: something else */
    uint8_t *valid;
    uint32_t *use_touch;      /* by use: 1 + touch */
    uint8_t *stored, *loaded; /* by view: aspects counted */
    uint64_t bytes;
} floor_state;

static void count_once(floor_state *s, uint8_t *seen, uint32_t touch, fusor_aspects aspects)
{
    const affinity_touch *t = &s->input->affinity->touches[touch];
    const affinity_view *view = &s->input->affinity->views.data[t->view];
    uint32_t pass = s->input->tables->uses[t->use].pass;
    uint32_t view_mask = s->input->tables->model->passes[pass].desc->view_mask;
    for (fusor_aspects aspect = 1; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1) {
        if (!(aspects & aspect) || (seen[t->view] & aspect))
            continue;
        seen[t->view] |= (uint8_t)aspect;
        s->bytes += affinity_view_bytes(s->input->affinity, view, aspect, view_mask);
    }
}

/* A resolve writes both aspects of a depth image; only those that are needed are stored. */
static fusor_aspects aspects_of_cell(const floor_state *s, uint32_t resource, uint32_t cell)
{
    const depend_grid *grid = &s->input->tables->grids[resource];
    bool is_image = s->input->tables->model->resources[resource].is_image;
    return depend_cell_region(grid, is_image, (cell - grid->first_cell) % grid->cell_count).aspects;
}

static void floor_read(floor_state *s, uint32_t index)
{
    const graph_use *use = &s->input->tables->uses[index];
    depend_box box = depend_cells(s->input->tables, use->resource, use->previous, &use->region);
    uint32_t cell;
    while (depend_next(&box, &cell)) {
        if (use->attachment && !s->writer[cell] && s->valid[cell])
            count_once(s, s->loaded, s->use_touch[index] - 1, use->region.aspects);
        else if (!use->attachment && s->writer[cell])
            count_once(s, s->stored, s->writer[cell] - 1, aspects_of_cell(s, use->resource, cell));
    }
}

static void floor_write(floor_state *s, uint32_t index)
{
    const graph_use *use = &s->input->tables->uses[index];
    depend_box box = depend_cells(s->input->tables, use->resource, use->previous, &use->region);
    uint32_t cell;
    while (depend_next(&box, &cell)) {
        s->writer[cell] = use->attachment ? s->use_touch[index] : 0;
        s->valid[cell] = 1;
    }
}

static void floor_pass(floor_state *s, uint32_t pass)
{
    fusor_slice uses = s->input->tables->model->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
        if (s->input->tables->uses[i].reads)
            floor_read(s, i);
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
        if (s->input->tables->uses[i].writes)
            floor_write(s, i);
}

static void floor_end(floor_state *s)
{
    const graph_model *model = s->input->tables->model;
    for (uint32_t r = 0; r < model->resource_count; r++) {
        const depend_grid *grid = &s->input->tables->grids[r];
        for (uint32_t i = 0; graph_needed_at_end(&model->resources[r], 0) && i < grid->cell_count;
             i++) {
            uint32_t cell = grid->first_cell + i;
            if (s->writer[cell])
                count_once(s, s->stored, s->writer[cell] - 1, aspects_of_cell(s, r, cell));
        }
    }
}

static bool start_floor(floor_state *s, base_arena *arena)
{
    const depend_tables *tables = s->input->tables;
    s->writer = BASE_NEW(arena, uint32_t, tables->cell_count);
    s->valid = BASE_NEW(arena, uint8_t, tables->cell_count);
    s->use_touch = BASE_NEW(arena, uint32_t, tables->use_count);
    s->stored = BASE_NEW(arena, uint8_t, s->input->affinity->views.count);
    s->loaded = BASE_NEW(arena, uint8_t, s->input->affinity->views.count);
    if (!s->writer || !s->valid || !s->use_touch || !s->stored || !s->loaded)
        return false;
    for (uint32_t i = 0; i < s->input->affinity->touch_first[tables->model->pass_count]; i++)
        s->use_touch[s->input->affinity->touches[i].use] = i + 1;
    for (uint32_t r = 0; r < tables->model->resource_count; r++) {
        const graph_resource *resource = &tables->model->resources[r];
        const depend_grid *grid = &tables->grids[r];
        bool first = resource->lifetime == FUSOR_LIFETIME_PERSISTENT ||
                     (resource->lifetime == FUSOR_LIFETIME_IMPORTED &&
                      resource->import.initial.state != FUSOR_STATE_UNDEFINED);
        for (uint32_t i = 0; i < grid->cell_count * resource->slots; i++)
            s->valid[grid->first_cell + i] = first || i >= grid->cell_count;
    }
    return true;
}

bool life_count_traffic(const life_input *input, base_arena *arena, life_result *out)
{
    floor_state s = {.input = input};
    life_count_groups(input, out);
    if (!start_floor(&s, arena))
        return false;
    for (uint32_t i = 0; i < input->order->pass_count; i++)
        floor_pass(&s, input->order->passes[i]);
    floor_end(&s);
    out->floor_bytes = s.bytes;
    return true;
}
