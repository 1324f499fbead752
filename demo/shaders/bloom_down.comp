#version 450

// The next smaller mip: four bilinear taps that cover 4 × 4 texels.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform sampler2D source;
layout(set = 0, binding = 1, rgba16f) writeonly uniform image2D result;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = imageSize(result);
    if (any(greaterThanEqual(at, size))) {
        return;
    }
    vec2 middle = (vec2(at) + 0.5) / vec2(size), step_by = 1.0 / vec2(textureSize(source, 0));
    vec3 sum = textureLod(source, middle + step_by * vec2(-1.0, -1.0), 0.0).rgb +
               textureLod(source, middle + step_by * vec2(1.0, -1.0), 0.0).rgb +
               textureLod(source, middle + step_by * vec2(-1.0, 1.0), 0.0).rgb +
               textureLod(source, middle + step_by * vec2(1.0, 1.0), 0.0).rgb;
    imageStore(result, at, vec4(0.25 * sum, 1.0));
}
