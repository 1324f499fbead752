#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 0
#include "scene.glsl"
#include "noise.glsl"
#include "materials.glsl"

// As demo_material in demo_shapes.h. A constant: a driver for CPUs would run every branch.
layout(constant_id = 0) const uint MATERIAL = 0u;

layout(location = 0) in vec3 world_position;
layout(location = 1) in vec4 local_position;
layout(location = 2) in vec3 world_normal;
layout(location = 3) in vec3 clip_now;
layout(location = 4) in vec3 clip_before;
layout(location = 5) flat in vec4 tint;
layout(location = 6) flat in float seed;

layout(location = 0) out vec4 out_albedo;
layout(location = 1) out vec4 out_normal;   // xyz, openness
layout(location = 2) out vec4 out_material; // roughness, metal, translucency, reflection
layout(location = 3) out vec4 out_emission; // emission, motion x, y

// Mikkelsen's bump mapping of a surface that has no parameters.
vec3 bump(vec3 normal, float height)
{
    vec3 dx = dFdx(world_position), dy = dFdy(world_position);
    vec3 r1 = cross(dy, normal), r2 = cross(normal, dx);
    float determinant = dot(dx, r1);
    vec3 gradient = sign(determinant) * (dFdx(height) * r1 + dFdy(height) * r2);
    return normalize(abs(determinant) * normal - gradient);
}

Surface material_surface(vec3 local, vec3 world, vec3 normal)
{
    switch (MATERIAL) {
    case 0u: return marble(local);
    case 1u: return stone(local, normal);
    case 2u: return floor_tiles(world);
    case 3u: return metal(local, tint.rgb, local_position.w);
    case 4u: return foliage(local, local_position.w);
    case 5u: return ground(world, normal);
    case 6u: return water(world, frame.camera.w);
    case 7u: return glow();
    default: return roof(local, normal);
    }
}

void main()
{
    vec3 normal = normalize(world_normal);
    Surface surface = material_surface(local_position.xyz + seed * 3.7, world_position, normal);
    // What is finer than a pixel fades: bumps far away would only flicker.
    float detail = clamp(1.6 - length(fwidth(world_position)) * surface.fade, 0.0, 1.0);
    normal = bump(normal, surface.height * detail);
    vec2 motion = clip_now.xy / clip_now.z - clip_before.xy / clip_before.z;

    bool plain = MATERIAL == 3u;
    out_albedo = vec4(surface.albedo * (plain ? vec3(1.0) : tint.rgb), 1.0);
    out_normal = vec4(normal, local_position.w * surface.openness);
    out_material = vec4(surface.roughness, surface.metal, surface.translucency, surface.reflection);
    // Glass is brightest where one looks straight into it.
    float facing = dot(normal, normalize(frame.camera.xyz - world_position));
    out_emission = vec4(tint.a * (0.3 + 0.7 * facing * facing), motion * 0.5, 0.0);
}
