/* In: a side. Out: its facts, with names where the plan has indices: sums, passes and what they use,
 * what was not fused, what was said. The rest of a plan has files of its own. */
#include "diff_changes.h"
#include "diff_words.h"

/* ------------------------------------------------------------------------------------------- sums */

static void add_sum(diff_list *list, const char *key, const char *value)
{
    diff_add(list, DIFF_SUMS, key);
    diff_add_field(list, "", value);
}

static void add_sums(diff_list *list, const fusor_plan *plan)
{
    add_sum(list, "passes that run", diff_number(list, plan->counts.passes));
    add_sum(list, "render passes", diff_number(list, plan->counts.render_passes));
    add_sum(list, "render passes unfused", diff_number(list, plan->counts.unfused_render_passes));
    add_sum(list, "barrier calls", diff_number(list, plan->counts.barrier_calls));
    add_sum(list, "barriers", diff_number(list, plan->counts.barriers));
    add_sum(list, "attachment loads", diff_bytes(list, plan->traffic.load_bytes));
    add_sum(list, "attachment stores", diff_bytes(list, plan->traffic.store_bytes));
    add_sum(list, "loads unfused", diff_bytes(list, plan->traffic.unfused_load_bytes));
    add_sum(list, "stores unfused", diff_bytes(list, plan->traffic.unfused_store_bytes));
    add_sum(list, "traffic at least", diff_bytes(list, plan->traffic.floor_bytes));
    add_sum(list, "memory placed", diff_bytes(list, plan->memory_placed));
    add_sum(list, "memory without aliasing", diff_bytes(list, plan->memory_sum));
    add_sum(list, "memory at least", diff_bytes(list, plan->memory_lower_bound));
    add_sum(list, "memoryless", diff_bytes(list, plan->memoryless_bytes));
    add_sum(list, "render size",
            diff_text(list, "%u × %u", plan->render_size[0], plan->render_size[1]));
    add_sum(list, "output size",
            diff_text(list, "%u × %u", plan->output_size[0], plan->output_size[1]));
}

/* ------------------------------------------------------------------------------------ passes, uses */

static const char *flag_words(diff_list *list, fusor_pass_flags flags)
{
    const char *text = diff_text(
        list, "%s%s%s%s", flags & FUSOR_PASS_SIDE_EFFECTS ? " side_effects" : "",
        flags & FUSOR_PASS_NO_FUSE ? " no_fuse" : "", flags & FUSOR_PASS_BRIDGE ? " bridge" : "",
        flags & FUSOR_PASS_STATIC ? " static" : "");
    return *text ? text + 1 : "none";
}

static const char *use_words(const fusor_plan_use *use)
{
    static const char *const words[] = {"nothing", "read", "write", "read and write"};
    static const char *const overwrites[] = {"nothing", "read", "overwrite", "read and overwrite"};
    return (use->overwrites ? overwrites : words)[(use->reads ? 1 : 0) + (use->writes ? 2 : 0)];
}

static void add_use(diff_list *list, const fusor_plan *plan, const fusor_plan_pass *pass,
                    const fusor_plan_use *use)
{
    diff_add(list, DIFF_USES,
             diff_text(list, "\"%s\", %s %u, %s", pass->name, fusor_use_word(use->as), use->slot,
                       diff_place(list, plan, use->resource, use->previous, &use->region)));
    diff_add_field(list, "", use_words(use));
    diff_add_field(list, "concurrent", diff_yes(use->concurrent));
    diff_add_field(list, "stages", diff_bits(list, use->stages, fusor_stage_word));
    diff_add_field(list, "access", diff_bits(list, use->access, fusor_access_word));
    if (plan->resources[use->resource].is_image) {
        diff_add_field(list, "layout", fusor_layout_word(use->layout));
    }
}

