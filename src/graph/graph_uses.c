/* In: one pass of the declaration. Out: its uses in the model: attachments, reads, writes.
 * Promise: stage, access and layout of each use are exactly what the declaration means
 * (Vulkan 1.3, "Access Types": table of access flags and supported stages). */
#include "graph/graph_model.h"

#include "base/base_math.h"

#define SRO FUSOR_LAYOUT_SHADER_READ_ONLY
#define DRO FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY
#define GEN FUSOR_LAYOUT_GENERAL
#define COL FUSOR_LAYOUT_COLOR_ATTACHMENT
#define DEP FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT
#define SRC FUSOR_LAYOUT_TRANSFER_SRC
#define DST FUSOR_LAYOUT_TRANSFER_DST
#define UND FUSOR_LAYOUT_UNDEFINED

#define COLOR_ACCESS(x) FUSOR_ACCESS_COLOR_ATTACHMENT_##x
#define DEPTH_ACCESS(x) FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_##x

/* Indexed by fusor_use_kind: read, write, stages, read layout, write layout, depth read layout. */
static const graph_use_row MEANINGS[] = {
    [FUSOR_USE_NONE] = {0, 0, 0, UND, UND, UND},
    [FUSOR_USE_SAMPLED] = {FUSOR_ACCESS_SHADER_SAMPLED_READ, 0, 0, SRO, UND, DRO},
    [FUSOR_USE_STORAGE] = {FUSOR_ACCESS_SHADER_STORAGE_READ, FUSOR_ACCESS_SHADER_STORAGE_WRITE, 0,
                           GEN, GEN, GEN},
    [FUSOR_USE_UNIFORM] = {FUSOR_ACCESS_UNIFORM_READ, 0, 0, UND, UND, UND},
    [FUSOR_USE_VERTEX] = {FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ, 0, FUSOR_STAGE_VERTEX_INPUT, UND, UND,
                          UND},
    [FUSOR_USE_INDEX] = {FUSOR_ACCESS_INDEX_READ, 0, FUSOR_STAGE_VERTEX_INPUT, UND, UND, UND},
    [FUSOR_USE_INDIRECT] = {FUSOR_ACCESS_INDIRECT_COMMAND_READ, 0, FUSOR_STAGE_DRAW_INDIRECT, UND,
                            UND, UND},
    [FUSOR_USE_COPY] = {FUSOR_ACCESS_TRANSFER_READ, FUSOR_ACCESS_TRANSFER_WRITE, FUSOR_STAGE_COPY,
                        SRC, DST, SRC},
    [FUSOR_USE_RAW_COLOR] = {COLOR_ACCESS(READ), COLOR_ACCESS(WRITE),
                             FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT, COL, COL, COL},
    [FUSOR_USE_RAW_DEPTH] = {DEPTH_ACCESS(READ), DEPTH_ACCESS(WRITE), FUSOR_STAGE_FRAGMENT_TESTS,
                             DRO, DEP, DRO},
    [FUSOR_USE_RAW_RESOLVE] = {COLOR_ACCESS(READ), COLOR_ACCESS(WRITE),
                               FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT, COL, COL, COL},
    [FUSOR_USE_RAW_GENERAL] = {FUSOR_ACCESS_MEMORY_READ, FUSOR_ACCESS_MEMORY_WRITE, 0, GEN, GEN,
                               GEN},
    [FUSOR_USE_COLOR] = {COLOR_ACCESS(READ), COLOR_ACCESS(WRITE),
                         FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT, COL, COL, UND},
    [FUSOR_USE_DEPTH_STENCIL] = {DEPTH_ACCESS(READ), DEPTH_ACCESS(WRITE),
                                 FUSOR_STAGE_FRAGMENT_TESTS, DRO, DEP, DRO},
    /* Resolves of either aspect run in colour attachment output ("Render Pass Multisample Resolve
     * Operations"). */
    [FUSOR_USE_RESOLVE] = {COLOR_ACCESS(READ), COLOR_ACCESS(WRITE),
                           FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT, COL, COL, DEP},
    [FUSOR_USE_INPUT] = {FUSOR_ACCESS_INPUT_ATTACHMENT_READ, 0, FUSOR_STAGE_FRAGMENT_SHADER, SRO,
                         UND, DRO},
};

const graph_use_row *graph_use_meaning(fusor_use_kind kind)
{
    bool known = (unsigned)kind < sizeof MEANINGS / sizeof MEANINGS[0];
    return &MEANINGS[known ? kind : FUSOR_USE_NONE];
}

