/* What the oracle's files share: the declaration cut in cells, uses, and the memory model. */
#ifndef ORACLE_CORE_H
#define ORACLE_CORE_H

#include "core/oracle.h"

/* A growing array; the test process ends when memory does. */
#define ORACLE_VEC(type)                                                                           \
    struct {                                                                                       \
        type *data;                                                                                \
        uint32_t count, room;                                                                      \
    }
void *oracle_grow(void *data, uint32_t count, uint32_t *room, size_t size);
#define ORACLE_PUSH(vec)                                                                           \
    ((vec)->data = oracle_grow((vec)->data, (vec)->count, &(vec)->room, sizeof *(vec)->data),      \
     &(vec)->data[(vec)->count++])

typedef struct oracle_resource {
    const char *name;
    bool is_image;
    const fusor_image_desc *image;
    const fusor_buffer_desc *buffer;
    fusor_lifetime lifetime;
    fusor_host_access host;
    bool host_shared, output;
    const fusor_import *import;
    fusor_aspects aspects;
    uint32_t mips, layers, slots;
    uint64_t *bounds; /* buffers: boundaries of byte segments */
    uint32_t bound_count;
    uint32_t cells_a_slot, first_cell;
    uint32_t plan_index; /* FUSOR_NONE: the plan does not use it */
} oracle_resource;

/* One subresource aspect of an image, or one byte segment of a buffer, of one slot. */
typedef struct oracle_cell {
    uint32_t resource, slot;
    fusor_aspects aspect;
    uint32_t mip, layer;
    uint64_t begin, end;
} oracle_cell;

typedef struct oracle_use {
    uint32_t pass, resource, previous;
    fusor_use_kind as;
    uint32_t slot;
    bool attachment, reads, writes, overwrites, concurrent, clears, unused;
    fusor_stages stages;
    fusor_access access;
    fusor_aspects aspects;
    fusor_range mips, layers;
    fusor_byte_range bytes;
    fusor_load load;
    bool read_only;
    uint64_t clear; /* the version that its clear makes */
    fusor_layout raw_layout, raw_after;
    uint32_t resolve_of;        /* index of the use that is resolved, FUSOR_NONE */
    ORACLE_VEC(uint32_t) cells; /* of slot 0 */
    uint64_t *seen;             /* by frame, then cell: versions that the declared order reads */
} oracle_use;

/* One access that later ones may have to wait for. */
typedef struct oracle_record {
    uint32_t cell, event, subpass, pass, frame;
    fusor_stages stage; /* one bit, 0 for a layout transition */
    fusor_access access;
    bool write, concurrent, attachment, op, available;
    bool fresh;           /* made by the dependencies that are being applied */
    fusor_stages exec;    /* stages of a later dependency's source that continue the chain */
    fusor_stages behind;  /* stages of any later command that are ordered behind it */
    uint32_t local_event; /* a subpass dependency orders the subpass that it leads to, no more */
    fusor_stages local_behind[32];
    fusor_access visible[36]; /* by stage bit: accesses that see it */
} oracle_record;

typedef struct oracle_model oracle_model;

typedef struct oracle_state {
    const fusor_graph *graph;
    const oracle_model *model;
    void *memory;                   /* of a model that keeps more than records */
    const fusor_plan *const *plans; /* by frame; the last is repeated */
    uint32_t plan_count;
    const fusor_plan *plan; /* of the frame */
    oracle_options options;
    oracle_verdict verdict;
    oracle_resource *resources;
    uint32_t resource_count, image_count;
    ORACLE_VEC(oracle_cell) cells;
    ORACLE_VEC(oracle_use) uses;
    uint32_t *pass_first; /* uses of pass p: pass_first[p] … pass_first[p + 1] */
    uint32_t frame_count;
    uint64_t *ends; /* by frame, then cell: versions at the end in declared order */
    /* by cell */
    uint64_t *version, *tile;
    uint8_t *in_tile, *layout_known, *written;
    fusor_layout *layout;
    ORACLE_VEC(uint32_t) * overlaps; /* by resource × slot instance: overlapping instances */
    uint32_t *instance_first;        /* by resource */
    ORACLE_VEC(oracle_record) records;
    uint32_t event, frame;
} oracle_state;

