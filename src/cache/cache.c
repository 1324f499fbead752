/* In: graphs, as they are declared each frame. Out: their plans, made once.
 * Promise: a plan comes back only for a description that compared equal; what is held stays within the
 * bounds when a call returns; a failed call leaves what was there. O(plans) to find one, O(description) to
 * compare it where the graph is not the one of before. */
#include "cache/cache.h"

/* 0 makes all descriptions collide: what tests compile this with. */
#ifndef CACHE_HASH_MASK
#define CACHE_HASH_MASK UINT64_MAX
#endif
enum { PLAN_COUNT_DEFAULT = 16 };

fusor_result fusor_cache_create(const fusor_cache_desc *desc, fusor_cache **out)
{
    static const fusor_cache_desc DEFAULTS = {0};
    if (!out)
        return FUSOR_ERROR_INVALID_ARGUMENT;
    desc = desc ? desc : &DEFAULTS;
    *out = base_allocate(&desc->allocator, sizeof **out);
    if (!*out)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    (*out)->allocator = desc->allocator;
    (*out)->plan_max = desc->plan_count ? desc->plan_count : PLAN_COUNT_DEFAULT;
    (*out)->bytes_max = desc->size_bytes ? desc->size_bytes : UINT64_MAX;
    return FUSOR_OK;
}

/* ------------------------------------------------------------------------------------- settings */

static cache_setting *find_setting(const fusor_cache *cache, const fusor_cache_request *request)
{
    fusor_policy policy = compile_policy_of(request->policy);
    fusor_place_desc place = request->place ? *request->place : (fusor_place_desc){NULL, NULL};
    for (cache_setting *s = cache->settings; s; s = s->next)
        if (memcmp(&s->policy, &policy, sizeof policy) == 0 &&
            s->place.requirements_fn == place.requirements_fn && s->place.user == place.user &&
            compile_same_device(&s->device, request->device))
            return s;
    return NULL;
}

static cache_setting *add_setting(fusor_cache *cache, const fusor_cache_request *request)
{
    cache_setting *setting = base_allocate(&cache->allocator, sizeof *setting);
    if (!setting)
        return NULL;
    base_arena_init(&setting->arena, &cache->allocator);
    setting->policy = compile_policy_of(request->policy);
    setting->place = request->place ? *request->place : (fusor_place_desc){NULL, NULL};
    if (!compile_copy_device(request->device, &setting->arena, &setting->device)) {
        base_arena_finish(&setting->arena);
        base_free(&cache->allocator, setting, sizeof *setting);
        return NULL;
    }
    setting->next = cache->settings;
    return cache->settings = setting;
}

static void drop_unused_settings(fusor_cache *cache)
{
    cache_setting **link = &cache->settings;
    while (*link) {
        cache_setting *setting = *link;
        if (setting->entry_count) {
            link = &setting->next;
            continue;
        }
        *link = setting->next;
        base_arena_finish(&setting->arena);
        base_free(&cache->allocator, setting, sizeof *setting);
    }
}

/* -------------------------------------------------------------------------------------- finding */

/* Of an add call that failed nothing is in the description: no entry can say what is wrong. */
static bool has_failed_calls(const fusor_graph *graph)
{
    return graph->diags.list.count || graph->diags.out_of_memory;
}

static cache_entry *find_known(fusor_cache *cache, const fusor_graph *graph,
                               const cache_setting *setting)
{
    const graph_identity *identity = graph_identity_of(graph);
    for (cache_entry *e = identity ? cache->newest : NULL; e; e = e->older)
        if (e->identity == identity && e->setting == setting) {
            cache->counts.unchanged++;
            return e;
        }
    return NULL;
}

static graph_difference compare(fusor_cache *cache, const cache_entry *entry,
                                const fusor_graph *graph)
{
    cache->counts.compared++;
    return graph_compare(entry->graph, graph);
}

/* The graph and all entries that shared its identity get the entry's: they all declare the same. */
static void join_identities(fusor_cache *cache, fusor_graph *graph, const cache_entry *entry)
{
    graph_identity *known = graph_identity_of(graph);
    for (cache_entry *e = known ? cache->newest : NULL; e; e = e->older) {
        if (e->identity != known)
            continue;
        e->identity = graph_hold(entry->identity);
        graph_release(known);
    }
    graph_identify(graph, entry->identity);
}

static cache_entry *find_equal(fusor_cache *cache, fusor_graph *graph, const cache_setting *setting)
{
    uint64_t hash = graph_whole_hash(graph) & CACHE_HASH_MASK;
    for (cache_entry *e = cache->newest; e; e = e->older)
        if (e->setting == setting && (graph_whole_hash(e->graph) & CACHE_HASH_MASK) == hash &&
            compare(cache, e, graph) == 0) {
            join_identities(cache, graph, e);
            cache->counts.equal++;
            return e;
        }
    return NULL;
}

