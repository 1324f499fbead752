/* In: a plan and the calls that the executor made for one steady frame of it. Out: whether they say the
 * same. Promised: the tables that translate are the test's own, not the executor's. */
#include "fake_script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const fake_vulkan_desc sync2 = {.api_version = VK_API_VERSION_1_3,
                                       .features = {.synchronization2 = true}};

static void init(fake_script *script, const fake_vulkan_desc *desc)
{
    fake_script_init(script, desc);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(fake_steps[i].run(script), FUSOR_OK);
    fake_vulkan_log_clear(script->frame.world.fake);
    assert_int_equal(fusor_vulkan_execute(script->frame.vk, NULL), FUSOR_OK);
}

static void end(fake_script *script)
{
    fake_vulkan_violations_print(script->frame.world.fake, stderr);
    assert_int_equal(fake_vulkan_violation_count(script->frame.world.fake), 0);
    fake_script_finish(script);
}

/* -------------------------------------------------------------------------------- render passes */

static void check_attachment(const fusor_plan *plan, const fusor_plan_attachment *planned,
                             const VkAttachmentDescription2 *made)
{
    const fusor_plan_resource *resource = &plan->resources[planned->resource];
    assert_int_equal(made->format, resource->format);
    assert_int_equal(made->samples, resource->samples);
    assert_int_equal(made->loadOp, planned->load);
    assert_int_equal(made->storeOp, planned->store);
    if (planned->aspects & FUSOR_ASPECT_STENCIL) {
        assert_int_equal(made->stencilLoadOp, planned->stencil_load);
        assert_int_equal(made->stencilStoreOp, planned->stencil_store);
    }
    assert_int_equal(made->initialLayout, planned->initial_layout);
    assert_int_equal(made->finalLayout, planned->final_layout);
}

static void check_reference(const fusor_plan_reference *planned, const VkAttachmentReference2 *made)
{
    if (planned->attachment == FUSOR_NONE) {
        assert_true(!made || made->attachment == VK_ATTACHMENT_UNUSED);
        return;
    }
    assert_non_null(made);
    assert_int_equal(made->attachment, planned->attachment);
    assert_int_equal(made->layout, planned->layout);
}

static void check_references(const fusor_plan *plan, fusor_slice planned,
                             const VkAttachmentReference2 *made)
{
    for (uint32_t i = 0; i < planned.count; i++)
        check_reference(&plan->references[planned.first + i], &made[i]);
}

static void check_subpass(const fusor_plan *plan, const fusor_plan_subpass *planned,
                          const VkSubpassDescription2 *made, uint32_t view_mask)
{
    assert_int_equal(made->viewMask, view_mask);
    assert_int_equal(made->colorAttachmentCount, planned->color.count);
    check_references(plan, planned->color, made->pColorAttachments);
    assert_int_equal(made->inputAttachmentCount, planned->inputs.count);
    check_references(plan, planned->inputs, made->pInputAttachments);
    check_reference(&planned->depth, made->pDepthStencilAttachment);
    assert_true((made->pResolveAttachments != NULL) == (planned->resolve.count > 0));
    check_references(plan, planned->resolve, made->pResolveAttachments);
    assert_int_equal(made->preserveAttachmentCount, planned->preserve.count);
    for (uint32_t i = 0; i < planned->preserve.count; i++)
        assert_int_equal(made->pPreserveAttachments[i],
                         plan->index_list[planned->preserve.first + i]);
}

/* What Vulkan 1.0 has for a stage or an access that synchronization2 splits (7.1.2, 7.1.3). */
static uint32_t legacy_stages(fusor_stages stages)
{
    uint32_t out = (uint32_t)(stages & 0x1ffff);
    return stages >> 32 ? out | VK_PIPELINE_STAGE_TRANSFER_BIT : out;
}

static uint32_t legacy_access(fusor_access access)
{
    uint32_t out = (uint32_t)(access & 0x1ffff);
    if (access & (FUSOR_ACCESS_SHADER_SAMPLED_READ | FUSOR_ACCESS_SHADER_STORAGE_READ))
        out |= VK_ACCESS_SHADER_READ_BIT;
    return access & FUSOR_ACCESS_SHADER_STORAGE_WRITE ? out | VK_ACCESS_SHADER_WRITE_BIT : out;
}

