/* In: a descriptor of the caller. Out: the same, owned by the graph.
 * Promise: nothing of the caller's memory is pointed to afterwards; a NULL array counts as empty; bytes
 * between members are 0. O(uses). */
#include "graph/graph_copy.h"

#include <string.h>

static void put_import(fusor_import *out, const fusor_import *from)
{
    out->initial.state = from->initial.state;
    out->initial.stages = from->initial.stages;
    out->final.state = from->final.state;
    out->final.stages = from->final.stages;
    out->discard = from->discard;
}

void graph_put_image(fusor_image_desc *out, const fusor_image_desc *from)
{
    out->name = from->name;
    out->format = from->format;
    out->size = from->size;
    out->type = from->type;
    out->mips = from->mips;
    out->layers = from->layers;
    out->samples = from->samples;
    out->lifetime = from->lifetime;
    out->history_slots = from->history_slots;
    put_import(&out->import, &from->import);
    out->view_formats = from->view_formats;
    out->view_format_count = from->view_format_count;
}

void graph_put_buffer(fusor_buffer_desc *out, const fusor_buffer_desc *from)
{
    out->name = from->name;
    out->size_bytes = from->size_bytes;
    out->lifetime = from->lifetime;
    out->history_slots = from->history_slots;
    put_import(&out->import, &from->import);
    out->host = from->host;
    out->host_shared = from->host_shared;
}

static void put_use(fusor_use_desc *out, const fusor_use_desc *from)
{
    out->image = from->image;
    out->buffer = from->buffer;
    out->as = from->as;
    out->stages = from->stages;
    out->mips = from->mips;
    out->layers = from->layers;
    out->aspects = from->aspects;
    out->range = from->range;
    out->previous = from->previous;
    out->overwrite = from->overwrite;
    out->concurrent = from->concurrent;
    out->access = from->access;
    out->has_layout = from->has_layout;
    out->layout = from->layout;
    out->layout_after = from->layout_after;
}

static void put_resolve(fusor_resolve_desc *out, const fusor_resolve_desc *from)
{
    out->image = from->image;
    out->mip = from->mip;
    out->layers = from->layers;
    out->mode = from->mode;
    out->stencil_mode = from->stencil_mode;
}

static void put_color(fusor_color_desc *out, const fusor_color_desc *from)
{
    out->image = from->image;
    out->mip = from->mip;
    out->layers = from->layers;
    out->load = from->load;
    memcpy(out->clear, from->clear, sizeof out->clear);
    put_resolve(&out->resolve, &from->resolve);
}

static void put_depth(fusor_depth_desc *out, const fusor_depth_desc *from)
{
    out->image = from->image;
    out->mip = from->mip;
    out->layers = from->layers;
    out->load = from->load;
    out->stencil_load = from->stencil_load;
    out->read_only = from->read_only;
    out->stencil_read_only = from->stencil_read_only;
    out->clear_depth = from->clear_depth;
    out->clear_stencil = from->clear_stencil;
    put_resolve(&out->resolve, &from->resolve);
}

static void put_input(fusor_input_desc *out, const fusor_input_desc *from)
{
    out->image = from->image;
    out->mip = from->mip;
    out->layers = from->layers;
    out->aspects = from->aspects;
}

static void put_op(fusor_copy_op_desc *out, const fusor_copy_op_desc *from)
{
    out->kind = from->kind;
    put_use(&out->src, &from->src);
    put_use(&out->dst, &from->dst);
    out->linear = from->linear;
    memcpy(out->value, from->value, sizeof out->value);
    out->fill = from->fill;
}

/* copy_x(arena, from, count): NULL when out of memory, never for an empty array. */
#define COPY_ROW(type, name)                                                                       \
    static const type *copy_##name(base_arena *arena, const type *from, uint32_t count)            \
    {                                                                                              \
        type *out = BASE_NEW(arena, type, count);                                                  \
        for (uint32_t i = 0; out && i < count; i++)                                                \
            put_##name(&out[i], &from[i]);                                                         \
        return out;                                                                                \
    }
COPY_ROW(fusor_color_desc, color)
COPY_ROW(fusor_input_desc, input)
COPY_ROW(fusor_use_desc, use)
COPY_ROW(fusor_copy_op_desc, op)
#undef COPY_ROW

static bool copy_arrays(base_arena *arena, const fusor_pass_desc *from, fusor_pass_desc *out)
{
    out->color_count = from->color ? from->color_count : 0;
    out->input_count = from->inputs ? from->input_count : 0;
    out->read_count = from->reads ? from->read_count : 0;
    out->write_count = from->writes ? from->write_count : 0;
    out->op_count = from->ops ? from->op_count : 0;
    out->color = copy_color(arena, from->color, out->color_count);
    out->inputs = copy_input(arena, from->inputs, out->input_count);
    out->reads = copy_use(arena, from->reads, out->read_count);
    out->writes = copy_use(arena, from->writes, out->write_count);
    out->ops = copy_op(arena, from->ops, out->op_count);
    return out->color && out->inputs && out->reads && out->writes && out->ops;
}

bool graph_copy_pass(base_arena *arena, const fusor_pass_desc *desc, fusor_pass_desc *out)
{
    memset(out, 0, sizeof *out);
    out->name = base_arena_string(arena, desc->name);
    out->kind = desc->kind;
    out->flags = desc->flags;
    out->queue = desc->queue;
    put_depth(&out->depth, &desc->depth);
    out->view_mask = desc->view_mask;
    memcpy(out->area, desc->area, sizeof out->area);
    return out->name && copy_arrays(arena, desc, out);
}
