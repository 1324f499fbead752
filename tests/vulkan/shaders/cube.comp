#version 450

/* One texel of each face, in the order of the faces. */
layout(local_size_x = 1) in;
layout(binding = 0) uniform usamplerCube source;
layout(binding = 1) writeonly buffer target { uint faces[6]; };

void main()
{
    const vec3 axes[6] = vec3[](vec3(1, 0, 0), vec3(-1, 0, 0), vec3(0, 1, 0), vec3(0, -1, 0), vec3(0, 0, 1), vec3(0, 0, -1));
    for (int i = 0; i < 6; i++) {
        faces[i] = textureLod(source, axes[i], 0.0).r;
    }
}
