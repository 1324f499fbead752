/* demo_mesh.c: parametric surfaces to triangles.
 * In: functions of (u, v) and profiles. Out: vertices and indices appended to a set.
 * Promised: counter-clockwise triangles seen from outside; out of memory sticks to the set. */
#include "demo_mesh.h"

#include <math.h>
#include <stdlib.h>

static bool reserve(void **array, uint32_t *capacity, uint32_t needed, size_t element_bytes)
{
    if (needed <= *capacity) {
        return true;
    }
    uint32_t grown = needed * 2u;
    void *moved = realloc(*array, grown * element_bytes);
    if (moved == NULL) {
        return false;
    }
    *array = moved;
    *capacity = grown;
    return true;
}

static bool reserve_grid(demo_mesh_set *set, uint32_t vertices, uint32_t indices)
{
    void *vertex_array = set->vertices, *index_array = set->indices;
    bool ok =
        reserve(&vertex_array, &set->vertex_capacity, set->vertex_count + vertices,
                sizeof(demo_vertex)) &&
        reserve(&index_array, &set->index_capacity, set->index_count + indices, sizeof(uint32_t));
    set->vertices = (demo_vertex *)vertex_array;
    set->indices = (uint32_t *)index_array;
    set->out_of_memory = set->out_of_memory || !ok;
    return !set->out_of_memory;
}

void demo_mesh_set_finish(demo_mesh_set *set)
{
    free(set->vertices);
    free(set->indices);
}

demo_mesh demo_mesh_begin(const demo_mesh_set *set)
{
    demo_mesh mesh = {.first_index = set->index_count};
    return mesh;
}

static demo_vec3 mesh_position(const demo_mesh_set *set, uint32_t index)
{
    const float *p = set->vertices[set->indices[index]].position;
    return demo_vec(p[0], p[1], p[2]);
}

/* The sphere about the middle of the bounding box. */
void demo_mesh_end(const demo_mesh_set *set, demo_mesh *mesh)
{
    demo_vec3 low = demo_vec(1e9f, 1e9f, 1e9f), high = demo_vec(-1e9f, -1e9f, -1e9f);
    mesh->index_count = set->index_count - mesh->first_index;
    for (uint32_t i = mesh->first_index; i < set->index_count; i++) {
        demo_vec3 p = mesh_position(set, i);
        low = demo_vec(fminf(low.x, p.x), fminf(low.y, p.y), fminf(low.z, p.z));
        high = demo_vec(fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z));
    }
    mesh->center = demo_scale(demo_add(low, high), 0.5f);
    mesh->radius = 0.0f;
    for (uint32_t i = mesh->first_index; i < set->index_count; i++) {
        demo_vec3 p = demo_sub(mesh_position(set, i), mesh->center);
        mesh->radius = fmaxf(mesh->radius, demo_length(p));
    }
}

/* Differences lie inside the patch, so that its border is a hard edge, and a little beside its poles,
 * where one of the two would vanish. */
static demo_vec3 surface_normal(demo_surface_fn surface_fn, const void *user, float u, float v)
{
    const float step = 1e-3f;
    float inner_u = demo_clamp(u, step, 1.0f - step), inner_v = demo_clamp(v, step, 1.0f - step);
    demo_vec3 du = demo_sub(surface_fn(user, inner_u + step, inner_v).position,
                            surface_fn(user, inner_u - step, inner_v).position);
    demo_vec3 dv = demo_sub(surface_fn(user, inner_u, inner_v + step).position,
                            surface_fn(user, inner_u, inner_v - step).position);
    return demo_normalize(demo_cross(demo_scale(dv, 1000.0f), demo_scale(du, 1000.0f)));
}

static void add_vertex(demo_mesh_set *set, demo_surface_fn surface_fn, const void *user,
                       const float at[2])
{
    demo_point point = surface_fn(user, at[0], at[1]);
    demo_vec3 normal = surface_normal(surface_fn, user, at[0], at[1]);
    demo_vertex vertex = {{point.position.x, point.position.y, point.position.z},
                          {normal.x, normal.y, normal.z},
                          point.openness};
    set->vertices[set->vertex_count++] = vertex;
}

static void add_cell(demo_mesh_set *set, uint32_t corner, uint32_t stride)
{
    const uint32_t cell[6] = {corner,     corner + stride, corner + 1,
                              corner + 1, corner + stride, corner + stride + 1};
    for (uint32_t i = 0; i < 6; i++) {
        set->indices[set->index_count++] = cell[i];
    }
}

void demo_mesh_add_surface(demo_mesh_set *set, demo_surface_fn surface_fn, const void *user,
                           const uint32_t cells[2])
{
    uint32_t columns = cells[0], rows = cells[1], first = set->vertex_count;
    if (!reserve_grid(set, (columns + 1) * (rows + 1), columns * rows * 6)) {
        return;
    }
    for (uint32_t row = 0; row <= rows; row++) {
        for (uint32_t column = 0; column <= columns; column++) {
            const float at[2] = {(float)column / (float)columns, (float)row / (float)rows};
            add_vertex(set, surface_fn, user, at);
        }
    }
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            add_cell(set, first + row * (columns + 1) + column, columns + 1);
        }
    }
}

