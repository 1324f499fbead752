/* In: "resources" of a plan document. Out: their rows, with placements; handles and imports from the
 * graph where there is one. Read first: what comes later is held against the shapes that stand here. */
#include "json_read_plan.h"

/* ------------------------------------------------------------------------------------ placements */

static void read_pool(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_read_limited(reader, value, out, json_plan_of(reader)->pool_limit, "pools");
}

#define PLACEMENT(member) offsetof(fusor_placement, member)
static const json_field placement_fields[] = {
    {"pool", read_pool, PLACEMENT(pool), NULL, true},
    {"offset", json_read_u64, PLACEMENT(offset), &json_limits_u64, true},
    {"size", json_read_u64, PLACEMENT(size_bytes), &json_limits_u64, true},
    {"alignment", json_read_u64, PLACEMENT(alignment), &json_limits_u64, true},
    {"memory_type", json_read_u32, PLACEMENT(memory_type), &json_limits_u32, true},
    {"follows", json_read_resource_list, PLACEMENT(follows), NULL, true},
    {"dedicated", json_read_bool, PLACEMENT(dedicated), NULL, false},
};
static const json_object_rule placement_rule = JSON_OBJECT_RULE(placement_fields);

static void read_placement(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    fusor_placement *placement = out;
    placement->placed = !json_is_null(value);
    if (placement->placed) {
        json_read_fields_in_order(reader, value, placement, &placement_rule);
    }
}

static const json_rows_rule placement_rows = JSON_ROWS(placements, fusor_placement, read_placement);

static void read_one(json_reader *reader, const json_t *value, fusor_slice *out)
{
    json_plan_reader *plan = json_plan_of(reader);
    fusor_placement *row = json_add_row(plan, &plan->placements, sizeof(*row));
    if (row) {
        *out = (fusor_slice){plan->placements.count - 1, 1};
        read_placement(reader, value, row, NULL);
    }
}

/* One instance has a placement; several have slots instead. */
static void read_instances(json_reader *reader, const json_t *value, fusor_plan_resource *row)
{
    const json_t *placement = json_object_get(value, "placement");
    const json_t *slots = json_object_get(value, "slots");
    row->instances = !slots                                    ? FUSOR_INSTANCES_ONE
                     : row->lifetime == FUSOR_LIFETIME_HISTORY ? FUSOR_INSTANCES_HISTORY
                                                               : FUSOR_INSTANCES_FRAMES;
    json_enter_key(reader, slots ? "slots" : "placement");
    if (slots) {
        size_t count = json_array_size(slots);
        json_read_rows(reader, slots, &row->placements, &placement_rows);
        if (json_is_array(slots) && (count < 1 || count > FUSOR_HISTORY_SLOTS_MAX)) {
            json_fail(reader, "must hold 1 to %u placements", FUSOR_HISTORY_SLOTS_MAX);
        }
    } else if (placement) {
        read_one(reader, placement, &row->placements);
    }
    json_leave(reader);
    if (slots && placement && !json_is_null(placement)) {
        json_fail_key(reader, "placement", "must be null beside \"slots\"");
    }
    row->slot_count = row->placements.count;
}

/* ----------------------------------------------------------------------------------------- shape */

static void read_format_or_null(json_reader *reader, const json_t *value, void *out,
                                const void *rule)
{
    fusor_plan_resource *row = out;
    row->is_image = !json_is_null(value);
    json_plan_of(reader)->in_image = row->is_image;
    if (row->is_image) {
        json_read_format(reader, value, &row->format, rule);
    }
}

static void read_extent(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_limits limits = {1, FUSOR_EXTENT_MAX};
    (void)rule;
    bool wanted = json_plan_of(reader)->in_image;
    if (json_is_null(value) == wanted) {
        json_fail(reader, "must be %s", wanted ? "there: an image has one" : "null for a buffer");
    } else if (wanted) {
        json_read_three_u32(reader, value, out, &limits);
    }
}

static const char *image_usage_word(uint64_t bit)
{
    return fusor_usage_word(true, (fusor_usage)bit);
}

static const char *buffer_usage_word(uint64_t bit)
{
    return fusor_usage_word(false, (fusor_usage)bit);
}

static const json_word image_usages[] = {
    {NULL, FUSOR_IMAGE_USAGE_TRANSFER_SRC},
    {NULL, FUSOR_IMAGE_USAGE_TRANSFER_DST},
    {NULL, FUSOR_IMAGE_USAGE_SAMPLED},
    {NULL, FUSOR_IMAGE_USAGE_STORAGE},
    {NULL, FUSOR_IMAGE_USAGE_COLOR_ATTACHMENT},
    {NULL, FUSOR_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT},
    {NULL, FUSOR_IMAGE_USAGE_TRANSIENT_ATTACHMENT},
    {NULL, FUSOR_IMAGE_USAGE_INPUT_ATTACHMENT},
};
static const json_word buffer_usages[] = {
    {NULL, FUSOR_BUFFER_USAGE_TRANSFER_SRC},         {NULL, FUSOR_BUFFER_USAGE_TRANSFER_DST},
    {NULL, FUSOR_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER}, {NULL, FUSOR_BUFFER_USAGE_UNIFORM_BUFFER},
    {NULL, FUSOR_BUFFER_USAGE_STORAGE_BUFFER},       {NULL, FUSOR_BUFFER_USAGE_INDEX_BUFFER},
    {NULL, FUSOR_BUFFER_USAGE_VERTEX_BUFFER},        {NULL, FUSOR_BUFFER_USAGE_INDIRECT_BUFFER},
};
#define COUNT(rows) ((uint32_t)(sizeof(rows) / sizeof((rows)[0])))

