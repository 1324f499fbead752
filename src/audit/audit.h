/* The auditor: a graph, a device and a plan → a proof, or a counterexample.
 *
 * It shares nothing with the rooms that make plans. The declaration is cut into cells (one aspect of
 * some mips and layers, or some bytes, that nobody cuts further), each use into cells; the declared
 * order says what every read must see; then the plan is replayed step by step over several equal frames.
 *
 *   form    → nothing of the plan is used before it is known to be inside the plan's arrays
 *   model   → resources, cells, uses; what reads see in declared order; what must run, in which order
 *   rows    → the plan's descriptions against the declaration
 *   order   → every pass that must run runs once, behind what it depends on
 *   groups  → render passes that Vulkan allows on their path
 *   place   → bytes
 *   replay  → hazards, layouts, contents, ends of frames
 *   totals  → counts
 *
 * Every step returns false when the plan is refuted or memory ran out. */
#ifndef AUDIT_H
#define AUDIT_H

#include "base/base_memory.h"

#define AUDIT_VERTEX_STAGES                                                                        \
    (FUSOR_STAGE_DRAW_INDIRECT | FUSOR_STAGE_VERTEX_INPUT | FUSOR_STAGE_VERTEX_SHADER)
#define AUDIT_PIXEL_STAGES                                                                         \
    (FUSOR_STAGE_FRAGMENT_SHADER | FUSOR_STAGE_FRAGMENT_TESTS | FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT)
#define AUDIT_GRAPHICS_STAGES (AUDIT_VERTEX_STAGES | AUDIT_PIXEL_STAGES)

typedef struct audit_resource {
    const char *name;
    const fusor_image_desc *image; /* NULL: a buffer */
    const fusor_buffer_desc *buffer;
    const fusor_format_info *format;
    const fusor_import *import;
    fusor_lifetime lifetime;
    fusor_host_access host;
    bool host_shared, output;
    fusor_aspects aspects; /* buffers: 1, so that they have one, too */
    uint32_t extent[3], mips, layers, samples, slots;
    uint64_t bytes;
    /* Cells of a slot: aspect × mips [0] × layers or bytes [1]; interval i is cuts[i] … cuts[i + 1]. */
    BASE_VEC(uint64_t) cuts[2];
    uint32_t cell_count, first_cell, first_instance;
    uint32_t row; /* plan->resources, FUSOR_NONE: the plan does not use it */
} audit_resource;

/* Who does something. */
typedef struct audit_actor {
    fusor_audit_actor kind;
    uint32_t pass; /* FUSOR_NONE: none */
    uint32_t frame, step;
} audit_actor;

typedef struct audit_cell {
    uint32_t resource, slot;
    fusor_aspects aspect;
    uint32_t at[2];            /* interval in each cut */
    uint64_t token, tile;      /* contents; 0: undefined. tile: inside a render pass */
    audit_actor writer, loser; /* of the contents; who lost them */
    fusor_layout layout;
    bool layout_known, entered, touched, written; /* the last three: in this frame */
    bool stolen;                                  /* a newcomer has its bytes */
    bool valid;                                   /* something was written, or came from outside */
    bool dead;        /* the render area's part of the tile is undefined */
    uint32_t records; /* 1 + index of the first record */
    uint32_t claimed; /* event of the last write */
} audit_cell;

typedef struct audit_use {
    uint32_t pass, resource, previous, slot;
    fusor_use_kind as;
    bool attachment, reads, writes, overwrites, concurrent, clears, unused;
    bool partial; /* an attachment in a render area that is not all of it */
    bool blind;   /* partial: its pixels' old contents do not matter */
    fusor_load load;
    bool read_only;
    fusor_stages stages;
    fusor_access access;
    fusor_region region;               /* defaults resolved */
    fusor_layout layout, layout_after; /* raw passes that ask for one; else UNDEFINED */
    uint64_t clear;                    /* the contents that its clear makes */
    uint32_t resolves;          /* colour and depth: the use that its resolve is, FUSOR_NONE */
    uint32_t cells, first_seen; /* audit->seen[(first_seen + cell) × frames + frame] */
} audit_use;

