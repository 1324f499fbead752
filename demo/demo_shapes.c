/* demo_shapes.c: columns, arches, domes, trees …: profiles and surfaces.
 * In: nothing. Out: every shape's meshes in one set. Promised: metres, y up, feet at y = 0. */
#include "demo_shapes.h"

#include <math.h>
#include <stddef.h>

#define PROFILE(array)                                                                             \
    {                                                                                              \
        (array), (uint32_t)(sizeof(array) / sizeof((array)[0])), 0.0f, 0                           \
    }

typedef void (*shape_fn)(demo_mesh_set *set, bool coarse);

/* 4.3 m high to the top of the capital, 0.45 m radius, with entasis. */
static void add_column(demo_mesh_set *set, bool coarse)
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
    const demo_profile round_base = PROFILE(foot), capital = PROFILE(neck);
    const demo_profile plinth = PROFILE(base), abacus = PROFILE(top);
    demo_profile fluted = PROFILE(shaft);
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
static void add_arch(demo_mesh_set *set, bool coarse)
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
static void add_entablature(demo_mesh_set *set, bool coarse)
{
    static const float fine[][2] = {{0.00f, 0.00f}, {0.46f, 0.00f}, {0.46f, 0.16f}, {0.49f, 0.17f},
                                    {0.49f, 0.32f}, {0.53f, 0.34f}, {0.53f, 0.38f}, {0.47f, 0.39f},
                                    {0.47f, 0.66f}, {0.52f, 0.69f}, {0.55f, 0.74f}, {0.70f, 0.76f},
                                    {0.72f, 0.84f}, {0.74f, 0.86f}, {0.80f, 0.95f}, {0.80f, 1.00f},
                                    {0.00f, 1.00f}};
    static const float plain[][2] = {{0.00f, 0.00f}, {0.47f, 0.00f}, {0.47f, 0.70f},
                                     {0.75f, 0.76f}, {0.80f, 1.00f}, {0.00f, 1.00f}};
    const demo_profile detailed = PROFILE(fine), simple = PROFILE(plain);
    demo_mesh_add_extrusion(set, coarse ? &simple : &detailed);
}

static void add_roof(demo_mesh_set *set, bool coarse)
{
    static const float gable[][2] = {{0.00f, 0.00f}, {3.30f, 0.00f}, {3.30f, 0.14f},
                                     {0.12f, 1.30f}, {0.12f, 1.42f}, {0.00f, 1.42f}};
    const demo_profile profile = PROFILE(gable);
    (void)coarse;
    demo_mesh_add_extrusion(set, &profile);
}

/* 1 m wide and high, the edges bevelled a little so that they catch light. */
static void add_box(demo_mesh_set *set, bool coarse)
{
    static const float sharp[][2] = {{0.0f, 0.0f}, {0.5f, 0.0f}, {0.5f, 1.0f}, {0.0f, 1.0f}};
    static const float bevelled[][2] = {
        {0.00f, 0.00f}, {0.50f, 0.00f}, {0.50f, 0.96f}, {0.49f, 1.00f}, {0.00f, 1.00f}};
    const demo_profile plain = PROFILE(sharp), fine = PROFILE(bevelled);
    demo_mesh_add_square_lathe(set, coarse ? &plain : &fine);
}

static void add_temple_steps(demo_mesh_set *set, bool coarse)
{
    static const float steps[][2] = {{8.4f, 0.00f}, {8.4f, 0.26f}, {8.0f, 0.28f}, {8.0f, 0.54f},
                                     {7.6f, 0.56f}, {7.6f, 0.82f}, {7.2f, 0.84f}, {7.2f, 1.10f},
                                     {6.8f, 1.12f}, {6.8f, 1.40f}, {0.0f, 1.40f}};
    const demo_profile profile = PROFILE(steps);
    demo_mesh_add_lathe(set, &profile, coarse ? 24 : 96);
}

/* The entablature of the round temple, its inner side too. */
static void add_temple_ring(demo_mesh_set *set, bool coarse)
{
    static const float ring[][2] = {{4.90f, 1.60f}, {4.90f, 0.00f}, {6.00f, 0.00f}, {6.00f, 0.24f},
                                    {6.06f, 0.26f}, {6.06f, 0.50f}, {6.14f, 0.54f}, {6.14f, 0.60f},
                                    {6.04f, 0.62f}, {6.04f, 1.10f}, {6.14f, 1.16f}, {6.20f, 1.24f},
                                    {6.50f, 1.28f}, {6.54f, 1.40f}, {6.66f, 1.54f}, {6.66f, 1.62f},
                                    {5.90f, 1.74f}, {5.90f, 2.00f}, {0.00f, 2.00f}};
    const demo_profile profile = PROFILE(ring);
    demo_mesh_add_lathe(set, &profile, coarse ? 24 : 96);
}

