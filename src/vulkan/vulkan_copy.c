/* In: the copy operations of a plan's copy passes. Out: Vulkan's transfer commands.
 * Promised: buffers hold images tightly packed: aspect after aspect (depth, stencil), in each mip
 * after mip, in each layer after layer. What Vulkan cannot express (a fill or a packed aspect off its
 * alignment) is refused by the load, by name; recording cannot fail. */
#include "vulkan/vulkan_internal.h"

#include <assert.h>

static const fusor_plan_resource *resource_of(const vulkan_program *program, uint32_t index)
{
    return &program->plan->resources[index];
}

/* ---------------------------------------------------------------------------------- packed walking */

static uint32_t slices_of(const fusor_plan_resource *image, const fusor_region *region)
{
    return image->type == FUSOR_IMAGE_3D ? 1 : region->layers.count;
}

/* Calls `visit_fn` for each (aspect, mip) of a region with its place in a tightly packed buffer. */
typedef void (*packed_visit_fn)(void *user, const VkBufferImageCopy *copy);

static uint64_t walk_packed(const fusor_plan_resource *image, const fusor_region *region,
                            packed_visit_fn visit_fn, void *user)
{
    static const fusor_aspects aspects[] = {FUSOR_ASPECT_COLOR, FUSOR_ASPECT_DEPTH,
                                            FUSOR_ASPECT_STENCIL};
    uint64_t offset = 0;
    for (uint32_t a = 0; a < 3; a++) {
        for (uint32_t m = 0; (region->aspects & aspects[a]) && m < region->mips.count; m++) {
            uint32_t mip = region->mips.first + m;
            VkExtent3D extent = vulkan_mip_extent(image->extent, mip);
            uint32_t layers = slices_of(image, region);
            VkBufferImageCopy copy = {
                .bufferOffset = offset,
                .imageSubresource = {vulkan_aspects(aspects[a]), mip,
                                     image->type == FUSOR_IMAGE_3D ? 0 : region->layers.first,
                                     layers},
                .imageExtent = extent};
            visit_fn(user, &copy);
            offset += vulkan_packed_bytes(image->format, aspects[a], extent) * layers;
        }
    }
    return offset;
}

/* ----------------------------------------------------------------------------------------- recording */

typedef struct copying {
    const vulkan_entries *api;
    VkCommandBuffer commands;
    const fusor_plan_copy *op;
    const fusor_plan_resource *src, *dst;
    VkImage src_image, dst_image;
    VkBuffer src_buffer, dst_buffer;
} copying;

static void copy_to_image(void *user, const VkBufferImageCopy *packed)
{
    const copying *c = user;
    VkBufferImageCopy copy = *packed;
    copy.bufferOffset += c->op->src_region.bytes.first;
    c->api->CmdCopyBufferToImage(c->commands, c->src_buffer, c->dst_image,
                                 (VkImageLayout)c->op->dst_layout, 1, &copy);
}

static void copy_to_buffer(void *user, const VkBufferImageCopy *packed)
{
    const copying *c = user;
    VkBufferImageCopy copy = *packed;
    copy.bufferOffset += c->op->dst_region.bytes.first;
    c->api->CmdCopyImageToBuffer(c->commands, c->src_image, (VkImageLayout)c->op->src_layout,
                                 c->dst_buffer, 1, &copy);
}

