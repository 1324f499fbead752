/* fusor/fusor.h: declare a frame, compile it without a device, get a plan.
 *
 * A graph holds images, buffers and passes in declared order. fusor_compile() finds the hazards,
 * culls what nobody needs, and decides which raster passes share a render pass. fusor_place() asks
 * for sizes and alignments through a callback, places the transient resources, and freezes the
 * result: a fusor_plan, which a back end executes and which owns everything it shows.
 *
 * Conventions. A descriptor that is all zero is valid and means the defaults; descriptors are read
 * only during the call and strings are copied. Handles are one-integer structs, 0 = none. Sizes are
 * bytes, extents are texels. One object is used by one thread at a time; a finished plan may be read
 * by many threads. Nothing is printed and no environment is read. Every function that can fail
 * returns a fusor_result; out of memory is a result, never an abort.
 *
 * Numbers. Formats, image layouts, pipeline stages, accesses, usages, load and store ops carry the
 * numbers of Vulkan 1.3 with synchronization2 (VkPipelineStageFlags2, VkAccessFlags2), so that a
 * Vulkan back end casts instead of translating. No Vulkan header is needed to use this one.
 */
#ifndef FUSOR_FUSOR_H
#define FUSOR_FUSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fusor/format.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FUSOR_API __attribute__((visibility("default")))
#else
#define FUSOR_API
#endif

#if defined(__cplusplus)
#define FUSOR_MUST_USE [[nodiscard]]
#elif defined(__GNUC__)
#define FUSOR_MUST_USE __attribute__((warn_unused_result))
#else
#define FUSOR_MUST_USE
#endif

/* ------------------------------------------------------------------------------------ results */

/* X(NAME, value, text) */
#define FUSOR_RESULTS(X)                                                                           \
    X(OK, 0, "success")                                                                            \
    X(ERROR_OUT_OF_MEMORY, -1, "out of host memory")                                               \
    X(ERROR_INVALID_ARGUMENT, -2, "an argument is not valid")                                      \
    X(ERROR_INVALID_GRAPH, -3, "the graph has errors; see its diagnostics")                        \
    X(ERROR_INVALID_STATE, -4, "the call is not allowed now")                                      \
    X(ERROR_OVERFLOW, -5, "a size or count overflows")                                             \
    X(ERROR_PLACEMENT, -6, "a resource cannot be placed; see the diagnostics")                     \
    X(ERROR_SYNTAX, -7, "a document is not well formed")                                           \
    X(ERROR_DOCUMENT, -8, "a document breaks the format")                                          \
    X(ERROR_IO, -9, "a file cannot be read or written")                                            \
    X(ERROR_NO_LOADER, -10, "no Vulkan loader or instance")                                        \
    X(ERROR_NO_DEVICE, -11, "no usable device")                                                    \
    X(ERROR_UNSUPPORTED, -12, "the device lacks something that is needed")                         \
    X(ERROR_DEVICE_LOST, -13, "the device was lost")                                               \
    X(ERROR_OUT_OF_DEVICE_MEMORY, -14, "out of device memory")                                     \
    X(ERROR_CALLBACK, -15, "a callback of the caller failed")                                      \
    X(ERROR_BACK_END, -16, "a call of the graphics API failed; the raw result is kept")            \
    X(ERROR_REFUTED, -17, "the plan is not proven; see the report of the audit")

typedef enum fusor_result {
#define FUSOR_RESULT_ROW(NAME, value, text) FUSOR_##NAME = value,
    FUSOR_RESULTS(FUSOR_RESULT_ROW)
#undef FUSOR_RESULT_ROW
} fusor_result;

/* The text of a result, static; "unknown result" for a number that is none. */
FUSOR_API const char *fusor_result_text(fusor_result result);

/* "0.1.0" */
FUSOR_API const char *fusor_version(void);

/* ------------------------------------------------------------------------- allocation and log */

/* One callback for all memory of an object and of what is made from it. `ptr` NULL allocates,
 * `new_size` 0 frees (returns NULL), else the block is moved and keeps min(old, new) bytes. `align`
 * is a power of two ≤ 64. Return NULL when out of memory; the old block then stays. */
typedef void *(*fusor_realloc_fn)(void *user, void *ptr, size_t old_size, size_t new_size,
                                  size_t align);

typedef struct fusor_allocator {
    fusor_realloc_fn realloc_fn; /* NULL: the C library */
    void *user;
} fusor_allocator;

typedef enum fusor_severity {
    FUSOR_SEVERITY_NOTE,
    FUSOR_SEVERITY_WARNING,
    FUSOR_SEVERITY_ERROR
} fusor_severity;

/* `id` is a diagnostic code or a message id, `subject` names the object; both live for the call.
 * A graph's log gets each diagnostic, and from fusor_place() what became of it: "pass" (what it writes
 * and reads), "culled", and for neighbouring raster passes "fused" (via what, bridged over whom) or
 * "not-fused" (every reason). */
typedef void (*fusor_log_fn)(void *user, fusor_severity level, const char *id, const char *subject,
                             const char *text);

typedef struct fusor_log {
    fusor_log_fn log_fn; /* NULL: silent */
    void *user;
} fusor_log;

/* -------------------------------------------------------------------------------- diagnostics */

/* Every code that can come out of a graph or a compile: X(NAME, word, severity, help). The help is
 * the way out and is what the error index in docs/ prints. */
#define FUSOR_DIAGNOSTICS(X)                                                                       \
    X(NAME_INVALID, "name-invalid", ERROR, "give the object a name of 1 to 255 bytes of UTF-8")    \
    X(NAME_TAKEN, "name-taken", ERROR, "images and buffers share one name space, passes another")  \
    X(HANDLE_INVALID, "handle-invalid", ERROR, "use a handle that this graph returned")            \
    X(VALUE_RANGE, "value-range", ERROR, "use a value inside the range that the message names")    \
    X(FORMAT_UNKNOWN, "format-unknown", ERROR, "use a format of fusor/format.h")                   \
    X(FORMAT_UNSUPPORTED, "format-unsupported", ERROR, "choose a format the device supports so")   \
    X(SAMPLES_UNSUPPORTED, "samples-unsupported", ERROR, "choose a sample count of the device")    \
    X(LIMIT_EXCEEDED, "limit-exceeded", ERROR, "stay within the device's limit")                   \
    X(KIND_MISMATCH, "kind-mismatch", ERROR, "declare the use in a pass of a kind that can do it") \
    X(USE_INVALID, "use-invalid", ERROR, "declare a use that fits the resource")                   \
    X(RANGE_INVALID, "range-invalid", ERROR, "stay inside the resource's mips, layers or bytes")   \
    X(EXTENT_MISMATCH, "extent-mismatch", ERROR, "give all attachments of a pass one extent")      \
    X(LAYERS_MISMATCH, "layers-mismatch", ERROR, "give all attachments of a pass one layer count") \
    X(SAMPLES_MISMATCH, "samples-mismatch", ERROR, "give all attachments of a pass one count")     \
    X(RESOLVE_INVALID, "resolve-invalid", ERROR, "resolve many samples into one, equal formats")   \
    X(ATTACHMENT_CONFLICT, "attachment-conflict", ERROR, "use an image in one way in a pass")      \
    X(NO_ATTACHMENTS, "no-attachments", ERROR, "attach something, or declare side effects")        \
    X(CLEAR_INVALID, "clear-invalid", ERROR, "give a clear value that the format can hold")        \
    X(COPY_INVALID, "copy-invalid", ERROR,                                                         \
      "copy equal byte counts or texel sizes inside the uses")                                     \
    X(BRIDGE_INVALID, "bridge-invalid", ERROR, "only a compute pass can be a bridge")              \
    X(HISTORY_INVALID, "history-invalid", ERROR,                                                   \
      "read previous frames of a history resource only")                                           \
    X(IMPORT_INVALID, "import-invalid", ERROR, "give an import states that its kind can have")     \
    X(NEVER_WRITTEN, "never-written", ERROR, "write it in an earlier pass, or import it")          \
    X(READ_BEFORE_WRITE, "read-before-write", ERROR, "declare the writer before the reader")       \
    X(CYCLE, "cycle", ERROR, "break the cycle: reorder, remove an edge, or read a history")        \
    X(PLACEMENT_FAILED, "placement-failed", ERROR, "fix the requirements that were returned")      \
    X(FIRST_WRITE_UNDEFINED, "first-write-undefined", WARNING, "clear it or declare an overwrite") \
    X(UNUSED_RESOURCE, "unused-resource", NOTE, "remove the declaration")                          \
    X(IMPORT_SCOPE_UNKNOWN, "import-scope-unknown", NOTE, "say the import's state and stages")     \
    X(QUEUE_NOT_USED, "queue-not-used", NOTE, "one queue is used for now")                         \
    X(DEVICE_INVALID, "device-invalid", ERROR, "fix the device description")

