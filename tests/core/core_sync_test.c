/* Barriers: the specific dependency is there, with exactly its stages and accesses, nothing wider is,
 * and without it the oracle refutes the plan (the negative control of each). */
#include "core/plan_help.h"

#include <stdio.h>
#include <string.h>

/* Graphs are laid out by hand, a pass a line. */
/* clang-format off */

#define FS FUSOR_STAGE_FRAGMENT_SHADER
#define VS FUSOR_STAGE_VERTEX_SHADER
#define CS FUSOR_STAGE_COMPUTE_SHADER
#define COLOR FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT
#define TESTS FUSOR_STAGE_FRAGMENT_TESTS
#define COLOR_W FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE
#define COLOR_R FUSOR_ACCESS_COLOR_ATTACHMENT_READ
#define DEPTH_W FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE
#define DEPTH_R FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ
#define SAMPLE FUSOR_ACCESS_SHADER_SAMPLED_READ
#define STORE_W FUSOR_ACCESS_SHADER_STORAGE_WRITE
#define STORE_R FUSOR_ACCESS_SHADER_STORAGE_READ

/* ALL_COMMANDS costs: only imports without a scope may have it. */
static void no_wide_barriers(const help_plan *plan)
{
    for (uint32_t i = 0; i < plan->plan->barrier_count; i++) {
        const fusor_plan_barrier *b = &plan->plan->barriers[i];
        help_check(plan, !((b->src.stages | b->dst.stages) & FUSOR_STAGE_ALL_COMMANDS));
        help_check(plan, !((b->src.access | b->dst.access) &
                           (FUSOR_ACCESS_MEMORY_READ | FUSOR_ACCESS_MEMORY_WRITE)));
    }
}

#define OUT(name)                                                                                  \
    "'" name "':{'format':'r8g8b8a8_unorm','import':{'initial':{'state':'undefined','stages':['color_attachment_output']}," \
    "'final':{'state':'color','stages':['color_attachment_output']}}}"

static void sync_B01_an_alias_is_handed_over_behind_its_last_reader(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'A':{'format':'r16g16b16a16_sfloat'}," IMAGE("B") "," OUT("out1") "," OUT("out2") "},'passes':["
        RASTER("P1", "'color':[" OVER("A") "]") "," RASTER("P2", "'color':[" OVER("out1") "],'reads':[" SAMPLED("A") "]") ","
        RASTER("P3", "'color':[" OVER("B") "]") "," RASTER("P4", "'color':[" OVER("out2") "],'reads':[" SAMPLED("B") "]") "],"
        "'edges':[['P2','P3']]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_placement(&plan, "A")->offset == help_placement(&plan, "B")->offset);
    help_dependency(&plan, "P3", "B", FS, 0, COLOR, COLOR_W);
    const fusor_plan_barrier *b = help_barrier(&plan, "P3", "B");
    help_check(&plan, b->why == FUSOR_WHY_ALIAS && b->src.layout == FUSOR_LAYOUT_UNDEFINED);
    help_check(&plan, b->replaces.count == 1);
    help_check(&plan, help_barriers_of(&plan, "A") == 2); /* in, and to its reader: nothing after */
    no_wide_barriers(&plan);
    help_finish(&plan);
}

/* Without the edge nothing orders P2 before P3: proven keeps them apart, recorded puts the barrier. */
static void sync_M02_what_is_not_proven_does_not_share(void **state)
{
    (void)state;
    static const char *const BODY =
        "'images':{'A':{'format':'r8g8b8a8_unorm'}," IMAGE("B") "," OUT("out1") "," OUT("out2") "},'passes':["
        RASTER("P1", "'color':[" OVER("A") "]") "," RASTER("P2", "'color':[" OVER("out1") "],'reads':[" SAMPLED("A") "]") ","
        RASTER("P3", "'color':[" OVER("B") "]") "," RASTER("P4", "'color':[" OVER("out2") "],'reads':[" SAMPLED("B") "]") "]";
    help_plan plan = help_compile(BODY, "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_placement(&plan, "A")->offset != help_placement(&plan, "B")->offset);
    help_finish(&plan);
    fusor_policy recorded = {.fuse = FUSOR_FUSE_OFF, .alias = FUSOR_ALIAS_RECORDED};
    plan = help_compile_with(help_graph(BODY), NULL, &recorded, NULL);
    help_check(&plan, help_placement(&plan, "A")->offset == help_placement(&plan, "B")->offset);
    help_dependency(&plan, "P3", "B", FS, 0, COLOR, COLOR_W);
    help_finish(&plan);
}

static void sync_B02_a_transition_waits_for_the_old_occupant(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" DEPTH("D") "," OUT("o1") "," OUT("o2") "},'buffers':{'G':{'size':16384}},'passes':["
        COMPUTE("P1", "'writes':[" BUFFER_WRITE("G") "]") ","
        RASTER("P2", "'color':[" OVER("o1") "],'reads':[{'buffer':'G','as':'indirect'}]") ","
        RASTER("P3", "'depth':{'image':'D','load':'clear'}") ","
        RASTER("P4", "'color':[" OVER("o2") "],'reads':[" SAMPLED("D") "]") "],'edges':[['P2','P3']]",
        "lavapipe-25", FUSOR_FUSE_OFF);
    help_check(&plan, help_placement(&plan, "D")->pool == help_placement(&plan, "G")->pool);
    help_check(&plan, help_placement(&plan, "D")->offset == help_placement(&plan, "G")->offset);
    help_dependency(&plan, "P3", "D", FUSOR_STAGE_DRAW_INDIRECT, 0, TESTS, DEPTH_W);
    help_check(&plan, help_barrier_count(&plan, "P1", "D") == 0 && help_barrier_count(&plan, "P2", "D") == 0);
    help_finish(&plan);
}

