/* In: names of objects, bindings. Out: whose a handle is, and where each resource lies. Promised: an
 * instance that stands for another frame than the plan means is an error. */
#include "fake_lift_core.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- handles */

static void add_handle(fake_lift *lift, uint64_t value, uint32_t resource)
{
    uint32_t instance = 0;
    for (uint32_t i = 0; i < lift->handle_count; i++)
        instance += lift->handles[i].resource == resource;
    lift->handles =
        lift_grow(lift->handles, lift->handle_count, &lift->handle_room, sizeof *lift->handles);
    lift->handles[lift->handle_count++] = (fake_lift_handle){value, resource, instance};
}

void fake_lift_import(fake_lift *lift, uint32_t resource, uint64_t handle)
{
    add_handle(lift, handle, resource);
}

/* Images and buffers share one name space. Instances are made in their order. */
static uint32_t find_resource(const fusor_plan *plan, const fake_vulkan_call *call)
{
    const bool image = call->args[1].value == VK_OBJECT_TYPE_IMAGE;
    if (!image && call->args[1].value != VK_OBJECT_TYPE_BUFFER)
        return FUSOR_NONE;
    for (uint32_t i = 0; i < plan->resource_count; i++)
        if (plan->resources[i].is_image == image &&
            strcmp(plan->resources[i].name, call->info) == 0)
            return i;
    return FUSOR_NONE;
}

void fake_lift_open(fake_lift *lift, fake_vulkan *fake, const fusor_plan *plan)
{
    *lift = (fake_lift){.fake = fake, .plan = plan, .frames_in_flight = 2};
    lift->pools = LIFT_ZEROED(plan->pool_count, uint64_t);
    for (uint32_t i = 0; i < fake_vulkan_log_count(fake); i++) {
        const fake_vulkan_call *call = fake_vulkan_log_get(fake, i);
        if (call->fn != FAKE_VULKAN_SetDebugUtilsObjectNameEXT || call->result != VK_SUCCESS)
            continue;
        uint32_t resource = find_resource(plan, call);
        if (resource != FUSOR_NONE)
            add_handle(lift, call->args[2].value, resource);
    }
}

void fake_lift_close(fake_lift *lift)
{
    free(lift->handles);
    free(lift->pools);
    *lift = (fake_lift){0};
}

const fake_lift_handle *lift_find_handle(const fake_lift *lift, uint64_t value)
{
    for (uint32_t i = 0; i < lift->handle_count; i++)
        if (lift->handles[i].value == value)
            return &lift->handles[i];
    return NULL;
}

bool lift_previous(lift_frame *f, const fake_lift_handle *handle, uint32_t *previous)
{
    const fusor_plan_resource *r = &f->plan->resources[handle->resource];
    *previous = 0;
    switch (r->instances) {
    case FUSOR_INSTANCES_HISTORY:
        *previous = (uint32_t)((f->frame + r->slot_count - handle->instance) % r->slot_count);
        return true;
    case FUSOR_INSTANCES_FRAMES:
        return handle->instance == f->frame % f->lift->frames_in_flight ||
               lift_fail(f, "frame %u uses '%s' of another frame in flight", (unsigned)f->frame,
                         r->name);
    case FUSOR_INSTANCES_ONE:
        break;
    }
    return handle->instance == 0 || lift_fail(f, "'%s' has more than one instance", r->name);
}

bool fake_lift_is_use(fake_lift *lift, uint64_t frame, const fusor_plan_use *use, uint64_t handle)
{
    lift_frame f = {.lift = lift, .plan = lift->plan, .frame = frame};
    const fake_lift_handle *found = lift_find_handle(lift, handle);
    uint32_t previous;
    return found && found->resource == use->resource && lift_previous(&f, found, &previous) &&
           previous == use->previous;
}

/* ------------------------------------------------------------------------------------- placements */

static fake_vulkan_binding binding_of(const lift_frame *f, const fake_lift_handle *handle)
{
    return f->plan->resources[handle->resource].is_image
               ? fake_vulkan_image_binding(f->lift->fake, (VkImage)handle->value)
               : fake_vulkan_buffer_binding(f->lift->fake, (VkBuffer)handle->value);
}

/* A pool is one memory, and no two pools are the same. */
static bool find_pool(lift_frame *f, uint32_t pool, uint64_t memory)
{
    uint64_t *known = &f->lift->pools[pool];
    *known = *known ? *known : memory;
    for (uint32_t i = 0; i < f->plan->pool_count; i++)
        if ((f->lift->pools[i] == memory) != (i == pool))
            return lift_fail(f, "pool %u is not one memory of its own", pool);
    return true;
}

static bool place(lift_frame *f, const fake_lift_handle *handle)
{
    const fusor_plan_resource *r = &f->plan->resources[handle->resource];
    if (r->lifetime == FUSOR_LIFETIME_IMPORTED || (r->host && !r->is_image) ||
        handle->instance >= r->placements.count)
        return true;
    fusor_placement *out = &f->placements.data[r->placements.first + handle->instance];
    fake_vulkan_binding found = binding_of(f, handle);
    uint64_t memory = (uint64_t)(uintptr_t)found.memory;
    if (!memory)
        return lift_fail(f, "'%s' has no memory", r->name);
    if (out->placed) {
        out->offset = found.offset;
        out->memory_type = found.memory_type;
        return find_pool(f, out->pool, memory);
    }
    for (uint32_t i = 0; i < f->plan->pool_count; i++)
        if (f->lift->pools[i] == memory)
            return lift_fail(f, "'%s' is memoryless and lies in pool %u", r->name, i);
    return true;
}

