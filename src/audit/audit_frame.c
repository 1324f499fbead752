/* In: the begin and the end of a frame. Out: what comes from outside, and faults of what is left behind.
 * Promise: imports come as their declaration says and are given back as it says; what the plan exports
 * to the next frame covers everything that may still run. */
#include "audit/audit.h"

/* ------------------------------------------------------------------------------ begin */

static bool remember_stages(audit *a, uint32_t cell, fusor_stages stages, fusor_access access)
{
    audit_record record = {.actor = audit_now(a, FUSOR_AUDIT_ACTOR_CALLER, FUSOR_NONE),
                           .access = access,
                           .write = audit_writes(access) != 0};
    for (fusor_stages left = audit_single_stages(stages); left; left &= left - 1) {
        record.stage = left & (~left + 1);
        if (!audit_remember(a, cell, &record))
            return false;
    }
    return true;
}

/* A state for reading: somebody wrote it before and made it visible, to that use in those stages. */
static bool remember_shown(audit *a, uint32_t cell, const audit_state *state)
{
    fusor_stages stages = audit_single_stages(state->stages); /* "all" may have been any of them */
    audit_record record = {.actor = audit_now(a, FUSOR_AUDIT_ACTOR_CALLER, FUSOR_NONE),
                           .write = true,
                           .available = true,
                           .exec = stages,
                           .seen_stages = stages,
                           .seen_access = state->reads};
    return audit_remember(a, cell, &record);
}

static bool begin_import(audit *a, uint32_t index)
{
    audit_cell *cell = &a->cells.data[index];
    const audit_resource *r = &a->resources[cell->resource];
    audit_state state = audit_import_state(&r->import->initial);
    if (!state.stages) /* undefined or presentable, and no semaphore's stage is said */
        state.stages = FUSOR_STAGE_ALL_COMMANDS;
    audit_forget(a, index);
    cell->layout = audit_state_layout(r, r->import->initial.state);
    cell->layout_known = true;
    cell->writer = audit_now(a, FUSOR_AUDIT_ACTOR_CALLER, FUSOR_NONE);
    if (state.writes)
        return remember_stages(a, index, state.stages, state.writes);
    if (state.reads && !remember_shown(a, index, &state))
        return false;
    return remember_stages(a, index, state.stages, state.reads);
}

