/* In: the groups of a plan. Out: the key "groups" of a plan document.
 * Indices of attachments are inside their group, as in the plan. */
#include "json_write_plan.h"

static void write_members(json_out *out, const fusor_plan *plan, const fusor_plan_group *group)
{
    json_out_key_array(out, "passes", false);
    for (uint32_t i = 0; i < group->members.count; i++) {
        json_out_string(out, json_pass_name(plan, plan->members[group->members.first + i].pass));
    }
    json_out_close(out);
    json_out_key_array(out, "bridged", false);
    for (uint32_t i = 0; i < group->bridged.count; i++) {
        const fusor_plan_bridge *bridge = &plan->bridges[group->bridged.first + i];
        json_out_object(out, false);
        json_out_key_string(out, "pass", json_pass_name(plan, bridge->pass));
        json_out_key_string(out, "at", bridge->after ? "after" : "before");
        json_out_close(out);
    }
    json_out_close(out);
}

/* ------------------------------------------------------------------------------------ subpasses */

static void write_references(json_out *out, const char *key, const fusor_plan *plan,
                             fusor_slice references)
{
    json_out_key_array(out, key, false);
    for (uint32_t i = 0; i < references.count; i++) {
        json_out_index(out, plan->references[references.first + i].attachment);
    }
    json_out_close(out);
}

static void write_indices(json_out *out, const char *key, const fusor_plan *plan,
                          fusor_slice indices)
{
    json_out_key_array(out, key, false);
    for (uint32_t i = 0; i < indices.count; i++) {
        json_out_index(out, plan->index_list[indices.first + i]);
    }
    json_out_close(out);
}

static const fusor_plan_reference *find_reference(const fusor_plan *plan, fusor_slice references,
                                                  uint32_t attachment)
{
    for (uint32_t i = 0; i < references.count; i++) {
        if (plan->references[references.first + i].attachment == attachment) {
            return &plan->references[references.first + i];
        }
    }
    return NULL;
}

/* An attachment that is used twice in a subpass has one layout in it. */
static const fusor_plan_reference *
reference_of(const fusor_plan *plan, const fusor_plan_subpass *subpass, uint32_t attachment)
{
    const fusor_slice lists[] = {subpass->color, subpass->resolve, subpass->inputs};
    for (uint32_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        const fusor_plan_reference *found = find_reference(plan, lists[i], attachment);
        if (found) {
            return found;
        }
    }
    if (subpass->depth.attachment == attachment) {
        return &subpass->depth;
    }
    return subpass->depth_resolve.attachment == attachment ? &subpass->depth_resolve : NULL;
}

/* A reference that disagrees with the first one on the layout cannot be said. */
static void check_references(json_out *out, const fusor_plan *plan, const fusor_plan_group *group,
                             const fusor_plan_subpass *subpass, fusor_slice references)
{
    for (uint32_t i = 0; i < references.count; i++) {
        const fusor_plan_reference *reference = &plan->references[references.first + i];
        if (reference->attachment == FUSOR_NONE) {
            continue;
        }
        const fusor_plan_reference *first = reference_of(plan, subpass, reference->attachment);
        out->unwritable |= reference->attachment >= group->attachments.count || !first ||
                           first->layout != reference->layout;
    }
}

static void write_layouts(json_out *out, const fusor_plan *plan, const fusor_plan_group *group,
                          const fusor_plan_subpass *subpass)
{
    json_out_key_object(out, "layouts", false);
    for (uint32_t i = 0; i < group->attachments.count; i++) {
        const fusor_plan_reference *reference = reference_of(plan, subpass, i);
        if (reference) {
            char key[12];
            json_out_key_string(out, json_index_key(key, i), fusor_layout_word(reference->layout));
        }
    }
    json_out_close(out);
    check_references(out, plan, group, subpass, subpass->color);
    check_references(out, plan, group, subpass, subpass->resolve);
    check_references(out, plan, group, subpass, subpass->inputs);
}

/* The aspects that each input reads: two of one image may read one each. */
static void write_input_aspects(json_out *out, const fusor_plan *plan, fusor_slice inputs)
{
    json_out_key_array(out, "input_aspects", false);
    for (uint32_t i = 0; i < inputs.count; i++) {
        json_out_words(out, &json_words_aspect, plan->references[inputs.first + i].aspects);
    }
    json_out_close(out);
}

