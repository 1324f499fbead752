/* In: a plan's steps. Out: faults of contents, layouts, hazards and exits.
 * Promise: several equal frames in a row; each render pass loads, runs its subpasses with their
 * dependencies, and stores; what its ops discard is gone. */
#include "core/oracle_core.h"

#include <stdlib.h>
#include <string.h>

static uint32_t resource_of(const oracle_state *s, uint32_t plan_index)
{
    const fusor_plan_resource *r = &s->plan->resources[plan_index];
    return r->is_image ? r->handle - 1 : s->image_count + r->handle - 1;
}

/* Physical cells of a region in this frame. */
static void region_cells(const oracle_state *s, uint32_t resource, uint32_t previous,
                         const fusor_region *region, oracle_use *out)
{
    memset(out, 0, sizeof *out);
    oracle_cells_of(s, resource, region->aspects, region->mips, region->layers, region->bytes, out);
    for (uint32_t i = 0; i < out->cells.count; i++)
        out->cells.data[i] = oracle_slot_cell(s, out->cells.data[i], previous);
}

/* ------------------------------------------------------------------------------ layouts */

static bool depth_readable(fusor_layout l)
{
    return l == FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY ||
           l == FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT;
}

static bool stencil_readable(fusor_layout l)
{
    return l == FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY ||
           l == FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY;
}

static bool allows_read(const oracle_use *use, fusor_layout l)
{
    if (l == FUSOR_LAYOUT_SHADER_READ_ONLY)
        return true;
    return (!(use->aspects & FUSOR_ASPECT_DEPTH) || depth_readable(l)) &&
           (!(use->aspects & FUSOR_ASPECT_STENCIL) || stencil_readable(l)) &&
           !(use->aspects & FUSOR_ASPECT_COLOR);
}

static bool allows_depth(const oracle_use *use, fusor_layout l)
{
    if (l == FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT)
        return true;
    if (!use->writes)
        return l == FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY ||
               l == FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT ||
               l == FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY;
    return l == (use->aspects == FUSOR_ASPECT_DEPTH
                     ? FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY
                     : FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT);
}

static bool allows(const oracle_use *use, fusor_layout l)
{
    if (use->raw_layout)
        return l == use->raw_layout;
    if (l == FUSOR_LAYOUT_GENERAL)
        return true;
    switch (use->as) {
    case FUSOR_USE_SAMPLED:
    case FUSOR_USE_INPUT:
        return allows_read(use, l);
    case FUSOR_USE_COPY:
        return l == (use->writes ? FUSOR_LAYOUT_TRANSFER_DST : FUSOR_LAYOUT_TRANSFER_SRC);
    case FUSOR_USE_COLOR:
    case FUSOR_USE_RAW_COLOR:
    case FUSOR_USE_RAW_RESOLVE:
        return l == FUSOR_LAYOUT_COLOR_ATTACHMENT;
    case FUSOR_USE_RESOLVE:
        return use->aspects & FUSOR_ASPECT_COLOR ? l == FUSOR_LAYOUT_COLOR_ATTACHMENT
                                                 : l == FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT;
    case FUSOR_USE_RAW_DEPTH:
    case FUSOR_USE_DEPTH_STENCIL:
        return allows_depth(use, l);
    default:
        return false;
    }
}

/* What the plan says of this use. */
static const fusor_plan_use *planned(const oracle_state *s, const oracle_use *use, uint32_t cell)
{
    fusor_slice list = s->plan->passes[use->pass].uses;
    for (uint32_t i = list.first; i < list.first + list.count; i++) {
        const fusor_plan_use *p = &s->plan->uses[i];
        bool both = use->as == FUSOR_USE_DEPTH_STENCIL; /* one row for both aspects */
        if (p->as == use->as && p->slot == use->slot && (both || p->writes == use->writes) &&
            p->previous == use->previous && resource_of(s, p->resource) == use->resource &&
            (!s->resources[use->resource].is_image ||
             (p->region.aspects & s->cells.data[cell].aspect)))
            return p;
    }
    return NULL;
}

static void check_layout(oracle_state *s, const oracle_use *use, uint32_t cell)
{
    const fusor_plan_use *plan = planned(s, use, cell);
    if (!plan)
        oracle_fault(s, "form: the plan has no use of %s as %s by \"%s\"",
                     oracle_cell_name(s, cell), fusor_use_word(use->as),
                     oracle_pass_name(s, use->pass));
    if (!s->resources[use->resource].is_image || !plan)
        return;
    if (!s->layout_known[cell]) {
        s->layout_known[cell] = 1;
        s->layout[cell] = plan->layout;
    }
    if (plan->layout != s->layout[cell])
        oracle_fault(s, "layout: the plan says that \"%s\" finds %s in %s, it is %s",
                     oracle_pass_name(s, use->pass), oracle_cell_name(s, cell),
                     fusor_layout_word(plan->layout), fusor_layout_word(s->layout[cell]));
    if (!allows(use, s->layout[cell]))
        oracle_fault(s, "layout: \"%s\" uses %s as %s in layout %s", oracle_pass_name(s, use->pass),
                     oracle_cell_name(s, cell), fusor_use_word(use->as),
                     fusor_layout_word(s->layout[cell]));
}

