/* In: two graphs, two plans. Out: comparisons field by field, for padding has no meaning. */
#include "json_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------------------------- comparisons */

#define SAME(member) assert_int_equal(a->member, b->member)
#define SAME_REAL(member) assert_true(a->member == b->member)
#define SAME_RANGE(member) (SAME(member.first), SAME(member.count))

static void same_import(const fusor_import *a, const fusor_import *b)
{
    SAME(initial.state);
    SAME(initial.stages);
    SAME(final.state);
    SAME(final.stages);
    SAME(discard);
}

static void same_image(const fusor_image_desc *a, const fusor_image_desc *b)
{
    assert_string_equal(a->name, b->name);
    SAME(format);
    SAME(size.base);
    SAME(size.numerator);
    SAME(size.denominator);
    SAME(size.width);
    SAME(size.height);
    SAME(size.depth);
    SAME(type);
    SAME(mips);
    SAME(layers);
    SAME(samples);
    SAME(lifetime);
    SAME(history_slots);
    same_import(&a->import, &b->import);
    SAME(view_format_count);
    for (uint32_t i = 0; i < a->view_format_count; i++) {
        SAME(view_formats[i]);
    }
}

static void same_buffer(const fusor_buffer_desc *a, const fusor_buffer_desc *b)
{
    assert_string_equal(a->name, b->name);
    SAME(size_bytes);
    SAME(lifetime);
    SAME(history_slots);
    same_import(&a->import, &b->import);
    SAME(host);
    SAME(host_shared);
}

static void same_use(const fusor_use_desc *a, const fusor_use_desc *b)
{
    SAME(image.id);
    SAME(buffer.id);
    SAME(as);
    SAME(stages);
    SAME_RANGE(mips);
    SAME_RANGE(layers);
    SAME(aspects);
    SAME_RANGE(range);
    SAME(previous);
    SAME(overwrite);
    SAME(concurrent);
    SAME(access);
    SAME(has_layout);
    SAME(layout);
    SAME(layout_after);
}

static void same_resolve(const fusor_resolve_desc *a, const fusor_resolve_desc *b)
{
    SAME(image.id);
    SAME(mip);
    SAME_RANGE(layers);
    SAME(mode);
    SAME(stencil_mode);
}

static void same_color(const fusor_color_desc *a, const fusor_color_desc *b)
{
    SAME(image.id);
    SAME(mip);
    SAME_RANGE(layers);
    SAME(load);
    for (int i = 0; i < 4; i++) {
        SAME_REAL(clear[i]);
    }
    same_resolve(&a->resolve, &b->resolve);
}

static void same_depth(const fusor_depth_desc *a, const fusor_depth_desc *b)
{
    SAME(image.id);
    SAME(mip);
    SAME_RANGE(layers);
    SAME(load);
    SAME(stencil_load);
    SAME(read_only);
    SAME(stencil_read_only);
    SAME_REAL(clear_depth);
    SAME(clear_stencil);
    same_resolve(&a->resolve, &b->resolve);
}

static void same_input(const fusor_input_desc *a, const fusor_input_desc *b)
{
    SAME(image.id);
    SAME(mip);
    SAME_RANGE(layers);
    SAME(aspects);
}

static void same_op(const fusor_copy_op_desc *a, const fusor_copy_op_desc *b)
{
    SAME(kind);
    same_use(&a->src, &b->src);
    same_use(&a->dst, &b->dst);
    SAME(linear);
    for (int i = 0; i < 4; i++) {
        SAME_REAL(value[i]);
    }
    SAME(fill);
}

#define SAME_LIST(list, list_count, same_row)                                                      \
    do {                                                                                           \
        SAME(list_count);                                                                          \
        for (uint32_t row = 0; row < a->list_count; row++) {                                       \
            same_row(&a->list[row], &b->list[row]);                                                \
        }                                                                                          \
    } while (0)

static void same_pass(const fusor_pass_desc *a, const fusor_pass_desc *b)
{
    assert_string_equal(a->name, b->name);
    SAME(kind);
    SAME(flags);
    SAME(queue);
    SAME_LIST(color, color_count, same_color);
    same_depth(&a->depth, &b->depth);
    SAME_LIST(inputs, input_count, same_input);
    SAME_LIST(reads, read_count, same_use);
    SAME_LIST(writes, write_count, same_use);
    SAME_LIST(ops, op_count, same_op);
    SAME(view_mask);
    for (int i = 0; i < 4; i++) {
        SAME(area[i]);
    }
}

static void same_frame(const fusor_graph *a, const fusor_graph *b)
{
    uint32_t sizes[2][4];
    fusor_graph_get_sizes(a, sizes[0], sizes[0] + 2);
    fusor_graph_get_sizes(b, sizes[1], sizes[1] + 2);
    assert_memory_equal(sizes[0], sizes[1], sizeof(sizes[0]));
    assert_string_equal(fusor_graph_name(a), fusor_graph_name(b));
    assert_int_equal(fusor_graph_edge_count(a), fusor_graph_edge_count(b));
    for (uint32_t i = 0; i < fusor_graph_edge_count(a); i++) {
        fusor_pass edges[2][2];
        fusor_graph_get_edge(a, i, edges[0]);
        fusor_graph_get_edge(b, i, edges[1]);
        assert_memory_equal(edges[0], edges[1], sizeof(edges[0]));
    }
    assert_int_equal(fusor_graph_output_count(a), fusor_graph_output_count(b));
    for (uint32_t i = 0; i < fusor_graph_output_count(a); i++) {
        fusor_image images[2];
        fusor_buffer buffers[2];
        fusor_graph_get_output(a, i, &images[0], &buffers[0]);
        fusor_graph_get_output(b, i, &images[1], &buffers[1]);
        assert_int_equal(images[0].id, images[1].id);
        assert_int_equal(buffers[0].id, buffers[1].id);
    }
}

void help_assert_equal_graphs(const fusor_graph *a, const fusor_graph *b)
{
    same_frame(a, b);
    assert_int_equal(fusor_graph_image_count(a), fusor_graph_image_count(b));
    for (uint32_t i = 1; i <= fusor_graph_image_count(a); i++) {
        same_image(fusor_graph_get_image(a, (fusor_image){i}),
                   fusor_graph_get_image(b, (fusor_image){i}));
    }
    assert_int_equal(fusor_graph_buffer_count(a), fusor_graph_buffer_count(b));
    for (uint32_t i = 1; i <= fusor_graph_buffer_count(a); i++) {
        same_buffer(fusor_graph_get_buffer(a, (fusor_buffer){i}),
                    fusor_graph_get_buffer(b, (fusor_buffer){i}));
    }
    assert_int_equal(fusor_graph_pass_count(a), fusor_graph_pass_count(b));
    for (uint32_t i = 1; i <= fusor_graph_pass_count(a); i++) {
        same_pass(fusor_graph_get_pass(a, (fusor_pass){i}),
                  fusor_graph_get_pass(b, (fusor_pass){i}));
    }
}
