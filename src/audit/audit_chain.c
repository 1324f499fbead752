/* In: an access and the dependencies recorded since. Out: what is ordered behind it, and sees it.
 * Promise: Vulkan 1.3, "Execution and Memory Dependencies": chains through intersecting scopes;
 * logically earlier and later stages in execution scopes only; a write is visible where it was made
 * available and then visible. Chains are followed when a pair needs one, from the earlier access on,
 * and no further than they have to: O(dependencies between the two). */
#include "audit/audit_chain.h"

#include "base/base_math.h"

static void add_reach(audit_reach *into, const audit_reach *more)
{
    into->exec |= more->exec;
    into->made |= more->made;
}

void audit_chain_leave(audit *a, audit_chain *c)
{
    for (uint32_t k = 0; c->event && k < a->subpass_max; k++) {
        add_reach(&c->past, &a->subpass_reach[k]);
        a->subpass_reach[k] = (audit_reach){0, 0};
    }
    c->event = 0;
}

static void start_chain(audit *a, const audit_record *r, audit_chain *c)
{
    const audit_reach first = {r->exec, r->available ? r->exec : 0};
    *c = (audit_chain){.available = r->available};
    if (r->local) {
        c->event = r->event;
        a->subpass_reach[r->subpass] = first;
    } else {
        c->all = first;
    }
}

/* The bytes of a dependency's region; of an image all that it has. False: it is not placed. */
static bool region_bytes(const audit *a, const audit_dependency *d, uint64_t *begin, uint64_t *end)
{
    const fusor_placement *p = a->instances.data[d->instance].place;
    if (!p)
        return false;
    *begin = p->offset + d->region.bytes.first;
    *end = d->region.bytes.count ? *begin + d->region.bytes.count : p->offset + p->size_bytes;
    return true;
}

static bool share_pool(const audit *a, uint32_t one, uint32_t other)
{
    const fusor_placement *x = a->instances.data[one].place, *y = a->instances.data[other].place;
    return x && y && x->pool == y->pool;
}

/* Its own resource by the region, another one by all the bytes that it has: what comes between two users
 * of a byte may not have touched that byte itself. */
static bool names_memory(const audit *a, const audit_dependency *d, uint32_t cell)
{
    uint32_t own = audit_instance_of(a, cell);
    uint64_t begin, end;
    if (d->instance == FUSOR_NONE || d->instance == own)
        return d->instance == FUSOR_NONE || audit_region_has(a, &d->region, cell);
    const fusor_placement *p = a->instances.data[d->instance].place;
    return share_pool(a, own, d->instance) && audit_cell_bytes(a, cell, &begin, &end) &&
           begin < p->offset + p->size_bytes && p->offset < end;
}

/* A plan has one entry a dependency, and each names its resource: what is not named is not ordered, though
 * Vulkan's execution dependencies would do it. */
bool audit_counts(const audit *a, const audit_dependency *d, uint32_t first, uint32_t second)
{
    return d->event || a->joined_barriers ||
           (names_memory(a, d, first) && (second == first || names_memory(a, d, second)));
}

/* The access itself is in the first scope. */
static bool is_source(const audit_record *r, const audit_dependency *d, fusor_stages scope)
{
    return (r->stage & scope) && (!d->event || (r->event == d->event && r->subpass == d->from));
}

/* The bytes that both cells have, or all of one's, are in the region. Images are not cut, and their texels may
 * lie anywhere in their bytes: of theirs some are enough. */
static bool covers_bytes(const audit *a, const audit_dependency *d, uint32_t cell, uint32_t to)
{
    bool image = a->resources[a->cells.data[cell].resource].image ||
                 a->resources[a->cells.data[to].resource].image;
    uint64_t begin, end, to_begin, to_end, low, high;
    if (!share_pool(a, audit_instance_of(a, cell), d->instance) ||
        !region_bytes(a, d, &low, &high) || !audit_cell_bytes(a, cell, &begin, &end) ||
        !audit_cell_bytes(a, to, &to_begin, &to_end))
        return false;
    begin = base_max_u64(begin, to_begin);
    end = end < to_end ? end : to_end;
    return image ? low < end && begin < high : low <= begin && end <= high;
}

