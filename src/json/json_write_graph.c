/* In: a graph. Out: the document that reads back as the same graph.
 * What equals a default is left out. */
#include "json_write_graph.h"

#define VERSION 1u

void json_write_stages(json_out *out, fusor_stages stages)
{
    fusor_stages rest = stages;
    json_out_key_array(out, "stages", false);
    for (uint32_t i = 0; i < json_words_stage.count; i++) {
        fusor_stages row = json_words_stage.rows[i].value;
        bool transfer = (row & FUSOR_STAGE_COPY) && (stages & FUSOR_STAGE_ALL_TRANSFER);
        if ((stages & row) || transfer) { /* a word may say more than was asked: never less */
            json_out_string(out, json_words_at(&json_words_stage, i));
            rest &= ~(row | (transfer ? FUSOR_STAGE_ALL_TRANSFER : 0));
        }
    }
    if (rest) {
        json_out_string(out, json_words_of(&json_words_stage, FUSOR_STAGE_ALL_COMMANDS));
    }
    json_out_close(out);
}

void json_write_range(json_out *out, const char *key, fusor_range range, uint32_t total)
{
    if (range.first || range.count) {
        uint32_t rest = total > range.first ? total - range.first : 0;
        uint32_t count = range.count ? range.count : rest;
        out->unwritable |= count == 0;
        json_out_key_pair(out, key, range.first, count);
    }
}

static void write_format(json_out *out, fusor_format format)
{
    const fusor_format_info *info = fusor_format_get_info(format);
    out->unwritable |= !info;
    json_out_string(out, info ? info->name : NULL);
}

/* ------------------------------------------------------------------------------------ resources */

static void write_size(json_out *out, const fusor_size *size)
{
    const char *base = json_words_of(&json_words_size_base, size->base);
    uint32_t numerator = size->numerator ? size->numerator : 1;
    uint32_t denominator = size->denominator ? size->denominator : 1;
    if (size->base == FUSOR_SIZE_ABSOLUTE) {
        uint32_t extent[3] = {size->width ? size->width : 1, size->height ? size->height : 1,
                              size->depth ? size->depth : 1};
        json_out_key_numbers(out, "size", extent, extent[2] > 1 ? 3 : 2);
    } else if (numerator == 1 && denominator == 1) {
        if (size->base != FUSOR_SIZE_RENDER) {
            json_out_key_string(out, "size", base);
        }
    } else {
        json_out_key_object(out, "size", false);
        json_out_key_string(out, "of", base);
        if (numerator == 1) {
            json_out_key_u64(out, "divide", denominator);
        } else {
            json_out_key_pair(out, "scale", numerator, denominator);
        }
        json_out_close(out);
    }
}

static void write_state(json_out *out, const char *key, const fusor_import_state *state)
{
    if (state->state == FUSOR_STATE_UNKNOWN && state->stages == 0) {
        return;
    }
    json_out_key_object(out, key, false);
    if (state->state != FUSOR_STATE_UNKNOWN) {
        json_out_key_word(out, "state", &json_words_state, state->state);
    }
    if (state->stages) {
        json_write_stages(out, state->stages);
    }
    json_out_close(out);
}

static void write_lifetime(json_out *out, fusor_lifetime lifetime, uint32_t slots,
                           const fusor_import *import)
{
    switch (lifetime) {
    case FUSOR_LIFETIME_PERSISTENT:
        json_out_key_bool(out, "persistent", true);
        break;
    case FUSOR_LIFETIME_HISTORY:
        json_out_key_u64(out, "history", slots);
        break;
    case FUSOR_LIFETIME_IMPORTED:
        json_out_key_object(out, "import", false);
        write_state(out, "initial", &import->initial);
        write_state(out, "final", &import->final);
        if (import->discard) {
            json_out_key_bool(out, "discard", true);
        }
        json_out_close(out);
        break;
    case FUSOR_LIFETIME_TRANSIENT:
        break;
    }
}

static void write_count(json_out *out, const char *key, uint32_t count, uint32_t usual)
{
    if (count && count != usual) {
        json_out_key_u64(out, key, count);
    }
}

