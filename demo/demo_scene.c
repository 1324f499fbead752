/* demo_scene.c: the courtyard.
 * In: shapes. Out: placings and glows. Promised: the same scene each time; nothing past the limits. */
#include "demo_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BAY 4.0f
#define BAYS 11
#define FRONT 10.0f                            /* z of the first column */
#define BACK (FRONT - BAY * (float)(BAYS - 1)) /* z of the last */
#define TEMPLE_Z (-44.0f)

static const float white[4] = {1.0f, 1.0f, 1.0f, 0.0f};
static const float bronze[4] = {0.72f, 0.43f, 0.20f, 0.0f};
static const float gold[4] = {1.00f, 0.72f, 0.29f, 0.0f};
static const float verdigris[4] = {0.30f, 0.52f, 0.44f, 0.0f};
static const float amber[3] = {1.00f, 0.50f, 0.16f};
static const float palette[5][3] = {{0.10f, 0.75f, 0.85f},
                                    {0.95f, 0.18f, 0.48f},
                                    {0.45f, 0.28f, 1.00f},
                                    {1.00f, 0.58f, 0.18f},
                                    {0.18f, 0.85f, 0.45f}};

static demo_placing *place(demo_scene *scene, demo_shape_id shape, demo_vec3 at,
                           const float tint[4])
{
    uint32_t last = DEMO_INSTANCES_MAX - 1;
    demo_placing *placing = &scene->placings[scene->placing_count];
    scene->placing_count += scene->placing_count < last ? 1u : 0u;
    memset(placing, 0, sizeof *placing);
    placing->shape = shape;
    placing->at = at;
    placing->size = demo_vec(1.0f, 1.0f, 1.0f);
    memcpy(placing->tint, tint, sizeof placing->tint);
    return placing;
}

static demo_glow *glow(demo_scene *scene, demo_vec3 at, const float color[3], float power)
{
    uint32_t last = DEMO_LIGHTS_MAX - 1;
    demo_glow *light = &scene->glows[scene->glow_count];
    scene->glow_count += scene->glow_count < last ? 1u : 0u;
    memset(light, 0, sizeof *light);
    light->at = at;
    light->power = 0.62f * power;
    light->reach = 4.5f;
    memcpy(light->color, color, sizeof light->color);
    return light;
}

static void box(demo_scene *scene, demo_vec3 at, demo_vec3 size)
{
    place(scene, DEMO_SHAPE_BOX, at, white)->size = size;
}

/* A small ball of glass that shines, with its light and its halo. */
static void lantern(demo_scene *scene, demo_vec3 at, const float color[3], float radius)
{
    const float tint[4] = {color[0], color[1], color[2], 4.2f};
    place(scene, DEMO_SHAPE_LANTERN, at, tint)->size = demo_vec(radius, radius * 1.25f, radius);
    demo_glow *light = glow(scene, at, color, 5.5f);
    light->halo = radius * 4.0f;
}

static void floating_lantern(demo_scene *scene, demo_vec3 at, const float color[3], float bob)
{
    lantern(scene, at, color, 0.085f);
    scene->placings[scene->placing_count - 1].bob = bob;
    scene->glows[scene->glow_count - 1].bob = bob;
}

/* One bay of the double arcade on one side: two columns, two arches, what lies above, and lights. */
static void arcade_bay(demo_scene *scene, float side, uint32_t bay)
{
    float z = FRONT - BAY * (float)bay;
    for (uint32_t row = 0; row < 2; row++) {
        float x = side * (row == 0 ? 9.0f : 13.0f);
        place(scene, DEMO_SHAPE_COLUMN, demo_vec(x, 0.25f, z), white);
        if (bay + 1 < BAYS) {
            place(scene, DEMO_SHAPE_ARCH, demo_vec(x, 4.55f, z - 2.0f), white)->yaw =
                0.5f * DEMO_PI;
        }
    }
    glow(scene, demo_vec(side * 8.1f, 0.45f, z), amber, 5.0f)->reach = 4.6f;
    if (bay + 1 < BAYS) {
        const float *color = bay % 3 == 1 ? palette[side > 0.0f ? 0 : 2] : amber;
        lantern(scene, demo_vec(side * 9.0f, 4.7f, z - 2.0f), color, 0.17f);
        glow(scene, demo_vec(side * 11.2f, 3.6f, z - 2.0f), amber, 7.0f)->reach = 6.0f;
    }
}

