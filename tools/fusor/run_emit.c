/* In: one job's ports. Out: instructions that scan, mix, encode and store.
 * Promised: the same words on every driver: whole numbers only, but for the conversions of formats. */
#include "run_emit.h"

void run_magic_of(uint32_t d, uint32_t out[2])
{
    uint32_t log = 0;
    while ((1ull << log) < d) {
        log++;
    }
    out[0] = (uint32_t)(((1ull << 32) * ((1ull << log) - d)) / d + 1);
    out[1] = (log < 1 ? log : 1) | (log > 0 ? log - 1 : 0) << 8;
}

static uint32_t op(run_emit *e, uint32_t code, uint32_t a, uint32_t b)
{
    return run_spirv_op(e->s, code, a, b);
}

static uint32_t op_k(run_emit *e, uint32_t code, uint32_t a, uint32_t k)
{
    return run_spirv_op_k(e->s, code, a, k);
}

static uint32_t constant(run_emit *e, uint32_t value)
{
    return run_spirv_constant(e->s, value);
}

uint32_t run_emit_number_type(run_emit *e, const run_format *format)
{
    return format->number == RUN_NUMBER_FLOAT  ? e->real
           : format->number == RUN_NUMBER_SINT ? run_spirv_int(e->s)
                                               : e->word;
}

static void declare_storage_format(run_emit *e, const run_port *port, run_spirv_image *image)
{
    image->format = run_format_spirv(port->format.format);
    if (!image->format) {
        run_spirv_capability(e->s, port->fill == RUN_FILL_NONE || port->fill == RUN_FILL_UPDATE
                                       ? RUN_CAPABILITY_STORAGE_READ_WITHOUT_FORMAT
                                       : RUN_CAPABILITY_STORAGE_WRITE_WITHOUT_FORMAT);
        if (port->fill == RUN_FILL_UPDATE) {
            run_spirv_capability(e->s, RUN_CAPABILITY_STORAGE_WRITE_WITHOUT_FORMAT);
        }
    } else if (run_format_spirv_extended(image->format)) {
        run_spirv_capability(e->s, RUN_CAPABILITY_STORAGE_EXTENDED_FORMATS);
    }
}

static run_spirv_image port_image(run_emit *e, const run_port *port)
{
    run_spirv_image image = {.component = run_emit_number_type(e, &port->format),
                             .dim = port->is_3d ? 2 : 1,
                             .arrayed = !port->is_3d,
                             .multisampled = port->samples > 1,
                             .sampled = port->kind == RUN_PORT_SAMPLED ? 1 : 2};
    if (port->kind == RUN_PORT_INPUT) {
        image.dim = 6;
        image.arrayed = false;
        run_spirv_capability(e->s, RUN_CAPABILITY_INPUT_ATTACHMENT);
    }
    if (port->kind == RUN_PORT_STORAGE && port->samples > 1) {
        run_spirv_capability(e->s, RUN_CAPABILITY_STORAGE_IMAGE_MULTISAMPLE);
        run_spirv_capability(e->s, RUN_CAPABILITY_IMAGE_MS_ARRAY);
    }
    if (port->kind == RUN_PORT_STORAGE) {
        declare_storage_format(e, port, &image);
    }
    return image;
}

static uint32_t declare_image(run_emit *e, const run_port *port, uint32_t binding)
{
    run_spirv_image image = port_image(e, port);
    uint32_t type = run_spirv_image_type(e->s, &image);
    uint32_t variable = run_spirv_global(e->s, RUN_UNIFORM_CONSTANT, type);
    run_spirv_decorate(e->s, variable, RUN_DESCRIPTOR_SET, 0);
    run_spirv_decorate(e->s, variable, RUN_BINDING, binding);
    if (port->kind == RUN_PORT_INPUT) {
        run_spirv_decorate(e->s, variable, RUN_INPUT_ATTACHMENT_INDEX,
                           e->shader->input_map[port->slot]);
    }
    if (port->kind == RUN_PORT_STORAGE && port->fill != RUN_FILL_UPDATE) {
        run_spirv_decorate(e->s, variable, port->fill ? RUN_NON_READABLE : RUN_NON_WRITABLE, 0);
    }
    return variable;
}

