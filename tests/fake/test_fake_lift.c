/* In: the public frames, random graphs, the frame with everything. Out: what the executor recorded for them,
 * read back as plans. Promised: a steady frame is the loaded plan, in the words of its path, on every
 * path; all frames in a row, the first ones too, are sound as they were recorded. */
#include "corpus/corpus.h"
#include "fake_random.h"
#include "fake_sequence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* ------------------------------------------------------------------------------------------ frames */

static void check_frame(const fake_sequence *s)
{
    if (!fake_sequence_is_steady(s))
        return;
    char *difference = fake_sequence_difference(s);
    if (difference)
        fail_msg("frame %u of \"%s\" is not as planned:\n%s", s->count - 1,
                 s->run->plan->graph_name, difference);
    if (!s->path.legacy)
        assert_int_equal(s->lift.commands, s->run->plan->counts.barrier_calls);
}

static void run_sequence(fake_run *run, fake_path path)
{
    fake_sequence s;
    char text[800];
    fake_sequence_begin(&s, run, path);
    while (s.count < fake_sequence_length(&s)) {
        if (!fake_sequence_record(&s) || (s.count == 1 && !fake_sequence_record_failing(&s)))
            fail_msg("frame %u of \"%s\" is no plan: %s", s.count, run->plan->graph_name,
                     s.lift.error);
        check_frame(&s);
    }
    fake_run_assert_silent(run);
    assert_int_equal(s.wrong_uses, 0);
    if (!fake_sequence_judge(&s, text))
        fail_msg("\"%s\": %s", run->plan->graph_name, text);
    fake_sequence_end(&s);
}

/* ------------------------------------------------------------------------------------------- plans */

static const fusor_policy policies[] = {
    {.fuse = FUSOR_FUSE_FULL, .alias = FUSOR_ALIAS_PROVEN},
    {.fuse = FUSOR_FUSE_OFF, .alias = FUSOR_ALIAS_OFF},
};

/* The other plan has buffers' barriers too. */
static void make_plan(fake_run *run, uint32_t turn)
{
    fake_run_plan(run, &policies[turn]);
    if (turn == 0)
        return;
    fusor_plan *plain = run->plan;
    run->plan = fake_with_buffer_barriers(plain);
    fusor_plan_destroy(plain);
}

/* The judge is slow: a language model's thousands of passes get fewer frames. */
static bool is_large(const fusor_graph *graph)
{
    return fusor_graph_pass_count(graph) > 500;
}

/* A A B A: the same plan again, another one, the first one again. */
static void run_plans(fusor_graph *graph, fake_path path, bool poison)
{
    const VkPhysicalDeviceMemoryProperties memory = fake_run_memory(path == FAKE_PATH_CORE);
    const fake_vulkan_desc desc = fake_path_desc(path, &memory);
    static const uint32_t turns[] = {0, 0, 1, 0};
    fake_run run = {.graph = graph, .poison = poison};
    fake_run_open(&run, &desc);
    for (uint32_t i = is_large(graph) ? 2 : 0; i < 4; i++) {
        fusor_plan *old = run.plan;
        make_plan(&run, turns[i]);
        run_sequence(&run, path);
        fusor_plan_destroy(old);
    }
    fake_run_close(&run);
}

static void run_paths(fusor_graph *graph)
{
    for (fake_path path = FAKE_PATH_LEGACY; path < FAKE_PATH_COUNT; path++) {
        run_plans(graph, path, false);
        if (!is_large(graph))
            run_plans(graph, path, true);
    }
}

/* ------------------------------------------------------------------------------------------ tests */

static void random_frames_are_recorded_as_planned(void **state)
{
    const char *only = getenv("FUSOR_SEED");
    (void)state;
    for (uint64_t seed = only ? strtoull(only, NULL, 10) : 0; seed < 150; seed++) {
        fusor_graph *graph = fake_random_graph(seed);
        print_message("seed %u\n", (unsigned)seed);
        run_paths(graph);
        fusor_graph_destroy(graph);
        if (only)
            break;
    }
}

static void frame_is_recorded_as_planned(void **state)
{
    fusor_graph *graph = corpus_frame(*state);
    run_paths(graph);
    fusor_graph_destroy(graph);
}

enum { TESTS_MAX = 256 };

int main(void)
{
    struct CMUnitTest tests[TESTS_MAX] = {cmocka_unit_test(random_frames_are_recorded_as_planned)};
    size_t count = 1;
    for (const char *const *name = corpus_names(); *name; name++)
        tests[count++] = (struct CMUnitTest){*name, frame_is_recorded_as_planned, NULL, NULL,
                                             (void *)(uintptr_t)*name};
    return _cmocka_run_group_tests("fake_lift", tests, count, NULL, NULL);
}
