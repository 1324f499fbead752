/* In: the last epoch of each cell. Out: what the caller and the host are owed at the end of the frame,
 * and the state in which everything that lives on is left.
 * Promise: an import ends in the state that it declares, all of it, once. */
#include "sync/sync.h"

typedef struct state_row {
    fusor_stages stages;
    fusor_access write; /* 0: a state for reading */
} state_row;

#define ALL FUSOR_STAGE_ALL_COMMANDS

static const state_row STATES[] = {
    [FUSOR_STATE_UNKNOWN] = {ALL, FUSOR_ACCESS_MEMORY_WRITE},
    [FUSOR_STATE_UNDEFINED] = {ALL, 0},
    [FUSOR_STATE_COLOR] = {FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT,
                           FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE},
    [FUSOR_STATE_DEPTH] = {FUSOR_STAGE_FRAGMENT_TESTS, FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE},
    [FUSOR_STATE_SAMPLED] = {ALL, 0},
    [FUSOR_STATE_STORAGE] = {ALL, FUSOR_ACCESS_SHADER_STORAGE_WRITE},
    [FUSOR_STATE_COPY_SRC] = {FUSOR_STAGE_ALL_TRANSFER, 0},
    [FUSOR_STATE_COPY_DST] = {FUSOR_STAGE_ALL_TRANSFER, FUSOR_ACCESS_TRANSFER_WRITE},
    [FUSOR_STATE_PRESENT] = {ALL, 0},
    [FUSOR_STATE_GENERAL] = {ALL, FUSOR_ACCESS_MEMORY_WRITE},
};

sync_epoch sync_import_epoch(const graph_resource *r, const fusor_import_state *state)
{
    const state_row *row = &STATES[state->state];
    sync_epoch epoch = {.last = {state->stages ? state->stages : row->stages, row->write},
                        .writes = row->write != 0,
                        .first_layout = FUSOR_LAYOUT_UNDEFINED};
    if (r->is_image)
        epoch.first_layout = fusor_state_get_layout(state->state, r->format->format);
    /* Contents that nobody needs were still written by somebody: without a scope that the caller has
     * waited for, a change of layout waits for everything. */
    if (state->state == FUSOR_STATE_UNDEFINED && !state->stages) {
        epoch.last.access = FUSOR_ACCESS_MEMORY_WRITE;
        epoch.writes = true;
    }
    epoch.last_layout = epoch.first_layout;
    epoch.first = epoch.last;
    return epoch;
}

/* What those who come after do with a state. */
static fusor_access read_access(fusor_state state)
{
    switch (state) {
    case FUSOR_STATE_COLOR:
        return FUSOR_ACCESS_COLOR_ATTACHMENT_READ | FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE;
    case FUSOR_STATE_DEPTH:
        return FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ |
               FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE;
    case FUSOR_STATE_SAMPLED:
        return FUSOR_ACCESS_SHADER_SAMPLED_READ;
    case FUSOR_STATE_STORAGE:
        return FUSOR_ACCESS_SHADER_STORAGE_READ | FUSOR_ACCESS_SHADER_STORAGE_WRITE;
    case FUSOR_STATE_COPY_SRC:
        return FUSOR_ACCESS_TRANSFER_READ;
    case FUSOR_STATE_COPY_DST:
        return FUSOR_ACCESS_TRANSFER_WRITE;
    case FUSOR_STATE_PRESENT:
        return 0;
    default:
        return FUSOR_ACCESS_MEMORY_READ | FUSOR_ACCESS_MEMORY_WRITE;
    }
}

fusor_access sync_import_shown(const fusor_import_state *state)
{
    bool reads = state->state == FUSOR_STATE_SAMPLED || state->state == FUSOR_STATE_COPY_SRC;
    return reads ? read_access(state->state) : ~(fusor_access)0;
}

typedef struct end_state {
    const sync_input *input;
    base_arena *arena;
    sync_result *out;
    uint32_t no_passes, no_resources;
} end_state;

/* The state that an import ends in. Without a declared one it goes back to what it came in. */
static sync_epoch final_epoch(const end_state *s, const graph_resource *r, fusor_layout last_layout)
{
    fusor_import_state state = r->import.final;
    bool unknown = state.state == FUSOR_STATE_UNKNOWN;
    fusor_state initial = r->import.initial.state;
    if (unknown && initial != FUSOR_STATE_UNDEFINED)
        state.state = initial;
    sync_epoch epoch = sync_import_epoch(r, &state);
    if (unknown) {
        epoch.first.stages = FUSOR_STAGE_ALL_COMMANDS;
        if (initial == FUSOR_STATE_UNDEFINED)
            epoch.first_layout = last_layout;
    }
    if (!unknown && state.state == FUSOR_STATE_PRESENT && !state.stages)
        epoch.first.stages = 0; /* the presentation engine waits for a semaphore */
    epoch.first.access = read_access(unknown ? FUSOR_STATE_UNKNOWN : state.state);
    epoch.first_step = s->input->in->order->step_count;
    epoch.passes = s->no_passes;
    /* A declared state in which the caller writes comes behind our readers; an import that is only read,
     * and whose end is not declared, is left as it was. */
    epoch.writes = !unknown && STATES[state.state].write;
    epoch.reads = epoch.live_in = true;
    epoch.last_layout = epoch.first_layout;
    return epoch;
}

