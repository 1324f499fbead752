/* In: a graph and a plan of it. Out: a verdict. */
#include "core/oracle_core.h"

#include <stdlib.h>

/* Each pass runs once or is culled. */
static void check_order(oracle_state *s)
{
    uint32_t passes = fusor_graph_pass_count(s->graph);
    uint8_t *ran = calloc(passes + 1, 1);
    if (!ran)
        abort();
    for (uint32_t i = 0; i < s->plan->step_count; i++) {
        const fusor_plan_step *step = &s->plan->steps[i];
        if (step->kind == FUSOR_STEP_PASS)
            ran[step->index]++;
        for (uint32_t m = 0;
             step->kind == FUSOR_STEP_GROUP && m < s->plan->groups[step->index].members.count; m++)
            ran[s->plan->members[s->plan->groups[step->index].members.first + m].pass]++;
    }
    for (uint32_t p = 0; p < passes; p++)
        if (ran[p] != (s->plan->passes[p].culled == FUSOR_CULL_NOT_CULLED))
            oracle_fault(s, "form: pass \"%s\" runs %u times", oracle_pass_name(s, p), ran[p]);
    if (!s->plan->step_count || s->plan->steps[s->plan->step_count - 1].kind != FUSOR_STEP_END)
        oracle_fault(s, "form: the last step is no end");
    free(ran);
}

static void finish(oracle_state *s)
{
    for (uint32_t u = 0; u < s->uses.count; u++) {
        free(s->uses.data[u].cells.data);
        free(s->uses.data[u].seen);
    }
    for (uint32_t i = 0; s->overlaps && i < s->instance_first[s->resource_count - 1] +
                                                s->resources[s->resource_count - 1].slots;
         i++)
        free(s->overlaps[i].data);
    for (uint32_t i = 0; i < s->resource_count; i++)
        free(s->resources[i].bounds);
    free(s->resources);
    free(s->cells.data);
    free(s->uses.data);
    free(s->pass_first);
    free(s->ends);
    free(s->version);
    free(s->tile);
    free(s->in_tile);
    free(s->layout_known);
    free(s->written);
    free(s->layout);
    free(s->overlaps);
    free(s->instance_first);
    free(s->records.data);
}

static oracle_verdict judge(oracle_state *s)
{
    if (!fusor_graph_image_count(s->graph) && !fusor_graph_buffer_count(s->graph))
        return s->verdict;
    oracle_read_declaration(s);
    oracle_find_overlaps(s);
    oracle_run_declared(s);
    for (uint32_t i = 0; i < s->plan_count; i++) {
        s->plan = s->plans[i];
        check_order(s);
    }
    oracle_replay(s);
    finish(s);
    return s->verdict;
}

oracle_verdict oracle_check(const fusor_graph *graph, const fusor_plan *plan,
                            const oracle_options *options)
{
    return oracle_check_frames(graph, &plan, 1, options);
}

oracle_verdict oracle_check_frames(const fusor_graph *graph, const fusor_plan *const *plans,
                                   uint32_t plan_count, const oracle_options *options)
{
    oracle_state s = {.graph = graph,
                      .model = &oracle_records,
                      .plans = plans,
                      .plan_count = plan_count,
                      .plan = plans[0]};
    if (options)
        s.options = *options;
    return judge(&s);
}

oracle_verdict oracle_check_with(const fusor_graph *graph, const fusor_plan *plan,
                                 const oracle_options *options, const oracle_model *model,
                                 void *memory)
{
    oracle_state s = {.graph = graph,
                      .model = model,
                      .memory = memory,
                      .plans = &plan,
                      .plan_count = 1,
                      .plan = plan,
                      .options = *options};
    return judge(&s);
}
