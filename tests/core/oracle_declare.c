/* In: the declaration, through the public queries. Out: cells, uses, and what every read sees when the
 * passes run in declared order.
 * Promise: stages, accesses and contents come from FORMAT.md and the Vulkan specification, not from
 * the core. */
#include "core/oracle_core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *oracle_grow(void *data, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return data;
    *room = *room ? *room * 2 : 8;
    data = realloc(data, *room * size);
    if (!data)
        abort();
    return data;
}

static void *make(size_t count, size_t size)
{
    void *data = calloc(count ? count : 1, size);
    if (!data)
        abort();
    return data;
}

void oracle_fault(oracle_state *s, const char *format, ...)
{
    if (s->verdict.faults++)
        return;
    va_list args;
    va_start(args, format);
    int used = vsnprintf(s->verdict.text, sizeof s->verdict.text, format, args);
    va_end(args);
    if (used > 0 && (size_t)used < sizeof s->verdict.text)
        snprintf(s->verdict.text + used, sizeof s->verdict.text - (size_t)used, " (frame %u)",
                 s->frame);
}

const char *oracle_pass_name(const oracle_state *s, uint32_t pass)
{
    return pass == FUSOR_NONE ? "before the frame" : s->plan->passes[pass].name;
}

const char *oracle_cell_name(const oracle_state *s, uint32_t cell)
{
    static char turns[4][400];
    static int turn;
    char *out = turns[turn++ & 3];
    const oracle_cell *c = &s->cells.data[cell];
    const oracle_resource *r = &s->resources[c->resource];
    if (r->is_image)
        snprintf(out, 400, "image \"%s\" slot %u aspect %u mip %u layer %u", r->name, c->slot,
                 c->aspect, c->mip, c->layer);
    else
        snprintf(out, 400, "buffer \"%s\" slot %u bytes %llu..%llu", r->name, c->slot,
                 (unsigned long long)c->begin, (unsigned long long)c->end);
    return out;
}

uint64_t oracle_mix(uint64_t a, uint64_t b)
{
    uint64_t x = a * 0x9e3779b97f4a7c15ull + b + 0x632be59bd9b4e019ull;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9ull;
    x ^= x >> 32;
    return x ? x : 1;
}

uint64_t oracle_clear_version(const double color[4])
{
    uint64_t version = 77;
    for (int i = 0; i < 4; i++) {
        uint64_t bits;
        double value = color[i] + 0.0; /* no negative zero */
        memcpy(&bits, &value, sizeof bits);
        version = oracle_mix(version, bits);
    }
    return version;
}

/* ------------------------------------------------------------------------------ resources */

static void read_image(oracle_state *s, uint32_t index)
{
    oracle_resource *r = &s->resources[index];
    const fusor_image_desc *d = fusor_graph_get_image(s->graph, (fusor_image){index + 1});
    const fusor_format_info *info = fusor_format_get_info(d->format);
    *r = (oracle_resource){.name = d->name,
                           .is_image = true,
                           .image = d,
                           .lifetime = d->lifetime,
                           .import = &d->import,
                           .aspects = info->aspects,
                           .mips = d->mips ? d->mips : 1,
                           .layers = d->layers ? d->layers : 1,
                           .slots = d->lifetime == FUSOR_LIFETIME_HISTORY ? d->history_slots : 1};
    r->plan_index = fusor_plan_find_image(s->plan, (fusor_image){index + 1});
}

static void read_buffer(oracle_state *s, uint32_t index)
{
    oracle_resource *r = &s->resources[s->image_count + index];
    const fusor_buffer_desc *d = fusor_graph_get_buffer(s->graph, (fusor_buffer){index + 1});
    *r = (oracle_resource){.name = d->name,
                           .buffer = d,
                           .lifetime = d->lifetime,
                           .import = &d->import,
                           .host = d->host,
                           .host_shared = d->host_shared,
                           .slots = d->lifetime == FUSOR_LIFETIME_HISTORY ? d->history_slots : 1};
    r->plan_index = fusor_plan_find_buffer(s->plan, (fusor_buffer){index + 1});
    r->bounds = make(2, sizeof(uint64_t));
    r->bounds[0] = 0;
    r->bounds[1] = d->size_bytes;
    r->bound_count = 2;
}

