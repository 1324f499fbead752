/* fusor/json.h: graph, device and plan documents in and out (FORMAT version 1).
 *
 * Reading is strict: unknown keys, wrong types, unknown words, numbers out of range and duplicates are
 * errors; documents are at most 64 levels deep. All errors that can be told apart are reported, each
 * with its place: a JSON pointer, or line and column for a syntax error. Nothing is kept half read.
 */
#ifndef FUSOR_JSON_H
#define FUSOR_JSON_H

#include "fusor/fusor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One error of a document. `pointer` is "" for syntax errors, which have line and column (from 1). */
typedef struct fusor_json_error {
    const char *pointer; /* "/passes/3/color/0/image" */
    int line, column;
    const char *pass;     /* name of the pass it is in, or "" */
    const char *resource; /* name of the resource it is about, or "" */
    const char *text;
} fusor_json_error;

typedef struct fusor_json_errors fusor_json_errors;
FUSOR_API const fusor_json_error *fusor_json_errors_get(const fusor_json_errors *errors,
                                                        uint32_t *count);
FUSOR_API void fusor_json_errors_destroy(fusor_json_errors *errors);

typedef struct fusor_json_source {
    const char *text; /* need not end in NUL */
    size_t size;
    fusor_allocator allocator;
    fusor_log log;
} fusor_json_source;

/* Reads a graph document. On FUSOR_ERROR_SYNTAX and FUSOR_ERROR_DOCUMENT `*graph` is NULL and
 * `*errors` (NULL: not wanted) is to be destroyed by the caller. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_json_read_graph(const fusor_json_source *source,
                                                            fusor_graph **graph,
                                                            fusor_json_errors **errors);

/* A device description with the memory that it points to. */
typedef struct fusor_json_device fusor_json_device;
FUSOR_API FUSOR_MUST_USE fusor_result fusor_json_read_device(const fusor_json_source *source,
                                                             fusor_json_device **device,
                                                             fusor_json_errors **errors);
FUSOR_API const fusor_device_desc *fusor_json_device_get(const fusor_json_device *device);
FUSOR_API void fusor_json_device_destroy(fusor_json_device *device);

/* Reads a plan document: all that fusor_json_write_plan() wrote, so a plan that is read back and
 * written again gives equal bytes. `graph` is what was planned: passes are matched with it in declared
 * order, resources by name, and handles and imports are its. NULL: the plan can be looked at and
 * compared; its handles are 0 and its imports empty. What a document says is checked for form alone
 * (names, words, indices in range, one order of passes, groups and barriers): whether the plan is
 * right, and whether its hash is fusor_plan_get_hash()'s, is for the reader's caller to ask. `*plan`
 * is to be destroyed with fusor_plan_destroy(); NULL on errors. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_json_read_plan(const fusor_json_source *source,
                                                           const fusor_graph *graph,
                                                           fusor_plan **plan,
                                                           fusor_json_errors **errors);

/* Writers. `*text` ends in NUL and a newline and is freed with fusor_json_free(). Equal input gives
 * equal bytes. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_json_write_graph(const fusor_graph *graph, char **text);
FUSOR_API FUSOR_MUST_USE fusor_result fusor_json_write_device(const fusor_device_desc *device,
                                                              char **text);
FUSOR_API FUSOR_MUST_USE fusor_result fusor_json_write_plan(const fusor_plan *plan, char **text);
/* {"fusor_plan": 1, "error": …, "diagnostics": […]} */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_json_write_failure(fusor_result result,
                                                               const fusor_diagnostic *diagnostics,
                                                               uint32_t count, char **text);
/* The same for a document that could not be read: {…, "diagnostics": [], "errors": [{"pointer": …}]} */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_json_write_refusal(fusor_result result,
                                                               const fusor_json_errors *errors,
                                                               char **text);

/* The JSON pointer of what a diagnostic of this graph is about: the use of the resource in the pass,
 * else the pass, else the resource, else "". No newline at its end. */
FUSOR_API FUSOR_MUST_USE fusor_result fusor_json_locate(const fusor_graph *graph,
                                                        const fusor_diagnostic *diagnostic,
                                                        char **pointer);

FUSOR_API void fusor_json_free(char *text);

#ifdef __cplusplus
}
#endif
#endif
