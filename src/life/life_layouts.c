/* In: the uses of each step. Out: the layout of each image use during its pass.
 * Promise: no barrier can stand inside a step, so uses of one image that meet there agree: an attached
 * one decides, unlike ones make all of that image's uses in the step GENERAL. O(uses), pairs only
 * where an image is used in two layouts in one step. */
#include "life/life.h"

typedef struct layout_state {
    const life_input *input;
    life_result *out;
    uint32_t *head, *next; /* by resource, by use: 1 + a use of the step */
    uint32_t *attached;    /* by resource: 1 + the last step that attaches it */
} layout_state;

/* Both aspects of an image have one layout. */
static bool meet(const graph_use *a, const graph_use *b)
{
    fusor_region x = a->region, y = b->region;
    x.aspects = y.aspects = 1;
    return a->previous == b->previous && graph_regions_meet(true, &x, &y);
}

static void set_attached(layout_state *s, uint32_t step, uint32_t pass)
{
    const affinity_table *affinity = s->input->affinity;
    uint32_t group = s->input->fuse->group_of[pass];
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        uint32_t use = affinity->touches[i].use;
        const life_attachment *a =
            &s->out->attachments
                 .data[s->out->groups[group].attachments.first + s->out->touch_attachment[i]];
        s->out->use_layouts[use] =
            s->out->layouts.data[a->layouts.first + s->input->fuse->subpass_of[pass]];
        s->attached[s->input->tables->uses[use].resource] = step + 1;
    }
}

static bool is_plain_image(const layout_state *s, const graph_use *use)
{
    return !use->attachment && s->input->tables->model->resources[use->resource].is_image;
}

/* Chains the plain image uses of a pass by resource. A raw pass says its layouts itself. */
static void chain_pass(layout_state *s, uint32_t pass)
{
    const graph_pass *p = &s->input->tables->model->passes[pass];
    for (uint32_t i = p->uses.first; i < p->uses.first + p->uses.count; i++) {
        const graph_use *use = &s->input->tables->uses[i];
        if (use->attachment)
            continue;
        s->out->use_layouts[i] = use->layout;
        if (!is_plain_image(s, use) || p->kind == FUSOR_PASS_RAW)
            continue;
        s->next[i] = s->head[use->resource];
        s->head[use->resource] = i + 1;
    }
}

static bool is_mixed(const layout_state *s, uint32_t head)
{
    const graph_use *uses = s->input->tables->uses;
    for (uint32_t i = s->next[head - 1]; i; i = s->next[i - 1])
        if (uses[i - 1].layout != uses[head - 1].layout)
            return true;
    return false;
}

static bool has_conflict(const layout_state *s, uint32_t head)
{
    const graph_use *uses = s->input->tables->uses;
    for (uint32_t i = head; i; i = s->next[i - 1])
        for (uint32_t k = s->next[i - 1]; k; k = s->next[k - 1])
            if (uses[i - 1].layout != uses[k - 1].layout && meet(&uses[i - 1], &uses[k - 1]))
                return true;
    return false;
}

static void settle_resource(layout_state *s, uint32_t resource)
{
    uint32_t head = s->head[resource];
    s->head[resource] = 0;
    if (!head || !is_mixed(s, head) || !has_conflict(s, head))
        return;
    for (uint32_t i = head; i; i = s->next[i - 1])
        s->out->use_layouts[i - 1] = FUSOR_LAYOUT_GENERAL;
}

static void follow_attachment(layout_state *s, const graph_pass *pass, uint32_t index)
{
    const graph_use *uses = s->input->tables->uses;
    for (uint32_t k = pass->uses.first; k < pass->uses.first + pass->uses.count; k++)
        if (uses[k].attachment && uses[k].resource == uses[index].resource &&
            meet(&uses[k], &uses[index]))
            s->out->use_layouts[index] = s->out->use_layouts[k];
}

static void settle_pass(layout_state *s, uint32_t step, uint32_t pass)
{
    const graph_pass *p = &s->input->tables->model->passes[pass];
    for (uint32_t i = p->uses.first; i < p->uses.first + p->uses.count; i++) {
        const graph_use *use = &s->input->tables->uses[i];
        if (!is_plain_image(s, use))
            continue;
        settle_resource(s, use->resource);
        if (s->attached[use->resource] == step + 1)
            follow_attachment(s, p, i);
    }
}

bool life_settle_layouts(const life_input *input, base_arena *arena, life_result *out)
{
    layout_state s = {.input = input, .out = out};
    uint32_t resources = input->tables->model->resource_count;
    out->use_layouts = BASE_NEW(arena, fusor_layout, input->tables->use_count);
    s.head = BASE_NEW(arena, uint32_t, resources);
    s.attached = BASE_NEW(arena, uint32_t, resources);
    s.next = BASE_NEW(arena, uint32_t, input->tables->use_count);
    if (!out->use_layouts || !s.head || !s.attached || !s.next)
        return false;
    for (uint32_t step = 0; step < input->order->step_count; step++) {
        uint32_t count;
        const uint32_t *passes = life_step_passes(input, step, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (input->order->steps[step].kind == FUSOR_STEP_GROUP)
                set_attached(&s, step, passes[i]);
            chain_pass(&s, passes[i]);
        }
        for (uint32_t i = 0; i < count; i++)
            settle_pass(&s, step, passes[i]);
    }
    return true;
}
