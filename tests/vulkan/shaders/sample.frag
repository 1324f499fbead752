#version 450

layout(binding = 0) uniform sampler2D source;
layout(push_constant) uniform constants { vec4 value; } push;
layout(location = 0) out vec4 color;

void main()
{
    color = texelFetch(source, ivec2(gl_FragCoord.xy), 0) + vec4(push.value.xyz, 0.0);
}
