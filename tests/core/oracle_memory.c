/* In: accesses, dependencies and layout transitions in recorded order. Out: faults.
 * Promise: the rules of Vulkan 1.3, "Execution and Memory Dependencies": chains of execution
 * dependencies through intersecting scopes, logically earlier and later stages in execution scopes
 * only, a write visible only where it was made available and then visible. */
#include "core/oracle_core.h"

#include <stdlib.h>

#define ALL_TRANSFER (FUSOR_STAGE_COPY | FUSOR_STAGE_BLIT | FUSOR_STAGE_RESOLVE | FUSOR_STAGE_CLEAR)
#define ALL_WRITES                                                                                 \
    (FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE | FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE |           \
     FUSOR_ACCESS_TRANSFER_WRITE | FUSOR_ACCESS_HOST_WRITE | FUSOR_ACCESS_MEMORY_WRITE |           \
     FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE | FUSOR_ACCESS_SHADER_STORAGE_WRITE)

/* Graphics stages in the order of the pipeline. */
static const fusor_stages PIPELINE[] = {
    FUSOR_STAGE_DRAW_INDIRECT,          FUSOR_STAGE_VERTEX_INPUT,
    FUSOR_STAGE_VERTEX_SHADER,          FUSOR_STAGE_EARLY_FRAGMENT_TESTS,
    FUSOR_STAGE_FRAGMENT_SHADER,        FUSOR_STAGE_LATE_FRAGMENT_TESTS,
    FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT};
#define PIPELINE_LENGTH 7

/* What a mask means: names for several stages are all of them. */
static fusor_stages meant(fusor_stages stages)
{
    if (stages & FUSOR_STAGE_ALL_COMMANDS)
        return ~(fusor_stages)FUSOR_STAGE_HOST;
    return stages & FUSOR_STAGE_ALL_TRANSFER ? (stages & ~FUSOR_STAGE_ALL_TRANSFER) | ALL_TRANSFER
                                             : stages;
}

static fusor_stages single_stages(fusor_stages stages)
{
    if (stages & FUSOR_STAGE_ALL_COMMANDS)
        return FUSOR_STAGE_ALL_COMMANDS;
    return meant(stages);
}

static fusor_stages with_earlier(fusor_stages stages)
{
    stages = meant(stages);
    for (int i = PIPELINE_LENGTH - 1; i > 0; i--)
        if (stages & PIPELINE[i])
            stages |= PIPELINE[i - 1];
    if (stages & (FUSOR_STAGE_COMPUTE_SHADER | FUSOR_STAGE_RAY_TRACING_SHADER))
        stages |= FUSOR_STAGE_DRAW_INDIRECT;
    return stages;
}

static fusor_stages with_later(fusor_stages stages)
{
    stages = meant(stages);
    for (int i = 0; i + 1 < PIPELINE_LENGTH; i++)
        if (stages & PIPELINE[i])
            stages |= PIPELINE[i + 1];
    if (stages & FUSOR_STAGE_DRAW_INDIRECT)
        stages |= FUSOR_STAGE_COMPUTE_SHADER | FUSOR_STAGE_RAY_TRACING_SHADER;
    return stages;
}

static bool includes(fusor_access mask, fusor_access one)
{
    fusor_access wild = one & ALL_WRITES ? FUSOR_ACCESS_MEMORY_WRITE : FUSOR_ACCESS_MEMORY_READ;
    return (mask & one) || (mask & wild);
}

