/* In: three raster passes with bridges between them and compute behind, fused and not. Out: what each
 * record callback is shown against what the fake was called with until then. Promised: what is open is
 * read off the call log, not off the executor. */
#include "fake_frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A clears a; B reads a at the pixel, C reads b at the pixel; T and U are bridges; K reads out. */
enum { A, T, B, U, C, K, PASSES };

/* One call of a record callback: the log's counts when it was made, and what it was shown. */
typedef struct seen {
    uint32_t pass, begins, nexts, ends;
    VkRenderPass open; /* of the last begin, null when it has ended */
    uint32_t nexts_since_begin;
    fusor_vulkan_record_info info;
    VkRenderPass shown;
} seen;

enum { SEEN_MAX = 32 };

typedef struct groups {
    fake_frame frame; /* its world and executor; the graph is ours */
    fusor_plan *plan;
    fusor_pass passes[PASSES];
    seen seen[SEEN_MAX];
    uint32_t seen_count;
} groups;

/* ----------------------------------------------------------------------------------- the graph */

static fusor_image add_image(groups *g, const char *name)
{
    return fusor_graph_add_image(
        g->frame.graph, &(fusor_image_desc){.name = name, .format = FUSOR_FORMAT_R8G8B8A8_UNORM});
}

static void add_raster(groups *g, uint32_t pass, fusor_image to, fusor_image from)
{
    static const char *const names[] = {[A] = "A", [B] = "B", [C] = "C"};
    const fusor_color_desc color = {.image = to, .load = FUSOR_LOAD_CLEAR};
    const fusor_input_desc input = {.image = from};
    g->passes[pass] = fusor_graph_add_pass(g->frame.graph, &(fusor_pass_desc){
                                                               .name = names[pass],
                                                               .color = &color,
                                                               .color_count = 1,
                                                               .inputs = from.id ? &input : NULL,
                                                               .input_count = from.id != 0,
                                                           });
}

static void add_compute(groups *g, uint32_t pass, fusor_image from)
{
    static const char *const names[] = {[T] = "T", [U] = "U", [K] = "K"};
    const fusor_use_desc read = {.image = from, .as = FUSOR_USE_SAMPLED};
    g->passes[pass] = fusor_graph_add_pass(
        g->frame.graph, &(fusor_pass_desc){
                            .name = names[pass],
                            .kind = FUSOR_PASS_COMPUTE,
                            .flags = FUSOR_PASS_SIDE_EFFECTS | (pass == K ? 0u : FUSOR_PASS_BRIDGE),
                            .reads = from.id ? &read : NULL,
                            .read_count = from.id != 0,
                        });
}

static void declare(groups *g)
{
    const fusor_image none = {0}, a = add_image(g, "a"), b = add_image(g, "b");
    const fusor_image out = add_image(g, "out");
    add_raster(g, A, a, none);
    add_compute(g, T, none);
    add_raster(g, B, b, a);
    add_compute(g, U, none);
    add_raster(g, C, out, b);
    add_compute(g, K, out);
}

/* ----------------------------------------------------------------------------------- recording */

static uint32_t calls(const groups *g, fake_vulkan_fn fn)
{
    return fake_vulkan_call_count(g->frame.world.fake, fn);
}

static VkRenderPass last_begun(const groups *g, uint32_t begins)
{
    const fake_vulkan_call *call =
        fake_vulkan_find_call(g->frame.world.fake, FAKE_VULKAN_CmdBeginRenderPass, begins - 1);
    return ((const fake_vulkan_begin *)call->info)->render_pass;
}

static uint32_t nexts_since_begin(const groups *g)
{
    const fake_vulkan *fake = g->frame.world.fake;
    uint32_t nexts = 0;
    for (uint32_t i = fake_vulkan_log_count(fake); i-- > 0;) {
        const fake_vulkan_fn fn = fake_vulkan_log_get(fake, i)->fn;
        if (fn == FAKE_VULKAN_CmdBeginRenderPass)
            break;
        nexts += fn == FAKE_VULKAN_CmdNextSubpass;
    }
    return nexts;
}

