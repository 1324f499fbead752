/* In: what a plan has as numbers and indices. Out: texts with names in them, kept by a list. */
#include "diff_words.h"

#include <inttypes.h>
#include <stdio.h>

#include "plan_text.h"

const char *diff_bytes(diff_list *list, uint64_t bytes)
{
    char buffer[PLAN_BYTES];
    plan_bytes(bytes, buffer);
    return bytes < 1024 ? diff_text(list, "%s", buffer)
                        : diff_text(list, "%s (%" PRIu64 ")", buffer, bytes);
}

const char *diff_number(diff_list *list, uint64_t value)
{
    return diff_text(list, "%" PRIu64, value);
}

const char *diff_yes(bool value)
{
    return value ? "yes" : "no";
}

const char *diff_bits(diff_list *list, uint64_t set, const char *(*word_of)(uint64_t))
{
    diff_line line = {.list = list};
    for (uint32_t i = 0; i < 64; i++) {
        uint64_t bit = set & (1ull << i);
        const char *word = bit ? word_of(bit) : NULL;
        if (word) {
            diff_separate(&line, "|");
            diff_append(&line, "%s", word);
        }
    }
    return diff_line_text(&line, "nothing");
}

const char *diff_scope(diff_list *list, const fusor_scope *s)
{
    return diff_text(list, "%s %s", diff_bits(list, s->stages, fusor_stage_word),
                     diff_bits(list, s->access, fusor_access_word));
}

const char *diff_reasons(diff_list *list, const fusor_plan *plan, const fusor_plan_break *b)
{
    diff_line line = {.list = list};
    for (uint32_t bit = 0; bit < FUSOR_BREAK_COUNT; bit++) {
        if (b->reasons & (1u << bit)) {
            diff_separate(&line, ", ");
            diff_append(&line, "%s", fusor_break_word(1u << bit));
        }
    }
    if (b->resource < plan->resource_count) {
        diff_append(&line, " (\"%s\")", diff_resource(plan, b->resource));
    }
    return diff_line_text(&line, "none");
}

const char *diff_shape(diff_list *list, const fusor_plan *plan, const fusor_plan_resource *r)
{
    static const char *const types[] = {"2D", "3D", "cube"};
    if (!r->is_image) {
        return "buffer";
    }
    diff_line line = {.list = list};
    const fusor_format_info *info = fusor_format_get_info(r->format);
    diff_append(&line, "%s %s %u × %u", info ? info->name : "?", types[r->type], r->extent[0],
                r->extent[1]);
    if (r->type == FUSOR_IMAGE_3D) {
        diff_append(&line, " × %u", r->extent[2]);
    }
    if (r->mips != 1) {
        diff_append(&line, ", mips %u", r->mips);
    }
    if (r->layers != 1) {
        diff_append(&line, ", layers %u", r->layers);
    }
    if (r->samples != 1) {
        diff_append(&line, ", samples %u", r->samples);
    }
    for (uint32_t i = 0; i < r->view_formats.count; i++) {
        info = fusor_format_get_info(plan->format_list[r->view_formats.first + i]);
        diff_append(&line, ", viewed as %s", info ? info->name : "?");
    }
    return diff_line_text(&line, "");
}

const char *diff_lifetime(const fusor_plan_resource *r)
{
    static const char *const words[] = {"transient", "persistent", "imported", "history"};
    return words[r->lifetime];
}

const char *diff_pass_kind(fusor_pass_kind kind)
{
    static const char *const words[] = {"raster", "compute", "copy", "raw"};
    return words[kind];
}

/* ------------------------------------------------------------------------------------------ names */

const char *diff_pass(const fusor_plan *plan, uint32_t pass)
{
    return pass < plan->pass_count ? plan->passes[pass].name : "none";
}

const char *diff_resource(const fusor_plan *plan, uint32_t resource)
{
    return resource < plan->resource_count ? plan->resources[resource].name : "none";
}

const char *diff_pass_names(diff_list *list, const fusor_plan *plan, fusor_slice passes)
{
    diff_line line = {.list = list};
    for (uint32_t i = 0; i < passes.count; i++) {
        diff_separate(&line, ", ");
        diff_append(&line, "\"%s\"", diff_pass(plan, plan->pass_list[passes.first + i]));
    }
    return diff_line_text(&line, "none");
}

const char *diff_resource_names(diff_list *list, const fusor_plan *plan, fusor_slice resources)
{
    diff_line line = {.list = list};
    for (uint32_t i = 0; i < resources.count; i++) {
        diff_separate(&line, ", ");
        diff_append(&line, "\"%s\"", diff_resource(plan, plan->resource_list[resources.first + i]));
    }
    return diff_line_text(&line, "none");
}

const char *diff_group_name(diff_list *list, const fusor_plan *plan, const fusor_plan_group *group)
{
    diff_line line = {.list = list};
    for (uint32_t i = 0; i < group->members.count; i++) {
        diff_append(&line, "%s\"%s\"", i ? ", " : "[",
                    diff_pass(plan, plan->members[group->members.first + i].pass));
    }
    diff_append(&line, "]");
    return diff_line_text(&line, "[]");
}

/* ------------------------------------------------------------------------------------------ parts */

/* Only where it is not the whole: the one aspect of a format with two, the mips and layers of more. */
static void append_image_part(diff_line *line, const fusor_plan_resource *resource,
                              const fusor_region *r)
{
    const fusor_format_info *info = fusor_format_get_info(resource->format);
    if (info && r->aspects != info->aspects) {
        diff_append(line, "%s%s", r->aspects & FUSOR_ASPECT_DEPTH ? " depth" : "",
                    r->aspects & FUSOR_ASPECT_STENCIL ? " stencil" : "");
    }
    if (r->mips.count != resource->mips) {
        diff_append(line, " mips %u + %u", r->mips.first, r->mips.count);
    }
    if (r->layers.count != resource->layers) {
        diff_append(line, " layers %u + %u", r->layers.first, r->layers.count);
    }
}

const char *diff_part(diff_list *list, const fusor_plan_resource *resource, uint32_t previous,
                      const fusor_region *r)
{
    diff_line line = {.list = list};
    if (previous) {
        diff_append(&line, " of %u frames ago", previous);
    }
    if (resource->is_image) {
        append_image_part(&line, resource, r);
    } else if (r->bytes.first != 0 || r->bytes.count != resource->bytes) {
        diff_append(&line, " bytes %" PRIu64 " + %" PRIu64, r->bytes.first, r->bytes.count);
    }
    return diff_line_text(&line, "");
}

const char *diff_place(diff_list *list, const fusor_plan *plan, uint32_t index, uint32_t previous,
                       const fusor_region *r)
{
    return diff_text(list, "\"%s\"%s", diff_resource(plan, index),
                     diff_part(list, &plan->resources[index], previous, r));
}
