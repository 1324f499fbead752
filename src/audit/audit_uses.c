/* In: the passes as they were declared. Out: what each does: stages, accesses, regions.
 * Promise: meanings come from FORMAT.md and Vulkan 1.3, through tables of this room's own. A
 * declaration that names what does not exist is no graph that a plan could be of. O(uses). */
#include "audit/audit.h"

#include "base/base_format.h"
#include "base/base_math.h"

typedef struct builder {
    audit *a;
    uint32_t pass;
    const fusor_pass_desc *desc;
    bool partial; /* the render area is not the whole attachment */
} builder;

static bool bad(builder *b)
{
    b->a->bad_graph = true;
    return false;
}

/* ------------------------------------------------------------------------------ regions */

static bool resolve_range(fusor_range range, uint32_t total, fusor_range *out)
{
    if (range.first >= total || range.count > total - range.first)
        return false;
    *out = (fusor_range){range.first, range.count ? range.count : total - range.first};
    return true;
}

static bool resolve_bytes(fusor_byte_range range, uint64_t total, fusor_byte_range *out)
{
    if (range.first >= total || range.count > total - range.first)
        return false;
    *out = (fusor_byte_range){range.first, range.count ? range.count : total - range.first};
    return true;
}

static fusor_aspects main_aspect(const audit_resource *r)
{
    return r->aspects & FUSOR_ASPECT_COLOR   ? FUSOR_ASPECT_COLOR
           : r->aspects & FUSOR_ASPECT_DEPTH ? FUSOR_ASPECT_DEPTH
                                             : FUSOR_ASPECT_STENCIL;
}

/* The resource of a use, and where in it; false for what the graph does not have. */
static bool find_target(builder *b, const fusor_use_desc *u, bool all_aspects, uint32_t *resource,
                        fusor_region *region)
{
    audit *a = b->a;
    uint32_t buffers = a->resource_count - a->image_count;
    *region = (fusor_region){0};
    if (u->image.id && u->image.id <= a->image_count) {
        const audit_resource *r = &a->resources[u->image.id - 1];
        *resource = u->image.id - 1;
        region->aspects = u->aspects ? u->aspects : all_aspects ? r->aspects : main_aspect(r);
        return !(region->aspects & ~r->aspects) && resolve_range(u->mips, r->mips, &region->mips) &&
               resolve_range(u->layers, r->layers, &region->layers);
    }
    *resource = a->image_count + u->buffer.id - 1;
    return u->buffer.id - 1u < buffers &&
           resolve_bytes(u->range, a->resources[*resource].bytes, &region->bytes);
}

static bool contains(const audit_resource *r, const fusor_region *outer, const fusor_region *inner)
{
    if (!r->image)
        return outer->bytes.first <= inner->bytes.first &&
               inner->bytes.first + inner->bytes.count <= outer->bytes.first + outer->bytes.count;
    return !(inner->aspects & ~outer->aspects) && outer->mips.first <= inner->mips.first &&
           inner->mips.first + inner->mips.count <= outer->mips.first + outer->mips.count &&
           outer->layers.first <= inner->layers.first &&
           inner->layers.first + inner->layers.count <= outer->layers.first + outer->layers.count;
}

static bool meets(const audit_resource *r, const fusor_region *x, const fusor_region *y)
{
    if (!r->image)
        return base_bytes_meet(x->bytes, y->bytes);
    return (x->aspects & y->aspects) && base_ranges_meet(x->mips, y->mips) &&
           base_ranges_meet(x->layers, y->layers);
}

static audit_use *push(builder *b, const audit_use *use)
{
    audit_use *slot = BASE_PUSH(b->a->arena, &b->a->uses);
    if (slot)
        *slot = *use;
    else
        audit_no_memory(b->a);
    return slot;
}

/* ------------------------------------------------------------------------------ attachments */

static bool start_attachment(builder *b, fusor_use_kind as, const fusor_use_desc *where, bool all,
                             audit_use *out)
{
    *out = (audit_use){.pass = b->pass, .as = as, .attachment = true, .resolves = FUSOR_NONE};
    out->stages = as == FUSOR_USE_INPUT           ? FUSOR_STAGE_FRAGMENT_SHADER
                  : as == FUSOR_USE_DEPTH_STENCIL ? FUSOR_STAGE_FRAGMENT_TESTS
                                                  : FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT;
    return (where->image.id && find_target(b, where, all, &out->resource, &out->region)) || bad(b);
}

