/* In: barrier commands. Out: rows of a plan. Promised: scopes, layouts and regions are the log's; of the
 * loaded plan's barriers before the same pass only the reasons are taken: why, for whom, an entry or
 * not, and whose a memory barrier was. */
#include "fake_lift_core.h"

#include <stdlib.h>

#define TRANSFER_PARTS                                                                             \
    (FUSOR_STAGE_COPY | FUSOR_STAGE_RESOLVE | FUSOR_STAGE_BLIT | FUSOR_STAGE_CLEAR)
#define SHADERS                                                                                    \
    (FUSOR_STAGE_VERTEX_SHADER | FUSOR_STAGE_FRAGMENT_SHADER | FUSOR_STAGE_COMPUTE_SHADER |        \
     FUSOR_STAGE_RAY_TRACING_SHADER | FUSOR_STAGE_ALL_COMMANDS)
#define SHADER_READS                                                                               \
    (FUSOR_ACCESS_SHADER_READ | FUSOR_ACCESS_SHADER_SAMPLED_READ | FUSOR_ACCESS_SHADER_STORAGE_READ)

/* ------------------------------------------------------------------------------------------ words */

/* 7.1.2: TOP_OF_PIPE is nothing as a source and everything as a destination, BOTTOM the other way. */
fusor_stages lift_stages(VkPipelineStageFlags2 stages, bool source)
{
    const VkPipelineStageFlags2 none =
        source ? VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT : VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT;
    const VkPipelineStageFlags2 all =
        source ? VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT : VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT;
    return (stages & ~(none | all)) | (stages & all ? FUSOR_STAGE_ALL_COMMANDS : 0);
}

/* 7.1.3: SHADER_READ is a shader's sampled and storage reads; builds have it as such, for geometry. */
fusor_access lift_access(VkAccessFlags2 access, fusor_stages stages)
{
    fusor_access out = access & ~(VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_SHADER_WRITE_BIT);
    if ((access & VK_ACCESS_2_SHADER_READ_BIT) && (stages & SHADERS))
        out |= FUSOR_ACCESS_SHADER_SAMPLED_READ | FUSOR_ACCESS_SHADER_STORAGE_READ;
    if ((access & VK_ACCESS_2_SHADER_READ_BIT) &&
        (stages & FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD))
        out |= FUSOR_ACCESS_SHADER_READ;
    return access & VK_ACCESS_2_SHADER_WRITE_BIT ? out | FUSOR_ACCESS_SHADER_STORAGE_WRITE : out;
}

fusor_stages lift_coarse_stages(fusor_stages stages)
{
    return stages & TRANSFER_PARTS ? (stages & ~TRANSFER_PARTS) | FUSOR_STAGE_ALL_TRANSFER : stages;
}

fusor_access lift_coarse_access(fusor_access access, fusor_stages stages)
{
    fusor_access reads = access & SHADER_READS ? VK_ACCESS_2_SHADER_READ_BIT : 0;
    return (access & ~SHADER_READS) | lift_access(reads, stages);
}

/* Fills are the CLEAR stage's, and the copies' to layers of old; the executor names both. */
fusor_stages lift_buffer_stages(fusor_stages stages)
{
    return stages & FUSOR_STAGE_CLEAR ? stages | FUSOR_STAGE_COPY : stages;
}

/* The newer form is what plans speak. */
static void set_scopes(fusor_plan_barrier *row, const VkMemoryBarrier2 *m, bool legacy)
{
    row->src.stages = m->srcStageMask;
    row->src.access = m->srcAccessMask;
    row->dst.stages = m->dstStageMask;
    row->dst.access = m->dstAccessMask;
    if (!legacy)
        return;
    row->src.stages = lift_stages(m->srcStageMask, true);
    row->src.access = lift_access(m->srcAccessMask, row->src.stages);
    row->dst.stages = lift_stages(m->dstStageMask, false);
    row->dst.access = lift_access(m->dstAccessMask, row->dst.stages);
}

