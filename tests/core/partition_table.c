/* In: a model and a device. Out: which sets of raster passes are one legal group, and their bytes; the
 * best partition.
 * Promise: worked out from the model alone, by definition and without a thought for speed. */
#include "core/partition.h"

#include <string.h>

/* Ways between passes: over any, and over such that are no raster passes with at least one of them. */
typedef struct ways {
    bool direct[PARTITION_PASSES_MAX][PARTITION_PASSES_MAX];
    bool far[PARTITION_PASSES_MAX][PARTITION_PASSES_MAX]; /* a hazard not at one pixel */
    bool any[PARTITION_PASSES_MAX][PARTITION_PASSES_MAX];
    bool outside[PARTITION_PASSES_MAX][PARTITION_PASSES_MAX];
} ways;

static bool is_raster(const partition_model *model, uint32_t pass)
{
    return model->passes[pass].kind == FUSOR_PASS_RASTER;
}

static void add_hazards(const partition_model *model, ways *w, uint32_t a, uint32_t b)
{
    const partition_pass *x = &model->passes[a], *y = &model->passes[b];
    for (uint32_t i = 0; i < x->count; i++)
        for (uint32_t k = 0; k < y->count; k++) {
            const partition_access *s = &x->accesses[i], *t = &y->accesses[k];
            if (s->image != t->image || (!s->writes && !t->writes))
                continue;
            w->direct[a][b] = true;
            if (s->kind == PARTITION_PLAIN || t->kind == PARTITION_PLAIN)
                w->far[a][b] = true;
        }
}

/* Every pair with a hazard, also where a third lies between: the same order, more edges. */
static void find_ways(const partition_model *model, ways *w)
{
    memset(w, 0, sizeof *w);
    for (uint32_t a = 0; a < model->pass_count; a++)
        for (uint32_t b = a + 1; b < model->pass_count; b++)
            add_hazards(model, w, a, b);
    memcpy(w->any, w->direct, sizeof w->any);
    for (uint32_t k = 0; k < model->pass_count; k++)
        for (uint32_t a = 0; a < k; a++)
            for (uint32_t b = k + 1; b < model->pass_count; b++)
                w->any[a][b] = w->any[a][b] || (w->any[a][k] && w->any[k][b]);
    for (uint32_t k = 0; k < model->pass_count; k++)
        for (uint32_t a = 0; a < k && !is_raster(model, k); a++)
            for (uint32_t b = k + 1; b < model->pass_count; b++)
                w->outside[a][b] = w->outside[a][b] || (w->any[a][k] && w->any[k][b]);
}

const partition_access *partition_find(const partition_pass *pass, uint32_t image)
{
    for (uint32_t i = 0; i < pass->count; i++)
        if (pass->accesses[i].image == image)
            return &pass->accesses[i];
    return NULL;
}

static uint32_t depth_of(const partition_pass *pass)
{
    for (uint32_t i = 0; i < pass->count; i++)
        if (pass->accesses[i].kind == PARTITION_DEPTH)
            return pass->accesses[i].image;
    return FUSOR_NONE;
}

bool partition_one_depth(const partition_pass *x, const partition_pass *y)
{
    return depth_of(x) == FUSOR_NONE || depth_of(y) == FUSOR_NONE || depth_of(x) == depth_of(y);
}

/* One attaches what the other uses otherwise; both attach it. */
static void look_at_images(const partition_pass *x, const partition_pass *y, bool *mixed,
                           bool *shared)
{
    *mixed = *shared = false;
    for (uint32_t i = 0; i < x->count; i++) {
        const partition_access *s = &x->accesses[i], *t = partition_find(y, s->image);
        if (!t)
            continue;
        bool plain_s = s->kind == PARTITION_PLAIN, plain_t = t->kind == PARTITION_PLAIN;
        *mixed = *mixed || plain_s != plain_t;
        *shared = *shared || (!plain_s && !plain_t);
    }
}

static void look_at_pair(partition_table *out, const ways *w, uint32_t i, uint32_t k)
{
    const partition_model *model = out->model;
    uint32_t a = model->rasters[i], b = model->rasters[k];
    const partition_pass *x = &model->passes[a], *y = &model->passes[b];
    bool mixed, shared;
    look_at_images(x, y, &mixed, &shared);
    if (w->any[a][b])
        out->before[k] |= 1u << i;
    if (x->no_fuse || y->no_fuse || x->size_class != y->size_class || !partition_one_depth(x, y) ||
        mixed || w->far[a][b] || w->outside[a][b]) {
        out->apart[i] |= 1u << k;
        out->apart[k] |= 1u << i;
    }
    if (shared) {
        out->shares[i] |= 1u << k;
        out->shares[k] |= 1u << i;
    }
}

static bool hangs_together(const partition_table *table, uint32_t set)
{
    uint32_t reached = set & (~set + 1);
    for (uint32_t before = 0; before != reached;) {
        before = reached;
        for (uint32_t i = 0; i < PARTITION_RASTERS; i++)
            if (reached >> i & 1)
                reached |= table->shares[i] & set;
    }
    return reached == set;
}

bool partition_attaches(const partition_table *table, uint32_t set, uint32_t image)
{
    for (uint32_t i = 0; i < PARTITION_RASTERS; i++) {
        const partition_access *a =
            partition_find(&table->model->passes[table->model->rasters[i]], image);
        if ((set >> i & 1) && a && a->kind != PARTITION_PLAIN)
            return true;
    }
    return false;
}