typedef struct use_builder {
    graph_model *model;
    base_diags *diags;
    uint32_t pass;
} use_builder;

static graph_use *push_use(use_builder *b, const graph_use *use)
{
    graph_use *slot = BASE_PUSH(b->diags->arena, &b->model->uses);
    if (slot)
        *slot = *use;
    return slot;
}

/* What all attachments share; false when the image is not one of the graph. */
static bool start_attachment(use_builder *b, fusor_use_kind as, const fusor_use_desc *where,
                             graph_use *out)
{
    uint32_t resource =
        graph_model_resource(b->model, b->diags, b->pass, where->image, (fusor_buffer){0});
    if (resource == FUSOR_NONE)
        return false;
    const graph_use_row *row = graph_use_meaning(as);
    fusor_use_desc named = *where;
    named.as = as == FUSOR_USE_INPUT ? FUSOR_USE_SAMPLED : FUSOR_USE_COPY; /* one aspect, or all */
    *out = (graph_use){.pass = b->pass,
                       .resource = resource,
                       .as = as,
                       .region = graph_model_region(b->model, b->diags, b->pass, resource, &named),
                       .attachment = true,
                       .stages = row->stages,
                       .resolve = FUSOR_NONE};
    bool depth = (b->model->resources[resource].aspects & FUSOR_ASPECT_COLOR) == 0;
    out->layout =
        depth && as != FUSOR_USE_DEPTH_STENCIL ? row->depth_read_layout : row->read_layout;
    out->layout_after = out->layout;
    return true;
}

static bool add_resolve(use_builder *b, const fusor_resolve_desc *resolve, uint32_t slot,
                        uint32_t owner)
{
    if (!resolve->image.id)
        return true;
    fusor_use_desc where = {
        .image = resolve->image, .mips = {resolve->mip, 1}, .layers = resolve->layers};
    graph_use use;
    if (!start_attachment(b, FUSOR_USE_RESOLVE, &where, &use))
        return true;
    use.slot = slot;
    use.writes = use.overwrites = true;
    use.access = COLOR_ACCESS(WRITE);
    if (!(b->model->resources[use.resource].aspects & FUSOR_ASPECT_COLOR)) {
        use.stages |= FUSOR_STAGE_FRAGMENT_TESTS; /* its load and store ops */
        use.access |= DEPTH_ACCESS(WRITE);
    }
    b->model->uses.data[owner].resolve = b->model->uses.count;
    return push_use(b, &use) != NULL;
}

static void set_load(graph_use *use, fusor_load load, bool read_only)
{
    const graph_use_row *row = graph_use_meaning(use->as);
    use->load = load;
    use->writes = !read_only;
    use->reads = read_only || load == FUSOR_LOAD_LOAD || load == FUSOR_LOAD_AUTO;
    use->overwrites = !read_only && (load == FUSOR_LOAD_CLEAR || load == FUSOR_LOAD_OVERWRITE);
    use->access = (use->reads ? row->read : 0) | (use->writes ? row->write : 0);
    if (use->writes)
        use->layout = use->layout_after = row->write_layout;
}

static bool add_colors(use_builder *b, const fusor_pass_desc *desc)
{
    for (uint32_t i = 0; i < desc->color_count; i++) {
        const fusor_color_desc *color = &desc->color[i];
        fusor_use_desc where = {
            .image = color->image, .mips = {color->mip, 1}, .layers = color->layers};
        graph_use use;
        if (!color->image.id || !start_attachment(b, FUSOR_USE_COLOR, &where, &use))
            continue;
        use.slot = i;
        set_load(&use, color->load, false);
        if (!push_use(b, &use) || !add_resolve(b, &color->resolve, i, b->model->uses.count - 1))
            return false;
    }
    return true;
}

/* One use an aspect: each is loaded, stored and tracked on its own. */
static bool add_depth_aspect(use_builder *b, const graph_use *whole, fusor_aspects aspect)
{
    const fusor_depth_desc *depth = &b->model->passes[b->pass].desc->depth;
    bool stencil = aspect == FUSOR_ASPECT_STENCIL;
    graph_use use = *whole;
    if (!(whole->region.aspects & aspect))
        return true;
    use.region.aspects = aspect;
    set_load(&use, stencil ? depth->stencil_load : depth->load,
             stencil ? depth->stencil_read_only : depth->read_only);
    return push_use(b, &use) != NULL;
}

