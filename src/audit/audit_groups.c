/* In: the plan's render passes and what their members attach. Out: nothing, but each is one that Vulkan
 * allows on its path, and holds what its members declare.
 * Promise: rules of "Render Pass Creation", "Framebuffers", "Render Pass Compatibility" and DESIGN §3.
 * O(members × attachments). */
#include "audit/audit_group.h"

#include "base/base_format.h"
#include "base/base_math.h"

const fusor_plan_reference *audit_reference(const audit *a, const fusor_plan_subpass *s, uint32_t i)
{
    const fusor_slice lists[] = {s->color, s->resolve, s->inputs};
    for (int k = 0; k < 3; k++) {
        if (i < lists[k].count)
            return &a->plan->references[lists[k].first + i];
        i -= lists[k].count;
    }
    return i == 0 ? &s->depth : i == 1 ? &s->depth_resolve : NULL;
}

static bool names(const audit *a, const fusor_plan_subpass *s, uint32_t attachment)
{
    const fusor_plan_reference *r;
    for (uint32_t i = 0; (r = audit_reference(a, s, i)); i++)
        if (r->attachment == attachment)
            return true;
    return false;
}

bool audit_span(const audit *a, const fusor_plan_group *g, uint32_t attachment, uint32_t span[2])
{
    bool found = false;
    for (uint32_t k = 0; k < g->subpasses.count; k++) {
        if (!names(a, &a->plan->subpasses[g->subpasses.first + k], attachment))
            continue;
        span[0] = found ? span[0] : k;
        span[1] = k;
        found = true;
    }
    return found;
}

bool audit_illegal(const audit_group *v, const char *why)
{
    return audit_refute(v->a, FUSOR_AUDIT_GROUP_ILLEGAL, "the render pass of \"%s\" %s", v->first,
                        why);
}

/* ------------------------------------------------------------------------------ shape */

static bool check_path(const audit_group *v)
{
    const fusor_device_desc *d = v->a->device;
    bool one = v->g->subpasses.count == 1;
    switch (v->g->path) {
    case FUSOR_PATH_SINGLE:
        return one || audit_illegal(v, "has several subpasses on a path that has one");
    case FUSOR_PATH_LOCAL_READ:
        return (one && d->features.local_read && d->features.dynamic_rendering) ||
               audit_illegal(v,
                             "uses local reads, which the device lacks or which have one subpass");
    case FUSOR_PATH_RASTER_ORDER:
        return (one && d->features.raster_order_color) ||
               audit_illegal(
                   v, "uses raster-order access, which the device lacks or which has one subpass");
    default:
        return true;
    }
}

/* Local reads and raster order are of colour; depth, stencil and many samples are features of their own. */
static bool check_input(const audit_group *v, const audit_use *use)
{
    const fusor_device_desc *d = v->a->device;
    bool depth = use->region.aspects & FUSOR_ASPECT_DEPTH;
    bool stencil = use->region.aspects & FUSOR_ASPECT_STENCIL;
    if (v->g->path == FUSOR_PATH_LOCAL_READ) {
        if ((depth || stencil) && !d->features.local_read_depth_stencil)
            return audit_illegal(v, "reads depth or stencil locally, which the device cannot");
        if (v->a->resources[use->resource].samples > 1 && !d->features.local_read_multisampled)
            return audit_illegal(v, "reads many samples locally, which the device cannot");
    }
    if (v->g->path == FUSOR_PATH_RASTER_ORDER && ((depth && !d->features.raster_order_depth) ||
                                                  (stencil && !d->features.raster_order_stencil)))
        return audit_illegal(v, "reads depth or stencil in raster order, which the device cannot");
    return true;
}

static bool check_inputs(const audit_group *v, uint32_t pass)
{
    for (uint32_t u = v->a->first_use[pass]; u < v->a->first_use[pass + 1]; u++)
        if (v->a->uses.data[u].as == FUSOR_USE_INPUT && !check_input(v, &v->a->uses.data[u]))
            return false;
    return true;
}

