/* Paths that a group can take, and what each allows (DESIGN §3, "Fusion"). */
#ifndef AFFINITY_PATHS_H
#define AFFINITY_PATHS_H

#include "fusor/fusor.h"

typedef struct affinity_path_rules {
    bool unlike_attachments; /* members that attach other views, or the same in other places */
    bool local_read;         /* a member reads at its pixel what another one attaches */
    bool depth_read;         /* the same of depth and stencil */
    bool samples_read;       /* the same of more than one sample */
    bool resolve_inside;     /* a resolve before the last member */
} affinity_path_rules;

affinity_path_rules affinity_rules_of(fusor_path path, const fusor_device_desc *device);

/* The path that all groups of a compile may take, chosen before there are groups. A group whose members all
 * attach the same needs no more than `single` of it. Local read and raster order are never chosen: the
 * executor cannot run them yet. */
fusor_path affinity_choose_path(const fusor_device_desc *device);

#endif
