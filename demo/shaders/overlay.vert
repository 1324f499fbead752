#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 0
#include "scene.glsl"

struct Quad {
    vec4 area;  // x, y, width, height in texels
    vec4 color;
    uvec4 bits; // 35 texels of a letter; third: 1 for a letter, 0 for a filled rectangle
};

layout(set = 0, binding = 1) readonly buffer Quads { Quad quads[]; };
layout(location = 0) out vec2 place;
layout(location = 1) flat out vec4 color;
layout(location = 2) flat out uvec4 bits;

void main()
{
    Quad quad = quads[gl_InstanceIndex];
    place = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    color = quad.color;
    bits = quad.bits;
    vec2 texel = quad.area.xy + place * quad.area.zw;
    gl_Position = vec4(texel / vec2(frame.size.xy) * 2.0 - 1.0, 0.0, 1.0);
}