/* ------------------------------------------------------------------------------ barriers */

static void spoil_aliases(oracle_state *s, uint32_t cell)
{
    const oracle_cell *c = &s->cells.data[cell];
    if (!s->overlaps[s->instance_first[c->resource] + c->slot].count)
        return;
    for (uint32_t other = 0; other < s->cells.count; other++)
        if (other != cell && oracle_cells_overlap(s, cell, other))
            s->version[other] = 0; /* anything */
}

static void change_layout(oracle_state *s, const fusor_plan_barrier *b, uint32_t cell,
                          const oracle_dependency *own)
{
    bool kept = s->layout_known[cell] == 0; /* the executor starts it in what the plan expects */
    if (b->src.layout == b->dst.layout) {
        if (!kept && s->layout[cell] != b->src.layout)
            oracle_fault(s, "layout: a barrier of %s says %s, it is %s", oracle_cell_name(s, cell),
                         fusor_layout_word(b->src.layout), fusor_layout_word(s->layout[cell]));
        s->layout_known[cell] = 1;
        s->layout[cell] = b->dst.layout;
        return;
    }
    if (b->src.layout == FUSOR_LAYOUT_UNDEFINED)
        s->version[cell] = 0;
    else if (!kept && s->layout[cell] != b->src.layout)
        oracle_fault(s, "layout: a barrier of %s comes from %s, it is %s",
                     oracle_cell_name(s, cell), fusor_layout_word(b->src.layout),
                     fusor_layout_word(s->layout[cell]));
    spoil_aliases(s, cell);
    s->model->transition(s, cell, own, 1, "of a barrier");
    s->layout[cell] = b->dst.layout;
    s->layout_known[cell] = 1;
}

static void check_form(oracle_state *s, const fusor_plan_barrier *b, const oracle_use *where)
{
    bool is_image = s->plan->resources[b->resource].is_image;
    if (!where->cells.count)
        oracle_fault(s, "form: a barrier of \"%s\" has an empty region",
                     s->plan->resources[b->resource].name);
    bool changes = b->has_layout && b->src.layout != b->dst.layout;
    bool image = b->kind == FUSOR_BARRIER_IMAGE;
    if ((image && !b->has_layout) || (changes && !image) || (b->has_layout && !is_image))
        oracle_fault(s, "form: a barrier of \"%s\" has layouts that its kind cannot have",
                     s->plan->resources[b->resource].name);
    if (b->has_layout && b->dst.layout == FUSOR_LAYOUT_UNDEFINED)
        oracle_fault(s, "form: a barrier of \"%s\" goes to undefined",
                     s->plan->resources[b->resource].name);
}

static void do_barriers(oracle_state *s, const fusor_plan_step *step)
{
    uint32_t count = step->barriers.count;
    oracle_dependency *dependencies = calloc(count + 1, sizeof *dependencies);
    oracle_use *where = calloc(count + 1, sizeof *where);
    if (!dependencies || !where)
        abort();
    for (uint32_t i = 0; i < count; i++) {
        const fusor_plan_barrier *b = &s->plan->barriers[step->barriers.first + i];
        region_cells(s, resource_of(s, b->resource), b->previous, &b->region, &where[i]);
        check_form(s, b, &where[i]);
        bool global = b->kind == FUSOR_BARRIER_MEMORY && !s->options.own_barriers;
        dependencies[i] = (oracle_dependency){.src = b->src,
                                              .dst = b->dst,
                                              .cells = global ? NULL : where[i].cells.data,
                                              .cell_count = where[i].cells.count,
                                              .global = b->kind == FUSOR_BARRIER_MEMORY,
                                              .from_subpass = FUSOR_NONE};
        if (step->barriers.first + i + 1 == s->options.skip_barrier)
            dependencies[i].src = dependencies[i].dst = (fusor_scope){0};
    }
    for (uint32_t i = 0; i < count; i++) {
        const fusor_plan_barrier *b = &s->plan->barriers[step->barriers.first + i];
        for (uint32_t k = 0; b->has_layout && k < where[i].cells.count; k++)
            change_layout(s, b, where[i].cells.data[k], &dependencies[i]);
    }
    s->model->apply(s, dependencies, count);
    for (uint32_t i = 0; i < count; i++)
        free(where[i].cells.data);
    free(where);
    free(dependencies);
}

/* ------------------------------------------------------------------------------ passes */