typedef enum fusor_diagnostic_code {
#define FUSOR_DIAGNOSTIC_ROW(NAME, word, severity, help) FUSOR_DIAGNOSTIC_##NAME,
    FUSOR_DIAGNOSTICS(FUSOR_DIAGNOSTIC_ROW)
#undef FUSOR_DIAGNOSTIC_ROW
        FUSOR_DIAGNOSTIC_COUNT
} fusor_diagnostic_code;

typedef struct fusor_diagnostic {
    fusor_diagnostic_code code;
    fusor_severity severity;
    const char *pass;     /* name, or "" */
    const char *resource; /* name, or "" */
    const char *text;     /* a whole sentence with the names in it */
} fusor_diagnostic;

FUSOR_API const char *fusor_diagnostic_word(fusor_diagnostic_code code); /* "never-written" */
FUSOR_API const char *fusor_diagnostic_help(fusor_diagnostic_code code);
FUSOR_API const char *fusor_severity_word(fusor_severity severity); /* "note" "warning" "error" */

/* ------------------------------------------------------------------------------------ formats */

typedef uint32_t fusor_aspects;
enum fusor_aspect_bits {
    FUSOR_ASPECT_COLOR = 1u,
    FUSOR_ASPECT_DEPTH = 2u,
    FUSOR_ASPECT_STENCIL = 4u
};

typedef struct fusor_format_info {
    const char *name; /* "r8g8b8a8_unorm" */
    fusor_format format;
    fusor_aspects aspects;
    fusor_format_class number_class;
    uint32_t block_bytes, block_width, block_height;
    uint32_t depth_bytes, stencil_bytes;
} fusor_format_info;

/* NULL for a format that fusor does not know. */
FUSOR_API const fusor_format_info *fusor_format_get_info(fusor_format format);
/* FUSOR_FORMAT_UNDEFINED for a name that is none. */
FUSOR_API fusor_format fusor_format_from_name(const char *name);

/* ------------------------------------------------------- Vulkan's numbers (synchronization2) */

typedef uint64_t fusor_stages; /* VkPipelineStageFlags2 */
#define FUSOR_STAGE_DRAW_INDIRECT 0x2ull
#define FUSOR_STAGE_VERTEX_INPUT 0x4ull
#define FUSOR_STAGE_VERTEX_SHADER 0x8ull
#define FUSOR_STAGE_FRAGMENT_SHADER 0x80ull
#define FUSOR_STAGE_EARLY_FRAGMENT_TESTS 0x100ull
#define FUSOR_STAGE_LATE_FRAGMENT_TESTS 0x200ull
#define FUSOR_STAGE_FRAGMENT_TESTS 0x300ull
#define FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT 0x400ull
#define FUSOR_STAGE_COMPUTE_SHADER 0x800ull
#define FUSOR_STAGE_ALL_TRANSFER 0x1000ull
#define FUSOR_STAGE_HOST 0x4000ull
#define FUSOR_STAGE_ALL_COMMANDS 0x10000ull
#define FUSOR_STAGE_RAY_TRACING_SHADER 0x200000ull
#define FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD 0x2000000ull
#define FUSOR_STAGE_COPY 0x100000000ull
#define FUSOR_STAGE_RESOLVE 0x200000000ull
#define FUSOR_STAGE_BLIT 0x400000000ull
#define FUSOR_STAGE_CLEAR 0x800000000ull

typedef uint64_t fusor_access; /* VkAccessFlags2 */
#define FUSOR_ACCESS_INDIRECT_COMMAND_READ 0x1ull
#define FUSOR_ACCESS_INDEX_READ 0x2ull
#define FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ 0x4ull
#define FUSOR_ACCESS_UNIFORM_READ 0x8ull
#define FUSOR_ACCESS_INPUT_ATTACHMENT_READ 0x10ull
#define FUSOR_ACCESS_SHADER_READ 0x20ull /* acceleration structure builds alone: what they read */
#define FUSOR_ACCESS_COLOR_ATTACHMENT_READ 0x80ull
#define FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE 0x100ull
#define FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ 0x200ull
#define FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE 0x400ull
#define FUSOR_ACCESS_TRANSFER_READ 0x800ull
#define FUSOR_ACCESS_TRANSFER_WRITE 0x1000ull
#define FUSOR_ACCESS_HOST_READ 0x2000ull
#define FUSOR_ACCESS_HOST_WRITE 0x4000ull
#define FUSOR_ACCESS_MEMORY_READ 0x8000ull
#define FUSOR_ACCESS_MEMORY_WRITE 0x10000ull
#define FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ 0x200000ull
#define FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE 0x400000ull
#define FUSOR_ACCESS_SHADER_SAMPLED_READ 0x100000000ull
#define FUSOR_ACCESS_SHADER_STORAGE_READ 0x200000000ull
#define FUSOR_ACCESS_SHADER_STORAGE_WRITE 0x400000000ull

/* VkImageLayout */
typedef enum fusor_layout {
    FUSOR_LAYOUT_UNDEFINED = 0,
    FUSOR_LAYOUT_GENERAL = 1,
    FUSOR_LAYOUT_COLOR_ATTACHMENT = 2,
    FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT = 3,
    FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY = 4,
    FUSOR_LAYOUT_SHADER_READ_ONLY = 5,
    FUSOR_LAYOUT_TRANSFER_SRC = 6,
    FUSOR_LAYOUT_TRANSFER_DST = 7,
    FUSOR_LAYOUT_PRESENT_SRC = 1000001002,
    FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT = 1000117000,
    FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY = 1000117001
} fusor_layout;

/* VkAttachmentLoadOp */
typedef enum fusor_load_op {
    FUSOR_LOAD_OP_LOAD = 0,
    FUSOR_LOAD_OP_CLEAR = 1,
    FUSOR_LOAD_OP_DONT_CARE = 2,
    FUSOR_LOAD_OP_NONE = 1000400000
} fusor_load_op;

/* VkAttachmentStoreOp */
typedef enum fusor_store_op {
    FUSOR_STORE_OP_STORE = 0,
    FUSOR_STORE_OP_DONT_CARE = 1,
    FUSOR_STORE_OP_NONE = 1000301000
} fusor_store_op;

/* Usage of an image (VkImageUsageFlags) or of a buffer (VkBufferUsageFlags). */
typedef uint32_t fusor_usage;
#define FUSOR_IMAGE_USAGE_TRANSFER_SRC 0x1u
#define FUSOR_IMAGE_USAGE_TRANSFER_DST 0x2u
#define FUSOR_IMAGE_USAGE_SAMPLED 0x4u
#define FUSOR_IMAGE_USAGE_STORAGE 0x8u
#define FUSOR_IMAGE_USAGE_COLOR_ATTACHMENT 0x10u
#define FUSOR_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT 0x20u
#define FUSOR_IMAGE_USAGE_TRANSIENT_ATTACHMENT 0x40u
#define FUSOR_IMAGE_USAGE_INPUT_ATTACHMENT 0x80u
#define FUSOR_BUFFER_USAGE_TRANSFER_SRC 0x1u
#define FUSOR_BUFFER_USAGE_TRANSFER_DST 0x2u
#define FUSOR_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER 0x4u
#define FUSOR_BUFFER_USAGE_UNIFORM_BUFFER 0x10u
#define FUSOR_BUFFER_USAGE_STORAGE_BUFFER 0x20u
#define FUSOR_BUFFER_USAGE_INDEX_BUFFER 0x40u
#define FUSOR_BUFFER_USAGE_VERTEX_BUFFER 0x80u
#define FUSOR_BUFFER_USAGE_INDIRECT_BUFFER 0x100u

/* Vulkan's word, lower case, without prefix and suffix, for exactly one bit or value; NULL if it is
 * none. fusor_*_from_word() is the inverse and returns false for a word that is none. */
FUSOR_API const char *fusor_stage_word(fusor_stages one_bit);
FUSOR_API const char *fusor_access_word(fusor_access one_bit);
FUSOR_API const char *fusor_layout_word(fusor_layout layout);
FUSOR_API const char *fusor_load_op_word(fusor_load_op op);
FUSOR_API const char *fusor_store_op_word(fusor_store_op op);
FUSOR_API const char *fusor_usage_word(bool is_image, fusor_usage one_bit);
FUSOR_API bool fusor_stage_from_word(const char *word, fusor_stages *out);
FUSOR_API bool fusor_access_from_word(const char *word, fusor_access *out);
FUSOR_API bool fusor_layout_from_word(const char *word, fusor_layout *out);

/* ---------------------------------------------------------------------------------- the graph */

