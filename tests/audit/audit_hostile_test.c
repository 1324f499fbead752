/* Plans that lie: any word of any array may be anything, lists and names may be missing. The auditor never
 * crashes and never reads outside; it refutes with a code, or the change did not matter. */
#include "core/plan_help.h"

#include <stdlib.h>
#include <string.h>

/* A number inside the elements of one of the plan's arrays. */
typedef struct field {
    size_t array, count, element, offset, size;
} field;

#define ROW(type, list, count, member)                                                             \
    {                                                                                              \
        offsetof(fusor_plan, list), offsetof(fusor_plan, count), sizeof(type),                     \
            offsetof(type, member), sizeof(((type *)NULL)->member)                                 \
    }
#define LIST(list, count)                                                                          \
    {                                                                                              \
        offsetof(fusor_plan, list), offsetof(fusor_plan, count), sizeof(uint32_t), 0,              \
            sizeof(uint32_t)                                                                       \
    }
#define PASS(m) ROW(fusor_plan_pass, passes, pass_count, m)
#define STEP(m) ROW(fusor_plan_step, steps, step_count, m)
#define GROUP(m) ROW(fusor_plan_group, groups, group_count, m)
#define MEMBER(m) ROW(fusor_plan_member, members, member_count, m)
#define SUBPASS(m) ROW(fusor_plan_subpass, subpasses, subpass_count, m)
#define DEPENDENCY(m) ROW(fusor_plan_dependency, dependencies, dependency_count, m)
#define ATTACHMENT(m) ROW(fusor_plan_attachment, attachments, attachment_count, m)
#define REFERENCE(m) ROW(fusor_plan_reference, references, reference_count, m)
#define USE(m) ROW(fusor_plan_use, uses, use_count, m)
#define COPIED(m) ROW(fusor_plan_copy, copies, copy_count, m)
#define RESOURCE(m) ROW(fusor_plan_resource, resources, resource_count, m)
#define PLACEMENT(m) ROW(fusor_placement, placements, placement_count, m)
#define POOL(m) ROW(fusor_plan_pool, pools, pool_count, m)
#define BARRIER(m) ROW(fusor_plan_barrier, barriers, barrier_count, m)
#define EXIT(m) ROW(fusor_plan_exit, exits, exit_count, m)
#define BREAK(m) ROW(fusor_plan_break, breaks, break_count, m)
#define SLICE(row, m) row(m.first), row(m.count)

static const field FIELDS[] = {
    LIST(order, order_count),
    LIST(pass_list, pass_list_count),
    LIST(resource_list, resource_list_count),
    LIST(index_list, index_list_count),
    PASS(kind),
    PASS(flags),
    PASS(culled),
    PASS(group),
    PASS(member),
    SLICE(PASS, uses),
    SLICE(PASS, copies),
    STEP(kind),
    STEP(index),
    SLICE(STEP, barriers),
    GROUP(path),
    GROUP(view_mask),
    GROUP(area[2]),
    GROUP(extent[1]),
    GROUP(layers),
    GROUP(samples),
    SLICE(GROUP, members),
    SLICE(GROUP, subpasses),
    SLICE(GROUP, dependencies),
    SLICE(GROUP, attachments),
    SLICE(GROUP, bridged),
    MEMBER(pass),
    MEMBER(subpass),
    SLICE(MEMBER, color_map),
    SLICE(MEMBER, input_map),
    SLICE(MEMBER, clears),
    SLICE(SUBPASS, passes),
    SLICE(SUBPASS, color),
    SLICE(SUBPASS, resolve),
    SLICE(SUBPASS, inputs),
    SLICE(SUBPASS, preserve),
    SUBPASS(depth.attachment),
    SUBPASS(depth.layout),
    SUBPASS(depth_resolve.attachment),
    DEPENDENCY(from),
    DEPENDENCY(to),
    DEPENDENCY(src.stages),
    DEPENDENCY(src.access),
    DEPENDENCY(dst.stages),
    DEPENDENCY(dst.access),
    ATTACHMENT(resource),
    ATTACHMENT(previous),
    ATTACHMENT(mip),
    SLICE(ATTACHMENT, layers),
    ATTACHMENT(aspects),
    ATTACHMENT(load),
    ATTACHMENT(store),
    ATTACHMENT(stencil_load),
    ATTACHMENT(stencil_store),
    ATTACHMENT(resolve),
    ATTACHMENT(initial_layout),
    ATTACHMENT(final_layout),
    REFERENCE(attachment),
    REFERENCE(layout),
    REFERENCE(aspects),
    USE(as),
    USE(slot),
    USE(resource),
    USE(previous),
    USE(region.aspects),
    SLICE(USE, region.mips),
    SLICE(USE, region.bytes),
    USE(stages),
    USE(access),
    USE(layout),
    COPIED(kind),
    COPIED(src),
    COPIED(dst),
    COPIED(src_previous),
    SLICE(COPIED, dst_region.bytes),
    RESOURCE(handle),
    RESOURCE(lifetime),
    RESOURCE(host),
    RESOURCE(instances),
    RESOURCE(slot_count),
    RESOURCE(format),
    RESOURCE(type),
    RESOURCE(extent[0]),
    RESOURCE(mips),
    RESOURCE(layers),
    RESOURCE(samples),
    SLICE(RESOURCE, view_formats),
    RESOURCE(bytes),
    RESOURCE(usage),
    RESOURCE(first),
    RESOURCE(last),
    RESOURCE(alias_set),
    SLICE(RESOURCE, placements),
    SLICE(RESOURCE, exit),
    PLACEMENT(pool),
    PLACEMENT(offset),
    PLACEMENT(size_bytes),
    PLACEMENT(alignment),
    PLACEMENT(memory_type),
    SLICE(PLACEMENT, follows),
    POOL(memory_type),
    POOL(placed_bytes),
    POOL(sum_bytes),
    POOL(lower_bound_bytes),
    POOL(exit.stages),
    BARRIER(kind),
    BARRIER(why),
    BARRIER(resource),
    BARRIER(previous),
    BARRIER(call),
    BARRIER(before),
    BARRIER(region.aspects),
    SLICE(BARRIER, region.mips),
    SLICE(BARRIER, region.layers),
    SLICE(BARRIER, region.bytes),
    BARRIER(src.stages),
    BARRIER(src.access),
    BARRIER(src.layout),
    BARRIER(dst.stages),
    BARRIER(dst.access),
    BARRIER(dst.layout),
    SLICE(BARRIER, src.passes),
    SLICE(BARRIER, dst.passes),
    SLICE(BARRIER, replaces),
    EXIT(resource),
    EXIT(previous),
    EXIT(region.aspects),
    SLICE(EXIT, region.mips),
    SLICE(EXIT, region.bytes),
    EXIT(scope.stages),
    EXIT(scope.layout),
    EXIT(write_stages),
    BREAK(before),
    BREAK(after),
    BREAK(reasons),
    BREAK(resource),
};
enum { FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0] };

