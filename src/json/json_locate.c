/* In: a graph, a diagnostic of it. Out: the JSON pointer of what it is about: the first use of the
 * resource in the pass, else the pass, else the resource, else the document ("").
 * The graph's pointers are those of the document that it was read from, or would be written to. */
#include <stdlib.h>
#include <string.h>

#include "json_reader.h"

typedef struct locator {
    fusor_image image; /* what is looked for: one of the two */
    fusor_buffer buffer;
    const char *key; /* where it was found; NULL: not yet */
    uint32_t index;
    bool has_index;
} locator;

static void found_at(locator *l, const char *key, uint32_t index, bool has_index)
{
    if (!l->key) {
        l->key = key;
        l->index = index;
        l->has_index = has_index;
    }
}

static bool is_image(const locator *l, fusor_image image)
{
    return l->image.id && l->image.id == image.id;
}

static bool is_use(const locator *l, const fusor_use_desc *use)
{
    return is_image(l, use->image) || (l->buffer.id && l->buffer.id == use->buffer.id);
}

static void look_in_attachments(locator *l, const fusor_pass_desc *pass)
{
    for (uint32_t i = 0; !l->key && i < pass->color_count; i++) {
        if (is_image(l, pass->color[i].image) || is_image(l, pass->color[i].resolve.image)) {
            found_at(l, "color", i, true);
        }
    }
    if (is_image(l, pass->depth.image) || is_image(l, pass->depth.resolve.image)) {
        found_at(l, "depth", 0, false);
    }
    for (uint32_t i = 0; !l->key && i < pass->input_count; i++) {
        if (is_image(l, pass->inputs[i].image)) {
            found_at(l, "inputs", i, true);
        }
    }
}

static void look_in_uses(locator *l, const fusor_pass_desc *pass)
{
    for (uint32_t i = 0; !l->key && i < pass->read_count; i++) {
        if (is_use(l, &pass->reads[i])) {
            found_at(l, "reads", i, true);
        }
    }
    for (uint32_t i = 0; !l->key && i < pass->write_count; i++) {
        if (is_use(l, &pass->writes[i])) {
            found_at(l, "writes", i, true);
        }
    }
    for (uint32_t i = 0; !l->key && i < pass->op_count; i++) {
        if (is_use(l, &pass->ops[i].src) || is_use(l, &pass->ops[i].dst)) {
            found_at(l, "ops", i, true);
        }
    }
}

static const char *pass_pointer(json_arena *arena, const fusor_graph *graph, fusor_pass pass,
                                locator *l)
{
    const fusor_pass_desc *desc = fusor_graph_get_pass(graph, pass);
    look_in_attachments(l, desc);
    look_in_uses(l, desc);
    const char *pointer = json_arena_print(arena, "/passes/%u", pass.id - 1);
    if (!l->key) {
        return pointer;
    }
    pointer = json_arena_print(arena, "%s/%s", pointer, l->key);
    return l->has_index ? json_arena_print(arena, "%s/%u", pointer, l->index) : pointer;
}

static const char *pointer_of(json_arena *arena, const fusor_graph *graph,
                              const fusor_diagnostic *diagnostic)
{
    const char *name = diagnostic->resource;
    locator l = {.image = fusor_graph_find_image(graph, name),
                 .buffer = fusor_graph_find_buffer(graph, name)};
    fusor_pass pass = fusor_graph_find_pass(graph, diagnostic->pass);
    if (pass.id) {
        return pass_pointer(arena, graph, pass, &l);
    }
    if (l.image.id || l.buffer.id) {
        return json_arena_print(arena, "/%s/%s", l.image.id ? "images" : "buffers",
                                json_escape_key(arena, name));
    }
    return "";
}

fusor_result fusor_json_locate(const fusor_graph *graph, const fusor_diagnostic *diagnostic,
                               char **pointer)
{
    json_arena arena;
    json_arena_init(&arena, &(fusor_allocator){0});
    const char *found = pointer_of(&arena, graph, diagnostic);
    *pointer = arena.failed ? NULL : malloc(strlen(found) + 1);
    if (*pointer) {
        memcpy(*pointer, found, strlen(found) + 1);
    }
    json_arena_finish(&arena);
    return *pointer ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}
