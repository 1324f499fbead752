/* In: steps with their uses and ops. Out: one access a use, one an attachment, with exact scopes.
 * Promise: as a destination only what comes first is named, as a source only what comes last; what
 * lies between is ordered inside the group (Vulkan 1.3, "Render Pass Load/Store Operations": stages
 * and accesses of the ops). */
#include "life/life.h"

#define COLOR_OUT FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT
#define COLOR_READ FUSOR_ACCESS_COLOR_ATTACHMENT_READ
#define COLOR_WRITE FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE
#define DEPTH_READ FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ
#define DEPTH_WRITE FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE

static void add_scope(life_scope *scope, fusor_stages stages, fusor_access access)
{
    scope->stages |= stages;
    scope->access |= access;
}

static void add_load(life_access *access, fusor_load_op op, bool is_color)
{
    if (op == FUSOR_LOAD_OP_NONE)
        return;
    bool load = op == FUSOR_LOAD_OP_LOAD;
    access->reads = access->reads || load;
    access->writes = access->writes || !load;
    if (is_color)
        add_scope(&access->first, COLOR_OUT, load ? COLOR_READ : COLOR_WRITE);
    else
        add_scope(&access->first, FUSOR_STAGE_EARLY_FRAGMENT_TESTS,
                  load ? DEPTH_READ : DEPTH_WRITE);
    /* Whoever comes next waits for the op too: no member need run in its stage. */
    add_scope(&access->last, is_color ? COLOR_OUT : FUSOR_STAGE_EARLY_FRAGMENT_TESTS,
              load       ? 0
              : is_color ? COLOR_WRITE
                         : DEPTH_WRITE);
}

/* Of an aspect that nobody loads, the store op may be the first that happens to it. */
static void add_store(life_access *access, fusor_store_op op, bool is_color, fusor_load_op load)
{
    if (op == FUSOR_STORE_OP_NONE)
        return;
    fusor_stages stages = is_color ? COLOR_OUT : FUSOR_STAGE_LATE_FRAGMENT_TESTS;
    access->writes = true;
    add_scope(&access->last, stages, is_color ? COLOR_WRITE : DEPTH_WRITE);
    if (load == FUSOR_LOAD_OP_NONE)
        add_scope(&access->first, stages, is_color ? COLOR_WRITE : DEPTH_WRITE);
}

typedef struct access_state {
    const life_input *input;
    base_arena *arena;
    life_result *out;
} access_state;

/* Uses until the first write are the access's beginning; from the last write on, its end. */
static bool add_touches(access_state *s, uint32_t group, uint32_t attachment, life_access *access)
{
    const life_input *in = s->input;
    const fuse_group *fuse = &in->fuse->groups[group];
    bool begun = false;
    for (uint32_t m = 0; m < fuse->members.count; m++) {
        uint32_t pass = in->fuse->members[fuse->members.first + m];
        bool wrote = false, touched = false;
        life_scope all = {0, 0};
        for (uint32_t i = in->affinity->touch_first[pass]; i < in->affinity->touch_first[pass + 1];
             i++) {
            const graph_use *use = &in->tables->uses[in->affinity->touches[i].use];
            if (s->out->touch_attachment[i] != attachment)
                continue;
            touched = true;
            if (use->unused)
                continue;
            add_scope(&all, use->stages, use->access);
            wrote = wrote || use->writes;
            access->reads = access->reads || use->reads;
            if (use->resolve != FUSOR_NONE) /* the resolve reads its source */
                add_scope(&all, COLOR_OUT, COLOR_READ);
        }
        if (!touched)
            continue;
        uint32_t *slot = BASE_PUSH(s->arena, &s->out->pass_list);
        if (!slot)
            return false;
        *slot = pass;
        if (!begun)
            add_scope(&access->first, all.stages, all.access);
        if (wrote)
            access->last = (life_scope){0, 0};
        add_scope(&access->last, all.stages, all.access);
        begun = begun || wrote;
        access->writes = access->writes || wrote;
    }
    return true;
}

