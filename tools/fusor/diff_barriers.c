/* In: a side. Out: facts of its barriers, and of the states in which the frame leaves things. */
#include "diff_changes.h"
#include "diff_words.h"

static void add_scope(diff_list *list, const fusor_plan *plan, const char *name,
                      const fusor_scope *scope)
{
    diff_add_field(list, name, diff_scope(list, scope));
    diff_add_field(list, diff_text(list, "%s passes", name),
                   diff_pass_names(list, plan, scope->passes));
}

/* A pass of a group stands for the group, which may begin with another one on the other side. */
static const char *before_what(diff_list *list, const diff_side *side, uint32_t pass)
{
    if (pass == FUSOR_NONE) {
        return "at the end";
    }
    uint32_t group = pass < side->plan.pass_count ? side->plan.passes[pass].group : FUSOR_NONE;
    return group != FUSOR_NONE
               ? diff_text(list, "before render pass \"%s\"", side->group_names[group])
               : diff_text(list, "before \"%s\"", diff_pass(&side->plan, pass));
}

static const char *layouts(diff_list *list, const fusor_plan_barrier *b)
{
    const char *from = fusor_layout_word(b->src.layout), *to = fusor_layout_word(b->dst.layout);
    return b->src.layout == b->dst.layout ? diff_text(list, "%s", to)
                                          : diff_text(list, "%s to %s", from, to);
}

static void add_barrier(diff_list *list, const diff_side *side, const fusor_plan_barrier *b)
{
    static const char *const kinds[] = {"image", "buffer", "memory"};
    const fusor_plan *plan = &side->plan;
    diff_add(list, DIFF_BARRIERS,
             diff_text(list, "%s, %s", before_what(list, side, b->before),
                       diff_place(list, plan, b->resource, b->previous, &b->region)));
    diff_add_field(list, "why", fusor_why_word(b->why));
    add_scope(list, plan, "from", &b->src);
    add_scope(list, plan, "to", &b->dst);
    if (b->has_layout) {
        diff_add_field(list, "layout", layouts(list, b));
    }
    diff_add_field(list, "kind", kinds[b->kind]);
    diff_add_field(list, "enters the frame", diff_yes(b->entry));
    diff_add_field(list, "replaces", diff_resource_names(list, plan, b->replaces));
}

static void add_exit(diff_list *list, const fusor_plan *plan, const fusor_plan_exit *at_end)
{
    diff_add(list, DIFF_EXITS,
             diff_place(list, plan, at_end->resource, at_end->previous, &at_end->region));
    add_scope(list, plan, "last used by", &at_end->scope);
    diff_add_field(list, "written by",
                   diff_text(list, "%s %s", diff_bits(list, at_end->write_stages, fusor_stage_word),
                             diff_bits(list, at_end->write_access, fusor_access_word)));
    if (plan->resources[at_end->resource].is_image) {
        diff_add_field(list, "layout", fusor_layout_word(at_end->scope.layout));
    }
}

void diff_add_barriers(diff_list *list, const diff_side *side)
{
    for (uint32_t i = 0; i < side->plan.barrier_count; i++) {
        add_barrier(list, side, &side->plan.barriers[i]);
    }
    for (uint32_t i = 0; i < side->plan.exit_count; i++) {
        add_exit(list, &side->plan, &side->plan.exits[i]);
    }
}
