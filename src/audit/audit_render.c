/* In: one render pass of the plan. Out: the first fault of what happens inside it.
 * Promise: load ops at the begin of the first subpass that uses an attachment, store ops at the end of
 * the last one, layouts change between subpasses only; contents live in a tile in between ("Render
 * Pass Load Operations", "Render Pass Store Operations", "Render Pass Multisample Resolve Operations"). */
#include "audit/audit.h"

#include "base/base_format.h"

typedef struct render {
    audit *a;
    const fusor_plan_group *g;
    uint32_t first_pass;
    bool partial;          /* the area is not the whole extent */
    uint32_t (*spans)[2];  /* by attachment: first and last subpass */
    fusor_layout *layouts; /* by attachment: now */
    uint8_t *wrote;        /* by attachment: aspects that members or clears wrote */
} render;

static const fusor_plan_attachment *attachment(const render *r, uint32_t i)
{
    return &r->a->plan->attachments[r->g->attachments.first + i];
}

static audit_box cells_of(const render *r, uint32_t i)
{
    const fusor_plan_attachment *t = attachment(r, i);
    uint32_t resource = r->a->resource_of[t->resource];
    fusor_region region = {.aspects = t->aspects, .mips = {t->mip, 1}, .layers = t->layers};
    return audit_cells(r->a, resource, audit_slot(r->a, resource, t->previous), &region);
}

static fusor_load_op load_of(const render *r, uint32_t i, fusor_aspects aspect)
{
    const fusor_plan_attachment *t = attachment(r, i);
    return aspect == FUSOR_ASPECT_STENCIL ? t->stencil_load : t->load;
}

static fusor_store_op store_of(const render *r, uint32_t i, fusor_aspects aspect)
{
    const fusor_plan_attachment *t = attachment(r, i);
    return aspect == FUSOR_ASPECT_STENCIL ? t->stencil_store : t->store;
}

static uint64_t clear_token(fusor_aspects aspect, const double color[4], double depth,
                            uint32_t stencil)
{
    return aspect == FUSOR_ASPECT_COLOR ? audit_color_token(color)
                                        : audit_depth_token(depth, stencil, aspect);
}

static bool refute_layout(const render *r, uint32_t cell, const char *what, fusor_layout layout)
{
    audit *a = r->a;
    fusor_audit_access pair[2] = {
        audit_about(a, a->cells.data[cell].writer, cell),
        audit_about(a, audit_now(a, FUSOR_AUDIT_ACTOR_LOAD_OP, r->first_pass), cell)};
    return audit_refute_pair(a, FUSOR_AUDIT_LAYOUT_MISMATCH, pair,
                             "frame %u, step %u: %s is in %s; the render pass of \"%s\" %s %s",
                             a->frame, a->step, audit_place_words(a, cell),
                             audit_layout_words(a->cells.data[cell].layout),
                             audit_pass_name(a, r->first_pass), what, audit_layout_words(layout));
}

/* ------------------------------------------------------------------------------ begin and end */

static void fill_tile(render *r, uint32_t i, uint32_t index)
{
    audit *a = r->a;
    audit_cell *c = &a->cells.data[index];
    const fusor_plan_attachment *t = attachment(r, i);
    fusor_load_op op = load_of(r, i, c->aspect);
    c->tile = c->token;
    c->dead = false;
    if (op == FUSOR_LOAD_OP_LOAD)
        return;
    if (op == FUSOR_LOAD_OP_CLEAR) {
        uint64_t clear = clear_token(c->aspect, t->clear, t->clear_depth, t->clear_stencil);
        c->tile = r->partial ? audit_mix(c->token, clear) : clear;
        c->writer = audit_now(a, FUSOR_AUDIT_ACTOR_LOAD_OP, r->first_pass);
    } else {
        c->dead = r->partial;
        c->tile = r->partial ? c->token : 0;
    }
    if (op != FUSOR_LOAD_OP_NONE)
        audit_lose(a, index, FUSOR_AUDIT_ACTOR_LOAD_OP, r->first_pass);
}

static bool begin_attachment(render *r, uint32_t i)
{
    audit *a = r->a;
    const fusor_plan_attachment *t = attachment(r, i);
    audit_box box = cells_of(r, i);
    uint32_t cell;
    while (audit_next(&box, &cell)) {
        audit_cell *c = &a->cells.data[cell];
        if (c->layout_known && c->layout != t->initial_layout)
            return refute_layout(r, cell, "begins with", t->initial_layout);
        c->layout_known = true;
        c->layout = t->initial_layout;
        c->touched = true;
        fill_tile(r, i, cell);
    }
    r->layouts[i] = t->initial_layout;
    return true;
}

