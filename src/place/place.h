/* Where transient resources lie: pools, offsets, and who follows whom on the same bytes. */
#ifndef PLACE_H
#define PLACE_H

#include "life/life.h"

/* One instance of a resource that needs bytes. */
typedef struct place_item {
    uint32_t resource, slot;
    uint32_t rank; /* by first use, then slot */
    fusor_requirements requirements;
    uint32_t types; /* memory types that fit its wishes, of the requirement's bits */
    bool kept;      /* persistent and history: alive in every frame */
    uint32_t first_step, last_step;
    uint32_t until; /* last_step; FUSOR_NONE: nobody may have its bytes afterwards */
    uint32_t settled,
        freed; /* steps below `settled` come before all its uses, steps from `freed` on
                                after all */
    uint32_t first_level, last_level; /* how far down the frame; until: as above */
    uint32_t pool;
    uint64_t offset;
    fusor_slice first_steps,
        last_steps;      /* place->steps: uses that no other use of it comes before, or after */
    fusor_slice follows; /* place->items: in this frame, on the same bytes, directly before it */
    fusor_slice wraps; /* place->items: last on these bytes in an equal frame before (itself too) */
    bool fully_followed; /* its followers-of cover all its bytes */
} place_item;

typedef struct place_pool {
    uint32_t types, memory_type;
    bool optimal, kept, dedicated;
    uint64_t alignment, placed, lower_bound, sum;
    fusor_slice by_size, by_time; /* its items, in lists of the packer; those that went on too */
} place_pool;

typedef struct place_result {
    BASE_VEC(place_item) items;
    BASE_VEC(place_pool) pools;
    BASE_VEC(uint32_t) steps;
    BASE_VEC(uint32_t) item_list;
    uint32_t
        *first_item; /* by resource: its items are first_item … + slots; FUSOR_NONE: not placed */
    uint32_t *alias_set; /* by resource, FUSOR_NONE */
    uint64_t memoryless_bytes;
} place_result;

typedef struct place_input {
    const life_input *in;
    const life_result *life;
    fusor_alias_policy policy;
    fusor_place_desc desc;
} place_input;

/* FUSOR_ERROR_PLACEMENT with a diagnostic when requirements are impossible. */
fusor_result place_resources(const place_input *input, base_diags *diags, place_result *out);

/* Steps of the above. */
fusor_result place_ask(const place_input *input, base_diags *diags, place_result *out);
fusor_result place_pack(const place_input *input, base_diags *diags, place_result *out);
fusor_result place_link(const place_input *input, base_arena *arena, place_result *out);
/* Every use of a comes before every use of b, by the policy in force. */
bool place_precedes(const place_input *input, const place_result *place, const place_item *a,
                    const place_item *b);

/* Indices of items by pool: those of pool p are items[first[p] … first[p + 1]), in the order given. */
typedef struct place_lists {
    uint32_t *first, *items;
} place_lists;
/* `order`: all items, as they shall follow in each list; NULL: as they are. */
bool place_list_pools(const place_result *place, base_arena *arena, const uint32_t *order,
                      place_lists *out);

static inline uint64_t place_end(const place_item *item)
{
    return item->offset + item->requirements.size_bytes;
}

static inline bool place_overlap(const place_item *a, const place_item *b)
{
    return a->pool == b->pool && a->offset < place_end(b) && b->offset < place_end(a);
}

#endif
