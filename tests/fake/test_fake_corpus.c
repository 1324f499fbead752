/* In: the public frames of tests/frames. Out: three frames of each on the fake, for each policy and two
 * devices: no violation, nothing left. Promised: imports are found in the layout that the document
 * says and are left in the one that it says. */
#include "fusor/json.h"

#include "fake_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* X(file) */
#define FRAMES(X)                                                                                  \
    X("filament-mobile")                                                                           \
    X("ggml-llama3-8b-prompt")                                                                     \
    X("godot-mobile")                                                                              \
    X("godot-mobile-xr")                                                                           \
    X("granite-deferred")                                                                          \
    X("helio-default")                                                                             \
    X("khronos-async-compute")                                                                     \
    X("khronos-msaa-post")                                                                         \
    X("khronos-subpasses")                                                                         \
    X("unity-urp-deferred")                                                                        \
    X("vkex-bloom")                                                                                \
    X("vkex-computecloth")                                                                         \
    X("vkex-deferred")                                                                             \
    X("vkex-deferredmultisampling")                                                                \
    X("vkex-hdr")                                                                                  \
    X("vkex-inputattachments")                                                                     \
    X("vkex-shadowmappingcascade")                                                                 \
    X("vkex-ssao")                                                                                 \
    X("vkgraph-restir")

static char *read_text(const char *name, size_t *size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/tests/frames/%s.json", FUSOR_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s", path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *size, file), *size);
    fclose(file);
    return text;
}

static fusor_graph *read_graph(const char *name)
{
    fusor_graph *graph = NULL;
    fusor_json_source source = {0};
    char *text = read_text(name, &source.size);
    source.text = text;
    assert_int_equal(fusor_json_read_graph(&source, &graph, NULL), FUSOR_OK);
    free(text);
    return graph;
}

static void frame_runs(void **state)
{
    fusor_graph *graph = read_graph(*state);
    fake_run_all(graph, NULL);
    fusor_graph_destroy(graph);
}

int main(void)
{
    static const char *const names[] = {
#define FRAME_ROW(name) name,
        FRAMES(FRAME_ROW)
#undef FRAME_ROW
    };
    struct CMUnitTest tests[sizeof names / sizeof names[0]];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        tests[i] =
            (struct CMUnitTest){names[i], frame_runs, NULL, NULL, (void *)(uintptr_t)names[i]};
    return cmocka_run_group_tests_name("fake_corpus", tests, NULL, NULL);
}
