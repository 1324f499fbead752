/* In: an executor whose calls get one fault each, every kind of fault at every place that can have it.
 * Out: who sees it. Promised: the comparison of a lifted frame with its plan sees every single one; the
 * judge, who knows no plan to compare with, refutes some of every kind that can be unsound. */
#include "corpus/corpus.h"
#include "fake_random.h"
#include "fake_sequence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* ------------------------------------------------------------------------------------ a graph */

static fusor_image image(fusor_graph *graph, const char *name)
{
    return fusor_graph_add_image(
        graph, &(fusor_image_desc){.name = name, .format = FUSOR_FORMAT_R8G8B8A8_UNORM});
}

static void pass(fusor_graph *graph, const char *name, const fusor_color_desc *color,
                 uint32_t color_count, const fusor_input_desc *inputs, uint32_t input_count)
{
    fusor_graph_add_pass(graph, &(fusor_pass_desc){.name = name,
                                                   .color = color,
                                                   .color_count = color_count,
                                                   .inputs = inputs,
                                                   .input_count = input_count});
}

/* The second of three subpasses has nothing to do with "kept", which the third reads. */
static fusor_graph *preserving_graph(void)
{
    fusor_graph *graph = NULL;
    const fusor_graph_desc desc = {.name = "preserving", .render_width = 64, .render_height = 64};
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    const fusor_image kept = image(graph, "kept"), base = image(graph, "base"),
                      light = image(graph, "light"), out = image(graph, "out");
    const fusor_color_desc first[] = {{.image = kept, .load = FUSOR_LOAD_CLEAR},
                                      {.image = base, .load = FUSOR_LOAD_CLEAR}};
    const fusor_color_desc second = {.image = light, .load = FUSOR_LOAD_OVERWRITE};
    const fusor_color_desc third = {.image = out, .load = FUSOR_LOAD_OVERWRITE};
    const fusor_input_desc lit = {.image = base}, both[] = {{.image = kept}, {.image = light}};
    pass(graph, "make", first, 2, NULL, 0);
    pass(graph, "light", &second, 1, &lit, 1);
    pass(graph, "join", &third, 1, both, 2);
    fusor_graph_add_output_image(graph, out);
    return graph;
}

/* ------------------------------------------------------------------------------------- faults */

typedef struct tally {
    uint32_t done, seen, refuted;
} tally;

/* Faults of what a load makes; the others are of what a frame records. */
static bool is_of_load(fake_vulkan_fault fault)
{
    return fault >= FAKE_FAULT_DEPENDENCY && fault != FAKE_FAULT_NEXT_SUBPASS;
}

/* The older form has no stages of single barriers, the newer one none of a command. */
static bool exists(fake_vulkan_fault fault, fake_path path)
{
    switch (fault) {
    case FAKE_FAULT_SRC_STAGES:
    case FAKE_FAULT_DST_STAGES:
        return path != FAKE_PATH_LEGACY;
    case FAKE_FAULT_COMMAND_SRC_STAGES:
    case FAKE_FAULT_COMMAND_DST_STAGES:
        return path == FAKE_PATH_LEGACY;
    default:
        return true;
    }
}

/* The last frame has the fault, and is repeated. */
static bool record_frames(fake_sequence *s, fake_vulkan_fault fault, uint32_t nth)
{
    while (s->count + 1 < fake_sequence_length(s))
        if (!fake_sequence_record(s))
            return false;
    if (!is_of_load(fault))
        fake_vulkan_tamper(s->run->world.fake, fault, nth);
    return fake_sequence_record(s);
}

/* False: there is no nth place. */
static bool try_fault(fake_run *run, fake_path path, fake_vulkan_fault fault, uint32_t nth,
                      tally *out)
{
    fake_sequence s;
    char text[800];
    fake_vulkan_tamper(run->world.fake, fault, is_of_load(fault) ? nth : 0);
    fake_sequence_begin(&s, run, path);
    run->keep_imports = true;
    bool plan = record_frames(&s, fault, nth);
    bool done = fake_vulkan_tampered(run->world.fake);
    char *difference = plan ? fake_sequence_difference(&s) : NULL;
    fake_vulkan_tamper(run->world.fake, fault, 0);
    out->done += done;
    out->seen += done && (!plan || difference);
    out->refuted += done && (!plan || !fake_sequence_judge(&s, text));
    if (done && plan && !difference)
        print_error("\"%s\": nobody sees that %s, the %u. time\n", run->plan->graph_name,
                    fake_vulkan_fault_word(fault), nth);
    free(difference);
    fake_sequence_end(&s);
    fake_vulkan_violations_clear(run->world.fake);
    return done;
}

static void try_faults(fusor_graph *graph, fake_path path, tally tallies[FAKE_FAULT_COUNT])
{
    const VkPhysicalDeviceMemoryProperties memory = fake_run_memory(path == FAKE_PATH_CORE);
    const fake_vulkan_desc desc = fake_path_desc(path, &memory);
    fake_run run = {.graph = graph};
    fake_run_open(&run, &desc);
    fake_run_plan(&run, &(fusor_policy){.fuse = FUSOR_FUSE_FULL, .alias = FUSOR_ALIAS_PROVEN});
    fusor_plan *plain = run.plan;
    run.plan = fake_with_buffer_barriers(plain);
    for (fake_vulkan_fault fault = 0; fault < FAKE_FAULT_COUNT; fault++)
        for (uint32_t nth = 1;
             exists(fault, path) && try_fault(&run, path, fault, nth, &tallies[fault]); nth++)
            ;
    fake_run_close(&run);
    fusor_plan_destroy(plain);
}

