/* In: two plans. Out: the test's failure at their first difference, field by field, for padding has no
 * meaning; slices are compared as they stand, so equal plans have equal arrays too. */
#include "json_help.h"

#include <string.h>

#define SAME(member) assert_int_equal(a->member, b->member)
#define SAME_REAL(member) assert_true(a->member == b->member)
#define SAME_TEXT(member) assert_string_equal(a->member, b->member)
#define SAME_SLICE(member) (SAME(member.first), SAME(member.count))

static void same_colors(const double *a, const double *b)
{
    for (int i = 0; i < 4; i++) {
        assert_true(a[i] == b[i]);
    }
}

static void same_numbers(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(a[i], b[i]);
    }
}

static void same_region(const fusor_region *a, const fusor_region *b)
{
    SAME(aspects);
    SAME_SLICE(mips);
    SAME_SLICE(layers);
    SAME_SLICE(bytes);
}

static void same_scope(const fusor_scope *a, const fusor_scope *b)
{
    SAME(stages);
    SAME(access);
    SAME(layout);
    SAME_SLICE(passes);
}

static void same_passes(const fusor_plan_pass *a, const fusor_plan_pass *b)
{
    SAME_TEXT(name);
    SAME(kind);
    SAME(flags);
    SAME(culled);
    SAME(group);
    SAME(member);
    SAME_SLICE(uses);
    SAME_SLICE(copies);
}

static void same_order(const uint32_t *a, const uint32_t *b)
{
    assert_int_equal(*a, *b);
}

#define same_pass_list same_order
#define same_resource_list same_order
#define same_index_list same_order

static void same_format_list(const fusor_format *a, const fusor_format *b)
{
    assert_int_equal(*a, *b);
}

static void same_steps(const fusor_plan_step *a, const fusor_plan_step *b)
{
    SAME(kind);
    SAME(index);
    SAME_SLICE(barriers);
}

static void same_groups(const fusor_plan_group *a, const fusor_plan_group *b)
{
    SAME(path);
    SAME(view_mask);
    same_numbers(a->area, b->area, 4);
    same_numbers(a->extent, b->extent, 2);
    SAME(layers);
    SAME(samples);
    SAME_SLICE(members);
    SAME_SLICE(subpasses);
    SAME_SLICE(dependencies);
    SAME_SLICE(attachments);
    SAME_SLICE(bridged);
}

static void same_members(const fusor_plan_member *a, const fusor_plan_member *b)
{
    SAME(pass);
    SAME(subpass);
    SAME_SLICE(color_map);
    SAME_SLICE(input_map);
    SAME_SLICE(clears);
}

static void same_bridges(const fusor_plan_bridge *a, const fusor_plan_bridge *b)
{
    SAME(pass);
    SAME(after);
}

static void same_references(const fusor_plan_reference *a, const fusor_plan_reference *b)
{
    SAME(attachment);
    SAME(layout);
    SAME(aspects);
}

static void same_subpasses(const fusor_plan_subpass *a, const fusor_plan_subpass *b)
{
    SAME_SLICE(passes);
    SAME_SLICE(color);
    SAME_SLICE(resolve);
    SAME_SLICE(inputs);
    same_references(&a->depth, &b->depth);
    same_references(&a->depth_resolve, &b->depth_resolve);
    SAME(depth_resolve_mode);
    SAME(stencil_resolve_mode);
    SAME_SLICE(preserve);
}

static void same_dependencies(const fusor_plan_dependency *a, const fusor_plan_dependency *b)
{
    SAME(from);
    SAME(to);
    same_scope(&a->src, &b->src);
    same_scope(&a->dst, &b->dst);
    SAME(by_region);
    SAME(view_local);
    SAME(why);
}

static void same_attachments(const fusor_plan_attachment *a, const fusor_plan_attachment *b)
{
    SAME(resource);
    SAME(previous);
    SAME(mip);
    SAME_SLICE(layers);
    SAME(aspects);
    SAME(load);
    SAME(store);
    SAME(stencil_load);
    SAME(stencil_store);
    same_colors(a->clear, b->clear);
    SAME_REAL(clear_depth);
    SAME(clear_stencil);
    SAME(resolve);
    SAME(resolve_mode);
    SAME(stencil_resolve_mode);
    SAME(memoryless);
    SAME(initial_layout);
    SAME(final_layout);
}

static void same_clears(const fusor_plan_clear *a, const fusor_plan_clear *b)
{
    SAME(attachment);
    SAME(aspects);
    same_colors(a->clear, b->clear);
    SAME_REAL(clear_depth);
    SAME(clear_stencil);
}

static void same_uses(const fusor_plan_use *a, const fusor_plan_use *b)
{
    SAME(as);
    SAME(slot);
    SAME(resource);
    SAME(previous);
    same_region(&a->region, &b->region);
    SAME(reads);
    SAME(writes);
    SAME(overwrites);
    SAME(concurrent);
    SAME(stages);
    SAME(access);
    SAME(layout);
}

