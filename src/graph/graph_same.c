/* In: two graphs. Out: in what they differ; hashes that find one.
 * Promise: no difference is missed, for whole members are compared as bytes and only pointers are followed;
 * graph_copy.c has seen to it that equal ones are equal bytes. O(description). */
#include "graph/graph_same.h"

/* The bytes of a struct from one member up to another, or to its end. */
#define SAME_BYTES(a, b, first, end)                                                               \
    (memcmp((const char *)(a) + (first), (const char *)(b) + (first), (end) - (first)) == 0)
#define AT(type, member) offsetof(type, member)
#define BEHIND(type, member) (offsetof(type, member) + sizeof(((const type *)NULL)->member))

static bool same_array(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static bool same_import(const fusor_import *a, const fusor_import *b)
{
    return same_array(a, b, sizeof *a);
}

static graph_difference compare_images(const fusor_image_desc *a, const fusor_image_desc *b)
{
    if (strcmp(a->name, b->name) != 0 ||
        !SAME_BYTES(a, b, BEHIND(fusor_image_desc, name), AT(fusor_image_desc, size)) ||
        !SAME_BYTES(a, b, BEHIND(fusor_image_desc, size), AT(fusor_image_desc, import)) ||
        !SAME_BYTES(a, b, BEHIND(fusor_image_desc, view_formats), sizeof(fusor_image_desc)) ||
        !same_array(a->view_formats, b->view_formats,
                    a->view_format_count * sizeof *a->view_formats))
        return GRAPH_DIFFERS_STRUCTURE;
    return (memcmp(&a->size, &b->size, sizeof a->size) ? GRAPH_DIFFERS_SIZE : 0u) |
           (same_import(&a->import, &b->import) ? 0u : GRAPH_DIFFERS_IMPORT);
}

static graph_difference compare_buffers(const fusor_buffer_desc *a, const fusor_buffer_desc *b)
{
    if (strcmp(a->name, b->name) != 0 ||
        !SAME_BYTES(a, b, BEHIND(fusor_buffer_desc, size_bytes), AT(fusor_buffer_desc, import)) ||
        !SAME_BYTES(a, b, BEHIND(fusor_buffer_desc, import), sizeof(fusor_buffer_desc)))
        return GRAPH_DIFFERS_STRUCTURE;
    return (a->size_bytes != b->size_bytes ? GRAPH_DIFFERS_SIZE : 0u) |
           (same_import(&a->import, &b->import) ? 0u : GRAPH_DIFFERS_IMPORT);
}

/* What lies between the pointers; counts are among it. */
static bool same_numbers(const fusor_pass_desc *a, const fusor_pass_desc *b)
{
    return SAME_BYTES(a, b, BEHIND(fusor_pass_desc, name), AT(fusor_pass_desc, color)) &&
           SAME_BYTES(a, b, BEHIND(fusor_pass_desc, color), AT(fusor_pass_desc, inputs)) &&
           SAME_BYTES(a, b, BEHIND(fusor_pass_desc, inputs), AT(fusor_pass_desc, reads)) &&
           SAME_BYTES(a, b, BEHIND(fusor_pass_desc, writes), AT(fusor_pass_desc, ops)) &&
           SAME_BYTES(a, b, BEHIND(fusor_pass_desc, ops), sizeof(fusor_pass_desc));
}

static bool same_passes(const fusor_pass_desc *a, const fusor_pass_desc *b)
{
    return same_numbers(a, b) && strcmp(a->name, b->name) == 0 &&
           same_array(a->reads, b->reads, a->read_count * sizeof *a->reads) &&
           same_array(a->writes, b->writes, a->write_count * sizeof *a->writes) &&
           same_array(a->color, b->color, a->color_count * sizeof *a->color) &&
           same_array(a->inputs, b->inputs, a->input_count * sizeof *a->inputs) &&
           same_array(a->ops, b->ops, a->op_count * sizeof *a->ops);
}

static bool same_lists(const fusor_graph *a, const fusor_graph *b)
{
    if (a->images.count != b->images.count || a->buffers.count != b->buffers.count ||
        a->passes.count != b->passes.count || a->edges.count != b->edges.count ||
        a->outputs.count != b->outputs.count || strcmp(a->name, b->name) != 0)
        return false;
    return (!a->edges.count ||
            same_array(a->edges.data, b->edges.data, a->edges.count * sizeof *a->edges.data)) &&
           (!a->outputs.count || same_array(a->outputs.data, b->outputs.data,
                                            a->outputs.count * sizeof *a->outputs.data));
}

static graph_difference compare_resources(const fusor_graph *a, const fusor_graph *b)
{
    graph_difference found = 0;
    for (uint32_t i = 0; i < a->images.count; i++)
        found |= compare_images(&a->images.data[i], &b->images.data[i]);
    for (uint32_t i = 0; i < a->buffers.count; i++)
        found |= compare_buffers(&a->buffers.data[i], &b->buffers.data[i]);
    return found;
}

graph_difference graph_compare(const fusor_graph *a, const fusor_graph *b)
{
    if (!same_lists(a, b))
        return GRAPH_DIFFERS_STRUCTURE;
    for (uint32_t i = 0; i < a->passes.count; i++)
        if (!same_passes(&a->passes.data[i], &b->passes.data[i]))
            return GRAPH_DIFFERS_STRUCTURE;
    bool same_sizes = memcmp(a->render_size, b->render_size, sizeof a->render_size) == 0 &&
                      memcmp(a->output_size, b->output_size, sizeof a->output_size) == 0;
    return compare_resources(a, b) | (same_sizes ? 0u : GRAPH_DIFFERS_SIZE);
}

/* -------------------------------------------------------------------------------------- hashes */

static uint64_t pair(uint32_t a, uint32_t b)
{
    return a | (uint64_t)b << 32;
}

static void hash_import(fusor_graph *graph, const fusor_import *import)
{
    graph->size_hash = base_mix(
        graph->size_hash, pair((uint32_t)import->initial.state, (uint32_t)import->final.state) +
                              (import->discard ? 1u << 16 : 0));
}

void graph_hash_image(fusor_graph *graph, const fusor_image_desc *image)
{
    const fusor_size *size = &image->size;
    uint64_t hash = base_mix(graph->resource_hash, pair((uint32_t)image->format, image->samples));
    graph->resource_hash =
        base_mix(hash, pair(image->mips << 8 | (uint32_t)image->lifetime, image->layers));
    hash = base_mix(graph->size_hash, pair(size->width, size->height));
    graph->size_hash =
        base_mix(hash, pair(size->numerator, size->denominator) + (uint32_t)size->base);
    if (image->lifetime == FUSOR_LIFETIME_IMPORTED)
        hash_import(graph, &image->import);
}

void graph_hash_buffer(fusor_graph *graph, const fusor_buffer_desc *buffer)
{
    graph->resource_hash =
        base_mix(graph->resource_hash, pair((uint32_t)buffer->lifetime, (uint32_t)buffer->host));
    graph->size_hash = base_mix(graph->size_hash, buffer->size_bytes);
    if (buffer->lifetime == FUSOR_LIFETIME_IMPORTED)
        hash_import(graph, &buffer->import);
}

static uint64_t hash_uses(uint64_t hash, const fusor_use_desc *uses, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        hash = base_mix(hash, pair(uses[i].image.id | (uint32_t)uses[i].as << 24,
                                   uses[i].buffer.id + uses[i].mips.first));
    return hash;
}

void graph_hash_pass(fusor_graph *graph, const fusor_pass_desc *pass)
{
    uint64_t hash = base_mix(graph->pass_hash, pair((uint32_t)pass->kind, pass->flags));
    hash = base_mix(hash, pair(pass->color_count, pass->read_count));
    for (uint32_t i = 0; i < pass->color_count; i++)
        hash = base_mix(hash, pair(pass->color[i].image.id, (uint32_t)pass->color[i].load));
    if (pass->depth.image.id)
        hash = base_mix(hash, pair(pass->depth.image.id, (uint32_t)pass->depth.load));
    for (uint32_t i = 0; i < pass->input_count; i++)
        hash = base_mix(hash, pass->inputs[i].image.id);
    graph->pass_hash =
        hash_uses(hash_uses(hash, pass->reads, pass->read_count), pass->writes, pass->write_count);
}

uint64_t graph_structure_hash(const fusor_graph *graph)
{
    uint64_t hash = base_mix(graph->resource_hash, graph->pass_hash);
    hash = base_mix(hash, pair(graph->images.count, graph->buffers.count));
    return base_mix(hash, pair(graph->passes.count, graph->edges.count) + graph->outputs.count);
}

uint64_t graph_whole_hash(const fusor_graph *graph)
{
    uint64_t hash = base_mix(graph_structure_hash(graph), graph->size_hash);
    hash = base_mix(hash, pair(graph->render_size[0], graph->render_size[1]));
    return base_mix(hash, pair(graph->output_size[0], graph->output_size[1]));
}
