/* In: "groups" of a plan document. Out: their rows: attachments, subpasses, dependencies, members.
 * Indices of attachments and subpasses are inside their group, as in the plan; each is held against
 * the group's own lists, whose lengths are taken before anything is read. */
#include "json_document.h"
#include "json_out.h"
#include "json_read_plan.h"

#include <string.h>

#define COUNT(rows) ((uint32_t)(sizeof(rows) / sizeof((rows)[0])))

static const json_limits previous_limits = {0, FUSOR_HISTORY_SLOTS_MAX - 1};

/* -------------------------------------------------------------------------------------- indices */

static void read_attachment_index(json_reader *reader, const json_t *value, void *out,
                                  const void *rule)
{
    (void)rule;
    json_read_limited(reader, value, out, json_plan_of(reader)->attachment_limit,
                      "attachments in the group");
}

static void read_attachment_or_null(json_reader *reader, const json_t *value, void *out,
                                    const void *rule)
{
    *(uint32_t *)out = FUSOR_NONE;
    if (!json_is_null(value)) {
        read_attachment_index(reader, value, out, rule);
    }
}

static void read_subpass_index(json_reader *reader, const json_t *value, void *out,
                               const void *rule)
{
    (void)rule;
    json_read_limited(reader, value, out, json_plan_of(reader)->subpass_limit,
                      "subpasses in the group");
}

static void read_color_index(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    *(uint32_t *)out = FUSOR_NONE;
    if (!json_is_null(value)) {
        json_read_limited(reader, value, out, json_plan_of(reader)->color_limit,
                          "colours in the subpass");
    }
}

static void read_input_index(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    *(uint32_t *)out = FUSOR_NONE;
    if (!json_is_null(value)) {
        json_read_limited(reader, value, out, json_plan_of(reader)->input_limit,
                          "inputs in the subpass");
    }
}

/* ------------------------------------------------------------------------------------ attachments */

static const json_word load_ops[] = {{"load", FUSOR_LOAD_OP_LOAD},
                                     {"clear", FUSOR_LOAD_OP_CLEAR},
                                     {"dont_care", FUSOR_LOAD_OP_DONT_CARE},
                                     {"none", FUSOR_LOAD_OP_NONE}};
static const json_word store_ops[] = {{"store", FUSOR_STORE_OP_STORE},
                                      {"dont_care", FUSOR_STORE_OP_DONT_CARE},
                                      {"none", FUSOR_STORE_OP_NONE}};
static const json_words load_words = {"load op", load_ops, COUNT(load_ops), NULL};
static const json_words store_words = {"store op", store_ops, COUNT(store_ops), NULL};

#define ATTACHMENT(member) offsetof(fusor_plan_attachment, member)
static const json_field attachment_fields[] = {
    {"image", json_read_resource_index, ATTACHMENT(resource), NULL, true},
    {"mips", json_read_mip, ATTACHMENT(mip), NULL, true},
    {"layers", json_read_range, ATTACHMENT(layers), NULL, true},
    {"load", json_read_word, ATTACHMENT(load), &load_words, true},
    {"store", json_read_word, ATTACHMENT(store), &store_words, true},
    {"stencil_load", json_read_word_or_null, ATTACHMENT(stencil_load), &load_words, true},
    {"stencil_store", json_read_word_or_null, ATTACHMENT(stencil_store), &store_words, true},
    {"resolve", json_read_nothing, 0, NULL, true},
    {"memoryless", json_read_bool, ATTACHMENT(memoryless), NULL, true},
    {"initial_layout", json_read_word, ATTACHMENT(initial_layout), &json_words_layout, true},
    {"final_layout", json_read_word, ATTACHMENT(final_layout), &json_words_layout, true},
    {"previous", json_read_u32, ATTACHMENT(previous), &previous_limits, true},
    {"aspects", json_read_words32, ATTACHMENT(aspects), &json_words_aspect, true},
    {"clear", json_read_four, ATTACHMENT(clear), NULL, false},
    {"clear_depth", json_read_real, ATTACHMENT(clear_depth), NULL, false},
    {"clear_stencil", json_read_u32, ATTACHMENT(clear_stencil), &json_limits_u32, false},
};
static const json_object_rule attachment_rule = JSON_OBJECT_RULE(attachment_fields);

