/* In: two plans. Out: which passes run in another order, which render passes became which others. */
#include <stdlib.h>
#include <string.h>

#include "diff_changes.h"
#include "diff_words.h"

/* ------------------------------------------------------------------------------------------ order */

static uint32_t place_in(const fusor_plan *plan, const char *name)
{
    uint32_t pass = fusor_plan_find_pass(plan, name);
    for (uint32_t i = 0; pass != FUSOR_NONE && i < plan->order_count; i++) {
        if (plan->order[i] == pass) {
            return i;
        }
    }
    return FUSOR_NONE;
}

/* The fewest passes that have to move: those outside a longest increasing run of places in `b`.
 * `kept[i]` is set for the rest. O(n²). */
static void keep_longest(const uint32_t *places, uint32_t count, uint32_t *length, uint32_t *from,
                         bool *kept)
{
    uint32_t best = FUSOR_NONE;
    for (uint32_t i = 0; i < count; i++) {
        length[i] = places[i] != FUSOR_NONE;
        from[i] = FUSOR_NONE;
        for (uint32_t k = 0; places[i] != FUSOR_NONE && k < i; k++) {
            if (places[k] != FUSOR_NONE && places[k] < places[i] && length[k] >= length[i]) {
                length[i] = length[k] + 1;
                from[i] = k;
            }
        }
        if (length[i] && (best == FUSOR_NONE || length[i] > length[best])) {
            best = i;
        }
    }
    for (; best != FUSOR_NONE; best = from[best]) {
        kept[best] = true;
    }
}

static const char *after(diff_list *texts, const fusor_plan *plan, uint32_t place)
{
    return place ? diff_text(texts, "after \"%s\"", diff_pass(plan, plan->order[place - 1]))
                 : "first";
}

static void add_moves(diff_changes *changes, const fusor_plan *a, const fusor_plan *b,
                      const uint32_t *places, const bool *kept)
{
    diff_list *texts = &changes->texts;
    for (uint32_t i = 0; i < a->order_count; i++) {
        if (places[i] != FUSOR_NONE && !kept[i]) {
            const char *subject = diff_text(texts, "\"%s\"", diff_pass(a, a->order[i]));
            diff_changes_add(changes,
                             &(diff_change){DIFF_ORDER, '~', subject, "", after(texts, a, i),
                                            after(texts, b, places[i])});
        }
    }
}

void diff_add_order(diff_changes *changes, const fusor_plan *a, const fusor_plan *b)
{
    size_t count = a->order_count;
    uint32_t *numbers = calloc(3 * count + 1, sizeof(*numbers));
    bool *kept = calloc(count + 1, sizeof(*kept));
    if (numbers && kept) {
        for (uint32_t i = 0; i < a->order_count; i++) {
            numbers[i] = place_in(b, diff_pass(a, a->order[i]));
        }
        keep_longest(numbers, a->order_count, numbers + count, numbers + 2 * count, kept);
        add_moves(changes, a, b, numbers, kept);
    } else {
        changes->texts.failed = true;
    }
    free(numbers);
    free(kept);
}

/* ----------------------------------------------------------------------------------------- groups */

/* Groups of both plans that share passes are of one family, told by the smallest index in it: the
 * groups of `a` come first. */
static uint32_t family_of(uint32_t *parents, uint32_t group)
{
    while (parents[group] != group) {
        parents[group] = parents[parents[group]];
        group = parents[group];
    }
    return group;
}

static void join(uint32_t *parents, uint32_t x, uint32_t y)
{
    x = family_of(parents, x);
    y = family_of(parents, y);
    parents[x > y ? x : y] = x > y ? y : x;
}

static void find_families(uint32_t *parents, const fusor_plan *a, const fusor_plan *b)
{
    for (uint32_t i = 0; i < a->group_count + b->group_count; i++) {
        parents[i] = i;
    }
    for (uint32_t i = 0; i < a->pass_count; i++) {
        uint32_t twin = fusor_plan_find_pass(b, a->passes[i].name);
        if (a->passes[i].group != FUSOR_NONE && twin != FUSOR_NONE &&
            b->passes[twin].group != FUSOR_NONE) {
            join(parents, a->passes[i].group, a->group_count + b->passes[twin].group);
        }
    }
}

/* -------------------------------------------------------------------------------------- who and why */

