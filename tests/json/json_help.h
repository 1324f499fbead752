/* What the tests of the documents share. */
#ifndef FUSOR_JSON_HELP_H
#define FUSOR_JSON_HELP_H

#include <setjmp.h> /* these four are what cmocka.h needs before it */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fusor/json.h"

/* The frames of tests/frames. */
extern const char *const help_frames[];
extern const uint32_t help_frame_count;

/* The text of a file below the source folder, to be freed; fails the test when it is not there. */
char *help_read_file(const char *path, size_t *size);

/* A graph that is there, or the test fails with the first error. */
fusor_graph *help_read_graph(const char *text, size_t size);

/* Fails the test at the first difference of what two graphs declare. */
void help_assert_equal_graphs(const fusor_graph *a, const fusor_graph *b);

/* The same for two plans. */
void help_assert_equal_plans(const fusor_plan *a, const fusor_plan *b);

#endif