static bool check_limits(const audit_group *v)
{
    const fusor_device_desc *d = v->a->device;
    uint64_t bits = 0;
    for (uint32_t i = 0; i < v->g->attachments.count; i++) {
        const audit_resource *r = audit_attached(v, i);
        bool target = false;
        for (uint32_t k = 0; k < v->g->attachments.count; k++)
            target = target || audit_attachment(v, k)->resolve == i;
        if ((r->aspects & FUSOR_ASPECT_COLOR) && !target)
            bits += (uint64_t)r->format->block_bytes * 8;
    }
    if (d->limits.subpasses && v->g->subpasses.count > d->limits.subpasses)
        return audit_illegal(v, "has more subpasses than the device");
    if (d->limits.group_attachments && v->g->attachments.count > d->limits.group_attachments &&
        v->g->members.count > 1)
        return audit_illegal(v, "has more attachments than the device");
    if (d->limits.group_bits_per_pixel && bits > d->limits.group_bits_per_pixel &&
        v->g->members.count > 1)
        return audit_illegal(v, "needs more bits a pixel than the device's tile has");
    for (uint32_t k = 0; k < v->g->subpasses.count; k++) {
        const fusor_plan_subpass *s = audit_subpass(v, k);
        if (d->limits.color_attachments && s->color.count > d->limits.color_attachments)
            return audit_illegal(v, "has more colour attachments in a subpass than the device");
        if (d->limits.input_attachments && s->inputs.count > d->limits.input_attachments)
            return audit_illegal(v, "has more input attachments in a subpass than the device");
        if (s->resolve.count && s->resolve.count != s->color.count)
            return audit_illegal(v, "resolves other attachments than it has");
    }
    return true;
}

static bool check_area(const audit_group *v, const fusor_pass_desc *d)
{
    bool given = d->area[0] | d->area[1] | d->area[2] | d->area[3];
    for (int i = 0; i < 4; i++) {
        uint32_t whole = i < 2 ? 0 : v->g->extent[i - 2];
        if (v->g->area[i] != (given ? d->area[i] : whole))
            return audit_illegal(v, "has another area than a member");
    }
    return true;
}

static bool check_member_shape(const audit_group *v, uint32_t m)
{
    const fusor_pass_desc *d = audit_desc_of(v, audit_member(v, m)->pass);
    if ((d->flags & FUSOR_PASS_NO_FUSE) && v->g->members.count > 1)
        return audit_illegal(v, "has a member that asks not to be fused");
    if (d->view_mask != v->g->view_mask)
        return audit_illegal(v, "has another view mask than a member");
    return check_area(v, d) && check_inputs(v, audit_member(v, m)->pass);
}

/* Members of a subpass follow each other, and the subpass lists them. */
static bool check_subpass_members(const audit_group *v)
{
    uint32_t m = 0;
    for (uint32_t k = 0; k < v->g->subpasses.count; k++) {
        fusor_slice list = v->a->plan->subpasses[v->g->subpasses.first + k].passes;
        if (!list.count)
            return audit_illegal(v, "has a subpass without members");
        for (uint32_t i = list.first; i < list.first + list.count; i++, m++)
            if (m >= v->g->members.count || audit_member(v, m)->subpass != k ||
                audit_member(v, m)->pass != v->a->plan->pass_list[i])
                return audit_refute(v->a, FUSOR_AUDIT_BEGIN_END,
                                    "subpass %u of the render pass of \"%s\" has other members", k,
                                    v->first);
    }
    return m == v->g->members.count ||
           audit_refute(v->a, FUSOR_AUDIT_BEGIN_END,
                        "the render pass of \"%s\" has a member in no subpass", v->first);
}

/* Where attachments do not say the extent: the area lies inside it. */
static bool has_extent(const audit_group *v)
{
    for (int i = 0; i < 2; i++)
        if (!v->g->extent[i] || (uint64_t)v->g->area[i] + v->g->area[i + 2] > v->g->extent[i])
            return false;
    return true;
}

