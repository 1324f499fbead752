/* In: the model and a device. Out: diagnostics.
 * Promise: one error for each fault, naming pass and resource; O(uses), pairs only inside a pass.
 * What needs the order of passes (never-written, cycles) is `depend`'s. */
#include "check/check.h"

#include "base/base_hash.h"
#include "base/base_math.h"

static void check_graph_name(const check_context *c)
{
    if (!base_is_name(c->model->graph->name))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_NAME_INVALID, NULL, NULL,
                       "the graph has a name that is not at most %u bytes of UTF-8",
                       FUSOR_NAME_BYTES_MAX);
}

static void check_sizes(const check_context *c)
{
    const fusor_graph *graph = c->model->graph;
    for (int i = 0; i < 2; i++) {
        if (graph->render_size[i] - 1u >= FUSOR_EXTENT_MAX ||
            graph->output_size[i] - 1u >= FUSOR_EXTENT_MAX) {
            base_diags_add(c->diags, FUSOR_DIAGNOSTIC_VALUE_RANGE, NULL, NULL,
                           "the render and output sizes must be 1 to %u", FUSOR_EXTENT_MAX);
            return;
        }
    }
}

static bool has_attachment(const check_context *c, const graph_pass *pass)
{
    for (uint32_t i = 0; i < pass->uses.count; i++) {
        const graph_use *use = &c->model->uses.data[pass->uses.first + i];
        if (use->as == FUSOR_USE_COLOR || use->as == FUSOR_USE_DEPTH_STENCIL)
            return true;
    }
    return false;
}

static void check_flags(const check_context *c, const graph_pass *pass)
{
    const fusor_pass_flags known =
        FUSOR_PASS_SIDE_EFFECTS | FUSOR_PASS_NO_FUSE | FUSOR_PASS_BRIDGE | FUSOR_PASS_STATIC;
    if (pass->flags & ~known)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_VALUE_RANGE, pass->name, NULL,
                       "pass \"%s\": 0x%x has bits that are no flags", pass->name, pass->flags);
}

static void check_kind(const check_context *c, const graph_pass *pass)
{
    const fusor_pass_desc *desc = pass->desc;
    if ((unsigned)desc->kind > FUSOR_PASS_RAW)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_VALUE_RANGE, pass->name, NULL,
                       "pass \"%s\": %d is no kind of pass", pass->name, (int)desc->kind);
    bool raster_only = desc->color_count || desc->depth.image.id || desc->input_count ||
                       desc->view_mask || desc->area[2] || desc->area[3];
    if (pass->kind != FUSOR_PASS_RASTER && raster_only)
        base_diags_add(
            c->diags,
            pass->flags & FUSOR_PASS_BRIDGE ? FUSOR_DIAGNOSTIC_BRIDGE_INVALID
                                            : FUSOR_DIAGNOSTIC_KIND_MISMATCH,
            pass->name, NULL,
            "pass \"%s\": attachments, inputs, area and view mask belong to raster passes",
            pass->name);
    if (pass->kind != FUSOR_PASS_COMPUTE && (pass->flags & FUSOR_PASS_BRIDGE))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_BRIDGE_INVALID, pass->name, NULL,
                       "pass \"%s\" is a bridge but no compute pass", pass->name);
    if (pass->kind != FUSOR_PASS_COPY && desc->op_count)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_KIND_MISMATCH, pass->name, NULL,
                       "pass \"%s\" has copy operations but is no copy pass", pass->name);
    if (pass->kind == FUSOR_PASS_RASTER && !has_attachment(c, pass) &&
        !(pass->flags & FUSOR_PASS_SIDE_EFFECTS))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_NO_ATTACHMENTS, pass->name, NULL,
                       "raster pass \"%s\" has no attachments and no side effects", pass->name);
}

static void note_queue(const check_context *c, const graph_pass *pass)
{
    static const char *const WORDS[] = {"any", "graphics", "compute", "transfer"};
    fusor_queue_kind queue = pass->desc->queue;
    if ((unsigned)queue > FUSOR_QUEUE_TRANSFER)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_VALUE_RANGE, pass->name, NULL,
                       "pass \"%s\": %d is no kind of queue", pass->name, (int)queue);
    else if (queue != FUSOR_QUEUE_ANY && queue != FUSOR_QUEUE_GRAPHICS)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_QUEUE_NOT_USED, pass->name, NULL,
                       "pass \"%s\" wishes for the %s queue; one queue is used", pass->name,
                       WORDS[queue]);
}

void check_model(const graph_model *model, const fusor_device_desc *device, base_diags *diags)
{
    check_context c = {model, device, diags};
    check_device(&c);
    check_graph_name(&c);
    check_sizes(&c);
    check_resources(&c);
    for (uint32_t i = 0; i < model->pass_count; i++) {
        const graph_pass *pass = &model->passes[i];
        check_kind(&c, pass);
        check_flags(&c, pass);
        check_attachments(&c, pass);
        check_uses(&c, pass);
        check_copies(&c, pass);
        note_queue(&c, pass);
    }
}

bool check_format_has(const fusor_device_desc *device, fusor_format format,
                      fusor_format_features features)
{
    if (!device->format_count)
        return true;
    for (uint32_t i = 0; i < device->format_count; i++)
        if (device->formats[i].format == format)
            return (device->formats[i].features & features) == features;
    return false;
}
