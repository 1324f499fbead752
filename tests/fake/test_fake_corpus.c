/* In: the public frames of tests/frames. Out: three frames of each on the fake, for each policy and two
 * devices: no violation, nothing left. Promised: imports are found in the layout that the document
 * says and are left in the one that it says. */
#include "fake_corpus.h"
#include "fake_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void frame_runs(void **state)
{
    fusor_graph *graph = fake_corpus_read(*state);
    fake_run_all(graph, NULL);
    fusor_graph_destroy(graph);
}

int main(void)
{
    static const char *const names[] = {
#define FAKE_ROW(name) name,
        FAKE_CORPUS(FAKE_ROW)
#undef FAKE_ROW
    };
    struct CMUnitTest tests[sizeof names / sizeof names[0]];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        tests[i] =
            (struct CMUnitTest){names[i], frame_runs, NULL, NULL, (void *)(uintptr_t)names[i]};
    return cmocka_run_group_tests_name("fake_corpus", tests, NULL, NULL);
}