typedef struct fusor_graph fusor_graph;
typedef struct fusor_image {
    uint32_t id;
} fusor_image; /* 1 + index in declared order */
typedef struct fusor_buffer {
    uint32_t id;
} fusor_buffer; /* 1 + index in declared order */
typedef struct fusor_pass {
    uint32_t id;
} fusor_pass; /* 1 + index in declared order */

#define FUSOR_NAME_BYTES_MAX 255u
#define FUSOR_HISTORY_SLOTS_MAX 8u
#define FUSOR_EXTENT_MAX 65536u
#define FUSOR_BUFFER_BYTES_MAX (1ull << 48)

typedef struct fusor_graph_desc {
    const char *name;                     /* at most 255 bytes of UTF-8; NULL or "": "graph" */
    uint32_t render_width, render_height; /* 1 … 65536 */
    uint32_t output_width, output_height; /* 0, 0: as the render size */
    fusor_allocator allocator;
    fusor_log log;
} fusor_graph_desc;

/* `[first, first + count)`; count 0 = all that follow `first`. */
typedef struct fusor_range {
    uint32_t first, count;
} fusor_range;
typedef struct fusor_byte_range {
    uint64_t first, count;
} fusor_byte_range;

typedef enum fusor_size_base {
    FUSOR_SIZE_RENDER, /* the graph's render size × numerator / denominator, down, at least 1 */
    FUSOR_SIZE_OUTPUT,
    FUSOR_SIZE_ABSOLUTE
} fusor_size_base;

typedef struct fusor_size {
    fusor_size_base base;
    uint32_t numerator, denominator; /* relative sizes; 0 = 1 */
    uint32_t width, height, depth;   /* absolute sizes; height and depth 0 = 1 */
} fusor_size;

/* A 2D image with an absolute depth above 1 is a 3D image. */
typedef enum fusor_image_type { FUSOR_IMAGE_2D, FUSOR_IMAGE_3D, FUSOR_IMAGE_CUBE } fusor_image_type;

typedef enum fusor_lifetime {
    FUSOR_LIFETIME_TRANSIENT,  /* the graph's; undefined at the start of a frame */
    FUSOR_LIFETIME_PERSISTENT, /* the graph's; one slot; contents survive */
    FUSOR_LIFETIME_IMPORTED,   /* the caller's */
    FUSOR_LIFETIME_HISTORY     /* the graph's; n slots: now and n − 1 previous frames */
} fusor_lifetime;

/* What an imported resource is in outside the graph. A buffer has no layout: only its scope counts. */
typedef enum fusor_state {
    FUSOR_STATE_UNKNOWN, /* not said: everything is waited for (a note); contents are kept */
    FUSOR_STATE_UNDEFINED,
    FUSOR_STATE_COLOR,
    FUSOR_STATE_DEPTH,
    FUSOR_STATE_SAMPLED,
    FUSOR_STATE_STORAGE,
    FUSOR_STATE_COPY_SRC,
    FUSOR_STATE_COPY_DST,
    FUSOR_STATE_PRESENT,
    FUSOR_STATE_GENERAL
} fusor_state;

/* The layout that an imported image of a format has in a state: the caller hands it over in the one of
 * `import.initial` and finds it in the one of `import.final`, every mip and layer. UNKNOWN is GENERAL;
 * without a final state an image ends as it came, or, if it came UNDEFINED, in the layout of its last
 * use (fusor_plan.exits). Depth images are SAMPLED in DEPTH_STENCIL_READ_ONLY. */
FUSOR_API fusor_layout fusor_state_get_layout(fusor_state state, fusor_format format);

typedef struct fusor_import_state {
    fusor_state state;
    fusor_stages stages; /* 0: the state's own stages, ALL_COMMANDS where it has none */
} fusor_import_state;

typedef struct fusor_import {
    fusor_import_state initial, final;
    bool discard; /* a write to it is no root of culling */
} fusor_import;

typedef struct fusor_image_desc {
    const char *name;
    fusor_format format;
    fusor_size size;
    fusor_image_type type;
    uint32_t mips, layers, samples; /* 0 = 1 (layers of a cube: 6) */
    fusor_lifetime lifetime;
    uint32_t history_slots; /* FUSOR_LIFETIME_HISTORY: 2 … 8 */
    fusor_import import;    /* FUSOR_LIFETIME_IMPORTED */
    const fusor_format *view_formats;
    uint32_t view_format_count;
} fusor_image_desc;

typedef enum fusor_host_access {
    FUSOR_HOST_NONE,
    FUSOR_HOST_READ,
    FUSOR_HOST_WRITE
} fusor_host_access;

typedef struct fusor_buffer_desc {
    const char *name;
    uint64_t size_bytes; /* 1 … 2^48 */
    fusor_lifetime lifetime;
    uint32_t history_slots;
    fusor_import import;
    fusor_host_access
        host;         /* READ is a root; WRITE counts as written; one instance a frame in flight */
    bool host_shared; /* one instance only */
} fusor_buffer_desc;

/* How a pass uses a resource. The first group is for reads and writes of every pass; the second for
 * raw passes only; the third is what attachments become (never declared by the caller). */
typedef enum fusor_use_kind {
    FUSOR_USE_NONE,
    FUSOR_USE_SAMPLED,
    FUSOR_USE_STORAGE,
    FUSOR_USE_UNIFORM,
    FUSOR_USE_VERTEX,
    FUSOR_USE_INDEX,
    FUSOR_USE_INDIRECT,
    FUSOR_USE_COPY,
    FUSOR_USE_RAW_COLOR,
    FUSOR_USE_RAW_DEPTH,
    FUSOR_USE_RAW_RESOLVE,
    FUSOR_USE_RAW_GENERAL,
    FUSOR_USE_COLOR,
    FUSOR_USE_DEPTH_STENCIL,
    FUSOR_USE_RESOLVE,
    FUSOR_USE_INPUT
} fusor_use_kind;

/* "sampled" "storage" … and "color" "depth_stencil" "resolve" "input". */
FUSOR_API const char *fusor_use_word(fusor_use_kind kind);

typedef struct fusor_use_desc {
    fusor_image image; /* one of image and buffer */
    fusor_buffer buffer;
    fusor_use_kind as;
    fusor_stages stages; /* 0: by the use and the pass (FORMAT: vertex input, draw indirect, …) */
    fusor_range mips, layers;
    fusor_aspects aspects; /* 0: colour, or depth where there is one (copies: every aspect) */
    fusor_byte_range range;
    uint32_t previous;   /* reads of a history: 1 … slots − 1 frames back */
    bool overwrite;      /* writes: every texel or byte of the range is written */
    bool concurrent;     /* promises not to overlap with other concurrent writes */
    fusor_access access; /* raw passes only; 0: by the use */
    bool has_layout;     /* raw passes only: `layout` is asked for, `layout_after` is left behind */
    fusor_layout layout, layout_after;
} fusor_use_desc;

typedef enum fusor_load {
    FUSOR_LOAD_AUTO, /* load if there are contents; else undefined, with a warning */
    FUSOR_LOAD_CLEAR,
    FUSOR_LOAD_LOAD,
    FUSOR_LOAD_OVERWRITE /* this pass writes every pixel */
} fusor_load;

/* VkResolveModeFlagBits */
typedef enum fusor_resolve_mode {
    FUSOR_RESOLVE_DEFAULT = 0, /* colour: average; depth and stencil: sample zero */
    FUSOR_RESOLVE_SAMPLE_ZERO = 1,
    FUSOR_RESOLVE_AVERAGE = 2,
    FUSOR_RESOLVE_MIN = 4,
    FUSOR_RESOLVE_MAX = 8
} fusor_resolve_mode;

typedef struct fusor_resolve_desc {
    fusor_image image; /* 0: no resolve */
    uint32_t mip;
    fusor_range layers;
    fusor_resolve_mode mode, stencil_mode;
} fusor_resolve_desc;

typedef struct fusor_color_desc {
    fusor_image image; /* 0: this index is unused */
    uint32_t mip;
    fusor_range layers;
    fusor_load load;
    double clear[4]; /* whole numbers within range for integer formats */
    fusor_resolve_desc resolve;
} fusor_color_desc;

typedef struct fusor_depth_desc {
    fusor_image image; /* 0: no depth or stencil */
    uint32_t mip;
    fusor_range layers;
    fusor_load load, stencil_load;
    bool read_only, stencil_read_only;
    double clear_depth;     /* 0 … 1 */
    uint32_t clear_stencil; /* 0 … 255 */
    fusor_resolve_desc resolve;
} fusor_depth_desc;

/* pixel-local read */
typedef struct fusor_input_desc {
    fusor_image image;
    uint32_t mip;
    fusor_range layers;
    fusor_aspects aspects; /* one; 0: colour, or depth where there is one */
} fusor_input_desc;

