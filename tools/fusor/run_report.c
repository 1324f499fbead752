/* In: a plan that ran. Out: on stdout, which passes share a render pass, which resources share bytes,
 * and frame times.
 * Promised: one line a group and a pair; long lists of pairs are counted, not printed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "run_exec.h"

enum { PAIRS_PRINTED = 200 };

static void report_group(const fusor_plan *plan, const fusor_plan_group *group)
{
    printf("group (%s):", fusor_path_word(group->path));
    for (uint32_t i = 0; i < group->members.count; i++) {
        const fusor_plan_member *member = &plan->members[group->members.first + i];
        printf("%s \"%s\"", i ? "," : "", plan->passes[member->pass].name);
    }
    putchar('\n');
}

static bool placements_meet(const fusor_plan *plan, const fusor_plan_resource *a,
                            const fusor_plan_resource *b)
{
    for (uint32_t i = 0; i < a->placements.count; i++) {
        const fusor_placement *left = &plan->placements[a->placements.first + i];
        for (uint32_t j = 0; j < b->placements.count; j++) {
            const fusor_placement *right = &plan->placements[b->placements.first + j];
            if (left->placed && right->placed && left->pool == right->pool &&
                left->offset < right->offset + right->size_bytes &&
                right->offset < left->offset + left->size_bytes) {
                return true;
            }
        }
    }
    return false;
}

static void report_pairs(const fusor_plan *plan)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->resource_count; i++) {
        for (uint32_t j = i + 1; j < plan->resource_count; j++) {
            if (placements_meet(plan, &plan->resources[i], &plan->resources[j])) {
                if (count++ < PAIRS_PRINTED) {
                    printf("alias \"%s\" = \"%s\"\n", plan->resources[i].name,
                           plan->resources[j].name);
                }
            }
        }
    }
    if (count > PAIRS_PRINTED) {
        printf("alias … and %u more pairs\n", count - PAIRS_PRINTED);
    }
    printf("alias pairs: %u; placed %" PRIu64 " of %" PRIu64 " bytes\n", count, plan->memory_placed,
           plan->memory_sum);
}

void run_report_plan(const fusor_plan *plan)
{
    uint32_t groups = 0;
    for (uint32_t i = 0; i < plan->group_count; i++) {
        if (plan->groups[i].members.count > 1) {
            report_group(plan, &plan->groups[i]);
            groups++;
        }
    }
    printf("groups of more than one: %u; render passes: %u, unfused %u\n", groups,
           plan->counts.render_passes, plan->counts.unfused_render_passes);
    report_pairs(plan);
}

static int compare_times(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

void run_report_times(const run_task *task, const run_variant *variant)
{
    uint64_t *sorted = run_arena_copy(task->arena, variant->times_ns, task->frames, sizeof *sorted);
    qsort(sorted, task->frames, sizeof *sorted, compare_times);
    if (!sorted[task->frames - 1]) {
        printf("time %s: the queue has no timestamps\n", variant->name);
        return;
    }
    uint64_t median = sorted[task->frames / 2];
    printf("time %s: median %.3f ms, least %.3f ms, most %.3f ms of %u frames (GPU)\n",
           variant->name, (double)median / 1e6, (double)sorted[0] / 1e6,
           (double)sorted[task->frames - 1] / 1e6, task->frames);
}
