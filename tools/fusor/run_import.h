/* The caller's side of a frame: imported images and buffers, and what the host writes each frame.
 *
 * Contents are noise by name and place, in values that synthetic shaders read and toggle exactly.
 */
#ifndef RUN_IMPORT_H
#define RUN_IMPORT_H

#include "run_frame.h"
#include "run_gpu.h"

/* One bit of what an import or a host-written buffer holds is turned: tests look for the change. */
typedef struct run_flip {
    const char *name; /* NULL: none */
    uint64_t bit;     /* of the packed contents: mip by mip, aspect by aspect */
} run_flip;

typedef struct run_import_image {
    fusor_image id;
    VkImage handle;
    VkDeviceMemory memory;
    VkImageLayout initial;
    bool has_contents;
} run_import_image;

typedef struct run_imports {
    const run_gpu *gpu;
    const run_frame *frame;
    const fusor_plan *plan;
    const bool *small; /* by buffer index: words become indirect arguments */
    run_flip flip;
    bool flipped; /* there was such a bit */
    run_import_image *images;
    uint32_t image_count;
    run_gpu_buffer *buffers;
    uint32_t buffer_count;
    bool any;
} run_imports;

/* Makes and fills everything that the plan imports and hands it to the executor. */
fusor_result run_imports_make(run_imports *imports, run_arena *arena, fusor_vulkan *vk);
void run_imports_free(run_imports *imports);
/* Before a frame: fills host-written buffers. */
fusor_result run_imports_write_host(run_imports *imports, fusor_vulkan *vk, uint32_t number);
/* After a frame: brings imports that ended in another layout back into their first one. */
VkResult run_imports_turn_back(const run_imports *imports);

#endif