static void empty_tile(render *r, uint32_t i, uint32_t index)
{
    audit *a = r->a;
    audit_cell *c = &a->cells.data[index];
    fusor_store_op op = store_of(r, i, c->aspect);
    bool wrote = r->wrote[i] & c->aspect;
    if (op == FUSOR_STORE_OP_STORE) {
        c->token = c->dead ? 0 : c->tile;
        if (!c->token && c->loser.kind == FUSOR_AUDIT_ACTOR_NONE)
            c->loser = audit_now(a, FUSOR_AUDIT_ACTOR_LOAD_OP, r->first_pass);
    } else if (op == FUSOR_STORE_OP_DONT_CARE || wrote) {
        audit_lose(a, index, FUSOR_AUDIT_ACTOR_STORE_OP, r->first_pass);
    }
    c->written = c->written || wrote || op == FUSOR_STORE_OP_STORE;
    if (wrote || op != FUSOR_STORE_OP_NONE)
        audit_spoil(a, index);
}

static bool end_attachment(render *r, uint32_t i)
{
    audit_box box = cells_of(r, i);
    uint32_t cell;
    while (audit_next(&box, &cell)) {
        empty_tile(r, i, cell);
        if (r->a->cells.data[cell].layout != attachment(r, i)->final_layout)
            return refute_layout(r, cell, "says that it ends with", attachment(r, i)->final_layout);
    }
    return true;
}

/* ------------------------------------------------------------------------------ ops */

static bool do_op(render *r, uint32_t cell, uint32_t subpass, fusor_audit_actor kind, bool writes)
{
    bool color = r->a->cells.data[cell].aspect == FUSOR_ASPECT_COLOR;
    bool begins = kind == FUSOR_AUDIT_ACTOR_LOAD_OP;
    audit_access access = {
        .cell = cell,
        .subpass = subpass,
        .actor = audit_now(r->a, kind, r->first_pass),
        .stages = color    ? FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT
                  : begins ? FUSOR_STAGE_EARLY_FRAGMENT_TESTS
                           : FUSOR_STAGE_LATE_FRAGMENT_TESTS,
        .access = audit_use_access(color ? FUSOR_USE_COLOR : FUSOR_USE_DEPTH_STENCIL, writes),
        .attachment = true,
        .op = true};
    return audit_do(r->a, &access);
}

