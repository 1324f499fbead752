/* In: errors of documents, diagnostics of graphs. Out: one line each on stderr:
 * program, file, place, subject, what is wrong and the way out. */
#include <string.h>

#include "cli_input.h"

#define LINE_BYTES 4096u
#define NOTES_MAX 3u /* of one code: a frame may have a hundred imports */

static void put_clean(const char *text)
{
    char buffer[LINE_BYTES];
    fputs(cli_clean(text, buffer, sizeof(buffer)), stderr);
}

static void put_part(const char *text)
{
    if (*text) {
        put_clean(text);
        fputs(": ", stderr);
    }
}

static bool names_it(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *quote = strchr(text, '"'); quote; quote = strchr(quote + 1, '"')) {
        if (strncmp(quote + 1, name, length) == 0 && quote[1 + length] == '"') {
            return true;
        }
    }
    return false;
}

/* The subject, unless the sentence names it anyway. */
static void put_subject(const char *noun, const char *name, const char *text)
{
    if (*name && !names_it(text, name)) {
        fprintf(stderr, "%s \"", noun);
        put_clean(name);
        fputs("\": ", stderr);
    }
}

void cli_report_errors(const char *path, const fusor_json_errors *errors)
{
    uint32_t count;
    const fusor_json_error *rows = fusor_json_errors_get(errors, &count);
    for (uint32_t i = 0; i < count; i++) {
        const fusor_json_error *error = &rows[i];
        fputs("fusor: ", stderr);
        put_clean(path);
        if (error->line) {
            fprintf(stderr, ":%d:%d", error->line, error->column);
        }
        fputs(": ", stderr);
        put_part(error->pointer);
        put_subject("pass", error->pass, error->text);
        put_clean(error->text);
        fputc('\n', stderr);
    }
}

/* Notes and warnings say so; errors are the usual thing. */
static void put_severity(const fusor_diagnostic *diagnostic)
{
    if (diagnostic->severity != FUSOR_SEVERITY_ERROR) {
        fprintf(stderr, "%s: ", fusor_severity_word(diagnostic->severity));
    }
}

static void put_diagnostic(const char *path, const fusor_graph *graph,
                           const fusor_diagnostic *diagnostic)
{
    char *pointer = NULL;
    if (fusor_json_locate(graph, diagnostic, &pointer) != FUSOR_OK) {
        pointer = NULL;
    }
    fputs("fusor: ", stderr);
    put_part(path);
    put_part(pointer ? pointer : "");
    put_severity(diagnostic);
    put_subject("pass", diagnostic->pass, diagnostic->text);
    put_clean(diagnostic->text);
    fprintf(stderr, " [%s]; %s\n", fusor_diagnostic_word(diagnostic->code),
            fusor_diagnostic_help(diagnostic->code));
    fusor_json_free(pointer);
}

void cli_report_diagnostics(const char *path, const fusor_graph *graph,
                            const fusor_diagnostic *diagnostics, uint32_t count)
{
    uint32_t notes[FUSOR_DIAGNOSTIC_COUNT] = {0};
    for (uint32_t i = 0; i < count; i++) {
        bool is_note = diagnostics[i].severity == FUSOR_SEVERITY_NOTE;
        if (!is_note || notes[diagnostics[i].code]++ < NOTES_MAX) {
            put_diagnostic(path, graph, &diagnostics[i]);
        }
    }
    for (uint32_t code = 0; code < FUSOR_DIAGNOSTIC_COUNT; code++) {
        if (notes[code] > NOTES_MAX) {
            fprintf(stderr, "fusor: ");
            put_part(path);
            fprintf(stderr, "note: %u more [%s]; --format json lists them all\n",
                    notes[code] - NOTES_MAX, fusor_diagnostic_word((fusor_diagnostic_code)code));
        }
    }
}