static void add_cells(oracle_state *s, uint32_t index)
{
    oracle_resource *r = &s->resources[index];
    r->first_cell = s->cells.count;
    for (uint32_t slot = 0; slot < r->slots; slot++) {
        for (uint32_t b = 0; b + 1 < r->bound_count; b++)
            *ORACLE_PUSH(&s->cells) = (oracle_cell){
                .resource = index, .slot = slot, .begin = r->bounds[b], .end = r->bounds[b + 1]};
        for (fusor_aspects a = 1; r->is_image && a <= FUSOR_ASPECT_STENCIL; a <<= 1)
            for (uint32_t m = 0; (r->aspects & a) && m < r->mips; m++)
                for (uint32_t l = 0; l < r->layers; l++)
                    *ORACLE_PUSH(&s->cells) = (oracle_cell){
                        .resource = index, .slot = slot, .aspect = a, .mip = m, .layer = l};
    }
    r->cells_a_slot = (s->cells.count - r->first_cell) / r->slots;
}

void oracle_cells_of(const oracle_state *s, uint32_t resource, fusor_aspects aspects,
                     fusor_range mips, fusor_range layers, fusor_byte_range bytes, oracle_use *out)
{
    const oracle_resource *r = &s->resources[resource];
    uint32_t mip_end = mips.count ? mips.first + mips.count : r->mips;
    uint32_t layer_end = layers.count ? layers.first + layers.count : r->layers;
    uint64_t end = bytes.count ? bytes.first + bytes.count : UINT64_MAX;
    for (uint32_t i = 0; i < r->cells_a_slot; i++) {
        const oracle_cell *c = &s->cells.data[r->first_cell + i];
        bool inside = r->is_image
                          ? (c->aspect & aspects) && c->mip >= mips.first && c->mip < mip_end &&
                                c->layer >= layers.first && c->layer < layer_end
                          : c->begin >= bytes.first && c->end <= end;
        if (inside)
            *ORACLE_PUSH(&out->cells) = r->first_cell + i;
    }
}

/* ------------------------------------------------------------------------------ uses */

static oracle_use *push_use(oracle_state *s, const oracle_use *use)
{
    oracle_use *slot = ORACLE_PUSH(&s->uses);
    *slot = *use;
    oracle_cells_of(s, slot->resource, slot->aspects, slot->mips, slot->layers, slot->bytes, slot);
    return slot;
}

static fusor_aspects one_aspect(const oracle_resource *r, fusor_aspects asked)
{
    return asked                             ? asked
           : r->aspects & FUSOR_ASPECT_COLOR ? FUSOR_ASPECT_COLOR
           : r->aspects & FUSOR_ASPECT_DEPTH ? FUSOR_ASPECT_DEPTH
                                             : FUSOR_ASPECT_STENCIL;
}

static void set_load(oracle_use *use, fusor_load load, fusor_access read, fusor_access write)
{
    use->load = load;
    use->writes = !use->read_only;
    use->reads = use->read_only || load == FUSOR_LOAD_LOAD;
    use->clears = load == FUSOR_LOAD_CLEAR && !use->read_only;
    use->overwrites = load == FUSOR_LOAD_OVERWRITE && !use->read_only;
    use->access = (use->reads ? read : 0) | (use->writes ? write : 0);
}

static bool had_contents(const oracle_state *s, const oracle_use *use)
{
    const oracle_resource *r = &s->resources[use->resource];
    if (r->lifetime == FUSOR_LIFETIME_PERSISTENT)
        return true;
    if (r->lifetime == FUSOR_LIFETIME_IMPORTED && r->import->initial.state != FUSOR_STATE_UNDEFINED)
        return true;
    for (uint32_t i = 0; i < use->cells.count; i++)
        if (s->written[use->cells.data[i]])
            return true;
    return false;
}

static void settle_auto(oracle_state *s, oracle_use *use, bool depth)
{
    if (use->load != FUSOR_LOAD_AUTO || use->read_only)
        return;
    if (had_contents(s, use)) {
        use->reads = true;
        use->access |=
            depth ? FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ : FUSOR_ACCESS_COLOR_ATTACHMENT_READ;
    } else if (depth) {
        use->unused = true;
        use->writes = false;
        use->access = 0;
    }
}

static void add_resolve(oracle_state *s, const fusor_resolve_desc *d, uint32_t pass, uint32_t slot,
                        uint32_t of)
{
    if (!d->image.id)
        return;
    const oracle_resource *r = &s->resources[d->image.id - 1];
    oracle_use use = {.pass = pass,
                      .resource = d->image.id - 1,
                      .as = FUSOR_USE_RESOLVE,
                      .slot = slot,
                      .attachment = true,
                      .writes = true,
                      .overwrites = true,
                      .stages = FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT,
                      .access = FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE,
                      .aspects = r->aspects,
                      .mips = {d->mip, 1},
                      .layers = d->layers,
                      .resolve_of = of};
    push_use(s, &use);
}

