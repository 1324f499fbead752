#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 0
#include "scene.glsl"
#include "noise.glsl"

layout(set = 0, binding = 1) uniform sampler2D scene;
layout(set = 0, binding = 2) uniform sampler2D bloom;
layout(location = 0) out vec4 out_color;

// Narkowicz's fit of the ACES curve.
vec3 film(vec3 x)
{
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

vec3 encode(vec3 x)
{
    return mix(12.92 * x, 1.055 * pow(x, vec3(1.0 / 2.4)) - 0.055, greaterThan(x, vec3(0.0031308)));
}

void main()
{
    vec2 place = gl_FragCoord.xy / vec2(frame.size.xy), from_middle = place - 0.5;
    vec3 color = texelFetch(scene, ivec2(gl_FragCoord.xy), 0).rgb;
    color += 0.045 * textureLod(bloom, place, 0.0).rgb;
    color *= 1.0 - 0.75 * dot(from_middle, from_middle);
    float grey = dot(color, vec3(0.2126, 0.7152, 0.0722));
    color = max(mix(vec3(grey), color, 1.06), 0.0);
    vec3 shown = encode(film(0.70 * color));
    float grain = lattice(uvec3(gl_FragCoord.xy, frame.size.z)) - 0.5;
    out_color = vec4(shown + grain / 255.0, 1.0);
}