static void read_cells(oracle_state *s, const oracle_use *use, uint32_t i, uint32_t cell, bool tile)
{
    uint64_t found = tile ? s->tile[cell] : s->version[cell];
    if (found != use->seen[s->frame * use->cells.count + i])
        oracle_fault(s, "version: \"%s\" reads other contents of %s than in declared order%s",
                     oracle_pass_name(s, use->pass), oracle_cell_name(s, cell),
                     found ? "" : " (undefined ones)");
}

static void do_plain(oracle_state *s, uint32_t pass, uint32_t event, uint32_t subpass)
{
    for (uint32_t u = s->pass_first[pass]; u < s->pass_first[pass + 1]; u++) {
        const oracle_use *use = &s->uses.data[u];
        for (uint32_t i = 0; !use->attachment && i < use->cells.count; i++) {
            uint32_t cell = oracle_slot_cell(s, use->cells.data[i], use->previous);
            check_layout(s, use, cell);
            if (use->reads)
                read_cells(s, use, i, cell, false);
            oracle_access access = {.cell = cell,
                                    .event = event,
                                    .subpass = subpass,
                                    .pass = pass,
                                    .stages = use->stages,
                                    .access = use->access,
                                    .write = use->writes,
                                    .concurrent = use->concurrent};
            s->model->access(s, &access, use->writes ? "write" : "read");
        }
    }
    for (uint32_t u = s->pass_first[pass]; u < s->pass_first[pass + 1]; u++) {
        const oracle_use *use = &s->uses.data[u];
        for (uint32_t i = 0; !use->attachment && i < use->cells.count; i++) {
            uint32_t cell = oracle_slot_cell(s, use->cells.data[i], use->previous);
            if (use->writes) {
                s->version[cell] = oracle_written(s, use, s->version[cell]);
                spoil_aliases(s, cell);
            }
            if (use->raw_after)
                s->layout[cell] = use->raw_after;
        }
    }
}

/* ------------------------------------------------------------------------------ groups */

typedef struct group_run {
    oracle_state *s;
    const fusor_plan_group *group;
    uint32_t event;
    oracle_use *where;      /* cells by attachment */
    uint32_t *first, *last; /* subpass by attachment */
    fusor_layout *layout;   /* by attachment, now */
    uint8_t *wrote;         /* by attachment: aspects written by members or clears */
    const oracle_dependency *dependencies;
    uint32_t dependency_count;
} group_run;

static const fusor_plan_attachment *attachment(const group_run *g, uint32_t i)
{
    return &g->s->plan->attachments[g->group->attachments.first + i];
}

static bool is_stencil(const oracle_state *s, uint32_t cell)
{
    return s->cells.data[cell].aspect == FUSOR_ASPECT_STENCIL;
}

static uint64_t clear_of(const oracle_state *s, uint32_t cell, const double color[4], double depth,
                         uint32_t stencil)
{
    double one[4] = {is_stencil(s, cell) ? stencil : depth};
    return oracle_clear_version(s->cells.data[cell].aspect == FUSOR_ASPECT_COLOR ? color : one);
}

static void do_op(group_run *g, uint32_t i, uint32_t cell, uint32_t subpass,
                  fusor_access read_or_write, bool begin, const char *what)
{
    bool color = g->s->cells.data[cell].aspect == FUSOR_ASPECT_COLOR;
    oracle_access access = {.cell = cell,
                            .event = g->event,
                            .subpass = subpass,
                            .pass = FUSOR_NONE,
                            .stages = color   ? FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT
                                      : begin ? FUSOR_STAGE_EARLY_FRAGMENT_TESTS
                                              : FUSOR_STAGE_LATE_FRAGMENT_TESTS,
                            .access = read_or_write,
                            .attachment = true,
                            .op = true};
    (void)i;
    access.write = access.access == FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE ||
                   access.access == FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE;
    g->s->model->access(g->s, &access, what);
}

static void load(group_run *g, uint32_t i, uint32_t subpass)
{
    oracle_state *s = g->s;
    const fusor_plan_attachment *a = attachment(g, i);
    for (uint32_t k = 0; k < g->where[i].cells.count; k++) {
        uint32_t cell = g->where[i].cells.data[k];
        bool color = s->cells.data[cell].aspect == FUSOR_ASPECT_COLOR;
        fusor_load_op op = is_stencil(s, cell) ? a->stencil_load : a->load;
        if (op == FUSOR_LOAD_OP_NONE)
            continue;
        bool loads = op == FUSOR_LOAD_OP_LOAD;
        do_op(g, i, cell, subpass,
              color ? (loads ? FUSOR_ACCESS_COLOR_ATTACHMENT_READ
                             : FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE)
                    : (loads ? FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ
                             : FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE),
              true, "load op");
    }
}

