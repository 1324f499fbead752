/* In: seeds. Out: random graphs through core and executor on the fake. Promised: a failure names its seed;
 * FUSOR_SEED=n runs that one alone. */
#include "fake_random.h"
#include "fake_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define SEED_COUNT 150u

static void run_seed(uint64_t seed, fake_run_counts *counts)
{
    fusor_graph *graph = fake_random_graph(seed);
    assert_non_null(graph);
    print_message("seed %u: %u passes\n", (unsigned)seed, fusor_graph_pass_count(graph));
    fake_run_all(graph, counts);
    fusor_graph_destroy(graph);
}

static void random_graphs_run_without_a_violation(void **state)
{
    const char *only = getenv("FUSOR_SEED");
    fake_run_counts counts = {0};
    (void)state;
    if (only) {
        run_seed(strtoull(only, NULL, 10), &counts);
        return;
    }
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++)
        run_seed(seed, &counts);
    print_message("%u plans: %u fused groups, %u subpasses, %u resolves, %u alias barriers, %u "
                  "entry barriers, "
                  "%u histories, %u memoryless\n",
                  counts.plans, counts.fused_groups, counts.subpasses, counts.resolves,
                  counts.alias_barriers, counts.entry_barriers, counts.histories,
                  counts.memoryless);
    assert_true(counts.fused_groups > 100 && counts.resolves > 20 && counts.alias_barriers > 100 &&
                counts.histories > 100 && counts.memoryless > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_graphs_run_without_a_violation)};
    return cmocka_run_group_tests_name("fake_random", tests, NULL, NULL);
}
