/* In: the declaration. Out: flat resources, passes, uses and copies with every default resolved.
 * Promise: indices in the model are valid and ranges lie inside their resources, whatever was
 * declared; what had to be cut or left out is an error. O(uses + resources). */
#include "graph/graph_model.h"

#include <string.h>

#include "base/base_math.h"

static uint32_t history_slots(fusor_lifetime lifetime, uint32_t declared)
{
    if (lifetime != FUSOR_LIFETIME_HISTORY)
        return 1;
    return declared < 2 ? 2 : base_min_u32(declared, FUSOR_HISTORY_SLOTS_MAX);
}

static graph_resource image_resource(const fusor_graph *graph, uint32_t index)
{
    const fusor_image_desc *desc = &graph->images.data[index];
    graph_resource out = {.name = desc->name,
                          .is_image = true,
                          .handle = index + 1,
                          .lifetime = desc->lifetime,
                          .slots = history_slots(desc->lifetime, desc->history_slots),
                          .import = desc->import,
                          .format = fusor_format_get_info(desc->format),
                          .type = desc->type,
                          .size = desc->size,
                          .mips = base_min_u32(desc->mips, 32),
                          .layers = desc->layers,
                          .samples = desc->samples,
                          .view_formats = desc->view_formats,
                          .view_format_count = desc->view_format_count};
    graph_image_extent(graph, desc, out.extent);
    if (out.format) {
        base_shape shape = {
            .format = out.format, .mips = out.mips, .layers = out.layers, .samples = out.samples};
        memcpy(shape.extent, out.extent, sizeof shape.extent);
        out.aspects = out.format->aspects;
        if (!base_shape_bytes(&shape, &out.bytes))
            out.bytes = UINT64_MAX; /* check reports it */
    }
    return out;
}

static graph_resource buffer_resource(const fusor_graph *graph, uint32_t index)
{
    const fusor_buffer_desc *desc = &graph->buffers.data[index];
    return (graph_resource){.name = desc->name,
                            .handle = index + 1,
                            .lifetime = desc->lifetime,
                            .slots = history_slots(desc->lifetime, desc->history_slots),
                            .import = desc->import,
                            .host = desc->host,
                            .host_shared = desc->host_shared,
                            .bytes = desc->size_bytes};
}

static void mark_outputs(graph_model *model)
{
    const fusor_graph *graph = model->graph;
    for (uint32_t i = 0; i < graph->outputs.count; i++) {
        graph_output output = graph->outputs.data[i];
        uint32_t index =
            output.image.id ? output.image.id - 1 : model->image_count + output.buffer.id - 1;
        model->resources[index].output = true;
    }
}

static bool add_resources(graph_model *model, base_arena *arena)
{
    const fusor_graph *graph = model->graph;
    model->image_count = graph->images.count;
    model->resource_count = graph->images.count + graph->buffers.count;
    model->resources = BASE_NEW(arena, graph_resource, model->resource_count);
    if (!model->resources)
        return false;
    for (uint32_t i = 0; i < graph->images.count; i++)
        model->resources[i] = image_resource(graph, i);
    for (uint32_t i = 0; i < graph->buffers.count; i++)
        model->resources[model->image_count + i] = buffer_resource(graph, i);
    mark_outputs(model);
    return true;
}

/* Without attachments nothing gives an extent: the area does, or the render size. */
static void set_free_target(const graph_model *model, graph_pass *pass)
{
    const uint32_t *area = pass->desc->area;
    bool given = area[2] && area[3];
    for (int i = 0; i < 2; i++) {
        uint64_t end = (uint64_t)area[i] + area[i + 2];
        pass->extent[i] =
            given ? (uint32_t)(end < UINT32_MAX ? end : UINT32_MAX) : model->graph->render_size[i];
    }
    pass->layers = pass->samples = 1;
    for (uint32_t views = pass->desc->view_mask; views > 1; views >>= 1)
        pass->layers++;
}

