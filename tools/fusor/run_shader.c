/* In: one job. Out: its SPIR-V.
 * Promised: equal jobs give equal words. Each function below is one kind of main(). */
#include "run_shader.h"

#include <stdlib.h>

#include "run_emit.h"

typedef struct pixel {
    uint32_t index;                    /* inside the area */
    uint32_t view, count, rank, total; /* rank and total: of all views */
} run_pixel;

static uint32_t op(run_emit *e, uint32_t code, uint32_t a, uint32_t b)
{
    return run_spirv_op(e->s, code, a, b);
}

static uint32_t op_k(run_emit *e, uint32_t code, uint32_t a, uint32_t k)
{
    return run_spirv_op_k(e->s, code, a, k);
}

static uint32_t to_word(run_emit *e, uint32_t real_vector, uint32_t index)
{
    uint32_t real = run_spirv_extract(e->s, e->real, real_vector, index);
    return run_spirv_unary(e->s, RUN_CONVERT_F_TO_U, e->word, real);
}

static run_pixel find_pixel(run_emit *e)
{
    uint32_t vector = run_spirv_vector(e->s, e->real, 4);
    uint32_t place =
        run_spirv_load(e->s, vector, run_spirv_built_in(e->s, RUN_INPUT, vector, RUN_FRAG_COORD));
    uint32_t width = run_emit_arg(e, RUN_ARG_AREA + 2), height = run_emit_arg(e, RUN_ARG_AREA + 3);
    uint32_t x = op(e, RUN_SUB, to_word(e, place, 0), run_emit_arg(e, RUN_ARG_AREA));
    uint32_t y = op(e, RUN_SUB, to_word(e, place, 1), run_emit_arg(e, RUN_ARG_AREA + 1));
    run_pixel pixel = {.index = op(e, RUN_ADD, op(e, RUN_MUL, y, width), x),
                       .count = op(e, RUN_MUL, width, height),
                       .view = run_spirv_constant(e->s, 0)};
    if (e->shader->multiview) {
        run_spirv_capability(e->s, RUN_CAPABILITY_MULTI_VIEW);
        uint32_t view = run_spirv_built_in(e->s, RUN_INPUT, e->word, RUN_VIEW_INDEX);
        pixel.view = run_spirv_load(e->s, e->word, view);
    }
    pixel.rank = op(e, RUN_ADD, op(e, RUN_MUL, pixel.view, pixel.count), pixel.index);
    pixel.total = op(e, RUN_MUL, pixel.count, run_emit_arg(e, RUN_ARG_LAYERS));
    return pixel;
}

/* Pixels in groups of four: the one that part jobs write, `turn` further for points. */
static uint32_t group_member(run_emit *e, uint32_t q, uint32_t count, uint32_t turn)
{
    uint32_t left = op(e, RUN_SUB, count, op_k(e, RUN_MUL, q, 4));
    uint32_t noise = run_emit_noise(e, run_emit_arg(e, RUN_ARG_SEED), q);
    uint32_t member = op_k(e, RUN_AND, op_k(e, RUN_ADD, noise, turn), 3);
    return run_emit_least(e, member, op_k(e, RUN_SUB, left, 1));
}

static void write_colors(run_emit *e, uint32_t at)
{
    for (uint32_t i = 0; i < e->shader->color_count; i++) {
        const run_shader_color *color = &e->shader->colors[i];
        uint32_t type = run_spirv_vector(e->s, run_emit_number_type(e, &color->format), 4),
                 words[4];
        uint32_t variable = run_spirv_global(e->s, RUN_OUTPUT, type);
        run_spirv_decorate(e->s, variable, RUN_LOCATION, color->location);
        if (color->idle) {
            words[0] = words[1] = words[2] = words[3] = run_spirv_constant(e->s, 0);
        } else {
            run_emit_result(e, color->slot, at, words);
        }
        run_spirv_store(e->s, variable, run_emit_encode(e, &color->format, words, color->toggle));
    }
}

