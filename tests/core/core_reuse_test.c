/* The cache of plans: what is found again, what is compiled again, what is held. Counts, never time. */
#include "core/random_graph.h"

#include <stdlib.h>
#include <string.h>

typedef struct counter {
    uint64_t calls, fail_at; /* 0: never; else this call alone */
    uint64_t blocks, bytes;
} counter;

static void *count_realloc(void *user, void *ptr, size_t old_size, size_t new_size, size_t align)
{
    counter *c = user;
    (void)align;
    if (!new_size) {
        c->blocks -= ptr != NULL;
        c->bytes -= ptr ? old_size : 0;
        free(ptr);
        return NULL;
    }
    if (++c->calls == c->fail_at)
        return NULL;
    void *block = realloc(ptr, new_size);
    c->blocks += block && !ptr;
    c->bytes += block ? new_size - (ptr ? old_size : 0) : 0;
    return block;
}

/* ------------------------------------------------------------------------------- a small frame */

typedef struct frame {
    uint32_t width, height; /* of the render size; 0: 64 */
    uint64_t buffer_bytes;  /* 0: 4096 */
    double clear;
    fusor_import_state initial; /* of "screen" */
    bool discard;
    int padding; /* what lies between the members of descriptors */
    const char *last_name;
} frame;

#define FILLED(type, name, padding)                                                                \
    type name;                                                                                     \
    memset(&name, padding, sizeof name)

static void set_use(fusor_use_desc *use, fusor_image image, fusor_buffer buffer, fusor_use_kind as)
{
    use->image = image;
    use->buffer = buffer;
    use->as = as;
    use->stages = 0;
    use->mips = use->layers = (fusor_range){0, 0};
    use->aspects = 0;
    use->range.first = use->range.count = 0;
    use->previous = 0;
    use->overwrite = use->concurrent = use->has_layout = false;
    use->access = 0;
    use->layout = use->layout_after = FUSOR_LAYOUT_UNDEFINED;
}

static void set_color(fusor_color_desc *color, fusor_image image, double clear)
{
    color->image = image;
    color->mip = 0;
    color->layers = (fusor_range){0, 0};
    color->load = FUSOR_LOAD_CLEAR;
    color->clear[0] = color->clear[1] = color->clear[2] = color->clear[3] = clear;
    color->resolve.image.id = color->resolve.mip = 0;
    color->resolve.layers = (fusor_range){0, 0};
    color->resolve.mode = color->resolve.stencil_mode = FUSOR_RESOLVE_DEFAULT;
}

static fusor_image add_image(fusor_graph *graph, const frame *f, const char *name)
{
    FILLED(fusor_image_desc, d, f->padding);
    bool imported = strcmp(name, "screen") == 0;
    d.name = name;
    d.format = FUSOR_FORMAT_R8G8B8A8_UNORM;
    d.size = (fusor_size){.base = FUSOR_SIZE_RENDER};
    d.type = FUSOR_IMAGE_2D;
    d.mips = d.layers = d.samples = 1;
    d.lifetime = imported ? FUSOR_LIFETIME_IMPORTED : FUSOR_LIFETIME_TRANSIENT;
    d.history_slots = 0;
    d.import.initial.state = imported ? f->initial.state : FUSOR_STATE_UNKNOWN;
    d.import.initial.stages = imported ? f->initial.stages : 0;
    d.import.final.state = imported ? FUSOR_STATE_PRESENT : FUSOR_STATE_UNKNOWN;
    d.import.final.stages = 0;
    d.import.discard = f->discard;
    d.view_formats = NULL;
    d.view_format_count = 0;
    return fusor_graph_add_image(graph, &d);
}

static fusor_buffer add_buffer(fusor_graph *graph, const frame *f)
{
    fusor_buffer_desc d = {.name = "data", .size_bytes = f->buffer_bytes ? f->buffer_bytes : 4096};
    return fusor_graph_add_buffer(graph, &d);
}

