/* In: the plan's rows of passes, uses and copies. Out: nothing, but they are what was declared.
 * Promise: a back end that binds and records by these rows does what the declaration says. O(rows). */
#include "audit/audit.h"

#include <string.h>

#include "base/base_math.h"

/* ------------------------------------------------------------------------------ uses */

static bool same_region(bool is_image, const fusor_region *x, const fusor_region *y)
{
    if (!is_image)
        return x->bytes.first == y->bytes.first && x->bytes.count == y->bytes.count;
    return x->aspects == y->aspects && x->mips.first == y->mips.first &&
           x->mips.count == y->mips.count && x->layers.first == y->layers.first &&
           x->layers.count == y->layers.count;
}

/* Whether nothing of the old contents is left. */
static bool replaces_all(const audit_use *use)
{
    return use->overwrites || (use->clears && !use->partial);
}

/* Depth and stencil of one attachment are one row. */
static audit_use join_aspects(const audit *a, uint32_t *next, uint32_t end)
{
    audit_use use = a->uses.data[(*next)++];
    use.overwrites = replaces_all(&use);
    if (use.as != FUSOR_USE_DEPTH_STENCIL || *next == end ||
        a->uses.data[*next].as != FUSOR_USE_DEPTH_STENCIL)
        return use;
    const audit_use *other = &a->uses.data[(*next)++];
    use.region.aspects |= other->region.aspects;
    use.reads = use.reads || other->reads;
    use.writes = use.writes || other->writes;
    use.access |= other->access;
    use.overwrites = use.overwrites && replaces_all(other);
    return use;
}

static const char *use_fault(const audit *a, const audit_use *use, const fusor_plan_use *row)
{
    bool depth_resolve =
        use->as == FUSOR_USE_RESOLVE && !(use->region.aspects & FUSOR_ASPECT_COLOR);
    if (row->as != use->as || row->slot != use->slot)
        return "kind or slot";
    if (row->resource != a->resources[use->resource].row || row->previous != use->previous ||
        !same_region(a->resources[use->resource].image != NULL, &row->region, &use->region))
        return "resource, frame or region";
    if (row->reads != use->reads || row->writes != use->writes ||
        row->concurrent != use->concurrent || row->overwrites != use->overwrites)
        return "direction";
    if (depth_resolve) /* its ops may be named, too */
        return (use->stages & ~row->stages) || (use->access & ~row->access) ? "stages or access"
                                                                            : NULL;
    return row->stages != use->stages || row->access != use->access ? "stages or access" : NULL;
}

static bool check_uses(audit *a, uint32_t pass)
{
    fusor_slice rows = a->plan->passes[pass].uses;
    uint32_t next = a->first_use[pass], end = a->first_use[pass + 1], count = 0;
    while (next < end) {
        audit_use use = join_aspects(a, &next, end);
        const char *fault = count < rows.count
                                ? use_fault(a, &use, &a->plan->uses[rows.first + count])
                                : "number of uses";
        if (fault)
            return audit_refute(a, FUSOR_AUDIT_USE_WRONG,
                                "pass \"%s\" uses \"%s\" as %s; use %u of the plan has another %s",
                                audit_pass_name(a, pass), a->resources[use.resource].name,
                                fusor_use_word(use.as), count, fault);
        count++;
    }
    return count == rows.count ||
           audit_refute(a, FUSOR_AUDIT_USE_WRONG, "pass \"%s\" has %u uses, the plan has %u",
                        audit_pass_name(a, pass), count, rows.count);
}

static bool same_values(const audit_copy *copy, const fusor_plan_copy *row)
{
    static const fusor_copy_op_desc NOTHING = {.value = {0}};
    const fusor_copy_op_desc *op = copy->op ? copy->op : &NOTHING;
    return audit_color_token(op->value) == audit_color_token(row->value) && row->fill == op->fill &&
           row->linear == op->linear;
}

/* The layout that the pass's own rows say; those are checked where they are used. */
static bool is_in_layout(const audit *a, uint32_t pass, const fusor_plan_copy *row, bool dst)
{
    fusor_slice rows = a->plan->passes[pass].uses;
    uint32_t resource = dst ? row->dst : row->src, previous = dst ? 0 : row->src_previous;
    const fusor_region *region = dst ? &row->dst_region : &row->src_region;
    fusor_layout said = dst ? row->dst_layout : row->src_layout;
    bool is_image = a->plan->resources[resource].is_image;
    for (uint32_t i = rows.first; i < rows.first + rows.count; i++) {
        const fusor_plan_use *use = &a->plan->uses[i];
        bool meets = use->resource == resource && use->previous == previous &&
                     (dst ? use->writes : use->reads) && (use->region.aspects & region->aspects) &&
                     base_ranges_meet(use->region.mips, region->mips) &&
                     base_ranges_meet(use->region.layers, region->layers);
        if (is_image && meets && use->layout != said)
            return false;
    }
    return is_image || said == FUSOR_LAYOUT_UNDEFINED;
}

static bool copy_fits(const audit *a, uint32_t pass, const audit_copy *copy,
                      const fusor_plan_copy *row)
{
    const audit_resource *src = copy->src == FUSOR_NONE ? NULL : &a->resources[copy->src];
    const audit_resource *dst = &a->resources[copy->dst];
    if (row->kind != copy->kind || row->dst != dst->row ||
        row->src != (src ? src->row : FUSOR_NONE) ||
        !same_region(dst->image != NULL, &row->dst_region, &copy->dst_region))
        return false;
    if (src && (row->src_previous != copy->src_previous ||
                !same_region(src->image != NULL, &row->src_region, &copy->src_region)))
        return false;
    return same_values(copy, row) && is_in_layout(a, pass, row, true) &&
           (!src || is_in_layout(a, pass, row, false));
}

static bool check_copies(audit *a, uint32_t pass)
{
    fusor_slice rows = a->plan->passes[pass].copies;
    uint32_t count = a->first_copy[pass + 1] - a->first_copy[pass];
    if (count != rows.count)
        return audit_refute(a, FUSOR_AUDIT_USE_WRONG, "pass \"%s\" has %u copies, the plan has %u",
                            audit_pass_name(a, pass), count, rows.count);
    for (uint32_t i = 0; i < count; i++)
        if (!copy_fits(a, pass, &a->copies.data[a->first_copy[pass] + i],
                       &a->plan->copies[rows.first + i]))
            return audit_refute(a, FUSOR_AUDIT_USE_WRONG,
                                "copy %u of pass \"%s\" is not what was declared", i,
                                audit_pass_name(a, pass));
    return true;
}

bool audit_rows(audit *a)
{
    for (uint32_t p = 0; p < a->pass_count; p++) {
        const fusor_pass_desc *desc = fusor_graph_get_pass(a->graph, (fusor_pass){p + 1});
        const fusor_plan_pass *row = &a->plan->passes[p];
        if (strcmp(row->name, desc->name) != 0 || row->kind != desc->kind ||
            row->flags != desc->flags)
            return audit_refute(a, FUSOR_AUDIT_USE_WRONG,
                                "pass \"%s\" has another name, kind or flags in the plan",
                                desc->name);
        if (a->runs[p] && (!check_uses(a, p) || !check_copies(a, p)))
            return false;
    }
    return audit_resource_rows(a);
}
