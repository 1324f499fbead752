/* In: the uses of raster passes that run. Out: their views, interned, and pair rules that need no graph.
 * Promise: the reasons are those of Vulkan 1.3, "Render Pass Creation" and "Framebuffers": one extent,
 * one layer count, one view mask, one sample count, one depth attachment.
 * O(T log T) for T touches. */
#include "affinity/affinity.h"

#include <assert.h>

#include "base/base_math.h"

uint64_t affinity_view_bytes(const affinity_table *table, const affinity_view *view,
                             fusor_aspects aspect, uint32_t view_mask)
{
    const graph_resource *r = &table->tables->model->resources[view->resource];
    uint64_t texels = (uint64_t)base_mip_size(r->extent[0], view->mip) *
                      base_mip_size(r->extent[1], view->mip) * r->samples;
    uint32_t layers = view_mask ? base_count_bits(view_mask) : view->layers.count;
    return texels * base_aspect_bytes(r->format, aspect) * layers;
}

typedef struct interner {
    affinity_table *table;
    base_arena *arena;
    uint32_t *by_resource;    /* 1 + the newest view of a resource */
    BASE_VEC(uint32_t) older; /* by view: 1 + the next older one of the resource */
} interner;

static uint32_t intern_view(interner *in, const graph_use *use)
{
    const graph_resource *r = &in->table->tables->model->resources[use->resource];
    affinity_view view = {use->resource, use->previous, use->region.mips.first, use->region.layers,
                          0};
    const uint32_t newest = in->by_resource[use->resource];
    assert(!newest || in->older.data); /* a resource with views has some */
    for (uint32_t i = newest; i; i = in->older.data[i - 1]) {
        const affinity_view *old = &in->table->views.data[i - 1];
        if (old->previous == view.previous && old->mip == view.mip &&
            old->layers.first == view.layers.first && old->layers.count == view.layers.count)
            return i - 1;
    }
    affinity_view *slot = BASE_PUSH(in->arena, &in->table->views);
    uint32_t *older = BASE_PUSH(in->arena, &in->older);
    if (!slot || !older)
        return FUSOR_NONE;
    view.color_bits = r->aspects & FUSOR_ASPECT_COLOR ? r->format->block_bytes * 8 : 0;
    *slot = view;
    *older = newest;
    in->by_resource[use->resource] = in->table->views.count;
    return in->table->views.count - 1;
}

static bool add_touches(interner *in, uint32_t pass, uint32_t *count)
{
    affinity_table *table = in->table;
    fusor_slice uses = table->tables->model->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++) {
        const graph_use *use = &table->tables->uses[i];
        if (!use->attachment)
            continue;
        uint32_t view = intern_view(in, use);
        if (view == FUSOR_NONE)
            return false;
        if (use->as == FUSOR_USE_DEPTH_STENCIL)
            table->depth_view[pass] = view;
        table->touches[(*count)++] = (affinity_touch){i, view};
    }
    return true;
}

static bool same_touch(const affinity_table *table, const affinity_touch *a,
                       const affinity_touch *b)
{
    const graph_use *x = &table->tables->uses[a->use], *y = &table->tables->uses[b->use];
    return a->view == b->view && x->as == y->as && x->slot == y->slot && x->unused == y->unused &&
           x->region.aspects == y->region.aspects;
}

/* Same views in the same places; a resolve runs at a subpass's end, so it never shares one. A depth
 * that only one of them writes is the same attachment. */
static bool same_signature(const affinity_table *table, uint32_t a, uint32_t b)
{
    uint32_t first_a = table->touch_first[a], first_b = table->touch_first[b];
    uint32_t count = table->touch_first[a + 1] - first_a;
    if (count != table->touch_first[b + 1] - first_b)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const affinity_touch *touch = &table->touches[first_a + i];
        if (!same_touch(table, touch, &table->touches[first_b + i]) ||
            table->tables->uses[touch->use].as == FUSOR_USE_RESOLVE)
            return false;
    }
    return table->tables->model->passes[a].desc->color_count ==
           table->tables->model->passes[b].desc->color_count;
}

static uint64_t signature_hash(const affinity_table *table, uint32_t pass)
{
    uint64_t hash = BASE_HASH_START;
    for (uint32_t i = table->touch_first[pass]; i < table->touch_first[pass + 1]; i++)
        hash = base_hash_u64(hash, table->touches[i].view);
    return hash;
}

