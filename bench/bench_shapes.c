/* In: a number. Out: a frame of that many passes, uses or resources, in one of several shapes.
 * Promise: the same frame for the same number, everywhere. Each shape is the worst case of some loop:
 * readers of one resource, cells of one resource, uses of one pass, errors of one graph. */
#include "bench_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 32, LAYER = 32, NAME_BYTES = 32, MIPS = 15, LAYERS = 2048, RANGE = 256 };

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void *array_of(size_t count, size_t size)
{
    void *array = calloc(count ? count : 1, size);
    if (!array)
        exit(1);
    return array;
}

/* A letter and a number. */
static const char *name_of(char *out, char letter, uint32_t i)
{
    char digits[12], *at = &digits[11];
    *at = '\0';
    do
        *--at = (char)('0' + i % 10);
    while (i /= 10);
    *out = letter;
    memcpy(out + 1, at, (size_t)(&digits[12] - at));
    return out;
}

/* Six sizes and two formats, in turn. */
static fusor_image add_image(fusor_graph *graph, char letter, uint32_t i)
{
    static const uint32_t DIVISORS[] = {1, 1, 2, 2, 4, 8};
    char name[NAME_BYTES];
    return fusor_graph_add_image(
        graph, &(fusor_image_desc){.name = name_of(name, letter, i),
                                   .format = i % 2 ? FUSOR_FORMAT_R16G16B16A16_SFLOAT
                                                   : FUSOR_FORMAT_R8G8B8A8_UNORM,
                                   .size = {.denominator = DIVISORS[i % 6]}});
}

/* A raster pass that clears one image and samples others. */
static void add_raster(fusor_graph *graph, uint32_t i, fusor_image target,
                       const fusor_use_desc *reads, uint32_t count)
{
    char name[NAME_BYTES];
    fusor_color_desc color = {.image = target, .load = FUSOR_LOAD_CLEAR};
    (void)fusor_graph_add_pass(graph, &(fusor_pass_desc){.name = name_of(name, 'p', i),
                                                         .color = &color,
                                                         .color_count = 1,
                                                         .reads = reads,
                                                         .read_count = count});
}

static void add_compute(fusor_graph *graph, uint32_t i, const fusor_use_desc *read,
                        const fusor_use_desc *write)
{
    char name[NAME_BYTES];
    (void)fusor_graph_add_pass(graph, &(fusor_pass_desc){.name = name_of(name, 'p', i),
                                                         .kind = FUSOR_PASS_COMPUTE,
                                                         .reads = read,
                                                         .read_count = read != NULL,
                                                         .writes = write,
                                                         .write_count = write != NULL});
}

static fusor_image *add_images(fusor_graph *graph, uint32_t n)
{
    fusor_image *images = array_of(n, sizeof *images);
    for (uint32_t i = 0; i < n; i++)
        images[i] = add_image(graph, 't', i);
    return images;
}

/* Pass i writes image i, reads i − 1 and one of the last 32. */
static void fill_window(fusor_graph *graph, uint32_t n)
{
    fusor_image *images = add_images(graph, n);
    uint32_t seed = 42;
    for (uint32_t i = 0; i < n; i++) {
        fusor_use_desc reads[2] = {{.as = FUSOR_USE_SAMPLED}, {.as = FUSOR_USE_SAMPLED}};
        uint32_t window = i < WINDOW ? i : WINDOW, count = 0;
        if (i > 0)
            reads[count++].image = images[i - 1];
        uint32_t other = window ? i - 1 - next_random(&seed) % window : 0;
        if (window && other != i - 1)
            reads[count++].image = images[other];
        add_raster(graph, i, images[i], reads, count);
    }
    fusor_graph_add_output_image(graph, images[n - 1]);
    free(images);
}

/* Layers of 32 passes, each of which reads three of the layer before. */
static void fill_layers(fusor_graph *graph, uint32_t n)
{
    fusor_image *images = add_images(graph, n);
    uint32_t seed = 7;
    for (uint32_t i = 0; i < n; i++) {
        fusor_use_desc reads[3] = {{.as = FUSOR_USE_NONE}};
        uint32_t first = i / LAYER * LAYER, count = first ? 3 : 0;
        for (uint32_t k = 0; k < count; k++)
            reads[k] = (fusor_use_desc){
                .image = images[first - LAYER + (i + k * 11 + next_random(&seed) % 3) % LAYER],
                .as = FUSOR_USE_SAMPLED};
        add_raster(graph, i, images[i], reads, count);
    }
    for (uint32_t i = n < LAYER ? 0 : n - LAYER; i < n; i++)
        fusor_graph_add_output_image(graph, images[i]);
    free(images);
}

