/* In: the section "passes". Out: pass descriptors, in the document's order.
 * Which uses a kind of pass may have is the core's to say. */
#include "json_document.h"

static const json_limits corner_limits = {0, FUSOR_EXTENT_MAX};
static const uint32_t side_effects = FUSOR_PASS_SIDE_EFFECTS, no_fuse = FUSOR_PASS_NO_FUSE,
                      bridge = FUSOR_PASS_BRIDGE, is_static = FUSOR_PASS_STATIC;

#define PASS(member) offsetof(fusor_pass_desc, member)

/* One function a list: array and count lie apart in the descriptor. */
#define LIST_READER(name, type, array, array_count, element_reader)                                \
    static void name(json_reader *reader, const json_t *value, void *out, const void *rule)        \
    {                                                                                              \
        static const json_field element = {"", element_reader, 0, NULL, false};                    \
        (void)rule;                                                                                \
        fusor_pass_desc *pass = out;                                                               \
        pass->array = json_read_list(reader, value, sizeof(type), &pass->array_count, &element);   \
    }

LIST_READER(read_color, fusor_color_desc, color, color_count, json_read_color)
LIST_READER(read_inputs, fusor_input_desc, inputs, input_count, json_read_input)
LIST_READER(read_reads, fusor_use_desc, reads, read_count, json_read_read)
LIST_READER(read_writes, fusor_use_desc, writes, write_count, json_read_write)
LIST_READER(read_ops, fusor_copy_op_desc, ops, op_count, json_read_op)

static void read_area(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    uint64_t numbers[4];
    if (!json_read_numbers(reader, value, 4, numbers, rule)) {
        return;
    }
    for (uint32_t i = 2; i < 4; i++) {
        if (numbers[i] == 0) {
            json_enter_index(reader, i);
            json_fail(reader, "0 is out of range 1 … %u; leave the key out for everything",
                      FUSOR_EXTENT_MAX);
            json_leave(reader);
        }
    }
    for (uint32_t i = 0; i < 4; i++) {
        ((uint32_t *)out)[i] = (uint32_t)numbers[i];
    }
}

static const json_field pass_fields[] = {
    {"name", json_read_name, PASS(name), NULL, true},
    {"kind", json_read_word, PASS(kind), &json_words_pass_kind, true},
    {"color", read_color, 0, NULL, false},
    {"depth", json_read_depth, PASS(depth), NULL, false},
    {"inputs", read_inputs, 0, NULL, false},
    {"reads", read_reads, 0, NULL, false},
    {"writes", read_writes, 0, NULL, false},
    {"ops", read_ops, 0, NULL, false},
    {"view_mask", json_read_u32, PASS(view_mask), &json_limits_u32, false},
    {"area", read_area, PASS(area), &corner_limits, false},
    {"side_effects", json_read_bit, PASS(flags), &side_effects, false},
    {"no_fuse", json_read_bit, PASS(flags), &no_fuse, false},
    {"bridge", json_read_bit, PASS(flags), &bridge, false},
    {"static", json_read_bit, PASS(flags), &is_static, false},
    {"queue", json_read_word, PASS(queue), &json_words_queue, false},
};
static const json_object_rule pass_rule = JSON_OBJECT_RULE(pass_fields);

static void read_pass(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    reader->pass = json_named(value, "name");
    json_read_fields(reader, value, out, rule);
    reader->pass = "";
}

void json_read_passes(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    static const json_field element = {"", read_pass, 0, &pass_rule, false};
    (void)rule;
    json_document *document = out;
    document->passes =
        json_read_list(reader, value, sizeof(fusor_pass_desc), &document->pass_count, &element);
}
