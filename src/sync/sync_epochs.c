/* In: visits of each joined cell in step order. Out: epochs, and the barriers between them.
 * Promise: between two epochs stands exactly one dependency, to the union of the second's stages; none
 * stands between readers in one layout. O(visits). */
#include "sync/sync.h"

#include <assert.h>

typedef BASE_VEC(uint32_t) pass_list;

typedef struct epoch_state {
    const sync_input *input;
    base_arena *arena;
    sync_result *out;
    pass_list taken, open; /* passes of the step at hand, and of the epoch that is open */
    bool out_of_memory;
} epoch_state;

static void add_passes(epoch_state *s, pass_list *list, const uint32_t *passes, uint32_t count)
{
    assert(passes || !count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *slot = BASE_PUSH(s->arena, list);
        if (!slot) {
            s->out_of_memory = true;
            return;
        }
        *slot = passes[i];
    }
}

/* A set is made once, when all its members are known. */
static uint32_t close_passes(epoch_state *s, pass_list *list)
{
    uint32_t set = sync_sets_add(s->arena, &s->out->pass_sets, list->data, list->count);
    list->count = 0;
    return set;
}

static sync_epoch epoch_of(epoch_state *s, const life_visit *visit)
{
    const life_access *access = &s->input->life->accesses.data[visit->access];
    add_passes(s, &s->taken, BASE_FROM(&s->input->life->pass_list, access->passes.first),
               access->passes.count);
    return (sync_epoch){.first_step = access->step,
                        .first = access->first,
                        .last = access->last,
                        .reads = access->reads,
                        .writes = access->writes,
                        .concurrent = access->concurrent,
                        .live_in = visit->live_in,
                        .first_layout = access->first_layout,
                        .last_layout = access->last_layout};
}

static void add_scope(life_scope *into, const life_scope *from)
{
    into->stages |= from->stages;
    into->access |= from->access;
}

static void join_epoch(sync_epoch *into, const sync_epoch *from)
{
    add_scope(&into->first, &from->first);
    add_scope(&into->last, &from->last);
    into->reads = into->reads || from->reads;
    into->writes = into->writes || from->writes;
    into->concurrent = into->concurrent && from->concurrent;
    into->live_in = into->live_in || from->live_in;
}

/* All that one step does to the cell, as one epoch. An attachment's layouts are those of its group. */
static uint32_t take_step(epoch_state *s, uint32_t first, uint32_t end, sync_epoch *out)
{
    const life_result *life = s->input->life;
    const life_visit *visit = &life->visits.data[life->cell_visits[first]];
    uint32_t step = life->accesses.data[visit->access].step, next = first + 1;
    s->taken.count = 0;
    *out = epoch_of(s, visit);
    for (; next < end; next++) {
        const life_visit *other = &life->visits.data[life->cell_visits[next]];
        if (life->accesses.data[other->access].step != step)
            break;
        sync_epoch more = epoch_of(s, other);
        join_epoch(out, &more);
    }
    return next;
}

static bool may_join(const sync_epoch *open, const sync_epoch *next)
{
    bool one_layout = open->first_layout == open->last_layout &&
                      next->first_layout == next->last_layout &&
                      open->last_layout == next->first_layout;
    bool readers = !open->writes && !next->writes;
    bool concurrent = open->writes && next->writes && open->concurrent && next->concurrent;
    return one_layout && (readers || concurrent);
}

static bool find_cell_epochs(epoch_state *s, uint32_t cell)
{
    const life_result *life = s->input->life;
    uint32_t end = life->cell_first[cell + 1], first_epoch = s->out->epochs.count;
    for (uint32_t i = life->cell_first[cell]; i < end;) {
        sync_epoch next;
        i = take_step(s, i, end, &next);
        sync_epoch *open = s->out->epochs.count > first_epoch
                               ? &s->out->epochs.data[s->out->epochs.count - 1]
                               : NULL;
        bool joins = open && may_join(open, &next);
        if (joins)
            join_epoch(open, &next);
        else if (open)
            open->passes = close_passes(s, &s->open);
        add_passes(s, &s->open, s->taken.data, s->taken.count);
        sync_epoch *slot = joins ? open : BASE_PUSH(s->arena, &s->out->epochs);
        if (!slot)
            return false;
        if (!joins)
            *slot = next;
    }
    if (s->out->epochs.count > first_epoch)
        s->out->epochs.data[s->out->epochs.count - 1].passes = close_passes(s, &s->open);
    for (uint32_t e = first_epoch; e < s->out->epochs.count; e++)
        s->out->epochs.data[e].last.access &= SYNC_WRITES;
    return !s->out_of_memory;
}

