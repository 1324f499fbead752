/* In: the plan's rows of resources, passes, uses and copies. Out: nothing, but they are what was declared.
 * Promise: a back end that binds and records by these rows does what the declaration says. O(rows). */
#include "audit/audit.h"

#include <string.h>

#include "base/base_math.h"

/* ------------------------------------------------------------------------------ resources */

static fusor_usage usage_of(const audit *a, const audit_use *use)
{
    const audit_resource *r = &a->resources[use->resource];
    bool color = r->aspects & FUSOR_ASPECT_COLOR;
    switch (use->as) {
    case FUSOR_USE_SAMPLED:
        return r->image ? FUSOR_IMAGE_USAGE_SAMPLED : FUSOR_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER;
    case FUSOR_USE_STORAGE:
        return r->image ? FUSOR_IMAGE_USAGE_STORAGE : FUSOR_BUFFER_USAGE_STORAGE_BUFFER;
    case FUSOR_USE_UNIFORM:
        return FUSOR_BUFFER_USAGE_UNIFORM_BUFFER;
    case FUSOR_USE_VERTEX:
        return FUSOR_BUFFER_USAGE_VERTEX_BUFFER;
    case FUSOR_USE_INDEX:
        return FUSOR_BUFFER_USAGE_INDEX_BUFFER;
    case FUSOR_USE_INDIRECT:
        return FUSOR_BUFFER_USAGE_INDIRECT_BUFFER;
    case FUSOR_USE_COPY: /* the same bits for images and buffers */
        return use->writes ? FUSOR_IMAGE_USAGE_TRANSFER_DST : FUSOR_IMAGE_USAGE_TRANSFER_SRC;
    case FUSOR_USE_INPUT:
        return FUSOR_IMAGE_USAGE_INPUT_ATTACHMENT;
    case FUSOR_USE_RAW_GENERAL:
        return 0; /* the raw pass knows */
    default:
        return color ? FUSOR_IMAGE_USAGE_COLOR_ATTACHMENT
                     : FUSOR_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT;
    }
}

typedef struct life {
    uint32_t first, last; /* passes */
    fusor_usage usage;
    bool local;
} life;

static bool find_lives(audit *a, life *lives)
{
    for (uint32_t r = 0; r < a->resource_count; r++) {
        const audit_resource *resource = &a->resources[r];
        lives[r] = (life){FUSOR_NONE, FUSOR_NONE, 0,
                          resource->lifetime == FUSOR_LIFETIME_TRANSIENT && !resource->output &&
                              !resource->host && a->first_step[r] == a->last_step[r]};
    }
    for (uint32_t i = 0; i < a->plan->order_count; i++) {
        uint32_t pass = a->plan->order[i];
        for (uint32_t u = a->first_use[pass]; u < a->first_use[pass + 1]; u++) {
            const audit_use *use = &a->uses.data[u];
            life *l = &lives[use->resource];
            l->first = l->first == FUSOR_NONE ? pass : l->first;
            l->last = pass;
            l->usage |= usage_of(a, use);
            l->local = l->local && use->attachment;
        }
    }
    return true;
}

static bool wrong(audit *a, const audit_resource *r, const char *what)
{
    return audit_refute(a, FUSOR_AUDIT_RESOURCE_WRONG, "the plan's row of \"%s\" has another %s",
                        r->name, what);
}

static bool same_view_formats(const audit *a, const audit_resource *r, fusor_slice formats)
{
    if (formats.count != r->image->view_format_count)
        return false;
    for (uint32_t i = 0; i < formats.count; i++)
        if (a->plan->format_list[formats.first + i] != r->image->view_formats[i])
            return false;
    return true;
}

static bool check_image_row(audit *a, const audit_resource *r, const fusor_plan_resource *row)
{
    if (row->format != r->image->format || row->type != r->image->type ||
        !same_view_formats(a, r, row->view_formats))
        return wrong(a, r, "format or type");
    if (memcmp(row->extent, r->extent, sizeof row->extent) != 0 || row->mips != r->mips ||
        row->layers != r->layers || row->samples != r->samples)
        return wrong(a, r, "extent, mip count, layer count or sample count");
    return true;
}

static bool same_state(const fusor_import_state *x, const fusor_import_state *y)
{
    return x->state == y->state && x->stages == y->stages;
}

