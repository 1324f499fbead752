/* Placement: rows M of CASES, the callback, exact numbers, failures that bind nothing. */
#include "core/place_check.h"

#include <stdio.h>
#include <string.h>

/* Graphs are laid out by hand, a pass a line. */
/* clang-format off */

#define BUF(name, size) "'" name "':{'size':" size "}"
#define CS FUSOR_STAGE_COMPUTE_SHADER
#define STORE_W FUSOR_ACCESS_SHADER_STORAGE_WRITE

/* Requirements by name, and what was asked. */
typedef struct row {
    const char *name;
    uint64_t size, alignment;
    uint32_t types;
    fusor_dedicated dedicated;
} row;

typedef struct oracle_rows {
    const row *rows;
    uint32_t count, asked;
    fusor_result result;
    char names[400];
} requirement_rows;

static fusor_result answer(void *user, const fusor_requirements_query *query, fusor_requirements *out)
{
    requirement_rows *r = user;
    r->asked++;
    size_t used = strlen(r->names);
    snprintf(r->names + used, sizeof r->names - used, "%s ", query->name);
    *out = (fusor_requirements){query->size_bytes, 256, 1, FUSOR_DEDICATED_NO};
    for (uint32_t i = 0; i < r->count; i++)
        if (strcmp(r->rows[i].name, query->name) == 0)
            *out = (fusor_requirements){r->rows[i].size ? r->rows[i].size : query->size_bytes, r->rows[i].alignment,
                                        r->rows[i].types, r->rows[i].dedicated};
    return r->result;
}

static help_plan place_with(const char *body, requirement_rows *rows, fusor_alias_policy alias)
{
    fusor_place_desc place = {.requirements_fn = answer, .user = rows};
    fusor_policy policy = {.fuse = FUSOR_FUSE_OFF, .alias = alias};
    help_plan plan = help_compile_with(help_graph(body), NULL, &policy, &place);
    place_check(plan.graph, plan.plan);
    return plan;
}

/* 0→1 has a hazard, 2 stands alone: hb(0,1), not hb(2,1), not hb(1,2): a may be followed by nothing of 2. */
static void place_M01_order_is_reachability_not_position(void **state)
{
    (void)state;
    static const char *const BODY =
        "'buffers':{" BUF("a", "1024") "," BUF("b", "1024") "," BUF("c", "1024") "," BUF("h", "4") "},'passes':["
        COMPUTE("0", "'writes':[" BUFFER_WRITE("a") "," BUFFER_WRITE("h") "]") ","
        COMPUTE("1", "'side_effects':true,'reads':[" BUFFER_READ("h") "],'writes':[" BUFFER_WRITE("b") "]") ","
        COMPUTE("2", "'side_effects':true,'writes':[" BUFFER_WRITE("c") "]") "]";
    help_plan plan = help_compile(BODY, "immediate", FUSOR_FUSE_OFF);
    place_check(plan.graph, plan.plan);
    const fusor_placement *a = help_placement(&plan, "a"), *b = help_placement(&plan, "b"), *c = help_placement(&plan, "c");
    help_check(&plan, a->offset == b->offset);     /* 0 before 1 */
    help_check(&plan, c->offset != a->offset && c->offset != b->offset);
    help_finish(&plan);
    fusor_policy recorded = {.fuse = FUSOR_FUSE_OFF, .alias = FUSOR_ALIAS_RECORDED};
    plan = help_compile_with(help_graph(BODY), NULL, &recorded, NULL);
    place_check(plan.graph, plan.plan);
    help_check(&plan, help_placement(&plan, "a")->offset == help_placement(&plan, "c")->offset);
    help_finish(&plan);
}

