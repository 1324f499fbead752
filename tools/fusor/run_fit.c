/* In: a frame and what a device can do. Out: the frame, changed until the device can run it.
 * Promised: order and number of passes, uses and layers stay; what overlapped overlaps, what did not
 * does not. */
#include "run_fit.h"

uint64_t run_fit_image_bytes(const run_frame *frame)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < frame->image_count; i++) {
        const fusor_image_desc *desc = &frame->images[i];
        uint64_t one = 0;
        for (uint32_t mip = 0; mip < (desc->mips ? desc->mips : 1); mip++) {
            one += run_frame_mip_bytes(frame, (fusor_image){i + 1}, mip);
        }
        bytes += one * (desc->lifetime == FUSOR_LIFETIME_HISTORY ? desc->history_slots : 1);
    }
    return bytes;
}

uint64_t run_fit_buffer_bytes(const run_fit_limits *limits, const run_frame *frame)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < frame->buffer_count; i++) {
        const fusor_buffer_desc *desc = &frame->buffers[i];
        bool per_frame = desc->host != FUSOR_HOST_NONE && !desc->host_shared;
        uint64_t count = desc->lifetime == FUSOR_LIFETIME_HISTORY ? desc->history_slots
                         : per_frame                              ? limits->frames_in_flight
                                                                  : 1;
        bytes += desc->size_bytes * count;
    }
    return bytes;
}

/* ----------------------------------------------------------------------------------------- stages */

static const fusor_stages EXTRA_STAGES =
    FUSOR_STAGE_RAY_TRACING_SHADER | FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD;

typedef struct stage_search {
    fusor_stages found;
} stage_search;

static void find_extra(void *user, fusor_use_desc *use)
{
    ((stage_search *)user)->found |= use->stages & EXTRA_STAGES;
}

const char *run_fit_missing_stage(const run_frame *frame, const char **pass)
{
    for (uint32_t i = 0; i < frame->pass_count; i++) {
        stage_search search = {0};
        run_frame_each_use(&frame->passes[i], find_extra, &search);
        if (search.found) {
            *pass = frame->passes[i].name;
            return search.found & FUSOR_STAGE_RAY_TRACING_SHADER ? "ray_tracing"
                                                                 : "acceleration_structure_build";
        }
    }
    return NULL;
}

static void replace_extra(void *user, fusor_use_desc *use)
{
    (void)user;
    if (use->stages & EXTRA_STAGES) {
        use->stages = (use->stages & ~EXTRA_STAGES) | FUSOR_STAGE_COMPUTE_SHADER;
    }
}

void run_fit_stages(run_frame *frame)
{
    for (uint32_t i = 0; i < frame->pass_count; i++) {
        stage_search search = {0};
        run_frame_each_use(&frame->passes[i], find_extra, &search);
        if (search.found) {
            run_say("fit: pass \"%s\": ray tracing stages become compute", frame->passes[i].name);
            run_frame_each_use(&frame->passes[i], replace_extra, NULL);
        }
    }
}

static void make_raw_use(fusor_use_desc *use, bool is_write)
{
    bool fits = use->as == FUSOR_USE_SAMPLED || use->as == FUSOR_USE_STORAGE ||
                use->as == FUSOR_USE_UNIFORM || use->as == FUSOR_USE_INDIRECT;
    if (!fits) {
        use->as = use->image.id && !is_write ? FUSOR_USE_SAMPLED : FUSOR_USE_STORAGE;
    }
    if (!(use->stages & (FUSOR_STAGE_COMPUTE_SHADER | FUSOR_STAGE_ALL_COMMANDS)) && use->stages &&
        use->as != FUSOR_USE_INDIRECT) {
        use->stages = FUSOR_STAGE_COMPUTE_SHADER;
    }
    use->access = 0;
    use->has_layout = false;
    use->layout = use->layout_after = FUSOR_LAYOUT_UNDEFINED;
}

