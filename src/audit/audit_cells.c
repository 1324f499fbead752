/* In: the declaration and the plan's regions. Out: resources, cut into cells that nothing cuts further.
 * Promise: every region that is asked for later is a box of whole cells. O(uses log uses + cells). */
#include "audit/audit.h"

#include <stdlib.h>
#include <string.h>

#include "base/base_format.h"
#include "base/base_math.h"

/* ------------------------------------------------------------------------------ resources */

static bool read_image(audit *a, uint32_t index)
{
    audit_resource *r = &a->resources[index];
    const fusor_image_desc *d = fusor_graph_get_image(a->graph, (fusor_image){index + 1});
    *r = (audit_resource){.name = d->name,
                          .image = d,
                          .format = fusor_format_get_info(d->format),
                          .import = &d->import,
                          .lifetime = d->lifetime,
                          .mips = d->mips,
                          .layers = d->layers,
                          .samples = d->samples,
                          .slots = d->lifetime == FUSOR_LIFETIME_HISTORY ? d->history_slots : 1,
                          .row = FUSOR_NONE};
    fusor_graph_get_extent(a->graph, (fusor_image){index + 1}, r->extent);
    if (!r->format || !r->mips || r->mips > 32 || !r->layers || !r->samples || !r->extent[0] ||
        !r->extent[1] || !r->extent[2])
        return false;
    base_shape shape = {
        .format = r->format, .mips = r->mips, .layers = r->layers, .samples = r->samples};
    memcpy(shape.extent, r->extent, sizeof shape.extent);
    r->aspects = r->format->aspects;
    return base_shape_bytes(&shape, &r->bytes);
}

static bool read_buffer(audit *a, uint32_t index)
{
    const fusor_buffer_desc *d = fusor_graph_get_buffer(a->graph, (fusor_buffer){index + 1});
    a->resources[a->image_count + index] =
        (audit_resource){.name = d->name,
                         .buffer = d,
                         .import = &d->import,
                         .lifetime = d->lifetime,
                         .host = d->host,
                         .host_shared = d->host_shared,
                         .aspects = 1,
                         .mips = 1,
                         .layers = 1,
                         .samples = 1,
                         .slots = d->lifetime == FUSOR_LIFETIME_HISTORY ? d->history_slots : 1,
                         .bytes = d->size_bytes,
                         .row = FUSOR_NONE};
    return d->size_bytes != 0;
}

static bool mark_outputs(audit *a)
{
    uint32_t buffers = a->resource_count - a->image_count;
    for (uint32_t i = 0; i < fusor_graph_output_count(a->graph); i++) {
        fusor_image image;
        fusor_buffer buffer;
        fusor_graph_get_output(a->graph, i, &image, &buffer);
        if (image.id ? image.id > a->image_count : buffer.id - 1u >= buffers)
            return false;
        a->resources[image.id ? image.id - 1 : a->image_count + buffer.id - 1].output = true;
    }
    return true;
}

static bool link_rows(audit *a)
{
    a->resource_of = BASE_NEW(a->arena, uint32_t, a->plan->resource_count);
    if (!a->resource_of)
        return audit_no_memory(a);
    for (uint32_t i = 0; i < a->plan->resource_count; i++) {
        const fusor_plan_resource *row = &a->plan->resources[i];
        uint32_t index = row->is_image ? row->handle - 1 : a->image_count + row->handle - 1;
        if (a->resources[index].row != FUSOR_NONE)
            return audit_refute(a, FUSOR_AUDIT_UNKNOWN_RESOURCE, "the plan lists \"%s\" twice",
                                a->resources[index].name);
        if (row->slot_count != a->resources[index].slots)
            return audit_refute(
                a, FUSOR_AUDIT_RESOURCE_WRONG, "the plan gives \"%s\" %u slots, it has %u",
                a->resources[index].name, row->slot_count, a->resources[index].slots);
        a->resources[index].row = i;
        a->resource_of[i] = index;
    }
    return true;
}

