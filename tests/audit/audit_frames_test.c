/* Every frame of the corpus, with every policy, on every built-in device: proven by its entries, by Vulkan's
 * own rule, and again when the plan was written and read back. */
#include "core/plan_help.h"

#include "audit/audit_check.h"

#include <string.h>

typedef struct made {
    fusor_graph *graph;
    const fusor_device_desc *device;
    fusor_plan *plan;
} made;

static bool make(const fusor_graph *graph, const fusor_device_desc *device,
                 const fusor_policy *policy, fusor_plan **plan)
{
    fusor_compiled *compiled = NULL;
    bool good = fusor_compile(graph, device, policy, &compiled) ==
                FUSOR_OK; /* some devices lack a format */
    if (good)
        assert_int_equal(fusor_place(compiled, NULL, plan), FUSOR_OK);
    fusor_compiled_destroy(compiled);
    return good;
}

static void judge(const made *m)
{
    fusor_audit_desc joined = {
        .graph = m->graph, .device = m->device, .plan = m->plan, .joined_barriers = true};
    fusor_audit_report *report = NULL;
    assert_true(audit_check(m->graph, m->device, m->plan));
    assert_int_equal(fusor_audit(&joined, &report), FUSOR_OK);
    assert_int_equal(report->code, FUSOR_AUDIT_PROVEN);
    fusor_audit_report_destroy(report);
}

static uint32_t judge_policies(fusor_graph *graph, const fusor_device_desc *device)
{
    static const fusor_alias_policy ALIAS[] = {FUSOR_ALIAS_OFF, FUSOR_ALIAS_PROVEN,
                                               FUSOR_ALIAS_RECORDED};
    static const fusor_fuse_policy FUSE[] = {FUSOR_FUSE_OFF, FUSOR_FUSE_ADJACENT, FUSOR_FUSE_FULL,
                                             FUSOR_FUSE_AUTO};
    uint32_t count = 0;
    for (int f = 0; f < 4; f++)
        for (int a = 0; a < 3; a++) {
            made m = {.graph = graph, .device = device};
            fusor_policy policy = {.fuse = FUSE[f], .alias = ALIAS[a]};
            if (make(graph, device, &policy, &m.plan)) {
                judge(&m);
                count++;
            }
            fusor_plan_destroy(m.plan);
        }
    return count;
}

static void audit_proves_every_frame_with_every_policy(void **state)
{
    (void)state;
    uint32_t count = 0;
    for (const char *const *name = corpus_names(); *name; name++) {
        fusor_graph *graph = corpus_frame(*name);
        for (uint32_t d = 0; fusor_device_builtin_name(d); d++)
            count += judge_policies(graph, fusor_device_builtin(fusor_device_builtin_name(d)));
        fusor_graph_destroy(graph);
    }
    print_message("%u plans\n", count);
    assert_true(count > 1900);
}

static void audit_proves_plans_that_were_read_back(void **state)
{
    (void)state;
    for (const char *const *name = corpus_names(); *name; name++) {
        made m = {.graph = corpus_frame(*name), .device = fusor_device_builtin("tiler")};
        fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
        fusor_plan *again = NULL;
        char *text = NULL;
        assert_true(make(m.graph, m.device, &policy, &m.plan));
        assert_int_equal(fusor_json_write_plan(m.plan, &text), FUSOR_OK);
        fusor_json_source source = {.text = text, .size = strlen(text)};
        assert_int_equal(fusor_json_read_plan(&source, m.graph, &again, NULL), FUSOR_OK);
        assert_true(audit_check(m.graph, m.device, again));
        fusor_plan_destroy(again);
        fusor_json_free(text);
        fusor_plan_destroy(m.plan);
        fusor_graph_destroy(m.graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(audit_proves_every_frame_with_every_policy),
        cmocka_unit_test(audit_proves_plans_that_were_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
