/* In: a graph and the lifted plans of frames in a row. Out: whether they are sound. Promised: barriers count
 * as Vulkan counts them: a memory barrier is for all memory. */
#include "fake_lift.h"

#include "core/oracle.h"

#include <stdio.h>

/* fusor_audit() belongs here too, with `joined_barriers`, for the last frame's plan: it needs the device. */
bool fake_judge(const fake_case *given, char text[800])
{
    oracle_verdict verdict = oracle_check_frames(given->graph, given->frames, given->count, NULL);
    snprintf(text, 800, "%s", verdict.text);
    return verdict.faults == 0;
}