/* One VkSubpassDependency a pair of subpasses: the union of the plan's entries for that pair. */
static void check_dependency(const fusor_plan *plan, const fusor_plan_group *group,
                             const VkSubpassDependency2 *made)
{
    uint32_t src_stages = 0, dst_stages = 0, src_access = 0, dst_access = 0;
    bool by_region = true;
    for (uint32_t i = 0; i < group->dependencies.count; i++) {
        const fusor_plan_dependency *d = &plan->dependencies[group->dependencies.first + i];
        if (d->from != made->srcSubpass || d->to != made->dstSubpass)
            continue;
        src_stages |= legacy_stages(d->src.stages);
        dst_stages |= legacy_stages(d->dst.stages);
        src_access |= legacy_access(d->src.access);
        dst_access |= legacy_access(d->dst.access);
        by_region = by_region && d->by_region;
    }
    assert_true(src_stages != 0);
    assert_int_equal(made->srcStageMask, src_stages);
    assert_int_equal(made->dstStageMask, dst_stages);
    assert_int_equal(made->srcAccessMask, src_access);
    assert_int_equal(made->dstAccessMask, dst_access);
    assert_int_equal(made->dependencyFlags, by_region ? VK_DEPENDENCY_BY_REGION_BIT : 0);
}

static uint32_t count_pairs(const fusor_plan *plan, const fusor_plan_group *group)
{
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < group->dependencies.count; i++) {
        const fusor_plan_dependency *d = &plan->dependencies[group->dependencies.first + i];
        bool seen = false;
        for (uint32_t j = 0; j < i; j++) {
            const fusor_plan_dependency *other = &plan->dependencies[group->dependencies.first + j];
            seen = seen || (other->from == d->from && other->to == d->to);
        }
        pairs += !seen;
    }
    return pairs;
}

static void check_group(fake_script *script, const fusor_plan *plan, const fusor_plan_group *group,
                        const fake_vulkan_begin *begin)
{
    fake_vulkan *fake = script->frame.world.fake;
    const VkRenderPassCreateInfo2 *made = fake_vulkan_render_pass_info(fake, begin->render_pass);
    const VkFramebufferCreateInfo *framebuffer =
        fake_vulkan_framebuffer_info(fake, begin->framebuffer);
    assert_int_equal(made->attachmentCount, group->attachments.count);
    for (uint32_t i = 0; i < made->attachmentCount; i++)
        check_attachment(plan, &plan->attachments[group->attachments.first + i],
                         &made->pAttachments[i]);
    assert_int_equal(made->subpassCount, group->subpasses.count);
    for (uint32_t i = 0; i < made->subpassCount; i++)
        check_subpass(plan, &plan->subpasses[group->subpasses.first + i], &made->pSubpasses[i],
                      group->view_mask);
    assert_int_equal(made->dependencyCount, count_pairs(plan, group));
    for (uint32_t i = 0; i < made->dependencyCount; i++)
        check_dependency(plan, group, &made->pDependencies[i]);
    assert_int_equal(framebuffer->width, group->extent[0]);
    assert_int_equal(framebuffer->height, group->extent[1]);
    assert_int_equal(begin->area.extent.width, group->area[2]);
    assert_int_equal(begin->area.extent.height, group->area[3]);
}

static void check_groups(fake_script *script, const fusor_plan *plan)
{
    fake_vulkan *fake = script->frame.world.fake;
    uint32_t begun = 0, next = 0;
    for (uint32_t i = 0; i < plan->step_count; i++) {
        if (plan->steps[i].kind != FUSOR_STEP_GROUP)
            continue;
        const fusor_plan_group *group = &plan->groups[plan->steps[i].index];
        const fake_vulkan_call *call =
            fake_vulkan_find_call(fake, FAKE_VULKAN_CmdBeginRenderPass, begun++);
        assert_non_null(call);
        check_group(script, plan, group, call->info);
        next += group->subpasses.count - 1;
    }
    assert_int_equal(fake_vulkan_call_count(fake, FAKE_VULKAN_CmdBeginRenderPass), begun);
    assert_int_equal(fake_vulkan_call_count(fake, FAKE_VULKAN_CmdNextSubpass), next);
    assert_int_equal(begun, plan->counts.render_passes);
}

static void render_passes_say_what_the_plan_says(void **state)
{
    fake_script script;
    (void)state;
    init(&script, &(fake_vulkan_desc){0});
    check_groups(&script, script.fused);
    end(&script);
}

