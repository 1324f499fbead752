/* In: the device itself, names and labels. Out: queues; the end of everything.
 * Promised: destroying the device names each object that was left. */
#include "fake_core.h"

#include <string.h>

static VKAPI_ATTR void VKAPI_CALL fake_DestroyDevice(VkDevice device,
                                                     const VkAllocationCallbacks *callbacks)
{
    fake_vulkan *fake = fake_of(device);
    (void)callbacks;
    FAKE_ENTER(fake, DestroyDevice, FAKE_ARG(DEVICE, device));
    FAKE_CHECK(fake, fake_vulkan_pending_count(fake) == 0, DESTROY_IN_USE, "work is pending");
    fake_vulkan_find_leaks(fake);
    fake_kill(fake, FAKE_KIND_DEVICE, (uint64_t)(uintptr_t)device);
}

static VKAPI_ATTR void VKAPI_CALL fake_GetDeviceQueue(VkDevice device, uint32_t family,
                                                      uint32_t index, VkQueue *out)
{
    FAKE_ENTER(fake_of(device), GetDeviceQueue, FAKE_ARG(DEVICE, device), FAKE_NUMBER(family),
               FAKE_NUMBER(index));
    *out = fake_vulkan_queue(fake_of(device), family, index);
    FAKE_CHECK(fake_of(device), *out, RANGE, "there is no queue %u of family %u", index, family);
}

static VKAPI_ATTR void VKAPI_CALL fake_GetDeviceQueue2(VkDevice device,
                                                       const VkDeviceQueueInfo2 *info, VkQueue *out)
{
    FAKE_ENTER(fake_of(device), GetDeviceQueue2, FAKE_ARG(DEVICE, device),
               FAKE_NUMBER(info->queueFamilyIndex), FAKE_NUMBER(info->queueIndex));
    *out = fake_vulkan_queue(fake_of(device), info->queueFamilyIndex, info->queueIndex);
}

static const char *copy_text(fake_vulkan *fake, const char *text)
{
    return text ? fake_copy(fake, text, strlen(text) + 1) : "";
}

static VKAPI_ATTR VkResult VKAPI_CALL
fake_SetDebugUtilsObjectNameEXT(VkDevice device, const VkDebugUtilsObjectNameInfoEXT *info)
{
    fake_vulkan *fake = fake_of(device);
    VkResult result = FAKE_ENTER(fake, SetDebugUtilsObjectNameEXT, FAKE_ARG(DEVICE, device),
                                 FAKE_NUMBER(info->objectType), FAKE_NUMBER(info->objectHandle));
    fake_set_info(fake, copy_text(fake, info->pObjectName));
    uint32_t serial = (uint32_t)info->objectHandle;
    /* Handles that are numbers carry their serial; what is named must be alive. */
    if (info->objectHandle >> 56 == 0xfa && serial < fake->object_count)
        fake_use(fake, fake->objects[serial]->kind, info->objectHandle);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL
fake_QueueBeginDebugUtilsLabelEXT(VkQueue queue, const VkDebugUtilsLabelEXT *label)
{
    FAKE_ENTER(fake_of(queue), QueueBeginDebugUtilsLabelEXT, FAKE_ARG(QUEUE, queue));
    fake_set_info(fake_of(queue), copy_text(fake_of(queue), label->pLabelName));
}

static VKAPI_ATTR void VKAPI_CALL fake_QueueEndDebugUtilsLabelEXT(VkQueue queue)
{
    FAKE_ENTER(fake_of(queue), QueueEndDebugUtilsLabelEXT, FAKE_ARG(QUEUE, queue));
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdBeginDebugUtilsLabelEXT(VkCommandBuffer handle,
                                                                  const VkDebugUtilsLabelEXT *label)
{
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdBeginDebugUtilsLabelEXT, BOTH, FAKE_NUMBER(0));
    fake_set_info(fake_of(handle), copy_text(fake_of(handle), label->pLabelName));
    if (buffer)
        buffer->label_depth++;
}

static VKAPI_ATTR void VKAPI_CALL fake_CmdEndDebugUtilsLabelEXT(VkCommandBuffer handle)
{
    fake_command_buffer *buffer =
        FAKE_COMMAND(handle, CmdEndDebugUtilsLabelEXT, BOTH, FAKE_NUMBER(0));
    if (buffer && FAKE_CHECK(fake_of(handle), buffer->label_depth > 0, LABEL, "no label is open"))
        buffer->label_depth--;
}

static VKAPI_ATTR void VKAPI_CALL
fake_CmdInsertDebugUtilsLabelEXT(VkCommandBuffer handle, const VkDebugUtilsLabelEXT *label)
{
    FAKE_COMMAND(handle, CmdInsertDebugUtilsLabelEXT, BOTH, FAKE_NUMBER(0));
    fake_set_info(fake_of(handle), copy_text(fake_of(handle), label->pLabelName));
}

void fake_register_device(PFN_vkVoidFunction *table)
{
    FAKE_REGISTER(table, DestroyDevice);
    FAKE_REGISTER(table, GetDeviceQueue);
    FAKE_REGISTER(table, GetDeviceQueue2);
    FAKE_REGISTER(table, SetDebugUtilsObjectNameEXT);
    FAKE_REGISTER(table, QueueBeginDebugUtilsLabelEXT);
    FAKE_REGISTER(table, QueueEndDebugUtilsLabelEXT);
    FAKE_REGISTER(table, CmdBeginDebugUtilsLabelEXT);
    FAKE_REGISTER(table, CmdEndDebugUtilsLabelEXT);
    FAKE_REGISTER(table, CmdInsertDebugUtilsLabelEXT);
}
