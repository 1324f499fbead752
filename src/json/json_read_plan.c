/* In: the text of a plan document, and the graph that was planned, or none. Out: a plan, or every
 * error of the document. Names are collected first, then each section is read by its table, then the
 * steps are put together and all of it is copied into a plan of its own. */
#include "json_read_plan.h"

#include <string.h>

#define PLAN(member) offsetof(json_plan_reader, member)
#define COUNT(rows) ((uint32_t)(sizeof(rows) / sizeof((rows)[0])))

/* ---------------------------------------------------------------------------------------- names */

static void collect_name(json_reader *reader, json_t *table, const json_t *entry, size_t index)
{
    const char *name = json_string_value(json_object_get(entry, "name"));
    const json_t *earlier = name ? json_object_get(table, name) : NULL;
    if (earlier) {
        json_fail_key(reader, "name", "the name is taken by entry %" JSON_INTEGER_FORMAT,
                      json_integer_value(earlier) - 1);
    } else if (name && json_object_set_new(table, name, json_integer((json_int_t)index + 1)) != 0) {
        reader->arena.failed = true;
    }
}

static void collect_names(json_reader *reader, const json_t *root, const char *section,
                          json_t *table)
{
    const json_t *entries = json_object_get(root, section);
    json_enter_key(reader, section);
    for (size_t i = 0; i < json_array_size(entries); i++) {
        json_enter_index(reader, i);
        collect_name(reader, table, json_array_get(entries, i), i);
        json_leave(reader);
    }
    json_leave(reader);
}

/* ----------------------------------------------------------------------------------------- head */

static void read_graph_name(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    const json_plan_reader *plan = json_plan_of(reader);
    json_read_name(reader, value, out, rule);
    if (plan->graph && json_is_string(value) &&
        strcmp(json_string_value(value), fusor_graph_name(plan->graph)) != 0) {
        json_fail(reader, "the plan is of another graph: this one is %s",
                  json_quote(reader, fusor_graph_name(plan->graph)));
    }
}

static int digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static void read_hash(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    const char *text = json_string_value(value);
    uint64_t hash = 0;
    size_t i = 0;
    for (; text && text[i] && digit_of(text[i]) >= 0 && i < 16; i++) {
        hash = hash << 4 | (uint64_t)digit_of(text[i]);
    }
    if (!text || i != 16 || text[16]) {
        json_fail(reader, "must be a string of 16 digits 0 … 9 a … f");
        return;
    }
    *(uint64_t *)out = hash;
}

static const json_word fuses[] = {{"auto", FUSOR_FUSE_AUTO},
                                  {"off", FUSOR_FUSE_OFF},
                                  {"adjacent", FUSOR_FUSE_ADJACENT},
                                  {"full", FUSOR_FUSE_FULL}};
static const json_word aliases[] = {
    {"proven", FUSOR_ALIAS_PROVEN}, {"recorded", FUSOR_ALIAS_RECORDED}, {"off", FUSOR_ALIAS_OFF}};
static const json_word packs[] = {
    {"balanced", FUSOR_PACK_BALANCED}, {"fast", FUSOR_PACK_FAST}, {"tight", FUSOR_PACK_TIGHT}};
static const json_word orders[] = {{"auto", FUSOR_ORDER_AUTO}, {"declared", FUSOR_ORDER_DECLARED}};
static const json_words fuse_words = {"fuse policy", fuses, COUNT(fuses), NULL};
static const json_words alias_words = {"alias policy", aliases, COUNT(aliases), NULL};
static const json_words pack_words = {"pack policy", packs, COUNT(packs), NULL};
static const json_words order_words = {"order policy", orders, COUNT(orders), NULL};

static const json_field policy_fields[] = {
    {"fuse", json_read_word, offsetof(fusor_policy, fuse), &fuse_words, true},
    {"alias", json_read_word, offsetof(fusor_policy, alias), &alias_words, true},
    {"pack", json_read_word, offsetof(fusor_policy, pack), &pack_words, true},
    {"order", json_read_word, offsetof(fusor_policy, order), &order_words, true},
};
static const json_object_rule policy_rule = JSON_OBJECT_RULE(policy_fields);