static void check_view(json_reader *reader, const fusor_plan_attachment *a)
{
    const json_rows *resources = &json_plan_of(reader)->resources;
    if (a->resource >= resources->count) {
        return;
    }
    const fusor_plan_resource *row = JSON_ROW(*resources, const fusor_plan_resource, a->resource);
    if (!row->is_image) {
        json_fail_key(reader, "image", "%s is a buffer", json_quote(reader, row->name));
    } else if (a->mip >= row->mips) {
        json_fail_key(reader, "mips", "%u is out of range: the image has %u", a->mip, row->mips);
    } else if (a->layers.first >= row->layers || a->layers.count > row->layers - a->layers.first) {
        json_fail_key(reader, "layers", "is out of range: the image has %u", row->layers);
    }
}

static void check_stencil(json_reader *reader, const json_t *value, const char *key, bool wanted)
{
    if (json_is_null(json_object_get(value, key)) == wanted) {
        json_fail_key(reader, key, "must be %s: the image has %s stencil",
                      wanted ? "there" : "null", wanted ? "a" : "no");
    }
}

static void read_attachment(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_plan_attachment *a = out;
    a->resolve = FUSOR_NONE;
    a->stencil_load = FUSOR_LOAD_OP_DONT_CARE;
    a->stencil_store = FUSOR_STORE_OP_DONT_CARE;
    uint32_t before = json_error_count(reader);
    if (json_read_fields_in_order(reader, value, a, &attachment_rule) &&
        json_error_count(reader) == before) {
        bool stencil = a->aspects & FUSOR_ASPECT_STENCIL;
        check_view(reader, a);
        check_stencil(reader, value, "stencil_load", stencil);
        check_stencil(reader, value, "stencil_store", stencil);
    }
}

typedef struct target {
    uint32_t image, mip;
    fusor_range layers;
    fusor_resolve_mode mode, stencil_mode;
} target;

static const json_field target_fields[] = {
    {"image", json_read_resource_index, offsetof(target, image), NULL, true},
    {"mips", json_read_mip, offsetof(target, mip), NULL, true},
    {"layers", json_read_range, offsetof(target, layers), NULL, true},
    {"mode", json_read_word_or_null, offsetof(target, mode), &json_words_resolve, true},
    {"stencil_mode", json_read_word_or_null, offsetof(target, stencil_mode), &json_words_resolve,
     true},
};
static const json_object_rule target_rule = JSON_OBJECT_RULE(target_fields);

static uint32_t find_target(const fusor_plan_attachment *rows, uint32_t count, const target *wanted)
{
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i].resource == wanted->image && rows[i].mip == wanted->mip &&
            rows[i].layers.first == wanted->layers.first &&
            rows[i].layers.count == wanted->layers.count && rows[i].previous == 0) {
            return i;
        }
    }
    return FUSOR_NONE;
}

static void read_resolve(json_reader *reader, const json_t *value, fusor_plan_attachment *rows,
                         uint32_t count, fusor_plan_attachment *source)
{
    target wanted = {0};
    uint32_t before = json_error_count(reader);
    if (!json_read_fields_in_order(reader, value, &wanted, &target_rule) ||
        json_error_count(reader) > before) {
        return;
    }
    source->resolve = find_target(rows, count, &wanted);
    source->resolve_mode = wanted.mode;
    source->stencil_resolve_mode = wanted.stencil_mode;
    if (source->resolve == FUSOR_NONE) {
        json_fail(reader, "the target is no attachment of the group");
    }
}