static bool add_depth(use_builder *b, const fusor_pass_desc *desc)
{
    const fusor_depth_desc *depth = &desc->depth;
    fusor_use_desc where = {
        .image = depth->image, .mips = {depth->mip, 1}, .layers = depth->layers};
    graph_use whole;
    if (!depth->image.id || !start_attachment(b, FUSOR_USE_DEPTH_STENCIL, &where, &whole))
        return true;
    uint32_t first = b->model->uses.count;
    if (!add_depth_aspect(b, &whole, FUSOR_ASPECT_DEPTH) ||
        !add_depth_aspect(b, &whole, FUSOR_ASPECT_STENCIL))
        return false;
    return first == b->model->uses.count || add_resolve(b, &depth->resolve, 0, first);
}

static bool add_inputs(use_builder *b, const fusor_pass_desc *desc)
{
    for (uint32_t i = 0; i < desc->input_count; i++) {
        const fusor_input_desc *input = &desc->inputs[i];
        fusor_use_desc where = {.image = input->image,
                                .mips = {input->mip, 1},
                                .layers = input->layers,
                                .aspects = input->aspects};
        graph_use use;
        if (!start_attachment(b, FUSOR_USE_INPUT, &where, &use))
            continue;
        use.slot = i;
        use.reads = true;
        use.access = FUSOR_ACCESS_INPUT_ATTACHMENT_READ;
        if (!push_use(b, &use))
            return false;
    }
    return true;
}

/* The last copy of the pass that does what the use says, and those before it. */
static uint32_t last_copy(const graph_model *model, const graph_use *use)
{
    const uint32_t *heads = use->writes ? model->copy_to : model->copy_from;
    return heads ? heads[use->resource] : FUSOR_NONE;
}

static uint32_t copy_before(const graph_model *model, const graph_use *use, uint32_t copy)
{
    return use->writes ? model->copies.data[copy].next_to : model->copies.data[copy].next_from;
}

static fusor_stages copy_stages(const use_builder *b, const graph_use *use)
{
    const graph_model *model = b->model;
    static const fusor_stages STAGES[] = {FUSOR_STAGE_COPY, FUSOR_STAGE_BLIT, FUSOR_STAGE_RESOLVE,
                                          FUSOR_STAGE_CLEAR, FUSOR_STAGE_CLEAR};
    bool is_image = model->resources[use->resource].is_image;
    fusor_stages stages = 0;
    for (uint32_t i = last_copy(model, use); i != FUSOR_NONE; i = copy_before(model, use, i)) {
        const graph_copy *copy = &model->copies.data[i];
        const fusor_region *region = use->writes ? &copy->dst_region : &copy->src_region;
        if (graph_regions_meet(is_image, region, &use->region))
            stages |= STAGES[copy->kind];
    }
    return stages ? stages : FUSOR_STAGE_COPY;
}

static fusor_stages default_stages(const use_builder *b, const graph_use *use)
{
    const fusor_pass_desc *desc = b->model->passes[b->pass].desc;
    const graph_use_row *row = graph_use_meaning(use->as);
    if (use->as == FUSOR_USE_COPY && desc->kind == FUSOR_PASS_COPY)
        return copy_stages(b, use);
    if (row->stages)
        return row->stages;
    return desc->kind == FUSOR_PASS_RASTER    ? FUSOR_STAGE_FRAGMENT_SHADER
           : desc->kind == FUSOR_PASS_COMPUTE ? FUSOR_STAGE_COMPUTE_SHADER
                                              : FUSOR_STAGE_ALL_COMMANDS;
}

/* Builds read their inputs as SHADER_READ and structures as their own access (Vulkan 1.3, table
 * "Supported access types"); further stages of the use add their own. */
static fusor_access build_access(const graph_use *use, fusor_access access)
{
    fusor_stages rest = use->stages & ~FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD;
    bool indirect = use->as == FUSOR_USE_INDIRECT;
    if (!(use->stages & FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD) || indirect)
        return access;
    return (rest ? access : 0) |
           (use->writes ? FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE
                        : FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ | FUSOR_ACCESS_SHADER_READ);
}

