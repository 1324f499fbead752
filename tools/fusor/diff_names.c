/* In: two plans. Out: the second with the first one's names where nothing but a name changed, and the
 * names of render passes. Promised: a name is changed only for the one thing that is alike in all that
 * the declaration says (its kind, shape and uses), so that a rename is a line and not a hundred. */
#include <stdlib.h>
#include <string.h>

#include "diff_changes.h"
#include "diff_words.h"

/* A thing that only one side has by name. */
typedef struct stranger {
    uint32_t index;
    const char *text; /* all of it but its name */
} stranger;

static uint32_t find_resource(const fusor_plan *plan, const char *name)
{
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        if (strcmp(plan->resources[i].name, name) == 0) {
            return i;
        }
    }
    return FUSOR_NONE;
}

/* ------------------------------------------------------------------------------------ descriptions */

static void append_use(diff_line *line, const fusor_plan *plan, const fusor_plan_use *use)
{
    const fusor_plan_resource *resource = &plan->resources[use->resource];
    diff_append(line, "; %s %u%s %d%d%d%d", fusor_use_word(use->as), use->slot,
                diff_part(line->list, resource, use->previous, &use->region), use->reads,
                use->writes, use->overwrites, use->concurrent);
}

/* Resources by name where both sides have it, else by shape: they may be renamed as well. */
static const char *describe_pass(diff_list *texts, const fusor_plan *plan, uint32_t index,
                                 const bool *strange)
{
    const fusor_plan_pass *pass = &plan->passes[index];
    diff_line line = {.list = texts};
    diff_append(&line, "%d %u %d", (int)pass->kind, (unsigned)pass->flags, (int)pass->culled);
    for (uint32_t i = 0; i < pass->uses.count; i++) {
        const fusor_plan_use *use = &plan->uses[pass->uses.first + i];
        const fusor_plan_resource *resource = &plan->resources[use->resource];
        append_use(&line, plan, use);
        diff_append(&line, " %c%s", strange[use->resource] ? '?' : '=',
                    strange[use->resource] ? diff_shape(texts, plan, resource) : resource->name);
    }
    return diff_line_text(&line, "");
}

/* What uses each resource, by `lines`: one for each, only for the strangers. */
static void describe_uses(diff_line *lines, const fusor_plan *plan, const fusor_plan *other,
                          const bool *strange)
{
    for (uint32_t i = 0; i < plan->pass_count; i++) {
        const fusor_plan_pass *pass = &plan->passes[i];
        bool known = fusor_plan_find_pass(other, pass->name) != FUSOR_NONE;
        for (uint32_t k = 0; k < pass->uses.count; k++) {
            const fusor_plan_use *use = &plan->uses[pass->uses.first + k];
            if (strange[use->resource]) {
                append_use(&lines[use->resource], plan, use);
                diff_append(&lines[use->resource], " by %c%s", known ? '=' : '?',
                            known ? pass->name : "");
            }
        }
    }
}

static const char *describe_resource(diff_list *texts, const fusor_plan *plan, uint32_t index,
                                     diff_line *uses)
{
    const fusor_plan_resource *r = &plan->resources[index];
    return diff_text(texts, "%s %s %llu %d %d%s", diff_lifetime(r), diff_shape(texts, plan, r),
                     (unsigned long long)r->bytes, (int)r->host, (int)r->output,
                     diff_line_text(uses, ""));
}

/* --------------------------------------------------------------------------------------- strangers */

/* Which resources the other side has not. */
static bool *find_strange(const fusor_plan *plan, const fusor_plan *other)
{
    bool *strange = calloc((size_t)plan->resource_count + 1, sizeof(*strange));
    for (uint32_t i = 0; strange && i < plan->resource_count; i++) {
        strange[i] = find_resource(other, plan->resources[i].name) == FUSOR_NONE;
    }
    return strange;
}

static stranger *strange_passes(diff_list *texts, const fusor_plan *plan, const fusor_plan *other,
                                uint32_t *count)
{
    stranger *found = calloc((size_t)plan->pass_count + 1, sizeof(*found));
    bool *strange = find_strange(plan, other);
    texts->failed = texts->failed || !found || !strange;
    for (uint32_t i = 0; !texts->failed && i < plan->pass_count; i++) {
        if (fusor_plan_find_pass(other, plan->passes[i].name) == FUSOR_NONE) {
            found[(*count)++] = (stranger){i, describe_pass(texts, plan, i, strange)};
        }
    }
    free(strange);
    return found;
}