/* Declares: fill writes data; draw clears and draws "color"; show reads both, clears "screen". */
static void declare_passes(fusor_graph *graph, const frame *f, fusor_image color,
                           fusor_image screen)
{
    fusor_buffer data = fusor_graph_find_buffer(graph, "data");
    FILLED(fusor_color_desc, target, f->padding);
    fusor_use_desc uses[2];
    memset(uses, f->padding, sizeof uses);
    set_use(&uses[0], (fusor_image){0}, data, FUSOR_USE_STORAGE);
    uses[0].overwrite = true;
    fusor_pass_desc fill = {
        .name = "fill", .kind = FUSOR_PASS_COMPUTE, .writes = uses, .write_count = 1};
    fusor_graph_add_pass(graph, &fill);
    set_color(&target, color, f->clear);
    fusor_pass_desc draw = {.name = "draw", .color = &target, .color_count = 1};
    fusor_graph_add_pass(graph, &draw);
    set_color(&target, screen, 0);
    uses[0].overwrite = false;
    set_use(&uses[1], color, (fusor_buffer){0}, FUSOR_USE_SAMPLED);
    fusor_pass_desc show = {.name = f->last_name ? f->last_name : "show",
                            .color = &target,
                            .color_count = 1,
                            .reads = uses,
                            .read_count = 2};
    fusor_graph_add_pass(graph, &show);
}

static fusor_graph *declare_in(const frame *f, counter *c)
{
    fusor_graph *graph;
    fusor_graph_desc desc = {.name = "frame",
                             .render_width = f->width ? f->width : 64,
                             .render_height = f->height ? f->height : 64};
    if (c)
        desc.allocator = (fusor_allocator){count_realloc, c};
    assert_int_equal(fusor_graph_create(&desc, &graph), FUSOR_OK);
    fusor_image color = add_image(graph, f, "color"), screen = add_image(graph, f, "screen");
    add_buffer(graph, f);
    declare_passes(graph, f, color, screen);
    return graph;
}

static fusor_graph *declare(const frame *f)
{
    return declare_in(f, NULL);
}

static fusor_cache *new_cache(uint32_t plans, uint64_t bytes, counter *c)
{
    fusor_cache *cache;
    fusor_cache_desc desc = {.plan_count = plans, .size_bytes = bytes};
    if (c)
        desc.allocator = (fusor_allocator){count_realloc, c};
    assert_int_equal(fusor_cache_create(&desc, &cache), FUSOR_OK);
    return cache;
}

static fusor_plan *ask_for(fusor_cache *cache, fusor_graph *graph,
                           const fusor_cache_request *request)
{
    fusor_plan *plan;
    assert_int_equal(fusor_cache_compile(cache, graph, request, &plan), FUSOR_OK);
    help_judge(graph, plan);
    help_audit(graph, request ? request->device : NULL, plan);
    return plan;
}

/* The plan stays the cache's: its address is only compared. */
static const fusor_plan *ask(fusor_cache *cache, fusor_graph *graph)
{
    fusor_plan *plan = ask_for(cache, graph, NULL);
    fusor_plan_destroy(plan);
    return plan;
}

static const fusor_plan *ask_frame(fusor_cache *cache, const frame *f)
{
    fusor_graph *graph = declare(f);
    const fusor_plan *plan = ask(cache, graph);
    fusor_graph_destroy(graph);
    return plan;
}

static fusor_cache_counts counts_of(const fusor_cache *cache)
{
    fusor_cache_counts counts;
    fusor_cache_get_counts(cache, &counts);
    return counts;
}

/* Rooms that ran since, by group: check, depend, fuse, place, sync. */
static void assert_ran(const fusor_cache *cache, fusor_cache_counts since, const char *expected)
{
    fusor_cache_counts now = counts_of(cache);
    char text[6] = {'0' + (char)(now.ran_check - since.ran_check),
                    '0' + (char)(now.ran_depend - since.ran_depend),
                    '0' + (char)(now.ran_fuse - since.ran_fuse),
                    '0' + (char)(now.ran_place - since.ran_place),
                    '0' + (char)(now.ran_sync - since.ran_sync),
                    0};
    assert_string_equal(text, expected);
}

