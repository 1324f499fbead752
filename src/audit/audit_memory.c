/* In: accesses, dependencies and layout transitions as they are recorded. Out: the first pair of
 * conflicting accesses to the same bytes that nothing orders.
 * Promise: every access is held against all earlier ones that a later access may still have to wait for;
 * a write that comes after everything else stands for it. O(pairs × dependencies between the two). */
#include "audit/audit_chain.h"

/* ------------------------------------------------------------------------------ records */

bool audit_remember(audit *a, uint32_t cell, const audit_record *record)
{
    uint32_t index = a->free_record;
    if (index) {
        a->free_record = a->records.data[index - 1].next;
    } else {
        if (!BASE_PUSH(a->arena, &a->records))
            return audit_no_memory(a);
        index = a->records.count;
    }
    audit_cell *c = &a->cells.data[cell];
    audit_record *slot = &a->records.data[index - 1];
    *slot = *record;
    slot->since = a->log.count;
    slot->next = c->records;
    c->records = index;
    audit_instance *instance = &a->instances.data[audit_instance_of(a, cell)];
    instance->last_event = a->event;
    instance->live++;
    return true;
}

static void unlink_record(audit *a, uint32_t cell, uint32_t *link)
{
    audit_instance *instance = &a->instances.data[audit_instance_of(a, cell)];
    uint32_t index = *link;
    *link = a->records.data[index - 1].next;
    a->records.data[index - 1].next = a->free_record;
    a->free_record = index;
    if (!--instance->live)
        instance->log.count = 0;
}

void audit_forget(audit *a, uint32_t cell)
{
    while (a->cells.data[cell].records)
        unlink_record(a, cell, &a->cells.data[cell].records);
}

void audit_take(audit *a, uint32_t cell)
{
    for (uint32_t *link = &a->cells.data[cell].records; *link;) {
        audit_record *r = &a->records.data[*link - 1];
        if (r->write && !audit_is_available(a, r, cell)) {
            r->taken = true;
            link = &r->next;
        } else {
            unlink_record(a, cell, link);
        }
    }
}

/* A write that comes after everything else stands for it: chains to later accesses go through it. */
static void drop_older(audit *a, uint32_t cell, uint32_t event, uint32_t subpass, bool concurrent)
{
    for (uint32_t *link = &a->cells.data[cell].records; *link;) {
        const audit_record *r = &a->records.data[*link - 1];
        if ((r->event == event && r->subpass == subpass) ||
            (concurrent && r->concurrent && r->actor.frame == a->frame))
            link = &a->records.data[*link - 1].next;
        else
            unlink_record(a, cell, link);
    }
}

/* ------------------------------------------------------------------------------ pairs */

/* The promise is about passes of a frame: the next frame writes the same bytes again. */
static bool is_promised(const audit_record *r, const audit_access *now)
{
    return r->concurrent && now->concurrent && r->actor.frame == now->actor.frame;
}

/* Ordered without any dependency: by the pass itself, by rasterisation order, by a promise. A change of
 * layout between subpasses is ordered by dependencies alone. */
static bool is_exempt(const audit *a, const audit_record *r, const audit_access *now)
{
    if (r->actor.kind == FUSOR_AUDIT_ACTOR_CALLER && now->actor.kind == FUSOR_AUDIT_ACTOR_CALLER)
        return true;
    if (r->event != a->event)
        return is_promised(r, now);
    if (!r->stage)
        return false;
    if (r->op || now->op)
        return r->subpass == now->subpass;
    if (r->actor.pass == now->actor.pass)
        return true;
    if (r->subpass != now->subpass || !r->attachment || !now->attachment)
        return is_promised(r, now);
    const fusor_plan_step *step = &a->plan->steps[a->step];
    bool raster_order = a->plan->groups[step->index].path == FUSOR_PATH_RASTER_ORDER;
    return raster_order || (!r->input && !now->input);
}

/* Between two writes availability is enough where somebody read in between ("Location-Ordered"; where nobody
 * did, validation asks for sight). A store op behind an access of its own render pass is such a write: what
 * it replaces was seen then. */
static bool was_seen(const audit *a, const audit_record *r, const audit_access *now)
{
    for (uint32_t i = a->cells.data[now->cell].records; i; i = a->records.data[i - 1].next) {
        const audit_record *other = &a->records.data[i - 1];
        bool own = other->event == a->event;
        if (other->stage &&
            ((now->op && own) || (!other->write && (own || !r->stage || other->event != r->event))))
            return true;
    }
    return false;
}

