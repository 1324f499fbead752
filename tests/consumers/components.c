// In: nothing. Out: status 0. Promise: one symbol of each library that FUSOR_WITH_… names is linked.
#ifdef FUSOR_WITH_JSON
#include <fusor/json.h>
#endif
#ifdef FUSOR_WITH_VULKAN
#include <fusor/vulkan.h>
#endif
#ifdef FUSOR_WITH_VULKAN_DEVICE
#include <fusor/vulkan_device.h>
#endif
#include <fusor/fusor.h>

int main(void)
{
#ifdef FUSOR_WITH_JSON
    fusor_json_free(NULL);
#endif
#ifdef FUSOR_WITH_VULKAN
    fusor_vulkan_destroy(NULL);
#endif
#ifdef FUSOR_WITH_VULKAN_DEVICE
    fusor_vulkan_device_destroy(NULL);
#endif
    return fusor_version() == NULL;
}