/* Extent, layers and samples of the first attachment; `check` compares the others with it. */
static void set_target(graph_model *model, graph_pass *pass)
{
    if (pass->kind == FUSOR_PASS_RASTER)
        set_free_target(model, pass);
    for (uint32_t i = 0; i < pass->uses.count; i++) {
        const graph_use *use = &model->uses.data[pass->uses.first + i];
        const graph_resource *resource = &model->resources[use->resource];
        if (!use->attachment || use->as == FUSOR_USE_RESOLVE)
            continue;
        pass->extent[0] = base_mip_size(resource->extent[0], use->region.mips.first);
        pass->extent[1] = base_mip_size(resource->extent[1], use->region.mips.first);
        pass->layers = use->region.layers.count;
        pass->samples = resource->samples;
        break;
    }
    const uint32_t *area = pass->desc->area;
    bool given = area[0] || area[1] || area[2] || area[3];
    pass->area[0] = given ? area[0] : 0;
    pass->area[1] = given ? area[1] : 0;
    pass->area[2] = given ? area[2] : pass->extent[0];
    pass->area[3] = given ? area[3] : pass->extent[1];
    pass->area_is_full = !pass->area[0] && !pass->area[1] && pass->area[2] == pass->extent[0] &&
                         pass->area[3] == pass->extent[1];
}

/* A part of the attachment keeps its contents: nothing there is dead. */
static void keep_outside_area(graph_model *model, const graph_pass *pass)
{
    for (uint32_t i = 0; !pass->area_is_full && i < pass->uses.count; i++) {
        graph_use *use = &model->uses.data[pass->uses.first + i];
        if (use->attachment)
            use->overwrites = false;
    }
}

static bool add_pass(graph_model *model, base_diags *diags, uint32_t index)
{
    const fusor_pass_desc *desc = &model->graph->passes.data[index];
    graph_pass *pass = &model->passes[index];
    *pass =
        (graph_pass){.desc = desc, .name = desc->name, .kind = desc->kind, .flags = desc->flags};
    pass->copies.first = model->copies.count;
    if (!graph_model_add_copies(model, diags, index))
        return false;
    pass->copies.count = model->copies.count - pass->copies.first;
    pass->uses.first = model->uses.count;
    if (!graph_model_add_uses(model, diags, index))
        return false;
    pass->uses.count = model->uses.count - pass->uses.first;
    graph_model_close_copies(model, pass->copies);
    set_target(model, pass);
    keep_outside_area(model, pass);
    return true;
}

/* Layouts that need VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT. */
static bool is_depth_layout(fusor_layout layout)
{
    return layout == FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT ||
           layout == FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY ||
           layout == FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT ||
           layout == FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY;
}

static bool asks_for_layout(const graph_model *model, const graph_use *use)
{
    const graph_pass *pass = &model->passes[use->pass];
    if (pass->kind != FUSOR_PASS_RAW)
        return false;
    return (use->writes ? pass->desc->writes : pass->desc->reads)[use->slot].has_layout;
}

/* A depth image that nobody attaches is not made for attachment: DEPTH_STENCIL_READ_ONLY would not be
 * allowed for it (VUID-VkImageMemoryBarrier2-oldLayout-01210). It is read as colour images are. What a
 * caller imports has been attached by him, and its states always mean the same layouts. */
static void settle_depth_layouts(graph_model *model)
{
    for (uint32_t r = 0; r < model->image_count; r++)
        model->resources[r].attached =
            model->resources[r].lifetime == FUSOR_LIFETIME_IMPORTED &&
            (model->resources[r].aspects & (FUSOR_ASPECT_DEPTH | FUSOR_ASPECT_STENCIL));
    for (uint32_t i = 0; i < model->uses.count; i++) {
        const graph_use *use = &model->uses.data[i];
        bool attaches = (use->attachment && use->as != FUSOR_USE_INPUT) ||
                        use->as == FUSOR_USE_RAW_DEPTH ||
                        (asks_for_layout(model, use) &&
                         (is_depth_layout(use->layout) || is_depth_layout(use->layout_after)));
        if (attaches && !(model->resources[use->resource].aspects & FUSOR_ASPECT_COLOR))
            model->resources[use->resource].attached = true;
    }
    for (uint32_t i = 0; i < model->uses.count; i++) {
        graph_use *use = &model->uses.data[i];
        if (asks_for_layout(model, use) || model->resources[use->resource].attached ||
            use->layout != FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY)
            continue;
        use->layout = use->layout_after = FUSOR_LAYOUT_SHADER_READ_ONLY;
    }
}

