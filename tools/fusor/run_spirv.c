/* In: calls, in the order of the shader's text. Out: the words of a SPIR-V 1.3 module.
 * Promised: types and constants are unique, sections come in the order that the specification asks for
 * (2.4), blocks are structured. Plain C instead of a GLSL compiler: docs/run.md says why. */
#include "run_spirv.h"

#include <string.h>

enum {
    OP_MEMORY_MODEL = 14,
    OP_ENTRY_POINT = 15,
    OP_EXECUTION_MODE = 16,
    OP_CAPABILITY = 17,
    OP_EXTENSION = 10,
    OP_TYPE_VOID = 19,
    OP_TYPE_BOOL = 20,
    OP_TYPE_INT = 21,
    OP_TYPE_FLOAT = 22,
    OP_TYPE_VECTOR = 23,
    OP_TYPE_IMAGE = 25,
    OP_TYPE_ARRAY = 28,
    OP_TYPE_RUNTIME_ARRAY = 29,
    OP_TYPE_STRUCT = 30,
    OP_TYPE_POINTER = 32,
    OP_TYPE_FUNCTION = 33,
    OP_CONSTANT = 43,
    OP_CONSTANT_NULL = 46,
    OP_FUNCTION = 54,
    OP_FUNCTION_END = 56,
    OP_VARIABLE = 59,
    OP_LOAD = 61,
    OP_STORE = 62,
    OP_ACCESS_CHAIN = 65,
    OP_DECORATE = 71,
    OP_MEMBER_DECORATE = 72,
    OP_COMPOSITE_CONSTRUCT = 80,
    OP_COMPOSITE_EXTRACT = 81,
    OP_U_MUL_EXTENDED = 151,
    OP_IMAGE_FETCH = 95,
    OP_IMAGE_READ = 98,
    OP_IMAGE_WRITE = 99,
    OP_SELECT = 169,
    OP_LOOP_MERGE = 246,
    OP_SELECTION_MERGE = 247,
    OP_LABEL = 248,
    OP_BRANCH = 249,
    OP_BRANCH_CONDITIONAL = 250,
    OP_KILL = 252,
    OP_RETURN = 253
};

static void emit(run_words *section, uint32_t op, const uint32_t *operands, uint32_t count)
{
    run_words_add(section, (count + 1) << 16 | op);
    for (uint32_t i = 0; i < count; i++) {
        run_words_add(section, operands[i]);
    }
}

#define EMIT(section, op, ...)                                                                     \
    emit(section, op, (const uint32_t[]){__VA_ARGS__},                                             \
         (uint32_t)(sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)))

/* An instruction of the globals whose operands but for the result, at `result`, are these. */
static uint32_t find_global(const run_spirv *s, const uint32_t *words, uint32_t count,
                            uint32_t result)
{
    for (uint32_t at = 0; at < s->globals.count; at += s->globals.data[at] >> 16) {
        const uint32_t *have = s->globals.data + at;
        if (have[0] == words[0] && !memcmp(have + 1, words + 1, (result - 1) * sizeof(uint32_t)) &&
            !memcmp(have + result + 1, words + result + 1,
                    (count - result - 1) * sizeof(uint32_t))) {
            return have[result];
        }
    }
    return 0;
}

/* A type (result at 1) or a constant (result at 2), made once. */
static uint32_t unique(run_spirv *s, uint32_t op, const uint32_t *operands, uint32_t count)
{
    uint32_t result = op == OP_CONSTANT || op == OP_CONSTANT_NULL ? 2 : 1;
    uint32_t words[16] = {(count + 2) << 16 | op};
    for (uint32_t i = 0; i < count; i++) {
        words[i + 1 + (i + 1 >= result)] = operands[i];
    }
    uint32_t found = find_global(s, words, count + 2, result);
    if (found) {
        return found;
    }
    words[result] = ++s->last_id;
    emit(&s->globals, op, words + 1, count + 1);
    return s->last_id;
}

