/* In: a seed. Out: a graph of a few passes that the core should accept. Reads are drawn from what was
 * written, so that nearly all are valid. */
#include "core/random_graph.h"

#include <stdio.h>
#include <string.h>

enum { IMAGES_MAX = 12, BUFFERS_MAX = 8, USES_MAX = 6, COLORS_MAX = 3 };

typedef struct known_image {
    fusor_image handle;
    fusor_image_desc desc;
    uint32_t size_class; /* which extent */
    bool depth, stencil, readable;
    uint32_t written_mips; /* bits: mips with contents in all layers */
} known_image;

typedef struct known_buffer {
    fusor_buffer handle;
    fusor_buffer_desc desc;
    uint32_t written; /* bits: quarters with contents */
} known_buffer;

typedef struct maker {
    help_random random;
    fusor_graph *graph;
    known_image images[IMAGES_MAX];
    known_buffer buffers[BUFFERS_MAX];
    uint32_t image_count, buffer_count;
    bool taken[IMAGES_MAX + BUFFERS_MAX]; /* by the pass that is made */
} maker;

#define QUARTER 256u

static bool chance(maker *m, uint32_t percent)
{
    return help_next(&m->random, 100) < percent;
}

static uint32_t below(maker *m, uint32_t n)
{
    return help_next(&m->random, n);
}

static fusor_import random_import(maker *m, bool is_image, bool depth)
{
    static const fusor_state STATES[] = {FUSOR_STATE_SAMPLED,   FUSOR_STATE_COPY_DST,
                                         FUSOR_STATE_UNDEFINED, FUSOR_STATE_UNKNOWN,
                                         FUSOR_STATE_STORAGE,   FUSOR_STATE_COLOR};
    static const fusor_state FINALS[] = {FUSOR_STATE_UNKNOWN, FUSOR_STATE_SAMPLED,
                                         FUSOR_STATE_COPY_SRC, FUSOR_STATE_GENERAL};
    fusor_import import = {.initial = {.state = STATES[below(m, depth || !is_image ? 5 : 6)]},
                           .final = {.state = FINALS[below(m, 4)]},
                           .discard = chance(m, 20)};
    if (chance(m, 30) && import.final.state == FUSOR_STATE_SAMPLED)
        import.final.stages = FUSOR_STAGE_COMPUTE_SHADER;
    if (chance(m, 30) && import.initial.state == FUSOR_STATE_SAMPLED)
        import.initial.stages = FUSOR_STAGE_FRAGMENT_SHADER;
    return import;
}

static void add_image(maker *m)
{
    static const fusor_format COLORS[] = {FUSOR_FORMAT_R8G8B8A8_UNORM,
                                          FUSOR_FORMAT_R16G16B16A16_SFLOAT};
    static const fusor_format DEPTHS[] = {FUSOR_FORMAT_D32_SFLOAT, FUSOR_FORMAT_D24_UNORM_S8_UINT,
                                          FUSOR_FORMAT_D32_SFLOAT_S8_UINT};
    static const uint32_t EXTENTS[] = {64, 32};
    known_image *k = &m->images[m->image_count];
    char name[20];
    memset(k, 0, sizeof *k);
    snprintf(name, sizeof name, "i%u", m->image_count++);
    k->depth = chance(m, 30);
    k->size_class = chance(m, 75) ? 0 : 1;
    k->desc = (fusor_image_desc){.name = name,
                                 .format = k->depth ? DEPTHS[below(m, 3)] : COLORS[below(m, 2)],
                                 .size = {.base = FUSOR_SIZE_ABSOLUTE,
                                          .width = EXTENTS[k->size_class],
                                          .height = EXTENTS[k->size_class]},
                                 .mips = chance(m, 25) ? 3 : 1,
                                 .layers = chance(m, 20) ? 2 : 1,
                                 .samples = 1};
    k->stencil = k->desc.format != FUSOR_FORMAT_D32_SFLOAT && k->depth;
    if (k->desc.mips == 1 && chance(m, 10))
        k->desc.samples = 4;
    uint32_t kind = below(m, 100);
    bool contents = false;
    if (kind < 15) {
        k->desc.lifetime = FUSOR_LIFETIME_IMPORTED;
        k->desc.import = random_import(m, true, k->depth);
        contents = k->desc.import.initial.state != FUSOR_STATE_UNDEFINED;
    } else if (kind < 25) {
        k->desc.lifetime = FUSOR_LIFETIME_HISTORY;
        k->desc.history_slots = 2 + below(m, 2);
    } else if (kind < 32) {
        k->desc.lifetime = FUSOR_LIFETIME_PERSISTENT;
        contents = true;
    }
    k->written_mips = contents ? (1u << k->desc.mips) - 1 : 0;
    k->handle = fusor_graph_add_image(m->graph, &k->desc);
    k->desc.name = NULL;
}

