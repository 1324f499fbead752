/* In: steps, groups, breaks of a plan. Out: what runs in which order, in which render pass, and why
 * neighbours do not share one. */

#include "plan_text.h"

static const char *kind_word(fusor_pass_kind kind)
{
    static const char *const words[] = {"raster", "compute", "copy", "raw"};
    return words[kind];
}

/* --------------------------------------------------------------------------------------- groups */

static void put_group_head(plan_text *text, uint32_t index)
{
    const fusor_plan_group *group = &text->plan->groups[index];
    fprintf(text->file, "  render pass %u: %u × %u", index, group->area[2], group->area[3]);
    if (group->layers > 1) {
        fprintf(text->file, ", %u layers", group->layers);
    }
    if (group->view_mask) {
        fprintf(text->file, ", view mask 0x%x", group->view_mask);
    }
    if (group->samples > 1) {
        fprintf(text->file, ", %u samples", group->samples);
    }
    if (group->members.count > 1) {
        fprintf(text->file, ", %u passes fused (path %s)", group->members.count,
                fusor_path_word(group->path));
    }
    if (group->subpasses.count > 1) {
        fprintf(text->file, ", %u subpasses", group->subpasses.count);
    }
    fputc('\n', text->file);
}

static void put_members(plan_text *text, const fusor_plan_group *group)
{
    for (uint32_t i = 0; i < group->members.count; i++) {
        const fusor_plan_member *member = &text->plan->members[group->members.first + i];
        fprintf(text->file, "    %s", plan_pass(text, member->pass));
        if (group->subpasses.count > 1) {
            fprintf(text->file, "  (subpass %u)", member->subpass);
        }
        if (member->clears.count) {
            fprintf(text->file, "  clears %u attachments inside the render pass",
                    member->clears.count);
        }
        fputc('\n', text->file);
    }
}

static void put_ops(plan_text *text, const fusor_plan_attachment *attachment)
{
    bool has_stencil = attachment->aspects & FUSOR_ASPECT_STENCIL;
    if (attachment->aspects != FUSOR_ASPECT_STENCIL) {
        fprintf(text->file, "%s -> %s", fusor_load_op_word(attachment->load),
                fusor_store_op_word(attachment->store));
    }
    if (has_stencil) {
        fprintf(text->file, "%sstencil %s -> %s",
                attachment->aspects == FUSOR_ASPECT_STENCIL ? "" : ", ",
                fusor_load_op_word(attachment->stencil_load),
                fusor_store_op_word(attachment->stencil_store));
    }
}

static uint32_t widest_attachment(plan_text *text, const fusor_plan_group *group)
{
    uint32_t widest = 0;
    for (uint32_t i = 0; i < group->attachments.count; i++) {
        uint32_t resource = text->plan->attachments[group->attachments.first + i].resource;
        uint32_t width = plan_width(plan_resource(text, resource));
        widest = width > widest ? width : widest;
    }
    return widest < 40 ? widest : 40;
}

static void put_attachments(plan_text *text, const fusor_plan_group *group)
{
    const fusor_plan_attachment *attachments = text->plan->attachments + group->attachments.first;
    uint32_t width = widest_attachment(text, group);
    for (uint32_t i = 0; i < group->attachments.count; i++) {
        const fusor_plan_attachment *attachment = &attachments[i];
        fputs("      ", text->file);
        plan_put_padded(text, plan_resource(text, attachment->resource), width);
        fputs("  ", text->file);
        put_ops(text, attachment);
        if (attachment->resolve < group->attachments.count) {
            fprintf(text->file, ", resolves into %s",
                    plan_resource(text, attachments[attachment->resolve].resource));
        }
        fputs(attachment->memoryless ? ", memoryless\n" : "\n", text->file);
    }
}

static void put_group(plan_text *text, uint32_t index)
{
    const fusor_plan_group *group = &text->plan->groups[index];
    put_group_head(text, index);
    put_members(text, group);
    put_attachments(text, group);
}

static void put_steps(plan_text *text)
{
    const fusor_plan *plan = text->plan;
    fputs("\norder\n", text->file);
    for (uint32_t i = 0; i < plan->step_count; i++) {
        const fusor_plan_step *step = &plan->steps[i];
        if (step->kind == FUSOR_STEP_GROUP) {
            put_group(text, step->index);
        } else if (step->kind == FUSOR_STEP_PASS) {
            fprintf(text->file, "  %s: %s\n", kind_word(plan->passes[step->index].kind),
                    plan_pass(text, step->index));
        }
    }
}

/* -------------------------------------------------------------------------------------- reasons */

static void put_reasons(plan_text *text, fusor_break_reasons reasons)
{
    const char *between = "";
    for (uint32_t bit = 0; bit < FUSOR_BREAK_COUNT; bit++) {
        if (reasons & (1u << bit)) {
            fprintf(text->file, "%s%s", between, fusor_break_word(1u << bit));
            between = ", ";
        }
    }
}

static void put_breaks(plan_text *text)
{
    const fusor_plan *plan = text->plan;
    if (plan->break_count) {
        fputs("\nnot fused\n", text->file);
    }
    for (uint32_t i = 0; i < plan->break_count; i++) {
        const fusor_plan_break *b = &plan->breaks[i];
        fprintf(text->file, "  %s | %s: ", plan_pass(text, b->before), plan_pass(text, b->after));
        put_reasons(text, b->reasons);
        fputc('\n', text->file);
        if (b->text && *b->text) {
            char line[2048];
            fprintf(text->file, "      %s\n", cli_clean(b->text, line, sizeof(line)));
        }
    }
}

static void put_culled(plan_text *text)
{
    bool first = true;
    for (uint32_t i = 0; i < text->plan->pass_count; i++) {
        fusor_cull_reason culled = text->plan->passes[i].culled;
        if (culled != FUSOR_CULL_NOT_CULLED) {
            fprintf(text->file, "%s  %s: %s\n", first ? "\nculled\n" : "", plan_pass(text, i),
                    fusor_cull_word(culled));
            first = false;
        }
    }
}

void plan_text_order(plan_text *text)
{
    put_steps(text);
    put_breaks(text);
    put_culled(text);
}
