/* In: a seed. Out: a graph of up to 20 passes. Promised: nothing is read that was not written, a pass
 * uses an image in one way only, attachments of a pass agree: so it compiles. */
#include "fake_random.h"

#include <stdio.h>

#define IMAGES_MAX 14u
#define BUFFERS_MAX 4u
#define MIPS_MAX 3u

typedef struct random_image {
    fusor_image handle;
    fusor_format format;
    bool is_depth, half, kept, history;
    uint32_t mips, layers, samples;
    bool written[MIPS_MAX];
    bool used; /* by the pass that is being made */
} random_image;

typedef struct random_graph {
    fusor_graph *graph;
    uint64_t state;
    random_image images[IMAGES_MAX];
    fusor_buffer buffers[BUFFERS_MAX];
    fusor_host_access buffer_host[BUFFERS_MAX];
    bool buffer_written[BUFFERS_MAX], buffer_used[BUFFERS_MAX];
    uint32_t image_count, buffer_count;
} random_graph;

/* xorshift64* (Vigna 2016). */
static uint32_t roll(random_graph *r, uint32_t sides)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (uint32_t)((r->state * 2685821657736338717ull) >> 33) % sides;
}

static void add_image(random_graph *r)
{
    static const fusor_format formats[] = {
        FUSOR_FORMAT_R8G8B8A8_UNORM, FUSOR_FORMAT_R16G16B16A16_SFLOAT, FUSOR_FORMAT_R32_UINT,
        FUSOR_FORMAT_D32_SFLOAT, FUSOR_FORMAT_D32_SFLOAT_S8_UINT};
    random_image *image = &r->images[r->image_count];
    const uint32_t format = roll(r, 5), life = roll(r, 8);
    char name[16];
    snprintf(name, sizeof name, "image%u", r->image_count);
    image->is_depth = format >= 3;
    image->half = roll(r, 4) == 0;
    image->mips = 1 + (image->is_depth ? 0 : roll(r, MIPS_MAX));
    image->layers = 1 + (roll(r, 6) == 0);
    image->history = life == 0 && !image->is_depth;
    image->kept = image->history || life == 1;
    image->format = formats[format];
    image->samples = 1;
    if (format < 2 && image->mips == 1 && image->layers == 1 && !image->kept && roll(r, 2))
        image->samples = 4;
    image->handle = fusor_graph_add_image(
        r->graph, &(fusor_image_desc){.name = name,
                                      .format = formats[format],
                                      .size = {.denominator = image->half ? 2 : 1},
                                      .mips = image->mips,
                                      .layers = image->layers,
                                      .samples = image->samples,
                                      .lifetime = image->history ? FUSOR_LIFETIME_HISTORY
                                                  : image->kept  ? FUSOR_LIFETIME_PERSISTENT
                                                                 : FUSOR_LIFETIME_TRANSIENT,
                                      .history_slots = image->history ? 2 + roll(r, 2) : 0});
    r->image_count++;
}

static void add_buffer(random_graph *r)
{
    const uint32_t index = r->buffer_count++, host = roll(r, 5);
    char name[16];
    snprintf(name, sizeof name, "buffer%u", index);
    r->buffer_host[index] = host == 0   ? FUSOR_HOST_WRITE
                            : host == 1 ? FUSOR_HOST_READ
                                        : FUSOR_HOST_NONE;
    r->buffer_written[index] = host == 0;
    r->buffers[index] = fusor_graph_add_buffer(
        r->graph,
        &(fusor_buffer_desc){.name = name,
                             .size_bytes = 1024u << roll(r, 6),
                             .host = r->buffer_host[index],
                             .lifetime = host < 2 || roll(r, 4) ? FUSOR_LIFETIME_TRANSIENT
                                                                : FUSOR_LIFETIME_PERSISTENT});
}

/* ---------------------------------------------------------------------------------------- choice */

/* An image that the pass does not use yet and that `fits`; NULL after a few tries. */
static random_image *choose(random_graph *r, bool (*fits)(const random_image *))
{
    for (uint32_t tries = 0; tries < 8; tries++) {
        random_image *image = &r->images[roll(r, r->image_count)];
        if (!image->used && fits(image)) {
            image->used = true;
            return image;
        }
    }
    return NULL;
}

static bool is_readable(const random_image *image)
{
    return (image->written[0] || image->kept) && image->samples == 1;
}