static fusor_result record(void *user, const fusor_vulkan_record_info *info)
{
    groups *g = user;
    assert_true(g->seen_count < SEEN_MAX);
    seen *s = &g->seen[g->seen_count++];
    *s = (seen){.pass = info->pass.id - 1,
                .begins = calls(g, FAKE_VULKAN_CmdBeginRenderPass),
                .nexts = calls(g, FAKE_VULKAN_CmdNextSubpass),
                .ends = calls(g, FAKE_VULKAN_CmdEndRenderPass),
                .info = *info,
                .shown = info->prepared->render_pass};
    if (s->begins > s->ends) {
        s->open = last_begun(g, s->begins);
        s->nexts_since_begin = nexts_since_begin(g);
    }
    fake_frame_use_all(info);
    return FUSOR_OK;
}

static void start(groups *g, fusor_fuse_policy fuse)
{
    *g = (groups){0};
    g->frame.frames_in_flight = 2;
    fake_world_init(&g->frame.world, &(fake_vulkan_desc){0});
    assert_int_equal(
        fusor_graph_create(&(fusor_graph_desc){.render_width = 64, .render_height = 64},
                           &g->frame.graph),
        FUSOR_OK);
    declare(g);
    assert_int_equal(fake_frame_open(&g->frame), FUSOR_OK);
    assert_int_equal(fake_frame_plan(&g->frame, &(fusor_policy){.fuse = fuse}, &g->plan), FUSOR_OK);
    const fusor_vulkan_pass callbacks = {.record_fn = record, .user = g};
    for (uint32_t i = 0; i < PASSES; i++)
        assert_int_equal(fusor_vulkan_bind_pass(g->frame.vk, g->passes[i], &callbacks), FUSOR_OK);
    assert_int_equal(fusor_vulkan_load(g->frame.vk, g->plan), FUSOR_OK);
}

/* One frame; the log and what was seen are of this frame alone. */
static void run_frame(groups *g)
{
    g->seen_count = 0;
    fake_vulkan_log_clear(g->frame.world.fake);
    assert_int_equal(fusor_vulkan_execute(g->frame.vk, NULL), FUSOR_OK);
    assert_int_equal(g->seen_count, PASSES);
}

static const seen *seen_of(const groups *g, uint32_t pass)
{
    for (uint32_t i = 0; i < g->seen_count; i++)
        if (g->seen[i].pass == pass)
            return &g->seen[i];
    fail_msg("pass %u was not recorded", pass);
    return NULL;
}

static void finish(groups *g)
{
    fake_frame_close(&g->frame);
    fusor_plan_destroy(g->plan);
    fake_vulkan_violations_print(g->frame.world.fake, stderr);
    assert_int_equal(fake_vulkan_violation_count(g->frame.world.fake), 0);
    assert_int_equal(fake_vulkan_live_count(g->frame.world.fake), 0);
    fake_frame_finish(&g->frame);
}

/* ------------------------------------------------------------------------------------- the rows */

static void check_raster(const seen *s, uint32_t index, uint32_t count)
{
    assert_int_equal(s->begins, s->ends + 1);
    assert_true(s->shown == s->open && s->shown != VK_NULL_HANDLE);
    assert_int_equal(s->info.member_index, index);
    assert_int_equal(s->info.member_count, count);
    assert_int_equal(s->info.subpass, index);
    assert_int_equal(s->info.subpass, s->nexts_since_begin);
}

static void check_compute(const seen *s)
{
    assert_int_equal(s->begins, s->ends);
    assert_true(s->shown == VK_NULL_HANDLE);
    assert_int_equal(s->info.member_index, 0);
    assert_int_equal(s->info.member_count, 1);
}