/* A dome with ribs: the flutes of a lathe, seen from outside. */
static void add_dome(demo_mesh_set *set, bool coarse)
{
    static const float arc[][2] = {{5.70f, 0.00f}, {5.68f, 0.60f}, {5.45f, 1.60f}, {4.85f, 2.75f},
                                   {3.90f, 3.75f}, {2.65f, 4.50f}, {1.30f, 4.92f}, {0.00f, 5.05f}};
    demo_profile profile = PROFILE(arc);
    profile.flute_depth = coarse ? 0.0f : 0.025f;
    profile.flute_count = coarse ? 0 : 24;
    demo_mesh_add_smooth_lathe(set, &profile, coarse ? 20 : 144, coarse ? 6 : 28);
}

static void add_finial(demo_mesh_set *set, bool coarse)
{
    static const float spire[][2] = {{0.70f, 0.00f}, {0.72f, 0.12f}, {0.40f, 0.25f},
                                     {0.22f, 0.45f}, {0.20f, 0.60f}, {0.42f, 0.80f},
                                     {0.50f, 1.05f}, {0.40f, 1.32f}, {0.16f, 1.50f},
                                     {0.10f, 1.80f}, {0.06f, 2.40f}, {0.00f, 2.90f}};
    const demo_profile profile = PROFILE(spire);
    demo_mesh_add_smooth_lathe(set, &profile, coarse ? 10 : 40, coarse ? 10 : 48);
}

static void add_pedestal(demo_mesh_set *set, bool coarse)
{
    static const float block[][2] = {{0.60f, 0.00f}, {0.60f, 0.14f}, {0.54f, 0.18f}, {0.50f, 0.26f},
                                     {0.46f, 0.30f}, {0.46f, 0.98f}, {0.50f, 1.02f}, {0.56f, 1.10f},
                                     {0.58f, 1.12f}, {0.58f, 1.22f}, {0.00f, 1.22f}};
    const demo_profile profile = PROFILE(block);
    (void)coarse;
    demo_mesh_add_square_lathe(set, &profile);
}

static void add_amphora(demo_mesh_set *set, bool coarse)
{
    static const float body[][2] = {{0.20f, 0.00f}, {0.22f, 0.05f}, {0.12f, 0.12f}, {0.16f, 0.22f},
                                    {0.34f, 0.48f}, {0.44f, 0.80f}, {0.38f, 1.08f}, {0.20f, 1.26f},
                                    {0.13f, 1.38f}, {0.14f, 1.50f}, {0.24f, 1.58f}, {0.25f, 1.62f},
                                    {0.16f, 1.58f}, {0.00f, 1.50f}};
    const demo_profile profile = PROFILE(body);
    demo_mesh_add_smooth_lathe(set, &profile, coarse ? 10 : 44, coarse ? 10 : 52);
}

