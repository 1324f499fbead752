/* In: one raster pass. Out: what is wrong with its attachments.
 * Promise: after this, all attachments have one extent, one number of layers and (but for resolve
 * targets) one sample count, and the device can attach each ("Framebuffer", "Render Pass Creation"). */
#include "check/check.h"

#include "base/base_math.h"

static const graph_resource *resource_of(const check_context *c, const graph_use *use)
{
    return &c->model->resources[use->resource];
}

static void mismatch(const check_context *c, const graph_pass *pass, const graph_use *use,
                     const char *what)
{
    const graph_resource *r = resource_of(c, use);
    fusor_diagnostic_code code = what[0] == 'e'   ? FUSOR_DIAGNOSTIC_EXTENT_MISMATCH
                                 : what[0] == 'l' ? FUSOR_DIAGNOSTIC_LAYERS_MISMATCH
                                                  : FUSOR_DIAGNOSTIC_SAMPLES_MISMATCH;
    base_diags_add(c->diags, code, pass->name, r->name,
                   "pass \"%s\": \"%s\" (%u × %u, %u layers, %u samples) differs in %s from the "
                   "pass's first attachment (%u × %u, %u layers, %u samples)",
                   pass->name, r->name, base_mip_size(r->extent[0], use->region.mips.first),
                   base_mip_size(r->extent[1], use->region.mips.first), use->region.layers.count,
                   r->samples, what, pass->extent[0], pass->extent[1], pass->layers, pass->samples);
}

static void check_target(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    const graph_resource *r = resource_of(c, use);
    uint32_t mip = use->region.mips.first;
    if (base_mip_size(r->extent[0], mip) != pass->extent[0] ||
        base_mip_size(r->extent[1], mip) != pass->extent[1])
        mismatch(c, pass, use, "extent");
    if (use->region.layers.count != pass->layers)
        mismatch(c, pass, use, "layers");
    if (use->as != FUSOR_USE_RESOLVE && r->samples != pass->samples)
        mismatch(c, pass, use, "samples");
}

static void check_format(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    const graph_resource *r = resource_of(c, use);
    bool color = (r->aspects & FUSOR_ASPECT_COLOR) != 0;
    if (r->format &&
        ((use->as == FUSOR_USE_COLOR && !color) || (use->as == FUSOR_USE_DEPTH_STENCIL && color))) {
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_USE_INVALID, pass->name, r->name,
                       "pass \"%s\": \"%s\" (%s) has no %s aspect", pass->name, r->name,
                       r->format->name, color ? "depth or stencil" : "colour");
        return;
    }
    fusor_format_features need = color ? FUSOR_FORMAT_FEATURE_COLOR_ATTACHMENT
                                       : FUSOR_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT;
    if (r->format && !check_format_has(c->device, r->format->format, need))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_FORMAT_UNSUPPORTED, pass->name, r->name,
                       "pass \"%s\": device \"%s\" cannot attach %s (\"%s\")", pass->name,
                       c->device->name, r->format->name, r->name);
}

/* Slices of a 3D image are tracked together, so one of several cannot be drawn alone; and no slice of
 * depth can be attached (VUID-VkFramebufferCreateInfo-pAttachments-00891). */
static void check_slices(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    const graph_resource *r = resource_of(c, use);
    uint32_t slices = base_mip_size(r->extent[2], use->region.mips.first);
    bool color = (r->aspects & FUSOR_ASPECT_COLOR) != 0;
    if (r->type == FUSOR_IMAGE_3D && (slices > 1 || !color))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_USE_INVALID, pass->name, r->name,
                       "pass \"%s\" attaches \"%s\", a 3D image of %u slices%s", pass->name,
                       r->name, slices, color ? ": only one slice can be drawn" : " of depth");
}

static bool is_integer(const graph_resource *r)
{
    return r->format->number_class == FUSOR_FORMAT_CLASS_UINT ||
           r->format->number_class == FUSOR_FORMAT_CLASS_SINT;
}

static void check_clear(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    const graph_resource *r = resource_of(c, use);
    const fusor_depth_desc *depth = &pass->desc->depth;
    const double values[4] = {depth->clear_depth, depth->clear_stencil};
    bool color = use->as == FUSOR_USE_COLOR;
    if (use->load == FUSOR_LOAD_CLEAR && r->format &&
        !check_clear_fits(r, use->region.aspects,
                          color ? pass->desc->color[use->slot].clear : values))
        check_bad_clear(c, pass, r);
}

static void check_load(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    bool read_only = use->as == FUSOR_USE_DEPTH_STENCIL && !use->writes;
    if ((unsigned)use->load > FUSOR_LOAD_OVERWRITE ||
        (read_only && (use->load == FUSOR_LOAD_CLEAR || use->load == FUSOR_LOAD_OVERWRITE)))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_USE_INVALID, pass->name,
                       resource_of(c, use)->name,
                       "pass \"%s\": read-only \"%s\" cannot be cleared or overwritten", pass->name,
                       resource_of(c, use)->name);
}

/* Nobody averages stencil (VkPhysicalDeviceDepthStencilResolveProperties: supportedStencilResolveModes). */
static bool has_mode(uint32_t modes, uint32_t known, fusor_resolve_mode mode)
{
    uint32_t wanted = mode ? (uint32_t)mode : FUSOR_RESOLVE_SAMPLE_ZERO;
    return base_is_power_of_two(wanted) && (wanted & known & (modes ? modes : known));
}

