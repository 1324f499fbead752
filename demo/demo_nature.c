/* demo_nature.c: the land, water, trees, bushes, rocks.
 * In: nothing. Out: meshes. Promised: metres, y up. */
#include "demo_shape_parts.h"
#include "demo_shapes.h"

#include <math.h>
#include <stddef.h>

/* A unit ball pushed in and out by noise. */
demo_point demo_blob_surface(const void *user, float u, float v)
{
    const demo_blob *blob = (const demo_blob *)user;
    float angle = u * 2.0f * DEMO_PI, polar = (v - 0.5f) * DEMO_PI;
    demo_vec3 n = demo_vec(cosf(polar) * cosf(angle), sinf(polar), cosf(polar) * sinf(angle));
    demo_vec3 at =
        demo_add(demo_scale(n, blob->frequency), demo_vec((float)blob->seed, 3.0f, 7.0f));
    float push = blob->roughness > 0.0f ? demo_fractal(at, 4) - 0.5f : 0.0f;
    float y = n.y * (n.y < 0.0f ? blob->flat : 1.0f);
    float reach = 1.0f + blob->roughness * push;
    demo_point point = {demo_scale(demo_vec(n.x, y, n.z), reach),
                        demo_clamp(0.75f + 1.6f * push, 0.25f, 1.0f)};
    return point;
}

void demo_add_blob(demo_mesh_set *set, const demo_blob *blob, bool coarse)
{
    const uint32_t cells[2] = {coarse ? 12u : 40u, coarse ? 8u : 24u};
    demo_mesh_add_surface(set, demo_blob_surface, blob, cells);
}

void demo_add_bush(demo_mesh_set *set, bool coarse)
{
    const demo_blob blob = {1.1f, 2.6f, 0.6f, 11};
    demo_add_blob(set, &blob, coarse);
}

void demo_add_rock(demo_mesh_set *set, bool coarse)
{
    const demo_blob blob = {0.9f, 1.3f, 0.5f, 29};
    demo_add_blob(set, &blob, coarse);
}

/* 9 m high, 1.1 m radius, in clumps that point upwards. */
static demo_point cypress_surface(const void *user, float u, float v)
{
    float angle = u * 2.0f * DEMO_PI, height = 0.3f + 8.9f * v;
    float body = 1.12f * powf(sinf(DEMO_PI * powf(0.04f + 0.96f * v, 0.62f)), 0.72f);
    demo_vec3 at = demo_vec(cosf(angle) * 2.2f, height * 0.75f, sinf(angle) * 2.2f);
    float push = demo_fractal(at, 4) - 0.5f;
    float radius = fmaxf(body, 0.0f) * (1.0f + 1.05f * push);
    (void)user;
    demo_point point = {demo_vec(radius * cosf(angle), height, radius * sinf(angle)),
                        demo_clamp(0.7f + 1.8f * push, 0.2f, 1.0f)};
    return point;
}

void demo_add_cypress(demo_mesh_set *set, bool coarse)
{
    static const float trunk[][2] = {{0.20f, 0.0f}, {0.14f, 0.7f}};
    const demo_profile profile = DEMO_PROFILE(trunk);
    const uint32_t cells[2] = {coarse ? 10u : 40u, coarse ? 12u : 64u};
    demo_mesh_add_surface(set, cypress_surface, NULL, cells);
    demo_mesh_add_lathe(set, &profile, 8);
}

float demo_ground_height(float x, float z)
{
    float distance = sqrtf(x * x + (z + 20.0f) * (z + 20.0f));
    float hills = demo_fractal(demo_vec(x * 0.011f, 0.5f, z * 0.011f), 5) - 0.32f;
    float peaks = demo_fractal(demo_vec(x * 0.0042f + 7.0f, 2.5f, z * 0.0042f), 6);
    float rise = demo_smoothstep(55.0f, 160.0f, distance);
    float wall = demo_smoothstep(230.0f, 640.0f, distance);
    float mounds = 0.3f * (demo_noise(demo_vec(x * 0.15f, 0.0f, z * 0.15f)) - 0.5f);
    return rise * 16.0f * hills + wall * 150.0f * peaks * peaks * 1.6f +
           mounds * demo_smoothstep(20.0f, 30.0f, distance) - 0.12f;
}

static demo_point ground_surface(const void *user, float u, float v)
{
    float angle = u * 2.0f * DEMO_PI, radius = 900.0f * v * v * v + 20.0f * v;
    float x = radius * cosf(angle), z = radius * sinf(angle) - 20.0f;
    (void)user;
    demo_point point = {demo_vec(x, demo_ground_height(x, z), z), 1.0f};
    return point;
}

/* Turns the other way than a lathe, so that it is seen from above. */
static demo_point ground_from_above(const void *user, float u, float v)
{
    return ground_surface(user, u, 1.0f - v);
}

void demo_add_ground(demo_mesh_set *set, bool coarse)
{
    const uint32_t cells[2] = {coarse ? 24u : 160u, coarse ? 12u : 90u};
    demo_mesh_add_surface(set, ground_from_above, NULL, cells);
}

/* A square of 1 m seen from above. */
static demo_point plane_surface(const void *user, float u, float v)
{
    (void)user;
    demo_point point = {demo_vec(u - 0.5f, 0.0f, v - 0.5f), 1.0f};
    return point;
}

void demo_add_plane(demo_mesh_set *set, bool coarse)
{
    const uint32_t cells[2] = {8, 8};
    (void)coarse;
    demo_mesh_add_surface(set, plane_surface, NULL, cells);
}
