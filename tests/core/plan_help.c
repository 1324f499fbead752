/* In: short texts. Out: graphs, plans, and messages that show the plan. */
#include "core/plan_help.h"

#include "audit/audit_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fusor_graph *help_graph(const char *body)
{
    size_t room = strlen(body) + 200;
    char *text = malloc(room);
    assert_non_null(text);
    snprintf(text, room, "{'fusor_graph':1,'name':'t',%s%s}",
             strstr(body, "'render_size'") ? "" : "'render_size':[64,64],", body);
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    fusor_graph *graph = corpus_graph(text, strlen(text));
    free(text);
    return graph;
}

static void print_plan(const fusor_plan *plan)
{
    char *text = NULL;
    if (plan && !fusor_json_write_plan(plan, &text)) {
        print_error("%s", text);
        fusor_json_free(text);
    }
}

void help_fail(const help_plan *plan, const char *file, int line, const char *format, ...)
{
    char text[2000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_plan(plan->plan);
    print_error("%s:%d: %s\n", file, line, text);
    _fail(file, line);
    abort();
}

void help_judge(const fusor_graph *graph, const fusor_plan *plan)
{
    oracle_options own = {.own_barriers = true};
    for (int i = 0; i < 2; i++) {
        oracle_verdict verdict = oracle_check(graph, plan, i ? &own : NULL);
        if (!verdict.faults)
            continue;
        print_plan(plan);
        fail_msg("the oracle refutes the plan, %s: %s (%u faults)",
                 i ? "barriers counted for their own region" : "by Vulkan's rules", verdict.text,
                 verdict.faults);
    }
}

void help_audit(const fusor_graph *graph, const fusor_device_desc *device, const fusor_plan *plan)
{
    if (audit_check(graph, device, plan))
        return;
    print_plan(plan);
    fail_msg("the auditor refutes the plan");
}

help_plan help_compile_with(fusor_graph *graph, const fusor_device_desc *device,
                            const fusor_policy *policy, const fusor_place_desc *place)
{
    help_plan out = {.graph = graph};
    fusor_plan *plan = NULL;
    fusor_result result = fusor_compile(graph, device, policy, &out.compiled);
    if (result) {
        uint32_t count = 0;
        const fusor_diagnostic *list = fusor_compiled_diagnostics(out.compiled, &count);
        for (uint32_t i = 0; i < count; i++)
            print_error("%s: %s\n", fusor_severity_word(list[i].severity), list[i].text);
        fail_msg("%s", fusor_result_text(result));
    }
    result = fusor_place(out.compiled, place, &plan);
    if (result)
        fail_msg("%s: %s", fusor_result_text(result),
                 plan && plan->diagnostic_count ? plan->diagnostics[0].text : "");
    out.plan = plan;
    help_judge(graph, plan);
    help_audit(graph, device, plan);
    return out;
}

help_plan help_compile(const char *body, const char *device, fusor_fuse_policy fuse)
{
    fusor_policy policy = {.fuse = fuse};
    return help_compile_with(help_graph(body), fusor_device_builtin(device), &policy, NULL);
}

void help_finish(help_plan *plan)
{
    fusor_plan_destroy((fusor_plan *)(uintptr_t)plan->plan);
    fusor_compiled_destroy(plan->compiled);
    fusor_graph_destroy(plan->graph);
    *plan = (help_plan){0};
}

/* ------------------------------------------------------------------------------ order and groups */

static void append(char *text, size_t room, const char *separator, const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s%s", used ? separator : "", more);
}

void help_assert_groups(const help_plan *plan, const char *expected, const char *file, int line)
{
    char found[2000] = "";
    for (uint32_t i = 0; i < plan->plan->step_count; i++) {
        const fusor_plan_step *step = &plan->plan->steps[i];
        if (step->kind != FUSOR_STEP_GROUP)
            continue;
        const fusor_plan_group *group = &plan->plan->groups[step->index];
        for (uint32_t m = 0; m < group->members.count; m++)
            append(found, sizeof found, m ? " " : "|",
                   plan->plan->passes[plan->plan->members[group->members.first + m].pass].name);
    }
    if (strcmp(found, expected) != 0)
        help_fail(plan, file, line, "render passes are \"%s\", expected \"%s\"", found, expected);
}

void help_assert_order(const help_plan *plan, const char *expected)
{
    char found[2000] = "";
    for (uint32_t i = 0; i < plan->plan->order_count; i++)
        append(found, sizeof found, " ", plan->plan->passes[plan->plan->order[i]].name);
    if (strcmp(found, expected) != 0)
        help_fail(plan, __FILE__, __LINE__, "the order is \"%s\", expected \"%s\"", found,
                  expected);
}

uint32_t help_pass(const help_plan *plan, const char *name)
{
    uint32_t index = fusor_plan_find_pass(plan->plan, name);
    if (index == FUSOR_NONE)
        help_fail(plan, __FILE__, __LINE__, "no pass \"%s\"", name);
    return index;
}

const fusor_plan_resource *help_resource(const help_plan *plan, const char *name)
{
    for (uint32_t i = 0; i < plan->plan->resource_count; i++)
        if (strcmp(plan->plan->resources[i].name, name) == 0)
            return &plan->plan->resources[i];
    help_fail(plan, __FILE__, __LINE__, "no resource \"%s\"", name);
}

const fusor_placement *help_placement(const help_plan *plan, const char *name)
{
    const fusor_plan_resource *r = help_resource(plan, name);
    if (!r->placements.count)
        help_fail(plan, __FILE__, __LINE__, "\"%s\" has no placement", name);
    return &plan->plan->placements[r->placements.first];
}

const fusor_plan_group *help_group(const help_plan *plan, const char *pass)
{
    uint32_t group = plan->plan->passes[help_pass(plan, pass)].group;
    if (group == FUSOR_NONE)
        help_fail(plan, __FILE__, __LINE__, "\"%s\" is in no render pass", pass);
    return &plan->plan->groups[group];
}

const fusor_plan_member *help_member(const help_plan *plan, const char *pass)
{
    const fusor_plan_group *group = help_group(plan, pass);
    return &plan->plan
                ->members[group->members.first + plan->plan->passes[help_pass(plan, pass)].member];
}

const fusor_plan_attachment *help_attachment(const help_plan *plan, const char *pass,
                                             const char *image)
{
    const fusor_plan_group *group = help_group(plan, pass);
    for (uint32_t i = 0; i < group->attachments.count; i++) {
        const fusor_plan_attachment *a = &plan->plan->attachments[group->attachments.first + i];
        if (strcmp(plan->plan->resources[a->resource].name, image) == 0)
            return a;
    }
    help_fail(plan, __FILE__, __LINE__, "the render pass of \"%s\" has no attachment \"%s\"", pass,
              image);
}

const fusor_plan_break *help_break(const help_plan *plan, const char *after)
{
    uint32_t pass = help_pass(plan, after);
    for (uint32_t i = 0; i < plan->plan->break_count; i++)
        if (plan->plan->breaks[i].after == pass)
            return &plan->plan->breaks[i];
    help_fail(plan, __FILE__, __LINE__, "no break ends at \"%s\"", after);
}

/* ------------------------------------------------------------------------------ barriers */

static const fusor_plan_step *step_of(const help_plan *plan, const char *before)
{
    if (strcmp(before, "end") == 0)
        return &plan->plan->steps[plan->plan->step_count - 1];
    uint32_t pass = help_pass(plan, before), group = plan->plan->passes[pass].group;
    for (uint32_t i = 0; i < plan->plan->step_count; i++) {
        const fusor_plan_step *step = &plan->plan->steps[i];
        if ((step->kind == FUSOR_STEP_PASS && step->index == pass) ||
            (step->kind == FUSOR_STEP_GROUP && step->index == group))
            return step;
    }
    help_fail(plan, __FILE__, __LINE__, "\"%s\" has no step", before);
}

static uint32_t find_barriers(const help_plan *plan, const char *before, const char *resource,
                              uint32_t *first)
{
    const fusor_plan_step *step = step_of(plan, before);
    uint32_t count = 0;
    for (uint32_t i = step->barriers.first; i < step->barriers.first + step->barriers.count; i++)
        if (strcmp(plan->plan->resources[plan->plan->barriers[i].resource].name, resource) == 0 &&
            !count++)
            *first = i;
    return count;
}

uint32_t help_barrier_count(const help_plan *plan, const char *before, const char *resource)
{
    uint32_t first;
    return find_barriers(plan, before, resource, &first);
}

uint32_t help_barriers_of(const help_plan *plan, const char *resource)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->plan->barrier_count; i++)
        count +=
            strcmp(plan->plan->resources[plan->plan->barriers[i].resource].name, resource) == 0;
    return count;
}

