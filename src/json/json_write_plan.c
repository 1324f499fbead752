/* In: a plan. Out: its document, keys in FORMAT.md's order, then what was added to the format.
 * O(plan), but acquire stages: imported images × barriers. */
#include "json_write_plan.h"

#include <inttypes.h>
#include <stdio.h>

#define VERSION 1u

static void write_head(json_out *out, const fusor_plan *plan)
{
    char hash[17];
    snprintf(hash, sizeof(hash), "%016" PRIx64, plan->hash);
    json_out_key_u64(out, "fusor_plan", VERSION);
    json_out_key_string(out, "graph", plan->graph_name);
    json_out_key_string(out, "device", plan->device_name);
    json_out_key_object(out, "policy", false);
    json_out_key_string(out, "fuse", fusor_fuse_word(plan->policy.fuse));
    json_out_key_string(out, "alias", fusor_alias_word(plan->policy.alias));
    json_out_key_string(out, "pack", fusor_pack_word(plan->policy.pack));
    json_out_key_string(out, "order", fusor_order_word(plan->policy.order));
    json_out_close(out);
    json_out_key_string(out, "hash", hash);
}

static void write_order(json_out *out, const fusor_plan *plan)
{
    json_out_key_array(out, "order", false);
    for (uint32_t i = 0; i < plan->order_count; i++) {
        json_out_string(out, json_pass_name(plan, plan->order[i]));
    }
    json_out_close(out);
    json_out_key_array(out, "culled", true);
    for (uint32_t i = 0; i < plan->pass_count; i++) {
        if (plan->passes[i].culled != FUSOR_CULL_NOT_CULLED) {
            json_out_object(out, false);
            json_out_key_string(out, "pass", plan->passes[i].name);
            json_out_key_string(out, "reason", fusor_cull_word(plan->passes[i].culled));
            json_out_close(out);
        }
    }
    json_out_close(out);
}

static void write_breaks(json_out *out, const fusor_plan *plan)
{
    json_out_key_array(out, "breaks", true);
    for (uint32_t i = 0; i < plan->break_count; i++) {
        const fusor_plan_break *b = &plan->breaks[i];
        json_out_object(out, false);
        json_out_key_string(out, "before", json_pass_name(plan, b->before));
        json_out_key_string(out, "after", json_pass_name(plan, b->after));
        json_out_key_array(out, "reasons", false);
        for (uint32_t bit = 0; bit < FUSOR_BREAK_COUNT; bit++) {
            if (b->reasons & (1u << bit)) {
                json_out_string(out, fusor_break_word(1u << bit));
            }
        }
        json_out_close(out);
        json_out_key_string(out, "resource", json_resource_name(plan, b->resource));
        json_out_key_string(out, "text", b->text);
        json_out_close(out);
    }
    json_out_close(out);
}

static const char *barrier_kind(fusor_barrier_kind kind)
{
    static const char *const words[] = {"image", "buffer", "memory"};
    return words[kind];
}

static void write_barrier(json_out *out, const fusor_plan *plan, const fusor_plan_barrier *barrier)
{
    const fusor_plan_resource *resource = &plan->resources[barrier->resource];
    bool at_end = barrier->before == FUSOR_NONE;
    json_out_object(out, false);
    json_out_key_string(out, "before", at_end ? "end" : json_pass_name(plan, barrier->before));
    json_out_key_u64(out, "call", barrier->call);
    json_out_key_string(out, "kind", barrier_kind(barrier->kind));
    json_out_key_string(out, "resource", resource->name);
    json_write_region(out, &barrier->region, resource->is_image);
    json_out_key_string(out, "queues", NULL);
    json_write_scope(out, "src", plan, &barrier->src, barrier->has_layout);
    json_write_scope(out, "dst", plan, &barrier->dst, barrier->has_layout);
    json_out_key_string(out, "why", fusor_why_word(barrier->why));
    json_write_resource_list(out, "replaces", plan, barrier->replaces);
    json_out_key_u64(out, "previous", barrier->previous);
    json_out_key_bool(out, "entry", barrier->entry);
    if (at_end && fusor_plan_find_pass(plan, "end") != FUSOR_NONE) {
        json_out_key_bool(out, "at_end", true); /* not before the pass of that name */
    }
    json_out_close(out);
}

