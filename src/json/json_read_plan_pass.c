/* In: "passes" of a plan document. Out: their rows, with uses and copies.
 * All that were declared, in declared order; which of them run is said by "order" and "culled". */
#include "json_read_plan.h"

#include <string.h>

static const json_limits previous_limits = {0, FUSOR_HISTORY_SLOTS_MAX - 1};

static bool is_image(const json_plan_reader *plan, uint32_t resource)
{
    return resource < plan->resources.count &&
           JSON_ROW(plan->resources, const fusor_plan_resource, resource)->is_image;
}

/* ----------------------------------------------------------------------------------------- uses */

static const json_word raw_uses[] = {
    {"sampled", FUSOR_USE_SAMPLED},     {"storage", FUSOR_USE_STORAGE},
    {"uniform", FUSOR_USE_UNIFORM},     {"vertex", FUSOR_USE_VERTEX},
    {"index", FUSOR_USE_INDEX},         {"indirect", FUSOR_USE_INDIRECT},
    {"copy", FUSOR_USE_COPY},           {"color", FUSOR_USE_RAW_COLOR},
    {"depth", FUSOR_USE_RAW_DEPTH},     {"resolve", FUSOR_USE_RAW_RESOLVE},
    {"general", FUSOR_USE_RAW_GENERAL},
};
static const json_word other_uses[] = {
    {"sampled", FUSOR_USE_SAMPLED}, {"storage", FUSOR_USE_STORAGE},
    {"uniform", FUSOR_USE_UNIFORM}, {"vertex", FUSOR_USE_VERTEX},
    {"index", FUSOR_USE_INDEX},     {"indirect", FUSOR_USE_INDIRECT},
    {"copy", FUSOR_USE_COPY},       {"color", FUSOR_USE_COLOR},
    {"resolve", FUSOR_USE_RESOLVE}, {"depth_stencil", FUSOR_USE_DEPTH_STENCIL},
    {"input", FUSOR_USE_INPUT},
};
#define COUNT(rows) ((uint32_t)(sizeof(rows) / sizeof((rows)[0])))
static const json_words raw_use_words = {"use", raw_uses, COUNT(raw_uses), NULL};
static const json_words other_use_words = {"use", other_uses, COUNT(other_uses), NULL};

/* "color" in a raw pass is what the pass says of itself, elsewhere an attachment. */
static void read_as(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_read_word(reader, value, out,
                   json_plan_of(reader)->in_raw_pass ? &raw_use_words : &other_use_words);
}

#define USE(member) offsetof(fusor_plan_use, member)
static const json_field use_fields[] = {
    {"as", read_as, USE(as), NULL, true},
    {"slot", json_read_u32, USE(slot), &json_limits_u32, true},
    {"resource", json_read_resource_index, USE(resource), NULL, true},
    {"previous", json_read_u32, USE(previous), &previous_limits, true},
    JSON_REGION_FIELDS(fusor_plan_use, region),
    {"reads", json_read_bool, USE(reads), NULL, true},
    {"writes", json_read_bool, USE(writes), NULL, true},
    {"overwrites", json_read_bool, USE(overwrites), NULL, true},
    {"concurrent", json_read_bool, USE(concurrent), NULL, true},
    {"stages", json_read_stage_bits, USE(stages), NULL, true},
    {"access", json_read_access_bits, USE(access), NULL, true},
    {"layout", json_read_word_or_null, USE(layout), &json_words_layout, true},
};
static const json_object_rule use_rule = JSON_OBJECT_RULE(use_fields);

static void read_use(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_plan_use *use = out;
    if (json_read_fields_in_order(reader, value, use, &use_rule)) {
        const json_t *layout = json_object_get(value, "layout");
        bool image = is_image(json_plan_of(reader), use->resource);
        json_check_region(reader, value, &use->region, use->resource);
        if (layout && json_is_null(layout) == image) {
            json_fail_key(reader, "layout", "must be %s here", image ? "an image's" : "null");
        }
    }
}

/* --------------------------------------------------------------------------------------- copies */

typedef struct side {
    uint32_t resource, previous;
    fusor_region region;
    fusor_layout layout;
} side;

#define SIDE(member) offsetof(side, member)
static const json_field side_fields[] = {
    {"resource", json_read_resource_index, SIDE(resource), NULL, true},
    {"previous", json_read_u32, SIDE(previous), &previous_limits, true},
    JSON_REGION_FIELDS(side, region),
    {"layout", json_read_word, SIDE(layout), &json_words_layout, true},
};
static const json_object_rule side_rule = JSON_OBJECT_RULE(side_fields);

static void read_side(json_reader *reader, const json_t *value, side *out)
{
    if (json_read_fields_in_order(reader, value, out, &side_rule)) {
        json_check_region(reader, value, &out->region, out->resource);
    }
}

