/* Random graphs that are valid, compiled with every policy, against the oracle and the pairwise checker
 * of placements; and builder calls of any values in any order, which must never crash.
 * FUSOR_RANDOM=FIRST:COUNT judges those seeds instead of the usual ones. A failure names its seed. */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "core/place_check.h"
#include "core/random_graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALID_GRAPHS = 10000, COMMIT_GRAPHS = 500, WILD_GRAPHS = 20000 };

static fusor_policy policy_of(uint64_t seed)
{
    static const fusor_fuse_policy FUSE[] = {FUSOR_FUSE_FULL, FUSOR_FUSE_ADJACENT, FUSOR_FUSE_AUTO,
                                             FUSOR_FUSE_FULL, FUSOR_FUSE_OFF};
    static const fusor_alias_policy ALIAS[] = {FUSOR_ALIAS_PROVEN, FUSOR_ALIAS_RECORDED,
                                               FUSOR_ALIAS_PROVEN, FUSOR_ALIAS_OFF};
    return (fusor_policy){.fuse = FUSE[seed % 5],
                          .alias = ALIAS[seed / 5 % 4],
                          .pack = seed / 20 % 3,
                          .order = seed / 60 % 2};
}

static void judge_seed(uint64_t seed, uint32_t *made)
{
    random_size size = {4 + (uint32_t)(seed % 9), (uint32_t)(seed % 6), seed % 10 ? 10 : 30};
    fusor_graph *graph = random_graph(seed, &size);
    fusor_policy policy = policy_of(seed);
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    const fusor_device_desc *device = fusor_device_builtin(fusor_device_builtin_name(seed % 4));
    fusor_result result = fusor_compile(graph, device, &policy, &compiled);
    if (result == FUSOR_OK) {
        print_message("\r%" PRIu64, seed);
        assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
        help_judge(graph, plan);
        help_audit(graph, device, plan);
        place_check(graph, plan);
        ++*made;
    }
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void judge_seeds(uint64_t first, uint32_t count)
{
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++)
        judge_seed(first + i, &made);
    print_message("\r%u of the %u graphs from seed %" PRIu64 " on compiled\n", made, count, first);
    assert_true(made > count / 10 * 9);
}

static void random_valid_graphs_hold_before_the_oracle(void **state)
{
    (void)state;
    const char *wanted = getenv("FUSOR_RANDOM");
    uint64_t first = 0;
    uint32_t count = VALID_GRAPHS;
    if (wanted)
        assert_int_equal(sscanf(wanted, "%" SCNu64 ":%" SCNu32, &first, &count), 2);
    judge_seeds(first, count);
}

/* The first 15 hexadecimal digits of the commit; 0 where the sources are no checkout. */
static uint64_t commit_seed(void)
{
    char digits[16] = "";
    FILE *git = popen("git -C '" FUSOR_SOURCE_DIR "' rev-parse HEAD 2>/dev/null", "r");
    if (!git)
        return 0;
    bool read = fgets(digits, sizeof digits, git) != NULL;
    pclose(git);
    return read ? strtoull(digits, NULL, 16) : 0;
}

/* Other graphs with every commit: what fixed seeds miss is found in time. */
static void random_graphs_seeded_by_the_commit_hold_before_the_oracle(void **state)
{
    (void)state;
    judge_seeds(commit_seed(), COMMIT_GRAPHS);
}

/* The oracle sees: a plan with one barrier taken out is refuted nearly always. */
static void random_plans_without_a_barrier_are_refuted(void **state)
{
    (void)state;
    uint32_t tried = 0, refuted = 0;
    for (uint32_t seed = 0; seed < 150; seed++) {
        random_size size = {6, 3, 10};
        fusor_graph *graph = random_graph(seed, &size);
        fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
        fusor_compiled *compiled = NULL;
        fusor_plan *plan = NULL;
        if (!fusor_compile(graph, NULL, &policy, &compiled) && !fusor_place(compiled, NULL, &plan))
            for (uint32_t b = 0; b < plan->barrier_count; b++) {
                oracle_options options = {.own_barriers = true, .skip_barrier = b + 1};
                const fusor_scope *src = &plan->barriers[b].src;
                bool all = src->stages == FUSOR_STAGE_ALL_COMMANDS && !src->access;
                if (!src->stages || all || plan->barriers[b].before == FUSOR_NONE)
                    continue; /* nobody before or behind is in the replay */
                tried++;
                bool seen = oracle_check(graph, plan, &options).faults != 0;
                refuted += seen;
                if (!seen)
                    print_message("seed %u: barrier %u is not missed\n", seed, b);
            }
        fusor_plan_destroy(plan);
        fusor_compiled_destroy(compiled);
        fusor_graph_destroy(graph);
    }
    print_message("%u of %u plans without one barrier refuted\n", refuted, tried);
    assert_int_equal(refuted, tried);
}

/* ------------------------------------------------------------------------------ any values */

