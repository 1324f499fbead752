/* The adjacent rule as a pure function (CASES A1), the same chains as frames, and the rule's hold on
 * every frame. */
#include "core/plan_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Passes by ';', each "writes/reads/signature": letters, letters, digits; "T": a bridge, "-": nothing
 * attached. */
typedef struct chain_case {
    const char *passes, *ranges;
} chain_case;

static const chain_case CASES[] = {
    {"a//1;b/a/1", "0..2"},
    {"a//1;b/c/1", ""},
    {"a//1;T;/a/1", "0..3"},
    {"a//1;T;T;/a/1", "0..4"},
    {"a//1;T;/b/1", ""},
    {"T;a//1", ""},
    {"a//1;T", ""},
    {"a//-;T;/a/1", ""},
    {"a//1;//-;/a/1", ""},
    {"g//12345;/g/9", ""},
    {"g//12345;/g/12345", "0..2"},
    {"x//1;x/x/1;/x/1", "0..3"},
    {"x//1;x//1", ""},
    {"x//1;y/x/1;/x/1", "0..2"},
    {"a//1;/a/1;c//2;/c/2", "0..2 2..4"},
    {"x//1;y/x/1;z/q/1;/z/1", "0..2 2..4"},
    {"x//1;k//2;/x/1", ""},
    {"a//12;/a/21", ""},
    {"a//-;/a/-", ""},
    /* H5: transitive along neighbours */
    {"a//1;b/a/1;/b/1", "0..3"},
    /* H4: each condition alone */
    {"a//1;b//1", ""},
    {"a//1;/a/2", ""},
    {"a//12;/a/1", ""},
    {"a//1;/a/12", ""},
    {"a//0;/a/0", ""}, /* no view */
    {"a//10;/a/10", ""},
    /* H6, H7: leading and trailing bridges never count */
    {"T;a//1;/a/1;T", "1..3"},
    {"T;T;a//1;T;/a/1;T;T", "2..5"},
    {"a//1;T;-;T;/a/1", ""},
    {"a//1;T;/a/1;T;/a/1", "0..3"},
    {"a//1;T;a/a/1;T;/a/1", "0..5"},
    {"", ""},
    {"T;T;T", ""},
};

enum { PASSES_MAX = 16, KEYS_MAX = 8 };

typedef struct parsed {
    fusor_chain_pass passes[PASSES_MAX];
    uint32_t keys[PASSES_MAX][3][KEYS_MAX], count;
} parsed;

static void parse_pass(parsed *out, const char *text, size_t length)
{
    uint32_t n = out->count++, part = 0, counts[3] = {0, 0, 0};
    fusor_chain_pass *pass = &out->passes[n];
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '/')
            part++;
        else if (text[i] == 'T')
            pass->bridge = true;
        else if (text[i] != '-')
            out->keys[n][part][counts[part]++] = (uint32_t)(part == 2 ? text[i] - '0' : text[i]);
    }
    pass->writes = out->keys[n][0];
    pass->reads = out->keys[n][1];
    pass->signature = out->keys[n][2];
    pass->write_count = counts[0];
    pass->read_count = counts[1];
    pass->signature_count = counts[2];
}

static void parse(const char *text, parsed *out)
{
    memset(out, 0, sizeof *out);
    while (*text) {
        size_t length = strcspn(text, ";");
        parse_pass(out, text, length);
        text += length + (text[length] == ';');
    }
}

static void ranges_text(const chain_case *c, char *out, size_t room)
{
    parsed p;
    fusor_range ranges[PASSES_MAX];
    parse(c->passes, &p);
    uint32_t count = fusor_chain_ranges(p.passes, p.count, ranges);
    out[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        size_t used = strlen(out);
        snprintf(out + used, room - used, "%s%u..%u", used ? " " : "", ranges[i].first,
                 ranges[i].first + ranges[i].count);
    }
}

static void check_cases(uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        char found[100];
        ranges_text(&CASES[i], found, sizeof found);
        if (strcmp(found, CASES[i].ranges) != 0)
            fail_msg("%s: %s, expected %s", CASES[i].passes, found, CASES[i].ranges);
    }
}

static void chain_H03_ranges_are_a_pure_function(void **state)
{
    (void)state;
    check_cases(0, sizeof CASES / sizeof CASES[0]);
    check_cases(0, sizeof CASES / sizeof CASES[0]); /* and nothing is remembered */
}

static void chain_H04_each_condition_alone_fails(void **state)
{
    (void)state;
    check_cases(20, 26);
}

static void chain_H05_neighbours_chain(void **state)
{
    (void)state;
    check_cases(19, 20);
    check_cases(11, 12);
}

