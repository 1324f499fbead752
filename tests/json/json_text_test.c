/* Texts that are no documents at all: syntax, depth, bytes; and how a refusal is told. */
#include "json_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text_row {
    const char *text;
    size_t size; /* 0: up to the NUL */
    fusor_result result;
    int line, column; /* 0: not asked */
    const char *pointer, *message;
} text_row;

static const text_row rows[] = {
    {"", 0, FUSOR_ERROR_SYNTAX, 1, 1, "", "end of file"},
    {"   \n\n", 0, FUSOR_ERROR_SYNTAX, 0, 0, "", "end of file"},
    {"{\"name\": 1,}", 0, FUSOR_ERROR_SYNTAX, 1, 12, "", "'}' expected"},
    {"{\"name\"\n 1}", 0, FUSOR_ERROR_SYNTAX, 2, 2, "", "':' expected"},
    {"{\"name\": 1} x", 0, FUSOR_ERROR_SYNTAX, 1, 13, "", "end of file expected"},
    {"{\"name\": 01}", 0, FUSOR_ERROR_SYNTAX, 1, 0, "", "invalid token"},
    {"{\"name\": 'n'}", 0, FUSOR_ERROR_SYNTAX, 1, 10, "", "invalid token"},
    {"\xef\xbb\xbf{}", 0, FUSOR_ERROR_SYNTAX, 1, 0, "", "'[' or '{' expected"},
    {"{\"name\": \"\xff\"}", 0, FUSOR_ERROR_SYNTAX, 1, 0, "", "unable to decode byte 0xff"},
    {"{\"name\": \"\xc0\x80\"}", 0, FUSOR_ERROR_SYNTAX, 1, 0, "", "unable to decode"},
    {"{\"name\": \"\\ud800\"}", 0, FUSOR_ERROR_SYNTAX, 1, 0, "", "invalid Unicode"},
    {"{\"na\0me\": 1}", 12, FUSOR_ERROR_SYNTAX, 1, 0, "", "control character 0x0"},
    {"{\"name\": \"a\\u0000b\"}", 0, FUSOR_ERROR_DOCUMENT, 1, 0, "/name", "NUL"},
    {"{\"images\": {\"a\\u0000b\": 1}}", 0, FUSOR_ERROR_DOCUMENT, 1, 0, "/images", "NUL"},
    {"{\"images\": {\"a\": 1, \"b\": 2, \"a\": 3}}", 0, FUSOR_ERROR_DOCUMENT, 1, 29, "/images/a",
     "there twice"},
    {"{\"passes\": [{}, {\"x/y\": 1, \"x\\/y\": 1}]}", 0, FUSOR_ERROR_DOCUMENT, 1, 0,
     "/passes/1/x~1y", "there twice"},
    {"{\"fusor_graph\": 99999999999999999999}", 0, FUSOR_ERROR_DOCUMENT, 1, 0, "/fusor_graph",
     "out of range"},
    {"{\"passes\": [\n1, -99999999999999999999]}", 0, FUSOR_ERROR_DOCUMENT, 2, 0, "/passes/1",
     "out of range"},
    {"{\"a\": {\"b\": 1e999}}", 0, FUSOR_ERROR_DOCUMENT, 1, 0, "/a/b", "out of range"},
};

static void check_text(const text_row *row)
{
    fusor_json_source source = {.text = row->text,
                                .size = row->size ? row->size : strlen(row->text)};
    fusor_json_errors *errors = NULL;
    fusor_graph *graph = NULL;
    uint32_t count;
    fusor_result result = fusor_json_read_graph(&source, &graph, &errors);
    const fusor_json_error *found = fusor_json_errors_get(errors, &count);
    bool good = result == row->result && count == 1 && strstr(found->text, row->message) &&
                strcmp(found->pointer, row->pointer) == 0 && found->line > 0 && found->column > 0 &&
                (!row->line || found->line == row->line) &&
                (!row->column || found->column == row->column);
    if (!good) {
        fail_msg("%s: %s %d:%d %s %s", row->text, fusor_result_text(result),
                 count ? found->line : 0, count ? found->column : 0, count ? found->pointer : "",
                 count ? found->text : "");
    }
    fusor_json_errors_destroy(errors);
}

static void what_is_not_well_formed_is_told_with_line_and_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        check_text(&rows[i]);
    }
}

static void sixty_four_levels_are_read_and_sixty_five_are_not(void **state)
{
    (void)state;
    char text[200];
    for (size_t depth = 64; depth <= 65; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        text[2 * depth] = '\0';
        text_row row = {.text = text,
                        .result = depth == 64 ? FUSOR_ERROR_DOCUMENT : FUSOR_ERROR_SYNTAX,
                        .pointer = "",
                        .message = depth == 64 ? "must be an object" : "more than 64 levels deep"};
        fusor_json_source source = {.text = text, .size = 2 * depth};
        fusor_json_errors *errors = NULL;
        fusor_graph *graph = NULL;
        uint32_t count;
        assert_int_equal(fusor_json_read_graph(&source, &graph, &errors), row.result);
        const fusor_json_error *found = fusor_json_errors_get(errors, &count);
        assert_non_null(strstr(found->text, row.message));
        assert_int_equal(found->column, depth == 64 ? 0 : 65);
        fusor_json_errors_destroy(errors);
    }
}