static void add_buffer(maker *m)
{
    known_buffer *k = &m->buffers[m->buffer_count];
    char name[20];
    memset(k, 0, sizeof *k);
    snprintf(name, sizeof name, "b%u", m->buffer_count++);
    k->desc = (fusor_buffer_desc){.name = name, .size_bytes = 4 * QUARTER};
    uint32_t kind = below(m, 100);
    bool contents = false;
    if (kind < 15) {
        k->desc.lifetime = FUSOR_LIFETIME_IMPORTED;
        k->desc.import = random_import(m, false, false);
        contents = k->desc.import.initial.state != FUSOR_STATE_UNDEFINED;
    } else if (kind < 25) {
        k->desc.lifetime = FUSOR_LIFETIME_HISTORY;
        k->desc.history_slots = 2 + below(m, 2);
    } else if (kind < 32) {
        k->desc.lifetime = FUSOR_LIFETIME_PERSISTENT;
        contents = true;
    } else if (kind < 40) {
        k->desc.host = FUSOR_HOST_READ;
        k->desc.host_shared = chance(m, 30);
    } else if (kind < 48) {
        k->desc.host = FUSOR_HOST_WRITE;
        contents = true;
    }
    k->written = contents ? 15 : 0;
    k->handle = fusor_graph_add_buffer(m->graph, &k->desc);
    k->desc.name = NULL;
}

/* ------------------------------------------------------------------------------ uses */

static bool take_image(maker *m, uint32_t index)
{
    if (m->taken[index])
        return false;
    return m->taken[index] = true;
}

static fusor_stages raster_stages(maker *m)
{
    static const fusor_stages STAGES[] = {0, FUSOR_STAGE_VERTEX_SHADER,
                                          FUSOR_STAGE_VERTEX_SHADER | FUSOR_STAGE_FRAGMENT_SHADER};
    return STAGES[below(m, 3)];
}

static bool read_image(maker *m, fusor_pass_kind kind, fusor_use_desc *out)
{
    uint32_t index = below(m, m->image_count);
    known_image *k = &m->images[index];
    bool history = k->desc.lifetime == FUSOR_LIFETIME_HISTORY && chance(m, 60);
    if ((!history && !k->written_mips) || !take_image(m, index))
        return false;
    *out = (fusor_use_desc){.image = k->handle, .as = FUSOR_USE_SAMPLED};
    if (kind == FUSOR_PASS_RASTER)
        out->stages = raster_stages(m);
    else if (kind == FUSOR_PASS_COMPUTE && !k->depth && k->desc.samples == 1 && chance(m, 30))
        out->as = FUSOR_USE_STORAGE;
    if (k->stencil && chance(m, 30))
        out->aspects = FUSOR_ASPECT_DEPTH;
    if (history) {
        out->previous = 1 + below(m, k->desc.history_slots - 1);
        return true;
    }
    if (k->written_mips != (1u << k->desc.mips) - 1 || chance(m, 50)) {
        uint32_t mip = below(m, k->desc.mips);
        if (!(k->written_mips >> mip & 1))
            return false;
        out->mips = (fusor_range){mip, 1};
    }
    if (k->desc.layers > 1 && chance(m, 40))
        out->layers = (fusor_range){below(m, 2), 1};
    return true;
}

static void set_range(maker *m, fusor_use_desc *use, uint32_t quarters)
{
    uint32_t first = below(m, 4), count = 1 + below(m, 4 - first);
    if (chance(m, 30))
        first = 0, count = 4;
    for (uint32_t q = first; q < first + count; q++)
        if (!(quarters >> q & 1))
            count = q - first;
    use->range = (fusor_byte_range){first * QUARTER, count * QUARTER};
    if (count && quarters == 15 && first + count < 4 && chance(m, 20))
        use->range.count += 16; /* ranges that cut others */
}

