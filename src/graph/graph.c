/* In: descriptors. Out: the declaration, names and arrays copied, defaults filled in.
 * Promise: any calls in any order with any values leave a graph that can be asked, compiled and
 * destroyed; what was wrong stays as a diagnostic and fails the next compile. */
#include "graph/graph.h"

#include <string.h>

#include "base/base_math.h"
#include "graph/graph_copy.h"
#include "graph/graph_same.h"

fusor_result fusor_graph_create(const fusor_graph_desc *desc, fusor_graph **out)
{
    static const fusor_graph_desc DEFAULTS = {0};
    if (!out)
        return FUSOR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    desc = desc ? desc : &DEFAULTS;
    fusor_graph *graph = base_allocate(&desc->allocator, sizeof *graph);
    if (!graph)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    base_arena_init(&graph->resource_arena, &desc->allocator);
    base_arena_init(&graph->pass_arena, &desc->allocator);
    graph->log = desc->log;
    graph->diags.arena = &graph->pass_arena;
    const char *name = desc->name && desc->name[0] ? desc->name : "graph"; /* documents need one */
    graph->name = base_arena_string(&graph->resource_arena, name);
    if (!graph->name) {
        fusor_graph_destroy(graph);
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    const uint32_t render[2] = {desc->render_width, desc->render_height};
    const uint32_t output[2] = {desc->output_width, desc->output_height};
    fusor_graph_set_sizes(graph, render, output);
    *out = graph;
    return FUSOR_OK;
}

void fusor_graph_destroy(fusor_graph *graph)
{
    if (!graph)
        return;
    fusor_allocator allocator = graph->resource_arena.allocator;
    graph_release(graph->identity);
    base_arena_finish(&graph->resource_arena);
    base_arena_finish(&graph->pass_arena);
    base_free(&allocator, graph, sizeof *graph);
}

void fusor_graph_set_sizes(fusor_graph *graph, const uint32_t render[2], const uint32_t output[2])
{
    graph->generation++;
    for (int i = 0; i < 2; i++) {
        graph->render_size[i] = render[i];
        graph->output_size[i] = output && output[i] ? output[i] : render[i];
    }
}

void fusor_graph_clear_passes(fusor_graph *graph)
{
    graph->generation++;
    base_arena_finish(&graph->pass_arena);
    memset(&graph->passes, 0, sizeof graph->passes);
    memset(&graph->pass_names, 0, sizeof graph->pass_names);
    memset(&graph->edges, 0, sizeof graph->edges);
    memset(&graph->outputs, 0, sizeof graph->outputs);
    graph->pass_hash = 0;
    graph->diags = (base_diags){.arena = &graph->pass_arena};
}

/* Checks a name against its name space; `what` is "image", "buffer" or "pass". */
static bool name_is_good(fusor_graph *graph, const base_names *names, const char *name,
                         const char *what)
{
    bool is_pass = names == &graph->pass_names;
    size_t length = name ? strlen(name) : 0;
    if (length == 0 || !base_is_name(name)) {
        base_diags_add(&graph->diags, FUSOR_DIAGNOSTIC_NAME_INVALID, NULL, NULL,
                       "%s %u has no name of 1 to 255 bytes of UTF-8", what,
                       is_pass ? graph->passes.count : graph->images.count + graph->buffers.count);
        return false;
    }
    if (base_names_find(names, name) == FUSOR_NONE)
        return true;
    base_diags_add(&graph->diags, FUSOR_DIAGNOSTIC_NAME_TAKEN, is_pass ? name : NULL,
                   is_pass ? NULL : name, "%s \"%s\": the name is used twice", what, name);
    return false;
}

static void out_of_memory(fusor_graph *graph)
{
    graph->diags.out_of_memory = true;
}

fusor_image fusor_graph_add_image(fusor_graph *graph, const fusor_image_desc *desc)
{
    fusor_image none = {0};
    graph->generation++;
    if (!desc || !name_is_good(graph, &graph->resource_names, desc->name, "image"))
        return none;
    fusor_image_desc copy = *desc;
    if (copy.type == FUSOR_IMAGE_2D && copy.size.base == FUSOR_SIZE_ABSOLUTE && copy.size.depth > 1)
        copy.type = FUSOR_IMAGE_3D; /* only a 3D image is deep */
    copy.mips = copy.mips ? copy.mips : 1;
    copy.samples = copy.samples ? copy.samples : 1;
    copy.layers = copy.layers ? copy.layers : copy.type == FUSOR_IMAGE_CUBE ? 6 : 1;
    copy.name = base_arena_string(&graph->resource_arena, desc->name);
    copy.view_format_count = desc->view_formats ? desc->view_format_count : 0;
    copy.view_formats = base_arena_copy(&graph->resource_arena, desc->view_formats,
                                        copy.view_format_count, sizeof *desc->view_formats);
    fusor_image_desc *slot =
        copy.name && copy.view_formats ? BASE_PUSH(&graph->resource_arena, &graph->images) : NULL;
    if (!slot || !base_names_add(&graph->resource_arena, &graph->resource_names, copy.name,
                                 graph->images.count - 1)) {
        graph->images.count -= slot ? 1 : 0;
        out_of_memory(graph);
        return none;
    }
    graph_put_image(slot, &copy);
    graph_hash_image(graph, slot);
    return (fusor_image){graph->images.count};
}

fusor_buffer fusor_graph_add_buffer(fusor_graph *graph, const fusor_buffer_desc *desc)
{
    fusor_buffer none = {0};
    graph->generation++;
    if (!desc || !name_is_good(graph, &graph->resource_names, desc->name, "buffer"))
        return none;
    fusor_buffer_desc copy = *desc;
    copy.name = base_arena_string(&graph->resource_arena, desc->name);
    fusor_buffer_desc *slot = copy.name ? BASE_PUSH(&graph->resource_arena, &graph->buffers) : NULL;
    if (!slot || !base_names_add(&graph->resource_arena, &graph->resource_names, copy.name,
                                 (graph->buffers.count - 1) | GRAPH_BUFFER_BIT)) {
        graph->buffers.count -= slot ? 1 : 0;
        out_of_memory(graph);
        return none;
    }
    graph_put_buffer(slot, &copy);
    graph_hash_buffer(graph, slot);
    return (fusor_buffer){graph->buffers.count};
}

fusor_pass fusor_graph_add_pass(fusor_graph *graph, const fusor_pass_desc *desc)
{
    fusor_pass none = {0};
    graph->generation++;
    if (!desc || !name_is_good(graph, &graph->pass_names, desc->name, "pass"))
        return none;
    fusor_pass_desc copy;
    bool good = graph_copy_pass(&graph->pass_arena, desc, &copy);
    fusor_pass_desc *slot = good ? BASE_PUSH(&graph->pass_arena, &graph->passes) : NULL;
    if (!slot || !base_names_add(&graph->pass_arena, &graph->pass_names, copy.name,
                                 graph->passes.count - 1)) {
        graph->passes.count -= slot ? 1 : 0;
        out_of_memory(graph);
        return none;
    }
    memcpy(slot, &copy, sizeof copy); /* with the bytes between members */
    graph_hash_pass(graph, slot);
    return (fusor_pass){graph->passes.count};
}

void fusor_graph_add_edge(fusor_graph *graph, fusor_pass before, fusor_pass after)
{
    graph->generation++;
    if (before.id - 1u >= graph->passes.count || after.id - 1u >= graph->passes.count) {
        base_diags_add(&graph->diags, FUSOR_DIAGNOSTIC_HANDLE_INVALID, NULL, NULL,
                       "edge %u names a pass that the graph does not have", graph->edges.count);
        return;
    }
    graph_edge *slot = BASE_PUSH(&graph->pass_arena, &graph->edges);
    if (slot)
        *slot = (graph_edge){before, after};
    else
        out_of_memory(graph);
}

static void add_output(fusor_graph *graph, graph_output output)
{
    graph->generation++;
    if (output.image.id > graph->images.count || output.buffer.id > graph->buffers.count ||
        (!output.image.id && !output.buffer.id)) {
        base_diags_add(&graph->diags, FUSOR_DIAGNOSTIC_HANDLE_INVALID, NULL, NULL,
                       "output %u names a resource that the graph does not have",
                       graph->outputs.count);
        return;
    }
    graph_output *slot = BASE_PUSH(&graph->pass_arena, &graph->outputs);
    if (slot)
        *slot = output;
    else
        out_of_memory(graph);
}

void fusor_graph_add_output_image(fusor_graph *graph, fusor_image image)
{
    add_output(graph, (graph_output){.image = image});
}

void fusor_graph_add_output_buffer(fusor_graph *graph, fusor_buffer buffer)
{
    add_output(graph, (graph_output){.buffer = buffer});
}

static uint32_t scale_size(uint32_t size, const fusor_size *by)
{
    uint64_t numerator = by->numerator ? by->numerator : 1;
    uint64_t denominator = by->denominator ? by->denominator : 1;
    uint64_t scaled = size * numerator / denominator;
    return scaled == 0 ? 1 : scaled > UINT32_MAX ? UINT32_MAX : (uint32_t)scaled;
}

void graph_image_extent(const fusor_graph *graph, const fusor_image_desc *image, uint32_t extent[3])
{
    const fusor_size *size = &image->size;
    const uint32_t *base =
        size->base == FUSOR_SIZE_OUTPUT ? graph->output_size : graph->render_size;
    bool absolute = size->base == FUSOR_SIZE_ABSOLUTE;
    extent[0] = absolute ? base_max_u32(size->width, 1) : scale_size(base[0], size);
    extent[1] = absolute ? base_max_u32(size->height, 1) : scale_size(base[1], size);
    extent[2] = absolute ? base_max_u32(size->depth, 1) : 1;
}