static bool add_resolve(builder *b, const fusor_resolve_desc *d, uint32_t slot, uint32_t of)
{
    fusor_use_desc where = {.image = d->image, .mips = {d->mip, 1}, .layers = d->layers};
    audit_use use;
    if (!d->image.id)
        return true;
    if (!start_attachment(b, FUSOR_USE_RESOLVE, &where, true, &use))
        return false;
    use.slot = slot;
    use.writes = true;
    use.overwrites = !b->partial;
    use.partial = use.blind = b->partial;
    use.access = audit_use_access(FUSOR_USE_RESOLVE, true);
    b->a->uses.data[of].resolves = b->a->uses.count;
    return push(b, &use) != NULL;
}

/* What a load word means; AUTO is settled when it is known what was written before. */
static void set_load(builder *b, audit_use *use, fusor_load load, bool read_only)
{
    use->load = load;
    use->read_only = read_only;
    use->writes = !read_only;
    use->reads = read_only || load == FUSOR_LOAD_LOAD || load == FUSOR_LOAD_AUTO;
    use->clears = !read_only && load == FUSOR_LOAD_CLEAR;
    use->partial = b->partial;
    use->overwrites = !read_only && load == FUSOR_LOAD_OVERWRITE && !b->partial;
    use->blind = !read_only && load == FUSOR_LOAD_OVERWRITE && b->partial;
    use->access = (use->reads ? audit_use_access(use->as, false) : 0) |
                  (use->writes ? audit_use_access(use->as, true) : 0);
}

static bool add_colors(builder *b)
{
    for (uint32_t i = 0; i < b->desc->color_count; i++) {
        const fusor_color_desc *c = &b->desc->color[i];
        fusor_use_desc where = {.image = c->image, .mips = {c->mip, 1}, .layers = c->layers};
        audit_use use;
        if (!c->image.id)
            continue;
        if (!start_attachment(b, FUSOR_USE_COLOR, &where, false, &use))
            return false;
        use.slot = i;
        use.clear = audit_color_token(c->clear);
        set_load(b, &use, c->load, false);
        if (!push(b, &use) || !add_resolve(b, &c->resolve, i, b->a->uses.count - 1))
            return false;
    }
    return true;
}

static bool add_depth(builder *b)
{
    const fusor_depth_desc *d = &b->desc->depth;
    fusor_use_desc where = {.image = d->image, .mips = {d->mip, 1}, .layers = d->layers};
    audit_use whole;
    if (!d->image.id)
        return true;
    if (!start_attachment(b, FUSOR_USE_DEPTH_STENCIL, &where, true, &whole))
        return false;
    uint32_t first = b->a->uses.count;
    for (fusor_aspects aspect = FUSOR_ASPECT_DEPTH; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1) {
        bool stencil = aspect == FUSOR_ASPECT_STENCIL;
        audit_use use = whole;
        if (!(whole.region.aspects & aspect))
            continue;
        use.region.aspects = aspect;
        use.clear = audit_depth_token(d->clear_depth, d->clear_stencil, aspect);
        set_load(b, &use, stencil ? d->stencil_load : d->load,
                 stencil ? d->stencil_read_only : d->read_only);
        if (!push(b, &use))
            return false;
    }
    return b->a->uses.count == first ? bad(b) : add_resolve(b, &d->resolve, 0, first);
}

static bool add_inputs(builder *b)
{
    for (uint32_t i = 0; i < b->desc->input_count; i++) {
        const fusor_input_desc *n = &b->desc->inputs[i];
        fusor_use_desc where = {
            .image = n->image, .mips = {n->mip, 1}, .layers = n->layers, .aspects = n->aspects};
        audit_use use;
        if (!start_attachment(b, FUSOR_USE_INPUT, &where, false, &use))
            return false;
        use.slot = i;
        use.reads = true;
        use.access = audit_use_access(FUSOR_USE_INPUT, false);
        if (!push(b, &use))
            return false;
    }
    return true;
}

static bool is_partial(builder *b)
{
    const uint32_t *area = b->desc->area;
    const fusor_color_desc *c = NULL;
    for (uint32_t i = 0; i < b->desc->color_count && !c; i++)
        c = b->desc->color[i].image.id ? &b->desc->color[i] : NULL;
    const fusor_depth_desc *d = &b->desc->depth;
    fusor_image image = c ? c->image : d->image.id ? d->image : (fusor_image){0};
    uint32_t mip = c ? c->mip : d->mip, extent[3];
    if (!(area[0] | area[1] | area[2] | area[3]) || !image.id)
        return false;
    fusor_graph_get_extent(b->a->graph, image, extent);
    return area[0] || area[1] || area[2] != base_mip_size(extent[0], mip) ||
           area[3] != base_mip_size(extent[1], mip);
}

