#version 450

/* A triangle that covers every pixel, at the depth of push.value.w. */
layout(push_constant) uniform constants { vec4 value; } push;

void main()
{
    vec2 corner = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, push.value.w, 1.0);
}