static cache_entry *find_entry(fusor_cache *cache, fusor_graph *graph, const cache_setting *setting)
{
    if (has_failed_calls(graph))
        return NULL;
    cache_entry *entry = find_known(cache, graph, setting);
    return entry ? entry : find_equal(cache, graph, setting);
}

/* The newest that differs in nothing but sizes and imports, and that nobody took anything from. */
static cache_entry *find_donor(fusor_cache *cache, const fusor_graph *graph,
                               const cache_setting *setting)
{
    uint64_t hash = graph_structure_hash(graph) & CACHE_HASH_MASK;
    for (cache_entry *e = cache->newest; e; e = e->older)
        if (e->setting == setting && e->compiled &&
            (graph_structure_hash(e->graph) & CACHE_HASH_MASK) == hash &&
            !(compare(cache, e, graph) & GRAPH_DIFFERS_STRUCTURE))
            return e;
    return NULL;
}

/* --------------------------------------------------------------------------------------- bounds */

static void take_out(fusor_cache *cache, const cache_entry *entry)
{
    cache_entry **link = &cache->newest;
    while (*link != entry)
        link = &(*link)->older;
    *link = entry->older;
}

static void put_first(fusor_cache *cache, cache_entry *entry)
{
    entry->older = cache->newest;
    cache->newest = entry;
}

static void measure(fusor_cache *cache)
{
    cache->counts.plan_count = 0;
    cache->counts.size_bytes = 0;
    for (const cache_entry *e = cache->newest; e; e = e->older) {
        cache->counts.plan_count++;
        cache->counts.size_bytes += cache_entry_bytes(e);
    }
    for (const cache_setting *s = cache->settings; s; s = s->next)
        cache->counts.size_bytes += sizeof *s + s->arena.total_bytes;
}

static void evict(fusor_cache *cache, cache_entry *entry)
{
    take_out(cache, entry);
    cache_entry_destroy(cache, entry);
    cache->counts.evicted++;
}

/* Gives up one thing: what is left of old compiles, then old plans, then the same of the newest. */
static void give_up_one(fusor_cache *cache)
{
    cache_entry *oldest = cache->newest, *with_compiled = NULL;
    for (cache_entry *e = cache->newest; e; e = e->older) {
        oldest = e;
        if (e->compiled && e != cache->newest)
            with_compiled = e;
    }
    bool too_large = cache->counts.size_bytes > cache->bytes_max;
    if (too_large && with_compiled)
        cache_entry_drop_compiled(with_compiled);
    else if (too_large && oldest == cache->newest && oldest->compiled)
        cache_entry_drop_compiled(oldest);
    else
        evict(cache, oldest);
}

static void keep_bounds(fusor_cache *cache)
{
    drop_unused_settings(cache);
    measure(cache);
    while (cache->newest && (cache->counts.plan_count > cache->plan_max ||
                             cache->counts.size_bytes > cache->bytes_max)) {
        give_up_one(cache);
        drop_unused_settings(cache);
        measure(cache);
    }
}

void fusor_cache_destroy(fusor_cache *cache)
{
    if (!cache)
        return;
    while (cache->newest)
        evict(cache, cache->newest);
    drop_unused_settings(cache);
    fusor_allocator allocator = cache->allocator;
    base_free(&allocator, cache, sizeof *cache);
}

/* -------------------------------------------------------------------------------------- compile */

static fusor_result compile_new(fusor_cache *cache, fusor_graph *graph, cache_setting *setting,
                                fusor_plan **out)
{
    cache_entry *entry;
    fusor_plan *failed;
    cache_entry *donor = has_failed_calls(graph) ? NULL : find_donor(cache, graph, setting);
    cache_order order = {graph, setting, donor};
    fusor_result result = cache_entry_create(cache, &order, &entry, &failed);
    *out = failed;
    if (entry) {
        *out = plan_hold(entry->plan);
        put_first(cache, entry);
    }
    keep_bounds(cache);
    return result;
}

fusor_result fusor_cache_compile(fusor_cache *cache, fusor_graph *graph,
                                 const fusor_cache_request *request, fusor_plan **out)
{
    static const fusor_cache_request DEFAULTS = {NULL, NULL, NULL};
    if (!cache || !graph || !out)
        return FUSOR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    request = request ? request : &DEFAULTS;
    cache->counts.asked++;
    cache_setting *setting = find_setting(cache, request);
    cache_entry *entry = setting ? find_entry(cache, graph, setting) : NULL;
    if (entry) {
        take_out(cache, entry);
        put_first(cache, entry);
        *out = plan_hold(entry->plan);
        return FUSOR_OK;
    }
    setting = setting ? setting : add_setting(cache, request);
    return setting ? compile_new(cache, graph, setting, out) : FUSOR_ERROR_OUT_OF_MEMORY;
}

void fusor_cache_get_counts(const fusor_cache *cache, fusor_cache_counts *out)
{
    *out = cache->counts;
}
