/* What the files that make mutants share: a plan whose arrays can be changed. */
#ifndef MUTANTS_EDIT_H
#define MUTANTS_EDIT_H

#include "audit/brute.h"
#include "audit/mutants.h"

#include <stddef.h>

/* A plan whose arrays can be changed. */
typedef struct mutants_edit {
    fusor_plan plan;
    fusor_plan_step *steps;
    fusor_plan_group *groups;
    fusor_plan_barrier *barriers;
    fusor_plan_dependency *dependencies;
    fusor_plan_attachment *attachments;
    fusor_plan_reference *references;
    fusor_plan_subpass *subpasses;
    fusor_placement *placements;
    fusor_plan_exit *exits;
    fusor_plan_pool *pools;
    fusor_plan_member *members;
    fusor_plan_pass *passes;
    fusor_plan_break *breaks;
    mutant_fn visit;
    void *user;
} mutants_edit;

#define MUTANTS_ARRAYS(X)                                                                          \
    X(steps, step_count)                                                                           \
    X(groups, group_count)                                                                         \
    X(barriers, barrier_count)                                                                     \
    X(dependencies, dependency_count)                                                              \
    X(attachments, attachment_count)                                                               \
    X(references, reference_count)                                                                 \
    X(subpasses, subpass_count)                                                                    \
    X(placements, placement_count)                                                                 \
    X(exits, exit_count)                                                                           \
    X(pools, pool_count)                                                                           \
    X(members, member_count)                                                                       \
    X(passes, pass_count)                                                                          \
    X(breaks, break_count)

/* To be freed; the test process ends when memory does. */
void *mutants_copy(const void *from, size_t count, size_t size);
void mutants_show(mutants_edit *e, mutant_kind kind, uint32_t index, uint64_t bit);
void mutants_change_groups(mutants_edit *e);

#endif