typedef enum fusor_copy_kind {
    FUSOR_COPY_COPY, /* between images of unlike extents: what both have, from the origin */
    FUSOR_COPY_BLIT,
    FUSOR_COPY_RESOLVE,
    FUSOR_COPY_CLEAR, /* image */
    FUSOR_COPY_FILL   /* buffer */
} fusor_copy_kind;

typedef struct fusor_copy_op_desc {
    fusor_copy_kind kind;
    fusor_use_desc src, dst; /* inside the declared uses; clear and fill have no src */
    bool linear;             /* blit filter */
    double value[4];         /* clear: as fusor_color_desc.clear; or depth, stencil */
    uint32_t fill;           /* fill */
} fusor_copy_op_desc;

typedef enum fusor_pass_kind {
    FUSOR_PASS_RASTER,
    FUSOR_PASS_COMPUTE,
    FUSOR_PASS_COPY,
    FUSOR_PASS_RAW
} fusor_pass_kind;

typedef uint32_t fusor_pass_flags;
enum fusor_pass_flag_bits {
    FUSOR_PASS_SIDE_EFFECTS = 1u, /* a root of culling */
    FUSOR_PASS_NO_FUSE = 2u,
    FUSOR_PASS_BRIDGE = 4u, /* compute only: promises not to touch the open render pass */
    FUSOR_PASS_STATIC = 8u  /* records the same commands while nothing of it changes */
};

typedef enum fusor_queue_kind {
    FUSOR_QUEUE_ANY,
    FUSOR_QUEUE_GRAPHICS,
    FUSOR_QUEUE_COMPUTE,
    FUSOR_QUEUE_TRANSFER
} fusor_queue_kind;

typedef struct fusor_pass_desc {
    const char *name;
    fusor_pass_kind kind;
    fusor_pass_flags flags;
    fusor_queue_kind queue;
    const fusor_color_desc *color; /* raster */
    uint32_t color_count;
    fusor_depth_desc depth;         /* raster */
    const fusor_input_desc *inputs; /* raster */
    uint32_t input_count;
    const fusor_use_desc *reads, *writes;
    uint32_t read_count, write_count;
    const fusor_copy_op_desc *ops; /* copy; none: reads[i] → writes[i] */
    uint32_t op_count;
    uint32_t view_mask;
    uint32_t area[4]; /* x, y, width, height; all 0: the attachments' extent, or the render size */
} fusor_pass_desc;

FUSOR_API FUSOR_MUST_USE fusor_result fusor_graph_create(const fusor_graph_desc *desc,
                                                         fusor_graph **out);
FUSOR_API void fusor_graph_destroy(fusor_graph *graph);

/* Each adds one thing and returns its handle, or 0 after an error, which stays in the graph as a
 * diagnostic and makes the next compile fail. What descriptors hold is checked by the compile. */
FUSOR_API fusor_image fusor_graph_add_image(fusor_graph *graph, const fusor_image_desc *desc);
FUSOR_API fusor_buffer fusor_graph_add_buffer(fusor_graph *graph, const fusor_buffer_desc *desc);
FUSOR_API fusor_pass fusor_graph_add_pass(fusor_graph *graph, const fusor_pass_desc *desc);
FUSOR_API void fusor_graph_add_edge(fusor_graph *graph, fusor_pass before, fusor_pass after);
FUSOR_API void fusor_graph_add_output_image(fusor_graph *graph, fusor_image image);
FUSOR_API void fusor_graph_add_output_buffer(fusor_graph *graph, fusor_buffer buffer);

/* Drops all passes, edges, outputs and errors; images and buffers stay, so handles stay valid. */
FUSOR_API void fusor_graph_clear_passes(fusor_graph *graph);
FUSOR_API void fusor_graph_set_sizes(fusor_graph *graph, const uint32_t render[2],
                                     const uint32_t output[2]);

FUSOR_API fusor_image fusor_graph_find_image(const fusor_graph *graph, const char *name);
FUSOR_API fusor_buffer fusor_graph_find_buffer(const fusor_graph *graph, const char *name);
FUSOR_API fusor_pass fusor_graph_find_pass(const fusor_graph *graph, const char *name);

/* Reading a declaration back, for tools. Names and arrays live as long as the graph and until it is
 * changed; defaults are filled in (mips, layers, samples, sizes). */
FUSOR_API const char *fusor_graph_name(const fusor_graph *graph);
FUSOR_API void fusor_graph_get_sizes(const fusor_graph *graph, uint32_t render[2],
                                     uint32_t output[2]);
FUSOR_API uint32_t fusor_graph_image_count(const fusor_graph *graph);
FUSOR_API uint32_t fusor_graph_buffer_count(const fusor_graph *graph);
FUSOR_API uint32_t fusor_graph_pass_count(const fusor_graph *graph);
FUSOR_API const fusor_image_desc *fusor_graph_get_image(const fusor_graph *graph,
                                                        fusor_image image);
FUSOR_API const fusor_buffer_desc *fusor_graph_get_buffer(const fusor_graph *graph,
                                                          fusor_buffer buffer);
FUSOR_API const fusor_pass_desc *fusor_graph_get_pass(const fusor_graph *graph, fusor_pass pass);
FUSOR_API uint32_t fusor_graph_edge_count(const fusor_graph *graph);
FUSOR_API void fusor_graph_get_edge(const fusor_graph *graph, uint32_t index, fusor_pass out[2]);
FUSOR_API uint32_t fusor_graph_output_count(const fusor_graph *graph);
/* One of the two is 0. */
FUSOR_API void fusor_graph_get_output(const fusor_graph *graph, uint32_t index, fusor_image *image,
                                      fusor_buffer *buffer);
/* The extent of mip 0 in texels. */
FUSOR_API void fusor_graph_get_extent(const fusor_graph *graph, fusor_image image,
                                      uint32_t extent[3]);
/* Errors that stick to the graph (those of the add calls). */
FUSOR_API const fusor_diagnostic *fusor_graph_diagnostics(const fusor_graph *graph,
                                                          uint32_t *count);

/* --------------------------------------------------------------------------------- the device */

/* X(name): the booleans of a device description, in the order of the document. */
#define FUSOR_DEVICE_FEATURES(X)                                                                   \
    X(synchronization2)                                                                            \
    X(dynamic_rendering)                                                                           \
    X(local_read)                                                                                  \
    X(local_read_depth_stencil)                                                                    \
    X(local_read_multisampled)                                                                     \
    X(raster_order_color)                                                                          \
    X(raster_order_depth)                                                                          \
    X(raster_order_stencil)                                                                        \
    X(load_op_none)                                                                                \
    X(store_op_none)                                                                               \
    X(independent_blend)                                                                           \
    X(separate_depth_stencil_layouts)                                                              \
    X(multiview)                                                                                   \
    X(imageless_framebuffer)                                                                       \
    X(lazily_allocated)                                                                            \
    X(mixed_samples)

/* X(name, type): the limits of a device description. */
#define FUSOR_DEVICE_LIMITS(X)                                                                     \
    X(color_attachments, uint32_t)                                                                 \
    X(input_attachments, uint32_t)                                                                 \
    X(subpasses, uint32_t)                                                                         \
    X(group_attachments, uint32_t)                                                                 \
    X(group_bits_per_pixel, uint32_t)                                                              \
    X(buffer_image_granularity, uint64_t)                                                          \
    X(memory_allocation_bytes, uint64_t)                                                           \
    X(storage_buffer_bytes, uint64_t)                                                              \
    X(image_2d, uint32_t)                                                                          \
    X(layers, uint32_t)                                                                            \
    X(views, uint32_t)

/* X(NAME, word, bit): what a format can be used for (VkFormatFeatureFlags). */
#define FUSOR_FORMAT_FEATURES(X)                                                                   \
    X(SAMPLED_IMAGE, "sampled_image", 0x1u)                                                        \
    X(STORAGE_IMAGE, "storage_image", 0x2u)                                                        \
    X(COLOR_ATTACHMENT, "color_attachment", 0x80u)                                                 \
    X(COLOR_ATTACHMENT_BLEND, "color_attachment_blend", 0x100u)                                    \
    X(DEPTH_STENCIL_ATTACHMENT, "depth_stencil_attachment", 0x200u)                                \
    X(BLIT_SRC, "blit_src", 0x400u)                                                                \
    X(BLIT_DST, "blit_dst", 0x800u)                                                                \
    X(SAMPLED_IMAGE_FILTER_LINEAR, "sampled_image_filter_linear", 0x1000u)                         \
    X(TRANSFER_SRC, "transfer_src", 0x4000u)                                                       \
    X(TRANSFER_DST, "transfer_dst", 0x8000u)

