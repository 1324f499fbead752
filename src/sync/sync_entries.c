/* In: the first epoch of each cell. Out: what it waits for from before the frame or from an old
 * occupant of its bytes.
 * Promise: a transient image's every subresource begins with an UNDEFINED transition that carries the
 * hand-over; a buffer gets one memory barrier before its earliest use (DESIGN §3, Sync). */
#include "sync/sync.h"

typedef struct entry_state {
    const sync_input *input;
    base_arena *arena;
    sync_result *out;
    uint32_t no_passes, no_resources; /* empty sets */
    uint8_t *image_sets;              /* by alias set: an image is in it */
} entry_state;

static bool push_record(entry_state *s, const sync_record *record)
{
    sync_record *slot = BASE_PUSH(s->arena, &s->out->records);
    if (slot)
        *slot = *record;
    return slot != NULL;
}

static const sync_epoch *first_epoch(const entry_state *s, uint32_t cell)
{
    return s->out->cell_epochs[cell] < s->out->cell_epochs[cell + 1]
               ? &s->out->epochs.data[s->out->cell_epochs[cell]]
               : NULL;
}

/* The source of a transient's first use. */
typedef struct hand_over {
    life_scope scope;
    uint32_t passes, replaces;
    fusor_why why;
    bool entry;
} hand_over;

static void add_occupant(entry_state *s, hand_over *h, uint32_t resource)
{
    h->scope.stages |= s->out->resource_exit[resource].stages;
    h->scope.access |= s->out->resource_exit[resource].access;
    sync_sets_take(s->arena, &s->out->pass_sets, s->out->resource_exit_passes[resource]);
}

static uint32_t occupant(const entry_state *s, uint32_t place)
{
    return s->input->place->items.data[s->input->place->item_list.data[place]].resource;
}

static void add_occupants(entry_state *s, hand_over *h, fusor_slice list)
{
    for (uint32_t i = list.first; i < list.first + list.count; i++)
        add_occupant(s, h, occupant(s, i));
}

static uint32_t ranks_of(entry_state *s, fusor_slice list)
{
    for (uint32_t i = list.first; i < list.first + list.count; i++)
        sync_sets_take_item(s->arena, &s->out->resource_sets,
                            s->input->life->resources[occupant(s, i)].rank);
    return sync_sets_make(s->arena, &s->out->resource_sets);
}

/* Buffers are handed over by memory barriers, which are about all accesses to the memory; images by
 * barriers of their own. */
static bool shares_with_images(const entry_state *s, uint32_t resource)
{
    uint32_t set = s->input->place->alias_set[resource];
    return set != FUSOR_NONE && s->image_sets[set];
}

static bool find_image_sets(entry_state *s)
{
    const graph_model *model = s->input->in->tables->model;
    s->image_sets = BASE_NEW(s->arena, uint8_t, model->resource_count);
    for (uint32_t r = 0; s->image_sets && r < model->resource_count; r++) {
        uint32_t set = s->input->place->alias_set[r];
        if (set != FUSOR_NONE && model->resources[r].is_image)
            s->image_sets[set] = 1;
    }
    return s->image_sets != NULL;
}

static void add_placed(entry_state *s, hand_over *h, uint32_t resource, const place_item *item)
{
    add_occupants(s, h, item->follows);
    if (!item->fully_followed)
        add_occupants(s, h, item->wraps);
    /* What it wrote itself a frame ago and nobody read: the barriers of images that had its bytes since then
     * are about those images, and made no write through this resource available. */
    if (s->out->resource_exit[resource].access && shares_with_images(s, resource))
        add_occupant(s, h, resource);
    h->replaces = ranks_of(s, item->follows);
    h->why = item->follows.count ? FUSOR_WHY_ALIAS : h->why;
    h->entry = !item->fully_followed;
}

static hand_over find_hand_over(entry_state *s, uint32_t resource)
{
    hand_over h = {{0, 0}, s->no_passes, s->no_resources, FUSOR_WHY_FRAME_WRAP, true};
    uint32_t first = s->input->place->first_item[resource];
    if (first == FUSOR_NONE) /* memoryless: its own last use a frame ago */
        add_occupant(s, &h, resource);
    else
        add_placed(s, &h, resource, &s->input->place->items.data[first]);
    h.passes = sync_sets_make(s->arena, &s->out->pass_sets);
    return h;
}

static sync_record start_record(const hand_over *h, const sync_epoch *to, uint32_t resource)
{
    return (sync_record){.resource = resource,
                         .step = to->first_step,
                         .src = h->scope,
                         .dst = to->first,
                         .old_layout = FUSOR_LAYOUT_UNDEFINED,
                         .new_layout = to->first_layout,
                         .src_passes = h->passes,
                         .dst_passes = to->passes,
                         .replaces = h->replaces,
                         .why = h->why,
                         .entry = h->entry};
}

static bool enter_transient_image(entry_state *s, uint32_t resource, const hand_over *h)
{
    uint32_t joined = life_joined_count(&s->input->in->tables->grids[resource]);
    for (uint32_t i = 0; i < joined; i++) {
        const sync_epoch *to = first_epoch(s, s->input->life->joined_first[resource] + i);
        if (!to)
            continue;
        sync_record record = start_record(h, to, resource);
        record.cell = i;
        if (!push_record(s, &record))
            return false;
    }
    return true;
}

