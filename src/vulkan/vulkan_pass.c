/* In: the plan's passes and the caller's callbacks. Out: for each pass that runs, what its prepare
 * and record callbacks are shown: target formats, render pass and subpass, maps, and the handles of
 * every use for every history phase and frame slot.
 * Promised: arrays have one entry an instance (phase × frames in flight + frame slot); a pass whose
 * code was never bound fails the load by name. */
#include "vulkan/vulkan_internal.h"

#include <assert.h>

/* ------------------------------------------------------------------------------------------- uses */

typedef struct use_arrays {
    VkImage *images;
    VkImageView *views;
    VkBuffer *buffers;
    void **mapped;
} use_arrays;

static bool take_use_arrays(vulkan_program *program, bool is_image, use_arrays *out)
{
    vulkan_owner *owner = &program->owner;
    uint32_t count = program->instance_count;
    if (is_image) {
        out->images = vulkan_take(owner, count, sizeof *out->images);
        out->views = vulkan_take(owner, count, sizeof *out->views);
        return out->images && out->views;
    }
    out->buffers = vulkan_take(owner, count, sizeof *out->buffers);
    out->mapped = vulkan_take(owner, count, sizeof *out->mapped);
    return out->buffers && out->mapped;
}

static fusor_result fill_instance(vulkan_program *program, const fusor_plan_use *use,
                                  use_arrays *arrays, uint32_t at)
{
    const fusor_plan_resource *plan = &program->plan->resources[use->resource];
    const vulkan_resource *resource = &program->resources[use->resource];
    uint32_t frames = program->vk->slot_count;
    uint32_t instance = vulkan_instance_of(plan, at / frames, at % frames, use->previous);
    if (plan->is_image) {
        assert(arrays->images && arrays->views);
        arrays->images[at] = resource->images[instance];
        return vulkan_use_view(program, use, instance, &arrays->views[at]);
    }
    assert(arrays->buffers && arrays->mapped);
    arrays->buffers[at] = resource->buffers[instance];
    arrays->mapped[at] = resource->mapped ? resource->mapped[instance] : NULL;
    return FUSOR_OK;
}

static fusor_result fill_use(vulkan_program *program, const fusor_plan_use *use,
                             fusor_vulkan_use *out)
{
    const fusor_plan_resource *plan = &program->plan->resources[use->resource];
    use_arrays arrays = {0};
    if (!take_use_arrays(program, plan->is_image, &arrays)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < program->instance_count; i++) {
        result = fill_instance(program, use, &arrays, i);
    }
    *out = (fusor_vulkan_use){.as = use->as,
                              .slot = use->slot,
                              .reads = use->reads,
                              .writes = use->writes,
                              .layout = (VkImageLayout)use->layout,
                              .images = arrays.images,
                              .views = arrays.views,
                              .buffers = arrays.buffers,
                              .offset = use->region.bytes.first,
                              .range = use->region.bytes.count,
                              .mapped =
                                  program->resources[use->resource].mapped ? arrays.mapped : NULL};
    return result;
}

static fusor_result fill_uses(vulkan_program *program, const fusor_plan_pass *plan,
                              fusor_vulkan_prepare_info *info)
{
    fusor_vulkan_use *uses = vulkan_take(&program->owner, plan->uses.count, sizeof *uses);
    if (!uses) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    info->uses = uses;
    info->use_count = plan->uses.count;
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < plan->uses.count; i++) {
        result = fill_use(program, &program->plan->uses[plan->uses.first + i], &uses[i]);
    }
    return result;
}

/* ---------------------------------------------------------------------------------------- targets */

static VkFormat reference_format(const fusor_plan *plan, const fusor_plan_group *group,
                                 const fusor_plan_reference *reference)
{
    if (reference->attachment == FUSOR_NONE) {
        return VK_FORMAT_UNDEFINED;
    }
    const fusor_plan_attachment *attachment =
        &plan->attachments[group->attachments.first + reference->attachment];
    return (VkFormat)plan->resources[attachment->resource].format;
}

