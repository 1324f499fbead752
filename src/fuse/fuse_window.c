/* In: raster passes by rank. Out: who may be with whom, who comes first, what a set costs.
 * Promise: a window holds passes that share views, over others or not; a way between two of its passes runs
 * through ranks between theirs, so it is seen whole. O(touches + edges of the ranks + pairs that use an image in common). */
#include "fuse/fuse_window.h"

#include <string.h>

#include "base/base_hash.h"
#include "base/base_math.h"

enum {
    CACHE_SETS = 1024,
    NEIGHBOURS = 6,  /* later touches of a view that are near one */
    RANKS_MAX = 1024 /* from a window's first pass to its last: all between are looked at */
};

uint32_t fuse_set_first(fuse_set set)
{
    uint32_t first = 0;
    for (uint32_t half = 32; half; half /= 2)
        if (!(set & (fuse_set_of(half) - 1))) {
            first += half;
            set >>= half;
        }
    return first;
}

/* ------------------------------------------------------------------------------ who could ever meet */

static uint32_t root_of(uint32_t *parent, uint32_t pass)
{
    while (parent[pass] != pass)
        pass = parent[pass] = parent[parent[pass]];
    return pass;
}

/* Passes that attach one view, or are linked by such as do, have one root. */
static void join_by_views(const fuse_input *input, uint32_t *parent, uint32_t *last_of_view)
{
    const affinity_table *affinity = input->affinity;
    for (uint32_t pass = 0; pass < input->tables->model->pass_count; pass++)
        for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
            uint32_t *last = &last_of_view[affinity->touches[i].view];
            if (*last)
                parent[root_of(parent, pass)] = root_of(parent, *last - 1);
            *last = pass + 1;
        }
}

/* Links each raster pass to the next by rank that it could meet in a group. */
static bool chain_passes(fuse_window *w, base_arena *arena)
{
    const fuse_input *input = w->p->input;
    uint32_t count = input->tables->model->pass_count;
    uint32_t *parent = BASE_NEW(arena, uint32_t, count);
    uint32_t *last = BASE_NEW(arena, uint32_t, count); /* by root: 1 + the last pass so far */
    uint32_t *last_of_view = BASE_NEW(arena, uint32_t, input->affinity->views.count);
    if (!parent || !last || !last_of_view)
        return false;
    for (uint32_t i = 0; i < count; i++)
        parent[i] = i;
    join_by_views(input, parent, last_of_view);
    for (uint32_t rank = 0; rank < count; rank++) {
        uint32_t pass = input->dag->topo[rank];
        w->next[pass] = FUSOR_NONE;
        if (!cull_keeps_raster(input->cull, input->tables->model, pass))
            continue;
        uint32_t *before = &last[root_of(parent, pass)];
        if (*before)
            w->next[*before - 1] = pass;
        *before = pass + 1;
    }
    return true;
}

bool fuse_window_init(fuse_window *w, fuse_partition *p, base_arena *arena)
{
    const graph_model *model = p->input->tables->model;
    const affinity_table *affinity = p->input->affinity;
    *w = (fuse_window){.p = p};
    w->views = BASE_NEW(arena, fuse_window_view, affinity->views.count);
    w->view_slot = BASE_NEW(arena, uint32_t, affinity->views.count);
    w->images = BASE_NEW(arena, fuse_window_image, model->resource_count);
    w->image_slot = BASE_NEW(arena, uint32_t, model->resource_count);
    w->touches = BASE_NEW(arena, fuse_window_touch, affinity->touch_first[model->pass_count]);
    w->come_in = BASE_NEW(arena, fuse_set, model->pass_count);
    w->number = BASE_NEW(arena, uint32_t, model->pass_count);
    w->label = BASE_NEW(arena, uint32_t, model->pass_count);
    w->cache = BASE_NEW(arena, fuse_window_bytes, CACHE_SETS);
    w->next = BASE_NEW(arena, uint32_t, model->pass_count);
    w->taken = BASE_NEW(arena, uint8_t, model->pass_count);
    bool good = w->views && w->view_slot && w->images && w->image_slot && w->touches &&
                w->come_in && w->number && w->label && w->cache && w->next && w->taken;
    return good && chain_passes(w, arena);
}

/* ------------------------------------------------------------------------------ what passes use */

static fuse_window_view *view_of(fuse_window *w, uint32_t view)
{
    if (!w->view_slot[view]) {
        w->views[w->view_count++] = (fuse_window_view){.first = FUSOR_NONE, .last = FUSOR_NONE};
        w->view_slot[view] = w->view_count;
    }
    return &w->views[w->view_slot[view] - 1];
}

