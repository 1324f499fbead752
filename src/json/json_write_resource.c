/* In: the resources of a plan and their states between frames. Out: the keys "resources" and
 * "frame" of a plan document. */
#include "json_write_plan.h"

/* ------------------------------------------------------------------------------------ resources */

static void write_placement(json_out *out, const fusor_plan *plan, const fusor_placement *placement)
{
    if (!placement->placed) {
        json_out_null(out);
        return;
    }
    json_out_object(out, false);
    json_out_key_u64(out, "pool", placement->pool);
    json_out_key_u64(out, "offset", placement->offset);
    json_out_key_u64(out, "size", placement->size_bytes);
    json_out_key_u64(out, "alignment", placement->alignment);
    json_out_key_u64(out, "memory_type", placement->memory_type);
    json_write_resource_list(out, "follows", plan, placement->follows);
    if (placement->dedicated) {
        json_out_key_bool(out, "dedicated", true);
    }
    json_out_close(out);
}

/* One instance has a placement; several have slots instead. */
static void write_placements(json_out *out, const fusor_plan *plan,
                             const fusor_plan_resource *resource)
{
    const fusor_placement *placements = plan->placements + resource->placements.first;
    bool one = resource->instances == FUSOR_INSTANCES_ONE;
    json_out_key(out, "placement");
    if (one && resource->placements.count) {
        write_placement(out, plan, &placements[0]);
    } else {
        json_out_null(out);
    }
    if (!one) {
        json_out_key_array(out, "slots", false);
        for (uint32_t i = 0; i < resource->placements.count; i++) {
            write_placement(out, plan, &placements[i]);
        }
        json_out_close(out);
    }
}

static void write_usage(json_out *out, const fusor_plan_resource *resource)
{
    json_out_key_array(out, "usage", false);
    for (uint32_t i = 0; i < 32; i++) {
        fusor_usage bit = resource->usage & (1u << i);
        const char *word = bit ? fusor_usage_word(resource->is_image, bit) : NULL;
        if (word) {
            json_out_string(out, word);
        }
    }
    json_out_close(out);
}

static const char *format_name(fusor_format format)
{
    const fusor_format_info *info = fusor_format_get_info(format);
    return info ? info->name : NULL;
}

static void write_shape(json_out *out, const fusor_plan *plan, const fusor_plan_resource *resource)
{
    json_out_key_word(out, "type", &json_words_image_type, resource->type);
    json_out_key_u64(out, "mips", resource->mips);
    json_out_key_u64(out, "layers", resource->layers);
    json_out_key_u64(out, "samples", resource->samples);
    json_out_key_array(out, "view_formats", false);
    for (uint32_t i = 0; i < resource->view_formats.count; i++) {
        json_out_string(out, format_name(plan->format_list[resource->view_formats.first + i]));
    }
    json_out_close(out);
}

/* What a history or persistent image starts as: said where one can, or where it is not zero. */
static void write_start(json_out *out, const fusor_plan_resource *resource)
{
    bool starts = resource->is_image && (resource->lifetime == FUSOR_LIFETIME_HISTORY ||
                                         resource->lifetime == FUSOR_LIFETIME_PERSISTENT);
    bool zero = !json_has_clear(resource->clear) && !json_is_set(resource->clear_depth) &&
                resource->clear_stencil == 0;
    if (starts || !zero) {
        json_out_key_doubles(out, "clear", resource->clear, 4);
        json_out_key(out, "clear_depth");
        json_out_double(out, resource->clear_depth);
        json_out_key_u64(out, "clear_stencil", resource->clear_stencil);
    }
}

static void write_resource(json_out *out, const fusor_plan *plan,
                           const fusor_plan_resource *resource)
{
    json_out_object(out, false);
    json_out_key_string(out, "name", resource->name);
    json_out_key_word(out, "kind", &json_words_lifetime, resource->lifetime);
    if (resource->is_image) {
        json_out_key_string(out, "format", format_name(resource->format));
        json_out_key_numbers(out, "extent", resource->extent, 3);
    } else {
        json_out_key_string(out, "format", NULL);
        json_out_key_string(out, "extent", NULL);
    }
    json_out_key_u64(out, "bytes", resource->bytes);
    write_usage(out, resource);
    json_out_key_string(out, "first", json_pass_name(plan, resource->first));
    json_out_key_string(out, "last", json_pass_name(plan, resource->last));
    json_out_key_bool(out, "group_local", resource->group_local);
    json_out_key_index(out, "alias_set", resource->alias_set);
    write_placements(out, plan, resource);
    json_out_key_bool(out, "memoryless", resource->memoryless);
    json_out_key_bool(out, "output", resource->output);
    if (resource->is_image) {
        write_shape(out, plan, resource);
    }
    json_out_key_string(out, "host", json_words_of(&json_words_host, resource->host));
    write_start(out, resource);
    json_out_close(out);
}

void json_write_resources(json_out *out, const fusor_plan *plan)
{
    json_out_key_array(out, "resources", true);
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        write_resource(out, plan, &plan->resources[i]);
    }
    json_out_close(out);
}

/* --------------------------------------------------------------------------- between two frames */

static void write_exit(json_out *out, const fusor_plan *plan, const fusor_plan_exit *at_end)
{
    const fusor_plan_resource *resource = &plan->resources[at_end->resource];
    json_out_object(out, false);
    json_out_key_string(out, "resource", resource->name);
    json_write_scope(out, "exit", plan, &at_end->scope, resource->is_image);
    json_out_key_u64(out, "previous", at_end->previous);
    json_write_region(out, &at_end->region, resource->is_image);
    json_out_key_object(out, "write", false);
    json_write_stage_bits(out, "stages", at_end->write_stages);
    json_write_access_bits(out, "access", at_end->write_access);
    json_out_close(out);
    json_out_close(out);
}

static void write_exits(json_out *out, const fusor_plan *plan)
{
    json_out_key_array(out, "pools", true);
    for (uint32_t i = 0; i < plan->pool_count; i++) {
        json_out_object(out, false);
        json_out_key_u64(out, "pool", i);
        json_write_scope(out, "exit", plan, &plan->pools[i].exit, false);
        json_out_close(out);
    }
    json_out_close(out);
    json_out_key_array(out, "persistent", true);
    for (uint32_t i = 0; i < plan->exit_count; i++) {
        write_exit(out, plan, &plan->exits[i]);
    }
    json_out_close(out);
}

/* Where the first accesses in the frame wait: a semaphore of an acquired image may wait there. */
fusor_stages json_acquire_stages(const fusor_plan_barrier *barriers, uint32_t count,
                                 uint32_t resource)
{
    fusor_stages stages = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool first = barriers[i].entry || barriers[i].why == FUSOR_WHY_ACQUIRE;
        stages |= first && barriers[i].resource == resource ? barriers[i].dst.stages : 0;
    }
    return stages;
}

void json_write_frame(json_out *out, const fusor_plan *plan)
{
    json_out_key_object(out, "frame", true);
    write_exits(out, plan);
    json_out_key_object(out, "acquire_stages", false);
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        const fusor_plan_resource *resource = &plan->resources[i];
        if (resource->is_image && resource->lifetime == FUSOR_LIFETIME_IMPORTED) {
            fusor_stages stages = json_acquire_stages(plan->barriers, plan->barrier_count, i);
            if (stages) {
                json_write_stage_bits(out, resource->name, stages);
            }
        }
    }
    json_out_close(out);
    json_out_close(out);
}
