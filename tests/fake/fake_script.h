/* fake_script.h: the life of an executor as steps that can be repeated, for sweeps of failures. */
#ifndef FUSOR_FAKE_SCRIPT_H
#define FUSOR_FAKE_SCRIPT_H

#include "fake_frame.h"

typedef struct fake_script {
    fake_frame frame;
    fusor_plan *fused, *unfused;
} fake_script;

typedef struct fake_step {
    const char *name;
    fusor_result (*run)(fake_script *script);
} fake_step;

/* Create, plan, load, frames, maps, downloads, another plan and load, frames, an idle wait. A step that
 * failed has changed nothing and may be run again. */
extern const fake_step fake_steps[];
extern const uint32_t fake_step_count;

void fake_script_init(fake_script *script, const fake_vulkan_desc *desc);
/* Destroys executor, plans and graph, but not the fake, which still has to be asked. */
void fake_script_close(fake_script *script);
void fake_script_finish(fake_script *script);

#endif
