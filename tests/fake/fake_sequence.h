/* fake_sequence.h: frames of one loaded plan in a row, executed on the fake and lifted. */
#ifndef FUSOR_FAKE_SEQUENCE_H
#define FUSOR_FAKE_SEQUENCE_H

#include "fake_lift.h"
#include "fake_run.h"

/* The ways that the executor has of saying the same. */
typedef enum fake_path {
    FAKE_PATH_LEGACY,    /* Vulkan 1.1 alone */
    FAKE_PATH_EXTENSION, /* 1.1 with VK_KHR_synchronization2 */
    FAKE_PATH_CORE,      /* 1.3, separate depth and stencil, lazily allocated memory */
    FAKE_PATH_COUNT
} fake_path;

/* Every path has ray tracing, names, labels and depth resolves; `memory` must outlive the fake. */
fake_vulkan_desc fake_path_desc(fake_path path, const VkPhysicalDeviceMemoryProperties *memory);

#define FAKE_SEQUENCE_FRAMES_MAX 12u

typedef struct fake_sequence {
    fake_run *run;
    fake_lift lift;
    fake_lift_path path;
    fusor_plan *frames[FAKE_SEQUENCE_FRAMES_MAX];
    uint32_t count;
    uint32_t wrong_uses; /* handles that a pass was shown for another instance than its use's */
} fake_sequence;

/* Loads `run->plan`. */
void fake_sequence_begin(fake_sequence *sequence, fake_run *run, fake_path path);
void fake_sequence_end(fake_sequence *sequence);
/* How many frames show everything: one for each history slot, and two that are steady. */
uint32_t fake_sequence_length(const fake_sequence *sequence);
/* Executes and lifts the next frame. False: what was recorded is no plan, `lift.error` says why. */
bool fake_sequence_record(fake_sequence *sequence);
/* The same for a frame in which a call fails; it may be submitted all the same, and is lifted then. */
bool fake_sequence_record_failing(fake_sequence *sequence);
/* Nothing of an earlier plan or of the load is left in the last frame. */
bool fake_sequence_is_steady(const fake_sequence *sequence);
/* What fake_lift_difference() says of the last frame. */
char *fake_sequence_difference(const fake_sequence *sequence);
bool fake_sequence_judge(const fake_sequence *sequence, char text[800]);

/* A copy with a buffer's barrier for each memory barrier of a buffer: the kind that no plan of today has,
 * which the executor can record all the same. */
fusor_plan *fake_with_buffer_barriers(const fusor_plan *plan);

#endif