static uint32_t declare_port(run_emit *e, const run_port *port, uint32_t binding)
{
    run_spirv_block block = {.storage = RUN_STORAGE_BUFFER, .binding = binding};
    uint32_t variable;
    switch (port->kind) {
    case RUN_PORT_VERTEX:
    case RUN_PORT_INDEX:
    case RUN_PORT_INDIRECT:
        return 0; /* reaches the shader by attributes and built-ins */
    case RUN_PORT_SAMPLED:
    case RUN_PORT_STORAGE:
    case RUN_PORT_INPUT:
        return declare_image(e, port, binding);
    case RUN_PORT_UNIFORM:
        block.storage = RUN_UNIFORM;
        block.vectors = port->words / 4;
        block.tail = port->words % 4;
        return run_spirv_block_variable(e->s, &block);
    default:
        variable = run_spirv_block_variable(e->s, &block);
        if (!port->fill) {
            run_spirv_decorate(e->s, variable, RUN_NON_WRITABLE, 0);
        }
        return variable;
    }
}

static uint32_t load_member(run_emit *e, uint32_t storage, uint32_t block, uint32_t member)
{
    const uint32_t at[3] = {block, constant(e, member), 0};
    uint32_t pointer = run_spirv_access(e->s, storage, e->word, at);
    return run_spirv_load(e->s, e->word, pointer);
}

static uint32_t word_pointer(run_emit *e, uint32_t buffer, uint32_t index)
{
    const uint32_t at[3] = {buffer, constant(e, 0), index};
    return run_spirv_access(e->s, RUN_STORAGE_BUFFER, e->word, at);
}

void run_emit_start(run_emit *e, run_spirv *s, const run_shader *shader, uint32_t *variables)
{
    *e = (run_emit){.s = s, .shader = shader, .variables = variables};
    e->word = run_spirv_uint(s);
    e->real = run_spirv_float(s);
    e->params = run_spirv_block_variable(s, &(run_spirv_block){.storage = RUN_STORAGE_BUFFER});
    run_spirv_decorate(s, e->params, RUN_NON_WRITABLE, 0);
    uint32_t push =
        run_spirv_block_variable(s, &(run_spirv_block){.storage = RUN_PUSH_CONSTANT, .tail = 2});
    e->base = load_member(e, RUN_PUSH_CONSTANT, push, 0);
    e->extra = load_member(e, RUN_PUSH_CONSTANT, push, 1);
    e->sum_xor = run_spirv_local(s);
    e->sum_hash = run_spirv_local(s);
    for (uint32_t i = 0; i < shader->port_count; i++) {
        variables[i] = declare_port(e, shader->ports[i], i + 1);
    }
}

uint32_t run_emit_arg(run_emit *e, uint32_t index)
{
    uint32_t at = op_k(e, RUN_ADD, e->base, index);
    return run_spirv_load(e->s, e->word, word_pointer(e, e->params, at));
}

static uint32_t port_word(uint32_t port, uint32_t index)
{
    return RUN_ARG_PORTS + port * RUN_PORT_ARG_WORDS + index;
}

uint32_t run_emit_port_arg(run_emit *e, uint32_t port, uint32_t index)
{
    return run_emit_arg(e, port_word(port, index));
}

uint32_t run_emit_divide(run_emit *e, uint32_t n, uint32_t magic)
{
    uint32_t m = run_emit_arg(e, magic), shifts = run_emit_arg(e, magic + 1);
    uint32_t high = run_spirv_multiply_high(e->s, m, n);
    uint32_t rest = op(e, RUN_SHIFT_RIGHT, op(e, RUN_SUB, n, high), op_k(e, RUN_AND, shifts, 0xff));
    return op(e, RUN_SHIFT_RIGHT, op(e, RUN_ADD, high, rest), op_k(e, RUN_SHIFT_RIGHT, shifts, 8));
}

uint32_t run_emit_least(run_emit *e, uint32_t a, uint32_t b)
{
    return run_spirv_select(e->s, run_spirv_test(e->s, RUN_LESS, a, b), a, b);
}

uint32_t run_emit_mix(run_emit *e, uint32_t v)
{
    v = op(e, RUN_XOR, v, op_k(e, RUN_SHIFT_RIGHT, v, 16));
    v = op_k(e, RUN_MUL, v, 0x7feb352du);
    v = op(e, RUN_XOR, v, op_k(e, RUN_SHIFT_RIGHT, v, 15));
    v = op_k(e, RUN_MUL, v, 0x846ca68bu);
    return op(e, RUN_XOR, v, op_k(e, RUN_SHIFT_RIGHT, v, 16));
}

uint32_t run_emit_noise(run_emit *e, uint32_t a, uint32_t b)
{
    uint32_t spread = op_k(e, RUN_MUL, a, 0x9e3779b1u), mixed = run_emit_mix(e, b);
    return run_emit_mix(e, op(e, RUN_XOR, spread, mixed));
}