static void store_depth(run_emit *e, uint32_t level)
{
    uint32_t variable = run_spirv_built_in(e->s, RUN_OUTPUT, e->real, RUN_FRAG_DEPTH);
    uint32_t real = run_spirv_unary(e->s, RUN_CONVERT_U_TO_F, e->real, level);
    const uint32_t operands[2] = {real, run_spirv_constant_float(e->s, 0.25f)};
    run_spirv_store(e->s, variable, run_spirv_typed(e->s, RUN_FMUL, e->real, operands));
}

static void write_depth(run_emit *e, uint32_t at)
{
    uint32_t words[4];
    if (e->shader->depth) {
        run_emit_result(e, 64, at, words);
        store_depth(e, op_k(e, RUN_AND, words[0], RUN_DEPTH_LEVELS - 2));
    }
}

static void write_storage(run_emit *e, const run_pixel *pixel)
{
    for (uint32_t i = 0; i < e->shader->port_count; i++) {
        if (!e->shader->ports[i]->fill) {
            continue;
        }
        uint32_t first = run_spirv_test(e->s, RUN_EQUAL, pixel->view, run_spirv_constant(e->s, 0));
        uint32_t merge = run_spirv_if(e->s, first);
        uint32_t groups = run_emit_port_arg(e, i, RUN_PORT_ARG_GROUPS);
        run_spirv_loop loop = run_spirv_for(e->s, pixel->index, groups, pixel->count);
        run_emit_write(e, i, run_spirv_load(e->s, e->word, loop.variable));
        run_spirv_end_for(e->s, &loop);
        run_spirv_end_if(e->s, merge);
    }
}

/* Pixels that write elements of the smallest storage output, 0: there is none. */
static uint32_t least_groups(run_emit *e)
{
    uint32_t least = 0;
    for (uint32_t i = 0; i < e->shader->port_count; i++) {
        if (e->shader->ports[i]->fill) {
            uint32_t groups = run_emit_port_arg(e, i, RUN_PORT_ARG_GROUPS);
            least = least ? run_emit_least(e, least, groups) : groups;
        }
    }
    return least;
}

/* Each pixel scans a stripe. Those of the first view that write storage outputs share all elements out
 * among themselves, as the stripes of the others do not get there. */
static void scan_pixel(run_emit *e, const run_pixel *pixel)
{
    uint32_t rank = pixel->rank, total = pixel->total, groups = least_groups(e);
    if (groups) {
        groups = run_emit_least(e, groups, pixel->count);
        uint32_t writes = run_spirv_test(e->s, RUN_LESS, rank, groups);
        total = run_spirv_select(e->s, writes, groups, total);
    }
    run_emit_scan_all(e, rank, total);
}

static void main_base(run_emit *e)
{
    run_pixel pixel = find_pixel(e);
    run_emit_reset(e, pixel.rank);
    scan_pixel(e, &pixel);
    write_colors(e, pixel.rank);
    write_depth(e, pixel.rank);
    write_storage(e, &pixel);
}

/* Scans by group, so that what is not written does not swallow a stripe. */
static void main_part(run_emit *e)
{
    run_pixel pixel = find_pixel(e);
    uint32_t q = op_k(e, RUN_DIV, pixel.index, 4), groups = run_emit_arg(e, RUN_ARG_QUADS);
    uint32_t mine = op_k(e, RUN_MOD, pixel.index, 4);
    uint32_t member = group_member(e, q, pixel.count, 0);
    run_spirv_discard_if(e->s, run_spirv_test(e->s, RUN_NOT_EQUAL, mine, member));
    uint32_t rank = op(e, RUN_ADD, op(e, RUN_MUL, pixel.view, groups), q);
    uint32_t total = op(e, RUN_MUL, groups, run_emit_arg(e, RUN_ARG_LAYERS));
    run_emit_reset(e, rank);
    run_emit_scan_all(e, rank, total);
    write_colors(e, pixel.rank);
    write_depth(e, pixel.rank);
}

/* `extra` is the level or the bit that is tested for; colours that cannot be toggled are replaced in
 * one of four pixels, so that the base stays visible. */