/* -------------------------------------------------------------------------------- what is found */

static void reuse_H17_an_unchanged_graph_gives_the_same_plan_at_once(void **state)
{
    (void)state;
    counter c = {0};
    frame f = {0};
    fusor_cache *cache = new_cache(0, 0, &c);
    fusor_graph *graph = declare_in(&f, &c);
    const fusor_plan *plan = ask(cache, graph);
    assert_ran(cache, (fusor_cache_counts){0}, "11111");
    uint64_t calls = c.calls;
    fusor_cache_counts before = counts_of(cache);
    for (int i = 0; i < 1000; i++)
        assert_ptr_equal(ask(cache, graph), plan);
    fusor_cache_counts after = counts_of(cache);
    assert_ran(cache, before, "00000");
    assert_true(after.unchanged == 1000 && after.compared == before.compared);
    assert_true(c.calls == calls);
    fusor_graph_destroy(graph);
    fusor_cache_destroy(cache);
    assert_true(c.blocks == 0 && c.bytes == 0);
}

static void reuse_an_equal_description_is_found_and_compared(void **state)
{
    (void)state;
    frame f = {0};
    fusor_cache *cache = new_cache(0, 0, NULL);
    const fusor_plan *plan = ask_frame(cache, &f);
    for (int i = 0; i < 5; i++)
        assert_ptr_equal(ask_frame(cache, &f), plan);
    fusor_cache_counts counts = counts_of(cache);
    assert_true(counts.equal == 5 && counts.unchanged == 0 && counts.compared == 5);
    assert_ran(cache, (fusor_cache_counts){0}, "11111");
    fusor_cache_destroy(cache);
}

static void reuse_does_not_depend_on_what_lies_between_members(void **state)
{
    (void)state;
    frame f = {.padding = 0x55}, g = {.padding = 0xaa};
    fusor_cache *cache = new_cache(0, 0, NULL);
    assert_ptr_equal(ask_frame(cache, &f), ask_frame(cache, &g));
    assert_true(counts_of(cache).equal == 1);
    fusor_cache_destroy(cache);
}

/* Clear values, names and ranges are not in the hash. */
static void reuse_of_a_hash_alone_never_happens(void **state)
{
    (void)state;
    frame black = {.clear = 0}, white = {.clear = 1}, named = {.last_name = "other"};
    fusor_cache *cache = new_cache(0, 0, NULL);
    const fusor_plan *first = ask_frame(cache, &black), *second = ask_frame(cache, &white);
    assert_ptr_not_equal(first, second);
    fusor_cache_counts counts = counts_of(cache);
    assert_true(counts.compared == 2 && counts.equal == 0); /* as itself, as one to begin with */
    assert_ptr_not_equal(ask_frame(cache, &named), first);
    assert_ptr_equal(ask_frame(cache, &black), first);
    assert_ptr_equal(ask_frame(cache, &white), second);
    fusor_cache_destroy(cache);
}

static void reuse_ends_with_any_change_of_the_graph(void **state)
{
    (void)state;
    frame f = {0};
    fusor_cache *cache = new_cache(0, 0, NULL);
    fusor_graph *graph = declare(&f);
    const fusor_plan *plan = ask(cache, graph);
    const uint32_t small[2] = {32, 32}, old[2] = {64, 64};
    fusor_graph_set_sizes(graph, small, NULL);
    const fusor_plan *other = ask(cache, graph);
    assert_ptr_not_equal(other, plan);
    assert_int_equal(other->render_size[0], 32);
    fusor_graph_set_sizes(graph, old, NULL);
    assert_ptr_equal(ask(cache, graph), plan);
    fusor_graph_clear_passes(graph);
    fusor_plan *empty = ask_for(cache, graph, NULL);
    assert_int_equal(empty->pass_count, 0);
    fusor_plan_destroy(empty);
    declare_passes(graph, &f, (fusor_image){1}, (fusor_image){2});
    assert_ptr_equal(ask(cache, graph), plan);
    fusor_graph_add_output_buffer(graph, (fusor_buffer){1});
    assert_ptr_not_equal(ask(cache, graph), plan);
    fusor_graph_destroy(graph);
    fusor_cache_destroy(cache);
}

