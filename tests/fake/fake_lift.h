/* fake_lift.h: what an executor recorded, read back as a plan.
 *
 * The steps, barriers, calls, render passes, members, clears and placements of a lifted plan come from
 * the fake's log of one frame. What a log cannot know (names, declarations, reasons, exits, who a memory
 * barrier was for) is the loaded plan's. So a barrier that the executor drops, weakens or moves is
 * dropped, weakened or moved in the lifted plan too.
 *
 * The fake needs VK_EXT_debug_utils: object names tell whose a handle is, labels name the passes. */
#ifndef FUSOR_FAKE_LIFT_H
#define FUSOR_FAKE_LIFT_H

#include "fusor/fusor.h"

#include "fake_vulkan.h"

/* Whose a handle is. Host buffers have one instance a frame in flight, histories one a slot. */
typedef struct fake_lift_handle {
    uint64_t value; /* of an image or a buffer */
    uint32_t resource, instance;
} fake_lift_handle;

typedef struct fake_lift {
    fake_vulkan *fake;
    const fusor_plan *plan; /* that is loaded */
    uint32_t frames_in_flight;
    bool poison;
    fake_lift_handle *handles;
    uint32_t handle_count, handle_room;
    uint64_t *pools; /* by plan pool: its memory, as far as it was seen */
    uint32_t commands,
        boundaries; /* of the last frame: barrier commands, and places that have some */
    char error[400];
} fake_lift;

/* After a load, the log of which must be there still. */
void fake_lift_open(fake_lift *lift, fake_vulkan *fake, const fusor_plan *plan);
/* Imports are named by their caller. */
void fake_lift_import(fake_lift *lift, uint32_t resource, uint64_t handle);
void fake_lift_close(fake_lift *lift);

/* The plan that was recorded for this frame since the load (from 0): all that the log holds. NULL: what
 * was recorded is no plan; `error` says why. To be destroyed with fusor_plan_destroy(). */
fusor_plan *fake_lift_frame(fake_lift *lift, uint64_t frame);

/* Whether a handle is the instance that a use means in this frame. */
bool fake_lift_is_use(fake_lift *lift, uint64_t frame, const fusor_plan_use *use, uint64_t handle);

/* How a path words what it is given. */
typedef struct fake_lift_path {
    bool legacy; /* Vulkan 1.0's stages and accesses in barriers */
    bool poison;
} fake_lift_path;

/* A plan without what a log cannot know, for comparing: barriers without reasons and passes, memory
 * barriers of one pair of stages as one, in one order; accesses and stages no finer than the path's.
 * `planned`: also with what the executor promises to add (docs/fake-driver.md has the list). */
fusor_plan *fake_lift_normal(const fusor_plan *plan, const fake_lift_path *path, bool planned);
/* NULL: equal. Else the first line of the documents that differs, to be freed. */
char *fake_lift_difference(const fusor_plan *planned, const fusor_plan *lifted,
                           const fake_lift_path *path);

/* The judge of lifted frames: the first one's plan, the next one's, and so on; the last is repeated. Returns
 * false with a sentence when something is missing. */
typedef struct fake_case {
    const fusor_graph *graph;
    const fusor_device_desc *device;
    const fusor_plan *const *frames;
    uint32_t count;
} fake_case;
bool fake_judge(const fake_case *given, char text[800]);

#endif
