/* Barriers, layouts, hand-overs of memory, and the scopes with which a frame begins and ends. */
#ifndef SYNC_H
#define SYNC_H

#include "place/place.h"
#include "sync/sync_sets.h"

/* The accesses of one cell that need no barrier between them: one writer, some readers in one layout,
 * or some concurrent writers. */
typedef struct sync_epoch {
    uint32_t first_step;
    life_scope first, last; /* as destination, as source (writes only in the access) */
    bool reads, writes, concurrent, live_in;
    fusor_layout first_layout, last_layout;
    uint32_t passes; /* set */
} sync_epoch;

/* One dependency of one cell, before cells are joined to regions. */
typedef struct sync_record {
    uint32_t resource, previous,
        cell;      /* cell: joined index inside the slot; FUSOR_NONE: all bytes */
    uint32_t step; /* before it; step_count: at the end */
    life_scope src, dst;
    fusor_layout old_layout, new_layout;
    uint32_t src_passes, dst_passes, replaces; /* sets */
    fusor_why why;
    bool entry;
} sync_record;

typedef struct sync_exit {
    uint32_t resource, previous, cell;
    life_scope scope;
    fusor_layout layout;
    bool writes;
} sync_exit;

typedef struct sync_barrier {
    sync_record record;
    fusor_region region;
} sync_barrier;

typedef struct sync_exit_region {
    sync_exit exit;
    fusor_region region;
} sync_exit_region;

typedef struct sync_result {
    sync_sets pass_sets;     /* declared pass indices */
    sync_sets resource_sets; /* ranks of resources: sorted by first use, whoever came first */
    BASE_VEC(sync_epoch) epochs;
    uint32_t *cell_epochs;          /* CSR by joined cell, joined_count + 1 */
    life_scope *resource_exit;      /* by resource: OR over its cells' last epochs */
    uint32_t *resource_exit_passes; /* sets */
    BASE_VEC(sync_record) records;
    BASE_VEC(sync_exit) exits;
    BASE_VEC(sync_barrier) barriers; /* by step, then in the order of resources' first use */
    BASE_VEC(sync_exit_region) exit_regions;
} sync_result;

typedef struct sync_input {
    const life_input *in;
    const life_result *life;
    const place_result *place;
} sync_input;

fusor_result sync_build(const sync_input *input, base_arena *arena, sync_result *out);

#define SYNC_WRITES                                                                                \
    (FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE | FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE |           \
     FUSOR_ACCESS_TRANSFER_WRITE | FUSOR_ACCESS_HOST_WRITE | FUSOR_ACCESS_MEMORY_WRITE |           \
     FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE | FUSOR_ACCESS_SHADER_STORAGE_WRITE)

/* Steps of the above, in order. */
bool sync_find_epochs(const sync_input *input, base_arena *arena, sync_result *out);
void sync_inherit(const sync_input *input, sync_result *out);
bool sync_add_inner(const sync_input *input, base_arena *arena, sync_result *out);
bool sync_add_entries(const sync_input *input, base_arena *arena, sync_result *out);
bool sync_add_ends(const sync_input *input, base_arena *arena, sync_result *out);
bool sync_join_records(const sync_input *input, base_arena *arena, sync_result *out);

/* The barrier between two epochs of a cell; false when none is needed. */
bool sync_between(const sync_epoch *from, const sync_epoch *to, sync_record *out);
/* One instance that several frames in flight write: nobody's fence parts them. */
static inline bool sync_is_shared(const graph_resource *r)
{
    return r->host == FUSOR_HOST_READ && r->host_shared;
}

/* Whether who names `all` names `some`. Who names all commands may mean any of them (an import without
 * stages, a raw pass): only all of them are covered. */
static inline bool sync_has_stages(fusor_stages all, fusor_stages some)
{
    if (all & FUSOR_STAGE_ALL_TRANSFER)
        all |= FUSOR_STAGE_COPY | FUSOR_STAGE_BLIT | FUSOR_STAGE_RESOLVE | FUSOR_STAGE_CLEAR;
    return !(some & ~all);
}

/* Readers that go on in the layout that readers left need nothing where those could see it all. */
bool sync_continues(const sync_epoch *from, const sync_epoch *to);
/* The state of a kept slot at the start of an equal frame: as `previous` - 1 left it, or further back
 * where a frame did not touch it, with readers of frames before that nothing has waited for. False:
 * no frame touches it. */
bool sync_kept_before(const sync_input *input, const sync_result *out, uint32_t resource,
                      uint32_t previous, uint32_t cell, sync_epoch *from);
/* What a caller's state of an import means, as an epoch outside the frame. */
sync_epoch sync_import_epoch(const graph_resource *resource, const fusor_import_state *state);
/* The accesses to which the caller has shown, in the state's stages, what is in it. */
fusor_access sync_import_shown(const fusor_import_state *state);

#endif