static bool check_stage(audit *a, const audit_record *r, uint32_t cell, const audit_access *now,
                        fusor_stages stage, fusor_access access)
{
    fusor_access writes = audit_writes(access);
    fusor_access sight = r->write && cell == now->cell ? access : 0;
    if (sight & writes && was_seen(a, r, now))
        sight &= ~writes;
    audit_chain_end end = {now->cell, stage, sight, a->event, now->subpass, now->attachment};
    audit_chain c;
    a->report->pairs++;
    audit_chain_follow(a, r, cell, a->log.count, &end, &c);
    audit_carried got = audit_chain_at(a, r, &c, &end);
    audit_chain_leave(a, &c);
    if (!got.ordered)
        return audit_refute_access(a, r, cell, now, stage, access, AUDIT_NO_ORDER);
    if (!got.available)
        return audit_refute_access(a, r, cell, now, stage, access, AUDIT_NOT_AVAILABLE);
    return c.visible == sight ||
           audit_refute_access(a, r, cell, now, stage, sight & ~c.visible, AUDIT_NOT_VISIBLE);
}

static bool check_pair(audit *a, const audit_record *r, uint32_t cell, const audit_access *now)
{
    fusor_access writes = audit_writes(now->access);
    if ((!r->write && (!writes || now->after_writes)) || (r->taken && cell != now->cell) ||
        is_exempt(a, r, now))
        return true;
    for (fusor_stages left = audit_single_stages(now->stages); left; left &= left - 1) {
        fusor_stages stage = left & (~left + 1);
        fusor_access access = audit_done_in(stage, now->access);
        if (!r->write)
            access = audit_writes(access);
        if (access && !check_stage(a, r, cell, now, stage, access))
            return false;
    }
    return true;
}