static void store(group_run *g, uint32_t i, uint32_t subpass)
{
    oracle_state *s = g->s;
    const fusor_plan_attachment *a = attachment(g, i);
    for (uint32_t k = 0; k < g->where[i].cells.count; k++) {
        uint32_t cell = g->where[i].cells.data[k];
        bool color = s->cells.data[cell].aspect == FUSOR_ASPECT_COLOR;
        fusor_store_op op = is_stencil(s, cell) ? a->stencil_store : a->store;
        if (op != FUSOR_STORE_OP_NONE)
            do_op(g, i, cell, subpass,
                  color ? FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE
                        : FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE,
                  false, "store op");
    }
}

static void begin_tiles(group_run *g)
{
    oracle_state *s = g->s;
    for (uint32_t i = 0; i < g->group->attachments.count; i++) {
        const fusor_plan_attachment *a = attachment(g, i);
        for (uint32_t k = 0; k < g->where[i].cells.count; k++) {
            uint32_t cell = g->where[i].cells.data[k];
            fusor_load_op op = is_stencil(s, cell) ? a->stencil_load : a->load;
            s->in_tile[cell] = 1;
            s->tile[cell] = op == FUSOR_LOAD_OP_LOAD ? s->version[cell]
                            : op == FUSOR_LOAD_OP_CLEAR
                                ? clear_of(s, cell, a->clear, a->clear_depth, a->clear_stencil)
                                : 0;
            if (op != FUSOR_LOAD_OP_LOAD && op != FUSOR_LOAD_OP_NONE)
                s->version[cell] = 0;
            if (!s->layout_known[cell])
                s->layout_known[cell] = 1;
            else if (s->layout[cell] != a->initial_layout)
                oracle_fault(s, "layout: a render pass begins with %s in %s, it is %s",
                             oracle_cell_name(s, cell), fusor_layout_word(a->initial_layout),
                             fusor_layout_word(s->layout[cell]));
            s->layout[cell] = a->initial_layout;
        }
    }
}

static void end_tiles(group_run *g)
{
    oracle_state *s = g->s;
    for (uint32_t i = 0; i < g->group->attachments.count; i++) {
        const fusor_plan_attachment *a = attachment(g, i);
        for (uint32_t k = 0; k < g->where[i].cells.count; k++) {
            uint32_t cell = g->where[i].cells.data[k];
            fusor_store_op op = is_stencil(s, cell) ? a->stencil_store : a->store;
            bool wrote = g->wrote[i] & s->cells.data[cell].aspect;
            if (op == FUSOR_STORE_OP_STORE)
                s->version[cell] = s->tile[cell];
            else if (op == FUSOR_STORE_OP_DONT_CARE || wrote)
                s->version[cell] = 0;
            s->in_tile[cell] = 0;
            spoil_aliases(s, cell);
            if (s->layout[cell] != a->final_layout)
                oracle_fault(s, "layout: a render pass ends with %s in %s, not %s",
                             oracle_cell_name(s, cell), fusor_layout_word(s->layout[cell]),
                             fusor_layout_word(a->final_layout));
        }
    }
}

/* All references of a subpass: callback-free, in one list. */
static uint32_t references_of(const oracle_state *s, const fusor_plan_subpass *p,
                              const fusor_plan_reference **out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->color.count; i++)
        out[count++] = &s->plan->references[p->color.first + i];
    for (uint32_t i = 0; i < p->resolve.count; i++)
        out[count++] = &s->plan->references[p->resolve.first + i];
    for (uint32_t i = 0; i < p->inputs.count; i++)
        out[count++] = &s->plan->references[p->inputs.first + i];
    out[count++] = &p->depth;
    out[count++] = &p->depth_resolve;
    return count;
}

static void find_subpasses(group_run *g)
{
    const fusor_plan_reference *refs[256];
    for (uint32_t i = 0; i < g->group->attachments.count; i++)
        g->first[i] = FUSOR_NONE;
    for (uint32_t k = 0; k < g->group->subpasses.count; k++) {
        uint32_t count =
            references_of(g->s, &g->s->plan->subpasses[g->group->subpasses.first + k], refs);
        for (uint32_t r = 0; r < count; r++)
            if (refs[r]->attachment != FUSOR_NONE) {
                uint32_t i = refs[r]->attachment;
                g->first[i] = g->first[i] == FUSOR_NONE ? k : g->first[i];
                g->last[i] = k;
            }
    }
    for (uint32_t i = 0; i < g->group->attachments.count; i++)
        if (g->first[i] == FUSOR_NONE)
            oracle_fault(g->s, "form: a render pass has attachment %u that no subpass names", i);
}

/* Contents of what lies between first and last subpass must be preserved. */
static void check_preserve(group_run *g, uint32_t k)
{
    const fusor_plan_reference *refs[256];
    const fusor_plan_subpass *p = &g->s->plan->subpasses[g->group->subpasses.first + k];
    uint32_t count = references_of(g->s, p, refs);
    for (uint32_t i = 0; i < g->group->attachments.count; i++) {
        bool named = g->first[i] == FUSOR_NONE || g->first[i] >= k || g->last[i] <= k;
        for (uint32_t r = 0; r < count; r++)
            named = named || refs[r]->attachment == i;
        for (uint32_t r = 0; r < p->preserve.count; r++)
            named = named || g->s->plan->index_list[p->preserve.first + r] == i;
        if (!named)
            oracle_fault(g->s, "form: subpass %u neither uses nor preserves %s", k,
                         oracle_cell_name(g->s, g->where[i].cells.data[0]));
    }
}

