/* In: two accesses that nothing orders, or of which the second does not see the first. Out: the
 * counterexample: its code, both accesses, and what is missing.
 * Promise: the code says where the dependency would have to be: inside a render pass, at the begin or
 * the end of the frame, between two occupants of the bytes, or between two steps. */
#include "audit/audit.h"

static fusor_audit_access describe(const audit *a, audit_actor actor, uint32_t cell,
                                   fusor_stages stages, fusor_access access)
{
    fusor_audit_access out = audit_about(a, actor, cell);
    out.stages = stages;
    out.access = access;
    return out;
}

static fusor_audit_code code_of(const audit *a, const audit_record *r, const audit_access *now,
                                uint32_t cell, audit_fault what)
{
    bool alias = cell != now->cell;
    if (r->event == a->event)
        return FUSOR_AUDIT_SUBPASS_DEPENDENCY_MISSING;
    if (r->actor.kind == FUSOR_AUDIT_ACTOR_CALLER || r->actor.frame < a->frame)
        return FUSOR_AUDIT_ENTRY_SCOPE_WRONG;
    if (now->actor.kind == FUSOR_AUDIT_ACTOR_CALLER || now->actor.kind == FUSOR_AUDIT_ACTOR_HOST)
        return FUSOR_AUDIT_EXIT_WRONG;
    if (alias)
        return FUSOR_AUDIT_ALIAS_UNORDERED;
    return what == AUDIT_NO_ORDER        ? FUSOR_AUDIT_MISSING_DEPENDENCY
           : what == AUDIT_NOT_AVAILABLE ? FUSOR_AUDIT_MISSING_AVAILABILITY
                                         : FUSOR_AUDIT_MISSING_VISIBILITY;
}

static const char *missing_words(audit *a, const audit_record *r, fusor_stages stage,
                                 fusor_access access, audit_fault what)
{
    const char *to = audit_stage_words(a, stage), *text;
    const char *from = r->stage ? audit_stage_words(a, r->stage) : "the transition";
    if (what == AUDIT_NO_ORDER)
        text = base_arena_format(a->arena, "an execution dependency from %s to %s", from, to);
    else if (what == AUDIT_NOT_AVAILABLE)
        text = base_arena_format(a->arena, "an availability operation on %s in %s",
                                 audit_access_words(a, r->access), from);
    else
        text = base_arena_format(a->arena, "a visibility operation to %s in %s",
                                 audit_access_words(a, access), to);
    if (!text)
        audit_no_memory(a);
    return text ? text : "";
}

bool audit_refute_access(audit *a, const audit_record *r, uint32_t cell, const audit_access *now,
                         fusor_stages stage, fusor_access access, audit_fault what)
{
    static const char *const FAULTS[] = {"nothing orders them", "nothing makes the first available",
                                         "nothing makes the first visible to the second"};
    audit_actor first = r->actor;
    fusor_audit_access pair[2] = {describe(a, first, cell, r->stage, r->access),
                                  describe(a, now->actor, now->cell, stage, access)};
    const char *missing = missing_words(a, r, stage, access, what);
    audit_set_missing(a, missing);
    return audit_refute_pair(
        a, code_of(a, r, now, cell, what), pair,
        "frame %u, step %u: %s (%s in %s) touches %s after %s (%s in %s) touched "
        "%s, and %s: %s is missing",
        a->frame, a->step, audit_actor_words(a, now->actor), audit_access_words(a, access),
        audit_stage_words(a, stage), audit_place_words(a, now->cell), audit_actor_words(a, first),
        audit_access_words(a, r->access), audit_stage_words(a, r->stage),
        audit_place_words(a, cell), FAULTS[what], missing);
}
