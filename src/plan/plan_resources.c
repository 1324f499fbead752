/* In: resources that are used, with placements and exits. Out: their rows, in the order of first use.
 * Promise: names are copied; every instance has a placement row. */
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

static bool push_placement(plan_builder *b, const place_item *item)
{
    fusor_placement *slot = BASE_PUSH(b->arena, &b->placements);
    if (!slot || !item)
        return slot != NULL;
    const place_result *place = b->input->place;
    const place_pool *pool = &place->pools.data[item->pool];
    *slot = (fusor_placement){.placed = true,
                              .dedicated = pool->dedicated,
                              .pool = item->pool,
                              .offset = item->offset,
                              .size_bytes = item->requirements.size_bytes,
                              .alignment = item->requirements.alignment,
                              .memory_type = pool->memory_type,
                              .follows = {b->resource_list.count, item->follows.count}};
    for (uint32_t i = 0; i < item->follows.count; i++) {
        uint32_t *resource = BASE_PUSH(b->arena, &b->resource_list);
        uint32_t old = place->item_list.data[item->follows.first + i];
        if (!resource)
            return false;
        *resource = b->resource_index[place->items.data[old].resource];
    }
    return true;
}

static bool push_placements(plan_builder *b, uint32_t resource, uint32_t slots)
{
    uint32_t first = b->input->place->first_item[resource];
    for (uint32_t i = 0; i < slots; i++)
        if (!push_placement(b,
                            first == FUSOR_NONE ? NULL : &b->input->place->items.data[first + i]))
            return false;
    return true;
}

static bool push_formats(plan_builder *b, const graph_resource *r)
{
    for (uint32_t i = 0; i < r->view_format_count; i++) {
        fusor_format *slot = BASE_PUSH(b->arena, &b->format_list);
        if (!slot)
            return false;
        *slot = r->view_formats[i];
    }
    return true;
}

static fusor_plan_resource row_of(const plan_builder *b, uint32_t index)
{
    const graph_resource *r = &b->input->in->tables->model->resources[index];
    const life_resource *life = &b->input->life->resources[index];
    fusor_plan_resource row = {.is_image = r->is_image,
                               .handle = r->handle,
                               .lifetime = r->lifetime,
                               .host = r->host,
                               .slot_count = r->slots,
                               .format = r->format ? r->format->format : FUSOR_FORMAT_UNDEFINED,
                               .type = r->type,
                               .mips = r->mips,
                               .layers = r->layers,
                               .samples = r->samples,
                               .bytes = r->bytes,
                               .usage = life->usage,
                               .import = r->import,
                               .first = life->first_pass,
                               .last = life->last_pass,
                               .group_local = life->group_local,
                               .memoryless = life->memoryless,
                               .output = r->output,
                               .alias_set = b->input->place->alias_set[index]};
    memcpy(row.extent, r->extent, sizeof row.extent);
    memcpy(row.clear, r->clear, sizeof row.clear);
    row.clear_depth = r->clear_depth;
    row.clear_stencil = r->clear_stencil;
    row.instances = r->lifetime == FUSOR_LIFETIME_HISTORY ? FUSOR_INSTANCES_HISTORY
                    : r->host && !r->host_shared          ? FUSOR_INSTANCES_FRAMES
                                                          : FUSOR_INSTANCES_ONE;
    return row;
}

static bool add_resource(plan_builder *b, uint32_t index)
{
    const graph_resource *r = &b->input->in->tables->model->resources[index];
    fusor_plan_resource row = row_of(b, index);
    row.name = base_arena_string(b->arena, r->name);
    row.view_formats = (fusor_slice){b->format_list.count, r->view_format_count};
    row.placements = (fusor_slice){b->placements.count, r->slots};
    fusor_plan_resource *slot = row.name ? BASE_PUSH(b->arena, &b->resources) : NULL;
    if (!slot)
        return false;
    *slot = row;
    return push_formats(b, r) && push_placements(b, index, r->slots);
}

static bool add_exits(plan_builder *b)
{
    const sync_result *sync = b->input->sync;
    for (uint32_t i = 0; i < sync->exit_regions.count; i++) {
        const sync_exit_region *e = &sync->exit_regions.data[i];
        uint32_t resource = b->resource_index[e->exit.resource];
        fusor_plan_exit *slot = BASE_PUSH(b->arena, &b->exits);
        if (!slot)
            return false;
        *slot = (fusor_plan_exit){
            .resource = resource,
            .previous = e->exit.previous,
            .region = e->region,
            .scope = {e->exit.scope.stages, e->exit.scope.access, e->exit.layout, {0, 0}},
            .write_stages = e->exit.writes ? e->exit.scope.stages : 0,
            .write_access = e->exit.writes ? e->exit.scope.access : 0};
        fusor_slice *exits = &b->resources.data[resource].exit;
        if (!exits->count)
            exits->first = i;
        exits->count++;
    }
    return true;
}

static bool add_pools(plan_builder *b)
{
    const place_result *place = b->input->place;
    for (uint32_t p = 0; p < place->pools.count; p++) {
        const place_pool *pool = &place->pools.data[p];
        fusor_plan_pool *slot = BASE_PUSH(b->arena, &b->pools);
        if (!slot)
            return false;
        *slot = (fusor_plan_pool){.memory_type = pool->memory_type,
                                  .optimal = pool->optimal,
                                  .dedicated = pool->dedicated,
                                  .placed_bytes = pool->placed,
                                  .lower_bound_bytes = pool->lower_bound,
                                  .sum_bytes = pool->sum,
                                  .alignment = pool->alignment};
    }
    for (uint32_t i = 0; i < place->items.count; i++) {
        const place_item *item = &place->items.data[i];
        fusor_scope *exit = &b->pools.data[item->pool].exit;
        exit->stages |= b->input->sync->resource_exit[item->resource].stages;
        exit->access |= b->input->sync->resource_exit[item->resource].access;
    }
    return true;
}

bool plan_add_resources(plan_builder *b)
{
    const life_result *life = b->input->life;
    uint32_t count = b->input->in->tables->model->resource_count;
    uint32_t *by_rank = BASE_NEW(b->arena, uint32_t, life->used_count);
    b->resource_index = BASE_NEW(b->arena, uint32_t, count);
    if (!by_rank || !b->resource_index)
        return false;
    for (uint32_t r = 0; r < count; r++) {
        b->resource_index[r] = life->resources[r].used ? life->resources[r].rank : FUSOR_NONE;
        if (life->resources[r].used)
            by_rank[life->resources[r].rank] = r;
    }
    for (uint32_t i = 0; i < life->used_count; i++)
        if (!add_resource(b, by_rank[i]))
            return false;
    return add_exits(b) && add_pools(b);
}
