/* In: a graph. Out: the same in arrays that can be edited, and a graph again.
 * Promised: building what was copied and not edited gives an equal graph. */
#include "run_frame.h"

#include <string.h>

static void copy_pass(run_arena *arena, const fusor_pass_desc *from, fusor_pass_desc *to)
{
    *to = *from;
    to->color = run_arena_copy(arena, from->color, from->color_count, sizeof *from->color);
    to->inputs = run_arena_copy(arena, from->inputs, from->input_count, sizeof *from->inputs);
    to->reads = run_arena_copy(arena, from->reads, from->read_count, sizeof *from->reads);
    to->writes = run_arena_copy(arena, from->writes, from->write_count, sizeof *from->writes);
    to->ops = run_arena_copy(arena, from->ops, from->op_count, sizeof *from->ops);
}

static void copy_resources(run_frame *out, const fusor_graph *graph)
{
    out->image_count = fusor_graph_image_count(graph);
    out->images = run_arena_array(out->arena, out->image_count, sizeof *out->images);
    for (uint32_t i = 0; i < out->image_count; i++) {
        out->images[i] = *fusor_graph_get_image(graph, (fusor_image){i + 1});
    }
    out->buffer_count = fusor_graph_buffer_count(graph);
    out->buffers = run_arena_array(out->arena, out->buffer_count, sizeof *out->buffers);
    for (uint32_t i = 0; i < out->buffer_count; i++) {
        out->buffers[i] = *fusor_graph_get_buffer(graph, (fusor_buffer){i + 1});
    }
}

static void copy_outputs(run_frame *out, const fusor_graph *graph)
{
    out->output_count = fusor_graph_output_count(graph);
    uint64_t most = (uint64_t)out->output_count + out->image_count + out->buffer_count;
    out->outputs = run_arena_array(out->arena, most, sizeof *out->outputs);
    for (uint32_t i = 0; i < out->output_count; i++) {
        fusor_graph_get_output(graph, i, &out->outputs[i].image, &out->outputs[i].buffer);
    }
}

void run_frame_copy(run_arena *arena, const fusor_graph *graph, run_frame *out)
{
    *out = (run_frame){.arena = arena, .name = fusor_graph_name(graph)};
    fusor_graph_get_sizes(graph, out->render, out->output);
    copy_resources(out, graph);
    copy_outputs(out, graph);
    out->pass_count = fusor_graph_pass_count(graph);
    out->passes = run_arena_array(arena, out->pass_count, sizeof *out->passes);
    for (uint32_t i = 0; i < out->pass_count; i++) {
        copy_pass(arena, fusor_graph_get_pass(graph, (fusor_pass){i + 1}), &out->passes[i]);
    }
    out->edge_count = fusor_graph_edge_count(graph);
    out->edges = run_arena_array(arena, out->edge_count, sizeof *out->edges);
    for (uint32_t i = 0; i < out->edge_count; i++) {
        fusor_graph_get_edge(graph, i, out->edges[i]);
    }
}

static void add_all(const run_frame *frame, fusor_graph *graph)
{
    for (uint32_t i = 0; i < frame->image_count; i++) {
        fusor_graph_add_image(graph, &frame->images[i]);
    }
    for (uint32_t i = 0; i < frame->buffer_count; i++) {
        fusor_graph_add_buffer(graph, &frame->buffers[i]);
    }
    for (uint32_t i = 0; i < frame->pass_count; i++) {
        fusor_graph_add_pass(graph, &frame->passes[i]);
    }
    for (uint32_t i = 0; i < frame->edge_count; i++) {
        fusor_graph_add_edge(graph, frame->edges[i][0], frame->edges[i][1]);
    }
    for (uint32_t i = 0; i < frame->output_count; i++) {
        if (frame->outputs[i].image.id) {
            fusor_graph_add_output_image(graph, frame->outputs[i].image);
        } else {
            fusor_graph_add_output_buffer(graph, frame->outputs[i].buffer);
        }
    }
}

fusor_result run_frame_build(const run_frame *frame, fusor_graph **out)
{
    fusor_graph_desc desc = {
        .name = frame->name,
        .render_width = frame->render[0],
        .render_height = frame->render[1],
        .output_width = frame->output[0],
        .output_height = frame->output[1],
    };
    fusor_result result = fusor_graph_create(&desc, out);
    if (result == FUSOR_OK) {
        add_all(frame, *out);
    }
    return result;
}

static void each_of(fusor_use_desc *uses, uint32_t count, run_frame_use_fn use_fn, void *user)
{
    for (uint32_t i = 0; i < count; i++) {
        use_fn(user, &uses[i]);
    }
}

void run_frame_each_use(const fusor_pass_desc *pass, run_frame_use_fn use_fn, void *user)
{
    each_of(run_frame_reads(pass), pass->read_count, use_fn, user);
    each_of(run_frame_writes(pass), pass->write_count, use_fn, user);
    fusor_copy_op_desc *ops = (fusor_copy_op_desc *)pass->ops;
    for (uint32_t i = 0; i < pass->op_count; i++) {
        if (ops[i].src.image.id || ops[i].src.buffer.id) {
            use_fn(user, &ops[i].src);
        }
        use_fn(user, &ops[i].dst);
    }
}

