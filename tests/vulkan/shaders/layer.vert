#version 450

/* A rectangle that covers every pixel and needs no clipping: llvmpipe (22.3 and 25.0) draws clipped
 * primitives of every view into layer 0. */
void main()
{
    const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
    gl_Position = vec4(corners[gl_VertexIndex], 0.0, 1.0);
}
