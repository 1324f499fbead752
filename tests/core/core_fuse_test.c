/* Executor-owned render passes as far as a plan shows them: rows H of CASES, and the B rows about
 * merging. */
#include "core/plan_help.h"

#include <stdio.h>
#include <string.h>

#define GBUFFER                                                                                    \
    "'render_size':[1920,1080],'images':{'g0':{'format':'r8g8b8a8_unorm'},'g1':{'format':'"        \
    "r16g16b16a16_sfloat'},"                                                                       \
    "'g2':{'format':'r8g8b8a8_unorm'},'g3':{'format':'r16g16b16a16_sfloat'}," TARGET(              \
        "out") "},'passes':[" RASTER("gbuffer",                                                    \
                                     "'color':[" CLEAR("g0") "," CLEAR("g1") "," CLEAR(            \
                                         "g2") "," CLEAR("g3") "]") ","
#define LIGHTING_LOCAL                                                                             \
    RASTER("lighting", "'color':[" OVER("out") "],'inputs':[" INPUT("g0") "," INPUT(               \
                           "g1") "," INPUT("g2") "," INPUT("g3") "]")                              \
    "]"
#define LIGHTING_SAMPLED                                                                           \
    RASTER("lighting", "'color':[" OVER("out") "],'reads':[" SAMPLED("g0") "," SAMPLED(            \
                           "g1") "," SAMPLED("g2") "," SAMPLED("g3") "]")                          \
    "]"

