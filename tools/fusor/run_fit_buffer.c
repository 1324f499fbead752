/* In: a budget for buffers. Out: smaller buffers and the ranges of their uses.
 * Promised: a buffer is cut at every place where a use begins or ends, and each piece is scaled alone and
 * never to nothing: ranges that overlapped overlap, others do not. Offsets keep their remainder by 256,
 * so what was aligned stays so. Copies between a buffer and an image keep equal byte counts. */
#include <stdlib.h>
#include <string.h>

#include "run_fit.h"

enum { GRAIN = 256, FULL = 1 << 16 };

typedef struct buffer_map {
    uint64_t *old, *new; /* cuts, ascending; the last is the size */
    uint32_t count, capacity;
} buffer_map;

static void add_cut(buffer_map *map, uint64_t at)
{
    if (map->count == map->capacity) {
        map->capacity = map->capacity * 2 + 16;
        map->old = run_resize(map->old, map->capacity, sizeof *map->old);
    }
    map->old[map->count++] = at;
}

static int compare_cuts(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

typedef struct cut_search {
    const run_frame *frame;
    buffer_map *maps;
} cut_search;

static void add_use_cuts(void *user, fusor_use_desc *use)
{
    cut_search *search = user;
    if (use->buffer.id) {
        uint64_t size = run_frame_buffer(search->frame, use->buffer)->size_bytes;
        fusor_byte_range range = run_frame_bytes(use->range, size);
        add_cut(&search->maps[use->buffer.id - 1], range.first);
        add_cut(&search->maps[use->buffer.id - 1], range.first + range.count);
    }
}

static void sort_cuts(buffer_map *map)
{
    uint32_t kept = 0;
    qsort(map->old, map->count, sizeof *map->old, compare_cuts);
    for (uint32_t i = 0; i < map->count; i++) {
        if (!kept || map->old[kept - 1] != map->old[i]) {
            map->old[kept++] = map->old[i];
        }
    }
    map->count = kept;
    map->new = run_resize(NULL, kept, sizeof *map->new);
}

static buffer_map *find_cuts(const run_frame *frame)
{
    buffer_map *maps = run_arena_array(frame->arena, frame->buffer_count, sizeof *maps);
    cut_search search = {frame, maps};
    for (uint32_t i = 0; i < frame->buffer_count; i++) {
        add_cut(&maps[i], 0);
        add_cut(&maps[i], frame->buffers[i].size_bytes);
    }
    for (uint32_t i = 0; i < frame->pass_count; i++) {
        run_frame_each_use(&frame->passes[i], add_use_cuts, &search);
    }
    for (uint32_t i = 0; i < frame->buffer_count; i++) {
        sort_cuts(&maps[i]);
    }
    return maps;
}

static void free_maps(buffer_map *maps, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        free(maps[i].old);
        free(maps[i].new);
    }
}

/* Whole grains are scaled, the rest stays. */
static uint64_t scale_length(uint64_t length, uint32_t scale)
{
    uint64_t grains = length / GRAIN, rest = length % GRAIN;
    uint64_t scaled = (uint64_t)((double)grains * scale / FULL);
    return (grains && !scaled ? 1 : scaled) * GRAIN + rest;
}

static void scale_map(buffer_map *map, uint32_t scale)
{
    map->new[0] = 0;
    for (uint32_t i = 1; i < map->count; i++) {
        map->new[i] = map->new[i - 1] + scale_length(map->old[i] - map->old[i - 1], scale);
    }
}

static uint32_t find_cut(const buffer_map *map, uint64_t old)
{
    uint32_t i = 0;
    while (i + 1 < map->count && map->old[i] < old) {
        i++;
    }
    return i;
}

/* Makes the range at least so long, by its last piece. */
static void stretch(buffer_map *map, fusor_byte_range range, uint64_t bytes, bool exactly)
{
    uint32_t first = find_cut(map, range.first), end = find_cut(map, range.first + range.count);
    uint64_t have = map->new[end] - map->new[first];
    bool alone = end == first + 1;
    uint64_t wanted = have < bytes || (exactly && alone) ? bytes : have;
    for (uint32_t i = end; i < map->count; i++) {
        map->new[i] = map->new[i] - have + wanted;
    }
}

/* ----------------------------------------------------------------------------------------- copies */

static uint64_t image_bytes(const run_frame *frame, const fusor_use_desc *use)
{
    const fusor_image_desc *desc = run_frame_image(frame, use->image);
    fusor_range mips = run_frame_range(use->mips, desc->mips ? desc->mips : 1);
    fusor_range layers = run_frame_range(use->layers, run_frame_layers(desc));
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < mips.count; i++) {
        bytes += run_frame_mip_bytes(frame, use->image, mips.first + i) / run_frame_layers(desc) *
                 layers.count;
    }
    return bytes;
}

typedef void (*pair_fn)(void *user, fusor_use_desc *src, fusor_use_desc *dst);

static void each_pair(const run_frame *frame, pair_fn fn, void *user)
{
    for (uint32_t p = 0; p < frame->pass_count; p++) {
        const fusor_pass_desc *pass = &frame->passes[p];
        fusor_copy_op_desc *ops = (fusor_copy_op_desc *)pass->ops;
        for (uint32_t i = 0; i < pass->op_count; i++) {
            if (ops[i].kind == FUSOR_COPY_COPY) {
                fn(user, &ops[i].src, &ops[i].dst);
            }
        }
        for (uint32_t i = 0; pass->kind == FUSOR_PASS_COPY && !pass->op_count &&
                             i < pass->read_count && i < pass->write_count;
             i++) {
            fn(user, &run_frame_reads(pass)[i], &run_frame_writes(pass)[i]);
        }
    }
}

