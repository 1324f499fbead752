#version 450

/* to = from + base, pixel by pixel */
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform usampler2D from;
layout(binding = 1, r32ui) uniform writeonly uimage2D to;
layout(push_constant) uniform constants { uint base; } push;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(at, imageSize(to)))) {
        imageStore(to, at, texelFetch(from, at, 0) + push.base);
    }
}