static bool add_attachment(access_state *s, uint32_t step, uint32_t group, uint32_t index)
{
    const life_attachment *a =
        &s->out->attachments.data[s->out->groups[group].attachments.first + index];
    const affinity_view *view = &s->input->affinity->views.data[a->view];
    fusor_aspects aspects = s->input->tables->model->resources[view->resource].aspects;
    bool is_color = aspects & FUSOR_ASPECT_COLOR;
    life_access access = {
        .step = step,
        .resource = view->resource,
        .previous = view->previous,
        .region = {.aspects = aspects, .mips = {view->mip, 1}, .layers = view->layers},
        .first_layout = a->first_layout,
        .last_layout = a->last_layout,
        .passes = {s->out->pass_list.count, 0}};
    if (!add_touches(s, group, index, &access))
        return false;
    access.passes.count = s->out->pass_list.count - access.passes.first;
    if (is_color || (aspects & FUSOR_ASPECT_DEPTH)) {
        add_load(&access, a->load, is_color);
        add_store(&access, a->store, is_color, a->load);
    }
    if (aspects & FUSOR_ASPECT_STENCIL) {
        add_load(&access, a->stencil_load, false);
        add_store(&access, a->stencil_store, false, a->stencil_load);
    }
    life_access *slot = BASE_PUSH(s->arena, &s->out->accesses);
    if (slot)
        *slot = access;
    return slot != NULL;
}

static bool add_plain_use(access_state *s, uint32_t step, uint32_t index)
{
    const graph_use *use = &s->input->tables->uses[index];
    fusor_layout layout = s->out->use_layouts[index];
    uint32_t *pass = BASE_PUSH(s->arena, &s->out->pass_list);
    life_access *access = BASE_PUSH(s->arena, &s->out->accesses);
    if (!pass || !access)
        return false;
    *pass = use->pass;
    s->out->use_layouts[index] = layout;
    *access = (life_access){.step = step,
                            .resource = use->resource,
                            .previous = use->previous,
                            .region = use->region,
                            .first = {use->stages, use->access},
                            .last = {use->stages, use->access},
                            .first_layout = layout,
                            .last_layout = layout == use->layout ? use->layout_after : layout,
                            .reads = use->reads,
                            .writes = use->writes || use->transitions,
                            .concurrent = use->concurrent,
                            .passes = {s->out->pass_list.count - 1, 1}};
    access->region.aspects = s->input->tables->model->resources[use->resource].aspects;
    return true;
}

static bool add_pass(access_state *s, uint32_t step, uint32_t pass)
{
    fusor_slice uses = s->input->tables->model->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
        if (!s->input->tables->uses[i].attachment && !add_plain_use(s, step, i))
            return false;
    return true;
}

/* One a use of those that run, one an attachment: not more. */
static uint32_t count_accesses(const life_input *input, const life_result *out)
{
    uint32_t count = out->attachments.count;
    for (uint32_t i = 0; i < input->tables->use_count; i++)
        count +=
            !input->tables->uses[i].attachment && input->cull->live[input->tables->uses[i].pass];
    return count;
}

bool life_add_accesses(const life_input *input, base_arena *arena, life_result *out)
{
    access_state s = {input, arena, out};
    uint32_t most = count_accesses(input, out);
    if (!life_settle_layouts(input, arena, out) || !BASE_RESERVE(arena, &out->accesses, most) ||
        !BASE_RESERVE(arena, &out->pass_list, most))
        return false;
    for (uint32_t step = 0; step < input->order->step_count; step++) {
        const order_step *o = &input->order->steps[step];
        uint32_t count;
        const uint32_t *passes = life_step_passes(input, step, &count);
        if (o->kind == FUSOR_STEP_GROUP)
            for (uint32_t i = 0; i < out->groups[o->index].attachments.count; i++)
                if (!add_attachment(&s, step, o->index, i))
                    return false;
        for (uint32_t i = 0; i < count; i++)
            if (!add_pass(&s, step, passes[i]))
                return false;
    }
    return true;
}
