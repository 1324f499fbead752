/* In: the plan's steps. Out: the first fault of hazards, layouts or contents over some equal frames.
 * Promise: barriers, render passes and passes take effect in the order in which they are recorded; what
 * a read finds is what it finds when the passes run in declared order. */
#include "audit/audit.h"

audit_actor audit_now(const audit *a, fusor_audit_actor kind, uint32_t pass)
{
    return (audit_actor){kind, pass, a->frame, a->step};
}

void audit_lose(audit *a, uint32_t cell, fusor_audit_actor kind, uint32_t pass)
{
    a->cells.data[cell].token = 0;
    a->cells.data[cell].loser = audit_now(a, kind, pass);
}

/* ------------------------------------------------------------------------------ layouts */

/* What the plan says of a use. */
static const fusor_plan_use *row_of(const audit *a, const audit_use *use)
{
    fusor_slice rows = a->plan->passes[use->pass].uses;
    for (uint32_t i = rows.first; i < rows.first + rows.count; i++) {
        const fusor_plan_use *row = &a->plan->uses[i];
        if (row->as == use->as && row->slot == use->slot && row->previous == use->previous &&
            row->resource == a->resources[use->resource].row &&
            (use->attachment || row->writes == use->writes))
            return row;
    }
    return NULL;
}

static bool refute_layout(audit *a, const audit_use *use, uint32_t cell, const char *what,
                          fusor_layout layout)
{
    fusor_audit_access pair[2] = {
        audit_about(a, a->cells.data[cell].writer, cell),
        audit_about(a, audit_now(a, FUSOR_AUDIT_ACTOR_PASS, use->pass), cell)};
    return audit_refute_pair(
        a, FUSOR_AUDIT_LAYOUT_MISMATCH, pair,
        "frame %u, step %u: pass \"%s\" uses %s as %s, which is in %s; %s %s", a->frame, a->step,
        audit_pass_name(a, use->pass), audit_place_words(a, cell), fusor_use_word(use->as),
        audit_layout_words(a->cells.data[cell].layout), what, audit_layout_words(layout));
}

bool audit_check_layout(audit *a, const audit_use *use, uint32_t index)
{
    audit_cell *cell = &a->cells.data[index];
    const fusor_plan_use *row = row_of(a, use);
    if (cell->stolen && (a->resources[use->resource].image || use->reads)) {
        fusor_audit_access pair[2] = {
            audit_about(a, cell->loser, index),
            audit_about(a, audit_now(a, FUSOR_AUDIT_ACTOR_PASS, use->pass), index)};
        return audit_refute_pair(
            a, FUSOR_AUDIT_ALIAS_OVERLAP, pair,
            "frame %u, step %u: pass \"%s\" uses %s, whose bytes %s has taken over", a->frame,
            a->step, audit_pass_name(a, use->pass), audit_place_words(a, index),
            audit_actor_words(a, cell->loser));
    }
    if (!a->resources[use->resource].image || !row)
        return row ||
               audit_refute(a, FUSOR_AUDIT_USE_WRONG, "the plan has no row of a use of \"%s\"",
                            audit_pass_name(a, use->pass));
    if (!cell->layout_known) { /* the executor makes it so before the first frame */
        cell->layout_known = true;
        cell->layout = row->layout;
    }
    if (cell->layout != row->layout)
        return refute_layout(a, use, index, "the plan's row says", row->layout);
    return audit_layout_allows(a, use, cell->layout) ||
           refute_layout(a, use, index, "that use cannot be in", cell->layout);
}

/* ------------------------------------------------------------------------------ contents */

