/* In: an access and the dependencies recorded since. Out: what is ordered behind it, and sees it.
 * Promise: Vulkan 1.3, "Execution and Memory Dependencies": chains through intersecting scopes;
 * logically earlier and later stages in execution scopes only; a write is visible where it was made
 * available and then visible. Chains are followed when a pair needs one, from the earlier access on,
 * and no further than they have to: O(dependencies between the two). */
#include "audit/audit_chain.h"

void audit_chain_leave(audit *a, audit_chain *c)
{
    for (uint32_t k = 0; c->event && k < a->subpass_max; k++) {
        c->past |= a->subpass_exec[k];
        a->subpass_exec[k] = 0;
    }
    c->event = 0;
}

static void start_chain(audit *a, const audit_record *r, audit_chain *c)
{
    *c = (audit_chain){.available = r->available};
    if (r->local) {
        c->event = r->event;
        a->subpass_exec[r->subpass] = r->exec;
    } else {
        c->exec = r->exec;
    }
}

/* Whether a dependency's memory is the cell's: its own resource, or an old occupant of the bytes. */
static bool reaches_memory(const audit *a, const audit_dependency *d, uint32_t cell)
{
    if (d->instance == FUSOR_NONE)
        return true;
    uint32_t instance = audit_instance_of(a, cell);
    if (instance == d->instance)
        return audit_region_has(a, &d->region, cell);
    const fusor_placement *x = a->instances.data[instance].place,
                          *y = a->instances.data[d->instance].place;
    uint64_t begin, end;
    if (!x || !y || x->pool != y->pool || !audit_cell_bytes(a, cell, &begin, &end))
        return false;
    uint64_t low = y->offset + d->region.bytes.first;
    uint64_t high = d->region.bytes.count ? low + d->region.bytes.count : y->offset + y->size_bytes;
    return begin < high && low < end;
}

/* Its own resource by the region, another one by all the bytes that it has: what comes between two users
 * of a byte may not have touched that byte itself. */
static bool names_memory(const audit *a, const audit_dependency *d, uint32_t cell)
{
    audit_dependency whole = *d;
    if (d->instance != FUSOR_NONE && d->instance != audit_instance_of(a, cell))
        whole.region.bytes = (fusor_byte_range){0, 0};
    return reaches_memory(a, &whole, cell);
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

/* By region: only what both touch at the same pixel is ordered inside the render pass. */
bool audit_chain_goes_on(audit *a, const audit_record *r, const audit_chain *c,
                         const audit_dependency *d, bool to_attachment)
{
    fusor_stages own = c->exec;
    if (d->by_region && r->event == d->event && ((r->stage && !r->attachment) || !to_attachment))
        return false;
    if (is_source(r, d, d->src_before))
        return true;
    if (d->event)
        own |= c->event == d->event ? a->subpass_exec[d->from] : 0;
    else
        own |= c->past;
    return (own & d->src_before) != 0;
}

/* Barriers of images and buffers are about accesses through them ("Memory Barriers"): those of another
 * occupant of the bytes hand the memory over to it, and make nothing available to the resource itself. */
bool audit_makes_available(const audit *a, const audit_record *r, const audit_dependency *d,
                           uint32_t cell, uint32_t to)
{
    uint32_t own = audit_instance_of(a, cell);
    bool through = d->global || d->instance == FUSOR_NONE || d->instance == own ||
                   audit_instance_of(a, to) != own;
    return is_source(r, d, d->src) && audit_covered(d->src_access, r->access) == r->access &&
           reaches_memory(a, d, cell) && through;
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
    fusor_stages added = 0;
    for (uint32_t i = call->at; i < call->end; i++) {
        const audit_dependency *d = &a->log.data[log_index(call, i)];
        if (!audit_counts(a, d, cell, end->cell))
            continue;
        bool chained = audit_chain_goes_on(a, r, &before, d, end->attachment);
        bool now = before.available;
        if (r->write && !now && audit_makes_available(a, r, d, cell, end->cell))
            now = c->available = true;
        if (!chained)
            continue;
        added |= d->dst_after;
        bool here = !inner || (end->event == d->event && end->subpass == d->to);
        if (here && now && (end->stage & d->dst) && reaches_memory(a, d, cell))
            c->visible |= audit_covered(d->dst_access, end->access);
    }
    if (inner && added) { /* a call between subpasses leads into one of them */
        c->event = first->event;
        a->subpass_exec[first->to] |= added;
    } else {
        c->exec |= added;
    }
}

bool audit_chain_reaches(const audit *a, const audit_chain *c, const audit_chain_end *end)
{
    fusor_stages exec = c->exec;
    if (c->event && c->event == end->event)
        exec |= a->subpass_exec[end->subpass];
    return (end->stage & ~exec) == 0;
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
        if (end->stage && audit_chain_reaches(a, c, end) &&
            (!r->write || (c->available && c->visible == end->access)))
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
        bool good = audit_chain_goes_on(a, r, &c, &d, true) &&
                    (!r->write || c.available || audit_makes_available(a, r, &d, cell, cell));
        if (!good)
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
            !audit_makes_available(a, r, &d, cell, cell))
            return r;
    }
    return NULL;
}