static void enter_subpass(group_run *g, uint32_t k)
{
    oracle_state *s = g->s;
    const fusor_plan_reference *refs[256];
    oracle_dependency list[64];
    uint32_t count = 0;
    for (uint32_t d = 0; d < g->group->dependencies.count && count < 64; d++) {
        const fusor_plan_dependency *dep = &s->plan->dependencies[g->group->dependencies.first + d];
        if (dep->to == k && dep->from != k) {
            list[count] = g->dependencies[d];
            count++;
        }
    }
    uint32_t total = references_of(s, &s->plan->subpasses[g->group->subpasses.first + k], refs);
    for (uint32_t r = 0; r < total; r++) {
        uint32_t i = refs[r]->attachment;
        if (i == FUSOR_NONE || refs[r]->layout == g->layout[i])
            continue;
        if (g->first[i] == k)
            oracle_fault(s, "layout: subpass %u uses %s in %s, the render pass begins with %s", k,
                         oracle_cell_name(s, g->where[i].cells.data[0]),
                         fusor_layout_word(refs[r]->layout), fusor_layout_word(g->layout[i]));
        for (uint32_t c = 0; c < g->where[i].cells.count; c++) {
            s->model->transition(s, g->where[i].cells.data[c], list, count, "between subpasses");
            s->layout[g->where[i].cells.data[c]] = refs[r]->layout;
        }
        g->layout[i] = refs[r]->layout;
    }
    for (uint32_t r = 0; r < total; r++)
        if (refs[r]->attachment != FUSOR_NONE && g->layout[refs[r]->attachment] != refs[r]->layout)
            oracle_fault(s, "layout: subpass %u names %s in two layouts", k,
                         oracle_cell_name(s, g->where[refs[r]->attachment].cells.data[0]));
    s->model->apply(s, list, count);
}

static uint32_t attachment_of_cell(const group_run *g, uint32_t cell)
{
    for (uint32_t i = 0; i < g->group->attachments.count; i++)
        for (uint32_t k = 0; k < g->where[i].cells.count; k++)
            if (g->where[i].cells.data[k] == cell)
                return i;
    return FUSOR_NONE;
}

static void do_clears(group_run *g, const fusor_plan_member *member)
{
    oracle_state *s = g->s;
    for (uint32_t c = 0; c < member->clears.count; c++) {
        const fusor_plan_clear *clear = &s->plan->clears[member->clears.first + c];
        for (uint32_t k = 0; k < g->where[clear->attachment].cells.count; k++) {
            uint32_t cell = g->where[clear->attachment].cells.data[k];
            if (s->cells.data[cell].aspect & clear->aspects) {
                s->tile[cell] =
                    clear_of(s, cell, clear->clear, clear->clear_depth, clear->clear_stencil);
                g->wrote[clear->attachment] |= (uint8_t)s->cells.data[cell].aspect;
            }
        }
    }
}

/* The subpass names what the member attaches, where its maps say. */
static void check_reference(group_run *g, const fusor_plan_member *member, const oracle_use *use,
                            uint32_t index)
{
    oracle_state *s = g->s;
    const fusor_plan_subpass *p = &s->plan->subpasses[g->group->subpasses.first + member->subpass];
    const fusor_plan_reference *ref = NULL;
    uint32_t at = FUSOR_NONE;
    if (use->as == FUSOR_USE_COLOR || use->as == FUSOR_USE_RESOLVE) {
        at = use->slot < member->color_map.count
                 ? s->plan->index_list[member->color_map.first + use->slot]
                 : FUSOR_NONE;
        fusor_slice list = use->as == FUSOR_USE_COLOR ? p->color : p->resolve;
        ref = at < list.count ? &s->plan->references[list.first + at] : NULL;
        if (use->as == FUSOR_USE_RESOLVE && !(use->aspects & FUSOR_ASPECT_COLOR))
            ref = &p->depth_resolve;
    } else if (use->as == FUSOR_USE_INPUT) {
        at = use->slot < member->input_map.count
                 ? s->plan->index_list[member->input_map.first + use->slot]
                 : FUSOR_NONE;
        ref = at < p->inputs.count ? &s->plan->references[p->inputs.first + at] : NULL;
        if (ref && ref->aspects != use->aspects)
            ref = NULL;
    } else {
        ref = &p->depth;
    }
    if (!ref || ref->attachment != index)
        oracle_fault(
            s, "form: the subpass of \"%s\" does not hold its %s attachment %u where the maps say",
            oracle_pass_name(s, member->pass), fusor_use_word(use->as), use->slot);
}

