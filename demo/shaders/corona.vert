#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 0
#include "scene.glsl"

layout(location = 0) out vec2 place;

void main()
{
    place = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
    vec3 right = normalize(cross(frame.sun.xyz, vec3(0.0, 1.0, 0.0)));
    vec3 up = cross(right, frame.sun.xyz);
    vec3 direction = frame.sun.xyz + 0.42 * (right * place.x + up * place.y);
    gl_Position = frame.view_projection * vec4(direction, 0.0);
    gl_Position.z = 0.0;
}