/* Barriers of images and buffers are about accesses through them ("Memory Barriers"): those of another
 * occupant of the bytes hand the memory over to it, and make nothing available or visible to the resource
 * itself. */
static bool speaks_for(const audit *a, const audit_dependency *d, uint32_t cell, uint32_t to)
{
    uint32_t own = audit_instance_of(a, cell);
    if (d->instance == FUSOR_NONE || d->instance == own)
        return d->instance == FUSOR_NONE || audit_region_has(a, &d->region, cell);
    bool handed_over = d->global || audit_instance_of(a, to) != own;
    return handed_over && covers_bytes(a, d, cell, to);
}

/* For an access of `to`. */
static bool makes_available(const audit *a, const audit_record *r, const audit_dependency *d,
                            uint32_t cell, uint32_t to)
{
    return is_source(r, d, d->src) && audit_covered(d->src_access, r->access) == r->access &&
           speaks_for(a, d, cell, to);
}

/* By region: only what both touch at the same pixel is ordered inside the render pass. */
audit_carried audit_chain_carries(audit *a, const audit_record *r, uint32_t cell,
                                  const audit_chain *c, const audit_dependency *d,
                                  const audit_chain_end *end)
{
    audit_reach own = c->all;
    audit_carried out = {false, false};
    if (d->by_region && r->event == d->event && ((r->stage && !r->attachment) || !end->attachment))
        return out;
    if (!d->event)
        add_reach(&own, &c->past);
    else if (c->event == d->event)
        add_reach(&own, &a->subpass_reach[d->from]);
    out.ordered = is_source(r, d, d->src_before) || (own.exec & d->src_before);
    out.available =
        !r->write || (own.made & d->src_before) || makes_available(a, r, d, cell, end->cell);
    return out;
}

/* The dependencies about an instance, or all of them. */
typedef struct log_view {
    const audit *a;
    const uint32_t *list; /* NULL: all */
    uint32_t at, end;
} log_view;

static uint32_t log_index(const log_view *v, uint32_t at)
{
    return v->list ? v->list[at] : at;
}

