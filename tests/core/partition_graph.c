/* In: a seed. Out: a model of a frame of a dozen raster passes among compute and copies, and its graph.
 * Few images of few sizes, so that many pairs could share a render pass and their wishes collide. */
#include "core/partition.h"

#include <stdio.h>

typedef struct maker {
    help_random random;
    partition_model *model;
    bool written[PARTITION_IMAGES_MAX], taken[PARTITION_IMAGES_MAX];
} maker;

static uint32_t below(maker *m, uint32_t n)
{
    return help_next(&m->random, n);
}

static bool chance(maker *m, uint32_t percent)
{
    return below(m, 100) < percent;
}

static void add_image(maker *m, bool depth)
{
    partition_image *image = &m->model->images[m->model->image_count++];
    image->size_class = chance(m, 85) ? 0 : 1;
    image->bits = depth ? 0 : chance(m, 60) ? 32 : 64;
    image->output = chance(m, 30);
    uint64_t extent = image->size_class ? 32 : 64;
    image->bytes = extent * extent * (image->bits == 64 ? 8 : 4);
}

static partition_access *add_access(maker *m, partition_pass *pass, uint32_t image,
                                    partition_kind kind)
{
    if (m->taken[image] || pass->count == PARTITION_ACCESSES_MAX)
        return NULL;
    partition_access *access = &pass->accesses[pass->count++];
    *access = (partition_access){.image = image, .kind = kind};
    m->taken[image] = true;
    return access;
}

static void add_target(maker *m, partition_pass *pass, partition_kind kind)
{
    uint32_t image = below(m, m->model->image_count);
    const partition_image *i = &m->model->images[image];
    if ((i->bits == 0) != (kind == PARTITION_DEPTH) || i->size_class != pass->size_class)
        return;
    partition_access *access = add_access(m, pass, image, kind);
    if (!access)
        return;
    access->reads = m->written[image] && chance(m, 65);
    access->writes = !(kind == PARTITION_DEPTH && access->reads && chance(m, 40));
    access->clears = !access->reads && chance(m, 60);
    m->written[image] = m->written[image] || access->writes;
}

static void add_read(maker *m, partition_pass *pass, partition_kind kind)
{
    uint32_t image = below(m, m->model->image_count);
    const partition_image *i = &m->model->images[image];
    if (!m->written[image] || (kind == PARTITION_INPUT && i->size_class != pass->size_class))
        return;
    partition_access *access = add_access(m, pass, image, kind);
    if (access)
        access->reads = true;
}

static bool has_target(const partition_pass *pass)
{
    for (uint32_t i = 0; i < pass->count; i++)
        if (pass->accesses[i].kind != PARTITION_INPUT)
            return true;
    return false;
}

static void add_raster(maker *m)
{
    partition_pass *pass = &m->model->passes[m->model->pass_count++];
    *pass = (partition_pass){
        .kind = FUSOR_PASS_RASTER, .no_fuse = chance(m, 3), .size_class = chance(m, 88) ? 0 : 1};
    for (uint32_t i = 1 + below(m, 2); i; i--)
        add_target(m, pass, PARTITION_COLOR);
    if (chance(m, 40))
        add_target(m, pass, PARTITION_DEPTH);
    while (!has_target(pass)) {
        pass->size_class = below(m, 2);
        add_target(m, pass, PARTITION_COLOR);
    }
    for (uint32_t i = below(m, 3); i; i--)
        add_read(m, pass, PARTITION_INPUT);
    if (chance(m, 15))
        add_read(m, pass, PARTITION_PLAIN);
}

static bool same_image(const partition_image *a, const partition_image *b)
{
    return a->bits == b->bits && a->size_class == b->size_class;
}

/* A copy between two equal images, or compute that reads one or two and overwrites another. */
static void add_other(maker *m)
{
    partition_pass *pass = &m->model->passes[m->model->pass_count++];
    bool copy = chance(m, 30);
    *pass = (partition_pass){.kind = copy ? FUSOR_PASS_COPY : FUSOR_PASS_COMPUTE,
                             .bridge = !copy && chance(m, 50)};
    add_read(m, pass, PARTITION_PLAIN);
    if (!copy && chance(m, 40))
        add_read(m, pass, PARTITION_PLAIN);
    uint32_t target = below(m, m->model->image_count);
    const partition_image *i = &m->model->images[target];
    bool fits = copy ? pass->count && same_image(i, &m->model->images[pass->accesses[0].image])
                     : i->bits != 0 && chance(m, 50);
    partition_access *access = fits ? add_access(m, pass, target, PARTITION_PLAIN) : NULL;
    if (access) {
        access->writes = true;
        m->written[target] = true;
    }
    if (!pass->count || (copy && pass->count < 2))
        m->model->pass_count--;
}