/* Without attachments: what is drawn to is the area, or the render size, once a view. */
static bool is_bare_target(const audit_group *v)
{
    const fusor_pass_desc *d = audit_desc_of(v, audit_member(v, 0)->pass);
    bool given = d->area[2] && d->area[3];
    uint32_t render[2], output[2], layers = 1;
    fusor_graph_get_sizes(v->a->graph, render, output);
    for (uint32_t views = v->g->view_mask; views > 1; views >>= 1)
        layers++;
    for (int i = 0; i < 2; i++)
        if (v->g->extent[i] != (given ? d->area[i] + d->area[i + 2] : render[i]))
            return false;
    return v->g->samples == 1 && v->g->layers == layers;
}

static bool check_shape(const audit_group *v)
{
    if (!has_extent(v))
        return audit_illegal(v, "has no extent that holds its area");
    if (!v->g->attachments.count && !is_bare_target(v))
        return audit_illegal(v, "attaches nothing and has another extent, layer or sample count");
    if (v->g->view_mask && !v->a->device->features.multiview)
        return audit_illegal(v, "has a view mask, which the device lacks");
    for (uint32_t m = 0; m < v->g->members.count; m++)
        if (!check_member_shape(v, m))
            return false;
    return check_path(v) && check_limits(v) && check_subpass_members(v);
}

/* ------------------------------------------------------------------------------ attachments */

static bool same_view(const fusor_plan_attachment *x, const fusor_plan_attachment *y)
{
    return x->mip == y->mip && x->layers.first == y->layers.first &&
           x->layers.count == y->layers.count;
}

static bool check_distinct(const audit_group *v, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++) {
        const fusor_plan_attachment *x = audit_attachment(v, i), *y = audit_attachment(v, k);
        if (x->resource != y->resource || x->previous != y->previous || x->mip != y->mip ||
            !base_ranges_meet(x->layers, y->layers))
            continue;
        return audit_illegal(v, same_view(x, y) ? "has one attachment twice"
                                                : "has two attachments that overlap");
    }
    return true;
}

static bool check_ops(const audit_group *v, uint32_t i)
{
    const fusor_plan_attachment *t = audit_attachment(v, i);
    const audit_resource *r = audit_attached(v, i);
    const fusor_device_desc *d = v->a->device;
    const char *why = NULL;
    if ((t->load == FUSOR_LOAD_OP_NONE || t->stencil_load == FUSOR_LOAD_OP_NONE) &&
        !d->features.load_op_none)
        why = "a load op that the device lacks";
    else if ((t->store == FUSOR_STORE_OP_NONE || t->stencil_store == FUSOR_STORE_OP_NONE) &&
             !d->features.store_op_none)
        why = "a store op that the device lacks";
    else if (!(r->aspects & FUSOR_ASPECT_STENCIL) && (t->stencil_load != FUSOR_LOAD_OP_DONT_CARE ||
                                                      t->stencil_store != FUSOR_STORE_OP_DONT_CARE))
        why = "an op of a stencil that it does not have";
    else if (t->memoryless != v->a->plan->resources[t->resource].memoryless)
        why = "another mark of memory than its resource";
    else if (t->memoryless &&
             (t->load == FUSOR_LOAD_OP_LOAD || t->stencil_load == FUSOR_LOAD_OP_LOAD ||
              t->store == FUSOR_STORE_OP_STORE || t->stencil_store == FUSOR_STORE_OP_STORE))
        why = "an op that needs memory, and none";
    return !why ||
           audit_refute(v->a, FUSOR_AUDIT_OP_INVALID, "in the render pass of \"%s\", \"%s\" has %s",
                        v->first, r->name, why);
}

static bool check_attachment(const audit_group *v, uint32_t i)
{
    const fusor_plan_attachment *t = audit_attachment(v, i);
    const audit_resource *r = audit_attached(v, i);
    uint32_t span[2];
    if (t->aspects != r->aspects)
        return audit_illegal(v, "does not attach all aspects of an image");
    if (base_mip_size(r->extent[0], t->mip) != v->g->extent[0] ||
        base_mip_size(r->extent[1], t->mip) != v->g->extent[1])
        return audit_illegal(v, "has attachments of unlike extents");
    if (t->layers.count != v->g->layers)
        return audit_illegal(v, "has attachments of unlike layer counts");
    if (!audit_span(v->a, v->g, i, span))
        return audit_refute(v->a, FUSOR_AUDIT_REFERENCE_WRONG,
                            "no subpass of the render pass of \"%s\" names \"%s\"", v->first,
                            r->name);
    return check_distinct(v, i) && check_ops(v, i);
}