const fusor_plan_barrier *help_barrier(const help_plan *plan, const char *before,
                                       const char *resource)
{
    uint32_t first = 0, count = find_barriers(plan, before, resource, &first);
    if (count != 1)
        help_fail(plan, __FILE__, __LINE__, "%u barriers of \"%s\" before \"%s\"", count, resource,
                  before);
    return &plan->plan->barriers[first];
}

void help_assert_dependency(const help_plan *plan, const char *before, const char *resource,
                            const uint64_t scopes[4], const char *file, int line)
{
    const fusor_plan_barrier *b = help_barrier(plan, before, resource);
    uint64_t found[4] = {b->src.stages, b->src.access, b->dst.stages, b->dst.access};
    if (memcmp(found, scopes, sizeof found) != 0)
        help_fail(plan, file, line,
                  "the barrier of \"%s\" before \"%s\" is %llx/%llx -> %llx/%llx, expected "
                  "%llx/%llx -> %llx/%llx",
                  resource, before, (unsigned long long)found[0], (unsigned long long)found[1],
                  (unsigned long long)found[2], (unsigned long long)found[3],
                  (unsigned long long)scopes[0], (unsigned long long)scopes[1],
                  (unsigned long long)scopes[2], (unsigned long long)scopes[3]);
    oracle_options options = {.own_barriers = true,
                              .skip_barrier = (uint32_t)(b - plan->plan->barriers) + 1};
    if (!oracle_check(plan->graph, plan->plan, &options).faults)
        help_fail(plan, file, line,
                  "without the barrier of \"%s\" before \"%s\" the plan is as good", resource,
                  before);
}

