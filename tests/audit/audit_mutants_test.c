/* Compiled plans with one thing taken out or weakened: the auditor refutes them. A survivor is what Vulkan
 * sees no difference in; docs/rooms/audit.md says which. */
#include "core/plan_help.h"

#include "audit/mutants.h"
#include "core/random_graph.h"

#include <stdlib.h>
#include <string.h>

/* What the auditor must see always, but for the mutants that are marked: nothing covers for these. */
static const mutant_kind FATAL[] = {MUTANT_BARRIER,
                                    MUTANT_BARRIER_RANGE,
                                    MUTANT_BARRIER_SRC_LAYOUT,
                                    MUTANT_BARRIER_DST_LAYOUT,
                                    MUTANT_DEPENDENCY,
                                    MUTANT_DEPENDENCY_SRC_STAGE,
                                    MUTANT_DEPENDENCY_SRC_ACCESS,
                                    MUTANT_LOAD_OP,
                                    MUTANT_ATTACHMENT_LAYOUT,
                                    MUTANT_SUBPASS_LAYOUT,
                                    MUTANT_EXIT_STAGE,
                                    MUTANT_EXIT_ACCESS};

/* Frames with many kinds of things in them, small enough to be mutated whole. */
static const char *const FRAMES[] = {"chain-01",
                                     "chain-04",
                                     "chain-10",
                                     "chain-14",
                                     "chain-16",
                                     "chain-18",
                                     "chain-22",
                                     "chain-24",
                                     "filament-mobile",
                                     "godot-mobile-xr",
                                     "godot-mobile",
                                     "khronos-async-compute",
                                     "khronos-msaa-post",
                                     "khronos-subpasses",
                                     "vkex-bloom",
                                     "vkex-computecloth",
                                     "vkex-deferred",
                                     "vkex-deferredmultisampling",
                                     "vkex-inputattachments",
                                     "vkex-shadowmappingcascade",
                                     NULL};

typedef struct tally {
    const fusor_graph *graph;
    const fusor_device_desc *device;
    const char *frame;
    bool quiet;
    uint32_t made[MUTANT_COUNT], implied[MUTANT_COUNT], survived[MUTANT_COUNT];
} tally;

static void try_mutant(void *user, const fusor_plan *plan, const mutant *what)
{
    tally *t = user;
    fusor_audit_desc desc = {.graph = t->graph, .device = t->device, .plan = plan};
    fusor_audit_report *report = NULL;
    fusor_result result = fusor_audit(&desc, &report);
    bool lives = result == FUSOR_OK;
    assert_true(lives || result == FUSOR_ERROR_REFUTED);
    fusor_audit_report_destroy(report);
    t->made[what->kind]++;
    t->implied[what->kind] += lives && what->implied;
    t->survived[what->kind] += lives && !what->implied;
    for (size_t i = 0; !t->quiet && lives && !what->implied && i < sizeof FATAL / sizeof FATAL[0];
         i++)
        if (FATAL[i] == what->kind)
            print_error("%s for %s, fuse %s: %s %u, %llx: the plan is as good\n", t->frame,
                        t->device->name, fusor_fuse_word(plan->policy.fuse),
                        mutant_words[what->kind], what->index, (unsigned long long)what->bit);
}

static bool mutate(tally *t, const fusor_graph *graph, const fusor_policy *policy)
{
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    bool good = fusor_compile(graph, t->device, policy, &compiled) == FUSOR_OK;
    if (good) {
        assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
        t->graph = graph;
        mutants_visit(plan, try_mutant, t);
    }
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    return good;
}

static void print_tally(const tally *t)
{
    for (int k = 0; k < MUTANT_COUNT; k++)
        print_message("%6u %-50s %5u implied %5u survive\n", t->made[k], mutant_words[k],
                      t->implied[k], t->survived[k]);
}

static void audit_refutes_what_was_weakened(void **state)
{
    (void)state;
    tally t = {0};
    for (int i = 0; FRAMES[i]; i++) {
        fusor_graph *graph = corpus_frame(FRAMES[i]);
        t.frame = FRAMES[i];
        t.device = fusor_device_builtin("tiler");
        assert_true(mutate(&t, graph, &(fusor_policy){.fuse = FUSOR_FUSE_FULL}));
        t.device = fusor_device_builtin("immediate");
        assert_true(mutate(&t, graph,
                           &(fusor_policy){.fuse = FUSOR_FUSE_OFF, .alias = FUSOR_ALIAS_RECORDED}));
        fusor_graph_destroy(graph);
    }
    print_tally(&t);
    for (size_t i = 0; i < sizeof FATAL / sizeof FATAL[0]; i++)
        assert_int_equal(t.survived[FATAL[i]], 0);
    for (int k = 0; k < MUTANT_COUNT; k++)
        assert_true(t.made[k] == 0 || t.survived[k] * 4 < t.made[k]);
}

/* Histories, imports of all states, concurrent writers: what frames of the corpus seldom have. */
static void audit_refutes_random_plans_that_were_weakened(void **state)
{
    static const mutant_kind KINDS[] = {MUTANT_BARRIER,           MUTANT_BARRIER_DST_LAYOUT,
                                        MUTANT_DEPENDENCY,        MUTANT_LOAD_OP,
                                        MUTANT_ATTACHMENT_LAYOUT, MUTANT_SUBPASS_LAYOUT};
    (void)state;
    tally t = {.frame = "random", .quiet = true};
    for (uint32_t seed = 0; seed < 80; seed++) {
        random_size size = {4 + seed % 9, seed % 6, 10};
        fusor_graph *graph = random_graph(seed, &size);
        t.device = fusor_device_builtin(fusor_device_builtin_name(seed % 4));
        mutate(&t, graph, &(fusor_policy){.fuse = seed % 3 ? FUSOR_FUSE_FULL : FUSOR_FUSE_OFF});
        fusor_graph_destroy(graph);
    }
    print_tally(&t);
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        assert_int_equal(t.survived[KINDS[i]], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(audit_refutes_what_was_weakened),
        cmocka_unit_test(audit_refutes_random_plans_that_were_weakened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
