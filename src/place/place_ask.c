/* In: lives and usages. Out: one item for each instance that needs memory, with its requirements.
 * Promise: each distinct description is asked for once; what comes back is checked before it is used
 * (Vulkan 1.3, "Resource Memory Association": alignment is a power of two, type bits are not empty). */
#include "place/place.h"

#include <string.h>

#include "base/base_math.h"

typedef struct ask_state {
    const place_input *input;
    base_diags *diags;
    place_result *out;
    BASE_VEC(fusor_requirements_query) queries; /* distinct ones */
    BASE_VEC(fusor_requirements) answers;
    uint32_t *slots, capacity; /* hash → 1 + query */
    bool by_name;              /* some built-in rule is about a name: equal shapes may differ */
    fusor_result result;
} ask_state;

static fusor_requirements_query query_of(const graph_resource *r, const life_resource *life)
{
    fusor_requirements_query q = {.is_image = r->is_image,
                                  .name = r->name,
                                  .format = r->format ? r->format->format : FUSOR_FORMAT_UNDEFINED,
                                  .type = r->type,
                                  .mips = r->mips,
                                  .layers = r->layers,
                                  .samples = r->samples,
                                  .view_formats = r->view_formats,
                                  .view_format_count = r->view_format_count,
                                  .size_bytes = r->bytes,
                                  .usage = life->usage,
                                  .memoryless = life->memoryless,
                                  .host_visible = r->host != FUSOR_HOST_NONE};
    memcpy(q.extent, r->extent, sizeof q.extent);
    return q;
}

static bool same_view_formats(const fusor_requirements_query *a, const fusor_requirements_query *b)
{
    if (a->view_format_count != b->view_format_count)
        return false;
    for (uint32_t i = 0; i < a->view_format_count; i++)
        if (a->view_formats[i] != b->view_formats[i])
            return false;
    return true;
}

static bool same_query(const ask_state *s, const fusor_requirements_query *a,
                       const fusor_requirements_query *b)
{
    if (s->by_name && strcmp(a->name, b->name) != 0)
        return false;
    return a->is_image == b->is_image && a->format == b->format && a->type == b->type &&
           !memcmp(a->extent, b->extent, sizeof a->extent) && a->mips == b->mips &&
           a->layers == b->layers && a->samples == b->samples && a->size_bytes == b->size_bytes &&
           a->usage == b->usage && a->memoryless == b->memoryless && same_view_formats(a, b);
}

static uint32_t hash_query(const fusor_requirements_query *q)
{
    const uint64_t numbers[] = {(uint64_t)q->format, q->extent[0],  q->extent[1],
                                q->extent[2],        q->mips,       q->layers,
                                q->samples,          q->size_bytes, q->usage};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        hash = base_mix(hash, numbers[i]);
    return (uint32_t)(hash ^ hash >> 32);
}

static bool rule_matches(const fusor_requirement_rule *rule, const fusor_requirements_query *q)
{
    return (!rule->match_name || !rule->match_name[0] || !strcmp(rule->match_name, q->name)) &&
           (!rule->match_format || rule->match_format == q->format) &&
           (!rule->match_class || rule->match_class == (q->is_image ? 2u : 1u)) &&
           (!rule->match_lazy || rule->match_lazy == (q->memoryless ? 1u : 2u));
}

/* The rules of the device description: first match wins, tight sizes and 256 where nothing is said. */
static fusor_result answer_by_rules(const fusor_device_desc *device,
                                    const fusor_requirements_query *q, fusor_requirements *out)
{
    static const fusor_requirement_rule TIGHT = {0};
    const fusor_requirement_rule *rule = &TIGHT;
    for (uint32_t i = 0; i < device->requirement_count; i++) {
        if (rule_matches(&device->requirements[i], q)) {
            rule = &device->requirements[i];
            break;
        }
    }
    uint64_t num = rule->scale_num ? rule->scale_num : 1,
             den = rule->scale_den ? rule->scale_den : 1;
    *out = (fusor_requirements){.size_bytes = rule->size_bytes,
                                .alignment = rule->alignment ? rule->alignment : 256,
                                .memory_type_bits =
                                    rule->memory_type_bits ? rule->memory_type_bits : ~0u,
                                .dedicated = rule->dedicated};
    if (!out->size_bytes) {
        if (!base_mul_u64(q->size_bytes, num, &out->size_bytes))
            return FUSOR_ERROR_OVERFLOW;
        out->size_bytes = out->size_bytes / den;
    }
    return FUSOR_OK;
}

