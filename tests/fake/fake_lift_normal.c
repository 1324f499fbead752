/* In: a plan, loaded or lifted. Out: what a path can say of it. Promised: what is left out is listed here
 * and in docs/fake-driver.md, and nothing that decides over order, visibility, layouts or contents is. */
#include "fake_lift_core.h"

#include "fusor/json.h"

#include <stdlib.h>
#include <string.h>

typedef struct normal {
    const fusor_plan *plan;
    const fake_lift_path *path;
    bool planned; /* with what the executor promises to add */
    LIFT_VEC(fusor_plan_barrier) barriers;
} normal;

/* --------------------------------------------------------------------------------------- barriers */

/* An import without a source waits where the frame's semaphores are waited for; fills are copies too. */
static void add_promised(const normal *n, fusor_plan_barrier *row)
{
    const fusor_plan_resource *r = &n->plan->resources[row->resource];
    if (r->lifetime == FUSOR_LIFETIME_IMPORTED && row->entry && !row->src.stages)
        row->src.stages = row->dst.stages;
    if (r->is_image)
        return;
    row->src.stages = lift_buffer_stages(row->src.stages);
    row->dst.stages = lift_buffer_stages(row->dst.stages);
}

static void coarsen(fusor_scope *scope)
{
    scope->access = lift_coarse_access(scope->access, scope->stages);
    scope->stages = lift_coarse_stages(scope->stages);
}

static fusor_plan_barrier normal_row(const normal *n, const fusor_plan_barrier *from)
{
    fusor_plan_barrier row = *from;
    const fusor_plan_resource *r = &n->plan->resources[row.resource];
    if (n->planned)
        add_promised(n, &row);
    if (n->path->legacy) {
        coarsen(&row.src);
        coarsen(&row.dst);
    }
    row.why = FUSOR_WHY_READ_AFTER_WRITE;
    row.entry = false;
    row.replaces = row.src.passes = row.dst.passes = (fusor_slice){0, 0};
    if (row.kind == FUSOR_BARRIER_IMAGE && r->type == FUSOR_IMAGE_3D)
        row.region.layers = (fusor_range){0, r->layers};
    if (row.kind != FUSOR_BARRIER_MEMORY)
        return row;
    row.resource = row.previous = 0;
    row.has_layout = false;
    row.src.layout = row.dst.layout = FUSOR_LAYOUT_UNDEFINED;
    row.region = (fusor_region){0};
    return row;
}

/* Memory barriers of one pair of stages are one, with the accesses of all. */
static void add_row(normal *n, uint32_t first, const fusor_plan_barrier *row)
{
    for (uint32_t i = first; row->kind == FUSOR_BARRIER_MEMORY && i < n->barriers.count; i++) {
        fusor_plan_barrier *known = &n->barriers.data[i];
        if (known->kind == FUSOR_BARRIER_MEMORY && known->src.stages == row->src.stages &&
            known->dst.stages == row->dst.stages) {
            known->src.access |= row->src.access;
            known->dst.access |= row->dst.access;
            return;
        }
    }
    *LIFT_PUSH(&n->barriers) = *row;
}

#define KEYS 15
static void keys_of(const fusor_plan_barrier *b, uint64_t out[KEYS])
{
    const uint64_t keys[KEYS] = {b->kind,
                                 b->resource,
                                 b->previous,
                                 b->region.aspects,
                                 b->region.mips.first,
                                 b->region.mips.count,
                                 b->region.layers.first,
                                 b->region.layers.count,
                                 b->region.bytes.first,
                                 b->src.stages,
                                 b->src.access,
                                 b->dst.stages,
                                 b->dst.access,
                                 (uint64_t)b->src.layout,
                                 (uint64_t)b->dst.layout};
    memcpy(out, keys, sizeof keys);
}

