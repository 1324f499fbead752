/* In: how images are used and what formats the device has for it. Out: formats and sample counts that
 * it has.
 * Promised: texel size, aspects and kind of number stay; images that are resolved into each other keep
 * equal formats. */
#include "run_fit.h"
#include "run_format.h"

typedef struct image_needs {
    fusor_format_features *features; /* by image index */
    uint32_t *leader;                /* images of equal leader have equal formats */
    uint8_t *storage;                /* 1: read in shaders, 2: written */
} image_needs;

static uint32_t leader_of(const image_needs *needs, uint32_t index)
{
    while (needs->leader[index] != index) {
        index = needs->leader[index];
    }
    return index;
}

static void need(image_needs *needs, fusor_image image, fusor_format_features features)
{
    if (image.id) {
        needs->features[image.id - 1] |= features;
    }
}

static void join(image_needs *needs, fusor_image a, fusor_image b)
{
    if (a.id && b.id) {
        needs->leader[leader_of(needs, a.id - 1)] = leader_of(needs, b.id - 1);
    }
}

static void need_use(image_needs *needs, const fusor_use_desc *use, bool is_write)
{
    if (!use->image.id) {
        return;
    }
    if (use->as == FUSOR_USE_SAMPLED) {
        need(needs, use->image, FUSOR_FORMAT_FEATURE_SAMPLED_IMAGE);
    } else if (use->as == FUSOR_USE_STORAGE) {
        need(needs, use->image, FUSOR_FORMAT_FEATURE_STORAGE_IMAGE);
        uint8_t *storage = &needs->storage[use->image.id - 1];
        *storage = (uint8_t)(*storage | (is_write ? 2 : 1));
    } else if (use->as == FUSOR_USE_COPY) {
        need(needs, use->image,
             is_write ? FUSOR_FORMAT_FEATURE_TRANSFER_DST : FUSOR_FORMAT_FEATURE_TRANSFER_SRC);
    }
}

static void need_attachments(image_needs *needs, const fusor_pass_desc *pass)
{
    for (uint32_t i = 0; i < pass->color_count; i++) {
        need(needs, pass->color[i].image, FUSOR_FORMAT_FEATURE_COLOR_ATTACHMENT);
        need(needs, pass->color[i].resolve.image, FUSOR_FORMAT_FEATURE_COLOR_ATTACHMENT);
        join(needs, pass->color[i].image, pass->color[i].resolve.image);
    }
    need(needs, pass->depth.image, FUSOR_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT);
    need(needs, pass->depth.resolve.image, FUSOR_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT);
    join(needs, pass->depth.image, pass->depth.resolve.image);
}

static void need_ops(image_needs *needs, const fusor_pass_desc *pass)
{
    for (uint32_t i = 0; i < pass->op_count; i++) {
        const fusor_copy_op_desc *op = &pass->ops[i];
        if (op->kind == FUSOR_COPY_BLIT) {
            need(needs, op->src.image,
                 FUSOR_FORMAT_FEATURE_BLIT_SRC |
                     (op->linear ? FUSOR_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR : 0u));
            need(needs, op->dst.image, FUSOR_FORMAT_FEATURE_BLIT_DST);
        } else if (op->kind == FUSOR_COPY_RESOLVE) {
            need(needs, op->src.image, FUSOR_FORMAT_FEATURE_COLOR_ATTACHMENT);
            need(needs, op->dst.image, FUSOR_FORMAT_FEATURE_COLOR_ATTACHMENT);
            join(needs, op->src.image, op->dst.image);
        }
    }
}