static void stretch_one(const cut_search *search, const fusor_use_desc *buffer,
                        const fusor_use_desc *image)
{
    uint64_t size = run_frame_buffer(search->frame, buffer->buffer)->size_bytes;
    stretch(&search->maps[buffer->buffer.id - 1], run_frame_bytes(buffer->range, size),
            image_bytes(search->frame, image), true);
}

static void stretch_pair(void *user, fusor_use_desc *src, fusor_use_desc *dst)
{
    if (src->buffer.id && dst->image.id) {
        stretch_one(user, src, dst);
    } else if (src->image.id && dst->buffer.id) {
        stretch_one(user, dst, src);
    }
}

static uint64_t mapped_length(const cut_search *search, const fusor_use_desc *use)
{
    const buffer_map *map = &search->maps[use->buffer.id - 1];
    uint64_t size = run_frame_buffer(search->frame, use->buffer)->size_bytes;
    fusor_byte_range range = run_frame_bytes(use->range, size);
    return map->new[find_cut(map, range.first + range.count)] -
           map->new[find_cut(map, range.first)];
}

/* Buffer to buffer: the shorter one is stretched. */
static void level_pair(void *user, fusor_use_desc *src, fusor_use_desc *dst)
{
    cut_search *search = user;
    if (!src->buffer.id || !dst->buffer.id) {
        return;
    }
    uint64_t a = mapped_length(search, src), b = mapped_length(search, dst);
    fusor_use_desc *shorter = a < b ? src : dst;
    uint64_t size = run_frame_buffer(search->frame, shorter->buffer)->size_bytes;
    if (a != b) {
        stretch(&search->maps[shorter->buffer.id - 1], run_frame_bytes(shorter->range, size),
                a > b ? a : b, false);
    }
}

static void set_scale(const run_frame *frame, buffer_map *maps, uint32_t scale)
{
    cut_search search = {frame, maps};
    for (uint32_t i = 0; i < frame->buffer_count; i++) {
        scale_map(&maps[i], scale);
    }
    each_pair(frame, stretch_pair, &search);
    each_pair(frame, level_pair, &search);
    each_pair(frame, level_pair, &search);
}

/* ----------------------------------------------------------------------------------------- limits */

typedef struct range_check {
    cut_search search;
    uint64_t most;
    bool fits;
} range_check;

static void check_range(void *user, fusor_use_desc *use)
{
    range_check *check = user;
    if (use->buffer.id && use->as == FUSOR_USE_STORAGE &&
        mapped_length(&check->search, use) > check->most) {
        check->fits = false;
    }
}

static bool maps_fit(const run_fit_limits *limits, const run_frame *frame, buffer_map *maps,
                     uint64_t bytes)
{
    uint64_t most = limits->device->limits.storage_buffer_bytes;
    range_check check = {{frame, maps}, most ? most : UINT64_MAX, true};
    run_frame scaled = *frame;
    scaled.buffers = run_resize(NULL, frame->buffer_count, sizeof *scaled.buffers);
    for (uint32_t i = 0; i < frame->buffer_count; i++) {
        scaled.buffers[i] = frame->buffers[i];
        scaled.buffers[i].size_bytes = maps[i].new[maps[i].count - 1];
    }
    uint64_t total = run_fit_buffer_bytes(limits, &scaled);
    free(scaled.buffers);
    for (uint32_t i = 0; i < frame->pass_count; i++) {
        run_frame_each_use(&frame->passes[i], check_range, &check);
    }
    return check.fits && total <= bytes;
}

static void apply_use(void *user, fusor_use_desc *use)
{
    const cut_search *search = user;
    if (use->buffer.id && (use->range.first || use->range.count)) {
        const buffer_map *map = &search->maps[use->buffer.id - 1];
        uint64_t end =
            use->range.count ? use->range.first + use->range.count : map->old[map->count - 1];
        uint64_t first = map->new[find_cut(map, use->range.first)];
        use->range = (fusor_byte_range){first, map->new[find_cut(map, end)] - first};
    }
}

static void apply_maps(run_frame *frame, buffer_map *maps)
{
    cut_search search = {frame, maps};
    for (uint32_t i = 0; i < frame->pass_count; i++) {
        run_frame_each_use(&frame->passes[i], apply_use, &search);
    }
    for (uint32_t i = 0; i < frame->buffer_count; i++) {
        uint64_t size = maps[i].new[maps[i].count - 1];
        if (size != frame->buffers[i].size_bytes) {
            run_say("fit: buffer \"%s\": %llu bytes become %llu", frame->buffers[i].name,
                    (unsigned long long)frame->buffers[i].size_bytes, (unsigned long long)size);
            frame->buffers[i].size_bytes = size;
        }
    }
}

void run_fit_buffers(const run_fit_limits *limits, uint64_t bytes, run_frame *frame)
{
    buffer_map *maps = find_cuts(frame);
    uint32_t low = 0, high = FULL;
    set_scale(frame, maps, high);
    if (!maps_fit(limits, frame, maps, bytes)) {
        while (high - low > 1) { /* the largest scale that fits; 1 / FULL if none does */
            uint32_t middle = (low + high) / 2;
            set_scale(frame, maps, middle);
            *(maps_fit(limits, frame, maps, bytes) ? &low : &high) = middle;
        }
        set_scale(frame, maps, low);
    }
    apply_maps(frame, maps);
    free_maps(maps, frame->buffer_count);
}