static void set_meaning(const use_builder *b, const fusor_use_desc *desc, graph_use *use)
{
    const graph_use_row *row = graph_use_meaning(use->as);
    bool raw = b->model->passes[b->pass].kind == FUSOR_PASS_RAW;
    bool depth = b->model->resources[use->resource].aspects & ~(fusor_aspects)FUSOR_ASPECT_COLOR;
    use->stages = desc->stages ? desc->stages : default_stages(b, use);
    use->access = raw && desc->access ? desc->access
                                      : build_access(use, use->writes ? row->write : row->read);
    use->layout = use->writes ? row->write_layout
                  : depth     ? row->depth_read_layout
                              : row->read_layout;
    use->layout_after = use->layout;
    if (raw && desc->has_layout) {
        use->layout = desc->layout;
        use->layout_after = desc->layout_after ? desc->layout_after : desc->layout;
        use->transitions = use->layout != use->layout_after;
    }
    if (!b->model->resources[use->resource].is_image)
        use->layout = use->layout_after = FUSOR_LAYOUT_UNDEFINED;
}

static bool add_plain(use_builder *b, const fusor_use_desc *desc, uint32_t slot, bool writes)
{
    uint32_t resource =
        graph_model_resource(b->model, b->diags, b->pass, desc->image, desc->buffer);
    if (resource == FUSOR_NONE)
        return true;
    graph_use use = {.pass = b->pass,
                     .resource = resource,
                     .as = desc->as,
                     .slot = slot,
                     .region = graph_model_region(b->model, b->diags, b->pass, resource, desc),
                     .reads = !writes,
                     .writes = writes,
                     .overwrites = writes && desc->overwrite,
                     .concurrent = desc->concurrent,
                     .resolve = FUSOR_NONE};
    uint32_t slots = b->model->resources[resource].slots;
    use.previous = !writes ? base_min_u32(desc->previous, slots - 1) : 0;
    set_meaning(b, desc, &use);
    return push_use(b, &use) != NULL;
}

/* A copy between images of unlike extents moves what both have; the rest stays. */
static bool copies_all(const graph_model *model, const graph_copy *copy)
{
    const graph_resource *dst = &model->resources[copy->dst];
    if (copy->kind != FUSOR_COPY_COPY || !dst->is_image || !model->resources[copy->src].is_image)
        return true;
    for (int i = 0; i < 3; i++)
        if (base_mip_size(model->resources[copy->src].extent[i], copy->src_region.mips.first) <
            base_mip_size(dst->extent[i], copy->dst_region.mips.first))
            return false;
    return true;
}

/* Copy, blit, resolve, clear and fill write every texel and byte that they name. */
static bool is_overwritten(const graph_model *model, const graph_use *use)
{
    bool is_image = model->resources[use->resource].is_image;
    for (uint32_t i = last_copy(model, use); i != FUSOR_NONE; i = copy_before(model, use, i))
        if (copies_all(model, &model->copies.data[i]) &&
            graph_region_contains(is_image, &model->copies.data[i].dst_region, &use->region))
            return true;
    return false;
}

/* Each copy learns the first use that holds its region, on both sides. */
static void join_copies(graph_model *model, uint32_t index)
{
    graph_use *use = &model->uses.data[index];
    bool is_image = model->resources[use->resource].is_image;
    if (use->writes && is_overwritten(model, use))
        use->overwrites = true;
    for (uint32_t i = last_copy(model, use); i != FUSOR_NONE; i = copy_before(model, use, i)) {
        graph_copy *copy = &model->copies.data[i];
        uint32_t *found = use->writes ? &copy->dst_use : &copy->src_use;
        const fusor_region *region = use->writes ? &copy->dst_region : &copy->src_region;
        if (*found == FUSOR_NONE && (use->writes || use->previous == copy->src_previous) &&
            graph_region_contains(is_image, &use->region, region))
            *found = index;
    }
}

bool graph_model_add_uses(graph_model *model, base_diags *diags, uint32_t pass)
{
    use_builder b = {model, diags, pass};
    const fusor_pass_desc *desc = model->passes[pass].desc;
    uint32_t first = model->uses.count;
    if (desc->kind == FUSOR_PASS_RASTER &&
        (!add_colors(&b, desc) || !add_depth(&b, desc) || !add_inputs(&b, desc)))
        return false;
    for (uint32_t i = 0; i < desc->read_count; i++)
        if (!add_plain(&b, &desc->reads[i], i, false))
            return false;
    for (uint32_t i = 0; i < desc->write_count; i++)
        if (!add_plain(&b, &desc->writes[i], i, true))
            return false;
    for (uint32_t i = first; desc->kind == FUSOR_PASS_COPY && i < model->uses.count; i++)
        join_copies(model, i);
    return true;
}