bool audit_read(audit *a, const audit_use *use, uint32_t index, uint32_t cell, uint64_t found)
{
    uint64_t meant = a->seen[((size_t)use->first_seen + index) * a->frame_count + a->frame];
    const audit_cell *c = &a->cells.data[cell];
    audit_actor reader = audit_now(a, FUSOR_AUDIT_ACTOR_PASS, use->pass);
    if (found == meant)
        return true;
    if (found == 0) {
        fusor_audit_access pair[2] = {audit_about(a, c->loser, cell), audit_about(a, reader, cell)};
        return audit_refute_pair(
            a, FUSOR_AUDIT_DISCARDED_READ, pair,
            "frame %u, step %u: pass \"%s\" reads %s, whose contents are gone: %s "
            "discarded or overwrote them",
            a->frame, a->step, audit_pass_name(a, use->pass), audit_place_words(a, cell),
            audit_actor_words(a, c->loser));
    }
    fusor_audit_access pair[2] = {audit_about(a, c->writer, cell), audit_about(a, reader, cell)};
    bool op = c->writer.kind == FUSOR_AUDIT_ACTOR_LOAD_OP;
    return audit_refute_pair(
        a, op ? FUSOR_AUDIT_OP_INVALID : FUSOR_AUDIT_ORDER_INVALID, pair,
        "frame %u, step %u: pass \"%s\" reads %s as %s left it, in declared order "
        "it reads something else",
        a->frame, a->step, audit_pass_name(a, use->pass), audit_place_words(a, cell),
        audit_actor_words(a, c->writer));
}

/* ------------------------------------------------------------------------------ barriers */

static bool bad_barrier(audit *a, uint32_t index, const char *why)
{
    const fusor_plan_barrier *b = &a->plan->barriers[index];
    return audit_refute(a, FUSOR_AUDIT_BARRIER_INVALID, "barrier %u, of \"%s\" at step %u, %s",
                        index, a->resources[a->resource_of[b->resource]].name, a->step, why);
}

static fusor_access possible(fusor_stages stages, fusor_access access)
{
    fusor_access out = 0;
    for (fusor_stages left = audit_single_stages(stages); left; left &= left - 1)
        out |= audit_done_in(left & (~left + 1), access);
    return out;
}

/* "Valid usage" of VkImageMemoryBarrier2, VkBufferMemoryBarrier2 and VkMemoryBarrier2. */
static bool check_form(audit *a, uint32_t index)
{
    const fusor_plan_barrier *b = &a->plan->barriers[index];
    const audit_resource *r = &a->resources[a->resource_of[b->resource]];
    bool changes = b->has_layout && b->src.layout != b->dst.layout;
    bool depth_alone = r->image && (r->aspects & FUSOR_ASPECT_DEPTH) &&
                       (r->aspects & FUSOR_ASPECT_STENCIL) && b->region.aspects != r->aspects;
    if (possible(b->src.stages, b->src.access) != b->src.access ||
        possible(b->dst.stages, b->dst.access) != b->dst.access)
        return bad_barrier(a, index, "has accesses that its stages cannot do");
    if (b->has_layout != (r->image != NULL))
        return bad_barrier(a, index, "has a layout and no image, or an image and none");
    if (b->kind == FUSOR_BARRIER_IMAGE ? !r->image : changes)
        return bad_barrier(a, index, "is not of the kind that changes a layout");
    if (b->kind == FUSOR_BARRIER_BUFFER && r->image)
        return bad_barrier(a, index, "is a buffer's and of an image");
    if (b->has_layout && (!audit_is_layout(b->src.layout) || !audit_is_layout(b->dst.layout)))
        return bad_barrier(a, index, "names no layout");
    if (changes && b->dst.layout == FUSOR_LAYOUT_UNDEFINED)
        return bad_barrier(a, index, "leads to undefined");
    if (changes && depth_alone && !a->device->features.separate_depth_stencil_layouts)
        return bad_barrier(a, index, "changes one aspect's layout, which the device cannot");
    return true;
}

/* The aspects of an image move together. */
static bool was_used(const audit *a, uint32_t cell)
{
    uint32_t other = cell;
    do {
        if (a->cells.data[other].touched || a->cells.data[other].entered)
            return true;
        other = audit_next_aspect(a, other);
    } while (other != cell);
    return false;
}

