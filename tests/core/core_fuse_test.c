/* Executor-owned render passes as far as a plan shows them: rows H of CASES, and the B rows about
 * merging. */
#include "core/plan_help.h"

#include <stdio.h>
#include <string.h>

/* Graphs are laid out by hand, a pass a line. */
/* clang-format off */

#define GBUFFER                                                                                    \
    "'render_size':[1920,1080],'images':{'g0':{'format':'r8g8b8a8_unorm'},'g1':{'format':'r16g16b16a16_sfloat'}," \
    "'g2':{'format':'r8g8b8a8_unorm'},'g3':{'format':'r16g16b16a16_sfloat'}," TARGET("out") "},'passes':["       \
    RASTER("gbuffer", "'color':[" CLEAR("g0") "," CLEAR("g1") "," CLEAR("g2") "," CLEAR("g3") "]") ","
#define LIGHTING_LOCAL                                                                             \
    RASTER("lighting", "'color':[" OVER("out") "],'inputs':[" INPUT("g0") "," INPUT("g1") "," INPUT("g2") "," INPUT("g3") "]") "]"
#define LIGHTING_SAMPLED                                                                           \
    RASTER("lighting", "'color':[" OVER("out") "],'reads':[" SAMPLED("g0") "," SAMPLED("g1") "," SAMPLED("g2") "," SAMPLED("g3") "]") "]"

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
        "'images':{" IMAGE("a") "," IMAGE("b") "," TARGET("out") ",'ds':{'format':'d32_sfloat_s8_uint'}},'passes':["
        RASTER("A", "'color':[" CLEAR("a") "," CLEAR("b") "],'depth':{'image':'ds','load':'clear','stencil_load':'clear'}") ","
        RASTER("B", "'color':[" LOAD("a") "],'depth':{'image':'ds','load':'load','stencil_load':'load'},'inputs':[" INPUT("b") "]") ","
        COMPUTE("C", "'side_effects':true,'reads':[" SAMPLED("a") ",{'image':'ds','as':'sampled','aspects':['stencil']}]") ","
        RASTER("D", "'color':[" OVER("out") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    const fusor_plan_attachment *a = help_attachment(&plan, "A", "a"), *b = help_attachment(&plan, "A", "b");
    const fusor_plan_attachment *ds = help_attachment(&plan, "A", "ds");
    help_check(&plan, help_group(&plan, "A") == help_group(&plan, "B"));
    help_check(&plan, a->load == FUSOR_LOAD_OP_CLEAR && a->store == FUSOR_STORE_OP_STORE);
    help_check(&plan, b->load == FUSOR_LOAD_OP_CLEAR && b->store == FUSOR_STORE_OP_DONT_CARE);
    help_check(&plan, ds->store == FUSOR_STORE_OP_DONT_CARE && ds->stencil_store == FUSOR_STORE_OP_STORE);
    help_check(&plan, ds->load == FUSOR_LOAD_OP_CLEAR && ds->stencil_load == FUSOR_LOAD_OP_CLEAR);
    help_finish(&plan);
}

