/* In: "memory" and "frame" of a plan document. Out: pools, sums, and the states between two frames. */
#include "json_read_plan.h"
#include "json_write_plan.h"

/* ---------------------------------------------------------------------------------------- memory */

static const json_word classes[] = {{"linear", 0}, {"optimal", 1}};
static const json_words class_words = {"class", classes, 2, NULL};

static void read_class(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    uint32_t optimal = 0;
    json_read_word(reader, value, &optimal, rule);
    *(bool *)out = optimal != 0;
}

/* Pools are numbered as they are listed. */
static void check_number(json_reader *reader, const json_t *owner, uint32_t number)
{
    uint64_t found = number;
    const json_t *value = json_object_get(owner, "pool");
    if (value) {
        json_enter_key(reader, "pool");
        if (json_read_integer(reader, value, &found, &json_limits_u32) && found != number) {
            json_fail(reader, "must be %u: pools are numbered as they are listed", number);
        }
        json_leave(reader);
    }
}

#define POOL(member) offsetof(fusor_plan_pool, member)
static const json_field pool_fields[] = {
    {"pool", json_read_nothing, 0, NULL, true},
    {"class", read_class, POOL(optimal), &class_words, true},
    {"placed", json_read_u64, POOL(placed_bytes), &json_limits_u64, true},
    {"lower_bound", json_read_u64, POOL(lower_bound_bytes), &json_limits_u64, true},
    {"sum", json_read_u64, POOL(sum_bytes), &json_limits_u64, true},
    {"alignment", json_read_u64, POOL(alignment), &json_limits_u64, true},
    {"memory_type", json_read_u32, POOL(memory_type), &json_limits_u32, true},
    {"dedicated", json_read_bool, POOL(dedicated), NULL, true},
    {"lazy", json_read_bool, POOL(lazy), NULL, true},
    {"host_visible", json_read_bool, POOL(host_visible), NULL, true},
};
static const json_object_rule pool_rule = JSON_OBJECT_RULE(pool_fields);

static void read_pool(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    if (json_read_fields_in_order(reader, value, out, &pool_rule)) {
        check_number(reader, value, json_plan_of(reader)->pools.count - 1);
    }
}

static const json_rows_rule pool_rows = JSON_ROWS(pools, fusor_plan_pool, read_pool);

#define PLAN(member) offsetof(json_plan_reader, member)
static const json_field memory_fields[] = {
    {"sum", json_read_u64, PLAN(plan.memory_sum), &json_limits_u64, true},
    {"placed", json_read_u64, PLAN(plan.memory_placed), &json_limits_u64, true},
    {"lower_bound", json_read_u64, PLAN(plan.memory_lower_bound), &json_limits_u64, true},
    {"memoryless", json_read_u64, PLAN(plan.memoryless_bytes), &json_limits_u64, true},
    {"pools", json_read_rows, PLAN(whole), &pool_rows, true},
};
static const json_object_rule memory_rule = JSON_OBJECT_RULE(memory_fields);

void json_read_plan_memory(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_read_fields_in_order(reader, value, out, &memory_rule);
}

/* ------------------------------------------------------------------------------------ pools' exits */

static const json_field pool_exit_fields[] = {
    {"pool", json_read_nothing, 0, NULL, true},
    {"exit", json_read_loose_scope, 0, NULL, true},
};
static const json_object_rule pool_exit_rule = JSON_OBJECT_RULE(pool_exit_fields);

static void read_pool_exits(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)out, (void)rule;
    json_plan_reader *plan = json_plan_of(reader);
    if (!json_is_array(value)) {
        json_fail_type(reader, value, "a list");
        return;
    }
    if (json_array_size(value) != plan->pools.count) {
        json_fail(reader, "must have an entry for each of the %u pools", plan->pools.count);
        return;
    }
    for (uint32_t i = 0; i < plan->pools.count; i++) {
        const json_t *entry = json_array_get(value, i);
        fusor_scope *exit = &JSON_ROW(plan->pools, fusor_plan_pool, i)->exit;
        json_enter_index(reader, i);
        if (json_read_fields_in_order(reader, entry, exit, &pool_exit_rule)) {
            check_number(reader, entry, i);
            json_check_layout(reader, entry, "exit", false);
        }
        json_leave(reader);
    }
}

/* --------------------------------------------------------------------------------- resources' exits */