static const char *fault_of(const fusor_requirements *r, const fusor_requirements_query *q)
{
    if (!q->is_image && r->size_bytes < q->size_bytes)
        return "a size of less than it holds";
    if (!r->size_bytes || r->size_bytes > FUSOR_BUFFER_BYTES_MAX * 4)
        return "a size of 0 or beyond 2^50 bytes";
    if (!base_is_power_of_two(r->alignment) || r->alignment > FUSOR_BUFFER_BYTES_MAX)
        return "an alignment that is no power of two up to 2^48";
    return r->memory_type_bits ? NULL : "no memory type";
}

static bool ask(ask_state *s, const fusor_requirements_query *q, fusor_requirements *out)
{
    const place_input *in = s->input;
    fusor_result result = in->desc.requirements_fn ? in->desc.requirements_fn(in->desc.user, q, out)
                                                   : answer_by_rules(in->in->device, q, out);
    const char *fault = result == FUSOR_OK ? fault_of(out, q) : fusor_result_text(result);
    if (!fault)
        return true;
    base_diags_add(s->diags, FUSOR_DIAGNOSTIC_PLACEMENT_FAILED, NULL, q->name,
                   "\"%s\" cannot be placed: its requirements are %s", q->name, fault);
    s->result = result == FUSOR_OK ? FUSOR_ERROR_PLACEMENT : result;
    return false;
}

static bool find_answer(ask_state *s, const fusor_requirements_query *q, fusor_requirements *out)
{
    uint32_t at = hash_query(q) & (s->capacity - 1);
    for (; s->slots[at]; at = (at + 1) & (s->capacity - 1)) {
        if (same_query(s, &s->queries.data[s->slots[at] - 1], q)) {
            *out = s->answers.data[s->slots[at] - 1];
            return true;
        }
    }
    if (!ask(s, q, out))
        return false;
    fusor_requirements_query *query = BASE_PUSH(s->diags->arena, &s->queries);
    fusor_requirements *answer = BASE_PUSH(s->diags->arena, &s->answers);
    if (!query || !answer) {
        s->result = FUSOR_ERROR_OUT_OF_MEMORY;
        return false;
    }
    *query = *q;
    *answer = *out;
    s->slots[at] = s->queries.count;
    return true;
}

/* Types among the bits that suit: device-local before any; never lazily allocated ones. */
static uint32_t suitable_types(const fusor_device_desc *device, uint32_t bits)
{
    uint32_t local = 0, any = 0;
    for (uint32_t i = 0; i < device->memory_type_count && i < 32; i++) {
        fusor_memory_flags flags = device->memory_types[i].flags;
        if (!(bits >> i & 1) || (flags & FUSOR_MEMORY_LAZILY_ALLOCATED))
            continue;
        any |= 1u << i;
        if (flags & FUSOR_MEMORY_DEVICE_LOCAL)
            local |= 1u << i;
    }
    return !device->memory_type_count ? bits & 1u : local ? local : any;
}

static bool needs_placement(const graph_resource *r, const life_resource *life)
{
    return life->used && !life->memoryless && r->lifetime != FUSOR_LIFETIME_IMPORTED &&
           r->host == FUSOR_HOST_NONE;
}