static void fuse_H12_group_local_means_every_access_in_one_group(void **state)
{
    (void)state;
    /* local: only attached and read at the pixel; not: sampled later, imported, output, history */
    help_plan plan = help_compile(
        "'images':{" IMAGE("local") "," IMAGE("sampled") "," IMAGE("output") ",'history':{'format':'r8g8b8a8_unorm','history':2},"
        "'kept':{'format':'r8g8b8a8_unorm','persistent':true}," TARGET("out") "},'passes':["
        RASTER("A", "'color':[" CLEAR("local") "," CLEAR("sampled") "," CLEAR("output") "," CLEAR("history") "," CLEAR("kept") "]") ","
        RASTER("B", "'color':[" OVER("out") "],'inputs':[" INPUT("local") "," INPUT("sampled") "," INPUT("output") "]") ","
        COMPUTE("C", "'side_effects':true,'reads':[" SAMPLED("sampled") "," "{'image':'history','as':'sampled','previous':1}]") "],"
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

/* Each of these fails by one thing alone. */
static void fuse_H12_each_condition_alone_makes_it_not_local(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("local") "," IMAGE("two_groups") "," IMAGE("no_attachment") "," IMAGE("far") ","
        "'kept':{'format':'r8g8b8a8_unorm','persistent':true},'history':{'format':'r8g8b8a8_unorm','history':2},"
        TARGET("o1") "," TARGET("o2") "},'passes':["
        RASTER("A", "'color':[" CLEAR("local") "," CLEAR("two_groups") "," CLEAR("far") "," CLEAR("kept") "," CLEAR("history") "],"
                    "'writes':[" WRITES("no_attachment") "]") ","
        RASTER("B", "'color':[" OVER("o1") "],'inputs':[" INPUT("local") "," INPUT("two_groups") "]") ","
        RASTER("C", "'color':[" OVER("o2") "],'inputs':[" INPUT("two_groups") "],'reads':[" SAMPLED("far") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "A B|C");
    help_check(&plan, help_resource(&plan, "local")->group_local);
    help_check(&plan, !help_resource(&plan, "two_groups")->group_local);
    help_check(&plan, !help_resource(&plan, "no_attachment")->group_local);
    help_check(&plan, !help_resource(&plan, "far")->group_local);
    help_check(&plan, !help_resource(&plan, "kept")->group_local);
    help_check(&plan, !help_resource(&plan, "history")->group_local);
    help_check(&plan, !help_resource(&plan, "o1")->group_local);
    help_finish(&plan);
}

/* pre_aa is written ahead of the group: not local, stored; the group still saves a begin and an end. */
static void fuse_H13_written_ahead_of_the_group_is_stored(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("pre_aa") "," TARGET("out") "},'passes':["
        COMPUTE("sky", "'writes':[" WRITES("pre_aa") "]") ","
        RASTER("billboard", "'color':[" LOAD("pre_aa") "]") "," RASTER("corona", "'color':[" LOAD("pre_aa") "]") ","
        RASTER("post", "'color':[" OVER("out") "],'reads':[" SAMPLED("pre_aa") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "billboard corona|post");
    help_check(&plan, !help_resource(&plan, "pre_aa")->group_local);
    help_check(&plan, help_attachment(&plan, "corona", "pre_aa")->store == FUSOR_STORE_OP_STORE);
    help_check(&plan, help_attachment(&plan, "corona", "pre_aa")->load == FUSOR_LOAD_OP_LOAD);
    help_check(&plan, plan.plan->counts.render_passes + 1 == plan.plan->counts.unfused_render_passes);
    help_finish(&plan);
}

static void fuse_H14_local_attachments_cost_nothing_where_memory_is_lazy(void **state)
{
    (void)state;
    help_plan plan = help_compile(GBUFFER LIGHTING_LOCAL, "tiler", FUSOR_FUSE_FULL);
    for (int i = 0; i < 4; i++) {
        char name[] = {'g', (char)('0' + i), '\0'};
        help_check(&plan, help_resource(&plan, name)->memoryless);
        help_check(&plan, help_resource(&plan, name)->usage & FUSOR_IMAGE_USAGE_TRANSIENT_ATTACHMENT);
        help_check(&plan, help_attachment(&plan, "gbuffer", name)->memoryless);
    }
    help_check(&plan, plan.plan->memory_placed == 0);
    help_finish(&plan);
    plan = help_compile(GBUFFER LIGHTING_LOCAL, "immediate", FUSOR_FUSE_FULL);
    help_check(&plan, help_resource(&plan, "g0")->group_local && !help_resource(&plan, "g0")->memoryless);
    help_check(&plan, !(help_resource(&plan, "g0")->usage & FUSOR_IMAGE_USAGE_TRANSIENT_ATTACHMENT));
    help_check(&plan, help_placement(&plan, "g0")->placed);
    help_check(&plan, plan.plan->memory_placed >= 49766400ull); /* alive together */
    help_finish(&plan);
}

/* Store and load ops are what they are, whoever shares bytes. */
static void fuse_H16_ops_do_not_depend_on_aliasing(void **state)
{
    (void)state;
    for (const char *const *name = corpus_names(); *name; name++) {
        if (strncmp(*name, "ggml", 4) == 0)
            continue; /* no attachments */
        help_plan plans[3];
        for (int a = 0; a < 3; a++) {
            fusor_policy policy = {.fuse = FUSOR_FUSE_FULL, .alias = (fusor_alias_policy)a};
            plans[a] = help_compile_with(corpus_frame(*name), fusor_device_builtin("tiler"), &policy, NULL);
            help_check(&plans[a], plans[a].plan->attachment_count == plans[0].plan->attachment_count);
            for (uint32_t k = 0; k < plans[a].plan->attachment_count; k++) {
                const fusor_plan_attachment *x = &plans[0].plan->attachments[k], *y = &plans[a].plan->attachments[k];
                help_check(&plans[a], x->load == y->load && x->store == y->store &&
                                          x->stencil_load == y->stencil_load && x->stencil_store == y->stencil_store &&
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
    help_plan plan = help_compile(
        "'images':{" IMAGE("a") "," IMAGE("b") "," IMAGE("c") "," TARGET("out") "},'passes':["
        COMPUTE("P1", "'writes':[" WRITES("a") "]") "," COMPUTE("P2", "'reads':[" SAMPLED("a") "],'writes':[" WRITES("b") "]") ","
        COMPUTE("P3", "'reads':[" SAMPLED("b") "],'writes':[" WRITES("c") "]") ","
        RASTER("P4", "'color':[" OVER("out") "],'reads':[" SAMPLED("c") "]") "]",
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

static void fuse_H22_sizes_are_relative_divided_and_at_least_one(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'render_size':[101,3],'output_size':[200,50],'images':{'r':{'format':'r8_unorm'},'o':{'format':'r8_unorm','size':'output'},"
        "'half':{'format':'r8_unorm','size':{'of':'render','divide':2}},'tiny':{'format':'r8_unorm','size':{'of':'render','divide':64}},"
        "'scaled':{'format':'r8_unorm','size':{'of':'output','scale':[3,4]}},'fixed':{'format':'r8_unorm','size':[7,9]}},'passes':["
        COMPUTE("A", "'side_effects':true,'writes':[" WRITES("r") "," WRITES("o") "," WRITES("half") "," WRITES("tiny") "," WRITES("scaled") "," WRITES("fixed") "]") "]",
        "immediate", FUSOR_FUSE_FULL);
    static const struct { const char *name; uint32_t w, h; } SIZES[] = {
        {"r", 101, 3}, {"o", 200, 50}, {"half", 50, 1}, {"tiny", 1, 1}, {"scaled", 150, 37}, {"fixed", 7, 9}};
    for (int i = 0; i < 6; i++) {
        const fusor_plan_resource *r = help_resource(&plan, SIZES[i].name);
        if (r->extent[0] != SIZES[i].w || r->extent[1] != SIZES[i].h)
            help_fail(&plan, __FILE__, __LINE__, "\"%s\" is %u × %u", r->name, r->extent[0], r->extent[1]);
    }
    help_finish(&plan);
}

static void fuse_H23_subpass_index_and_count_are_right_across_bridged_passes(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("a") "," IMAGE("b") "," TARGET("out") "},'passes':["
        RASTER("A", "'color':[" CLEAR("a") "]") "," COMPUTE("T", "'bridge':true,'side_effects':true") ","
        RASTER("B", "'color':[" OVER("b") "],'inputs':[" INPUT("a") "]") "," COMPUTE("U", "'bridge':true,'side_effects':true") ","
        RASTER("C", "'color':[" OVER("out") "],'inputs':[" INPUT("b") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "A B C");
    const fusor_plan_group *group = help_group(&plan, "A");
    help_check(&plan, group->members.count == 3 && group->subpasses.count == 3);
    help_check(&plan, help_member(&plan, "A")->subpass == 0 && help_member(&plan, "B")->subpass == 1 &&
                          help_member(&plan, "C")->subpass == 2);
    help_check(&plan, plan.plan->passes[help_pass(&plan, "C")].member == 2);
    help_check(&plan, group->bridged.count == 2);
    help_finish(&plan);
}

static void fuse_billboard_and_corona_share_one_render_pass(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("pre_aa") "," DEPTH("d") "},'passes':["
        RASTER("opaque", "'color':[" CLEAR("pre_aa") "],'depth':{'image':'d','load':'clear'}") ","
        RASTER("billboard", "'color':[" LOAD("pre_aa") "],'depth':{'image':'d','load':'load'}") ","
        RASTER("corona", "'color':[" LOAD("pre_aa") "],'depth':{'image':'d','load':'load'}") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "opaque billboard corona");
    help_check(&plan, help_group(&plan, "corona")->subpasses.count == 1); /* one list of attachments */
    help_check(&plan, plan.plan->traffic.load_bytes == 0);
    help_finish(&plan);
}

/* ------------------------------------------------------------------------------ B rows */

static void fuse_B15_an_import_drawn_twice_is_discarded_once(void **state)
{
    (void)state;
#define TWICE                                                                                      \
    "'images':{" TARGET("s") "," IMAGE("b") "},'passes':[" RASTER("P1", "'color':[" CLEAR("s") "]") ","           \
    COMPUTE("P2", "'writes':[" WRITES("b") "]") ","                                                               \
    RASTER("P3", "'color':[" LOAD("s") "],'reads':[" SAMPLED("b") "]") "]"
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

/* The stencil load op writes in the first subpass, which reads depth alone: a later change of the layout
 * comes behind it, and behind both readers. */
static void fuse_a_change_of_layout_waits_for_the_load_op(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'d':{'format':'d24_unorm_s8_uint','import':{'initial':{'state':'copy_dst'}}}," IMAGE("c") "," IMAGE("e") "," TARGET("out") "},'passes':["
        RASTER("P1", "'color':[" CLEAR("c") "," CLEAR("e") "],'inputs':[" INPUT("d") "]") ","
        RASTER("P2", "'color':[" LOAD("c") "],'inputs':[" INPUT("d") "," INPUT("e") "]") ","
        RASTER("P3", "'color':[" LOAD("c") "],'depth':{'image':'d','read_only':true,'stencil_load':'overwrite'},'side_effects':true") ","
        RASTER("P4", "'color':[" OVER("out") "],'reads':[" SAMPLED("c") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    const fusor_plan_group *group = help_group(&plan, "P1");
    help_check(&plan, group && help_group(&plan, "P3") == group);
    fusor_slice deps = group->dependencies;
    bool found = false;
    for (uint32_t i = deps.first; i < deps.first + deps.count; i++) {
        const fusor_plan_dependency *d = &plan.plan->dependencies[i];
        found |= d->from == 0 && d->to == 2 && (d->src.stages & FUSOR_STAGE_EARLY_FRAGMENT_TESTS) &&
                 (d->src.access & FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE);
    }
    help_check(&plan, found);
    help_finish(&plan);
}

#define MS(name) "'" name "':{'format':'r8g8b8a8_unorm','samples':4}"
#define DRAWN_AND_RESOLVED                                                                         \
    "'images':{" MS("c") ",'d':{'format':'d32_sfloat','samples':4}," IMAGE("r") "," TARGET("out") "},'passes':[" \
    RASTER("P1", "'color':[" CLEAR("c") "],'depth':{'image':'d','load':'clear'}") ","              \
    RASTER("P2", "'color':[" LOAD("c") "],'depth':{'image':'d','read_only':true}") ","             \
    RASTER("P3", "'color':[{'image':'c','load':'load','resolve':{'image':'r'}}]") ","              \
    RASTER("P4", "'color':[" OVER("out") "],'inputs':[" INPUT("r") "]") "]"
/* p8 overwrites what the first subpass read in another layout, and resolves it: a read of its own. */
static void fuse_a_change_of_layout_is_seen_by_the_resolve(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'m':{'format':'r8g8b8a8_unorm','samples':4,'persistent':true},'z':{'format':'d32_sfloat','samples':4}," IMAGE("r") "},'passes':["
        RASTER("first", "'color':[{'image':'m','load':'clear'}]") ","
        RASTER("p4", "'depth':{'image':'z','load':'overwrite'},'inputs':[" INPUT("m") "],'side_effects':true") ","
        RASTER("p8", "'color':[{'image':'m','load':'overwrite','resolve':{'image':'r'}}],'inputs':[" INPUT("z") "]") "],'outputs':['r','m']",
        "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_group(&plan, "p4") == help_group(&plan, "p8"));
    help_finish(&plan);
}

/* Each pass reads what the seven before it drew, the last one blends over what the first one cleared: more ways
 * lead from the first to the last than can be listed, and none of them stands for that dependency. */
static void fuse_H09_many_subpasses_are_planned_without_listing_ways(void **state)
{
    (void)state;
    enum { PASSES = 48, INPUTS = 7 };
    static char body[20000];
    size_t used = (size_t)snprintf(body, sizeof body, "'images':{" IMAGE("acc"));
    for (int i = 0; i < PASSES; i++)
        used += (size_t)snprintf(body + used, sizeof body - used, ",'t%d':{'format':'r8_unorm'}", i);
    used += (size_t)snprintf(body + used, sizeof body - used, "},'passes':[");
    for (int i = 0; i < PASSES; i++) {
        const char *colors = i == 0 ? "," CLEAR("acc") : i == PASSES - 1 ? "," LOAD("acc") : "";
        used += (size_t)snprintf(body + used, sizeof body - used,
                                 "%s{'name':'P%d','kind':'raster','color':[{'image':'t%d','load':'overwrite'}%s],'inputs':[",
                                 i ? "," : "", i, i, colors);
        for (int k = 1; k <= INPUTS && k <= i; k++)
            used += (size_t)snprintf(body + used, sizeof body - used, "%s{'image':'t%d'}", k > 1 ? "," : "", i - k);
        used += (size_t)snprintf(body + used, sizeof body - used, "]}");
    }
    snprintf(body + used, sizeof body - used, "],'outputs':['acc']");
    fusor_device_desc device = *fusor_device_builtin("tiler");
    device.limits.subpasses = device.limits.group_attachments = device.limits.group_bits_per_pixel = 0;
    help_plan plan = help_compile_with(help_graph(body), &device, &(fusor_policy){.fuse = FUSOR_FUSE_FULL}, NULL);
    const fusor_plan_group *group = help_group(&plan, "P0");
    help_check(&plan, group == help_group(&plan, "P47") && group->subpasses.count == PASSES);
    help_check(&plan, group->dependencies.count == PASSES);
    help_finish(&plan);
}

static void fuse_B18_a_resolve_ends_the_group_and_samples_part(void **state)
{
    (void)state;
    help_plan plan = help_compile(DRAWN_AND_RESOLVED, "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "P1 P2 P3|P4");
    help_check(&plan, help_break(&plan, "P4")->reasons & FUSOR_BREAK_SAMPLES);
    help_check(&plan, help_attachment(&plan, "P1", "c")->store == FUSOR_STORE_OP_DONT_CARE);
    help_check(&plan, help_attachment(&plan, "P1", "d")->store == FUSOR_STORE_OP_DONT_CARE);
    help_check(&plan, help_attachment(&plan, "P1", "r")->store == FUSOR_STORE_OP_STORE);
    help_check(&plan, help_attachment(&plan, "P1", "c")->resolve != FUSOR_NONE);
    help_finish(&plan);
}

static void fuse_B18_with_one_sample_all_four_are_one(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("c") "," DEPTH("d") "," TARGET("out") "},'passes':["
        RASTER("P1", "'color':[" CLEAR("c") "],'depth':{'image':'d','load':'clear'}") ","
        RASTER("P2", "'color':[" LOAD("c") "],'depth':{'image':'d','read_only':true}") ","
        RASTER("P3", "'color':[" LOAD("c") "]") "," RASTER("P4", "'color':[" OVER("out") "],'inputs':[" INPUT("c") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "P1 P2 P3 P4");
    help_check(&plan, help_attachment(&plan, "P1", "c")->store == FUSOR_STORE_OP_DONT_CARE);
    help_check(&plan, help_attachment(&plan, "P1", "d")->store == FUSOR_STORE_OP_DONT_CARE);
    help_finish(&plan);
}

/* Subpasses of one render pass may differ in their counts where the device does not split them: the target
 * of the resolve then stays in the tile too. */
static void fuse_B18_mixed_samples_let_subpasses_differ(void **state)
{
    (void)state;
    const fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
    fusor_device_desc device = *fusor_device_builtin("tiler");
    device.features.mixed_samples = true;
    help_plan plan = help_compile_with(help_graph(DRAWN_AND_RESOLVED), &device, &policy, NULL);
    help_groups(&plan, "P1 P2 P3 P4");
    help_check(&plan, help_group(&plan, "P1")->path == FUSOR_PATH_SUBPASSES);
    help_check(&plan, help_member(&plan, "P3")->subpass < help_member(&plan, "P4")->subpass);
    static const char *const LOCAL[] = {"c", "d", "r"};
    for (int i = 0; i < 3; i++) {
        help_check(&plan, help_attachment(&plan, "P1", LOCAL[i])->store == FUSOR_STORE_OP_DONT_CARE);
        help_check(&plan, help_attachment(&plan, "P1", LOCAL[i])->memoryless);
    }
    help_finish(&plan);
}

#define DS_CLEAR "'depth':{'image':'d','load':'clear'}"
#define DS_LOAD "'depth':{'image':'d','load':'load'}"
static void fuse_B19_the_merge_matrix(void **state)
{
    (void)state;
    static const struct { const char *first, *second; bool fused; } ROWS[] = {
        {"'color':[" CLEAR("c") "]," DS_CLEAR, DS_LOAD, true},
        {DS_CLEAR, "'color':[" CLEAR("c") "]," DS_LOAD, true},
        {"'color':[" CLEAR("c") "]", DS_CLEAR, false}};
    for (int i = 0; i < 3; i++) {
        char body[2000];
        snprintf(body, sizeof body,
                 "'images':{" IMAGE("c") "," DEPTH("d") "},'passes':[{'name':'A','kind':'raster',%s},"
                 "{'name':'B','kind':'raster','side_effects':true,%s}],'outputs':['c','d']", ROWS[i].first, ROWS[i].second);
        help_plan plan = help_compile(body, "tiler", FUSOR_FUSE_FULL);
        help_check(&plan, (help_group(&plan, "A") == help_group(&plan, "B")) == ROWS[i].fused);
        if (!ROWS[i].fused)
            help_check(&plan, help_break(&plan, "B")->reasons & FUSOR_BREAK_NOTHING_SHARED);
        help_finish(&plan);
    }
    /* a copy is never inside a render pass */
    help_plan plan = help_compile(
        "'images':{" IMAGE("c") "," IMAGE("copy") "},'passes':[" RASTER("A", "'color':[" CLEAR("c") "]") ","
        COPY("X", "'reads':[{'image':'c','as':'copy'}],'writes':[{'image':'copy','as':'copy'}]") ","
        RASTER("B", "'color':[" LOAD("c") "]") "],'outputs':['c','copy']",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "A|B");
    help_assert_order(&plan, "A X B");
    help_finish(&plan);
}

static void fuse_B23_input_maps_and_layouts_are_each_steps_own(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("g0") "," IMAGE("g1") "," IMAGE("h") "," TARGET("out") "},'passes':["
        RASTER("P1", "'color':[" CLEAR("g0") "," CLEAR("g1") "]") ","
        RASTER("P2", "'color':[" OVER("h") "],'inputs':[" INPUT("g1") "]") ","
        RASTER("P3", "'color':[" LOAD("g1") "],'inputs':[" INPUT("h") "]") ","
        RASTER("P4", "'color':[" OVER("out") "],'inputs':[" INPUT("g1") "," INPUT("g0") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "P1 P2 P3 P4");
    const fusor_plan_group *group = help_group(&plan, "P1");
    for (uint32_t k = 1; k < 4; k++) { /* what is read as shader index 0 */
        static const char *const FIRST[] = {"", "g1", "h", "g1"};
        const fusor_plan_subpass *p = &plan.plan->subpasses[group->subpasses.first + k];
        const fusor_plan_reference *ref = &plan.plan->references[p->inputs.first];
        const fusor_plan_attachment *a = &plan.plan->attachments[group->attachments.first + ref->attachment];
        help_check(&plan, strcmp(plan.plan->resources[a->resource].name, FIRST[k]) == 0);
        help_check(&plan, ref->layout == FUSOR_LAYOUT_SHADER_READ_ONLY);
    }
    help_finish(&plan);
    help_fault("'images':{" IMAGE("g") "},'passes':[" RASTER("A", "'color':[" CLEAR("g") "]") ","
               RASTER("B", "'color':[" LOAD("g") "],'inputs':[" INPUT("g") "]") "],'outputs':['g']",
               "tiler", FUSOR_DIAGNOSTIC_ATTACHMENT_CONFLICT, "B", "g");
}

#define PAIR(images, a, b)                                                                         \
    "'images':{" images "," TARGET("out") "},'passes':[" RASTER("A", a) "," RASTER("B", b) "],'outputs':['x','y']"
static void fuse_B54_what_cannot_share_says_why(void **state)
{
    (void)state;
    /* size: the consumer is of another extent */
    help_plan plan = help_compile(
        PAIR(IMAGE("x") ",'y':{'format':'r8g8b8a8_unorm','size':[32,32]}", "'color':[" CLEAR("x") "]",
             "'color':[" CLEAR("y") "],'reads':[" SAMPLED("x") "]"), "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_break(&plan, "B")->reasons & FUSOR_BREAK_SIZE);
    help_finish(&plan);
    plan = help_compile(PAIR(IMAGE("x") ",'y':{'format':'r8g8b8a8_unorm','layers':2}", "'color':[" CLEAR("x") "]",
                             "'color':[" CLEAR("y") "]"), "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_break(&plan, "B")->reasons & FUSOR_BREAK_LAYERS);
    help_finish(&plan);
    plan = help_compile(PAIR(IMAGE("x") "," MS("y"), "'color':[" CLEAR("x") "]", "'color':[" CLEAR("y") "]"),
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
                 i == 6 ? "]},{'name':'B','kind':'raster'," DS_LOAD ",'color':[" : i ? "," : "", i);
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
        "'images':{" IMAGE("a") "," IMAGE("b") "," TARGET("out") "},'passes':[" RASTER("P1", "'color':[" CLEAR("a") "]") ","
        RASTER("P2", "'color':[" CLEAR("b") "]") "," RASTER("P3", "'color':[" OVER("out") "],'inputs':[" INPUT("a") "," INPUT("b") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "P1 P2 P3");
    help_finish(&plan);
}

/* A dependency holds in its own destination only: C is behind the change of x that B begins with through B
 * alone, and what A wrote needs no dependency of its own to C. */
static void fuse_later_readers_come_behind_a_layout_change(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("x") "," IMAGE("y") "," TARGET("s") "},'passes':[" RASTER("A", "'color':[" CLEAR("s") "," OVER("x") "]") ","
        RASTER("B", "'color':[" LOAD("s") "," OVER("y") "],'inputs':[" INPUT("x") "]") ","
        RASTER("C", "'color':[" LOAD("s") "],'inputs':[" INPUT("x") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    const fusor_plan_group *g = help_group(&plan, "C");
    const fusor_plan_dependency *d = &plan.plan->dependencies[g->dependencies.first];
    bool found = false;
    help_groups(&plan, "A B C");
    for (uint32_t i = 0; i < g->dependencies.count; i++) {
        help_check(&plan, d[i].from + 1 == d[i].to);
        found = found || (d[i].from == 1 && d[i].to == 2 && (d[i].src.stages & FUSOR_STAGE_FRAGMENT_SHADER) &&
                          (d[i].dst.stages & FUSOR_STAGE_FRAGMENT_SHADER) &&
                          (d[i].dst.access & FUSOR_ACCESS_INPUT_ATTACHMENT_READ));
    }
    help_check(&plan, found && g->dependencies.count == 2);
    help_finish(&plan);
}

/* B clears the depth that A tested with and keeps its stencil; C's colour is the load op's. */
static void fuse_a_later_clear_is_made_inside_and_of_its_aspect_alone(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("s") "," IMAGE("x") ",'d':{'format':'d32_sfloat_s8_uint'}},'passes':["
        RASTER("A", "'color':[" CLEAR("s") "],'depth':{'image':'d','load':'clear','stencil_load':'clear'}") ","
        RASTER("B", "'color':[" LOAD("s") "],'depth':{'image':'d','load':'clear','clear_depth':0.25,'stencil_load':'load'}") ","
        RASTER("C", "'color':[" LOAD("s") "," CLEAR("x") "]") "],'outputs':['x']",
        "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "A B C");
    help_check(&plan, plan.plan->clear_count == 1 && help_member(&plan, "B")->clears.count == 1);
    const fusor_plan_clear *clear = &plan.plan->clears[help_member(&plan, "B")->clears.first];
    help_check(&plan, clear->aspects == FUSOR_ASPECT_DEPTH);
    help_check(&plan, help_member(&plan, "A")->subpass == help_member(&plan, "B")->subpass);
    help_check(&plan, help_attachment(&plan, "C", "x")->load == FUSOR_LOAD_OP_CLEAR);
    help_finish(&plan);
}

/* A resolve writes depth and stencil; that it must is no reason to store what nobody reads. */
static void fuse_the_floor_counts_the_aspects_that_are_read(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'d':{'format':'d32_sfloat_s8_uint','samples':4},'r':{'format':'d32_sfloat_s8_uint'}," TARGET("o") "},'passes':["
        RASTER("A", "'depth':{'image':'d','load':'clear','stencil_load':'clear','resolve':{'image':'r'}}") ","
        RASTER("P", "'color':[" OVER("o") "],'reads':[" SAMPLED("r") "]") "]",
        "tiler", FUSOR_FUSE_OFF);
    help_check(&plan, help_attachment(&plan, "A", "r")->stencil_store == FUSOR_STORE_OP_DONT_CARE);
    help_check(&plan, plan.plan->traffic.floor_bytes == 2 * 64 * 64 * 4);
    help_finish(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fuse_H09_a_pixel_local_read_fuses_and_a_texture_read_does_not),
        cmocka_unit_test(fuse_H11_none_of_the_gbuffer_bytes_is_stored),
        cmocka_unit_test(fuse_H11_what_is_needed_later_is_stored_and_the_rest_is_not),
        cmocka_unit_test(fuse_H12_group_local_means_every_access_in_one_group),
        cmocka_unit_test(fuse_H12_each_condition_alone_makes_it_not_local),
        cmocka_unit_test(fuse_H13_written_ahead_of_the_group_is_stored),
        cmocka_unit_test(fuse_H14_local_attachments_cost_nothing_where_memory_is_lazy),
        cmocka_unit_test(fuse_H16_ops_do_not_depend_on_aliasing),
        cmocka_unit_test(fuse_H17_lives_that_do_not_meet_share_bytes),
        cmocka_unit_test(fuse_H22_sizes_are_relative_divided_and_at_least_one),
        cmocka_unit_test(fuse_H23_subpass_index_and_count_are_right_across_bridged_passes),
        cmocka_unit_test(fuse_billboard_and_corona_share_one_render_pass),
        cmocka_unit_test(fuse_B15_an_import_drawn_twice_is_discarded_once),
        cmocka_unit_test(fuse_a_change_of_layout_waits_for_the_load_op),
        cmocka_unit_test(fuse_a_change_of_layout_is_seen_by_the_resolve),
        cmocka_unit_test(fuse_H09_many_subpasses_are_planned_without_listing_ways),
        cmocka_unit_test(fuse_B18_a_resolve_ends_the_group_and_samples_part),
        cmocka_unit_test(fuse_B18_with_one_sample_all_four_are_one),
        cmocka_unit_test(fuse_B18_mixed_samples_let_subpasses_differ),
        cmocka_unit_test(fuse_B19_the_merge_matrix),
        cmocka_unit_test(fuse_B23_input_maps_and_layouts_are_each_steps_own),
        cmocka_unit_test(fuse_B54_what_cannot_share_says_why),
        cmocka_unit_test(fuse_B54_six_and_six_colours_do_not_fit_one_list),
        cmocka_unit_test(fuse_B55_two_producers_and_a_local_consumer_are_one_pass),
        cmocka_unit_test(fuse_later_readers_come_behind_a_layout_change),
        cmocka_unit_test(fuse_a_later_clear_is_made_inside_and_of_its_aspect_alone),
        cmocka_unit_test(fuse_the_floor_counts_the_aspects_that_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
