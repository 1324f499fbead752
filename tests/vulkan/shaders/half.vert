#version 450

/* The left half of the picture, exactly: a rectangle of two triangles. */
layout(push_constant) uniform constants { vec4 value; } push;

void main()
{
    const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(0, -1), vec2(-1, 1), vec2(-1, 1), vec2(0, -1), vec2(0, 1));
    gl_Position = vec4(corners[gl_VertexIndex], push.value.w, 1.0);
}