partition_model partition_random(uint64_t seed)
{
    partition_model model = {0};
    maker m = {.random = {seed * 2654435761u + 977}, .model = &model};
    uint32_t colors = 3 + below(&m, 6), depths = 1 + below(&m, 2), others = below(&m, 8);
    for (uint32_t i = 0; i < colors; i++)
        add_image(&m, false);
    for (uint32_t i = 0; i < depths; i++)
        add_image(&m, true);
    model.images[0].size_class = 0; /* of each size one that can be attached */
    model.images[1].size_class = 1;
    for (uint32_t i = 0; i < 2; i++)
        model.images[i].bytes = (i ? 32u * 32 : 64u * 64) * (model.images[i].bits / 8);
    for (uint32_t i = 0; i < PARTITION_RASTERS; i++) {
        for (uint32_t k = 0; k < PARTITION_IMAGES_MAX; k++)
            m.taken[k] = false;
        model.rasters[i] = model.pass_count;
        add_raster(&m);
        for (uint32_t k = 0; k < PARTITION_IMAGES_MAX; k++)
            m.taken[k] = false;
        if (others && chance(&m, 45)) {
            others--;
            add_other(&m);
        }
    }
    return model;
}

/* ------------------------------------------------------------------------------ the graph */

static void add_graph_image(fusor_graph *graph, const partition_image *image,
                            const uint32_t name_of[2], fusor_image *out)
{
    char name[20];
    uint32_t extent = image->size_class ? 32 : 64;
    snprintf(name, sizeof name, "f%ui%u", name_of[0], name_of[1]);
    *out = fusor_graph_add_image(
        graph, &(fusor_image_desc){
                   .name = name,
                   .format = image->bits == 0    ? FUSOR_FORMAT_D32_SFLOAT
                             : image->bits == 32 ? FUSOR_FORMAT_R8G8B8A8_UNORM
                                                 : FUSOR_FORMAT_R16G16B16A16_SFLOAT,
                   .size = {.base = FUSOR_SIZE_ABSOLUTE, .width = extent, .height = extent}});
    if (image->output)
        fusor_graph_add_output_image(graph, *out);
}

typedef struct pass_parts {
    fusor_color_desc colors[PARTITION_ACCESSES_MAX];
    fusor_input_desc inputs[PARTITION_ACCESSES_MAX];
    fusor_use_desc reads[PARTITION_ACCESSES_MAX], writes[PARTITION_ACCESSES_MAX];
} pass_parts;

static fusor_load load_of(const partition_access *access)
{
    return access->reads    ? FUSOR_LOAD_LOAD
           : access->clears ? FUSOR_LOAD_CLEAR
                            : FUSOR_LOAD_OVERWRITE;
}

static void describe(const partition_pass *pass, const partition_access *access, fusor_image image,
                     pass_parts *parts, fusor_pass_desc *out)
{
    bool copy = pass->kind == FUSOR_PASS_COPY;
    if (access->kind == PARTITION_COLOR)
        parts->colors[out->color_count++] =
            (fusor_color_desc){.image = image, .load = load_of(access)};
    else if (access->kind == PARTITION_DEPTH)
        out->depth = (fusor_depth_desc){.image = image,
                                        .read_only = !access->writes,
                                        .load = access->writes ? load_of(access) : FUSOR_LOAD_AUTO};
    else if (access->kind == PARTITION_INPUT)
        parts->inputs[out->input_count++] = (fusor_input_desc){.image = image};
    else if (access->writes)
        parts->writes[out->write_count++] = (fusor_use_desc){
            .image = image, .as = copy ? FUSOR_USE_COPY : FUSOR_USE_STORAGE, .overwrite = true};
    else
        parts->reads[out->read_count++] =
            (fusor_use_desc){.image = image, .as = copy ? FUSOR_USE_COPY : FUSOR_USE_SAMPLED};
}

static void add_graph_pass(fusor_graph *graph, const partition_pass *pass,
                           const uint32_t name_of[2], const fusor_image *images)
{
    char name[20];
    pass_parts parts;
    fusor_pass_desc desc = {.name = name,
                            .kind = pass->kind,
                            .flags = FUSOR_PASS_SIDE_EFFECTS |
                                     (pass->bridge ? (uint32_t)FUSOR_PASS_BRIDGE : 0) |
                                     (pass->no_fuse ? (uint32_t)FUSOR_PASS_NO_FUSE : 0),
                            .color = parts.colors,
                            .inputs = parts.inputs,
                            .reads = parts.reads,
                            .writes = parts.writes};
    snprintf(name, sizeof name, "f%up%u", name_of[0], name_of[1]);
    for (uint32_t i = 0; i < pass->count; i++)
        describe(pass, &pass->accesses[i], images[pass->accesses[i].image], &parts, &desc);
    fusor_graph_add_pass(graph, &desc);
}

fusor_graph *partition_graph_of(const partition_model *models, uint32_t count)
{
    fusor_graph *graph = NULL;
    fusor_image images[PARTITION_FRAMES_MAX][PARTITION_IMAGES_MAX];
    fusor_graph_desc desc = {.name = "partition", .render_width = 64, .render_height = 64};
    assert_true(count <= PARTITION_FRAMES_MAX);
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    for (uint32_t f = 0; f < count; f++)
        for (uint32_t i = 0; i < models[f].image_count; i++)
            add_graph_image(graph, &models[f].images[i], (uint32_t[2]){f, i}, &images[f][i]);
    for (uint32_t i = 0; i < PARTITION_PASSES_MAX; i++)
        for (uint32_t f = 0; f < count; f++)
            if (i < models[f].pass_count)
                add_graph_pass(graph, &models[f].passes[i], (uint32_t[2]){f, i}, images[f]);
    return graph;
}

fusor_graph *partition_graph(const partition_model *model)
{
    return partition_graph_of(model, 1);
}
