/* In: the text of a graph document. Out: a graph, or every error of the document.
 * Names are collected first, then each section is read by its table, then the graph is built. */
#include "json_document.h"

static const json_limits extent_limits = {1, FUSOR_EXTENT_MAX};

static void read_extent(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    uint64_t numbers[2];
    if (json_read_numbers(reader, value, 2, numbers, rule)) {
        ((uint32_t *)out)[0] = (uint32_t)numbers[0];
        ((uint32_t *)out)[1] = (uint32_t)numbers[1];
    }
}

static void check_outputs_once(json_reader *reader, const json_t *value)
{
    json_t *seen = json_object();
    reader->arena.failed |= !seen;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *name = json_string_value(json_array_get(value, i));
        if (name && json_object_get(seen, name)) {
            json_enter_index(reader, i);
            json_fail(reader, "%s is there twice; remove one", json_quote(reader, name));
            json_leave(reader);
        } else if (name && json_object_set_new(seen, name, json_true()) != 0) {
            reader->arena.failed = true;
        }
    }
    json_decref(seen);
}

static void read_outputs(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_field element = {"", json_read_output, 0, NULL, false};
    (void)rule;
    json_document *document = out;
    document->outputs =
        json_read_list(reader, value, sizeof(json_output), &document->output_count, &element);
    check_outputs_once(reader, value);
}

static void read_edges(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_field element = {"", json_read_edge, 0, NULL, false};
    (void)rule;
    json_document *document = out;
    document->edges =
        json_read_list(reader, value, sizeof(json_edge), &document->edge_count, &element);
}

_Static_assert(offsetof(fusor_graph_desc, render_height) ==
                       offsetof(fusor_graph_desc, render_width) + sizeof(uint32_t) &&
                   offsetof(fusor_graph_desc, output_height) ==
                       offsetof(fusor_graph_desc, output_width) + sizeof(uint32_t),
               "read_extent() writes width and height as an array");

static const json_field graph_fields[] = {
    {"fusor_graph", json_read_version, 0, NULL, true},
    {"name", json_read_name, offsetof(json_document, desc.name), NULL, true},
    {"render_size", read_extent, offsetof(json_document, desc.render_width), &extent_limits, true},
    {"output_size", read_extent, offsetof(json_document, desc.output_width), &extent_limits, false},
    {"images", json_read_images, 0, NULL, false},
    {"buffers", json_read_buffers, 0, NULL, false},
    {"passes", json_read_passes, 0, NULL, true},
    {"outputs", read_outputs, 0, NULL, false},
    {"edges", read_edges, 0, NULL, false},
};
static const json_object_rule graph_rule = JSON_OBJECT_RULE(graph_fields);

static fusor_result read_document(json_reader *reader, const fusor_json_source *source,
                                  json_document *document)
{
    fusor_result result = FUSOR_OK;
    json_t *root = json_reader_parse(reader, source, &result);
    if (root) {
        json_collect_names(reader, root);
        json_read_fields(reader, root, document, &graph_rule);
        json_decref(root);
    }
    return result;
}

fusor_result fusor_json_read_graph(const fusor_json_source *source, fusor_graph **graph,
                                   fusor_json_errors **errors)
{
    json_reader reader;
    json_document document = {.desc = {.allocator = source->allocator, .log = source->log}};
    *graph = NULL;
    fusor_result result = json_reader_init(&reader, source);
    if (result == FUSOR_OK) {
        result = read_document(&reader, source, &document);
    }
    if (result == FUSOR_OK && json_error_count(&reader) == 0 && !reader.arena.failed) {
        result = json_build_graph(&reader, &document, graph);
    }
    result = json_reader_finish(&reader, result, errors);
    if (result != FUSOR_OK) {
        fusor_graph_destroy(*graph);
        *graph = NULL;
    }
    return result;
}
