/* In: fences, semaphores, query pools, seen from the host. Out: their states.
 * Promised: a wait that could never end is a violation and ends. */
#include "fake_core.h"

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateFence(VkDevice device,
                                                       const VkFenceCreateInfo *info,
                                                       const VkAllocationCallbacks *callbacks,
                                                       VkFence *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result =
        FAKE_ENTER(fake, CreateFence, FAKE_ARG(DEVICE, device), FAKE_NUMBER(info->flags));
    if (result)
        return result;
    fake_object *object = fake_make(fake, FAKE_KIND_FENCE, sizeof(fake_fence));
    ((fake_fence *)object->data)->signalled = info->flags & VK_FENCE_CREATE_SIGNALED_BIT;
    *out = FAKE_HANDLE(VkFence, object);
    fake_add_arg(fake, FAKE_KIND_FENCE, fake_value(object));
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_ResetFences(VkDevice device, uint32_t count,
                                                       const VkFence *fences)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result = FAKE_ENTER(fake, ResetFences, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(FENCE, fences[0]), FAKE_NUMBER(count));
    for (uint32_t i = 0; i < count && !result; i++) {
        fake_object *object = FAKE_USE(fake, FENCE, fences[i]);
        if (!object)
            continue;
        fake_fence *fence = object->data;
        FAKE_CHECK(fake, !fence->pending, FENCE, "%s is pending", fake_name(object));
        fence->signalled = false;
    }
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_GetFenceStatus(VkDevice device, VkFence handle)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result =
        FAKE_ENTER(fake, GetFenceStatus, FAKE_ARG(DEVICE, device), FAKE_ARG(FENCE, handle));
    const fake_object *object = FAKE_FIND(fake, FENCE, handle);
    if (!result && object && !((const fake_fence *)object->data)->signalled)
        result = VK_NOT_READY;
    fake_set_result(fake, result);
    return result;
}

/* Waiting is what makes pending work of a fence be done. */
static VkResult wait_fence(fake_vulkan *fake, VkFence handle, uint64_t timeout)
{
    fake_object *object = FAKE_USE(fake, FENCE, handle);
    if (!object)
        return VK_ERROR_UNKNOWN;
    fake_fence *fence = object->data;
    if (fence->pending && timeout)
        fake_complete(fake, 0, object->serial);
    if (fence->signalled)
        return VK_SUCCESS;
    FAKE_CHECK(fake, timeout != UINT64_MAX, FENCE, "nothing will ever signal %s",
               fake_name(object));
    return VK_TIMEOUT;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_WaitForFences(VkDevice device, uint32_t count,
                                                         const VkFence *fences, VkBool32 all,
                                                         uint64_t timeout)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result =
        FAKE_ENTER(fake, WaitForFences, FAKE_ARG(DEVICE, device), FAKE_ARG(FENCE, fences[0]),
                   FAKE_NUMBER(count), FAKE_NUMBER(all), FAKE_NUMBER(timeout));
    for (uint32_t i = 0; i < count && !result; i++)
        result = wait_fence(fake, fences[i], timeout);
    fake_set_result(fake, result);
    return result;
}

/* --------------------------------------------------------------------------------- semaphores */

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateSemaphore(VkDevice device,
                                                           const VkSemaphoreCreateInfo *info,
                                                           const VkAllocationCallbacks *callbacks,
                                                           VkSemaphore *out)
{
    fake_vulkan *fake = fake_of(device);
    const VkSemaphoreTypeCreateInfo *type =
        fake_next(info->pNext, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    (void)callbacks;
    VkResult result = FAKE_ENTER(fake, CreateSemaphore, FAKE_ARG(DEVICE, device));
    if (result)
        return result;
    fake_object *object = fake_make(fake, FAKE_KIND_SEMAPHORE, sizeof(fake_semaphore));
    fake_semaphore *semaphore = object->data;
    semaphore->timeline = type && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    semaphore->value = semaphore->timeline ? type->initialValue : 0;
    FAKE_CHECK(fake, !semaphore->timeline || fake->desc.features.timeline_semaphore, FEATURE,
               "a timeline without the feature");
    *out = FAKE_HANDLE(VkSemaphore, object);
    fake_add_arg(fake, FAKE_KIND_SEMAPHORE, fake_value(object));
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_GetSemaphoreCounterValue(VkDevice device,
                                                                    VkSemaphore handle,
                                                                    uint64_t *out)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result = FAKE_ENTER(fake, GetSemaphoreCounterValue, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(SEMAPHORE, handle));
    const fake_object *object = FAKE_FIND(fake, SEMAPHORE, handle);
    if (!result && object)
        *out = ((const fake_semaphore *)object->data)->value;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_WaitSemaphores(VkDevice device,
                                                          const VkSemaphoreWaitInfo *info,
                                                          uint64_t timeout)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result = FAKE_ENTER(fake, WaitSemaphores, FAKE_ARG(DEVICE, device),
                                 FAKE_NUMBER(info->semaphoreCount));
    if (!result && timeout)
        fake_complete(fake, 0, 0);
    for (uint32_t i = 0; i < info->semaphoreCount && !result; i++) {
        const fake_object *object = FAKE_USE(fake, SEMAPHORE, info->pSemaphores[i]);
        if (object && ((const fake_semaphore *)object->data)->value < info->pValues[i])
            result = VK_TIMEOUT;
    }
    FAKE_CHECK(fake, result != VK_TIMEOUT || timeout != UINT64_MAX, SEMAPHORE,
               "the value is never reached");
    fake_set_result(fake, result);
    return result;
}

/* ------------------------------------------------------------------------------------ queries */

static VKAPI_ATTR VkResult VKAPI_CALL fake_CreateQueryPool(VkDevice device,
                                                           const VkQueryPoolCreateInfo *info,
                                                           const VkAllocationCallbacks *callbacks,
                                                           VkQueryPool *out)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    VkResult result =
        FAKE_ENTER(fake, CreateQueryPool, FAKE_ARG(DEVICE, device), FAKE_NUMBER(info->queryCount));
    if (result)
        return result;
    fake_object *object = fake_make(fake, FAKE_KIND_QUERY_POOL, sizeof(fake_query_pool));
    fake_query_pool *pool = object->data;
    pool->count = info->queryCount;
    pool->states = fake_alloc(fake, info->queryCount * sizeof *pool->states);
    pool->values = fake_alloc(fake, info->queryCount * sizeof *pool->values);
    *out = FAKE_HANDLE(VkQueryPool, object);
    fake_add_arg(fake, FAKE_KIND_QUERY_POOL, fake_value(object));
    return VK_SUCCESS;
}