/* What shaders, copies and resolves write. */
static bool is_color(const random_image *image)
{
    return !image->is_depth && image->samples == 1;
}

static bool is_target(const random_image *image)
{
    return !image->is_depth;
}

static bool is_depth(const random_image *image)
{
    return image->is_depth;
}

/* ----------------------------------------------------------------------------------------- reads */

static bool add_read(random_graph *r, fusor_use_desc *use)
{
    random_image *image = choose(r, is_readable);
    if (!image)
        return false;
    *use = (fusor_use_desc){.image = image->handle, .as = FUSOR_USE_SAMPLED};
    use->previous = image->history && roll(r, 2) ? 1 : 0;
    if (image->history && !image->written[0])
        use->previous = 1; /* a history may be read before it is written only in frames before */
    if (!image->kept || use->previous == 0) {
        uint32_t mip = roll(r, image->mips);
        while (!image->written[mip] && mip)
            mip--;
        use->mips = (fusor_range){mip, 1};
    }
    if (use->previous == 0 && !image->is_depth && roll(r, 4) == 0)
        use->as = FUSOR_USE_STORAGE;
    return use->previous || image->written[use->mips.first] || (image->kept && !image->history);
}

static bool add_buffer_use(random_graph *r, fusor_use_desc *use, bool write)
{
    const uint32_t index = roll(r, r->buffer_count);
    if (r->buffer_used[index] || (!write && !r->buffer_written[index]) ||
        r->buffer_host[index] == (write ? FUSOR_HOST_WRITE : FUSOR_HOST_READ))
        return false;
    r->buffer_used[index] = true;
    r->buffer_written[index] = r->buffer_written[index] || write;
    *use =
        (fusor_use_desc){.buffer = r->buffers[index], .as = FUSOR_USE_STORAGE, .overwrite = write};
    return true;
}

static uint32_t add_reads(random_graph *r, fusor_use_desc *reads, uint32_t most)
{
    uint32_t count = 0;
    for (uint32_t i = roll(r, most + 1); i > 0; i--)
        count += roll(r, 4) ? add_read(r, &reads[count]) : add_buffer_use(r, &reads[count], false);
    return count;
}

/* ---------------------------------------------------------------------------------------- passes */

static void mark(random_image *image, fusor_range mips)
{
    const uint32_t count = mips.count ? mips.count : image->mips - mips.first;
    for (uint32_t m = mips.first; m < mips.first + count; m++)
        image->written[m] = true;
}

static void add_compute(random_graph *r, const char *name)
{
    fusor_use_desc reads[4], writes[2];
    const uint32_t read_count = add_reads(r, reads, 4);
    uint32_t write_count = 0;
    random_image *image = choose(r, is_color);
    if (image) {
        fusor_use_desc *use = &writes[write_count++];
        *use = (fusor_use_desc){.image = image->handle, .as = FUSOR_USE_STORAGE, .overwrite = true};
        if (roll(r, 2))
            use->mips = (fusor_range){roll(r, image->mips), 1};
        mark(image, use->mips);
    }
    write_count += add_buffer_use(r, &writes[write_count], true);
    if (!write_count)
        return;
    fusor_graph_add_pass(r->graph,
                         &(fusor_pass_desc){.name = name,
                                            .kind = FUSOR_PASS_COMPUTE,
                                            .flags = roll(r, 2) ? 0 : FUSOR_PASS_SIDE_EFFECTS,
                                            .reads = reads,
                                            .read_count = read_count,
                                            .writes = writes,
                                            .write_count = write_count});
}

static bool agrees(const random_image *a, const random_image *b)
{
    return a->half == b->half && a->layers == b->layers && a->samples == b->samples;
}

static fusor_load choose_load(random_graph *r, const random_image *image)
{
    if (image->written[0] && roll(r, 2))
        return FUSOR_LOAD_LOAD;
    return roll(r, 2) ? FUSOR_LOAD_CLEAR : FUSOR_LOAD_OVERWRITE;
}

static uint32_t add_inputs(random_graph *r, const random_image *target, fusor_input_desc *inputs)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2; i++) {
        random_image *image = choose(r, is_readable);
        if (!image)
            continue;
        if (agrees(image, target) && image->written[0])
            inputs[count++] = (fusor_input_desc){.image = image->handle};
        else
            image->used = false;
    }
    return count;
}

