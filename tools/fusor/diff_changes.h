/* What differs between two plans, one change a row, in the order in which it is told. */
#ifndef FUSOR_CLI_DIFF_CHANGES_H
#define FUSOR_CLI_DIFF_CHANGES_H

#include "diff_facts.h"

typedef struct diff_change {
    diff_section section;
    char sign;                  /* '-' of the first alone, '+' of the second alone, '~' changed */
    const char *subject;        /* "before \"ui\", \"swapchain\"" */
    const char *field;          /* "to", "" where the subject says it all */
    const char *before, *after; /* NULL: there is none */
} diff_change;

/* All-zero is valid and empty. */
typedef struct diff_changes {
    diff_list texts; /* those that are no fact's; failed: out of memory */
    diff_change *rows;
    uint32_t count, capacity;
} diff_changes;

void diff_changes_finish(diff_changes *changes);
void diff_changes_add(diff_changes *changes, const diff_change *change);
/* Takes over the texts of a list, which changes show, and finishes the list. */
void diff_changes_keep(diff_changes *changes, diff_list *list);

/* The changes of a section between two lists that are matched. */
void diff_changes_add_section(diff_changes *changes, const diff_list *a, const diff_list *b,
                              diff_section section);

/* One side of the comparison. diff_names.c */
typedef struct diff_side {
    fusor_plan plan;          /* a view: what was only renamed has the first side's name */
    const fusor_plan *given;  /* as it was read */
    const char **group_names; /* by group: the pass that it is called after */
    fusor_plan_pass *passes;  /* of the view, as the two after it; NULL: as given */
    fusor_plan_resource *resources;
    fusor_diagnostic *diagnostics;
} diff_side;

/* Gives both sides common names; false when out of memory. To be finished in either case. */
bool diff_sides_init(diff_side *a, diff_side *b, const fusor_plan *plans[2]);
void diff_side_finish(diff_side *side);
void diff_add_names(diff_changes *changes, const diff_side *b);

/* Everything that can differ, but what has no facts. `other` is the other side. diff_plan.c */
void diff_add_plan(diff_list *list, const diff_side *side, const fusor_plan *other);
void diff_add_groups(diff_list *list, const diff_side *side);     /* diff_passes.c: and their ops */
void diff_add_resources(diff_list *list, const fusor_plan *plan); /* diff_memory.c: and pools */
void diff_add_barriers(diff_list *list, const diff_side *side);   /* diff_barriers.c: and exits */

/* Passes that run in another order; render passes that were merged or split, and why. diff_groups.c */
void diff_add_order(diff_changes *changes, const fusor_plan *a, const fusor_plan *b);
void diff_add_families(diff_changes *changes, const fusor_plan *a, const fusor_plan *b);

/* diff_print.c */
void diff_print_text(const diff_changes *changes);
void diff_print_json(const diff_changes *changes, const fusor_plan *plans[2], bool equal);

#endif