/* The render pass of a pass that the other plan has too, FUSOR_NONE: none. */
static uint32_t group_in(const fusor_plan *plan, const char *name)
{
    uint32_t pass = fusor_plan_find_pass(plan, name);
    return pass == FUSOR_NONE ? FUSOR_NONE : plan->passes[pass].group;
}

/* Why `name` does not join what runs before it. */
static const char *reasons_before(diff_list *texts, const fusor_plan *plan, const char *name)
{
    for (uint32_t i = 0; i < plan->break_count; i++) {
        if (strcmp(diff_pass(plan, plan->breaks[i].after), name) == 0) {
            return diff_reasons(texts, plan, &plan->breaks[i]);
        }
    }
    return NULL;
}

/* Each pass that follows another in a render pass of `one`, and in `other` is in a different one. */
static void add_partings(diff_changes *changes, const fusor_plan *one, const fusor_plan *other,
                         const fusor_plan_group *group, bool joins)
{
    diff_list *texts = &changes->texts;
    for (uint32_t i = 1; i < group->members.count; i++) {
        const fusor_plan_member *member = &one->members[group->members.first + i];
        const char *name = diff_pass(one, member[0].pass), *mate = diff_pass(one, member[-1].pass);
        uint32_t here = group_in(other, name), there = group_in(other, mate);
        if (here == FUSOR_NONE || there == FUSOR_NONE || here == there) {
            continue;
        }
        const char *why = reasons_before(texts, other, name);
        const char *verb = joins ? "joined" : "left";
        const char *subject = diff_text(texts, "\"%s\" %s \"%s\"", name, verb, mate);
        const char *text =
            why ? diff_text(texts, "%s%s", joins ? "was apart for " : "", why) : NULL;
        diff_changes_add(changes, &(diff_change){DIFF_GROUPS, '~', subject, "", NULL, text});
    }
}

/* ---------------------------------------------------------------------------------------- families */

typedef struct family {
    const char *text; /* the render passes of a side that are of it */
    uint32_t count;
} family;

static family family_in(diff_list *texts, const fusor_plan *plan, uint32_t *parents, uint32_t first,
                        uint32_t root)
{
    diff_line line = {.list = texts};
    family found = {"", 0};
    for (uint32_t i = 0; i < plan->group_count; i++) {
        if (family_of(parents, first + i) == root) {
            diff_separate(&line, " ");
            diff_append(&line, "%s", diff_group_name(texts, plan, &plan->groups[i]));
            found.count++;
        }
    }
    found.text = diff_line_text(&line, "");
    return found;
}

static const char *verb_of(const family *old, const family *new)
{
    if (!old->count || !new->count) {
        return old->count ? "gone" : "new";
    }
    if (old->count == new->count) {
        return "members";
    }
    return old->count > new->count ? "merged" : "split";
}

static void add_family(diff_changes *changes, const family *old, const family *new)
{
    char sign = !new->count ? '-' : !old->count ? '+' : '~';
    diff_changes_add(changes,
                     &(diff_change){DIFF_GROUPS, sign, verb_of(old, new), "",
                                    old->count ? old->text : NULL, new->count ? new->text : NULL});
}

/* A family's groups of each side, and what left and joined them. */
static void compare_family(diff_changes *changes, const fusor_plan *a, const fusor_plan *b,
                           uint32_t *parents, uint32_t root)
{
    family old = family_in(&changes->texts, a, parents, 0, root);
    family new = family_in(&changes->texts, b, parents, a->group_count, root);
    if (strcmp(old.text, new.text) == 0) {
        return;
    }
    add_family(changes, &old, &new);
    for (uint32_t i = 0; i < a->group_count; i++) {
        if (family_of(parents, i) == root) {
            add_partings(changes, a, b, &a->groups[i], false);
        }
    }
    for (uint32_t i = 0; i < b->group_count; i++) {
        if (family_of(parents, a->group_count + i) == root) {
            add_partings(changes, b, a, &b->groups[i], true);
        }
    }
}

void diff_add_families(diff_changes *changes, const fusor_plan *a, const fusor_plan *b)
{
    uint32_t count = a->group_count + b->group_count;
    uint32_t *parents = calloc((size_t)count + 1, sizeof(*parents));
    if (!parents) {
        changes->texts.failed = true;
        return;
    }
    find_families(parents, a, b);
    for (uint32_t i = 0; i < count; i++) {
        if (family_of(parents, i) == i) {
            compare_family(changes, a, b, parents, i);
        }
    }
    free(parents);
}