/* One image that all read. */
static void fill_readers(fusor_graph *graph, uint32_t n)
{
    fusor_image *images = add_images(graph, n);
    fusor_use_desc read = {.image = images[0], .as = FUSOR_USE_SAMPLED};
    for (uint32_t i = 0; i < n; i++) {
        add_raster(graph, i, images[i], &read, i > 0);
        fusor_graph_add_output_image(graph, images[i]);
    }
    free(images);
}

/* One image of 15 mips and 2048 layers: each pass writes one place of it and reads the place before. */
static void fill_mips(fusor_graph *graph, uint32_t n)
{
    fusor_image image = fusor_graph_add_image(
        graph,
        &(fusor_image_desc){.name = "mips",
                            .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
                            .size = {.base = FUSOR_SIZE_ABSOLUTE, .width = 16384, .height = 1},
                            .mips = MIPS,
                            .layers = LAYERS});
    fusor_use_desc before = {0};
    for (uint32_t i = 0; i < n; i++) {
        fusor_use_desc write = {.image = image,
                                .as = FUSOR_USE_STORAGE,
                                .mips = {i % MIPS, 1},
                                .layers = {i / MIPS % LAYERS, 1},
                                .overwrite = true};
        add_compute(graph, i, i ? &before : NULL, &write);
        before = write;
    }
    fusor_graph_add_output_image(graph, image);
}

/* One buffer of n ranges, each written by a pass of its own; then one pass reads it all. */
static void fill_ranges(fusor_graph *graph, uint32_t n)
{
    fusor_buffer_desc desc = {.name = "ranges", .size_bytes = (uint64_t)n * RANGE};
    fusor_buffer all = fusor_graph_add_buffer(graph, &desc);
    fusor_buffer sum =
        fusor_graph_add_buffer(graph, &(fusor_buffer_desc){.name = "sum", .size_bytes = RANGE});
    for (uint32_t i = 0; i + 1 < n; i++)
        add_compute(graph, i, NULL,
                    &(fusor_use_desc){.buffer = all,
                                      .as = FUSOR_USE_STORAGE,
                                      .range = {(uint64_t)i * RANGE, RANGE},
                                      .overwrite = true});
    add_compute(graph, n,
                &(fusor_use_desc){.buffer = all,
                                  .as = FUSOR_USE_STORAGE,
                                  .range = {0, n > 1 ? (uint64_t)(n - 1) * RANGE : RANGE}},
                &(fusor_use_desc){.buffer = sum, .as = FUSOR_USE_STORAGE, .overwrite = true});
    fusor_graph_add_output_buffer(graph, sum);
}

/* n imported images, each drawn to. */
static void fill_imports(fusor_graph *graph, uint32_t n)
{
    char name[NAME_BYTES];
    for (uint32_t i = 0; i < n; i++) {
        fusor_image image = fusor_graph_add_image(
            graph, &(fusor_image_desc){.name = name_of(name, 'i', i),
                                       .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
                                       .lifetime = FUSOR_LIFETIME_IMPORTED,
                                       .import = {.final = {.state = FUSOR_STATE_SAMPLED}}});
        add_raster(graph, i, image, NULL, 0);
    }
}

/* A chain that nobody needs, and one pass that somebody does. */
static void fill_culled(fusor_graph *graph, uint32_t n)
{
    fusor_image *images = add_images(graph, n);
    for (uint32_t i = 0; i < n; i++) {
        fusor_use_desc read = {.image = images[i ? i - 1 : 0], .as = FUSOR_USE_SAMPLED};
        add_raster(graph, i, images[i], &read, i > 1);
    }
    fusor_graph_add_output_image(graph, images[0]);
    free(images);
}