static void main_test(run_emit *e)
{
    run_pixel pixel = find_pixel(e);
    if (e->shader->color_count && !e->shader->colors[0].toggle) {
        uint32_t q = op_k(e, RUN_DIV, pixel.index, 4), mine = op_k(e, RUN_MOD, pixel.index, 4);
        uint32_t member = group_member(e, q, pixel.count, 2);
        run_spirv_discard_if(e->s, run_spirv_test(e->s, RUN_NOT_EQUAL, mine, member));
    }
    run_emit_reset(e, pixel.rank);
    run_emit_take(e, &e->extra, 1, run_spirv_constant(e->s, 0));
    write_colors(e, pixel.rank);
    if (e->shader->job == RUN_JOB_TEST_DEPTH) {
        store_depth(e, e->extra);
    }
}

static void main_stencil(run_emit *e)
{
    run_pixel pixel = find_pixel(e);
    uint32_t words[4], zero = run_spirv_constant(e->s, 0);
    run_emit_reset(e, pixel.rank);
    run_emit_scan_all(e, pixel.rank, pixel.total);
    run_emit_result(e, 65, pixel.rank, words);
    uint32_t bit = op_k(e, RUN_AND, words[0], 1);
    run_spirv_discard_if(e->s, run_spirv_test(e->s, RUN_EQUAL, bit, zero));
}

static uint32_t flat_word(run_emit *e, uint32_t storage, uint32_t location)
{
    uint32_t variable = run_spirv_global(e->s, storage, e->word);
    run_spirv_decorate(e->s, variable, RUN_LOCATION, location);
    if (storage == RUN_INPUT && e->shader->stage == RUN_STAGE_FRAGMENT) {
        run_spirv_decorate(e->s, variable, RUN_FLAT, 0);
    }
    return variable;
}

static void main_point_fragment(run_emit *e)
{
    run_pixel pixel = find_pixel(e);
    uint32_t all = flat_word(e, RUN_INPUT, 0), hash = flat_word(e, RUN_INPUT, 1);
    run_spirv_store(e->s, e->sum_xor, run_spirv_load(e->s, e->word, all));
    run_spirv_store(e->s, e->sum_hash, run_spirv_load(e->s, e->word, hash));
    write_colors(e, pixel.rank);
    write_depth(e, pixel.rank);
}

static uint32_t built_in_word(run_emit *e, uint32_t built_in)
{
    return run_spirv_load(e->s, e->word, run_spirv_built_in(e->s, RUN_INPUT, e->word, built_in));
}

/* −1 … 1 for the middle of pixel `at` of `size`. */
static uint32_t clip_coordinate(run_emit *e, uint32_t at, uint32_t size)
{
    uint32_t twice = op_k(e, RUN_ADD, op_k(e, RUN_MUL, at, 2), 1);
    uint32_t above = run_spirv_unary(e->s, RUN_CONVERT_U_TO_F, e->real, twice);
    uint32_t below = run_spirv_unary(e->s, RUN_CONVERT_U_TO_F, e->real, size);
    uint32_t part = run_spirv_typed(e->s, RUN_FDIV, e->real, (const uint32_t[]){above, below});
    const uint32_t operands[2] = {part, run_spirv_constant_float(e->s, -1.0f)};
    return run_spirv_typed(e->s, RUN_FADD, e->real, operands);
}

static void store_position(run_emit *e, uint32_t x, uint32_t y)
{
    uint32_t vector = run_spirv_vector(e->s, e->real, 4);
    uint32_t zero = run_spirv_constant_float(e->s, 0), one = run_spirv_constant_float(e->s, 1);
    const uint32_t parts[4] = {x, y, zero, one};
    uint32_t position = run_spirv_built_in(e->s, RUN_OUTPUT, vector, RUN_POSITION);
    run_spirv_store(e->s, position, run_spirv_compose(e->s, vector, parts, 4));
}