/* A history or persistent image starts, aspect by aspect, as the first clear that is declared for it. */
static void set_start_contents(graph_model *model)
{
    for (uint32_t i = model->uses.count; i-- > 0;) {
        const graph_use *use = &model->uses.data[i];
        const fusor_pass_desc *desc = model->passes[use->pass].desc;
        graph_resource *resource = &model->resources[use->resource];
        if (use->load != FUSOR_LOAD_CLEAR)
            continue;
        if (use->as == FUSOR_USE_COLOR)
            memcpy(resource->clear, desc->color[use->slot].clear, sizeof resource->clear);
        if (use->region.aspects & FUSOR_ASPECT_DEPTH)
            resource->clear_depth = desc->depth.clear_depth;
        if (use->region.aspects & FUSOR_ASPECT_STENCIL)
            resource->clear_stencil = desc->depth.clear_stencil;
    }
}

/* Of a pass: not fewer than it has. */
static uint32_t count_uses(const fusor_pass_desc *desc)
{
    uint32_t count = desc->read_count + desc->write_count;
    if (desc->kind != FUSOR_PASS_RASTER)
        return count;
    for (uint32_t i = 0; i < desc->color_count; i++)
        count += desc->color[i].resolve.image.id ? 2 : 1;
    return count + desc->input_count + (desc->depth.image.id ? 3u : 0u);
}

/* One allocation for all uses, unless they are too many for an index. */
static bool reserve_uses(graph_model *model, base_arena *arena)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < model->pass_count; i++)
        count += count_uses(&model->graph->passes.data[i]);
    return count <= UINT32_MAX && BASE_RESERVE(arena, &model->uses, (uint32_t)count);
}

fusor_result graph_model_build(const fusor_graph *graph, base_diags *diags, graph_model *model)
{
    base_arena *arena = diags->arena;
    *model = (graph_model){.graph = graph, .pass_count = graph->passes.count};
    model->passes = BASE_NEW(arena, graph_pass, model->pass_count);
    if (!model->passes || !add_resources(model, arena) || !reserve_uses(model, arena))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < model->pass_count; i++)
        if (!add_pass(model, diags, i))
            return FUSOR_ERROR_OUT_OF_MEMORY;
    settle_depth_layouts(model);
    set_start_contents(model);
    return FUSOR_OK;
}

uint32_t graph_model_resource(const graph_model *model, base_diags *diags, uint32_t pass,
                              fusor_image image, fusor_buffer buffer)
{
    uint32_t buffer_count = model->resource_count - model->image_count;
    if (image.id && !buffer.id && image.id <= model->image_count)
        return image.id - 1;
    if (buffer.id && !image.id && buffer.id <= buffer_count)
        return model->image_count + buffer.id - 1;
    const char *name = model->graph->passes.data[pass].name;
    base_diags_add(diags, FUSOR_DIAGNOSTIC_HANDLE_INVALID, name, NULL,
                   "pass \"%s\" uses a resource that the graph does not have", name);
    return FUSOR_NONE;
}

static fusor_range cut(fusor_range range, uint32_t total, bool *inside)
{
    if (range.first >= total) {
        *inside = false;
        return (fusor_range){0, total};
    }
    uint32_t rest = total - range.first;
    *inside = *inside && range.count <= rest;
    return (fusor_range){range.first, range.count && range.count < rest ? range.count : rest};
}

