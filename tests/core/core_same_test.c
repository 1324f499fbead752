/* The same graph, device data and version make the same plan, whatever order independent resources
 * are declared in. Over compilers: same_plans.sh. */
#include "core/random_graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *plan_text(const fusor_graph *graph, const char *device, const fusor_policy *policy,
                       uint64_t *hash)
{
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    char *text = NULL;
    if (!fusor_compile(graph, fusor_device_builtin(device), policy, &compiled) &&
        !fusor_place(compiled, NULL, &plan)) {
        assert_int_equal(fusor_json_write_plan(plan, &text), FUSOR_OK);
        *hash = plan->hash;
    }
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    return text;
}

static void same_frame_compiled_twice_is_the_same_plan(void **state)
{
    (void)state;
    for (const char *const *name = corpus_names(); *name; name++)
        for (int fuse = 0; fuse < 4; fuse++) {
            fusor_policy policy = {.fuse = (fusor_fuse_policy)fuse};
            fusor_graph *first = corpus_frame(*name), *second = corpus_frame(*name);
            uint64_t hashes[3] = {1, 2, 3};
            char *texts[3] = {plan_text(first, "tiler", &policy, &hashes[0]),
                              plan_text(first, "tiler", &policy, &hashes[1]),
                              plan_text(second, "tiler", &policy, &hashes[2])};
            assert_non_null(texts[0]);
            assert_string_equal(texts[0], texts[1]);
            assert_string_equal(texts[0], texts[2]);
            assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
            for (int k = 0; k < 3; k++)
                fusor_json_free(texts[k]);
            fusor_graph_destroy(first);
            fusor_graph_destroy(second);
        }
}

/* ------------------------------------------------------------------------------ permuted */

typedef struct permuted {
    fusor_graph *graph;
    uint32_t *images, *buffers; /* new ids by old index */
} permuted;

static void shuffle(help_random *random, uint32_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = help_next(random, i), old = order[i - 1];
        order[i - 1] = order[k];
        order[k] = old;
    }
}

static void move_image(const permuted *p, fusor_image *image)
{
    image->id = image->id ? p->images[image->id - 1] : 0;
}

static void move_use(const permuted *p, fusor_use_desc *use)
{
    move_image(p, &use->image);
    use->buffer.id = use->buffer.id ? p->buffers[use->buffer.id - 1] : 0;
}

static void *copy_of(const void *data, size_t count, size_t size)
{
    void *out = calloc(count + 1, size);
    assert_non_null(out);
    if (count)
        memcpy(out, data, count * size);
    return out;
}

static void move_pass(const permuted *p, const fusor_pass_desc *from)
{
    fusor_pass_desc d = *from;
    fusor_color_desc *colors = copy_of(d.color, d.color_count, sizeof *colors);
    fusor_input_desc *inputs = copy_of(d.inputs, d.input_count, sizeof *inputs);
    fusor_use_desc *reads = copy_of(d.reads, d.read_count, sizeof *reads);
    fusor_use_desc *writes = copy_of(d.writes, d.write_count, sizeof *writes);
    fusor_copy_op_desc *ops = copy_of(d.ops, d.op_count, sizeof *ops);
    for (uint32_t i = 0; i < d.color_count; i++) {
        move_image(p, &colors[i].image);
        move_image(p, &colors[i].resolve.image);
    }
    move_image(p, &d.depth.image);
    move_image(p, &d.depth.resolve.image);
    for (uint32_t i = 0; i < d.input_count; i++)
        move_image(p, &inputs[i].image);
    for (uint32_t i = 0; i < d.read_count; i++)
        move_use(p, &reads[i]);
    for (uint32_t i = 0; i < d.write_count; i++)
        move_use(p, &writes[i]);
    for (uint32_t i = 0; i < d.op_count; i++) {
        move_use(p, &ops[i].src);
        move_use(p, &ops[i].dst);
    }
    d.color = colors;
    d.inputs = inputs;
    d.reads = reads;
    d.writes = writes;
    d.ops = ops;
    fusor_graph_add_pass(p->graph, &d);
    free(colors);
    free(inputs);
    free(reads);
    free(writes);
    free(ops);
}

