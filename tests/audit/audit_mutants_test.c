/* Compiled plans with one thing taken out, weakened or moved: the auditor refutes them. A survivor passes only
 * where the memory model, enumerated, says that Vulkan sees no difference; no whole barrier or subpass
 * dependency may survive, for it could have been left out. docs/rooms/audit.md has the counts.
 * FUSOR_MUTANTS=N tries at most N a plan, chosen by a seed; FUSOR_MUTANTS=all tries all.
 * FUSOR_MUTANTS_SHARD=K:N tries only every Nth of them, from the Kth on: N runs together try each once. */
#include "core/plan_help.h"

#include "audit/brute.h"
#include "audit/mutants.h"
#include "core/random_graph.h"
#include "corpus/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_GRAPHS = 2000, MUTANTS_A_FRAME = 60, MUTANTS_A_GRAPH = 30 };
enum { MANY = 10000, FEWER = 10 };

typedef struct tally {
    const fusor_plan *plan; /* from which the mutants are made */
    bool judged;            /* and which the judge accepts */
    const fusor_graph *graph;
    const fusor_device_desc *device;
    const char *name;
    uint32_t limit, total;  /* at most how many of how many of the plan at hand */
    uint32_t shard, shards; /* of those that are chosen */
    uint64_t chosen;
    help_random random;
    uint32_t made[MUTANT_COUNT], same[MUTANT_COUNT]; /* tried; survivors that are equivalent */
    uint32_t holes, missed, unseen;
} tally;

static void count_mutant(void *user, const fusor_plan *plan, const mutant *what)
{
    (void)plan;
    (void)what;
    ++*(uint32_t *)user;
}

static void complain(const tally *t, const mutant *what, const char *about)
{
    print_error("%s for %s: %s %u, %llx: %s\n", t->name, t->device->name, mutant_words[what->kind],
                what->index, (unsigned long long)what->bit, about);
}

/* Numbers that the plan says of itself are not what Vulkan sees. */
static bool is_accepted(const tally *t, const fusor_plan *plan)
{
    fusor_audit_desc desc = {.graph = t->graph, .device = t->device, .plan = plan};
    fusor_audit_report *report = NULL;
    fusor_result result = fusor_audit(&desc, &report);
    bool lives = result == FUSOR_OK;
    if (result == FUSOR_ERROR_REFUTED)
        lives = report->code == FUSOR_AUDIT_COUNTS_WRONG ||
                report->code == FUSOR_AUDIT_TRAFFIC_WRONG ||
                report->code == FUSOR_AUDIT_MEMORY_WRONG;
    assert_true(result == FUSOR_OK || result == FUSOR_ERROR_REFUTED);
    fusor_audit_report_destroy(report);
    return lives;
}

static bool is_whole(const mutant *what)
{
    return what->kind == MUTANT_BARRIER || what->kind == MUTANT_DEPENDENCY;
}

/* The resource whose memory alone the mutant is about, FUSOR_NONE: none. */
static uint32_t resource_of(const tally *t, const mutant *what)
{
    if (what->kind <= MUTANT_BARRIER_DST_LAYOUT)
        return t->plan->barriers[what->index].resource;
    if (what->kind == MUTANT_EXIT_STAGE || what->kind == MUTANT_EXIT_ACCESS)
        return t->plan->exits[what->index].resource;
    return FUSOR_NONE;
}

/* What the mutant does not touch is as it was in the plan, which is judged as a whole, once. */
static oracle_verdict judge(tally *t, const fusor_plan *plan, const mutant *what)
{
    if (!t->judged) {
        oracle_verdict whole = brute_check(t->graph, t->device, t->plan);
        if (whole.faults)
            return whole;
        t->judged = true;
    }
    return brute_check_near(t->graph, t->device, plan, resource_of(t, what));
}

/* A survivor of a plan with very many costs the judge a second. */
static bool is_chosen(tally *t)
{
    uint32_t limit = t->total > MANY ? t->limit / FEWER + 1 : t->limit;
    if (t->limit && t->total > limit && help_next(&t->random, t->total) >= limit)
        return false;
    return t->chosen++ % t->shards == t->shard;
}

static void try_mutant(void *user, const fusor_plan *plan, const mutant *what)
{
    tally *t = user;
    if (!is_chosen(t))
        return;
    t->made[what->kind]++;
    if (!is_accepted(t, plan))
        return;
    oracle_verdict verdict = judge(t, plan, what);
    if (verdict.faults) {
        t->holes++;
        complain(t, what, verdict.text);
        return;
    }
    t->same[what->kind]++;
    if (is_whole(what)) {
        t->missed++;
        complain(t, what, "the plan is as good without it");
    }
}

/* The judge itself: it accepts the plan, and misses each barrier. */
static void try_judge(void *user, const fusor_plan *plan, const mutant *what)
{
    tally *t = user;
    if (what->kind != MUTANT_BARRIER && what->kind != MUTANT_DEPENDENCY)
        return;
    t->made[what->kind]++;
    if (brute_check(t->graph, t->device, plan).faults)
        return;
    t->unseen++;
    complain(t, what, "the judge sees no fault");
}