static fusor_stages stages_with(fusor_access access)
{
    switch (access) {
    case FUSOR_ACCESS_INDIRECT_COMMAND_READ:
        return FUSOR_STAGE_DRAW_INDIRECT;
    case FUSOR_ACCESS_INDEX_READ:
    case FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ:
        return FUSOR_STAGE_VERTEX_INPUT;
    case FUSOR_ACCESS_COLOR_ATTACHMENT_READ:
    case FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE:
        return FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT;
    case FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ:
    case FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE:
        return FUSOR_STAGE_FRAGMENT_TESTS;
    case FUSOR_ACCESS_TRANSFER_READ:
    case FUSOR_ACCESS_TRANSFER_WRITE:
        return ALL_TRANSFER | FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD;
    case FUSOR_ACCESS_HOST_READ:
    case FUSOR_ACCESS_HOST_WRITE:
        return FUSOR_STAGE_HOST;
    default:
        return ~(fusor_stages)0;
    }
}

/* The two lie in resources that share bytes, any. */
bool oracle_instances_overlap(const oracle_state *s, uint32_t a, uint32_t b)
{
    const oracle_cell *x = &s->cells.data[a], *y = &s->cells.data[b];
    uint32_t i = s->instance_first[x->resource] + x->slot,
             j = s->instance_first[y->resource] + y->slot;
    for (uint32_t k = 0; k < s->overlaps[i].count; k++)
        if (s->overlaps[i].data[k] == j)
            return true;
    return false;
}

void oracle_cell_bytes(const oracle_state *s, uint32_t cell, uint64_t *begin, uint64_t *end)
{
    const oracle_cell *c = &s->cells.data[cell];
    const fusor_plan_resource *r = &s->plan->resources[s->resources[c->resource].plan_index];
    const fusor_placement *p = &s->plan->placements[r->placements.first + c->slot];
    *begin = p->offset + (r->is_image ? 0 : c->begin);
    *end = p->offset + (r->is_image ? p->size_bytes : c->end);
}

bool oracle_cells_overlap(const oracle_state *s, uint32_t a, uint32_t b)
{
    uint64_t bytes[4];
    if (a == b)
        return true;
    if (!oracle_instances_overlap(s, a, b))
        return false;
    oracle_cell_bytes(s, a, &bytes[0], &bytes[1]);
    oracle_cell_bytes(s, b, &bytes[2], &bytes[3]);
    return bytes[0] < bytes[3] && bytes[2] < bytes[1];
}

void oracle_find_overlaps(oracle_state *s)
{
    uint32_t count = 0;
    s->instance_first = calloc(s->resource_count + 1, sizeof *s->instance_first);
    for (uint32_t r = 0; s->instance_first && r < s->resource_count; r++) {
        s->instance_first[r] = count;
        count += s->resources[r].slots;
    }
    s->overlaps = calloc(count + 1, sizeof *s->overlaps);
    if (!s->overlaps || !s->instance_first)
        abort();
    const fusor_plan *plan = s->plan;
    for (uint32_t a = 0; a < s->resource_count; a++)
        for (uint32_t b = 0; b < s->resource_count; b++) {
            uint32_t i = s->resources[a].plan_index, j = s->resources[b].plan_index;
            if (a == b || i == FUSOR_NONE || j == FUSOR_NONE)
                continue;
            for (uint32_t x = 0; x < plan->resources[i].placements.count; x++)
                for (uint32_t y = 0; y < plan->resources[j].placements.count; y++) {
                    const fusor_placement *p =
                        &plan->placements[plan->resources[i].placements.first + x];
                    const fusor_placement *q =
                        &plan->placements[plan->resources[j].placements.first + y];
                    if (p->placed && q->placed && p->pool == q->pool &&
                        p->offset < q->offset + q->size_bytes &&
                        q->offset < p->offset + p->size_bytes)
                        *ORACLE_PUSH(&s->overlaps[s->instance_first[a] + x]) =
                            s->instance_first[b] + y;
                }
        }
}

static bool chained(const oracle_record *r, fusor_stages stages)
{
    fusor_stages scope = with_earlier(stages);
    return (meant(r->stage) & scope) == meant(r->stage) && r->stage ? true : (r->exec & scope) != 0;
}

static bool first_access(const oracle_record *r, fusor_stages stages, fusor_access access)
{
    return r->stage && (meant(r->stage) & ~meant(stages)) == 0 && includes(access, r->access);
}

