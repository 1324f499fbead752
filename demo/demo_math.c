/* demo_math.c: vectors, matrices, noise.
 * In: numbers. Out: numbers. Promised: no state; the same arguments give the same result. */
#include "demo_math.h"

#include <math.h>

demo_vec3 demo_vec(float x, float y, float z)
{
    demo_vec3 v = {x, y, z};
    return v;
}

demo_vec3 demo_add(demo_vec3 a, demo_vec3 b)
{
    return demo_vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

demo_vec3 demo_sub(demo_vec3 a, demo_vec3 b)
{
    return demo_vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

demo_vec3 demo_scale(demo_vec3 a, float s)
{
    return demo_vec(a.x * s, a.y * s, a.z * s);
}

demo_vec3 demo_cross(demo_vec3 a, demo_vec3 b)
{
    return demo_vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

float demo_dot(demo_vec3 a, demo_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

float demo_length(demo_vec3 a)
{
    return sqrtf(demo_dot(a, a));
}

demo_vec3 demo_normalize(demo_vec3 a)
{
    float length = demo_length(a);
    return length > 0.0f ? demo_scale(a, 1.0f / length) : a;
}

float demo_mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

float demo_clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

float demo_smoothstep(float low, float high, float x)
{
    float t = demo_clamp((x - low) / (high - low), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

demo_mat4 demo_multiply(const demo_mat4 *a, const demo_mat4 *b)
{
    demo_mat4 product;
    for (uint32_t column = 0; column < 4; column++) {
        for (uint32_t row = 0; row < 4; row++) {
            float sum = 0.0f;
            for (uint32_t i = 0; i < 4; i++) {
                sum += a->m[i * 4 + row] * b->m[column * 4 + i];
            }
            product.m[column * 4 + row] = sum;
        }
    }
    return product;
}

demo_mat4 demo_view_matrix(demo_vec3 eye, demo_vec3 right, demo_vec3 up, demo_vec3 forward)
{
    demo_mat4 view = {{right.x, up.x, -forward.x, 0.0f, right.y, up.y, -forward.y, 0.0f, right.z,
                       up.z, -forward.z, 0.0f, -demo_dot(right, eye), -demo_dot(up, eye),
                       demo_dot(forward, eye), 1.0f}};
    return view;
}

demo_mat4 demo_perspective(float tan_half_x, float tan_half_y, float near_plane)
{
    demo_mat4 projection = {{0.0f}};
    projection.m[0] = 1.0f / tan_half_x;
    projection.m[5] = -1.0f / tan_half_y;
    projection.m[11] = -1.0f;
    projection.m[14] = near_plane;
    return projection;
}

demo_mat4 demo_orthographic(float radius, float near_plane, float far_plane)
{
    demo_mat4 projection = {{0.0f}};
    projection.m[0] = 1.0f / radius;
    projection.m[5] = -1.0f / radius;
    projection.m[10] = -1.0f / (far_plane - near_plane);
    projection.m[14] = -near_plane / (far_plane - near_plane);
    projection.m[15] = 1.0f;
    return projection;
}

/* The finaliser of MurmurHash3 (Appleby, public domain). */
static uint32_t hash(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    return x ^ (x >> 16);
}

float demo_random(uint32_t seed)
{
    return (float)(hash(seed * 2654435761u + 1u) >> 8) / 16777216.0f;
}

static float lattice(int32_t x, int32_t y, int32_t z)
{
    return demo_random((uint32_t)x * 73856093u ^ (uint32_t)y * 19349663u ^ (uint32_t)z * 83492791u);
}

static float lattice_row(int32_t x, int32_t y, int32_t z, float t)
{
    return demo_mix(lattice(x, y, z), lattice(x + 1, y, z), t);
}

float demo_noise(demo_vec3 p)
{
    float fx = floorf(p.x), fy = floorf(p.y), fz = floorf(p.z);
    int32_t x = (int32_t)fx, y = (int32_t)fy, z = (int32_t)fz;
    float tx = demo_smoothstep(0.0f, 1.0f, p.x - fx);
    float ty = demo_smoothstep(0.0f, 1.0f, p.y - fy);
    float tz = demo_smoothstep(0.0f, 1.0f, p.z - fz);
    float near_face = demo_mix(lattice_row(x, y, z, tx), lattice_row(x, y + 1, z, tx), ty);
    float far_face = demo_mix(lattice_row(x, y, z + 1, tx), lattice_row(x, y + 1, z + 1, tx), ty);
    return demo_mix(near_face, far_face, tz);
}

float demo_fractal(demo_vec3 p, uint32_t octaves)
{
    float sum = 0.0f, weight = 0.5f;
    for (uint32_t i = 0; i < octaves; i++) {
        sum += weight * demo_noise(p);
        p = demo_add(demo_scale(p, 2.03f), demo_vec(17.3f, 5.1f, 9.7f));
        weight *= 0.5f;
    }
    return sum;
}

float demo_halton(uint32_t index, uint32_t base)
{
    float result = 0.0f, fraction = 1.0f;
    while (index > 0) {
        fraction /= (float)base;
        result += fraction * (float)(index % base);
        index /= base;
    }
    return result;
}