/* ------------------------------------------------------------------- culled, breaks, diagnostics */

typedef struct culled_pass {
    uint32_t pass;
    fusor_cull_reason reason;
} culled_pass;

static const json_field culled_fields[] = {
    {"pass", json_read_pass_index, offsetof(culled_pass, pass), NULL, true},
    {"reason", json_read_word, offsetof(culled_pass, reason), &json_words_cull, true},
};
static const json_object_rule culled_rule = JSON_OBJECT_RULE(culled_fields);

static void read_culled_pass(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)out, (void)rule;
    json_plan_reader *plan = json_plan_of(reader);
    culled_pass culled = {0};
    uint32_t before = json_error_count(reader);
    if (json_read_fields_in_order(reader, value, &culled, &culled_rule) &&
        json_error_count(reader) == before && culled.pass < plan->passes.count) {
        fusor_plan_pass *pass = JSON_ROW(plan->passes, fusor_plan_pass, culled.pass);
        if (pass->culled != FUSOR_CULL_NOT_CULLED) {
            json_fail_key(reader, "pass", "%s is there twice", json_quote(reader, pass->name));
        }
        pass->culled = culled.reason;
    }
}

static void read_culled(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_field element = {"", read_culled_pass, 0, NULL, false};
    uint32_t count;
    (void)out, (void)rule;
    (void)json_read_list(reader, value, 1, &count, &element);
}

static const json_word breaks[] = {
#define BREAK_ROW(NAME, word) {word, FUSOR_BREAK_##NAME},
    FUSOR_BREAKS(BREAK_ROW)
#undef BREAK_ROW
};
static const json_words break_words = {"reason", breaks, COUNT(breaks), NULL};

#define BREAK(member) offsetof(fusor_plan_break, member)
static const json_field break_fields[] = {
    {"before", json_read_pass_index, BREAK(before), NULL, true},
    {"after", json_read_pass_index, BREAK(after), NULL, true},
    {"reasons", json_read_any_words32, BREAK(reasons), &break_words, true},
    {"resource", json_read_resource_or_null, BREAK(resource), NULL, true},
    {"text", json_read_text, BREAK(text), NULL, true},
};
static const json_object_rule break_rule = JSON_OBJECT_RULE(break_fields);

#define DIAGNOSTIC(member) offsetof(fusor_diagnostic, member)
static const json_field diagnostic_fields[] = {
    {"code", json_read_word, DIAGNOSTIC(code), &json_words_diagnostic, true},
    {"severity", json_read_word, DIAGNOSTIC(severity), &json_words_severity, true},
    {"pass", json_read_text, DIAGNOSTIC(pass), NULL, true},
    {"resource", json_read_text, DIAGNOSTIC(resource), NULL, true},
    {"text", json_read_text, DIAGNOSTIC(text), NULL, true},
};
static const json_object_rule diagnostic_rule = JSON_OBJECT_RULE(diagnostic_fields);

/* ----------------------------------------------------------------------------------------- sums */

#define TRAFFIC(member)                                                                            \
    {                                                                                              \
#member, json_read_u64, offsetof(fusor_traffic, member), &json_limits_u64, true            \
    }
static const json_field traffic_fields[] = {TRAFFIC(load_bytes), TRAFFIC(store_bytes),
                                            TRAFFIC(unfused_load_bytes),
                                            TRAFFIC(unfused_store_bytes), TRAFFIC(floor_bytes)};
static const json_object_rule traffic_rule = JSON_OBJECT_RULE(traffic_fields);

#define COUNTED(member)                                                                            \
    {                                                                                              \
#member, json_read_u32, offsetof(fusor_plan_counts, member), &json_limits_u32, true        \
    }
static const json_field count_fields[] = {COUNTED(passes), COUNTED(render_passes),
                                          COUNTED(unfused_render_passes), COUNTED(barrier_calls),
                                          COUNTED(barriers)};
static const json_object_rule count_rule = JSON_OBJECT_RULE(count_fields);

/* ------------------------------------------------------------------------------------- document */

static const json_rows_rule order_rows = JSON_ROWS(order, uint32_t, json_read_pass_index);
static const json_rows_rule break_rows = {PLAN(breaks), sizeof(fusor_plan_break), json_read_object,
                                          &break_rule, false};