static bool read_buffer(maker *m, fusor_pass_kind kind, fusor_use_desc *out)
{
    uint32_t index = below(m, m->buffer_count);
    known_buffer *k = &m->buffers[index];
    static const fusor_use_kind RASTER[] = {FUSOR_USE_VERTEX, FUSOR_USE_INDEX, FUSOR_USE_INDIRECT,
                                            FUSOR_USE_UNIFORM, FUSOR_USE_STORAGE};
    if (m->taken[IMAGES_MAX + index])
        return false;
    *out = (fusor_use_desc){.buffer = k->handle,
                            .as = kind == FUSOR_PASS_RASTER ? RASTER[below(m, 5)]
                                  : kind == FUSOR_PASS_COMPUTE
                                      ? (chance(m, 20) ? FUSOR_USE_INDIRECT : FUSOR_USE_STORAGE)
                                      : FUSOR_USE_STORAGE};
    if (k->desc.lifetime == FUSOR_LIFETIME_HISTORY && chance(m, 60))
        out->previous = 1 + below(m, k->desc.history_slots - 1);
    set_range(m, out, out->previous ? 15 : k->written);
    if (!out->range.count)
        return false;
    m->taken[IMAGES_MAX + index] = true;
    return true;
}

static bool write_buffer(maker *m, fusor_use_desc *out)
{
    uint32_t index = below(m, m->buffer_count);
    known_buffer *k = &m->buffers[index];
    if (m->taken[IMAGES_MAX + index] || k->desc.host == FUSOR_HOST_WRITE)
        return false;
    m->taken[IMAGES_MAX + index] = true;
    *out =
        (fusor_use_desc){.buffer = k->handle, .as = FUSOR_USE_STORAGE, .overwrite = chance(m, 60)};
    out->concurrent = !out->overwrite && chance(m, 40);
    set_range(m, out, 15);
    for (uint32_t q = 0; q < 4; q++)
        if (q * QUARTER >= out->range.first &&
            (q + 1) * QUARTER <= out->range.first + out->range.count)
            k->written |= 1u << q;
    return true;
}

static bool write_image(maker *m, fusor_use_desc *out)
{
    uint32_t index = below(m, m->image_count);
    known_image *k = &m->images[index];
    if (k->depth || k->desc.samples > 1 || !take_image(m, index))
        return false;
    *out =
        (fusor_use_desc){.image = k->handle, .as = FUSOR_USE_STORAGE, .overwrite = chance(m, 60)};
    out->concurrent = !out->overwrite && chance(m, 30);
    uint32_t mip = below(m, k->desc.mips);
    if (k->desc.mips > 1 && chance(m, 70))
        out->mips = (fusor_range){mip, 1};
    if (k->desc.layers > 1 && (k->written_mips >> mip & 1) && chance(m, 40))
        out->layers = (fusor_range){below(m, 2), 1};
    else
        k->written_mips |= out->mips.count ? 1u << mip : (1u << k->desc.mips) - 1;
    return true;
}

/* ------------------------------------------------------------------------------ passes */

typedef struct target_shape {
    uint32_t extent, layers, samples;
} target_shape;

static uint32_t mip_extent(const known_image *k, uint32_t mip)
{
    return k->desc.size.width >> mip;
}

static fusor_load random_load(maker *m, bool contents)
{
    static const fusor_load LOADS[] = {FUSOR_LOAD_CLEAR, FUSOR_LOAD_OVERWRITE, FUSOR_LOAD_LOAD,
                                       FUSOR_LOAD_LOAD, FUSOR_LOAD_AUTO};
    return LOADS[below(m, contents ? 5 : 2)];
}

static bool fits(const known_image *k, uint32_t mip, const target_shape *shape)
{
    return mip_extent(k, mip) == shape->extent && k->desc.layers == shape->layers &&
           k->desc.samples == shape->samples;
}

static void add_colors(maker *m, fusor_pass_desc *pass, fusor_color_desc *colors,
                       const target_shape *shape)
{
    uint32_t wanted = 1 + below(m, COLORS_MAX);
    for (uint32_t tries = 0; tries < 6 && pass->color_count < wanted; tries++) {
        uint32_t index = below(m, m->image_count);
        known_image *k = &m->images[index];
        uint32_t mip = below(m, k->desc.mips);
        if (k->depth || !fits(k, mip, shape) || !take_image(m, index))
            continue;
        bool contents = k->written_mips >> mip & 1;
        fusor_color_desc *c = &colors[pass->color_count++];
        *c = (fusor_color_desc){.image = k->handle, .mip = mip, .load = random_load(m, contents)};
        c->clear[0] = c->load == FUSOR_LOAD_CLEAR ? below(m, 4) / 4.0 : 0;
        k->written_mips |= 1u << mip;
    }
    pass->color = colors;
}