/* An address says nothing: the next graph is where the last one was. */
static void reuse_knows_a_graph_from_its_successor(void **state)
{
    (void)state;
    frame f = {.width = 64}, g = {.width = 32};
    fusor_cache *cache = new_cache(0, 0, NULL);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(ask_frame(cache, &f)->render_size[0], 64);
        assert_int_equal(ask_frame(cache, &g)->render_size[0], 32);
    }
    assert_true(counts_of(cache).unchanged == 0 && counts_of(cache).plan_count == 2);
    fusor_cache_destroy(cache);
}

static void reuse_keeps_devices_policies_and_callbacks_apart(void **state)
{
    (void)state;
    frame f = {0};
    fusor_cache *cache = new_cache(0, 0, NULL);
    fusor_graph *graph = declare(&f), *equal = declare(&f);
    fusor_device_desc copy = *fusor_device_builtin("tiler");
    fusor_policy off = {.fuse = FUSOR_FUSE_OFF};
    fusor_cache_request requests[] = {
        {NULL, NULL, NULL}, {fusor_device_builtin("tiler"), NULL, NULL}, {NULL, &off, NULL}};
    const fusor_plan *plans[3];
    for (int i = 0; i < 3; i++) {
        fusor_plan *plan = ask_for(cache, graph, &requests[i]);
        plans[i] = plan;
        fusor_plan_destroy(plan);
    }
    assert_string_equal(plans[1]->device_name, "tiler");
    assert_int_equal(plans[2]->policy.fuse, FUSOR_FUSE_OFF);
    requests[0].device = fusor_device_builtin("immediate");
    requests[1].device = &copy;
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 3; i++) {
            fusor_plan *plan = ask_for(cache, round == 1 ? equal : graph, &requests[i]);
            assert_ptr_equal(plan, plans[i]);
            fusor_plan_destroy(plan);
        }
    copy.tiler = !copy.tiler;
    fusor_plan *changed = ask_for(cache, graph, &requests[1]);
    assert_ptr_not_equal(changed, plans[1]);
    fusor_plan_destroy(changed);
    fusor_cache_counts counts = counts_of(cache);
    assert_true(counts.equal == 1); /* once "equal" is known to be the same, it is for all three */
    fusor_graph_destroy(graph);
    fusor_graph_destroy(equal);
    fusor_cache_destroy(cache);
}

/* ---------------------------------------------------------------------------- what is compiled again */

/* Of the row: what a resize of a stable graph leaves alone here. Bundles are the executor's. */
static void reuse_H18_the_same_size_is_no_change(void **state)
{
    (void)state;
    frame f = {0};
    const uint32_t size[2] = {64, 64};
    fusor_cache *cache = new_cache(0, 0, NULL);
    fusor_graph *graph = declare(&f);
    const fusor_plan *plan = ask(cache, graph);
    fusor_graph_set_sizes(graph, size, size);
    assert_ptr_equal(ask(cache, graph), plan);
    assert_ran(cache, (fusor_cache_counts){0}, "11111");
    fusor_graph_destroy(graph);
    fusor_cache_destroy(cache);
}

static void reuse_H18_a_new_size_keeps_hazards_and_culling(void **state)
{
    (void)state;
    frame f = {0};
    fusor_cache *cache = new_cache(0, 0, NULL);
    ask_frame(cache, &f);
    fusor_cache_counts before = counts_of(cache);
    f.width = 32;
    ask_frame(cache, &f);
    assert_ran(cache, before, "10111");
    before = counts_of(cache);
    assert_true(before.resumed == 1);
    f.buffer_bytes = 8192; /* whole-buffer uses are longer now: hazards are by range */
    ask_frame(cache, &f);
    assert_ran(cache, before, "11111");
    fusor_cache_destroy(cache);
}