typedef uint32_t fusor_format_features;
enum fusor_format_feature_bits {
#define FUSOR_FORMAT_FEATURE_ROW(NAME, word, bit) FUSOR_FORMAT_FEATURE_##NAME = bit,
    FUSOR_FORMAT_FEATURES(FUSOR_FORMAT_FEATURE_ROW)
#undef FUSOR_FORMAT_FEATURE_ROW
};

typedef struct fusor_device_format {
    fusor_format format;
    fusor_format_features features; /* optimal tiling */
} fusor_device_format;

typedef uint32_t fusor_memory_flags; /* VkMemoryPropertyFlags */
#define FUSOR_MEMORY_DEVICE_LOCAL 0x1u
#define FUSOR_MEMORY_HOST_VISIBLE 0x2u
#define FUSOR_MEMORY_HOST_COHERENT 0x4u
#define FUSOR_MEMORY_HOST_CACHED 0x8u
#define FUSOR_MEMORY_LAZILY_ALLOCATED 0x10u

typedef struct fusor_memory_type {
    uint32_t heap;
    fusor_memory_flags flags;
} fusor_memory_type;

typedef enum fusor_dedicated {
    FUSOR_DEDICATED_NO,
    FUSOR_DEDICATED_PREFERRED,
    FUSOR_DEDICATED_REQUIRED
} fusor_dedicated;

/* A rule of the built-in requirements; empty matches match everything, the first match wins. */
typedef struct fusor_requirement_rule {
    const char *match_name;        /* NULL or "": any resource */
    fusor_format match_format;     /* UNDEFINED: any */
    uint32_t match_class;          /* 0 any, 1 linear (buffers), 2 optimal (images) */
    uint32_t match_lazy;           /* 0 any, 1 memoryless, 2 not */
    uint64_t size_bytes;           /* 0: the tight size × scale */
    uint32_t scale_num, scale_den; /* 0: 1 */
    uint64_t alignment;            /* 0: 256 */
    uint32_t memory_type_bits;     /* 0: all */
    fusor_dedicated dedicated;
} fusor_requirement_rule;

typedef struct fusor_queue_family {
    uint32_t flags; /* VkQueueFlags: 1 graphics, 2 compute, 4 transfer */
    uint32_t count;
} fusor_queue_family;

/* A device without a device; where one is asked for, NULL is the built-in "immediate". Arrays are read
 * during the call. */
typedef struct fusor_device_desc {
    const char *name;
    bool tiler;
    struct {
#define FUSOR_DEVICE_LIMIT_ROW(name, type) type name;
        FUSOR_DEVICE_LIMITS(FUSOR_DEVICE_LIMIT_ROW)
#undef FUSOR_DEVICE_LIMIT_ROW
    } limits; /* 0: no limit, but 1 for the granularity */
    struct {
#define FUSOR_DEVICE_FEATURE_ROW(name) bool name;
        FUSOR_DEVICE_FEATURES(FUSOR_DEVICE_FEATURE_ROW)
#undef FUSOR_DEVICE_FEATURE_ROW
    } features;
    uint32_t color_samples, depth_samples, stencil_samples,
        integer_samples;                                 /* bits: the counts; 0: all */
    uint32_t depth_resolve_modes, stencil_resolve_modes; /* fusor_resolve_mode bits; 0: all */
    const fusor_device_format *formats;                  /* none: every format in every use */
    uint32_t format_count;
    const fusor_queue_family *queues;
    uint32_t queue_count;
    const uint64_t *memory_heaps; /* bytes */
    uint32_t memory_heap_count;
    const fusor_memory_type *memory_types;
    uint32_t memory_type_count;
    const fusor_requirement_rule *requirements;
    uint32_t requirement_count;
} fusor_device_desc;

/* "immediate", "tiler", "lavapipe-22", "lavapipe-25"; NULL for a name that is none. Static. */
FUSOR_API const fusor_device_desc *fusor_device_builtin(const char *name);
/* The names, in order; NULL past the end. */
FUSOR_API const char *fusor_device_builtin_name(uint32_t index);

/* --------------------------------------------------------------------------------- compiling */

typedef enum fusor_fuse_policy {
    FUSOR_FUSE_AUTO,
    FUSOR_FUSE_OFF,
    FUSOR_FUSE_ADJACENT,
    FUSOR_FUSE_FULL
} fusor_fuse_policy;
typedef enum fusor_alias_policy {
    FUSOR_ALIAS_PROVEN,
    FUSOR_ALIAS_RECORDED,
    FUSOR_ALIAS_OFF
} fusor_alias_policy;
typedef enum fusor_pack_policy {
    FUSOR_PACK_BALANCED,
    FUSOR_PACK_FAST,
    FUSOR_PACK_TIGHT
} fusor_pack_policy;
typedef enum fusor_order_policy { FUSOR_ORDER_AUTO, FUSOR_ORDER_DECLARED } fusor_order_policy;

typedef struct fusor_policy {
    fusor_fuse_policy fuse;
    fusor_alias_policy alias;
    fusor_pack_policy pack;
    fusor_order_policy order;
} fusor_policy;

FUSOR_API const char *fusor_fuse_word(fusor_fuse_policy fuse);
FUSOR_API const char *fusor_alias_word(fusor_alias_policy alias);
FUSOR_API const char *fusor_pack_word(fusor_pack_policy pack);
FUSOR_API const char *fusor_order_word(fusor_order_policy order);

typedef struct fusor_compiled fusor_compiled; /* from declaration to load and store ops */
typedef struct fusor_plan fusor_plan;

/* Compiles without a device: hazards, culling, fusion, order, lives, ops. `device` and `policy` NULL
 * = defaults. On success and on FUSOR_ERROR_INVALID_GRAPH `*out` is an object that holds all
 * diagnostics; on other errors it is NULL. The graph is not changed and may be compiled again. The
 * compiled object points into the graph: change or destroy the graph only after the last
 * fusor_place(); a plan owns all that it shows and outlives both. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_compile(const fusor_graph *graph,
                                                    const fusor_device_desc *device,
                                                    const fusor_policy *policy,
                                                    fusor_compiled **out);
FUSOR_API void fusor_compiled_destroy(fusor_compiled *compiled);
FUSOR_API const fusor_diagnostic *fusor_compiled_diagnostics(const fusor_compiled *compiled,
                                                             uint32_t *count);

/* What the placement asks: one question a distinct description. */
typedef struct fusor_requirements_query {
    bool is_image;
    const char *name; /* of the first resource with this description */
    fusor_format format;
    fusor_image_type type;
    uint32_t extent[3], mips, layers, samples;
    const fusor_format *view_formats;
    uint32_t view_format_count;
    uint64_t size_bytes; /* tight size: Σ mips of blocks × layers × samples, or the buffer's size */
    fusor_usage usage;
    bool memoryless; /* lazily allocated memory is wanted */
    bool host_visible;
} fusor_requirements_query;

typedef struct fusor_requirements {
    uint64_t size_bytes, alignment; /* alignment: a power of two */
    uint32_t memory_type_bits;
    fusor_dedicated dedicated;
} fusor_requirements;

typedef fusor_result (*fusor_requirements_fn)(void *user, const fusor_requirements_query *query,
                                              fusor_requirements *out);

typedef struct fusor_place_desc {
    fusor_requirements_fn requirements_fn; /* NULL: the rules of the device description */
    void *user;
} fusor_place_desc;

/* Places, synchronises and freezes. `desc` NULL = built-in rules. Does not change `compiled`: may be
 * called again. FUSOR_ERROR_INVALID_STATE: the compile had failed, or the graph was changed since. On
 * FUSOR_ERROR_PLACEMENT `*out` is a plan without steps that holds the diagnostics. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_place(const fusor_compiled *compiled,
                                                  const fusor_place_desc *desc, fusor_plan **out);
/* A plan that a cache gave out is shared: it goes when the cache and all who were given it have let go of
 * it, on whatever thread. NULL is nothing. */
FUSOR_API void fusor_plan_destroy(fusor_plan *plan);

/* --------------------------------------------------------------------------------- the cache */

/* Plans of descriptions that were compiled before. One thread at a time, and with it the graphs that it is
 * asked about; plans may be read and destroyed on others. */
typedef struct fusor_cache fusor_cache;

typedef struct fusor_cache_desc {
    uint32_t plan_count; /* plans kept at most; 0: 16 */
    uint64_t size_bytes; /* host memory kept at most; 0: no bound but that of plans */
    fusor_allocator allocator;
} fusor_cache_desc;

/* A device description is compared by what it says, not where it lies, byte for byte: zero it before it is
 * filled. A callback is compared as its two pointers: as long as the cache lives, equal questions must have
 * equal answers. */
typedef struct fusor_cache_request {
    const fusor_device_desc *device; /* NULL: "immediate" */
    const fusor_policy *policy;      /* NULL: the defaults */
    const fusor_place_desc *place;   /* NULL: built-in rules */
} fusor_cache_request;

