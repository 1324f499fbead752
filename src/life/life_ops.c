/* In: attachments of groups in order. Out: load and store op of each, by aspect.
 * Promise: CLEAR or DONT_CARE only at the first use of contents that nobody needs, DONT_CARE at the end
 * only where nothing after the group needs them (DESIGN §3, Load/store). A backward walk over cells. */
#include "life/life.h"

typedef struct ops_state {
    const life_input *input;
    life_result *out;
    uint8_t *needed; /* by cell (aspects apart): something later needs what is in it now */
} ops_state;

static void start_needed(ops_state *s)
{
    const graph_model *model = s->input->tables->model;
    for (uint32_t r = 0; r < model->resource_count; r++) {
        const depend_grid *grid = &s->input->tables->grids[r];
        for (uint32_t p = 0; p < model->resources[r].slots; p++)
            for (uint32_t i = 0; i < grid->cell_count; i++)
                s->needed[grid->first_cell + p * grid->cell_count + i] =
                    graph_needed_at_end(&model->resources[r], p);
    }
}

static bool any_needed(const ops_state *s, const affinity_view *view, fusor_aspects aspect)
{
    fusor_region region = {.aspects = aspect, .mips = {view->mip, 1}, .layers = view->layers};
    depend_box box = depend_cells(s->input->tables, view->resource, view->previous, &region);
    uint32_t cell;
    while (depend_next(&box, &cell))
        if (s->needed[cell])
            return true;
    return false;
}

static void set_needed(ops_state *s, const graph_use *use, uint8_t value)
{
    depend_box box = depend_cells(s->input->tables, use->resource, use->previous, &use->region);
    uint32_t cell;
    while (depend_next(&box, &cell))
        s->needed[cell] = value;
}

/* Backwards through one pass: its writes come after its reads. */
static void unwind_pass(ops_state *s, uint32_t pass)
{
    fusor_slice uses = s->input->tables->model->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
        if (s->input->tables->uses[i].overwrites)
            set_needed(s, &s->input->tables->uses[i], 0);
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++) {
        const graph_use *use = &s->input->tables->uses[i];
        if (use->reads || (use->writes && !use->overwrites))
            set_needed(s, use, 1);
    }
}

/* What the members do with one aspect of one attachment. */
typedef struct aspect_life {
    uint32_t first_use; /* FUSOR_NONE: nobody touches it */
    bool written, needed_after;
} aspect_life;

static aspect_life aspect_of(const ops_state *s, uint32_t group, uint32_t attachment,
                             fusor_aspects aspect)
{
    const life_input *in = s->input;
    const fuse_group *fuse = &in->fuse->groups[group];
    aspect_life life = {FUSOR_NONE, false, false};
    for (uint32_t m = 0; m < fuse->members.count; m++) {
        uint32_t pass = in->fuse->members[fuse->members.first + m];
        for (uint32_t i = in->affinity->touch_first[pass]; i < in->affinity->touch_first[pass + 1];
             i++) {
            const graph_use *use = &in->tables->uses[in->affinity->touches[i].use];
            if (s->out->touch_attachment[i] != attachment || !(use->region.aspects & aspect) ||
                use->unused)
                continue;
            if (life.first_use == FUSOR_NONE)
                life.first_use = in->affinity->touches[i].use;
            life.written = life.written || use->writes;
        }
    }
    return life;
}

static fusor_load_op load_op(const ops_state *s, const aspect_life *life)
{
    if (life->first_use == FUSOR_NONE)
        return !life->needed_after                       ? FUSOR_LOAD_OP_DONT_CARE
               : s->input->device->features.load_op_none ? FUSOR_LOAD_OP_NONE
                                                         : FUSOR_LOAD_OP_LOAD;
    const graph_use *use = &s->input->tables->uses[life->first_use];
    if (use->load == FUSOR_LOAD_CLEAR)
        return FUSOR_LOAD_OP_CLEAR;
    return use->reads ? FUSOR_LOAD_OP_LOAD : FUSOR_LOAD_OP_DONT_CARE;
}

static fusor_store_op store_op(const ops_state *s, const aspect_life *life)
{
    bool touched = life->first_use != FUSOR_NONE;
    bool none = s->input->device->features.store_op_none;
    if (!life->written && none && (touched || life->needed_after))
        return FUSOR_STORE_OP_NONE;
    return life->needed_after ? FUSOR_STORE_OP_STORE : FUSOR_STORE_OP_DONT_CARE;
}

static void set_attachment_ops(ops_state *s, uint32_t group, uint32_t index)
{
    life_attachment *a = &s->out->attachments.data[s->out->groups[group].attachments.first + index];
    const affinity_view *view = &s->input->affinity->views.data[a->view];
    fusor_aspects aspects = s->input->tables->model->resources[view->resource].aspects;
    a->load = a->stencil_load = FUSOR_LOAD_OP_DONT_CARE;
    a->store = a->stencil_store = FUSOR_STORE_OP_DONT_CARE;
    for (fusor_aspects aspect = 1; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1) {
        if (!(aspects & aspect))
            continue;
        aspect_life life = aspect_of(s, group, index, aspect);
        bool stencil = aspect == FUSOR_ASPECT_STENCIL;
        life.needed_after = any_needed(s, view, aspect);
        *(stencil ? &a->stencil_load : &a->load) = load_op(s, &life);
        *(stencil ? &a->stencil_store : &a->store) = store_op(s, &life);
        *(stencil ? &a->clear_stencil_use : &a->clear_use) = life.first_use;
    }
}

bool life_set_ops(const life_input *input, base_arena *arena, life_result *out)
{
    ops_state s = {.input = input, .out = out};
    s.needed = BASE_NEW(arena, uint8_t, input->tables->cell_count);
    if (!s.needed)
        return false;
    start_needed(&s);
    for (uint32_t step = input->order->step_count; step-- > 0;) {
        const order_step *o = &input->order->steps[step];
        uint32_t count;
        const uint32_t *passes = life_step_passes(input, step, &count);
        if (o->kind == FUSOR_STEP_GROUP)
            for (uint32_t i = 0; i < out->groups[o->index].attachments.count; i++)
                set_attachment_ops(&s, o->index, i);
        while (count-- > 0)
            unwind_pass(&s, passes[count]);
    }
    return true;
}
