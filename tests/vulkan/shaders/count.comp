#version 450

/* data[i] = i × 3 + base */
layout(local_size_x = 64) in;
layout(binding = 0) buffer target { uint data[]; };
layout(push_constant) uniform constants { uint base; } push;

void main()
{
    if (gl_GlobalInvocationID.x < data.length()) {
        data[gl_GlobalInvocationID.x] = gl_GlobalInvocationID.x * 3u + push.base;
    }
}