/* Targets are entries of their own and may come after their sources. */
static void read_resolves(json_reader *reader, const json_t *list, fusor_slice slice)
{
    json_plan_reader *plan = json_plan_of(reader);
    if (slice.count == 0 || slice.count != json_array_size(list)) {
        return; /* nothing to read, too many errors, or no memory */
    }
    fusor_plan_attachment *rows = JSON_ROW(plan->attachments, fusor_plan_attachment, slice.first);
    json_enter_key(reader, "attachments");
    for (uint32_t i = 0; i < slice.count; i++) {
        const json_t *resolve = json_object_get(json_array_get(list, i), "resolve");
        json_enter_index(reader, i);
        json_enter_key(reader, "resolve");
        if (resolve && !json_is_null(resolve)) {
            read_resolve(reader, resolve, rows, slice.count, &rows[i]);
        }
        json_leave(reader);
        json_leave(reader);
    }
    json_leave(reader);
}

/* -------------------------------------------------------------------------------------- subpasses */

static const json_rows_rule reference_rows = {offsetof(json_plan_reader, references),
                                              sizeof(fusor_plan_reference), read_attachment_or_null,
                                              NULL, false};
static const json_rows_rule preserve_rows = JSON_ROWS(index_list, uint32_t, read_attachment_index);

_Static_assert(offsetof(fusor_plan_reference, attachment) == 0,
               "a reference is read where its attachment lies");

#define SUBPASS(member) offsetof(fusor_plan_subpass, member)
static const json_field subpass_fields[] = {
    {"passes", json_read_pass_list, SUBPASS(passes), NULL, true},
    {"color", json_read_rows, SUBPASS(color), &reference_rows, true},
    {"resolve", json_read_rows, SUBPASS(resolve), &reference_rows, true},
    {"inputs", json_read_rows, SUBPASS(inputs), &reference_rows, true},
    {"depth", read_attachment_or_null, SUBPASS(depth.attachment), NULL, true},
    {"preserve", json_read_rows, SUBPASS(preserve), &preserve_rows, true},
    {"layouts", json_read_nothing, 0, NULL, true},
    {"depth_resolve", read_attachment_or_null, SUBPASS(depth_resolve.attachment), NULL, true},
    {"depth_resolve_mode", json_read_word_or_null, SUBPASS(depth_resolve_mode), &json_words_resolve,
     true},
    {"stencil_resolve_mode", json_read_word_or_null, SUBPASS(stencil_resolve_mode),
     &json_words_resolve, true},
    {"input_aspects", json_read_nothing, 0, NULL, true},
    {"depth_aspects", json_read_any_words32, SUBPASS(depth.aspects), &json_words_aspect, true},
    {"depth_resolve_aspects", json_read_any_words32, SUBPASS(depth_resolve.aspects),
     &json_words_aspect, true},
};
static const json_object_rule subpass_rule = JSON_OBJECT_RULE(subpass_fields);

/* The layout of one attachment in the subpass, by its index as a key. */
static void set_layout(json_reader *reader, const json_t *layouts, fusor_plan_reference *reference)
{
    char key[12];
    if (reference->attachment == FUSOR_NONE) {
        return;
    }
    const char *name = json_index_key(key, reference->attachment);
    const json_t *word = json_object_get(layouts, name);
    if (!word) {
        json_fail(reader, "the key \"%s\" is missing: the subpass uses this attachment", name);
        return;
    }
    json_enter_key(reader, name);
    json_read_word(reader, word, &reference->layout, &json_words_layout);
    json_leave(reader);
}

static void set_layouts(json_reader *reader, const json_t *layouts, fusor_slice slice)
{
    json_plan_reader *plan = json_plan_of(reader);
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++) {
        set_layout(reader, layouts, JSON_ROW(plan->references, fusor_plan_reference, i));
    }
}

static bool lists_attachment(const json_plan_reader *plan, fusor_slice slice, const char *name)
{
    char key[12];
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++) {
        uint32_t attachment = JSON_ROW(plan->references, fusor_plan_reference, i)->attachment;
        if (attachment != FUSOR_NONE && strcmp(json_index_key(key, attachment), name) == 0) {
            return true;
        }
    }
    return false;
}