static void write_image(json_out *out, const fusor_image_desc *image)
{
    json_out_key_object(out, image->name, false);
    json_out_key(out, "format");
    write_format(out, image->format);
    if (image->type != FUSOR_IMAGE_2D) {
        json_out_key_word(out, "type", &json_words_image_type, image->type);
    }
    write_size(out, &image->size);
    write_count(out, "mips", image->mips, 1);
    write_count(out, "layers", image->layers, image->type == FUSOR_IMAGE_CUBE ? 6 : 1);
    write_count(out, "samples", image->samples, 1);
    if (image->view_format_count) {
        json_out_key_array(out, "view_formats", false);
        for (uint32_t i = 0; i < image->view_format_count; i++) {
            write_format(out, image->view_formats[i]);
        }
        json_out_close(out);
    }
    write_lifetime(out, image->lifetime, image->history_slots, &image->import);
    json_out_close(out);
}

static void write_buffer(json_out *out, const fusor_buffer_desc *buffer)
{
    json_out_key_object(out, buffer->name, false);
    json_out_key_u64(out, "size", buffer->size_bytes);
    if (buffer->host != FUSOR_HOST_NONE) {
        json_out_key_word(out, "host", &json_words_host, buffer->host);
        if (buffer->host_shared) {
            json_out_key_bool(out, "shared", true);
        }
    }
    write_lifetime(out, buffer->lifetime, buffer->history_slots, &buffer->import);
    json_out_close(out);
}

/* ------------------------------------------------------------------------------------- sections */

static void write_resources(json_out *out, const fusor_graph *graph)
{
    json_out_key_object(out, "images", true);
    for (uint32_t i = 1; i <= fusor_graph_image_count(graph); i++) {
        write_image(out, fusor_graph_get_image(graph, (fusor_image){i}));
    }
    json_out_close(out);
    json_out_key_object(out, "buffers", true);
    for (uint32_t i = 1; i <= fusor_graph_buffer_count(graph); i++) {
        write_buffer(out, fusor_graph_get_buffer(graph, (fusor_buffer){i}));
    }
    json_out_close(out);
}

static void write_outputs(json_out *out, const fusor_graph *graph)
{
    json_out_key_array(out, "outputs", false);
    for (uint32_t i = 0; i < fusor_graph_output_count(graph); i++) {
        fusor_image image;
        fusor_buffer buffer;
        fusor_graph_get_output(graph, i, &image, &buffer);
        json_out_string(out, image.id ? fusor_graph_get_image(graph, image)->name
                                      : fusor_graph_get_buffer(graph, buffer)->name);
    }
    json_out_close(out);
}

static void write_edges(json_out *out, const fusor_graph *graph)
{
    json_out_key_array(out, "edges", false);
    for (uint32_t i = 0; i < fusor_graph_edge_count(graph); i++) {
        fusor_pass edge[2];
        fusor_graph_get_edge(graph, i, edge);
        json_out_array(out, false);
        json_out_string(out, fusor_graph_get_pass(graph, edge[0])->name);
        json_out_string(out, fusor_graph_get_pass(graph, edge[1])->name);
        json_out_close(out);
    }
    json_out_close(out);
}

fusor_result fusor_json_write_graph(const fusor_graph *graph, char **text)
{
    json_out out = {0};
    uint32_t render[2], output[2];
    fusor_graph_get_sizes(graph, render, output);
    json_out_object(&out, true);
    json_out_key_u64(&out, "fusor_graph", VERSION);
    json_out_key_string(&out, "name", fusor_graph_name(graph));
    json_out_key_numbers(&out, "render_size", render, 2);
    json_out_key_numbers(&out, "output_size", output, 2);
    write_resources(&out, graph);
    json_out_key_array(&out, "passes", true);
    for (uint32_t i = 1; i <= fusor_graph_pass_count(graph); i++) {
        json_write_pass(&out, graph, fusor_graph_get_pass(graph, (fusor_pass){i}));
    }
    json_out_close(&out);
    write_outputs(&out, graph);
    write_edges(&out, graph);
    json_out_close(&out);
    return json_out_finish(&out, text);
}