static void render_passes_are_the_same_on_vulkan_1_3(void **state)
{
    fake_script script;
    (void)state;
    init(&script, &sync2);
    check_groups(&script, script.fused);
    end(&script);
}

static void render_passes_without_fusion_are_the_plans_too(void **state)
{
    fake_script script;
    (void)state;
    init(&script, &(fake_vulkan_desc){0});
    assert_int_equal(fake_steps[10].run(&script), FUSOR_OK);
    assert_int_equal(fake_frame_load(&script.frame, script.unfused), FUSOR_OK);
    fake_vulkan_log_clear(script.frame.world.fake);
    assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_OK);
    check_groups(&script, script.unfused);
    assert_int_equal(script.unfused->counts.render_passes, script.fused->counts.render_passes + 1);
    end(&script);
}

static void pixel_local_read_shares_a_render_pass(void **state)
{
    fake_script script;
    (void)state;
    init(&script, &(fake_vulkan_desc){0});
    const fusor_plan *plan = script.fused;
    const fusor_plan_pass *lighting = &plan->passes[script.frame.passes.lighting.id - 1];
    assert_int_equal(lighting->group, plan->passes[script.frame.passes.gbuffer.id - 1].group);
    assert_int_equal(plan->groups[lighting->group].subpasses.count, 2);
    end(&script);
}

/* ------------------------------------------------------------------------------------ barriers */

/* Sources of these the executor takes from what really ran last, so they may differ from the plan's. */
static bool is_tracked(const fusor_plan *plan, const fusor_plan_barrier *barrier)
{
    return barrier->entry &&
           plan->resources[barrier->resource].lifetime != FUSOR_LIFETIME_TRANSIENT;
}

static bool is_same_image(const fusor_plan_barrier *planned, bool tracked,
                          const VkImageMemoryBarrier2 *made)
{
    return made->dstStageMask == planned->dst.stages &&
           made->dstAccessMask == planned->dst.access &&
           made->newLayout == (VkImageLayout)planned->dst.layout &&
           made->subresourceRange.baseMipLevel == planned->region.mips.first &&
           made->subresourceRange.aspectMask == planned->region.aspects &&
           (tracked || (made->srcStageMask == planned->src.stages &&
                        made->srcAccessMask == planned->src.access &&
                        made->oldLayout == (VkImageLayout)planned->src.layout));
}

static bool is_recorded(const fusor_plan *plan, const fusor_plan_barrier *planned,
                        const fake_vulkan_barrier *made)
{
    for (uint32_t i = 0; planned->kind == FUSOR_BARRIER_IMAGE && i < made->image_count; i++) {
        if (is_same_image(planned, is_tracked(plan, planned), &made->images[i]))
            return true;
    }
    for (uint32_t i = 0; planned->kind != FUSOR_BARRIER_IMAGE && i < made->memory_count; i++) {
        const VkMemoryBarrier2 *m = &made->memory[i];
        if (m->dstStageMask == planned->dst.stages &&
            (m->dstAccessMask & planned->dst.access) == planned->dst.access)
            return true;
    }
    return false;
}

static bool is_call_tracked(const fusor_plan *plan, uint32_t first, uint32_t call)
{
    bool all = true;
    for (uint32_t i = first; i < plan->barrier_count && plan->barriers[i].call == call; i++)
        all = all && is_tracked(plan, &plan->barriers[i]);
    return all;
}

static void check_call(const fusor_plan *plan, uint32_t first, const fake_vulkan_barrier *made)
{
    const uint32_t call = plan->barriers[first].call;
    uint32_t images = 0;
    for (uint32_t i = first; i < plan->barrier_count && plan->barriers[i].call == call; i++) {
        const fusor_plan_barrier *planned = &plan->barriers[i];
        images += planned->kind == FUSOR_BARRIER_IMAGE;
        if (!is_recorded(plan, planned, made) && !is_tracked(plan, planned))
            fail_msg("call %u: the barrier of %s is not recorded", call,
                     plan->resources[planned->resource].name);
    }
    assert_true(made->image_count <= images);
}