static void read_usage(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_words images = {"usage of an image", image_usages, COUNT(image_usages),
                                      image_usage_word};
    static const json_words buffers = {"usage of a buffer", buffer_usages, COUNT(buffer_usages),
                                       buffer_usage_word};
    (void)rule;
    json_read_any_words32(reader, value, out, json_plan_of(reader)->in_image ? &images : &buffers);
}

/* ------------------------------------------------------------------------------------- resources */

static const json_rows_rule format_rows = JSON_ROWS(format_list, fusor_format, json_read_format);

#define RESOURCE(member) offsetof(fusor_plan_resource, member)
static const json_field resource_fields[] = {
    {"name", json_read_name, RESOURCE(name), NULL, true},
    {"kind", json_read_word, RESOURCE(lifetime), &json_words_lifetime, true},
    {"format", read_format_or_null, 0, NULL, true},
    {"extent", read_extent, RESOURCE(extent), NULL, true},
    {"bytes", json_read_u64, RESOURCE(bytes), &json_limits_u64, true},
    {"usage", read_usage, RESOURCE(usage), NULL, true},
    {"first", json_read_pass_or_null, RESOURCE(first), NULL, true},
    {"last", json_read_pass_or_null, RESOURCE(last), NULL, true},
    {"group_local", json_read_bool, RESOURCE(group_local), NULL, true},
    {"alias_set", json_read_index_or_null, RESOURCE(alias_set), NULL, true},
    {"placement", json_read_nothing, 0, NULL, true},
    {"slots", json_read_nothing, 0, NULL, false},
    {"memoryless", json_read_bool, RESOURCE(memoryless), NULL, true},
    {"output", json_read_bool, RESOURCE(output), NULL, true},
    {"type", json_read_word, RESOURCE(type), &json_words_image_type, false},
    {"mips", json_read_u32, RESOURCE(mips), &(const json_limits){1, 32}, false},
    {"layers", json_read_u32, RESOURCE(layers), &(const json_limits){1, FUSOR_EXTENT_MAX}, false},
    {"samples", json_read_u32, RESOURCE(samples), &(const json_limits){1, 64}, false},
    {"view_formats", json_read_rows, RESOURCE(view_formats), &format_rows, false},
    {"host", json_read_word_or_null, RESOURCE(host), &json_words_host, true},
    {"clear", json_read_four, RESOURCE(clear), NULL, false},
    {"clear_depth", json_read_real, RESOURCE(clear_depth), NULL, false},
    {"clear_stencil", json_read_u32, RESOURCE(clear_stencil), &json_limits_u32, false},
};
static const json_object_rule resource_rule = JSON_OBJECT_RULE(resource_fields);

static void check_image_keys(json_reader *reader, const json_t *value, bool is_image)
{
    static const char *const keys[] = {"type", "mips", "layers", "samples", "view_formats"};
    for (uint32_t i = 0; i < COUNT(keys); i++) {
        bool given = json_object_get(value, keys[i]) != NULL;
        if (is_image && !given) {
            json_fail(reader, "the key \"%s\" is missing", keys[i]);
        } else if (given && !is_image) {
            json_fail_key(reader, keys[i], "belongs to images");
        }
    }
}

/* What the graph alone knows. */
static void declare(json_plan_reader *plan, fusor_plan_resource *row)
{
    fusor_image image = fusor_graph_find_image(plan->graph, row->name);
    fusor_buffer buffer = fusor_graph_find_buffer(plan->graph, row->name);
    const fusor_image_desc *image_desc = fusor_graph_get_image(plan->graph, image);
    const fusor_buffer_desc *buffer_desc = fusor_graph_get_buffer(plan->graph, buffer);
    if (row->is_image ? !image_desc : !buffer_desc) {
        json_fail_key(&plan->reader, "name", "the graph has no %s named %s",
                      row->is_image ? "image" : "buffer", json_quote(&plan->reader, row->name));
    } else {
        row->handle = row->is_image ? image.id : buffer.id;
        row->import = row->is_image ? image_desc->import : buffer_desc->import;
    }
}

static void read_resource(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_plan_reader *plan = json_plan_of(reader);
    fusor_plan_resource *row = out;
    const json_t *name = json_object_get(value, "name");
    reader->resource = json_is_string(name) ? json_string_value(name) : "";
    row->view_formats.first = plan->format_list.count;
    row->alias_set = FUSOR_NONE;
    if (json_read_fields_in_order(reader, value, row, &resource_rule)) {
        check_image_keys(reader, value, row->is_image);
        read_instances(reader, value, row);
        if (plan->graph && row->name) {
            declare(plan, row);
        }
    }
    reader->resource = "";
}

void json_read_plan_resources(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_rows_rule rows = JSON_ROWS(resources, fusor_plan_resource, read_resource);
    (void)out, (void)rule;
    json_read_rows(reader, value, &json_plan_of(reader)->whole, &rows);
}
