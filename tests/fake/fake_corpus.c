/* In: the name of a public frame. Out: its graph. Promised: a file that is not there, or is no graph, fails
 * the test. */
#include "fusor/json.h"

#include "fake_corpus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

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

fusor_graph *fake_corpus_read(const char *name)
{
    fusor_graph *graph = NULL;
    fusor_json_source source = {0};
    char *text = read_text(name, &source.size);
    source.text = text;
    assert_int_equal(fusor_json_read_graph(&source, &graph, NULL), FUSOR_OK);
    free(text);
    return graph;
}
