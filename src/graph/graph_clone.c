/* In: a graph. Out: another one that declares the same; who it is.
 * Promise: the clone's description is equal byte for byte; identities are counted, and one is never
 * given to two descriptions. O(description). */
#include "graph/graph_copy.h"
#include "graph/graph_same.h"

#include <stdatomic.h>

static bool clone_images(const fusor_graph *from, fusor_graph *to)
{
    base_arena *arena = &to->resource_arena;
    to->images.count = to->images.capacity = from->images.count;
    to->images.data =
        base_arena_copy(arena, from->images.data, from->images.count, sizeof *to->images.data);
    for (uint32_t i = 0; to->images.data && i < to->images.count; i++) {
        fusor_image_desc *image = &to->images.data[i];
        image->name = base_arena_string(arena, image->name);
        image->view_formats = base_arena_copy(arena, image->view_formats, image->view_format_count,
                                              sizeof *image->view_formats);
        if (!image->name || !image->view_formats)
            return false;
    }
    return to->images.data != NULL;
}

static bool clone_buffers(const fusor_graph *from, fusor_graph *to)
{
    base_arena *arena = &to->resource_arena;
    to->buffers.count = to->buffers.capacity = from->buffers.count;
    to->buffers.data =
        base_arena_copy(arena, from->buffers.data, from->buffers.count, sizeof *to->buffers.data);
    for (uint32_t i = 0; to->buffers.data && i < to->buffers.count; i++)
        if (!(to->buffers.data[i].name = base_arena_string(arena, to->buffers.data[i].name)))
            return false;
    return to->buffers.data != NULL;
}

static bool clone_passes(const fusor_graph *from, fusor_graph *to)
{
    base_arena *arena = &to->pass_arena;
    to->passes.data = BASE_NEW(arena, fusor_pass_desc, from->passes.count);
    to->passes.count = to->passes.capacity = from->passes.count;
    for (uint32_t i = 0; to->passes.data && i < to->passes.count; i++)
        if (!graph_copy_pass(arena, &from->passes.data[i], &to->passes.data[i]))
            return false;
    to->edges.count = to->edges.capacity = from->edges.count;
    to->edges.data =
        base_arena_copy(arena, from->edges.data, from->edges.count, sizeof *to->edges.data);
    to->outputs.count = to->outputs.capacity = from->outputs.count;
    to->outputs.data =
        base_arena_copy(arena, from->outputs.data, from->outputs.count, sizeof *to->outputs.data);
    return to->passes.data && to->edges.data && to->outputs.data;
}

static bool clone_diagnostics(const fusor_graph *from, fusor_graph *to)
{
    for (uint32_t i = 0; i < from->diags.list.count; i++) {
        const fusor_diagnostic *d = &from->diags.list.data[i];
        base_diags_add(&to->diags, d->code, d->pass, d->resource, "%s", d->text);
    }
    return !from->diags.out_of_memory && !to->diags.out_of_memory;
}

fusor_result graph_clone(const fusor_graph *from, const fusor_allocator *allocator,
                         fusor_graph **out)
{
    fusor_graph_desc desc = {.name = from->name,
                             .render_width = from->render_size[0],
                             .render_height = from->render_size[1],
                             .output_width = from->output_size[0],
                             .output_height = from->output_size[1],
                             .allocator = *allocator};
    fusor_result result = fusor_graph_create(&desc, out);
    if (result != FUSOR_OK)
        return result;
    fusor_graph *to = *out;
    to->resource_hash = from->resource_hash;
    to->pass_hash = from->pass_hash;
    to->size_hash = from->size_hash;
    base_arena_expect(&to->resource_arena, from->resource_arena.total_bytes / 2);
    base_arena_expect(&to->pass_arena, from->pass_arena.total_bytes);
    if (clone_images(from, to) && clone_buffers(from, to) && clone_passes(from, to) &&
        clone_diagnostics(from, to))
        return FUSOR_OK;
    fusor_graph_destroy(to);
    *out = NULL;
    return FUSOR_ERROR_OUT_OF_MEMORY;
}

uint64_t graph_bytes(const fusor_graph *graph)
{
    return sizeof *graph + graph->resource_arena.total_bytes + graph->pass_arena.total_bytes;
}

/* ---------------------------------------------------------------------------------- identities */

struct graph_identity {
    fusor_allocator allocator;
    atomic_uint holders;
};

graph_identity *graph_identity_of(const fusor_graph *graph)
{
    return graph->identity_generation == graph->generation ? graph->identity : NULL;
}

void graph_identify(fusor_graph *graph, graph_identity *identity)
{
    graph_hold(identity);
    graph_release(graph->identity);
    graph->identity = identity;
    graph->identity_generation = graph->generation;
}

graph_identity *graph_identity_create(const fusor_allocator *allocator)
{
    graph_identity *identity = base_allocate(allocator, sizeof *identity);
    if (!identity)
        return NULL;
    identity->allocator = *allocator;
    atomic_init(&identity->holders, 1);
    return identity;
}

graph_identity *graph_hold(graph_identity *identity)
{
    if (identity)
        atomic_fetch_add(&identity->holders, 1);
    return identity;
}

void graph_release(graph_identity *identity)
{
    if (!identity || atomic_fetch_sub(&identity->holders, 1) != 1)
        return;
    fusor_allocator allocator = identity->allocator;
    base_free(&allocator, identity, sizeof *identity);
}