/* Subpasses may differ in their counts (mixed_samples); an empty one has the group's. */
static VkSampleCountFlagBits subpass_samples(const fusor_plan *plan, const fusor_plan_group *group,
                                             const fusor_plan_subpass *subpass)
{
    uint32_t found = subpass->depth.attachment;
    for (uint32_t i = 0; found == FUSOR_NONE && i < subpass->color.count; i++) {
        found = plan->references[subpass->color.first + i].attachment;
    }
    if (found == FUSOR_NONE) {
        return (VkSampleCountFlagBits)group->samples;
    }
    const fusor_plan_attachment *attachment = &plan->attachments[group->attachments.first + found];
    return (VkSampleCountFlagBits)plan->resources[attachment->resource].samples;
}

static fusor_result fill_targets(vulkan_program *program, const fusor_plan_group *group,
                                 const fusor_plan_member *member, fusor_vulkan_prepare_info *info)
{
    const fusor_plan *plan = program->plan;
    const fusor_plan_subpass *subpass = &plan->subpasses[group->subpasses.first + member->subpass];
    VkFormat *formats = vulkan_take(&program->owner, subpass->color.count, sizeof *formats);
    if (!formats) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < subpass->color.count; i++) {
        formats[i] = reference_format(plan, group, &plan->references[subpass->color.first + i]);
    }
    info->samples = subpass_samples(plan, group, subpass);
    info->subpass = member->subpass;
    info->color_count = subpass->color.count;
    info->color_formats = formats;
    info->depth_stencil_format = reference_format(plan, group, &subpass->depth);
    info->color_map = plan->index_list + member->color_map.first;
    info->input_map = plan->index_list + member->input_map.first;
    return FUSOR_OK;
}

static fusor_result fill_raster(vulkan_program *program, const fusor_plan_pass *plan,
                                fusor_vulkan_prepare_info *info)
{
    const fusor_plan_group *group = &program->plan->groups[plan->group];
    info->path = group->path;
    info->render_pass = program->groups[plan->group].render_pass;
    info->view_mask = group->view_mask;
    info->extent = (VkExtent2D){group->extent[0], group->extent[1]};
    info->layers = group->layers;
    return fill_targets(program, group,
                        &program->plan->members[group->members.first + plan->member], info);
}

/* ----------------------------------------------------------------------------------------- passes */

static fusor_result find_callbacks(vulkan_program *program, uint32_t index, vulkan_pass *out)
{
    const fusor_plan_pass *plan = &program->plan->passes[index];
    const fusor_vulkan_pass *bound =
        vulkan_table_get(&program->vk->pass_bindings, index, sizeof *bound);
    if (bound) {
        out->callbacks = *bound;
    }
    if (plan->kind != FUSOR_PASS_COPY && !out->callbacks.record_fn) {
        return vulkan_fail(program->vk, FUSOR_ERROR_INVALID_STATE, plan->name,
                           "pass '%s' runs but has no record_fn; call fusor_vulkan_bind_pass() "
                           "before the load",
                           plan->name);
    }
    return FUSOR_OK;
}

static fusor_result make_pass(vulkan_program *program, uint32_t index)
{
    const fusor_plan_pass *plan = &program->plan->passes[index];
    vulkan_pass *out = &program->passes[index];
    out->info = (fusor_vulkan_prepare_info){.pass = {index + 1},
                                            .device = program->vk->device,
                                            .samples = VK_SAMPLE_COUNT_1_BIT,
                                            .layers = 1,
                                            .instance_count = program->instance_count};
    fusor_result result = find_callbacks(program, index, out);
    if (result == FUSOR_OK && plan->kind == FUSOR_PASS_RASTER) {
        result = fill_raster(program, plan, &out->info);
    }
    return result == FUSOR_OK ? fill_uses(program, plan, &out->info) : result;
}

fusor_result vulkan_make_pass_infos(vulkan_program *program)
{
    const fusor_plan *plan = program->plan;
    program->passes = vulkan_take(&program->owner, plan->pass_count, sizeof *program->passes);
    if (!program->passes) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; result == FUSOR_OK && i < plan->order_count; i++) {
        result = make_pass(program, plan->order[i]);
    }
    return result;
}