/* One barrier before the earliest first use, to all first uses. */
static bool enter_transient_buffer(entry_state *s, uint32_t resource, const hand_over *h)
{
    uint32_t joined = life_joined_count(&s->input->in->tables->grids[resource]);
    uint32_t taken = FUSOR_NONE;
    sync_record record = {.step = FUSOR_NONE};
    for (uint32_t i = 0; i < joined; i++) {
        const sync_epoch *to = first_epoch(s, s->input->life->joined_first[resource] + i);
        if (!to)
            continue;
        if (record.step == FUSOR_NONE)
            record = start_record(h, to, resource);
        record.step = to->first_step < record.step ? to->first_step : record.step;
        record.dst.stages |= to->first.stages;
        record.dst.access |= to->first.access;
        if (to->passes != taken) /* neighbours mostly begin alike */
            sync_sets_take(s->arena, &s->out->pass_sets, taken = to->passes);
    }
    record.dst_passes = sync_sets_make(s->arena, &s->out->pass_sets);
    record.cell = FUSOR_NONE;
    return record.step == FUSOR_NONE || push_record(s, &record);
}

static bool enter_transient(entry_state *s, uint32_t resource)
{
    hand_over h = find_hand_over(s, resource);
    return s->input->in->tables->model->resources[resource].is_image
               ? enter_transient_image(s, resource, &h)
               : enter_transient_buffer(s, resource, &h);
}

static bool enter_kept(entry_state *s, uint32_t resource)
{
    const graph_resource *r = &s->input->in->tables->model->resources[resource];
    uint32_t joined = life_joined_count(&s->input->in->tables->grids[resource]);
    for (uint32_t i = 0; i < joined * r->slots; i++) {
        const sync_epoch *to = first_epoch(s, s->input->life->joined_first[resource] + i);
        sync_epoch from;
        if (!to || !sync_kept_before(s->input, s->out, resource, i / joined, i % joined, &from) ||
            sync_continues(&from, to))
            continue;
        hand_over h = {from.last, from.passes, s->no_resources, FUSOR_WHY_FRAME_WRAP, true};
        sync_record record = start_record(&h, to, resource);
        bool keeps = to->live_in || from.last_layout == to->first_layout;
        record.previous = i / joined;
        record.cell = i % joined;
        record.old_layout = keeps ? from.last_layout : FUSOR_LAYOUT_UNDEFINED;
        if (!push_record(s, &record))
            return false;
    }
    return true;
}

static fusor_why import_why(const graph_resource *r, const sync_record *record)
{
    fusor_state state = r->import.initial.state;
    return state == FUSOR_STATE_UNDEFINED || state == FUSOR_STATE_PRESENT ? FUSOR_WHY_ACQUIRE
                                                                          : record->why;
}

static bool enter_import(entry_state *s, uint32_t resource)
{
    const graph_resource *r = &s->input->in->tables->model->resources[resource];
    uint32_t joined = life_joined_count(&s->input->in->tables->grids[resource]);
    sync_epoch from = sync_import_epoch(r, &r->import.initial);
    fusor_access shown = sync_import_shown(&r->import.initial);
    from.passes = s->no_passes;
    for (uint32_t i = 0; i < joined; i++) {
        const sync_epoch *to = first_epoch(s, s->input->life->joined_first[resource] + i);
        sync_record record;
        if (!to)
            continue;
        bool unseen =
            !sync_has_stages(from.last.stages, to->first.stages) || (to->first.access & ~shown);
        sync_epoch wide = from;
        wide.writes = wide.writes || (unseen && !to->writes && from.last.stages);
        if (!sync_between(&wide, to, &record))
            continue;
        record.resource = resource;
        record.cell = i;
        record.replaces = s->no_resources;
        record.entry = true;
        record.why = import_why(r, &record);
        if (!push_record(s, &record))
            return false;
    }
    return true;
}

bool sync_add_entries(const sync_input *input, base_arena *arena, sync_result *out)
{
    const graph_model *model = input->in->tables->model;
    entry_state s = {.input = input, .arena = arena, .out = out};
    if (!find_image_sets(&s))
        return false;
    s.no_passes = sync_sets_add(arena, &out->pass_sets, NULL, 0);
    s.no_resources = sync_sets_add(arena, &out->resource_sets, NULL, 0);
    for (uint32_t r = 0; r < model->resource_count; r++) {
        fusor_lifetime lifetime = model->resources[r].lifetime;
        bool good = true;
        bool shared = sync_is_shared(&model->resources[r]);
        bool host = model->resources[r].host != FUSOR_HOST_NONE;
        if (!input->life->resources[r].used || (host && !shared))
            continue; /* host writes are visible to what is submitted later; slots wait for fences */
        if (lifetime == FUSOR_LIFETIME_IMPORTED)
            good = enter_import(&s, r);
        else if (lifetime == FUSOR_LIFETIME_TRANSIENT && !shared)
            good = enter_transient(&s, r);
        else
            good = enter_kept(&s, r);
        if (!good)
            return false;
    }
    return s.no_passes != FUSOR_NONE && s.no_resources != FUSOR_NONE;
}
