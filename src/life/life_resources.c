/* In: accesses by step. Out: first and last use, final usage flags, what is group-local.
 * Promise: usage flags are exactly what the uses need, plus what zeroing a history or reading an output
 * back needs. O(uses). */
#include "life/life.h"

static fusor_usage usage_of_image(const graph_use *use, bool is_color)
{
    switch (use->as) {
    case FUSOR_USE_SAMPLED:
        return FUSOR_IMAGE_USAGE_SAMPLED;
    case FUSOR_USE_STORAGE:
        return FUSOR_IMAGE_USAGE_STORAGE;
    case FUSOR_USE_COPY:
        return use->writes ? FUSOR_IMAGE_USAGE_TRANSFER_DST : FUSOR_IMAGE_USAGE_TRANSFER_SRC;
    case FUSOR_USE_INPUT:
        return FUSOR_IMAGE_USAGE_INPUT_ATTACHMENT;
    case FUSOR_USE_RAW_GENERAL:
        return FUSOR_IMAGE_USAGE_STORAGE;
    default:
        return is_color ? FUSOR_IMAGE_USAGE_COLOR_ATTACHMENT
                        : FUSOR_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT;
    }
}

static fusor_usage usage_of_buffer(const graph_use *use)
{
    switch (use->as) {
    case FUSOR_USE_SAMPLED:
        return FUSOR_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER;
    case FUSOR_USE_UNIFORM:
        return FUSOR_BUFFER_USAGE_UNIFORM_BUFFER;
    case FUSOR_USE_VERTEX:
        return FUSOR_BUFFER_USAGE_VERTEX_BUFFER;
    case FUSOR_USE_INDEX:
        return FUSOR_BUFFER_USAGE_INDEX_BUFFER;
    case FUSOR_USE_INDIRECT:
        return FUSOR_BUFFER_USAGE_INDIRECT_BUFFER;
    case FUSOR_USE_COPY:
        return use->writes ? FUSOR_BUFFER_USAGE_TRANSFER_DST : FUSOR_BUFFER_USAGE_TRANSFER_SRC;
    default:
        return FUSOR_BUFFER_USAGE_STORAGE_BUFFER;
    }
}

static fusor_usage usage_of_resource(const graph_resource *r)
{
    bool kept = r->lifetime == FUSOR_LIFETIME_HISTORY || r->lifetime == FUSOR_LIFETIME_PERSISTENT;
    fusor_usage usage = 0;
    if (r->output && r->lifetime != FUSOR_LIFETIME_IMPORTED)
        usage |= FUSOR_IMAGE_USAGE_TRANSFER_SRC; /* the same bit for buffers */
    if (kept)                                    /* starts zeroed */
        usage |= FUSOR_IMAGE_USAGE_TRANSFER_DST;
    return usage;
}

static void add_use(const life_input *input, life_result *out, const graph_use *use)
{
    const graph_resource *r = &input->tables->model->resources[use->resource];
    life_resource *life = &out->resources[use->resource];
    uint32_t step = input->order->step_of[use->pass];
    if (!life->used) {
        *life = (life_resource){.first_step = step,
                                .last_step = step,
                                .first_pass = use->pass,
                                .rank = out->used_count++,
                                .used = true,
                                .usage = usage_of_resource(r)};
        life->group_local = r->lifetime == FUSOR_LIFETIME_TRANSIENT && !r->output && !r->host;
    }
    life->last_step = step;
    life->last_pass = use->pass;
    life->usage |= r->is_image ? usage_of_image(use, (r->aspects & FUSOR_ASPECT_COLOR) != 0)
                               : usage_of_buffer(use);
    if (r->attached) /* its layouts are those of depth attachments, also where the pass is culled */
        life->usage |= FUSOR_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT;
    life->group_local = life->group_local && use->attachment && life->first_step == step;
}

static void add_pass(const life_input *input, life_result *out, uint32_t pass)
{
    fusor_slice uses = input->tables->model->passes[pass].uses;
    for (uint32_t i = uses.first; i < uses.first + uses.count; i++)
        add_use(input, out, &input->tables->uses[i]);
}

static bool keeps_nothing(const life_attachment *a)
{
    return a->load != FUSOR_LOAD_OP_LOAD && a->stencil_load != FUSOR_LOAD_OP_LOAD &&
           a->store != FUSOR_STORE_OP_STORE && a->stencil_store != FUSOR_STORE_OP_STORE;
}

/* Memoryless: group-local, and the device has memory for it. The whole image must never be loaded or
 * stored, by any attachment. */
static void mark_memoryless(const life_input *input, life_result *out)
{
    const graph_model *model = input->tables->model;
    for (uint32_t r = 0; r < model->resource_count; r++)
        out->resources[r].memoryless = out->resources[r].group_local &&
                                       model->resources[r].is_image &&
                                       input->device->features.lazily_allocated;
    for (uint32_t i = 0; i < out->attachments.count; i++) {
        const life_attachment *a = &out->attachments.data[i];
        uint32_t resource = input->affinity->views.data[a->view].resource;
        if (!keeps_nothing(a))
            out->resources[resource].memoryless = false;
    }
    for (uint32_t i = 0; i < out->attachments.count; i++) {
        life_attachment *a = &out->attachments.data[i];
        a->memoryless = out->resources[input->affinity->views.data[a->view].resource].memoryless;
    }
    for (uint32_t r = 0; r < model->resource_count; r++)
        if (out->resources[r].memoryless)
            out->resources[r].usage |= FUSOR_IMAGE_USAGE_TRANSIENT_ATTACHMENT;
}

bool life_sum_resources(const life_input *input, base_arena *arena, life_result *out)
{
    out->resources = BASE_NEW(arena, life_resource, input->tables->model->resource_count);
    if (!out->resources)
        return false;
    for (uint32_t i = 0; i < input->order->pass_count; i++)
        add_pass(input, out, input->order->passes[i]);
    mark_memoryless(input, out);
    return true;
}
