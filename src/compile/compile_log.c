/* In: the diagnostics of a compile, a plan. Out: the lines of the caller's log.
 * Promise: every pass with what it writes and reads; every pair of neighbouring raster passes, with what
 * joined them or with each reason why not; nothing is made where nobody listens. O(plan), and for each
 * fused pass the uses of its group. */
#include "compile/compile.h"

typedef struct log_state {
    const fusor_log *log;
    const fusor_plan *plan;
    base_arena
        *arena; /* of one line's pieces; NULL texts are lines that memory did not suffice for */
} log_state;

static void put(const log_state *s, const char *id, const char *subject, const char *text)
{
    if (text)
        s->log->log_fn(s->log->user, FUSOR_SEVERITY_NOTE, id, subject, text);
}

void compile_log_diagnostics(const fusor_log *log, const fusor_diagnostic *list, uint32_t count)
{
    for (uint32_t i = 0; log->log_fn && i < count; i++)
        log->log_fn(log->user, list[i].severity, fusor_diagnostic_word(list[i].code),
                    list[i].pass[0] ? list[i].pass : list[i].resource, list[i].text);
}

/* ---------------------------------------------------------------------------------- passes */

static bool was_named(const fusor_plan *plan, fusor_slice uses, uint32_t at, bool writes)
{
    for (uint32_t i = uses.first; i < at; i++)
        if (plan->uses[i].resource == plan->uses[at].resource &&
            (writes ? plan->uses[i].writes : plan->uses[i].reads))
            return true;
    return false;
}

/* " writes \"a\", \"b\"": each once. */
static const char *names_of(const log_state *s, fusor_slice uses, bool writes)
{
    const char *text = writes ? " writes" : " reads", *separator = " ";
    const char *found = text;
    for (uint32_t i = uses.first; found && i < uses.first + uses.count; i++) {
        const fusor_plan_use *use = &s->plan->uses[i];
        if (!(writes ? use->writes : use->reads) || was_named(s->plan, uses, i, writes))
            continue;
        found = base_arena_format(s->arena, "%s%s\"%s\"", found, separator,
                                  s->plan->resources[use->resource].name);
        separator = ", ";
    }
    return found == text ? base_arena_format(s->arena, "%s nothing", text) : found;
}

static void put_pass(const log_state *s, const fusor_plan_pass *pass)
{
    static const char *const KINDS[] = {"raster", "compute", "copy", "raw"};
    bool runs = pass->culled == FUSOR_CULL_NOT_CULLED;
    const char *writes = names_of(s, pass->uses, true), *reads = names_of(s, pass->uses, false);
    const char *text = !runs ? base_arena_format(s->arena, "pass \"%s\" is culled: %s", pass->name,
                                                 fusor_cull_word(pass->culled))
                       : writes && reads
                           ? base_arena_format(s->arena, "%s pass \"%s\"%s,%s", KINDS[pass->kind],
                                               pass->name, writes, reads)
                           : NULL;
    put(s, runs ? "pass" : "culled", pass->name, text);
}

/* ----------------------------------------------------------------------------------- pairs */

static bool is_attached(const fusor_plan_use *use)
{
    return use->as == FUSOR_USE_COLOR || use->as == FUSOR_USE_DEPTH_STENCIL ||
           use->as == FUSOR_USE_RESOLVE || use->as == FUSOR_USE_INPUT;
}

/* What both attach or read at the same pixel, or FUSOR_NONE. */
static uint32_t shared_by(const fusor_plan *plan, uint32_t a, uint32_t b)
{
    fusor_slice x = plan->passes[a].uses, y = plan->passes[b].uses;
    for (uint32_t i = x.first; i < x.first + x.count; i++)
        for (uint32_t k = y.first; is_attached(&plan->uses[i]) && k < y.first + y.count; k++)
            if (plan->uses[i].resource == plan->uses[k].resource && is_attached(&plan->uses[k]))
                return plan->uses[i].resource;
    return FUSOR_NONE;
}

/* The bridges of the group that were declared between two of its members. */
static const char *bridges_between(const log_state *s, const fusor_plan_group *group,
                                   uint32_t before, uint32_t after)
{
    const char *text = "";
    for (uint32_t i = group->bridged.first; text && i < group->bridged.first + group->bridged.count;
         i++) {
        uint32_t pass = s->plan->bridges[i].pass;
        if (before < pass && pass < after)
            text = base_arena_format(s->arena, "%s, bridged over \"%s\"", text,
                                     s->plan->passes[pass].name);
    }
    return text;
}

/* A member shares with the nearest one before it that it shares anything with. */
static void put_fused(const log_state *s, const fusor_plan_group *group, uint32_t member)
{
    const fusor_plan_member *members = &s->plan->members[group->members.first];
    uint32_t pass = members[member].pass, with = member, resource = FUSOR_NONE;
    while (with > 0 && resource == FUSOR_NONE)
        resource = shared_by(s->plan, members[--with].pass, pass);
    const char *bridged = bridges_between(s, group, members[member - 1].pass, pass);
    if (bridged)
        put(s, "fused", s->plan->passes[pass].name,
            base_arena_format(s->arena, "\"%s\" joins \"%s\" via \"%s\"%s",
                              s->plan->passes[pass].name, s->plan->passes[members[with].pass].name,
                              resource == FUSOR_NONE ? "others" : s->plan->resources[resource].name,
                              bridged));
}

static void put_break(const log_state *s, const fusor_plan_break *b)
{
    const char *words = "", *separator = "";
    for (uint32_t bit = 0; words && bit < FUSOR_BREAK_COUNT; bit++) {
        if (!(b->reasons & (1u << bit)))
            continue;
        words =
            base_arena_format(s->arena, "%s%s%s", words, separator, fusor_break_word(1u << bit));
        separator = ", ";
    }
    if (words)
        put(s, "not-fused", s->plan->passes[b->after].name,
            base_arena_format(s->arena, "%s [%s]", b->text, words));
}

void compile_log_plan(const fusor_log *log, const fusor_plan *plan, base_arena *arena)
{
    log_state s = {log, plan, arena};
    if (!log->log_fn)
        return;
    for (uint32_t i = 0; i < plan->pass_count; i++)
        put_pass(&s, &plan->passes[i]);
    for (uint32_t g = 0; g < plan->group_count; g++)
        for (uint32_t m = 1; m < plan->groups[g].members.count; m++)
            put_fused(&s, &plan->groups[g], m);
    for (uint32_t i = 0; i < plan->break_count; i++)
        put_break(&s, &plan->breaks[i]);
}