/* ------------------------------------------------------------------------------ accesses */

static bool exempt(const oracle_state *s, const oracle_record *r, const oracle_access *a)
{
    if (r->concurrent && a->concurrent && r->frame == s->frame)
        return true; /* a promise about the passes of one frame */
    if (a->caller && !r->event)
        return true;
    if (r->event != a->event)
        return false;
    if (r->pass == a->pass && r->pass != FUSOR_NONE && !r->op && !a->op)
        return true; /* one pass orders its own */
    bool ordered = (r->attachment && a->attachment) || r->op || a->op;
    return r->subpass == a->subpass && ordered;
}

static uint32_t bit_index(fusor_stages one)
{
    uint32_t index = 0;
    while (one >>= 1)
        index++;
    return index;
}

static bool visible(const oracle_record *r, fusor_stages stage, fusor_access access)
{
    return includes(r->visible[bit_index(stage)], access);
}

/* What an old occupant of the bytes wrote nobody reads: it must be over, that is all. Nor need a write see
 * what it replaces where somebody has read that since ("Location-Ordered": a write after a write asks for
 * availability alone; validation asks for sight unless there are readers between). */
static bool needs_sight(const oracle_state *s, const oracle_record *r, const oracle_access *a,
                        fusor_access access)
{
    if (r->cell != a->cell)
        return false;
    for (uint32_t i = 0; (access & ALL_WRITES) && i < s->records.count; i++) {
        const oracle_record *other = &s->records.data[i];
        bool since = other->event == a->event || other->event != r->event || !r->stage;
        if (other->cell == a->cell && !other->write && since)
            return false;
    }
    return true;
}

static const char *missing(const oracle_state *s, const oracle_record *r, const oracle_access *a,
                           fusor_stages stage, fusor_access access)
{
    fusor_stages behind = r->behind;
    if (r->local_event == a->event)
        behind |= r->local_behind[a->subpass % 32];
    if ((meant(stage) & ~behind) != 0)
        return "no execution dependency";
    if (r->write && !r->available)
        return "not available";
    if (!r->write || visible(r, stage, access) || !needs_sight(s, r, a, access))
        return NULL;
    return access & ALL_WRITES ? "not visible to the write" : "not visible";
}

static void check_pair(oracle_state *s, const oracle_record *r, const oracle_access *a,
                       fusor_stages stage, fusor_access access, const char *what)
{
    const char *fault = missing(s, r, a, stage, access);
    if (fault)
        oracle_fault(
            s,
            "hazard: %s: %s of \"%s\" (stage %llx access %llx, %s) after \"%s\" (stage %llx "
            "access %llx, %s)",
            fault, what, oracle_pass_name(s, a->pass), (unsigned long long)stage,
            (unsigned long long)access, oracle_cell_name(s, a->cell), oracle_pass_name(s, r->pass),
            (unsigned long long)r->stage, (unsigned long long)r->access,
            oracle_cell_name(s, r->cell));
}

static void drop_older(oracle_state *s, uint32_t cell, uint32_t event, uint32_t subpass,
                       bool concurrent)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->records.count; i++) {
        const oracle_record *r = &s->records.data[i];
        bool same = r->event == event && r->subpass == subpass;
        if (r->cell != cell || same || (concurrent && r->concurrent && r->frame == s->frame))
            s->records.data[kept++] = *r;
    }
    s->records.count = kept;
}

