/* What the tests of the core share: graphs from short texts, plans of them, and what to look for.
 *
 * A body is the inside of a graph document with single quotes, without fusor_graph, name and
 * render_size (64 × 64 unless it has one). Every plan made here goes through the oracle and the auditor; a
 * fault fails the test and prints the plan. */
#ifndef PLAN_HELP_H
#define PLAN_HELP_H

#include <setjmp.h> /* these four are what cmocka.h needs before it */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/oracle.h"
#include "corpus/corpus.h"
#include "fusor/json.h"

/* Pieces of a body. */
#define IMAGE(name) "'" name "':{'format':'r8g8b8a8_unorm'}"
#define DEPTH(name) "'" name "':{'format':'d32_sfloat'}"
#define TARGET(name)                                                                               \
    "'" name "':{'format':'r8g8b8a8_unorm','import':{'initial':{'state':'undefined','stages':['"   \
    "color_attachment_output']},"                                                                  \
    "'final':{'state':'present'}}}"
#define TEXTURE(name)                                                                              \
    "'" name                                                                                       \
    "':{'format':'r8g8b8a8_unorm','import':{'initial':{'state':'sampled','stages':['fragment']},"  \
    "'final':{'state':'sampled','stages':['fragment']}}}"
#define RASTER(name, rest) "{'name':'" name "','kind':'raster'," rest "}"
#define COMPUTE(name, rest) "{'name':'" name "','kind':'compute'," rest "}"
#define COPY(name, rest) "{'name':'" name "','kind':'copy'," rest "}"
#define RAW(name, rest) "{'name':'" name "','kind':'raw'," rest "}"
#define CLEAR(image) "{'image':'" image "','load':'clear'}"
#define LOAD(image) "{'image':'" image "','load':'load'}"
#define OVER(image) "{'image':'" image "','load':'overwrite'}"
#define INPUT(image) "{'image':'" image "'}"
#define SAMPLED(image) "{'image':'" image "','as':'sampled'}"
#define STORAGE(image) "{'image':'" image "','as':'storage'}"
#define WRITES(image) "{'image':'" image "','as':'storage','overwrite':true}"
#define BUFFER_READ(buffer) "{'buffer':'" buffer "','as':'storage'}"
#define BUFFER_WRITE(buffer) "{'buffer':'" buffer "','as':'storage','overwrite':true}"

typedef struct help_plan {
    fusor_graph *graph;
    fusor_compiled *compiled;
    const fusor_plan *plan;
} help_plan;

fusor_graph *help_graph(const char *body);

help_plan help_compile(const char *body, const char *device, fusor_fuse_policy fuse);
help_plan help_compile_with(fusor_graph *graph, const fusor_device_desc *device,
                            const fusor_policy *policy, const fusor_place_desc *place);
void help_finish(help_plan *plan);
void help_judge(const fusor_graph *graph, const fusor_plan *plan);
void help_audit(const fusor_graph *graph, const fusor_device_desc *device, const fusor_plan *plan);

/* Fails and prints the plan. */
void help_fail(const help_plan *plan, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5), noreturn));
#define help_check(plan, what)                                                                     \
    do {                                                                                           \
        if (!(what))                                                                               \
            help_fail(plan, __FILE__, __LINE__, "%s", #what);                                      \
    } while (0)

/* Render passes in recorded order, members by a space: "A B|C". */
#define help_groups(plan, expected) help_assert_groups(plan, expected, __FILE__, __LINE__)
void help_assert_groups(const help_plan *plan, const char *expected, const char *file, int line);
/* "A B T C" */
void help_assert_order(const help_plan *plan, const char *expected);

uint32_t help_pass(const help_plan *plan, const char *name);
const fusor_plan_resource *help_resource(const help_plan *plan, const char *name);
const fusor_placement *help_placement(const help_plan *plan, const char *name);
const fusor_plan_group *help_group(const help_plan *plan, const char *pass);
const fusor_plan_member *help_member(const help_plan *plan, const char *pass);
const fusor_plan_attachment *help_attachment(const help_plan *plan, const char *pass,
                                             const char *image);
const fusor_plan_break *help_break(const help_plan *plan, const char *after);

/* The barriers of a resource before the step of a pass ("end": of the end). */
uint32_t help_barrier_count(const help_plan *plan, const char *before, const char *resource);
/* The only one; anything else fails. */
const fusor_plan_barrier *help_barrier(const help_plan *plan, const char *before,
                                       const char *resource);
uint32_t help_barriers_of(const help_plan *plan, const char *resource);
/* Exactly these scopes, and the plan is refuted by the oracle when the barrier is taken out. */
#define help_dependency(plan, before, resource, ss, sa, ds, da)                                    \
    help_assert_dependency(plan, before, resource, (const uint64_t[4]){ss, sa, ds, da}, __FILE__,  \
                           __LINE__)
void help_assert_dependency(const help_plan *plan, const char *before, const char *resource,
                            const uint64_t scopes[4], const char *file, int line);

/* The compile fails with this diagnostic (pass, resource: "" none, NULL any). */
void help_fault(const char *body, const char *device, fusor_diagnostic_code code, const char *pass,
                const char *resource);
bool help_has(const fusor_diagnostic *list, uint32_t count, fusor_diagnostic_code code,
              const char *pass, const char *resource);

/* Numbers that are the same everywhere. */
typedef struct help_random {
    uint64_t state;
} help_random;
uint32_t help_next(help_random *random, uint32_t below);

#endif