bool audit_begin_frame(audit *a)
{
    a->step = 0;
    a->event++;
    for (uint32_t i = 0; i < a->cells.count; i++) {
        audit_cell *cell = &a->cells.data[i];
        const audit_resource *r = &a->resources[cell->resource];
        bool history = r->lifetime == FUSOR_LIFETIME_HISTORY && cell->slot == a->frame % r->slots;
        cell->token = audit_start_token(a, i, cell->token);
        cell->entered = cell->touched = cell->written = false;
        if (history)
            cell->loser = audit_now(a, FUSOR_AUDIT_ACTOR_NONE, FUSOR_NONE);
        if (r->row == FUSOR_NONE)
            continue;
        if (r->lifetime == FUSOR_LIFETIME_IMPORTED && !begin_import(a, i))
            return false;
        if (r->host != FUSOR_HOST_NONE && !r->host_shared)
            audit_forget(a, i); /* another instance, or one whose fence was waited for */
        if (r->lifetime == FUSOR_LIFETIME_TRANSIENT) {
            cell->layout = FUSOR_LAYOUT_UNDEFINED;
            cell->layout_known = true;
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------ end */

static bool give_back(audit *a, uint32_t index)
{
    const audit_cell *cell = &a->cells.data[index];
    const audit_resource *r = &a->resources[cell->resource];
    fusor_state final = r->import->final.state, back = final;
    if (final == FUSOR_STATE_UNKNOWN)
        back = r->import->initial.state;
    audit_actor caller = audit_now(a, FUSOR_AUDIT_ACTOR_CALLER, FUSOR_NONE);
    bool named = back != FUSOR_STATE_UNKNOWN && back != FUSOR_STATE_UNDEFINED;
    if (r->image && named && cell->layout != audit_state_layout(r, back)) {
        fusor_audit_access pair[2] = {audit_about(a, cell->writer, index),
                                      audit_about(a, caller, index)};
        return audit_refute_pair(a, FUSOR_AUDIT_EXIT_WRONG, pair,
                                 "frame %u: %s is given back in %s, its declaration says %s",
                                 a->frame, audit_place_words(a, index),
                                 audit_layout_words(cell->layout),
                                 audit_layout_words(audit_state_layout(r, back)));
    }
    audit_state state = audit_import_state(&r->import->final);
    bool writes = cell->written || final != FUSOR_STATE_UNKNOWN;
    audit_access access = {.cell = index,
                           .actor = caller,
                           .stages = state.stages,
                           .access = state.reads | (writes ? state.writes : 0),
                           .after_writes = final == FUSOR_STATE_UNKNOWN};
    bool waits = state.stages && access.access;
    return !waits || !cell->touched || audit_ask(a, &access);
}

static bool check_contents(audit *a, uint32_t index)
{
    const audit_cell *cell = &a->cells.data[index];
    uint64_t meant = a->ends[(size_t)index * a->frame_count + a->frame];
    if (!a->kept[cell->resource] || cell->token == meant)
        return true;
    audit_actor who = cell->token ? cell->writer : cell->loser;
    fusor_audit_access pair[2] = {
        audit_about(a, who, index),
        audit_about(a, audit_now(a, FUSOR_AUDIT_ACTOR_CALLER, FUSOR_NONE), index)};
    bool op = who.kind == FUSOR_AUDIT_ACTOR_LOAD_OP;
    return audit_refute_pair(a,
                             !cell->token ? FUSOR_AUDIT_DISCARDED_READ
                             : op         ? FUSOR_AUDIT_OP_INVALID
                                          : FUSOR_AUDIT_ORDER_INVALID,
                             pair,
                             "frame %u: %s ends as %s left it; in declared order it ends otherwise",
                             a->frame, audit_place_words(a, index), audit_actor_words(a, who));
}

static bool end_cell(audit *a, uint32_t index)
{
    const audit_cell *cell = &a->cells.data[index];
    const audit_resource *r = &a->resources[cell->resource];
    if (r->row == FUSOR_NONE)
        return true;
    if (!check_contents(a, index) ||
        (r->lifetime == FUSOR_LIFETIME_IMPORTED && !give_back(a, index)))
        return false;
    audit_access host = {.cell = index,
                         .actor = audit_now(a, FUSOR_AUDIT_ACTOR_HOST, FUSOR_NONE),
                         .stages = FUSOR_STAGE_HOST,
                         .access = FUSOR_ACCESS_HOST_READ};
    return r->host != FUSOR_HOST_READ || !cell->written || audit_ask(a, &host);
}

/* ------------------------------------------------------------------------------ exits */

static bool uncovered(audit *a, uint32_t cell, const char *what, const audit_record *r)
{
    fusor_audit_access pair[2] = {audit_about(a, r->actor, cell), {0}};
    pair[0].stages = r->stage;
    pair[0].access = r->access;
    return audit_refute_pair(a, FUSOR_AUDIT_EXIT_WRONG, pair,
                             "frame %u: the exit of %s does not cover %s (%s in %s) on %s",
                             a->frame, what, audit_actor_words(a, r->actor),
                             audit_access_words(a, r->access), audit_stage_words(a, r->stage),
                             audit_place_words(a, cell));
}

static bool check_import_exit(audit *a, const fusor_plan_exit *e, uint32_t cell)
{
    const audit_resource *r = &a->resources[a->cells.data[cell].resource];
    fusor_stages stages = audit_import_state(&r->import->final).stages;
    if (!(audit_single_stages(stages) & ~audit_spell_out(e->scope.stages)))
        return true;
    return audit_refute(a, FUSOR_AUDIT_EXIT_WRONG,
                        "frame %u: the exit of %s names other stages than its declaration",
                        a->frame, audit_place_words(a, cell));
}

static bool check_exit_cell(audit *a, const fusor_plan_exit *e, uint32_t cell)
{
    audit_cell *c = &a->cells.data[cell];
    const audit_resource *r = &a->resources[c->resource];
    if (r->image && c->layout_known && c->layout != e->scope.layout)
        return audit_refute(a, FUSOR_AUDIT_EXIT_WRONG,
                            "frame %u: the exit of %s says %s, it is in %s", a->frame,
                            audit_place_words(a, cell), audit_layout_words(e->scope.layout),
                            audit_layout_words(c->layout));
    if (r->lifetime == FUSOR_LIFETIME_IMPORTED) /* it ends in the state that it declares */
        return check_import_exit(a, e, cell);
    const audit_record *left = audit_uncovered(a, cell, e->scope.stages, e->scope.access);
    if (left)
        return uncovered(a, cell, "its resource", left);
    left = audit_unavailable(a, cell, e->write_stages, e->write_access);
    return !left || uncovered(a, cell, "its last write", left);
}

static bool check_exits(audit *a, uint8_t *has_exit)
{
    for (uint32_t i = 0; i < a->plan->exit_count; i++) {
        const fusor_plan_exit *e = &a->plan->exits[i];
        uint32_t resource = a->resource_of[e->resource], cell;
        fusor_slice own = a->plan->resources[e->resource].exit;
        audit_box box = audit_cells(a, resource, audit_slot(a, resource, e->previous), &e->region);
        if (i < own.first || i - own.first >= own.count)
            return audit_refute(a, FUSOR_AUDIT_EXIT_WRONG, "exit %u is not among those of \"%s\"",
                                i, a->resources[resource].name);
        while (audit_next(&box, &cell)) {
            has_exit[cell] = 1;
            if (!check_exit_cell(a, e, cell))
                return false;
        }
    }
    return true;
}

/* Everything that lives on and was touched has an exit. */
static bool check_all_exit(audit *a, const uint8_t *has_exit)
{
    for (uint32_t i = 0; i < a->cells.count; i++) {
        const audit_resource *r = &a->resources[a->cells.data[i].resource];
        bool lives = r->lifetime != FUSOR_LIFETIME_TRANSIENT || r->output;
        if (lives && !r->host && a->cells.data[i].touched && !has_exit[i])
            return audit_refute(a, FUSOR_AUDIT_EXIT_WRONG, "frame %u: %s has no exit", a->frame,
                                audit_place_words(a, i));
    }
    return true;
}

static bool check_pools(audit *a)
{
    for (uint32_t i = 0; i < a->cells.count; i++) {
        const fusor_placement *place = a->instances.data[audit_instance_of(a, i)].place;
        if (!place || !a->cells.data[i].records)
            continue;
        const fusor_scope *exit = &a->plan->pools[place->pool].exit;
        const audit_record *left = audit_uncovered(a, i, exit->stages, exit->access);
        if (left)
            return uncovered(a, i, "its pool", left);
    }
    return true;
}

bool audit_end_frame(audit *a)
{
    uint8_t *has_exit = BASE_NEW(a->arena, uint8_t, a->cells.count);
    if (!has_exit)
        return audit_no_memory(a);
    a->event++;
    for (uint32_t i = 0; i < a->cells.count; i++)
        if (!end_cell(a, i))
            return false;
    return check_exits(a, has_exit) && check_all_exit(a, has_exit) && check_pools(a);
}