#define UNIQUE(s, op, ...)                                                                         \
    unique(s, op, (const uint32_t[]){__VA_ARGS__},                                                 \
           (uint32_t)(sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)))

void run_spirv_init(run_spirv *s, run_stage stage)
{
    *s = (run_spirv){.stage = stage};
    s->function = ++s->last_id;
    s->entry_label = ++s->last_id;
    run_spirv_capability(s, RUN_CAPABILITY_SHADER);
}

void run_spirv_capability(run_spirv *s, uint32_t capability)
{
    for (uint32_t i = 0; i < s->capabilities.count; i++) {
        if (s->capabilities.data[i] == capability) {
            return;
        }
    }
    run_words_add(&s->capabilities, capability);
}

void run_spirv_decorate(run_spirv *s, uint32_t id, uint32_t decoration, uint32_t value)
{
    bool plain = decoration == RUN_BLOCK || decoration == RUN_FLAT ||
                 decoration == RUN_NON_WRITABLE || decoration == RUN_NON_READABLE;
    emit(&s->decorations, OP_DECORATE, (const uint32_t[]){id, decoration, value}, plain ? 2 : 3);
}

uint32_t run_spirv_uint(run_spirv *s)
{
    return UNIQUE(s, OP_TYPE_INT, 32, 0);
}

uint32_t run_spirv_int(run_spirv *s)
{
    return UNIQUE(s, OP_TYPE_INT, 32, 1);
}

uint32_t run_spirv_float(run_spirv *s)
{
    return UNIQUE(s, OP_TYPE_FLOAT, 32);
}

uint32_t run_spirv_vector(run_spirv *s, uint32_t component, uint32_t count)
{
    return UNIQUE(s, OP_TYPE_VECTOR, component, count);
}

uint32_t run_spirv_image_type(run_spirv *s, const run_spirv_image *image)
{
    return UNIQUE(s, OP_TYPE_IMAGE, image->component, image->dim, 0, image->arrayed,
                  image->multisampled, image->sampled, image->format);
}

static uint32_t pointer_type(run_spirv *s, uint32_t storage, uint32_t type)
{
    return UNIQUE(s, OP_TYPE_POINTER, storage, type);
}

uint32_t run_spirv_constant(run_spirv *s, uint32_t value)
{
    return UNIQUE(s, OP_CONSTANT, run_spirv_uint(s), value);
}

uint32_t run_spirv_constant_float(run_spirv *s, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return UNIQUE(s, OP_CONSTANT, run_spirv_float(s), bits);
}

uint32_t run_spirv_null(run_spirv *s, uint32_t type)
{
    return UNIQUE(s, OP_CONSTANT_NULL, type);
}

uint32_t run_spirv_global(run_spirv *s, uint32_t storage, uint32_t type)
{
    uint32_t pointer = pointer_type(s, storage, type), id = ++s->last_id;
    EMIT(&s->globals, OP_VARIABLE, pointer, id, storage);
    if (storage == RUN_INPUT || storage == RUN_OUTPUT) {
        run_words_add(&s->interface, id);
    }
    return id;
}

uint32_t run_spirv_built_in(run_spirv *s, uint32_t storage, uint32_t type, uint32_t built_in)
{
    uint32_t id = run_spirv_global(s, storage, type);
    run_spirv_decorate(s, id, RUN_BUILT_IN, built_in);
    if (s->stage == RUN_STAGE_FRAGMENT && built_in == RUN_FRAG_DEPTH) {
        s->depth_replacing = true;
    }
    if (s->stage == RUN_STAGE_FRAGMENT && built_in == RUN_VIEW_INDEX) {
        run_spirv_decorate(s, id, RUN_FLAT, 0);
    }
    return id;
}

