/* demo_ornaments.c: vessels, a knot, balls.
 * In: nothing. Out: meshes. Promised: metres, y up, feet at y = 0; the knot and balls around 0. */
#include "demo_shape_parts.h"

#include <math.h>

void demo_add_amphora(demo_mesh_set *set, bool coarse)
{
    static const float body[][2] = {{0.20f, 0.00f}, {0.22f, 0.05f}, {0.12f, 0.12f}, {0.16f, 0.22f},
                                    {0.34f, 0.48f}, {0.44f, 0.80f}, {0.38f, 1.08f}, {0.20f, 1.26f},
                                    {0.13f, 1.38f}, {0.14f, 1.50f}, {0.24f, 1.58f}, {0.25f, 1.62f},
                                    {0.16f, 1.58f}, {0.00f, 1.50f}};
    const demo_profile profile = DEMO_PROFILE(body);
    demo_mesh_add_smooth_lathe(set, &profile, coarse ? 10 : 44, coarse ? 10 : 52);
}

void demo_add_brazier(demo_mesh_set *set, bool coarse)
{
    static const float bowl[][2] = {{0.34f, 0.00f}, {0.36f, 0.06f}, {0.14f, 0.14f}, {0.07f, 0.30f},
                                    {0.06f, 0.70f}, {0.11f, 0.78f}, {0.06f, 0.86f}, {0.08f, 1.00f},
                                    {0.30f, 1.08f}, {0.48f, 1.24f}, {0.54f, 1.38f}, {0.56f, 1.40f},
                                    {0.50f, 1.38f}, {0.40f, 1.26f}, {0.00f, 1.20f}};
    const demo_profile profile = DEMO_PROFILE(bowl);
    demo_mesh_add_smooth_lathe(set, &profile, coarse ? 10 : 40, coarse ? 12 : 56);
}

/* A tube around the torus knot (2, 3). */
static demo_vec3 knot_line(float t)
{
    float a = t * 4.0f * DEMO_PI, b = t * 6.0f * DEMO_PI, r = 0.82f + 0.36f * cosf(b);
    return demo_vec(r * cosf(a), 0.52f * sinf(b), r * sinf(a));
}

static demo_point knot_surface(const void *user, float u, float v)
{
    float radius = *(const float *)user;
    demo_vec3 at = knot_line(v);
    demo_vec3 along = demo_normalize(demo_sub(knot_line(v + 1e-3f), knot_line(v - 1e-3f)));
    demo_vec3 side = demo_normalize(demo_cross(along, demo_vec(0.0f, 1.0f, 0.0f)));
    demo_vec3 up = demo_cross(side, along);
    float angle = 2.0f * DEMO_PI * u;
    demo_vec3 out = demo_add(demo_scale(side, cosf(angle)), demo_scale(up, sinf(angle)));
    demo_point point = {demo_add(at, demo_scale(out, radius)), 1.0f};
    return point;
}

void demo_add_knot(demo_mesh_set *set, bool coarse)
{
    const float radius = 0.21f;
    const uint32_t cells[2] = {coarse ? 8u : 28u, coarse ? 60u : 260u};
    demo_mesh_add_surface(set, knot_surface, &radius, cells);
}

void demo_add_sphere(demo_mesh_set *set, bool coarse)
{
    const demo_blob blob = {0.0f, 1.0f, 1.0f, 0};
    demo_add_blob(set, &blob, coarse);
}

void demo_add_lantern(demo_mesh_set *set, bool coarse)
{
    const demo_blob blob = {0.0f, 1.0f, 1.0f, 0};
    const uint32_t cells[2] = {12, 8};
    (void)coarse;
    demo_mesh_add_surface(set, demo_blob_surface, &blob, cells);
}