static void add_color(oracle_state *s, uint32_t pass, uint32_t slot, const fusor_color_desc *c)
{
    if (!c->image.id)
        return;
    oracle_use use = {.pass = pass,
                      .resource = c->image.id - 1,
                      .as = FUSOR_USE_COLOR,
                      .slot = slot,
                      .attachment = true,
                      .stages = FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT,
                      .aspects = FUSOR_ASPECT_COLOR,
                      .mips = {c->mip, 1},
                      .layers = c->layers,
                      .resolve_of = FUSOR_NONE};
    set_load(&use, c->load, FUSOR_ACCESS_COLOR_ATTACHMENT_READ,
             FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE);
    use.clear = oracle_clear_version(c->clear);
    settle_auto(s, push_use(s, &use), false);
    add_resolve(s, &c->resolve, pass, slot, s->uses.count - 1);
}

static void add_depth_aspect(oracle_state *s, uint32_t pass, const fusor_depth_desc *z,
                             fusor_aspects aspect)
{
    bool stencil = aspect == FUSOR_ASPECT_STENCIL;
    oracle_use use = {.pass = pass,
                      .resource = z->image.id - 1,
                      .as = FUSOR_USE_DEPTH_STENCIL,
                      .attachment = true,
                      .stages = FUSOR_STAGE_FRAGMENT_TESTS,
                      .aspects = aspect,
                      .mips = {z->mip, 1},
                      .layers = z->layers,
                      .read_only = stencil ? z->stencil_read_only : z->read_only,
                      .resolve_of = FUSOR_NONE};
    double clear[4] = {stencil ? z->clear_stencil : z->clear_depth};
    set_load(&use, stencil ? z->stencil_load : z->load, FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ,
             FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE);
    use.clear = oracle_clear_version(clear);
    settle_auto(s, push_use(s, &use), true);
}

static void add_depth(oracle_state *s, uint32_t pass, const fusor_depth_desc *z)
{
    if (!z->image.id)
        return;
    uint32_t first = s->uses.count;
    for (fusor_aspects a = FUSOR_ASPECT_DEPTH; a <= FUSOR_ASPECT_STENCIL; a <<= 1)
        if (s->resources[z->image.id - 1].aspects & a)
            add_depth_aspect(s, pass, z, a);
    add_resolve(s, &z->resolve, pass, 0, first);
}

static void add_input(oracle_state *s, uint32_t pass, uint32_t slot, const fusor_input_desc *n)
{
    oracle_use use = {.pass = pass,
                      .resource = n->image.id - 1,
                      .as = FUSOR_USE_INPUT,
                      .slot = slot,
                      .attachment = true,
                      .reads = true,
                      .stages = FUSOR_STAGE_FRAGMENT_SHADER,
                      .access = FUSOR_ACCESS_INPUT_ATTACHMENT_READ,
                      .aspects = one_aspect(&s->resources[n->image.id - 1], n->aspects),
                      .mips = {n->mip, 1},
                      .layers = n->layers,
                      .resolve_of = FUSOR_NONE};
    push_use(s, &use);
}

static void add_attachments(oracle_state *s, uint32_t pass, const fusor_pass_desc *d)
{
    for (uint32_t i = 0; i < d->color_count; i++)
        add_color(s, pass, i, &d->color[i]);
    add_depth(s, pass, &d->depth);
    for (uint32_t i = 0; i < d->input_count; i++)
        add_input(s, pass, i, &d->inputs[i]);
}