static void reuse_a_new_state_of_an_import_keeps_all_but_sync(void **state)
{
    (void)state;
    frame f = {.initial = {FUSOR_STATE_PRESENT, 0}};
    fusor_cache *cache = new_cache(0, 0, NULL);
    ask_frame(cache, &f);
    fusor_cache_counts before = counts_of(cache);
    f.initial.state = FUSOR_STATE_COLOR;
    ask_frame(cache, &f);
    assert_ran(cache, before, "10001");
    before = counts_of(cache);
    f.initial.state = FUSOR_STATE_UNDEFINED; /* what is in it is gone: loads may change */
    ask_frame(cache, &f);
    assert_ran(cache, before, "11111");
    before = counts_of(cache);
    f.discard = true; /* nothing is a root any more */
    ask_frame(cache, &f);
    assert_ran(cache, before, "11111");
    fusor_cache_destroy(cache);
}

static void reuse_another_structure_starts_from_nothing(void **state)
{
    (void)state;
    frame f = {0};
    fusor_cache *cache = new_cache(0, 0, NULL);
    ask_frame(cache, &f);
    fusor_cache_counts before = counts_of(cache);
    f.clear = 1;
    ask_frame(cache, &f);
    assert_ran(cache, before, "11111");
    assert_true(counts_of(cache).resumed == 0);
    fusor_cache_destroy(cache);
}

/* Two bases that are equal at one size and not at another: what was fused may not stay so. */
static void reuse_checks_equalities_of_sizes_again(void **state)
{
    (void)state;
    static const char BODY[] =
        "'images':{'a':{'format':'r8g8b8a8_unorm','size':'render'},"
        "'b':{'format':'r8g8b8a8_unorm','size':'output'}," TARGET(
            "out") "},"
                   "'passes':[" RASTER("A", "'color':[" CLEAR("a") "]") "," RASTER(
                       "B", "'color':[" CLEAR("b") "],'inputs':[" INPUT(
                                "a") "]") "," RASTER("C",
                                                     "'color':[" OVER("out") "],'reads':[" SAMPLED(
                                                         "b") "]") "]";
    fusor_policy full = {.fuse = FUSOR_FUSE_FULL};
    fusor_cache_request request = {fusor_device_builtin("tiler"), &full, NULL};
    fusor_graph *graph = help_graph(BODY);
    fusor_cache *cache = new_cache(0, 0, NULL);
    const uint32_t sizes[3][2] = {{64, 64}, {32, 32}, {48, 48}};
    const uint32_t output[2] = {64, 64};
    for (int i = 0; i < 3; i++) {
        fusor_compiled *compiled;
        fusor_plan *fresh, *plan;
        fusor_graph_set_sizes(graph, sizes[i], i == 2 ? sizes[i] : output);
        fusor_result result = fusor_cache_compile(cache, graph, &request, &plan);
        assert_int_equal(result, fusor_compile(graph, request.device, &full, &compiled));
        assert_int_equal(result, i == 1 ? FUSOR_ERROR_INVALID_GRAPH : FUSOR_OK);
        if (result == FUSOR_OK) {
            help_audit(graph, request.device, plan);
            assert_int_equal(fusor_place(compiled, NULL, &fresh), FUSOR_OK);
            assert_true(fresh->hash == plan->hash);
            assert_int_equal(plan->group_count, 2);
            fusor_plan_destroy(fresh);
        } else {
            assert_int_equal(plan->step_count, 0);
            assert_int_not_equal(plan->diagnostic_count, 0);
        }
        fusor_plan_destroy(plan);
        fusor_compiled_destroy(compiled);
    }
    fusor_graph_destroy(graph);
    fusor_cache_destroy(cache);
}

/* ------------------------------------------------------------------------------------ what is held */