/* A call whose barriers all turned out to have nothing to wait for may be left out. */
static void barriers_are_the_plans_one_command_a_call(void **state)
{
    fake_script script;
    (void)state;
    init(&script, &sync2);
    const fusor_plan *plan = script.fused;
    fake_vulkan *fake = script.frame.world.fake;
    uint32_t recorded = 0, may_lack = 0;
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        if (i > 0 && plan->barriers[i].call == plan->barriers[i - 1].call)
            continue;
        if (is_call_tracked(plan, i, plan->barriers[i].call)) {
            may_lack++;
            continue;
        }
    }
    const uint32_t calls = fake_vulkan_call_count(fake, FAKE_VULKAN_CmdPipelineBarrier2);
    assert_true(calls <= plan->counts.barrier_calls &&
                calls + may_lack >= plan->counts.barrier_calls);
    if (calls != plan->counts.barrier_calls)
        fail_msg("%u calls, the plan has %u", calls, plan->counts.barrier_calls);
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        if (i > 0 && plan->barriers[i].call == plan->barriers[i - 1].call)
            continue;
        check_call(plan, i,
                   fake_vulkan_find_call(fake, FAKE_VULKAN_CmdPipelineBarrier2, recorded++)->info);
    }
    end(&script);
}

/* A transition from UNDEFINED may be missed where the layout is the right one by chance, and one to
 * PRESENT_SRC is for what comes after the frame. */
static bool changes_layout(const fake_vulkan_barrier *barrier)
{
    for (uint32_t i = 0; i < barrier->image_count; i++) {
        const VkImageMemoryBarrier2 *b = &barrier->images[i];
        if (b->oldLayout != b->newLayout && b->oldLayout != VK_IMAGE_LAYOUT_UNDEFINED &&
            b->newLayout != VK_IMAGE_LAYOUT_PRESENT_SRC_KHR)
            return true;
    }
    return false;
}

/* The negative control: silence about the frame says something only if this is not silent. */
static void transition_that_is_left_out_is_seen(void **state)
{
    uint32_t count = 1, left_out = 0;
    (void)state;
    for (uint32_t n = 0; n < count; n++) {
        fake_script script;
        init(&script, &sync2);
        fake_vulkan *fake = script.frame.world.fake;
        count = fake_vulkan_call_count(fake, FAKE_VULKAN_CmdPipelineBarrier2);
        if (changes_layout(fake_vulkan_find_call(fake, FAKE_VULKAN_CmdPipelineBarrier2, n)->info)) {
            fake_vulkan_skip_barrier(fake, n + 1);
            assert_int_equal(fusor_vulkan_execute(script.frame.vk, NULL), FUSOR_OK);
            assert_true(fake_vulkan_violation_count(fake) > 0);
            assert_int_equal(fake_vulkan_violation_get(fake, 0)->kind, FAKE_VIOLATION_LAYOUT);
            left_out++;
        }
        fake_script_finish(&script);
    }
    assert_true(left_out > 3);
}

static void memory_is_bound_where_the_plan_placed_it(void **state)
{
    fake_script script;
    (void)state;
    init(&script, &sync2);
    const fusor_plan *plan = script.fused;
    fake_vulkan *fake = script.frame.world.fake;
    fusor_vulkan_resource out;
    assert_int_equal(fusor_vulkan_get_image(script.frame.vk, script.frame.images.out, &out),
                     FUSOR_OK);
    const fake_vulkan_binding binding = fake_vulkan_image_binding(fake, out.image);
    const fusor_plan_resource *resource =
        &plan->resources[fusor_plan_find_image(plan, script.frame.images.out)];
    const fusor_placement *placement = &plan->placements[resource->placements.first];
    assert_int_equal(binding.offset, placement->offset);
    assert_int_equal(binding.size, placement->size_bytes);
    assert_int_equal(binding.memory_type, placement->memory_type);
    assert_int_equal(fake_vulkan_image_info(fake, out.image)->usage, resource->usage);
    assert_int_equal(fake_vulkan_get_layout(fake, out.image, VK_IMAGE_ASPECT_COLOR_BIT, 0, 0),
                     out.layout);
    end(&script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(render_passes_say_what_the_plan_says),
        cmocka_unit_test(render_passes_are_the_same_on_vulkan_1_3),
        cmocka_unit_test(render_passes_without_fusion_are_the_plans_too),
        cmocka_unit_test(pixel_local_read_shares_a_render_pass),
        cmocka_unit_test(barriers_are_the_plans_one_command_a_call),
        cmocka_unit_test(transition_that_is_left_out_is_seen),
        cmocka_unit_test(memory_is_bound_where_the_plan_placed_it),
    };
    return cmocka_run_group_tests_name("fake_plan", tests, NULL, NULL);
}
