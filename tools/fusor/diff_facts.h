/* Plans as lists of facts: what is compared is text with names in it, so that indices that moved are
 * no difference. A fact is a thing of a section with fields; equal keys are told apart by order. */
#ifndef FUSOR_CLI_DIFF_FACTS_H
#define FUSOR_CLI_DIFF_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "fusor/fusor.h"

typedef enum diff_section {
    DIFF_NAMES, /* no facts: said by diff_names.c, order and who shares a render pass by diff_groups.c */
    DIFF_SUMS,
    DIFF_PASSES,
    DIFF_ORDER,
    DIFF_GROUPS,
    DIFF_DEPENDENCIES,
    DIFF_ATTACHMENTS,
    DIFF_BREAKS,
    DIFF_RESOURCES,
    DIFF_POOLS,
    DIFF_OFFSETS,
    DIFF_BARRIERS,
    DIFF_EXITS,
    DIFF_USES,
    DIFF_COPIES,
    DIFF_DIAGNOSTICS,
    DIFF_SECTION_COUNT
} diff_section;

typedef struct diff_field {
    const char *name, *value;
} diff_field;

typedef struct diff_fact {
    diff_section section;
    const char *key;
    uint32_t field_first, field_count;
    uint32_t twin; /* index of its fact in the other list, FUSOR_NONE: has none */
} diff_fact;

typedef struct diff_block diff_block;

/* All-zero is valid and empty. */
typedef struct diff_list {
    diff_fact *facts;
    diff_field *fields;
    uint32_t fact_count, fact_capacity, field_count, field_capacity;
    diff_block *blocks; /* the texts */
    bool failed;        /* sticks: out of memory */
} diff_list;

void diff_list_finish(diff_list *list);
/* The texts of `from` are the list's from now on. */
void diff_list_take_texts(diff_list *list, diff_list *from);

/* Room for one more row; false, and the list has failed, when out of memory. */
bool diff_reserve(diff_list *list, void **rows, uint32_t count, uint32_t *capacity, size_t size);

/* A text that lives as long as the list; "" when out of memory. */
const char *diff_text(diff_list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A text that is made piece by piece: start with {.list = list}, end with diff_line_text(). */
typedef struct diff_line {
    diff_list *list;
    char *text;
    size_t used, capacity;
} diff_line;

void diff_append(diff_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `between` unless the line is empty. */
void diff_separate(diff_line *line, const char *between);
/* The list's from now on; `empty` for a line without text. */
const char *diff_line_text(diff_line *line, const char *empty);

/* A fact, then its fields. */
void diff_add(diff_list *list, diff_section section, const char *key);
void diff_add_field(diff_list *list, const char *name, const char *value);

/* Finds each fact's twin. O(n log n). */
void diff_match(diff_list *a, diff_list *b);

#endif
