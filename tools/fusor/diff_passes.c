/* In: a side. Out: facts of its render passes: path, subpasses, what attachments are loaded and stored.
 * A render pass is called after the pass that side->group_names has for it. */
#include "diff_changes.h"
#include "diff_words.h"

/* An attachment inside its group, by the name of its image. */
static const char *attachment_name(const fusor_plan *plan, const fusor_plan_group *group,
                                   uint32_t index)
{
    return index < group->attachments.count
               ? diff_resource(plan, plan->attachments[group->attachments.first + index].resource)
               : "none";
}

/* -------------------------------------------------------------------------------------- subpasses */

static void append_references(diff_line *line, const fusor_plan *plan,
                              const fusor_plan_group *group, const char *word, fusor_slice slice)
{
    for (uint32_t i = 0; i < slice.count; i++) {
        const fusor_plan_reference *reference = &plan->references[slice.first + i];
        diff_append(line, "%s\"%s\"", i ? ", " : word,
                    attachment_name(plan, group, reference->attachment));
        if (reference->attachment < group->attachments.count) {
            diff_append(line, " as %s", fusor_layout_word(reference->layout));
        }
    }
}

static void append_depth(diff_line *line, const fusor_plan *plan, const fusor_plan_group *group,
                         const char *word, const fusor_plan_reference *reference)
{
    if (reference->attachment < group->attachments.count) {
        diff_append(line, "%s\"%s\" as %s", word,
                    attachment_name(plan, group, reference->attachment),
                    fusor_layout_word(reference->layout));
    }
}

/* What a subpass works on, told of each of its passes: subpasses have no names. */
static const char *subpass_text(diff_list *list, const fusor_plan *plan,
                                const fusor_plan_group *group, const fusor_plan_subpass *subpass)
{
    diff_line line = {.list = list};
    append_references(&line, plan, group, "; color ", subpass->color);
    append_references(&line, plan, group, "; resolve ", subpass->resolve);
    append_references(&line, plan, group, "; input ", subpass->inputs);
    append_depth(&line, plan, group, "; depth ", &subpass->depth);
    append_depth(&line, plan, group, "; depth resolve ", &subpass->depth_resolve);
    for (uint32_t i = 0; i < subpass->preserve.count; i++) {
        uint32_t kept = plan->index_list[subpass->preserve.first + i];
        diff_append(&line, "; preserve \"%s\"", attachment_name(plan, group, kept));
    }
    const char *text = diff_line_text(&line, "; nothing");
    return text + 2;
}

static const char *subpass_names(diff_list *list, const fusor_plan *plan,
                                 const fusor_plan_group *group)
{
    diff_line line = {.list = list};
    for (uint32_t i = 0; i < group->subpasses.count; i++) {
        const fusor_plan_subpass *subpass = &plan->subpasses[group->subpasses.first + i];
        diff_separate(&line, " | ");
        diff_append(&line, "%s", diff_pass_names(list, plan, subpass->passes));
    }
    return diff_line_text(&line, "none");
}

static void append_map(diff_line *line, const fusor_plan *plan, const char *word, fusor_slice map)
{
    bool moved = false;
    for (uint32_t i = 0; i < map.count; i++) {
        moved = moved || plan->index_list[map.first + i] != i;
    }
    for (uint32_t i = 0; moved && i < map.count; i++) {
        uint32_t to = plan->index_list[map.first + i];
        diff_append(line, "%s", i ? " " : word);
        if (to == FUSOR_NONE) {
            diff_append(line, "-");
        } else {
            diff_append(line, "%u", to);
        }
    }
}

static void append_clears(diff_line *line, const fusor_plan *plan, const fusor_plan_group *group,
                          fusor_slice clears)
{
    for (uint32_t i = 0; i < clears.count; i++) {
        const fusor_plan_clear *clear = &plan->clears[clears.first + i];
        diff_append(line, "; clears \"%s\" to %g %g %g %g, depth %g, stencil %u",
                    attachment_name(plan, group, clear->attachment), clear->clear[0],
                    clear->clear[1], clear->clear[2], clear->clear[3], clear->clear_depth,
                    clear->clear_stencil);
    }
}

/* What differs from the pass alone: maps of its outputs and inputs, and clears inside the subpass. */
static const char *member_text(diff_list *list, const fusor_plan *plan,
                               const fusor_plan_group *group, const fusor_plan_member *member)
{
    diff_line line = {.list = list};
    append_map(&line, plan, "; colors at ", member->color_map);
    append_map(&line, plan, "; inputs at ", member->input_map);
    append_clears(&line, plan, group, member->clears);
    const char *text = diff_line_text(&line, NULL);
    return text ? text + 2 : "none";
}

/* ------------------------------------------------------------------------------------------ groups */

static const char *bridges(diff_list *list, const fusor_plan *plan, const fusor_plan_group *group)
{
    diff_line line = {.list = list};
    for (uint32_t i = 0; i < group->bridged.count; i++) {
        const fusor_plan_bridge *bridge = &plan->bridges[group->bridged.first + i];
        diff_separate(&line, ", ");
        diff_append(&line, "\"%s\" %s", diff_pass(plan, bridge->pass),
                    bridge->after ? "after" : "before");
    }
    return diff_line_text(&line, "none");
}

/* The first pass of a subpass: subpasses have no names. */
static const char *subpass_name(const fusor_plan *plan, const fusor_plan_group *group,
                                uint32_t index)
{
    const fusor_plan_subpass *subpass = &plan->subpasses[group->subpasses.first + index];
    return subpass->passes.count ? diff_pass(plan, plan->pass_list[subpass->passes.first]) : "none";
}