static bool sum_resource_exits(epoch_state *s)
{
    const graph_model *model = s->input->in->tables->model;
    uint32_t none = sync_sets_add(s->arena, &s->out->pass_sets, NULL, 0);
    s->out->resource_exit = BASE_NEW(s->arena, life_scope, model->resource_count);
    s->out->resource_exit_passes = BASE_NEW(s->arena, uint32_t, model->resource_count);
    if (none == FUSOR_NONE || !s->out->resource_exit || !s->out->resource_exit_passes)
        return false;
    for (uint32_t r = 0; r < model->resource_count; r++) {
        uint32_t first = s->input->life->joined_first[r];
        uint32_t count =
            life_joined_count(&s->input->in->tables->grids[r]) * model->resources[r].slots;
        uint32_t added = none;
        for (uint32_t c = first; c < first + count; c++) {
            if (s->out->cell_epochs[c] == s->out->cell_epochs[c + 1])
                continue;
            const sync_epoch *last = &s->out->epochs.data[s->out->cell_epochs[c + 1] - 1];
            add_scope(&s->out->resource_exit[r], &last->last);
            if (last->passes == added || last->passes == FUSOR_NONE)
                continue; /* neighbours mostly end alike */
            fusor_slice passes = s->out->pass_sets.sets.data[added = last->passes];
            add_passes(s, &s->open, BASE_FROM(&s->out->pass_sets.items, passes.first),
                       passes.count);
        }
        s->out->resource_exit_passes[r] = close_passes(s, &s->open);
    }
    return !s->out_of_memory;
}

bool sync_find_epochs(const sync_input *input, base_arena *arena, sync_result *out)
{
    epoch_state s = {.input = input, .arena = arena, .out = out};
    uint32_t cells = input->life->joined_count;
    out->cell_epochs = BASE_NEW(arena, uint32_t, (size_t)cells + 1);
    if (!out->cell_epochs)
        return false;
    for (uint32_t c = 0; c < cells; c++) {
        out->cell_epochs[c] = out->epochs.count;
        if (!find_cell_epochs(&s, c))
            return false;
    }
    out->cell_epochs[cells] = out->epochs.count;
    return sum_resource_exits(&s);
}

static fusor_why why_of(const sync_epoch *from, const sync_epoch *to)
{
    if (from->writes && to->reads)
        return FUSOR_WHY_READ_AFTER_WRITE;
    if (!from->writes && to->writes)
        return from->last.stages ? FUSOR_WHY_WRITE_AFTER_READ : FUSOR_WHY_LAYOUT;
    return from->writes ? FUSOR_WHY_WRITE_AFTER_WRITE : FUSOR_WHY_LAYOUT;
}

bool sync_between(const sync_epoch *from, const sync_epoch *to, sync_record *out)
{
    bool changes = from->last_layout != to->first_layout;
    if (!from->writes && !to->writes && !changes)
        return false;
    *out = (sync_record){.step = to->first_step,
                         .src = from->last,
                         .dst = to->first,
                         .old_layout = from->last_layout,
                         .new_layout = to->first_layout,
                         .src_passes = from->passes,
                         .dst_passes = to->passes,
                         .why = why_of(from, to)};
    if (changes && !to->live_in)
        out->old_layout = FUSOR_LAYOUT_UNDEFINED;
    return true;
}

/* What was waited for before all commands is seen by each. */
static bool holds_stages(fusor_stages seen, fusor_stages stages)
{
    bool all = (seen & FUSOR_STAGE_ALL_COMMANDS) && !(stages & FUSOR_STAGE_HOST);
    return all || sync_has_stages(seen, stages);
}

bool sync_continues(const sync_epoch *from, const sync_epoch *to)
{
    assert(from && to);
    return !from->writes && !to->writes && from->last_layout == to->first_layout &&
           holds_stages(from->first.stages, to->first.stages) &&
           !(to->first.access & ~from->first.access);
}

static const sync_epoch *last_epoch(const sync_input *input, const sync_result *out,
                                    uint32_t resource, uint32_t previous, uint32_t cell,
                                    uint32_t *count)
{
    uint32_t joined = life_joined_count(&input->in->tables->grids[resource]);
    uint32_t at = input->life->joined_first[resource] + previous * joined + cell;
    *count = out->cell_epochs[at + 1] - out->cell_epochs[at];
    return *count ? &out->epochs.data[out->cell_epochs[at + 1] - 1] : NULL;
}