static void groups_H01_record_is_shown_what_is_open(void **state)
{
    groups g;
    (void)state;
    start(&g, FUSOR_FUSE_FULL);
    for (int frame = 0; frame < 3; frame++) {
        run_frame(&g);
        check_raster(seen_of(&g, A), 0, 3);
        check_raster(seen_of(&g, B), 1, 3);
        check_raster(seen_of(&g, C), 2, 3);
        check_compute(seen_of(&g, K));
    }
    finish(&g);
}

static void groups_H01_record_is_shown_its_own_render_pass_when_nothing_is_fused(void **state)
{
    groups g;
    (void)state;
    start(&g, FUSOR_FUSE_OFF);
    run_frame(&g);
    check_raster(seen_of(&g, A), 0, 1);
    check_raster(seen_of(&g, B), 0, 1);
    check_raster(seen_of(&g, C), 0, 1);
    check_compute(seen_of(&g, K));
    finish(&g);
}

/* A bridge is outside whatever is open: there is nothing that it could be shown. */
static void groups_H15_a_bridge_is_shown_no_render_pass(void **state)
{
    groups g;
    (void)state;
    for (int fuse = FUSOR_FUSE_OFF; fuse <= FUSOR_FUSE_FULL; fuse++) {
        start(&g, (fusor_fuse_policy)fuse);
        run_frame(&g);
        check_compute(seen_of(&g, T));
        check_compute(seen_of(&g, U));
        finish(&g);
    }
}

static void groups_H10_alone_a_pass_has_a_render_pass_of_its_own(void **state)
{
    static const uint32_t rasters[] = {A, B, C};
    groups g;
    (void)state;
    start(&g, FUSOR_FUSE_OFF);
    run_frame(&g);
    for (uint32_t i = 0; i < 3; i++) {
        const seen *s = seen_of(&g, rasters[i]);
        assert_int_equal(s->begins, i + 1); /* its own, and those before have ended */
        assert_int_equal(s->ends, i);
    }
    assert_int_equal(calls(&g, FAKE_VULKAN_CmdBeginRenderPass), 3);
    assert_int_equal(calls(&g, FAKE_VULKAN_CmdEndRenderPass), 3);
    assert_int_equal(calls(&g, FAKE_VULKAN_CmdNextSubpass), 0);
    finish(&g);
}

static void groups_H10_the_first_opens_the_middle_shares_the_last_closes(void **state)
{
    groups g;
    (void)state;
    start(&g, FUSOR_FUSE_FULL);
    run_frame(&g);
    const seen *a = seen_of(&g, A), *b = seen_of(&g, B), *c = seen_of(&g, C), *k = seen_of(&g, K);
    assert_int_equal(a->begins, 1);
    assert_int_equal(b->begins, 1);
    assert_int_equal(c->begins, 1);
    assert_true(a->open == b->open && b->open == c->open);
    assert_int_equal(c->ends, 0);
    assert_int_equal(c->nexts, 2);
    assert_int_equal(k->ends, 1); /* before anything else is recorded */
    assert_int_equal(calls(&g, FAKE_VULKAN_CmdBeginRenderPass), 1);
    assert_int_equal(calls(&g, FAKE_VULKAN_CmdEndRenderPass), 1);
    finish(&g);
}

static VkAttachmentStoreOp store_of_first(const groups *g, VkRenderPass render_pass)
{
    return fake_vulkan_render_pass_info(g->frame.world.fake, render_pass)->pAttachments[0].storeOp;
}

/* The passes declare no store op: the executor opens with those that the group needs. */
static void groups_H10_the_first_opens_with_the_ops_of_the_group(void **state)
{
    groups g;
    (void)state;
    start(&g, FUSOR_FUSE_OFF);
    run_frame(&g);
    assert_int_equal(store_of_first(&g, seen_of(&g, A)->open), VK_ATTACHMENT_STORE_OP_STORE);
    finish(&g);
    start(&g, FUSOR_FUSE_FULL);
    run_frame(&g);
    assert_int_equal(store_of_first(&g, seen_of(&g, A)->open), VK_ATTACHMENT_STORE_OP_DONT_CARE);
    finish(&g);
}

