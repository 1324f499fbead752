/* In: a device description of the caller. Out: a copy that a compile may keep.
 * Promise: nothing of the caller's memory is pointed to; zero limits mean what the header says. */
#include "compile/compile.h"

static bool copy_rules(const fusor_device_desc *device, base_arena *arena, fusor_device_desc *out)
{
    out->requirement_count = device->requirements ? device->requirement_count : 0;
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
    ((out)->count = (out)->array ? (out)->count : 0,                                               \
     ((out)->array =                                                                               \
          base_arena_copy((arena), (out)->array, (out)->count, sizeof *(out)->array)) != NULL)

bool compile_copy_device(const fusor_device_desc *device, base_arena *arena, fusor_device_desc *out)
{
    *out = device ? *device : *fusor_device_builtin("immediate");
    out->name = base_arena_string(arena, out->name && out->name[0] ? out->name : "device");
    if (!out->limits.buffer_image_granularity)
        out->limits.buffer_image_granularity = 1;
    return out->name && COPY(out, arena, formats, format_count) &&
           COPY(out, arena, queues, queue_count) &&
           COPY(out, arena, memory_heaps, memory_heap_count) &&
           COPY(out, arena, memory_types, memory_type_count) && copy_rules(out, arena, out);
}
