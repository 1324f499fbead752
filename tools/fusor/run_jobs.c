/* In: a program. Out: its jobs in recording order.
 * Promised: the order of raster jobs (base, tests, part, stencil, points) lets every test see the depth
 * and stencil that were there before the pass, and no job hides what an earlier one wrote. */
#include "run_jobs.h"

typedef bool (*port_test)(const run_port *port);

static bool is_storage(const run_port *port)
{
    return port->kind == RUN_PORT_WORDS || port->kind == RUN_PORT_STORAGE;
}

static bool is_bound_input(const run_port *port)
{
    return !port->fill && port->kind != RUN_PORT_INDIRECT && port->kind != RUN_PORT_VERTEX &&
           port->kind != RUN_PORT_INDEX;
}

static bool is_fragment_input(const run_port *port)
{
    return is_bound_input(port) && port->at_fragment;
}

static bool is_storage_output(const run_port *port)
{
    return port->fill && is_storage(port);
}

static bool is_color(const run_port *port)
{
    return port->kind == RUN_PORT_COLOR;
}

static bool is_base_color(const run_port *port)
{
    return is_color(port) && port->fill != RUN_FILL_PART;
}

static bool is_part_color(const run_port *port)
{
    return is_color(port) && port->fill == RUN_FILL_PART;
}

static bool is_blended_color(const run_port *port)
{
    return is_color(port) && port->blends;
}

static bool is_indirect(const run_port *port)
{
    return port->kind == RUN_PORT_INDIRECT;
}

static uint32_t select_ports(run_arena *arena, const run_program *program, port_test test,
                             const run_port ***out)
{
    uint32_t count = 0;
    *out = run_arena_array(arena, program->port_count + 1ull, sizeof **out);
    for (uint32_t i = 0; i < program->port_count; i++) {
        if (test(&program->ports[i])) {
            (*out)[count++] = &program->ports[i];
        }
    }
    return count;
}

static run_job *add_job(run_jobs *jobs, run_job_kind kind)
{
    run_job *job = &jobs->data[jobs->count++];
    job->kind = kind;
    job->repeat = 1;
    return job;
}

/* Further jobs can toggle what the first one wrote. */
static bool can_toggle(const run_program *program)
{
    for (uint32_t i = 0; i < program->port_count; i++) {
        if (is_blended_color(&program->ports[i])) {
            return true;
        }
    }
    return false;
}

/* Chunk number `chunk` of the inputs; all of them where they cannot be parted. */
static uint32_t select_chunk(run_arena *arena, const run_program *program, port_test test,
                             bool parts, uint32_t chunk, const run_port ***out)
{
    uint32_t count = select_ports(arena, program, test, out), first = chunk * RUN_JOB_INPUTS_MAX;
    if (!parts) {
        return chunk ? 0 : count;
    }
    if (first >= count) {
        return 0;
    }
    *out += first;
    return count - first < RUN_JOB_INPUTS_MAX ? count - first : RUN_JOB_INPUTS_MAX;
}