static void chain_H06_compute_neither_starts_nor_joins_nor_ends(void **state)
{
    (void)state;
    check_cases(5, 9);
    check_cases(28, 29);
}

static void chain_H07_bridges_between_members_count_and_others_do_not(void **state)
{
    (void)state;
    check_cases(2, 4);
    check_cases(26, 31);
}

/* ------------------------------------------------------------------------------ frames */

typedef struct frame_case {
    const char *name, *groups; /* `full` on `tiler` */
} frame_case;

static const frame_case FRAMES[] = {
    {"chain-01", "A B"},   {"chain-02", "A B"},   {"chain-03", "A B"},     {"chain-04", "A B"},
    {"chain-05", "A B"},   {"chain-06", "A"},     {"chain-07", "A"},       {"chain-08", "B"},
    {"chain-09", "A B"},   {"chain-10", "A B"},   {"chain-11", "A B"},     {"chain-12", "A B C"},
    {"chain-13", "A B"},   {"chain-14", "A B C"}, {"chain-15", "A B|C D"}, {"chain-16", "A B C D"},
    {"chain-17", "A B|I"}, {"chain-18", "A B"},   {"chain-20", "A B"},     {"chain-21", ""},
    {"chain-24", "C B|A"},
};

static help_plan plan_frame(const char *name, const char *device, fusor_fuse_policy fuse)
{
    fusor_policy policy = {.fuse = fuse};
    return help_compile_with(corpus_frame(name), fusor_device_builtin(device), &policy, NULL);
}

static void chain_H09_frames_fuse_in_full_as_listed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof FRAMES / sizeof FRAMES[0]; i++) {
        help_plan plan = plan_frame(FRAMES[i].name, "tiler", FUSOR_FUSE_FULL);
        print_message("%s\n", FRAMES[i].name);
        help_groups(&plan, FRAMES[i].groups);
        help_finish(&plan);
    }
}

static void chain_H15_a_bridge_that_reads_what_is_open_sinks_behind_the_group(void **state)
{
    (void)state;
    help_plan plan = plan_frame("chain-18", "tiler", FUSOR_FUSE_FULL);
    help_assert_order(&plan, "A B T");
    help_check(&plan, help_attachment(&plan, "A", "x")->store == FUSOR_STORE_OP_STORE);
    help_check(&plan, !help_resource(&plan, "x")->group_local);
    help_finish(&plan);
    plan = plan_frame("chain-03", "tiler", FUSOR_FUSE_FULL);
    help_check(&plan, help_resource(&plan, "a")->group_local);
    help_finish(&plan);
}

/* T must see what A wrote and B overwrites it: T can be neither ahead nor behind. */
static void chain_H15_a_bridge_that_must_see_what_is_overwritten_breaks_the_group(void **state)
{
    (void)state;
    static const fusor_fuse_policy POLICIES[] = {FUSOR_FUSE_FULL, FUSOR_FUSE_ADJACENT,
                                                 FUSOR_FUSE_AUTO};
    for (int i = 0; i < 3; i++) {
        /* clang-format off */
        help_plan plan = help_compile(
            "'images':{" TARGET("s") "," IMAGE("x") "},'passes':["
            RASTER("A", "'color':[" CLEAR("s") "," OVER("x") "]") ","
            COMPUTE("T", "'bridge':true,'side_effects':true,'reads':[" SAMPLED("x") "]") ","
            RASTER("B", "'color':[" LOAD("s") "," LOAD("x") "]") ","
            RASTER("C", "'color':[" LOAD("s") "],'inputs':[" INPUT("x") "]") "]",
            "tiler", POLICIES[i]);
        /* clang-format on */
        help_check(&plan, help_group(&plan, "A") != help_group(&plan, "B"));
        help_check(&plan, help_break(&plan, "B")->reasons & FUSOR_BREAK_BRIDGE_READS_OPEN);
        help_assert_order(&plan, "A T B C");
        help_finish(&plan);
    }
}

static void chain_H15_a_raster_pass_is_no_bridge(void **state)
{
    (void)state;
    fusor_graph *graph = corpus_frame("wrong/chain-19");
    fusor_compiled *compiled = NULL;
    uint32_t count;
    assert_int_equal(fusor_compile(graph, NULL, NULL, &compiled), FUSOR_ERROR_INVALID_GRAPH);
    const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
    assert_true(help_has(list, count, FUSOR_DIAGNOSTIC_BRIDGE_INVALID, "T", NULL));
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
}

