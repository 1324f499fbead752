/* In: the uses of a pass. Out: ports, split by mip, by window and by what the pass writes itself.
 * Promised: no element is read by one invocation and written by another. */
#include "run_ports.h"

typedef struct span {
    uint64_t first, count;
} span;

void run_ports_add(run_ports *ports, const run_port *port)
{
    if (ports->count == ports->capacity) {
        uint32_t capacity = ports->capacity * 2 + 8;
        run_port *data = run_arena_array(ports->arena, capacity, sizeof *data);
        for (uint32_t i = 0; i < ports->count; i++) {
            data[i] = ports->data[i];
        }
        ports->data = data;
        ports->capacity = capacity;
    }
    ports->data[ports->count++] = *port;
}

void run_ports_refuse(run_ports *ports, const char *what, const char *resource)
{
    if (!ports->refusal) {
        ports->refusal = run_arena_text(ports->arena, "pass \"%s\": \"%s\": %s", ports->pass->name,
                                        resource, what);
    }
}

bool run_ports_set_image(run_ports *ports, const run_piece *piece, uint32_t mip, run_port *port)
{
    const fusor_image_desc *desc = run_frame_image(ports->frame, piece->image);
    port->image = piece->image;
    port->mip = mip;
    port->is_3d = desc->type == FUSOR_IMAGE_3D;
    port->first_layer = piece->layers.first;
    port->layers = piece->layers.count;
    port->samples = desc->samples ? desc->samples : 1;
    run_frame_extent(ports->frame, piece->image, mip, port->extent);
    if (!port->is_3d) {
        port->extent[2] = port->layers;
    }
    if (!run_format_get(desc->format, piece->aspects, &port->format)) {
        run_ports_refuse(ports,
                         "synthetic shaders cannot read or write this format; --fit replaces it",
                         desc->name);
        return false;
    }
    return true;
}

/* What one mip of an image, or a buffer, is indexed by: layers, or bytes. */
static span piece_span(const run_piece *piece)
{
    return piece->buffer.id ? (span){piece->bytes.first, piece->bytes.count}
                            : (span){piece->layers.first, piece->layers.count};
}

static bool same_place(const run_piece *a, const run_piece *b, uint32_t mip)
{
    if (a->buffer.id || b->buffer.id) {
        return a->buffer.id == b->buffer.id && a->image.id == b->image.id;
    }
    return a->image.id == b->image.id && mip >= b->mips.first &&
           mip - b->mips.first < b->mips.count;
}

static span intersect(span a, span b)
{
    uint64_t first = a.first > b.first ? a.first : b.first;
    uint64_t end_a = a.first + a.count, end_b = b.first + b.count;
    uint64_t end = end_a < end_b ? end_a : end_b;
    return (span){first, end > first ? end - first : 0};
}

/* The parts of `whole` that meet a use of the list and those that do not, in order, each with a mark. */
typedef struct pieces {
    span spans[64];
    bool met[64];
    uint32_t count;
} pieces;

static uint64_t next_border(const run_ports *ports, const run_piece *piece, uint32_t mip, span rest,
                            bool *met)
{
    const fusor_pass_desc *pass = ports->pass;
    const bool in_writes = *met;
    const fusor_use_desc *uses = in_writes ? pass->writes : pass->reads;
    uint64_t end = rest.first + rest.count;
    *met = false;
    for (uint32_t i = 0; i < (in_writes ? pass->write_count : pass->read_count); i++) {
        run_piece other = run_piece_of_use(ports->frame, &uses[i]);
        if (uses[i].previous || !same_place(piece, &other, mip)) {
            continue;
        }
        span meet = intersect(rest, piece_span(&other));
        if (meet.count && meet.first == rest.first) {
            *met = true;
            end = meet.first + meet.count < end ? meet.first + meet.count : end;
        } else if (meet.count && meet.first < end) {
            end = meet.first;
        }
    }
    return end;
}

