/* demo_scene.h: a courtyard at sunset: what stands where, which lights burn. Built once, then moved
 * along by the number of the frame. */
#ifndef DEMO_SCENE_H
#define DEMO_SCENE_H

#include "demo_shapes.h"

#define DEMO_INSTANCES_MAX 1536u
#define DEMO_LIGHTS_MAX 384u
#define DEMO_SPRITES_MAX 1024u

/* Rows of a matrix 3 × 4. */
typedef struct demo_transform {
    float rows[12];
} demo_transform;

/* As shaders/scene.glsl reads it. */
typedef struct demo_instance {
    demo_transform now, before; /* local to world, in this frame and in the one before */
    float tint[4];              /* linear colour and how much light the thing gives */
    float extra[4];             /* a number of its own, and spare ones */
} demo_instance;

typedef struct demo_light {
    float position[4]; /* xyz, reach in metres */
    float color[4];    /* linear, spare */
} demo_light;

typedef struct demo_sprite {
    float position[4]; /* xyz, half size in metres */
    float color[4];    /* linear, how tall against its width */
} demo_sprite;

/* Where a thing stands, and how it moves. */
typedef struct demo_placing {
    demo_shape_id shape;
    demo_vec3 at, size;
    float yaw;
    float spin; /* radians a second */
    float bob;  /* metres up and down */
    float tint[4];
} demo_placing;

typedef enum demo_glow_kind { DEMO_GLOW_STEADY, DEMO_GLOW_FIRE } demo_glow_kind;

typedef struct demo_glow {
    demo_glow_kind kind;
    demo_vec3 at;
    float reach, power;
    float bob;
    float color[3];
    float halo; /* half size of its sprite, 0: none */
} demo_glow;

typedef struct demo_scene {
    demo_mesh_set meshes;
    demo_shape shapes[DEMO_SHAPE_COUNT];
    demo_placing placings[DEMO_INSTANCES_MAX]; /* sorted by shape */
    uint32_t placing_count;
    demo_glow glows[DEMO_LIGHTS_MAX];
    uint32_t glow_count;
} demo_scene;

/* What one frame of it looks like. */
typedef struct demo_scene_frame {
    demo_instance instances[DEMO_INSTANCES_MAX];
    demo_vec3 centers[DEMO_INSTANCES_MAX]; /* bounding spheres, in the world */
    float radii[DEMO_INSTANCES_MAX];
    demo_light lights[DEMO_LIGHTS_MAX];
    demo_sprite sprites[DEMO_SPRITES_MAX];
    uint32_t light_count, sprite_count;
} demo_scene_frame;

/* False when out of memory; finish it all the same. */
bool demo_scene_build(demo_scene *scene);
void demo_scene_finish(demo_scene *scene);

/* The scene at `time` seconds; `before` is the time of the frame before. */
void demo_scene_animate(const demo_scene *scene, float time, float before, demo_scene_frame *frame);

#endif
