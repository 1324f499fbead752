/* In: the frames of tests/frames. Out: three frames of each on the fake, for each policy and two
 * devices: no violation, nothing left. Promised: imports are found in the layout that the document
 * says and are left in the one that it says. */
#include "corpus/corpus.h"
#include "fake_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void frame_runs(void **state)
{
    fusor_graph *graph = corpus_frame(*state);
    fake_run_all(graph, NULL);
    fusor_graph_destroy(graph);
}

enum { TESTS_MAX = 256 };

int main(void)
{
    struct CMUnitTest tests[TESTS_MAX];
    size_t count = 0;
    for (const char *const *name = corpus_names(); *name; name++)
        tests[count++] =
            (struct CMUnitTest){*name, frame_runs, NULL, NULL, (void *)(uintptr_t)*name};
    return _cmocka_run_group_tests("fake_corpus", tests, count, NULL, NULL);
}