uint32_t run_spirv_local(run_spirv *s)
{
    uint32_t pointer = pointer_type(s, RUN_FUNCTION, run_spirv_uint(s)), id = ++s->last_id;
    EMIT(&s->variables, OP_VARIABLE, pointer, id, RUN_FUNCTION);
    return id;
}

/* The members of a block: [vectors of 4 words][tail words], or one array of words without end. */
static uint32_t block_members(run_spirv *s, const run_spirv_block *block, uint32_t *members)
{
    uint32_t word = run_spirv_uint(s), count = 0;
    if (block->storage == RUN_STORAGE_BUFFER) {
        uint32_t before = s->last_id, array = UNIQUE(s, OP_TYPE_RUNTIME_ARRAY, word);
        if (array > before) {
            run_spirv_decorate(s, array, RUN_ARRAY_STRIDE, 4);
        }
        members[count++] = array;
        return count;
    }
    if (block->vectors) {
        uint32_t array = ++s->last_id;
        uint32_t vector = run_spirv_vector(s, word, 4),
                 length = run_spirv_constant(s, block->vectors);
        EMIT(&s->globals, OP_TYPE_ARRAY, array, vector, length);
        run_spirv_decorate(s, array, RUN_ARRAY_STRIDE, 16);
        members[count++] = array;
    }
    for (uint32_t i = 0; i < block->tail; i++) {
        members[count++] = word;
    }
    return count;
}

uint32_t run_spirv_block_variable(run_spirv *s, const run_spirv_block *block)
{
    uint32_t members[8] = {0}, offset = 0, words[9] = {0};
    uint32_t count = block_members(s, block, members);
    uint32_t type = words[0] = ++s->last_id;
    memcpy(words + 1, members, count * sizeof(uint32_t));
    emit(&s->globals, OP_TYPE_STRUCT, words, count + 1);
    run_spirv_decorate(s, type, RUN_BLOCK, 0);
    for (uint32_t i = 0; i < count; i++) {
        EMIT(&s->decorations, OP_MEMBER_DECORATE, type, i, RUN_OFFSET, offset);
        offset += i == 0 && block->vectors ? block->vectors * 16 : 4;
    }
    uint32_t id = run_spirv_global(s, block->storage, type);
    if (block->storage != RUN_PUSH_CONSTANT) {
        run_spirv_decorate(s, id, RUN_DESCRIPTOR_SET, 0);
        run_spirv_decorate(s, id, RUN_BINDING, block->binding);
    }
    return id;
}

uint32_t run_spirv_load(run_spirv *s, uint32_t type, uint32_t pointer)
{
    EMIT(&s->code, OP_LOAD, type, ++s->last_id, pointer);
    return s->last_id;
}

void run_spirv_store(run_spirv *s, uint32_t pointer, uint32_t value)
{
    EMIT(&s->code, OP_STORE, pointer, value);
}

uint32_t run_spirv_access(run_spirv *s, uint32_t storage, uint32_t type, const uint32_t at[3])
{
    uint32_t pointer = pointer_type(s, storage, type);
    uint32_t words[5] = {pointer, ++s->last_id, at[0], at[1], at[2]};
    emit(&s->code, OP_ACCESS_CHAIN, words, at[2] ? 5 : 4);
    return words[1];
}

uint32_t run_spirv_typed(run_spirv *s, uint32_t op, uint32_t type, const uint32_t ab[2])
{
    EMIT(&s->code, op, type, ++s->last_id, ab[0], ab[1]);
    return s->last_id;
}

uint32_t run_spirv_op(run_spirv *s, uint32_t op, uint32_t a, uint32_t b)
{
    return run_spirv_typed(s, op, run_spirv_uint(s), (const uint32_t[]){a, b});
}

uint32_t run_spirv_op_k(run_spirv *s, uint32_t op, uint32_t a, uint32_t k)
{
    uint32_t constant = run_spirv_constant(s, k);
    return run_spirv_op(s, op, a, constant);
}

