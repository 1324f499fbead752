/* Random graphs, edited again and again and asked of a cache: what comes back is byte for byte what a new
 * compile makes, errors too. core_collide_test is the same program with a cache whose hashes are all 0. */
#include "core/random_graph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GRAPHS = 1000, EDITS = 12, KEPT = 4 };

/* What one declaration says otherwise than another; FUSOR_NONE: nothing. */
typedef struct edit {
    uint32_t scale_num, scale_den; /* of every absolute size */
    uint32_t image_grown, buffer_grown, import_changed, import_discarded;
    uint32_t cleared, flagged, renamed;
    fusor_state state;
    uint32_t render;
} edit;

static edit no_edit(void)
{
    return (edit){.scale_num = 1,
                  .scale_den = 1,
                  .image_grown = FUSOR_NONE,
                  .buffer_grown = FUSOR_NONE,
                  .import_changed = FUSOR_NONE,
                  .import_discarded = FUSOR_NONE,
                  .cleared = FUSOR_NONE,
                  .flagged = FUSOR_NONE,
                  .renamed = FUSOR_NONE,
                  .state = FUSOR_STATE_UNKNOWN,
                  .render = 64};
}

/* One word of the last edit, or of none, is changed. */
static edit next_edit(help_random *random, const fusor_graph *graph, edit last)
{
    edit e = help_next(random, 3) ? last : no_edit();
    uint32_t image = help_next(random, fusor_graph_image_count(graph) + 1);
    uint32_t buffer = help_next(random, fusor_graph_buffer_count(graph) + 1);
    uint32_t pass = help_next(random, fusor_graph_pass_count(graph) + 1);
    switch (help_next(random, 11)) {
    case 0:
        return no_edit();
    case 1:
    case 2:
        e.scale_num = 1 + help_next(random, 4);
        e.scale_den = 1 + help_next(random, 3);
        break;
    case 3:
        e.image_grown = image;
        break;
    case 4:
        e.buffer_grown = buffer;
        break;
    case 5:
    case 6:
        e.import_changed = help_next(random, 2) ? image : image + buffer;
        e.state = (fusor_state)help_next(random, FUSOR_STATE_GENERAL + 1);
        break;
    case 7:
        e.import_discarded = image;
        break;
    case 8:
        e.cleared = pass;
        break;
    case 9:
        e.flagged = pass;
        break;
    default:
        e.render = 32 + help_next(random, 3) * 16;
        e.renamed = help_next(random, 2) ? pass : FUSOR_NONE;
    }
    return e;
}

static void edit_import(const edit *e, uint32_t resource, fusor_import *import)
{
    if (e->import_changed == resource)
        import->initial = (fusor_import_state){.state = e->state};
    if (e->import_discarded == resource)
        import->discard = !import->discard;
}

static void add_images(const fusor_graph *from, const edit *e, fusor_graph *to)
{
    for (uint32_t i = 0; i < fusor_graph_image_count(from); i++) {
        fusor_image_desc d = *fusor_graph_get_image(from, (fusor_image){i + 1});
        d.size.width = d.size.width * e->scale_num / e->scale_den;
        d.size.height = d.size.height * e->scale_num / e->scale_den;
        d.size.width += e->image_grown == i ? 8 : 0;
        edit_import(e, i, &d.import);
        fusor_graph_add_image(to, &d);
    }
}

static void add_buffers(const fusor_graph *from, const edit *e, fusor_graph *to)
{
    for (uint32_t i = 0; i < fusor_graph_buffer_count(from); i++) {
        fusor_buffer_desc d = *fusor_graph_get_buffer(from, (fusor_buffer){i + 1});
        d.size_bytes += e->buffer_grown == i ? 256 : 0;
        edit_import(e, fusor_graph_image_count(from) + i, &d.import);
        fusor_graph_add_buffer(to, &d);
    }
}

static void add_pass(const fusor_graph *from, const edit *e, fusor_graph *to, uint32_t index)
{
    fusor_pass_desc d = *fusor_graph_get_pass(from, (fusor_pass){index + 1});
    fusor_color_desc colors[8];
    if (e->cleared == index && d.color_count && d.color_count <= 8) {
        memcpy(colors, d.color, d.color_count * sizeof *colors);
        colors[0].clear[0] = 1;
        d.color = colors;
    }
    if (e->flagged == index)
        d.flags ^= FUSOR_PASS_NO_FUSE;
    if (e->renamed == index)
        d.name = "another name";
    fusor_graph_add_pass(to, &d);
}

static fusor_graph *edited(const fusor_graph *from, const edit *e)
{
    fusor_graph *to;
    fusor_graph_desc desc = {
        .name = fusor_graph_name(from), .render_width = e->render, .render_height = 64};
    assert_int_equal(fusor_graph_create(&desc, &to), FUSOR_OK);
    add_images(from, e, to);
    add_buffers(from, e, to);
    for (uint32_t i = 0; i < fusor_graph_pass_count(from); i++)
        add_pass(from, e, to, i);
    for (uint32_t i = 0; i < fusor_graph_edge_count(from); i++) {
        fusor_pass edge[2];
        fusor_graph_get_edge(from, i, edge);
        fusor_graph_add_edge(to, edge[0], edge[1]);
    }
    for (uint32_t i = 0; i < fusor_graph_output_count(from); i++) {
        fusor_image image;
        fusor_buffer buffer;
        fusor_graph_get_output(from, i, &image, &buffer);
        if (image.id)
            fusor_graph_add_output_image(to, image);
        else
            fusor_graph_add_output_buffer(to, buffer);
    }
    return to;
}

/* ------------------------------------------------------------------------------ against a new one */

