/* In: images and buffers. Out: what is wrong with them alone.
 * Promise: after this, sizes do not overflow and mips, layers and samples are numbers of Vulkan
 * ("Image Creation": limits of extent, mip levels, layers, samples). */
#include "check/check.h"

#include "base/base_math.h"

static void bad_value(const check_context *c, const graph_resource *r, const char *what,
                      uint64_t value, uint64_t low, uint64_t high)
{
    base_diags_add(c->diags, FUSOR_DIAGNOSTIC_VALUE_RANGE, NULL, r->name,
                   "\"%s\": %s %llu is out of range %llu to %llu", r->name, what,
                   (unsigned long long)value, (unsigned long long)low, (unsigned long long)high);
}

static uint32_t longest_side(const graph_resource *r)
{
    return base_max_u32(r->extent[0], base_max_u32(r->extent[1], r->extent[2]));
}

static void check_extent(const check_context *c, const graph_resource *r)
{
    uint32_t limit = FUSOR_EXTENT_MAX, longest = longest_side(r);
    if (r->type != FUSOR_IMAGE_3D && c->device->limits.image_2d)
        limit = base_min_u32(limit, c->device->limits.image_2d);
    if (longest > FUSOR_EXTENT_MAX)
        bad_value(c, r, "extent", longest, 1, FUSOR_EXTENT_MAX);
    else if (longest > limit)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED, NULL, r->name,
                       "\"%s\" is %u × %u texels; device \"%s\" allows %u", r->name, r->extent[0],
                       r->extent[1], c->device->name, limit);
    if (r->type != FUSOR_IMAGE_3D && r->extent[2] > 1)
        bad_value(c, r, "depth of an image that is not 3D", r->extent[2], 1, 1);
}

static uint32_t max_mips(const graph_resource *r)
{
    uint32_t count = 0;
    for (uint32_t longest = longest_side(r); longest; longest >>= 1)
        count++;
    return count;
}

static void check_layers(const check_context *c, const graph_resource *r)
{
    uint32_t limit = c->device->limits.layers ? c->device->limits.layers : 2048;
    if (r->layers > limit)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED, NULL, r->name,
                       "\"%s\" has %u layers; device \"%s\" allows %u", r->name, r->layers,
                       c->device->name, limit);
    if (r->type == FUSOR_IMAGE_3D && r->layers > 1)
        bad_value(c, r, "layer count of a 3D image", r->layers, 1, 1);
    if (r->type == FUSOR_IMAGE_CUBE && r->layers % 6)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_VALUE_RANGE, NULL, r->name,
                       "\"%s\" is a cube with %u layers, which is no multiple of 6", r->name,
                       r->layers);
    if (r->type == FUSOR_IMAGE_CUBE && r->extent[0] != r->extent[1])
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_VALUE_RANGE, NULL, r->name,
                       "\"%s\" is a cube of %u × %u texels, which is not square", r->name,
                       r->extent[0], r->extent[1]);
}

static uint32_t allowed_samples(const fusor_device_desc *device, const graph_resource *r)
{
    bool integer = r->format->number_class == FUSOR_FORMAT_CLASS_UINT ||
                   r->format->number_class == FUSOR_FORMAT_CLASS_SINT;
    uint32_t color = integer ? device->integer_samples : device->color_samples, bits = ~0u;
    if (r->aspects & FUSOR_ASPECT_COLOR)
        bits &= color ? color : ~0u;
    if (r->aspects & FUSOR_ASPECT_DEPTH)
        bits &= device->depth_samples ? device->depth_samples : ~0u;
    if (r->aspects & FUSOR_ASPECT_STENCIL)
        bits &= device->stencil_samples ? device->stencil_samples : ~0u;
    return bits;
}

static void check_samples(const check_context *c, const graph_resource *r)
{
    if (!base_is_power_of_two(r->samples) || r->samples > 16) {
        bad_value(c, r, "sample count (1, 2, 4, 8, 16)", r->samples, 1, 16);
        return;
    }
    if (r->samples > 1 && r->mips > 1)
        bad_value(c, r, "mip count of a multisampled image", r->mips, 1, 1);
    if (r->samples > 1 && r->type != FUSOR_IMAGE_2D)
        bad_value(c, r, "sample count of an image that is not 2D", r->samples, 1, 1);
    if (r->samples > 1 && !(allowed_samples(c->device, r) & r->samples))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_SAMPLES_UNSUPPORTED, NULL, r->name,
                       "\"%s\" has %u samples, which device \"%s\" lacks for %s", r->name,
                       r->samples, c->device->name, r->format->name);
}

static void check_view_formats(const check_context *c, const graph_resource *r)
{
    for (uint32_t i = 0; i < r->view_format_count; i++) {
        const fusor_format_info *info = fusor_format_get_info(r->view_formats[i]);
        if (!info || info->block_bytes != r->format->block_bytes ||
            !(info->aspects & FUSOR_ASPECT_COLOR))
            base_diags_add(c->diags, FUSOR_DIAGNOSTIC_FORMAT_UNKNOWN, NULL, r->name,
                           "\"%s\": view format %u does not have the texel size of %s", r->name, i,
                           r->format->name);
    }
}