static bool refute_late_entry(audit *a, uint32_t other, void *index)
{
    return !was_used(a, other) ||
           audit_refute(
               a, FUSOR_AUDIT_ENTRY_SCOPE_WRONG,
               "barrier %u waits for the frame before alone, but %s had its bytes before in "
               "this one",
               *(uint32_t *)index, audit_place_words(a, other));
}

/* An entry barrier's source lies before the frame: the executor may replace it, or leave it out before the
 * first frame where it is only about the frame before. */
static bool check_entry(audit *a, uint32_t index, uint32_t cell, bool used)
{
    const fusor_plan_barrier *b = &a->plan->barriers[index];
    if (b->why == FUSOR_WHY_FRAME_WRAP && !audit_each_alias(a, cell, refute_late_entry, &index))
        return false;
    bool kept = a->resources[a->cells.data[cell].resource].lifetime != FUSOR_LIFETIME_TRANSIENT;
    if (b->entry && used)
        return audit_refute(a, FUSOR_AUDIT_ENTRY_SCOPE_WRONG,
                            "barrier %u is an entry of the frame, but %s was used before in it",
                            index, audit_place_words(a, cell));
    if (!b->entry && kept && !used && b->before != FUSOR_NONE)
        return audit_refute(a, FUSOR_AUDIT_ENTRY_SCOPE_WRONG,
                            "barrier %u is the first of %s in the frame and no entry", index,
                            audit_place_words(a, cell));
    return true;
}

static bool change_layout(audit *a, uint32_t index, uint32_t dependency, uint32_t cell)
{
    const fusor_plan_barrier *b = &a->plan->barriers[index];
    audit_cell *c = &a->cells.data[cell];
    bool discards = b->src.layout == FUSOR_LAYOUT_UNDEFINED;
    bool changes = b->src.layout != b->dst.layout;
    if (!(changes && discards) && c->layout_known && c->layout != b->src.layout) {
        fusor_audit_access pair[2] = {
            audit_about(a, c->writer, cell),
            audit_about(a, audit_now(a, FUSOR_AUDIT_ACTOR_TRANSITION, b->before), cell)};
        pair[1].layout = b->src.layout;
        return audit_refute_pair(a, FUSOR_AUDIT_LAYOUT_MISMATCH, pair,
                                 "frame %u, step %u: barrier %u finds %s in %s, it says %s",
                                 a->frame, a->step, index, audit_place_words(a, cell),
                                 audit_layout_words(c->layout), audit_layout_words(b->src.layout));
    }
    if (c->stolen && !(changes && discards))
        return audit_refute(a, FUSOR_AUDIT_ALIAS_OVERLAP,
                            "frame %u, step %u: barrier %u keeps %s, whose bytes %s has taken over",
                            a->frame, a->step, index, audit_place_words(a, cell),
                            audit_actor_words(a, c->loser));
    c->layout_known = true;
    c->layout = b->dst.layout;
    if (!changes)
        return true;
    c->stolen = false;
    c->writer = audit_now(a, FUSOR_AUDIT_ACTOR_TRANSITION, b->before);
    if (discards)
        audit_lose(a, cell, FUSOR_AUDIT_ACTOR_TRANSITION, b->before);
    return audit_transition(a, cell, (fusor_slice){dependency, 1}, 0);
}

static bool log_barriers(audit *a, fusor_slice barriers)
{
    a->call++;
    for (uint32_t i = barriers.first; i < barriers.first + barriers.count; i++) {
        const fusor_plan_barrier *b = &a->plan->barriers[i];
        uint32_t resource = a->resource_of[b->resource];
        audit_dependency row = {
            .instance = FUSOR_NONE, .region = b->region, .global = b->kind == FUSOR_BARRIER_MEMORY};
        if (!check_form(a, i))
            return false;
        if (b->kind != FUSOR_BARRIER_MEMORY || !a->joined_barriers)
            row.instance =
                a->resources[resource].first_instance + audit_slot(a, resource, b->previous);
        if (!a->resources[resource].image)
            row.region.aspects = 0;
        else
            row.region.bytes = (fusor_byte_range){0, 0};
        if (!audit_push_dependency(a, &b->src, &b->dst, &row))
            return false;
    }
    return true;
}

