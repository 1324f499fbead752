#version 450

layout(location = 0) in vec2 place;
layout(location = 1) flat in vec3 color;
layout(location = 0) out vec4 out_color;

// A soft ball of light, added.
void main()
{
    float reach = max(1.0 - dot(place, place), 0.0);
    out_color = vec4(color * reach * reach * reach, 0.0);
}