static void do_access(oracle_state *s, const oracle_access *a, const char *what)
{
    fusor_stages stages = single_stages(a->stages);
    for (uint32_t i = 0; i < s->records.count; i++) {
        const oracle_record *r = &s->records.data[i];
        if ((!r->write && !(a->access & ALL_WRITES)) ||
            !oracle_cells_overlap(s, r->cell, a->cell) || exempt(s, r, a))
            continue;
        for (fusor_stages stage = stages & (~stages + 1), left = stages; left;
             left &= ~stage, stage = left & (~left + 1))
            for (fusor_access rest = a->access; rest; rest &= rest - 1) {
                fusor_access access = rest & (~rest + 1);
                bool writes = (access & ALL_WRITES) != 0;
                if ((r->write || writes) &&
                    (stage == FUSOR_STAGE_ALL_COMMANDS || (stages_with(access) & stage)))
                    check_pair(s, r, a, stage, access, what);
            }
    }
    if (a->access & ALL_WRITES)
        drop_older(s, a->cell, a->event, a->subpass, a->concurrent);
    for (fusor_stages left = stages; left; left &= left - 1) {
        fusor_stages stage = left & (~left + 1);
        for (fusor_access rest = a->access; rest; rest &= rest - 1) {
            fusor_access access = rest & (~rest + 1);
            if (stage != FUSOR_STAGE_ALL_COMMANDS && !(stages_with(access) & stage))
                continue;
            *ORACLE_PUSH(&s->records) = (oracle_record){.cell = a->cell,
                                                        .event = a->event,
                                                        .subpass = a->subpass,
                                                        .pass = a->pass,
                                                        .frame = s->frame,
                                                        .stage = stage,
                                                        .access = access,
                                                        .write = (access & ALL_WRITES) != 0,
                                                        .concurrent = a->concurrent,
                                                        .attachment = a->attachment,
                                                        .op = a->op};
        }
    }
}

/* ------------------------------------------------------------------------------ dependencies */

/* A chain from an old occupant may lead through any bytes of the one between. */
static bool in_region(const oracle_state *s, const oracle_dependency *d, const oracle_record *r)
{
    if (!d->cells)
        return true;
    for (uint32_t i = 0; i < d->cell_count; i++)
        if (d->cells[i] == r->cell || oracle_instances_overlap(s, d->cells[i], r->cell))
            return true;
    return false;
}

static bool reaches(const oracle_dependency *d, const oracle_record *r)
{
    if (d->from_subpass == FUSOR_NONE)
        return chained(r, d->src.stages);
    bool own = r->event == d->event && r->subpass == d->from_subpass && r->stage &&
               (meant(r->stage) & ~with_earlier(d->src.stages)) == 0;
    return own || (r->exec & with_earlier(d->src.stages)) != 0;
}

static void add_visible(oracle_record *r, const fusor_scope *dst)
{
    for (uint32_t i = 0; i < sizeof r->visible / sizeof r->visible[0]; i++)
        if (meant(dst->stages) >> i & 1)
            r->visible[i] |= dst->access;
}

static void order(oracle_record *r, const oracle_dependency *d)
{
    fusor_stages stages = with_later(d->dst.stages);
    r->exec |= stages;
    if (d->from_subpass == FUSOR_NONE) {
        r->behind |= stages;
        return;
    }
    for (uint32_t i = 0; r->local_event != d->event && i < 32; i++)
        r->local_behind[i] = 0;
    r->local_event = d->event;
    r->local_behind[d->to_subpass % 32] |= stages;
}

static void show(oracle_record *record, fusor_stages stages, fusor_access access)
{
    fusor_scope all = {.stages = stages, .access = access};
    record->exec = record->behind = with_later(stages);
    add_visible(record, &all);
}

static void apply(oracle_state *s, const oracle_dependency *dependencies, uint32_t count)
{
    for (uint32_t i = 0; i < s->records.count; i++) {
        oracle_record before = s->records.data[i], *r = &s->records.data[i];
        r->fresh = false;
        if (before.fresh)
            continue;
        for (uint32_t k = 0; k < count; k++) {
            const oracle_dependency *d = &dependencies[k];
            bool region = in_region(s, d, &before);
            if (!reaches(d, &before) || (!region && s->options.own_barriers) ||
                (!region && d->from_subpass != FUSOR_NONE))
                continue;
            order(r, d);
            if (!r->write || !region)
                continue;
            if (first_access(&before, d->src.stages, d->src.access))
                r->available = true;
            if (before.available || first_access(&before, d->src.stages, d->src.access))
                add_visible(r, &d->dst);
        }
    }
}