static bool check_resource(audit *a, uint32_t index, const life *l)
{
    const audit_resource *r = &a->resources[index];
    const fusor_plan_resource *row = &a->plan->resources[r->row];
    fusor_instances instances = r->lifetime == FUSOR_LIFETIME_HISTORY ? FUSOR_INSTANCES_HISTORY
                                : r->host && !r->host_shared          ? FUSOR_INSTANCES_FRAMES
                                                                      : FUSOR_INSTANCES_ONE;
    if (strcmp(row->name, r->name) != 0)
        return wrong(a, r, "name");
    if (row->lifetime != r->lifetime || row->host != r->host || row->instances != instances ||
        row->output != r->output)
        return wrong(a, r, "lifetime, host access, instances or output");
    if (r->lifetime == FUSOR_LIFETIME_IMPORTED &&
        (!same_state(&row->import.initial, &r->import->initial) ||
         !same_state(&row->import.final, &r->import->final)))
        return wrong(a, r, "import");
    if (row->bytes != r->bytes)
        return wrong(a, r, "tight size");
    if (l->usage & ~row->usage)
        return wrong(a, r, "usage: a bit that its uses need is missing");
    if (row->first != l->first || row->last != l->last)
        return wrong(a, r, "first or last use");
    if (row->group_local != l->local)
        return wrong(a, r, "group-local mark");
    if (row->memoryless && (!l->local || !r->image || !a->device->features.lazily_allocated))
        return audit_refute(
            a, FUSOR_AUDIT_PLACEMENT_INVALID,
            "\"%s\" has no memory, and it or the device is not of the kind that can", r->name);
    return !r->image || check_image_row(a, r, row);
}

static bool check_resources(audit *a)
{
    life *lives = BASE_NEW(a->arena, life, a->resource_count);
    if (!lives)
        return audit_no_memory(a);
    find_lives(a, lives);
    for (uint32_t r = 0; r < a->resource_count; r++) {
        bool listed = a->resources[r].row != FUSOR_NONE;
        if (listed != (lives[r].first != FUSOR_NONE))
            return audit_refute(a, FUSOR_AUDIT_UNKNOWN_RESOURCE,
                                listed ? "the plan lists \"%s\", which no pass uses"
                                       : "the plan does not list \"%s\", which a pass uses",
                                a->resources[r].name);
        if (listed && !check_resource(a, r, &lives[r]))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------ uses */

static bool same_region(bool is_image, const fusor_region *x, const fusor_region *y)
{
    if (!is_image)
        return x->bytes.first == y->bytes.first && x->bytes.count == y->bytes.count;
    return x->aspects == y->aspects && x->mips.first == y->mips.first &&
           x->mips.count == y->mips.count && x->layers.first == y->layers.first &&
           x->layers.count == y->layers.count;
}

/* Depth and stencil of one attachment are one row. */
static audit_use join_aspects(const audit *a, uint32_t *next, uint32_t end)
{
    audit_use use = a->uses.data[(*next)++];
    if (use.as != FUSOR_USE_DEPTH_STENCIL || *next == end ||
        a->uses.data[*next].as != FUSOR_USE_DEPTH_STENCIL)
        return use;
    const audit_use *other = &a->uses.data[(*next)++];
    use.region.aspects |= other->region.aspects;
    use.reads = use.reads || other->reads;
    use.writes = use.writes || other->writes;
    use.access |= other->access;
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
        row->concurrent != use->concurrent)
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
    static const double ZERO[4] = {0};
    const double *value = copy->op ? copy->op->value : ZERO;
    if (copy->kind == FUSOR_COPY_CLEAR)
        return audit_color_token(value) == audit_color_token(row->value);
    if (copy->kind == FUSOR_COPY_FILL)
        return row->fill == (copy->op ? copy->op->fill : 0);
    return copy->kind != FUSOR_COPY_BLIT || (copy->op && row->linear == copy->op->linear);
}

static bool copy_fits(const audit *a, const audit_copy *copy, const fusor_plan_copy *row)
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
    return same_values(copy, row);
}

static bool check_copies(audit *a, uint32_t pass)
{
    fusor_slice rows = a->plan->passes[pass].copies;
    uint32_t count = a->first_copy[pass + 1] - a->first_copy[pass];
    if (count != rows.count)
        return audit_refute(a, FUSOR_AUDIT_USE_WRONG, "pass \"%s\" has %u copies, the plan has %u",
                            audit_pass_name(a, pass), count, rows.count);
    for (uint32_t i = 0; i < count; i++)
        if (!copy_fits(a, &a->copies.data[a->first_copy[pass] + i],
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
    return check_resources(a);
}