/* Since the cache was made, but for the last two. */
typedef struct fusor_cache_counts {
    uint64_t asked;
    uint64_t unchanged; /* answered: the graph had not been changed since it was last answered */
    uint64_t equal;     /* answered: it compared equal to a description that was compiled before */
    uint64_t compared;  /* descriptions held against another one, equal or not */
    uint64_t resumed;   /* compiled from what stood of a compile with other sizes or imports */
    uint64_t evicted;   /* plans given up for the bounds */
    /* How often rooms ran: graph and check; depend and cull; affinity, fuse, order and life; place;
     * sync and plan. */
    uint64_t ran_check, ran_depend, ran_fuse, ran_place, ran_sync;
    uint32_t plan_count; /* kept now */
    uint64_t size_bytes; /* kept now */
} fusor_cache_counts;

/* `desc` NULL: the defaults. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_cache_create(const fusor_cache_desc *desc,
                                                         fusor_cache **out);
/* Plans that were given out stay valid; so do graphs. */
FUSOR_API void fusor_cache_destroy(fusor_cache *cache);

/* The plan that fusor_compile() and fusor_place() would make, or made before for an equal description:
 * descriptions are compared, a hash only finds them. The caller holds `*out` and destroys it. The graph
 * remembers that it was asked about; until it is changed the next call is a constant number of steps for
 * each plan that is kept, and logs nothing. Where only sizes, or states of imports, changed, rooms whose
 * input is as it was do not run again. `request` NULL: the defaults.
 *
 * FUSOR_ERROR_INVALID_GRAPH and FUSOR_ERROR_PLACEMENT: `*out` is a plan without steps that holds the
 * diagnostics; it is not kept. On other errors it is NULL. Whatever is returned, the cache can be used. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_cache_compile(fusor_cache *cache, fusor_graph *graph,
                                                          const fusor_cache_request *request,
                                                          fusor_plan **out);
FUSOR_API void fusor_cache_get_counts(const fusor_cache *cache, fusor_cache_counts *out);

/* ----------------------------------------------------------------------------------- the plan */

#define FUSOR_NONE 0xffffffffu /* no index */

/* A slice of one of the plan's flat arrays. */
typedef struct fusor_slice {
    uint32_t first, count;
} fusor_slice;

/* One subresource rectangle of an image, or bytes of a buffer. Counts are never 0 where they apply. */
typedef struct fusor_region {
    fusor_aspects aspects;    /* images */
    fusor_range mips, layers; /* images */
    fusor_byte_range bytes;   /* buffers */
} fusor_region;

/* One side of a dependency. */
typedef struct fusor_scope {
    fusor_stages stages;
    fusor_access access;
    fusor_layout layout; /* images of barriers with has_layout */
    fusor_slice passes;  /* of plan->pass_list: the passes whose accesses these are */
} fusor_scope;

typedef enum fusor_why {
    FUSOR_WHY_READ_AFTER_WRITE,
    FUSOR_WHY_WRITE_AFTER_READ,
    FUSOR_WHY_WRITE_AFTER_WRITE,
    FUSOR_WHY_LAYOUT,
    FUSOR_WHY_ALIAS,
    FUSOR_WHY_FRAME_WRAP,
    FUSOR_WHY_ACQUIRE,
    FUSOR_WHY_HOST,
    FUSOR_WHY_PRESENT,
    FUSOR_WHY_OWNERSHIP
} fusor_why;
FUSOR_API const char *fusor_why_word(fusor_why why);

typedef enum fusor_barrier_kind {
    FUSOR_BARRIER_IMAGE,
    FUSOR_BARRIER_BUFFER,
    FUSOR_BARRIER_MEMORY
} fusor_barrier_kind;

/* One dependency. kind IMAGE: an image memory barrier from src.layout to dst.layout (the only kind
 * that changes a layout). kind MEMORY: no layout changes; a global memory barrier of the call. */
typedef struct fusor_plan_barrier {
    fusor_barrier_kind kind;
    fusor_why why;
    uint32_t resource; /* plan->resources */
    uint32_t previous; /* history: which slot, 0 = now */
    uint32_t call;     /* barriers of one call are recorded in one command */
    uint32_t before;   /* declared pass index, FUSOR_NONE: end of the frame */
    fusor_region region;
    fusor_scope src, dst;
    bool has_layout;      /* an image: layouts apply (src.layout may equal dst.layout) */
    bool entry;           /* first barrier of this region in the frame: its source lies before the
                             frame. The executor replaces it by what really ran last */
    fusor_slice replaces; /* plan->resource_list: old occupants of the bytes */
} fusor_plan_barrier;

typedef enum fusor_path {
    FUSOR_PATH_SINGLE,
    FUSOR_PATH_SUBPASSES,
    FUSOR_PATH_LOCAL_READ,
    FUSOR_PATH_RASTER_ORDER
} fusor_path;
FUSOR_API const char *fusor_path_word(fusor_path path);

typedef struct fusor_plan_attachment {
    uint32_t resource;
    uint32_t previous;
    uint32_t mip;
    fusor_range layers;
    fusor_aspects aspects; /* all aspects of the format */
    fusor_load_op load;    /* colour or depth */
    fusor_store_op store;
    fusor_load_op stencil_load; /* formats with stencil, else DONT_CARE */
    fusor_store_op stencil_store;
    double clear[4]; /* colour */
    double clear_depth;
    uint32_t clear_stencil;
    uint32_t resolve; /* index inside the group's attachments of the target, or FUSOR_NONE */
    fusor_resolve_mode resolve_mode, stencil_resolve_mode;
    bool memoryless;
    fusor_layout initial_layout, final_layout; /* of first and last use in the group */
} fusor_plan_attachment;

/* What one subpass does with an attachment. */
typedef struct fusor_plan_reference {
    uint32_t attachment; /* index inside the group's attachments, FUSOR_NONE: unused */
    fusor_layout layout;
    fusor_aspects aspects; /* input attachments: the one aspect read */
} fusor_plan_reference;

typedef struct fusor_plan_subpass {
    fusor_slice passes;  /* plan->pass_list */
    fusor_slice color;   /* plan->references */
    fusor_slice resolve; /* plan->references: as many as colour, or none */
    fusor_slice inputs;  /* plan->references, in input_attachment_index order */
    fusor_plan_reference depth;
    fusor_plan_reference depth_resolve;
    fusor_resolve_mode depth_resolve_mode, stencil_resolve_mode;
    fusor_slice preserve; /* plan->index_list: attachment indices */
} fusor_plan_subpass;

typedef struct fusor_plan_dependency {
    uint32_t from, to; /* subpass indices; never external */
    fusor_scope src, dst;
    bool by_region, view_local;
    fusor_why why;
} fusor_plan_dependency;

typedef struct fusor_plan_clear {
    uint32_t attachment; /* index inside the group's attachments */
    fusor_aspects aspects;
    double clear[4];
    double clear_depth;
    uint32_t clear_stencil;
} fusor_plan_clear;

typedef struct fusor_plan_member {
    uint32_t pass; /* declared pass index */
    uint32_t subpass;
    fusor_slice
        color_map; /* plan->index_list: colour index of the pass → of the subpass, or NONE */
    fusor_slice input_map; /* plan->index_list: input index of the pass → of the subpass */
    fusor_slice clears;    /* plan->clears: in-pass clears, recorded before the member */
} fusor_plan_member;

typedef struct fusor_plan_bridge {
    uint32_t pass;
    bool after; /* recorded after the group's end, else before its begin */
} fusor_plan_bridge;

typedef struct fusor_plan_group {
    fusor_path path;
    uint32_t view_mask;
    uint32_t area[4];   /* x, y, width, height */
    uint32_t extent[2]; /* of the framebuffer */
    uint32_t layers, samples;
    fusor_slice members;      /* plan->members, in recording order */
    fusor_slice subpasses;    /* plan->subpasses */
    fusor_slice dependencies; /* plan->dependencies */
    fusor_slice attachments;  /* plan->attachments */
    fusor_slice bridged;      /* plan->bridges */
} fusor_plan_group;

typedef struct fusor_plan_use {
    fusor_use_kind as;
    uint32_t slot;     /* index in the pass's color, inputs, reads or writes */
    uint32_t resource; /* plan->resources */
    uint32_t previous;
    fusor_region region;
    bool reads, writes, overwrites, concurrent;
    fusor_stages stages;
    fusor_access access;
    fusor_layout layout; /* images: the layout during the pass */
} fusor_plan_use;

typedef struct fusor_plan_copy {
    fusor_copy_kind kind;
    uint32_t src, dst; /* plan->resources; src FUSOR_NONE for clear and fill */
    uint32_t src_previous;
    fusor_region src_region, dst_region;
    fusor_layout src_layout, dst_layout;
    bool linear;
    double value[4];
    uint32_t fill;
} fusor_plan_copy;

