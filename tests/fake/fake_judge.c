/* In: a graph and the lifted plans of frames in a row. Out: whether they are sound. Promised: barriers count
 * as Vulkan counts them: a memory barrier is for all memory. */
#include "fake_lift.h"

#include "core/oracle.h"

#include <stdio.h>

/* The auditor has one plan for all frames: the last one's, which is that of every later frame. */
static bool is_proven(const fake_case *given, char text[800])
{
    const fusor_audit_desc desc = {.graph = given->graph,
                                   .device = given->device,
                                   .plan = given->frames[given->count - 1],
                                   .joined_barriers = true};
    fusor_audit_report *report = NULL;
    fusor_result result = fusor_audit(&desc, &report);
    if (result != FUSOR_OK)
        snprintf(text, 800, "audit: %s: %s",
                 report ? fusor_audit_word(report->code) : fusor_result_text(result),
                 report ? report->text : "no report");
    fusor_audit_report_destroy(report);
    return result == FUSOR_OK;
}

/* The oracle too: it takes a plan a frame, and sees how the first frames differ. */
bool fake_judge(const fake_case *given, char text[800])
{
    oracle_verdict verdict = oracle_check_frames(given->graph, given->frames, given->count, NULL);
    snprintf(text, 800, "%s", verdict.text);
    return verdict.faults == 0 && is_proven(given, text);
}