static fuse_window_image *image_of(fuse_window *w, uint32_t resource)
{
    if (!w->image_slot[resource]) {
        w->images[w->image_count++] = (fuse_window_image){0};
        w->image_slot[resource] = w->image_count;
    }
    return &w->images[w->image_slot[resource] - 1];
}

static void add_touch(fuse_window *w, uint32_t number, uint32_t touch)
{
    const affinity_table *affinity = w->p->input->affinity;
    const affinity_touch *t = &affinity->touches[touch];
    const graph_use *use = &w->p->input->tables->uses[t->use];
    fuse_window_view *view = view_of(w, t->view);
    fuse_window_image *image = image_of(w, use->resource);
    w->touches[w->touch_count] = (fuse_window_touch){touch, number, FUSOR_NONE};
    if (view->touched)
        w->touches[view->last].next = w->touch_count;
    else
        view->first = w->touch_count;
    view->last = w->touch_count++;
    view->touched |= fuse_set_of(number);
    image->bits = affinity->views.data[t->view].color_bits;
    if (use->as != FUSOR_USE_RESOLVE)
        image->counted |= fuse_set_of(number);
}

static void add_uses(fuse_window *w, uint32_t number)
{
    const fuse_input *input = w->p->input;
    uint32_t pass = w->passes[number];
    fusor_slice uses = input->tables->model->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
        if (input->tables->model->resources[input->tables->uses[i].resource].is_image)
            image_of(w, input->tables->uses[i].resource)->used |= fuse_set_of(number);
    for (uint32_t i = input->affinity->touch_first[pass];
         i < input->affinity->touch_first[pass + 1]; i++)
        add_touch(w, number, i);
}

/* The touches of a view that follow one are few at a time. */
static void set_near(fuse_window *w, uint32_t touch)
{
    uint32_t number = w->touches[touch].pass, found = 0, before = number;
    for (uint32_t i = w->touches[touch].next; i != FUSOR_NONE && found < NEIGHBOURS;
         i = w->touches[i].next) {
        uint32_t other = w->touches[i].pass;
        if (other == before)
            continue;
        w->near[number] |= fuse_set_of(other);
        w->near[other] |= fuse_set_of(number);
        before = other;
        found++;
    }
}

static void set_shares(fuse_window *w)
{
    for (uint32_t i = 0; i < w->touch_count; i++) {
        uint32_t number = w->touches[i].pass;
        uint32_t view = w->p->input->affinity->touches[w->touches[i].touch].view;
        w->shares[number] |= view_of(w, view)->touched & ~fuse_set_of(number);
        set_near(w, i);
    }
}

/* ------------------------------------------------------------------------------ who comes first */

/* Passes of the window that lead to a pass without another one between. */
static fuse_set collect_before(const fuse_window *w, uint32_t pass, uint32_t from, fuse_set *far)
{
    const depend_dag *dag = w->p->input->dag;
    fuse_set before = 0;
    for (uint32_t i = dag->pred_first[pass]; i < dag->pred_first[pass + 1]; i++) {
        uint32_t src = dag->edges.data[dag->pred[i]].src;
        if (dag->rank[src] < from)
            continue;
        if (w->number[src])
            before |= fuse_set_of(w->number[src] - 1);
        else
            *far |= w->come_in[src];
    }
    return before;
}

static void set_apart(fuse_window *w, uint32_t number, fuse_set others)
{
    w->apart[number] |= others;
    for (; others; others &= others - 1)
        w->apart[fuse_set_first(others)] |= fuse_set_of(number);
}

/* What has to run between two passes and is no render pass keeps them apart. */
static void set_before(fuse_window *w, uint32_t from, uint32_t end)
{
    for (uint32_t rank = from; rank < end; rank++) {
        uint32_t pass = w->p->input->dag->topo[rank], number = w->number[pass];
        fuse_set far = 0, before = collect_before(w, pass, from, &far);
        w->come_in[pass] = before | far;
        if (number) {
            w->before[number - 1] = before | far;
            set_apart(w, number - 1, far);
        }
    }
}

/* Only passes with an image in common, or an edge, can be kept apart by more than their targets. */
static fuse_set linked_to(const fuse_window *w, uint32_t number)
{
    fusor_slice uses = w->p->input->tables->model->passes[w->passes[number]].uses;
    fuse_set linked = w->before[number];
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++) {
        uint32_t slot = w->image_slot[w->p->input->tables->uses[i].resource];
        if (slot)
            linked |= w->images[slot - 1].used;
    }
    return linked;
}