static void do_attached(group_run *g, const fusor_plan_member *member)
{
    oracle_state *s = g->s;
    do_clears(g, member);
    for (int writes = 0; writes < 2; writes++)
        for (uint32_t u = s->pass_first[member->pass]; u < s->pass_first[member->pass + 1]; u++) {
            const oracle_use *use = &s->uses.data[u];
            for (uint32_t i = 0; use->attachment && !use->unused && i < use->cells.count; i++) {
                uint32_t cell = oracle_slot_cell(s, use->cells.data[i], use->previous);
                uint32_t index = attachment_of_cell(g, cell);
                if (index == FUSOR_NONE) {
                    oracle_fault(s, "form: %s of \"%s\" is no attachment of its render pass",
                                 oracle_cell_name(s, cell), oracle_pass_name(s, use->pass));
                    continue;
                }
                if (writes) {
                    if (use->writes) {
                        s->tile[cell] = oracle_written(s, use, s->tile[cell]);
                        g->wrote[index] |= (uint8_t)s->cells.data[cell].aspect;
                    }
                    continue;
                }
                check_reference(g, member, use, index);
                check_layout(s, use, cell);
                if (use->reads)
                    read_cells(s, use, i, cell, true);
                if (use->clears && s->tile[cell] != use->clear)
                    oracle_fault(s, "version: the clear of \"%s\" of %s is lost",
                                 oracle_pass_name(s, use->pass), oracle_cell_name(s, cell));
                oracle_access access = {.cell = cell,
                                        .event = g->event,
                                        .subpass = member->subpass,
                                        .pass = use->pass,
                                        .stages = use->stages,
                                        .access = use->access,
                                        .write = use->writes,
                                        .attachment = true};
                s->model->access(s, &access, use->writes ? "attachment write" : "attachment read");
                if (use->resolve_of != FUSOR_NONE)
                    continue;
            }
        }
}

static void set_dependencies(group_run *g, oracle_dependency *out, uint32_t *cells,
                             uint32_t cell_count)
{
    for (uint32_t d = 0; d < g->group->dependencies.count; d++) {
        const fusor_plan_dependency *dep =
            &g->s->plan->dependencies[g->group->dependencies.first + d];
        out[d] = (oracle_dependency){.src = dep->src,
                                     .dst = dep->dst,
                                     .cells = dep->by_region ? cells : NULL,
                                     .cell_count = cell_count,
                                     .event = g->event,
                                     .from_subpass = dep->from,
                                     .to_subpass = dep->to};
    }
}

static void run_group(oracle_state *s, const fusor_plan_group *group)
{
    uint32_t n = group->attachments.count;
    group_run g = {.s = s, .group = group, .event = ++s->event};
    g.where = calloc(n + 1, sizeof *g.where);
    g.first = calloc(n + 1, sizeof *g.first);
    g.last = calloc(n + 1, sizeof *g.last);
    g.layout = calloc(n + 1, sizeof *g.layout);
    g.wrote = calloc(n + 1, 1);
    oracle_dependency *dependencies = calloc(group->dependencies.count + 1, sizeof *dependencies);
    ORACLE_VEC(uint32_t) all = {NULL, 0, 0};
    if (!g.where || !g.first || !g.last || !g.layout || !g.wrote || !dependencies)
        abort();
    for (uint32_t i = 0; i < n; i++) {
        const fusor_plan_attachment *a = attachment(&g, i);
        fusor_region region = {.aspects = a->aspects, .mips = {a->mip, 1}, .layers = a->layers};
        region_cells(s, resource_of(s, a->resource), a->previous, &region, &g.where[i]);
        g.layout[i] = a->initial_layout;
        for (uint32_t k = 0; k < g.where[i].cells.count; k++)
            *ORACLE_PUSH(&all) = g.where[i].cells.data[k];
    }
    set_dependencies(&g, dependencies, all.data, all.count);
    g.dependencies = dependencies;
    find_subpasses(&g);
    begin_tiles(&g);
    for (uint32_t k = 0; k < group->subpasses.count; k++) {
        enter_subpass(&g, k);
        check_preserve(&g, k);
        for (uint32_t i = 0; i < n; i++)
            if (g.first[i] == k)
                load(&g, i, k);
        for (uint32_t m = 0; m < group->members.count; m++) {
            const fusor_plan_member *member = &s->plan->members[group->members.first + m];
            if (member->subpass != k)
                continue;
            do_attached(&g, member);
            do_plain(s, member->pass, g.event, k);
        }
        for (uint32_t i = 0; i < n; i++)
            if (g.first[i] != FUSOR_NONE && g.last[i] == k)
                store(&g, i, k);
    }
    end_tiles(&g);
    for (uint32_t i = 0; i < n; i++)
        free(g.where[i].cells.data);
    free(g.where);
    free(g.first);
    free(g.last);
    free(g.layout);
    free(g.wrote);
    free(dependencies);
    free(all.data);
}