static fusor_access access_of(fusor_use_kind as, bool writes)
{
    switch (as) {
    case FUSOR_USE_SAMPLED:
        return FUSOR_ACCESS_SHADER_SAMPLED_READ;
    case FUSOR_USE_STORAGE:
        return writes ? FUSOR_ACCESS_SHADER_STORAGE_WRITE : FUSOR_ACCESS_SHADER_STORAGE_READ;
    case FUSOR_USE_UNIFORM:
        return FUSOR_ACCESS_UNIFORM_READ;
    case FUSOR_USE_VERTEX:
        return FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ;
    case FUSOR_USE_INDEX:
        return FUSOR_ACCESS_INDEX_READ;
    case FUSOR_USE_INDIRECT:
        return FUSOR_ACCESS_INDIRECT_COMMAND_READ;
    case FUSOR_USE_COPY:
        return writes ? FUSOR_ACCESS_TRANSFER_WRITE : FUSOR_ACCESS_TRANSFER_READ;
    case FUSOR_USE_RAW_COLOR:
    case FUSOR_USE_RAW_RESOLVE:
        return writes ? FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE : FUSOR_ACCESS_COLOR_ATTACHMENT_READ;
    case FUSOR_USE_RAW_DEPTH:
        return writes ? FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE
                      : FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ;
    default:
        return writes ? FUSOR_ACCESS_MEMORY_WRITE : FUSOR_ACCESS_MEMORY_READ;
    }
}

static bool names(const fusor_use_desc *a, const fusor_use_desc *b)
{
    return a->image.id == b->image.id && a->buffer.id == b->buffer.id;
}

static fusor_stages copy_stages(const fusor_pass_desc *d, const fusor_use_desc *use, uint32_t slot,
                                bool writes)
{
    static const fusor_stages STAGES[] = {FUSOR_STAGE_COPY, FUSOR_STAGE_BLIT, FUSOR_STAGE_RESOLVE,
                                          FUSOR_STAGE_CLEAR, FUSOR_STAGE_CLEAR};
    fusor_stages stages = 0;
    if (!d->op_count)
        return writes && slot >= d->read_count ? FUSOR_STAGE_CLEAR : FUSOR_STAGE_COPY;
    for (uint32_t i = 0; i < d->op_count; i++)
        if (names(use, writes ? &d->ops[i].dst : &d->ops[i].src))
            stages |= STAGES[d->ops[i].kind];
    return stages ? stages : FUSOR_STAGE_COPY;
}

static fusor_stages stages_of(const fusor_pass_desc *d, const fusor_use_desc *use, uint32_t slot,
                              bool writes)
{
    if (use->stages)
        return use->stages;
    switch (use->as) {
    case FUSOR_USE_VERTEX:
    case FUSOR_USE_INDEX:
        return FUSOR_STAGE_VERTEX_INPUT;
    case FUSOR_USE_INDIRECT:
        return FUSOR_STAGE_DRAW_INDIRECT;
    case FUSOR_USE_COPY:
        return d->kind == FUSOR_PASS_COPY ? copy_stages(d, use, slot, writes) : FUSOR_STAGE_COPY;
    case FUSOR_USE_RAW_COLOR:
    case FUSOR_USE_RAW_RESOLVE:
        return FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT;
    case FUSOR_USE_RAW_DEPTH:
        return FUSOR_STAGE_FRAGMENT_TESTS;
    default:
        return d->kind == FUSOR_PASS_RASTER    ? FUSOR_STAGE_FRAGMENT_SHADER
               : d->kind == FUSOR_PASS_COMPUTE ? FUSOR_STAGE_COMPUTE_SHADER
                                               : FUSOR_STAGE_ALL_COMMANDS;
    }
}

static bool smaller(const oracle_state *s, const fusor_use_desc *src, const fusor_use_desc *dst)
{
    uint32_t a[3], b[3];
    if (!src->image.id || !dst->image.id)
        return false;
    fusor_graph_get_extent(s->graph, src->image, a);
    fusor_graph_get_extent(s->graph, dst->image, b);
    for (int i = 0; i < 3; i++) {
        uint32_t x = a[i] >> src->mips.first, y = b[i] >> dst->mips.first;
        if ((x ? x : 1) < (y ? y : 1))
            return true;
    }
    return false;
}

/* Copies write all that they name, but between images of unlike extents. */
static bool copy_overwrites(const oracle_state *s, const fusor_pass_desc *d, uint32_t slot)
{
    const fusor_use_desc *use = &d->writes[slot];
    if (!d->op_count)
        return slot >= d->read_count || !smaller(s, &d->reads[slot], use);
    oracle_use whole = {0}, part = {0};
    uint32_t index = use->image.id ? use->image.id - 1 : s->image_count + use->buffer.id - 1;
    fusor_aspects all = s->resources[index].aspects;
    bool covers = false;
    oracle_cells_of(s, index, use->aspects ? use->aspects : all, use->mips, use->layers, use->range,
                    &whole);
    for (uint32_t i = 0; i < d->op_count && !covers; i++) {
        const fusor_use_desc *dst = &d->ops[i].dst;
        if (!names(use, dst) ||
            (d->ops[i].kind == FUSOR_COPY_COPY && smaller(s, &d->ops[i].src, dst)))
            continue;
        part.cells.count = 0;
        oracle_cells_of(s, index, dst->aspects ? dst->aspects : all, dst->mips, dst->layers,
                        dst->range, &part);
        uint32_t found = 0;
        for (uint32_t a = 0; a < whole.cells.count; a++)
            for (uint32_t b = 0; b < part.cells.count; b++)
                found += whole.cells.data[a] == part.cells.data[b];
        covers = found == whole.cells.count;
    }
    free(whole.cells.data);
    free(part.cells.data);
    return covers;
}