static bool depth_modes_fit(const fusor_device_desc *device, fusor_aspects aspects,
                            const fusor_resolve_desc *desc)
{
    const uint32_t stencil = FUSOR_RESOLVE_SAMPLE_ZERO | FUSOR_RESOLVE_MIN | FUSOR_RESOLVE_MAX;
    uint32_t depth_modes = aspects & FUSOR_ASPECT_DEPTH ? device->depth_resolve_modes : 0;
    uint32_t stencil_modes = aspects & FUSOR_ASPECT_STENCIL ? device->stencil_resolve_modes : 0;
    return has_mode(depth_modes, stencil | FUSOR_RESOLVE_AVERAGE, desc->mode) &&
           has_mode(stencil_modes, stencil, desc->stencil_mode);
}

static bool mode_fits(const check_context *c, const graph_use *use, const graph_resource *from,
                      const fusor_resolve_desc *desc)
{
    if (use->as == FUSOR_USE_COLOR)
        return desc->mode == FUSOR_RESOLVE_DEFAULT || desc->mode == FUSOR_RESOLVE_AVERAGE ||
               (is_integer(from) && desc->mode == FUSOR_RESOLVE_SAMPLE_ZERO);
    return depth_modes_fit(c->device, from->aspects, desc);
}

static void check_resolve(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    if (use->resolve == FUSOR_NONE)
        return;
    const graph_resource *from = resource_of(c, use);
    const graph_resource *to = resource_of(c, &c->model->uses.data[use->resolve]);
    const fusor_resolve_desc *desc = use->as == FUSOR_USE_COLOR
                                         ? &pass->desc->color[use->slot].resolve
                                         : &pass->desc->depth.resolve;
    const char *why = from->samples == 1 || to->samples != 1 ? "goes from many samples to one"
                      : from->format != to->format           ? "needs equal formats"
                      : from->format && !mode_fits(c, use, from, desc)
                          ? "has a mode that the format or the device does not have"
                          : NULL;
    if (why)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_RESOLVE_INVALID, pass->name, to->name,
                       "pass \"%s\": the resolve of \"%s\" into \"%s\" %s%s", pass->name,
                       from->name, to->name, why[0] == 'g' ? "must be one that " : "", why);
}

/* The extent of a pass without attachments, which no image limits. */
static void check_free_extent(const check_context *c, const graph_pass *pass)
{
    uint32_t limit = c->device->limits.image_2d;
    limit = limit ? base_min_u32(limit, FUSOR_EXTENT_MAX) : FUSOR_EXTENT_MAX;
    if (pass->extent[0] > limit || pass->extent[1] > limit)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED, pass->name, NULL,
                       "pass \"%s\" draws %u × %u texels; device \"%s\" allows %u", pass->name,
                       pass->extent[0], pass->extent[1], c->device->name, limit);
}

static void check_area(const check_context *c, const graph_pass *pass)
{
    const uint32_t *a = pass->area;
    bool inside = a[2] && a[3] && a[0] <= pass->extent[0] && a[2] <= pass->extent[0] - a[0] &&
                  a[1] <= pass->extent[1] && a[3] <= pass->extent[1] - a[1];
    if (pass->extent[0] && !inside)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_VALUE_RANGE, pass->name, NULL,
                       "pass \"%s\": the area does not lie inside %u × %u", pass->name,
                       pass->extent[0], pass->extent[1]);
}

static void check_views(const check_context *c, const graph_pass *pass)
{
    uint32_t mask = pass->desc->view_mask, views = 0;
    for (uint32_t rest = mask; rest; rest >>= 1)
        views++;
    uint32_t limit = c->device->limits.views;
    if (mask && (!c->device->features.multiview || (limit && views > limit)))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED, pass->name, NULL,
                       "pass \"%s\" draws %u views; device \"%s\" allows %u", pass->name, views,
                       c->device->name, c->device->features.multiview ? limit : 0);
    else if (mask && pass->layers && views > pass->layers)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_LAYERS_MISMATCH, pass->name, NULL,
                       "pass \"%s\" draws %u views into %u layers", pass->name, views,
                       pass->layers);
}

static void check_limits(const check_context *c, const graph_pass *pass)
{
    uint32_t colors = c->device->limits.color_attachments;
    uint32_t inputs = c->device->limits.input_attachments;
    if (colors && pass->desc->color_count > colors)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED, pass->name, NULL,
                       "pass \"%s\" has %u colour attachments; device \"%s\" allows %u", pass->name,
                       pass->desc->color_count, c->device->name, colors);
    if (inputs && pass->desc->input_count > inputs)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED, pass->name, NULL,
                       "pass \"%s\" has %u inputs; device \"%s\" allows %u", pass->name,
                       pass->desc->input_count, c->device->name, inputs);
}

void check_attachments(const check_context *c, const graph_pass *pass)
{
    if (pass->kind != FUSOR_PASS_RASTER)
        return;
    for (uint32_t i = 0; i < pass->uses.count; i++) {
        const graph_use *use = &c->model->uses.data[pass->uses.first + i];
        if (!use->attachment)
            continue;
        check_target(c, pass, use);
        check_format(c, pass, use);
        check_slices(c, pass, use);
        check_load(c, pass, use);
        check_clear(c, pass, use);
        check_resolve(c, pass, use);
    }
    check_limits(c, pass);
    check_free_extent(c, pass);
    check_area(c, pass);
    check_views(c, pass);
}