static bool uses_attachment(const json_plan_reader *plan, const fusor_plan_subpass *subpass,
                            const char *name)
{
    const uint32_t singles[] = {subpass->depth.attachment, subpass->depth_resolve.attachment};
    char key[12];
    for (uint32_t i = 0; i < COUNT(singles); i++) {
        if (singles[i] != FUSOR_NONE && strcmp(json_index_key(key, singles[i]), name) == 0) {
            return true;
        }
    }
    return lists_attachment(plan, subpass->color, name) ||
           lists_attachment(plan, subpass->resolve, name) ||
           lists_attachment(plan, subpass->inputs, name);
}

static void read_layouts(json_reader *reader, const json_t *value, fusor_plan_subpass *subpass)
{
    const json_t *layouts = json_object_get(value, "layouts");
    json_enter_key(reader, "layouts");
    if (layouts && !json_is_object(layouts)) {
        json_fail_type(reader, layouts, "an object");
    } else if (layouts) {
        set_layouts(reader, layouts, subpass->color);
        set_layouts(reader, layouts, subpass->resolve);
        set_layouts(reader, layouts, subpass->inputs);
        set_layout(reader, layouts, &subpass->depth);
        set_layout(reader, layouts, &subpass->depth_resolve);
        for (void *i = json_object_iter((json_t *)layouts); i;
             i = json_object_iter_next((json_t *)layouts, i)) {
            const char *name = json_object_iter_key(i);
            if (!uses_attachment(json_plan_of(reader), subpass, name)) {
                json_fail_key(reader, name, "the subpass does not use such an attachment");
            }
        }
    }
    json_leave(reader);
}

static void read_input_aspects(json_reader *reader, const json_t *value,
                               const fusor_plan_subpass *subpass)
{
    json_plan_reader *plan = json_plan_of(reader);
    const json_t *list = json_object_get(value, "input_aspects");
    json_enter_key(reader, "input_aspects");
    if (list && (!json_is_array(list) || json_array_size(list) != subpass->inputs.count)) {
        json_fail(reader, "must be a list with the aspects of each input");
    } else if (list) {
        for (uint32_t i = 0; i < subpass->inputs.count; i++) {
            json_enter_index(reader, i);
            json_read_any_words32(
                reader, json_array_get(list, i),
                &JSON_ROW(plan->references, fusor_plan_reference, subpass->inputs.first + i)
                     ->aspects,
                &json_words_aspect);
            json_leave(reader);
        }
    }
    json_leave(reader);
}

/* Colours and their resolves have one aspect. */
static void set_color_aspects(json_plan_reader *plan, fusor_slice slice)
{
    for (uint32_t i = slice.first; i < slice.first + slice.count; i++) {
        fusor_plan_reference *reference = JSON_ROW(plan->references, fusor_plan_reference, i);
        reference->aspects = reference->attachment == FUSOR_NONE ? 0 : FUSOR_ASPECT_COLOR;
    }
}

static void read_subpass(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_plan_subpass *subpass = out;
    uint32_t before = json_error_count(reader);
    if (!json_read_fields_in_order(reader, value, subpass, &subpass_rule) ||
        json_error_count(reader) > before || json_reader_is_full(reader)) {
        return;
    }
    if (subpass->resolve.count && subpass->resolve.count != subpass->color.count) {
        json_fail_key(reader, "resolve", "must be empty or as long as \"color\"");
    }
    set_color_aspects(json_plan_of(reader), subpass->color);
    set_color_aspects(json_plan_of(reader), subpass->resolve);
    read_layouts(reader, value, subpass);
    read_input_aspects(reader, value, subpass);
}

/* ----------------------------------------------------------------------------------- dependencies */

#define DEPENDENCY(member) offsetof(fusor_plan_dependency, member)
static const json_field dependency_fields[] = {
    {"from", read_subpass_index, DEPENDENCY(from), NULL, true},
    {"to", read_subpass_index, DEPENDENCY(to), NULL, true},
    {"src", json_read_loose_scope, DEPENDENCY(src), NULL, true},
    {"dst", json_read_loose_scope, DEPENDENCY(dst), NULL, true},
    {"by_region", json_read_bool, DEPENDENCY(by_region), NULL, true},
    {"view_local", json_read_bool, DEPENDENCY(view_local), NULL, true},
    {"why", json_read_word, DEPENDENCY(why), &json_words_why, true},
};
static const json_object_rule dependency_rule = JSON_OBJECT_RULE(dependency_fields);

