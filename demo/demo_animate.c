/* demo_animate.c: the scene at a moment.
 * In: a scene and a time. Out: instances, lights and sprites as the shaders read them.
 * Promised: a function of its arguments alone; no clock. */
#include "demo_scene.h"

#include <math.h>
#include <string.h>

static float bob_at(float bob, demo_vec3 at, float time)
{
    return bob * sinf(1.3f * time + 3.1f * at.x + 1.7f * at.z);
}

static demo_transform transform_at(const demo_placing *placing, float time)
{
    float angle = placing->yaw + placing->spin * time, s = sinf(angle), c = cosf(angle);
    demo_vec3 size = placing->size, at = placing->at;
    at.y += bob_at(placing->bob, at, time);
    demo_transform transform = {{c * size.x, 0.0f, s * size.z, at.x, 0.0f, size.y, 0.0f, at.y,
                                 -s * size.x, 0.0f, c * size.z, at.z}};
    return transform;
}

static demo_vec3 apply(const demo_transform *transform, demo_vec3 p)
{
    const float *r = transform->rows;
    return demo_vec(r[0] * p.x + r[1] * p.y + r[2] * p.z + r[3],
                    r[4] * p.x + r[5] * p.y + r[6] * p.z + r[7],
                    r[8] * p.x + r[9] * p.y + r[10] * p.z + r[11]);
}

static void animate_instance(const demo_scene *scene, uint32_t index, const float times[2],
                             demo_scene_frame *frame)
{
    const demo_placing *placing = &scene->placings[index];
    const demo_mesh *mesh = &scene->shapes[placing->shape].mesh;
    demo_instance *instance = &frame->instances[index];
    demo_vec3 size = placing->size;
    instance->now = transform_at(placing, times[0]);
    instance->before = transform_at(placing, times[1]);
    memcpy(instance->tint, placing->tint, sizeof instance->tint);
    instance->extra[0] = floorf(64.0f * demo_random(index * 3u + 1u));
    frame->centers[index] = apply(&instance->now, mesh->center);
    frame->radii[index] = mesh->radius * fmaxf(size.x, fmaxf(size.y, size.z));
}

static float flicker(float time, demo_vec3 at)
{
    return 0.85f + 0.3f * demo_noise(demo_vec(7.0f * time, at.x, at.z));
}

static void add_sprite(demo_scene_frame *frame, demo_vec3 at, float size, const float color[4])
{
    if (frame->sprite_count < DEMO_SPRITES_MAX) {
        demo_sprite *sprite = &frame->sprites[frame->sprite_count++];
        const float position[4] = {at.x, at.y, at.z, size};
        memcpy(sprite->position, position, sizeof position);
        memcpy(sprite->color, color, sizeof sprite->color);
    }
}

/* A flame is a dozen soft sprites that rise, shrink and redden. */
static void add_fire(demo_scene_frame *frame, const demo_glow *fire, float time)
{
    for (uint32_t i = 0; i < 14; i++) {
        float seed = demo_random(i * 7u + 1u), age = seed + time * (0.8f + 0.5f * seed);
        age -= floorf(age);
        float sway =
            0.16f *
            (demo_noise(demo_vec(3.0f * age + 9.0f * seed, 2.0f * time, fire->at.z)) - 0.5f);
        float angle = 2.4f * (float)i, spread = 0.26f * (1.0f - age) * sqrtf(seed);
        demo_vec3 at =
            demo_vec(fire->at.x + sway + spread * sinf(angle), fire->at.y - 0.45f + 0.85f * age,
                     fire->at.z + spread * cosf(angle));
        float heat = 3.4f * (1.0f - age) * demo_smoothstep(0.0f, 0.15f, age);
        const float color[4] = {heat * 1.5f, heat * demo_mix(0.62f, 0.22f, age),
                                heat * demo_mix(0.20f, 0.03f, age), 1.5f};
        add_sprite(frame, at, 0.25f * (1.05f - 0.75f * age), color);
    }
}

static void add_halo(demo_scene_frame *frame, const demo_glow *glow, demo_vec3 at, float strength)
{
    const float color[4] = {glow->color[0] * strength, glow->color[1] * strength,
                            glow->color[2] * strength, 1.0f};
    add_sprite(frame, at, glow->halo, color);
}

static void animate_glow(const demo_glow *glow, float time, demo_scene_frame *frame)
{
    demo_vec3 at = glow->at;
    float power = glow->power;
    at.y += bob_at(glow->bob, at, time);
    if (glow->kind == DEMO_GLOW_FIRE) {
        power *= flicker(time, at);
        add_fire(frame, glow, time);
        demo_glow haze = *glow;
        haze.halo = 1.5f;
        add_halo(frame, &haze, at, 0.13f);
    } else if (glow->halo > 0.0f) {
        add_halo(frame, glow, at, 0.30f);
    }
    demo_light light = {
        {at.x, at.y, at.z, glow->reach},
        {glow->color[0] * power, glow->color[1] * power, glow->color[2] * power, 0.0f}};
    frame->lights[frame->light_count++] = light;
}

void demo_scene_animate(const demo_scene *scene, float time, float before, demo_scene_frame *frame)
{
    const float times[2] = {time, before};
    frame->light_count = 0;
    frame->sprite_count = 0;
    for (uint32_t i = 0; i < scene->placing_count; i++) {
        animate_instance(scene, i, times, frame);
    }
    for (uint32_t i = 0; i < scene->glow_count; i++) {
        animate_glow(&scene->glows[i], time, frame);
    }
}