typedef enum fusor_cull_reason {
    FUSOR_CULL_NOT_CULLED,
    FUSOR_CULL_NO_READER,   /* nothing that it writes is read by a pass that runs or is an output */
    FUSOR_CULL_OVERWRITTEN, /* what it writes is overwritten before anybody reads it */
    FUSOR_CULL_READERS_CULLED, /* all readers are culled */
    FUSOR_CULL_WRITES_NOTHING
} fusor_cull_reason;
FUSOR_API const char *fusor_cull_word(fusor_cull_reason reason); /* "no-reader" … */

typedef struct fusor_plan_pass {
    const char *name;
    fusor_pass_kind kind;
    fusor_pass_flags flags;
    fusor_cull_reason culled;
    uint32_t group;     /* raster passes that run, else FUSOR_NONE */
    uint32_t member;    /* index inside the group's members */
    fusor_slice uses;   /* plan->uses, in the order colour (each followed by its resolve), depth
                              (followed by its resolve), inputs, reads, writes */
    fusor_slice copies; /* plan->copies */
} fusor_plan_pass;

/* Why a pass does not share a render pass with the one before it in the order. */
#define FUSOR_BREAKS(X)                                                                            \
    X(POLICY, "policy")                                                                            \
    X(NO_FUSE, "no-fuse")                                                                          \
    X(SIZE, "size")                                                                                \
    X(SAMPLES, "samples")                                                                          \
    X(LAYERS, "layers")                                                                            \
    X(VIEW_MASK, "view-mask")                                                                      \
    X(PATH, "path")                                                                                \
    X(ATTACHMENT_LIMIT, "attachment-limit")                                                        \
    X(INPUT_LIMIT, "input-limit")                                                                  \
    X(BITS_LIMIT, "bits-limit")                                                                    \
    X(DEPTH_DIFFERS, "depth-differs")                                                              \
    X(NON_LOCAL_READ, "non-local-read")                                                            \
    X(NON_LOCAL_WRITE, "non-local-write")                                                          \
    X(RESOLVE_INSIDE, "resolve-inside")                                                            \
    X(CLEARS_WRITTEN, "clears-written")                                                            \
    X(COMPUTE_BETWEEN, "compute-between")                                                          \
    X(BRIDGE_READS_OPEN, "bridge-reads-open")                                                      \
    X(WOULD_CYCLE, "would-cycle")                                                                  \
    X(NOTHING_SHARED, "nothing-shared")                                                            \
    X(NOT_WORTH_IT, "not-worth-it")

typedef uint32_t fusor_break_reasons;
enum fusor_break_index {
#define FUSOR_BREAK_ROW(NAME, word) FUSOR_BREAK_INDEX_##NAME,
    FUSOR_BREAKS(FUSOR_BREAK_ROW)
#undef FUSOR_BREAK_ROW
        FUSOR_BREAK_COUNT
};
enum fusor_break_bits {
#define FUSOR_BREAK_ROW(NAME, word) FUSOR_BREAK_##NAME = 1u << FUSOR_BREAK_INDEX_##NAME,
    FUSOR_BREAKS(FUSOR_BREAK_ROW)
#undef FUSOR_BREAK_ROW
};
FUSOR_API const char *fusor_break_word(fusor_break_reasons one_bit);

typedef struct fusor_plan_break {
    uint32_t before, after; /* declared pass indices; consecutive raster passes of the order */
    fusor_break_reasons reasons;
    uint32_t resource; /* plan->resources, or FUSOR_NONE */
    const char *text;
} fusor_plan_break;

typedef struct fusor_placement {
    bool placed; /* false: imported or memoryless */
    bool dedicated;
    uint32_t pool; /* plan->pools */
    uint64_t offset, size_bytes, alignment;
    uint32_t memory_type;
    fusor_slice follows; /* plan->resource_list: old occupants */
} fusor_placement;

typedef enum fusor_instances {
    FUSOR_INSTANCES_ONE, /* one placement */
    FUSOR_INSTANCES_HISTORY, /* slot_count placements; slot of (frame, previous) = (frame − previous) mod slot_count */
    FUSOR_INSTANCES_FRAMES /* host buffers: one a frame in flight, made by the executor */
} fusor_instances;

typedef struct fusor_plan_resource {
    const char *name;
    bool is_image;
    uint32_t handle; /* id of the fusor_image or fusor_buffer */
    fusor_lifetime lifetime;
    fusor_host_access host;
    fusor_instances instances;
    uint32_t slot_count; /* history: n; else 1 */
    fusor_format format;
    fusor_image_type type;
    uint32_t extent[3], mips, layers, samples;
    fusor_slice view_formats; /* plan->format_list */
    uint64_t bytes;           /* tight size of one instance */
    fusor_usage usage;
    fusor_import import;
    uint32_t first, last; /* declared pass indices, in recording order */
    bool group_local, memoryless, output;
    uint32_t alias_set;     /* FUSOR_NONE: shares with nobody */
    fusor_slice placements; /* plan->placements: slot_count entries */
    fusor_slice exit; /* plan->exits: state at the end of the frame (all but plain transients) */
    double clear[4];  /* what a history or persistent image starts as (0 if no pass clears it) */
    double clear_depth;
    uint32_t clear_stencil;
} fusor_plan_resource;

/* State of a region at the end of the frame. history: one entry set for each `previous` in use. */
typedef struct fusor_plan_exit {
    uint32_t resource, previous;
    fusor_region region;
    fusor_scope scope; /* stages and accesses since (and with) the last write, and the layout */
    fusor_stages write_stages; /* the last write alone */
    fusor_access write_access;
} fusor_plan_exit;

typedef struct fusor_plan_pool {
    uint32_t memory_type;
    bool optimal;   /* images, else buffers; both where granularity allows: optimal */
    bool dedicated; /* one resource alone */
    bool lazy, host_visible;
    uint64_t placed_bytes, lower_bound_bytes, sum_bytes, alignment;
    fusor_scope exit; /* union of the last uses on its bytes */
} fusor_plan_pool;

typedef enum fusor_step_kind { FUSOR_STEP_GROUP, FUSOR_STEP_PASS, FUSOR_STEP_END } fusor_step_kind;

/* Barriers, then the group (begin, members, end) or the pass. The last step is END. */
typedef struct fusor_plan_step {
    fusor_step_kind kind;
    uint32_t index;       /* plan->groups, or declared pass index */
    fusor_slice barriers; /* plan->barriers */
} fusor_plan_step;

typedef struct fusor_traffic {
    uint64_t load_bytes, store_bytes, unfused_load_bytes, unfused_store_bytes, floor_bytes;
} fusor_traffic;

typedef struct fusor_plan_counts {
    uint32_t passes, render_passes, unfused_render_passes, barrier_calls, barriers;
} fusor_plan_counts;

/* Frozen and flat. Everything that it points to belongs to it; read-only, by any number of threads. */
struct fusor_plan {
    const char *graph_name, *device_name;
    fusor_policy policy;
    uint64_t hash; /* of what a plan document holds, equal on every machine */
    uint32_t render_size[2], output_size[2];
#define FUSOR_PLAN_ARRAYS(X)                                                                       \
    X(fusor_plan_pass, passes, pass_count) /* all that were declared */                            \
    X(uint32_t, order, order_count)        /* declared indices of the passes that run */           \
    X(fusor_plan_step, steps, step_count)                                                          \
    X(fusor_plan_group, groups, group_count)                                                       \
    X(fusor_plan_member, members, member_count)                                                    \
    X(fusor_plan_bridge, bridges, bridge_count)                                                    \
    X(fusor_plan_subpass, subpasses, subpass_count)                                                \
    X(fusor_plan_dependency, dependencies, dependency_count)                                       \
    X(fusor_plan_attachment, attachments, attachment_count)                                        \
    X(fusor_plan_reference, references, reference_count)                                           \
    X(fusor_plan_clear, clears, clear_count)                                                       \
    X(fusor_plan_use, uses, use_count)                                                             \
    X(fusor_plan_copy, copies, copy_count)                                                         \
    X(fusor_plan_resource, resources, resource_count) /* used ones, by first use, then name */     \
    X(fusor_placement, placements, placement_count)                                                \
    X(fusor_plan_pool, pools, pool_count)                                                          \
    X(fusor_plan_barrier, barriers, barrier_count)                                                 \
    X(fusor_plan_exit, exits, exit_count)                                                          \
    X(fusor_plan_break, breaks, break_count)                                                       \
    X(fusor_diagnostic, diagnostics, diagnostic_count)                                             \
    X(uint32_t, pass_list, pass_list_count)                                                        \
    X(uint32_t, resource_list, resource_list_count)                                                \
    X(uint32_t, index_list, index_list_count)                                                      \
    X(fusor_format, format_list, format_list_count)
#define FUSOR_PLAN_ARRAY_ROW(type, name, count)                                                    \
    const type *name;                                                                              \
    uint32_t count;
    FUSOR_PLAN_ARRAYS(FUSOR_PLAN_ARRAY_ROW)
#undef FUSOR_PLAN_ARRAY_ROW
    fusor_traffic traffic;
    fusor_plan_counts counts;
    uint64_t memory_sum, memory_placed, memory_lower_bound, memoryless_bytes;
    /* Host memory: the most that the compiled object, the placement and this plan held together while
     * it was made, without the graph. Of this library on this machine: in no document and no hash. */
    uint64_t arena_peak_bytes;
};