static uint32_t wild(help_random *r)
{
    static const uint32_t VALUES[] = {
        0, 1, 2, 3, 4, 5, 7, 8, 16, 64, 255, 65536, 65537, 0x7fffffff, 0xfffffffe, 0xffffffff};
    return help_next(r, 4) ? help_next(r, 5) : VALUES[help_next(r, 16)];
}

static uint64_t wild_long(help_random *r)
{
    return help_next(r, 3) ? wild(r) * 64ull : ((uint64_t)wild(r) << 32) + wild(r);
}

static double wild_double(help_random *r)
{
    static const double VALUES[] = {0, 1, -1, 0.5, 1e300, -1e300, 3e9, 255, 256};
    return VALUES[help_next(r, 9)];
}

/* An int in an enum's place, so that no value is undefined behaviour of this test. */
static int wild_enum(help_random *r)
{
    return help_next(r, 5) ? (int)help_next(r, 6) : (int)(wild(r) & 0x7f);
}

static const char *wild_name(help_random *r, char *room)
{
    static const char *const ODD[] = {NULL, "", "\xff\xfe", "a", "b", "\xc3\xa9"};
    if (!help_next(r, 4))
        return ODD[help_next(r, 6)];
    snprintf(room, 20, "n%u", help_next(r, 1000));
    return room;
}

static fusor_range wild_range(help_random *r)
{
    return (fusor_range){wild(r), wild(r)};
}

static fusor_use_desc wild_use(help_random *r)
{
    return (fusor_use_desc){.image = {help_next(r, 2) ? wild(r) : 0},
                            .buffer = {help_next(r, 2) ? wild(r) : 0},
                            .as = (fusor_use_kind)wild_enum(r),
                            .stages = help_next(r, 3) ? 0 : wild_long(r),
                            .mips = wild_range(r),
                            .layers = wild_range(r),
                            .aspects = wild(r) & 15,
                            .range = {wild_long(r), wild_long(r)},
                            .previous = wild(r),
                            .overwrite = help_next(r, 2),
                            .concurrent = help_next(r, 2),
                            .access = help_next(r, 3) ? 0 : wild_long(r),
                            .has_layout = help_next(r, 2),
                            .layout = (fusor_layout)wild_enum(r),
                            .layout_after = (fusor_layout)wild_enum(r)};
}

static fusor_resolve_desc wild_resolve(help_random *r)
{
    return (fusor_resolve_desc){.image = {help_next(r, 2) ? wild(r) : 0},
                                .mip = wild(r),
                                .layers = wild_range(r),
                                .mode = (fusor_resolve_mode)wild_enum(r),
                                .stencil_mode = (fusor_resolve_mode)wild_enum(r)};
}

static void add_wild_image(help_random *r, fusor_graph *graph)
{
    char name[20];
    fusor_format views[2] = {(fusor_format)wild_enum(r), FUSOR_FORMAT_R8G8B8A8_UNORM};
    fusor_image_desc d = {
        .name = wild_name(r, name),
        .format = help_next(r, 4) ? FUSOR_FORMAT_R8G8B8A8_UNORM : (fusor_format)wild_enum(r),
        .size = {(fusor_size_base)wild_enum(r), wild(r), wild(r), wild(r), wild(r), wild(r)},
        .type = (fusor_image_type)wild_enum(r),
        .mips = wild(r),
        .layers = wild(r),
        .samples = wild(r),
        .lifetime = (fusor_lifetime)wild_enum(r),
        .history_slots = wild(r),
        .import = {{(fusor_state)wild_enum(r), wild_long(r)},
                   {(fusor_state)wild_enum(r), wild_long(r)},
                   help_next(r, 2)},
        .view_formats = views,
        .view_format_count = help_next(r, 3)};
    if (help_next(r, 2)) /* often enough one that could be */
        d = (fusor_image_desc){.name = name,
                               .format = help_next(r, 3) ? FUSOR_FORMAT_R8G8B8A8_UNORM
                                                         : FUSOR_FORMAT_D24_UNORM_S8_UINT,
                               .mips = 1 + help_next(r, 3),
                               .layers = 1 + help_next(r, 2)};
    if (!d.name)
        snprintf(name, sizeof name, "n%u", help_next(r, 1000));
    fusor_graph_add_image(graph, &d);
}

static void add_wild_buffer(help_random *r, fusor_graph *graph)
{
    char name[20];
    fusor_buffer_desc d = {.name = wild_name(r, name),
                           .size_bytes = wild_long(r),
                           .lifetime = (fusor_lifetime)wild_enum(r),
                           .history_slots = wild(r),
                           .import = {{(fusor_state)wild_enum(r), wild_long(r)},
                                      {(fusor_state)wild_enum(r), wild_long(r)},
                                      help_next(r, 2)},
                           .host = (fusor_host_access)wild_enum(r),
                           .host_shared = help_next(r, 2)};
    fusor_graph_add_buffer(graph, &d);
}

