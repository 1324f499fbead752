/* In: accesses by cell, placements. Out: every dependency of the frame, and the states it ends in.
 * Promise: exact stages and accesses of the two uses; each dependency names the passes that cause it
 * (Vulkan 1.3, "Synchronization and Cache Control"). */
#include "sync/sync.h"

fusor_result sync_build(const sync_input *input, base_arena *arena, sync_result *out)
{
    *out = (sync_result){0};
    if (!sync_find_epochs(input, arena, out))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    sync_inherit(input, out);
    bool good = sync_add_inner(input, arena, out) && sync_add_entries(input, arena, out) &&
                sync_add_ends(input, arena, out) && sync_join_records(input, arena, out);
    good = good && !out->pass_sets.out_of_memory && !out->resource_sets.out_of_memory;
    return good ? FUSOR_OK : FUSOR_ERROR_OUT_OF_MEMORY;
}