/* Of one barrier, whether an aspect of any cell was used is asked before the barrier changes one. */
static bool enter_cells(audit *a, uint32_t index, audit_box box)
{
    audit_box again = box;
    uint32_t cell;
    while (audit_next(&box, &cell))
        if (!check_entry(a, index, cell, was_used(a, cell)))
            return false;
    while (audit_next(&again, &cell))
        a->cells.data[cell].entered = true;
    return true;
}

static bool run_barrier(audit *a, uint32_t index, uint32_t dependency)
{
    const fusor_plan_barrier *b = &a->plan->barriers[index];
    uint32_t resource = a->resource_of[b->resource], cell;
    audit_box box = audit_cells(a, resource, audit_slot(a, resource, b->previous), &b->region);
    if (!enter_cells(a, index, box))
        return false;
    while (b->has_layout && audit_next(&box, &cell))
        if (!change_layout(a, index, dependency, cell))
            return false;
    return true;
}

bool audit_run_barriers(audit *a, const fusor_plan_step *step)
{
    uint32_t first = a->log.count;
    a->event++;
    if (!log_barriers(a, step->barriers))
        return false;
    for (uint32_t i = 0; i < step->barriers.count; i++)
        if (!run_barrier(a, step->barriers.first + i, first + i))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------ passes */

static bool access_plain(audit *a, const audit_use *use, uint32_t index, uint32_t cell,
                         uint32_t subpass)
{
    audit_access access = {.cell = cell,
                           .subpass = subpass,
                           .actor = audit_now(a, FUSOR_AUDIT_ACTOR_PASS, use->pass),
                           .stages = use->stages,
                           .access = use->access,
                           .concurrent = use->concurrent};
    a->cells.data[cell].touched = true;
    return audit_check_layout(a, use, cell) &&
           (!use->reads || audit_read(a, use, index, cell, a->cells.data[cell].token)) &&
           audit_do(a, &access);
}

static void leave_plain(audit *a, const audit_use *use, uint32_t cell)
{
    audit_cell *c = &a->cells.data[cell];
    if (use->writes) {
        c->token = audit_written(a, use, c->token);
        c->writer = audit_now(a, FUSOR_AUDIT_ACTOR_PASS, use->pass);
        c->written = true;
        c->stolen = false;
        audit_spoil(a, cell);
    }
    if (use->layout)
        c->layout = use->layout_after;
}

bool audit_run_plain(audit *a, uint32_t pass, uint32_t subpass)
{
    for (int writes = 0; writes < 2; writes++)
        for (uint32_t u = a->first_use[pass]; u < a->first_use[pass + 1]; u++) {
            const audit_use *use = &a->uses.data[u];
            audit_box box = audit_cells(a, use->resource,
                                        audit_slot(a, use->resource, use->previous), &use->region);
            uint32_t cell;
            if (use->attachment)
                continue;
            for (uint32_t i = 0; audit_next(&box, &cell); i++) {
                if (writes)
                    leave_plain(a, use, cell);
                else if (!access_plain(a, use, i, cell, subpass))
                    return false;
            }
        }
    return true;
}

static bool run_step(audit *a, const fusor_plan_step *step)
{
    if (!audit_run_barriers(a, step))
        return false;
    a->event++;
    if (step->kind == FUSOR_STEP_GROUP)
        return audit_run_group(a, &a->plan->groups[step->index]);
    return step->kind == FUSOR_STEP_END || audit_run_plain(a, step->index, 0);
}

bool audit_replay(audit *a)
{
    for (a->frame = 0; a->frame < a->frame_count; a->frame++) {
        a->report->frames++;
        if (!audit_begin_frame(a))
            return false;
        for (a->step = 0; a->step < a->plan->step_count; a->step++)
            if (!run_step(a, &a->plan->steps[a->step]))
                return false;
        a->step = a->plan->step_count - 1;
        if (!audit_end_frame(a))
            return false;
    }
    return true;
}
