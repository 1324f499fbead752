/* In: a graph and what it is compiled for. Out: an entry with its plan.
 * Promise: the entry points into nothing of the caller's; the plan is the one that a new compile would make;
 * a failure leaves nothing behind. */
#include "cache/cache.h"

static void count_stages(fusor_cache *cache, const fusor_compiled *compiled)
{
    if (!compiled)
        return;
    cache->counts.ran_check += (compiled->ran & COMPILE_CHECK) != 0;
    cache->counts.ran_depend += (compiled->ran & COMPILE_DEPEND) != 0;
    cache->counts.ran_fuse += (compiled->ran & COMPILE_FUSE) != 0;
}

static void take_over(cache_entry *entry, cache_entry *donor)
{
    entry->compiled = donor->compiled;
    entry->placed = donor->placed;
    donor->compiled = NULL;
    donor->placed = (compile_placed){0};
}

static fusor_result compile_entry(fusor_cache *cache, cache_entry *entry, cache_entry *donor)
{
    fusor_result result;
    if (donor) {
        take_over(entry, donor);
        cache->counts.resumed++;
        result = compile_update(entry->compiled, entry->graph);
    } else {
        result = fusor_compile(entry->graph, &entry->setting->device, &entry->setting->policy,
                               &entry->compiled);
    }
    count_stages(cache, entry->compiled);
    if (result != FUSOR_OK || !(entry->compiled->ran & (COMPILE_DEPEND | COMPILE_FUSE)))
        return result;
    compile_placed_finish(&entry->placed);
    cache->counts.ran_place++;
    return compile_place(entry->compiled, &entry->setting->place, &entry->placed);
}

static fusor_result make_plan(fusor_cache *cache, cache_entry *entry, cache_entry *donor,
                              fusor_plan **failed)
{
    fusor_result result = compile_entry(cache, entry, donor);
    if (result == FUSOR_ERROR_INVALID_GRAPH) {
        *failed = compile_explain(entry->compiled);
        return *failed ? result : FUSOR_ERROR_OUT_OF_MEMORY;
    }
    if (result != FUSOR_OK && result != FUSOR_ERROR_PLACEMENT)
        return result;
    cache->counts.ran_sync += result == FUSOR_OK;
    return compile_freeze(entry->compiled, &entry->placed,
                          result == FUSOR_OK ? &entry->plan : failed);
}

/* The graph's identity, or a new one for both. */
static fusor_result identify(fusor_cache *cache, cache_entry *entry, fusor_graph *graph)
{
    entry->identity = graph_hold(graph_identity_of(graph));
    if (entry->identity)
        return FUSOR_OK;
    entry->identity = graph_identity_create(&cache->allocator);
    if (!entry->identity)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    graph_identify(graph, entry->identity);
    return FUSOR_OK;
}

fusor_result cache_entry_create(fusor_cache *cache, const cache_order *order, cache_entry **out,
                                fusor_plan **failed)
{
    *out = NULL;
    *failed = NULL;
    cache_entry *entry = base_allocate(&cache->allocator, sizeof *entry);
    if (!entry)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    entry->setting = order->setting;
    entry->setting->entry_count++;
    fusor_result result = graph_clone(order->graph, &cache->allocator, &entry->graph);
    if (result == FUSOR_OK) {
        entry->graph->log = order->graph->log;
        result = make_plan(cache, entry, order->donor, failed);
        entry->graph->log = (fusor_log){NULL, NULL};
    }
    if (result == FUSOR_OK)
        result = identify(cache, entry, order->graph);
    if (result == FUSOR_OK)
        *out = entry;
    else
        cache_entry_destroy(cache, entry);
    return result;
}

void cache_entry_drop_compiled(cache_entry *entry)
{
    compile_placed_finish(&entry->placed);
    fusor_compiled_destroy(entry->compiled);
    entry->compiled = NULL;
}

void cache_entry_destroy(fusor_cache *cache, cache_entry *entry)
{
    cache_entry_drop_compiled(entry);
    fusor_plan_destroy(entry->plan);
    graph_release(entry->identity);
    fusor_graph_destroy(entry->graph);
    entry->setting->entry_count--;
    base_free(&cache->allocator, entry, sizeof *entry);
}

uint64_t cache_entry_bytes(const cache_entry *entry)
{
    const plan_box *box = (const plan_box *)entry->plan;
    uint64_t bytes = sizeof *entry + graph_bytes(entry->graph) + sizeof *box +
                     box->arena.total_bytes + entry->placed.arena.total_bytes;
    return bytes + (entry->compiled ? sizeof *entry->compiled + compile_bytes(entry->compiled) : 0);
}
