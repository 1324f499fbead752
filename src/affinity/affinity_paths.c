/* In: a device description. Out: the path of its groups, and what that path allows.
 * Promise: a function of path and device alone; no rule about a path stands anywhere else. */
#include "affinity/affinity_paths.h"

affinity_path_rules affinity_rules_of(fusor_path path, const fusor_device_desc *device)
{
    switch (path) {
    case FUSOR_PATH_SUBPASSES:
        return (affinity_path_rules){true, true, true, true, true};
    case FUSOR_PATH_LOCAL_READ:
        return (affinity_path_rules){true, true, device->features.local_read_depth_stencil,
                                     device->features.local_read_multisampled, false};
    case FUSOR_PATH_RASTER_ORDER:
        return (affinity_path_rules){device->features.independent_blend,
                                     device->features.raster_order_color,
                                     device->features.raster_order_depth, true, false};
    default:
        return (affinity_path_rules){false, false, false, false, false};
    }
}

fusor_path affinity_choose_path(const fusor_device_desc *device)
{
    return device->limits.subpasses == 1 ? FUSOR_PATH_SINGLE : FUSOR_PATH_SUBPASSES;
}