static void add_dependencies(diff_list *list, const fusor_plan *plan, const fusor_plan_group *group)
{
    for (uint32_t i = 0; i < group->dependencies.count; i++) {
        const fusor_plan_dependency *d = &plan->dependencies[group->dependencies.first + i];
        diff_add(list, DIFF_DEPENDENCIES,
                 diff_text(list, "\"%s\" after \"%s\"", subpass_name(plan, group, d->to),
                           subpass_name(plan, group, d->from)));
        diff_add_field(list, "why", fusor_why_word(d->why));
        diff_add_field(list, "from", diff_scope(list, &d->src));
        diff_add_field(list, "to", diff_scope(list, &d->dst));
        diff_add_field(list, "by region", diff_yes(d->by_region));
        diff_add_field(list, "view local", diff_yes(d->view_local));
    }
}

static void add_members(diff_list *list, const fusor_plan *plan, const fusor_plan_group *group)
{
    for (uint32_t i = 0; i < group->members.count; i++) {
        const fusor_plan_member *member = &plan->members[group->members.first + i];
        const fusor_plan_subpass *subpass =
            &plan->subpasses[group->subpasses.first + member->subpass];
        diff_add(list, DIFF_GROUPS,
                 diff_text(list, "in the subpass of \"%s\"", diff_pass(plan, member->pass)));
        diff_add_field(list, "", subpass_text(list, plan, group, subpass));
        diff_add_field(list, "its own", member_text(list, plan, group, member));
    }
}

static void add_group(diff_list *list, const fusor_plan *plan, const fusor_plan_group *group,
                      const char *name)
{
    diff_add(list, DIFF_GROUPS, diff_text(list, "that of \"%s\"", name));
    diff_add_field(list, "path", fusor_path_word(group->path));
    diff_add_field(list, "subpasses", subpass_names(list, plan, group));
    diff_add_field(list, "bridged", bridges(list, plan, group));
    diff_add_field(list, "area",
                   diff_text(list, "%u, %u, %u × %u of %u × %u", group->area[0], group->area[1],
                             group->area[2], group->area[3], group->extent[0], group->extent[1]));
    diff_add_field(list, "layers", diff_number(list, group->layers));
    diff_add_field(list, "samples", diff_number(list, group->samples));
    diff_add_field(list, "view mask", diff_number(list, group->view_mask));
    add_dependencies(list, plan, group);
    add_members(list, plan, group);
}

/* ------------------------------------------------------------------------------- load and store ops */

static void append_clear(diff_line *line, const fusor_plan_attachment *a)
{
    if (a->load == FUSOR_LOAD_OP_CLEAR && (a->aspects & FUSOR_ASPECT_COLOR)) {
        diff_append(line, " to %g %g %g %g", a->clear[0], a->clear[1], a->clear[2], a->clear[3]);
    } else if (a->load == FUSOR_LOAD_OP_CLEAR) {
        diff_append(line, " to %g", a->clear_depth);
    }
}

/* "clear to 0 0 0 0, store; stencil dont_care, dont_care; resolved to "hdr"" */
static const char *ops(diff_list *list, const fusor_plan *plan, const fusor_plan_group *group,
                       const fusor_plan_attachment *a)
{
    diff_line line = {.list = list};
    diff_append(&line, "%s", fusor_load_op_word(a->load));
    append_clear(&line, a);
    diff_append(&line, ", %s", fusor_store_op_word(a->store));
    if (a->aspects & FUSOR_ASPECT_STENCIL) {
        diff_append(&line, "; stencil %s", fusor_load_op_word(a->stencil_load));
        if (a->stencil_load == FUSOR_LOAD_OP_CLEAR) {
            diff_append(&line, " to %u", a->clear_stencil);
        }
        diff_append(&line, ", %s", fusor_store_op_word(a->stencil_store));
    }
    if (a->resolve < group->attachments.count) {
        diff_append(&line, "; resolved to \"%s\", modes %u and %u",
                    attachment_name(plan, group, a->resolve), (unsigned)a->resolve_mode,
                    (unsigned)a->stencil_resolve_mode);
    }
    return diff_line_text(&line, "");
}

static void add_attachment(diff_list *list, const fusor_plan *plan, const fusor_plan_group *group,
                           const fusor_plan_attachment *a, const char *name)
{
    fusor_region region = {a->aspects, {a->mip, 1}, a->layers, {0, 0}};
    diff_add(list, DIFF_ATTACHMENTS,
             diff_text(list, "in \"%s\", %s", name,
                       diff_place(list, plan, a->resource, a->previous, &region)));
    diff_add_field(list, "", ops(list, plan, group, a));
    diff_add_field(list, "memoryless", diff_yes(a->memoryless));
    diff_add_field(list, "layouts",
                   diff_text(list, "%s … %s", fusor_layout_word(a->initial_layout),
                             fusor_layout_word(a->final_layout)));
}

void diff_add_groups(diff_list *list, const diff_side *side)
{
    const fusor_plan *plan = &side->plan;
    for (uint32_t i = 0; i < plan->group_count; i++) {
        const fusor_plan_group *group = &plan->groups[i];
        add_group(list, plan, group, side->group_names[i]);
        for (uint32_t k = 0; k < group->attachments.count; k++) {
            const fusor_plan_attachment *a = &plan->attachments[group->attachments.first + k];
            add_attachment(list, plan, group, a, side->group_names[i]);
        }
    }
}