static void add_brazier(demo_mesh_set *set, bool coarse)
{
    static const float bowl[][2] = {{0.34f, 0.00f}, {0.36f, 0.06f}, {0.14f, 0.14f}, {0.07f, 0.30f},
                                    {0.06f, 0.70f}, {0.11f, 0.78f}, {0.06f, 0.86f}, {0.08f, 1.00f},
                                    {0.30f, 1.08f}, {0.48f, 1.24f}, {0.54f, 1.38f}, {0.56f, 1.40f},
                                    {0.50f, 1.38f}, {0.40f, 1.26f}, {0.00f, 1.20f}};
    const demo_profile profile = PROFILE(bowl);
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

static void add_knot(demo_mesh_set *set, bool coarse)
{
    const float radius = 0.21f;
    const uint32_t cells[2] = {coarse ? 8u : 28u, coarse ? 60u : 260u};
    demo_mesh_add_surface(set, knot_surface, &radius, cells);
}

typedef struct blob_state {
    float roughness, frequency, flat;
    uint32_t seed;
} blob_state;

/* A unit ball pushed in and out by noise. */
static demo_point blob_surface(const void *user, float u, float v)
{
    const blob_state *blob = (const blob_state *)user;
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

static void add_blob(demo_mesh_set *set, const blob_state *blob, bool coarse)
{
    const uint32_t cells[2] = {coarse ? 12u : 40u, coarse ? 8u : 24u};
    demo_mesh_add_surface(set, blob_surface, blob, cells);
}

static void add_sphere(demo_mesh_set *set, bool coarse)
{
    const blob_state blob = {0.0f, 1.0f, 1.0f, 0};
    add_blob(set, &blob, coarse);
}

static void add_lantern(demo_mesh_set *set, bool coarse)
{
    const blob_state blob = {0.0f, 1.0f, 1.0f, 0};
    const uint32_t cells[2] = {12, 8};
    (void)coarse;
    demo_mesh_add_surface(set, blob_surface, &blob, cells);
}

static void add_bush(demo_mesh_set *set, bool coarse)
{
    const blob_state blob = {1.1f, 2.6f, 0.6f, 11};
    add_blob(set, &blob, coarse);
}

static void add_rock(demo_mesh_set *set, bool coarse)
{
    const blob_state blob = {0.9f, 1.3f, 0.5f, 29};
    add_blob(set, &blob, coarse);
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

static void add_cypress(demo_mesh_set *set, bool coarse)
{
    static const float trunk[][2] = {{0.20f, 0.0f}, {0.14f, 0.7f}};
    const demo_profile profile = PROFILE(trunk);
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

static void add_ground(demo_mesh_set *set, bool coarse)
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

static void add_plane(demo_mesh_set *set, bool coarse)
{
    const uint32_t cells[2] = {8, 8};
    (void)coarse;
    demo_mesh_add_surface(set, plane_surface, NULL, cells);
}

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
        [DEMO_SHAPE_COLUMN] = {add_column, DEMO_MATERIAL_MARBLE, true},
        [DEMO_SHAPE_ARCH] = {add_arch, DEMO_MATERIAL_STONE, true},
        [DEMO_SHAPE_ENTABLATURE] = {add_entablature, DEMO_MATERIAL_MARBLE, true},
        [DEMO_SHAPE_ROOF] = {add_roof, DEMO_MATERIAL_ROOF, true},
        [DEMO_SHAPE_BOX] = {add_box, DEMO_MATERIAL_STONE, true},
        [DEMO_SHAPE_TEMPLE_STEPS] = {add_temple_steps, DEMO_MATERIAL_STONE, true},
        [DEMO_SHAPE_TEMPLE_RING] = {add_temple_ring, DEMO_MATERIAL_MARBLE, true},
        [DEMO_SHAPE_DOME] = {add_dome, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_FINIAL] = {add_finial, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_PEDESTAL] = {add_pedestal, DEMO_MATERIAL_MARBLE, true},
        [DEMO_SHAPE_AMPHORA] = {add_amphora, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_BRAZIER] = {add_brazier, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_KNOT] = {add_knot, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_SPHERE_MARBLE] = {add_sphere, DEMO_MATERIAL_MARBLE, true},
        [DEMO_SHAPE_SPHERE_METAL] = {add_sphere, DEMO_MATERIAL_METAL, true},
        [DEMO_SHAPE_LANTERN] = {add_lantern, DEMO_MATERIAL_GLOW, false},
        [DEMO_SHAPE_CYPRESS] = {add_cypress, DEMO_MATERIAL_FOLIAGE, true},
        [DEMO_SHAPE_BUSH] = {add_bush, DEMO_MATERIAL_FOLIAGE, true},
        [DEMO_SHAPE_ROCK] = {add_rock, DEMO_MATERIAL_STONE, true},
        [DEMO_SHAPE_FLOOR] = {add_plane, DEMO_MATERIAL_FLOOR, false},
        [DEMO_SHAPE_GROUND] = {add_ground, DEMO_MATERIAL_GROUND, false},
        [DEMO_SHAPE_WATER] = {add_plane, DEMO_MATERIAL_WATER, false},
    };
    for (uint32_t i = 0; i < DEMO_SHAPE_COUNT; i++) {
        shapes[i].material = rows[i].material;
        shapes[i].casts_shadow = rows[i].casts_shadow;
        shapes[i].mesh = build_mesh(set, rows[i].add, false);
        if (rows[i].casts_shadow) {
            shapes[i].shadow_mesh = build_mesh(set, rows[i].add, true);
        }
    }
}
