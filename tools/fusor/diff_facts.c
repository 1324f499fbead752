/* In: texts and facts, one by one. Out: lists of them, and which fact of a list is which of another.
 * Promised: out of memory sticks to the list; every call on it stays valid. */
#include "diff_facts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct diff_block {
    diff_block *next;
    char text[];
};

void diff_list_finish(diff_list *list)
{
    while (list->blocks) {
        diff_block *block = list->blocks;
        list->blocks = block->next;
        free(block);
    }
    free(list->facts);
    free(list->fields);
    *list = (diff_list){0};
}

void diff_list_take_texts(diff_list *list, diff_list *from)
{
    diff_block **end = &list->blocks;
    while (*end) {
        end = &(*end)->next;
    }
    *end = from->blocks;
    from->blocks = NULL;
    list->failed = list->failed || from->failed;
}

/* ------------------------------------------------------------------------------------------ texts */

/* Room for a text of this length in the list. */
static char *new_text(diff_list *list, size_t length)
{
    diff_block *block = malloc(sizeof(diff_block) + length + 1);
    if (!block) {
        list->failed = true;
        return NULL;
    }
    block->next = list->blocks;
    list->blocks = block;
    return block->text;
}

const char *diff_text(diff_list *list, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : new_text(list, (size_t)length);
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    return text ? text : "";
}

static bool grow_line(diff_line *line, size_t more)
{
    if (line->used + more < line->capacity) {
        return true;
    }
    size_t wanted = 2 * (line->used + more) + 64;
    char *text = realloc(line->text, wanted);
    if (!text) {
        line->list->failed = true;
        return false;
    }
    line->text = text;
    line->capacity = wanted;
    return true;
}

void diff_append(diff_line *line, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && grow_line(line, (size_t)length)) {
        vsnprintf(line->text + line->used, (size_t)length + 1, format, again);
        line->used += (size_t)length;
    }
    va_end(again);
}

void diff_separate(diff_line *line, const char *between)
{
    if (line->used) {
        diff_append(line, "%s", between);
    }
}

const char *diff_line_text(diff_line *line, const char *empty)
{
    char *text = line->used ? new_text(line->list, line->used) : NULL;
    if (text) {
        memcpy(text, line->text, line->used + 1);
    }
    free(line->text);
    *line = (diff_line){.list = line->list};
    return text ? text : empty;
}

/* ------------------------------------------------------------------------------------------ facts */

bool diff_reserve(diff_list *list, void **rows, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    uint32_t wanted = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*rows, wanted * size);
    if (!grown) {
        list->failed = true;
        return false;
    }
    *rows = grown;
    *capacity = wanted;
    return true;
}

void diff_add(diff_list *list, diff_section section, const char *key)
{
    void *rows = list->facts;
    if (diff_reserve(list, &rows, list->fact_count, &list->fact_capacity, sizeof(diff_fact))) {
        list->facts = rows;
        list->facts[list->fact_count++] = (diff_fact){
            .section = section, .key = key, .field_first = list->field_count, .twin = FUSOR_NONE};
    }
}

void diff_add_field(diff_list *list, const char *name, const char *value)
{
    void *rows = list->fields;
    if (list->fact_count &&
        diff_reserve(list, &rows, list->field_count, &list->field_capacity, sizeof(diff_field))) {
        list->fields = rows;
        list->fields[list->field_count++] = (diff_field){name, value};
        list->facts[list->fact_count - 1].field_count++;
    }
}

/* --------------------------------------------------------------------------------------- matching */

typedef struct entry {
    const diff_fact *fact;
    uint32_t index;
} entry;

static int compare_keys(const entry *a, const entry *b)
{
    if (a->fact->section != b->fact->section) {
        return a->fact->section < b->fact->section ? -1 : 1;
    }
    return strcmp(a->fact->key, b->fact->key);
}

static int compare_entries(const void *x, const void *y)
{
    const entry *a = x, *b = y;
    int keys = compare_keys(a, b);
    return keys ? keys : (a->index > b->index) - (a->index < b->index);
}

static entry *sorted(diff_list *list)
{
    entry *entries = calloc((size_t)list->fact_count + 1, sizeof(entry));
    if (!entries) {
        list->failed = true;
        return NULL;
    }
    for (uint32_t i = 0; i < list->fact_count; i++) {
        entries[i] = (entry){&list->facts[i], i};
    }
    qsort(entries, list->fact_count, sizeof(entry), compare_entries);
    return entries;
}

/* The nth fact of a key is the twin of the other's nth. */
void diff_match(diff_list *a, diff_list *b)
{
    entry *as = sorted(a), *bs = sorted(b);
    for (uint32_t i = 0, k = 0; as && bs && i < a->fact_count && k < b->fact_count;) {
        int order = compare_keys(&as[i], &bs[k]);
        if (order == 0) {
            a->facts[as[i].index].twin = bs[k].index;
            b->facts[bs[k].index].twin = as[i].index;
        }
        i += order <= 0;
        k += order >= 0;
    }
    free(as);
    free(bs);
}
