#version 450

// Adds the smaller mip, widened by four bilinear taps, to this one.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform sampler2D smaller;
layout(set = 0, binding = 1, rgba16f) readonly uniform image2D here;
layout(set = 0, binding = 2, rgba16f) writeonly uniform image2D result;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = imageSize(result);
    if (any(greaterThanEqual(at, size))) {
        return;
    }
    vec2 middle = (vec2(at) + 0.5) / vec2(size), step_by = 0.5 / vec2(textureSize(smaller, 0));
    vec3 sum = textureLod(smaller, middle + step_by * vec2(-1.0, -1.0), 0.0).rgb +
               textureLod(smaller, middle + step_by * vec2(1.0, -1.0), 0.0).rgb +
               textureLod(smaller, middle + step_by * vec2(-1.0, 1.0), 0.0).rgb +
               textureLod(smaller, middle + step_by * vec2(1.0, 1.0), 0.0).rgb;
    imageStore(result, at, vec4(imageLoad(here, at).rgb + 0.25 * 0.9 * sum, 1.0));
}
