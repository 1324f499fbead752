#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 0
#include "scene.glsl"

layout(set = 0, binding = 1) readonly buffer Instances { Instance instances[]; };
layout(set = 0, binding = 2) readonly buffer Visible { uint visible[]; };

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float openness;

layout(location = 0) out vec3 world_position;
layout(location = 1) out vec4 local_position; // metres, openness
layout(location = 2) out vec3 world_normal;
layout(location = 3) out vec3 clip_now;       // x, y, w
layout(location = 4) out vec3 clip_before;
layout(location = 5) flat out vec4 tint;
layout(location = 6) flat out float seed;

void main()
{
    Instance instance = instances[visible[gl_InstanceIndex]];
    mat3 rows = mat3(instance.now[0].xyz, instance.now[1].xyz, instance.now[2].xyz);
    vec3 size2 = rows[0] * rows[0] + rows[1] * rows[1] + rows[2] * rows[2];
    world_position = transform(instance.now, vec4(position, 1.0));
    local_position = vec4(position * sqrt(size2), openness);
    world_normal = normalize((normal / size2) * rows);

    vec4 now = frame.steady_view_projection * vec4(world_position, 1.0);
    vec4 before = frame.previous_view_projection *
                  vec4(transform(instance.before, vec4(position, 1.0)), 1.0);
    clip_now = now.xyw;
    clip_before = before.xyw;
    tint = instance.tint;
    seed = instance.extra.x;
    gl_Position = frame.view_projection * vec4(world_position, 1.0);
}
