/* demo_count.h: counts what is created, at the API: a wrapper around the driver's entry points. */
#ifndef DEMO_COUNT_H
#define DEMO_COUNT_H

#include "fusor/vulkan.h"

/* Starts from the real one and returns what takes its place. Vulkan's entry points carry no pointer of the
 * caller's, so the counters are one for the process: one device at a time, one thread. */
PFN_vkGetInstanceProcAddr demo_count_wrap(PFN_vkGetInstanceProcAddr get_instance);

/* Calls of vkCreate* and vkAllocate* since the wrap that went through it. */
uint64_t demo_count_created(void);
/* The name of a vkCreate* or vkAllocate* entry point that was handed out and is not counted, or NULL. */
const char *demo_count_missed(void);

/* The C library, counted: `user` is a uint64_t that grows by one an allocation. */
fusor_allocator demo_count_allocator(uint64_t *count);

#endif
