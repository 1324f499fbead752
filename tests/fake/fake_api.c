/* In: a fake. Out: its entry points by name. Promised: the way a program gets them, not the table. */
#include "fake_api.h"

void fake_api_load(fake_vulkan *fake, fake_api *api)
{
    VkInstance instance = fake_vulkan_instance(fake);
#define FAKE_ROW(name, since, results)                                                             \
    api->name = (PFN_vk##name)fake_vulkan_get_instance_proc_addr(instance, "vk" #name);
    FAKE_VULKAN_FUNCTIONS(FAKE_ROW)
#undef FAKE_ROW
#define FAKE_ROW(alias, name, extension)                                                           \
    if (!api->name)                                                                                \
        api->name = (PFN_vk##name)fake_vulkan_get_instance_proc_addr(instance, "vk" #alias);
    FAKE_VULKAN_ALIASES(FAKE_ROW)
#undef FAKE_ROW
}
