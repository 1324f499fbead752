/* In: groups in a linear order. Out: load and store ops, accesses by step, lives, traffic.
 * Promise: contents are discarded only where nothing that comes after needs them, in this frame or a
 * later one; ops never depend on placement. O(touches + cells of all uses). */
#include "life/life.h"

fusor_region life_joined_region(const depend_tables *tables, uint32_t resource, uint32_t index)
{
    const graph_resource *r = &tables->model->resources[resource];
    fusor_region region = depend_cell_region(&tables->grids[resource], r->is_image, index);
    region.aspects = r->aspects;
    return region;
}

static bool number_joined_cells(const life_input *input, base_arena *arena, life_result *out)
{
    const graph_model *model = input->tables->model;
    out->joined_first = BASE_NEW(arena, uint32_t, model->resource_count + 1);
    for (uint32_t r = 0; out->joined_first && r < model->resource_count; r++) {
        out->joined_first[r] = out->joined_count;
        out->joined_count +=
            life_joined_count(&input->tables->grids[r]) * model->resources[r].slots;
    }
    return out->joined_first != NULL;
}

fusor_result life_build(const life_input *input, base_arena *arena, life_result *out)
{
    *out = (life_result){0};
    bool good = number_joined_cells(input, arena, out) && life_add_attachments(input, arena, out) &&
                life_set_ops(input, arena, out) && life_add_accesses(input, arena, out) &&
                life_add_visits(input, arena, out) && life_sum_resources(input, arena, out) &&
                life_count_traffic(input, arena, out);
    return good ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}

fusor_result life_count_bytes(const life_input *input, base_arena *arena, life_result *out)
{
    *out = (life_result){0};
    bool good = life_add_attachments(input, arena, out) && life_set_ops(input, arena, out) &&
                life_sum_resources(input, arena, out);
    if (good)
        life_count_groups(input, out);
    return good ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}
