/* demo_architecture.c: columns, arches, domes: profiles and surfaces.
 * In: nothing. Out: meshes. Promised: metres, y up, feet at y = 0. */
#include "demo_shape_parts.h"

#include <math.h>

/* 4.3 m high to the top of the capital, 0.45 m radius, with entasis. */
void demo_add_column(demo_mesh_set *set, bool coarse)
{
    static const float base[][2] = {{0.62f, 0.00f}, {0.62f, 0.16f}, {0.00f, 0.16f}};
    static const float foot[][2] = {{0.50f, 0.14f}, {0.60f, 0.17f}, {0.62f, 0.23f}, {0.58f, 0.29f},
                                    {0.50f, 0.31f}, {0.48f, 0.35f}, {0.52f, 0.38f}, {0.53f, 0.42f},
                                    {0.49f, 0.46f}, {0.45f, 0.47f}};
    static const float shaft[][2] = {
        {0.450f, 0.46f}, {0.452f, 1.5f}, {0.435f, 2.6f}, {0.385f, 3.82f}};
    static const float neck[][2] = {{0.39f, 3.80f}, {0.42f, 3.83f}, {0.42f, 3.87f}, {0.39f, 3.89f},
                                    {0.40f, 3.96f}, {0.47f, 4.04f}, {0.57f, 4.10f}, {0.58f, 4.14f}};
    static const float top[][2] = {{0.0f, 4.13f}, {0.63f, 4.13f}, {0.65f, 4.17f}, {0.65f, 4.30f}};
    const demo_profile round_base = DEMO_PROFILE(foot), capital = DEMO_PROFILE(neck);
    const demo_profile plinth = DEMO_PROFILE(base), abacus = DEMO_PROFILE(top);
    demo_profile fluted = DEMO_PROFILE(shaft);
    fluted.flute_depth = coarse ? 0.0f : 0.085f;
    fluted.flute_count = coarse ? 0 : 20;
    demo_mesh_add_smooth_lathe(set, &fluted, coarse ? 12 : 100, coarse ? 2 : 5);
    demo_mesh_add_square_lathe(set, &plinth);
    demo_mesh_add_square_lathe(set, &abacus);
    demo_mesh_add_smooth_lathe(set, &round_base, coarse ? 10 : 36, coarse ? 3 : 18);
    demo_mesh_add_smooth_lathe(set, &capital, coarse ? 10 : 36, coarse ? 3 : 16);
}

typedef struct arch_state {
    float inner, outer, half_width, height, depth;
    uint32_t part;
} arch_state;

/* Where a ray from the middle of the arch leaves the rectangle around it. */
static void arch_rim(const arch_state *arch, float angle, float out[2])
{
    float c = cosf(angle), s = sinf(angle);
    float to_side = arch->half_width / fmaxf(fabsf(c), 1e-4f),
          to_top = arch->height / fmaxf(s, 1e-4f);
    float reach = fminf(to_side, to_top);
    out[0] = c * reach;
    out[1] = s * reach;
}

static demo_point arch_face(const void *user, float u, float v)
{
    const arch_state *arch = (const arch_state *)user;
    float angle = DEMO_PI * (arch->part == 0 ? 1.0f - u : u), rim[2];
    arch_rim(arch, angle, rim);
    float x = demo_mix(arch->inner * cosf(angle), rim[0], v);
    float y = demo_mix(arch->inner * sinf(angle), rim[1], v);
    float z = arch->part == 0 ? -arch->depth : arch->depth;
    demo_point point = {demo_vec(x, y, z), 1.0f};
    return point;
}

static demo_point arch_soffit(const void *user, float u, float v)
{
    const arch_state *arch = (const arch_state *)user;
    float angle = DEMO_PI * u, z = arch->depth * (2.0f * v - 1.0f);
    demo_point point = {demo_vec(arch->inner * cosf(angle), arch->inner * sinf(angle), z), 0.6f};
    return point;
}

/* A raised band around the opening. */
static demo_point arch_band(const void *user, float u, float v)
{
    const arch_state *arch = (const arch_state *)user;
    float angle = DEMO_PI * (arch->part == 0 ? 1.0f - u : u), side = arch->part == 0 ? 1.0f : -1.0f;
    float swell = sinf(v * DEMO_PI), radius = demo_mix(arch->outer, arch->inner, v);
    float z = side * (arch->depth + 0.07f * sqrtf(fmaxf(swell, 0.0f)));
    demo_point point = {demo_vec(radius * cosf(angle), radius * sinf(angle), z), 1.0f};
    return point;
}

/* Spans 4 m between two capitals along x; stands on y = 0, 2.05 m high. */
void demo_add_arch(demo_mesh_set *set, bool coarse)
{
    arch_state arch = {1.52f, 1.78f, 2.0f, 2.05f, 0.42f, 0};
    const uint32_t face[2] = {coarse ? 12u : 40u, 1}, soffit[2] = {coarse ? 12u : 40u, 1};
    const uint32_t band[2] = {40, 6};
    for (arch.part = 0; arch.part < 2; arch.part++) {
        demo_mesh_add_surface(set, arch_face, &arch, face);
        if (!coarse) {
            demo_mesh_add_surface(set, arch_band, &arch, band);
        }
    }
    demo_mesh_add_surface(set, arch_soffit, &arch, soffit);
}

