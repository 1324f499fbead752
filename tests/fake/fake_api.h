/* fake_api.h: the entry points of a fake, for tests that call it as a program would. */
#ifndef FUSOR_FAKE_API_H
#define FUSOR_FAKE_API_H

#include "fake_vulkan.h"

typedef struct fake_api {
#define FAKE_ROW(name, since, results) PFN_vk##name name;
    FAKE_VULKAN_FUNCTIONS(FAKE_ROW)
#undef FAKE_ROW
} fake_api;

/* Core names where the version has them, else the extension's; NULL where there is neither. */
void fake_api_load(fake_vulkan *fake, fake_api *api);

#endif
