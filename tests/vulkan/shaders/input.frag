#version 450

layout(input_attachment_index = 0, binding = 0) uniform subpassInput source;
layout(push_constant) uniform constants { vec4 value; } push;
layout(location = 0) out vec4 color;

void main()
{
    color = subpassLoad(source) + vec4(push.value.xyz, 0.0);
}
