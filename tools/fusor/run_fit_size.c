/* In: a budget for images. Out: render and output size, absolute extents and areas, divided.
 * Promised: every mip that was there is there: where the division would take mips away, the width stays
 * larger. */
#include "run_fit.h"

static uint32_t divide(uint32_t value, uint32_t by)
{
    return value / by ? value / by : 1;
}

static uint32_t mips_of(const fusor_image_desc *desc)
{
    return desc->mips ? desc->mips : 1;
}

/* The base width from which an image of relative size has all its mips, if its height does not do. */
static uint32_t wanted_width(const fusor_image_desc *desc, const uint32_t base[2])
{
    uint64_t need = 1ull << (mips_of(desc) - 1);
    uint64_t num = desc->size.numerator ? desc->size.numerator : 1;
    uint64_t den = desc->size.denominator ? desc->size.denominator : 1;
    bool enough = base[0] * num / den >= need || base[1] * num / den >= need;
    return enough ? base[0] : (uint32_t)((need * den + num - 1) / num);
}

static void set_base(const run_frame *old, fusor_size_base kind, uint32_t by,
                     const uint32_t from[2], uint32_t to[2])
{
    to[0] = divide(from[0], by);
    to[1] = divide(from[1], by);
    for (uint32_t i = 0; i < old->image_count; i++) {
        if (old->images[i].size.base == kind) {
            uint32_t width = wanted_width(&old->images[i], to);
            to[0] = width > to[0] ? width : to[0];
        }
    }
}

static void set_absolute(const fusor_image_desc *old, uint32_t by, fusor_image_desc *new)
{
    uint32_t need = 1u << (mips_of(old) - 1);
    fusor_size *size = &new->size;
    size->width = divide(old->size.width ? old->size.width : 1, by);
    size->height = divide(old->size.height ? old->size.height : 1, by);
    size->depth = divide(old->size.depth ? old->size.depth : 1, by);
    if (size->width < need && size->height < need && size->depth < need) {
        size->width = need;
    }
    if (old->type == FUSOR_IMAGE_CUBE) {
        size->height = size->width = size->width > size->height ? size->width : size->height;
    }
}

static void set_all(const run_frame *old, uint32_t by, run_frame *new)
{
    set_base(old, FUSOR_SIZE_RENDER, by, old->render, new->render);
    set_base(old, FUSOR_SIZE_OUTPUT, by, old->output, new->output);
    if (old->render[0] == old->output[0] && old->render[1] == old->output[1]) {
        uint32_t width = new->render[0] > new->output[0] ? new->render[0] : new->output[0];
        new->render[0] = new->output[0] = width; /* what was equal stays equal */
    }
    for (uint32_t i = 0; i < old->image_count; i++) {
        if (old->images[i].size.base == FUSOR_SIZE_ABSOLUTE) {
            set_absolute(&old->images[i], by, &new->images[i]);
        }
    }
}

static bool extents_fit(const run_fit_limits *limits, const run_frame *frame)
{
    for (uint32_t i = 0; i < frame->image_count; i++) {
        uint32_t extent[3];
        run_frame_extent(frame, (fusor_image){i + 1}, 0, extent);
        fusor_image_type type = frame->images[i].type;
        uint32_t most = type == FUSOR_IMAGE_3D     ? limits->image_3d
                        : type == FUSOR_IMAGE_CUBE ? limits->image_cube
                                                   : limits->device->limits.image_2d;
        if (most && (extent[0] > most || extent[1] > most || extent[2] > most)) {
            return false;
        }
    }
    return true;
}

/* Both ends of the area move, so that areas that did not meet do not meet. */
static void scale_area(const run_frame *old, const run_frame *new, fusor_pass_desc *pass)
{
    fusor_image image = pass->depth.image;
    uint32_t mip = pass->depth.mip, before[3], after[3];
    for (uint32_t i = pass->color_count; i-- > 0;) {
        image = pass->color[i].image.id ? pass->color[i].image : image;
        mip = pass->color[i].image.id ? pass->color[i].mip : mip;
    }
    if (!image.id || !pass->area[2] || !pass->area[3]) {
        return;
    }
    run_frame_extent(old, image, mip, before);
    run_frame_extent(new, image, mip, after);
    for (uint32_t i = 0; i < 2; i++) {
        uint64_t first = (uint64_t)pass->area[i] * after[i] / before[i];
        uint64_t end = (uint64_t)(pass->area[i] + pass->area[i + 2]) * after[i] / before[i];
        first = first < after[i] ? first : after[i] - 1;
        pass->area[i] = (uint32_t)first;
        pass->area[i + 2] = end > first ? (uint32_t)(end - first) : 1;
    }
    run_say("fit: pass \"%s\": its area becomes %u, %u, %u, %u", pass->name, pass->area[0],
            pass->area[1], pass->area[2], pass->area[3]);
}

static void say_sizes(const run_frame *old, const run_frame *new)
{
    run_say("fit: render size %ux%u becomes %ux%u, output size %ux%u becomes %ux%u", old->render[0],
            old->render[1], new->render[0], new->render[1], old->output[0], old->output[1],
            new->output[0], new->output[1]);
    for (uint32_t i = 0; i < old->image_count; i++) {
        const fusor_size *a = &old->images[i].size, *b = &new->images[i].size;
        uint32_t before = a->depth ? a->depth : 1, after = b->depth ? b->depth : 1;
        if (a->base == FUSOR_SIZE_ABSOLUTE &&
            (a->width != b->width || a->height != b->height || before != after)) {
            run_say("fit: image \"%s\": %ux%ux%u becomes %ux%ux%u", old->images[i].name, a->width,
                    a->height, before, b->width, b->height, after);
        }
    }
}

void run_fit_images(const run_fit_limits *limits, uint64_t bytes, run_frame *frame)
{
    run_frame old = *frame, new = *frame;
    old.images =
        run_arena_copy(frame->arena, frame->images, frame->image_count, sizeof *frame->images);
    uint32_t by = 1, largest = FUSOR_EXTENT_MAX;
    while (by < largest && (run_fit_image_bytes(&new) > bytes || !extents_fit(limits, &new))) {
        by += by < 8 ? 1 : by / 4;
        set_all(&old, by, &new);
    }
    if (by == 1) {
        return;
    }
    for (uint32_t i = 0; i < frame->pass_count; i++) {
        scale_area(&old, &new, &frame->passes[i]);
    }
    say_sizes(&old, &new);
    for (uint32_t i = 0; i < 2; i++) {
        frame->render[i] = new.render[i];
        frame->output[i] = new.output[i];
    }
}
