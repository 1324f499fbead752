/* In: what a command buffer recorded about layouts and queries. Out: the states after its submission.
 * Promised: states change in submission order and never while recording, so a frame that was recorded
 * and not submitted leaves no trace. */
#include "fake_core.h"

/* Aspect 1 is the stencil of formats that have depth too. */
VkImageLayout *fake_layout_at(const fake_image *image, uint32_t aspect, uint32_t mip,
                              uint32_t layer)
{
    const VkImageCreateInfo *info = &image->info;
    return &image->layouts[(aspect * info->arrayLayers + layer) * info->mipLevels + mip];
}

static bool has_two_aspects(const fake_image *image)
{
    return fake_format_aspects(image->info.format) ==
           (VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT);
}

static bool covers_aspect(const fake_image *image, const VkImageSubresourceRange *range,
                          uint32_t aspect)
{
    if (!has_two_aspects(image))
        return aspect == 0;
    return range->aspectMask & (aspect ? VK_IMAGE_ASPECT_STENCIL_BIT : VK_IMAGE_ASPECT_DEPTH_BIT);
}

static void run_layout_at(fake_vulkan *fake, const fake_op *op, uint32_t aspect, uint32_t mip,
                          uint32_t layer)
{
    const fake_object *object = fake->objects[op->object];
    VkImageLayout *layout = fake_layout_at(object->data, aspect, mip, layer);
    fake->current = op->fn;
    FAKE_CHECK(fake, op->from == VK_IMAGE_LAYOUT_UNDEFINED || *layout == op->from, LAYOUT,
               "%s mip %u layer %u aspect %u is in layout %d, not %d", fake_name(object), mip,
               layer, aspect, (int)*layout, (int)op->from);
    if (op->kind == FAKE_OP_LAYOUT)
        *layout = op->to;
}

static bool share_bytes(const fake_resource *a, const fake_resource *b)
{
    return a->memory == b->memory && a->offset < b->offset + b->requirements.size &&
           b->offset < a->offset + a->requirements.size;
}

/* 12.8, "Memory Aliasing": an image whose bytes another one takes over has no contents and no layout
 * any more; whoever uses it again must start from UNDEFINED. Taking over is a transition from
 * UNDEFINED, which may write. */
static void forget_old_occupants(fake_vulkan *fake, const fake_op *op)
{
    const fake_object *object = fake->objects[op->object];
    const fake_resource *own = fake_resource_of(object);
    const fake_memory *memory = own->memory ? fake->objects[own->memory]->data : NULL;
    for (uint32_t i = 0; memory && i < memory->bound.count; i++) {
        const fake_object *other = fake->objects[memory->bound.items[i]];
        if (other == object || other->kind != FAKE_KIND_IMAGE || !share_bytes(own, other->data))
            continue;
        fake_vulkan_set_layout(fake, FAKE_HANDLE(VkImage, other), VK_IMAGE_LAYOUT_UNDEFINED);
    }
}

/* 3D images have one layout; their slices are no layers (12.3). */
static void run_layout(fake_vulkan *fake, const fake_op *op)
{
    const fake_image *image = fake->objects[op->object]->data;
    const bool sliced = image->info.imageType == VK_IMAGE_TYPE_3D;
    const VkImageSubresourceRange *range = &op->range;
    const uint32_t first = sliced ? 0 : range->baseArrayLayer;
    const uint32_t count = sliced ? 1 : range->layerCount;
    if (op->kind == FAKE_OP_LAYOUT && op->from == VK_IMAGE_LAYOUT_UNDEFINED)
        forget_old_occupants(fake, op);
    for (uint32_t aspect = 0; aspect < 2; aspect++) {
        for (uint32_t layer = 0; covers_aspect(image, range, aspect) && layer < count; layer++) {
            for (uint32_t mip = 0; mip < range->levelCount; mip++)
                run_layout_at(fake, op, aspect, range->baseMipLevel + mip, first + layer);
        }
    }
}

static void run_query(fake_vulkan *fake, const fake_op *op, uint32_t index)
{
    const fake_object *object = fake->objects[op->object];
    fake_query_pool *pool = object->data;
    fake->current = op->fn;
    if (op->kind == FAKE_OP_QUERY_RESET) {
        pool->states[index] = FAKE_QUERY_RESET;
        return;
    }
    FAKE_CHECK(fake, pool->states[index] == FAKE_QUERY_RESET, QUERY, "query %u of %s is not reset",
               index, fake_name(object));
    pool->states[index] = FAKE_QUERY_WRITTEN;
    pool->values[index] = fake->clock += 1000;
}

void fake_run_ops(fake_vulkan *fake, const fake_command_buffer *buffer)
{
    const fake_vulkan_fn current = fake->current;
    for (uint32_t i = 0; i < buffer->op_count; i++) {
        const fake_op *op = &buffer->ops[i];
        if (op->kind == FAKE_OP_LAYOUT || op->kind == FAKE_OP_EXPECT) {
            run_layout(fake, op);
            continue;
        }
        for (uint32_t q = 0; q < op->count; q++)
            run_query(fake, op, op->first + q);
    }
    fake->current = current;
}

void fake_vulkan_set_layout(fake_vulkan *fake, VkImage handle, VkImageLayout layout)
{
    const fake_object *object = FAKE_FIND(fake, IMAGE, handle);
    if (!object)
        return;
    const fake_image *image = object->data;
    for (uint32_t i = 0; i < 2 * image->info.mipLevels * image->info.arrayLayers; i++)
        image->layouts[i] = layout;
}

VkImageLayout fake_vulkan_get_layout(fake_vulkan *fake, VkImage handle,
                                     VkImageAspectFlagBits aspect, uint32_t mip, uint32_t layer)
{
    const fake_object *object = FAKE_FIND(fake, IMAGE, handle);
    if (!object)
        return VK_IMAGE_LAYOUT_MAX_ENUM;
    const fake_image *image = object->data;
    if (mip >= image->info.mipLevels || layer >= image->info.arrayLayers)
        return VK_IMAGE_LAYOUT_MAX_ENUM;
    bool stencil = aspect == VK_IMAGE_ASPECT_STENCIL_BIT && has_two_aspects(image);
    return *fake_layout_at(image, stencil, mip, layer);
}
