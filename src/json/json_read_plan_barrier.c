/* In: "barriers" of a plan document. Out: their rows. */
#include "json_read_plan.h"

#include <string.h>

static const json_word kinds[] = {{"image", FUSOR_BARRIER_IMAGE},
                                  {"buffer", FUSOR_BARRIER_BUFFER},
                                  {"memory", FUSOR_BARRIER_MEMORY}};
static const json_words kind_words = {"barrier kind", kinds, sizeof(kinds) / sizeof(kinds[0]),
                                      NULL};

static const json_limits previous_limits = {0, FUSOR_HISTORY_SLOTS_MAX - 1};

#define BARRIER(member) offsetof(fusor_plan_barrier, member)
static const json_field barrier_fields[] = {
    {"before", json_read_nothing, 0, NULL, true},
    {"at_end", json_read_nothing, 0, NULL, false},
    {"call", json_read_u32, BARRIER(call), &json_limits_u32, true},
    {"kind", json_read_word, BARRIER(kind), &kind_words, true},
    {"resource", json_read_resource_index, BARRIER(resource), NULL, true},
    JSON_REGION_FIELDS(fusor_plan_barrier, region),
    {"queues", json_read_null, 0, NULL, true},
    {"src", json_read_scope, BARRIER(src), NULL, true},
    {"dst", json_read_scope, BARRIER(dst), NULL, true},
    {"why", json_read_word, BARRIER(why), &json_words_why, true},
    {"replaces", json_read_resource_list, BARRIER(replaces), NULL, true},
    {"previous", json_read_u32, BARRIER(previous), &previous_limits, true},
    {"entry", json_read_bool, BARRIER(entry), NULL, true},
};
static const json_object_rule barrier_rule = JSON_OBJECT_RULE(barrier_fields);

/* "end" is the frame's end, unless a pass has that name: then "at_end" tells them apart. */
static void read_before(json_reader *reader, const json_t *value, uint32_t *out)
{
    const json_t *before = json_object_get(value, "before");
    const json_t *at_end = json_object_get(value, "at_end");
    const char *name = json_string_value(before);
    bool ends = name && strcmp(name, "end") == 0;
    bool set = !json_object_get(reader->passes, "end");
    *out = FUSOR_NONE;
    if (at_end) {
        json_enter_key(reader, "at_end");
        json_read_bool(reader, at_end, &set, NULL);
        json_leave(reader);
    }
    if (before && !(ends && set)) {
        json_enter_key(reader, "before");
        json_read_pass_index(reader, before, out, NULL);
        json_leave(reader);
    }
}

static void read_barrier(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_plan_barrier *barrier = out;
    if (!json_read_fields_in_order(reader, value, barrier, &barrier_rule)) {
        return;
    }
    const json_t *layout = json_object_get(json_object_get(value, "src"), "layout");
    barrier->has_layout = json_is_string(layout);
    json_check_layout(reader, value, "dst", barrier->has_layout);
    json_check_region(reader, value, &barrier->region, barrier->resource);
    read_before(reader, value, &barrier->before);
}

void json_read_plan_barriers(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_rows_rule rows = JSON_ROWS(barriers, fusor_plan_barrier, read_barrier);
    (void)out, (void)rule;
    json_read_rows(reader, value, &json_plan_of(reader)->whole, &rows);
}
