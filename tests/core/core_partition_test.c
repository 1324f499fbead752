/* How good `full` is: on random frames of a dozen raster passes against the best partition, found by
 * exhaustion, and against what three other rules make of them.
 * FUSOR_PARTITION=FIRST:COUNT judges those seeds instead of the usual ones and says more. */
#include "core/partition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { GRAPHS = 1000, LARGE_GRAPHS = 30 };

typedef struct gaps {
    uint64_t worst_seed, worst_permille, sum_ppm, exact, off_bytes, plan_bytes, best_bytes;
    uint64_t passes, best_passes, better[3], worse;
} gaps;

static partition_groups (*const OTHERS[])(const partition_table *) = {
    partition_by_neighbours, partition_by_open_group, partition_by_equal_shape};
static const char *const OTHER_NAMES[] = {"neighbours", "open group", "equal shape"};

static void print_groups(const char *what, const partition_groups *groups)
{
    print_message("%s:", what);
    for (uint32_t g = 0; g < groups->count; g++) {
        print_message(" {");
        for (uint32_t i = 0; i < PARTITION_RASTERS; i++)
            if (groups->sets[g] >> i & 1)
                print_message(" %u", i);
        print_message(" }");
    }
    print_message("\n");
}

static void note_gap(gaps *all, uint64_t seed, partition_cost cost, partition_cost best)
{
    uint64_t over = cost.bytes - best.bytes, base = best.bytes ? best.bytes : 1;
    all->sum_ppm += over * 1000000 / base;
    if (over * 1000 / base > all->worst_permille) {
        all->worst_permille = over * 1000 / base;
        all->worst_seed = seed;
    }
    all->exact += !partition_is_better(best, cost);
    all->plan_bytes += cost.bytes;
    all->best_bytes += best.bytes;
    all->passes += cost.groups;
    all->best_passes += best.groups;
}

static void compare_others(uint64_t seed, const partition_table *table, partition_cost cost,
                           gaps *all)
{
    for (int i = 0; i < 3; i++) {
        partition_groups groups = OTHERS[i](table);
        partition_cost other = partition_cost_of(table, &groups);
        assert_true(partition_is_legal(table, &groups));
        if (partition_is_better(other, cost)) {
            all->worse++;
            print_message("seed %" PRIu64 ": %s has %" PRIu64
                          " bytes in %u render passes, full %" PRIu64 " in %u\n",
                          seed, OTHER_NAMES[i], other.bytes, other.groups, cost.bytes, cost.groups);
        }
        all->better[i] += partition_is_better(cost, other);
    }
}

static void judge(uint64_t seed, gaps *all, bool loud)
{
    static partition_table table;
    const fusor_device_desc *device = fusor_device_builtin("tiler");
    partition_model model = partition_random(seed);
    fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
    help_plan plan = help_compile_with(partition_graph(&model), device, &policy, NULL);
    partition_tabulate(&model, device, &table);
    partition_groups groups = partition_of_plan(&model, plan.plan),
                     optimum = partition_best(&table);
    partition_cost cost = partition_cost_of(&table, &groups),
                   best = partition_cost_of(&table, &optimum);
    if (!partition_is_legal(&table, &groups)) {
        print_groups("full", &groups);
        help_fail(&plan, __FILE__, __LINE__, "seed %" PRIu64 ": an illegal partition", seed);
    }
    help_check(&plan, cost.bytes == plan.plan->traffic.load_bytes + plan.plan->traffic.store_bytes);
    help_check(&plan, !partition_is_better(cost, best));
    if (loud && partition_is_better(best, cost)) {
        print_message("seed %" PRIu64 ": %" PRIu64 " bytes in %u, best %" PRIu64 " in %u\n", seed,
                      cost.bytes, cost.groups, best.bytes, best.groups);
        print_groups("full", &groups);
        print_groups("best", &optimum);
    }
    note_gap(all, seed, cost, best);
    all->off_bytes +=
        plan.plan->traffic.unfused_load_bytes + plan.plan->traffic.unfused_store_bytes;
    compare_others(seed, &table, cost, all);
    help_finish(&plan);
}

static void print_gaps(const gaps *all, uint64_t first, uint32_t count)
{
    print_message("seeds %" PRIu64 " to %" PRIu64 ": the best in %" PRIu64 ", mean gap %" PRIu64
                  " ppm, worst %" PRIu64 " per mille (seed %" PRIu64 ")\n",
                  first, first + count - 1, all->exact, all->sum_ppm / count, all->worst_permille,
                  all->worst_seed);
    print_message("bytes: %" PRIu64 " unfused, %" PRIu64 " full, %" PRIu64 " best\n",
                  all->off_bytes, all->plan_bytes, all->best_bytes);
    print_message("render passes: %u unfused, %" PRIu64 " full, %" PRIu64 " best\n",
                  count * PARTITION_RASTERS, all->passes, all->best_passes);
    for (int i = 0; i < 3; i++)
        print_message("better than \"%s\" in %" PRIu64 "\n", OTHER_NAMES[i], all->better[i]);
}

static void partition_full_is_near_the_best_and_never_worse_than_others(void **state)
{
    (void)state;
    const char *wanted = getenv("FUSOR_PARTITION");
    uint64_t first = 0;
    uint32_t count = GRAPHS;
    gaps all = {0};
    if (wanted)
        assert_int_equal(sscanf(wanted, "%" SCNu64 ":%" SCNu32, &first, &count), 2);
    for (uint32_t i = 0; i < count; i++)
        judge(first + i, &all, wanted != NULL);
    print_gaps(&all, first, count);
    assert_int_equal(all.worse, 0);
    assert_true(all.worst_permille <= 20);
}

/* More passes than are searched together. The best of frames that have nothing in common is the sum of their
 * bests. */
static void partition_large_frames_are_near_the_best_too(void **state)
{
    (void)state;
    static partition_table table;
    static partition_model models[PARTITION_FRAMES_MAX];
    const fusor_device_desc *device = fusor_device_builtin("tiler");
    uint64_t full = 0, best = 0;
    uint32_t groups = 0, best_groups = 0;
    for (uint64_t seed = 0; seed < LARGE_GRAPHS; seed++) {
        for (uint32_t f = 0; f < PARTITION_FRAMES_MAX; f++) {
            models[f] = partition_random(seed * PARTITION_FRAMES_MAX + f);
            partition_tabulate(&models[f], device, &table);
            partition_groups optimum = partition_best(&table);
            partition_cost cost = partition_cost_of(&table, &optimum);
            best += cost.bytes;
            best_groups += cost.groups;
        }
        fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
        help_plan plan = help_compile_with(partition_graph_of(models, PARTITION_FRAMES_MAX), device,
                                           &policy, NULL);
        full += plan.plan->traffic.load_bytes + plan.plan->traffic.store_bytes;
        groups += plan.plan->group_count;
        help_finish(&plan);
    }
    print_message("%u passes a frame: %" PRIu64 " bytes in %u render passes, best %" PRIu64
                  " in %u\n",
                  PARTITION_FRAMES_MAX * PARTITION_RASTERS, full, groups, best, best_groups);
    assert_true(full >= best && (full - best) * 50 <= best);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partition_full_is_near_the_best_and_never_worse_than_others),
        cmocka_unit_test(partition_large_frames_are_near_the_best_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