static void add_outputs(run_arena *arena, const run_program *program, run_job *job)
{
    const run_port **outputs;
    uint32_t count = select_ports(arena, program, is_storage_output, &outputs);
    const run_port **all = run_arena_array(arena, job->port_count + count + 1ull, sizeof *all);
    for (uint32_t i = 0; i < job->port_count; i++) {
        all[i] = job->ports[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        all[job->port_count + i] = outputs[i];
    }
    job->ports = all;
    job->port_count += count;
}

/* Storage outputs of a raster pass are written once: then the inputs are not parted. */
static bool has_outputs(const run_program *program)
{
    for (uint32_t i = 0; i < program->port_count; i++) {
        if (is_storage_output(&program->ports[i])) {
            return true;
        }
    }
    return false;
}

static void add_base(run_arena *arena, const run_program *program, run_jobs *jobs)
{
    run_job *job = add_job(jobs, RUN_JOB_BASE);
    bool parts = can_toggle(program) && !has_outputs(program);
    job->port_count = select_chunk(arena, program, is_fragment_input, parts, 0, &job->ports);
    job->color_count = select_ports(arena, program, is_base_color, &job->colors);
    job->depth = program->depth_fill == RUN_FILL_ALL;
    job->reset_stencil = program->stencil_fill == RUN_FILL_ALL;
    add_outputs(arena, program, job);
    jobs->count -= !(job->color_count || job->depth || job->reset_stencil || has_outputs(program));
}

static void add_more(run_arena *arena, const run_program *program, run_jobs *jobs)
{
    bool parts = can_toggle(program) && !has_outputs(program);
    for (uint32_t chunk = 1; parts; chunk++) {
        run_job *job = add_job(jobs, RUN_JOB_MORE);
        job->port_count =
            select_chunk(arena, program, is_fragment_input, parts, chunk, &job->ports);
        job->color_count = select_ports(arena, program, is_blended_color, &job->colors);
        if (!job->port_count) {
            jobs->count--;
            return;
        }
    }
}

static void add_test(run_arena *arena, const run_program *program, run_jobs *jobs,
                     run_job_kind kind)
{
    run_job *job = add_job(jobs, kind);
    job->color_count = select_ports(arena, program, is_blended_color, &job->colors);
    if (!job->color_count) {
        job->color_count = select_ports(arena, program, is_color, &job->colors);
    }
    job->repeat = kind == RUN_JOB_TEST_DEPTH ? RUN_DEPTH_LEVELS : 8;
    jobs->count -= !job->color_count;
}

static void add_part(run_arena *arena, const run_program *program, run_jobs *jobs)
{
    run_job *job = add_job(jobs, RUN_JOB_PART);
    bool parts = can_toggle(program); /* the other inputs reach the colours that can be toggled */
    job->port_count = select_chunk(arena, program, is_fragment_input, parts, 0, &job->ports);
    job->color_count = select_ports(arena, program, is_part_color, &job->colors);
    job->depth = program->depth_fill == RUN_FILL_PART;
    jobs->count -= !job->color_count && !job->depth;
}

static void add_stencil(run_arena *arena, const run_program *program, run_jobs *jobs)
{
    for (uint32_t chunk = 0;; chunk++) {
        run_job *job = add_job(jobs, RUN_JOB_STENCIL);
        job->port_count = select_chunk(arena, program, is_fragment_input, true, chunk, &job->ports);
        if (chunk && !job->port_count) {
            jobs->count--;
            return;
        }
    }
}

static uint32_t stripe_count(const run_port *port)
{
    uint64_t count = (uint64_t)port->extent[0] * port->extent[1] * port->extent[2] * port->samples;
    if (port->kind == RUN_PORT_WORDS) {
        count = port->words;
    } else if (port->kind == RUN_PORT_UNIFORM) {
        count = port->words < 4 ? 1 : port->words / 4;
    }
    return count < RUN_JOB_STRIPES_MAX ? (uint32_t)count : RUN_JOB_STRIPES_MAX;
}

static void add_points(run_arena *arena, const run_program *program, const run_port *port,
                       run_jobs *jobs)
{
    run_job *job = add_job(jobs, RUN_JOB_POINTS);
    job->ports = run_arena_copy(arena, &port, 1, sizeof port);
    job->port_count = 1;
    job->color_count = select_ports(arena, program, is_color, &job->colors);
    job->depth = program->depth_fill != RUN_FILL_NONE;
    if (port->kind == RUN_PORT_VERTEX) {
        job->vertex_count =
            port->words < RUN_JOB_RECORD_WORDS ? 1 : port->words / RUN_JOB_RECORD_WORDS;
    } else if (port->kind == RUN_PORT_INDEX) {
        job->vertex_count = port->words * 2;
    } else {
        job->vertex_count = port->kind == RUN_PORT_INDIRECT ? 0 : stripe_count(port);
    }
}

static void make_raster(run_arena *arena, const run_program *program, run_jobs *jobs)
{
    add_base(arena, program, jobs);
    add_more(arena, program, jobs);
    if (program->depth_test) {
        add_test(arena, program, jobs, RUN_JOB_TEST_DEPTH);
    }
    if (program->stencil_test) {
        add_test(arena, program, jobs, RUN_JOB_TEST_STENCIL);
    }
    add_part(arena, program, jobs);
    if (program->stencil_fill) {
        add_stencil(arena, program, jobs);
    }
    for (uint32_t i = 0; i < program->port_count; i++) {
        if (!program->ports[i].fill && program->ports[i].at_vertex) {
            add_points(arena, program, &program->ports[i], jobs);
        }
    }
}

/* Images that shaders here can write but not read back have no SPIR-V format. */
static bool can_update(const run_port *port)
{
    return port->kind == RUN_PORT_WORDS || run_format_spirv(port->format.format);
}

static const run_port *updated(run_arena *arena, const run_port *port)
{
    run_port *again = run_arena_copy(arena, port, 1, sizeof *port);
    again->fill = RUN_FILL_UPDATE;
    return again;
}

/* The output, as a function of the first inputs, then as one of itself and of the next ones. */
static void add_output(run_arena *arena, const run_program *program, const run_port *output,
                       run_jobs *jobs)
{
    for (uint32_t chunk = 0;; chunk++) {
        run_job *job = add_job(jobs, RUN_JOB_COMPUTE);
        const run_port **inputs;
        job->port_count =
            select_chunk(arena, program, is_bound_input, can_update(output), chunk, &inputs);
        if (chunk && !job->port_count) {
            jobs->count--;
            return;
        }
        job->ports = run_arena_array(arena, job->port_count + 1ull, sizeof *job->ports);
        for (uint32_t i = 0; i < job->port_count; i++) {
            job->ports[i] = inputs[i];
        }
        job->ports[job->port_count++] = chunk ? updated(arena, output) : output;
        job->again = chunk > 0;
        job->indirect_count = select_ports(arena, program, is_indirect, &job->indirect);
    }
}

static void make_compute(run_arena *arena, const run_program *program, run_jobs *jobs)
{
    for (uint32_t i = 0; i < program->port_count; i++) {
        if (program->ports[i].fill) {
            add_output(arena, program, &program->ports[i], jobs);
        }
    }
}

void run_jobs_make(run_arena *arena, const run_program *program, run_jobs *out)
{
    uint64_t chunks = program->port_count / RUN_JOB_INPUTS_MAX + 2;
    uint64_t most = (program->port_count + 8ull) * chunks;
    *out = (run_jobs){.data = run_arena_array(arena, most, sizeof *out->data)};
    if (program->kind == FUSOR_PASS_RASTER) {
        make_raster(arena, program, out);
    } else if (program->kind != FUSOR_PASS_COPY) {
        make_compute(arena, program, out);
    }
}

uint32_t run_jobs_command_count(const run_port *port, uint32_t bytes)
{
    uint64_t count = port->words * 4ull / bytes;
    return count < RUN_JOB_COMMANDS_MAX ? (uint32_t)count : RUN_JOB_COMMANDS_MAX;
}

uint64_t run_jobs_command_offset(const run_port *port, uint32_t bytes, uint32_t index)
{
    uint64_t count = run_jobs_command_count(port, bytes), last = port->words * 4ull - bytes;
    return port->first_byte + (count > 1 ? (last * index / (count - 1) & ~3ull) : 0);
}
