/* In: a table. Out: what three rules of others make of the frame.
 * Promise: written from their descriptions; cut wherever it is not legal here. */
#include "core/partition.h"

#include <string.h>

static partition_groups start_alone(void)
{
    partition_groups groups = {.count = PARTITION_RASTERS};
    for (uint32_t i = 0; i < PARTITION_RASTERS; i++)
        groups.sets[i] = 1u << i;
    return groups;
}

/* Merges a pass into the group of another where that is legal. */
static bool try_merge(const partition_table *table, partition_groups *groups, uint32_t open,
                      uint32_t pass)
{
    partition_groups merged = {0};
    uint32_t sum = 1u << pass;
    for (uint32_t g = 0; g < groups->count; g++)
        if (groups->sets[g] >> open & 1)
            sum |= groups->sets[g];
    merged.sets[merged.count++] = sum;
    for (uint32_t g = 0; g < groups->count; g++)
        if (!(groups->sets[g] & sum))
            merged.sets[merged.count++] = groups->sets[g];
    if (!partition_is_legal(table, &merged))
        return false;
    *groups = merged;
    return true;
}

static uint32_t set_of(const partition_groups *groups, uint32_t pass)
{
    for (uint32_t g = 0; g < groups->count; g++)
        if (groups->sets[g] >> pass & 1)
            return groups->sets[g];
    return 0;
}

static uint32_t lowest(uint32_t set)
{
    uint32_t i = 0;
    while (!(set >> i & 1))
        i++;
    return i;
}

static bool same_targets(const partition_pass *x, const partition_pass *y)
{
    uint32_t a[PARTITION_ACCESSES_MAX], b[PARTITION_ACCESSES_MAX], n = 0, m = 0;
    for (uint32_t i = 0; i < x->count; i++)
        if (x->accesses[i].kind == PARTITION_COLOR || x->accesses[i].kind == PARTITION_DEPTH)
            a[n++] = x->accesses[i].image;
    for (uint32_t i = 0; i < y->count; i++)
        if (y->accesses[i].kind == PARTITION_COLOR || y->accesses[i].kind == PARTITION_DEPTH)
            b[m++] = y->accesses[i].image;
    return n == m && memcmp(a, b, n * sizeof *a) == 0;
}

static bool reads_what_it_wrote(const partition_pass *x, const partition_pass *y)
{
    for (uint32_t i = 0; i < x->count; i++) {
        const partition_access *a = &x->accesses[i], *b = partition_find(y, a->image);
        if (a->writes && b && b->reads)
            return true;
    }
    return false;
}

/* Passes next to each other, bridges left out, with equal targets, of which the second reads what the
 * first wrote. */
partition_groups partition_by_neighbours(const partition_table *table)
{
    const partition_model *model = table->model;
    partition_groups groups = start_alone();
    for (uint32_t i = 0; i + 1 < PARTITION_RASTERS; i++) {
        uint32_t a = model->rasters[i], b = model->rasters[i + 1], next = a + 1;
        while (next < b && model->passes[next].bridge)
            next++;
        if (next == b && same_targets(&model->passes[a], &model->passes[b]) &&
            reads_what_it_wrote(&model->passes[a], &model->passes[b]))
            (void)try_merge(table, &groups, i, i + 1);
    }
    return groups;
}

static bool samples_what_was_written(const partition_table *table, uint32_t set, uint32_t pass)
{
    const partition_pass *y = &table->model->passes[table->model->rasters[pass]];
    for (uint32_t i = 0; i < PARTITION_RASTERS; i++)
        for (uint32_t k = 0; (set >> i & 1) && k < y->count; k++) {
            const partition_access *a = partition_find(
                &table->model->passes[table->model->rasters[i]], y->accesses[k].image);
            if (y->accesses[k].kind == PARTITION_PLAIN && a && a->writes)
                return true;
        }
    return false;
}

static bool one_depth_with(const partition_table *table, uint32_t set, uint32_t pass)
{
    const partition_model *model = table->model;
    for (uint32_t i = 0; i < PARTITION_RASTERS; i++)
        if ((set >> i & 1) && !partition_one_depth(&model->passes[model->rasters[i]],
                                                   &model->passes[model->rasters[pass]]))
            return false;
    return true;
}

/* The group of the raster pass before is open. It takes the next one if the two share an attachment or it
 * reads one as an input, the depth is the same, and it samples nothing that the group wrote. */
partition_groups partition_by_open_group(const partition_table *table)
{
    partition_groups groups = start_alone();
    for (uint32_t i = 1; i < PARTITION_RASTERS; i++) {
        uint32_t open = set_of(&groups, i - 1);
        bool shares = table->shares[i] & open;
        if (shares && one_depth_with(table, open, i) && !samples_what_was_written(table, open, i))
            (void)try_merge(table, &groups, i - 1, i);
    }
    return groups;
}

static uint32_t count_bits(uint32_t set)
{
    uint32_t count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* It takes the next one if size and depth are the same, both together have at most eight attachments and
 * eight subpasses, and nothing written is read as a texture. */
partition_groups partition_by_equal_shape(const partition_table *table)
{
    const partition_model *model = table->model;
    partition_groups groups = start_alone();
    for (uint32_t i = 1; i < PARTITION_RASTERS; i++) {
        uint32_t open = set_of(&groups, i - 1), both = open | 1u << i, images = 0;
        for (uint32_t image = 0; image < model->image_count; image++)
            images += partition_attaches(table, both, image);
        bool same = model->passes[model->rasters[lowest(open)]].size_class ==
                    model->passes[model->rasters[i]].size_class;
        if (same && one_depth_with(table, open, i) && images <= 8 && count_bits(both) <= 8 &&
            !samples_what_was_written(table, open, i))
            (void)try_merge(table, &groups, i - 1, i);
    }
    return groups;
}