static void write_result(void *data, uint64_t value, bool wide)
{
    if (wide)
        *(uint64_t *)data = value;
    else
        *(uint32_t *)data = (uint32_t)value;
}

static VkResult read_queries(fake_vulkan *fake, const fake_query_pool *pool, uint32_t first,
                             uint32_t count, char *data, VkDeviceSize stride,
                             VkQueryResultFlags flags)
{
    const bool wide = flags & VK_QUERY_RESULT_64_BIT;
    VkResult result = VK_SUCCESS;
    for (uint32_t i = first; i < first + count; i++, data += stride) {
        const bool written = pool->states[i] == FAKE_QUERY_WRITTEN;
        FAKE_CHECK(fake, pool->states[i] != FAKE_QUERY_UNKNOWN, QUERY, "query %u was never reset",
                   i);
        FAKE_CHECK(fake, written || !(flags & VK_QUERY_RESULT_WAIT_BIT), QUERY,
                   "query %u is never written", i);
        if (written)
            write_result(data, pool->values[i], wide);
        if (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT)
            write_result(data + (wide ? 8 : 4), written, wide);
        if (!written)
            result = VK_NOT_READY;
    }
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL fake_GetQueryPoolResults(VkDevice device, VkQueryPool handle,
                                                               uint32_t first, uint32_t count,
                                                               size_t size, void *data,
                                                               VkDeviceSize stride,
                                                               VkQueryResultFlags flags)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result = FAKE_ENTER(fake, GetQueryPoolResults, FAKE_ARG(DEVICE, device),
                                 FAKE_ARG(QUERY_POOL, handle), FAKE_NUMBER(first),
                                 FAKE_NUMBER(count), FAKE_NUMBER(size));
    const fake_object *object = FAKE_FIND(fake, QUERY_POOL, handle);
    if (result || !object)
        return result;
    const fake_query_pool *pool = object->data;
    if (!FAKE_CHECK(fake, first < pool->count && count <= pool->count - first, RANGE,
                    "queries %u + %u of %u", first, count, pool->count))
        return VK_ERROR_UNKNOWN;
    result = read_queries(fake, pool, first, count, data, stride, flags);
    fake_set_result(fake, result);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL fake_ResetQueryPool(VkDevice device, VkQueryPool handle,
                                                      uint32_t first, uint32_t count)
{
    fake_vulkan *fake = fake_of(device);
    FAKE_ENTER(fake, ResetQueryPool, FAKE_ARG(DEVICE, device), FAKE_ARG(QUERY_POOL, handle),
               FAKE_NUMBER(first), FAKE_NUMBER(count));
    const fake_object *object = FAKE_FIND(fake, QUERY_POOL, handle);
    FAKE_CHECK(fake, fake->desc.features.host_query_reset, FEATURE,
               "hostQueryReset is not enabled");
    if (!object)
        return;
    const fake_query_pool *pool = object->data;
    FAKE_CHECK(fake, !object->pending, QUERY, "%s is used by pending work", fake_name(object));
    if (!FAKE_CHECK(fake, first < pool->count && count <= pool->count - first, RANGE,
                    "queries %u + %u of %u", first, count, pool->count))
        return;
    for (uint32_t i = first; i < first + count; i++)
        pool->states[i] = FAKE_QUERY_RESET;
}

void fake_register_sync(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, CreateFence);
    FAKE_REGISTER(table, ResetFences);
    FAKE_REGISTER(table, GetFenceStatus);
    FAKE_REGISTER(table, WaitForFences);
    FAKE_REGISTER(table, CreateSemaphore);
    FAKE_REGISTER(table, GetSemaphoreCounterValue);
    FAKE_REGISTER(table, WaitSemaphores);
    FAKE_REGISTER(table, CreateQueryPool);
    FAKE_REGISTER(table, GetQueryPoolResults);
    FAKE_REGISTER(table, ResetQueryPool);
}