static void store_point(run_emit *e, uint32_t rank)
{
    uint32_t width = run_emit_arg(e, RUN_ARG_AREA + 2), height = run_emit_arg(e, RUN_ARG_AREA + 3);
    uint32_t count = op(e, RUN_MUL, width, height);
    uint32_t turns = run_emit_divide(e, rank, RUN_ARG_QUADS_MAGIC);
    uint32_t q = op(e, RUN_SUB, rank, op(e, RUN_MUL, turns, run_emit_arg(e, RUN_ARG_QUADS)));
    uint32_t at = op(e, RUN_ADD, op_k(e, RUN_MUL, q, 4), group_member(e, q, count, 1));
    uint32_t row = run_emit_divide(e, at, RUN_ARG_WIDTH_MAGIC);
    uint32_t column = op(e, RUN_SUB, at, op(e, RUN_MUL, row, width));
    uint32_t x = clip_coordinate(e, column, width), y = clip_coordinate(e, row, height);
    store_position(e, x, y);
    uint32_t size = run_spirv_built_in(e->s, RUN_OUTPUT, e->real, RUN_POINT_SIZE);
    run_spirv_store(e->s, size, run_spirv_constant_float(e->s, 1));
}

/* One record of a vertex buffer: attributes of four words, then of one. */
static void take_attributes(run_emit *e)
{
    uint32_t vector = run_spirv_vector(e->s, e->word, 4);
    for (uint32_t i = 0; i < e->shader->vectors + e->shader->tail; i++) {
        bool wide = i < e->shader->vectors;
        uint32_t type = wide ? vector : e->word, words[4];
        uint32_t variable = run_spirv_global(e->s, RUN_INPUT, type);
        run_spirv_decorate(e->s, variable, RUN_LOCATION, i);
        uint32_t value = run_spirv_load(e->s, type, variable);
        words[0] = value;
        for (uint32_t c = 0; wide && c < 4; c++) {
            words[c] = run_spirv_extract(e->s, e->word, value, c);
        }
        run_emit_take(e, words, wide ? 4 : 1, run_spirv_constant(e->s, i));
    }
}

static uint32_t take_vertex_input(run_emit *e, uint32_t vertex)
{
    switch (e->shader->ports[0]->kind) {
    case RUN_PORT_VERTEX:
        take_attributes(e);
        return op(e, RUN_ADD, vertex, e->extra);
    case RUN_PORT_INDEX:
        run_emit_take(e, &vertex, 1, run_spirv_constant(e->s, 0));
        return run_emit_mix(e, vertex);
    case RUN_PORT_INDIRECT: {
        const uint32_t words[3] = {vertex, built_in_word(e, RUN_INSTANCE_INDEX), e->extra};
        run_emit_take(e, words, 3, run_spirv_constant(e->s, 0));
        return run_spirv_load(e->s, e->word, e->sum_hash);
    }
    default:
        run_emit_scan(e, 0, vertex, run_emit_arg(e, RUN_ARG_TOTAL));
        return vertex;
    }
}

static void main_point_vertex(run_emit *e)
{
    uint32_t vertex = built_in_word(e, RUN_VERTEX_INDEX);
    uint32_t all = flat_word(e, RUN_OUTPUT, 0), hash = flat_word(e, RUN_OUTPUT, 1);
    run_emit_reset(e, run_spirv_constant(e->s, 0));
    uint32_t rank = take_vertex_input(e, vertex);
    run_spirv_store(e->s, all, run_spirv_load(e->s, e->word, e->sum_xor));
    run_spirv_store(e->s, hash, run_spirv_load(e->s, e->word, e->sum_hash));
    store_point(e, rank);
}

/* A triangle that covers everything: vertices (−1, −1), (3, −1), (−1, 3). With several views it must
 * need no clipping: llvmpipe (22.3 and 25.0) draws clipped primitives of every view into layer 0. It
 * is half as large then, in a viewport of twice the size (run_record.c). */