static const char *const FRAMES[] = {
    "chain-02",     "chain-14",          "khronos-msaa-post",     "vkex-deferred",
    "godot-mobile", "vkex-computecloth", "khronos-async-compute", NULL};

typedef struct victim {
    fusor_graph *graph;
    fusor_plan *plan;
    uint32_t refuted, proven;
} victim;

static void audit(victim *v)
{
    fusor_audit_desc desc = {
        .graph = v->graph, .device = fusor_device_builtin("tiler"), .plan = v->plan};
    fusor_audit_report *report = NULL;
    fusor_result result = fusor_audit(&desc, &report);
    assert_true(result == FUSOR_OK || result == FUSOR_ERROR_REFUTED);
    assert_true(report && *report->text &&
                (report->code != FUSOR_AUDIT_PROVEN) == (result != FUSOR_OK));
    v->refuted += result != FUSOR_OK;
    v->proven += result == FUSOR_OK;
    fusor_audit_report_destroy(report);
}

static victim make(const char *name)
{
    victim v = {.graph = corpus_frame(name)};
    fusor_compiled *compiled = NULL;
    fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
    fusor_plan *plan = NULL;
    assert_int_equal(fusor_compile(v.graph, fusor_device_builtin("tiler"), &policy, &compiled),
                     FUSOR_OK);
    assert_int_equal(fusor_place(compiled, NULL, &plan), FUSOR_OK);
    assert_int_equal(fusor_plan_clone(plan, NULL, &v.plan), FUSOR_OK);
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    return v;
}

static void put_away(victim *v)
{
    fusor_plan_destroy(v->plan);
    fusor_graph_destroy(v->graph);
}

/* ------------------------------------------------------------------------------ numbers */

static uint64_t lie(help_random *random, uint64_t was)
{
    static const uint64_t LIES[] = {0,          1,          2,          7,
                                    64,         0x7fffffff, 0x80000000, 0xfffffffe,
                                    0xffffffff, 1ull << 48, 1ull << 63, UINT64_MAX - 1,
                                    UINT64_MAX};
    uint32_t which = help_next(random, 16);
    return which < 13    ? LIES[which]
           : which == 13 ? was + 1
           : which == 14 ? was - 1
                         : was ^ 1ull << help_next(random, 34);
}

static char *element(const victim *v, const field *f, help_random *random)
{
    uint32_t count;
    char *array;
    memcpy(&count, (const char *)v->plan + f->count, sizeof count);
    memcpy(&array, (const char *)v->plan + f->array, sizeof array);
    return count ? array + help_next(random, count) * f->element + f->offset : NULL;
}

static void tell_a_lie(victim *v, help_random *random)
{
    const field *f = &FIELDS[help_next(random, FIELD_COUNT)];
    char *at = element(v, f, random), kept[8];
    uint64_t value = 0;
    if (!at)
        return;
    memcpy(kept, at, f->size);
    memcpy(&value, at, f->size);
    value = lie(random, value);
    memcpy(at, &value, f->size);
    if (help_next(random, 4) == 0)
        tell_a_lie(v, random); /* and another one to cover it */
    else
        audit(v);
    memcpy(at, kept, f->size);
}