static void add_resources(permuted *p, const fusor_graph *from, help_random *random)
{
    uint32_t images = fusor_graph_image_count(from), buffers = fusor_graph_buffer_count(from);
    uint32_t *order = calloc(images + buffers + 1, sizeof *order);
    p->images = calloc(images + 1, sizeof *p->images);
    p->buffers = calloc(buffers + 1, sizeof *p->buffers);
    assert_true(order && p->images && p->buffers);
    shuffle(random, order, images);
    for (uint32_t i = 0; i < images; i++)
        p->images[order[i]] =
            fusor_graph_add_image(p->graph,
                                  fusor_graph_get_image(from, (fusor_image){order[i] + 1}))
                .id;
    shuffle(random, order, buffers);
    for (uint32_t i = 0; i < buffers; i++)
        p->buffers[order[i]] =
            fusor_graph_add_buffer(p->graph,
                                   fusor_graph_get_buffer(from, (fusor_buffer){order[i] + 1}))
                .id;
    free(order);
}

static fusor_graph *permute(const fusor_graph *from, help_random *random)
{
    permuted p = {0};
    uint32_t render[2], output[2];
    fusor_graph_get_sizes(from, render, output);
    fusor_graph_desc desc = {.name = fusor_graph_name(from),
                             .render_width = render[0],
                             .render_height = render[1],
                             .output_width = output[0],
                             .output_height = output[1]};
    assert_int_equal(fusor_graph_create(&desc, &p.graph), FUSOR_OK);
    add_resources(&p, from, random);
    for (uint32_t i = 0; i < fusor_graph_pass_count(from); i++)
        move_pass(&p, fusor_graph_get_pass(from, (fusor_pass){i + 1}));
    for (uint32_t i = 0; i < fusor_graph_edge_count(from); i++) {
        fusor_pass edge[2];
        fusor_graph_get_edge(from, i, edge);
        fusor_graph_add_edge(p.graph, edge[0], edge[1]);
    }
    for (uint32_t i = 0; i < fusor_graph_output_count(from); i++) {
        fusor_image image;
        fusor_buffer buffer;
        fusor_graph_get_output(from, i, &image, &buffer);
        if (image.id)
            fusor_graph_add_output_image(p.graph, (fusor_image){p.images[image.id - 1]});
        else
            fusor_graph_add_output_buffer(p.graph, (fusor_buffer){p.buffers[buffer.id - 1]});
    }
    free(p.images);
    free(p.buffers);
    return p.graph;
}

/* The documents name resources, so the texts are equal but for diagnostics' order and the hash, which
 * holds handles. */
static void cut_after(char *text, const char *key)
{
    char *at = text ? strstr(text, key) : NULL;
    if (at)
        *at = '\0';
}

static void blank_hash(char *text)
{
    char *at = strstr(text, "\"hash\": \"");
    assert_non_null(at);
    memset(at + 9, '0', 16);
}

static void same_as_permuted(const fusor_graph *graph, help_random *random, const char *what)
{
    fusor_policy policy = {.fuse = (fusor_fuse_policy)help_next(random, 4),
                           .alias = (fusor_alias_policy)help_next(random, 3),
                           .pack = (fusor_pack_policy)help_next(random, 3),
                           .order = (fusor_order_policy)help_next(random, 2)};
    fusor_graph *other = permute(graph, random);
    uint64_t hash;
    char *a = plan_text(graph, "tiler", &policy, &hash),
         *b = plan_text(other, "tiler", &policy, &hash);
    assert_true((a != NULL) == (b != NULL));
    if (a) {
        blank_hash(a);
        blank_hash(b);
        cut_after(a, "\n \"diagnostics\"");
        cut_after(b, "\n \"diagnostics\"");
        if (strcmp(a, b) != 0) {
            size_t i = 0;
            while (a[i] == b[i])
                i++;
            i = i > 150 ? i - 150 : 0;
            fail_msg("%s: permuted resources make another plan:\n%.400s\nand\n%.400s", what, a + i,
                     b + i);
        }
    }
    fusor_json_free(a);
    fusor_json_free(b);
    fusor_graph_destroy(other);
}

static void same_plan_for_permuted_resources(void **state)
{
    (void)state;
    help_random random = {77};
    for (const char *const *name = corpus_names(); *name; name++) {
        fusor_graph *graph = corpus_frame(*name);
        same_as_permuted(graph, &random, *name);
        fusor_graph_destroy(graph);
    }
}

static void same_plan_for_permuted_random_graphs(void **state)
{
    (void)state;
    random_size size = {10, 5, 14};
    for (uint64_t seed = 0; seed < 500; seed++) {
        help_random random = {seed};
        char name[40];
        fusor_graph *graph = random_graph(seed, &size);
        snprintf(name, sizeof name, "seed %u", (unsigned)seed);
        same_as_permuted(graph, &random, name);
        fusor_graph_destroy(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_frame_compiled_twice_is_the_same_plan),
        cmocka_unit_test(same_plan_for_permuted_resources),
        cmocka_unit_test(same_plan_for_permuted_random_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
