#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 0
#include "scene.glsl"

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 1) uniform sampler2D color_now;
layout(set = 0, binding = 2) uniform sampler2D motion;
layout(set = 0, binding = 3) uniform sampler2D history;
layout(set = 0, binding = 4, rgba16f) writeonly uniform image2D result;

// Averages are taken of compressed colours, so that one bright sample does not flicker.
vec3 compress(vec3 c)
{
    return c / (1.0 + max(c.r, max(c.g, c.b)));
}

vec3 expand(vec3 c)
{
    return c / max(1.0 - max(c.r, max(c.g, c.b)), 1e-3);
}

vec3 fetch(ivec2 at)
{
    at = clamp(at, ivec2(0), ivec2(frame.size.xy) - 1);
    return compress(texelFetch(color_now, at, 0).rgb);
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, ivec2(frame.size.xy)))) {
        return;
    }
    vec3 middle = fetch(at), sum = vec3(0.0), squares = vec3(0.0);
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec3 c = fetch(at + ivec2(x, y));
            sum += c;
            squares += c * c;
        }
    }
    vec3 mean = sum / 9.0, spread = sqrt(max(squares / 9.0 - mean * mean, 0.0)) * 1.35;
    vec2 before = (vec2(at) + 0.5) / vec2(frame.size.xy) - texelFetch(motion, at, 0).xy;
    bool inside = all(greaterThan(before, vec2(0.0))) && all(lessThan(before, vec2(1.0)));
    vec3 past = clamp(compress(textureLod(history, before, 0.0).rgb), mean - spread, mean + spread);
    // The first frames average evenly, later ones forget slowly.
    float share = inside ? max(1.0 / float(frame.size.z + 1u), 0.1) : 1.0;
    imageStore(result, at, vec4(expand(mix(past, middle, share)), 1.0));
}