void run_emit_reset(run_emit *e, uint32_t p)
{
    uint32_t seed = run_emit_arg(e, RUN_ARG_SEED), start = run_emit_noise(e, seed, p);
    run_spirv_store(e->s, e->sum_hash, start);
    run_spirv_store(e->s, e->sum_xor, constant(e, 0));
}

void run_emit_take(run_emit *e, const uint32_t *words, uint32_t count, uint32_t at)
{
    static const uint32_t FACTORS[4] = {1u, 0x85ebca6bu, 0xc2b2ae35u, 0x27d4eb2fu};
    uint32_t all = run_spirv_load(e->s, e->word, e->sum_xor);
    uint32_t hash = run_spirv_load(e->s, e->word, e->sum_hash);
    hash = op(e, RUN_ADD, hash, op_k(e, RUN_MUL, at, 0x9e3779b1u));
    for (uint32_t i = 0; i < count; i++) {
        all = op(e, RUN_XOR, all, words[i]);
        hash = op(e, RUN_ADD, hash, op_k(e, RUN_MUL, words[i], FACTORS[i]));
    }
    run_spirv_store(e->s, e->sum_xor, all);
    run_spirv_store(e->s, e->sum_hash, run_emit_mix(e, hash));
}

void run_emit_result(run_emit *e, uint32_t which, uint32_t at, uint32_t out[4])
{
    uint32_t hash = run_spirv_load(e->s, e->word, e->sum_hash);
    uint32_t all = run_spirv_load(e->s, e->word, e->sum_xor);
    uint32_t turn = run_emit_noise(e, op_k(e, RUN_ADD, run_emit_arg(e, RUN_ARG_SEED), which), at);
    uint32_t parity = run_spirv_unary(e->s, RUN_BIT_COUNT, e->word, all);
    parity = op_k(e, RUN_AND, op(e, RUN_XOR, parity, turn), 1);
    for (uint32_t i = 0; i < 4; i++) {
        hash = run_emit_mix(e, op_k(e, RUN_ADD, hash, 0x9e3779b1u * (which + 1)));
        out[i] = hash;
    }
    out[0] = op(e, RUN_OR, op_k(e, RUN_AND, out[0], ~1u), parity);
    if (e->shader->forced) {
        out[0] = op_k(e, RUN_OR, out[0], 1);
    }
}

static uint32_t real_constant(run_emit *e, float value)
{
    return run_spirv_constant_float(e->s, value);
}

static uint32_t real_op(run_emit *e, uint32_t code, uint32_t a, uint32_t b)
{
    return run_spirv_typed(e->s, code, e->real, (const uint32_t[]){a, b});
}

uint32_t run_emit_encode(run_emit *e, const run_format *format, const uint32_t words[4],
                         bool toggle)
{
    uint32_t type = run_emit_number_type(e, format), parts[4];
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t mask = toggle ? 1 : format->write_mask[i];
        uint32_t masked = op_k(e, RUN_AND, words[i], mask);
        float scale = toggle || format->write_scale[i] < 1 ? 1.0f : format->write_scale[i];
        if (format->number == RUN_NUMBER_UINT) {
            parts[i] = masked;
        } else if (format->number == RUN_NUMBER_SINT) {
            parts[i] = run_spirv_unary(e->s, RUN_BITCAST, type, masked);
        } else {
            parts[i] = run_spirv_unary(e->s, RUN_CONVERT_U_TO_F, e->real, masked);
            parts[i] =
                scale > 1 ? real_op(e, RUN_FDIV, parts[i], real_constant(e, scale)) : parts[i];
        }
    }
    return run_spirv_compose(e->s, run_spirv_vector(e->s, type, 4), parts, 4);
}

/* The words that a texel stands for: whole numbers of its channels. */
static uint32_t decode(run_emit *e, const run_format *format, uint32_t texel, uint32_t words[4])
{
    uint32_t type = run_emit_number_type(e, format), count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if (!format->bits[i]) {
            continue;
        }
        uint32_t value = run_spirv_extract(e->s, type, texel, i);
        if (format->number == RUN_NUMBER_UINT) {
            words[count++] = value;
        } else if (format->number == RUN_NUMBER_SINT || format->read_scale[i] < 1) {
            words[count++] = run_spirv_unary(e->s, RUN_BITCAST, e->word, value);
        } else {
            value = real_op(e, RUN_FMUL, value, real_constant(e, format->read_scale[i]));
            value = real_op(e, RUN_FADD, value, real_constant(e, format->read_bias[i]));
            words[count++] = run_spirv_unary(e->s, RUN_CONVERT_F_TO_U, e->word, value);
        }
    }
    return count;
}

