/* In: items with offsets. Out: who follows whom on the same bytes, in the frame and across its border;
 * alias sets.
 * Promise: an occupant is left out only if another one between covers all the bytes that both share, so
 * waiting for those listed is waiting for all. Occupants are asked from the latest back to one that had
 * all the bytes: O(n log n + occupants asked). */
#include "place/place.h"

#include "base/base_math.h"
#include "base/base_sort.h"

/* Items of a pool that share bytes, over some others perhaps, the last to be used first. */
typedef struct link_key {
    uint32_t last_step, rank, item;
    uint32_t outputs; /* from here to the end: nobody comes after them */
} link_key;

typedef struct link_state {
    const place_input *input;
    base_arena *arena;
    place_result *out;
    link_key *keys;                 /* by cluster, then time */
    BASE_VEC(fusor_slice) clusters; /* of keys */
    uint32_t *cluster_of;           /* by item */
    uint32_t *root;                 /* union-find by resource */
} link_state;

typedef struct offset_key {
    uint64_t offset;
    uint32_t pool, item;
} offset_key;

static int compare_offsets(const void *a, const void *b)
{
    const offset_key *x = a, *y = b;
    if (x->pool != y->pool)
        return x->pool < y->pool ? -1 : 1;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

static int compare_keys(const void *a, const void *b)
{
    const link_key *x = a, *y = b;
    if (x->last_step != y->last_step)
        return x->last_step < y->last_step ? 1 : -1;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static uint32_t find_root(const link_state *s, uint32_t resource)
{
    while (s->root[resource] != resource)
        resource = s->root[resource] = s->root[s->root[resource]];
    return resource;
}

static void join(link_state *s, uint32_t a, uint32_t b)
{
    uint32_t x = find_root(s, a), y = find_root(s, b);
    if (x != y)
        s->root[x > y ? x : y] = x > y ? y : x;
}

static bool open_cluster(link_state *s, uint32_t first)
{
    fusor_slice *cluster = BASE_PUSH(s->arena, &s->clusters);
    if (cluster)
        *cluster = (fusor_slice){first, 0};
    return cluster != NULL;
}

/* By offset, an item that begins below the end of all before it shares bytes with one of them. */
static bool cluster_items(link_state *s, const offset_key *sorted)
{
    uint64_t end = 0;
    uint32_t count = s->out->items.count;
    for (uint32_t i = 0; i < count; i++) {
        const place_item *item = &s->out->items.data[sorted[i].item];
        bool shares = i && sorted[i - 1].pool == sorted[i].pool && item->offset < end;
        if (!shares && !open_cluster(s, i))
            return false;
        if (shares)
            join(s, item->resource, s->out->items.data[sorted[i - 1].item].resource);
        end = shares ? base_max_u64(end, place_end(item)) : place_end(item);
        s->clusters.data[s->clusters.count - 1].count++;
        s->cluster_of[sorted[i].item] = s->clusters.count - 1;
        s->keys[i] = (link_key){item->last_step, item->rank, sorted[i].item, 0};
    }
    return true;
}

static bool sort_cluster(link_state *s, fusor_slice cluster)
{
    link_key *keys = &s->keys[cluster.first];
    uint32_t outputs = 0;
    if (!base_sort(s->arena, (base_list){keys, cluster.count, sizeof *keys}, compare_keys))
        return false;
    for (uint32_t i = cluster.count; i-- > 0;) {
        outputs += s->out->items.data[keys[i].item].until == FUSOR_NONE;
        keys[i].outputs = outputs;
    }
    return true;
}

static bool make_clusters(link_state *s)
{
    uint32_t count = s->out->items.count;
    offset_key *sorted = BASE_NEW(s->arena, offset_key, count);
    s->keys = BASE_NEW(s->arena, link_key, count);
    s->cluster_of = BASE_NEW(s->arena, uint32_t, count);
    if (!sorted || !s->keys || !s->cluster_of)
        return false;
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (offset_key){s->out->items.data[i].offset, s->out->items.data[i].pool, i};
    if (!base_sort(s->arena, (base_list){sorted, count, sizeof *sorted}, compare_offsets) ||
        !cluster_items(s, sorted))
        return false;
    for (uint32_t c = 0; c < s->clusters.count; c++)
        if (!sort_cluster(s, s->clusters.data[c]))
            return false;
    return true;
}

static bool covers(const place_item *by, const place_item *a, const place_item *b)
{
    uint64_t low = a->offset > b->offset ? a->offset : b->offset;
    uint64_t high = base_min_u64(place_end(a), place_end(b));
    return by->offset <= low && high <= place_end(by);
}

static bool precedes(const link_state *s, uint32_t a, uint32_t b)
{
    return place_precedes(s->input, s->out, &s->out->items.data[a], &s->out->items.data[b]);
}

/* One of those listed comes after the old one and takes over all the bytes that it shares with the
 * newcomer. Only listed ones need to be asked: what took over from one that is not listed did too. */
static bool is_taken_over(const link_state *s, uint32_t old, uint32_t newcomer, fusor_slice listed)
{
    const place_item *items = s->out->items.data;
    for (uint32_t i = 0; i < listed.count; i++) {
        uint32_t between = s->out->item_list.data[listed.first + i];
        if (between != old && precedes(s, old, between) &&
            covers(&items[between], &items[old], &items[newcomer]))
            return true;
    }
    return false;
}

/* The first key of a cluster with an earlier last step. */
static uint32_t find_earlier(const link_state *s, fusor_slice cluster, uint32_t step)
{
    uint32_t low = cluster.first, high = cluster.first + cluster.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->keys[middle].last_step >= step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Those who had its bytes, the latest first: before it in this frame, or (`wraps`) last in the frame before.
 * One that had them all takes over from everybody who is settled before it, unless nobody may come after
 * those. */
static bool add_links(link_state *s, uint32_t index, bool wraps, fusor_slice *out)
{
    const place_item *items = s->out->items.data, *item = &items[index];
    fusor_slice cluster = s->clusters.data[s->cluster_of[index]];
    uint32_t i = wraps ? cluster.first : find_earlier(s, cluster, item->first_step), done = 0;
    *out = (fusor_slice){s->out->item_list.count, 0};
    for (; i < cluster.first + cluster.count; i++) {
        uint32_t old = s->keys[i].item;
        if (s->keys[i].last_step < done && !(wraps && s->keys[i].outputs))
            break;
        if (!place_overlap(item, &items[old]) || (!wraps && !precedes(s, old, index)) ||
            is_taken_over(s, old, index, *out))
            continue;
        uint32_t *slot = BASE_PUSH(s->arena, &s->out->item_list);
        if (!slot)
            return false;
        *slot = old;
        out->count++;
        if (covers(&items[old], item, item))
            done = base_max_u32(done, items[old].settled);
    }
    return true;
}

/* Whether the followed items together cover every byte: grow what is covered from the front. */
static bool is_covered(const link_state *s, const place_item *item)
{
    uint64_t reach = item->offset, before;
    do {
        before = reach;
        for (uint32_t i = 0; i < item->follows.count; i++) {
            const place_item *old =
                &s->out->items.data[s->out->item_list.data[item->follows.first + i]];
            uint64_t end = place_end(old);
            if (old->offset <= reach && end > reach)
                reach = end;
        }
    } while (reach != before);
    return reach >= place_end(item);
}

static bool link_item(link_state *s, uint32_t index)
{
    place_item *item = &s->out->items.data[index];
    if (item->kept)
        return true;
    if (!add_links(s, index, false, &item->follows))
        return false;
    item->fully_followed = is_covered(s, item);
    return item->fully_followed || add_links(s, index, true, &item->wraps);
}

/* Sets of two or more, numbered by their first resource in the order of use. Items are in that order. */
static void number_sets(link_state *s, uint32_t *size)
{
    uint32_t sets = 0;
    for (uint32_t i = 0; i < s->out->items.count; i++)
        if (s->out->items.data[i].slot == 0)
            size[find_root(s, s->out->items.data[i].resource)]++;
    for (uint32_t i = 0; i < s->out->items.count; i++) {
        uint32_t resource = s->out->items.data[i].resource, root = find_root(s, resource);
        uint32_t *set = &s->out->alias_set[root];
        if (size[root] < 2)
            continue;
        if (*set == FUSOR_NONE)
            *set = sets++;
        s->out->alias_set[resource] = *set;
    }
}

fusor_result place_link(const place_input *input, base_arena *arena, place_result *out)
{
    link_state s = {.input = input, .arena = arena, .out = out};
    uint32_t resources = input->in->tables->model->resource_count;
    s.root = BASE_NEW(arena, uint32_t, resources);
    uint32_t *size = BASE_NEW(arena, uint32_t, resources);
    if (!s.root || !size)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t r = 0; r < resources; r++)
        s.root[r] = r;
    if (!make_clusters(&s))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < out->items.count; i++)
        if (!link_item(&s, i))
            return FUSOR_ERROR_OUT_OF_MEMORY;
    number_sets(&s, size);
    return FUSOR_OK;
}