static void transition(oracle_state *s, uint32_t cell, const oracle_dependency *dependencies,
                       uint32_t count, const char *what)
{
    for (uint32_t i = 0; i < s->records.count; i++) {
        const oracle_record *r = &s->records.data[i];
        bool ordered = false, made = !r->write || r->available;
        if (r->fresh || !oracle_cells_overlap(s, r->cell, cell))
            continue;
        for (uint32_t k = 0; k < count; k++) {
            if (!reaches(&dependencies[k], r))
                continue;
            ordered = true;
            made = made || first_access(r, dependencies[k].src.stages, dependencies[k].src.access);
        }
        if (!ordered || !made)
            oracle_fault(
                s,
                "hazard: %s: layout transition %s of %s after \"%s\" (stage %llx access %llx, %s)",
                ordered ? "not available" : "no execution dependency", what,
                oracle_cell_name(s, cell), oracle_pass_name(s, r->pass),
                (unsigned long long)r->stage, (unsigned long long)r->access,
                oracle_cell_name(s, r->cell));
    }
    drop_older(s, cell, FUSOR_NONE, 0, false);
    oracle_record t = {.cell = cell,
                       .event = ++s->event,
                       .pass = FUSOR_NONE,
                       .frame = s->frame,
                       .write = true,
                       .available = true,
                       .fresh = true};
    for (uint32_t k = 0; k < count; k++) {
        order(&t, &dependencies[k]);
        add_visible(&t, &dependencies[k].dst);
    }
    *ORACLE_PUSH(&s->records) = t;
}

/* ------------------------------------------------------------------------------ outside the frame */

static void forget(oracle_state *s, uint32_t cell)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->records.count; i++)
        if (s->records.data[i].cell != cell)
            s->records.data[kept++] = s->records.data[i];
    s->records.count = kept;
}

static void came(oracle_state *s, uint32_t cell, fusor_stages stages, fusor_access access,
                 bool write)
{
    for (fusor_stages left = single_stages(stages); left; left &= left - 1)
        *ORACLE_PUSH(&s->records) = (oracle_record){.cell = cell,
                                                    .event = 0,
                                                    .pass = FUSOR_NONE,
                                                    .stage = left & (~left + 1),
                                                    .access = access,
                                                    .write = write};
}

static void shown(oracle_state *s, uint32_t cell, fusor_stages stages, fusor_access access)
{
    oracle_record record = {.cell = cell, .pass = FUSOR_NONE, .write = true, .available = true};
    show(&record, stages, access);
    *ORACLE_PUSH(&s->records) = record;
}

static void leave(oracle_state *s, uint32_t cell, const fusor_scope *scope, const char *what)
{
    for (uint32_t i = 0; i < s->records.count; i++) {
        const oracle_record *r = &s->records.data[i];
        bool good = r->cell != cell || r->stage == FUSOR_STAGE_HOST ||
                    (chained(r, scope->stages) &&
                     (!r->write || r->available || first_access(r, scope->stages, scope->access)));
        if (!good)
            oracle_fault(s, "exit: %s of %s does not cover stage %llx access %llx of \"%s\"", what,
                         oracle_cell_name(s, cell), (unsigned long long)r->stage,
                         (unsigned long long)r->access, oracle_pass_name(s, r->pass));
    }
}

static void end_frame(oracle_state *s)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->records.count; i++)
        if (s->records.data[i].stage != FUSOR_STAGE_HOST)
            s->records.data[kept++] = s->records.data[i];
    s->records.count = kept;
}

const oracle_model oracle_records = {do_access, apply, transition, forget,
                                     came,      shown, leave,      end_frame};