/* Splits the piece's span where uses of the other list begin and end. */
static void split(const run_ports *ports, const run_piece *piece, uint32_t mip, bool by_writes,
                  pieces *out)
{
    span rest = piece_span(piece);
    out->count = 0;
    while (rest.count && out->count < 64) {
        bool met = by_writes;
        uint64_t end = next_border(ports, piece, mip, rest, &met);
        out->spans[out->count] = (span){rest.first, end - rest.first};
        out->met[out->count++] = met;
        rest = (span){end, rest.first + rest.count - end};
    }
}

static uint64_t window_bytes(const run_ports *ports, run_port_kind kind)
{
    uint64_t limit = kind == RUN_PORT_UNIFORM ? ports->limits->uniform_bytes
                     : kind == RUN_PORT_WORDS ? ports->limits->storage_bytes
                                              : UINT64_MAX;
    uint64_t largest = kind == RUN_PORT_UNIFORM ? 65536 : 1ull << 30;
    limit = limit > 4096 ? limit - 2048 : limit; /* room to align an offset down */
    return (limit < largest ? limit : largest) & ~15ull;
}

static void add_windows(run_ports *ports, const run_port *port, span bytes)
{
    uint64_t end = (bytes.first + bytes.count) & ~3ull, window = window_bytes(ports, port->kind);
    run_port part = *port;
    for (uint64_t at = (bytes.first + 3) & ~3ull; at < end; at += window) {
        part.first_byte = at;
        part.words = (uint32_t)((end - at < window ? end - at : window) / 4);
        run_ports_add(ports, &part);
    }
}

static void add_span(run_ports *ports, const run_port *port, const run_piece *piece, span where)
{
    run_port part = *port;
    run_piece narrow = *piece;
    if (piece->buffer.id) {
        part.buffer = piece->buffer;
        part.small = ports->small[piece->buffer.id - 1];
        add_windows(ports, &part, where);
        return;
    }
    narrow.layers = (fusor_range){(uint32_t)where.first, (uint32_t)where.count};
    if (run_ports_set_image(ports, &narrow, port->mip, &part)) {
        run_ports_add(ports, &part);
    }
}

static run_port_kind port_kind(const fusor_use_desc *use)
{
    switch (use->as) {
    case FUSOR_USE_SAMPLED:
        return RUN_PORT_SAMPLED;
    case FUSOR_USE_UNIFORM:
        return RUN_PORT_UNIFORM;
    case FUSOR_USE_VERTEX:
        return RUN_PORT_VERTEX;
    case FUSOR_USE_INDEX:
        return RUN_PORT_INDEX;
    case FUSOR_USE_INDIRECT:
        return RUN_PORT_INDIRECT;
    default:
        return use->image.id ? RUN_PORT_STORAGE : RUN_PORT_WORDS;
    }
}

static const char *use_name(const run_ports *ports, const fusor_use_desc *use)
{
    return use->image.id ? run_frame_image(ports->frame, use->image)->name
                         : run_frame_buffer(ports->frame, use->buffer)->name;
}

/* Where a raster pass may look at the use: the stages that were declared. */
static void set_stages(run_ports *ports, const fusor_use_desc *use, run_port *port)
{
    const fusor_stages all = FUSOR_STAGE_ALL_COMMANDS;
    fusor_stages stages = use->stages ? use->stages : FUSOR_STAGE_FRAGMENT_SHADER;
    port->at_fragment = stages & (FUSOR_STAGE_FRAGMENT_SHADER | all);
    port->at_vertex = !(stages & all) && stages & FUSOR_STAGE_VERTEX_SHADER;
    if (port->kind == RUN_PORT_VERTEX || port->kind == RUN_PORT_INDEX ||
        port->kind == RUN_PORT_INDIRECT) {
        port->at_vertex = true;
        port->at_fragment = false;
    } else if (use->as == FUSOR_USE_COPY || (!port->at_fragment && !port->at_vertex)) {
        run_ports_refuse(ports, "a raster pass cannot use it so in its shaders",
                         use_name(ports, use));
    } else if (port->fill && !port->at_fragment) {
        run_ports_refuse(ports, "synthetic vertex shaders do not write", use_name(ports, use));
    }
}

