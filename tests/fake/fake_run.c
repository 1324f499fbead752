/* In: a graph. Out: frames of it for each policy in turn on two fake devices. Promised: what fails is said
 * with the violation; imports are found in the layout that the graph says, and left in the one it says. */
#include "fake_run.h"

#include "audit/audit_check.h"
#include "fake_frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* --------------------------------------------------------------------------------------- imports */

/* FORMAT's states. UNKNOWN keeps what is there: GENERAL here, where the plan says nothing else. What is
 * sampled of depth stays in the layout that a read-only attachment of it has. */
static VkImageLayout layout_of(const fusor_plan_resource *plan, fusor_state state)
{
    switch (state) {
    case FUSOR_STATE_UNDEFINED:
        return VK_IMAGE_LAYOUT_UNDEFINED;
    case FUSOR_STATE_COLOR:
        return VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    case FUSOR_STATE_DEPTH:
        return VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    case FUSOR_STATE_SAMPLED:
        return fusor_format_get_info(plan->format)->aspects == FUSOR_ASPECT_COLOR
                   ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
                   : VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
    case FUSOR_STATE_COPY_SRC:
        return VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    case FUSOR_STATE_COPY_DST:
        return VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    case FUSOR_STATE_PRESENT:
        return VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    case FUSOR_STATE_UNKNOWN:
    case FUSOR_STATE_STORAGE:
    case FUSOR_STATE_GENERAL:
        break;
    }
    return VK_IMAGE_LAYOUT_GENERAL;
}

static void import_image(fake_run *r, uint32_t index)
{
    const fusor_plan_resource *plan = &r->plan->resources[index];
    const bool is_3d = plan->type == FUSOR_IMAGE_3D;
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = plan->type == FUSOR_IMAGE_CUBE ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
        .imageType = is_3d ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D,
        .format = (VkFormat)plan->format,
        .extent = {plan->extent[0], plan->extent[1], plan->extent[2]},
        .mipLevels = plan->mips,
        .arrayLayers = is_3d ? 1 : plan->layers,
        .samples = (VkSampleCountFlagBits)plan->samples,
        .usage = plan->usage,
    };
    VkMemoryRequirements needs;
    fake_world *w = &r->world;
    assert_int_equal(w->vk.CreateImage(w->device, &info, NULL, &r->images[index]), VK_SUCCESS);
    w->vk.GetImageMemoryRequirements(w->device, r->images[index], &needs);
    assert_int_equal(
        w->vk.BindImageMemory(w->device, r->images[index], fake_world_memory(w, needs.size, 0), 0),
        VK_SUCCESS);
    const fusor_vulkan_image_import import = {r->images[index], info.format, info.extent,
                                              plan->mips, plan->layers};
    assert_int_equal(fusor_vulkan_import_image(r->vk, (fusor_image){plan->handle}, &import),
                     FUSOR_OK);
}

static void import_buffer(fake_run *r, uint32_t index)
{
    const fusor_plan_resource *plan = &r->plan->resources[index];
    r->buffers[index] = fake_world_bound_buffer(&r->world, plan->bytes, plan->usage);
    const fusor_vulkan_buffer_import import = {r->buffers[index], plan->bytes};
    assert_int_equal(fusor_vulkan_import_buffer(r->vk, (fusor_buffer){plan->handle}, &import),
                     FUSOR_OK);
}

static void import_all(fake_run *r)
{
    free(r->images);
    free(r->buffers);
    r->images = calloc(r->plan->resource_count + 1, sizeof *r->images);
    r->buffers = calloc(r->plan->resource_count + 1, sizeof *r->buffers);
    assert_non_null(r->images);
    assert_non_null(r->buffers);
    for (uint32_t i = 0; i < r->plan->resource_count; i++) {
        const fusor_plan_resource *plan = &r->plan->resources[i];
        if (plan->lifetime == FUSOR_LIFETIME_IMPORTED && plan->is_image)
            import_image(r, i);
        else if (plan->lifetime == FUSOR_LIFETIME_IMPORTED)
            import_buffer(r, i);
    }
}

/* What the caller does between frames: brings its images into the state that it declared. */
void fake_run_give_imports(fake_run *r)
{
    for (uint32_t i = 0; i < r->plan->resource_count; i++) {
        if (r->images[i])
            fake_vulkan_set_layout(
                r->world.fake, r->images[i],
                layout_of(&r->plan->resources[i], r->plan->resources[i].import.initial.state));
    }
}

