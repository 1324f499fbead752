#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 0
#include "scene.glsl"

layout(set = 0, binding = 1) readonly buffer Instances { Instance instances[]; };
layout(set = 0, binding = 2) readonly buffer Visible { uint visible[]; };
layout(push_constant) uniform Push { uint cascade; };
layout(location = 0) in vec3 position;

void main()
{
    vec3 world = transform(instances[visible[gl_InstanceIndex]].now, vec4(position, 1.0));
    gl_Position = frame.shadow[cascade] * vec4(world, 1.0);
    // What lies before the box is pulled onto its near side.
    gl_Position.z = max(gl_Position.z, 0.0);
}
