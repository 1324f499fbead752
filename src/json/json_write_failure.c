/* In: what went wrong. Out: the document that stands where a plan would. */
#include "json_write_plan.h"

#define VERSION 1u

void json_write_diagnostics(json_out *out, const fusor_diagnostic *diagnostics, uint32_t count)
{
    json_out_key_array(out, "diagnostics", true);
    for (uint32_t i = 0; i < count; i++) {
        const fusor_diagnostic *diagnostic = &diagnostics[i];
        json_out_object(out, false);
        json_out_key_string(out, "code", fusor_diagnostic_word(diagnostic->code));
        json_out_key_string(out, "severity", fusor_severity_word(diagnostic->severity));
        json_out_key_string(out, "pass", diagnostic->pass);
        json_out_key_string(out, "resource", diagnostic->resource);
        json_out_key_string(out, "text", diagnostic->text);
        json_out_close(out);
    }
    json_out_close(out);
}

static void open_failure(json_out *out, fusor_result result)
{
    json_out_object(out, true);
    json_out_key_u64(out, "fusor_plan", VERSION);
    json_out_key_string(out, "error", fusor_result_text(result));
}

fusor_result fusor_json_write_failure(fusor_result result, const fusor_diagnostic *diagnostics,
                                      uint32_t count, char **text)
{
    json_out out = {0};
    open_failure(&out, result);
    json_write_diagnostics(&out, diagnostics, count);
    json_out_close(&out);
    return json_out_finish(&out, text);
}

static void write_error(json_out *out, const fusor_json_error *error)
{
    json_out_object(out, false);
    json_out_key_string(out, "pointer", error->pointer);
    json_out_key_u64(out, "line", (uint64_t)error->line);
    json_out_key_u64(out, "column", (uint64_t)error->column);
    json_out_key_string(out, "pass", error->pass);
    json_out_key_string(out, "resource", error->resource);
    json_out_key_string(out, "text", error->text);
    json_out_close(out);
}

fusor_result fusor_json_write_refusal(fusor_result result, const fusor_json_errors *errors,
                                      char **text)
{
    uint32_t count;
    const fusor_json_error *rows = fusor_json_errors_get(errors, &count);
    json_out out = {0};
    open_failure(&out, result);
    json_write_diagnostics(&out, NULL, 0);
    json_out_key_array(&out, "errors", true);
    for (uint32_t i = 0; i < count; i++) {
        write_error(&out, &rows[i]);
    }
    json_out_close(&out);
    json_out_close(&out);
    return json_out_finish(&out, text);
}