static void main_screen_vertex(run_emit *e)
{
    float size = e->shader->multiview ? 2 : 4;
    uint32_t vertex = built_in_word(e, RUN_VERTEX_INDEX), parts[2];
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t bit = op_k(e, RUN_AND, op_k(e, RUN_SHIFT_RIGHT, vertex, i), 1);
        uint32_t real = run_spirv_unary(e->s, RUN_CONVERT_U_TO_F, e->real, bit);
        const uint32_t by[2] = {real, run_spirv_constant_float(e->s, size)};
        uint32_t wide = run_spirv_typed(e->s, RUN_FMUL, e->real, by);
        const uint32_t less[2] = {wide, run_spirv_constant_float(e->s, -1)};
        parts[i] = run_spirv_typed(e->s, RUN_FADD, e->real, less);
    }
    store_position(e, parts[0], parts[1]);
}

static uint32_t group_word(run_emit *e, uint32_t vector_id, uint32_t index)
{
    return run_spirv_extract(e->s, e->word, vector_id, index);
}

/* Threads of all groups share the elements of the one output out; so do the commands, where the
 * numbers of groups come from indirect ones. */
static void main_compute(run_emit *e)
{
    uint32_t vector = run_spirv_vector(e->s, e->word, 3), out = e->shader->port_count - 1;
    uint32_t id = run_spirv_load(
        e->s, vector, run_spirv_built_in(e->s, RUN_INPUT, vector, RUN_GLOBAL_INVOCATION_ID));
    uint32_t size = run_spirv_load(e->s, vector,
                                   run_spirv_built_in(e->s, RUN_INPUT, vector, RUN_NUM_WORKGROUPS));
    const uint32_t groups[3] = {group_word(e, size, 0), group_word(e, size, 1),
                                group_word(e, size, 2)};
    uint32_t wide = op_k(e, RUN_MUL, groups[0], 64);
    uint32_t row =
        op(e, RUN_ADD, op(e, RUN_MUL, group_word(e, id, 2), groups[1]), group_word(e, id, 1));
    uint32_t thread = op(e, RUN_ADD, op(e, RUN_MUL, row, wide), group_word(e, id, 0));
    uint32_t threads = op(e, RUN_MUL, op(e, RUN_MUL, wide, groups[1]), groups[2]);
    uint32_t commands = run_emit_arg(e, RUN_ARG_COMMANDS);
    uint32_t first = op(e, RUN_ADD, op(e, RUN_MUL, thread, commands), e->extra);
    uint32_t step = op(e, RUN_MUL, threads, commands), total;
    total = run_emit_port_arg(e, out, RUN_PORT_ARG_GROUPS);
    run_spirv_loop loop = run_spirv_for(e->s, first, total, step);
    uint32_t q = run_spirv_load(e->s, e->word, loop.variable);
    run_emit_reset(e, q);
    if (e->shader->indirect) {
        run_emit_take(e, groups, 3, e->extra);
    }
    run_emit_scan_all(e, q, total);
    run_emit_write(e, out, q);
    run_spirv_end_for(e->s, &loop);
}

static void write_main(run_emit *e)
{
    bool points = e->shader->job == RUN_JOB_POINTS;
    if (e->shader->stage == RUN_STAGE_COMPUTE) {
        main_compute(e);
    } else if (e->shader->stage == RUN_STAGE_VERTEX) {
        (points ? main_point_vertex : main_screen_vertex)(e);
    } else if (points) {
        main_point_fragment(e);
    } else if (e->shader->job == RUN_JOB_TEST_DEPTH || e->shader->job == RUN_JOB_TEST_STENCIL) {
        main_test(e);
    } else if (e->shader->job == RUN_JOB_PART) {
        main_part(e);
    } else if (e->shader->job == RUN_JOB_STENCIL) {
        main_stencil(e);
    } else {
        main_base(e);
    }
}

run_words run_shader_make(const run_shader *shader)
{
    run_spirv s;
    run_emit e;
    uint32_t *variables = run_resize(NULL, shader->port_count, sizeof *variables);
    run_spirv_init(&s, shader->stage);
    run_emit_start(&e, &s, shader, variables);
    write_main(&e);
    free(variables);
    return run_spirv_finish(&s);
}