void fake_run_check_imports(fake_run *r)
{
    for (uint32_t i = 0; i < r->plan->resource_count; i++) {
        const fusor_state state = r->plan->resources[i].import.final.state;
        if (!r->images[i] || state == FUSOR_STATE_UNKNOWN || state == FUSOR_STATE_UNDEFINED)
            continue;
        const VkImageLayout layout =
            fake_vulkan_get_layout(r->world.fake, r->images[i], VK_IMAGE_ASPECT_COLOR_BIT, 0, 0);
        if (layout != layout_of(&r->plan->resources[i], state))
            fail_msg("%s is left in layout %d", r->plan->resources[i].name, (int)layout);
    }
}

/* --------------------------------------------------------------------------------------- running */

static fusor_result record(void *user, const fusor_vulkan_record_info *info)
{
    const fake_run *r = user;
    fake_frame_use_all(info);
    if (r->observe_fn)
        r->observe_fn(r->observe_user, info);
    switch (fusor_graph_get_pass(r->graph, info->pass)->kind) {
    case FUSOR_PASS_RASTER:
        r->world.vk.CmdDraw(info->command_buffer, 3, 1, 0, info->pass.id);
        break;
    case FUSOR_PASS_COMPUTE:
    case FUSOR_PASS_RAW:
    case FUSOR_PASS_COPY:
        r->world.vk.CmdDispatch(info->command_buffer, 1, 1, info->pass.id);
        break;
    }
    return FUSOR_OK;
}

void fake_run_open(fake_run *r, const fake_vulkan_desc *desc)
{
    fake_world_init(&r->world, desc);
    assert_int_equal(
        fusor_vulkan_create(
            &(fusor_vulkan_desc){.get_instance_proc_addr = fake_vulkan_get_instance_proc_addr,
                                 .instance = r->world.instance,
                                 .physical_device = fake_vulkan_physical_device(r->world.fake),
                                 .device = r->world.device,
                                 .queue = r->world.queue,
                                 .api_version = desc->api_version,
                                 .extensions = desc->extensions,
                                 .extension_count = desc->extension_count,
                                 .features = fake_vulkan_enabled_features(r->world.fake),
                                 .poison = r->poison,
                                 .allocator = fake_heap_allocator(&r->heap)},
            &r->vk),
        FUSOR_OK);
}

void fake_run_plan(fake_run *r, const fusor_policy *policy)
{
    fusor_compiled *compiled = NULL;
    const fusor_place_desc place = fusor_vulkan_place_desc(r->vk);
    fusor_result result = fusor_compile(r->graph, fusor_vulkan_describe(r->vk), policy, &compiled);
    uint32_t count = 0;
    const fusor_diagnostic *diagnostics =
        compiled ? fusor_compiled_diagnostics(compiled, &count) : NULL;
    for (uint32_t i = 0; i < count && result != FUSOR_OK; i++)
        print_error("%s: %s\n", fusor_diagnostic_word(diagnostics[i].code), diagnostics[i].text);
    assert_int_equal(result, FUSOR_OK);
    assert_int_equal(fusor_place(compiled, &place, &r->plan), FUSOR_OK);
    assert_true(audit_check(r->graph, fusor_vulkan_describe(r->vk), r->plan));
    fusor_compiled_destroy(compiled);
}

void fake_run_load(fake_run *r)
{
    const fusor_vulkan_pass callbacks = {.record_fn = record, .user = r};
    for (uint32_t id = 1; id <= fusor_graph_pass_count(r->graph); id++)
        assert_int_equal(fusor_vulkan_bind_pass(r->vk, (fusor_pass){id}, &callbacks), FUSOR_OK);
    if (!r->keep_imports)
        import_all(r);
    assert_int_equal(fusor_vulkan_load(r->vk, r->plan), FUSOR_OK);
}

void fake_run_assert_silent(const fake_run *r)
{
    fake_vulkan_violations_print(r->world.fake, stderr);
    assert_int_equal(fake_vulkan_violation_count(r->world.fake), 0);
}

/* A frame waits, reads its time, resets, begins, ends, resets the fence and submits: 7 calls that can
 * fail. One of them fails, another one each time. What was not submitted must leave no trace. */
bool fake_run_failing_frame(fake_run *r)
{
    fake_vulkan_fail_call(r->world.fake, 1 + r->turn++ % 7, VK_ERROR_OUT_OF_HOST_MEMORY);
    fake_run_give_imports(r);
    fusor_result result = fusor_vulkan_execute(r->vk, NULL);
    assert_true(result == FUSOR_OK || result == FUSOR_ERROR_OUT_OF_MEMORY);
    assert_true(fake_vulkan_has_failed(r->world.fake, NULL));
    fake_vulkan_fail_call(r->world.fake, 0, VK_SUCCESS);
    fake_run_assert_silent(r);
    return result == FUSOR_OK;
}

