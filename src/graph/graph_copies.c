/* In: a copy pass. Out: its operations in the model, or the default ones: reads[i] → writes[i], and a
 * clear or fill for a write without its read.
 * Promise: resources and regions are valid; whether they fit each other is for `check` to say. */
#include "graph/graph_model.h"

#include <string.h>

static bool push_copy(graph_model *model, base_diags *diags, const graph_copy *copy)
{
    graph_copy *slot = BASE_PUSH(diags->arena, &model->copies);
    if (slot)
        *slot = *copy;
    return slot != NULL;
}

/* Resolves one side; false (reported) when it names nothing of the graph. */
static bool set_side(const graph_model *model, base_diags *diags, graph_copy *copy,
                     const fusor_use_desc *use, bool is_src)
{
    fusor_use_desc named = *use;
    named.as = FUSOR_USE_COPY;
    uint32_t resource = graph_model_resource(model, diags, copy->pass, use->image, use->buffer);
    if (resource == FUSOR_NONE)
        return false;
    fusor_region region = graph_model_region(model, diags, copy->pass, resource, &named);
    if (is_src) {
        uint32_t slots = model->resources[resource].slots;
        copy->src = resource;
        copy->src_region = region;
        copy->src_previous = use->previous < slots ? use->previous : slots - 1;
    } else {
        copy->dst = resource;
        copy->dst_region = region;
    }
    return true;
}

static bool add_declared(graph_model *model, base_diags *diags, uint32_t pass,
                         const fusor_copy_op_desc *op)
{
    bool has_src = op->kind != FUSOR_COPY_CLEAR && op->kind != FUSOR_COPY_FILL;
    graph_copy copy = {.pass = pass,
                       .kind = (unsigned)op->kind <= FUSOR_COPY_FILL ? op->kind : FUSOR_COPY_COPY,
                       .src = FUSOR_NONE,
                       .linear = op->linear,
                       .fill = op->fill};
    memcpy(copy.value, op->value, sizeof copy.value);
    if ((has_src && !set_side(model, diags, &copy, &op->src, true)) ||
        !set_side(model, diags, &copy, &op->dst, false))
        return true;
    return push_copy(model, diags, &copy);
}

static bool add_default(graph_model *model, base_diags *diags, uint32_t pass, uint32_t index)
{
    const fusor_pass_desc *desc = model->passes[pass].desc;
    graph_copy copy = {.pass = pass, .kind = FUSOR_COPY_COPY, .src = FUSOR_NONE};
    if (index < desc->read_count && !set_side(model, diags, &copy, &desc->reads[index], true))
        return true;
    if (!set_side(model, diags, &copy, &desc->writes[index], false))
        return true;
    if (copy.src == FUSOR_NONE)
        copy.kind = model->resources[copy.dst].is_image ? FUSOR_COPY_CLEAR : FUSOR_COPY_FILL;
    return push_copy(model, diags, &copy);
}

static uint32_t *new_heads(graph_model *model, base_arena *arena)
{
    uint32_t *heads = BASE_NEW(arena, uint32_t, model->resource_count);
    for (uint32_t r = 0; heads && r < model->resource_count; r++)
        heads[r] = FUSOR_NONE;
    return heads;
}

/* Copies of one pass by what they read and write: uses ask only those of their own resource. */
static bool link_copies(graph_model *model, base_arena *arena, uint32_t first)
{
    if (!model->copy_to) {
        model->copy_from = new_heads(model, arena);
        model->copy_to = new_heads(model, arena);
    }
    if (!model->copy_from || !model->copy_to)
        return false;
    for (uint32_t i = first; i < model->copies.count; i++) {
        graph_copy *copy = &model->copies.data[i];
        copy->next_to = model->copy_to[copy->dst];
        model->copy_to[copy->dst] = i;
        copy->next_from = copy->src_use = copy->dst_use = FUSOR_NONE;
        if (copy->src == FUSOR_NONE)
            continue;
        copy->next_from = model->copy_from[copy->src];
        model->copy_from[copy->src] = i;
    }
    for (uint32_t i = first; i < model->copies.count; i++) {
        graph_copy *copy = &model->copies.data[i];
        copy->to_src = copy->src == FUSOR_NONE ? FUSOR_NONE : model->copy_to[copy->src];
        copy->to_dst = model->copy_to[copy->dst];
    }
    return true;
}

void graph_model_close_copies(graph_model *model, fusor_slice copies)
{
    for (uint32_t i = copies.first; i < copies.first + copies.count; i++) {
        const graph_copy *copy = &model->copies.data[i];
        model->copy_to[copy->dst] = FUSOR_NONE;
        if (copy->src != FUSOR_NONE)
            model->copy_from[copy->src] = FUSOR_NONE;
    }
}

bool graph_model_add_copies(graph_model *model, base_diags *diags, uint32_t pass)
{
    const fusor_pass_desc *desc = model->passes[pass].desc;
    uint32_t first = model->copies.count;
    if (desc->kind != FUSOR_PASS_COPY)
        return true;
    for (uint32_t i = 0; i < desc->op_count; i++)
        if (!add_declared(model, diags, pass, &desc->ops[i]))
            return false;
    for (uint32_t i = 0; !desc->op_count && i < desc->write_count; i++)
        if (!add_default(model, diags, pass, i))
            return false;
    return link_copies(model, diags->arena, first);
}