#define EXIT(member) offsetof(fusor_plan_exit, member)
static const json_field write_fields[] = {
    {"stages", json_read_stage_bits, EXIT(write_stages), NULL, true},
    {"access", json_read_access_bits, EXIT(write_access), NULL, true},
};
static const json_object_rule write_rule = JSON_OBJECT_RULE(write_fields);

static const json_limits previous_limits = {0, FUSOR_HISTORY_SLOTS_MAX - 1};

static const json_field exit_fields[] = {
    {"resource", json_read_resource_index, EXIT(resource), NULL, true},
    {"exit", json_read_loose_scope, EXIT(scope), NULL, true},
    {"previous", json_read_u32, EXIT(previous), &previous_limits, true},
    JSON_REGION_FIELDS(fusor_plan_exit, region),
    {"write", json_read_object, 0, &write_rule, true},
};
static const json_object_rule exit_rule = JSON_OBJECT_RULE(exit_fields);

/* The exits of a resource are one slice. */
static void add_exit(json_reader *reader, const fusor_plan_exit *row, uint32_t index)
{
    json_plan_reader *plan = json_plan_of(reader);
    if (row->resource >= plan->resources.count) {
        return;
    }
    fusor_slice *exits = &JSON_ROW(plan->resources, fusor_plan_resource, row->resource)->exit;
    if (exits->count && exits->first + exits->count != index) {
        json_fail_key(reader, "resource", "the entries of one resource stand together");
        return;
    }
    exits->first = exits->count ? exits->first : index;
    exits->count++;
}

static void read_exit(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_plan_exit *row = out;
    if (json_read_fields_in_order(reader, value, row, &exit_rule)) {
        json_check_layout(reader, value, "exit", json_is_array(json_object_get(value, "mips")));
        json_check_region(reader, value, &row->region, row->resource);
        add_exit(reader, row, json_plan_of(reader)->exits.count - 1);
    }
}

/* What waits for an acquired image follows from the barriers, which are read before: held against them, not
 * kept. */
static void check_acquire_stages(json_reader *reader, const json_t *list, uint32_t resource)
{
    const json_plan_reader *plan = json_plan_of(reader);
    const fusor_plan_resource *row = JSON_ROW(plan->resources, fusor_plan_resource, resource);
    bool acquired = row->is_image && row->lifetime == FUSOR_LIFETIME_IMPORTED;
    fusor_stages said = 0, meant = 0;
    if (acquired && plan->barriers.count) {
        meant = json_acquire_stages(JSON_ROW(plan->barriers, fusor_plan_barrier, 0),
                                    plan->barriers.count, resource);
    }
    json_enter_key(reader, row->name);
    if (list) {
        json_read_stage_bits(reader, list, &said, NULL);
    }
    if (said != meant) {
        json_fail(reader,
                  "these are not the stages in which the first barriers of %s let it be used",
                  json_quote(reader, row->name));
    }
    json_leave(reader);
}

static void read_acquire_stages(json_reader *reader, const json_t *value, void *out,
                                const void *rule)
{
    (void)out, (void)rule;
    if (!json_is_object(value)) {
        json_fail_type(reader, value, "an object");
        return;
    }
    for (void *i = json_object_iter((json_t *)value); i;
         i = json_object_iter_next((json_t *)value, i)) {
        const char *name = json_object_iter_key(i);
        if (!json_object_get(reader->resources, name)) {
            json_enter_key(reader, name);
            json_fail(reader, "there is no resource of this name in the plan");
            json_leave(reader);
        }
    }
    for (uint32_t r = 0; r < json_plan_of(reader)->resources.count && json_error_count(reader) == 0;
         r++) {
        const fusor_plan_resource *row =
            JSON_ROW(json_plan_of(reader)->resources, fusor_plan_resource, r);
        check_acquire_stages(reader, json_object_get(value, row->name), r);
    }
}

static const json_rows_rule exit_rows = JSON_ROWS(exits, fusor_plan_exit, read_exit);

static const json_field frame_fields[] = {
    {"pools", read_pool_exits, 0, NULL, true},
    {"persistent", json_read_rows, PLAN(whole), &exit_rows, true},
    {"acquire_stages", read_acquire_stages, 0, NULL, true},
};
static const json_object_rule frame_rule = JSON_OBJECT_RULE(frame_fields);

void json_read_plan_frame(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_read_fields_in_order(reader, value, out, &frame_rule);
}