/* Every last use before every first use: two readers of a, one of them unordered with b's writer. */
static void place_M02_every_last_use_comes_before_every_first_use(void **state)
{
    (void)state;
#define READERS(edge)                                                                              \
    "'buffers':{" BUF("a", "1024") "," BUF("b", "1024") "," BUF("h", "4") "},'passes':["                         \
    COMPUTE("W", "'writes':[" BUFFER_WRITE("a") "]") ","                                                       \
    COMPUTE("R1", "'side_effects':true,'reads':[" BUFFER_READ("a") "],'writes':[" BUFFER_WRITE("h") "]") ","      \
    COMPUTE("R2", "'side_effects':true,'reads':[" BUFFER_READ("a") "]") ","                                       \
    COMPUTE("N", "'side_effects':true,'reads':[" BUFFER_READ("h") "],'writes':[" BUFFER_WRITE("b") "]") "]" edge
    help_plan plan = help_compile(READERS(""), "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_placement(&plan, "a")->offset != help_placement(&plan, "b")->offset);
    help_finish(&plan);
    plan = help_compile(READERS(",'edges':[['R2','N']]"), "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_placement(&plan, "a")->offset == help_placement(&plan, "b")->offset);
    help_finish(&plan);
}

static void place_M03_a_callback_is_asked_once_a_description_and_rules_do_without(void **state)
{
    (void)state;
    static const char *const BODY =
        "'images':{" IMAGE("a") "," IMAGE("b") "," IMAGE("c") ",'d':{'format':'r16g16b16a16_sfloat'}," TARGET("o") "},'passes':["
        COMPUTE("P", "'writes':[" WRITES("a") "," WRITES("b") "," WRITES("c") "," WRITES("d") "]") ","
        RASTER("Q", "'color':[" OVER("o") "],'reads':[" SAMPLED("a") "," SAMPLED("b") "," SAMPLED("c") "," SAMPLED("d") "]") "]";
    requirement_rows rows = {0};
    help_plan plan = place_with(BODY, &rows, FUSOR_ALIAS_PROVEN);
    help_check(&plan, rows.asked == 2); /* a, b, c are alike; the import is not asked for */
    /* idempotent: placing again gives the same */
    fusor_plan *again = NULL;
    fusor_place_desc place = {.requirements_fn = answer, .user = &rows};
    assert_int_equal(fusor_place(plan.compiled, &place, &again), FUSOR_OK);
    help_check(&plan, again->hash == plan.plan->hash);
    fusor_plan_destroy(again);
    help_finish(&plan);
    plan = help_compile(BODY, "immediate", FUSOR_FUSE_OFF);
    help_finish(&plan);
}

/* One barrier before the newcomer's first use, source the old occupant's readers, access 0. */
static void place_M05_an_aliased_buffer_gets_one_barrier(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("o") "},'buffers':{" BUF("a", "1024") "," BUF("b", "1024") "},'passes':["
        COMPUTE("P1", "'writes':[" BUFFER_WRITE("a") "]") ","
        RASTER("P2", "'color':[" OVER("o") "],'reads':[{'buffer':'a','as':'vertex'}]") ","
        COMPUTE("P3", "'writes':[" BUFFER_WRITE("b") "]") "," COMPUTE("P4", "'side_effects':true,'reads':[" BUFFER_READ("b") "]") "],"
        "'edges':[['P2','P3']]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_placement(&plan, "a")->offset == help_placement(&plan, "b")->offset);
    help_dependency(&plan, "P3", "b", FUSOR_STAGE_VERTEX_INPUT, 0, CS, STORE_W);
    const fusor_plan_barrier *b = help_barrier(&plan, "P3", "b");
    help_check(&plan, b->kind != FUSOR_BARRIER_IMAGE && b->why == FUSOR_WHY_ALIAS && !b->has_layout);
    help_check(&plan, help_barrier_count(&plan, "P1", "b") == 0 && help_barrier_count(&plan, "P2", "b") == 0);
    help_finish(&plan);
}

/* The hand-over is in the first transition itself: no barrier of memory with a transition from nothing. */
static void place_M06_an_aliased_image_carries_the_scope_in_its_transition(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("a") "," IMAGE("b") "},'passes':[" COMPUTE("P1", "'writes':[" WRITES("a") "]") ","
        COMPUTE("P2", "'writes':[" WRITES("a") "],'side_effects':true") "," COMPUTE("P3", "'writes':[" WRITES("b") "],'side_effects':true") "],"
        "'edges':[['P2','P3']]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_placement(&plan, "a")->offset == help_placement(&plan, "b")->offset);
    help_dependency(&plan, "P3", "b", CS, STORE_W, CS, STORE_W);
    const fusor_plan_barrier *b = help_barrier(&plan, "P3", "b");
    help_check(&plan, b->kind == FUSOR_BARRIER_IMAGE && b->src.layout == FUSOR_LAYOUT_UNDEFINED && b->dst.layout == FUSOR_LAYOUT_GENERAL);
    help_finish(&plan);
}

static void place_M07_accesses_of_one_command_are_ored(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("o") "},'buffers':{" BUF("a", "1024") "},'passes':[" COMPUTE("P1", "'writes':[" BUFFER_WRITE("a") "]") ","
        RASTER("P2", "'color':[" OVER("o") "],'reads':[{'buffer':'a','as':'index'},{'buffer':'a','as':'uniform','stages':['vertex']},{'buffer':'a','as':'storage'}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_dependency(&plan, "P2", "a", CS, STORE_W,
                    FUSOR_STAGE_VERTEX_INPUT | FUSOR_STAGE_VERTEX_SHADER | FUSOR_STAGE_FRAGMENT_SHADER,
                    FUSOR_ACCESS_INDEX_READ | FUSOR_ACCESS_UNIFORM_READ | FUSOR_ACCESS_SHADER_STORAGE_READ);
    help_finish(&plan);
}

/* Two small → one big: both are in the source. */
static void place_M08_every_old_occupant_of_the_bytes_is_in_the_source(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("o") "},'buffers':{" BUF("s1", "1024") "," BUF("s2", "1024") "," BUF("big", "2048") "},'passes':["
        COMPUTE("W", "'writes':[" BUFFER_WRITE("s1") "," BUFFER_WRITE("s2") "]") ","
        RASTER("R1", "'color':[" OVER("o") "],'reads':[{'buffer':'s1','as':'vertex'},{'buffer':'s2','as':'indirect'}]") ","
        COMPUTE("B", "'side_effects':true,'writes':[" BUFFER_WRITE("big") "]") "],'edges':[['R1','B']]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, plan.plan->memory_placed == 2048);
    help_dependency(&plan, "B", "big", FUSOR_STAGE_VERTEX_INPUT | FUSOR_STAGE_DRAW_INDIRECT, 0, CS, STORE_W);
    help_check(&plan, help_barrier(&plan, "B", "big")->replaces.count == 2);
    help_check(&plan, help_placement(&plan, "big")->follows.count == 2);
    help_finish(&plan);
}

/* Live [0,64) and [128,192): 64 bytes align 64 goes to 64; 96 bytes goes to 192. */
static void gap(uint64_t size, uint64_t least, uint64_t most)
{
    char body[1500];
    snprintf(body, sizeof body,
             "'buffers':{'first':{'size':64},'hole':{'size':64},'last':{'size':64},'new':{'size':%llu}},'passes':["
             COMPUTE("P1", "'writes':[" BUFFER_WRITE("first") "," BUFFER_WRITE("hole") "," BUFFER_WRITE("last") "]") ","
             COMPUTE("P2", "'side_effects':true,'reads':[" BUFFER_READ("hole") "," BUFFER_READ("first") "," BUFFER_READ("last") "]") ","
             COMPUTE("P3", "'side_effects':true,'writes':[" BUFFER_WRITE("new") "]") ","
             COMPUTE("P4", "'side_effects':true,'reads':[" BUFFER_READ("first") "," BUFFER_READ("last") "," BUFFER_READ("new") "]") "],"
             "'edges':[['P2','P3']]", (unsigned long long)size);
    static const row ROWS[] = {{"first", 64, 64, 1, FUSOR_DEDICATED_NO}, {"new", 0, 64, 1, FUSOR_DEDICATED_NO}};
    requirement_rows rows = {.rows = ROWS, .count = 2};
    help_plan plan = place_with(body, &rows, FUSOR_ALIAS_PROVEN);
    if (plan.plan->memory_placed < least || plan.plan->memory_placed > most)
        help_fail(&plan, __FILE__, __LINE__, "%llu bytes placed, expected %llu to %llu",
                  (unsigned long long)plan.plan->memory_placed, (unsigned long long)least,
                  (unsigned long long)most);
    help_finish(&plan);
}

static void place_M09_exact_numbers_of_gaps(void **state)
{
    (void)state;
    gap(64, 192, 192); /* into the hole, wherever that is */
    gap(96, 224, 256); /* 64 + 64 + 96, or with what the alignment of 64 wastes behind 96 */
}

static void place_M09_offsets_are_rounded_to_each_alignment_only(void **state)
{
    (void)state;
    static const row ROWS[] = {{"a", 100, 4, 1, FUSOR_DEDICATED_NO}, {"b", 60, 64, 1, FUSOR_DEDICATED_NO}, {"c", 4, 4, 1, FUSOR_DEDICATED_NO}};
    requirement_rows rows = {.rows = ROWS, .count = 3};
    help_plan plan = place_with(
        "'buffers':{" BUF("a", "100") "," BUF("b", "60") "," BUF("c", "4") "},'passes':["
        COMPUTE("P", "'side_effects':true,'writes':[" BUFFER_WRITE("a") "," BUFFER_WRITE("b") "," BUFFER_WRITE("c") "]") "]",
        &rows, FUSOR_ALIAS_PROVEN);
    help_check(&plan, help_placement(&plan, "b")->offset % 64 == 0);
    help_check(&plan, plan.plan->memory_placed <= 192); /* 164 in the best order; never 256 a resource */
    help_finish(&plan);
}

static void place_M09_linear_and_optimal_lie_apart_where_granularity_says(void **state)
{
    (void)state;
#define MIXED                                                                                      \
    "'images':{" IMAGE("i") "},'buffers':{" BUF("b", "1024") "},'passes':["                                       \
    COMPUTE("P", "'side_effects':true,'writes':[" WRITES("i") "," BUFFER_WRITE("b") "]") "]"
    help_plan plan = help_compile(MIXED, "immediate", FUSOR_FUSE_OFF); /* granularity 1024, alignment 256 */
    help_check(&plan, help_placement(&plan, "i")->pool != help_placement(&plan, "b")->pool);
    help_check(&plan, plan.plan->pools[help_placement(&plan, "i")->pool].optimal);
    help_check(&plan, !plan.plan->pools[help_placement(&plan, "b")->pool].optimal);
    help_finish(&plan);
    plan = help_compile(MIXED, "lavapipe-22", FUSOR_FUSE_OFF); /* 64: no more than every alignment */
    help_check(&plan, help_placement(&plan, "i")->pool == help_placement(&plan, "b")->pool);
    help_finish(&plan);
}

static void place_M10_a_pool_has_a_type_that_all_its_members_allow(void **state)
{
    (void)state;
    static const row ROWS[] = {{"a", 1024, 256, 1, FUSOR_DEDICATED_NO}, {"b", 2048, 256, 6, FUSOR_DEDICATED_NO}, {"c", 4096, 256, 7, FUSOR_DEDICATED_NO}};
    requirement_rows rows = {.rows = ROWS, .count = 3};
    help_plan plan = place_with(
        "'buffers':{" BUF("a", "1024") "," BUF("b", "2048") "," BUF("c", "4096") "},'passes':["
        COMPUTE("P", "'side_effects':true,'writes':[" BUFFER_WRITE("a") "," BUFFER_WRITE("b") "," BUFFER_WRITE("c") "]") "]",
        &rows, FUSOR_ALIAS_PROVEN);
    const fusor_placement *a = help_placement(&plan, "a"), *b = help_placement(&plan, "b"), *c = help_placement(&plan, "c");
    help_check(&plan, a->pool != b->pool);
    help_check(&plan, a->memory_type == 0 && (6u >> b->memory_type & 1) && (7u >> c->memory_type & 1));
    help_finish(&plan);
}

static void place_M11_dedicated_host_and_imported_are_never_pooled(void **state)
{
    (void)state;
    static const row ROWS[] = {{"d", 1024, 256, 1, FUSOR_DEDICATED_REQUIRED}, {"p", 2048, 256, 1, FUSOR_DEDICATED_PREFERRED}};
    requirement_rows rows = {.rows = ROWS, .count = 2};
    help_plan plan = place_with(
        "'buffers':{" BUF("d", "1024") "," BUF("p", "2048") "," BUF("x", "4096") ",'host':{'size':64,'host':'read'},'own':{'size':64,'import':{}}},'passes':["
        COMPUTE("P", "'side_effects':true,'writes':[" BUFFER_WRITE("d") "," BUFFER_WRITE("p") "," BUFFER_WRITE("x") "," BUFFER_WRITE("host") "," BUFFER_WRITE("own") "]") "]",
        &rows, FUSOR_ALIAS_PROVEN);
    const fusor_placement *d = help_placement(&plan, "d");
    help_check(&plan, d->dedicated && plan.plan->pools[d->pool].dedicated && plan.plan->pools[d->pool].sum_bytes == 1024);
    help_check(&plan, !help_placement(&plan, "p")->dedicated);
    help_check(&plan, help_placement(&plan, "p")->pool == help_placement(&plan, "x")->pool);
    const fusor_plan_resource *own = help_resource(&plan, "own"), *host = help_resource(&plan, "host");
    for (uint32_t i = 0; i < own->placements.count; i++)
        help_check(&plan, !plan.plan->placements[own->placements.first + i].placed);
    help_check(&plan, host->instances == FUSOR_INSTANCES_FRAMES);
    for (uint32_t i = 0; i < host->placements.count; i++)
        help_check(&plan, !plan.plan->placements[host->placements.first + i].placed);
    help_finish(&plan);
}

static void place_M12_what_nobody_uses_is_no_object(void **state)
{
    (void)state;
    fusor_graph *graph = help_graph("'images':{" IMAGE("a") "," IMAGE("unused") "},'passes':[" COMPUTE("P", "'side_effects':true,'writes':[" WRITES("a") "]") "]");
    help_plan plan = help_compile_with(graph, NULL, NULL, NULL);
    help_check(&plan, plan.plan->resource_count == 1);
    help_check(&plan, fusor_plan_find_image(plan.plan, fusor_graph_find_image(graph, "unused")) == FUSOR_NONE);
    help_check(&plan, help_has(plan.plan->diagnostics, plan.plan->diagnostic_count, FUSOR_DIAGNOSTIC_UNUSED_RESOURCE, NULL, "unused"));
    help_finish(&plan);
}

/* Only an import has a first layout; whoever gives one to a pooled image is told so. */
static void place_M13_a_pooled_image_has_no_first_layout(void **state)
{
    (void)state;
    fusor_graph *graph = NULL;
    fusor_graph_desc desc = {.name = "t", .render_width = 64, .render_height = 64};
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    fusor_image_desc image = {.name = "a", .format = FUSOR_FORMAT_R8G8B8A8_UNORM, .import = {.initial = {.state = FUSOR_STATE_SAMPLED}}};
    fusor_image a = fusor_graph_add_image(graph, &image);
    fusor_use_desc write = {.image = a, .as = FUSOR_USE_STORAGE, .overwrite = true};
    fusor_pass_desc pass = {.name = "P", .kind = FUSOR_PASS_COMPUTE, .flags = FUSOR_PASS_SIDE_EFFECTS, .writes = &write, .write_count = 1};
    fusor_graph_add_pass(graph, &pass);
    fusor_compiled *compiled = NULL;
    uint32_t count;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_IMPORT_INVALID, NULL, "a"));
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void refuses(const row *bad, fusor_result asked, fusor_result expected)
{
    requirement_rows rows = {.rows = bad, .count = bad ? 1 : 0, .result = asked};
    fusor_graph *graph = help_graph("'buffers':{" BUF("a", "1024") "," BUF("b", "2048") "},'passes':["
                                    COMPUTE("P", "'side_effects':true,'writes':[" BUFFER_WRITE("a") "," BUFFER_WRITE("b") "]") "]");
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    fusor_place_desc place = {.requirements_fn = answer, .user = &rows};
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_OK);
    assert_int_equal(fusor_place(compiled, &place, &plan), expected);
    if (expected == FUSOR_ERROR_PLACEMENT) {
        assert_non_null(plan);
        assert_int_equal(plan->step_count, 0);
        assert_true(help_has(plan->diagnostics, plan->diagnostic_count, FUSOR_DIAGNOSTIC_PLACEMENT_FAILED, NULL, "a"));
    }
    fusor_plan_destroy(plan);
    rows = (requirement_rows){0}; /* nothing is bound: placing again is as good as new */
    assert_int_equal(fusor_place(compiled, &place, &plan), FUSOR_OK);
    assert_int_equal(plan->memory_placed, 3072);
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

static void place_M14_bad_requirements_are_refused_by_name_and_nothing_is_bound(void **state)
{
    (void)state;
    static const row BAD[] = {{"a", 1024, 3, 1, FUSOR_DEDICATED_NO},          /* no power of two */
                              {"a", 1024, 0, 1, FUSOR_DEDICATED_NO},
                              {"a", 1024, 256, 0, FUSOR_DEDICATED_NO},        /* no type */
                              {"a", 1024, 256, 0x80000000u, FUSOR_DEDICATED_NO}, /* none the device has */
                              {"a", 1, 256, 1, FUSOR_DEDICATED_NO},           /* less than it holds */
                              {"a", UINT64_MAX - 100, 256, 1, FUSOR_DEDICATED_NO}};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        print_message("row %zu\n", i);
        refuses(&BAD[i], FUSOR_OK, FUSOR_ERROR_PLACEMENT);
    }
    refuses(NULL, FUSOR_ERROR_OUT_OF_DEVICE_MEMORY, FUSOR_ERROR_OUT_OF_DEVICE_MEMORY);
}