static void run_frames(fake_run *r)
{
    for (uint32_t i = 0; i < 6; i++) {
        fake_run_give_imports(r);
        assert_int_equal(fusor_vulkan_execute(r->vk, NULL), FUSOR_OK);
        fake_run_check_imports(r);
        fake_run_assert_silent(r);
        if (i % 2)
            fake_run_failing_frame(r);
    }
}

void fake_run_close(fake_run *r)
{
    fusor_vulkan_destroy(r->vk);
    fusor_plan_destroy(r->plan);
    fake_run_assert_silent(r);
    assert_int_equal(r->heap.live_blocks, 0);
    assert_int_equal(r->heap.mismatches, 0);
    free(r->images);
    free(r->buffers);
    fake_world_finish(&r->world);
}

static void count_plan(const fusor_plan *plan, fake_run_counts *counts)
{
    counts->plans++;
    counts->subpasses += plan->subpass_count;
    for (uint32_t i = 0; i < plan->group_count; i++)
        counts->fused_groups += plan->groups[i].members.count > 1;
    for (uint32_t i = 0; i < plan->attachment_count; i++)
        counts->resolves += plan->attachments[i].resolve != FUSOR_NONE;
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        counts->alias_barriers += plan->barriers[i].why == FUSOR_WHY_ALIAS;
        counts->entry_barriers += plan->barriers[i].entry;
    }
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        counts->histories += plan->resources[i].lifetime == FUSOR_LIFETIME_HISTORY;
        counts->memoryless += plan->resources[i].memoryless;
    }
}

/* The executor goes from plan to plan and back to the first: A B C A. */
static void run_policies(fusor_graph *graph, const fake_vulkan_desc *desc, fake_run_counts *counts)
{
    static const fusor_policy policies[] = {
        {.fuse = FUSOR_FUSE_FULL, .alias = FUSOR_ALIAS_PROVEN},
        {.fuse = FUSOR_FUSE_ADJACENT, .alias = FUSOR_ALIAS_RECORDED},
        {.fuse = FUSOR_FUSE_OFF, .alias = FUSOR_ALIAS_OFF},
    };
    fake_run r = {.graph = graph};
    fake_run_open(&r, desc);
    for (uint32_t i = 0; i < 4; i++) {
        fusor_plan *old = r.plan;
        fake_run_plan(&r, &policies[i % 3]);
        count_plan(r.plan, counts);
        fake_run_load(&r);
        fusor_plan_destroy(old);
        run_frames(&r);
    }
    fake_run_close(&r);
}

/* Room for a language model, and lazily allocated memory on the second device. */
VkPhysicalDeviceMemoryProperties fake_run_memory(bool lazy)
{
    VkPhysicalDeviceMemoryProperties memory = fake_vulkan_default_memory();
    memory.memoryHeaps[0].size = memory.memoryHeaps[1].size = 1ull << 44;
    if (lazy)
        memory.memoryTypes[memory.memoryTypeCount++] = (VkMemoryType){
            VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT, 0};
    return memory;
}

/* As the built-in "immediate" has it: storage of depth too. */
VkFormatFeatureFlags fake_run_formats(void *user, VkFormat format, VkFormatFeatureFlags all)
{
    (void)user, (void)format;
    return all | VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
}

void fake_run_all(fusor_graph *graph, fake_run_counts *counts)
{
    fake_run_counts unwanted = {0};
    const VkPhysicalDeviceMemoryProperties plain = fake_run_memory(false),
                                           lazy = fake_run_memory(true);
    const fake_vulkan_features features = {.synchronization2 = true,
                                           .separate_depth_stencil_layouts = true,
                                           .multiview = true,
                                           .independent_blend = true};
    static const char *const extensions[] = {"VK_KHR_ray_tracing_pipeline",
                                             "VK_KHR_acceleration_structure"};
    const fake_vulkan_desc devices[] = {
        {.extensions = extensions,
         .extension_count = 2,
         .features = {.multiview = true},
         .memory = &plain,
         .format_fn = fake_run_formats},
        {.api_version = VK_API_VERSION_1_3,
         .extensions = extensions,
         .extension_count = 2,
         .features = features,
         .memory = &lazy,
         .format_fn = fake_run_formats,
         .manual_completion = true},
    };
    for (uint32_t d = 0; d < 2; d++)
        run_policies(graph, &devices[d], counts ? counts : &unwanted);
}
