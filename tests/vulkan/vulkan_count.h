/* vulkan_count.h: stands between the executor and the real driver. Counts what is created, and can
 * leave out one barrier command: the planted fault of the canaries. One at a time. */
#ifndef VULKAN_COUNT_H
#define VULKAN_COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#define COUNT_NOTHING UINT32_MAX

typedef struct vulkan_count {
    uint32_t created;      /* vkCreate… and vkAllocate… since count_reset() */
    uint32_t submissions;  /* vkQueueSubmit */
    uint32_t barriers;     /* barrier commands */
    uint32_t skipped;      /* of those, left out */
    uint32_t begins, ends; /* of render passes */
} vulkan_count;

/* Starts from zero. `skip_barrier`: the index of the barrier command to leave out, or COUNT_NOTHING. */
void count_reset(uint32_t skip_barrier);
vulkan_count count_get(void);

/* Resolves through the loader, wrapped. */
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL count_get_instance_proc_addr(VkInstance instance,
                                                                      const char *name);

#endif