bool audit_build_resources(audit *a)
{
    a->image_count = fusor_graph_image_count(a->graph);
    a->resource_count = a->image_count + fusor_graph_buffer_count(a->graph);
    a->pass_count = fusor_graph_pass_count(a->graph);
    a->resources = BASE_NEW(a->arena, audit_resource, a->resource_count);
    if (!a->resources)
        return audit_no_memory(a);
    bool good = true;
    for (uint32_t i = 0; i < a->image_count; i++)
        good = read_image(a, i) && good;
    for (uint32_t i = 0; i < a->resource_count - a->image_count; i++)
        good = read_buffer(a, i) && good;
    a->frame_count = 2;
    for (uint32_t i = 0; i < a->resource_count; i++) {
        uint32_t slots = a->resources[i].slots;
        good = good && slots && slots <= FUSOR_HISTORY_SLOTS_MAX;
        a->frame_count = base_max_u32(a->frame_count, slots + 1);
    }
    a->bad_graph = !good || !mark_outputs(a);
    return !a->bad_graph && link_rows(a);
}

/* ------------------------------------------------------------------------------ cuts */

static bool cut(audit *a, audit_resource *r, int axis, uint64_t first, uint64_t count)
{
    uint64_t *low = BASE_PUSH(a->arena, &r->cuts[axis]);
    if (low)
        *low = first;
    uint64_t *high = BASE_PUSH(a->arena, &r->cuts[axis]);
    if (high)
        *high = first + count;
    return (low && high) || audit_no_memory(a);
}

static bool cut_region(audit *a, uint32_t resource, const fusor_region *region)
{
    audit_resource *r = &a->resources[resource];
    if (!r->image)
        return cut(a, r, 0, 0, 1) && cut(a, r, 1, region->bytes.first, region->bytes.count);
    return cut(a, r, 0, region->mips.first, region->mips.count) &&
           cut(a, r, 1, region->layers.first, region->layers.count);
}

static bool range_inside(fusor_range range, uint32_t count)
{
    return range.count && range.first < count && range.count <= count - range.first;
}

static bool region_inside(const audit_resource *r, const fusor_region *region)
{
    if (!r->image)
        return region->bytes.count && region->bytes.first < r->bytes &&
               region->bytes.count <= r->bytes - region->bytes.first;
    return region->aspects && !(region->aspects & ~r->aspects) &&
           range_inside(region->mips, r->mips) && range_inside(region->layers, r->layers);
}

static bool cut_row(audit *a, uint32_t row, const fusor_region *region, const char *what,
                    uint32_t index)
{
    uint32_t resource = a->resource_of[row];
    if (!region_inside(&a->resources[resource], region))
        return audit_refute(a, FUSOR_AUDIT_PLAN_MALFORMED,
                            "the region of %s %u of the plan does not lie inside \"%s\"", what,
                            index, a->resources[resource].name);
    return cut_region(a, resource, region);
}

static bool cut_plan(audit *a)
{
    const fusor_plan *plan = a->plan;
    for (uint32_t i = 0; i < plan->barrier_count; i++)
        if (!cut_row(a, plan->barriers[i].resource, &plan->barriers[i].region, "barrier", i))
            return false;
    for (uint32_t i = 0; i < plan->exit_count; i++) {
        if (plan->exits[i].previous >= plan->resources[plan->exits[i].resource].slot_count)
            return audit_refute(a, FUSOR_AUDIT_PLAN_MALFORMED, "exit %u of the plan names no slot",
                                i);
        if (!cut_row(a, plan->exits[i].resource, &plan->exits[i].region, "exit", i))
            return false;
    }
    for (uint32_t i = 0; i < plan->attachment_count; i++) {
        const fusor_plan_attachment *t = &plan->attachments[i];
        fusor_region region = {.aspects = t->aspects, .mips = {t->mip, 1}, .layers = t->layers};
        if (t->resource >= plan->resource_count || !plan->resources[t->resource].is_image ||
            t->previous >= plan->resources[t->resource].slot_count)
            return audit_refute(a, FUSOR_AUDIT_PLAN_MALFORMED,
                                "attachment %u of the plan names no image or no slot", i);
        if (!cut_row(a, t->resource, &region, "attachment", i))
            return false;
    }
    return true;
}