static image_needs find_needs(const run_frame *frame)
{
    image_needs needs = {
        .features = run_arena_array(frame->arena, frame->image_count, sizeof *needs.features),
        .leader = run_arena_array(frame->arena, frame->image_count, sizeof *needs.leader),
        .storage = run_arena_alloc(frame->arena, frame->image_count)};
    for (uint32_t i = 0; i < frame->image_count; i++) {
        needs.leader[i] = i;
        if (frame->images[i].lifetime == FUSOR_LIFETIME_IMPORTED) {
            needs.features[i] |= FUSOR_FORMAT_FEATURE_TRANSFER_DST;
        }
    }
    for (uint32_t i = 0; i < frame->output_count; i++) {
        need(&needs, frame->outputs[i].image, FUSOR_FORMAT_FEATURE_TRANSFER_SRC);
    }
    for (uint32_t p = 0; p < frame->pass_count; p++) {
        const fusor_pass_desc *pass = &frame->passes[p];
        need_attachments(&needs, pass);
        need_ops(&needs, pass);
        for (uint32_t i = 0; i < pass->read_count; i++) {
            need_use(&needs, &pass->reads[i], false);
        }
        for (uint32_t i = 0; i < pass->write_count; i++) {
            need_use(&needs, &pass->writes[i], true);
        }
    }
    return needs;
}

static fusor_format_features format_features(const fusor_device_desc *device, fusor_format format)
{
    for (uint32_t i = 0; i < device->format_count; i++) {
        if (device->formats[i].format == format) {
            return device->formats[i].features;
        }
    }
    return device->format_count ? 0 : ~0u;
}

static bool shaders_can(const run_fit_limits *limits, fusor_format format, uint8_t storage)
{
    run_format shader;
    uint32_t spirv = run_format_spirv(format);
    if (!run_format_get(format, 0, &shader)) {
        return false;
    }
    if (!storage || (spirv && (limits->storage_extended || !run_format_spirv_extended(spirv)))) {
        return true;
    }
    return !spirv && (!(storage & 1) || limits->storage_read_any) &&
           (!(storage & 2) || limits->storage_write_any);
}

static bool format_does(const run_fit_limits *limits, fusor_format format,
                        fusor_format_features wanted, uint8_t storage)
{
    return (format_features(limits->device, format) & wanted) == wanted &&
           shaders_can(limits, format, storage);
}

/* Clears say the same for all floats, and for whole numbers of one signedness. */
static uint32_t number_kind(const fusor_format_info *info)
{
    return info->number_class == FUSOR_FORMAT_CLASS_UINT   ? 1
           : info->number_class == FUSOR_FORMAT_CLASS_SINT ? 2
                                                           : 0;
}

static bool can_replace(const fusor_format_info *old, const fusor_format_info *new)
{
    if (old->aspects != new->aspects || number_kind(old) != number_kind(new)) {
        return false;
    }
    if (!(old->aspects & FUSOR_ASPECT_COLOR)) {
        return true;
    }
    uint32_t bytes = old->block_bytes / (old->block_width * old->block_height);
    return new->block_width == 1 && new->block_height == 1 &&
           new->block_bytes == (bytes ? bytes : 1);
}

#define FORMAT_ROW(NAME, name, value, ...) FUSOR_FORMAT_##NAME,
static const fusor_format ALL_FORMATS[] = {FUSOR_FORMATS(FORMAT_ROW)};

static fusor_format find_format(const run_fit_limits *limits, fusor_format old,
                                fusor_format_features wanted, uint8_t storage)
{
    const fusor_format_info *from = fusor_format_get_info(old);
    fusor_format found = FUSOR_FORMAT_UNDEFINED;
    for (size_t i = 0; i < sizeof ALL_FORMATS / sizeof *ALL_FORMATS; i++) {
        const fusor_format_info *to = fusor_format_get_info(ALL_FORMATS[i]);
        if (!to || !can_replace(from, to) || !format_does(limits, to->format, wanted, storage)) {
            continue;
        }
        if (to->number_class == from->number_class) {
            return to->format;
        }
        found = found ? found : to->format;
    }
    return found;
}