static void brackets_in_strings_are_no_levels(void **state)
{
    (void)state;
    char text[512] =
        "{\"fusor_graph\": 1, \"render_size\": [1, 1], \"passes\": [], \"name\": \"\\\"";
    size_t used = strlen(text);
    memset(text + used, '[', 100);
    strcpy(text + used + 100, "\\\\\"}");
    fusor_graph_destroy(corpus_graph(text, strlen(text)));
}

static void a_text_need_not_end_in_nul(void **state)
{
    (void)state;
    static const char text[] =
        "{\"fusor_graph\": 1, \"render_size\": [1, 1], \"passes\": [], \"name\": \"n\"}";
    char *exact = malloc(strlen(text)); /* a sanitizer sees a byte read too many */
    memcpy(exact, text, strlen(text));
    fusor_graph_destroy(corpus_graph(exact, strlen(text)));
    free(exact);
}

/* Bytes of a fixed generator: the seed is printed, the run is the same everywhere. */
static void fill_with_garbage(char *text, size_t size, uint32_t seed)
{
    print_message("seed %u\n", seed);
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525u + 1013904223u;
        text[i] = (char)(seed >> 24);
    }
}

static void ten_megabytes_of_garbage_are_refused(void **state)
{
    (void)state;
    const size_t size = 10u * 1000 * 1000;
    static const char *const fillings[] = {NULL, "{", "[", "\"", "[1,", "{\"a\":1,", "9", " ", "-"};
    char *text = malloc(size);
    for (size_t i = 0; i < sizeof(fillings) / sizeof(fillings[0]); i++) {
        if (fillings[i]) {
            for (size_t k = 0; k < size; k++) {
                text[k] = fillings[i][k % strlen(fillings[i])];
            }
        } else {
            fill_with_garbage(text, size, 20240611);
        }
        fusor_json_source source = {.text = text, .size = size};
        fusor_json_errors *errors = NULL;
        fusor_graph *graph = NULL;
        fusor_result result = fusor_json_read_graph(&source, &graph, &errors);
        assert_true(result == FUSOR_ERROR_SYNTAX || result == FUSOR_ERROR_DOCUMENT);
        uint32_t count;
        fusor_json_errors_get(errors, &count);
        assert_true(count > 0);
        fusor_json_errors_destroy(errors);
    }
    free(text);
}

static void every_prefix_of_a_frame_is_refused(void **state)
{
    (void)state;
    size_t size;
    char *text = corpus_read("tests/frames/khronos-subpasses.json", &size);
    while (size > 0 && text[size - 1] != '}') {
        size--;
    }
    for (size_t length = 0; length < size; length++) {
        fusor_json_source source = {.text = text, .size = length};
        fusor_graph *graph = NULL;
        assert_int_equal(fusor_json_read_graph(&source, &graph, NULL), FUSOR_ERROR_SYNTAX);
        assert_null(graph);
    }
    free(text);
}

/* One byte changed: whatever it becomes, it is read or refused, and nothing else. */
static void every_changed_byte_of_a_frame_is_read_or_refused(void **state)
{
    (void)state;
    static const char bytes[] = "\"{}[],:0x\\-\xff";
    size_t size;
    char *text = corpus_read("tests/frames/khronos-subpasses.json", &size);
    for (size_t i = 0; i < size; i++) {
        char kept = text[i];
        text[i] = bytes[i % (sizeof(bytes) - 1)];
        fusor_json_source source = {.text = text, .size = size};
        fusor_json_errors *errors = NULL;
        fusor_graph *graph = NULL;
        fusor_result result = fusor_json_read_graph(&source, &graph, &errors);
        assert_true((result == FUSOR_OK) == (graph != NULL));
        assert_true((result == FUSOR_OK) == (errors == NULL));
        fusor_graph_destroy(graph);
        fusor_json_errors_destroy(errors);
        text[i] = kept;
    }
    free(text);
}

static void a_refusal_is_a_document_with_its_errors(void **state)
{
    (void)state;
    static const char text[] = "{\"na\\\"me\": 1}";
    fusor_json_source source = {.text = text, .size = strlen(text)};
    fusor_json_errors *errors = NULL;
    fusor_graph *graph = NULL;
    char *written = NULL;
    fusor_result result = fusor_json_read_graph(&source, &graph, &errors);
    assert_int_equal(fusor_json_write_refusal(result, errors, &written), FUSOR_OK);
    assert_non_null(strstr(written, "\"fusor_plan\": 1"));
    assert_non_null(strstr(written, "\"error\": \"a document breaks the format\""));
    assert_non_null(strstr(written, "\"pointer\": \"/na\\\"me\""));
    fusor_json_free(written);
    fusor_json_errors_destroy(errors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_well_formed_is_told_with_line_and_column),
        cmocka_unit_test(sixty_four_levels_are_read_and_sixty_five_are_not),
        cmocka_unit_test(brackets_in_strings_are_no_levels),
        cmocka_unit_test(a_text_need_not_end_in_nul),
        cmocka_unit_test(ten_megabytes_of_garbage_are_refused),
        cmocka_unit_test(every_prefix_of_a_frame_is_refused),
        cmocka_unit_test(every_changed_byte_of_a_frame_is_read_or_refused),
        cmocka_unit_test(a_refusal_is_a_document_with_its_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
