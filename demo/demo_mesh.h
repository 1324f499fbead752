/* demo_mesh.h: meshes made from parametric surfaces, all in one vertex and one index array. */
#ifndef DEMO_MESH_H
#define DEMO_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "demo_math.h"

typedef struct demo_vertex {
    float position[3];
    float normal[3];
    float openness; /* 1: sees the whole sky, 0: deep in a crevice */
} demo_vertex;

typedef struct demo_mesh {
    uint32_t first_index, index_count;
    demo_vec3 center; /* of the bounding sphere */
    float radius;
} demo_mesh;

typedef struct demo_mesh_set {
    demo_vertex *vertices;
    uint32_t *indices;
    uint32_t vertex_count, vertex_capacity;
    uint32_t index_count, index_capacity;
    bool out_of_memory; /* sticks; what is added afterwards is dropped */
} demo_mesh_set;

void demo_mesh_set_finish(demo_mesh_set *set);

/* Begins a mesh; everything added up to demo_mesh_end() belongs to it. */
demo_mesh demo_mesh_begin(const demo_mesh_set *set);
void demo_mesh_end(const demo_mesh_set *set, demo_mesh *mesh);

typedef struct demo_point {
    demo_vec3 position;
    float openness;
} demo_point;

/* A point of a surface for u and v in 0 … 1. The outside is where dv × du points. */
typedef demo_point (*demo_surface_fn)(const void *user, float u, float v);

/* Adds a grid of `columns` × `rows` cells; normals come from central differences. */
void demo_mesh_add_surface(demo_mesh_set *set, demo_surface_fn surface_fn, const void *user,
                           const uint32_t cells[2]);

/* A line in the plane: pairs of (distance from the axis, height), upwards along the outside. */
typedef struct demo_profile {
    const float (*points)[2];
    uint32_t count;
    float flute_depth;    /* lathes: how deep the flutes of a column are, relative to the radius */
    uint32_t flute_count; /* 0: none */
} demo_profile;

/* Turns the profile about the y axis; each of its segments is flat in itself (hard edges). */
void demo_mesh_add_lathe(demo_mesh_set *set, const demo_profile *profile, uint32_t segments);
/* The same with a smooth curve through the points, in `rows` rings. */
void demo_mesh_add_smooth_lathe(demo_mesh_set *set, const demo_profile *profile, uint32_t segments,
                                uint32_t rows);
/* A square in plan, each side as far from the axis as the profile says. */
void demo_mesh_add_square_lathe(demo_mesh_set *set, const demo_profile *profile);
/* The profile drawn along z from −½ to ½, to both sides of the plane x = 0. */
void demo_mesh_add_extrusion(demo_mesh_set *set, const demo_profile *profile);

#endif
