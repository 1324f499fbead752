/* In: the members of a render pass and its subpasses. Out: nothing, but each subpass holds what its
 * members attach, where they say, resolved when they say.
 * Promise: "Render Pass Creation", "Render Pass Multisample Resolve Operations", "Color Blend State",
 * and DESIGN's table of paths. O(members × attachments). */
#include "audit/audit_group.h"

#include "base/base_math.h"

/* ------------------------------------------------------------------------------ references */

/* The attachment of a use, FUSOR_NONE. */
static uint32_t find_attachment(const audit_group *v, const audit_use *use)
{
    for (uint32_t i = 0; i < v->g->attachments.count; i++) {
        const fusor_plan_attachment *t = audit_attachment(v, i);
        if (v->a->resource_of[t->resource] == use->resource && t->previous == use->previous &&
            t->mip == use->region.mips.first && t->layers.first == use->region.layers.first &&
            t->layers.count == use->region.layers.count)
            return i;
    }
    return FUSOR_NONE;
}

static const fusor_plan_reference *mapped(const audit_group *v, fusor_slice map, uint32_t slot,
                                          fusor_slice list)
{
    uint32_t at = slot < map.count ? v->a->plan->index_list[map.first + slot] : FUSOR_NONE;
    return at < list.count ? &v->a->plan->references[list.first + at] : NULL;
}

static const fusor_plan_reference *reference_of(const audit_group *v, const fusor_plan_member *m,
                                                const audit_use *use)
{
    const fusor_plan_subpass *s = audit_subpass(v, m->subpass);
    bool color = use->region.aspects & FUSOR_ASPECT_COLOR;
    switch (use->as) {
    case FUSOR_USE_COLOR:
        return mapped(v, m->color_map, use->slot, s->color);
    case FUSOR_USE_RESOLVE:
        return color ? mapped(v, m->color_map, use->slot, s->resolve) : &s->depth_resolve;
    case FUSOR_USE_INPUT:
        return mapped(v, m->input_map, use->slot, s->inputs);
    default:
        return &s->depth;
    }
}

static fusor_resolve_mode mode_or(fusor_resolve_mode mode, fusor_resolve_mode otherwise)
{
    return mode == FUSOR_RESOLVE_DEFAULT ? otherwise : mode;
}

static bool check_resolve(const audit_group *v, const audit_use *use, uint32_t from, uint32_t to)
{
    const fusor_pass_desc *d = audit_desc_of(v, use->pass);
    const fusor_plan_attachment *t = audit_attachment(v, from);
    bool color = use->as == FUSOR_USE_COLOR;
    const fusor_resolve_desc *r = color ? &d->color[use->slot].resolve : &d->depth.resolve;
    fusor_resolve_mode mode =
        mode_or(r->mode, color ? FUSOR_RESOLVE_AVERAGE : FUSOR_RESOLVE_SAMPLE_ZERO);
    bool good =
        t->resolve == to && t->resolve_mode == mode && audit_attached(v, to)->samples == 1 &&
        (color || t->stencil_resolve_mode == mode_or(r->stencil_mode, FUSOR_RESOLVE_SAMPLE_ZERO));
    return good ||
           audit_refute(v->a, FUSOR_AUDIT_OP_INVALID,
                        "the render pass of \"%s\" does not resolve \"%s\" as \"%s\" declares",
                        v->first, audit_attached(v, from)->name, audit_pass_name(v->a, use->pass));
}

static bool check_use(const audit_group *v, const fusor_plan_member *m, const audit_use *use)
{
    const audit_resource *r = &v->a->resources[use->resource];
    uint32_t at = find_attachment(v, use);
    const fusor_plan_reference *ref = reference_of(v, m, use);
    if (at == FUSOR_NONE || !ref || ref->attachment != at ||
        (use->as == FUSOR_USE_INPUT && ref->aspects != use->region.aspects))
        return audit_refute(
            v->a, FUSOR_AUDIT_REFERENCE_WRONG,
            "\"%s\" is %s attachment %u of \"%s\"; its subpass does not hold it there", r->name,
            fusor_use_word(use->as), use->slot, audit_pass_name(v->a, use->pass));
    bool mixed = v->a->device->features.mixed_samples && v->g->path == FUSOR_PATH_SUBPASSES;
    if ((use->as == FUSOR_USE_COLOR || use->as == FUSOR_USE_DEPTH_STENCIL) && !mixed &&
        r->samples != v->g->samples)
        return audit_illegal(v, "has attachments of unlike sample counts");
    if (use->resolves != FUSOR_NONE)
        return check_resolve(v, use, at, find_attachment(v, &v->a->uses.data[use->resolves]));
    return true;
}

