/* In: groups and what their members touch. Out: each group's attachments and their layout by subpass.
 * Promise: one attachment a view; the layout of a subpass is the weakest that allows what its members
 * do, so a depth that nobody writes there is read-only. O(touches + attachments × subpasses). */
#include "life/life.h"

#include <assert.h>

typedef enum aspect_state { ASPECT_NONE, ASPECT_READ, ASPECT_WRITE } aspect_state;

typedef struct view_state {
    aspect_state color, depth, stencil;
    bool attached, input_only;
} view_state;

static void add_use(view_state *state, const graph_use *use)
{
    aspect_state does = use->unused ? ASPECT_NONE : use->writes ? ASPECT_WRITE : ASPECT_READ;
    aspect_state *states[] = {&state->color, &state->depth, &state->stencil};
    for (int i = 0; i < 3; i++)
        if ((use->region.aspects & 1u << i) && *states[i] < does)
            *states[i] = does;
    state->input_only = (!state->attached || state->input_only) && use->as == FUSOR_USE_INPUT;
    state->attached = true;
}

/* `like_color`: a colour image, or a depth image that is only read: as inputs here. */
static fusor_layout layout_of(const view_state *state, bool like_color)
{
    if (!state->attached)
        return FUSOR_LAYOUT_UNDEFINED;
    if (like_color)
        return state->input_only ? FUSOR_LAYOUT_SHADER_READ_ONLY : FUSOR_LAYOUT_COLOR_ATTACHMENT;
    if (state->depth != ASPECT_WRITE && state->stencil != ASPECT_WRITE)
        return state->depth == ASPECT_NONE && state->stencil == ASPECT_NONE
                   ? FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT
                   : FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY;
    if (state->depth == ASPECT_READ)
        return FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT;
    if (state->stencil == ASPECT_READ)
        return FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY;
    return FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT;
}

typedef struct attach_state {
    const life_input *input;
    base_arena *arena;
    life_result *out;
    uint32_t *attachment_of;     /* by view: 1 + index inside the group */
    uint32_t *group_stamp;       /* by view: 1 + the group that attachment_of is about */
    BASE_VEC(view_state) states; /* by attachment × subpass of the current group */
} attach_state;

static life_attachment *find_attachment(attach_state *s, uint32_t group, uint32_t view)
{
    life_group *g = &s->out->groups[group];
    if (s->group_stamp[view] != group + 1) {
        life_attachment *slot = BASE_PUSH(s->arena, &s->out->attachments);
        if (!slot)
            return NULL;
        *slot = (life_attachment){.view = view,
                                  .clear_use = FUSOR_NONE,
                                  .clear_stencil_use = FUSOR_NONE,
                                  .resolve = FUSOR_NONE,
                                  .resolve_use = FUSOR_NONE,
                                  .first_subpass = FUSOR_NONE};
        s->group_stamp[view] = group + 1;
        s->attachment_of[view] = ++g->attachments.count;
    }
    return &s->out->attachments.data[g->attachments.first + s->attachment_of[view] - 1];
}

static bool add_member(attach_state *s, uint32_t group, uint32_t pass)
{
    const affinity_table *affinity = s->input->affinity;
    uint32_t subpass = s->input->fuse->subpass_of[pass];
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        life_attachment *attachment = find_attachment(s, group, affinity->touches[i].view);
        if (!attachment)
            return false;
        s->out->touch_attachment[i] = s->attachment_of[affinity->touches[i].view] - 1;
        if (attachment->first_subpass == FUSOR_NONE)
            attachment->first_subpass = subpass;
        attachment->last_subpass = subpass;
    }
    return true;
}

/* The resolve of a use follows it among the pass's touches. */
static void link_resolves(attach_state *s, uint32_t group, uint32_t pass)
{
    const affinity_table *affinity = s->input->affinity;
    const life_group *g = &s->out->groups[group];
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        uint32_t resolve = s->input->tables->uses[affinity->touches[i].use].resolve;
        for (uint32_t k = i; resolve != FUSOR_NONE && k < affinity->touch_first[pass + 1]; k++) {
            if (affinity->touches[k].use != resolve)
                continue;
            life_attachment *from =
                &s->out->attachments.data[g->attachments.first + s->out->touch_attachment[i]];
            from->resolve = s->out->touch_attachment[k];
            from->resolve_use = affinity->touches[i].use;
        }
    }
}