/* ---------------------------------------------------------------------------------------- reasons */

typedef struct boundary {
    lift_frame *f;
    uint32_t before;
    uint8_t *used; /* by the plan's barriers: its reason is given */
    bool legacy;   /* the command's form */
} boundary;

static void take_reason(fusor_plan_barrier *row, const fusor_plan_barrier *planned)
{
    row->why = planned->why;
    row->entry = planned->entry;
    row->src.passes = planned->src.passes;
    row->dst.passes = planned->dst.passes;
    row->replaces = planned->replaces;
}

static void push_row(boundary *b, const fusor_plan_barrier *row)
{
    fusor_plan_barrier *out = LIFT_PUSH(&b->f->barriers);
    *out = *row;
    out->call = b->f->lift->boundaries;
    out->before = b->before;
}

/* In the path's words, as far as they tell whose a row is. */
static bool is_pair(const lift_frame *f, const fusor_plan_barrier *planned,
                    const fusor_plan_barrier *row, bool legacy)
{
    fusor_stages src = planned->src.stages, dst = planned->dst.stages;
    const fusor_plan_resource *r = &f->plan->resources[planned->resource];
    if (r->lifetime == FUSOR_LIFETIME_IMPORTED && planned->entry && !src)
        src = dst;
    src = r->is_image ? src : lift_buffer_stages(src);
    dst = r->is_image ? dst : lift_buffer_stages(dst);
    return (legacy ? lift_coarse_stages(src) : src) == row->src.stages &&
           (legacy ? lift_coarse_stages(dst) : dst) == row->dst.stages;
}

/* A memory barrier is for all that the plan wanted with these stages; each gets a row with what was
 * recorded. One that the plan knows nothing of stands alone, with any resource. */
static void add_memory(boundary *b, const VkMemoryBarrier2 *memory)
{
    const fusor_plan *plan = b->f->plan;
    fusor_plan_barrier row = {.kind = FUSOR_BARRIER_MEMORY};
    bool known = false;
    set_scopes(&row, memory, b->legacy);
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        const fusor_plan_barrier *planned = &plan->barriers[i];
        if (planned->before != b->before || planned->kind != FUSOR_BARRIER_MEMORY || b->used[i] ||
            !is_pair(b->f, planned, &row, b->legacy))
            continue;
        fusor_plan_barrier mine = row;
        mine.resource = planned->resource;
        mine.previous = planned->previous;
        mine.region = planned->region;
        mine.has_layout = planned->has_layout;
        mine.src.layout = planned->src.layout;
        mine.dst.layout = planned->dst.layout;
        take_reason(&mine, planned);
        push_row(b, &mine);
        b->used[i] = known = true;
    }
    const fusor_plan_resource *any = &plan->resources[0];
    const fusor_format_info *format = any->is_image ? fusor_format_get_info(any->format) : NULL;
    row.region = (fusor_region){.aspects = format ? format->aspects : 0,
                                .mips = {0, any->mips},
                                .layers = {0, any->layers},
                                .bytes = {0, any->bytes}};
    if (!known)
        push_row(b, &row);
}

/* ------------------------------------------------------------------------------------------- rows */

static bool find_owner(boundary *b, uint64_t handle, fusor_plan_barrier *row)
{
    const fake_lift_handle *found = lift_find_handle(b->f->lift, handle);
    if (!found)
        return lift_fail(b->f, "a barrier of what is nobody's");
    row->resource = found->resource;
    return lift_previous(b->f, found, &row->previous);
}

static bool same_place(const fusor_plan_barrier *a, const fusor_plan_barrier *b)
{
    return a->resource == b->resource && a->previous == b->previous &&
           a->region.aspects == b->region.aspects && a->region.mips.first == b->region.mips.first &&
           a->region.layers.first == b->region.layers.first &&
           a->region.bytes.first == b->region.bytes.first;
}

