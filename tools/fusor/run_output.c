/* In: a frame's outputs. Out: their bytes, digests and differences.
 * Promised: a difference is named by resource, place and both values; an output that is all clear is
 * seen as such. */
#include "run_output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void add_piece(run_arena *arena, run_outputs *out, const run_piece_bytes *piece)
{
    if (!(out->count & (out->count - 1))) {
        run_piece_bytes *grown = run_arena_array(arena, out->count * 2ull + 2, sizeof *grown);
        if (out->count) {
            memcpy(grown, out->pieces, out->count * sizeof *grown);
        }
        out->pieces = grown;
    }
    out->pieces[out->count] = *piece;
    out->pieces[out->count++].offset = out->size;
    out->size += piece->size;
}

static uint64_t piece_size(const fusor_image_desc *desc, fusor_aspects aspect,
                           const uint32_t extent[3])
{
    run_format format;
    uint64_t texels = (uint64_t)extent[0] * extent[1] * extent[2];
    if (run_format_get(desc->format, aspect, &format)) {
        return texels * format.texel_bytes;
    }
    const fusor_format_info *info = fusor_format_get_info(desc->format);
    return (uint64_t)((extent[0] + info->block_width - 1) / info->block_width) *
           ((extent[1] + info->block_height - 1) / info->block_height) * extent[2] *
           info->block_bytes;
}

static void list_image(run_arena *arena, const run_frame *frame, fusor_image image,
                       run_outputs *out)
{
    const fusor_image_desc *desc = run_frame_image(frame, image);
    fusor_aspects aspects = fusor_format_get_info(desc->format)->aspects;
    if (desc->samples > 1) {
        out->unreadable++;
        return;
    }
    for (uint32_t mip = 0; mip < (desc->mips ? desc->mips : 1); mip++) {
        for (uint32_t layer = 0; layer < run_frame_layers(desc); layer++) {
            for (fusor_aspects aspect = 1; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1) {
                uint32_t extent[3];
                run_frame_extent(frame, image, mip, extent);
                if (aspects & aspect) {
                    add_piece(arena, out,
                              &(run_piece_bytes){.name = desc->name,
                                                 .image = image,
                                                 .aspect = aspect,
                                                 .mip = mip,
                                                 .layer = layer,
                                                 .width = extent[0],
                                                 .height = extent[1],
                                                 .size = piece_size(desc, aspect, extent)});
                }
            }
        }
    }
}

static void list_buffer(run_arena *arena, const run_frame *frame, fusor_buffer buffer,
                        run_outputs *out)
{
    const fusor_buffer_desc *desc = run_frame_buffer(frame, buffer);
    add_piece(arena, out,
              &(run_piece_bytes){.name = desc->name,
                                 .buffer = buffer,
                                 .size = desc->size_bytes,
                                 .host = desc->host != FUSOR_HOST_NONE});
}

void run_outputs_list(run_arena *arena, const run_frame *frame, run_outputs *out)
{
    *out = (run_outputs){0};
    for (uint32_t i = 0; i < frame->output_count; i++) {
        if (frame->outputs[i].image.id) {
            list_image(arena, frame, frame->outputs[i].image, out);
        } else {
            list_buffer(arena, frame, frame->outputs[i].buffer, out);
        }
    }
    for (uint32_t i = 0; i < frame->buffer_count; i++) {
        fusor_buffer buffer = {i + 1};
        if (frame->buffers[i].host == FUSOR_HOST_READ &&
            run_frame_is_written(frame, (fusor_image){0}, buffer) &&
            !run_frame_is_output(frame, (fusor_image){0}, buffer)) {
            list_buffer(arena, frame, buffer, out);
        }
    }
}

static fusor_result read_piece(const run_piece_bytes *piece, fusor_vulkan *vk, uint8_t *data)
{
    if (piece->host) {
        void *mapped;
        fusor_result result = fusor_vulkan_map(vk, piece->buffer, &mapped);
        if (result == FUSOR_OK) {
            memcpy(data, mapped, (size_t)piece->size);
        }
        return result;
    }
    const fusor_vulkan_download_desc desc = {.image = piece->image,
                                             .buffer = piece->buffer,
                                             .aspect = piece->aspect,
                                             .mip = piece->mip,
                                             .layer = piece->layer,
                                             .data = data,
                                             .size_bytes = piece->size};
    return fusor_vulkan_download(vk, &desc);
}

static uint32_t find_resource(const fusor_plan *plan, const run_piece_bytes *piece)
{
    uint32_t handle = piece->image.id ? piece->image.id : piece->buffer.id;
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        if (plan->resources[i].is_image == (piece->image.id != 0) &&
            plan->resources[i].handle == handle) {
            return i;
        }
    }
    return FUSOR_NONE;
}

static bool covers(fusor_range range, uint32_t index)
{
    return index >= range.first && index - range.first < range.count;
}

static bool is_left(const fusor_plan *plan, const run_piece_bytes *piece)
{
    uint32_t resource = find_resource(plan, piece);
    for (uint32_t i = 0; i < plan->exit_count && resource != FUSOR_NONE && piece->image.id; i++) {
        const fusor_plan_exit *left = &plan->exits[i];
        if (left->resource == resource && !left->previous &&
            left->scope.layout != FUSOR_LAYOUT_UNDEFINED &&
            (left->region.aspects & piece->aspect) && covers(left->region.mips, piece->mip) &&
            covers(left->region.layers, piece->layer)) {
            return true;
        }
    }
    return resource != FUSOR_NONE && !piece->image.id;
}