/* ------------------------------------------------------------------------------ faults */

bool help_has(const fusor_diagnostic *list, uint32_t count, fusor_diagnostic_code code,
              const char *pass, const char *resource)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].code == code && (!pass || strcmp(list[i].pass, pass) == 0) &&
            (!resource || strcmp(list[i].resource, resource) == 0))
            return true;
    return false;
}

void help_fault(const char *body, const char *device, fusor_diagnostic_code code, const char *pass,
                const char *resource)
{
    fusor_graph *graph = help_graph(body);
    fusor_compiled *compiled = NULL;
    uint32_t count = 0;
    fusor_result result = fusor_compile(graph, fusor_device_builtin(device), NULL, &compiled);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    if (result != FUSOR_ERROR_INVALID_GRAPH || !help_has(list, count, code, pass, resource)) {
        for (uint32_t i = 0; i < count; i++)
            print_error("%s, pass \"%s\", resource \"%s\": %s\n",
                        fusor_diagnostic_word(list[i].code), list[i].pass, list[i].resource,
                        list[i].text);
        fail_msg("expected %s of pass \"%s\", resource \"%s\"; the compile said: %s\n%s",
                 fusor_diagnostic_word(code), pass ? pass : "*", resource ? resource : "*",
                 fusor_result_text(result), body);
    }
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

uint32_t help_next(help_random *random, uint32_t below)
{
    random->state = random->state * 6364136223846793005ull + 1442695040888963407ull;
    uint64_t x = random->state;
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdull;
    x ^= x >> 33;
    return (uint32_t)(x >> 16) % (below ? below : 1);
}
