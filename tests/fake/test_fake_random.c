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

static void run_seed(uint64_t seed)
{
    fusor_graph *graph = fake_random_graph(seed);
    assert_non_null(graph);
    print_message("seed %u: %u passes\n", (unsigned)seed, fusor_graph_pass_count(graph));
    fake_run_all(graph);
    fusor_graph_destroy(graph);
}

static void random_graphs_run_without_a_violation(void **state)
{
    const char *only = getenv("FUSOR_SEED");
    (void)state;
    if (only) {
        run_seed(strtoull(only, NULL, 10));
        return;
    }
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++)
        run_seed(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_graphs_run_without_a_violation)};
    return cmocka_run_group_tests_name("fake_random", tests, NULL, NULL);
}