/* What has contents that are needed later must be preserved: up to the last use, or to the end where the
 * memory is to have them ("Render Pass Creation": a subpass that does neither makes them undefined). What is
 * used must not be. */
static bool check_preserve(const audit_group *v, uint32_t i)
{
    const fusor_plan_attachment *t = audit_attachment(v, i);
    uint32_t span[2] = {0, 0};
    audit_span(v->a, v->g, i, span);
    if (t->store != FUSOR_STORE_OP_DONT_CARE || t->stencil_store != FUSOR_STORE_OP_DONT_CARE)
        span[1] = v->g->subpasses.count;
    for (uint32_t k = 0; k < v->g->subpasses.count; k++) {
        const fusor_plan_subpass *s = audit_subpass(v, k);
        bool used = names(v->a, s, i), kept = false;
        for (uint32_t p = 0; p < s->preserve.count; p++)
            kept = kept || v->a->plan->index_list[s->preserve.first + p] == i;
        if ((used && kept) || (!used && !kept && span[0] < k && k < span[1]))
            return audit_refute(v->a, FUSOR_AUDIT_REFERENCE_WRONG,
                                "subpass %u of the render pass of \"%s\" %s \"%s\"", k, v->first,
                                used ? "uses and preserves" : "neither uses nor preserves",
                                audit_attached(v, i)->name);
    }
    return true;
}

static bool check_depths(const audit_group *v)
{
    uint32_t depth = FUSOR_NONE;
    for (uint32_t k = 0; k < v->g->subpasses.count; k++) {
        uint32_t own = v->a->plan->subpasses[v->g->subpasses.first + k].depth.attachment;
        if (own != FUSOR_NONE && depth != FUSOR_NONE && own != depth)
            return audit_illegal(v, "has two depth attachments");
        depth = own == FUSOR_NONE ? depth : own;
    }
    return true;
}

/* ------------------------------------------------------------------------------ dependencies */

static fusor_access possible(fusor_stages stages, fusor_access access)
{
    fusor_access out = 0;
    for (fusor_stages left = audit_single_stages(stages); left; left &= left - 1)
        out |= audit_done_in(left & (~left + 1), access);
    return out;
}

static bool check_dependency(const audit_group *v, const fusor_plan_dependency *d)
{
    fusor_stages stages = d->src.stages | d->dst.stages;
    bool self = d->from == d->to;
    if (d->from > d->to || (self && v->g->path != FUSOR_PATH_LOCAL_READ))
        return audit_illegal(v, "has a dependency that points backwards or at itself");
    if (!d->src.stages || !d->dst.stages || (stages & ~AUDIT_GRAPHICS_STAGES) ||
        (d->by_region && (stages & AUDIT_VERTEX_STAGES)))
        return audit_illegal(v, "has a dependency with stages that it cannot have");
    if (possible(d->src.stages, d->src.access) != d->src.access ||
        possible(d->dst.stages, d->dst.access) != d->dst.access)
        return audit_illegal(v, "has a dependency with accesses that its stages cannot do");
    return !d->view_local || v->g->view_mask ||
           audit_illegal(v, "has a view-local dependency and no views");
}

static bool check_group(audit *a, uint32_t index)
{
    audit_group v = {a, &a->plan->groups[index], ""};
    v.first = audit_pass_name(a, audit_member(&v, 0)->pass);
    if (!check_shape(&v))
        return false;
    for (uint32_t i = 0; i < v.g->attachments.count; i++)
        if (!check_attachment(&v, i) || !check_preserve(&v, i))
            return false;
    if (!audit_members(&v) || !check_depths(&v))
        return false;
    for (uint32_t i = 0; i < v.g->dependencies.count; i++)
        if (!check_dependency(&v, &a->plan->dependencies[v.g->dependencies.first + i]))
            return false;
    return true;
}

bool audit_groups(audit *a)
{
    for (uint32_t i = 0; i < a->plan->group_count; i++)
        if (!check_group(a, i))
            return false;
    return true;
}
