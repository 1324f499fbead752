/* In: a device description of the caller. Out: a copy that a compile may keep.
 * Promise: nothing of the caller's memory is pointed to; zero limits mean what the header says. */
#include "compile/compile.h"

static bool copy_rules(const fusor_device_desc *device, base_arena *arena, fusor_device_desc *out)
{
    fusor_requirement_rule *rules =
        base_arena_copy(arena, device->requirements, out->requirement_count, sizeof *rules);
    for (uint32_t i = 0; rules && i < out->requirement_count; i++) {
        rules[i].match_name = base_arena_string(arena, rules[i].match_name);
        if (!rules[i].match_name)
            return false;
    }
    out->requirements = rules;
    return rules != NULL;
}

#define COPY(out, arena, array, count)                                                             \
    (((out)->array =                                                                               \
          base_arena_copy((arena), (out)->array, (out)->count, sizeof *(out)->array)) != NULL)

/* The defaults filled in; arrays and texts stay the caller's. With the bytes between members. */
static void fill_in(const fusor_device_desc *device, fusor_device_desc *out)
{
    memcpy(out, device ? device : fusor_device_builtin("immediate"), sizeof *out);
    out->name = out->name && out->name[0] ? out->name : "device";
    if (!out->limits.buffer_image_granularity)
        out->limits.buffer_image_granularity = 1;
    out->format_count = out->formats ? out->format_count : 0;
    out->queue_count = out->queues ? out->queue_count : 0;
    out->memory_heap_count = out->memory_heaps ? out->memory_heap_count : 0;
    out->memory_type_count = out->memory_types ? out->memory_type_count : 0;
    out->requirement_count = out->requirements ? out->requirement_count : 0;
}

bool compile_copy_device(const fusor_device_desc *device, base_arena *arena, fusor_device_desc *out)
{
    fill_in(device, out);
    out->name = base_arena_string(arena, out->name);
    return out->name && COPY(out, arena, formats, format_count) &&
           COPY(out, arena, queues, queue_count) &&
           COPY(out, arena, memory_heaps, memory_heap_count) &&
           COPY(out, arena, memory_types, memory_type_count) && copy_rules(out, arena, out);
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* All behind the name is compared as bytes. */
static bool same_rules(const fusor_device_desc *a, const fusor_device_desc *b)
{
    const size_t first = offsetof(fusor_requirement_rule, match_name) + sizeof(const char *);
    if (a->requirement_count != b->requirement_count)
        return false;
    for (uint32_t i = 0; i < a->requirement_count; i++) {
        const fusor_requirement_rule *x = &a->requirements[i], *y = &b->requirements[i];
        if (!same_text(x->match_name, y->match_name) ||
            memcmp((const char *)x + first, (const char *)y + first, sizeof *x - first) != 0)
            return false;
    }
    return true;
}

/* A description without what it points to; a NULL array is an empty one. */
static void strip(const fusor_device_desc *device, fusor_device_desc *out)
{
    memcpy(out, device, sizeof *out);
    out->name = NULL;
    out->formats = NULL;
    out->queues = NULL;
    out->memory_heaps = NULL;
    out->memory_types = NULL;
    out->requirements = NULL;
}

#define SAME_ARRAY(array, count)                                                                   \
    (!a->count || memcmp(a->array, b->array, a->count * sizeof *a->array) == 0)

/* As bytes, so that no member is forgotten; bytes between members may make equal ones differ, never the
 * other way round. */
bool compile_same_device(const fusor_device_desc *a, const fusor_device_desc *b)
{
    fusor_device_desc filled[2], stripped[2];
    fill_in(a, &filled[0]);
    fill_in(b, &filled[1]);
    strip(&filled[0], &stripped[0]);
    strip(&filled[1], &stripped[1]);
    const void *x = &stripped[0], *y = &stripped[1];
    a = &filled[0];
    b = &filled[1];
    return memcmp(x, y, sizeof stripped[0]) == 0 && same_text(a->name, b->name) &&
           SAME_ARRAY(formats, format_count) && SAME_ARRAY(queues, queue_count) &&
           SAME_ARRAY(memory_heaps, memory_heap_count) &&
           SAME_ARRAY(memory_types, memory_type_count) && same_rules(a, b);
}