static void reuse_keeps_to_its_bound_of_plans_and_gives_up_the_oldest(void **state)
{
    (void)state;
    frame f = {0};
    fusor_cache *cache = new_cache(3, 0, NULL);
    for (uint32_t width = 16; width <= 64; width += 16) {
        f.width = width;
        if (width == 64) {
            frame oldest = {.width = 16};
            ask_frame(cache, &oldest); /* now 32 is */
        }
        ask_frame(cache, &f);
    }
    fusor_cache_counts before = counts_of(cache);
    assert_true(before.plan_count == 3 && before.evicted == 1);
    f.width = 16;
    ask_frame(cache, &f);
    assert_ran(cache, before, "00000");
    f.width = 32;
    ask_frame(cache, &f);
    assert_ran(cache, before, "10111");
    fusor_cache_destroy(cache);
}

static void reuse_leaves_a_plan_to_who_holds_it(void **state)
{
    (void)state;
    counter c = {0};
    frame f = {0}, other = {.width = 32};
    fusor_cache *cache = new_cache(1, 0, &c);
    fusor_graph *graph = declare(&f);
    fusor_plan *plan = ask_for(cache, graph, NULL), *again = ask_for(cache, graph, NULL);
    uint64_t hash = plan->hash;
    assert_ptr_equal(plan, again);
    ask_frame(cache, &other);
    assert_true(counts_of(cache).evicted == 1);
    fusor_plan_destroy(again);
    assert_true(fusor_plan_get_hash(plan) == hash);
    fusor_cache_destroy(cache);
    fusor_graph_destroy(graph);
    assert_true(fusor_plan_get_hash(plan) == hash && c.blocks > 0);
    fusor_plan_destroy(plan);
    assert_true(c.blocks == 0 && c.bytes == 0);
}

static void reuse_keeps_to_its_bound_of_bytes(void **state)
{
    (void)state;
    frame f = {0};
    fusor_cache *wide = new_cache(0, 0, NULL);
    ask_frame(wide, &f);
    uint64_t one = counts_of(wide).size_bytes;
    fusor_cache_destroy(wide);
    for (uint64_t bound = 1; bound < 4 * one; bound += one / 2) {
        counter c = {0};
        fusor_cache *cache = new_cache(100, bound, &c);
        for (int i = 0; i < 12; i++) {
            f.width = 16 + (uint32_t)(i % 4) * 8;
            ask_frame(cache, &f);
            assert_true(counts_of(cache).size_bytes <= bound);
            assert_true(c.bytes <= bound + 4096);
        }
        assert_int_equal(counts_of(cache).plan_count != 0, bound > one / 2);
        fusor_cache_destroy(cache);
        assert_true(c.blocks == 0);
    }
}

/* Sizes come and go; what is held does not grow with their number. */
static void reuse_B10_memory_comes_back_to_a_plateau_after_resize_churn(void **state)
{
    (void)state;
    static const uint32_t SCALES[] = {64, 64, 64, 32, 32, 32, 64, 64, 64};
    counter c = {0};
    frame f = {0};
    help_random random = {10};
    fusor_cache *cache = new_cache(4, 0, &c);
    fusor_graph *graph = declare(&f);
    for (uint32_t i = 0; i < 9; i++) {
        fusor_graph_set_sizes(graph, (uint32_t[2]){SCALES[i], SCALES[i]}, NULL);
        ask(cache, graph);
    }
    assert_ran(cache, (fusor_cache_counts){0}, "21222");
    uint64_t most = 0;
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t size[2] = {1 + help_next(&random, 500), 1 + help_next(&random, 500)};
        fusor_graph_set_sizes(graph, size, NULL);
        ask(cache, graph);
        if (i < 20)
            most = c.bytes > most ? c.bytes : most;
        assert_true(i < 20 || c.bytes <= most);
    }
    assert_true(counts_of(cache).ran_depend == 1 && counts_of(cache).plan_count == 4);
    fusor_graph_destroy(graph);
    fusor_cache_destroy(cache);
    assert_true(c.blocks == 0);
}

/* ---------------------------------------------------------------------------------------- failures */

