/* A small writer of SPIR-V 1.3: one module with one function, structured control flow.
 *
 * Values are ids. Every function that gives an id adds an instruction to the function; types and
 * constants are made once each. 32-bit unsigned integers unless a name says otherwise. A writer never
 * fails. The numbers are those of the SPIR-V specification, section 3.
 */
#ifndef RUN_SPIRV_H
#define RUN_SPIRV_H

#include "run_base.h"

enum run_spirv_storage {
    RUN_UNIFORM_CONSTANT = 0,
    RUN_INPUT = 1,
    RUN_UNIFORM = 2,
    RUN_OUTPUT = 3,
    RUN_FUNCTION = 7,
    RUN_PUSH_CONSTANT = 9,
    RUN_STORAGE_BUFFER = 12
};

enum run_spirv_decoration {
    RUN_BLOCK = 2,
    RUN_ARRAY_STRIDE = 6,
    RUN_BUILT_IN = 11,
    RUN_FLAT = 14,
    RUN_NON_WRITABLE = 24,
    RUN_NON_READABLE = 25,
    RUN_LOCATION = 30,
    RUN_BINDING = 33,
    RUN_DESCRIPTOR_SET = 34,
    RUN_OFFSET = 35,
    RUN_INPUT_ATTACHMENT_INDEX = 43
};

enum run_spirv_built_in {
    RUN_POSITION = 0,
    RUN_POINT_SIZE = 1,
    RUN_FRAG_COORD = 15,
    RUN_FRAG_DEPTH = 22,
    RUN_NUM_WORKGROUPS = 24,
    RUN_GLOBAL_INVOCATION_ID = 28,
    RUN_VERTEX_INDEX = 42,
    RUN_INSTANCE_INDEX = 43,
    RUN_VIEW_INDEX = 4440
};

enum run_spirv_op { /* binary and unary operations that shaders here use */
                    RUN_CONVERT_F_TO_U = 109,
                    RUN_CONVERT_U_TO_F = 112,
                    RUN_BITCAST = 124,
                    RUN_ADD = 128,
                    RUN_FADD = 129,
                    RUN_SUB = 130,
                    RUN_MUL = 132,
                    RUN_FMUL = 133,
                    RUN_DIV = 134,
                    RUN_FDIV = 136,
                    RUN_MOD = 137,
                    RUN_LOGICAL_AND = 167,
                    RUN_EQUAL = 170,
                    RUN_NOT_EQUAL = 171,
                    RUN_GREATER_EQUAL = 174,
                    RUN_LESS = 176,
                    RUN_SHIFT_RIGHT = 194,
                    RUN_SHIFT_LEFT = 196,
                    RUN_OR = 197,
                    RUN_XOR = 198,
                    RUN_AND = 199,
                    RUN_BIT_COUNT = 205
};

enum run_spirv_capability {
    RUN_CAPABILITY_SHADER = 1,
    RUN_CAPABILITY_STORAGE_IMAGE_MULTISAMPLE = 27,
    RUN_CAPABILITY_INPUT_ATTACHMENT = 40,
    RUN_CAPABILITY_IMAGE_MS_ARRAY = 48,
    RUN_CAPABILITY_STORAGE_EXTENDED_FORMATS = 49,
    RUN_CAPABILITY_STORAGE_READ_WITHOUT_FORMAT = 55,
    RUN_CAPABILITY_STORAGE_WRITE_WITHOUT_FORMAT = 56,
    RUN_CAPABILITY_MULTI_VIEW = 4439
};

typedef enum run_stage {
    RUN_STAGE_VERTEX = 0,
    RUN_STAGE_FRAGMENT = 4,
    RUN_STAGE_COMPUTE = 5
} run_stage;

typedef struct run_spirv {
    run_stage stage;
    uint32_t last_id, function, entry_label;
    bool depth_replacing;
    run_words capabilities, interface, decorations, globals, variables, code;
} run_spirv;

void run_spirv_init(run_spirv *s, run_stage stage);
/* The module's words; finishes `s`. The caller frees with run_words_finish(). */
run_words run_spirv_finish(run_spirv *s);

void run_spirv_capability(run_spirv *s, uint32_t capability);
void run_spirv_decorate(run_spirv *s, uint32_t id, uint32_t decoration, uint32_t value);