static void check_image(const check_context *c, const graph_resource *r)
{
    const fusor_image_desc *desc = &c->model->graph->images.data[r->handle - 1];
    if (!r->format) {
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_FORMAT_UNKNOWN, NULL, r->name,
                       "\"%s\": %d is no format that fusor knows", r->name, (int)desc->format);
        return;
    }
    if ((unsigned)desc->type > FUSOR_IMAGE_CUBE || (unsigned)desc->size.base > FUSOR_SIZE_ABSOLUTE)
        bad_value(c, r, "type or size base", (unsigned)desc->type, 0, FUSOR_IMAGE_CUBE);
    check_extent(c, r);
    check_layers(c, r);
    check_samples(c, r);
    check_view_formats(c, r);
    if (desc->mips > max_mips(r))
        bad_value(c, r, "mip count", desc->mips, 1, max_mips(r));
    if (longest_side(r) <= FUSOR_EXTENT_MAX && r->bytes > FUSOR_BUFFER_BYTES_MAX)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_VALUE_RANGE, NULL, r->name,
                       "\"%s\" is larger than 2^48 bytes", r->name);
}

static bool state_fits(const graph_resource *r, fusor_state state)
{
    bool depth = (r->aspects & FUSOR_ASPECT_COLOR) == 0;
    if ((unsigned)state > FUSOR_STATE_GENERAL)
        return false;
    if (!r->is_image)
        return state != FUSOR_STATE_COLOR && state != FUSOR_STATE_DEPTH &&
               state != FUSOR_STATE_PRESENT;
    return !(state == FUSOR_STATE_COLOR && depth) && !(state == FUSOR_STATE_DEPTH && !depth) &&
           !(state == FUSOR_STATE_PRESENT && depth);
}

static void check_lifetime(const check_context *c, const graph_resource *r, uint32_t slots)
{
    if ((unsigned)r->lifetime > FUSOR_LIFETIME_HISTORY)
        bad_value(c, r, "lifetime", (unsigned)r->lifetime, 0, FUSOR_LIFETIME_HISTORY);
    if (r->lifetime == FUSOR_LIFETIME_HISTORY && (slots < 2 || slots > FUSOR_HISTORY_SLOTS_MAX))
        bad_value(c, r, "history slot count", slots, 2, FUSOR_HISTORY_SLOTS_MAX);
    if (r->host && r->lifetime != FUSOR_LIFETIME_TRANSIENT)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_IMPORT_INVALID, NULL, r->name,
                       "\"%s\" is a host buffer and cannot be imported, persistent or a history",
                       r->name);
    if (r->lifetime != FUSOR_LIFETIME_IMPORTED) {
        if (r->import.initial.state || r->import.final.state)
            base_diags_add(c->diags, FUSOR_DIAGNOSTIC_IMPORT_INVALID, NULL, r->name,
                           "\"%s\" is the graph's own and has no state outside it", r->name);
        return;
    }
    if (!check_are_stages(r->import.initial.stages | r->import.final.stages))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_IMPORT_INVALID, NULL, r->name,
                       "\"%s\" is imported with a stage that does not exist", r->name);
    if (!state_fits(r, r->import.initial.state) || !state_fits(r, r->import.final.state) ||
        r->import.final.state == FUSOR_STATE_UNDEFINED)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_IMPORT_INVALID, NULL, r->name,
                       "\"%s\" is imported with a state that its kind cannot have", r->name);
    if (r->import.initial.state == FUSOR_STATE_UNKNOWN ||
        r->import.final.state == FUSOR_STATE_UNKNOWN)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_IMPORT_SCOPE_UNKNOWN, NULL, r->name,
                       "\"%s\" is imported without its %s: everything is waited for", r->name,
                       r->import.initial.state == FUSOR_STATE_UNKNOWN ? "initial state"
                                                                      : "final state");
}

static void check_buffer(const check_context *c, const graph_resource *r)
{
    if (r->bytes < 1 || r->bytes > FUSOR_BUFFER_BYTES_MAX)
        bad_value(c, r, "size in bytes", r->bytes, 1, FUSOR_BUFFER_BYTES_MAX);
    if ((unsigned)r->host > FUSOR_HOST_WRITE)
        bad_value(c, r, "host access", (unsigned)r->host, 0, FUSOR_HOST_WRITE);
}

static void note_unused(const check_context *c, const uint8_t *used)
{
    for (uint32_t i = 0; i < c->model->resource_count; i++) {
        const char *name = c->model->resources[i].name;
        if (!used[i])
            base_diags_add(c->diags, FUSOR_DIAGNOSTIC_UNUSED_RESOURCE, NULL, name,
                           "\"%s\" is declared, but no pass uses it", name);
    }
}

static void check_used(const check_context *c)
{
    uint8_t *used = BASE_NEW(c->diags->arena, uint8_t, c->model->resource_count);
    if (!used) {
        c->diags->out_of_memory = true;
        return;
    }
    for (uint32_t i = 0; i < c->model->uses.count; i++)
        used[c->model->uses.data[i].resource] = 1;
    note_unused(c, used);
}

void check_resources(const check_context *c)
{
    check_used(c);
    const fusor_graph *graph = c->model->graph;
    for (uint32_t i = 0; i < c->model->resource_count; i++) {
        const graph_resource *r = &c->model->resources[i];
        uint32_t slots = r->is_image ? graph->images.data[r->handle - 1].history_slots
                                     : graph->buffers.data[r->handle - 1].history_slots;
        if (r->is_image)
            check_image(c, r);
        else
            check_buffer(c, r);
        check_lifetime(c, r, slots);
    }
}
