#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 0
#include "scene.glsl"

layout(set = 0, binding = 1) readonly buffer Sprites { Sprite sprites[]; };
layout(location = 0) out vec2 place;
layout(location = 1) flat out vec3 color;

void main()
{
    Sprite sprite = sprites[gl_InstanceIndex];
    place = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
    color = sprite.color.rgb;
    vec3 right = normalize(frame.ray_x.xyz), up = normalize(-frame.ray_y.xyz);
    vec3 world = sprite.position.xyz +
                 sprite.position.w * (right * place.x + up * place.y * sprite.color.w);
    gl_Position = frame.view_projection * vec4(world, 1.0);
}