typedef struct lathe_state {
    const demo_profile *profile;
    uint32_t segment; /* hard edges: which segment of the profile */
    uint32_t side;    /* square lathes: 0 … 3 */
} lathe_state;

static demo_point turn(const lathe_state *state, float u, const float at[2])
{
    const demo_profile *profile = state->profile;
    float angle = u * 2.0f * DEMO_PI, groove = 0.0f;
    if (profile->flute_count > 0) {
        groove = 1.0f - fabsf(cosf(angle * 0.5f * (float)profile->flute_count));
        groove = sqrtf(1.0f - groove * groove);
    }
    float radius = at[0] * (1.0f - profile->flute_depth * groove);
    demo_point point = {demo_vec(radius * cosf(angle), at[1], radius * sinf(angle)),
                        1.0f - 0.45f * groove};
    return point;
}

static void profile_mix(const lathe_state *state, float v, float out[2])
{
    const float *a = state->profile->points[state->segment];
    const float *b = state->profile->points[state->segment + 1];
    out[0] = demo_mix(a[0], b[0], v);
    out[1] = demo_mix(a[1], b[1], v);
}

static demo_point lathe_surface(const void *user, float u, float v)
{
    float at[2];
    profile_mix((const lathe_state *)user, v, at);
    return turn((const lathe_state *)user, u, at);
}

void demo_mesh_add_lathe(demo_mesh_set *set, const demo_profile *profile, uint32_t segments)
{
    const uint32_t cells[2] = {segments, 1};
    for (uint32_t i = 0; i + 1 < profile->count; i++) {
        lathe_state state = {profile, i, 0};
        demo_mesh_add_surface(set, lathe_surface, &state, cells);
    }
}

/* Catmull and Rom's curve through the points, the ends repeated. */
static float curve(const demo_profile *profile, float t, uint32_t axis)
{
    uint32_t last = profile->count - 1;
    uint32_t i = (uint32_t)demo_clamp(floorf(t), 0.0f, (float)(last - 1));
    float f = t - (float)i;
    float a = profile->points[i > 0 ? i - 1 : 0][axis], b = profile->points[i][axis];
    float c = profile->points[i + 1][axis], d = profile->points[i + 2 < last ? i + 2 : last][axis];
    return b +
           0.5f * f *
               (c - a + f * (2.0f * a - 5.0f * b + 4.0f * c - d + f * (3.0f * (b - c) + d - a)));
}

static demo_point smooth_lathe_surface(const void *user, float u, float v)
{
    const lathe_state *state = (const lathe_state *)user;
    float t = v * (float)(state->profile->count - 1);
    const float at[2] = {fmaxf(curve(state->profile, t, 0), 0.0f), curve(state->profile, t, 1)};
    return turn(state, u, at);
}

void demo_mesh_add_smooth_lathe(demo_mesh_set *set, const demo_profile *profile, uint32_t segments,
                                uint32_t rows)
{
    const uint32_t cells[2] = {segments, rows};
    lathe_state state = {profile, 0, 0};
    demo_mesh_add_surface(set, smooth_lathe_surface, &state, cells);
}

static demo_point square_surface(const void *user, float u, float v)
{
    const lathe_state *state = (const lathe_state *)user;
    float at[2];
    profile_mix(state, v, at);
    float angle = (float)state->side * 0.5f * DEMO_PI, along = at[0] * (1.0f - 2.0f * u);
    float s = sinf(angle), c = cosf(angle);
    demo_point point = {demo_vec(along * c + at[0] * s, at[1], at[0] * c - along * s), 1.0f};
    return point;
}

void demo_mesh_add_square_lathe(demo_mesh_set *set, const demo_profile *profile)
{
    const uint32_t cells[2] = {1, 1};
    for (uint32_t side = 0; side < 4; side++) {
        for (uint32_t i = 0; i + 1 < profile->count; i++) {
            lathe_state state = {profile, i, side};
            demo_mesh_add_surface(set, square_surface, &state, cells);
        }
    }
}

static demo_point extrusion_surface(const void *user, float u, float v)
{
    const lathe_state *state = (const lathe_state *)user;
    float at[2], sign = state->side == 0 ? 1.0f : -1.0f;
    profile_mix(state, v, at);
    demo_point point = {demo_vec(sign * at[0], at[1], sign * (u - 0.5f)), 1.0f};
    return point;
}

/* The end at z = sign / 2: a strip between the profile and the axis. */
static demo_point extrusion_end(const void *user, float u, float v)
{
    const lathe_state *state = (const lathe_state *)user;
    float at[2], sign = state->side == 0 ? 1.0f : -1.0f;
    profile_mix(state, v, at);
    demo_point point = {demo_vec(sign * at[0] * (1.0f - 2.0f * u), at[1], sign * 0.5f), 1.0f};
    return point;
}

void demo_mesh_add_extrusion(demo_mesh_set *set, const demo_profile *profile)
{
    const uint32_t cells[2] = {1, 1};
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t i = 0; i + 1 < profile->count; i++) {
            lathe_state state = {profile, i, side};
            demo_mesh_add_surface(set, extrusion_surface, &state, cells);
            demo_mesh_add_surface(set, extrusion_end, &state, cells);
        }
    }
}