static void add_wild_pass(help_random *r, fusor_graph *graph)
{
    char name[20];
    fusor_color_desc colors[3];
    fusor_input_desc inputs[2];
    fusor_use_desc reads[3], writes[3];
    fusor_copy_op_desc ops[2];
    for (int i = 0; i < 3; i++) {
        colors[i] = (fusor_color_desc){.image = {wild(r)},
                                       .mip = wild(r) & 3,
                                       .layers = wild_range(r),
                                       .load = (fusor_load)wild_enum(r),
                                       .clear = {wild_double(r)},
                                       .resolve = wild_resolve(r)};
        reads[i] = wild_use(r);
        writes[i] = wild_use(r);
    }
    for (int i = 0; i < 2; i++) {
        inputs[i] = (fusor_input_desc){.image = {wild(r)},
                                       .mip = wild(r) & 3,
                                       .layers = wild_range(r),
                                       .aspects = wild(r) & 15};
        ops[i] = (fusor_copy_op_desc){.kind = (fusor_copy_kind)wild_enum(r),
                                      .src = wild_use(r),
                                      .dst = wild_use(r),
                                      .linear = help_next(r, 2),
                                      .value = {wild_double(r)},
                                      .fill = wild(r)};
    }
    fusor_pass_desc d = {
        .name = wild_name(r, name),
        .kind = (fusor_pass_kind)wild_enum(r),
        .flags = help_next(r, 3) ? help_next(r, 16) : wild(r),
        .queue = (fusor_queue_kind)wild_enum(r),
        .color = colors,
        .color_count = help_next(r, 4),
        .depth = {.image = {help_next(r, 2) ? wild(r) : 0},
                  .mip = wild(r) & 3,
                  .layers = wild_range(r),
                  .load = (fusor_load)wild_enum(r),
                  .stencil_load = (fusor_load)wild_enum(r),
                  .read_only = help_next(r, 2),
                  .stencil_read_only = help_next(r, 2),
                  .clear_depth = wild_double(r),
                  .clear_stencil = wild(r),
                  .resolve = wild_resolve(r)},
        .inputs = inputs,
        .input_count = help_next(r, 3),
        .reads = reads,
        .read_count = help_next(r, 4),
        .writes = writes,
        .write_count = help_next(r, 4),
        .ops = ops,
        .op_count = help_next(r, 3),
        .view_mask = help_next(r, 3) ? 0 : wild(r),
        .area = {wild(r), wild(r), help_next(r, 2) ? 0 : wild(r), help_next(r, 2) ? 0 : wild(r)}};
    fusor_graph_add_pass(graph, &d);
}

static void call_anything(help_random *r, fusor_graph *graph)
{
    uint32_t sizes[2] = {help_next(r, 4) ? 64 : wild(r), help_next(r, 4) ? 64 : wild(r)};
    switch (help_next(r, 12)) {
    case 0:
        fusor_graph_add_edge(graph, (fusor_pass){wild(r)}, (fusor_pass){wild(r)});
        break;
    case 1:
        fusor_graph_add_output_image(graph, (fusor_image){wild(r)});
        break;
    case 2:
        fusor_graph_add_output_buffer(graph, (fusor_buffer){wild(r)});
        break;
    case 3:
        if (!help_next(r, 8))
            fusor_graph_clear_passes(graph);
        break;
    case 4:
        fusor_graph_set_sizes(graph, sizes, help_next(r, 2) ? sizes : NULL);
        break;
    case 5:
    case 6:
        add_wild_buffer(r, graph);
        break;
    case 7:
    case 8:
        add_wild_image(r, graph);
        break;
    default:
        add_wild_pass(r, graph);
        break;
    }
}

static uint32_t compile_wild(help_random *r, fusor_graph *graph)
{
    fusor_policy policy = {.fuse = (fusor_fuse_policy)help_next(r, 4),
                           .alias = (fusor_alias_policy)help_next(r, 3)};
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    fusor_result result =
        fusor_compile(graph, fusor_device_builtin(fusor_device_builtin_name(help_next(r, 4))),
                      &policy, &compiled);
    if (result == FUSOR_OK && !fusor_place(compiled, NULL, &plan))
        assert_non_null(plan);
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    return result == FUSOR_OK;
}

static void random_builder_calls_never_crash(void **state)
{
    (void)state;
    uint32_t good = 0;
    for (uint32_t seed = 1; seed <= WILD_GRAPHS; seed++) {
        help_random r = {seed};
        fusor_graph *graph = NULL;
        fusor_graph_desc desc = {.name = "wild", .render_width = 64, .render_height = 64};
        if (seed % 500 == 0)
            print_message("\rseed %u", seed);
        assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
        uint32_t calls = 1 + help_next(&r, 14);
        for (uint32_t i = 0; i < calls; i++)
            call_anything(&r, graph);
        good += compile_wild(&r, graph);
        fusor_graph_clear_passes(graph);
        fusor_graph_destroy(graph);
    }
    print_message("\r%u of %u compiled\n", good, (uint32_t)WILD_GRAPHS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_valid_graphs_hold_before_the_oracle),
        cmocka_unit_test(random_graphs_seeded_by_the_commit_hold_before_the_oracle),
        cmocka_unit_test(random_plans_without_a_barrier_are_refuted),
        cmocka_unit_test(random_builder_calls_never_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