static int compare(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

static void sort_cuts(audit_resource *r, int axis)
{
    uint32_t kept = 0;
    qsort(r->cuts[axis].data, r->cuts[axis].count, sizeof(uint64_t), compare);
    for (uint32_t i = 0; i < r->cuts[axis].count; i++)
        if (!i || r->cuts[axis].data[i] != r->cuts[axis].data[i - 1])
            r->cuts[axis].data[kept++] = r->cuts[axis].data[i];
    r->cuts[axis].count = kept;
}

/* ------------------------------------------------------------------------------ cells */

enum { CELLS_MAX = 1 << 24 }; /* beyond is a mistake, or a plan made to exhaust memory */

static bool add_slot(audit *a, uint32_t index, uint32_t slot)
{
    const audit_resource *r = &a->resources[index];
    for (fusor_aspects aspect = 1; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1) {
        if (!(r->aspects & aspect))
            continue;
        for (uint32_t m = 0; m + 1 < r->cuts[0].count; m++)
            for (uint32_t l = 0; l + 1 < r->cuts[1].count; l++) {
                audit_cell *cell = BASE_PUSH(a->arena, &a->cells);
                if (!cell)
                    return audit_no_memory(a);
                *cell = (audit_cell){.resource = index,
                                     .slot = slot,
                                     .aspect = aspect,
                                     .at = {m, l},
                                     .writer = {.pass = FUSOR_NONE},
                                     .loser = {.pass = FUSOR_NONE}};
            }
    }
    return true;
}

static bool add_resource(audit *a, uint32_t index)
{
    audit_resource *r = &a->resources[index];
    fusor_region all = {.mips = {0, r->mips}, .layers = {0, r->layers}, .bytes = {0, r->bytes}};
    if (!cut_region(a, index, &all))
        return false;
    sort_cuts(r, 0);
    sort_cuts(r, 1);
    uint64_t cells =
        (uint64_t)base_count_bits(r->aspects) * (r->cuts[0].count - 1) * (r->cuts[1].count - 1);
    if (cells * r->slots + a->cells.count > CELLS_MAX)
        return audit_refute(a, FUSOR_AUDIT_PLAN_MALFORMED,
                            "the regions of \"%s\" cut it into too many pieces", r->name);
    r->cell_count = (uint32_t)cells;
    r->first_cell = a->cells.count;
    r->first_instance = a->instances.count;
    for (uint32_t slot = 0; slot < r->slots; slot++) {
        audit_instance *instance = BASE_PUSH(a->arena, &a->instances);
        if (!instance)
            return audit_no_memory(a);
        *instance = (audit_instance){.resource = index, .slot = slot};
        if (!add_slot(a, index, slot))
            return false;
    }
    return true;
}

bool audit_build_cells(audit *a)
{
    for (uint32_t i = 0; i < a->uses.count; i++)
        if (!cut_region(a, a->uses.data[i].resource, &a->uses.data[i].region))
            return false;
    if (!cut_plan(a) || !audit_cut_shared(a))
        return false;
    for (uint32_t i = 0; i < a->resource_count; i++)
        if (!add_resource(a, i))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------ boxes */

static uint32_t find_cut(const audit_resource *r, int axis, uint64_t value)
{
    uint32_t low = 0, high = r->cuts[axis].count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (r->cuts[axis].data[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

audit_box audit_cells(const audit *a, uint32_t resource, uint32_t slot, const fusor_region *region)
{
    const audit_resource *r = &a->resources[resource];
    uint64_t first[2] = {0, region->bytes.first}, count[2] = {1, region->bytes.count};
    audit_box box = {.resource = r,
                     .aspects = r->image ? region->aspects & r->aspects : 1,
                     .first = r->first_cell + slot * r->cell_count,
                     .plane = (r->cuts[0].count - 1) * (r->cuts[1].count - 1)};
    if (r->image) {
        first[0] = region->mips.first;
        count[0] = region->mips.count;
        first[1] = region->layers.first;
        count[1] = region->layers.count;
    }
    for (int axis = 0; axis < 2; axis++) {
        box.low[axis] = find_cut(r, axis, first[axis]);
        box.high[axis] = find_cut(r, axis, first[axis] + count[axis]);
        box.at[axis] = box.low[axis];
    }
    return box;
}

/* How many aspects of the resource come before one. */
static uint32_t aspect_index(const audit_resource *r, fusor_aspects aspect)
{
    return base_count_bits(r->aspects & (aspect - 1));
}

bool audit_next(audit_box *box, uint32_t *cell)
{
    if (!box->aspect) {
        if (!box->aspects || box->low[0] >= box->high[0] || box->low[1] >= box->high[1])
            return false;
        box->aspect = box->aspects & (~box->aspects + 1);
        box->aspects &= ~box->aspect;
        box->at[0] = box->low[0];
        box->at[1] = box->low[1];
    }
    *cell = box->first + aspect_index(box->resource, box->aspect) * box->plane +
            box->at[0] * (box->resource->cuts[1].count - 1) + box->at[1];
    if (++box->at[1] == box->high[1]) {
        box->at[1] = box->low[1];
        if (++box->at[0] == box->high[0])
            box->aspect = 0;
    }
    return true;
}

uint32_t audit_next_aspect(const audit *a, uint32_t cell)
{
    const audit_resource *r = &a->resources[a->cells.data[cell].resource];
    uint32_t plane = (r->cuts[0].count - 1) * (r->cuts[1].count - 1);
    uint32_t slot = r->first_cell + a->cells.data[cell].slot * r->cell_count;
    return slot + (cell - slot + plane) % r->cell_count;
}

uint32_t audit_slot(const audit *a, uint32_t resource, uint32_t previous)
{
    uint32_t slots = a->resources[resource].slots;
    return (a->frame % slots + slots - previous % slots) % slots;
}

uint32_t audit_instance_of(const audit *a, uint32_t cell)
{
    const audit_cell *c = &a->cells.data[cell];
    return a->resources[c->resource].first_instance + c->slot;
}

fusor_region audit_cell_region(const audit *a, uint32_t index)
{
    const audit_cell *cell = &a->cells.data[index];
    const audit_resource *r = &a->resources[cell->resource];
    const uint64_t *rows = &r->cuts[0].data[cell->at[0]], *columns = &r->cuts[1].data[cell->at[1]];
    fusor_region region = {0};
    if (r->image) {
        region.aspects = cell->aspect;
        region.mips = (fusor_range){(uint32_t)rows[0], (uint32_t)(rows[1] - rows[0])};
        region.layers = (fusor_range){(uint32_t)columns[0], (uint32_t)(columns[1] - columns[0])};
    } else {
        region.bytes = (fusor_byte_range){columns[0], columns[1] - columns[0]};
    }
    return region;
}

bool audit_region_has(const audit *a, const fusor_region *region, uint32_t cell)
{
    fusor_region own = audit_cell_region(a, cell);
    if (!a->resources[a->cells.data[cell].resource].image)
        return base_bytes_meet(own.bytes, region->bytes);
    return (own.aspects & region->aspects) && base_ranges_meet(own.mips, region->mips) &&
           base_ranges_meet(own.layers, region->layers);
}

bool audit_cell_bytes(const audit *a, uint32_t cell, uint64_t *begin, uint64_t *end)
{
    const fusor_placement *place = a->instances.data[audit_instance_of(a, cell)].place;
    if (!place)
        return false;
    fusor_region own = audit_cell_region(a, cell);
    bool bytes = own.bytes.count != 0;
    *begin = place->offset + (bytes ? own.bytes.first : 0);
    *end = bytes ? *begin + own.bytes.count : place->offset + place->size_bytes;
    return true;
}