static bool add_items(ask_state *s, uint32_t index)
{
    const graph_resource *r = &s->input->in->tables->model->resources[index];
    const life_resource *life = &s->input->life->resources[index];
    fusor_requirements_query query = query_of(r, life);
    fusor_requirements answer;
    if (!find_answer(s, &query, &answer))
        return false;
    place_item item = {.resource = index,
                       .requirements = answer,
                       .types = suitable_types(s->input->in->device, answer.memory_type_bits),
                       .kept = r->lifetime != FUSOR_LIFETIME_TRANSIENT,
                       .first_step = life->first_step,
                       .last_step = life->last_step,
                       .until = life->last_step,
                       .settled = life->first_step,
                       .freed = life->last_step + 1,
                       .first_level = life->first_step,
                       .last_level = life->last_step};
    if (item.kept || r->output || s->input->policy == FUSOR_ALIAS_OFF)
        item.until = item.freed = item.last_level = FUSOR_NONE;
    if (s->input->policy == FUSOR_ALIAS_PROVEN)
        item.settled = 0, item.freed = FUSOR_NONE;
    if (!item.types) {
        base_diags_add(s->diags, FUSOR_DIAGNOSTIC_PLACEMENT_FAILED, NULL, r->name,
                       "\"%s\" cannot be placed: device \"%s\" has no memory type of its bits 0x%x",
                       r->name, s->input->in->device->name, answer.memory_type_bits);
        s->result = FUSOR_ERROR_PLACEMENT;
        return false;
    }
    s->out->first_item[index] = s->out->items.count;
    for (; item.slot < r->slots; item.slot++) {
        place_item *slot = BASE_PUSH(s->diags->arena, &s->out->items);
        if (!slot) {
            s->result = FUSOR_ERROR_OUT_OF_MEMORY;
            return false;
        }
        *slot = item;
        slot->rank = life->rank * FUSOR_HISTORY_SLOTS_MAX + item.slot;
    }
    return true;
}

static bool asks_names(const place_input *input)
{
    const fusor_device_desc *device = input->in->device;
    for (uint32_t i = 0; !input->desc.requirements_fn && i < device->requirement_count; i++)
        if (device->requirements[i].match_name && device->requirements[i].match_name[0])
            return true;
    return false;
}

/* What all items together need must fit into the arithmetic of the packer. */
static bool check_sum(const place_result *out, base_diags *diags)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < out->items.count; i++) {
        const fusor_requirements *r = &out->items.data[i].requirements;
        uint64_t limit = 1ull << 62;
        if (r->size_bytes + r->alignment > limit - sum) {
            base_diags_add(diags, FUSOR_DIAGNOSTIC_PLACEMENT_FAILED, NULL, NULL,
                           "the resources need more than 2^62 bytes together");
            return false;
        }
        sum += r->size_bytes + r->alignment;
    }
    return true;
}

fusor_result place_ask(const place_input *input, base_diags *diags, place_result *out)
{
    const graph_model *model = input->in->tables->model;
    ask_state s = {.input = input, .diags = diags, .out = out, .capacity = 64};
    while (s.capacity < 2 * model->resource_count)
        s.capacity *= 2;
    s.slots = BASE_NEW(diags->arena, uint32_t, s.capacity);
    out->first_item = BASE_NEW(diags->arena, uint32_t, model->resource_count);
    out->alias_set = BASE_NEW(diags->arena, uint32_t, model->resource_count);
    if (!s.slots || !out->first_item || !out->alias_set)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    s.by_name = asks_names(input);
    uint32_t *by_rank = BASE_NEW(diags->arena, uint32_t, model->resource_count);
    if (!by_rank)
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t r = 0; r < model->resource_count; r++) {
        out->first_item[r] = out->alias_set[r] = FUSOR_NONE;
        if (input->life->resources[r].used)
            by_rank[input->life->resources[r].rank] = r;
    }
    if (!BASE_RESERVE(diags->arena, &out->items, input->life->used_count))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < input->life->used_count; i++) {
        uint32_t r = by_rank[i];
        if (input->life->resources[r].memoryless)
            out->memoryless_bytes += model->resources[r].bytes;
        if (needs_placement(&model->resources[r], &input->life->resources[r]) &&
            !add_items(&s, r) && s.result != FUSOR_ERROR_PLACEMENT)
            return s.result;
    }
    if (s.result == FUSOR_OK && !check_sum(out, diags))
        return FUSOR_ERROR_PLACEMENT;
    return s.result;
}