static void sync_B03_each_subresource_begins_undefined(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'M':{'format':'r8g8b8a8_unorm','mips':4}," OUT("out") "},'passes':["
        RASTER("P1", "'color':[{'image':'M','load':'overwrite'}]") ","
        COMPUTE("P2", "'reads':[{'image':'M','as':'sampled','mips':[0,1]}],'writes':[{'image':'M','as':'storage','mips':[1,1],'overwrite':true}]") ","
        RASTER("P3", "'color':[" OVER("out") "],'reads':[{'image':'M','as':'sampled','mips':[0,2]}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_barrier(&plan, "P1", "M")->src.layout == FUSOR_LAYOUT_UNDEFINED);
    uint32_t undefined = 0;
    for (uint32_t i = 0; i < plan.plan->barrier_count; i++) {
        const fusor_plan_barrier *b = &plan.plan->barriers[i];
        if (strcmp(plan.plan->resources[b->resource].name, "M") == 0 && b->src.layout == FUSOR_LAYOUT_UNDEFINED) {
            help_check(&plan, b->region.mips.count == 1 && b->region.mips.first == undefined);
            undefined++;
        }
    }
    help_check(&plan, undefined == 2);
    help_finish(&plan);
    help_fault("'images':{'M':{'format':'r8g8b8a8_unorm','mips':4}," OUT("out") "},'passes':["
               RASTER("P1", "'color':[{'image':'M','load':'overwrite'}]") ","
               RASTER("P3", "'color':[" OVER("out") "],'reads':[{'image':'M','as':'sampled','mips':[2,1]}]") "]",
               "immediate", FUSOR_DIAGNOSTIC_NEVER_WRITTEN, "P3", "M");
}

static void sync_B12_store_follows_the_true_last_use(void **state)
{
    (void)state;
#define DEPTH_CHAIN                                                                                \
    "'images':{" DEPTH("d") "," OUT("c") "},'passes':[" RASTER("P1", "'depth':{'image':'d','load':'clear'}") ","   \
    RASTER("P2", "'color':[" OVER("c") "],'depth':{'image':'d','read_only':true}") ","                             \
    COMPUTE("P3", "'side_effects':true,'reads':[" SAMPLED("d") "]") "]"
    help_plan plan = help_compile(DEPTH_CHAIN, "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_attachment(&plan, "P2", "d")->store == FUSOR_STORE_OP_NONE);
    help_check(&plan, help_attachment(&plan, "P1", "d")->store == FUSOR_STORE_OP_STORE);
    help_finish(&plan);
    plan = help_compile(DEPTH_CHAIN, "lavapipe-22", FUSOR_FUSE_OFF); /* has no NONE */
    help_check(&plan, help_attachment(&plan, "P2", "d")->store == FUSOR_STORE_OP_STORE);
    help_finish(&plan);
    plan = help_compile(DEPTH_CHAIN, "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "P1 P2");
    help_check(&plan, help_attachment(&plan, "P2", "d")->store == FUSOR_STORE_OP_STORE);
    help_finish(&plan);
}

static void sync_B14_one_read_only_layout_for_test_and_texture(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" DEPTH("d") "," OUT("c2") "," OUT("c3") "},'passes':[" RASTER("P1", "'depth':{'image':'d','load':'clear'}") ","
        RASTER("P2", "'color':[" OVER("c2") "],'depth':{'image':'d','read_only':true},'reads':[" SAMPLED("d") "]") ","
        RASTER("P3", "'color':[" OVER("c3") "],'depth':{'image':'d','read_only':true},'reads':[" SAMPLED("d") "]") ","
        COMPUTE("P4", "'side_effects':true,'reads':[" SAMPLED("d") "]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_barrier(&plan, "P2", "d")->dst.layout == FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY);
    help_dependency(&plan, "P2", "d", TESTS, DEPTH_W, TESTS | FS | CS, DEPTH_R | SAMPLE);
    help_check(&plan, help_barrier_count(&plan, "P3", "d") == 0 && help_barrier_count(&plan, "P4", "d") == 0);
    help_finish(&plan);
}

/* DEPTH_STENCIL_READ_ONLY needs an image that can be attached (VUID-VkImageMemoryBarrier-oldLayout-01210). */
static void sync_depth_image_that_nobody_attaches_is_read_as_colour_is(void **state)
{
    (void)state;
    static const char *const READERS[] = {
        RASTER("R", "'color':[" OVER("out") "],'inputs':[" INPUT("d") "]"),
        RASTER("R", "'color':[" OVER("out") "],'reads':[" SAMPLED("d") "]"),
        "{'name':'R','kind':'raw','side_effects':true,'reads':[" SAMPLED("d") "]}"};
    for (size_t i = 0; i < sizeof READERS / sizeof READERS[0]; i++) {
        char body[1024];
        snprintf(body, sizeof body,
                 "'images':{" DEPTH("d") "," OUT("out") "},'passes':["
                 "{'name':'W','kind':'copy','writes':[{'image':'d','as':'copy'}]},%s]", READERS[i]);
        help_plan plan = help_compile(body, "tiler", FUSOR_FUSE_FULL);
        help_check(&plan, help_barrier(&plan, "R", "d")->dst.layout == FUSOR_LAYOUT_SHADER_READ_ONLY);
        const fusor_plan_resource *d = &plan.plan->resources[help_barrier(&plan, "R", "d")->resource];
        help_check(&plan, !(d->usage & 0x20 /* VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT */));
        help_finish(&plan);
    }
}

/* What the public table says is what the plan expects from the caller, and leaves. */
static void sync_imports_come_and_go_in_the_layouts_of_their_states(void **state)
{
    (void)state;
    static const char *const FORMATS[] = {"r8g8b8a8_unorm", "d32_sfloat"};
    static const fusor_state STATES[] = {FUSOR_STATE_SAMPLED, FUSOR_STATE_STORAGE, FUSOR_STATE_COPY_SRC,
                                         FUSOR_STATE_COPY_DST, FUSOR_STATE_GENERAL};
    static const char *const WORDS[] = {"sampled", "storage", "copy_src", "copy_dst", "general"};
    for (size_t i = 0; i < 10; i++) {
        char body[1024];
        snprintf(body, sizeof body,
                 "'images':{'i':{'format':'%s','import':{'initial':{'state':'%s'},'final':{'state':'%s'}}},"
                 "'o':{'format':'%s'}},'passes':[{'name':'P','kind':'copy','reads':[{'image':'i','as':'copy'}],"
                 "'writes':[{'image':'o','as':'copy'}]},{'name':'Q','kind':'copy','reads':[{'image':'o',"
                 "'as':'copy'}],'writes':[{'image':'i','as':'copy'}]}]",
                 FORMATS[i % 2], WORDS[i / 2], WORDS[4 - i / 2], FORMATS[i % 2]);
        help_plan plan = help_compile(body, "immediate", FUSOR_FUSE_OFF);
        fusor_format format = fusor_format_from_name(FORMATS[i % 2]);
        if (STATES[i / 2] != FUSOR_STATE_COPY_SRC)
            help_check(&plan, help_barrier(&plan, "P", "i")->src.layout ==
                                  fusor_state_get_layout(STATES[i / 2], format));
        uint32_t resource = help_barrier(&plan, "Q", "i")->resource;
        for (uint32_t e = 0; e < plan.plan->exit_count; e++)
            if (plan.plan->exits[e].resource == resource)
                help_check(&plan, plan.plan->exits[e].scope.layout ==
                                      fusor_state_get_layout(STATES[4 - i / 2], format));
        help_finish(&plan);
    }
}

/* A culled reader between two writers that promise not to overlap orders nobody: they may change places. */
static void sync_a_culled_pass_orders_nobody(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("c") "," IMAGE("d") "," IMAGE("x") "," OUT("out") "},'buffers':{'b':{'size':1024}},'passes':["
        COMPUTE("W", "'writes':[" BUFFER_WRITE("b") "]") ","
        RASTER("P1", "'color':[" CLEAR("c") "," CLEAR("d") "]") ","
        COMPUTE("P2", "'side_effects':true,'reads':[" SAMPLED("d") "],'writes':[{'buffer':'b','as':'storage','concurrent':true}]") ","
        RASTER("P3", "'color':[" OVER("x") "],'reads':[{'buffer':'b','as':'vertex'}]") ","
        RASTER("P4", "'color':[" LOAD("c") "],'writes':[{'buffer':'b','as':'storage','concurrent':true}],'side_effects':true") ","
        RASTER("P5", "'color':[" OVER("out") "],'reads':[" SAMPLED("c") "]") "]",
        "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_group(&plan, "P1") == help_group(&plan, "P4"));
    help_assert_order(&plan, "W P1 P4 P2 P5");
    help_finish(&plan);
}

static void sync_B28_the_same_layout_still_needs_its_barrier(void **state)
{
    (void)state;
#define BLEND                                                                                      \
    "'images':{" IMAGE("c") "," IMAGE("other") "," OUT("out") "},'passes':[" RASTER("P1", "'color':[" CLEAR("c") "]") ","  \
    RASTER("P2", "'color':[" CLEAR("other") "]") "," RASTER("P3", "'color':[" LOAD("c") "]") ","                  \
    RASTER("P4", "'color':[" OVER("out") "],'reads':[" SAMPLED("c") "," SAMPLED("other") "]") "]"
    help_plan plan = help_compile(BLEND, "immediate", FUSOR_FUSE_OFF);
    help_dependency(&plan, "P3", "c", COLOR, COLOR_W, COLOR, COLOR_R | COLOR_W);
    help_check(&plan, help_barrier(&plan, "P3", "c")->src.layout == help_barrier(&plan, "P3", "c")->dst.layout);
    help_finish(&plan);
    plan = help_compile(BLEND, "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_group(&plan, "P1") == help_group(&plan, "P3"));
    help_finish(&plan);
}

static void sync_B29_one_dependency_to_the_union_of_the_readers(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("t") "," OUT("o2") "," OUT("o3") "},'passes':[" COPY("P1", "'writes':[{'image':'t','as':'copy'}]") ","
        RASTER("P2", "'color':[" OVER("o2") "],'reads':[{'image':'t','as':'sampled','stages':['fragment']}]") ","
        RASTER("P3", "'color':[" OVER("o3") "],'reads':[{'image':'t','as':'sampled','stages':['vertex']}]") ","
        COMPUTE("P4", "'side_effects':true,'reads':[" SAMPLED("t") "]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_dependency(&plan, "P2", "t", FUSOR_STAGE_CLEAR, FUSOR_ACCESS_TRANSFER_WRITE, FS | VS | CS, SAMPLE);
    help_check(&plan, help_barriers_of(&plan, "t") == 2); /* the first transition, and this one */
    help_finish(&plan);
}

static void sync_B33_a_mip_chain_waits_step_by_step(void **state)
{
    (void)state;
    char body[4000] = "'images':{'m':{'format':'r8g8b8a8_unorm','mips':6}},'passes':["
                      RASTER("P0", "'color':[{'image':'m','load':'overwrite'}]");
    for (int i = 1; i < 6; i++) {
        char step[400];
        snprintf(step, sizeof step,
                 ",{'name':'P%d','kind':'compute','reads':[{'image':'m','as':'sampled','mips':[%d,1]}],"
                 "'writes':[{'image':'m','as':'storage','mips':[%d,1],'overwrite':true}]}", i, i - 1, i);
        strcat(body, step);
    }
    strcat(body, "],'outputs':['m']");
    help_plan plan = help_compile(body, "immediate", FUSOR_FUSE_OFF);
    for (int i = 1; i < 6; i++) {
        char name[3] = {'P', (char)('0' + i), '\0'};
        help_check(&plan, help_barrier_count(&plan, name, "m") <= 2);
        const fusor_plan_step *step = NULL;
        for (uint32_t k = 0; k < plan.plan->step_count; k++)
            if (plan.plan->steps[k].kind == FUSOR_STEP_PASS && plan.plan->steps[k].index == help_pass(&plan, name))
                step = &plan.plan->steps[k];
        for (uint32_t b = 0; b < step->barriers.count; b++) {
            const fusor_plan_barrier *barrier = &plan.plan->barriers[step->barriers.first + b];
            bool reads = barrier->region.mips.first == (uint32_t)i - 1;
            help_check(&plan, barrier->region.mips.count == 1 && (reads || barrier->region.mips.first == (uint32_t)i));
            if (reads && i == 1)
                help_check(&plan, barrier->src.stages == COLOR && barrier->src.access == COLOR_W);
            if (reads && i > 1)
                help_check(&plan, barrier->src.stages == CS && barrier->src.access == STORE_W);
        }
    }
    help_finish(&plan);
}

#define SLICE(first, count) "{'buffer':'b','as':'storage','overwrite':true,'range':[" first "," count "]}"
static void sync_B36_ranges_not_handles(void **state)
{
    (void)state;
#define SLICES(second)                                                                             \
    "'buffers':{'b':{'size':1024,'import':{'initial':{'state':'undefined','stages':['compute']},'final':{'state':'storage','stages':['compute']}}}},"  \
    "'passes':[" COMPUTE("A", "'writes':[" SLICE("0", "512") "]") "," COMPUTE("B", "'writes':[" second "]") "]"
    help_plan plan = help_compile(SLICES(SLICE("512", "512")), "immediate", FUSOR_FUSE_OFF);
    for (uint32_t i = 0; i < plan.plan->barrier_count; i++)
        help_check(&plan, plan.plan->barriers[i].why != FUSOR_WHY_WRITE_AFTER_WRITE || plan.plan->barriers[i].entry);
    help_finish(&plan);
    plan = help_compile(SLICES(SLICE("511", "513")), "immediate", FUSOR_FUSE_OFF);
    uint32_t edges = 0;
    for (uint32_t i = 0; i < plan.plan->barrier_count; i++) {
        const fusor_plan_barrier *b = &plan.plan->barriers[i];
        if (b->why == FUSOR_WHY_WRITE_AFTER_WRITE && !b->entry && b->before != FUSOR_NONE) {
            edges++;
            help_check(&plan, b->region.bytes.first == 511 && b->region.bytes.count == 1);
            help_check(&plan, b->src.stages == CS && b->src.access == STORE_W && b->dst.stages == CS && b->dst.access == STORE_W);
        }
    }
    help_check(&plan, edges == 1);
    help_finish(&plan);
}

static void sync_B40_the_first_use_names_the_last_reader_of_the_frame_before(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("a") "," OUT("out") "},'passes':[" COMPUTE("P1", "'writes':[" WRITES("a") "]") ","
        RASTER("P2", "'color':[" OVER("out") "],'reads':[{'image':'a','as':'sampled','stages':['vertex']}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_dependency(&plan, "P1", "a", VS, 0, CS, STORE_W);
    const fusor_plan_barrier *b = help_barrier(&plan, "P1", "a");
    help_check(&plan, b->why == FUSOR_WHY_FRAME_WRAP && b->entry && b->src.layout == FUSOR_LAYOUT_UNDEFINED);
    help_check(&plan, plan.plan->pools[help_placement(&plan, "a")->pool].exit.stages == VS);
    help_finish(&plan);
}

static void sync_B43_the_host_is_shown_what_the_device_wrote(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'buffers':{'b':{'size':256},'h':{'size':256,'host':'read'}},'passes':[" COMPUTE("W", "'writes':[" BUFFER_WRITE("b") "]") ","
        COPY("X", "'reads':[{'buffer':'b','as':'copy'}],'writes':[{'buffer':'h','as':'copy'}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_dependency(&plan, "X", "b", CS, STORE_W, FUSOR_STAGE_COPY, FUSOR_ACCESS_TRANSFER_READ);
    help_dependency(&plan, "end", "h", FUSOR_STAGE_COPY, FUSOR_ACCESS_TRANSFER_WRITE, FUSOR_STAGE_HOST, FUSOR_ACCESS_HOST_READ);
    help_finish(&plan);
    /* also where the device read it last */
    plan = help_compile(
        "'images':{" OUT("o") "},'buffers':{'h':{'size':256,'host':'read'}},'passes':[" COMPUTE("W", "'writes':[" BUFFER_WRITE("h") "]") ","
        RASTER("R", "'color':[" OVER("o") "],'reads':[{'buffer':'h','as':'uniform'}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_barrier(&plan, "end", "h")->dst.stages == FUSOR_STAGE_HOST);
    help_finish(&plan);
}

static void sync_B46_side_effects_keep_what_they_read_alive(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("rt") "," IMAGE("x") "},'passes':[" RASTER("P1", "'color':[" CLEAR("rt") "]") ","
        COMPUTE("P2", "'side_effects':true,'reads':[" SAMPLED("rt") "]") "," COMPUTE("P3", "'writes':[" WRITES("x") "]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_assert_order(&plan, "P1 P2");
    help_check(&plan, plan.plan->passes[help_pass(&plan, "P3")].culled == FUSOR_CULL_NO_READER);
    help_check(&plan, help_attachment(&plan, "P1", "rt")->store == FUSOR_STORE_OP_STORE);
    help_check(&plan, help_resource(&plan, "rt")->last == help_pass(&plan, "P2"));
    help_finish(&plan);
}

static void sync_B47_a_cycle_is_named_and_can_be_repaired(void **state)
{
    (void)state;
    help_fault("'images':{" IMAGE("a") "," IMAGE("b") "},'passes':[" COMPUTE("P1", "'reads':[" SAMPLED("b") "],'writes':[" WRITES("a") "]") ","
               COMPUTE("P2", "'reads':[" SAMPLED("a") "],'writes':[" WRITES("b") "]") "],'outputs':['b']",
               "immediate", FUSOR_DIAGNOSTIC_CYCLE, "P1", "b");
    help_fault("'images':{" IMAGE("a") "," IMAGE("b") "},'passes':[" COMPUTE("P1", "'writes':[" WRITES("a") "]") ","
               COMPUTE("P2", "'reads':[" SAMPLED("a") "],'writes':[" WRITES("b") "]") "],'outputs':['b'],'edges':[['P2','P1']]",
               "immediate", FUSOR_DIAGNOSTIC_CYCLE, NULL, NULL);
    /* a history breaks a legal loop */
    help_plan plan = help_compile(
        "'images':{" IMAGE("a") ",'b':{'format':'r8g8b8a8_unorm','history':2}},'passes':["
        COMPUTE("P1", "'reads':[{'image':'b','as':'sampled','previous':1}],'writes':[" WRITES("a") "]") ","
        COMPUTE("P2", "'reads':[" SAMPLED("a") "],'writes':[" WRITES("b") "]") "],'outputs':['b']",
        "immediate", FUSOR_FUSE_OFF);
    help_assert_order(&plan, "P1 P2");
    help_finish(&plan);
}

/* Two rings in a row, the second waits for the first; what is behind them is in none. */
static void sync_B47_all_cycles_come_out_of_one_compile(void **state)
{
    (void)state;
    static const char *const ways[] = {"\"a\" before \"b\" before \"a\"", "\"c\" before \"d\" before \"c\"", "\"e\" before \"f\" before \"g\" before \"e\""};
    bool seen[3] = {false};
    uint32_t count, cycles = 0;
#define P(name) COMPUTE(name, "'side_effects':true")
    fusor_graph *graph = help_graph("'passes':[" P("z") "," P("a") "," P("b") "," P("c") "," P("d") "," P("e") "," P("f") "," P("g") "],'edges':["
        "['a','b'],['b','a'],['b','c'],['c','d'],['d','c'],['e','f'],['f','g'],['g','e'],['d','z']]");
#undef P
    fusor_compiled *compiled = NULL;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    for (uint32_t i = 0; i < count; i++) {
        cycles += list[i].code == FUSOR_DIAGNOSTIC_CYCLE;
        for (int w = 0; w < 3; w++)
            seen[w] = seen[w] || strstr(list[i].text, ways[w]);
    }
    assert_true(seen[0] && seen[1] && seen[2]);
    assert_int_equal(cycles, 3);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void sync_B47_a_graph_is_usable_after_repair(void **state)
{
    (void)state;
    fusor_graph *graph = help_graph("'images':{" IMAGE("a") "},'passes':[" COMPUTE("P1", "'side_effects':true,'reads':[" SAMPLED("a") "]") "]");
    fusor_compiled *compiled = NULL;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    fusor_compiled_destroy(compiled);
    fusor_graph_clear_passes(graph);
    fusor_use_desc write = {.image = fusor_graph_find_image(graph, "a"), .as = FUSOR_USE_STORAGE, .overwrite = true};
    fusor_pass_desc pass = {.name = "W", .kind = FUSOR_PASS_COMPUTE, .flags = FUSOR_PASS_SIDE_EFFECTS, .writes = &write, .write_count = 1};
    assert_int_not_equal(fusor_graph_add_pass(graph, &pass).id, 0);
    help_plan plan = help_compile_with(graph, NULL, NULL, NULL);
    help_assert_order(&plan, "W");
    help_finish(&plan);
}

static void sync_B48_reads_of_nothing_are_told_apart(void **state)
{
    (void)state;
    help_fault("'images':{" IMAGE("a") "," OUT("o") "},'passes':[" RASTER("R", "'color':[" OVER("o") "],'reads':[" SAMPLED("a") "]") "]",
               "immediate", FUSOR_DIAGNOSTIC_NEVER_WRITTEN, "R", "a");
    help_fault("'images':{" IMAGE("a") "," OUT("o") "},'passes':[" RASTER("R", "'color':[" OVER("o") "],'reads':[" SAMPLED("a") "]") ","
               COMPUTE("W", "'side_effects':true,'writes':[" WRITES("a") "]") "]",
               "immediate", FUSOR_DIAGNOSTIC_READ_BEFORE_WRITE, "R", "a");
}

static void sync_B52_neighbours_of_a_chain_never_share(void **state)
{
    (void)state;
    char body[6000] = "'images':{" OUT("out"), text[400];
    for (int i = 0; i < 8; i++) {
        snprintf(text, sizeof text, ",'t%d':{'format':'r8g8b8a8_unorm'}", i);
        strcat(body, text);
    }
    strcat(body, "},'passes':[{'name':'P0','kind':'raster','color':[{'image':'t0','load':'clear'}]}");
    for (int i = 1; i < 9; i++) {
        snprintf(text, sizeof text,
                 i < 8 ? ",{'name':'P%d','kind':'raster','color':[{'image':'t%d','load':'overwrite'}],'reads':[{'image':'t%d','as':'sampled'}]}"
                       : ",{'name':'P%d','kind':'raster','color':[{'image':'out','load':'overwrite'}],'reads':[{'image':'t7','as':'sampled'}]}",
                 i, i, i - 1);
        strcat(body, text);
    }
    strcat(body, "]");
    for (int policy = 0; policy < 2; policy++) {
        fusor_policy p = {.fuse = FUSOR_FUSE_FULL, .alias = policy ? FUSOR_ALIAS_RECORDED : FUSOR_ALIAS_PROVEN};
        help_plan plan = help_compile_with(help_graph(body), NULL, &p, NULL);
        uint64_t first = help_placement(&plan, "t0")->size_bytes;
        for (int i = 1; i < 8; i++) {
            char a[3] = {'t', (char)('0' + i - 1), '\0'}, b[3] = {'t', (char)('0' + i), '\0'};
            help_check(&plan, help_placement(&plan, a)->offset != help_placement(&plan, b)->offset);
        }
        help_check(&plan, plan.plan->memory_placed == 2 * first);
        help_finish(&plan);
    }
}

static void sync_B53_the_readers_stage_is_the_source(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("T0") "," IMAGE("T1") "," OUT("o") "},'passes':[" COMPUTE("P1", "'writes':[" WRITES("T0") "]") ","
        RASTER("P2", "'color':[" OVER("o") "],'reads':[" SAMPLED("T0") "]") "," COMPUTE("P3", "'writes':[" WRITES("T1") "]") ","
        COMPUTE("P4", "'side_effects':true,'reads':[" SAMPLED("T1") "]") "],'edges':[['P2','P3']]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_placement(&plan, "T0")->offset == help_placement(&plan, "T1")->offset);
    help_dependency(&plan, "P3", "T1", FS, 0, CS, STORE_W);
    help_finish(&plan);
}

/* A second raster pass that reads in the stage that wrote, nothing fused. */
static void sync_exact_scopes_from_attachment_to_texture(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("c") "," DEPTH("d") "," OUT("o") "},'passes':["
        RASTER("A", "'color':[" CLEAR("c") "],'depth':{'image':'d','load':'clear'}") ","
        RASTER("B", "'color':[" OVER("o") "],'reads':[" SAMPLED("c") "," SAMPLED("d") "]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_dependency(&plan, "B", "c", COLOR, COLOR_W, FS, SAMPLE);
    help_dependency(&plan, "B", "d", TESTS, DEPTH_W, FS, SAMPLE);
    help_check(&plan, help_barrier(&plan, "B", "c")->call == help_barrier(&plan, "B", "d")->call);
    no_wide_barriers(&plan);
    help_finish(&plan);
}

static bool has_scopes(const fusor_plan_barrier *b, uint64_t ss, uint64_t sa, uint64_t ds, uint64_t da)
{
    return b->src.stages == ss && b->src.access == sa && b->dst.stages == ds && b->dst.access == da;
}

/* What comes behind an end that is not declared may be anything, also where the frame read what it wrote. */
static void sync_an_unknown_end_is_shown_what_was_written_and_read(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("o") "},'buffers':{'b':{'size':64,'import':{'initial':{'state':'undefined','stages':['compute']}}}},'passes':["
        COMPUTE("W", "'writes':[" BUFFER_WRITE("b") "]") ","
        RASTER("R", "'color':[" OVER("o") "],'reads':[" BUFFER_READ("b") "]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, has_scopes(help_barrier(&plan, "end", "b"), FS, 0, FUSOR_STAGE_ALL_COMMANDS,
                                 FUSOR_ACCESS_MEMORY_READ | FUSOR_ACCESS_MEMORY_WRITE));
    help_finish(&plan);
}

/* The caller's state says to which access the contents were shown: another one has not seen them. */
static void sync_an_import_is_shown_to_the_access_of_its_state_alone(void **state)
{
    (void)state;
#define SHOWN "'buffers':{'b':{'size':64,'import':{'initial':{'state':'sampled','stages':['fragment']},'final':{'state':'sampled','stages':['fragment']}}}}"
    help_plan plan = help_compile(
        "'images':{" TARGET("o") "}," SHOWN ",'passes':["
        RASTER("R", "'color':[" OVER("o") "],'reads':[{'buffer':'b','as':'uniform'}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, has_scopes(help_barrier(&plan, "R", "b"), FS, 0, FS, FUSOR_ACCESS_UNIFORM_READ));
    help_finish(&plan);
    plan = help_compile(
        "'images':{" TARGET("o") "}," SHOWN ",'passes':["
        RASTER("R", "'color':[" OVER("o") "],'reads':[{'buffer':'b','as':'sampled'}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_barrier_count(&plan, "R", "b") == 0);
    help_finish(&plan);
#undef SHOWN
}

/* Others have the bytes in between, in the frame before or in this one: their barriers make nothing available
 * through an image that nobody read. The auditor says so where the source lacks the write. */
static void sync_an_unread_write_is_waited_for_a_frame_later(void **state)
{
    (void)state;
    const fusor_policy policy = {.fuse = FUSOR_FUSE_OFF, .alias = FUSOR_ALIAS_RECORDED};
#define UNREAD(name, image)                                                                        \
    RASTER(name, "'side_effects':true,'no_fuse':true,'color':[" CLEAR(image) "]")
#define READ(name, image) COMPUTE(name, "'side_effects':true,'reads':[" SAMPLED(image) "]")
    help_plan plan = help_compile_with(
        help_graph("'images':{" IMAGE("a") "," IMAGE("b") "},'passes':[" UNREAD("A", "a") ","
                   UNREAD("B", "b") "," READ("C", "b") "]"),
        NULL, &policy, NULL);
    help_check(&plan, help_placement(&plan, "a")->offset == help_placement(&plan, "b")->offset);
    help_check(&plan, help_barrier(&plan, "A", "a")->src.access == COLOR_W);
    help_finish(&plan);
    plan = help_compile_with(
        help_graph("'images':{" IMAGE("a") "," IMAGE("b") "},'passes':[" UNREAD("B", "b") ","
                   READ("C", "b") "," UNREAD("A", "a") "]"),
        NULL, &policy, NULL);
    help_check(&plan, help_placement(&plan, "a")->offset == help_placement(&plan, "b")->offset);
    help_check(&plan, help_barrier(&plan, "A", "a")->src.access == COLOR_W);
    help_finish(&plan);
#undef UNREAD
#undef READ
}

/* Nothing is said about its end: whoever comes next may do anything, not only present it. */
static void sync_what_came_from_presentation_ends_for_everybody(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'s':{'format':'r8g8b8a8_unorm','import':{'initial':{'state':'present'}}}},"
        "'passes':[" RASTER("A", "'color':[" CLEAR("s") "]") "]",
        "immediate", FUSOR_FUSE_FULL);
    const fusor_plan_barrier *end = help_barrier(&plan, "end", "s");
    help_check(&plan, end->dst.layout == FUSOR_LAYOUT_PRESENT_SRC);
    help_check(&plan, end->dst.stages == FUSOR_STAGE_ALL_COMMANDS);
    help_check(&plan, end->dst.access == (FUSOR_ACCESS_MEMORY_READ | FUSOR_ACCESS_MEMORY_WRITE));
    help_finish(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sync_B01_an_alias_is_handed_over_behind_its_last_reader),
        cmocka_unit_test(sync_M02_what_is_not_proven_does_not_share),
        cmocka_unit_test(sync_B02_a_transition_waits_for_the_old_occupant),
        cmocka_unit_test(sync_B03_each_subresource_begins_undefined),
        cmocka_unit_test(sync_B12_store_follows_the_true_last_use),
        cmocka_unit_test(sync_B14_one_read_only_layout_for_test_and_texture),
        cmocka_unit_test(sync_depth_image_that_nobody_attaches_is_read_as_colour_is),
        cmocka_unit_test(sync_imports_come_and_go_in_the_layouts_of_their_states),
        cmocka_unit_test(sync_what_came_from_presentation_ends_for_everybody),
        cmocka_unit_test(sync_a_culled_pass_orders_nobody),
        cmocka_unit_test(sync_B28_the_same_layout_still_needs_its_barrier),
        cmocka_unit_test(sync_B29_one_dependency_to_the_union_of_the_readers),
        cmocka_unit_test(sync_B33_a_mip_chain_waits_step_by_step),
        cmocka_unit_test(sync_B36_ranges_not_handles),
        cmocka_unit_test(sync_B40_the_first_use_names_the_last_reader_of_the_frame_before),
        cmocka_unit_test(sync_B43_the_host_is_shown_what_the_device_wrote),
        cmocka_unit_test(sync_B46_side_effects_keep_what_they_read_alive),
        cmocka_unit_test(sync_B47_a_cycle_is_named_and_can_be_repaired),
        cmocka_unit_test(sync_B47_all_cycles_come_out_of_one_compile),
        cmocka_unit_test(sync_B47_a_graph_is_usable_after_repair),
        cmocka_unit_test(sync_B48_reads_of_nothing_are_told_apart),
        cmocka_unit_test(sync_B52_neighbours_of_a_chain_never_share),
        cmocka_unit_test(sync_B53_the_readers_stage_is_the_source),
        cmocka_unit_test(sync_exact_scopes_from_attachment_to_texture),
        cmocka_unit_test(sync_an_unknown_end_is_shown_what_was_written_and_read),
        cmocka_unit_test(sync_an_import_is_shown_to_the_access_of_its_state_alone),
        cmocka_unit_test(sync_an_unread_write_is_waited_for_a_frame_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