/* ------------------------------------------------------------------------------ copies */

static bool push_copy(builder *b, const audit_copy *copy)
{
    audit_copy *slot = BASE_PUSH(b->a->arena, &b->a->copies);
    if (slot)
        *slot = *copy;
    return slot || audit_no_memory(b->a);
}

static bool set_source(builder *b, audit_copy *copy, const fusor_use_desc *src)
{
    if (!find_target(b, src, true, &copy->src, &copy->src_region))
        return bad(b);
    copy->src_previous = base_min_u32(src->previous, b->a->resources[copy->src].slots - 1);
    return true;
}

static bool add_declared_copy(builder *b, const fusor_copy_op_desc *op)
{
    audit_copy copy = {.kind = op->kind, .src = FUSOR_NONE, .op = op};
    bool has_source = op->kind != FUSOR_COPY_CLEAR && op->kind != FUSOR_COPY_FILL;
    if ((unsigned)op->kind > FUSOR_COPY_FILL || (has_source && !set_source(b, &copy, &op->src)) ||
        !find_target(b, &op->dst, true, &copy.dst, &copy.dst_region))
        return bad(b);
    return push_copy(b, &copy);
}

/* reads[i] → writes[i]; a write without its read is cleared. */
static bool add_default_copy(builder *b, uint32_t index)
{
    audit_copy copy = {.kind = FUSOR_COPY_COPY, .src = FUSOR_NONE};
    if (!find_target(b, &b->desc->writes[index], true, &copy.dst, &copy.dst_region))
        return bad(b);
    if (index >= b->desc->read_count)
        copy.kind = b->a->resources[copy.dst].image ? FUSOR_COPY_CLEAR : FUSOR_COPY_FILL;
    else if (!set_source(b, &copy, &b->desc->reads[index]))
        return false;
    return push_copy(b, &copy);
}

static bool add_copies(builder *b)
{
    if (b->desc->kind != FUSOR_PASS_COPY)
        return true;
    for (uint32_t i = 0; i < b->desc->op_count; i++)
        if (!add_declared_copy(b, &b->desc->ops[i]))
            return false;
    for (uint32_t i = 0; !b->desc->op_count && i < b->desc->write_count; i++)
        if (!add_default_copy(b, i))
            return false;
    return true;
}

static fusor_slice copies_of(const builder *b)
{
    uint32_t first = b->a->first_copy[b->pass];
    return (fusor_slice){first, b->a->copies.count - first};
}

static fusor_stages copy_stages(const builder *b, const audit_use *use)
{
    static const fusor_stages STAGES[] = {[FUSOR_COPY_COPY] = FUSOR_STAGE_COPY,
                                          [FUSOR_COPY_BLIT] = FUSOR_STAGE_BLIT,
                                          [FUSOR_COPY_RESOLVE] = FUSOR_STAGE_RESOLVE,
                                          [FUSOR_COPY_CLEAR] = FUSOR_STAGE_CLEAR,
                                          [FUSOR_COPY_FILL] = FUSOR_STAGE_CLEAR};
    fusor_slice copies = copies_of(b);
    fusor_stages stages = 0;
    for (uint32_t i = copies.first; i < copies.first + copies.count; i++) {
        const audit_copy *copy = &b->a->copies.data[i];
        if ((use->writes ? copy->dst : copy->src) == use->resource &&
            meets(&b->a->resources[use->resource],
                  use->writes ? &copy->dst_region : &copy->src_region, &use->region))
            stages |= STAGES[copy->kind];
    }
    return stages ? stages : FUSOR_STAGE_COPY;
}

/* Between images of unlike extents a copy moves what both have. */
static bool fills(const audit *a, const audit_copy *copy)
{
    const audit_resource *dst = &a->resources[copy->dst];
    const audit_resource *src = copy->src == FUSOR_NONE ? NULL : &a->resources[copy->src];
    if (copy->kind != FUSOR_COPY_COPY || !src || !src->image || !dst->image)
        return true;
    for (int i = 0; i < 3; i++)
        if (base_mip_size(src->extent[i], copy->src_region.mips.first) <
            base_mip_size(dst->extent[i], copy->dst_region.mips.first))
            return false;
    return true;
}