uint32_t run_spirv_uint(run_spirv *s);
uint32_t run_spirv_int(run_spirv *s);
uint32_t run_spirv_float(run_spirv *s);
uint32_t run_spirv_vector(run_spirv *s, uint32_t component, uint32_t count);
/* OpTypeImage: `sampled` 1 for fetches, 2 for storage and subpass data. */
typedef struct run_spirv_image {
    uint32_t component, dim; /* 1: 2D, 2: 3D, 6: subpass data */
    bool arrayed, multisampled;
    uint32_t sampled, format;
} run_spirv_image;
uint32_t run_spirv_image_type(run_spirv *s, const run_spirv_image *image);
uint32_t run_spirv_constant(run_spirv *s, uint32_t value);
uint32_t run_spirv_constant_float(run_spirv *s, float value);
uint32_t run_spirv_null(run_spirv *s, uint32_t type);

/* A module variable of `type`, on the interface where its storage is Input or Output. */
uint32_t run_spirv_global(run_spirv *s, uint32_t storage, uint32_t type);
uint32_t run_spirv_built_in(run_spirv *s, uint32_t storage, uint32_t type, uint32_t built_in);
/* A variable of the function, a word. */
uint32_t run_spirv_local(run_spirv *s);

/* A block `{ first[count_a]; tail[count_b] words }` as set 0, binding `binding`. */
typedef struct run_spirv_block {
    uint32_t storage, binding;
    uint32_t vectors; /* Uniform: 4-word vectors before the tail words */
    uint32_t tail;    /* Uniform: 0 … 3 words; PushConstant: words */
} run_spirv_block;
uint32_t run_spirv_block_variable(run_spirv *s, const run_spirv_block *block);

uint32_t run_spirv_load(run_spirv *s, uint32_t type, uint32_t pointer);
void run_spirv_store(run_spirv *s, uint32_t pointer, uint32_t value);
/* Pointer into `base` (of `storage`) to something of `type`: one or two indices (0: none). */
uint32_t run_spirv_access(run_spirv *s, uint32_t storage, uint32_t type, const uint32_t at[3]);

uint32_t run_spirv_op(run_spirv *s, uint32_t op, uint32_t a, uint32_t b);   /* words */
uint32_t run_spirv_op_k(run_spirv *s, uint32_t op, uint32_t a, uint32_t k); /* b is a constant */
uint32_t run_spirv_typed(run_spirv *s, uint32_t op, uint32_t type, const uint32_t ab[2]);
uint32_t run_spirv_unary(run_spirv *s, uint32_t op, uint32_t type, uint32_t a);
uint32_t run_spirv_test(run_spirv *s, uint32_t op, uint32_t a, uint32_t b); /* a truth value */
uint32_t run_spirv_extract(run_spirv *s, uint32_t type, uint32_t vector, uint32_t index);
uint32_t run_spirv_compose(run_spirv *s, uint32_t type, const uint32_t *parts, uint32_t count);
/* The high half of a product. */
uint32_t run_spirv_multiply_high(run_spirv *s, uint32_t a, uint32_t b);
uint32_t run_spirv_select(run_spirv *s, uint32_t truth, uint32_t yes, uint32_t no);

/* `operand` 0: none; 2: level of detail; 0x40: sample. */
typedef struct run_spirv_texel {
    uint32_t image, coordinate, operand, operand_value;
} run_spirv_texel;
uint32_t run_spirv_fetch(run_spirv *s, uint32_t type, const run_spirv_texel *texel);
uint32_t run_spirv_image_read(run_spirv *s, uint32_t type, const run_spirv_texel *texel);
void run_spirv_image_write(run_spirv *s, const run_spirv_texel *texel, uint32_t value);

/* for (i = first; i < limit; i += step) { … } over a local; blocks nest. */
typedef struct run_spirv_loop {
    uint32_t variable, step, head, next, merge;
} run_spirv_loop;
run_spirv_loop run_spirv_for(run_spirv *s, uint32_t first, uint32_t limit, uint32_t step);
void run_spirv_end_for(run_spirv *s, const run_spirv_loop *loop);
/* if (truth) { … }; returns the label that run_spirv_end_if() takes. */
uint32_t run_spirv_if(run_spirv *s, uint32_t truth);
void run_spirv_end_if(run_spirv *s, uint32_t merge);
/* if (truth) discard; */
void run_spirv_discard_if(run_spirv *s, uint32_t truth);

#endif