static void add_plain(oracle_state *s, uint32_t pass, const fusor_pass_desc *d, uint32_t slot,
                      bool writes)
{
    const fusor_use_desc *u = writes ? &d->writes[slot] : &d->reads[slot];
    uint32_t index = u->image.id ? u->image.id - 1 : s->image_count + u->buffer.id - 1;
    const oracle_resource *r = &s->resources[index];
    bool raw = d->kind == FUSOR_PASS_RAW;
    oracle_use use = {.pass = pass,
                      .resource = index,
                      .as = u->as,
                      .slot = slot,
                      .reads = !writes,
                      .writes = writes,
                      .previous = writes ? 0 : u->previous,
                      .overwrites = writes && u->overwrite,
                      .concurrent = u->concurrent,
                      .stages = stages_of(d, u, slot, writes),
                      .access = raw && u->access ? u->access : access_of(u->as, writes),
                      .mips = u->mips,
                      .layers = u->layers,
                      .bytes = u->range,
                      .resolve_of = FUSOR_NONE};
    use.aspects = u->as == FUSOR_USE_COPY && !u->aspects ? r->aspects : one_aspect(r, u->aspects);
    if (writes && d->kind == FUSOR_PASS_COPY && copy_overwrites(s, d, slot))
        use.overwrites = true;
    /* Builds read geometry and read and write structures with accesses of their own. */
    if (use.stages == FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD && use.as == FUSOR_USE_STORAGE &&
        !(raw && u->access))
        use.access = writes ? FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE
                            : FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ;
    if (raw && u->has_layout) {
        use.raw_layout = u->layout;
        use.raw_after = u->layout_after ? u->layout_after : u->layout;
    }
    push_use(s, &use);
}

static void read_pass(oracle_state *s, uint32_t pass)
{
    const fusor_pass_desc *d = fusor_graph_get_pass(s->graph, (fusor_pass){pass + 1});
    uint32_t first = s->uses.count;
    if (d->kind == FUSOR_PASS_RASTER)
        add_attachments(s, pass, d);
    for (uint32_t i = 0; i < d->read_count; i++)
        add_plain(s, pass, d, i, false);
    for (uint32_t i = 0; i < d->write_count; i++)
        add_plain(s, pass, d, i, true);
    for (uint32_t u = first; u < s->uses.count; u++)
        for (uint32_t i = 0; s->uses.data[u].writes && i < s->uses.data[u].cells.count; i++)
            s->written[s->uses.data[u].cells.data[i]] = 1;
}

static void mark_outputs(oracle_state *s)
{
    for (uint32_t i = 0; i < fusor_graph_output_count(s->graph); i++) {
        fusor_image image;
        fusor_buffer buffer;
        fusor_graph_get_output(s->graph, i, &image, &buffer);
        s->resources[image.id ? image.id - 1 : s->image_count + buffer.id - 1].output = true;
    }
}

void oracle_read_declaration(oracle_state *s)
{
    s->image_count = fusor_graph_image_count(s->graph);
    s->resource_count = s->image_count + fusor_graph_buffer_count(s->graph);
    s->resources = make(s->resource_count, sizeof *s->resources);
    for (uint32_t i = 0; i < s->image_count; i++)
        read_image(s, i);
    for (uint32_t i = 0; i < s->resource_count - s->image_count; i++)
        read_buffer(s, i);
    oracle_cut_buffers(s);
    s->frame_count = 3;
    for (uint32_t i = 0; i < s->resource_count; i++) {
        add_cells(s, i);
        if (s->resources[i].slots + 2 > s->frame_count)
            s->frame_count = s->resources[i].slots + 2;
    }
    s->version = make(s->cells.count, sizeof *s->version);
    s->tile = make(s->cells.count, sizeof *s->tile);
    s->in_tile = make(s->cells.count, 1);
    s->layout_known = make(s->cells.count, 1);
    s->written = make(s->cells.count, 1);
    s->layout = make(s->cells.count, sizeof *s->layout);
    mark_outputs(s);
    uint32_t passes = fusor_graph_pass_count(s->graph);
    s->pass_first = make(passes + 1, sizeof *s->pass_first);
    for (uint32_t p = 0; p < passes; p++) {
        s->pass_first[p] = s->uses.count;
        read_pass(s, p);
    }
    s->pass_first[passes] = s->uses.count;
}