fusor_result run_outputs_read(const run_outputs *outputs, const fusor_plan *plan, fusor_vulkan *vk,
                              uint8_t *data)
{
    fusor_result result = fusor_vulkan_wait_idle(vk);
    for (uint32_t i = 0; i < outputs->count && result == FUSOR_OK; i++) {
        run_piece_bytes *piece = &outputs->pieces[i];
        piece->absent = !is_left(plan, piece);
        if (piece->absent) {
            memset(data + piece->offset, 0, (size_t)piece->size);
        } else {
            result = read_piece(piece, vk, data + piece->offset);
        }
    }
    return result;
}

bool run_outputs_present(const run_outputs *outputs)
{
    for (uint32_t i = 0; i < outputs->count; i++) {
        if (!outputs->pieces[i].absent) {
            return true;
        }
    }
    return false;
}

/* -------------------------------------------------------------------------------------- comparing */

static void print_bytes(const uint8_t *bytes, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        fprintf(stderr, "%02x", bytes[i]);
    }
}

static void report_difference(const run_piece_bytes *piece, uint64_t byte, const uint8_t *a,
                              const uint8_t *b, uint32_t frame)
{
    uint64_t texels = (uint64_t)piece->width * piece->height;
    uint64_t unit =
        piece->image.id && texels && piece->size % texels == 0 ? piece->size / texels : 1;
    uint64_t index = byte / unit, count = 0;
    for (uint64_t i = 0; i < piece->size; i += unit) {
        count += memcmp(a + i, b + i, (size_t)unit) != 0;
    }
    fprintf(stderr, "fusor run: frame %u: \"%s\" differs: ", frame, piece->name);
    if (piece->image.id) {
        fprintf(stderr,
                "texel (%" PRIu64 ", %" PRIu64 ") of mip %u, layer %u: ", index % piece->width,
                index / piece->width, piece->mip, piece->layer);
    } else {
        fprintf(stderr, "byte %" PRIu64 ": ", byte);
    }
    print_bytes(a + index * unit, unit);
    fputs(" with everything on, ", stderr);
    print_bytes(b + index * unit, unit);
    fprintf(stderr, " with everything off; %" PRIu64 " of %" PRIu64 " differ\n", count,
            piece->size / unit);
}

bool run_outputs_compare(const run_outputs *outputs, const uint8_t *a, const uint8_t *b,
                         uint32_t frame)
{
    bool equal = true;
    for (uint32_t i = 0; i < outputs->count; i++) {
        const run_piece_bytes *piece = &outputs->pieces[i];
        const uint8_t *left = a + piece->offset, *right = b + piece->offset;
        uint64_t byte = 0;
        while (byte < piece->size && left[byte] == right[byte]) {
            byte++;
        }
        if (byte < piece->size) {
            report_difference(piece, byte, left, right, frame);
            equal = false;
        }
    }
    return equal;
}

/* --------------------------------------------------------------------------------------- printing */

/* The last clear of the image by a pass; zero where there is none. */
static void find_clear(const run_frame *frame, const run_piece_bytes *piece, double value[4])
{
    memset(value, 0, 4 * sizeof *value);
    for (uint32_t p = 0; p < frame->pass_count; p++) {
        const fusor_pass_desc *pass = &frame->passes[p];
        for (uint32_t i = 0; i < pass->color_count; i++) {
            if (pass->color[i].image.id == piece->image.id &&
                pass->color[i].load == FUSOR_LOAD_CLEAR) {
                memcpy(value, pass->color[i].clear, 4 * sizeof *value);
            }
        }
        if (pass->depth.image.id == piece->image.id) {
            bool is_depth = piece->aspect == FUSOR_ASPECT_DEPTH;
            fusor_load load = is_depth ? pass->depth.load : pass->depth.stencil_load;
            double clear = is_depth ? pass->depth.clear_depth : (double)pass->depth.clear_stencil;
            value[0] = load == FUSOR_LOAD_CLEAR ? clear : value[0];
        }
    }
}

static uint64_t count_changed(const run_frame *frame, const run_piece_bytes *piece,
                              const uint8_t *data, uint64_t *units)
{
    uint8_t clear[16] = {0};
    uint64_t unit = 4, changed = 0;
    run_format format;
    if (piece->image.id &&
        run_format_get(run_frame_image(frame, piece->image)->format, piece->aspect, &format)) {
        double value[4];
        find_clear(frame, piece, value);
        run_format_encode_value(&format, value, clear);
        unit = format.texel_bytes;
    }
    for (uint64_t i = 0; i + unit <= piece->size; i += unit) {
        changed += memcmp(data + i, clear, (size_t)unit) != 0;
    }
    *units += piece->size / unit;
    return changed;
}

static uint64_t digest(uint64_t hash, const uint8_t *data, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++) {
        hash = (hash ^ data[i]) * 0x100000001b3ull;
    }
    return hash;
}

void run_outputs_print(const run_outputs *outputs, const run_frame *frame, const uint8_t *data,
                       uint32_t number)
{
    for (uint32_t i = 0; i < outputs->count;) {
        const run_piece_bytes *first = &outputs->pieces[i];
        uint64_t hash = 0xcbf29ce484222325ull, changed = 0, units = 0;
        for (; i < outputs->count && outputs->pieces[i].name == first->name; i++) {
            const run_piece_bytes *piece = &outputs->pieces[i];
            if (piece->absent) {
                continue;
            }
            hash = digest(hash, data + piece->offset, piece->size);
            changed += count_changed(frame, piece, data + piece->offset, &units);
        }
        if (!units) {
            printf("output \"%s\" frame %u: nothing was written to it\n", first->name, number);
            continue;
        }
        printf("output \"%s\" frame %u: %016" PRIx64 ", %" PRIu64 " of %" PRIu64
               " %s differ from %s\n",
               first->name, number, hash, changed, units, first->image.id ? "texels" : "words",
               first->image.id ? "the clear" : "zero");
    }
}