static void arcade(demo_scene *scene, float side)
{
    float middle = 0.5f * (FRONT + BACK), length = FRONT - BACK + 1.2f;
    for (uint32_t bay = 0; bay < BAYS; bay++) {
        arcade_bay(scene, side, bay);
    }
    for (uint32_t row = 0; row < 2; row++) {
        float x = side * (row == 0 ? 9.0f : 13.0f);
        place(scene, DEMO_SHAPE_ENTABLATURE, demo_vec(x, 6.6f, middle), white)->size =
            demo_vec(1.0f, 1.0f, length);
    }
    place(scene, DEMO_SHAPE_ROOF, demo_vec(side * 11.0f, 7.6f, middle), white)->size =
        demo_vec(1.0f, 1.0f, length + 0.6f);
    box(scene, demo_vec(side * 11.0f, 0.0f, middle), demo_vec(6.0f, 0.25f, length + 1.4f));
    box(scene, demo_vec(side * 11.0f, 0.0f, middle), demo_vec(6.7f, 0.12f, length + 2.2f));
}

/* Statues of the roof's edge, urns and balls in turn. */
static void roof_ornaments(demo_scene *scene, float side)
{
    for (uint32_t bay = 0; bay < BAYS; bay += 2) {
        float z = FRONT - BAY * (float)bay;
        demo_placing *block =
            place(scene, DEMO_SHAPE_PEDESTAL, demo_vec(side * 8.9f, 7.6f, z), white);
        block->size = demo_vec(0.55f, 0.5f, 0.55f);
        demo_placing *urn =
            place(scene, DEMO_SHAPE_AMPHORA, demo_vec(side * 8.9f, 8.2f, z), bronze);
        urn->size = demo_vec(0.75f, 0.75f, 0.75f);
    }
}

static void pool_rim(demo_scene *scene)
{
    box(scene, demo_vec(-2.75f, 0.0f, -10.0f), demo_vec(0.5f, 0.34f, 29.0f));
    box(scene, demo_vec(2.75f, 0.0f, -10.0f), demo_vec(0.5f, 0.34f, 29.0f));
    box(scene, demo_vec(0.0f, 0.0f, 4.25f), demo_vec(6.0f, 0.34f, 0.5f));
    box(scene, demo_vec(0.0f, 0.0f, -24.25f), demo_vec(6.0f, 0.34f, 0.5f));
    place(scene, DEMO_SHAPE_WATER, demo_vec(0.0f, 0.2f, -10.0f), white)->size =
        demo_vec(5.1f, 1.0f, 28.2f);
}

static void brazier(demo_scene *scene, float x, float z)
{
    place(scene, DEMO_SHAPE_BRAZIER, demo_vec(x, 0.0f, z), bronze);
    demo_glow *fire = glow(scene, demo_vec(x, 1.75f, z), amber, 17.0f);
    fire->kind = DEMO_GLOW_FIRE;
    fire->reach = 8.5f;
    fire->halo = 0.42f;
}

/* Braziers and bronze amphorae in turn along the water. */
static void pool_sides(demo_scene *scene)
{
    for (uint32_t i = 0; i < 7; i++) {
        float z = 3.0f - 4.4f * (float)i;
        for (int32_t side = -1; side <= 1; side += 2) {
            float x = 4.1f * (float)side;
            if (i % 2 == 0) {
                brazier(scene, x, z);
            } else {
                place(scene, DEMO_SHAPE_PEDESTAL, demo_vec(x, 0.0f, z), white)->size =
                    demo_vec(0.8f, 0.75f, 0.8f);
                place(scene, DEMO_SHAPE_AMPHORA, demo_vec(x, 0.9f, z), i == 3 ? gold : bronze);
            }
        }
    }
}