static bool start_port(run_ports *ports, const fusor_use_desc *use, run_port *port)
{
    port->kind = port_kind(use);
    port->as = use->as;
    port->copied = use->as == FUSOR_USE_COPY;
    port->stride = 1;
    if (port->copied && use->image.id) {
        run_ports_refuse(ports, "copies of images belong into copy passes", use_name(ports, use));
    }
    if (ports->pass->kind == FUSOR_PASS_RASTER) {
        set_stages(ports, use, port);
    } else if (port->kind == RUN_PORT_VERTEX || port->kind == RUN_PORT_INDEX) {
        port->kind = RUN_PORT_WORDS;
    }
    return !ports->refusal;
}

void run_ports_add_read(run_ports *ports, uint32_t slot)
{
    const fusor_use_desc *use = &ports->pass->reads[slot];
    run_piece piece = run_piece_of_use(ports->frame, use);
    run_port port = {.slot = slot};
    pieces parts;
    if (!start_port(ports, use, &port)) {
        return;
    }
    for (uint32_t m = 0; m < (piece.buffer.id ? 1 : piece.mips.count); m++) {
        port.mip = piece.mips.first + m;
        split(ports, &piece, port.mip, true, &parts);
        for (uint32_t i = 0; i < parts.count; i++) {
            if (!parts.met[i] || use->previous) {
                add_span(ports, &port, &piece, parts.spans[i]);
            }
        }
    }
}

/* Concurrent writers of one resource share its elements out: the pass's number among them. */
static void share_out(const run_ports *ports, const fusor_use_desc *use, run_port *port)
{
    uint32_t sharers = 0;
    for (uint32_t p = 0; p < ports->frame->pass_count; p++) {
        const fusor_pass_desc *pass = &ports->frame->passes[p];
        for (uint32_t i = 0; i < pass->write_count; i++) {
            const fusor_use_desc *other = &pass->writes[i];
            if (other->concurrent && other->image.id == use->image.id &&
                other->buffer.id == use->buffer.id) {
                port->pick = p == ports->pass_index ? sharers : port->pick;
                sharers++;
                break;
            }
        }
    }
    port->stride = sharers ? sharers : 1;
}

static void set_fill(const run_ports *ports, const fusor_use_desc *use, run_port *port,
                     bool was_read)
{
    run_piece piece = run_piece_of_use(ports->frame, use);
    port->stride = 1;
    port->pick = 0;
    port->fill = RUN_FILL_ALL;
    if (was_read) {
        port->fill = RUN_FILL_UPDATE;
    } else if (!use->overwrite && run_contents_has_all(ports->contents, &piece)) {
        port->fill = RUN_FILL_PART;
        port->stride = 4;
        port->pick = FUSOR_NONE;
    }
    if (use->concurrent) {
        share_out(ports, use, port);
    }
}

void run_ports_add_write(run_ports *ports, uint32_t slot)
{
    const fusor_use_desc *use = &ports->pass->writes[slot];
    run_piece piece = run_piece_of_use(ports->frame, use);
    run_port port = {.slot = slot, .in_writes = true, .fill = RUN_FILL_ALL};
    pieces parts;
    if (!start_port(ports, use, &port)) {
        return;
    }
    for (uint32_t m = 0; m < (piece.buffer.id ? 1 : piece.mips.count); m++) {
        port.mip = piece.mips.first + m;
        split(ports, &piece, port.mip, false, &parts);
        for (uint32_t i = 0; i < parts.count; i++) {
            set_fill(ports, use, &port, parts.met[i]);
            add_span(ports, &port, &piece, parts.spans[i]);
        }
    }
}