static const json_rows_rule diagnostic_rows = {PLAN(diagnostics), sizeof(fusor_diagnostic),
                                               json_read_object, &diagnostic_rule, false};
static const json_limits extent_limits = {1, FUSOR_EXTENT_MAX};

/* In the order in which a plan's arrays grow: see the head of json_read_plan.h. */
static const json_field plan_fields[] = {
    {"fusor_plan", json_read_version, 0, NULL, true},
    {"graph", read_graph_name, PLAN(plan.graph_name), NULL, true},
    {"device", json_read_text, PLAN(plan.device_name), NULL, true},
    {"policy", json_read_object, PLAN(plan.policy), &policy_rule, true},
    {"hash", read_hash, PLAN(plan.hash), NULL, true},
    {"render_size", json_read_two_u32, PLAN(plan.render_size), &extent_limits, true},
    {"output_size", json_read_two_u32, PLAN(plan.output_size), &extent_limits, true},
    {"memory", json_read_plan_memory, 0, NULL, true},
    {"resources", json_read_plan_resources, 0, NULL, true},
    {"passes", json_read_plan_passes, 0, NULL, true},
    {"order", json_read_rows, PLAN(whole), &order_rows, true},
    {"culled", read_culled, 0, NULL, true},
    {"groups", json_read_plan_groups, 0, NULL, true},
    {"barriers", json_read_plan_barriers, 0, NULL, true},
    {"breaks", json_read_rows, PLAN(whole), &break_rows, true},
    {"frame", json_read_plan_frame, 0, NULL, true},
    {"traffic", json_read_object, PLAN(plan.traffic), &traffic_rule, true},
    {"counts", json_read_object, PLAN(plan.counts), &count_rule, true},
    {"diagnostics", json_read_rows, PLAN(whole), &diagnostic_rows, true},
};
static const json_object_rule plan_rule = JSON_OBJECT_RULE(plan_fields);

static void read_root(json_plan_reader *plan, const json_t *root)
{
    json_reader *reader = &plan->reader;
    if (json_object_get(root, "error")) {
        json_fail_key(reader, "error", "there is no plan in this document: its compile failed");
        return;
    }
    const json_t *pools = json_object_get(json_object_get(root, "memory"), "pools");
    plan->pool_limit = (uint32_t)json_array_size(pools);
    collect_names(reader, root, "passes", reader->passes);
    collect_names(reader, root, "resources", reader->resources);
    if (json_read_fields_in_order(reader, root, plan, &plan_rule) &&
        json_error_count(reader) == 0 && !reader->arena.failed) {
        json_make_steps(plan);
    }
}

static fusor_result copy_plan(json_plan_reader *plan, fusor_plan **out)
{
#define SET(type, name, n)                                                                         \
    plan->plan.name = (const type *)(void *)plan->name.rows;                                       \
    plan->plan.n = plan->name.count;
    FUSOR_PLAN_ARRAYS(SET)
#undef SET
    return fusor_plan_clone(&plan->plan, &plan->reader.arena.allocator, out);
}

static fusor_result read_document(json_plan_reader *plan, const fusor_json_source *source)
{
    fusor_result result = FUSOR_OK;
    json_t *root = json_reader_parse(&plan->reader, source, &result);
    if (root) {
        read_root(plan, root);
        json_decref(root);
    }
    return result;
}

fusor_result fusor_json_read_plan(const fusor_json_source *source, const fusor_graph *graph,
                                  fusor_plan **plan, fusor_json_errors **errors)
{
    json_plan_reader reader = {.graph = graph};
    *plan = NULL;
    fusor_result result = json_reader_init(&reader.reader, source);
    if (result == FUSOR_OK) {
        result = read_document(&reader, source);
    }
    if (result == FUSOR_OK && json_error_count(&reader.reader) == 0 &&
        !reader.reader.arena.failed) {
        result = copy_plan(&reader, plan);
    }
    result = json_reader_finish(&reader.reader, result, errors);
    if (result != FUSOR_OK) {
        fusor_plan_destroy(*plan);
        *plan = NULL;
    }
    return result;
}
