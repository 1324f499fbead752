/* Plans by what they were made of. */
#ifndef CACHE_H
#define CACHE_H

#include "compile/compile.h"
#include "graph/graph_same.h"

/* What a graph is compiled for. Entries of the cache share it; it goes with the last of them. */
typedef struct cache_setting {
    struct cache_setting *next;
    base_arena arena;
    fusor_device_desc device;
    fusor_policy policy;
    fusor_place_desc place;
    uint32_t entry_count;
} cache_setting;

typedef struct cache_entry {
    struct cache_entry *older;
    cache_setting *setting;
    fusor_graph *graph;       /* what was compiled */
    graph_identity *identity; /* of graphs that were found to declare the same */
    fusor_plan *plan;
    /* What the rooms found out, for one more compile of other sizes. An entry that was made from it has
     * taken it over: then NULL, and `placed` is zero. */
    fusor_compiled *compiled;
    compile_placed placed;
} cache_entry;

struct fusor_cache {
    fusor_allocator allocator;
    uint32_t plan_max;
    uint64_t bytes_max;
    cache_entry *newest; /* by last use */
    cache_setting *settings;
    fusor_cache_counts counts;
};

/* An entry on its own, made of a graph; `donor` NULL: from nothing. What stands of the donor moves over,
 * whatever is returned. On errors `*out` is NULL, and `*failed` a plan with the diagnostics or NULL. */
typedef struct cache_order {
    fusor_graph *graph;
    cache_setting *setting;
    cache_entry *donor;
} cache_order;
fusor_result cache_entry_create(fusor_cache *cache, const cache_order *order, cache_entry **out,
                                fusor_plan **failed);
void cache_entry_destroy(fusor_cache *cache, cache_entry *entry);
void cache_entry_drop_compiled(cache_entry *entry);
uint64_t cache_entry_bytes(const cache_entry *entry);

#endif
