/* In: a pass of a graph. Out: its object in the document, defaults left out.
 * A handle that the graph does not have cannot be written; it makes the whole text unwritable. */
#include "json_write_graph.h"

static const fusor_image_desc *write_image_name(json_out *out, const fusor_graph *graph,
                                                fusor_image image)
{
    static const fusor_image_desc none = {.name = ""};
    const fusor_image_desc *desc = fusor_graph_get_image(graph, image);
    out->unwritable |= !desc;
    desc = desc ? desc : &none;
    json_out_key_string(out, "image", desc->name);
    return desc;
}

static void write_flag(json_out *out, const char *key, bool set)
{
    if (set) {
        json_out_key_bool(out, key, true);
    }
}

/* ---------------------------------------------------------------------------------- attachments */

static void write_place(json_out *out, const fusor_graph *graph, fusor_image image, uint32_t mip,
                        fusor_range layers)
{
    const fusor_image_desc *desc = write_image_name(out, graph, image);
    if (mip) {
        json_out_key_pair(out, "mips", mip, 1);
    }
    json_write_range(out, "layers", layers, desc->layers);
}

static void write_mode(json_out *out, const char *key, fusor_resolve_mode mode)
{
    if (mode != FUSOR_RESOLVE_DEFAULT) {
        json_out_key_word(out, key, &json_words_resolve, mode);
    }
}

static void write_resolve(json_out *out, const fusor_graph *graph,
                          const fusor_resolve_desc *resolve)
{
    if (!resolve->image.id) {
        return;
    }
    json_out_key_object(out, "resolve", false);
    write_place(out, graph, resolve->image, resolve->mip, resolve->layers);
    write_mode(out, "mode", resolve->mode);
    write_mode(out, "stencil_mode", resolve->stencil_mode);
    json_out_close(out);
}

static void write_load(json_out *out, const char *key, fusor_load load)
{
    if (load != FUSOR_LOAD_AUTO) {
        json_out_key_word(out, key, &json_words_load, load);
    }
}

static void write_color(json_out *out, const fusor_graph *graph, const fusor_color_desc *color)
{
    if (!color->image.id) {
        json_out_null(out);
        return;
    }
    json_out_object(out, false);
    write_place(out, graph, color->image, color->mip, color->layers);
    write_load(out, "load", color->load);
    if (color->load == FUSOR_LOAD_CLEAR) {
        json_out_key_doubles(out, "clear", color->clear, 4);
    }
    write_resolve(out, graph, &color->resolve);
    json_out_close(out);
}

static void write_depth(json_out *out, const fusor_graph *graph, const fusor_depth_desc *depth)
{
    json_out_key_object(out, "depth", false);
    write_place(out, graph, depth->image, depth->mip, depth->layers);
    write_load(out, "load", depth->load);
    write_load(out, "stencil_load", depth->stencil_load);
    if (depth->load == FUSOR_LOAD_CLEAR) {
        json_out_key(out, "clear_depth");
        json_out_double(out, depth->clear_depth);
    }
    if (depth->stencil_load == FUSOR_LOAD_CLEAR) {
        json_out_key_u64(out, "clear_stencil", depth->clear_stencil);
    }
    write_flag(out, "read_only", depth->read_only);
    write_flag(out, "stencil_read_only", depth->stencil_read_only);
    write_resolve(out, graph, &depth->resolve);
    json_out_close(out);
}

static void write_aspects(json_out *out, fusor_aspects aspects)
{
    if (aspects) {
        json_out_key_words(out, "aspects", &json_words_aspect, aspects);
    }
}

static void write_input(json_out *out, const fusor_graph *graph, const fusor_input_desc *input)
{
    json_out_object(out, false);
    write_place(out, graph, input->image, input->mip, input->layers);
    write_aspects(out, input->aspects);
    json_out_close(out);
}

/* ----------------------------------------------------------------------------------------- uses */

static void write_image_place(json_out *out, const fusor_graph *graph, const fusor_use_desc *use)
{
    const fusor_image_desc *desc = write_image_name(out, graph, use->image);
    json_write_range(out, "mips", use->mips, desc->mips);
    json_write_range(out, "layers", use->layers, desc->layers);
    write_aspects(out, use->aspects);
}

static void write_buffer_place(json_out *out, const fusor_graph *graph, const fusor_use_desc *use)
{
    const fusor_buffer_desc *desc = fusor_graph_get_buffer(graph, use->buffer);
    fusor_byte_range range = use->range;
    out->unwritable |= !desc;
    json_out_key_string(out, "buffer", desc ? desc->name : NULL);
    if (range.count == 0 && range.first && desc && desc->size_bytes > range.first) {
        range.count = desc->size_bytes - range.first;
    }
    if (range.first || range.count) {
        out->unwritable |= range.count == 0;
        json_out_key_pair(out, "range", range.first, range.count);
    }
}