/* No device has depth formats as storage images: such reads sample. */
static void sample_depth(const run_fit_limits *limits, run_frame *frame)
{
    for (uint32_t p = 0; p < frame->pass_count; p++) {
        for (uint32_t i = 0; i < frame->passes[p].read_count; i++) {
            fusor_use_desc *use = &run_frame_reads(&frame->passes[p])[i];
            if (!use->image.id || use->as != FUSOR_USE_STORAGE) {
                continue;
            }
            const fusor_image_desc *desc = run_frame_image(frame, use->image);
            bool is_color = fusor_format_get_info(desc->format)->aspects & FUSOR_ASPECT_COLOR;
            if (!is_color && !(format_features(limits->device, desc->format) &
                               FUSOR_FORMAT_FEATURE_STORAGE_IMAGE)) {
                run_say("fit: pass \"%s\": storage reads of \"%s\" become sampled",
                        frame->passes[p].name, desc->name);
                use->as = FUSOR_USE_SAMPLED;
            }
        }
    }
}

int run_fit_formats(const run_fit_limits *limits, run_frame *frame)
{
    sample_depth(limits, frame);
    image_needs needs = find_needs(frame);
    for (uint32_t i = 0; i < frame->image_count; i++) {
        uint32_t leader = leader_of(&needs, i);
        needs.features[leader] |= needs.features[i];
        needs.storage[leader] = (uint8_t)(needs.storage[leader] | needs.storage[i]);
    }
    for (uint32_t i = 0; i < frame->image_count; i++) {
        fusor_image_desc *desc = &frame->images[i];
        uint32_t leader = leader_of(&needs, i);
        fusor_format_features wanted = needs.features[leader];
        if (!wanted || format_does(limits, desc->format, wanted, needs.storage[leader])) {
            continue;
        }
        fusor_format format = find_format(limits, desc->format, wanted, needs.storage[leader]);
        if (!format) {
            run_say(
                "fit: image \"%s\": the device has no format of equal texel size for all its uses",
                desc->name);
            return RUN_WRONG;
        }
        run_say("fit: image \"%s\": %s becomes %s", desc->name,
                fusor_format_get_info(desc->format)->name, fusor_format_get_info(format)->name);
        desc->format = format;
        desc->view_format_count = 0;
    }
    return RUN_OK;
}

/* ---------------------------------------------------------------------------------------- samples */

static bool has_samples(const fusor_device_desc *device, const fusor_image_desc *image,
                        uint32_t count)
{
    const fusor_format_info *info = fusor_format_get_info(image->format);
    uint32_t integer = number_kind(info) ? device->integer_samples : 0;
    uint32_t color = info->aspects & FUSOR_ASPECT_COLOR ? device->color_samples : 0;
    uint32_t depth = info->aspects & FUSOR_ASPECT_DEPTH ? device->depth_samples : 0;
    uint32_t stencil = info->aspects & FUSOR_ASPECT_STENCIL ? device->stencil_samples : 0;
    return (!integer || integer & count) && (!color || color & count) &&
           (!depth || depth & count) && (!stencil || stencil & count);
}

static bool all_have_samples(const run_fit_limits *limits, const run_frame *frame, uint32_t old,
                             uint32_t new)
{
    for (uint32_t i = 0; i < frame->image_count; i++) {
        if (frame->images[i].samples == old &&
            !has_samples(limits->device, &frame->images[i], new)) {
            return false;
        }
    }
    return true;
}

/* One count for all images of a count, so that attachments of a pass stay alike. */
int run_fit_samples(const run_fit_limits *limits, run_frame *frame)
{
    for (uint32_t old = 16; old > 1; old /= 2) {
        uint32_t new = old;
        while (new > 1 && !all_have_samples(limits, frame, old, new)) {
            new /= 2;
        }
        for (uint32_t i = 0; i < frame->image_count && new != old; i++) {
            if (frame->images[i].samples != old) {
                continue;
            }
            if (new == 1) {
                run_say("fit: image \"%s\": the device has no multisampling",
                        frame->images[i].name);
                return RUN_WRONG;
            }
            run_say("fit: image \"%s\": %u samples become %u", frame->images[i].name, old, new);
            frame->images[i].samples = new;
        }
    }
    return RUN_OK;
}
