#version 450

/* Every texel of a volume of 2 x 2 x 4, in memory order. */
layout(local_size_x = 1) in;
layout(binding = 0) uniform usampler3D source;
layout(binding = 1) writeonly buffer target { uint texels[16]; };

void main()
{
    for (int i = 0; i < 16; i++) {
        texels[i] = texelFetch(source, ivec3(i % 2, i / 2 % 2, i / 4), 0).r;
    }
}