static void add_resolve(maker *m, fusor_pass_desc *pass, fusor_color_desc *colors,
                        const target_shape *shape)
{
    if (shape->samples == 1 || !pass->color_count || !chance(m, 60))
        return;
    for (uint32_t i = 0; i < m->image_count; i++) {
        known_image *k = &m->images[i];
        const fusor_image_desc *source = fusor_graph_get_image(m->graph, colors[0].image);
        if (k->depth || k->desc.samples > 1 || k->desc.format != source->format ||
            mip_extent(k, 0) != shape->extent || k->desc.layers != shape->layers ||
            !take_image(m, i))
            continue;
        colors[0].resolve = (fusor_resolve_desc){.image = k->handle};
        k->written_mips |= 1;
        return;
    }
}

static void add_depth(maker *m, fusor_pass_desc *pass, const target_shape *shape)
{
    uint32_t index = below(m, m->image_count);
    known_image *k = &m->images[index];
    uint32_t mip = below(m, k->desc.mips);
    if (!k->depth || !fits(k, mip, shape) || !take_image(m, index))
        return;
    bool contents = k->written_mips >> mip & 1;
    fusor_depth_desc *d = &pass->depth;
    *d = (fusor_depth_desc){.image = k->handle, .mip = mip, .load = random_load(m, contents)};
    d->read_only = contents && chance(m, 40);
    if (d->read_only)
        d->load = FUSOR_LOAD_AUTO;
    d->clear_depth = d->load == FUSOR_LOAD_CLEAR ? 0.5 : 0;
    if (k->stencil) {
        d->stencil_read_only = contents && chance(m, 40);
        d->stencil_load = d->stencil_read_only ? FUSOR_LOAD_AUTO : random_load(m, contents);
        d->clear_stencil = d->stencil_load == FUSOR_LOAD_CLEAR ? 3 : 0;
    }
    k->written_mips |= 1u << mip;
}

static void add_inputs(maker *m, fusor_pass_desc *pass, fusor_input_desc *inputs,
                       const target_shape *shape)
{
    for (uint32_t tries = 0; tries < 3; tries++) {
        uint32_t index = below(m, m->image_count);
        known_image *k = &m->images[index];
        uint32_t mip = below(m, k->desc.mips);
        if (!fits(k, mip, shape) || !(k->written_mips >> mip & 1) || !chance(m, 70) ||
            !take_image(m, index))
            continue;
        inputs[pass->input_count++] = (fusor_input_desc){.image = k->handle, .mip = mip};
    }
    pass->inputs = inputs;
}

static void add_uses(maker *m, fusor_pass_desc *pass, fusor_use_desc *reads, fusor_use_desc *writes)
{
    uint32_t wanted = below(m, 4);
    for (uint32_t i = 0; i < wanted; i++) {
        fusor_use_desc use;
        bool image = m->buffer_count == 0 || chance(m, 60);
        if (image ? read_image(m, pass->kind, &use) : read_buffer(m, pass->kind, &use))
            reads[pass->read_count++] = use;
    }
    wanted = pass->kind == FUSOR_PASS_RASTER ? chance(m, 15) : 1 + below(m, 2);
    for (uint32_t i = 0; i < wanted; i++) {
        fusor_use_desc use;
        bool image = pass->kind != FUSOR_PASS_RASTER && (m->buffer_count == 0 || chance(m, 50));
        if ((image || m->buffer_count) && (image ? write_image(m, &use) : write_buffer(m, &use)))
            writes[pass->write_count++] = use;
    }
    pass->reads = reads;
    pass->writes = writes;
}

/* Reads [i] → writes [i], a write without its read is a clear. */
static void add_copies(maker *m, fusor_pass_desc *pass, fusor_use_desc *reads,
                       fusor_use_desc *writes)
{
    uint32_t a = below(m, m->buffer_count + 1), b = below(m, m->buffer_count + 1);
    pass->reads = reads;
    pass->writes = writes;
    if (m->buffer_count && a < m->buffer_count && b < m->buffer_count && a != b &&
        m->buffers[a].written == 15 && m->buffers[b].desc.host != FUSOR_HOST_WRITE) {
        uint32_t at = below(m, 2) * QUARTER;
        reads[pass->read_count++] = (fusor_use_desc){
            .buffer = m->buffers[a].handle, .as = FUSOR_USE_COPY, .range = {at, 2 * QUARTER}};
        writes[pass->write_count++] = (fusor_use_desc){
            .buffer = m->buffers[b].handle, .as = FUSOR_USE_COPY, .range = {QUARTER, 2 * QUARTER}};
        m->buffers[b].written |= 6;
        return;
    }
    uint32_t i = below(m, m->image_count), j = below(m, m->image_count);
    known_image *x = &m->images[i], *y = &m->images[j];
    if (y->desc.samples > 1)
        return;
    if (i != j && (x->written_mips & 1) && x->desc.format == y->desc.format &&
        x->desc.samples == 1 && x->size_class == y->size_class &&
        x->desc.layers == y->desc.layers) {
        reads[pass->read_count++] =
            (fusor_use_desc){.image = x->handle, .as = FUSOR_USE_COPY, .mips = {0, 1}};
    }
    uint32_t mip = pass->read_count ? 0 : below(m, y->desc.mips);
    writes[pass->write_count++] =
        (fusor_use_desc){.image = y->handle, .as = FUSOR_USE_COPY, .mips = {mip, 1}};
    y->written_mips |= 1u << mip;
}