static void add_copy(diff_list *list, const fusor_plan *plan, const fusor_plan_pass *pass,
                     const fusor_plan_copy *copy)
{
    static const char *const words[] = {"copy", "blit", "resolve", "clear", "fill"};
    const char *src = copy->src == FUSOR_NONE ? "a value"
                                              : diff_place(list, plan, copy->src,
                                                           copy->src_previous, &copy->src_region);
    diff_add(list, DIFF_COPIES,
             diff_text(list, "\"%s\" %s of %s to %s", pass->name, words[copy->kind], src,
                       diff_place(list, plan, copy->dst, 0, &copy->dst_region)));
    diff_add_field(list, "filter", copy->linear ? "linear" : "nearest");
    diff_add_field(list, "value",
                   diff_text(list, "%g %g %g %g, %u", copy->value[0], copy->value[1],
                             copy->value[2], copy->value[3], copy->fill));
}

static void add_passes(diff_list *list, const fusor_plan *plan)
{
    for (uint32_t i = 0; i < plan->pass_count; i++) {
        const fusor_plan_pass *pass = &plan->passes[i];
        diff_add(list, DIFF_PASSES, diff_text(list, "\"%s\"", pass->name));
        diff_add_field(list, "",
                       pass->culled == FUSOR_CULL_NOT_CULLED
                           ? "runs"
                           : diff_text(list, "culled (%s)", fusor_cull_word(pass->culled)));
        diff_add_field(list, "kind", diff_pass_kind(pass->kind));
        diff_add_field(list, "flags", flag_words(list, pass->flags));
        for (uint32_t k = 0; k < pass->uses.count; k++) {
            add_use(list, plan, pass, &plan->uses[pass->uses.first + k]);
        }
        for (uint32_t k = 0; k < pass->copies.count; k++) {
            add_copy(list, plan, pass, &plan->copies[pass->copies.first + k]);
        }
    }
}

/* ----------------------------------------------------------------------------- breaks, diagnostics */

static bool share_a_group(const fusor_plan *plan, const char *x, const char *y)
{
    uint32_t first = fusor_plan_find_pass(plan, x), second = fusor_plan_find_pass(plan, y);
    return first != FUSOR_NONE && second != FUSOR_NONE && plan->passes[first].group != FUSOR_NONE &&
           plan->passes[first].group == plan->passes[second].group;
}

/* Of passes that are fused on the other side the render passes tell. */
static void add_breaks(diff_list *list, const fusor_plan *plan, const fusor_plan *other)
{
    for (uint32_t i = 0; i < plan->break_count; i++) {
        const fusor_plan_break *b = &plan->breaks[i];
        const char *before = diff_pass(plan, b->before), *after = diff_pass(plan, b->after);
        if (!share_a_group(other, before, after)) {
            diff_add(list, DIFF_BREAKS, diff_text(list, "\"%s\" | \"%s\"", before, after));
            diff_add_field(list, "", diff_reasons(list, plan, b));
        }
    }
}

static void add_diagnostics(diff_list *list, const fusor_plan *plan)
{
    for (uint32_t i = 0; i < plan->diagnostic_count; i++) {
        const fusor_diagnostic *d = &plan->diagnostics[i];
        const char *pass = *d->pass ? diff_text(list, " pass \"%s\"", d->pass) : "";
        const char *resource = *d->resource ? diff_text(list, " \"%s\"", d->resource) : "";
        diff_add(list, DIFF_DIAGNOSTICS,
                 diff_text(list, "%s [%s]%s%s", fusor_severity_word(d->severity),
                           fusor_diagnostic_word(d->code), pass, resource));
    }
}

void diff_add_plan(diff_list *list, const diff_side *side, const fusor_plan *other)
{
    add_sums(list, &side->plan);
    add_passes(list, &side->plan);
    diff_add_groups(list, side);
    add_breaks(list, &side->plan, other);
    diff_add_resources(list, &side->plan);
    diff_add_barriers(list, side);
    add_diagnostics(list, &side->plan);
}