/* 22: an in-pass clear, and C sees what it made. */
static void chain_clear_of_a_second_member_is_never_lost(void **state)
{
    (void)state;
    help_plan plan = plan_frame("chain-22", "tiler", FUSOR_FUSE_FULL);
    help_groups(&plan, "A B C");
    help_check(&plan, help_member(&plan, "A")->clears.count == 0);
    help_check(&plan, help_member(&plan, "B")->clears.count == 1);
    help_check(&plan, help_member(&plan, "C")->clears.count == 0);
    const fusor_plan_clear *clear = &plan.plan->clears[help_member(&plan, "B")->clears.first];
    help_check(&plan, clear->aspects == FUSOR_ASPECT_COLOR && clear->clear[1] == 0.5);
    help_check(&plan, help_attachment(&plan, "B", "x")->load == FUSOR_LOAD_OP_DONT_CARE);
    help_finish(&plan);
    /* where the device keeps no tiles the load op is cheaper */
    plan = plan_frame("chain-22", "immediate", FUSOR_FUSE_AUTO);
    help_check(&plan, help_group(&plan, "A") != help_group(&plan, "B"));
    help_check(&plan, help_break(&plan, "B")->reasons & FUSOR_BREAK_CLEARS_WRITTEN);
    help_finish(&plan);
}

static void chain_two_groups_that_make_a_cycle_are_never_both_made(void **state)
{
    (void)state;
    static const fusor_fuse_policy POLICIES[] = {FUSOR_FUSE_FULL, FUSOR_FUSE_ADJACENT,
                                                 FUSOR_FUSE_AUTO};
    for (int i = 0; i < 3; i++) {
        help_plan plan = plan_frame("chain-23", "tiler", POLICIES[i]);
        bool a = help_group(&plan, "A1") == help_group(&plan, "A2");
        bool b = help_group(&plan, "B1") == help_group(&plan, "B2");
        help_check(&plan, !(a && b));
        if (POLICIES[i] == FUSOR_FUSE_FULL)
            help_check(&plan, a || b);
        help_finish(&plan);
    }
}

/* ------------------------------------------------------------------------------ adjacent on all */

enum { KEY_ROOM = 4096 };
typedef struct tuples {
    fusor_chain_pass *passes;
    uint32_t *keys, key_count, count, *pass_of;
} tuples;

static uint32_t key_of_use(const fusor_plan_use *use)
{
    return use->resource * 16 + use->previous + 1;
}

static uint32_t view_key(const fusor_plan_use *use)
{
    const fusor_region *r = &use->region;
    return ((use->resource * 16 + use->previous) * 16 + r->mips.first) * 4096 +
           r->layers.first * 64 + r->layers.count;
}

static bool is_view(const fusor_plan_use *use)
{
    return use->as == FUSOR_USE_COLOR || use->as == FUSOR_USE_DEPTH_STENCIL;
}

static void take(tuples *t, const fusor_plan *plan, uint32_t pass)
{
    fusor_slice uses = plan->passes[pass].uses;
    fusor_chain_pass *out = &t->passes[t->count];
    t->pass_of[t->count++] = pass;
    *out = (fusor_chain_pass){.bridge = plan->passes[pass].flags & FUSOR_PASS_BRIDGE};
    for (int part = 0; part < 3; part++) {
        uint32_t *first = &t->keys[t->key_count], count = 0;
        for (uint32_t i = uses.first; i < uses.first + uses.count; i++) {
            const fusor_plan_use *use = &plan->uses[i];
            bool wanted = part == 0 ? use->writes : part == 1 ? use->reads : is_view(use);
            uint32_t key = part == 2 ? view_key(use) : key_of_use(use);
            if (wanted &&
                !(part == 2 && count && first[count - 1] == key)) /* both aspects: one view */
                first[count++] = key;
        }
        t->key_count += count;
        assert_true(t->key_count < KEY_ROOM * 16);
        const uint32_t **list = part == 0   ? &out->writes
                                : part == 1 ? &out->reads
                                            : &out->signature;
        uint32_t *size = part == 0   ? &out->write_count
                         : part == 1 ? &out->read_count
                                     : &out->signature_count;
        *list = first;
        *size = count;
    }
}

/* What makes sharing impossible; not what makes it useless. */
#define ILLEGAL                                                                                    \
    (~(fusor_break_reasons)(FUSOR_BREAK_POLICY | FUSOR_BREAK_NOTHING_SHARED |                      \
                            FUSOR_BREAK_NOT_WORTH_IT))