static void read_dependency(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    if (json_read_fields_in_order(reader, value, out, &dependency_rule)) {
        json_check_layout(reader, value, "src", false);
        json_check_layout(reader, value, "dst", false);
    }
}

/* ---------------------------------------------------------------------------------------- members */

#define CLEAR(member) offsetof(fusor_plan_clear, member)
static const json_field clear_fields[] = {
    {"attachment", read_attachment_index, CLEAR(attachment), NULL, true},
    {"aspects", json_read_words32, CLEAR(aspects), &json_words_aspect, true},
    {"clear", json_read_four, CLEAR(clear), NULL, true},
    {"clear_depth", json_read_real, CLEAR(clear_depth), NULL, true},
    {"clear_stencil", json_read_u32, CLEAR(clear_stencil), &json_limits_u32, true},
};
static const json_object_rule clear_rule = JSON_OBJECT_RULE(clear_fields);

static const json_rows_rule clear_rows = {offsetof(json_plan_reader, clears),
                                          sizeof(fusor_plan_clear), json_read_object, &clear_rule,
                                          true};
static const json_rows_rule color_map_rows = JSON_ROWS(index_list, uint32_t, read_color_index);
static const json_rows_rule input_map_rows = JSON_ROWS(index_list, uint32_t, read_input_index);

#define MEMBER(member) offsetof(fusor_plan_member, member)
static const json_field member_fields[] = {
    {"pass", json_read_pass_index, MEMBER(pass), NULL, true},
    {"subpass", read_subpass_index, MEMBER(subpass), NULL, true},
    {"color_map", json_read_rows, MEMBER(color_map), &color_map_rows, true},
    {"input_map", json_read_rows, MEMBER(input_map), &input_map_rows, true},
    {"clears", json_read_rows, MEMBER(clears), &clear_rows, true},
};
static const json_object_rule member_rule = JSON_OBJECT_RULE(member_fields);

/* A pass is a member of one group, once. */
static void join_group(json_reader *reader, const fusor_plan_member *member)
{
    json_plan_reader *plan = json_plan_of(reader);
    if (member->pass >= plan->passes.count) {
        return;
    }
    fusor_plan_pass *pass = JSON_ROW(plan->passes, fusor_plan_pass, member->pass);
    if (pass->group != FUSOR_NONE) {
        json_fail_key(reader, "pass", "%s is in a group already", json_quote(reader, pass->name));
    } else if (pass->kind != FUSOR_PASS_RASTER) {
        json_fail_key(reader, "pass", "%s is no raster pass", json_quote(reader, pass->name));
    } else {
        pass->group = plan->groups.count - 1;
    }
}

static void read_member(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_plan_reader *plan = json_plan_of(reader);
    json_int_t at = json_integer_value(json_object_get(value, "subpass"));
    const json_t *subpass = json_array_get(plan->group_subpasses, at < 0 ? 0 : (size_t)at);
    uint32_t before = json_error_count(reader);
    plan->color_limit = (uint32_t)json_array_size(json_object_get(subpass, "color"));
    plan->input_limit = (uint32_t)json_array_size(json_object_get(subpass, "inputs"));
    if (json_read_fields_in_order(reader, value, out, &member_rule) &&
        json_error_count(reader) == before) {
        join_group(reader, out);
    }
}

static void read_at(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    uint32_t after = 0;
    json_read_word(reader, value, &after, rule);
    *(bool *)out = after != 0;
}

static const json_word ats[] = {{"before", 0}, {"after", 1}};
static const json_words at_words = {"place", ats, COUNT(ats), NULL};