static bool visit_plan(tally *t, const fusor_graph *graph, const fusor_policy *policy,
                       mutant_fn visit)
{
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    bool good = fusor_compile(graph, t->device, policy, &compiled) == FUSOR_OK;
    if (good) {
        assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
        t->graph = graph;
        t->plan = plan;
        t->judged = false;
        t->total = 0;
        mutants_visit(plan, count_mutant, &t->total);
        mutants_visit(plan, visit, t);
    }
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    return good;
}

/* 0: no limit. */
static uint32_t limit_of(uint32_t usual)
{
    const char *wanted = getenv("FUSOR_MUTANTS");
    if (!wanted)
        return usual;
    return strcmp(wanted, "all") == 0 ? 0 : (uint32_t)strtoul(wanted, NULL, 10);
}

static void set_shard(tally *t)
{
    const char *wanted = getenv("FUSOR_MUTANTS_SHARD");
    t->shards = 1;
    if (wanted)
        assert_int_equal(sscanf(wanted, "%u:%u", &t->shard, &t->shards), 2);
    assert_true(t->shard < t->shards);
}

static void finish(const tally *t)
{
    uint32_t made = 0, same = 0;
    for (int k = 0; k < MUTANT_COUNT; k++) {
        print_message("%7u %-50s %6u equivalent\n", t->made[k], mutant_words[k], t->same[k]);
        made += t->made[k];
        same += t->same[k];
    }
    print_message("%7u mutants, %u survive and are equivalent\n", made, same);
    assert_int_equal(t->holes, 0);
    assert_int_equal(t->missed, 0);
    assert_int_equal(t->unseen, 0);
}

static void visit_random(tally *t, uint64_t seed, mutant_fn visit)
{
    static const fusor_fuse_policy FUSE[] = {FUSOR_FUSE_FULL, FUSOR_FUSE_ADJACENT, FUSOR_FUSE_AUTO,
                                             FUSOR_FUSE_FULL, FUSOR_FUSE_OFF};
    static const fusor_alias_policy ALIAS[] = {FUSOR_ALIAS_PROVEN, FUSOR_ALIAS_RECORDED,
                                               FUSOR_ALIAS_PROVEN, FUSOR_ALIAS_OFF};
    random_size size = {4 + (uint32_t)(seed % 9), (uint32_t)(seed % 6), 10};
    fusor_policy policy = {.fuse = FUSE[seed % 5],
                           .alias = ALIAS[seed / 5 % 4],
                           .pack = seed / 20 % 3,
                           .order = seed / 60 % 2};
    char name[40];
    snprintf(name, sizeof name, "random graph %u", (uint32_t)seed);
    fusor_graph *graph = random_graph(seed, &size);
    t->name = name;
    t->random.state = seed + 1;
    t->device = fusor_device_builtin(fusor_device_builtin_name(seed % 4));
    visit_plan(t, graph, &policy, visit);
    fusor_graph_destroy(graph);
}

static void audit_refutes_frames_that_were_weakened(void **state)
{
    (void)state;
    tally t = {.limit = limit_of(MUTANTS_A_FRAME)};
    set_shard(&t);
    const char *const *names = corpus_names();
    for (uint32_t i = 0; names[i]; i++) {
        fusor_graph *graph = corpus_frame(names[i]);
        t.name = names[i];
        t.random.state = i + 1;
        t.device = fusor_device_builtin("tiler");
        assert_true(visit_plan(&t, graph, &(fusor_policy){.fuse = FUSOR_FUSE_FULL}, try_mutant));
        t.device = fusor_device_builtin("immediate");
        assert_true(visit_plan(
            &t, graph, &(fusor_policy){.fuse = FUSOR_FUSE_OFF, .alias = FUSOR_ALIAS_RECORDED},
            try_mutant));
        fusor_graph_destroy(graph);
    }
    finish(&t);
}

/* Histories, imports of all states, concurrent writers: what frames of the corpus seldom have. */
static void audit_refutes_random_plans_that_were_weakened(void **state)
{
    (void)state;
    tally t = {.limit = limit_of(MUTANTS_A_GRAPH)};
    set_shard(&t);
    for (uint64_t seed = 0; seed < RANDOM_GRAPHS; seed++)
        visit_random(&t, seed, try_mutant);
    finish(&t);
}

static void mutants_without_a_barrier_are_refuted_by_the_judge(void **state)
{
    (void)state;
    tally t = {0};
    for (uint64_t seed = 0; seed < RANDOM_GRAPHS / 5; seed++)
        visit_random(&t, seed, try_judge);
    finish(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(audit_refutes_frames_that_were_weakened),
        cmocka_unit_test(audit_refutes_random_plans_that_were_weakened),
        cmocka_unit_test(mutants_without_a_barrier_are_refuted_by_the_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
