#version 450

/* to[i] = from[i] + base */
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer source { uint from[]; };
layout(binding = 1) buffer target { uint to[]; };
layout(push_constant) uniform constants { uint base; } push;

void main()
{
    if (gl_GlobalInvocationID.x < to.length()) {
        to[gl_GlobalInvocationID.x] = from[gl_GlobalInvocationID.x] + push.base;
    }
}
