/* demo_shapes.h: the things that the scene is made of. A shape is a mesh with a material, and a
 * coarser mesh for shadows. */
#ifndef DEMO_SHAPES_H
#define DEMO_SHAPES_H

#include "demo_mesh.h"

/* What gbuffer.frag is specialised for. */
typedef enum demo_material {
    DEMO_MATERIAL_MARBLE,
    DEMO_MATERIAL_STONE,
    DEMO_MATERIAL_FLOOR,
    DEMO_MATERIAL_METAL,
    DEMO_MATERIAL_FOLIAGE,
    DEMO_MATERIAL_GROUND,
    DEMO_MATERIAL_WATER,
    DEMO_MATERIAL_GLOW,
    DEMO_MATERIAL_ROOF,
    DEMO_MATERIAL_COUNT
} demo_material;

typedef enum demo_shape_id {
    DEMO_SHAPE_COLUMN,
    DEMO_SHAPE_ARCH,
    DEMO_SHAPE_ENTABLATURE,
    DEMO_SHAPE_ROOF,
    DEMO_SHAPE_BOX,
    DEMO_SHAPE_TEMPLE_STEPS,
    DEMO_SHAPE_TEMPLE_RING,
    DEMO_SHAPE_DOME,
    DEMO_SHAPE_FINIAL,
    DEMO_SHAPE_PEDESTAL,
    DEMO_SHAPE_AMPHORA,
    DEMO_SHAPE_BRAZIER,
    DEMO_SHAPE_KNOT,
    DEMO_SHAPE_SPHERE_MARBLE,
    DEMO_SHAPE_SPHERE_METAL,
    DEMO_SHAPE_LANTERN,
    DEMO_SHAPE_CYPRESS,
    DEMO_SHAPE_BUSH,
    DEMO_SHAPE_ROCK,
    DEMO_SHAPE_FLOOR,
    DEMO_SHAPE_GROUND,
    DEMO_SHAPE_WATER,
    DEMO_SHAPE_COUNT
} demo_shape_id;

typedef struct demo_shape {
    demo_mesh mesh, shadow_mesh;
    demo_material material;
    bool casts_shadow;
} demo_shape;

/* Builds all shapes into `set`; `shapes` has DEMO_SHAPE_COUNT entries. */
void demo_shapes_build(demo_mesh_set *set, demo_shape *shapes);

/* Height of the land at a place; 0 in the courtyard. */
float demo_ground_height(float x, float z);

#endif