static void copy_buffers(const copying *c)
{
    VkBufferCopy copy = {c->op->src_region.bytes.first, c->op->dst_region.bytes.first,
                         c->op->src_region.bytes.count};
    c->api->CmdCopyBuffer(c->commands, c->src_buffer, c->dst_buffer, 1, &copy);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static VkImageSubresourceLayers layers_of(const fusor_plan_resource *image,
                                          const fusor_region *region, uint32_t mip)
{
    bool is_3d = image->type == FUSOR_IMAGE_3D;
    return (VkImageSubresourceLayers){vulkan_aspects(region->aspects), region->mips.first + mip,
                                      is_3d ? 0 : region->layers.first,
                                      is_3d ? 1 : region->layers.count};
}

/* Layers of one image may be slices of the other (Vulkan 1.1, vkCmdCopyImage): the extent's depth
 * then counts them. */
static void copy_images(const copying *c)
{
    assert(c->src);
    uint32_t mips = least(c->op->src_region.mips.count, c->op->dst_region.mips.count);
    for (uint32_t m = 0; m < mips; m++) {
        VkExtent3D from = vulkan_mip_extent(c->src->extent, c->op->src_region.mips.first + m);
        VkExtent3D to = vulkan_mip_extent(c->dst->extent, c->op->dst_region.mips.first + m);
        VkImageCopy copy = {.srcSubresource = layers_of(c->src, &c->op->src_region, m),
                            .dstSubresource = layers_of(c->dst, &c->op->dst_region, m),
                            .extent = {least(from.width, to.width), least(from.height, to.height),
                                       from.depth > to.depth ? from.depth : to.depth}};
        c->api->CmdCopyImage(c->commands, c->src_image, (VkImageLayout)c->op->src_layout,
                             c->dst_image, (VkImageLayout)c->op->dst_layout, 1, &copy);
    }
}

static VkOffset3D corner(VkExtent3D extent)
{
    return (VkOffset3D){(int32_t)extent.width, (int32_t)extent.height, (int32_t)extent.depth};
}

static void blit_images(const copying *c)
{
    assert(c->src);
    uint32_t mips = least(c->op->src_region.mips.count, c->op->dst_region.mips.count);
    for (uint32_t m = 0; m < mips; m++) {
        VkImageBlit blit = {
            .srcSubresource = layers_of(c->src, &c->op->src_region, m),
            .srcOffsets[1] =
                corner(vulkan_mip_extent(c->src->extent, c->op->src_region.mips.first + m)),
            .dstSubresource = layers_of(c->dst, &c->op->dst_region, m),
            .dstOffsets[1] =
                corner(vulkan_mip_extent(c->dst->extent, c->op->dst_region.mips.first + m))};
        c->api->CmdBlitImage(c->commands, c->src_image, (VkImageLayout)c->op->src_layout,
                             c->dst_image, (VkImageLayout)c->op->dst_layout, 1, &blit,
                             c->op->linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST);
    }
}

static void resolve_images(const copying *c)
{
    assert(c->src);
    uint32_t mips = least(c->op->src_region.mips.count, c->op->dst_region.mips.count);
    for (uint32_t m = 0; m < mips; m++) {
        VkImageResolve resolve = {
            .srcSubresource = layers_of(c->src, &c->op->src_region, m),
            .dstSubresource = layers_of(c->dst, &c->op->dst_region, m),
            .extent = vulkan_mip_extent(c->dst->extent, c->op->dst_region.mips.first + m)};
        c->api->CmdResolveImage(c->commands, c->src_image, (VkImageLayout)c->op->src_layout,
                                c->dst_image, (VkImageLayout)c->op->dst_layout, 1, &resolve);
    }
}

static void clear_image(const copying *c)
{
    const fusor_region *region = &c->op->dst_region;
    bool is_3d = c->dst->type == FUSOR_IMAGE_3D;
    VkImageSubresourceRange range = {vulkan_aspects(region->aspects), region->mips.first,
                                     region->mips.count, is_3d ? 0 : region->layers.first,
                                     is_3d ? 1 : region->layers.count};
    VkImageLayout layout = (VkImageLayout)c->op->dst_layout;
    if (region->aspects & FUSOR_ASPECT_COLOR) {
        VkClearColorValue color = vulkan_clear_color(c->dst->format, c->op->value);
        c->api->CmdClearColorImage(c->commands, c->dst_image, layout, &color, 1, &range);
    } else {
        VkClearDepthStencilValue value = {(float)c->op->value[0], (uint32_t)c->op->value[1]};
        c->api->CmdClearDepthStencilImage(c->commands, c->dst_image, layout, &value, 1, &range);
    }
}

/* Buffers are made a multiple of 4 bytes long, so a fill of the last bytes may be rounded up. */
static void fill_buffer(const copying *c)
{
    const fusor_byte_range *bytes = &c->op->dst_region.bytes;
    c->api->CmdFillBuffer(c->commands, c->dst_buffer, bytes->first, (bytes->count + 3) / 4 * 4,
                          c->op->fill);
}

static void record_copy(copying *c)
{
    assert(c->src); /* the graph checks that only clears and fills have none */
    if (c->src->is_image && c->dst->is_image) {
        copy_images(c);
    } else if (c->dst->is_image) {
        walk_packed(c->dst, &c->op->dst_region, copy_to_image, c);
    } else if (c->src->is_image) {
        walk_packed(c->src, &c->op->src_region, copy_to_buffer, c);
    } else {
        copy_buffers(c);
    }
}

static void record_op(copying *c)
{
    switch (c->op->kind) {
    case FUSOR_COPY_COPY:
        record_copy(c);
        break;
    case FUSOR_COPY_BLIT:
        blit_images(c);
        break;
    case FUSOR_COPY_RESOLVE:
        resolve_images(c);
        break;
    case FUSOR_COPY_CLEAR:
        clear_image(c);
        break;
    case FUSOR_COPY_FILL:
        fill_buffer(c);
        break;
    }
}

static void find_handles(const vulkan_program *program, uint32_t index, uint32_t previous,
                         uint32_t frame_slot, VkImage *image, VkBuffer *buffer)
{
    const fusor_plan_resource *plan = resource_of(program, index);
    uint32_t instance = vulkan_instance_of(plan, program->frame, frame_slot, previous);
    *image = program->resources[index].images[instance];
    *buffer = program->resources[index].buffers[instance];
}

void vulkan_record_copies(vulkan_program *program, VkCommandBuffer commands,
                          const fusor_plan_pass *pass, uint32_t frame_slot)
{
    for (uint32_t i = 0; i < pass->copies.count; i++) {
        const fusor_plan_copy *op = &program->plan->copies[pass->copies.first + i];
        copying c = {.api = &program->vk->api, .commands = commands, .op = op};
        c.dst = resource_of(program, op->dst);
        find_handles(program, op->dst, 0, frame_slot, &c.dst_image, &c.dst_buffer);
        if (op->src != FUSOR_NONE) {
            c.src = resource_of(program, op->src);
            find_handles(program, op->src, op->src_previous, frame_slot, &c.src_image,
                         &c.src_buffer);
        }
        record_op(&c);
    }
}

/* ------------------------------------------------------------------------------------ load's checks */

typedef struct alignment_check {
    const fusor_plan_resource *image;
    uint64_t base;
    bool aligned;
} alignment_check;

/* Buffer offsets of copies are multiples of the texel block, and of 4 for depth and stencil
 * (VUID-vkCmdCopyBufferToImage-dstImage-07975, -07978). */
static void check_offset(void *user, const VkBufferImageCopy *copy)
{
    alignment_check *check = user;
    const fusor_format_info *info = fusor_format_get_info(check->image->format);
    bool color = copy->imageSubresource.aspectMask == VK_IMAGE_ASPECT_COLOR_BIT;
    uint64_t unit = color && info ? info->block_bytes : 4;
    check->aligned = check->aligned && (check->base + copy->bufferOffset) % unit == 0;
}

static fusor_result check_packed(vulkan_program *program, const char *pass,
                                 const fusor_plan_resource *image, const fusor_region *image_region,
                                 const fusor_byte_range *bytes)
{
    alignment_check check = {image, bytes->first, true};
    uint64_t size = walk_packed(image, image_region, check_offset, &check);
    if (!check.aligned) {
        return vulkan_fail(program->vk, FUSOR_ERROR_UNSUPPORTED, pass,
                           "'%s' copies '%s' at a buffer offset that Vulkan does not allow; copy "
                           "its mips or aspects by operations of their own",
                           pass, image->name);
    }
    if (size > bytes->count) {
        return vulkan_fail(program->vk, FUSOR_ERROR_UNSUPPORTED, pass,
                           "'%s' copies '%s', which takes %llu bytes packed by aspect, but its "
                           "buffer range has %llu",
                           pass, image->name, (unsigned long long)size,
                           (unsigned long long)bytes->count);
    }
    return FUSOR_OK;
}

static fusor_result check_fill(vulkan_program *program, const char *pass,
                               const fusor_plan_resource *buffer, const fusor_byte_range *bytes)
{
    bool ends =
        bytes->first + bytes->count == buffer->bytes && buffer->lifetime != FUSOR_LIFETIME_IMPORTED;
    if (bytes->first % 4 == 0 && (bytes->count % 4 == 0 || ends)) {
        return FUSOR_OK;
    }
    return vulkan_fail(program->vk, FUSOR_ERROR_UNSUPPORTED, pass,
                       "'%s' fills bytes of '%s' that are no multiples of 4", pass, buffer->name);
}

static fusor_result check_op(vulkan_program *program, const char *pass, const fusor_plan_copy *op)
{
    const fusor_plan_resource *dst = resource_of(program, op->dst);
    if (op->kind == FUSOR_COPY_FILL) {
        return check_fill(program, pass, dst, &op->dst_region.bytes);
    }
    if (op->kind != FUSOR_COPY_COPY) {
        return FUSOR_OK;
    }
    const fusor_plan_resource *src = resource_of(program, op->src);
    if (dst->is_image && !src->is_image) {
        return check_packed(program, pass, dst, &op->dst_region, &op->src_region.bytes);
    }
    if (src->is_image && !dst->is_image) {
        return check_packed(program, pass, src, &op->src_region, &op->dst_region.bytes);
    }
    return FUSOR_OK;
}

fusor_result vulkan_check_copies(vulkan_program *program)
{
    const fusor_plan *plan = program->plan;
    for (uint32_t p = 0; p < plan->order_count; p++) {
        const fusor_plan_pass *pass = &plan->passes[plan->order[p]];
        for (uint32_t i = 0; i < pass->copies.count; i++) {
            fusor_result result =
                check_op(program, pass->name, &plan->copies[pass->copies.first + i]);
            if (result != FUSOR_OK) {
                return result;
            }
        }
    }
    return FUSOR_OK;
}