void run_fit_raw(run_frame *frame)
{
    for (uint32_t i = 0; i < frame->pass_count; i++) {
        const fusor_pass_desc *pass = &frame->passes[i];
        if (pass->kind != FUSOR_PASS_RAW) {
            continue;
        }
        run_say("raw pass \"%s\" runs as dispatches", pass->name);
        for (uint32_t u = 0; u < pass->read_count; u++) {
            make_raw_use(&run_frame_reads(pass)[u], false);
        }
        for (uint32_t u = 0; u < pass->write_count; u++) {
            make_raw_use(&run_frame_writes(pass)[u], true);
        }
    }
}

/* ----------------------------------------------------------------------------------------- layers */

static void cut_layers(fusor_range *layers, uint32_t most)
{
    layers->count = layers->count && layers->count < most ? layers->count : most;
}

static uint32_t pass_layers(const run_frame *frame, const fusor_pass_desc *pass)
{
    for (uint32_t i = 0; i < pass->color_count; i++) {
        if (pass->color[i].image.id) {
            uint32_t all = run_frame_layers(run_frame_image(frame, pass->color[i].image));
            return run_frame_range(pass->color[i].layers, all).count;
        }
    }
    if (pass->depth.image.id) {
        uint32_t all = run_frame_layers(run_frame_image(frame, pass->depth.image));
        return run_frame_range(pass->depth.layers, all).count;
    }
    return 1;
}

static void cut_pass(fusor_pass_desc *pass, uint32_t most)
{
    for (uint32_t i = 0; i < pass->color_count; i++) {
        cut_layers(&run_frame_color(pass)[i].layers, most);
        cut_layers(&run_frame_color(pass)[i].resolve.layers, most);
    }
    for (uint32_t i = 0; i < pass->input_count; i++) {
        cut_layers(&((fusor_input_desc *)pass->inputs)[i].layers, most);
    }
    cut_layers(&pass->depth.layers, most);
    cut_layers(&pass->depth.resolve.layers, most);
    pass->view_mask = most > 1 ? (most < 32 ? (1u << most) - 1 : ~0u) : 0;
}

/* Synthetic passes draw into several layers by their view mask alone. */
void run_fit_layers(const run_fit_limits *limits, run_frame *frame)
{
    uint32_t views = limits->device->limits.views ? limits->device->limits.views : 32;
    views = limits->device->features.multiview ? (views < 32 ? views : 32) : 1;
    for (uint32_t i = 0; i < frame->pass_count; i++) {
        fusor_pass_desc *pass = &frame->passes[i];
        uint32_t layers = pass->kind == FUSOR_PASS_RASTER ? pass_layers(frame, pass) : 1;
        if ((layers > 1 && !pass->view_mask) || (pass->view_mask && layers > views)) {
            layers = layers < views ? layers : views;
            run_say("fit: pass \"%s\": draws %u layers, by a view mask", pass->name, layers);
            cut_pass(pass, layers);
        } else if (pass->view_mask && views == 1) {
            run_say("fit: pass \"%s\": draws one view: the device has no multiview", pass->name);
            cut_pass(pass, 1);
        }
    }
}

/* ---------------------------------------------------------------------------------------- together */

int run_fit_apply(const run_fit_limits *limits, run_frame *frame)
{
    run_fit_stages(frame);
    int status = run_fit_formats(limits, frame);
    if (status == RUN_OK) {
        status = run_fit_samples(limits, frame);
    }
    if (status != RUN_OK) {
        return status;
    }
    run_fit_layers(limits, frame);
    uint64_t images = run_fit_image_bytes(frame), buffers = run_fit_buffer_bytes(limits, frame);
    uint64_t half = limits->bytes / 2, image_share = limits->bytes, buffer_share = image_share;
    if (images + buffers > limits->bytes) {
        image_share = buffers < half ? limits->bytes - buffers : half;
        buffer_share = images < half ? limits->bytes - images : half;
    }
    run_fit_images(limits, image_share, frame);
    images = run_fit_image_bytes(frame);
    if (images + buffers > limits->bytes && images < limits->bytes) {
        buffer_share = limits->bytes - images;
    }
    run_fit_buffers(limits, buffer_share, frame);
    return RUN_OK;
}