static bool declares(const audit_group *v, const fusor_plan_member *m,
                     const fusor_plan_reference *ref)
{
    for (uint32_t u = v->a->first_use[m->pass]; u < v->a->first_use[m->pass + 1]; u++) {
        const audit_use *use = &v->a->uses.data[u];
        if (use->attachment && reference_of(v, m, use) == ref)
            return find_attachment(v, use) == ref->attachment;
    }
    return false;
}

/* A subpass attaches nothing that none of its members does: it would be loaded, stored and waited for
 * otherwise than the passes say, and pipelines would have to know. */
static bool check_references(const audit_group *v, uint32_t subpass)
{
    const fusor_plan_reference *ref;
    for (uint32_t i = 0; (ref = audit_reference(v->a, audit_subpass(v, subpass), i)); i++) {
        bool found = ref->attachment == FUSOR_NONE;
        for (uint32_t m = 0; !found && m < v->g->members.count; m++)
            found = audit_member(v, m)->subpass == subpass && declares(v, audit_member(v, m), ref);
        if (!found)
            return audit_refute(
                v->a, FUSOR_AUDIT_REFERENCE_WRONG,
                "subpass %u of the render pass of \"%s\" attaches \"%s\" as no member "
                "of it does",
                subpass, v->first, audit_attached(v, ref->attachment)->name);
    }
    return true;
}

/* Indices that a pass leaves unused may hold nothing that it would write. */
static bool check_unused_colors(const audit_group *v, const fusor_plan_member *m)
{
    const fusor_pass_desc *d = audit_desc_of(v, m->pass);
    const fusor_plan_subpass *s = audit_subpass(v, m->subpass);
    for (uint32_t i = 0; i < d->color_count; i++) {
        const fusor_plan_reference *r = mapped(v, m->color_map, i, s->color);
        if (!d->color[i].image.id && r && r->attachment != FUSOR_NONE)
            return audit_refute(v->a, FUSOR_AUDIT_REFERENCE_WRONG,
                                "\"%s\" leaves colour %u unused; its map holds an attachment",
                                audit_pass_name(v->a, m->pass), i);
    }
    return true;
}

static bool check_clears(const audit_group *v, const fusor_plan_member *m)
{
    const fusor_plan_subpass *s = audit_subpass(v, m->subpass);
    for (uint32_t c = m->clears.first; c < m->clears.first + m->clears.count; c++) {
        const fusor_plan_clear *clear = &v->a->plan->clears[c];
        bool held = s->depth.attachment == clear->attachment;
        for (uint32_t i = 0; i < s->color.count; i++)
            held =
                held || v->a->plan->references[s->color.first + i].attachment == clear->attachment;
        if (!held || !clear->aspects ||
            (clear->aspects & ~audit_attached(v, clear->attachment)->aspects))
            return audit_refute(v->a, FUSOR_AUDIT_OP_INVALID,
                                "a clear before \"%s\" is of what its subpass does not hold",
                                audit_pass_name(v->a, m->pass));
    }
    return true;
}

static bool writes_in(const audit_group *v, uint32_t pass, uint32_t i, fusor_aspects aspects)
{
    for (uint32_t u = v->a->first_use[pass]; u < v->a->first_use[pass + 1]; u++) {
        const audit_use *use = &v->a->uses.data[u];
        if (use->attachment && use->writes && (use->region.aspects & aspects) &&
            find_attachment(v, use) == i)
            return true;
    }
    return false;
}

static bool writes_attachment(const audit_group *v, uint32_t i, fusor_aspects aspects)
{
    for (uint32_t m = 0; m < v->g->members.count; m++)
        if (writes_in(v, audit_member(v, m)->pass, i, aspects))
            return true;
    return false;
}