uint32_t run_spirv_unary(run_spirv *s, uint32_t op, uint32_t type, uint32_t a)
{
    EMIT(&s->code, op, type, ++s->last_id, a);
    return s->last_id;
}

static uint32_t bool_type(run_spirv *s)
{
    return unique(s, OP_TYPE_BOOL, NULL, 0);
}

uint32_t run_spirv_test(run_spirv *s, uint32_t op, uint32_t a, uint32_t b)
{
    return run_spirv_typed(s, op, bool_type(s), (const uint32_t[]){a, b});
}

uint32_t run_spirv_extract(run_spirv *s, uint32_t type, uint32_t vector, uint32_t index)
{
    EMIT(&s->code, OP_COMPOSITE_EXTRACT, type, ++s->last_id, vector, index);
    return s->last_id;
}

uint32_t run_spirv_compose(run_spirv *s, uint32_t type, const uint32_t *parts, uint32_t count)
{
    uint32_t words[6] = {type, ++s->last_id};
    memcpy(words + 2, parts, count * sizeof(uint32_t));
    emit(&s->code, OP_COMPOSITE_CONSTRUCT, words, count + 2);
    return words[1];
}

uint32_t run_spirv_select(run_spirv *s, uint32_t truth, uint32_t yes, uint32_t no)
{
    uint32_t word = run_spirv_uint(s);
    EMIT(&s->code, OP_SELECT, word, ++s->last_id, truth, yes, no);
    return s->last_id;
}

uint32_t run_spirv_multiply_high(run_spirv *s, uint32_t a, uint32_t b)
{
    uint32_t word = run_spirv_uint(s), pair = UNIQUE(s, OP_TYPE_STRUCT, word, word);
    EMIT(&s->code, OP_U_MUL_EXTENDED, pair, ++s->last_id, a, b);
    return run_spirv_extract(s, word, s->last_id, 1);
}

static uint32_t read_texel(run_spirv *s, uint32_t op, uint32_t type, const run_spirv_texel *texel)
{
    uint32_t words[6] = {type,           ++s->last_id,        texel->image, texel->coordinate,
                         texel->operand, texel->operand_value};
    emit(&s->code, op, words, texel->operand ? 6 : 4);
    return words[1];
}

uint32_t run_spirv_fetch(run_spirv *s, uint32_t type, const run_spirv_texel *texel)
{
    return read_texel(s, OP_IMAGE_FETCH, type, texel);
}

uint32_t run_spirv_image_read(run_spirv *s, uint32_t type, const run_spirv_texel *texel)
{
    return read_texel(s, OP_IMAGE_READ, type, texel);
}

void run_spirv_image_write(run_spirv *s, const run_spirv_texel *texel, uint32_t value)
{
    EMIT(&s->code, OP_IMAGE_WRITE, texel->image, texel->coordinate, value);
}

static void label(run_spirv *s, uint32_t id)
{
    EMIT(&s->code, OP_LABEL, id);
}

run_spirv_loop run_spirv_for(run_spirv *s, uint32_t first, uint32_t limit, uint32_t step)
{
    run_spirv_loop loop = {.variable = run_spirv_local(s), .step = step};
    uint32_t word = run_spirv_uint(s), test = s->last_id + 1, body = s->last_id + 2;
    loop.head = s->last_id + 3;
    loop.next = s->last_id + 4;
    loop.merge = s->last_id + 5;
    s->last_id += 5;
    run_spirv_store(s, loop.variable, first);
    EMIT(&s->code, OP_BRANCH, loop.head);
    label(s, loop.head);
    EMIT(&s->code, OP_LOOP_MERGE, loop.merge, loop.next, 0);
    EMIT(&s->code, OP_BRANCH, test);
    label(s, test);
    uint32_t i = run_spirv_load(s, word, loop.variable);
    uint32_t more = run_spirv_test(s, RUN_LESS, i, limit);
    EMIT(&s->code, OP_BRANCH_CONDITIONAL, more, body, loop.merge);
    label(s, body);
    return loop;
}