static int compare(const void *a, const void *b)
{
    uint64_t x[KEYS], y[KEYS];
    keys_of(a, x);
    keys_of(b, y);
    for (uint32_t i = 0; i < KEYS; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static void normal_barriers(normal *n, fusor_plan_step *steps)
{
    for (uint32_t s = 0; s < n->plan->step_count; s++) {
        const fusor_slice from = n->plan->steps[s].barriers;
        uint32_t first = n->barriers.count;
        steps[s] = n->plan->steps[s];
        for (uint32_t i = from.first; i < from.first + from.count; i++) {
            fusor_plan_barrier row = normal_row(n, &n->plan->barriers[i]);
            add_row(n, first, &row);
        }
        steps[s].barriers = (fusor_slice){first, n->barriers.count - first};
        if (steps[s].barriers.count)
            qsort(n->barriers.data + first, steps[s].barriers.count, sizeof *n->barriers.data,
                  compare);
    }
}

/* ----------------------------------------------------------------------------------- render passes */

static bool is_read_only(fusor_layout layout)
{
    return layout == FUSOR_LAYOUT_SHADER_READ_ONLY ||
           layout == FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY ||
           layout == FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT ||
           layout == FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY;
}

/* Poison clears what is not cared for, with a pattern, but in layouts that cannot be written. */
static void poison(const normal *n, fusor_plan_attachment *a)
{
    bool writable = n->planned && !is_read_only(a->initial_layout);
    if (writable && a->load == FUSOR_LOAD_OP_DONT_CARE && a->aspects != FUSOR_ASPECT_STENCIL)
        a->load = FUSOR_LOAD_OP_CLEAR;
    if (writable && a->stencil_load == FUSOR_LOAD_OP_DONT_CARE &&
        (a->aspects & FUSOR_ASPECT_STENCIL))
        a->stencil_load = FUSOR_LOAD_OP_CLEAR;
    memset(a->clear, 0, sizeof a->clear);
    a->clear_depth = 0;
    a->clear_stencil = 0;
}

/* Vulkan's clear values are floats; the mode of a colour's resolve follows from its format, and a mode
 * of an aspect that is not there says nothing. */
static void normal_attachment(const normal *n, fusor_plan_attachment *a)
{
    const fusor_format_info *info = fusor_format_get_info(n->plan->resources[a->resource].format);
    bool whole = info->number_class == FUSOR_FORMAT_CLASS_UINT ||
                 info->number_class == FUSOR_FORMAT_CLASS_SINT;
    for (uint32_t i = 0; i < 4 && !whole; i++)
        a->clear[i] = (double)(float)a->clear[i];
    a->clear_depth = (double)(float)a->clear_depth;
    if (n->path->poison)
        poison(n, a);
    if (a->aspects == FUSOR_ASPECT_STENCIL) {
        a->load = FUSOR_LOAD_OP_DONT_CARE;
        a->store = FUSOR_STORE_OP_DONT_CARE;
    }
    a->resolve_mode = a->aspects & FUSOR_ASPECT_DEPTH ? a->resolve_mode : FUSOR_RESOLVE_DEFAULT;
    if (!(a->aspects & FUSOR_ASPECT_STENCIL))
        a->stencil_resolve_mode = FUSOR_RESOLVE_DEFAULT;
}

/* Subpass dependencies have Vulkan 1.0's words on every path. */
static void normal_dependency(fusor_plan_dependency *d)
{
    coarsen(&d->src);
    coarsen(&d->dst);
    d->why = FUSOR_WHY_READ_AFTER_WRITE;
    d->src.passes = d->dst.passes = (fusor_slice){0, 0};
}

/* Only inputs name an aspect. */
static void normal_subpass(const fusor_plan *plan, fusor_plan_subpass *s,
                           fusor_plan_reference *references)
{
    for (uint32_t i = 0; i < s->color.count; i++)
        references[s->color.first + i].aspects = 0;
    for (uint32_t i = 0; i < s->resolve.count; i++)
        references[s->resolve.first + i].aspects = 0;
    s->depth.aspects = s->depth_resolve.aspects = 0;
    (void)plan;
}

static void normal_clear(fusor_plan_clear *c)
{
    for (uint32_t i = 0; i < 4; i++)
        c->clear[i] = (double)(float)c->clear[i];
    c->clear_depth = (double)(float)c->clear_depth;
}

/* ----------------------------------------------------------------------------------------- plans */

/* The copy is this file's own: it may be written through. */
#define OWN(plan, type, array) ((type *)(uintptr_t)(plan)->array)

static void normal_groups(const normal *n, fusor_plan *plan)
{
    for (uint32_t i = 0; i < plan->attachment_count; i++)
        normal_attachment(n, &OWN(plan, fusor_plan_attachment, attachments)[i]);
    for (uint32_t i = 0; i < plan->dependency_count; i++)
        normal_dependency(&OWN(plan, fusor_plan_dependency, dependencies)[i]);
    for (uint32_t i = 0; i < plan->clear_count; i++)
        normal_clear(&OWN(plan, fusor_plan_clear, clears)[i]);
    for (uint32_t i = 0; i < plan->subpass_count; i++)
        normal_subpass(plan, &OWN(plan, fusor_plan_subpass, subpasses)[i],
                       OWN(plan, fusor_plan_reference, references));
}

fusor_plan *fake_lift_normal(const fusor_plan *plan, const fake_lift_path *path, bool planned)
{
    normal n = {.plan = plan, .path = path, .planned = planned};
    fusor_plan_step *steps = LIFT_ZEROED(plan->step_count, fusor_plan_step);
    fusor_plan shown = *plan, *out = NULL;
    normal_barriers(&n, steps);
    shown.steps = steps;
    shown.barriers = n.barriers.data;
    shown.barrier_count = shown.counts.barriers = n.barriers.count;
    shown.hash = 0;
    if (fusor_plan_clone(&shown, NULL, &out) != FUSOR_OK)
        abort();
    normal_groups(&n, out);
    free(steps);
    free(n.barriers.data);
    return out;
}

/* ------------------------------------------------------------------------------------- comparing */

static char *first_difference(const char *a, const char *b)
{
    const char *line_a = a, *line_b = b;
    for (; *a && *a == *b; a++, b++) {
        line_a = *a == '\n' ? a + 1 : line_a;
        line_b = *b == '\n' ? b + 1 : line_b;
    }
    if (*a == *b)
        return NULL;
    const int width_a = (int)strcspn(line_a, "\n"), width_b = (int)strcspn(line_b, "\n");
    size_t size = (size_t)width_a + (size_t)width_b + 32;
    char *text = lift_zeroed(size, 1);
    snprintf(text, size, "planned:  %.*s\nrecorded: %.*s", width_a, line_a, width_b, line_b);
    return text;
}

static char *document_of(const fusor_plan *plan, const fake_lift_path *path, bool planned)
{
    fusor_plan *normal_plan = fake_lift_normal(plan, path, planned);
    char *text = NULL;
    if (fusor_json_write_plan(normal_plan, &text) != FUSOR_OK)
        abort();
    fusor_plan_destroy(normal_plan);
    return text;
}

char *fake_lift_difference(const fusor_plan *planned, const fusor_plan *lifted,
                           const fake_lift_path *path)
{
    char *a = document_of(planned, path, true), *b = document_of(lifted, path, false);
    char *text = first_difference(a, b);
    fusor_json_free(a);
    fusor_json_free(b);
    return text;
}