static bool keeps_limits(const partition_table *table, const fusor_device_desc *device,
                         uint32_t set)
{
    uint32_t count = 0, bits = 0;
    for (uint32_t image = 0; image < table->model->image_count; image++)
        if (partition_attaches(table, set, image)) {
            count++;
            bits += table->model->images[image].bits;
        }
    return (!device->limits.group_attachments || count <= device->limits.group_attachments) &&
           (!device->limits.group_bits_per_pixel || bits <= device->limits.group_bits_per_pixel);
}

static bool is_legal_set(const partition_table *table, const fusor_device_desc *device,
                         uint32_t set)
{
    for (uint32_t i = 0; i < PARTITION_RASTERS; i++)
        if ((set >> i & 1) && (table->apart[i] & set))
            return false;
    return hangs_together(table, set) && keeps_limits(table, device, set);
}

/* ------------------------------------------------------------------------------ bytes */

/* In declared order: which raster pass of the set, FUSOR_NONE for all others. */
static bool in_set(const partition_model *model, uint32_t pass, uint32_t set)
{
    for (uint32_t i = 0; i < PARTITION_RASTERS; i++)
        if (model->rasters[i] == pass)
            return set >> i & 1;
    return false;
}

static bool is_needed_after(const partition_model *model, uint32_t image, uint32_t set,
                            uint32_t from)
{
    for (uint32_t p = from; p < model->pass_count; p++) {
        const partition_access *a = partition_find(&model->passes[p], image);
        if (!a || in_set(model, p, set))
            continue;
        if (a->reads)
            return true;
        if (a->writes)
            return false;
    }
    return model->images[image].output;
}

static uint64_t bytes_of_image(const partition_model *model, uint32_t image, uint32_t set)
{
    const partition_access *first = NULL;
    uint32_t last_write = FUSOR_NONE;
    for (uint32_t p = 0; p < model->pass_count; p++) {
        const partition_access *a = partition_find(&model->passes[p], image);
        if (!a || a->kind == PARTITION_PLAIN || !in_set(model, p, set))
            continue;
        first = first ? first : a;
        if (a->writes)
            last_write = p;
    }
    uint64_t bytes = first && first->reads ? model->images[image].bytes : 0;
    if (last_write != FUSOR_NONE && is_needed_after(model, image, set, last_write + 1))
        bytes += model->images[image].bytes;
    return bytes;
}

void partition_tabulate(const partition_model *model, const fusor_device_desc *device,
                        partition_table *out)
{
    ways w;
    memset(out, 0, sizeof *out);
    out->model = model;
    assert_true(device->features.store_op_none);
    find_ways(model, &w);
    for (uint32_t i = 0; i < PARTITION_RASTERS; i++)
        for (uint32_t k = i + 1; k < PARTITION_RASTERS; k++)
            look_at_pair(out, &w, i, k);
    for (uint32_t set = 1; set < 1u << PARTITION_RASTERS; set++) {
        bool one = !(set & (set - 1));
        out->legal[set] = one || is_legal_set(out, device, set);
        for (uint32_t image = 0; out->legal[set] && image < model->image_count; image++)
            out->bytes[set] += bytes_of_image(model, image, set);
    }
}

/* ------------------------------------------------------------------------------ partitions */

bool partition_is_better(partition_cost a, partition_cost b)
{
    return a.bytes != b.bytes ? a.bytes < b.bytes : a.groups < b.groups;
}

static uint32_t all_before(const partition_table *table, uint32_t set)
{
    uint32_t before = 0;
    for (uint32_t i = 0; i < PARTITION_RASTERS; i++)
        if (set >> i & 1)
            before |= table->before[i];
    return before;
}

/* Groups run one after the other, each when all that come before are done. */
bool partition_is_legal(const partition_table *table, const partition_groups *groups)
{
    uint32_t done = 0;
    for (uint32_t turn = 0; turn < groups->count; turn++)
        for (uint32_t g = 0; g < groups->count; g++) {
            uint32_t set = groups->sets[g];
            if (!table->legal[set])
                return false;
            if (!(all_before(table, set) & ~(done | set)))
                done |= set;
        }
    return done == (1u << PARTITION_RASTERS) - 1;
}

partition_cost partition_cost_of(const partition_table *table, const partition_groups *groups)
{
    partition_cost cost = {0, groups->count};
    for (uint32_t g = 0; g < groups->count; g++)
        cost.bytes += table->bytes[groups->sets[g]];
    return cost;
}

partition_groups partition_of_plan(const partition_model *model, const fusor_plan *plan)
{
    partition_groups groups = {.count = plan->group_count};
    assert_true(groups.count <= PARTITION_RASTERS);
    for (uint32_t i = 0; i < PARTITION_RASTERS; i++)
        groups.sets[plan->passes[model->rasters[i]].group] |= 1u << i;
    return groups;
}

partition_groups partition_best(const partition_table *table)
{
    static partition_cost best[1u << PARTITION_RASTERS];
    static uint32_t last[1u << PARTITION_RASTERS]; /* the group that ran last */
    const uint32_t all = (1u << PARTITION_RASTERS) - 1;
    partition_groups groups = {0};
    for (uint32_t set = 0; set <= all; set++)
        best[set] = (partition_cost){UINT64_MAX, 0};
    best[0].bytes = 0;
    for (uint32_t done = 0; done < all; done++) {
        uint32_t left = all & ~done;
        if (best[done].bytes == UINT64_MAX)
            continue;
        for (uint32_t set = left; set; set = (set - 1) & left) {
            if (!table->legal[set] || (all_before(table, set) & ~(done | set)))
                continue;
            partition_cost cost = {best[done].bytes + table->bytes[set], best[done].groups + 1};
            if (partition_is_better(cost, best[done | set])) {
                best[done | set] = cost;
                last[done | set] = set;
            }
        }
    }
    for (uint32_t done = all; done; done &= ~last[done])
        groups.sets[groups.count++] = last[done];
    return groups;
}