static void take_texel(run_emit *e, uint32_t port, const run_spirv_texel *texel, uint32_t at)
{
    const run_port *p = e->shader->ports[port];
    uint32_t words[4];
    uint32_t type = run_spirv_vector(e->s, run_emit_number_type(e, &p->format), 4);
    uint32_t value = p->kind == RUN_PORT_SAMPLED ? run_spirv_fetch(e->s, type, texel)
                                                 : run_spirv_image_read(e->s, type, texel);
    uint32_t count = decode(e, &p->format, value, words);
    run_emit_take(e, words, count, at);
}

static uint32_t load_image(run_emit *e, uint32_t port)
{
    run_spirv_image image = port_image(e, e->shader->ports[port]);
    return run_spirv_load(e->s, run_spirv_image_type(e->s, &image), e->variables[port]);
}

/* Element `index` → signed coordinates x, y and layer or depth. */
static uint32_t coordinate(run_emit *e, uint32_t port, uint32_t index)
{
    uint32_t width = run_emit_port_arg(e, port, RUN_PORT_ARG_FIRST), type = run_spirv_int(e->s);
    uint32_t height = run_emit_port_arg(e, port, RUN_PORT_ARG_HEIGHT);
    uint32_t row = run_emit_divide(e, index, port_word(port, RUN_PORT_ARG_WIDTH_MAGIC));
    uint32_t layer = run_emit_divide(e, row, port_word(port, RUN_PORT_ARG_HEIGHT_MAGIC));
    uint32_t x = op(e, RUN_SUB, index, op(e, RUN_MUL, row, width));
    uint32_t y = op(e, RUN_SUB, row, op(e, RUN_MUL, layer, height));
    const uint32_t at[3] = {x, y, layer};
    uint32_t parts[3];
    for (uint32_t i = 0; i < 3; i++) {
        parts[i] = run_spirv_unary(e->s, RUN_BITCAST, type, at[i]);
    }
    return run_spirv_compose(e->s, run_spirv_vector(e->s, type, 3), parts, 3);
}

static void take_image_element(run_emit *e, uint32_t port, uint32_t index)
{
    const run_port *p = e->shader->ports[port];
    run_spirv_texel texel = {.image = load_image(e, port)};
    uint32_t place = index;
    if (p->samples > 1) {
        place = op_k(e, RUN_DIV, index, p->samples);
        texel.operand = 0x40;
        texel.operand_value = run_spirv_unary(e->s, RUN_BITCAST, run_spirv_int(e->s),
                                              op_k(e, RUN_MOD, index, p->samples));
    } else if (p->kind == RUN_PORT_SAMPLED) {
        texel.operand = 2;
        texel.operand_value = constant(e, 0);
    }
    texel.coordinate = coordinate(e, port, place);
    take_texel(e, port, &texel, index);
}

/* A uniform block is 4-word vectors and up to three words. */
static void take_uniform_element(run_emit *e, uint32_t port, uint32_t index)
{
    uint32_t vector = run_spirv_vector(e->s, e->word, 4), words[4];
    const uint32_t at[3] = {e->variables[port], constant(e, 0), index};
    uint32_t pointer = run_spirv_access(e->s, RUN_UNIFORM, vector, at);
    uint32_t value = run_spirv_load(e->s, vector, pointer);
    for (uint32_t i = 0; i < 4; i++) {
        words[i] = run_spirv_extract(e->s, e->word, value, i);
    }
    run_emit_take(e, words, 4, index);
}

static void scan_uniform_tail(run_emit *e, uint32_t port)
{
    const run_port *p = e->shader->ports[port];
    for (uint32_t i = 0; i < p->words % 4; i++) {
        uint32_t word = load_member(e, RUN_UNIFORM, e->variables[port], (p->words >= 4) + i);
        run_emit_take(e, &word, 1, constant(e, i));
    }
}

static void take_element(run_emit *e, uint32_t port, uint32_t index)
{
    const run_port *p = e->shader->ports[port];
    if (p->kind == RUN_PORT_UNIFORM) {
        take_uniform_element(e, port, index);
    } else if (p->kind == RUN_PORT_SAMPLED || p->kind == RUN_PORT_STORAGE) {
        take_image_element(e, port, index);
    } else {
        uint32_t at = op(e, RUN_ADD, run_emit_port_arg(e, port, RUN_PORT_ARG_FIRST), index);
        uint32_t word = run_spirv_load(e->s, e->word, word_pointer(e, e->variables[port], at));
        run_emit_take(e, &word, 1, index);
    }
}

