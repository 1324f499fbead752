/* In: a graph. Out: what was declared, for tools and writers.
 * Promise: any handle may be asked for; one that the graph does not have gives NULL or 0.
 * Constant time, look-ups by name expected so. */
#include "graph/graph.h"

static uint32_t find_resource(const fusor_graph *graph, const char *name, uint32_t buffer_bit)
{
    uint32_t value = base_names_find(&graph->resource_names, name);
    if (value == FUSOR_NONE || (value & GRAPH_BUFFER_BIT) != buffer_bit)
        return 0;
    return (value & ~GRAPH_BUFFER_BIT) + 1;
}

fusor_image fusor_graph_find_image(const fusor_graph *graph, const char *name)
{
    return (fusor_image){find_resource(graph, name, 0)};
}

fusor_buffer fusor_graph_find_buffer(const fusor_graph *graph, const char *name)
{
    return (fusor_buffer){find_resource(graph, name, GRAPH_BUFFER_BIT)};
}

fusor_pass fusor_graph_find_pass(const fusor_graph *graph, const char *name)
{
    return (fusor_pass){base_names_find(&graph->pass_names, name) + 1u};
}

const char *fusor_graph_name(const fusor_graph *graph)
{
    return graph->name;
}

void fusor_graph_get_sizes(const fusor_graph *graph, uint32_t render[2], uint32_t output[2])
{
    for (int i = 0; i < 2; i++) {
        render[i] = graph->render_size[i];
        output[i] = graph->output_size[i];
    }
}

uint32_t fusor_graph_image_count(const fusor_graph *graph)
{
    return graph->images.count;
}

uint32_t fusor_graph_buffer_count(const fusor_graph *graph)
{
    return graph->buffers.count;
}

uint32_t fusor_graph_pass_count(const fusor_graph *graph)
{
    return graph->passes.count;
}

const fusor_image_desc *fusor_graph_get_image(const fusor_graph *graph, fusor_image image)
{
    return image.id - 1u < graph->images.count ? &graph->images.data[image.id - 1] : NULL;
}

const fusor_buffer_desc *fusor_graph_get_buffer(const fusor_graph *graph, fusor_buffer buffer)
{
    return buffer.id - 1u < graph->buffers.count ? &graph->buffers.data[buffer.id - 1] : NULL;
}

const fusor_pass_desc *fusor_graph_get_pass(const fusor_graph *graph, fusor_pass pass)
{
    return pass.id - 1u < graph->passes.count ? &graph->passes.data[pass.id - 1] : NULL;
}

uint32_t fusor_graph_edge_count(const fusor_graph *graph)
{
    return graph->edges.count;
}

void fusor_graph_get_edge(const fusor_graph *graph, uint32_t index, fusor_pass out[2])
{
    bool good = index < graph->edges.count;
    out[0] = good ? graph->edges.data[index].before : (fusor_pass){0};
    out[1] = good ? graph->edges.data[index].after : (fusor_pass){0};
}

uint32_t fusor_graph_output_count(const fusor_graph *graph)
{
    return graph->outputs.count;
}

void fusor_graph_get_output(const fusor_graph *graph, uint32_t index, fusor_image *image,
                            fusor_buffer *buffer)
{
    bool good = index < graph->outputs.count;
    *image = good ? graph->outputs.data[index].image : (fusor_image){0};
    *buffer = good ? graph->outputs.data[index].buffer : (fusor_buffer){0};
}

void fusor_graph_get_extent(const fusor_graph *graph, fusor_image image, uint32_t extent[3])
{
    const fusor_image_desc *desc = fusor_graph_get_image(graph, image);
    extent[0] = extent[1] = extent[2] = 0;
    if (desc)
        graph_image_extent(graph, desc, extent);
}

const fusor_diagnostic *fusor_graph_diagnostics(const fusor_graph *graph, uint32_t *count)
{
    *count = graph->diags.list.count;
    return graph->diags.list.data;
}