static fusor_depth_desc add_depth(random_graph *r, const random_image *target)
{
    random_image *image = roll(r, 2) ? choose(r, is_depth) : NULL;
    if (!image || !agrees(image, target)) {
        if (image)
            image->used = false;
        return (fusor_depth_desc){0};
    }
    fusor_depth_desc depth = {.image = image->handle, .clear_depth = 1.0};
    depth.read_only = depth.stencil_read_only = image->written[0] && roll(r, 3) == 0;
    if (!depth.read_only)
        depth.load = depth.stencil_load = choose_load(r, image);
    image->written[0] = true;
    return depth;
}

/* Into an image of one sample that is alike else. */
static fusor_resolve_desc add_resolve(random_graph *r, const random_image *target)
{
    random_image *image = target->samples > 1 ? choose(r, is_color) : NULL;
    if (!image || image->format != target->format || image->half != target->half ||
        image->layers > 1) {
        if (image)
            image->used = false;
        return (fusor_resolve_desc){0};
    }
    image->written[0] = true;
    return (fusor_resolve_desc){.image = image->handle};
}

static void add_raster(random_graph *r, const char *name)
{
    fusor_color_desc colors[2];
    fusor_input_desc inputs[2];
    fusor_use_desc reads[2];
    uint32_t count = 0;
    random_image *target = choose(r, is_target);
    if (!target)
        return;
    const uint32_t input_count = add_inputs(r, target, inputs);
    const fusor_depth_desc depth = add_depth(r, target);
    colors[count++] = (fusor_color_desc){.image = target->handle, .load = choose_load(r, target)};
    target->written[0] = true;
    colors[0].resolve = add_resolve(r, target);
    random_image *second = roll(r, 3) ? NULL : choose(r, is_target);
    if (second && agrees(second, target)) {
        colors[count++] =
            (fusor_color_desc){.image = second->handle, .load = choose_load(r, second)};
        second->written[0] = true;
    }
    const uint32_t read_count = add_reads(r, reads, 2);
    fusor_graph_add_pass(r->graph,
                         &(fusor_pass_desc){.name = name,
                                            .color = colors,
                                            .color_count = count,
                                            .depth = depth,
                                            .inputs = inputs,
                                            .input_count = input_count,
                                            .reads = reads,
                                            .read_count = read_count,
                                            .flags = roll(r, 3) ? 0 : FUSOR_PASS_SIDE_EFFECTS});
}

static void add_clear(random_graph *r, const char *name)
{
    random_image *image = choose(r, is_color);
    if (!image)
        return;
    const fusor_use_desc dst = {.image = image->handle, .as = FUSOR_USE_COPY, .overwrite = true};
    fusor_graph_add_pass(
        r->graph, &(fusor_pass_desc){
                      .name = name, .kind = FUSOR_PASS_COPY, .writes = &dst, .write_count = 1});
    mark(image, (fusor_range){0, 0});
}

static void add_pass(random_graph *r, uint32_t index)
{
    char name[16];
    snprintf(name, sizeof name, "pass%u", index);
    for (uint32_t i = 0; i < r->image_count; i++)
        r->images[i].used = false;
    for (uint32_t i = 0; i < r->buffer_count; i++)
        r->buffer_used[i] = false;
    const uint32_t kind = roll(r, 8);
    if (kind < 4)
        add_raster(r, name);
    else if (kind < 7)
        add_compute(r, name);
    else
        add_clear(r, name);
}

static void add_outputs(random_graph *r)
{
    for (uint32_t i = 0; i < r->image_count; i++) {
        if (r->images[i].written[0] && r->images[i].samples == 1 && roll(r, 3) == 0)
            fusor_graph_add_output_image(r->graph, r->images[i].handle);
    }
}

fusor_graph *fake_random_graph(uint64_t seed)
{
    random_graph r = {.state = seed * 0x9e3779b97f4a7c15ull + 1};
    if (fusor_graph_create(
            &(fusor_graph_desc){.name = "random", .render_width = 64, .render_height = 48},
            &r.graph) != FUSOR_OK)
        return NULL;
    for (uint32_t i = 6 + roll(&r, IMAGES_MAX - 5); i > 0; i--)
        add_image(&r);
    for (uint32_t i = 1 + roll(&r, BUFFERS_MAX); i > 0; i--)
        add_buffer(&r);
    for (uint32_t i = 0, count = 6 + roll(&r, 15); i < count; i++)
        add_pass(&r, i);
    add_outputs(&r);
    return r.graph;
}
