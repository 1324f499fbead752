/* In: a plan. Out: facts of its resources and of the memory that they lie in.
 * Pools are called after what they are for: their numbers shift. Offsets are facts of their own. */
#include <inttypes.h>

#include "diff_changes.h"
#include "diff_words.h"

/* ------------------------------------------------------------------------------------------ pools */

/* Whom a dedicated pool is for. */
static const char *owner_of(const fusor_plan *plan, uint32_t pool)
{
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        const fusor_plan_resource *r = &plan->resources[i];
        for (uint32_t k = 0; k < r->placements.count; k++) {
            const fusor_placement *p = &plan->placements[r->placements.first + k];
            if (p->placed && p->pool == pool) {
                return r->name;
            }
        }
    }
    return "none";
}

static const char *pool_name(diff_list *list, const fusor_plan *plan, uint32_t index)
{
    if (index >= plan->pool_count) {
        return "no pool";
    }
    const fusor_plan_pool *pool = &plan->pools[index];
    const char *text =
        diff_text(list, "%s pool of memory type %u%s%s", pool->optimal ? "optimal" : "linear",
                  pool->memory_type, pool->lazy ? ", lazily allocated" : "",
                  pool->host_visible ? ", host visible" : "");
    return pool->dedicated ? diff_text(list, "%s, dedicated to \"%s\"", text, owner_of(plan, index))
                           : text;
}

static void add_pool(diff_list *list, const fusor_plan *plan, uint32_t index)
{
    const fusor_plan_pool *pool = &plan->pools[index];
    diff_add(list, DIFF_POOLS, pool_name(list, plan, index));
    diff_add_field(list, "placed", diff_bytes(list, pool->placed_bytes));
    if (plan->pool_count > 1) { /* else the sums say it */
        diff_add_field(list, "at least", diff_bytes(list, pool->lower_bound_bytes));
        diff_add_field(list, "without aliasing", diff_bytes(list, pool->sum_bytes));
    }
    diff_add_field(list, "alignment", diff_number(list, pool->alignment));
    diff_add_field(list, "last used by", diff_scope(list, &pool->exit));
}

/* -------------------------------------------------------------------------------------- resources */

static const char *usage(diff_list *list, const fusor_plan_resource *r)
{
    diff_line line = {.list = list};
    for (uint32_t i = 0; i < 32; i++) {
        fusor_usage bit = r->usage & (1u << i);
        const char *word = bit ? fusor_usage_word(r->is_image, bit) : NULL;
        if (word) {
            diff_separate(&line, "|");
            diff_append(&line, "%s", word);
        }
    }
    return diff_line_text(&line, "nothing");
}

static void append_placement(diff_line *line, const fusor_plan *plan, const fusor_placement *p)
{
    diff_list *list = line->list;
    diff_separate(line, "; ");
    if (!p->placed) {
        diff_append(line, "nothing");
        return;
    }
    diff_append(line, "%s, %s aligned to %" PRIu64, pool_name(list, plan, p->pool),
                diff_bytes(list, p->size_bytes), p->alignment);
    if (p->follows.count) {
        diff_append(line, ", after %s", diff_resource_names(list, plan, p->follows));
    }
}

static const char *placements(diff_list *list, const fusor_plan *plan, const fusor_plan_resource *r)
{
    diff_line line = {.list = list};
    for (uint32_t i = 0; i < r->placements.count; i++) {
        append_placement(&line, plan, &plan->placements[r->placements.first + i]);
    }
    return diff_line_text(&line, "nothing");
}

static const char *offsets(diff_list *list, const fusor_plan *plan, const fusor_plan_resource *r)
{
    diff_line line = {.list = list};
    for (uint32_t i = 0; i < r->placements.count; i++) {
        const fusor_placement *p = &plan->placements[r->placements.first + i];
        if (p->placed) {
            diff_separate(&line, ", ");
            diff_append(&line, "%" PRIu64, p->offset);
        }
    }
    return diff_line_text(&line, NULL);
}

static const char *start(diff_list *list, const fusor_plan_resource *r)
{
    bool zero = r->clear[0] == 0 && r->clear[1] == 0 && r->clear[2] == 0 && r->clear[3] == 0 &&
                r->clear_depth == 0 && r->clear_stencil == 0;
    return zero ? "none"
                : diff_text(list, "%g %g %g %g, depth %g, stencil %u", r->clear[0], r->clear[1],
                            r->clear[2], r->clear[3], r->clear_depth, r->clear_stencil);
}

static void add_resource(diff_list *list, const fusor_plan *plan, const fusor_plan_resource *r)
{
    static const char *const hosts[] = {"no", "read", "write"};
    const char *key = diff_text(list, "\"%s\"", r->name);
    diff_add(list, DIFF_RESOURCES, key);
    diff_add_field(list, "kind", diff_lifetime(r));
    diff_add_field(list, "shape", diff_shape(list, plan, r));
    diff_add_field(list, "bytes", diff_bytes(list, r->bytes));
    diff_add_field(list, "usage", usage(list, r));
    diff_add_field(
        list, "lives",
        diff_text(list, "\"%s\" … \"%s\"", diff_pass(plan, r->first), diff_pass(plan, r->last)));
    diff_add_field(list, "memoryless", diff_yes(r->memoryless));
    diff_add_field(list, "group-local", diff_yes(r->group_local));
    diff_add_field(list, "output", diff_yes(r->output));
    diff_add_field(list, "host", hosts[r->host]);
    diff_add_field(list, "lies in", placements(list, plan, r));
    diff_add_field(list, "shares memory", diff_yes(r->alias_set != FUSOR_NONE));
    diff_add_field(list, "starts as", start(list, r));
    const char *where = offsets(list, plan, r);
    if (where) {
        diff_add(list, DIFF_OFFSETS, key);
        diff_add_field(list, "", where);
    }
}

void diff_add_resources(diff_list *list, const fusor_plan *plan)
{
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        add_resource(list, plan, &plan->resources[i]);
    }
    for (uint32_t i = 0; i < plan->pool_count; i++) {
        add_pool(list, plan, i);
    }
}