static void sculpture(demo_scene *scene)
{
    place(scene, DEMO_SHAPE_PEDESTAL, demo_vec(0.0f, 0.0f, -9.0f), white)->size =
        demo_vec(1.25f, 0.85f, 1.25f);
    demo_placing *knot = place(scene, DEMO_SHAPE_KNOT, demo_vec(0.0f, 1.98f, -9.0f), gold);
    knot->size = demo_vec(0.92f, 1.1f, 0.92f);
    knot->spin = 0.5f;
    for (uint32_t i = 0; i < 6; i++) {
        float angle = (float)i * DEMO_PI / 3.0f;
        demo_vec3 at = demo_vec(1.5f * sinf(angle), 0.42f, -9.0f + 1.5f * cosf(angle));
        glow(scene, at, palette[i % 2 == 0 ? 0 : 2], 6.0f)->reach = 4.0f;
    }
}

static void temple_ring_columns(demo_scene *scene)
{
    for (uint32_t i = 0; i < 14; i++) {
        float angle = ((float)i + 0.5f) * 2.0f * DEMO_PI / 14.0f, s = sinf(angle), c = cosf(angle);
        demo_vec3 at = demo_vec(5.5f * s, 1.4f, TEMPLE_Z + 5.5f * c);
        demo_placing *column = place(scene, DEMO_SHAPE_COLUMN, at, white);
        column->size = demo_vec(1.05f, 1.35f, 1.05f);
        column->yaw = angle;
        demo_vec3 foot = demo_vec(6.5f * s, 1.7f, TEMPLE_Z + 6.5f * c);
        glow(scene, foot, palette[3], 9.0f)->reach = 5.5f;
    }
}

static void temple(demo_scene *scene)
{
    temple_ring_columns(scene);
    place(scene, DEMO_SHAPE_TEMPLE_STEPS, demo_vec(0.0f, 0.0f, TEMPLE_Z), white);
    place(scene, DEMO_SHAPE_TEMPLE_RING, demo_vec(0.0f, 7.2f, TEMPLE_Z), white);
    place(scene, DEMO_SHAPE_DOME, demo_vec(0.0f, 9.15f, TEMPLE_Z), verdigris);
    place(scene, DEMO_SHAPE_FINIAL, demo_vec(0.0f, 14.1f, TEMPLE_Z), gold);
    place(scene, DEMO_SHAPE_PEDESTAL, demo_vec(0.0f, 1.4f, TEMPLE_Z), white)->size =
        demo_vec(2.0f, 1.3f, 2.0f);
    place(scene, DEMO_SHAPE_SPHERE_METAL, demo_vec(0.0f, 4.3f, TEMPLE_Z), gold)->size =
        demo_vec(1.3f, 1.3f, 1.3f);
    for (uint32_t i = 0; i < 6; i++) {
        float angle = (float)i * DEMO_PI / 3.0f;
        demo_vec3 at = demo_vec(3.0f * sinf(angle), 5.6f, TEMPLE_Z + 3.0f * cosf(angle));
        glow(scene, at, amber, 24.0f)->reach = 9.0f;
    }
}

/* Marble balls on pedestals at the temple's stairs. */
static void stair_balls(demo_scene *scene)
{
    for (int32_t side = -1; side <= 1; side += 2) {
        for (uint32_t i = 0; i < 3; i++) {
            demo_vec3 at = demo_vec(5.6f * (float)side, 0.0f, -27.0f - 3.6f * (float)i);
            place(scene, DEMO_SHAPE_PEDESTAL, at, white);
            at.y = 1.86f;
            place(scene, DEMO_SHAPE_SPHERE_MARBLE, at, white)->size = demo_vec(0.66f, 0.66f, 0.66f);
        }
    }
}

static void tree(demo_scene *scene, float x, float z, uint32_t seed)
{
    float scale = 0.8f + 0.55f * demo_random(seed);
    float green = 0.75f + 0.5f * demo_random(seed + 1);
    const float tint[4] = {0.85f * green, green, 0.8f * green, 0.0f};
    demo_placing *cypress =
        place(scene, DEMO_SHAPE_CYPRESS, demo_vec(x, demo_ground_height(x, z), z), tint);
    cypress->size = demo_vec(scale, scale * (1.0f + 0.3f * demo_random(seed + 2)), scale);
    cypress->yaw = 6.28f * demo_random(seed + 3);
}