static void check_tallies(const tally tallies[FAKE_FAULT_COUNT], fake_path path)
{
    for (fake_vulkan_fault fault = 0; fault < FAKE_FAULT_COUNT; fault++) {
        const tally *t = &tallies[fault];
        if (!exists(fault, path))
            continue;
        print_message("%4u times %4u seen %4u refuted: %s\n", t->done, t->seen, t->refuted,
                      fake_vulkan_fault_word(fault));
        assert_true(t->done > 0);
        assert_int_equal(t->seen, t->done);
        /* Without the flag a dependency is stronger, and all have it. */
        assert_true(t->refuted > 0 || fault == FAKE_FAULT_DEPENDENCY_FLAGS);
    }
}

static void try_graph(fusor_graph *graph, fake_path path, tally tallies[FAKE_FAULT_COUNT])
{
    try_faults(graph, path, tallies);
    fusor_graph_destroy(graph);
}

static void every_fault_is_seen(void **state)
{
    const fake_path path = (fake_path)(uintptr_t)*state;
    tally tallies[FAKE_FAULT_COUNT] = {{0}};
    static const char *const frames[] = {"khronos-subpasses", "khronos-msaa-post",
                                         "granite-deferred", "godot-mobile-xr"};
    try_graph(preserving_graph(), path, tallies);
    for (uint32_t i = 0; i < sizeof frames / sizeof frames[0]; i++)
        try_graph(corpus_frame(frames[i]), path, tallies);
    for (uint64_t seed = 0; seed < 4; seed++)
        try_graph(fake_random_graph(seed), path, tallies);
    check_tallies(tallies, path);
}

/* What is kept is left by the load as its first use wants it: that discard of the first frame is idle. */
static uint32_t count_idle(const fusor_plan *frame)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->barrier_count; i++) {
        const fusor_plan_barrier *b = &frame->barriers[i];
        const fusor_lifetime lifetime = frame->resources[b->resource].lifetime;
        count += b->kind == FUSOR_BARRIER_IMAGE && b->src.layout == FUSOR_LAYOUT_UNDEFINED &&
                 !b->src.stages &&
                 (lifetime == FUSOR_LIFETIME_PERSISTENT || lifetime == FUSOR_LIFETIME_HISTORY);
    }
    return count;
}

/* False: there is no nth image barrier in the frame; `count` is then the idle ones. */
static bool refutes_early(fake_run *run, uint32_t frame, uint32_t nth, uint32_t *count)
{
    fake_sequence s;
    char text[800];
    bool done = false;
    fake_sequence_begin(&s, run, FAKE_PATH_CORE);
    run->keep_imports = true;
    while (s.count < fake_sequence_length(&s)) {
        bool now = s.count == frame;
        fake_vulkan_tamper(run->world.fake, FAKE_FAULT_IMAGE_BARRIER, now ? nth : 0);
        assert_true(fake_sequence_record(&s));
        done = now ? fake_vulkan_tampered(run->world.fake) : done;
    }
    *count = done ? !fake_sequence_judge(&s, text) : count_idle(s.frames[frame]);
    fake_sequence_end(&s);
    fake_vulkan_violations_clear(run->world.fake);
    return done;
}

/* No frame is like the plan before each history slot was used: there only the judge can tell. */
static void missing_barriers_of_first_frames_are_refuted(void **state)
{
    const VkPhysicalDeviceMemoryProperties memory = fake_run_memory(true);
    const fake_vulkan_desc desc = fake_path_desc(FAKE_PATH_CORE, &memory);
    fake_run run = {.graph = corpus_frame("granite-deferred")};
    (void)state;
    fake_run_open(&run, &desc);
    fake_run_plan(&run, &(fusor_policy){.fuse = FUSOR_FUSE_FULL});
    for (uint32_t frame = 0; frame < 2; frame++) {
        uint32_t done = 0, refuted = 0, count;
        for (; refutes_early(&run, frame, done + 1, &count); done++)
            refuted += count;
        print_message("frame %u: %u of %u refuted, %u idle\n", frame, refuted, done, count);
        assert_true(done > 10);
        assert_int_equal(refuted + count, done);
    }
    fake_run_close(&run);
    fusor_graph_destroy(run.graph);
}

#define PATH_TEST(name, path)                                                                      \
    {                                                                                              \
        name, every_fault_is_seen, NULL, NULL, (void *)(uintptr_t)(path)                           \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        PATH_TEST("every_fault_of_vulkan_1_1_is_seen", FAKE_PATH_LEGACY),
        PATH_TEST("every_fault_of_vulkan_1_3_is_seen", FAKE_PATH_CORE),
        cmocka_unit_test(missing_barriers_of_first_frames_are_refuted),
    };
    return cmocka_run_group_tests_name("fake_faults", tests, NULL, NULL);
}