static void push_owned(boundary *b, fusor_plan_barrier *row)
{
    const fusor_plan *plan = b->f->plan;
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        if (plan->barriers[i].before != b->before || b->used[i] ||
            !same_place(row, &plan->barriers[i]))
            continue;
        take_reason(row, &plan->barriers[i]);
        b->used[i] = true;
        break;
    }
    push_row(b, row);
}

static bool add_buffer(boundary *b, const VkBufferMemoryBarrier2 *from)
{
    fusor_plan_barrier row = {.kind = FUSOR_BARRIER_BUFFER,
                              .region.bytes = {from->offset, from->size}};
    const VkMemoryBarrier2 scopes = {.srcStageMask = from->srcStageMask,
                                     .srcAccessMask = from->srcAccessMask,
                                     .dstStageMask = from->dstStageMask,
                                     .dstAccessMask = from->dstAccessMask};
    set_scopes(&row, &scopes, b->legacy);
    if (!find_owner(b, (uint64_t)(uintptr_t)from->buffer, &row))
        return false;
    push_owned(b, &row);
    return true;
}

static bool add_image(boundary *b, const VkImageMemoryBarrier2 *from)
{
    const VkImageSubresourceRange *range = &from->subresourceRange;
    const VkMemoryBarrier2 scopes = {.srcStageMask = from->srcStageMask,
                                     .srcAccessMask = from->srcAccessMask,
                                     .dstStageMask = from->dstStageMask,
                                     .dstAccessMask = from->dstAccessMask};
    fusor_plan_barrier row = {.kind = FUSOR_BARRIER_IMAGE,
                              .has_layout = true,
                              .region = {.aspects = range->aspectMask,
                                         .mips = {range->baseMipLevel, range->levelCount},
                                         .layers = {range->baseArrayLayer, range->layerCount}}};
    set_scopes(&row, &scopes, b->legacy);
    row.src.layout = (fusor_layout)from->oldLayout;
    row.dst.layout = (fusor_layout)from->newLayout;
    if (from->srcQueueFamilyIndex != from->dstQueueFamilyIndex)
        return lift_fail(b->f, "a barrier that hands over to another queue family");
    if (!find_owner(b, (uint64_t)(uintptr_t)from->image, &row))
        return false;
    const fusor_plan_resource *r = &b->f->plan->resources[row.resource];
    if (r->type == FUSOR_IMAGE_3D) /* one layer; the plan's are slices, which share its layout */
        row.region.layers = (fusor_range){0, r->layers};
    push_owned(b, &row);
    return true;
}

static bool add_command(boundary *b, const fake_vulkan_barrier *command)
{
    b->legacy = command->legacy;
    bool good = command->flags == 0 || lift_fail(b->f, "a barrier with flags");
    for (uint32_t i = 0; good && i < command->memory_count; i++)
        add_memory(b, &command->memory[i]);
    for (uint32_t i = 0; good && i < command->buffer_count; i++)
        good = add_buffer(b, &command->buffers[i]);
    for (uint32_t i = 0; good && i < command->image_count; i++)
        good = add_image(b, &command->images[i]);
    return good;
}

/* All commands between two actions are one boundary. The plan's judges take its barriers as given at
 * once: commands in a row order no less. */
bool lift_barriers(lift_frame *f, uint32_t before, fusor_slice *out)
{
    boundary b = {.f = f, .before = before, .used = LIFT_ZEROED(f->plan->barrier_count, uint8_t)};
    bool good = true;
    out->first = f->barriers.count;
    for (uint32_t i = 0; good && i < f->pending.count; i++)
        good = add_command(&b, f->pending.data[i]);
    out->count = f->barriers.count - out->first;
    f->lift->commands += f->pending.count;
    f->lift->boundaries += out->count != 0;
    f->pending.count = 0;
    free(b.used);
    return good;
}