static bool do_ops(render *r, uint32_t subpass, bool begins)
{
    for (uint32_t i = 0; i < r->g->attachments.count; i++) {
        audit_box box = cells_of(r, i);
        uint32_t cell;
        if (r->spans[i][begins ? 0 : 1] != subpass)
            continue;
        while (audit_next(&box, &cell)) {
            fusor_aspects aspect = r->a->cells.data[cell].aspect;
            fusor_load_op load = load_of(r, i, aspect);
            bool none =
                begins ? load == FUSOR_LOAD_OP_NONE : store_of(r, i, aspect) == FUSOR_STORE_OP_NONE;
            if (!none && !do_op(r, cell, subpass,
                                begins ? FUSOR_AUDIT_ACTOR_LOAD_OP : FUSOR_AUDIT_ACTOR_STORE_OP,
                                !begins || load != FUSOR_LOAD_OP_LOAD))
                return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------ subpasses */

/* A subpass dependency is about all that the render pass uses. */
static bool note_members(render *r)
{
    audit *a = r->a;
    for (uint32_t m = r->g->members.first; m < r->g->members.first + r->g->members.count; m++) {
        uint32_t pass = a->plan->members[m].pass;
        for (uint32_t u = a->first_use[pass]; u < a->first_use[pass + 1]; u++) {
            const audit_use *use = &a->uses.data[u];
            uint32_t instance = a->resources[use->resource].first_instance +
                                audit_slot(a, use->resource, use->previous);
            if (!audit_note_dependency(a, instance))
                return false;
        }
    }
    return true;
}

/* Those into a subpass: from others when it begins, from itself between its members (local reads). */
static bool log_dependencies(render *r, uint32_t subpass, bool inside, fusor_slice *out)
{
    audit *a = r->a;
    a->call++;
    out->first = a->log.count;
    for (uint32_t i = r->g->dependencies.first;
         i < r->g->dependencies.first + r->g->dependencies.count; i++) {
        const fusor_plan_dependency *d = &a->plan->dependencies[i];
        audit_dependency row = {.instance = FUSOR_NONE,
                                .event = a->event,
                                .from = d->from,
                                .to = d->to,
                                .by_region = d->by_region || d->view_local};
        if (d->to != subpass || (d->from == subpass) != inside)
            continue;
        if (!audit_push_dependency(a, &d->src, &d->dst, &row) || !note_members(r))
            return false;
    }
    out->count = a->log.count - out->first;
    return true;
}

static bool change_layout(render *r, uint32_t i, uint32_t subpass, fusor_layout layout,
                          fusor_slice dependencies)
{
    audit *a = r->a;
    audit_box box = cells_of(r, i);
    uint32_t cell;
    while (audit_next(&box, &cell)) {
        audit_cell *c = &a->cells.data[cell];
        if (r->spans[i][0] == subpass)
            return refute_layout(r, cell, "first uses it in", layout);
        audit_actor writer = c->writer;
        c->writer = audit_now(a, FUSOR_AUDIT_ACTOR_TRANSITION, r->first_pass);
        if (!audit_transition(a, cell, dependencies, subpass))
            return false;
        c->writer = writer;
        c->layout = layout;
    }
    r->layouts[i] = layout;
    return true;
}

static bool enter_subpass(render *r, uint32_t subpass)
{
    audit *a = r->a;
    const fusor_plan_subpass *s = &a->plan->subpasses[r->g->subpasses.first + subpass];
    const fusor_plan_reference *ref;
    fusor_slice dependencies;
    if (!log_dependencies(r, subpass, false, &dependencies))
        return false;
    for (uint32_t i = 0; (ref = audit_reference(a, s, i)); i++)
        if (ref->attachment != FUSOR_NONE && ref->layout != r->layouts[ref->attachment] &&
            !change_layout(r, ref->attachment, subpass, ref->layout, dependencies))
            return false;
    for (uint32_t i = 0; (ref = audit_reference(a, s, i)); i++)
        if (ref->attachment != FUSOR_NONE && ref->layout != r->layouts[ref->attachment])
            return audit_refute(
                a, FUSOR_AUDIT_LAYOUT_MISMATCH,
                "subpass %u of the render pass of \"%s\" names one attachment in two "
                "layouts",
                subpass, audit_pass_name(a, r->first_pass));
    return true;
}

/* ------------------------------------------------------------------------------ members */

static uint32_t attachment_of(const render *r, const audit_use *use)
{
    for (uint32_t i = 0; i < r->g->attachments.count; i++) {
        const fusor_plan_attachment *t = attachment(r, i);
        if (r->a->resource_of[t->resource] == use->resource && t->previous == use->previous &&
            t->mip == use->region.mips.first && t->layers.first == use->region.layers.first)
            return i;
    }
    return 0; /* every use has its attachment: audit_groups() */
}

static bool access_attachment(render *r, const audit_use *use, uint32_t cell, uint32_t subpass,
                              fusor_stages stages, fusor_access access)
{
    audit_access now = {.cell = cell,
                        .subpass = subpass,
                        .actor = audit_now(r->a, FUSOR_AUDIT_ACTOR_PASS, use->pass),
                        .stages = stages,
                        .access = access,
                        .attachment = true,
                        .input = use->as == FUSOR_USE_INPUT};
    return audit_do(r->a, &now);
}

static bool begin_use(render *r, const audit_use *use, uint32_t index, uint32_t cell,
                      uint32_t subpass)
{
    audit *a = r->a;
    audit_cell *c = &a->cells.data[cell];
    if (!audit_check_layout(a, use, cell) ||
        (use->reads && !audit_read(a, use, index, cell, c->dead ? 0 : c->tile)))
        return false;
    if (use->clears && !use->partial && c->tile != use->clear) {
        fusor_audit_access pair[2] = {
            audit_about(a, c->writer, cell),
            audit_about(a, audit_now(a, FUSOR_AUDIT_ACTOR_PASS, use->pass), cell)};
        return audit_refute_pair(
            a, FUSOR_AUDIT_OP_INVALID, pair,
            "frame %u, step %u: pass \"%s\" clears %s; it is not what that clear "
            "makes it",
            a->frame, a->step, audit_pass_name(a, use->pass), audit_place_words(a, cell));
    }
    /* A resolve reads its source at the end of the subpass. */
    return access_attachment(r, use, cell, subpass, use->stages, use->access) &&
           (use->resolves == FUSOR_NONE ||
            access_attachment(r, use, cell, subpass, FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT,
                              FUSOR_ACCESS_COLOR_ATTACHMENT_READ));
}

static void end_use(render *r, const audit_use *use, uint32_t cell)
{
    audit_cell *c = &r->a->cells.data[cell];
    c->tile = audit_written(r->a, use, c->tile);
    c->dead = c->dead && !use->blind;
    c->writer = audit_now(r->a, FUSOR_AUDIT_ACTOR_PASS, use->pass);
    r->wrote[attachment_of(r, use)] |= (uint8_t)c->aspect;
}

static bool run_attached(render *r, const fusor_plan_member *m)
{
    audit *a = r->a;
    for (int writes = 0; writes < 2; writes++)
        for (uint32_t u = a->first_use[m->pass]; u < a->first_use[m->pass + 1]; u++) {
            const audit_use *use = &a->uses.data[u];
            audit_box box = audit_cells(a, use->resource,
                                        audit_slot(a, use->resource, use->previous), &use->region);
            uint32_t cell;
            if (!use->attachment || use->unused)
                continue;
            for (uint32_t i = 0; audit_next(&box, &cell); i++) {
                if (writes && use->writes)
                    end_use(r, use, cell);
                else if (!writes && !begin_use(r, use, i, cell, m->subpass))
                    return false;
            }
        }
    return true;
}

static bool clear_cell(render *r, const fusor_plan_member *m, const fusor_plan_clear *clear,
                       uint32_t index)
{
    audit *a = r->a;
    audit_cell *c = &a->cells.data[index];
    uint64_t token = clear_token(c->aspect, clear->clear, clear->clear_depth, clear->clear_stencil);
    bool color = c->aspect == FUSOR_ASPECT_COLOR;
    audit_access now = {.cell = index,
                        .subpass = m->subpass,
                        .actor = audit_now(a, FUSOR_AUDIT_ACTOR_PASS, m->pass),
                        .stages = color ? FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT
                                        : FUSOR_STAGE_FRAGMENT_TESTS,
                        .attachment = true};
    now.access = audit_use_access(color ? FUSOR_USE_COLOR : FUSOR_USE_DEPTH_STENCIL, true);
    c->tile = r->partial ? audit_mix(c->tile, token) : token;
    c->dead = false;
    c->writer = now.actor;
    r->wrote[clear->attachment] |= (uint8_t)c->aspect;
    return audit_do(a, &now);
}

static bool run_clears(render *r, const fusor_plan_member *m)
{
    for (uint32_t i = m->clears.first; i < m->clears.first + m->clears.count; i++) {
        const fusor_plan_clear *clear = &r->a->plan->clears[i];
        audit_box box = cells_of(r, clear->attachment);
        uint32_t cell;
        while (audit_next(&box, &cell))
            if ((r->a->cells.data[cell].aspect & clear->aspects) && !clear_cell(r, m, clear, cell))
                return false;
    }
    return true;
}

static bool run_member(render *r, const fusor_plan_member *m, bool first)
{
    fusor_slice inside;
    return (first || log_dependencies(r, m->subpass, true, &inside)) && run_clears(r, m) &&
           run_attached(r, m) && audit_run_plain(r->a, m->pass, m->subpass);
}

static bool run_subpass(render *r, uint32_t subpass)
{
    bool first = true;
    if (!enter_subpass(r, subpass) || !do_ops(r, subpass, true))
        return false;
    for (uint32_t i = 0; i < r->g->members.count; i++) {
        const fusor_plan_member *m = &r->a->plan->members[r->g->members.first + i];
        if (m->subpass != subpass)
            continue;
        if (!run_member(r, m, first))
            return false;
        first = false;
    }
    return do_ops(r, subpass, false);
}

static bool start(render *r)
{
    audit *a = r->a;
    uint32_t count = r->g->attachments.count;
    r->first_pass = a->plan->members[r->g->members.first].pass;
    r->partial = r->g->area[0] || r->g->area[1] || r->g->area[2] != r->g->extent[0] ||
                 r->g->area[3] != r->g->extent[1];
    r->spans = base_arena_array(a->arena, count, sizeof *r->spans);
    r->layouts = BASE_NEW(a->arena, fusor_layout, count);
    r->wrote = BASE_NEW(a->arena, uint8_t, count);
    if (!r->spans || !r->layouts || !r->wrote)
        return audit_no_memory(a);
    for (uint32_t i = 0; i < count; i++)
        audit_span(a, r->g, i, r->spans[i]);
    return true;
}

bool audit_run_group(audit *a, const fusor_plan_group *group)
{
    render r = {.a = a, .g = group};
    if (!start(&r))
        return false;
    for (uint32_t i = 0; i < group->attachments.count; i++)
        if (!begin_attachment(&r, i))
            return false;
    for (uint32_t k = 0; k < group->subpasses.count; k++)
        if (!run_subpass(&r, k))
            return false;
    for (uint32_t i = 0; i < group->attachments.count; i++)
        if (!end_attachment(&r, i))
            return false;
    return true;
}
