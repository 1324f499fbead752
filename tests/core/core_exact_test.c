/* Hazards, kind by kind: the dependency is there with exactly its stages, accesses, layouts and region,
 * and where none is needed none is. */
#include "core/plan_help.h"

#include <stdio.h>
#include <string.h>

/* Graphs are laid out by hand, a pass a line. */
/* clang-format off */

#define FS FUSOR_STAGE_FRAGMENT_SHADER
#define CS FUSOR_STAGE_COMPUTE_SHADER
#define COLOR FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT
#define TESTS FUSOR_STAGE_FRAGMENT_TESTS
#define COLOR_W FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE
#define DEPTH_W FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE
#define SAMPLE FUSOR_ACCESS_SHADER_SAMPLED_READ
#define STORE_W FUSOR_ACCESS_SHADER_STORAGE_WRITE

static bool has_scopes(const fusor_plan_barrier *b, uint64_t ss, uint64_t sa, uint64_t ds, uint64_t da)
{
    return b->src.stages == ss && b->src.access == sa && b->dst.stages == ds && b->dst.access == da;
}

/* Six passes, six faces, one reader: one barrier says it, and names them all. */
static void exact_neighbours_that_differ_in_passes_alone_share_a_barrier(void **state)
{
    (void)state;
    char body[2000] = "'images':{'c':{'format':'r8g8b8a8_unorm','type':'cube','size':[16,16]}," TARGET("o") "},'passes':[", text[200];
    for (int i = 0; i < 6; i++) {
        snprintf(text, sizeof text, "{'name':'F%d','kind':'raster','color':[{'image':'c','load':'clear','layers':[%d,1]}]},", i, i);
        strcat(body, text);
    }
    strcat(body, RASTER("P", "'color':[" OVER("o") "],'reads':[" SAMPLED("c") "]") "]");
    help_plan plan = help_compile(body, "immediate", FUSOR_FUSE_OFF);
    help_dependency(&plan, "P", "c", COLOR, COLOR_W, FS, SAMPLE);
    const fusor_plan_barrier *b = help_barrier(&plan, "P", "c");
    help_check(&plan, b->region.layers.first == 0 && b->region.layers.count == 6);
    help_check(&plan, b->src.passes.count == 6 && plan.plan->pass_list[b->src.passes.first + 5] == 5);
    help_finish(&plan);
    /* readers that read parts of it, at different times */
    plan = help_compile(
        "'images':{'c':{'format':'r8g8b8a8_unorm','mips':3,'layers':2}},'passes':[" COMPUTE("A", "'writes':[" WRITES("c") "]") ","
        COMPUTE("B", "'side_effects':true,'reads':[" SAMPLED("c") "]") ","
        COMPUTE("C", "'side_effects':true,'reads':[{'image':'c','as':'sampled','mips':[0,1]}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_dependency(&plan, "B", "c", CS, STORE_W, CS, SAMPLE);
    help_check(&plan, help_barrier(&plan, "B", "c")->dst.passes.count == 2);
    help_finish(&plan);
}

/* Transfers as a whole are each of them. */
static void exact_an_import_shown_to_transfers_is_shown_to_copies(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'i':{'format':'r8_unorm','import':{'initial':{'state':'copy_src'},'final':{'state':'copy_src'}}},'o':{'format':'r8_unorm'}},"
        "'passes':[" COPY("P", "'reads':[{'image':'i','as':'copy'}],'writes':[{'image':'o','as':'copy'}]") "],'outputs':['o']",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_barriers_of(&plan, "i") == 0);
    help_finish(&plan);
}

/* Each of the three by its own stage and access, in one dependency. */
static void exact_indirect_index_and_vertex_reads_are_told_apart(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("o") "},'buffers':{'b':{'size':4096}},'passes':[" COMPUTE("W", "'writes':[" BUFFER_WRITE("b") "]") ","
        RASTER("P", "'color':[" OVER("o") "],'reads':[{'buffer':'b','as':'indirect','range':[0,1024]},"
               "{'buffer':'b','as':'index','range':[1024,1024]},{'buffer':'b','as':'vertex','range':[2048,1024]}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    static const struct { fusor_stages stages; fusor_access access; } ROWS[] = {
        {FUSOR_STAGE_DRAW_INDIRECT, FUSOR_ACCESS_INDIRECT_COMMAND_READ},
        {FUSOR_STAGE_VERTEX_INPUT, FUSOR_ACCESS_INDEX_READ},
        {FUSOR_STAGE_VERTEX_INPUT, FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ}};
    uint32_t found = 0;
    for (uint32_t i = 0; i < plan.plan->barrier_count; i++) {
        const fusor_plan_barrier *b = &plan.plan->barriers[i];
        if (b->before != help_pass(&plan, "P") || b->has_layout)
            continue;
        help_check(&plan, b->kind == FUSOR_BARRIER_MEMORY && b->region.bytes.first == found * 1024 && b->region.bytes.count == 1024);
        help_check(&plan, has_scopes(b, CS, STORE_W, ROWS[found].stages, ROWS[found].access));
        found++;
    }
    help_check(&plan, found == 3);
    help_finish(&plan);
}