static bool push_exit(end_state *s, uint32_t resource, uint32_t index, const sync_epoch *last)
{
    uint32_t joined = life_joined_count(&s->input->in->tables->grids[resource]);
    sync_exit *slot = BASE_PUSH(s->arena, &s->out->exits);
    if (slot)
        *slot = (sync_exit){.resource = resource,
                            .previous = index / joined,
                            .cell = index % joined,
                            .scope = last->last,
                            .layout = last->last_layout,
                            .writes = last->writes};
    return slot != NULL;
}

static bool end_import_cell(end_state *s, uint32_t resource, uint32_t index, const sync_epoch *last)
{
    const graph_resource *r = &s->input->in->tables->model->resources[resource];
    sync_epoch initial = sync_import_epoch(r, &r->import.initial);
    initial.passes = s->no_passes;
    const sync_epoch *from = last ? last : &initial;
    sync_epoch to = final_epoch(s, r, from->last_layout);
    sync_record record;
    bool touched = last || from->last_layout != to.first_layout;
    /* What was waited for inside the frame was made visible to its readers, and to no other stage. */
    sync_epoch seen = *from;
    uint32_t cell = s->input->life->joined_first[resource] + index;
    bool changed = s->out->cell_epochs[cell + 1] - s->out->cell_epochs[cell] > 1 ||
                   (last && from->first_layout != initial.last_layout);
    bool unseen = !sync_continues(from, &to);
    seen.writes = seen.writes || (changed && unseen);
    if (touched && sync_between(&seen, &to, &record)) {
        record.resource = resource;
        record.cell = index;
        record.replaces = s->no_resources;
        record.entry = !last;
        if (r->import.final.state == FUSOR_STATE_PRESENT)
            record.why = FUSOR_WHY_PRESENT;
        if (!last && r->import.initial.state != FUSOR_STATE_UNDEFINED)
            record.old_layout = from->last_layout;
        sync_record *slot = BASE_PUSH(s->arena, &s->out->records);
        if (!slot)
            return false;
        *slot = record;
    }
    to.last = (life_scope){to.first.stages, 0};
    return push_exit(s, resource, index, &to);
}

/* What the device wrote is shown to the host, whoever read it since. */
static bool end_host_cell(end_state *s, uint32_t resource, uint32_t index, const sync_epoch *first,
                          const sync_epoch *last)
{
    bool wrote = false;
    for (const sync_epoch *epoch = first; epoch <= last; epoch++)
        wrote = wrote || epoch->writes;
    sync_record record = {.resource = resource,
                          .cell = index,
                          .step = s->input->in->order->step_count,
                          .src = last->last,
                          .dst = {FUSOR_STAGE_HOST, FUSOR_ACCESS_HOST_READ},
                          .src_passes = last->passes,
                          .dst_passes = s->no_passes,
                          .replaces = s->no_resources,
                          .why = FUSOR_WHY_HOST};
    sync_record *slot = wrote ? BASE_PUSH(s->arena, &s->out->records) : NULL;
    if (slot)
        *slot = record;
    return !wrote || slot;
}

static bool end_cell(end_state *s, uint32_t resource, uint32_t index)
{
    const graph_resource *r = &s->input->in->tables->model->resources[resource];
    uint32_t cell = s->input->life->joined_first[resource] + index;
    uint32_t first = s->out->cell_epochs[cell], end = s->out->cell_epochs[cell + 1];
    const sync_epoch *last = first < end ? &s->out->epochs.data[end - 1] : NULL;
    if (r->lifetime == FUSOR_LIFETIME_IMPORTED)
        return end_import_cell(s, resource, index, last);
    if (!last)
        return true;
    if (r->host == FUSOR_HOST_READ &&
        !end_host_cell(s, resource, index, &s->out->epochs.data[first], last))
        return false;
    if (r->host != FUSOR_HOST_NONE)
        return !sync_is_shared(r) || push_exit(s, resource, index, last);
    if (r->lifetime == FUSOR_LIFETIME_TRANSIENT)
        return !r->output || push_exit(s, resource, index, last);
    return push_exit(s, resource, index, last);
}

bool sync_add_ends(const sync_input *input, base_arena *arena, sync_result *out)
{
    const graph_model *model = input->in->tables->model;
    end_state s = {.input = input, .arena = arena, .out = out};
    s.no_passes = sync_sets_add(arena, &out->pass_sets, NULL, 0);
    s.no_resources = sync_sets_add(arena, &out->resource_sets, NULL, 0);
    if (s.no_passes == FUSOR_NONE || s.no_resources == FUSOR_NONE)
        return false;
    for (uint32_t r = 0; r < model->resource_count; r++) {
        uint32_t joined = life_joined_count(&input->in->tables->grids[r]);
        for (uint32_t i = 0;
             input->life->resources[r].used && i < joined * model->resources[r].slots; i++)
            if (!end_cell(&s, r, i))
                return false;
    }
    return true;
}