/* ------------------------------------------------------------------------------ frames */

static fusor_layout state_layout(const oracle_resource *r, fusor_state state)
{
    switch (state) {
    case FUSOR_STATE_UNDEFINED:
        return FUSOR_LAYOUT_UNDEFINED;
    case FUSOR_STATE_COLOR:
        return FUSOR_LAYOUT_COLOR_ATTACHMENT;
    case FUSOR_STATE_DEPTH:
        return FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT;
    case FUSOR_STATE_SAMPLED:
        return r->aspects & FUSOR_ASPECT_COLOR ? FUSOR_LAYOUT_SHADER_READ_ONLY
                                               : FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY;
    case FUSOR_STATE_COPY_SRC:
        return FUSOR_LAYOUT_TRANSFER_SRC;
    case FUSOR_STATE_COPY_DST:
        return FUSOR_LAYOUT_TRANSFER_DST;
    case FUSOR_STATE_PRESENT:
        return FUSOR_LAYOUT_PRESENT_SRC;
    default:
        return FUSOR_LAYOUT_GENERAL;
    }
}

/* What the caller did before (write) or does after (read). */
static void state_scope(const fusor_import_state *state, fusor_stages *stages, fusor_access *write,
                        fusor_access *read)
{
    *stages = FUSOR_STAGE_ALL_COMMANDS;
    *write = 0;
    *read = 0;
    switch (state->state) {
    case FUSOR_STATE_UNDEFINED:
    case FUSOR_STATE_PRESENT:
        break;
    case FUSOR_STATE_COLOR:
        *stages = FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT;
        *write = FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE;
        *read = FUSOR_ACCESS_COLOR_ATTACHMENT_READ;
        break;
    case FUSOR_STATE_DEPTH:
        *stages = FUSOR_STAGE_FRAGMENT_TESTS;
        *write = FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE;
        *read = FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ;
        break;
    case FUSOR_STATE_SAMPLED:
        *read = FUSOR_ACCESS_SHADER_SAMPLED_READ;
        break;
    case FUSOR_STATE_STORAGE:
        *write = FUSOR_ACCESS_SHADER_STORAGE_WRITE;
        *read = FUSOR_ACCESS_SHADER_STORAGE_READ;
        break;
    case FUSOR_STATE_COPY_SRC:
        *stages = FUSOR_STAGE_ALL_TRANSFER;
        *read = FUSOR_ACCESS_TRANSFER_READ;
        break;
    case FUSOR_STATE_COPY_DST:
        *stages = FUSOR_STAGE_ALL_TRANSFER;
        *write = FUSOR_ACCESS_TRANSFER_WRITE;
        break;
    default:
        *write = FUSOR_ACCESS_MEMORY_WRITE;
        *read = FUSOR_ACCESS_MEMORY_READ;
        break;
    }
    if (state->stages)
        *stages = state->stages;
}

static void import_cell(oracle_state *s, const oracle_resource *r, uint32_t cell)
{
    fusor_stages stages;
    fusor_access write, read;
    s->model->forget(s, cell);
    state_scope(&r->import->initial, &stages, &write, &read);
    s->layout[cell] = state_layout(r, r->import->initial.state);
    s->layout_known[cell] = r->import->initial.state != FUSOR_STATE_UNKNOWN;
    s->model->came(s, cell, stages, write ? write : read, write != 0);
    if (read && !write) /* what the caller once wrote has been shown to its readers */
        s->model->shown(s, cell, stages, read);
}

static void begin_frame(oracle_state *s)
{
    oracle_start_versions(s);
    for (uint32_t c = 0; c < s->cells.count; c++) {
        const oracle_resource *r = &s->resources[s->cells.data[c].resource];
        if (r->lifetime == FUSOR_LIFETIME_IMPORTED)
            import_cell(s, r, c);
        else if (r->host != FUSOR_HOST_NONE && !r->host_shared)
            s->model->forget(s, c);
        else if (r->lifetime == FUSOR_LIFETIME_TRANSIENT) {
            s->layout[c] = FUSOR_LAYOUT_UNDEFINED;
            s->layout_known[c] = 1;
        }
    }
}

static bool touched(const oracle_state *s, uint32_t cell, bool *written)
{
    bool any = false;
    for (uint32_t u = 0; u < s->uses.count; u++) {
        const oracle_use *use = &s->uses.data[u];
        if (s->plan->passes[use->pass].culled != FUSOR_CULL_NOT_CULLED)
            continue;
        for (uint32_t i = 0; i < use->cells.count; i++)
            if (oracle_slot_cell(s, use->cells.data[i], use->previous) == cell) {
                any = true;
                *written = *written || use->writes;
            }
    }
    return any;
}

/* A declared state is followed by that use. Where none is said the caller may do anything, but comes behind
 * no more than writes: what was only read is left as it was. */