/* Write after read waits, and makes nothing available: the readers wrote nothing. */
static void exact_a_write_after_reads_is_execution_alone(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'buffers':{'b':{'size':64}},'passes':[" COMPUTE("W", "'writes':[" BUFFER_WRITE("b") "]") ","
        COMPUTE("R", "'side_effects':true,'reads':[" BUFFER_READ("b") "]") ","
        RASTER("S", "'side_effects':true,'reads':[{'buffer':'b','as':'vertex'}]") ","
        COMPUTE("X", "'writes':[" BUFFER_WRITE("b") "]") "," COMPUTE("Y", "'side_effects':true,'reads':[" BUFFER_READ("b") "]") "]",
        "immediate", FUSOR_FUSE_OFF);
    const fusor_plan_barrier *b = help_barrier(&plan, "X", "b");
    help_check(&plan, b->src.stages == (CS | FUSOR_STAGE_VERTEX_INPUT) && b->src.access == 0);
    /* a reader that reads nothing this time leaves W behind X: a write has to see an earlier one */
    help_check(&plan, b->dst.access & FUSOR_ACCESS_SHADER_STORAGE_WRITE);
    help_check(&plan, b->why == FUSOR_WHY_WRITE_AFTER_READ && help_barrier_count(&plan, "S", "b") == 0);
    help_finish(&plan);
}

