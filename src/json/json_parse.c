/* In: the text of a document. Out: jansson's tree, or errors with line and column.
 * Depth is bounded here, before jansson's recursion; what jansson refuses although it is well
 * formed (a key twice, a number too large, a NUL) also gets a JSON pointer. */
#include "json_reader.h"

typedef struct failure {
    size_t offset;
    const char *pointer, *text;
} failure;

static void add_failure(json_reader *reader, const fusor_json_source *source, const failure *found)
{
    fusor_json_error error = {
        .pointer = found->pointer, .pass = "", .resource = "", .text = found->text};
    json_scan_position(source->text, found->offset, &error.line, &error.column);
    json_errors_add(reader->errors, &error);
    if (reader->log.log_fn) {
        reader->log.log_fn(reader->log.user, FUSOR_SEVERITY_ERROR, "syntax", found->pointer,
                           found->text);
    }
}

/* What breaks the format, not JSON's grammar; NULL for the rest. */
static const char *refusal_text(enum json_error_code code)
{
    switch (code) {
    case json_error_duplicate_key:
        return "the key is there twice; remove one";
    case json_error_numeric_overflow:
        return "the number is out of range: whole numbers have 64 bits, others are doubles";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "a string may not hold the character NUL (\\u0000)";
    default:
        return NULL;
    }
}

static fusor_result report_parse_error(json_reader *reader, const fusor_json_source *source,
                                       const json_error_t *error)
{
    enum json_error_code code = json_error_code(error);
    if (code == json_error_out_of_memory || !*error->text) { /* no word: a value was not made */
        return FUSOR_ERROR_OUT_OF_MEMORY;
    }
    json_arena *arena = &reader->errors->arena;
    size_t position = error->position > 0 ? (size_t)error->position : 0;
    position = position < source->size ? position : source->size;
    failure found = {.pointer = "", .text = refusal_text(code)};
    found.offset = position > 0 ? position - 1 : 0; /* jansson counts what it has consumed */
    if (!found.text) {
        found.text = json_arena_print(arena, "not well-formed JSON: %s", error->text);
        add_failure(reader, source, &found);
        return FUSOR_ERROR_SYNTAX;
    }
    json_scan scan;
    json_scan_text(source->text, position, &scan);
    if (code == json_error_duplicate_key && scan.depth > 0) {
        found.offset = scan.levels[scan.depth - 1].key_first;
    }
    found.pointer = json_scan_pointer(&scan, source->text, arena);
    add_failure(reader, source, &found);
    return FUSOR_ERROR_DOCUMENT;
}

json_t *json_reader_parse(json_reader *reader, const fusor_json_source *source,
                          fusor_result *result)
{
    json_scan scan;
    if (!json_scan_text(source->text, source->size, &scan)) {
        failure found = {.offset = scan.offset, .pointer = ""};
        found.text = json_arena_print(&reader->errors->arena,
                                      "the document is more than %u levels deep", JSON_DEPTH_MAX);
        add_failure(reader, source, &found);
        *result = FUSOR_ERROR_SYNTAX;
        return NULL;
    }
    json_error_t error;
    json_t *root =
        json_loadb(source->size ? source->text : "", source->size, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        *result = report_parse_error(reader, source, &error);
    }
    return root;
}