/* The coordinate is a constant (0, 0): VUID-StandaloneSpirv-SubpassData-04660. */
static void scan_input_attachment(run_emit *e, uint32_t port)
{
    const run_port *p = e->shader->ports[port];
    uint32_t here = run_spirv_null(e->s, run_spirv_vector(e->s, run_spirv_int(e->s), 2));
    for (uint32_t i = 0; i < p->samples; i++) {
        run_spirv_texel texel = {.image = load_image(e, port), .coordinate = here};
        if (p->samples > 1) {
            texel.operand = 0x40;
            texel.operand_value = constant(e, i);
        }
        take_texel(e, port, &texel, constant(e, i));
    }
}

void run_emit_scan(run_emit *e, uint32_t port, uint32_t p, uint32_t total)
{
    const run_port *desc = e->shader->ports[port];
    if (desc->kind == RUN_PORT_INPUT) {
        scan_input_attachment(e, port);
        return;
    }
    if (desc->kind == RUN_PORT_UNIFORM) {
        scan_uniform_tail(e, port);
    }
    if (desc->kind == RUN_PORT_UNIFORM && desc->words < 4) {
        return;
    }
    uint32_t count = run_emit_port_arg(e, port, RUN_PORT_ARG_COUNT);
    uint32_t turns = run_emit_divide(e, p, port_word(port, RUN_PORT_ARG_COUNT_MAGIC));
    uint32_t first = op(e, RUN_SUB, p, op(e, RUN_MUL, turns, count));
    run_spirv_loop loop = run_spirv_for(e->s, first, count, total);
    take_element(e, port, run_spirv_load(e->s, e->word, loop.variable));
    run_spirv_end_for(e->s, &loop);
}

void run_emit_scan_all(run_emit *e, uint32_t p, uint32_t total)
{
    for (uint32_t i = 0; i < e->shader->port_count; i++) {
        if (!e->shader->ports[i]->fill) {
            run_emit_scan(e, i, p, total);
        }
    }
}

/* The element of group `q` that this pass writes; random ones are of groups of four. */
static uint32_t pick_element(run_emit *e, uint32_t port, uint32_t q)
{
    uint32_t stride = run_emit_port_arg(e, port, RUN_PORT_ARG_STRIDE);
    uint32_t pick = run_emit_port_arg(e, port, RUN_PORT_ARG_PICK);
    uint32_t first = op(e, RUN_MUL, q, stride);
    uint32_t left = op(e, RUN_SUB, run_emit_port_arg(e, port, RUN_PORT_ARG_COUNT), first);
    uint32_t noise = run_emit_noise(e, run_emit_arg(e, RUN_ARG_SEED), q);
    uint32_t random = run_emit_least(e, op_k(e, RUN_AND, noise, 3), op_k(e, RUN_SUB, left, 1));
    uint32_t is_random = run_spirv_test(e->s, RUN_EQUAL, pick, constant(e, FUSOR_NONE));
    return op(e, RUN_ADD, first, run_spirv_select(e->s, is_random, random, pick));
}

static void store_element(run_emit *e, uint32_t port, uint32_t index)
{
    const run_port *p = e->shader->ports[port];
    uint32_t words[4];
    run_emit_result(e, 16, index, words);
    if (p->kind == RUN_PORT_STORAGE) {
        run_spirv_texel texel = {.image = load_image(e, port),
                                 .coordinate = coordinate(e, port, index)};
        run_spirv_image_write(e->s, &texel, run_emit_encode(e, &p->format, words, false));
        return;
    }
    uint32_t at = op(e, RUN_ADD, run_emit_port_arg(e, port, RUN_PORT_ARG_FIRST), index);
    uint32_t word = p->small ? op_k(e, RUN_ADD, op_k(e, RUN_AND, words[0], 1), 1) : words[0];
    run_spirv_store(e->s, word_pointer(e, e->variables[port], at), word);
}

void run_emit_write(run_emit *e, uint32_t port, uint32_t q)
{
    const run_port *p = e->shader->ports[port];
    uint32_t index = pick_element(e, port, q);
    uint32_t there =
        run_spirv_test(e->s, RUN_LESS, index, run_emit_port_arg(e, port, RUN_PORT_ARG_COUNT));
    uint32_t merge = run_spirv_if(e->s, there);
    uint32_t old_xor = run_spirv_load(e->s, e->word, e->sum_xor);
    uint32_t old_hash = run_spirv_load(e->s, e->word, e->sum_hash);
    if (p->fill == RUN_FILL_UPDATE) {
        take_element(e, port, index);
    }
    store_element(e, port, index);
    run_spirv_store(e->s, e->sum_xor, old_xor);
    run_spirv_store(e->s, e->sum_hash, old_hash);
    run_spirv_end_if(e->s, merge);
}