static void same_copies(const fusor_plan_copy *a, const fusor_plan_copy *b)
{
    SAME(kind);
    SAME(src);
    SAME(dst);
    SAME(src_previous);
    same_region(&a->src_region, &b->src_region);
    same_region(&a->dst_region, &b->dst_region);
    SAME(src_layout);
    SAME(dst_layout);
    SAME(linear);
    same_colors(a->value, b->value);
    SAME(fill);
}

static void same_import(const fusor_import *a, const fusor_import *b)
{
    SAME(initial.state);
    SAME(initial.stages);
    SAME(final.state);
    SAME(final.stages);
    SAME(discard);
}

static void same_resources(const fusor_plan_resource *a, const fusor_plan_resource *b)
{
    SAME_TEXT(name);
    SAME(is_image);
    SAME(handle);
    SAME(lifetime);
    SAME(host);
    SAME(instances);
    SAME(slot_count);
    SAME(format);
    SAME(type);
    same_numbers(a->extent, b->extent, 3);
    SAME(mips);
    SAME(layers);
    SAME(samples);
    SAME_SLICE(view_formats);
    SAME(bytes);
    SAME(usage);
    same_import(&a->import, &b->import);
    SAME(first);
    SAME(last);
    SAME(group_local);
    SAME(memoryless);
    SAME(output);
    SAME(alias_set);
    SAME_SLICE(placements);
    SAME_SLICE(exit);
    same_colors(a->clear, b->clear);
    SAME_REAL(clear_depth);
    SAME(clear_stencil);
}

static void same_placements(const fusor_placement *a, const fusor_placement *b)
{
    SAME(placed);
    SAME(dedicated);
    SAME(pool);
    SAME(offset);
    SAME(size_bytes);
    SAME(alignment);
    SAME(memory_type);
    SAME_SLICE(follows);
}

static void same_pools(const fusor_plan_pool *a, const fusor_plan_pool *b)
{
    SAME(memory_type);
    SAME(optimal);
    SAME(dedicated);
    SAME(lazy);
    SAME(host_visible);
    SAME(placed_bytes);
    SAME(lower_bound_bytes);
    SAME(sum_bytes);
    SAME(alignment);
    same_scope(&a->exit, &b->exit);
}

static void same_barriers(const fusor_plan_barrier *a, const fusor_plan_barrier *b)
{
    SAME(kind);
    SAME(why);
    SAME(resource);
    SAME(previous);
    SAME(call);
    SAME(before);
    same_region(&a->region, &b->region);
    same_scope(&a->src, &b->src);
    same_scope(&a->dst, &b->dst);
    SAME(has_layout);
    SAME(entry);
    SAME_SLICE(replaces);
}

static void same_exits(const fusor_plan_exit *a, const fusor_plan_exit *b)
{
    SAME(resource);
    SAME(previous);
    same_region(&a->region, &b->region);
    same_scope(&a->scope, &b->scope);
    SAME(write_stages);
    SAME(write_access);
}

static void same_breaks(const fusor_plan_break *a, const fusor_plan_break *b)
{
    SAME(before);
    SAME(after);
    SAME(reasons);
    SAME(resource);
    SAME_TEXT(text);
}

static void same_diagnostics(const fusor_diagnostic *a, const fusor_diagnostic *b)
{
    SAME(code);
    SAME(severity);
    SAME_TEXT(pass);
    SAME_TEXT(resource);
    SAME_TEXT(text);
}

static void same_sums(const fusor_plan *a, const fusor_plan *b)
{
    SAME(traffic.load_bytes);
    SAME(traffic.store_bytes);
    SAME(traffic.unfused_load_bytes);
    SAME(traffic.unfused_store_bytes);
    SAME(traffic.floor_bytes);
    SAME(counts.passes);
    SAME(counts.render_passes);
    SAME(counts.unfused_render_passes);
    SAME(counts.barrier_calls);
    SAME(counts.barriers);
    SAME(memory_sum);
    SAME(memory_placed);
    SAME(memory_lower_bound);
    SAME(memoryless_bytes);
}

void help_assert_equal_plans(const fusor_plan *a, const fusor_plan *b)
{
    SAME_TEXT(graph_name);
    SAME_TEXT(device_name);
    SAME(policy.fuse);
    SAME(policy.alias);
    SAME(policy.pack);
    SAME(policy.order);
    same_numbers(a->render_size, b->render_size, 2);
    same_numbers(a->output_size, b->output_size, 2);
    same_sums(a, b);
#define ROW(type, name, n)                                                                         \
    SAME(n);                                                                                       \
    for (uint32_t i = 0; i < a->n; i++) {                                                          \
        same_##name(&a->name[i], &b->name[i]);                                                     \
    }
    FUSOR_PLAN_ARRAYS(ROW)
#undef ROW
    SAME(hash);
}
