/* In: what a pass or a group does with an image. Out: an image view of exactly that.
 * Promised: one view for each distinct (instance, region, type); shader views have one aspect,
 * attachment views all of the format's. */
#include "vulkan/vulkan_internal.h"

/* An image made for transfers alone has no views (VUID-VkImageViewCreateInfo-image-04441). */
#define VIEW_USAGES                                                                                \
    (FUSOR_IMAGE_USAGE_SAMPLED | FUSOR_IMAGE_USAGE_STORAGE | FUSOR_IMAGE_USAGE_COLOR_ATTACHMENT |  \
     FUSOR_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT | FUSOR_IMAGE_USAGE_INPUT_ATTACHMENT)

static bool equal_regions(const fusor_region *a, const fusor_region *b)
{
    return a->aspects == b->aspects && a->mips.first == b->mips.first &&
           a->mips.count == b->mips.count && a->layers.first == b->layers.first &&
           a->layers.count == b->layers.count;
}

static VkImageView find_view(const vulkan_program *program, const vulkan_resource *resource,
                             const vulkan_view *wanted)
{
    for (uint32_t i = resource->first_view; i != FUSOR_NONE; i = program->views[i].next) {
        const vulkan_view *view = &program->views[i];
        if (view->instance == wanted->instance && view->type == wanted->type &&
            equal_regions(&view->region, &wanted->region)) {
            return view->handle;
        }
    }
    return VK_NULL_HANDLE;
}

/* The table of views grows in the program's own memory; old rows stay behind until it dies. */
static bool grow_views(vulkan_program *program)
{
    if (program->view_count < program->view_capacity) {
        return true;
    }
    uint32_t capacity = program->view_capacity ? program->view_capacity * 2 : 64;
    vulkan_view *views = vulkan_take(&program->owner, capacity, sizeof *views);
    if (!views) {
        return false;
    }
    for (uint32_t i = 0; i < program->view_count; i++) {
        views[i] = program->views[i];
    }
    program->views = views;
    program->view_capacity = capacity;
    return true;
}

static fusor_result make_view(vulkan_program *program, uint32_t index, vulkan_view *view)
{
    const fusor_plan_resource *plan = &program->plan->resources[index];
    vulkan_resource *resource = &program->resources[index];
    if (!grow_views(program)) {
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = resource->images[view->instance],
        .viewType = view->type,
        .format = (VkFormat)plan->format,
        .subresourceRange = {vulkan_aspects(view->region.aspects), view->region.mips.first,
                             view->region.mips.count, view->region.layers.first,
                             view->region.layers.count}};
    fusor_result result = vulkan_make_view(&program->owner, &info, plan->name, &view->handle);
    if (result == FUSOR_OK) {
        view->next = resource->first_view;
        resource->first_view = program->view_count;
        program->views[program->view_count++] = *view;
    }
    return result;
}

static fusor_result reach_view(vulkan_program *program, uint32_t index, vulkan_view *wanted,
                               VkImageView *out)
{
    *out = find_view(program, &program->resources[index], wanted);
    if (*out) {
        return FUSOR_OK;
    }
    fusor_result result = make_view(program, index, wanted);
    *out = wanted->handle;
    return result;
}

/* ------------------------------------------------------------------------------------- what types */

static VkImageViewType flat_type(uint32_t layers)
{
    return layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
}

/* Cubes are sampled as cubes where whole cubes are read, and stored to as layers. */
static VkImageViewType shader_type(const vulkan_program *program, const fusor_plan_resource *plan,
                                   const fusor_plan_use *use)
{
    uint32_t layers = use->region.layers.count;
    bool whole = use->region.layers.first % 6 == 0 && layers % 6 == 0;
    if (plan->type == FUSOR_IMAGE_3D) {
        return VK_IMAGE_VIEW_TYPE_3D;
    }
    if (plan->type == FUSOR_IMAGE_CUBE && use->as == FUSOR_USE_SAMPLED && whole) {
        if (layers == 6) {
            return VK_IMAGE_VIEW_TYPE_CUBE;
        }
        if (program->vk->features.cube_array) {
            return VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
        }
    }
    return flat_type(layers);
}

static bool is_attachment_use(fusor_use_kind as)
{
    return as == FUSOR_USE_COLOR || as == FUSOR_USE_DEPTH_STENCIL || as == FUSOR_USE_RESOLVE ||
           as == FUSOR_USE_RAW_COLOR || as == FUSOR_USE_RAW_DEPTH || as == FUSOR_USE_RAW_RESOLVE;
}

static fusor_aspects format_aspects(const fusor_plan_resource *plan)
{
    const fusor_format_info *info = fusor_format_get_info(plan->format);
    return info ? info->aspects : FUSOR_ASPECT_COLOR;
}

/* A descriptor's view has one aspect (VUID-VkDescriptorImageInfo-imageView-01976). */
static fusor_aspects shader_aspect(fusor_aspects aspects)
{
    const fusor_aspects both = FUSOR_ASPECT_DEPTH | FUSOR_ASPECT_STENCIL;
    return (aspects & both) == both ? FUSOR_ASPECT_DEPTH : aspects;
}

fusor_result vulkan_use_view(vulkan_program *program, const fusor_plan_use *use, uint32_t instance,
                             VkImageView *out)
{
    const fusor_plan_resource *plan = &program->plan->resources[use->resource];
    *out = VK_NULL_HANDLE;
    if (!plan->is_image || use->as == FUSOR_USE_COPY || !(plan->usage & VIEW_USAGES)) {
        return FUSOR_OK;
    }
    vulkan_view wanted = {.region = use->region, .instance = instance};
    wanted.region.bytes = (fusor_byte_range){0};
    if (is_attachment_use(use->as)) {
        wanted.type = flat_type(use->region.layers.count);
        wanted.region.aspects = format_aspects(plan);
    } else {
        wanted.type = use->as == FUSOR_USE_INPUT ? flat_type(use->region.layers.count)
                                                 : shader_type(program, plan, use);
        wanted.region.aspects = shader_aspect(use->region.aspects);
    }
    return reach_view(program, use->resource, &wanted, out);
}

fusor_result vulkan_attachment_view(vulkan_program *program,
                                    const fusor_plan_attachment *attachment, uint32_t instance,
                                    VkImageView *out)
{
    const fusor_plan_resource *plan = &program->plan->resources[attachment->resource];
    vulkan_view wanted = {.region = {.aspects = format_aspects(plan),
                                     .mips = {attachment->mip, 1},
                                     .layers = attachment->layers},
                          .instance = instance,
                          .type = flat_type(attachment->layers.count)};
    return reach_view(program, attachment->resource, &wanted, out);
}