static bool number_signatures(affinity_table *table, const cull_result *cull, base_arena *arena)
{
    const graph_model *model = table->tables->model;
    uint32_t capacity = 16;
    while (capacity < 2 * model->pass_count)
        capacity *= 2;
    uint32_t *slots = BASE_NEW(arena, uint32_t, capacity); /* 1 + a pass that has the signature */
    if (!slots)
        return false;
    for (uint32_t pass = 0; pass < model->pass_count; pass++) {
        if (!cull->live[pass] || model->passes[pass].kind != FUSOR_PASS_RASTER)
            continue;
        uint32_t at = (uint32_t)signature_hash(table, pass) & (capacity - 1);
        while (slots[at] && !same_signature(table, slots[at] - 1, pass))
            at = (at + 1) & (capacity - 1);
        bool is_new = !slots[at];
        if (is_new)
            slots[at] = pass + 1;
        table->signature[pass] =
            is_new ? table->signature_count++ : table->signature[slots[at] - 1];
    }
    return true;
}

fusor_result affinity_build(const depend_tables *tables, const cull_result *cull, base_arena *arena,
                            affinity_table *out)
{
    const graph_model *model = tables->model;
    *out = (affinity_table){.tables = tables};
    interner in = {.table = out, .arena = arena};
    out->touches = BASE_NEW(arena, affinity_touch, tables->use_count);
    out->touch_first = BASE_NEW(arena, uint32_t, model->pass_count + 1);
    out->depth_view = BASE_NEW(arena, uint32_t, model->pass_count);
    out->signature = BASE_NEW(arena, uint32_t, model->pass_count);
    in.by_resource = BASE_NEW(arena, uint32_t, model->resource_count);
    if (!out->touches || !out->touch_first || !out->depth_view || !out->signature ||
        !in.by_resource)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    uint32_t count = 0;
    for (uint32_t pass = 0; pass < model->pass_count; pass++) {
        out->touch_first[pass] = count;
        out->depth_view[pass] = FUSOR_NONE;
        if (cull_keeps_raster(cull, model, pass) && !add_touches(&in, pass, &count))
            return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    out->touch_first[model->pass_count] = count;
    return number_signatures(out, cull, arena) ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}

static bool same_area(const graph_pass *a, const graph_pass *b)
{
    for (int i = 0; i < 4; i++)
        if (a->area[i] != b->area[i])
            return false;
    return true;
}

fusor_break_reasons affinity_of_targets(const affinity_table *table, uint32_t a, uint32_t b)
{
    const graph_pass *x = &table->tables->model->passes[a], *y = &table->tables->model->passes[b];
    fusor_break_reasons reasons = 0;
    if ((x->flags | y->flags) & FUSOR_PASS_NO_FUSE)
        reasons |= FUSOR_BREAK_NO_FUSE;
    if (x->extent[0] != y->extent[0] || x->extent[1] != y->extent[1] || !same_area(x, y))
        reasons |= FUSOR_BREAK_SIZE;
    if (x->samples != y->samples)
        reasons |= FUSOR_BREAK_SAMPLES;
    if (x->layers != y->layers)
        reasons |= FUSOR_BREAK_LAYERS;
    if (x->desc->view_mask != y->desc->view_mask)
        reasons |= FUSOR_BREAK_VIEW_MASK;
    if (table->depth_view[a] != FUSOR_NONE && table->depth_view[b] != FUSOR_NONE &&
        table->depth_view[a] != table->depth_view[b])
        reasons |= FUSOR_BREAK_DEPTH_DIFFERS;
    return reasons;
}

/* Aspects do not matter here: both of a view have one layout. */
bool affinity_use_meets(const graph_use *use, const affinity_view *view)
{
    fusor_range mip = {view->mip, 1};
    return use->resource == view->resource && use->previous == view->previous &&
           base_ranges_meet(use->region.mips, mip) &&
           base_ranges_meet(use->region.layers, view->layers);
}

bool affinity_views_meet(const affinity_view *a, const affinity_view *b)
{
    return a->resource == b->resource && a->previous == b->previous && a->mip == b->mip &&
           base_ranges_meet(a->layers, b->layers);
}
