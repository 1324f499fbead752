/* demo_parts_test.c: what the demo consists of, without a device: the command line, the scene, the
 * frame's declaration and what the core makes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "demo_font.h"
#include "demo_frame.h"
#include "demo_hud.h"
#include "demo_options.h"
#include "demo_view.h"

static bool parse(const char *first, const char *second, demo_options *options)
{
    char program[] = "fusor-demo", one[64], two[64], error[256];
    char *argv[3] = {program, one, two};
    strncpy(one, first, sizeof one - 1);
    strncpy(two, second != NULL ? second : "", sizeof two - 1);
    one[sizeof one - 1] = two[sizeof two - 1] = '\0';
    return demo_options_parse(second != NULL ? 3 : 2, argv, options, error);
}

static void options_take_values_in_both_forms(void **state)
{
    demo_options options;
    (void)state;
    assert_true(parse("--size", "640x360", &options));
    assert_int_equal(options.size[0], 640);
    assert_int_equal(options.size[1], 360);
    assert_true(parse("--frames=12", NULL, &options));
    assert_int_equal(options.frames, 12);
    assert_true(parse("--validate", "--help", &options));
    assert_true(options.validate && options.help);
}

static void options_refuse_what_cannot_be_meant(void **state)
{
    static const char *const wrong[][2] = {{"--size", "640"},
                                           {"--size", "640x"},
                                           {"--size", "0x360"},
                                           {"--size", "640x360x2"},
                                           {"--size", "-1x64"},
                                           {"--size", "99999x64"},
                                           {"--frames", "1"},
                                           {"--frames", "8x"},
                                           {"--frames", ""},
                                           {"--frames", NULL},
                                           {"--sizes", "64x64"},
                                           {"picture", NULL},
                                           {"--frames", "99999999999999999999"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        demo_options options;
        assert_false(parse(wrong[i][0], wrong[i][1], &options));
    }
}

static void font_has_every_letter_of_the_overlay(void **state)
{
    const char *wanted = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:/%()+-";
    (void)state;
    assert_int_equal(demo_font_glyph(' '), 0);
    for (const char *c = wanted; *c != '\0'; c++) {
        assert_true(demo_font_glyph(*c) != 0 && demo_font_glyph(*c) != demo_font_glyph('\x7f'));
    }
}

static void hud_stays_inside_the_picture_and_its_limit(void **state)
{
    const demo_saving savings[] = {{"stored", 10, 20}, {"loaded", 0, 0}, {"memory", 9, 3}};
    const demo_hud_desc desc = {{320, 180}, "25 passes in 4 render passes, not 11", savings, 3};
    demo_hud *hud = calloc(1, sizeof *hud);
    (void)state;
    assert_non_null(hud);
    demo_hud_build(&desc, hud);
    assert_in_range(hud->quad_count, 10, DEMO_QUADS_MAX - 1);
    for (uint32_t i = 0; i < hud->quad_count; i++) {
        const float *area = hud->quads[i].area;
        assert_true(area[0] >= 0.0f && area[0] + area[2] <= 320.0f);
        assert_true(area[1] >= 0.0f && area[1] + area[3] <= 180.0f);
    }
    free(hud);
}

static demo_vec3 corner(const demo_mesh_set *set, uint32_t index)
{
    const float *p = set->vertices[set->indices[index]].position;
    return demo_vec(p[0], p[1], p[2]);
}

/* The triangles of a shape whose winding agrees with their normals, of those that have an area. */
static void count_outward(const demo_mesh_set *set, const demo_mesh *mesh, uint32_t counts[2])
{
    for (uint32_t i = mesh->first_index; i < mesh->first_index + mesh->index_count; i += 3) {
        demo_vec3 a = corner(set, i), b = corner(set, i + 1), c = corner(set, i + 2);
        demo_vec3 face = demo_cross(demo_sub(b, a), demo_sub(c, a));
        const float *n = set->vertices[set->indices[i]].normal;
        if (demo_length(face) > 1e-7f) {
            counts[0] += demo_dot(face, demo_vec(n[0], n[1], n[2])) > 0.0f ? 1u : 0u;
            counts[1]++;
        }
    }
}