void run_spirv_end_for(run_spirv *s, const run_spirv_loop *loop)
{
    EMIT(&s->code, OP_BRANCH, loop->next);
    label(s, loop->next);
    uint32_t i = run_spirv_load(s, run_spirv_uint(s), loop->variable);
    run_spirv_store(s, loop->variable, run_spirv_op(s, RUN_ADD, i, loop->step));
    EMIT(&s->code, OP_BRANCH, loop->head);
    label(s, loop->merge);
}

uint32_t run_spirv_if(run_spirv *s, uint32_t truth)
{
    uint32_t body = ++s->last_id, merge = ++s->last_id;
    EMIT(&s->code, OP_SELECTION_MERGE, merge, 0);
    EMIT(&s->code, OP_BRANCH_CONDITIONAL, truth, body, merge);
    label(s, body);
    return merge;
}

void run_spirv_end_if(run_spirv *s, uint32_t merge)
{
    EMIT(&s->code, OP_BRANCH, merge);
    label(s, merge);
}

void run_spirv_discard_if(run_spirv *s, uint32_t truth)
{
    uint32_t merge = run_spirv_if(s, truth);
    emit(&s->code, OP_KILL, NULL, 0);
    label(s, merge);
}

/* Entry point, execution modes: after the capabilities, before the decorations. */
static void emit_entry(const run_spirv *s, run_words *module)
{
    run_words_add(module, (s->interface.count + 5) << 16 | OP_ENTRY_POINT);
    run_words_add(module, (uint32_t)s->stage);
    run_words_add(module, s->function);
    run_words_add(module, 0x6e69616d); /* "main" */
    run_words_add(module, 0);
    run_words_append(module, &s->interface);
    if (s->stage == RUN_STAGE_FRAGMENT) {
        EMIT(module, OP_EXECUTION_MODE, s->function, 7); /* OriginUpperLeft */
    }
    if (s->depth_replacing) {
        EMIT(module, OP_EXECUTION_MODE, s->function, 12);
    }
    if (s->stage == RUN_STAGE_COMPUTE) {
        EMIT(module, OP_EXECUTION_MODE, s->function, 17, 64, 1, 1); /* LocalSize */
    }
}

static void emit_function(run_spirv *s, run_words *module, uint32_t none, uint32_t signature)
{
    EMIT(module, OP_FUNCTION, none, s->function, 0, signature);
    EMIT(module, OP_LABEL, s->entry_label);
    run_words_append(module, &s->variables);
    run_words_append(module, &s->code);
    emit(module, OP_RETURN, NULL, 0);
    emit(module, OP_FUNCTION_END, NULL, 0);
}

run_words run_spirv_finish(run_spirv *s)
{
    uint32_t none = unique(s, OP_TYPE_VOID, NULL, 0), signature = UNIQUE(s, OP_TYPE_FUNCTION, none);
    run_words module = {0};
    const uint32_t header[5] = {0x07230203u, 0x00010300u, 0, s->last_id + 1, 0};
    for (uint32_t i = 0; i < 5; i++) {
        run_words_add(&module, header[i]);
    }
    for (uint32_t i = 0; i < s->capabilities.count; i++) {
        EMIT(&module, OP_CAPABILITY, s->capabilities.data[i]);
    }
    EMIT(&module, OP_MEMORY_MODEL, 0, 1); /* Logical, GLSL450 */
    emit_entry(s, &module);
    run_words_append(&module, &s->decorations);
    run_words_append(&module, &s->globals);
    emit_function(s, &module, none, signature);
    run_words_finish(&s->capabilities);
    run_words_finish(&s->interface);
    run_words_finish(&s->decorations);
    run_words_finish(&s->globals);
    run_words_finish(&s->variables);
    run_words_finish(&s->code);
    return module;
}
