/* In: the diagnostics of a compile, a plan. Out: the lines of the caller's log.
 * Promise: every pass with what it writes and reads; every pair of neighbouring raster passes, with what
 * joined them or with each reason why not; nothing is made where nobody listens. O(plan), and for each
 * fused pass the uses and bridges of its group. */
#include "compile/compile.h"

typedef struct log_state {
    const fusor_log *log;
    const fusor_plan *plan;
    base_arena *arena;
    BASE_VEC(char) line;  /* what is written so far, without its end */
    uint32_t *named, now; /* by resource: the list that has it already */
    bool out_of_memory;   /* of the line: it is left out */
} log_state;

void compile_log_diagnostics(const fusor_log *log, const fusor_diagnostic *list, uint32_t count)
{
    for (uint32_t i = 0; log->log_fn && i < count; i++)
        log->log_fn(log->user, list[i].severity, fusor_diagnostic_word(list[i].code),
                    list[i].pass[0] ? list[i].pass : list[i].resource, list[i].text);
}

/* ---------------------------------------------------------------------------------- lines */

static void say(log_state *s, const char *text)
{
    uint32_t length = (uint32_t)strlen(text);
    if (!BASE_RESERVE(s->arena, &s->line, length + 1)) {
        s->out_of_memory = true;
        return;
    }
    memcpy(&s->line.data[s->line.count], text, length + 1);
    s->line.count += length;
}

static void say_name(log_state *s, const char *before, const char *name)
{
    say(s, before);
    say(s, "\"");
    say(s, name);
    say(s, "\"");
}

static void end_line(log_state *s, const char *id, const char *subject)
{
    if (!s->out_of_memory)
        s->log->log_fn(s->log->user, FUSOR_SEVERITY_NOTE, id, subject, s->line.data);
    s->line.count = 0;
    s->out_of_memory = false;
}

/* ---------------------------------------------------------------------------------- passes */

/* Each resource once. */
static void say_uses(log_state *s, fusor_slice uses, bool writes)
{
    const char *before = " ";
    s->now++;
    say(s, writes ? " writes" : ", reads");
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++) {
        const fusor_plan_use *use = &s->plan->uses[i];
        if (!(writes ? use->writes : use->reads) || s->named[use->resource] == s->now)
            continue;
        s->named[use->resource] = s->now;
        say_name(s, before, s->plan->resources[use->resource].name);
        before = ", ";
    }
    if (*before == ' ')
        say(s, " nothing");
}

static void put_pass(log_state *s, const fusor_plan_pass *pass)
{
    static const char *const KINDS[] = {"raster pass ", "compute pass ", "copy pass ", "raw pass "};
    bool runs = pass->culled == FUSOR_CULL_NOT_CULLED;
    say_name(s, runs ? KINDS[pass->kind] : "pass ", pass->name);
    if (runs) {
        say_uses(s, pass->uses, true);
        say_uses(s, pass->uses, false);
    } else {
        say(s, " is culled: ");
        say(s, fusor_cull_word(pass->culled));
    }
    end_line(s, runs ? "pass" : "culled", pass->name);
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
static void say_bridges(log_state *s, const fusor_plan_group *group, uint32_t before,
                        uint32_t after)
{
    for (uint32_t i = group->bridged.first; i < group->bridged.first + group->bridged.count; i++) {
        uint32_t pass = s->plan->bridges[i].pass;
        if (before < pass && pass < after)
            say_name(s, ", bridged over ", s->plan->passes[pass].name);
    }
}

/* A member shares with the nearest one before it that it shares anything with. */
static void put_fused(log_state *s, const fusor_plan_group *group, uint32_t member)
{
    const fusor_plan_member *members = &s->plan->members[group->members.first];
    uint32_t pass = members[member].pass, with = member, resource = FUSOR_NONE;
    while (with > 0 && resource == FUSOR_NONE)
        resource = shared_by(s->plan, members[--with].pass, pass);
    say_name(s, "", s->plan->passes[pass].name);
    say_name(s, " joins ", s->plan->passes[members[with].pass].name);
    if (resource != FUSOR_NONE)
        say_name(s, " via ", s->plan->resources[resource].name);
    say_bridges(s, group, members[member - 1].pass, pass);
    end_line(s, "fused", s->plan->passes[pass].name);
}

static void put_break(log_state *s, const fusor_plan_break *b)
{
    const char *before = " [";
    say(s, b->text);
    for (uint32_t bit = 0; bit < FUSOR_BREAK_COUNT; bit++) {
        if (!(b->reasons & (1u << bit)))
            continue;
        say(s, before);
        say(s, fusor_break_word(1u << bit));
        before = ", ";
    }
    say(s, "]");
    end_line(s, "not-fused", s->plan->passes[b->after].name);
}

void compile_log_plan(const fusor_log *log, const fusor_plan *plan, base_arena *arena)
{
    log_state s = {.log = log, .plan = plan, .arena = arena};
    if (!log->log_fn)
        return;
    s.named = BASE_NEW(arena, uint32_t, plan->resource_count);
    for (uint32_t i = 0; s.named && i < plan->pass_count; i++)
        put_pass(&s, &plan->passes[i]);
    for (uint32_t g = 0; g < plan->group_count; g++)
        for (uint32_t m = 1; m < plan->groups[g].members.count; m++)
            put_fused(&s, &plan->groups[g], m);
    for (uint32_t i = 0; i < plan->break_count; i++)
        put_break(&s, &plan->breaks[i]);
}