static void add_raster(maker *m, fusor_pass_desc *pass, fusor_color_desc *colors,
                       fusor_input_desc *inputs)
{
    const known_image *k = &m->images[below(m, m->image_count)];
    target_shape shape = {mip_extent(k, below(m, k->desc.mips)), k->desc.layers, k->desc.samples};
    add_colors(m, pass, colors, &shape);
    add_resolve(m, pass, colors, &shape);
    if (chance(m, 40) || !pass->color_count)
        add_depth(m, pass, &shape);
    if (pass->color_count || pass->depth.image.id)
        add_inputs(m, pass, inputs, &shape);
}

static fusor_pass_kind random_kind(maker *m)
{
    uint32_t kind = below(m, 100);
    return kind < 60   ? FUSOR_PASS_RASTER
           : kind < 85 ? FUSOR_PASS_COMPUTE
           : kind < 95 ? FUSOR_PASS_COPY
                       : FUSOR_PASS_RAW;
}

static void add_pass(maker *m, uint32_t index)
{
    fusor_color_desc colors[COLORS_MAX];
    fusor_input_desc inputs[USES_MAX];
    fusor_use_desc reads[USES_MAX], writes[USES_MAX];
    char name[20];
    snprintf(name, sizeof name, "p%u", index);
    memset(m->taken, 0, sizeof m->taken);
    fusor_pass_desc pass = {.name = name, .kind = random_kind(m)};
    if (pass.kind == FUSOR_PASS_RASTER)
        add_raster(m, &pass, colors, inputs);
    if (pass.kind == FUSOR_PASS_COPY)
        add_copies(m, &pass, reads, writes);
    else
        add_uses(m, &pass, reads, writes);
    if (pass.kind == FUSOR_PASS_RASTER && !pass.color_count && !pass.depth.image.id)
        return;
    if (chance(m, 30) || (pass.kind != FUSOR_PASS_RASTER && !pass.write_count))
        pass.flags |= FUSOR_PASS_SIDE_EFFECTS;
    if (chance(m, 5))
        pass.flags |= FUSOR_PASS_NO_FUSE;
    if (pass.kind == FUSOR_PASS_COMPUTE && chance(m, 40))
        pass.flags |= FUSOR_PASS_BRIDGE;
    fusor_graph_add_pass(m->graph, &pass);
}

static void add_outputs(maker *m)
{
    for (uint32_t i = 0; i < m->image_count; i++)
        if (m->images[i].written_mips == (1u << m->images[i].desc.mips) - 1 && chance(m, 40))
            fusor_graph_add_output_image(m->graph, m->images[i].handle);
    for (uint32_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].written == 15 && chance(m, 40))
            fusor_graph_add_output_buffer(m->graph, m->buffers[i].handle);
    uint32_t passes = fusor_graph_pass_count(m->graph);
    if (passes > 2 && chance(m, 20)) {
        uint32_t a = 1 + below(m, passes - 1);
        fusor_graph_add_edge(m->graph, (fusor_pass){a}, (fusor_pass){a + 1 + below(m, passes - a)});
    }
}

fusor_graph *random_graph(uint64_t seed, const random_size *size)
{
    maker m = {.random = {seed * 2654435761u + 12345}};
    fusor_graph_desc desc = {.name = "random", .render_width = 64, .render_height = 64};
    for (int i = 0; i < 4; i++)
        help_next(&m.random, 2);
    if (fusor_graph_create(&desc, &m.graph))
        return NULL;
    uint32_t images = 2 + below(&m, size->images - 1), buffers = below(&m, size->buffers + 1);
    for (uint32_t i = 0; i < images; i++)
        add_image(&m);
    for (uint32_t i = 0; i < buffers; i++)
        add_buffer(&m);
    uint32_t passes = 2 + below(&m, size->passes - 1);
    for (uint32_t i = 0; i < passes; i++)
        add_pass(&m, i);
    add_outputs(&m);
    return m.graph;
}