/* One operation of a copy pass, declared or by default. */
typedef struct audit_copy {
    fusor_copy_kind kind;
    uint32_t src, dst; /* resources; FUSOR_NONE */
    uint32_t src_previous;
    fusor_region src_region, dst_region;
    const fusor_copy_op_desc *op; /* NULL: by default */
} audit_copy;

/* A pass must come after another one. */
typedef struct audit_edge {
    uint32_t before, after, cell;
    bool manual;
} audit_edge;

/* An instance of a resource: one slot, and where it lies. */
typedef struct audit_instance {
    uint32_t resource, slot;
    const fusor_placement *place; /* NULL: nowhere that could be shared */
    uint32_t spot;                /* audit->spots */
    uint32_t last_event;          /* of any access */
    uint32_t live;                /* records of its cells */
    /* audit->log: the dependencies about its memory, since it has records. */
    BASE_VEC(uint32_t) log;
} audit_instance;

/* Placements by pool and offset. */
typedef struct audit_spot {
    uint32_t pool, instance;
    uint64_t begin, end;
    uint64_t reach; /* the largest end of the pool's spots up to here */
} audit_spot;

/* A dependency that was recorded: those with one `call` take effect at once. */
typedef struct audit_dependency {
    uint32_t call;
    fusor_stages src_before, src, dst, dst_after; /* with logically earlier ones … later ones */
    fusor_access src_access, dst_access;
    uint32_t instance; /* FUSOR_NONE: all memory */
    fusor_region region;
    uint32_t event, from, to; /* event 0: a barrier; else a dependency between subpasses */
    bool by_region;
    bool global; /* a memory barrier: whatever the memory was accessed through */
} audit_dependency;

/* One access in one stage that later ones may have to wait for. */
typedef struct audit_record {
    uint32_t next;  /* 1 + index, 0 */
    uint32_t since; /* dependencies from here on count */
    uint32_t event, subpass;
    audit_actor actor;
    fusor_stages stage; /* one bit; 0: a layout transition */
    fusor_access access;
    bool write, attachment, op, concurrent, input;
    bool available;
    bool taken; /* another resource has the bytes and waited: asked by its own resource alone */
    bool local; /* a transition between subpasses: what follows holds in its subpass only */
    fusor_stages exec, seen_stages;
    fusor_access seen_access;
} audit_record;

/* Stages that a chain of dependencies has reached, and those behind which the write is available. */
typedef struct audit_reach {
    fusor_stages exec, made;
} audit_reach;

typedef struct audit {
    base_arena *arena;
    const fusor_graph *graph;
    const fusor_device_desc *device;
    const fusor_plan *plan;
    fusor_audit_report *report;
    bool out_of_memory, bad_graph, joined_barriers;

    audit_resource *resources;
    uint32_t image_count, resource_count, pass_count, frame_count;
    uint32_t *resource_of; /* by row of the plan */
    BASE_VEC(audit_cell) cells;
    BASE_VEC(audit_use) uses;
    BASE_VEC(audit_copy) copies;
    uint32_t *first_use, *first_copy; /* by pass, pass_count + 1 */
    uint64_t *seen, *ends;            /* ends: by cell × frames */
    BASE_VEC(audit_edge) edges;
    uint8_t *needed;                  /* by pass: must run */
    uint8_t *kept;                    /* by resource: its contents at the end of a frame matter */
    uint8_t *runs;                    /* by pass: the plan runs it */
    uint32_t *position;               /* by pass: in the plan's order */
    uint32_t *step_of;                /* by pass */
    uint32_t *first_step, *last_step; /* by resource; FUSOR_NONE: not used */

    BASE_VEC(audit_instance) instances;
    audit_spot *spots;
    uint32_t spot_count;

    BASE_VEC(audit_dependency) log;
    BASE_VEC(audit_record) records;
    uint32_t free_record;       /* 1 + index */
    audit_reach *subpass_reach; /* scratch of chains: by subpass */
    uint32_t subpass_max;
    uint32_t event, frame, step, call;
} audit;

/* ------------------------------------------------------------------------------ boxes of cells */

typedef struct audit_box {
    const audit_resource *resource;
    fusor_aspects aspects, aspect; /* left, current */
    uint32_t first, low[2], high[2], at[2], plane;
} audit_box;

