/* In: a frame. Out: defined or not, for each subresource and byte.
 * Promised: "defined" is never said of what may hold garbage; images are looked at by mip, layer and
 * aspect, not by pixel. */
#include "run_contents.h"

#include <string.h>

typedef struct span {
    uint64_t first, end;
} span;

typedef struct spans {
    span *data; /* sorted, apart */
    uint32_t count, capacity;
} spans;

struct run_contents {
    const run_frame *frame;
    uint8_t **images; /* [mip × layers + layer]: aspects that are defined */
    spans *buffers;
};

static bool import_has_contents(const fusor_import *import)
{
    return import->initial.state != FUSOR_STATE_UNDEFINED;
}

static void start_image(run_contents *contents, uint32_t index)
{
    const fusor_image_desc *desc = &contents->frame->images[index];
    uint32_t count = (desc->mips ? desc->mips : 1) * run_frame_layers(desc);
    bool defined =
        desc->lifetime == FUSOR_LIFETIME_PERSISTENT ||
        (desc->lifetime == FUSOR_LIFETIME_IMPORTED && import_has_contents(&desc->import));
    contents->images[index] = run_arena_alloc(contents->frame->arena, count);
    memset(contents->images[index], defined ? 7 : 0, count);
}

static void start_buffer(run_contents *contents, uint32_t index)
{
    const fusor_buffer_desc *desc = &contents->frame->buffers[index];
    bool defined =
        desc->lifetime == FUSOR_LIFETIME_PERSISTENT || desc->host == FUSOR_HOST_WRITE ||
        (desc->lifetime == FUSOR_LIFETIME_IMPORTED && import_has_contents(&desc->import));
    if (defined) {
        run_contents_add(contents,
                         &(run_piece){.buffer = {index + 1}, .bytes = {0, desc->size_bytes}});
    }
}

run_contents *run_contents_start(run_arena *arena, const run_frame *frame)
{
    run_contents *contents = run_arena_alloc(arena, sizeof *contents);
    contents->frame = frame;
    contents->images = run_arena_array(arena, frame->image_count, sizeof *contents->images);
    contents->buffers = run_arena_array(arena, frame->buffer_count, sizeof *contents->buffers);
    for (uint32_t i = 0; i < frame->image_count; i++) {
        start_image(contents, i);
    }
    for (uint32_t i = 0; i < frame->buffer_count; i++) {
        start_buffer(contents, i);
    }
    return contents;
}

run_piece run_piece_of_use(const run_frame *frame, const fusor_use_desc *use)
{
    run_piece piece = {.image = use->image, .buffer = use->buffer, .aspects = use->aspects};
    if (use->image.id) {
        const fusor_image_desc *desc = run_frame_image(frame, use->image);
        piece.mips = run_frame_range(use->mips, desc->mips ? desc->mips : 1);
        piece.layers = run_frame_range(use->layers, run_frame_layers(desc));
        if (!piece.aspects && use->as == FUSOR_USE_COPY) {
            piece.aspects = fusor_format_get_info(desc->format)->aspects;
        }
    } else {
        piece.bytes = run_frame_bytes(use->range, run_frame_buffer(frame, use->buffer)->size_bytes);
    }
    return piece;
}

static fusor_aspects piece_aspects(const run_contents *contents, const run_piece *piece)
{
    const fusor_image_desc *desc = run_frame_image(contents->frame, piece->image);
    fusor_aspects all = fusor_format_get_info(desc->format)->aspects;
    if (piece->aspects) {
        return piece->aspects & all;
    }
    return all & FUSOR_ASPECT_DEPTH ? FUSOR_ASPECT_DEPTH : all;
}

static bool spans_hold(const spans *set, fusor_byte_range range)
{
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->data[i].first <= range.first && range.first + range.count <= set->data[i].end) {
            return true;
        }
    }
    return false;
}

/* Joins the new span with all that it meets. */
static void spans_add(run_arena *arena, spans *set, span new)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        span old = set->data[i];
        if (old.end < new.first || new.end < old.first) {
            set->data[kept++] = old;
        } else {
            new.first = old.first < new.first ? old.first : new.first;
            new.end = old.end > new.end ? old.end : new.end;
        }
    }
    set->count = kept;
    if (set->count == set->capacity) {
        uint32_t capacity = set->capacity * 2 + 4;
        span *data = run_arena_array(arena, capacity, sizeof *data);
        if (set->count) {
            memcpy(data, set->data, set->count * sizeof *data);
        }
        set->data = data;
        set->capacity = capacity;
    }
    set->data[set->count++] = new;
}

bool run_contents_has_all(const run_contents *contents, const run_piece *piece)
{
    if (piece->buffer.id) {
        return spans_hold(&contents->buffers[piece->buffer.id - 1], piece->bytes);
    }
    const uint8_t *defined = contents->images[piece->image.id - 1];
    fusor_aspects aspects = piece_aspects(contents, piece);
    uint32_t layers = run_frame_layers(run_frame_image(contents->frame, piece->image));
    for (uint32_t m = 0; m < piece->mips.count; m++) {
        for (uint32_t l = 0; l < piece->layers.count; l++) {
            uint32_t at = (piece->mips.first + m) * layers + piece->layers.first + l;
            if ((defined[at] & aspects) != aspects) {
                return false;
            }
        }
    }
    return true;
}

void run_contents_add(run_contents *contents, const run_piece *piece)
{
    if (piece->buffer.id) {
        span new = {piece->bytes.first, piece->bytes.first + piece->bytes.count};
        spans_add(contents->frame->arena, &contents->buffers[piece->buffer.id - 1], new);
        return;
    }
    uint8_t *defined = contents->images[piece->image.id - 1];
    fusor_aspects aspects = piece_aspects(contents, piece);
    uint32_t layers = run_frame_layers(run_frame_image(contents->frame, piece->image));
    for (uint32_t m = 0; m < piece->mips.count; m++) {
        for (uint32_t l = 0; l < piece->layers.count; l++) {
            uint8_t *at = &defined[(piece->mips.first + m) * layers + piece->layers.first + l];
            *at = (uint8_t)(*at | aspects);
        }
    }
}