/* One copy pass with n copies between n pairs of buffers. */
static void fill_copies(fusor_graph *graph, uint32_t n)
{
    fusor_use_desc *reads = array_of(n, sizeof *reads), *writes = array_of(n, sizeof *writes);
    char name[NAME_BYTES];
    for (uint32_t i = 0; i < n; i++) {
        fusor_buffer_desc src = {.name = name_of(name, 's', i),
                                 .size_bytes = RANGE,
                                 .lifetime = FUSOR_LIFETIME_IMPORTED,
                                 .import = {.initial = {.state = FUSOR_STATE_COPY_SRC}}};
        reads[i] =
            (fusor_use_desc){.buffer = fusor_graph_add_buffer(graph, &src), .as = FUSOR_USE_COPY};
        fusor_buffer_desc dst = {.name = name_of(name, 'd', i), .size_bytes = RANGE};
        writes[i] =
            (fusor_use_desc){.buffer = fusor_graph_add_buffer(graph, &dst), .as = FUSOR_USE_COPY};
        fusor_graph_add_output_buffer(graph, writes[i].buffer);
    }
    (void)fusor_graph_add_pass(graph, &(fusor_pass_desc){.name = "copy",
                                                         .kind = FUSOR_PASS_COPY,
                                                         .reads = reads,
                                                         .read_count = n,
                                                         .writes = writes,
                                                         .write_count = n});
    free(reads);
    free(writes);
}

/* One pass that samples n places of one image. */
static void fill_uses(fusor_graph *graph, uint32_t n)
{
    fusor_use_desc *reads = array_of(n, sizeof *reads);
    fusor_image image = fusor_graph_add_image(
        graph,
        &(fusor_image_desc){.name = "many",
                            .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
                            .size = {.base = FUSOR_SIZE_ABSOLUTE, .width = 16384, .height = 1},
                            .lifetime = FUSOR_LIFETIME_IMPORTED,
                            .import = {.initial = {.state = FUSOR_STATE_SAMPLED}},
                            .mips = MIPS,
                            .layers = LAYERS});
    for (uint32_t i = 0; i < n; i++)
        reads[i] = (fusor_use_desc){.image = image,
                                    .as = FUSOR_USE_SAMPLED,
                                    .mips = {i % MIPS, 1},
                                    .layers = {i / MIPS % LAYERS, 1}};
    fusor_image target = add_image(graph, 't', 0);
    add_raster(graph, 0, target, reads, n);
    fusor_graph_add_output_image(graph, target);
    free(reads);
}

/* n passes that read what nobody has written. */
static void fill_errors(fusor_graph *graph, uint32_t n)
{
    fusor_image *images = add_images(graph, n);
    for (uint32_t i = 0; i < n; i++) {
        fusor_use_desc read = {.image = images[(i + 1) % n], .as = FUSOR_USE_SAMPLED};
        add_raster(graph, i, images[i], &read, n > 1);
        fusor_graph_add_output_image(graph, images[i]);
    }
    free(images);
}

const bench_shape BENCH_SHAPES[] = {
    {"window", "pass i writes image i, reads i - 1 and one of the last 32", fill_window, false},
    {"layers", "layers of 32 passes, each reads three of the layer before", fill_layers, false},
    {"readers", "one image that n passes read", fill_readers, false},
    {"mips", "one image of 15 mips and 2048 layers, written in n places", fill_mips, false},
    {"ranges", "one buffer of n ranges, then a read of all", fill_ranges, false},
    {"imports", "n imports, each drawn to", fill_imports, false},
    {"culled", "n passes that nobody needs", fill_culled, false},
    {"copies", "one pass of n copies", fill_copies, false},
    {"uses", "one pass that samples n places of one image", fill_uses, false},
    {"errors", "n reads of what is written later", fill_errors, true},
};
const uint32_t BENCH_SHAPE_COUNT = sizeof BENCH_SHAPES / sizeof BENCH_SHAPES[0];

const bench_shape *bench_find_shape(const char *name)
{
    for (uint32_t i = 0; i < BENCH_SHAPE_COUNT; i++)
        if (strcmp(BENCH_SHAPES[i].name, name) == 0)
            return &BENCH_SHAPES[i];
    return NULL;
}

fusor_graph *bench_declare(const bench_shape *shape, uint32_t n, const fusor_allocator *allocator)
{
    fusor_graph *graph;
    fusor_graph_desc desc = {.name = "bench", .render_width = 1920, .render_height = 1080};
    if (allocator)
        desc.allocator = *allocator;
    if (fusor_graph_create(&desc, &graph) != FUSOR_OK)
        exit(1);
    shape->fill(graph, n);
    return graph;
}
