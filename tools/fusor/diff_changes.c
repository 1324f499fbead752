/* In: two lists of facts that are matched. Out: what one has and the other has not, and the fields
 * that differ. What only moved inside its pool is one row, however much moved. */
#include "diff_changes.h"

#include <stdlib.h>
#include <string.h>

void diff_changes_finish(diff_changes *changes)
{
    diff_list_finish(&changes->texts);
    free(changes->rows);
    *changes = (diff_changes){.count = 0};
}

void diff_changes_add(diff_changes *changes, const diff_change *change)
{
    void *rows = changes->rows;
    if (diff_reserve(&changes->texts, &rows, changes->count, &changes->capacity,
                     sizeof(diff_change))) {
        changes->rows = rows;
        changes->rows[changes->count++] = *change;
    }
}

void diff_changes_keep(diff_changes *changes, diff_list *list)
{
    diff_list_take_texts(&changes->texts, list);
    diff_list_finish(list);
}

static const char nothing[] = "none";

/* `nothing` for a field that is not there. */
static const char *value_of(const diff_list *list, const diff_fact *fact, const char *name)
{
    for (uint32_t i = fact->field_first; i < fact->field_first + fact->field_count; i++) {
        if (strcmp(list->fields[i].name, name) == 0) {
            return list->fields[i].value;
        }
    }
    return nothing;
}

/* ------------------------------------------------------------------------------- what one side lacks */

static bool says_something(const char *value)
{
    return strcmp(value, nothing) != 0 && strcmp(value, "no") != 0;
}

/* With all its fields that say something. */
static void add_lone(diff_changes *changes, const diff_list *list, const diff_fact *fact, char sign)
{
    diff_line line = {.list = &changes->texts};
    for (uint32_t i = 0; i < fact->field_count; i++) {
        const diff_field *field = &list->fields[fact->field_first + i];
        if (says_something(field->value)) {
            diff_separate(&line, ", ");
            diff_append(&line, "%s%s%s", field->name, *field->name ? " " : "", field->value);
        }
    }
    const char *text = diff_line_text(&line, NULL);
    diff_change change = {fact->section, sign, fact->key, "", NULL, NULL};
    *(sign == '-' ? &change.before : &change.after) = text;
    diff_changes_add(changes, &change);
}

static void add_lone_facts(diff_changes *changes, const diff_list *list, diff_section section,
                           char sign)
{
    for (uint32_t i = 0; i < list->fact_count; i++) {
        if (list->facts[i].section == section && list->facts[i].twin == FUSOR_NONE) {
            add_lone(changes, list, &list->facts[i], sign);
        }
    }
}

/* --------------------------------------------------------------------------------- fields that differ */

static bool has_field(const diff_list *list, const diff_fact *fact, const char *name)
{
    return value_of(list, fact, name) != nothing;
}

static void add_field(diff_changes *changes, const diff_fact *fact, const char *name,
                      const char *before, const char *after)
{
    if (strcmp(before, after) != 0) {
        diff_changes_add(changes,
                         &(diff_change){fact->section, '~', fact->key, name, before, after});
    }
}

static void add_fields(diff_changes *changes, const diff_list *a, const diff_fact *old,
                       const diff_list *b, const diff_fact *new)
{
    for (uint32_t i = 0; i < old->field_count; i++) {
        const diff_field *field = &a->fields[old->field_first + i];
        add_field(changes, old, field->name, field->value, value_of(b, new, field->name));
    }
    for (uint32_t i = 0; i < new->field_count; i++) {
        const diff_field *field = &b->fields[new->field_first + i];
        if (!has_field(a, old, field->name)) {
            add_field(changes, old, field->name, nothing, field->value);
        }
    }
}

static void add_twins(diff_changes *changes, const diff_list *a, const diff_list *b,
                      diff_section section)
{
    for (uint32_t i = 0; i < a->fact_count; i++) {
        const diff_fact *fact = &a->facts[i];
        if (fact->section == section && fact->twin != FUSOR_NONE) {
            add_fields(changes, a, fact, b, &b->facts[fact->twin]);
        }
    }
}

/* One row for all: where a resource lies follows from the sizes of others. */
static void add_moved(diff_changes *changes, const diff_list *a, const diff_list *b)
{
    diff_line line = {.list = &changes->texts};
    for (uint32_t i = 0; i < a->fact_count; i++) {
        const diff_fact *fact = &a->facts[i];
        if (fact->section == DIFF_OFFSETS && fact->twin != FUSOR_NONE &&
            strcmp(value_of(a, fact, ""), value_of(b, &b->facts[fact->twin], "")) != 0) {
            diff_separate(&line, ", ");
            diff_append(&line, "%s", fact->key);
        }
    }
    const char *names = diff_line_text(&line, NULL);
    if (names) {
        diff_changes_add(changes, &(diff_change){DIFF_OFFSETS, '~', "other offsets in their pools",
                                                 "", NULL, names});
    }
}

void diff_changes_add_section(diff_changes *changes, const diff_list *a, const diff_list *b,
                              diff_section section)
{
    if (section == DIFF_OFFSETS) {
        add_moved(changes, a, b);
        return;
    }
    if (section != DIFF_GROUPS) { /* render passes that are gone or new: diff_add_families() */
        add_lone_facts(changes, a, section, '-');
        add_lone_facts(changes, b, section, '+');
    }
    add_twins(changes, a, b, section);
}