static void fuse_H09_a_pixel_local_read_fuses_and_a_texture_read_does_not(void **state)
{
    (void)state;
    help_plan plan = help_compile(GBUFFER LIGHTING_LOCAL, "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "gbuffer lighting");
    help_finish(&plan);
    plan = help_compile(GBUFFER LIGHTING_SAMPLED, "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "gbuffer|lighting");
    help_check(&plan, help_break(&plan, "lighting")->reasons & FUSOR_BREAK_NON_LOCAL_READ);
    help_finish(&plan);
}

static void fuse_H11_none_of_the_gbuffer_bytes_is_stored(void **state)
{
    (void)state;
    help_plan plan = help_compile(GBUFFER LIGHTING_LOCAL, "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, plan.plan->counts.render_passes == 1);
    help_check(&plan, plan.plan->counts.unfused_render_passes == 2);
    help_check(&plan, plan.plan->traffic.store_bytes == 1920ull * 1080 * 4); /* out alone */
    help_check(&plan, plan.plan->traffic.load_bytes == 0);
    help_check(&plan, plan.plan->traffic.unfused_store_bytes == 49766400ull + 1920ull * 1080 * 4);
    help_check(&plan, plan.plan->traffic.unfused_load_bytes == 49766400ull);
    help_check(&plan, plan.plan->memoryless_bytes == 49766400ull);
    help_finish(&plan);
}

static void fuse_H11_what_is_needed_later_is_stored_and_the_rest_is_not(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("a") "," IMAGE("b") "," TARGET(
            "out") ",'ds':{'format':'d32_sfloat_s8_uint'}},'passes':"
                   "[" RASTER(
                       "A",
                       "'color':[" CLEAR("a") "," CLEAR(
                           "b") "],'depth':{'image':'ds','load'"
                                ":'clear','stencil_load':'"
                                "clear'}") "," RASTER("B",
                                                      "'color':"
                                                      "[" LOAD(
                                                          "a") "],'depth':{'image':'ds','load'"
                                                               ":'load','stencil_load':'load'}"
                                                               ",'inputs':[" INPUT(
                                                                   "b") "]") "," COMPUTE("C",
                                                                                         "'sid"
                                                                                         "e_"
                                                                                         "effe"
                                                                                         "cts'"
                                                                                         ":tru"
                                                                                         "e,'"
                                                                                         "read"
                                                                                         "s':"
                                                                                         "[" SAMPLED(
                                                                                             "a") ",{'image':'ds','as':'sampled','aspects':['stencil']}]") "," RASTER("D",
                                                                                                                                                                      "'color':[" OVER(
                                                                                                                                                                          "out") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    const fusor_plan_attachment *a = help_attachment(&plan, "A", "a"),
                                *b = help_attachment(&plan, "A", "b");
    const fusor_plan_attachment *ds = help_attachment(&plan, "A", "ds");
    help_check(&plan, help_group(&plan, "A") == help_group(&plan, "B"));
    help_check(&plan, a->load == FUSOR_LOAD_OP_CLEAR && a->store == FUSOR_STORE_OP_STORE);
    help_check(&plan, b->load == FUSOR_LOAD_OP_CLEAR && b->store == FUSOR_STORE_OP_DONT_CARE);
    help_check(&plan,
               ds->store == FUSOR_STORE_OP_DONT_CARE && ds->stencil_store == FUSOR_STORE_OP_STORE);
    help_check(&plan, ds->load == FUSOR_LOAD_OP_CLEAR && ds->stencil_load == FUSOR_LOAD_OP_CLEAR);
    help_finish(&plan);
}

static void fuse_H12_group_local_means_every_access_in_one_group(void **state)
{
    (void)state;
    /* local: only attached and read at the pixel; not: sampled later, imported, output, history */
    help_plan
        plan =
            help_compile(
                "'images':{" IMAGE("local") "," IMAGE("sampled") "," IMAGE(
                    "output") ",'history':{'format':'r8g8b8a8_unorm','history':2},"
                              "'kept':{'format':'r8g8b8a8_unorm','persistent':true}," TARGET("out") "},'passes':[" RASTER(
                                  "A",
                                  "'color':[" CLEAR("local") "," CLEAR("sampled") "," CLEAR(
                                      "outpu"
                                      "t") "," CLEAR("history") "," CLEAR("kept") "]") "," RASTER("B",
                                                                                                  "'color':[" OVER(
                                                                                                      "out") "],'inputs':"
                                                                                                             "[" INPUT(
                                                                                                                 "lo"
                                                                                                                 "ca"
                                                                                                                 "l") "," INPUT("sampled") "," INPUT("output") "]") "," COMPUTE("C",
                                                                                                                                                                                "'side_effects':true,'reads':[" SAMPLED(
                                                                                                                                                                                    "sampled") ","
                                                                                                                                                                                               "{'image':'history','as':'sampled','previous':1}]") "],"
                                                                                                                                                                                                                                                   "'outputs':['output','kept']",
                "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_group(&plan, "A") == help_group(&plan, "B"));
    help_check(&plan, help_resource(&plan, "local")->group_local);
    help_check(&plan, !help_resource(&plan, "sampled")->group_local);
    help_check(&plan, !help_resource(&plan, "output")->group_local);
    help_check(&plan, !help_resource(&plan, "history")->group_local);
    help_check(&plan, !help_resource(&plan, "kept")->group_local);
    help_check(&plan, !help_resource(&plan, "out")->group_local);
    help_finish(&plan);
}

/* pre_aa is written ahead of the group: not local, stored; the group still saves a begin and an end. */
static void fuse_H13_written_ahead_of_the_group_is_stored(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("pre_aa") "," TARGET("out") "},'passes':[" COMPUTE(
            "sky",
            "'writes':"
            "[" WRITES(
                "pr"
                "e_"
                "a"
                "a") "]") "," RASTER("billboard",
                                     "'color':[" LOAD(
                                         "pre_aa") "]") "," RASTER("corona",
                                                                   "'color':[" LOAD(
                                                                       "pre_aa") "]") "," RASTER("p"
                                                                                                 "o"
                                                                                                 "s"
                                                                                                 "t",
                                                                                                 "'"
                                                                                                 "c"
                                                                                                 "o"
                                                                                                 "l"
                                                                                                 "o"
                                                                                                 "r"
                                                                                                 "'"
                                                                                                 ":"
                                                                                                 "[" OVER(
                                                                                                     "out") "],'reads':"
                                                                                                            "[" SAMPLED(
                                                                                                                "pre"
                                                                                                                "_a"
                                                                                                                "a") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "billboard corona|post");
    help_check(&plan, !help_resource(&plan, "pre_aa")->group_local);
    help_check(&plan, help_attachment(&plan, "corona", "pre_aa")->store == FUSOR_STORE_OP_STORE);
    help_check(&plan, help_attachment(&plan, "corona", "pre_aa")->load == FUSOR_LOAD_OP_LOAD);
    help_check(&plan,
               plan.plan->counts.render_passes + 1 == plan.plan->counts.unfused_render_passes);
    help_finish(&plan);
}

static void fuse_H14_local_attachments_cost_nothing_where_memory_is_lazy(void **state)
{
    (void)state;
    help_plan plan = help_compile(GBUFFER LIGHTING_LOCAL, "tiler", FUSOR_FUSE_FULL);
    for (int i = 0; i < 4; i++) {
        char name[] = {'g', (char)('0' + i), '\0'};
        help_check(&plan, help_resource(&plan, name)->memoryless);
        help_check(&plan,
                   help_resource(&plan, name)->usage & FUSOR_IMAGE_USAGE_TRANSIENT_ATTACHMENT);
        help_check(&plan, help_attachment(&plan, "gbuffer", name)->memoryless);
    }
    help_check(&plan, plan.plan->memory_placed == 0);
    help_finish(&plan);
    plan = help_compile(GBUFFER LIGHTING_LOCAL, "immediate", FUSOR_FUSE_FULL);
    help_check(&plan,
               help_resource(&plan, "g0")->group_local && !help_resource(&plan, "g0")->memoryless);
    help_check(&plan,
               !(help_resource(&plan, "g0")->usage & FUSOR_IMAGE_USAGE_TRANSIENT_ATTACHMENT));
    help_check(&plan, help_placement(&plan, "g0")->placed);
    help_check(&plan, plan.plan->memory_placed >= 49766400ull); /* alive together */
    help_finish(&plan);
}

/* Store and load ops are what they are, whoever shares bytes. */
static void fuse_H16_ops_do_not_depend_on_aliasing(void **state)
{
    (void)state;
    for (uint32_t i = 0; help_frames[i]; i++) {
        if (strncmp(help_frames[i], "ggml", 4) == 0)
            continue; /* no attachments */
        help_plan plans[3];
        for (int a = 0; a < 3; a++) {
            fusor_policy policy = {.fuse = FUSOR_FUSE_FULL, .alias = (fusor_alias_policy)a};
            plans[a] = help_compile_with(help_graph_file(help_frames[i]),
                                         fusor_device_builtin("tiler"), &policy, NULL);
            help_check(&plans[a],
                       plans[a].plan->attachment_count == plans[0].plan->attachment_count);
            for (uint32_t k = 0; k < plans[a].plan->attachment_count; k++) {
                const fusor_plan_attachment *x = &plans[0].plan->attachments[k],
                                            *y = &plans[a].plan->attachments[k];
                help_check(&plans[a], x->load == y->load && x->store == y->store &&
                                          x->stencil_load == y->stencil_load &&
                                          x->stencil_store == y->stencil_store &&
                                          x->memoryless == y->memoryless);
            }
        }
        for (int a = 0; a < 3; a++)
            help_finish(&plans[a]);
    }
}

/* Lives that do not meet share bytes; the set is reported, and the bytes saved are the bytes placed. */
static void fuse_H17_lives_that_do_not_meet_share_bytes(void **state)
{
    (void)state;
    help_plan
        plan = help_compile("'images':{" IMAGE("a") "," IMAGE("b") "," IMAGE("c") "," TARGET("out") "},'passes':[" COMPUTE("P1", "'writes':[" WRITES("a") "]") "," COMPUTE(
                                "P2",
                                "'reads':[" SAMPLED("a") "],'writes':[" WRITES(
                                    "b") "]") "," COMPUTE("P3",
                                                          "'reads':[" SAMPLED(
                                                              "b") "],'writes':"
                                                                   "[" WRITES(
                                                                       "c") "]") "," RASTER("P4",
                                                                                            "'color"
                                                                                            "':"
                                                                                            "[" OVER("out") "],'reads':[" SAMPLED(
                                                                                                "c") "]") "]",
                            "immediate", FUSOR_FUSE_FULL);
    const fusor_placement *a = help_placement(&plan, "a"), *c = help_placement(&plan, "c");
    help_check(&plan, a->pool == c->pool && a->offset == c->offset);
    help_check(&plan, help_placement(&plan, "b")->offset != a->offset);
    help_check(&plan, plan.plan->memory_placed * 3 == plan.plan->memory_sum * 2);
    help_check(&plan, plan.plan->memory_placed == plan.plan->memory_lower_bound);
    help_check(&plan, help_resource(&plan, "a")->alias_set == help_resource(&plan, "c")->alias_set);
    help_check(&plan, help_resource(&plan, "a")->alias_set != FUSOR_NONE);
    help_check(&plan, help_resource(&plan, "b")->alias_set == FUSOR_NONE);
    help_finish(&plan);
}

static void fuse_H19_the_report_says_size_first_last_and_who_is_where(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'a':{'format':'r16g16b16a16_sfloat','layers':2}"
        "," IMAGE("o") "},'passes':[" COMPUTE("P1", "'writes':[" WRITES("a") "]") "," COMPUTE(
            "unused", "'reads':[" SAMPLED(
                          "a") "]") "," RASTER("P2",
                                               "'color':[" OVER(
                                                   "o") "],'reads':"
                                                        "[" SAMPLED("a") "]") "],'outputs':['o']",
        "immediate", FUSOR_FUSE_FULL);
    const fusor_plan_resource *a = help_resource(&plan, "a");
    help_check(&plan, a->bytes == 64 * 64 * 8 * 2 && a->layers == 2 && a->extent[0] == 64 &&
                          a->extent[2] == 1);
    help_check(&plan, a->format == FUSOR_FORMAT_R16G16B16A16_SFLOAT && !a->group_local);
    help_check(&plan, a->first == help_pass(&plan, "P1") && a->last == help_pass(&plan, "P2"));
    help_check(&plan, a->usage == (FUSOR_IMAGE_USAGE_STORAGE | FUSOR_IMAGE_USAGE_SAMPLED));
    help_check(&plan, help_resource(&plan, "o")->output);
    help_check(&plan, plan.plan->passes[help_pass(&plan, "P1")].kind == FUSOR_PASS_COMPUTE);
    help_check(&plan, plan.plan->passes[help_pass(&plan, "P1")].group == FUSOR_NONE);
    help_check(&plan,
               plan.plan->passes[help_pass(&plan, "unused")].culled == FUSOR_CULL_WRITES_NOTHING);
    help_check(&plan, plan.plan->counts.passes == 2 && plan.plan->counts.render_passes == 1);
    help_finish(&plan);
}

static bool pass_uses(const fusor_plan *plan, uint32_t pass, const char *name, bool writes)
{
    fusor_slice uses = plan->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++) {
        const fusor_plan_use *use = &plan->uses[i];
        if (strcmp(plan->resources[use->resource].name, name) == 0 &&
            (writes ? use->writes : use->reads))
            return true;
    }
    return false;
}

static void fuse_H19_the_report_says_what_each_pass_writes_and_its_group(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("a") "," TARGET("o") "},'passes':[" COMPUTE(
            "P0",
            "'writes':[" WRITES(
                "a") "]") "," RASTER("P1",
                                     "'color':[" LOAD(
                                         "a") "]") "," RASTER("P2",
                                                              "'color':[" OVER("o") "],'inputs':"
                                                                                    "[" INPUT(
                                                                                        "a") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    uint32_t p0 = help_pass(&plan, "P0"), p1 = help_pass(&plan, "P1"), p2 = help_pass(&plan, "P2");
    const fusor_plan *p = plan.plan;
    help_groups(&plan, "P1 P2");
    help_check(&plan,
               p->passes[p0].group == FUSOR_NONE && p->passes[p1].group == p->passes[p2].group);
    help_check(&plan, p->passes[p1].member == 0 && p->passes[p2].member == 1);
    help_check(&plan, pass_uses(p, p0, "a", true) && !pass_uses(p, p0, "a", false));
    help_check(&plan, pass_uses(p, p1, "a", true) && pass_uses(p, p1, "a", false));
    help_check(&plan, !pass_uses(p, p2, "a", true) && pass_uses(p, p2, "a", false));
    help_check(&plan, pass_uses(p, p2, "o", true) && !pass_uses(p, p2, "o", false));
    help_finish(&plan);
}

/* Every consecutive raster pair of the order that is not in one group has an entry, with a reason. */
static void fuse_H20_each_pair_that_does_not_share_says_why(void **state)
{
    (void)state;
    for (uint32_t i = 0; help_frames[i]; i++)
        for (int fuse = FUSOR_FUSE_AUTO; fuse <= FUSOR_FUSE_FULL; fuse++) {
            fusor_policy policy = {.fuse = (fusor_fuse_policy)fuse};
            fusor_graph *graph = help_graph_file(help_frames[i]);
            help_plan plan = help_compile_with(graph, fusor_device_builtin("tiler"), &policy, NULL);
            uint32_t last = FUSOR_NONE, breaks = 0;
            for (uint32_t k = 0; k < plan.plan->order_count; k++) {
                uint32_t pass = plan.plan->order[k];
                if (plan.plan->passes[pass].kind != FUSOR_PASS_RASTER)
                    continue;
                if (last != FUSOR_NONE &&
                    plan.plan->passes[pass].group != plan.plan->passes[last].group) {
                    const fusor_plan_break *b = &plan.plan->breaks[breaks++];
                    help_check(&plan, breaks <= plan.plan->break_count);
                    help_check(&plan,
                               b->before == last && b->after == pass && b->reasons && b->text[0]);
                }
                last = pass;
            }
            help_check(&plan, breaks == plan.plan->break_count);
            help_finish(&plan);
        }
}

static bool is_attached(const fusor_plan_use *use)
{
    return use->as == FUSOR_USE_COLOR || use->as == FUSOR_USE_DEPTH_STENCIL ||
           use->as == FUSOR_USE_RESOLVE || use->as == FUSOR_USE_INPUT;
}

/* The resource through which two passes share: attached by both, pixel-local reads too. */
static uint32_t shared_by(const fusor_plan *plan, uint32_t a, uint32_t b)
{
    fusor_slice x = plan->passes[a].uses, y = plan->passes[b].uses;
    for (uint32_t i = x.first; i < x.first + x.count; i++)
        for (uint32_t k = y.first; k < y.first + y.count; k++)
            if (plan->uses[i].resource == plan->uses[k].resource && is_attached(&plan->uses[i]) &&
                is_attached(&plan->uses[k]))
                return plan->uses[i].resource;
    return FUSOR_NONE;
}

/* How many members are reached from the first through what they share. */
static uint32_t members_joined(const fusor_plan *plan, const fusor_plan_group *group)
{
    bool joined[64] = {true};
    uint32_t count = 1, before = 0;
    const fusor_plan_member *members = &plan->members[group->members.first];
    assert_true(group->members.count <= 64);
    while (count != before) {
        before = count;
        for (uint32_t i = 0; i < group->members.count; i++)
            for (uint32_t k = 0; !joined[i] && k < group->members.count; k++)
                if (joined[k] && shared_by(plan, members[i].pass, members[k].pass) != FUSOR_NONE) {
                    joined[i] = true;
                    count++;
                }
    }
    return count;
}

static void fuse_H20_each_group_says_through_what_and_over_whom(void **state)
{
    (void)state;
    for (uint32_t i = 0; help_frames[i]; i++) {
        fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
        help_plan plan = help_compile_with(help_graph_file(help_frames[i]),
                                           fusor_device_builtin("tiler"), &policy, NULL);
        for (uint32_t g = 0; g < plan.plan->group_count; g++)
            help_check(&plan, members_joined(plan.plan, &plan.plan->groups[g]) ==
                                  plan.plan->groups[g].members.count);
        help_finish(&plan);
    }
    help_plan plan = help_compile(
        "'images':{" TARGET("s") "},'passes':[" RASTER("A", "'color':[" CLEAR("s") "]") "," COMPUTE(
            "T",
            "'bridge':true,'side_effects':true") "," RASTER("B",
                                                            "'color':[" LOAD(
                                                                "s") "]") "," COMPUTE("U",
                                                                                      "'bridge':"
                                                                                      "true,'side_"
                                                                                      "effects':"
                                                                                      "true") "]",
        "tiler", FUSOR_FUSE_FULL);
    const fusor_plan_group *group = help_group(&plan, "A");
    help_check(&plan, strcmp(plan.plan->resources[shared_by(plan.plan, 0, 2)].name, "s") == 0);
    help_check(&plan, group->bridged.count == 1); /* T; nobody comes behind U */
    help_check(&plan, plan.plan->bridges[group->bridged.first].pass == help_pass(&plan, "T"));
    help_finish(&plan);
}

/* The reason that holds and no other: the pair could be one, the policy does not want it. */
static void fuse_H20_a_reason_is_the_true_one(void **state)
{
    (void)state;
#define H20_PAIR                                                                                   \
    "'images':{" TARGET("s") "},'passes':[" RASTER("A", "'color':[" CLEAR("s") "]") "," RASTER(    \
        "B", "'color':[" LOAD("s") "]") "]"
    help_plan plan = help_compile(H20_PAIR, "tiler", FUSOR_FUSE_OFF);
    help_check(&plan, help_break(&plan, "B")->reasons == FUSOR_BREAK_POLICY);
    help_finish(&plan);
    plan = help_compile(GBUFFER LIGHTING_SAMPLED, "tiler", FUSOR_FUSE_FULL);
    const fusor_plan_break *b = help_break(&plan, "lighting");
    help_check(&plan, b->reasons & FUSOR_BREAK_NON_LOCAL_READ);
    help_check(&plan, !(b->reasons & ~(fusor_break_reasons)(FUSOR_BREAK_NON_LOCAL_READ |
                                                            FUSOR_BREAK_NOTHING_SHARED)));
    help_check(&plan, plan.plan->resources[b->resource].name[0] == 'g');
    help_finish(&plan);
}

static void fuse_H21_change_after_compile_is_an_error(void **state)
{
    (void)state;
    fusor_graph *graph = help_graph(
        "'images':{" TARGET("out") "},'passes':[" RASTER("A", "'color':[" OVER("out") "]") "]");
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_OK);
    fusor_pass_desc late = {
        .name = "late", .kind = FUSOR_PASS_COMPUTE, .flags = FUSOR_PASS_SIDE_EFFECTS};
    assert_int_not_equal(fusor_graph_add_pass(graph, &late).id, 0);
    assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_ERROR_INVALID_STATE);
    assert_null(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void fuse_H21_placing_a_failed_compile_is_an_error(void **state)
{
    (void)state;
    fusor_graph *graph = help_graph("'images':{" TARGET("out") "," IMAGE("a") "},'passes':[" RASTER(
        "A", "'color':[" OVER("out") "],'reads':[" SAMPLED("a") "]") "]");
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_ERROR_INVALID_STATE);
    assert_null(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

/* A read of nothing names the pass, the resource, and what could have been read instead. */
static void fuse_H21_a_read_without_a_writer_says_what_is_available(void **state)
{
    (void)state;
    fusor_graph *graph = help_graph(
        "'images':{" TARGET("out") "," TEXTURE("noise") "," IMAGE("color") "," IMAGE("colour") "," IMAGE("late") "},'buffers':{'lights':{'size':4,'import':{}}},'passes':[" COMPUTE(
            "P1",
            "'writes':[" WRITES(
                "color") "]") "," RASTER("P2",
                                         "'color':[" OVER("out") "],'reads':[" SAMPLED("colour") "," SAMPLED(
                                             "late") "]") "," COMPUTE("P3",
                                                                      "'side_effects':true,'writes'"
                                                                      ":[" WRITES("late") "]") "]");
    fusor_compiled *compiled = NULL;
    uint32_t count = 0, found = 0;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    for (uint32_t i = 0; i < count; i++) {
        bool never = list[i].code == FUSOR_DIAGNOSTIC_NEVER_WRITTEN;
        if (!never && list[i].code != FUSOR_DIAGNOSTIC_READ_BEFORE_WRITE)
            continue;
        found++;
        assert_string_equal(list[i].pass, "P2");
        assert_string_equal(list[i].resource, never ? "colour" : "late");
        assert_non_null(strstr(list[i].text, "available are: \"noise\", \"color\""));
        assert_null(strstr(list[i].text, "lights"));
    }
    assert_int_equal(found, 2);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void fuse_H21_an_unknown_format_is_an_error(void **state)
{
    (void)state;
    fusor_graph *graph = NULL;
    fusor_compiled *compiled = NULL;
    uint32_t count = 0;
    fusor_graph_desc desc = {.name = "t", .render_width = 8, .render_height = 8};
    fusor_image_desc image = {.name = "a", .format = (fusor_format)12345};
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    fusor_use_desc write = {.image = fusor_graph_add_image(graph, &image), .as = FUSOR_USE_STORAGE};
    fusor_pass_desc pass = {
        .name = "P", .kind = FUSOR_PASS_COMPUTE, .writes = &write, .write_count = 1};
    fusor_graph_add_pass(graph, &pass);
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_FORMAT_UNKNOWN, NULL, "a"));
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

/* ---------------------------------------------------------------- changes after the compile */

static void adds_image(fusor_graph *graph)
{
    fusor_image_desc desc = {.name = "late", .format = FUSOR_FORMAT_R8_UNORM};
    fusor_graph_add_image(graph, &desc);
}

static void adds_buffer(fusor_graph *graph)
{
    fusor_buffer_desc desc = {.name = "late", .size_bytes = 4};
    fusor_graph_add_buffer(graph, &desc);
}

static void adds_edge(fusor_graph *graph)
{
    fusor_graph_add_edge(graph, (fusor_pass){1}, (fusor_pass){2});
}

static void adds_output(fusor_graph *graph)
{
    fusor_graph_add_output_image(graph, (fusor_image){1});
}

static void resizes(fusor_graph *graph)
{
    fusor_graph_set_sizes(graph, (uint32_t[2]){32, 32}, (uint32_t[2]){0, 0});
}

/* "A", which had attachments, has none. */
static void takes_attachments_away(fusor_graph *graph)
{
    fusor_pass_desc pass = {
        .name = "A", .kind = FUSOR_PASS_COMPUTE, .flags = FUSOR_PASS_SIDE_EFFECTS};
    fusor_graph_clear_passes(graph);
    fusor_graph_add_pass(graph, &pass);
}

/* Groups are found by the compile and by nothing else: what is changed behind it is an error until it
 * is compiled again, and then counts. */
static void fuse_H08_a_change_after_the_compile_needs_another_compile(void **state)
{
    (void)state;
    static void (*const CHANGES[])(fusor_graph *) = {adds_image,
                                                     adds_buffer,
                                                     adds_edge,
                                                     adds_output,
                                                     resizes,
                                                     fusor_graph_clear_passes,
                                                     takes_attachments_away};
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        fusor_graph *graph = help_graph("'images':{" TARGET("out") "},'passes':[" RASTER(
            "A", "'color':[" CLEAR("out") "]") "," RASTER("B", "'color':[" LOAD("out") "]") "]");
        fusor_compiled *compiled = NULL;
        fusor_plan *before = NULL, *plan = NULL;
        assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_OK);
        assert_int_equal(fusor_place(compiled, NULL, &before), FUSOR_OK);
        CHANGES[i](graph);
        assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_ERROR_INVALID_STATE);
        assert_null(plan);
        assert_int_equal(before->pass_count, 2); /* what was made is as it was */
        assert_int_equal(before->passes[0].kind, FUSOR_PASS_RASTER);
        fusor_compiled_destroy(compiled);
        assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_OK);
        assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
        if (CHANGES[i] == takes_attachments_away)
            assert_int_equal(plan->counts.render_passes, 0);
        fusor_plan_destroy(before);
        fusor_plan_destroy(plan);
        fusor_compiled_destroy(compiled);
        fusor_graph_destroy(graph);
    }
}

static void fuse_H22_sizes_are_relative_divided_and_at_least_one(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'render_size':[101,3],'output_size':[200,50],'images':{'r':{'format':'r8_unorm'},'o':{'"
        "format':'r8_unorm','size':'output'},"
        "'half':{'format':'r8_unorm','size':{'of':'render','divide':2}},'tiny':{'format':'r8_unorm'"
        ",'size':{'of':'render','divide':64}},"
        "'scaled':{'format':'r8_unorm','size':{'of':'output','scale':[3,4]}},'fixed':{'format':'r8_"
        "unorm','size':[7,9]}},'passes':[" COMPUTE(
            "A", "'side_effects':true,'writes':[" WRITES("r") "," WRITES("o") "," WRITES(
                     "half") "," WRITES("tiny") "," WRITES("scaled") "," WRITES("fixed") "]") "]",
        "immediate", FUSOR_FUSE_FULL);
    static const struct {
        const char *name;
        uint32_t w, h;
    } SIZES[] = {{"r", 101, 3},  {"o", 200, 50},      {"half", 50, 1},
                 {"tiny", 1, 1}, {"scaled", 150, 37}, {"fixed", 7, 9}};
    for (int i = 0; i < 6; i++) {
        const fusor_plan_resource *r = help_resource(&plan, SIZES[i].name);
        if (r->extent[0] != SIZES[i].w || r->extent[1] != SIZES[i].h)
            help_fail(&plan, __FILE__, __LINE__, "\"%s\" is %u × %u", r->name, r->extent[0],
                      r->extent[1]);
    }
    help_finish(&plan);
}

static void fuse_H23_subpass_index_and_count_are_right_across_bridged_passes(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("a") "," IMAGE("b") "," TARGET("out") "},'passes':[" RASTER(
            "A",
            "'color"
            "':"
            "[" CLEAR(
                "a") "]") "," COMPUTE("T",
                                      "'bridge':true,'side_effects':true") "," RASTER("B",
                                                                                      "'color':"
                                                                                      "[" OVER("b") "],'inputs':[" INPUT(
                                                                                          "a") "]") "," COMPUTE("U",
                                                                                                                "'bridge':true,'side_effects':true") "," RASTER("C",
                                                                                                                                                                "'color':"
                                                                                                                                                                "[" OVER(
                                                                                                                                                                    "ou"
                                                                                                                                                                    "t") "],'inputs':[" INPUT("b") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "A B C");
    const fusor_plan_group *group = help_group(&plan, "A");
    help_check(&plan, group->members.count == 3 && group->subpasses.count == 3);
    help_check(&plan, help_member(&plan, "A")->subpass == 0 &&
                          help_member(&plan, "B")->subpass == 1 &&
                          help_member(&plan, "C")->subpass == 2);
    help_check(&plan, plan.plan->passes[help_pass(&plan, "C")].member == 2);
    help_check(&plan, group->bridged.count == 2);
    help_finish(&plan);
}

static void fuse_billboard_and_corona_share_one_render_pass(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("pre_aa") "," DEPTH("d") "},'passes':[" RASTER(
            "opaque",
            "'color':"
            "[" CLEAR(
                "pre"
                "_a"
                "a") "],'depth':{'image':'d','load':'clear'}") "," RASTER("billboard",
                                                                          "'color':[" LOAD(
                                                                              "pre_aa") "],'"
                                                                                        "depth'"
                                                                                        ":{'"
                                                                                        "image'"
                                                                                        ":'d','"
                                                                                        "load':"
                                                                                        "'load'"
                                                                                        "}") "," RASTER("corona",
                                                                                                        "'color':[" LOAD(
                                                                                                            "pre_aa") "],'"
                                                                                                                      "depth'"
                                                                                                                      ":{'"
                                                                                                                      "image'"
                                                                                                                      ":'d','"
                                                                                                                      "load':"
                                                                                                                      "'load'"
                                                                                                                      "}") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "opaque billboard corona");
    help_check(&plan,
               help_group(&plan, "corona")->subpasses.count == 1); /* one list of attachments */
    help_check(&plan, plan.plan->traffic.load_bytes == 0);
    help_finish(&plan);
}

/* ------------------------------------------------------------------------------ B rows */

static void fuse_B15_an_import_drawn_twice_is_discarded_once(void **state)
{
    (void)state;
#define TWICE                                                                                      \
    "'images':{" TARGET("s") "," IMAGE("b") "},'passes':[" RASTER(                                 \
        "P1",                                                                                      \
        "'color':[" CLEAR(                                                                         \
            "s") "]") "," COMPUTE("P2",                                                            \
                                  "'writes':[" WRITES(                                             \
                                      "b") "]") "," RASTER("P3",                                   \
                                                           "'color':[" LOAD("s") "],'reads':"      \
                                                                                 "[" SAMPLED(      \
                                                                                     "b") "]") "]"
    help_plan plan = help_compile(TWICE, "tiler", FUSOR_FUSE_OFF);
    help_check(&plan, help_attachment(&plan, "P1", "s")->load == FUSOR_LOAD_OP_CLEAR);
    help_check(&plan, help_attachment(&plan, "P3", "s")->load == FUSOR_LOAD_OP_LOAD);
    help_check(&plan, help_barrier(&plan, "P1", "s")->src.layout == FUSOR_LAYOUT_UNDEFINED);
    help_check(&plan, help_barrier(&plan, "P3", "s")->src.layout == FUSOR_LAYOUT_COLOR_ATTACHMENT);
    help_check(&plan, help_barrier(&plan, "end", "s")->dst.layout == FUSOR_LAYOUT_PRESENT_SRC);
    help_finish(&plan);
    plan = help_compile(TWICE, "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "P1 P3");
    help_assert_order(&plan, "P2 P1 P3");
    help_check(&plan, help_attachment(&plan, "P3", "s")->load == FUSOR_LOAD_OP_CLEAR);
    help_check(&plan, help_barriers_of(&plan, "s") == 2); /* in and to present */
    help_check(&plan, help_barrier(&plan, "end", "s")->dst.layout == FUSOR_LAYOUT_PRESENT_SRC);
    help_check(&plan, help_barrier(&plan, "end", "s")->why == FUSOR_WHY_PRESENT);
    help_finish(&plan);
}

#define MS(name) "'" name "':{'format':'r8g8b8a8_unorm','samples':4}"
static void fuse_B18_a_resolve_ends_the_group_and_samples_part(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" MS("c") ",'d':{'format':'d32_sfloat','samples':4}," IMAGE("r") "," TARGET(
            "ou"
            "t") "},'passes':[" RASTER("P1",
                                       "'color':[" CLEAR(
                                           "c") "],'depth':{'image':'d','load':'clear'"
                                                "}") "," RASTER("P2",
                                                                "'color':[" LOAD(
                                                                    "c") "],'depth':{'"
                                                                         "image':'d','"
                                                                         "read_only':"
                                                                         "true}") "," RASTER("P3",
                                                                                             "'colo"
                                                                                             "r':[{"
                                                                                             "'imag"
                                                                                             "e':'"
                                                                                             "c',"
                                                                                             "'load"
                                                                                             "':'"
                                                                                             "load'"
                                                                                             ",'"
                                                                                             "resol"
                                                                                             "ve':{"
                                                                                             "'imag"
                                                                                             "e':'"
                                                                                             "r'}"
                                                                                             "}]") "," RASTER("P4",
                                                                                                              "'colo"
                                                                                                              "r':"
                                                                                                              "[" OVER("out") "],'inputs':[" INPUT(
                                                                                                                  "r") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "P1 P2 P3|P4");
    help_check(&plan, help_break(&plan, "P4")->reasons & FUSOR_BREAK_SAMPLES);
    help_check(&plan, help_attachment(&plan, "P1", "c")->store == FUSOR_STORE_OP_DONT_CARE);
    help_check(&plan, help_attachment(&plan, "P1", "d")->store == FUSOR_STORE_OP_DONT_CARE);
    help_check(&plan, help_attachment(&plan, "P1", "r")->store == FUSOR_STORE_OP_STORE);
    help_check(&plan, help_attachment(&plan, "P1", "c")->resolve != FUSOR_NONE);
    help_finish(&plan);
    plan = help_compile(
        "'images':{" IMAGE("c") "," DEPTH("d") "," TARGET("out") "},'passes':[" RASTER(
            "P1",
            "'colo"
            "r':"
            "[" CLEAR(
                "c") "],'depth':{'image':'d','load':'clear'}") "," RASTER("P2",
                                                                          "'color':[" LOAD(
                                                                              "c") "],'depth':{'"
                                                                                   "image':'d','"
                                                                                   "read_only':"
                                                                                   "true}") "," RASTER("P3",
                                                                                                       "'color':[" LOAD(
                                                                                                           "c") "]") "," RASTER("P4",
                                                                                                                                "'color':[" OVER("out") "],'inputs':[" INPUT(
                                                                                                                                    "c") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "P1 P2 P3 P4");
    help_check(&plan, help_attachment(&plan, "P1", "c")->store == FUSOR_STORE_OP_DONT_CARE);
    help_check(&plan, help_attachment(&plan, "P1", "d")->store == FUSOR_STORE_OP_DONT_CARE);
    help_finish(&plan);
}

#define DS_CLEAR "'depth':{'image':'d','load':'clear'}"
#define DS_LOAD "'depth':{'image':'d','load':'load'}"
static void fuse_B19_the_merge_matrix(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second;
        bool fused;
    } ROWS[] = {{"'color':[" CLEAR("c") "]," DS_CLEAR, DS_LOAD, true},
                {DS_CLEAR, "'color':[" CLEAR("c") "]," DS_LOAD, true},
                {"'color':[" CLEAR("c") "]", DS_CLEAR, false}};
    for (int i = 0; i < 3; i++) {
        char body[2000];
        snprintf(
            body, sizeof body,
            "'images':{" IMAGE("c") "," DEPTH(
                "d") "},'passes':[{'name':'A','kind':'raster',%s},"
                     "{'name':'B','kind':'raster','side_effects':true,%s}],'outputs':['c','d']",
            ROWS[i].first, ROWS[i].second);
        help_plan plan = help_compile(body, "tiler", FUSOR_FUSE_FULL);
        help_check(&plan, (help_group(&plan, "A") == help_group(&plan, "B")) == ROWS[i].fused);
        if (!ROWS[i].fused)
            help_check(&plan, help_break(&plan, "B")->reasons & FUSOR_BREAK_NOTHING_SHARED);
        help_finish(&plan);
    }
    /* a copy is never inside a render pass */
    help_plan plan = help_compile(
        "'images':{" IMAGE("c") "," IMAGE("copy") "},'passes':[" RASTER(
            "A",
            "'color':[" CLEAR(
                "c") "]") "," COPY("X",
                                   "'reads':[{'image':'c','as':'copy'}],'writes':[{'image':'copy','"
                                   "as':'copy'}]") "," RASTER("B",
                                                              "'color':[" LOAD(
                                                                  "c") "]") "],'outputs':['c','"
                                                                            "copy']",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "A|B");
    help_assert_order(&plan, "A X B");
    help_finish(&plan);
}

static void fuse_B23_input_maps_and_layouts_are_each_steps_own(void **state)
{
    (void)state;
    help_plan
        plan =
            help_compile("'images':{" IMAGE("g0") "," IMAGE("g1") "," IMAGE("h") "," TARGET("out") "},'passes':[" RASTER(
                             "P1",
                             "'color':[" CLEAR("g0") "," CLEAR(
                                 "g1") "]") "," RASTER("P2",
                                                       "'color':[" OVER("h") "],'inputs':[" INPUT(
                                                           "g1") "]") "," RASTER("P3",
                                                                                 "'color':[" LOAD("g1") "],'inputs':[" INPUT(
                                                                                     "h") "]") "," RASTER("P4",
                                                                                                          "'color':[" OVER("out") "],'inputs':[" INPUT(
                                                                                                              "g1") "," INPUT("g0") "]") "]",
                         "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "P1 P2 P3 P4");
    const fusor_plan_group *group = help_group(&plan, "P1");
    for (uint32_t k = 1; k < 4; k++) { /* what is read as shader index 0 */
        static const char *const FIRST[] = {"", "g1", "h", "g1"};
        const fusor_plan_subpass *p = &plan.plan->subpasses[group->subpasses.first + k];
        const fusor_plan_reference *ref = &plan.plan->references[p->inputs.first];
        const fusor_plan_attachment *a =
            &plan.plan->attachments[group->attachments.first + ref->attachment];
        help_check(&plan, strcmp(plan.plan->resources[a->resource].name, FIRST[k]) == 0);
        help_check(&plan, ref->layout == FUSOR_LAYOUT_SHADER_READ_ONLY);
    }
    help_finish(&plan);
    help_fault(
        "'images':{" IMAGE("g") "},'passes':[" RASTER("A", "'color':[" CLEAR("g") "]") "," RASTER(
            "B", "'color':[" LOAD("g") "],'inputs':[" INPUT("g") "]") "],'outputs':['g']",
        "tiler", FUSOR_DIAGNOSTIC_ATTACHMENT_CONFLICT, "B", "g");
}

#define PAIR(images, a, b)                                                                         \
    "'images':{" images                                                                            \
    "," TARGET("out") "},'passes':[" RASTER("A", a) "," RASTER("B", b) "],'outputs':['x','y']"
static void fuse_B54_what_cannot_share_says_why(void **state)
{
    (void)state;
    /* size: the consumer is of another extent */
    help_plan plan = help_compile(PAIR(IMAGE("x") ",'y':{'format':'r8g8b8a8_unorm','size':[32,32]}",
                                       "'color':[" CLEAR("x") "]",
                                       "'color':[" CLEAR("y") "],'reads':[" SAMPLED("x") "]"),
                                  "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_break(&plan, "B")->reasons & FUSOR_BREAK_SIZE);
    help_finish(&plan);
    plan = help_compile(PAIR(IMAGE("x") ",'y':{'format':'r8g8b8a8_unorm','layers':2}",
                             "'color':[" CLEAR("x") "]", "'color':[" CLEAR("y") "]"),
                        "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_break(&plan, "B")->reasons & FUSOR_BREAK_LAYERS);
    help_finish(&plan);
    plan = help_compile(
        PAIR(IMAGE("x") "," MS("y"), "'color':[" CLEAR("x") "]", "'color':[" CLEAR("y") "]"),
        "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_break(&plan, "B")->reasons & FUSOR_BREAK_SAMPLES);
    help_finish(&plan);
}

static void fuse_B54_six_and_six_colours_do_not_fit_one_list(void **state)
{
    (void)state;
    char body[4000] = "'images':{", text[200];
    for (int i = 0; i < 12; i++) {
        snprintf(text, sizeof text, "'c%d':{'format':'r8_unorm'},", i);
        strcat(body, text);
    }
    strcat(body, DEPTH("d") "},'passes':[{'name':'A','kind':'raster'," DS_CLEAR ",'color':[");
    for (int i = 0; i < 12; i++) {
        snprintf(text, sizeof text, "%s{'image':'c%d','load':'clear'}",
                 i == 6 ? "]},{'name':'B','kind':'raster'," DS_LOAD ",'color':["
                 : i    ? ","
                        : "",
                 i);
        strcat(body, text);
    }
    strcat(body, "]}],'outputs':['c0','c6']");
    fusor_device_desc device = *fusor_device_builtin("tiler");
    device.limits.group_attachments = 8;
    fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
    help_plan plan = help_compile_with(help_graph(body), &device, &policy, NULL);
    help_groups(&plan, "A|B");
    help_check(&plan, help_break(&plan, "B")->reasons & FUSOR_BREAK_ATTACHMENT_LIMIT);
    help_finish(&plan);
}

static void fuse_B55_two_producers_and_a_local_consumer_are_one_pass(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("a") "," IMAGE("b") "," TARGET("out") "},'passes':[" RASTER(
            "P1",
            "'color':[" CLEAR(
                "a") "]") "," RASTER("P2",
                                     "'color':[" CLEAR(
                                         "b") "]") "," RASTER("P3",
                                                              "'color':[" OVER(
                                                                  "out") "],'inputs':"
                                                                         "[" INPUT("a") "," INPUT(
                                                                             "b") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "P1 P2 P3");
    help_finish(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fuse_H09_a_pixel_local_read_fuses_and_a_texture_read_does_not),
        cmocka_unit_test(fuse_H11_none_of_the_gbuffer_bytes_is_stored),
        cmocka_unit_test(fuse_H11_what_is_needed_later_is_stored_and_the_rest_is_not),
        cmocka_unit_test(fuse_H12_group_local_means_every_access_in_one_group),
        cmocka_unit_test(fuse_H13_written_ahead_of_the_group_is_stored),
        cmocka_unit_test(fuse_H14_local_attachments_cost_nothing_where_memory_is_lazy),
        cmocka_unit_test(fuse_H16_ops_do_not_depend_on_aliasing),
        cmocka_unit_test(fuse_H17_lives_that_do_not_meet_share_bytes),
        cmocka_unit_test(fuse_H19_the_report_says_size_first_last_and_who_is_where),
        cmocka_unit_test(fuse_H19_the_report_says_what_each_pass_writes_and_its_group),
        cmocka_unit_test(fuse_H20_each_group_says_through_what_and_over_whom),
        cmocka_unit_test(fuse_H20_a_reason_is_the_true_one),
        cmocka_unit_test(fuse_H20_each_pair_that_does_not_share_says_why),
        cmocka_unit_test(fuse_H21_change_after_compile_is_an_error),
        cmocka_unit_test(fuse_H21_placing_a_failed_compile_is_an_error),
        cmocka_unit_test(fuse_H21_a_read_without_a_writer_says_what_is_available),
        cmocka_unit_test(fuse_H21_an_unknown_format_is_an_error),
        cmocka_unit_test(fuse_H08_a_change_after_the_compile_needs_another_compile),
        cmocka_unit_test(fuse_H22_sizes_are_relative_divided_and_at_least_one),
        cmocka_unit_test(fuse_H23_subpass_index_and_count_are_right_across_bridged_passes),
        cmocka_unit_test(fuse_billboard_and_corona_share_one_render_pass),
        cmocka_unit_test(fuse_B15_an_import_drawn_twice_is_discarded_once),
        cmocka_unit_test(fuse_B18_a_resolve_ends_the_group_and_samples_part),
        cmocka_unit_test(fuse_B19_the_merge_matrix),
        cmocka_unit_test(fuse_B23_input_maps_and_layouts_are_each_steps_own),
        cmocka_unit_test(fuse_B54_what_cannot_share_says_why),
        cmocka_unit_test(fuse_B54_six_and_six_colours_do_not_fit_one_list),
        cmocka_unit_test(fuse_B55_two_producers_and_a_local_consumer_are_one_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