static const char *mode_word(fusor_resolve_mode mode)
{
    return json_words_of(&json_words_resolve, mode);
}

static void write_subpasses(json_out *out, const fusor_plan *plan, const fusor_plan_group *group)
{
    json_out_key_array(out, "subpasses", true);
    for (uint32_t i = 0; i < group->subpasses.count; i++) {
        const fusor_plan_subpass *subpass = &plan->subpasses[group->subpasses.first + i];
        json_out_object(out, false);
        json_write_pass_list(out, "passes", plan, subpass->passes);
        write_references(out, "color", plan, subpass->color);
        write_references(out, "inputs", plan, subpass->inputs);
        json_out_key_index(out, "depth", subpass->depth.attachment);
        write_indices(out, "preserve", plan, subpass->preserve);
        write_layouts(out, plan, group, subpass);
        write_references(out, "resolve", plan, subpass->resolve);
        json_out_key_index(out, "depth_resolve", subpass->depth_resolve.attachment);
        json_out_key_string(out, "depth_resolve_mode", mode_word(subpass->depth_resolve_mode));
        json_out_key_string(out, "stencil_resolve_mode", mode_word(subpass->stencil_resolve_mode));
        write_input_aspects(out, plan, subpass->inputs);
        json_out_key_words(out, "depth_aspects", &json_words_aspect, subpass->depth.aspects);
        json_out_key_words(out, "depth_resolve_aspects", &json_words_aspect,
                           subpass->depth_resolve.aspects);
        json_out_close(out);
    }
    json_out_close(out);
}

static void write_dependencies(json_out *out, const fusor_plan *plan, const fusor_plan_group *group)
{
    json_out_key_array(out, "dependencies", true);
    for (uint32_t i = 0; i < group->dependencies.count; i++) {
        const fusor_plan_dependency *d = &plan->dependencies[group->dependencies.first + i];
        json_out_object(out, false);
        json_out_key_u64(out, "from", d->from);
        json_out_key_u64(out, "to", d->to);
        json_write_scope(out, "src", plan, &d->src, false);
        json_write_scope(out, "dst", plan, &d->dst, false);
        json_out_key_bool(out, "by_region", d->by_region);
        json_out_key_bool(out, "view_local", d->view_local);
        json_out_key_string(out, "why", fusor_why_word(d->why));
        json_out_close(out);
    }
    json_out_close(out);
}

/* -------------------------------------------------------------------------------------- members */

static void write_clear(json_out *out, const fusor_plan_clear *clear)
{
    json_out_object(out, false);
    json_out_key_u64(out, "attachment", clear->attachment);
    json_out_key_words(out, "aspects", &json_words_aspect, clear->aspects);
    json_out_key_doubles(out, "clear", clear->clear, 4);
    json_out_key(out, "clear_depth");
    json_out_double(out, clear->clear_depth);
    json_out_key_u64(out, "clear_stencil", clear->clear_stencil);
    json_out_close(out);
}

static void write_member_list(json_out *out, const fusor_plan *plan, const fusor_plan_group *group)
{
    json_out_key_array(out, "members", true);
    for (uint32_t i = 0; i < group->members.count; i++) {
        const fusor_plan_member *member = &plan->members[group->members.first + i];
        json_out_object(out, false);
        json_out_key_string(out, "pass", json_pass_name(plan, member->pass));
        json_out_key_u64(out, "subpass", member->subpass);
        write_indices(out, "color_map", plan, member->color_map);
        write_indices(out, "input_map", plan, member->input_map);
        json_out_key_array(out, "clears", false);
        for (uint32_t k = 0; k < member->clears.count; k++) {
            write_clear(out, &plan->clears[member->clears.first + k]);
        }
        json_out_close(out);
        json_out_close(out);
    }
    json_out_close(out);
}

/* ---------------------------------------------------------------------------------- attachments */

static void write_resolve(json_out *out, const fusor_plan *plan, const fusor_plan_group *group,
                          const fusor_plan_attachment *attachment)
{
    if (attachment->resolve >= group->attachments.count) {
        json_out_key_string(out, "resolve", NULL);
        return;
    }
    const fusor_plan_attachment *target =
        &plan->attachments[group->attachments.first + attachment->resolve];
    json_out_key_object(out, "resolve", false);
    json_out_key_string(out, "image", json_resource_name(plan, target->resource));
    json_out_key_pair(out, "mips", target->mip, 1);
    json_out_key_pair(out, "layers", target->layers.first, target->layers.count);
    json_out_key_string(out, "mode", mode_word(attachment->resolve_mode));
    json_out_key_string(out, "stencil_mode", mode_word(attachment->stencil_resolve_mode));
    json_out_close(out);
}

