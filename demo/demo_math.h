/* demo_math.h: the little linear algebra that the demo's scene and camera need. Right-handed, y up;
 * matrices are column-major, as GLSL reads them. */
#ifndef DEMO_MATH_H
#define DEMO_MATH_H

#include <stdint.h>

#define DEMO_PI 3.14159265f

typedef struct demo_vec3 {
    float x, y, z;
} demo_vec3;
typedef struct demo_mat4 {
    float m[16];
} demo_mat4;

demo_vec3 demo_vec(float x, float y, float z);
demo_vec3 demo_add(demo_vec3 a, demo_vec3 b);
demo_vec3 demo_sub(demo_vec3 a, demo_vec3 b);
demo_vec3 demo_scale(demo_vec3 a, float s);
demo_vec3 demo_cross(demo_vec3 a, demo_vec3 b);
demo_vec3 demo_normalize(demo_vec3 a);
float demo_dot(demo_vec3 a, demo_vec3 b);
float demo_length(demo_vec3 a);
float demo_mix(float a, float b, float t);
float demo_clamp(float x, float low, float high);
float demo_smoothstep(float low, float high, float x);

demo_mat4 demo_multiply(const demo_mat4 *a, const demo_mat4 *b);
/* World to view: `right`, `up` and `forward` are orthonormal, the view looks along −z. */
demo_mat4 demo_view_matrix(demo_vec3 eye, demo_vec3 right, demo_vec3 up, demo_vec3 forward);
/* Vulkan clip space, y down, reversed depth without a far plane: depth = near / distance. */
demo_mat4 demo_perspective(float tan_half_x, float tan_half_y, float near_plane);
/* A box of the light: x, y within ±radius, depth 0 at `near_plane` and 1 at `far_plane`. */
demo_mat4 demo_orthographic(float radius, float near_plane, float far_plane);

/* 0 … 1, a function of the integer alone. */
float demo_random(uint32_t seed);
/* Smooth noise in 0 … 1 and a sum of its octaves. */
float demo_noise(demo_vec3 p);
float demo_fractal(demo_vec3 p, uint32_t octaves);
/* The index-th point of the sequence of Halton in `base`. */
float demo_halton(uint32_t index, uint32_t base);

#endif
