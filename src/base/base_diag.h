/* The list of what is wrong or worth saying, kept in the order found. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/base_memory.h"

typedef struct base_diags {
    base_arena *arena;
    BASE_VEC(fusor_diagnostic) list;
    uint32_t error_count;
    bool out_of_memory; /* a diagnostic was lost: the caller must return ERROR_OUT_OF_MEMORY */
} base_diags;

/* Adds one with the code's severity. Pass and resource may be NULL. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
void base_diags_add(base_diags *diags, fusor_diagnostic_code code, const char *pass,
                    const char *resource, const char *format, ...);
/* Copies those of another list. */
void base_diags_append(base_diags *diags, const fusor_diagnostic *list, uint32_t count);

/* OUT_OF_MEMORY, INVALID_GRAPH if there is an error, else OK. */
fusor_result base_diags_result(const base_diags *diags);

#endif