/* The cells of a region of one slot. The region's borders must be cuts. */
audit_box audit_cells(const audit *a, uint32_t resource, uint32_t slot, const fusor_region *region);
bool audit_next(audit_box *box, uint32_t *cell);
uint32_t audit_slot(const audit *a, uint32_t resource, uint32_t previous);
uint32_t audit_instance_of(const audit *a, uint32_t cell);
/* The same texels or bytes in the next aspect of the resource, back to the first one. */
uint32_t audit_next_aspect(const audit *a, uint32_t cell);
bool audit_region_has(const audit *a, const fusor_region *region, uint32_t cell);
/* The texels or bytes of a cell. */
fusor_region audit_cell_region(const audit *a, uint32_t index);
/* Bytes in the pool; false where it has none. */
bool audit_cell_bytes(const audit *a, uint32_t cell, uint64_t *begin, uint64_t *end);

/* ------------------------------------------------------------------------------ steps */

bool audit_form(audit *a);
bool audit_build_resources(audit *a);
bool audit_build_uses(audit *a);
bool audit_build_cells(audit *a);
bool audit_cut_shared(audit *a); /* a step of the above */
bool audit_declare(audit *a);
bool audit_find_edges(audit *a); /* between the passes that run */
bool audit_rows(audit *a);
bool audit_resource_rows(audit *a); /* a step of the above */
bool audit_order(audit *a);
bool audit_groups(audit *a);
/* Reference i of a subpass in the order colour, resolve, inputs, depth, depth resolve; NULL past them. */
const fusor_plan_reference *audit_reference(const audit *a, const fusor_plan_subpass *s,
                                            uint32_t i);
/* First and last subpass of an attachment; false: no subpass names it. */
bool audit_span(const audit *a, const fusor_plan_group *g, uint32_t attachment, uint32_t span[2]);
bool audit_place(audit *a);
bool audit_alias_sets(audit *a); /* behind audit_place_instances() */
bool audit_replay(audit *a);
bool audit_totals(audit *a);

/* ------------------------------------------------------------------------------ tables (Vulkan 1.3) */

/* Masks that name several stages, spelled out. */
fusor_stages audit_spell_out(fusor_stages stages);
fusor_stages audit_with_earlier(fusor_stages stages);
fusor_stages audit_with_later(fusor_stages stages);
/* One bit each: what an access in these stages has to be split in. */
fusor_stages audit_single_stages(fusor_stages stages);
/* The bits of `access` that a mask covers. */
fusor_access audit_covered(fusor_access mask, fusor_access access);
fusor_access audit_writes(fusor_access access);
/* Those that a stage can do. */
fusor_access audit_done_in(fusor_stages one_stage, fusor_access access);
fusor_access audit_use_access(fusor_use_kind as, bool writes);
bool audit_layout_allows(const audit *a, const audit_use *use, fusor_layout layout);
fusor_layout audit_state_layout(const audit_resource *r, fusor_state state);
/* What a caller's state does: stages, and reads or writes. */
typedef struct audit_state {
    fusor_stages stages;
    fusor_access reads, writes;
} audit_state;
audit_state audit_import_state(const fusor_import_state *state);
bool audit_is_layout(fusor_layout layout);

/* ------------------------------------------------------------------------------ contents */

uint64_t audit_mix(uint64_t a, uint64_t b);
uint64_t audit_color_token(const double color[4]);
uint64_t audit_depth_token(double depth, uint32_t stencil, fusor_aspects aspect);
/* What a use leaves behind. */
uint64_t audit_written(const audit *a, const audit_use *use, uint64_t before);
/* What every cell holds when a frame begins. */
uint64_t audit_start_token(const audit *a, uint32_t index, uint64_t before);

/* ------------------------------------------------------------------------------ memory */

typedef struct audit_access {
    uint32_t cell, subpass;
    audit_actor actor;
    fusor_stages stages;
    fusor_access access;
    bool attachment, op, concurrent, input;
    bool after_writes; /* it need not wait for those who only read */
} audit_access;