static void write_barriers(json_out *out, const fusor_plan *plan)
{
    json_out_key_array(out, "barriers", true);
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        write_barrier(out, plan, &plan->barriers[i]);
    }
    json_out_close(out);
}

static void write_memory(json_out *out, const fusor_plan *plan)
{
    json_out_key_object(out, "memory", true);
    json_out_key_u64(out, "sum", plan->memory_sum);
    json_out_key_u64(out, "placed", plan->memory_placed);
    json_out_key_u64(out, "lower_bound", plan->memory_lower_bound);
    json_out_key_u64(out, "memoryless", plan->memoryless_bytes);
    json_out_key_array(out, "pools", true);
    for (uint32_t i = 0; i < plan->pool_count; i++) {
        const fusor_plan_pool *pool = &plan->pools[i];
        json_out_object(out, false);
        json_out_key_u64(out, "pool", i);
        json_out_key_string(out, "class", pool->optimal ? "optimal" : "linear");
        json_out_key_u64(out, "placed", pool->placed_bytes);
        json_out_key_u64(out, "lower_bound", pool->lower_bound_bytes);
        json_out_key_u64(out, "sum", pool->sum_bytes);
        json_out_key_u64(out, "alignment", pool->alignment);
        json_out_key_u64(out, "memory_type", pool->memory_type);
        json_out_key_bool(out, "dedicated", pool->dedicated);
        json_out_key_bool(out, "lazy", pool->lazy);
        json_out_key_bool(out, "host_visible", pool->host_visible);
        json_out_close(out);
    }
    json_out_close(out);
    json_out_close(out);
}

static void write_sums(json_out *out, const fusor_plan *plan)
{
    const fusor_traffic *traffic = &plan->traffic;
    const fusor_plan_counts *counts = &plan->counts;
    json_out_key_object(out, "traffic", false);
    json_out_key_u64(out, "load_bytes", traffic->load_bytes);
    json_out_key_u64(out, "store_bytes", traffic->store_bytes);
    json_out_key_u64(out, "unfused_load_bytes", traffic->unfused_load_bytes);
    json_out_key_u64(out, "unfused_store_bytes", traffic->unfused_store_bytes);
    json_out_key_u64(out, "floor_bytes", traffic->floor_bytes);
    json_out_close(out);
    json_out_key_object(out, "counts", false);
    json_out_key_u64(out, "passes", counts->passes);
    json_out_key_u64(out, "render_passes", counts->render_passes);
    json_out_key_u64(out, "unfused_render_passes", counts->unfused_render_passes);
    json_out_key_u64(out, "barrier_calls", counts->barrier_calls);
    json_out_key_u64(out, "barriers", counts->barriers);
    json_out_close(out);
}

fusor_result fusor_json_write_plan(const fusor_plan *plan, char **text)
{
    json_out out = {0};
    json_out_object(&out, true);
    write_head(&out, plan);
    write_order(&out, plan);
    json_write_groups(&out, plan);
    write_breaks(&out, plan);
    json_write_resources(&out, plan);
    write_barriers(&out, plan);
    json_write_frame(&out, plan);
    write_memory(&out, plan);
    write_sums(&out, plan);
    json_write_diagnostics(&out, plan->diagnostics, plan->diagnostic_count);
    json_out_key_numbers(&out, "render_size", plan->render_size, 2);
    json_out_key_numbers(&out, "output_size", plan->output_size, 2);
    json_write_plan_passes(&out, plan);
    json_out_close(&out);
    return json_out_finish(&out, text);
}
