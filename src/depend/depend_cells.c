/* In: the uses. Out: each resource cut at every boundary that a use names, and walks over the pieces.
 * Promise: a use covers whole cells only, so state by cell is exact; the number of cells follows the
 * uses, not the mips, layers or bytes that exist. O(u log u) for u uses of a resource. */
#include "depend/depend.h"

#include <stdlib.h>

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint32_t sort_unique(uint64_t *values, uint32_t count)
{
    uint32_t kept = 0;
    qsort(values, count, sizeof *values, compare_u64);
    for (uint32_t i = 0; i < count; i++)
        if (!kept || values[kept - 1] != values[i])
            values[kept++] = values[i];
    return kept;
}

static bool list_uses(depend_tables *tables, base_arena *arena)
{
    uint32_t resources = tables->model->resource_count;
    uint32_t *first = BASE_NEW(arena, uint32_t, resources + 2);
    uint32_t *uses = BASE_NEW(arena, uint32_t, tables->use_count);
    if (!first || !uses)
        return false;
    for (uint32_t i = 0; i < tables->use_count; i++)
        first[tables->uses[i].resource + 2]++;
    for (uint32_t r = 0; r < resources; r++)
        first[r + 2] += first[r + 1];
    for (uint32_t i = 0; i < tables->use_count; i++)
        uses[first[tables->uses[i].resource + 1]++] = i;
    tables->resource_first = first;
    tables->resource_uses = uses;
    return true;
}

static bool cut_image(const depend_tables *tables, base_arena *arena, uint32_t resource,
                      depend_grid *grid)
{
    const graph_resource *r = &tables->model->resources[resource];
    uint32_t first = tables->resource_first[resource];
    uint32_t count = tables->resource_first[resource + 1] - first;
    grid->mips = BASE_NEW(arena, uint64_t, 2u * count + 2);
    grid->layers = BASE_NEW(arena, uint64_t, 2u * count + 2);
    if (!grid->mips || !grid->layers)
        return false;
    uint32_t n = 0;
    grid->mips[n] = grid->layers[n] = 0;
    n++;
    grid->mips[n] = r->mips;
    grid->layers[n++] = r->layers;
    for (uint32_t i = 0; i < count; i++) {
        const fusor_region *region = &tables->uses[tables->resource_uses[first + i]].region;
        grid->mips[n] = region->mips.first;
        grid->layers[n++] = region->layers.first;
        grid->mips[n] = (uint64_t)region->mips.first + region->mips.count;
        grid->layers[n++] = (uint64_t)region->layers.first + region->layers.count;
    }
    grid->mip_count = sort_unique(grid->mips, n) - 1;
    grid->layer_count = sort_unique(grid->layers, n) - 1;
    for (fusor_aspects aspect = 1; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1)
        if (r->aspects & aspect)
            grid->planes[grid->plane_count++] = aspect;
    return true;
}

static bool cut_buffer(const depend_tables *tables, base_arena *arena, uint32_t resource,
                       depend_grid *grid)
{
    uint32_t first = tables->resource_first[resource];
    uint32_t count = tables->resource_first[resource + 1] - first;
    grid->layers = BASE_NEW(arena, uint64_t, 2u * count + 2);
    if (!grid->layers)
        return false;
    uint32_t n = 1;
    grid->layers[n++] = tables->model->resources[resource].bytes;
    for (uint32_t i = 0; i < count; i++) {
        fusor_byte_range bytes = tables->uses[tables->resource_uses[first + i]].region.bytes;
        grid->layers[n++] = bytes.first;
        grid->layers[n++] = bytes.first + bytes.count;
    }
    grid->layer_count = sort_unique(grid->layers, n) - 1;
    grid->plane_count = grid->mip_count = 1;
    return true;
}

fusor_result depend_build_tables(const graph_model *model, base_arena *arena, depend_tables *out)
{
    *out = (depend_tables){.model = model, .use_count = model->uses.count};
    out->uses = base_arena_copy(arena, model->uses.data, model->uses.count, sizeof *out->uses);
    out->grids = BASE_NEW(arena, depend_grid, model->resource_count);
    if (!out->uses || !out->grids || !list_uses(out, arena))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    uint64_t cells = 0;
    for (uint32_t r = 0; r < model->resource_count; r++) {
        depend_grid *grid = &out->grids[r];
        bool cut = model->resources[r].is_image ? cut_image(out, arena, r, grid)
                                                : cut_buffer(out, arena, r, grid);
        if (!cut)
            return FUSOR_ERROR_OUT_OF_MEMORY;
        grid->cell_count = grid->plane_count * grid->mip_count * grid->layer_count;
        grid->first_cell = (uint32_t)cells;
        cells += (uint64_t)grid->cell_count * model->resources[r].slots;
        if (cells > UINT32_MAX / 2)
            return FUSOR_ERROR_OVERFLOW;
    }
    out->cell_count = (uint32_t)cells;
    return FUSOR_OK;
}

static uint32_t find_boundary(const uint64_t *values, uint32_t count, uint64_t value)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (values[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

depend_box depend_cells(const depend_tables *tables, uint32_t resource, uint32_t previous,
                        const fusor_region *region)
{
    const depend_grid *grid = &tables->grids[resource];
    bool is_image = tables->model->resources[resource].is_image;
    depend_box box = {.grid = grid,
                      .first_cell = grid->first_cell + previous * grid->cell_count,
                      .aspects = region->aspects,
                      .mip_end = 1};
    uint64_t low = is_image ? region->layers.first : region->bytes.first;
    uint64_t high = low + (is_image ? region->layers.count : region->bytes.count);
    if (is_image) {
        uint64_t mip_end = (uint64_t)region->mips.first + region->mips.count;
        box.mip_first = find_boundary(grid->mips, grid->mip_count + 1, region->mips.first);
        box.mip_end = find_boundary(grid->mips, grid->mip_count + 1, mip_end);
    } else {
        box.aspects = 0;
    }
    box.layer_first = find_boundary(grid->layers, grid->layer_count + 1, low);
    box.layer_end = find_boundary(grid->layers, grid->layer_count + 1, high);
    box.mip = box.mip_first;
    box.layer = box.layer_first;
    return box;
}

bool depend_next(depend_box *box, uint32_t *cell)
{
    const depend_grid *grid = box->grid;
    while (box->plane < grid->plane_count) {
        bool wanted = !grid->planes[box->plane] || (grid->planes[box->plane] & box->aspects);
        if (!wanted || box->mip >= box->mip_end || box->layer_first >= box->layer_end) {
            box->plane++;
            box->mip = box->mip_first;
            continue;
        }
        *cell = box->first_cell + (box->plane * grid->mip_count + box->mip) * grid->layer_count +
                box->layer;
        if (++box->layer >= box->layer_end) {
            box->layer = box->layer_first;
            box->mip++;
        }
        return true;
    }
    return false;
}

fusor_region depend_cell_region(const depend_grid *grid, bool is_image, uint32_t index)
{
    uint32_t layer = index % grid->layer_count, rest = index / grid->layer_count;
    uint32_t mip = rest % grid->mip_count, plane = rest / grid->mip_count;
    uint64_t low = grid->layers[layer], high = grid->layers[layer + 1];
    if (!is_image)
        return (fusor_region){.bytes = {low, high - low}};
    return (fusor_region){
        .aspects = grid->planes[plane],
        .mips = {(uint32_t)grid->mips[mip], (uint32_t)(grid->mips[mip + 1] - grid->mips[mip])},
        .layers = {(uint32_t)low, (uint32_t)(high - low)}};
}
