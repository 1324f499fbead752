/* Every allocation through the caller's allocator refused in turn: a result, no leak, nothing half
 * read. Each sweep ends with the first run in which nothing was refused. jansson has an allocator of
 * its own and is not swept: 2.14 goes on when its token buffer cannot grow (lex_save()). */
#include "json_help.h"

#include <stdlib.h>
#include <string.h>

static long countdown; /* of the allocation that is refused; negative: none */
static long living;    /* blocks that are not yet freed */

static bool refuse(void)
{
    return countdown >= 0 && countdown-- == 0;
}

static void *counting_realloc(void *user, void *ptr, size_t old_size, size_t new_size, size_t align)
{
    (void)user, (void)old_size, (void)align;
    if (new_size == 0) {
        living -= ptr != NULL;
        free(ptr);
        return NULL;
    }
    if (refuse()) {
        return NULL;
    }
    living += ptr == NULL;
    return realloc(ptr, new_size);
}

static const fusor_allocator counting = {counting_realloc, NULL};

/* One reading; true when nothing was refused. */
typedef bool read_fn(const char *text, size_t size);

static bool read_graph(const char *text, size_t size)
{
    fusor_json_source source = {.text = text, .size = size, .allocator = counting};
    fusor_json_errors *errors = NULL;
    fusor_graph *graph = NULL;
    fusor_result result = fusor_json_read_graph(&source, &graph, &errors);
    bool complete = countdown >= 0;
    assert_true((result == FUSOR_OK) == (graph != NULL));
    assert_true(complete || result == FUSOR_ERROR_OUT_OF_MEMORY);
    fusor_graph_destroy(graph);
    fusor_json_errors_destroy(errors);
    return complete;
}

static bool read_device(const char *text, size_t size)
{
    fusor_json_source source = {.text = text, .size = size, .allocator = counting};
    fusor_json_errors *errors = NULL;
    fusor_json_device *device = NULL;
    fusor_result result = fusor_json_read_device(&source, &device, &errors);
    bool complete = countdown >= 0;
    assert_true((result == FUSOR_OK) == (device != NULL));
    assert_true(complete || result == FUSOR_ERROR_OUT_OF_MEMORY);
    fusor_json_device_destroy(device);
    fusor_json_errors_destroy(errors);
    return complete;
}

static fusor_graph *planned; /* the graph of the plan that is read */

static bool read_plan(const char *text, size_t size)
{
    fusor_json_source source = {.text = text, .size = size, .allocator = counting};
    fusor_json_errors *errors = NULL;
    fusor_plan *plan = NULL;
    fusor_result result = fusor_json_read_plan(&source, planned, &plan, &errors);
    bool complete = countdown >= 0;
    assert_true((result == FUSOR_OK) == (plan != NULL));
    assert_true(complete || result == FUSOR_ERROR_OUT_OF_MEMORY);
    fusor_plan_destroy(plan);
    fusor_json_errors_destroy(errors);
    return complete;
}

static void sweep(read_fn *read, const char *text, size_t size)
{
    bool complete = false;
    long n = 0;
    for (; !complete && n < 100000; n++) {
        countdown = n;
        living = 0;
        complete = read(text, size);
        assert_int_equal(living, 0);
    }
    countdown = -1;
    assert_true(complete);
    assert_true(n > 1); /* the sweep's negative control: there was something to refuse */
}

static void a_graph_is_read_whole_or_not_at_all(void **state)
{
    (void)state;
    size_t size;
    char *text = corpus_read("tests/frames/khronos-msaa-post.json", &size);
    sweep(read_graph, text, size);
    free(text);
}

static void errors_are_reported_or_out_of_memory_is(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"fusor_graph\": 1, \"name\": \"\", \"render_size\": [0, 0], \"passes\": [{\"name\": 1}],"
        " \"images\": {\"a/b\": {\"format\": \"r8\", \"size\": 1}}, \"outputs\": [\"b\", \"b\"]}",
        "{\"a\": 1, \"a\": 2}", "{\"a\" 1}"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        sweep(read_graph, texts[i], strlen(texts[i]));
    }
}

static void a_device_is_read_whole_or_not_at_all(void **state)
{
    (void)state;
    char *text = NULL;
    assert_int_equal(fusor_json_write_device(fusor_device_builtin("tiler"), &text), FUSOR_OK);
    sweep(read_device, text, strlen(text));
    fusor_json_free(text);
}

static void a_plan_is_read_whole_or_not_at_all(void **state)
{
    (void)state;
    size_t size;
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    char *frame = corpus_read("tests/frames/khronos-msaa-post.json", &size), *text = NULL;
    planned = corpus_graph(frame, size);
    assert_int_equal(fusor_compile(planned, NULL, NULL, &compiled), FUSOR_OK);
    assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
    assert_int_equal(fusor_json_write_plan(plan, &text), FUSOR_OK);
    sweep(read_plan, text, strlen(text));
    static const char wrong[] =
        "{\"fusor_plan\": 1, \"order\": [\"a\", \"b\"], \"passes\": [{\"name\": \"a\"}]}";
    sweep(read_plan, wrong, strlen(wrong));
    fusor_json_free(text);
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(planned);
    free(frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_graph_is_read_whole_or_not_at_all),
        cmocka_unit_test(errors_are_reported_or_out_of_memory_is),
        cmocka_unit_test(a_device_is_read_whole_or_not_at_all),
        cmocka_unit_test(a_plan_is_read_whole_or_not_at_all),
    };
    countdown = -1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
