#version 450

layout(location = 0) in vec2 place;
layout(location = 1) flat in vec4 color;
layout(location = 2) flat in uvec4 bits;
layout(location = 0) out vec4 out_color;

// Letters are 5 columns of 7 bits, column after column.
void main()
{
    uvec2 at = uvec2(clamp(place * vec2(5.0, 7.0), vec2(0.0), vec2(4.0, 6.0)));
    uint index = at.x * 7u + at.y;
    uint word = index < 32u ? bits.x : bits.y;
    uint on = bits.z == 0u ? 1u : (word >> (index & 31u)) & 1u;
    out_color = vec4(color.rgb, color.a * float(on));
}
