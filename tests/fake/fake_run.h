/* fake_run.h: any graph through the executor, on the fake, with nothing to complain about. */
#ifndef FUSOR_FAKE_RUN_H
#define FUSOR_FAKE_RUN_H

#include "fusor/vulkan.h"

#include "fake_heap.h"
#include "fake_world.h"

/* What the plans had in them: a run that never fused or aliased anything proves little. */
typedef struct fake_run_counts {
    uint32_t plans, fused_groups, subpasses, resolves, alias_barriers, entry_barriers, histories,
        memoryless;
} fake_run_counts;

/* Three policies in turn on two devices (Vulkan 1.1, and 1.3 with lazily allocated memory and work that
 * stays pending), with frames that fail in between. Fails the cmocka test that calls it on an error, a
 * violation, a leak. */
void fake_run_all(fusor_graph *graph, fake_run_counts *counts); /* counts: added to; NULL allowed */

/* The parts of it. Each fails the test that calls it on an error. */
typedef struct fake_run {
    fusor_graph *graph; /* the caller's; set before fake_run_open(), as is `poison` */
    bool poison;
    fake_world world;
    fake_heap heap;
    fusor_plan *plan;
    fusor_vulkan *vk;
    bool keep_imports; /* a load of the same plan again takes those of the last one */
    VkImage *images;   /* of imports, by plan resource */
    VkBuffer *buffers;
    uint32_t turn; /* failing frames so far */
    void (*observe_fn)(void *user,
                       const fusor_vulkan_record_info *info); /* of each record; or NULL */
    void *observe_user;
} fake_run;

void fake_run_open(fake_run *run, const fake_vulkan_desc *desc);
/* Makes `run->plan` anew; the old one is the caller's, and loaded until the next load. */
void fake_run_plan(fake_run *run, const fusor_policy *policy);
void fake_run_load(fake_run *run);
/* What the caller does between frames: brings its images into the state that it declared. */
void fake_run_give_imports(fake_run *run);
void fake_run_check_imports(fake_run *run);
/* A call of a frame fails, another one each time; what was not submitted must leave no trace. True: it
 * was one that the frame can do without. */
bool fake_run_failing_frame(fake_run *run);
void fake_run_assert_silent(const fake_run *run);
/* Destroys executor, plan and fake. */
void fake_run_close(fake_run *run);

/* Memory with room for a language model, and a lazily allocated type where asked for. */
VkPhysicalDeviceMemoryProperties fake_run_memory(bool lazy);
/* For fake_vulkan_desc: every format in every use, storage of depth too. */
VkFormatFeatureFlags fake_run_formats(void *user, VkFormat format, VkFormatFeatureFlags all);

#endif