static stranger *strange_resources(diff_list *texts, const fusor_plan *plan,
                                   const fusor_plan *other, uint32_t *count)
{
    stranger *found = calloc((size_t)plan->resource_count + 1, sizeof(*found));
    diff_line *lines = calloc((size_t)plan->resource_count + 1, sizeof(*lines));
    bool *strange = find_strange(plan, other);
    texts->failed = texts->failed || !found || !lines || !strange;
    for (uint32_t i = 0; !texts->failed && i < plan->resource_count; i++) {
        lines[i].list = texts;
    }
    if (!texts->failed) {
        describe_uses(lines, plan, other, strange);
    }
    for (uint32_t i = 0; lines && strange && found && i < plan->resource_count; i++) {
        if (strange[i] && lines[i].list) {
            found[(*count)++] = (stranger){i, describe_resource(texts, plan, i, &lines[i])};
        }
    }
    free(strange);
    free(lines);
    return found;
}

static int compare_strangers(const void *x, const void *y)
{
    const stranger *a = x, *b = y;
    int texts = strcmp(a->text, b->text);
    return texts ? texts : (a->index > b->index) - (a->index < b->index);
}

static uint32_t run_length(const stranger *rows, uint32_t count)
{
    uint32_t length = 1;
    while (length < count && strcmp(rows[length].text, rows[0].text) == 0) {
        length++;
    }
    return length;
}

/* Pairs those that are alike and the only ones; `pairs` gets indices of a and b, and holds the fewer
 * of both. Returns their number. */
static uint32_t pair_up(stranger *as, uint32_t a_count, stranger *bs, uint32_t b_count,
                        uint32_t (*pairs)[2])
{
    uint32_t count = 0;
    qsort(as, a_count, sizeof(*as), compare_strangers);
    qsort(bs, b_count, sizeof(*bs), compare_strangers);
    for (uint32_t i = 0, k = 0; i < a_count && k < b_count;) {
        int order = strcmp(as[i].text, bs[k].text);
        uint32_t a_run = run_length(as + i, a_count - i), b_run = run_length(bs + k, b_count - k);
        if (order == 0 && a_run == 1 && b_run == 1) {
            pairs[count][0] = as[i].index;
            pairs[count++][1] = bs[k].index;
        }
        i += order <= 0 ? a_run : 0;
        k += order >= 0 ? b_run : 0;
    }
    return count;
}

/* ------------------------------------------------------------------------------------------- views */

typedef stranger *(*find_fn)(diff_list *texts, const fusor_plan *plan, const fusor_plan *other,
                             uint32_t *count);

static uint32_t (*find_pairs(diff_list *texts, const diff_side *a, const diff_side *b, find_fn find,
                             uint32_t *count))[2]
{
    uint32_t a_count = 0, b_count = 0;
    stranger *as = find(texts, &a->plan, &b->plan, &a_count);
    stranger *bs = find(texts, &b->plan, &a->plan, &b_count);
    uint32_t(*pairs)[2] = calloc((size_t)a_count + 1, sizeof(*pairs));
    texts->failed = texts->failed || !pairs;
    *count = texts->failed ? 0 : pair_up(as, a_count, bs, b_count, pairs);
    free(as);
    free(bs);
    return pairs;
}

static void rename_passes(diff_list *texts, const diff_side *a, diff_side *b)
{
    uint32_t count;
    uint32_t(*pairs)[2] = find_pairs(texts, a, b, strange_passes, &count);
    for (uint32_t i = 0; i < count; i++) {
        b->passes[pairs[i][1]].name = a->plan.passes[pairs[i][0]].name;
    }
    free(pairs);
}

static void rename_resources(diff_list *texts, const diff_side *a, diff_side *b)
{
    uint32_t count;
    uint32_t(*pairs)[2] = find_pairs(texts, a, b, strange_resources, &count);
    for (uint32_t i = 0; i < count; i++) {
        b->resources[pairs[i][1]].name = a->plan.resources[pairs[i][0]].name;
    }
    free(pairs);
}

