/* In: accesses by step. Out: for each joined cell its accesses in step order, and whether contents from
 * before are needed there.
 * Promise: `live_in` is false exactly where an image may be left UNDEFINED: nothing valid was in any
 * aspect of it, or nothing valid is needed. Two walks: forward for validity, backward for need. */
#include "life/life.h"

typedef struct visit_state {
    const life_input *input;
    base_arena *arena;
    life_result *out;
    uint8_t *valid, *needed; /* by cell, aspects apart */
    uint32_t *step_first;    /* visits of a step: CSR */
} visit_state;

static bool starts_valid(const graph_resource *r, uint32_t previous)
{
    return previous > 0 || r->lifetime == FUSOR_LIFETIME_PERSISTENT ||
           r->host == FUSOR_HOST_WRITE ||
           (r->lifetime == FUSOR_LIFETIME_IMPORTED &&
            r->import.initial.state != FUSOR_STATE_UNDEFINED);
}

static void start_cells(visit_state *s)
{
    const graph_model *model = s->input->tables->model;
    for (uint32_t r = 0; r < model->resource_count; r++) {
        const depend_grid *grid = &s->input->tables->grids[r];
        for (uint32_t p = 0; p < model->resources[r].slots; p++) {
            uint32_t first = grid->first_cell + p * grid->cell_count;
            for (uint32_t i = 0; i < grid->cell_count; i++) {
                s->valid[first + i] = starts_valid(&model->resources[r], p);
                s->needed[first + i] = graph_needed_at_end(&model->resources[r], p);
            }
        }
    }
}

/* Any aspect of a joined cell. */
static bool any_plane(const visit_state *s, const uint8_t *flags, const life_access *access,
                      uint32_t index)
{
    const depend_grid *grid = &s->input->tables->grids[access->resource];
    uint32_t joined = life_joined_count(grid);
    uint32_t first = grid->first_cell + access->previous * grid->cell_count;
    for (uint32_t plane = 0; plane < grid->plane_count; plane++)
        if (flags[first + plane * joined + index])
            return true;
    return false;
}

static uint32_t joined_base(const visit_state *s, const life_access *access)
{
    return s->out->joined_first[access->resource] +
           access->previous * life_joined_count(&s->input->tables->grids[access->resource]);
}

static bool add_visits_of(visit_state *s, uint32_t index)
{
    const life_access *access = &s->out->accesses.data[index];
    const depend_grid *grid = &s->input->tables->grids[access->resource];
    fusor_region region = access->region;
    region.aspects = grid->planes[0]; /* one plane: the others lie alike */
    depend_box box = depend_cells(s->input->tables, access->resource, access->previous, &region);
    uint32_t cell, first = grid->first_cell + access->previous * grid->cell_count;
    while (depend_next(&box, &cell)) {
        life_visit *visit = BASE_PUSH(s->arena, &s->out->visits);
        if (!visit)
            return false;
        *visit = (life_visit){index, joined_base(s, access) + cell - first,
                              any_plane(s, s->valid, access, cell - first)};
    }
    return true;
}

static void set_cells(visit_state *s, uint8_t *flags, const graph_use *use, uint8_t value)
{
    depend_box box = depend_cells(s->input->tables, use->resource, use->previous, &use->region);
    uint32_t cell;
    while (depend_next(&box, &cell))
        flags[cell] = value;
}

static void wind_pass(visit_state *s, uint32_t pass)
{
    fusor_slice uses = s->input->tables->model->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
        if (s->input->tables->uses[i].writes)
            set_cells(s, s->valid, &s->input->tables->uses[i], 1);
}

static void unwind_pass(visit_state *s, uint32_t pass)
{
    const graph_use *uses = s->input->tables->uses;
    fusor_slice slice = s->input->tables->model->passes[pass].uses;
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++)
        if (uses[i].overwrites)
            set_cells(s, s->needed, &uses[i], 0);
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++)
        if (uses[i].reads || (uses[i].writes && !uses[i].overwrites))
            set_cells(s, s->needed, &uses[i], 1);
}

static bool walk_forward(visit_state *s)
{
    uint32_t access = 0;
    for (uint32_t step = 0; step < s->input->order->step_count; step++) {
        uint32_t count;
        const uint32_t *passes = life_step_passes(s->input, step, &count);
        s->step_first[step] = s->out->visits.count;
        for (; access < s->out->accesses.count && s->out->accesses.data[access].step == step;
             access++)
            if (!add_visits_of(s, access))
                return false;
        for (uint32_t i = 0; i < count; i++)
            wind_pass(s, passes[i]);
    }
    s->step_first[s->input->order->step_count] = s->out->visits.count;
    return true;
}

static void walk_backward(visit_state *s)
{
    for (uint32_t step = s->input->order->step_count; step-- > 0;) {
        uint32_t count;
        const uint32_t *passes = life_step_passes(s->input, step, &count);
        while (count-- > 0)
            unwind_pass(s, passes[count]);
        for (uint32_t v = s->step_first[step]; v < s->step_first[step + 1]; v++) {
            life_visit *visit = &s->out->visits.data[v];
            const life_access *access = &s->out->accesses.data[visit->access];
            visit->live_in = visit->live_in &&
                             any_plane(s, s->needed, access, visit->cell - joined_base(s, access));
        }
    }
}

static bool sort_by_cell(visit_state *s)
{
    life_result *out = s->out;
    out->cell_first = BASE_NEW(s->arena, uint32_t, (size_t)out->joined_count + 2);
    out->cell_visits = BASE_NEW(s->arena, uint32_t, out->visits.count);
    if (!out->cell_first || !out->cell_visits)
        return false;
    for (uint32_t v = 0; v < out->visits.count; v++)
        out->cell_first[out->visits.data[v].cell + 2]++;
    for (uint32_t c = 0; c < out->joined_count; c++)
        out->cell_first[c + 2] += out->cell_first[c + 1];
    for (uint32_t v = 0; v < out->visits.count; v++)
        out->cell_visits[out->cell_first[out->visits.data[v].cell + 1]++] = v;
    return true;
}

bool life_add_visits(const life_input *input, base_arena *arena, life_result *out)
{
    visit_state s = {.input = input, .arena = arena, .out = out};
    s.valid = BASE_NEW(arena, uint8_t, input->tables->cell_count);
    s.needed = BASE_NEW(arena, uint8_t, input->tables->cell_count);
    s.step_first = BASE_NEW(arena, uint32_t, (size_t)input->order->step_count + 1);
    if (!s.valid || !s.needed || !s.step_first ||
        !BASE_RESERVE(arena, &out->visits, out->accesses.count))
        return false;
    start_cells(&s);
    if (!walk_forward(&s))
        return false;
    walk_backward(&s);
    return sort_by_cell(&s);
}
