/* In: the frame. Out: what every pass does.
 * Promised: everything that a pass declares to read is a port, a test or a fill that keeps what was
 * there; contents that no pass has written are not looked at. */
#include "run_program.h"

#include "run_contents.h"
#include "run_ports.h"

/* Buffers whose words become arguments of indirect commands, here or after copies. */
static bool *find_small(run_arena *arena, const run_frame *frame)
{
    bool *small = run_arena_alloc(arena, frame->buffer_count), again = true;
    for (uint32_t p = 0; p < frame->pass_count; p++) {
        for (uint32_t i = 0; i < frame->passes[p].read_count; i++) {
            if (frame->passes[p].reads[i].as == FUSOR_USE_INDIRECT) {
                small[frame->passes[p].reads[i].buffer.id - 1] = true;
            }
        }
    }
    while (again) {
        again = false;
        for (uint32_t p = 0; p < frame->pass_count; p++) {
            const fusor_pass_desc *pass = &frame->passes[p];
            for (uint32_t w = 0; w < pass->write_count && pass->kind == FUSOR_PASS_COPY; w++) {
                for (uint32_t r = 0; r < pass->read_count; r++) {
                    uint32_t to = pass->writes[w].buffer.id, from = pass->reads[r].buffer.id;
                    if (to && from && small[to - 1] && !small[from - 1]) {
                        small[from - 1] = again = true;
                    }
                }
            }
        }
    }
    return small;
}

const bool *run_program_small(run_arena *arena, const run_frame *frame)
{
    return find_small(arena, frame);
}

static run_piece attachment_piece(const run_frame *frame, fusor_image image, uint32_t mip,
                                  fusor_range layers)
{
    uint32_t total = run_frame_layers(run_frame_image(frame, image));
    return (run_piece){.image = image, .mips = {mip, 1}, .layers = run_frame_range(layers, total)};
}

/* The area that a pass draws: 0, 0, 0, 0 is everything. */
static void set_area(const run_ports *ports, const uint32_t extent[2], run_program *program)
{
    const uint32_t *area = ports->pass->area;
    bool all = !area[2] || !area[3];
    program->area[0] = all ? 0 : area[0];
    program->area[1] = all ? 0 : area[1];
    program->area[2] = all ? extent[0] : area[2];
    program->area[3] = all ? extent[1] : area[3];
}

static void set_target(const run_ports *ports, const run_port *port, run_program *program)
{
    set_area(ports, port->extent, program);
    program->layers = port->layers;
    program->samples = port->samples;
    program->has_attachments = true;
}

static run_fill color_fill(const run_port *port, fusor_load load, bool defined)
{
    if (load == FUSOR_LOAD_OVERWRITE || (load == FUSOR_LOAD_AUTO && !defined)) {
        return RUN_FILL_ALL;
    }
    return port->blends ? RUN_FILL_TOGGLE : RUN_FILL_PART;
}

static void add_color(run_ports *ports, uint32_t slot, run_program *program)
{
    const fusor_color_desc *color = &ports->pass->color[slot];
    run_port port = {.kind = RUN_PORT_COLOR, .slot = slot, .as = FUSOR_USE_COLOR, .stride = 1};
    if (!color->image.id) {
        return;
    }
    run_piece piece = attachment_piece(ports->frame, color->image, color->mip, color->layers);
    if (run_ports_set_image(ports, &piece, color->mip, &port)) {
        bool defined = run_contents_has_all(ports->contents, &piece);
        port.blends = ports->limits->blends_fn(ports->limits->user, port.format.format);
        port.fill = color_fill(&port, color->load, defined);
        set_target(ports, &port, program);
        run_ports_add(ports, &port);
    }
}

static run_fill depth_fill(fusor_load load, bool read_only, bool defined)
{
    if (read_only || (load == FUSOR_LOAD_AUTO && !defined)) {
        return RUN_FILL_NONE;
    }
    return load == FUSOR_LOAD_OVERWRITE ? RUN_FILL_ALL : RUN_FILL_PART;
}

static void set_depth(run_ports *ports, run_program *program)
{
    const fusor_depth_desc *depth = &ports->pass->depth;
    run_port port = {0};
    run_piece piece = attachment_piece(ports->frame, depth->image, depth->mip, depth->layers);
    if (!run_ports_set_image(ports, &piece, depth->mip, &port)) {
        return;
    }
    const fusor_format_info *info = fusor_format_get_info(port.format.format);
    set_target(ports, &port, program);
    if (info->aspects & FUSOR_ASPECT_DEPTH) {
        piece.aspects = FUSOR_ASPECT_DEPTH;
        bool defined = run_contents_has_all(ports->contents, &piece);
        program->depth_fill = depth_fill(depth->load, depth->read_only, defined);
        program->depth_test =
            defined && depth->load != FUSOR_LOAD_CLEAR && depth->load != FUSOR_LOAD_OVERWRITE;
    }
    if (info->aspects & FUSOR_ASPECT_STENCIL) {
        piece.aspects = FUSOR_ASPECT_STENCIL;
        bool defined = run_contents_has_all(ports->contents, &piece);
        program->stencil_fill = depth_fill(depth->stencil_load, depth->stencil_read_only, defined);
        program->stencil_test = defined && depth->stencil_load != FUSOR_LOAD_CLEAR &&
                                depth->stencil_load != FUSOR_LOAD_OVERWRITE;
    }
}