static bool check_cell(audit *a, uint32_t cell, const audit_access *now)
{
    for (uint32_t i = a->cells.data[cell].records; i; i = a->records.data[i - 1].next)
        if (!check_pair(a, &a->records.data[i - 1], cell, now))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------ accesses */

static bool check_alias(audit *a, uint32_t other, void *context)
{
    return check_cell(a, other, context);
}

/* The same thing in the same place once more. */
static bool merge(audit *a, uint32_t cell, const audit_record *record)
{
    for (uint32_t i = a->cells.data[cell].records; i; i = a->records.data[i - 1].next) {
        audit_record *r = &a->records.data[i - 1];
        if (r->event == record->event && r->subpass == record->subpass &&
            r->stage == record->stage && r->actor.pass == record->actor.pass &&
            r->op == record->op && r->input == record->input &&
            r->concurrent == record->concurrent && r->write == record->write &&
            r->attachment == record->attachment) {
            r->access |= record->access;
            return true;
        }
    }
    return false;
}

static bool record_stage(audit *a, const audit_access *now, fusor_stages stage, fusor_access access)
{
    audit_record record = {.event = a->event,
                           .subpass = now->subpass,
                           .actor = now->actor,
                           .stage = stage,
                           .attachment = now->attachment,
                           .op = now->op,
                           .concurrent = now->concurrent,
                           .input = now->input};
    fusor_access writes = audit_writes(access);
    record.access = writes ? writes : access; /* after a write, its reads need no record */
    record.write = writes != 0;
    return merge(a, now->cell, &record) || audit_remember(a, now->cell, &record);
}

bool audit_ask(audit *a, const audit_access *now)
{
    a->report->accesses++;
    return check_cell(a, now->cell, now) &&
           audit_each_alias(a, now->cell, check_alias, (void *)now);
}

bool audit_do(audit *a, const audit_access *now)
{
    if (!audit_ask(a, now))
        return false;
    if (audit_writes(now->access))
        drop_older(a, now->cell, a->event, now->subpass, now->concurrent);
    for (fusor_stages left = audit_single_stages(now->stages); left; left &= left - 1) {
        fusor_stages stage = left & (~left + 1);
        fusor_access access = audit_done_in(stage, now->access);
        if ((access || !now->access) && !record_stage(a, now, stage, access))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------ dependencies */

/* Only what has records may have to follow it. */
bool audit_note_dependency(audit *a, uint32_t instance)
{
    audit_instance *i = &a->instances.data[instance];
    uint32_t index = a->log.count - 1;
    if (!i->live || (i->log.count && i->log.data[i->log.count - 1] == index))
        return true;
    uint32_t *slot = BASE_PUSH(a->arena, &i->log);
    if (slot)
        *slot = index;
    return slot || audit_no_memory(a);
}

static bool note_occupant(audit *a, uint32_t instance, void *context)
{
    (void)context;
    return audit_note_dependency(a, instance);
}

bool audit_push_dependency(audit *a, const fusor_scope *src, const fusor_scope *dst,
                           audit_dependency *row)
{
    audit_dependency *slot = BASE_PUSH(a->arena, &a->log);
    if (!slot)
        return audit_no_memory(a);
    row->call = a->call;
    row->src = audit_spell_out(src->stages);
    row->src_before = audit_with_earlier(src->stages);
    row->src_access = src->access;
    row->dst = audit_spell_out(dst->stages);
    row->dst_after = audit_with_later(dst->stages);
    row->dst_access = dst->access;
    *slot = *row;
    a->report->dependencies++;
    return row->instance == FUSOR_NONE ||
           (audit_note_dependency(a, row->instance) &&
            audit_each_instance(a, row->instance, note_occupant, NULL));
}

typedef struct transition {
    fusor_slice dependencies;
    uint32_t cell;
} transition;

static uint32_t call_start(const audit *a, fusor_slice dependencies)
{
    uint32_t start = dependencies.count ? dependencies.first : a->log.count;
    while (dependencies.count && start &&
           a->log.data[start - 1].call == a->log.data[dependencies.first].call)
        start--;
    return start;
}

/* A transition comes after what the first scopes hold, and what is written there must be available. */
static bool check_before_transition(audit *a, uint32_t other, void *context)
{
    const transition *t = context;
    for (uint32_t i = a->cells.data[other].records; i; i = a->records.data[i - 1].next) {
        const audit_record *r = &a->records.data[i - 1];
        if (r->taken && other != t->cell)
            continue;
        audit_chain_end nowhere = {.cell = t->cell, .attachment = true};
        audit_chain c;
        bool ordered = false, available = !r->write;
        a->report->pairs++;
        audit_chain_follow(a, r, other, call_start(a, t->dependencies), &nowhere, &c);
        if (t->dependencies.count && c.event && c.event != a->log.data[t->dependencies.first].event)
            audit_chain_leave(a, &c);
        for (uint32_t k = 0; k < t->dependencies.count; k++) {
            const audit_dependency *d = &a->log.data[t->dependencies.first + k];
            if (!audit_counts(a, d, other, t->cell))
                continue;
            audit_carried on = audit_chain_carries(a, r, other, &c, d, &nowhere);
            ordered = ordered || on.ordered;
            available = available || (on.ordered && on.available);
        }
        audit_chain_leave(a, &c);
        if (ordered && available)
            continue;
        audit_access now = {.cell = t->cell, .actor = a->cells.data[t->cell].writer};
        const audit_dependency *d =
            t->dependencies.count ? &a->log.data[t->dependencies.first] : NULL;
        return audit_refute_access(a, r, other, &now, d ? d->src : 0, 0,
                                   ordered ? AUDIT_NOT_AVAILABLE : AUDIT_NO_ORDER);
    }
    return true;
}

bool audit_transition(audit *a, uint32_t cell, fusor_slice dependencies, uint32_t subpass)
{
    transition t = {dependencies, cell};
    audit_record record = {.event = a->event,
                           .subpass = subpass,
                           .actor = a->cells.data[cell].writer,
                           .write = true,
                           .attachment = true,
                           .available = true};
    if (!check_before_transition(a, cell, &t) ||
        !audit_each_alias(a, cell, check_before_transition, &t))
        return false;
    audit_forget(a, cell);
    for (uint32_t i = 0; i < dependencies.count; i++) {
        const audit_dependency *d = &a->log.data[dependencies.first + i];
        record.local = d->event != 0;
        record.exec |= d->dst_after;
        record.seen_stages |= d->dst;
        record.seen_access |= d->dst_access;
    }
    audit_spoil(a, cell);
    return audit_remember(a, cell, &record);
}