void oracle_fault(oracle_state *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *oracle_pass_name(const oracle_state *s, uint32_t pass);
/* "image \"x\" mip 1 layer 0", in a buffer of one of four turns. */
const char *oracle_cell_name(const oracle_state *s, uint32_t cell);

/* oracle_cuts.c */
void oracle_cut_buffers(oracle_state *s);

/* oracle_declare.c */
void oracle_read_declaration(oracle_state *s);
void oracle_cells_of(const oracle_state *s, uint32_t resource, fusor_aspects aspects,
                     fusor_range mips, fusor_range layers, fusor_byte_range bytes, oracle_use *out);
uint64_t oracle_mix(uint64_t a, uint64_t b);
uint64_t oracle_clear_version(const double color[4]);
uint32_t oracle_slot_cell(const oracle_state *s, uint32_t cell0, uint32_t previous);
/* The version that a use leaves behind. */
uint64_t oracle_written(const oracle_state *s, const oracle_use *use, uint64_t before);
void oracle_start_versions(oracle_state *s);
void oracle_run_declared(oracle_state *s);

/* What the replay asks a memory model. */
typedef struct oracle_access {
    uint32_t cell, event, subpass, pass;
    fusor_stages stages;
    fusor_access access;
    bool write, concurrent, attachment, op;
    bool caller; /* behind the frame: he orders himself, his accesses before it have event 0 */
} oracle_access;
typedef struct oracle_dependency {
    fusor_scope src, dst;
    const uint32_t *cells; /* of its region; NULL: all memory */
    uint32_t cell_count;
    bool global; /* a memory barrier: about all accesses, whichever resource it names */
    uint32_t event, from_subpass,
        to_subpass; /* by region: only records of this event; FUSOR_NONE: a barrier */
} oracle_dependency;
struct oracle_model {
    /* A fault where something earlier is not ordered before it, or not seen. */
    void (*access)(oracle_state *s, const oracle_access *access, const char *what);
    /* The dependencies of one call, or those that lead into a subpass. */
    void (*apply)(oracle_state *s, const oracle_dependency *dependencies, uint32_t count);
    /* A layout transition of a cell under the union of some dependencies, before they apply. */
    void (*transition)(oracle_state *s, uint32_t cell, const oracle_dependency *dependencies,
                       uint32_t count, const char *what);
    /* All that was done to a cell has been waited for. */
    void (*forget)(oracle_state *s, uint32_t cell);
    /* What the caller did to a cell, in all of some stages; and whom he has shown its contents. */
    void (*came)(oracle_state *s, uint32_t cell, fusor_stages stages, fusor_access access,
                 bool write);
    void (*shown)(oracle_state *s, uint32_t cell, fusor_stages stages, fusor_access access);
    /* A fault where a scope, as a source, does not cover what was done to a cell. */
    void (*leave)(oracle_state *s, uint32_t cell, const fusor_scope *scope, const char *what);
    void (*end_frame)(oracle_state *s); /* the host's reads are done when the frame's fence is */
};

/* oracle_memory.c */
extern const oracle_model oracle_records; /* what is ordered behind each access, kept up to date */
bool oracle_instances_overlap(const oracle_state *s, uint32_t a, uint32_t b);
/* Where a cell of a placed resource lies in its pool; an image's anywhere in the image. */
void oracle_cell_bytes(const oracle_state *s, uint32_t cell, uint64_t *begin, uint64_t *end);
bool oracle_cells_overlap(const oracle_state *s, uint32_t a, uint32_t b);
void oracle_find_overlaps(oracle_state *s);

/* oracle_replay.c */
void oracle_replay(oracle_state *s);

/* oracle.c: with another memory model, which finds its state in `memory`. */
oracle_verdict oracle_check_with(const fusor_graph *graph, const fusor_plan *plan,
                                 const oracle_options *options, const oracle_model *model,
                                 void *memory);

#endif