static void audit_survives_any_number_in_any_array(void **state)
{
    (void)state;
    for (int i = 0; FRAMES[i]; i++) {
        victim v = make(FRAMES[i]);
        help_random random = {.state = (uint64_t)i + 1};
        for (int n = 0; n < 1500; n++)
            tell_a_lie(&v, &random);
        audit(&v);
        print_message("%s: %u refuted, %u as good\n", FRAMES[i], v.refuted, v.proven);
        assert_true(v.proven && v.refuted > v.proven);
        put_away(&v);
    }
}

/* ------------------------------------------------------------------------------ lists and names */

/* Every array without elements, shorter, or with a count and no list. */
static void audit_survives_missing_lists(void **state)
{
    (void)state;
    victim v = make("khronos-subpasses");
    fusor_plan whole = *v.plan;
#define TRY(type, list, count)                                                                     \
    v.plan->list = NULL;                                                                           \
    audit(&v);                                                                                     \
    v.plan->count = 0;                                                                             \
    audit(&v);                                                                                     \
    *v.plan = whole;                                                                               \
    v.plan->count /= 2;                                                                            \
    audit(&v);                                                                                     \
    *v.plan = whole;
    FUSOR_PLAN_ARRAYS(TRY)
#undef TRY
    audit(&v);
    assert_true(v.proven && v.refuted > 30);
    put_away(&v);
}

static void audit_survives_missing_names(void **state)
{
    (void)state;
    victim v = make("khronos-subpasses");
    fusor_plan_pass *passes = (fusor_plan_pass *)(uintptr_t)v.plan->passes;
    fusor_plan_resource *resources = (fusor_plan_resource *)(uintptr_t)v.plan->resources;
    const char *pass = passes[0].name, *resource = resources[0].name;
    passes[0].name = NULL;
    audit(&v);
    passes[0].name = pass;
    resources[0].name = NULL;
    audit(&v);
    resources[0].name = "";
    audit(&v);
    resources[0].name = resource;
    v.plan->graph_name = v.plan->device_name = NULL;
    assert_int_equal(v.refuted, 3);
    audit(&v);
    v.plan->graph_name = v.plan->device_name = "";
    put_away(&v);
}

static void audit_refuses_what_is_not_there(void **state)
{
    (void)state;
    victim v = make("chain-02");
    fusor_audit_report *report = NULL;
    fusor_audit_desc desc = {.graph = v.graph};
    assert_int_equal(fusor_audit(NULL, &report), FUSOR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(fusor_audit(&desc, &report), FUSOR_ERROR_INVALID_ARGUMENT);
    desc = (fusor_audit_desc){.plan = v.plan};
    assert_int_equal(fusor_audit(&desc, &report), FUSOR_ERROR_INVALID_ARGUMENT);
    assert_null(report);
    assert_int_equal(fusor_audit(&desc, NULL), FUSOR_ERROR_INVALID_ARGUMENT);
    fusor_audit_report_destroy(NULL);
    put_away(&v);
}

/* The plan of another graph is no plan of this one. */
static void audit_refutes_the_plan_of_another_graph(void **state)
{
    (void)state;
    for (int i = 0; FRAMES[i]; i++) {
        victim v = make(FRAMES[i]);
        fusor_graph *own = v.graph;
        v.graph = corpus_frame(FRAMES[i + 1] ? FRAMES[i + 1] : FRAMES[0]);
        audit(&v);
        assert_int_equal(v.refuted, 1);
        fusor_graph_destroy(own);
        put_away(&v);
    }
}

/* ------------------------------------------------------------------------------ memory */

typedef struct limited {
    uint32_t left;
    int64_t held;
} limited;

static void *allocate(void *user, void *ptr, size_t old_size, size_t new_size, size_t align)
{
    limited *l = user;
    (void)align;
    if (new_size && !l->left)
        return NULL;
    l->left -= new_size != 0;
    l->held += (int64_t)new_size - (int64_t)(ptr ? old_size : 0);
    if (new_size)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

/* Each allocation fails in turn: a result, nothing kept. */
static void audit_without_memory_is_a_result(void **state)
{
    (void)state;
    victim v = make("khronos-subpasses");
    fusor_result result = FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t n = 0; result != FUSOR_OK; n++) {
        limited l = {.left = n};
        fusor_audit_report *report = NULL;
        fusor_audit_desc desc = {.graph = v.graph,
                                 .device = fusor_device_builtin("tiler"),
                                 .plan = v.plan,
                                 .allocator = {allocate, &l}};
        result = fusor_audit(&desc, &report);
        assert_true(result == FUSOR_OK || result == FUSOR_ERROR_OUT_OF_MEMORY);
        assert_true((report != NULL) == (result == FUSOR_OK));
        fusor_audit_report_destroy(report);
        assert_int_equal(l.held, 0);
        assert_true(n < 10000);
    }
    put_away(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(audit_survives_any_number_in_any_array),
        cmocka_unit_test(audit_survives_missing_lists),
        cmocka_unit_test(audit_survives_missing_names),
        cmocka_unit_test(audit_refuses_what_is_not_there),
        cmocka_unit_test(audit_refutes_the_plan_of_another_graph),
        cmocka_unit_test(audit_without_memory_is_a_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