/* Whether an access is ordered behind all that it conflicts with; and the same, done. */
bool audit_ask(audit *a, const audit_access *access);
bool audit_do(audit *a, const audit_access *access);
/* A layout transition of a cell under dependencies log[first … end), which do not count before it. */
bool audit_transition(audit *a, uint32_t cell, fusor_slice dependencies, uint32_t subpass);
bool audit_place_instances(audit *a);
/* All other instances, and all their cells that have records, on the same bytes. An occupant that nobody touched since this cell was
 * last written was asked then. */
typedef bool (*audit_alias_fn)(audit *a, uint32_t other, void *context);
bool audit_each_instance(audit *a, uint32_t instance, audit_alias_fn visit, void *context);
bool audit_each_alias(audit *a, uint32_t cell, audit_alias_fn visit, void *context);
/* The counterexample of an access that `r`, of `cell`, should be ordered before. */
typedef enum audit_fault { AUDIT_NO_ORDER, AUDIT_NOT_AVAILABLE, AUDIT_NOT_VISIBLE } audit_fault;
bool audit_refute_access(audit *a, const audit_record *r, uint32_t cell, const audit_access *now,
                         fusor_stages stage, fusor_access access, audit_fault what);
/* The contents of everything that shares bytes with a cell are lost. */
void audit_spoil(audit *a, uint32_t cell);
void audit_forget(audit *a, uint32_t cell);
/* Somebody else has all bytes of a cell, behind all that was done there. */
void audit_take(audit *a, uint32_t cell);
/* The dependency that was pushed last is about an instance's memory. */
bool audit_note_dependency(audit *a, uint32_t instance);
bool audit_remember(audit *a, uint32_t cell, const audit_record *record);
/* The first record of a cell that a scope as a source would not cover; NULL: none. */
const audit_record *audit_uncovered(audit *a, uint32_t cell, fusor_stages stages,
                                    fusor_access access);
/* The first write of this frame that is not available, and that such a source would not make so. */
const audit_record *audit_unavailable(audit *a, uint32_t cell, fusor_stages stages,
                                      fusor_access access);
bool audit_push_dependency(audit *a, const fusor_scope *src, const fusor_scope *dst,
                           audit_dependency *row);

/* ------------------------------------------------------------------------------ rooms of the replay */

bool audit_run_barriers(audit *a, const fusor_plan_step *step);
bool audit_run_group(audit *a, const fusor_plan_group *group);
/* Reads and writes that are no attachments. */
bool audit_run_plain(audit *a, uint32_t pass, uint32_t subpass);
bool audit_check_layout(audit *a, const audit_use *use, uint32_t cell);
bool audit_read(audit *a, const audit_use *use, uint32_t index, uint32_t cell, uint64_t found);
bool audit_begin_frame(audit *a);
bool audit_end_frame(audit *a);
void audit_lose(audit *a, uint32_t cell, fusor_audit_actor kind, uint32_t pass);
audit_actor audit_now(const audit *a, fusor_audit_actor kind, uint32_t pass);
/* The access of a fault that is about a cell and not about a stage. */
fusor_audit_access audit_about(const audit *a, audit_actor actor, uint32_t index);

/* ------------------------------------------------------------------------------ reports */

/* Keep the first fault; return false. Text: a whole sentence. */
#if defined(__GNUC__)
#define AUDIT_PRINTF(at) __attribute__((format(printf, at, (at) + 1)))
#else
#define AUDIT_PRINTF(at)
#endif
bool audit_refute(audit *a, fusor_audit_code code, const char *format, ...) AUDIT_PRINTF(3);
bool audit_refute_pair(audit *a, fusor_audit_code code, const fusor_audit_access pair[2],
                       const char *format, ...) AUDIT_PRINTF(4);
bool audit_no_memory(audit *a);
const char *audit_pass_name(const audit *a, uint32_t pass);
const char *audit_place_words(const audit *a,
                              uint32_t index); /* "image "x", color, mip 0, layer 0" */
const char *audit_stage_words(const audit *a, fusor_stages stages);
const char *audit_access_words(const audit *a, fusor_access access);
const char *audit_layout_words(fusor_layout layout);
const char *audit_actor_words(const audit *a, audit_actor actor);
void audit_set_missing(audit *a, const char *text);

#endif