static void read_src(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_plan_copy *copy = out;
    if (json_is_null(value)) {
        return;
    }
    side read = {0};
    read_side(reader, value, &read);
    copy->src = read.resource;
    copy->src_previous = read.previous;
    copy->src_region = read.region;
    copy->src_layout = read.layout;
}

static void read_dst(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_plan_copy *copy = out;
    side read = {0};
    read_side(reader, value, &read);
    copy->dst = read.resource;
    copy->dst_region = read.region;
    copy->dst_layout = read.layout;
    if (read.previous) {
        json_fail_key(reader, "previous", "must be 0: only this frame's can be written");
    }
}

#define COPY(member) offsetof(fusor_plan_copy, member)
static const json_field copy_fields[] = {
    {"op", json_read_word, COPY(kind), &json_words_copy, true},
    {"src", read_src, 0, NULL, true},
    {"dst", read_dst, 0, NULL, true},
    {"linear", json_read_bool, COPY(linear), NULL, true},
    {"value", json_read_four, COPY(value), NULL, true},
    {"fill", json_read_u32, COPY(fill), &json_limits_u32, true},
};
static const json_object_rule copy_rule = JSON_OBJECT_RULE(copy_fields);

static void read_copy(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_plan_copy *copy = out;
    copy->src = FUSOR_NONE;
    if (json_read_fields_in_order(reader, value, copy, &copy_rule)) {
        bool wanted = copy->kind != FUSOR_COPY_CLEAR && copy->kind != FUSOR_COPY_FILL;
        if (wanted != (copy->src != FUSOR_NONE)) {
            json_fail_key(reader, "src", "must be %s for this operation",
                          wanted ? "there" : "null");
        }
    }
}

/* --------------------------------------------------------------------------------------- passes */

static const json_rows_rule use_rows = JSON_ROWS(uses, fusor_plan_use, read_use);
static const json_rows_rule copy_rows = JSON_ROWS(copies, fusor_plan_copy, read_copy);

#define PASS(member) offsetof(fusor_plan_pass, member)
static const json_field pass_fields[] = {
    {"name", json_read_name, PASS(name), NULL, true},
    {"kind", json_read_word, PASS(kind), &json_words_pass_kind, true},
    {"flags", json_read_any_words32, PASS(flags), &json_words_pass_flag, true},
    {"uses", json_read_rows, PASS(uses), &use_rows, true},
    {"copies", json_read_rows, PASS(copies), &copy_rows, true},
};
static const json_object_rule pass_rule = JSON_OBJECT_RULE(pass_fields);

/* The graph's pass of this name stands at the same place and is of the same kind. */
static void check_declared(json_plan_reader *plan, const fusor_plan_pass *pass, uint32_t index)
{
    json_reader *reader = &plan->reader;
    fusor_pass handle = fusor_graph_find_pass(plan->graph, pass->name);
    const fusor_pass_desc *desc = fusor_graph_get_pass(plan->graph, handle);
    if (!desc) {
        json_fail_key(reader, "name", "the graph has no pass named %s",
                      json_quote(reader, pass->name));
    } else if (handle.id != index + 1) {
        json_fail_key(reader, "name", "the graph declares this pass as number %u from 0",
                      handle.id - 1);
    } else if (desc->kind != pass->kind) {
        json_fail_key(reader, "kind", "the graph declares a pass of kind \"%s\"",
                      json_words_of(&json_words_pass_kind, desc->kind));
    } else if (desc->flags != pass->flags) {
        json_fail_key(reader, "flags", "the graph declares other flags");
    }
}

static bool names_raw_pass(const json_t *value)
{
    const char *kind = json_string_value(json_object_get(value, "kind"));
    return kind && strcmp(kind, "raw") == 0;
}

static void read_pass(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_plan_reader *plan = json_plan_of(reader);
    fusor_plan_pass *pass = out;
    const json_t *name = json_object_get(value, "name");
    pass->group = FUSOR_NONE;
    plan->in_raw_pass = names_raw_pass(value);
    reader->pass = json_is_string(name) ? json_string_value(name) : "";
    if (json_read_fields_in_order(reader, value, pass, &pass_rule) && plan->graph && pass->name) {
        check_declared(plan, pass, plan->passes.count - 1);
    }
    reader->pass = "";
}

void json_read_plan_passes(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_rows_rule rows = JSON_ROWS(passes, fusor_plan_pass, read_pass);
    (void)out, (void)rule;
    json_plan_reader *plan = json_plan_of(reader);
    json_read_rows(reader, value, &plan->whole, &rows);
    uint32_t declared = plan->graph ? fusor_graph_pass_count(plan->graph) : plan->passes.count;
    if (json_is_array(value) && plan->passes.count < declared) {
        json_fail(reader, "the graph declares %u passes, not %u", declared, plan->passes.count);
    }
}