static void reuse_reports_what_is_wrong_and_goes_on(void **state)
{
    (void)state;
    frame f = {0};
    fusor_cache *cache = new_cache(0, 0, NULL);
    fusor_graph *graph = declare(&f);
    const fusor_plan *good = ask(cache, graph);
    fusor_image_desc bad = {.name = "bad", .format = (fusor_format)9999};
    fusor_plan *plan;
    fusor_graph_add_image(graph, &bad);
    assert_int_equal(fusor_cache_compile(cache, graph, NULL, &plan), FUSOR_ERROR_INVALID_GRAPH);
    assert_true(help_has(plan->diagnostics, plan->diagnostic_count, FUSOR_DIAGNOSTIC_FORMAT_UNKNOWN,
                         NULL, "bad"));
    assert_int_equal(plan->step_count, 0);
    fusor_plan_destroy(plan);
    fusor_graph_destroy(graph);
    assert_ptr_equal(ask_frame(cache, &f), good);
    assert_true(counts_of(cache).plan_count == 1);
    f.width = 70000; /* a size that cannot be, from what stood of one that can */
    graph = declare(&f);
    assert_int_equal(fusor_cache_compile(cache, graph, NULL, &plan), FUSOR_ERROR_INVALID_GRAPH);
    fusor_plan_destroy(plan);
    fusor_graph_destroy(graph);
    f.width = 32;
    ask_frame(cache, &f);
    assert_int_equal(fusor_cache_compile(NULL, NULL, NULL, &plan), FUSOR_ERROR_INVALID_ARGUMENT);
    fusor_cache_destroy(cache);
    fusor_cache_destroy(NULL);
}

/* An add call that fails changes no description. */
static void reuse_does_not_hide_a_call_that_failed(void **state)
{
    (void)state;
    frame f = {0};
    fusor_cache *cache = new_cache(0, 0, NULL);
    fusor_graph *graph = declare(&f);
    const fusor_plan *good = ask(cache, graph);
    fusor_image_desc twice = {.name = "color", .format = FUSOR_FORMAT_R8G8B8A8_UNORM};
    fusor_plan *plan;
    assert_int_equal(fusor_graph_add_image(graph, &twice).id, 0);
    assert_int_equal(fusor_cache_compile(cache, graph, NULL, &plan), FUSOR_ERROR_INVALID_GRAPH);
    assert_true(help_has(plan->diagnostics, plan->diagnostic_count, FUSOR_DIAGNOSTIC_NAME_TAKEN,
                         NULL, "color"));
    fusor_plan_destroy(plan);
    fusor_graph_destroy(graph);
    assert_ptr_equal(ask_frame(cache, &f), good);
    fusor_cache_destroy(cache);
}

static fusor_result refuse(void *user, const fusor_requirements_query *query,
                           fusor_requirements *out)
{
    (void)user;
    *out = (fusor_requirements){query->size_bytes, 3, 1, FUSOR_DEDICATED_NO};
    return FUSOR_OK;
}

static void reuse_reports_a_placement_that_fails(void **state)
{
    (void)state;
    frame f = {0};
    fusor_place_desc place = {refuse, NULL};
    fusor_cache_request request = {NULL, NULL, &place};
    fusor_cache *cache = new_cache(0, 0, NULL);
    fusor_graph *graph = declare(&f);
    fusor_plan *plan;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(fusor_cache_compile(cache, graph, &request, &plan), FUSOR_ERROR_PLACEMENT);
        assert_true(help_has(plan->diagnostics, plan->diagnostic_count,
                             FUSOR_DIAGNOSTIC_PLACEMENT_FAILED, NULL, NULL));
        assert_int_equal(plan->step_count, 0);
        fusor_plan_destroy(plan);
    }
    assert_true(counts_of(cache).plan_count == 0);
    ask(cache, graph);
    fusor_graph_destroy(graph);
    fusor_cache_destroy(cache);
}

