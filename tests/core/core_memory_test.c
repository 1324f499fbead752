/* Each allocation fails in turn: the result says so, nothing leaks, nothing is half made. */
#include "core/random_graph.h"

#include <stdlib.h>
#include <string.h>

typedef struct counter {
    uint64_t calls, fail_at; /* 0: never; then this call and all that follow fail */
    uint64_t blocks, bytes;
    bool once; /* this call alone fails */
} counter;

static void *count_realloc(void *user, void *ptr, size_t old_size, size_t new_size, size_t align)
{
    counter *c = user;
    (void)align;
    if (!new_size) {
        c->blocks -= ptr != NULL;
        c->bytes -= ptr ? old_size : 0;
        free(ptr);
        return NULL;
    }
    c->calls++;
    if (c->fail_at && (c->once ? c->calls == c->fail_at : c->calls >= c->fail_at))
        return NULL;
    void *block = aligned_alloc(64, (new_size + 63) / 64 * 64);
    if (!block)
        return NULL;
    if (ptr) {
        memcpy(block, ptr, old_size < new_size ? old_size : new_size);
        free(ptr);
    }
    c->blocks += ptr == NULL;
    c->bytes += new_size - (ptr ? old_size : 0);
    return block;
}

/* A copy of a declaration in a graph of the counting allocator. */
static bool copy_graph(const fusor_graph *from, counter *c, fusor_graph **out, fusor_result *result)
{
    uint32_t render[2], output[2];
    fusor_graph_get_sizes(from, render, output);
    fusor_graph_desc desc = {.name = fusor_graph_name(from),
                             .render_width = render[0],
                             .render_height = render[1],
                             .output_width = output[0],
                             .output_height = output[1],
                             .allocator = {count_realloc, c}};
    *result = fusor_graph_create(&desc, out);
    if (*result)
        return false;
    for (uint32_t i = 0; i < fusor_graph_image_count(from); i++)
        fusor_graph_add_image(*out, fusor_graph_get_image(from, (fusor_image){i + 1}));
    for (uint32_t i = 0; i < fusor_graph_buffer_count(from); i++)
        fusor_graph_add_buffer(*out, fusor_graph_get_buffer(from, (fusor_buffer){i + 1}));
    for (uint32_t i = 0; i < fusor_graph_pass_count(from); i++)
        fusor_graph_add_pass(*out, fusor_graph_get_pass(from, (fusor_pass){i + 1}));
    for (uint32_t i = 0; i < fusor_graph_edge_count(from); i++) {
        fusor_pass edge[2];
        fusor_graph_get_edge(from, i, edge);
        fusor_graph_add_edge(*out, edge[0], edge[1]);
    }
    for (uint32_t i = 0; i < fusor_graph_output_count(from); i++) {
        fusor_image image;
        fusor_buffer buffer;
        fusor_graph_get_output(from, i, &image, &buffer);
        if (image.id)
            fusor_graph_add_output_image(*out, image);
        else
            fusor_graph_add_output_buffer(*out, buffer);
    }
    return true;
}

static fusor_result run(const fusor_graph *from, counter *c, uint64_t *hash)
{
    fusor_graph *graph = NULL;
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
    fusor_result result;
    if (copy_graph(from, c, &graph, &result))
        result = fusor_compile(graph, fusor_device_builtin("tiler"), &policy, &compiled);
    if (!result)
        result = fusor_place(compiled, NULL, &plan);
    if (result && result != FUSOR_ERROR_INVALID_GRAPH)
        assert_null(plan);
    if (result == FUSOR_ERROR_OUT_OF_MEMORY && !compiled)
        assert_null(compiled);
    *hash = plan ? plan->hash : 0;
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
    return result;
}

static void sweep(const fusor_graph *from, bool once)
{
    counter plain = {0};
    uint64_t hash, other;
    assert_int_equal(run(from, &plain, &hash), FUSOR_OK);
    assert_int_equal(plain.blocks, 0);
    assert_int_equal(plain.bytes, 0);
    for (uint64_t at = 1; at <= plain.calls; at++) {
        counter c = {.fail_at = at, .once = once};
        fusor_result result = run(from, &c, &other);
        if (result != FUSOR_ERROR_OUT_OF_MEMORY)
            fail_msg("allocation %llu of %llu failed%s and the result is: %s",
                     (unsigned long long)at, (unsigned long long)plain.calls, once ? " alone" : "",
                     fusor_result_text(result));
        if (c.blocks || c.bytes)
            fail_msg("allocation %llu of %llu failed and %llu blocks of %llu bytes stay",
                     (unsigned long long)at, (unsigned long long)plain.calls,
                     (unsigned long long)c.blocks, (unsigned long long)c.bytes);
    }
    print_message("%llu allocations failed in turn\n", (unsigned long long)plain.calls);
}

static void memory_each_allocation_fails_in_turn(void **state)
{
    (void)state;
    static const char *const FRAMES[] = {"khronos-subpasses", "vkex-bloom", "granite-deferred"};
    for (int i = 0; i < 3; i++) {
        fusor_graph *graph = corpus_frame(FRAMES[i]);
        sweep(graph, false);
        sweep(graph, true);
        fusor_graph_destroy(graph);
    }
}

static void memory_random_graphs_fail_cleanly(void **state)
{
    (void)state;
    random_size size = {8, 4, 12};
    for (uint64_t seed = 0; seed < 20; seed++) {
        fusor_graph *graph = random_graph(seed, &size);
        counter plain = {0};
        uint64_t hash;
        fusor_result result = run(graph, &plain, &hash);
        assert_int_equal(plain.blocks, 0);
        if (result == FUSOR_OK)
            sweep(graph, true);
        fusor_graph_destroy(graph);
    }
}

/* A graph with errors frees its diagnostics too. */
static void memory_a_bad_graph_leaks_nothing(void **state)
{
    (void)state;
    counter c = {0};
    fusor_graph_desc desc = {
        .name = "t", .render_width = 8, .render_height = 8, .allocator = {count_realloc, &c}};
    fusor_graph *graph = NULL;
    fusor_compiled *compiled = NULL;
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    fusor_use_desc read = {.image = {3}, .as = FUSOR_USE_SAMPLED};
    fusor_pass_desc pass = {
        .name = "P", .kind = FUSOR_PASS_COMPUTE, .reads = &read, .read_count = 1};
    fusor_graph_add_pass(graph, &pass);
    fusor_graph_add_pass(graph, &pass);
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    fusor_compiled_destroy(compiled);
    fusor_graph_clear_passes(graph);
    fusor_graph_destroy(graph);
    assert_int_equal(c.blocks, 0);
    assert_int_equal(c.bytes, 0);
}

static void memory_a_plan_outlives_its_graph(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("o") "},'passes':[" RASTER("A", "'color':[" OVER("o") "]") "]", "tiler",
        FUSOR_FUSE_FULL);
    char *before = NULL, *after = NULL;
    assert_int_equal(fusor_json_write_plan(plan.plan, &before), FUSOR_OK);
    fusor_compiled_destroy(plan.compiled);
    fusor_graph_destroy(plan.graph);
    assert_int_equal(fusor_json_write_plan(plan.plan, &after), FUSOR_OK);
    assert_string_equal(before, after);
    fusor_json_free(before);
    fusor_json_free(after);
    plan.compiled = NULL;
    plan.graph = NULL;
    help_finish(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_each_allocation_fails_in_turn),
        cmocka_unit_test(memory_random_graphs_fail_cleanly),
        cmocka_unit_test(memory_a_bad_graph_leaks_nothing),
        cmocka_unit_test(memory_a_plan_outlives_its_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
