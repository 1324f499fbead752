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

static bool is_base_port(const run_port *port)
{
    return is_fragment_input(port) || (port->fill && is_storage(port));
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

static void add_base(run_arena *arena, const run_program *program, run_jobs *jobs)
{
    run_job *job = add_job(jobs, RUN_JOB_BASE);
    job->port_count = select_ports(arena, program, is_base_port, &job->ports);
    job->color_count = select_ports(arena, program, is_base_color, &job->colors);
    job->depth = program->depth_fill == RUN_FILL_ALL;
    job->reset_stencil = program->stencil_fill == RUN_FILL_ALL;
    bool writes = job->color_count || job->depth || job->reset_stencil;
    for (uint32_t i = 0; i < job->port_count; i++) {
        writes = writes || job->ports[i]->fill;
    }
    jobs->count -= !writes;
}

static void add_test(run_arena *arena, const run_program *program, run_jobs *jobs, run_job_kind kind)
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
    job->port_count = select_ports(arena, program, is_fragment_input, &job->ports);
    job->color_count = select_ports(arena, program, is_part_color, &job->colors);
    job->depth = program->depth_fill == RUN_FILL_PART;
    jobs->count -= !job->color_count && !job->depth;
}

static void add_stencil(run_arena *arena, const run_program *program, run_jobs *jobs)
{
    run_job *job = add_job(jobs, RUN_JOB_STENCIL);
    job->port_count = select_ports(arena, program, is_fragment_input, &job->ports);
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
        job->vertex_count = port->words < RUN_JOB_RECORD_WORDS ? 1 : port->words / RUN_JOB_RECORD_WORDS;
    } else if (port->kind == RUN_PORT_INDEX) {
        job->vertex_count = port->words * 2;
    } else {
        job->vertex_count = port->kind == RUN_PORT_INDIRECT ? 0 : stripe_count(port);
    }
}

static void make_raster(run_arena *arena, const run_program *program, run_jobs *jobs)
{
    add_base(arena, program, jobs);
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

static void make_compute(run_arena *arena, const run_program *program, run_jobs *jobs)
{
    for (uint32_t i = 0; i < program->port_count; i++) {
        if (!program->ports[i].fill) {
            continue;
        }
        run_job *job = add_job(jobs, RUN_JOB_COMPUTE);
        job->port_count = select_ports(arena, program, is_bound_input, &job->ports);
        job->ports[job->port_count++] = &program->ports[i];
        job->indirect_count = select_ports(arena, program, is_indirect, &job->indirect);
    }
}

void run_jobs_make(run_arena *arena, const run_program *program, run_jobs *out)
{
    *out = (run_jobs){.data = run_arena_array(arena, program->port_count + 8ull, sizeof *out->data)};
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