static fusor_byte_range cut_bytes(fusor_byte_range range, uint64_t total, bool *inside)
{
    if (range.first >= total) {
        *inside = false;
        return (fusor_byte_range){0, total};
    }
    uint64_t rest = total - range.first;
    *inside = *inside && range.count <= rest;
    return (fusor_byte_range){range.first, range.count && range.count < rest ? range.count : rest};
}

static fusor_aspects default_aspects(const graph_resource *resource, fusor_use_kind as)
{
    bool all = as == FUSOR_USE_COPY || as >= FUSOR_USE_RAW_COLOR;
    if (all || !(resource->aspects & (resource->aspects - 1)))
        return resource->aspects;
    return FUSOR_ASPECT_DEPTH;
}

static void report_outside_image(base_diags *diags, const char *pass,
                                 const graph_resource *resource, const fusor_use_desc *desc)
{
    base_diags_add(diags, FUSOR_DIAGNOSTIC_RANGE_INVALID, pass, resource->name,
                   "pass \"%s\" uses mips, layers or aspects that \"%s\" does not have: mip %u, "
                   "layer %u; it has %u mips, %u layers",
                   pass, resource->name, desc->mips.first, desc->layers.first, resource->mips,
                   resource->layers);
}

fusor_region graph_model_region(const graph_model *model, base_diags *diags, uint32_t pass,
                                uint32_t resource_index, const fusor_use_desc *desc)
{
    const graph_resource *resource = &model->resources[resource_index];
    fusor_region region = {0};
    bool inside = true;
    if (resource->is_image) {
        region.mips = cut(desc->mips, resource->mips, &inside);
        region.layers = cut(desc->layers, resource->layers, &inside);
        region.aspects = desc->aspects ? desc->aspects : default_aspects(resource, desc->as);
        inside = inside && !(region.aspects & ~resource->aspects);
        region.aspects &= resource->aspects;
    } else {
        region.bytes = cut_bytes(desc->range, resource->bytes, &inside);
    }
    const char *name = model->graph->passes.data[pass].name;
    if (!inside && resource->is_image && resource->format)
        report_outside_image(diags, name, resource, desc);
    else if (!inside && !resource->is_image)
        base_diags_add(diags, FUSOR_DIAGNOSTIC_RANGE_INVALID, name, resource->name,
                       "pass \"%s\" uses bytes outside \"%s\": %llu from %llu; it has %llu", name,
                       resource->name, (unsigned long long)desc->range.count,
                       (unsigned long long)desc->range.first, (unsigned long long)resource->bytes);
    return region;
}

static bool range_contains(fusor_range outer, fusor_range inner)
{
    return outer.first <= inner.first && inner.first + inner.count <= outer.first + outer.count;
}

bool graph_needed_at_end(const graph_resource *resource, uint32_t previous)
{
    if (previous)
        return previous + 1 < resource->slots;
    return resource->output || resource->host == FUSOR_HOST_READ ||
           resource->lifetime == FUSOR_LIFETIME_PERSISTENT ||
           resource->lifetime == FUSOR_LIFETIME_HISTORY ||
           (resource->lifetime == FUSOR_LIFETIME_IMPORTED && !resource->import.discard);
}

bool graph_region_contains(bool is_image, const fusor_region *outer, const fusor_region *inner)
{
    if (!is_image)
        return outer->bytes.first <= inner->bytes.first &&
               inner->bytes.first + inner->bytes.count <= outer->bytes.first + outer->bytes.count;
    return !(inner->aspects & ~outer->aspects) && range_contains(outer->mips, inner->mips) &&
           range_contains(outer->layers, inner->layers);
}

bool graph_regions_meet(bool is_image, const fusor_region *a, const fusor_region *b)
{
    if (!is_image)
        return base_bytes_meet(a->bytes, b->bytes);
    return (a->aspects & b->aspects) && base_ranges_meet(a->mips, b->mips) &&
           base_ranges_meet(a->layers, b->layers);
}