static void shapes_have_triangles_that_face_where_their_normals_point(void **state)
{
    demo_mesh_set set = {0};
    demo_shape shapes[DEMO_SHAPE_COUNT];
    (void)state;
    demo_shapes_build(&set, shapes);
    assert_false(set.out_of_memory);
    for (uint32_t i = 0; i < DEMO_SHAPE_COUNT; i++) {
        uint32_t counts[2] = {0, 0};
        count_outward(&set, &shapes[i].mesh, counts);
        assert_true(counts[1] > 0 && counts[0] * 20 >= counts[1] * 19);
        assert_int_equal(shapes[i].casts_shadow, shapes[i].shadow_mesh.index_count > 0);
    }
    demo_mesh_set_finish(&set);
}

static void scene_fits_its_limits_with_hundreds_of_things_and_lights(void **state)
{
    demo_scene *scene = calloc(1, sizeof *scene);
    (void)state;
    assert_non_null(scene);
    assert_true(demo_scene_build(scene));
    assert_in_range(scene->placing_count, 400, DEMO_INSTANCES_MAX - 2);
    assert_in_range(scene->glow_count, 200, DEMO_LIGHTS_MAX - 2);
    demo_scene_finish(scene);
    free(scene);
}

static void frame_is_a_function_of_its_number(void **state)
{
    const uint32_t size[2] = {640, 360};
    demo_scene *scene = calloc(1, sizeof *scene);
    demo_frame_data *one = calloc(1, sizeof *one), *two = calloc(1, sizeof *two);
    (void)state;
    assert_true(scene != NULL && one != NULL && two != NULL);
    assert_true(demo_scene_build(scene));
    demo_frame_data_fill(scene, size, 3, one);
    demo_frame_data_fill(scene, size, 3, two);
    assert_memory_equal(one, two, sizeof *one);
    assert_true(one->scene.sprite_count < DEMO_SPRITES_MAX);
    demo_frame_data_fill(scene, size, 4, two);
    assert_memory_not_equal(&one->uniforms, &two->uniforms, sizeof one->uniforms);
    demo_scene_finish(scene);
    free(scene);
    free(one);
    free(two);
}

static fusor_plan *plan_of(demo_frame *frame, fusor_fuse_policy fuse)
{
    const demo_frame_desc desc = {
        .width = 1920, .height = 1080, .vertex_bytes = 1024, .index_bytes = 64};
    const fusor_policy policy = {.fuse = fuse};
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    assert_int_equal(demo_frame_declare(&desc, frame), FUSOR_OK);
    assert_int_equal(fusor_compile(frame->graph, NULL, &policy, &compiled), FUSOR_OK);
    assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
    fusor_compiled_destroy(compiled);
    return plan;
}

static uint32_t group_of(const fusor_plan *plan, const char *pass)
{
    return plan->passes[fusor_plan_find_pass(plan, pass)].group;
}

static void fused_frame_stores_nothing_of_its_gbuffer(void **state)
{
    demo_frame frame;
    fusor_plan *plan = plan_of(&frame, FUSOR_FUSE_FULL);
    (void)state;
    assert_int_equal(group_of(plan, "gbuffer"), group_of(plan, "lighting"));
    assert_int_equal(group_of(plan, "billboards"), group_of(plan, "corona"));
    assert_int_equal(group_of(plan, "tonemap"), group_of(plan, "overlay"));
    assert_int_equal(demo_frame_gbuffer_bytes(&frame, plan, true), 0);
    assert_int_equal(plan->order_count, DEMO_PASS_COUNT);
    fusor_plan_destroy(plan);
    fusor_graph_destroy(frame.graph);
}

static void unfused_frame_stores_all_of_its_gbuffer(void **state)
{
    demo_frame frame;
    fusor_plan *plan = plan_of(&frame, FUSOR_FUSE_OFF);
    (void)state;
    assert_int_equal(demo_frame_gbuffer_bytes(&frame, plan, true), 49766400);
    assert_int_equal(plan->counts.render_passes, 11);
    fusor_plan_destroy(plan);
    fusor_graph_destroy(frame.graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_take_values_in_both_forms),
        cmocka_unit_test(options_refuse_what_cannot_be_meant),
        cmocka_unit_test(font_has_every_letter_of_the_overlay),
        cmocka_unit_test(hud_stays_inside_the_picture_and_its_limit),
        cmocka_unit_test(shapes_have_triangles_that_face_where_their_normals_point),
        cmocka_unit_test(scene_fits_its_limits_with_hundreds_of_things_and_lights),
        cmocka_unit_test(frame_is_a_function_of_its_number),
        cmocka_unit_test(fused_frame_stores_nothing_of_its_gbuffer),
        cmocka_unit_test(unfused_frame_stores_all_of_its_gbuffer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