/* ------------------------------------------------------------------------------ declared order */

uint32_t oracle_slot_cell(const oracle_state *s, uint32_t cell0, uint32_t previous)
{
    const oracle_resource *r = &s->resources[s->cells.data[cell0].resource];
    uint32_t slot = (s->frame + r->slots * 8 - previous) % r->slots;
    return cell0 + slot * r->cells_a_slot;
}

uint64_t oracle_written(const oracle_state *s, const oracle_use *use, uint64_t before)
{
    uint64_t mine = oracle_mix(oracle_mix(1000 + use->pass, s->frame), 5);
    if (use->overwrites)
        return mine;
    return use->concurrent ? before + mine : oracle_mix(before, mine);
}

/* What the frame finds: contents from outside, old contents, or nothing. */
void oracle_start_versions(oracle_state *s)
{
    for (uint32_t c = 0; c < s->cells.count; c++) {
        const oracle_cell *cell = &s->cells.data[c];
        const oracle_resource *r = &s->resources[cell->resource];
        bool kept =
            r->lifetime == FUSOR_LIFETIME_PERSISTENT || r->lifetime == FUSOR_LIFETIME_HISTORY;
        if (r->host == FUSOR_HOST_WRITE)
            s->version[c] = oracle_mix(r->host_shared ? 0 : s->frame, 31 + cell->resource);
        else if (r->host == FUSOR_HOST_READ && r->host_shared)
            s->version[c] = s->frame ? s->version[c] : 0;
        else if (r->lifetime == FUSOR_LIFETIME_IMPORTED)
            s->version[c] =
                r->import->initial.state == FUSOR_STATE_UNDEFINED ? 0 : oracle_mix(c, 41);
        else if (kept)
            s->version[c] = s->frame ? s->version[c] : oracle_mix(c, 51);
        else
            s->version[c] = 0;
        bool now = r->lifetime == FUSOR_LIFETIME_HISTORY && cell->slot == s->frame % r->slots;
        if (now) /* what is n frames old is nobody's business */
            s->version[c] = 0;
    }
}

static void run_pass(oracle_state *s, uint32_t pass)
{
    for (uint32_t u = s->pass_first[pass]; u < s->pass_first[pass + 1]; u++) {
        oracle_use *use = &s->uses.data[u];
        for (uint32_t i = 0; i < use->cells.count; i++) {
            uint64_t *version = &s->version[oracle_slot_cell(s, use->cells.data[i], use->previous)];
            if (use->clears)
                *version = use->clear;
            if (use->reads)
                use->seen[s->frame * use->cells.count + i] = *version;
        }
    }
    for (uint32_t u = s->pass_first[pass]; u < s->pass_first[pass + 1]; u++) {
        oracle_use *use = &s->uses.data[u];
        for (uint32_t i = 0; use->writes && i < use->cells.count; i++) {
            uint64_t *version = &s->version[oracle_slot_cell(s, use->cells.data[i], 0)];
            *version = oracle_written(s, use, *version);
        }
    }
}

void oracle_run_declared(oracle_state *s)
{
    uint32_t passes = fusor_graph_pass_count(s->graph);
    for (uint32_t u = 0; u < s->uses.count; u++)
        s->uses.data[u].seen =
            make((size_t)s->uses.data[u].cells.count * s->frame_count, sizeof(uint64_t));
    s->ends = make((size_t)s->cells.count * s->frame_count, sizeof(uint64_t));
    for (s->frame = 0; s->frame < s->frame_count; s->frame++) {
        oracle_start_versions(s);
        for (uint32_t p = 0; p < passes; p++)
            run_pass(s, p);
        memcpy(&s->ends[(size_t)s->frame * s->cells.count], s->version,
               s->cells.count * sizeof *s->version);
    }
    s->frame = 0;
}