/* Readers that waited for nobody: who comes after them waits for those before them too, and what was
 * visible to those still is. */
static void take_over(sync_epoch *readers, const sync_epoch *before)
{
    add_scope(&readers->first, &before->first);
    readers->last.stages |= before->last.stages;
}

/* No pass writes any slot, and all find one layout: what was there at first was there for everybody. The
 * readers of all slots, as one. */
static bool is_only_read(const sync_input *input, const sync_result *out, uint32_t resource,
                         uint32_t cell, sync_epoch *readers)
{
    uint32_t slots = input->in->tables->model->resources[resource].slots, count;
    bool found = false;
    for (uint32_t previous = 0; previous < slots; previous++) {
        const sync_epoch *epoch = last_epoch(input, out, resource, previous, cell, &count);
        if (!epoch)
            continue;
        if (count > 1 || epoch->writes || epoch->first_layout != epoch->last_layout ||
            (found && epoch->last_layout != readers->first_layout))
            return false;
        if (found)
            take_over(readers, epoch);
        else
            *readers = *epoch;
        found = true;
    }
    return found;
}

bool sync_kept_before(const sync_input *input, const sync_result *out, uint32_t resource,
                      uint32_t previous, uint32_t cell, sync_epoch *from)
{
    uint32_t slots = input->in->tables->model->resources[resource].slots, count;
    bool found = false;
    if (is_only_read(input, out, resource, cell, from))
        return true;
    for (uint32_t back = 1; back <= slots; back++) {
        const sync_epoch *epoch =
            last_epoch(input, out, resource, (previous + slots - back) % slots, cell, &count);
        if (!epoch)
            continue;
        if (!found)
            *from = *epoch;
        else if (!sync_continues(epoch, from))
            break;
        else
            take_over(from, epoch);
        found = true;
        if (count > 1 || epoch->writes)
            break;
    }
    return found;
}

/* Whom the readers at the start of a frame go on from: earlier frames, or the caller. */
static bool goes_on_from(const sync_input *input, const sync_result *out, uint32_t resource,
                         uint32_t index, const sync_epoch *first, sync_epoch *from)
{
    const graph_resource *r = &input->in->tables->model->resources[resource];
    uint32_t joined = life_joined_count(&input->in->tables->grids[resource]);
    if (r->lifetime == FUSOR_LIFETIME_IMPORTED) {
        *from = sync_import_epoch(r, &r->import.initial);
        from->first.access = sync_import_shown(&r->import.initial);
        /* "all" of a caller may have been any of them */
        return from->last.stages && sync_has_stages(from->last.stages, first->first.stages);
    }
    return r->lifetime != FUSOR_LIFETIME_TRANSIENT &&
           sync_kept_before(input, out, resource, index / joined, index % joined, from);
}

void sync_inherit(const sync_input *input, sync_result *out)
{
    const graph_model *model = input->in->tables->model;
    for (uint32_t r = 0; r < model->resource_count; r++) {
        uint32_t cells =
            life_joined_count(&input->in->tables->grids[r]) * model->resources[r].slots;
        for (uint32_t i = 0; i < cells; i++) {
            uint32_t cell = input->life->joined_first[r] + i;
            sync_epoch from, *first = BASE_FROM(&out->epochs, out->cell_epochs[cell]);
            if (out->cell_epochs[cell] < out->cell_epochs[cell + 1] &&
                goes_on_from(input, out, r, i, first, &from) && sync_continues(&from, first))
                take_over(first, &from);
        }
    }
}

bool sync_add_inner(const sync_input *input, base_arena *arena, sync_result *out)
{
    const graph_model *model = input->in->tables->model;
    uint32_t none = sync_sets_add(arena, &out->resource_sets, NULL, 0);
    for (uint32_t r = 0; r < model->resource_count; r++) {
        uint32_t joined = life_joined_count(&input->in->tables->grids[r]);
        for (uint32_t i = 0; i < joined * model->resources[r].slots; i++) {
            uint32_t cell = input->life->joined_first[r] + i;
            for (uint32_t e = out->cell_epochs[cell] + 1; e < out->cell_epochs[cell + 1]; e++) {
                sync_record record;
                if (!sync_between(&out->epochs.data[e - 1], &out->epochs.data[e], &record))
                    continue;
                record.resource = r;
                record.previous = i / joined;
                record.cell = i % joined;
                record.replaces = none;
                sync_record *slot = BASE_PUSH(arena, &out->records);
                if (!slot)
                    return false;
                *slot = record;
            }
        }
    }
    return none != FUSOR_NONE;
}