/* Index in plan->resources, or FUSOR_NONE when the plan does not use it. */
FUSOR_API uint32_t fusor_plan_find_image(const fusor_plan *plan, fusor_image image);
FUSOR_API uint32_t fusor_plan_find_buffer(const fusor_plan *plan, fusor_buffer buffer);
/* Index in plan->passes, or FUSOR_NONE. */
FUSOR_API uint32_t fusor_plan_find_pass(const fusor_plan *plan, const char *name);

/* A plan of its own with all that `from` shows, wherever the arrays of `from` lie (they need not be a
 * plan's that fusor made). `allocator` NULL: the C library. To be destroyed with fusor_plan_destroy(). */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_plan_clone(const fusor_plan *from,
                                                       const fusor_allocator *allocator,
                                                       fusor_plan **out);

/* The hash of what the plan holds now: plan->hash, unless the plan was changed or made by hand. */
FUSOR_API uint64_t fusor_plan_get_hash(const fusor_plan *plan);

/* ------------------------------------------------------------------------------ chain ranges */

/* The adjacent rule as a pure function over abstract passes. Keys are any integers; 0 in a signature
 * is "no view", which is equal to nothing. */
typedef struct fusor_chain_pass {
    const uint32_t *writes, *reads, *signature;        /* signature: views in order */
    uint32_t write_count, read_count, signature_count; /* signature_count 0: no attachments */
    bool bridge;
} fusor_chain_pass;

/* Ordered, disjoint, half-open ranges of at least two members: i and the next raster pass j join when
 * writes[i] ∩ reads[j] ≠ ∅ and the signatures are equal; bridge passes between two members are
 * skipped and counted in the range. `out` has room for pass_count / 2 ranges; returns their number. */
FUSOR_API uint32_t fusor_chain_ranges(const fusor_chain_pass *passes, uint32_t pass_count,
                                      fusor_range *out);

/* --------------------------------------------------------------------------------------- audit */

/* What an audit can find: X(NAME, word, text). The first is the only good one. */
#define FUSOR_AUDIT_CODES(X)                                                                       \
    X(PROVEN, "proven", "nothing is wrong")                                                        \
    X(PLAN_MALFORMED, "plan-malformed",                                                            \
      "an index, a slice, a count or a word of the plan is none")                                  \
    X(BEGIN_END, "begin-end", "steps, render passes and members do not begin and end in pairs")    \
    X(UNKNOWN_RESOURCE, "unknown-resource", "the plan and the graph name other resources")         \
    X(RESOURCE_WRONG, "resource-wrong", "a resource's row is not what was declared")               \
    X(USE_WRONG, "use-wrong", "a pass's uses or copies are not what was declared")                 \
    X(PASS_MISSING, "pass-missing", "a pass that must run does not, or not once")                  \
    X(ORDER_INVALID, "order-invalid", "a pass runs before one that it depends on")                 \
    X(BREAK_WRONG, "break-wrong", "a reason against fusion is missing or names no such pair")      \
    X(GROUP_ILLEGAL, "group-illegal", "these passes cannot share a render pass on this path")      \
    X(REFERENCE_WRONG, "reference-wrong", "a subpass does not hold what its members attach")       \
    X(OP_INVALID, "op-invalid", "a load or store op, a clear or a resolve is not what is needed")  \
    X(PLACEMENT_INVALID, "placement-invalid", "a resource lies where it cannot lie")               \
    X(ALIAS_OVERLAP, "alias-overlap", "two resources on the same bytes are alive together")        \
    X(ALIAS_UNORDERED, "alias-unordered", "a newcomer does not wait for an old occupant")          \
    X(BARRIER_INVALID, "barrier-invalid", "a barrier says what Vulkan does not allow")             \
    X(LAYOUT_MISMATCH, "layout-mismatch", "an image is not in the layout that is said or needed")  \
    X(MISSING_DEPENDENCY, "missing-dependency", "two accesses have no order")                      \
    X(MISSING_AVAILABILITY, "missing-availability", "a write is not made available")               \
    X(MISSING_VISIBILITY, "missing-visibility", "a write is not made visible to an access")        \
    X(SUBPASS_DEPENDENCY_MISSING, "subpass-dependency-missing", "two subpasses have no order")     \
    X(DISCARDED_READ, "discarded-read", "contents are read that were discarded or overwritten")    \
    X(ENTRY_SCOPE_WRONG, "entry-scope-wrong", "a frame does not wait for what came before it")     \
    X(EXIT_WRONG, "exit-wrong", "the end of the frame is not what is declared or exported")        \
    X(COUNTS_WRONG, "counts-wrong", "a count is not that of the plan")                             \
    X(TRAFFIC_WRONG, "traffic-wrong", "bytes of traffic are not those of the plan")                \
    X(MEMORY_WRONG, "memory-wrong", "bytes of memory are not those of the plan")

typedef enum fusor_audit_code {
#define FUSOR_AUDIT_ROW(NAME, word, text) FUSOR_AUDIT_##NAME,
    FUSOR_AUDIT_CODES(FUSOR_AUDIT_ROW)
#undef FUSOR_AUDIT_ROW
        FUSOR_AUDIT_COUNT
} fusor_audit_code;
FUSOR_API const char *fusor_audit_word(fusor_audit_code code); /* "missing-dependency" */
FUSOR_API const char *fusor_audit_help(fusor_audit_code code);

typedef enum fusor_audit_actor {
    FUSOR_AUDIT_ACTOR_NONE,
    FUSOR_AUDIT_ACTOR_PASS,
    FUSOR_AUDIT_ACTOR_LOAD_OP,
    FUSOR_AUDIT_ACTOR_STORE_OP,
    FUSOR_AUDIT_ACTOR_TRANSITION, /* of a barrier, or between two subpasses */
    FUSOR_AUDIT_ACTOR_CALLER,     /* before an import comes, or after it is given back */
    FUSOR_AUDIT_ACTOR_HOST
} fusor_audit_actor;

/* One access of a counterexample. */
typedef struct fusor_audit_access {
    fusor_audit_actor actor;
    const char *pass;     /* name; of an op or a transition: the first pass of its step, or "" */
    uint32_t frame, step; /* frames are counted from 0 */
    fusor_stages stages;
    fusor_access access;
    const char *resource; /* name, or "" */
    uint32_t previous;
    fusor_region region; /* the texels or bytes; all 0 where none are meant */
    fusor_layout layout; /* of faults of layouts: what is found, what is said */
} fusor_audit_access;

/* A proof, or the first counterexample. Strings belong to the report. */
typedef struct fusor_audit_report {
    fusor_audit_code code;
    const char *text;    /* a whole sentence */
    const char *missing; /* "an execution dependency from copy to fragment_shader", or "" */
    fusor_audit_access first,
        second; /* the earlier and the later access; actor NONE: no such thing */
    /* What was looked at until then. */
    uint32_t frames, steps, accesses, dependencies;
    uint64_t pairs;
} fusor_audit_report;

typedef struct fusor_audit_desc {
    const fusor_graph *graph;
    const fusor_device_desc *device; /* NULL: the built-in "immediate" */
    const fusor_plan *plan;
    bool
        joined_barriers; /* a memory barrier helps all memory, and any barrier orders everything, as
                             Vulkan has it. false: each entry helps the bytes or texels that it names
                             alone: a plan has one entry a dependency */
    fusor_allocator allocator;
} fusor_audit_desc;

/* Proves that the plan does what the graph says on the device, or finds where it does not. Nothing that
 * the plan says is believed: its arrays must be readable for the lengths that it states, all else is
 * checked. FUSOR_OK: proven; FUSOR_ERROR_REFUTED: `*out` says why; both give a report. On other
 * errors `*out` is NULL; FUSOR_ERROR_INVALID_GRAPH: the declaration has errors of its own.
 * O(cells and barriers of all frames + pairs of accesses × dependencies between them). */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_audit(const fusor_audit_desc *desc,
                                                  fusor_audit_report **out);
FUSOR_API void fusor_audit_report_destroy(fusor_audit_report *report);

#ifdef __cplusplus
}
#endif
#endif