static void add_input(run_ports *ports, uint32_t slot)
{
    const fusor_input_desc *input = &ports->pass->inputs[slot];
    run_port port = {.kind = RUN_PORT_INPUT,
                     .as = FUSOR_USE_INPUT,
                     .slot = slot,
                     .at_fragment = true,
                     .stride = 1};
    run_piece piece = attachment_piece(ports->frame, input->image, input->mip, input->layers);
    piece.aspects = input->aspects;
    if (run_ports_set_image(ports, &piece, input->mip, &port)) {
        run_ports_add(ports, &port);
    }
}

static void make_raster(run_ports *ports, run_program *program)
{
    const fusor_pass_desc *pass = ports->pass;
    program->view_mask = pass->view_mask;
    set_area(ports, ports->frame->render, program); /* what holds without attachments */
    for (uint32_t i = 0; i < pass->color_count; i++) {
        add_color(ports, i, program);
    }
    if (pass->depth.image.id) {
        set_depth(ports, program);
    }
    for (uint32_t i = 0; i < pass->input_count; i++) {
        add_input(ports, i);
    }
    if (program->layers > 1 && !pass->view_mask) {
        run_ports_refuse(ports,
                         "synthetic raster passes draw into several layers by view_mask only; "
                         "--fit gives it one",
                         pass->name);
    }
}

/* Effects outside of the frame: the pass looks at what it declares all the same. */
static void add_aside(run_ports *ports)
{
    for (uint32_t i = 0; i < ports->count; i++) {
        if (ports->data[i].fill) {
            return;
        }
    }
    run_ports_add(ports, &(run_port){.kind = RUN_PORT_WORDS,
                                     .fill = RUN_FILL_ALL,
                                     .aside = true,
                                     .stride = 1,
                                     .words = RUN_ASIDE_WORDS});
}

static void make_program(run_ports *ports, run_program *program)
{
    const fusor_pass_desc *pass = ports->pass;
    program->name = pass->name;
    program->kind = pass->kind;
    program->seed = run_noise(run_name_seed(pass->name), ports->pass_index);
    if (pass->kind == FUSOR_PASS_COPY) {
        return;
    }
    if (pass->kind == FUSOR_PASS_RASTER) {
        make_raster(ports, program);
    }
    for (uint32_t i = 0; i < pass->read_count; i++) {
        run_ports_add_read(ports, i);
    }
    for (uint32_t i = 0; i < pass->write_count; i++) {
        run_ports_add_write(ports, i);
    }
    if (pass->kind != FUSOR_PASS_RASTER) {
        add_aside(ports);
    }
    program->ports = ports->data;
    program->port_count = ports->count;
}

static void add_attachment_contents(run_contents *contents, const run_frame *frame,
                                    const fusor_pass_desc *pass)
{
    bool whole = !pass->area[2] || !pass->area[3];
    for (uint32_t i = 0; i < pass->color_count && whole; i++) {
        const fusor_color_desc *color = &pass->color[i];
        if (color->image.id) {
            run_piece piece = attachment_piece(frame, color->image, color->mip, color->layers);
            run_contents_add(contents, &piece);
        }
        if (color->image.id && color->resolve.image.id) {
            run_piece piece = attachment_piece(frame, color->resolve.image, color->resolve.mip,
                                               color->resolve.layers);
            run_contents_add(contents, &piece);
        }
    }
}

/* An aspect counts as written where the pass loads, clears or overwrites it. */
static void add_depth_contents(run_contents *contents, const run_frame *frame,
                               const fusor_pass_desc *pass)
{
    const fusor_depth_desc *depth = &pass->depth;
    if (!depth->image.id || pass->area[2]) {
        return;
    }
    run_piece piece = attachment_piece(frame, depth->image, depth->mip, depth->layers);
    piece.aspects = (depth->load && !depth->read_only ? FUSOR_ASPECT_DEPTH : 0u) |
                    (depth->stencil_load && !depth->stencil_read_only ? FUSOR_ASPECT_STENCIL : 0u);
    if (piece.aspects) {
        run_contents_add(contents, &piece);
    }
    if (depth->resolve.image.id) {
        piece = attachment_piece(frame, depth->resolve.image, depth->resolve.mip,
                                 depth->resolve.layers);
        piece.aspects = FUSOR_ASPECT_DEPTH | FUSOR_ASPECT_STENCIL;
        run_contents_add(contents, &piece);
    }
}

static void add_contents(run_contents *contents, const run_frame *frame,
                         const fusor_pass_desc *pass)
{
    add_attachment_contents(contents, frame, pass);
    add_depth_contents(contents, frame, pass);
    for (uint32_t i = 0; i < pass->write_count; i++) {
        run_piece piece = run_piece_of_use(frame, &pass->writes[i]);
        run_contents_add(contents, &piece);
    }
}

int run_program_make(run_arena *arena, const run_frame *frame, const run_program_limits *limits,
                     run_program **out, const char **refusal)
{
    run_contents *contents = run_contents_start(arena, frame);
    const bool *small = find_small(arena, frame);
    *out = run_arena_array(arena, frame->pass_count, sizeof **out);
    for (uint32_t p = 0; p < frame->pass_count; p++) {
        run_ports ports = {.arena = arena,
                           .frame = frame,
                           .limits = limits,
                           .contents = contents,
                           .small = small,
                           .pass = &frame->passes[p],
                           .pass_index = p};
        make_program(&ports, &(*out)[p]);
        if (ports.refusal) {
            *refusal = ports.refusal;
            return RUN_WRONG;
        }
        add_contents(contents, frame, &frame->passes[p]);
    }
    return RUN_OK;
}