const fusor_image_desc *run_frame_image(const run_frame *frame, fusor_image image)
{
    return &frame->images[image.id - 1];
}

const fusor_buffer_desc *run_frame_buffer(const run_frame *frame, fusor_buffer buffer)
{
    return &frame->buffers[buffer.id - 1];
}

static uint32_t at_least_one(uint64_t value)
{
    return value ? (uint32_t)value : 1;
}

static uint32_t relative(uint32_t base, const fusor_size *size)
{
    return at_least_one((uint64_t)base * at_least_one(size->numerator) /
                        at_least_one(size->denominator));
}

void run_frame_extent(const run_frame *frame, fusor_image image, uint32_t mip, uint32_t extent[3])
{
    const fusor_image_desc *desc = run_frame_image(frame, image);
    const fusor_size *size = &desc->size;
    const uint32_t *base = size->base == FUSOR_SIZE_OUTPUT ? frame->output : frame->render;
    if (size->base == FUSOR_SIZE_ABSOLUTE) {
        extent[0] = at_least_one(size->width);
        extent[1] = at_least_one(size->height);
        extent[2] = at_least_one(size->depth);
    } else {
        extent[0] = relative(base[0], size);
        extent[1] = relative(base[1], size);
        extent[2] = 1;
    }
    for (uint32_t i = 0; i < 3; i++) {
        extent[i] = at_least_one(extent[i] >> mip);
    }
}

uint32_t run_frame_layers(const fusor_image_desc *image)
{
    return image->layers ? image->layers : image->type == FUSOR_IMAGE_CUBE ? 6 : 1;
}

fusor_range run_frame_range(fusor_range range, uint32_t total)
{
    return (fusor_range){range.first, range.count ? range.count : total - range.first};
}

fusor_byte_range run_frame_bytes(fusor_byte_range range, uint64_t total)
{
    return (fusor_byte_range){range.first, range.count ? range.count : total - range.first};
}

bool run_frame_is_output(const run_frame *frame, fusor_image image, fusor_buffer buffer)
{
    for (uint32_t i = 0; i < frame->output_count; i++) {
        if (frame->outputs[i].image.id == image.id && frame->outputs[i].buffer.id == buffer.id) {
            return true;
        }
    }
    return false;
}

static bool writes_depth(const run_frame *frame, const fusor_depth_desc *depth)
{
    fusor_aspects aspects =
        fusor_format_get_info(run_frame_image(frame, depth->image)->format)->aspects;
    return (aspects & FUSOR_ASPECT_DEPTH && !depth->read_only) ||
           (aspects & FUSOR_ASPECT_STENCIL && !depth->stencil_read_only);
}

static bool pass_attaches(const run_frame *frame, const fusor_pass_desc *pass, fusor_image image)
{
    const fusor_depth_desc *depth = &pass->depth;
    bool found = (depth->image.id == image.id && writes_depth(frame, depth)) ||
                 depth->resolve.image.id == image.id;
    for (uint32_t i = 0; i < pass->color_count; i++) {
        found = found || pass->color[i].image.id == image.id ||
                pass->color[i].resolve.image.id == image.id;
    }
    return found;
}

bool run_frame_is_written(const run_frame *frame, fusor_image image, fusor_buffer buffer)
{
    for (uint32_t p = 0; p < frame->pass_count; p++) {
        const fusor_pass_desc *pass = &frame->passes[p];
        for (uint32_t i = 0; i < pass->write_count; i++) {
            if (pass->writes[i].image.id == image.id && pass->writes[i].buffer.id == buffer.id) {
                return true;
            }
        }
        if (image.id && pass_attaches(frame, pass, image)) {
            return true;
        }
    }
    return false;
}

static void add_import(run_frame *frame, run_output output, const fusor_import *import)
{
    if (!import->discard && run_frame_is_written(frame, output.image, output.buffer) &&
        !run_frame_is_output(frame, output.image, output.buffer)) {
        frame->outputs[frame->output_count++] = output;
    }
}

void run_frame_add_written_imports(run_frame *frame)
{
    for (uint32_t i = 0; i < frame->image_count; i++) {
        const fusor_image_desc *desc = &frame->images[i];
        if (desc->lifetime == FUSOR_LIFETIME_IMPORTED && desc->samples < 2) {
            add_import(frame, (run_output){.image = {i + 1}}, &desc->import);
        }
    }
    for (uint32_t i = 0; i < frame->buffer_count; i++) {
        const fusor_buffer_desc *desc = &frame->buffers[i];
        if (desc->lifetime == FUSOR_LIFETIME_IMPORTED) {
            add_import(frame, (run_output){.buffer = {i + 1}}, &desc->import);
        }
    }
}

uint64_t run_frame_mip_bytes(const run_frame *frame, fusor_image image, uint32_t mip)
{
    const fusor_image_desc *desc = run_frame_image(frame, image);
    const fusor_format_info *info = fusor_format_get_info(desc->format);
    uint32_t extent[3];
    run_frame_extent(frame, image, mip, extent);
    uint64_t blocks = (uint64_t)((extent[0] + info->block_width - 1) / info->block_width) *
                      ((extent[1] + info->block_height - 1) / info->block_height) * extent[2];
    return blocks * info->block_bytes * run_frame_layers(desc) *
           (desc->samples ? desc->samples : 1);
}
