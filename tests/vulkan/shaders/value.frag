#version 450

layout(push_constant) uniform constants { vec4 value; } push;
layout(location = 0) out vec4 color;

void main()
{
    color = push.value;
}
