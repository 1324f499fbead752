/* In: the operations of one copy pass. Out: what is wrong with them.
 * Promise: after this, every operation lies inside the declared uses and moves what fits
 * (Vulkan 1.3, "Copy Commands": compatible formats, equal regions; tightly packed buffers). */
#include "check/check.h"

#include "base/base_math.h"

static void bad_copy(const check_context *c, const graph_copy *copy, const char *why)
{
    const char *pass = c->model->passes[copy->pass].name;
    const char *dst = c->model->resources[copy->dst].name;
    const char *src = copy->src == FUSOR_NONE ? NULL : c->model->resources[copy->src].name;
    base_diags_add(c->diags, FUSOR_DIAGNOSTIC_COPY_INVALID, pass, dst,
                   "pass \"%s\": %s%s%s to \"%s\": %s", pass, src ? "from \"" : "", src ? src : "",
                   src ? "\"" : "", dst, why);
}

/* Texels of one aspect, tightly packed: what a buffer side of the copy holds. */
static bool packed_bytes(const graph_resource *r, const fusor_region *region, uint64_t *out)
{
    *out = 0;
    for (fusor_aspects aspect = 1; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1) {
        if (!(region->aspects & aspect))
            continue;
        for (uint32_t m = 0; m < region->mips.count; m++) {
            uint32_t mip = region->mips.first + m;
            uint64_t w = base_mip_size(r->extent[0], mip), h = base_mip_size(r->extent[1], mip);
            uint64_t blocks = (w + r->format->block_width - 1) / r->format->block_width *
                              ((h + r->format->block_height - 1) / r->format->block_height);
            uint64_t texel = base_aspect_bytes(r->format, aspect);
            texel = texel == 3 ? 4 : texel; /* 24-bit depth is copied as 32 bits */
            *out += blocks * base_mip_size(r->extent[2], mip) * region->layers.count * texel;
        }
    }
    return true;
}

static const char *buffer_image_fault(const graph_resource *image, const fusor_region *texels,
                                      const fusor_region *bytes)
{
    uint64_t need;
    if (!image->format || image->samples > 1)
        return "a multisampled image is copied with resolve";
    bool color = image->aspects & FUSOR_ASPECT_COLOR;
    if (bytes->bytes.first % (color ? image->format->block_bytes : 4))
        return "the buffer range does not begin at a multiple of the texel size (depth: 4)";
    packed_bytes(image, texels, &need);
    return need == bytes->bytes.count ? NULL
                                      : "the buffer range is not the packed size of the texels";
}

static bool same_extent(const graph_resource *a, const fusor_region *ar, const graph_resource *b,
                        const fusor_region *br)
{
    for (int i = 0; i < 3; i++)
        if (base_mip_size(a->extent[i], ar->mips.first) !=
            base_mip_size(b->extent[i], br->mips.first))
            return false;
    return true;
}

static int component_kind(const graph_resource *r)
{
    fusor_format_class c = r->format->number_class;
    return c == FUSOR_FORMAT_CLASS_UINT ? 1 : c == FUSOR_FORMAT_CLASS_SINT ? 2 : 0;
}

/* Vulkan 1.3, vkCmdBlitImage: signed, unsigned and other numbers stay among themselves, integers and
 * depth are not filtered, depth stays in its format. */
static const char *blit_fault(const graph_copy *copy, const graph_resource *src,
                              const graph_resource *dst)
{
    bool depth = !(src->aspects & FUSOR_ASPECT_COLOR) || !(dst->aspects & FUSOR_ASPECT_COLOR);
    if (src->samples > 1 || dst->samples > 1)
        return "a blit needs one sample";
    if (depth && (src->format != dst->format || copy->linear))
        return "a depth blit is nearest and between equal formats";
    if (component_kind(src) != component_kind(dst) || (copy->linear && component_kind(src)))
        return "integers are blitted to integers of their sign, nearest";
    return NULL;
}

static const char *image_image_fault(const graph_copy *copy, const graph_resource *src,
                                     const graph_resource *dst)
{
    const fusor_region *sr = &copy->src_region, *dr = &copy->dst_region;
    if (!src->format || !dst->format)
        return NULL;
    if (sr->mips.count != dr->mips.count || sr->layers.count != dr->layers.count)
        return "mips and layers differ in number";
    if (copy->kind == FUSOR_COPY_BLIT)
        return blit_fault(copy, src, dst);
    if (copy->kind == FUSOR_COPY_RESOLVE)
        return !same_extent(src, sr, dst, dr)           ? "extents differ"
               : src->samples == 1 || dst->samples != 1 ? "a resolve goes from many samples to one"
               : src->format != dst->format             ? "a resolve needs equal formats"
               : !(src->aspects & FUSOR_ASPECT_COLOR)   ? "only colour is resolved by a copy pass"
                                                        : NULL;
    bool depth = !(src->aspects & FUSOR_ASPECT_COLOR) || !(dst->aspects & FUSOR_ASPECT_COLOR);
    return src->samples != dst->samples                           ? "sample counts differ"
           : src->format->block_bytes != dst->format->block_bytes ? "texel sizes differ"
           : depth && (src->format != dst->format || sr->aspects != dr->aspects)
               ? "depth and stencil are copied between equal formats and aspects"
               : NULL;
}

