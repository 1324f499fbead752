/* In: findings. Out: a list of fusor_diagnostic in an arena.
 * Promise: nothing is dropped without `out_of_memory` being set.
 * The severity belongs to the code, not to the place that reports it. */
#include "base/base_diag.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct diagnostic_row {
    const char *word;
    fusor_severity severity;
    const char *help;
} diagnostic_row;

static const diagnostic_row ROWS[] = {
#define ROW(NAME, word, severity, help) {word, FUSOR_SEVERITY_##severity, help},
    FUSOR_DIAGNOSTICS(ROW)
#undef ROW
};

static bool is_code(fusor_diagnostic_code code)
{
    return (unsigned)code < (unsigned)FUSOR_DIAGNOSTIC_COUNT;
}

const char *fusor_diagnostic_word(fusor_diagnostic_code code)
{
    return is_code(code) ? ROWS[code].word : "unknown";
}

const char *fusor_diagnostic_help(fusor_diagnostic_code code)
{
    return is_code(code) ? ROWS[code].help : "";
}

const char *fusor_severity_word(fusor_severity severity)
{
    static const char *const WORDS[] = {"note", "warning", "error"};
    return (unsigned)severity < 3 ? WORDS[severity] : "unknown";
}

static char *format_text(base_arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : base_arena_alloc(arena, (size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, args);
    return text;
}

void base_diags_add(base_diags *diags, fusor_diagnostic_code code, const char *pass,
                    const char *resource, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = format_text(diags->arena, format, args);
    va_end(args);
    fusor_diagnostic entry = {.code = code,
                              .severity = ROWS[code].severity,
                              .pass = base_arena_string(diags->arena, pass),
                              .resource = base_arena_string(diags->arena, resource),
                              .text = text};
    base_diags_append(diags, &entry, 1);
}

void base_diags_append(base_diags *diags, const fusor_diagnostic *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fusor_diagnostic *slot = BASE_PUSH(diags->arena, &diags->list);
        if (!slot || !list[i].text || !list[i].pass || !list[i].resource) {
            diags->list.count -= slot ? 1 : 0;
            diags->out_of_memory = true;
            return;
        }
        *slot = list[i];
        diags->error_count += list[i].severity == FUSOR_SEVERITY_ERROR;
    }
}

fusor_result base_diags_result(const base_diags *diags)
{
    if (diags->out_of_memory)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    return diags->error_count ? FUSOR_ERROR_INVALID_GRAPH : FUSOR_OK;
}
