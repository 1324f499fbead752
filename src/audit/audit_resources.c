/* In: the plan's rows of resources. Out: nothing, but they are what was declared and what their uses need.
 * Promise: a back end that creates resources by these rows creates what the declaration says, with the
 * flags that "Image Creation" and "Buffer Creation" ask for and no others. O(rows + uses). */
#include "audit/audit.h"

#include <string.h>

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
    fusor_usage usage, allowed;
    bool local;
} life;

static bool is_kept(const audit_resource *r)
{
    return r->lifetime == FUSOR_LIFETIME_HISTORY || r->lifetime == FUSOR_LIFETIME_PERSISTENT;
}

/* What no use asks for: a kept resource is cleared before its first frame, an output is read back, a raw
 * pass may store to what it only says that it uses. The bits of transfers are the same for images and buffers. */
static fusor_usage usage_of_purpose(const audit_resource *r)
{
    fusor_usage usage = 0;
    if (is_kept(r))
        usage |= FUSOR_IMAGE_USAGE_TRANSFER_DST;
    if (r->output && r->lifetime != FUSOR_LIFETIME_IMPORTED)
        usage |= FUSOR_IMAGE_USAGE_TRANSFER_SRC;
    return usage;
}

static fusor_usage usage_of_raw(const audit_resource *r)
{
    return r->image ? FUSOR_IMAGE_USAGE_STORAGE : FUSOR_BUFFER_USAGE_STORAGE_BUFFER;
}

static bool find_lives(audit *a, life *lives)
{
    for (uint32_t r = 0; r < a->resource_count; r++) {
        const audit_resource *resource = &a->resources[r];
        fusor_usage usage = usage_of_purpose(resource);
        /* It is read as a depth attachment is, also where the pass that attaches it is culled. */
        fusor_usage depth = resource->image && !(resource->aspects & FUSOR_ASPECT_COLOR)
                                ? FUSOR_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT
                                : 0;
        lives[r] = (life){FUSOR_NONE, FUSOR_NONE, usage, depth,
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
            l->allowed |=
                use->as == FUSOR_USE_RAW_GENERAL ? usage_of_raw(&a->resources[use->resource]) : 0;
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

/* What an image starts as: by aspect the first clear that is declared for it, else 0. */
static void find_start(const audit *a, uint32_t resource, fusor_plan_resource *out)
{
    fusor_aspects found = 0;
    for (uint32_t u = 0; u < a->uses.count; u++) {
        const audit_use *use = &a->uses.data[u];
        if (use->resource != resource || !use->clears || (found & use->region.aspects))
            continue;
        const fusor_pass_desc *d = fusor_graph_get_pass(a->graph, (fusor_pass){use->pass + 1});
        found |= use->region.aspects;
        if (use->region.aspects & FUSOR_ASPECT_COLOR)
            memcpy(out->clear, d->color[use->slot].clear, sizeof out->clear);
        if (use->region.aspects & FUSOR_ASPECT_DEPTH)
            out->clear_depth = d->depth.clear_depth;
        if (use->region.aspects & FUSOR_ASPECT_STENCIL)
            out->clear_stencil = d->depth.clear_stencil;
    }
}

static bool same_start(const audit *a, uint32_t resource, const fusor_plan_resource *row)
{
    fusor_plan_resource start = {.clear = {0}};
    find_start(a, resource, &start);
    return audit_color_token(start.clear) == audit_color_token(row->clear) &&
           audit_depth_token(start.clear_depth, start.clear_stencil, FUSOR_ASPECT_DEPTH) ==
               audit_depth_token(row->clear_depth, row->clear_stencil, FUSOR_ASPECT_DEPTH) &&
           start.clear_stencil == row->clear_stencil;
}

static bool check_image_row(audit *a, const audit_resource *r, const fusor_plan_resource *row)
{
    if (!same_start(a, (uint32_t)(r - a->resources), row))
        return wrong(a, r, "start: a history or persistent image starts as its first clear");
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
    fusor_usage usage =
        l->usage | (row->memoryless && r->image ? FUSOR_IMAGE_USAGE_TRANSIENT_ATTACHMENT : 0);
    if (usage & ~row->usage)
        return wrong(a, r, "usage: a bit that its uses need is missing");
    if (row->usage & ~usage & ~l->allowed)
        return wrong(a, r, "usage: a bit that none of its uses needs is there");
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

static bool check_sizes(audit *a)
{
    uint32_t render[2], output[2];
    fusor_graph_get_sizes(a->graph, render, output);
    return (memcmp(render, a->plan->render_size, sizeof render) == 0 &&
            memcmp(output, a->plan->output_size, sizeof output) == 0) ||
           audit_refute(a, FUSOR_AUDIT_RESOURCE_WRONG,
                        "the plan is for another render or output size than the graph's");
}

bool audit_resource_rows(audit *a)
{
    if (!check_sizes(a))
        return false;
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