/* Clear values are said only where an op clears, or where there are some all the same. */
static void write_clear_values(json_out *out, const fusor_plan_attachment *attachment)
{
    bool clears = attachment->load == FUSOR_LOAD_OP_CLEAR;
    bool is_color = attachment->aspects & FUSOR_ASPECT_COLOR;
    bool has_depth = attachment->aspects & FUSOR_ASPECT_DEPTH;
    bool has_stencil = attachment->aspects & FUSOR_ASPECT_STENCIL;
    if ((clears && is_color) || json_has_clear(attachment->clear)) {
        json_out_key_doubles(out, "clear", attachment->clear, 4);
    }
    if ((clears && has_depth) || json_is_set(attachment->clear_depth)) {
        json_out_key(out, "clear_depth");
        json_out_double(out, attachment->clear_depth);
    }
    if ((attachment->stencil_load == FUSOR_LOAD_OP_CLEAR && has_stencil) ||
        attachment->clear_stencil) {
        json_out_key_u64(out, "clear_stencil", attachment->clear_stencil);
    }
}

static void write_attachment(json_out *out, const fusor_plan *plan, const fusor_plan_group *group,
                             const fusor_plan_attachment *attachment)
{
    bool stencil = attachment->aspects & FUSOR_ASPECT_STENCIL;
    json_out_object(out, false);
    json_out_key_string(out, "image", json_resource_name(plan, attachment->resource));
    json_out_key_pair(out, "mips", attachment->mip, 1);
    json_out_key_pair(out, "layers", attachment->layers.first, attachment->layers.count);
    json_out_key_string(out, "load", fusor_load_op_word(attachment->load));
    json_out_key_string(out, "store", fusor_store_op_word(attachment->store));
    json_out_key_string(out, "stencil_load",
                        stencil ? fusor_load_op_word(attachment->stencil_load) : NULL);
    json_out_key_string(out, "stencil_store",
                        stencil ? fusor_store_op_word(attachment->stencil_store) : NULL);
    write_resolve(out, plan, group, attachment);
    json_out_key_bool(out, "memoryless", attachment->memoryless);
    json_out_key_string(out, "initial_layout", fusor_layout_word(attachment->initial_layout));
    json_out_key_string(out, "final_layout", fusor_layout_word(attachment->final_layout));
    json_out_key_u64(out, "previous", attachment->previous);
    json_out_key_words(out, "aspects", &json_words_aspect, attachment->aspects);
    write_clear_values(out, attachment);
    json_out_close(out);
}

static void write_attachments(json_out *out, const fusor_plan *plan, const fusor_plan_group *group)
{
    json_out_key_array(out, "attachments", true);
    for (uint32_t i = 0; i < group->attachments.count; i++) {
        write_attachment(out, plan, group, &plan->attachments[group->attachments.first + i]);
    }
    json_out_close(out);
}

/* --------------------------------------------------------------------------------------- groups */

static void write_group(json_out *out, const fusor_plan *plan, const fusor_plan_group *group)
{
    json_out_object(out, true);
    write_members(out, plan, group);
    json_out_key_string(out, "path", fusor_path_word(group->path));
    json_out_key_u64(out, "view_mask", group->view_mask);
    json_out_key_numbers(out, "area", group->area, 4);
    write_subpasses(out, plan, group);
    write_dependencies(out, plan, group);
    write_member_list(out, plan, group);
    write_attachments(out, plan, group);
    json_out_key_numbers(out, "extent", group->extent, 2);
    json_out_key_u64(out, "layers", group->layers);
    json_out_key_u64(out, "samples", group->samples);
    json_out_close(out);
}

void json_write_groups(json_out *out, const fusor_plan *plan)
{
    json_out_key_array(out, "groups", true);
    for (uint32_t i = 0; i < plan->group_count; i++) {
        write_group(out, plan, &plan->groups[i]);
    }
    json_out_close(out);
}