static bool is_filled(const builder *b, const audit_use *use)
{
    fusor_slice copies = copies_of(b);
    for (uint32_t i = copies.first; i < copies.first + copies.count; i++) {
        const audit_copy *copy = &b->a->copies.data[i];
        if (copy->dst == use->resource && fills(b->a, copy) &&
            contains(&b->a->resources[use->resource], &copy->dst_region, &use->region))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------ reads and writes */

static fusor_stages default_stages(const builder *b, const audit_use *use)
{
    switch (use->as) {
    case FUSOR_USE_VERTEX:
    case FUSOR_USE_INDEX:
        return FUSOR_STAGE_VERTEX_INPUT;
    case FUSOR_USE_INDIRECT:
        return FUSOR_STAGE_DRAW_INDIRECT;
    case FUSOR_USE_COPY:
        return b->desc->kind == FUSOR_PASS_COPY ? copy_stages(b, use) : FUSOR_STAGE_COPY;
    case FUSOR_USE_RAW_COLOR:
    case FUSOR_USE_RAW_RESOLVE:
        return FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT;
    case FUSOR_USE_RAW_DEPTH:
        return FUSOR_STAGE_FRAGMENT_TESTS;
    default:
        return b->desc->kind == FUSOR_PASS_RASTER    ? FUSOR_STAGE_FRAGMENT_SHADER
               : b->desc->kind == FUSOR_PASS_COMPUTE ? FUSOR_STAGE_COMPUTE_SHADER
                                                     : FUSOR_STAGE_ALL_COMMANDS;
    }
}

/* Builds read geometry and structures, and write structures. */
static fusor_access add_builds(const audit_use *use)
{
    bool others = use->stages & ~FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD;
    if (!(use->stages & FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD) || use->as == FUSOR_USE_INDIRECT)
        return use->access;
    return (others ? use->access : 0) |
           (use->writes ? FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE
                        : FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ | FUSOR_ACCESS_SHADER_READ);
}

static bool add_plain(builder *b, const fusor_use_desc *d, uint32_t slot, bool writes)
{
    audit_use use = {.pass = b->pass,
                     .slot = slot,
                     .as = d->as,
                     .reads = !writes,
                     .writes = writes,
                     .overwrites = writes && d->overwrite,
                     .concurrent = d->concurrent,
                     .resolves = FUSOR_NONE};
    bool raw = b->desc->kind == FUSOR_PASS_RAW;
    if ((unsigned)d->as > FUSOR_USE_RAW_GENERAL ||
        !find_target(b, d, d->as == FUSOR_USE_COPY, &use.resource, &use.region))
        return bad(b);
    use.previous = writes ? 0 : d->previous;
    if (use.previous >= b->a->resources[use.resource].slots)
        return bad(b);
    use.stages = d->stages ? d->stages : default_stages(b, &use);
    use.access = audit_use_access(d->as, writes);
    use.access = raw && d->access ? d->access : add_builds(&use);
    if (raw && d->has_layout && b->a->resources[use.resource].image) {
        use.layout = d->layout;
        use.layout_after = d->layout_after ? d->layout_after : d->layout;
    }
    if (writes && b->desc->kind == FUSOR_PASS_COPY && is_filled(b, &use))
        use.overwrites = true;
    return push(b, &use) != NULL;
}

static bool add_pass(builder *b)
{
    if (b->desc->kind == FUSOR_PASS_RASTER && (!add_colors(b) || !add_depth(b) || !add_inputs(b)))
        return false;
    for (uint32_t i = 0; i < b->desc->read_count; i++)
        if (!add_plain(b, &b->desc->reads[i], i, false))
            return false;
    for (uint32_t i = 0; i < b->desc->write_count; i++)
        if (!add_plain(b, &b->desc->writes[i], i, true))
            return false;
    return true;
}

bool audit_build_uses(audit *a)
{
    a->first_use = BASE_NEW(a->arena, uint32_t, (size_t)a->pass_count + 1);
    a->first_copy = BASE_NEW(a->arena, uint32_t, (size_t)a->pass_count + 1);
    if (!a->first_use || !a->first_copy)
        return audit_no_memory(a);
    for (uint32_t p = 0; p < a->pass_count; p++) {
        builder b = {.a = a, .pass = p};
        b.desc = fusor_graph_get_pass(a->graph, (fusor_pass){p + 1});
        b.partial = is_partial(&b);
        a->first_use[p] = a->uses.count;
        a->first_copy[p] = a->copies.count;
        if (!add_copies(&b) || !add_pass(&b))
            return false;
    }
    a->first_use[a->pass_count] = a->uses.count;
    a->first_copy[a->pass_count] = a->copies.count;
    return true;
}
