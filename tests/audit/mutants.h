/* Wrong plans from a right one: each barrier, stage, access bit, layout, op, dependency and offset is
 * left out, weakened or changed, one at a time. */
#ifndef MUTANTS_H
#define MUTANTS_H

#include "fusor/fusor.h"

/* X(NAME, word) */
#define MUTANT_KINDS(X)                                                                            \
    X(BARRIER, "barrier left out")                                                                 \
    X(BARRIER_RANGE, "barrier's range shrunk")                                                     \
    X(BARRIER_SRC_STAGE, "barrier's source stage cleared")                                         \
    X(BARRIER_SRC_ACCESS, "barrier's source access cleared")                                       \
    X(BARRIER_DST_STAGE, "barrier's destination stage cleared")                                    \
    X(BARRIER_DST_ACCESS, "barrier's destination access cleared")                                  \
    X(BARRIER_SRC_LAYOUT, "barrier's old layout changed")                                          \
    X(BARRIER_DST_LAYOUT, "barrier's new layout changed")                                          \
    X(DEPENDENCY, "subpass dependency left out")                                                   \
    X(DEPENDENCY_SRC_STAGE, "dependency's source stage cleared")                                   \
    X(DEPENDENCY_SRC_ACCESS, "dependency's source access cleared")                                 \
    X(DEPENDENCY_DST_STAGE, "dependency's destination stage cleared")                              \
    X(DEPENDENCY_DST_ACCESS, "dependency's destination access cleared")                            \
    X(LOAD_OP, "load op changed")                                                                  \
    X(STORE_OP, "store op changed")                                                                \
    X(ATTACHMENT_LAYOUT, "first or last layout in a render pass changed")                          \
    X(SUBPASS_LAYOUT, "layout in a subpass changed")                                               \
    X(OFFSET, "offset changed")                                                                    \
    X(EXIT_STAGE, "exit's stage cleared")                                                          \
    X(EXIT_ACCESS, "exit's write access cleared")                                                  \
    X(POOL_EXIT_STAGE, "pool's exit stage cleared")                                                \
    X(GROUP_AREA, "render area moved or shrunk")                                                   \
    X(GROUP_MEMBER, "first or last member left out")                                               \
    X(MEMBER_SUBPASS, "member in the next subpass, or in the one before")                          \
    X(GROUP_SPLIT, "render pass split between two members")                                        \
    X(GROUP_MERGED, "two render passes made one")

typedef enum mutant_kind {
#define MUTANT_ROW(NAME, word) MUTANT_##NAME,
    MUTANT_KINDS(MUTANT_ROW)
#undef MUTANT_ROW
        MUTANT_COUNT
} mutant_kind;
extern const char *const mutant_words[];

typedef struct mutant {
    mutant_kind kind;
    uint32_t index; /* of the barrier, dependency, attachment, … in the plan it was made from */
    uint64_t bit;   /* that was cleared, or the new value */
} mutant;

/* `visit` sees each mutant; the plan is only there for the call. */
typedef void (*mutant_fn)(void *user, const fusor_plan *plan, const mutant *what);
void mutants_visit(const fusor_plan *plan, mutant_fn visit, void *user);

#endif