static const json_field bridge_fields[] = {
    {"pass", json_read_pass_index, offsetof(fusor_plan_bridge, pass), NULL, true},
    {"at", read_at, offsetof(fusor_plan_bridge, after), &at_words, true},
};
static const json_object_rule bridge_rule = JSON_OBJECT_RULE(bridge_fields);

/* ----------------------------------------------------------------------------------------- groups */

static const json_word paths[] = {{"single", FUSOR_PATH_SINGLE},
                                  {"subpasses", FUSOR_PATH_SUBPASSES},
                                  {"local_read", FUSOR_PATH_LOCAL_READ},
                                  {"raster_order", FUSOR_PATH_RASTER_ORDER}};
static const json_words path_words = {"path", paths, COUNT(paths), NULL};

static const json_rows_rule attachment_rows =
    JSON_ROWS(attachments, fusor_plan_attachment, read_attachment);
static const json_rows_rule subpass_rows = JSON_ROWS(subpasses, fusor_plan_subpass, read_subpass);
static const json_rows_rule dependency_rows =
    JSON_ROWS(dependencies, fusor_plan_dependency, read_dependency);
static const json_rows_rule member_rows = JSON_ROWS(members, fusor_plan_member, read_member);
static const json_rows_rule bridge_rows = {offsetof(json_plan_reader, bridges),
                                           sizeof(fusor_plan_bridge), json_read_object,
                                           &bridge_rule, false};

#define GROUP(member) offsetof(fusor_plan_group, member)
static const json_field group_fields[] = {
    {"path", json_read_word, GROUP(path), &path_words, true},
    {"view_mask", json_read_u32, GROUP(view_mask), &json_limits_u32, true},
    {"area", json_read_four_u32, GROUP(area), &json_limits_u32, true},
    {"extent", json_read_two_u32, GROUP(extent), &json_limits_u32, true},
    {"layers", json_read_u32, GROUP(layers), &json_limits_u32, true},
    {"samples", json_read_u32, GROUP(samples), &json_limits_u32, true},
    {"attachments", json_read_rows, GROUP(attachments), &attachment_rows, true},
    {"subpasses", json_read_rows, GROUP(subpasses), &subpass_rows, true},
    {"dependencies", json_read_rows, GROUP(dependencies), &dependency_rows, true},
    {"members", json_read_rows, GROUP(members), &member_rows, true},
    {"passes", json_read_nothing, 0, NULL, true},
    {"bridged", json_read_rows, GROUP(bridged), &bridge_rows, true},
};
static const json_object_rule group_rule = JSON_OBJECT_RULE(group_fields);

/* "passes" says again, for reading, who the members are. */
static void check_passes(json_reader *reader, const json_t *value)
{
    const json_t *passes = json_object_get(value, "passes");
    const json_t *members = json_object_get(value, "members");
    bool same = json_array_size(passes) == json_array_size(members);
    for (size_t i = 0; same && i < json_array_size(passes); i++) {
        same = json_equal(json_array_get(passes, i),
                          json_object_get(json_array_get(members, i), "pass")) == 1;
    }
    if (passes && !same) {
        json_fail_key(reader, "passes", "must be the list of the members' passes");
    } else if (json_array_size(passes) == 0) {
        json_fail_key(reader, "passes", "must not be empty");
    }
}

static void read_group(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_plan_reader *plan = json_plan_of(reader);
    fusor_plan_group *group = out;
    const json_t *attachments = json_object_get(value, "attachments");
    plan->group_subpasses = json_object_get(value, "subpasses");
    plan->attachment_limit = (uint32_t)json_array_size(attachments);
    plan->subpass_limit = (uint32_t)json_array_size(plan->group_subpasses);
    uint32_t before = json_error_count(reader);
    if (json_read_fields_in_order(reader, value, group, &group_rule)) {
        check_passes(reader, value);
        if (json_error_count(reader) == before) {
            read_resolves(reader, attachments, group->attachments);
        }
    }
}

void json_read_plan_groups(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_rows_rule rows = JSON_ROWS(groups, fusor_plan_group, read_group);
    (void)out, (void)rule;
    json_read_rows(reader, value, &json_plan_of(reader)->whole, &rows);
}