/* Promised not to overlap: in one step of the chain, whoever comes before or after waits for both. */
static void exact_concurrent_writers_wait_for_nobody_among_them(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'buffers':{'b':{'size':64}},'passes':[" COMPUTE("Z", "'writes':[" BUFFER_WRITE("b") "]") ","
        COMPUTE("A", "'writes':[{'buffer':'b','as':'storage','concurrent':true}]") ","
        COMPUTE("B", "'writes':[{'buffer':'b','as':'storage','concurrent':true}]") ","
        COMPUTE("Y", "'side_effects':true,'reads':[" BUFFER_READ("b") "]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_dependency(&plan, "A", "b", CS, STORE_W, CS, STORE_W);
    help_check(&plan, help_barrier_count(&plan, "B", "b") == 0);
    help_check(&plan, help_barrier(&plan, "A", "b")->dst.passes.count == 2 && help_barrier(&plan, "Y", "b")->src.passes.count == 2);
    help_finish(&plan);
}

/* Of four mips and two layers one is overwritten: it alone leaves UNDEFINED, the others keep what they have. */
static void exact_a_discard_is_of_its_mip_and_layer_alone(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'c':{'format':'r8g8b8a8_unorm','mips':3,'layers':2}},'passes':[" COMPUTE("A", "'writes':[" WRITES("c") "]") ","
        COMPUTE("B", "'side_effects':true,'reads':[" SAMPLED("c") "]") ","
        RASTER("X", "'color':[{'image':'c','load':'overwrite','mips':[1,1],'layers':[1,1]}]") ","
        COMPUTE("D", "'side_effects':true,'reads':[" SAMPLED("c") "]") "]",
        "immediate", FUSOR_FUSE_OFF);
    const fusor_plan_barrier *b = help_barrier(&plan, "X", "c");
    help_check(&plan, b->src.layout == FUSOR_LAYOUT_UNDEFINED && b->region.mips.first == 1 && b->region.mips.count == 1);
    help_check(&plan, b->region.layers.first == 1 && b->region.layers.count == 1 && b->src.access == 0);
    help_check(&plan, help_barrier(&plan, "D", "c")->region.mips.first == 1);
    help_finish(&plan);
}

/* A second plane with its own op: the stencil that is read keeps its contents, the depth goes. */
static void exact_aspects_are_kept_and_discarded_on_their_own(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'d':{'format':'d24_unorm_s8_uint'}},'passes':["
        RASTER("A", "'depth':{'image':'d','load':'clear','stencil_load':'clear'}") ","
        COMPUTE("B", "'side_effects':true,'reads':[{'image':'d','as':'sampled','aspects':['stencil']}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    const fusor_plan_attachment *d = help_attachment(&plan, "A", "d");
    help_check(&plan, d->store == FUSOR_STORE_OP_DONT_CARE && d->stencil_store == FUSOR_STORE_OP_STORE);
    help_dependency(&plan, "B", "d", TESTS, DEPTH_W, CS, SAMPLE);
    help_finish(&plan);
}

/* Not as what a pass that clears the other aspect has in its description. */
static void exact_aspects_start_as_their_own_first_clear(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{'d':{'format':'d24_unorm_s8_uint','persistent':true}},'passes':["
        RASTER("A", "'depth':{'image':'d','load':'load','stencil_load':'clear','clear_stencil':5}") ","
        RASTER("B", "'side_effects':true,'depth':{'image':'d','load':'clear','clear_depth':1,'stencil_load':'load'}") "]",
        "immediate", FUSOR_FUSE_OFF);
    const fusor_plan_resource *d = help_resource(&plan, "d");
    help_check(&plan, d->clear_depth == 1.0 && d->clear_stencil == 5);
    help_finish(&plan);
}

/* Edges say an order and nothing of memory; twice is once. */
static void exact_manual_edges_order_without_barriers(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'passes':[" COMPUTE("A", "'side_effects':true") "," COMPUTE("B", "'side_effects':true") "],'edges':[['B','A'],['B','A']]",
        "immediate", FUSOR_FUSE_OFF);
    help_assert_order(&plan, "B A");
    help_check(&plan, plan.plan->barrier_count == 0);
    help_finish(&plan);
}

/* What the host wrote before the submission is visible to it; the slot's fence has parted the frames. */
static void exact_host_writes_need_no_barrier(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" TARGET("o") "},'buffers':{'w':{'size':64,'host':'write'}},'passes':["
        RASTER("P", "'color':[" OVER("o") "],'reads':[{'buffer':'w','as':'uniform'},{'buffer':'w','as':'vertex'}]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_barriers_of(&plan, "w") == 0);
    help_finish(&plan);
}

/* A raw pass leaves another layout than it found: the next barrier starts there. */
static void exact_a_raw_pass_says_what_it_asks_and_leaves(void **state)
{
    (void)state;
    help_plan plan = help_compile(
        "'images':{" IMAGE("i") "," TARGET("o") "},'passes':[" RAW("A", "'writes':[{'image':'i','as':'general','stages':['ray_tracing'],"
        "'access':['shader_storage_write'],'layout':'general','layout_after':'transfer_src','overwrite':true}]") ","
        RASTER("P", "'color':[" OVER("o") "],'reads':[" SAMPLED("i") "]") "]",
        "immediate", FUSOR_FUSE_OFF);
    help_check(&plan, help_barrier(&plan, "A", "i")->dst.layout == FUSOR_LAYOUT_GENERAL);
    help_check(&plan, help_barrier(&plan, "A", "i")->dst.stages == FUSOR_STAGE_RAY_TRACING_SHADER);
    help_dependency(&plan, "P", "i", FUSOR_STAGE_RAY_TRACING_SHADER, STORE_W, FS, SAMPLE);
    help_check(&plan, help_barrier(&plan, "P", "i")->src.layout == FUSOR_LAYOUT_TRANSFER_SRC);
    help_finish(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_neighbours_that_differ_in_passes_alone_share_a_barrier),
        cmocka_unit_test(exact_an_import_shown_to_transfers_is_shown_to_copies),
        cmocka_unit_test(exact_indirect_index_and_vertex_reads_are_told_apart),
        cmocka_unit_test(exact_a_write_after_reads_is_execution_alone),
        cmocka_unit_test(exact_concurrent_writers_wait_for_nobody_among_them),
        cmocka_unit_test(exact_a_discard_is_of_its_mip_and_layer_alone),
        cmocka_unit_test(exact_aspects_are_kept_and_discarded_on_their_own),
        cmocka_unit_test(exact_aspects_start_as_their_own_first_clear),
        cmocka_unit_test(exact_manual_edges_order_without_barriers),
        cmocka_unit_test(exact_host_writes_need_no_barrier),
        cmocka_unit_test(exact_a_raw_pass_says_what_it_asks_and_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