static void write_raw(json_out *out, const fusor_use_desc *use)
{
    if (use->access) {
        json_out_key_words(out, "access", &json_words_access, use->access);
    }
    if (use->has_layout) {
        json_out_key_word(out, "layout", &json_words_layout, use->layout);
        json_out_key_word(out, "layout_after", &json_words_layout, use->layout_after);
    }
}

static void write_use(json_out *out, const fusor_graph *graph, const fusor_use_desc *use)
{
    json_out_object(out, false);
    if (use->image.id) {
        write_image_place(out, graph, use);
    } else {
        write_buffer_place(out, graph, use);
    }
    json_out_key_word(out, "as", &json_words_use, use->as ? use->as : FUSOR_USE_COPY);
    if (use->stages) {
        json_write_stages(out, use->stages);
    }
    write_raw(out, use);
    if (use->previous) {
        json_out_key_u64(out, "previous", use->previous);
    }
    write_flag(out, "overwrite", use->overwrite);
    write_flag(out, "concurrent", use->concurrent);
    json_out_close(out);
}

static void write_uses(json_out *out, const fusor_graph *graph, const fusor_use_desc *uses,
                       uint32_t count)
{
    json_out_array(out, false);
    for (uint32_t i = 0; i < count; i++) {
        write_use(out, graph, &uses[i]);
    }
    json_out_close(out);
}

static void write_op(json_out *out, const fusor_graph *graph, const fusor_copy_op_desc *op)
{
    json_out_object(out, false);
    json_out_key_word(out, "op", &json_words_copy, op->kind);
    if (op->kind != FUSOR_COPY_CLEAR && op->kind != FUSOR_COPY_FILL) {
        json_out_key(out, "src");
        write_use(out, graph, &op->src);
    }
    json_out_key(out, "dst");
    write_use(out, graph, &op->dst);
    if (op->kind == FUSOR_COPY_BLIT) {
        json_out_key_word(out, "filter", &json_words_filter, op->linear);
    } else if (op->kind == FUSOR_COPY_CLEAR) {
        json_out_key_doubles(out, "value", op->value, 4);
    } else if (op->kind == FUSOR_COPY_FILL) {
        json_out_key_u64(out, "value", op->fill);
    }
    json_out_close(out);
}

/* --------------------------------------------------------------------------------------- passes */

static void write_attachments(json_out *out, const fusor_graph *graph, const fusor_pass_desc *pass)
{
    if (pass->color_count) {
        json_out_key_array(out, "color", false);
        for (uint32_t i = 0; i < pass->color_count; i++) {
            write_color(out, graph, &pass->color[i]);
        }
        json_out_close(out);
    }
    if (pass->depth.image.id) {
        write_depth(out, graph, &pass->depth);
    }
    if (pass->input_count) {
        json_out_key_array(out, "inputs", false);
        for (uint32_t i = 0; i < pass->input_count; i++) {
            write_input(out, graph, &pass->inputs[i]);
        }
        json_out_close(out);
    }
}

static void write_other_uses(json_out *out, const fusor_graph *graph, const fusor_pass_desc *pass)
{
    if (pass->read_count) {
        json_out_key(out, "reads");
        write_uses(out, graph, pass->reads, pass->read_count);
    }
    if (pass->write_count) {
        json_out_key(out, "writes");
        write_uses(out, graph, pass->writes, pass->write_count);
    }
    if (pass->op_count) {
        json_out_key_array(out, "ops", false);
        for (uint32_t i = 0; i < pass->op_count; i++) {
            write_op(out, graph, &pass->ops[i]);
        }
        json_out_close(out);
    }
}

void json_write_pass(json_out *out, const fusor_graph *graph, const fusor_pass_desc *pass)
{
    json_out_object(out, false);
    json_out_key_string(out, "name", pass->name);
    json_out_key_word(out, "kind", &json_words_pass_kind, pass->kind);
    write_attachments(out, graph, pass);
    write_other_uses(out, graph, pass);
    if (pass->view_mask) {
        json_out_key_u64(out, "view_mask", pass->view_mask);
    }
    if (pass->area[2] || pass->area[3]) {
        json_out_key_numbers(out, "area", pass->area, 4);
    }
    write_flag(out, "side_effects", pass->flags & FUSOR_PASS_SIDE_EFFECTS);
    write_flag(out, "no_fuse", pass->flags & FUSOR_PASS_NO_FUSE);
    write_flag(out, "bridge", pass->flags & FUSOR_PASS_BRIDGE);
    write_flag(out, "static", pass->flags & FUSOR_PASS_STATIC);
    if (pass->queue != FUSOR_QUEUE_ANY) {
        json_out_key_word(out, "queue", &json_words_queue, pass->queue);
    }
    json_out_close(out);
}