static uint32_t first_not_before(const log_view *v, uint32_t index)
{
    uint32_t low = 0, high = v->end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (log_index(v, middle) < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static log_view view_log(const audit *a, uint32_t cell, uint32_t first, uint32_t end)
{
    const audit_instance *i = &a->instances.data[audit_instance_of(a, cell)];
    log_view v = {a, a->joined_barriers ? NULL : i->log.data, 0, a->log.count};
    if (!a->joined_barriers)
        v.end = i->log.count;
    v.at = first_not_before(&v, first);
    v.end = first_not_before(&v, end);
    return v;
}

static bool next_call(log_view *v, log_view *call)
{
    *call = *v;
    if (v->at >= v->end)
        return false;
    uint32_t number = v->a->log.data[log_index(v, v->at)].call;
    while (v->at < v->end && v->a->log.data[log_index(v, v->at)].call == number)
        v->at++;
    call->end = v->at;
    return true;
}

/* The dependencies of one call: each starts from what was before the call. */
static void apply_call(audit *a, const audit_record *r, uint32_t cell, const log_view *call,
                       audit_chain *c, const audit_chain_end *end)
{
    const audit_dependency *first = &a->log.data[log_index(call, call->at)];
    bool inner = first->event != 0;
    if (c->event && c->event != first->event)
        audit_chain_leave(a, c);
    audit_chain before = *c;
    audit_reach added = {0, 0};
    for (uint32_t i = call->at; i < call->end; i++) {
        const audit_dependency *d = &a->log.data[log_index(call, i)];
        if (!audit_counts(a, d, cell, end->cell))
            continue;
        audit_carried on = audit_chain_carries(a, r, cell, &before, d, end);
        if (!on.ordered)
            continue;
        added.exec |= d->dst_after;
        added.made |= on.available ? d->dst_after : 0;
        c->available = c->available || on.available;
        bool here = !inner || (end->event == d->event && end->subpass == d->to);
        if (here && on.available && (end->stage & d->dst) && speaks_for(a, d, cell, end->cell))
            c->visible |= audit_covered(d->dst_access, end->access);
    }
    if (inner && added.exec) { /* a call between subpasses leads into one of them */
        c->event = first->event;
        add_reach(&a->subpass_reach[first->to], &added);
    } else {
        add_reach(&c->all, &added);
    }
}

audit_carried audit_chain_at(const audit *a, const audit_record *r, const audit_chain *c,
                             const audit_chain_end *end)
{
    audit_reach own = c->all;
    if (c->event && c->event == end->event)
        add_reach(&own, &a->subpass_reach[end->subpass]);
    return (audit_carried){(end->stage & ~own.exec) == 0,
                           !r->write || (end->stage & ~own.made) == 0};
}

void audit_chain_follow(audit *a, const audit_record *r, uint32_t cell, uint32_t log_end,
                        const audit_chain_end *end, audit_chain *c)
{
    log_view view = view_log(a, cell, r->since, log_end), call;
    start_chain(a, r, c);
    if ((end->stage & r->seen_stages) &&
        (!r->local || (r->event == end->event && r->subpass == end->subpass)))
        c->visible = audit_covered(r->seen_access, end->access);
    while (next_call(&view, &call)) {
        apply_call(a, r, cell, &call, c, end);
        audit_carried now = audit_chain_at(a, r, c, end);
        if (end->stage && now.ordered && now.available && (!r->write || c->visible == end->access))
            break;
    }
}

/* ------------------------------------------------------------------------------ ends of frames */

static audit_dependency source_only(fusor_stages stages, fusor_access access)
{
    return (audit_dependency){.instance = FUSOR_NONE,
                              .src = audit_spell_out(stages),
                              .src_before = audit_with_earlier(stages),
                              .src_access = access};
}

static void follow_to_end(audit *a, const audit_record *r, uint32_t cell, audit_chain *c)
{
    audit_chain_end nowhere = {.cell = cell, .attachment = true};
    audit_chain_follow(a, r, cell, a->log.count, &nowhere, c);
    audit_chain_leave(a, c);
}

bool audit_is_available(audit *a, const audit_record *r, uint32_t cell)
{
    audit_chain c;
    follow_to_end(a, r, cell, &c);
    return c.available;
}

const audit_record *audit_uncovered(audit *a, uint32_t cell, fusor_stages stages,
                                    fusor_access access)
{
    audit_dependency d = source_only(stages, access);
    for (uint32_t i = a->cells.data[cell].records; i; i = a->records.data[i - 1].next) {
        const audit_record *r = &a->records.data[i - 1];
        audit_chain c;
        follow_to_end(a, r, cell, &c);
        audit_chain_end nowhere = {.cell = cell, .attachment = true};
        audit_carried on = audit_chain_carries(a, r, cell, &c, &d, &nowhere);
        if (!on.ordered || !on.available)
            return r;
    }
    return NULL;
}

const audit_record *audit_unavailable(audit *a, uint32_t cell, fusor_stages stages,
                                      fusor_access access)
{
    audit_dependency d = source_only(stages, access);
    for (uint32_t i = a->cells.data[cell].records; i; i = a->records.data[i - 1].next) {
        const audit_record *r = &a->records.data[i - 1];
        audit_chain c;
        follow_to_end(a, r, cell, &c);
        if (r->write && r->stage && r->actor.frame == a->frame && !c.available &&
            !makes_available(a, r, &d, cell, cell))
            return r;
    }
    return NULL;
}