static view_state *state_of(attach_state *s, uint32_t attachment, uint32_t subpass,
                            uint32_t subpasses)
{
    assert(s->states.count > attachment * subpasses + subpass);
    return &s->states.data[(size_t)attachment * subpasses + subpass];
}

static bool clear_states(attach_state *s, uint32_t count)
{
    s->states.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        view_state *state = BASE_PUSH(s->arena, &s->states);
        if (!state)
            return false;
        *state = (view_state){0};
    }
    return true;
}

static void gather_states(attach_state *s, uint32_t group)
{
    const affinity_table *affinity = s->input->affinity;
    const fuse_group *fuse = &s->input->fuse->groups[group];
    for (uint32_t m = 0; m < fuse->members.count; m++) {
        uint32_t pass = s->input->fuse->members[fuse->members.first + m];
        for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++)
            add_use(state_of(s, s->out->touch_attachment[i], s->input->fuse->subpass_of[pass],
                             fuse->subpass_count),
                    &s->input->tables->uses[affinity->touches[i].use]);
    }
}

static bool set_layouts(attach_state *s, uint32_t group)
{
    const fuse_group *fuse = &s->input->fuse->groups[group];
    fusor_slice attachments = s->out->groups[group].attachments;
    if (!clear_states(s, attachments.count * fuse->subpass_count))
        return false;
    gather_states(s, group);
    for (uint32_t i = 0; i < attachments.count; i++) {
        life_attachment *attachment = &s->out->attachments.data[attachments.first + i];
        uint32_t resource = s->input->affinity->views.data[attachment->view].resource;
        const graph_resource *r = &s->input->tables->model->resources[resource];
        bool like_color = (r->aspects & FUSOR_ASPECT_COLOR) || !r->attached;
        attachment->layouts = (fusor_slice){s->out->layouts.count, fuse->subpass_count};
        for (uint32_t k = 0; k < fuse->subpass_count; k++) {
            fusor_layout *layout = BASE_PUSH(s->arena, &s->out->layouts);
            if (!layout)
                return false;
            *layout = layout_of(state_of(s, i, k, fuse->subpass_count), like_color);
        }
        const fusor_layout *layouts = &s->out->layouts.data[attachment->layouts.first];
        attachment->first_layout = layouts[attachment->first_subpass];
        attachment->last_layout = layouts[attachment->last_subpass];
    }
    return true;
}

static bool add_group(attach_state *s, uint32_t group)
{
    const fuse_group *fuse = &s->input->fuse->groups[group];
    const uint32_t *members = &s->input->fuse->members[fuse->members.first];
    s->out->groups[group].attachments = (fusor_slice){s->out->attachments.count, 0};
    for (uint32_t m = 0; m < fuse->members.count; m++)
        if (!add_member(s, group, members[m]))
            return false;
    for (uint32_t m = 0; m < fuse->members.count; m++)
        link_resolves(s, group, members[m]);
    return set_layouts(s, group);
}

bool life_add_attachments(const life_input *input, base_arena *arena, life_result *out)
{
    attach_state s = {.input = input, .arena = arena, .out = out};
    uint32_t views = input->affinity->views.count;
    s.attachment_of = BASE_NEW(arena, uint32_t, views);
    s.group_stamp = BASE_NEW(arena, uint32_t, views);
    out->groups = BASE_NEW(arena, life_group, input->fuse->group_count);
    out->touch_attachment = BASE_NEW(arena, uint32_t, input->tables->use_count);
    if (!s.attachment_of || !s.group_stamp || !out->groups || !out->touch_attachment)
        return false;
    for (uint32_t g = 0; g < input->fuse->group_count; g++)
        if (!add_group(&s, g))
            return false;
    return true;
}