static void check_pairs(fuse_window *w)
{
    for (uint32_t i = 0; i < w->count; i++) {
        fuse_set linked = linked_to(w, i);
        for (uint32_t k = 0; k < i; k++) {
            bool apart = w->apart[i] & fuse_set_of(k);
            if (!apart && (linked & fuse_set_of(k)))
                apart = fuse_check_pair(w->p, w->passes[k], w->passes[i]) != 0;
            else if (!apart)
                apart = fuse_check_targets(w->p, w->passes[k], w->passes[i]) != 0;
            if (apart)
                set_apart(w, i, fuse_set_of(k));
        }
    }
}

/* ------------------------------------------------------------------------------ windows */

static void empty(fuse_window *w)
{
    const fuse_input *input = w->p->input;
    for (uint32_t n = 0; n < w->count; n++) {
        uint32_t pass = w->passes[n];
        fusor_slice uses = input->tables->model->passes[pass].uses;
        w->number[pass] = 0;
        for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
            w->image_slot[input->tables->uses[i].resource] = 0;
        for (uint32_t i = input->affinity->touch_first[pass];
             i < input->affinity->touch_first[pass + 1]; i++)
            w->view_slot[input->affinity->touches[i].view] = 0;
    }
    w->count = w->view_count = w->image_count = w->touch_count = 0;
    memset(w->apart, 0, sizeof w->apart);
    memset(w->shares, 0, sizeof w->shares);
    memset(w->near, 0, sizeof w->near);
    memset(w->before, 0, sizeof w->before);
}

bool fuse_window_take(fuse_window *w, uint32_t pass)
{
    const fuse_input *input = w->p->input;
    if (w->taken[pass] || w->next[pass] == FUSOR_NONE ||
        !cull_keeps_raster(input->cull, input->tables->model, pass))
        return false;
    uint32_t from = input->dag->rank[pass], last = pass;
    empty(w);
    for (; pass != FUSOR_NONE && w->count < FUSE_WINDOW_PASSES &&
           input->dag->rank[pass] - from < RANKS_MAX;
         pass = w->next[pass]) {
        w->passes[w->count++] = last = pass;
        w->number[pass] = w->count;
        w->taken[pass] = 1;
        add_uses(w, w->count - 1);
    }
    if (w->count < 2)
        return false;
    set_shares(w);
    w->window_now++;
    set_before(w, from, input->dag->rank[last] + 1);
    check_pairs(w);
    return true;
}

/* ------------------------------------------------------------------------------ sets */

bool fuse_window_fits(const fuse_window *w, fuse_set set)
{
    fuse_shape shape = {0};
    uint32_t before = FUSOR_NONE;
    for (uint32_t i = 0; i < w->view_count; i++)
        shape.attachments += (w->views[i].touched & set) != 0;
    for (uint32_t i = 0; i < w->image_count; i++)
        shape.bits += w->images[i].counted & set ? w->images[i].bits : 0;
    for (fuse_set left = set; left; left &= left - 1) {
        uint32_t signature = w->p->input->affinity->signature[w->passes[fuse_set_first(left)]];
        shape.subpasses += signature != before;
        before = signature;
    }
    return !fuse_check_limits(w->p->input->device, &shape);
}

static uint64_t bytes_of_view(const fuse_window *w, const fuse_window_view *view, fuse_set set)
{
    fuse_span span = {0};
    bool found = false;
    for (uint32_t i = view->first; i != FUSOR_NONE; i = w->touches[i].next) {
        if (!(set & fuse_set_of(w->touches[i].pass)))
            continue;
        fuse_span touch = fuse_span_of_touch(&w->p->cost, w->touches[i].touch);
        if (found)
            fuse_span_join(&w->p->cost, &span, &touch);
        else
            span = touch;
        found = true;
    }
    return fuse_span_bytes(&w->p->cost, &span,
                           &(fuse_members){w->label, w->label_now, w->label_now});
}

uint64_t fuse_window_set_bytes(fuse_window *w, fuse_set set)
{
    fuse_window_bytes *slot = &w->cache[base_mix(0, set) >> 32 & (CACHE_SETS - 1)];
    if (slot->set == set && slot->window == w->window_now)
        return slot->bytes;
    *slot = (fuse_window_bytes){set, 0, w->window_now};
    w->work_left -= w->work_left != 0;
    w->label_now++;
    for (fuse_set left = set; left; left &= left - 1)
        w->label[w->passes[fuse_set_first(left)]] = w->label_now;
    for (uint32_t i = 0; i < w->view_count; i++)
        if (w->views[i].touched & set)
            slot->bytes += bytes_of_view(w, &w->views[i], set);
    return slot->bytes;
}