static void grove(demo_scene *scene)
{
    for (uint32_t i = 0; i < 44; i++) {
        float side = i % 2 == 0 ? 1.0f : -1.0f, z = 9.0f - 1.45f * (float)(i - i % 2);
        float x = side * (17.5f + 5.5f * demo_random(i * 31 + 7));
        z += 1.6f * demo_random(i * 31 + 9);
        tree(scene, x, z, i * 17);
        glow(scene, demo_vec(x - 1.5f * side, 0.7f, z + 0.4f), palette[i % 3 == 0 ? 0 : 3], 9.0f)
            ->reach = 5.0f;
    }
    for (uint32_t i = 0; i < 60; i++) {
        float angle = -DEMO_PI * (0.04f + 0.92f * ((float)i + demo_random(i * 5)) / 60.0f);
        float radius = 34.0f + 50.0f * demo_random(i * 13 + 5);
        tree(scene, radius * cosf(angle), -26.0f + radius * sinf(angle), i * 19 + 500);
    }
}

/* Bushes and rocks in the garden behind the arcades and around the temple. */
static void undergrowth(demo_scene *scene)
{
    for (uint32_t i = 0; i < 190; i++) {
        float side = i % 2 == 0 ? 1.0f : -1.0f, size = 0.4f + 1.0f * demo_random(i * 7 + 3);
        float x = side * (15.6f + 12.0f * demo_random(i * 7 + 1));
        float z = 9.0f - 64.0f * demo_random(i * 7 + 2);
        if (z < -36.0f) {
            x *= 0.72f;
        }
        bool rock = i % 5 == 0;
        const float leaf[4] = {0.8f + 0.5f * demo_random(i), 1.0f, 0.7f, 0.0f};
        demo_vec3 at = demo_vec(x, demo_ground_height(x, z) + 0.3f * size, z);
        demo_placing *thing =
            place(scene, rock ? DEMO_SHAPE_ROCK : DEMO_SHAPE_BUSH, at, rock ? white : leaf);
        thing->size = demo_vec(size, size * 0.8f, size);
        thing->yaw = 6.28f * demo_random(i * 7 + 4);
    }
}

/* Coloured lanterns that float over the water, in the court and among the trees. */
static void floating_lanterns(demo_scene *scene)
{
    for (uint32_t i = 0; i < 116; i++) {
        float x = 15.0f * (demo_random(i * 11 + 1) - 0.5f),
              z = 6.0f - 42.0f * demo_random(i * 11 + 2);
        if (i % 4 == 3) {
            x = (i % 8 == 3 ? 1.0f : -1.0f) * (15.0f + 5.0f * demo_random(i * 11 + 5));
        }
        float y = 0.9f + 5.2f * powf(demo_random(i * 11 + 3), 1.5f);
        const float *color = palette[(uint32_t)(demo_random(i * 11 + 4) * 4.99f)];
        floating_lantern(scene, demo_vec(x, y, z), color, 0.12f + 0.2f * demo_random(i));
    }
}

static int compare_placings(const void *a, const void *b)
{
    const demo_placing *left = (const demo_placing *)a, *right = (const demo_placing *)b;
    if (left->shape != right->shape) {
        return left->shape < right->shape ? -1 : 1;
    }
    if (left->at.z != right->at.z) {
        return left->at.z > right->at.z ? -1 : 1;
    }
    return left->at.x < right->at.x ? -1 : left->at.x > right->at.x ? 1 : 0;
}

bool demo_scene_build(demo_scene *scene)
{
    demo_shapes_build(&scene->meshes, scene->shapes);
    place(scene, DEMO_SHAPE_GROUND, demo_vec(0.0f, 0.0f, 0.0f), white);
    place(scene, DEMO_SHAPE_FLOOR, demo_vec(0.0f, 0.0f, -14.0f), white)->size =
        demo_vec(16.6f, 1.0f, 56.0f);
    for (int32_t side = -1; side <= 1; side += 2) {
        arcade(scene, (float)side);
        roof_ornaments(scene, (float)side);
    }
    pool_rim(scene);
    pool_sides(scene);
    sculpture(scene);
    temple(scene);
    stair_balls(scene);
    grove(scene);
    undergrowth(scene);
    floating_lanterns(scene);
    qsort(scene->placings, scene->placing_count, sizeof scene->placings[0], compare_placings);
    return !scene->meshes.out_of_memory;
}

void demo_scene_finish(demo_scene *scene)
{
    demo_mesh_set_finish(&scene->meshes);
}