bool lift_placements(lift_frame *f)
{
    for (uint32_t i = 0; i < f->lift->handle_count; i++)
        if (!place(f, &f->lift->handles[i]))
            return false;
    return true;
}

/* ----------------------------------------------------------------------------------------- poison */

bool lift_fill(lift_frame *f, const fake_vulkan_call *call)
{
    const VkBuffer buffer = (VkBuffer)call->args[1].value;
    fake_vulkan_binding found = fake_vulkan_buffer_binding(f->lift->fake, buffer);
    uint64_t memory = (uint64_t)(uintptr_t)found.memory;
    if (lift_find_handle(f->lift, call->args[1].value) || !memory)
        return lift_fail(f, "a fill of a resource outside of any pass");
    uint32_t pool = 0;
    while (pool < f->plan->pool_count && f->lift->pools[pool] != memory)
        pool++;
    if (pool == f->plan->pool_count)
        return lift_fail(f, "a fill of memory that is no pool");
    *LIFT_PUSH(&f->fills) =
        (lift_fill_range){pool, found.offset + call->args[2].value, call->args[3].value};
    return true;
}

static uint32_t position_of(const lift_frame *f, uint32_t pass)
{
    uint32_t i = 0;
    while (i < f->plan->order_count && f->plan->order[i] != pass)
        i++;
    return i;
}

/* Only a transient is dead before its first pass and, but for outputs, after its last. */
static bool is_alive(const lift_frame *f, const fusor_plan_resource *r, uint32_t now)
{
    if (r->lifetime != FUSOR_LIFETIME_TRANSIENT || r->host)
        return true;
    return position_of(f, r->first) < now && (r->output || position_of(f, r->last) >= now);
}

static bool check_fill(lift_frame *f, const lift_fill_range *fill, uint32_t now)
{
    for (uint32_t i = 0; i < f->lift->handle_count; i++) {
        const fake_lift_handle *handle = &f->lift->handles[i];
        const fusor_plan_resource *r = &f->plan->resources[handle->resource];
        if (handle->instance >= r->placements.count)
            continue;
        const fusor_placement *p = &f->placements.data[r->placements.first + handle->instance];
        bool overlaps = p->placed && p->pool == fill->pool &&
                        p->offset < fill->first + fill->count &&
                        fill->first < p->offset + p->size_bytes;
        if (overlaps && is_alive(f, r, now))
            return lift_fail(f, "poison goes into '%s', which is alive", r->name);
    }
    return true;
}

bool lift_check_fills(lift_frame *f, uint32_t pass)
{
    bool good = true;
    for (uint32_t i = 0; good && i < f->fills.count; i++)
        good = check_fill(f, &f->fills.data[i], position_of(f, pass));
    f->fills.count = 0;
    return good;
}

/* ----------------------------------------------------------------------------------------- copies */

/* The side of one of the pass's copies that is this resource; its layout. */
static bool find_side(const lift_frame *f, uint32_t resource, uint32_t previous, bool dst,
                      fusor_layout *layout)
{
    const fusor_slice copies = f->plan->passes[f->pass].copies;
    for (uint32_t i = copies.first; i < copies.first + copies.count; i++) {
        const fusor_plan_copy *copy = &f->plan->copies[i];
        uint32_t side = dst ? copy->dst : copy->src;
        if (side != resource || previous != (dst ? 0 : copy->src_previous))
            continue;
        *layout = dst ? copy->dst_layout : copy->src_layout;
        return true;
    }
    return false;
}

/* The command buffer first, then source and destination, each image with its layout. */
bool lift_check_copy(lift_frame *f, const fake_vulkan_call *call)
{
    uint32_t sides = 0;
    for (uint32_t i = 1; i < call->arg_count; i++)
        sides += call->args[i].kind == FAKE_KIND_IMAGE || call->args[i].kind == FAKE_KIND_BUFFER;
    for (uint32_t i = 1, side = 0; i < call->arg_count; i++) {
        const fake_vulkan_arg *arg = &call->args[i];
        uint32_t previous;
        fusor_layout layout;
        if (arg->kind != FAKE_KIND_IMAGE && arg->kind != FAKE_KIND_BUFFER)
            continue;
        const fake_lift_handle *handle = lift_find_handle(f->lift, arg->value);
        if (!handle || !f->in_pass)
            return lift_fail(f, "a copy of what is nobody's");
        if (!lift_previous(f, handle, &previous))
            return false;
        if (!find_side(f, handle->resource, previous, ++side == sides, &layout) ||
            (arg->kind == FAKE_KIND_IMAGE && call->args[i + 1].value != (uint64_t)layout))
            return lift_fail(f, "'%s' copies '%s' otherwise than planned",
                             f->plan->passes[f->pass].name,
                             f->plan->resources[handle->resource].name);
    }
    return true;
}