typedef struct answer {
    fusor_result result;
    char *text; /* of the plan, or of what is wrong */
    uint64_t hash;
} answer;

static void read_answer(answer *a, fusor_plan *plan)
{
    if (!plan)
        return;
    if (a->result == FUSOR_OK)
        a->hash = fusor_plan_get_hash(plan);
    if (a->result == FUSOR_OK)
        assert_true(plan->hash == a->hash);
    assert_int_equal(fusor_json_write_plan(plan, &a->text), FUSOR_OK);
}

static void add_diagnostics(answer *a, const fusor_diagnostic *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (const char *c = list[i].text; *c; c++)
            a->hash = a->hash * 31 + (unsigned char)*c;
        a->hash = a->hash * 31 + (uint64_t)list[i].code;
    }
}

static answer compile_new(const fusor_graph *graph, const fusor_cache_request *request)
{
    answer a = {FUSOR_OK, NULL, 0};
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    a.result = fusor_compile(graph, request->device, request->policy, &compiled);
    if (a.result == FUSOR_ERROR_INVALID_GRAPH) {
        uint32_t count;
        const fusor_diagnostic *list = fusor_compiled_diagnostics(compiled, &count);
        add_diagnostics(&a, list, count);
    } else {
        a.result = fusor_place(compiled, NULL, &plan);
        read_answer(&a, plan);
    }
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    return a;
}

static answer ask_cache(fusor_cache *cache, fusor_graph *graph, const fusor_cache_request *request)
{
    answer a = {FUSOR_OK, NULL, 0};
    fusor_plan *plan = NULL;
    a.result = fusor_cache_compile(cache, graph, request, &plan);
    assert_non_null(plan);
    if (a.result == FUSOR_ERROR_INVALID_GRAPH) {
        add_diagnostics(&a, plan->diagnostics, plan->diagnostic_count);
    } else {
        read_answer(&a, plan);
        help_audit(graph, request->device, plan);
    }
    fusor_plan_destroy(plan);
    return a;
}

static void assert_same(uint64_t seed, uint32_t step, answer *cached, answer *fresh)
{
    if (cached->result != fresh->result || cached->hash != fresh->hash ||
        (cached->text != NULL) != (fresh->text != NULL) ||
        (cached->text && strcmp(cached->text, fresh->text) != 0))
        fail_msg("seed %" PRIu64 ", edit %u: the cache says %s, %s\na new compile says %s, %s",
                 seed, step, fusor_result_text(cached->result), cached->text ? cached->text : "",
                 fusor_result_text(fresh->result), fresh->text ? fresh->text : "");
    fusor_json_free(cached->text);
    fusor_json_free(fresh->text);
}

static void edit_and_ask(uint64_t seed, fusor_cache *cache, uint32_t *made)
{
    random_size size = {4 + (uint32_t)(seed % 9), (uint32_t)(seed % 6), seed % 10 ? 10 : 30};
    fusor_graph *base = random_graph(seed, &size), *graph = NULL;
    help_random random = {seed + 1};
    fusor_policy policy = {.fuse = (fusor_fuse_policy)(seed % 4),
                           .alias = (fusor_alias_policy)(seed / 4 % 3)};
    fusor_cache_request request = {fusor_device_builtin(fusor_device_builtin_name(seed % 4)),
                                   &policy, NULL};
    edit e = no_edit();
    for (uint32_t i = 0; i < EDITS; i++) {
        bool same_object = graph && help_next(&random, 5) == 0;
        if (!same_object) {
            fusor_graph_destroy(graph);
            e = next_edit(&random, base, e);
            graph = edited(base, &e);
        }
        answer cached = ask_cache(cache, graph, &request);
        answer fresh = compile_new(graph, &request);
        *made += fresh.result == FUSOR_OK;
        assert_same(seed, i, &cached, &fresh);
    }
    fusor_graph_destroy(graph);
    fusor_graph_destroy(base);
}

static void reuse_of_edited_graphs_makes_what_a_new_compile_makes(void **state)
{
    (void)state;
    uint32_t made = 0;
    fusor_cache *cache;
    fusor_cache_counts counts;
    fusor_cache_desc desc = {.plan_count = KEPT};
    assert_int_equal(fusor_cache_create(&desc, &cache), FUSOR_OK);
    for (uint64_t seed = 1; seed <= GRAPHS; seed++)
        edit_and_ask(seed, cache, &made);
    fusor_cache_get_counts(cache, &counts);
    print_message("%u of %u compiled; unchanged %" PRIu64 ", equal %" PRIu64 ", compared %" PRIu64
                  ", resumed %" PRIu64 "; rooms ran: check %" PRIu64 ", depend %" PRIu64
                  ", fuse %" PRIu64 ", place %" PRIu64 ", sync %" PRIu64 "\n",
                  made, GRAPHS * EDITS, counts.unchanged, counts.equal, counts.compared,
                  counts.resumed, counts.ran_check, counts.ran_depend, counts.ran_fuse,
                  counts.ran_place, counts.ran_sync);
    assert_true(made > GRAPHS * EDITS / 2);
    assert_true(counts.asked == GRAPHS * EDITS);
    assert_true(counts.unchanged > GRAPHS / 2 && counts.equal > GRAPHS / 2);
    assert_true(counts.resumed > GRAPHS);
    assert_true(counts.ran_check > counts.ran_depend && counts.ran_depend < counts.ran_sync);
    assert_true(counts.ran_place < counts.ran_sync);
    assert_true(counts.plan_count <= KEPT);
#ifdef HASHES_COLLIDE
    assert_true(counts.compared > counts.asked * 2);
#else
    assert_true(counts.compared < counts.asked * 2);
#endif
    fusor_cache_destroy(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reuse_of_edited_graphs_makes_what_a_new_compile_makes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
