/* Wrong plans that were written by hand: each is refuted, with its code, and the counterexample says where. */
#include "audit/brute.h"
#include "core/plan_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bad_plan {
    char file[64], code[64], frame[64], device[64];
} bad_plan;

/* The next line of the index that is no comment. */
static bool next_row(const char **text, bad_plan *out)
{
    while (**text) {
        const char *line = *text;
        size_t length = strcspn(line, "\n");
        *text += length + (line[length] == '\n');
        if (*line == '#' || !length)
            continue;
        assert_int_equal(
            sscanf(line, "%63s %63s %63s %63[^:]", out->file, out->code, out->frame, out->device),
            4);
        return true;
    }
    return false;
}

static fusor_plan *read_plan(const fusor_graph *graph, const char *name)
{
    char path[200];
    size_t size;
    snprintf(path, sizeof path, "tests/bad-plans/%s.json", name);
    char *text = corpus_read(path, &size);
    fusor_json_source source = {.text = text, .size = size};
    fusor_json_errors *errors = NULL;
    fusor_plan *plan = NULL;
    if (fusor_json_read_plan(&source, graph, &plan, &errors)) {
        uint32_t count = 0;
        const fusor_json_error *list = fusor_json_errors_get(errors, &count);
        fail_msg("%s: %s: %s", path, count ? list[0].pointer : "", count ? list[0].text : "");
    }
    free(text);
    return plan;
}

/* What the report shows is there: a sentence, and a place where the fault is one of two accesses. */
static bool is_whole(const fusor_audit_report *r)
{
    bool pair = r->code >= FUSOR_AUDIT_MISSING_DEPENDENCY &&
                r->code <= FUSOR_AUDIT_SUBPASS_DEPENDENCY_MISSING;
    bool named = r->first.actor != FUSOR_AUDIT_ACTOR_NONE &&
                 r->second.actor != FUSOR_AUDIT_ACTOR_NONE && *r->first.resource &&
                 *r->second.resource && *r->missing &&
                 (r->first.region.mips.count || r->first.region.bytes.count);
    return *r->text && (!pair || named);
}

/* What the enumerated memory model is about: order, sight, layouts and contents; marks of entries are not. */
static bool is_judged(const bad_plan *bad, fusor_audit_code code)
{
    return strcmp(bad->file, "entry-not-marked") != 0 &&
           ((code >= FUSOR_AUDIT_LAYOUT_MISMATCH && code <= FUSOR_AUDIT_EXIT_WRONG) ||
            code == FUSOR_AUDIT_ALIAS_OVERLAP || code == FUSOR_AUDIT_ALIAS_UNORDERED);
}

static uint32_t check(const bad_plan *bad)
{
    char frame[200];
    snprintf(frame, sizeof frame, "../bad-plans/frames/%s", bad->frame);
    fusor_graph *graph = corpus_frame(frame);
    fusor_plan *plan = read_plan(graph, bad->file);
    fusor_audit_desc desc = {
        .graph = graph, .device = fusor_device_builtin(bad->device), .plan = plan};
    fusor_audit_report *report = NULL;
    fusor_result result = fusor_audit(&desc, &report);
    bool good = result == FUSOR_ERROR_REFUTED &&
                strcmp(fusor_audit_word(report->code), bad->code) == 0 && is_whole(report);
    if (!good)
        print_error("%s: expected %s, found %s, %s: %s (%s)\n", bad->file, bad->code,
                    fusor_result_text(result), report ? fusor_audit_word(report->code) : "",
                    report ? report->text : "", report ? report->missing : "");
    if (good && is_judged(bad, report->code) && !brute_check(graph, desc.device, plan).faults) {
        print_error("%s: the memory model, enumerated, has no fault\n", bad->file);
        good = false;
    }
    fusor_audit_report_destroy(report);
    fusor_plan_destroy(plan);
    fusor_graph_destroy(graph);
    return !good;
}

static void audit_bad_plans_are_refuted_with_their_code(void **state)
{
    (void)state;
    size_t size;
    char *index = corpus_read("tests/bad-plans/index.txt", &size);
    const char *text = index;
    uint32_t faults = 0, count = 0;
    for (bad_plan bad; next_row(&text, &bad); count++)
        faults += check(&bad);
    free(index);
    print_message("%u wrong plans\n", count);
    assert_int_equal(faults, 0);
    assert_true(count >= 30);
}

/* Codes that none of them has could be words without a meaning. */
static void audit_every_code_has_a_bad_plan(void **state)
{
    (void)state;
    bool seen[FUSOR_AUDIT_COUNT] = {[FUSOR_AUDIT_PROVEN] = true};
    size_t size;
    char *index = corpus_read("tests/bad-plans/index.txt", &size);
    const char *text = index;
    for (bad_plan bad; next_row(&text, &bad);)
        for (int code = 0; code < FUSOR_AUDIT_COUNT; code++)
            seen[code] =
                seen[code] || strcmp(fusor_audit_word((fusor_audit_code)code), bad.code) == 0;
    free(index);
    for (int code = 0; code < FUSOR_AUDIT_COUNT; code++)
        if (!seen[code])
            fail_msg("no wrong plan has the code %s", fusor_audit_word((fusor_audit_code)code));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(audit_bad_plans_are_refuted_with_their_code),
        cmocka_unit_test(audit_every_code_has_a_bad_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