static void check_adjacent(const char *name, const char *device)
{
    fusor_policy policy = {.fuse = FUSOR_FUSE_ADJACENT};
    fusor_graph *graph = corpus_frame(name);
    fusor_compiled *compiled = NULL;
    if (fusor_compile(graph, fusor_device_builtin(device), &policy, &compiled)) {
        fusor_compiled_destroy(compiled); /* more than the device can do */
        fusor_graph_destroy(graph);
        return;
    }
    fusor_compiled_destroy(compiled);
    help_plan plan = help_compile_with(graph, fusor_device_builtin(device), &policy, NULL);
    const fusor_plan *p = plan.plan;
    tuples t = {.passes = calloc(p->pass_count, sizeof *t.passes),
                .keys = calloc(KEY_ROOM * 16, sizeof *t.keys),
                .pass_of = calloc(p->pass_count, sizeof *t.pass_of)};
    fusor_range *ranges = calloc(p->pass_count, sizeof *ranges);
    for (uint32_t i = 0; i < p->pass_count; i++)
        if (p->passes[i].culled == FUSOR_CULL_NOT_CULLED)
            take(&t, p, i);
    uint32_t count = fusor_chain_ranges(t.passes, t.count, ranges), last = FUSOR_NONE;
    for (uint32_t i = 0; i < t.count; i++) {
        uint32_t pass = t.pass_of[i];
        if (p->passes[pass].kind != FUSOR_PASS_RASTER)
            continue;
        bool in_range = false;
        for (uint32_t k = 0; k < count && last != FUSOR_NONE; k++)
            in_range =
                in_range || (i >= ranges[k].first && i < ranges[k].first + ranges[k].count &&
                             last >= ranges[k].first && last < ranges[k].first + ranges[k].count);
        if (last != FUSOR_NONE) {
            bool together = p->passes[pass].group == p->passes[t.pass_of[last]].group;
            if (together && !in_range)
                help_fail(&plan, __FILE__, __LINE__, "%s: \"%s\" joined no chain", name,
                          p->passes[pass].name);
            if (!together && in_range &&
                !(help_break(&plan, p->passes[pass].name)->reasons & ILLEGAL))
                help_fail(&plan, __FILE__, __LINE__, "%s: \"%s\" is in the chain and is left out",
                          name, p->passes[pass].name);
        }
        last = i;
    }
    free(ranges);
    free(t.passes);
    free(t.keys);
    free(t.pass_of);
    help_finish(&plan);
}

static void chain_H04_adjacent_is_the_rule_on_every_frame(void **state)
{
    (void)state;
    for (const char *const *name = corpus_names(); *name; name++) {
        check_adjacent(*name, "tiler");
        check_adjacent(*name, "immediate");
    }
}

/* B reads what the last frame left in h, not what A writes. */
static void chain_H04_what_the_last_frame_left_is_no_shared_write(void **state)
{
    (void)state;
    static const char *const PREVIOUS[] = {",'previous':1", ""};
    for (int i = 0; i < 2; i++) {
        char body[1000];
        /* clang-format off */
        snprintf(body, sizeof body,
                 "'images':{" TARGET("s") ",'h':{'format':'r8g8b8a8_unorm','history':2}},'passes':["
                 RASTER("A", "'side_effects':true,'color':[" CLEAR("s") "],'writes':[" WRITES("h") "]") ","
                 RASTER("B", "'color':[" OVER("s") "],'reads':[{'image':'h','as':'storage'%s}]") "]",
                 PREVIOUS[i]);
        /* clang-format on */
        help_plan plan = help_compile(body, "tiler", FUSOR_FUSE_ADJACENT);
        fusor_break_reasons reasons = help_break(&plan, "B")->reasons;
        help_groups(&plan, "A|B");
        help_check(&plan, (reasons & FUSOR_BREAK_POLICY) || i == 1);
        help_finish(&plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chain_H03_ranges_are_a_pure_function),
        cmocka_unit_test(chain_H04_each_condition_alone_fails),
        cmocka_unit_test(chain_H05_neighbours_chain),
        cmocka_unit_test(chain_H06_compute_neither_starts_nor_joins_nor_ends),
        cmocka_unit_test(chain_H07_bridges_between_members_count_and_others_do_not),
        cmocka_unit_test(chain_H09_frames_fuse_in_full_as_listed),
        cmocka_unit_test(chain_H15_a_bridge_that_reads_what_is_open_sinks_behind_the_group),
        cmocka_unit_test(chain_H15_a_bridge_that_must_see_what_is_overwritten_breaks_the_group),
        cmocka_unit_test(chain_H15_a_raster_pass_is_no_bridge),
        cmocka_unit_test(chain_clear_of_a_second_member_is_never_lost),
        cmocka_unit_test(chain_two_groups_that_make_a_cycle_are_never_both_made),
        cmocka_unit_test(chain_H04_what_the_last_frame_left_is_no_shared_write),
        cmocka_unit_test(chain_H04_adjacent_is_the_rule_on_every_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
