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

/* The defaults filled in; arrays and texts stay the caller's. */
static fusor_device_desc fill_in(const fusor_device_desc *device)
{
    fusor_device_desc out = device ? *device : *fusor_device_builtin("immediate");
    out.name = out.name && out.name[0] ? out.name : "device";
    if (!out.limits.buffer_image_granularity)
        out.limits.buffer_image_granularity = 1;
    return out;
}

bool compile_copy_device(const fusor_device_desc *device, base_arena *arena, fusor_device_desc *out)
{
    *out = fill_in(device);
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

static bool same_rules(const fusor_device_desc *a, const fusor_device_desc *b)
{
    uint32_t count = a->requirements ? a->requirement_count : 0;
    if (count != (b->requirements ? b->requirement_count : 0))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const fusor_requirement_rule *x = &a->requirements[i], *y = &b->requirements[i];
        if (!same_text(x->match_name, y->match_name) || x->match_format != y->match_format ||
            x->match_class != y->match_class || x->match_lazy != y->match_lazy ||
            x->size_bytes != y->size_bytes || x->scale_num != y->scale_num ||
            x->scale_den != y->scale_den || x->alignment != y->alignment ||
            x->memory_type_bits != y->memory_type_bits || x->dedicated != y->dedicated)
            return false;
    }
    return true;
}

static bool same_numbers(const fusor_device_desc *a, const fusor_device_desc *b)
{
#define SAME_FEATURE(name) &&a->features.name == b->features.name
#define SAME_LIMIT(name, type) &&a->limits.name == b->limits.name
    return a->tiler == b->tiler && a->color_samples == b->color_samples &&
           a->depth_samples == b->depth_samples && a->stencil_samples == b->stencil_samples &&
           a->integer_samples == b->integer_samples &&
           a->depth_resolve_modes == b->depth_resolve_modes &&
           a->stencil_resolve_modes == b->stencil_resolve_modes FUSOR_DEVICE_LIMITS(SAME_LIMIT)
                                           FUSOR_DEVICE_FEATURES(SAME_FEATURE);
#undef SAME_LIMIT
#undef SAME_FEATURE
}

static bool same_array(const void *a, uint32_t a_count, const void *b, uint32_t b_count,
                       size_t size)
{
    a_count = a ? a_count : 0;
    b_count = b ? b_count : 0;
    return a_count == b_count && (!a_count || memcmp(a, b, a_count * size) == 0);
}

/* Elements of the arrays have no bytes between members. */
#define SAME_ARRAY(array, count)                                                                   \
    same_array(a->array, a->count, b->array, b->count, sizeof *a->array)

bool compile_same_device(const fusor_device_desc *a, const fusor_device_desc *b)
{
    fusor_device_desc filled[2] = {fill_in(a), fill_in(b)};
    a = &filled[0];
    b = &filled[1];
    return same_numbers(a, b) && same_text(a->name, b->name) && SAME_ARRAY(formats, format_count) &&
           SAME_ARRAY(queues, queue_count) && SAME_ARRAY(memory_heaps, memory_heap_count) &&
           SAME_ARRAY(memory_types, memory_type_count) && same_rules(a, b);
}
