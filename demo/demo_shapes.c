/* demo_shapes.c: the table of shapes.
 * In: nothing. Out: every shape's meshes in one set. Promised: each has a mesh; those that throw shadows
 * a coarse one too. */
#include "demo_shapes.h"

#include "demo_shape_parts.h"

typedef void (*shape_fn)(demo_mesh_set *set, bool coarse);

typedef struct shape_row {
    shape_fn add;
    demo_material material;
    bool casts_shadow;
} shape_row;

static demo_mesh build_mesh(demo_mesh_set *set, shape_fn add, bool coarse)
{
    demo_mesh mesh = demo_mesh_begin(set);
    add(set, coarse);
    demo_mesh_end(set, &mesh);
    return mesh;
}

void demo_shapes_build(demo_mesh_set *set, demo_shape *shapes)
{
    static const shape_row rows[DEMO_SHAPE_COUNT] = {
        [DEMO_SHAPE_COLUMN] = {demo_add_column, DEMO_MATERIAL_MARBLE, true},
        [DEMO_SHAPE_ARCH] = {demo_add_arch, DEMO_MATERIAL_STONE, true},
        [DEMO_SHAPE_ENTABLATURE] = {demo_add_entablature, DEMO_MATERIAL_MARBLE, true},
        [DEMO_SHAPE_ROOF] = {demo_add_roof, DEMO_MATERIAL_ROOF, true},
        [DEMO_SHAPE_BOX] = {demo_add_box, DEMO_MATERIAL_STONE, true},
        [DEMO_SHAPE_TEMPLE_STEPS] = {demo_add_temple_steps, DEMO_MATERIAL_STONE, true},
        [DEMO_SHAPE_TEMPLE_RING] = {demo_add_temple_ring, DEMO_MATERIAL_MARBLE, true},
        [DEMO_SHAPE_DOME] = {demo_add_dome, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_FINIAL] = {demo_add_finial, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_PEDESTAL] = {demo_add_pedestal, DEMO_MATERIAL_MARBLE, true},
        [DEMO_SHAPE_AMPHORA] = {demo_add_amphora, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_BRAZIER] = {demo_add_brazier, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_KNOT] = {demo_add_knot, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_SPHERE_MARBLE] = {demo_add_sphere, DEMO_MATERIAL_MARBLE, true},
        [DEMO_SHAPE_SPHERE_METAL] = {demo_add_sphere, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_LANTERN] = {demo_add_lantern, DEMO_MATERIAL_GLOW, false},
        [DEMO_SHAPE_CYPRESS] = {demo_add_cypress, DEMO_MATERIAL_FOLIAGE, true},
        [DEMO_SHAPE_BUSH] = {demo_add_bush, DEMO_MATERIAL_FOLIAGE, true},
        [DEMO_SHAPE_ROCK] = {demo_add_rock, DEMO_MATERIAL_STONE, true},
        [DEMO_SHAPE_FLOOR] = {demo_add_plane, DEMO_MATERIAL_FLOOR, false},
        [DEMO_SHAPE_GROUND] = {demo_add_ground, DEMO_MATERIAL_GROUND, false},
        [DEMO_SHAPE_WATER] = {demo_add_plane, DEMO_MATERIAL_WATER, false},
    };
    const demo_mesh none = {0};
    for (uint32_t i = 0; i < DEMO_SHAPE_COUNT; i++) {
        shapes[i].material = rows[i].material;
        shapes[i].casts_shadow = rows[i].casts_shadow;
        shapes[i].mesh = build_mesh(set, rows[i].add, false);
        shapes[i].shadow_mesh = rows[i].casts_shadow ? build_mesh(set, rows[i].add, true) : none;
    }
}
