#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 0
#include "scene.glsl"
#include "noise.glsl"
#include "sky.glsl"

layout(location = 0) out vec4 out_color;

// Thin streaks high up and flat heaps below them, both lit from behind.
vec3 clouds(vec3 direction, vec3 color)
{
    float height = max(direction.y, 0.02);
    vec2 plane = direction.xz / (height + 0.12);
    float mu = max(dot(direction, frame.sun.xyz), 0.0);
    float cover = fractal(vec3(plane * vec2(0.75, 1.5), 2.0), 5);
    float streak = fractal(vec3(plane.x * 0.5 + plane.y * 0.25, plane.y * 2.6, 9.0), 4);
    float thick = smoothstep(0.47, 0.66, cover) * smoothstep(0.015, 0.14, direction.y);
    float thin = smoothstep(0.42, 0.80, streak) * smoothstep(0.06, 0.3, direction.y);
    vec3 lining = mix(vec3(0.55, 0.24, 0.25), vec3(1.9, 0.85, 0.32), pow(mu, 4.0));
    vec3 body = mix(vec3(0.13, 0.11, 0.20), vec3(0.42, 0.19, 0.13), mu * mu);
    float depth = smoothstep(0.50, 0.74, cover);
    color = mix(color, lining, 0.5 * thin);
    return mix(color, mix(lining, body, depth), 0.85 * thick);
}

void main()
{
    vec3 direction = normalize(ray_through(gl_FragCoord.xy));
    vec3 color = clouds(direction, sky_color(direction, frame.sun.xyz));
    float mu = dot(direction, frame.sun.xyz);
    color += vec3(70.0, 40.0, 16.0) * smoothstep(0.99985, 0.99993, mu);
    out_color = vec4(color, 1.0);
}
