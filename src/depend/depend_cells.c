/* In: the uses. Out: each resource cut at every boundary that a use names, and walks over the pieces.
 * Promise: a use covers whole cells only, so state by cell is exact; the number of cells follows the
 * uses, not the mips, layers or bytes that exist. O(u log u) for u uses of a resource. */
#include "depend/depend.h"

#include "base/base_sort.h"

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Uses are often declared in the order of their ranges: then there is nothing to sort. */
static bool is_sorted(const uint64_t *values, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (values[i - 1] > values[i])
            return false;
    return true;
}

/* How many are left; 0 when out of memory. */
static uint32_t sort_unique(base_arena *arena, uint64_t *values, uint32_t count)
{
    uint32_t kept = 0;
    if (!is_sorted(values, count) &&
        !base_sort(arena, (base_list){values, count, sizeof *values}, compare_u64))
        return 0;
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

/* The ranges of the uses of a resource along one of its axes. */
typedef enum axis { AXIS_MIPS, AXIS_LAYERS, AXIS_BYTES } axis;

static fusor_byte_range range_of(const fusor_region *region, axis along)
{
    if (along == AXIS_BYTES)
        return region->bytes;
    fusor_range range = along == AXIS_MIPS ? region->mips : region->layers;
    return (fusor_byte_range){range.first, range.count};
}

/* Where they go. */
typedef struct cuts_out {
    uint64_t *whole, **values;
    uint32_t *count;
} cuts_out;

/* Boundaries along an axis: `whole` (0 and the end) where no use cuts it, else an array of their own. */
static bool cut(const depend_tables *tables, base_arena *arena, uint32_t resource, axis along,
                cuts_out *out)
{
    uint32_t first = tables->resource_first[resource], end = tables->resource_first[resource + 1];
    uint32_t cuts = 0, n = 0;
    *out->count = 1;
    *out->values = out->whole;
    for (uint32_t i = first; i < end; i++) {
        fusor_byte_range range = range_of(&tables->uses[tables->resource_uses[i]].region, along);
        cuts += range.first != 0 || range.count != out->whole[1];
    }
    uint64_t *values = cuts ? BASE_NEW(arena, uint64_t, 2 * (size_t)cuts + 2) : out->whole;
    if (!values || !cuts)
        return values != NULL;
    values[n++] = 0;
    for (uint32_t i = first; i < end; i++) {
        fusor_byte_range range = range_of(&tables->uses[tables->resource_uses[i]].region, along);
        if (range.first == 0 && range.count == out->whole[1])
            continue;
        values[n++] = range.first;
        values[n++] = range.first + range.count;
    }
    values[n++] = out->whole[1];
    n = sort_unique(arena, values, n);
    *out->count = n - 1;
    *out->values = values;
    return n != 0;
}

static bool cut_image(const depend_tables *tables, base_arena *arena, uint32_t resource,
                      depend_grid *grid)
{
    const graph_resource *r = &tables->model->resources[resource];
    grid->whole_mips[1] = r->mips;
    grid->whole_layers[1] = r->layers;
    for (fusor_aspects aspect = 1; aspect <= FUSOR_ASPECT_STENCIL; aspect <<= 1)
        if (r->aspects & aspect)
            grid->planes[grid->plane_count++] = aspect;
    return cut(tables, arena, resource, AXIS_MIPS,
               &(cuts_out){grid->whole_mips, &grid->mips, &grid->mip_count}) &&
           cut(tables, arena, resource, AXIS_LAYERS,
               &(cuts_out){grid->whole_layers, &grid->layers, &grid->layer_count});
}

static bool cut_buffer(const depend_tables *tables, base_arena *arena, uint32_t resource,
                       depend_grid *grid)
{
    grid->plane_count = grid->mip_count = 1;
    grid->whole_layers[1] = tables->model->resources[resource].bytes;
    return cut(tables, arena, resource, AXIS_BYTES,
               &(cuts_out){grid->whole_layers, &grid->layers, &grid->layer_count});
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

void depend_find_box(const depend_tables *tables, uint32_t resource, const fusor_region *region,
                     depend_box *box)
{
    const depend_grid *grid = box->grid;
    bool is_image = tables->model->resources[resource].is_image;
    uint64_t low = is_image ? region->layers.first : region->bytes.first;
    uint64_t high = low + (is_image ? region->layers.count : region->bytes.count);
    if (is_image) {
        uint64_t mip_end = (uint64_t)region->mips.first + region->mips.count;
        box->mip_first = find_boundary(grid->mips, grid->mip_count + 1, region->mips.first);
        box->mip_end = find_boundary(grid->mips, grid->mip_count + 1, mip_end);
    }
    box->layer_first = find_boundary(grid->layers, grid->layer_count + 1, low);
    box->layer_end = find_boundary(grid->layers, grid->layer_count + 1, high);
    box->mip = box->mip_first;
    box->layer = box->layer_first;
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
