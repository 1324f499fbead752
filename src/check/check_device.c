/* In: a device description. Out: what makes it no device.
 * Promise: after this, memory types name heaps that exist and alignments are powers of two.
 * O(memory types + rules). */
#include "check/check.h"

#include "base/base_hash.h"
#include "base/base_math.h"

static void bad_device(const check_context *c, const char *what, uint32_t index)
{
    base_diags_add(c->diags, FUSOR_DIAGNOSTIC_DEVICE_INVALID, NULL, NULL, "device \"%s\": %s %u",
                   c->device->name, what, index);
}

static void check_memory(const check_context *c)
{
    const fusor_device_desc *device = c->device;
    if (device->memory_type_count > 32)
        bad_device(c, "more memory types than 32:", device->memory_type_count);
    for (uint32_t i = 0; i < device->memory_type_count; i++)
        if (device->memory_types[i].heap >= device->memory_heap_count)
            bad_device(c, "no heap for memory type", i);
}

static void check_rules(const check_context *c)
{
    for (uint32_t i = 0; i < c->device->requirement_count; i++) {
        const fusor_requirement_rule *rule = &c->device->requirements[i];
        if (rule->alignment && !base_is_power_of_two(rule->alignment))
            bad_device(c, "an alignment that is no power of two in requirement", i);
        if (rule->match_class > 2 || rule->match_lazy > 2 ||
            (unsigned)rule->dedicated > FUSOR_DEDICATED_REQUIRED)
            bad_device(c, "an unknown match or dedicated word in requirement", i);
    }
}

void check_device(const check_context *c)
{
    if (!base_is_name(c->device->name)) {
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_DEVICE_INVALID, NULL, NULL,
                       "the device has a name that is not at most %u bytes of UTF-8",
                       FUSOR_NAME_BYTES_MAX);
        return; /* the others say the name */
    }
    if (!base_is_power_of_two(c->device->limits.buffer_image_granularity))
        bad_device(c, "the granularity is no power of two; limit", 0);
    check_memory(c);
    check_rules(c);
}