/* Three calls: from nothing, of a new size, of a new device. One allocation fails. */
static bool run_failing(counter *c, const uint64_t *hashes)
{
    fusor_cache *cache;
    fusor_cache_desc desc = {.plan_count = 2, .allocator = {count_realloc, c}};
    fusor_cache_request requests[3] = {{NULL}, {NULL}, {fusor_device_builtin("tiler"), NULL, NULL}};
    bool failed = false;
    if (fusor_cache_create(&desc, &cache) != FUSOR_OK)
        return true;
    for (int i = 0; i < 3; i++) {
        frame f = {.width = i ? 32 : 64};
        fusor_graph *graph = declare(&f);
        fusor_plan *plan;
        fusor_result result = fusor_cache_compile(cache, graph, &requests[i], &plan);
        if (result != FUSOR_OK) {
            assert_int_equal(result, FUSOR_ERROR_OUT_OF_MEMORY);
            assert_null(plan);
            failed = true;
            result = fusor_cache_compile(cache, graph, &requests[i], &plan);
        }
        assert_int_equal(result, FUSOR_OK);
        assert_true(!hashes || plan->hash == hashes[i]);
        if (!hashes)
            help_audit(graph, requests[i].device, plan);
        fusor_plan_destroy(plan);
        fusor_graph_destroy(graph);
    }
    fusor_cache_destroy(cache);
    assert_true(c->blocks == 0 && c->bytes == 0);
    return failed;
}

static void reuse_B49_exhaustion_is_an_error_and_leaves_the_cache_usable(void **state)
{
    (void)state;
    counter all = {0};
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) {
        frame f = {.width = i ? 32 : 64};
        fusor_cache_request request = {i == 2 ? fusor_device_builtin("tiler") : NULL, NULL, NULL};
        fusor_cache *cache = new_cache(0, 0, NULL);
        fusor_graph *graph = declare(&f);
        fusor_plan *plan = ask_for(cache, graph, &request);
        hashes[i] = plan->hash;
        fusor_plan_destroy(plan);
        fusor_graph_destroy(graph);
        fusor_cache_destroy(cache);
    }
    assert_false(run_failing(&all, NULL));
    for (uint64_t n = 1; n <= all.calls; n++) {
        counter c = {.fail_at = n};
        assert_true(run_failing(&c, hashes));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reuse_H17_an_unchanged_graph_gives_the_same_plan_at_once),
        cmocka_unit_test(reuse_an_equal_description_is_found_and_compared),
        cmocka_unit_test(reuse_does_not_depend_on_what_lies_between_members),
        cmocka_unit_test(reuse_of_a_hash_alone_never_happens),
        cmocka_unit_test(reuse_ends_with_any_change_of_the_graph),
        cmocka_unit_test(reuse_knows_a_graph_from_its_successor),
        cmocka_unit_test(reuse_keeps_devices_policies_and_callbacks_apart),
        cmocka_unit_test(reuse_H18_the_same_size_is_no_change),
        cmocka_unit_test(reuse_H18_a_new_size_keeps_hazards_and_culling),
        cmocka_unit_test(reuse_a_new_state_of_an_import_keeps_all_but_sync),
        cmocka_unit_test(reuse_another_structure_starts_from_nothing),
        cmocka_unit_test(reuse_checks_equalities_of_sizes_again),
        cmocka_unit_test(reuse_keeps_to_its_bound_of_plans_and_gives_up_the_oldest),
        cmocka_unit_test(reuse_leaves_a_plan_to_who_holds_it),
        cmocka_unit_test(reuse_keeps_to_its_bound_of_bytes),
        cmocka_unit_test(reuse_B10_memory_comes_back_to_a_plateau_after_resize_churn),
        cmocka_unit_test(reuse_reports_what_is_wrong_and_goes_on),
        cmocka_unit_test(reuse_does_not_hide_a_call_that_failed),
        cmocka_unit_test(reuse_reports_a_placement_that_fails),
        cmocka_unit_test(reuse_B49_exhaustion_is_an_error_and_leaves_the_cache_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
