/* In: a document without errors of its own. Out: the graph, through the public API.
 * What the core refuses sticks to the graph as diagnostics; those that one call added belong to the
 * object of that call, and become errors there. */
#include "json_document.h"

typedef struct builder {
    json_reader *reader;
    const json_document *document;
    fusor_graph *graph;
    uint32_t known; /* diagnostics that have been reported */
} builder;

/* Adds element `i` of a section; false when it got another handle than its index says. */
typedef bool add_fn(builder *build, uint32_t i);

static bool add_image(builder *build, uint32_t i)
{
    return fusor_graph_add_image(build->graph, &build->document->images[i]).id == i + 1;
}

static bool add_buffer(builder *build, uint32_t i)
{
    return fusor_graph_add_buffer(build->graph, &build->document->buffers[i]).id == i + 1;
}

static bool add_pass(builder *build, uint32_t i)
{
    return fusor_graph_add_pass(build->graph, &build->document->passes[i]).id == i + 1;
}

static bool add_edge(builder *build, uint32_t i)
{
    const json_edge *edge = &build->document->edges[i];
    fusor_graph_add_edge(build->graph, edge->before, edge->after);
    return true;
}

static bool add_output(builder *build, uint32_t i)
{
    const json_output *output = &build->document->outputs[i];
    if (output->image.id) {
        fusor_graph_add_output_image(build->graph, output->image);
    } else {
        fusor_graph_add_output_buffer(build->graph, output->buffer);
    }
    return true;
}

static const char *image_key(const json_document *document, uint32_t i)
{
    return document->images[i].name;
}

static const char *buffer_key(const json_document *document, uint32_t i)
{
    return document->buffers[i].name;
}

static void report_new(builder *build)
{
    json_reader *reader = build->reader;
    uint32_t count;
    const fusor_diagnostic *diagnostics = fusor_graph_diagnostics(build->graph, &count);
    for (; build->known < count; build->known++) {
        const fusor_diagnostic *found = &diagnostics[build->known];
        reader->pass = found->pass;
        reader->resource = found->resource;
        json_fail(reader, "%s; %s", found->text, fusor_diagnostic_help(found->code));
        reader->pass = reader->resource = "";
    }
}

static void add_section(builder *build, const char *section, uint32_t count, add_fn *add,
                        const char *(*key_of)(const json_document *, uint32_t))
{
    json_enter_key(build->reader, section);
    /* Handles are the document's indices only as long as all is taken, so the first error ends it. */
    for (uint32_t i = 0; i < count && build->known == 0 && !build->reader->arena.failed; i++) {
        if (key_of) {
            json_enter_key(build->reader, key_of(build->document, i));
        } else {
            json_enter_index(build->reader, i);
        }
        bool added = add(build, i);
        report_new(build);
        build->reader->arena.failed |= !added && build->known == 0; /* no word: out of memory */
        json_leave(build->reader);
    }
    json_leave(build->reader);
}

fusor_result json_build_graph(json_reader *reader, const json_document *document,
                              fusor_graph **graph)
{
    fusor_result result = fusor_graph_create(&document->desc, graph);
    if (result != FUSOR_OK) {
        return result;
    }
    builder build = {.reader = reader, .document = document, .graph = *graph};
    add_section(&build, "images", document->image_count, add_image, image_key);
    add_section(&build, "buffers", document->buffer_count, add_buffer, buffer_key);
    add_section(&build, "passes", document->pass_count, add_pass, NULL);
    add_section(&build, "edges", document->edge_count, add_edge, NULL);
    add_section(&build, "outputs", document->output_count, add_output, NULL);
    return FUSOR_OK;
}
