/* What the tests of the documents share. */
#ifndef FUSOR_JSON_HELP_H
#define FUSOR_JSON_HELP_H

#include <setjmp.h> /* these four are what cmocka.h needs before it */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "corpus/corpus.h"
#include "fusor/json.h"

/* Fails the test at the first difference of what two graphs declare. */
void help_assert_equal_graphs(const fusor_graph *a, const fusor_graph *b);

/* The same for two plans. */
void help_assert_equal_plans(const fusor_plan *a, const fusor_plan *b);

#endif
