/* What a path allows: the same frames on a device that has one subpass. */
#include "core/plan_help.h"

static help_plan compile_with_one_subpass(const char *body)
{
    fusor_device_desc device = *fusor_device_builtin("tiler");
    fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
    device.limits.subpasses = 1;
    return help_compile_with(help_graph(body), &device, &policy, NULL);
}

/* Bodies are laid out by hand, a pass a line. */
/* clang-format off */

#define DRAWS "'images':{" TARGET("s") "," DEPTH("d") "},'passes':["                               \
    RASTER("A", "'color':[" CLEAR("s") "],'depth':{'image':'d','load':'clear'}") ","               \
    RASTER("B", "'color':[" LOAD("s") "],'depth':{'image':'d','read_only':true}") "]"

static void affinity_one_subpass_takes_members_that_attach_the_same(void **state)
{
    (void)state;
    help_plan plan = compile_with_one_subpass(DRAWS);
    help_groups(&plan, "A B");
    help_check(&plan, help_group(&plan, "A")->path == FUSOR_PATH_SINGLE);
    help_finish(&plan);
}

#define LIGHTING "'images':{" IMAGE("g") "," TARGET("s") "},'passes':["                            \
    RASTER("A", "'color':[" CLEAR("g") "]") "," RASTER("B", "'color':[" OVER("s") "],'inputs':[" INPUT("g") "]") "]"

static void affinity_a_pixel_local_read_needs_the_subpasses_path(void **state)
{
    (void)state;
    help_plan plan = compile_with_one_subpass(LIGHTING);
    help_groups(&plan, "A|B");
    help_check(&plan, help_break(&plan, "B")->reasons == FUSOR_BREAK_PATH);
    help_finish(&plan);
    plan = help_compile(LIGHTING, "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "A B");
    help_check(&plan, help_group(&plan, "A")->path == FUSOR_PATH_SUBPASSES);
    help_finish(&plan);
}

#define RESOLVES(targets, first, second) "'images':{'c':{'format':'r8g8b8a8_unorm','samples':4}," targets "},'passes':[" \
    RASTER("A", "'color':[{'image':'c','load':'clear','resolve':{'image':'" first "'}}]") ","      \
    RASTER("B", "'side_effects':true,'color':[{'image':'c','load':'load'" second "}]") "],'outputs':['" first "','c']"

static void affinity_a_resolve_in_the_middle_needs_the_subpasses_path(void **state)
{
    (void)state;
    help_plan plan = compile_with_one_subpass(RESOLVES(IMAGE("r"), "r", ""));
    help_groups(&plan, "A|B");
    help_check(&plan, help_break(&plan, "B")->reasons == (FUSOR_BREAK_PATH | FUSOR_BREAK_RESOLVE_INSIDE));
    help_finish(&plan);
    plan = help_compile(RESOLVES(IMAGE("r"), "r", ""), "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "A B");
    help_finish(&plan);
}

/* A plan says one resolve target an attachment. */
static void affinity_two_targets_of_one_attachment_are_two_render_passes(void **state)
{
    (void)state;
    help_plan plan = help_compile(RESOLVES(IMAGE("r") "," IMAGE("q"), "r", ",'resolve':{'image':'q'}"), "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "A|B");
    help_check(&plan, help_break(&plan, "B")->reasons == FUSOR_BREAK_RESOLVE_INSIDE);
    help_finish(&plan);
}

/* Each thing that is wrong with a pair is said. */
static void affinity_all_reasons_of_a_pair_are_said(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'x':{'format':'r8g8b8a8_unorm','layers':2},'y':{'format':'r8g8b8a8_unorm','samples':4,'size':[32,32]},"
        "'d':{'format':'d32_sfloat','layers':2},'e':{'format':'d32_sfloat','samples':4,'size':[32,32]}},'passes':["
        RASTER("A", "'color':[" CLEAR("x") "],'depth':{'image':'d','load':'clear'}") ","
        RASTER("B", "'no_fuse':true,'color':[" CLEAR("y") "],'depth':{'image':'e','load':'clear'},'reads':[" SAMPLED("x") "]") "],"
        "'outputs':['x','y','d','e']",
        "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_break(&plan, "B")->reasons ==
                          (FUSOR_BREAK_NO_FUSE | FUSOR_BREAK_SIZE | FUSOR_BREAK_SAMPLES | FUSOR_BREAK_LAYERS |
                           FUSOR_BREAK_DEPTH_DIFFERS | FUSOR_BREAK_NON_LOCAL_READ | FUSOR_BREAK_NOTHING_SHARED));
    help_finish(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(affinity_one_subpass_takes_members_that_attach_the_same),
        cmocka_unit_test(affinity_a_pixel_local_read_needs_the_subpasses_path),
        cmocka_unit_test(affinity_a_resolve_in_the_middle_needs_the_subpasses_path),
        cmocka_unit_test(affinity_two_targets_of_one_attachment_are_two_render_passes),
        cmocka_unit_test(affinity_all_reasons_of_a_pair_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