static void rename_diagnostics(diff_side *b)
{
    for (uint32_t i = 0; i < b->given->diagnostic_count; i++) {
        const fusor_diagnostic *d = &b->given->diagnostics[i];
        uint32_t pass = fusor_plan_find_pass(b->given, d->pass);
        uint32_t resource = find_resource(b->given, d->resource);
        b->diagnostics[i].pass = pass == FUSOR_NONE ? d->pass : b->passes[pass].name;
        b->diagnostics[i].resource =
            resource == FUSOR_NONE ? d->resource : b->resources[resource].name;
    }
}

/* What a render pass is called after: the first of its passes that begins one in `a`, so that a pass
 * that comes in front renames nothing; else its first. */
static const char *name_group(const fusor_plan *a, const fusor_plan *plan, uint32_t group)
{
    fusor_slice members = plan->groups[group].members;
    for (uint32_t i = 0; i < members.count; i++) {
        const char *name = diff_pass(plan, plan->members[members.first + i].pass);
        uint32_t twin = fusor_plan_find_pass(a, name);
        if (twin != FUSOR_NONE && a->passes[twin].group != FUSOR_NONE &&
            a->passes[twin].member == 0) {
            return name;
        }
    }
    return members.count ? diff_pass(plan, plan->members[members.first].pass) : "none";
}

static void *copy_rows(const void *rows, uint32_t count, size_t size)
{
    void *copy = calloc((size_t)count + 1, size);
    if (!copy) {
        return NULL;
    }
    if (count) {
        memcpy(copy, rows, count * size);
    }
    return copy;
}

static bool start_side(diff_side *side, const fusor_plan *plan)
{
    *side = (diff_side){.plan = *plan, .given = plan};
    side->passes = copy_rows(plan->passes, plan->pass_count, sizeof(*side->passes));
    side->resources = copy_rows(plan->resources, plan->resource_count, sizeof(*side->resources));
    side->diagnostics =
        copy_rows(plan->diagnostics, plan->diagnostic_count, sizeof(*side->diagnostics));
    side->group_names = calloc((size_t)plan->group_count + 1, sizeof(*side->group_names));
    side->plan.passes = side->passes;
    side->plan.resources = side->resources;
    side->plan.diagnostics = side->diagnostics;
    return side->passes && side->resources && side->diagnostics && side->group_names;
}

static void name_groups(diff_side *side, const diff_side *a)
{
    for (uint32_t i = 0; i < side->plan.group_count; i++) {
        side->group_names[i] = name_group(&a->plan, &side->plan, i);
    }
}

bool diff_sides_init(diff_side *a, diff_side *b, const fusor_plan *plans[2])
{
    diff_list texts = {0};
    bool started = start_side(a, plans[0]);
    started = start_side(b, plans[1]) && started;
    if (started) {
        rename_passes(&texts, a, b);
        rename_resources(&texts, a, b);
        rename_diagnostics(b);
        name_groups(a, a);
        name_groups(b, a);
    }
    bool done = started && !texts.failed;
    diff_list_finish(&texts);
    return done;
}

void diff_side_finish(diff_side *side)
{
    free(side->passes);
    free(side->resources);
    free(side->diagnostics);
    free(side->group_names);
    *side = (diff_side){.given = NULL};
}

static void add_name(diff_changes *changes, const char *what, const char *before, const char *after)
{
    if (strcmp(before, after) != 0) {
        diff_changes_add(changes, &(diff_change){DIFF_NAMES, '~', what, "",
                                                 diff_text(&changes->texts, "\"%s\"", before),
                                                 diff_text(&changes->texts, "\"%s\"", after)});
    }
}

void diff_add_names(diff_changes *changes, const diff_side *b)
{
    for (uint32_t i = 0; i < b->plan.pass_count; i++) {
        add_name(changes, "pass", b->plan.passes[i].name, b->given->passes[i].name);
    }
    for (uint32_t i = 0; i < b->plan.resource_count; i++) {
        const fusor_plan_resource *r = &b->plan.resources[i];
        add_name(changes, r->is_image ? "image" : "buffer", r->name, b->given->resources[i].name);
    }
}