static void place_M14_a_placement_says_offset_size_alignment_and_pool(void **state)
{
    (void)state;
    static const row ROWS[] = {{"a", 1500, 512, 1, FUSOR_DEDICATED_NO}};
    requirement_rows rows = {.rows = ROWS, .count = 1};
    help_plan plan = place_with("'buffers':{" BUF("a", "1024") "},'passes':[" COMPUTE("P", "'side_effects':true,'writes':[" BUFFER_WRITE("a") "]") "]",
                                &rows, FUSOR_ALIAS_PROVEN);
    const fusor_placement *a = help_placement(&plan, "a");
    help_check(&plan, a->placed && a->pool == 0 && a->offset == 0 && a->size_bytes == 1500 && a->alignment == 512);
    help_finish(&plan);
}

static void place_policies_place_no_more_than_the_sum_and_no_less_than_the_bound(void **state)
{
    (void)state;
    for (const char *const *name = corpus_names(); *name; name++) {
        if (strncmp(*name, "ggml", 4) == 0)
            continue;
        uint64_t placed[3] = {0, 0, 0};
        for (int alias = 0; alias < 3; alias++)
            for (int pack = 0; pack < 3; pack++) {
                fusor_policy policy = {.fuse = FUSOR_FUSE_FULL, .alias = (fusor_alias_policy)alias, .pack = (fusor_pack_policy)pack};
                help_plan plan = help_compile_with(corpus_frame(*name), fusor_device_builtin("immediate"), &policy, NULL);
                place_check(plan.graph, plan.plan);
                help_check(&plan, plan.plan->memory_lower_bound <= plan.plan->memory_placed);
                if (alias != FUSOR_ALIAS_OFF)
                    placed[alias] = plan.plan->memory_placed;
                else
                    placed[2] = plan.plan->memory_placed;
                help_finish(&plan);
            }
        assert_true(placed[FUSOR_ALIAS_PROVEN] <= placed[2] && placed[FUSOR_ALIAS_RECORDED] <= placed[2]);
        print_message("%s: proven %llu, recorded %llu, off %llu\n", *name, (unsigned long long)placed[0],
                      (unsigned long long)placed[1], (unsigned long long)placed[2]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(place_M01_order_is_reachability_not_position),
        cmocka_unit_test(place_M02_every_last_use_comes_before_every_first_use),
        cmocka_unit_test(place_M03_a_callback_is_asked_once_a_description_and_rules_do_without),
        cmocka_unit_test(place_M05_an_aliased_buffer_gets_one_barrier),
        cmocka_unit_test(place_M06_an_aliased_image_carries_the_scope_in_its_transition),
        cmocka_unit_test(place_M07_accesses_of_one_command_are_ored),
        cmocka_unit_test(place_M08_every_old_occupant_of_the_bytes_is_in_the_source),
        cmocka_unit_test(place_M09_exact_numbers_of_gaps),
        cmocka_unit_test(place_M09_offsets_are_rounded_to_each_alignment_only),
        cmocka_unit_test(place_M09_linear_and_optimal_lie_apart_where_granularity_says),
        cmocka_unit_test(place_M10_a_pool_has_a_type_that_all_its_members_allow),
        cmocka_unit_test(place_M11_dedicated_host_and_imported_are_never_pooled),
        cmocka_unit_test(place_M12_what_nobody_uses_is_no_object),
        cmocka_unit_test(place_M13_a_pooled_image_has_no_first_layout),
        cmocka_unit_test(place_M14_bad_requirements_are_refused_by_name_and_nothing_is_bound),
        cmocka_unit_test(place_M14_a_placement_says_offset_size_alignment_and_pool),
        cmocka_unit_test(place_policies_place_no_more_than_the_sum_and_no_less_than_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
