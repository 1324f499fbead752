/* The order of steps: stable, declared on request, and with work between two that wait for each other where
 * that costs nothing. */
#include "core/random_graph.h"

#include <inttypes.h>
#include <stdio.h>

enum { GRAPHS = 1500 };

#define IN(name)                                                                                   \
    "'" name "':{'size':256,'import':{'initial':{'state':'storage','stages':['compute']},'"        \
    "final':{'state':'storage','stages':['compute']}}}"
#define BUFFER(name) "'" name "':{'size':256}"
#define ADD(buffer) "{'buffer':'" buffer "','as':'storage'}"

/* B waits for A; X has to do with neither. Y is X with a buffer whose life begins with it. */
#define WAITING                                                                                    \
    "'buffers':{" IN("a") "," IN("x") "," BUFFER("b") "," BUFFER("y") "},'passes':[" COMPUTE(      \
        "A", "'reads':[" ADD("a") "],'writes':[" BUFFER_WRITE(                                     \
                 "b") "]") "," COMPUTE("B", "'side_effects':true,'reads':[" ADD("b") "]") ","

static help_plan compile_with_order(const char *body, fusor_order_policy order)
{
    fusor_policy policy = {.fuse = FUSOR_FUSE_FULL, .order = order};
    return help_compile_with(help_graph(body), fusor_device_builtin("immediate"), &policy, NULL);
}

static void order_lets_independent_work_overlap_a_wait(void **state)
{
    (void)state;
    const char *body = WAITING COMPUTE("X", "'writes':[" ADD("x") "]") "]";
    help_plan plan = compile_with_order(body, FUSOR_ORDER_AUTO);
    uint32_t calls = plan.plan->counts.barrier_calls;
    help_assert_order(&plan, "A X B");
    help_finish(&plan);
    plan = compile_with_order(body, FUSOR_ORDER_DECLARED);
    help_assert_order(&plan, "A B X");
    help_check(&plan, calls <= plan.plan->counts.barrier_calls);
    help_finish(&plan);
}

static void order_does_not_begin_a_life_earlier(void **state)
{
    (void)state;
    help_plan plan =
        compile_with_order(WAITING COMPUTE("Y", "'writes':[" BUFFER_WRITE("y") "]") "," COMPUTE(
                               "Z", "'side_effects':true,'reads':[" ADD("y") "]") "]",
                           FUSOR_ORDER_AUTO);
    help_assert_order(&plan, "A B Y Z");
    help_finish(&plan);
}

static void order_keeps_who_shares_a_resource(void **state)
{
    (void)state;
    help_plan plan = compile_with_order(
        WAITING COMPUTE("X", "'side_effects':true,'reads':[" ADD("a") "]") "]", FUSOR_ORDER_AUTO);
    help_assert_order(&plan, "A B X");
    help_finish(&plan);
}

static void order_keeps_declared_order_of_independent_passes(void **state)
{
    (void)state;
    help_plan plan = compile_with_order(
        "'buffers':{" IN("a") "," IN("b") "," IN("c") "},'passes':[" COMPUTE(
            "P", "'writes':[" ADD("c") "]") "," COMPUTE("Q",
                                                        "'writes':[" ADD(
                                                            "a") "]") "," COMPUTE("R",
                                                                                  "'writes':[" ADD(
                                                                                      "b") "]") "]",
        FUSOR_ORDER_AUTO);
    help_assert_order(&plan, "P Q R");
    help_finish(&plan);
}

/* ------------------------------------------------------------------------------ it costs nothing */

static bool same_order(const fusor_plan *a, const fusor_plan *b)
{
    if (a->order_count != b->order_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->order_count; ++i) {
        if (a->order[i] != b->order[i]) {
            return false;
        }
    }
    return true;
}

static help_plan compile_seed(uint64_t seed, fusor_order_policy order)
{
    random_size size = {8 + (uint32_t)(seed % 5), 4 + (uint32_t)(seed % 5),
                        10 + (uint32_t)(seed % 14)};
    fusor_policy policy = {.fuse = FUSOR_FUSE_FULL, .order = order};
    const fusor_device_desc *device = fusor_device_builtin(fusor_device_builtin_name(seed % 4));
    fusor_graph *graph = random_graph(seed, &size);
    fusor_compiled *compiled = NULL;
    if (fusor_compile(graph, device, &policy, &compiled)) {
        fusor_compiled_destroy(compiled);
        fusor_graph_destroy(graph);
        return (help_plan){NULL, NULL, NULL};
    }
    fusor_compiled_destroy(compiled);
    return help_compile_with(graph, device, &policy, NULL);
}

static void check_cost(uint64_t seed, const help_plan *plan, const fusor_plan *declared)
{
    const fusor_plan *p = plan->plan;
    if (p->counts.barrier_calls > declared->counts.barrier_calls ||
        p->counts.render_passes != declared->counts.render_passes ||
        p->traffic.load_bytes != declared->traffic.load_bytes ||
        p->traffic.store_bytes != declared->traffic.store_bytes ||
        p->memory_placed > declared->memory_placed)
        help_fail(plan, __FILE__, __LINE__,
                  "seed %" PRIu64 ": %u calls, %" PRIu64 " bytes placed; declared %u, %" PRIu64,
                  seed, p->counts.barrier_calls, p->memory_placed, declared->counts.barrier_calls,
                  declared->memory_placed);
}

static void order_of_random_graphs_costs_no_more_than_declared(void **state)
{
    (void)state;
    uint32_t moved = 0;
    for (uint64_t seed = 0; seed < GRAPHS; seed++) {
        help_plan plan = compile_seed(seed, FUSOR_ORDER_AUTO);
        if (!plan.plan)
            continue;
        help_plan declared = compile_seed(seed, FUSOR_ORDER_DECLARED);
        moved += !same_order(plan.plan, declared.plan);
        check_cost(seed, &plan, declared.plan);
        help_finish(&declared);
        help_finish(&plan);
    }
    print_message("%u of %u orders differ from the declared one\n", moved, (uint32_t)GRAPHS);
    assert_true(moved > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_lets_independent_work_overlap_a_wait),
        cmocka_unit_test(order_does_not_begin_a_life_earlier),
        cmocka_unit_test(order_keeps_who_shares_a_resource),
        cmocka_unit_test(order_keeps_declared_order_of_independent_passes),
        cmocka_unit_test(order_of_random_graphs_costs_no_more_than_declared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