/* One metre of it along z, 1 m high: architrave, frieze, cornice. */
void demo_add_entablature(demo_mesh_set *set, bool coarse)
{
    static const float fine[][2] = {{0.00f, 0.00f}, {0.46f, 0.00f}, {0.46f, 0.16f}, {0.49f, 0.17f},
                                    {0.49f, 0.32f}, {0.53f, 0.34f}, {0.53f, 0.38f}, {0.47f, 0.39f},
                                    {0.47f, 0.66f}, {0.52f, 0.69f}, {0.55f, 0.74f}, {0.70f, 0.76f},
                                    {0.72f, 0.84f}, {0.74f, 0.86f}, {0.80f, 0.95f}, {0.80f, 1.00f},
                                    {0.00f, 1.00f}};
    static const float plain[][2] = {{0.00f, 0.00f}, {0.47f, 0.00f}, {0.47f, 0.70f},
                                     {0.75f, 0.76f}, {0.80f, 1.00f}, {0.00f, 1.00f}};
    const demo_profile detailed = DEMO_PROFILE(fine), simple = DEMO_PROFILE(plain);
    demo_mesh_add_extrusion(set, coarse ? &simple : &detailed);
}

void demo_add_roof(demo_mesh_set *set, bool coarse)
{
    static const float gable[][2] = {{0.00f, 0.00f}, {3.30f, 0.00f}, {3.30f, 0.14f},
                                     {0.12f, 1.30f}, {0.12f, 1.42f}, {0.00f, 1.42f}};
    const demo_profile profile = DEMO_PROFILE(gable);
    (void)coarse;
    demo_mesh_add_extrusion(set, &profile);
}

/* 1 m wide and high, the edges bevelled a little so that they catch light. */
void demo_add_box(demo_mesh_set *set, bool coarse)
{
    static const float sharp[][2] = {{0.0f, 0.0f}, {0.5f, 0.0f}, {0.5f, 1.0f}, {0.0f, 1.0f}};
    static const float bevelled[][2] = {
        {0.00f, 0.00f}, {0.50f, 0.00f}, {0.50f, 0.96f}, {0.49f, 1.00f}, {0.00f, 1.00f}};
    const demo_profile plain = DEMO_PROFILE(sharp), fine = DEMO_PROFILE(bevelled);
    demo_mesh_add_square_lathe(set, coarse ? &plain : &fine);
}

void demo_add_temple_steps(demo_mesh_set *set, bool coarse)
{
    static const float steps[][2] = {{8.4f, 0.00f}, {8.4f, 0.26f}, {8.0f, 0.28f}, {8.0f, 0.54f},
                                     {7.6f, 0.56f}, {7.6f, 0.82f}, {7.2f, 0.84f}, {7.2f, 1.10f},
                                     {6.8f, 1.12f}, {6.8f, 1.40f}, {0.0f, 1.40f}};
    const demo_profile profile = DEMO_PROFILE(steps);
    demo_mesh_add_lathe(set, &profile, coarse ? 24 : 96);
}

/* The entablature of the round temple, its inner side too. */
void demo_add_temple_ring(demo_mesh_set *set, bool coarse)
{
    static const float ring[][2] = {{4.90f, 1.60f}, {4.90f, 0.00f}, {6.00f, 0.00f}, {6.00f, 0.24f},
                                    {6.06f, 0.26f}, {6.06f, 0.50f}, {6.14f, 0.54f}, {6.14f, 0.60f},
                                    {6.04f, 0.62f}, {6.04f, 1.10f}, {6.14f, 1.16f}, {6.20f, 1.24f},
                                    {6.50f, 1.28f}, {6.54f, 1.40f}, {6.66f, 1.54f}, {6.66f, 1.62f},
                                    {5.90f, 1.74f}, {5.90f, 2.00f}, {0.00f, 2.00f}};
    const demo_profile profile = DEMO_PROFILE(ring);
    demo_mesh_add_lathe(set, &profile, coarse ? 24 : 96);
}

/* A dome with ribs: the flutes of a lathe, seen from outside. */
void demo_add_dome(demo_mesh_set *set, bool coarse)
{
    static const float arc[][2] = {{5.70f, 0.00f}, {5.68f, 0.60f}, {5.45f, 1.60f}, {4.85f, 2.75f},
                                   {3.90f, 3.75f}, {2.65f, 4.50f}, {1.30f, 4.92f}, {0.00f, 5.05f}};
    demo_profile profile = DEMO_PROFILE(arc);
    profile.flute_depth = coarse ? 0.0f : 0.025f;
    profile.flute_count = coarse ? 0 : 24;
    demo_mesh_add_smooth_lathe(set, &profile, coarse ? 20 : 144, coarse ? 6 : 28);
}

void demo_add_finial(demo_mesh_set *set, bool coarse)
{
    static const float spire[][2] = {{0.70f, 0.00f}, {0.72f, 0.12f}, {0.40f, 0.25f},
                                     {0.22f, 0.45f}, {0.20f, 0.60f}, {0.42f, 0.80f},
                                     {0.50f, 1.05f}, {0.40f, 1.32f}, {0.16f, 1.50f},
                                     {0.10f, 1.80f}, {0.06f, 2.40f}, {0.00f, 2.90f}};
    const demo_profile profile = DEMO_PROFILE(spire);
    demo_mesh_add_smooth_lathe(set, &profile, coarse ? 10 : 40, coarse ? 10 : 48);
}

void demo_add_pedestal(demo_mesh_set *set, bool coarse)
{
    static const float block[][2] = {{0.60f, 0.00f}, {0.60f, 0.14f}, {0.54f, 0.18f}, {0.50f, 0.26f},
                                     {0.46f, 0.30f}, {0.46f, 0.98f}, {0.50f, 1.02f}, {0.56f, 1.10f},
                                     {0.58f, 1.12f}, {0.58f, 1.22f}, {0.00f, 1.22f}};
    const demo_profile profile = DEMO_PROFILE(block);
    (void)coarse;
    demo_mesh_add_square_lathe(set, &profile);
}
