/* demo_shape_parts.h: each adds one shape to a set; `coarse` is for shadows. Metres, feet at y = 0. */
#ifndef DEMO_SHAPE_PARTS_H
#define DEMO_SHAPE_PARTS_H

#include "demo_mesh.h"

/* A demo_profile of an array of pairs. */
#define DEMO_PROFILE(array)                                                                        \
    {                                                                                              \
        (array), (uint32_t)(sizeof(array) / sizeof((array)[0])), 0.0f, 0                           \
    }

/* demo_architecture.c */
void demo_add_column(demo_mesh_set *set, bool coarse);
void demo_add_arch(demo_mesh_set *set, bool coarse);
void demo_add_entablature(demo_mesh_set *set, bool coarse);
void demo_add_roof(demo_mesh_set *set, bool coarse);
void demo_add_box(demo_mesh_set *set, bool coarse);
void demo_add_temple_steps(demo_mesh_set *set, bool coarse);
void demo_add_temple_ring(demo_mesh_set *set, bool coarse);
void demo_add_dome(demo_mesh_set *set, bool coarse);
void demo_add_finial(demo_mesh_set *set, bool coarse);
void demo_add_pedestal(demo_mesh_set *set, bool coarse);

/* demo_ornaments.c */
void demo_add_amphora(demo_mesh_set *set, bool coarse);
void demo_add_brazier(demo_mesh_set *set, bool coarse);
void demo_add_knot(demo_mesh_set *set, bool coarse);
void demo_add_sphere(demo_mesh_set *set, bool coarse);
void demo_add_lantern(demo_mesh_set *set, bool coarse);

/* demo_nature.c; the plane is a square of 1 m seen from above */
void demo_add_bush(demo_mesh_set *set, bool coarse);
void demo_add_rock(demo_mesh_set *set, bool coarse);
void demo_add_cypress(demo_mesh_set *set, bool coarse);
void demo_add_ground(demo_mesh_set *set, bool coarse);
void demo_add_plane(demo_mesh_set *set, bool coarse);

/* A unit ball pushed in and out by noise; the lower half is `flat` times as deep. */
typedef struct demo_blob {
    float roughness, frequency, flat;
    uint32_t seed;
} demo_blob;
demo_point demo_blob_surface(const void *user, float u, float v);
void demo_add_blob(demo_mesh_set *set, const demo_blob *blob, bool coarse);

#endif