/* What was found at compile is in the plan: the graph may be changed, or be gone, and frames are the
 * same; nothing is looked for again. */
static void groups_H08_frames_follow_the_plan_whatever_becomes_of_the_graph(void **state)
{
    groups g;
    (void)state;
    start(&g, FUSOR_FUSE_FULL);
    run_frame(&g);
    fusor_graph_clear_passes(g.frame.graph);
    add_compute(&g, T, (fusor_image){0});
    run_frame(&g);
    check_raster(seen_of(&g, A), 0, 3);
    fusor_graph_destroy(g.frame.graph);
    g.frame.graph = NULL;
    const uint64_t allocations = g.frame.heap.allocations;
    for (int frame = 0; frame < 3; frame++) {
        run_frame(&g);
        check_raster(seen_of(&g, A), 0, 3);
        check_raster(seen_of(&g, C), 2, 3);
    }
    assert_int_equal(g.frame.heap.allocations, allocations);
    finish(&g);
}

static void groups_H21_execute_before_load_is_an_error(void **state)
{
    groups g = {0};
    (void)state;
    fake_world_init(&g.frame.world, &(fake_vulkan_desc){0});
    g.frame.frames_in_flight = 2;
    assert_int_equal(fake_frame_open(&g.frame), FUSOR_OK);
    assert_int_equal(fusor_vulkan_execute(g.frame.vk, NULL), FUSOR_ERROR_INVALID_STATE);
    finish(&g);
}

static uint64_t allocated(const groups *g)
{
    const fake_vulkan_call *call;
    uint64_t bytes = 0;
    for (uint32_t n = 0;
         (call = fake_vulkan_find_call(g->frame.world.fake, FAKE_VULKAN_AllocateMemory, n)); n++)
        bytes += ((const VkMemoryAllocateInfo *)call->info)->allocationSize;
    return bytes;
}

/* What the plan reports as placed is what the device was asked for; so is what sharing saved. */
static void groups_H19_the_bytes_reported_are_the_bytes_allocated(void **state)
{
    static const fusor_alias_policy policies[] = {FUSOR_ALIAS_PROVEN, FUSOR_ALIAS_OFF};
    uint64_t bytes[2];
    groups g;
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        start(&g, FUSOR_FUSE_OFF);
        fusor_plan *plan;
        const fusor_policy policy = {.fuse = FUSOR_FUSE_OFF, .alias = policies[i]};
        assert_int_equal(fake_frame_plan(&g.frame, &policy, &plan), FUSOR_OK);
        fake_vulkan_log_clear(g.frame.world.fake);
        assert_int_equal(fusor_vulkan_load(g.frame.vk, plan), FUSOR_OK);
        bytes[i] = allocated(&g);
        assert_int_equal(bytes[i], plan->memory_placed);
        assert_int_equal(plan->memory_sum - plan->memory_placed, i == 0 ? plan->memory_sum / 3 : 0);
        fusor_plan_destroy(g.plan);
        g.plan = plan;
        finish(&g);
    }
    assert_int_equal(bytes[0] * 3, bytes[1] * 2); /* a and out share */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_H01_record_is_shown_what_is_open),
        cmocka_unit_test(groups_H01_record_is_shown_its_own_render_pass_when_nothing_is_fused),
        cmocka_unit_test(groups_H15_a_bridge_is_shown_no_render_pass),
        cmocka_unit_test(groups_H10_alone_a_pass_has_a_render_pass_of_its_own),
        cmocka_unit_test(groups_H10_the_first_opens_the_middle_shares_the_last_closes),
        cmocka_unit_test(groups_H10_the_first_opens_with_the_ops_of_the_group),
        cmocka_unit_test(groups_H08_frames_follow_the_plan_whatever_becomes_of_the_graph),
        cmocka_unit_test(groups_H19_the_bytes_reported_are_the_bytes_allocated),
        cmocka_unit_test(groups_H21_execute_before_load_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
