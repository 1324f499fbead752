/* In: the names that a document declares. Out: handles for the names that it uses.
 * jansson's objects are the hash tables: name → 1 + index, buffers negative. */
#include <string.h>

#include "json_document.h"

static void collect_resources(json_reader *reader, const json_t *root, const char *section,
                              int sign)
{
    const json_t *objects = json_object_get(root, section);
    json_int_t id = 0;
    json_enter_key(reader, section);
    for (void *i = json_object_iter((json_t *)objects); i;
         i = json_object_iter_next((json_t *)objects, i)) {
        const char *name = json_object_iter_key(i);
        id++;
        if (json_object_get(reader->resources, name)) {
            reader->resource = name;
            json_fail_key(reader, name,
                          "the name is taken by an image; images and buffers share one name space");
            reader->resource = "";
        } else if (json_object_set_new(reader->resources, name, json_integer(sign * id)) != 0) {
            reader->arena.failed = true;
        }
    }
    json_leave(reader);
}

static void collect_pass(json_reader *reader, const json_t *pass, json_int_t index)
{
    const char *name = json_string_value(json_object_get(pass, "name"));
    const json_t *earlier = name ? json_object_get(reader->passes, name) : NULL;
    if (earlier) {
        reader->pass = name;
        json_fail_key(reader, "name",
                      "the name is taken by /passes/%" JSON_INTEGER_FORMAT
                      "; passes have names of their own",
                      json_integer_value(earlier) - 1);
        reader->pass = "";
    } else if (name && json_object_set_new(reader->passes, name, json_integer(index + 1)) != 0) {
        reader->arena.failed = true;
    }
}

void json_collect_names(json_reader *reader, const json_t *root)
{
    collect_resources(reader, root, "images", 1);
    collect_resources(reader, root, "buffers", -1);
    const json_t *passes = json_object_get(root, "passes");
    json_enter_key(reader, "passes");
    for (size_t i = 0; i < json_array_size(passes); i++) {
        json_enter_index(reader, i);
        collect_pass(reader, json_array_get(passes, i), (json_int_t)i);
        json_leave(reader);
    }
    json_leave(reader);
}

const char *json_named(const json_t *object, const char *key)
{
    const char *name = json_string_value(json_object_get(object, key));
    return name ? name : "";
}

/* 0 and a report for a name that is none in `table`. */
static json_int_t find_name(json_reader *reader, const json_t *table, const json_t *value,
                            const char *noun)
{
    if (!json_is_string(value)) {
        json_fail_type(reader, value, json_arena_print(&reader->arena, "the name of %s", noun));
        return 0;
    }
    json_int_t id = json_integer_value(json_object_get(table, json_string_value(value)));
    if (id == 0) {
        json_fail(reader, "there is no %s named %s; declare it, or correct the name",
                  noun + strcspn(noun, " ") + 1, json_quote(reader, json_string_value(value)));
    }
    return id;
}

void json_read_image_handle(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_int_t id = find_name(reader, reader->resources, value, "an image");
    if (id < 0) {
        json_fail(reader, "%s is a buffer; an image is needed here",
                  json_quote(reader, json_string_value(value)));
    }
    ((fusor_image *)out)->id = id > 0 ? (uint32_t)id : 0;
}

void json_read_buffer_handle(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_int_t id = find_name(reader, reader->resources, value, "a buffer");
    if (id > 0) {
        json_fail(reader, "%s is an image; name it with the key \"image\"",
                  json_quote(reader, json_string_value(value)));
    }
    ((fusor_buffer *)out)->id = id < 0 ? (uint32_t)-id : 0;
}

void json_read_output(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    json_int_t id = find_name(reader, reader->resources, value, "an image or buffer");
    ((json_output *)out)->image.id = id > 0 ? (uint32_t)id : 0;
    ((json_output *)out)->buffer.id = id < 0 ? (uint32_t)-id : 0;
}

static fusor_pass read_pass_handle(json_reader *reader, const json_t *pair, size_t index)
{
    json_enter_index(reader, index);
    json_int_t id = find_name(reader, reader->passes, json_array_get(pair, index), "a pass");
    json_leave(reader);
    return (fusor_pass){(uint32_t)id};
}

void json_read_edge(json_reader *reader, const json_t *value, void *out, const void *rule)
{
    (void)rule;
    if (!json_is_array(value) || json_array_size(value) != 2) {
        json_fail(reader, "must be a list of two passes' names: [before, after]");
        return;
    }
    json_edge *edge = out;
    edge->before = read_pass_handle(reader, value, 0);
    edge->after = read_pass_handle(reader, value, 1);
}