/* Sampled, stored or copied while attached: only what no member writes, read only. */
static bool check_plain(const audit_group *v, const audit_use *use)
{
    for (uint32_t i = 0; i < v->g->attachments.count; i++) {
        const fusor_plan_attachment *t = audit_attachment(v, i);
        fusor_range mip = {t->mip, 1};
        if (v->a->resource_of[t->resource] != use->resource || t->previous != use->previous ||
            !base_ranges_meet(mip, use->region.mips) ||
            !base_ranges_meet(t->layers, use->region.layers))
            continue;
        if (use->writes || writes_attachment(v, i, use->region.aspects))
            return audit_refute(v->a, FUSOR_AUDIT_GROUP_ILLEGAL,
                                "\"%s\" uses \"%s\" at any pixel while its render pass draws to it",
                                audit_pass_name(v->a, use->pass),
                                v->a->resources[use->resource].name);
    }
    return true;
}

/* ------------------------------------------------------------------------------ resolves */

static bool is_resolved_by(const audit_group *v, const fusor_plan_member *m, uint32_t target)
{
    for (uint32_t u = v->a->first_use[m->pass]; u < v->a->first_use[m->pass + 1]; u++)
        if (v->a->uses.data[u].as == FUSOR_USE_RESOLVE &&
            find_attachment(v, &v->a->uses.data[u]) == target)
            return true;
    return false;
}

/* A resolve happens at the end of its subpass: whoever declares it must be the last there to draw. */
static bool check_target(const audit_group *v, uint32_t subpass, uint32_t source, uint32_t target)
{
    bool declared = false;
    for (uint32_t k = 0; target != FUSOR_NONE && k < v->g->members.count; k++) {
        const fusor_plan_member *m = audit_member(v, k);
        if (m->subpass != subpass)
            continue;
        if (is_resolved_by(v, m, target))
            declared = true;
        else if (declared && writes_in(v, m->pass, source, ~0u))
            return audit_illegal(v, "draws to an attachment after its resolve was due");
    }
    return declared || target == FUSOR_NONE ||
           audit_refute(v->a, FUSOR_AUDIT_OP_INVALID,
                        "the render pass of \"%s\" resolves to \"%s\", which no member declares",
                        v->first, audit_attached(v, target)->name);
}

static bool check_resolves(const audit_group *v)
{
    for (uint32_t k = 0; k < v->g->subpasses.count; k++) {
        const fusor_plan_subpass *s = audit_subpass(v, k);
        for (uint32_t i = 0; i < s->resolve.count; i++)
            if (!check_target(v, k, v->a->plan->references[s->color.first + i].attachment,
                              v->a->plan->references[s->resolve.first + i].attachment))
                return false;
        if (!check_target(v, k, s->depth.attachment, s->depth_resolve.attachment))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------ masks */

static bool maps_color(const audit_group *v, const fusor_plan_member *m, uint32_t color)
{
    for (uint32_t i = m->color_map.first; i < m->color_map.first + m->color_map.count; i++)
        if (v->a->plan->index_list[i] == color)
            return true;
    return false;
}

/* A colour of the subpass that a member does not draw to is masked: with pipelines of one blend state
 * for all colours that cannot be. */
static bool check_masks(const audit_group *v, const fusor_plan_member *m)
{
    const fusor_plan_subpass *s = audit_subpass(v, m->subpass);
    const fusor_device_desc *d = v->a->device;
    if (d->features.independent_blend || v->g->path == FUSOR_PATH_LOCAL_READ)
        return true;
    uint32_t mapped_count = 0, count = 0;
    for (uint32_t i = 0; i < s->color.count; i++) {
        bool held = v->a->plan->references[s->color.first + i].attachment != FUSOR_NONE;
        count += held;
        mapped_count += held && maps_color(v, m, i);
    }
    return mapped_count == count || mapped_count == 0 ||
           audit_illegal(v, "masks some colours of a subpass, which the device cannot");
}

bool audit_members(const audit_group *v)
{
    for (uint32_t m = 0; m < v->g->members.count; m++) {
        const fusor_plan_member *row = audit_member(v, m);
        for (uint32_t u = v->a->first_use[row->pass]; u < v->a->first_use[row->pass + 1]; u++) {
            const audit_use *use = &v->a->uses.data[u];
            if (!(use->attachment ? check_use(v, row, use) : check_plain(v, use)))
                return false;
        }
        if (!check_unused_colors(v, row) || !check_clears(v, row) || !check_masks(v, row))
            return false;
    }
    for (uint32_t k = 0; k < v->g->subpasses.count; k++)
        if (!check_references(v, k))
            return false;
    return check_resolves(v);
}