static const char *copy_fault(const check_context *c, const graph_copy *copy)
{
    const graph_resource *dst = &c->model->resources[copy->dst];
    if (copy->kind == FUSOR_COPY_CLEAR)
        return dst->is_image ? NULL : "a clear is for images; use a fill";
    if (copy->kind == FUSOR_COPY_FILL)
        return dst->is_image ? "a fill is for buffers; use a clear"
               : (copy->dst_region.bytes.first % 4 || copy->dst_region.bytes.count % 4)
                   ? "a fill needs multiples of 4 bytes"
                   : NULL;
    const graph_resource *src = &c->model->resources[copy->src];
    if (src->is_image && dst->is_image)
        return image_image_fault(copy, src, dst);
    if (copy->kind != FUSOR_COPY_COPY)
        return "blits and resolves go from image to image";
    if (src->is_image)
        return buffer_image_fault(src, &copy->src_region, &copy->dst_region);
    if (dst->is_image)
        return buffer_image_fault(dst, &copy->dst_region, &copy->src_region);
    return copy->src_region.bytes.count == copy->dst_region.bytes.count ? NULL
                                                                        : "byte counts differ";
}

static const char *overlap_fault(const check_context *c, const graph_copy *copy)
{
    if (copy->src != copy->dst || copy->src_previous)
        return NULL;
    bool is_image = c->model->resources[copy->dst].is_image;
    return graph_regions_meet(is_image, &copy->src_region, &copy->dst_region)
               ? "source and destination overlap"
               : NULL;
}

static void check_blit_formats(const check_context *c, const graph_copy *copy)
{
    const graph_resource *src = &c->model->resources[copy->src],
                         *dst = &c->model->resources[copy->dst];
    if (copy->kind != FUSOR_COPY_BLIT || !src->format || !dst->format)
        return;
    fusor_format_features from = FUSOR_FORMAT_FEATURE_BLIT_SRC;
    if (copy->linear)
        from |= FUSOR_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR;
    if (!check_format_has(c->device, src->format->format, from) ||
        !check_format_has(c->device, dst->format->format, FUSOR_FORMAT_FEATURE_BLIT_DST))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_FORMAT_UNSUPPORTED,
                       c->model->passes[copy->pass].name, dst->name,
                       "pass \"%s\": device \"%s\" cannot blit %s to %s",
                       c->model->passes[copy->pass].name, c->device->name, src->format->name,
                       dst->format->name);
}

static void check_one(const check_context *c, const graph_copy *copy)
{
    const char *fault = copy_fault(c, copy);
    if (!fault && copy->src != FUSOR_NONE)
        fault = overlap_fault(c, copy);
    if (!fault &&
        (copy->dst_use == FUSOR_NONE || (copy->src != FUSOR_NONE && copy->src_use == FUSOR_NONE)))
        fault = "the operation lies outside the declared uses";
    const graph_resource *dst = &c->model->resources[copy->dst];
    if (fault)
        bad_copy(c, copy, fault);
    else if (copy->kind == FUSOR_COPY_CLEAR && dst->format &&
             !check_clear_fits(dst, copy->dst_region.aspects, copy->value))
        check_bad_clear(c, &c->model->passes[copy->pass], dst);
    else if (copy->src != FUSOR_NONE)
        check_blit_formats(c, copy);
}

/* Another copy of the pass writes a side of this one; `other`: the last that writes its resource. */
static bool is_written(const check_context *c, const graph_copy *copy, bool src, uint32_t other)
{
    bool is_image =
        other != FUSOR_NONE && c->model->resources[src ? copy->src : copy->dst].is_image;
    for (; other != FUSOR_NONE; other = c->model->copies.data[other].next_to) {
        const graph_copy *writer = &c->model->copies.data[other];
        if (writer != copy &&
            graph_regions_meet(is_image, src ? &copy->src_region : &copy->dst_region,
                               &writer->dst_region))
            return true;
    }
    return false;
}

/* The operations of one pass are recorded without barriers: none may read or write what another one
 * writes. */
static void check_order(const check_context *c, const graph_pass *pass)
{
    for (uint32_t i = 0; i < pass->copies.count; i++) {
        const graph_copy *copy = &c->model->copies.data[pass->copies.first + i];
        if ((copy->src_previous || !is_written(c, copy, true, copy->to_src)) &&
            !is_written(c, copy, false, copy->to_dst))
            continue;
        bad_copy(c, copy, "another operation of the pass writes it; use two passes");
        return;
    }
}

void check_copies(const check_context *c, const graph_pass *pass)
{
    for (uint32_t i = 0; i < pass->copies.count; i++)
        check_one(c, &c->model->copies.data[pass->copies.first + i]);
    check_order(c, pass);
    const fusor_pass_desc *desc = pass->desc;
    if (desc->kind == FUSOR_PASS_COPY && !desc->op_count && desc->read_count > desc->write_count)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_COPY_INVALID, pass->name, NULL,
                       "copy pass \"%s\" has %u reads and %u writes: reads[i] goes to writes[i]",
                       pass->name, desc->read_count, desc->write_count);
}