static void end_import(oracle_state *s, const oracle_resource *r, uint32_t cell)
{
    const fusor_import_state *final = &r->import->final;
    bool said = final->state != FUSOR_STATE_UNKNOWN, written = false;
    fusor_state back = said ? final->state : r->import->initial.state;
    fusor_stages stages;
    fusor_access write, read;
    if (back != FUSOR_STATE_UNDEFINED && back != FUSOR_STATE_UNKNOWN && r->is_image &&
        s->layout[cell] != state_layout(r, back))
        oracle_fault(s, "layout: %s is left in %s", oracle_cell_name(s, cell),
                     fusor_layout_word(s->layout[cell]));
    state_scope(final, &stages, &write, &read);
    oracle_access access = {.cell = cell,
                            .event = ++s->event,
                            .pass = FUSOR_NONE,
                            .stages = stages,
                            .access = said ? read | write : read,
                            .caller = true};
    bool waits = final->state != FUSOR_STATE_PRESENT && final->state != FUSOR_STATE_UNDEFINED;
    if (touched(s, cell, &written) && waits && access.access)
        s->model->access(s, &access, "the caller's use afterwards");
}

static void check_end_version(oracle_state *s, uint32_t c)
{
    const oracle_resource *r = &s->resources[s->cells.data[c].resource];
    bool kept = r->output || r->host == FUSOR_HOST_READ ||
                (r->lifetime == FUSOR_LIFETIME_IMPORTED && !r->import->discard);
    if (r->plan_index == FUSOR_NONE)
        return;
    if (kept && s->version[c] != s->ends[(size_t)s->frame * s->cells.count + c])
        oracle_fault(s, "version: %s ends the frame with other contents than in declared order%s",
                     oracle_cell_name(s, c), s->version[c] ? "" : " (undefined ones)");
}

static void check_exits(oracle_state *s)
{
    for (uint32_t i = 0; i < s->plan->exit_count; i++) {
        const fusor_plan_exit *e = &s->plan->exits[i];
        oracle_use where;
        region_cells(s, resource_of(s, e->resource), e->previous, &e->region, &where);
        for (uint32_t k = 0; k < where.cells.count; k++) {
            uint32_t cell = where.cells.data[k];
            if (s->plan->resources[e->resource].is_image && s->layout_known[cell] &&
                s->layout[cell] != e->scope.layout)
                oracle_fault(s, "exit: %s is in %s, the exit says %s", oracle_cell_name(s, cell),
                             fusor_layout_word(s->layout[cell]),
                             fusor_layout_word(e->scope.layout));
            if (s->plan->resources[e->resource].lifetime != FUSOR_LIFETIME_IMPORTED)
                s->model->leave(s, cell, &e->scope, "the exit");
        }
        free(where.cells.data);
    }
}

static void check_pool_exits(oracle_state *s)
{
    for (uint32_t c = 0; c < s->cells.count; c++) {
        const oracle_cell *cell = &s->cells.data[c];
        uint32_t index = s->resources[cell->resource].plan_index;
        if (index == FUSOR_NONE || !s->plan->resources[index].placements.count)
            continue;
        const fusor_placement *p =
            &s->plan->placements[s->plan->resources[index].placements.first + cell->slot];
        if (p->placed)
            s->model->leave(s, c, &s->plan->pools[p->pool].exit, "the exit of the pool");
    }
}

static void end_frame(oracle_state *s)
{
    for (uint32_t c = 0; c < s->cells.count; c++) {
        const oracle_resource *r = &s->resources[s->cells.data[c].resource];
        check_end_version(s, c);
        if (r->plan_index == FUSOR_NONE)
            continue;
        if (r->lifetime == FUSOR_LIFETIME_IMPORTED)
            end_import(s, r, c);
        bool written = false;
        if (r->host == FUSOR_HOST_READ && touched(s, c, &written) && written) {
            oracle_access access = {.cell = c,
                                    .event = ++s->event,
                                    .pass = FUSOR_NONE,
                                    .stages = FUSOR_STAGE_HOST,
                                    .access = FUSOR_ACCESS_HOST_READ};
            s->model->access(s, &access, "the host's read");
        }
    }
    check_exits(s);
    check_pool_exits(s);
    s->model->end_frame(s);
}

void oracle_replay(oracle_state *s)
{
    for (s->frame = 0; s->frame < s->frame_count; s->frame++) {
        s->plan = s->plans[s->frame < s->plan_count ? s->frame : s->plan_count - 1];
        begin_frame(s);
        for (uint32_t i = 0; i < s->plan->step_count; i++) {
            const fusor_plan_step *step = &s->plan->steps[i];
            do_barriers(s, step);
            if (step->kind == FUSOR_STEP_GROUP)
                run_group(s, &s->plan->groups[step->index]);
            else if (step->kind == FUSOR_STEP_PASS)
                do_plain(s, step->index, ++s->event, 0);
        }
        end_frame(s);
    }
}
